//! The Ford: four counters and a dozen rules, to show how a game is added. It is on the shelf of the tests only.
//!
//! | what | where |
//! |---|---|
//! | the tables, as a designer writes them | `rules/` |
//! | scenery that no rule reads | `assets/` |
//! | what players may order, and the decision that interrupts a turn | [`orders`] |
//! | the names and numbers that the rules ask of the tables | [`tables`] |
//! | 2 Setting up, 3 The turn, 6 Winning | [`sequence`] |
//! | 4 Moving, 5 Fighting | [`units`] |
//! | what may be ordered now | [`prompt`] |
//! | a position, orders, and what must follow, for every rule | `situations/` |
//!
//! This file hands all of that to the program. Two lines in `src/games/mod.rs` declare the module and put the game on the shelf; nothing else
//! knows of it, and it is saved, replayed, taken back, checked, measured and played by bots like every other. It stands on the bare board; a larger
//! game finds what most games need (odds, planned attacks, walking, set-up, its `Table`) in `src/games/kit`.

mod orders;
mod prompt;
mod sequence;
mod tables;
mod tests;
mod units;

pub(crate) use orders::Order;

use super::{Game, List, Order as AnyOrder, Rules, Title, gate, install, run};
use crate::board::paths::Trace;
use crate::board::read::{Faults, Node, Reading};
use crate::board::{Atom, Board, Control, Files, Illegal, Preview, Rulebook, Side, Start, UnitId, lay_out};
use bevy_ecs::prelude::{Res, World};
use bevy_ecs::system::SystemParam;
use orders::Decision;
use tables::Charts;

/// Moves first.
const BLUE: Side = Side(0);
/// Moves second.
const RED: Side = Side(1);

/// The game on the shelf.
pub(crate) struct TheFord;

/// What every rule has at hand.
#[derive(SystemParam)]
pub(crate) struct Table<'w, 's> {
    board: Board<'w, 's>,
    charts: Res<'w, Charts>,
    book: Res<'w, Rulebook>,
    start: Res<'w, Start>,
}

impl Game for TheFord {
    fn load(&self, files: &Files) -> Result<Rules, Faults> {
        super::load(Title::TheFord, files, tables::read)
    }

    fn begin(&self, world: &mut World, rules: &Rules, start: &Start) {
        let mut control = vec![Control::default(); rules.book.ground.grid.len()];
        let charts = rules.own::<Charts>();
        control[charts.village.at()].side = charts.holder(&rules.book, start); // [2.0.b]
        lay_out(world, &rules.book, start, control);
        self.swap(world, rules);
        run(world, sequence::deal, ());
    }

    fn swap(&self, world: &mut World, rules: &Rules) {
        install(world, rules, rules.own::<Charts>());
    }

    fn course_of_play(&self) -> Atom {
        Atom("FRD-3.0.a")
    }

    fn asks_in_public(&self) -> bool {
        true
    }

    fn apply(&self, world: &mut World, order: &AnyOrder) -> Result<(), Illegal> {
        let AnyOrder::TheFord(order) = order else { return Err(Illegal::new("FRD-3.0.a", "this is an order of another game")) };
        gate(world, "FRD-6.0.a", |open| match open {
            Decision::Flanks { .. } => (matches!(order, Order::Flank { .. }), "an attack is under way: first each side chooses its flank"),
            Decision::Retreat { .. } => (matches!(order, Order::Retreat { .. }), "a unit is driven out: first its owner says where it retreats"),
        })?;
        match *order {
            Order::Move { unit, to } => run(world, units::go, (unit, to)),
            Order::Attack { unit, hex } => run(world, units::attack, (unit, hex)),
            Order::Flank { left } => run(world, units::flank, left),
            Order::Retreat { to } => run(world, units::retreat, to),
            Order::EndMoves => run(world, sequence::end_moves, ()),
            Order::Concede => run(world, sequence::concede, ()),
        }
    }

    fn settle(&self, world: &mut World) {
        run(world, sequence::settle, ());
    }

    fn decider(&self, world: &mut World) -> Option<Side> {
        super::decider(world)
    }

    fn prompt(&self, world: &mut World, list: &mut List) {
        run(world, prompt::prompt, list);
    }

    fn offer(&self, world: &mut World, units: &[UnitId], list: &mut List) {
        run(world, prompt::offer, (list, units));
    }

    fn preview(&self, _: &mut World, _: Side) -> Option<Preview> {
        None // an attack is one click, so none is ever under construction
    }

    fn supply_line(&self, _: &mut World, _: UnitId) -> Option<Trace> {
        None
    }

    fn heuristic_scores(&self, world: &mut World, _: Side, orders: Vec<AnyOrder>) -> Vec<i32> {
        let own = |order| if let AnyOrder::TheFord(order) = order { Some(order) } else { None };
        run(world, prompt::scores, orders.into_iter().filter_map(own).collect())
    }

    fn known_to(&self, world: &mut World, _: Side) -> Vec<bool> {
        vec![true; world.resource::<Rulebook>().units.len()]
    }

    fn layers_hold(&self, _: &mut World) -> bool {
        true // there are none
    }

    fn is_ground(&self, _: &World, _: UnitId) -> bool {
        true
    }

    fn read_order(&self, reading: &Reading<'_>, node: &Node<'_>) -> Option<AnyOrder> {
        reading.value(node).map(AnyOrder::TheFord)
    }
}
