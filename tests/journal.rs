//! Saves and journals: identity, recovery after a kill at any byte, and a real kill.

use bevy_ecs::prelude::World;
use five_fronts::bots::Random;
use five_fronts::games::{Rules, Title};
use five_fronts::play::{self, JournalFile, Players, Session};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn rules() -> Rules {
    Title::TanksOfAugust.load(&Title::TanksOfAugust.shipped()).expect("shipped tables have no fault")
}

fn temporary(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("five-fronts-test-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("there is room for temporary files");
    dir.join(name)
}

fn play_on(world: &mut World, bot: &mut Random, orders: usize) {
    for _ in 0..orders {
        let Some(order) = bot.choose(world) else { break };
        play::submit(world, order).expect("a choice offered is accepted");
    }
}

fn text_of(world: &World) -> String {
    play::Journal::text(&world.resource::<Session>().compact())
}

fn begin(seed: u64) -> World {
    let rules = rules();
    let start = rules.start(None, &[], seed).expect("a game without options");
    play::begin(&rules, &start, Players::Solo)
}

#[test]
fn a_save_comes_back_as_it_was() {
    let (mut world, mut bot) = (begin(3), Random::seeded(3));
    play_on(&mut world, &mut bot, 120);
    let path = temporary("game.save");
    play::save(&world, &path).expect("saves can be written");
    let loaded = play::load(&path).unwrap_or_else(|s| panic!("{}", s.fault));
    assert_eq!(loaded.orders, 120);
    assert_eq!(loaded.world.resource::<Session>().hash(), world.resource::<Session>().hash());
    assert!(!path.with_extension("save.tmp").exists(), "the temporary file is gone");
}

#[test]
fn orders_taken_back_are_not_saved_and_the_journal_still_replays() {
    let (mut world, mut bot) = (begin(4), Random::seeded(4));
    let path = temporary("undo.journal");
    let opening = five_fronts::play::JournalLine::opening(&rules(), world.resource(), Players::Solo, [five_fronts::play::Seat::Person; 2]);
    let file = JournalFile::create(&path, &opening).expect("journals can be written");
    world.resource_mut::<Session>().file = Some(file);
    play_on(&mut world, &mut bot, 30);
    for _ in 0..10 {
        play::undo(&mut world).expect("a single player may take everything back");
    }
    for _ in 0..4 {
        play::redo(&mut world).expect("what was taken back can be done again");
    }
    play_on(&mut world, &mut bot, 5);
    let hash = world.resource::<Session>().hash();
    assert_eq!(play::replay("save", &text_of(&world)).map(|p| p.orders).map_err(|s| s.fault.to_string()), Ok(29));
    let journal = play::load(&path).unwrap_or_else(|s| panic!("{}", s.fault));
    assert_eq!(journal.world.resource::<Session>().hash(), hash);
}

#[test]
fn a_journal_cut_off_at_any_byte_loses_at_most_the_order_under_way() {
    let (mut world, mut bot) = (begin(5), Random::seeded(5));
    play_on(&mut world, &mut bot, 60);
    let text = text_of(&world);
    let orders_from = text.find(" O ").expect("there are orders") - 8;
    // Every byte of the last five hundred, and a step through the rest, keeps the test quick.
    let tail = text.len() - 500;
    for cut in (orders_from..tail).step_by(997).chain(tail..=text.len()) {
        let whole = text[orders_from..cut].split_inclusive('\n').filter(|line| line.ends_with('\n') && line[8..].starts_with(" O ")).count();
        let played = play::replay("cut", &text[..cut]).unwrap_or_else(|s| panic!("cut at {cut}: {}", s.fault));
        assert_eq!(played.orders, whole, "cut at {cut}");
    }
}

#[test]
fn damage_is_reported_and_never_panics() {
    let (mut world, mut bot) = (begin(6), Random::seeded(6));
    play_on(&mut world, &mut bot, 40);
    let text = text_of(&world);
    let good = world.resource::<Session>().hash();
    let mut numbers = Random::seeded(1);
    for _ in 0..400 {
        let mut bytes = text.clone().into_bytes();
        let at = numbers.below(bytes.len());
        bytes[at] ^= 1 << numbers.below(8);
        let Ok(flipped) = String::from_utf8(bytes) else { continue };
        match play::replay("flipped", &flipped) {
            Err(stopped) => assert!(!stopped.fault.what.is_empty()),
            // The flip hit the last line, which then counts as cut off.
            Ok(played) => assert!(played.good < flipped.len() || played.world.resource::<Session>().hash() == good, "a flip at {at} went unnoticed"),
        }
    }
}

#[test]
fn replay_stops_at_the_first_order_that_differs() {
    let (mut world, mut bot) = (begin(7), Random::seeded(7));
    play_on(&mut world, &mut bot, 30);
    let mut lines = world.resource::<Session>().compact();
    let tenth = lines.iter().enumerate().filter(|(_, l)| matches!(l, play::JournalLine::Order { .. })).nth(9).map(|(i, _)| i).expect("thirty orders");
    if let play::JournalLine::Order { hash, .. } = &mut lines[tenth] {
        *hash ^= 1;
    }
    let text = play::Journal::text(&lines);
    let Err(stopped) = play::replay("changed", &text) else { panic!("a changed hash goes unnoticed") };
    assert_eq!((stopped.order, stopped.fault.line as usize), (10, tenth + 2));
    assert!(stopped.fault.what.contains("leads to a different position"), "{}", stopped.fault);
}

const CHILD: &str = "FIVE_FRONTS_TEST_JOURNAL";

/// Not a test of its own: the process that the next test kills. It tells each order only after the journal has it.
#[test]
fn child_that_plays() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let (mut world, mut bot) = (begin(9), Random::seeded(9));
    let opening = five_fronts::play::JournalLine::opening(&rules(), world.resource(), Players::Solo, [five_fronts::play::Seat::Person; 2]);
    world.resource_mut::<Session>().file = Some(JournalFile::create(path.as_ref(), &opening).expect("journals can be written"));
    let mut out = std::io::stderr();
    while let Some(order) = bot.choose(&mut world) {
        play::submit(&mut world, order).expect("a choice offered is accepted");
        writeln!(out, "order {}", world.resource::<Session>().past.len()).expect("the parent listens");
    }
}

#[test]
fn a_kill_loses_at_most_the_order_under_way() {
    let program = std::env::current_exe().expect("tests know themselves");
    for kill_after in [1usize, 37, 200] {
        let path = temporary(&format!("killed-{kill_after}.journal"));
        let mut child = Command::new(&program)
            .args(["--exact", "child_that_plays", "--nocapture"])
            .env(CHILD, &path)
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("tests can start themselves");
        let mut told = 0;
        for line in BufReader::new(child.stderr.take().expect("it was piped")).lines() {
            let Some(n) = line.expect("the child speaks text").strip_prefix("order ").and_then(|n| n.parse::<usize>().ok()) else { continue };
            told = n;
            if told == kill_after {
                child.kill().expect("a child can be killed");
            }
        }
        child.wait().expect("a killed child ends");
        let played = play::load(&path).unwrap_or_else(|s| panic!("{}", s.fault));
        assert!(played.orders >= told, "{} orders in the journal, {told} were told", played.orders);
        let rest = std::fs::metadata(&path).expect("the journal is there").len() as usize - played.good;
        assert!(rest < 400, "{rest} bytes of a line under way");
    }
}
