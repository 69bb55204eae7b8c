//! The War for Turkish Liberation 1920–1922. The rulebook's table of contents:
//!
//! | chapter | file |
//! |---|---|
//! | 3.0–3.3 Setting up | [`setup`] |
//! | 3.4 Owning and controlling | [`ownership`]: the one door into a hex |
//! | 4 Sequence of play | [`sequence`] |
//! | 5 Placing arrivals | [`placement`] |
//! | 6 The White army | [`whites`] |
//! | 7 The republics | [`republics`] |
//! | 8.0, 8.1 Movement | [`movement`] |
//! | 8.2, 9.1, 13.0 Politics | [`politics`]: who is whose enemy, who may enter what |
//! | 8.3 Edirne, 8.4 Strategic movement | [`edirne`], [`strategic`] |
//! | 9.0 Stacking | [`stacking`] |
//! | 10 Combat | [`combat`], one file a group of sections |
//! | 11 Irregulars | [`irregulars`], [`combat::melt_away`] |
//! | 12 Replacement points | [`replacements`] |
//! | 13 The powers | [`powers`] |
//! | 14 Supply | [`supply`] |
//! | 15 Prestige | [`prestige`] |
//! | 16 Victory | [`victory`], [`ankara`] |
//! | 17 Events | [`events`] |

mod advice;
mod ankara;
mod charts;
mod combat;
mod edirne;
mod events;
mod irregulars;
mod movement;
mod orders;
mod ownership;
mod placement;
mod politics;
mod powers;
mod prestige;
mod prompt;
mod replacements;
mod republics;
mod sequence;
mod setup;
mod stacking;
mod strategic;
mod supply;
mod table;
mod tables;
mod victory;
mod warnings;
mod whites;

pub(crate) use orders::Segment;
pub use orders::{Decision, HexMark, Order};
pub(crate) use tables::Charts;

use super::kit::{self, answers};
use super::{Ahead, Game, Order as AnyOrder, Rules, gate, run};
use crate::board::{Activity, Atom, BattleLine, Card, Illegal, NationId, Relations, Side, Start, UnitId, lay_out};
use bevy_ecs::prelude::World;
use orders::Mark;

/// The Revolutionary player: Turkish Nationalists and Bolsheviks.
pub const REVOLUTIONARY: Side = Side(0);
/// The Imperialist player: everybody else.
pub const IMPERIALIST: Side = Side(1);

/// The game on the shelf.
pub struct TurkishLiberation;

/// Whether an order answers an open decision, and what any other order is told.
fn asks(open: &Decision, order: &Order) -> (bool, &'static str) {
    use Order::*;
    match open {
        Decision::Event(choosing) => {
            let answers = match choosing.stage {
                events::EventStage::Use => matches!(order, UseEvent | DeclineEvent),
                events::EventStage::Picking { .. } => matches!(order, TakeRebel { .. }),
                events::EventStage::Placing => matches!(order, Arrive { .. }),
            };
            (answers, "the Imperialist player has to decide about an event first")
        }
        Decision::Poland { .. } => (matches!(order, SendToPoland { .. }), "units have to be sent to Poland first"),
        Decision::Displaced { .. } => (matches!(order, Displace { .. }), "an irregular that has changed sides has to leave its hex first"),
        Decision::Excess { .. } => (matches!(order, RemoveExcess { .. }), "units in excess of the stacking limit have to be eliminated first"),
        Decision::Taken => (matches!(order, Advance { .. } | EndAdvance), "Greek units may advance into Edirne first"),
        Decision::Attack(_) => (
            matches!(
                order,
                Join { .. }
                    | Leave { .. }
                    | Commit
                    | Drop
                    | Melt
                    | Stand
                    | Fly { .. }
                    | NoAir
                    | Recon { .. }
                    | NoRecon
                    | Bring { .. }
                    | NoGuns
                    | Draw { .. }
                    | NoDraw
                    | Spend { .. }
                    | Lose { .. }
                    | Advance { .. }
                    | EndAdvance
            ),
            "the attack under way has to be finished first",
        ),
    }
}

/// Where the program may look ahead to.
const AHEAD: Ahead = Ahead {
    moves: &[Segment::ImpMovement.id(), Segment::TnMovement.id(), Segment::BolMovement.id()],
    attacks: &[Segment::ImpCombat.id(), Segment::TnCombat.id(), Segment::BolCombat.id()],
    spent: &[Mark::Attacked.id()],
    to_act: None,
};

impl Game for TurkishLiberation {
    answers!(TurkishLiberation {
        settle: sequence::settle,
        prompt: prompt::prompt,
        offer: prompt::offer,
        preview: combat::odds::preview,
        suppose: combat::suppose,
        supply_line: supply::trace,
        heuristic_scores: advice::heuristic_scores,
        standing: victory::standing,
        stack_load: stacking::fullness,
        overfull: stacking::overfull,
        warning: warnings::warning,
    });

