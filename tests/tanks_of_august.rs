//! Tanks of August: what no situation can say, because it happens before a game begins or is asked from outside.

use bevy_ecs::prelude::World;
use five_fronts::board::{Atom, Event, Fact, Hex, MarkId, OptionId, Side, UnitId, snapshot};
use five_fronts::bots::{Seated, Steady};
use five_fronts::games::tanks_of_august::{MissionKind, Optional, Order};
use five_fronts::games::{Order as AnyOrder, Rules, Title};
use five_fronts::play::{self, Players, Session};

fn rules() -> Rules {
    Title::TanksOfAugust.load(&Title::TanksOfAugust.shipped()).expect("shipped tables have no fault")
}

/// TOA-14.0.a: each optional rule is a switch of its own, and 14.1 needs 14.4.
#[test]
fn optional_rules_that_need_others() {
    let rules = rules();
    let start = |options: &[Optional]| rules.start(None, &options.iter().map(|o| o.id()).collect::<Vec<OptionId>>(), 1);
    assert_eq!(start(&[Optional::Adjara]).unwrap_err(), "optional rule 14.1 needs 14.4 as well");
    assert!(start(&[Optional::Adjara, Optional::Exchange]).is_ok());
    for (i, _) in rules.lexicon().names("OptionId").iter().enumerate().skip(1) {
        assert!(rules.start(None, &[OptionId(i as u8)], 1).is_ok());
    }
}

/// Counts of the rulebook: 125 units, of which five Ossetian, five Abkhaz; four brigades of six; nineteen around Tskhinvali.
#[test]
fn the_order_of_battle_has_the_rulebooks_numbers() {
    let book = rules().book;
    let count = |test: &dyn Fn(&str, &five_fronts::board::UnitRow) -> bool| {
        book.units.iter().enumerate().filter(|(i, row)| test(book.unit_name(UnitId(*i as u16)), row)).count()
    };
    assert_eq!(count(&|_, row| row.kind.value != "reinforcement_marker"), 125);
    assert_eq!(count(&|_, row| row.kind.value == "reinforcement_marker"), 7);
    for (prefix, n) in [("SO-", 5), ("AB-", 5), ("GE-", 49), ("RU-", 66)] {
        assert_eq!(count(&|id, _| id.starts_with(prefix)), n, "{prefix}");
    }
    for brigade in ["1", "2", "3", "4", "5"] {
        assert_eq!(count(&|id, row| id.starts_with("GE-") && row.formation == brigade), 6, "brigade {brigade}");
    }
    let around = book.scenarios[0].lots.iter().find(|lot| book.lexicon.name("AtomId", lot.rule.0) == Some("TOA-4.2.a")).expect("it is in the scenario");
    assert_eq!(around.units.len(), 19);
}

fn submit(world: &mut World, order: Order) {
    let text = format!("{order:?}");
    play::submit(world, AnyOrder::TanksOfAugust(order)).unwrap_or_else(|by| panic!("{text}: {by}"));
}

/// The preview tells exact chances with every shift cited, touches neither dice nor position, and counts no defender that is not seen.
#[test]
fn the_preview_is_exact_and_changes_nothing() {
    let rules = rules();
    let mut world = play::begin(&rules, &rules.start(None, &[], 5).expect("no options"), Players::Two);
    for order in [Order::PlaceRest, Order::Ready, Order::PlaceRest, Order::Ready, Order::RollWeather] {
        submit(&mut world, order);
    }
    for _ in 0..3 {
        submit(&mut world, Order::EndSegment); // to the Combat Segment
    }
    let unit = |name: &str| UnitId(rules.lexicon().number("UnitId", name).expect("units are named").expect("it is a unit"));
    let tskhinvali = "1909".parse().expect("a hex");
    assert!(play::preview(&mut world, Side(0)).is_none(), "nothing is planned yet");
    submit(&mut world, Order::Declare { hex: tskhinvali });
    for name in ["GE-31", "GE-32", "GE-3-T"] {
        submit(&mut world, Order::Join { unit: unit(name) });
    }
    let (hash, dice) = (play::hash(&mut world), Session::dice(&world));
    let georgian = play::preview(&mut world, Side(0)).expect("an attack is planned");
    assert!(play::preview(&mut world, Side(1)).is_none(), "a plan is its player's secret");
    assert_eq!((play::hash(&mut world), Session::dice(&world)), (hash, dice));
    submit(&mut world, Order::Commit);
    let russian = play::preview(&mut world, Side(1)).expect("an attack is declared");
    // Infantry 4 + 4 and tanks 6; of four defenders only the top one, the peacekeepers of defense 4, is seen. The others may be the strongest
    // that are not known, of defense 15 together: 14:19, three columns to the left; at best 14:6, and three to the left.
    let open = play::open_preview(&mut world, Side(0)).expect("an attack is declared");
    assert_eq!((georgian.attack, georgian.defense, georgian.unseen), (14, 19, 3));
    assert_eq!((russian.attack, russian.defense, russian.unseen), (14, 13, 0));
    assert_eq!(russian, open, "whoever sees everything is shown the odds that are rolled on");
    let span = georgian.span.as_ref().map(|(worst, best)| (worst.as_str(), best.as_str()));
    assert_eq!((georgian.odds.as_str(), georgian.column.as_str(), span), ("1:2", "1:3", Some(("1:3", "1:3"))));
    let shifts: Vec<(&str, &str, i8)> = georgian.shifts.iter().map(|(what, rule, n)| (*what, rule.0, *n)).collect();
    assert_eq!(shifts, [("terrain", "TOA-10.4.5.a", -2), ("river", "TOA-10.4.5.b", -1)]);
    let chances: Vec<(&str, u32)> = georgian.chances.iter().map(|(result, n)| (result.as_str(), *n)).collect();
    assert_eq!(chances, [("1/0", 2), ("2/0", 3), ("3/0", 1)]);
    assert_eq!(georgian.chances.iter().map(|(_, n)| n).sum::<u32>(), georgian.of);
}

