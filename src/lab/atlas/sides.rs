//! Everything else on hexsides: lakes, inlets, straits, forts, tunnels, closed sides.

use super::pen::{At, Pen, line, smooth};
use super::sheet::{Drawing, UNIT};
use super::terrain::{LAKE, SEA, SHORE, lake_shapes};
use crate::board::SideKind;
use crate::cartography::{sides_of, trace};
use hexx::Vec2;

/// A side on the page: its ends, and the middles of the two hexes.
struct Edge {
    ends: [Vec2; 2],
    hexes: [Vec2; 2],
}

fn edges(sheet: &Drawing<'_>, kind: SideKind) -> Vec<Edge> {
    sides_of(sheet.ground, kind).map(|(a, dir, b)| Edge { ends: sheet.side(a, dir), hexes: [sheet.center(a), sheet.center(b)] }).collect()
}

/// The sides of a kind as smooth lines, joined where they meet.
fn line_of(sheet: &Drawing<'_>, kind: SideKind) -> String {
    let sides: Vec<_> = sides_of(sheet.ground, kind).map(|(a, dir, _)| sheet.ground.grid.corners(a, dir)).collect();
    trace(&sides).iter().map(|line| smooth(&sheet.corners(line))).collect()
}

/// Lakes, sea sides and straits: broad water along the sides. Lake hexes are filled again, so that lake sides open into them.
pub(super) fn waters(pen: &mut Pen, sheet: &Drawing<'_>) {
    for (kind, fill) in [(SideKind::Lake, LAKE), (SideKind::Sea, SEA), (SideKind::Strait, SEA)] {
        let line = line_of(sheet, kind);
        water(pen, &line, SHORE, 16.5);
        if kind == SideKind::Lake {
            pen.path(&lake_shapes(sheet), &format!("fill=\"{LAKE}\""));
        }
        water(pen, &line, fill, 13.5);
    }
    let crossing: String = edges(sheet, SideKind::Strait).iter().map(arrow).collect();
    pen.path(&crossing, "fill=\"none\" stroke=\"#123f5c\" stroke-width=\"2.2\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
}

/// A broad line of water.
pub(super) fn water(pen: &mut Pen, line: &str, color: &str, width: f32) {
    pen.path(line, &format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" stroke-linecap=\"round\""));
}

/// Points along the sides that names should not cover.
pub(super) fn points(sheet: &Drawing<'_>) -> Vec<Vec2> {
    let kinds = [SideKind::Lake, SideKind::Sea, SideKind::Strait, SideKind::Fort, SideKind::Tunnel, SideKind::Closed];
    let edges = kinds.into_iter().flat_map(|kind| edges(sheet, kind));
    edges.flat_map(|edge| (0..=6).map(move |i| edge.ends[0].lerp(edge.ends[1], i as f32 / 6.0))).collect()
}

/// A double arrow across a side.
fn arrow(edge: &Edge) -> String {
    let middle = edge.ends[0].midpoint(edge.ends[1]);
    let along = (edge.hexes[1] - edge.hexes[0]).normalize_or_zero();
    let (from, to) = (middle - along * (0.22 * UNIT), middle + along * (0.22 * UNIT));
    let head = |tip: Vec2, back: Vec2| line(tip, tip + back * 6.0 + back.perp() * 4.0) + &line(tip, tip + back * 6.0 - back.perp() * 4.0);
    line(from, to) + &head(to, -along) + &head(from, along)
}

/// Forts, tunnels and closed sides: things built, drawn over the roads.
pub(super) fn works(pen: &mut Pen, sheet: &Drawing<'_>) {
    let forts: String = edges(sheet, SideKind::Fort).iter().map(battlement).collect();
    pen.path(&forts, "fill=\"none\" stroke=\"#fdfaf0\" stroke-width=\"6.5\" stroke-opacity=\"0.7\"");
    pen.path(&forts, "fill=\"none\" stroke=\"#5b2d12\" stroke-width=\"3.2\" stroke-linejoin=\"miter\"");
    let tunnels: String = edges(sheet, SideKind::Tunnel).iter().map(portals).collect();
    pen.path(&tunnels, "fill=\"none\" stroke=\"#1d1a18\" stroke-width=\"3.4\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    let closed: Vec<Edge> = edges(sheet, SideKind::Closed);
    let bars: String = closed.iter().map(|edge| line(edge.ends[0], edge.ends[1])).collect();
    pen.path(&bars, "fill=\"none\" stroke=\"#b01818\" stroke-width=\"5\" stroke-linecap=\"round\"");
    pen.path(&bars, "fill=\"none\" stroke=\"#fff\" stroke-width=\"2\" stroke-dasharray=\"5 5\"");
}

/// A crenellated line along a side.
fn battlement(edge: &Edge) -> String {
    let [a, b] = edge.ends;
    let up = (edge.hexes[0] - edge.hexes[1]).normalize_or_zero() * 6.0;
    let mut d = format!("M{}", At(a));
    for i in 0..5 {
        let (from, to) = (a.lerp(b, (i as f32 + 0.25) / 5.0), a.lerp(b, (i as f32 + 0.75) / 5.0));
        d.push_str(&format!("L{}L{}L{}L{}", At(from), At(from + up), At(to + up), At(to)));
    }
    d + &format!("L{}", At(b))
}

/// The two mouths of a tunnel.
fn portals(edge: &Edge) -> String {
    let middle = edge.ends[0].midpoint(edge.ends[1]);
    let along = (edge.hexes[1] - edge.hexes[0]).normalize_or_zero();
    let mouth = |side: f32| {
        let at = middle + along * (side * 0.17 * UNIT);
        let (wide, deep) = (along.perp() * 8.0, along * (side * 6.0));
        format!("M{}L{}L{}L{}", At(at - wide + deep), At(at - wide * 0.6), At(at + wide * 0.6), At(at + wide + deep))
    };
    mouth(1.0) + &mouth(-1.0)
}
