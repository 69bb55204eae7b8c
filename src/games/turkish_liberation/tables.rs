//! This game's own tables, and what it works out from all of them once, so that rules only look up.

use super::TurkishLiberation;
use super::charts::TablesFile;
use super::orders::{Count, Decision, HexMark, Holding, Mark, Segment, Track};
use crate::board::paths::{Reach, Step};
use crate::board::read::{At, Reading, nearest};
use crate::board::{Compass, Dir, Ix, Known, Loading, Names, NationId, Points, Side, SideKind, Survey, Tables, UnitRow, Vocabulary};
use crate::games::kit::{self, Derived, Ruleset, kinds};
use crate::names;
use serde::Deserialize;
use std::collections::BTreeMap;

const KNOWN: Known = Known {
    sides: &["Revolutionary", "Imperialist"],
    marks: Mark::NAMES,
    counts: Count::NAMES,
    tracks: Track::NAMES,
    boxes: Holding::NAMES,
    options: &[],
    steps: Segment::NAMES,
    factors: &["attack", "defense", "movement"],
    kinds: UnitType::NAMES,
    nations: Nation::NAMES,
    formations: Names::needed(&["9A", "11A"]),
    traits: Names::other(&["recruit", "zone", "thrace", "first deck", "second deck"]),
    values: &[],
    map: Vocabulary {
        powers: Names::needed(&["TN", "GRE", "BOL", "ARP", "ARM", "AZE", "GEO", "FRE", "ITA", "BRI", "WHI", "CAL", "REB"]),
        countries: Names::needed(Country::NAMES).and(&["BUL", "MES", "PER", "SYR"]),
        letters: &[],
        edges: &[Compass::North],
        terrain: Names::needed(&["clear", "rough", "mountain", "lake", "sea"]),
        sets: Names::needed(&["armenian_gate", "coastal", "european_turkey", "syrian_border", "thrace"]).and(&["coastal_without_sea_hex"]),
        lines: Names::NONE,
        areas: Names::needed(AREAS),
        region_tags: Names::needed(&["foreign zone"]).and(&["sea"]),
        place_kinds: Names::needed(&["city"]).and(&["town"]),
        place_tags: Names::needed(&["capital"]).and(&["sudden_death", "surrender", "victory"]),
        place_values: Names::NONE,
        symbols: Names::NONE,
        source_tags: Names::needed(&["at war", "european_turkey", "held"]),
        effects: Names::needed(&["added_stack"]),
        rows: &[("places", "city"), ("sides", "river"), ("sides", "strait"), ("sides", "lake"), ("sides", "sea")],
        stacks: true,
    },
    deals: false,
};

/// Areas that rules ask for by name; those of the set-up are named by the scenario.
const AREAS: &[&str] = &[
    "tn_edirne",
    "tn_regulars",
    "tn_irregulars",
    "bol_9a",
    "bol_11a",
    "arrival_tn_regulars",
    "arrival_tn_irregulars",
    "arrival_tn_irregulars_1721",
    "arrival_tn_irregulars_1918",
    "arrival_tn_irregulars_2216",
    "arrival_bol",
    "arrival_gre",
    "arrival_arm_regulars",
    "arrival_arm_irregulars",
    "arrival_aze",
    "arrival_geo",
    "arrival_fre",
    "arrival_ita",
    "arrival_bri",
    "white_army",
    "caliphate",
    "anzavur",
    "cerkes_ethem",
    "free_kurdistan",
    "mountain_armenia",
];

/// Reads a name of a closed set.
macro_rules! named {
    ($name:ident, $what:literal) => {
        impl $name {
            /// The one of a name.
            pub(crate) fn named(name: &str) -> Option<$name> {
                $name::NAMES.iter().position(|text| *text == name).map(|at| $name::ALL[at])
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text = String::deserialize(d)?;
                $name::named(&text)
                    .ok_or_else(|| serde::de::Error::custom(format_args!("{text:?} is no {}{}", $what, nearest(&text, $name::NAMES.iter().copied()))))
            }
        }
    };
}

