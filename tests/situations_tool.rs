//! Situations as a tool: what a file may say, what is told when it is wrong, and that every position of every game can be written as one.

use five_fronts::board::{Fact, Position, Start, snapshot};
use five_fronts::bots::Random;
use five_fronts::games::{Order, Rules, Title};
use five_fronts::lab::simulate::options_of;
use five_fronts::play::{self, Players, Session, Shelf};

fn shelf() -> Shelf<'static> {
    Shelf::new(|title: Title| Ok(title.shipped()))
}

/// A file that differs from a good one in one place, and everything that is said about it: line, column, words.
fn faults(text: &str) -> Vec<String> {
    let verdict = play::run_text("case.ron", text, &mut shelf());
    verdict.faults.iter().map(|fault| format!("{}:{}: {}", fault.line, fault.column, fault.what)).collect()
}

/// Every position of every game, in the midst of decisions too, can be written as a situation that passes and leads to the same position.
#[test]
fn every_position_can_be_written() {
    for title in Title::playable() {
        let rules = title.load(&title.shipped()).expect("shipped tables have no fault");
        let mut seen = Seen::default();
        for seed in 1..=4 {
            write_along(&rules, seed, &mut seen);
        }
        assert!(seen.open > 50 && seen.rolled > 20 && seen.over == 4, "{}: too little was tried: {seen:?}", title.slug());
    }
}

/// What has been written so far.
#[derive(Default, Debug)]
struct Seen {
    /// While a decision was open.
    open: usize,
    /// With dice.
    rolled: usize,
    /// After the end of the game.
    over: usize,
}

fn write_along(rules: &Rules, seed: u64, seen: &mut Seen) {
    let mut shelf = shelf();
    let start = rules.start(None, &options_of(rules, seed), seed).expect("options made to fit");
    let mut world = play::begin(rules, &start, Players::Solo);
    let mut bot = Random::seeded(seed);
    for n in 0.. {
        let over = Session::outcome(&world).is_some();
        let mut now = snapshot(&mut world);
        let open = now.is_interrupted();
        let last = world.resource::<Session>().past.last();
        let rolled = last.is_some_and(|entry| entry.events.iter().any(|event| matches!(event.fact, Fact::Rolled { .. })));
        // Often enough to meet every kind of decision, and rarely enough to be done soon.
        if over || n < 3 || bot.below(if open || rolled { 3 } else { 12 }) == 0 {
            let text = play::situation_of(&mut world);
            assert!(!text.contains("impossible: true") && !text.contains("\"?\""), "seed {seed}, order {n}:\n{text}");
            let (verdict, played) = play::play_text("written.ron", &text, &mut shelf);
            let words: Vec<String> = verdict.faults.iter().map(ToString::to_string).collect();
            assert!(words.is_empty(), "seed {seed}, order {n}: {}\n{text}", words.join("\n"));
            let mut then = snapshot(&mut played.expect("a situation that passes has begun"));
            (now.drawn, then.drawn) = (0, 0);
            assert!(now == then, "seed {seed}, order {n}: another position\n{text}");
            if open {
                without_a_past(rules, &start, &now, &mut shelf);
            }
            seen.open += usize::from(open);
            seen.rolled += usize::from(!text.contains("dice: []"));
        }
        if over {
            seen.over += 1;
            return;
        }
        let order: Order = bot.choose(&mut world).expect("the game is not over");
        play::submit(&mut world, order).expect("a choice offered is accepted");
    }
}

/// Where no orders are known that led to an open decision, the position is written without it, says so, and passes all the same.
fn without_a_past(rules: &Rules, start: &Start, now: &Position, shelf: &mut Shelf<'_>) {
    let mut bare = play::begin(rules, start, Players::Solo);
    play::set_up_position(&mut bare, now);
    let text = play::situation_of(&mut bare);
    assert!(text.contains("The decision that was open could not be written."), "{text}");
    let words: Vec<String> = play::run_text("written.ron", &text, shelf).faults.iter().map(ToString::to_string).collect();
    assert!(words.is_empty(), "{}\n{text}", words.join("\n"));
}

