//! Two players at one screen: what each has seen, when the screen is handed over, and who watches.
#![cfg(feature = "client")]

mod stage;

use bevy_egui::egui::{Key, Modifiers};
use five_fronts::board::{Fact, Prompt, Role, Side, Target, UnitId};
use five_fronts::bots::{Seated, Steady};
use five_fronts::client::desk::Desk;
use five_fronts::client::headless::Headless;
use five_fronts::client::table::chronicle::Trace;
use five_fronts::client::table::{Showing, Tabletop, Viewer};
use five_fronts::games::{Order, Title};
use five_fronts::play::{self, Players, Scope, Seat, Session};
use stage::{keep, on_table};
use std::path::{Path, PathBuf};

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("five-fronts-hotseat-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("saves")).expect("a folder for the test");
    folder
}

fn begin(home: &Path, title: Title) -> Tabletop {
    let rules = title.load(&title.shipped()).expect("the shipped tables are good");
    let start = rules.start(None, &[], 11).expect("the scenario exists");
    Tabletop::begin(&rules, &start, Players::Two, [Seat::Person; 2], home.join("saves/game.fronts")).expect("the journal can be written")
}

/// Whether an order can be given by what is on the screen: at a shared table some of the answers may be left out.
fn shows(table: &mut Tabletop, order: &Order) -> bool {
    let Prompt { kept, together, buttons, actors, .. } = table.prompt.clone();
    let all = table.viewer() != Some(Viewer::Both) || kept.is_none() || together; // where they are asked together, some of them can be picked
    let offered = |unit: &UnitId| play::offer(&mut table.world, &[*unit]).choices.iter().any(|choice| choice.order == *order);
    all || buttons.iter().any(|choice| choice.order == *order) || actors.iter().any(offered)
}

/// Lets commanders play for both persons as long as a look at the table says so; tells how often the screen was handed over.
fn play(table: &mut Tabletop, mut goes_on: impl FnMut(&mut Tabletop) -> bool) -> usize {
    let mut commanders = [1, 2].map(|seed| Seated::bot(Steady::default(), seed));
    let mut curtains = 0;
    for _ in 0..6_000 {
        if !goes_on(table) {
            return curtains;
        }
        match table.stage {
            Showing::HandOver { .. } => table.hand_over(),
            Showing::Curtain(_) => {
                curtains += 1;
                table.lift_curtain();
            }
            Showing::Reel(_) => table.skip_reel(),
            Showing::WhoWatches => panic!("nobody watches here"),
            Showing::Play => {
                let Some(side) = table.prompt.side else { return curtains };
                let order = commanders[side.at()].choose(&mut table.world).expect("somebody decides, so something is offered");
                if !shows(table, &order) {
                    table.look_alone();
                    continue;
                }
                let before = table.chronicle.orders();
                table.give(order);
                table.give_anyway();
                assert!(table.chronicle.orders() > before, "{:?}: what is offered is accepted", table.prompt.text);
            }
        }
    }
    panic!("it never comes about: {:?}, {}", table.stage, table.prompt.text);
}

#[test]
fn a_player_sees_all_that_happened_since_he_last_sat_until_he_puts_it_away() {
    let home = scratch("reel");
    let mut table = begin(&home, Title::TanksOfAugust);
    // The Georgian has moved several times, and the Russian takes the screen.
    play(&mut table, |table| {
        let moved = table.traces().iter().filter(|(_, trace)| matches!(trace, Trace::Way(_))).count();
        !(table.sight.clock.turn > 0 && table.seat == Side(1) && table.stage == Showing::Reel(0) && moved > 2)
    });
    let (path, traces) = (table.path.clone(), table.traces());
    assert!(traces.iter().all(|(by, _)| *by == Some(Side(0))), "what the other side did: {traces:?}");
    let mut desk = Desk::new(&home, None);
    desk.settings.motion = 100;
    desk.put_on_table(Ok(table));
    let mut client = Headless::new(desk, [1280, 800]);
    for _ in 0..40 {
        client.frame(Vec::new());
    }
    keep(&mut client, "reel");
    assert_eq!(on_table(&mut client).stage, Showing::Reel(0), "it does not go away by itself");
    client.key(Key::ArrowRight, Modifiers::NONE);
    assert_eq!(on_table(&mut client).stage, Showing::Reel(1), "it can be stepped through");
    keep(&mut client, "reel-step");
    assert!(client.press("To my decision"));
    assert_eq!(on_table(&mut client).stage, Showing::Play);
    assert!(on_table(&mut client).traces().is_empty(), "no arrow is left on the map");
    drop(client);
    // Whoever goes on with the game sees it again.
    let mut table = Tabletop::resume(&path).expect("the game is on disk");
    assert_eq!(table.stage, Showing::Curtain(Side(1)));
    table.lift_curtain();
    // What both watched together is told again as well: nobody knows who was there.
    let again = table.traces();
    assert!(table.stage == Showing::Reel(0) && traces.iter().all(|trace| again.contains(trace)), "{again:?}");
}

