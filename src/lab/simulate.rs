//! Simulation: many games between bots, and how often each side wins.

use super::Batch;
use crate::board::{OptionId, Role, Side};
use crate::bots::{Commander, Recruit, Seated, Steady, Think};
use crate::games::Rules;
use crate::lab::laws::LONGEST;
use crate::play::{self, Players, Session};
use bevy_ecs::prelude::World;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The results of many games. It holds only counts, so reports for different seeds can be added up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// How many were played to an end.
    pub games: u64,
    /// Won by each side.
    pub wins: [u64; 2],
    /// Drawn.
    pub undecided: u64,
    /// Orders, all games together.
    pub orders: u64,
    /// Turns, all games together.
    pub turns: u64,
    /// Attacks that each side made, all games together.
    pub attacks: [u64; 2],
    /// Games in which each side attacked in the first turn.
    pub opened: [u64; 2],
    /// Final standings, with how many games ended with each.
    pub stood: BTreeMap<String, u64>,
}

impl Report {
    /// Counts a game.
    pub fn count(&mut self, ended: Ended) {
        match ended.winner {
            Some(side) => self.wins[side.at()] += 1,
            None => self.undecided += 1,
        }
        self.games += 1;
        self.orders += ended.orders;
        self.turns += u64::from(ended.turns);
        for side in [0, 1] {
            self.attacks[side] += ended.attacks[side];
            self.opened[side] += u64::from(ended.opened[side]);
        }
        *self.stood.entry(ended.stood).or_default() += 1;
    }

    /// Adds other games to these.
    pub fn add(&mut self, other: &Report) {
        self.games += other.games;
        self.undecided += other.undecided;
        self.orders += other.orders;
        self.turns += other.turns;
        for side in [0, 1] {
            self.wins[side] += other.wins[side];
            self.attacks[side] += other.attacks[side];
            self.opened[side] += other.opened[side];
        }
        for (how, n) in &other.stood {
            *self.stood.entry(how.clone()).or_default() += n;
        }
    }

    /// Whether its counts are consistent: every game was won by a side or drawn, and has a final standing.
    pub fn adds_up(&self) -> bool {
        let decided = self.wins[0].checked_add(self.wins[1]).and_then(|n| n.checked_add(self.undecided));
        let stood = self.stood.values().try_fold(0u64, |sum, n| sum.checked_add(*n));
        decided == Some(self.games) && stood == Some(self.games) && self.opened.iter().all(|n| *n <= self.games)
    }
}

/// A valid set of optional rules, drawn from a seed: none in half of all games.
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Any legal choice.
    Random,
    /// Weak but sane.
    Recruit,
    /// Takes what looks best at the moment.
    #[value(alias = "greedy")]
    #[serde(alias = "greedy")]
    Steady,
    /// Searches.
    Commander,
}

impl Player {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::Recruit => "recruit",
            Player::Steady => "steady",
            Player::Commander => "commander",
        }
    }

    pub(super) fn seated(self, seed: u64, think: Think) -> Seated {
        match self {
            Player::Random => Seated::random(seed),
            Player::Recruit => Seated::bot(Recruit::seeded(seed), seed),
            Player::Steady => Seated::bot(Steady::default(), seed),
            Player::Commander => Seated::bot(Commander::seeded(seed, think), seed),
        }
    }
}

/// Why a simulation stopped.
#[derive(Clone, Debug)]
pub enum Stopped {
    /// A game went wrong.
    Game(String),
    /// A game could not be saved.
    Keeping(String),
}

/// The result of one game.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Who won, if anybody did.
    pub winner: Option<Side>,
    orders: u64,
    turns: u8,
    attacks: [u64; 2],
    opened: [bool; 2],
    stood: String,
}

/// Plays games between two bots, without optional rules; saves them in a folder, if one is given, for viewing.
pub fn simulate(rules: &Rules, players: [Player; 2], batch: &Batch, keep: Option<&Path>) -> Result<Report, Stopped> {
    let mut report = Report::default();
    batch.play("simulating", |seed| play_one(rules, batch, players, seed, keep), |ended| report.count(ended))?;
    Ok(report)
}

