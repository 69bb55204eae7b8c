//! What the charts of the games are made of.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::fmt;

/// Charts of `tables.ron` as types, each with its source.
macro_rules! chart {
    ($($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $ty:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$fdoc])* pub $field: $ty,)*
            /// Where it is from.
            pub source: crate::board::Origin,
        }
    )*};
}
pub(super) use chart;

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
        let pair = text.split_once(SIGN).and_then(|(a, b)| Some(Ratio(a.parse().ok()?, b.parse().ok()?))).filter(|r| r.0 > 0 && r.1 > 0);
        pair.ok_or_else(|| D::Error::custom(format_args!("{text:?} is no odds column: expected something like \"3{SIGN}1\"")))
    }
}
