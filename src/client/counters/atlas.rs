//! All counters of a table on one sheet, drawn once for each size. The counters on the map are cut out of it.

use super::cache::Key;
use super::face::Face;
use super::{COUNT, badges, cache, draw, sheet};
use crate::client::raster::Raster;
use crate::client::scene::easel::Easel;
use bevy_egui::egui::epaint::{ClippedPrimitive, Primitive};
use bevy_egui::egui::{Color32, ColorImage, Pos2, Rect, TextureId, Vec2, pos2, vec2};
use std::collections::HashMap;
use std::sync::Arc;

/// Room around a counter for its shadow and its badges, as a share of its edge.
const OVERHANG: f32 = 0.16;
/// A sheet with more on it than this is started over.
const MOST: usize = 900;
/// How wide the sheet is, in pixels.
const WIDTH: usize = 2048;

/// Something to be cut out.
#[derive(Clone)]
pub(crate) enum Sticker {
    /// The counter on top of a stack.
    Top(Face),
    /// One below others.
    Under(Face),
    /// The height of a stack.
    Count(usize),
}

impl Sticker {
    /// The key it is stored under.
    pub(crate) fn key(&self, edge: u16) -> Key {
        match self {
            Sticker::Top(face) => Key::counter(face, edge, false),
            Sticker::Under(face) => Key::counter(face, edge, true),
            Sticker::Count(number) => Key::count(*number, edge),
        }
    }
}

/// A sheet of counters.
pub(crate) struct CounterSheet {
    /// The edge of a counter, in pixels.
    pub edge: u16,
    /// Pixels per point.
    pub scale: f32,
    pub image: Arc<ColorImage>,
    cells: HashMap<Key, Rect>,
}

impl CounterSheet {
    /// Where something is on the sheet, in pixels, centered on the thing itself.
    pub(crate) fn cell(&self, sticker: &Sticker) -> Option<Rect> {
        self.cells.get(&sticker.key(self.edge)).copied()
    }

    /// Whether it can be used for counters of this size.
    fn serves(&self, edge: u16, scale: f32) -> bool {
        self.edge == edge && self.scale == scale && self.cells.len() < MOST
    }

    /// Draws a sheet, reusing what an older sheet of the same size already has.
    pub(crate) fn draw(easel: &mut Easel, wanted: &[Sticker], edge: u16, scale: f32, before: Option<Arc<CounterSheet>>) -> CounterSheet {
        let before = before.filter(|before| before.serves(edge, scale));
        let room = edge + 2 * ((f32::from(edge) * OVERHANG).ceil() as u16 + 1);
        let side = usize::from(room);
        let columns = (WIDTH / side).max(1);
        let mut cells = before.as_ref().map_or_else(HashMap::new, |before| before.cells.clone());
        let mut placed: Vec<(&Sticker, Pos2)> = Vec::new();
        for sticker in wanted {
            let number = cells.len();
            cells.entry(sticker.key(edge)).or_insert_with(|| {
                let corner = pos2((number % columns * side) as f32, (number / columns * side) as f32);
                placed.push((sticker, corner));
                Rect::from_min_size(corner, Vec2::splat(side as f32))
            });
        }
        let size = [columns * side, cells.len().max(1).div_ceil(columns) * side];
        let [mesh] = easel.paint(scale, |_, painter| {
            for (sticker, corner) in &placed {
                let middle = *corner + Vec2::splat(side as f32 / 2.0);
                let at = |edge: u16| (middle - Vec2::splat(f32::from(edge) / 2.0)).round().to_vec2() / scale;
                let (layers, edge) = match sticker {
                    Sticker::Top(face) => (draw::draw(painter, face, edge, scale), edge),
                    Sticker::Under(face) => (draw::draw_under(painter, face, edge, scale), edge),
                    Sticker::Count(number) => {
                        let diameter = disc(f32::from(edge), scale);
                        let mut sheet = sheet::CounterCanvas::new(painter, diameter, scale);
                        let wide = f32::from(diameter);
                        badges::count(&mut sheet, pos2(wide / 2.0, wide / 2.0), wide, *number);
                        (sheet.finish(), diameter)
                    }
                };
                cache::emit(painter, at(edge), &layers);
            }
        });
        let mut raster = Raster::new(size);
        raster.image.pixels.fill(Color32::TRANSPARENT);
        if let Some(before) = before {
            raster.image.pixels[..before.image.pixels.len()].copy_from_slice(&before.image.pixels);
        }
        raster.hang(TextureId::default(), easel.letters());
        raster.paint(&[ClippedPrimitive { clip_rect: Rect::EVERYTHING, primitive: Primitive::Mesh(mesh) }], scale);
        CounterSheet { edge, scale, image: Arc::new(raster.image), cells }
    }
}

/// The diameter of the disc with the height of a stack, in pixels.
pub(super) fn disc(edge: f32, scale: f32) -> u16 {
    let (share, most, least) = COUNT;
    (edge * share).clamp(least, most * scale).round() as u16
}

/// Where the disc with the height of a stack goes: at its lower left.
pub(super) fn disc_rect(stack: Rect, edge: f32, scale: f32) -> Rect {
    let size = Vec2::splat(f32::from(disc(edge, scale)) / scale);
    Rect::from_center_size(stack.left_bottom() + vec2(size.x * 0.05, -size.y * 0.40), size)
}
