//! Putin Strikes. The rulebook's table of contents:
//!
//! | chapter | file |
//! |---|---|
//! | 3 Setting up | [`setup`], the new divisions: [`divisions`]; control of hexes: [`control`] |
//! | 4 Winning the war | [`victory`] |
//! | 5 The course of a turn | [`sequence`] |
//! | 6 Sharing a hex | [`stacking`] |
//! | 7 Actions and disruption | [`actions`] |
//! | 8 Moving | [`movement`]; who is near, where airpower reaches: [`layers`] |
//! | 9 Air assault | [`air_assault`] |
//! | 10 Attacking and defending | [`combat`] |
//! | 11 Airpower | [`airpower`] |
//! | 12 Replacements and reinforcements | [`replacements`], [`reinforcements`] |
//! | 13 Nuclear attacks | [`nuclear`] |
//!
//! Orders that a player must confirm first: [`warnings`].

mod actions;
mod advice;
mod air_assault;
mod airpower;
mod census;
mod charts;
mod combat;
mod control;
mod divisions;
mod layers;
mod movement;
mod nuclear;
mod orders;
mod prompt;
mod reinforcements;
mod replacements;
mod sequence;
mod setup;
mod stacking;
mod table;
mod tables;
mod victory;
mod warnings;

pub(crate) use orders::{Decision, Track};
pub use orders::{Optional, Order};
pub use tables::Charts;

use super::kit::{self, answers};
use super::{Ahead, Game, Order as AnyOrder, Rules, gate, run};
use crate::board::{Atom, Clock, Decisions, Illegal, Ledger, Pending, Rulebook, Side, Start, UnitId, lay_out};
use bevy_ecs::prelude::World;
use orders::Segment;

/// The Russian player, who acts first.
pub const RUSSIAN: Side = Side(0);
/// The Allied player: everybody else.
pub const ALLIED: Side = Side(1);

/// The game on the shelf.
pub struct PutinStrikes;

/// Whether an order answers an open decision, and what any other order is told.
fn asks(open: &Decision, order: &Order) -> (bool, &'static str) {
    use Order::*;
    match open {
        Decision::Force(_) => {
            (matches!(order, Onward { .. } | DropOff { .. } | Halt | Drop), "one action at a time: the march must be finished or canceled first")
        }
        Decision::Strike => {
            (matches!(order, Strike { .. } | Drop), "one action at a time: the target of the nuclear attack must be chosen, or the attack canceled, first")
        }
        Decision::Excess { .. } => (matches!(order, RemoveExcess { .. }), "units in excess of the stacking limit must be eliminated first"),
        Decision::Attack(_) => (
            matches!(
                order,
                Join { .. } | Leave { .. } | CallVostok | SpareVostok | Commit | Drop | Support { .. } | NoSupport | Lose { .. } | Advance { .. } | EndAdvance
            ),
            "one action at a time: the attack under way must be finished first",
        ),
    }
}

/// Where the program may look ahead to.
const AHEAD: Ahead = Ahead { moves: &[Segment::Actions.id()], attacks: &[Segment::Actions.id()], spent: &[], to_act: Some(Track::ToAct.id()) };

impl Game for PutinStrikes {
    answers!(PutinStrikes {
        settle: sequence::settle,
        prompt: prompt::prompt,
        offer: prompt::offer,
        preview: combat::odds::preview,
        suppose: crate::games::kit::suppose::<PutinStrikes>,
        standing: victory::standing,
        stack_load: stacking::fullness,
        range: airpower::range,
        alternation: actions::alternation,
        air_cover: airpower::air_cover,
        warning: warnings::warning,
        heuristic_scores: advice::heuristic_scores,
        layers_hold: layers::hold,
    });

    fn begin(&self, world: &mut World, rules: &Rules, start: &Start) {
        lay_out(world, &rules.book, start, tables::control_at_start(&rules.book, rules.own::<Charts>()));
        self.swap(world, rules);
        run(world, setup::deal, ());
    }

    fn result_in_words(&self, result: &str) -> Option<String> {
        kit::losses_in_words(result, "unit")
    }

    fn ahead(&self) -> Ahead {
        AHEAD
    }

    fn course_of_play(&self) -> Atom {
        Atom("PS-5.2.a")
    }

    fn apply(&self, world: &mut World, order: &AnyOrder) -> Result<(), Illegal> {
        let AnyOrder::PutinStrikes(order) = order else { return Err(Illegal::new(self.course_of_play().0, "this is an order of another game")) };
        gate::<Decision>(world, "PS-4.3.b", |open| asks(open, order))?;
        match order.clone() {
            Order::Raise { unit } => run(world, divisions::raise, unit),
            Order::Cadre { unit } => run(world, divisions::give, unit),
            Order::TakeBack { unit } => run(world, setup::take_back, unit),
            Order::Place { unit, hex } => run(world, setup::place, (unit, hex)),
            Order::PlaceRest => run(world, setup::place_rest, ()),
            Order::Ready => run(world, setup::ready, ()),
            Order::Announce { locales } => run(world, setup::announce, locales),
            Order::RollContingent => run(world, reinforcements::roll, ()),
            Order::Arrive { unit, hex } => run(world, replacements::arrive, (unit, hex)),
            Order::RollAir => run(world, airpower::roll, ()),
            Order::Move { units, by, path } => run(world, movement::move_force, (units, by, path)),
            Order::March { units, by } => run(world, movement::march, (units, by)),
            Order::Onward { path } => run(world, movement::onward, path),
            Order::DropOff { unit } => run(world, movement::drop_off, unit),
            Order::Halt => run(world, movement::halt, ()),
            Order::Declare { hex } => run(world, kit::declare::<PutinStrikes>, hex),
            Order::Join { unit } => run(world, kit::join::<PutinStrikes>, unit),
            Order::Leave { unit } => run(world, kit::leave::<PutinStrikes>, unit),
            Order::CallVostok => run(world, combat::call_vostok, true),
            Order::SpareVostok => run(world, combat::call_vostok, false),
            Order::Commit => run(world, combat::commit, ()),
            Order::Drop => run(world, combat::drop_plan, ()),
            Order::Support { unit } => run(world, combat::support, unit),
            Order::NoSupport => run(world, combat::no_support, ()),
            Order::Lose { unit } => run(world, combat::losses::lose, unit),
            Order::Advance { unit } => run(world, combat::advance::advance, unit),
            Order::EndAdvance => run(world, combat::advance::stay, ()),
            Order::RemoveExcess { unit } => run(world, stacking::remove_excess, unit),
            Order::PlanStrike => run(world, nuclear::plan, ()),
            Order::Strike { hex } => run(world, nuclear::strike, hex),
            Order::Pass => run(world, actions::pass, ()),
        }
    }

    fn decider(&self, world: &mut World) -> Option<Side> {
        let clock = *world.resource::<Clock>();
        let open = world.resource::<Decisions>().innermost().map(Pending::side);
        let step = &world.resource::<Rulebook>().sequence.steps[usize::from(clock.at)];
        let ledger = world.resource::<Ledger>();
        let track = |track: Track| ledger.track(track.id());
        open.or_else(|| orders::on_move(step, track)).filter(|_| clock.over.is_none())
    }

    fn supply_line(&self, _: &mut World, _: UnitId) -> Option<crate::board::paths::Trace> {
        None // [1.4.b] supply does not exist
    }

    fn keeps_secrets(&self) -> bool {
        false
    }

    fn known_to(&self, world: &mut World, _: Side) -> Vec<bool> {
        vec![true; world.resource::<Rulebook>().units.len()] // [6.7.a]
    }
}
