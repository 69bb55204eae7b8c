//! The screens beside the table, driven by a pointer and keys on a screen without a window.
#![cfg(feature = "client")]

mod stage;

use bevy_egui::egui::{Key, Modifiers};
use five_fronts::board::Luck;
use five_fronts::client::desk::{Desk, Dialog, Screen};
use five_fronts::client::screens::new_game::NewGame;
use five_fronts::client::settings::Settings;
use five_fronts::client::table::opening::Rescue;
use five_fronts::games::Title;
use five_fronts::play::Waypoint;
use stage::Stage;
use std::path::Path;

/// The four sizes a window must be usable at: pixels, and pixels a point.
const SIZES: [([usize; 2], f32); 4] = [([1920, 1080], 1.0), ([1280, 800], 1.0), ([1280, 720], 1.0), ([853, 533], 1.0)];

fn begin_a_game(stage: &mut Stage) {
    stage.click("Tanks of August");
    assert!(matches!(stage.desk().screen, Screen::NewGame(_)));
    stage.click("Start the war");
    assert!(matches!(stage.desk().screen, Screen::Table));
}

#[test]
fn a_box_leads_to_a_war_that_is_kept() {
    let mut stage = Stage::new("box");
    begin_a_game(&mut stage);
    assert!(stage.desk().table.is_some());
    assert_eq!(stage.desk().library.volumes.len(), 1);
    assert_eq!(stage.saves().len(), 1);
    stage.desk_mut().to_shelf();
    stage.idle(2);
    stage.click("Continue");
    assert!(matches!(stage.desk().screen, Screen::Table));
    stage.desk_mut().to_shelf();
    stage.idle(2);
    stage.click("Watch from the start");
    assert!(stage.desk().table.as_ref().is_some_and(|table| table.replay.is_some()));
}

#[test]
fn the_keyboard_alone_opens_every_box() {
    let mut stage = Stage::new("arrows");
    stage.key(Key::Enter);
    assert!(matches!(&stage.desk().screen, Screen::NewGame(new) if new.rules.title == Title::TanksOfAugust));
    stage.key(Key::Escape);
    assert!(matches!(stage.desk().screen, Screen::Shelf));
    for _ in 0..4 {
        stage.key(Key::ArrowRight);
    }
    stage.key(Key::Enter);
    let last = Title::TurkishLiberation;
    match &stage.desk().screen {
        Screen::Atlas(title) => assert_eq!(*title, last),
        Screen::NewGame(new) => assert_eq!(new.rules.title, last),
        _ => panic!("the last box was not opened"),
    }
    stage.key(Key::Escape);
    assert!(matches!(stage.desk().screen, Screen::Shelf));
    stage.key(Key::ArrowLeft);
    stage.key(Key::R);
    assert_eq!(stage.desk().dialogs.last(), Some(&Dialog::Games { replay: true }));
    stage.key(Key::Escape);
    stage.key(Key::Tab);
    stage.key(Key::Enter);
    assert!(matches!(stage.desk().screen, Screen::NewGame(_)), "Enter presses what has the keyboard: the first box");
}

#[test]
fn optional_rules_that_need_others_say_so() {
    let mut stage = Stage::sized("options", SIZES[0]);
    stage.click("Tanks of August");
    let on = |stage: &Stage| if let Screen::NewGame(new) = &stage.desk().screen { new.options.len() } else { 0 };
    stage.click("Adjara");
    assert_eq!(on(&stage), 0, "Adjara needs the exchange");
    stage.click("Exchange");
    stage.click("Adjara");
    assert_eq!(on(&stage), 2);
    stage.click("Exchange");
    assert_eq!(on(&stage), 0, "what needs it goes with it");
}

