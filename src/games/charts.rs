//! The building blocks of the games' charts.

use crate::board::read::{Fields, Reading};
use crate::board::{Origin, Points, Tables};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU8;

/// Charts of `tables.ron` as types, each with its source. `field: u8 [1..=6]` says which numbers make sense; points are counted in halves.
macro_rules! chart {
    ($($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $ty:ty $([$low:literal..=$high:literal])?,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$fdoc])* pub $field: $ty,)*
            /// Where it is from.
            pub source: crate::board::Origin,
        }

        impl crate::games::charts::Bounded for $name {
            fn beyond(&self) -> Vec<(&'static str, i64, i64, i64)> {
                let found: &[(&'static str, Vec<i64>, i64, i64)] =
                    &[$($((stringify!($field), crate::games::charts::Numbers::numbers(&self.$field), $low, $high),)?)*];
                let beyond = |(name, numbers, low, high): &(&'static str, Vec<i64>, i64, i64)| {
                    numbers.iter().find(|n| !(*low..=*high).contains(n)).map(|n| (*name, *n, *low, *high))
                };
                found.iter().filter_map(beyond).collect()
            }
        }
    )*};
}
pub(super) use chart;

/// `tables.ron` as a type, `TablesFile`: one field a chart. `in "name"` says what the file calls it, if not the same; `=> check` names a
/// function that notes what its bounds do not tell.
macro_rules! tables_file {
    ($($field:ident $(in $name:literal)?: $ty:ty $(=> $check:expr)?,)*) => {
        /// `tables.ron`
        #[derive(Clone, Debug)]
        #[allow(missing_docs, reason = "one field a section of tables.ron, documented there")]
        pub struct TablesFile { $(pub $field: $ty,)* }

        impl crate::games::kit::OwnTables for TablesFile {
            fn read(r: &crate::board::read::Reading<'_>, f: &crate::board::read::Fields<'_, '_, '_>, book: &crate::board::Tables) -> Option<TablesFile> {
                $(
                    let name = [$($name,)? stringify!($field)][0];
                    let $field: Option<$ty> = crate::games::charts::need(r, f, name);
                    $(if let Some(chart) = &$field {
                        $check(chart, &crate::games::charts::Section { r, f, name, book });
                    })?
                )*
                Some(TablesFile { $($field: $field?,)* })
            }
        }
    };
}
pub(super) use tables_file;

/// A chart of `tables.ron` as it is read: where to note what is wrong with it, and what it can be held against.
pub struct Section<'a> {
    /// Notes faults.
    pub r: &'a Reading<'a>,
    /// The charts of the file.
    pub f: &'a Fields<'a, 'a, 'a>,
    /// What the file calls this one.
    pub name: &'static str,
    /// The shared tables.
    pub book: &'a Tables,
}

impl Section<'_> {
    /// Notes that something is wrong with the chart.
    pub fn fault(&self, what: impl Into<String>) {
        self.r.fault(self.f.node(self.name).map_or(0, |node| node.at), what);
    }

    /// Notes that something is wrong with a field of it.
    pub fn fault_in(&self, field: &str, what: impl Into<String>) {
        let node = self.f.node(self.name);
        self.r.fault(node.and_then(|node| node.field(field)).or(node).map_or(0, |node| node.at), what);
    }
}