const BATTLE: &str = r#"(
    title: "A battle",
    covers: [],
    game: "tanks_of_august",
    given: (
        turn: 2, step: "Russian.Combat",
        clear: true,
        units: { "RU-131T": (at: "2107"), "RU-131M": (at: "2107"), "RU-136": (at: "2108"), "GE-GN-Go": (at: "2207", steps: 1) },
    ),
    dice: [3],
    script: [
        (Declare(hex: "2207"), Accepted),
        (Join(unit: "RU-131T"), Accepted),
        (Join(unit: "RU-131M"), Accepted),
        (Join(unit: "RU-136"), Accepted),
        Expect((decider: "Russian", buttons: [Commit, Drop])),
        (Commit, Accepted),
        (Proceed, Accepted),
        Expect((battle: (attack: 19, defense: 2, odds: "9:1", column: "5:1", result: "0/1R1"))),
        Expect((log: [(rule: "TOA-10.4.7.a", words: "eliminated in Gori 2207"), (rule: "TOA-3.3.a")], buttons: [EndAdvance])),
        (Advance(unit: "RU-131T", path: ["2207"]), Accepted),
        (EndAdvance, Accepted),
    ],
    then: (
        units: { "RU-131T": (at: "2207", marks: ["attacked"]) },
        hexes: { "2207": (control: Some("Russian")) },
        winner: None,
    ),
)
"#;

/// The battle with one text put in place of another.
fn changed(old: &str, new: &str) -> String {
    assert_eq!(BATTLE.matches(old).count(), 1, "{old}");
    BATTLE.replace(old, new)
}

#[test]
fn the_good_one_passes() {
    assert_eq!(faults(BATTLE), [""; 0]);
}

#[test]
fn dice_are_pointed_at() {
    let rest = "not listed, since it may follow from this: 2 later orders, 6 checks";
    for (old, new, expected) in [
        ("dice: [3]", "dice: [7]", vec!["10:12: die 1 (7) cannot fall on a six-sided die (combat)".to_owned(), format!("10:12: {rest}")]),
        ("dice: [3]", "dice: []", vec!["18:9: a die is rolled here (combat), and `dice` has none".to_owned(), format!("18:9: {rest}")]),
        ("dice: [3]", "dice: [0]", vec!["10:12: die 1 cannot show 0".to_owned()]),
        ("dice: [3]", "dice: [3, 5]", vec!["10:15: die 2 (5) is left over; rolled: 3 (combat)".to_owned()]),
        ("dice: [3]", "dice: [3, 5, 1]", vec!["10:15: dice 2 and 3 are left over; rolled: 3 (combat)".to_owned()]),
        ("dice: [3]", "dice: [3, 5, 1, 2]", vec!["10:15: dice 2 to 4 are left over; rolled: 3 (combat)".to_owned()]),
    ] {
        assert_eq!(faults(&changed(old, new)), expected, "{new}");
    }
}

/// A blind draw may be of more than six things, but not of fewer than the number drawn; a missing die is told with what came before it.
#[test]
fn draws_are_dice_too() {
    let markers = |dice: &str| {
        format!(
            "(title: \"Markers\", covers: [], game: \"tanks_of_august\", given: (step: \"Setup.Markers\"), dice: [{dice}],\n\
             script: [(Ready, Refused(\"TOA-4.0.d\"))])"
        )
    };
    let good = faults(&markers("1, 1"));
    assert!(good.iter().all(|fault| fault.contains("was refused by another rule")), "{good:?}");
    assert_eq!(faults(&markers("1"))[0], "1:64: die 2 is missing: it is rolled here (a reinforcement marker), after 1 (a reinforcement marker)");
    let high = faults(&markers("1, 99"))[0].clone();
    assert!(high.starts_with("1:99: die 2 (99) cannot be: it draws one out of ") && high.ends_with(" (a reinforcement marker)"), "{high}");
}

#[test]
fn what_follows_from_a_wrong_order_is_counted() {
    assert_eq!(
        faults(&changed("(Join(unit: \"RU-131T\"), Accepted)", "(Join(unit: \"RU-131T\"), Refused(\"TOA-9.0.e\"))")),
        ["13:9: Join(unit: \"RU-131T\") was accepted; expected a refusal by TOA-9.0.e"],
        "an order that was accepted is not called refused, too"
    );
    let refused = faults(&changed("(Commit, Accepted)", "(EndSegment, Accepted)"));
    assert_eq!(refused.len(), 2, "{refused:?}");
    assert!(refused[0].starts_with("17:9: EndSegment was refused: "), "{refused:?}");
    assert_eq!(refused[1], "17:9: not listed, since it may follow from this: 3 later orders, 7 checks, the dice");
    let other = faults(&changed("(Commit, Accepted)", "(EndSegment, Refused(\"TOA-9.0.e\")), (Commit, Accepted)"));
    assert_eq!(other.len(), 1, "a refusal by another rule changes nothing, so nothing follows from it: {other:?}");
    assert!(other[0].starts_with("17:9: EndSegment was refused by another rule than TOA-9.0.e: "), "{other:?}");
}

