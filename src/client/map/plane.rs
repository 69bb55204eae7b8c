//! Where the hexes lie: points of the map in hexes, neighbouring middles one apart, the sheet's north-west corner at the origin.

use crate::board::{Dir, Ground, Hex, HexSide, Ix, Orientation};
use crate::lab::atlas::{plane, printed};
use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::sync::Arc;

/// How much paper shows around the outermost hexes.
const MARGIN: f32 = 0.35;

/// Half the square root of three: how far rows of hexes stand apart.
const ROW: f32 = 0.866_025_4;

/// From the middle of a hex to a corner; a side is as long.
pub(super) const SIDE: f32 = 0.577_350_3;

const NONE: u16 = u16::MAX;

/// Hexes as points.
pub(super) struct Plane {
    pub ground: Arc<Ground>,
    centres: Vec<Pos2>,
    /// From the middle of a hex to the corner at which each side begins.
    corners: [Vec2; 6],
    /// What to add to the plane of the axial coordinates…
    shift: Vec2,
    /// …and to the coordinates of a shore.
    shore: Vec2,
    pub extent: Rect,
    /// Dense indices by axial coordinates, so that a pixel finds its hex at once.
    table: Vec<u16>,
    low: (i32, i32),
    wide: i32,
}

fn flat(orientation: Orientation, at: hexx::Vec2) -> Vec2 {
    let at = plane(orientation, at);
    vec2(at.x, at.y)
}

fn axial(hex: hexx::Hex) -> hexx::Vec2 {
    hexx::Vec2::new(hex.x as f32, hex.y as f32)
}

impl Plane {
    pub fn new(ground: Arc<Ground>) -> Plane {
        let grid = &ground.grid;
        let orientation = grid.orientation();
        let raw: Vec<Vec2> = grid.all().map(|ix| flat(orientation, axial(grid.axial(ix)))).collect();
        let low = raw.iter().copied().reduce(Vec2::min).unwrap_or_default();
        let high = raw.iter().copied().reduce(Vec2::max).unwrap_or_default();
        let reach = if orientation == Orientation::Pointy { vec2(0.5, SIDE) } else { vec2(SIDE, 0.5) } + Vec2::splat(MARGIN);
        let shift = reach - low;
        let corners =
            grid.all().next().map_or([Vec2::ZERO; 6], |ix| Dir::ALL.map(|dir| flat(orientation, axial(grid.corners(ix, dir)[0]) / 3.0) - raw[ix.at()]));
        let shore = grid.all().next().map_or(Vec2::ZERO, |ix| {
            let at = printed(grid.numbering(), orientation, grid.hex(ix));
            raw[ix.at()] - vec2(at.x, at.y) + shift
        });
        let all = || grid.all().map(|ix| grid.axial(ix));
        let least = (all().map(|h| h.x).min().unwrap_or(0), all().map(|h| h.y).min().unwrap_or(0));
        let most = (all().map(|h| h.x).max().unwrap_or(0), all().map(|h| h.y).max().unwrap_or(0));
        let wide = most.0 - least.0 + 1;
        let mut table = vec![NONE; (wide * (most.1 - least.1 + 1)) as usize];
        for ix in grid.all() {
            let at = grid.axial(ix);
            table[((at.y - least.1) * wide + at.x - least.0) as usize] = ix.0;
        }
        Plane {
            centres: raw.iter().map(|at| (*at + shift).to_pos2()).collect(),
            corners,
            shift,
            shore,
            extent: Rect::from_min_size(Pos2::ZERO, high - low + reach * 2.0),
            table,
            low: least,
            wide,
            ground,
        }
    }

    pub fn all(&self) -> impl Iterator<Item = Ix> + use<> {
        self.ground.grid.all()
    }

    pub fn centre(&self, ix: Ix) -> Pos2 {
        self.centres[ix.at()]
    }

    pub fn at(&self, hex: Hex) -> Option<Pos2> {
        self.ground.grid.ix(hex).map(|ix| self.centre(ix))
    }

