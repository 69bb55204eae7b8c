//! Takes what looks best at once: attacks where the chances say so, marches on objectives, keeps its supply. It searches nothing and so is fast.

use super::Bot;
use crate::board::{Choice, Hex, Prompt, Side, UnitId};
use crate::games::Order;
use crate::play::{self, Imagined, Session};
use bevy_ecs::prelude::World;
use std::collections::BTreeMap;

/// Weighs every choice by what its game's commander thinks of it, and remembers which counters have nothing better to do.
#[derive(Clone, Default)]
pub struct Steady {
    /// What the best thing to do was worth to each counter when it was last asked, and the step in which that was; in some games every action is
    /// such a step.
    worth: BTreeMap<UnitId, i32>,
    /// Where each counter was that has moved in this step: nobody goes back there.
    been: BTreeMap<UnitId, Vec<Hex>>,
    step: Step,
}

/// A turn, a step of it and, where players act in turn, the action.
pub(super) type Step = Option<(u8, u8, Option<i32>)>;

/// How a bot alters what its game's commander thinks of a choice.
pub(super) type Taste<'a> = &'a dyn Fn(Step, &Choice<Order>, i32) -> i32;

impl Bot for Steady {
    fn choose(&mut self, imagined: &mut Imagined) -> Option<Order> {
        self.decide(imagined.world())
    }
}

impl Steady {
    /// What it orders in a world that it may know all of: one that was imagined, also in the midst of a search there.
    pub fn decide(&mut self, world: &mut World) -> Option<Order> {
        self.decide_by(world, &|_, _, score| score)
    }

    /// The same with a taste of one's own.
    pub(super) fn decide_by(&mut self, world: &mut World, taste: Taste<'_>) -> Option<Order> {
        let prompt = super::asked(world);
        let side = prompt.side?;
        let occasion = play::alternation(world).and_then(|turn| turn.occasion);
        let (turn, at) = Session::moment(world);
        let step = Some((turn, at, occasion));
        if self.step != step {
            (self.step, self.worth, self.been) = (step, BTreeMap::new(), BTreeMap::new());
        }
        let found = self.weigh(world, side, &prompt, taste).or_else(|| {
            // All that was worth nothing before, and all ways back, are all there is to do now.
            self.worth.clear();
            self.been.clear();
            self.weigh(world, side, &prompt, taste)
        });
        let (order, unit) = found?;
        if let Some((unit, hex)) = unit.filter(|_| !order.path().is_empty()).and_then(|unit| Some((unit, Session::hex_of(world, unit)?))) {
            self.been.entry(unit).or_default().push(hex);
        }
        Some(order)
    }

    /// The best that a prompt offers, counters that had nothing to do apart; and whose order it is, if a counter's.
    fn weigh(&mut self, world: &mut World, side: Side, prompt: &Prompt<Order>, taste: Taste<'_>) -> Option<(Order, Option<UnitId>)> {
        let step = self.step;
        let every = step.is_some_and(|(_, _, occasion)| occasion.is_some());
        let mut best = best(world, side, step, prompt.buttons.clone(), taste).map(|(score, order)| (score, order, None));
        let threshold = best.as_ref().map_or(i32::MIN, |(score, ..)| *score);
        for unit in prompt.actors.iter().copied() {
            // Who had nothing to do has nothing now; who had something less urgent than a button waits until that is done.
            if self.worth.get(&unit).is_some_and(|worth| *worth <= threshold.max(0)) {
                continue;
            }
            let mut offers = play::offer(world, &[unit]).choices;
            if let Some(been) = self.been.get(&unit) {
                offers.retain(|choice| choice.order.path().last().is_none_or(|end| !been.contains(end)));
            }
            match self::best(world, side, step, offers, taste) {
                Some((score, order)) if score > threshold.max(0) || best.is_none() => {
                    if best.as_ref().is_none_or(|(known, ..)| score > *known) {
                        best = Some((score, order, Some(unit)));
                    }
                    if !every {
                        break; // one counter after another is good enough
                    }
                }
                found => drop(self.worth.insert(unit, found.map_or(i32::MIN, |(score, _)| score))),
            }
        }
        best.map(|(_, order, unit)| (order, unit))
    }
}

fn best(world: &mut World, side: Side, step: Step, choices: Vec<Choice<Order>>, taste: Taste<'_>) -> Option<(i32, Order)> {
    let orders: Vec<Order> = choices.iter().map(|choice| choice.order.clone()).collect();
    let scores = play::heuristic_scores(world, side, &orders);
    let tasted = scores.into_iter().zip(&choices).map(|(score, choice)| taste(step, choice, score));
    // The first of several that are worth the same.
    tasted.zip(orders).reduce(|best, other| if other.0 > best.0 { other } else { best })
}
