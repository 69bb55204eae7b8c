//! Turkish Liberation: what no situation can say, because it is asked from outside.

use bevy_ecs::prelude::World;
use five_fronts::board::{Activity, Hex, Place, Relation, UnitId, snapshot};
use five_fronts::bots::{Commander, Seated, Steady, Think};
use five_fronts::games::turkish_liberation::Order;
use five_fronts::games::{Order as AnyOrder, Rules, Title};
use five_fronts::play::{self, Players};

fn rules() -> Rules {
    Title::TurkishLiberation.load(&Title::TurkishLiberation.shipped()).expect("shipped tables have no fault")
}

fn number(rules: &Rules, of: &str, name: &str) -> u16 {
    rules.lexicon().number(of, name).expect("there are such names").unwrap_or_else(|_| panic!("{name} is a {of}"))
}

fn unit(rules: &Rules, name: &str) -> UnitId {
    UnitId(number(rules, "UnitId", name))
}

/// A step of turn 3 with these counters on the map and these tracks.
fn position(rules: &Rules, step: &str, counters: &[(&str, u16)], tracks: &[(&str, i32)]) -> World {
    let mut world = play::begin(rules, &rules.start(None, &[], 5).expect("no options"), Players::Two);
    let mut position = snapshot(&mut world);
    for state in &mut position.units {
        state.place = Place::Lost;
    }
    for (name, hex) in counters {
        position.units[unit(rules, name).at()].place = Place::Map(Hex(*hex));
    }
    for (name, value) in tracks {
        position.ledger[usize::from(number(rules, "TrackId", name))] = *value;
    }
    let at = number(rules, "StepId", step);
    (position.clock.turn, position.clock.at) = (3, at as u8);
    play::set_up_position(&mut world, &position);
    world
}

/// The rows of the table of wars, by nation: TN, BOL, ARP.
fn wars(rules: &Rules, world: &mut World) -> Vec<(String, Vec<Relation>)> {
    let found = play::relations(world).expect("this game has one");
    let name = |nation: five_fronts::board::NationId| rules.book.nations[nation.at()].id.clone();
    assert_eq!(found.across.into_iter().map(name).collect::<Vec<_>>(), ["TN", "BOL", "ARP"]);
    found.down.into_iter().map(|(nation, row)| (name(nation), row)).collect()
}

/// Somebody of every nation that comes and goes.
const EVERYBODY: [(&str, u16); 9] =
    [("GR-1", 2000), ("AR-1R", 2121), ("GE-1R", 2322), ("AZ-1", 2124), ("WR-Al", 2503), ("CA-1", 2303), ("TN-5", 2107), ("BR-28", 2503), ("FR-DC", 1510)];

#[test]
fn who_is_at_war_with_whom() {
    use Relation::*;
    let rules = rules();
    let mut world = position(&rules, "Imperialist.Choice", &EVERYBODY, &[]);
    let expected = [
        ("GRE", [War, None, Gone]),
        ("ARM", [War, War, Gone]),
        ("GEO", [None, War, Gone]),
        ("AZE", [None, War, Gone]),
        ("BRI", [Neutral, None, Gone]),
        ("FRE", [Neutral, None, Gone]),
        ("ITA", [Neutral, None, Gone]),
        ("WHI", [War, None, Gone]),
        ("CAL", [War, None, Gone]),
        ("REB", [Gone, Gone, Gone]),
    ];
    assert_eq!(wars(&rules, &mut world), expected.map(|(nation, row)| (nation.to_owned(), row.to_vec())));
    // Britain at war, France withdrawn, Georgia and the White army gone.
    let left: Vec<_> = EVERYBODY.into_iter().filter(|(name, _)| !["GE-1R", "WR-Al"].contains(name)).collect();
    let mut world = position(&rules, "Imperialist.Choice", &left, &[("britain", 1), ("france", 2), ("georgia", 1)]);
    let row = |world: &mut World, nation: &str| wars(&rules, world).into_iter().find(|(n, _)| n == nation).expect("it has a row").1;
    assert_eq!(row(&mut world, "BRI"), [War, None, Gone]);
    assert_eq!(row(&mut world, "FRE"), [Gone, Gone, Gone]);
    assert_eq!(row(&mut world, "GEO"), [Gone, Gone, Gone]);
    assert_eq!(row(&mut world, "WHI"), [Gone, Gone, Gone]);
    assert_eq!(row(&mut world, "ITA"), [Neutral, None, Gone]);
}

