//! What players expect around a game: saves that can be told apart and put away, the order of battle, statistics, a report, lessons.
#![cfg(feature = "client")]

mod stage;

use bevy_ecs::prelude::World;
use bevy_egui::egui::{Key, Modifiers};
use five_fronts::board::{Fact, Luck, Side};
use five_fronts::bots::Random;
use five_fronts::client::desk::{Desk, Dialog, Screen};
use five_fronts::client::report;
use five_fronts::client::table::forces::{self, Where};
use five_fronts::client::table::mirror::{Moving, StackPiece};
use five_fronts::client::table::{Tabletop, Viewpoint, chances, statistics};
use five_fronts::games::Title;
use five_fronts::play::{self, Players, Seat, Session};
use stage::Stage;

#[test]
fn games_are_renamed_deleted_and_brought_back() {
    let mut stage = Stage::new("library");
    stage.play(Title::TanksOfAugust, Players::Solo, "one", 30);
    stage.play(Title::PutinStrikes, Players::Two, "two", 5);
    stage.desk_mut().dialogs = vec![Dialog::Games { replay: false }];
    stage.read_all();
    stage.keep("games");
    stage.check_targets("the games");
    stage.click("Rename one");
    stage.chord(Key::A, Modifiers::COMMAND);
    stage.write("two");
    stage.click("Rename game");
    assert!(stage.save("one").exists(), "the name is taken");
    stage.click("New name");
    stage.chord(Key::A, Modifiers::COMMAND);
    stage.write("the first");
    stage.click("Rename game");
    assert!(!stage.save("one").exists() && stage.save("the first").exists());
    let renamed = stage.desk().library.volumes.iter().find(|volume| volume.name() == "the first").expect("it is listed");
    assert!(stage.desk().bookmarks.recap(renamed).is_some(), "what is known of it goes with it");

    stage.click("Delete two");
    assert!(!stage.save("two").exists());
    assert_eq!(stage.desk().library.volumes.len(), 1);
    stage.click("Undo delete");
    assert!(stage.save("two").exists());
    stage.click("Delete two");
    stage.chord(Key::Z, Modifiers::COMMAND);
    assert!(stage.save("two").exists(), "the key does the same");
    stage.click("Delete two");
    stage.click("Deleted games (1) …");
    stage.keep("deleted");
    stage.click("Restore two");
    assert!(stage.save("two").exists());
    assert_eq!(stage.desk().library.deleted.len(), 0);
}

#[test]
fn a_game_that_is_played_is_neither_renamed_nor_deleted() {
    let mut stage = Stage::new("held");
    let path = stage.play(Title::TanksOfAugust, Players::Solo, "one", 5);
    stage.desk_mut().go_on(&path);
    stage.idle(2);
    assert!(stage.desk_mut().library.delete(&path).is_err_and(|why| why.contains("open")));
    assert!(stage.desk_mut().library.rename(&path, "other").is_err());
    assert!(path.exists());
}

#[test]
fn a_finished_game_leaves_continue() {
    let mut stage = Stage::new("finished");
    stage.play(Title::TanksOfAugust, Players::Solo, "running", 10);
    std::thread::sleep(std::time::Duration::from_millis(20));
    let over = stage.play(Title::TanksOfAugust, Players::Solo, "over", 100_000);
    assert_eq!(stage.desk().library.volumes[0].path, over, "it was written last");
    stage.read_all();
    stage.keep("shelf-finished");
    let recap = stage.desk().bookmarks.recap(&stage.desk().library.volumes[0]).expect("it was read");
    assert!(recap.ended.is_some(), "{recap:?}");
    assert_eq!(stage.desk().to_continue().map(|volume| volume.name()), Some("running".to_owned()));
    stage.click("Continue");
    assert_eq!(stage.desk().table.as_ref().map(|table| table.path.clone()), Some(stage.save("running")));
    // What is known of the games is on disk.
    let again = Desk::new(&stage.home, None);
    assert!(again.library.volumes.iter().any(|volume| again.bookmarks.recap(volume).is_some_and(|recap| recap.ended.is_some())));
}

#[test]
fn the_view_is_restored() {
    let mut stage = Stage::new("view");
    let path = stage.play(Title::TanksOfAugust, Players::Solo, "one", 40);
    stage.desk_mut().go_on(&path);
    stage.idle(3);
    let camera = stage.desk_mut().view.camera.as_mut().expect("the map is shown");
    (camera.zoom, camera.center) = (71.0, camera.center + bevy_egui::egui::vec2(0.5, 0.25));
    let table = stage.desk_mut().table.as_mut().expect("a game");
    table.next_viewpoint();
    let viewpoint = table.viewpoint;
    assert_ne!(viewpoint, Viewpoint::All);
    stage.idle(2);
    let left = stage.desk().view.camera.expect("the map is shown");
    stage.desk_mut().to_shelf();
    let mut stage = Stage::at(stage.home.clone(), ([1280, 800], 1.0));
    stage.desk_mut().go_on(&path);
    stage.idle(3);
    let found = stage.desk().view.camera.expect("the map is shown");
    assert!((found.zoom - left.zoom).abs() < 0.1 && (found.center - left.center).length() < 0.01, "{found:?} after {left:?}");
    assert_eq!(stage.desk().table.as_ref().map(|table| table.viewpoint), Some(viewpoint));
}

