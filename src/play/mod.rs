//! A session: one game being played in a world. Everything that plays, shows or tests a game comes through here.

mod export;
mod imagine;
mod journal;
mod replay;
mod session;
mod sight;
mod situation;

pub use export::situation_of;
pub use imagine::{Imagined, imagine, redraw};
pub use journal::{Header, JournalFile, Line, Players, SaveFault, Seat, parse_journal, write_whole};
pub use replay::{Played, Stopped, load, load_watched, replay, save};
pub use session::{
    CannotUndo, Entry, Session, alternation, appeal, begin, begin_seated, covered, decider, hash, offer, preview, prompt, range, redo, room, set_up_position,
    standing, submit, supply_line, swap_tables, undo, warning, zone,
};
pub use sight::{Seen, Sight, Told, known_to, open_sight, sight, sight_of_event, tell};
pub use situation::{Shelf, Situation, Verdict, run_text};
