//! Odds and shifts of an attack, and its chances as shown to a player before the roll.

use crate::board::{Atom, Fact, Hex, Preview};
use crate::games::charts::{CombatTable, Ratio};
use std::collections::BTreeMap;
use std::fmt::Display;

/// A shift: what, by which rule, how many columns for the attacker; negative ones help the defender.
pub(crate) type Shift = (&'static str, &'static str, i8);

/// Shifts as a game finds them one by one.
#[derive(Default)]
pub(crate) struct Shifts(pub Vec<Shift>);

impl Shifts {
    /// Adds one, unless it is of no column.
    pub(crate) fn add(&mut self, what: &'static str, rule: &'static str, n: i8) {
        if n != 0 {
            self.0.push((what, rule, n));
        }
    }
}

/// Odds and shifts of an attack as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Assessment<const SIGN: char> {
    /// The attacker's factors.
    pub attack: i32,
    /// The defender's factors.
    pub defense: i32,
    /// The odds before shifts.
    pub odds: Ratio<SIGN>,
    /// The place of their column before shifts, beyond the ends of the table where the odds are.
    pub found: i32,
    /// Every shift.
    pub shifts: Vec<Shift>,
    /// The place of the column after all shifts, within the table.
    pub column: usize,
    /// The odds of that column.
    pub final_odds: Ratio<SIGN>,
}

impl<const SIGN: char> Assessment<SIGN> {
    /// Shifts the column that was found for odds, not beyond the ends of the table.
    pub(crate) fn new<R>(table: &CombatTable<SIGN, R>, (attack, defense): (i32, i32), (found, odds): (i32, Ratio<SIGN>), shifts: Vec<Shift>) -> Self {
        let column = table.held(found + total(&shifts));
        Assessment { attack, defense, odds, found, shifts, column, final_odds: table.columns[column] }
    }

    /// The same with a further shift.
    pub(crate) fn and<R>(mut self, table: &CombatTable<SIGN, R>, shift: Shift) -> Self {
        self.shifts.push(shift);
        Assessment::new(table, (self.attack, self.defense), (self.found, self.odds), self.shifts)
    }

    /// How many columns all shifts together are.
    pub(crate) fn shifted(&self) -> i32 {
        total(&self.shifts)
    }

    /// As a line of the log.
    pub(crate) fn fact(&self) -> Fact {
        Fact::Odds {
            attack: self.attack,
            defense: self.defense,
            odds: self.odds.to_string(),
            shifts: self.shifts.iter().map(|(what, _, n)| (*what, *n)).collect(),
            column: self.final_odds.to_string(),
        }
    }

    /// What a player is shown of it, as far as it follows from the odds; the game adds who takes part, what its dice do and what else there
    /// is to know. `found` tells the column of so many factors before shifts.
    pub(crate) fn preview<R>(&self, hex: Hex, table: &CombatTable<SIGN, R>, found: impl Fn(i32) -> i32) -> Preview {
        Preview {
            hex: Some(hex),
            attack: self.attack,
            defense: self.defense,
            odds: self.odds.to_string(),
            shifts: self.shifts.iter().map(|(what, rule, n)| (*what, Atom(rule), *n)).collect(),
            column: self.final_odds.to_string(),
            rolled_shifts: Vec::new(),
            modifiers: Vec::new(),
            unsupplied: Vec::new(),
            unseen: 0,
            span: None,
            unknown: Vec::new(),
            notes: Vec::new(),
            chances: Vec::new(),
            of: 6,
            falls: None,
            guns: Vec::new(),
            attackers: Vec::new(),
            defenders: Vec::new(),
            printed: Vec::new(),
            columns: table.columns.iter().map(Ratio::to_string).collect(),
            missing: self.missing(table, found),
            cases: Vec::new(),
        }
    }

    /// How many more factors lead to which better column.
    fn missing<R>(&self, table: &CombatTable<SIGN, R>, found: impl Fn(i32) -> i32) -> Option<(i32, String)> {
        let with = |more: i32| table.held(found(self.attack + more) + self.shifted());
        if self.column + 1 == table.columns.len() {
            return None;
        }
        let enough = (self.defense.max(1) * table.columns.len() as i32).max(ENOUGH);
        (1..=enough).find(|more| with(*more) > self.column).map(|more| (more, table.columns[with(more)].to_string()))
    }
}

/// More factors than most attacks lack for the next column.
const ENOUGH: i32 = 400;

fn total(shifts: &[Shift]) -> i32 {
    shifts.iter().map(|(_, _, n)| i32::from(*n)).sum()
}

/// How many rolls lead to a result of this sort.
pub(crate) fn rolls_to<R>(chances: &BTreeMap<R, u32>, wanted: impl Fn(&R) -> bool) -> u32 {
    chances.iter().filter(|(result, _)| wanted(result)).map(|(_, n)| *n).sum()
}

/// Chances as a player is shown them.
pub(crate) fn listed<R: Display>(chances: &BTreeMap<R, u32>) -> Vec<(String, u32)> {
    chances.iter().map(|(result, n)| (result.to_string(), *n)).collect()
}

/// What "1/2" or "0/1R2" does in a game in which losses are counted in such pieces: the attacker's loss, the defender's, how far he retreats.
pub(crate) fn losses_in_words(result: &str, piece: &str) -> Option<String> {
    let (attacker, rest) = result.split_once('/')?;
    let (defender, retreat) = rest.split_once('R').unwrap_or((rest, "0"));
    let (attacker, defender, retreat): (u8, u8, u8) = (attacker.parse().ok()?, defender.parse().ok()?, retreat.parse().ok()?);
    let many = |n: u8| if n == 1 { format!("a {piece}") } else { format!("{n} {piece}s") };
    let losses = match (attacker, defender) {
        (0, 0) if retreat > 0 => "defender".to_owned(),
        (0, 0) => return Some("no effect".to_owned()),
        (a, d) if a == d => format!("each loses {}", many(a)),
        (a, 0) => format!("attacker loses {}", many(a)),
        (0, d) => format!("defender loses {}", many(d)),
        (a, d) => format!("losses {a} and {d}"),
    };
    Some(match (retreat, losses.as_str()) {
        (0, _) => losses,
        (n, "defender") => format!("defender retreats {n}"),
        (n, _) => format!("{losses}, retreat {n}"),
    })
}

#[cfg(test)]
mod tests {
    use super::losses_in_words;

    #[test]
    fn a_result_reads_as_what_it_does() {
        let read = |result: &str| losses_in_words(result, "step").unwrap_or_default();
        assert_eq!(read("1/0"), "attacker loses a step");
        assert_eq!(read("1/1R2"), "each loses a step, retreat 2");
        assert_eq!(read("0/0R1"), "defender retreats 1");
        assert_eq!(read("0/0"), "no effect");
        assert_eq!(losses_in_words("DE", "step"), None);
    }
}
