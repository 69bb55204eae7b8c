//! The board as the rules see it: questions answered in a fixed order, and one pen.

use super::clock::{Clock, Outcome};
use super::decisions::{Decisions, Frame, Pending};
use super::dice::Dice;
use super::event::{Event, Fact, Record};
use super::ids::{Atom, BoxId, CountId, MarkId, Side, StepId, TrackId, UnitId};
use super::map::Map;
use super::tables::{Sequence, Start};
use super::unit::{Control, Place, Rank, Status};
use super::{Hex, Ix};
use bevy_ecs::change_detection::Tick;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{DetectChanges, Query, Res, ResMut, Resource};
use bevy_ecs::system::SystemParam;

/// Named whole numbers: losses, damage, points. Halves are kept as twice the number, where a track says so.
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
    /// Where each counter lies: asked for so often that looking at its component would be slow.
    pub(in crate::board) places: Vec<Place>,
    /// Who runs each counter: the same holds of it.
    pub(in crate::board) sides: Vec<Side>,
    /// Bottom first.
    pub(in crate::board) stacks: Vec<Vec<UnitId>>,
    /// In the order of ids.
    pub(in crate::board) boxes: Vec<Vec<UnitId>>,
    /// Hexes whose control differs from the start of the scenario, in map order.
    pub(in crate::board) touched: Vec<Ix>,
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

/// A value for every hex that follows from the board; computed when asked for after something changed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Layer {
    /// By dense index.
    values: Vec<bool>,
    /// Whether the board changed since it was computed.
    stale: bool,
}

/// What each side's forces do to hexes, as far as a game knows such a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayerId {
    /// Hexes in a side's zones of control.
    Zoc(Side),
    /// Hexes that supply reaches, by the number of a line of supply of the game, below four.
    Supply(usize),
    /// Hexes next to a side's forces.
    Near(Side),
    /// Hexes in range of a side's airpower.
    Air(Side),
}

/// All layers.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub(in crate::board) struct Layers {
    zoc: [Layer; 2],
    supply: [Layer; 4],
    near: [Layer; 2],
    air: [Layer; 2],
}

impl Default for Layers {
    fn default() -> Layers {
        let stale = || Layer { values: Vec::new(), stale: true };
        Layers { zoc: [stale(), stale()], supply: [stale(), stale(), stale(), stale()], near: [stale(), stale()], air: [stale(), stale()] }
    }
}

impl Layers {
    fn get(&self, id: LayerId) -> &Layer {
        match id {
            LayerId::Zoc(side) => &self.zoc[side.at()],
            LayerId::Supply(line) => &self.supply[line],
            LayerId::Near(side) => &self.near[side.at()],
            LayerId::Air(side) => &self.air[side.at()],
        }
    }

    fn get_mut(&mut self, id: LayerId) -> &mut Layer {
        match id {
            LayerId::Zoc(side) => &mut self.zoc[side.at()],
            LayerId::Supply(line) => &mut self.supply[line],
            LayerId::Near(side) => &mut self.near[side.at()],
            LayerId::Air(side) => &mut self.air[side.at()],
        }
    }

    /// Everything has to be computed anew.
    pub(in crate::board) fn spoil(&mut self) {
        for layer in self.zoc.iter_mut().chain(&mut self.supply).chain(&mut self.near).chain(&mut self.air) {
            layer.stale = true;
        }
    }
}

/// The façade of the rules. Everything is asked in `UnitId`s and `Hex`es; [`Board::record`] is the only mutator.
#[derive(SystemParam)]
pub struct Board<'w, 's> {
    units: Query<'w, 's, (&'static mut Place, &'static mut Rank, &'static mut Status)>,
    tiles: Query<'w, 's, &'static mut Control>,
    index: ResMut<'w, Index>,
    ledger: ResMut<'w, Ledger>,
    clock: ResMut<'w, Clock>,
    decisions: ResMut<'w, Decisions>,
    dice: ResMut<'w, Dice>,
    record: ResMut<'w, Record>,
    baseline: Res<'w, Baseline>,
    layers: ResMut<'w, Layers>,
    /// The ground.
    pub map: Res<'w, Map>,
}

/// A moment of the game, different after every event, whenever a position is put back, and when the tables change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Revision(Tick, Tick);

/// Why a lookup of a counter cannot fail.
const FOR_LIFE: &str = "counters live for the whole game";

/// A modifier of a roll: why, and how much.
pub type Modifier = (&'static str, i8);

impl Board<'_, '_> {
    /// Where a counter lies.
    pub fn place(&self, unit: UnitId) -> Place {
        self.index.places[unit.at()]
    }

    /// The hex a counter lies in, if it is on the map.
    pub fn hex(&self, unit: UnitId) -> Option<Hex> {
        self.place(unit).hex()
    }

    /// What changes about a counter.
    pub fn status(&self, unit: UnitId) -> Status {
        *self.units.get(self.index.units[unit.at()]).expect(FOR_LIFE).2
    }

    /// The player who runs a counter.
    pub fn side(&self, unit: UnitId) -> Side {
        self.index.sides[unit.at()]
    }

    /// All counters, in the order of their ids.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.index.units.len() as u16).map(UnitId)
    }

    /// The counters that a player runs on the map, in the order of their ids.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = UnitId> {
        let placed = self.index.sides.iter().zip(&self.index.places).zip(0u16..);
        placed.filter(move |((of, place), _)| **of == side && matches!(place, Place::Map(_))).map(|(_, id)| UnitId(id))
    }

