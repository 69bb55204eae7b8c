//! What may be ordered now, generated from the same checks that orders must pass.

use super::combat::{self, Attack, CombatStage, advance, fire, losses, retreat};
use super::missions::{self, MissionKind};
use super::movement::Mover;
use super::orders::{Count, Decision, Holding, Mark, Order, Purpose, Track};
use super::table::Table;
use super::tables::UnitType;
use super::{GEORGIAN, RUSSIAN, fog, optional, reinforcements, sequence, setup, stacking};
use crate::board::paths::Reach;
use crate::board::{Hex, Illegal, Path, Points, Side, Target, UnitId, Units};
use crate::games::List;
use crate::games::kit::{Walker, ask_to_place};
use bevy_ecs::prelude::{InMut, InRef, Local};
use std::borrow::Cow;

/// Whose decision it is and what is asked.
pub(super) fn prompt(InMut(list): InMut<List>, mut t: Table) {
    if t.board.clock().over.is_some() {
        return list.over();
    }
    match t.board.decision().cloned() {
        Some(decision) => interruption(&mut t, decision, list),
        None => segment(&t, list),
    }
    if list.has_words() && !is_private(&t, list) {
        match t.board.decision() {
            Some(Decision::Exchange) => list.in_public(),
            None if t.segment().purpose().0 != Purpose::Combat => list.in_public(),
            _ => {
                let kept = kept(&t, list);
                list.in_public_but(kept);
            }
        }
    }
}

/// [10.0.h] Whether only the player who decides may read a prompt: as a whole it rests on counters that lie under others. What both see decides it: which
/// stacks near the battle hold more than one counter.
fn is_private(t: &Table, list: &List) -> bool {
    let Some(side) = list.side else { return false };
    match t.board.decision() {
        Some(Decision::Attack(attack)) => match attack.stage {
            // Who of those that lie under others may join, and what it takes to reach the next column, is the attacker's plan.
            CombatStage::Planning => are_buried_near(t, side, attack, t.charts.artillery.range + 1),
            // Where there is room for them.
            CombatStage::Retreat => are_buried_near(t, side, attack, attack.result.map_or(1, |result| u32::from(result.retreat))),
            CombatStage::Advance => attack.result.is_none_or(|result| result.retreat >= 2) && are_buried_near(t, side, attack, 1),
            _ => false,
        },
        Some(Decision::Excess(_) | Decision::Panic { .. } | Decision::HoldUp { .. }) => true,
        Some(_) => false,
        None => !matches!(t.segment().purpose().0, Purpose::Weather | Purpose::Combat | Purpose::EndCheck),
    }
}

/// Whether a side has counters so near to a battle that the other may not know.
fn are_buried_near(t: &Table, side: Side, attack: &Attack, far: u32) -> bool {
    let known = fog::mask(t, side.other());
    let near = |unit: &UnitId| t.board.hex(*unit).and_then(|hex| t.board.distance(hex, attack.target)).is_some_and(|d| d <= far);
    t.on_map(side).any(|unit| !known[unit.at()] && near(&unit))
}

/// [10.0.h] The answers to a public prompt that only the player who decides may know of: those shown on counters that the other may not know, and targets
/// that only such counters could attack.
fn kept(t: &Table, list: &List) -> Vec<Target> {
    let Some(side) = list.side else { return Vec::new() };
    let known = fog::mask(t, side.other());
    let in_segment = t.board.decision::<Decision>().is_none() && t.segment().purpose().0 == Purpose::Combat;
    let open = if in_segment { targets(t, side, |unit| known[unit.at()]) } else { Vec::new() };
    let all_units = match t.board.decision() {
        // Which guns and headquarters may help tells of what command those are who lie under others.
        Some(Decision::Attack(attack)) if matches!(attack.stage, CombatStage::FireBack | CombatStage::AttackSupport | CombatStage::DefenseSupport) => {
            are_buried_near(t, side, attack, t.charts.artillery.range + 1)
        }
        _ => false,
    };
    let is_kept = |on: &Target| match on {
        Target::Unit(unit) => all_units || !known[unit.at()],
        Target::Hex(hex) => in_segment && !open.contains(hex),
        Target::Button => false,
    };
    list.actors.iter().map(|unit| Target::Unit(*unit)).chain(list.shown_on()).filter(is_kept).collect()
}