#[test]
fn a_bad_seed_bars_the_start_and_a_good_one_enters() {
    let mut stage = Stage::sized("seed", SIZES[0]);
    stage.click("Tanks of August");
    stage.click("Russian: Bot: Steady");
    assert_eq!(stage.find("Seed"), None, "nobody is asked for a seed");
    stage.click("Seeded dice");
    stage.keep("newgame-seeded");
    stage.click("Seed");
    stage.write("x");
    stage.click("Start the war");
    assert!(matches!(stage.desk().screen, Screen::NewGame(_)), "the seed is no number");
    stage.click("New seed");
    stage.click("Seed");
    stage.chord(Key::A, Modifiers::COMMAND);
    stage.write("77");
    stage.key(Key::Enter);
    assert!(matches!(stage.desk().screen, Screen::Table));
    let header = &stage.desk().library.volumes[0].header;
    assert_eq!(header.dice, Luck::Seeded(77));
    assert_eq!(header.seats[1], five_fronts::play::Seat::Steady);
}

#[test]
fn dice_are_live_unless_somebody_asks_for_a_seed() {
    let mut stage = Stage::new("live");
    begin_a_game(&mut stage);
    assert_eq!(stage.desk().library.volumes[0].header.dice, Luck::Live);
    let text = std::fs::read_to_string(&stage.saves()[0]).expect("the save can be read");
    let second = text.lines().nth(1).expect("it says how the game began");
    assert!(second.contains("dice: Live") && !second.to_lowercase().contains("seed"), "{second}");
    // Whoever changes his mind has no seed either.
    stage.desk_mut().to_shelf();
    stage.idle(2);
    stage.click("Tanks of August");
    stage.click("Seeded dice");
    stage.click("Seeded dice");
    stage.click("Start the war");
    assert!(stage.desk().library.volumes.iter().all(|volume| volume.header.dice == Luck::Live));
}

/// Where scenarios have a die, the die may choose: with a seed always the same one. Whoever picks one himself is told of no die.
#[test]
fn a_scenario_can_be_left_to_the_die() {
    let mut stage = Stage::new("die");
    let mut files = Title::TanksOfAugust.shipped();
    let campaign = files.texts.remove("scenarios/campaign.ron").expect("the file is there");
    for die in 1..=6 {
        let text = campaign.replacen("turns: 6,", &format!("turns: {die}, die: {die},"), 1).replacen("The Five-Day War", &format!("War {die}"), 1);
        files.texts.insert(format!("scenarios/war_{die}.ron"), text);
    }
    let dir = stage.home.join("rules");
    for (name, text) in &files.texts {
        let path = dir.join("tanks_of_august").join(name);
        std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("there is room for temporary files");
        std::fs::write(&path, text).expect("there is room for temporary files");
    }
    let mut new = NewGame::open(Title::TanksOfAugust, Some(&dir)).expect("good tables");
    let expected = new.rules.roll_scenario(Luck::Seeded(5)).expect("every face leads somewhere").0;
    (new.seed, new.scenario) = (Some("5".into()), if expected == 1 { 1 } else { 0 });
    stage.desk_mut().screen = Screen::NewGame(Box::new(new));
    stage.idle(2);
    let chosen = |stage: &Stage| if let Screen::NewGame(new) = &stage.desk().screen { (new.scenario, new.die) } else { panic!("the box is open") };
    stage.click("Roll for it");
    assert_eq!(chosen(&stage), (usize::from(expected) - 1, Some(expected)));
    stage.keep("new_game_die");
    stage.click("War 3");
    assert_eq!(chosen(&stage), (2, None));
}

#[test]
fn a_curtain_is_promised_only_where_there_are_secrets() {
    let mut stage = Stage::new("promise");
    for (title, words) in [(Title::TurkishLiberation, "Two players"), (Title::PutinMovesEast, "Two players, curtain between")] {
        stage.desk_mut().screen = Screen::NewGame(Box::new(NewGame::open(title, None).expect("good tables")));
        stage.idle(2);
        assert!(stage.find(words).is_some(), "{title:?}");
    }
}