    /// The stack of a hex, bottom first.
    pub fn stack(&self, ix: Ix) -> &[UnitId] {
        &self.index.stacks[ix.at()]
    }

    /// The counters of a holding box, in the order of their ids.
    pub fn boxed(&self, holding: BoxId) -> &[UnitId] {
        &self.index.boxes[holding.at()]
    }

    /// The side that stands in a hex, if anyone does: enemies never share one.
    pub fn occupant(&self, ix: Ix) -> Option<Side> {
        self.stack(ix).first().map(|unit| self.side(*unit))
    }

    /// Who holds a hex, and its marks.
    pub fn control(&self, ix: Ix) -> Control {
        *self.tiles.get(self.index.tiles[ix.at()]).expect("hexes live for the whole game")
    }

    /// Hexes that differ from the start of the scenario, in map order.
    pub fn changed(&self) -> &[Ix] {
        &self.index.touched
    }

    /// A track of the ledger.
    pub fn track(&self, track: TrackId) -> i32 {
        self.ledger.0[track.at()]
    }

    /// Where we are in the sequence of play.
    pub fn clock(&self) -> Clock {
        *self.clock
    }

    /// When something happened last: whoever keeps what he worked out compares it.
    pub fn revision(&self) -> Revision {
        Revision(self.record.last_changed(), self.layers.last_changed())
    }

    /// The dense index of a hex on the map.
    pub fn ix(&self, hex: Hex) -> Option<Ix> {
        self.map.grid.ix(hex)
    }

    /// The dense index of the hex in which a counter stands.
    pub fn ix_of(&self, unit: UnitId) -> Option<Ix> {
        self.hex(unit).and_then(|hex| self.ix(hex))
    }

    /// Distance in hexes between two hexes of the map.
    pub fn distance(&self, a: Hex, b: Hex) -> Option<u32> {
        Some(self.map.grid.distance(self.ix(a)?, self.ix(b)?))
    }

    /// Rolls a die and does not log it; [`Board::throw`] does.
    pub fn die(&mut self, sides: u8, what: &'static str) -> u8 {
        self.dice.die(sides, what)
    }

    /// Whether a situation's scripted dice have run out: what is rolled until it fits would be rolled forever.
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

    /// The decision that is due, if one interrupts the sequence.
    pub fn decision<F: Frame>(&self) -> Option<&F> {
        self.decisions.innermost().map(Pending::frame)
    }

    /// Who owes the decision that is due, if one interrupts the sequence.
    pub fn asked(&self) -> Option<Side> {
        self.decisions.innermost().map(Pending::side)
    }

    /// The decisions open, the outermost first.
    pub fn decisions<F: Frame>(&self) -> impl DoubleEndedIterator<Item = &F> + ExactSizeIterator {
        self.decisions.frames()
    }

    /// Interrupts the sequence, or the decision under way, with another decision.
    pub fn ask<F: Frame>(&mut self, frame: F) {
        self.record(frame.rule(), Fact::Opened { decision: Pending::new(frame) });
    }

    /// Puts a decision in the place of the innermost one of its kind, unless they are the same.
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

    /// The innermost decision of which this holds has been made, whatever was asked since. Tells whether there was one.
    pub fn answer_where<F: Frame>(&mut self, holds: impl Fn(&F) -> bool) -> bool {
        let Some(at) = self.decisions.frames().rposition(holds) else { return false };
        self.record(self.decisions.0[at].rule(), Fact::Answered { at });
        true
    }

