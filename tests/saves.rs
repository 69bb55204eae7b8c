//! Nothing is lost: undo across a restart, disks that fill up, two programs, damaged files, rescue, old formats, live dice.

use bevy_ecs::prelude::World;
use five_fronts::board::{Luck, snapshot};
use five_fronts::bots::{Random, Seated, Steady};
use five_fronts::games::{Rules, Title};
use five_fronts::play::{self, Journal, JournalFile, JournalLine, Players, SaveFault, Session, Snapshot};
use std::path::{Path, PathBuf};

const TOA: Title = Title::TanksOfAugust;

fn rules(title: Title) -> Rules {
    title.load(&title.shipped()).expect("shipped tables have no fault")
}

/// A folder of a test's own, empty.
fn folder(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("five-fronts-saves-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("there is room for temporary files");
    dir
}

/// A game with a journal on disk.
fn begin(title: Title, luck: Luck, path: &Path) -> World {
    let rules = rules(title);
    let start = rules.start(None, &[], luck).expect("a game without options");
    let mut world = play::begin(&rules, &start, Players::Solo);
    let lines = world.resource::<Session>().compact();
    world.resource_mut::<Session>().file = Some(JournalFile::create(path, &lines).expect("journals can be written"));
    world
}

fn play_on(world: &mut World, bot: &mut Random, orders: usize) {
    for _ in 0..orders {
        let Some(order) = bot.choose(world) else { break };
        play::submit(world, order).expect("a choice offered is accepted");
    }
}

fn resume(path: &Path) -> World {
    let played = play::resume(path, &mut |_| {}).unwrap_or_else(|fault| panic!("{fault}"));
    if let Some(difference) = &played.difference {
        panic!("{:?}", difference.mismatches);
    }
    played.world
}

fn hash(world: &World) -> u64 {
    world.resource::<Session>().hash()
}

#[test]
fn undo_close_continue_redo() {
    let path = folder("redo").join("game.fronts");
    let (mut world, mut bot) = (begin(TOA, Luck::Seeded(1), &path), Random::seeded(1));
    play_on(&mut world, &mut bot, 40);
    let after = hash(&world);
    for _ in 0..3 {
        play::undo(&mut world).expect("a single player may take everything back");
    }
    drop(world);
    let mut world = resume(&path);
    assert_eq!(world.resource::<Session>().future.len(), 3, "what was taken back can still be done again");
    for _ in 0..3 {
        play::redo(&mut world).expect("three orders were taken back");
    }
    assert_eq!(hash(&world), after);
    play_on(&mut world, &mut bot, 10);
    let (after, orders) = (hash(&world), world.resource::<Session>().past.len());
    drop(world);
    let world = resume(&path);
    assert_eq!((hash(&world), world.resource::<Session>().past.len()), (after, orders));
}

/// Under other tables the order done again may lead elsewhere: the journal and a save say where.
#[test]
fn an_order_done_again_under_other_tables() {
    let dir = folder("swap");
    let path = dir.join("game.fronts");
    let mut world = begin(TOA, Luck::Seeded(2), &path);
    let mut bot = Random::seeded(2);
    // Up to the first die: the weather.
    while world.resource::<Session>().past.last().is_none_or(|e| !format!("{:?}", e.order).contains("RollWeather")) {
        play_on(&mut world, &mut bot, 1);
    }
    let under_old = hash(&world);
    let mut files = TOA.shipped();
    // Every die brings other weather now.
    let tables = files.texts.get_mut("tables.ron").expect("the file is there");
    assert!(tables.contains("(4, Clear), (5, Overcast), (6, Rain)"), "the table of the weather has changed");
    *tables = tables.replace("(4, Clear), (5, Overcast), (6, Rain)", "(4, Rain), (5, Clear), (6, Overcast)");
    let other = TOA.load(&files).unwrap_or_else(|faults| panic!("{faults}"));
    play::swap_tables(&mut world, &other).expect("the tables fit");
    play::undo(&mut world).expect("a single player may take everything back");
    play::redo(&mut world).expect("it was just taken back");
    let now = hash(&world);
    assert_ne!(under_old, now, "the same die, other weather");
    let copy = dir.join("copy.fronts");
    play::save(&world, &copy).expect("saves can be written");
    drop(world);
    assert_eq!(hash(&resume(&path)), now);
    assert_eq!(hash(&resume(&copy)), now);
}

#[test]
fn a_game_has_one_holder() {
    let dir = folder("held");
    let path = dir.join("game.fronts");
    let mut world = begin(TOA, Luck::Live, &path);
    let mut bot = Random::seeded(3);
    play_on(&mut world, &mut bot, 10);
    for refused in [play::resume(&path, &mut |_| {}).map(drop), play::write_whole(&path, &[]), JournalFile::create(&path, &[]).map(drop)] {
        assert!(matches!(refused, Err(SaveFault::Held(_))), "a second holder");
    }
    let watched = play::open(&path, &mut |_| {}).expect("it may be watched");
    assert_eq!(hash(&watched.world), hash(&world));
    // A save over one's own journal changes nothing: it is on the disk already.
    play::save(&world, &path).expect("it is on the disk");
    play_on(&mut world, &mut bot, 10);
    let last = hash(&world);
    drop(world);
    assert_eq!(hash(&resume(&path)), last, "nothing of what the first holder ordered is lost");
}

/// A line whose check fits and whose first letter is no ASCII: such a file once stopped the program.
#[test]
fn strange_first_letters() {
    let strange = |format: u32, body: &str| format!("five-fronts {format}\n{:08x} {body}\n", crc32fast::hash(body.as_bytes()));
    let long = ["é", "éa", "日本", "\u{1F3B2} x", "", " ", "O", "O é é", "T", "T \"é", "S é", "G é", "D", "D é", "P é", "R é", "R +", "U é"];
    let short = ["t", "t é", "t \"é", "t \"map.ron\" 1 =", "p", "p é", "p 0 0..1"];
    for (body, format) in long.into_iter().chain(short).flat_map(|body| (1..=play::FORMAT).map(move |format| (body, format))) {
        let text = strange(format, body);
        assert!(play::replay("strange", &text).is_err() && play::replay("strange", &format!("{text}\n")).is_err(), "{body:?}");
    }
    for text in ["", "\n", "five-fronts", "five-fronts \n", "five-fronts é\n", "five-fronts 99999999999999\n", "five-fronts 5\n", "é\n"] {
        assert!(Journal::parse("strange", text).is_err(), "{text:?}");
    }
}

fn written(world: &World) -> Vec<JournalLine> {
    world.resource::<Session>().compact()
}

fn nth_order(lines: &[JournalLine], n: usize) -> usize {
    lines.iter().enumerate().filter(|(_, l)| matches!(l, JournalLine::Order { .. })).nth(n - 1).map(|(i, _)| i).expect("so many orders")
}

/// A game that no longer agrees opens up to the last order that does, and can be taken up again at every later snapshot.
#[test]
fn rescue() {
    let dir = folder("rescue");
    for title in Title::playable() {
        let rules = rules(title);
        let start = rules.start(None, &[], 11).expect("a game without options");
        let (mut world, mut bot) = (play::begin(&rules, &start, Players::Solo), Random::seeded(11));
        play_on(&mut world, &mut bot, 400);
        let orders = world.resource::<Session>().past.len();
        let end = hash(&world);
        let lines = written(&world);
        let broken = nth_order(&lines, 60);
        let other_hash = |mut lines: Vec<JournalLine>| {
            if let JournalLine::Order { hash, .. } = &mut lines[broken] {
                *hash ^= 1;
            }
            Journal::text(&lines)
        };
        let damaged = |lines: Vec<JournalLine>| {
            let text = Journal::text(&lines);
            let line = text.lines().nth(broken + 1).expect("the line is there");
            text.replacen(line, &line.replace(' ', "_"), 1)
        };
        for (what, text) in [("another hash", other_hash(lines.clone())), ("a damaged line", damaged(lines.clone()))] {
            let path = dir.join(format!("{}.fronts", title.slug()));
            std::fs::write(&path, &text).expect("saves can be written");
            let played = play::resume(&path, &mut |_| {}).unwrap_or_else(|fault| panic!("{fault}"));
            let difference = played.difference.as_ref().unwrap_or_else(|| panic!("{}: {what} goes unnoticed", title.slug()));
            assert_eq!((played.orders, difference.mismatches[0].fault.line as usize), (59, broken + 2), "{}: {what}", title.slug());
            assert_eq!(played.world.resource::<Session>().past.len(), 59);
            let unknown = usize::from(what == "a damaged line"); // it may have been anything
            assert_eq!(difference.lost, orders - 59 - unknown);
            assert!(played.world.resource::<Session>().file.is_none(), "the old file stays as it is");
            let mut world = played.world;
            play_on(&mut world, &mut Random::seeded(5), 20);
            // Each snapshot further on leads to the end of the game as it was.
            assert!(!difference.waypoints.is_empty(), "{}: there are snapshots", title.slug());
            for waypoint in &difference.waypoints {
                let on = play::open_at(&path, *waypoint, &mut |_| {}).unwrap_or_else(|fault| panic!("{fault}"));
                assert!(on.difference.is_none(), "{}: {:?}", title.slug(), on.difference);
                assert_eq!(hash(&on.world), end, "{} from turn {}", title.slug(), waypoint.turn);
                assert_eq!(on.world.resource::<Session>().past.len(), orders - unknown - waypoint.orders);
            }
            // Played on as a new game, it is a game like any other.
            let mut on = play::open_at(&path, difference.waypoints[0], &mut |_| {}).expect("as before").world;
            let fresh = dir.join("fresh.fronts");
            let opening = written(&on);
            on.resource_mut::<Session>().file = Some(JournalFile::create(&fresh, &opening).expect("journals can be written"));
            play_on(&mut on, &mut Random::seeded(6), 20);
            let last = hash(&on);
            drop(on);
            assert_eq!(hash(&resume(&fresh)), last);
            assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text, "the old file stays");
        }
    }
}