/// [10.4.2.e], [6.7.d] Whoever fires from within a stack is named to both as it fires. No other mark gives a counter away, nor does the end of that one.
#[test]
fn whoever_fires_is_named_to_both() {
    let rules = rules();
    let mut world = play::begin(&rules, &rules.start(None, &[], 5).expect("no options"), Players::Two);
    for order in [Order::PlaceRest, Order::Ready, Order::PlaceRest, Order::Ready] {
        submit(&mut world, order);
    }
    let position = snapshot(&mut world);
    for side in [Side(0), Side(1)] {
        let known = play::known_to(&mut world, side);
        let buried = (0..known.len()).find(|i| !known[*i] && position.units[*i].place.hex().is_some()).expect("somebody lies under another");
        let (unit, place) = (UnitId(buried as u16), position.units[buried].place);
        let event = |fact: Fact| Event { by: Atom("TOA-10.4.2.e"), fact };
        let marked = |mark: MarkId, on: bool| event(Fact::Marked { unit, mark, on });
        let mut is_named = |first: Event| {
            let moved = event(Fact::Moved { unit, from: place, to: place, path: Default::default() });
            play::read_by(&mut world, side, &[first, moved]).iter().any(|line| line.contains(rules.book.called(unit)))
        };
        for (number, mark) in rules.lexicon().names("MarkId").iter().enumerate() {
            let id = MarkId(number as u8);
            assert_eq!(is_named(marked(id, true)), mark == "fired", "{mark}");
            assert!(!is_named(marked(id, false)), "{mark} is taken off");
        }
    }
}

/// A refusal gives the reason that a player would give first, and names the hex or the unit at fault.
#[test]
fn refusals_give_the_first_reason() {
    let rules = rules();
    let mut world = play::begin(&rules, &rules.start(None, &[], 5).expect("no options"), Players::Two);
    let unit = |name: &str| UnitId(rules.lexicon().number("UnitId", name).expect("units are named").expect("it is a unit"));
    let hex = |name: &str| name.parse::<Hex>().expect("a hex");
    let refused = |world: &mut World, order: Order, why: &str| {
        let text = format!("{order:?}");
        let by = play::submit(world, AnyOrder::TanksOfAugust(order)).expect_err(&text);
        assert_eq!(by.why, why, "{text}");
    };
    let walk = |name: &str, path: &[&str]| Order::Move { unit: unit(name), path: path.iter().map(|name| hex(name)).collect() };
    for order in [Order::PlaceRest, Order::Ready, Order::PlaceRest, Order::Ready, Order::RollWeather, Order::EndSegment] {
        submit(&mut world, order);
    }
    refused(&mut world, walk("GE-31", &["1909"]), "there is an enemy unit in Tskhinvali 1909");
    refused(&mut world, walk("GE-31", &["2207"]), "Gori 2207 is not next to Eredvi 1908");
    refused(&mut world, walk("GE-ADB1", &["2206"]), "GE ADB 1 is static and never moves");
    refused(&mut world, walk("GE-33", &["1909"]), "there is an enemy unit in Tskhinvali 1909");
    refused(&mut world, walk("GE-IR", &["2108", "2008", "1908", "1807"]), "GE Ind Rec would enter an enemy zone of control in 2008 and must stop there");
    refused(&mut world, walk("RU-42-1", &["1508"]), "RU 1/70 belongs to the other player, who does not move now");
    submit(&mut world, Order::EndSegment);
    let strike = Order::Assign { unit: unit("GE-TAC"), mission: MissionKind::Bombardment };
    refused(&mut world, strike, "only the Russian side bombs bases");
    submit(&mut world, Order::EndSegment);
    let retreat = Order::Retreat { units: vec![unit("SO-1")].into(), path: Default::default() };
    refused(&mut world, retreat.clone(), "no attack is under way, so nobody has to retreat");
    refused(&mut world, Order::Declare { hex: hex("2207") }, "there is no enemy unit in Gori 2207");
    submit(&mut world, Order::Declare { hex: hex("1909") });
    refused(&mut world, retreat, "first the attack on Tskhinvali 1909 has to be declared");
    refused(&mut world, Order::CallOff, "the attack is only planned: drop the plan instead");
    refused(&mut world, Order::Commit, "no unit attacks Tskhinvali 1909 yet: guns and headquarters do not attack by themselves");
    refused(&mut world, Order::Join { unit: unit("GE-43") }, "GE 43 is not next to Tskhinvali 1909");
    for order in [Order::Join { unit: unit("GE-31") }, Order::Join { unit: unit("GE-32") }, Order::Commit] {
        submit(&mut world, order);
    }
    let back = Order::FireBack { unit: unit("RU-42-A"), hex: hex("1908") };
    refused(&mut world, back, "Eredvi 1908 is 5 hexes from RU 50, and artillery reaches 2");
    refused(&mut world, Order::Support { unit: unit("GE-2-HQ") }, "GE 2 Bde HQ is not next to a unit it could support");
    refused(&mut world, Order::Support { unit: unit("GE-4-HQ") }, "the units next to GE 4 Bde HQ are neither of its command nor independent");
    refused(&mut world, Order::EndSupport, "it is too late for that: now the attacker decides whether to carry out the attack on Tskhinvali 1909");
    submit(&mut world, Order::Proceed);
    refused(&mut world, Order::CallOff, "the odds are known, so the attack can no longer be called off");
}

