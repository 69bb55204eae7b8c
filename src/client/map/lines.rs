//! Lines on the map: smoothing, dashes, and how lines are divided among tiles.

use crate::client::ink::perp;
use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::ops::RangeInclusive;

/// A number from 0 to 1 that looks random and is always the same for the same seeds.
pub(super) fn chance(x: i32, y: i32, seed: i32) -> f32 {
    let mut h = x.wrapping_mul(374_761_393).wrapping_add(y.wrapping_mul(668_265_263)).wrapping_add(seed.wrapping_mul(974_634_777)) as u32;
    h = (h ^ (h >> 13)).wrapping_mul(1_274_126_177);
    (h ^ (h >> 16)) as f32 / 4_294_967_296.0
}

/// Cuts the corners of a line `rounds` times; its ends stay.
pub(super) fn chaikin(points: &[Pos2], rounds: usize) -> Vec<Pos2> {
    let mut line = points.to_vec();
    for _ in 0..rounds {
        let [first, .., last] = line[..] else { return line };
        let cut = line.windows(2).flat_map(|ends| [ends[0].lerp(ends[1], 0.25), ends[0].lerp(ends[1], 0.75)]);
        line = std::iter::once(first).chain(cut).chain(std::iter::once(last)).collect();
    }
    line
}

/// How far a river strays from its hexside, as a share of the side's length.
const STRAY: f32 = 0.16;

/// Two points on the way from corner to corner of a river, off the straight line.
pub(super) fn stray(from: Pos2, to: Pos2, seed: i32) -> [Pos2; 2] {
    [1, 2].map(|step| {
        let (x, y) = ((from.x * 97.0 + step as f32 * 13.0).round() as i32, (from.y * 89.0).round() as i32);
        let aside = (chance(x, y, seed) - 0.5) * 2.0 * STRAY;
        from.lerp(to, step as f32 / 3.0) + perp(to - from) * aside
    })
}

/// How strongly a line keeps its direction through the center of a hex.
const TANGENT: f32 = 0.42;

/// Points of the curve from one center to the next, without the last; `before` and `after` are where the line comes from and goes to.
pub(super) fn bend(before: Pos2, from: Pos2, to: Pos2, after: Pos2, steps: usize) -> impl Iterator<Item = Pos2> {
    let (leave, arrive) = ((to - before) * TANGENT, (after - from) * TANGENT);
    (0..steps).map(move |step| {
        let t = step as f32 / steps as f32;
        let (t2, t3) = (t * t, t * t * t);
        let at = from.to_vec2() * (2.0 * t3 - 3.0 * t2 + 1.0) + to.to_vec2() * (3.0 * t2 - 2.0 * t3) + leave * (t3 - 2.0 * t2 + t) + arrive * (t3 - t2);
        at.to_pos2()
    })
}

/// Parts of a line: a pattern of lengths, drawn and left out in turn.
pub(super) fn dashes(line: &[Pos2], pattern: &[f32]) -> Vec<Vec<Pos2>> {
    let mut parts: Vec<Vec<Pos2>> = Vec::new();
    let (mut which, mut left, mut open) = (0, pattern.first().copied().unwrap_or(1.0), Vec::new());
    open.extend(line.first());
    for ends in line.windows(2) {
        let (mut at, length) = (0.0, ends[0].distance(ends[1]));
        while length - at > left {
            at += left;
            let point = ends[0].lerp(ends[1], at / length);
            if which % 2 == 0 {
                open.push(point);
                parts.push(std::mem::take(&mut open));
            } else {
                open = vec![point];
            }
            which += 1;
            left = pattern[which % pattern.len()].max(1e-3);
        }
        left -= length - at;
        if which % 2 == 0 {
            open.push(ends[1]);
        }
    }
    if which % 2 == 0 && open.len() > 1 {
        parts.push(open);
    }
    parts
}

/// Points at regular distances along a line, each with the direction of the line there.
pub(super) fn beads(line: &[Pos2], every: f32) -> Vec<(Pos2, Vec2)> {
    let (mut beads, mut next) = (Vec::new(), every / 2.0);
    for ends in line.windows(2) {
        let length = ends[0].distance(ends[1]);
        while next <= length {
            beads.push((ends[0].lerp(ends[1], next / length), (ends[1] - ends[0]).normalized()));
            next += every;
        }
        next -= length;
    }
    beads
}

