//! Five Fronts: five printed operational wargames with every rule enforced.
//!
//! In reading order:
//! - [`board`]: what all games share — hexes, counters, events, the one pen, the photograph, the tables;
//! - [`games`]: the shelf, and one folder a game with one file a chapter of its rulebook;
//! - [`play`]: a session — the one door for orders, undo, journal, saves, sight, situations;
//! - [`bots`]: players that see only what a side may see;
//! - [`lab`]: laws under random play, balance, speed, coverage;
//! - [`cli`]: the command line.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod board;
pub mod bots;
pub mod cartography;
pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod games;
pub mod lab;
pub mod play;
