//! The board as the rules see it: questions that are always answered in the same order, and a single writer.

use super::clock::{Clock, Outcome};
use super::decisions::{Decisions, Frame, Pending};
use super::dice::Dice;
use super::event::{Event, Fact, Record};
use super::ids::{Atom, BoxId, CountId, MarkId, Side, StepId, TrackId, UnitId};
use super::map::Map;
use super::states::Kept;
use super::tables::{Sequence, Start};
use super::trail::Was;
use super::unit::{Control, Place, Rank, Status};
use super::{Hex, Ix};
use bevy_ecs::change_detection::{DetectChangesMut, Tick};
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{DetectChanges, Query, Res, ResMut, Resource};
use bevy_ecs::system::SystemParam;
use std::sync::Arc;

/// Named whole numbers: losses, damage, points. A track that counts halves stores twice the number.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger(pub(in crate::board) Vec<i32>);

impl Ledger {
    /// A track.
    pub fn track(&self, track: TrackId) -> i32 {
        self.0[track.at()]
    }
}

/// Where everything is: entity of a counter, stack of a hex, contents of a box. Derived from the components, never saved.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Index {
    pub(in crate::board) units: Vec<Entity>,
    pub(in crate::board) tiles: Vec<Entity>,
    /// Where each counter is. This is asked so often that looking at its component would be slow.
    pub(in crate::board) places: Vec<Place>,
    /// Each counter's height in its stack, everything else about it, and the state of each hex, kept here for the same reason.
    pub(in crate::board) ranks: Vec<Rank>,
    pub(in crate::board) statuses: Vec<Status>,
    pub(in crate::board) controls: Vec<Control>,
    /// Bottom first.
    pub(in crate::board) stacks: Vec<Vec<UnitId>>,
    /// In the order of ids.
    pub(in crate::board) boxes: Vec<Vec<UnitId>>,
    /// Hexes whose control differs from the start of the scenario, in map order.
    pub(in crate::board) touched: Vec<Ix>,
    /// The counters as of the last snapshot.
    pub(in crate::board) kept: Kept,
    /// The hexes as of the last snapshot, unless one has changed since.
    pub(in crate::board) kept_hexes: Option<Arc<Vec<(Ix, Control)>>>,
}

impl Index {
    /// Where a counter is.
    pub(crate) fn place(&self, unit: UnitId) -> Place {
        self.places[unit.at()]
    }
}

/// The control of each hex at the start of the scenario: a snapshot holds only what differs.
#[derive(Resource, Clone, Debug, Default)]
pub struct Baseline(pub(in crate::board) Vec<Control>);

impl Baseline {
    /// By dense index.
    pub fn controls(&self) -> &[Control] {
        &self.0
    }
}

/// A value for every hex that follows from the board; computed on demand after something has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Layer {
    /// By dense index.
    values: Vec<bool>,
    /// Whether the board changed since it was computed.
    stale: bool,
}

/// What each side's forces do to hexes, in games that have such a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayerId {
    /// Hexes in a side's zones of control.
    Zoc(Side),
    /// Hexes that supply reaches, by the number of the game's supply line, below four.
    Supply(usize),
    /// Hexes next to a side's forces.
    Near(Side),
    /// Hexes in range of a side's airpower.
    Air(Side),
}

/// How many layers there are.
const LAYERS: usize = 10;

impl LayerId {
    /// Its index among all layers.
    fn at(self) -> usize {
        match self {
            LayerId::Zoc(side) => side.at(),
            LayerId::Near(side) => 2 + side.at(),
            LayerId::Air(side) => 4 + side.at(),
            LayerId::Supply(line) => 6 + line,
        }
    }
}

/// All layers.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub(super) struct Layers([Layer; LAYERS]);

impl Default for Layers {
    fn default() -> Layers {
        Layers(std::array::from_fn(|_| Layer { values: Vec::new(), stale: true }))
    }
}

impl Layers {
    fn get(&self, id: LayerId) -> &Layer {
        &self.0[id.at()]
    }

    /// The indices of all of them.
    pub(super) fn all() -> impl Iterator<Item = usize> {
        0..LAYERS
    }

    /// Those that depend on where a side's counters are and on their steps.
    pub(super) fn of(side: Side) -> impl Iterator<Item = usize> {
        [LayerId::Zoc(side), LayerId::Near(side), LayerId::Air(side)].map(LayerId::at).into_iter().chain(LayerId::Supply(0).at()..LAYERS)
    }