fn segment(t: &Table, list: &mut List) {
    let (purpose, side) = t.segment().purpose();
    list.ask(side, "");
    match purpose {
        Purpose::SetUp => set_up(t, side, list),
        Purpose::Weather => {
            list.say("A new day: roll for the weather.");
            list.button("Roll for the weather", Order::RollWeather);
        }
        Purpose::Reinforcement => reinforcement(t, side, list),
        Purpose::Movement => movement(t, side, list),
        Purpose::Support => {
            list.say("Assign your aircraft to missions: choose one, then its mission.");
            let boxes = [Table::available(side), Holding::TacticalSupport, Holding::Sead, Holding::Bombardment];
            let held = boxes.iter().flat_map(|b| t.board.boxed(b.id()).to_vec());
            list.actors.extend(held.filter(|u| t.board.side(*u) == side && may_be_assigned(t, *u)));
        }
        Purpose::Combat => combat_segment(t, side, list),
        Purpose::EndCheck => {
            list.say("Roll to see whether the war ends.");
            list.button("Roll for the end", Order::RollEnd);
        }
        Purpose::Markers | Purpose::Recovery | Purpose::EndRecovery => unreachable!("settling runs every step that nobody decides"),
    }
    if !matches!(purpose, Purpose::SetUp | Purpose::Weather | Purpose::EndCheck) {
        list.button_if("End the segment", Order::EndSegment, sequence::may_end(t));
    }
}

fn set_up(t: &Table, side: Side, list: &mut List) {
    list.actors.extend(t.deployment.to_place(side));
    let waiting = list.actors.iter().filter(|u| t.board.hex(**u).is_none()).count();
    let (rest, ready) = (setup::may_place_rest(t).map(drop), setup::missing(t, side));
    ask_to_place(list, waiting, (Order::PlaceRest, rest), (Order::Ready, ready));
}

fn reinforcement(t: &Table, side: Side, list: &mut List) {
    let pools = if side == GEORGIAN { &[Holding::HeldOut][..] } else { &[Holding::Pool, Holding::AirPool] };
    let held = pools.iter().flat_map(|b| t.board.boxed(b.id()).to_vec());
    list.actors.extend(held.filter(|u| reinforcements::due(t, *u).is_ok() || reinforcements::may_take(t, *u).is_ok()));
    let waiting = list.actors.len();
    list.say(|| {
        let many = |n: usize, one: &str, more: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {more}") };
        let (ground, air) = match side {
            GEORGIAN => (waiting, 0),
            _ => (t.track(Track::GroundDue).max(0) as usize, t.track(Track::AirDue).max(0) as usize),
        };
        match (waiting, ground, air) {
            (0, ..) => "No reinforcements are left to bring in.".to_owned(),
            (_, ground, 0) => format!("Reinforcements: {} to bring in. Choose a unit, then a hex.", many(ground, "unit", "units")),
            (_, 0, air) => format!("Reinforcements: {} to take.", many(air, "aircraft", "aircraft")),
            (_, ground, air) => {
                format!("Reinforcements: {} and {} to bring in.", many(ground, "ground unit", "ground units"), many(air, "aircraft", "aircraft"))
            }
        }
    });
    if side == GEORGIAN {
        list.button_if("Roll for the 1st Brigade", Order::RollFirstBrigade, reinforcements::may_roll(t));
        if t.plays(super::orders::Optional::NationalGuard) {
            list.button_if("Call the National Guard", Order::CallNationalGuard, reinforcements::may_call_guard(t));
        }
    }
}

