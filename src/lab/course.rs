//! The laws of undo and resuming: undo, redo, resuming and restoring hold at every order, not only at the end of a game.

use super::laws::{Law, Trial, journal};
use crate::board::{Event, Side, snapshot};
use crate::games::Order;
use crate::play::{self, Players, Session};
use bevy_ecs::prelude::World;

/// How often each law was checked, so that a test can tell that it was.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Checks {
    /// Orders undone and redone.
    pub taken_back: u64,
    /// How often everything was undone and redone.
    pub all_the_way: u64,
    /// Snapshots of other moments that were restored.
    pub restored: u64,
    /// Games resumed from their journal.
    pub resumed: u64,
    /// Of these, with a decision open that interrupts the sequence.
    pub in_a_decision: u64,
    /// Of these, with something left to redo.
    pub left_to_redo: u64,
    /// Orders given through both doors.
    pub searched: u64,
    /// Lines of orders given in a search.
    pub lines: u64,
    /// Combat sheets held to the roll that followed.
    pub sheets: u64,
}

impl Checks {
    /// Adds the counts of another game.
    pub fn add(&mut self, other: &Checks) {
        self.taken_back += other.taken_back;
        self.all_the_way += other.all_the_way;
        self.restored += other.restored;
        self.resumed += other.resumed;
        self.in_a_decision += other.in_a_decision;
        self.left_to_redo += other.left_to_redo;
        self.searched += other.searched;
        self.lines += other.lines;
        self.sheets += other.sheets;
    }
}

/// What a session keeps of an order.
type Given = (Order, Option<Side>, u64, Vec<Event>);

fn given(session: &Session) -> impl Iterator<Item = Given> {
    let entries = session.past.iter().enumerate();
    entries.map(|(n, entry)| (entry.order.clone(), entry.by, session.hash_after(n), entry.events.clone()))
}

