//! What all games share. It knows nothing about any particular game or about how a game is shown.
//!
//! **The components hold the state, [`Board`] is the only pen that writes it, and [`Position`] is the snapshot.**
//!
//! | what | files |
//! |---|---|
//! | where things are: hexes, ground, paths | `hex`, `map`, `terrain`, `survey`, `paths` |
//! | what is on them: counters and their permanent names | `unit`, `ids` |
//! | what happens: the board, its facts and how they read, dice | `board`, `event`, `telling`, `dice`; systems are run by `run` |
//! | when: the sequence, and decisions that interrupt it | `clock`, `decisions` |
//! | what may be done now | `listing`, `prompt` |
//! | all of it at one moment, and its hash; undo for a search | `position`, `digest`; `trail` |
//! | tables: files and their faults, what every game has, scenarios, names that code shares with them | `read`, `tables`, `load`, `scenarios`, `vocabulary`, `shared`, `disk` |
//! | what a map must satisfy, in general and by its rulebook | `ground_checks`, `facts`, `map_tables` |
//! | what counters look like | `look` |
//! | how bots judge a position, and how often such positions are won | `weights`, `chances` |

#[allow(clippy::module_inception, reason = "the board's board is its façade")]
mod board;
mod chances;
mod clock;
mod decisions;
mod deploy;
mod dice;
mod digest;
mod disk;
mod event;
mod facts;
mod ground_checks;
mod hex;
mod ids;
mod listing;
mod load;
pub mod look;
mod map;
mod map_read;
mod map_tables;
pub mod paths;
mod position;
mod prompt;
pub mod read;
mod run;
mod scenarios;
mod shared;
mod states;
mod survey;
mod tables;
mod telling;
mod terrain;
mod trail;
mod unit;
mod vocabulary;
mod weights;

pub use board::{Baseline, Board, Index, LayerId, Ledger, Modifier, Revision};
pub(crate) use chances::margin;
pub use chances::{AtTurn, Chances, Curve, FILE as CHANCES, Played};
pub use clock::{Clock, Outcome};
pub use decisions::{Decisions, Frame, Pending};
pub use deploy::{Deployed, Deployment, SetUpArea};
pub use dice::{Dice, Luck, Roll};
pub use digest::Digest;
pub(crate) use disk::write_file;
pub use event::{Event, Fact, Record};
pub use facts::{AnyHex, Statement, check_facts};
pub use hex::{Axis, Compass, Dir, Grid, Hex, HexSide, Ix, Numbering, Orientation, Parity};
pub use ids::{Atom, AtomId, BoxId, CountId, HexMarkId, MarkId, NationId, OptionId, Side, StepId, TrackId, UnitId};
pub use listing::{Along, Listing, Words};
pub use load::{Known, Loading};
pub use map::{Area, Cities, Edge, Exit, Ground, Map, OffMap, Origin, Region, River, SideKind, Sides, Site, SupplySource, Way};
pub use map_tables::{MapReport, check_map};
pub(crate) use position::control_at_start;
pub use position::{Position, control, lay_out, put_in_force, restore, snapshot, snapshot_anew};
pub use prompt::{
    Activity, Alternation, BattleLine, Blocked, Card, Case, Choice, Illegal, Offer, Preview, Prompt, Relation, Relations, Role, Standing, Tally, Target,
    Warning,
};
pub(crate) use run::run;
pub use shared::Shared;
pub use states::{States, UnitState};
pub use survey::Survey;
pub(crate) use tables::read_bounded;
pub use tables::{
    AtomRow, Files, Holding, Lot, Nation, Optional, Put, Rulebook, Scenario, Sequence, Start, Step, Tables, Track, UnitKind, UnitRow, When, plain,
};
pub use telling::{Predicate, Sentence};
pub use terrain::{Chart, Effect, Points};
pub use trail::Mark;
pub(crate) use trail::{go_back, has_changed, keep_trail, leave_trail, mark, take_up};
pub use unit::{COUNTS, Control, Counter, Place, Rank, Status, Tile};
pub use vocabulary::{Names, Vocabulary};
/// A few hexes in order. An ordinary move needs no heap allocation, so that a great many moves can be listed.
pub type Path = smallvec::SmallVec<[Hex; 12]>;

/// A few counters, likewise.
pub type Units = smallvec::SmallVec<[UnitId; 8]>;

pub use weights::{FILE as COMMANDER, Weights};
#[cfg(feature = "client")]
pub(crate) use {disk::check_target, survey::is_city};
