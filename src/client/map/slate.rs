//! Text on the map: written with a halo, where nothing else is in the way.

use super::super::camera::Camera;
use super::super::skin::{Face, HALO};
use bevy_egui::egui::epaint::text::{LayoutJob, TextFormat};
use bevy_egui::egui::epaint::{Galley, TextShape};
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Vec2, vec2};
use std::sync::Arc;

/// How wide the halo of a name is, in parts of its size.
const HALO_WIDTH: f32 = 0.30;
/// Names may overlap by this much, in points: capitals hardly ever reach the edge of their room…
const TOUCH: f32 = 1.0;
/// …but two names on one line need a gap.
const SIDE_GAP: f32 = 3.0;

/// How a name is written.
#[derive(Clone, Copy)]
pub(super) struct Type {
    pub face: Face,
    pub size: f32,
    pub color: Color32,
    /// How strong the halo is.
    pub halo: f32,
    /// Added between letters, in parts of the size.
    pub spacing: f32,
}

/// A line of text laid out, not yet placed.
pub(super) struct TextLine {
    galley: Arc<Galley>,
    kind: Type,
    /// From the top to the base line.
    ascent: f32,
}

impl TextLine {
    pub(crate) fn new(painter: &Painter, text: &str, kind: Type) -> TextLine {
        let format = TextFormat { extra_letter_spacing: kind.spacing * kind.size, ..TextFormat::simple(kind.face.at(kind.size), kind.color) };
        let galley = painter.layout_job(LayoutJob::single_section(text.to_owned(), format));
        let ascent = galley.rows.first().and_then(|row| row.glyphs.first()).map_or(kind.size, |glyph| glyph.pos.y);
        TextLine { galley, kind, ascent }
    }

    pub(crate) fn width(&self) -> f32 {
        (self.galley.size().x - self.kind.spacing * self.kind.size).max(1.0)
    }

    pub(crate) fn size(&self) -> f32 {
        self.kind.size
    }

    /// How far it reaches above its base line.
    pub(crate) fn above(&self) -> f32 {
        self.kind.size * 0.76
    }

    /// How far it reaches below its base line.
    pub(crate) fn below(&self) -> f32 {
        self.kind.size * 0.22
    }

    /// The room it takes with the center of its baseline here.
    pub(crate) fn room(&self, base: Pos2) -> Rect {
        let half = self.width() / 2.0 + SIDE_GAP;
        Rect::from_min_max(base - vec2(half, self.above()), base + vec2(half, self.below()))
    }
}

/// What is written so far, and what must not be covered.
pub(super) struct Slate<'a> {
    pub painter: &'a Painter,
    pub camera: &'a Camera,
    /// The part that is certainly visible: titles go there.
    pub shown: Rect,
    counters: &'a [Rect],
    written: Vec<Rect>,
}

impl<'a> Slate<'a> {
    pub(crate) fn new(painter: &'a Painter, camera: &'a Camera, shown: Rect, counters: &'a [Rect]) -> Slate<'a> {
        Slate { painter, camera, shown, counters, written: Vec::new() }
    }

    /// The room taken by the counters at a point, if there are any.
    pub(crate) fn counters_at(&self, at: Pos2) -> Option<Rect> {
        self.counters.iter().copied().find(|counters| counters.contains(at))
    }

    /// Whether there is nothing here, and some of it is in view.
    pub(crate) fn is_free(&self, room: Rect) -> bool {
        let room = room.shrink(TOUCH);
        let clear = |other: &Rect| !other.intersects(room);
        self.camera.view.intersects(room) && self.counters.iter().all(clear) && self.written.iter().all(clear)
    }

    /// Whether there is a name here.
    pub(crate) fn is_written(&self, room: Rect) -> bool {
        self.written.iter().any(|other| other.intersects(room))
    }

    pub(crate) fn take(&mut self, room: Rect) {
        self.written.push(room);
    }

    /// Writes a line with the center of its baseline at a point, rotated by an angle around it.
    pub(crate) fn write(&self, line: &TextLine, base: Pos2, angle: f32) {
        let turn = |v: Vec2| Vec2::angled(angle) * v.x + Vec2::angled(angle + std::f32::consts::FRAC_PI_2) * v.y;
        let at = base + turn(vec2(-line.width() / 2.0, -line.ascent));
        let put = |at: Pos2, color: Color32| {
            let shape = TextShape::new(at, line.galley.clone(), color).with_angle(angle).with_override_text_color(color);
            self.painter.add(shape);
        };
        if line.kind.halo > 0.0 {
            let reach = (line.kind.size * HALO_WIDTH / 2.0).clamp(1.2, 4.0);
            let copies = if reach > 2.0 { 12 } else { 8 };
            let halo = HALO.gamma_multiply(line.kind.halo);
            for i in 0..copies {
                put(at + Vec2::angled(i as f32 / copies as f32 * std::f32::consts::TAU) * reach, halo);
            }
        }
        put(at, line.kind.color);
    }
}