impl Trial<'_> {
    /// Everything that must hold after every order. Checks that take as long as the whole game so far are made less and less often, so that all of
    /// them together take only a few times as long as the game.
    pub(super) fn course(&mut self, orders: usize) -> Law {
        self.there_and_back()?;
        self.another_moment()?;
        if self.bot.below(orders + 1) == 0 {
            self.all_the_way()?;
        }
        let in_a_decision = snapshot(&mut self.world).is_interrupted();
        self.decisions += usize::from(in_a_decision);
        if self.bot.below(orders + 1) == 0 || in_a_decision && self.bot.below(self.decisions) < 2 {
            self.resume()?;
        }
        Ok(())
    }

    /// Undoing and redoing some orders leads to the same position, past and events.
    fn there_and_back(&mut self) -> Law {
        let most = if self.bot.below(16) == 0 { 24 } else { 3 };
        let wanted = 1 + self.bot.below(most);
        let end = snapshot(&mut self.world);
        let back = self.take_back(wanted)?;
        self.checks.taken_back += back as u64;
        self.do_again(back)?;
        if snapshot(&mut self.world) == end { Ok(()) } else { Err(format!("taking {back} orders back and doing them again leads to another position")) }
    }

    /// The same with all orders that can be taken back: those of a single player back to the opening, those of two up to a barrier.
    pub(super) fn all_the_way(&mut self) -> Law {
        let end = snapshot(&mut self.world);
        let back = self.take_back(usize::MAX)?;
        self.checks.all_the_way += 1;
        self.do_again(back)?;
        if snapshot(&mut self.world) == end { Ok(()) } else { Err("taking everything back and doing it again leads to another position".into()) }
    }

    /// Undoes orders, as many as wanted or as possible; returns how many. Every position met again must have the hash it had.
    fn take_back(&mut self, wanted: usize) -> Result<usize, String> {
        let mut back = 0;
        while back < wanted && !self.world.resource::<Session>().past.is_empty() {
            let session = self.world.resource::<Session>();
            let (barrier, left) = (session.barrier(), session.past.len());
            let last = session.past[left - 1].order.clone();
            match (play::undo(&mut self.world), barrier) {
                (Err(why), Some(barrier)) if why == barrier && self.world.resource::<Session>().players == Players::Two => return Ok(back),
                (Err(why), _) => return Err(format!("order {left} cannot be taken back: {why}")),
                (Ok(()), Some(barrier)) => return Err(format!("order {left} was taken back, but {barrier}")),
                (Ok(()), None) => {}
            }
            back += 1;
            let session = self.world.resource::<Session>();
            if session.past.len() != left - 1 || session.future.last() != Some(&last) {
                return Err(format!("order {left} was taken back, but the session says otherwise"));
            }
            if session.hash() != self.hashes[left - 1] || play::hash(&mut self.world) != self.hashes[left - 1] {
                return Err(format!("taking order {left} back leads to another position"));
            }
        }
        Ok(back)
    }

    /// Redoes orders that were undone.
    fn do_again(&mut self, orders: usize) -> Law {
        for _ in 0..orders {
            let number = self.world.resource::<Session>().past.len() + 1;
            let events = play::redo(&mut self.world).map_err(|why| format!("order {number} cannot be done again: {why}"))?;
            let session = self.world.resource::<Session>();
            if session.past.len() != number || session.past[number - 1].events != events {
                return Err(format!("order {number} was done again, but the session says otherwise"));
            }
            if session.hash() != self.hashes[number] || play::hash(&mut self.world) != self.hashes[number] {
                return Err(format!("doing order {number} again leads to another position"));
            }
        }
        Ok(())
    }

    /// The snapshot of another moment can be restored, and then the current one; derived data and prompts follow.
    fn another_moment(&mut self) -> Law {
        let now = snapshot(&mut self.world);
        let asks = self.bot.below(4) == 0;
        let asked = asks.then(|| play::prompt(&mut self.world));
        let number = self.bot.below(self.hashes.len() - 1);
        let then = self.world.resource::<Session>().before(number).cloned().ok_or("the session has lost a position")?;
        if then.hash() != self.hashes[number] {
            return Err(format!("the position before order {} is not the one it was", number + 1));
        }
        self.put_back(&then)?;
        self.derived_data()?;
        self.put_back(&now)?;
        self.derived_data()?;
        self.checks.restored += 1;
        if asks && Some(play::prompt(&mut self.world)) != asked {
            return Err("restoring the position changes what is asked".into());
        }
        Ok(())
    }

    /// The journal so far, whatever was undone and redone, leads to the same game: position, past, and what can be redone.
    pub(super) fn resume(&mut self) -> Law {
        let back = match self.bot.below(3) {
            0 => 0,
            _ => 1 + self.bot.below(4),
        };
        let back = self.take_back(back)?;
        let again = self.bot.below(back + 1);
        self.do_again(again)?;
        let text = journal(self.world.resource());
        let mut played = play::replay("the journal", &text).map_err(|s| format!("the journal cannot be replayed: {}", s.fault))?;
        self.checks.resumed += 1;
        self.checks.in_a_decision += u64::from(snapshot(&mut self.world).is_interrupted());
        self.checks.left_to_redo += u64::from(again < back);
        self.same_game(&mut played.world)?;
        self.do_again(back - again)
    }

    /// Whether a game resumed is this one.
    fn same_game(&mut self, other: &mut World) -> Law {
        let differs = |what: &str| Err(format!("the game resumed differs: {what}"));
        if snapshot(&mut self.world) != snapshot(other) {
            return differs("another position");
        }
        if play::prompt(&mut self.world) != play::prompt(other) {
            return differs("something else is asked");
        }
        let (here, there) = (self.world.resource::<Session>(), other.resource::<Session>());
        if given(here).ne(given(there)) {
            return differs("another past");
        }
        if here.future != there.future {
            return differs("something else can be done again");
        }
        if here.barrier() != there.barrier() {
            return differs("something else bars the way back");
        }
        if journal(here) != journal(there) {
            return differs("another journal");
        }
        Ok(())
    }
}
