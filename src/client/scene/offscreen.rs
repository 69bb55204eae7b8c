//! The scene drawn by the engine into a picture instead of a window, for comparison with what the processor draws.

use super::engine::{EnginePlugin, PanelCamera, SceneCamera};
use crate::client::skin;
use bevy::app::PluginsState;
use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::{ExitCondition, WindowResolution};
use bevy::winit::WinitPlugin;
use bevy_egui::egui::{Color32, ColorImage};

/// What the scene is drawn on.
#[derive(Resource)]
struct Sheet(Handle<Image>);

/// The picture, once it has come back from the card.
#[derive(Resource, Default)]
struct Captured(Option<ColorImage>);

/// The engine with everything that draws the scene and nothing that opens a window. Panics without a driver, as the engine does.
pub(crate) fn app([width, height]: [usize; 2]) -> App {
    let (width, height) = (width as u32, height as u32);
    let window = Window { resolution: WindowResolution::new(width, height).with_scale_factor_override(1.0), ..default() };
    let windows = WindowPlugin { primary_window: Some(window), exit_condition: ExitCondition::DontExit, ..default() };
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(windows)
            .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
            .disable::<WinitPlugin>()
            .disable::<PipelinedRenderingPlugin>(),
    );
    let [r, g, b, _] = skin::BG.to_array();
    app.insert_resource(ClearColor(Color::srgb_u8(r, g, b))).init_resource::<Captured>().add_plugins(EnginePlugin);
    let sheet = app.world_mut().resource_mut::<Assets<Image>>().add(Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None));
    app.world_mut().spawn((Camera2d, RenderTarget::Image(sheet.clone().into()), Msaa::Off, SceneCamera));
    app.world_mut().spawn((Camera2d, Camera { is_active: false, ..default() }, PanelCamera));
    app.insert_resource(Sheet(sheet));
    app
}

/// Waits for the driver.
pub(crate) fn finish(app: &mut App) {
    while app.plugins_state() == PluginsState::Adding {
        bevy::tasks::tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
}

/// How many frames a picture may take to come back from the card.
const FRAMES: usize = 60;

/// What the engine draws.
pub(crate) fn picture(app: &mut App) -> Option<ColorImage> {
    let sheet = app.world().get_resource::<Sheet>()?.0.clone();
    app.world_mut().resource_mut::<Captured>().0 = None;
    app.world_mut().spawn(Screenshot::image(sheet)).observe(|shot: On<ScreenshotCaptured>, mut captured: ResMut<Captured>| {
        let size = [shot.image.width() as usize, shot.image.height() as usize];
        let pixels = shot.image.data.iter().flat_map(|bytes| bytes.chunks_exact(4)).map(|p| Color32::from_rgb(p[0], p[1], p[2])).collect();
        captured.0 = Some(ColorImage::new(size, pixels));
    });
    for _ in 0..FRAMES {
        app.update();
        if let Some(picture) = app.world_mut().resource_mut::<Captured>().0.take() {
            return Some(picture);
        }
    }
    None
}
