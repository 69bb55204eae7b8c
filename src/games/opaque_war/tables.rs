//! This game's own tables, and what it works out from all of them once, so that rules only look up.

use super::charts::{CombatTable, Media, Ratio, Reinforcements, SetUp, Support, TablesFile, Victory};
use super::orders::{Count, HexMark, Holding, Mark, Segment, Track};
use crate::board::read::{At, nearest};
use crate::board::{Compass, Dir, Hex, Ix, Known, Loading, Names, NationId, Points, Put, Scenario, Shared, Side, SideKind, Tables, UnitId, Vocabulary};
use crate::games::charts::{need, place};
use serde::Deserialize;

const KNOWN: Known = Known {
    sides: &["Ukrainian", "Rebel"],
    marks: Mark::NAMES,
    counts: Count::NAMES,
    tracks: Track::NAMES,
    boxes: Holding::NAMES,
    options: &[],
    steps: Segment::NAMES,
    factors: &["attack", "defense", "movement"],
    kinds: &UnitType::WORDS,
    nations: &["UA", "DPR", "LPR", "RUS"],
    formations: Names::NONE,
    traits: Names::NONE,
    values: &[("proficiency", -9, 9)],
    map: Vocabulary {
        powers: Names::needed(&["UA", "DPR", "LPR", "RUS"]),
        countries: Names::needed(&["Russia"]).and(&["Ukraine"]),
        letters: &['D', 'L'],
        edges: &[Compass::West, Compass::East],
        terrain: Names::needed(&["clear"]),
        sets: Names::needed(&["auto_victory", "checkpoint", "donetsk", "police_city", "russian_supply"]).and(&["mariupol"]),
        lines: Names::NONE,
        areas: Names::needed(&["west_entry", "ukrainian_arrival"]).and(&["luhansk_rebels", "donetsk_rebels"]),
        region_tags: Names::other(&["rebel oblast", "ukrainian arrival"]),
        place_kinds: Names::needed(&["town", "city", "checkpoint", "airbase", "rail-link"]),
        place_tags: Names::needed(&["roll", "victory", "no_control"]).and(&["auto_victory", "police"]),
        place_values: Names::NONE,
        symbols: Names::NONE,
        source_tags: Names::NONE,
        effects: Names::needed(&["added_move"]),
        rows: &[("places", "town"), ("places", "city"), ("places", "checkpoint"), ("sides", "road"), ("sides", "rail"), ("sides", "river")],
        stacks: true,
    },
    deals: false,
};

/// What a counter is, as far as rules ask.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum UnitType {
    Mechanised,
    Airborne,
    Tank,
    Mountain,
    Militia,
    Police,
    Rebel,
    Infantry,
    SpecialForces,
    Artillery,
    Air,
    Mlr,
    TankSupport,
    Aa,
    Naval,
    CounterBattery,
    NonLethal,
    Communications,
    Media,
    Mob,
}

impl UnitType {
    const NAMES: [(&'static str, UnitType); 20] = [
        ("mechanised", UnitType::Mechanised),
        ("airborne", UnitType::Airborne),
        ("tank", UnitType::Tank),
        ("mountain", UnitType::Mountain),
        ("militia", UnitType::Militia),
        ("police", UnitType::Police),
        ("rebel", UnitType::Rebel),
        ("infantry", UnitType::Infantry),
        ("special_forces", UnitType::SpecialForces),
        ("artillery", UnitType::Artillery),
        ("air", UnitType::Air),
        ("mlr", UnitType::Mlr),
        ("tank_support", UnitType::TankSupport),
        ("aa", UnitType::Aa),
        ("naval", UnitType::Naval),
        ("counter_battery", UnitType::CounterBattery),
        ("non_lethal", UnitType::NonLethal),
        ("communications", UnitType::Communications),
        ("media", UnitType::Media),
        ("mob", UnitType::Mob),
    ];

    /// The names alone.
    const WORDS: [&'static str; 20] = {
        let mut words = [""; 20];
        let mut i = 0;
        while i < words.len() {
            words[i] = UnitType::NAMES[i].0;
            i += 1;
        }
        words
    };

    /// A combat unit: it has factors, stacks, exerts zones and needs supply.
    pub fn is_combat(self) -> bool {
        self <= UnitType::SpecialForces
    }

    /// [8.4] A counter that can be played in a battle.
    pub fn is_support(self) -> bool {
        (UnitType::Artillery..=UnitType::CounterBattery).contains(&self)
    }

    /// [10.4] A counter that arrives on the map rather than in the Available box.
    pub fn is_placed(self) -> bool {
        self.is_combat() || self == UnitType::Media
    }

    fn named(name: &str) -> Option<UnitType> {
        UnitType::NAMES.into_iter().find(|(n, _)| *n == name).map(|(_, kind)| kind)
    }
}

impl<'de> Deserialize<'de> for UnitType {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        UnitType::named(&text).ok_or_else(|| {
            serde::de::Error::custom(format_args!("{text:?} is no kind of counter{}", nearest(&text, UnitType::NAMES.iter().map(|(name, _)| *name))))
        })
    }
}

