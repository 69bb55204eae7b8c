//! The door for search, beside [`submit`](super::submit): the same rules by the same systems, but no session, no hash, no journal and no events;
//! dice that are handed in, and a way back that costs what has changed.

use super::session::Session;
use crate::board::{Dice, Illegal, Mark, Record, go_back, has_changed, keep_trail, leave_trail, mark, take_up};
use crate::games::{Game, Order};
use bevy_ecs::prelude::World;

/// A search in a world, which is at last as it was at first: whatever it tries is taken back when it ends.
///
/// A search must not foresee the dice of the game: those it rolls come from a seed of its own, as [`Dice::fresh`] does, or are such as it wants to try,
/// as with [`Dice::scripted`]. What it must not know is hidden from it only in an imagined world ([`imagine`](super::imagine)).
pub struct Search<'w> {
    world: &'w mut World,
    game: &'static dyn Game,
    began: Mark,
    /// The dice of the world, which it gets back.
    dice: Option<Dice>,
    /// Whether the rules found out before what depends on things that a player may not know. Nobody takes anything back to learn something here.
    kept_secrets: bool,
}

impl<'w> Search<'w> {
    /// Begins to search with these dice.
    pub fn new(world: &'w mut World, dice: Dice) -> Search<'w> {
        let game = world.resource::<Session>().rules.game();
        let kept_secrets = world.resource::<Record>().keeps_secrets();
        let dice = keep_trail(world, dice);
        world.resource_mut::<Record>().keep_secrets(false);
        Search { began: mark(world), dice: Some(dice), kept_secrets, world, game }
    }

    /// The world as the search has changed it, to be asked what may be done. Orders are given to the search alone.
    pub fn world(&mut self) -> &mut World {
        self.world
    }

    /// The present moment.
    pub fn mark(&self) -> Mark {
        mark(self.world)
    }

    /// Rolls other dice from now on.
    pub fn take_up(&mut self, dice: Dice) {
        take_up(self.world, dice);
    }

    /// Gives an order, as [`submit`](super::submit) does: what it would refuse is refused, and changes nothing; otherwise everything that follows by
    /// itself has happened too.
    pub fn apply(&mut self, order: &Order) -> Result<(), Illegal> {
        let before = self.mark();
        self.game.apply(self.world, order)?;
        self.game.settle(self.world);
        if has_changed(self.world, before) {
            return Ok(());
        }
        self.back(before);
        Err(Illegal { rule: self.game.course_of_play(), why: "this would change nothing".into() })
    }

    /// Goes back to a moment of this search, over as many orders as there were since.
    pub fn back(&mut self, mark: Mark) {
        go_back(self.world, mark);
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        if let Some(dice) = self.dice.take() {
            leave_trail(self.world, self.began, dice);
        }
        self.world.resource_mut::<Record>().keep_secrets(self.kept_secrets);
    }
}
