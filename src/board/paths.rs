//! Paths on the map: reach, supply lines and flood fills, on dense arrays.
//!
//! Every function takes closures, so that each game states its own costs and obstacles.

use super::Path;
use super::hex::{Dir, Grid, Hex, Ix};
use super::map::Map;
use std::sync::Arc;

/// Whether a step from one hex to the next is possible, and its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Not possible.
    Closed,
    /// Possible at this cost.
    Go(u16),
    /// Possible at this cost, and the mover must stop there.
    Halt(u16),
}

const FAR: u16 = u16::MAX;

/// What is known of a hex during a search.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// Twice the cost to get there, plus one if the mover must stop there: lower is better.
    rank: u16,
    from: u16,
}

const UNREACHED: Spot = Spot { rank: FAR, from: FAR };

/// What can be reached from a hex, at what cost and by which path. Keep one and reuse it: it owns its arrays.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Shared with the [ways](Reach::ways) of the last search as long as somebody keeps those.
    spots: Arc<[Spot]>,
    start: u16,
    /// A bit for each hex that has been reached.
    reached: Vec<u64>,
    found: Vec<Ix>,
    /// Hexes still to be looked at, by cost: costs are small whole numbers, so no heap is needed.
    waiting: Vec<Vec<u16>>,
}

impl Reach {
    /// Finds every hex that can be reached for at most `budget`. The start itself costs nothing.
    pub fn explore(&mut self, grid: &Grid, start: Ix, budget: u16, step: impl FnMut(Ix, Dir, Ix) -> Step) {
        self.explore_at_least(grid, start, budget, 0, step);
    }

    /// The same, where no step except the first costs less than `least`: the rules are not asked about steps that cannot improve on a known path.
    pub fn explore_at_least(&mut self, grid: &Grid, start: Ix, budget: u16, least: u16, mut step: impl FnMut(Ix, Dir, Ix) -> Step) {
        self.forget(grid);
        let budget = budget.min(FAR / 2 - 1);
        if self.waiting.len() <= usize::from(budget) {
            self.waiting.resize(usize::from(budget) + 1, Vec::new());
        }
        self.start = start.0;
        let (spots, reached) = (Arc::make_mut(&mut self.spots), &mut self.reached);
        spots[start.at()].rank = 0;
        self.waiting[0].push(start.0);
        let mut left = 1;
        for spent in 0..=budget {
            let best = spent.saturating_add(least).saturating_mul(2);
            while let Some(here) = self.waiting[usize::from(spent)].pop() {
                left -= 1;
                if spots[usize::from(here)].rank != spent * 2 {
                    continue; // a cheaper way was found meanwhile, or nothing leads on
                }
                for (dir, there) in (0..).zip(*grid.beside(Ix(here))) {
                    // Off the map there is no spot; and where no step from here can be better, the rules need not be asked.
                    let Some(known) = spots.get(usize::from(there)).map(|spot| spot.rank).filter(|known| *known > best) else { continue };
                    let (cost, halted) = match step(Ix(here), Dir(dir), Ix(there)) {
                        Step::Closed => continue,
                        Step::Go(cost) => (cost, false),
                        Step::Halt(cost) => (cost, true),
                    };
                    let total = spent.saturating_add(cost);
                    if total > budget || total * 2 + u16::from(halted) >= known {
                        continue;
                    }
                    spots[usize::from(there)] = Spot { rank: total * 2 + u16::from(halted), from: here };
                    reached[usize::from(there) / 64] |= 1 << (there % 64);
                    self.waiting[usize::from(total)].push(there);
                    left += 1;
                }
            }
            if left == 0 {
                break;
            }
        }
        // In map order, as the bits are.
        for (at, bits) in (0u16..).zip(&self.reached) {
            let mut bits = *bits;
            while bits != 0 {
                self.found.push(Ix(at * 64 + bits.trailing_zeros() as u16));
                bits &= bits - 1;
            }
        }
    }

    /// Clears the previous search. Most units reach only a small part of the map, and only that is wiped.
    fn forget(&mut self, grid: &Grid) {
        match Arc::get_mut(&mut self.spots).filter(|spots| spots.len() == grid.len()) {
            Some(spots) => {
                spots[usize::from(self.start)] = UNREACHED;
                self.found.iter().for_each(|ix| spots[ix.at()] = UNREACHED);
            }
            None => self.spots = std::iter::repeat_n(UNREACHED, grid.len()).collect(),
        }
        self.reached.clear();
        self.reached.resize(grid.len().div_ceil(64), 0);
        self.found.clear();
    }

    /// The hexes reached, in map order, without the start.
    pub fn found(&self) -> &[Ix] {
        &self.found
    }

    /// The cost to get there, if it can be reached.
    pub fn cost(&self, ix: Ix) -> Option<u16> {
        Some(self.spots[ix.at()].rank).filter(|rank| *rank != FAR).map(|rank| rank / 2)
    }

