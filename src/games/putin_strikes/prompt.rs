//! What may be ordered now, generated from the same checks that orders must pass.

use super::combat::{self, Attack, advance, losses};
use super::movement::{self, Force, Found, Mover, Reached};
use super::orders::{Decision, Holding, Locale, Order, Segment, Track, Way};
use super::table::Table;
use super::{RUSSIAN, actions, airpower, divisions, layers, nuclear, reinforcements, replacements, setup, stacking};
use crate::board::paths::Reach;
use crate::board::{Along, Hex, Ix, Path, Side, Target, UnitId, Units};
use crate::games::List;
use crate::games::kit::ask_to_place;
use bevy_ecs::prelude::{InMut, InRef, Local};

/// Whose decision it is and what is asked.
pub(super) fn prompt(InMut(list): InMut<List>, mut t: Table) {
    if t.board.clock().over.is_some() {
        return list.over();
    }
    bring_up_to_date(&mut t);
    match t.board.decision() {
        Some(Decision::Force(force)) => marching(&t, force, list),
        Some(Decision::Attack(attack)) => {
            list.in_battle(attack.target, &combat::CombatStage::STEPS, attack.stage.step());
            attacking(&t, attack, list);
        }
        Some(Decision::Strike) => striking(&t, list),
        Some(Decision::Excess { side, hex, removed }) => excess(&t, *side, *hex, removed, list),
        None => step(&t, list),
    }
}

/// Brings the layers up to date, for which nothing asks during set-up.
fn bring_up_to_date(t: &mut Table) {
    if t.turn() > 0 {
        t.refresh();
    }
}

fn step(t: &Table, list: &mut List) {
    let side = t.on_move().unwrap_or(RUSSIAN);
    list.ask(side, "");
    match t.segment() {
        Segment::Divisions => new_divisions(t, list),
        Segment::Locales => locales(t, list),
        Segment::RussianSetup | Segment::AirAssault | Segment::AlliedSetup => set_up(t, list),
        Segment::Alternate => alternate(t, list),
        Segment::FirstContingent | Segment::Contingent => {
            list.say("Roll for the contingent of the next turn.");
            list.button("Roll for the contingent", Order::RollContingent);
        }
        Segment::RussianReplacements | Segment::AlliedReplacements => {
            list.say("Bring your replacements back: choose a unit, then a hex.");
            list.actors.extend(replacements::due(t));
        }
        Segment::Reinforcements => {
            list.say("Bring in your reinforcements: choose a unit, then a hex.");
            list.actors.extend(reinforcements::due(t));
        }
        Segment::AirRoll => {
            list.say("Both sides roll for air superiority.");
            list.button("Roll for air superiority", Order::RollAir);
        }
        Segment::AirPlacement => {
            list.say(|| format!("Place your airpower: choose a marker, then a hex. {} to go.", t.track(Track::AirDue)));
            list.actors.extend(airpower::markers(t));
            list.button_if("Done placing airpower", Order::Ready, airpower::missing(t));
        }
        Segment::Actions => action(t, side, list),
        Segment::Administration => {}
    }
}

fn new_divisions(t: &Table, list: &mut List) {
    list.say("Choose two new divisions besides the 150th, and for each of the three a brigade of its own type as its cadre.");
    let boxes = [Holding::NewDivisions, Holding::Cadres, Holding::Waiting];
    let held = boxes.iter().flat_map(|b| t.board.boxed(b.id()).to_vec());
    let able = |u: &UnitId| divisions::may_raise(t, *u).is_ok() || divisions::may_give(t, *u).is_ok() || divisions::may_take_back(t, *u).is_ok();
    list.actors.extend(held.filter(|u| divisions::concerns(t, *u) && able(u)));
    if divisions::may_suggest(t).is_ok() {
        list.button("Choose as suggested", Order::PlaceRest);
    }
    list.button_if("Done choosing", Order::Ready, divisions::missing(t));
}

fn locales(t: &Table, list: &mut List) {
    list.say("Which locales should air assault units reinforce? A die is rolled for each one you announce: one to three units.");
    for bits in 0..1usize << Locale::ALL.len() {
        let named: Vec<Locale> = Locale::ALL.into_iter().filter(|l| bits & (1 << *l as usize) != 0).collect();
        let judged = setup::may_announce(t, &named);
        let label = || match named.iter().map(|l| l.name()).collect::<Vec<_>>()[..] {
            [] => "No locale".to_owned(),
            ref names => format!("Announce {}", names.join(", ")),
        };
        list.button_if(label, Order::Announce { locales: named.clone() }, judged);
    }
}

