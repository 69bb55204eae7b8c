//! Putin Moves East. The rulebook's table of contents:
//!
//! | chapter | file |
//! |---|---|
//! | 2.10, 3.2, 3.8 Countries, neutrals, scenarios | [`scenario`] |
//! | 3 Setting up | [`setup`] |
//! | 4 Victory | [`victory`] |
//! | 5 Control | [`control`] |
//! | 6 The course of a turn, actions, passing | [`sequence`], [`actions`] |
//! | 7 Shock | [`shock`] |
//! | 8 Guerrillas | [`guerrillas`] |
//! | 9 Stacking; what may be seen | [`stacking`], [`fog`] |
//! | 10, 21 Reinforcements, bases | [`reinforcements`], [`bases`] |
//! | 11 Regrouping and recycling | [`recovery`], [`special_forces`] |
//! | 12 Ground movement; railroads | [`movement`], [`rail`] |
//! | 13 Airborne and amphibious movement | [`flights`], [`landings`] |
//! | 14, 15 Combat; retreats | [`combat`], [`retreat`] |
//! | 17 Zones of control | [`zoc`] |
//! | 18–20 Air missions | [`air`] |
//! | 22–28 Optional rules | [`options`] and the chapters they change |
//!
//! What a player is told before he gives a grave order: [`warnings`]; what a simple commander wants: [`advice`].

mod actions;
mod advice;
pub mod air;
mod bases;
mod census;
mod charts;
pub mod combat;
mod control;
mod flights;
mod fog;
mod ground;
mod guerrillas;
mod landings;
pub mod movement;
pub mod options;
mod orders;
mod promise;
mod prompt;
mod rail;
mod recovery;
pub mod reinforcements;
pub mod retreat;
mod scenario;
mod sequence;
mod setup;
mod shock;
mod special_forces;
mod stacking;
mod table;
mod tables;
mod victory;
mod warnings;
mod zoc;

pub use orders::{Count, Decision, HexMark, Holding, Mark, Optional, Order, Segment, Spot, Track};
pub use table::Table;
pub use tables::{Charts, Nation};

use super::{Ahead, Game, List, Order as AnyOrder, Rules, Title, gate, install, run};
use crate::board::paths::Trace;
use crate::board::read::{Faults, Node, Reading};
use crate::board::{Atom, Fact, Files, Hex, Illegal, Preview, Side, Standing, Start, TrackId, UnitId, Warning, lay_out};
use bevy_ecs::prelude::{In, World};

/// The Eurasian Union: Russia and its allies.
pub const EURASIAN: Side = Side(0);
/// The Coalition: China and its allies.
pub const COALITION: Side = Side(1);

/// The game on the shelf.
pub struct PutinMovesEast;

/// What an open decision asks: whether an order answers it, and what any other order is told.
fn asks(open: &Decision, order: &Order) -> (bool, &'static str) {
    use Order::*;
    match open {
        Decision::Deployment(_) => (
            matches!(order, Deploy { .. } | Recruit { .. } | DropIn { .. } | Go { .. } | Demobilize { .. } | EndDeployment),
            "reinforcements are being deployed: finish that first",
        ),
        Decision::March(_) => (
            matches!(order, Move { .. } | Fly { .. } | Sail { .. } | Rail { .. } | LeaveMap { .. } | Go { .. } | Stay | EndMoves | Lift { .. }),
            "one action at a time: the movement under way has to be finished first",
        ),
        Decision::Attack(_) => (
            matches!(
                order,
                Join { .. }
                    | Leave { .. }
                    | Commit
                    | Drop
                    | Fly { .. }
                    | Sail { .. }
                    | Go { .. }
                    | Stay
                    | Defend { .. }
                    | Support { .. }
                    | Seal { .. }
                    | Lose { .. }
                    | Advance { .. }
                    | Hold
                    | Look
                    | LookAway
            ),
            "one action at a time: the attack under way has to be finished or canceled first",
        ),
        Decision::Mission(_) => (matches!(order, Lose { .. } | LoseAir { .. } | Divert | KeepHit), "the losses of the air mission have to be taken first"),
        Decision::Insurgency(_) => (
            matches!(order, Infiltrate { .. } | Leave { .. } | Incite | Drop | Rise { .. } | Recruit { .. } | EndDeployment),
            "one action at a time: the insurgency has to be finished or canceled first",
        ),
        Decision::Retreat(_) => (matches!(order, Order::Retreat { .. } | RetreatBlind { .. }), "units have to retreat first"),
    }
}

/// [12.3.b], [14.2.b] An attack is refused by a rule of its own while another action is under way.
fn second_attack(_: In<()>, t: Table) -> Result<(), Illegal> {
    match t.open() {
        Some(Decision::March(_)) => Err(Illegal::new("PME-12.3.b", "nobody attacks in a move action: the movement under way has to be finished first")),
        Some(Decision::Attack(_)) => {
            Err(Illegal::new("PME-14.2.b", "one hex is attacked in an action: the attack under way has to be finished or canceled first"))
        }
        _ => Ok(()),
    }
}