names! {
    /// [1.0], [2.3] A nationality.
    pub enum Nation -> NationId {
        /// Turkish Nationalists.
        Tn = "TN",
        /// Bolsheviks.
        Bol = "BOL",
        /// Pro-Bolshevik Armenians.
        Arp = "ARP",
        /// Greece.
        Gre = "GRE",
        /// Armenia.
        Arm = "ARM",
        /// Georgia.
        Geo = "GEO",
        /// Azerbaijan.
        Aze = "AZE",
        /// Britain.
        Bri = "BRI",
        /// France.
        Fre = "FRE",
        /// Italy.
        Ita = "ITA",
        /// White Russians.
        Whi = "WHI",
        /// The Caliphate army.
        Cal = "CAL",
        /// Turkish rebels.
        Reb = "REB",
        /// Nobody's: event chits.
        Evt = "EVT",
    }
}
named!(Nation, "nation");

/// How many nations there are.
pub(crate) const NATIONS: usize = 14;

impl Nation {
    /// As an array index.
    pub fn at(self) -> usize {
        self as usize
    }

    /// The nation of a counter's number, which follows the order of `game.ron`.
    pub fn of(id: NationId) -> Nation {
        Nation::ALL[id.at()]
    }

    /// [13.0] Britain, France or Italy.
    pub fn is_power(self) -> bool {
        matches!(self, Nation::Bri | Nation::Fre | Nation::Ita)
    }

    /// [7.0] Armenia, Georgia or Azerbaijan.
    pub fn is_republic(self) -> bool {
        matches!(self, Nation::Arm | Nation::Geo | Nation::Aze)
    }

    /// The nation whose pool its counters come from and return to: rebels are Turkish counters, pro-Bolsheviks Armenian ones.
    pub fn printed(self) -> Nation {
        match self {
            Nation::Reb => Nation::Tn,
            Nation::Arp => Nation::Arm,
            other => other,
        }
    }

    /// [10.0.f] The nation as which it acts: pro-Bolsheviks act with the Bolsheviks.
    pub fn acting(self) -> Nation {
        if self == Nation::Arp { Nation::Bol } else { self }
    }
}

kinds! {
    /// What a counter is.
    pub enum UnitType {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Irregular = "irregular",
        Convoy = "convoy",
        Leader = "leader",
        Air = "air",
        Guns = "guns",
        Event = "event",
    }
}

impl UnitType {
    /// [2.1.a] Infantry or cavalry.
    pub fn is_regular(self) -> bool {
        matches!(self, UnitType::Infantry | UnitType::Cavalry)
    }

    /// [2.1.a] A land combat unit.
    pub fn is_combat(self) -> bool {
        self <= UnitType::Irregular
    }

    /// A piece that stands on the map.
    pub fn is_ground(self) -> bool {
        self <= UnitType::Leader
    }
}

names! {
    /// [2.5.b] A treaty zone or the land of a republic.
    pub enum Country -> MarkId {
        /// The Ottoman Empire.
        Ottoman = "OTT",
        /// The International Zone.
        International = "INT",
        /// The Greek Zone.
        GreekZone = "GRZ",
        /// Thrace.
        Thrace = "THR",
        /// The Italian Zone.
        ItalianZone = "ITA",
        /// The French Zone.
        FrenchZone = "FRA",
        /// Kurdistan.
        Kurdistan = "KUR",
        /// The Armenian award.
        Award = "AWD",
        /// Armenia.
        Armenia = "ARM",
        /// Georgia.
        Georgia = "GEO",
        /// Azerbaijan.
        Azerbaijan = "AZE",
        /// Russia.
        Russia = "RUS",
    }
}
named!(Country, "zone");

/// How many countries there are.
const COUNTRIES: usize = Country::NAMES.len();

impl Country {
    /// As an array index.
    pub fn at(self) -> usize {
        self as usize
    }
}

/// What is printed on a counter, typed.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// Its type.
    pub kind: UnitType,
    /// Its nation.
    pub nation: Nation,
    /// The player it belongs to at start.
    pub side: Side,
    /// Attack, defense and movement at full strength.
    pub front: [i16; 3],
    /// The same when reduced.
    pub back: [i16; 3],
    /// Steps at full strength.
    pub steps: u8,
}

/// What a hexside does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crossing {
    /// All water: nobody crosses.
    pub closed: bool,
    /// A river or the Bosporus.
    pub river: bool,
    /// Points added.
    pub extra: Points,
}

