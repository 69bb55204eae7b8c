//! What may be ordered now, generated from the same checks that orders must pass.

use super::combat::{self, Attack, CombatStage, advance, losses, retreat, support};
use super::crowds::{self, Dispersal, Piece};
use super::fog::View;
use super::movement::{self, Mover, Party};
use super::orders::{Count, Decision, Mark, Order, Purpose, Track};
use super::setup::{self, place};
use super::table::Table;
use super::tables::UnitType;
use super::{REBEL, UKRAINIAN, markers, rail, reinforcements, sequence, stacking};
use crate::board::paths::Reach;
use crate::board::{Choice, Hex, Illegal, Ix, Offer, Path, Points, Prompt, Side, Target, UnitId, Units, ask, button, on_hex, on_unit};
use crate::games::kit::Walker;
use bevy_ecs::prelude::{In, Local};

type Choices = Vec<Choice<Order>>;

/// What a garrison that its player has not seen is called.
fn sort(kind: UnitType) -> &'static str {
    if kind == UnitType::Police { "the police unit" } else { "the militia unit" }
}

/// Whose decision it is and what is asked.
pub(super) fn prompt(_: In<()>, mut t: Table, mut scratch: Local<Reach>) -> Prompt<Order> {
    if t.board.clock().over.is_some() {
        return Prompt::over();
    }
    match t.board.decision().cloned() {
        Some(decision) => interruption(&mut t, decision, &mut scratch),
        None => segment(&mut t),
    }
}

fn segment(t: &mut Table) -> Prompt<Order> {
    let (purpose, side) = t.segment().purpose();
    let mut prompt = ask(side, "", Vec::new());
    match purpose {
        Purpose::Control => {
            prompt.text = "April 2014. Roll for the towns and checkpoints of the two oblasts; garrisons are drawn unseen.".into();
            prompt.buttons.push(Choice::button("Roll for control", Order::RollControl));
        }
        Purpose::Battalions => battalions(t, &mut prompt),
        Purpose::Crowd => crowd(t, &mut prompt),
        Purpose::Brigades => {
            let numbers = &t.charts.setup;
            prompt.text = format!(
                "Choose {} mechanized and {} airborne brigades and put them on road or rail hexes of the west edge.",
                numbers.mechanised, numbers.airborne
            )
            .into();
            prompt.actors = place::pieces(t);
            set_up_buttons(t, &mut prompt);
        }
        Purpose::Reinforcement => choice(t, side, &mut prompt),
        Purpose::Arrival => {
            prompt.actors = t.boxed(Table::arriving(side));
            prompt.text = match prompt.actors.len() {
                0 => "All your reinforcements have arrived.".into(),
                n => format!("Your reinforcements arrive: choose one, then a hex. {n} to go.").into(),
            };
        }
        Purpose::Movement => moving(t, side, &mut prompt),
        Purpose::Mobs => {
            prompt.text = "Movement is over. You may eliminate mobs next to your units if no Rebel unit stands with them.".into();
            let view = View::of(t, side);
            let hexes = clearable(t, &view);
            prompt.buttons.extend(hexes.into_iter().map(|hex| on_hex(hex, "eliminate the mob", Order::ClearMob { hex })));
        }
        Purpose::Combat => {
            prompt.text = "Attack: choose an enemy hex next to your units. End the segment when you are done.".into();
            prompt.buttons = targets(t, side).into_iter().map(|hex| on_hex(hex, "plan an attack", Order::Declare { hex })).collect();
        }
        _ => {}
    }
    if matches!(purpose, Purpose::Reinforcement | Purpose::Arrival | Purpose::Movement | Purpose::Mobs | Purpose::Combat) {
        button(&mut prompt, "End the segment", Order::EndSegment, sequence::may_end(t));
    }
    prompt
}

fn set_up_buttons(t: &Table, prompt: &mut Prompt<Order>) {
    button(prompt, "Place the rest as suggested", Order::PlaceRest, place::may_place_rest(t));
    button(prompt, "Set-up is done", Order::Ready, place::missing(t));
}