#[test]
fn whoever_rolled_sees_what_came_of_it_before_the_curtain() {
    let home = scratch("roll");
    let mut table = begin(&home, Title::TanksOfAugust);
    play(&mut table, |table| !matches!(table.stage, Showing::HandOver { .. }));
    let Showing::HandOver { to, .. } = table.stage else { panic!("as found before") };
    let page = table.chronicle.page(table.chronicle.orders());
    let (side, scope) = table.eyes();
    assert!(page.iter().any(|entry| entry.read(side, scope).is_some()) && !table.may_answer(), "there is something to see, and nothing to decide");
    assert!(table.preview.is_none() && table.prompt.buttons.is_empty(), "nothing of what the other is asked");
    let name = table.rules().book.sides[to.at()].clone();
    let mut desk = Desk::new(&home, None);
    desk.put_on_table(Ok(table));
    let mut client = Headless::new(desk, [1280, 800]);
    keep(&mut client, "hand-over");
    assert!(client.press(&format!("Hand over to the {name} player")));
    assert_eq!(on_table(&mut client).stage, Showing::Curtain(to));
}

/// How many battles were fought and how often the screen changed hands, in a game of so many turns.
fn count(title: Title, turns: u8) -> (usize, usize, usize) {
    let home = scratch(&format!("count-{}", title.slug()));
    let mut table = begin(&home, title);
    let before = play(&mut table, |table| table.sight.clock.turn == 0);
    let curtains = play(&mut table, |table| table.sight.clock.turn <= turns);
    let past = &table.world.resource::<Session>().past;
    let fought = past.iter().flat_map(|entry| &entry.events).filter(|event| matches!(event.fact, Fact::Odds { .. })).count();
    println!("{}: {before} curtains in the set-up, then {curtains} in {turns} turns with {fought} battles", title.slug());
    (before, curtains, fought)
}

#[test]
fn a_curtain_falls_only_where_there_is_a_secret() {
    let (_, curtains, fought) = count(Title::OpaqueWar, 4);
    assert!(fought > 2, "there were battles");
    assert!(curtains <= 4 * 4 + fought, "{curtains} curtains in 4 turns with {fought} battles");
    let (_, curtains, fought) = count(Title::TanksOfAugust, 3);
    assert!(fought > 2, "there were battles");
    assert!(curtains <= 3 * 3 + fought, "{curtains} curtains in 3 turns with {fought} battles");
}

