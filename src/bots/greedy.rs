//! Takes what looks best at once: attacks at good odds, marches on objectives, keeps its supply.

use super::Bot;
use crate::board::UnitId;
use crate::games::Order;
use crate::play;
use bevy_ecs::prelude::World;

/// Weighs every choice by what its game's commander thinks of it, and remembers which counters have nothing better to do.
#[derive(Default)]
pub struct Greedy {
    /// Counters that preferred to stay, and the step in which they did.
    idle: Vec<UnitId>,
    step: Option<(u8, u8)>,
}

impl Bot for Greedy {
    fn choose(&mut self, world: &mut World) -> Option<Order> {
        let prompt = play::prompt(world);
        let side = prompt.side?;
        let clock = play::sight(world, side).clock;
        if self.step != Some((clock.turn, clock.at)) {
            (self.step, self.idle) = (Some((clock.turn, clock.at)), Vec::new());
        }
        let mut best = best(world, side, prompt.buttons.into_iter().map(|c| c.order).collect());
        let threshold = best.as_ref().map_or(i32::MIN, |(score, _)| *score);
        for unit in prompt.actors {
            if self.idle.contains(&unit) {
                continue;
            }
            let offers = play::offer(world, &[unit]).choices.into_iter().map(|c| c.order).collect();
            match self::best(world, side, offers) {
                Some((score, order)) if score > threshold.max(0) || best.is_none() => {
                    if best.as_ref().is_none_or(|(known, _)| score > *known) {
                        best = Some((score, order));
                    }
                    break; // one counter after another is good enough
                }
                _ => self.idle.push(unit),
            }
        }
        best.map(|(_, order)| order)
    }
}

fn best(world: &mut World, side: crate::board::Side, orders: Vec<Order>) -> Option<(i32, Order)> {
    let mut best: Option<(i32, Order)> = None;
    for order in orders {
        let score = play::appeal(world, side, &order);
        if best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((score, order));
        }
    }
    best
}
