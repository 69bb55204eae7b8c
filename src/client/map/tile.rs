//! A tile of the map as triangles at one zoom, layer by layer.

use super::lines::{Bundle, Run};
use super::places;
use super::scene::{Rails, Scene};
use super::sides::{self, HATCH};
use super::stamps::StampSheet;
use crate::client::ink::Ink;
use bevy_egui::egui::epaint::{Mesh, Vertex};
use bevy_egui::egui::{Color32, Pos2, Rect, Vec2};

const SHORE: Color32 = Color32::from_rgb(0x3a, 0x6a, 0x86);
const WATER_LINE: Color32 = Color32::from_rgba_unmultiplied_const(70, 118, 146, 128);
const BORDER: Color32 = Color32::from_rgb(0x7a, 0x2b, 0x3a);
const SOFT_BORDER: Color32 = Color32::from_rgba_unmultiplied_const(0x7a, 0x2b, 0x3a, 200);
const RIVER_HALO: Color32 = Color32::from_rgba_unmultiplied_const(246, 238, 216, 140);
const RIVER_CASE: Color32 = Color32::from_rgb(0x33, 0x69, 0x8b);
const RIVER: Color32 = Color32::from_rgb(0x6f, 0xa6, 0xc6);
const RAIL: Color32 = Color32::from_rgb(0x3a, 0x34, 0x2d);
const RAIL_CASE: Color32 = Color32::from_rgba_unmultiplied_const(250, 243, 225, 204);
const ROAD: Color32 = Color32::from_rgb(0xd9, 0x69, 0x4a);
const ROAD_CASE: Color32 = Color32::from_rgba_unmultiplied_const(0x46, 0x1e, 0x14, 214);
const GRID: Color32 = Color32::from_rgba_unmultiplied_const(60, 48, 34, 77);
const FAINT_GRID: Color32 = Color32::from_rgba_unmultiplied_const(60, 48, 34, 41);

/// Core widths of rivers, small and great.
const RIVER_WIDTH: [f32; 2] = [0.050, 0.085];
/// How thin a river is at its spring, and after how many points it reaches its full width.
const SPRING: f32 = 0.4;
const GROWN: f32 = 20.0;

/// Zooms from which things are drawn.
const SYMBOLS_FROM: f32 = 22.0;
const RIBBONS_FROM: f32 = 14.0;
const FAINT_GRID_UNDER: f32 = 30.0;

/// How many layers there are between the terrain symbols and the numbers. One layer is drawn for all tiles before the next.
pub(super) const LAYERS: usize = 12;

/// The triangles of a tile, in points from the map's origin.
#[derive(Default)]
pub(super) struct Tile {
    /// Hatches, under the symbols.
    pub under: Mesh,
    pub symbols: Mesh,
    pub over: [Mesh; LAYERS],
    pub marks: Mesh,
}

/// What a tile is drawn with.
pub(super) struct Brush<'a> {
    pub scene: &'a Scene,
    pub zoom: f32,
    pub pixels_per_point: f32,
    pub safe: bool,
}

