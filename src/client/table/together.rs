//! What one press does: several orders in a row, each through the one door, and taken back together. Also the steps that pass by themselves.

use super::{Notice, Showing, Tabletop, fan};
use crate::board::{Choice, Fact, Hex, Offer, Place, Role, Side, Status, Target, UnitId};
use crate::games::Order;
use crate::play::{self, CannotUndo, Seen, Session};
use bevy_ecs::prelude::World;
use std::collections::BTreeSet;

/// Which orders of the game belonged to one choice.
#[derive(Default)]
pub(super) struct ChoicesMade {
    /// From the first order to just after the last, each range after the one before.
    made: Vec<(usize, usize)>,
    /// How many orders there were when the game was put on the table.
    began: usize,
}

impl ChoicesMade {
    /// Empty, in a game with this many orders.
    pub(super) fn since(began: usize) -> ChoicesMade {
        ChoicesMade { made: Vec::new(), began }
    }

    /// Records that the orders in this range were one choice.
    fn record(&mut self, from: usize, to: usize) {
        self.made.retain(|made| made.1 <= from);
        if to > from + 1 {
            self.made.push((from, to));
        }
    }

    /// Records that the orders in this range follow from the previous choice.
    fn extend(&mut self, from: usize, to: usize) {
        let first = self.made.iter().find(|made| made.1 == from).map_or(from.saturating_sub(1), |made| made.0);
        self.record(first, to);
    }

    /// How many orders there were before the last choice, in a game that now has this many.
    fn before(&self, orders: usize) -> usize {
        self.made.iter().find(|made| made.0 < orders && orders <= made.1).map_or(orders.saturating_sub(1), |made| made.0)
    }

    /// How many orders there are after the next choice that was taken back.
    fn after(&self, orders: usize) -> usize {
        self.made.iter().find(|made| made.0 <= orders && orders < made.1).map_or(orders + 1, |made| made.1)
    }
}

/// The most steps that are skipped in a row.
const PASSED: usize = 40;

impl Tabletop {
    fn orders_given(&self) -> usize {
        self.world.resource::<Session>().past.len()
    }

    /// Gives an order, and whatever belongs to the same choice: naming a hex to attack adds every unit that helps, or whom Steady would commit if the
    /// attack was suggested.
    pub(super) fn carry_out(&mut self, order: Order) {
        let (from, planned) = (self.orders_given(), self.plans());
        let plan = order.role() == Role::Plan;
        let advised = self.advised.take().as_ref() == Some(&order);
        self.give_one(order);
        self.begun_together = plan && matches!(self.stage, Showing::Curtain(_));
        // A lesson names every counter itself.
        if !planned && self.plans() && self.lesson.is_none() {
            let force = if advised { self.advised_force() } else { self.best_force() };
            self.take_along(force);
        }
        self.choices_made.record(from, self.orders_given());
    }

    /// Adds units to what is planned.
    fn take_along(&mut self, force: Vec<Order>) {
        for order in force {
            self.give_one(order);
        }
    }

    /// Makes what a player began at the shared table and continues alone one choice, once that player has seen what happened in the meantime.
    pub(super) fn go_on_alone(&mut self) {
        let from = self.orders_given();
        if self.begun_together && self.plans() {
            self.begun_together = false;
            let force = self.best_force();
            self.take_along(force);
            self.choices_made.extend(from, self.orders_given());
        }
    }

    /// Gives one order; returns whether it was accepted.
    fn give_one(&mut self, order: Order) -> bool {
        self.notice = None;
        match play::submit(&mut self.world, order) {
            Ok(_) => {
                self.after_order();
                self.lesson_follows();
            }
            Err(illegal) => {
                self.notice = Some(Notice::Refused(illegal));
                self.version += 1;
            }
        }
        self.notice.is_none()
    }

    /// Gives orders in a row as one choice, as long as they are accepted.
    pub fn give_all(&mut self, orders: Vec<Order>) {
        let from = self.orders_given();
        for order in orders {
            if !self.may_answer() || !self.give_one(order) {
                break;
            }
        }
        self.choices_made.record(from, self.orders_given());
    }

