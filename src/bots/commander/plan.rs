//! A plan: how a commander departs from what Steady would do. It names orders and preferences rather than a fixed sequence, so it still applies
//! whatever the dice bring.

use crate::board::{Hex, Map, Role};
use crate::bots::steady::Occasion;
use crate::games::Order;
use std::cell::RefCell;
use std::hash::{Hash, Hasher};

/// One departure from what Steady would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Edit {
    /// Gives an order as soon as it is offered, once.
    Do(u64),
    /// Does not give an order.
    Avoid(u64),
    /// Values all orders of a kind more or less.
    Lean(u64, i32),
    /// Values every attack more or less.
    Bold(i32),
    /// Draws units that are not too far away to a hex, or keeps them there: this much for every hex nearer.
    Aim(Hex, i32),
}

/// All departures in a turn; preferences also last beyond it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Plan(Vec<Edit>);

/// More than any order is worth.
const CERTAIN: i32 = 1_000_000;
/// No plan includes an order that Steady values at this or less: it would lose what must not be lost, such as Ankara.
const NEVER: i32 = -1000;
/// Units farther from an aim than this many hexes are not drawn to it.
const DRAWN: u32 = 9;

/// What tells orders apart: which order it is, and of what kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    order: u64,
    kind: u64,
}

impl Key {
    pub(super) fn of(order: &Order) -> Key {
        let mut hasher = Fold { hash: 0xcbf2_9ce4_8422_2325, kind: 0, variants: 0 };
        order.hash(&mut hasher);
        Key { order: hasher.hash, kind: hasher.kind }
    }
}

/// Hashes an order into a number that is the same on every machine, and keeps the kind of order: the first two enum variants it meets, those of the
/// game and of its order.
struct Fold {
    hash: u64,
    kind: u64,
    variants: u8,
}

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        self.hash
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.hash = (self.hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    }

    fn write_isize(&mut self, variant: isize) {
        self.write(&(variant as i64).to_le_bytes());
        if self.variants < 2 {
            (self.kind, self.variants) = (self.hash, self.variants + 1);
        }
    }

    fn write_usize(&mut self, n: usize) {
        self.write(&(n as u64).to_le_bytes());
    }
}

impl Plan {
    /// What an order is worth under this plan, of which `done` has been carried out.
    pub(super) fn taste(&self, map: &Map, at: Occasion, order: &Order, score: i32, done: &[u64], lasting: bool) -> i32 {
        if self.0.is_empty() || score <= NEVER {
            return score;
        }
        let (key, role) = (Key::of(order), order.role());
        let mut worth = score;
        for edit in &self.0 {
            match *edit {
                Edit::Do(order) if order == key.order && !lasting && !done.contains(&order) => worth += CERTAIN,
                Edit::Avoid(order) if order == key.order && !lasting => worth -= CERTAIN,
                Edit::Lean(kind, by) if kind == key.kind => worth += by,
                Edit::Bold(by) if role == Role::Plan => worth += by,
                Edit::Aim(hex, by) => worth += by * nearer(map, at.from, order, hex),
                _ => {}
            }
        }
        // What has been begun against Steady's judgment is carried out.
        match role {
            Role::Go if self.is_bold() => worth.max(1),
            Role::Drop if self.is_bold() => worth.min(-1),
            _ => worth,
        }
    }

    /// Whether it attacks where Steady would not.
    fn is_bold(&self) -> bool {
        self.0.iter().any(|edit| matches!(edit, Edit::Do(_)) || matches!(edit, Edit::Bold(by) if *by > 0))
    }

    /// Only what lasts beyond the turn.
    pub(super) fn lasting(&self) -> Plan {
        Plan(self.0.iter().filter(|edit| !matches!(edit, Edit::Do(_) | Edit::Avoid(_))).copied().collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// This plan with one more departure.
    pub(super) fn with(&self, edit: Edit) -> Plan {
        let contrary = |known: &Edit| match (known, &edit) {
            (Edit::Do(a) | Edit::Avoid(a), Edit::Do(b) | Edit::Avoid(b)) => a == b,
            (Edit::Aim(a, _), Edit::Aim(b, _)) => a == b,
            (Edit::Lean(a, _), Edit::Lean(b, _)) => a == b,
            (Edit::Bold(_), Edit::Bold(_)) => true,
            _ => false,
        };
        let mut edits: Vec<Edit> = self.0.iter().filter(|known| !contrary(known)).copied().collect();
        edits.push(edit);
        Plan(edits)
    }

    /// This plan without one of its departures.
    pub(super) fn without(&self, at: usize) -> Plan {
        Plan(self.0.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, edit)| *edit).collect())
    }