/// A game whose tables this program cannot use goes on by the tables of the program.
#[test]
fn tables_that_cannot_be_used() {
    let dir = folder("tables");
    let path = dir.join("game.fronts");
    let (mut world, mut bot) = (begin(TOA, Luck::Seeded(12), &dir.join("first.fronts")), Random::seeded(12));
    play_on(&mut world, &mut bot, 60);
    let mut lines = written(&world);
    let mut files = TOA.shipped();
    ["commander.ron", "chances.ron"].iter().for_each(|name| drop(files.texts.remove(*name))); // what bots think is in no save
    files.texts.insert("tables.ron".into(), "(of_another_age: true)".into());
    for line in &mut lines {
        match line {
            JournalLine::Table { name, text } => text.clone_from(&files.texts[name]),
            JournalLine::Tables(digest) => *digest = files.digest(),
            _ => {}
        }
    }
    std::fs::write(&path, Journal::text(&lines)).expect("saves can be written");
    let played = play::resume(&path, &mut |_| {}).unwrap_or_else(|fault| panic!("{fault}"));
    let difference = played.difference.expect("the tables differ");
    assert!(difference.mismatches[0].fault.what.contains("tables of the save cannot be used"), "{:?}", difference.mismatches);
    assert_eq!((played.orders, difference.lost), (60, 0), "every order agrees all the same");
}

