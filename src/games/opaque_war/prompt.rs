//! What may be ordered now, generated from the same checks that orders must pass.

use super::combat::{self, Attack, CombatStage, advance, losses, retreat, support};
use super::crowds::{self, Dispersal, Piece};
use super::fog::View;
use super::movement::{self, Mover, Party};
use super::orders::{Count, Decision, Mark, Order, Purpose, Track};
use super::setup::{self, place};
use super::table::Table;
use super::tables::UnitType;
use super::{REBEL, UKRAINIAN, fog, markers, rail, reinforcements, sequence, stacking};
use crate::board::paths::Reach;
use crate::board::{Hex, Illegal, Ix, Path, Points, Side, Target, UnitId, Units};
use crate::games::kit::Walker;
use crate::games::{List, Order as AnyOrder};
use bevy_ecs::prelude::{InMut, InRef, Local};

/// What a garrison that its player has not seen is called.
fn sort(kind: UnitType) -> &'static str {
    if kind == UnitType::Police { "the police unit" } else { "the militia unit" }
}

/// Whose decision it is and what is asked.
pub(super) fn prompt(InMut(list): InMut<List>, mut t: Table, mut scratch: Local<Reach>) {
    if t.board.clock().over.is_some() {
        return list.over();
    }
    match t.board.decision().cloned() {
        Some(decision) => interruption(&mut t, decision, &mut scratch, list),
        None => segment(&mut t, list),
    }
    if list.has_words() && !is_private(&t, list) {
        list.in_public();
    }
}

/// [3.2] Whether only the player who decides may read a prompt. In a battle everybody who fights stands next to an enemy, support lies in open boxes and
/// losses are named aloud; where the defender may go, and who could advance, rests on counters that the enemy does not know.
fn is_private(t: &Table, list: &List) -> bool {
    let attack = match t.board.decision() {
        Some(Decision::Modifying { .. } | Decision::Ceasefire { .. }) => return false,
        Some(Decision::Attack(attack)) => attack,
        _ => return true,
    };
    // Once no attacker is left next to them, the defenders are as unknown as before.
    let repelled = attack.units.iter().all(|unit| t.board.hex(*unit).is_none());
    if repelled || matches!(attack.stage, CombatStage::Planning | CombatStage::Retreat | CombatStage::Advance) {
        return true;
    }
    let known = [UKRAINIAN, REBEL].map(|side| fog::mask(t, side));
    let on_unit = |on: Target| if let Target::Unit(unit) = on { Some(unit) } else { None };
    let fighters = attack.units.iter().copied().filter(|unit| t.board.hex(*unit).is_some()).chain(combat::defenders(t, attack));
    let named = fighters.chain(list.actors.iter().copied()).chain(list.shown_on().filter_map(on_unit));
    named.into_iter().any(|unit| known.iter().any(|known| !known[unit.at()]))
}

fn segment(t: &mut Table, list: &mut List) {
    let (purpose, side) = t.segment().purpose();
    list.ask(side, "");
    match purpose {
        Purpose::Control => {
            list.say("April 2014. Roll for the towns and checkpoints of the two oblasts; garrisons are drawn unseen.");
            list.button("Roll for control", Order::RollControl);
        }
        Purpose::Battalions => battalions(t, list),
        Purpose::Crowd => crowd(t, list),
        Purpose::Brigades => {
            let numbers = &t.charts.setup;
            list.say(|| {
                let (mechanized, airborne) = (numbers.mechanised, numbers.airborne);
                format!("Choose {mechanized} mechanized and {airborne} airborne brigades and put them on road or rail hexes of the west edge.")
            });
            list.actors.extend(place::pieces(t));
            set_up_buttons(t, list);
        }
        Purpose::Reinforcement => choice(t, side, list),
        Purpose::Arrival => {
            list.actors.extend(t.boxed(Table::arriving(side)));
            let waiting = list.actors.len();
            list.say(|| match waiting {
                0 => "All your reinforcements have arrived.".to_owned(),
                n => format!("Your reinforcements arrive: choose one, then a hex. {n} to go."),
            });
        }
        Purpose::Movement => moving(t, side, list),
        Purpose::Mobs => {
            list.say("Movement is over. You may eliminate mobs next to your units if no Rebel unit is with them.");
            let view = View::of(t, side);
            list.each_hex(clearable(t, &view), "eliminate the mob", |hex| Order::ClearMob { hex });
        }
        Purpose::Combat => {
            list.say("Attack: choose an enemy hex next to your units. End the segment when you are done.");
            list.each_hex(targets(t, side), "plan an attack", |hex| Order::Declare { hex });
        }
        _ => {}
    }
    if matches!(purpose, Purpose::Reinforcement | Purpose::Arrival | Purpose::Movement | Purpose::Mobs | Purpose::Combat) {
        list.button_if("End the segment", Order::EndSegment, sequence::may_end(t));
    }
}

