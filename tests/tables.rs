//! Shipped tables load; broken ones are reported at the right line; no text whatever makes the reader panic.

use five_fronts::board::look::{Look, Rgb};
use five_fronts::board::read::{Fault, Kind, Lexicon, Node, Reading, parse};
use five_fronts::board::{Files, Ground};
use five_fronts::bots::Random;
use five_fronts::games::Title;
use five_fronts::lab::coverage::shipped_situations;

const TOA: Title = Title::TanksOfAugust;

#[test]
fn shipped_tables_have_no_fault() {
    for title in Title::playable() {
        if let Err(faults) = title.load(&title.shipped()) {
            panic!("{}:\n{faults}", title.slug());
        }
    }
}

/// Our reader accepts what the `ron` crate accepts, and sees the same values in it: in every table and every situation.
#[test]
fn our_reader_reads_plain_ron() {
    let tables = Title::ALL.into_iter().flat_map(|title| title.shipped().texts.into_iter().map(move |(name, text)| (format!("{}/{name}", title.slug()), text)));
    for (name, text) in tables.chain(shipped_situations()) {
        let theirs: ron::Value = ron::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let ours = parse(&text).unwrap_or_else(|(at, what)| panic!("{name} at {at}: {what}"));
        if let Err((at, found)) = same(&ours, &theirs) {
            panic!("{name}:{}: ours is {}, theirs is {found:?}", text[..at as usize].matches('\n').count() + 1, ours.kind.describe());
        }
    }
}

/// A value of theirs that differs from ours, and where.
type Differs<'v> = (u32, &'v ron::Value);

/// Whether two readings of a value agree. Theirs forgets the names of records and words; ours tells them where somebody asks.
fn same<'v>(ours: &Node<'_>, theirs: &'v ron::Value) -> Result<(), Differs<'v>> {
    use ron::Value as V;
    let agree = match (&ours.kind, theirs) {
        (Kind::Number(text), V::Number(number)) => text.replace('_', "").parse::<f64>().is_ok_and(|n| n as f32 == number.into_f64() as f32),
        (Kind::Char(c), V::Char(d)) => c == d,
        (Kind::Text(text), V::String(other)) => text == other,
        (Kind::Word("true"), V::Bool(so)) => *so,
        (Kind::Word("false"), V::Bool(so)) => !so,
        (Kind::Word(word), V::Option(None)) => *word == "None",
        (Kind::Word(word), V::Unit) => !["true", "false", "None"].contains(word),
        (Kind::Tuple(None, items), V::Unit) => items.is_empty(),
        (Kind::Tuple(Some("Some"), items), V::Option(Some(inner))) if items.len() == 1 => return same(&items[0], inner),
        (Kind::List(items) | Kind::Tuple(_, items), V::Seq(others)) if items.len() == others.len() => {
            return items.iter().zip(others).try_for_each(|(item, other)| same(item, other));
        }
        (Kind::Map(pairs) | Kind::Record(_, pairs), V::Map(others)) if pairs.len() == others.len() => {
            return pairs.iter().try_for_each(|(key, value)| {
                let other = others.iter().find(|(other, _)| same_key(key, other)).ok_or((key.at, theirs))?;
                same(value, other.1)
            });
        }
        _ => false,
    };
    if agree { Ok(()) } else { Err((ours.at, theirs)) }
}

/// The name of a field is a text to them.
fn same_key(ours: &Node<'_>, theirs: &ron::Value) -> bool {
    match (&ours.kind, theirs) {
        (Kind::Word(word), ron::Value::String(name)) => word == name,
        _ => same(ours, theirs).is_ok(),
    }
}

