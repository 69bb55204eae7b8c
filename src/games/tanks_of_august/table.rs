//! What every rule of this game has at hand, and the small facts all chapters use.

use super::orders::{Decision, Holding, Mark, Optional, Purpose, Segment, Track};
use super::setup::Deployment;
use super::tables::{Charts, Printed, UnitType};
use super::zoc::{self, Bar};
use super::{GEORGIAN, RUSSIAN};
use crate::board::{Atom, Board, Fact, Hex, Illegal, Ix, Modifier, Place, Rulebook, Side, Start, UnitId};
use bevy_ecs::prelude::Res;
use bevy_ecs::system::SystemParam;

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
    /// Who is set up where.
    pub deployment: Res<'w, Deployment>,
}

impl Table<'_, '_> {
    /// The segment being played.
    pub fn segment(&self) -> Segment {
        Segment::of(self.board.clock().step(&self.book.sequence))
    }

    /// The player whose segment this is.
    pub fn phasing(&self) -> Side {
        self.segment().purpose().1
    }

    /// Refuses an order outside the segment it belongs to; otherwise tells whose segment it is.
    pub fn during(&self, purpose: Purpose, rule: &'static str, why: &'static str) -> Result<Side, Illegal> {
        self.segment().whose(purpose).ok_or_else(|| Illegal::new(rule, why))
    }

    /// Whether an optional rule is in force.
    pub fn plays(&self, option: Optional) -> bool {
        self.start.has(option.id())
    }

    /// What is printed on a counter.
    pub fn printed(&self, unit: UnitId) -> &Printed {
        &self.charts.printed[unit.at()]
    }

    /// Its type.
    pub fn kind(&self, unit: UnitId) -> UnitType {
        self.printed(unit).kind
    }

    /// Its name.
    pub fn name(&self, unit: UnitId) -> &str {
        self.book.called(unit)
    }

    /// Whether it carries a mark.
    pub fn has(&self, unit: UnitId, mark: Mark) -> bool {
        self.board.status(unit).has(mark.id())
    }

    /// Gives it a mark.
    pub fn mark(&mut self, by: &'static str, unit: UnitId, mark: Mark) {
        self.board.mark(Atom(by), unit, mark.id(), true);
    }

