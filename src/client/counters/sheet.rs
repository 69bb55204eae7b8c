//! A counter being drawn: layers of shapes and of letters on top of them, in pixels from its upper left corner.

use crate::client::ink::Ink;
use crate::client::skin;
use bevy_egui::egui::epaint::{Galley, Mesh};
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Align, Color32, Painter, Pos2, Rect, Vec2, pos2, vec2};
use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

/// Type sizes are whole pixels, or half pixels below this size, so that similar sizes share their letters: drawing those is what takes time.
const WHOLE_FROM: f32 = 16.0;
/// No letters are smaller than this: nobody could read them.
const SMALLEST: f32 = 4.0;
/// Hyphens between factors, compared with the factors.
const HYPHEN: f32 = 0.66;

/// A text in its place. Letters are kept separate from shapes, since only egui knows where they are in its texture.
#[derive(Clone)]
pub(super) struct Lettering {
    pub galley: Arc<Galley>,
    /// From the counter's corner, in points.
    pub at: Vec2,
    pub angle: f32,
    pub color: Color32,
}

/// Shapes, and the letters on top of them.
#[derive(Clone, Default)]
pub(super) struct Layer {
    /// In points.
    pub mesh: Mesh,
    pub texts: Vec<Lettering>,
}

/// Which way a text runs.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Run {
    Across,
    Up,
    Down,
}

/// How a text is set: its typeface, its height and the room it has, in pixels.
#[derive(Clone, Copy)]
pub(super) struct Type {
    pub face: skin::Face,
    pub size: f32,
    pub room: f32,
    pub color: Color32,
    pub run: Run,
}

/// A counter being drawn. Lengths are in hundredths of the edge unless stated to be in pixels.
pub(super) struct CounterCanvas<'a> {
    pub pen: Ink,
    /// Pixels per hundredth of the edge.
    pub unit: f32,
    /// Pixels of the edge.
    pub edge: f32,
    painter: &'a Painter,
    scale: f32,
    texts: Vec<Lettering>,
    done: Vec<Layer>,
}

impl<'a> CounterCanvas<'a> {
    pub(crate) fn new(painter: &'a Painter, edge: u16, pixels_per_point: f32) -> CounterCanvas<'a> {
        let edge = f32::from(edge);
        CounterCanvas { pen: Ink::in_pixels(), unit: edge / 100.0, edge, painter, scale: pixels_per_point, texts: Vec::new(), done: Vec::new() }
    }

    /// A point in pixels.
    pub(crate) fn at(&self, x: f32, y: f32) -> Pos2 {
        pos2(x * self.unit, y * self.unit)
    }

    /// A point moved to the corner of a pixel.
    pub(crate) fn snapped(&self, x: f32, y: f32) -> Pos2 {
        self.at(x, y).round()
    }

    /// A rectangle whose edges are on pixel boundaries.
    pub(crate) fn snapped_rect(&self, left: f32, top: f32, right: f32, bottom: f32) -> Rect {
        Rect::from_min_max(self.snapped(left, top), self.snapped(right, bottom))
    }

    /// A width in pixels, at least one.
    pub(crate) fn width(&self, width: f32) -> f32 {
        (width * self.unit).max(1.0)
    }

    /// Whatever is drawn from now on is above all letters so far.
    pub(crate) fn next_layer(&mut self) {
        let mut mesh = std::mem::take(&mut self.pen.mesh);
        mesh.vertices.iter_mut().for_each(|v| v.pos = (v.pos.to_vec2() / self.scale).to_pos2());
        self.done.push(Layer { mesh, texts: std::mem::take(&mut self.texts) });
    }

    pub(crate) fn finish(mut self) -> Vec<Layer> {
        self.next_layer();
        self.done.retain(|layer| !layer.mesh.is_empty() || !layer.texts.is_empty());
        self.done
    }

    /// Sets a text centered on a point of its baseline, in pixels.
    pub(crate) fn text(&mut self, text: &str, base: Pos2, how: Type) {
        let Some((galley, _)) = self.fitted(text, how) else { return };
        let (middle, line) = (galley.mesh_bounds.center().x * self.scale, baseline(&galley) * self.scale);
        // Away from the middle along the text, and from the base line across it; then on a pixel, or it would blur.
        let (corner, angle) = match how.run {
            Run::Across => (base - vec2(middle, line), 0.0),
            Run::Up => (base - vec2(line, -middle), -FRAC_PI_2),
            Run::Down => (base - vec2(-line, middle), FRAC_PI_2),
        };
        self.texts.push(Lettering { galley, at: corner.round().to_vec2() / self.scale, angle, color: how.color });
    }

    /// How wide a text will be, in pixels.
    pub(crate) fn measure(&self, text: &str, how: Type) -> f32 {
        self.fitted(text, how).map_or(0.0, |(galley, _)| galley.mesh_bounds.width() * self.scale)
    }

    /// A text set as large as its room allows.
    fn fitted(&self, text: &str, how: Type) -> Option<(Arc<Galley>, f32)> {
        let mut size = how.size;
        let mut galley = self.set(text, how.face, size)?;
        let width = galley.mesh_bounds.width() * self.scale;
        if width > how.room {
            size *= how.room / width;
            galley = self.set(text, how.face, size)?;
        }
        Some((galley, size))
    }

    fn set(&self, text: &str, face: skin::Face, pixels: f32) -> Option<Arc<Galley>> {
        let step = if pixels < WHOLE_FROM { 0.5 } else { 1.0 };
        let pixels = (pixels / step).round() * step;
        if text.is_empty() || pixels < SMALLEST {
            return None;
        }
        let size = pixels / self.scale;
        let whole = TextFormat { font_id: face.at(size), color: Color32::PLACEHOLDER, ..TextFormat::default() };
        let hyphen = TextFormat { font_id: skin::Face::NarrowBold.at(size * HYPHEN), valign: Align::Center, ..whole.clone() };
        let mut job = LayoutJob::default();
        let hyphens = face == skin::Face::NarrowBlack;
        for (i, part) in text.split(|c| hyphens && c == '-').enumerate() {
            if i > 0 {
                job.append("-", 0.0, hyphen.clone());
            }
            job.append(part, 0.0, whole.clone());
        }
        let galley = self.painter.layout_job(job);
        galley.mesh_bounds.is_positive().then_some(galley)
    }
}

/// Where the baseline of a text's first letter is, from the top, in points.
fn baseline(galley: &Galley) -> f32 {
    galley.rows.first().map_or(0.0, |row| row.pos.y + row.glyphs.first().map_or(0.0, |glyph| glyph.pos.y))
}