/// One mistake of a designer: file, what stood there, what stands there now, and what must be said at that place.
const MISTAKES: &[(&str, &str, &str, &str)] = &[
    ("game.ron", "sides: [\"Georgian\", \"Russian\"]", "sides: [\"Russian\", \"Georgian\"]", "expected the sides"),
    ("game.ron", "prefix: \"TOA\"", "prefx: \"TOA\"", "unknown field `prefx`; did you mean \"prefix\"?"),
    ("game.ron", "side: \"Russian\"),\n        \"SO\"", "side: \"Rusian\"),\n        \"SO\"", "did you mean \"Russian\"?"),
    ("game.ron", "\"halted\":", "\"haltd\":", "\"haltd\" is not a mark of this game; did you mean \"halted\"?"),
    ("game.ron", "\"pool\":", "\"poll\":", "is not a box of this game"),
    ("units.ron", "\"GE-31\": (name: \"31\", nation: \"GE\"", "\"GE-31\": (name: \"31\", nation: \"GA\"", "\"GA\" is not a nation"),
    (
        "units.ron",
        "\"GE-31\": (name: \"31\", nation: \"GE\", kind: \"infantry\"",
        "\"GE-31\": (name: \"31\", nation: \"GE\", kind: \"infantri\"",
        "did you mean \"infantry\"?",
    ),
    (
        "units.ron",
        "\"GE-31\": (name: \"31\", nation: \"GE\", kind: \"infantry\", size: \"II\", formation: \"3\", front: [4, 4, 6]",
        "\"GE-31\": (name: \"31\", nation: \"GE\", kind: \"infantry\", size: \"II\", formation: \"3\", front: [4, 4]",
        "must have 3 factors",
    ),
    ("units.ron", "\"GE-33\": (", "\"GE-32\": (", "is given twice"),
    ("units.ron", "front: [3, 2, 10]", "front: [3, 2, ten]", "expected a whole number, found the word ten"),
    ("sequence.ron", "id: \"Russian.Movement\"", "id: \"Russian.Moving\"", "is not a step; did you mean \"Russian.Movement\"?"),
    ("sequence.ron", "rule: \"TOA-5.0.b\"", "rule: \"TOA-5.0.bb\"", "is not a rule atom; did you mean \"TOA-5.0.b\"?"),
    ("terrain.ron", "\"hills\": (", "\"hils\": (", "the map has no terrain \"hils\"; did you mean \"hills\"?"),
    ("terrain.ron", "\"river\": (move: Some(1)", "\"river\": (move: Some(1.3)", "1.3 is not a whole or half number"),
    ("terrain.ron", "\"river\": (", "\"rivr\": (", "unknown kind of side \"rivr\"; did you mean \"river\"?"),
    ("tables.ron", "withheld: Some(\"RM7\")", "withheld: Some(\"RM8\")", "\"RM8\" is not a unit"),
    ("tables.ron", "headquarters: 1", "headquarters: -1", "out of range"),
    ("tables.ron", "points_per_hex: 1", "points_per_hexx: 1", "unknown field `points_per_hexx`; did you mean \"points_per_hex\"?"),
    ("reference.ron", "(id: \"TOA-1.1.a\"", "(id: \"TOA-1.0.a\"", "the atom TOA-1.0.a is given twice"),
    ("reference.ron", "(id: \"TOA-9.0.e\"", "(id: \"TOB-9.0.e\"", "is not an atom of this game"),
    ("scenarios/campaign.ron", "Area(\"peacekeepers\")", "Area(\"peacekeeper\")", "the map has no area \"peacekeeper\"; did you mean \"peacekeepers\"?"),
    ("scenarios/campaign.ron", "\"SO-1\", \"SO-2\"", "\"SO-2\", \"SO-2\"", "SO-2 is set up twice"),
    ("scenarios/campaign.ron", "Area(\"ossetian_militia\"), rule", "Area(\"peacekeepers\"), rule", "has room for 4"),
    ("scenarios/campaign.ron", "option: Some(\"14.2\")", "option: Some(\"14.9\")", "\"14.9\" is not an optional rule"),
    ("scenarios/campaign.ron", "turns: 6,", "turns: 6", "expected ',' or ')'"),
    ("commander.ron", "\"force\": (", "\"forse\": (", "positions of this game are not judged by \"forse\"; did you mean \"force\"?"),
    ("commander.ron", "horizon: 5,", "horizon: 99,", "the horizon is 99 turns, expected 1 to 20"),
    ("commander.ron", "weight: 1.0,", "weight: 1e9,", "the weight of \"points\" is 1000000000, expected a number from -1000 to 1000"),
    ("chances.ron", "\"force\":", "\"forse\":", "positions of this game are not judged by \"forse\"; did you mean \"force\"?"),
    ("chances.ron", "source: \"", "source: \"\", sorce: \"", "unknown field `sorce`; did you mean \"source\"?"),
    ("chances.ron", "\"points\": 1.0", "\"points\": 4321.0", "the weight of \"points\" is 4321, expected a number from -1000 to 1000"),
    ("chances.ron", "(turn: 2,", "(turn: 1,", "turn 1 does not come after turn 1"),
    ("look.ron", "body: \"#c4483d\"", "body: \"#c4483\"", "\"#c4483\" is not a color"),
    ("look.ron", "print: \"#fffaf2\"", "print: \"#d0584d\"", "the print of RU on its body has a contrast of 1.2 : 1, expected at least 4.5 : 1"),
    ("look.ron", "\"Russian\": (panel", "\"Rusian\": (panel", "is not a side; did you mean \"Russian\"?"),
    ("look.ron", "\"SO\": (body", "\"SX\": (body", "\"SX\" is not a nation; did you mean \"SO\"?"),
    ("look.ron", "symbol: SpArtillery", "symbol: SpArtilery", "unknown word SpArtilery; did you mean \"SpArtillery\"?"),
    ("look.ron", "\"mlrs\": (symbol", "\"mlr\": (symbol", "\"mlr\" is not a kind of this game; did you mean \"mlrs\"?"),
    (
        "look.ron",
        "R{missile_range} · {movement}",
        "R{missile_rnge} · {movement}",
        "names \"missile_rnge\", which is not a factor, value or count; did you mean",
    ),
    ("look.ron", "\"watching\": Hidden", "\"watchin\": Hidden", "\"watchin\" is not a mark; did you mean \"watching\"?"),
    ("look.ron", "\"watching\": Hidden", "\"watching\": Hiden", "expected a record"),
    ("look.ron", "shape: Octagon, tone: Yellow", "shap: Octagon, tone: Yellow", "unknown field `shap`; did you mean \"shape\"?"),
    ("look.ron", "\"static\": (badge", "\"statick\": (badge", "\"statick\" is not a trait of this game; did you mean \"static\"?"),
    (
        "look.ron",
        "\"air_defense\": \"AD{}\"",
        "\"air_defence\": \"AD{}\"",
        "\"air_defence\" is not a printed value of this game; did you mean \"air_defense\"?",
    ),
    ("look.ron", "\"GN\": (\"#4a4a4a\"", "\"GM\": (\"#4a4a4a\"", "\"GM\" is not a formation of this game; did you mean \"GN\"?"),
    ("look.ron", "\"infrastructure\", \"georgian_c", "\"infrastructur\", \"georgian_c", "\"infrastructur\" is not a track"),
    ("look.ron", "rows: [\"waiting\"", "rows: [\"wating\"", "\"wating\" is not a holding box; did you mean \"waiting\"?"),
    ("look.ron", "around: Some(\"1909\")", "around: Some(\"1999\")", "\"1999\" is not a hex on this map"),
    (
        "look.ron",
        "\"Adjara (Georgia)\": \"#3a8f94\"",
        "\"Ajara (Georgia)\": \"#3a8f94\"",
        "is not a region or country on this map; did you mean \"Adjara (Georgia)\"?",
    ),
    ("look.ron", "sources: { \"Georgian\"", "sources: { \"Gorgian\"", "is not a side or nation with a source on this map; did you mean \"Georgian\"?"),
    ("look.ron", "sources: { \"Georgian\"", "trunk: \"ksrl\", sources: { \"Georgian\"", "\"ksrl\" is not a line on this map"),
    ("map.ron", "first_grows: South", "first_grows: East", "rows grow north or south"),
    ("map.ron", "\"2601\", \"2502\"", "\"2601\", \"2501\"", "does not touch"),
    (
        "map.ron",
        "(hex: \"2601\", name: \"Tbilisi\", side: \"Georgian\"",
        "(hex: \"2600\", name: \"Tbilisi\", side: \"Georgian\"",
        "\"2600\" is not a hex on this map",
    ),
    ("map.ron", "\"tunnel\": [\"1308-1407\"]", "\"tunnel\": [\"1308-1409\"]", "1308 and 1409 do not touch"),
    ("map.ron", "\"..fmmfmm", "\"..fqmfmm", "the letter 'q' is not in the legend of the terrain"),
    ("map.ron", "\"..fmmfmm", "\"..fmmfm", "this row has 42 letters, expected 43"),
];