    fn begin(&self, world: &mut World, rules: &Rules, start: &Start) {
        let charts = rules.own::<Charts>();
        let book = &rules.book;
        lay_out(world, book, start, ownership::opening_control(charts, |nation| book.nations[nation.at()].side));
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
        Atom("WTL-4.0.a")
    }

    fn apply(&self, world: &mut World, order: &AnyOrder) -> Result<(), Illegal> {
        let AnyOrder::TurkishLiberation(order) = order else { return Err(Illegal::new(self.course_of_play().0, "this is an order of another game")) };
        gate::<Decision>(world, "WTL-1.0.c", |open| asks(open, order))?;
        match order.clone() {
            Order::Place { unit, hex } => run(world, setup::place, (unit, hex)),
            Order::TakeBack { unit } => run(world, setup::take_back, unit),
            Order::PlaceRest => run(world, setup::place_rest, ()),
            Order::Ready => run(world, setup::ready, ()),
            Order::PlayKurdistan => run(world, events::play_kurdistan, ()),
            Order::KeepKurdistan => run(world, events::keep_kurdistan, ()),
            Order::UseEvent => run(world, events::use_event, ()),
            Order::DeclineEvent => run(world, events::decline, ()),
            Order::TakeRebel { unit } => run(world, events::take_rebel, unit),
            Order::SendToPoland { unit } => run(world, events::send_to_poland, unit),
            Order::Buy { unit, full } => run(world, replacements::buy, (unit, full)),
            Order::Refit { convoy, unit } => run(world, replacements::refit, (convoy, unit)),
            Order::Subvert { unit, pay } => run(world, irregulars::subvert, (unit, pay)),
            Order::Displace { hex } => run(world, irregulars::displace, hex),
            Order::Win { unit } => run(world, irregulars::win, unit),
            Order::EndStep => run(world, sequence::end_step, ()),
            Order::Arrive { unit, hex } => run(world, placement::arrive, (unit, hex)),
            Order::Activate { nation } => run(world, sequence::activate, nation),
            Order::EndPhase => run(world, sequence::end_phase, ()),
            Order::Move { units, path } => run(world, movement::go, (units, path)),
            Order::Halt => run(world, movement::halt, ()),
            Order::Ship { unit, hex } => run(world, strategic::ship, (unit, hex)),
            Order::RemoveExcess { unit } => run(world, stacking::remove, unit),
            Order::EndMovement => run(world, movement::end, ()),
            Order::TryEdirne => run(world, edirne::attempt, ()),
            Order::Declare { hex } => run(world, combat::declare, hex),
            Order::Join { unit } => run(world, combat::join, unit),
            Order::Leave { unit } => run(world, combat::leave, unit),
            Order::Commit => run(world, combat::commit, ()),
            Order::Drop => run(world, combat::drop_plan, ()),
            Order::Melt => run(world, combat::melt_away::melt, ()),
            Order::Stand => run(world, combat::melt_away::stand, ()),
            Order::Fly { unit } => run(world, combat::air::fly, unit),
            Order::NoAir => run(world, combat::air::decline, ()),
            Order::Recon { unit } => run(world, combat::air::recon, unit),
            Order::NoRecon => run(world, combat::air::no_recon, ()),
            Order::Bring { unit } => run(world, combat::guns::bring, unit),
            Order::NoGuns => run(world, combat::guns::decline, ()),
            Order::Draw { convoy } => run(world, combat::convoys::draw, convoy),
            Order::NoDraw => run(world, combat::convoys::decline, ()),
            Order::Spend { convoy } => run(world, combat::convoys::spend, convoy),
            Order::Lose { unit } => run(world, combat::losses::lose, unit),
            Order::Advance { unit } => run(world, combat::advance::advance, unit),
            Order::EndAdvance => run(world, combat::advance::end, ()),
            Order::EndCombat => run(world, sequence::end_combat, ()),
        }
    }

    fn decider(&self, world: &mut World) -> Option<Side> {
        super::decider(world)
    }

    fn keeps_secrets(&self) -> bool {
        false
    }

    fn asks_in_public(&self) -> bool {
        true
    }

    fn known_to(&self, world: &mut World, _: Side) -> Vec<bool> {
        vec![true; world.resource::<Charts>().printed.len()]
    }

    fn layers_hold(&self, _: &mut World) -> bool {
        true
    }

    fn relations(&self, world: &mut World) -> Option<Relations> {
        Some(run(world, politics::relations, ()))
    }

    fn activations(&self, world: &mut World) -> Vec<(NationId, Activity)> {
        run(world, sequence::activations, ())
    }

    fn battle_lines(&self, world: &mut World) -> Vec<BattleLine> {
        run(world, supply::battle_lines, ())
    }

    fn card(&self, rules: &Rules, unit: UnitId) -> Option<Card> {
        let chit = rules.own::<Charts>().chits.0.get(&unit)?;
        Some(Card { text: chit.text.clone(), rule: Atom(events::rule(chit.event)) })
    }
}