/// Tables that do not fit a game under way are refused, in the window and in a replay; a scenario that sorts first changes nothing.
#[test]
fn tables_put_in_force_while_a_game_runs() {
    let dir = folder("running");
    let mut world = begin(TOA, Luck::Seeded(13), &dir.join("game.fronts"));
    play_on(&mut world, &mut Random::seeded(13), 30);
    let mut files = TOA.shipped();
    let campaign = files.texts["scenarios/campaign.ron"].clone();
    files.texts.insert("scenarios/a_first.ron".into(), campaign.replacen("turns: 6", "turns: 5", 1));
    play::swap_tables(&mut world, &TOA.load(&files).unwrap_or_else(|faults| panic!("{faults}"))).expect("the tables fit");
    let book = &world.resource::<Session>().rules.book;
    assert_eq!((book.scenarios[0].id.as_str(), book.scenario(world.resource()).id.as_str()), ("a_first", "campaign"));
    files.texts.remove("scenarios/campaign.ron");
    let without = TOA.load(&files).unwrap_or_else(|faults| panic!("{faults}"));
    let why = play::swap_tables(&mut world, &without).expect_err("its scenario is missing");
    assert!(why.contains("scenario"), "{why}");
    // The same tables in a journal.
    let mut lines = written(&world);
    lines.extend(JournalLine::tables(&without));
    let Err(stopped) = play::replay("swapped", &Journal::text(&lines)) else { panic!("tables that do not fit go unnoticed") };
    assert!(stopped.fault.what.contains("do not fit this game"), "{}", stopped.fault);
    let mut files = TOA.shipped();
    for text in files.texts.values_mut() {
        *text = text.replace("\"GE-31\"", "\"GE-31x\"");
    }
    let renamed = TOA.load(&files).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(play::swap_tables(&mut world, &renamed).expect_err("a counter is renamed").contains("counters"));
}