    /// Those that depend on who holds hexes and on their marks.
    pub(super) fn of_hexes() -> impl Iterator<Item = usize> {
        [Side(0), Side(1)].map(|side| LayerId::Near(side).at()).into_iter().chain(LayerId::Supply(0).at()..LAYERS)
    }

    /// Marks these as out of date.
    pub(super) fn spoil(&mut self, layers: impl Iterator<Item = usize>) {
        layers.for_each(|at| self.0[at].stale = true);
    }

    /// Restores a layer, and returns the spare buffer in exchange for its current one.
    pub(super) fn put_back(&mut self, at: usize, values: Vec<bool>) -> Vec<bool> {
        std::mem::replace(&mut self.0[at], Layer { values, stale: false }).values
    }
}

/// The board as the rules use it. Everything is asked in terms of `UnitId` and `Hex`; [`Board::record`] is the only mutator.
#[derive(SystemParam)]
pub struct Board<'w, 's> {
    pub(super) units: Query<'w, 's, (&'static mut Place, &'static mut Rank, &'static mut Status)>,
    tiles: Query<'w, 's, &'static mut Control>,
    pub(super) index: ResMut<'w, Index>,
    pub(super) ledger: ResMut<'w, Ledger>,
    pub(super) clock: ResMut<'w, Clock>,
    pub(super) decisions: ResMut<'w, Decisions>,
    pub(super) dice: ResMut<'w, Dice>,
    pub(super) record: ResMut<'w, Record>,
    baseline: Res<'w, Baseline>,
    pub(super) layers: ResMut<'w, Layers>,
    /// The ground.
    pub map: Res<'w, Map>,
}

/// A moment of the game: it differs after every event, whenever a position is restored, and when the tables change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Revision(Tick, Tick);

/// Why a lookup of a counter cannot fail.
const FOR_LIFE: &str = "counters live for the whole game";

/// A modifier of a roll: why, and how much.
pub type Modifier = (&'static str, i8);

impl Board<'_, '_> {
    /// Where a counter is.
    pub fn place(&self, unit: UnitId) -> Place {
        self.index.places[unit.at()]
    }

    /// The hex a counter lies in, if it is on the map.
    pub fn hex(&self, unit: UnitId) -> Option<Hex> {
        self.place(unit).hex()
    }

    /// The changing state of a counter.
    pub fn status(&self, unit: UnitId) -> Status {
        self.index.statuses[unit.at()]
    }

    /// The player who runs a counter.
    pub fn side(&self, unit: UnitId) -> Side {
        self.index.statuses[unit.at()].side
    }

    /// All counters, in the order of their ids.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.index.units.len() as u16).map(UnitId)
    }

    /// The counters that a player runs on the map, in the order of their ids.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = UnitId> {
        let placed = self.index.places.iter().zip(&self.index.statuses).zip(0u16..);
        placed.filter(move |((place, status), _)| matches!(place, Place::Map(_)) && status.side == side).map(|(_, id)| UnitId(id))
    }

    /// The stack of a hex, bottom first.
    pub fn stack(&self, ix: Ix) -> &[UnitId] {
        &self.index.stacks[ix.at()]
    }

    /// The counters of a holding box, in the order of their ids.
    pub fn boxed(&self, holding: BoxId) -> &[UnitId] {
        &self.index.boxes[holding.at()]
    }

    /// The side whose units are in a hex, if there are any: enemies never share one.
    pub fn occupant(&self, ix: Ix) -> Option<Side> {
        self.stack(ix).first().map(|unit| self.side(*unit))
    }

    /// Who holds a hex, and its marks.
    pub fn control(&self, ix: Ix) -> Control {
        self.index.controls[ix.at()]
    }

    /// Hexes that differ from the start of the scenario, in map order.
    pub fn changed(&self) -> &[Ix] {
        &self.index.touched
    }

    /// A track of the ledger.
    pub fn track(&self, track: TrackId) -> i32 {
        self.ledger.0[track.at()]
    }

    /// The current point in the sequence of play.
    pub fn clock(&self) -> Clock {
        *self.clock
    }

