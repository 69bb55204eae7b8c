//! What every rule of this game has at hand, and the small facts all chapters use.

use super::orders::{HexMark, Holding, Mark, Purpose, Segment, Track};
use super::tables::{Charts, Contingent, Printed, UnitType};
use super::{REBEL, UKRAINIAN, zoc};
use crate::board::{Atom, Board, Fact, Hex, Illegal, Ix, MarkId, Modifier, Place, Rulebook, Side, Start, UnitId};
use bevy_ecs::prelude::Res;
use bevy_ecs::system::SystemParam;

/// [7.4.a] Why nobody enters an all-sea hex.
pub const SEA: &str = "no unit enters an all-sea hex";
/// [9.1.b] Why Ukrainian units stay out of a hex with a mob.
pub const MOB: &str = "a mob keeps Ukrainian units out";

/// Board and tables.
#[derive(SystemParam)]
pub struct Table<'w, 's> {
    /// The board.
    pub board: Board<'w, 's>,
    /// This game's charts.
    pub charts: Res<'w, Charts>,
    /// The shared tables.
    pub book: Res<'w, Rulebook>,
    /// With what the game was begun.
    pub start: Res<'w, Start>,
}

impl Table<'_, '_> {
    /// The segment being played.
    pub fn segment(&self) -> Segment {
        Segment::of(self.board.clock().step(&self.book.sequence))
    }

    /// What it is for.
    pub fn purpose(&self) -> Purpose {
        self.segment().purpose().0
    }

    /// The player whose segment this is.
    pub fn phasing(&self) -> Side {
        self.segment().purpose().1
    }

    /// Refuses an order outside the segment it belongs to; otherwise tells whose segment it is.
    pub fn during(&self, purpose: Purpose, rule: &'static str, why: &'static str) -> Result<Side, Illegal> {
        self.segment().whose(purpose).ok_or_else(|| Illegal::new(rule, why))
    }

    /// The turn being played.
    pub fn turn(&self) -> u8 {
        self.board.clock().turn
    }

    /// What is printed on a counter.
    pub fn printed(&self, unit: UnitId) -> &Printed {
        &self.charts.printed[unit.at()]
    }

    /// The player it belongs to. Nothing in this game changes sides, so the tables know.
    pub fn side(&self, unit: UnitId) -> Side {
        self.printed(unit).side
    }

    /// Its type.
    pub fn kind(&self, unit: UnitId) -> UnitType {
        self.printed(unit).kind
    }

    /// Whether it is a combat unit.
    pub fn is_combat(&self, unit: UnitId) -> bool {
        self.printed(unit).is_combat()
    }

    /// Its name.
    pub fn name(&self, unit: UnitId) -> &str {
        self.book.called(unit)
    }

    /// What its own player calls a counter: by its name only once he has seen it.
    pub fn seen_name(&self, unit: UnitId) -> &str {
        if self.board.status(unit).face_down { "this garrison" } else { self.name(unit) }
    }

    /// A hex in words: its name, if it has one, and its number.
    pub fn spot(&self, hex: Hex) -> String {
        self.book.lexicon.place(hex)
    }

    /// The same by index.
    pub fn spot_at(&self, ix: Ix) -> String {
        self.spot(self.hex(ix))
    }

    /// A side in words.
    pub fn player(&self, side: Side) -> &str {
        &self.book.sides[side.at()]
    }

    /// A refusal that also says of which hex it speaks.
    pub fn of_hex(&self, hex: Hex, refused: Illegal) -> Illegal {
        Illegal { why: format!("{}: {}", self.spot(hex), refused.why).into(), ..refused }
    }

    /// Whether it carries a mark.
    pub fn has(&self, unit: UnitId, mark: Mark) -> bool {
        self.board.status(unit).has(mark.id())
    }

    /// Gives it a mark or takes it.
    pub fn mark(&mut self, by: &'static str, unit: UnitId, mark: Mark, on: bool) {
        self.board.mark(Atom(by), unit, mark.id(), on);
    }

