//! The search for a better plan. Variations of a plan race against it in imagined worlds, all with the same dice, and the winner replaces it if its
//! lead is too large to be chance.

use super::budget::Budget;
use super::plan::{Decision, Edit, Measure, Plan};
use super::playout::{Idea, Trial};
use crate::board::Hex;
use crate::play::{Imagined, Prospect};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// An idea and its result with the dice of each seed.
pub(super) struct Tried {
    pub(super) idea: Idea,
    pub(super) values: Vec<f64>,
    /// What each feature of the positions contributed, summed over all playouts.
    pub(super) parts: Vec<f64>,
}

/// How many variations start in a race, and how often each is played out before the first one is dropped.
const RUNNERS: usize = 8;
const HEAT: usize = 2;
/// How often the last two in a race are played out, and how often at least if time runs short.
const FINAL: usize = 16;
const LEAST: usize = 8;
/// A plan replaces another if its lead is at least this many times its standard error.
const MARGIN: f64 = 1.0;
/// One variation in this many changes more than one thing.
const MORE: u32 = 4;
/// This many races in a row without a runner end the search.
const DUDS: usize = 4;

/// Where and with what plans are played out.
pub(super) struct Ground<'a> {
    pub(super) trial: Trial<'a>,
    /// One playout runs at a time for each world and thread.
    pub(super) worlds: &'a mut [Imagined],
    pub(super) threads: usize,
    pub(super) budget: &'a mut Budget,
    /// Hexes that count for victory.
    pub(super) places: &'a [Hex],
}

