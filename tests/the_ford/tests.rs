//! What the program does for a game that has its folders and its line on the shelf, and nothing else.

use super::TheFord;
use crate::bots::Random;
use crate::cartography::shipped_shore;
use crate::games::{Game, Rules, Title};
use crate::lab::simulate::{Player, scenario_of, simulate};
use crate::lab::{Batch, atlas, coverage, laws};
use crate::play::{self, Journal, Players, Session, Shelf};
use std::collections::BTreeSet;

fn rules() -> Rules {
    Title::TheFord.load(&Title::TheFord.shipped()).unwrap_or_else(|faults| panic!("{faults}"))
}

fn batch(games: u64) -> Batch<'static> {
    Batch { games, seed: 1, scenario: None, jobs: 2, every: 1, quiet: true }
}

#[test]
fn it_is_on_the_shelf() {
    assert_eq!(Title::of_slug("the_ford"), Some(Title::TheFord));
    assert!(Title::playable().any(|title| title == Title::TheFord));
    let rules = rules();
    assert_eq!((rules.book.units.len(), rules.book.scenarios.len()), (4, 2));
    let map = Title::TheFord.check_map(&rules.book.files).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((map.hexes, map.places, map.facts), (20, 1, 2));
    let shore = shipped_shore(Title::TheFord).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(atlas::svg(&rules.book.ground, &rules.book.chart, Some(&shore)).contains(">Ford<"));
}

/// Its situations pass and prove every rule.
#[test]
fn situations_cover_every_rule() {
    let mut shelf = Shelf::new(|title: Title| Ok(title.shipped()));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/the_ford/situations");
    let mut verdicts = Vec::new();
    for file in std::fs::read_dir(folder).expect("the folder is there").filter_map(Result::ok) {
        let text = std::fs::read_to_string(file.path()).expect("it can be read");
        let verdict = play::run_text(&file.path().display().to_string(), &text, &mut shelf);
        assert!(verdict.faults.is_empty(), "{:#?}", verdict.faults);
        verdicts.push(verdict);
    }
    for row in coverage::coverage(&[rules()], &verdicts) {
        assert!(row.missing.is_empty(), "{}: nothing proves {:?}", row.system, row.missing);
    }
}

/// Every law holds under random play, in both scenarios.
#[test]
fn it_keeps_the_laws() {
    let rules = rules();
    let kept = laws::fuzz(&rules, &batch(200)).unwrap_or_else(|broken| panic!("{broken}\n{}", broken.journal));
    assert!(kept.games == 200 && kept.checks.in_a_decision > 0 && kept.checks.taken_back > kept.orders, "{kept:?}");
    assert_eq!((1..=200).map(|seed| scenario_of(&rules, seed)).collect::<BTreeSet<_>>().len(), 2);
}

/// Its journal is a save, a replay, and the way back to the beginning.
#[test]
fn it_is_saved_and_replayed() {
    let rules = rules();
    let mut world = play::begin(&rules, &rules.start(Some("meeting"), &[], 8).expect("it is there"), Players::Solo);
    let mut bot = Random::seeded(8);
    while let Some(order) = bot.choose(&mut world) {
        play::submit(&mut world, order).expect("a choice offered is accepted");
    }
    let text = Journal::text(&world.resource::<Session>().compact());
    let again = play::replay("the journal", &text).unwrap_or_else(|stopped| panic!("{}", stopped.fault));
    assert_eq!(again.world.resource::<Session>().hash(), world.resource::<Session>().hash());
    let orders = world.resource::<Session>().past.len();
    assert!(orders > 10 && Session::outcome(&world).is_some());
    for _ in 0..orders {
        play::undo(&mut world).expect("a single player may take everything back");
    }
    assert_eq!(play::hash(&mut world), world.resource::<Session>().opening);
}

/// Bots play it to an end, and the one that knows what it wants beats the one that does not.
#[test]
fn bots_play_it() {
    let report = simulate(&rules(), [Player::Greedy, Player::Random], &batch(100), None).expect("every game ends");
    assert!(report.games == 100 && report.wins[0] > 60, "{report:?}");
}

/// Faults of its own tables are told like all others, with their place and the nearest name.
#[test]
fn a_slip_in_its_tables_is_told() {
    for (file, old, new, expected) in [
        ("scenarios/attack.ron", "village: Some(\"Red\")", "village: Some(\"Rd\")", "scenarios/attack.ron:12:26: \"Rd\" is no side; did you mean \"Red\"?"),
        ("scenarios/meeting.ron", "village: None", "vilage: None", "scenarios/meeting.ron:6:12: unknown field `vilage`; did you mean \"village\"?"),
        ("tables.ron", "needed: 4", "needed: 14", "tables.ron:3:22: expected 1 to 9"),
        ("map.ron", "\"red_camp\"", "\"rde_camp\"", "did you mean \"red_camp\"?"),
    ] {
        let mut files = Title::TheFord.shipped();
        let text = files.texts.get_mut(file).expect("the file is there");
        assert!(text.contains(old), "{file} has changed: {old}");
        *text = text.replacen(old, new, 1);
        let Err(faults) = TheFord.load(&files) else { panic!("{file}: {new} goes unnoticed") };
        assert!(faults.0.iter().any(|fault| fault.to_string().contains(expected)), "{file}: {new}: {faults}");
    }
}
