//! Players that see only what a side may see and what the rules offer.

mod greedy;
mod random;
mod seated;

pub use greedy::Greedy;
pub use random::Random;
pub use seated::Seated;

use crate::games::Order;
use crate::play::Imagined;

/// A player that is no person.
pub trait Bot {
    /// Chooses an order among those offered to the side that imagines; `None` if nothing is offered, which only a finished game may do. It is
    /// shown nothing of the real game, so it cannot look at what its side may not know.
    fn choose(&mut self, imagined: &mut Imagined) -> Option<Order>;
}