fn movement(t: &Table, side: Side, list: &mut List) {
    let mobile = |unit: &UnitId| {
        let status = t.board.status(*unit);
        let left = t.printed(*unit).allowance.0 - status.count(Count::Spent.id());
        let stuck = status.has(Mark::Halted.id()) || status.has(Mark::Landed.id());
        status.side == side && t.board.hex(*unit).is_some() && left > 0 && !stuck
    };
    list.say("Move your units: choose one, or several in the same hex, then a hex to move to. End the segment when you are done.");
    list.actors.extend(t.board.units().filter(mobile));
    if side == RUSSIAN && t.track(Track::Landing) == 0 {
        let fleet = t.board.boxed(Holding::RussianAvailable.id()).iter().filter(|u| t.kind(**u) == UnitType::NavalInfantry);
        list.actors.extend(fleet);
    }
}

fn may_be_assigned(t: &Table, unit: UnitId) -> bool {
    missions::assigned(t, unit).is_some() || KINDS.iter().any(|kind| missions::may_assign(t, unit, *kind).is_ok())
}

const KINDS: [MissionKind; 3] = [MissionKind::TacticalSupport, MissionKind::Sead, MissionKind::Bombardment];

fn mission_name(kind: MissionKind) -> &'static str {
    match kind {
        MissionKind::TacticalSupport => "Tactical Support",
        MissionKind::Sead => "SEAD",
        MissionKind::Bombardment => "Infrastructure Bombardment",
        MissionKind::Uav => "drone",
    }
}

fn combat_segment(t: &Table, side: Side, list: &mut List) {
    list.say("Fly missions, then attack: choose a unit to see what it can do, or an enemy hex to attack.");
    let strikes = |u: &UnitId| {
        let ready_navy = t.kind(*u) == UnitType::Naval && t.is_in(*u, Table::available(side)) && !t.has(*u, Mark::Flown);
        let ready_missile = t.kind(*u) == UnitType::Missile && t.board.hex(*u).is_some() && !t.has(*u, Mark::Fired);
        let scout = || t.kind(*u) == UnitType::Sof && missions::may_recon(t, *u).is_ok();
        t.board.side(*u) == side && (missions::assigned(t, *u).is_some() || ready_navy || ready_missile || scout())
    };
    list.actors.extend(t.board.units().filter(strikes));
    for hex in targets(t, side, |_| true) {
        list.on_hex(hex, "plan an attack", Order::Declare { hex });
    }
}

/// Enemy hexes that some of these units could attack.
fn targets(t: &Table, side: Side, of: impl Fn(UnitId) -> bool) -> Vec<Hex> {
    let able = |unit, ix| t.holds(side.other(), ix) && combat::may_attack(t, side, unit, ix).is_ok() && combat::may_declare(t, t.hex(ix)).is_ok();
    t.targets(t.on_map(side).filter(|u| of(*u) && !t.has(*u, Mark::Attacked)), able)
}

