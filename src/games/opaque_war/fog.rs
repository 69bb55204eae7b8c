//! [3.2], [6.4] Fog of war: what a player may know, and what orders are judged by.
//!
//! An order is judged by what its player may know and carried out on the board as it is. Where the two differ the enemy says so: the hex
//! gets the mark `barred` and the player chooses again. So neither an offer nor a refusal tells anything about counters not seen.

use super::orders::{HexMark, Holding, Mark};
use super::table::Table;
use super::tables::{Contingent, UnitType};
use super::zoc;
use crate::board::{Ix, Place, Side, UnitId};
use bevy_ecs::prelude::In;

/// Which counters a side may know: its own once they were looked at, enemies next to its combat units or uncovered by tactical
/// communications, and what lies open off the map.
pub(super) fn known_to(In(side): In<Side>, t: Table) -> Vec<bool> {
    mask(&t, side)
}

/// [`known_to`], for other rules.
pub(super) fn mask(t: &Table, side: Side) -> Vec<bool> {
    let near = near(t, side);
    t.board.units().map(|unit| is_known(t, &near, side, unit)).collect()
}

fn is_known(t: &Table, near: &[bool], side: Side, unit: UnitId) -> bool {
    if t.side(unit) == side {
        return !t.board.status(unit).face_down;
    }
    match t.board.place(unit) {
        Place::Map(hex) => t.board.ix(hex).is_some_and(|ix| near[ix.at()]) || t.has(unit, Mark::Exposed),
        Place::Holding(holding) => OPEN.iter().any(|open| open.id() == holding),
        Place::Lost => true,
    }
}

/// Boxes that both players may look into.
const OPEN: [Holding; 4] = [Holding::UkrainianAvailable, Holding::RebelAvailable, Holding::Committed, Holding::RussiansWaiting];

/// [3.2.b] The hexes next to a side's combat units.
fn near(t: &Table, side: Side) -> Vec<bool> {
    let mut near = vec![false; t.board.map.grid.len()];
    for ix in t.army(side).filter_map(|unit| t.ix_of(unit)) {
        t.board.map.grid.around(ix).for_each(|(_, there)| near[there.at()] = true);
    }
    near
}

/// What a counter that a side may not know shows it: on the map its flag, to its own player what sort it is; in a cup what the cup holds.
pub(super) fn visible_kind(In((side, unit)): In<(Side, UnitId)>, t: Table) -> &'static str {
    visible_kind_of(&t, side, unit)
}

/// The same for every counter, known or not.
pub(super) fn visible_kinds(In(side): In<Side>, t: Table) -> Vec<&'static str> {
    t.board.units().map(|unit| visible_kind_of(&t, side, unit)).collect()
}

fn visible_kind_of(t: &Table, side: Side, unit: UnitId) -> &'static str {
    let (on_map, status) = (t.board.hex(unit).is_some(), t.board.status(unit));
    if !on_map && !status.face_down {
        return "";
    }
    match t.kind(unit) {
        UnitType::Police if !on_map || status.side == side => "police",
        UnitType::Militia if !on_map || status.side == side => "militia",
        _ => t.printed(unit).contingent.flag(),
    }
}

/// The map as one player knows it.
pub(super) struct View {
    /// By unit id: counters on the map that he may know.
    pub known: Vec<bool>,
    /// Hexes that are certainly in an enemy zone of control.
    pub zoc: Vec<bool>,
    /// Hexes that are certainly next to an enemy combat unit.
    pub beside: Vec<bool>,
    /// By hex: what is known to lie there of the enemy's.
    pub enemies: Vec<Enemies>,
}

impl View {
    /// Looks at the board with the eyes of a side.
    pub(super) fn of(t: &Table, side: Side) -> View {
        let (counters, size, near) = (t.charts.printed.len(), t.board.map.grid.len(), near(t, side));
        let mut view = View { known: vec![false; counters], zoc: vec![false; size], beside: vec![false; size], enemies: vec![Enemies::None; size] };
        for unit in t.on_map(side) {
            view.known[unit.at()] = is_known(t, &near, side, unit);
        }
        for unit in t.on_map(side.other()) {
            let Some(ix) = t.ix_of(unit) else { continue };
            view.known[unit.at()] = is_known(t, &near, side, unit);
            view.enemies[ix.at()] = view.enemies[ix.at()].max(view.sort(t, unit));
            if !view.is_fighter(t, unit) {
                continue;
            }
            for (_, there) in t.board.map.grid.around(ix) {
                view.beside[there.at()] = true;
                view.zoc[there.at()] |= zoc::reaches(&t.charts, t.printed(unit).contingent, ix, there);
            }
        }
        view
    }