    /// The last time anything happened: callers that cache results compare it.
    pub fn revision(&self) -> Revision {
        Revision(self.record.last_changed(), self.layers.last_changed())
    }

    /// The dense index of a hex on the map.
    pub fn ix(&self, hex: Hex) -> Option<Ix> {
        self.map.grid.ix(hex)
    }

    /// The dense index of the hex a counter is in.
    pub fn ix_of(&self, unit: UnitId) -> Option<Ix> {
        self.hex(unit).and_then(|hex| self.ix(hex))
    }

    /// The distance between two hexes on the map, in hexes.
    pub fn distance(&self, a: Hex, b: Hex) -> Option<u32> {
        Some(self.map.grid.distance(self.ix(a)?, self.ix(b)?))
    }

    /// Rolls a die without logging it; [`Board::throw`] logs it.
    pub fn die(&mut self, sides: u8, what: &'static str) -> u8 {
        self.dice.die(sides, what)
    }

    /// Whether a situation's scripted dice have run out; a loop that rolls until the result fits would otherwise never end.
    pub fn starved(&self) -> bool {
        self.dice.starved()
    }

    /// Rolls six-sided dice, adds them and the modifiers, and logs all of it.
    pub fn roll_dice(&mut self, by: Atom, what: &'static str, dice: u8, modifiers: &[Modifier]) -> i16 {
        let die: u8 = (0..dice).map(|_| self.die(6, what)).sum();
        let total = i16::from(die) + modifiers.iter().map(|(_, n)| i16::from(*n)).sum::<i16>();
        self.record(by, Fact::Rolled { what, dice, die, modifiers: modifiers.to_vec(), total });
        total
    }

    /// The decision that must be made next, if one interrupts the sequence.
    pub fn decision<F: Frame>(&self) -> Option<&F> {
        self.decisions.innermost().map(Pending::frame)
    }

    /// Who must make the next decision, if one interrupts the sequence.
    pub fn asked(&self) -> Option<Side> {
        self.decisions.innermost().map(Pending::side)
    }

    /// The decisions open, the outermost first.
    pub fn decisions<F: Frame>(&self) -> impl DoubleEndedIterator<Item = &F> + ExactSizeIterator {
        self.decisions.frames()
    }

    /// Interrupts the sequence, or the current decision, with another decision.
    pub fn ask<F: Frame>(&mut self, frame: F) {
        self.record(frame.rule(), Fact::Opened { decision: Pending::new(frame) });
    }

    /// Replaces the innermost decision of its kind with this one, unless they are the same.
    pub fn amend<F: Frame>(&mut self, frame: F) {
        let at = self.decisions.alike(&frame).expect("only a decision that is open is amended");
        if *self.decisions.0[at].frame::<F>() != frame {
            self.record(frame.rule(), Fact::Amended { at, decision: Pending::new(frame) });
        }
    }

    /// The decision that is due has been made.
    pub fn answer(&mut self) {
        let at = self.decisions.0.len().checked_sub(1).expect("only a decision that is open is answered");
        self.record(self.decisions.0[at].rule(), Fact::Answered { at });
    }

    /// Closes the innermost decision for which `holds` is true, whatever has been asked since. Returns whether there was one.
    pub fn answer_where<F: Frame>(&mut self, holds: impl Fn(&F) -> bool) -> bool {
        let Some(at) = self.decisions.frames().rposition(holds) else { return false };
        self.record(self.decisions.0[at].rule(), Fact::Answered { at });
        true
    }

    /// Begins the next step of the sequence, by the rule for set-up or the one for the turn. Returns whether there was one.
    pub fn next_step(&mut self, setup: Atom, turn: Atom, sequence: &Sequence, start: &Start) -> bool {
        let Some((clock, new_turn)) = self.clock.next(sequence, start) else { return false };
        let by = if clock.turn == 0 { setup } else { turn };
        if new_turn {
            self.record(by, Fact::TurnBegan { turn: clock.turn });
        }
        self.record(by, Fact::StepBegan { step: clock.step(sequence), at: clock.at });
        true
    }

    /// Begins a step of the same turn, wherever it is in the sequence: for games in which the players choose what comes next.
    pub fn go_to(&mut self, step: StepId, by: Atom, sequence: &Sequence) {
        let same_part = |at: &usize| (*at < sequence.setup) == (self.clock.turn == 0);
        let at = (0..sequence.steps.len()).filter(same_part).find(|at| sequence.steps[*at].id == step);
        let at = at.expect("a game goes to steps of its own sequence, those of set-up during set-up");
        self.record(by, Fact::StepBegan { step, at: at as u8 });
    }

