//! Putin Strikes: what no situation can say, because it happens before a game begins or is asked from outside.

use bevy_ecs::prelude::World;
use five_fronts::board::{Ground, Hex, Ix, OptionId, Place, Side, UnitId, snapshot};
use five_fronts::bots::{Random, Seated, Steady};
use five_fronts::games::putin_strikes::{Charts, Optional, Order};
use five_fronts::games::{Order as AnyOrder, Rules, Title};
use five_fronts::play::{self, Players, Session};
use std::collections::BTreeMap;

fn rules() -> Rules {
    Title::PutinStrikes.load(&Title::PutinStrikes.shipped()).expect("shipped tables have no fault")
}

fn unit(rules: &Rules, name: &str) -> UnitId {
    UnitId(rules.lexicon().number("UnitId", name).expect("units are named").expect("it is a unit"))
}

fn submit(world: &mut World, order: Order) {
    let text = format!("{order:?}");
    play::submit(world, AnyOrder::PutinStrikes(order)).unwrap_or_else(|by| panic!("{text}: {by}"));
}

/// Counts of the rulebook: 57 Russian and 77 Allied combat units, sixteen of the Russian ones air assault; census faults are told.
#[test]
fn the_order_of_battle_has_the_rulebooks_numbers() {
    let book = rules().book;
    let count = |nations: &[&str], kind: Option<&str>| {
        let fits = |row: &&five_fronts::board::UnitRow| {
            let nation = book.nations[row.nation.value.at()].id.as_str();
            row.front.len() == 2 && nations.contains(&nation) && kind.is_none_or(|k| row.kind.value == k)
        };
        book.units.iter().filter(fits).count()
    };
    let nations = [("Ru", 57), ("Na", 1), ("Be", 7), ("Es", 2), ("La", 6), ("Li", 4), ("Md", 3), ("Po", 13), ("Uk", 25), ("Ge", 3), ("Sw", 3), ("Fn", 4)];
    for (nation, n) in nations.into_iter().chain([("Cz", 2), ("Sl", 2), ("Hu", 2)]) {
        assert_eq!(count(&[nation], None), n, "{nation}");
    }
    assert_eq!(count(&["Ru"], Some("air_assault")), 16);
    let mut files = Title::PutinStrikes.shipped();
    let tables = files.texts.get_mut("tables.ron").expect("it ships");
    *tables = tables.replace("city_hexes: 42", "city_hexes: 41").replace("concentric_divisor: 2", "concentric_divisor: 0");
    let faults = Title::PutinStrikes.load(&files).err().expect("a divisor of zero is a fault").to_string();
    assert!(faults.contains("tables.ron"), "{faults}");
    let tables = files.texts.get_mut("tables.ron").expect("it ships");
    *tables = tables.replace("concentric_divisor: 0", "concentric_divisor: 2");
    let faults = Title::PutinStrikes.load(&files).err().expect("a wrong census is a fault").to_string();
    assert!(faults.contains("42 city hexes, and the census counts 41"), "{faults}");
}

/// A clear hex of Ukraine with nothing on its six sides, all of its neighbors likewise Ukrainian and clear.
fn open_ground(ground: &Ground) -> Ix {
    let plain = |ix: Ix| ground.region(ix).country == "Ukraine" && ground.terrain_name(ix) == "clear" && ground.sites(ix).next().is_none();
    let open = |ix: &Ix| {
        let around: Vec<Ix> = ground.grid.around(*ix).map(|(_, there)| there).collect();
        plain(*ix) && around.len() == 6 && around.into_iter().all(plain) && ground.sides[ix.at()].iter().all(|s| s.is_empty())
    };
    ground.grid.all().find(open).expect("Ukraine is wide")
}