fn set_up_buttons(t: &Table, list: &mut List) {
    list.button_if("Place the rest as suggested", Order::PlaceRest, place::may_place_rest(t));
    list.button_if("Set-up is done", Order::Ready, place::missing(t));
}

fn battalions(t: &Table, list: &mut List) {
    let republic = setup::republic(t);
    let waiting = setup::drawn(t, republic).into_iter().filter(|u| t.board.hex(*u).is_none()).count();
    list.say(|| match waiting {
        0 => "All battalions are placed. End this step to look at them.".to_owned(),
        n => format!("Place your {} battalions unseen, one to a hex: choose hexes. {n} to go.", republic.flag()),
    });
    if waiting > 0 {
        let home = t.board.map.grid.all().filter(|ix| Some(t.charts.footing[ix.at()].land) == republic.home()).map(|ix| t.hex(ix));
        list.each_hex(home.filter(|hex| place::takes_battalion(t, *hex)), "place a battalion", |hex| Order::Deploy { hex });
    }
    list.each_hex(place::deployed(t), "take the battalion back", |hex| Order::Recall { hex });
    set_up_buttons(t, list);
}

fn crowd(t: &Table, list: &mut List) {
    if place::rebel_towns(t).is_empty() {
        list.say("You hold no town in the oblast: choose one that rises up.");
        let towns = place::oblast_towns(t).into_iter().map(|ix| t.hex(ix));
        return list.each_hex(towns.filter(|hex| place::may_seize(t, *hex).is_ok()), "town rises up", |hex| Order::SeizeTown { hex });
    }
    list.say("Place mobs and media in your towns in the oblast: choose one, then a town.");
    list.actors.extend(place::pieces(t));
    set_up_buttons(t, list);
}

fn choice(t: &Table, side: Side, list: &mut List) {
    if t.track(Track::Rolled) == 0 {
        list.say("Roll for reinforcements.");
        list.button_if("Roll for reinforcements", Order::RollReinforcements, reinforcements::may_roll(t).map(drop));
        return;
    }
    list.say(|| match t.track(Track::Due) {
        0 => "Your reinforcements are chosen. End the segment.".to_owned(),
        n => format!("Choose your reinforcements from the pool: {n} to go."),
    });
    if t.track(Track::Due) > 0 {
        list.actors.extend(reinforcements::pool(t, side).into_iter().filter(|u| reinforcements::may_choose(t, *u).is_ok()));
    }
    list.actors.extend(t.boxed(Table::arriving(side)));
}

/// Whether a unit could still do something in its Movement Segment.
fn is_mobile(t: &Table, unit: UnitId) -> bool {
    let status = t.board.status(unit);
    let done = [Mark::Halted, Mark::Railed, Mark::Dropped].iter().any(|m| status.has(m.id()));
    let spent = status.count(Count::Spent.id());
    !done && movement::allowance(t, unit).0 > spent && (spent == 0 || status.has(Mark::Moving.id()))
}

fn moving(t: &Table, side: Side, list: &mut List) {
    list.say(match t.is_ceasefire() {
        true => "A ceasefire: units have half their movement allowance and may not move next to enemy units. End the segment when you are done.",
        false => "Move your units: choose one, or several in the same hex, then a hex to move to. End the segment when you are done.",
    });
    list.actors.extend(t.army(side).filter(|u| !t.board.status(*u).face_down && is_mobile(t, *u)));
    if side == REBEL {
        let comms = t.boxed(Table::available(side)).into_iter().filter(|u| t.kind(*u) == UnitType::Communications);
        list.actors.extend(comms);
    }
    for (hex, place, kind) in t.covered_places(side) {
        if movement::may_lift(t, hex, place).is_ok() && t.covered(side, hex, place).is_ok_and(|u| is_mobile(t, u)) {
            list.on_hex(hex, || format!("pick up {} at place {place}", sort(kind)), Order::Lift { hex, place });
        }
    }
}