#[test]
fn the_order_of_battle_tells_no_secrets() {
    let mut stage = Stage::new("forces");
    let path = stage.play(Title::OpaqueWar, Players::Two, "one", 120);
    let mut table = Tabletop::resume(&path).expect("it can be gone on with");
    table.lift_curtain();
    let (side, _) = table.eyes();
    let known = play::known_to(&mut table.world, side);
    let rows = forces::roster(&table);
    assert!(rows.iter().any(|row| row.at == Where::Unknown), "in this game the enemy hides");
    for row in rows.iter().filter(|row| !matches!(row.at, Where::Unknown | Where::Lost)) {
        assert!(known[row.unit.at()], "{row:?} is told although the {side:?} does not know it");
    }
    assert!(rows.iter().filter(|row| row.side == side).all(|row| row.at != Where::Unknown || !known[row.unit.at()]));
}

#[test]
fn the_order_of_battle_finds_a_unit_and_goes_there() {
    let mut stage = Stage::new("find");
    let path = stage.play(Title::TanksOfAugust, Players::Solo, "one", 40);
    stage.desk_mut().go_on(&path);
    stage.idle(2);
    stage.key(Key::F8);
    assert_eq!(stage.desk().dialogs, [Dialog::Forces]);
    stage.keep("forces");
    stage.check_targets("the order of battle");
    stage.click("On the map");
    stage.click("Search units");
    stage.write("gori");
    let table = stage.desk().table.as_ref().expect("a game");
    let rows = forces::roster(table);
    let there = rows.iter().find(|row| matches!(row.at, Where::Map(hex) if table.rules().lexicon().place(hex).contains("Gori"))).expect("Gori is held");
    let (name, hex) = (table.rules().book.called(there.unit).to_owned(), there.at);
    stage.click(&name);
    assert!(stage.desk().dialogs.is_empty());
    assert_eq!(stage.desk().view.cursor.map(Where::Map), Some(hex));
}

#[test]
fn statistics_and_report() {
    let mut stage = Stage::new("report");
    let over = stage.play(Title::TanksOfAugust, Players::Two, "over", 100_000);
    let mut table = Tabletop::watch(&over).expect("it can be watched");
    let records = statistics::by_turn(&mut table);
    assert!(records.len() > 2 && records.windows(2).all(|pair| pair[0].turn < pair[1].turn && pair[0].orders < pair[1].orders), "{records:?}");
    let lost: u32 = records.iter().flat_map(|record| record.losses).map(|losses| losses.steps).sum();
    assert!(lost > 0, "nobody lost anything");
    let out = stage.home.join("report.html");
    report::write(&over, &out, None).unwrap_or_else(|why| panic!("{why}"));
    let page = std::fs::read_to_string(&out).expect("it was written");
    assert_eq!(page.matches("<img").count(), records.len(), "a picture a turn");
    let pictures = page.split("base64,").skip(1).map(|rest| rest.find('"').unwrap_or(rest.len()));
    assert!(pictures.clone().all(|length| length > 150_000), "the map is on every picture: {:?}", pictures.collect::<Vec<_>>());
    assert!(!page.contains("src=\"http") && !page.contains("href="), "nothing outside is needed");
    assert!(page.contains("Everything is shown."));
    assert!(report::write(&over, &out, Some("Gorgian")).is_err_and(|why| why.contains("Georgian")));
    stage.desk_mut().go_on(&over);
    stage.idle(2);
    stage.key(Key::F9);
    stage.keep("statistics");
    assert_eq!(stage.desk().dialogs, [Dialog::Statistics]);
    stage.check_targets("statistics");
}

