//! Takes what looks best at once: attacks at good odds, marches on objectives, keeps its supply.

use super::Bot;
use crate::board::{Side, UnitId};
use crate::games::{List, Order};
use crate::play::{self, Imagined};
use bevy_ecs::prelude::World;
use std::collections::BTreeMap;

/// Weighs every choice by what its game's commander thinks of it, and remembers which counters have nothing better to do.
#[derive(Default)]
pub struct Greedy {
    /// What the best thing to do was worth to each counter when it was last asked, and the step in which that was; in some games every action is
    /// such a step.
    worth: BTreeMap<UnitId, i32>,
    step: Option<(u8, u8, Option<i32>)>,
}

impl Bot for Greedy {
    fn choose(&mut self, imagined: &mut Imagined) -> Option<Order> {
        let world = imagined.world();
        let mut asked = List::default();
        super::asked(world, &mut asked);
        let side = asked.side?;
        let clock = play::sight(world, side).clock;
        let occasion = play::alternation(world).and_then(|turn| turn.occasion);
        let step = Some((clock.turn, clock.at, occasion));
        if self.step != step {
            (self.step, self.worth) = (step, BTreeMap::new());
        }
        let found = self.weigh(world, side, &asked, occasion);
        found.or_else(|| {
            self.worth.clear(); // all that was worth nothing before is all there is to do now
            self.weigh(world, side, &asked, occasion)
        })
    }
}

impl Greedy {
    /// The best of what is asked, counters that had nothing to do apart.
    fn weigh(&mut self, world: &mut World, side: Side, asked: &List, occasion: Option<i32>) -> Option<Order> {
        let mut best = best(world, side, asked.orders.clone());
        let threshold = best.as_ref().map_or(i32::MIN, |(score, _)| *score);
        for unit in asked.actors.iter().copied() {
            // Who had nothing to do has nothing now; who had something less urgent than a button waits until that is done.
            if self.worth.get(&unit).is_some_and(|worth| *worth <= threshold.max(0)) {
                continue;
            }
            let mut offered = List::default();
            play::acts_of(world, &[unit], &mut offered);
            match self::best(world, side, offered.orders) {
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

fn best(world: &mut World, side: Side, orders: Vec<Order>) -> Option<(i32, Order)> {
    let scores = play::heuristic_scores(world, side, &orders);
    // The first of several that are worth the same.
    scores.into_iter().zip(orders).reduce(|best, other| if other.0 > best.0 { other } else { best })
}