fn fault_at<'a>(faults: &'a [Fault], file: &str, line: u32, words: &str) -> Option<&'a Fault> {
    faults.iter().find(|f| f.file.ends_with(file) && f.line == line && f.what.contains(words))
}

#[test]
fn mistakes_are_reported_at_the_right_line() {
    for (file, old, new, words) in MISTAKES {
        let mut files = TOA.shipped();
        let text = files.texts.get_mut(*file).unwrap_or_else(|| panic!("there is no {file}"));
        let at = text.find(old).unwrap_or_else(|| panic!("{file} has changed: {old}"));
        // The fault stands in the line where the old and the new text part.
        let parts = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
        let line = text[..at + parts].matches('\n').count() as u32 + 1;
        *text = text.replacen(old, new, 1);
        let Err(faults) = TOA.load(&files) else { panic!("{file}: {new} goes unnoticed") };
        let hit = fault_at(&faults.0, file, line, words).or_else(|| fault_at(&faults.0, file, line + 1, words));
        assert!(hit.is_some(), "{file}: {new}: expected {words:?} in line {line}, found:\n{faults}");
        assert!(faults.0.iter().all(|f| f.line == 0 || f.column >= 1));
    }
}

/// All faults at once: several mistakes in several files are all told.
#[test]
fn all_faults_are_told_at_once() {
    let mut files = TOA.shipped();
    let wrong =
        [("game.ron", "\"pool\":", "\"poll\":"), ("units.ron", "nation: \"SO\"", "nation: \"XX\""), ("map.ron", "\"2601\", \"2502\"", "\"2601\", \"2501\"")];
    for (file, old, new) in wrong {
        let text = files.texts.get_mut(file).expect("the file is there");
        *text = text.replace(old, new);
    }
    let Err(faults) = TOA.load(&files) else { panic!("faults go unnoticed") };
    for (file, ..) in wrong {
        assert!(faults.0.iter().any(|f| f.file.ends_with(file)), "{file} is not among\n{faults}");
    }
    let nations = faults.0.iter().filter(|f| f.what.contains("\"XX\" is not a nation")).count();
    assert_eq!(nations, 5, "five units have the wrong nation:\n{faults}");
}

