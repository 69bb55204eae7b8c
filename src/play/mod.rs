//! A session: one game being played in a world. Everything that plays, shows or tests a game comes through here.
//!
//! | what | file |
//! |---|---|
//! | the one door: begin, submit, undo, redo, and questions to the rules | `session` |
//! | the door for search: the same rules without session, hash, journal or text, and with cheap undo | `search` |
//! | what one side may see, and how events read to it | `sight` |
//! | a world in which everything a side may not know is redrawn | `imagine` |
//! | what a position is worth, and how often such positions are won | `prospect` |
//! | what-if attacks that nobody has planned | `suppose` |
//! | the journal: save, undo, replay and crash log in one | `journal`; the short form of its long lines: `terse`; on disk: `disk` |
//! | loading, replaying and rescuing | `replay` |
//! | a position written so that it outlives changes to tables and rules | `snapshot` |
//! | lessons: a first turn, step by step | `lesson` |
//! | situations: run, or written from the current position | `situation`, `export` |

mod disk;
mod export;
mod imagine;
mod journal;
mod lesson;
mod prospect;
mod replay;
mod search;
mod session;
mod sight;
mod situation;
mod snapshot;
mod suppose;
mod terse;

pub use disk::{JournalFile, SaveFault, relocate, write_whole};
pub use export::situation_of;
pub(crate) use imagine::redraw;
pub use imagine::{Imagined, imagine, known_world};
pub use journal::{FORMAT, Header, Journal, JournalLine, LONGEST_NOTE, Note, Players, Seat};
pub use lesson::{Lesson, LessonStep, read_lesson, way_to};
pub use prospect::shares;
pub(crate) use prospect::{Prospect, features, heuristic_scores, outlook, weights};
pub use replay::{Difference, Mismatch, Played, Reason, Stopped, Waypoint, load, open, open_at, replay, resume, save};
pub use search::Search;
pub use session::{
    CannotUndo, Entry, Session, activations, acts, acts_of, air_cover, alternation, battle_lines, begin, common_preview, decider, hash, offer, open_preview,
    own_zone, pin_note, possible_zone, preview, promise, prompt, range, redo, relations, set_up_position, standing, submit, supply_line, swap_tables, undo,
    warning, zone,
};
pub use sight::{Scope, Seen, Sight, Told, common_sight, known_to, open_sight, read_by, sight, sight_in, tell};
pub use situation::{Shelf, Situation, Verdict, play_text, run_text};
pub use snapshot::Snapshot;
pub use suppose::{Promised, Supposed, suppose};
#[cfg(feature = "client")]
pub(crate) use {
    journal::LARGEST_SAVE,
    session::{begin_seated, stack_load},
};