/// Whose decision it is.
fn decides(_: In<()>, t: Table) -> Option<Side> {
    t.board.asked().or_else(|| sequence::on_move(&t)).filter(|_| t.board.clock().over.is_none())
}

/// Where the program may look ahead to.
const AHEAD: Ahead = Ahead { moves: &[Segment::Actions.id()], attacks: &[Segment::Actions.id()], spent: &[], to_act: Some(Track::ToAct.id()) };

impl Game for PutinMovesEast {
    fn load(&self, files: &Files) -> Result<Rules, Faults> {
        super::load(Title::PutinMovesEast, files, tables::read)
    }

    fn begin(&self, world: &mut World, rules: &Rules, start: &Start) {
        let charts = rules.own::<Charts>();
        lay_out(world, &rules.book, start, setup::opening_control(&rules.book, charts, start));
        self.swap(world, rules);
        run(world, setup::deal, ());
    }

    fn swap(&self, world: &mut World, rules: &Rules) {
        let charts = rules.own::<Charts>();
        let scene = scenario::Scene::of(&rules.book, charts, world.resource::<Start>());
        world.insert_resource(scene);
        install(world, rules, charts);
    }

    fn result_in_words(&self, result: &str) -> Option<String> {
        let words = match result {
            "AL1" => "attacker loses a step",
            "AS" => "no effect",
            "BB" => "each loses a step",
            "HW1" => "Hyperwar: a step and a retreat",
            "DR" => "defender retreats",
            "DL1" => "defender loses a step",
            "DE" => "defender eliminated",
            _ => return None,
        };
        Some(words.to_owned())
    }

    fn ahead(&self) -> Ahead {
        AHEAD
    }

    fn course_of_play(&self) -> Atom {
        Atom("PME-6.1.a")
    }

    fn apply(&self, world: &mut World, order: &AnyOrder) -> Result<(), Illegal> {
        let AnyOrder::PutinMovesEast(order) = order else { return Err(Illegal::new(self.course_of_play().0, "this order belongs to another game")) };
        if matches!(order, Order::Declare { .. } | Order::Assault { .. }) {
            run(world, second_attack, ())?;
        }
        gate::<Decision>(world, "PME-4.1.a", |open| asks(open, order))?;
        match order.clone() {
            Order::Pick { unit } => run(world, setup::pick, unit),
            Order::Place { unit, to } => run(world, setup::place, (unit, to)),
            Order::TakeBack { unit } => run(world, setup::take_back, unit),
            Order::Plant { hex } => run(world, setup::plant, hex),
            Order::PlaceRest => run(world, setup::place_rest, ()),
            Order::Ready => run(world, setup::ready, ()),
            Order::PlayShock => run(world, shock::play, ()),
            Order::KeepShock => run(world, shock::keep, ()),
            Order::Stake { units } => run(world, sequence::stake, units),
            Order::Move { unit } => run(world, movement::begin, unit),
            Order::Fly { unit } => run(world, flights::begin, unit),
            Order::Sail { unit, hex } => run(world, landings::sail, (unit, hex)),
            Order::Rail { unit } => run(world, rail::ride, unit),
            Order::LeaveMap { unit } => run(world, rail::leave, unit),
            Order::Go { path } => run(world, movement::go, path),
            Order::Stay => run(world, movement::stay, ()),
            Order::EndMoves => run(world, movement::end_moves, ()),
            Order::Declare { hex } => run(world, combat::declare, hex),
            Order::Assault { hex } => run(world, combat::assault::declare, hex),
            Order::Join { unit } => run(world, combat::join, unit),
            Order::Leave { unit } => run(world, combat::leave, unit),
            Order::Commit => run(world, combat::commit, ()),
            Order::Drop => run(world, combat::drop_plan, ()),
            Order::Defend { unit } => run(world, combat::defend, unit),
            Order::Support { units } => run(world, combat::support::support, units),
            Order::Seal { units } => run(world, combat::seal::seal, units),
            Order::Lose { unit } => run(world, combat::losses::lose, unit),
            Order::Retreat { unit, path } => run(world, retreat::retreat, (unit, path)),
            Order::RetreatBlind { path } => run(world, retreat::retreat_blind, path),
            Order::Advance { unit } => run(world, combat::advance::advance, unit),
            Order::Hold => run(world, combat::advance::hold, ()),
            Order::Regroup { unit } => run(world, recovery::regroup, unit),
            Order::Reinforce { nato } => run(world, reinforcements::reinforce, nato),
            Order::Mobilize => run(world, reinforcements::mobilize, ()),
            Order::Deploy { unit, to } => run(world, reinforcements::deploy, (unit, to)),
            Order::Recruit { hex } => run(world, reinforcements::recruit, hex),
            Order::DropIn { unit } => run(world, reinforcements::drop_in, unit),
            Order::Demobilize { units } => run(world, reinforcements::demobilize, units),
            Order::EndDeployment => run(world, reinforcements::end_deployment, ()),
            Order::Superiority { units } => run(world, air::superiority, units),
            Order::Bombard { hex, units } => run(world, air::bombard, (hex, units)),
            Order::LoseAir { unit } => run(world, air::lose, unit),
            Order::Divert => run(world, air::divert, ()),
            Order::KeepHit => run(world, air::keep_hit, ()),
            Order::Transport { unit } => run(world, options::transport::begin, unit),
            Order::Lift { hex } => run(world, options::transport::lift, hex),
            Order::Infiltrate { unit, hex } => run(world, options::insurgency::infiltrate, (unit, hex)),
            Order::Incite => run(world, options::insurgency::incite, ()),
            Order::Rise { flip } => run(world, options::insurgency::rise, flip),
            Order::Strike { hex } => run(world, options::wmd::strike, hex),
            Order::Look => run(world, fog::look, true),
            Order::LookAway => run(world, fog::look, false),
            Order::Pass => run(world, actions::pass, ()),
            Order::Capitulate => run(world, actions::capitulate, ()),
        }
    }