#[test]
fn losses_that_both_see_are_chosen_at_a_shared_table() {
    let home = scratch("shared");
    let mut table = begin(&home, Title::OpaqueWar);
    play(&mut table, |table| !(table.stage == Showing::Play && table.viewer() == Some(Viewer::Both)));
    assert_eq!(table.eyes().1, Scope::Common);
    assert!(table.may_answer() && table.preview.is_some(), "the sheet lies on the table and is answered: {}", table.prompt.text);
    let mut desk = Desk::new(&home, None);
    desk.put_on_table(Ok(table));
    let mut client = Headless::new(desk, [1280, 800]);
    keep(&mut client, "shared");
    // Whoever is called to the battle sees where it is, wherever both looked before.
    let hex = on_table(&mut client).prompt.at.expect("it is a battle for a hex");
    let view = &mut client.desk().view;
    let (art, camera) = (view.art.as_ref().expect("the map is drawn"), view.camera.as_mut().expect("the map is in view"));
    let at = art.center(hex).expect("the hex is on the map");
    camera.zoom = 90.0;
    camera.center = at + bevy_egui::egui::vec2(if at.x > art.extent().center().x { -12.0 } else { 12.0 }, 0.0);
    view.asked_about = None;
    client.settle();
    let camera = client.desk().view.camera.expect("the map is in view");
    assert!(camera.seen().contains(at), "the battle is brought into view");
    // Each has keys of his own: those of the other, and those for both, answer nothing.
    let side = on_table(&mut client).prompt.side.expect("somebody is asked");
    let orders = |client: &mut Headless| on_table(client).chronicle.orders();
    let before = orders(&mut client);
    let keys = [Key::Q, Key::Y];
    client.key(keys[side.other().at()], Modifiers::NONE);
    client.key(Key::Enter, Modifiers::NONE);
    client.key(Key::N, Modifiers::NONE);
    assert_eq!(orders(&mut client), before, "nobody answers for the other");
    let first = on_table(&mut client).answers()[0].clone();
    assert_eq!(on_table(&mut client).key_for(&first.order), Some(keys[side.at()].name()));
    client.key(keys[side.at()], Modifiers::NONE);
    assert!(orders(&mut client) > before, "his own key does what is first in his half");
}

#[test]
fn counters_that_only_a_number_tells_apart_are_one_row_with_one_key() {
    let home = scratch("rows");
    let mut table = begin(&home, Title::OpaqueWar);
    play(&mut table, |table| !(table.is_shared() && table.rows().iter().any(|(_, n)| *n > 1)));
    let rows = table.rows();
    let name = |choice: &five_fronts::board::Choice<Order>| match choice.on {
        Target::Unit(unit) => table.rules().book.units[unit.at()].sort().to_owned(),
        _ => String::new(),
    };
    let sorts: Vec<String> = rows.iter().map(|(choice, _)| name(choice)).collect();
    assert!(sorts.iter().all(|sort| !sort.ends_with(|c: char| c.is_ascii_digit())), "{sorts:?}");
    assert_eq!(sorts.iter().collect::<std::collections::BTreeSet<_>>().len(), sorts.len(), "every sort is there once: {sorts:?}");
    let counters = table.choices().filter(|choice| matches!(choice.on, Target::Unit(_))).count();
    assert_eq!(rows.iter().map(|(_, n)| n).sum::<usize>(), counters, "no counter is forgotten");
    let keys: Vec<_> = rows.iter().filter_map(|(choice, _)| table.key_for(&choice.order)).collect();
    assert!(keys.len() == rows.len().min(4) && keys.windows(2).all(|pair| pair[0] != pair[1]), "after the key for none, each row has one: {keys:?}");
}

#[test]
fn who_watches_a_game_that_goes_on_is_asked() {
    let home = scratch("watch");
    let mut table = begin(&home, Title::OpaqueWar);
    play(&mut table, |table| table.sight.clock.turn < 2);
    let path = table.path.clone();
    let sides = table.rules().book.sides.clone();
    drop(table);
    for (words, eyes) in [(format!("The {} player", sides[1]), (Some(Side(1)), Scope::Own)), ("Both players".to_owned(), (None, Scope::Common))] {
        let mut desk = Desk::new(&home, None);
        desk.put_on_table(Tabletop::watch(&path));
        let mut client = Headless::new(desk, [1280, 800]);
        assert!(client.desk().veiled(), "nothing is shown before it is known who looks");
        keep(&mut client, "who-watches");
        assert!(client.press(&words));
        let table = on_table(&mut client);
        assert_eq!((table.stage, table.eyes().1), (Showing::Play, eyes.1));
        assert!(eyes.0.is_none_or(|side| table.eyes().0 == side));
        for order in table.stops() {
            table.show_order(order);
            assert!(table.eyes().1 == eyes.1 && (table.asked_in_secret() || !table.prompt.private || table.prompt.side == eyes.0), "order {order}");
        }
    }
}

