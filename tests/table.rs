//! What a player does with few clicks at the table: counters carried by the mouse, attacks with all who are of use, choices taken back whole.
#![cfg(feature = "client")]

mod stage;

use bevy_egui::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use five_fronts::board::{Hex, Place, Rank, Role, Side, Target, snapshot};
use five_fronts::bots::{Seated, Steady};
use five_fronts::client::desk::Desk;
use five_fronts::client::headless::Headless;
use five_fronts::client::table::Tabletop;
use five_fronts::client::table::overlays::Overlay;
use five_fronts::games::Title;
use five_fronts::play::{self, Players, Seat, Seen, Session};
use stage::keep;
use std::path::PathBuf;

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("five-fronts-table-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("saves")).expect("a folder for the test");
    folder
}

/// A game on a screen, played by commanders until something is as it should be.
fn open_when(name: &str, title: Title, until: impl Fn(&mut Tabletop) -> bool) -> Headless {
    let home = scratch(name);
    let rules = title.load(&title.shipped()).expect("the shipped tables are good");
    let start = rules.start(None, &[], 7).expect("the scenario exists");
    let mut table = Tabletop::begin(&rules, &start, Players::Solo, [Seat::Person; 2], home.join("saves/game.fronts")).expect("the journal can be written");
    let mut commanders = [1, 2].map(|seed| Seated::bot(Steady::default(), seed));
    for n in 0.. {
        assert!(n < 3_000, "{name} never comes about");
        if until(&mut table) {
            break;
        }
        let side = table.prompt.side.expect("the game goes on");
        let order = commanders[side.at()].choose(&mut table.world).expect("somebody decides, so something is offered");
        play::submit(&mut table.world, order).expect("a choice offered is accepted");
        table.chronicle.follow(&mut table.world);
        table.refresh();
    }
    let mut desk = Desk::new(&home, None);
    desk.settings.motion = 0;
    desk.put_on_table(Ok(table));
    Headless::new(desk, [1280, 800])
}

fn table(client: &mut Headless) -> &mut Tabletop {
    client.desk().table.as_mut().expect("a game is on the table")
}

fn orders(client: &mut Headless) -> usize {
    table(client).world.resource::<Session>().past.len()
}

/// Where the middle of a hex is on the screen, once it is in view.
fn at(client: &mut Headless, hex: Hex) -> Pos2 {
    let view = &mut client.desk().view;
    let (camera, art) = (view.camera.expect("the map is in view"), view.art.as_ref().expect("the map is drawn"));
    let center = art.center(hex).expect("the hex is on the map");
    view.camera = Some(five_fronts::client::camera::Camera { center, zoom: 60.0, ..camera });
    client.settle();
    let view = &client.desk().view;
    view.camera.expect("the map is in view").to_screen(view.art.as_ref().expect("the map is drawn").center(hex).expect("as before"))
}

fn targets(table: &Tabletop) -> Vec<Hex> {
    let plans = table.prompt.buttons.iter().filter(|choice| choice.order.role() == Role::Plan);
    plans.filter_map(|choice| if let Target::Hex(hex) = choice.on { Some(hex) } else { None }).collect()
}

/// A hex that three counters or more can attack together.
fn worthy_target(table: &mut Tabletop) -> Option<Hex> {
    targets(table).into_iter().find(|hex| {
        let choice = table.choices_on(Target::Hex(*hex)).into_iter().find(|choice| choice.order.role() == Role::Plan).expect("a target is offered");
        table.give(choice.order);
        let many = table.muster.as_ref().is_some_and(|muster| muster.joined.len() >= 3);
        table.undo();
        many
    })
}

