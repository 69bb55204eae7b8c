//! What the charts of the games are made of.

use crate::board::Points;
use crate::board::read::{Fields, Reading};
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

/// A chart that knows which numbers make sense.
pub trait Bounded {
    /// The fields that are beyond their bounds: name, number, least, most.
    fn beyond(&self) -> Vec<(&'static str, i64, i64, i64)>;
}

/// Something made of numbers.
pub trait Numbers {
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
pub fn need<T: DeserializeOwned + Bounded>(r: &Reading<'_>, f: &Fields<'_, '_, '_>, name: &'static str) -> Option<T> {
    let chart: Option<T> = f.need(name);
    let node = f.node(name);
    for (field, number, low, high) in chart.iter().flat_map(Bounded::beyond) {
        let at = node.and_then(|node| node.field(field)).or(node).map_or(0, |node| node.at);
        r.fault(at, format!("{number} is out of range for `{field}`: expected {low} to {high}"));
    }
    chart
}

/// Where a field of a chart stands, or else the chart.
pub fn place(f: &Fields<'_, '_, '_>, chart: &'static str, field: &str) -> u32 {
    let node = f.node(chart);
    node.and_then(|node| node.field(field)).or(node).map_or(0, |node| node.at)
}

/// A chart read by a modified die: up to a number, a result.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Bands<T>(Vec<(i16, T)>);

impl<T: Copy> Bands<T> {
    /// The result of a modified die.
    pub fn read(&self, die: i16) -> T {
        let band = self.0.iter().find(|(up_to, _)| die <= *up_to).or(self.0.last());
        band.expect("a chart without bands is a fault").1
    }

    /// Whether the bands are missing or do not rise.
    pub fn has_hole(&self) -> bool {
        self.0.is_empty() || self.0.windows(2).any(|w| w[0].0 >= w[1].0)
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
        pair.ok_or_else(|| D::Error::custom(format_args!("{text:?} is no combat result: expected something like \"1/2\"")))
    }
}

/// A column of a combat table, written with the rulebook's sign: `3:1`, `3-1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio<const SIGN: char>(pub i32, pub i32);

impl<const SIGN: char> Ratio<SIGN> {
    /// The odds of two strengths, rounded in the defender's favour.
    pub fn of(attack: i32, defense: i32) -> Self {
        if attack >= defense { Ratio(attack / defense.max(1), 1) } else { Ratio(1, (defense + attack - 1) / attack.max(1)) }
    }

    /// The odds of two strengths, the larger divided by the smaller and rounded down, whichever side it is.
    pub fn floored(attack: i32, defense: i32) -> Self {
        if attack >= defense { Ratio(attack / defense.max(1), 1) } else { Ratio(1, defense / attack.max(1)) }
    }

    /// Whether the columns of a table rise.
    pub fn rise(columns: &[Self]) -> bool {
        columns.windows(2).all(|w| w[0].0 * w[1].1 < w[1].0 * w[0].1)
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
        let pair = pair.filter(|r| (1..=99).contains(&r.0) && (1..=99).contains(&r.1));
        pair.ok_or_else(|| D::Error::custom(format_args!("{text:?} is no odds column: expected something like \"3{SIGN}1\"")))
    }
}