#[test]
fn everything_can_be_checked_at_any_point() {
    for (old, new, expected) in [
        ("decider: \"Russian\"", "decider: \"Georgian\"", "16:26: the Russian side decides"),
        ("buttons: [Commit, Drop]", "buttons: [Commit]", "16:46: the player is also offered \"Cancel\" (Drop)"),
        ("buttons: [Commit, Drop]", "buttons: [Commit, \"Cancel\", Proceed]", "16:46: the player is not offered Proceed"),
        ("buttons: [Commit, Drop]", "buttons: [\"Go\", Drop]", "16:46: the player is also offered \"Attack\" (Commit) and not offered \"Go\""),
        ("column: \"5:1\"", "column: \"6:1\"", "19:25: the last battle's column: 5:1, expected 6:1"),
        ("result: \"0/1R1\"", "result: \"1/1\"", "19:25: the last battle's result: 0/1R1, expected 1/1"),
        ("attack: 19", "attack: 18", "19:25: the last battle's attack factors: 19, expected 18"),
        ("defense: 2", "defense: 3", "19:25: the last battle's defense factors: 2, expected 3"),
        ("odds: \"9:1\"", "odds: \"8:1\"", "19:25: the last battle's odds: 9:1, expected 8:1"),
        ("\"TOA-10.4.7.a\", words", "\"TOA-9.0.e\", words", "20:23: the log says: GE GN Gori is eliminated in Gori 2207 [TOA-10.4.7.a]"),
        ("eliminated in", "disrupted in", "20:23: the log says: GE GN Gori is eliminated in Gori 2207 [TOA-10.4.7.a]"),
        ("(rule: \"TOA-3.3.a\")", "(rule: \"TOA-3.3.b\")", "20:81: the log says: Georgian ground units lost: 1 [TOA-3.3.a]"),
        ("winner: None", "winner: Draw", "27:17: the game is not over"),
        ("winner: None", "ended_by: \"TOA-3.1.a\"", "27:19: the game is not over"),
        ("winner: None", "spent: { \"RU-131T\": 0.5 }", "27:18: RU-131T has spent 0 movement points, expected ½"),
        ("winner: None", "costs: { \"RU-131T\": { \"2106\": 1 } }", "27:18: RU-131T is not offered 2106 for movement points"),
        ("winner: None", "offers: { \"RU-131T\": [\"2106\"] }", "27:19: RU-131T is not offered 2106"),
        ("winner: None", "units: {}, units: {}", "27:9: the field `units` is given twice"),
        ("(control: Some(\"Russian\"))", "(control: None)", "26:18: the Russian side controls 2207"),
        ("(control: Some(\"Russian\"))", "(tally: 1)", "26:18: 2207 has 0 markers"),
        ("(control: Some(\"Russian\"))", "(marks: [])", "26:18: 2207 has the marks [\"captured\"]"),
        ("Expect((decider", "Expct((decider", "16:9: expected (order, Accepted), (order, Refused(\"atom\")) or Expect((…))"),
    ] {
        let found = faults(&changed(old, new));
        assert!(found.iter().any(|fault| fault == expected), "{new}: expected {expected:?}, found {found:?}");
        assert!(found.len() == 1 || new.contains("units: {}"), "{new}: {found:?}");
    }
}

/// What is left out is not checked: of a hex in which markers are counted nobody is asked who holds it, and the other way around.
#[test]
fn what_is_left_out_is_not_checked() {
    for then in [
        "()",
        "(hexes: { \"2207\": () })",
        "(hexes: { \"2207\": (tally: 0) })",
        "(hexes: { \"2207\": (marks: [\"captured\"]) })",
        "(units: { \"RU-131T\": () })",
    ] {
        let (head, _) = BATTLE.split_once("    then: (").expect("it has one");
        assert_eq!(faults(&format!("{head}    then: {then},\n)")), [""; 0], "{then}");
    }
    let nothing = "(title: \"Nothing\", covers: [], game: \"tanks_of_august\", given: (), then: ())";
    assert_eq!(faults(nothing), [""; 0]);
    let nothing = "(title: \"Nothing\", covers: [], game: \"tanks_of_august\", script: [Expect(())])";
    assert_eq!(faults(nothing), [""; 0]);
}