fn interruption(t: &mut Table, decision: Decision, list: &mut List) {
    match decision {
        Decision::Excess(side) => excess(t, side, list),
        Decision::AirDefense(mission) => {
            list.ask(mission.side.other(), || format!("Enemy aircraft over {}: choose who fires.", t.spot(mission.hex)));
            list.each(mission.flak.iter().copied(), "fire", |unit| Order::FireAd { unit });
            list.button("Cease fire", Order::HoldFire);
        }
        Decision::FriendlyFire { units, mission } => {
            list.ask(GEORGIAN, || format!("Friendly fire over {}: name the Russian unit that fires at its own aircraft.", t.spot(mission.hex)));
            list.each(units, "fires at its own side", |unit| Order::FriendlyFire { unit });
        }
        Decision::Target(mission) => {
            list.ask(mission.side, || format!("The strike is over {}: name its target by its place in the stack.", t.spot(mission.hex)));
            for (place, _) in missions::targets(t, &mission) {
                list.button(|| place_name(place), Order::Target { place });
            }
        }
        Decision::Attack(attack) => {
            list.in_battle(attack.target, &CombatStage::STEPS, attack.stage.step());
            attacking(t, *attack, list);
        }
        Decision::Disrupt { side, units } => {
            list.ask(side, "A hit: choose the unit that is disrupted.");
            list.each(units, "disrupt", |unit| Order::Disrupt { unit });
        }
        Decision::Panic { unit } => {
            list.ask(GEORGIAN, || format!("{} panics: choose the hex it retreats to.", t.name(unit)));
            for path in retreat::paths(t, unit, 1) {
                let path: Path = path.iter().map(|ix| t.hex(*ix)).collect();
                list.on_hex(path[0], "retreat here", Order::Retreat { units: Units::from_slice(&[unit]), path });
            }
        }
        Decision::Exchange => {
            list.ask(RUSSIAN, "A base is captured: try to exchange prisoners for General Dumbadze?");
            list.button("Try the exchange", Order::Exchange { attempt: true });
            list.button("Decline", Order::Exchange { attempt: false });
        }
        Decision::Restore => {
            list.ask(GEORGIAN, "The exchange is made: choose the reduced unit that is restored to full strength.");
            list.each(optional::restorable(t), "restore", |unit| Order::Restore { unit });
            list.button("Restore nobody", Order::RestoreNobody);
        }
        Decision::HoldUp { units, .. } => {
            list.ask(GEORGIAN, "Russian units are about to move: try to hold one of them up? You have one try a turn.");
            let known = fog::mask(t, GEORGIAN);
            let held = units.iter().copied().filter(|u| known[u.at()] && optional::can_be_held_up(t, *u));
            list.each(held, "hold it up", |unit| Order::HoldUp { unit });
            for (place, _) in optional::unknown_movers(t, &units) {
                list.button(|| format!("Hold up {}", place_name(place)), Order::HoldUpBlind { place });
            }
            list.button("Let it pass", Order::LetPass);
        }
    }
}

fn place_name(n: u8) -> Cow<'static, str> {
    match n {
        1 => "the top unit".into(),
        2 => "the 2nd from the top".into(),
        3 => "the 3rd from the top".into(),
        n => format!("the {n}th from the top").into(),
    }
}

fn excess(t: &Table, side: Side, list: &mut List) {
    // In a world as the enemy imagines it, which hex is overstacked need not be seen.
    let Some((ix, fault, units)) = stacking::excess_of(&t.board, &t.charts, side) else {
        return list.ask(side, "A hex is overstacked. Choose a unit to remove; it does not count as a loss.");
    };
    list.ask(side, || format!("Overstacked: {}. Choose a unit to remove; it does not count as a loss.", fault.refusal(&t.spot_at(ix)).why));
    list.each(units, "remove", |unit| Order::RemoveExcess { unit });
    let by = Illegal::new("TOA-7.1.a", "a hex is overstacked: a unit must be removed first");
    list.blocked(Target::Button, "End the segment", by);
}

