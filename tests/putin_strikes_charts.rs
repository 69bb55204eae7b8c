//! Putin Strikes: every cell of every chart and every factor of every counter, held against the reconstruction they come from, so that
//! no number changes unnoticed.

use five_fronts::board::{Dir, Ix, Points, SideKind};
use five_fronts::games::putin_strikes::Charts;
use five_fronts::games::{Rules, Title};

fn rules() -> Rules {
    Title::PutinStrikes.load(&Title::PutinStrikes.shipped()).expect("shipped tables have no fault")
}

fn charts(rules: &Rules) -> &Charts {
    rules.charts.downcast_ref::<Charts>().expect("these are the tables of this game")
}

/// Attacker's and defender's losses by die and column.
#[test]
fn the_combat_table() {
    let rules = rules();
    let table = &charts(&rules).combat;
    let expected = [
        "0:1 1:1 2:1 3:1 4:1 5:1 6:1 7:1",
        "4/0 3/0 3/0 2/1 2/1 1/2 1/2 1/3",
        "4/0 3/0 2/1 2/1 1/2 1/2 1/3 0/3",
        "3/0 2/0 2/1 1/1 1/2 1/3 0/3 0/4",
        "3/0 2/1 1/1 1/2 1/2 0/3 0/3 0/4",
        "3/1 1/1 1/2 1/2 0/3 0/3 0/4 0/5",
        "2/1 1/2 1/2 0/3 0/3 0/4 0/5 0/6",
    ];
    let columns: Vec<String> = table.columns.iter().map(ToString::to_string).collect();
    assert_eq!(columns.join(" "), expected[0]);
    assert_eq!(table.rows.len(), 6);
    for (die, row) in table.rows.iter().enumerate() {
        let row: Vec<String> = row.iter().map(ToString::to_string).collect();
        assert_eq!(row.join(" "), expected[die + 1], "die {}", die + 1);
    }
}

#[test]
fn the_nuclear_table() {
    let rules = rules();
    let table = &charts(&rules).nuclear;
    let rows: Vec<String> = table.rows.iter().map(|(terrain, row)| format!("{terrain} {row:?}")).collect();
    let expected = ["clear [D, EB, EB, EA, EA, EA]", "forest [D, D, EB, EB, EA, EA]", "marsh [D, D, EB, EB, EB, EA]", "rough [D, D, D, EB, EB, EA]"];
    assert_eq!(rows, expected);
    assert_eq!((table.exchange.as_slice(), table.overthrow.as_slice()), ([2].as_slice(), [12].as_slice()));
}

#[test]
fn every_number_of_the_charts() {
    let rules = rules();
    let c = charts(&rules);
    let shifts = &c.shifts;
    assert_eq!((shifts.multinational, shifts.airpower, shifts.no_support, shifts.concentric_divisor.get()), (-1, 1, 1, 2));
    assert_eq!((c.vostok.minus, c.river_shift), (1, -1));
    let sizes = &c.sizes;
    assert_eq!((sizes.division, sizes.brigade, sizes.capacity), (3, 1, 6));
    assert_eq!((sizes.disrupted_division, sizes.disrupted_brigade, sizes.garrison_defense, sizes.garrison_loss), (3, 1, 6, 1));
    let m = &c.movement;
    let points = [m.allowance, m.multinational, m.air_assault, m.blast, m.interdicted_hex, m.interdicted_river];
    assert_eq!(points, [6, 5, 1, 1, 1, 1].map(Points::whole));
    assert_eq!((m.column_factor, m.air_assault_column), (2, false));
    let air = &c.air;
    assert_eq!((air.dice, air.nato_dice, air.first_turn_russian, air.held_before, air.range), (2, 3, 2, 1, 1));
    assert_eq!((c.recycling.division_divisor.get(), c.recycling.brigade_divisor.get()), (1, 2));
    let r = &c.reinforcements;
    assert_eq!((r.half_up_to, r.task_force_dice, r.task_force_division), (3, 2, 7));
    assert_eq!((c.set_up.new_divisions, c.set_up.allowance_divisor.get()), (2, 2));
    let countries: Vec<&str> = c.victory.geo_strategic.iter().map(|c| c.value.as_str()).collect();
    assert_eq!((c.victory.needed, countries.join(", ").as_str()), (36, "Estonia, Latvia, Lithuania, Russia proper, Transnistria, DPR"));
    assert_eq!(rules.book.tracks[0].start, 24, "points at start");
    assert_eq!(rules.book.scenarios[0].turns, 8);
}

