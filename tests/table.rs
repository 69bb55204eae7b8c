//! What a player does with few clicks at the table: counters carried by the mouse, attacks with all who are of use, choices taken back whole.
#![cfg(feature = "client")]

use bevy_egui::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use five_fronts::board::{Hex, Place, Role, Target};
use five_fronts::bots::{Seated, Steady};
use five_fronts::client::desk::Desk;
use five_fronts::client::headless::Headless;
use five_fronts::client::raster::write_png;
use five_fronts::client::table::Tabletop;
use five_fronts::client::table::overlays::Overlay;
use five_fronts::games::Title;
use five_fronts::play::{self, Players, Seat, Seen, Session};
use std::path::{Path, PathBuf};

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

fn keep(client: &mut Headless, name: &str) {
    if let Some(folder) = std::env::var_os("FIVE_FRONTS_PICTURES") {
        write_png(&Path::new(&folder).join(format!("{name}.png")), client.picture()).expect("the folder for pictures can be written");
    }
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
        let words = ["Fire all 2", "Fire all 3", "Fire all 4", "Attack", "Fire no more", "No more support", "No spearhead"];
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