/// A chart that knows which numbers make sense.
pub(super) trait Bounded {
    /// The fields that are beyond their bounds: name, number, least, most.
    fn beyond(&self) -> Vec<(&'static str, i64, i64, i64)>;
}

/// Something made of numbers.
pub(super) trait Numbers {
    /// All of them.
    fn numbers(&self) -> Vec<i64>;
}

macro_rules! numbers {
    ($($ty:ty),*) => {$(
        impl Numbers for $ty {
            fn numbers(&self) -> Vec<i64> {
                vec![i64::from(*self)]
            }
        }
    )*};
}
numbers!(u8, i8, u16, i16, u32, i32);

impl Numbers for usize {
    fn numbers(&self) -> Vec<i64> {
        vec![i64::try_from(*self).unwrap_or(i64::MAX)]
    }
}

impl Numbers for NonZeroU8 {
    fn numbers(&self) -> Vec<i64> {
        self.get().numbers()
    }
}

impl Numbers for Points {
    fn numbers(&self) -> Vec<i64> {
        self.0.numbers()
    }
}

impl<T: Numbers> Numbers for Vec<T> {
    fn numbers(&self) -> Vec<i64> {
        self.iter().flat_map(Numbers::numbers).collect()
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    fn numbers(&self) -> Vec<i64> {
        self.iter().flat_map(Numbers::numbers).collect()
    }
}

impl<K, T: Numbers> Numbers for BTreeMap<K, T> {
    fn numbers(&self) -> Vec<i64> {
        self.values().flat_map(Numbers::numbers).collect()
    }
}

impl<A: Numbers, B: Numbers> Numbers for (A, B) {
    fn numbers(&self) -> Vec<i64> {
        [self.0.numbers(), self.1.numbers()].concat()
    }
}

impl<T: Numbers> Numbers for Bands<T> {
    fn numbers(&self) -> Vec<i64> {
        self.0.iter().flat_map(|(_, result)| result.numbers()).collect()
    }
}

/// Reads a chart of `tables.ron`; a number beyond its bounds is a fault where it stands.
pub(super) fn need<T: DeserializeOwned + Bounded>(r: &Reading<'_>, f: &Fields<'_, '_, '_>, name: &'static str) -> Option<T> {
    let chart: Option<T> = f.need(name);
    let node = f.node(name);
    for (field, number, low, high) in chart.iter().flat_map(Bounded::beyond) {
        let at = node.and_then(|node| node.field(field)).or(node).map_or(0, |node| node.at);
        r.fault(at, format!("{number} is out of range for `{field}`: expected {low} to {high}"));
    }
    chart
}

/// A chart read by a modified die: up to a number, a result. There is a band at least, and their numbers rise.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Vec<(i16, T)>")]
pub struct Bands<T>(Vec<(i16, T)>);

impl<T> TryFrom<Vec<(i16, T)>> for Bands<T> {
    type Error = &'static str;

    fn try_from(bands: Vec<(i16, T)>) -> Result<Self, Self::Error> {
        let whole = !bands.is_empty() && bands.windows(2).all(|w| w[0].0 < w[1].0);
        if whole { Ok(Bands(bands)) } else { Err("the bands of this chart must be there and rise") }
    }
}

impl<T: Copy> Bands<T> {
    /// The result of a modified die.
    pub fn read(&self, die: i16) -> T {
        let band = self.0.iter().find(|(up_to, _)| die <= *up_to).or(self.0.last());
        band.expect("a chart without bands is a fault").1
    }
}

/// The combat results table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatTable<const SIGN: char, R> {
    /// Odds, weakest first.
    pub columns: Vec<Ratio<SIGN>>,
    /// By the die, from 1.
    pub rows: Vec<Vec<R>>,
    /// Where it is from.
    pub source: Origin,
}

impl<const SIGN: char, R> Bounded for CombatTable<SIGN, R> {
    fn beyond(&self) -> Vec<(&'static str, i64, i64, i64)> {
        Vec::new()
    }
}

impl<const SIGN: char, R: Copy + Ord> CombatTable<SIGN, R> {
    /// Notes what is wrong with a table that is read by a die without modifiers.
    pub fn check(&self, section: &Section<'_>) {
        if self.rows.len() > 6 {
            section.fault("the combat table has more rows than the die has numbers");
        }
        self.check_modified(section);
    }

    /// Notes what is wrong with a table whose die may be modified.
    pub fn check_modified(&self, section: &Section<'_>) {
        let columns = self.columns.len();
        if self.rows.len() < 6 || columns == 0 || self.rows.iter().any(|row| row.len() != columns) {
            section.fault(format!("the combat table has a hole: a row for each number of the die is needed, with {columns} results"));
        }
        if self.columns.windows(2).any(|w| w[0].0 * w[1].1 >= w[1].0 * w[0].1) {
            section.fault("the odds of the combat table must rise from column to column");
        }
    }

    /// The result of a modified die.
    pub fn result(&self, die: i16, column: usize) -> R {
        let row = usize::try_from(die - 1).unwrap_or(0).min(self.rows.len() - 1);
        self.rows[row][column]
    }