    /// Moves a counter to another place, on top of whatever is there.
    pub fn put(&mut self, by: Atom, unit: UnitId, to: Place) {
        let from = self.place(unit);
        self.record(by, Fact::Moved { unit, from, to, path: super::Path::new() });
    }

    /// Sets or removes a mark, if that changes anything.
    pub fn mark(&mut self, by: Atom, unit: UnitId, mark: MarkId, on: bool) {
        if self.status(unit).has(mark) != on {
            self.record(by, Fact::Marked { unit, mark, on });
        }
    }

    /// Removes those of these marks that a counter which has left the map still has.
    pub fn clear(&mut self, by: Atom, unit: UnitId, marks: &[MarkId]) {
        let status = self.status(unit);
        let marks: Vec<MarkId> = marks.iter().copied().filter(|mark| status.has(*mark)).collect();
        if !marks.is_empty() {
            self.record(by, Fact::Cleared { unit, marks });
        }
    }

    /// Sets a track of the ledger, if that changes anything.
    pub fn set_track(&mut self, by: Atom, track: TrackId, to: i32) {
        let from = self.track(track);
        if from != to {
            self.record(by, Fact::Tracked { track, from, to });
        }
    }

    /// Sets a number on a counter, if that changes anything.
    pub fn count(&mut self, by: Atom, unit: UnitId, count: CountId, to: i16) {
        if self.status(unit).count(count) != to {
            self.record(by, Fact::Counted { unit, count, to });
        }
    }

    /// A layer that is up to date.
    pub fn layer(&self, id: LayerId) -> &[bool] {
        let layer = self.layers.get(id);
        debug_assert!(!layer.stale, "whoever asks for a layer has brought it up to date");
        &layer.values
    }

    /// A layer; if the board has changed since it was last computed, the game computes it anew, starting from all clear.
    pub fn refreshed(&mut self, id: LayerId, compute: impl FnOnce(&Self, &mut [bool])) -> &[bool] {
        if let Some(mut values) = self.stale_layer(id) {
            values.clear();
            values.resize(self.map.grid.len(), false);
            compute(self, &mut values);
            self.lay(id, values);
        }
        self.layer(id)
    }

    /// The buffer for a layer, if the board has changed since it was computed; [`Board::lay`] takes the result.
    pub fn stale_layer(&mut self, id: LayerId) -> Option<Vec<bool>> {
        self.layers.get(id).stale.then(|| std::mem::take(&mut self.layers.bypass_change_detection().0[id.at()].values))
    }

    /// Stores a layer computed from the current board. It is derived, so this does not count as a change.
    pub fn lay(&mut self, id: LayerId, values: Vec<bool>) {
        self.layers.bypass_change_detection().0[id.at()] = Layer { values, stale: false };
    }

    /// Whether a layer that claims to be up to date is: for the laws.
    pub fn layer_holds(&self, id: LayerId, compute: impl FnOnce(&Self, &mut [bool])) -> bool {
        let mut anew = vec![false; self.map.grid.len()];
        compute(self, &mut anew);
        let layer = self.layers.get(id);
        layer.stale || layer.values == anew
    }

