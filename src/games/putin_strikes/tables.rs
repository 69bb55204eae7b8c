//! This game's own tables, and what it works out from all of them once, so that rules only look up.

use super::charts::TablesFile;
use super::orders::{Count, Decision, Holding, Mark, Optional, Segment, Track};
use super::{ALLIED, PutinStrikes, RUSSIAN, census};
use crate::board::read::{At, Reading, closest};
use crate::board::{Compass, Control, Dir, Effect, Ix, Known, Loading, Names, NationId, Points, Side, SideKind, Tables, UnitRow, Vocabulary};
use crate::games::kit::{self, Derived, Finder, Ruleset, kinds};

const KNOWN: Known = Known {
    sides: &["Russian", "Allied"],
    marks: Mark::NAMES,
    counts: Count::NAMES,
    tracks: Track::NAMES,
    boxes: Holding::NAMES,
    options: Optional::NAMES,
    steps: Segment::NAMES,
    factors: &["attack", "defense"],
    kinds: UnitType::NAMES,
    nations: &["Ru", "La"],
    formations: Names::NONE,
    traits: Names::needed(&["static", "no recycling", "territorial", "task force", "new division", "generic"]),
    values: &[],
    map: Vocabulary {
        powers: Names::needed(&["Russian", "Allied"]),
        countries: Names::needed(&["Russia proper"]).and(&[
            "KSDD",
            "DPR",
            "Transnistria",
            "Crimea",
            "Estonia",
            "Latvia",
            "Lithuania",
            "Belarus",
            "Poland",
            "Ukraine",
            "Moldova",
            "Romania",
        ]),
        letters: &[],
        edges: &[Compass::West, Compass::East],
        terrain: Names::needed(&["clear"]),
        sets: Names::needed(&["st_petersburg"]),
        lines: Names::needed(&["ksrl"]),
        areas: Names::needed(&["main_force", "belarus_base", "transnistria", "ksdd"]).and(&["crimea", "dpr"]),
        region_tags: Names::needed(&["allied nation", "vostok", "polish territorial"]).and(&["baltic", "lake"]),
        place_kinds: Names::needed(&["city"]),
        place_tags: Names::NONE,
        place_values: Names::needed(&["vp"]),
        symbols: Names::NONE,
        source_tags: Names::NONE,
        effects: Names::needed(&["no_stop"]).and(&["air_assault_over"]),
        rows: &[("places", "city"), ("sides", "river"), ("sides", "lake"), ("sides", "sea")],
        stacks: false,
    },
    deals: false,
};

kinds! {
    /// [2.6] What a counter is.
    pub enum UnitType {
        Tank = "tank",
        Mechanized = "mechanized",
        Motorized = "motorized",
        Infantry = "infantry",
        MountainInfantry = "mountain_infantry",
        ArmoredCavalry = "armored_cavalry",
        AirAssault = "air_assault",
        StaticDefense = "static_defense",
        ArmyHq = "army_hq",
        Clandestine = "clandestine",
        Airpower = "airpower",
        Marker = "marker",
    }
}

impl UnitType {
    /// Whether it is a division or brigade that stands in a hex.
    pub fn is_ground(self) -> bool {
        !matches!(self, UnitType::ArmyHq | UnitType::Clandestine | UnitType::Airpower | UnitType::Marker)
    }
}

/// What is printed on a counter, typed.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// Its type.
    pub kind: UnitType,
    /// Its nationality.
    pub nation: NationId,
    /// Whose it is.
    pub side: Side,
    /// Its attack factor.
    pub attack: i32,
    /// Its defense factor.
    pub defense: i32,
    /// A division or brigade.
    pub ground: bool,
    /// A division rather than a brigade.
    pub division: bool,
    /// [2.8] It never moves.
    pub is_static: bool,
    /// [12.1] It comes back after being lost.
    pub recycles: bool,
    /// [8.11] A Polish territorial brigade.
    pub territorial: bool,
    /// [12.9] The NATO task force, whose strength is rolled.
    pub task_force: bool,
    /// [3.5] A division not yet raised.
    pub new_division: bool,
    /// [3.5] One of those to choose from.
    pub generic: bool,
}

/// What a hexside does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crossing {
    /// [8.8] Lake or sea: crossed through the air only.
    pub water: bool,
    /// [8.8] Points added.
    pub extra: Points,
    /// [10.5] A river runs along it.
    pub river: bool,
    /// [5.9] A border between two lands.
    pub border: bool,
}

