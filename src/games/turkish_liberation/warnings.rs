//! What a player is told before he gives an order that he may come to regret.

use super::combat;
use super::orders::{Decision, Order};
use super::ownership;
use super::table::Table;
use super::tables::Nation;
use super::{movement, replacements, sequence, stacking};
use crate::board::{Atom, Hex, Ix, UnitId, Warning};
use bevy_ecs::prelude::In;

/// What there is to be said about an order, if anything.
pub(crate) fn warning(In(order): In<Order>, t: Table) -> Option<Warning> {
    match order {
        Order::Move { units, path } => marched(&t, &units, &path),
        Order::Ship { unit, hex } => shipped(&t, unit, hex),
        Order::Commit => attacked(&t),
        Order::Halt | Order::EndMovement => halted(&t),
        Order::Advance { unit } => advanced(&t, unit),
        Order::EndStep => unspent(&t),
        Order::EndPhase => idle(&t),
        _ => None,
    }
}

fn war(t: &Table, hex: Ix) -> Warning {
    Warning {
        text: format!("This is war: {} lies in a zone of the powers, and every power that has not withdrawn will fight.", t.spot_at(hex)),
        rule: Atom("WTL-13.0.b"),
    }
}

fn marched(t: &Table, units: &[UnitId], path: &[Hex]) -> Option<Warning> {
    let way: Vec<Ix> = path.iter().filter_map(|hex| t.ix(*hex)).collect();
    let breaks = |ix: &&Ix| units.iter().any(|u| ownership::breaks_neutrality(t, *u, **ix));
    if let Some(ix) = way.iter().find(breaks) {
        return Some(war(t, *ix));
    }
    let (start, end) = (units.first().and_then(|u| t.ix_of(*u))?, *way.last()?);
    let coming = units.iter().filter(|u| t.is_combat(**u)).count();
    if start != end && stacking::load(t, end) + coming > stacking::limit(t, end) {
        return Some(too_full(t, end));
    }
    leaves_ankara(t, units, start, end)
}

/// [16.1] Ankara would stand empty.
fn leaves_ankara(t: &Table, units: &[UnitId], start: Ix, end: Ix) -> Option<Warning> {
    let ankara = t.hex(start) == t.charts.ankara.hex && start != end;
    let turkish = units.iter().all(|u| t.nation(*u) == Nation::Tn);
    let empty = t.board.stack(start).iter().all(|u| units.contains(u));
    (ankara && turkish && empty)
        .then(|| Warning { text: "Ankara would be left empty: an Imperialist unit that enters it may win the game at once.".into(), rule: Atom("WTL-16.1.a") })
}

fn shipped(t: &Table, unit: UnitId, hex: Hex) -> Option<Warning> {
    let (start, end) = (t.ix_of(unit)?, t.ix(hex)?);
    if ownership::breaks_neutrality(t, unit, end) {
        return Some(war(t, end));
    }
    leaves_ankara(t, &[unit], start, end)
}

fn attacked(t: &Table) -> Option<Warning> {
    let Some(Decision::Attack(attack)) = t.board.decision() else { return None };
    combat::begins_war(t, attack).then(|| Warning {
        text: format!("This is war: attacking {} brings in every power that has not withdrawn.", t.spot(attack.target)),
        rule: Atom("WTL-13.0.c"),
    })
}

fn advanced(t: &Table, unit: UnitId) -> Option<Warning> {
    let Some(Decision::Attack(attack)) = t.board.decision() else { return None };
    let ix = t.ix(attack.target)?;
    ownership::breaks_neutrality(t, unit, ix).then(|| war(t, ix))
}

fn halted(t: &Table) -> Option<Warning> {
    let full = movement::group(t).into_iter().filter_map(|u| t.ix_of(u)).find(|ix| stacking::is_overfull(t, *ix))?;
    Some(too_full(t, full))
}

fn too_full(t: &Table, ix: Ix) -> Warning {
    let text = format!("{} holds at most {} combat units: any in excess are eliminated when movement ends there.", t.spot_at(ix), stacking::limit(t, ix));
    Warning { text, rule: Atom("WTL-9.0.d") }
}

/// [12.0.a] Points that would be lost though something could be bought.
fn unspent(t: &Table) -> Option<Warning> {
    if replacements::for_sale(t).is_empty() {
        return None;
    }
    Some(Warning { text: "Replacement points left over are lost, and something could still be bought.".into(), rule: Atom("WTL-12.0.a") })
}

/// [4.2.c] Nations that have not been active.
fn idle(t: &Table) -> Option<Warning> {
    let idle: Vec<&str> = sequence::candidates(t).into_iter().filter(|n| !n.is_power()).map(|n| t.nation_name(n)).collect();
    if idle.is_empty() {
        return None;
    }
    Some(Warning { text: format!("Not active yet this turn: {}.", idle.join(", ")), rule: Atom("WTL-4.2.c") })
}