#[test]
fn one_click_on_a_target_takes_all_along_who_are_of_use_and_one_undo_takes_it_back() {
    let mut client = open_when("muster", Title::TanksOfAugust, |table| worthy_target(table).is_some());
    let hex = worthy_target(table(&mut client)).expect("as found before");
    let before = orders(&mut client);
    let target = at(&mut client, hex);
    client.click(target);
    keep(&mut client, "plan");
    let muster = table(&mut client).muster.clone().expect("an attack is planned");
    assert!(muster.joined.len() >= 3, "they take part: {muster:?}");
    assert!(orders(&mut client) > before + 3, "each of them by an order of its own");
    assert_eq!(muster.next, None, "no column is better than that of all who are of use");
    client.key(Key::Z, Modifiers::CTRL | Modifiers::COMMAND);
    assert_eq!(orders(&mut client), before, "one undo takes the whole choice back");
    client.key(Key::Y, Modifiers::CTRL | Modifiers::COMMAND);
    assert_eq!(table(&mut client).muster.as_ref().map(|muster| muster.joined.len()), Some(muster.joined.len()), "and one redo does it again");
    // The counters of the sheet are toggles.
    let (unit, _) = muster.joined[0];
    let name = table(&mut client).rules().book.units[unit.at()].name.clone();
    let chip = client.find(&format!("Leave out {name}")).expect("whoever takes part is in the sheet");
    client.click(chip.center());
    assert!(table(&mut client).muster.as_ref().is_some_and(|now| now.out.iter().any(|(other, _)| *other == unit)), "{name} was left out");
    // A plan that is dropped leaves nothing in the log.
    assert!(client.press("Cancel"));
    let battles = table(&mut client).chronicle.battles(usize::MAX);
    assert!(battles.last().is_some_and(|battle| battle.dropped), "{battles:?}");
}

#[test]
fn an_attack_takes_few_clicks() {
    let mut client = open_when("few", Title::TanksOfAugust, |table| worthy_target(table).is_some());
    let hex = worthy_target(table(&mut client)).expect("as found before");
    let target = at(&mut client, hex);
    client.click(target);
    let mut clicks = 1;
    let attacker = table(&mut client).prompt.side;
    while table(&mut client).fought.is_none() && clicks < 12 {
        let own = table(&mut client).prompt.side == attacker;
        let words = ["Fire all 2", "Fire all 3", "Fire all 4", "Attack", "Cease fire", "No more support", "No spearhead"];
        let pressed = words.iter().any(|words| client.press(words));
        if !pressed {
            // A question on the way, such as who is disrupted by a hit: any answer will do.
            let now = table(&mut client);
            let labels: Vec<String> = now.choices().map(|choice| choice.label.to_string()).collect();
            let one = now.choices().find(|choice| choice.on != Target::Button).cloned();
            let one = one.unwrap_or_else(|| panic!("{}: {labels:?} after {clicks} clicks", now.prompt.text));
            table(&mut client).give(one.order);
            client.settle();
        }
        clicks += usize::from(own);
        if table(&mut client).preview.is_none() {
            break;
        }
    }
    assert!(clicks <= 5, "{clicks} clicks of the attacker until the die has fallen");
}