    /// Takes marks from every unit of a side (or of both) that has them.
    pub fn unmark_all(&mut self, by: &'static str, side: Option<Side>, marks: &[Mark]) {
        for unit in self.board.units() {
            if side.is_some_and(|side| side != self.side(unit)) {
                continue;
            }
            let status = self.board.status(unit);
            for mark in marks.iter().filter(|m| status.has(m.id())) {
                self.board.mark(Atom(by), unit, mark.id(), false);
            }
        }
    }

    /// Whether a mark lies in a hex.
    pub fn hex_has(&self, ix: Ix, mark: HexMark) -> bool {
        self.board.control(ix).marks & mark.bit() != 0
    }

    /// Puts a mark into a hex or takes it out, if that changes anything.
    pub fn mark_hex(&mut self, by: &'static str, ix: Ix, mark: HexMark, on: bool) {
        if self.hex_has(ix, mark) != on {
            let hex = self.board.map.grid.hex(ix);
            self.board.record(Atom(by), Fact::HexMarked { hex, mark: mark.id().0, on });
        }
    }

    /// Takes marks out of every hex.
    pub fn unmark_hexes(&mut self, by: &'static str, marks: &[HexMark]) {
        // No hex is marked at the start, so only those that have changed since can be.
        for ix in self.board.changed().to_vec() {
            for mark in marks {
                self.mark_hex(by, ix, *mark, false);
            }
        }
    }

    /// A track of the ledger.
    pub fn track(&self, track: Track) -> i32 {
        self.board.track(track.id())
    }

    /// Sets a track, if that changes anything.
    pub fn set_track(&mut self, by: &'static str, track: Track, to: i32) {
        self.board.set_track(Atom(by), track.id(), to);
    }

    /// Adds to a track.
    pub fn add_track(&mut self, by: &'static str, track: Track, more: i32) {
        self.set_track(by, track, self.track(track) + more);
    }

    /// Rolls a die, adds the modifiers, and writes all of it down.
    pub fn roll(&mut self, by: &'static str, what: &'static str, modifiers: &[Modifier]) -> i16 {
        self.board.throw(Atom(by), what, 1, modifiers)
    }

    /// The hex of a unit that is on the map.
    pub fn ix_of(&self, unit: UnitId) -> Option<Ix> {
        self.board.ix_of(unit)
    }

    /// The number of a hex.
    pub fn hex(&self, ix: Ix) -> Hex {
        self.board.map.grid.hex(ix)
    }

    /// The dense indices of a path, if all of it is on the map.
    pub fn way(&self, path: &[Hex]) -> Option<Vec<Ix>> {
        path.iter().map(|hex| self.board.ix(*hex)).collect()
    }

    /// The combat units of a side in a hex, bottom first.
    pub fn fighters(&self, side: Side, ix: Ix) -> Vec<UnitId> {
        self.board.stack(ix).iter().filter(|u| self.is_combat(**u) && self.side(**u) == side).copied().collect()
    }

    /// How many there are.
    pub fn strength(&self, side: Side, ix: Ix) -> usize {
        self.board.stack(ix).iter().filter(|u| self.is_combat(**u) && self.side(**u) == side).count()
    }

    /// The counters of one kind in a hex.
    pub fn of_kind(&self, kind: UnitType, side: Side, ix: Ix) -> Vec<UnitId> {
        self.board.stack(ix).iter().filter(|u| self.kind(**u) == kind && self.side(**u) == side).copied().collect()
    }

    /// Whether a combat unit of a side stands in a hex.
    pub fn holds(&self, side: Side, ix: Ix) -> bool {
        zoc::holds(&self.board, &self.charts, side, ix)
    }

    /// Whether a combat unit of a side stands next to a hex.
    pub fn beside(&self, side: Side, ix: Ix) -> bool {
        self.board.map.grid.around(ix).any(|(_, there)| self.holds(side, there))
    }

    /// [9.1] Whether a mob is in a hex.
    pub fn has_mob(&self, ix: Ix) -> bool {
        self.board.stack(ix).iter().any(|u| self.kind(*u) == UnitType::Mob)
    }

