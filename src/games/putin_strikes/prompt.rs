//! What may be ordered now, generated from the same checks that orders must pass.

use super::combat::{self, Attack, advance, losses};
use super::movement::{self, Force, Mover};
use super::orders::{Decision, Holding, Locale, Order, Segment, Track, Way};
use super::table::Table;
use super::{RUSSIAN, actions, airpower, divisions, nuclear, reinforcements, replacements, setup, stacking};
use crate::board::paths::Reach;
use crate::board::{Choice, Hex, Ix, Offer, Path, Prompt, Side, Target, UnitId, Units, ask, button, on_hex, on_unit};
use crate::games::kit::ask_to_place;
use bevy_ecs::prelude::{In, Local};

type Choices = Vec<Choice<Order>>;

/// Whose decision it is and what is asked.
pub(super) fn prompt(_: In<()>, mut t: Table) -> Prompt<Order> {
    if t.board.clock().over.is_some() {
        return Prompt::over();
    }
    t.refresh();
    match t.board.decision() {
        Some(Decision::Force(force)) => marching(&t, force),
        Some(Decision::Attack(attack)) => attacking(&t, attack).in_battle(attack.target, &combat::CombatStage::STEPS, attack.stage.step()),
        Some(Decision::Strike) => striking(&t),
        Some(Decision::Excess { side, hex, removed }) => excess(&t, *side, *hex, removed),
        None => step(&t),
    }
}

fn step(t: &Table) -> Prompt<Order> {
    let side = t.on_move().unwrap_or(RUSSIAN);
    let mut prompt = ask(side, "", Vec::new());
    match t.segment() {
        Segment::Divisions => new_divisions(t, &mut prompt),
        Segment::Locales => locales(t, &mut prompt),
        Segment::RussianSetup | Segment::AirAssault | Segment::AlliedSetup => set_up(t, &mut prompt),
        Segment::Alternate => alternate(t, &mut prompt),
        Segment::FirstContingent | Segment::Contingent => {
            prompt.text = "Roll for the contingent of the next turn.".into();
            prompt.buttons.push(Choice::button("Roll for the contingent", Order::RollContingent));
        }
        Segment::RussianReplacements | Segment::AlliedReplacements => {
            prompt.text = "Bring your replacements back: choose a unit, then a hex.".into();
            prompt.actors = replacements::due(t);
        }
        Segment::Reinforcements => {
            prompt.text = "Bring in your reinforcements: choose a unit, then a hex.".into();
            prompt.actors = reinforcements::due(t);
        }
        Segment::AirRoll => {
            prompt.text = "Both sides roll for air superiority.".into();
            prompt.buttons.push(Choice::button("Roll for air superiority", Order::RollAir));
        }
        Segment::AirPlacement => {
            prompt.text = format!("Place your airpower: choose a marker, then a hex. {} to go.", t.track(Track::AirDue)).into();
            prompt.actors = airpower::markers(t);
            button(&mut prompt, "Airpower is placed", Order::Ready, airpower::missing(t));
        }
        Segment::Actions => action(t, side, &mut prompt),
        Segment::Administration => {}
    }
    prompt
}

fn new_divisions(t: &Table, prompt: &mut Prompt<Order>) {
    prompt.text = "Choose two new divisions besides the 150th, and for each of the three a brigade of its type as its cadre.".into();
    let boxes = [Holding::NewDivisions, Holding::Cadres, Holding::Waiting];
    let held = boxes.iter().flat_map(|b| t.board.boxed(b.id()).to_vec());
    let able = |u: &UnitId| divisions::may_raise(t, *u).is_ok() || divisions::may_give(t, *u).is_ok() || divisions::may_take_back(t, *u).is_ok();
    prompt.actors = held.filter(able).collect();
    if divisions::may_suggest(t).is_ok() {
        prompt.buttons.push(Choice::button("Choose as suggested", Order::PlaceRest));
    }
    button(prompt, "The choice is made", Order::Ready, divisions::missing(t));
}

fn locales(t: &Table, prompt: &mut Prompt<Order>) {
    prompt.text = "Which locales shall air assault units reinforce? Each one announced gets a die: one to three units.".into();
    for bits in 0..1usize << Locale::ALL.len() {
        let named: Vec<Locale> = Locale::ALL.into_iter().filter(|l| bits & (1 << *l as usize) != 0).collect();
        let words: Vec<&str> = named.iter().map(|l| l.name()).collect();
        let label = if words.is_empty() { "No locale".to_owned() } else { format!("Announce {}", words.join(", ")) };
        let judged = setup::may_announce(t, &named);
        button(prompt, label, Order::Announce { locales: named }, judged);
    }
}

