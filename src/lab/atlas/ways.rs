//! Roads and railways: smooth lines through the centers of hexes.

use super::pen::{At, Pen, line};
use super::sheet::{Drawing, UNIT};
use crate::board::{Dir, Ix, SideKind};
use crate::cartography::{beside_road, sides_of};
use hexx::Vec2;
use std::fmt::Write;

/// One step of a way from hex to hex, as a cubic curve.
#[derive(Clone, Copy)]
struct Step([Vec2; 4]);

impl Step {
    fn at(&self, t: f32) -> Vec2 {
        let [a, b, c, d] = self.0;
        let s = 1.0 - t;
        a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)
    }

    fn d(&self) -> String {
        let [a, b, c, d] = self.0;
        format!("M{}C{} {} {}", At(a), At(b), At(c), At(d))
    }
}

/// Draws both nets and gives points along them, for labels to keep away from.
pub(super) fn draw(pen: &mut Pen, sheet: &Drawing<'_>) -> Vec<Vec2> {
    let (rails, roads) = (steps(sheet, SideKind::Rail), steps(sheet, SideKind::Road));
    let all = |steps: &[Step]| steps.iter().map(Step::d).collect::<String>();
    let road = all(&roads);
    pen.open("fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    pen.path(&road, "stroke=\"#7c3a22\" stroke-width=\"5.4\"");
    pen.path(&road, "stroke=\"#f6c26b\" stroke-width=\"3\"");
    let rail = all(&rails);
    pen.path(&rail, "stroke=\"#fdfaf0\" stroke-width=\"4\" stroke-opacity=\"0.6\"");
    pen.path(&rail, "stroke=\"#2f2b28\" stroke-width=\"1.8\"");
    pen.path(&rails.iter().map(ticks).collect::<String>(), "stroke=\"#2f2b28\" stroke-width=\"1.5\" stroke-linecap=\"butt\"");
    pen.close();
    roads.iter().chain(&rails).flat_map(|step| (0..8).map(|i| step.at(i as f32 / 8.0))).collect()
}

/// The sleepers of a railway.
fn ticks(step: &Step) -> String {
    let mut d = String::new();
    for t in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let along = (step.at(t + 0.02) - step.at(t - 0.02)).normalize_or_zero();
        let _ = write!(d, "{}", line(step.at(t) + along.perp() * 3.6, step.at(t) - along.perp() * 3.6));
    }
    d
}

/// How far a railway keeps from a road that goes the same way.
const ASIDE: f32 = 5.5;

/// How far a line is moved aside for another on a step.
fn aside(sheet: &Drawing<'_>, kind: SideKind, ix: Ix, dir: Dir) -> Vec2 {
    let beside = beside_road(sheet.ground, &sheet.layout, ix, dir).filter(|_| kind == SideKind::Rail);
    beside.map_or(Vec2::ZERO, |beside| beside * ASIDE)
}

/// Where a way passes through a hex: its middle, or beside it where a railway follows a road and no place calls it in.
fn through(sheet: &Drawing<'_>, kind: SideKind, ix: Ix) -> Vec2 {
    let place = sheet.ground.sites(ix).any(|site| site.kind != "label");
    let aside: Vec<Vec2> = Dir::ALL.iter().map(|dir| aside(sheet, kind, ix, *dir)).filter(|aside| *aside != Vec2::ZERO).collect();
    if place || aside.is_empty() { sheet.center(ix) } else { sheet.center(ix) + aside.iter().sum::<Vec2>() / aside.len() as f32 }
}

/// Every step of a kind once. In each hex a way goes on straight into the step that lies most nearly opposite.
fn steps(sheet: &Drawing<'_>, kind: SideKind) -> Vec<Step> {
    let step = |(a, dir, b): (Ix, Dir, Ix)| {
        let (from, to) = (through(sheet, kind, a), through(sheet, kind, b));
        let (leave, arrive) = (heading(sheet, kind, a, dir), heading(sheet, kind, b, dir.opposite()));
        let aside = aside(sheet, kind, a, dir);
        let (middle_a, middle_b) = (sheet.center(a) + aside, sheet.center(b) + aside);
        Step([from, middle_a + leave * (UNIT / 3.0), middle_b + arrive * (UNIT / 3.0), to])
    };
    sides_of(sheet.ground, kind).map(step).collect()
}

/// The direction in which a way leaves the middle of a hex toward a side: between that side and away from where it came.
fn heading(sheet: &Drawing<'_>, kind: SideKind, ix: Ix, dir: Dir) -> Vec2 {
    let grid = &sheet.ground.grid;
    let toward = |dir: Dir| grid.across(ix, dir).map_or(Vec2::ZERO, |there| (sheet.center(there) - sheet.center(ix)).normalize_or_zero());
    let out = toward(dir);
    let others: Vec<Vec2> = Dir::ALL.into_iter().filter(|d| *d != dir && sheet.ground.side(ix, *d).has(kind)).map(toward).collect();
    // At a fork only ways that lie nearly opposite run into each other; a single way bends however sharply.
    let sharpest = if others.len() == 1 { 0.9 } else { -0.4 };
    match others.into_iter().min_by(|a, b| a.dot(out).total_cmp(&b.dot(out))) {
        Some(back) if back.dot(out) < sharpest => (out - back).normalize_or_zero(),
        _ => out,
    }
}
