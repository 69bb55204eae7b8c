//! Tunes the weights a commander uses to judge positions, by self-play: all of them are nudged at once, up and down, and then moved in the direction
//! that wins (SPSA, Spall 1992).

use super::Batch;
use super::simulate::{self, Stopped};
use crate::bots::{Commander, Seated};
use crate::games::{Rules, Weights};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How far weights are nudged, and how far they move at first if one direction wins all games; in logarithms.
const SHAKEN: f64 = 0.4;
const STEP: f64 = 0.5;

/// Games per step: each seed is played on both sides.
pub const A_STEP: u64 = 8;

/// The result of a step: its number, the games won by the weights nudged one way and the other, and the current weights.
pub struct Step<'a> {
    /// Steps so far.
    pub step: u64,
    /// Games won in one direction and in the other.
    pub won: [u64; 2],
    /// The current weights.
    pub weights: &'a Weights,
}

/// Tunes the weights of a game over the batch's number of games, and reports every step.
pub fn tune(rules: &Rules, batch: &Batch, mut told: impl FnMut(Step<'_>)) -> Result<Weights, Stopped> {
    let mut weights = (*rules.weights).clone();
    let mut rng = ChaCha8Rng::seed_from_u64(batch.seed);
    for step in 0..(batch.games / A_STEP).max(1) {
        // Signs and zeros stay: what is shaken is how much a thing weighs.
        let shake: Vec<f64> = weights.weights.iter().map(|_| if rng.random::<bool>() { 1.0 } else { -1.0 }).collect();
        // Steps grow smaller, as the method wants it.
        let fade = 1.0 + step as f64 / 10.0;
        let way = |sign: f64| {
            let mut shaken = weights.clone();
            shaken.weights.iter_mut().zip(&shake).for_each(|(weight, way)| *weight *= (sign * way * SHAKEN / fade.powf(0.101)).exp());
            shaken
        };
        let ways = [way(1.0), way(-1.0)];
        let part = Batch { games: A_STEP, seed: batch.seed.wrapping_add(step * A_STEP), ..*batch };
        let mut won = [0, 0];
        let game = |seed: u64| {
            let first = (seed % 2) as usize; // who plays the first side
            let bot = |side: usize| {
                let own = Commander::seeded(seed, batch.think).judging_by(ways[(first + side) % 2].clone());
                Seated::bot(own, seed ^ side as u64)
            };
            simulate::play_seated(rules, batch.scenario, [bot(0), bot(1)], seed / 2, None).map(|ended| ended.winner.map(|side| (first + side.at()) % 2))
        };
        part.play("tuning", game, |winner| winner.into_iter().for_each(|way| won[way] += 1))?;
        let lead = (won[0] as f64 - won[1] as f64) / A_STEP as f64;
        weights.weights.iter_mut().zip(&shake).for_each(|(weight, way)| *weight *= (lead * way * STEP * SHAKEN / fade.powf(0.602)).exp());
        told(Step { step: step + 1, won, weights: &weights });
    }
    // Only how weights stand to each other matters; the first is the measure of all others.
    let unit = weights.weights.first().copied().filter(|unit| *unit != 0.0).map_or(1.0, f64::abs);
    let measure = rules.weights.weights.first().copied().unwrap_or(1.0).abs();
    weights.weights.iter_mut().for_each(|weight| *weight = (*weight * measure / unit * 1e5).round() / 1e5);
    Ok(weights)
}