#[test]
fn notes_are_kept_in_the_save_and_each_player_reads_his_own() {
    let home = scratch("notes");
    let mut table = begin(&home, Title::TanksOfAugust);
    table.lift_curtain();
    let hex = table.rules().book.ground.grid.hexes()[40];
    let writer = table.seat;
    table.pin(hex, "Hold this \"pass\", come what may: 2 + 2\nturns");
    assert_eq!(table.notes().count(), 1);
    play(&mut table, |table| !(table.stage == Showing::Play && table.seat != writer));
    assert_eq!(table.notes().count(), 0, "the other player reads nothing of it");
    let path = table.path.clone();
    drop(table);
    let mut table = Tabletop::resume(&path).expect("a game with notes can be read");
    let notes = table.world.resource::<Session>().notes.clone();
    assert_eq!(notes.into_iter().collect::<Vec<_>>(), [((hex, Some(writer)), "Hold this \"pass\", come what may: 2 + 2\nturns".to_owned())]);
    play(&mut table, |table| !(table.stage == Showing::Play && table.seat == writer));
    table.pin(hex, "");
    drop(table);
    let table = Tabletop::resume(&path).expect("a game with notes can be read");
    assert!(table.world.resource::<Session>().notes.is_empty(), "a note that is taken away stays away");
}

#[test]
fn at_a_shared_table_nothing_is_offered_that_lies_under_others() {
    let home = scratch("kept");
    let mut table = begin(&home, Title::TanksOfAugust);
    let (mut more, mut planned) = (0, 0);
    for n in 0..200 {
        // Both look at what one of them is asked, who might have answers of his own.
        play(&mut table, |table| {
            let at_ease = table.stage == Showing::Play && table.viewer() == Some(Viewer::Both) && table.prompt.kept.is_some();
            !at_ease && table.sight.clock.over.is_none() && table.prompt.side.is_some()
        });
        let Some(side) = table.prompt.side else { break };
        let known = play::known_to(&mut table.world, side.other());
        let shown = table.prompt.clone();
        let on_units = shown.buttons.iter().map(|choice| choice.on).chain(shown.blocked.iter().map(|blocked| blocked.on));
        let named = shown.actors.iter().copied().chain(on_units.filter_map(|on| if let Target::Unit(unit) = on { Some(unit) } else { None }));
        for unit in named {
            assert!(known[unit.at()], "{} is offered in {:?}, and the other player may not know it", table.rules().book.unit_name(unit), shown.text);
        }
        let targets = shown.buttons.iter().filter_map(|choice| if let Target::Hex(hex) = choice.on { Some(hex) } else { None });
        assert!(targets.into_iter().all(|hex| table.odds_at(hex).is_none()), "nor is it told what an attack by all of them would come to");
        // A target called out at the shared table: its player plans alone, and finds those who are of use in the plan.
        let target = shown.buttons.iter().find(|choice| choice.order.role() == Role::Plan).map(|choice| choice.order.clone());
        match target {
            Some(order) if n % 2 == 0 => table.give(order),
            _ => table.look_alone(),
        }
        let called = matches!(table.stage, Showing::Curtain(to) if to == side);
        if called {
            assert!(table.viewer().is_none());
            table.lift_curtain();
            table.skip_reel();
        }
        let asked = table.prompt.clone();
        if table.plans() {
            planned += usize::from(called && table.preview.as_ref().is_some_and(|preview| !preview.attackers.is_empty()));
            table.undo();
            assert!(!table.plans(), "the target and those taken along were one choice");
        } else {
            assert_eq!((asked.side, asked.text), (shown.side, shown.text.clone()), "the same is asked of him alone");
            more += usize::from(asked.actors.len() > shown.actors.len() || asked.buttons.len() > shown.buttons.len());
        }
        // The game goes on.
        let orders = table.chronicle.orders();
        play(&mut table, |table| table.chronicle.orders() == orders);
        if more > 0 && planned > 0 {
            return;
        }
    }
    panic!("alone there was more to do {more} times, and {planned} plans were begun together");
}
