//! Everything else on hexsides (bridges, tunnels, closed and fortified sides), and the hatching of ground that is out of play.

use super::lines::{Spread, Tiles, dashes};
use super::look::Kind;
use super::plane::{Plane, Shared};
use super::water::Water;
use crate::board::{Ix, SideKind};
use crate::cartography::inner_sides;
use crate::client::ink::{Ink, perp};
use bevy_egui::egui::{Color32, Pos2};

/// Something built on a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    Bridge,
    Tunnel,
    Closed,
    Fort,
}

pub(super) const INK: Color32 = Color32::from_rgb(0x2b, 0x26, 0x20);
pub(super) const CREAM: Color32 = Color32::from_rgb(0xf6, 0xec, 0xd2);
const TUNNEL: Color32 = Color32::from_rgb(0x7a, 0x2a, 0x1c);

/// Below this zoom bridges are too small to draw.
const BRIDGES_FROM: f32 = 30.0;

/// All works of a map.
pub(super) fn works(plane: &Plane, tiles: Tiles) -> Spread<(Work, Shared)> {
    let mut works = Spread::new(tiles);
    for (a, dir, b) in inner_sides(&plane.ground.grid) {
        let side = plane.ground.side(a, dir);
        let shared = Shared { ends: plane.side(a, dir), hexes: [plane.center(a), plane.center(b)] };
        let over_water = side.has(SideKind::River) || side.has(SideKind::Lake) || side.has(SideKind::Strait);
        let kinds = [
            (Work::Bridge, side.has(SideKind::Road) && over_water),
            (Work::Tunnel, side.has(SideKind::Tunnel)),
            (Work::Closed, side.has(SideKind::Closed)),
            (Work::Fort, side.has(SideKind::Fort)),
        ];
        for (work, _) in kinds.iter().filter(|(_, there)| *there) {
            works.put(shared.middle(), (*work, shared));
        }
    }
    works
}

/// Draws one work.
pub(super) fn draw(ink: &mut Ink, work: Work, side: &Shared) {
    match work {
        Work::Bridge if ink.zoom > BRIDGES_FROM => bridge(ink, side),
        Work::Bridge => {}
        Work::Tunnel => tunnel(ink, side),
        Work::Closed => {
            ink.stroke(&side.ends, ink.width(0.07, 2.0), INK);
            for dash in dashes(&side.ends, &[0.05, 0.05]) {
                ink.stroke(&dash, ink.width(0.03, 0.8), CREAM);
            }
        }
        Work::Fort => fort(ink, side),
    }
}

/// Two winged strokes along the road.
fn bridge(ink: &mut Ink, side: &Shared) {
    let (along, across) = (side.across(), side.along());
    for bank in [-1.0, 1.0] {
        let at = |x: f32, y: f32| side.middle() + along * x + across * (y * bank);
        ink.stroke(&[at(-0.09, 0.085), at(-0.055, 0.055), at(0.055, 0.055), at(0.09, 0.085)], ink.width(0.022, 1.2), INK);
    }
}

/// A dashed road between two black portals.
fn tunnel(ink: &mut Ink, side: &Shared) {
    let [a, b] = side.hexes;
    let ends = [a.lerp(b, 0.28), a.lerp(b, 0.72)];
    ink.stroke(&ends, ink.width(0.085, 3.0), CREAM);
    for dash in dashes(&ends, &[0.07, 0.05]) {
        ink.stroke(&dash, ink.width(0.045, 1.5), TUNNEL);
    }
    for end in ends {
        ink.disc(end, 0.075, INK);
    }
}

/// A comb across the side.
fn fort(ink: &mut Ink, side: &Shared) {
    ink.stroke(&side.ends, ink.width(0.05, 1.5), INK);
    let out = perp(side.along()) * 0.08;
    for tooth in dashes(&side.ends, &[0.05, 0.05]) {
        let (from, to) = (tooth[0], tooth[tooth.len() - 1]);
        ink.fill(&[from - out, to - out, to + out, from + out], INK);
    }
}

/// The distance between the lines of a hatch, measured horizontally.
pub(super) const OUT_OF_PLAY: f32 = 0.16;

/// Diagonal lines over hexes, on land only.
pub(super) fn hatch(plane: &Plane, water: &Water, tiles: Tiles, spacing: f32, hatched: impl Fn(Ix) -> bool) -> Spread<[Pos2; 2]> {
    let mut lines = Spread::new(tiles);
    for ix in plane.all().filter(|ix| hatched(*ix)) {
        let corners = plane.outline(ix);
        let middle = plane.center(ix);
        let first = ((middle.x + middle.y - 0.9) / spacing).ceil() as i32;
        let last = ((middle.x + middle.y + 0.9) / spacing).floor() as i32;
        for number in first..=last {
            let Some([from, to]) = chord(&corners, number as f32 * spacing) else { continue };
            for part in dry(water, from, to) {
                lines.put(middle, part);
            }
        }
    }
    lines
}

/// Where the line on which x + y is `sum` enters and leaves a hex.
fn chord(corners: &[Pos2; 6], sum: f32) -> Option<[Pos2; 2]> {
    let off = |at: Pos2| at.x + at.y - sum;
    let mut ends = (0..6).filter_map(|i| {
        let (a, b) = (corners[i], corners[(i + 1) % 6]);
        ((off(a) > 0.0) != (off(b) > 0.0)).then(|| a.lerp(b, off(a) / (off(a) - off(b))))
    });
    Some([ends.next()?, ends.next()?])
}

/// The parts of a straight line that are on land.
fn dry(water: &Water, from: Pos2, to: Pos2) -> Vec<[Pos2; 2]> {
    let steps = (from.distance(to) / 0.05).ceil().max(1.0) as usize;
    let at = |i: usize| from.lerp(to, i as f32 / steps as f32);
    let (mut parts, mut open) = (Vec::new(), None);
    for i in 0..=steps {
        let land = water.is_land(at(i));
        match open {
            None if land => open = Some(i),
            Some(first) if !land || i == steps => {
                if i > first {
                    parts.push([at(first), at(i)]);
                }
                open = None;
            }
            _ => {}
        }
    }
    parts
}

/// The color of the hatch over ground out of play.
pub(super) const HATCH: Color32 = Color32::from_rgba_premultiplied(23, 21, 17, 97);

/// Whether ground of a kind is hatched.
pub(super) fn is_out(kind: Kind) -> bool {
    kind == Kind::Out
}
