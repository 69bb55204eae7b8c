//! A kit for rules: what stands in every game unchanged, so that a game's folder holds only what is its own.
//!
//! - [`Ruleset`]: what the kit has to know of a game; [`read`]: its tables, and what they come to ([`Derived`]);
//! - [`Table`]: the board, the tables and the open decisions, as every rule has them at hand;
//! - [`Assessment`]: the odds of an attack, with every shift, and what a player is shown of them;
//! - [`segments`]: the steps of a game, each with what it is for and whose it is.
//!
//! Who may attack, shifts, retreats, the order of losses, sources of supply, stacking, reinforcements, victory and advice are each game's own.

mod odds;
mod ruleset;
mod segment;
mod table;

pub use odds::{Assessment, Shift, Shifts, listed};
pub(in crate::games) use ruleset::kinds;
pub use ruleset::{Charts, Derived, Finder, OwnTables, Printed, Ruleset, check_set_up, read};
pub use segment::Phased;
pub(in crate::games) use segment::segments;
pub use table::Table;