/// What a hex does.
#[derive(Clone, Debug, Default)]
pub struct Footing {
    /// Points to enter.
    pub cost: Points,
    /// Sea, lake or out of play.
    pub closed: bool,
    /// [9.0.a] How many combat units may stand there.
    pub limit: u8,
    /// [10.3.3] Columns for the attacker, of the ground.
    pub shift: i8,
    /// [10.3.3] Columns for the attacker, of the city.
    pub city_shift: i8,
    /// Its ground in words.
    pub terrain: &'static str,
    /// [11.2.c] Mountain.
    pub mountain: bool,
    /// A city stands there.
    pub city: bool,
    /// Its country.
    pub country: Option<Country>,
    /// [5.1.a] A foreign zone.
    pub foreign: bool,
    /// [10.3.2] On the coast.
    pub coastal: bool,
    /// [14.2.b] West of the Straits.
    pub european: bool,
    /// Who owns it before set-up.
    pub owner: Option<Nation>,
}

/// A fixed source of supply.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Where.
    pub ix: Ix,
    /// Whose.
    pub nation: Nation,
    /// Only for units west of the Straits.
    pub european: bool,
    /// Only while the nation stands in it.
    pub held: bool,
    /// Only while the power is at war.
    pub at_war: bool,
}

impl kit::Printed for Printed {
    type Kind = UnitType;

    fn kind(&self) -> UnitType {
        self.kind
    }

    fn is_ground(&self) -> bool {
        self.kind.is_ground()
    }
}

/// What rules look up besides: hexes by name, and the tables of politics.
#[derive(Debug)]
pub struct NamedHexes {
    /// [14.2] Fixed sources of supply.
    pub sources: Vec<Source>,
    /// [9.0.a] Cities of the map.
    pub cities: Vec<Ix>,
    /// Cities of republics that are capitals.
    pub capitals: Vec<Ix>,
    /// [8.4.2] Hexes from which Greeks sail to the port.
    pub sailing: Vec<Ix>,
    /// [11.1.d] Cities near which Armenians recruit irregulars.
    pub gate: Vec<Ix>,
    /// [3], [5] Areas of the map by name: the hexes in which something can stand, in map order.
    pub areas: BTreeMap<String, Vec<Ix>>,
    /// [16.1] By hex: the fewest points in which anybody gets from there to Ankara, whoever is in the way.
    pub to_ankara: Vec<Option<u16>>,
    /// [8.2] By hex: nations that are kept out, as bits.
    pub closed_to: Vec<u16>,
    /// [8.2.h] The country that irregulars of some nations never enter.
    pub irregulars_barred: Option<Country>,
    /// [8.2.a], [8.2.b] By nation: the countries that it never leaves, as bits.
    pub realms: [Option<u16>; NATIONS],
    /// [13.0.a] By nation: those that it does not leave while it is neutral.
    pub neutral_realms: [Option<u16>; NATIONS],
    /// [13.0.b] By country: the power whose zone it is.
    pub zones: [Option<Nation>; COUNTRIES],
    /// [9.0.b] By kind: whether units take no room.
    pub exempt: [bool; UnitType::ALL.len()],
    /// [7.0], [8.2], [R-17] By nation: its enemies at any time, as bits.
    pub enemies: [u16; NATIONS],
    /// [9.1] Units that may share a hex.
    pub stacks: [[bool; NATIONS]; NATIONS],
}

/// The numbers of `tables.ron` and what follows from the other tables.
pub(crate) type Charts = kit::Charts<TurkishLiberation>;

impl Ruleset for TurkishLiberation {
    type Decision = Decision;
    type Segment = Segment;
    type Printed = Printed;
    type Footing = Footing;
    type Crossing = Crossing;
    type NamedHexes = NamedHexes;
    type TablesFile = TablesFile;

