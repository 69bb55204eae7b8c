//! Soft-edged lines and areas as triangles. The map is drawn with them in units of hexes, counters in pixels.

use super::curves::{clockwise, distinct, ears, scaled_arc};
use bevy_egui::egui::epaint::{Mesh, Vertex, WHITE_UV};
use bevy_egui::egui::{Color32, Pos2, Rect, Vec2, vec2};
use std::f32::consts::TAU;
use std::ops::RangeInclusive;

/// A sharper bend than this is not drawn to its point.
const SHARPEST: f32 = 2.0;

/// A mesh being built. Positions are scaled by the zoom; widths are not.
pub(super) struct Ink {
    pub mesh: Mesh,
    /// By how much positions are scaled: points per hex.
    pub zoom: f32,
    /// The width over which an edge fades: one pixel, in points.
    fade: f32,
}

impl Ink {
    /// For positions in hexes and widths in points.
    pub(crate) fn new(zoom: f32, pixels_per_point: f32) -> Ink {
        Ink { mesh: Mesh::default(), zoom, fade: 1.0 / pixels_per_point }
    }

    /// For positions and widths in pixels.
    pub(crate) fn in_pixels() -> Ink {
        Ink::new(1.0, 1.0)
    }

    /// A width given in hexes, but never less than this many points.
    pub(crate) fn width(&self, hexes: f32, least: f32) -> f32 {
        (hexes * self.zoom).max(least)
    }

    fn vertex(&mut self, pos: Pos2, color: Color32) -> u32 {
        self.mesh.vertices.push(Vertex { pos, uv: WHITE_UV, color });
        self.mesh.vertices.len() as u32 - 1
    }

    fn scaled(&self, points: &[Pos2]) -> Vec<Pos2> {
        points.iter().map(|at| self.screen(*at)).collect()
    }

    fn screen(&self, at: Pos2) -> Pos2 {
        at * self.zoom
    }

    /// A whole line with soft ends.
    pub(crate) fn stroke(&mut self, line: &[Pos2], width: f32, color: Color32) {
        if let Some(to) = line.len().checked_sub(1).filter(|to| *to > 0) {
            self.run(line, 0..=to, 1, color, |_| width);
        }
    }

    /// A short straight line whose ends need not be soft.
    pub(crate) fn hairline(&mut self, ends: &[Pos2; 2], width: f32, color: Color32) {
        let across = normal(None, Some(ends[1] - ends[0]));
        let [a, b] = ends.map(|end| self.row(self.screen(end), across, width, color));
        self.strip(&a, &b);
    }

    /// A closed line.
    pub(crate) fn ring(&mut self, points: &[Pos2], width: f32, color: Color32) {
        let points = distinct(&self.scaled(points));
        let n = points.len();
        if n > 2 {
            let normals = |i: usize| joint(points[i] - points[(i + n - 1) % n], points[(i + 1) % n] - points[i]);
            let mut rows: Vec<Row> = Vec::with_capacity(n);
            for (i, point) in points.iter().enumerate() {
                let [first, second] = normals(i);
                rows.push(self.row(*point, first, width, color));
                if second != first {
                    rows.push(self.row(*point, second, width, color));
                }
            }
            for i in 0..rows.len() {
                self.strip(&rows[i], &rows[(i + 1) % rows.len()]);
            }
        }
    }

    /// Part of a line, using every `stride`-th point, with its width given by `width` for the number of the point. Where the line continues beyond
    /// the part, the other part fits exactly; where it ends, it fades.
    pub(crate) fn run(&mut self, line: &[Pos2], part: RangeInclusive<usize>, stride: usize, color: Color32, width: impl Fn(usize) -> f32) {
        let (from, to) = part.into_inner();
        let normals = |i: usize| match (i.checked_sub(1), i + 1 < line.len()) {
            (Some(before), true) => joint(line[i] - line[before], line[i + 1] - line[i]),
            (Some(before), false) => [normal(Some(line[i] - line[before]), None); 2],
            (None, _) => [normal(None, Some(line[1] - line[0])); 2],
        };
        let mut last: Option<Row> = None;
        if from == 0 && line.first() != line.last() {
            last = Some(self.end(line[0], line[0] - line[1], normals(0)[0], width(0)));
        }
        let mut i = from;
        loop {
            // A part that goes on from another one begins behind the joint, which that one has drawn.
            let [first, second] = normals(i);
            let once = first == second || i == from;
            for normal in [first, second].into_iter().skip(usize::from(once)) {
                let row = self.row(self.screen(line[i]), normal, width(i), color);
                if let Some(last) = last {
                    self.strip(&last, &row);
                }
                last = Some(row);
            }
            if i == to {
                break;
            }
            // Points keep their numbers wherever a part begins, so that parts meet.
            i = ((i / stride + 1) * stride).min(to);
        }
        if let Some(last) = last.filter(|_| to + 1 == line.len() && line.first() != line.last()) {
            let end = self.end(line[to], line[to] - line[to - 1], normals(to)[0], width(to));
            self.strip(&last, &end);
        }
    }

