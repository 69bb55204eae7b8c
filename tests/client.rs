//! The client, driven as a person would: real plugins, real frames, a screen that is a picture.
#![cfg(feature = "client")]

mod stage;

use bevy::prelude::Messages;
use bevy_egui::egui::{Color32, Key, Modifiers, Pos2};
use five_fronts::board::{Hex, Place, Role, Side, Target, UnitId};
use five_fronts::bots::Random;
use five_fronts::client::desk::{Desk, Dialog, Screen};
use five_fronts::client::headless::Headless;
use five_fronts::client::reload;
use five_fronts::client::table::disk::Disk;
use five_fronts::client::table::messages::{Happened, PlayerOrder};
use five_fronts::client::table::mirror::OfPosition;
use five_fronts::client::table::tabs::Tab;
use five_fronts::client::table::{Showing, Tabletop, trial};
use five_fronts::client::widgets;
use five_fronts::games::{Rules, Title};
use five_fronts::play::{self, Players, Seat, Session};
use stage::{keep, on_table};
use std::path::{Path, PathBuf};

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("five-fronts-client-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn rules() -> Rules {
    Title::TanksOfAugust.load(&Title::TanksOfAugust.shipped()).expect("the shipped tables are good")
}

fn table(home: &Path, rules: &Rules, players: Players, seats: [Seat; 2], seed: u64) -> Tabletop {
    std::fs::create_dir_all(home.join("saves")).expect("a folder for saves");
    let start = rules.start(None, &[], seed).expect("the scenario exists");
    Tabletop::begin(rules, &start, players, seats, home.join(format!("saves/{seed}.fronts"))).expect("the journal can be written")
}

fn open(home: &Path, players: Players) -> Headless {
    open_at(home, players, [1280, 800])
}

fn open_at(home: &Path, players: Players, size: [usize; 2]) -> Headless {
    let mut desk = Desk::new(home, None);
    desk.settings.motion = 0;
    desk.settings.pass_empty = false; // every step is ended by hand here
    desk.put_on_table(Ok(table(home, &rules(), players, [Seat::Person; 2], 7)));
    let mut client = Headless::new(desk, size);
    client.desk().view.camera = None; // the whole map, so that every hex can be pressed
    client.settle();
    client
}

/// Where the middle of a hex is on the screen.
fn at(client: &mut Headless, hex: Hex) -> Pos2 {
    let view = &client.desk().view;
    let (camera, art) = (view.camera.expect("the map is in view"), view.art.as_ref().expect("the map is drawn"));
    camera.to_screen(art.center(hex).expect("the hex is on the map"))
}

/// Keeps a picture of the screen where the tester wants one.
#[test]
fn clicks_become_orders_and_undo_takes_them_back() {
    let home = scratch("clicks");
    let mut client = open(&home, Players::Solo);
    assert!(client.press("Place the rest as suggested"), "the first prompt offers the suggested set-up");
    let orders = on_table(&mut client).chronicle.orders();
    assert_eq!(orders, 1, "the button gave one order");
    // A counter on the map is picked with the mouse and put into another lit hex.
    let table = on_table(&mut client);
    let (unit, from) = table
        .prompt
        .actors
        .iter()
        .find_map(|u| if let Some(Place::Map(hex)) = table.place_of(*u) { Some((*u, hex)) } else { None })
        .expect("somebody stands on the map");
    table.select(vec![unit]);
    let choice =
        table.offer.choices.iter().find_map(|c| if let Target::Hex(hex) = c.on { (hex != from).then_some(hex) } else { None }).expect("it may stand elsewhere");
    client.settle();
    let before = client.picture().clone();
    let to = at(&mut client, choice);
    client.click(to);
    assert_eq!(on_table(&mut client).place_of(unit), Some(Place::Map(choice)), "the click on a lit hex moved the counter");
    assert_ne!(client.picture().pixels, before.pixels, "the screen shows it");
    client.key(Key::Z, Modifiers::CTRL | Modifiers::COMMAND);
    assert_eq!(on_table(&mut client).place_of(unit), Some(Place::Map(from)), "undo puts it back");
    on_table(&mut client).select(vec![unit]);
    client.point(Pos2::new(2.0, 2.0));
    client.settle();
    let after = client.picture().clone();
    let map = |image: &bevy_egui::egui::ColorImage| -> Vec<_> {
        (100..600).flat_map(|y| (80..800).map(move |x| (x, y))).map(|(x, y)| image.pixels[y * image.size[0] + x]).collect()
    };
    let rings = map(&before).iter().zip(map(&after)).filter(|(a, b)| **a != *b).count();
    assert!(rings < 2000, "undo redraws the map as it was, up to the hover ring: {rings} pixels differ");
    // What was ordered is on disk at every moment.
    let path = on_table(&mut client).path.clone();
    let hash = on_table(&mut client).world.resource::<Session>().hash();
    let kept = play::load(&path).expect("the journal can be read while the game goes on");
    assert_eq!(kept.world.resource::<Session>().hash(), hash);
}