fn set_up(t: &Table, list: &mut List) {
    list.actors.extend(setup::of_stage(t));
    let waiting = list.actors.iter().filter(|u| t.board.hex(**u).is_none()).count();
    ask_to_place(list, waiting, (Order::PlaceRest, setup::may_place_rest(t)), (Order::Ready, setup::missing(t)));
}

fn alternate(t: &Table, list: &mut List) {
    if setup::may_announce(t, &[]).is_ok() {
        return locales(t, list);
    }
    list.say("Place one unit; then the other player places one.");
    list.actors.extend(setup::of_stage(t));
    list.button_if("Place the next unit as suggested", Order::PlaceRest, setup::may_place_rest(t));
}

fn action(t: &Table, side: Side, list: &mut List) {
    list.say(|| match (t.must_cross(), t.track(Track::Passed) > 0) {
        (true, _) => "The war begins. Your first action must cross a border into an Allied nation.".to_owned(),
        (_, true) => format!("The {} player has passed: act, or pass as well, which ends the actions of this turn.", t.book.sides[side.other().at()]),
        _ => "Take one action: move a force, attack a hex, or pass.".to_owned(),
    });
    let fresh: Vec<UnitId> = t.army(side).filter(|u| t.fresh(*u)).collect();
    list.actors.extend(fresh.iter().copied().filter(|u| !t.printed(*u).is_static));
    let first = t.must_cross();
    let able = |unit, ix| t.holds(side.other(), ix) && combat::may_attack(t, side, unit, ix).is_ok() && (!first || combat::crosses(t, &[unit], ix));
    let at_the_front = fresh.into_iter().filter(|u| t.ix_of(*u).is_some_and(|ix| layers::is_near(t, side.other(), ix)));
    list.each_hex(t.targets(at_the_front, able), "plan an attack", |hex| Order::Declare { hex });
    if side == RUSSIAN {
        list.button_if("Plan a nuclear attack", Order::PlanStrike, nuclear::may_plan(t));
    }
    list.button_if("Pass", Order::Pass, actions::may_pass(t).map(drop));
}

fn marching(t: &Table, force: &Force, list: &mut List) {
    list.ask(force.side, "Lead the march on, drop units off where it is now, or halt to carry it out.");
    list.actors.extend(force.rest().into_vec());
    list.button_if("Halt", Order::Halt, movement::judge_whole(t, force).map(drop));
    list.button("Cancel", Order::Drop);
}

fn striking(t: &Table, list: &mut List) {
    list.ask(RUSSIAN, || {
        let (fatal, of) = nuclear::fatal_rolls(t);
        format!("Choose the target. {fatal} of {of} rolls lose the war at once.")
    });
    list.each_hex(nuclear::targets(t), "nuclear attack", |hex| Order::Strike { hex });
    list.button("Cancel", Order::Drop);
}

fn excess(t: &Table, side: Side, hex: Hex, removed: &[UnitId], list: &mut List) {
    list.ask(side, || format!("{} holds more than two divisions. Choose a unit to eliminate; it is recycled.", t.spot(hex)));
    list.each(stacking::candidates(t, hex, removed), "eliminate", |unit| Order::RemoveExcess { unit });
}

fn attacking(t: &Table, attack: &Attack, list: &mut List) {
    let (side, target) = (attack.decider(), || t.spot(attack.target));
    match attack.stage {
        combat::CombatStage::Planning => planning(t, attack, list),
        combat::CombatStage::Support => {
            list.ask(side, || format!("The battle for {}: commit an army headquarters? Without one the Allies gain a column.", target()));
            let ready = combat::headquarters(t);
            if let [first, others @ ..] = &ready[..] {
                // They are all alike: the first is a button of its own, so that nobody has to look for one.
                let label = || format!("Commit {}, one of {} at hand", t.book.units[first.at()].name, ready.len());
                list.button(label, Order::Support { unit: *first });
                list.each(others.iter().copied(), "commit it", |unit| Order::Support { unit });
            }
            list.button("No support", Order::NoSupport);
        }
        combat::CombatStage::DefenderLosses | combat::CombatStage::AttackerLosses => {
            let (units, must) = losses::candidates(t, attack);
            list.ask(side, || format!("The battle for {}: choose a unit to eliminate. {must} to go.", target()));
            list.each(units, "eliminate", |unit| Order::Lose { unit });
        }
        combat::CombatStage::Advance => {
            list.ask(side, || format!("{} is open: who advances?", target()));
            list.each(advance::movers(t, attack), "advance", |unit| Order::Advance { unit });
            list.button("Advance no further", Order::EndAdvance);
        }
    }
}