fn set_up(t: &Table, prompt: &mut Prompt<Order>) {
    prompt.actors = setup::of_stage(t);
    let waiting = prompt.actors.iter().filter(|u| t.board.hex(**u).is_none()).count();
    ask_to_place(prompt, waiting, (Order::PlaceRest, setup::may_place_rest(t)), (Order::Ready, setup::missing(t)));
}

fn alternate(t: &Table, prompt: &mut Prompt<Order>) {
    if setup::may_announce(t, &[]).is_ok() {
        return locales(t, prompt);
    }
    prompt.text = "Place one unit; then the other player places one.".into();
    prompt.actors = setup::of_stage(t);
    button(prompt, "Place the next unit as suggested", Order::PlaceRest, setup::may_place_rest(t));
}

fn action(t: &Table, side: Side, prompt: &mut Prompt<Order>) {
    prompt.text = match (t.must_cross(), t.track(Track::Passed) > 0) {
        (true, _) => "The war begins: your first action must cross a border into an Allied nation.".into(),
        (_, true) => format!("The {} player has passed: act, or pass as well, which ends the actions of this turn.", t.book.sides[side.other().at()]).into(),
        _ => "Take one action: move a force, attack a hex, or pass.".into(),
    };
    let fresh: Vec<UnitId> = t.army(side).filter(|u| t.fresh(*u)).collect();
    prompt.actors = fresh.iter().copied().filter(|u| !t.printed(*u).is_static).collect();
    let first = t.must_cross();
    let able = |unit, ix| t.holds(side.other(), ix) && combat::may_attack(t, side, unit, ix).is_ok() && (!first || combat::crosses(t, &[unit], ix));
    let targets = t.targets(fresh.into_iter(), able).into_iter();
    prompt.buttons.extend(targets.map(|hex| on_hex(hex, "plan an attack", Order::Declare { hex })));
    if side == RUSSIAN {
        button(prompt, "Plan a nuclear attack", Order::PlanStrike, nuclear::may_plan(t));
    }
    button(prompt, "Pass", Order::Pass, actions::may_pass(t).map(drop));
}

fn marching(t: &Table, force: &Force) -> Prompt<Order> {
    let mut prompt = ask(force.side, "Lead the march on, drop units off where it has come to, or halt to carry it out.", Vec::new());
    prompt.actors = force.rest().into_vec();
    button(&mut prompt, "Halt", Order::Halt, movement::judge_whole(t, force).map(drop));
    prompt.buttons.push(Choice::button("Cancel", Order::Drop));
    prompt
}

fn striking(t: &Table) -> Prompt<Order> {
    let mut buttons: Choices = nuclear::targets(t).into_iter().map(|hex| on_hex(hex, "nuclear attack", Order::Strike { hex })).collect();
    buttons.push(Choice::button("Cancel", Order::Drop));
    let (fatal, of) = nuclear::fatal_rolls(t);
    ask(RUSSIAN, format!("Choose the target. {fatal} of {of} rolls lose the war at once."), buttons)
}

fn excess(t: &Table, side: Side, hex: Hex, removed: &[UnitId]) -> Prompt<Order> {
    let units = stacking::candidates(t, hex, removed);
    let buttons = units.into_iter().map(|u| on_unit(u, "eliminate", Order::RemoveExcess { unit: u })).collect();
    ask(side, format!("{} holds more than two divisions. Choose a unit to eliminate; it is recycled.", t.spot(hex)), buttons)
}

