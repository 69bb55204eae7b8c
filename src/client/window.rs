//! The real window: Bevy opens it, feeds egui, and sleeps until something happens.

use super::desk::Desk;
use super::reload::Watch;
use super::screens::gallery::READER;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{MemoryHints, WgpuSettings};
use bevy::window::{PresentMode, PrimaryWindow, RequestRedraw, WindowResolution};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use bevy_egui::{EguiContext, EguiContextSettings, EguiFullOutput, EguiGlobalSettings, EguiInput, EguiManagedTextures, EguiPlugin, EguiStartupSet, egui};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Set once the first frame has been drawn: until then a panic in the libraries means that there is no display or no driver.
static OPENED: AtomicBool = AtomicBool::new(false);

/// Opens the window and stays in it until the user goes. Without a display or a graphics driver: one line and exit code 2.
pub(crate) fn open(desk: Desk, size: (u32, u32)) -> Result<(), String> {
    if let Some(why) = no_display() {
        return Err(format!("the window cannot be opened: {why}"));
    }
    restart_returning_memory();
    std::panic::set_hook(Box::new(|info| {
        if std::thread::current().name() == Some(READER) {
            return;
        }
        let what = info.payload_as_str().unwrap_or("unknown trouble");
        if OPENED.load(Ordering::Relaxed) {
            eprintln!(
                "five-fronts: a fault of ours: {} ({}); the game is kept, start again to go on",
                what.lines().next().unwrap_or(""),
                info.location().map(ToString::to_string).unwrap_or_default()
            );
            std::process::exit(1);
        }
        eprintln!("five-fronts: the window cannot be opened: {}", what.lines().next().unwrap_or(""));
        std::process::exit(2);
    }));
    let window = Window {
        title: "Five Fronts".into(),
        resolution: WindowResolution::new(size.0, size.1),
        present_mode: PresentMode::AutoVsync,
        desired_maximum_frame_latency: std::num::NonZero::new(1),
        ..default()
    };
    // A board game needs few and small buffers. Of the memory they are cut from, the largest block made so far is never given back, and blocks grow:
    // small ones only, then, so that what a map took on its way to the card has a block of its own and goes.
    let memory_hints = MemoryHints::Manual { suballocated_device_memory_block_size: BLOCK..BLOCK };
    let graphics = WgpuSettings { memory_hints, ..default() };
    let render = RenderPlugin { render_creation: graphics.into(), ..default() };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }).set(render))
        .add_plugins(EguiPlugin::default())
        .insert_resource(ClearColor(Color::srgb_u8(0x17, 0x1b, 0x1f)))
        .insert_resource(WinitSettings { focused_mode: asleep(LONGEST), unfocused_mode: asleep(LONGEST) })
        .insert_resource(desk)
        .add_plugins(super::ClientPlugin)
        .add_systems(PreStartup, (camera.before(EguiStartupSet::InitContexts), by_hand.after(EguiStartupSet::InitContexts)))
        .add_systems(PreStartup, watch)
        .add_systems(Update, frame.after(super::BeforeFrame))
        .add_systems(First, forget_pictures)
        .add_systems(Last, sleep);
    match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(format!("the window was closed by a fault ({code})")),
    }
}

/// How large the blocks are that small buffers of the card are cut from, in bytes.
const BLOCK: u64 = 8 << 20;

/// The longest sleep.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Why there can be no window, if that is known before trying.
fn no_display() -> Option<&'static str> {
    let unset = |name: &str| std::env::var_os(name).is_none_or(|v| v.is_empty());
    (cfg!(target_os = "linux") && unset("DISPLAY")).then_some("there is no display (DISPLAY is not set)")
}

/// Maps and pictures pass through memory on their way to the card. glibc keeps the freed blocks, some fifty
/// megabytes, unless it is told to return large ones; it reads that setting only when a program starts, so on Linux we start ourselves again with it.
fn restart_returning_memory() {
    #[cfg(target_os = "linux")]
    if std::env::var_os(THRIFT.0).is_none()
        && let Ok(this) = std::env::current_exe()
    {
        use std::os::unix::process::CommandExt;
        // If that fails, nothing is lost but memory.
        let _ = std::process::Command::new(this).args(std::env::args_os().skip(1)).env(THRIFT.0, THRIFT.1).exec();
    }
}

/// The word, and from how many bytes on a block is large.
#[cfg(target_os = "linux")]
const THRIFT: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "262144");

fn asleep(wait: Duration) -> UpdateMode {
    UpdateMode::Reactive { wait, react_to_device_events: false, react_to_user_events: true, react_to_window_events: true }
}

fn camera(mut commands: Commands, mut settings: ResMut<EguiGlobalSettings>) {
    settings.enable_ime = false;
    commands.spawn((Camera2d, Msaa::Off));
}