#[test]
fn two_bots_can_be_watched() {
    let mut stage = Stage::sized("bots", SIZES[0]);
    stage.click("Tanks of August");
    stage.click("Georgian: Bot: Recruit");
    stage.click("Russian: Bot: Recruit");
    stage.click("Watch the bots");
    assert!(stage.desk().table.as_ref().is_some_and(|table| table.bot_decides()));
}

#[test]
fn settings_act_at_once_and_are_kept() {
    let mut stage = Stage::sized("settings", SIZES[0]);
    stage.click("Settings");
    stage.click("Never");
    stage.click("Show the minimap");
    stage.click("Panel size: more");
    let (kept, faults) = Settings::load(&stage.home);
    assert!(faults.0.is_empty());
    assert_eq!((kept.ui_scale, kept.minimap), (125, false));
    assert_eq!(kept, stage.desk().settings);
    stage.idle(2);
    stage.click("Reset display");
    assert_eq!(Settings::load(&stage.home).0, Settings::default());
    stage.key(Key::Escape);
    assert!(stage.desk().dialogs.is_empty());
}

#[test]
fn a_key_is_bound_anew_and_a_conflict_is_named() {
    use five_fronts::client::keys::Action;
    let mut stage = Stage::sized("keys", ([1280, 2400], 1.0));
    stage.key(Key::Comma);
    stage.click("Key: minimap");
    stage.key(Key::F10);
    assert_eq!(stage.desk().settings.keys.text(Action::Minimap), "F10");
    stage.click("Key: minimap");
    stage.key(Key::F);
    let taken = |dialog: &Dialog| matches!(dialog, Dialog::Settings { conflict: Some((_, Action::Fit)), .. });
    assert!(stage.desk().dialogs.last().is_some_and(taken), "{:?}", stage.desk().dialogs);
    assert_eq!(stage.desk().settings.keys.text(Action::Minimap), "F10");
    stage.click("Key: minimap");
    stage.key(Key::Escape);
    assert!(!stage.desk().dialogs.is_empty(), "Escape only leaves the key as it is");
    stage.click("Reset keys");
    assert_eq!(stage.desk().settings.keys.text(Action::Minimap), "M");
}

#[test]
fn f1_shows_the_keys_and_hides_them() {
    let mut stage = Stage::new("f1");
    stage.key(Key::F1);
    assert_eq!(stage.desk().dialogs, [Dialog::Keys]);
    stage.key(Key::F1);
    assert!(stage.desk().dialogs.is_empty());
}

#[test]
fn a_broken_save_is_told_and_breaks_nothing() {
    let mut stage = Stage::new("broken");
    std::fs::create_dir_all(stage.home.join("saves")).expect("a folder in the temporary folder");
    std::fs::write(stage.home.join("saves/torn.fronts"), "five-fronts 1\n00000000 S (\nmore\n").expect("a file in it");
    stage.desk_mut().library.look();
    stage.click("Load game");
    stage.click("torn");
    let told = |dialog: &Dialog| matches!(dialog, Dialog::Trouble(why) if why.contains("torn.fronts"));
    assert!(stage.desk().dialogs.last().is_some_and(told), "{:?}", stage.desk().dialogs);
    stage.click("OK");
    assert_eq!(stage.desk().dialogs, [Dialog::Games { replay: false }]);
}

