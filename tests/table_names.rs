//! Names that code and tables share are closed: a misspelled one is a fault where it stands, with the nearest valid name, and one that the rules look
//! for and nobody wrote is a fault, too. Numbers that no game can play with are faults as well, and so are files that nobody could mean.

use five_fronts::board::read::{Fault, Faults, words_compared};
use five_fronts::games::Title;
use five_fronts::games::Title::{OpaqueWar, PutinMovesEast, PutinStrikes, TanksOfAugust, TurkishLiberation};
use std::time::{Duration, Instant};

/// Game, file, what stands there, what is put there, what the fault says. The fault stands in the line where the texts part.
type Slip = (Title, &'static str, &'static str, &'static str, &'static str);

const NAMES: &[Slip] = &[
    (
        TanksOfAugust,
        "map.ron",
        "\"sudden_death\":",
        "\"suden_death\":",
        "is not a set of hexes that the rules or other tables know; did you mean \"sudden_death\"?",
    ),
    (TanksOfAugust, "map.ron", "tags: [\"reinforcements\"]", "tags: [\"reinforcement\"]", "is not a tag of a source"),
    (
        TanksOfAugust,
        "map.ron",
        "\"national_guard\": (",
        "\"national_gard\": (",
        "is not an area that the rules or other tables know; did you mean \"national_guard\"?",
    ),
    (TanksOfAugust, "map.ron", "country: \"Abkhazia\", holder: \"Russian\"", "country: \"Abkhasia\", holder: \"Russian\"", "did you mean \"Abkhazia\"?"),
    (TanksOfAugust, "map.ron", "closed_to: [\"Georgian\"]", "closed_to: [\"Gorgian\"]", "is not a side or nation"),
    (TanksOfAugust, "map.ron", "values: { \"vp\": 4 }", "values: { \"pv\": 4 }", "is not a value of a place"),
    (
        TanksOfAugust,
        "units.ron",
        "traits: [\"static\"]",
        "traits: [\"statik\"]",
        "is not a trait that the rules or other tables know; did you mean \"static\"?",
    ),
    (
        TanksOfAugust,
        "units.ron",
        "{\"air_defense\":",
        "{\"air_defence\":",
        "is not a printed value that the rules or other tables know; did you mean \"air_defense\"?",
    ),
    (TanksOfAugust, "units.ron", "formation: \"GN\"", "formation: \"GM\"", "is not a formation that the rules or other tables know"),
    (TanksOfAugust, "tables.ron", "[\"4\", \"5\", \"GN\"]", "[\"4\", \"5\", \"GM\"]", "no unit is of the formation \"GM\"; did you mean \"GN\"?"),
    (TanksOfAugust, "game.ron", "\"mlrs\": (name", "\"mlsr\": (name", "\"mlsr\" is not a kind of this game; did you mean \"mlrs\"?"),
    (TanksOfAugust, "game.ron", "factors: [\"attack\", \"defense\"", "factors: [\"defense\", \"attack\"", "expected the factors"),
    (TanksOfAugust, "game.ron", "needs: [\"14.4\"]", "needs: [\"14.44\"]", "is not an optional rule; did you mean \"14.4\"?"),
    (TanksOfAugust, "facts.ron", "OpenTo(\"1407\", \"Georgian\")", "OpenTo(\"1407\", \"Gorgian\")", "is not a name on this map; did you mean \"Georgian\"?"),
    (PutinStrikes, "units.ron", "traits: [\"territorial\"]", "traits: [\"teritorial\"]", "did you mean \"territorial\"?"),
    (PutinStrikes, "units.ron", "traits: [\"static\", ", "traits: [\"statik\", ", "did you mean \"static\"?"),
    (PutinStrikes, "map.ron", "\"allied nation\", \"polish territorial\"", "\"allied nation\", \"polish teritorial\"", "is not a tag of a region"),
    (PutinStrikes, "map.ron", "\"ksrl\":", "\"kslr\":", "is not a line"),
    (PutinStrikes, "terrain.ron", "\"no_stop\"", "\"no_stopp\"", "is not a value of the chart"),
    (PutinStrikes, "game.ron", "\"Es\": (name: \"Estonia\"", "\"Es\": (name: \"Estnia\"", "no nation is called \"Estonia\""),
    (OpaqueWar, "map.ron", "\"west_entry\": (", "\"west_enty\": (", "did you mean \"west_entry\"?"),
    (OpaqueWar, "map.ron", "tags: [\"no_control\"]", "tags: [\"no_controll\"]", "is not a tag of a place"),
    (OpaqueWar, "map.ron", "kind: \"rail-link\"", "kind: \"rail_link\"", "did you mean \"rail-link\"?"),
    (OpaqueWar, "terrain.ron", "\"added_move\"", "\"aded_move\"", "is not a value of the chart"),
    (OpaqueWar, "terrain.ron", "\"checkpoint\": (", "\"checkpiont\": (", "is not a kind of place"),
    (OpaqueWar, "units.ron", "{\"proficiency\":", "{\"proficency\":", "did you mean \"proficiency\"?"),
    (TurkishLiberation, "map.ron", "\"thrace\":", "\"trace\":", "did you mean \"thrace\"?"),
    (TurkishLiberation, "map.ron", "tags: [\"at war\"]", "tags: [\"at_war\"]", "did you mean \"at war\"?"),
    (PutinMovesEast, "map.ron", "symbols: [\"energy\"]", "symbols: [\"enrgy\"]", "did you mean \"energy\"?"),
];

