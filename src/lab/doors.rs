//! The laws of the two doors: a search carries out an order by the same rules as `submit`, and undoing one order or many leaves nothing behind.

use super::laws::{Law, Trial, derived_data};
use crate::board::{Choice, Dice, Offer, Position, Prompt, restore, snapshot};
use crate::bots::Random;
use crate::games::{List, Order, Rules};
use crate::play::{self, Search};
use bevy_ecs::prelude::World;

/// How many orders a search gives at most before it ends.
const LINE: usize = 12;
/// Asking takes as long as ordering, and a line of orders much longer, so they are checked only once in this many times.
const SELDOM: usize = 4;

/// A moment of a game: everything that must be the same when it is met again.
pub(super) struct Moment {
    position: Position,
    /// Which counter was asked about, the prompt, and what that counter may do; not always recorded.
    asked: Option<(usize, Prompt<Order>, Option<Offer<Order>>)>,
}

impl Moment {
    fn of(world: &mut World, ask: Option<usize>) -> Moment {
        let asked = ask.map(|n| {
            let prompt = play::prompt(world);
            let unit = prompt.actors.get(n % prompt.actors.len().max(1)).copied();
            let offer = unit.map(|unit| play::offer(world, &[unit]));
            (n, prompt, offer)
        });
        Moment { position: snapshot(world), asked }
    }

    /// A caller that wants no text is listed the same orders, in the same order, as a player reads.
    fn listed_alike(&self, world: &mut World) -> Law {
        let Some((n, prompt, offer)) = &self.asked else { return Ok(()) };
        let (mut list, orders) = (List::default(), |choices: &[Choice<Order>]| choices.iter().map(|c| c.order.clone()).collect::<Vec<_>>());
        play::acts(world, &mut list);
        if (list.side, &list.actors) != (prompt.side, &prompt.actors) || !list.orders().eq(orders(&prompt.buttons)) {
            return Err("what is asked differs with and without words".into());
        }
        let Some((offer, unit)) = offer.as_ref().zip(list.actors.get(n % list.actors.len().max(1)).copied()) else { return Ok(()) };
        play::acts_of(world, &[unit], &mut list);
        if list.orders().eq(orders(&offer.choices)) { Ok(()) } else { Err(format!("what {unit:?} may do differs with and without words")) }
    }

    /// Whether the world is at this moment now, with everything that follows from it.
    pub(super) fn is_now(&self, rules: &Rules, world: &mut World, after: &str) -> Law {
        let now = Moment::of(world, self.asked.as_ref().map(|(n, ..)| *n));
        if now.position != self.position {
            return Err(format!("{after} leads to another position"));
        }
        if now.asked != self.asked {
            return Err(format!("{after} something else is asked"));
        }
        now.listed_alike(world)?;
        derived_data(rules, world).map_err(|what| format!("{after} {what}"))
    }
}

/// The next rolls.
fn next_dice(world: &World) -> [u8; 4] {
    let mut dice = world.resource::<Dice>().clone();
    [(); 4].map(|()| dice.d6("a law"))
}

impl Trial<'_> {
    /// Gives an order through the door for search and goes back; now and then a line of orders, too. Everything is then as it was. Returns what the
    /// order leads to.
    pub(super) fn search(&mut self, order: &Order) -> Result<Moment, String> {
        let ask = (self.searcher.below(SELDOM) == 0).then(|| self.searcher.below(1000));
        let (here, dice) = (Moment::of(&mut self.world, ask), next_dice(&self.world));
        let real = self.world.resource::<Dice>().clone();
        let mut search = Search::new(&mut self.world, real);
        let began = search.mark();
        search.apply(order).map_err(|by| format!("{} was offered and a search is refused it: {by}", self.rules.write_order(order)))?;
        let there = Moment::of(search.world(), ask);
        there.is_now(self.rules, search.world(), "asking a search")?;
        search.back(began);
        here.is_now(self.rules, search.world(), "going back over an order")?;
        self.checks.searched += 1;
        if self.searcher.below(SELDOM) == 0 {
            search.take_up(Dice::fresh(self.searcher.below(1000) as u64));
            self.checks.lines += 1;
            line(self.rules, &mut self.searcher, &mut search)?;
        }
        drop(search);
        here.is_now(self.rules, &mut self.world, "ending a search")?;
        if next_dice(&self.world) != dice {
            return Err("a search changes the dice of the game".into());
        }
        self.judged_alike(&here.position)?;
        Ok(there)
    }

    /// An order that may be illegal is refused by both doors or by neither.
    fn judged_alike(&mut self, before: &Position) -> Law {
        let order = self.seen[self.searcher.below(self.seen.len())].clone();
        let real = self.world.resource::<Dice>().clone();
        let searched = Search::new(&mut self.world, real).apply(&order).is_ok();
        let game = self.rules.game();
        let accepted = game.apply(&mut self.world, &order).is_ok_and(|()| {
            game.settle(&mut self.world);
            snapshot(&mut self.world) != *before
        });
        restore(&mut self.world, before);
        if searched == accepted { Ok(()) } else { Err(format!("{} is refused behind one of the doors only", self.rules.write_order(&order))) }
    }
}

/// Plays on in a search, going back now and then, over some orders or over all of them.
fn line(rules: &Rules, player: &mut Random, search: &mut Search<'_>) -> Law {
    let mut way = Vec::new();
    for _ in 0..1 + player.below(LINE) {
        way.push((search.mark(), Moment::of(search.world(), None)));
        let Some(order) = player.choose(search.world()) else { return Ok(()) };
        search.apply(&order).map_err(|by| format!("{} was offered in a search and refused: {by}", rules.write_order(&order)))?;
        derived_data(rules, search.world())?;
        if player.below(SELDOM) == 0 {
            way.truncate(1 + player.below(way.len()));
            if let Some((mark, moment)) = way.pop() {
                search.back(mark);
                moment.is_now(rules, search.world(), "going back over a line of orders")?;
            }
        }
    }
    Ok(())
}