/// The preview sums over the dice not yet rolled (Vostok, the concentric bonus), tells both cases of army support, and touches nothing.
#[test]
fn the_preview_is_exact_over_unknown_dice() {
    let rules = rules();
    let ground = rules.book.ground.clone();
    let mut world = play::begin(&rules, &rules.start(None, &[], 5).expect("no options"), Players::Two);
    let target = open_ground(&ground);
    let around: Vec<Hex> = ground.grid.around(target).map(|(_, ix)| ground.grid.hex(ix)).collect();
    let mut position = snapshot(&mut world);
    for state in &mut position.units {
        if state.place.hex().is_some() {
            state.place = Place::Lost;
        }
    }
    let mut put = |name: &str, hex: Hex| position.units[unit(&rules, name).at()].place = Place::Map(hex);
    put("UK-M24", ground.grid.hex(target)); // defense 4
    put("RU-4GT", around[0]); // attack 12
    put("RU-2GM", around[3]); // attack 11, from the other side
    let actions = rules.book.sequence.steps.iter().position(|s| s.name == "Alternating actions").expect("there is such a step");
    (position.clock.turn, position.clock.at) = (2, actions as u8);
    play::set_up_position(&mut world, &position);
    submit(&mut world, Order::Declare { hex: ground.grid.hex(target) });
    assert!(play::preview(&mut world, Side(0)).is_none(), "nobody takes part yet");
    for name in ["RU-4GT", "RU-2GM"] {
        submit(&mut world, Order::Join { unit: unit(&rules, name) });
    }
    submit(&mut world, Order::CallVostok);
    let (hash, dice) = (play::hash(&mut world), Session::dice(&world));
    let preview = play::preview(&mut world, Side(0)).expect("an attack is planned");
    assert_eq!(play::preview(&mut world, Side(1)).as_ref(), Some(&preview), "nothing is hidden");
    assert_eq!((play::hash(&mut world), Session::dice(&world)), (hash, dice));
    assert_eq!((preview.attack, preview.defense, preview.odds.as_str(), preview.column.as_str()), (23, 4, "5:1", "5:1 to 7:1"));
    assert_eq!(preview.unknown.iter().map(|(_, rule)| rule.0).collect::<Vec<_>>(), ["PS-10.18.b"]);
    assert_eq!(preview.rolled_shifts.iter().map(|(_, rule, least, most)| (rule.0, *least, *most)).collect::<Vec<_>>(), [("PS-10.6.b", 0, 3)]);
    let table = &rules.charts.downcast_ref::<Charts>().expect("these are its charts").combat;
    for (case, support) in preview.cases.iter().zip([0, -1]) {
        let mut expected: BTreeMap<String, u32> = BTreeMap::new();
        for (vostok, bonus) in (0..6).flat_map(|vostok| (1..=6).map(move |die| (vostok, die / 2))) {
            let column = ((23 + vostok) / 4 + bonus + support).clamp(0, 7) as usize;
            table.rows.iter().for_each(|row| *expected.entry(row[column].to_string()).or_default() += 1);
        }
        assert_eq!(case.chances.iter().cloned().collect::<BTreeMap<_, _>>(), expected, "{}", case.label);
    }
    assert_eq!((preview.of, preview.chances.iter().map(|(_, n)| n).sum::<u32>(), preview.cases.len()), (216, 216, 2));
    assert_eq!(preview.chances, preview.cases[0].chances);
    assert_eq!(preview.missing, Some((1, "6:1".to_owned())));
}

/// Both variants of set-up can be played to their end by the button alone, and any player may act at random after it.
#[test]
fn variants_of_set_up() {
    let rules = rules();
    for option in [Optional::AlliesFirst, Optional::Alternate] {
        let options: Vec<OptionId> = vec![option.id()];
        let mut world = play::begin(&rules, &rules.start(None, &options, 9).expect("options fit"), Players::Solo);
        let mut bot = Random::seeded(1);
        let mut sides = Vec::new();
        while Session::turn(&world) == 0 {
            let prompt = play::prompt(&mut world);
            sides.extend(prompt.side);
            let wanted = [AnyOrder::PutinStrikes(Order::Ready), AnyOrder::PutinStrikes(Order::PlaceRest)];
            let known = wanted.iter().find(|order| prompt.buttons.iter().any(|c| c.order == **order)).cloned();
            let order = known.or_else(|| bot.choose(&mut world)).expect("something is offered");
            play::submit(&mut world, order).expect("a choice offered is accepted");
        }
        sides.dedup();
        if option == Optional::AlliesFirst {
            assert_eq!(sides, [Side(1), Side(0), Side(1)], "the Allies, the Russian, then the Allied throw for a contingent");
        } else {
            assert!(sides.len() > 80, "one unit each in turn");
        }
    }
}

/// The steady bot plays either side to the end, and both sides fight.
#[test]
fn the_steady_bot_plays_both_sides() {
    let rules = rules();
    let mut world = play::begin(&rules, &rules.start(None, &[], 3).expect("no options"), Players::Solo);
    let mut bots = [1, 2].map(|seed| Seated::bot(Steady::default(), seed));
    let mut attacks = [0; 2];
    for _ in 0..5_000 {
        let Some(side) = play::prompt(&mut world).side else { break };
        let order = bots[side.at()].choose(&mut world).expect("something is offered");
        attacks[side.at()] += u32::from(order == AnyOrder::PutinStrikes(Order::Commit));
        play::submit(&mut world, order).expect("a choice offered is accepted");
    }
    assert!(Session::outcome(&world).is_some_and(|winner| winner.is_some()), "somebody wins");
    assert!(attacks.iter().all(|n| *n > 0), "both attack: {attacks:?}");
}

