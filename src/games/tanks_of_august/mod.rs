//! Tanks of August: Georgia 2008. The rulebook's table of contents:
//!
//! | chapter | file |
//! |---|---|
//! | 4 Setting up | [`setup`] |
//! | 5 The course of a turn | [`sequence`] |
//! | 7 Sharing a hex | [`stacking`] |
//! | 8 Moving | [`movement`] |
//! | 9 Zones of control | [`zoc`] |
//! | 10.0 What may be seen | [`fog`] |

mod fog;
mod movement;
mod orders;
mod prompt;
mod sequence;
mod setup;
mod stacking;
mod tables;
mod zoc;

pub use orders::{Count, Decision, Holding, Mark, Optional, Order, Segment};
pub use tables::Charts;

use super::{Game, Order as AnyOrder, Rules, Title};
use crate::board::read::{Faults, Node, Reading};
use crate::board::{Clock, Control, Decisions, Dice, Files, Frame, Illegal, Loading, Offer, Prompt, Remember, Rulebook, Side, Start, UnitId, lay_out};
use bevy_ecs::prelude::{In, IntoSystem, World};
use std::sync::Arc;

/// The Georgian player, who moves first.
pub const GEORGIAN: Side = Side(0);
/// The Russian player: regulars, South Ossetians and Abkhaz.
pub const RUSSIAN: Side = Side(1);

/// The game on the shelf.
pub struct TanksOfAugust;

/// Runs a rule system.
fn run<I: 'static, O: 'static, M>(world: &mut World, rule: impl IntoSystem<In<I>, O, M> + 'static, input: I) -> O {
    world.run_system_cached_with(rule, input).expect("a rule asks only for what `begin` installed")
}

impl Game for TanksOfAugust {
    fn load(&self, files: &Files) -> Result<Rules, Faults> {
        let mut loading = Loading::new(files);
        let rules =
            tables::read(&mut loading).map(|(book, charts)| Rules { title: Title::TanksOfAugust, book: Rulebook(Arc::new(book)), charts: Arc::new(charts) });
        loading.done(rules)
    }

    fn begin(&self, world: &mut World, rules: &Rules, start: &Start) {
        let control = vec![Control::default(); rules.book.ground.grid.len()];
        lay_out(world, &rules.book, Dice::seeded(start.seed), control);
        world.insert_resource(start.clone());
        world.insert_resource(Decisions::<Decision>::default());
        world.insert_resource(Remember::of::<Decision>());
        self.swap(world, rules);
        run(world, setup::deal, ());
    }

    fn swap(&self, world: &mut World, rules: &Rules) {
        let charts = rules.charts.downcast_ref::<Charts>().expect("these are the tables of this game");
        let deployment = setup::Deployment::new(&rules.book, charts, world.resource::<Start>());
        world.insert_resource(deployment);
        world.insert_resource(charts.clone());
        world.insert_resource(rules.book.clone());
        world.insert_resource(crate::board::Map(rules.book.ground.clone()));
        world.resource_mut::<crate::board::Layers>().spoil();
    }

    fn apply(&self, world: &mut World, order: &AnyOrder) -> Result<(), Illegal> {
        let AnyOrder::TanksOfAugust(order) = order;
        if world.resource::<Clock>().over.is_some() {
            return Err(Illegal::new("TOA-3.2.d", "the game is over"));
        }
        if !matches!(order, Order::RemoveExcess { .. }) && !world.resource::<Decisions<Decision>>().0.is_empty() {
            return Err(Illegal::new("TOA-7.1.a", "first take away what is too much"));
        }
        match order.clone() {
            Order::Place { unit, hex } => run(world, setup::place, (unit, hex)),
            Order::Ready => run(world, setup::ready, ()),
            Order::Move { unit, path } => run(world, movement::move_stack, (vec![unit], path)),
            Order::MoveStack { units, path } => run(world, movement::move_stack, (units, path)),
            Order::PutOnTop { unit } => run(world, fog::put_on_top, unit),
            Order::RemoveExcess { unit } => run(world, stacking::remove_excess, unit),
            Order::EndSegment => run(world, sequence::end_segment, ()),
        }
    }

    fn settle(&self, world: &mut World) {
        run(world, sequence::settle, ());
    }

    fn decider(&self, world: &mut World) -> Option<Side> {
        let clock = *world.resource::<Clock>();
        let open = world.resource::<Decisions<Decision>>().0.last().map(Frame::side);
        let step = world.resource::<Rulebook>().sequence.steps[usize::from(clock.at)].side;
        open.or(step).filter(|_| clock.over.is_none())
    }

    fn prompt(&self, world: &mut World) -> Prompt<AnyOrder> {
        run(world, prompt::prompt, ()).map(AnyOrder::TanksOfAugust)
    }

    fn offer(&self, world: &mut World, units: &[UnitId]) -> Offer<AnyOrder> {
        run(world, prompt::offer, units.to_vec()).map(AnyOrder::TanksOfAugust)
    }

    fn known_to(&self, world: &mut World, side: Side) -> Vec<bool> {
        run(world, fog::known_to, side)
    }

    fn layers_hold(&self, world: &mut World) -> bool {
        run(world, zoc::holds, ())
    }

    fn read_order(&self, reading: &Reading<'_>, node: &Node<'_>) -> Option<AnyOrder> {
        reading.value(node).map(AnyOrder::TanksOfAugust)
    }
}