    /// Takes marks from every unit of a side (or of both) that has them.
    pub fn unmark_all(&mut self, by: &'static str, side: Option<Side>, marks: &[Mark]) {
        for unit in self.board.units() {
            let status = self.board.status(unit);
            if side.is_none_or(|s| s == status.side) {
                for mark in marks.iter().filter(|m| status.has(m.id())) {
                    self.board.mark(Atom(by), unit, mark.id(), false);
                }
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

    /// A hex in words: its name, if it has one, and its number.
    pub fn spot(&self, hex: Hex) -> String {
        self.book.lexicon.place(hex)
    }

    /// The same for a hex by its index.
    pub fn spot_at(&self, ix: Ix) -> String {
        self.spot(self.board.map.grid.hex(ix))
    }

    /// A unit of the other player, in words.
    pub fn foreign(&self, unit: UnitId) -> String {
        format!("{} belongs to the other player", self.name(unit))
    }

    /// Rolls a die, adds the modifiers, and writes all of it down.
    pub fn roll(&mut self, by: &'static str, what: &'static str, modifiers: &[Modifier]) -> i16 {
        self.board.throw(Atom(by), what, 1, modifiers)
    }

    /// The hex of a unit that is on the map.
    pub fn ix_of(&self, unit: UnitId) -> Option<Ix> {
        self.board.ix_of(unit)
    }

    /// The units of a hex, bottom first.
    pub fn stack(&self, ix: Ix) -> Vec<UnitId> {
        self.board.stack(ix).to_vec()
    }

    /// Whether units of a side stand in a hex.
    pub fn holds(&self, side: Side, ix: Ix) -> bool {
        self.board.occupant(ix) == Some(side)
    }

    /// Whether some unit of a side stands next to a hex.
    pub fn adjacent_to(&self, side: Side, ix: Ix) -> bool {
        self.board.map.grid.around(ix).any(|(_, there)| self.holds(side, there))
    }

    /// The ground units of a side on the map, in the order of ids.
    pub fn on_map(&self, side: Side) -> Vec<UnitId> {
        self.board.units().filter(|u| self.board.side(*u) == side && self.board.hex(*u).is_some()).collect()
    }

    /// The hexes in a side's zones of control.
    pub fn zoc(&mut self, side: Side) -> &[bool] {
        zoc::of(&mut self.board, &self.charts, side)
    }

    /// Where available support of a side lies.
    pub fn available(side: Side) -> Holding {
        if side == GEORGIAN { Holding::GeorgianAvailable } else { Holding::RussianAvailable }
    }

    /// Puts a counter into a box.
    pub fn box_up(&mut self, by: &'static str, unit: UnitId, holding: Holding) {
        self.board.put(Atom(by), unit, Place::Holding(holding.id()));
    }

    /// Whether a counter lies in a box.
    pub fn is_in(&self, unit: UnitId, holding: Holding) -> bool {
        self.board.place(unit) == Place::Holding(holding.id())
    }

    /// [2.2.2.g], [2.2.2.h] A unit loses a step; the last one eliminates it and scores [3.3.a].
    pub fn lose_step(&mut self, by: &'static str, unit: UnitId) {
        let from = self.board.status(unit).steps;
        if from > 1 {
            self.board.record(Atom(by), Fact::Stepped { unit, from, to: from - 1 });
        } else {
            self.eliminate(by, unit);
        }
    }

    /// A ground unit is eliminated and counted.
    pub fn eliminate(&mut self, by: &'static str, unit: UnitId) {
        let from = self.board.status(unit).steps;
        self.board.record(Atom(by), Fact::Stepped { unit, from, to: 0 });
        self.board.put(Atom(by), unit, Place::Lost);
        let track = if self.board.side(unit) == GEORGIAN { Track::GeorgianGround } else { Track::RussianGround };
        self.add_track("TOA-3.3.a", track, 1);
    }

    /// [6.3.e], [10.4.2.f] Units of a list that a hit can disrupt: not disrupted this turn, nor still disrupted from the last.
    pub fn can_be_disrupted(&self, units: &[UnitId]) -> Vec<UnitId> {
        units.iter().filter(|u| !self.has(**u, Mark::Shaken) && !self.has(**u, Mark::Disrupted)).copied().collect()
    }

    /// [10.1.a] Disrupts a unit; it cannot be disrupted again this turn.
    pub fn disrupt(&mut self, by: &'static str, unit: UnitId) {
        if !self.can_be_disrupted(&[unit]).is_empty() {
            self.mark(by, unit, Mark::Disrupted);
            self.mark("TOA-6.3.e", unit, Mark::Shaken);
        }
    }

    /// [8.1.b], [14.8.b] The border that keeps a unit out of a hex because of whose it is.
    pub fn border(&self, unit: UnitId, ix: Ix) -> Option<Bar> {
        let there = &self.charts.footing[ix.at()];
        if there.closed_to[self.board.side(unit).at()] {
            return Some(Bar::Russia);
        }
        (self.printed(unit).guard && there.country.is_breakaway()).then_some(Bar::Breakaway)
    }

    /// [3.3.e], [4.4.a] Ground units that enter the hex of a base take it.
    pub fn entered(&mut self, unit: UnitId, hexes: &[Hex]) {
        if self.kind(unit) == UnitType::Helicopter {
            return;
        }
        let side = self.board.side(unit);
        for hex in hexes {
            let Some(ix) = self.board.ix(*hex).filter(|ix| self.charts.footing[ix.at()].base) else { continue };
            let control = self.board.control(ix);
            let holder = control.side.unwrap_or(GEORGIAN);
            if holder == side {
                continue;
            }
            self.board.record(Atom("TOA-3.3.e"), Fact::Held { hex: *hex, by: Some(side) });
            if side == RUSSIAN {
                if control.marks & CAPTURED_ONCE == 0 {
                    self.board.record(Atom("TOA-3.3.b"), Fact::HexMarked { hex: *hex, mark: 0, on: true });
                    let damage = self.charts.victory.base_capture_damage;
                    self.add_track("TOA-3.3.b", Track::Infrastructure, damage);
                }
                if self.plays(Optional::Exchange) && self.track(Track::Dumbadze) == 0 {
                    self.board.ask(Decision::Exchange);
                    self.board.record(Atom("TOA-14.4.a"), Fact::Asked { side: RUSSIAN, what: "say whether to try the exchange" });
                }
            }
        }
    }
}

/// The hex mark of a base that has been captured before.
const CAPTURED_ONCE: u16 = 1;