    /// The counters of a side on the map, in the order of ids.
    pub fn on_map(&self, side: Side) -> Vec<UnitId> {
        self.charts.counters[side.at()].iter().copied().filter(|u| self.board.hex(*u).is_some()).collect()
    }

    /// Its combat units on the map.
    pub fn army(&self, side: Side) -> Vec<UnitId> {
        self.charts.armies[side.at()].iter().copied().filter(|u| self.board.hex(*u).is_some()).collect()
    }

    /// The hexes in a side's zones of control, as they truly are.
    pub fn zoc(&mut self, side: Side) -> &[bool] {
        zoc::of(&mut self.board, &self.charts, side)
    }

    /// [15.2] Whether a ceasefire is in force.
    pub fn is_ceasefire(&self) -> bool {
        self.track(Track::Ceasefire) != 0
    }

    /// Who holds a hex.
    pub fn holder(&self, ix: Ix) -> Option<Side> {
        self.board.control(ix).side
    }

    /// [16.0.j] The side whose units were the last in a hex.
    pub fn last_occupant(&self, ix: Ix) -> Option<Side> {
        self.holder(ix).filter(|_| self.hex_has(ix, HexMark::Occupied))
    }

    /// Where a side's support waits.
    pub fn available(side: Side) -> Holding {
        if side == UKRAINIAN { Holding::UkrainianAvailable } else { Holding::RebelAvailable }
    }

    /// Where a side's pieces of this turn wait.
    pub fn arriving(side: Side) -> Holding {
        if side == UKRAINIAN { Holding::UkrainianArriving } else { Holding::RebelArriving }
    }

    /// [8.4.g] The pool of a counter's contingent.
    pub fn pool_of(&self, unit: UnitId) -> Holding {
        match self.printed(unit).contingent {
            Contingent::Ukraine => Holding::UkrainianPool,
            Contingent::Russia => Holding::RussianPool,
            _ => Holding::RebelPool,
        }
    }

    /// Puts a counter into a box.
    pub fn box_up(&mut self, by: &'static str, unit: UnitId, holding: Holding) {
        self.board.put(Atom(by), unit, Place::Holding(holding.id()));
    }

    /// Whether a counter lies in a box.
    pub fn is_in(&self, unit: UnitId, holding: Holding) -> bool {
        self.board.place(unit) == Place::Holding(holding.id())
    }

    /// The counters of a box, in the order of ids.
    pub fn boxed(&self, holding: Holding) -> Vec<UnitId> {
        self.board.boxed(holding.id()).to_vec()
    }

    /// [3.1.g] Turns a counter face up: its owner has seen it from now on.
    pub fn uncover(&mut self, by: &'static str, unit: UnitId) {
        if self.board.status(unit).face_down {
            self.board.record(Atom(by), Fact::Turned { unit, face_down: false });
        }
    }

    /// [8.12.e] A counter is out of the game for good.
    pub fn eliminate(&mut self, by: &'static str, unit: UnitId) {
        self.board.put(Atom(by), unit, Place::Lost);
        self.board.clear(Atom(by), unit, &(0..Mark::NAMES.len()).map(|id| MarkId(id as u8)).collect::<Vec<_>>());
    }

    /// [16.0.j], [F-17] A combat unit of a side has come to stand in a hex: it controls and occupies it, where that matters.
    pub fn occupy(&mut self, side: Side, ix: Ix) {
        let hex = self.hex(ix);
        let matters = self.charts.footing[ix.at()].controlled || self.track(Track::CrashSite) == i32::from(hex.0);
        if !matters {
            return;
        }
        if self.holder(ix) != Some(side) {
            self.board.record(Atom("OW-16.0.j"), Fact::Held { hex, by: Some(side) });
        }
        self.mark_hex("OW-16.0.j", ix, HexMark::Occupied, true);
    }

    /// [7.3.a], [14.0.e], [14.0.f], [F-63] Whether a hex lies in Russia and a counter is none of Russia's: neither units nor media of others
    /// ever enter it.
    pub fn is_foreign(&self, unit: UnitId, ix: Ix) -> bool {
        self.charts.footing[ix.at()].closed_to[self.printed(unit).contingent as usize]
    }