    /// The six corners of a hex, clockwise; side `i` runs from corner `i` to the next.
    pub fn outline(&self, ix: Ix) -> [Pos2; 6] {
        self.corners.map(|corner| self.centre(ix) + corner)
    }

    /// The ends of a side.
    pub fn side(&self, ix: Ix, dir: Dir) -> [Pos2; 2] {
        [0, 1].map(|end| self.centre(ix) + self.corners[(dir.at() + end) % 6])
    }

    /// Where a side that two hexes share lies: its ends, and the middles of the hexes.
    pub fn shared(&self, side: HexSide) -> Option<Shared> {
        let grid = &self.ground.grid;
        let (a, b) = (grid.ix(side.0)?, grid.ix(side.1)?);
        Some(Shared { ends: self.side(a, grid.side(a, b)?), hexes: [self.centre(a), self.centre(b)] })
    }

    /// A corner by the name that [`crate::board::Grid::corners`] gives it.
    pub fn corner(&self, key: hexx::Hex) -> Pos2 {
        (flat(self.ground.grid.orientation(), axial(key) / 3.0) + self.shift).to_pos2()
    }

    /// A point of `shore.ron`.
    pub fn on_map(&self, at: (f32, f32)) -> Pos2 {
        pos2(at.0, at.1) + self.shore
    }

    /// The hex under a point, on the map or off it, as axial coordinates.
    fn under(&self, at: Pos2) -> (i32, i32) {
        let at = at - self.shift;
        let (x, y) = match self.ground.grid.orientation() {
            Orientation::Pointy => (at.x - at.y / ROW / 2.0, at.y / ROW),
            Orientation::Flat => (at.x / ROW, at.y - at.x / ROW / 2.0),
        };
        let z = -x - y;
        let (rx, ry, rz) = (x.round(), y.round(), z.round());
        let (dx, dy, dz) = ((rx - x).abs(), (ry - y).abs(), (rz - z).abs());
        if dx > dy && dx > dz {
            ((-ry - rz) as i32, ry as i32)
        } else if dy > dz {
            (rx as i32, (-rx - rz) as i32)
        } else {
            (rx as i32, ry as i32)
        }
    }

    fn look_up(&self, (x, y): (i32, i32)) -> Option<Ix> {
        let (col, row) = (x - self.low.0, y - self.low.1);
        let inside = (0..self.wide).contains(&col) && row >= 0;
        let at = inside.then(|| self.table.get((row * self.wide + col) as usize).copied()).flatten();
        at.filter(|ix| *ix != NONE).map(Ix)
    }

    /// The hex under a point.
    pub fn hex_at(&self, at: Pos2) -> Option<Ix> {
        self.look_up(self.under(at))
    }

    /// The hex under a point and the six around it, each with its middle; those that are not on the map have no index.
    pub fn about(&self, at: Pos2) -> [(Option<Ix>, Pos2); 7] {
        const STEPS: [(i32, i32); 7] = [(0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        let (x, y) = self.under(at);
        STEPS.map(|(dx, dy)| {
            let key = (x + dx, y + dy);
            let ix = self.look_up(key);
            let middle = ix.map_or_else(
                || (flat(self.ground.grid.orientation(), hexx::Vec2::new(key.0 as f32, key.1 as f32)) + self.shift).to_pos2(),
                |ix| self.centre(ix),
            );
            (ix, middle)
        })
    }
}

/// A side between two hexes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    pub ends: [Pos2; 2],
    pub hexes: [Pos2; 2],
}

impl Shared {
    pub fn middle(&self) -> Pos2 {
        self.ends[0].lerp(self.ends[1], 0.5)
    }

    /// From the first hex to the second, one long.
    pub fn across(&self) -> Vec2 {
        (self.hexes[1] - self.hexes[0]).normalized()
    }

    /// From one end to the other, one long.
    pub fn along(&self) -> Vec2 {
        (self.ends[1] - self.ends[0]).normalized()
    }
}

/// A quarter turn clockwise on the screen.
pub(super) fn perp(v: Vec2) -> Vec2 {
    vec2(-v.y, v.x)
}
