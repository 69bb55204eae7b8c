//! What the program does for a game that has its folders and its line on the shelf, and nothing else.

use super::TheFord;
use crate::board::{Hex, Place, Position, Role, Side, UnitId, snapshot};
use crate::bots::{Random, Seated, Steady};
use crate::cartography::shipped_shore;
use crate::games::{Game, Order, Rules, Title};
use crate::lab::simulate::{Player, scenario_of, simulate};
use crate::lab::{Batch, atlas, coverage, laws};
use crate::play::{self, Journal, Players, Session, Shelf};
use bevy_ecs::prelude::World;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

fn rules() -> Rules {
    Title::TheFord.load(&Title::TheFord.shipped()).unwrap_or_else(|faults| panic!("{faults}"))
}

fn batch(games: u64) -> Batch<'static> {
    Batch { games, seed: 1, scenario: None, jobs: 2, every: 1, quiet: true, think: Default::default() }
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
    let report = simulate(&rules(), [Player::Steady, Player::Random], &batch(100), None).expect("every game ends");
    assert!(report.games == 100 && report.wins[0] > 60, "{report:?}");
}

/// Faults of its own tables are told like all others, with their place and the nearest name.
#[test]
fn a_slip_in_its_tables_is_told() {
    for (file, old, new, expected) in [
        ("scenarios/attack.ron", "village: Some(\"Red\")", "village: Some(\"Rd\")", "scenarios/attack.ron:12:26: \"Rd\" is not a side; did you mean \"Red\"?"),
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

/// It could be given up at every move, and to its commander that looks best of all; but a bot never does.
#[test]
fn bots_never_give_up() {
    let (rules, mut offered) = (rules(), 0);
    for seed in 0..20 {
        let mut world = play::begin(&rules, &rules.start(None, &[], seed).expect("no options"), Players::Solo);
        let mut bots = [Seated::random(seed), Seated::bot(Steady::default(), seed)];
        while let Some(side) = play::decider(&mut world) {
            offered += usize::from(play::prompt(&mut world).buttons.iter().any(|choice| choice.order.role() == Role::Resign));
            let order = bots[side.at()].choose(&mut world).expect("something else is offered, too");
            assert_ne!(order.role(), Role::Resign);
            play::submit(&mut world, order).expect("a choice offered is accepted");
        }
    }
    assert!(offered > 100);
}

/// A fight in the ford: the attacker has chosen his flank, and the defender is asked.
fn fight() -> (World, Order) {
    let rules = rules();
    let mut world = play::begin(&rules, &rules.start(None, &[], 1).expect("no options"), Players::Two);
    let position = before_a_fight(&rules, &mut world);
    play::set_up_position(&mut world, &position);
    let unit = UnitId(rules.lexicon().number("UnitId", "B-1").and_then(Result::ok).expect("there is one"));
    (world, Order::TheFord(super::Order::Attack { unit, hex: Hex(402) }))
}

fn before_a_fight(rules: &Rules, world: &mut World) -> Position {
    let mut position = snapshot(world);
    for (name, hex) in [("B-1", 302), ("B-2", 303), ("R-1", 402), ("R-2", 502)] {
        let at = rules.lexicon().number("UnitId", name).and_then(Result::ok).expect("there is one");
        position.units[usize::from(at)].place = Place::Map(Hex(hex));
    }
    position
}

/// What the attacker has chosen is in the position, but not in one that the defender imagines; and he is told and asked the same.
#[test]
fn a_choice_is_sealed() {
    let (mut world, attack) = fight();
    let flank = |left| Order::TheFord(super::Order::Flank { left });
    play::submit(&mut world, attack).expect("it is next to it");
    let mut asked = [true, false].map(|left| {
        play::submit(&mut world, flank(left)).expect("he is asked");
        let (position, seen) = (snapshot(&mut world), (play::prompt(&mut world), play::sight(&mut world, Side(1))));
        let events = world.resource::<Session>().past.last().expect("an order was given").events.clone();
        let told = play::read_by(&mut world, Side(1), &events);
        let before = world.resource::<Session>().before(1).expect("it was given second").clone();
        play::set_up_position(&mut world, &before);
        (position, seen, told)
    });
    assert!(asked[0].0 != asked[1].0, "the choice is remembered");
    assert_eq!((&asked[0].1, &asked[0].2), (&asked[1].1, &asked[1].2), "and nothing is seen of it");
    assert!(asked[0].0.sealed(Side(1)) == asked[1].0.sealed(Side(1)) && asked[0].0.sealed(Side(0)) == asked[0].0);
    assert!(asked[0].1.0.private);
    play::set_up_position(&mut world, &asked[0].0);
    let mut imagined = play::imagine(&mut world, Side(1), &mut ChaCha8Rng::seed_from_u64(1));
    asked[0].0 = asked[0].0.sealed(Side(1));
    assert_eq!(snapshot(imagined.world()).decisions, asked[0].0.decisions);
}

/// Two persons at one screen: moves are made in public and need no curtain, flanks are chosen behind one, also if the same player goes on.
#[cfg(feature = "client")]
#[test]
fn only_what_is_private_needs_a_curtain() {
    use crate::client::table::{Showing, Tabletop, Viewer};
    use crate::play::Seat;
    let rules = rules();
    let path = std::env::temp_dir().join(format!("five-fronts-ford-{}.journal", std::process::id()));
    let start = rules.start(None, &[], 1).expect("no options");
    let mut table = Tabletop::begin(&rules, &start, Players::Two, [Seat::Person; 2], path.clone()).expect("the folder can be written");
    let position = before_a_fight(&rules, &mut table.world);
    play::set_up_position(&mut table.world, &position);
    table.refresh();
    assert_eq!((table.stage, table.viewer(), table.eyes().1), (Showing::Play, Some(Viewer::Both), play::Scope::Common));
    assert!(table.may_resign() && table.choices().all(|choice| choice.order.role() != Role::Resign), "giving up is kept apart");
    table.ask_to_resign();
    assert!(table.warned.is_some(), "and asked about");
    table.think_again();
    let flank = |left| Order::TheFord(super::Order::Flank { left });
    table.give(fight().1);
    assert_eq!((table.stage, table.viewer()), (Showing::Curtain(Side(0)), None), "the other looks away");
    table.lift_curtain();
    assert_eq!((table.stage, table.viewer()), (Showing::Play, Some(Viewer::One(Side(0)))));
    table.give(flank(true));
    assert_eq!(table.stage, Showing::Curtain(Side(1)));
    table.lift_curtain();
    table.skip_reel();
    assert_eq!((table.stage, table.viewer()), (Showing::Play, Some(Viewer::One(Side(1)))));
    table.give(flank(false));
    table.skip_reel();
    assert_eq!((table.stage, table.viewer()), (Showing::Play, Some(Viewer::Both)), "both see how it ends");
    while table.prompt.side != Some(Side(0)) {
        let order = table.choices().next().expect("something is offered").order.clone();
        table.give(order);
        table.skip_reel();
    }
    table.ask_to_resign();
    table.give_anyway();
    assert_eq!(Session::outcome(&table.world), Some(Some(Side(1))));
    let _ = std::fs::remove_file(path);
}