const NUMBERS: &[Slip] = &[
    (TanksOfAugust, "terrain.ron", "\"clear\": (move: Some(1)", "\"clear\": (move: Some(0)", "0 movement points"),
    (TanksOfAugust, "terrain.ron", "\"clear\": (move: Some(1)", "\"clear\": (move: Some(-1)", "out of range"),
    (TanksOfAugust, "terrain.ron", "\"clear\": (move: Some(1), stack", "\"clear\": (stack", "it needs `move`"),
    (TanksOfAugust, "terrain.ron", "\"clear\": (move: Some(1), stack: Some(4), ", "\"clear\": (move: Some(1), ", "it needs `stack`"),
    (TanksOfAugust, "terrain.ron", "stack: Some(3), shift: -1", "stack: Some(0), shift: -1", "room for 0"),
    (TanksOfAugust, "tables.ron", "needed: 16", "needed: 99999", "out of range for `needed`"),
    (TanksOfAugust, "tables.ron", "points_per_hex: 1", "points_per_hex: 0", "out of range for `points_per_hex`"),
    (TanksOfAugust, "scenarios/campaign.ron", "turns: 6", "turns: 0", "at least one turn"),
    (TanksOfAugust, "units.ron", "front: [3, 2, 10]", "front: [3, 2, 9999]", "has the factor 9999"),
    (PutinStrikes, "tables.ron", "needed: 36", "needed: 999", "nobody can have 999 points"),
    (PutinStrikes, "tables.ron", "new_divisions: 2", "new_divisions: 9", "generic divisions to choose from"),
    (OpaqueWar, "tables.ron", "luhansk_drawn: 6", "luhansk_drawn: 0", "out of range for `luhansk_drawn`"),
    (OpaqueWar, "tables.ron", "mechanised: 4", "mechanised: 40", "40 brigades are to be chosen"),
    (OpaqueWar, "tables.ron", "draw: 3", "draw: 8", "a draw must take fewer points"),
    (OpaqueWar, "tables.ron", "\"naval\": 1, ", "", "how many columns is \"naval\" worth?"),
];

fn faults_of(title: Title, files: &five_fronts::board::Files) -> Vec<Fault> {
    let report = if title.game().is_some() { title.load(files).err() } else { title.check_map(files).err() };
    report.map(|faults| faults.0).unwrap_or_default()
}

fn told(slips: &[Slip]) {
    for (title, file, old, new, words) in slips {
        let mut files = title.shipped();
        let text = files.texts.get_mut(*file).unwrap_or_else(|| panic!("there is no {file}"));
        let at = text.find(old).unwrap_or_else(|| panic!("{}/{file} has changed: {old}", title.slug()));
        let parts = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
        let line = text[..at + parts].matches('\n').count() as u32 + 1;
        *text = text.replacen(old, new, 1);
        let faults = faults_of(*title, &files);
        let near = |f: &&Fault| f.file.ends_with(file) && f.what.contains(words) && f.line == line;
        let hit = faults.iter().find(near);
        assert!(hit.is_some(), "{}/{file}: {new}: expected {words:?} in line {line}, found:\n{}", title.slug(), Faults(faults));
        assert!(faults.iter().all(|f| !f.file.ends_with("look.ron")), "the mistake is not in look.ron:\n{}", Faults(faults));
    }
}