#[test]
fn who_acts_when() {
    let rules = rules();
    let counters = [("GR-1", 2000), ("AR-1R", 2121), ("TN-5", 2107), ("BO-1Az", 2719)];
    let acting = |world: &mut World| -> Vec<(String, Activity)> {
        play::activations(world).into_iter().map(|(nation, activity)| (rules.book.nations[nation.at()].id.clone(), activity)).collect()
    };
    let listed = |expected: [(&str, Activity); 4]| expected.map(|(nation, activity)| (nation.to_owned(), activity)).to_vec();
    use Activity::*;
    let mut world = position(&rules, "Imperialist.Choice", &counters, &[]);
    assert_eq!(acting(&mut world), listed([("GRE", ToCome), ("ARM", ToCome), ("TN", ToCome), ("BOL", ToCome)]));
    let greece = five_fronts::board::NationId(number(&rules, "NationId", "GRE") as u8);
    play::submit(&mut world, AnyOrder::TurkishLiberation(Order::Activate { nation: greece })).expect("Greeks are on the map");
    assert_eq!(acting(&mut world), listed([("GRE", Now), ("ARM", ToCome), ("TN", ToCome), ("BOL", ToCome)]));
    for order in [Order::EndMovement, Order::EndPhase] {
        play::submit(&mut world, AnyOrder::TurkishLiberation(order)).expect("nobody is left out by force");
    }
    assert_eq!(acting(&mut world), listed([("GRE", Done), ("ARM", LeftOut), ("TN", Now), ("BOL", ToCome)]));
    play::submit(&mut world, AnyOrder::TurkishLiberation(Order::EndMovement)).expect("Turks move");
    assert_eq!(acting(&mut world), listed([("GRE", Done), ("ARM", LeftOut), ("TN", Done), ("BOL", Now)]));
    assert!(acting(&mut position(&rules, "Admin.Turkish", &counters, &[])).is_empty());
}

/// Every event chit is a card with words and a rule of its own, and no other counter is one.
#[test]
fn chits_are_cards() {
    let rules = rules();
    let atoms: Vec<&str> = rules.book.atoms.iter().map(|atom| atom.id.as_str()).collect();
    for (n, row) in rules.book.units.iter().enumerate() {
        let card = rules.game().card(&rules, UnitId(n as u16));
        assert_eq!(card.is_some(), row.kind.value == "event", "{}", row.name);
        if let Some(card) = card {
            assert!(card.text.len() > 40 && card.text.ends_with('.'), "{}: {}", row.name, card.text);
            assert!(atoms.contains(&card.rule.0), "{}: {}", row.name, card.rule);
        }
    }
}

/// [13.0.b], [13.0.c] Whoever is about to begin a war is told so, and nobody else.
#[test]
fn this_is_war() {
    let rules = rules();
    let counters = [("TN-5", 2107), ("TN-41", 1605), ("IT-Li", 1604)];
    let mut world = position(&rules, "Turkish.Movement", &counters, &[]);
    let march = |name: &str, hex: u16| AnyOrder::TurkishLiberation(Order::Move { units: vec![unit(&rules, name)].into(), path: vec![Hex(hex)].into() });
    let warned = |world: &mut World, order: AnyOrder| play::warning(world, &order).map(|w| w.rule.0);
    let zone = 1505;
    assert_eq!(warned(&mut world, march("TN-41", zone)), Some("WTL-13.0.b"));
    assert_eq!(warned(&mut world, march("TN-41", 1705)), None);
    assert_eq!(warned(&mut world, march("TN-5", 2108)), Some("WTL-16.1.a"), "Ankara would be left empty");
    let mut world = position(&rules, "Turkish.Combat", &counters, &[]);
    for order in [Order::Declare { hex: Hex(1604) }, Order::Join { unit: unit(&rules, "TN-41") }] {
        assert_eq!(warned(&mut world, AnyOrder::TurkishLiberation(order.clone())), None, "a plan is no war: {order:?}");
        play::submit(&mut world, AnyOrder::TurkishLiberation(order)).unwrap_or_else(|by| panic!("{by}"));
    }
    assert_eq!(warned(&mut world, AnyOrder::TurkishLiberation(Order::Commit)), Some("WTL-13.0.c"));
    let mut world = position(&rules, "Turkish.Movement", &counters, &[("britain", 1), ("france", 1), ("italy", 1)]);
    assert_eq!(warned(&mut world, march("TN-41", zone)), None, "it is war already");
}