/// Puts one of everything that is no game into a folder of saves, each under its name, with a word of the reason that must be given.
#[cfg(unix)]
fn litter(saves: &Path) -> Vec<(&'static str, &'static str)> {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let path = |name: &str| saves.join(format!("{name}.fronts"));
    let line = |body: &str| format!("{:08x} {body}\n", crc32fast::hash(body.as_bytes()));
    let write = |name: &str, bytes: &[u8]| std::fs::write(path(name), bytes).expect("a file in the temporary folder");
    let made = std::process::Command::new("mkfifo").arg(path("pipe")).status().expect("there is a mkfifo");
    assert!(made.success());
    drop(std::os::unix::net::UnixListener::bind(path("socket")).expect("a socket in the temporary folder"));
    std::fs::create_dir(path("folder")).expect("a folder in it");
    for (name, to) in [("dangling", "nowhere"), ("loop", "loop.fronts"), ("endless", "/dev/zero"), ("nothing", "/dev/null"), ("up", "..")] {
        symlink(to, path(name)).expect("a link in it");
    }
    write("empty", b"");
    std::fs::File::create(path("large")).and_then(|file| file.set_len(2 << 30)).expect("a file with a hole");
    write("binary", b"five-fronts 1\n\xff\xfe\x00\n");
    write("latin", "é\n".as_bytes());
    write("accent", format!("five-fronts 1\n{}", line("€")).as_bytes());
    write("torn", b"five-fronts 1\n00000000 S (\nmore\n");
    write("short", b"five-fronts 1\n");
    write("future", b"five-fronts 99\n");
    write("line", &vec![b'x'; 4 << 20]);
    write("stranger", format!("five-fronts 1\n{}", line("S (game: \"chess\", scenario: \"\", options: [], seed: 1, players: Two)")).as_bytes());
    write("locked", b"not a save");
    std::fs::set_permissions(path("locked"), std::fs::Permissions::from_mode(0o0)).expect("it can be locked");
    vec![
        ("accent", "unknown line"),
        ("binary", "UTF-8"),
        ("dangling", "does not exist"),
        ("empty", "empty"),
        ("endless", "device"),
        ("folder", "folder"),
        ("future", "format 99"),
        ("large", "larger than"),
        ("latin", "not a Five Fronts save"),
        ("line", "not a Five Fronts save"),
        ("locked", ""), // "not a Five Fronts save" for who may read everything
        ("loop", "link"),
        ("nothing", "device"),
        ("pipe", "pipe"),
        ("short", "ends before"),
        ("socket", "socket"),
        ("stranger", "chess"),
        ("torn", "damaged"),
        ("up", "folder"),
    ]
}

#[cfg(unix)]
#[test]
fn no_file_among_the_saves_stops_or_slows_the_window() {
    let mut stage = Stage::sized("litter", SIZES[0]);
    begin_a_game(&mut stage);
    let (home, saves) = (stage.home.clone(), stage.home.join("saves"));
    let littered = litter(&saves);
    let begun = std::time::Instant::now();
    *stage.desk_mut() = Desk::new(&home, None);
    assert!(begun.elapsed() < std::time::Duration::from_secs(1), "the folder was listed in {:?}", begun.elapsed());
    let found: Vec<(String, String)> = stage.desk().library.damaged.iter().map(|file| (file.name(), file.why.clone())).collect();
    assert_eq!(found.len(), littered.len(), "{found:?}");
    for ((name, why), (expected, word)) in found.iter().zip(&littered) {
        assert!(name == expected && why.contains(word) && !why.is_empty(), "{name}: {why:?}, expected {word:?}");
    }
    assert_eq!(stage.desk().library.volumes.len(), 1, "the game among them is there all the same");
    stage.idle(8);
    stage.keep("shelf-litter");
    stage.click("accent"); // the shelf itself lists them below the games
    let told = |stage: &Stage, word: &str| matches!(stage.desk().dialogs.last(), Some(Dialog::Trouble(why)) if why.contains(word));
    assert!(told(&stage, "unknown line"), "{:?}", stage.desk().dialogs);
    stage.click("OK");
    stage.click("Load game");
    stage.keep("games-litter");
    stage.click("pipe");
    assert!(told(&stage, "a pipe"), "{:?}", stage.desk().dialogs);
    stage.click("OK");
    stage.key(Key::Escape);
    // A file that vanishes between the list and the click.
    std::fs::remove_file(&stage.desk().library.volumes[0].path).expect("it was there");
    stage.click("Continue");
    assert!(told(&stage, "no such file"), "{:?}", stage.desk().dialogs);
    assert!(matches!(stage.desk().screen, Screen::Shelf));
}

