//! What a player is told before he gives an order that he may come to regret.

use super::movement::Force;
use super::orders::{Decision, Order};
use super::table::Table;
use super::{nuclear, stacking};
use crate::board::{Atom, Hex, LayerId, UnitId, Warning};
use bevy_ecs::prelude::In;

/// What there is to be said about an order, if anything.
pub(super) fn warning(In(order): In<Order>, mut t: Table) -> Option<Warning> {
    t.refresh();
    match order {
        Order::PlanStrike => Some(Warning { text: format!("Every nuclear attack may lose the war at once: {}.", end_of_all(&t)), rule: Atom("PS-13.8.a") }),
        Order::Strike { hex } => Some(Warning { text: strike(&t, hex), rule: Atom("PS-13.8.a") }),
        Order::Move { units, path, .. } => moved(&t, &units, path.last().copied()),
        Order::Halt => match t.board.decision() {
            Some(Decision::Force(force)) => halted(&t, force),
            _ => None,
        },
        _ => None,
    }
}

/// The chance that a nuclear attack ends the game, in figures.
fn end_of_all(t: &Table) -> String {
    let (fatal, of) = nuclear::fatal_rolls(t);
    let tenths = (fatal * 1000 + of / 2) / of;
    format!("{fatal} of {of} rolls ({}.{}%)", tenths / 10, tenths % 10)
}

fn strike(t: &Table, hex: Hex) -> String {
    let units: Vec<&str> = t.board.ix(hex).into_iter().flat_map(|ix| t.ground(ix)).map(|u| t.name(u)).collect();
    let whom = if units.is_empty() {
        "nobody is there".to_owned()
    } else {
        format!("{} there", if units.len() == 1 { format!("{} is", units[0]) } else { format!("{} are", units.join(", ")) })
    };
    format!("Nuclear attack on {}: {whom}. The war is lost at once on {}.", t.spot(hex), end_of_all(t))
}

/// [6.2.b] A hex that would hold too much, [10.3.a] or a city next to the enemy that would be left to its garrison.
fn moved(t: &Table, units: &[UnitId], end: Option<Hex>) -> Option<Warning> {
    let end = end.and_then(|hex| t.board.ix(hex))?;
    let start = units.first().and_then(|u| t.ix_of(*u))?;
    let thirds: u32 = units.iter().map(|u| u32::from(t.thirds(*u))).sum();
    let load = if start == end { 0 } else { stacking::load(t, end) + thirds };
    if load > u32::from(t.charts.sizes.capacity) {
        return Some(too_full(t, t.board.map.grid.hex(end)));
    }
    let side = t.printed(units[0]).side;
    let near = t.board.layer(LayerId::Near(side.other()));
    let bare = t.garrison(start) == Some(side) && near.get(start.at()) == Some(&true) && stacking::load(t, start) == thirds && start != end;
    bare.then(|| Warning { text: format!("{} is left to its garrison, next to the enemy.", t.spot_at(start)), rule: Atom("PS-10.3.a") })
}

fn halted(t: &Table, force: &Force) -> Option<Warning> {
    let rest = force.rest();
    let end = t.board.ix(*force.path.last()?)?;
    let back = rest.iter().any(|u| t.ix_of(*u) == Some(end));
    let thirds: u32 = rest.iter().map(|u| u32::from(t.thirds(*u))).sum();
    (!back && stacking::load(t, end) + thirds > u32::from(t.charts.sizes.capacity)).then(|| too_full(t, t.board.map.grid.hex(end)))
}

fn too_full(t: &Table, hex: Hex) -> Warning {
    let divisions = t.charts.sizes.capacity / t.charts.sizes.division.max(1);
    Warning {
        text: format!("{} would hold more than {divisions} divisions: the excess is eliminated at the end of the action.", t.spot(hex)),
        rule: Atom("PS-6.2.b"),
    }
}