    /// The vertices across a line at a point: clear, ink, ink, clear.
    fn row(&mut self, at: Pos2, normal: Vec2, width: f32, color: Color32) -> Row {
        let fade = self.fade;
        let color = if width < fade { color.gamma_multiply(width / fade) } else { color };
        let (inner, outer) = (normal * ((width - fade) / 2.0).max(0.0), normal * ((width.max(fade) + fade) / 2.0));
        let left = self.vertex(at - outer, Color32::TRANSPARENT);
        if width <= fade {
            let middle = self.vertex(at, color);
            Row([left, middle, middle, self.vertex(at + outer, Color32::TRANSPARENT)])
        } else {
            Row([left, self.vertex(at - inner, color), self.vertex(at + inner, color), self.vertex(at + outer, Color32::TRANSPARENT)])
        }
    }

    /// The clear vertices beyond the end of a line.
    fn end(&mut self, at: Pos2, out: Vec2, normal: Vec2, width: f32) -> Row {
        let at = self.screen(at) + out.normalized() * self.fade;
        self.row(at, normal, width, Color32::TRANSPARENT)
    }

    fn strip(&mut self, a: &Row, b: &Row) {
        for k in 0..3 {
            if a.0[k] == a.0[k + 1] && b.0[k] == b.0[k + 1] {
                continue;
            }
            self.mesh.add_triangle(a.0[k], a.0[k + 1], b.0[k]);
            self.mesh.add_triangle(a.0[k + 1], b.0[k + 1], b.0[k]);
        }
    }

    /// An area of any outline that does not cross itself.
    pub(crate) fn fill(&mut self, points: &[Pos2], color: Color32) {
        let Some(outline) = clockwise(&self.scaled(points)) else { return };
        let first = self.soft_edge(&outline, self.fade, color);
        for [a, b, c] in ears(&outline) {
            self.mesh.add_triangle(first + 2 * a, first + 2 * b, first + 2 * c);
        }
    }

    /// A convex area that fades out over a distance on both sides of its outline.
    pub(crate) fn glow(&mut self, points: &[Pos2], stretch: f32, color: Color32) {
        let Some(outline) = clockwise(&self.scaled(points)) else { return };
        let first = self.soft_edge(&outline, stretch, color);
        for i in 2..outline.len() as u32 {
            self.mesh.add_triangle(first, first + 2 * (i - 1), first + 2 * i);
        }
    }

    /// The edge of a clockwise outline: colored vertices inside and clear ones outside, alternating. Returns the number of the first.
    fn soft_edge(&mut self, outline: &[Pos2], stretch: f32, color: Color32) -> u32 {
        let (count, first) = (outline.len() as u32, self.mesh.vertices.len() as u32);
        for (i, point) in outline.iter().enumerate() {
            // Normals of a line point to the right of its way, which is inside when the outline goes clockwise on the screen.
            let inward = corner(outline, i) * (stretch / 2.0);
            self.vertex(*point + inward, color);
            self.vertex(*point - inward, Color32::TRANSPARENT);
        }
        for i in 0..count {
            let (a, b) = (first + 2 * i, first + 2 * ((i + 1) % count));
            self.mesh.add_triangle(a, b, a + 1);
            self.mesh.add_triangle(b, b + 1, a + 1);
        }
        first
    }

    /// A convex area without soft edges whose color changes from top to bottom. The light is even within the area,
    /// so the colors of its corners say all.
    pub(crate) fn shade(&mut self, points: &[Pos2], color: impl Fn(f32) -> Color32) {
        let first = self.mesh.vertices.len() as u32;
        for point in points {
            self.vertex(self.screen(*point), color(point.y));
        }
        for i in 2..points.len() as u32 {
            self.mesh.add_triangle(first, first + i - 1, first + i);
        }
    }

    /// A rectangle whose edges are on pixel boundaries and need no softening.
    pub(crate) fn block(&mut self, rect: Rect, color: Color32) {
        if rect.is_positive() {
            self.mesh.add_colored_rect(Rect::from_min_max(self.screen(rect.min), self.screen(rect.max)), color);
        }
    }

    /// Four corners without soft edges, each in its own color.
    pub(crate) fn quad(&mut self, corners: [(Pos2, Color32); 4]) {
        let [a, b, c, d] = corners.map(|(at, color)| self.vertex(self.screen(at), color));
        self.mesh.add_triangle(a, b, c);
        self.mesh.add_triangle(a, c, d);
    }