#[test]
fn a_stack_is_carried_to_a_lit_hex() {
    let stack = |table: &mut Tabletop| {
        let hexes: Vec<Hex> = table.sight.stacks.keys().copied().collect();
        hexes.into_iter().find(|hex| {
            let actors = table.actors_in(*hex);
            if actors.len() < 2 {
                return false;
            }
            table.select(actors);
            let moves = table.selection.len() > 1 && table.offer.choices.iter().any(|choice| choice.cost.is_some());
            table.select(Vec::new());
            moves
        })
    };
    let mut client = open_when("carry", Title::TanksOfAugust, |table| stack(table).is_some());
    let from = stack(table(&mut client)).expect("as found before");
    let actors = table(&mut client).actors_in(from);
    table(&mut client).select(actors);
    let moved = table(&mut client).selection.clone();
    let grid = table(&mut client).rules().book.ground.grid.clone();
    let near = |hex: &Hex| grid.ix(*hex).zip(grid.ix(from)).is_some_and(|(a, b)| grid.distance(a, b) == 1);
    let choices = table(&mut client).offer.choices.clone();
    let to = choices.iter().find_map(|choice| if let Target::Hex(hex) = choice.on { near(&hex).then_some(hex) } else { None }).expect("they can move");
    let before = orders(&mut client);
    table(&mut client).select(Vec::new());
    let start = at(&mut client, from);
    let view = &client.desk().view;
    let end = view.camera.expect("in view").to_screen(view.art.as_ref().expect("drawn").center(to).expect("on the map"));
    let button = |pos: Pos2, pressed: bool| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    client.point(start);
    client.frame(vec![button(start, true)]);
    for part in 1..=4 {
        client.frame(vec![Event::PointerMoved(start + (end - start) * (part as f32 / 4.0))]);
    }
    client.frame(Vec::new());
    keep(&mut client, "carried");
    client.frame(vec![button(end, false)]);
    client.settle();
    assert_eq!(orders(&mut client), before + 1, "one order moves the stack");
    assert!(moved.iter().all(|unit| table(&mut client).place_of(*unit) == Some(Place::Map(to))), "all of them are where they were dropped");
    // Where nothing can be carried, the same drag moves the map, and so does the middle button.
    let center = |client: &mut Headless| client.desk().view.camera.expect("in view").center;
    let (held, ground) = (center(&mut client), start + Vec2::new(0.0, 0.0));
    let middle = |pos: Pos2, pressed: bool| Event::PointerButton { pos, button: PointerButton::Middle, pressed, modifiers: Modifiers::NONE };
    client.point(ground);
    client.frame(vec![middle(ground, true)]);
    for part in 1..=4 {
        client.frame(vec![Event::PointerMoved(ground + Vec2::new(20.0 * part as f32, 0.0))]);
    }
    client.frame(vec![middle(ground + Vec2::new(80.0, 0.0), false)]);
    client.settle();
    assert_ne!(center(&mut client), held, "the map has moved");
}

#[test]
fn several_are_placed_with_one_click_and_the_end_of_a_step_says_what_is_left() {
    let mut client = open_when("several", Title::TanksOfAugust, |table| table.actors_off_map().len() > 3);
    let units: Vec<_> = table(&mut client).actors_off_map();
    // As many alike as can go together somewhere.
    let pair = units.iter().enumerate().find_map(|(n, a)| {
        units[n + 1..].iter().find_map(|b| {
            table(&mut client).select(vec![*a, *b]);
            let both = table(&mut client).selection.len() == 2 && !table(&mut client).offer.choices.is_empty();
            both.then_some([*a, *b])
        })
    });
    let pair = pair.expect("two can be placed in the same hex");
    let choice = table(&mut client).offer.choices[0].clone();
    let Target::Hex(hex) = choice.on else { panic!("a place is a hex") };
    let before = orders(&mut client);
    table(&mut client).give(choice.order);
    assert!(pair.iter().all(|unit| table(&mut client).place_of(*unit) == Some(Place::Map(hex))), "both are there");
    assert_eq!(orders(&mut client), before + 2);
    table(&mut client).undo();
    assert_eq!(orders(&mut client), before, "one choice, taken back at once");

    let mut client = open_when("left", Title::TanksOfAugust, |table| {
        table.sight.clock.turn > 0 && table.prompt.actors.iter().any(|unit| play::offer(&mut table.world, &[*unit]).choices.iter().any(|c| c.cost.is_some()))
    });
    let left = table(&mut client).given_up().expect("somebody can move");
    assert!(left.contains("can still move"), "{left}");
    client.key(Key::N, Modifiers::NONE);
    assert!(client.find("End it").is_some(), "ending a step that gives something up is asked about");
}

