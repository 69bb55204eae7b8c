//! What goes into the game on the table and comes out of it, as messages: panels, keys and the pointer write what the player wants done, one system
//! makes the game do it, and whatever shows the results is told about them.

use super::{Showing, Tabletop};
use crate::board::Event;
use crate::client::desk::Desk;
use crate::games::Order;
use crate::play::Session;
use bevy::prelude::{Local, Message, MessageReader, MessageWriter, Res, ResMut};

/// What the player at the screen wants done.
#[derive(Message, Clone, PartialEq, Debug)]
pub enum PlayerOrder {
    /// An order; if there is a warning, it waits for confirmation.
    Give(Order),
    /// An order that was suggested, likewise.
    Take(Order),
    /// Several orders in a row, as one choice.
    GiveAll(Vec<Order>),
    /// Something several counters may each do, by its label, as one choice.
    GiveEach(String),
    /// The order waiting for confirmation.
    GiveAnyway,
    /// Takes the last choice back.
    Undo,
    /// Redoes it.
    Redo,
}

/// An order was carried out in view of the table's current viewer.
#[derive(Message, Clone, Debug)]
pub struct Happened {
    /// What it brought about. Not all of it may be visible: whatever shows it must respect the viewer's sight.
    pub events: Vec<Event>,
}

impl Tabletop {
    /// Records what the player wants done; it is done as soon as the panels of this frame are drawn. Pressing the same thing twice within a frame
    /// counts once.
    pub(crate) fn want(&mut self, order: PlayerOrder) {
        let again = matches!(order, PlayerOrder::Undo | PlayerOrder::Redo);
        if again || self.wanted.last() != Some(&order) {
            self.wanted.push(order);
        }
        self.version += 1; // what is drawn in this frame is out of date
    }
}

/// Sends off what was pressed in this frame.
pub(crate) fn send(mut desk: ResMut<Desk>, mut orders: MessageWriter<PlayerOrder>) {
    if let Some(table) = &mut desk.table {
        orders.write_batch(table.wanted.drain(..));
    }
}

/// Makes the game do what the player wants, or says why not.
pub(crate) fn carry_out(mut orders: MessageReader<PlayerOrder>, mut desk: ResMut<Desk>) {
    for order in orders.read() {
        let Desk { table: Some(table), view, .. } = &mut *desk else { continue };
        match order.clone() {
            PlayerOrder::Give(order) => table.give(order),
            PlayerOrder::Take(order) => table.take(order),
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

/// Reports what has happened since the last frame, whether caused by the person at the screen, a bot, or a step that passed by itself. What another
/// player must see first, or what is only being viewed again, is not reported.
pub(crate) fn tell(desk: Res<Desk>, mut told: Local<Option<(u64, usize)>>, mut happened: MessageWriter<Happened>) {
    let Some(table) = &desk.table else { return *told = None };
    let past = &table.world.resource::<Session>().past;
    let (game, orders) = (table.version >> 32, past.len());
    let before = told.replace((game, orders)).filter(|(before, _)| *before == game).map_or(orders, |(_, orders)| orders);
    if table.stage == Showing::Play && table.replay.is_none() {
        happened.write_batch(past.iter().skip(before).map(|entry| Happened { events: entry.events.clone() }));
    }
}

/// Starts moving counters along the paths an order sent them; after several orders at once, only the end is shown.
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
