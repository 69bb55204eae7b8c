//! Text on the map: on marks, hex numbers, names.

use super::super::camera::Camera;
use super::super::scene::easel::Easel;
use super::super::skin::{Face, HALO, INK};
use super::look::Kind;
use super::names::{self, Name};
use super::slate::Slate;
use super::{MapCore, MapStyle, Numbers, places, titles};
use crate::board::Ix;
use bevy_egui::egui::epaint::{Mesh, TextShape};
use bevy_egui::egui::{Align2, Color32, ColorImage, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, vec2};
use std::sync::Arc;

/// The zoom, in points per hex, from which numbers are shown.
const NUMBERS_FROM: f32 = 46.0;
/// The height of a number in hexes, and its minimum in points.
const NUMBER: f32 = 0.115;
const LEAST_NUMBER: f32 = 7.5;
const NUMBER_INK: Color32 = Color32::from_rgba_unmultiplied_const(60, 48, 34, 175);
const NUMBER_ON_WATER: Color32 = Color32::from_rgba_unmultiplied_const(44, 86, 110, 165);

/// The disc with the letter of the side that holds the trunk line: its size, and its place relative to the center of a hex.
const HOLDER: f32 = 0.095;
const HOLDER_AT: Vec2 = vec2(0.20, 0.17);

/// Names and numbers for a view, in points from the map's origin.
pub(crate) struct Words {
    pub zoom: f32,
    /// Letters on marks, numbers of hexes, the edge of the sheet.
    pub letters: Mesh,
    pub names: Mesh,
    /// What both are painted with.
    pub picture: Arc<ColorImage>,
}

/// Names are written a little beyond the visible part, so that they are there when the map is moved.
const BEYOND: f32 = 0.25;

impl MapCore {
    /// Lays out names and numbers for a view. `taken` are the areas covered by counters, in points from the map's origin.
    pub(crate) fn words(&self, easel: &mut Easel, camera: &Camera, pixels_per_point: f32, taken: &[Rect], style: &MapStyle) -> Words {
        let Camera { center, zoom, view } = *camera;
        let shown = Rect::from_center_size(center * zoom, view.size());
        let camera = Camera { center, zoom, view: shown.expand2(view.size() * BEYOND) };
        let mut replaced = Vec::new();
        let [names, letters] = easel.paint(pixels_per_point, |part, painter| match part {
            0 => replaced = self.names(painter, &camera, shown, taken, style),
            _ => {
                self.letters(painter, &camera);
                self.numbers(painter, &camera, style, &replaced);
                let sheet = self.extent();
                let sheet = Rect::from_min_max(camera.to_screen(sheet.min), camera.to_screen(sheet.max));
                painter.rect_stroke(sheet, 0.0, Stroke::new(1.5, INK), StrokeKind::Inside);
            }
        });
        Words { zoom, letters, names, picture: easel.letters() }
    }

    /// Writes the names, and returns the hexes whose number has to give way to one.
    fn names(&self, painter: &Painter, camera: &Camera, shown: Rect, taken: &[Rect], style: &MapStyle) -> Vec<Ix> {
        let mut slate = Slate::new(painter, camera, shown, taken);
        names::write(&mut slate, &self.names, Name::is_city);
        names::write(&mut slate, &self.names, |name| !name.is_city());
        let mut replaced = Vec::new();
        if shows_numbers(camera, style) {
            let size = number_size(camera.zoom);
            let room = |ix: &Ix| Rect::from_center_size(self.number_at(camera, *ix) - vec2(0.0, size * 0.36), vec2(size * 1.8, size * 0.7));
            replaced.extend(self.numbered(camera).filter(|ix| slate.is_written(room(ix))));
        }
        names::stand(&mut slate, &self.names);
        titles::rivers(&mut slate, &self.streams, &self.scene.ways);
        for title in &self.titles {
            title.write(&mut slate, &self.scene.plane);
        }
        replaced
    }

    /// Letters on marks, and who holds the trunk line.
    pub(super) fn letters(&self, painter: &Painter, camera: &Camera) {
        if !places::lettered(camera.zoom) {
            return;
        }
        let seen = camera.seen().expand(0.5);
        let font = Face::NarrowBlack.at(0.13 * camera.zoom);
        for letter in self.scene.places.letters.iter().filter(|letter| seen.contains(letter.at)) {
            painter.text(camera.to_screen(letter.at), Align2::CENTER_CENTER, &letter.text, font.clone(), letter.color);
        }
        for (at, holder) in self.scene.holders.iter().filter(|(at, _)| seen.contains(*at)) {
            let at = camera.to_screen(*at + HOLDER_AT);
            painter.circle(at, HOLDER * camera.zoom, HALO, Stroke::new((0.025 * camera.zoom).max(1.2), INK));
            painter.text(at, Align2::CENTER_CENTER, holder, font.clone(), INK);
        }
    }

    /// The hexes whose number may be in view.
    fn numbered(&self, camera: &Camera) -> impl Iterator<Item = Ix> {
        let (plane, seen) = (&self.scene.plane, camera.seen().expand(0.6));
        plane.all().filter(move |ix| seen.contains(plane.center(*ix)))
    }

    /// The middle of the base line of a number on the screen.
    fn number_at(&self, camera: &Camera, ix: Ix) -> Pos2 {
        camera.to_screen(self.scene.plane.center(ix) + vec2(0.0, self.scene.numbers[ix.at()]))
    }

    fn numbers(&self, painter: &Painter, camera: &Camera, style: &MapStyle, replaced: &[Ix]) {
        if !shows_numbers(camera, style) {
            return;
        }
        let size = number_size(camera.zoom);
        for ix in self.numbered(camera).filter(|ix| !replaced.contains(ix)) {
            let ink = if self.scene.kinds[ix.at()] == Kind::Sea { NUMBER_ON_WATER } else { NUMBER_INK };
            let galley = painter.layout_no_wrap(self.scene.plane.ground.grid.hex(ix).to_string(), Face::Narrow.at(size), ink);
            let ascent = galley.rows.first().and_then(|row| row.glyphs.first()).map_or(size, |glyph| glyph.pos.y);
            painter.add(TextShape::new(self.number_at(camera, ix) - vec2(galley.size().x / 2.0, ascent), galley, ink));
        }
    }
}

fn shows_numbers(camera: &Camera, style: &MapStyle) -> bool {
    match style.numbers {
        Numbers::Auto => camera.zoom >= NUMBERS_FROM,
        Numbers::Always => true,
        Numbers::Never => false,
    }
}

/// The size of hex numbers; far away, where they are forced on, as large as fits.
fn number_size(zoom: f32) -> f32 {
    (NUMBER * zoom).max(LEAST_NUMBER).min(zoom * 0.36)
}
