//! The laws of every game on the shelf, under random play. `five-fronts fuzz GAME` plays as many games as you like.

use five_fronts::bots::{Random, Seated, Steady};
use five_fronts::games::{Order, Rules, Title, putin_strikes, tanks_of_august};
use five_fronts::lab::{Batch, laws};
use five_fronts::play::{self, Players, Session};
use serde::Deserialize;

fn rules(title: Title) -> Rules {
    title.load(&title.shipped()).expect("shipped tables have no fault")
}

fn batch(games: u64, seed: u64) -> Batch<'static> {
    Batch { games, seed, scenario: None, jobs: std::thread::available_parallelism().map_or(1, usize::from), every: 1, quiet: true, think: Default::default() }
}

#[test]
fn every_playable_game_keeps_the_laws() {
    for title in Title::playable() {
        let kept = laws::fuzz(&rules(title), &batch(40, 2008)).unwrap_or_else(|broken| panic!("{}: {broken}\n{}", title.slug(), broken.journal));
        assert_eq!(kept.games, 40);
        // The laws of the course are looked at all over a game, and in every state a session can be in.
        let (checks, slug) = (kept.checks, title.slug());
        assert!(checks.taken_back > kept.orders && checks.restored == kept.orders, "{slug}: {checks:?}");
        // Every order was given behind both doors.
        assert!(checks.searched == kept.orders && checks.lines * 5 > kept.orders, "{slug}: {checks:?}");
        for (n, least) in [(checks.all_the_way, 4), (checks.resumed, 8), (checks.in_a_decision, 2), (checks.left_to_redo, 3), (checks.sheets, 1)] {
            assert!(n >= least * kept.games, "{slug}: {checks:?}");
        }
    }
}

/// Every game that once broke a law.
#[test]
fn the_corpus_keeps_the_laws() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Once {
        game: String,
        #[serde(default)]
        scenario: Option<String>,
        seed: u64,
        why: String,
    }
    let text = std::fs::read_to_string("tests/corpus.ron").expect("tests run in the crate's folder");
    let corpus: Vec<Once> = ron::from_str(&text).expect("the corpus is a list of games");
    assert!(!corpus.is_empty());
    for once in corpus {
        let title = Title::of_slug(&once.game).unwrap_or_else(|| panic!("there is no game {}", once.game));
        if let Err(broken) = laws::play_one(&rules(title), once.scenario.as_deref(), once.seed, 1) {
            panic!("{} (once: {}): {broken}\n{}", once.game, once.why, broken.journal);
        }
    }
}

/// What is reported does not depend on the number of threads.
#[test]
fn any_number_of_threads_comes_to_the_same() {
    let rules = rules(Title::TanksOfAugust);
    let on = |jobs| laws::fuzz(&rules, &Batch { jobs, ..batch(6, 77) }).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(on(1), on(2));
    assert_eq!(on(1), on(5));
}