/// A loss is seen: the counter turns over, or goes, and lies still after that.
#[test]
fn a_loss_is_seen() {
    let mut stage = Stage::new("loss");
    // The same game is played once without a screen, up to the order that costs somebody a step.
    let title = Title::TanksOfAugust;
    let rules = title.load(&title.shipped()).unwrap_or_else(|faults| panic!("{faults}"));
    let mut world = play::begin(&rules, &rules.start(None, &[], Luck::Seeded(8)).expect("a game without options"), Players::Solo);
    let mut bot = Random::seeded(8);
    let costs = |world: &World| {
        let last = world.resource::<Session>().past.last();
        last.is_some_and(|entry| entry.events.iter().any(|event| matches!(event.fact, Fact::Stepped { from, to, .. } if to < from && to > 0)))
    };
    let mut orders = 0;
    let order = loop {
        let order = bot.choose(&mut world).expect("somebody loses a step before the game is over");
        play::submit(&mut world, order.clone()).expect("what is offered is accepted");
        if costs(&world) {
            break order;
        }
        orders += 1;
    };
    let path = stage.play(title, Players::Solo, "one", orders);
    stage.desk_mut().settings.motion = 100;
    stage.desk_mut().go_on(&path);
    stage.idle(3);
    let moving = |stage: &mut Stage| {
        let world = stage.client.app.world_mut();
        world.query::<&Moving>().iter(world).count()
    };
    assert_eq!(moving(&mut stage), 0);
    let table = stage.desk_mut().table.as_mut().expect("a game");
    play::submit(&mut table.world, order).expect("it was accepted before");
    table.refresh();
    stage.idle(3);
    assert!(!stage.desk().view.motion.losses.is_empty() && moving(&mut stage) > 0, "nothing is seen of the loss");
    stage.keep("loss");
    stage.idle(120);
    assert_eq!(moving(&mut stage), 0, "it is over");
}

#[test]
fn a_report_of_a_running_game_keeps_its_secrets() {
    let mut stage = Stage::new("secret");
    let path = stage.play(Title::OpaqueWar, Players::Two, "one", 120);
    let page = |side: Option<&str>| {
        let out = path.with_extension("html");
        report::write(&path, &out, side).unwrap_or_else(|why| panic!("{why}"));
        std::fs::read_to_string(&out).expect("it was written")
    };
    let (common, rebel) = (page(None), page(Some("Rebel")));
    assert!(common.contains("only what both sides know"));
    let mut table = Tabletop::watch(&path).expect("it can be watched");
    table.lift_curtain();
    let rules = table.rules().clone();
    let named = |page: &str| rules.book.units.iter().filter(|unit| page.contains(&format!("{} is placed", unit.name))).count();
    assert!(named(&rebel) > named(&common), "the Rebel may read more than both");
}

#[test]
fn every_lesson_is_played_to_its_end() {
    for title in Title::playable() {
        let mut stage = Stage::new(title.slug());
        let table = Tabletop::learn(title, None).unwrap_or_else(|error| panic!("{error}"));
        stage.desk_mut().put_on_table(Ok(table));
        stage.idle(3);
        let mut presses = 0;
        loop {
            let table = stage.desk_mut().table.as_mut().expect("the lesson is on the table");
            let (at, of) = table.lesson_step().expect("it is under way");
            if at == of {
                break;
            }
            if table.lesson_waits() {
                table.lesson_next()
            } else {
                table.lesson_do()
            }
            presses += 1;
            assert!(presses < 100, "{title:?}: step {at} is never left");
            stage.idle(1);
            if presses == 8 {
                stage.keep(&format!("lesson-{}", title.slug()));
                stage.check_targets(title.slug());
            }
        }
        stage.idle(2);
        stage.click("Play on");
        let table = stage.desk().table.as_ref().expect("the game goes on");
        assert!(table.lesson.is_none() && table.path.exists(), "it is kept from now on");
        assert!(table.world.resource::<Session>().file.is_some());
        assert_eq!(table.world.resource::<Session>().seats, [Seat::Person; 2]);
    }
}

#[test]
fn a_lesson_waits_for_what_it_asks() {
    let mut stage = Stage::new("learn");
    stage.click("Learn Tanks of August");
    assert!(matches!(stage.desk().screen, Screen::Table));
    let step = |stage: &Stage| stage.desk().table.as_ref().and_then(|table| table.lesson_step()).expect("a lesson").0;
    stage.keep("lesson-first");
    stage.check_targets("the lesson");
    stage.key(Key::Enter);
    assert_eq!(step(&stage), 2, "Enter goes on where there is only something to read");
    let order = |stage: &Stage, words: &str| {
        let table = stage.desk().table.as_ref().expect("a lesson");
        table.prompt.buttons.iter().find(|choice| format!("{:?}", choice.order).contains(words)).map(|choice| choice.order.clone())
    };
    let place = order(&stage, "PlaceRest").expect("the suggestion is offered");
    stage.desk_mut().table.as_mut().expect("a lesson").give(place);
    stage.idle(1);
    let orders = |stage: &Stage| stage.desk().table.as_ref().map_or(0, |table| table.chronicle.orders());
    assert_eq!((step(&stage), orders(&stage)), (2, 1));
    let units = stage.desk().table.as_ref().expect("a lesson").prompt.actors.clone();
    let other = units.iter().find_map(|unit| {
        let table = stage.desk_mut().table.as_mut().expect("a lesson");
        play::offer(&mut table.world, &[*unit]).choices.into_iter().next().map(|choice| choice.order)
    });
    stage.desk_mut().table.as_mut().expect("a lesson").give(other.expect("a unit may be placed elsewhere"));
    assert_eq!(orders(&stage), 1, "the lesson asks for something else");
    stage.desk_mut().table.as_mut().expect("a lesson").undo();
    assert_eq!((step(&stage), orders(&stage)), (2, 0), "back to the beginning of the step");
    stage.click("Leave the lesson");
    assert_eq!(stage.desk().library.volumes.len(), 1, "the game is the player's own now");
    assert_eq!(stage.desk().table.as_ref().map(|table| table.seat), Some(Side(1)));
}