    /// What counts as carried out once an order is given.
    pub(super) fn does(&self, order: &Order) -> Option<u64> {
        if !self.0.iter().any(|edit| matches!(edit, Edit::Do(_))) {
            return None;
        }
        let key = Key::of(order);
        self.0.contains(&Edit::Do(key.order)).then_some(key.order)
    }
}

/// By how many hexes an order brings a unit nearer to a hex, if that is not too far.
fn nearer(map: &Map, from: Option<Hex>, order: &Order, hex: Hex) -> i32 {
    let path = order.path();
    let (Some(start), Some(end)) = (from.or(path.first().copied()), path.last().copied()) else { return 0 };
    let grid = &map.grid;
    let (Some(start), Some(end), Some(aim)) = (grid.ix(start), grid.ix(end), grid.ix(hex)) else { return 0 };
    let far = grid.distance(start, aim);
    if far > DRAWN { 0 } else { far as i32 - grid.distance(end, aim) as i32 }
}

/// An order that was weighed, and what it was worth.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    key: Key,
    role: Role,
    marches: bool,
    score: i32,
}

/// One of the planner's own decisions in a playout: the order given, and what else was weighed.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    chosen: Key,
    weighed: Vec<Weighed>,
}

/// What is weighed during a decision.
#[derive(Default)]
pub(super) struct Weighings(RefCell<Vec<Weighed>>);

impl Weighings {
    pub(super) fn note(&self, order: &Order, score: i32) {
        self.0.borrow_mut().push(Weighed { key: Key::of(order), role: order.role(), marches: !order.path().is_empty(), score });
    }

    /// The resulting decision; none if there was nothing else to do.
    pub(super) fn decided(self, chosen: &Order) -> Option<Decision> {
        let (chosen, weighed) = (Key::of(chosen), self.0.into_inner());
        weighed.iter().any(|other| other.key != chosen).then_some(Decision { chosen, weighed })
    }
}

/// Only this many of the best alternatives are tried.
const RANKS: usize = 8;

impl Decision {
    /// A different choice here, drawn at random, with good alternatives more likely than bad ones.
    pub(super) fn vary(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<Edit> {
        let mut others: Vec<Weighed> = self.weighed.iter().filter(|other| other.key != self.chosen).copied().collect();
        others.sort_by_key(|other| (-other.score, other.key.order));
        others.dedup_by_key(|other| other.key.order);
        // Takes the better of two picks, so that low ranks are likelier.
        let ranks = others.len().min(RANKS);
        let pick = below(ranks).min(below(ranks));
        let other = others.get(pick)?;
        let score = self.weighed.iter().find(|weighed| weighed.key == self.chosen).map_or(0, |weighed| weighed.score);
        let gap = (score - other.score).clamp(0, CERTAIN / 100) + 1;
        Some(match below(10) {
            0..=4 => Edit::Do(other.key.order),
            5..=6 => Edit::Avoid(self.chosen.order),
            7..=8 if other.key.kind != self.chosen.kind => Edit::Lean(other.key.kind, gap),
            9 if other.key.kind != self.chosen.kind => Edit::Lean(self.chosen.kind, -gap),
            _ => Edit::Do(other.key.order),
        })
    }
}

/// What a typical march and a typical attack are worth to Steady: the scale for preferences.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    pub(super) march: i32,
    pub(super) attack: i32,
}

impl Measure {
    pub(super) fn of(decisions: &[Decision]) -> Measure {
        let middle = |wanted: &dyn Fn(&Weighed) -> bool| {
            let mut scores: Vec<i32> =
                decisions.iter().flat_map(|decision| &decision.weighed).filter(|order| wanted(order)).map(|order| order.score.abs()).collect();
            scores.retain(|score| *score > 0 && *score < CERTAIN / 2);
            scores.sort_unstable();
            scores.get(scores.len() / 2).copied().unwrap_or(20)
        };
        Measure { march: middle(&|order| order.marches && order.score > 0), attack: middle(&|order| order.role == Role::Plan) }
    }
}