/// Hexes whose mobs may be driven out.
fn clearable(t: &Table, view: &View) -> Vec<Hex> {
    let mobs = t.on_map(REBEL).filter(|u| t.kind(*u) == UnitType::Mob && view.known[u.at()]);
    let mut hexes: Vec<Hex> = mobs.filter_map(|u| t.board.hex(u)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.retain(|hex| crowds::may_clear(t, view, *hex).is_ok());
    hexes
}

/// Enemy hexes that some unit could attack.
pub(super) fn targets(t: &Table, side: Side) -> Vec<Hex> {
    let able = |unit, ix| t.holds(side.other(), ix) && combat::may_attack(t, side, unit, ix).is_ok() && combat::may_declare(t, t.hex(ix)).is_ok();
    t.targets(t.army(side).filter(|u| !t.has(*u, Mark::Attacked)), able)
}

fn interruption(t: &mut Table, decision: Decision, reach: &mut Reach, list: &mut List) {
    match decision {
        Decision::Shortage => {
            let cities = setup::police_cities(t).into_iter().map(|ix| t.hex(ix));
            list.ask(REBEL, "There are too few police: choose a city that gets none.");
            list.each_hex(cities, "no police", |hex| Order::SkipCity { hex });
        }
        Decision::Lifted { along } => lifted(t, &along, reach, list),
        Decision::Excess { side, hex } => excess(t, side, hex, list),
        Decision::Dispersal(plan) => dispersal(t, &plan, list),
        Decision::Attack(attack) => {
            list.in_battle(attack.target, &CombatStage::STEPS, attack.stage.step());
            attacking(t, *attack, list);
        }
        Decision::Modifying { side } => {
            let price = match side {
                UKRAINIAN => "It costs you a victory point and two levels of Western support.",
                _ => "It gives Ukraine a victory point.",
            };
            list.ask(side, || format!("A ceasefire is about to be rolled for. Add {} to the die to prevent one? {price}", t.charts.ceasefire.modifier));
            list.button("Modify the die", Order::Modify { yes: true });
            list.button("Leave the die alone", Order::Modify { yes: false });
        }
        Decision::Ceasefire { .. } => {
            list.ask(REBEL, "Roll for a ceasefire next turn.");
            list.button("Roll for a ceasefire", Order::RollCeasefire);
        }
    }
}

fn lifted(t: &mut Table, along: &[UnitId], reach: &mut Reach, list: &mut List) {
    let side = t.phasing();
    t.zoc(side.other());
    list.ask(side, "A garrison you have not looked at yet: choose where it goes.");
    let Ok(party) = movement::lifted_party(t) else { return };
    let view = View::of(t, side);
    if let Ok(mover) = Mover::new(t, &view, side, party.units[0]) {
        marches(t, &view, &party, &mover, reach, list, |_| true, |path| Order::March { path });
    }
    if rail::may_begin(t, side, &party).is_ok() {
        rides(t, &view, &party, reach, list, |path| Order::Ride { path });
    }
    for media in t.of_kind(UnitType::Media, side, party.start) {
        let label = if along.contains(&media) { "leave it here" } else { "take it along" };
        list.on_unit(media, label, Order::Along { unit: media });
    }
    list.button("It stays", Order::SetDown);
}

fn excess(t: &Table, side: Side, hex: Hex, list: &mut List) {
    let fighters = t.board.ix(hex).map(|ix| t.fighters(side, ix)).unwrap_or_default();
    list.ask(side, || format!("Too many units in {}: choose one to eliminate.", t.spot(hex)));
    for unit in fighters {
        match (t.board.status(unit).face_down, t.place_in_stack(unit)) {
            (true, Some(place)) => list.on_hex(hex, || format!("eliminate {} at place {place}", sort(t.kind(unit))), Order::RemoveBlind { place }),
            _ => list.on_unit(unit, "eliminate", Order::RemoveExcess { unit }),
        }
    }
}

fn dispersal(t: &Table, plan: &Dispersal, list: &mut List) {
    list.ask(UKRAINIAN, || format!("Eliminate the mob in {}: choose the units that enter; at least one must.", t.spot(plan.hex)));
    let around: Vec<Ix> = t.board.ix(plan.hex).map(|ix| t.board.map.grid.around(ix).map(|(_, n)| n).collect()).unwrap_or_default();
    for unit in around.into_iter().flat_map(|ix| t.board.stack(ix).to_vec()).filter(|u| t.side(*u) == UKRAINIAN) {
        let place = t.place_in_stack(unit).unwrap_or(0);
        match (t.board.status(unit).face_down, t.board.hex(unit)) {
            (true, Some(hex)) if crowds::may_enter(t, plan, Piece::Covered(hex, place)).is_ok() => {
                list.on_hex(hex, || format!("send in {} at place {place}", sort(t.kind(unit))), Order::EnterBlind { hex, place });
            }
            (false, _) if crowds::may_enter(t, plan, Piece::Known(unit)).is_ok() => list.on_unit(unit, "send in", Order::Enter { unit }),
            _ => {}
        }
    }
    if plan.non_lethal.is_none() {
        let ready = |u: &UnitId| crowds::may_equip(t, *u, crowds::supplied(t, plan)).is_ok();
        let equipment = t.boxed(Table::available(UKRAINIAN)).into_iter().find(ready);
        list.each(equipment, "use non-lethal equipment", |unit| Order::UseNonLethal { unit });
    }
    list.button_if("Eliminate the mob", Order::Disperse, crowds::may_disperse(t, plan));
    list.button("Leave the mob alone", Order::Drop);
}

fn attacking(t: &mut Table, attack: Attack, list: &mut List) {
    let (side, target) = (attack.decider(), || t.spot(attack.target));
    match attack.stage {
        CombatStage::Planning => planning(t, &attack, list),
        CombatStage::Support => {
            list.ask(side, || format!("The battle for {}: play a support counter, or none.", target()));
            list.each(support::playable(t, side), "play", |unit| Order::Play { unit });
            list.each(support::retractable(t, &attack), "ask to take it back", |unit| Order::AskBack { unit });
            list.button("Play none", Order::Pass);
            if combat::may_call_off(&attack) {
                list.button("Call the attack off", Order::CallOff);
            }
        }
        CombatStage::Answer => {
            list.ask(side, || format!("Your opponent would like to take {} back.", attack.wanted.map_or("", |u| t.name(u))));
            list.button("Agree", Order::Answer { consent: true });
            list.button("Refuse", Order::Answer { consent: false });
        }
        CombatStage::Confirm => {
            let equipment = t.boxed(Table::available(side)).into_iter().find(|u| combat::may_equip(t, &attack, *u).is_ok());
            list.ask(side, || format!("All support for {} is on the table: attack, or call it off?", target()));
            list.each(equipment, "use non-lethal equipment", |unit| Order::UseNonLethal { unit });
            list.button("Roll the die", Order::Roll);
            list.button("Call the attack off", Order::CallOff);
        }
        CombatStage::AttackerLosses | CombatStage::DefenderLosses => {
            list.ask(side, || format!("Losses at {}: {} to go. Choose a unit to eliminate.", target(), attack.owed));
            list.each(losses::candidates(t, &attack), "eliminate", |unit| Order::Lose { unit });
        }
        CombatStage::Choice => {
            list.ask(side, || {
                let hits = if attack.owed == 1 { "1 hit".to_owned() } else { format!("{} hits", attack.owed) };
                let price = "Units that cannot retreat the full distance are eliminated.";
                format!("{hits} at {}: stand, or retreat one to six hexes for one hit less? {price}", target())
            });
            list.button("Stand", Order::Stand);
            list.button("Retreat", Order::FallBack);
        }
        CombatStage::Retreat => {
            list.ask(side, || {
                let far = if attack.distance == 1 { "1 hex".to_owned() } else { format!("{} hexes", attack.distance) };
                format!("Your units retreat from {}, {far}: choose one, then the hex where it ends.", target())
            });
            list.actors.extend(&attack.retreating);
        }
        CombatStage::Advance => {
            list.ask(side, || format!("{} is vacated: advance with any of the attackers.", target()));
            list.actors.extend(advance::movers(t, &attack));
            list.together();
            list.button("Advance no further", Order::EndAdvance);
        }
    }
}

fn planning(t: &Table, attack: &Attack, list: &mut List) {
    list.ask(attack.side, || format!("Attack {}: click counters in the sheet to add them or leave them out.", t.spot(attack.target)));
    let around: Vec<Ix> = t.board.ix(attack.target).map(|ix| t.board.map.grid.around(ix).map(|(_, n)| n).collect()).unwrap_or_default();
    for unit in around.into_iter().flat_map(|ix| t.fighters(attack.side, ix)) {
        if attack.units.contains(&unit) {
            list.on_unit(unit, "leave out", Order::Leave { unit });
        } else {
            list.on_unit_if(unit, "take part", Order::Join { unit }, combat::may_join(t, attack, unit));
        }
    }
    list.button_if("Attack", Order::Commit, combat::may_commit(attack));
    list.button("Cancel", Order::Drop);
}

/// What these counters together may do.
pub(super) fn offer((InMut(list), InRef(units)): (InMut<List>, InRef<[UnitId]>), mut t: Table, mut scratch: Local<Reach>) {
    if t.board.clock().over.is_some() || units.is_empty() {
        return;
    }
    if let Some(attack) = t.attack_due().cloned() {
        return in_battle(&t, &attack, units, list);
    }
    if t.board.decision::<Decision>().is_some() {
        return;
    }
    let (purpose, side) = t.segment().purpose();
    match (purpose, units) {
        (Purpose::Crowd | Purpose::Brigades, [unit]) => places(&t, *unit, list),
        (Purpose::Reinforcement, [unit]) => {
            if reinforcements::may_choose(&t, *unit).is_ok() {
                list.on_unit(*unit, "choose", Order::Choose { unit: *unit });
            } else if t.side(*unit) == side && t.is_in(*unit, Table::arriving(side)) {
                list.on_unit(*unit, "put back", Order::PutBack { unit: *unit });
            }
        }
        (Purpose::Arrival, [unit]) if t.side(*unit) == side && t.is_in(*unit, Table::arriving(side)) => {
            let view = View::of(&t, side);
            for ix in reinforcements::open_to(&t, &view, *unit) {
                let label = || if view.may_be_zoc(&t, side, ix) { "arrive, if no enemy zone is there" } else { "arrive" };
                list.on_hex(t.hex(ix), label, Order::Arrive { unit: *unit, hex: t.hex(ix) });
            }
        }
        (Purpose::Movement, [unit]) if t.kind(*unit) == UnitType::Communications => {
            let hexes = t.board.map.grid.hexes().iter().copied().filter(|hex| markers::may_use_comms(&t, *unit, *hex).is_ok());
            let unit = *unit;
            list.each_hex(hexes, "uncover", move |hex| Order::UseComms { unit, hex });
        }
        (Purpose::Movement, _) => moves(&mut t, side, units, &mut scratch, list),
        _ => {}
    }
}

fn places(t: &Table, unit: UnitId, list: &mut List) {
    for hex in place::places(t).into_iter().map(|ix| t.hex(ix)) {
        if t.board.hex(unit) != Some(hex) && place::may_place(t, unit, hex).is_ok() {
            list.on_hex(hex, "place", Order::Place { unit, hex });
        }
    }
    if t.board.hex(unit).is_some() && place::pieces(t).contains(&unit) {
        list.on_unit(unit, "take back", Order::TakeBack { unit });
    }
}

fn moves(t: &mut Table, side: Side, counters: &[UnitId], reach: &mut Reach, list: &mut List) {
    t.zoc(side.other());
    let Some(party) = list.unless_blocked(Target::Unit(counters[0]), "move", movement::party(t, side, counters)) else { return };
    let view = View::of(t, side);
    let may_ride = rail::may_begin(t, side, &party).is_ok();
    let movers: Result<Vec<Mover>, Illegal> = party.units.iter().map(|u| Mover::new(t, &view, side, *u)).collect();
    if let Some(movers) = list.unless_blocked(Target::Unit(counters[0]), "move", movers) {
        let force = Units::from_slice(counters);
        let named = move |path: Path| match force[..] {
            [unit] => Order::Move { unit, path },
            _ => Order::MoveStack { units: force.clone(), path },
        };
        let slowest = movers.iter().min_by_key(|m| m.gait().left).expect("a party has a unit");
        // What the slowest reaches the others reach too, unless it used its smallest move. [F-63] Media chosen beside them do not enter Russia.
        let together = |path: &[Hex]| movers.len() == 1 || movers.iter().all(|m| m.walk(path).is_ok());
        let alone = movers.len() == 1 && party.media.is_empty();
        let fits = |way: &dyn Fn() -> Path| {
            alone || {
                let path = way();
                together(&path) && movement::can_ride(t, &party.media, &path)
            }
        };
        marches(t, &view, &party, slowest, reach, list, fits, named);
    }
    if may_ride {
        rides(t, &view, &party, reach, list, |path| Order::Rail { units: counters.into(), path });
    }
    // A unit alone may also take the media of its hex along.
    if let [unit] = counters {
        let media = t.of_kind(UnitType::Media, side, party.start);
        let with: Units = std::iter::once(*unit).chain(media.iter().copied()).collect();
        let together = |order: &AnyOrder| match (order, order.path()) {
            (_, path) if !movement::can_ride(t, &media, path) => None,
            (AnyOrder::OpaqueWar(Order::Rail { .. }), path) => Some(Order::Rail { units: with.clone(), path: path.into() }),
            (_, path) => Some(Order::MoveStack { units: with.clone(), path: path.into() }),
        };
        if !media.is_empty() {
            list.again(" with the media", together);
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "a march is all of these")]
fn marches(
    t: &Table,
    view: &View,
    party: &Party,
    mover: &Mover,
    reach: &mut Reach,
    list: &mut List,
    fits: impl Fn(&dyn Fn() -> Path) -> bool,
    order: impl Fn(Path) -> Order + Send + Sync + 'static,
) {
    let side = t.side(party.units[0]);
    mover.reach(reach);
    let along = list.along(reach.ways(&t.board.map), order);
    for ix in reach.found() {
        if stacking::free_places(t, side, *ix) < party.units.len() || !fits(&|| reach.way(&t.board.map.grid, *ix)) {
            continue;
        }
        let cost = Points(reach.cost(*ix).unwrap_or(0) as i16);
        let left = Points(if view.zoc[ix.at()] { 0 } else { mover.gait().left.0 - cost.0 });
        let label = || match () {
            _ if view.zoc[ix.at()] => "move here and stop",
            _ if view.may_be_zoc(t, side, *ix) => "move here: there may be an enemy zone",
            _ => "move here",
        };
        list.go_along(along, *ix, label, cost, left);
    }
}

fn rides(t: &Table, view: &View, party: &Party, reach: &mut Reach, list: &mut List, order: impl Fn(Path) -> Order) {
    let side = t.side(party.units[0]);
    rail::reach(t, view, party, reach);
    for ix in reach.found() {
        if stacking::free_places(t, side, *ix) >= party.units.len() {
            let path = reach.way(&t.board.map.grid, *ix);
            list.on_hex(t.hex(*ix), "by rail", order(path));
        }
    }
}

fn in_battle(t: &Table, attack: &Attack, units: &[UnitId], list: &mut List) {
    let side = attack.decider();
    let Some(unit) = units.iter().copied().find(|u| t.is_combat(*u)) else { return };
    let Some(from) = t.ix_of(unit) else { return };
    let media = t.of_kind(UnitType::Media, side, from);
    let chosen: Vec<UnitId> = units.iter().copied().filter(|u| media.contains(u)).collect();
    // Alone, or with media: those chosen beside it, or else all there are.
    let mut parties: Vec<(Units, &'static str)> = vec![(std::iter::once(unit).chain(chosen.iter().copied()).collect(), "")];
    if chosen.is_empty() && !media.is_empty() {
        parties.push((std::iter::once(unit).chain(media).collect(), " with the media"));
    }
    match attack.stage {
        CombatStage::Retreat if attack.retreating.contains(&unit) => {
            let ways = retreat::ways(t, attack, unit);
            for (units, with) in parties {
                for path in ways.iter().filter(|path| movement::can_ride(t, &units[1..], path)) {
                    let order = Order::Retreat { units: units.clone(), path: path.clone() };
                    list.on_hex(path[path.len() - 1], || format!("retreat here{with}"), order);
                }
            }
        }
        CombatStage::Advance => advances(t, attack, units, list),
        _ => {}
    }
}

/// [8.15.a] Units advance together, whatever hexes they stand in: alone, or with media, those chosen beside them or else all there are.
fn advances(t: &Table, attack: &Attack, counters: &[UnitId], list: &mut List) {
    let judged = advance::judge(t, attack, counters);
    let Some((units, chosen)) = list.unless_blocked(Target::Hex(attack.target), "advance", judged) else { return };
    let mut add = |with: &[UnitId], label: &'static str| {
        let units = units.iter().chain(with).copied().collect();
        list.on_hex(attack.target, label, Order::Advance { units });
    };
    add(&chosen, "advance");
    let mut hexes: Vec<Ix> = units.iter().filter_map(|u| t.ix_of(*u)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let media: Vec<UnitId> = hexes.into_iter().flat_map(|ix| t.of_kind(UnitType::Media, attack.side, ix)).collect();
    if chosen.is_empty() && !media.is_empty() && advance::may_follow(t, attack, &units, &media).is_ok() {
        add(&media, "advance with the media");
    }
}