#[test]
fn the_unit_that_fights_lies_on_top_and_what_lies_with_it_is_a_badge() {
    let ground = |table: &Tabletop, seen: &Seen| match seen {
        Seen::Known(unit, _) => table.rules().game().is_ground(&table.world, *unit),
        _ => true,
    };
    let mixed = |table: &Tabletop| {
        let hex = |(hex, stack): (&Hex, &Vec<Seen>)| (stack.iter().any(|s| ground(table, s)) && stack.iter().any(|s| !ground(table, s))).then_some(*hex);
        table.sight.stacks.iter().find_map(hex)
    };
    let mut client = open_when("top", Title::OpaqueWar, |table| mixed(table).is_some());
    let hex = mixed(table(&mut client)).expect("as found before");
    at(&mut client, hex);
    keep(&mut client, "badges");
    let desk = client.desk();
    let (view, table) = (&desk.view, desk.table.as_ref().expect("a game is on the table"));
    let laid = &view.faces.stacks[&hex];
    assert!(!laid.is_empty() && laid.iter().all(|(seen, _)| ground(table, seen)), "only units are drawn as counters");
    assert!(laid.len() < table.sight.stacks[&hex].len(), "the markers are badges");
    let (top, face) = laid.last().expect("a unit lies there");
    assert_ne!(Some(face), view.faces.seen(top), "which the top one wears");
}

#[test]
fn a_convoy_or_a_leader_does_not_cover_who_fights() {
    let bare = |table: &Tabletop, seen: &Seen| match seen {
        Seen::Known(unit, _) => table.book().look.kinds.get(&table.book().units[unit.at()].kind.value).is_some_and(|look| look.bare),
        _ => false,
    };
    // As they lie, the convoy or the leader is on top.
    let covered = |table: &Tabletop| {
        let hex = |(hex, stack): (&Hex, &Vec<Seen>)| (stack.last().is_some_and(|s| bare(table, s)) && stack.iter().any(|s| !bare(table, s))).then_some(*hex);
        table.sight.stacks.iter().find_map(hex)
    };
    let mut client = open_when("convoy", Title::TurkishLiberation, |table| covered(table).is_some());
    let hex = covered(table(&mut client)).expect("as found before");
    at(&mut client, hex);
    keep(&mut client, "convoy");
    let desk = client.desk();
    let (view, table) = (&desk.view, desk.table.as_ref().expect("a game is on the table"));
    let (laid, stack) = (&view.faces.stacks[&hex], &table.sight.stacks[&hex]);
    assert_eq!(laid.len(), stack.len(), "all of them are drawn");
    assert!(laid.last().is_some_and(|(seen, _)| !bare(table, seen)), "and on top lies one who fights");
}

#[test]
fn every_overlay_has_something_to_show_or_says_why_not() {
    let mut client = open_when("overlays", Title::OpaqueWar, |table| table.sight.clock.turn == 1 && !table.prompt.actors.is_empty());
    table(&mut client).viewpoint = five_fronts::client::table::Viewpoint::Own;
    table(&mut client).refresh();
    client.settle();
    let shown = |client: &mut Headless| client.picture().pixels.clone();
    for overlay in [Overlay::Zones, Overlay::Supply, Overlay::Range] {
        let bare = shown(&mut client);
        client.desk().view.overlays.toggle(overlay);
        client.settle();
        let drawn = shown(&mut client) != bare;
        keep(&mut client, &format!("overlay-{overlay:?}"));
        let desk = client.desk();
        let idle = desk.view.overlays.idle(overlay, desk.table.as_ref().expect("a game is on the table"));
        assert!(idle.is_some() || drawn, "{overlay:?} shows nothing and does not say why");
        assert_eq!(idle.is_some(), overlay == Overlay::Range, "{overlay:?}: {idle:?}");
        client.desk().view.overlays.toggle(overlay);
        client.settle();
    }
}

