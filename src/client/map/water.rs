//! Land and water: how far each point is from the shore, and the lines that follow it.

use super::lines::{distance, thin};
use super::look::Kind;
use super::noise::Noise;
use super::plane::Plane;
use crate::board::{Dir, Ix, SideKind};
use crate::cartography::Shore;
use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::collections::HashMap;

/// Heights over a part of the map, given at the points of a lattice.
pub(super) struct Field {
    cells_a_hex: f32,
    size: [usize; 2],
    values: Vec<f32>,
}

impl Field {
    pub(crate) fn new(extent: Rect, cells_a_hex: f32, value: f32) -> Field {
        let count = |length: f32| (length * cells_a_hex).ceil() as usize + 2;
        let size = [count(extent.width()), count(extent.height())];
        Field { cells_a_hex, size, values: vec![value; size[0] * size[1]] }
    }

    fn place(&self, x: usize, y: usize) -> Pos2 {
        pos2(x as f32, y as f32) / self.cells_a_hex
    }

    /// The value at a point, interpolated from the four lattice points around it.
    pub(crate) fn at(&self, at: Pos2) -> f32 {
        let clip = |x: f32, n: usize| (x * self.cells_a_hex).clamp(0.0, n as f32 - 1.001);
        let (x, y) = (clip(at.x, self.size[0]), clip(at.y, self.size[1]));
        let (i, j) = (x as usize, y as usize);
        let (fx, fy) = (x - i as f32, y - j as f32);
        let row = |j: usize| {
            let k = j * self.size[0] + i;
            self.values[k] + (self.values[k + 1] - self.values[k]) * fx
        };
        row(j) + (row(j + 1) - row(j)) * fy
    }

    /// Which way the values rise.
    pub(crate) fn slope(&self, at: Pos2) -> Vec2 {
        let step = 1.0 / self.cells_a_hex;
        let along = |way: Vec2| self.at(at + way) - self.at(at - way);
        vec2(along(vec2(step, 0.0)), along(vec2(0.0, step))).normalized()
    }

    /// Changes the values in a part of the map.
    pub(crate) fn change(&mut self, stretch: Rect, to: impl Fn(Pos2, f32) -> f32) {
        let span = |low: f32, high: f32, n: usize| ((low * self.cells_a_hex).floor().max(0.0) as usize)..((high * self.cells_a_hex).ceil() as usize + 1).min(n);
        for y in span(stretch.top(), stretch.bottom(), self.size[1]) {
            for x in span(stretch.left(), stretch.right(), self.size[0]) {
                let at = self.place(x, y);
                let value = &mut self.values[y * self.size[0] + x];
                *value = to(at, *value);
            }
        }
    }

    /// Lowers values to the distance from a line wherever that is less.
    pub(crate) fn near(&mut self, line: &[Pos2], reach: f32) {
        for ends in line.windows(2) {
            let stretch = Rect::from_two_pos(ends[0], ends[1]).expand(reach);
            self.change(stretch, |at, value| value.min(distance(at, ends[0], ends[1])));
        }
    }

    /// Makes values negative outside the rings: a point is inside if a ray from it crosses them an odd number of times.
    fn sign(&mut self, rings: &[Vec<Pos2>]) {
        let mut crossings: Vec<Vec<f32>> = vec![Vec::new(); self.size[1]];
        for (from, to) in rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1))) {
            let (low, high) = if from.y < to.y { (from, to) } else { (to, from) };
            let first = (low.y * self.cells_a_hex).floor().max(0.0) as usize;
            for (y, row) in crossings.iter_mut().enumerate().skip(first) {
                // Whether a row passes a corner is decided once, the same for both lines that meet there.
                let level = y as f32 / self.cells_a_hex;
                if level < low.y {
                    continue;
                } else if level >= high.y {
                    break;
                }
                row.push(low.x + (high.x - low.x) * (level - low.y) / (high.y - low.y));
            }
        }
        for (y, row) in crossings.iter_mut().enumerate() {
            row.sort_by(f32::total_cmp);
            let mut passed = 0;
            for x in 0..self.size[0] {
                while row.get(passed).is_some_and(|at| *at <= x as f32 / self.cells_a_hex) {
                    passed += 1;
                }
                if passed % 2 == 0 {
                    self.values[y * self.size[0] + x] *= -1.0;
                }
            }
        }
    }

    /// The lines along which the values pass a level.
    pub(crate) fn contours(&self, level: f32) -> Vec<Vec<Pos2>> {
        let mut steps: Vec<[u32; 2]> = Vec::new();
        let wide = self.size[0];
        // The four edges of a cell: top, right, bottom, left. Even numbers lie level, odd ones upright.
        let edges = |k: usize| [2 * k, 2 * (k + 1) + 1, 2 * (k + wide), 2 * k + 1].map(|e| e as u32);
        for y in 0..self.size[1] - 1 {
            for x in 0..wide - 1 {
                let k = y * wide + x;
                let high = [k, k + 1, k + wide + 1, k + wide].map(|k| self.values[k] > level);
                if high.iter().all(|h| *h == high[0]) {
                    continue;
                }
                let edge = edges(k);
                let crossed: Vec<u32> = (0..4).filter(|i| high[*i] != high[(i + 1) % 4]).map(|i| edge[i]).collect();
                steps.extend(crossed.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
            }
        }
        let point = |edge: u32| {
            let k = edge as usize / 2;
            let other = if edge.is_multiple_of(2) { k + 1 } else { k + wide };
            let (a, b) = (self.values[k], self.values[other]);
            let t = ((level - a) / (b - a)).clamp(0.0, 1.0);
            self.place(k % wide, k / wide).lerp(self.place(other % wide, other / wide), t)
        };
        join(&steps).into_iter().map(|line| thin(&line.into_iter().map(point).collect::<Vec<_>>(), ERROR)).collect()
    }
}