/// [2.3] Whose colours a counter wears.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Contingent {
    Ukraine,
    Donetsk,
    Luhansk,
    Russia,
}

impl Contingent {
    const NAMES: [(&'static str, Contingent); 4] =
        [("UA", Contingent::Ukraine), ("DPR", Contingent::Donetsk), ("LPR", Contingent::Luhansk), ("RUS", Contingent::Russia)];

    /// The flag on the back of its counters.
    pub fn flag(self) -> &'static str {
        Contingent::NAMES[self as usize].0
    }

    /// The oblast in which its pieces set up and arrive.
    pub fn home(self) -> Option<Land> {
        match self {
            Contingent::Donetsk => Some(Land::Donetsk),
            Contingent::Luhansk => Some(Land::Luhansk),
            _ => None,
        }
    }
}

/// What the rules mean by a land.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Land {
    Donetsk,
    Luhansk,
    Russia,
    #[default]
    Other,
}

impl Land {
    /// One of the two oblasts that rose.
    pub fn is_rebel(self) -> bool {
        matches!(self, Land::Donetsk | Land::Luhansk)
    }
}

/// What is printed on a counter, typed.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// Its type.
    pub kind: UnitType,
    /// Its colours.
    pub contingent: Contingent,
    /// The player it belongs to, for the whole game.
    pub side: Side,
    /// Its attack factor.
    pub attack: i16,
    /// Its defense factor.
    pub defense: i16,
    /// Its movement allowance.
    pub allowance: Points,
    /// [8.9] Columns for its side in combat.
    pub proficiency: i8,
}

impl Printed {
    /// Whether it is a combat unit.
    pub fn is_combat(&self) -> bool {
        self.kind.is_combat()
    }
}

/// What a hexside does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crossing {
    /// A road crosses it.
    pub road: bool,
    /// A railway crosses it.
    pub rail: bool,
    /// A river runs along it, bridged or not.
    pub river: bool,
    /// Points added without a road.
    pub extra: Points,
}

/// What a hex does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Footing {
    /// Points to enter without a road.
    pub cost: Points,
    /// [7.0.h] Points added for a checkpoint.
    pub checkpoint_cost: Points,
    /// [7.4] All-sea, or out of play.
    pub sea: bool,
    /// [7.3] Contingents that may never enter.
    pub closed_to: [bool; 4],
    /// [6.0] How many combat units of a side may end a move there.
    pub limit: u8,
    /// [8.6] Columns for the attacker.
    pub shift: i8,
    /// A town.
    pub town: bool,
    /// A city.
    pub city: bool,
    /// A border checkpoint.
    pub checkpoint: bool,
    /// Control of it matters.
    pub controlled: bool,
    /// The land it lies in.
    pub land: Land,
    /// A railway runs through it.
    pub rail: bool,
}

impl Footing {
    /// [12.1], [12.2] A town or city that can be controlled: a source of supply for whoever does.
    pub fn is_source(&self) -> bool {
        (self.town || self.city) && self.controlled
    }
}

/// The numbers of `tables.ron` and what follows from the other tables.
pub type Charts = Shared<Derived>;

/// What [`Charts`] shares.
#[derive(Debug)]
pub struct Derived {
    /// By unit id.
    pub printed: Vec<Printed>,
    /// By side, all counters in the order of their ids.
    pub counters: [Vec<UnitId>; 2],
    /// By side, the combat units among them.
    pub armies: [Vec<UnitId>; 2],
    /// By hex.
    pub footing: Vec<Footing>,
    /// By hex and side of it.
    pub crossing: Vec<[Crossing; 6]>,
    /// [7.0.e] Points along a road.
    pub road_cost: Points,
    /// [8.7] Columns for the attacker across a river.
    pub river_shift: i8,
    /// Hexes of the map's sets and edges that rules ask for.
    pub spots: NamedHexes,
    /// `tables.ron`
    pub own: TablesFile,
}

