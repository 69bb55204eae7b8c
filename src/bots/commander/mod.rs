//! The commander: a bot that searches. It plans a whole turn at once, as what it does otherwise than the fast player would, and finds the plan by
//! evolution: a plan is varied where it could have been decided otherwise, played on in imagined worlds with the same dice as the best so far, the
//! enemy's answer included, and kept if it comes to more (online evolutionary planning, Justesen et al. 2017).

mod budget;
mod plan;
mod playout;

pub use budget::{Budget, Think};

use super::{Bot, Greedy};
use crate::board::Side;
use crate::games::Order;
use crate::play::{self, Imagined, Session};
use plan::{Edit, Fork, Key, Plan};
use playout::Trial;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A player who searches.
pub struct Commander {
    rng: ChaCha8Rng,
    think: Think,
    budget: Budget,
    /// Worlds to try plans in.
    worlds: Vec<Imagined>,
    hand: Greedy,
    plan: Plan,
    /// What of the plan has been done.
    done: Vec<u64>,
    /// When it was made: the turn and step, and how many dice had been rolled.
    made: Option<(u8, u8, u64)>,
    /// Orders given in this step.
    given: usize,
    turn: Option<u8>,
}

/// A plan and what it came to in each world.
#[derive(Clone)]
struct Tried {
    plan: Plan,
    values: Vec<f64>,
    forks: Vec<Fork>,
}

/// Imagined worlds that differ in what is hidden.
const WORLDS: usize = 4;
/// How often a plan is played out at first, and at most.
const FIRST: usize = 3;
const MOST: usize = 16;
/// More orders in one step than a player with his wits gives: the plan is dropped then.
const CIRCLES: usize = 1500;

impl Commander {
    /// A commander whose thoughts follow from a seed.
    pub fn seeded(seed: u64, think: Think) -> Commander {
        Commander {
            rng: ChaCha8Rng::seed_from_u64(seed),
            budget: Budget::new(&think),
            think,
            worlds: Vec::new(),
            hand: Greedy::default(),
            plan: Plan::default(),
            done: Vec::new(),
            made: None,
            given: 0,
            turn: None,
        }
    }

    /// Imagines the worlds in which plans are tried, from one that was imagined.
    fn imagine(&mut self, from: &mut Imagined, side: Side) -> Vec<u64> {
        let secrets = play::keeps_secrets(from.world());
        let wanted = if secrets { WORLDS } else { 1 };
        self.worlds.truncate(wanted);
        for world in &mut self.worlds {
            world.renew(from.world(), side, &mut self.rng);
        }
        while self.worlds.len() < wanted {
            self.worlds.push(play::imagine(from.world(), side, &mut self.rng));
        }
        (0..MOST).map(|_| self.rng.random()).collect()
    }

