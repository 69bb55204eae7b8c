//! The search for a better plan: one is varied where it could have been decided otherwise, played on in imagined worlds with the same dice as the
//! best so far, and kept if it comes to more.

use super::budget::Budget;
use super::plan::{Fork, Plan};
use super::playout::Trial;
use crate::play::Imagined;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::time::Instant;

/// A plan and what it came to, each time it was played out.
#[derive(Clone)]
struct Tried {
    plan: Plan,
    values: Vec<f64>,
    forks: Vec<Fork>,
}

/// How often a plan is played out at most: each time with other dice.
pub(super) const MOST: usize = 24;

/// How often the plan in force is played out before it is varied.
const FIRST: usize = 4;
/// One variation in so many changes more than one thing; one in so many drops an idea instead.
const MORE: u32 = 3;
const DROP: u32 = 8;

/// Where and with what plans are played out.
pub(super) struct Ground<'a> {
    pub(super) trial: Trial<'a>,
    /// As many playouts are made at once as there are worlds and threads.
    pub(super) worlds: &'a mut [Imagined],
    /// The dice of each playout.
    pub(super) seeds: &'a [u64],
    pub(super) threads: usize,
    pub(super) budget: &'a mut Budget,
}

impl Ground<'_> {
    /// Plays a plan out some more times, at once: with the next dice, in the next worlds.
    fn play(&mut self, tried: &mut Tried, times: usize) {
        let begun = Instant::now();
        let (first, times) = (tried.values.len(), times.min(self.worlds.len()).min(MOST - tried.values.len()));
        let (trial, plan, seeds) = (&self.trial, &tried.plan, self.seeds);
        let mut worlds: Vec<&mut Imagined> = self.worlds.iter_mut().collect();
        let at = first % worlds.len().max(1);
        worlds.rotate_left(at);
        let mut forks = Vec::new();
        let mut values = vec![0.0; times];
        if self.threads <= 1 || times <= 1 {
            for ((n, value), world) in values.iter_mut().enumerate().zip(worlds) {
                *value = trial.play(world, seeds[first + n], plan, (first + n == 0).then_some(&mut forks));
            }
        } else {
            std::thread::scope(|scope| {
                let mut forks = Some(&mut forks);
                for ((n, value), world) in values.iter_mut().enumerate().zip(worlds) {
                    let forks = if first + n == 0 { forks.take() } else { None };
                    scope.spawn(move || *value = trial.play(world, seeds[first + n], plan, forks));
                }
            });
        }
        self.budget.spend(times, begun);
        if first == 0 {
            tried.forks = forks;
        }
        tried.values.extend(values);
    }

    fn first(&mut self, plan: Plan) -> Tried {
        let mut tried = Tried { plan, values: Vec::new(), forks: Vec::new() };
        while tried.values.len() < FIRST && (tried.values.is_empty() || self.budget.goes_on()) {
            let rest = FIRST - tried.values.len();
            self.play(&mut tried, rest.min(self.threads));
        }
        tried
    }

    /// Looks for a plan that is better than one, for as long as it may.
    pub(super) fn improve(&mut self, plan: &Plan, rng: &mut ChaCha8Rng) -> Plan {
        let mut best = self.first(plan.clone());
        if !plan.is_empty() && self.budget.goes_on() {
            let plain = self.first(Plan::default());
            if plain.values.len() == best.values.len() && plain.lead(&best) > 0.0 {
                best = plain;
            }
        }
        let mut duds = 0;
        while !best.forks.is_empty() && self.budget.goes_on() && duds < DUDS {
            let Some(plan) = vary(&best, rng) else {
                duds += 1;
                continue;
            };
            let mut child = Tried { plan, values: Vec::new(), forks: Vec::new() };
            let goes_on = |child: &Tried| {
                let lead = child.lead(&best);
                lead > 0.0 || (lead == 0.0 && child.values.len() < 2)
            };
            while child.values.len() < best.values.len() && goes_on(&child) && self.budget.goes_on() {
                let rest = best.values.len() - child.values.len();
                self.play(&mut child, rest.min(self.threads));
            }
            if child.values.len() == best.values.len() && child.lead(&best) > 0.0 {
                if self.budget.goes_on() {
                    self.play(&mut child, 1);
                }
                best = child;
            }
        }
        best.plan
    }
}

/// So many variations in a row that change nothing end the search.
const DUDS: usize = 64;

impl Tried {
    /// How much more it has come to than another, in all playouts that both have had.
    fn lead(&self, other: &Tried) -> f64 {
        self.values.iter().zip(&other.values).map(|(own, other)| own - other).sum()
    }
}

/// Another plan near one: with something else done at one or more of its forks, or with one of its own ideas dropped.
fn vary(tried: &Tried, rng: &mut ChaCha8Rng) -> Option<Plan> {
    let plan = &tried.plan;
    if !plan.is_empty() && rng.random_range(0..DROP) == 0 {
        return Some(plan.without(rng.random_range(0..plan.len())));
    }
    let mut varied = plan.clone();
    loop {
        let fork = &tried.forks[rng.random_range(0..tried.forks.len())];
        if let Some(edit) = fork.vary(|n| if n == 0 { 0 } else { rng.random_range(0..n) }) {
            varied = varied.with(edit);
        }
        if rng.random_range(0..MORE) > 0 {
            return (varied != *plan).then_some(varied);
        }
    }
}
