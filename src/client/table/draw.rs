//! Shapes drawn over the map: hatching, rings, arrows, text with a halo.

use crate::client::skin::{Face, HALO};
use bevy_egui::egui::{self, Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

/// A hexagon shrunk toward its center by a share of its size.
pub(crate) fn inset(corners: &[Pos2; 6], share: f32) -> [Pos2; 6] {
    let middle = corners.iter().fold(Vec2::ZERO, |sum, c| sum + c.to_vec2()) / 6.0;
    corners.map(|c| (middle + (c.to_vec2() - middle) * (1.0 - share)).to_pos2())
}

/// Parallel lines across a hexagon.
pub(crate) fn hatch(painter: &Painter, corners: &[Pos2; 6], gap: f32, direction: Vec2, stroke: Stroke) {
    let along = direction.normalized();
    let across = vec2(-along.y, along.x);
    let offsets = corners.map(|c| c.to_vec2().dot(across));
    let (low, high) = (offsets.iter().copied().fold(f32::MAX, f32::min), offsets.iter().copied().fold(f32::MIN, f32::max));
    // Lines are counted from the map's corner, so that hatches of neighbors run on into each other.
    let mut offset = (low / gap).ceil() * gap;
    while offset < high {
        let mut ends: Vec<Pos2> = Vec::with_capacity(2);
        for i in 0..6 {
            let (a, b) = (corners[i], corners[(i + 1) % 6]);
            let (da, db) = (a.to_vec2().dot(across) - offset, b.to_vec2().dot(across) - offset);
            if (da <= 0.0) != (db <= 0.0) {
                ends.push(a + (b - a) * (da / (da - db)));
            }
        }
        if let [a, b] = ends[..] {
            painter.line_segment([a, b], stroke);
        }
        offset += gap;
    }
}

/// A filled hexagon.
pub(crate) fn fill(painter: &Painter, corners: &[Pos2; 6], color: Color32) {
    painter.add(Shape::convex_polygon(corners.to_vec(), color, Stroke::NONE));
}

/// A ring around a hexagon: `color` within a darker edge, so that it stands out on any ground.
pub(crate) fn ring(painter: &Painter, corners: &[Pos2; 6], width: f32, color: Color32, edge: Color32) {
    let ring = inset(corners, 0.06);
    painter.add(Shape::closed_line(ring.to_vec(), Stroke::new(width + 2.5, edge)));
    painter.add(Shape::closed_line(ring.to_vec(), Stroke::new(width, color)));
}

/// A dashed ring.
pub(crate) fn dashed_ring(painter: &Painter, corners: &[Pos2; 6], width: f32, color: Color32) {
    let mut ring = inset(corners, 0.08).to_vec();
    ring.push(ring[0]);
    painter.extend(Shape::dashed_line(&ring, Stroke::new(width, color), width * 3.0, width * 2.0));
}

/// Text with a light halo, readable on any ground.
pub(crate) fn haloed(painter: &Painter, at: Pos2, align: Align2, text: &str, face: Face, size: f32, color: Color32) -> Rect {
    haloed_with(painter, at, align, text, face, size, color, HALO)
}

/// The same with a halo of another color.
#[allow(clippy::too_many_arguments, reason = "a line of text is what it is")]
pub(crate) fn haloed_with(painter: &Painter, at: Pos2, align: Align2, text: &str, face: Face, size: f32, color: Color32, halo: Color32) -> Rect {
    let galley = painter.layout_no_wrap(text.to_owned(), face.at(size), color);
    let rect = align.anchor_size(at, galley.size());
    let reach = (size * 0.1).clamp(1.0, 2.5);
    for step in 0..8 {
        let angle = step as f32 * std::f32::consts::TAU / 8.0;
        let shape = egui::epaint::TextShape::new(rect.min + vec2(angle.cos(), angle.sin()) * reach, galley.clone(), halo).with_override_text_color(halo);
        painter.add(shape);
    }
    painter.galley(rect.min, galley, color);
    rect
}

/// A thick arrow from one point toward another.
pub(crate) fn arrow(painter: &Painter, from: Pos2, to: Pos2, size: f32, color: Color32) {
    let way = to - from;
    if way.length() < 1.0 {
        return;
    }
    let (along, across) = (way.normalized(), vec2(-way.y, way.x).normalized());
    let points = |grow: f32| {
        let (half, head) = (size * 0.22 + grow, size * 0.5 + grow);
        let neck = to - along * size * 0.6;
        let tail = from - along * grow;
        vec![
            tail + across * half,
            neck + across * half,
            neck + across * head,
            to + along * grow * 1.4,
            neck - across * head,
            neck - across * half,
            tail - across * half,
        ]
    };
    for (grow, color) in [(2.0, Color32::WHITE), (0.0, color)] {
        let p = points(grow);
        painter.add(Shape::convex_polygon(vec![p[0], p[1], p[5], p[6]], color, Stroke::NONE));
        painter.add(Shape::convex_polygon(vec![p[2], p[3], p[4]], color, Stroke::NONE));
    }
}

/// A small plate with text, for costs and rules on the map.
pub(crate) fn plate(painter: &Painter, at: Pos2, text: &str, size: f32, ink: Color32, fill: Color32) -> Rect {
    let galley = painter.layout_no_wrap(text.to_owned(), Face::NarrowBold.at(size), ink);
    let rect = Rect::from_center_size(at, galley.size() + vec2(8.0, 3.0));
    painter.rect_filled(rect, 3.0, fill);
    painter.galley(rect.min + vec2(4.0, 1.5), galley, ink);
    rect
}

/// A flag on a pole with a word on it.
pub(crate) fn flag(painter: &Painter, at: Pos2, size: f32, word: &str, filled: bool) {
    let yellow = Color32::from_rgb(0xf3, 0xcf, 0x4a);
    let pole = [pos2(at.x - size * 0.35, at.y + size * 0.6), pos2(at.x - size * 0.35, at.y - size * 0.6)];
    let cloth = Rect::from_min_size(pole[1], vec2(size * 0.95, size * 0.62));
    let points = vec![cloth.left_top(), cloth.right_top(), pos2(cloth.right() - size * 0.18, cloth.center().y), cloth.right_bottom(), cloth.left_bottom()];
    let inner = if filled { yellow } else { HALO };
    painter.add(Shape::Path(egui::epaint::PathShape { points, closed: true, fill: inner, stroke: Stroke::new(1.2, Color32::BLACK).into() }));
    painter.line_segment(pole, Stroke::new(size * 0.09, Color32::BLACK));
    painter.text(pos2(cloth.left() + size * 0.4, cloth.center().y), Align2::CENTER_CENTER, word, Face::NarrowBlack.at((size * 0.5).max(9.0)), Color32::BLACK);
}