impl std::ops::Deref for Derived {
    type Target = TablesFile;
    fn deref(&self) -> &TablesFile {
        &self.own
    }
}

/// Places of the map that rules ask for, in map order.
#[derive(Debug, Default)]
pub struct NamedHexes {
    /// [3.1.a] Towns and cities that are thrown for.
    pub rolled: Vec<Ix>,
    /// [3.1.c] Checkpoints that are thrown for.
    pub rolled_checkpoints: Vec<Ix>,
    /// Every checkpoint.
    pub checkpoints: Vec<Ix>,
    /// [3.1.f] Cities with police.
    pub police: Vec<Ix>,
    /// [3.1.u] Road and rail hexes of the west edge.
    pub entries: Vec<Ix>,
    /// [10.4.a] Where Ukrainian pieces arrive.
    pub arrivals: Vec<Ix>,
    /// [10.4.c] The west edge.
    pub west: Vec<Ix>,
    /// [10.3.c] The east edge.
    pub east: Vec<Ix>,
    /// [12.3] Sources of Russian units.
    pub russian_sources: Vec<Ix>,
    /// [12.1], [12.2] Towns and cities that can be controlled.
    pub sources: Vec<Ix>,
    /// [16.0.a]
    pub luhansk: Vec<Ix>,
    /// [16.0.b]
    pub donetsk: Vec<Ix>,
    /// [16.0.d]
    pub airbase: Vec<Ix>,
    /// [16.1]
    pub auto_victory: Vec<Ix>,
}

/// Reads all tables of the game.
pub fn read(loading: &mut Loading<'_>) -> Option<(Tables, Charts)> {
    let mut book = Tables::read(loading, &KNOWN)?;
    book.lexicon.declare("HexMarkId", HexMark::NAMES.iter().copied());
    book.lexicon.declare("HexMarkText", HexMark::TEXTS);
    let own = own(loading, &book);
    let printed = printed(loading, &book);
    if !loading.faults.is_empty() {
        return None; // what follows from the tables is worked out from sound ones only
    }
    let ground = &book.ground;
    let footing: Vec<Footing> = ground.grid.all().map(|ix| footing(&book, ix)).collect();
    let printed = printed?;
    let of = |side: usize, fits: fn(&Printed) -> bool| {
        let belongs = |(_, p): &(usize, &Printed)| p.side.at() == side && fits(p);
        printed.iter().enumerate().filter(belongs).map(|(i, _)| UnitId(i as u16)).collect()
    };
    let derived = Derived {
        counters: [0, 1].map(|side| of(side, |_| true)),
        armies: [0, 1].map(|side| of(side, Printed::is_combat)),
        printed,
        spots: spots(&book, &footing),
        footing,
        crossing: ground.grid.all().map(|ix| Dir::ALL.map(|dir| crossing(&book, ix, dir))).collect(),
        road_cost: book.chart.sides.get(&SideKind::Road).and_then(|e| e.r#move).unwrap_or(Points::whole(1)),
        river_shift: book.chart.sides.get(&SideKind::River).map_or(0, |e| e.shift),
        own: own?,
    };
    Some((book, Charts::new(derived)))
}

fn own(loading: &mut Loading<'_>, book: &Tables) -> Option<TablesFile> {
    loading.file("tables.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        let f = r.fields(&tree);
        let at = |name| f.node(name).map_or(tree.at, |n| n.at);
        let combat: Option<CombatTable> = need(r, &f, "combat");
        if let Some(table) = &combat {
            if table.columns.is_empty() || table.rows.len() != 6 || table.rows.iter().any(|row| row.len() != table.columns.len()) {
                r.fault(at("combat"), format!("the combat table has a hole: six rows are needed, each with {} results", table.columns.len()));
            }
            if !Ratio::rise(&table.columns) {
                r.fault(at("combat"), "the odds of the combat table must rise from column to column");
            }
        }
        let (media, reinforcements): (Option<Media>, Option<Reinforcements>) = (need(r, &f, "media"), need(r, &f, "reinforcements"));
        let holes = [
            ("media", media.as_ref().is_some_and(|t| t.bands.has_hole())),
            ("reinforcements", reinforcements.as_ref().is_some_and(|t| t.ukrainian.has_hole() || t.rebel.has_hole())),
        ];
        for (name, _) in holes.into_iter().filter(|(_, hole)| *hole) {
            r.fault(at(name), "the bands of this chart must be there and rise");
        }
        let (setup, shifts, mh17): (Option<SetUp>, _, _) = (need(r, &f, "setup"), need(r, &f, "shifts"), need(r, &f, "mh17"));
        for (field, kind, wanted) in setup.iter().flat_map(|s| [("mechanised", "mechanised", s.mechanised), ("airborne", "airborne", s.airborne)]) {
            let fewest = book.scenarios.iter().map(|scenario| brigades(book, scenario, kind)).min().unwrap_or(0);
            if usize::from(wanted) > fewest {
                r.fault(place(&f, "setup", field), format!("{wanted} brigades are to be chosen, and a scenario has {fewest} to choose from"));
            }
        }
        let (support, victory): (Option<Support>, Option<Victory>) = (need(r, &f, "support"), need(r, &f, "victory"));
        let (foreign_support, ceasefire) = (need(r, &f, "foreign_support"), need(r, &f, "ceasefire"));
        let worth = |kind: &UnitType| support.as_ref().is_none_or(|support| support.columns.contains_key(kind));
        for (name, _) in UnitType::NAMES.iter().filter(|(_, kind)| kind.is_support() && !worth(kind)) {
            r.fault(place(&f, "support", "columns"), format!("how many columns is {name:?} worth?"));
        }
        if victory.as_ref().is_some_and(|victory| victory.draw >= victory.ukrainian) {
            r.fault(place(&f, "victory", "draw"), "a draw takes fewer points than a Ukrainian win");
        }
        f.close();
        Some(TablesFile {
            setup: setup?,
            combat: combat?,
            shifts: shifts?,
            support: support?,
            media: media?,
            reinforcements: reinforcements?,
            mh17: mh17?,
            foreign_support: foreign_support?,
            ceasefire: ceasefire?,
            victory: victory?,
        })
    })
}