/// What a hex does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Footing {
    /// [8.6], [8.7] Points to enter by regular movement.
    pub cost: Points,
    /// [9.1] All sea or all lake: flown over, never stood in.
    pub water: bool,
    /// [8.6] High radiation: no move ends there.
    pub radiation: bool,
    /// [10.4] Columns for the attacker.
    pub shift: i8,
    /// [3.2] A city hex: what its loss or gain is worth [4.2].
    pub city: Option<i32>,
    /// [3.2] Russia proper.
    pub russia: bool,
    /// [3.7], [12.6] Land of an Allied nation.
    pub allied: bool,
    /// [3.5] Where the Russian main force sets up: by which rule.
    pub main_force: Option<&'static str>,
    /// [10.18] Where Vostok may support an attack.
    pub vostok: bool,
    /// [8.11] Where Polish territorial units may go.
    pub territorial: bool,
    /// [3.7] The nation whose home this is.
    pub home: Option<NationId>,
}

/// The tables of the game and what follows from them.
pub type Charts = kit::Charts<PutinStrikes>;

/// Places of the map that rules ask for.
#[derive(Debug, Default)]
pub struct NamedHexes {
    /// [3.2] City hexes.
    pub cities: Vec<Ix>,
    /// [3.9] Hexes whose control is tracked, with the side that has it at start.
    pub tracked: Vec<(Ix, Side)>,
    /// [4.7] The Kaliningrad Supply Rail Line.
    pub rail: Vec<Ix>,
    /// [4.7] Cities of the geo-strategic victory.
    pub geo_cities: Vec<Ix>,
    /// [4.6]
    pub st_petersburg: Vec<Ix>,
    /// [12.3], [12.6] Land hexes of the west edge.
    pub west: Vec<Ix>,
    /// [12.3] Hexes of the east edge in Russia proper.
    pub east: Vec<Ix>,
    /// [3.5] Where the Russian main force sets up.
    pub main_force: Vec<Ix>,
    /// [3.6] The locales.
    pub locales: [Vec<Ix>; 3],
    /// [12.3] By nation: its cities.
    pub home_cities: Vec<Vec<Ix>>,
    /// [3.7] By nation: its land.
    pub home: Vec<Vec<Ix>>,
}

impl Ruleset for PutinStrikes {
    type Decision = Decision;
    type Segment = Segment;
    type Printed = Printed;
    type Footing = Footing;
    type Crossing = Crossing;
    type NamedHexes = NamedHexes;
    type TablesFile = TablesFile;

    const KNOWN: Known = KNOWN;

    fn printed(r: &Reading<'_>, book: &Tables, _: Option<&TablesFile>) -> Option<Vec<Printed>> {
        let row = |row: &UnitRow| {
            let At { at, value: kind } = &row.kind;
            let kind = UnitType::named(kind)?; // an unknown kind is told with the unit
            if kind.is_ground() && !matches!(row.size.as_str(), "XX" | "X") {
                r.fault(*at, format!("{} has the size {:?}, expected \"XX\" or \"X\"", row.name, row.size));
            }
            let nation = row.nation.value;
            let factor = |i: usize| i32::from(row.front.get(i).copied().unwrap_or(0));
            let has = |name: &str| row.traits.iter().any(|t| t == name);
            Some(Printed {
                kind,
                nation,
                side: book.nations.get(nation.at())?.side,
                attack: factor(0),
                defense: factor(1),
                ground: kind.is_ground(),
                division: row.size == "XX",
                is_static: has("static"),
                recycles: !has("no recycling"),
                territorial: has("territorial"),
                task_force: has("task force"),
                new_division: has("new division"),
                generic: has("generic"),
            })
        };
        book.units.iter().map(row).collect()
    }

