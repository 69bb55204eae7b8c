//! What every rule of this game has at hand, and the small facts all chapters use.

use super::orders::{HexMark, Holding, Mark, Track};
use super::tables::{Contingent, UnitType};
use super::{OpaqueWar, REBEL, UKRAINIAN, zoc};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, MarkId, Place, Side, UnitId};
use crate::games::kit;

/// [7.4.a] Why nobody enters an all-sea hex.
pub(super) const SEA: &str = "no unit enters an all-sea hex";
/// [9.1.b] Why Ukrainian units stay out of a hex with a mob.
pub(super) const MOB: &str = "a mob keeps Ukrainian units out";

/// Board and tables.
pub(crate) type Table<'w, 's> = kit::Table<'w, 's, OpaqueWar>;

impl Table<'_, '_> {
    /// Whether it is a combat unit.
    pub(crate) fn is_combat(&self, unit: UnitId) -> bool {
        self.printed(unit).is_combat()
    }

    /// What its own player calls a counter: by its name only once he has seen it.
    pub(crate) fn seen_name(&self, unit: UnitId) -> &str {
        if self.board.status(unit).face_down { "this garrison" } else { self.name(unit) }
    }

    /// The combat units of a side in a hex, bottom first.
    pub(crate) fn fighters(&self, side: Side, ix: Ix) -> Vec<UnitId> {
        self.board.stack(ix).iter().filter(|u| self.is_combat(**u) && self.side(**u) == side).copied().collect()
    }

    /// How many there are.
    pub(crate) fn strength(&self, side: Side, ix: Ix) -> usize {
        self.board.stack(ix).iter().filter(|u| self.is_combat(**u) && self.side(**u) == side).count()
    }

    /// The counters of one kind in a hex.
    pub(crate) fn of_kind(&self, kind: UnitType, side: Side, ix: Ix) -> Vec<UnitId> {
        self.board.stack(ix).iter().filter(|u| self.kind(**u) == kind && self.side(**u) == side).copied().collect()
    }

    /// Whether a combat unit of a side stands in a hex.
    pub(crate) fn holds(&self, side: Side, ix: Ix) -> bool {
        zoc::holds(&self.board, &self.charts, side, ix)
    }

    /// Whether a combat unit of a side stands next to a hex.
    pub(crate) fn beside(&self, side: Side, ix: Ix) -> bool {
        self.board.map.grid.around(ix).any(|(_, there)| self.holds(side, there))
    }

    /// [9.1] Whether a mob is in a hex.
    pub(crate) fn has_mob(&self, ix: Ix) -> bool {
        self.board.stack(ix).iter().any(|u| self.kind(*u) == UnitType::Mob)
    }

    /// The hexes in a side's zones of control, as they truly are.
    pub(crate) fn zoc(&mut self, side: Side) -> &[bool] {
        zoc::of(&mut self.board, &self.charts, side)
    }

    /// [15.2] Whether a ceasefire is in force.
    pub(crate) fn is_ceasefire(&self) -> bool {
        self.track(Track::Ceasefire) != 0
    }

    /// [16.0.j] The side whose units were the last in a hex.
    pub(crate) fn last_occupant(&self, ix: Ix) -> Option<Side> {
        self.holder(ix).filter(|_| self.hex_has(ix, HexMark::Occupied))
    }

    /// Where a side's support waits.
    pub(crate) fn available(side: Side) -> Holding {
        if side == UKRAINIAN { Holding::UkrainianAvailable } else { Holding::RebelAvailable }
    }

    /// Where a side's pieces of this turn wait.
    pub(crate) fn arriving(side: Side) -> Holding {
        if side == UKRAINIAN { Holding::UkrainianArriving } else { Holding::RebelArriving }
    }

    /// [8.4.g] The pool of a counter's contingent.
    pub(crate) fn pool_of(&self, unit: UnitId) -> Holding {
        match self.printed(unit).contingent {
            Contingent::Ukraine => Holding::UkrainianPool,
            Contingent::Russia => Holding::RussianPool,
            _ => Holding::RebelPool,
        }
    }