/// [3.1.u] The brigades of a kind from which a scenario lets the Ukrainian choose.
fn brigades(book: &Tables, scenario: &Scenario, kind: &str) -> usize {
    let lots = scenario.lots.iter().filter(|lot| matches!(lot.to, Put::Box(id) if id == Holding::Brigades.id()));
    lots.flat_map(|lot| &lot.units).filter(|unit| book.units.get(unit.value.at()).is_some_and(|row| row.kind.value == kind)).count()
}

fn printed(loading: &mut Loading<'_>, book: &Tables) -> Option<Vec<Printed>> {
    loading.file("units.ron", &book.lexicon, |r| {
        // [3.1.g] Their owner may not know them, so how far they go must not tell them apart.
        let mut garrison: Option<i16> = None;
        let mut row = |row: &crate::board::UnitRow| {
            let At { at, value: kind } = &row.kind;
            let kind = UnitType::named(kind)?; // an unknown kind is told with the unit
            let Some(contingent) = contingent(book, row.nation.value) else {
                r.fault(row.nation.at, "this game has rules for the nations UA, DPR, LPR and RUS only");
                return None;
            };
            let factor = |i: usize| row.front.get(i).copied().unwrap_or(0);
            if kind.is_combat() && (factor(0) <= 0 || factor(1) <= 0) {
                r.fault(*at, format!("{} needs an attack and a defense factor", row.name));
            }
            if matches!(kind, UnitType::Police | UnitType::Militia) && *garrison.get_or_insert(factor(2)) != factor(2) {
                r.fault(*at, "all police and militia must have the same movement allowance: their owner may not know them apart");
            }
            let proficiency = row.values.get("proficiency").copied().unwrap_or(0);
            Some(Printed {
                kind,
                contingent,
                side: book.nations.get(row.nation.value.at())?.side,
                attack: factor(0),
                defense: factor(1),
                allowance: Points::whole(factor(2)),
                proficiency: i8::try_from(proficiency).unwrap_or(0),
            })
        };
        book.units.iter().map(&mut row).collect()
    })
}

fn contingent(book: &Tables, nation: NationId) -> Option<Contingent> {
    let id = book.nations.get(nation.at())?.id.as_str();
    Contingent::NAMES.into_iter().find(|(name, _)| *name == id).map(|(_, contingent)| contingent)
}