/// A world in the phase of actions of turn 2 with only these counters on the map.
fn actions_with(rules: &Rules, places: &[(&str, &str)]) -> World {
    let mut world = play::begin(rules, &rules.start(None, &[], 5).expect("no options"), Players::Two);
    let mut position = snapshot(&mut world);
    position.units.iter_mut().filter(|state| state.place.hex().is_some()).for_each(|state| state.place = Place::Lost);
    for (name, hex) in places {
        let at = rules.book.ground.grid.hexes().iter().find(|h| h.to_string() == *hex).expect("a hex of the map");
        position.units[unit(rules, name).at()].place = Place::Map(*at);
    }
    let actions = rules.book.sequence.steps.iter().position(|s| s.name == "Alternating actions").expect("there is such a step");
    (position.clock.turn, position.clock.at) = (2, actions as u8);
    play::set_up_position(&mut world, &position);
    world
}

fn hex(rules: &Rules, name: &str) -> Hex {
    *rules.book.ground.grid.hexes().iter().find(|h| h.to_string() == name).expect("a hex of the map")
}

/// Actions are counted, plans are not, and a pass is told until somebody acts.
#[test]
fn actions_are_counted() {
    let rules = rules();
    let mut world = actions_with(&rules, &[("RU-4GT", "3023"), ("RU-2GM", "3022"), ("UK-M24", "1829")]);
    let told = |world: &mut World| play::alternation(world).map(|a| (a.action, a.passed));
    assert_eq!(told(&mut world), Some((1, false)));
    submit(&mut world, Order::Move { units: vec![unit(&rules, "RU-4GT")].into(), by: Default::default(), path: Default::default() });
    assert_eq!(told(&mut world), Some((2, false)));
    submit(&mut world, Order::Pass);
    assert_eq!(told(&mut world), Some((3, true)));
    submit(&mut world, Order::PlanStrike);
    assert_eq!(told(&mut world), Some((3, true)), "a plan is no action");
    submit(&mut world, Order::Drop);
    submit(&mut world, Order::Move { units: vec![unit(&rules, "RU-2GM")].into(), by: Default::default(), path: Default::default() });
    assert_eq!(told(&mut world), Some((4, false)));
    submit(&mut world, Order::Pass);
    submit(&mut world, Order::Pass);
    assert_eq!(told(&mut world), None, "the phase is over");
}

/// Whoever is about to regret something is told so first, with the rule; nothing is changed by asking.
#[test]
fn grave_orders_are_warned_of() {
    let rules = rules();
    let mut world = actions_with(&rules, &[("RU-4GT", "3023"), ("RU-2GM", "3022"), ("RU-NA", "3022"), ("UK-T1", "2923"), ("UK-M24", "3320")]);
    let before = play::hash(&mut world);
    let mut warned = |order: Order| play::warning(&mut world, &AnyOrder::PutinStrikes(order)).map(|w| (w.text, w.rule.0));
    let (text, rule) = warned(Order::PlanStrike).expect("a plan to strike");
    assert!(text.contains("2 of 36 rolls (5.6%)"), "{text}");
    assert_eq!(rule, "PS-13.8.a");
    let (text, _) = warned(Order::Strike { hex: hex(&rules, "3320") }).expect("a strike");
    assert!(text.contains("Uk 24 Mech") && text.contains("5.6%"), "{text}");
    let go = |name: &str, to: &str| Order::Move { units: vec![unit(&rules, name)].into(), by: Default::default(), path: vec![hex(&rules, to)].into() };
    assert_eq!(warned(go("RU-4GT", "3022")).expect("a third division").1, "PS-6.2.b");
    assert_eq!(warned(go("RU-4GT", "3123")).expect("Bryansk is left").1, "PS-10.3.a");
    assert_eq!(warned(go("RU-2GM", "3122")), None);
    assert_eq!(warned(Order::Pass), None);
    assert_eq!(play::hash(&mut world), before);
}

/// Airpower covers its hex and the six about it; in turn 1 that of the Allies stops at the Russian border.
#[test]
fn airpower_covers_what_it_reaches() {
    let rules = rules();
    let mut world = actions_with(&rules, &[("RU-AIR-01", "2010"), ("UK-M24", "1829")]);
    let covered = play::air_cover(&mut world, Side(0));
    assert_eq!((covered.len(), covered.contains(&hex(&rules, "2010")), play::air_cover(&mut world, Side(1)).len()), (7, true, 0));
    assert_eq!(play::range(&mut world, unit(&rules, "RU-AIR-01")), Some(1));
    assert_eq!(play::range(&mut world, unit(&rules, "UK-M24")), None);
    let mut world = actions_with(&rules, &[("AL-AIR-01", "3020"), ("UK-M24", "1829")]);
    assert_eq!(play::air_cover(&mut world, Side(1)).len(), 7);
    let mut position = snapshot(&mut world);
    position.clock.turn = 1;
    play::set_up_position(&mut world, &position);
    assert_eq!(play::air_cover(&mut world, Side(1)).len(), 0, "3020 and all about it lies in Russia proper");
}