#[test]
fn sizes_are_bounded() {
    let dir = folder("bounds");
    let path = dir.join("large.fronts");
    std::fs::write(&path, "five-fronts 2\n".repeat(2_000_000)).expect("saves can be written");
    let Err(stopped) = play::load(&path) else { panic!("a file of 28 MB is read") };
    assert!(stopped.fault.what.contains("larger than 16 MB"), "{}", stopped.fault);
    let undo = JournalLine::Undo.text();
    let Err(fault) = Journal::parse("long", &format!("five-fronts 3\n{}", undo.repeat(100_000))) else { panic!("100,000 lines are read") };
    assert!(fault.what.contains("more lines than any game"), "{fault}");
}

/// A journal that grows very long is rewritten without what was taken back, and can always be read.
#[test]
fn a_journal_never_outgrows_what_is_read() {
    let path = folder("long").join("game.fronts");
    let mut world = begin(TOA, Luck::Live, &path);
    play_on(&mut world, &mut Random::seeded(14), 5);
    world.resource_mut::<Session>().file = None; // the disk is slow and not what is tested here
    for _ in 0..22_498 {
        play::undo(&mut world).expect("a single player may take everything back");
        play::redo(&mut world).expect("it was just taken back");
    }
    let lines = written(&world);
    world.resource_mut::<Session>().file = Some(JournalFile::create(&path, &lines).expect("journals can be written"));
    for _ in 0..3_000 {
        play::undo(&mut world).expect("a single player may take everything back");
        play::redo(&mut world).expect("it was just taken back");
        if std::fs::metadata(&path).is_ok_and(|m| m.len() > 1 << 20) {
            break;
        }
    }
    let last = hash(&world);
    drop(world);
    assert_eq!(hash(&resume(&path)), last);
}