fn attacking(t: &mut Table, attack: Attack, list: &mut List) {
    let (side, target) = (attack.decider(), attack.target);
    let call_off = |list: &mut List| list.button("Call the attack off", Order::CallOff);
    match attack.stage {
        CombatStage::Planning => planning(t, &attack, list),
        CombatStage::Fire => {
            list.ask(side, || format!("Your guns fire at {}: all of them, or one by one.", t.spot(target)));
            list.each(attack.guns.iter().copied(), "fire", |unit| Order::Fire { unit });
            if attack.side == GEORGIAN && missions::drone(t).is_ok() {
                list.each(attack.guns.iter().copied(), "fire with the drone", |unit| Order::FireWithUav { unit });
            }
            call_off(list);
        }
        CombatStage::FireBack => {
            list.ask(side, || format!("{} is attacked: your guns may fire at the attackers.", t.spot(target)));
            for (unit, hexes) in fire::defensive(t, &attack) {
                for hex in hexes {
                    list.on_unit(unit, || format!("fire at {hex}"), Order::FireBack { unit, hex });
                }
            }
            list.button("Cease fire", Order::EndFire);
        }
        CombatStage::AttackSupport | CombatStage::DefenseSupport => {
            list.ask(side, || format!("The combat for {}: headquarters may lend their factor, once a turn.", t.spot(target)));
            list.each(combat::supporters(t, &attack), "lend its factor", |unit| Order::Support { unit });
            list.button("No more support", Order::EndSupport);
            if attack.stage == CombatStage::AttackSupport {
                call_off(list);
            }
        }
        CombatStage::LastWord => {
            list.ask(side, || format!("Attack {}, or call it off?", t.spot(target)));
            list.button("Attack", Order::Proceed);
            call_off(list);
        }
        CombatStage::Spearhead => {
            list.ask(side, "Special forces may lead the attack: +1 to the die, and they take the first loss.");
            list.each(combat::spearheads(t, &attack), "lead the attack", |unit| Order::Spearhead { unit });
            list.button("No spearhead", Order::NoSpearhead);
        }
        CombatStage::AttackerLosses | CombatStage::DefenderLosses | CombatStage::ExtraLoss => {
            list.ask(side, || match (attack.stage, attack.owed) {
                (CombatStage::ExtraLoss, _) => "They cannot retreat far enough: choose the unit that loses another step.".to_owned(),
                (_, 1) => format!("Losses at {}: choose the unit that loses a step.", t.spot(target)),
                (_, owed) => format!("Losses at {}: {owed} steps to go. Choose a unit that loses one.", t.spot(target)),
            });
            list.each(losses::candidates(t, &attack).0, "loses a step", |unit| Order::Lose { unit });
        }
        CombatStage::Retreat => {
            list.ask(side, || format!("Your units in {} must retreat: click where they go, or pick some of them first.", t.spot(target)));
            list.actors.extend(&attack.retreating);
            list.together();
        }
        CombatStage::Advance => {
            list.ask(side, || format!("{} is open: click it to advance with all attackers, or pick some of them first.", t.spot(target)));
            list.actors.extend(advance::movers(t, &attack));
            list.together();
            list.button("Advance no further", Order::EndAdvance);
        }
    }
}

fn planning(t: &mut Table, attack: &Attack, list: &mut List) {
    list.ask(attack.side, || format!("Attack {}: click counters in the sheet to add them or leave them out.", t.spot(attack.target)));
    let near = |u: &UnitId| t.board.hex(*u).and_then(|h| t.board.distance(h, attack.target)).is_some_and(|d| d <= t.charts.artillery.range);
    let able: Vec<UnitId> = t.on_map(attack.side).filter(near).collect();
    for unit in able {
        if attack.includes(unit) {
            list.on_unit(unit, "leave out", Order::Leave { unit });
        } else {
            list.on_unit_if(unit, "take part", Order::Join { unit }, combat::may_join(t, attack, unit));
        }
    }
    list.button_if("Attack", Order::Commit, combat::may_commit(t, attack));
    list.button("Cancel", Order::Drop);
}

/// What these counters together may do.
pub(super) fn offer((InMut(list), InRef(units)): (InMut<List>, InRef<[UnitId]>), mut t: Table, mut scratch: Local<Vec<Reach>>) {
    if t.board.clock().over.is_some() || units.is_empty() {
        return;
    }
    if let Some(attack) = t.attack_due().cloned() {
        return in_battle(&mut t, &attack, units, list);
    }
    if t.board.decision::<Decision>().is_some() {
        return;
    }
    let (purpose, side) = t.segment().purpose();
    match (purpose, units) {
        (Purpose::SetUp, [unit]) => places(&t, *unit, list),
        (Purpose::Reinforcement, [unit]) => arrivals(&t, *unit, list),
        (Purpose::Support, [unit]) => assignments(&t, *unit, list),
        (Purpose::Combat, [unit]) => strikes(&t, *unit, list),
        (Purpose::Movement, [unit]) if t.board.hex(*unit).is_none() => landings(&t, list),
        (Purpose::Movement, _) => moves(&mut t, units, &mut scratch, list),
        _ => {}
    }
    if let [unit] = *units
        && side == t.board.side(unit)
        && fog::is_buried(&t.board, unit)
    {
        list.on_unit(unit, "put on top of its stack", Order::PutOnTop { unit });
    }
}

