//! Outlines: arcs, bends, rounded and clipped shapes, and the triangles that fill them.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::f32::consts::TAU;

/// Curves are drawn in steps no longer than this, in pixels.
const CURVE_STEP: f32 = 2.6;

/// Points of an ellipse in pixels from one angle to another, clockwise from the right.
pub(super) fn arc(center: Pos2, radius: Vec2, from: f32, to: f32) -> Vec<Pos2> {
    scaled_arc(center, radius, from, to, 1.0)
}

/// Points of an ellipse, in units of `unit` pixels.
pub(super) fn scaled_arc(center: Pos2, radius: Vec2, from: f32, to: f32, pixels: f32) -> Vec<Pos2> {
    let length = (to - from).abs() * radius.max_elem() * pixels;
    let steps = (length / CURVE_STEP).ceil().clamp(8.0, 40.0);
    // A whole turn must not end where it began.
    let last = if (to - from).abs() >= TAU - 0.001 { steps as usize - 1 } else { steps as usize };
    let at = |i: usize| from + (to - from) * i as f32 / steps;
    (0..=last).map(|i| center + vec2(radius.x * at(i).cos(), radius.y * at(i).sin())).collect()
}

/// Points of a curve from one point to another, drawn toward a third; the first is left out.
pub(super) fn bend(from: Pos2, toward: Pos2, to: Pos2) -> impl Iterator<Item = Pos2> {
    const STEPS: u8 = 6;
    (1..=STEPS).map(move |i| {
        let t = f32::from(i) / f32::from(STEPS);
        from.lerp(toward, t).lerp(toward.lerp(to, t), t)
    })
}

/// A rectangle with round corners.
pub(super) fn rounded(rect: Rect, radius: f32) -> Vec<Pos2> {
    let radius = radius.min(rect.width() / 2.0).min(rect.height() / 2.0);
    let inner = rect.shrink(radius);
    let quarter = TAU / 4.0;
    let corners = [(inner.left_top(), 2.0), (inner.right_top(), 3.0), (inner.right_bottom(), 0.0), (inner.left_bottom(), 1.0)];
    let steps = (radius * 0.7).ceil().clamp(2.0, 8.0) as u8;
    let point = |center: Pos2, angle: f32| center + radius * vec2(angle.cos(), angle.sin());
    let bow = |(center, from): (Pos2, f32)| (0..=steps).map(move |i| point(center, quarter * (from + f32::from(i) / f32::from(steps))));
    corners.into_iter().flat_map(bow).collect()
}

/// The part of a convex shape inside another convex shape, whose points go clockwise.
pub(super) fn clip(shape: &[Pos2], window: &[Pos2]) -> Vec<Pos2> {
    let mut rest = shape.to_vec();
    for (i, a) in window.iter().enumerate() {
        let edge = window[(i + 1) % window.len()] - *a;
        let depth = |p: Pos2| edge.x * (p.y - a.y) - edge.y * (p.x - a.x);
        let whole = std::mem::take(&mut rest);
        for (j, p) in whole.iter().enumerate() {
            let q = whole[(j + 1) % whole.len()];
            let (here, there) = (depth(*p), depth(q));
            if here >= 0.0 {
                rest.push(*p);
            }
            if (here < 0.0) != (there < 0.0) {
                rest.push(*p + (q - *p) * (here / (here - there)));
            }
        }
    }
    rest
}

/// Parallel bands at 45 degrees over a rectangle, sloping down to the left, with this width and spacing.
pub(super) fn bands(over: Rect, width: f32, apart: f32) -> impl Iterator<Item = [Pos2; 4]> {
    let count = ((over.width() + over.height()) / apart).ceil() as u16;
    (0..count).map(move |i| {
        let left = over.left() + f32::from(i) * apart;
        let lean = over.height();
        [pos2(left, over.top()), pos2(left + width, over.top()), pos2(left + width - lean, over.bottom()), pos2(left - lean, over.bottom())]
    })
}

/// Points closer than this are the same, in pixels: an edge between them would have no direction.
const SAME: f32 = 0.02;

/// The points of an outline without repetitions.
pub(super) fn distinct(points: &[Pos2]) -> Vec<Pos2> {
    let mut outline: Vec<Pos2> = Vec::with_capacity(points.len());
    for point in points {
        if outline.last().is_none_or(|last| last.distance(*point) > SAME) {
            outline.push(*point);
        }
    }
    while outline.len() > 1 && outline[0].distance(outline[outline.len() - 1]) <= SAME {
        outline.pop();
    }
    outline
}

/// The points without repetitions, in clockwise order; nothing if they enclose nothing.
pub(super) fn clockwise(points: &[Pos2]) -> Option<Vec<Pos2>> {
    let mut outline = distinct(points);
    if outline.len() < 3 {
        return None;
    }
    let area: f32 = (0..outline.len()).map(|i| cross(outline[i].to_vec2(), outline[(i + 1) % outline.len()].to_vec2())).sum();
    if area < 0.0 {
        outline.reverse();
    }
    (area.abs() > SAME).then_some(outline)
}

fn cross(a: Vec2, b: Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

/// Triangles that cover a simple outline, by cutting off one ear after another.
pub(super) fn ears(outline: &[Pos2]) -> Vec<[u32; 3]> {
    let mut left: Vec<usize> = (0..outline.len()).collect();
    let mut triangles = Vec::with_capacity(outline.len());
    let mut tried = 0;
    let mut at = 0;
    while left.len() > 3 && tried < left.len() {
        let count = left.len();
        let [a, b, c] = [(at + count - 1) % count, at % count, (at + 1) % count].map(|k| left[k]);
        if is_ear(outline, &left, [a, b, c]) {
            triangles.push([a, b, c].map(|i| i as u32));
            left.remove(at % count);
            tried = 0;
            at %= left.len();
        } else {
            tried += 1;
            at = (at + 1) % count;
        }
    }
    // What is left is a triangle, or an outline that crosses itself: then a fan is as good as anything.
    triangles.extend((2..left.len()).map(|i| [left[0], left[i - 1], left[i]].map(|k| k as u32)));
    triangles
}

fn is_ear(outline: &[Pos2], left: &[usize], [a, b, c]: [usize; 3]) -> bool {
    let [p, q, r] = [outline[a], outline[b], outline[c]];
    let within = |x: Pos2| cross(q - p, x - p) >= 0.0 && cross(r - q, x - q) >= 0.0 && cross(p - r, x - r) >= 0.0;
    cross(q - p, r - q) > 0.0 && !left.iter().any(|&i| i != a && i != b && i != c && within(outline[i]))
}