    const KNOWN: Known = KNOWN;
    const HEX_MARKS: (&'static [&'static str], &'static [&'static str]) = (HexMark::NAMES, &HexMark::TEXTS);

    fn printed(r: &Reading<'_>, book: &Tables, _: Option<&TablesFile>) -> Option<Vec<Printed>> {
        book.units.iter().map(|row| printed(r, book, row)).collect()
    }

    fn footing(book: &Tables, ix: Ix) -> Footing {
        footing(book, ix)
    }

    fn crossing(book: &Tables, _: &[Footing], ix: Ix, dir: Dir) -> Crossing {
        crossing(book, ix, dir)
    }

    fn named_hexes(book: &Tables, own: &TablesFile, footing: &[Footing]) -> NamedHexes {
        let ground = &book.ground;
        let all = |fits: &dyn Fn(Ix) -> bool| -> Vec<Ix> { ground.grid.all().filter(|ix| fits(*ix)).collect() };
        let capital = |ix: Ix| ground.sites(ix).any(|site| site.tags.iter().any(|tag| tag == "capital"));
        NamedHexes {
            sources: ground.sources.iter().filter_map(|source| self::source(book, source)).collect(),
            cities: all(&|ix| footing[ix.at()].city && !footing[ix.at()].closed),
            capitals: all(&capital),
            sailing: ground.set(&own.strategic.set).to_vec(),
            gate: ground.set(&own.recruiting.gate).to_vec(),
            areas: ground.areas.iter().map(|(name, area)| (name.clone(), all(&|ix| !footing[ix.at()].closed && ground.in_area(area, ix)))).collect(),
            to_ankara: to_ankara(book, own, footing),
            closed_to: ground.grid.all().map(|ix| closed_to(own, &ground.region(ix).closed_to, footing[ix.at()].country)).collect(),
            irregulars_barred: Country::named(&own.politics.irregulars_barred.1),
            realms: realms(&own.realms.always),
            neutral_realms: realms(&own.realms.neutral),
            zones: std::array::from_fn(|at| own.powers.zones.iter().find(|(_, zone)| *zone == Country::NAMES[at]).map(|(power, _)| *power)),
            exempt: std::array::from_fn(|at| own.stacking.exempt.iter().any(|kind| kind == UnitType::NAMES[at])),
            enemies: enemies(own),
            stacks: stacks(own),
        }
    }

    fn check_together(loading: &mut Loading<'_>, book: &Tables, charts: &Derived<TurkishLiberation>) {
        edirne_is_land(loading, book, charts);
    }
}

/// [3.1] The first step of set-up could not end otherwise.
fn edirne_is_land(loading: &mut Loading<'_>, book: &Tables, charts: &Derived<TurkishLiberation>) {
    let hex = charts.edirne.hex;
    if book.ground.grid.ix(hex).is_some_and(|ix| !charts.footing[ix.at()].closed) {
        return;
    }
    loading.file("tables.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        let at = tree.field("edirne").and_then(|section| section.field("hex")).map_or(tree.at, |node| node.at);
        r.fault(at, format!("no unit can stand in {hex}, where the garrison of Edirne is set up"));
        Some(())
    });
}

fn source(book: &Tables, source: &crate::board::SupplySource) -> Option<Source> {
    let has = |tag: &str| source.tags.iter().any(|t| t == tag);
    Some(Source {
        ix: book.ground.grid.ix(source.hex)?,
        nation: Nation::named(&source.side)?,
        european: has("european_turkey"),
        held: has("held"),
        at_war: has("at war"),
    })
}

fn enemies(own: &TablesFile) -> [u16; NATIONS] {
    let mut table = [0; NATIONS];
    for (one, others) in &own.politics.enemies {
        for other in others {
            table[one.at()] |= 1 << other.at();
            table[other.at()] |= 1 << one.at();
        }
    }
    table
}

/// The countries that nations do not leave, as bits.
fn realms(lands: &BTreeMap<Nation, Vec<String>>) -> [Option<u16>; NATIONS] {
    let bits = |lands: &Vec<String>| lands.iter().filter_map(|land| Country::named(land)).fold(0, |bits, country| bits | 1 << country.at());
    std::array::from_fn(|at| lands.get(&Nation::ALL[at]).map(bits))
}

/// The fewest points from every hex to Ankara: ways back from there, at the costs of the ways to it.
fn to_ankara(book: &Tables, own: &TablesFile, footing: &[Footing]) -> Vec<Option<u16>> {
    let (grid, mut reach) = (&book.ground.grid, Reach::default());
    let Some(ankara) = grid.ix(own.ankara.hex) else { return vec![None; grid.len()] };
    reach.explore(grid, ankara, grid.len() as u16, |to, dir, from| match crossing(book, to, dir) {
        side if side.closed || footing[from.at()].closed => Step::Closed,
        side => Step::Go((footing[to.at()].cost.0 + side.extra.0) as u16),
    });
    grid.all().map(|ix| reach.cost(ix)).collect()
}

fn stacks(own: &TablesFile) -> [[bool; NATIONS]; NATIONS] {
    let mut table = [[false; NATIONS]; NATIONS];
    for nation in Nation::ALL.iter().filter(|nation| !own.politics.alone.contains(nation)) {
        table[nation.at()][nation.at()] = true;
    }
    for (one, other) in &own.politics.together {
        table[one.at()][other.at()] = true;
        table[other.at()][one.at()] = true;
    }
    table
}