/// Plays one game to its end.
pub(super) fn play_one(rules: &Rules, batch: &Batch, players: [Player; 2], seed: u64, keep: Option<&Path>) -> Result<Ended, Stopped> {
    let bots = [players[0].seated(seed ^ 0xb07, batch.think), players[1].seated(seed ^ 0xb08, batch.think)];
    play_seated(rules, batch.scenario, bots, seed, keep)
}

/// Plays one game between bots to its end.
pub(super) fn play_seated(rules: &Rules, scenario: Option<&str>, bots: [Seated; 2], seed: u64, keep: Option<&Path>) -> Result<Ended, Stopped> {
    play_watched(rules, scenario, bots, seed, keep, |_| {})
}

/// The same, with an observer called whenever a turn begins.
pub(super) fn play_watched(
    rules: &Rules,
    scenario: Option<&str>,
    mut bots: [Seated; 2],
    seed: u64,
    keep: Option<&Path>,
    mut look: impl FnMut(&mut World),
) -> Result<Ended, Stopped> {
    let start = rules.start(scenario, &[], seed).map_err(Stopped::Game)?;
    let mut world = play::begin(rules, &start, Players::Solo);
    let (mut orders, mut attacks, mut opened) = (0, [0, 0], [false, false]);
    // An attack is something that units have joined and that was carried out; what else it asks on the way does not count again.
    let (mut planned, mut turn) = (false, 0);
    for _ in 0..LONGEST {
        let Some(side) = play::decider(&mut world) else { break };
        if Session::turn(&world) != turn {
            turn = Session::turn(&world);
            look(&mut world);
        }
        let Some(order) = bots[side.at()].choose(&mut world) else { break };
        match order.role() {
            Role::Join => planned = true,
            Role::Drop => planned = false,
            Role::Go if planned => {
                planned = false;
                attacks[side.at()] += 1;
                opened[side.at()] |= Session::turn(&world) == 1;
            }
            _ => {}
        }
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
    Ok(Ended { winner, orders, turns: Session::turn(&world), attacks, opened, stood: play::standing(&mut world).short })
}

/// 95% of a normal distribution lies within this many standard deviations.
pub(super) const Z: f64 = 1.959_964;

/// The Wilson interval of a share at 95%, in tenths of a percent.
pub fn interval(hits: u64, of: u64) -> (u64, u64) {
    if of == 0 {
        return (0, 1000);
    }
    let (n, p) = (of as f64, hits as f64 / of as f64);
    let (middle, spread) = (p + Z * Z / (2.0 * n), Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt());
    let bound = |x: f64| ((x / (1.0 + Z * Z / n)).clamp(0.0, 1.0) * 1000.0).round() as u64;
    (bound(middle - spread), bound(middle + spread))
}

#[cfg(test)]
mod tests {
    use super::Report;

    #[test]
    fn wilson_intervals() {
        assert_eq!(super::interval(50, 100), (404, 596));
        assert_eq!(super::interval(0, 10), (0, 278));
        assert_eq!(super::interval(0, 0), (0, 1000));
    }

    #[test]
    fn counts_add_up() {
        let stood = |n: u64| [("even".to_owned(), n)].into();
        let one = Report { games: 3, wins: [1, 1], undecided: 1, orders: 30, turns: 9, attacks: [4, 5], opened: [3, 0], stood: stood(3) };
        let mut sum = one.clone();
        sum.add(&Report { games: 1, wins: [0, 1], stood: stood(1), ..Report::default() });
        assert_eq!((sum.games, sum.wins, sum.undecided, sum.attacks), (4, [1, 2], 1, [4, 5]));
        assert!(one.adds_up() && sum.adds_up());
        assert!(!Report { games: 4, ..one.clone() }.adds_up());
        assert!(!Report { stood: stood(2), ..one.clone() }.adds_up());
        assert!(!Report { opened: [4, 0], ..one.clone() }.adds_up());
        assert!(!Report { wins: [u64::MAX, 2], ..one }.adds_up());
    }
}