/// What has been told since the last time.
fn told(client: &mut Headless) -> Vec<Happened> {
    client.app.world_mut().resource_mut::<Messages<Happened>>().drain().collect()
}

#[test]
fn orders_go_in_and_events_come_out_as_messages() {
    let home = scratch("messages");
    let mut client = open(&home, Players::Solo);
    told(&mut client);
    let suggested = on_table(&mut client).choices_on(Target::Button).into_iter().find(|c| c.order.role() == Role::Suggest).expect("a suggested set-up");
    client.app.world_mut().write_message(PlayerOrder::Give(suggested.order));
    client.frame(Vec::new());
    assert_eq!(on_table(&mut client).chronicle.orders(), 1, "whoever writes the message, the order is carried out in the same frame");
    client.frame(Vec::new());
    let events: Vec<usize> = told(&mut client).iter().map(|order| order.events.len()).collect();
    assert!(matches!(events[..], [placed] if placed > 10), "one order is told once, with all that it made happen: {events:?}");
    client.app.world_mut().write_message(PlayerOrder::Undo);
    client.frame(Vec::new());
    assert_eq!(on_table(&mut client).chronicle.orders(), 0, "undo is a message, too");
    client.frame(Vec::new());
    assert!(told(&mut client).is_empty(), "what is taken back has not happened");
    client.app.world_mut().write_message(PlayerOrder::Redo);
    client.frame(Vec::new());
    assert_eq!(on_table(&mut client).chronicle.orders(), 1);
}

#[test]
fn nothing_is_told_behind_the_curtain() {
    let home = scratch("untold");
    let mut client = open(&home, Players::Two);
    client.press("I am the Russian player");
    client.press("Place the rest as suggested");
    told(&mut client);
    client.press("Set-up is done");
    client.settle();
    assert!(client.desk().veiled(), "the Georgian decides now");
    assert!(told(&mut client).is_empty());
    client.press("I am the Georgian player");
    client.settle();
    assert!(told(&mut client).is_empty(), "nor afterward: the reel shows what the other side did");
}

#[test]
fn a_hex_is_chosen_by_keyboard() {
    let home = scratch("keys");
    let mut client = open(&home, Players::Solo);
    client.key(Key::Tab, Modifiers::NONE);
    assert_eq!(on_table(&mut client).selection.len(), 1, "Tab selects somebody who may act");
    client.key(Key::Escape, Modifiers::NONE);
    assert!(on_table(&mut client).selection.is_empty(), "Escape lets go and spends nothing");
    client.key(Key::S, Modifiers::NONE);
    assert_eq!(on_table(&mut client).chronicle.orders(), 1, "the key for the suggestion takes it");
    client.key(Key::F1, Modifiers::NONE);
    assert!(!client.desk().dialogs.is_empty(), "F1 lists the keys");
    client.key(Key::Escape, Modifiers::NONE);
    assert!(client.desk().dialogs.is_empty(), "Escape closes the list");
}

#[test]
fn clicks_are_heard_however_fast_or_slow_the_frames() {
    let home = scratch("jump");
    let mut client = open(&home, Players::Solo);
    let middle = client.desk().view.camera.expect("the map is in view").view.center();
    for orders in 1..=4 {
        client.point(middle);
        let words = ["Place the rest as suggested", "Set-up is done"][(orders - 1) % 2];
        let button = client.find(words).expect("the button is there").center();
        if orders < 3 {
            client.click_at_once(button);
        } else {
            client.click_slowly(button);
        }
        assert_eq!(on_table(&mut client).chronicle.orders(), orders, "{words}");
    }
    // The same on the map: the hex is the one that was pressed, not the one the pointer came from.
    for (key, words) in [("Roll for the weather", "weather"), ("End the segment", "the first segment")] {
        assert!(client.press(key), "{words}");
    }
    let table = on_table(&mut client);
    let unit = *table.prompt.actors.first().expect("somebody may act");
    let Some(Place::Map(hex)) = table.place_of(unit) else { panic!("he stands on the map") };
    let there = at(&mut client, hex);
    client.point(Pos2::new(2.0, 2.0));
    client.click_at_once(there);
    assert!(!on_table(&mut client).selection.is_empty(), "a counter is selected by one quick click");
}

#[test]
fn a_menu_at_the_pointer_lies_over_everything_else() {
    let home = scratch("menu");
    let mut client = open(&home, Players::Solo);
    assert!(client.press("Place the rest as suggested"));
    let unit = on_table(&mut client).prompt.actors[0];
    on_table(&mut client).select(vec![unit]);
    let choices: Vec<_> = on_table(&mut client).offer.choices.iter().take(2).cloned().collect();
    assert_eq!(choices.len(), 2, "a counter may stand in several hexes");
    client.desk().view.menu = Some((Pos2::new(300.0, 300.0), choices));
    client.settle(); // egui would cry out if a widget of the menu were one of the panel too
    client.key(Key::Escape, Modifiers::NONE);
    assert!(client.desk().view.menu.is_none(), "Escape closes it");
}