impl Ground<'_> {
    /// Plays a plan out a number of times, or for as long as there is time: each time with the next dice, in the next world.
    pub(super) fn play(&mut self, tried: &mut Tried, seeds: &[u64], times: usize, mut decisions: Option<&mut Vec<Decision>>) {
        while tried.values.len() < times.min(seeds.len()) && self.budget.goes_on() {
            let first = tried.values.len();
            let count = (times - first).min(self.threads).min(self.worlds.len());
            let (trial, idea) = (&self.trial, &tried.idea);
            let mut worlds: Vec<&mut Imagined> = self.worlds.iter_mut().collect();
            let at = first % worlds.len().max(1);
            worlds.rotate_left(at);
            let mut values: Vec<Option<Prospect>> = (0..count).map(|_| None).collect();
            let records = |n: usize| first + n == 0;
            if count <= 1 {
                for ((n, value), world) in values.iter_mut().enumerate().zip(worlds) {
                    *value = trial.play(world, seeds[first + n], idea, if records(n) { decisions.as_deref_mut() } else { None });
                }
            } else {
                std::thread::scope(|scope| {
                    let mut decisions = decisions.as_deref_mut();
                    for ((n, value), world) in values.iter_mut().enumerate().zip(worlds) {
                        let decisions = if records(n) { decisions.take() } else { None };
                        scope.spawn(move || *value = trial.play(world, seeds[first + n], idea, decisions));
                    }
                });
            }
            self.budget.spend(count);
            values.into_iter().map_while(|value| value).for_each(|prospect| tried.add(prospect));
        }
    }

    /// Looks for a better plan than this one, for as long as it may.
    pub(super) fn improve(&mut self, plan: &Plan, rng: &mut ChaCha8Rng) -> Plan {
        let mut best = plan.clone();
        let mut duds = 0;
        while self.budget.goes_on() && duds < DUDS {
            // New dice for each race, so that a plan that won by luck gets no benefit from it in the next.
            let seeds: Vec<u64> = (0..FINAL).map(|_| rng.random()).collect();
            let mut champion = Tried::new(Idea { plan: best.clone(), first: None });
            let mut decisions = Vec::new();
            self.play(&mut champion, &seeds, HEAT, Some(&mut decisions));
            let runners = self.variations(&best, &decisions, rng);
            duds = if runners.is_empty() { duds + 1 } else { 0 };
            if let Some(winner) = self.race(champion, runners, &seeds) {
                best = winner;
            }
        }
        best
    }

    /// Races plans against a champion: the worse half drops out again and again. Returns the winner if its lead is too large to be chance.
    fn race(&mut self, mut champion: Tried, runners: Vec<Plan>, seeds: &[u64]) -> Option<Plan> {
        let mut running: Vec<Tried> = runners.into_iter().map(|plan| Tried::new(Idea { plan, first: None })).collect();
        let mut times = HEAT;
        loop {
            self.play(&mut champion, seeds, times, None);
            for runner in &mut running {
                self.play(runner, seeds, times, None);
            }
            running.retain(|runner| runner.lead(&champion).0 > 0.0);
            running.sort_by(|a, b| b.lead(&champion).0.total_cmp(&a.lead(&champion).0));
            if times >= seeds.len() || !self.budget.goes_on() {
                let proven = |runner: &Tried| {
                    let (lead, chance) = runner.lead(&champion);
                    runner.values.len().min(champion.values.len()) >= LEAST && lead > MARGIN * chance
                };
                return running.into_iter().find(proven).map(|runner| runner.idea.plan);
            }
            running.truncate(running.len().div_ceil(2));
            if running.is_empty() {
                return None;
            }
            times = (times * 2).min(seeds.len());
        }
    }

    /// Variations of a plan: with another preference, with something else done at one or more of its decisions, or with one of its own ideas dropped.
    fn variations(&self, plan: &Plan, decisions: &[Decision], rng: &mut ChaCha8Rng) -> Vec<Plan> {
        let measure = Measure::of(decisions);
        let mut plans: Vec<Plan> = Vec::new();
        if !plan.is_empty() {
            plans.push(Plan::default());
        }
        for _ in 0..4 * RUNNERS {
            if plans.len() >= RUNNERS {
                break;
            }
            let mut varied = plan.clone();
            loop {
                if let Some(edit) = self.vary(decisions, measure, rng) {
                    varied = varied.with(edit);
                }
                if rng.random_range(0..MORE) > 0 {
                    break;
                }
            }
            if plan.len() > 1 && rng.random_range(0..RUNNERS) == 0 {
                varied = plan.without(rng.random_range(0..plan.len()));
            }
            if varied != *plan && !plans.contains(&varied) {
                plans.push(varied);
            }
        }
        plans
    }

    /// One change: another aim, more or less boldness, or another choice at one of its decisions.
    fn vary(&self, decisions: &[Decision], measure: Measure, rng: &mut ChaCha8Rng) -> Option<Edit> {
        let quarters = |unit: i32, of: [i32; 3], rng: &mut ChaCha8Rng| (unit * of[rng.random_range(0..of.len())] / 4).max(1);
        match rng.random_range(0..10) {
            0..=3 if !self.places.is_empty() => {
                let hex = self.places[rng.random_range(0..self.places.len())];
                Some(Edit::Aim(hex, quarters(measure.march, [1, 2, 4], rng)))
            }
            4 | 5 => {
                let by = quarters(measure.attack, [2, 4, 8], rng);
                Some(Edit::Bold(if rng.random() { by } else { -by }))
            }
            _ if decisions.is_empty() => None,
            _ => decisions[rng.random_range(0..decisions.len())].vary(&mut |n| if n == 0 { 0 } else { rng.random_range(0..n) }),
        }
    }
}

impl Tried {
    pub(super) fn new(idea: Idea) -> Tried {
        Tried { idea, values: Vec::new(), parts: Vec::new() }
    }

    /// Its average result; nothing if it was never played out.
    pub(super) fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }

    /// What each feature contributes on average.
    pub(super) fn means(&self) -> Vec<f64> {
        self.parts.iter().map(|sum| sum / self.values.len().max(1) as f64).collect()
    }

    fn add(&mut self, prospect: Prospect) {
        self.values.push(prospect.value);
        self.parts.resize(self.parts.len().max(prospect.parts.len()), 0.0);
        self.parts.iter_mut().zip(prospect.parts).for_each(|(sum, part)| *sum += part);
    }

    /// How far it leads another on average, over all dice that both have had, and the standard error of that.
    fn lead(&self, other: &Tried) -> (f64, f64) {
        let leads: Vec<f64> = self.values.iter().zip(&other.values).map(|(own, other)| own - other).collect();
        let n = leads.len().max(1) as f64;
        let mean = leads.iter().sum::<f64>() / n;
        let spread = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        (mean, (spread / n).sqrt())
    }
}
