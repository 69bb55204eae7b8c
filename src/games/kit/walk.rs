//! Movement: a path hex by hex, or every hex in reach, with steps judged the same way for both; and the one hex that a unit may always enter.

use crate::board::paths::{Reach, Step};
use crate::board::{Dir, Grid, Hex, Illegal, Ix, Points};

/// What entering a hex is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// What it costs.
    pub cost: Points,
    /// The rule that makes the unit stop there, if one does.
    pub stops: Option<&'static str>,
}

/// How far a unit can still go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gait {
    /// Where it stands.
    pub start: Ix,
    /// Points left.
    pub left: Points,
    /// It has not entered a hex yet in this segment.
    pub fresh: bool,
}

/// Why a path cannot be walked.
pub(crate) enum Stumble<B> {
    /// It names no hex.
    Nowhere,
    /// A hex is not next to the one before it.
    Apart(Ix, Hex),
    /// The unit would have had to stop in a hex, by a rule.
    Halted(&'static str, Ix),
    /// Something bars the way from a hex into the next.
    Barred(B, Ix, Ix),
    /// It would take so many points to get to a hex.
    TooFar(Points, Ix),
}

/// A unit about to move: the game judges a step.
pub(crate) trait Walker {
    /// What bars a step.
    type Bar;

    /// The rule of the minimum move: a unit that has not moved may always enter one hex.
    const MINIMUM: &'static str;

    /// How far it can still go.
    fn gait(&self) -> Gait;
    /// The hexes of the map.
    fn grid(&self) -> &Grid;
    /// What every step but a minimum move costs at least.
    fn least(&self) -> Points {
        Points(0)
    }
    /// What one step takes, points apart.
    fn step(&self, from: Ix, dir: Dir, to: Ix) -> Result<Entry, Self::Bar>;
    /// Puts into words why a path cannot be walked.
    fn refuse(&self, why: Stumble<Self::Bar>) -> Illegal;

    /// The same step, as a minimum move if it is the first and the points do not suffice.
    fn entry(&self, first: bool, from: Ix, dir: Dir, to: Ix) -> Result<Entry, Self::Bar> {
        let (entry, gait) = (self.step(from, dir, to)?, self.gait());
        let minimum = first && gait.fresh && entry.cost > gait.left;
        Ok(if minimum { Entry { cost: gait.left, stops: Some(entry.stops.unwrap_or(Self::MINIMUM)) } } else { entry })
    }

    /// Walks a path and gives what each hex takes.
    fn walk(&self, path: &[Hex]) -> Result<Vec<Entry>, Illegal> {
        let (grid, gait) = (self.grid(), self.gait());
        if path.is_empty() {
            return Err(self.refuse(Stumble::Nowhere));
        }
        let (mut at, mut total, mut entries) = (gait.start, Points(0), Vec::<Entry>::with_capacity(path.len()));
        for hex in path {
            let Some((to, dir)) = grid.ix(*hex).and_then(|to| Some((to, grid.side(at, to)?))) else { return Err(self.refuse(Stumble::Apart(at, *hex))) };
            if let Some(rule) = entries.last().and_then(|entry| entry.stops) {
                return Err(self.refuse(Stumble::Halted(rule, at)));
            }
            let entry = self.entry(entries.is_empty(), at, dir, to).map_err(|bar| self.refuse(Stumble::Barred(bar, at, to)))?;
            total = Points(total.0 + entry.cost.0);
            if total > gait.left {
                return Err(self.refuse(Stumble::TooFar(total, to)));
            }
            at = to;
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Finds every hex the unit can reach, for prompts and overlays.
    fn reach(&self, reach: &mut Reach) {
        let gait = self.gait();
        let (budget, least) = (gait.left.0.max(0) as u16, self.least().0.max(0) as u16);
        reach.explore_at_least(self.grid(), gait.start, budget, least, |from, dir, to| match self.entry(from == gait.start, from, dir, to) {
            Err(_) => Step::Closed,
            Ok(Entry { cost, stops: Some(_) }) => Step::Halt(cost.0 as u16),
            Ok(Entry { cost, stops: None }) => Step::Go(cost.0 as u16),
        });
    }
}