    /// Has several counters each do the same thing, as one choice.
    pub fn give_each(&mut self, label: &str) {
        let (from, mut done) = (self.orders_given(), BTreeSet::new());
        while self.may_answer() {
            let open = self.each().into_iter().filter(|choice| choice.label == label);
            let next = open
                .filter_map(|choice| if let Target::Unit(unit) = choice.on { Some((unit, choice.order)) } else { None })
                .find(|(unit, _)| !done.contains(unit));
            let Some((unit, order)) = next else { break };
            done.insert(unit);
            if !self.give_one(order) {
                break;
            }
        }
        self.choices_made.record(from, self.orders_given());
    }

    /// What each of several counters may do in turn.
    pub fn each(&self) -> Vec<Choice<Order>> {
        self.choices().filter(|choice| choice.order.role() == Role::Each).cloned().collect()
    }

    /// Has the selected counters do the same thing one after another, as one choice.
    pub(super) fn give_in_turn(&mut self, on: Target, label: &str) {
        let (from, units) = (self.orders_given(), self.selection.clone());
        for unit in units {
            if !self.may_answer() {
                break;
            }
            let same = |choice: &Choice<Order>| choice.on == on && choice.label == label;
            let Some(choice) = play::offer(&mut self.world, &[unit]).choices.into_iter().find(same) else { continue };
            if !self.give_one(choice.order) {
                break;
            }
        }
        self.choices_made.record(from, self.orders_given());
    }

    /// Asks what the selected counters may do: together, or else what each of them may do alone, one after another.
    pub(super) fn renew_offer(&mut self) {
        self.promise = None;
        self.considered = None;
        self.in_turn = false;
        self.offer = if self.selection.is_empty() || !self.may_answer() { Offer::default() } else { play::offer(&mut self.world, &self.selection) };
        if self.selection.len() > 1 && self.offer.choices.is_empty() {
            let common = self.common_choices();
            self.in_turn = !common.is_empty();
            if self.in_turn {
                self.offer = Offer { choices: common, blocked: Vec::new() };
            }
        }
        self.version += 1;
    }

    /// The hexes to which each selected counter may go alone and which have room for all of them.
    fn common_choices(&mut self) -> Vec<Choice<Order>> {
        let (units, (side, _)) = (self.selection.clone(), self.eyes());
        let mut common: Option<Vec<Choice<Order>>> = None;
        for unit in &units {
            let own = play::offer(&mut self.world, &[*unit]).choices;
            common = Some(match common {
                None => own.into_iter().filter(|choice| matches!(choice.on, Target::Hex(_))).collect(),
                Some(mut before) => {
                    before.retain(|choice| own.iter().any(|other| (other.on, &other.label) == (choice.on, &choice.label)));
                    before
                }
            });
        }
        let mut common = common.unwrap_or_default();
        common.retain(|choice| {
            let Target::Hex(hex) = choice.on else { return false };
            let coming = units.iter().filter(|unit| self.place_of(**unit) != Some(Place::Map(hex))).count();
            play::stack_load(&mut self.world, side, hex).is_none_or(|(used, limit)| usize::from(used) + coming <= usize::from(limit))
        });
        common
    }

    /// Selects counters; if they can do nothing together, nor one after another, only the last of them is selected.
    pub fn select(&mut self, units: Vec<UnitId>) {
        let units = self.lesson_picks(&units).map_or(units, |unit| vec![unit]);
        self.notice = None;
        self.warned = None;
        self.selection = units;
        self.renew_offer();
        if self.selection.len() > 1 && self.offer.choices.is_empty() {
            self.selection = self.selection.split_off(self.selection.len() - 1);
            self.renew_offer();
        }
    }

    /// Who has won, once the game is over.
    pub fn outcome(&self) -> Option<String> {
        let over = self.sight.clock.over?;
        let winner = over.winner.map(|side| format!("The {} player wins.", self.rules().book.sides[side.at()]));
        Some(winner.unwrap_or_else(|| "The game is a draw.".to_owned()))
    }

