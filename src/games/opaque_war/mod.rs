//! Opaque War: Ukraine 2014. The rulebook's table of contents:
//!
//! | chapter | file |
//! |---|---|
//! | 3.1 Setting up | [`setup`], and what players place: [`setup::place`] |
//! | 3.2, 6.4 Fog of war | [`fog`]: what orders are judged by |
//! | 4 Sequence of play | [`sequence`] |
//! | 5 Western and Russian support | [`levels`] |
//! | 6 Stacking | [`stacking`] |
//! | 7.0–7.4, 7.6 Movement | [`movement`] |
//! | 7.5 Zones of control | [`zoc`] |
//! | 7.7 Rail movement | [`rail`] |
//! | 8 Combat | [`combat`], one file for each group of sections |
//! | 9 Mobs and media | [`crowds`] |
//! | 10, 14 Reinforcements, Russian intervention | [`reinforcements`] |
//! | 11 Flight MH-17 | [`mh17`] |
//! | 12 Supply | [`supply`] |
//! | 13 Special markers | [`markers`], [`crowds`], [`combat::support`] |
//! | 15 Ceasefires | [`ceasefire`] |
//! | 16 Victory | [`victory`] |
//!
//! Not in any chapter: a player who may not know one of his own counters refers to it by its place, never by its name.

mod advice;
mod ceasefire;
mod charts;
mod combat;
mod crowds;
mod fog;
mod levels;
mod markers;
mod mh17;
mod movement;
mod orders;
mod prompt;
mod rail;
mod reinforcements;
mod sequence;
mod setup;
mod stacking;
mod supply;
mod table;
mod tables;
mod victory;
mod zoc;

pub(crate) use orders::Decision;
pub use orders::{HexMark, Order};
pub(crate) use tables::Charts;

use super::kit::{self, answers};
use super::{Ahead, Game, Order as AnyOrder, Rules, gate, run};
use crate::board::{Atom, Illegal, Side, Start, Units, lay_out};
use bevy_ecs::prelude::World;
use crowds::Piece;
use orders::{Mark, Segment};

/// The Ukrainian player, who moves first.
pub const UKRAINIAN: Side = Side(0);
/// The Rebel player: both republics and, later, the Russians.
pub const REBEL: Side = Side(1);

/// The game on the shelf.
pub struct OpaqueWar;

/// Whether an order answers an open decision, and what any other order is told.
fn asks(open: &Decision, order: &Order) -> (bool, &'static str) {
    use Order::*;
    match open {
        Decision::Shortage => (matches!(order, SkipCity { .. }), "the Rebel player must first choose which city gets no police"),
        Decision::Lifted { .. } => {
            (matches!(order, Along { .. } | March { .. } | Ride { .. } | SetDown), "the garrison that was picked up must move or stay first")
        }
        Decision::Excess { .. } => {
            (matches!(order, RemoveExcess { .. } | RemoveBlind { .. }), "units in excess of the stacking limit must be eliminated first")
        }
        Decision::Dispersal(_) => {
            (matches!(order, Enter { .. } | EnterBlind { .. } | UseNonLethal { .. } | Disperse | Drop), "the mob must be eliminated or left alone first")
        }
        Decision::Attack(_) => (
            matches!(
                order,
                Join { .. }
                    | Leave { .. }
                    | Commit
                    | Drop
                    | CallOff
                    | Play { .. }
                    | Pass
                    | AskBack { .. }
                    | Answer { .. }
                    | UseNonLethal { .. }
                    | Roll
                    | Lose { .. }
                    | Stand
                    | FallBack
                    | Retreat { .. }
                    | Advance { .. }
                    | EndAdvance
            ),
            "the attack under way must be finished first",
        ),
        Decision::Modifying { .. } => (matches!(order, Modify { .. }), "a player must first decide whether to modify the ceasefire die"),
        Decision::Ceasefire { .. } => (matches!(order, RollCeasefire), "the ceasefire die must be rolled first"),
    }
}

/// Where the program may look ahead to.
const AHEAD: Ahead = Ahead {
    moves: &[
        Segment::UkrainianArrival.id(),
        Segment::UkrainianMovement.id(),
        Segment::UkrainianMobs.id(),
        Segment::RebelArrival.id(),
        Segment::RebelMovement.id(),
    ],
    attacks: &[Segment::UkrainianCombat.id(), Segment::RebelCombat.id()],
    spent: &[Mark::Attacked.id()],
    to_act: None,
};

impl Game for OpaqueWar {
    answers!(OpaqueWar {
        settle: sequence::settle,
        prompt: prompt::prompt,
        offer: prompt::offer,
        preview: combat::odds::preview,
        suppose: crate::games::kit::suppose::<OpaqueWar>,
        open_preview: combat::odds::open_preview,
        supply_line: supply::trace,
        standing: victory::standing,
        zone: fog::open_zone,
        own_zone: fog::own_zone,
        possible_zone: fog::possible_zone,
        overfull: stacking::overfull,
        stack_load: stacking::fullness,
        heuristic_scores: advice::heuristic_scores,
        known_to: fog::known_to,
        visible_kind: fog::visible_kind,
        visible_kinds: fog::visible_kinds,
        layers_hold: zoc::layers_hold,
    });

