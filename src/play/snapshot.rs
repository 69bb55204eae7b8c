//! A position written so that it outlives changes to tables and rules: counters, hexes, boxes, marks and steps by name.
//!
//! A journal holds one now and then, taken between two decisions. Replaying needs none of them; but where a corrected rule makes a game
//! replay differently, the game can go on from the next one.

use crate::board::read::Reading;
use crate::board::{
    BoxId, COUNTS, Clock, Control, CountId, Hex, HexMarkId, MarkId, NationId, Place, Position, Rank, Rulebook, Side, Start, States, Status, StepId, TrackId,
    UnitId, UnitState,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A snapshot is due after this many orders, and whenever a turn begins.
pub(super) const EVERY: usize = 100;

/// All of a position, except what is still as printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    turn: u8,
    step: StepId,
    drawn: u64,
    /// Tracks that are not where they start.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tracks: BTreeMap<TrackId, i32>,
    /// Bottom first.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    stacks: BTreeMap<Hex, Vec<UnitId>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    boxes: BTreeMap<BoxId, Vec<UnitId>>,
    /// Counters that are not as they were printed, lost ones too.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    states: BTreeMap<UnitId, State>,
    /// Hexes that differ from the start of the scenario.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    hexes: BTreeMap<Hex, Ground>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steps: Option<u8>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    face_down: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<MarkId>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    counts: BTreeMap<CountId, i16>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ground {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<NationId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<HexMarkId>,
    #[serde(default, skip_serializing_if = "is_zero")]
    tally: u8,
}

impl Snapshot {
    /// The position; `None` while a decision is pending (what a player has planned is not recorded) or once the game is over.
    pub fn of(position: &Position, book: &Rulebook) -> Option<Snapshot> {
        if position.is_interrupted() || position.clock.over.is_some() {
            return None;
        }
        let grid = &book.ground.grid;
        let mut ranked: BTreeMap<Hex, Vec<(Rank, UnitId)>> = BTreeMap::new();
        let (mut boxes, mut states) = (BTreeMap::<BoxId, Vec<UnitId>>::new(), BTreeMap::new());
        for (i, unit) in position.units.iter().enumerate() {
            let id = UnitId(i as u16);
            match unit.place {
                Place::Map(hex) => ranked.entry(hex).or_default().push((unit.rank, id)),
                Place::Holding(holding) => boxes.entry(holding).or_default().push(id),
                Place::Lost => {}
            }
            if unit.status != printed(book, id) {
                states.insert(id, State::of(&unit.status, &printed(book, id)));
            }
        }
        let in_order = |(hex, mut stack): (Hex, Vec<(Rank, UnitId)>)| {
            stack.sort_by_key(|(rank, _)| rank.0);
            (hex, stack.into_iter().map(|(_, unit)| unit).collect())
        };
        let tracks = position.ledger.iter().zip(&book.tracks).enumerate().filter(|(_, (value, track))| **value != track.start);
        Some(Snapshot {
            turn: position.clock.turn,
            step: position.clock.step(&book.sequence),
            drawn: position.drawn,
            tracks: tracks.map(|(i, (value, _))| (TrackId(i as u8), *value)).collect(),
            stacks: ranked.into_iter().map(in_order).collect(),
            boxes,
            states,
            hexes: position.hexes.iter().map(|(ix, control)| (grid.hex(*ix), Ground::of(control))).collect(),
        })
    }

    /// Reads a snapshot from a journal, with the names of these tables.
    pub fn read(text: &str, book: &Rulebook) -> Result<Snapshot, String> {
        let reading = Reading::new("", text, &book.lexicon);
        let snapshot = reading.file();
        snapshot.ok_or_else(|| reading.into_faults().first().map_or("unreadable".to_owned(), |fault| fault.what.clone()))
    }

