//! What may be ordered now. Everything else, the window and the bots, only shows it or chooses from it.

use super::Table;
use super::orders::{Decision, Order};
use crate::board::{Hex, Target, UnitId};
use crate::games::List;
use bevy_ecs::prelude::{In, InMut, InRef};

/// Whose decision it is and what is asked.
pub(super) fn prompt(InMut(list): InMut<List>, t: Table) {
    if t.board.clock().over.is_some() {
        return list.over();
    }
    match t.board.decision() {
        // The only thing that a player keeps to himself.
        Some(Decision::Flanks { asked, hex, .. }) => {
            list.ask(*asked, || format!("Choose your flank in the fight for {}.", t.book.lexicon.place(*hex)));
            list.button("Left", Order::Flank { left: true });
            list.button("Right", Order::Flank { left: false });
        }
        Some(Decision::Retreat { side, unit, .. }) => {
            list.ask(*side, || format!("{} is driven out: where does it retreat?", t.book.called(*unit)));
            list.in_public();
            list.each_hex(t.retreats(*unit), "Retreat here", |to| Order::Retreat { to });
        }
        None => {
            let side = t.moving();
            list.ask(side, "Move your units, or attack with them.");
            list.in_public();
            let able = |unit: &UnitId| around(&t, *unit).into_iter().any(|hex| t.may_move(*unit, hex).is_ok() || t.may_attack(*unit, hex).is_ok());
            list.actors.extend(t.units_of(side).into_iter().filter(able));
            list.button("End moves", Order::EndMoves);
            list.button("Concede", Order::Concede);
        }
    }
}

/// What some units may do together: only one at a time does anything, with each hex around it, and why not.
pub(super) fn offer((InMut(list), InRef(units)): (InMut<List>, InRef<[UnitId]>), t: Table) {
    let [unit] = *units else { return };
    if t.board.asked().is_some() || t.board.clock().over.is_some() {
        return;
    }
    for hex in around(&t, unit) {
        match (t.may_move(unit, hex), t.may_attack(unit, hex)) {
            (Ok(()), _) => list.on_hex(hex, "Move here", Order::Move { unit, to: hex }),
            (_, Ok(_)) => list.on_hex(hex, "Attack", Order::Attack { unit, hex }),
            (Err(by), _) => list.blocked(Target::Hex(hex), "Move here", by),
        }
    }
}

fn around(t: &Table, unit: UnitId) -> Vec<Hex> {
    let grid = &t.board.map.grid;
    t.board.ix_of(unit).into_iter().flat_map(|ix| grid.around(ix)).map(|(_, there)| grid.hex(there)).collect()
}

/// How much each of these orders is worth to a bot: the village first, then a fight, then a way toward the village.
pub(super) fn scores(In(orders): In<Vec<Order>>, t: Table) -> Vec<i32> {
    orders.into_iter().map(|order| score(&t, order)).collect()
}

fn score(t: &Table, order: Order) -> i32 {
    let village = t.board.map.grid.hex(t.charts.village);
    let far = |hex: Hex| t.board.distance(hex, village).unwrap_or(0) as i32;
    match order {
        Order::Move { unit, to } => t.board.hex(unit).map_or(0, |from| if to == village { 20 } else { far(from) - far(to) }),
        Order::Attack { hex, .. } => {
            if hex == village {
                15
            } else {
                5
            }
        }
        Order::Retreat { to } => 10 - far(to),
        Order::Flank { .. } | Order::EndMoves => 0,
        Order::Concede => 100, // no bot ever does, however good it looks
    }
}
