//! How often positions are won: plays games between bots, notes what the commander thinks of their positions, and fits the curve between the two.

use super::Batch;
use super::simulate::{self, Player, Stopped};
use crate::board::{AtTurn, Curve, Played, Side, margin};
use crate::games::{Chances, Rules};
use crate::play::{self, Session};
use std::collections::BTreeMap;

/// A position at the start of a turn, and who won in the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The game's seed.
    pub seed: u64,
    /// Which turn.
    pub turn: u8,
    /// What the position is judged by.
    pub features: Vec<i32>,
    /// Who won, if anybody did.
    pub winner: Option<Side>,
}

/// Plays games and keeps the positions at the start of each turn, in the order of the seeds.
pub fn sample(rules: &Rules, players: [Player; 2], batch: &Batch) -> Result<Vec<Sample>, Stopped> {
    let game = |seed: u64| {
        let mut seen = Vec::new();
        let bots = [players[0].seated(seed ^ 0xb07, batch.think), players[1].seated(seed ^ 0xb08, batch.think)];
        let look = |world: &mut bevy_ecs::prelude::World| seen.push((Session::turn(world), play::features(world)));
        let ended = simulate::play_watched(rules, batch.scenario, bots, seed, None, look)?;
        Ok::<_, Stopped>(seen.into_iter().map(|(turn, features)| Sample { seed, turn, features, winner: ended.winner }).collect::<Vec<_>>())
    };
    let mut samples = Vec::new();
    batch.play("calibrating", game, |seen| samples.extend(seen))?;
    Ok(samples)
}

/// The weight of prior knowledge, in games: a turn that few games reach is judged like all turns together.
const BEFOREHAND: f64 = 8.0;
/// No curve has a larger offset or slope than this: a share of one in three thousand is as good as none.
const STEEPEST: f64 = 8.0;

/// The curves that fit these positions best.
pub fn fit(weights: &[f64], samples: &[Sample], source: String) -> Played {
    let judged: Vec<(u8, f64, Option<Side>)> = samples.iter().map(|sample| (sample.turn, judge(weights, &sample.features), sample.winner)).collect();
    let of = |side: Side, at: &dyn Fn(u8) -> bool| -> Vec<(f64, f64)> {
        let sign = if side == Side(0) { 1.0 } else { -1.0 };
        judged.iter().filter(|(turn, ..)| at(*turn)).map(|(_, margin, winner)| (sign * margin, if *winner == Some(side) { 1.0 } else { 0.0 })).collect()
    };
    // How far positions lie apart is asked of all turns together: a turn in which all are alike says nothing about others.
    let spread = spread(&judged.iter().map(|(_, margin, _)| *margin).collect::<Vec<_>>());
    let all = [Side(0), Side(1)].map(|side| most_likely(&of(side, &|_| true), Curve::default(), spread));
    let mut turns: Vec<u8> = judged.iter().map(|(turn, ..)| *turn).collect();
    turns.sort_unstable();
    turns.dedup();
    let at = |turn: u8| {
        let [first, second] = [Side(0), Side(1)].map(|side| rounded(most_likely(&of(side, &|other| other == turn), all[side.at()], spread)));
        AtTurn { turn, first, second }
    };
    Played { source, turns: turns.into_iter().map(at).collect() }
}

fn judge(weights: &[f64], features: &[i32]) -> f64 {
    margin(weights.iter().zip(features).map(|(weight, feature)| weight * f64::from(*feature)).sum())
}

fn rounded(curve: Curve) -> Curve {
    let round = |number: f64| (number * 1000.0).round() / 1000.0 + 0.0; // no minus before a zero
    Curve { lean: round(curve.lean), scale: round(curve.scale) }
}

/// The standard deviation, but never quite zero.
fn spread(margins: &[f64]) -> f64 {
    let n = margins.len().max(1) as f64;
    let mean = margins.iter().sum::<f64>() / n;
    (margins.iter().map(|margin| (margin - mean).powi(2)).sum::<f64>() / n).sqrt().max(0.01)
}