/// The games that stand for a format: a finished one between bots, and the journal of a running one with orders taken back and done
/// again, edited tables and something left to do again. Written once for each new format, never again.
fn write_games(title: Title, finished: &Path, running: &Path) {
    let rules = rules(title);
    let start = rules.start(None, &five_fronts::lab::simulate::options_of(&rules, 13), Luck::Live).expect("options made to fit");
    let (mut world, mut bot) = (play::begin(&rules, &start, Players::Two), Random::seeded(41));
    play_on(&mut world, &mut bot, usize::MAX);
    play::save(&world, finished).expect("saves can be written");
    let (mut world, mut bot) = (begin(title, Luck::Live, running), Random::seeded(42));
    for n in 1..=160 {
        play_on(&mut world, &mut bot, 1);
        if n % 7 == 0 && play::undo(&mut world).is_ok() && n % 14 == 0 {
            play::redo(&mut world).expect("it was just taken back");
        }
        if n == 90 {
            let mut files = title.shipped();
            files.texts.get_mut("tables.ron").expect("the file is there").push_str("// a comment of a designer\n");
            play::swap_tables(&mut world, &title.load(&files).expect("a comment is no fault")).expect("the tables fit");
        }
    }
    play::undo(&mut world).expect("a single player may take everything back");
}

/// The format in which a game was first saved.
fn first_format(title: Title) -> u32 {
    match title {
        Title::TanksOfAugust | Title::PutinStrikes | Title::OpaqueWar => 1,
        Title::PutinMovesEast | Title::TurkishLiberation => 2,
    }
}

/// Every save that a landed version wrote can be opened and played on.
#[test]
fn old_saves_stay_readable() {
    let dir = folder("old");
    if std::env::var_os("FIVE_FRONTS_BLESS").is_some() {
        let newest = Path::new("tests/saves").join(play::FORMAT.to_string());
        std::fs::create_dir_all(&newest).expect("there is room");
        for title in Title::playable() {
            let [finished, running] = ["finished", "running"].map(|state| newest.join(format!("{}.{state}.fronts", title.slug())));
            if !finished.exists() {
                write_games(title, &finished, &running);
            }
        }
    }
    let mut found = 0;
    for title in Title::playable() {
        for format in first_format(title)..=play::FORMAT {
            for state in ["finished", "running"] {
                let name = format!("{}.{state}.fronts", title.slug());
                let old = Path::new("tests/saves").join(format.to_string()).join(&name);
                assert!(old.is_file(), "there is a {state} game of {} in format {format}", title.slug());
                let path = dir.join(format!("{format}.{name}"));
                std::fs::copy(&old, &path).expect("files can be copied");
                let played = play::resume(&path, &mut |_| {}).unwrap_or_else(|fault| panic!("{fault}"));
                // A rule corrected since may part a game from its journal, but never at once.
                if let Some(difference) = &played.difference {
                    let tables = difference.mismatches.iter().find(|mismatch| mismatch.fault.what.contains("are not those it was played with"));
                    assert!(tables.is_none(), "{}: the tables that it rests on have been changed", path.display());
                    println!("{}: {} orders agree, {} do not: {}", path.display(), played.orders, difference.lost, difference.mismatches[0].fault);
                    assert!(played.orders > 30, "{}: {:?}", path.display(), difference.mismatches);
                }
                let mut world = played.world;
                if Session::outcome(&world).is_none() {
                    play_on(&mut world, &mut Random::seeded(15), 30);
                }
                if world.resource::<Session>().file.is_some() {
                    let (last, future) = (hash(&world), world.resource::<Session>().future.len());
                    drop(world);
                    let again = resume(&path);
                    assert_eq!((hash(&again), again.resource::<Session>().future.len()), (last, future));
                }
                found += 1;
            }
        }
    }
    assert!(found >= 6);
}