/// How far a thinned shore may be from the true one, in hexes.
const ERROR: f32 = 0.006;

/// Steps from name to name as lines, each as long as can be.
fn join(steps: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let mut at: HashMap<u32, [Option<usize>; 2]> = HashMap::with_capacity(steps.len());
    for (i, step) in steps.iter().enumerate() {
        for name in step {
            let meeting = at.entry(*name).or_default();
            *(if meeting[0].is_none() { &mut meeting[0] } else { &mut meeting[1] }) = Some(i);
        }
    }
    let mut left = vec![true; steps.len()];
    let mut lines = Vec::new();
    let ends = (0..steps.len()).flat_map(|i| steps[i].map(|name| (i, name))).filter(|(_, name)| at[name][1].is_none());
    let starts: Vec<(usize, u32)> = ends.chain((0..steps.len()).map(|i| (i, steps[i][0]))).collect();
    for (first, start) in starts {
        let (mut line, mut next) = (vec![start], Some(first).filter(|i| left[*i]));
        while let Some(step) = next {
            left[step] = false;
            let here = line[line.len() - 1];
            let there = if steps[step][0] == here { steps[step][1] } else { steps[step][0] };
            line.push(there);
            next = at[&there].into_iter().flatten().find(|i| left[*i]);
        }
        if line.len() > 1 {
            lines.push(line);
        }
    }
    lines
}

/// What is land and what is water.
pub(super) struct Water {
    /// Distance from the shore in hexes, as far as the water lines reach: land is positive.
    pub shore: Field,
    /// Distance from the sea's shore, coarse and far, for its pale bands.
    pub sea: Field,
}

/// How far from the shore the water lines are.
pub(super) const WATER_LINES: [f32; 3] = [0.10, 0.20, 0.31];
/// How far the fine distances go, and how finely.
const NEAR: f32 = 0.36;
const FINE: f32 = 20.0;
/// How far the coarse ones go.
const FAR: f32 = 1.0;
const COARSE: f32 = 6.0;
/// Lakes and straits are flat water, without water lines.
const SHALLOW: f32 = 0.09;
/// Half the width of the water on a lake or strait side, and half its length where it ends on land.
const LENS: Vec2 = vec2(0.30, 0.10);
/// How far the shore of a lake hex stays inside its sides: it fills 93% of the hex.
const INSET: f32 = 0.035;
/// How far land extends around the center of a land hex that is really water.
const PATCH: f32 = 0.30;

impl Water {
    pub(crate) fn new(plane: &Plane, kinds: &[Kind], noise: &Noise, shore: Option<&Shore>) -> Water {
        let rings: Option<Vec<Vec<Pos2>>> = shore.map(|shore| shore.rings.iter().map(|(_, ring)| ring.iter().map(|at| plane.on_map(*at)).collect()).collect());
        let field = |fineness: f32, reach: f32| match &rings {
            Some(rings) => {
                let mut field = Field::new(plane.extent, fineness, reach);
                for ring in rings {
                    field.near(ring, reach);
                    if let [first, .., last] = ring[..] {
                        field.near(&[last, first], reach);
                    }
                }
                field.sign(rings);
                field
            }
            None => from_hexes(plane, kinds, fineness, reach),
        };
        let (mut fine, mut sea) = (field(FINE, NEAR), field(COARSE, FAR));
        let wet: Vec<Ix> = plane.all().filter(|ix| !kinds[ix.at()].is_water() && fine.at(plane.center(*ix)) < 0.0).collect();
        for ix in &wet {
            for field in [&mut fine, &mut sea] {
                raise(field, plane, kinds, noise, *ix);
            }
        }
        lakes(&mut fine, plane, kinds, noise);
        lenses(&mut fine, plane, kinds, noise);
        Water { shore: fine, sea }
    }

