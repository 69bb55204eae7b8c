//! What may be ordered now. Everything else, the window and the bots, only shows it or chooses from it.

use super::Table;
use super::orders::{Decision, Order};
use crate::board::{Blocked, Choice, Hex, Offer, Prompt, Target, UnitId, ask, on_hex};
use bevy_ecs::prelude::In;

/// Whose decision it is and what is asked.
pub(super) fn prompt(_: In<()>, t: Table) -> Prompt<Order> {
    if t.board.clock().over.is_some() {
        return Prompt::over();
    }
    match t.board.decision() {
        // The only thing that a player keeps to himself.
        Some(Decision::Flanks { asked, hex, .. }) => {
            let flank = |words: &'static str, left| Choice::button(words, Order::Flank { left });
            let where_to = t.book.lexicon.place(*hex);
            ask(*asked, format!("Choose your flank in the fight for {where_to}."), vec![flank("Left", true), flank("Right", false)])
        }
        Some(Decision::Retreat { side, unit, .. }) => {
            let choices = t.retreats(*unit).into_iter().map(|to| on_hex(to, "Retreat here", Order::Retreat { to })).collect();
            ask(*side, format!("{} is driven out: where does it retreat?", t.book.called(*unit)), choices).in_public()
        }
        None => {
            let side = t.moving();
            let actors = t.units_of(side).into_iter().filter(|unit| !choices(&t, *unit).choices.is_empty()).collect();
            let buttons = vec![Choice::button("End moves", Order::EndMoves), Choice::button("Concede", Order::Concede)];
            Prompt { actors, ..ask(side, "Move your units, or attack with them.", buttons) }.in_public()
        }
    }
}

/// What some units may do together: only one at a time does anything.
pub(super) fn offer(In(units): In<Vec<UnitId>>, t: Table) -> Offer<Order> {
    match units[..] {
        [unit] if t.board.asked().is_none() && t.board.clock().over.is_none() => choices(&t, unit),
        _ => Offer::default(),
    }
}

/// What a unit may do with each hex around it, and why not.
fn choices(t: &Table, unit: UnitId) -> Offer<Order> {
    let mut offer = Offer::default();
    let around: Vec<Hex> = t.board.ix_of(unit).into_iter().flat_map(|ix| t.board.map.grid.around(ix)).map(|(_, there)| t.board.map.grid.hex(there)).collect();
    for hex in around {
        match (t.may_move(unit, hex), t.may_attack(unit, hex)) {
            (Ok(()), _) => offer.choices.push(on_hex(hex, "Move here", Order::Move { unit, to: hex })),
            (_, Ok(_)) => offer.choices.push(on_hex(hex, "Attack", Order::Attack { unit, hex })),
            (Err(by), _) => offer.blocked.push(Blocked { on: Target::Hex(hex), label: "Move here".into(), by }),
        }
    }
    offer
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