/// A line of supply and the hex that cuts it.
#[test]
fn supply_lines_tell_what_cuts_them() {
    let rules = rules();
    let mut world = play::begin(&rules, &rules.start(None, &[], 5).expect("no options"), Players::Two);
    for order in [Order::PlaceRest, Order::Ready, Order::PlaceRest, Order::Ready] {
        submit(&mut world, order);
    }
    let unit = |name: &str| UnitId(rules.lexicon().number("UnitId", name).expect("units are named").expect("it is a unit"));
    let gori = play::supply_line(&mut world, unit("GE-IR")).expect("it is on the map");
    assert_eq!((gori.path.len(), gori.cut), (0, None), "it stands in a base");
    let kodori = play::supply_line(&mut world, unit("GE-51")).expect("it is on the map");
    assert!(kodori.cut.is_none() && kodori.path.len() > 3, "over the Khida Pass");
    assert!(play::supply_line(&mut world, unit("RU-19-1")).is_none(), "it is not on the map");
}

/// The steady bot plays either side to the end.
#[test]
fn the_steady_bot_plays_both_sides() {
    let rules = rules();
    let mut world = play::begin(&rules, &rules.start(None, &[], 3).expect("no options"), Players::Solo);
    let mut bots = [1, 2].map(|seed| Seated::bot(Steady::default(), seed));
    for _ in 0..5_000 {
        let Some(side) = play::prompt(&mut world).side else { break };
        let order = bots[side.at()].choose(&mut world).expect("something is offered");
        play::submit(&mut world, order).expect("a choice offered is accepted");
    }
    assert!(Session::outcome(&world).is_some_and(|winner| winner.is_some()), "somebody wins");
}

/// TOA-3.4.e: once the war is over the lines of the count add up to the score that decided it, world opinion among them.
#[test]
fn the_final_count_adds_up() {
    let rules = rules();
    let score = rules.lexicon().names("TrackId").iter().position(|name| name == "score").expect("there is a track for it");
    let (mut counted, mut moved) = (0, 0);
    for seed in 1..=8 {
        let mut world = play::begin(&rules, &rules.start(None, &[], seed).expect("no options"), Players::Solo);
        let mut bots = [1, 2].map(|seed| Seated::bot(Steady::default(), seed));
        while let Some(side) = play::prompt(&mut world).side {
            let order = bots[side.at()].choose(&mut world).expect("something is offered");
            play::submit(&mut world, order).expect("what is offered is accepted");
        }
        let standing = play::standing(&mut world);
        let sudden = standing.tallies.iter().filter(|tally| tally.decides).all(|tally| tally.met);
        if sudden {
            continue; // won on the spot: nothing is counted
        }
        let sum: i32 = standing.tallies.iter().filter(|tally| tally.met).map(|tally| tally.halves).sum();
        assert_eq!(sum, play::sight(&mut world, Side(0)).ledger[score], "seed {seed}: {standing:?}");
        counted += 1;
        moved += usize::from(standing.tallies.iter().any(|tally| tally.what == "world opinion"));
    }
    assert!(counted > 2 && moved > 0 && moved < counted, "{counted} games counted, world opinion moved in {moved}");
}