/// Lines deleted, doubled, exchanged and changed, with checks that fit: something opens or is refused with a reason, and nothing panics.
/// `FIVE_FRONTS_MANGLED=2000` tries more of them.
#[test]
fn mangled_saves_never_panic() {
    let rounds = std::env::var("FIVE_FRONTS_MANGLED").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    for title in Title::playable() {
        let dir = folder(&format!("mangled-{}", title.slug()));
        let (mut world, mut bot) = (begin(title, Luck::Live, &dir.join("game.fronts")), Random::seeded(17));
        play_on(&mut world, &mut bot, 120);
        for _ in 0..6 {
            play::undo(&mut world).expect("a single player may take everything back");
        }
        play::redo(&mut world).expect("it was just taken back");
        let bodies: Vec<String> = std::fs::read_to_string(dir.join("game.fronts")).expect("it is there").lines().skip(1).map(|l| l[9..].to_owned()).collect();
        for round in 0..rounds {
            let mut bodies = bodies.clone();
            // Mostly what comes after the tables: that is where the game is.
            let tables = bodies.iter().position(|body| body.starts_with('G')).expect("tables come first");
            let line = |bot: &mut Random, n: usize| if bot.below(4) == 0 { bot.below(n) } else { tables + bot.below(n - tables) };
            for _ in 0..=bot.below(3) {
                let (at, other) = (line(&mut bot, bodies.len()), line(&mut bot, bodies.len()));
                match round % 6 {
                    0 => drop(bodies.remove(at)),
                    1 => bodies.insert(other, bodies[at].clone()),
                    2 => bodies.swap(at, other),
                    _ => {
                        let mut letters: Vec<char> = bodies[at].chars().collect();
                        let from = bot.below(letters.len().max(1)).min(letters.len().saturating_sub(1));
                        match round % 6 {
                            3 => letters.truncate(from),
                            4 if !letters.is_empty() => letters[from] = ['0', '9', 'f', '"', '(', ',', 'é', ' '][bot.below(8)],
                            _ => letters.insert(from, ['0', '9', 'f', '"', '(', ',', 'é', '+'][bot.below(8)]),
                        }
                        bodies[at] = letters.into_iter().collect();
                    }
                }
            }
            let checked: String = bodies.iter().map(|body| format!("{:08x} {body}\n", crc32fast::hash(body.as_bytes()))).collect();
            let path = dir.join("mangled.fronts");
            std::fs::write(&path, format!("five-fronts {}\n{checked}", play::FORMAT)).expect("saves can be written");
            match play::open(&path, &mut |_| {}) {
                Err(fault) => assert!(!fault.what.is_empty()),
                Ok(mut played) => play_on(&mut played.world, &mut Random::seeded(18), 5),
            }
        }
    }
}

/// Live dice: no seed in the journal, the same game when it is read again, no second try by taking back.
#[test]
fn live_dice() {
    for title in Title::playable() {
        let dir = folder(&format!("live-{}", title.slug()));
        let path = dir.join("game.fronts");
        let (mut world, mut bot) = (begin(title, Luck::Live, &path), Random::seeded(16));
        while Session::dice(&world) < 20 && Session::outcome(&world).is_none() {
            play_on(&mut world, &mut bot, 50);
        }
        let text = world.resource::<Session>().journal();
        assert!(text.contains("dice: Live") && !text.contains("seed"));
        let end = snapshot(&mut world);
        let dice = Session::dice(&world);
        while Session::dice(&world) > dice / 2 {
            play::undo(&mut world).expect("a single player may take everything back");
        }
        // Neither closing and going on nor a copy of the game is a second try.
        let copy = dir.join("copy.fronts");
        play::save(&world, &copy).expect("saves can be written");
        drop(world);
        let mut world = resume(&path);
        let mut copied = resume(&copy);
        assert_eq!(hash(&world), hash(&copied));
        while let Some(order) = world.resource::<Session>().future.last().cloned() {
            play::redo(&mut world).expect("it was taken back");
            play::submit(&mut copied, order).expect("it was accepted before");
        }
        assert_eq!(snapshot(&mut world), end);
        assert_eq!(snapshot(&mut copied), end);
        let last = hash(&world);
        drop((world, copied));
        assert_eq!(hash(&resume(&path)), last);
        assert_eq!(hash(&resume(&copy)), last);
    }
}