/// Every contingent: the die that brings it, and its units.
#[test]
fn the_reinforcement_table() {
    let rules = rules();
    let found: Vec<String> = (charts(&rules).reinforcements.contingents.iter())
        .map(|c| {
            let units: Vec<&str> = c.units.iter().map(|u| rules.lexicon().name("UnitId", u.0).expect("units have names")).collect();
            format!("{} {}: {}", c.slot, c.name, units.join(" "))
        })
        .collect();
    let expected = [
        "1 NATO airpower: AL-AIR-N1 AL-AIR-N2 AL-AIR-N3 AL-AIR-N4 AL-AIR-N5 AL-AIR-N6",
        "1 NATO task force: NA-VF",
        "2 Germany: GE-1 GE-10 GE-1AB",
        "3 Sweden: SW-3 SW-4 SW-31AM",
        "4 Finland: FN-Por FN-Arm FN-1 FN-2",
        "5 Czech Republic: CZ-4RD CZ-7",
        "5 Slovakia: SL-1 SL-2",
        "6 Hungary: HU-5 HU-25",
    ];
    assert_eq!(found, expected);
}

/// What each ground costs, shifts and forbids.
#[test]
fn the_terrain_effects_chart() {
    let rules = rules();
    let (ground, c) = (&rules.book.ground, charts(&rules));
    let of = |name: &str| -> Ix {
        let fits = |ix: &Ix| ground.terrain_name(*ix) == name && c.footing[ix.at()].city.is_none();
        ground.grid.all().find(fits).unwrap_or_else(|| panic!("no {name}"))
    };
    // cost, shift, no flight ends there, no move ends there
    let expected = [
        ("clear", 1, 0, false, false),
        ("forest", 2, 0, false, false),
        ("rough", 2, -1, false, false),
        ("marsh", 3, 0, false, false),
        ("chernobyl", 2, 0, false, true),
        ("sea", 0, 0, true, false),
        ("lake", 0, 0, true, false),
    ];
    for (name, cost, shift, water, radiation) in expected {
        let found = &c.footing[of(name).at()];
        assert_eq!((found.cost, found.shift, found.water, found.radiation), (Points::whole(cost), shift, water, radiation), "{name}");
    }
    for ix in &c.spots.cities {
        assert_eq!((c.footing[ix.at()].cost, c.footing[ix.at()].shift), (Points::whole(1), -2), "a city");
    }
    let side = |kind: SideKind| {
        let all = ground.grid.all().flat_map(|ix| Dir::ALL.map(|dir| (ix, dir)));
        let dry = |ix: Ix| !c.footing[ix.at()].water;
        let (ix, dir) = all
            .filter(|(ix, dir)| dry(*ix) && ground.grid.across(*ix, *dir).is_some_and(dry))
            .find(|(ix, dir)| ground.side(*ix, *dir).has(kind))
            .expect("there is one");
        let found = c.crossing[ix.at()][dir.at()];
        (found.water, found.extra, found.river)
    };
    assert_eq!(side(SideKind::River), (false, Points::whole(1), true));
    assert_eq!(side(SideKind::Lake), (true, Points::whole(0), false));
    assert_eq!(side(SideKind::Sea), (true, Points::whole(0), false));
}

