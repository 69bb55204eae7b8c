//! What every rule of this game has at hand, and the small facts all chapters use.

use super::orders::{Decision, HexMark, Holding, Mark, Optional, Track};
use super::tables::UnitType;
use super::zoc::{self, Bar};
use super::{GEORGIAN, RUSSIAN, TanksOfAugust};
use crate::board::{Atom, Fact, Hex, Ix, Place, Side, UnitId};
use crate::games::kit;

/// Board and tables.
pub(crate) type Table<'w, 's> = kit::Table<'w, 's, TanksOfAugust>;

impl Table<'_, '_> {
    /// A unit of the other player, in words.
    pub(crate) fn foreign(&self, unit: UnitId) -> String {
        format!("{} belongs to the other player", self.name(unit))
    }

    /// The units of a hex, bottom first.
    pub(crate) fn stack(&self, ix: Ix) -> Vec<UnitId> {
        self.board.stack(ix).to_vec()
    }

    /// Whether units of a side stand in a hex.
    pub(crate) fn holds(&self, side: Side, ix: Ix) -> bool {
        self.board.occupant(ix) == Some(side)
    }

    /// Whether some unit of a side stands next to a hex.
    pub(crate) fn adjacent_to(&self, side: Side, ix: Ix) -> bool {
        self.board.map.grid.around(ix).any(|(_, there)| self.holds(side, there))
    }

    /// The hexes in a side's zones of control.
    pub(crate) fn zoc(&mut self, side: Side) -> &[bool] {
        zoc::of(&mut self.board, &self.charts, side)
    }

    /// Where available support of a side lies.
    pub(crate) fn available(side: Side) -> Holding {
        if side == GEORGIAN { Holding::GeorgianAvailable } else { Holding::RussianAvailable }
    }

    /// [2.2.2.g], [2.2.2.h] A unit loses a step; the last one eliminates it and scores [3.3.a].
    pub(crate) fn lose_step(&mut self, by: &'static str, unit: UnitId) {
        let from = self.board.status(unit).steps;
        if from > 1 {
            self.board.record(Atom(by), Fact::Stepped { unit, from, to: from - 1 });
        } else {
            self.eliminate(by, unit);
        }
    }

    /// A ground unit is eliminated and counted.
    pub(crate) fn eliminate(&mut self, by: &'static str, unit: UnitId) {
        let from = self.board.status(unit).steps;
        self.board.record(Atom(by), Fact::Stepped { unit, from, to: 0 });
        self.board.put(Atom(by), unit, Place::Lost);
        let track = if self.board.side(unit) == GEORGIAN { Track::GeorgianGround } else { Track::RussianGround };
        self.add_track("TOA-3.3.a", track, 1);
    }

    /// [6.3.e], [10.4.2.f] Units of a list that a hit can disrupt: not disrupted this turn, nor still disrupted from the last.
    pub(crate) fn can_be_disrupted(&self, units: &[UnitId]) -> Vec<UnitId> {
        units.iter().filter(|u| !self.has(**u, Mark::Shaken) && !self.has(**u, Mark::Disrupted)).copied().collect()
    }

    /// [10.1.a] Disrupts a unit; it cannot be disrupted again this turn.
    pub(crate) fn disrupt(&mut self, by: &'static str, unit: UnitId) {
        if !self.can_be_disrupted(&[unit]).is_empty() {
            self.mark(by, unit, Mark::Disrupted);
            self.mark("TOA-6.3.e", unit, Mark::Shaken);
        }
    }

    /// [8.1.b], [14.8.b] The border that keeps a unit out of a hex because of whose it is.
    pub(crate) fn border(&self, unit: UnitId, ix: Ix) -> Option<Bar> {
        let there = &self.charts.footing[ix.at()];
        if there.closed_to[self.board.side(unit).at()] {
            return Some(Bar::Russia);
        }
        (self.printed(unit).guard && there.country.is_breakaway()).then_some(Bar::Breakaway)
    }

    /// [3.3.e], [4.4.a] Ground units that enter the hex of a base take it.
    pub(crate) fn entered(&mut self, unit: UnitId, hexes: &[Hex]) {
        if self.kind(unit) == UnitType::Helicopter {
            return;
        }
        let side = self.board.side(unit);
        for hex in hexes {
            let Some(ix) = self.board.ix(*hex).filter(|ix| self.charts.footing[ix.at()].base) else { continue };
            if self.holder(ix).unwrap_or(GEORGIAN) == side {
                continue;
            }
            self.board.record(Atom("TOA-3.3.e"), Fact::Held { hex: *hex, by: Some(side) });
            if side == RUSSIAN {
                if !self.hex_has(ix, HexMark::Captured) {
                    self.mark_hex("TOA-3.3.b", ix, HexMark::Captured, true);
                    let damage = self.charts.victory.base_capture_damage;
                    self.add_track("TOA-3.3.b", Track::Infrastructure, damage);
                }
                if self.plays(Optional::Exchange) && self.track(Track::Dumbadze) == 0 {
                    self.board.ask(Decision::Exchange);
                    self.board.record(Atom("TOA-14.4.a"), Fact::Asked { side: RUSSIAN, what: "decide whether to try the exchange" });
                }
            }
        }
    }
}
