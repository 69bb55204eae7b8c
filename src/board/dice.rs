//! Dice: rolled live by the machine, drawn from a ChaCha stream, or scripted by a situation.

use super::Digest;
use bevy_ecs::prelude::Resource;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash, RandomState};

/// Where the dice of a game come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Luck {
    /// The machine's own entropy for each roll: nothing stored tells how the next die will fall.
    Live,
    /// One stream: the same seed and the same orders give the same game.
    Seeded(u64),
}

impl From<u64> for Luck {
    fn from(seed: u64) -> Luck {
        Luck::Seeded(seed)
    }
}

/// The only source of chance. How many dice have been drawn is part of the position.
#[derive(Resource, Clone, Debug)]
pub struct Dice {
    source: Source,
    drawn: u64,
    /// Every die so far, if they are kept: while a situation is run or written.
    rolls: Option<Vec<Roll>>,
}

/// A die that was rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roll {
    /// What for.
    pub what: &'static str,
    /// Its sides; not six for a blind draw of one out of several.
    pub sides: u8,
    /// What it shows.
    pub die: u8,
}

#[derive(Clone, Debug)]
enum Source {
    Stream(Box<ChaCha8Rng>),
    /// Also one stream, but rolls that were taken back do not repeat.
    Fresh(Box<ChaCha8Rng>),
    /// Every roll so far. Rolls that were taken back come up again in the same order, so that taking back gives no second try.
    Live(Vec<u32>),
    Script(Script),
    /// Everything rolled for has a stream of its own: one more roll for one thing leaves the others as they are.
    Apart(u64, BTreeMap<&'static str, u64>),
}

#[derive(Clone, Debug)]
struct Script {
    /// As written, in the order rolled.
    dice: Vec<u8>,
    /// A die was rolled that the script lacks, or it cannot fall as scripted.
    starved: bool,
}

impl Dice {
    /// The dice of a new game.
    pub fn of(luck: Luck) -> Dice {
        match luck {
            Luck::Live => Dice { source: Source::Live(Vec::new()), drawn: 0, rolls: None },
            Luck::Seeded(seed) => Dice::seeded(seed),
        }
    }

    /// A stream from a seed.
    pub fn seeded(seed: u64) -> Dice {
        Dice { source: Source::Stream(Box::new(ChaCha8Rng::seed_from_u64(seed))), drawn: 0, rolls: None }
    }

    /// Dice for a search, from a seed of its own: going back and trying again gives different rolls.
    pub fn fresh(seed: u64) -> Dice {
        Dice { source: Source::Fresh(Box::new(ChaCha8Rng::seed_from_u64(seed))), drawn: 0, rolls: None }
    }

    /// Dice for comparing the results of different orders: a roll for the same thing falls the same after both, as far as possible.
    pub fn apart(seed: u64) -> Dice {
        Dice { source: Source::Apart(seed, BTreeMap::new()), drawn: 0, rolls: None }
    }

    /// Dice that fall as scripted.
    pub fn scripted(dice: impl IntoIterator<Item = u8>) -> Dice {
        Dice { source: Source::Script(Script { dice: dice.into_iter().collect(), starved: false }), drawn: 0, rolls: Some(Vec::new()) }
    }

    /// The same dice, with every roll kept from now on.
    pub fn recorded(self) -> Dice {
        Dice { rolls: Some(Vec::new()), ..self }
    }

    /// A six-sided die.
    pub fn d6(&mut self, what: &'static str) -> u8 {
        self.die(6, what)
    }

    /// A die showing 1 to `sides`: also a blind draw of one out of `sides`.
    pub fn die(&mut self, sides: u8, what: &'static str) -> u8 {
        let die = self.fall(sides, what);
        if let Some(rolls) = &mut self.rolls {
            rolls.push(Roll { what, sides, die });
        }
        die
    }

    fn fall(&mut self, sides: u8, what: &'static str) -> u8 {
        let (at, rolled) = (self.drawn as usize, self.rolls().len());
        self.drawn += 1;
        match &mut self.source {
            // One 64-bit word a die, so that the place in the stream follows from the count; the bias is below 2^-56.
            Source::Stream(stream) | Source::Fresh(stream) => ((u128::from(stream.next_u64()) * u128::from(sides)) >> 64) as u8 + 1,
            // A word and not its face is kept, because the die that falls again may have another number of sides.
            Source::Live(fallen) => {
                let word = fallen.get(at).copied().unwrap_or_else(|| {
                    let word = entropy();
                    fallen.push(word);
                    word
                });
                ((u64::from(word) * u64::from(sides)) >> 32) as u8 + 1
            }
            Source::Script(script) => {
                let written = script.dice.get(rolled).copied().filter(|die| (1..=sides).contains(die));
                script.starved |= written.is_none();
                written.unwrap_or(1)
            }
            Source::Apart(seed, rolled) => {
                let nth = rolled.entry(what).or_default();
                *nth += 1;
                let mut digest = Digest::default();
                (*seed, what, *nth).hash(&mut digest);
                ((u128::from(digest.finish()) * u128::from(sides)) >> 64) as u8 + 1
            }
        }
    }