    /// The state of a counter, if the viewer knows it.
    pub fn status_of(&self, unit: UnitId) -> Option<Status> {
        let mut seen = self.sight.stacks.values().chain(self.sight.boxes.values()).flatten();
        seen.find_map(|seen| if let Seen::Known(known, status) = seen { (*known == unit).then_some(*status) } else { None })
    }

    /// Adds a counter to the selection or removes it.
    pub fn add_or_drop(&mut self, unit: UnitId) {
        match self.selection.iter().position(|u| *u == unit) {
            Some(at) => drop(self.selection.remove(at)),
            None => self.selection.push(unit),
        }
        self.renew_offer();
    }

    /// Skips steps in which the player can only end them, but not before somebody has done something since the game was opened. A player who shares
    /// the screen in secret is never skipped before having done something: the screen would be handed back unseen.
    pub fn pass_empty_steps(&mut self) {
        for _ in 0..PASSED {
            let own = self.world.resource::<Session>().past.last().is_some_and(|entry| entry.by == Some(self.seat));
            let from = self.orders_given();
            let Some(order) = self
                .nothing_but_an_end()
                .filter(|_| self.passes && self.lesson.is_none() && from > self.choices_made.began && (own || !self.is_shared_in_secret()))
            else {
                return;
            };
            if !self.give_one(order) {
                return;
            }
            self.choices_made.extend(from, self.orders_given());
        }
    }

    /// The order that ends the step, if nothing else can be done in it.
    fn nothing_but_an_end(&self) -> Option<Order> {
        let [only] = self.prompt.buttons.as_slice() else { return None };
        let ends = only.on == Target::Button && only.order.role() == Role::End && !self.needs_confirmation.contains(&only.order);
        // At a shared table nobody sees all that could be done.
        let idle = !(self.look_together() && self.prompt.kept.is_some())
            && self.prompt.actors.is_empty()
            && self.preview.is_none()
            && self.prompt.at.is_none()
            && self.sight.clock.turn > 0;
        (ends && idle && self.may_answer() && self.warned.is_none()).then(|| only.order.clone())
    }

    /// The counters that have been moved since the step began.
    pub fn moved_in_step(&self) -> BTreeSet<UnitId> {
        let mut moved = BTreeSet::new();
        for entry in self.world.resource::<Session>().past.iter().rev() {
            for event in entry.events.iter().rev() {
                match &event.fact {
                    Fact::Moved { unit, .. } => drop(moved.insert(*unit)),
                    Fact::StepBegan { .. } => return moved,
                    _ => {}
                }
            }
        }
        moved
    }