fn battalions(t: &Table, prompt: &mut Prompt<Order>) {
    let republic = setup::republic(t);
    let waiting = setup::drawn(t, republic).into_iter().filter(|u| t.board.hex(*u).is_none()).count();
    prompt.text = match waiting {
        0 => "All battalions are placed. End this step to look at them.".into(),
        n => format!("Place your {} battalions unseen, one to a hex: choose hexes. {n} to go.", republic.flag()).into(),
    };
    if waiting > 0 {
        let home = t.board.map.grid.all().filter(|ix| Some(t.charts.footing[ix.at()].land) == republic.home()).map(|ix| t.hex(ix));
        prompt.buttons.extend(home.filter(|hex| place::may_deploy(t, *hex).is_ok()).map(|hex| on_hex(hex, "place a battalion", Order::Deploy { hex })));
    }
    prompt.buttons.extend(place::deployed(t).into_iter().map(|hex| on_hex(hex, "take the battalion back", Order::Recall { hex })));
    set_up_buttons(t, prompt);
}

fn crowd(t: &Table, prompt: &mut Prompt<Order>) {
    if place::rebel_towns(t).is_empty() {
        prompt.text = "No town of the oblast is yours: choose one that rises.".into();
        let towns = place::oblast_towns(t).into_iter().map(|ix| t.hex(ix));
        prompt.buttons = towns.filter(|hex| place::may_seize(t, *hex).is_ok()).map(|hex| on_hex(hex, "let it rise", Order::SeizeTown { hex })).collect();
        return;
    }
    prompt.text = "Place mobs and media in your towns of the oblast: choose one, then a town.".into();
    prompt.actors = place::pieces(t);
    set_up_buttons(t, prompt);
}

fn choice(t: &Table, side: Side, prompt: &mut Prompt<Order>) {
    if t.track(Track::Rolled) == 0 {
        prompt.text = "Roll for reinforcements.".into();
        button(prompt, "Roll for reinforcements", Order::RollReinforcements, reinforcements::may_roll(t).map(drop));
        return;
    }
    prompt.text = match t.track(Track::Due) {
        0 => "Your reinforcements are chosen. End the segment.".into(),
        n => format!("Choose your reinforcements from the pool: {n} to go.").into(),
    };
    prompt.actors = reinforcements::pool(t, side).into_iter().filter(|u| reinforcements::may_choose(t, *u).is_ok()).collect();
    prompt.actors.extend(t.boxed(Table::arriving(side)));
}

/// Whether a unit could still do something in its Movement Segment.
fn is_mobile(t: &Table, unit: UnitId) -> bool {
    let status = t.board.status(unit);
    let done = [Mark::Halted, Mark::Railed, Mark::Dropped].iter().any(|m| status.has(m.id()));
    let spent = status.count(Count::Spent.id());
    !done && movement::allowance(t, unit).0 > spent && (spent == 0 || status.has(Mark::Moving.id()))
}

