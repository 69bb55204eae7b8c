//! What the Steady bot would commit to an attack that somebody has begun to plan.

use super::Steady;
use crate::board::{Dice, Preview, Role, Target, UnitId};
use crate::games::Order;
use crate::play::{self, Imagined, Search, Session};
use bevy_ecs::prelude::World;

/// What the Steady bot would do about an attack.
#[derive(Clone, PartialEq, Debug)]
pub struct Commitment {
    /// Who would take part; nobody, if it would not attack.
    pub units: Vec<UnitId>,
    /// What that promises.
    pub preview: Option<Preview>,
}

/// More orders than planning takes.
const LONGEST: usize = 200;

/// Lets the Steady bot go on planning an attack that has been begun in an imagined world, up to where it would be carried out or dropped. Nothing is
/// rolled, and the world ends up as it was. `None` if no attack is being planned.
pub fn commitment(imagined: &mut Imagined) -> Option<Commitment> {
    let side = imagined.side();
    let mut search = Search::new(imagined.world(), Dice::fresh(0));
    if !is_planning(search.world()) {
        return None;
    }
    let (mut steady, dice) = (Steady::default(), Session::dice(search.world()));
    let none = Commitment { units: Vec::new(), preview: None };
    for _ in 0..LONGEST {
        let Some(order) = steady.decide(search.world()) else { return Some(none) };
        match order.role() {
            Role::Go => {
                let units = who_joined(search.world());
                let preview = play::preview(search.world(), side);
                return Some(if units.is_empty() { none } else { Commitment { units, preview } });
            }
            Role::Drop | Role::End => return Some(none),
            _ => {}
        }
        if search.apply(&order).is_err() || Session::dice(search.world()) != dice || !is_planning(search.world()) {
            return None;
        }
    }
    None
}

/// Whether something is being planned that counters can join or leave, or that can be dropped.
fn is_planning(world: &mut World) -> bool {
    play::prompt(world).buttons.iter().any(|choice| matches!(choice.order.role(), Role::Join | Role::Leave | Role::Drop))
}

/// Which units take part in what is planned: those that could be taken out again.
fn who_joined(world: &mut World) -> Vec<UnitId> {
    let buttons = play::prompt(world).buttons;
    let leaves = |order: &Order| order.role() == Role::Leave;
    buttons.iter().filter(|choice| leaves(&choice.order)).filter_map(|choice| if let Target::Unit(unit) = choice.on { Some(unit) } else { None }).collect()
}