    /// The position it describes, in a game with this start; `blank` is any position of that game in which no decision is pending.
    pub fn position(&self, book: &Rulebook, start: &Start, blank: &Position) -> Result<Position, String> {
        let at = book.step_at(self.step, start).ok_or("its step does not take place in this game")?;
        if self.turn > start.turns {
            return Err(format!("turn {} lies after the last one", self.turn));
        }
        let fresh = |unit: UnitId| UnitState { place: Place::Lost, rank: Rank(0), status: printed(book, unit) };
        let mut units: States = (0..book.units.len()).map(|i| fresh(UnitId(i as u16))).collect();
        for (hex, stack) in &self.stacks {
            for (rank, unit) in stack.iter().enumerate() {
                (units[unit.at()].place, units[unit.at()].rank) = (Place::Map(*hex), Rank(rank as u8));
            }
        }
        for (holding, held) in &self.boxes {
            held.iter().for_each(|unit| units[unit.at()].place = Place::Holding(*holding));
        }
        for (unit, state) in &self.states {
            let status = &mut units[unit.at()].status;
            state.put(status);
            if status.steps > book.units[unit.at()].steps().max(1) {
                return Err(format!("{} has more steps than its counter", book.called(*unit)));
            }
        }
        let mut ledger: Vec<i32> = book.tracks.iter().map(|track| track.start).collect();
        self.tracks.iter().for_each(|(track, value)| ledger[track.at()] = *value);
        let mut hexes = Vec::new();
        for (hex, ground) in &self.hexes {
            hexes.push((book.ground.grid.ix(*hex).ok_or_else(|| format!("{hex} is not on the map"))?, ground.control()));
        }
        hexes.sort_by_key(|(ix, _)| *ix);
        let clock = Clock { turn: self.turn, at: at as u8, over: None };
        Ok(Position { clock, drawn: self.drawn, ledger, units, hexes: Arc::new(hexes), decisions: blank.decisions.clone() })
    }

    /// The turn in which it was taken; 0 during set-up.
    pub fn turn(&self) -> u8 {
        self.turn
    }
}

/// A counter as it is when it comes out of the box.
fn printed(book: &Rulebook, unit: UnitId) -> Status {
    let row = &book.units[unit.at()];
    Status { side: book.nations[row.nation.value.at()].side, steps: row.steps(), face_down: false, marks: 0, counts: [0; COUNTS] }
}

impl State {
    fn of(status: &Status, printed: &Status) -> State {
        let counts = status.counts.iter().enumerate().filter(|(_, n)| **n != 0);
        State {
            side: (status.side != printed.side).then_some(status.side),
            steps: (status.steps != printed.steps).then_some(status.steps),
            face_down: status.face_down,
            marks: bits(status.marks).map(MarkId).collect(),
            counts: counts.map(|(i, n)| (CountId(i as u8), *n)).collect(),
        }
    }

    fn put(&self, status: &mut Status) {
        status.side = self.side.unwrap_or(status.side);
        status.steps = self.steps.unwrap_or(status.steps);
        status.face_down = self.face_down;
        status.marks = word(self.marks.iter().map(|mark| mark.0));
        for (count, n) in &self.counts {
            if let Some(number) = status.counts.get_mut(count.at()) {
                *number = *n;
            }
        }
    }
}

impl Ground {
    fn of(control: &Control) -> Ground {
        Ground { side: control.side, owner: control.nation, marks: bits(control.marks.into()).map(HexMarkId).collect(), tally: control.tally }
    }

    fn control(&self) -> Control {
        Control { side: self.side, nation: self.owner, marks: word(self.marks.iter().map(|mark| mark.0)) as u16, tally: self.tally }
    }
}

/// The word in which these bits are set.
fn word(bits: impl Iterator<Item = u8>) -> u32 {
    bits.fold(0, |word, bit| word | 1_u32.checked_shl(bit.into()).unwrap_or(0))
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// The numbers of the bits that are set.
fn bits(word: u32) -> impl Iterator<Item = u8> {
    (0..u32::BITS as u8).filter(move |n| word & (1 << n) != 0)
}