#[test]
fn threats_are_told_where_the_sides_act_in_turn() {
    for title in [Title::PutinStrikes, Title::PutinMovesEast] {
        let mut client = open_when(title.slug(), title, |table| table.alternation.is_some() && table.sight.clock.turn > 0);
        table(&mut client).viewpoint = five_fronts::client::table::Viewpoint::Own;
        table(&mut client).refresh();
        client.settle();
        let bare = client.picture().pixels.clone();
        client.desk().view.overlays.toggle(Overlay::Threat);
        client.settle();
        keep(&mut client, &format!("threat-{}", title.slug()));
        let desk = client.desk();
        assert_eq!(desk.view.overlays.idle(Overlay::Threat, desk.table.as_ref().expect("a game is on the table")), None, "{title:?}");
        assert!(client.picture().pixels != bare, "{title:?}: where the enemy can go with his next action is shown");
        let table = table(&mut client);
        let (side, _) = table.eyes();
        let other = side.other();
        let known = |seen: &Seen| if let Seen::Known(unit, status) = seen { (status.side == other).then_some(*unit) } else { None };
        let enemies: Vec<_> = table.sight.stacks.values().flatten().filter_map(known).collect();
        let reach = play::known_world(&mut table.world, side).reach_of(other, &enemies).expect("it can be told");
        assert!(reach.values().any(|hexes| !hexes.is_empty()), "{title:?}: somebody can go somewhere");
    }
}

#[test]
fn targets_carry_the_odds_of_the_best_attack() {
    let mut client = open_when("odds", Title::TanksOfAugust, |table| worthy_target(table).is_some());
    let hex = worthy_target(table(&mut client)).expect("as found before");
    at(&mut client, hex);
    for _ in 0..80 {
        client.frame(Vec::new());
    }
    keep(&mut client, "target-odds");
    let odds = table(&mut client).odds_at(hex).expect("it is worked out").to_owned();
    let target = at(&mut client, hex);
    client.click(target);
    let preview = table(&mut client).preview.clone().expect("an attack is planned");
    let ends = odds.split(" to ").map(str::to_owned).collect::<Vec<_>>();
    assert!(ends.contains(&preview.column), "{odds} on the map, {} on the sheet", preview.column);
}

/// Clicks and keys that a player needs for something, told where the tests are run with `--nocapture`.
fn counted(what: &str, clicks: usize, most: usize) {
    println!("clicks: {what}: {clicks} (at most {most})");
    assert!(clicks <= most, "{what}: {clicks} clicks, at most {most}");
}

#[test]
fn clicks_to_move_a_stack_of_four() {
    let stack = |table: &mut Tabletop| {
        let hexes: Vec<Hex> = if table.sight.clock.turn > 0 { table.sight.stacks.keys().copied().collect() } else { Vec::new() };
        hexes.into_iter().find_map(|hex| {
            let actors = table.actors_in(hex);
            if actors.len() < 4 {
                return None;
            }
            table.select(actors);
            let grid = table.rules().book.ground.grid.clone();
            let near = |to: &Hex| grid.ix(*to).zip(grid.ix(hex)).is_some_and(|(a, b)| grid.distance(a, b) == 1);
            let to = |choice: &five_fronts::board::Choice<five_fronts::games::Order>| match choice.on {
                Target::Hex(to) if choice.cost.is_some() => Some(to),
                _ => None,
            };
            let four = table.selection.len() >= 4;
            let ends: Vec<Hex> = table.offer.choices.iter().filter_map(to).filter(|to| four && near(to)).collect();
            let found = ends.into_iter().find(|to| {
                let choices = table.choices_on(Target::Hex(*to));
                choices.len() == 1 && play::warning(&mut table.world, &choices[0].order).is_none()
            });
            let units = table.selection.clone();
            table.select(Vec::new());
            found.map(|to| (hex, to, units))
        })
    };
    let mut client = open_when("four", Title::TurkishLiberation, |table| stack(table).is_some());
    let (from, to, units) = stack(table(&mut client)).expect("as found before");
    let start = at(&mut client, from);
    client.click(start);
    let view = &client.desk().view;
    let end = view.camera.expect("in view").to_screen(view.art.as_ref().expect("drawn").center(to).expect("on the map"));
    client.click(end);
    let now = table(&mut client);
    assert!(units.iter().all(|unit| now.place_of(*unit) == Some(Place::Map(to))), "all {} are there: {:?}, {:?}", units.len(), now.warned, now.notice);
    counted("a stack of four moved", 2, 2);
}