#[test]
fn a_second_game_straight_from_the_table_shows_its_own_counters() {
    let mut stage = Stage::new("second");
    let games = [(Title::TanksOfAugust, "one", 40), (Title::TanksOfAugust, "two", 90), (Title::OpaqueWar, "three", 60)];
    let paths = games.map(|(title, name, orders)| stage.play(title, Players::Solo, name, orders));
    for path in &paths {
        stage.desk_mut().go_on(path);
        stage.idle(6);
        let mut shown: Vec<_> = {
            let world = stage.client.app.world_mut();
            world.query::<&StackPiece>().iter(world).map(|piece| piece.0).collect()
        };
        shown.sort_unstable();
        let stacks: Vec<_> = stage.desk().table.as_ref().expect("a game").sight.stacks.keys().copied().collect();
        assert!(!stacks.is_empty());
        assert_eq!(shown, stacks, "{}", path.display());
    }
}

/// Once a game is over its chances are drawn turn by turn; a turn that is clicked is looked at in the replay.
#[test]
fn chances_are_drawn_and_lead_into_the_replay() {
    let mut stage = Stage::new("chances");
    let over = stage.play(Title::TanksOfAugust, Players::Two, "over", 100_000);
    let mut table = Tabletop::watch(&over).expect("it can be watched");
    let found = chances::by_turn(&mut table);
    let turns: Vec<Option<u8>> = found.iter().map(|chance| chance.turn).collect();
    let last = turns.len() as u8 - 1;
    assert_eq!(turns, (1..=last).map(Some).chain([None]).collect::<Vec<_>>(), "every turn, then the end");
    assert!(found.windows(2).all(|pair| pair[0].orders < pair[1].orders), "{found:?}");
    assert!(found.iter().all(|chance| chance.shares.iter().sum::<f64>() < 1.0 + 1e-9), "{found:?}");
    let winner = Session::outcome(&table.world);
    let end = found.last().expect("it is over").shares;
    assert!(end.iter().all(|share| *share == 0.0 || *share == 1.0), "{winner:?} {end:?}");
    drop(table);
    stage.desk_mut().go_on(&over);
    stage.idle(2);
    stage.key(Key::F9);
    stage.idle(2);
    stage.keep("chances");
    stage.check_targets("chances");
    stage.click("Chances of turn 3");
    stage.idle(2);
    assert!(stage.desk().dialogs.is_empty());
    let table = stage.desk().table.as_ref().expect("a game is looked at");
    assert_eq!(table.replay.as_ref().map(|replay| replay.order), Some(found[2].orders));
    assert_eq!(table.sight.clock.turn, 3);
    // From within a replay, too.
    stage.key(Key::F9);
    stage.idle(2);
    stage.click("Chances at the end");
    stage.idle(2);
    let table = stage.desk().table.as_ref().expect("a game is looked at");
    assert_eq!(table.replay.as_ref().map(|replay| replay.order), found.last().map(|chance| chance.orders));
}

/// As long as a game of two players goes on nobody is told its chances; one who plays both sides is, unless he looks through the eyes of one.
#[test]
fn chances_of_a_running_game_are_secret() {
    let mut stage = Stage::new("running");
    // 1200 orders at random: set-up alone takes hundreds.
    for (players, viewpoint, told) in [(Players::Two, Viewpoint::All, false), (Players::Solo, Viewpoint::All, true), (Players::Solo, Viewpoint::Own, false)] {
        let path = stage.play(Title::TurkishLiberation, players, &format!("{players:?} {viewpoint:?}"), 1200);
        stage.desk_mut().go_on(&path);
        let table = stage.desk_mut().table.as_mut().expect("a game is on the table");
        table.viewpoint = viewpoint;
        table.refresh();
        assert!(table.sight.clock.over.is_none());
        assert_eq!(!chances::by_turn(table).is_empty(), told, "{players:?}, {viewpoint:?}");
        let mut watched = Tabletop::watch(&path).expect("it can be watched");
        watched.watch_as(None);
        watched.viewpoint = viewpoint;
        assert_eq!(!chances::by_turn(&mut watched).is_empty(), told, "watched: {players:?}, {viewpoint:?}");
    }
}