#[test]
fn advice_is_shown_before_it_is_taken() {
    let home = scratch("advice");
    let mut client = open(&home, Players::Solo);
    for words in ["Place the rest as suggested", "Set-up is done", "Place the rest as suggested", "Set-up is done", "Roll for the weather", "End the segment"] {
        assert!(client.press(words), "{words}");
    }
    let orders = on_table(&mut client).chronicle.orders();
    assert!(client.press("Suggest"));
    assert!(on_table(&mut client).advice.is_some(), "something is advised");
    assert_eq!(on_table(&mut client).chronicle.orders(), orders, "and nothing is done");
    assert!(client.press("Do it"));
    assert_eq!(on_table(&mut client).chronicle.orders(), orders + 1, "until the player says so");
    for _ in 0..2 {
        client.key(Key::S, Modifiers::NONE);
    }
    assert_eq!(on_table(&mut client).chronicle.orders(), orders + 2, "the key asks first and does it when pressed again");
}

#[test]
fn a_question_about_one_counter_needs_no_click_on_it() {
    let home = scratch("one");
    let rules = Title::PutinMovesEast.load(&Title::PutinMovesEast.shipped()).expect("the shipped tables are good");
    let mut table = table(&home, &rules, Players::Solo, [Seat::Person; 2], 3);
    let mut bot = Random::seeded(3);
    for _ in 0..400 {
        if let [only] = table.prompt.actors[..] {
            assert_eq!(table.selection, [only], "{}", table.prompt.text);
            return;
        }
        assert!(table.selection.is_empty(), "who acts is the player's choice: {}", table.prompt.text);
        let order = bot.choose(&mut table.world).expect("the game is not over");
        table.give(order);
        table.give_anyway();
    }
    panic!("no question was about one counter");
}

/// Plays random orders until the screen is handed over.
fn until_curtain(table: &mut Tabletop, seed: u64) {
    let mut bot = Random::seeded(seed);
    for _ in 0..2000 {
        table.hand_over();
        if matches!(table.stage, Showing::Curtain(_)) {
            return;
        }
        let order = bot.choose(&mut table.world).expect("the game is not over");
        table.give(order);
    }
    panic!("the screen was never handed over: {:?}, {:?}, {}", table.stage, table.prompt.side, table.prompt.text);
}

#[test]
fn the_curtain_shows_the_same_pixels_for_two_hundred_hidden_positions() {
    let home = scratch("curtain");
    let rules = rules();
    let mut first: Option<Vec<bevy_egui::egui::Color32>> = None;
    let mut hashes = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let mut desk = Desk::new(&home, None);
        let mut table = table(&home, &rules, Players::Two, [Seat::Person; 2], seed);
        table.lift_curtain();
        until_curtain(&mut table, seed);
        hashes.insert(table.world.resource::<Session>().hash());
        assert_eq!(table.stage, Showing::Curtain(Side(0)), "the Russian has set up, the Georgian takes the screen");
        desk.put_on_table(Ok(table));
        let mut client = Headless::new(desk, [480, 320]);
        let picture = client.picture().pixels.clone();
        assert_eq!(first.get_or_insert_with(|| picture.clone()), &picture, "seed {seed}");
    }
    assert!(hashes.len() > 150, "the positions behind the curtain differ: {}", hashes.len());
}

#[test]
fn two_players_hand_the_screen_over_and_see_what_was_done() {
    let home = scratch("hands");
    let mut client = open(&home, Players::Two);
    assert!(client.desk().veiled(), "a game with secrets begins behind the curtain");
    assert!(client.press("I am the Russian player"));
    assert_eq!(on_table(&mut client).stage, Showing::Play);
    client.press("Place the rest as suggested");
    client.press("Set-up is done");
    assert_eq!(on_table(&mut client).stage, Showing::Curtain(Side(0)), "the other side decides now");
    client.key(Key::Z, Modifiers::CTRL | Modifiers::COMMAND);
    assert!(client.desk().veiled(), "no key but the one for it lifts the curtain");
    client.press("I am the Georgian player");
    assert!(matches!(on_table(&mut client).stage, Showing::Reel(_)), "first comes what the other side did");
    client.key(Key::Escape, Modifiers::NONE);
    assert_eq!(on_table(&mut client).stage, Showing::Play);
    on_table(&mut client).undo();
    assert!(on_table(&mut client).notice.is_some(), "what is barred is said");
}