    /// Each result, and how many of the six rolls lead to it with this much added to the die.
    pub fn chances(&self, column: usize, added: i16) -> BTreeMap<R, u32> {
        let mut chances = BTreeMap::new();
        for die in 1..=6 {
            *chances.entry(self.result(die + added, column)).or_default() += 1;
        }
        chances
    }
}

impl<const SIGN: char, R> CombatTable<SIGN, R> {
    /// The place of a column, held within the table.
    pub fn held(&self, column: i32) -> usize {
        column.clamp(0, self.columns.len() as i32 - 1) as usize
    }

    /// The last column that promises no more than these odds; weaker odds than any use the first.
    pub fn column(&self, odds: Ratio<SIGN>) -> usize {
        self.columns.iter().rposition(|column| column.is_within(odds)).unwrap_or(0)
    }
}

/// A result of a combat table that tells only what is lost, written `1/2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Losses {
    /// What the attacker loses.
    pub attacker: u8,
    /// What the defender loses.
    pub defender: u8,
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.attacker, self.defender)
    }
}

impl<'de> Deserialize<'de> for Losses {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        let pair = text.split_once('/').and_then(|(a, b)| Some(Losses { attacker: a.parse().ok()?, defender: b.parse().ok()? }));
        pair.ok_or_else(|| D::Error::custom(format_args!("{text:?} is not a combat result: expected something like \"1/2\"")))
    }
}

/// A column of a combat table, written with the rulebook's sign: `3:1`, `3-1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio<const SIGN: char>(pub i32, pub i32);

/// How odds that are no whole number are rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// In the defender's favor: 3 against 5 is 1:2.
    ForDefender,
    /// The larger number down, whoever has it: 3 against 5 is 1:1.
    Down,
}

impl<const SIGN: char> Ratio<SIGN> {
    /// The odds of two strengths.
    pub fn of(attack: i32, defense: i32, rounding: Rounding) -> Self {
        match rounding {
            _ if attack >= defense => Ratio(attack / defense.max(1), 1),
            Rounding::ForDefender => Ratio(1, (defense + attack - 1) / attack.max(1)),
            Rounding::Down => Ratio(1, defense / attack.max(1)),
        }
    }

    /// Whether it promises the attacker no more than other odds do.
    pub fn is_within(self, odds: Self) -> bool {
        self.0 * odds.1 <= odds.0 * self.1
    }
}

impl<const SIGN: char> fmt::Display for Ratio<SIGN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{SIGN}{}", self.0, self.1)
    }
}

impl<'de, const SIGN: char> Deserialize<'de> for Ratio<SIGN> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        let pair = text.split_once(SIGN).and_then(|(a, b)| Some(Ratio(a.parse().ok()?, b.parse().ok()?)));
        let pair = pair.filter(|r| (0..=99).contains(&r.0) && (1..=99).contains(&r.1));
        pair.ok_or_else(|| D::Error::custom(format_args!("{text:?} is not an odds column: expected something like \"3{SIGN}1\"")))
    }
}

#[cfg(test)]
mod tests {
    use super::{Ratio, Rounding};

    fn odds(attack: i32, defense: i32, rounding: Rounding) -> String {
        Ratio::<':'>::of(attack, defense, rounding).to_string()
    }

    #[test]
    fn odds_round_for_the_defender() {
        let found = [(7, 2), (5, 5), (4, 5), (3, 5), (2, 5), (0, 5), (5, 0)].map(|(attack, defense)| odds(attack, defense, Rounding::ForDefender));
        assert_eq!(found, ["3:1", "1:1", "1:2", "1:2", "1:3", "1:4", "5:1"]);
    }

    #[test]
    fn odds_round_down_whoever_is_stronger() {
        let found = [(7, 2), (5, 5), (4, 5), (3, 5), (2, 5), (0, 5), (5, 0)].map(|(attack, defense)| odds(attack, defense, Rounding::Down));
        assert_eq!(found, ["3:1", "1:1", "1:1", "1:1", "1:2", "1:5", "5:1"]);
    }
}
