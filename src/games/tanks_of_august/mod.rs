//! Tanks of August: Georgia 2008. The rulebook's table of contents:
//!
//! | chapter | file |
//! |---|---|
//! | 3 Winning the war | [`victory`] |
//! | 4 Setting up | [`setup`] |
//! | 5 The course of a turn | [`sequence`] |
//! | 6 In the air and at sea | [`missions`] |
//! | 7 Sharing a hex | [`stacking`] |
//! | 8 Moving | [`movement`] |
//! | 9 Zones of control | [`zoc`] |
//! | 10 Ground combat | [`combat`], one file for each group of steps; what may be seen: [`fog`] |
//! | 11 Supply | [`supply`] |
//! | 12 Weather | [`weather`] |
//! | 13 Reinforcements | [`reinforcements`] |
//! | 14 Optional rules | [`optional`], and in their chapters |

mod advice;
mod charts;
mod combat;
mod fog;
mod missions;
mod movement;
mod optional;
mod orders;
mod prompt;
mod reinforcements;
mod sequence;
mod setup;
mod stacking;
mod supply;
mod table;
mod tables;
mod victory;
mod weather;
mod zoc;

pub use missions::MissionKind;
pub use orders::{Decision, Optional, Order};
pub(crate) use tables::Charts;

use super::kit::{self, answers};
use super::{Ahead, Game, Order as AnyOrder, Rules, gate, run};
use crate::board::{Atom, Control, Fact, Illegal, Side, Start, UnitId, Units, lay_out};
use bevy_ecs::prelude::World;
use orders::{Mark, Segment};

/// The Georgian player, who moves first.
pub const GEORGIAN: Side = Side(0);
/// The Russian player: regulars, South Ossetians and Abkhaz.
pub const RUSSIAN: Side = Side(1);

/// The game on the shelf.
pub struct TanksOfAugust;

/// Whether an order answers an open decision, and what any other order is told.
fn asks(open: &Decision, order: &Order) -> (bool, &'static str) {
    use Order::*;
    match open {
        Decision::Excess(_) => (matches!(order, RemoveExcess { .. }), "a hex is overstacked: a unit must be removed first"),
        Decision::AirDefense(_) => (matches!(order, FireAd { .. } | HoldFire), "an aircraft is over its target: air defense must fire or hold its fire first"),
        Decision::FriendlyFire { .. } => {
            (matches!(order, FriendlyFire { .. }), "the Georgian player must first name the Russian unit that fires at its own aircraft")
        }
        Decision::Target(_) => (matches!(order, Target { .. }), "the target of the strike must be named first"),
        Decision::Disrupt { .. } => (matches!(order, Disrupt { .. }), "artillery has hit: the owner must first choose the unit that is disrupted"),
        Decision::Panic { .. } => (matches!(order, Retreat { .. }), "the unit that panics must retreat first"),
        Decision::Exchange => (matches!(order, Exchange { .. }), "a base has been captured: the Russian player must first try the exchange or decline it"),
        Decision::Restore => (matches!(order, Restore { .. } | RestoreNobody), "the Georgian player must first restore a unit, or none"),
        Decision::HoldUp { .. } => (
            matches!(order, HoldUp { .. } | HoldUpBlind { .. } | LetPass),
            "a move is under way: the Georgian player must first let it pass or try to hold a unit up",
        ),
        Decision::Attack(_) => (
            matches!(
                order,
                Join { .. }
                    | Leave { .. }
                    | Commit
                    | Drop
                    | Fire { .. }
                    | FireWithUav { .. }
                    | FireBack { .. }
                    | EndFire
                    | Support { .. }
                    | EndSupport
                    | CallOff
                    | Proceed
                    | Spearhead { .. }
                    | NoSpearhead
                    | Lose { .. }
                    | Retreat { .. }
                    | Advance { .. }
                    | EndAdvance
            ),
            "the attack under way must be finished first",
        ),
    }
}

/// Where the program may look ahead to.
const AHEAD: Ahead = Ahead {
    moves: &[Segment::GeorgianMovement.id(), Segment::RussianMovement.id()],
    attacks: &[Segment::GeorgianCombat.id(), Segment::RussianCombat.id()],
    spent: &[Mark::Attacked.id(), Mark::Fired.id()],
    to_act: None,
};

impl Game for TanksOfAugust {
    answers!(TanksOfAugust {
        settle: sequence::settle,
        prompt: prompt::prompt,
        offer: prompt::offer,
        preview: combat::odds::preview,
        suppose: crate::games::kit::suppose::<TanksOfAugust>,
        open_preview: combat::odds::open_preview,
        common_preview: combat::odds::common_preview,
        supply_line: supply::trace,
        standing: victory::standing,
        zone: zoc::hexes,
        overfull: stacking::overfull,
        stack_load: stacking::stack_load,
        range: combat::fire::range,
        heuristic_scores: advice::heuristic_scores,
        known_to: fog::known_to,
        layers_hold: zoc::holds,
    });

    fn begin(&self, world: &mut World, rules: &Rules, start: &Start) {
        let control = vec![Control::default(); rules.book.ground.grid.len()];
        lay_out(world, &rules.book, start, control);
        self.swap(world, rules);
        run(world, setup::deal, ());
    }

    fn result_in_words(&self, result: &str) -> Option<String> {
        kit::losses_in_words(result, "step")
    }

    fn ahead(&self) -> Ahead {
        AHEAD
    }

    fn course_of_play(&self) -> Atom {
        Atom("TOA-5.0.a")
    }

