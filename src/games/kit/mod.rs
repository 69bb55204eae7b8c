//! A kit for rules: what stands in every game unchanged, so that a game's folder holds only what is its own.
//!
//! - [`Ruleset`]: what the kit has to know of a game; [`read`]: its tables, and what they come to ([`Derived`]);
//! - [`Table`]: the board and the tables, as every rule has them at hand;
//! - [`Attack`]: planned click by click ([`declare`], [`join`], [`leave`], [`drop_plan`]), then under way;
//! - [`Assessment`]: the odds of an attack, with every shift, and what a player is shown of them;
//! - [`Walker`]: a path and all hexes in reach, by the same judgment of a step;
//! - [`answers`]: what every game answers the program in the same way;
//! - [`segments`]: the steps of a game, each with what it is for and whose it is.
//!
//! Who may attack, shifts, retreats, the order of losses, sources of supply, stacking, reinforcements, victory and advice are each game's own.

mod game;
mod odds;
mod plan;
mod ruleset;
mod segment;
mod setup;
mod table;
mod walk;

pub(in crate::games) use game::{answer, answers};
pub(super) use odds::{Assessment, Shift, Shifts, listed, losses_in_words, rolls_to};
pub(super) use plan::{Attack, Battle, Fights, PlanRules, declare, drop_plan, join, leave, suppose};
pub(in crate::games) use ruleset::kinds;
pub(super) use ruleset::{Charts, Derived, Finder, OwnTables, Printed, Ruleset, check_set_up, read};
pub(super) use segment::Phased;
pub(in crate::games) use segment::segments;
pub(super) use setup::{all_placed, ask_to_place, may_place_some};
pub(super) use table::Table;
pub(super) use walk::{Entry, Gait, Stumble, Walker};