/// Looks at the designer's folder, if there is one, and wakes the window when a table was saved.
fn watch(desk: Res<Desk>, proxy: Option<Res<EventLoopProxyWrapper>>, mut commands: Commands) {
    if let (Some(dir), Some(proxy)) = (desk.rules_dir.clone(), proxy) {
        let proxy = (**proxy).clone();
        commands.insert_resource(Watch::start(dir, move || {
            // A loop that has ended needs no waking.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }));
    }
}

fn by_hand(mut contexts: Query<&mut EguiContextSettings>) {
    contexts.iter_mut().for_each(|mut settings| settings.run_manually = true);
}

/// A picture of so many pixels is kept on the card only: it is never drawn on again. The type, number 0, is.
const LARGE: usize = 1 << 20;

/// Lets go of the two copies of every large picture that stay in memory after it has gone to the card: one of bevy_egui's, one of Bevy's.
fn forget_pictures(mut kept: ResMut<EguiManagedTextures>, mut images: ResMut<Assets<Image>>, mut frames: Local<HashMap<(Entity, u64), u8>>) {
    for (id, texture) in kept.iter_mut().filter(|((_, number), t)| *number != 0 && t.color_image.pixels.len() >= LARGE) {
        let frames = frames.entry(*id).or_default();
        *frames += 1;
        // A frame to extract it in, and one to be sure.
        if *frames > 2 {
            texture.color_image = egui::ColorImage::default();
            if let Some(image) = images.get_mut_untracked(&texture.handle) {
                image.data = None;
            }
        }
    }
    frames.retain(|id, _| kept.contains_key(id));
}

/// How soon egui wants to draw again.
#[derive(Resource)]
struct Next(Duration);

/// What a frame must know of the one before.
#[derive(Default)]
struct Last {
    held: egui::Modifiers,
    told: String,
    shown: Option<(Vec<egui::epaint::ClippedShape>, f32)>,
}

fn frame(
    mut contexts: Query<(&mut EguiContext, &mut EguiInput, &mut EguiFullOutput)>,
    mut desk: ResMut<Desk>,
    mut commands: Commands,
    mut exit: MessageWriter<AppExit>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut last: Local<Last>,
) {
    if windows.is_empty() {
        return;
    }
    let Ok((mut context, mut input, mut output)) = contexts.single_mut() else { return };
    let thinking = desk.table.as_ref().is_some_and(|table| table.stage == super::table::Showing::Play && table.bot_decides());
    let mut raw = input.take();
    // bevy_egui tells the modifiers in every frame; egui takes any event for a reason to draw again, and would never come to rest.
    raw.events.retain(|event| !matches!(event, egui::Event::ModifiersChanged(now) if std::mem::replace(&mut last.held, *now) == *now));
    let mut full = context.get_mut().run_ui(raw, |ui| desk.show(ui));
    let next = full.viewport_output.get(&egui::ViewportId::ROOT).map_or(Duration::MAX, |v| v.repaint_delay);
    // A new letter or picture is on the card only a frame after it was sent. Until then the frame before is shown again: nobody sees a hole in the text.
    let next = if full.textures_delta.is_empty() { next } else { Duration::ZERO };
    match &last.shown {
        Some((shapes, scale)) if !full.textures_delta.is_empty() && *scale == full.pixels_per_point => full.shapes = shapes.clone(),
        _ => last.shown = Some((full.shapes.clone(), full.pixels_per_point)),
    }
    **output = Some(full);
    commands.insert_resource(Next(if thinking { Duration::ZERO } else { next }));
    OPENED.store(true, Ordering::Relaxed);
    tell_places(context.get_mut(), &mut last.told);
    if desk.quit {
        exit.write(AppExit::Success);
    }
}

/// For scripts that drive the window: `FIVE_FRONTS_PLACES` names a file that lists everything that can be pressed, a line each: x, y, words.
fn tell_places(context: &egui::Context, told: &mut String) {
    let Some(path) = std::env::var_os("FIVE_FRONTS_PLACES") else { return };
    let scale = context.pixels_per_point();
    let line = |(words, rect): (String, egui::Rect)| format!("{:.0} {:.0} {words}\n", rect.center().x * scale, rect.center().y * scale);
    let places: String = super::widgets::drawn(context).into_iter().map(line).collect();
    if places != *told && std::fs::write(path, &places).is_ok() {
        *told = places;
    }
}

/// bevy_egui asks for a new frame whenever egui will want one some day; the loop must wake only when it wants one now.
fn sleep(next: Option<Res<Next>>, mut redraws: ResMut<Messages<RequestRedraw>>, mut settings: ResMut<WinitSettings>) {
    let wait = next.map_or(Duration::ZERO, |next| next.0);
    redraws.clear();
    if wait.is_zero() {
        redraws.write(RequestRedraw);
    }
    // Neither no wait nor an endless one: after the one the loop polls, and the other does not stop it again.
    let wait = if wait.is_zero() { LONGEST } else { wait.min(LONGEST) };
    let wanted = asleep(wait);
    if settings.focused_mode != wanted {
        settings.focused_mode = wanted;
        settings.unfocused_mode = wanted;
    }
}
