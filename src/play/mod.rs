//! A session: one game being played in a world. Everything that plays, shows or tests a game comes through here.

mod disk;
mod export;
mod journal;
mod replay;
mod session;
mod sight;
mod situation;
mod snapshot;

pub use disk::{JournalFile, SaveFault, replace, write_whole};
pub use export::situation_of;
pub use journal::{FORMAT, Header, Journal, LARGEST_SAVE, Line, Players, Seat};
pub use replay::{Difference, Played, Stopped, Waypoint, load, open, open_at, replay, resume, save};
pub use session::{
    CannotUndo, Entry, Session, alternation, appeal, begin, begin_seated, covered, hash, offer, preview, prompt, range, redo, room, set_up_position, standing,
    submit, supply_line, swap_tables, undo, warning, zone,
};
pub use sight::{Seen, Sight, Told, known_to, open_sight, sight, sight_of_event, tell};
pub use situation::{Shelf, Situation, Verdict, run_text};
pub use snapshot::Snapshot;