    /// [3.1.g] Turns a counter face up: its owner has seen it from now on.
    pub(crate) fn uncover(&mut self, by: &'static str, unit: UnitId) {
        if self.board.status(unit).face_down {
            self.board.record(Atom(by), Fact::Turned { unit, face_down: false });
        }
    }

    /// [8.12.e] A counter is out of the game for good.
    pub(crate) fn eliminate(&mut self, by: &'static str, unit: UnitId) {
        self.board.put(Atom(by), unit, Place::Lost);
        self.board.clear(Atom(by), unit, &(0..Mark::NAMES.len()).map(|id| MarkId(id as u8)).collect::<Vec<_>>());
    }

    /// [16.0.j], [F-17] A combat unit of a side has come to stand in a hex: it controls and occupies it, where that matters.
    pub(crate) fn occupy(&mut self, side: Side, ix: Ix) {
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
    pub(crate) fn is_foreign(&self, unit: UnitId, ix: Ix) -> bool {
        self.charts.footing[ix.at()].closed_to[self.printed(unit).contingent as usize]
    }

    /// The refusal that goes with it.
    pub(crate) fn foreign(&self, unit: UnitId) -> Illegal {
        let rule = if self.side(unit) == UKRAINIAN { "OW-14.0.e" } else { "OW-7.3.a" };
        Illegal::new(rule, "this is Russian soil, which only Russian forces may enter")
    }

    /// [7.3], [7.4], [9.1.b] Why a counter may never be in a hex, whatever moves it there. Looks at mobs, so it must be asked only of hexes
    /// next to a unit of that side, or of Rebel units.
    pub(crate) fn barred(&self, unit: UnitId, ix: Ix) -> Option<Illegal> {
        if self.charts.footing[ix.at()].sea {
            return Some(Illegal::new("OW-7.4.a", SEA));
        }
        if self.is_foreign(unit, ix) {
            return Some(self.foreign(unit));
        }
        (self.side(unit) == UKRAINIAN && self.has_mob(ix)).then(|| Illegal::new("OW-9.1.b", MOB))
    }

    /// Refuses counters that are not a player's own, or that he has not seen: by name he may order only what he knows.
    pub(crate) fn own(&self, side: Side, unit: UnitId) -> Result<(), Illegal> {
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
    pub(crate) fn covered(&self, side: Side, hex: Hex, place: u8) -> Result<UnitId, Illegal> {
        let stack = self.board.ix(hex).map(|ix| self.board.stack(ix)).unwrap_or_default();
        let unit = usize::from(place).checked_sub(1).and_then(|at| stack.get(at)).copied();
        let covered = |u: &UnitId| self.side(*u) == side && self.board.status(*u).face_down;
        unit.filter(covered).ok_or_else(|| Illegal::new("OW-3.1.g", format!("no unseen counter of yours lies at place {place} in {}", self.spot(hex))))
    }

    /// The places of a player's covered counters: hex, place in the stack, type.
    pub(crate) fn covered_places(&self, side: Side) -> Vec<(Hex, u8, UnitType)> {
        let covered = |u: &UnitId| self.side(*u) == side && self.board.status(*u).face_down;
        let mut places: Vec<(Hex, u8, UnitType)> =
            self.board.units().filter(covered).filter_map(|u| Some((self.board.hex(u)?, self.place_in_stack(u)?, self.kind(u)))).collect();
        places.sort_unstable();
        places
    }

    /// A counter's place in its stack, 1 being the bottom.
    pub(crate) fn place_in_stack(&self, unit: UnitId) -> Option<u8> {
        let ix = self.ix_of(unit)?;
        self.board.stack(ix).iter().position(|u| *u == unit).map(|at| at as u8 + 1)
    }

    /// [3.2.c] After a combat unit has come to stand in a hex: garrisons that an enemy stands next to are seen, its own among them.
    pub(crate) fn look_around(&mut self, unit: UnitId, ix: Ix) {
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
