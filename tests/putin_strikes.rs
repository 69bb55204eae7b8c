//! Putin Strikes: what no situation can say, because it happens before a game begins or is asked from outside.

use bevy_ecs::prelude::World;
use five_fronts::board::{Ground, Hex, Ix, OptionId, Place, Side, UnitId, photograph};
use five_fronts::bots::{Bot, Greedy, Random};
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

/// A clear hex of Ukraine with nothing on its six sides, all of its neighbours likewise Ukrainian and clear.
fn open_ground(ground: &Ground) -> Ix {
    let plain = |ix: Ix| ground.region(ix).country == "Ukraine" && ground.terrain_name(ix) == "clear" && ground.sites(ix).next().is_none();
    let open = |ix: &Ix| {
        let around: Vec<Ix> = ground.grid.around(*ix).map(|(_, there)| there).collect();
        plain(*ix) && around.len() == 6 && around.into_iter().all(plain) && ground.sides[ix.at()].iter().all(|s| s.is_empty())
    };
    ground.grid.all().find(open).expect("Ukraine is wide")
}

/// The preview sums over the dice not yet thrown (Vostok, the concentric bonus), tells both cases of army support, and touches nothing.
#[test]
fn the_preview_is_exact_over_unknown_dice() {
    let rules = rules();
    let ground = rules.book.ground.clone();
    let mut world = play::begin(&rules, &rules.start(None, &[], 5).expect("no options"), Players::Two);
    let target = open_ground(&ground);
    let around: Vec<Hex> = ground.grid.around(target).map(|(_, ix)| ground.grid.hex(ix)).collect();
    let mut position = photograph(&mut world);
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
    assert_eq!(preview.unknown.iter().map(|(_, rule)| rule.0).collect::<Vec<_>>(), ["PS-10.18.b", "PS-10.6.b"]);
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

/// The greedy bot plays either side to the end, and both sides fight.
#[test]
fn the_greedy_bot_plays_both_sides() {
    let rules = rules();
    let mut world = play::begin(&rules, &rules.start(None, &[], 3).expect("no options"), Players::Solo);
    let mut bots = [Greedy::default(), Greedy::default()];
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
