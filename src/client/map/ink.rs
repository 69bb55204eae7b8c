//! Soft-edged lines and areas as triangles, in points of the screen from the map's origin.

use super::lines::Run;
use super::plane::perp;
use bevy_egui::egui::epaint::{Mesh, Vertex, WHITE_UV};
use bevy_egui::egui::{Color32, Pos2, Vec2};

/// A sharper bend than this is not drawn to its point.
const SHARPEST: f32 = 2.0;

/// A pen that writes triangles. Places are given in hexes, widths in points.
pub(super) struct Ink {
    pub mesh: Mesh,
    /// Points a hex.
    pub zoom: f32,
    /// How wide an edge fades: a pixel, in points.
    fade: f32,
}

impl Ink {
    pub fn new(zoom: f32, pixels_per_point: f32) -> Ink {
        Ink { mesh: Mesh::default(), zoom, fade: 1.0 / pixels_per_point }
    }

    /// A width given in hexes, but never less than so many points.
    pub fn width(&self, hexes: f32, least: f32) -> f32 {
        (hexes * self.zoom).max(least)
    }

    fn vertex(&mut self, pos: Pos2, color: Color32) -> u32 {
        self.mesh.vertices.push(Vertex { pos, uv: WHITE_UV, color });
        self.mesh.vertices.len() as u32 - 1
    }

    fn screen(&self, at: Pos2) -> Pos2 {
        at * self.zoom
    }

    /// A whole line with soft ends.
    pub fn stroke(&mut self, line: &[Pos2], width: f32, color: Color32) {
        if let Some(to) = line.len().checked_sub(1).filter(|to| *to > 0) {
            self.run(line, Run { line: 0, from: 0, to }, 1, color, |_| width);
        }
    }

    /// A short straight line whose ends need not be soft.
    pub fn hairline(&mut self, ends: &[Pos2; 2], width: f32, color: Color32) {
        let across = normal(None, Some(ends[1] - ends[0]));
        let [a, b] = ends.map(|end| self.row(self.screen(end), across, width, color));
        self.strip(&a, &b);
    }

    /// A closed line.
    pub fn ring(&mut self, points: &[Pos2], width: f32, color: Color32) {
        let Some(rows) = self.rows(points.len(), width, color, |i, n| {
            let next = |step: usize| points[(i + step) % n];
            (points[i], Some(points[i] - next(n - 1)), Some(next(1) - points[i]))
        }) else {
            return;
        };
        for i in 0..rows.len() {
            self.strip(&rows[i], &rows[(i + 1) % rows.len()]);
        }
    }

    fn rows(&mut self, n: usize, width: f32, color: Color32, at: impl Fn(usize, usize) -> (Pos2, Option<Vec2>, Option<Vec2>)) -> Option<Vec<Row>> {
        (n > 2).then(|| {
            (0..n)
                .map(|i| {
                    let (place, before, after) = at(i, n);
                    self.row(self.screen(place), normal(before, after), width, color)
                })
                .collect()
        })
    }

    /// Part of a line, every `stride`-th point of it, as wide as `width` says by the number of the point. Where the line goes on beyond the
    /// part, the other part fits exactly; where it ends, it fades.
    pub fn run(&mut self, line: &[Pos2], run: Run, stride: usize, color: Color32, width: impl Fn(usize) -> f32) {
        let Run { from, to, .. } = run;
        let step = |i: usize| (i > 0).then(|| line[i] - line[i - 1]);
        let normal_at = |i: usize| normal(step(i), (i + 1 < line.len()).then(|| line[i + 1] - line[i]));
        let mut last: Option<Row> = None;
        if from == 0 && line.first() != line.last() {
            last = Some(self.end(line[0], line[0] - line[1], normal_at(0), width(0)));
        }
        let mut i = from;
        loop {
            let row = self.row(self.screen(line[i]), normal_at(i), width(i), color);
            if let Some(last) = last {
                self.strip(&last, &row);
            }
            last = Some(row);
            if i == to {
                break;
            }
            // Points keep their numbers wherever a part begins, so that parts meet.
            i = ((i / stride + 1) * stride).min(to);
        }
        if let Some(last) = last.filter(|_| to + 1 == line.len() && line.first() != line.last()) {
            let end = self.end(line[to], line[to] - line[to - 1], normal_at(to), width(to));
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

    /// An area that can be seen whole from its middle.
    pub fn fill(&mut self, points: &[Pos2], color: Color32) {
        let n = points.len();
        if n < 3 {
            return;
        }
        let middle = points.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2()) / n as f32;
        let middle = self.screen(middle.to_pos2());
        let centre = self.vertex(middle, color);
        let first = centre + 1;
        // Normals of a line point to the right of its way; which side is out depends on the sense of the points.
        let area: f32 = (0..n).map(|i| points[i].x * points[(i + 1) % n].y - points[(i + 1) % n].x * points[i].y).sum();
        let out = if area > 0.0 { -0.5 } else { 0.5 };
        for i in 0..n {
            let normal = normal(Some(points[i] - points[(i + n - 1) % n]), Some(points[(i + 1) % n] - points[i])) * (self.fade * out);
            let at = self.screen(points[i]);
            self.vertex(at - normal, color);
            self.vertex(at + normal, Color32::TRANSPARENT);
        }
        for i in 0..n as u32 {
            let (a, b) = (first + 2 * i, first + 2 * ((i + 1) % n as u32));
            self.mesh.add_triangle(centre, a, b);
            self.mesh.add_triangle(a, a + 1, b);
            self.mesh.add_triangle(a + 1, b + 1, b);
        }
    }

    /// Four corners without soft edges, each in its own colour.
    pub fn quad(&mut self, corners: [(Pos2, Color32); 4]) {
        let [a, b, c, d] = corners.map(|(at, color)| self.vertex(self.screen(at), color));
        self.mesh.add_triangle(a, b, c);
        self.mesh.add_triangle(a, c, d);
    }

    /// A soft edge along a straight line: ink on the line, clear a pixel beyond it, to the side where `out` points.
    pub fn soften(&mut self, from: Pos2, to: Pos2, out: Vec2, color: Color32) {
        let out = out * (self.fade / self.zoom);
        self.quad([(from, color), (to, color), (to + out, Color32::TRANSPARENT), (from + out, Color32::TRANSPARENT)]);
    }

    /// Points about a middle, enough of them to look round at this zoom.
    pub fn round(&self, at: Pos2, radii: Vec2) -> Vec<Pos2> {
        let n = (6.0 + (radii.max_elem() * self.zoom / self.fade).sqrt() * 3.0).min(48.0) as usize;
        (0..n)
            .map(|i| {
                let turn = Vec2::angled(i as f32 / n as f32 * std::f32::consts::TAU);
                at + Vec2::new(turn.x * radii.x, turn.y * radii.y)
            })
            .collect()
    }

    pub fn disc(&mut self, at: Pos2, radius: f32, color: Color32) {
        let points = self.round(at, Vec2::splat(radius));
        self.fill(&points, color);
    }

    pub fn circle(&mut self, at: Pos2, radius: f32, width: f32, color: Color32) {
        let points = self.round(at, Vec2::splat(radius));
        self.ring(&points, width, color);
    }
}

/// The vertices across a line.
#[derive(Clone, Copy)]
struct Row([u32; 4]);

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