impl Brush<'_> {
    fn layer(&self, draw: impl FnOnce(&mut Ink)) -> Mesh {
        let mut ink = Ink::new(self.zoom, self.pixels_per_point);
        draw(&mut ink);
        ink.mesh.vertices.shrink_to_fit();
        ink.mesh.indices.shrink_to_fit();
        ink.mesh
    }

    /// The triangles of a tile.
    pub(crate) fn tile(&self, number: usize, sheet: &StampSheet) -> Tile {
        let scene = self.scene;
        let over: [Mesh; LAYERS] = std::array::from_fn(|layer| {
            self.layer(|ink| match layer {
                0 => self.shore(ink, number),
                1 => self.ribbons(ink, number),
                2 => self.borders(ink, number),
                3..=5 => self.rivers(ink, number, layer - 3),
                6 => self.rail_beds(ink, number),
                7 => self.rail_lines(ink, number),
                8 => self.roads(ink, number, ink.width(0.062, 2.0), ROAD_CASE),
                9 => self.roads(ink, number, ink.width(0.036, 1.0), ROAD),
                10 => self.works(ink, number),
                _ => self.grid(ink, number),
            })
        });
        Tile {
            under: self.layer(|ink| self.hatches(ink, number)),
            symbols: self.symbols(number, sheet),
            over,
            marks: self.layer(|ink| scene.places.marks.of(number).iter().for_each(|(at, mark)| places::draw(ink, *at, *mark))),
        }
    }

    fn hatches(&self, ink: &mut Ink, tile: usize) {
        let bolder = if self.safe { 1.5 } else { 1.0 };
        let width = ink.width(0.014, 0.8) * bolder;
        self.scene.out_of_play.of(tile).iter().for_each(|ends| ink.hairline(ends, width, HATCH));
    }

    fn symbols(&self, tile: usize, sheet: &StampSheet) -> Mesh {
        let mut mesh = Mesh::default();
        if self.zoom <= SYMBOLS_FROM {
            return mesh;
        }
        for stamp in self.scene.stamps.placed.of(tile) {
            if let Some((cell, half)) = sheet.cells[stamp.symbol] {
                let place = Rect::from_center_size(stamp.at * self.zoom, Vec2::splat(2.0 * half * self.zoom));
                quad(&mut mesh, place, cell);
            }
        }
        mesh
    }

    fn runs<'b>(&self, bundle: &'b Bundle, tile: usize) -> impl Iterator<Item = (&'b [Pos2], Run)> + use<'b> {
        bundle.runs.of(tile).iter().map(|run| (bundle.lines[run.line].as_slice(), *run))
    }

    fn shore(&self, ink: &mut Ink, tile: usize) {
        for (line, run) in self.runs(&self.scene.water_lines, tile) {
            let width = ink.width(0.010, 0.8);
            ink.run(line, run.points(), 1, WATER_LINE, |_| width);
        }
        for (line, run) in self.runs(&self.scene.shore, tile) {
            let width = ink.width(0.022, 1.0);
            ink.run(line, run.points(), 1, SHORE, |_| width);
        }
    }

    fn ribbons(&self, ink: &mut Ink, tile: usize) {
        if self.zoom <= RIBBONS_FROM {
            return;
        }
        for ribbon in self.scene.borders.ribbons.of(tile) {
            let ([a, b], [c, d]) = (ribbon.border, ribbon.inner);
            ink.quad([(a, ribbon.color), (b, ribbon.color), (d, ribbon.color), (c, ribbon.color)]);
            let inward = (c.lerp(d, 0.5) - a.lerp(b, 0.5)).normalized();
            ink.soften(c, d, inward, ribbon.color);
        }
    }

    fn borders(&self, ink: &mut Ink, tile: usize) {
        for (lines, width, color) in [(&self.scene.borders.soft, 0.024, SOFT_BORDER), (&self.scene.borders.hard, 0.036, BORDER)] {
            let width = ink.width(width, 1.2);
            lines.of(tile).iter().for_each(|dash| ink.stroke(dash, width, color));
        }
    }

    /// One of three coats: halo, casing, core.
    fn rivers(&self, ink: &mut Ink, tile: usize, coat: usize) {
        // Points closer than this on the screen add nothing.
        let stride = (2.2 / (0.048 * self.zoom)).round().clamp(1.0, 4.0) as usize;
        for (line, run) in self.runs(&self.scene.rivers, tile) {
            let course = &self.scene.courses[run.line];
            let core = RIVER_WIDTH[usize::from(course.major)] * self.zoom;
            let (color, more) = match coat {
                0 => (RIVER_HALO, ink.width(0.035, 2.0)),
                1 => (RIVER_CASE, ink.width(0.014, 1.0)),
                _ => (RIVER, -0.5),
            };
            let grown = |i: usize| if course.spring { SPRING + (1.0 - SPRING) * (i as f32 / GROWN).min(1.0) } else { 1.0 };
            ink.run(line, run.points(), stride, color, |i| (core * grown(i) + more).max(1.0));
        }
    }

    fn works(&self, ink: &mut Ink, tile: usize) {
        for (work, side) in self.scene.works.of(tile) {
            sides::draw(ink, *work, side);
        }
    }

    fn both_rails(&self) -> [(&Rails, f32); 2] {
        [(&self.scene.rails, 1.0), (&self.scene.trunk, 2.0)]
    }

    fn rail_beds(&self, ink: &mut Ink, tile: usize) {
        for (rails, times) in self.both_rails() {
            let width = ink.width(0.055 * times, 2.2 * times);
            self.runs(&rails.curves, tile).for_each(|(line, run)| ink.run(line, run.points(), 1, RAIL_CASE, |_| width));
        }
    }

    fn rail_lines(&self, ink: &mut Ink, tile: usize) {
        // Far away every second or fourth sleeper is left out, so that they stay sleepers.
        let every = [1, 2, 4].into_iter().find(|n| 0.10 * *n as f32 * self.zoom > 4.0).unwrap_or(8);
        for (rails, times) in self.both_rails() {
            let width = ink.width(0.020 * times, times);
            self.runs(&rails.curves, tile).for_each(|(line, run)| ink.run(line, run.points(), 1, RAIL, |_| width));
            let (long, thick) = (ink.width(0.0375, 1.5) * times.sqrt() / self.zoom, ink.width(0.018, 1.0));
            for (at, along, _) in rails.ticks.of(tile).iter().filter(|(.., i)| i % every == 0) {
                let out = crate::client::ink::perp(*along) * long;
                ink.hairline(&[*at - out, *at + out], thick, RAIL);
            }
        }
    }

    fn roads(&self, ink: &mut Ink, tile: usize, width: f32, color: Color32) {
        self.runs(&self.scene.roads, tile).for_each(|(line, run)| ink.run(line, run.points(), 1, color, |_| width));
    }

    fn grid(&self, ink: &mut Ink, tile: usize) {
        let color = if self.zoom < FAINT_GRID_UNDER { FAINT_GRID } else { GRID };
        let width = ink.width(0.012, 0.7);
        self.scene.grid.of(tile).iter().for_each(|side| ink.hairline(side, width, color));
    }
}

fn quad(mesh: &mut Mesh, place: Rect, cell: Rect) {
    let first = mesh.vertices.len() as u32;
    let corners = |rect: Rect| [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    mesh.vertices.extend(corners(place).into_iter().zip(corners(cell)).map(|(pos, uv)| Vertex { pos, uv, color: Color32::WHITE }));
    mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
}
