//! The operations segment: choosing a nation, moving, looking for targets.

use crate::board::paths::Reach;
use crate::board::{Ix, Points, Target, UnitId, Units};
use crate::games::List;
use crate::games::turkish_liberation::orders::{Decision, Order};
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::Nation;
use crate::games::turkish_liberation::{IMPERIALIST, combat, edirne, movement, politics, sequence, stacking, strategic};

/// The Imperialist chooses the next nation.
pub(crate) fn choosing(t: &Table, list: &mut List) {
    list.ask(IMPERIALIST, "Choose the nation to move and fight next.");
    for nation in sequence::candidates(t) {
        list.button(|| format!("Activate {}", t.nation_name(nation)), Order::Activate { nation: nation.id() });
    }
    list.button("End the Imperialist phase", Order::EndPhase);
}

/// The active nation moves.
pub(crate) fn moving(t: &Table, list: &mut List) {
    let nation = t.active().map_or("", |nation| t.nation_name(nation));
    list.ask(t.segment().side(), || format!("Movement ({nation}): choose units in the same hex, then where they go."));
    let progress = movement::Progress::now(t);
    if let Some(active) = t.active() {
        list.actors.extend(t.acting_with(active).filter(|u| movement::is_mobile(t, &progress, *u)));
    }
    if movement::may_halt(t, &progress).is_ok() {
        list.button("Halt the units moved last", Order::Halt);
    }
    list.button_if("End movement", Order::EndMovement, movement::mover(t).map(drop));
}

/// The active nation fights.
pub(crate) fn fighting(t: &Table, list: &mut List) {
    let nation = t.active().map_or("", |nation| t.nation_name(nation));
    list.ask(t.segment().side(), || format!("Combat ({nation}): choose an enemy hex next to your units."));
    list.each_hex(combat::targets(t), "plan an attack", |hex| Order::Declare { hex });
    if edirne::may_try(t).is_ok() {
        list.button("Call on Edirne to surrender", Order::TryEdirne);
    }
    list.button("End combat", Order::EndCombat);
}

/// Edirne has surrendered.
pub(crate) fn edirne(t: &Table, list: &mut List) {
    debug_assert!(matches!(t.board.decision(), Some(Decision::Taken)), "only then");
    list.ask(IMPERIALIST, "Edirne has surrendered: choose Greek units to advance.");
    list.each(edirne::entrants(t), "advance into Edirne", |unit| Order::Advance { unit });
    list.button("Nobody else advances", Order::EndAdvance);
}

/// Where units that stand together may go.
pub(crate) fn moves(t: &Table, units: &[UnitId], reach: &mut Reach, list: &mut List) {
    let progress = movement::Progress::now(t);
    let Some(start) = list.unless_blocked(Target::Unit(units[0]), "move", movement::party(t, &progress, units)) else { return };
    let at_border = movement::reach(t, units, start, false, reach);
    marches(t, units, start, None, reach, list);
    if at_border {
        let in_peace = reach.found().to_vec();
        movement::reach(t, units, start, true, reach);
        marches(t, units, start, Some(&in_peace), reach, list);
    }
    if let [unit] = units {
        let unit = *unit;
        list.each_hex(strategic::ends(t, &progress, unit).into_iter().map(|ix| t.hex(ix)), "strategic movement", move |hex| Order::Ship { unit, hex });
    }
}

/// The hexes in reach; those of a war are given what can be reached in peace, which is not offered as war.
fn marches(t: &Table, units: &[UnitId], start: Ix, in_peace: Option<&[Ix]>, reach: &Reach, list: &mut List) {
    let war = in_peace.is_some();
    let rebels = units.len() > 1 && units.iter().any(|u| t.nation(*u) == Nation::Reb);
    let left = units.iter().map(|u| movement::left(t, *u)).min().unwrap_or_default();
    let force = Units::from_slice(units);
    let along = list.along(reach.ways(&t.board.map), move |path| Order::Move { units: force.clone(), path });
    for ix in reach.found() {
        if in_peace.is_some_and(|known| known.binary_search(ix).is_ok()) {
            continue;
        }
        if rebels || !units.iter().all(|u| politics::shares_hex(t, t.nation(*u), *ix, units)) {
            continue;
        }
        if war && movement::judge(t, units, start, &reach.way(&t.board.map.grid, *ix)).is_err() {
            continue;
        }
        let cost = Points(reach.cost(*ix).unwrap_or(0) as i16);
        let label = || match units.iter().filter(|u| t.is_combat(**u)).count() {
            _ if war => "move here: this is war",
            coming if stacking::load(t, *ix) + coming > stacking::limit(t, *ix) => "move here: too many to stay",
            _ => "move here",
        };
        list.go_along(along, *ix, label, cost, Points(left.0 - cost.0));
    }
}
