//! What a commander would advise a player: the best choice available now, what it promises, and why.

use super::Commander;
use super::evolve::{Ground, Tried};
use super::playout::Idea;
use crate::board::{Role, Side};
use crate::games::{List, Order};
use crate::play::{self, Imagined};
use bevy_ecs::prelude::World;
use rand::RngExt;

/// Something to do now.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// What to do.
    pub order: Order,
    /// The share of games that the side would win after it, by the commander's estimate: from 0 to 1.
    pub chance: f64,
    /// How much that is above the average of the choices looked at.
    pub gain: f64,
    /// The reason for it, in a sentence.
    pub why: &'static str,
}

/// How many choices are looked at, and how many are shown.
const LOOKED_AT: usize = 8;
const TOLD: usize = 3;
/// How often each is played out before the worse half drops out, and how often those that are shown.
const HEAT: usize = 4;
const FINAL: usize = 16;
/// A feature that contributes less than this, in half points, is not a reason.
const SPEAKS: f64 = 0.1;

impl Commander {
    /// The best choices available now, the very best first.
    pub fn suggest(&mut self, imagined: &mut Imagined) -> Vec<Suggestion> {
        let side = imagined.side();
        let mut looked_at: Vec<(Order, Tried)> =
            likely(imagined.world(), side).into_iter().map(|order| (order.clone(), Tried::new(Idea { first: Some(order), ..Idea::default() }))).collect();
        let seeds: Vec<u64> = (0..FINAL).map(|_| self.rng.random()).collect();
        self.budget.renew();
        if self.budget.begin() {
            self.on_ground(imagined, |ground, _| compare(ground, &mut looked_at, &seeds));
            self.budget.end();
        }
        let means: Vec<Vec<f64>> = looked_at.iter().map(|(_, tried)| tried.means()).collect();
        let usual = looked_at.iter().map(|(_, tried)| chance(tried)).sum::<f64>() / looked_at.len().max(1) as f64;
        let told = looked_at.into_iter().enumerate().take(TOLD);
        told.map(|(at, (order, tried))| Suggestion { order, chance: chance(&tried), gain: chance(&tried) - usual, why: why(&means, at) }).collect()
    }
}

/// What Steady values most: the best order of each counter, and the other choices.
fn likely(world: &mut World, side: Side) -> Vec<Order> {
    let (mut asked, mut offered) = (List::default(), List::default());
    crate::bots::asked(world, &mut asked);
    let mut weighed = worth(world, side, &asked);
    weighed.retain(|(_, order)| !matches!(order.role(), Role::Look | Role::Leave | Role::Drop));
    for unit in &asked.actors {
        play::acts_of(world, &[*unit], &mut offered);
        weighed.extend(worth(world, side, &offered).into_iter().reduce(|best, other| if other.0 > best.0 { other } else { best }));
    }
    weighed.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    weighed.truncate(LOOKED_AT);
    weighed.into_iter().map(|(_, order)| order).collect()
}

/// The listed orders, with what Steady thinks of each.
fn worth(world: &mut World, side: Side, list: &List) -> Vec<(i32, Order)> {
    let orders: Vec<Order> = list.orders().collect();
    play::heuristic_scores(world, side, orders.clone()).into_iter().zip(orders).collect()
}

/// Plays all of them out, the better ones more often, and puts the best first.
fn compare(ground: &mut Ground<'_>, looked_at: &mut [(Order, Tried)], seeds: &[u64]) {
    let (mut times, mut left) = (HEAT, looked_at.len());
    while times <= seeds.len() {
        for (_, tried) in &mut looked_at[..left] {
            ground.play(tried, seeds, times, None);
        }
        looked_at[..left].sort_by(|(_, a), (_, b)| b.mean().total_cmp(&a.mean()));
        (times, left) = (times * 2, left.div_ceil(2).max(TOLD.min(left)));
    }
}

/// The share of games won, as far as a position tells it.
fn chance(tried: &Tried) -> f64 {
    ((tried.mean() + 1.0) / 2.0).clamp(0.0, 1.0)
}

/// The strongest reason for one of several, by what each of their features contributes.
fn why(means: &[Vec<f64>], at: usize) -> &'static str {
    let usual = |n: usize| means.iter().filter_map(|parts| parts.get(n)).sum::<f64>() / means.len().max(1) as f64;
    let more = means[at].iter().enumerate().map(|(n, part)| (part - usual(n), n));
    match more.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((more, 0)) if more > SPEAKS => "It leads to more points after the enemy's answer.",
        Some((more, 1)) if more > SPEAKS => "It brings more force to the places that count.",
        Some((more, 2)) if more > SPEAKS => "It costs the enemy more than you.",
        Some((more, _)) if more > SPEAKS => "It leaves you in a better position after the enemy's answer.",
        _ => "Little depends on it: nothing else promises more.",
    }
}
