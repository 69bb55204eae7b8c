//! Terrain symbols: drawn once for each zoom into one small picture, then stamped all over the map.

use super::lines::{Spread, Tiles, chance, distance};
use super::look::Kind;
use super::plane::Plane;
use super::water::Water;
use crate::board::{Ix, is_city};
use bevy_egui::egui::{Color32, ColorImage, Pos2, Rect, Vec2, pos2, vec2};
use std::f32::consts::{PI, TAU};

/// A part of a symbol, in hexes from its center.
enum Part {
    Oval(Pos2, Vec2),
    Area(Vec<Pos2>),
    Line(Vec<Pos2>, f32),
}

/// A symbol: parts with their colors, from the bottom up.
type Symbol = Vec<(Part, Color32)>;

/// Which symbol goes where.
pub(super) struct Stamp {
    pub at: Pos2,
    pub symbol: usize,
}

const fn rgba(rgb: u32, percent: u8) -> Color32 {
    let alpha = (percent as u32 * 255 / 100) as u8;
    Color32::from_rgba_unmultiplied_const((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, alpha)
}

/// Sizes in which a symbol varies, from 0 to 1.
const SIZES: [f32; 4] = [0.1, 0.4, 0.6, 0.9];

/// The kinds of ground with symbols: how many in a hex, how far apart.
const STREWN: [(Kind, usize, f32); 9] = [
    (Kind::Forest, 15, 0.145),
    (Kind::Hills, 5, 0.25),
    (Kind::Rough, 7, 0.25),
    (Kind::Marsh, 7, 0.22),
    (Kind::Desert, 16, 0.13),
    (Kind::Mountain, 3, 0.30),
    (Kind::Alpine, 4, 0.30),
    (Kind::HighMountain, 4, 0.30),
    (Kind::Radiation, 1, 1.0),
];

/// How far from the middle of a hex its symbols lie.
const SPAN: f32 = 0.40;

fn symbol(kind: Kind, r: f32) -> Symbol {
    match kind {
        Kind::Forest => tree(r),
        Kind::Hills => hill(0.085 + 0.03 * r),
        Kind::Rough => crag(0.085 + 0.03 * r),
        Kind::Marsh => reeds(0.085),
        Kind::Desert => vec![(Part::Oval(Pos2::ZERO, Vec2::splat(0.016)), rgba(0x966e32, 55))],
        Kind::Mountain => peak(0.115 * (1.0 + 0.25 * r), [rgba(0xfaf0d6, 45), rgba(0x624224, 34), rgba(0x54381e, 55)]),
        Kind::Alpine => peak(0.145 * (1.0 + 0.25 * r), [rgba(0xffffff, 85), rgba(0x5c5c70, 42), rgba(0x46465c, 60)]),
        Kind::HighMountain => peak(0.145 * (1.0 + 0.25 * r), [rgba(0xffffff, 85), rgba(0x5a4a44, 46), rgba(0x46342c, 66)]),
        Kind::Radiation => trefoil(0.22),
        _ => Vec::new(),
    }
}

fn tree(r: f32) -> Symbol {
    let k = 0.052 + 0.016 * r;
    vec![
        (Part::Oval(pos2(k * 0.45, k * 0.75), vec2(k * 1.05, k * 0.5)), rgba(0x3e542c, 35)),
        (Part::Oval(Pos2::ZERO, Vec2::splat(k + 0.005)), rgba(0x42542c, 90)),
        (Part::Oval(Pos2::ZERO, Vec2::splat(k - 0.005)), if r > 0.5 { rgba(0x8ea263, 100) } else { rgba(0x7f9659, 100) }),
        (Part::Oval(pos2(-k * 0.3, -k * 0.32), Vec2::splat(k * 0.36)), rgba(0xd6e0aa, 75)),
    ]
}

/// Points of an arc, angles in half turns.
fn arc(at: Pos2, radius: f32, from: f32, to: f32) -> Vec<Pos2> {
    (0..=8).map(|i| at + Vec2::angled(PI * (from + (to - from) * i as f32 / 8.0)) * radius).collect()
}

fn hill(k: f32) -> Symbol {
    let foot = pos2(0.0, k * 0.5);
    let ink = rgba(0x704e26, 62);
    let mut parts = vec![(Part::Line(arc(foot, k, 1.12, 1.88), 0.015), ink)];
    for turn in [1.62, 1.72, 1.82] {
        let way = Vec2::angled(PI * turn) * k;
        parts.push((Part::Line(vec![foot + way, foot + vec2(way.x * 0.72 + k * 0.10, way.y * 0.55)], 0.009), ink));
    }
    parts
}

fn crag(k: f32) -> Symbol {
    let line = [(-0.8, 0.3), (-0.1, -0.5), (0.25, -0.05), (0.8, 0.35)].map(|(x, y)| pos2(x, y) * k);
    vec![(Part::Line(line.to_vec(), 0.022), rgba(0x783e16, 85))]
}

fn reeds(k: f32) -> Symbol {
    let line = |x0: f32, y0: f32, x1: f32, y1: f32| (Part::Line(vec![pos2(x0, y0) * k, pos2(x1, y1) * k], 0.014), rgba(0x2c6870, 80));
    vec![
        line(-1.0, 0.0, 1.0, 0.0),
        line(-0.55, 0.45, 0.75, 0.45),
        line(-0.27, -0.12, -0.54, -0.65),
        line(0.0, -0.12, 0.0, -0.95),
        line(0.27, -0.12, 0.54, -0.65),
    ]
}

/// A peak: its bright side, its dark side, its ridge.
fn peak(k: f32, [bright, dark, ridge]: [Color32; 3]) -> Symbol {
    let [left, top, right, foot] = [(-1.0, 0.55), (0.0, -0.8), (1.0, 0.55), (0.12, 0.55)].map(|(x, y)| pos2(x, y) * k);
    vec![(Part::Area(vec![left, top, foot]), bright), (Part::Area(vec![top, right, foot]), dark), (Part::Line(vec![left, top, right], 0.011), ridge)]
}

fn trefoil(k: f32) -> Symbol {
    let ink = rgba(0x967814, 62);
    let blade = |i: usize| {
        let turn = -0.5 + i as f32 * 2.0 / 3.0;
        let mut points = arc(Pos2::ZERO, k, turn - 1.0 / 6.0, turn + 1.0 / 6.0);
        points.extend(arc(Pos2::ZERO, k * 0.28, turn + 1.0 / 6.0, turn - 1.0 / 6.0));
        (Part::Area(points), ink)
    };
    let mut parts: Symbol = (0..3).map(blade).collect();
    parts.push((Part::Oval(Pos2::ZERO, Vec2::splat(k * 0.17)), rgba(0x967814, 80)));
    parts
}

impl Part {
    /// How far a point is outside; negative inside.
    fn distance(&self, at: Pos2) -> f32 {
        match self {
            Part::Oval(middle, radii) => {
                let off = at - *middle;
                ((off.x / radii.x).hypot(off.y / radii.y) - 1.0) * radii.min_elem()
            }
            Part::Line(points, width) => points.windows(2).map(|ends| distance(at, ends[0], ends[1])).fold(f32::MAX, f32::min) - width / 2.0,
            Part::Area(points) => {
                let ends = || points.iter().zip(points.iter().cycle().skip(1));
                let crosses = |(a, b): &(&Pos2, &Pos2)| (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x;
                let edge = ends().map(|(a, b)| distance(at, *a, *b)).fold(f32::MAX, f32::min);
                if ends().filter(crosses).count() % 2 == 1 { -edge } else { edge }
            }
        }
    }

    /// How far it reaches from the middle of its symbol.
    fn reach(&self) -> f32 {
        match self {
            Part::Oval(middle, radii) => middle.to_vec2().length() + radii.max_elem(),
            Part::Area(points) => points.iter().map(|p| p.to_vec2().length()).fold(0.0, f32::max),
            Part::Line(points, width) => points.iter().map(|p| p.to_vec2().length()).fold(0.0, f32::max) + width / 2.0,
        }
    }
}

/// All symbols of a map as one picture.
pub(super) struct StampSheet {
    pub image: ColorImage,
    /// Where each symbol is in the picture, and how far it reaches from its center in hexes; `None` for those that a map does not need.
    pub cells: Vec<Option<(Rect, f32)>>,
}

/// The index of a symbol of a kind and size in the list of all.
fn number(kind: usize, size: usize) -> usize {
    kind * SIZES.len() + size
}

impl StampSheet {
    /// Draws the symbols a map needs, at this many pixels per hex.
    pub(crate) fn new(needed: &[bool], pixels_a_hex: f32) -> StampSheet {
        let symbols: Vec<Option<Symbol>> = (0..STREWN.len() * SIZES.len())
            .map(|i| needed.get(i).copied().unwrap_or(false).then(|| symbol(STREWN[i / SIZES.len()].0, SIZES[i % SIZES.len()])))
            .collect();
        let halves: Vec<usize> = symbols
            .iter()
            .map(|symbol| {
                let reach = symbol.iter().flatten().map(|(part, _)| part.reach()).fold(0.0, f32::max);
                if symbol.is_some() { (reach * pixels_a_hex).ceil() as usize + 2 } else { 0 }
            })
            .collect();
        let wide = halves.iter().map(|half| half * 2).max().unwrap_or(1).max(256);
        let (mut places, mut x, mut y, mut tall) = (Vec::new(), 0, 0, 0);
        for half in &halves {
            if x + half * 2 > wide {
                (x, y, tall) = (0, y + tall, 0);
            }
            places.push([x, y]);
            x += half * 2;
            tall = tall.max(half * 2);
        }
        let size = [wide, (y + tall).max(1)];
        let mut image = ColorImage::filled(size, Color32::TRANSPARENT);
        let mut cells = Vec::new();
        for ((symbol, half), [left, top]) in symbols.iter().zip(&halves).zip(places) {
            let Some(symbol) = symbol else {
                cells.push(None);
                continue;
            };
            for (row, col) in (0..half * 2).flat_map(|row| (0..half * 2).map(move |col| (row, col))) {
                let at = (pos2(col as f32, row as f32) + Vec2::splat(0.5 - *half as f32)) / pixels_a_hex;
                image.pixels[(top + row) * wide + left + col] = paint(symbol, at, pixels_a_hex);
            }
            let corner = |dx: usize, dy: usize| pos2((left + dx) as f32 / size[0] as f32, (top + dy) as f32 / size[1] as f32);
            cells.push(Some((Rect::from_min_max(corner(0, 0), corner(half * 2, half * 2)), *half as f32 / pixels_a_hex)));
        }
        StampSheet { image, cells }
    }
}

/// The color of a symbol at a point.
fn paint(symbol: &Symbol, at: Pos2, pixels_a_hex: f32) -> Color32 {
    let mut color = Color32::TRANSPARENT;
    for (part, ink) in symbol {
        let mut covered = 0.5 - part.distance(at) * pixels_a_hex;
        if let Part::Line(_, width) = part {
            covered = covered.min((width * pixels_a_hex).max(0.7)); // a line thinner than a pixel is faint, but not lost
            covered = covered.max(0.5 - (part.distance(at) + width / 2.0) * pixels_a_hex);
        }
        if covered > 0.0 {
            color = color.blend(ink.gamma_multiply(covered.min(1.0)));
        }
    }
    color
}

/// Which symbols a map needs, and where it needs them.
pub(super) struct Stamps {
    pub needed: Vec<bool>,
    pub placed: Spread<Stamp>,
}

impl Stamps {
    pub(crate) fn new(plane: &Plane, kinds: &[Kind], water: &Water, tiles: Tiles) -> Stamps {
        let mut stamps = Stamps { needed: vec![false; STREWN.len() * SIZES.len()], placed: Spread::new(tiles) };
        for ix in plane.all() {
            let Some(kind) = STREWN.iter().position(|(kind, ..)| *kind == kinds[ix.at()]) else { continue };
            for stamp in strew(plane, kind, ix) {
                if water.shore.at(stamp.at) > 0.03 {
                    stamps.needed[stamp.symbol] = true;
                    stamps.placed.put(plane.center(ix), stamp);
                }
            }
        }
        stamps
    }
}

/// The symbols of a hex, from north to south, so that those in front cover those behind.
fn strew(plane: &Plane, kind: usize, ix: Ix) -> Vec<Stamp> {
    let (what, most, apart) = STREWN[kind];
    let middle = plane.center(ix);
    if what == Kind::Radiation {
        return vec![Stamp { at: middle, symbol: number(kind, 0) }];
    }
    let seed = i32::from(plane.ground.grid.hex(ix).0);
    // Clear of the mark of a place, which has to be read.
    let clear = plane.ground.sites(ix).map(|site| if is_city(site) { 0.27 } else { 0.14 }).fold(0.0, f32::max);
    let mut spots: Vec<Vec2> = Vec::new();
    for i in 0..60 {
        let spot = Vec2::angled(chance(seed, i, 3) * TAU) * (chance(seed, i, 4).sqrt() * SPAN);
        if spots.len() < most && spot.length() >= clear && spots.iter().all(|other| (*other - spot).length() > apart) {
            spots.push(spot);
        }
    }
    spots.sort_by(|a, b| a.y.total_cmp(&b.y));
    let size = |i: usize| (chance(seed, i as i32, 9) * SIZES.len() as f32) as usize % SIZES.len();
    spots.iter().enumerate().map(|(i, spot)| Stamp { at: middle + *spot, symbol: number(kind, size(i)) }).collect()
}
