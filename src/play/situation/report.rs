//! What went wrong in a situation, and which of its dice were missing or left over.

use super::Situation;
use crate::board::read::Reading;
use crate::board::{Dice, Roll};
use bevy_ecs::prelude::World;
use std::cell::Cell;

/// The faults of a run. Once an order has gone wrong, anything else unexpected may follow from that, so it is counted, not listed.
pub struct Report<'r, 'a> {
    reading: &'r Reading<'a>,
    /// Where the first order that went wrong is in the file.
    derailed: Cell<Option<u32>>,
    orders: Cell<usize>,
    checks: Cell<usize>,
    dice: Cell<bool>,
}

impl<'r, 'a> Report<'r, 'a> {
    pub fn new(reading: &'r Reading<'a>) -> Report<'r, 'a> {
        Report { reading, derailed: Cell::new(None), orders: Cell::new(0), checks: Cell::new(0), dice: Cell::new(false) }
    }

    /// An order did not go as expected; `derails` says whether the game has taken a different course since.
    pub fn order(&self, at: u32, derails: bool, what: impl Into<String>) {
        if self.derailed.get().is_some() {
            self.orders.set(self.orders.get() + 1);
        } else {
            self.note(at, derails, what);
        }
    }

    /// Something is not as it must be.
    pub fn check(&self, at: u32, what: impl Into<String>) {
        if self.derailed.get().is_some() {
            self.checks.set(self.checks.get() + 1);
        } else {
            self.note(at, false, what);
        }
    }

    /// A die is missing, impossible or left over.
    fn die(&self, at: u32, derails: bool, what: impl Into<String>) {
        if self.derailed.get().is_some() {
            self.dice.set(true);
        } else {
            self.note(at, derails, what);
        }
    }

    fn note(&self, at: u32, derails: bool, what: impl Into<String>) {
        self.reading.fault(at, what);
        if derails {
            self.derailed.set(Some(at));
        }
    }

    /// Says how much was not listed.
    pub fn close(self) {
        let Some(at) = self.derailed.get() else { return };
        let counted = [(self.orders.get(), "later order"), (self.checks.get(), "check")].into_iter().filter(|(n, _)| *n > 0);
        let mut rest: Vec<String> = counted.map(|(n, what)| counted_words(n, what)).collect();
        rest.extend(self.dice.get().then(|| "the dice".to_owned()));
        if !rest.is_empty() {
            self.reading.fault(at, format!("not listed, since it may follow from this: {}", rest.join(", ")));
        }
    }
}

fn counted_words(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// The most dice that are listed.
const TOLD: usize = 8;

/// What the last dice were for, each with what it showed.
fn told(rolls: &[Roll]) -> String {
    let last = &rolls[rolls.len().saturating_sub(TOLD)..];
    let words: Vec<String> = last.iter().map(|roll| format!("{} ({})", roll.die, roll.what)).collect();
    format!("{}{}", if last.len() < rolls.len() { "…, " } else { "" }, words.join(", "))
}

impl Situation {
    /// Compares the dice rolled since with those the file has for them; `at` is the order that rolled them.
    pub fn dice_rolled(&self, report: &Report<'_, '_>, world: &World, since: usize, at: u32) {
        let rolls = world.resource::<Dice>().rolls();
        for (i, roll) in rolls.iter().enumerate().skip(since) {
            let (n, what) = (i + 1, roll.what);
            match self.dice.get(i) {
                None if i == 0 => return report.die(at, true, format!("a die is rolled here ({what}), and `dice` has none")),
                None => {
                    let before = told(&rolls[..i]);
                    return report.die(at, true, format!("die {n} is missing: it is rolled here ({what}), after {before}"));
                }
                Some(die) if die.value <= roll.sides => {}
                Some(die) if roll.sides == 6 => {
                    return report.die(die.at, true, format!("die {n} ({}) cannot fall on a six-sided die ({what})", die.value));
                }
                Some(die) => {
                    let sides = roll.sides;
                    return report.die(die.at, true, format!("die {n} ({}) cannot be: it draws one out of {sides} ({what})", die.value));
                }
            }
        }
    }

    /// Notes dice that were never rolled.
    pub fn dice_left(&self, report: &Report<'_, '_>, world: &World) {
        let rolls = world.resource::<Dice>().rolls();
        let Some(first) = self.dice.get(rolls.len()) else { return };
        let n = rolls.len() + 1;
        let which = match self.dice.len() {
            last if last == n => format!("die {n} ({}) is left over", first.value),
            last if last == n + 1 => format!("dice {n} and {last} are left over"),
            last => format!("dice {n} to {last} are left over"),
        };
        let rolled = if rolls.is_empty() { "none was rolled".to_owned() } else { format!("rolled: {}", told(rolls)) };
        report.die(first.at, false, format!("{which}; {rolled}"));
    }
}