#[test]
fn a_misspelt_name_is_told_where_it_stands() {
    told(NAMES);
}

#[test]
fn a_number_that_no_game_can_play_with_is_told_where_it_stands() {
    told(NUMBERS);
}

/// What the rules look for must be there: without the name the rule would sleep.
#[test]
fn a_name_that_is_missing_is_told() {
    for (title, file, line, words) in [
        (TanksOfAugust, "map.ron", "\"sudden_death\":", "the set of hexes \"sudden_death\" is missing"),
        (OpaqueWar, "map.ron", "\"west_entry\": (", "the area \"west_entry\" is missing"),
        (TanksOfAugust, "sequence.ron", "id: \"Russian.Movement\"", "the step \"Russian.Movement\" is missing"),
        (TanksOfAugust, "game.ron", "\"mlrs\": (name", "the kind \"mlrs\" is missing"),
        (PutinStrikes, "terrain.ron", "\"city\": (", "the row \"city\" of `places` is missing"),
    ] {
        let mut files = title.shipped();
        let text = files.texts.get_mut(file).expect("the file is there");
        let kept: Vec<&str> = text.lines().filter(|l| !l.contains(line)).collect();
        assert!(kept.len() < text.lines().count(), "{file} has changed: {line}");
        *text = kept.join("\n");
        let faults = faults_of(title, &files);
        assert!(faults.iter().any(|f| f.file.ends_with(file) && f.what.contains(words)), "{words}:\n{}", Faults(faults));
    }
}

/// A name that only another table uses is known.
#[test]
fn a_name_that_another_table_uses_is_known() {
    let mut files = TanksOfAugust.shipped();
    let mut change = |file: &str, old: &str, new: &str| {
        let text = files.texts.get_mut(file).expect("the file is there");
        assert!(text.contains(old), "{file} has changed: {old}");
        *text = text.replacen(old, new, 1);
    };
    change("units.ron", "traits: [\"static\"]", "traits: [\"static\", \"elite\"]");
    change("look.ron", "\"static\": (badge", "\"elite\": (badge: Some((shape: Anchor, rank: 1))), \"static\": (badge");
    change("map.ron", "\"sudden_death\":", "\"famous\": [\"1909\"], \"sudden_death\":");
    change("facts.ron", "facts: [", "facts: [(rule: \"0\", says: \"Tskhinvali is famous\", is: InSet(\"famous\", \"1909\")),");
    let faults = faults_of(TanksOfAugust, &files);
    assert!(faults.is_empty(), "{}", Faults(faults));
}

/// Facts and checks of the ground run on every load, also when a game is played on blank ground.
#[test]
fn facts_hold_on_every_load() {
    for (file, old, new, words) in [
        ("facts.ron", "Hexes(1290)", "Hexes(1291)", "the map has 1290 hexes, not 1291"),
        ("map.ron", "\"~~~~~~~~~~~~~~..hh.mmmm", "\"~~~~~~~~~~~~~.~.hh.mmmm", "1230 is clear in the region \"sea\""),
    ] {
        for blank in [false, true] {
            let mut files = TanksOfAugust.shipped();
            files.blank = blank;
            assert!(faults_of(TanksOfAugust, &files).is_empty());
            let text = files.texts.get_mut(file).expect("the file is there");
            assert!(text.contains(old), "{file} has changed: {old}");
            *text = text.replacen(old, new, 1);
            let faults = faults_of(TanksOfAugust, &files);
            assert!(faults.iter().any(|f| f.file.ends_with(file) && f.what.contains(words)), "{words}:\n{}", Faults(faults));
        }
    }
}

