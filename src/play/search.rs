//! The door for search, next to [`submit`](super::submit): the same rules run by the same systems, but with no session, hash, journal or events. Dice
//! are handed in, and undo costs only what has changed.

use super::session::Session;
use crate::board::{Dice, Illegal, Mark, Record, go_back, has_changed, keep_trail, leave_trail, mark, take_up};
use crate::games::{Game, Order};
use bevy_ecs::prelude::World;

/// A search in a world, which ends up as it began: whatever the search tries is taken back when it ends.
///
/// A search must not foresee the game's dice: the dice it rolls come from a seed of its own, as with [`Dice::fresh`], or are those it wants to try,
/// as with [`Dice::scripted`]. What it must not know is hidden from it only in an imagined world ([`imagine`](super::imagine)).
pub struct Search<'w> {
    world: &'w mut World,
    game: &'static dyn Game,
    began: Mark,
    /// The world's own dice, which it gets back at the end.
    dice: Option<Dice>,
    /// Whether the rules were noting what depends on hidden information. During a search they need not, since nobody learns anything from taking its
    /// orders back.
    kept_secrets: bool,
}

impl<'w> Search<'w> {
    /// Starts a search with these dice.
    pub fn new(world: &'w mut World, dice: Dice) -> Search<'w> {
        let game = world.resource::<Session>().rules.game();
        let kept_secrets = world.resource::<Record>().keeps_secrets();
        let dice = keep_trail(world, dice);
        world.resource_mut::<Record>().keep_secrets(false);
        Search { began: mark(world), dice: Some(dice), kept_secrets, world, game }
    }

    /// The world as the search has changed it, to ask what may be done. Orders must be given through the search.
    pub fn world(&mut self) -> &mut World {
        self.world
    }

    /// The present moment.
    pub fn mark(&self) -> Mark {
        mark(self.world)
    }

    /// Uses other dice from now on.
    pub fn take_up(&mut self, dice: Dice) {
        take_up(self.world, dice);
    }

    /// Gives an order, as [`submit`](super::submit) does: an order that would be refused there is refused here and changes nothing; otherwise
    /// everything that follows by itself has happened as well.
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

    /// Goes back to an earlier moment of this search, however many orders ago.
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