/// The logistic curve through margins and outcomes, by Newton's method, pulled toward another curve where little is known.
fn most_likely(known: &[(f64, f64)], toward: Curve, spread: f64) -> Curve {
    const ROUNDS: usize = 60;
    let mean = known.iter().map(|(margin, _)| margin).sum::<f64>() / known.len().max(1) as f64;
    // Seen from the middle of what is known both numbers are independent, more or less, and of a size.
    let (start, pull) = ((toward.lean + toward.scale * mean, toward.scale * spread), BEFOREHAND / 4.0);
    let (mut lean, mut scale) = start;
    for _ in 0..ROUNDS {
        let (mut slope, mut bend) = ((pull * (start.0 - lean), pull * (start.1 - scale)), (pull, 0.0, pull));
        for (margin, won) in known {
            let x = (margin - mean) / spread;
            let share = Curve { lean, scale }.at(x);
            let (off, weight) = (won - share, share * (1.0 - share));
            slope = (slope.0 + off, slope.1 + off * x);
            bend = (bend.0 + weight, bend.1 + weight * x, bend.2 + weight * x * x);
        }
        let whole = bend.0 * bend.2 - bend.1 * bend.1;
        let step = ((bend.2 * slope.0 - bend.1 * slope.1) / whole, (bend.0 * slope.1 - bend.1 * slope.0) / whole);
        // Short steps find their way from anywhere.
        let length = step.0.hypot(step.1);
        let shorter = if length > 1.0 { 1.0 / length } else { 1.0 };
        // A better position is never worth less.
        (lean, scale) = ((lean + step.0 * shorter).clamp(-STEEPEST, STEEPEST), (scale + step.1 * shorter).clamp(0.0, STEEPEST));
        if length < 1e-9 {
            break;
        }
    }
    Curve { lean: lean - scale * mean / spread, scale: scale / spread }
}

/// Positions that a side was expected to win with a probability in one tenth of the range, and how many it won.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tenth {
    /// How many positions.
    pub positions: u64,
    /// How many of them were expected to be won.
    pub expected: f64,
    /// How many were.
    pub won: u64,
}

/// How well chances hold in games that were played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Check {
    /// Both sides' positions, by the share expected.
    pub tenths: [Tenth; 10],
    /// The sum of squared errors of the shares, and the same for a forecast that only knows each side's overall win rate.
    squares: (f64, f64),
}

impl Check {
    fn positions(&self) -> f64 {
        self.tenths.iter().map(|tenth| tenth.positions).sum::<u64>().max(1) as f64
    }

    /// The mean squared error of the shares, 0 being perfect foresight, and the same for a forecast that only knows each side's overall win rate.
    pub fn off(&self) -> (f64, f64) {
        (self.squares.0 / self.positions(), self.squares.1 / self.positions())
    }

    /// The average difference between expected and observed, tenth by tenth.
    pub fn gap(&self) -> f64 {
        self.tenths.iter().map(|tenth| (tenth.expected - tenth.won as f64).abs()).sum::<f64>() / self.positions()
    }

    /// Adds other positions to these.
    pub fn add(&mut self, other: &Check) {
        for (sum, more) in self.tenths.iter_mut().zip(&other.tenths) {
            *sum = Tenth { positions: sum.positions + more.positions, expected: sum.expected + more.expected, won: sum.won + more.won };
        }
        self.squares = (self.squares.0 + other.squares.0, self.squares.1 + other.squares.1);
    }
}

/// Compares the chances of a scenario with games that were played; `None` if there are no chances for it.
pub fn check(chances: &Chances, scenario: &str, samples: &[Sample]) -> Option<Check> {
    let mut found = Check::default();
    let won = |sample: &Sample, side: Side| if sample.winner == Some(side) { 1.0 } else { 0.0 };
    let usual = [Side(0), Side(1)].map(|side| samples.iter().map(|sample| won(sample, side)).sum::<f64>() / samples.len().max(1) as f64);
    for sample in samples {
        let shares = chances.shares(scenario, sample.turn, &sample.features)?;
        for side in [Side(0), Side(1)] {
            let (share, won) = (shares[side.at()], won(sample, side));
            let tenth = &mut found.tenths[((share * 10.0) as usize).min(9)];
            *tenth = Tenth { positions: tenth.positions + 1, expected: tenth.expected + share, won: tenth.won + won as u64 };
            found.squares = (found.squares.0 + (share - won).powi(2), found.squares.1 + (usual[side.at()] - won).powi(2));
        }
    }
    Some(found)
}