/// A hex can be given to nobody, though the scenario gives it to somebody.
#[test]
fn control_can_be_cleared() {
    let text = |given: &str, then: &str| {
        format!(
            "(title: \"Riga\", covers: [], game: \"putin_strikes\", given: (hexes: {{ \"1606\": ({given}) }}), then: (hexes: {{ \"1606\": (control: {then}) }}))"
        )
    };
    assert_eq!(faults(&text("", "Some(\"Allied\")")), [""; 0]);
    assert_eq!(faults(&text("tally: 1", "Some(\"Allied\")")), [""; 0]);
    assert_eq!(faults(&text("control: None", "None")), [""; 0]);
    assert_eq!(faults(&text("control: Some(\"Russian\")", "Some(\"Russian\")")), [""; 0]);
}

/// The end of a game: who has won, that a draw is no open game, and by which rule.
#[test]
fn the_end_and_its_reason() {
    let draw = include_str!("situations/opaque_war/victory/six_points.ron");
    assert_eq!(faults(draw), [""; 0]);
    let open = faults(&draw.replace("winner: Draw", "winner: None"));
    assert!(open.len() == 1 && open[0].ends_with("the game is over and nobody has won: it is a Draw"), "{open:?}");
    assert_eq!(faults(&draw.replace("winner: Draw", "winner: Draw, ended_by: \"OW-16.0.g\"")), [""; 0]);
    let other = faults(&draw.replace("winner: Draw", "ended_by: \"OW-16.1.a\""));
    assert!(other.len() == 1 && other[0].ends_with("the game was ended by OW-16.0.g"), "{other:?}");
}

#[test]
fn impossible_positions_are_faults() {
    let text = |game: &str, flag: &str, given: &str| format!("(title: \"A position\", covers: [], game: \"{game}\",{flag}\ngiven: ({given}))");
    let toa = |units: &str| format!("turn: 2, step: \"Georgian.Movement\", clear: true, units: {{ {units} }}");
    let crowd = "\"GE-31\": (at: \"2207\"), \"GE-32\": (at: \"2207\"), \"GE-33\": (at: \"2207\"), \"GE-41\": (at: \"2207\"), \"GE-42\": (at: \"2207\")";
    let full = "this position is impossible: 2207 holds 5, and has room for 4: say `overstacked: true` if this is meant";
    let cases = [
        (toa("\"GE-31\": (at: \"2207\"), \"RU-131T\": (at: \"2207\")"), "2:90: this position is impossible: units of both sides are in 2207".to_owned()),
        (toa("\"GE-31\": (at: \"2207\", steps: 3)"), "2:67: this position is impossible: GE-31 has 3 steps, but only 2 printed".to_owned()),
        (toa("\"GE-31\": (at: \"2207\", steps: 0)"), "2:67: this position is impossible: GE-31 is on the map without a step".to_owned()),
        (toa("\"GE-31\": (at: \"0936\")"), "2:67: this position is impossible: GE-31 is in 0936, where no unit on the ground can be".to_owned()),
        (toa(crowd), format!("2:159: {full}")),
        ("turn: 3".to_owned(), "2:15: a turn without a step: `step` must say where in the turn".to_owned()),
        ("turn: 7, step: \"Weather\"".to_owned(), "2:15: turn 7 is past the last, 6".to_owned()),
        ("step: \"Weather\"".to_owned(), "2:15: \"Weather\" is a step of a turn: `turn` must say which, from 1 to 6".to_owned()),
    ];
    for (given, expected) in &cases {
        assert_eq!(faults(&text("tanks_of_august", "", given)), [expected.as_str()], "{given}");
        assert_eq!(faults(&text("tanks_of_august", " impossible: true,", given)), [""; 0], "{given}");
        let crowded = faults(&text("tanks_of_august", " overstacked: true,", given));
        assert_eq!(crowded.is_empty(), expected.ends_with(full), "{crowded:?}");
    }
    let early = faults(&text("putin_strikes", "", "turn: 1, step: \"Russian.Replacements\""));
    assert_eq!(early, ["2:15: \"Russian.Replacements\" does not take place in turn 1"]);
    // No flag helps where there is nothing to begin with.
    let never = faults(&text("putin_strikes", " impossible: true,", "step: \"Setup.Alternate\""));
    assert_eq!(never, ["2:15: the step \"Setup.Alternate\" does not take place with these optional rules"]);
}