/// A snapshot read back is the position it was taken of, and every turn has one.
#[test]
fn snapshots_tell_the_whole_position() {
    for title in Title::playable() {
        let rules = rules(title);
        for seed in 0..3 {
            let start = rules.start(None, &[], seed).expect("a game without options");
            let (mut world, mut bot) = (play::begin(&rules, &start, Players::Solo), Random::seeded(seed));
            let mut turns = std::collections::BTreeSet::new();
            while Session::outcome(&world).is_none() {
                play_on(&mut world, &mut bot, 1);
                let position = snapshot(&mut world);
                let Some(taken) = Snapshot::of(&position, &rules.book) else { continue };
                turns.insert(position.clock.turn);
                let text = five_fronts::board::read::write(&taken, rules.lexicon());
                let read = Snapshot::read(&text, &rules.book).unwrap_or_else(|what| panic!("{what} in {text}"));
                assert_eq!(read.position(&rules.book, &start, &position).as_ref(), Ok(&position), "{text}");
            }
            let last = Session::turn(&world);
            assert!((1..=last).all(|turn| turns.contains(&turn)), "{}, seed {seed}: {last} turns, {turns:?}", title.slug());
        }
    }
}

/// A finished game as people play it takes less than 100 KB, of which the tables take next to nothing.
#[test]
fn saves_are_short() {
    for title in Title::playable() {
        let rules = rules(title);
        let start = rules.start(None, &[], Luck::Seeded(21)).expect("a game without options");
        let (mut world, mut bot) = (play::begin(&rules, &start, Players::Two), Seated::bot(Steady::default(), 21));
        let opening = Journal::text(&world.resource::<Session>().compact()).len();
        assert!(opening < 8 << 10, "{} begins with {opening} bytes: the tables have gone far from the published ones; publish a new set", title.slug());
        while let Some(order) = bot.choose(&mut world) {
            play::submit(&mut world, order).expect("a choice offered is accepted");
        }
        let written = Journal::text(&world.resource::<Session>().compact());
        println!("{}: {} bytes, {} orders, {} at first", title.slug(), written.len(), world.resource::<Session>().past.len(), opening);
        assert!(written.len() < 100_000, "{}: {} bytes", title.slug(), written.len());
        let read = Journal::parse("short", &written).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(Journal::text(&read.lines), written, "read and written again it is the same");
    }
}

/// Every snapshot in its short form says what it says in full, at whatever line the journal is cut off or taken up again.
#[test]
fn snapshots_that_rest_on_others() {
    let path = folder("rest").join("game.fronts");
    let (mut world, mut bot) = (begin(TOA, Luck::Seeded(22), &path), Random::seeded(22));
    for _ in 0..24 {
        play_on(&mut world, &mut bot, 20);
        play::undo(&mut world).expect("a single player may take everything back");
        play::undo(&mut world).expect("a single player may take everything back");
        let last = hash(&world);
        drop(world);
        world = resume(&path);
        assert_eq!(hash(&world), last);
    }
    let text = std::fs::read_to_string(&path).expect("it is there");
    let kinds: Vec<char> = text.lines().filter_map(|line| line.chars().nth(9)).filter(|kind| "Pp".contains(*kind)).collect();
    assert!(kinds.len() > 17 && kinds[0] == 'P' && kinds[1..16].iter().all(|kind| *kind == 'p') && kinds[16] == 'P', "{kinds:?}");
    let rules = rules(TOA);
    let journal = Journal::parse("rest", &text).unwrap_or_else(|fault| panic!("{fault}"));
    let told = journal.lines.iter().filter_map(|line| if let JournalLine::Snapshot(text) = line { Some(text) } else { None });
    assert_eq!(told.clone().count(), kinds.len());
    told.for_each(|text| drop(Snapshot::read(text, &rules.book).unwrap_or_else(|what| panic!("{what} in {text}"))));
    // Without the first one, those that rest on it cannot be read; the next whole one can.
    let first = text.lines().find(|line| line[8..].starts_with(" P ")).expect("there are snapshots");
    let without = Journal::parse("rest", &text.replacen(&format!("{first}\n"), "", 1)).unwrap_or_else(|fault| panic!("{fault}"));
    let is_damaged = |line: &&JournalLine| matches!(line, JournalLine::Damaged(fault) if fault.what.contains("based on is damaged or missing"));
    assert_eq!(without.lines.iter().filter(is_damaged).count(), 15);
    assert_eq!(without.lines.iter().filter(|line| matches!(line, JournalLine::Snapshot(_))).count(), kinds.len() - 16);
}

