//! What an order looks like to a simple commander: the steady bot follows this.

use super::orders::Order;
use super::table::Table;
use crate::board::Side;
use bevy_ecs::prelude::In;

/// How much an order is worth to a side; 0 is as good as doing nothing.
pub fn heuristic_score(In((_, order)): In<(Side, Order)>, t: Table) -> i32 {
    debug_assert!(!t.is_over(), "nobody orders anything after the end");
    match order {
        Order::PlaceRest => 50,
        Order::Ready => 40,
        _ => 0,
    }
}