    /// The only mutator: it applies a fact and records it in one step.
    pub fn record(&mut self, by: Atom, fact: Fact) {
        match &fact {
            Fact::Moved { unit, to, .. } => self.shift(*unit, *to),
            Fact::Restacked { hex, order } => self.restack(*hex, order),
            Fact::Stepped { unit, to, .. } => self.write(*unit, |s| s.steps = *to),
            Fact::Turned { unit, face_down } => self.write(*unit, |s| s.face_down = *face_down),
            Fact::Defected { unit, side } => {
                self.spoil(Layers::of(*side));
                self.write(*unit, |s| s.side = *side);
            }
            Fact::Marked { unit, mark, on } => self.write_keeping_layers(*unit, |s| {
                let bit = 1 << mark.0;
                s.marks = if *on { s.marks | bit } else { s.marks & !bit };
            }),
            Fact::Cleared { unit, marks } => self.write_keeping_layers(*unit, |s| s.marks = marks.iter().fold(s.marks, |bits, mark| bits & !(1 << mark.0))),
            Fact::Counted { unit, count, to } => self.write_keeping_layers(*unit, |s| s.counts[count.at()] = *to),
            Fact::Tracked { track, to, .. } => {
                let value = std::mem::replace(&mut self.ledger.0[track.at()], *to);
                self.record.trail.keep(Was::Track { track: *track, value });
            }
            Fact::Held { hex, by } => self.write_hex(*hex, |c| (c.side, c.nation) = (*by, None)),
            Fact::Owned { hex, by, side } => self.write_hex(*hex, |c| (c.side, c.nation) = (*side, Some(*by))),
            Fact::HexMarked { hex, mark, on } => self.write_hex(*hex, |c| {
                let bit = 1 << mark;
                c.marks = if *on { c.marks | bit } else { c.marks & !bit };
            }),
            Fact::HexTallied { hex, to } => self.write_hex(*hex, |c| c.tally = *to),
            Fact::Opened { decision } => {
                self.decisions.0.push(decision.clone());
                self.record.trail.keep(Was::Closed);
            }
            Fact::Amended { at, decision } => {
                let decision = std::mem::replace(&mut self.decisions.0[*at], decision.clone());
                self.record.trail.keep(Was::Other { at: *at, decision });
            }
            Fact::Answered { at } => {
                let decision = self.decisions.0.remove(*at);
                self.record.trail.keep(Was::Open { at: *at, decision });
            }
            Fact::TurnBegan { turn } => {
                self.spoil(Layers::all()); // what reaches where may depend on it
                self.wind(|clock| clock.turn = *turn);
            }
            Fact::StepBegan { at, .. } => self.wind(|clock| clock.at = *at),
            Fact::Ended { winner } => self.wind(|clock| clock.over = Some(Outcome { winner: *winner })),
            Fact::Rolled { .. }
            | Fact::Gone { .. }
            | Fact::Noted { .. }
            | Fact::Drawn { .. }
            | Fact::Declined { .. }
            | Fact::Announced { .. }
            | Fact::AttackerToggled { .. }
            | Fact::Struck { .. }
            | Fact::Along { .. }
            | Fact::Odds { .. }
            | Fact::Result { .. }
            | Fact::Asked { .. } => {}
        }
        self.record.write(Event { by, fact });
    }

    /// Whether rules must note what depends on hidden information: only where two players hide something from each other.
    pub fn keeps_secrets(&self) -> bool {
        self.record.secretive
    }

    /// Notes that the current order depends on something its player may not know, so that he cannot take it back and try another. Whether a rule
    /// notes this must itself depend only on what he knows; otherwise being able to take the order back would tell him something.
    pub fn note_unseen(&mut self) {
        self.record.unseen = true;
    }

    /// Marks these layers as out of date. A search keeps their previous values.
    fn spoil(&mut self, layers: impl Iterator<Item = usize>) {
        let (all, trail) = (&mut *self.layers, &mut self.record.trail);
        for at in layers {
            let layer = &mut all.0[at];
            if !layer.stale && trail.is_on() {
                let values = std::mem::replace(&mut layer.values, trail.room());
                trail.keep(Was::Layer { at, values });
            }
            layer.stale = true;
        }
    }

    fn wind(&mut self, change: impl FnOnce(&mut Clock)) {
        self.record.trail.keep(Was::Clock(*self.clock));
        change(&mut self.clock);
    }

    fn write(&mut self, unit: UnitId, change: impl FnOnce(&mut Status)) {
        self.spoil(Layers::of(self.side(unit)));
        self.write_keeping_layers(unit, change);
    }

    /// For marks and numbers: a game whose layers depend on one marks them as out of date itself.
    fn write_keeping_layers(&mut self, unit: UnitId, change: impl FnOnce(&mut Status)) {
        let mut status = self.status(unit);
        self.record.trail.keep(Was::Status { unit, status });
        change(&mut status);
        self.write_status(unit, status);
    }

    pub(super) fn write_status(&mut self, unit: UnitId, status: Status) {
        *self.units.get_mut(self.index.units[unit.at()]).expect(FOR_LIFE).2 = status;
        self.index.statuses[unit.at()] = status;
        self.index.kept.spoil(unit);
    }