/// What the command line prints: the reason of an unreadable file beside its name, and numbers that agree with their nouns.
#[test]
fn the_command_line_says_why() {
    let dir = std::env::temp_dir().join(format!("five-fronts-situations-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("there is room for temporary files");
    let run = |name: &str, text: &str| {
        let path = dir.join(name);
        std::fs::write(&path, text).expect("there is room for temporary files");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_five-fronts")).arg("verify").arg(&path).output().expect("the program starts");
        let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&path.display().to_string(), "FILE");
        (output.status.code(), words(&output.stdout), words(&output.stderr))
    };
    let (code, out, _) = run("bad.ron", &changed("given: (", "givn: ("));
    assert_eq!(code, Some(2));
    assert_eq!(out, "FAIL  FILE: FILE\n      FILE:5:5: unknown field `givn`; did you mean \"given\"?\n0 passed, 1 failed\n");
    let (code, out, err) = run("failed.ron", &changed("winner: None", "winner: Draw"));
    assert_eq!(code, Some(1));
    assert_eq!(out, "FAIL  FILE: A battle\n      FILE:27:17: the game is not over\n0 passed, 1 failed\n");
    assert_eq!(err, "five-fronts: 1 situation failed\n");
    let _ = std::fs::remove_dir_all(&dir);
}

/// Words, numbers and lines of shipped situations deleted, doubled, exchanged and changed: a verdict, and never a panic.
/// `FIVE_FRONTS_MANGLED=2000` tries more of them.
#[test]
fn mangled_situations_never_panic() {
    let rounds = std::env::var("FIVE_FRONTS_MANGLED").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let mut shelf = shelf();
    for title in Title::playable() {
        let texts = shipped_situations(title);
        let (mut numbers, mut passed) = (Random::seeded(23), 0);
        for round in 0..rounds {
            let (text, other) = (&texts[numbers.below(texts.len())], &texts[numbers.below(texts.len())]);
            let mut mangled = text.clone();
            for _ in 0..=numbers.below(3) {
                mangled = mangle(&mangled, other, round, &mut numbers);
            }
            let verdict = play::run_text("mangled.ron", &mangled, &mut shelf);
            assert!(verdict.faults.iter().all(|fault| !fault.what.is_empty()), "{mangled}");
            passed += usize::from(verdict.faults.is_empty());
        }
        assert!((rounds / 50..rounds).contains(&passed), "{}: {passed} of {rounds} passed", title.slug());
    }
}

fn shipped_situations(title: Title) -> Vec<String> {
    let (mut folders, mut texts) = (vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/situations").join(title.slug())], Vec::new());
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<_> =
            std::fs::read_dir(folder).expect("every playable game has situations").map(|entry| entry.expect("it can be read").path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() { folders.push(path) } else { texts.push(std::fs::read_to_string(path).expect("it can be read")) }
        }
    }
    texts
}

/// One more thing wrong, or at least otherwise.
fn mangle(text: &str, other: &str, round: usize, numbers: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (at, to) = (numbers.below(lines.len()), numbers.below(lines.len()));
    match round % 6 {
        0 => drop(lines.remove(at)),
        1 => lines.insert(to, lines[at].clone()),
        2 => lines.insert(to, other.lines().nth(numbers.below(other.lines().count())).expect("it has so many").to_owned()),
        3 => lines[at] = with_other_word(&lines[at], other, numbers),
        4 => lines[at] = with_other_number(&lines[at], numbers),
        _ => {
            let mut letters: Vec<char> = lines[at].chars().collect();
            let from = numbers.below(letters.len() + 1);
            letters.insert(from, ['0', '9', '-', '"', '(', ')', ',', 'é'][numbers.below(8)]);
            lines[at] = letters.into_iter().collect();
        }
    }
    lines.join("\n")
}

/// The words of a text and where they stand.
fn words(text: &str) -> Vec<(usize, &str)> {
    let apart = |c: char| !c.is_alphanumeric() && c != '_' && c != '.' && c != '-';
    text.split(apart).filter(|word| !word.is_empty()).map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word)).collect()
}

fn with_other_word(line: &str, other: &str, numbers: &mut Random) -> String {
    let (here, there) = (words(line), words(other));
    if here.is_empty() || there.is_empty() {
        return line.to_owned();
    }
    let (at, word) = here[numbers.below(here.len())];
    format!("{}{}{}", &line[..at], there[numbers.below(there.len())].1, &line[at + word.len()..])
}

fn with_other_number(line: &str, numbers: &mut Random) -> String {
    let here: Vec<(usize, &str)> = words(line).into_iter().filter(|(_, word)| word.parse::<i64>().is_ok()).collect();
    if here.is_empty() {
        return line.to_owned();
    }
    let (at, word) = here[numbers.below(here.len())];
    let new = ["0", "1", "-1", "7", "255", "256", "99999", "9999", "4294967296", "18446744073709551616"][numbers.below(10)];
    format!("{}{new}{}", &line[..at], &line[at + word.len()..])
}