    /// Whether an enemy counter on the map is certainly a combat unit: it is known as one, or flies the flag of Russia, which has
    /// neither mobs nor media.
    fn is_fighter(&self, t: &Table, unit: UnitId) -> bool {
        t.printed(unit).contingent == Contingent::Russia || (self.known[unit.at()] && t.is_combat(unit))
    }

    /// What an enemy counter is known as.
    fn sort(&self, t: &Table, unit: UnitId) -> Enemies {
        match self.known[unit.at()] {
            false => Enemies::Unknown,
            true if t.is_combat(unit) => Enemies::Fighters,
            true if t.kind(unit) == UnitType::Mob => Enemies::Mob,
            true => Enemies::Media,
        }
    }

    /// Whether it is in doubt, for all this player knows, if a hex is in an enemy zone or next to an enemy unit: a counter lies next to it that
    /// may or may not be a combat unit.
    pub(super) fn is_in_doubt(&self, t: &Table, side: Side, ix: Ix) -> bool {
        let may_fight = |unit: &UnitId| t.side(*unit) != side && !self.known[unit.at()] && !self.is_fighter(t, *unit);
        !self.zoc[ix.at()] && t.board.map.grid.around(ix).any(|(_, there)| t.board.stack(there).iter().any(may_fight))
    }

    /// Whether a hex may be in an enemy zone for all this player knows: an unseen enemy counter lies next to it.
    pub(super) fn may_be_zoc(&self, t: &Table, side: Side, ix: Ix) -> bool {
        let exerts = |unit: &UnitId, there: Ix| t.side(*unit) != side && zoc::reaches(&t.charts, t.printed(*unit).contingent, there, ix);
        self.zoc[ix.at()] || t.board.map.grid.around(ix).any(|(_, there)| t.board.stack(there).iter().any(|u| !self.known[u.at()] && exerts(u, there)))
    }
}

/// Notes that what happens in these hexes depends on what the player who acts may not know, if it does.
pub(super) fn note_doubt(t: &mut Table, view: &View, side: Side, way: &[Ix]) {
    if t.board.keeps_secrets() && way.iter().any(|ix| view.is_in_doubt(t, side, *ix)) {
        t.board.note_unseen();
    }
}

/// What a player sees of the enemy in a hex, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub(super) enum Enemies {
    None,
    Media,
    Mob,
    Fighters,
    Unknown,
}

/// The enemy says that the player who acts may not go there.
pub(super) fn bar(t: &mut Table, by: &'static str, ix: Ix) {
    t.mark_hex(by, ix, HexMark::Barred, true);
}

/// The hexes that a side's units control as far as both sides know: by those units that the enemy sees.
pub(super) fn open_zone(In(side): In<Side>, t: Table) -> Vec<crate::board::Hex> {
    let view = View::of(&t, side.other());
    t.board.map.grid.all().filter(|ix| view.zoc[ix.at()]).map(|ix| t.hex(ix)).collect()
}

/// The hexes that a side's units control, as their own player knows it.
pub(super) fn own_zone(In(side): In<Side>, mut t: Table) -> Vec<crate::board::Hex> {
    let zone = t.zoc(side).to_vec();
    t.board.map.grid.all().filter(|ix| zone[ix.at()]).map(|ix| t.hex(ix)).collect()
}

/// The hexes that a side's counters might control besides, for all that the enemy knows of them.
pub(super) fn possible_zone(In(side): In<Side>, t: Table) -> Vec<crate::board::Hex> {
    let view = View::of(&t, side.other());
    t.board.map.grid.all().filter(|ix| !view.zoc[ix.at()] && view.may_be_zoc(&t, side.other(), *ix)).map(|ix| t.hex(ix)).collect()
}