/// Comes close to a stack, spreads it out and looks for something in the rules.
fn look_around(client: &mut Headless) {
    let hex = *on_table(client).sight.stacks.keys().next().expect("somebody stands on the map");
    let view = &mut client.desk().view;
    let camera = view.camera.as_mut().expect("the map is in view");
    (camera.zoom, camera.center) = (90.0, view.art.as_ref().and_then(|art| art.center(hex)).expect("the hex is on the map"));
    (view.cursor, view.fan, view.drawer, view.tab) = (Some(hex), Some(hex), true, Tab::Rules);
    view.search = "artillery".to_owned();
    client.settle();
}

/// The Russian sets up; if he is `busy`, he looks around and leaves things open before he is done, and if he is `restless`, he also moves a
/// counter to and fro.
fn set_up_and_hand_over(client: &mut Headless, busy: bool, restless: bool) {
    client.press("I am the Russian player");
    client.press("Place the rest as suggested");
    look_around(client);
    if restless {
        let table = on_table(client);
        // One that stands alone, so that it lies as it lay when it is back.
        let alone = |hex: &Hex| table.sight.stacks.get(hex).is_some_and(|stack| stack.len() == 1);
        let placed = |unit: &UnitId| if let Some(Place::Map(hex)) = table.place_of(*unit) { Some((*unit, hex)).filter(|(_, hex)| alone(hex)) } else { None };
        let (unit, from) = table.prompt.actors.iter().find_map(placed).expect("somebody stands alone on the map");
        table.select(vec![unit]);
        let elsewhere = |hex: &Hex| !table.sight.stacks.contains_key(hex);
        let hex = |target: Target| if let Target::Hex(hex) = target { Some(hex) } else { None };
        let there = table.offer.choices.iter().filter_map(|c| hex(c.on)).find(elsewhere).expect("it may stand elsewhere");
        for to in [there, from] {
            let table = on_table(client);
            table.select(vec![unit]);
            let order = table.choices_on(Target::Hex(to)).remove(0).order;
            table.give(order);
        }
        on_table(client).select(Vec::new());
        client.settle();
    }
    if !busy {
        let view = &mut client.desk().view;
        (view.camera, view.cursor, view.fan, view.tab) = (None, None, None, Tab::Log);
        view.search.clear();
    }
    client.desk().view.drawer = false;
    client.settle();
    client.press("Set-up is done");
    assert!(client.desk().veiled(), "the other side decides now");
}

fn pieces_of_the_position(client: &mut Headless) -> usize {
    let world = client.app.world_mut();
    world.query::<&OfPosition>().iter(world).count()
}

#[test]
fn behind_the_curtain_there_is_no_entity_of_the_position() {
    let home = scratch("entities");
    let mut client = open_at(&home, Players::Two, [1280, 800]);
    assert_eq!(pieces_of_the_position(&mut client), 0, "a game with secrets begins behind the curtain");
    client.press("I am the Russian player");
    client.press("Place the rest as suggested");
    let seen = pieces_of_the_position(&mut client);
    assert!(seen > 10, "the table shows counters: {seen} pieces, {} stacks", on_table(&mut client).sight.stacks.len());
    client.press("Set-up is done");
    assert!(client.desk().veiled());
    assert_eq!(pieces_of_the_position(&mut client), 0, "and nothing of them behind the curtain");
    client.press("I am the Georgian player");
    client.settle();
    assert!(pieces_of_the_position(&mut client) > 0);
    client.desk().to_shelf();
    client.settle();
    assert_eq!(pieces_of_the_position(&mut client), 0, "what belongs to a screen goes with it");
}

/// Whether two pixels are not the same. Two windows that have drawn other letters before keep their letters in other places, and round otherwise.
fn apart(a: Color32, b: Color32) -> bool {
    a.to_array().iter().zip(b.to_array()).any(|(a, b)| a.abs_diff(b) > 12)
}

#[test]
fn whoever_takes_the_screen_finds_nothing_of_the_other_players_doing() {
    for size in [[1280, 800], [1600, 900]] {
        let pictures = [false, true].map(|busy| {
            let home = scratch(&format!("doing-{busy}-{}", size[0]));
            let mut client = open_at(&home, Players::Two, size);
            // In a wide window the log tells who moved where; how many orders that took it does not.
            set_up_and_hand_over(&mut client, busy, busy && size[0] < 1600);
            let left = client.desk().view.camera;
            assert!(left.is_none() && client.desk().view.cursor.is_none() && client.desk().view.fan.is_none(), "nothing of it behind the curtain");
            let curtain = client.picture().pixels.clone();
            keep(&mut client, &format!("curtain-{busy}-{}", size[0]));
            client.press("I am the Georgian player");
            on_table(&mut client).skip_reel();
            client.settle();
            keep(&mut client, &format!("doing-{busy}-{}", size[0]));
            (curtain, client.picture().pixels.clone())
        });
        let [(curtain, screen), (curtain_too, screen_too)] = &pictures;
        for (what, first, second) in [("curtain", curtain, curtain_too), ("screen", screen, screen_too)] {
            let differs = first.iter().zip(second).position(|(a, b)| apart(*a, *b)).map(|at| [at % size[0], at / size[0]]);
            assert_eq!(differs, None, "the {what} tells what the other player did, at {size:?}");
        }
    }
}

