//! The stripe of a formation: color and pattern.

use super::draw::color;
use super::sheet::CounterCanvas;
use crate::board::look::{Pattern, Stripe};
use crate::client::curves::{arc, clip};
use bevy_egui::egui::{Color32, Pos2, Rect, pos2, vec2};
use std::f32::consts::TAU;

/// How high the stripe is, and how wide the one at the left edge of a far counter.
const HIGH: f32 = 12.0;
const WIDE: f32 = 14.0;
/// Length of a pattern's tile, and the fewest pixels at which patterns can still be told apart.
const TILE: f32 = 10.0;
const LEAST_TILE: f32 = 5.0;
/// Colors darker than this get a light pattern.
const DARK: f32 = 0.20;

/// Where a stripe is, in pixels, and which way it runs.
struct Strip<'p> {
    rect: Rect,
    down: bool,
    /// The part of the rectangle inside the counter.
    inside: Vec<Pos2>,
    body: &'p [Pos2],
}

/// The stripe along the upper edge.
pub(super) fn stripe_across(sheet: &mut CounterCanvas<'_>, body: &[Pos2], stripe: Stripe) {
    let bottom = (HIGH * sheet.unit).round().max(3.0);
    let rect = Rect::from_min_max(Pos2::ZERO, pos2(sheet.edge, bottom));
    draw(sheet, Strip { rect, down: false, inside: Vec::new(), body }, stripe);
    let rule = Rect::from_min_max(pos2(0.5, bottom), pos2(sheet.edge - 0.5, bottom + 1.0));
    sheet.pen.block(rule, Color32::from_black_alpha(110));
}

/// The stripe along the left edge of a far counter.
pub(super) fn stripe_down(sheet: &mut CounterCanvas<'_>, body: &[Pos2], stripe: Stripe) {
    let right = (WIDE * sheet.unit).round().max(3.0);
    let rect = Rect::from_min_max(Pos2::ZERO, pos2(right, sheet.edge));
    draw(sheet, Strip { rect, down: true, inside: Vec::new(), body }, stripe);
    let rule = Rect::from_min_max(pos2(right, 0.5), pos2(right + 1.0, sheet.edge - 0.5));
    sheet.pen.block(rule, Color32::from_black_alpha(110));
}

fn draw(sheet: &mut CounterCanvas<'_>, mut strip: Strip<'_>, Stripe(ground, pattern): Stripe) {
    let r = strip.rect;
    strip.inside = clip(strip.body, &[r.left_top(), r.right_top(), r.right_bottom(), r.left_bottom()]);
    let fill = color(ground);
    sheet.pen.shade(&strip.inside, |_| fill);
    let ink = if ground.luminance() < DARK { Color32::from_white_alpha(170) } else { Color32::from_black_alpha(150) };
    let length = if strip.down { r.height() } else { r.width() };
    let tile = (TILE * sheet.unit).max(LEAST_TILE);
    let count = (length / tile).round().max(1.0);
    for i in 0..=count as u16 {
        for shape in tile_of(pattern) {
            let points: Vec<Pos2> = shape.iter().map(|(along, across)| strip.place((f32::from(i) + along) * length / count, *across)).collect();
            sheet.pen.fill(&clip(&points, &strip.inside), ink);
        }
    }
}

impl Strip<'_> {
    /// A point this many pixels along the strip, and this share of its width across.
    fn place(&self, along: f32, across: f32) -> Pos2 {
        let r = self.rect;
        if self.down { pos2(r.left() + across * r.width(), r.bottom() - along) } else { pos2(r.left() + along, r.top() + across * r.height()) }
    }
}

/// The shapes of one tile, as shares of its length and breadth.
fn tile_of(pattern: Pattern) -> Vec<Vec<(f32, f32)>> {
    match pattern {
        Pattern::Solid => Vec::new(),
        Pattern::Diagonal => vec![vec![(0.0, 1.0), (1.0, 0.0), (1.4, 0.0), (0.4, 1.0)]],
        Pattern::Dots => vec![arc(pos2(0.5, 0.55), vec2(0.24, 0.24), 0.0, TAU).into_iter().map(|p| (p.x, p.y)).collect()],
        Pattern::Bars => vec![vec![(0.33, 0.0), (0.67, 0.0), (0.67, 1.0), (0.33, 1.0)]],
        Pattern::Chevrons => {
            vec![vec![(0.0, 0.72), (0.5, 0.1), (0.5, 0.42), (0.0, 1.04)], vec![(0.5, 0.1), (1.0, 0.72), (1.0, 1.04), (0.5, 0.42)]]
        }
        Pattern::Crosses => {
            vec![vec![(0.12, 0.30), (0.28, 0.18), (0.88, 0.80), (0.72, 0.92)], vec![(0.72, 0.18), (0.88, 0.30), (0.28, 0.92), (0.12, 0.80)]]
        }
    }
}