    /// How many dice have been drawn.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The live rolls from one count of dice to another, for the journal; empty if they follow from a seed or a script.
    pub fn live(&self, from: u64, to: u64) -> &[u32] {
        match &self.source {
            Source::Live(fallen) => fallen.get(from as usize..to as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Live rolls that were taken back: the next ones to come up.
    pub fn to_fall(&self) -> &[u32] {
        match &self.source {
            Source::Live(fallen) => fallen.get(self.drawn as usize..).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Makes the next live dice fall as a journal says. Rolls after those are not affected.
    pub fn foretell(&mut self, rolls: &[u32]) {
        if let Source::Live(fallen) = &mut self.source {
            let from = fallen.len().min(self.drawn as usize);
            let known = fallen.len().min(from + rolls.len());
            fallen.splice(from..known, rolls.iter().copied());
        }
    }

    /// Goes back (or on) to a place in the stream.
    pub(in crate::board) fn rewind(&mut self, drawn: u64) {
        if self.drawn != drawn {
            self.drawn = drawn;
            match &mut self.source {
                Source::Stream(stream) => stream.set_word_pos(u128::from(drawn) * 2),
                // A game that goes on from a snapshot starts with dice that nobody has seen.
                Source::Live(fallen) if fallen.len() < drawn as usize => fallen.resize(drawn as usize, 0),
                Source::Fresh(_) | Source::Live(_) | Source::Script(_) | Source::Apart(..) => {}
            }
        }
    }

    /// Every roll so far, if they are kept.
    pub fn rolls(&self) -> &[Roll] {
        self.rolls.as_deref().unwrap_or_default()
    }

    /// Whether a script lacked a die, or had one that cannot fall so.
    pub fn starved(&self) -> bool {
        matches!(&self.source, Source::Script(script) if script.starved)
    }
}

/// A random word from the machine, or, if it has none, from the seed of this program's hash maps, which is random as well.
fn entropy() -> u32 {
    getrandom::u32().unwrap_or_else(|_| RandomState::new().hash_one(0) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewinding_repeats_the_dice() {
        let mut dice = Dice::seeded(7);
        let first: Vec<u8> = (0..20).map(|_| dice.d6("a test")).collect();
        dice.rewind(5);
        let again: Vec<u8> = (0..15).map(|_| dice.d6("a test")).collect();
        assert_eq!(first[5..], again);
        assert!(first.iter().all(|d| (1..=6).contains(d)));
    }

    #[test]
    fn fresh_dice_do_not_fall_again() {
        let mut dice = Dice::fresh(7);
        let first: Vec<u8> = (0..40).map(|_| dice.d6("a test")).collect();
        dice.rewind(0);
        assert_eq!(dice.drawn(), 0);
        let again: Vec<u8> = (0..40).map(|_| dice.d6("a test")).collect();
        assert_ne!(first, again);
        assert!(first.iter().chain(&again).all(|d| (1..=6).contains(d)));
    }

    #[test]
    fn live_dice_that_were_taken_back_fall_again() {
        let mut dice = Dice::of(Luck::Live);
        let first: Vec<u8> = (0..40).map(|_| dice.d6("a test")).collect();
        dice.rewind(10);
        assert_eq!(dice.to_fall().len(), 30);
        let again: Vec<u8> = (0..30).map(|_| dice.d6("a test")).collect();
        assert_eq!(first[10..], again);
        assert!(first.iter().all(|d| (1..=6).contains(d)) && dice.to_fall().is_empty());
        let mut other = Dice::of(Luck::Live);
        other.foretell(dice.live(0, 40));
        assert_eq!(first, (0..40).map(|_| other.d6("a test")).collect::<Vec<u8>>());
    }

    #[test]
    fn live_dice_differ_from_game_to_game() {
        let roll = || {
            let mut dice = Dice::of(Luck::Live);
            (0..64).map(|_| dice.d6("a test")).collect::<Vec<u8>>()
        };
        assert_ne!(roll(), roll());
    }

    /// The stream is part of every save: these values may never change.
    #[test]
    fn the_stream_is_the_same_everywhere() {
        let mut dice = Dice::seeded(2008);
        let dice: Vec<u8> = (0..12).map(|_| dice.d6("a test")).collect();
        assert_eq!(dice, STREAM_OF_2008);
    }

    const STREAM_OF_2008: [u8; 12] = [5, 4, 6, 5, 5, 4, 6, 2, 6, 4, 5, 4];
}
