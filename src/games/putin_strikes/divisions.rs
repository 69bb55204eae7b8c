//! [3.5] The new divisions of 2016, and the brigades that become their cadres.

use super::RUSSIAN;
use super::orders::{Holding, Segment};
use super::table::Table;
use super::tables::UnitType;
use crate::board::{Atom, Illegal, Place, UnitId};
use bevy_ecs::prelude::In;

/// Generic divisions that are chosen so far: they wait to be set up.
fn chosen(t: &Table) -> impl Iterator<Item = UnitId> {
    t.board.boxed(Holding::Waiting.id()).iter().copied().filter(move |u| t.printed(*u).generic)
}

/// [3.5.g] How many cadres of a type the chosen divisions need; the one that must come counts.
fn needed(t: &Table, kind: UnitType) -> usize {
    let must = t.board.boxed(Holding::NewDivisions.id()).iter().filter(|u| !t.printed(**u).generic);
    must.copied().chain(chosen(t)).filter(|u| t.printed(*u).kind == kind).count()
}

/// Cadres of a type given so far.
fn given(t: &Table, kind: UnitType) -> usize {
    t.board.boxed(Holding::Cadres.id()).iter().filter(|u| t.printed(**u).kind == kind).count()
}

/// [3.5.f], [3.5.g] Whether the choice is about a unit at all: a new division to choose, or a brigade of the type of one.
pub(super) fn concerns(t: &Table, unit: UnitId) -> bool {
    let printed = t.printed(unit);
    printed.generic || (printed.side == RUSSIAN && matches!(printed.kind, UnitType::Tank | UnitType::Mechanized))
}

/// [3.5.f] Whether a new division may be chosen.
pub(super) fn may_raise(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    t.during(Segment::Divisions, "PS-3.5.f", "new divisions are chosen only at the start of set-up")?;
    if !t.printed(unit).generic || !t.is_in(unit, Holding::NewDivisions) {
        return Err(Illegal::new("PS-3.5.f", format!("{} is not among the new divisions to choose from", t.name(unit))));
    }
    if chosen(t).count() >= t.charts.set_up.new_divisions {
        return Err(Illegal::new("PS-3.5.f", format!("{} new divisions have already been chosen", t.charts.set_up.new_divisions)));
    }
    Ok(())
}

/// [3.5.f] A new division is chosen.
pub(super) fn raise(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    may_raise(&t, unit)?;
    t.box_up("PS-3.5.f", unit, Holding::Waiting);
    Ok(())
}

/// [3.5.g] Whether a brigade may be given up as a cadre.
pub(super) fn may_give(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    t.during(Segment::Divisions, "PS-3.5.g", "cadres are chosen only at the start of set-up")?;
    let printed = t.printed(unit);
    let line = printed.side == RUSSIAN && !printed.division && printed.recycles && t.is_in(unit, Holding::Waiting);
    if !line || !matches!(printed.kind, UnitType::Tank | UnitType::Mechanized) {
        return Err(Illegal::new("PS-3.5.g", format!("{} is not a tank or mechanized brigade of the starting force", t.name(unit))));
    }
    if given(t, printed.kind) >= needed(t, printed.kind) {
        return Err(Illegal::new("PS-3.5.g", format!("no new division of the type of {} needs another cadre", t.name(unit))));
    }
    Ok(())
}

/// [3.5.g] A brigade is given up as a cadre.
pub(super) fn give(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    may_give(&t, unit)?;
    t.box_up("PS-3.5.g", unit, Holding::Cadres);
    Ok(())
}

/// Whether a choice may be taken back.
pub(super) fn may_take_back(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    let raised = t.printed(unit).generic && t.is_in(unit, Holding::Waiting);
    if raised || t.is_in(unit, Holding::Cadres) {
        return Ok(());
    }
    Err(Illegal::new("PS-3.5.f", format!("{} has not been chosen", t.name(unit))))
}

/// A choice is taken back.
pub(super) fn take_back(t: &mut Table, unit: UnitId) -> Result<(), Illegal> {
    may_take_back(t, unit)?;
    if t.printed(unit).generic {
        t.box_up("PS-3.5.f", unit, Holding::NewDivisions);
    } else {
        t.box_up("PS-3.5.g", unit, Holding::Waiting);
    }
    Ok(())
}

/// What is still to be chosen.
pub(super) fn missing(t: &Table) -> Result<(), Illegal> {
    if chosen(t).count() != t.charts.set_up.new_divisions.min(generic(t)) {
        return Err(Illegal::new("PS-3.5.f", format!("{} of {} new divisions have been chosen", chosen(t).count(), t.charts.set_up.new_divisions)));
    }
    if [UnitType::Tank, UnitType::Mechanized].iter().any(|kind| given(t, *kind) != needed(t, *kind)) {
        return Err(Illegal::new("PS-3.5.g", "each new division needs one brigade of its own type as its cadre"));
    }
    Ok(())
}

/// Generic divisions in play.
fn generic(t: &Table) -> usize {
    t.board.boxed(Holding::NewDivisions.id()).iter().filter(|u| t.printed(**u).generic).count() + chosen(t).count()
}

/// Whether the choice can be left to us.
pub(super) fn may_suggest(t: &Table) -> Result<(), Illegal> {
    missing(t).err().ok_or_else(|| Illegal::new("PS-3.5.f", "all new divisions and cadres have been chosen"))?;
    let able = |unit| may_raise(t, unit).is_ok() || may_give(t, unit).is_ok() || is_too_many(t, unit);
    if t.board.units().filter(|unit| concerns(t, *unit)).any(able) {
        Ok(())
    } else {
        Err(Illegal::new("PS-3.5.g", "no brigade is left that could be a cadre of its type"))
    }
}

/// Whether a cadre is one more than the new divisions of its type need.
fn is_too_many(t: &Table, unit: UnitId) -> bool {
    let kind = t.printed(unit).kind;
    t.is_in(unit, Holding::Cadres) && given(t, kind) > needed(t, kind)
}

/// Completes the choice: the suggested divisions first, then the suggested cadres; cadres too many go back.
pub(super) fn suggest(t: &mut Table) {
    let divisions: Vec<UnitId> = t.charts.set_up.suggested_divisions.iter().copied().chain(t.board.boxed(Holding::NewDivisions.id()).to_vec()).collect();
    for unit in divisions {
        if may_raise(t, unit).is_ok() {
            t.box_up("PS-3.5.f", unit, Holding::Waiting);
        }
    }
    for unit in t.board.boxed(Holding::Cadres.id()).to_vec() {
        if is_too_many(t, unit) {
            t.box_up("PS-3.5.g", unit, Holding::Waiting);
        }
    }
    let cadres: Vec<UnitId> = t.charts.set_up.suggested_cadres.iter().copied().chain(t.board.boxed(Holding::Waiting.id()).to_vec()).collect();
    for unit in cadres {
        if may_give(t, unit).is_ok() {
            t.box_up("PS-3.5.g", unit, Holding::Cadres);
        }
    }
}

/// [3.5.f], [3.5.g] The choice stands: the division that must come joins, the others and the cadres leave the game.
pub(super) fn settle(t: &mut Table) {
    for unit in t.board.boxed(Holding::NewDivisions.id()).to_vec() {
        if t.printed(unit).generic {
            t.board.put(Atom("PS-3.5.f"), unit, Place::Lost);
        } else {
            t.box_up("PS-3.5.f", unit, Holding::Waiting);
        }
    }
    for unit in t.board.boxed(Holding::Cadres.id()).to_vec() {
        t.board.put(Atom("PS-3.5.g"), unit, Place::Lost);
    }
}