/// Leaves out points a line hardly needs: none of them is farther than `error` from the remaining line.
pub(super) fn thin(line: &[Pos2], error: f32) -> Vec<Pos2> {
    let Some(last) = line.len().checked_sub(1).filter(|last| *last > 1) else { return line.to_vec() };
    let mut keep = vec![false; line.len()];
    (keep[0], keep[last]) = (true, true);
    // A ring has no chord: it is cut at the point farthest from its start.
    let far = (0..last).max_by(|a, b| line[0].distance_sq(line[*a]).total_cmp(&line[0].distance_sq(line[*b]))).unwrap_or(0);
    keep[far] = true;
    let mut open = vec![(0, far), (far, last)];
    while let Some((from, to)) = open.pop() {
        let worst = (from + 1..to).map(|i| (distance(line[i], line[from], line[to]), i)).max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, i)) = worst.filter(|(off, _)| *off > error) {
            keep[i] = true;
            open.extend([(from, i), (i, to)]);
        }
    }
    line.iter().zip(keep).filter(|(_, keep)| *keep).map(|(point, _)| *point).collect()
}

/// How far a point is from a straight segment.
pub(super) fn distance(at: Pos2, from: Pos2, to: Pos2) -> f32 {
    let (along, off) = (to - from, at - from);
    let t = (off.dot(along) / along.length_sq().max(1e-12)).clamp(0.0, 1.0);
    (off - along * t).length()
}

/// The map divided into squares, so that only what is in view is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiles {
    cols: usize,
    rows: usize,
}

/// How wide a tile is, in hexes.
const TILE: f32 = 4.0;

/// How far things that belong to a tile may reach beyond it.
const OVERHANG: f32 = 0.8;

impl Tiles {
    pub(crate) fn new(extent: Rect) -> Tiles {
        let count = |length: f32| (length / TILE).ceil().max(1.0) as usize;
        Tiles { cols: count(extent.width()), rows: count(extent.height()) }
    }

    pub(crate) fn len(&self) -> usize {
        self.cols * self.rows
    }

    pub(crate) fn of(&self, at: Pos2) -> usize {
        let clip = |x: f32, most: usize| ((x / TILE).max(0.0) as usize).min(most - 1);
        clip(at.y, self.rows) * self.cols + clip(at.x, self.cols)
    }

    /// The tiles that may show something in a part of the map.
    pub(crate) fn seen(&self, stretch: Rect) -> Vec<usize> {
        let place = |i: usize| pos2((i % self.cols) as f32, (i / self.cols) as f32) * TILE;
        let shows = |i: &usize| Rect::from_min_size(place(*i), vec2(TILE, TILE)).expand(OVERHANG).intersects(stretch);
        (0..self.len()).filter(shows).collect()
    }
}

/// Things by the tile they are in.
#[derive(Clone, Debug)]
pub(super) struct Spread<T> {
    tiles: Tiles,
    by_tile: Vec<Vec<T>>,
}

impl<T> Spread<T> {
    pub(crate) fn new(tiles: Tiles) -> Spread<T> {
        Spread { tiles, by_tile: (0..tiles.len()).map(|_| Vec::new()).collect() }
    }

    pub(crate) fn put(&mut self, at: Pos2, thing: T) {
        self.by_tile[self.tiles.of(at)].push(thing);
    }

    pub(crate) fn of(&self, tile: usize) -> &[T] {
        &self.by_tile[tile]
    }
}

/// The part of a line in one tile: its points from the first to the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub line: usize,
    from: usize,
    to: usize,
}

impl Run {
    pub(crate) fn points(self) -> RangeInclusive<usize> {
        self.from..=self.to
    }
}

/// Lines of one kind, cut at the edges of tiles.
#[derive(Clone, Debug)]
pub(super) struct Bundle {
    pub lines: Vec<Vec<Pos2>>,
    pub runs: Spread<Run>,
}

impl Bundle {
    pub(crate) fn new(tiles: Tiles, lines: Vec<Vec<Pos2>>) -> Bundle {
        let mut runs = Spread::new(tiles);
        for (number, line) in lines.iter().enumerate() {
            let tile = |i: usize| tiles.of(line[i].lerp(line[i + 1], 0.5));
            let mut from = 0;
            for to in 1..line.len() {
                if to + 1 == line.len() || tile(to) != tile(from) {
                    runs.put(line[from].lerp(line[from + 1], 0.5), Run { line: number, from, to });
                    from = to;
                }
            }
        }
        Bundle { lines, runs }
    }
}
