//! What may be ordered now, generated from the same checks that orders must pass.

use super::combat::{self, Attack, CombatStage, advance, fire, losses, retreat};
use super::missions::{self, MissionKind};
use super::movement::Mover;
use super::orders::{Count, Decision, Holding, Mark, Order, Purpose, Track};
use super::table::Table;
use super::tables::UnitType;
use super::{GEORGIAN, RUSSIAN, fog, optional, reinforcements, sequence, setup, stacking};
use crate::board::paths::Reach;
use crate::board::{Blocked, Choice, Hex, Illegal, Offer, Path, Points, Prompt, Side, Target, UnitId, Units, ask, button, on_hex, on_unit};
use crate::games::kit::{Walker, ask_to_place};
use bevy_ecs::prelude::{In, Local};
use std::borrow::Cow;

type Choices = Vec<Choice<Order>>;

/// Whose decision it is and what is asked.
pub(super) fn prompt(_: In<()>, mut t: Table) -> Prompt<Order> {
    if t.board.clock().over.is_some() {
        return Prompt::over();
    }
    match t.board.decision().cloned() {
        Some(decision) => interruption(&mut t, decision),
        None => segment(&t),
    }
}

fn segment(t: &Table) -> Prompt<Order> {
    let (purpose, side) = t.segment().purpose();
    let mut prompt = ask(side, "", Vec::new());
    match purpose {
        Purpose::SetUp => set_up(t, side, &mut prompt),
        Purpose::Weather => {
            prompt.text = "A new day: roll for the weather.".into();
            prompt.buttons.push(Choice::button("Roll for the weather", Order::RollWeather));
        }
        Purpose::Reinforcement => reinforcement(t, side, &mut prompt),
        Purpose::Movement => movement(t, side, &mut prompt),
        Purpose::Support => {
            prompt.text = "Assign your aircraft to missions: choose one, then its mission.".into();
            let boxes = [Table::available(side), Holding::TacticalSupport, Holding::Sead, Holding::Bombardment];
            let held = boxes.iter().flat_map(|b| t.board.boxed(b.id()).to_vec());
            prompt.actors = held.filter(|u| t.board.side(*u) == side && may_be_assigned(t, *u)).collect();
        }
        Purpose::Combat => combat_segment(t, side, &mut prompt),
        Purpose::EndCheck => {
            prompt.text = "Roll to see whether the war ends.".into();
            prompt.buttons.push(Choice::button("Roll for the end", Order::RollEnd));
        }
        Purpose::Markers | Purpose::Recovery | Purpose::EndRecovery => unreachable!("settling runs every step that nobody decides"),
    }
    if !matches!(purpose, Purpose::SetUp | Purpose::Weather | Purpose::EndCheck) {
        button(&mut prompt, "End the segment", Order::EndSegment, sequence::may_end(t));
    }
    prompt
}

fn set_up(t: &Table, side: Side, prompt: &mut Prompt<Order>) {
    prompt.actors = t.deployment.to_place(side).to_vec();
    let waiting = prompt.actors.iter().filter(|u| t.board.hex(**u).is_none()).count();
    let (rest, ready) = (setup::may_place_rest(t).map(drop), setup::missing(t, side));
    ask_to_place(prompt, waiting, (Order::PlaceRest, rest), (Order::Ready, ready));
}