#[test]
fn a_copy_gets_a_name_of_its_own() {
    let mut stage = Stage::new("copy");
    begin_a_game(&mut stage);
    stage.desk_mut().dialogs.push(Dialog::Menu);
    stage.idle(2);
    stage.click("Save a copy as …");
    stage.click("Save");
    assert_eq!(stage.saves().len(), 2, "the suggested name is free");
    let name = |stage: &mut Stage, name: &str| {
        stage.desk_mut().dialogs = vec![Dialog::SaveAs(name.to_owned())];
        stage.idle(2);
    };
    for bad in ["", " .. ", "tanks of august 1"] {
        name(&mut stage, bad);
        stage.click("Save");
        stage.key(Key::Enter);
        assert!(matches!(stage.desk().dialogs.last(), Some(Dialog::SaveAs(_))), "{bad:?} was taken");
    }
    name(&mut stage, "tanks of august 1 copy");
    stage.key(Key::Enter);
    assert!(stage.find("Replace it").is_some(), "a game is not overwritten unasked");
    stage.click("Replace it");
    assert!(stage.desk().dialogs.is_empty());
    assert_eq!(stage.saves().len(), 2);
    stage.desk_mut().dialogs.push(Dialog::Menu);
    stage.idle(2);
    stage.click("Back to the shelf");
    assert!(matches!(stage.desk().screen, Screen::Shelf));
    stage.click("Quit");
    assert!(stage.desk().quit);
}

fn rescue() -> Rescue {
    let waypoint = |turn: u8, orders: usize| Waypoint { line: orders + 20, turn, orders };
    Rescue {
        path: "saves/tanks of august 1.fronts".into(),
        title: Title::TanksOfAugust,
        differs: vec!["Order 120 (turn 3) no longer leads to the position it led to when it was played.".to_owned()],
        orders: 119,
        turn: "turn 3".to_owned(),
        lost: 201,
        waypoints: vec![waypoint(3, 150), waypoint(4, 180), waypoint(4, 230), waypoint(5, 260)],
    }
}

#[test]
fn every_screen_fits_every_size() {
    for (size, scale) in SIZES {
        let tag = format!("{}x{}", size[0], size[1]);
        let mut stage = Stage::sized(&tag, (size, scale));
        stage.idle(8);
        stage.check_targets(&tag);
        stage.keep(&format!("shelf-empty-{tag}"));
        for _ in 0..3 {
            begin_a_game(&mut stage);
            stage.desk_mut().to_shelf();
            stage.idle(2);
        }
        stage.check_targets(&tag);
        stage.keep(&format!("shelf-{tag}"));
        stage.click("Tanks of August");
        stage.idle(2);
        stage.check_targets(&tag);
        stage.keep(&format!("newgame-{tag}"));
        stage.key(Key::Escape);
        let dialogs = [
            ("settings", Dialog::Settings { rebinding: None, conflict: None }),
            ("keys", Dialog::Keys),
            ("games", Dialog::Games { replay: false }),
            ("menu", Dialog::Menu),
            ("saveas", Dialog::SaveAs("tanks of august 1".into())),
            ("held", Dialog::Held("saves/tanks of august 1.fronts".into())),
            ("rescue", Dialog::Rescue(rescue())),
            ("trouble", Dialog::Trouble("saves/torn.fronts:2:1: this line is damaged: its checksum does not match".into())),
        ];
        for (name, dialog) in dialogs {
            stage.desk_mut().dialogs = vec![dialog];
            stage.idle(3);
            stage.check_targets(&format!("{name} {tag}"));
            stage.keep(&format!("{name}-{tag}"));
        }
        stage.desk_mut().dialogs.clear();
        stage.desk_mut().screen = Screen::Atlas(Title::PutinStrikes);
        stage.idle(4);
        stage.check_targets(&tag);
        stage.keep(&format!("atlas-{tag}"));
    }
}
