//! Counters and stacks, on the map, in boxes and in panels.
//!
//! A [`Face`] holds everything a counter shows; [`paint`] draws it at any size. The result is kept under the face's
//! stamp and its size in pixels, so a frame in which nothing changes only copies triangles.

mod atlas;
mod badges;
mod cache;
mod draw;
mod face;
mod sheet;
mod stripes;
mod symbols;
mod words;

pub(crate) use atlas::{CounterSheet, Sticker};
pub use face::Face;
pub use words::describe;
pub(crate) use words::describe_kind;

use crate::board::look::KindLook;
use crate::board::{Status, Tables, UnitId};
use bevy_egui::egui::{Painter, Pos2, Rect, Vec2, pos2, vec2};
use cache::{Key, show};

/// The most counters of a stack that are drawn, including the top one.
pub(crate) const TALLEST: usize = 4;
/// How far each counter of a stack is above and to the right of the one below, in hexes.
const STEP: f32 = 0.05;
/// How far above the center of the hex a stack is drawn, in hexes, to leave room for the name below.
const LIFT: f32 = 0.015;
/// The disc with the height of a stack: its diameter as a share of the counter's edge, the largest in points, the least in pixels.
const COUNT: (f32, f32, f32) = (0.34, 19.0, 10.0);
/// Counters smaller than this have no disc, in pixels.
const COUNT_FROM: f32 = 16.0;

/// Paints a counter into a square.
pub fn paint(painter: &Painter, rect: Rect, face: &Face, pixels_per_point: f32) {
    let edge = pixels(rect.width() * pixels_per_point);
    show(painter, rect, Key::counter(face, edge, false), pixels_per_point, |p| draw::draw(p, face, edge, pixels_per_point));
}

/// Where the drawn counters of a stack go, the bottom one first: at most four, the topmost of the stack. `at` is the center of the hex, `hex` the
/// points per hex, `edge` the share of it that a counter takes up.
pub fn stack_rects(at: Pos2, hex: f32, edge: f32, count: usize, pixels_per_point: f32) -> Vec<Rect> {
    let drawn = count.min(TALLEST);
    let size = f32::from(pixels(hex * edge * pixels_per_point));
    let step = (hex * STEP * pixels_per_point).round();
    let spread = step * drawn.saturating_sub(1) as f32 / 2.0;
    let middle = at.to_vec2() * pixels_per_point - vec2(0.0, hex * LIFT * pixels_per_point);
    let first = (middle + vec2(-spread, spread) - Vec2::splat(size / 2.0)).round();
    let place = |i: usize| (first + vec2(step, -step) * i as f32) / pixels_per_point;
    (0..drawn).map(|i| Rect::from_min_size(place(i).to_pos2(), Vec2::splat(size / pixels_per_point))).collect()
}

/// Paints a stack around the center of a hex, bottom counter first, and returns the room it takes.
pub fn paint_stack(painter: &Painter, at: Pos2, hex: f32, edge: f32, faces: &[Face], pixels_per_point: f32) -> Rect {
    let rects = stack_rects(at, hex, edge, faces.len(), pixels_per_point);
    let Some((top_rect, below)) = rects.split_last() else { return Rect::from_center_size(at, Vec2::ZERO) };
    let shown = &faces[faces.len() - rects.len()..];
    let size = pixels(top_rect.width() * pixels_per_point);
    for (rect, face) in below.iter().zip(shown) {
        show(painter, *rect, Key::counter(face, size, true), pixels_per_point, |p| draw::draw_under(p, face, size, pixels_per_point));
    }
    paint(painter, *top_rect, &shown[shown.len() - 1], pixels_per_point);
    let taken = stack_room(&rects, faces.len(), pixels_per_point);
    if let Some(rect) = count_rect(&rects, faces.len(), pixels_per_point) {
        paint_count(painter, rect, faces.len(), pixels_per_point);
    }
    taken
}

/// The factors of a counter in a row, as shown on it.
pub(crate) fn factors(tables: &Tables, unit: UnitId, status: &Status) -> String {
    let plain = KindLook::default();
    words::row(tables, unit, status, tables.look.kinds.get(&tables.units[unit.at()].kind.value).unwrap_or(&plain))
}

/// The room taken by a stack whose drawn counters are here.
pub(crate) fn stack_room(rects: &[Rect], count: usize, pixels_per_point: f32) -> Rect {
    let taken = rects.iter().fold(Rect::NOTHING, |all, rect| all.union(*rect));
    count_rect(rects, count, pixels_per_point).map_or(taken, |disc| taken.union(disc))
}

/// Where the disc with the height of a stack goes, if it has one.
pub(crate) fn count_rect(rects: &[Rect], count: usize, pixels_per_point: f32) -> Option<Rect> {
    let edge = f32::from(pixels(rects.first()?.width() * pixels_per_point));
    let taken = rects.iter().fold(Rect::NOTHING, |all, rect| all.union(*rect));
    (count > 1 && edge >= COUNT_FROM).then(|| atlas::disc_rect(taken, edge, pixels_per_point))
}

/// The disc with the height of a stack.
fn paint_count(painter: &Painter, rect: Rect, number: usize, pixels_per_point: f32) {
    let diameter = pixels(rect.width() * pixels_per_point);
    show(painter, rect, Key::count(number, diameter), pixels_per_point, |p| {
        let mut sheet = sheet::CounterCanvas::new(p, diameter, pixels_per_point);
        let wide = f32::from(diameter);
        badges::count(&mut sheet, pos2(wide / 2.0, wide / 2.0), wide, number);
        sheet.finish()
    });
}

/// A length in whole pixels, at least one.
pub(crate) fn pixels(length: f32) -> u16 {
    length.round().clamp(1.0, 4000.0) as u16
}
