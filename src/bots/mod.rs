//! Players that see only what a side may see and what the rules offer.

mod greedy;
mod random;

pub use greedy::Greedy;
pub use random::Random;

use crate::games::Order;
use bevy_ecs::prelude::World;

/// A player that is no person.
pub trait Bot {
    /// Chooses an order among those offered; `None` if nothing is offered, which only a finished game may do.
    fn choose(&mut self, world: &mut World) -> Option<Order>;
}
