//! What goes in and what comes out of the game on the table, as messages: panels, keys and the pointer write what the player wants done, one system has
//! the game do it, and what orders made happen is told to whatever shows it.

use super::{Showing, Tabletop};
use crate::board::Event;
use crate::client::desk::Desk;
use crate::games::Order;
use crate::play::Session;
use bevy::prelude::{Local, Message, MessageReader, MessageWriter, Res, ResMut};

/// What the player at the screen wants done.
#[derive(Message, Clone, PartialEq, Debug)]
pub enum PlayerOrder {
    /// An order; if there is something to hear first, it waits for a second word.
    Give(Order),
    /// Orders one after another, as one choice.
    GiveAll(Vec<Order>),
    /// What each of several counters may do, by its words, as one choice.
    GiveEach(String),
    /// The order that waits for a second word.
    GiveAnyway,
    /// Takes the last choice back.
    Undo,
    /// Does it again.
    Redo,
}

/// An order was carried out before the eyes of whoever looks at the table.
#[derive(Message, Clone, Debug)]
pub struct Happened {
    /// What it made happen. Not all of it need be seen: what shows it goes by the sight of the viewer.
    pub events: Vec<Event>,
}

impl Tabletop {
    /// The player wants something done: it is as soon as the panels of this frame are drawn. Pressing the same twice within a frame means it once.
    pub(crate) fn want(&mut self, order: PlayerOrder) {
        let again = matches!(order, PlayerOrder::Undo | PlayerOrder::Redo);
        if again || self.wanted.last() != Some(&order) {
            self.wanted.push(order);
        }
        self.version += 1; // what is drawn in this frame is out of date
    }
}

/// What was pressed in this frame is sent off.
pub(crate) fn send(mut desk: ResMut<Desk>, mut orders: MessageWriter<PlayerOrder>) {
    if let Some(table) = &mut desk.table {
        orders.write_batch(table.wanted.drain(..));
    }
}

/// The game does what the player wants, or says why not.
pub(crate) fn carry_out(mut orders: MessageReader<PlayerOrder>, mut desk: ResMut<Desk>) {
    for order in orders.read() {
        let Desk { table: Some(table), view, .. } = &mut *desk else { continue };
        match order.clone() {
            PlayerOrder::Give(order) => table.give(order),
            PlayerOrder::GiveAll(orders) => table.give_all(orders),
            PlayerOrder::GiveEach(label) => table.give_each(&label),
            PlayerOrder::GiveAnyway => table.give_anyway(),
            PlayerOrder::Undo => {
                view.motion.end();
                table.undo();
            }
            PlayerOrder::Redo => table.redo(),
        }
    }
}

/// Tells what has happened since the last frame, by whomever: the person at the screen, a bot, a step that passed by itself. What somebody else is to
/// hear first, or what is only looked at again, is not told.
pub(crate) fn tell(desk: Res<Desk>, mut told: Local<Option<(u64, usize)>>, mut happened: MessageWriter<Happened>) {
    let Some(table) = &desk.table else { return *told = None };
    let past = &table.world.resource::<Session>().past;
    let (game, orders) = (table.version >> 32, past.len());
    let before = told.replace((game, orders)).filter(|(before, _)| *before == game).map_or(orders, |(_, orders)| orders);
    if table.stage == Showing::Play && table.replay.is_none() {
        happened.write_batch(past.iter().skip(before).map(|entry| Happened { events: entry.events.clone() }));
    }
}

/// Counters set out on the ways that an order sent them; of several orders at once only the end is seen.
pub(crate) fn set_out(mut happened: MessageReader<Happened>, mut desk: ResMut<Desk>) {
    let orders: Vec<&Happened> = happened.read().collect();
    let Desk { table: Some(table), view, settings, .. } = &mut *desk else { return };
    if !orders.is_empty() {
        view.motion.end();
    }
    if let [order] = orders[..] {
        view.motion.set_out(table, &view.faces, &order.events, settings.motion);
    }
}