/// Forty thousand bad rows take little more work than a few hundred, and the first hundred are told one by one.
#[test]
fn many_faults_take_little_work() {
    let rows = |row: &dyn Fn(usize) -> String| (0..40_000).map(row).collect::<String>();
    let floods = [
        ("units.ron", format!("(source: Rulebook(\"1\"), units: {{{}}})", rows(&|i| format!("\"u{i}\":(),")))),
        (
            "scenarios/campaign.ron",
            format!("(name: \"x\", turns: 6, lots: [(units: [{}], to: Box(\"pool\"), rule: \"TOA-1.0.a\")])", rows(&|i| format!("\"GE-{i}\","))),
        ),
        ("reference.ron", format!("(chapters: [], atoms: [{}])", rows(&|_| "(id:\"a\"),".into()))),
        ("map.ron", format!("({})", rows(&|i| format!("a{i}:1,")))),
        ("terrain.ron", format!("(source: Rulebook(\"1\"), hexes: {{{}}})", rows(&|i| format!("\"t{i}\":(),")))),
        ("facts.ron", format!("(facts: [{}])", rows(&|_| "(rule:1),".into()))),
        ("game.ron", format!("(marks: {{{}}})", rows(&|i| format!("\"m{i}\":1,")))),
        ("look.ron", format!("(traits: {{{}}})", rows(&|i| format!("\"m{i}\":(),")))),
        ("tables.ron", "[".repeat(40_000)),
        ("sequence.ron", format!("(turn: [{}])", rows(&|_| "(id:\"x\"),".into()))),
        ("game.ron", format!("(title: \"{}\")", "x".repeat(1_000_000))),
    ];
    for (file, text) in floods {
        let mut files = TanksOfAugust.shipped();
        assert!(text.len() <= 1 << 20, "{file} is larger than what is read");
        files.texts.insert(file.into(), text);
        let before = words_compared();
        let faults = faults_of(TanksOfAugust, &files);
        let compared = words_compared() - before;
        let of_file = faults.iter().filter(|fault| fault.file.ends_with(file)).count();
        println!("{file}: {compared} comparisons, {of_file} faults");
        // Each row compared with every name would be some ten million.
        assert!(compared < 1_200_000, "{file}: {compared} comparisons");
        // Ten thousand are kept of each time that a file is read, not of each row.
        assert!(of_file < 22_000, "{file}: {of_file} faults are kept");
        let shown = Faults(faults).to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert!((1..=101).contains(&lines.len()), "{file}: {} lines", lines.len());
        if lines.len() == 101 {
            assert!(lines[100].starts_with("… and ") && lines[100].ends_with(" more"), "{file}: {}", lines[100]);
        }
    }
}

/// A pipe, a device, a file beyond all measure, a folder that leads to itself: one line, at once.
#[cfg(unix)]
#[test]
fn files_that_nobody_means_are_refused_at_once() {
    use std::os::unix::fs::symlink;
    use std::process::Command;
    let root = std::env::temp_dir().join(format!("five-fronts-tables-{}", std::process::id()));
    type Spoil = fn(&std::path::Path);
    let cases: [(&str, Spoil, &str); 6] = [
        ("pipe", |dir| drop(Command::new("mkfifo").arg(dir.join("look.ron")).status()), "look.ron: is not a regular file"),
        ("device", |dir| symlink("/dev/zero", dir.join("look.ron")).expect("a link"), "look.ron: is not a regular file"),
        ("huge", |dir| std::fs::write(dir.join("look.ron"), vec![b' '; 60 << 20]).expect("room"), "look.ron: is larger than 1 MB"),
        ("itself", |dir| symlink("look.ron", dir.join("look.ron")).expect("a link"), "look.ron: cannot be read"),
        ("loop", |dir| symlink("scenarios", dir.join("scenarios")).expect("a link"), "scenarios: cannot be read"),
        (
            "game",
            |dir| {
                std::fs::remove_dir_all(dir).expect("ours");
                symlink("tanks_of_august", dir).expect("a link");
            },
            "tanks_of_august: cannot be read",
        ),
    ];
    for (name, spoil, words) in cases {
        let rules = root.join(name);
        let dir = rules.join("tanks_of_august");
        std::fs::create_dir_all(dir.join("scenarios")).expect("there is room for temporary files");
        for (file, text) in &TanksOfAugust.shipped().texts {
            std::fs::write(dir.join(file), text).expect("there is room for temporary files");
        }
        if name == "loop" {
            std::fs::remove_dir_all(dir.join("scenarios")).expect("ours");
        } else if name != "game" {
            std::fs::remove_file(dir.join("look.ron")).expect("ours");
        }
        spoil(&dir);
        let since = Instant::now();
        let output = Command::new(env!("CARGO_BIN_EXE_five-fronts")).args(["check", "--rules"]).arg(&rules).output().expect("the program starts");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(since.elapsed() < Duration::from_secs(2), "{name}: {:?}", since.elapsed());
        assert_eq!(output.status.code(), Some(2), "{name}: {err}");
        assert!(err.contains(words) && err.lines().count() == 1, "{name}: {err}");
    }
    std::fs::remove_dir_all(&root).expect("ours");
}
