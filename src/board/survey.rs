//! What a map and its chart say together: which hexes can be entered, which sides are open, how much room an area has.
//!
//! This is ground movement for no unit in particular; each game adds its own rules. The checks of the tables use it, and set-up may.

use super::hex::{Axis, Compass, Dir, Ix};
use super::map::{Area, Ground, SideKind, Site};
use super::terrain::{Chart, Points};

/// A map with its chart, and the questions that need both.
pub struct Survey<'a> {
    /// The map.
    pub ground: &'a Ground,
    /// Its chart.
    pub chart: &'a Chart,
    /// The first and the last column of each row.
    rows: Vec<(i32, i32)>,
    /// The first and the last row of each column.
    cols: Vec<(i32, i32)>,
}

/// Whether a place is a city of any size: the kinds that an area means by `cities`.
pub(crate) fn is_city(site: &Site) -> bool {
    matches!(site.kind.as_str(), "city" | "capital" | "mega-city")
}

impl<'a> Survey<'a> {
    /// Measures the map.
    pub fn new(ground: &'a Ground, chart: &'a Chart) -> Survey<'a> {
        let mut rows = vec![(i32::MAX, i32::MIN); 100];
        let mut cols = rows.clone();
        let widen = |span: &mut (i32, i32), to: i32| *span = (span.0.min(to), span.1.max(to));
        for hex in ground.grid.hexes() {
            let (row, col) = ground.grid.numbering().row_col(*hex);
            widen(&mut rows[row as usize], col);
            widen(&mut cols[col as usize], row);
        }
        Survey { ground, chart, rows, cols }
    }

    /// Whether ground units can ever be here: ground not prohibited, region in play, and a road where only roads lead in.
    pub fn enterable(&self, ix: Ix) -> bool {
        let effect = self.chart.hex(self.ground, ix);
        !effect.prohibited && self.ground.region(ix).in_play && (!effect.road_only || self.ground.on_road(ix))
    }

    /// Whether ground units can cross a side: both hexes can be entered and nothing on the side forbids it. A road bridges
    /// whatever the side carries, and is the only way in and out where the ground is for roads only.
    pub fn open(&self, here: Ix, dir: Dir, there: Ix) -> bool {
        let sides = self.ground.side(here, dir);
        let road = sides.has(SideKind::Road);
        let road_only = [here, there].iter().any(|ix| self.chart.hex(self.ground, *ix).road_only);
        let barred = self.chart.side(sides).any(|(_, effect)| effect.prohibited);
        self.enterable(here) && self.enterable(there) && (road || !(road_only || barred))
    }

    /// Whether a hex is all sea.
    pub fn is_sea(&self, ix: Ix) -> bool {
        self.ground.region(ix).tags.iter().any(|tag| tag == "sea")
    }

    /// Who holds a hex at the start; empty: nobody.
    pub fn holder(&self, ix: Ix) -> &str {
        self.ground.holders.get(&self.ground.grid.hex(ix)).unwrap_or(&self.ground.region(ix).holder)
    }

    /// The stacking limit of a hex, places included; `None` where the chart sets no limit.
    pub fn stack(&self, ix: Ix) -> Option<u32> {
        let mut limit = self.chart.hex(self.ground, ix).stack.map(i32::from);
        for effect in self.ground.sites(ix).filter_map(|site| self.chart.places.get(&site.kind)) {
            limit = effect.stack.map(i32::from).or(limit);
            limit = limit.map(|limit| limit.saturating_add(effect.values.get("added_stack").copied().unwrap_or(0)));
        }
        limit.map(|limit| limit.clamp(0, i32::from(u16::MAX)) as u32)
    }

    /// Points to enter a hex across open ground, places included; `None` where nobody can enter that way.
    pub fn cost(&self, ix: Ix) -> Option<Points> {
        let ground = self.chart.hex(self.ground, ix);
        let mut cost = ground.r#move.filter(|_| !ground.prohibited);
        for effect in self.ground.sites(ix).filter_map(|site| self.chart.places.get(&site.kind)) {
            let added = effect.values.get("added_move").map_or(0, |points| (*points).clamp(-99, 99) as i16);
            cost = cost.map(|cost| Points(effect.r#move.unwrap_or(cost).0.saturating_add(Points::whole(added).0)));
        }
        cost
    }

    /// The hexes of an area that units can be in, in map order.
    pub fn area(&self, area: &Area) -> Vec<Ix> {
        self.ground.grid.all().filter(|ix| self.enterable(*ix) && self.ground.in_area(area, *ix)).collect()
    }

    /// How much an area holds; `None` if the chart sets one of its hexes no limit.
    pub fn room(&self, area: &Area) -> Option<u32> {
        self.area(area).into_iter().map(|ix| self.stack(ix)).sum()
    }

    /// Whether a hex is the last of its row or column toward an edge of the sheet.
    pub fn on_edge(&self, ix: Ix, edge: Compass) -> bool {
        let numbering = self.ground.grid.numbering();
        let (row, col) = numbering.row_col(self.ground.grid.hex(ix));
        let (axis, place, (first, last)) = match edge {
            Compass::North | Compass::South => (Axis::Row, row, self.cols[col as usize]),
            Compass::East | Compass::West => (Axis::Col, col, self.rows[row as usize]),
        };
        let grows = if numbering.first == axis { numbering.first_grows } else { numbering.second_grows };
        place == if grows == edge { last } else { first }
    }

    /// Whether a road, railway or river touches a hex.
    pub fn touched_by(&self, ix: Ix, kind: SideKind) -> bool {
        self.ground.sides[ix.at()].iter().any(|sides| sides.has(kind))
    }

    /// The connected pieces of a set of hexes, where `pass` says which lead to which, the largest first; of two equally large ones, the one that
    /// comes first on the map.
    pub fn pieces(&self, among: impl Fn(Ix) -> bool, mut pass: impl FnMut(Ix, Dir, Ix) -> bool) -> Vec<Vec<Ix>> {
        let grid = &self.ground.grid;
        let mut left: Vec<bool> = grid.all().map(among).collect();
        let mut pieces = Vec::new();
        for start in grid.all() {
            if !std::mem::take(&mut left[start.at()]) {
                continue;
            }
            let (mut piece, mut next) = (vec![start], 0);
            while let Some(here) = piece.get(next).copied() {
                next += 1;
                for (dir, there) in grid.around(here) {
                    if left[there.at()] && pass(here, dir, there) {
                        left[there.at()] = false;
                        piece.push(there);
                    }
                }
            }
            piece.sort_unstable();
            pieces.push(piece);
        }
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
        pieces
    }
}