/// The 134 divisions and brigades: kind, size and factors.
const ORDER_OF_BATTLE: [(&str, &str); 38] = [
    ("static_defense XX 8-8", "RU-KSDD"),
    ("mechanized X 2-3", "RU-OGT"),
    ("tank XX 12-9", "RU-4GT"),
    ("mechanized XX 11-10", "RU-2GM"),
    ("mechanized XX 10-9", "RU-150 RU-ND RU-NE"),
    ("tank XX 11-8", "RU-NA RU-NB RU-NC"),
    ("tank X 4-3", "RU-T1 UK-T17"),
    ("tank X 5-3", "RU-T6 RU-T5G RU-T7G UK-T1"),
    ("mechanized X 5-4", "RU-M27G"),
    (
        "mechanized X 4-4",
        "RU-M25G RU-M138G RU-M23G RU-M20G RU-M136G RU-M18G RU-M21G RU-M74G BE-6G BE-11G BE-120RG LI-IW UK-M24 UK-M30 \
        UK-M72 UK-M92 UK-M93 FN-Por CZ-4RD CZ-7",
    ),
    ("mechanized X 4-3", "RU-M17G RU-M35G RU-M36G RU-M37G RU-M38G RU-M57G RU-M9 RU-M19 RU-M205"),
    ("mechanized X 3-4", "RU-M15G RU-M200 ES-1 UK-M14 UK-M28 SL-1 SL-2 HU-25"),
    ("mechanized X 3-3", "RU-M28 RU-M32 BE-19 UK-M53 UK-M54"),
    ("mountain_infantry X 3-4", "RU-MT8G RU-MT34 PO-21R UK-MT10 UK-MT128"),
    ("mountain_infantry X 3-3", "RU-MT33 RU-MT55"),
    ("motorized X 3-3", "RU-MZ80 HU-5"),
    ("air_assault XX 10-9", "RU-76GA"),
    ("air_assault XX 9-9", "RU-7GA"),
    ("air_assault XX 9-8", "RU-98GA RU-106GA"),
    ("air_assault X 4-3", "RU-31GA RU-336GM UK-95AM"),
    (
        "air_assault X 3-3",
        "RU-11GA RU-56GA RU-83GA RU-61M RU-810M BE-38AM BE-103AB PO-6AB PO-25AM UK-25AB UK-79AM UK-80AM UK-81AM GE-1AB \
        SW-31AM",
    ),
    ("air_assault X 3-2", "RU-45GC"),
    ("air_assault X 2-2", "RU-2S RU-10S RU-16S RU-22GS BE-5S LI-SO PO-SO UK-3SO UK-8SO"),
    ("mechanized X 0-0", "NA-VF"),
    ("infantry X 2-3", "ES-2"),
    ("motorized X 2-3", "LA-1 LI-2 UK-MZ56 UK-MZ57 UK-MZ59"),
    ("infantry X 1-2", "LA-KNG LA-LNG LA-RNG LA-VNG LA-ZNG PO-1T PO-2T PO-3T PO-4T PO-5T"),
    ("infantry X 1-3", "LI-NDVF"),
    ("motorized X 2-2", "MD-1 MD-2"),
    ("motorized X 1-2", "MD-3"),
    ("armored_cavalry XX 13-11", "PO-11"),
    ("mechanized XX 11-11", "PO-12 PO-16"),
    ("tank X 5-4", "PO-1Arm FN-Arm"),
    ("tank X 3-3", "UK-T3"),
    ("air_assault X 2-3", "UK-45AM"),
    ("tank XX 13-12", "GE-1 GE-10"),
    ("mechanized X 4-5", "SW-3 SW-4"),
    ("infantry X 3-4", "FN-1 FN-2"),
];

#[test]
fn every_factor_of_every_counter() {
    let rules = rules();
    let mut listed = 0;
    for (what, names) in ORDER_OF_BATTLE {
        for name in names.split_whitespace() {
            let number = rules.lexicon().number("UnitId", name).expect("units are named").unwrap_or_else(|_| panic!("{name} is no unit"));
            let row = &rules.book.units[usize::from(number)];
            assert_eq!(format!("{} {} {}-{}", row.kind.value, row.size, row.front[0], row.front[1]), what, "{name}");
            listed += 1;
        }
    }
    assert_eq!(listed, 134);
    let with = |what: &str| -> String {
        let rows = rules.book.units.iter().enumerate().filter(|(_, row)| row.traits.iter().any(|t| t == what));
        rows.map(|(i, _)| rules.lexicon().name("UnitId", i as u16).expect("units have names")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(with("static"), "RU-KSDD");
    assert_eq!(with("no recycling"), "RU-KSDD RU-OGT");
    assert_eq!(with("territorial"), "PO-1T PO-2T PO-3T PO-4T PO-5T");
    assert_eq!(with("task force"), "NA-VF");
    assert_eq!(with("new division"), "RU-150 RU-NA RU-NB RU-NC RU-ND RU-NE");
    assert_eq!(with("generic"), "RU-NA RU-NB RU-NC RU-ND RU-NE");
}

/// Twelve cities count two points and start Russian, thirty count one and start Allied; where they are is the rulebook's or the map's.
#[test]
fn every_city_and_its_points() {
    let rules = rules();
    let (grid, c) = (&rules.book.ground.grid, charts(&rules));
    let worth = |points: i32| -> Vec<String> {
        let cities = c.spots.cities.iter().filter(|ix| c.footing[ix.at()].city == Some(points));
        cities.map(|ix| grid.hex(*ix).to_string()).collect()
    };
    let mut two = worth(2);
    two.sort();
    assert_eq!(two.join(" "), "0509 1239 2406 2718 3001 3006 3023 3101 3102 3229 3233 3241");
    assert_eq!(worth(1).len(), 30);
    let russian = c.spots.tracked.iter().filter(|(ix, side)| side.0 == 0 && c.footing[ix.at()].city.is_some()).count();
    assert_eq!(russian, 12);
    assert_eq!(c.spots.rail.len(), 26);
    let ends = [c.spots.rail[0], c.spots.rail[25]].map(|ix| grid.hex(ix).to_string());
    assert!(ends == ["0509", "2718"] || ends == ["2718", "0509"], "{ends:?}");
}