fn planning(t: &Table, attack: &Attack, list: &mut List) {
    list.ask(attack.side, || format!("Attack {}: click counters in the sheet to add them or leave them out.", t.spot(attack.target)));
    let grid = &t.board.map.grid;
    let around: Vec<Ix> = grid.ix(attack.target).into_iter().flat_map(|ix| grid.around(ix).map(|(_, there)| there).collect::<Vec<_>>()).collect();
    for unit in around.into_iter().flat_map(|ix| t.ground(ix).collect::<Vec<_>>()).filter(|u| t.printed(*u).side == attack.side) {
        if attack.units.contains(&unit) {
            list.on_unit(unit, "leave out", Order::Leave { unit });
        } else {
            list.on_unit_if(unit, "take part", Order::Join { unit }, combat::may_join(t, attack, unit));
        }
    }
    if attack.side == RUSSIAN {
        if attack.vostok {
            list.button("Hold Vostok back", Order::SpareVostok);
        } else {
            list.button_if("Call Vostok", Order::CallVostok, combat::may_call_vostok(t, attack).map(drop));
        }
    }
    list.button_if("Attack", Order::Commit, combat::may_commit(t, attack));
    list.button("Cancel", Order::Drop);
}

/// What these counters together may do.
pub(super) fn offer((InMut(list), InRef(units)): (InMut<List>, InRef<[UnitId]>), mut t: Table, mut scratch: Local<Reach>) {
    let Some(unit) = units.first().copied().filter(|u| u.at() < t.charts.printed.len()) else { return };
    if t.board.clock().over.is_some() || units.iter().any(|u| u.at() >= t.charts.printed.len()) {
        return;
    }
    bring_up_to_date(&mut t);
    match t.board.decision() {
        Some(Decision::Force(force)) => onward(&t, &force.clone(), unit, &mut scratch, list),
        Some(_) => {}
        None => match t.segment() {
            Segment::Divisions => choose_division(&t, unit, list),
            Segment::RussianSetup | Segment::AirAssault | Segment::AlliedSetup | Segment::Alternate => places(&t, unit, list),
            Segment::RussianReplacements | Segment::AlliedReplacements => {
                for hex in replacements::open(&t, unit) {
                    list.on_hex(hex, "come back here", Order::Arrive { unit, hex });
                }
            }
            Segment::Reinforcements => {
                let (entries, due) = (reinforcements::entries(&mut t), reinforcements::is_due(&t, unit));
                for ix in entries {
                    let (hex, judged) = (t.hex(ix), due.clone().and_then(|()| reinforcements::has_room(&t, unit, ix)));
                    list.on_hex_if(hex, "arrive here", Order::Arrive { unit, hex }, judged);
                }
            }
            Segment::AirPlacement => markers(&t, unit, list),
            Segment::Actions => forces(&t, units, &mut scratch, list),
            _ => {}
        },
    }
}

fn choose_division(t: &Table, unit: UnitId, list: &mut List) {
    if divisions::may_raise(t, unit).is_ok() {
        list.on_unit(unit, "raise it", Order::Raise { unit });
    }
    if divisions::may_give(t, unit).is_ok() {
        list.on_unit(unit, "give it up as a cadre", Order::Cadre { unit });
    }
    if divisions::may_take_back(t, unit).is_ok() {
        list.on_unit(unit, "take the choice back", Order::TakeBack { unit });
    }
}

fn places(t: &Table, unit: UnitId, list: &mut List) {
    let Some(hexes) = list.unless_blocked(Target::Unit(unit), "place", setup::judged(t, unit)) else { return };
    let (here, mut open) = (t.board.hex(unit), Vec::new());
    for (hex, judged) in hexes {
        match judged {
            Ok(_) if here == Some(hex) => {}
            Ok(_) => open.push(hex),
            Err(by) => list.blocked(Target::Hex(hex), "place here", by),
        }
    }
    list.each_hex(open, "place here", move |hex| Order::Place { unit, hex });
    if setup::may_take_back(t, unit).is_ok() {
        list.on_unit(unit, "take it back", Order::TakeBack { unit });
    }
}

