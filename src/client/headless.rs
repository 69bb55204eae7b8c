//! The whole client without a window: the same plugins, the same frame, a screen that is a picture. Tests and pictures use it.

use super::ClientPlugin;
use super::desk::Desk;
use super::raster::Canvas;
use super::widgets;
use bevy::prelude::App;
use bevy_egui::egui::{self, ColorImage, Event, Key, Modifiers, PointerButton, Pos2, Rect};

/// The client on a screen of its own.
pub struct Headless {
    /// The plugins and the desk.
    pub app: App,
    canvas: Canvas,
}

impl Headless {
    /// Opens the client on a screen of so many pixels.
    pub fn new(desk: Desk, size: [usize; 2]) -> Headless {
        let mut app = App::new();
        app.insert_resource(desk).add_plugins(ClientPlugin);
        let mut headless = Headless { app, canvas: Canvas::new(size, 1.0) };
        headless.settle();
        headless
    }

    /// The desk.
    pub fn desk(&mut self) -> &mut Desk {
        self.app.world_mut().resource_mut::<Desk>().into_inner()
    }

    /// One frame with what came in since the last. Returns how soon the client wants the next.
    pub fn frame(&mut self, events: Vec<Event>) -> std::time::Duration {
        self.app.update();
        let desk = self.app.world_mut().resource_mut::<Desk>().into_inner();
        self.canvas.frame(events, |ui| desk.show(ui))
    }

    /// A few frames without input, so that sizes and type settle.
    pub fn settle(&mut self) {
        for _ in 0..4 {
            self.frame(Vec::new());
        }
    }

    /// Points somewhere.
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

    /// Jumps somewhere and clicks in one and the same frame, as fast hands and scripts do.
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
            self.canvas.wait(2.0);
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

    /// Where a button with these words was drawn last.
    pub fn find(&self, words: &str) -> Option<Rect> {
        widgets::find(&self.canvas.context, words)
    }

    /// Presses a button by its words.
    pub fn press(&mut self, words: &str) -> bool {
        let Some(rect) = self.find(words) else { return false };
        self.click(rect.center());
        true
    }

    /// What the screen shows.
    pub fn picture(&mut self) -> &ColorImage {
        self.canvas.picture()
    }

    /// The context panels are drawn in.
    pub fn context(&self) -> &egui::Context {
        &self.canvas.context
    }
}
