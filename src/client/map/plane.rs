//! Where the hexes are: points on the map in units of hexes. Neighboring centers are one apart, and the origin is the northwest corner of the sheet.

use crate::board::look::MapLook;
use crate::board::{Dir, Ground, Hex, HexSide, Ix};
use crate::cartography::Layout;
use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::sync::Arc;

/// How much of the sheet shows around the outermost hexes.
const MARGIN: f32 = 0.35;

const NONE: u16 = u16::MAX;

/// Hexes as points.
pub(super) struct Plane {
    pub ground: Arc<Ground>,
    pub look: MapLook,
    pub layout: Layout,
    centers: Vec<Pos2>,
    /// From the center of a hex to the corner at which each side begins.
    corners: [Vec2; 6],
    /// What to add to the points of the layout.
    shift: Vec2,
    pub extent: Rect,
    /// Dense indices by axial coordinates, so that a pixel finds its hex at once.
    table: Vec<u16>,
    low: (i32, i32),
    wide: i32,
}

/// A step of the layout as a step of the screen.
pub(super) fn step(v: hexx::Vec2) -> Vec2 {
    vec2(v.x, v.y)
}

impl Plane {
    pub(crate) fn new(ground: Arc<Ground>, look: MapLook) -> Plane {
        let grid = &ground.grid;
        let layout = Layout::new(grid);
        let shift = Vec2::splat(MARGIN) - step(layout.low);
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
            centers: grid.all().map(|ix| (step(layout.center(ix)) + shift).to_pos2()).collect(),
            corners: grid.all().next().map_or([Vec2::ZERO; 6], |ix| Dir::ALL.map(|dir| step(layout.corner(grid.corners(ix, dir)[0]) - layout.center(ix)))),
            shift,
            extent: Rect::from_min_size(Pos2::ZERO, step(layout.high - layout.low) + Vec2::splat(2.0 * MARGIN)),
            table,
            low: least,
            wide,
            layout,
            ground,
            look,
        }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Ix> + use<> {
        self.ground.grid.all()
    }

    pub(crate) fn center(&self, ix: Ix) -> Pos2 {
        self.centers[ix.at()]
    }

    pub(crate) fn at(&self, hex: Hex) -> Option<Pos2> {
        self.ground.grid.ix(hex).map(|ix| self.center(ix))
    }

    /// The six corners of a hex, clockwise; side `i` runs from corner `i` to the next.
    pub(crate) fn outline(&self, ix: Ix) -> [Pos2; 6] {
        self.corners.map(|corner| self.center(ix) + corner)
    }

    /// The ends of a side.
    pub(crate) fn side(&self, ix: Ix, dir: Dir) -> [Pos2; 2] {
        [0, 1].map(|end| self.center(ix) + self.corners[(dir.at() + end) % 6])
    }

    /// A side that two hexes share: its ends, and the centers of the hexes.
    pub(crate) fn shared(&self, side: HexSide) -> Option<Shared> {
        let grid = &self.ground.grid;
        let (a, b) = (grid.ix(side.0)?, grid.ix(side.1)?);
        Some(Shared { ends: self.side(a, grid.side(a, b)?), hexes: [self.center(a), self.center(b)] })
    }

    /// A corner by the name that [`crate::board::Grid::corners`] gives it.
    pub(crate) fn corner(&self, key: hexx::Hex) -> Pos2 {
        self.on_plane(self.layout.corner(key))
    }

    /// A point of `shore.ron`.
    pub(crate) fn on_map(&self, at: (f32, f32)) -> Pos2 {
        pos2(at.0, at.1) + (step(self.layout.shore) + self.shift)
    }

    /// A point of the layout.
    fn on_plane(&self, at: hexx::Vec2) -> Pos2 {
        (step(at) + self.shift).to_pos2()
    }

    /// The hex under a point, on the map or off it, as axial coordinates.
    fn under(&self, at: Pos2) -> (i32, i32) {
        let at = at - self.shift;
        let hex = self.layout.axial_at(hexx::Vec2::new(at.x, at.y));
        (hex.x, hex.y)
    }

    fn look_up(&self, (x, y): (i32, i32)) -> Option<Ix> {
        let (col, row) = (x - self.low.0, y - self.low.1);
        let inside = (0..self.wide).contains(&col) && row >= 0;
        let at = inside.then(|| self.table.get((row * self.wide + col) as usize).copied()).flatten();
        at.filter(|ix| *ix != NONE).map(Ix)
    }

    /// The hex under a point.
    pub(crate) fn hex_at(&self, at: Pos2) -> Option<Ix> {
        self.look_up(self.under(at))
    }

    /// The hex under a point and the six around it, each with its center; those off the map have no index.
    pub(crate) fn about(&self, at: Pos2) -> [(Option<Ix>, Pos2); 7] {
        const STEPS: [(i32, i32); 7] = [(0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        let (x, y) = self.under(at);
        STEPS.map(|(dx, dy)| {
            let key = (x + dx, y + dy);
            let ix = self.look_up(key);
            let middle = ix.map_or_else(|| self.on_plane(self.layout.center_at(hexx::Hex::new(key.0, key.1))), |ix| self.center(ix));
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
    pub(crate) fn middle(&self) -> Pos2 {
        self.ends[0].lerp(self.ends[1], 0.5)
    }

    /// From the first hex to the second, one long.
    pub(crate) fn across(&self) -> Vec2 {
        (self.hexes[1] - self.hexes[0]).normalized()
    }

    /// From one end to the other, one long.
    pub(crate) fn along(&self) -> Vec2 {
        (self.ends[1] - self.ends[0]).normalized()
    }
}
