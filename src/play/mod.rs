//! A session: one game being played in a world. Everything that plays, shows or tests a game comes through here.
//!
//! | what | file |
//! |---|---|
//! | the one door: begin, submit, undo, redo, and questions to the rules | `session` |
//! | what one side may see, and how events read to it | `sight` |
//! | a world in which everything that a side may not know is redrawn | `imagine` |
//! | the journal: save, undo, replay and crash log in one | `journal`, on disk: `disk` |
//! | loading, replaying and rescuing | `replay` |
//! | a position in words that outlive changes of tables and rules | `snapshot` |
//! | situations: run, and written from the present position | `situation`, `export` |

mod disk;
mod export;
mod imagine;
mod journal;
mod replay;
mod session;
mod sight;
mod situation;
mod snapshot;

pub use disk::{JournalFile, SaveFault, write_whole};
pub use export::situation_of;
pub use imagine::{Imagined, imagine, redraw};
pub use journal::{FORMAT, Header, Journal, JournalLine, LARGEST_SAVE, Players, Seat};
pub use replay::{Difference, Mismatch, Played, Reason, Stopped, Waypoint, load, open, open_at, replay, resume, save};
pub use session::{
    CannotUndo, Entry, Session, air_cover, alternation, begin, begin_seated, decider, hash, heuristic_score, offer, preview, prompt, range, redo,
    set_up_position, stack_load, standing, submit, supply_line, swap_tables, undo, warning, zone,
};
pub use sight::{Seen, Sight, Told, known_to, open_sight, sight, sight_of_event, tell};
pub use situation::{Shelf, Situation, Verdict, play_text, run_text};
pub use snapshot::Snapshot;