fn printed(r: &Reading<'_>, book: &Tables, row: &UnitRow) -> Option<Printed> {
    let At { at, value: kind } = &row.kind;
    let kind = UnitType::named(kind)?; // an unknown kind is told with the unit
    let nation = book.nations.get(row.nation.value.at())?;
    let Some(code) = Nation::named(&nation.id).filter(|code| code.id() == row.nation.value) else {
        r.fault(row.nation.at, format!("the nations of this game must be listed in the order {}", Nation::NAMES.join(", ")));
        return None;
    };
    let factors = |list: &[i16]| [0, 1, 2].map(|i: usize| list.get(i).copied().unwrap_or(0));
    let front = factors(&row.front);
    if kind.is_combat() && (front[0] <= 0 || front[1] <= 0 || front[2] <= 0) {
        r.fault(*at, format!("{} needs factors for attack, defense and movement", row.name));
    }
    Some(Printed { kind, nation: code, side: nation.side, front, back: row.back.as_deref().map_or(front, factors), steps: row.steps() })
}

fn footing(book: &Tables, ix: Ix) -> Footing {
    let survey = Survey::new(&book.ground, &book.chart);
    let (ground, effect) = (&book.ground, book.chart.hex(&book.ground, ix));
    let region = ground.region(ix);
    let city = ground.sites(ix).any(|site| site.kind == "city");
    let terrain = ["rough", "mountain"].into_iter().find(|name| ground.terrain_name(ix) == *name).unwrap_or("clear");
    let in_set = |name: &str| ground.set(name).binary_search(&ix).is_ok();
    Footing {
        cost: survey.cost(ix).unwrap_or(Points::whole(1)),
        closed: !survey.enterable(ix),
        limit: survey.stack(ix).unwrap_or(0).min(u32::from(u8::MAX)) as u8,
        shift: effect.shift,
        city_shift: if city { book.chart.places.get("city").map_or(0, |e| e.shift) } else { 0 },
        terrain,
        mountain: terrain == "mountain",
        city,
        country: Country::named(&region.country),
        foreign: region.tags.iter().any(|tag| tag == "foreign zone"),
        coastal: in_set("coastal"),
        european: in_set("european_turkey"),
        owner: Nation::named(survey.holder(ix)),
    }
}

/// The nations that a country is closed to, as bits: the map's list, the theater limits where they count, and rebels where Turks are kept out.
fn closed_to(own: &TablesFile, listed: &[String], country: Option<Country>) -> u16 {
    let caucasus = country.is_some_and(|country| own.theaters.caucasus.iter().any(|name| *name == Country::NAMES[country.at()]));
    let counts = |nation: Nation| match nation {
        Nation::Bol | Nation::Arp => own.theaters.bolshevik_theater_limit,
        Nation::Gre if !caucasus => true, // [8.2.g], which no ruling adds
        Nation::Gre | Nation::Bri | Nation::Fre | Nation::Ita | Nation::Cal | Nation::Whi => own.theaters.imperialist_theater_limit,
        _ => true,
    };
    let mut bits = listed.iter().filter_map(|name| Nation::named(name)).filter(|n| counts(*n)).fold(0, |bits, nation| bits | 1 << nation.at());
    if bits & 1 << Nation::Tn.at() != 0 {
        bits |= 1 << Nation::Reb.at();
    }
    bits
}

fn crossing(book: &Tables, ix: Ix, dir: Dir) -> Crossing {
    let sides = book.ground.side(ix, dir);
    let effects = || book.chart.side(sides).filter(|(kind, _)| !matches!(kind, SideKind::Road | SideKind::Rail));
    Crossing {
        closed: effects().any(|(_, effect)| effect.prohibited),
        river: sides.has(SideKind::River) || sides.has(SideKind::Strait),
        extra: Points(effects().filter_map(|(_, effect)| effect.r#move).map(|points| points.0).sum()),
    }
}

impl NamedHexes {
    /// The hexes of an area of the map in which something can stand.
    pub(crate) fn area(&self, name: &str) -> &[Ix] {
        self.areas.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a hex belongs to an area of the map and something can stand there.
    pub(crate) fn in_area(&self, name: &str, ix: Ix) -> bool {
        self.area(name).binary_search(&ix).is_ok()
    }
}