    /// The refusal that goes with it.
    pub fn foreign(&self, unit: UnitId) -> Illegal {
        let rule = if self.side(unit) == UKRAINIAN { "OW-14.0.e" } else { "OW-7.3.a" };
        Illegal::new(rule, "this is Russian soil, which only Russian forces may enter")
    }

    /// [7.3], [7.4], [9.1.b] Why a counter may never be in a hex, whatever moves it there. Looks at mobs, so it must be asked only of hexes
    /// next to a unit of that side, or of Rebel units.
    pub fn barred(&self, unit: UnitId, ix: Ix) -> Option<Illegal> {
        if self.charts.footing[ix.at()].sea {
            return Some(Illegal::new("OW-7.4.a", SEA));
        }
        if self.is_foreign(unit, ix) {
            return Some(self.foreign(unit));
        }
        (self.side(unit) == UKRAINIAN && self.has_mob(ix)).then(|| Illegal::new("OW-9.1.b", MOB))
    }

    /// Refuses counters that are not a player's own, or that he has not seen: by name he may order only what he knows.
    pub fn own(&self, side: Side, unit: UnitId) -> Result<(), Illegal> {
        let status = self.board.status(unit);
        if status.side != side {
            return Err(Illegal::new("OW-7.0.a", format!("{} is not one of your counters", self.name(unit))));
        }
        if status.face_down {
            return Err(Illegal::new("OW-3.1.g", format!("you have not seen {} yet: choose it by its hex and place in the stack", self.name(unit))));
        }
        Ok(())
    }

    /// [3.1.g] The covered counter of a player at a place of a stack, 1 being the bottom.
    pub fn covered(&self, side: Side, hex: Hex, place: u8) -> Result<UnitId, Illegal> {
        let stack = self.board.ix(hex).map(|ix| self.board.stack(ix)).unwrap_or_default();
        let unit = usize::from(place).checked_sub(1).and_then(|at| stack.get(at)).copied();
        let covered = |u: &UnitId| self.side(*u) == side && self.board.status(*u).face_down;
        unit.filter(covered).ok_or_else(|| Illegal::new("OW-3.1.g", format!("no unseen counter of yours lies at place {place} in {}", self.spot(hex))))
    }

    /// The places of a player's covered counters: hex, place in the stack, type.
    pub fn covered_places(&self, side: Side) -> Vec<(Hex, u8, UnitType)> {
        let covered = |u: &UnitId| self.side(*u) == side && self.board.status(*u).face_down;
        let mut places: Vec<(Hex, u8, UnitType)> =
            self.board.units().filter(covered).filter_map(|u| Some((self.board.hex(u)?, self.place_in_stack(u)?, self.kind(u)))).collect();
        places.sort_unstable();
        places
    }

    /// A counter's place in its stack, 1 being the bottom.
    pub fn place_in_stack(&self, unit: UnitId) -> Option<u8> {
        let ix = self.ix_of(unit)?;
        self.board.stack(ix).iter().position(|u| *u == unit).map(|at| at as u8 + 1)
    }

    /// [3.2.c] After a combat unit has come to stand in a hex: garrisons that an enemy stands next to are seen, its own among them.
    pub fn look_around(&mut self, unit: UnitId, ix: Ix) {
        if self.side(unit) == UKRAINIAN {
            if self.board.status(unit).face_down && self.beside(REBEL, ix) {
                self.uncover("OW-3.1.g", unit);
            }
            return;
        }
        let around: Vec<Ix> = self.board.map.grid.around(ix).map(|(_, there)| there).collect();
        for there in around {
            let covered: Vec<UnitId> =
                self.board.stack(there).iter().filter(|u| self.side(**u) == UKRAINIAN && self.board.status(**u).face_down).copied().collect();
            for garrison in covered {
                self.uncover("OW-3.1.g", garrison);
            }
        }
    }
}
