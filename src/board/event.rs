//! Facts: the closed list of what can happen, each with the rule that made it happen.

use super::ids::{Atom, CountId, MarkId, Side, StepId, TrackId, UnitId};
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
    /// A counter went from one place to another, on top of whatever lies there. `path` ends in its new hex, if it walked.
    Moved { unit: UnitId, from: Place, to: Place, path: Vec<Hex> },
    /// A stack was put in another order, bottom first.
    Restacked { hex: Hex, order: Vec<UnitId> },
    /// A counter has this many steps now.
    Stepped { unit: UnitId, from: u8, to: u8 },
    /// A counter was turned face up or face down.
    Turned { unit: UnitId, face_down: bool },
    /// A counter changed hands.
    Joined { unit: UnitId, side: Side },
    /// A counter got or lost a mark.
    Marked { unit: UnitId, mark: MarkId, on: bool },
    /// A number on a counter changed.
    Counted { unit: UnitId, count: CountId, to: i16 },
    /// A track of the ledger moved.
    Tracked { track: TrackId, from: i32, to: i32 },
    /// A hex came into new hands.
    Held { hex: Hex, by: Option<Side> },
    /// A mark was put into a hex or taken out.
    HexMarked { hex: Hex, mark: u8, on: bool },
    /// So many markers of the kind a game counts lie in a hex now.
    HexTallied { hex: Hex, to: u8 },
    /// A die was thrown; every modifier by name.
    Rolled { what: &'static str, die: u8, modifiers: Vec<(&'static str, i8)>, total: i16 },
    /// Something drawn unseen; what it was nobody may know yet.
    Drawn { what: &'static str },
    /// A player declines something he might have done.
    Declined { side: Side, what: &'static str },
    /// A player announces something about a hex.
    Announced { side: Side, what: &'static str, hex: Hex },
    /// A counter joins or leaves what is planned against a hex.
    Joins { unit: UnitId, hex: Hex, joins: bool },
    /// A counter that is not on the map, or stands far off, strikes at a hex.
    Struck { unit: UnitId, hex: Hex },
    /// Odds, every shift by name, and the column they lead to.
    Odds { attack: i32, defense: i32, odds: String, shifts: Vec<(&'static str, i8)>, column: String },
    /// The result of a table.
    Result { text: String },
    /// A player is asked for a decision that interrupts the sequence.
    Asked { side: Side, what: &'static str },
    /// A turn began.
    TurnBegan { turn: u8 },
    /// A step of the sequence began.
    StepBegan { step: StepId },
    /// The game is over.
    Ended { winner: Option<Side> },
}

impl Fact {
    /// The counter it is about, if it is about one.
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Fact::Moved { unit, .. }
            | Fact::Stepped { unit, .. }
            | Fact::Turned { unit, .. }
            | Fact::Joined { unit, .. }
            | Fact::Marked { unit, .. }
            | Fact::Joins { unit, .. }
            | Fact::Struck { unit, .. }
            | Fact::Counted { unit, .. } => Some(*unit),
            _ => None,
        }
    }

    /// How it reads in the log, or `None` for bookkeeping that nobody wants to read.
    pub fn read(&self, names: &Lexicon) -> Option<String> {
        let name = |kind, n: u16| names.name(kind, n).unwrap_or("?").to_owned();
        // Words for people where the tables have them, the bare name where not.
        let words = |text, kind, n: u16| names.name(text, n).or(names.name(kind, n)).unwrap_or("?").to_owned();
        let unit = |u: &UnitId| name("UnitId", u.0);
        let place = |p: &Place| match p {
            Place::Map(hex) => hex.to_string(),
            Place::Holding(b) => format!("“{}”", words("BoxText", "BoxId", b.0.into())),
            Place::Lost => "the lost".to_owned(),
        };
        Some(match self {
            Fact::Moved { unit: u, to, path, .. } if path.len() > 1 => {
                let via: Vec<String> = path.iter().map(Hex::to_string).collect();
                format!("{} moves to {} by {}", unit(u), place(to), via.join(" "))
            }
            Fact::Moved { unit: u, from: Place::Map(a), to, .. } => format!("{} moves from {a} to {}", unit(u), place(to)),
            Fact::Moved { unit: u, to, .. } => format!("{} goes to {}", unit(u), place(to)),
            Fact::Restacked { hex, .. } => format!("the stack in {hex} is put in another order"),
            Fact::Stepped { unit: u, to, .. } => format!("{} has {to} step{} left", unit(u), if *to == 1 { "" } else { "s" }),
            Fact::Turned { unit: u, face_down } => format!("{} is turned face {}", unit(u), if *face_down { "down" } else { "up" }),
            Fact::Joined { unit: u, side } => format!("{} joins the {} side", unit(u), name("Side", side.0.into())),
            Fact::Marked { unit: u, mark, on: true } => format!("{} {}", unit(u), words("MarkText", "MarkId", mark.0.into())),
            Fact::Marked { unit: u, mark, on: false } => format!("{} is no longer {}", unit(u), name("MarkId", mark.0.into()).replace('_', " ")),
            Fact::Counted { .. } => return None,
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
            Fact::Held { hex, by: Some(side) } => format!("{hex} is held by the {} side", name("Side", side.0.into())),
            Fact::Held { hex, by: None } => format!("{hex} is held by nobody"),
            Fact::HexTallied { hex, to } => format!("{to} marker{} in {hex}", if *to == 1 { " lies" } else { "s lie" }),
            // A game that names its marks says what each means; a mark without words is bookkeeping.
            Fact::HexMarked { hex, mark, on } => match names.name("HexMarkText", (*mark).into()) {
                Some(text) if text.is_empty() || !*on => return None,
                Some(text) => format!("{hex} {text}"),
                None => format!("a marker is {} {hex}", if *on { "put into" } else { "taken from" }),
            },
            Fact::Rolled { what, die, modifiers, total } => {
                let listed: String = modifiers.iter().map(|(why, n)| format!(", {n:+} {why}")).collect();
                format!("{what}: die {die}{listed} = {total}")
            }
            Fact::Drawn { what } => format!("{what} is drawn unseen"),
            Fact::Declined { side, what } => format!("the {} side declines {what}", name("Side", side.0.into())),
            Fact::Announced { side, what, hex } => format!("the {} side {what} {hex}", name("Side", side.0.into())),
            Fact::Joins { unit: u, hex, joins: true } => format!("{} joins the attack on {hex}", unit(u)),
            Fact::Joins { unit: u, hex, joins: false } => format!("{} leaves the attack on {hex}", unit(u)),
            Fact::Struck { unit: u, hex } => format!("{} strikes at {hex}", unit(u)),
            Fact::Odds { attack, defense, odds, shifts, column } => {
                let listed: String = shifts.iter().map(|(why, n)| format!(", {n:+} {why}")).collect();
                format!("{attack} against {defense}: {odds}{listed} = {column}")
            }
            Fact::Result { text } => format!("result {text}"),
            Fact::Asked { side, what } => format!("the {} side must {what}", name("Side", side.0.into())),
            Fact::TurnBegan { turn } => format!("turn {turn} begins"),
            Fact::StepBegan { step } => format!("— {} —", words("StepText", "StepId", step.0.into())),
            Fact::Ended { winner: Some(side) } => format!("the game is over: the {} side wins", name("Side", side.0.into())),
            Fact::Ended { winner: None } => "the game is over".to_owned(),
        })
    }
}

/// The events of the order under way.
#[derive(Resource, Default, Debug)]
pub struct Record(pub(in crate::board) Vec<Event>);

impl Record {
    /// Hands the events over and starts afresh.
    pub fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.0)
    }

    /// What has happened so far.
    pub fn events(&self) -> &[Event] {
        &self.0
    }
}