    /// Looks for a better plan.
    fn search(&mut self, from: &mut Imagined) {
        let side = from.side();
        let horizon = play::horizon(from.world());
        let seeds = self.imagine(from, side);
        let trial = Trial { side, hand: &self.hand, done: &self.done, horizon };
        let (worlds, budget, rng) = (&mut self.worlds, &mut self.budget, &mut self.rng);
        let mut play = |plan: &Plan, n: usize, forks: Option<&mut Vec<Fork>>| {
            let world = n % worlds.len();
            budget.spend();
            trial.play(&mut worlds[world], seeds[n], plan, forks)
        };
        let mut first = |plan: Plan, play: &mut dyn FnMut(&Plan, usize, Option<&mut Vec<Fork>>) -> f64| {
            let mut forks = Vec::new();
            let values = (0..FIRST).map(|n| play(&plan, n, (n == 0).then_some(&mut forks))).collect();
            Tried { plan, values, forks }
        };
        let mut best = first(self.plan.clone(), &mut play);
        if !self.plan.0.is_empty() {
            let plain = first(Plan::default(), &mut play);
            if plain.mean(FIRST) > best.mean(FIRST) {
                best = plain;
            }
        }
        let debug = std::env::var("FF_DEBUG").is_ok();
        let began = best.mean(FIRST);
        let (mut tried, mut taken) = (0, 0);
        while !best.forks.is_empty() && self.budget.goes_on() {
            let worlds = &mut self.worlds;
            let mut play = |plan: &Plan, n: usize, forks: Option<&mut Vec<Fork>>| {
                let world = n % worlds.len();
                self.budget.spend();
                trial.play(&mut worlds[world], seeds[n], plan, forks)
            };
            let Some(plan) = vary(&best, &mut self.rng) else { break };
            tried += 1;
            let mut child = Tried { plan, values: Vec::new(), forks: Vec::new() };
            let mut lead = 0.0;
            for n in 0..best.values.len() {
                let mut forks = Vec::new();
                let value = play(&child.plan, n, (n == 0).then_some(&mut forks));
                if n == 0 {
                    child.forks = forks;
                }
                lead += value - best.values[n];
                child.values.push(value);
                if lead < 0.0 || (n == 0 && lead == 0.0) {
                    break;
                }
            }
            if lead > 0.0 && child.values.len() == best.values.len() {
                taken += 1;
                if child.values.len() < MOST {
                    let n = child.values.len();
                    let value = play(&child.plan, n, None);
                    child.values.push(value);
                }
                best = child;
            }
        }
        if debug {
            eprintln!(
                "side {side:?} moment {:?}: {began:.3} -> {:.3} on {}, tried {tried}, taken {taken}, edits {}, forks {}",
                Session::moment(from.world()),
                best.mean(MOST),
                best.values.len(),
                best.plan.0.len(),
                best.forks.len()
            );
        }
        self.plan = best.plan;
    }
}

impl Tried {
    fn mean(&self, n: usize) -> f64 {
        let n = n.min(self.values.len());
        self.values[..n].iter().sum::<f64>() / n.max(1) as f64
    }
}

/// Another plan near one: with something else done at one or more of its forks, or with one of its own ideas dropped.
fn vary(tried: &Tried, rng: &mut ChaCha8Rng) -> Option<Plan> {
    let plan = &tried.plan;
    if !plan.0.is_empty() && rng.random_range(0..8) == 0 {
        return Some(plan.without(rng.random_range(0..plan.0.len())));
    }
    let changes = 1 + (rng.random_range(0..3) == 0) as usize + (rng.random_range(0..6) == 0) as usize;
    let mut varied = plan.clone();
    for _ in 0..changes {
        let fork = &tried.forks[rng.random_range(0..tried.forks.len())];
        if let Some(edit) = fork.vary(|n| if n == 0 { 0 } else { rng.random_range(0..n) }) {
            varied = varied.with(edit);
        }
    }
    (varied != *plan).then_some(varied)
}

impl Bot for Commander {
    fn choose(&mut self, imagined: &mut Imagined) -> Option<Order> {
        let (turn, at) = Session::moment(imagined.world());
        let dice = Session::dice(imagined.world());
        if self.turn != Some(turn) {
            self.turn = Some(turn);
            self.budget = Budget::new(&self.think);
            (self.plan, self.done) = (self.plan.lasting(), Vec::new());
        }
        let moment = (turn, at, dice);
        if self.made != Some(moment) {
            if self.made.is_none_or(|(t, a, _)| (t, a) != (turn, at)) {
                self.given = 0;
            }
            self.made = Some(moment);
            if self.budget.begin() {
                self.search(imagined);
            }
        }
        self.given += 1;
        if self.given == CIRCLES {
            self.plan = Plan::default();
        }
        let (plan, done) = (&self.plan, &self.done);
        let order = self.hand.decide_by(imagined.world(), &|_, choice, score| plan.taste(Key::of(&choice.order), score, done, false))?;
        self.done.extend(self.plan.does(&order));
        Some(order)
    }
}
