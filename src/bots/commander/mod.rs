//! The commander: a bot that searches. It plans a whole turn at once, as what it does otherwise than Steady would, and finds the plan by evolution,
//! judged after the enemy's answer (online evolutionary planning, Justesen et al. 2017). A plan is kept and followed until there is something new:
//! another step, dice, an order of the enemy; then it is what the search begins with.

mod budget;
mod evolve;
mod plan;
mod playout;

pub use budget::{Signals, Think};

use super::{Bot, Steady};
use crate::games::{Order, Weights};
use crate::play::{self, Imagined, Session};
use budget::Budget;
use evolve::{Ground, MOST};
use plan::{Key, Plan};
use playout::Trial;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// A player who searches.
pub struct Commander {
    rng: ChaCha8Rng,
    budget: Budget,
    threads: usize,
    /// How it judges positions, if not by the weights of the game's tables.
    weights: Option<Arc<Weights>>,
    /// Worlds to try plans in.
    worlds: Vec<Imagined>,
    hand: Steady,
    plan: Plan,
    /// What of the plan has been done.
    done: Vec<u64>,
    /// When it was made: the turn and step, and how many dice had been rolled.
    made: Option<(u8, u8, u64)>,
    /// Orders given in this step.
    given: usize,
}

/// Imagined worlds: they differ in what is hidden, if anything is, and as many playouts are made at once at most.
const WORLDS: usize = 4;
/// More orders in one step than a player with his wits gives: the plan is dropped then.
const CIRCLES: usize = 1500;

impl Commander {
    /// A commander whose thoughts follow from a seed.
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

    /// The same on several threads: for one who thinks by the clock, since what he finds depends on it.
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

    /// Looks for a better plan, in worlds imagined from one that was imagined.
    fn think(&mut self, from: &mut Imagined) {
        let side = from.side();
        for world in &mut self.worlds {
            world.renew(from.world(), side, &mut self.rng);
        }
        while self.worlds.len() < WORLDS {
            self.worlds.push(play::imagine(from.world(), side, &mut self.rng));
        }
        let seeds: Vec<u64> = (0..MOST).map(|_| self.rng.random()).collect();
        let weights = self.weights.clone().unwrap_or_else(|| play::weights(from.world()));
        let trial = Trial { side, hand: &self.hand, done: &self.done, weights: &weights };
        let mut ground = Ground { trial, worlds: &mut self.worlds, seeds: &seeds, threads: self.threads, budget: &mut self.budget };
        self.plan = ground.improve(&self.plan, &mut self.rng);
        self.budget.end();
    }
}

impl Bot for Commander {
    fn choose(&mut self, imagined: &mut Imagined) -> Option<Order> {
        let ((turn, at), dice) = (Session::moment(imagined.world()), Session::dice(imagined.world()));
        if self.made.is_none_or(|(known, ..)| known != turn) {
            self.budget.renew();
            (self.plan, self.done) = (self.plan.lasting(), Vec::new());
        }
        if self.made.is_none_or(|(.., known, _)| known != at) {
            self.given = 0;
        }
        if (self.made != Some((turn, at, dice)) || self.budget.is_ample()) && self.budget.begin() {
            self.think(imagined);
        }
        self.made = Some((turn, at, dice));
        self.given += 1;
        if self.given == CIRCLES {
            self.plan = Plan::default();
        }
        let (plan, done) = (&self.plan, &self.done);
        let order = self.hand.decide_by(imagined.world(), &|_, _, order, score| plan.taste(Key::of(order), score, done, false))?;
        self.done.extend(self.plan.does(&order));
        Some(order)
    }
}