/// An order that changes nothing is refused with the rule that would have acted, and leaves no trace: neither in the position, nor in the
/// journal, nor in what can be done again.
#[test]
fn an_order_that_changes_nothing_is_refused() {
    let toa = |unit: &str, hex: u16, rules: &Rules| {
        Order::TanksOfAugust(tanks_of_august::Order::Place { unit: number(rules, unit), hex: five_fronts::board::Hex(hex) })
    };
    let ps =
        |unit: &str, hex: u16, rules: &Rules| Order::PutinStrikes(putin_strikes::Order::Place { unit: number(rules, unit), hex: five_fronts::board::Hex(hex) });
    let rest = [Order::PutinStrikes(putin_strikes::Order::PlaceRest), Order::PutinStrikes(putin_strikes::Order::Ready)];
    for (title, before, unit, hexes, rule) in
        [(Title::TanksOfAugust, &[][..], "AB-1", [142, 730], "TOA-4.1.f"), (Title::PutinStrikes, &rest[..], "RU-4GT", [3023, 3022], "PS-3.5.e")]
    {
        let rules = rules(title);
        let place = |hex| if title == Title::PutinStrikes { ps(unit, hex, &rules) } else { toa(unit, hex, &rules) };
        let mut world = play::begin(&rules, &rules.start(None, &[], 1).expect("no options"), Players::Solo);
        for order in before.iter().cloned().chain([place(hexes[0]), place(hexes[1])]) {
            play::submit(&mut world, order.clone()).unwrap_or_else(|by| panic!("{order:?}: {by}"));
        }
        play::undo(&mut world).expect("one person may take everything back");
        let state = |world: &mut bevy_ecs::prelude::World| {
            let hash = play::hash(world);
            let session = world.resource::<Session>();
            (hash, session.past.len(), session.future.clone(), session.journal())
        };
        let kept = state(&mut world);
        let refused = play::submit(&mut world, place(hexes[0])).expect_err("it stands there already");
        assert_eq!((refused.rule.0, refused.why.as_ref()), (rule, "this would change nothing"));
        assert_eq!(state(&mut world), kept);
        play::redo(&mut world).expect("what was taken back can still be done again");
    }
}

fn number(rules: &Rules, unit: &str) -> five_fronts::board::UnitId {
    five_fronts::board::UnitId(rules.lexicon().number("UnitId", unit).and_then(Result::ok).unwrap_or_else(|| panic!("there is no {unit}")))
}

/// With tables that leave the new divisions without cadres set-up cannot be completed; the button that completes it is not offered over and over.
#[test]
fn a_set_up_that_cannot_be_completed_is_not_offered_over_and_over() {
    let mut files = Title::PutinStrikes.shipped();
    let units = files.texts.get_mut("units.ron").expect("it is shipped");
    *units = units.replace("kind: \"tank\", size: \"X\"", "kind: \"mechanized\", size: \"X\"");
    let Ok(rules) = Title::PutinStrikes.load(&files) else { return }; // better still
    let mut world = play::begin(&rules, &rules.start(None, &[], 1).expect("no options"), Players::Solo);
    let rest = Order::PutinStrikes(putin_strikes::Order::PlaceRest);
    play::submit(&mut world, rest.clone()).expect("divisions can be chosen");
    assert!(play::prompt(&mut world).buttons.iter().all(|button| button.order != rest), "it would change nothing");
    assert!(play::submit(&mut world, rest.clone()).is_err());
    let mut bot = Seated::bot(Steady::default(), 1);
    for _ in 0..20 {
        let Some(order) = bot.choose(&mut world) else { break };
        play::submit(&mut world, order).expect("a choice offered is accepted");
    }
    let mut random = Random::seeded(1);
    let order = random.choose(&mut world).expect("a choice can be taken back at least");
    play::submit(&mut world, order).expect("a choice offered is accepted");
}

/// Rules speak units and hexes: no raw query, entity, unordered map, float or clock outside the board.
#[test]
fn rules_keep_to_the_board() {
    let banned = ["Query<", "Entity", "HashMap", "HashSet", "f32", "f64", "std::time", "SystemTime", "crate::client", "crate::play", "unsafe"];
    let found = mentions("src/games", &banned);
    assert!(found.is_empty(), "these have no place in a rule:\n{}", found.join("\n"));
}