/// A bot may lose Ankara, but no order of its own leaves it empty: not Steady's, nor a plan's that a search found.
#[test]
fn no_commander_leaves_ankara_empty() {
    let rules = rules();
    let track = usize::from(number(&rules, "TrackId", "ankara"));
    let is_empty = |world: &mut World| [1, 2].contains(&snapshot(world).ledger[track]);
    for (seed, searches) in [(4, false), (7, false), (9, true)] {
        let start = rules.start(None, &[], seed).expect("no options");
        let mut world = play::begin(&rules, &start, Players::Solo);
        let mut commanders = [1, 2].map(|chair| Seated::bot(Steady::default(), seed ^ chair));
        if searches {
            commanders[0] = Seated::commander(Commander::seeded(seed, Think::Playouts(4)), seed);
        }
        let mut attacks = [0, 0];
        while let Some(side) = play::prompt(&mut world).side {
            let order = commanders[side.at()].choose(&mut world).expect("somebody decides, so something is offered");
            attacks[side.at()] += usize::from(order == AnyOrder::TurkishLiberation(Order::Commit));
            let before = is_empty(&mut world);
            play::submit(&mut world, order.clone()).unwrap_or_else(|by| panic!("{by}"));
            let left = side.at() == 0 && !before && is_empty(&mut world);
            assert!(!left, "seed {seed}: {}", rules.write_order(&order));
        }
        assert!(attacks.iter().all(|n| *n > 0), "seed {seed}: both commanders attack: {attacks:?}");
    }
}

/// Plays games of two commanders and looks at every prompt and at what came of every order.
fn games(mut look: impl FnMut(&Rules, &mut World), mut after: impl FnMut(&Rules, &mut World)) {
    let rules = rules();
    for seed in [3, 11, 12, 13] {
        let mut world = play::begin(&rules, &rules.start(None, &[], seed).expect("no options"), Players::Solo);
        let mut commanders = [1, 2].map(|chair| Seated::bot(Steady::default(), seed ^ chair));
        while let Some(side) = play::prompt(&mut world).side {
            look(&rules, &mut world);
            let order = commanders[side.at()].choose(&mut world).expect("somebody decides, so something is offered");
            play::submit(&mut world, order).unwrap_or_else(|by| panic!("{by}"));
            after(&rules, &mut world);
        }
    }
}

/// [14.0], [14.2.m] The lines shown in a battle say what its odds say: an open one supplies, a cut one does not, and a convoy is named only to whom it would help.
#[test]
fn lines_of_supply_agree_with_the_odds() {
    let (mut open, mut cut, mut convoys) = (0, 0, 0);
    games(
        |rules, world| {
            let lines = play::battle_lines(world);
            let Some(preview) = play::preview(world, five_fronts::board::Side(0)) else { return assert!(lines.is_empty(), "lines of no battle") };
            let took_part = |unit: &UnitId| preview.attackers.iter().chain(&preview.defenders).any(|(known, _)| known == unit);
            for line in &lines {
                let name = rules.book.unit_name(line.unit);
                assert!(took_part(&line.unit), "{name} takes no part");
                let lacks = preview.unsupplied.contains(&line.unit);
                match line.convoy {
                    None => assert_eq!(line.trace.cut.is_some(), lacks, "{name}: {line:?}"),
                    Some(convoy) => {
                        assert!(lacks && line.trace.cut.is_none(), "{name}: {line:?}");
                        let end = line.trace.path.last().map(|ix| Place::Map(rules.book.ground.grid.hex(*ix)));
                        let stands = snapshot(world).units[convoy.at()].place;
                        let own = snapshot(world).units[line.unit.at()].place;
                        assert_eq!(end.unwrap_or(own), stands, "the line ends at the convoy");
                    }
                }
                convoys += i32::from(line.convoy.is_some());
                cut += i32::from(line.trace.cut.is_some());
                open += i32::from(line.convoy.is_none() && !lacks);
            }
        },
        |_, _| {},
    );
    assert!(open > 20 && cut > 0 && convoys > 0, "{open} open, {cut} cut, {convoys} to convoys");
}

/// Nations in the plural take a verb in the plural, and event chits are called by their names.
#[test]
fn the_log_reads_well() {
    let mut plural = 0;
    games(
        |_, _| {},
        |rules, world| {
            let events = &world.resource::<play::Session>().past.last().expect("an order was given").events;
            let lines: Vec<String> = events.iter().filter_map(|event| event.fact.read(&rules.book)).collect();
            for line in lines {
                assert!(!line.contains("EVT"), "{line}");
                for nation in rules.book.nations.iter().filter(|nation| nation.plural) {
                    assert!(!line.starts_with(&format!("{} is ", nation.name)) && !line.starts_with(&format!("{} has ", nation.name)), "{line}");
                    plural += i32::from(line.starts_with(&format!("{} are active", nation.name)));
                }
            }
        },
    );
    assert!(plural > 0, "rebels are active at some time");
}
