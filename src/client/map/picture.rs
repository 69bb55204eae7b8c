//! A large picture on the card, cut into strips: each goes there by itself, so that no more than one at a time lies in memory many times over.

use bevy_egui::egui::{Color32, ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, pos2};
use std::ops::Range;

/// How many pixels a strip has at the most.
const STRIP: usize = 1 << 19;

/// A picture that is drawn once and only painted after.
pub struct Picture {
    size: [usize; 2],
    strips: Vec<Strip>,
}

struct Strip {
    texture: TextureHandle,
    /// The rows it shows.
    shows: Range<usize>,
    /// The rows it has: one more on either side, so that neighbours run into each other without a seam.
    has: Range<usize>,
}

impl Picture {
    /// Hands a picture over to the card.
    pub fn new(context: &Context, name: &str, image: &ColorImage) -> Picture {
        let [wide, high] = image.size;
        let rows = (STRIP / wide.max(1)).max(1);
        let strip = |top: usize| {
            let shows = top..(top + rows).min(high);
            let has = shows.start.saturating_sub(1)..(shows.end + 1).min(high);
            let part = ColorImage::new([wide, has.len()], image.pixels[has.start * wide..has.end * wide].to_vec());
            Strip { texture: context.load_texture(format!("{name} {top}"), part, TextureOptions::LINEAR), shows, has }
        };
        Picture { size: image.size, strips: (0..high).step_by(rows).map(strip).collect() }
    }

    /// Paints it so that the whole picture fills a rectangle.
    pub fn paint(&self, painter: &Painter, place: Rect) {
        let row = |y: usize| place.top() + place.height() * y as f32 / self.size[1] as f32;
        for Strip { texture, shows, has } in &self.strips {
            let rect = Rect::from_x_y_ranges(place.x_range(), row(shows.start)..=row(shows.end));
            let inside = |y: usize| (y - has.start) as f32 / has.len() as f32;
            let part = Rect::from_min_max(pos2(0.0, inside(shows.start)), Pos2::new(1.0, inside(shows.end)));
            painter.image(texture.id(), rect, part, Color32::WHITE);
        }
    }
}