    fn apply(&self, world: &mut World, order: &AnyOrder) -> Result<(), Illegal> {
        let AnyOrder::TanksOfAugust(order) = order else { return Err(Illegal::new(self.course_of_play().0, "this is an order of another game")) };
        gate::<Decision>(world, "TOA-3.2.d", |open| asks(open, order))?;
        match order.clone() {
            Order::Place { unit, hex } => run(world, setup::place, (unit, hex)),
            Order::PlaceRest => run(world, setup::place_rest, ()),
            Order::Ready => run(world, setup::ready, ()),
            Order::RollWeather => run(world, weather::roll, ()),
            Order::RollFirstBrigade => run(world, reinforcements::roll_first_brigade, ()),
            Order::Arrive { unit, hex } => run(world, reinforcements::arrive, (unit, hex)),
            Order::TakeAircraft { unit } => run(world, reinforcements::take_aircraft, unit),
            Order::CallNationalGuard => run(world, reinforcements::call_guard, ()),
            Order::Move { unit, path } => run(world, movement::move_stack, (Units::from_slice(&[unit]), path)),
            Order::MoveStack { units, path } => run(world, movement::move_stack, (units, path)),
            Order::Land { hex } => run(world, reinforcements::land, hex),
            Order::PutOnTop { unit } => run(world, fog::put_on_top, unit),
            Order::RemoveExcess { unit } => run(world, stacking::remove_excess, unit),
            Order::Assign { unit, mission } => run(world, missions::assign, (unit, mission)),
            Order::Unassign { unit } => run(world, missions::unassign, unit),
            Order::Fly { unit, hex } => run(world, missions::fly, (unit, hex)),
            Order::Launch { unit, mission, hex } => run(world, missions::launch, (unit, mission, hex)),
            Order::Bombard { unit, from, mission, hex } => run(world, missions::bombard, (unit, from, mission, hex)),
            Order::FireAd { unit } => run(world, missions::fire_ad, unit),
            Order::HoldFire => run(world, missions::hold_fire, ()),
            Order::Target { place } => run(world, missions::target, place),
            Order::Recon { unit } => run(world, missions::recon, unit),
            Order::Declare { hex } => run(world, kit::declare::<TanksOfAugust>, hex),
            Order::Join { unit } => run(world, kit::join::<TanksOfAugust>, unit),
            Order::Leave { unit } => run(world, kit::leave::<TanksOfAugust>, unit),
            Order::Commit => run(world, combat::commit, ()),
            Order::Drop => run(world, kit::drop_plan::<TanksOfAugust>, ()),
            Order::Fire { unit } => run(world, combat::fire::fire, (unit, false)),
            Order::FireWithUav { unit } => run(world, combat::fire::fire, (unit, true)),
            Order::FireBack { unit, hex } => run(world, combat::fire::fire_back, (unit, hex)),
            Order::EndFire => run(world, combat::fire::end_fire, ()),
            Order::Support { unit } => run(world, combat::support, unit),
            Order::EndSupport => run(world, combat::end_support, ()),
            Order::CallOff => run(world, combat::call_off, ()),
            Order::Proceed => run(world, combat::go_in, ()),
            Order::Spearhead { unit } => run(world, combat::spearhead, Some(unit)),
            Order::NoSpearhead => run(world, combat::spearhead, None),
            Order::Disrupt { unit } => run(world, combat::fire::pick, unit),
            Order::Lose { unit } => run(world, combat::losses::lose, unit),
            Order::Retreat { units, path } => run(world, combat::retreat::retreat, (units, path)),
            Order::Advance { unit, path } => run(world, combat::advance::advance, (unit, path)),
            Order::EndAdvance => run(world, combat::advance::end, ()),
            Order::RollEnd => run(world, victory::roll_end, ()),
            Order::Exchange { attempt } => run(world, optional::exchange, attempt),
            Order::Restore { unit } => run(world, optional::restore, Some(unit)),
            Order::RestoreNobody => run(world, optional::restore, None),
            Order::FriendlyFire { unit } => run(world, missions::friendly_fire, unit),
            Order::HoldUp { unit } => run(world, optional::hold_up, unit),
            Order::HoldUpBlind { place } => run(world, optional::hold_up_blind, place),
            Order::LetPass => run(world, optional::let_pass, ()),
            Order::EndSegment => run(world, sequence::end_segment, ()),
        }
    }

    fn decider(&self, world: &mut World) -> Option<Side> {
        super::decider(world)
    }

    fn asks_in_public(&self) -> bool {
        true
    }

    fn shows(&self, fact: &Fact) -> Option<UnitId> {
        fog::shows(fact)
    }

    /// Offers tell by zones of control what may lie under a stack, and retreats by helicopters.
    fn likeness(&self, rules: &Rules, unit: UnitId) -> u8 {
        let charts = rules.own::<Charts>();
        let printed = &charts.printed[unit.at()];
        let flies = printed.kind == tables::UnitType::Helicopter;
        u8::from(zoc::exerts(charts, unit)) | u8::from(printed.guard) << 1 | u8::from(flies) << 2
    }

    /// Format 1 named a unit to hold up even if the Georgian could not know it.
    fn convert(&self, world: &mut World, format: u32, order: AnyOrder) -> AnyOrder {
        match order {
            AnyOrder::TanksOfAugust(Order::HoldUp { unit }) if format == 1 => AnyOrder::TanksOfAugust(run(world, optional::hold_up_by_place, unit)),
            order => order,
        }
    }
}