fn spots(book: &Tables, footing: &[Footing]) -> NamedHexes {
    let ground = &book.ground;
    let hexes = |wanted: &dyn Fn(Ix) -> bool| -> Vec<Ix> { ground.grid.all().filter(|ix| wanted(*ix)).collect() };
    let area = |name: &str| ground.areas.get(name).map_or(Vec::new(), |area| hexes(&|ix| ground.in_area(area, ix) && !footing[ix.at()].sea));
    let edge = |side: Compass| {
        let listed: Vec<Hex> = ground.edges.iter().filter(|e| e.edge == side).flat_map(|e| e.hexes.clone()).collect();
        hexes(&|ix| listed.contains(&ground.grid.hex(ix)) && !footing[ix.at()].sea)
    };
    let tagged = |ix: Ix, kinds: &[&str], tag: &str| ground.sites(ix).any(|s| kinds.contains(&s.kind.as_str()) && s.tags.iter().any(|t| t == tag));
    NamedHexes {
        rolled: hexes(&|ix| tagged(ix, &["town", "city"], "roll")),
        rolled_checkpoints: hexes(&|ix| tagged(ix, &["checkpoint"], "roll")),
        checkpoints: ground.set("checkpoint").to_vec(),
        police: ground.set("police_city").to_vec(),
        entries: area("west_entry"),
        arrivals: area("ukrainian_arrival"),
        west: edge(Compass::West),
        east: edge(Compass::East),
        russian_sources: ground.set("russian_supply").to_vec(),
        sources: hexes(&|ix| footing[ix.at()].is_source()),
        luhansk: hexes(&|ix| tagged(ix, &["city"], "victory") && footing[ix.at()].land == Land::Luhansk),
        donetsk: ground.set("donetsk").to_vec(),
        airbase: hexes(&|ix| ground.sites(ix).any(|s| s.kind == "airbase")),
        auto_victory: ground.set("auto_victory").to_vec(),
    }
}

fn footing(book: &Tables, ix: Ix) -> Footing {
    let ground = book.chart.hex(&book.ground, ix);
    let region = book.ground.region(ix);
    let has = |kind: &str| book.ground.sites(ix).any(|s| s.kind == kind);
    let (city, town) = (has("city"), has("town") && !has("city"));
    let uncontrolled = book.ground.sites(ix).any(|s| s.tags.iter().any(|t| t == "no_control"));
    // [G-2] A town or city replaces the ground under it.
    let place = ["city", "town"].into_iter().filter(|kind| has(kind)).find_map(|kind| book.chart.places.get(kind));
    let checkpoint = book.chart.places.get("checkpoint").filter(|_| has("checkpoint")).and_then(|e| e.values.get("added_move"));
    let land = match book.ground.region_letter(ix) {
        'D' => Land::Donetsk,
        'L' => Land::Luhansk,
        _ if region.country == "Russia" => Land::Russia,
        _ => Land::Other,
    };
    Footing {
        cost: place.and_then(|e| e.r#move).or(ground.r#move).unwrap_or(Points::whole(1)),
        checkpoint_cost: Points::whole(checkpoint.and_then(|n| i16::try_from(*n).ok()).unwrap_or(0)),
        sea: ground.prohibited || !region.in_play,
        closed_to: Contingent::NAMES.map(|(name, _)| region.closed_to.iter().any(|c| c == name)),
        limit: place.and_then(|e| e.stack).or(ground.stack).unwrap_or(0),
        shift: place.map_or(ground.shift, |e| e.shift),
        town,
        city,
        checkpoint: has("checkpoint"),
        controlled: !uncontrolled && (city || town || has("checkpoint") || has("airbase") || has("rail-link")),
        land,
        rail: Dir::ALL.into_iter().any(|dir| book.ground.side(ix, dir).has(SideKind::Rail)),
    }
}

fn crossing(book: &Tables, ix: Ix, dir: Dir) -> Crossing {
    let sides = book.ground.side(ix, dir);
    let effects = book.chart.side(sides).filter(|(kind, _)| !matches!(kind, SideKind::Road | SideKind::Rail));
    Crossing {
        road: sides.has(SideKind::Road),
        rail: sides.has(SideKind::Rail),
        river: sides.has(SideKind::River),
        extra: Points(effects.filter_map(|(_, e)| e.r#move).map(|p| p.0).sum()),
    }
}