/// A damaged snapshot costs no order: those behind it agree all the same.
#[test]
fn a_damaged_snapshot_costs_no_order() {
    let path = folder("damaged").join("game.fronts");
    let (mut world, mut bot) = (begin(TOA, Luck::Seeded(23), &path), Random::seeded(23));
    play_on(&mut world, &mut bot, 300);
    let last = hash(&world);
    drop(world);
    let text = std::fs::read_to_string(&path).expect("it is there");
    let second = text.lines().filter(|line| line[8..].starts_with(" p ")).nth(1).expect("there are snapshots");
    std::fs::write(&path, text.replacen(second, &second.replace(' ', "_"), 1)).expect("saves can be written");
    let played = play::resume(&path, &mut |_| {}).unwrap_or_else(|fault| panic!("{fault}"));
    let difference = played.difference.expect("a line is damaged");
    assert_eq!((played.orders, difference.lost, hash(&played.world)), (300, 0, last));
    assert!(difference.mismatches[0].fault.what.contains("its checksum does not match"), "{:?}", difference.mismatches);
}

/// A short line cannot be made to say more than memory holds.
#[test]
fn a_short_line_has_bounds() {
    let line = |body: &str| format!("{:08x} {body}\n", crc32fast::hash(body.as_bytes()));
    let start = line("S (game: \"tanks_of_august\", scenario: \"campaign\", options: [], dice: Live, players: Two)");
    let pieces = TOA.shipped().texts["reference.ron"].matches(',').count();
    let many = vec![format!("0..{pieces}"); 100_000].join(" ");
    let journal = Journal::parse("bomb", &format!("five-fronts 3\n{start}{}", line(&format!("t \"reference.ron\" 1 {many}")))).expect("it is a journal");
    assert!(matches!(&journal.lines[1], JournalLine::Damaged(fault) if fault.what.contains("how the table differs")), "{:?}", journal.lines[1]);
    let same = line("t \"reference.ron\" 1 =").repeat(20_000);
    let Err(fault) = Journal::parse("bomb", &format!("five-fronts 3\n{start}{same}")) else { panic!("a thousand megabytes are read") };
    assert!(fault.what.contains("is larger than any game could be"), "{fault}");
}

/// A game saved by an older program keeps its snapshots when it is taken up again.
#[test]
fn an_older_format_keeps_its_snapshots() {
    let path = folder("older").join("game.fronts");
    let (mut world, mut bot) = (begin(TOA, Luck::Live, &path), Random::seeded(24));
    play_on(&mut world, &mut bot, 200);
    let lines = written(&world);
    drop(world);
    let old = lines.iter().fold("five-fronts 2\n".to_owned(), |text, line| text + &line.text());
    std::fs::write(&path, old).expect("saves can be written");
    drop(resume(&path));
    let text = std::fs::read_to_string(&path).expect("it is there");
    assert!(text.starts_with(&format!("five-fronts {}\n", play::FORMAT)));
    let count = |lines: &[JournalLine]| lines.iter().filter(|line| matches!(line, JournalLine::Snapshot(_))).count();
    assert_eq!(count(&Journal::parse("older", &text).unwrap_or_else(|fault| panic!("{fault}")).lines), count(&lines));
}