    /// The next step of the sequence begins, by the rule of set-up or that of the turn. Tells whether there was one.
    pub fn next_step(&mut self, setup: Atom, turn: Atom, sequence: &Sequence, start: &Start) -> bool {
        let Some((clock, new_turn)) = self.clock.next(sequence, start) else { return false };
        let by = if clock.turn == 0 { setup } else { turn };
        if new_turn {
            self.record(by, Fact::TurnBegan { turn: clock.turn });
        }
        self.record(by, Fact::StepBegan { step: clock.step(sequence), at: clock.at });
        true
    }

    /// A step of the same turn begins, wherever it stands in the sequence: for games in which the players choose what comes next.
    pub fn go_to(&mut self, step: StepId, by: Atom, sequence: &Sequence) {
        let same_part = |at: &usize| (*at < sequence.setup) == (self.clock.turn == 0);
        let at = (0..sequence.steps.len()).filter(same_part).find(|at| sequence.steps[*at].id == step);
        let at = at.expect("a game goes to steps of its own sequence, those of set-up during set-up");
        self.record(by, Fact::StepBegan { step, at: at as u8 });
    }

    /// Moves a counter to another place, on top of what lies there.
    pub fn put(&mut self, by: Atom, unit: UnitId, to: Place) {
        let from = self.place(unit);
        self.record(by, Fact::Moved { unit, from, to, path: Vec::new() });
    }

    /// Gives or takes a mark, if that changes anything.
    pub fn mark(&mut self, by: Atom, unit: UnitId, mark: MarkId, on: bool) {
        if self.status(unit).has(mark) != on {
            self.record(by, Fact::Marked { unit, mark, on });
        }
    }

    /// Takes marks from a counter that has left the map, where it has them.
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

    /// A layer; its game computes it, from nothing set, if the board has changed since.
    pub fn refreshed(&mut self, id: LayerId, compute: impl FnOnce(&Self, &mut [bool])) -> &[bool] {
        if let Some(mut values) = self.stale_layer(id) {
            values.clear();
            values.resize(self.map.grid.len(), false);
            compute(self, &mut values);
            self.lay(id, values);
        }
        self.layer(id)
    }

    /// The room for a layer that has to be computed, if the board has changed since it was; [`Board::lay`] takes what is made of it.
    pub fn stale_layer(&mut self, id: LayerId) -> Option<Vec<bool>> {
        self.layers.get(id).stale.then(|| std::mem::take(&mut self.layers.get_mut(id).values))
    }

    /// Takes a layer as it follows from the board now. It is derived, so this is no change of the board.
    pub fn lay(&mut self, id: LayerId, values: Vec<bool>) {
        *self.layers.get_mut(id) = Layer { values, stale: false };
    }

    /// Whether a layer is right, if it claims to be: for the laws.
    pub fn layer_holds(&self, id: LayerId, compute: impl FnOnce(&Self, &mut [bool])) -> bool {
        let mut anew = vec![false; self.map.grid.len()];
        compute(self, &mut anew);
        let layer = self.layers.get(id);
        layer.stale || layer.values == anew
    }

