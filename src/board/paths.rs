//! Ways over the map: reach, supply lines and floods, on dense arrays.
//!
//! Every function takes closures, so that each game states its own costs and obstacles.

use super::Path;
use super::hex::{Dir, Grid, Hex, Ix};
use std::ops::DerefMut;

/// What a step from one hex into the next is like.
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
    cost: u16,
    from: u16,
    halted: bool,
}

/// Longer ways are rare.
const LONG: usize = 64;

const UNREACHED: Spot = Spot { cost: FAR, from: FAR, halted: false };

/// What can be reached from a hex, at what cost and by which way. Keep one and use it again: it owns its arrays.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    spots: Vec<Spot>,
    /// The hexes that `spots` knows something of.
    touched: Vec<u16>,
    found: Vec<Ix>,
    /// Hexes waiting to be looked at, by cost: costs are small whole numbers, so no heap is needed.
    waiting: Vec<Vec<u16>>,
}

impl Reach {
    /// Finds every hex that can be reached for at most `budget`. The start itself costs nothing.
    pub fn explore(&mut self, grid: &Grid, start: Ix, budget: u16, step: impl FnMut(Ix, Dir, Ix) -> Step) {
        self.explore_at_least(grid, start, budget, 0, step);
    }

    /// The same where no step, but for the first, costs less than `least`: the rules are not asked about steps that cannot be better than a known one.
    pub fn explore_at_least(&mut self, grid: &Grid, start: Ix, budget: u16, least: u16, mut step: impl FnMut(Ix, Dir, Ix) -> Step) {
        if self.spots.len() != grid.len() {
            self.spots.clear();
            self.spots.resize(grid.len(), UNREACHED);
            self.touched.clear();
        }
        // Most units get to a small part of the map: only that is wiped.
        for at in self.touched.drain(..) {
            self.spots[usize::from(at)] = UNREACHED;
        }
        self.found.clear();
        let budget = budget.min(FAR - 1);
        if self.waiting.len() <= usize::from(budget) {
            self.waiting.resize(usize::from(budget) + 1, Vec::new());
        }
        self.spots[start.at()].cost = 0;
        self.touched.push(start.0);
        self.waiting[0].push(start.0);
        let mut left = 1;
        for spent in 0..=budget {
            let best = spent.saturating_add(least);
            while let Some(here) = self.waiting[usize::from(spent)].pop() {
                left -= 1;
                let here = Ix(here);
                let spot = self.spots[here.at()];
                if spot.cost != spent || spot.halted {
                    continue; // a cheaper way was found meanwhile, or nothing leads on
                }
                for (dir, there) in grid.around(here) {
                    let known = self.spots[there.at()];
                    if known.cost < best || (known.cost == best && !known.halted) {
                        continue; // no step from here can be better, so the rules need not be asked
                    }
                    let (cost, halted) = match step(here, dir, there) {
                        Step::Closed => continue,
                        Step::Go(cost) => (cost, false),
                        Step::Halt(cost) => (cost, true),
                    };
                    let total = spent.saturating_add(cost);
                    let better = total < known.cost || (total == known.cost && known.halted && !halted && there != start);
                    if total > budget || !better {
                        continue;
                    }
                    if known.cost == FAR {
                        self.touched.push(there.0);
                    }
                    self.spots[there.at()] = Spot { cost: total, from: here.0, halted };
                    self.waiting[usize::from(total)].push(there.0);
                    left += 1;
                }
            }
            if left == 0 {
                break;
            }
        }
        // Map order: many are found in order by a sweep over all hexes for less than sorting would take.
        if self.touched.len() > self.spots.len() / 16 {
            let reached = self.spots.iter().enumerate().filter(|(i, spot)| spot.cost != FAR && *i != start.at());
            self.found.extend(reached.map(|(i, _)| Ix(i as u16)));
        } else {
            self.found.extend(self.touched[1..].iter().map(|at| Ix(*at)));
            self.found.sort_unstable();
        }
    }

    /// The hexes reached, in map order, without the start.
    pub fn found(&self) -> &[Ix] {
        &self.found
    }

    /// What it costs to get there, if it can be reached.
    pub fn cost(&self, ix: Ix) -> Option<u16> {
        Some(self.spots[ix.at()].cost).filter(|c| *c != FAR)
    }

    /// The hexes entered on the way there, the last being `ix`.
    pub fn path(&self, ix: Ix) -> Vec<Ix> {
        self.path_of(ix, |ix| ix)
    }

    /// The same as orders write it.
    pub fn way(&self, grid: &Grid, ix: Ix) -> Path {
        let mut way = [Hex(0); LONG];
        match self.walk_back(ix, &mut way, |ix| grid.hex(ix)) {
            Some(start) => Path::from_slice(&way[start..]),
            None => self.path_of(ix, |ix| grid.hex(ix)),
        }
    }

    /// The same, each hex as the caller calls it.
    pub fn path_of<T, P: FromIterator<T> + DerefMut<Target = [T]>>(&self, ix: Ix, name: impl Fn(Ix) -> T) -> P {
        let mut way = [ix; LONG];
        if let Some(start) = self.walk_back(ix, &mut way, |ix| ix) {
            return way[start..].iter().map(|ix| name(*ix)).collect();
        }
        let back = |at: &u16| Some(self.spots[usize::from(*at)].from).filter(|from| *from != FAR);
        let mut path: P = std::iter::successors(Some(ix.0), back).filter(|at| back(at).is_some()).map(|at| name(Ix(at))).collect();
        path.reverse();
        path
    }

    /// Walks from the end to the start into the end of a small array, so that a path is made at its length, in its order. Tells where in the array it
    /// begins; nothing of a way that is too long for it.
    fn walk_back<T>(&self, end: Ix, way: &mut [T; LONG], name: impl Fn(Ix) -> T) -> Option<usize> {
        let from = |at: u16| self.spots[usize::from(at)].from;
        let (mut at, mut start) = (end.0, LONG);
        while from(at) != FAR {
            start = start.checked_sub(1)?;
            way[start] = name(Ix(at));
            at = from(at);
        }
        Some(start)
    }

    /// The cheapest line from a hex to a goal; if the enemy closes every line, the cheapest one there would be and the hex
    /// that cuts it. `None` if the ground itself offers no line. The start is never blocked.
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
            let nearest = std::iter::once(start).chain(self.found.iter().copied()).filter(|ix| goal(*ix)).min_by_key(|ix| (self.spots[ix.at()].cost, *ix));
            if let Some(end) = nearest {
                let path = self.path(end);
                let cut = path.iter().copied().find(|ix| blocked(*ix));
                return Some(Trace { path, cut });
            }
        }
        None
    }
}

/// Whether some way leads from a hex to a goal by steps that `open` lets through.
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
