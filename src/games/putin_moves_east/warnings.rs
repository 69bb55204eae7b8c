//! What a player is told before he gives an order that he may come to regret.

use super::combat::{self, CombatStage, odds};
use super::orders::{Decision, Order};
use super::table::Table;
use super::{movement, stacking, victory};
use crate::board::{Atom, Hex, UnitId, Warning};
use bevy_ecs::prelude::In;

/// What there is to be said about an order, if anything.
pub(super) fn warning(In(order): In<Order>, mut t: Table) -> Option<Warning> {
    t.refresh();
    let warn = |text: String, rule| Some(Warning { text, rule: Atom(rule) });
    match order {
        Order::Capitulate => warn("Your side surrenders, and the enemy wins the war.".into(), "PME-4.3.a"),
        Order::Strike { hex } => {
            let text = format!("A strike at {}: one roll in six gives the enemy action points instead, and you have only one strike a turn.", t.spot(hex));
            warn(text, "PME-27.1.a")
        }
        Order::Bombard { hex, .. } => {
            let ix = t.board.ix(hex)?;
            let idle = combat::field_force(&t, ix).is_empty();
            if idle { warn(format!("{} holds only a garrison, which no bombardment harms.", t.spot(hex)), "PME-19.7.a") } else { None }
        }
        Order::Go { path } => moved(&t, *path.last()?),
        Order::Commit => committed(&t),
        Order::Hold => held(&t),
        _ => None,
    }
}

/// [9.3] A hex that would be overstacked next to the enemy, or a city left to its garrison.
fn moved(t: &Table, end: Hex) -> Option<Warning> {
    let unit = movement::current(t).ok()?.unit?;
    let (side, to) = (t.board.side(unit), t.board.ix(end)?);
    if stacking::is_full(t, to) && t.ix_of(unit) != Some(to) && t.touches_enemy(side, to) {
        let text = format!("{} would be overstacked next to the enemy: only one unit attacks or defends, and losses hit all.", t.spot(end));
        return Some(Warning { text, rule: Atom("PME-9.3.c") });
    }
    let from = t.ix_of(unit).filter(|from| *from != to)?;
    let bare = t.garrison(from).is_some() && t.mobile(from).count() == 1 && victory::prize(t, side, from) > 0 && t.in_ezoc(side, from);
    bare.then(|| Warning { text: format!("{} is left to its garrison, next to the enemy.", t.spot_at(from)), rule: Atom("PME-8.1.a") })
}

/// [15.0] An attack that cannot win its hex.
fn committed(t: &Table) -> Option<Warning> {
    let Some(Decision::Attack(attack)) = t.open() else { return None };
    let found = odds::assess(t, attack, attack.side);
    if attack.stage == CombatStage::Planning && found.column == 0 && !attack.assault {
        let text = format!("At {} before support this attack can only cost you a step, or both sides one.", t.charts.combat.columns[0]);
        return Some(Warning { text, rule: Atom("PME-14.5.c") });
    }
    let at_risk = |u: &UnitId| t.ix_of(*u).is_some_and(|ix| stacking::is_crowded(t, ix));
    let crowd = attack.units.iter().any(at_risk);
    crowd.then(|| Warning { text: "An attacker stands in an overstacked hex: AL1 taken there costs every unit in it a step.".into(), rule: Atom("PME-9.3.c") })
}

/// [8.1.1.b], [22.6] Not to advance leaves the garrison as it is, and units at sea are lost.
fn held(t: &Table) -> Option<Warning> {
    let Some(Decision::Attack(attack)) = t.open() else { return None };
    let ix = combat::target(t, attack);
    if attack.assault && attack.units.iter().any(|u| t.ix_of(*u).is_some_and(|ix| t.footing(ix).sea)) {
        return Some(Warning { text: "Units at sea are eliminated if they do not advance.".into(), rule: Atom("PME-22.6.b") });
    }
    let prize = victory::prize(t, attack.side, ix);
    (prize > 0).then(|| Warning { text: format!("Without an advance {} stays with the enemy.", t.spot(attack.target)), rule: Atom("PME-8.1.1.b") })
}