    fn footing(book: &Tables, ix: Ix) -> Footing {
        let ground = &book.ground;
        let effect: &Effect = book.chart.hex(ground, ix);
        let region = ground.region(ix);
        let tagged = |tag: &str| region.tags.iter().any(|t| t == tag);
        let city = ground.sites(ix).find(|site| site.kind == "city");
        let place = city.and_then(|site| book.chart.places.get(&site.kind));
        let (water, radiation) = (effect.prohibited, effect.values.contains_key("no_stop"));
        Footing {
            cost: place.and_then(|e| e.r#move).or(effect.r#move).unwrap_or_default(),
            water,
            radiation,
            shift: place.map_or(effect.shift, |e| e.shift),
            city: city.map(|site| site.values.get("vp").copied().unwrap_or(0)),
            russia: region.country == "Russia proper",
            allied: tagged("allied nation"),
            main_force: ground.areas.get("main_force").filter(|area| !water && !radiation && ground.in_area(area, ix)).map(|_| match region.country.as_str() {
                "Crimea" => "PS-3.5.c",
                "DPR" => "PS-3.5.d",
                _ => "PS-3.5.e",
            }),
            vostok: tagged("vostok"),
            territorial: tagged("polish territorial"),
            home: book.nations.iter().position(|n| !region.country.is_empty() && n.name == region.country).map(|n| NationId(n as u8)),
        }
    }

    /// [8.8] Every side of a hex that is all water is water, too.
    fn crossing(book: &Tables, footing: &[Footing], ix: Ix, dir: Dir) -> Crossing {
        let ground = &book.ground;
        let Some(there) = ground.grid.across(ix, dir) else { return Crossing { water: true, ..Crossing::default() } };
        let sides = ground.side(ix, dir);
        let wet = footing[ix.at()].water || footing[there.at()].water;
        Crossing {
            water: wet || book.chart.side(sides).any(|(_, e)| e.prohibited),
            extra: Points(book.chart.side(sides).filter_map(|(_, e)| e.r#move).map(|p| p.0).sum()),
            river: sides.has(SideKind::River),
            border: !wet && ground.region[ix.at()] != ground.region[there.at()],
        }
    }

    fn named_hexes(book: &Tables, own: &TablesFile, footing: &[Footing]) -> NamedHexes {
        let ground = &book.ground;
        let finder = Finder { ground, stands: |ix: Ix| !footing[ix.at()].water && !footing[ix.at()].radiation };
        let cities: Vec<Ix> = ground.grid.all().filter(|ix| footing[ix.at()].city.is_some()).collect();
        let rail = ground.lines.get("ksrl").cloned().unwrap_or_default();
        let holder = |ix: Ix| match ground.holders.get(&ground.grid.hex(ix)).unwrap_or(&ground.region(ix).holder).as_str() {
            "Russian" => Some(RUSSIAN),
            "Allied" => Some(ALLIED),
            _ => None,
        };
        let mut tracked: Vec<(Ix, Side)> = cities.iter().chain(&rail).filter_map(|ix| Some((*ix, holder(*ix)?))).collect();
        tracked.sort_unstable();
        tracked.dedup();
        let homes = |of: &dyn Fn(&Footing) -> bool| -> Vec<Vec<Ix>> {
            let nation = |n: u8| finder.all(|ix| footing[ix.at()].home == Some(NationId(n)) && of(&footing[ix.at()]));
            (0..book.nations.len() as u8).map(nation).collect()
        };
        NamedHexes {
            geo_cities: cities.iter().filter(|ix| own.victory.geo_strategic.iter().any(|c| c.value == ground.region(**ix).country)).copied().collect(),
            st_petersburg: ground.set("st_petersburg").iter().filter(|ix| cities.contains(ix)).copied().collect(),
            west: finder.edge(Compass::West),
            east: finder.edge(Compass::East).into_iter().filter(|ix| footing[ix.at()].russia).collect(),
            main_force: finder.all(|ix| footing[ix.at()].main_force.is_some()),
            locales: ["belarus_base", "transnistria", "ksdd"].map(|name| finder.area(name)),
            home_cities: homes(&|f| f.city.is_some()),
            home: homes(&|_| true),
            cities,
            tracked,
            rail,
        }
    }

    fn check_shared(loading: &mut Loading<'_>, book: &Tables) {
        homes_have_names(loading, book);
    }

    fn check_together(loading: &mut Loading<'_>, book: &Tables, charts: &Derived<PutinStrikes>) {
        census::check(loading, book, charts);
    }
}

impl kit::Printed for Printed {
    type Kind = UnitType;

    fn kind(&self) -> UnitType {
        self.kind
    }

    fn is_ground(&self) -> bool {
        self.ground
    }
}

/// [3.7] Every country in which Allied units set up is the home of a nation of that name.
fn homes_have_names(loading: &mut Loading<'_>, book: &Tables) {
    loading.file("game.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        let allied = book.ground.regions.iter().map(|(_, region)| region).filter(|region| region.tags.iter().any(|tag| tag == "allied nation"));
        let homes = allied.map(|region| region.country.as_str());
        for country in homes.filter(|country| !book.nations.iter().any(|nation| nation.name == *country)) {
            // Most likely it is there, misspelled.
            let section = tree.field("nations")?;
            let names = || section.pairs().iter().filter_map(|(_, nation)| nation.field("name"));
            let meant = closest(country, names().filter_map(|node| node.text()));
            let at = names().find(|node| node.text() == meant && meant.is_some()).map_or(section.at, |node| node.at);
            r.fault(at, format!("no nation is called {country:?}, an Allied country of the map"));
        }
        Some(())
    });
}

/// [3.2], [3.9] Who controls the tracked hexes at start.
pub(super) fn control_at_start(book: &Tables, charts: &Charts) -> Vec<Control> {
    let mut control = vec![Control::default(); book.ground.grid.len()];
    for (ix, side) in &charts.spots.tracked {
        control[ix.at()].side = Some(*side);
    }
    control
}
