//! A session: one game being played in a world. Everything that plays, shows or tests a game comes through here.

mod journal;
mod replay;
mod session;
mod sight;
mod situation;

pub use journal::{Header, JournalFile, Line, Players, SaveFault, parse_journal};
pub use replay::{Played, Stopped, load, replay, save};
pub use session::{CannotUndo, Entry, Session, appeal, begin, hash, offer, preview, prompt, redo, set_up_position, submit, supply_line, swap_tables, undo};
pub use sight::{Seen, Sight, sight, sight_of_event};
pub use situation::{Shelf, Situation, Verdict, run_text};