    fn write_hex(&mut self, hex: Hex, change: impl FnOnce(&mut Control)) {
        let Some(ix) = self.map.grid.ix(hex) else { return };
        self.spoil(Layers::of_hexes());
        let mut control = self.control(ix);
        self.record.trail.keep(Was::Control { ix, control });
        change(&mut control);
        self.write_control(ix, control);
    }

    pub(super) fn write_control(&mut self, ix: Ix, control: Control) {
        *self.tiles.get_mut(self.index.tiles[ix.at()]).expect("hexes live for the whole game") = control;
        self.index.controls[ix.at()] = control;
        self.index.kept_hexes = None;
        let differs = control != self.baseline.0[ix.at()];
        match self.index.touched.binary_search(&ix) {
            Ok(at) if !differs => drop(self.index.touched.remove(at)),
            Err(at) if differs => self.index.touched.insert(at, ix),
            _ => {}
        }
    }

    fn shift(&mut self, unit: UnitId, to: Place) {
        self.spoil(Layers::of(self.side(unit)));
        let from = self.place(unit);
        let rank = self.lift(unit, from);
        self.record.trail.keep(Was::Place { unit, place: from, rank });
        let top = match to {
            Place::Map(hex) => self.stack_at(hex).len(),
            Place::Holding(_) | Place::Lost => 0,
        };
        self.lay_down(unit, to, top as u8);
    }

    fn stack_at(&mut self, hex: Hex) -> &mut Vec<UnitId> {
        let ix = self.map.grid.ix(hex).expect("counters on the map lie in hexes of the map");
        &mut self.index.stacks[ix.at()]
    }

    /// Takes a counter out of its stack or box; returns how high it was.
    pub(super) fn lift(&mut self, unit: UnitId, from: Place) -> u8 {
        match from {
            Place::Map(hex) => {
                let stack = self.stack_at(hex);
                let at = stack.iter().position(|u| *u == unit).expect("the index knows every counter");
                stack.remove(at);
                self.rank(hex, at);
                at as u8
            }
            Place::Holding(holding) => {
                let held = &mut self.index.boxes[holding.at()];
                let at = held.binary_search(&unit).expect("the index knows every counter");
                held.remove(at);
                0
            }
            Place::Lost => 0,
        }
    }

    /// Puts a counter that was lifted into a stack at a given height, or into a box.
    pub(super) fn lay_down(&mut self, unit: UnitId, to: Place, height: u8) {
        match to {
            Place::Map(hex) => {
                self.stack_at(hex).insert(height.into(), unit);
                self.rank(hex, usize::from(height) + 1);
            }
            Place::Holding(holding) => {
                let held = &mut self.index.boxes[holding.at()];
                let at = held.partition_point(|u| *u < unit);
                held.insert(at, unit);
            }
            Place::Lost => {}
        }
        let (mut place, mut rank, _) = self.units.get_mut(self.index.units[unit.at()]).expect(FOR_LIFE);
        (*place, rank.0) = (to, height);
        (self.index.places[unit.at()], self.index.ranks[unit.at()]) = (to, Rank(height));
        self.index.kept.spoil(unit);
    }

    /// Updates the heights of the counters in a stack, from a given height up.
    fn rank(&mut self, hex: Hex, from: usize) {
        let ix = self.map.grid.ix(hex).expect("counters on the map lie in hexes of the map");
        let Index { units, stacks, ranks, kept, .. } = &mut *self.index;
        for (rank, unit) in stacks[ix.at()].iter().enumerate().skip(from) {
            ranks[unit.at()] = Rank(rank as u8);
            *self.units.get_mut(units[unit.at()]).expect(FOR_LIFE).1 = ranks[unit.at()];
            kept.spoil(*unit);
        }
    }

    fn restack(&mut self, hex: Hex, order: &[UnitId]) {
        let Some(ix) = self.map.grid.ix(hex) else { return };
        if self.record.trail.is_on() {
            let order = self.stack(ix).into();
            self.record.trail.keep(Was::Stack { ix, order });
        }
        self.pile(ix, order);
    }

    /// Rearranges a stack.
    pub(super) fn pile(&mut self, ix: Ix, order: &[UnitId]) {
        self.index.stacks[ix.at()].copy_from_slice(order);
        self.rank(self.map.grid.hex(ix), 0);
    }
}