    /// What ending the step would give up, in words; `None` if nothing is worth asking about.
    pub fn given_up(&mut self) -> Option<String> {
        // The end of a set-up is closed until everybody is placed, and who declines something in a battle has said so.
        if self.sight.clock.turn == 0 || self.prompt.at.is_some() {
            return None;
        }
        let (moved, mut moves, mut acts) = (self.moved_in_step(), 0, 0);
        for unit in self.prompt.actors.clone() {
            if moved.contains(&unit) {
                continue;
            }
            let choices = play::offer(&mut self.world, &[unit]).choices;
            if choices.iter().any(|choice| choice.cost.is_some()) {
                moves += 1;
            } else if choices.iter().any(|choice| matches!(choice.on, Target::Hex(_)) || choice.order.role() == Role::Act) {
                acts += 1;
            }
        }
        if moves > 0 {
            acts = 0; // what those can do who cannot move is no reason to stay
        }
        let mut targets: Vec<Target> = self.prompt.buttons.iter().filter(|choice| choice.order.role() == Role::Plan).map(|choice| choice.on).collect();
        targets.sort_unstable();
        targets.dedup();
        let each = self.each().len();
        let many = |n: usize, one: &str, more: &str| (n > 0).then(|| if n == 1 { format!("1 {one}") } else { format!("{n} {more}") });
        let parts: Vec<String> = [
            many(moves, "unit can still move", "units can still move"),
            many(acts + each, "unit can still act", "units can still act"),
            many(targets.len(), "hex can still be attacked", "hexes can still be attacked"),
        ]
        .into_iter()
        .flatten()
        .collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Finds out whether the selected units would be out of supply where they may go, as far as their player knows.
    pub(super) fn look_for_supply(&mut self, hex: Hex) {
        let asked = self.cut_off.is_some_and(|(version, known, _)| (version, known) == (self.version, hex));
        let goes = || self.offer.choices.iter().any(|choice| choice.on == Target::Hex(hex) && choice.cost.is_some());
        if asked || !goes() {
            return;
        }
        let (side, _) = self.eyes();
        // Who is cut off where he stands needs no warning.
        let cut = |world: &mut World, unit: UnitId| play::supply_line(world, unit).is_some_and(|trace| trace.cut.is_some());
        let units = self.selection.clone();
        let cut = units.into_iter().any(|unit| !cut(&mut self.world, unit) && self.known(side).is_cut_off_in(unit, hex));
        self.cut_off = Some((self.version, hex, cut));
    }

    /// The world as a side knows it, for trying things out without giving orders.
    pub(super) fn known(&mut self, side: Side) -> &mut play::Imagined {
        let known = match self.known.take() {
            Some((version, known)) if version == self.version && known.side() == side => known,
            Some((_, mut known)) => {
                known.renew_known(&mut self.world, side);
                known
            }
            None => play::known_world(&mut self.world, side),
        };
        &mut self.known.insert((self.version, known)).1
    }

    /// Whether the selected units would be out of supply in the hex under the pointer.
    pub fn is_cut_off_in(&self, hex: Hex) -> bool {
        self.cut_off.is_some_and(|(version, known, cut)| cut && (version, known) == (self.version, hex))
    }

    /// Why the person at the screen cannot take the last order back. If it was the other side's, the reason reveals nothing about it.
    pub fn cannot_undo(&self) -> Option<String> {
        let session = self.world.resource::<Session>();
        let own = !self.must_wait() && !self.bot_decides() && session.past.last().is_some_and(|entry| entry.by == Some(self.seat));
        if !self.is_solo() && !own {
            return Some("you have nothing to take back".to_owned());
        }
        session.barrier().map(|why| match why {
            CannotUndo::Nothing => why.to_string(),
            _ => format!("the last order cannot be taken back: {why}"),
        })
    }

    /// Whether something that was taken back can be redone.
    pub fn can_redo(&self) -> bool {
        self.replay.is_none() && !self.must_wait() && !self.bot_decides() && !self.world.resource::<Session>().future.is_empty()
    }

    /// Takes the last choice back, or as much of it as possible, or says why not.
    pub fn undo(&mut self) {
        if self.replay.is_some() || self.stage != Showing::Play {
            return;
        }
        if self.lesson.is_some() {
            return self.lesson_back();
        }
        let orders = self.orders_given();
        let (before, mut barred) = (self.choices_made.before(orders), None);
        while self.orders_given() > before && barred.is_none() {
            barred = self.cannot_undo().or_else(|| play::undo(&mut self.world).err().map(|why| why.to_string()));
        }
        // Where something could be taken back, the player sees what is left.
        self.notice = barred.filter(|_| self.orders_given() == orders).map(|why| Notice::Said(format!("{}.", fan::capital(&why))));
        self.selection.clear();
        self.recent.clear();
        self.fought = None;
        self.chronicle.follow(&mut self.world);
        let together = self.look_together();
        self.prompt = play::prompt(&mut self.world);
        if together && self.hands_over() {
            self.stage = Showing::Curtain(self.seat); // back to what he was asked alone
        }
        self.show_anew();
    }

    /// Redoes what was taken back.
    pub fn redo(&mut self) {
        if self.replay.is_some() || self.stage != Showing::Play {
            return;
        }
        let mut done = false;
        let after = self.choices_made.after(self.orders_given());
        while self.orders_given() < after && self.can_redo() && play::redo(&mut self.world).is_ok() {
            self.after_order();
            done = true;
        }
        if !done {
            self.notice = Some(Notice::Said("There is nothing to redo.".into()));
            self.version += 1;
        }
    }
}
