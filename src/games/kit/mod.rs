//! A kit for rules: code that every game uses unchanged, so that a game's folder holds only what is specific to it.
//!
//! - [`Ruleset`]: what the kit must know about a game; [`read`]: its tables, and what follows from them ([`Derived`]);
//! - [`Table`]: the board and the tables, available to every rule;
//! - [`Attack`]: planned click by click ([`declare`], [`join`], [`leave`], [`drop_plan`]), then under way;
//! - [`Assessment`]: the odds of an attack, with every shift, and what a player is shown;
//! - [`Walker`]: a path or all hexes in reach, with steps judged the same way for both;
//! - [`answers`]: the methods that are the same in every game;
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
