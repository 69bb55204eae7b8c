//! Results of matches between bots, kept as JSON so that runs on several machines, each with its own range of seeds, can be merged.

use super::simulate::{Player, Report};
use crate::board::read::Fault;
use serde::{Deserialize, Serialize};

/// Matches of one game with one set of tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game's slug.
    pub game: String,
    /// The program version: another one may have different bots.
    pub version: String,
    /// The digest of the tables that were in force.
    pub tables: String,
    /// One for each scenario and pair of bots.
    pub matches: Vec<Match>,
}

/// Many games of one scenario between the same two bots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// The scenario's id.
    pub scenario: String,
    /// Who played the first and the second side.
    pub bots: [Player; 2],
    /// Ranges of seeds: the first one and how many.
    pub seeds: Vec<[u64; 2]>,
    /// The results.
    #[serde(flatten)]
    pub report: Report,
}

impl Record {
    /// An empty one.
    pub fn new(game: &str, tables: u64) -> Record {
        Record { game: game.to_owned(), version: env!("CARGO_PKG_VERSION").to_owned(), tables: format!("{tables:016x}"), matches: Vec::new() }
    }

    /// Reads one; its counts must add up.
    pub fn read(file: &str, text: &str) -> Result<Record, Fault> {
        let fault = |line: usize, column: usize, what: String| Fault { file: file.to_owned(), line: line as u32, column: column as u32, what };
        let record: Record = serde_json::from_str(text).map_err(|e| {
            let words = e.to_string();
            let what = words.rsplit_once(" at line ").map_or(words.as_str(), |(what, _)| what);
            fault(e.line(), e.column(), what.to_owned())
        })?;
        for (n, played) in record.matches.iter().enumerate() {
            let seeds = played.seeds.iter().try_fold(0u64, |sum, [_, count]| sum.checked_add(*count));
            if !played.report.adds_up() || seeds != Some(played.report.games) {
                let [first, second] = played.bots.map(Player::name);
                return Err(Fault::of_file(file, format!("match {} ({}, {first} against {second}): its counts do not add up", n + 1, played.scenario)));
            }
        }
        Ok(record)
    }

    /// As JSON.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).expect("a record has only texts and numbers")
    }

    /// Adds the games of another record, or says why they cannot be counted together.
    pub fn merge(&mut self, other: Record) -> Result<(), String> {
        let same = |what: &str, ours: &str, theirs: &str| match ours == theirs {
            true => Ok(()),
            false => Err(format!("{what} differs: {theirs} against {ours}; only runs of the same game, program and tables can be merged")),
        };
        same("the game", &self.game, &other.game)?;
        same("the program's version", &self.version, &other.version)?;
        same("the digest of the tables", &self.tables, &other.tables)?;
        for played in other.matches {
            match self.matches.iter_mut().find(|m| m.scenario == played.scenario && m.bots == played.bots) {
                None => self.matches.push(played),
                Some(known) => known.merge(played)?,
            }
        }
        Ok(())
    }
}

impl Match {
    fn merge(&mut self, other: Match) -> Result<(), String> {
        for range in &other.seeds {
            if let Some(twice) = self.seeds.iter().find_map(|known| common(*known, *range)) {
                let [first, second] = self.bots.map(Player::name);
                return Err(format!("seed {twice} of {}, {first} against {second}, would be counted twice", self.scenario));
            }
        }
        self.seeds.extend(other.seeds);
        self.seeds.sort_unstable();
        // Ranges that join become one.
        let mut joined: Vec<[u64; 2]> = Vec::new();
        for [first, count] in self.seeds.drain(..) {
            match joined.last_mut().filter(|[before, n]| before.checked_add(*n) == Some(first)) {
                Some([_, n]) => *n += count,
                None => joined.push([first, count]),
            }
        }
        self.seeds = joined;
        self.report.add(&other.report);
        Ok(())
    }
}

/// The first seed that two ranges have in common.
fn common([a, n]: [u64; 2], [b, m]: [u64; 2]) -> Option<u64> {
    let first = a.max(b);
    let holds = |from: u64, count: u64| first - from < count;
    (holds(a, n) && holds(b, m)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(seeds: [u64; 2], wins: [u64; 2]) -> Record {
        let games = seeds[1];
        let report =
            Report { games, wins, undecided: games - wins[0] - wins[1], orders: games * 10, stood: [("even".to_owned(), games)].into(), ..Report::default() };
        let played = Match { scenario: "campaign".into(), bots: [Player::Steady, Player::Random], seeds: vec![seeds], report };
        Record { matches: vec![played], ..Record::new("the_ford", 7) }
    }

    #[test]
    fn ranges_of_seeds_merge() {
        let mut all = record([1, 10], [8, 1]);
        all.merge(record([21, 10], [7, 3])).expect("other seeds");
        all.merge(record([11, 10], [9, 0])).expect("other seeds");
        assert_eq!(all.matches.len(), 1);
        assert_eq!(all.matches[0].seeds, [[1, 30]]);
        assert_eq!((all.matches[0].report.games, all.matches[0].report.wins, all.matches[0].report.undecided), (30, [24, 4], 2));
        assert_eq!(Record::read("all.json", &all.write()), Ok(all.clone()));
        assert!(all.merge(record([30, 5], [5, 0])).expect_err("counted before").contains("seed 30"));
        let other_pair = Record { matches: vec![Match { bots: [Player::Random; 2], ..record([1, 10], [5, 5]).matches.remove(0) }], ..record([1, 10], [5, 5]) };
        all.merge(other_pair).expect("another pair of bots");
        assert_eq!(all.matches.len(), 2);
        assert!(all.merge(Record { game: "chess".into(), ..record([90, 1], [1, 0]) }).is_err());
        assert!(all.merge(Record { tables: "0".into(), ..record([90, 1], [1, 0]) }).is_err());
    }

    #[test]
    fn what_does_not_add_up_is_refused() {
        let good = record([1, 10], [8, 1]).write();
        for (old, new, what) in [
            ("\"games\": 10", "\"games\": 11", "do not add up"),
            ("\"undecided\": 1", "\"undecided\": 2", "do not add up"),
            ("\"steady\"", "\"stedy\"", "unknown variant"),
            ("\"game\"", "\"gam\"", "unknown field"),
        ] {
            assert!(good.contains(old), "{good}");
            let fault = Record::read("a.json", &good.replacen(old, new, 1)).expect_err(new);
            assert!(fault.to_string().contains(what), "{fault}");
        }
        assert_eq!(Record::read("a.json", "{").expect_err("cut off").to_string(), "a.json:1:1: EOF while parsing an object");
    }

    #[test]
    fn seeds_in_common() {
        assert_eq!(common([1, 10], [10, 1]), Some(10));
        assert_eq!(common([1, 10], [11, 5]), None);
        assert_eq!(common([u64::MAX, 1], [0, 5]), None);
        assert_eq!(common([0, 0], [0, 5]), None);
    }
}