fn reinforcement(t: &Table, side: Side, prompt: &mut Prompt<Order>) {
    let pools = if side == GEORGIAN { &[Holding::HeldOut][..] } else { &[Holding::Pool, Holding::AirPool] };
    let held = pools.iter().flat_map(|b| t.board.boxed(b.id()).to_vec());
    prompt.actors = held.filter(|u| reinforcements::due(t, *u).is_ok() || reinforcements::may_take(t, *u).is_ok()).collect();
    let many = |n: usize, one: &str, more: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {more}") };
    let (ground, air) = match side {
        GEORGIAN => (prompt.actors.len(), 0),
        _ => (t.track(Track::GroundDue).max(0) as usize, t.track(Track::AirDue).max(0) as usize),
    };
    prompt.text = match (prompt.actors.len(), ground, air) {
        (0, ..) => "No reinforcements are left to bring in.".into(),
        (_, ground, 0) => format!("Reinforcements: {} to bring in. Choose a unit, then a hex.", many(ground, "unit", "units")).into(),
        (_, 0, air) => format!("Reinforcements: {} to take.", many(air, "aircraft", "aircraft")).into(),
        (_, ground, air) => {
            format!("Reinforcements: {} and {} to bring in.", many(ground, "ground unit", "ground units"), many(air, "aircraft", "aircraft")).into()
        }
    };
    if side == GEORGIAN {
        button(prompt, "Roll for the 1st Brigade", Order::RollFirstBrigade, reinforcements::may_roll(t));
        if t.plays(super::orders::Optional::NationalGuard) {
            button(prompt, "Call the National Guard", Order::CallNationalGuard, reinforcements::may_call_guard(t));
        }
    }
}

