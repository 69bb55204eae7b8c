//! Five Fronts: printed operational wargames with every rule enforced.
//!
//! In reading order:
//! - [`board`]: what all games share: hexes, counters, events, the one pen, snapshots, the tables;
//! - [`games`]: the shelf, and a folder for each game with a file for each chapter of its rulebook;
//! - [`play`]: a session: the one door for orders, undo, journal, saves, sight, situations, and a second door for search;
//! - [`bots`]: players that see only what a side may see;
//! - [`cartography`]: what a map looks like, whatever draws it;
//! - [`lab`]: laws checked under random play, balance, speed, coverage, maps as SVG;
//! - `client`: the window, if built with the feature of that name;
//! - [`cli`]: the command line.
//!
//! Two walks through the tree show how they fit together. A test checks that every file and every function named here exists.
//!
//! # One attack
//!
//! In Tanks of August, from the click to the line in the log:
//!
//! 1. `src/games/tanks_of_august/prompt.rs`: `prompt` lists what the player may do. The window shows nothing else as possible.
//! 2. `src/client/table/pointer.rs`: `click` looks up the choices at the hex under the mouse.
//! 3. `src/client/table/view.rs`: `act` takes the only one, or opens a menu.
//! 4. `src/client/table/mod.rs`: `give` asks for confirmation where the rules warn.
//! 5. `src/client/table/together.rs`: `carry_out` submits the order, and those that belong to the same choice.
//! 6. `src/play/session.rs`: `submit` is the one door. It applies the order, settles what follows, takes a snapshot and writes the journal.
//! 7. `src/games/tanks_of_august/mod.rs`: `apply` runs the rule of the order as a system.
//! 8. `src/games/kit/plan.rs`: `declare` names the target and `join` adds units, as in every game. Each first judges, then records.
//! 9. `src/games/tanks_of_august/combat/mod.rs`: `may_attack` is what this game says about who may attack, and `commit` starts the battle.
//! 10. `src/games/tanks_of_august/combat/odds.rs`: `assess` adds up factors and shifts, and `preview` turns them into the chance of every result.
//! 11. `src/client/table/sheet.rs`: `show` draws that preview before the die is rolled.
//! 12. `src/games/tanks_of_august/combat/mod.rs`: `roll` rolls the die, and `proceed` goes from stage to stage until a player has to decide.
//! 13. `src/games/tanks_of_august/combat/losses.rs`: `lose` removes steps.
//! 14. `src/games/tanks_of_august/combat/retreat.rs`: `retreat` moves the defender.
//! 15. `src/games/tanks_of_august/combat/advance.rs`: `advance` moves the attacker.
//! 16. `src/board/board.rs`: `record` is the only function that changes the board. It applies a fact and keeps it with the rule that caused it.
//! 17. `src/board/telling.rs`: `tell` puts the fact into a sentence.
//! 18. `src/play/sight.rs`: `tell` decides what each side may read of it.
//! 19. `src/client/table/chronicle.rs`: `follow` adds the line to the log.
//!
//! # One table edit
//!
//! A designer saves `rules/tanks_of_august/tables.ron` while a game runs with `--rules`:
//!
//! 1. `src/client/reload.rs`: `start` watches the folder, `reload_tables` reads it again.
//! 2. `src/games/shelf.rs`: `files` reads the folder and `load` gives the files to the game.
//! 3. `src/board/read/tree.rs`: `parse` reads RON into nodes that know their line and column.
//! 4. `src/board/load.rs`: `read` reads the tables that all games have, and goes on after a fault to find them all.
//! 5. `src/board/load.rs`: `read_ground` checks the map against the facts of the rulebook.
//! 6. `src/games/kit/ruleset.rs`: `read` reads the charts of the game and works out what follows from all the tables.
//! 7. `src/games/tanks_of_august/charts.rs`: `check` notes what is wrong with a chart beyond its bounds.
//! 8. `src/games/tanks_of_august/tables.rs`: `footing` works out what a hex does, and `check_together` checks the tables against each other.
//! 9. `src/client/table/designer.rs`: `show_faults` lists the faults while the old tables stay in force.
//! 10. `src/play/session.rs`: `swap_tables` puts good tables in force if the game fits them, and writes them into the journal.
//! 11. `src/play/replay.rs`: `tables` swaps them at the same order when the save is played again.
//!
//! # Adding a game
//!
//! A game is a folder in `src/games` that implements [`games::Game`], a folder of tables in `rules`, a folder of scenery in `assets`, and one line
//! on the shelf in `src/games/mod.rs`. Saves, replays, undo, situations, laws, bots, the window, the table checks and the benches go through
//! the shelf and need nothing more.
//!
//! `tests/the_ford` is such a game, with four counters and a dozen rules: copy it to begin. Its `mod.rs` says what is where, its `situations`
//! prove every rule, and its `tests.rs` shows what the program does for it. What the rules of larger games share is in `games::kit`.
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![warn(unreachable_pub)]

pub mod board;
pub mod bots;
pub mod cartography;
pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod games;
pub mod lab;
pub mod play;