#[test]
fn a_missing_file_is_a_fault() {
    // No rule reads the facts, the looks, how bots judge or what came of it: without them a game can be played all the same.
    for file in TOA.shipped().texts.keys().filter(|f| !["facts.ron", "look.ron", "commander.ron", "chances.ron"].contains(&f.as_str())) {
        let mut files = TOA.shipped();
        files.texts.remove(file);
        let Err(faults) = TOA.load(&files) else { panic!("{file} can be missing") };
        assert!(!faults.0.is_empty());
    }
}

/// No rule reads the look: a game without one plays, and looks plain.
#[test]
fn a_game_without_a_look_gets_a_plain_one() {
    let mut files = TOA.shipped();
    let shipped = TOA.load(&files).expect("the shipped tables are sound").book.look.clone();
    files.texts.remove("look.ron");
    let plain = TOA.load(&files).expect("the look may be missing").book.look.clone();
    assert_ne!(plain, shipped);
    assert_eq!((plain.sides.len(), plain.nations.len(), plain.marks.len()), (shipped.sides.len(), shipped.nations.len(), shipped.marks.len()));
    assert!(plain.kinds.keys().eq(shipped.kinds.keys()) && plain.stripes.keys().eq(shipped.stripes.keys()));
    assert_eq!(plain.tracks.iter().map(|group| group.rows.len()).sum::<usize>(), 23);
    assert!(shipped.warnings.is_empty(), "{:?}", shipped.warnings);
}

