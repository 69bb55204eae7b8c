//! Balance: many games by bots, and how often who wins.

use super::Batch;
use crate::board::{OptionId, Side};
use crate::bots::{Commander, Greedy, Seated, Think};
use crate::games::Rules;
use crate::lab::laws::LONGEST;
use crate::play::{self, Players, Session};
use std::collections::BTreeMap;
use std::path::Path;

/// What came of many games.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many were played to an end.
    pub games: u64,
    /// Won by each side.
    pub wins: [u64; 2],
    /// Won by nobody.
    pub undecided: u64,
    /// Orders, all games together.
    pub orders: u64,
    /// Turns, all games together.
    pub turns: u64,
    /// How the games stood at their end, and how many did.
    pub stood: BTreeMap<String, u64>,
}

/// Optional rules that fit together, drawn from a seed: none in half of all games.
pub fn options_of(rules: &Rules, seed: u64) -> Vec<OptionId> {
    let names = rules.lexicon().names("OptionId");
    let mut bits = if seed.is_multiple_of(2) { 0 } else { seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32 };
    // What a chosen rule needs is chosen as well, until nothing is missing.
    loop {
        let missing = (0..names.len()).filter(|i| bits & (1 << i) != 0).flat_map(|i| &rules.book.options[i].needs);
        let added = missing.filter_map(|need| names.iter().position(|n| n == need)).fold(bits, |bits, i| bits | 1 << i);
        if added == bits {
            return (0..names.len()).filter(|i| bits & (1 << i) != 0).map(|i| OptionId(i as u8)).collect();
        }
        bits = added;
    }
}

/// A scenario drawn from a seed: all of them in turn, with and without optional rules.
pub fn scenario_of(rules: &Rules, seed: u64) -> &str {
    let all = &rules.book.scenarios;
    let share = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    &all[((share * all.len() as u64) >> 32) as usize].id
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Player {
    /// Any legal choice.
    Random,
    /// What looks best at once.
    Greedy,
    /// Searches.
    Commander,
}

impl Player {
    fn seated(self, seed: u64, think: Think) -> Seated {
        match self {
            Player::Random => Seated::random(seed),
            Player::Greedy => Seated::bot(Greedy::default(), seed),
            Player::Commander => Seated::bot(Commander::seeded(seed, think), seed),
        }
    }
}

/// Why a simulation stopped.
#[derive(Clone, Debug)]
pub enum Stopped {
    /// A game went wrong.
    Game(String),
    /// A game could not be kept.
    Keeping(String),
}

/// What came of one game.
struct Ended {
    winner: Option<Side>,
    orders: u64,
    turns: u8,
    stood: String,
}

/// Plays games between bots, one a side, without optional rules; keeps them in a folder, if one is named, to be looked at.
pub fn simulate(rules: &Rules, players: [Player; 2], think: Think, batch: &Batch, keep: Option<&Path>) -> Result<Report, Stopped> {
    let mut report = Report::default();
    let count = |ended: Ended| {
        match ended.winner {
            Some(side) => report.wins[side.at()] += 1,
            None => report.undecided += 1,
        }
        report.games += 1;
        report.orders += ended.orders;
        report.turns += u64::from(ended.turns);
        *report.stood.entry(ended.stood).or_default() += 1;
    };
    batch.play("simulating", |seed| play_one(rules, batch.scenario, players, think, seed, keep), count)?;
    Ok(report)
}

/// Plays one game to its end.
fn play_one(rules: &Rules, scenario: Option<&str>, players: [Player; 2], think: Think, seed: u64, keep: Option<&Path>) -> Result<Ended, Stopped> {
    let start = rules.start(scenario, &[], seed).map_err(Stopped::Game)?;
    let mut world = play::begin(rules, &start, Players::Solo);
    let mut bots = [players[0].seated(seed ^ 0xb07, think), players[1].seated(seed ^ 0xb08, think)];
    let mut orders = 0;
    for _ in 0..LONGEST {
        let Some(side) = play::decider(&mut world) else { break };
        let Some(order) = bots[side.at()].choose(&mut world) else { break };
        play::submit(&mut world, order).map_err(|by| Stopped::Game(format!("seed {seed}: a choice offered was refused: {by}")))?;
        orders += 1;
    }
    let Some(winner) = Session::outcome(&world) else {
        let past = &world.resource::<Session>().past;
        let last: Vec<String> = past.iter().rev().take(4).map(|e| rules.write_order(&e.order)).collect();
        return Err(Stopped::Game(format!("seed {seed}: the game did not end within {LONGEST} orders; the last ones: {}", last.join(", "))));
    };
    if let Some(folder) = keep {
        let path = folder.join(format!("{}-{seed}.fronts", rules.title.slug()));
        play::save(&world, &path).map_err(|fault| Stopped::Keeping(fault.to_string()))?;
    }
    Ok(Ended { winner, orders, turns: Session::turn(&world), stood: play::standing(&mut world).short })
}

/// The Wilson interval of a share at 95 %, in tenths of a percent.
pub fn interval(hits: u64, of: u64) -> (u64, u64) {
    if of == 0 {
        return (0, 1000);
    }
    let (n, p, z) = (of as f64, hits as f64 / of as f64, 1.959_964);
    let (middle, spread) = (p + z * z / (2.0 * n), z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt());
    let bound = |x: f64| ((x / (1.0 + z * z / n)).clamp(0.0, 1.0) * 1000.0).round() as u64;
    (bound(middle - spread), bound(middle + spread))
}

#[cfg(test)]
mod tests {
    #[test]
    fn wilson_intervals() {
        assert_eq!(super::interval(50, 100), (404, 596));
        assert_eq!(super::interval(0, 10), (0, 278));
        assert_eq!(super::interval(0, 0), (0, 1000));
    }
}