    /// The only mutator: the fact is applied and written down in one breath.
    pub fn record(&mut self, by: Atom, fact: Fact) {
        match &fact {
            Fact::Moved { unit, to, .. } => self.shift(*unit, *to),
            Fact::Restacked { hex, order } => self.restack(*hex, order),
            Fact::Stepped { unit, to, .. } => self.write(*unit, |s| s.steps = *to),
            Fact::Turned { unit, face_down } => self.write(*unit, |s| s.face_down = *face_down),
            Fact::Defected { unit, side } => {
                self.stale(self.side(*unit));
                self.index.sides[unit.at()] = *side;
                self.write(*unit, |s| s.side = *side);
            }
            Fact::Marked { unit, mark, on } => self.write_keeping_layers(*unit, |s| {
                let bit = 1 << mark.0;
                s.marks = if *on { s.marks | bit } else { s.marks & !bit };
            }),
            Fact::Cleared { unit, marks } => self.write_keeping_layers(*unit, |s| s.marks = marks.iter().fold(s.marks, |bits, mark| bits & !(1 << mark.0))),
            Fact::Counted { unit, count, to } => self.write_keeping_layers(*unit, |s| s.counts[count.at()] = *to),
            Fact::Tracked { track, to, .. } => self.ledger.0[track.at()] = *to,
            Fact::Held { hex, by } => self.write_hex(*hex, |c| (c.side, c.nation) = (*by, None)),
            Fact::Owned { hex, by, side } => self.write_hex(*hex, |c| (c.side, c.nation) = (*side, Some(*by))),
            Fact::HexMarked { hex, mark, on } => self.write_hex(*hex, |c| {
                let bit = 1 << mark;
                c.marks = if *on { c.marks | bit } else { c.marks & !bit };
            }),
            Fact::HexTallied { hex, to } => self.write_hex(*hex, |c| c.tally = *to),
            Fact::Opened { decision } => self.decisions.0.push(decision.clone()),
            Fact::Amended { at, decision } => self.decisions.0[*at] = decision.clone(),
            Fact::Answered { at } => drop(self.decisions.0.remove(*at)),
            Fact::TurnBegan { turn } => {
                self.clock.turn = *turn;
                self.layers.spoil(); // what reaches where may depend on it
            }
            Fact::StepBegan { at, .. } => self.clock.at = *at,
            Fact::Ended { winner } => self.clock.over = Some(Outcome { winner: *winner }),
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
        self.record.events.push(Event { by, fact });
    }

    /// Whether it matters what depends on things that a player may not know: only where two players hide something from each other.
    pub fn keeps_secrets(&self) -> bool {
        self.record.secretive
    }

    /// Says that the order under way depends on something its player may not know, so that he cannot take it back and try another. Whether a
    /// rule says so must itself depend only on what he knows: otherwise that he can take an order back would tell him something.
    pub fn note_unseen(&mut self) {
        self.record.unseen = true;
    }

    fn stale(&mut self, side: Side) {
        let layers = &mut *self.layers;
        for layer in [&mut layers.zoc, &mut layers.near, &mut layers.air] {
            layer[side.at()].stale = true;
        }
        self.layers.supply.iter_mut().for_each(|layer| layer.stale = true);
    }

    fn write(&mut self, unit: UnitId, change: impl FnOnce(&mut Status)) {
        self.write_keeping_layers(unit, change);
        self.stale(self.side(unit));
    }

    /// For marks and numbers: a game whose layers depend on one spoils them itself.
    fn write_keeping_layers(&mut self, unit: UnitId, change: impl FnOnce(&mut Status)) {
        change(&mut self.units.get_mut(self.index.units[unit.at()]).expect(FOR_LIFE).2);
    }

    fn write_hex(&mut self, hex: Hex, change: impl FnOnce(&mut Control)) {
        let Some(ix) = self.map.grid.ix(hex) else { return };
        let mut control = self.tiles.get_mut(self.index.tiles[ix.at()]).expect("hexes live for the whole game");
        change(&mut control);
        let differs = *control != self.baseline.0[ix.at()];
        match self.index.touched.binary_search(&ix) {
            Ok(at) if !differs => drop(self.index.touched.remove(at)),
            Err(at) if differs => self.index.touched.insert(at, ix),
            _ => {}
        }
        let layers = &mut *self.layers;
        layers.supply.iter_mut().chain(&mut layers.near).for_each(|layer| layer.stale = true);
    }

    fn shift(&mut self, unit: UnitId, to: Place) {
        let entity = self.index.units[unit.at()];
        let from = self.place(unit);
        match from {
            Place::Map(hex) => {
                let ix = self.map.grid.ix(hex).expect("counters on the map lie in hexes of the map");
                let stack = &mut self.index.stacks[ix.at()];
                let at = stack.iter().position(|u| *u == unit).expect("the index knows every counter");
                stack.remove(at);
                for above in at..stack.len() {
                    let higher = self.index.stacks[ix.at()][above];
                    self.units.get_mut(self.index.units[higher.at()]).expect(FOR_LIFE).1.0 = above as u8;
                }
            }
            Place::Holding(holding) => self.index.boxes[holding.at()].retain(|u| *u != unit),
            Place::Lost => {}
        }
        let rank = match to {
            Place::Map(hex) => {
                let ix = self.map.grid.ix(hex).expect("counters are put into hexes of the map");
                let stack = &mut self.index.stacks[ix.at()];
                stack.push(unit);
                (stack.len() - 1) as u8
            }
            Place::Holding(holding) => {
                let held = &mut self.index.boxes[holding.at()];
                let at = held.partition_point(|u| *u < unit);
                held.insert(at, unit);
                0
            }
            Place::Lost => 0,
        };
        let (mut place, mut height, _) = self.units.get_mut(entity).expect(FOR_LIFE);
        *place = to;
        height.0 = rank;
        self.index.places[unit.at()] = to;
        self.stale(self.side(unit));
    }

    fn restack(&mut self, hex: Hex, order: &[UnitId]) {
        let Some(ix) = self.map.grid.ix(hex) else { return };
        self.index.stacks[ix.at()].copy_from_slice(order);
        for (rank, unit) in order.iter().enumerate() {
            self.units.get_mut(self.index.units[unit.at()]).expect(FOR_LIFE).1.0 = rank as u8;
        }
    }
}