fn attacking(t: &Table, attack: &Attack) -> Prompt<Order> {
    let (side, target) = (attack.decider(), t.spot(attack.target));
    match attack.stage {
        combat::CombatStage::Planning => planning(t, attack),
        combat::CombatStage::Support => {
            // They are all alike: the first is a button of its own, so that nobody has to look for one.
            let ready = combat::headquarters(t);
            let mut buttons: Choices = ready.iter().map(|u| on_unit(*u, "commit it", Order::Support { unit: *u })).collect();
            if let Some(first) = buttons.first_mut() {
                (first.on, first.label) = (Target::Button, format!("Commit {}, one of {} at hand", t.book.units[ready[0].at()].name, ready.len()).into());
            }
            buttons.push(Choice::button("No support", Order::NoSupport));
            ask(side, format!("The battle for {target}: commit an army headquarters? Without one the Allies gain a column."), buttons)
        }
        combat::CombatStage::DefenderLosses | combat::CombatStage::AttackerLosses => {
            let (units, must) = losses::candidates(t, attack);
            let buttons = units.into_iter().map(|u| on_unit(u, "eliminate", Order::Lose { unit: u })).collect();
            ask(side, format!("The battle for {target}: choose a unit to eliminate. {must} to go."), buttons)
        }
        combat::CombatStage::Advance => {
            let mut buttons: Choices = advance::movers(t, attack).into_iter().map(|u| on_unit(u, "advance", Order::Advance { unit: u })).collect();
            buttons.push(Choice::button("Advance no further", Order::EndAdvance));
            ask(side, format!("{target} is open: who advances?"), buttons)
        }
    }
}

fn planning(t: &Table, attack: &Attack) -> Prompt<Order> {
    let mut prompt = ask(attack.side, format!("Attack {}: click counters in the sheet to add them or leave them out.", t.spot(attack.target)), Vec::new());
    let grid = &t.board.map.grid;
    let around: Vec<Ix> = grid.ix(attack.target).into_iter().flat_map(|ix| grid.around(ix).map(|(_, there)| there).collect::<Vec<_>>()).collect();
    for unit in around.into_iter().flat_map(|ix| t.ground(ix).collect::<Vec<_>>()).filter(|u| t.printed(*u).side == attack.side) {
        if attack.units.contains(&unit) {
            prompt.buttons.push(on_unit(unit, "leave out", Order::Leave { unit }));
        } else {
            prompt.judge(on_unit(unit, "take part", Order::Join { unit }), combat::may_join(t, attack, unit));
        }
    }
    if attack.side == RUSSIAN {
        if attack.vostok {
            prompt.buttons.push(Choice::button("Spare Vostok", Order::SpareVostok));
        } else {
            button(&mut prompt, "Call Vostok", Order::CallVostok, combat::may_call_vostok(t, attack).map(drop));
        }
    }
    button(&mut prompt, "Attack", Order::Commit, combat::may_commit(t, attack));
    prompt.buttons.push(Choice::button("Cancel", Order::Drop));
    prompt
}

/// What these counters together may do.
pub(super) fn offer(In(units): In<Units>, mut t: Table, mut scratch: Local<Reach>) -> Offer<Order> {
    let mut offer = Offer::default();
    let Some(unit) = units.first().copied().filter(|u| u.at() < t.charts.printed.len()) else { return offer };
    if t.board.clock().over.is_some() || units.iter().any(|u| u.at() >= t.charts.printed.len()) {
        return offer;
    }
    t.refresh();
    match t.board.decision() {
        Some(Decision::Force(force)) => onward(&t, &force.clone(), unit, &mut scratch, &mut offer),
        Some(_) => {}
        None => match t.segment() {
            Segment::Divisions => choose_division(&t, unit, &mut offer),
            Segment::RussianSetup | Segment::AirAssault | Segment::AlliedSetup | Segment::Alternate => places(&t, unit, &mut offer),
            Segment::RussianReplacements | Segment::AlliedReplacements => {
                for hex in replacements::open(&t, unit) {
                    offer.choices.push(on_hex(hex, "come back here", Order::Arrive { unit, hex }));
                }
            }
            Segment::Reinforcements => {
                let entries = reinforcements::entries(&t);
                for hex in entries.iter().map(|ix| t.board.map.grid.hex(*ix)) {
                    offer.judge(on_hex(hex, "arrive here", Order::Arrive { unit, hex }), reinforcements::may_arrive(&t, &entries, unit, hex));
                }
            }
            Segment::AirPlacement => markers(&t, unit, &mut offer),
            Segment::Actions => forces(&t, &units, &mut scratch, &mut offer),
            _ => {}
        },
    }
    offer
}

fn choose_division(t: &Table, unit: UnitId, offer: &mut Offer<Order>) {
    if divisions::may_raise(t, unit).is_ok() {
        offer.choices.push(on_unit(unit, "raise it", Order::Raise { unit }));
    }
    if divisions::may_give(t, unit).is_ok() {
        offer.choices.push(on_unit(unit, "give it up as a cadre", Order::Cadre { unit }));
    }
    if divisions::may_take_back(t, unit).is_ok() {
        offer.choices.push(on_unit(unit, "take the choice back", Order::TakeBack { unit }));
    }
}

