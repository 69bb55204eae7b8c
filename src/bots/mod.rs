//! Players that see only what a side may see and what the rules offer.
//!
//! | who | what it is for |
//! |---|---|
//! | [`Commander`]: searches, and plays its plans out with Steady | an opponent worth playing |
//! | [`Steady`]: what looks best at the moment, as each game's `advice` sees it | an opponent, suggestions, playouts of a search |
//! | [`Recruit`]: the same with a blurred view | a first game |
//! | [`Random`]: any legal choice | laws and fuzzing; not offered to players |

mod commander;
mod commitment;
mod random;
mod recruit;
mod seated;
mod steady;

pub use commander::{Commander, Signals, Suggestion, Think};
pub use commitment::{Commitment, commitment};
pub use random::Random;
pub use recruit::Recruit;
pub use seated::{Seated, Thinker};
pub use steady::Steady;

use crate::board::Role;
use crate::games::{List, Order};
use crate::play::{self, Imagined};
use bevy_ecs::prelude::World;

/// A player that is a program.
pub trait Bot {
    /// Chooses an order among those offered to the side that imagines; `None` if nothing is offered, which only a finished game may do. It is
    /// shown nothing of the real game, so it cannot look at what its side may not know.
    fn choose(&mut self, imagined: &mut Imagined) -> Option<Order>;
}

/// What a bot is asked. Resigning is left out: a bot plays to the end.
fn asked(world: &mut World, list: &mut List) {
    play::acts(world, list);
    list.retain(|order| order.role() != Role::Resign);
}