    fn settle(&self, world: &mut World) {
        run(world, sequence::settle, ());
    }

    fn decider(&self, world: &mut World) -> Option<Side> {
        run(world, decides, ())
    }

    fn prompt(&self, world: &mut World, list: &mut List) {
        run(world, prompt::prompt, list);
    }

    fn offer(&self, world: &mut World, units: &[UnitId], list: &mut List) {
        run(world, prompt::offer, (list, units));
    }

    fn preview(&self, world: &mut World, side: Side) -> Option<Preview> {
        run(world, combat::odds::preview, side)
    }

    fn suppose(&self, world: &mut World, side: Side, hex: Hex, units: &[UnitId]) -> Vec<(UnitId, Illegal)> {
        run(world, combat::suppose, (side, hex, units.to_vec()))
    }

    fn open_preview(&self, world: &mut World, side: Side) -> Option<Preview> {
        run(world, combat::odds::open_preview, side)
    }

    fn promise(&self, world: &mut World, order: &AnyOrder) -> Option<Preview> {
        let AnyOrder::PutinMovesEast(order) = order else { return None };
        run(world, promise::promise, order.clone())
    }

    fn supply_line(&self, world: &mut World, unit: UnitId) -> Option<Trace> {
        run(world, options::supply::line, unit)
    }

    fn heuristic_scores(&self, world: &mut World, side: Side, orders: Vec<AnyOrder>) -> Vec<i32> {
        let own = |order| if let AnyOrder::PutinMovesEast(order) = order { Some(order) } else { None };
        run(world, advice::heuristic_scores, (side, orders.into_iter().filter_map(own).collect()))
    }

    fn known_to(&self, world: &mut World, side: Side) -> Vec<bool> {
        run(world, fog::known_to, side)
    }

    fn visible_kind(&self, world: &mut World, side: Side, unit: UnitId) -> &'static str {
        run(world, fog::visible_kind, (side, unit))
    }

    fn visible_kinds(&self, world: &mut World, side: Side) -> Vec<&'static str> {
        run(world, fog::visible_kinds, side)
    }

    fn hides_kinds(&self) -> bool {
        true
    }

    fn shows(&self, fact: &Fact) -> Option<UnitId> {
        fog::shows(fact)
    }

    fn asks_in_public(&self) -> bool {
        true
    }

    fn layers_hold(&self, world: &mut World) -> bool {
        run(world, zoc::hold, ())
    }

    fn standing(&self, world: &mut World) -> Standing {
        run(world, victory::standing, ())
    }

    fn zone(&self, world: &mut World, side: Side) -> Vec<Hex> {
        run(world, zoc::zone, side)
    }

    fn is_ground(&self, world: &World, unit: UnitId) -> bool {
        world.resource::<Charts>().printed[unit.at()].kind.is_ground()
    }

    fn enters_closed_ground(&self, world: &mut World, unit: UnitId, hex: Hex) -> bool {
        run(world, movement::enters_closed_ground, (unit, hex))
    }

    fn alternation(&self, world: &mut World) -> Option<(TrackId, bool)> {
        run(world, actions::alternation, ())
    }

    fn weighs_every_action(&self) -> bool {
        true
    }

    fn meets_seldom(&self) -> bool {
        true
    }

    fn catch_up(&self, world: &mut World, format: u32) -> Option<AnyOrder> {
        (format <= 3 && run(world, movement::ended_by_itself, ())).then_some(AnyOrder::PutinMovesEast(Order::EndMoves))
    }

    fn warning(&self, world: &mut World, order: &AnyOrder) -> Option<Warning> {
        let AnyOrder::PutinMovesEast(order) = order else { return None };
        run(world, warnings::warning, order.clone())
    }

    fn read_order(&self, reading: &Reading<'_>, node: &Node<'_>) -> Option<AnyOrder> {
        reading.value(node).map(AnyOrder::PutinMovesEast)
    }
}