#[test]
fn clicks_for_an_attack_of_five_with_two_guns() {
    // Put beside an enemy: the 3rd and the 4th Brigade, each with its guns.
    let force = ["GE-31", "GE-32", "GE-33", "GE-41", "GE-42", "GE-3-A", "GE-4-A"];
    let mut client = open_when("five", Title::TanksOfAugust, |table| {
        let names = table.rules().book.lexicon.names("UnitId").to_vec();
        let units: Vec<usize> = force.iter().filter_map(|name| names.iter().position(|other| other == name)).collect();
        assert_eq!(units.len(), force.len());
        let combat = !targets(table).is_empty() && table.prompt.side == Some(Side(0));
        if !combat {
            return false;
        }
        let before = snapshot(&mut table.world);
        let grid = table.rules().book.ground.grid.clone();
        let enemies: Vec<Hex> = before.units.iter().filter(|unit| unit.status.side == Side(1)).filter_map(|unit| unit.place.hex()).collect();
        for enemy in enemies {
            let Some(ix) = grid.ix(enemy) else { continue };
            let beside: Vec<Hex> = grid.around(ix).map(|(_, ix)| grid.hex(ix)).filter(|hex| !table.sight.stacks.contains_key(hex)).collect();
            if beside.len() < 3 {
                continue;
            }
            let mut then = before.clone();
            for (n, unit) in units.iter().enumerate() {
                let state = &mut then.units[*unit];
                (state.place, state.rank, state.status.steps, state.status.marks) =
                    (Place::Map(beside[n % 3]), Rank(n as u8), 2.min(state.status.steps.max(1)), 0);
            }
            play::set_up_position(&mut table.world, &then);
            table.refresh();
            let plan = table.choices_on(Target::Hex(enemy)).into_iter().find(|choice| choice.order.role() == Role::Plan);
            let enough = plan.is_some_and(|plan| {
                table.give(plan.order);
                let guns = table.preview.as_ref().map_or(0, |preview| preview.guns.len());
                let fighters = table.preview.as_ref().map_or(0, |preview| preview.attackers.len());
                table.undo();
                guns >= 2 && fighters >= 5
            });
            if enough {
                return true;
            }
        }
        play::set_up_position(&mut table.world, &before);
        table.refresh();
        false
    });
    let wanted = |table: &mut Tabletop| {
        targets(table).into_iter().find(|hex| {
            let plan = table.choices_on(Target::Hex(*hex)).into_iter().find(|choice| choice.order.role() == Role::Plan).expect("a target is offered");
            table.give(plan.order);
            let enough = table.preview.as_ref().is_some_and(|preview| preview.guns.len() >= 2 && preview.attackers.len() >= 5);
            table.undo();
            enough
        })
    };
    let hex = wanted(table(&mut client)).expect("as found before");
    let target = at(&mut client, hex);
    client.click(target);
    let attacker = table(&mut client).prompt.side;
    let mut clicks = 1;
    keep(&mut client, "five-with-guns");
    for _ in 0..40 {
        if table(&mut client).fought.is_some() || table(&mut client).preview.is_none() {
            break;
        }
        let own = table(&mut client).prompt.side == attacker;
        let words = ["Fire all 2", "Fire all 3", "Fire all 4", "Attack", "Cease fire", "No more support", "No spearhead"];
        if words.iter().any(|words| client.press(words)) {
            clicks += usize::from(own);
        } else {
            // The defender answers, or a hit asks whom it disrupts.
            let one = table(&mut client).choices().next().cloned().expect("something is asked");
            table(&mut client).give(one.order);
            clicks += usize::from(own);
            client.settle();
        }
    }
    assert!(table(&mut client).fought.is_some(), "the die has fallen");
    counted("an attack of five with two guns", clicks, 5);
}