fn places(t: &Table, unit: UnitId, list: &mut List) {
    let starts = setup::starts(t, unit);
    for hex in t.deployment.hexes(unit).iter().map(|ix| t.board.map.grid.hex(*ix)) {
        let judged = starts.clone().and_then(|(rule, area)| setup::may_stand(t, unit, rule, area, hex));
        if t.board.hex(unit) != Some(hex) || judged.is_err() {
            list.on_hex_if(hex, "place here", Order::Place { unit, hex }, judged);
        }
    }
}

fn arrivals(t: &Table, unit: UnitId, list: &mut List) {
    if reinforcements::may_take(t, unit).is_ok() {
        list.on_unit(unit, "take it", Order::TakeAircraft { unit });
        return;
    }
    if list.unless_blocked(Target::Unit(unit), "arrive", reinforcements::due(t, unit)).is_none() {
        return;
    }
    for hex in reinforcements::entries(t).iter().map(|ix| t.board.map.grid.hex(*ix)) {
        list.on_hex_if(hex, "arrive here", Order::Arrive { unit, hex }, reinforcements::may_arrive(t, unit, hex));
    }
}

fn assignments(t: &Table, unit: UnitId, list: &mut List) {
    if missions::assigned(t, unit).is_some() {
        list.on_unit(unit, "take the assignment back", Order::Unassign { unit });
    }
    for mission in KINDS {
        list.on_unit_if(unit, mission_name(mission), Order::Assign { unit, mission }, missions::may_assign(t, unit, mission));
    }
}

fn strikes(t: &Table, unit: UnitId, list: &mut List) {
    if missions::may_recon(t, unit).is_ok() {
        list.on_unit(unit, "try recon", Order::Recon { unit });
    }
    let grid = &t.board.map.grid;
    let side = t.board.side(unit);
    let mut enemy: Vec<Hex> = t.on_map(side.other()).filter_map(|u| t.board.hex(u)).collect();
    enemy.sort_unstable();
    enemy.dedup();
    let bases: Vec<Hex> = t.charts.spots.bases.iter().map(|ix| grid.hex(*ix)).collect();
    if let Some(kind) = missions::assigned(t, unit) {
        let hexes = if kind == MissionKind::Bombardment { &bases } else { &enemy };
        let fly = hexes.iter().filter(|hex| missions::may_fly(t, unit, **hex).is_ok());
        list.each_hex(fly.copied(), mission_name(kind), move |hex| Order::Fly { unit, hex });
    }
    for (mission, hexes) in [(MissionKind::TacticalSupport, &enemy), (MissionKind::Bombardment, &bases)] {
        for hex in hexes.iter().copied() {
            if t.kind(unit) == UnitType::Missile && missions::may_launch(t, unit, mission, hex).is_ok() {
                list.on_hex(hex, mission_name(mission), Order::Launch { unit, mission, hex });
            }
            if t.kind(unit) == UnitType::Naval
                && let Some(from) = firing_position(t, unit, mission, hex)
            {
                list.on_hex(hex, mission_name(mission), Order::Bombard { unit, from, mission, hex });
            }
        }
    }
}

/// The nearest hex from which a navy may strike another: any will do, so one is offered.
fn firing_position(t: &Table, unit: UnitId, mission: MissionKind, hex: Hex) -> Option<Hex> {
    let grid = &t.board.map.grid;
    let target = grid.ix(hex)?;
    if missions::may_strike(t, t.board.side(unit), mission, hex).is_err() {
        return None;
    }
    let nearest = t.charts.spots.afloat.iter().filter(|ix| !t.holds(t.board.side(unit).other(), **ix)).min_by_key(|ix| grid.distance(**ix, target));
    let bound = t.track(Track::LandingHex);
    let from = if bound != 0 && t.board.side(unit) == RUSSIAN { Hex(bound as u16) } else { grid.hex(*nearest?) };
    missions::may_bombard(t, unit, from, mission, hex).is_ok().then_some(from)
}