fn moving(t: &Table, side: Side, prompt: &mut Prompt<Order>) {
    prompt.text = match t.is_ceasefire() {
        true => "A ceasefire: units have half their movement allowance and may not move next to enemy units. End the segment when you are done.".into(),
        false => "Move your units: choose one or several that stand together, then a hex. End the segment when you are done.".into(),
    };
    prompt.actors = t.army(side).filter(|u| !t.board.status(*u).face_down && is_mobile(t, *u)).collect();
    if side == REBEL {
        let comms = t.boxed(Table::available(side)).into_iter().filter(|u| t.kind(*u) == UnitType::Communications);
        prompt.actors.extend(comms);
    }
    for (hex, place, kind) in t.covered_places(side) {
        if movement::may_lift(t, hex, place).is_ok() && t.covered(side, hex, place).is_ok_and(|u| is_mobile(t, u)) {
            prompt.buttons.push(on_hex(hex, format!("pick up {} at place {place}", sort(kind)), Order::Lift { hex, place }));
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

fn interruption(t: &mut Table, decision: Decision, reach: &mut Reach) -> Prompt<Order> {
    match decision {
        Decision::Shortage => {
            let cities = setup::police_cities(t).into_iter().map(|ix| t.hex(ix));
            ask(REBEL, "There are too few police: choose a city that gets none.", cities.map(|hex| on_hex(hex, "no police", Order::SkipCity { hex })).collect())
        }
        Decision::Lifted { along } => lifted(t, &along, reach),
        Decision::Excess { side, hex } => excess(t, side, hex),
        Decision::Dispersal(plan) => dispersal(t, &plan),
        Decision::Attack(attack) => {
            let (hex, step) = (attack.target, attack.stage.step());
            attacking(t, *attack).in_battle(hex, &CombatStage::STEPS, step)
        }
        Decision::Modifying { side } => {
            let price = match side {
                UKRAINIAN => "It costs you a victory point and two levels of Western support.",
                _ => "It gives Ukraine a victory point.",
            };
            let buttons =
                vec![Choice::button("Modify the die", Order::Modify { yes: true }), Choice::button("Leave the die alone", Order::Modify { yes: false })];
            ask(side, format!("A ceasefire is rolled for: add {} to the die, to prevent one? {price}", t.charts.ceasefire.modifier), buttons)
        }
        Decision::Ceasefire { .. } => ask(REBEL, "Roll for a ceasefire next turn.", vec![Choice::button("Roll for a ceasefire", Order::RollCeasefire)]),
    }
}

fn lifted(t: &mut Table, along: &[UnitId], reach: &mut Reach) -> Prompt<Order> {
    let side = t.phasing();
    t.zoc(side.other());
    let mut prompt = ask(side, "A garrison you have not looked at: choose where it goes.", Vec::new());
    let Ok(party) = movement::lifted_party(t) else { return prompt };
    let view = View::of(t, side);
    if let Ok(mover) = Mover::new(t, &view, side, party.units[0]) {
        marches(t, &view, &party, &mover, reach, &mut prompt.buttons, |path| Order::March { path });
    }
    if rail::may_begin(t, side, &party).is_ok() {
        rides(t, &view, &party, reach, &mut prompt.buttons, |path| Order::Ride { path });
    }
    for media in t.of_kind(UnitType::Media, side, party.start) {
        let label = if along.contains(&media) { "leave it here" } else { "take it along" };
        prompt.buttons.push(on_unit(media, label, Order::Along { unit: media }));
    }
    prompt.buttons.push(Choice::button("It stays", Order::SetDown));
    prompt
}

fn excess(t: &Table, side: Side, hex: Hex) -> Prompt<Order> {
    let fighters = t.board.ix(hex).map(|ix| t.fighters(side, ix)).unwrap_or_default();
    let choice = |u: UnitId| match (t.board.status(u).face_down, t.place_in_stack(u)) {
        (true, Some(place)) => on_hex(hex, format!("eliminate {} at place {place}", sort(t.kind(u))), Order::RemoveBlind { place }),
        _ => on_unit(u, "eliminate", Order::RemoveExcess { unit: u }),
    };
    ask(side, format!("Too many units stand in {}: choose one to eliminate.", t.spot(hex)), fighters.into_iter().map(choice).collect())
}

fn dispersal(t: &Table, plan: &Dispersal) -> Prompt<Order> {
    let mut prompt = ask(UKRAINIAN, format!("Eliminate the mob in {}: choose who enters; at least one unit must.", t.spot(plan.hex)), Vec::new());
    let around: Vec<Ix> = t.board.ix(plan.hex).map(|ix| t.board.map.grid.around(ix).map(|(_, n)| n).collect()).unwrap_or_default();
    for unit in around.into_iter().flat_map(|ix| t.board.stack(ix).to_vec()).filter(|u| t.side(*u) == UKRAINIAN) {
        let place = t.place_in_stack(unit).unwrap_or(0);
        match (t.board.status(unit).face_down, t.board.hex(unit)) {
            (true, Some(hex)) if crowds::may_enter(t, plan, Piece::Covered(hex, place)).is_ok() => {
                prompt.buttons.push(on_hex(hex, format!("send in {} at place {place}", sort(t.kind(unit))), Order::EnterBlind { hex, place }));
            }
            (false, _) if crowds::may_enter(t, plan, Piece::Known(unit)).is_ok() => prompt.buttons.push(on_unit(unit, "send in", Order::Enter { unit })),
            _ => {}
        }
    }
    if plan.non_lethal.is_none() {
        let ready = |u: &UnitId| crowds::may_equip(t, *u, crowds::supplied(t, plan)).is_ok();
        let equipment = t.boxed(Table::available(UKRAINIAN)).into_iter().find(ready);
        prompt.buttons.extend(equipment.map(|unit| on_unit(unit, "use non-lethal equipment", Order::UseNonLethal { unit })));
    }
    button(&mut prompt, "Eliminate the mob", Order::Disperse, crowds::may_disperse(t, plan));
    prompt.buttons.push(Choice::button("Leave the mob alone", Order::Drop));
    prompt
}

fn attacking(t: &mut Table, attack: Attack) -> Prompt<Order> {
    let (side, target) = (attack.decider(), t.spot(attack.target));
    let call_off = || Choice::button("Call the attack off", Order::CallOff);
    match attack.stage {
        CombatStage::Planning => planning(t, &attack),
        CombatStage::Support => {
            let mut buttons: Choices = support::playable(t, side).into_iter().map(|u| on_unit(u, "play", Order::Play { unit: u })).collect();
            buttons.extend(support::retractable(t, &attack).into_iter().map(|u| on_unit(u, "ask to take it back", Order::AskBack { unit: u })));
            buttons.push(Choice::button("Play none", Order::Pass));
            if combat::may_call_off(&attack) {
                buttons.push(call_off());
            }
            ask(side, format!("The battle for {target}: play a support counter, or none."), buttons)
        }
        CombatStage::Answer => {
            let name = attack.wanted.map(|u| t.name(u).to_owned()).unwrap_or_default();
            let buttons = vec![Choice::button("Agree", Order::Answer { consent: true }), Choice::button("Refuse", Order::Answer { consent: false })];
            ask(side, format!("Your opponent would like to take {name} back."), buttons)
        }
        CombatStage::Confirm => {
            let equipment = t.boxed(Table::available(side)).into_iter().find(|u| combat::may_equip(t, &attack, *u).is_ok());
            let mut buttons: Choices = equipment.map(|u| on_unit(u, "use non-lethal equipment", Order::UseNonLethal { unit: u })).into_iter().collect();
            buttons.extend([Choice::button("Roll the die", Order::Roll), call_off()]);
            ask(side, format!("All support for {target} is on the table: attack, or call it off?"), buttons)
        }
        CombatStage::AttackerLosses | CombatStage::DefenderLosses => {
            let buttons = losses::candidates(t, &attack).into_iter().map(|u| on_unit(u, "eliminate", Order::Lose { unit: u })).collect();
            ask(side, format!("Losses at {target}: {} to go. Choose a unit to eliminate.", attack.owed), buttons)
        }
        CombatStage::Choice => {
            let buttons = vec![Choice::button("Stand", Order::Stand), Choice::button("Retreat", Order::FallBack)];
            ask(
                side,
                format!(
                    "{} at {target}: stand, or retreat one to six hexes for one hit less? Units that cannot retreat the full distance are eliminated.",
                    if attack.owed == 1 { "1 hit".to_owned() } else { format!("{} hits", attack.owed) }
                ),
                buttons,
            )
        }
        CombatStage::Retreat => {
            let mut prompt = ask(
                side,
                format!(
                    "Your units retreat from {target}, {}: choose one, then the hex where it ends.",
                    if attack.distance == 1 { "1 hex".to_owned() } else { format!("{} hexes", attack.distance) }
                ),
                Vec::new(),
            );
            prompt.actors = attack.retreating.clone();
            prompt
        }
        CombatStage::Advance => {
            let mut prompt =
                ask(side, format!("{target} is vacated: advance with any of the attackers."), vec![Choice::button("Advance no further", Order::EndAdvance)]);
            (prompt.actors, prompt.together) = (advance::movers(t, &attack), true);
            prompt
        }
    }
}

fn planning(t: &Table, attack: &Attack) -> Prompt<Order> {
    let mut prompt = ask(attack.side, format!("Attack {}: click counters in the sheet to add them or leave them out.", t.spot(attack.target)), Vec::new());
    let around: Vec<Ix> = t.board.ix(attack.target).map(|ix| t.board.map.grid.around(ix).map(|(_, n)| n).collect()).unwrap_or_default();
    for unit in around.into_iter().flat_map(|ix| t.fighters(attack.side, ix)) {
        if attack.units.contains(&unit) {
            prompt.buttons.push(on_unit(unit, "leave out", Order::Leave { unit }));
        } else {
            prompt.judge(on_unit(unit, "take part", Order::Join { unit }), combat::may_join(t, attack, unit));
        }
    }
    button(&mut prompt, "Attack", Order::Commit, combat::may_commit(attack));
    prompt.buttons.push(Choice::button("Cancel", Order::Drop));
    prompt
}

/// What these counters together may do.
pub(super) fn offer(In(units): In<Units>, mut t: Table, mut scratch: Local<Reach>) -> Offer<Order> {
    let mut offer = Offer::default();
    if t.board.clock().over.is_some() || units.is_empty() {
        return offer;
    }
    if let Some(attack) = t.attack_due().cloned() {
        in_battle(&t, &attack, &units, &mut offer);
        return offer;
    }
    if t.board.decision::<Decision>().is_some() {
        return offer;
    }
    let (purpose, side) = t.segment().purpose();
    match (purpose, &units[..]) {
        (Purpose::Crowd | Purpose::Brigades, [unit]) => places(&t, *unit, &mut offer),
        (Purpose::Reinforcement, [unit]) => {
            if reinforcements::may_choose(&t, *unit).is_ok() {
                offer.choices.push(on_unit(*unit, "choose", Order::Choose { unit: *unit }));
            } else if t.side(*unit) == side && t.is_in(*unit, Table::arriving(side)) {
                offer.choices.push(on_unit(*unit, "put back", Order::PutBack { unit: *unit }));
            }
        }
        (Purpose::Arrival, [unit]) if t.side(*unit) == side && t.is_in(*unit, Table::arriving(side)) => {
            let view = View::of(&t, side);
            for ix in reinforcements::open_to(&t, &view, *unit) {
                let label = if view.may_be_zoc(&t, side, ix) { "arrive, if no enemy zone is there" } else { "arrive" };
                offer.choices.push(on_hex(t.hex(ix), label, Order::Arrive { unit: *unit, hex: t.hex(ix) }));
            }
        }
        (Purpose::Movement, [unit]) if t.kind(*unit) == UnitType::Communications => {
            let hexes = t.board.map.grid.hexes().iter().copied().filter(|hex| markers::may_use_comms(&t, *unit, *hex).is_ok());
            offer.choices = hexes.map(|hex| on_hex(hex, "uncover", Order::UseComms { unit: *unit, hex })).collect();
        }
        (Purpose::Movement, _) => moves(&mut t, side, &units, &mut scratch, &mut offer),
        _ => {}
    }
    offer
}

fn places(t: &Table, unit: UnitId, offer: &mut Offer<Order>) {
    for hex in place::places(t).into_iter().map(|ix| t.hex(ix)) {
        if t.board.hex(unit) != Some(hex) && place::may_place(t, unit, hex).is_ok() {
            offer.choices.push(on_hex(hex, "place", Order::Place { unit, hex }));
        }
    }
    if t.board.hex(unit).is_some() && place::pieces(t).contains(&unit) {
        offer.choices.push(on_unit(unit, "take back", Order::TakeBack { unit }));
    }
}

fn moves(t: &mut Table, side: Side, counters: &[UnitId], reach: &mut Reach, offer: &mut Offer<Order>) {
    t.zoc(side.other());
    let Some(party) = offer.unless_blocked(Target::Unit(counters[0]), "move", movement::party(t, side, counters)) else { return };
    let view = View::of(t, side);
    let may_ride = rail::may_begin(t, side, &party).is_ok();
    let movers: Result<Vec<Mover>, Illegal> = party.units.iter().map(|u| Mover::new(t, &view, side, *u)).collect();
    if let Some(movers) = offer.unless_blocked(Target::Unit(counters[0]), "move", movers) {
        let named = |path: Path| match counters {
            [unit] => Order::Move { unit: *unit, path },
            _ => Order::MoveStack { units: counters.into(), path },
        };
        let slowest = movers.iter().min_by_key(|m| m.gait().left).expect("a party has a unit");
        let first = offer.choices.len();
        marches(t, &view, &party, slowest, reach, &mut offer.choices, named);
        // What the slowest reaches the others reach too, unless it used its smallest move.
        if movers.len() > 1 {
            let together = |c: &Choice<Order>| movers.iter().all(|m| m.walk(c.order.path()).is_ok());
            let all = offer.choices.split_off(first);
            offer.choices.extend(all.into_iter().filter(together));
        }
        // [F-63] Media chosen beside them do not enter Russia.
        offer.choices.retain(|choice| movement::can_ride(t, &party.media, choice.order.path()));
    }
    if may_ride {
        rides(t, &view, &party, reach, &mut offer.choices, |path| Order::Rail { units: counters.into(), path });
    }
    // A unit alone may also take the media of its hex along.
    if let [unit] = counters {
        let media = t.of_kind(UnitType::Media, side, party.start);
        let with: Units = std::iter::once(*unit).chain(media.iter().copied()).collect();
        let together = |choice: &Choice<Order>| {
            let order = match &choice.order {
                Order::Rail { path, .. } => Order::Rail { units: with.clone(), path: path.clone() },
                order => Order::MoveStack { units: with.clone(), path: order.path().into() },
            };
            Choice { on: choice.on, label: format!("{} with the media", choice.label).into(), cost: choice.cost, order }
        };
        if !media.is_empty() {
            let open = |c: &&Choice<Order>| movement::can_ride(t, &media, c.order.path());
            let more: Choices = offer.choices.iter().filter(open).map(together).collect();
            offer.choices.extend(more);
        }
    }
}

fn marches(t: &Table, view: &View, party: &Party, mover: &Mover, reach: &mut Reach, choices: &mut Choices, order: impl Fn(Path) -> Order) {
    let side = t.side(party.units[0]);
    mover.reach(reach);
    for ix in reach.found() {
        if stacking::free_places(t, side, *ix) < party.units.len() {
            continue;
        }
        let path: Path = reach.path_of(*ix, |ix| t.hex(ix));
        let cost = Points(reach.cost(*ix).unwrap_or(0) as i16);
        let left = Points(if view.zoc[ix.at()] { 0 } else { mover.gait().left.0 - cost.0 });
        let label = if view.zoc[ix.at()] {
            "move here and stop"
        } else if view.may_be_zoc(t, side, *ix) {
            "move here: there may be an enemy zone"
        } else {
            "move here"
        };
        choices.push(Choice { on: Target::Hex(t.hex(*ix)), label: label.into(), cost: Some((cost, left)), order: order(path) });
    }
}

fn rides(t: &Table, view: &View, party: &Party, reach: &mut Reach, choices: &mut Choices, order: impl Fn(Path) -> Order) {
    let side = t.side(party.units[0]);
    rail::reach(t, side, view, party, reach);
    for ix in reach.found() {
        if stacking::free_places(t, side, *ix) >= party.units.len() {
            let path: Path = reach.path_of(*ix, |ix| t.hex(ix));
            choices.push(on_hex(t.hex(*ix), "by rail", order(path)));
        }
    }
}

fn in_battle(t: &Table, attack: &Attack, units: &[UnitId], offer: &mut Offer<Order>) {
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
                let to = |path: &Path| on_hex(path[path.len() - 1], format!("retreat here{with}"), Order::Retreat { units: units.clone(), path: path.clone() });
                let open = |path: &&Path| movement::can_ride(t, &units[1..], path);
                offer.choices.extend(ways.iter().filter(open).map(to));
            }
        }
        CombatStage::Advance => advances(t, attack, units, offer),
        _ => {}
    }
}

/// [8.15.a] Units advance together, whatever hexes they stand in: alone, or with media, those chosen beside them or else all there are.
fn advances(t: &Table, attack: &Attack, counters: &[UnitId], offer: &mut Offer<Order>) {
    let judged = advance::judge(t, attack, counters);
    let Some((units, chosen)) = offer.unless_blocked(Target::Hex(attack.target), "advance", judged) else { return };
    let mut add = |with: &[UnitId], label: &'static str| {
        let units = units.iter().chain(with).copied().collect();
        offer.choices.push(on_hex(attack.target, label, Order::Advance { units }));
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