/// `Board` is the only pen: a rule holds nothing else that it could write with. Decisions, clock, ledger, layers, dice and record change
/// with what is recorded; only the shelf lays out a world, and a game's `mod.rs` puts its own tables beside the board.
#[test]
fn the_board_is_the_only_pen() {
    let pens = ["ResMut", "resource_mut", "resource_scope", "Commands", "DeferredWorld", "get_mut::<", "entity_mut", "bypass_change_detection"];
    let reading = ["Res<Decisions>", "Res<Clock>", "Res<Ledger>", "Res<Dice>", "Res<Record>", "Res<Index>", "Res<Layers>"]; // the board answers
    let mut found = mentions("src/games", &pens);
    found.extend(mentions("src/games", &reading));
    let insertions = mentions("src/games", &["insert_resource", "spawn(", "remove_resource"]);
    found.extend(insertions.into_iter().filter(|line| !line.contains("mod.rs:")));
    for title in Title::playable() {
        let own = mentions(&format!("src/games/{}", title.slug()), &["insert_resource"]);
        // What a game works out of its tables when they are put in force is no part of a position.
        found.extend(own.into_iter().filter(|line| !line.contains("insert_resource(scene)")));
    }
    // Nobody else may write what a position consists of.
    for pen in ["Decisions", "Clock", "Ledger", "Layers", "Index", "Baseline"] {
        for dir in ["src/games", "src/play", "src/bots", "src/lab", "src/client"] {
            found.extend(mentions(dir, &[&format!("ResMut<{pen}"), &format!("resource_mut::<{pen}"), &format!("insert_resource({pen}")]));
        }
    }
    assert!(found.is_empty(), "these write beside the board:\n{}", found.join("\n"));
}

/// Lines of code below a folder that mention one of these words.
fn mentions(dir: &str, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in source_files(dir) {
        let text = std::fs::read_to_string(&file).expect("source can be read");
        for (i, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if words.iter().any(|word| code.contains(word)) {
                found.push(format!("{}:{}: {}", file.display(), i + 1, code.trim()));
            }
        }
    }
    found
}

/// Every atom that code cites exists in that game's reference.
#[test]
fn cited_atoms_exist() {
    for title in Title::playable() {
        let rules = title.load(&title.shipped()).expect("shipped tables have no fault");
        for (file, line, atom) in cited(title) {
            assert!(rules.book.atoms.iter().any(|a| a.id == atom), "{file}:{line}: {atom} is not in reference.ron");
        }
    }
}

/// Every atom that code cites is covered by a situation that passes: what is claimed is tested.
#[test]
fn cited_atoms_are_covered() {
    let mut shelf = five_fronts::play::Shelf::new(|title: Title| Ok(title.shipped()));
    let verdicts: Vec<_> =
        five_fronts::lab::coverage::shipped_situations().iter().map(|(name, text)| five_fronts::play::run_text(name, text, &mut shelf)).collect();
    let mut missing = Vec::new();
    for title in Title::playable() {
        for (file, line, atom) in cited(title) {
            if !verdicts.iter().any(|v| v.faults.is_empty() && v.covers.contains(&atom)) {
                missing.push(format!("{file}:{line}: {atom}"));
            }
        }
    }
    assert!(missing.is_empty(), "atoms that code cites but no passing situation covers:\n{}", missing.join("\n"));
}

/// Atoms in string literals of a game's code, with their place.
fn cited(title: Title) -> Vec<(String, usize, String)> {
    let rules = title.load(&title.shipped()).expect("shipped tables have no fault");
    let opening = format!("\"{}-", rules.book.prefix);
    let mut found = Vec::new();
    for file in source_files(&format!("src/games/{}", title.slug())) {
        let text = std::fs::read_to_string(&file).expect("source can be read");
        for (i, line) in text.lines().enumerate() {
            for piece in line.split(&opening).skip(1) {
                let rest = piece.split('"').next().unwrap_or_default();
                found.push((file.display().to_string(), i + 1, format!("{}-{rest}", rules.book.prefix)));
            }
        }
    }
    assert!(!found.is_empty(), "{} cites no rule at all", title.slug());
    found
}

fn source_files(dir: &str) -> Vec<std::path::PathBuf> {
    let (mut files, mut waiting) = (Vec::new(), vec![std::path::PathBuf::from(dir)]);
    while let Some(dir) = waiting.pop() {
        for entry in std::fs::read_dir(&dir).expect("tests run in the crate's folder") {
            let path = entry.expect("folder can be read").path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