    fn begin(&self, world: &mut World, rules: &Rules, start: &Start) {
        lay_out(world, &rules.book, start, setup::opening_control(rules.own::<Charts>()));
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
        Atom("OW-4.0.a")
    }

    fn apply(&self, world: &mut World, order: &AnyOrder) -> Result<(), Illegal> {
        let AnyOrder::OpaqueWar(order) = order else { return Err(Illegal::new(self.course_of_play().0, "this is an order of another game")) };
        gate::<Decision>(world, "OW-4.0.j", |open| asks(open, order))?;
        match order.clone() {
            Order::RollControl => run(world, setup::roll_control, ()),
            Order::SkipCity { hex } => run(world, setup::skip_city, hex),
            Order::Deploy { hex } => run(world, setup::place::deploy, hex),
            Order::Recall { hex } => run(world, setup::place::recall, hex),
            Order::Place { unit, hex } => run(world, setup::place::place, (unit, hex)),
            Order::TakeBack { unit } => run(world, setup::place::take_back, unit),
            Order::SeizeTown { hex } => run(world, setup::place::seize, hex),
            Order::PlaceRest => run(world, setup::place::place_rest, ()),
            Order::Ready => run(world, setup::place::ready, ()),
            Order::RollReinforcements => run(world, reinforcements::roll, ()),
            Order::Choose { unit } => run(world, reinforcements::choose, unit),
            Order::PutBack { unit } => run(world, reinforcements::put_back, unit),
            Order::Arrive { unit, hex } => run(world, reinforcements::arrive, (unit, hex)),
            Order::Move { unit, path } => run(world, movement::move_stack, (Units::from_slice(&[unit]), path)),
            Order::MoveStack { units, path } => run(world, movement::move_stack, (units, path)),
            Order::Rail { units, path } => run(world, rail::rail, (units, path)),
            Order::Lift { hex, place } => run(world, movement::lift, (hex, place)),
            Order::Along { unit } => run(world, movement::along, unit),
            Order::March { path } => run(world, movement::march_lifted, path),
            Order::Ride { path } => run(world, rail::ride_lifted, path),
            Order::SetDown => run(world, movement::set_down, ()),
            Order::UseComms { unit, hex } => run(world, markers::use_comms, (unit, hex)),
            Order::RemoveExcess { unit } => run(world, stacking::remove, unit),
            Order::RemoveBlind { place } => run(world, stacking::remove_covered, place),
            Order::ClearMob { hex } => run(world, crowds::clear_mob, hex),
            Order::Enter { unit } => run(world, crowds::enter, Piece::Known(unit)),
            Order::EnterBlind { hex, place } => run(world, crowds::enter, Piece::Covered(hex, place)),
            Order::UseNonLethal { unit } => run(world, combat::use_non_lethal, unit),
            Order::Disperse => run(world, crowds::disperse, ()),
            Order::Drop => run(world, combat::drop_plan, ()),
            Order::Declare { hex } => run(world, kit::declare::<OpaqueWar>, hex),
            Order::Join { unit } => run(world, kit::join::<OpaqueWar>, unit),
            Order::Leave { unit } => run(world, kit::leave::<OpaqueWar>, unit),
            Order::Commit => run(world, combat::commit, ()),
            Order::CallOff => run(world, combat::call_off, ()),
            Order::Play { unit } => run(world, combat::support::play, unit),
            Order::Pass => run(world, combat::support::pass, ()),
            Order::AskBack { unit } => run(world, combat::support::ask_back, unit),
            Order::Answer { consent } => run(world, combat::support::answer, consent),
            Order::Roll => run(world, combat::roll, ()),
            Order::Lose { unit } => run(world, combat::losses::lose, unit),
            Order::Stand => run(world, combat::losses::stand, ()),
            Order::FallBack => run(world, combat::losses::fall_back, ()),
            Order::Retreat { units, path } => run(world, combat::retreat::retreat, (units, path)),
            Order::Advance { units } => run(world, combat::advance::advance, units),
            Order::EndAdvance => run(world, combat::advance::end, ()),
            Order::Modify { yes } => run(world, ceasefire::modify, yes),
            Order::RollCeasefire => run(world, ceasefire::roll, ()),
            Order::EndSegment => run(world, sequence::end_segment, ()),
        }
    }

    fn decider(&self, world: &mut World) -> Option<Side> {
        super::decider(world)
    }

    fn sight_rule(&self) -> Option<Atom> {
        Some(Atom("OW-3.2.c"))
    }

    fn asks_in_public(&self) -> bool {
        true
    }

    fn hides_kinds(&self) -> bool {
        true
    }
}