fn landings(t: &Table, list: &mut List) {
    let grid = &t.board.map.grid;
    let coast = grid.all().filter(|ix| t.charts.footing[ix.at()].coastal).map(|ix| grid.hex(ix));
    list.each_hex(coast.filter(|hex| reinforcements::may_land(t, *hex).is_ok()), "land here", |hex| Order::Land { hex });
}

fn in_battle(t: &mut Table, attack: &Attack, units: &[UnitId], list: &mut List) {
    match (attack.stage, units) {
        (CombatStage::Retreat, _) if units.iter().all(|u| attack.retreating.contains(u)) => {
            let judged = retreat::open_to(t, attack, units);
            let Some(paths) = list.unless_blocked(Target::Unit(units[0]), "retreat together", judged) else { return };
            let order = |path: Path| Order::Retreat { units: units.into(), path };
            if paths.is_empty() {
                list.on_unit(units[0], "no way out: stay and lose a step", order(Path::new()));
            }
            for path in paths {
                let path: Path = path.iter().map(|ix| t.board.map.grid.hex(*ix)).collect();
                let Some(end) = path.last().copied() else { continue };
                list.on_hex(end, "retreat here", order(path));
            }
        }
        (CombatStage::Advance, [unit]) => {
            for path in advance::paths(t, attack, *unit) {
                let Some(end) = path.last().copied() else { continue };
                list.on_hex(end, "advance here", Order::Advance { unit: *unit, path });
            }
        }
        _ => {}
    }
}

fn moves(t: &mut Table, units: &[UnitId], scratch: &mut Vec<Reach>, list: &mut List) {
    t.zoc(t.phasing().other());
    let mut movers = Vec::new();
    for unit in units {
        movers.extend(list.unless_blocked(Target::Unit(*unit), "move", Mover::new(t, *unit)));
    }
    let together = movers.windows(2).all(|pair| pair[0].gait().start == pair[1].gait().start);
    if movers.len() < units.len() || !together {
        return;
    }
    scratch.resize_with(movers.len().max(scratch.len()), Reach::default);
    for (mover, reach) in movers.iter().zip(scratch.iter_mut()) {
        mover.reach(reach);
    }
    let along = match *units {
        [unit] => list.along(scratch[0].ways(&t.board.map), move |path| Order::Move { unit, path }),
        _ => {
            let units = Units::from_slice(units);
            list.along(scratch[0].ways(&t.board.map), move |path| Order::MoveStack { units: units.clone(), path })
        }
    };
    for ix in scratch[0].found().iter().filter(|ix| movers.iter().all(|m| m.may_end(**ix))) {
        // Everyone must be able to follow the first one's way.
        let walked = |mover: &Mover| mover.walk(&scratch[0].way(&t.board.map.grid, *ix));
        if movers.len() > 1 && movers.iter().any(|mover| walked(mover).is_err()) {
            continue;
        }
        // What the way costs each of them; who has least left sets the pace, and where a zone of control stops them nothing is left.
        let spent = |mover: &Mover| walked(mover).map_or(0, |entries| entries.iter().map(|entry| entry.cost.0).sum::<i16>());
        let (cost, least) = match movers.as_slice() {
            [one] => {
                let cost = scratch[0].cost(*ix).expect("a hex found has a cost") as i16;
                (cost, one.gait().left.0 - cost)
            }
            _ if !list.has_words() => (0, 0), // nobody reads it
            several => {
                let each = several.iter().map(|mover| (spent(mover), mover.gait().left.0 - spent(mover)));
                each.min_by_key(|(_, left)| *left).unwrap_or_default()
            }
        };
        let cost = Points(cost);
        let left = Points(if movers.iter().any(|mover| mover.stops_in(*ix)) { 0 } else { least });
        list.go_along(along, *ix, "move here", cost, left);
    }
}