#[test]
fn a_player_finds_the_table_as_he_left_it() {
    let home = scratch("left");
    let mut client = open(&home, Players::Two);
    on_table(&mut client).reels = false; // what is shown of the other side's orders moves the map
    client.press("I am the Russian player");
    client.press("Place the rest as suggested");
    let table = on_table(&mut client);
    let hex = *table.sight.stacks.keys().next().expect("somebody stands on the map");
    let view = &mut client.desk().view;
    let camera = view.camera.as_mut().expect("the map is in view");
    (camera.zoom, camera.center) = (70.0, view.art.as_ref().and_then(|art| art.center(hex)).expect("the hex is on the map"));
    (view.cursor, view.fan, view.tab) = (Some(hex), Some(hex), Tab::Boxes);
    client.settle();
    let left = client.desk().view.camera;
    client.press("Set-up is done");
    client.press("I am the Georgian player");
    on_table(&mut client).skip_reel();
    client.settle();
    let view = &client.desk().view;
    assert!((view.camera != left, view.cursor, view.fan, view.tab) == (true, None, None, Tab::Log), "the other player has a look of his own");
    until_curtain(on_table(&mut client), 5);
    client.settle();
    assert!(client.press("I am the Russian player"));
    let view = &client.desk().view;
    assert_eq!(view.hover, None, "the pointer points at nothing until it is moved");
    assert!((view.camera, view.cursor, view.fan, view.tab) == (left, Some(hex), Some(hex), Tab::Boxes), "and he finds his own again");
}

#[test]
fn only_the_one_who_gave_an_order_reads_why_it_stands() {
    let home = scratch("barrier");
    let rules = rules();
    let (mut own, mut others) = (0, 0);
    for seed in 0..4 {
        let mut table = table(&home, &rules, Players::Two, [Seat::Person; 2], seed);
        let mut bot = Random::seeded(seed);
        for _ in 0..400 {
            table.lift_curtain();
            table.skip_reel();
            let Some(order) = bot.choose(&mut table.world) else { break };
            let orders = table.world.resource::<Session>().past.len();
            let last = table.world.resource::<Session>().past.last().and_then(|entry| entry.by);
            match table.cannot_undo() {
                Some(why) if last == Some(table.seat) => own += usize::from(why.contains("a die has been rolled")),
                why if last.is_some_and(|by| by != table.seat) => {
                    others += 1;
                    assert_eq!(why.as_deref(), Some("you have nothing to take back"));
                    table.undo();
                    assert_eq!(table.world.resource::<Session>().past.len(), orders, "nor can he take it back");
                    let said = format!("{:?}", table.notice);
                    assert!(said.contains("You have nothing to take back."), "{said}");
                }
                _ => {}
            }
            table.give(order);
        }
    }
    assert!(own > 20 && others > 20, "enough was tried: {own} own orders, {others} of the other side");
}

#[test]
fn what_a_bot_did_is_not_taken_back_by_its_opponent() {
    let home = scratch("bot-undo");
    let mut table = table(&home, &rules(), Players::Two, [Seat::Person, Seat::Steady], 3);
    while table.bot_decides() {
        table.undo();
        assert!(!table.can_redo(), "nothing was taken back");
        let orders = table.world.resource::<Session>().past.len();
        table.let_bots_play(std::time::Duration::ZERO);
        table.undo();
        assert_eq!(table.world.resource::<Session>().past.len(), orders + 1);
    }
}

#[test]
fn a_bot_answers_by_itself() {
    let home = scratch("bot");
    let mut desk = Desk::new(&home, None);
    desk.put_on_table(Ok(table(&home, &rules(), Players::Two, [Seat::Person, Seat::Steady], 3)));
    let mut client = Headless::new(desk, [1280, 800]);
    for _ in 0..200 {
        if !on_table(&mut client).bot_decides() {
            break;
        }
        client.frame(Vec::new());
    }
    let table = on_table(&mut client);
    assert_eq!(table.prompt.side, Some(Side(0)), "the Russian bot has set up, the person is asked");
    assert!(matches!(table.stage, Showing::Reel(_) | Showing::Play), "no curtain in front of a bot's opponent");
}

fn copy_tables(to: &Path) {
    let files = Title::TanksOfAugust.shipped();
    for (name, text) in &files.texts {
        let path = to.join("tanks_of_august").join(name);
        std::fs::create_dir_all(path.parent().expect("a table lies in a folder")).expect("a folder");
        std::fs::write(path, text).expect("a table");
    }
}