fn markers(t: &Table, unit: UnitId, list: &mut List) {
    let grid = &t.board.map.grid;
    if airpower::may_place_some(t, unit).is_ok() {
        let here = t.ix_of(unit);
        let free = |ix: &Ix| here != Some(*ix) && airpower::may_lie(t, unit, *ix).is_ok();
        list.each_hex(grid.all().filter(free).map(|ix| grid.hex(ix)), "place here", move |hex| Order::Place { unit, hex });
    }
    if t.board.hex(unit).is_some() {
        list.on_unit(unit, "take it back", Order::TakeBack { unit });
    }
}

/// What a force can do; of a single unit also what all that can move with it can do together.
fn forces(t: &Table, units: &[UnitId], scratch: &mut Reach, list: &mut List) {
    let mut known = Vec::new();
    moves(t, units, scratch, &mut known, list);
    if let [unit] = units
        && let Some(ix) = t.ix_of(*unit)
        && t.fresh(*unit)
    {
        let together: Vec<UnitId> = t.ground(ix).filter(|u| t.fresh(*u) && !t.printed(*u).is_static).collect();
        if together.len() > 1 && together.contains(unit) {
            moves(t, &together, scratch, &mut known, list);
        }
    }
}

/// Where a force can go. Most units can go the same ways together as alone: those known already are not looked for again.
fn moves(t: &Table, units: &[UnitId], scratch: &mut Reach, known: &mut Vec<(Mover, Reached)>, list: &mut List) {
    let first = t.must_cross();
    let together = units.len() > 1;
    for by in [Way::Ground, Way::Air] {
        let judged = Mover::new(t, units, by);
        if by == Way::Air && judged.is_err() {
            return;
        }
        let Some(mover) = list.unless_blocked(Target::Unit(units[0]), "move", judged) else { return };
        let mover = mover.leading(t, units);
        let at = known.iter().position(|(other, _)| *other == mover).unwrap_or_else(|| {
            let force = Force { side: mover.enemy.other(), by, units: units.into(), path: Path::new(), drops: Vec::new() };
            known.push((mover, movement::reach(t, &force, scratch)));
            known.len() - 1
        });
        let reached = &known[at].1;
        let label = match (by, together) {
            (Way::Ground, false) => "move here",
            (Way::Ground, true) => "move together here",
            (Way::Air, false) => "fly here",
            (Way::Air, true) => "fly together here",
        };
        let opens = |f: &Found| mover.may_stop(t, f.end).is_ok() && (!first || movement::crosses(t, mover.start, &reached.path(f)));
        let force = Units::from_slice(units);
        go(reached, list, opens, label, move |path| Order::Move { units: force.clone(), by, path });
        if by == Way::Ground && !first {
            list.on_unit(
                units[0],
                if together { "stay together and be disrupted" } else { "stay and be disrupted" },
                Order::Move { units: units.into(), by, path: Path::new() },
            );
        }
        if together {
            let label = if by == Way::Air { "plan a flight that drops units off on its way" } else { "plan a march that drops units off on its way" };
            list.on_unit(units[0], label, Order::March { units: units.into(), by });
        }
    }
}

fn onward(t: &Table, force: &Force, unit: UnitId, scratch: &mut Reach, list: &mut List) {
    if !force.rest().contains(&unit) {
        return;
    }
    list.on_unit_if(unit, "drop it off here", Order::DropOff { unit }, movement::may_drop(t, force, unit));
    go(&movement::reach(t, force, scratch), list, |_| true, "lead the march here", |path| Order::Onward { path });
}

/// Lists the hexes reached that are open.
fn go(reached: &Reached, list: &mut List, opens: impl Fn(&Found) -> bool, label: &'static str, order: impl Fn(Path) -> Order + Clone + Send + Sync + 'static) {
    let along: Vec<Along> = reached.ways.iter().map(|ways| list.along(ways.clone(), order.clone())).collect();
    for hex in reached.found.iter().filter(|found| opens(found)) {
        list.go_along(along[hex.among], hex.end, label, hex.spent, hex.left);
    }
}