#[test]
fn clicks_for_three_reinforcements() {
    let due = |table: &Tabletop| {
        let three = table.actors_off_map().len() >= 3 && table.sight.clock.turn > 0;
        three && table.rules().book.sequence.steps[usize::from(table.sight.clock.at)].name.contains("reinforcements")
    };
    let mut client = open_when("reinforcements", Title::OpaqueWar, |table| due(table));
    let mut clicks = 0;
    for _ in 0..3 {
        let before = orders(&mut client);
        let units = table(&mut client).actors_off_map();
        let names = table(&mut client).rules().book.lexicon.names("UnitId").to_vec();
        let tile = units.iter().find_map(|unit| client.find(&format!("unit {}", names[unit.at()]))).expect("a counter in the tray");
        client.click(tile.center());
        clicks += 1;
        if orders(&mut client) == before {
            let hex = table(&mut client).offer.choices.iter().find_map(|choice| if let Target::Hex(hex) = choice.on { Some(hex) } else { None });
            let there = at(&mut client, hex.expect("it goes somewhere"));
            client.click(there);
            clicks += 1;
        }
        assert!(orders(&mut client) > before, "it is there");
    }
    counted("three reinforcements", clicks, 3);
}

#[test]
fn clicks_for_a_whole_turn_of_suggestions() {
    let mut client = open_when("suggested", Title::PutinStrikes, |table| table.sight.clock.turn == 2 && !table.prompt.buttons.is_empty());
    let (turn, before) = (table(&mut client).sight.clock.turn, orders(&mut client));
    let mut presses = 0;
    while table(&mut client).sight.clock.turn == turn && table(&mut client).prompt.side.is_some() {
        assert!(presses < 600, "the turn never ends: {}", table(&mut client).prompt.text);
        client.key(Key::S, Modifiers::NONE);
        table(&mut client).give_anyway();
        presses += 1;
    }
    let given = orders(&mut client) - before;
    // One press asks, the next does it.
    counted(&format!("a whole turn of suggestions, {given} orders"), presses, 2 * given);
    // An attack that is suggested begins with those who are to make it: none is advised to leave again.
    let session = table(&mut client).world.resource::<Session>();
    let roles: Vec<Role> = session.past.iter().skip(before).map(|entry| entry.order.role()).collect();
    assert!(roles.contains(&Role::Plan) && roles.contains(&Role::Go), "attacks are made: {roles:?}");
    assert!(!roles.contains(&Role::Leave) && !roles.contains(&Role::Drop), "and as they were planned: {roles:?}");
}

/// The combat sheet says what Steady would commit: the same whoever has joined so far, and gone with the plan.
#[test]
fn the_sheet_says_what_steady_would_commit() {
    let mut client = open_when("steady", Title::TanksOfAugust, |table| worthy_target(table).is_some());
    let hex = worthy_target(table(&mut client)).expect("as found before");
    let target = at(&mut client, hex);
    client.click(target);
    let listen = |client: &mut Headless| {
        client.settle();
        table(client).steady_says().expect("without a window Steady answers at once")
    };
    let said = listen(&mut client);
    assert!(said.starts_with("Steady would "), "{said}");
    keep(&mut client, "steady");
    let given = orders(&mut client);
    // With one alone it says the same of whom it would commit, or that it would not.
    for (_, order) in table(&mut client).muster.clone().expect("an attack is planned").joined.into_iter().skip(1) {
        table(&mut client).give(order);
    }
    assert!(orders(&mut client) > given);
    let alone = listen(&mut client);
    assert!(alone.starts_with("Steady would commit: ") && alone.contains(" for ") || alone == "Steady would not attack here.", "{alone}");
    assert_eq!(said == "Steady would not attack here.", alone == "Steady would not attack here.", "{said} {alone}");
    assert!(client.press("Cancel"));
    client.settle();
    assert_eq!(table(&mut client).steady_says(), None);
}