/// After a change of tables games are tried before and after it, beside the window; the game on the table knows nothing of that.
#[test]
fn a_change_is_tried_before_and_after() {
    let (home, dir) = (scratch("trial"), scratch("trial-rules"));
    copy_tables(&dir);
    let rules = Title::TanksOfAugust.load(&Title::TanksOfAugust.files(Some(&dir)).expect("readable")).expect("good tables");
    let mut desk = Desk::new(&home, Some(dir.clone()));
    desk.put_on_table(Ok(table(&home, &rules, Players::Solo, [Seat::Person; 2], 7)));
    let mut client = Headless::new(desk, [1280, 800]);
    let find = |client: &mut Headless, words: &str| {
        client.settle();
        widgets::find(client.context(), words)
    };
    let button = format!("Try {} games before and after", trial::GAMES);
    assert!(find(&mut client, &button).is_none(), "nothing has changed");
    let before = play::hash(&mut on_table(&mut client).world);
    let tables = dir.join("tanks_of_august/tables.ron");
    let text = std::fs::read_to_string(&tables).expect("readable");
    std::fs::write(&tables, text.replacen("needed: 16", "needed: 2", 1)).expect("written");
    reload::reload_tables(client.desk());
    assert!(find(&mut client, &button).is_some(), "{:?}", client.desk().view.designer.notes);
    let orders = |client: &mut Headless| on_table(client).world.resource::<Session>().past.len();
    let given = orders(&mut client);
    client.desk().view.designer.try_change("campaign", 3);
    let running = |client: &mut Headless| client.desk().view.designer.trial.as_ref().is_some_and(|trial| trial.is_running());
    assert!(running(&mut client) && find(&mut client, "Cancel").is_some());
    for _ in 0..3000 {
        client.frame(Vec::new());
        if !running(&mut client) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let found = client.desk().view.designer.trial.as_ref().and_then(|trial| trial.found()).expect("all games end");
    assert!(found.iter().all(|variant| variant.report.games == 3 && variant.report.adds_up()), "{found:?}");
    assert!(!trial::verdict(&rules.book.sides, &found).is_empty());
    assert_eq!((play::hash(&mut on_table(&mut client).world), orders(&mut client)), (before, given), "the game on the table is as it was");
    // Whoever has seen enough cancels; what was found stays.
    client.desk().view.designer.try_change("campaign", 1000);
    client.desk().view.designer.trial.as_mut().expect("it runs").cancel();
    assert!(!running(&mut client) && find(&mut client, "Cancel").is_none());
    // Tables that are as they were are nothing to be tried.
    std::fs::write(&tables, &text).expect("written");
    reload::reload_tables(client.desk());
    assert!(find(&mut client, &button).is_none());
}

#[test]
fn saved_tables_are_reloaded_and_faulty_ones_are_not() {
    let (home, dir) = (scratch("reload"), scratch("reload-rules"));
    copy_tables(&dir);
    let rules = Title::TanksOfAugust.load(&Title::TanksOfAugust.files(Some(&dir)).expect("readable")).expect("good tables");
    let mut desk = Desk::new(&home, Some(dir.clone()));
    desk.put_on_table(Ok(table(&home, &rules, Players::Solo, [Seat::Person; 2], 7)));
    let mut client = Headless::new(desk, [1280, 800]);
    client.app.insert_resource(reload::Watch::start(dir.clone(), || {}));
    let units = dir.join("tanks_of_august/units.ron");
    let text = std::fs::read_to_string(&units).expect("readable");
    let attack = |client: &mut Headless| {
        let book = on_table(client).book();
        let unit = (0..book.units.len()).find(|i| book.units[*i].name == "1/70").map(|i| UnitId(i as u16)).expect("the unit exists");
        book.units[unit.at()].front[0]
    };
    let wait = |client: &mut Headless, done: &dyn Fn(&mut Headless) -> bool| {
        for _ in 0..300 {
            client.frame(Vec::new());
            if done(client) {
                return true;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        false
    };
    assert_eq!(attack(&mut client), 6);
    std::fs::write(&units, text.replacen("front: [6, 5, 8]", "front: [9, 5, 8]", 1)).expect("written");
    assert!(wait(&mut client, &|c| attack(c) == 9), "the new value is in force");
    assert!(client.desk().view.designer.notes.iter().any(|n| n.starts_with("units.ron:")), "a note says what changed");
    std::fs::write(&units, text.replacen("front: [6, 5, 8]", "front: [6, 5, ]]", 1)).expect("written");
    assert!(wait(&mut client, &|c| c.desk().view.designer.has_faults()), "the fault is listed");
    let fault = client.desk().view.designer.faults[0].clone();
    assert!(fault.file.ends_with("units.ron") && fault.line > 1 && fault.column > 1, "with its place: {fault}");
    assert_eq!(attack(&mut client), 9, "the old tables stay in force");
    std::fs::write(&units, &text).expect("written");
    assert!(wait(&mut client, &|c| !c.desk().view.designer.has_faults() && attack(c) == 6), "a file that was broken is read again when mended");
    // The journal knows of every change, so the game replays.
    let path = on_table(&mut client).path.clone();
    play::load(&path).expect("the journal with changed tables replays");
}

#[test]
fn a_game_is_watched_order_by_order_and_played_on() {
    let home = scratch("watch");
    let mut first = table(&home, &rules(), Players::Solo, [Seat::Person; 2], 11);
    let mut bot = Random::seeded(5);
    for _ in 0..60 {
        let order = bot.choose(&mut first.world).expect("the game is not over");
        first.give(order);
    }
    let (path, end) = (first.path.clone(), first.world.resource::<Session>().hash());
    drop(first);
    let mut desk = Desk::new(&home, None);
    desk.put_on_table(Tabletop::watch(&path));
    let mut client = Headless::new(desk, [1280, 800]);
    client.key(Key::ArrowRight, Modifiers::NONE);
    assert_eq!(on_table(&mut client).replay.as_ref().map(|r| r.order), Some(1));
    on_table(&mut client).show_order(60);
    assert_eq!(play::hash(&mut on_table(&mut client).world), end);
    on_table(&mut client).show_order(30);
    client.settle();
    assert!(client.press("Play on from here"));
    let table = on_table(&mut client);
    assert_eq!((table.chronicle.orders(), table.replay.is_none()), (30, true), "a new game begins with the first thirty orders");
    assert_ne!(table.path, path, "the old one stays as it is");
}

#[test]
fn closing_in_the_middle_of_anything_loses_nothing() {
    let home = scratch("close");
    let mut client = open(&home, Players::Solo);
    client.press("Place the rest as suggested");
    let (path, hash) = (on_table(&mut client).path.clone(), on_table(&mut client).world.resource::<Session>().hash());
    drop(client); // no goodbye, no save
    let mut desk = Desk::new(&home, None);
    assert_eq!(desk.library.volumes.len(), 1, "the shelf knows the game");
    desk.put_on_table(Tabletop::resume(&path));
    assert!(matches!(desk.screen, Screen::Table));
    assert_eq!(desk.table.as_ref().map(|t| t.world.resource::<Session>().hash()), Some(hash));
}

#[test]
fn a_game_that_another_window_plays_can_be_watched() {
    let home = scratch("held");
    let client = open(&home, Players::Solo);
    let mut other = Headless::new(Desk::new(&home, None), [1280, 800]);
    assert!(other.press("Continue"));
    assert!(matches!(other.desk().dialogs.last(), Some(Dialog::Held(_))), "{:?}", other.desk().dialogs);
    keep(&mut other, "held");
    assert!(other.press("Watch as a replay"));
    assert!(on_table(&mut other).replay.is_some() && other.desk().dialogs.is_empty());
    other.desk().to_shelf();
    drop(client);
    other.settle();
    assert!(other.press("Continue"));
    assert!(on_table(&mut other).replay.is_none(), "once the other window is closed it can be played");
    // The game on the table is held by this very window: to load it is no hindrance.
    let path = on_table(&mut other).path.clone();
    other.desk().dialogs.push(Dialog::Games { replay: false });
    other.desk().go_on(&path);
    assert!(other.desk().dialogs.is_empty() && matches!(other.desk().screen, Screen::Table));
}

/// A game of so many random orders, whose journal then claims another position after one of them.
fn crooked(home: &Path, players: Players, orders: usize, at: usize) -> PathBuf {
    let mut game = table(home, &rules(), players, [Seat::Person; 2], 21);
    let mut bot = Random::seeded(8);
    for _ in 0..orders {
        game.lift_curtain();
        game.skip_reel();
        let order = bot.choose(&mut game.world).expect("the game is not over");
        play::submit(&mut game.world, order).expect("a choice offered is accepted");
        game.refresh();
    }
    let path = game.path.clone();
    drop(game);
    let text = std::fs::read_to_string(&path).expect("it can be read");
    let mut given = 0;
    let bend = |line: &str| {
        let Some((_, order)) = line.split_once(' ').filter(|(_, body)| body.starts_with("O ")) else { return line.to_owned() };
        given += 1;
        let body = if given == at { format!("O {}{}", "01234567", &order["O ".len() + 8..]) } else { order.to_owned() };
        format!("{:08x} {body}", crc32fast::hash(body.as_bytes()))
    };
    let lines: Vec<String> = text.lines().map(bend).collect();
    std::fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
    path
}

#[test]
fn a_game_that_no_longer_plays_as_it_did_goes_on_as_a_new_one() {
    let home = scratch("rescue");
    let path = crooked(&home, Players::Solo, 320, 120);
    let old = std::fs::read(&path).expect("it is there");
    let mut client = Headless::new(Desk::new(&home, None), [1280, 800]);
    assert!(client.press("Continue"));
    let Some(Dialog::Rescue(rescue)) = client.desk().dialogs.last().cloned() else { panic!("{:?}", client.desk().dialogs) };
    keep(&mut client, "rescue");
    assert_eq!((rescue.orders, rescue.lost), (119, 201));
    assert!(
        rescue.differs[0].starts_with("Order 120 (turn ") && rescue.differs[0].contains("no longer leads to the position it led to"),
        "{:?}",
        rescue.differs
    );
    assert!(!rescue.waypoints.is_empty(), "a game of several turns has snapshots further on");
    assert!(client.press(&format!("Go on from order 119 ({})", rescue.turn)), "{:?}", rescue.turn);
    let table = on_table(&mut client);
    assert!(table.chronicle.orders() == 119 && table.path != path && table.may_answer(), "a new game goes on after the last order that agrees");
    let order = Random::seeded(3).choose(&mut table.world).expect("the game is not over");
    table.give(order);
    let (new, hash) = (table.path.clone(), table.world.resource::<Session>().hash());
    client.desk().to_shelf();
    assert_eq!(play::load(&new).map(|played| played.world.resource::<Session>().hash()).map_err(|s| s.fault), Ok(hash), "and is kept");
    assert_eq!(std::fs::read(&path).expect("it is there"), old, "the old file stays as it is");
    // The same from a later turn: the orders after its snapshot agree again.
    let mut desk = Desk::new(&home, None);
    desk.go_on(&path);
    let mut client = Headless::new(desk, [1280, 800]);
    let turn = rescue.waypoints.iter().map(|waypoint| waypoint.turn).find(|turn| *turn > 0).expect("a turn begins further on");
    assert!(client.press(&format!("Go on from turn {turn}")));
    let table = on_table(&mut client);
    assert!(table.path != path && table.path != new && table.sight.clock.turn >= turn, "{:?}", table.sight.clock);
    assert_eq!(std::fs::read(&path).expect("it is there"), old);
    // What agrees can also be looked at.
    let mut desk = Desk::new(&home, None);
    desk.go_on(&path);
    let mut client = Headless::new(desk, [1280, 800]);
    assert!(client.press("Watch up to there"));
    assert!(on_table(&mut client).replay.is_some() && on_table(&mut client).chronicle.orders() == 119);
}

#[test]
fn a_game_that_is_not_on_disk_says_so_until_it_is() {
    use five_fronts::board::read::Fault;
    let home = scratch("disk");
    let mut client = open(&home, Players::Solo);
    client.press("Place the rest as suggested");
    let before = client.picture().pixels.clone();
    let table = on_table(&mut client);
    // As a full disk leaves it; that the journal itself stays whole is tested where it is written.
    let full = Fault::of_file("saves/7.fronts".to_owned(), "cannot be written: no space left on device".to_owned());
    table.world.resource_mut::<Session>().file.as_mut().expect("the game has a file").trouble = Some(full);
    table.refresh();
    let words = table.disk.words().map(|(words, _)| words).unwrap_or_default();
    let told = "Orders since set-up (";
    assert!(words.starts_with(told) && words.contains("are not saved: no space left on device. They are kept in memory"), "{words}");
    client.settle();
    assert_ne!(client.picture().pixels, before, "the screen says so");
    keep(&mut client, "disk-failing");
    client.desk().dialogs.push(Dialog::Menu);
    client.settle();
    keep(&mut client, "disk-failing-menu");
    client.desk().dialogs.clear();
    client.settle();
    client.press("Set-up is done");
    assert!(matches!(on_table(&mut client).disk, Disk::Again(_)), "the next order brings all to the disk: {:?}", on_table(&mut client).disk);
    keep(&mut client, "disk-again");
    client.press("Place the rest as suggested");
    assert_eq!(on_table(&mut client).disk, Disk::Fine, "and after another one there is no more to say");
}

#[test]
fn an_idle_window_wants_no_frames() {
    let home = scratch("idle");
    let mut client = open(&home, Players::Solo);
    client.press("Place the rest as suggested");
    for size in ["table", "shelf"] {
        if size == "shelf" {
            client.desk().to_shelf();
        }
        let mut soon = std::time::Duration::ZERO;
        for _ in 0..30 {
            soon = client.frame(Vec::new());
        }
        // Where the last game stands is found out beside the window, and asked for now and then until it is known.
        for _ in 0..200 {
            if soon != std::time::Duration::MAX {
                std::thread::sleep(std::time::Duration::from_millis(20));
                soon = client.frame(Vec::new());
            }
        }
        assert_eq!(soon, std::time::Duration::MAX, "{size}: {:?}", client.context().repaint_causes());
    }
}
