//! Takes what looks best at once: attacks at good odds, marches on objectives, keeps its supply.

use super::Bot;
use crate::board::{Choice, Prompt, Side, UnitId};
use crate::games::Order;
use crate::play::{self, Imagined, Session};
use bevy_ecs::prelude::World;
use std::collections::BTreeMap;

/// Weighs every choice by what its game's commander thinks of it, and remembers which counters have nothing better to do.
#[derive(Clone, Default)]
pub struct Greedy {
    /// What the best thing to do was worth to each counter when it was last asked, and the step in which that was; in some games every action is
    /// such a step.
    worth: BTreeMap<UnitId, i32>,
    step: Step,
}

/// A turn, a step of it and, where players act in turn, the action.
pub(super) type Step = Option<(u8, u8, Option<i32>)>;

/// How a bot alters what its game's commander thinks of a choice.
pub(super) type Taste<'a> = &'a dyn Fn(Step, &Choice<Order>, i32) -> i32;

impl Bot for Greedy {
    fn choose(&mut self, imagined: &mut Imagined) -> Option<Order> {
        self.decide(imagined.world())
    }
}

impl Greedy {
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
            (self.step, self.worth) = (step, BTreeMap::new());
        }
        let found = self.weigh(world, side, &prompt, occasion, taste);
        found.or_else(|| {
            self.worth.clear(); // all that was worth nothing before is all there is to do now
            self.weigh(world, side, &prompt, occasion, taste)
        })
    }

    /// The best that a prompt offers, counters that had nothing to do apart.
    fn weigh(&mut self, world: &mut World, side: Side, prompt: &Prompt<Order>, occasion: Option<i32>, taste: Taste<'_>) -> Option<Order> {
        let step = self.step;
        let mut best = best(world, side, step, prompt.buttons.clone(), taste);
        let threshold = best.as_ref().map_or(i32::MIN, |(score, _)| *score);
        for unit in prompt.actors.iter().copied() {
            // Who had nothing to do has nothing now; who had something less urgent than a button waits until that is done.
            if self.worth.get(&unit).is_some_and(|worth| *worth <= threshold.max(0)) {
                continue;
            }
            let offers = play::offer(world, &[unit]).choices;
            match self::best(world, side, step, offers, taste) {
                Some((score, order)) if score > threshold.max(0) || best.is_none() => {
                    if best.as_ref().is_none_or(|(known, _)| score > *known) {
                        best = Some((score, order));
                    }
                    if occasion.is_none() {
                        break; // one counter after another is good enough
                    }
                }
                found => drop(self.worth.insert(unit, found.map_or(i32::MIN, |(score, _)| score))),
            }
        }
        best.map(|(_, order)| order)
    }
}

fn best(world: &mut World, side: Side, step: Step, choices: Vec<Choice<Order>>, taste: Taste<'_>) -> Option<(i32, Order)> {
    let orders: Vec<Order> = choices.iter().map(|choice| choice.order.clone()).collect();
    let scores = play::heuristic_scores(world, side, &orders);
    let tasted = scores.into_iter().zip(&choices).map(|(score, choice)| taste(step, choice, score));
    // The first of several that are worth the same.
    tasted.zip(orders).reduce(|best, other| if other.0 > best.0 { other } else { best })
}
