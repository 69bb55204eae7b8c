//! Facts: the closed list of what can happen, each with the rule that made it happen.

use super::decisions::Pending;
use super::ids::{Atom, BoxId, CountId, MarkId, Side, StepId, TrackId, UnitId};
use super::read::Lexicon;
use super::{Hex, Place};
use bevy_ecs::prelude::Resource;

/// A fact and the rule atom that caused it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The rule that acted.
    pub by: Atom,
    /// What happened.
    pub fact: Fact,
}

/// What can happen. Changing the board any other way is impossible outside `board`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields say it")]
pub enum Fact {
    /// A counter went from one place to another, on top of whatever is there. `path` ends in its new hex, if it walked.
    Moved { unit: UnitId, from: Place, to: Place, path: Vec<Hex> },
    /// A stack was put in another order, bottom first.
    Restacked { hex: Hex, order: Vec<UnitId> },
    /// A counter has this many steps now.
    Stepped { unit: UnitId, from: u8, to: u8 },
    /// A counter was turned face up or face down.
    Turned { unit: UnitId, face_down: bool },
    /// A counter changed hands.
    Defected { unit: UnitId, side: Side },
    /// A counter got or lost a mark.
    Marked { unit: UnitId, mark: MarkId, on: bool },
    /// A counter that has left the map lost marks that mean nothing there.
    Cleared { unit: UnitId, marks: Vec<MarkId> },
    /// A number on a counter changed.
    Counted { unit: UnitId, count: CountId, to: i16 },
    /// A track of the ledger moved.
    Tracked { track: TrackId, from: i32, to: i32 },
    /// A hex came into new hands.
    Held { hex: Hex, by: Option<Side> },
    /// A mark was put into a hex or taken out.
    HexMarked { hex: Hex, mark: u8, on: bool },
    /// So many markers of the kind a game counts are in a hex now.
    HexTallied { hex: Hex, to: u8 },
    /// A counter that is off the map will not come back.
    Gone { unit: UnitId },
    /// Dice were rolled, and what they show together; every modifier by name.
    Rolled { what: &'static str, dice: u8, die: u8, modifiers: Vec<(&'static str, i8)>, total: i16 },
    /// Something drawn unseen; what it was nobody may know yet.
    Drawn { what: &'static str },
    /// A player declines something he might have done, or, if that is nothing in particular, passes.
    Declined { side: Side, what: &'static str },
    /// A player announces something about a hex.
    Announced { side: Side, what: &'static str, hex: Hex },
    /// A counter joins or leaves what is planned against a hex.
    AttackerToggled { unit: UnitId, hex: Hex, joins: bool },
    /// A counter goes along with another that is about to move, or stays behind.
    Along { unit: UnitId, goes: bool },
    /// A counter that is not on the map, or stands far off, strikes at a hex.
    Struck { unit: UnitId, hex: Hex },
    /// Odds, every shift by name, and the column they lead to.
    Odds { attack: i32, defense: i32, odds: String, shifts: Vec<(&'static str, i8)>, column: String },
    /// The result of a table.
    Result { text: String },
    /// What a roll or a count came to, in words.
    Noted { text: String },
    /// A player is asked for a decision that interrupts the sequence.
    Asked { side: Side, what: &'static str },
    /// A decision interrupts the sequence, or the decision that was due.
    Opened { decision: Pending },
    /// Another decision takes the place of one that is open, by its place from the outermost on.
    Amended { at: usize, decision: Pending },
    /// A decision has been made.
    Answered { at: usize },
    /// A turn began.
    TurnBegan { turn: u8 },
    /// A step of the sequence began, which stands at this place in it.
    StepBegan { step: StepId, at: u8 },
    /// The game is over.
    Ended { winner: Option<Side> },
}

/// The longest way of a move that is told hex by hex.
const LONGEST: usize = 8;

impl Fact {
    /// The counter it is about, if it is about one.
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Fact::Moved { unit, .. }
            | Fact::Stepped { unit, .. }
            | Fact::Turned { unit, .. }
            | Fact::Defected { unit, .. }
            | Fact::Marked { unit, .. }
            | Fact::AttackerToggled { unit, .. }
            | Fact::Struck { unit, .. }
            | Fact::Along { unit, .. }
            | Fact::Gone { unit }
            | Fact::Cleared { unit, .. }
            | Fact::Counted { unit, .. } => Some(*unit),
            _ => None,
        }
    }

    /// How it reads in the log, or `None` for bookkeeping that nobody wants to read.
    pub fn read(&self, names: &Lexicon) -> Option<String> {
        let name = |kind, n: u16| names.name(kind, n).unwrap_or("?").to_owned();
        // Words for people where the tables have them, the bare name where not.
        let words = |text, kind, n: u16| names.name(text, n).or(names.name(kind, n)).unwrap_or("?").to_owned();
        let unit = |u: &UnitId| words("UnitText", "UnitId", u.0);
        let at = |hex: &Hex| names.place(*hex);
        let boxed = |b: &BoxId| format!("“{}”", words("BoxText", "BoxId", b.0.into()));
        Some(match self {
            Fact::Moved { unit: u, from: Place::Map(from), to: Place::Map(to), path } => {
                let via: Vec<String> = path.iter().take(path.len().saturating_sub(1)).map(Hex::to_string).collect();
                let via = match via.len() {
                    0 => String::new(),
                    1..=LONGEST => format!(" via {}", via.join(", ")),
                    n => format!(", {} hexes", n + 1),
                };
                format!("{} moves from {} to {}{via}", unit(u), at(from), at(to))
            }
            Fact::Moved { unit: u, from: Place::Map(from), to: Place::Lost, .. } => format!("{} is eliminated in {}", unit(u), at(from)),
            Fact::Moved { unit: u, from: Place::Map(from), to: Place::Holding(b), .. } => format!("{} goes from {} to {}", unit(u), at(from), boxed(b)),
            Fact::Moved { unit: u, to: Place::Map(to), .. } => format!("{} is placed in {}", unit(u), at(to)),
            Fact::Moved { unit: u, to: Place::Lost, .. } => format!("{} is removed from play", unit(u)),
            Fact::Moved { unit: u, to: Place::Holding(b), .. } => format!("{} goes to {}", unit(u), boxed(b)),
            Fact::Gone { unit: u } => format!("{} will not return", unit(u)),
            Fact::Restacked { hex, .. } => format!("the stack in {} is rearranged", at(hex)),
            Fact::Stepped { unit: u, to, .. } => format!("{} has {to} step{} left", unit(u), if *to == 1 { "" } else { "s" }),
            Fact::Turned { unit: u, face_down } => format!("{} is turned face {}", unit(u), if *face_down { "down" } else { "up" }),
            Fact::Defected { unit: u, side } => format!("{} joins the {} side", unit(u), name("Side", side.0.into())),
            Fact::Marked { unit: u, mark, on } => match names.name(if *on { "MarkText" } else { "UnmarkText" }, mark.0.into()).unwrap_or_default() {
                "" => return None,
                text => format!("{} {text}", unit(u)),
            },
            Fact::Counted { .. } | Fact::Cleared { .. } | Fact::Opened { .. } | Fact::Amended { .. } | Fact::Answered { .. } => return None,
            Fact::Tracked { track, from, to } => {
                let known = names.name("TrackWords", track.0.into()).unwrap_or_default();
                let say = |value: i32| {
                    let word = usize::try_from(value).ok().and_then(|n| known.split('|').nth(n)).filter(|word| !word.is_empty());
                    word.map_or_else(|| value.to_string(), str::to_owned)
                };
                match words("TrackText", "TrackId", track.0.into()) {
                    name if name.is_empty() => return None,
                    name => format!("{name}: {} → {}", say(*from), say(*to)),
                }
            }
            Fact::Held { hex, by: Some(side) } => format!("{} comes under {} control", at(hex), name("Side", side.0.into())),
            Fact::Held { hex, by: None } => format!("neither side controls {} now", at(hex)),
            Fact::HexTallied { hex, to } => format!("{} has {to} marker{} now", at(hex), if *to == 1 { "" } else { "s" }),
            // A game that names its marks says what each means; a mark without words is bookkeeping.
            Fact::HexMarked { hex, mark, on } => match names.name("HexMarkText", (*mark).into()) {
                Some(text) if text.is_empty() || !*on => return None,
                Some(text) => format!("{} {text}", at(hex)),
                None => format!("a marker is {} {}", if *on { "placed in" } else { "removed from" }, at(hex)),
            },
            Fact::Rolled { what, dice, die, modifiers, total } => {
                let rolled = if *dice == 1 { format!("{what}: rolled {die}") } else { format!("{what}: rolled {die} on {dice} dice") };
                let listed: String = modifiers.iter().map(|(why, n)| format!(", {n:+} {why}")).collect();
                if modifiers.is_empty() { rolled } else { format!("{rolled}{listed} = {total}") }
            }
            Fact::Drawn { what } => format!("{what} is drawn unseen"),
            Fact::Declined { side, what: "" } => format!("the {} side passes", name("Side", side.0.into())),
            Fact::Declined { side, what } => format!("the {} side declines {what}", name("Side", side.0.into())),
            Fact::Announced { side, what, hex } => format!("the {} side {what} {}", name("Side", side.0.into()), at(hex)),
            Fact::AttackerToggled { unit: u, hex, joins: true } => format!("{} joins the action against {}", unit(u), at(hex)),
            Fact::AttackerToggled { unit: u, hex, joins: false } => format!("{} leaves the action against {}", unit(u), at(hex)),
            Fact::Along { unit: u, goes } => format!("{} {}", unit(u), if *goes { "goes along" } else { "stays behind" }),
            Fact::Struck { unit: u, hex } => format!("{} is used at {}", unit(u), at(hex)),
            Fact::Odds { attack, defense, odds, shifts, column } => {
                let listed: String = shifts.iter().map(|(why, n)| format!(", {n:+} {why}")).collect();
                if shifts.is_empty() && odds == column {
                    format!("{attack} against {defense}: {odds}")
                } else {
                    format!("{attack} against {defense}: {odds}{listed} = {column}")
                }
            }
            Fact::Result { text } => format!("result: {text}"),
            Fact::Noted { text } => text.clone(),
            Fact::Asked { side, what } => format!("the {} side must {what}", name("Side", side.0.into())),
            Fact::TurnBegan { turn } => format!("turn {turn} begins"),
            Fact::StepBegan { step, .. } => format!("— {} —", words("StepText", "StepId", step.0.into())),
            Fact::Ended { winner: Some(side) } => format!("the game is over: the {} side wins", name("Side", side.0.into())),
            Fact::Ended { winner: None } => "the game is over: nobody wins".to_owned(),
        })
    }
}

/// The events of the order under way.
#[derive(Resource, Default, Debug)]
pub struct Record {
    pub(in crate::board) events: Vec<Event>,
    pub(in crate::board) unseen: bool,
    pub(in crate::board) secretive: bool,
}

impl Record {
    /// Hands the events over and starts afresh.
    pub fn take(&mut self) -> Vec<Event> {
        self.unseen = false;
        std::mem::take(&mut self.events)
    }

    /// What has happened so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Says whether two players hide something from each other, so that rules must find out what depends on it.
    pub fn keep_secrets(&mut self, secretive: bool) {
        self.secretive = secretive;
    }

    /// Whether two players hide something from each other.
    pub fn keeps_secrets(&self) -> bool {
        self.secretive
    }

    /// Whether any of it could have come out differently because of something that the player who gave the order may not know.
    pub fn unseen(&self) -> bool {
        self.unseen
    }
}