    /// The hexes entered on the way there, ending with `ix`.
    pub fn path(&self, ix: Ix) -> Vec<Ix> {
        let mut path = vec![ix; steps(&self.spots, ix)];
        walk_back(&self.spots, ix, &mut path, |ix| ix);
        path
    }

    /// The same, in the form used in orders.
    pub fn way(&self, grid: &Grid, ix: Ix) -> Path {
        way(&self.spots, grid, ix)
    }

    /// All of these ways, for whoever will want a few of them when the next search has long begun.
    pub fn ways(&self, map: &Map) -> Ways {
        Ways { map: map.clone(), spots: self.spots.clone() }
    }

    /// The cheapest line from a hex to a goal. If the enemy blocks every line, the cheapest there would be and the hex that cuts it. `None` if the
    /// ground itself allows no line. The start is never blocked.
    pub fn line(
        &mut self,
        grid: &Grid,
        start: Ix,
        budget: u16,
        mut step: impl FnMut(Ix, Dir, Ix) -> Step,
        goal: impl Fn(Ix) -> bool,
        blocked: impl Fn(Ix) -> bool,
    ) -> Option<Trace> {
        for free in [true, false] {
            self.explore(grid, start, budget, |from, dir, to| if free && blocked(to) { Step::Closed } else { step(from, dir, to) });
            let nearest = std::iter::once(start).chain(self.found.iter().copied()).filter(|ix| goal(*ix)).min_by_key(|ix| (self.spots[ix.at()].rank / 2, *ix));
            if let Some(end) = nearest {
                let path = self.path(end);
                let cut = path.iter().copied().find(|ix| blocked(*ix));
                return Some(Trace { path, cut });
            }
        }
        None
    }
}

/// The paths that a search has found, shared with it rather than copied.
#[derive(Clone)]
pub struct Ways {
    map: Map,
    spots: Arc<[Spot]>,
}

impl Ways {
    /// The path to a hex that was found, as orders contain it.
    pub fn to(&self, end: Ix) -> Path {
        way(&self.spots, &self.map.grid, end)
    }

    /// The number of the hex where a path ends.
    pub fn hex(&self, end: Ix) -> Hex {
        self.map.grid.hex(end)
    }
}

impl std::fmt::Debug for Ways {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Ways").finish_non_exhaustive()
    }
}

/// The path to a hex that was found, as orders contain it.
fn way(spots: &[Spot], grid: &Grid, end: Ix) -> Path {
    let mut way = Path::from_elem(Hex(0), steps(spots, end));
    walk_back(spots, end, &mut way, |ix| grid.hex(ix));
    way
}

/// How many hexes are entered on the way there.
fn steps(spots: &[Spot], end: Ix) -> usize {
    let (mut at, mut steps) = (spots[end.at()].from, 0);
    while at != FAR {
        (at, steps) = (spots[usize::from(at)].from, steps + 1);
    }
    steps
}

/// Writes the path there into a slice of its length, from end to start.
fn walk_back<T>(spots: &[Spot], end: Ix, way: &mut [T], name: impl Fn(Ix) -> T) {
    let mut at = end;
    for entered in way.iter_mut().rev() {
        *entered = name(at);
        at = Ix(spots[at.at()].from);
    }
}

/// Whether some path leads from a hex to a goal by steps that `open` allows.
pub fn leads(grid: &Grid, start: Ix, open: impl Fn(Ix, Dir, Ix) -> bool, goal: impl Fn(Ix) -> bool) -> bool {
    let mut seen = vec![false; grid.len()];
    seen[start.at()] = true;
    let mut waiting = vec![start];
    // The nearest hexes first: most goals are near.
    let mut next = 0;
    while let Some(here) = waiting.get(next).copied() {
        if goal(here) {
            return true;
        }
        next += 1;
        for (dir, there) in grid.around(here) {
            if !seen[there.at()] && open(here, dir, there) {
                seen[there.at()] = true;
                waiting.push(there);
            }
        }
    }
    false
}

/// A line of supply or communication.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The hexes entered, from the unit to the source.
    pub path: Vec<Ix>,
    /// The first hex where the enemy cuts it; an open line has none.
    pub cut: Option<Ix>,
}

/// Marks every hex that can be reached from the sources through hexes and sides that `pass` lets through.
/// `layer` is cleared first; sources are always marked.
pub fn flood(grid: &Grid, sources: impl IntoIterator<Item = Ix>, layer: &mut Vec<bool>, waiting: &mut Vec<Ix>, mut pass: impl FnMut(Ix, Dir, Ix) -> bool) {
    layer.clear();
    layer.resize(grid.len(), false);
    waiting.clear();
    for source in sources {
        if !std::mem::replace(&mut layer[source.at()], true) {
            waiting.push(source);
        }
    }
    while let Some(here) = waiting.pop() {
        for (dir, there) in grid.around(here) {
            if !layer[there.at()] && pass(here, dir, there) {
                layer[there.at()] = true;
                waiting.push(there);
            }
        }
    }
}