/// The chances of a game with those of some scenarios fitted anew; scenarios judged by other weights are dropped.
pub fn renewed(rules: &Rules, found: BTreeMap<String, Played>) -> Chances {
    let weights = rules.weights.weights.clone();
    let mut scenarios = if rules.chances.weights == weights { rules.chances.scenarios.clone() } else { BTreeMap::new() };
    scenarios.extend(found);
    Chances { weights, scenarios }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Games whose outcome follows a curve, with draws.
    fn made_up(seed: u64, games: u64, curve: Curve, draws: f64) -> Vec<Sample> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut samples = Vec::new();
        for seed in 0..games {
            let feature: i32 = rng.random_range(-60..=60);
            let (falls, drawn): (f64, f64) = (rng.random(), rng.random());
            let winner = if falls < curve.at(judge(&[1.0], &[feature])) { Side(0) } else { Side(1) };
            samples.push(Sample { seed, turn: 1 + (seed % 3) as u8, features: vec![feature], winner: Some(winner).filter(|_| drawn >= draws) });
        }
        samples
    }

    #[test]
    fn a_curve_is_found_again() {
        let truth = Curve { lean: -0.7, scale: 3.0 };
        let found = fit(&[1.0], &made_up(1, 30_000, truth, 0.0), "made up".into());
        assert_eq!(found.turns.iter().map(|at| at.turn).collect::<Vec<_>>(), [1, 2, 3]);
        for at in &found.turns {
            assert!((at.first.lean - truth.lean).abs() < 0.12 && (at.first.scale - truth.scale).abs() < 0.25, "{at:?}");
            assert!((at.first.lean + at.second.lean).abs() < 0.002 && (at.first.scale - at.second.scale).abs() < 0.002, "without draws one says all: {at:?}");
        }
    }

    #[test]
    fn what_is_expected_comes_about_also_with_draws() {
        for draws in [0.0, 0.3] {
            let curve = Curve { lean: 0.4, scale: 4.0 };
            let played = fit(&[1.0], &made_up(2, 4000, curve, draws), "made up".into());
            let chances = Chances { weights: vec![1.0], scenarios: [("campaign".to_owned(), played)].into() };
            let others = made_up(3, 4000, curve, draws);
            let found = check(&chances, "campaign", &others).expect("known");
            assert_eq!(found.tenths.iter().map(|tenth| tenth.positions).sum::<u64>(), 8000);
            assert!(found.gap() < 0.03, "{found:?}");
            assert!(found.off().0 < found.off().1 * 0.9, "{found:?}");
            assert_eq!(check(&chances, "raid", &others), None);
        }
    }

    #[test]
    fn little_knowledge_makes_no_certainty() {
        let one = |turn: u8, feature: i32, side: u8| Sample { seed: 0, turn, features: vec![feature], winner: Some(Side(side)) };
        let mut samples = made_up(4, 300, Curve { lean: 0.0, scale: 2.0 }, 0.0);
        samples.extend([one(9, 30, 0), one(9, -30, 1)]);
        let played = fit(&[1.0], &samples, "made up".into());
        let late = played.turns.last().expect("turn 9").first;
        assert!(late.at(0.5) < 0.95 && late.at(-0.5) > 0.05 && late.scale >= 0.0, "{late:?}");
        // Positions that are all alike say nothing about others, however they came out.
        let alike = (0..80).map(|n| one(10, 4 + n % 2, u8::from(n % 2 == 0)));
        samples.extend(alike);
        let flat = fit(&[1.0], &samples, "made up".into()).turns.last().expect("turn 10").first;
        assert!(flat.scale < 12.0, "{flat:?}");
        let sure: Vec<Sample> = (0..500).map(|n| one(1, n % 50, 0)).collect();
        let found = fit(&[1.0], &sure, "made up".into()).turns[0];
        assert!(found.first.at(0.0) > 0.9 && found.second.at(0.0) < 0.1, "{found:?}");
        assert!(fit(&[1.0], &[], "made up".into()).turns.is_empty());
    }
}