    /// A soft edge along a straight line: ink on the line, clear a pixel beyond it, to the side where `out` points.
    pub(crate) fn soften(&mut self, from: Pos2, to: Pos2, out: Vec2, color: Color32) {
        let out = out * (self.fade / self.zoom);
        self.quad([(from, color), (to, color), (to + out, Color32::TRANSPARENT), (from + out, Color32::TRANSPARENT)]);
    }

    /// Points around a center, enough of them to look round at this zoom.
    pub(crate) fn round(&self, at: Pos2, radii: Vec2) -> Vec<Pos2> {
        scaled_arc(at, radii, 0.0, TAU, self.zoom / self.fade)
    }

    pub(crate) fn disc(&mut self, at: Pos2, radius: f32, color: Color32) {
        let points = self.round(at, Vec2::splat(radius));
        self.fill(&points, color);
    }

    pub(crate) fn circle(&mut self, at: Pos2, radius: f32, width: f32, color: Color32) {
        let points = self.round(at, Vec2::splat(radius));
        self.ring(&points, width, color);
    }
}

/// The vertices across a line.
#[derive(Clone, Copy)]
struct Row([u32; 4]);

/// A quarter turn clockwise on the screen.
pub(super) fn perp(v: Vec2) -> Vec2 {
    vec2(-v.y, v.x)
}

/// Across a closed line at one of its corners.
fn corner(outline: &[Pos2], i: usize) -> Vec2 {
    let n = outline.len();
    normal(Some(outline[i] - outline[(i + n - 1) % n]), Some(outline[(i + 1) % n] - outline[i]))
}

/// Across a line on either side of a bend. Both are the same unless the bend is sharper than a right angle: then its point is cut off.
fn joint(before: Vec2, after: Vec2) -> [Vec2; 2] {
    let (sides, across) = ([before, after].map(|way| perp(way.normalized())), normal(Some(before), Some(after)));
    if sides[0].dot(sides[1]) >= 0.0 {
        return [across; 2];
    }
    sides.map(|side| {
        let middle = (side + across.normalized()) / 2.0;
        if middle.length_sq() < 0.25 { side } else { middle / middle.length_sq() }
    })
}

/// Across a line at a bend, as long as the bend needs for an even width.
fn normal(before: Option<Vec2>, after: Option<Vec2>) -> Vec2 {
    let one = |v: Option<Vec2>| v.map_or(Vec2::ZERO, |v| perp(v.normalized()));
    let (a, b) = (one(before), one(after));
    let sum = (a + b).normalized();
    if sum == Vec2::ZERO {
        return a;
    }
    let longer = if before.is_some() && after.is_some() { 1.0 / sum.dot(a).max(1.0 / SHARPEST) } else { 1.0 };
    sum * longer
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::pos2;

    /// How much ink is at a point: whether a triangle of the mesh covers it with a color.
    fn covers(mesh: &Mesh, at: Pos2) -> bool {
        let side = |a: Pos2, b: Pos2| (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
        mesh.indices.chunks_exact(3).any(|corners| {
            let [a, b, c] = [0, 1, 2].map(|k| mesh.vertices[corners[k] as usize]);
            let signs = [side(a.pos, b.pos), side(b.pos, c.pos), side(c.pos, a.pos)];
            let inside = signs.iter().all(|s| *s >= 0.0) || signs.iter().all(|s| *s <= 0.0);
            inside && [a, b, c].iter().all(|vertex| vertex.color != Color32::TRANSPARENT)
        })
    }

    /// A line that turns back sharply stays as wide as it is, up to the bend.
    #[test]
    fn sharp_bends_stay_wide() {
        let mut ink = Ink::in_pixels();
        ink.stroke(&[pos2(0.0, 0.0), pos2(40.0, 0.0), pos2(2.0, 12.0)], 6.0, Color32::WHITE);
        for at in [pos2(20.0, -2.0), pos2(20.0, 2.0), pos2(36.0, -2.0), pos2(38.0, 0.0), pos2(22.0, 8.0)] {
            assert!(covers(&ink.mesh, at), "{at:?}");
        }
        assert!(!covers(&ink.mesh, pos2(52.0, 0.0)), "the point is cut off");
    }

    /// Filling a shape with a notch leaves the notch open.
    #[test]
    fn a_notch_stays_open() {
        let mut ink = Ink::in_pixels();
        ink.fill(&[pos2(0.0, 0.0), pos2(20.0, 0.0), pos2(20.0, 20.0), pos2(10.0, 5.0), pos2(0.0, 20.0)], Color32::WHITE);
        assert!(covers(&ink.mesh, pos2(10.0, 2.0)) && covers(&ink.mesh, pos2(2.0, 12.0)));
        assert!(!covers(&ink.mesh, pos2(10.0, 15.0)));
    }
}