    pub(crate) fn is_land(&self, at: Pos2) -> bool {
        self.shore.at(at) > 0.0
    }
}

/// Without a shore the land ends at hexsides.
fn from_hexes(plane: &Plane, kinds: &[Kind], fineness: f32, reach: f32) -> Field {
    let mut field = Field::new(plane.extent, fineness, reach);
    field.change(plane.extent.expand(1.0), |at, _| {
        let nearest = |sea: bool| {
            let of = |(ix, middle): &(Option<Ix>, Pos2)| (ix.is_some_and(|ix| kinds[ix.at()] == Kind::Sea) == sea).then(|| middle.distance(at));
            plane.about(at).iter().filter_map(of).fold(2.0, f32::min)
        };
        ((nearest(true) - nearest(false)) / 2.0).clamp(-reach, reach)
    });
    field
}

/// Land around the center of a hex, joined to the neighboring land hexes, so that no town is in the sea.
fn raise(field: &mut Field, plane: &Plane, kinds: &[Kind], noise: &Noise, ix: Ix) {
    let here = plane.center(ix);
    let land = |(dir, there): &(Dir, Ix)| !kinds[there.at()].is_water() && !plane.ground.side(ix, *dir).has(SideKind::Sea);
    let joined: Vec<Pos2> = plane.ground.grid.around(ix).filter(land).map(|(_, there)| plane.center(there)).collect();
    field.change(Rect::from_center_size(here, Vec2::splat(2.6)), |at, value| {
        let nearest = joined.iter().map(|there| distance(at, here, *there) + 0.06).fold(here.distance(at), f32::min);
        value.max(PATCH - nearest + wobble(noise, at))
    });
}

/// A little unevenness, so that made-up shores look like true ones.
fn wobble(noise: &Noise, at: Pos2) -> f32 {
    (noise.value(at.x * 4.0, at.y * 4.0) - 0.5) * 0.08
}

/// Water in lake hexes; those that touch are one lake.
fn lakes(field: &mut Field, plane: &Plane, kinds: &[Kind], noise: &Noise) {
    for ix in plane.all().filter(|ix| kinds[ix.at()] == Kind::Lake) {
        field.change(Rect::from_center_size(plane.center(ix), Vec2::splat(1.3)), |at, value| {
            if plane.hex_at(at) != Some(ix) {
                return value;
            }
            let bank = |(there, middle): &(Option<Ix>, Pos2)| there.is_none_or(|there| kinds[there.at()] != Kind::Lake).then(|| middle.distance(at));
            let far = plane.about(at).iter().filter_map(bank).fold(2.0, f32::min);
            value.min(((plane.center(ix).distance(at) - far) / 2.0 + INSET + wobble(noise, at) * 0.6).max(-SHALLOW))
        });
    }
}

/// Water along lake, strait and sea sides: a lens, or a broad arm where it goes on into the next side or into open water.
fn lenses(field: &mut Field, plane: &Plane, kinds: &[Kind], noise: &Noise) {
    let ground = &plane.ground;
    let carries = |ix: Ix, dir: Dir| [SideKind::Lake, SideKind::Strait, SideKind::Sea].into_iter().any(|kind| ground.side(ix, dir).has(kind));
    let mut meeting: HashMap<(i32, i32), usize> = HashMap::new();
    let mut sides = Vec::new();
    for ix in plane.all() {
        let wet = kinds[ix.at()].is_water();
        for dir in Dir::ALL {
            let (mine, corners) = (carries(ix, dir), ground.grid.corners(ix, dir));
            let once = ground.grid.across(ix, dir).is_some_and(|there| ix < there);
            for corner in corners.iter().filter(|_| wet || (mine && once)) {
                *meeting.entry((corner.x, corner.y)).or_default() += 1;
            }
            if mine && once {
                sides.push((plane.side(ix, dir), corners));
            }
        }
    }
    for (ends, corners) in sides {
        let middle = ends[0].lerp(ends[1], 0.5);
        for (end, corner) in ends.into_iter().zip(corners) {
            let open = meeting.get(&(corner.x, corner.y)).is_some_and(|n| *n > 1) || field.at(end) < 0.0;
            let along = (end - middle).normalized();
            field.change(Rect::from_two_pos(middle, end).expand(0.2), |at, value| {
                let off = at - middle;
                let (u, v) = (off.dot(along), (off - along * off.dot(along)).length());
                let depth = if u < -0.02 {
                    return value;
                } else if open {
                    distance(at, middle, end) - LENS.y + wobble(noise, at) * 0.5
                } else {
                    ((u / LENS.x).hypot(v / LENS.y) - 1.0) * LENS.y
                };
                value.min(depth.max(-SHALLOW))
            });
        }
    }
}
