//! The operations segment: choosing a nation, moving, looking for targets.

use crate::board::paths::Reach;
use crate::board::{Blocked, Choice, Hex, Offer, Path, Points, Prompt, Target, UnitId, ask, button, on_hex, on_unit};
use crate::games::turkish_liberation::orders::{Decision, Order};
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::Nation;
use crate::games::turkish_liberation::{IMPERIALIST, combat, edirne, movement, politics, powers, sequence, stacking, strategic};

/// The Imperialist chooses the next nation.
pub(crate) fn choosing(t: &Table) -> Prompt<Order> {
    let activate = |nation: Nation| Choice::button(format!("Activate {}", t.nation_name(nation)), Order::Activate { nation: nation.id() });
    let mut buttons: Vec<Choice<Order>> = sequence::candidates(t).into_iter().map(activate).collect();
    buttons.push(Choice::button("End the Imperialist phase", Order::EndPhase));
    ask(IMPERIALIST, "Choose the nation that moves and fights next.", buttons)
}

/// The active nation moves.
pub(crate) fn moving(t: &Table) -> Prompt<Order> {
    let nation = t.active().map_or("", |nation| t.nation_name(nation)).to_owned();
    let mut prompt = ask(t.segment().side(), format!("Movement ({nation}): choose units that stand together, then a hex."), Vec::new());
    if let Some(active) = t.active() {
        let progress = movement::Progress::now(t);
        prompt.actors = t.acting_with(active).filter(|u| movement::is_mobile(t, &progress, *u)).collect();
    }
    if movement::may_halt(t).is_ok() {
        prompt.buttons.push(Choice::button("Halt the units moved last", Order::Halt));
    }
    button(&mut prompt, "End movement", Order::EndMovement, movement::mover(t).map(drop));
    prompt
}

/// The active nation fights.
pub(crate) fn fighting(t: &Table) -> Prompt<Order> {
    let nation = t.active().map_or("", |nation| t.nation_name(nation)).to_owned();
    let targets = combat::targets(t).into_iter().map(|hex| on_hex(hex, "plan an attack", Order::Declare { hex })).collect();
    let mut prompt = ask(t.segment().side(), format!("Combat ({nation}): choose an enemy hex next to your units."), targets);
    if edirne::may_try(t).is_ok() {
        prompt.buttons.push(Choice::button("Call on Edirne to surrender", Order::TryEdirne));
    }
    prompt.buttons.push(Choice::button("End combat", Order::EndCombat));
    prompt
}

/// Edirne has surrendered.
pub(crate) fn edirne(t: &Table) -> Prompt<Order> {
    debug_assert!(matches!(t.board.decision(), Some(Decision::Taken)), "only then");
    let mut buttons: Vec<Choice<Order>> = edirne::entrants(t).into_iter().map(|unit| on_unit(unit, "walk in", Order::Advance { unit })).collect();
    buttons.push(Choice::button("Nobody else walks in", Order::EndAdvance));
    ask(IMPERIALIST, "Edirne has surrendered: choose Greek units that walk in.", buttons)
}

/// Where units that stand together may go.
pub(crate) fn moves(t: &Table, units: &[UnitId], reach: &mut Reach, offer: &mut Offer<Order>) {
    let start = match movement::party(t, units) {
        Ok(start) => start,
        Err(by) => {
            offer.blocked.push(Blocked { on: Target::Unit(units[0]), label: "move".into(), by });
            return;
        }
    };
    marches(t, units, start, false, reach, offer);
    let turks = units.iter().any(|u| t.nation(*u) == Nation::Tn && !t.is_irregular(*u));
    if turks && powers::any_neutral(t) {
        marches(t, units, start, true, reach, offer);
    }
    if let [unit] = units {
        let ship = |hex: Hex| on_hex(hex, "strategic movement", Order::Ship { unit: *unit, hex });
        offer.choices.extend(strategic::ends(t, *unit).into_iter().map(|ix| ship(t.hex(ix))));
    }
}

fn marches(t: &Table, units: &[UnitId], start: crate::board::Ix, war: bool, reach: &mut Reach, offer: &mut Offer<Order>) {
    let first = offer.choices.len();
    movement::reach(t, units, start, war, reach);
    let left = units.iter().map(|u| movement::left(t, *u)).min().unwrap_or_default();
    for ix in reach.found() {
        let hex = t.hex(*ix);
        // What can be reached in peace is not offered as war.
        if war && offer.choices[..first].iter().any(|choice| choice.on == Target::Hex(hex)) {
            continue;
        }
        if units.iter().any(|u| politics::may_share_hex(t, t.nation(*u), *ix, units).is_err())
            || (units.len() > 1 && units.iter().any(|u| t.nation(*u) == Nation::Reb))
        {
            continue;
        }
        let path: Path = reach.path_of(*ix, |ix| t.hex(ix));
        if war && movement::judge(t, units, start, &path).is_err() {
            continue;
        }
        let cost = Points(reach.cost(*ix).unwrap_or(0) as i16);
        let coming = units.iter().filter(|u| t.is_combat(**u)).count();
        let label = match () {
            _ if war => "move here: this is war",
            _ if stacking::load(t, *ix) + coming > stacking::limit(t, *ix) => "move here: too many to stay",
            _ => "move here",
        };
        let order = Order::Move { units: units.into(), path };
        offer.choices.push(Choice { on: Target::Hex(hex), label: label.into(), cost: Some((cost, Points(left.0 - cost.0))), order });
    }
}
