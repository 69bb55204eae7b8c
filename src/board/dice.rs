//! Dice: one ChaCha stream, counted; or a script, in situations.

use bevy_ecs::prelude::Resource;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The only source of chance. Its place in the stream is part of the position.
#[derive(Resource, Clone, Debug)]
pub struct Dice {
    stream: ChaCha8Rng,
    drawn: u64,
    /// In a situation: the dice as written, in the order rolled.
    script: Option<Vec<u8>>,
    /// A die was rolled that the script does not have, or that cannot fall so.
    starved: bool,
    /// Every die so far, where somebody wants to know: in situations, and where one is written.
    rolls: Option<Vec<Roll>>,
}

/// A die that was rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roll {
    /// What for.
    pub what: &'static str,
    /// Its sides; other than six for a blind draw of one thing out of so many.
    pub sides: u8,
    /// What it shows.
    pub die: u8,
}

impl Dice {
    /// A stream from a seed.
    pub fn seeded(seed: u64) -> Dice {
        Dice { stream: ChaCha8Rng::seed_from_u64(seed), drawn: 0, script: None, starved: false, rolls: None }
    }

    /// Dice that fall as written.
    pub fn scripted(dice: impl IntoIterator<Item = u8>) -> Dice {
        Dice { script: Some(dice.into_iter().collect()), ..Dice::seeded(0).recorded() }
    }

    /// The same dice; every roll is kept from now on.
    pub fn recorded(self) -> Dice {
        Dice { rolls: Some(Vec::new()), ..self }
    }

    /// A six-sided die.
    pub fn d6(&mut self, what: &'static str) -> u8 {
        self.die(6, what)
    }

    /// A die with so many sides, 1 to `sides`: also a blind draw of one thing out of `sides`.
    pub fn die(&mut self, sides: u8, what: &'static str) -> u8 {
        self.drawn += 1;
        // One 64-bit word a die, so that the place in the stream follows from the count; the bias is below 2^-56.
        let word = self.stream.next_u64();
        let die = match &self.script {
            Some(script) => {
                let written = script.get(self.rolls().len()).copied().filter(|die| (1..=sides).contains(die));
                self.starved |= written.is_none();
                written.unwrap_or(1)
            }
            None => ((u128::from(word) * u128::from(sides)) >> 64) as u8 + 1,
        };
        if let Some(rolls) = &mut self.rolls {
            rolls.push(Roll { what, sides, die });
        }
        die
    }

    /// How many dice have been drawn.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Goes back (or on) to a place in the stream.
    pub(in crate::board) fn rewind(&mut self, drawn: u64) {
        if self.drawn != drawn {
            self.drawn = drawn;
            self.stream.set_word_pos(u128::from(drawn) * 2);
        }
    }

    /// Every roll so far, if they are kept.
    pub fn rolls(&self) -> &[Roll] {
        self.rolls.as_deref().unwrap_or_default()
    }

    /// Whether a script lacked a die, or had one that cannot fall so.
    pub fn starved(&self) -> bool {
        self.starved
    }
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

    /// The stream is part of every save: these values may never change.
    #[test]
    fn the_stream_is_the_same_everywhere() {
        let mut dice = Dice::seeded(2008);
        let dice: Vec<u8> = (0..12).map(|_| dice.d6("a test")).collect();
        assert_eq!(dice, STREAM_OF_2008);
    }

    const STREAM_OF_2008: [u8; 12] = [5, 4, 6, 5, 5, 4, 6, 2, 6, 4, 5, 4];
}