fn places(t: &Table, unit: UnitId, offer: &mut Offer<Order>) {
    let Some(hexes) = offer.unless_blocked(Target::Unit(unit), "place", setup::judged(t, unit)) else { return };
    for (hex, judged) in hexes {
        if t.board.hex(unit) != Some(hex) || judged.is_err() {
            offer.judge(on_hex(hex, "place here", Order::Place { unit, hex }), judged);
        }
    }
    if setup::may_take_back(t, unit).is_ok() {
        offer.choices.push(on_unit(unit, "take it back", Order::TakeBack { unit }));
    }
}

fn markers(t: &Table, unit: UnitId, offer: &mut Offer<Order>) {
    let grid = &t.board.map.grid;
    if airpower::may_place_some(t, unit).is_ok() {
        let free = |ix: &Ix| t.ix_of(unit) != Some(*ix) && airpower::may_lie(t, unit, *ix).is_ok();
        offer.choices.extend(grid.all().filter(free).map(|ix| grid.hex(ix)).map(|hex| on_hex(hex, "place here", Order::Place { unit, hex })));
    }
    if t.board.hex(unit).is_some() {
        offer.choices.push(on_unit(unit, "take it back", Order::TakeBack { unit }));
    }
}

/// What a force can do; of a single unit also what all that can move with it can do together.
fn forces(t: &Table, units: &[UnitId], scratch: &mut Reach, offer: &mut Offer<Order>) {
    moves(t, units, scratch, offer);
    if let [unit] = units
        && let Some(ix) = t.ix_of(*unit)
        && t.fresh(*unit)
    {
        let together: Vec<UnitId> = t.ground(ix).filter(|u| t.fresh(*u) && !t.printed(*u).is_static).collect();
        if together.len() > 1 && together.contains(unit) {
            moves(t, &together, scratch, offer);
        }
    }
}

fn moves(t: &Table, units: &[UnitId], scratch: &mut Reach, offer: &mut Offer<Order>) {
    let first = t.must_cross();
    let together = units.len() > 1;
    for by in [Way::Ground, Way::Air] {
        let judged = Mover::new(t, units, by);
        if by == Way::Air && judged.is_err() {
            return;
        }
        let Some(mover) = offer.unless_blocked(Target::Unit(units[0]), "move", judged) else { return };
        let force = Force { side: mover.enemy.other(), by, units: units.into(), path: Path::new(), drops: Vec::new() };
        let found = movement::reach(t, &force, scratch);
        for way in found.into_iter().filter(|f| mover.may_stop(t, f.end).is_ok() && (!first || movement::crosses(t, mover.start, &f.path))) {
            let label = match (by, together) {
                (Way::Ground, false) => "move here",
                (Way::Ground, true) => "move together here",
                (Way::Air, false) => "fly here",
                (Way::Air, true) => "fly together here",
            };
            let order = Order::Move { units: units.into(), by, path: way.path };
            offer.choices.push(Choice { on: Target::Hex(t.board.map.grid.hex(way.end)), label: label.into(), cost: Some((way.spent, way.left)), order });
        }
        if by == Way::Ground && !first {
            offer.choices.push(on_unit(
                units[0],
                if together { "stay together and be disrupted" } else { "stay and be disrupted" },
                Order::Move { units: units.into(), by, path: Path::new() },
            ));
        }
        if together {
            let label = if by == Way::Air { "plan a flight that drops units off on its way" } else { "plan a march that drops units off on its way" };
            offer.choices.push(on_unit(units[0], label, Order::March { units: units.into(), by }));
        }
    }
}

fn onward(t: &Table, force: &Force, unit: UnitId, scratch: &mut Reach, offer: &mut Offer<Order>) {
    if !force.rest().contains(&unit) {
        return;
    }
    offer.judge(on_unit(unit, "drop it off here", Order::DropOff { unit }), movement::may_drop(t, force, unit));
    for way in movement::reach(t, force, scratch) {
        let grid = &t.board.map.grid;
        offer.choices.push(Choice {
            on: Target::Hex(grid.hex(way.end)),
            label: "lead the march here".into(),
            cost: Some((way.spent, way.left)),
            order: Order::Onward { path: way.path },
        });
    }
}
