//! Takes what looks best at the moment: it attacks when the odds are good, marches on objectives, and stays in supply. It does not search, so it is
//! fast.

use super::Bot;
use crate::board::{Hex, Role, Side, Target, UnitId};
use crate::games::{List, Order};
use crate::play::{self, Imagined, Session};
use bevy_ecs::prelude::World;
use std::collections::BTreeMap;

/// Weighs every choice by what its game's advice says about it, and remembers which counters have nothing better to do.
#[derive(Clone, Default)]
pub struct Steady {
    /// How much each counter's best choice was worth when it was last asked, and the step in which that was; in some games every action counts as a
    /// step.
    worth: BTreeMap<UnitId, i32>,
    /// Where each counter that has moved in this step has been: none goes back there.
    been: BTreeMap<UnitId, Vec<Hex>>,
    /// What it is planning, and what it has planned and dropped in this step, so that it does not plan that again.
    planning: Option<Order>,
    dropped: Vec<Order>,
    step: Step,
    /// What is asked and offered; kept for their room.
    asked: List,
    offered: List,
}

/// A turn, a step of it and, where players act in turn, the action.
pub(super) type Step = Option<(u8, u8, Option<i32>)>;

/// When an order is weighed, and for whom.
#[derive(Clone, Copy)]
pub(super) struct Occasion {
    pub(super) step: Step,
    /// What the order is shown on, for a bot that reads more than orders.
    pub(super) on: Option<Target>,
    /// Where the counter that the order is for is.
    pub(super) from: Option<Hex>,
}

/// How a bot alters what its game's advice thinks of an order.
pub(super) type Taste<'a> = &'a dyn Fn(Occasion, &Order, i32) -> i32;

impl Bot for Steady {
    fn choose(&mut self, imagined: &mut Imagined) -> Option<Order> {
        self.decide(imagined.world())
    }
}

impl Steady {
    /// A Steady whose taste is told what an order is shown on, which takes longer.
    pub(super) fn with_words() -> Steady {
        Steady { asked: List::with_words(), offered: List::with_words(), ..Steady::default() }
    }

    /// Its order in a world it may know everything about: an imagined one, even in the middle of a search there.
    pub fn decide(&mut self, world: &mut World) -> Option<Order> {
        self.decide_by(world, None)
    }

    /// The same with a taste of one's own, if there is one.
    pub(super) fn decide_by(&mut self, world: &mut World, taste: Option<Taste<'_>>) -> Option<Order> {
        let mut asked = std::mem::take(&mut self.asked);
        super::asked(world, &mut asked);
        let order = self.answer(world, &asked, taste);
        self.asked = asked;
        order
    }

    fn answer(&mut self, world: &mut World, asked: &List, taste: Option<Taste<'_>>) -> Option<Order> {
        let side = asked.side?;
        let occasion = play::alternation(world).and_then(|turn| turn.occasion);
        let (turn, at) = Session::moment(world);
        let step = Some((turn, at, occasion));
        if self.step != step {
            self.step = step;
            self.forget();
        }
        let found = self.weigh(world, side, asked, taste).or_else(|| {
            // Only things that were worth nothing before, and ways back, are left to do.
            self.forget();
            self.weigh(world, side, asked, taste)
        });
        let (order, unit) = found?;
        if let Some((unit, hex)) = unit.filter(|_| !order.path().is_empty()).and_then(|unit| Some((unit, Session::hex_of(world, unit)?))) {
            self.been.entry(unit).or_default().push(hex);
        }
        match order.role() {
            Role::Plan => self.planning = Some(order.clone()),
            Role::Drop => self.dropped.extend(self.planning.take()),
            _ => {}
        }
        Some(order)
    }

    /// Begins a step.
    fn forget(&mut self) {
        self.worth.clear();
        self.been.clear();
        self.dropped.clear();
    }

    /// The best of what is asked, leaving aside counters that had nothing to do, and whose order it is, if a counter's.
    fn weigh(&mut self, world: &mut World, side: Side, asked: &List, taste: Option<Taste<'_>>) -> Option<(Order, Option<UnitId>)> {
        let step = self.step;
        let every = step.is_some_and(|(_, _, occasion)| occasion.is_some());
        let tasted = |on, from, order: &Order, score| taste.map_or(score, |taste| taste(Occasion { step, on, from }, order, score));
        let altered: Altered<'_> = &|on, order, score| tasted(on, None, order, score);
        let found = best(world, side, asked, &self.dropped, &[], taste.map(|_| altered));
        let mut best = found.map(|(score, order)| (score, order, None));
        let threshold = best.as_ref().map_or(i32::MIN, |(score, ..)| *score);
        for unit in asked.actors.iter().copied() {
            // A counter that had nothing to do still has nothing; one with something less urgent than a button waits until that is pressed.
            if self.worth.get(&unit).is_some_and(|worth| *worth <= threshold.max(0)) {
                continue;
            }
            play::acts_of(world, &[unit], &mut self.offered);
            let from = Session::hex_of(world, unit);
            let been = self.been.get(&unit).map_or(&[][..], Vec::as_slice);
            let altered: Altered<'_> = &|on, order, score| tasted(on, from, order, score);
            match self::best(world, side, &self.offered, &[], been, taste.map(|_| altered)) {
                Some((score, order)) if score > threshold.max(0) || best.is_none() => {
                    if best.as_ref().is_none_or(|(known, ..)| score > *known) {
                        best = Some((score, order, Some(unit)));
                    }
                    // On the map, one counter after another is good enough; of those off the map, the best comes first.
                    if !every && Session::hex_of(world, unit).is_some() {
                        break;
                    }
                }
                found => drop(self.worth.insert(unit, found.map_or(i32::MIN, |(score, _)| score))),
            }
        }
        best.map(|(_, order, unit)| (order, unit))
    }
}

/// How a bot alters the worth of an order that is shown on something.
type Altered<'a> = &'a dyn Fn(Option<Target>, &Order, i32) -> i32;

/// The best of the listed orders, except those dropped before and those that lead back to where the counter has been; the first of several that are
/// worth the same.
fn best(world: &mut World, side: Side, list: &List, dropped: &[Order], been: &[Hex], taste: Option<Altered<'_>>) -> Option<(i32, Order)> {
    let mut best: Option<(i32, Order)> = None;
    for (at, score) in play::heuristic_scores(world, side, list.orders().collect()).into_iter().enumerate() {
        let is_better = |score| best.as_ref().is_none_or(|(known, _)| score > *known);
        if taste.is_none() && !is_better(score) {
            continue;
        }
        let order = list.get(at);
        if dropped.contains(&order) || order.path().last().is_some_and(|end| been.contains(end)) {
            continue;
        }
        let score = taste.map_or(score, |taste| taste(list.on(at), &order, score));
        if is_better(score) {
            best = Some((score, order));
        }
    }
    best
}
