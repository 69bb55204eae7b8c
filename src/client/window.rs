//! The real window: Bevy opens it, feeds egui, and sleeps until something happens.

use super::desk::Desk;
use super::reload::Watch;
use super::scene::Soon;
use super::scene::engine::{self, Dress, EnginePlugin};
use super::scene::studio::Studio;
use super::screens::gallery::READER;
use bevy::asset::AssetEventSystems;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{MemoryHints, WgpuSettings};
use bevy::window::{PresentMode, PrimaryWindow, RequestRedraw, WindowResolution};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use bevy_egui::{EguiContext, EguiContextSettings, EguiFullOutput, EguiGlobalSettings, EguiInput, EguiPlugin, EguiPostUpdateSet, EguiStartupSet, egui};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Set once the first frame has been drawn: until then a panic in the libraries means that there is no display or no driver.
static OPENED: AtomicBool = AtomicBool::new(false);

/// Opens the window and runs until the user quits. Without a display or a graphics driver: one line and exit code 2.
pub(crate) fn open(mut desk: Desk, size: (u32, u32)) -> Result<(), String> {
    if let Some(why) = no_display() {
        return Err(format!("the window cannot be opened: {why}"));
    }
    std::panic::set_hook(Box::new(|info| {
        if std::thread::current().name() == Some(READER) {
            return;
        }
        let what = info.payload_as_str().unwrap_or("unknown error");
        if OPENED.load(Ordering::Relaxed) {
            eprintln!(
                "five-fronts: internal error: {} ({}); the game is saved, start again to go on",
                what.lines().next().unwrap_or(""),
                info.location().map(ToString::to_string).unwrap_or_default()
            );
            std::process::exit(1);
        }
        eprintln!("five-fronts: the window cannot be opened: {}", what.lines().next().unwrap_or(""));
        std::process::exit(2);
    }));
    let opened = Opened(std::time::Instant::now());
    desk.beside = true;
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
        .add_plugins(EnginePlugin)
        // New letters and meshes are on the card in the frame that needs them.
        .configure_sets(PostUpdate, AssetEventSystems.after(EguiPostUpdateSet::PostProcessOutput).after(Dress))
        .add_systems(PreStartup, ((settings, engine::cameras).before(EguiStartupSet::InitContexts), by_hand.after(EguiStartupSet::InitContexts)))
        .add_systems(PreStartup, (watch, studio))
        .add_systems(Update, frame.in_set(super::Panels))
        .add_systems(Last, sleep);
    if std::env::var_os("FIVE_FRONTS_TIMES").is_some() {
        app.insert_resource(opened).add_systems(First, frame_begins).add_systems(Last, frame_ends.after(sleep));
    }
    one_after_another(&mut app);
    match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(format!("the window was closed by an error ({code})")),
    }
}

/// Runs the systems of a frame one after another. They are many and small: handing them to other threads would take longer than running them, and with a
/// software driver those threads are busy drawing the last picture.
fn one_after_another(app: &mut App) {
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
}

/// The size in bytes of the blocks that small buffers on the graphics card are cut from.
const BLOCK: u64 = 8 << 20;

/// The longest sleep.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Why there can be no window, if that is known before trying.
fn no_display() -> Option<&'static str> {
    let unset = |name: &str| std::env::var_os(name).is_none_or(|v| v.is_empty());
    let none = cfg!(target_os = "linux") && unset("DISPLAY") && unset("WAYLAND_DISPLAY");
    none.then_some("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)")
}

fn asleep(wait: Duration) -> UpdateMode {
    UpdateMode::Reactive { wait, react_to_device_events: false, react_to_user_events: true, react_to_window_events: true }
}

fn settings(mut settings: ResMut<EguiGlobalSettings>) {
    settings.enable_ime = false;
    settings.auto_create_primary_context = false;
}

/// Draws large pieces of the scene in a thread, which wakes the window when one is done.
fn studio(proxy: Option<Res<EventLoopProxyWrapper>>, mut commands: Commands) {
    if let Some(proxy) = proxy {
        let proxy = (**proxy).clone();
        commands.insert_resource(Studio::beside(move || {
            // A loop that has ended needs no waking.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }));
    }
}

/// Watches the designer's folder, if there is one, and wakes the window when a table has been saved.
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

/// When the frame began, and how long this thread had worked by then.
#[derive(Resource)]
struct Began {
    at: std::time::Instant,
    worked: Option<Duration>,
}

fn frame_begins(mut commands: Commands) {
    let worked = on_processor();
    commands.insert_resource(Began { at: std::time::Instant::now(), worked });
}

/// How long this thread has been on a processor, where the system tells: on a busy machine a frame mostly waits for others.
fn on_processor() -> Option<Duration> {
    std::thread::yield_now(); // it is counted only when a thread lets go
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// When the program was started.
#[derive(Resource)]
struct Opened(std::time::Instant);

/// For measuring: with `FIVE_FRONTS_TIMES`, writes to standard error when each frame was ready, how long it took on the main thread, and how much of
/// that time the thread was working.
fn frame_ends(began: Res<Began>, opened: Res<Opened>, soon: Res<Soon>, lens: Res<super::scene::Lens>) {
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let (ready, took) = (ms(opened.0.elapsed()), ms(began.at.elapsed()));
    let worked = on_processor().zip(began.worked).map_or_else(String::new, |(now, then)| format!(" ({:.2} at work)", ms(now.saturating_sub(then))));
    let map = if lens.camera.is_some() { " with a map" } else { "" };
    eprintln!("{ready:.0} ms: frame {took:.2} ms{worked}{map}, next {:?}", soon.0);
}

/// How soon egui wants to draw again.
#[derive(Resource)]
struct Next(Duration);

/// What a frame must know about the previous one.
#[derive(Default)]
struct Last {
    held: egui::Modifiers,
    told: String,
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
    let full = context.get_mut().run_ui(raw, |ui| desk.show(ui));
    let next = full.viewport_output.get(&egui::ViewportId::ROOT).map_or(Duration::MAX, |v| v.repaint_delay);
    **output = Some(full);
    commands.insert_resource(Next(if thinking { Duration::ZERO } else { next }));
    OPENED.store(true, Ordering::Relaxed);
    tell_places(context.get_mut(), &mut last.told);
    if desk.quit {
        exit.write(AppExit::Success);
    }
}

/// For scripts that drive the window: `FIVE_FRONTS_PLACES` names a file that lists everything that can be pressed, one per line: x, y, label.
fn tell_places(context: &egui::Context, told: &mut String) {
    let Some(path) = std::env::var_os("FIVE_FRONTS_PLACES") else { return };
    let scale = context.pixels_per_point();
    let line = |(words, rect): (String, egui::Rect)| format!("{:.0} {:.0} {words}\n", rect.center().x * scale, rect.center().y * scale);
    let places: String = super::widgets::drawn(context).into_iter().map(line).collect();
    if places != *told && std::fs::write(path, &places).is_ok() {
        *told = places;
    }
}

/// bevy_egui asks for a new frame whenever egui will want one eventually; the loop must wake only when it wants one now.
fn sleep(next: Option<Res<Next>>, soon: Res<Soon>, mut redraws: ResMut<Messages<RequestRedraw>>, mut settings: ResMut<WinitSettings>) {
    let wait = next.map_or(Duration::ZERO, |next| next.0).min(soon.0.unwrap_or(Duration::MAX));
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
