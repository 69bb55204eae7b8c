//! The whole client without a window: the same plugins and the same frame, on a screen that is a picture. Used by tests and to draw pictures.

use super::desk::Desk;
use super::raster::Canvas;
use super::{ClientPlugin, Panels, scene, skin, widgets};
use bevy::prelude::{App, IntoScheduleConfigs, ResMut, Resource, Update};
use bevy_egui::egui::{self, ColorImage, Event, Key, Modifiers, PointerButton, Pos2, Rect};
use std::time::Duration;

/// The client on a screen of its own.
pub struct Headless {
    /// The plugins and the desk.
    pub app: App,
}

/// The screen, the input since the last frame, and how soon the next frame is wanted.
#[derive(Resource)]
struct Screen {
    canvas: Canvas,
    events: Vec<Event>,
    soon: Duration,
}

fn panels(mut screen: ResMut<Screen>, mut desk: ResMut<Desk>) {
    let events = std::mem::take(&mut screen.events);
    screen.soon = screen.canvas.frame(events, |ui| desk.show(ui));
}

impl Headless {
    /// Opens the client on a screen of this size in pixels.
    pub fn new(desk: Desk, size: [usize; 2]) -> Headless {
        Headless::scaled(desk, size, 1.0)
    }

    /// Opens the client on a screen with this many pixels per point.
    pub fn scaled(desk: Desk, size: [usize; 2], scale: f32) -> Headless {
        let mut headless = Headless { app: App::new() };
        headless.furnish(desk, size, scale);
        headless.settle();
        headless
    }

    /// Opens the client on a screen whose scene is also drawn by the engine; `None` if there is no graphics driver.
    pub fn with_engine(desk: Desk, size: [usize; 2]) -> Option<Headless> {
        let built = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut headless = Headless { app: scene::offscreen::app(size) };
            headless.furnish(desk, size, 1.0);
            scene::offscreen::finish(&mut headless.app);
            headless
        }));
        let mut headless = built.ok()?;
        headless.settle();
        Some(headless)
    }

    fn furnish(&mut self, desk: Desk, size: [usize; 2], scale: f32) {
        let screen = Screen { canvas: Canvas::new(size, scale), events: Vec::new(), soon: Duration::ZERO };
        self.app.insert_resource(desk).insert_resource(screen).add_plugins(ClientPlugin).add_systems(Update, panels.in_set(Panels));
    }

    /// The scene as drawn by the engine, and where the map is on the screen; `None` without an engine or a map.
    pub fn engine_picture(&mut self) -> Option<(ColorImage, Rect)> {
        let map = self.app.world().resource::<scene::Lens>().camera?.view;
        Some((scene::offscreen::picture(&mut self.app)?, map))
    }

    /// The desk.
    pub fn desk(&mut self) -> &mut Desk {
        self.app.world_mut().resource_mut::<Desk>().into_inner()
    }

    fn screen(&mut self) -> &mut Screen {
        self.app.world_mut().resource_mut::<Screen>().into_inner()
    }

    /// One frame with the input since the last. Returns how soon the client wants the next.
    pub fn frame(&mut self, events: Vec<Event>) -> Duration {
        self.screen().events = events;
        self.app.update();
        let scene = self.app.world().resource::<scene::Soon>().0;
        self.screen().soon.min(scene.unwrap_or(Duration::MAX))
    }

    /// A few frames without input, so that sizes and type settle.
    pub fn settle(&mut self) {
        for _ in 0..4 {
            self.frame(Vec::new());
        }
    }

    /// Moves the pointer somewhere.
    pub fn point(&mut self, at: Pos2) {
        self.frame(vec![Event::PointerMoved(at)]);
    }

    /// Clicks somewhere.
    pub fn click(&mut self, at: Pos2) {
        self.point(at);
        for pressed in [true, false] {
            self.frame(vec![Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }]);
        }
        self.settle();
    }

    /// Jumps somewhere and clicks in the same frame, as fast hands and scripts do.
    pub fn click_at_once(&mut self, at: Pos2) {
        let button = |pressed| Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        self.frame(vec![Event::PointerMoved(at), button(true), button(false)]);
        self.settle();
    }

    /// Clicks while the machine is so busy that seconds pass between two frames.
    pub fn click_slowly(&mut self, at: Pos2) {
        self.point(at);
        for pressed in [true, false] {
            self.frame(vec![Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }]);
            self.screen().canvas.wait(2.0);
        }
        self.settle();
    }

    /// Presses a key.
    pub fn key(&mut self, key: Key, modifiers: Modifiers) {
        for pressed in [true, false] {
            self.frame(vec![Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }]);
        }
        self.settle();
    }

    /// Where a button with this label was last drawn.
    pub fn find(&self, words: &str) -> Option<Rect> {
        widgets::find(self.context(), words)
    }

    /// Presses a button by its label.
    pub fn press(&mut self, words: &str) -> bool {
        let Some(rect) = self.find(words) else { return false };
        self.click(rect.center());
        true
    }

    /// What the screen shows: the scene, and the panels above it.
    pub fn picture(&mut self) -> &ColorImage {
        self.app.world_mut().resource_scope(|world, mut screen: bevy::prelude::Mut<Screen>| {
            screen.canvas.picture_over(|raster| {
                raster.image.pixels.fill(skin::BG);
                scene::paint(world, raster);
            });
        });
        self.screen().canvas.picture()
    }

    /// What is written on the panels.
    pub fn written(&self) -> Vec<super::raster::Written> {
        self.app.world().resource::<Screen>().canvas.written()
    }

    /// The context panels are drawn in.
    pub fn context(&self) -> &egui::Context {
        &self.app.world().resource::<Screen>().canvas.context
    }
}
