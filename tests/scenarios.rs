//! Games with several scenarios: what their files may say, how one is chosen, and that it is kept wherever a game is written down.

use five_fronts::board::read::At;
use five_fronts::board::{BoxId, Files, Loading, Luck, OptionId, Place, UnitId, snapshot};
use five_fronts::bots::Random;
use five_fronts::games::{Rules, Title};
use five_fronts::lab::laws;
use five_fronts::lab::simulate::{options_of, scenario_of};
use five_fronts::play::{self, Players, Shelf};
use std::collections::{BTreeMap, BTreeSet};

const CAMPAIGN: &str = "scenarios/campaign.ron";

/// Tanks of August with six scenarios, one for each face of a die: the campaign with one to six turns.
fn six() -> Files {
    let mut files = Title::TanksOfAugust.shipped();
    let campaign = files.texts.remove(CAMPAIGN).expect("the file is there");
    for turns in 1..=6 {
        let text = campaign.replacen("turns: 6,", &format!("turns: {turns}, die: {turns},"), 1);
        files.texts.insert(format!("scenarios/days_{turns}.ron"), text);
    }
    files
}

fn rules(files: &Files) -> Rules {
    Title::TanksOfAugust.load(files).unwrap_or_else(|faults| panic!("{faults}"))
}

/// What is said about the six scenarios with a text put in place of another in one of them.
fn faults(turns: u8, old: &str, new: &str) -> Vec<String> {
    let mut files = six();
    let text = files.texts.get_mut(&format!("scenarios/days_{turns}.ron")).expect("the file is there");
    assert!(text.contains(old), "the scenario has changed: {old}");
    *text = text.replacen(old, new, 1);
    let faults = Title::TanksOfAugust.load(&files).err().map(|faults| faults.0).unwrap_or_default();
    faults.iter().map(|fault| format!("{}:{}: {}", fault.file.rsplit('/').next().unwrap_or_default(), fault.line, fault.what)).collect()
}

/// A die leads to one scenario, and if it leads to any, every face does.
#[test]
fn a_die_leads_to_one_scenario() {
    assert_eq!(faults(1, "", ""), [""; 0]);
    assert_eq!(faults(3, "die: 3", "die: 7"), ["days_3.ron:5: a die cannot show 7", "scenarios:0: no scenario has the die 3, but others have one"]);
    assert_eq!(
        faults(3, "die: 3", "die: 2"),
        ["days_3.ron:5: the die 2 already leads to the scenario \"days_2\"", "scenarios:0: no scenario has the die 3, but others have one"]
    );
    let rules = rules(&six());
    let rolled = |luck: Luck| rules.roll_scenario(luck).map(|(die, scenario)| (die, scenario.turns)).expect("every face leads somewhere");
    let seeds: BTreeSet<(u8, u8)> = (0..100).map(|seed| rolled(Luck::Seeded(seed))).collect();
    assert_eq!(seeds.into_iter().collect::<Vec<_>>(), (1..=6).map(|n| (n, n)).collect::<Vec<_>>());
    assert_eq!(rolled(Luck::Seeded(8)), rolled(Luck::Seeded(8)));
    assert!((1..=6).contains(&rolled(Luck::Live).0));
    let campaign = Title::TanksOfAugust.shipped();
    assert!(self::rules(&campaign).roll_scenario(Luck::Live).is_none(), "the campaign is not rolled for");
}

/// A game that deals nothing itself has no use for `more`, and wants every counter in a lot.
#[test]
fn a_game_that_deals_nothing_takes_no_shortcuts() {
    let more = faults(2, "turns: 2,", "turns: 2, more: (shock: 1),");
    assert!(more.len() == 1 && more[0].starts_with("days_2.ron:5: unknown field `more`"), "{more:?}");
    let without = faults(2, "lots: [", "lots: [], lost: [");
    assert!(without.iter().any(|fault| fault == "days_2.ron:1: GE-31 is not set up anywhere"), "{without:?}");
}

/// What a scenario says to its game alone is read by the game, with every fault where it stands.
#[test]
fn more_is_read_by_the_game() {
    let mut files = six();
    let tables = rules(&files).book;
    for (turns, more) in (1..=6).zip([
        "more: (shock: \"Russian\", bonus: 2)",
        "more: (shock: \"Rusian\", bonus: 2)",
        "more: (shock: \"Russian\",\n bonus: two)",
        "more: (shock: \"Russian\",\n bonus: 2, bonsu: 3)",
        "more: 5",
        "text: \"\"",
    ]) {
        let text = files.texts.get_mut(&format!("scenarios/days_{turns}.ron")).expect("the file is there");
        *text = format!("(\n{more},\n)");
    }
    let mut loading = Loading::new(&files);
    let mut asked = Vec::new();
    let all = loading.more(&tables, |_, scenario, more| {
        asked.push(scenario.turns);
        let (shock, bonus): (Option<five_fronts::board::Side>, Option<At<u8>>) = (more.need("shock"), more.need("bonus"));
        Some((shock?, bonus?.value))
    });
    assert_eq!((all, asked), (None, vec![1, 2, 3, 4, 5]));
    let told: Vec<String> = loading.faults.iter().map(|f| format!("{}:{}: {}", f.file.rsplit('_').next().unwrap_or_default(), f.line, f.what)).collect();
    let expected = [
        "2.ron:2: \"Rusian\" is not a side; did you mean \"Russian\"?",
        "3.ron:3: expected a whole number, found the word two",
        "4.ron:3: unknown field `bonsu`; did you mean \"bonus\"?",
        "5.ron:2: expected a record (name: value, …), found the number 5",
        "5.ron:2: the field `shock` is missing",
        "5.ron:2: the field `bonus` is missing",
        "6.ron:1: the field `more` is missing",
    ];
    assert_eq!(told, expected);
}