fn movement(t: &Table, side: Side, prompt: &mut Prompt<Order>) {
    let mobile = |unit: &UnitId| {
        let status = t.board.status(*unit);
        let left = t.printed(*unit).allowance.0 - status.count(Count::Spent.id());
        let stuck = status.has(Mark::Halted.id()) || status.has(Mark::Landed.id());
        status.side == side && t.board.hex(*unit).is_some() && left > 0 && !stuck
    };
    prompt.text = "Move your units: choose one or several that stand together, then a hex. End the segment when you are done.".into();
    prompt.actors = t.board.units().filter(mobile).collect();
    if side == RUSSIAN && t.track(Track::Landing) == 0 {
        let fleet = t.board.boxed(Holding::RussianAvailable.id()).iter().filter(|u| t.kind(**u) == UnitType::NavalInfantry);
        prompt.actors.extend(fleet);
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

fn combat_segment(t: &Table, side: Side, prompt: &mut Prompt<Order>) {
    prompt.text = "Fly missions, then attack: choose a unit to see what it can do, or an enemy hex to attack.".into();
    let strikes = |u: &UnitId| {
        let ready_navy = t.kind(*u) == UnitType::Naval && t.is_in(*u, Table::available(side)) && !t.has(*u, Mark::Flown);
        let ready_missile = t.kind(*u) == UnitType::Missile && t.board.hex(*u).is_some() && !t.has(*u, Mark::Fired);
        t.board.side(*u) == side && (missions::assigned(t, *u).is_some() || ready_navy || ready_missile || missions::may_recon(t, *u).is_ok())
    };
    prompt.actors = t.board.units().filter(strikes).collect();
    for hex in targets(t, side) {
        prompt.buttons.push(on_hex(hex, "plan an attack", Order::Declare { hex }));
    }
}

/// Enemy hexes that some unit could attack.
fn targets(t: &Table, side: Side) -> Vec<Hex> {
    let able = |unit, ix| t.holds(side.other(), ix) && combat::may_attack(t, side, unit, ix).is_ok() && combat::may_declare(t, t.hex(ix)).is_ok();
    t.targets(t.on_map(side).filter(|u| !t.has(*u, Mark::Attacked)), able)
}

fn interruption(t: &mut Table, decision: Decision) -> Prompt<Order> {
    match decision {
        Decision::Excess(side) => excess(t, side),
        Decision::AirDefense(mission) => {
            let shots = mission.flak.iter().map(|u| on_unit(*u, "fire", Order::FireAd { unit: *u }));
            let buttons = shots.chain([Choice::button("Fire no more", Order::HoldFire)]).collect();
            ask(mission.side.other(), format!("Enemy aircraft over {}: choose who fires.", t.spot(mission.hex)), buttons)
        }
        Decision::FriendlyFire { units, mission } => {
            let buttons = units.iter().map(|u| on_unit(*u, "fires at its own side", Order::FriendlyFire { unit: *u })).collect();
            ask(GEORGIAN, format!("Friendly fire over {}: name the Russian unit that fires at its own aircraft.", t.spot(mission.hex)), buttons)
        }
        Decision::Target(mission) => {
            let places = missions::targets(t, &mission);
            let buttons = places.iter().map(|(n, _)| Choice::button(place_name(*n), Order::Target { place: *n })).collect();
            ask(mission.side, format!("The strike is over {}: name its target by its place in the stack.", t.spot(mission.hex)), buttons)
        }
        Decision::Attack(attack) => {
            let (hex, step) = (attack.target, attack.stage.step());
            attacking(t, *attack).in_battle(hex, &CombatStage::STEPS, step)
        }
        Decision::Disrupt { side, units } => {
            let buttons = units.iter().map(|u| on_unit(*u, "disrupt", Order::Disrupt { unit: *u })).collect();
            ask(side, "A hit: choose the unit that is disrupted.", buttons)
        }
        Decision::Panic { unit } => {
            let paths = retreat::paths(t, unit, 1);
            let hexes = paths.iter().map(|p| p.iter().map(|ix| t.board.map.grid.hex(*ix)).collect::<Path>());
            let buttons = hexes.map(|path| on_hex(path[0], "retreat here", Order::Retreat { units: Units::from_slice(&[unit]), path })).collect();
            ask(GEORGIAN, format!("{} panics: choose the hex it retreats to.", t.name(unit)), buttons)
        }
        Decision::Exchange => {
            let buttons =
                vec![Choice::button("Try the exchange", Order::Exchange { attempt: true }), Choice::button("Decline", Order::Exchange { attempt: false })];
            ask(RUSSIAN, "A base is captured: try to exchange prisoners for General Dumbadze?", buttons)
        }
        Decision::Restore => {
            let mut buttons: Choices = optional::restorable(t).into_iter().map(|u| on_unit(u, "restore", Order::Restore { unit: u })).collect();
            buttons.push(Choice::button("Restore nobody", Order::RestoreNobody));
            ask(GEORGIAN, "The exchange is made: choose the reduced unit that is restored to full strength.", buttons)
        }
        Decision::HoldUp { units, .. } => {
            let known = fog::mask(t, GEORGIAN);
            let held = units.iter().filter(|u| known[u.at()] && optional::can_be_held_up(t, **u));
            let mut buttons: Choices = held.map(|u| on_unit(*u, "hold it up", Order::HoldUp { unit: *u })).collect();
            let unknown = optional::unknown_movers(t, &units).into_iter();
            buttons.extend(unknown.map(|(place, _)| Choice::button(format!("Hold up {}", place_name(place)), Order::HoldUpBlind { place })));
            buttons.push(Choice::button("Let it pass", Order::LetPass));
            ask(GEORGIAN, "Russian units are about to move: try to hold one of them up? You have one try a turn.", buttons)
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

fn excess(t: &Table, side: Side) -> Prompt<Order> {
    let (ix, fault, units) = stacking::excess_of(&t.board, &t.charts, side).expect("the decision is open only while a hex is overstacked");
    let buttons = units.iter().map(|u| on_unit(*u, "take away", Order::RemoveExcess { unit: *u })).collect();
    let mut prompt =
        ask(side, format!("Overstacked: {}. Choose a unit to take away; it does not count as a loss.", fault.refusal(&t.spot_at(ix)).why), buttons);
    let by = Illegal::new("TOA-7.1.a", "a hex is overstacked: first a unit has to be taken away");
    prompt.blocked.push(Blocked { on: Target::Button, label: "End the segment".into(), by });
    prompt
}

fn attacking(t: &mut Table, attack: Attack) -> Prompt<Order> {
    let (side, target) = (attack.decider(), t.spot(attack.target));
    let call_off = || Choice::button("Call the attack off", Order::CallOff);
    match attack.stage {
        CombatStage::Planning => planning(t, &attack),
        CombatStage::Fire => {
            let mut buttons: Choices = attack.guns.iter().map(|g| on_unit(*g, "fire", Order::Fire { unit: *g })).collect();
            if attack.side == GEORGIAN && missions::drone(t).is_ok() {
                buttons.extend(attack.guns.iter().map(|g| on_unit(*g, "fire with the drone", Order::FireWithUav { unit: *g })));
            }
            buttons.push(call_off());
            ask(side, format!("Your guns fire at {target}: all of them, or one by one."), buttons)
        }
        CombatStage::FireBack => {
            let aims = fire::defensive(t, &attack);
            let shots = aims.into_iter().flat_map(|(unit, hexes)| hexes.into_iter().map(move |hex| (unit, hex)));
            let mut buttons: Choices = shots.map(|(unit, hex)| on_unit(unit, format!("fire at {hex}"), Order::FireBack { unit, hex })).collect();
            buttons.push(Choice::button("Fire no more", Order::EndFire));
            ask(side, format!("{target} is attacked: your guns may fire at the attackers."), buttons)
        }
        CombatStage::AttackSupport | CombatStage::DefenseSupport => {
            let lend = combat::supporters(t, &attack).into_iter().map(|u| on_unit(u, "lend its factor", Order::Support { unit: u }));
            let mut buttons: Choices = lend.collect();
            buttons.push(Choice::button("No more support", Order::EndSupport));
            if attack.stage == CombatStage::AttackSupport {
                buttons.push(call_off());
            }
            ask(side, format!("The combat for {target}: headquarters may lend their factor, once a turn."), buttons)
        }
        CombatStage::LastWord => ask(side, format!("Attack {target}, or call it off?"), vec![Choice::button("Attack", Order::Proceed), call_off()]),
        CombatStage::Spearhead => {
            let lead = combat::spearheads(t, &attack).into_iter().map(|u| on_unit(u, "lead the attack", Order::Spearhead { unit: u }));
            let mut buttons: Choices = lead.collect();
            buttons.push(Choice::button("No spearhead", Order::NoSpearhead));
            ask(side, "Special forces may lead the attack: +1 to the die, and they take the first loss.", buttons)
        }
        CombatStage::AttackerLosses | CombatStage::DefenderLosses | CombatStage::ExtraLoss => {
            let (units, _) = losses::candidates(t, &attack);
            let buttons = units.iter().map(|u| on_unit(*u, "loses a step", Order::Lose { unit: *u })).collect();
            let text = match (attack.stage, attack.owed) {
                (CombatStage::ExtraLoss, _) => "They cannot retreat far enough: choose the unit that loses another step.".to_owned(),
                (_, 1) => format!("Losses at {target}: choose the unit that loses a step."),
                (_, owed) => format!("Losses at {target}: {owed} steps to go. Choose a unit that loses one."),
            };
            ask(side, text, buttons)
        }
        CombatStage::Retreat => {
            let mut prompt = ask(side, format!("Your units in {target} must retreat: click where they go, or pick some of them first."), Vec::new());
            (prompt.actors, prompt.together) = (attack.retreating.clone(), true);
            prompt
        }
        CombatStage::Advance => {
            let mut prompt = ask(
                side,
                format!("{target} is open: click it to advance with all attackers, or pick some of them first."),
                vec![Choice::button("Advance no further", Order::EndAdvance)],
            );
            (prompt.actors, prompt.together) = (advance::movers(t, &attack), true);
            prompt
        }
    }
}

fn planning(t: &mut Table, attack: &Attack) -> Prompt<Order> {
    let mut prompt = ask(attack.side, format!("Attack {}: click counters in the sheet to add them or leave them out.", t.spot(attack.target)), Vec::new());
    let near = |u: &UnitId| t.board.hex(*u).and_then(|h| t.board.distance(h, attack.target)).is_some_and(|d| d <= t.charts.artillery.range);
    let able: Vec<UnitId> = t.on_map(attack.side).filter(near).collect();
    for unit in able {
        if attack.includes(unit) {
            prompt.buttons.push(on_unit(unit, "leave out", Order::Leave { unit }));
        } else {
            prompt.judge(on_unit(unit, "take part", Order::Join { unit }), combat::may_join(t, attack, unit));
        }
    }
    let judged = combat::may_commit(t, attack);
    button(&mut prompt, "Attack", Order::Commit, judged);
    prompt.buttons.push(Choice::button("Cancel", Order::Drop));
    prompt
}

/// What these counters together may do.
pub(super) fn offer(In(units): In<Units>, mut t: Table, mut scratch: Local<Vec<Reach>>) -> Offer<Order> {
    let mut offer = Offer::default();
    if t.board.clock().over.is_some() || units.is_empty() {
        return offer;
    }
    if let Some(attack) = t.attack_due().cloned() {
        in_battle(&mut t, &attack, &units, &mut offer);
        return offer;
    }
    if t.board.decision::<Decision>().is_some() {
        return offer;
    }
    let (purpose, side) = t.segment().purpose();
    match (purpose, &units[..]) {
        (Purpose::SetUp, [unit]) => places(&t, *unit, &mut offer),
        (Purpose::Reinforcement, [unit]) => arrivals(&t, *unit, &mut offer),
        (Purpose::Support, [unit]) => assignments(&t, *unit, &mut offer),
        (Purpose::Combat, [unit]) => strikes(&t, *unit, &mut offer),
        (Purpose::Movement, [unit]) if t.board.hex(*unit).is_none() => landings(&t, &mut offer),
        (Purpose::Movement, _) => moves(&mut t, &units, &mut scratch, &mut offer),
        _ => {}
    }
    if let [unit] = units[..]
        && side == t.board.side(unit)
        && fog::is_buried(&t.board, unit)
    {
        offer.choices.push(on_unit(unit, "put on top of its stack", Order::PutOnTop { unit }));
    }
    offer
}

fn places(t: &Table, unit: UnitId, offer: &mut Offer<Order>) {
    for hex in t.deployment.hexes(unit).iter().map(|ix| t.board.map.grid.hex(*ix)) {
        let judged = setup::may_place(t, unit, hex);
        if t.board.hex(unit) != Some(hex) || judged.is_err() {
            offer.judge(on_hex(hex, "place here", Order::Place { unit, hex }), judged);
        }
    }
}

fn arrivals(t: &Table, unit: UnitId, offer: &mut Offer<Order>) {
    if reinforcements::may_take(t, unit).is_ok() {
        offer.choices.push(on_unit(unit, "take it", Order::TakeAircraft { unit }));
        return;
    }
    if offer.unless_blocked(Target::Unit(unit), "arrive", reinforcements::due(t, unit)).is_none() {
        return;
    }
    for hex in reinforcements::entries(t).iter().map(|ix| t.board.map.grid.hex(*ix)) {
        offer.judge(on_hex(hex, "arrive here", Order::Arrive { unit, hex }), reinforcements::may_arrive(t, unit, hex));
    }
}

fn assignments(t: &Table, unit: UnitId, offer: &mut Offer<Order>) {
    if missions::assigned(t, unit).is_some() {
        offer.choices.push(on_unit(unit, "take the assignment back", Order::Unassign { unit }));
    }
    for mission in KINDS {
        offer.judge(on_unit(unit, mission_name(mission), Order::Assign { unit, mission }), missions::may_assign(t, unit, mission));
    }
}

fn strikes(t: &Table, unit: UnitId, offer: &mut Offer<Order>) {
    if missions::may_recon(t, unit).is_ok() {
        offer.choices.push(on_unit(unit, "try recon", Order::Recon { unit }));
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
        offer.choices.extend(fly.map(|hex| on_hex(*hex, mission_name(kind), Order::Fly { unit, hex: *hex })));
    }
    for (mission, hexes) in [(MissionKind::TacticalSupport, &enemy), (MissionKind::Bombardment, &bases)] {
        for hex in hexes.iter().copied() {
            if t.kind(unit) == UnitType::Missile && missions::may_launch(t, unit, mission, hex).is_ok() {
                offer.choices.push(on_hex(hex, mission_name(mission), Order::Launch { unit, mission, hex }));
            }
            if t.kind(unit) == UnitType::Naval
                && let Some(from) = firing_position(t, unit, mission, hex)
            {
                offer.choices.push(on_hex(hex, mission_name(mission), Order::Bombard { unit, from, mission, hex }));
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

fn landings(t: &Table, offer: &mut Offer<Order>) {
    let grid = &t.board.map.grid;
    let coast = grid.all().filter(|ix| t.charts.footing[ix.at()].coastal).map(|ix| grid.hex(ix));
    offer.choices.extend(coast.filter(|hex| reinforcements::may_land(t, *hex).is_ok()).map(|hex| on_hex(hex, "land here", Order::Land { hex })));
}

fn in_battle(t: &mut Table, attack: &Attack, units: &[UnitId], offer: &mut Offer<Order>) {
    match (attack.stage, units) {
        (CombatStage::Retreat, _) if units.iter().all(|u| attack.retreating.contains(u)) => {
            let judged = retreat::open_to(t, attack, units);
            let Some(paths) = offer.unless_blocked(Target::Unit(units[0]), "retreat together", judged) else { return };
            let order = |path: Path| Order::Retreat { units: units.into(), path };
            if paths.is_empty() {
                offer.choices.push(on_unit(units[0], "no way out: stay and lose a step", order(Path::new())));
            }
            for path in paths {
                let path: Path = path.iter().map(|ix| t.board.map.grid.hex(*ix)).collect();
                let Some(end) = path.last().copied() else { continue };
                offer.choices.push(on_hex(end, "retreat here", order(path)));
            }
        }
        (CombatStage::Advance, [unit]) => {
            for path in advance::paths(t, attack, *unit) {
                let Some(end) = path.last().copied() else { continue };
                offer.choices.push(on_hex(end, "advance here", Order::Advance { unit: *unit, path }));
            }
        }
        _ => {}
    }
}

fn moves(t: &mut Table, units: &[UnitId], scratch: &mut Vec<Reach>, offer: &mut Offer<Order>) {
    t.zoc(t.phasing().other());
    let mut movers = Vec::new();
    for unit in units {
        movers.extend(offer.unless_blocked(Target::Unit(*unit), "move", Mover::new(t, *unit)));
    }
    let together = movers.windows(2).all(|pair| pair[0].gait().start == pair[1].gait().start);
    if !offer.blocked.is_empty() || !together {
        return;
    }
    scratch.resize_with(movers.len().max(scratch.len()), Reach::default);
    for (mover, reach) in movers.iter().zip(scratch.iter_mut()) {
        mover.reach(reach);
    }
    let grid = &t.board.map.grid;
    for ix in scratch[0].found().iter().filter(|ix| movers.iter().all(|m| m.may_end(**ix))) {
        // Everyone must be able to follow the first one's way.
        let path: Path = scratch[0].path_of(*ix, |ix| grid.hex(ix));
        if movers.len() > 1 && movers.iter().any(|m| m.walk(&path).is_err()) {
            continue;
        }
        let cost = Points(scratch[0].cost(*ix).expect("a hex found has a cost") as i16);
        // The slowest sets the pace, and where a zone of control stops them nothing is left.
        let slowest = movers.iter().map(|m| m.gait().left.0).min().unwrap_or(0);
        let left = Points(if movers[0].stops_in(*ix) { 0 } else { slowest - cost.0 });
        let order = match units {
            [unit] => Order::Move { unit: *unit, path },
            _ => Order::MoveStack { units: units.into(), path },
        };
        offer.choices.push(Choice { on: Target::Hex(grid.hex(*ix)), label: "move here".into(), cost: Some((cost, left)), order });
    }
}
