//! Where shapes and letters become triangles away from the screen, in an egui context with its own fonts.

use crate::client::skin;
use bevy_egui::egui::epaint::{Mesh, Primitive};
use bevy_egui::egui::{self, ColorImage, Context, LayerId, Painter, Pos2, Rect, TextureId, TexturesDelta};
use std::sync::Arc;

/// An egui context used only to make pictures.
pub struct Easel {
    context: Context,
    /// How often all letters have been redrawn: earlier triangles are then useless.
    age: u64,
    /// Whether letters were drawn that nobody has asked for yet.
    news: bool,
}

/// With more rows of letters than this an easel holds mostly those of zooms that nobody looks from any more.
const CROWDED: usize = 512;

impl Default for Easel {
    fn default() -> Easel {
        let context = Context::default();
        skin::dress(&context);
        let mut easel = Easel { context, age: 0, news: false };
        easel.pass(1.0, &mut |_| ()); // the type is there from the next pass on
        easel
    }
}

impl Easel {
    fn pass(&mut self, scale: f32, draw: &mut dyn FnMut(&Painter)) -> Mesh {
        let screen = Rect::from_min_size(Pos2::ZERO, egui::vec2(1000.0, 1000.0));
        let mut input = egui::RawInput { screen_rect: Some(screen), ..Default::default() };
        input.viewports.entry(egui::ViewportId::ROOT).or_default().native_pixels_per_point = Some(scale);
        let mut output = self.context.run_ui(input, |ui| draw(&Painter::new(ui.ctx().clone(), LayerId::background(), Rect::EVERYTHING)));
        self.take(&output.textures_delta);
        output.textures_delta.clear();
        let mut all = Mesh::default();
        for primitive in self.context.tessellate(output.shapes, output.pixels_per_point) {
            if let Primitive::Mesh(mesh) = primitive.primitive {
                all.append(mesh);
            }
        }
        all
    }

    fn take(&mut self, delta: &TexturesDelta) {
        let whole = delta.set.iter().any(|(id, patches)| *id == TextureId::default() && patches.iter().any(|patch| patch.pos.is_none()));
        if whole {
            self.age += 1;
        }
        self.news |= !delta.set.is_empty();
    }

    /// Triangles for each part of a drawing. All of them fit the letters that [`Easel::letters`] has afterwards.
    pub fn paint<const N: usize>(&mut self, scale: f32, mut draw: impl FnMut(usize, &Painter)) -> [Mesh; N] {
        loop {
            let mut first = None;
            let mut parts: [Mesh; N] = std::array::from_fn(|_| Mesh::default());
            for (n, part) in parts.iter_mut().enumerate() {
                *part = self.pass(scale, &mut |painter| draw(n, painter));
                first.get_or_insert(self.age);
            }
            // Letters that were thrown away while we drew are drawn again, now that there is room.
            if first.is_none_or(|first| first == self.age) {
                return parts;
            }
        }
    }

    /// How often all letters have been redrawn.
    pub fn age(&self) -> u64 {
        self.age
    }

    /// The letters drawn so far, as a texture.
    pub fn letters(&mut self) -> Arc<ColorImage> {
        self.news = false;
        Arc::new(self.context.fonts(|fonts| fonts.image()))
    }

    /// The letters, if some were drawn since they were asked for last.
    pub fn new_letters(&mut self) -> Option<Arc<ColorImage>> {
        self.news.then(|| self.letters())
    }

    /// Whether it holds so many letters that an empty one would serve better.
    pub fn is_crowded(&self) -> bool {
        self.context.fonts(|fonts| fonts.font_image_size()[1] > CROWDED)
    }
}
