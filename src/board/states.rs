//! What changes about the counters, in chunks that copies share, so that a snapshot costs only what has changed since the last one.

use super::ids::UnitId;
use super::unit::{Place, Rank, Status};
use std::iter::FlatMap;
use std::ops::{Index, IndexMut, Range};
use std::slice;
use std::sync::Arc;

/// Everything that can change about a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnitState {
    /// Where it lies.
    pub place: Place,
    /// Its height in its stack.
    pub rank: Rank,
    /// All else.
    pub status: Status,
}

/// How many counters a leaf holds: an order changes only a few counters, which are mostly next to each other in the tables.
const LEAF: usize = 16;

/// The counters that share a leaf.
type Leaf = Arc<[UnitState]>;

/// The state of every counter, by its id.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct States(Vec<Leaf>);

impl States {
    /// How many counters there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|leaf| leaf.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them, in the order of ids.
    pub fn iter(&self) -> <&States as IntoIterator>::IntoIter {
        self.into_iter()
    }

    /// The same to be changed.
    pub fn iter_mut(&mut self) -> <&mut States as IntoIterator>::IntoIter {
        self.into_iter()
    }

    /// Swaps the states of two counters.
    pub fn swap(&mut self, a: usize, b: usize) {
        (self[a], self[b]) = (self[b], self[a]);
    }
}

impl FromIterator<UnitState> for States {
    fn from_iter<I: IntoIterator<Item = UnitState>>(states: I) -> States {
        let mut states = states.into_iter().peekable();
        let mut leaves = Vec::new();
        while states.peek().is_some() {
            leaves.push(states.by_ref().take(LEAF).collect());
        }
        States(leaves)
    }
}

impl Index<usize> for States {
    type Output = UnitState;
    fn index(&self, at: usize) -> &UnitState {
        &self.0[at / LEAF][at % LEAF]
    }
}

impl IndexMut<usize> for States {
    fn index_mut(&mut self, at: usize) -> &mut UnitState {
        &mut Arc::make_mut(&mut self.0[at / LEAF])[at % LEAF]
    }
}

impl<'a> IntoIterator for &'a States {
    type Item = &'a UnitState;
    type IntoIter = FlatMap<slice::Iter<'a, Leaf>, slice::Iter<'a, UnitState>, fn(&'a Leaf) -> slice::Iter<'a, UnitState>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().flat_map(|leaf| leaf.iter())
    }
}

impl<'a> IntoIterator for &'a mut States {
    type Item = &'a mut UnitState;
    type IntoIter = FlatMap<slice::IterMut<'a, Leaf>, slice::IterMut<'a, UnitState>, fn(&'a mut Leaf) -> slice::IterMut<'a, UnitState>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut().flat_map(|leaf| Arc::make_mut(leaf).iter_mut())
    }
}

/// The states as of the last snapshot, and which leaves have changed since.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Kept {
    states: States,
    stale: Vec<bool>,
}

impl Kept {
    /// For these counters, before anything is known about them.
    pub(super) fn of(states: States) -> Kept {
        Kept { stale: vec![false; states.0.len()], states }
    }

    /// Notes that a counter changes.
    pub(super) fn spoil(&mut self, unit: UnitId) {
        self.stale[unit.at() / LEAF] = true;
    }

    /// The current states; only those that may have changed are asked for.
    pub(super) fn renewed(&mut self, now: impl Fn(usize) -> UnitState) -> States {
        for (n, stale) in self.stale.iter_mut().enumerate().filter(|(_, stale)| **stale) {
            self.states.0[n] = counters(n, &self.states.0[n]).map(&now).collect();
            *stale = false;
        }
        self.states.clone()
    }

    /// Takes over other states; returns the counters that may differ.
    pub(super) fn replace(&mut self, states: &States) -> Vec<UnitId> {
        let mut other = Vec::new();
        for (n, leaf) in states.0.iter().enumerate() {
            if std::mem::take(&mut self.stale[n]) || !Arc::ptr_eq(leaf, &self.states.0[n]) {
                self.states.0[n] = leaf.clone();
                other.extend(counters(n, leaf).map(|at| UnitId(at as u16)));
            }
        }
        other
    }
}

/// The counters of a leaf.
fn counters(n: usize, leaf: &Leaf) -> Range<usize> {
    n * LEAF..n * LEAF + leaf.len()
}