/// Random games go through all scenarios by their seeds, with and without optional rules; a scenario that is named is the one played.
#[test]
fn fuzz_goes_through_all_scenarios() {
    let rules = rules(&six());
    let mut met: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for seed in 1000..1120 {
        *met.entry((scenario_of(&rules, seed), options_of(&rules, seed).is_empty())).or_default() += 1;
    }
    assert!(met.len() == 12 && met.values().all(|n| *n >= 8), "{met:?}");
    let turns = |scenario, seed| laws::play_one(&rules, scenario, seed, 500).unwrap_or_else(|broken| panic!("{broken}")).turns;
    assert_eq!(turns(Some("days_1"), 3), 1);
    let drawn = (1..).find(|seed| scenario_of(&rules, *seed) == "days_2").expect("all are met");
    assert!(turns(None, drawn) <= 2);
}

/// A situation may name its scenario, one that is written from a game does, and a name that is none is told where it stands.
#[test]
fn situations_know_their_scenario() {
    let files = six();
    let mut shelf = Shelf::new(|_| Ok(files.clone()));
    let rules = rules(&files);
    let mut world = play::begin(&rules, &rules.start(Some("days_4"), &[], 1).expect("it is there"), Players::Solo);
    let mut bot = Random::seeded(1);
    for _ in 0..30 {
        let order = bot.choose(&mut world).expect("the game has just begun");
        play::submit(&mut world, order).expect("a choice offered is accepted");
    }
    let text = play::situation_of(&mut world);
    assert!(text.contains("    scenario: \"days_4\",\n"), "{text}");
    let (verdict, played) = play::play_text("written.ron", &text, &mut shelf);
    assert!(verdict.faults.is_empty(), "{:?}", verdict.faults);
    let start = |world: &bevy_ecs::prelude::World| world.resource::<five_fronts::board::Start>().scenario.clone();
    assert_eq!(start(&played.expect("it has begun")), "days_4");
    let verdict = play::run_text("slip.ron", &text.replace("\"days_4\"", "\"day_4\""), &mut shelf);
    let told: Vec<String> = verdict.faults.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["slip.ron:6:15: tanks_of_august has no scenario \"day_4\"; did you mean \"days_4\"?"]);
    // A save names it as well.
    let path = std::env::temp_dir().join(format!("five-fronts-scenario-{}.fronts", std::process::id()));
    play::save(&world, &path).expect("there is room for temporary files");
    let loaded = play::load(&path).unwrap_or_else(|stopped| panic!("{}", stopped.fault));
    assert_eq!(start(&loaded.world), "days_4");
    let _ = std::fs::remove_file(&path);
}

/// `--scenario` of the commands that play many games.
#[test]
fn the_command_line_plays_a_scenario() {
    let dir = std::env::temp_dir().join(format!("five-fronts-scenarios-{}", std::process::id()));
    for (name, text) in six().texts {
        let path = dir.join("tanks_of_august").join(name);
        std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("there is room for temporary files");
        std::fs::write(&path, text).expect("there is room for temporary files");
    }
    let run = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_five-fronts"));
        let output = command.args(args).args(["tanks_of_august", "--games", "2", "--quiet", "--rules"]).arg(&dir).output().expect("the program starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, out, err) = run(&["simulate", "--scenario", "days_1", "--bots", "random", "random"]);
    assert!(code == Some(0) && out.contains("1.0 turns") && out.contains("The Five-Day War: 2 games"), "{out}{err}");
    for command in ["fuzz", "bench-orders"] {
        let (code, out, err) = run(&[command, "--scenario", "days_1"]);
        assert!(code == Some(0) && out.contains("2 games"), "{out}{err}");
    }
    for command in ["fuzz", "bench-orders", "simulate"] {
        let (code, _, err) = run(&[command, "--scenario", "days_11"]);
        assert_eq!((code, err.as_str()), (Some(2), "five-fronts: tanks_of_august has no scenario \"days_11\"; did you mean \"days_1\"?\n"));
    }
    let _ = std::fs::remove_dir_all(&dir);
}

/// A line of a set-up that names an optional rule counts only with it, or only without it, in a game that has options of its own.
#[test]
fn lots_depend_on_optional_rules() {
    let mut files = Title::PutinStrikes.shipped();
    let text = files.texts.get_mut(CAMPAIGN).expect("the file is there");
    let line = |to: &str, option: &str| format!("(units: [\"RU-VOS\"], to: Box({to:?}), rule: \"PS-10.18.d\"{option}),");
    assert!(text.contains(&line("headquarters", "")), "the scenario has changed");
    let either = line("headquarters", ", option: Some(\"!allies_first\")") + &line("contingents", ", option: Some(\"allies_first\")");
    *text = text.replacen(&line("headquarters", ""), &either, 1);
    let rules = Title::PutinStrikes.load(&files).unwrap_or_else(|faults| panic!("{faults}"));
    let number = |sort: &str, name: &str| rules.lexicon().number(sort, name).and_then(Result::ok).expect("there is such a name");
    let vostok = UnitId(number("UnitId", "RU-VOS"));
    for (options, to) in [(vec![], "headquarters"), (vec![OptionId(number("OptionId", "allies_first") as u8)], "contingents")] {
        let mut world = play::begin(&rules, &rules.start(None, &options, 1).expect("the option is there"), Players::Solo);
        assert_eq!(snapshot(&mut world).units[vostok.at()].place, Place::Holding(BoxId(number("BoxId", to) as u8)), "{to}");
    }
}