/// The shelf shows five boxes, also of games that cannot be played yet.
#[test]
fn every_game_has_a_cover_on_its_own_map() {
    for title in Title::ALL {
        let files = title.shipped();
        let cover = Look::cover_of(&files).unwrap_or_else(|faults| panic!("{faults}"));
        let hex = cover.around.unwrap_or_else(|| panic!("{} has no middle", title.slug()));
        let ground = Ground::read("map.ron", &files.texts["map.ron"]).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert!(ground.grid.hexes().contains(&hex) && !cover.title.is_empty() && !cover.pitch.is_empty() && !cover.length.is_empty());
        assert!(cover.band.contrast(Rgb::WHITE) > 4.5);
    }
    assert!(Look::cover_of(&Files::default()).is_err());
}

/// Print that reads badly is told, print that cannot be read is a fault.
#[test]
fn pale_print_is_a_warning() {
    let mut files = TOA.shipped();
    let text = files.texts.get_mut("look.ron").expect("the file is there");
    *text = text.replace("print: \"#10240f\"", "print: \"#3c4a3b\"");
    let look = TOA.load(&files).unwrap_or_else(|faults| panic!("{faults}")).book.look.clone();
    let warning = look.warnings.first().expect("it is told").to_string();
    assert!(warning.contains("look.ron:") && warning.contains("the print of AB on its body has a contrast of 3."), "{warning}");
}

/// Cut, flipped, doubled and shuffled texts: a value or faults, never a panic.
#[test]
fn mangled_tables_never_panic() {
    let shipped = TOA.shipped();
    let mut numbers = Random::seeded(11);
    let names: Vec<&String> = shipped.texts.keys().collect();
    for round in 0..250 {
        let mut files: Files = shipped.clone();
        let name = names[numbers.below(names.len())];
        let text = &shipped.texts[name];
        let mut at = numbers.below(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let mangled = match round % 5 {
            0 => text[..at].to_owned(),
            1 => format!("{}{}", &text[..at], &text[at..].chars().skip(1).collect::<String>()),
            2 => format!("{}{}{}", &text[..at], ["(", ")", "[", "{", "\"", "'", ",", ":", "//", "/*", "\\", "9", "é"][numbers.below(13)], &text[at..]),
            3 => format!("{}{}", &text[..at], &text[..at]),
            _ => String::from_utf8_lossy(&text.bytes().enumerate().map(|(i, b)| if i == at { b ^ 4 } else { b }).collect::<Vec<u8>>()).into_owned(),
        };
        files.texts.insert(name.clone(), mangled);
        if let Err(faults) = TOA.load(&files) {
            assert!(!faults.0.is_empty() && faults.0.iter().all(|f| !f.what.is_empty()), "{name}");
        }
    }
}

#[test]
fn deep_nesting_is_a_fault_and_not_a_crash() {
    for open in ["(", "[", "{", "Some("] {
        let text = open.repeat(200_000);
        assert!(parse(&text).is_err());
    }
    let names = Lexicon::default();
    let reading = Reading::new("empty.ron", "", &names);
    assert!(reading.tree().is_none());
    assert_eq!(reading.into_faults()[0].to_string(), "empty.ron:1:1: expected a value, found the end of the file");
}
