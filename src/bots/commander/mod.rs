//! The commander: a bot that searches. It plans a whole turn at once, as a set of departures from what Steady would do, and finds the plan by
//! evolution, judging each candidate after the enemy's answer (online evolutionary planning, Justesen et al. 2017). Steady's own plan is always among
//! the candidates, and another replaces it only if its lead is too large to be chance, so the commander should do no worse than Steady. A plan is
//! followed until something new happens: another step, a die roll, an enemy order. The next search then starts from it.

mod budget;
mod evolve;
mod plan;
mod playout;
mod suggest;

pub use budget::{Signals, Think};
pub use suggest::Suggestion;

use super::{Bot, Steady};
use crate::board::{Hex, Map};
use crate::games::{List, Order, Weights};
use crate::play::{self, Imagined, Session};
use bevy_ecs::prelude::World;
use budget::Budget;
use evolve::Ground;
use plan::Plan;
use playout::{LONGEST, Trial};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// A player who searches.
pub struct Commander {
    rng: ChaCha8Rng,
    budget: Budget,
    threads: usize,
    /// How it judges positions, if not by the weights in the game's tables.
    weights: Option<Arc<Weights>>,
    /// Worlds to try plans in.
    worlds: Vec<Imagined>,
    hand: Steady,
    plan: Plan,
    /// Which parts of the plan have been carried out.
    done: Vec<u64>,
    /// When it was made.
    made: Option<Moment>,
    /// Orders given in this step.
    given: usize,
}

/// How many imagined worlds there are. They differ in whatever is hidden, and this is also the most playouts that run at once.
const WORLDS: usize = 4;

/// When any of this changes, it is worth thinking again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Moment {
    turn: u8,
    step: u8,
    /// How many dice have been rolled.
    dice: u64,
    /// Where players act in turn, the action.
    action: Option<i32>,
}

impl Commander {
    /// A commander whose decisions follow from a seed.
    pub fn seeded(seed: u64, think: Think) -> Commander {
        Commander {
            rng: ChaCha8Rng::seed_from_u64(seed),
            budget: Budget::new(think),
            threads: 1,
            weights: None,
            worlds: Vec::new(),
            hand: Steady::default(),
            plan: Plan::default(),
            done: Vec::new(),
            made: None,
            given: 0,
        }
    }

    /// The same on several threads: for a commander that thinks by the clock, since what it finds then depends on it.
    pub fn on_threads(self, threads: usize) -> Commander {
        Commander { threads: threads.clamp(1, WORLDS), ..self }
    }

    /// The same, with weights of its own.
    pub fn judging_by(self, weights: Weights) -> Commander {
        Commander { weights: Some(Arc::new(weights)), ..self }
    }

    /// How its thoughts are watched and stopped.
    pub fn signals(&self) -> Signals {
        self.budget.signals.clone()
    }

    /// Looks for a better plan.
    fn think(&mut self, from: &mut Imagined) {
        let plan = self.plan.clone();
        self.plan = self.on_ground(from, |ground, rng| ground.improve(&plan, rng));
        self.budget.end();
    }

    /// Does something in worlds derived from an imagined one.
    fn on_ground<T>(&mut self, from: &mut Imagined, act: impl FnOnce(&mut Ground<'_>, &mut ChaCha8Rng) -> T) -> T {
        let side = from.side();
        for world in &mut self.worlds {
            world.renew(from.world(), side, &mut self.rng);
        }
        while self.worlds.len() < WORLDS {
            self.worlds.push(play::imagine(from.world(), side, &mut self.rng));
        }
        let weights = self.weights.clone().unwrap_or_else(|| play::weights(from.world()));
        let mut places: Vec<Hex> = play::standing(from.world()).tallies.iter().filter_map(|tally| tally.hex).collect();
        places.sort_unstable();
        places.dedup();
        let map = from.world().resource::<Map>().clone();
        let trial = Trial { side, hand: &self.hand, done: &self.done, weights: &weights, map: &map, limit: self.budget.limit() };
        act(&mut Ground { trial, worlds: &mut self.worlds, threads: self.threads, budget: &mut self.budget, places: &places }, &mut self.rng)
    }
}

impl Bot for Commander {
    fn choose(&mut self, imagined: &mut Imagined) -> Option<Order> {
        let world = imagined.world();
        let ((turn, step), dice) = (Session::moment(world), Session::dice(world));
        let now = Moment { turn, step, dice, action: play::alternation(world).and_then(|turn| turn.occasion) };
        if self.made.is_none_or(|known| known.turn != turn) {
            self.budget.renew();
            (self.plan, self.done) = (self.plan.lasting(), Vec::new());
        }
        if self.made.is_none_or(|known| known.step != step) {
            self.given = 0;
        }
        if self.made != Some(now) && has_choice(world) && self.budget.begin() {
            self.think(imagined);
        }
        self.made = Some(now);
        self.given += 1;
        if self.given == LONGEST {
            self.plan = Plan::default();
        }
        let (plan, done, map) = (&self.plan, &self.done, imagined.world().resource::<Map>().clone());
        let order = self.hand.decide_by(imagined.world(), Some(&|at, order, score| plan.taste(&map, at, order, score, done, false)))?;
        self.done.extend(self.plan.does(&order));
        Some(order)
    }
}

/// Whether there is anything to think about.
fn has_choice(world: &mut World) -> bool {
    let mut asked = List::default();
    super::asked(world, &mut asked);
    asked.len() + asked.actors.len() > 1
}
