//! Dice: one ChaCha stream, counted; or a script, in situations.

use bevy_ecs::prelude::Resource;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::VecDeque;

/// The only source of chance. Its place in the stream is part of the position.
#[derive(Resource, Clone, Debug)]
pub struct Dice {
    stream: ChaCha8Rng,
    drawn: u64,
    script: Option<Script>,
}

#[derive(Clone, Debug)]
struct Script {
    left: VecDeque<u8>,
    /// A die was asked for that the script does not have.
    starved: bool,
}

impl Dice {
    /// A stream from a seed.
    pub fn seeded(seed: u64) -> Dice {
        Dice { stream: ChaCha8Rng::seed_from_u64(seed), drawn: 0, script: None }
    }

    /// Dice that fall as written.
    pub fn scripted(dice: impl IntoIterator<Item = u8>) -> Dice {
        Dice { script: Some(Script { left: dice.into_iter().collect(), starved: false }), ..Dice::seeded(0) }
    }

    /// A six-sided die.
    pub fn d6(&mut self) -> u8 {
        self.die(6)
    }

    /// A die with so many sides, 1 to `sides`: also a blind draw of one thing out of `sides`.
    pub fn die(&mut self, sides: u8) -> u8 {
        self.drawn += 1;
        // One 64-bit word a die, so that the place in the stream follows from the count; the bias is below 2^-56.
        let word = self.stream.next_u64();
        if let Some(script) = &mut self.script {
            return match script.left.pop_front() {
                Some(die) if (1..=sides).contains(&die) => die,
                _ => {
                    script.starved = true;
                    1
                }
            };
        }
        ((u128::from(word) * u128::from(sides)) >> 64) as u8 + 1
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

    /// For a script: the dice left over, and whether one was missing or impossible.
    pub fn script(&self) -> Option<(usize, bool)> {
        self.script.as_ref().map(|s| (s.left.len(), s.starved))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewinding_repeats_the_dice() {
        let mut dice = Dice::seeded(7);
        let first: Vec<u8> = (0..20).map(|_| dice.d6()).collect();
        dice.rewind(5);
        let again: Vec<u8> = (0..15).map(|_| dice.d6()).collect();
        assert_eq!(first[5..], again);
        assert!(first.iter().all(|d| (1..=6).contains(d)));
    }

    /// The stream is part of every save: these values may never change.
    #[test]
    fn the_stream_is_the_same_everywhere() {
        let mut dice = Dice::seeded(2008);
        let dice: Vec<u8> = (0..12).map(|_| dice.d6()).collect();
        assert_eq!(dice, STREAM_OF_2008);
    }

    const STREAM_OF_2008: [u8; 12] = [5, 4, 6, 5, 5, 4, 6, 2, 6, 4, 5, 4];
}
