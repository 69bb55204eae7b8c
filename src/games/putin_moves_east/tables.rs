//! This game's own tables, and what it works out from all of them once, so that rules only look up.

use super::charts::{Sea, Symbol, TablesFile};
use super::ground::{Crossing, Footing, NamedHexes, crossings, footing, named_hexes};
use super::orders::{Count, HexMark, Holding, Mark, Optional, Segment, Track};
use super::scenario::Setting;
use super::{COALITION, EURASIAN, census};
use crate::board::read::At;
use crate::board::{Compass, Known, Loading, Names, NationId, Shared, Side, Tables, UnitId, UnitRow, Vocabulary};
use crate::games::kit::OwnTables;
use serde::Deserialize;

const KNOWN: Known = Known {
    sides: &["Eurasian", "Coalition"],
    marks: Mark::NAMES,
    counts: Count::NAMES,
    tracks: Track::NAMES,
    boxes: Holding::NAMES,
    options: Optional::NAMES,
    steps: Segment::NAMES,
    factors: &["factor"],
    kinds: Kind::NAMES,
    nations: Nation::NAMES,
    formations: Names::NONE,
    traits: Names::needed(&["start", "hyperwar", "army", "optional"]),
    values: &[("hex", 101, 9999), ("eu", 0, 99), ("co", 0, 99)],
    deals: true,
    map: Vocabulary {
        powers: Names::needed(Nation::NAMES),
        countries: Names::needed(&["RUS", "PRC", "MON", "NKO", "ROK"]),
        letters: &[],
        edges: &[Compass::North, Compass::West, Compass::South, Compass::East],
        terrain: Names::needed(&["clear", "forest", "marsh", "desert", "rough", "high mountain", "sea", "island"]),
        sets: Names::needed(&["coastal", "coast_sea_of_japan", "coast_yellow_sea", "fort_nko", "fort_rok"]).and(&["coast_sea_of_okhotsk"]),
        lines: Names::NONE,
        areas: Names::needed(&["setup_rus", "setup_prc", "setup_mon", "setup_nko", "setup_rok", "setup_nato"]).and(&[
            "setup_inner_mongolia",
            "guerrillas_inner_mongolia",
            "guerrillas_north_korea",
            "guerrillas_russia",
        ]),
        region_tags: Names::needed(&["inner mongolia", "sea", "sea zone"]),
        place_kinds: Names::needed(&["city", "mega-city"]).and(&["town"]),
        place_tags: Names::needed(&["belligerent only"]),
        place_values: Names::needed(&["ap"]),
        symbols: Names::needed(&["capital", "port", "energy", "nuclear", "major base", "minor base"]),
        source_tags: Names::NONE,
        effects: Names::needed(&["complex_move", "complex_shift", "no_retreat", "no_zoc", "ap"]),
        rows: &[
            ("places", "city"),
            ("places", "mega-city"),
            ("symbols", "major base"),
            ("symbols", "minor base"),
            ("sides", "rail"),
            ("sides", "river"),
            ("sides", "lake"),
            ("sides", "sea"),
            ("sides", "fort"),
        ],
        stacks: false,
    },
};

/// [2.3] A nationality; all but NATO are countries of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Nation {
    Rus,
    Prc,
    Mon,
    Nko,
    Rok,
    Nato,
}

impl Nation {
    /// As tables write them.
    pub const NAMES: &'static [&'static str] = &["RUS", "PRC", "MON", "NKO", "ROK", "NATO"];
    /// All, in the order of the tables.
    pub const ALL: [Nation; 6] = [Nation::Rus, Nation::Prc, Nation::Mon, Nation::Nko, Nation::Rok, Nation::Nato];
    /// [3.7] In the order in which they set up.
    pub const SET_UP: [Nation; 6] = [Nation::Nko, Nation::Rok, Nation::Mon, Nation::Prc, Nation::Rus, Nation::Nato];

    /// The nation of a name.
    pub fn named(name: &str) -> Option<Nation> {
        Nation::NAMES.iter().position(|n| *n == name).map(|at| Nation::ALL[at])
    }

    /// The nation of a number.
    pub fn of(id: NationId) -> Nation {
        Nation::ALL[id.at()]
    }

    /// Its number.
    pub fn id(self) -> NationId {
        NationId(self as u8)
    }

    /// As an array index.
    pub fn at(self) -> usize {
        self as usize
    }

    /// [12.9] The box of its off-map base, if it has one.
    pub fn base(self) -> Option<Holding> {
        match self {
            Nation::Rus => Some(Holding::BaseRus),
            Nation::Prc => Some(Holding::BasePrc),
            Nation::Nato => Some(Holding::BaseNato),
            _ => None,
        }
    }

    /// The area in which it sets up.
    pub fn area(self) -> &'static str {
        ["setup_rus", "setup_prc", "setup_mon", "setup_nko", "setup_rok", "setup_nato"][self as usize]
    }

    /// In words.
    pub fn name(self) -> &'static str {
        ["Russia", "China", "Outer Mongolia", "North Korea", "South Korea", "NATO"][self as usize]
    }
}

/// [2.2], [2.11] What a counter is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    CombinedArms,
    Tank,
    Infantry,
    ComplexTerrain,
    Airborne,
    Amphibious,
    Guerrilla,
    Fob,
    Garrison,
    SpecialForces,
    TacticalAir,
    #[serde(rename = "fighter_5g")]
    Fighter5g,
    Missile,
    Naval,
}

impl Kind {
    /// As tables write them.
    const NAMES: &'static [&'static str] = &[
        "combined_arms",
        "tank",
        "infantry",
        "complex_terrain",
        "airborne",
        "amphibious",
        "guerrilla",
        "fob",
        "garrison",
        "special_forces",
        "tactical_air",
        "fighter_5g",
        "missile",
        "naval",
    ];

    fn named(name: &str) -> Option<Kind> {
        let word = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(name);
        Kind::deserialize(word).ok()
    }

    /// [2.11] A mobile ground unit.
    pub fn is_mobile(self) -> bool {
        self <= Kind::Guerrilla
    }

    /// A unit that stands on the ground.
    pub fn is_ground(self) -> bool {
        self <= Kind::Garrison
    }

    /// [18.7] Tactical airpower.
    pub fn is_tactical(self) -> bool {
        matches!(self, Kind::TacticalAir | Kind::Fighter5g)
    }

    /// [18.0] An air unit: tactical airpower or a missile.
    pub fn is_air(self) -> bool {
        self.is_tactical() || self == Kind::Missile
    }

    /// [F120] What the back of a counter in a box shows.
    pub fn class(self) -> &'static str {
        match self {
            Kind::Guerrilla => "guerrilla",
            Kind::SpecialForces => "special forces",
            Kind::TacticalAir | Kind::Fighter5g | Kind::Missile => "air",
            Kind::Naval => "naval",
            _ => "ground",
        }
    }
}

/// [2.6], [G.7] Where a garrison stands, and its factor under each side.
#[derive(Clone, Copy, Debug)]
pub struct Post {
    /// Where.
    pub hex: crate::board::Hex,
    /// By side.
    pub factors: [i16; 2],
}

/// What is printed on a counter, typed.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// Its type.
    pub kind: Kind,
    /// Its nationality.
    pub nation: Nation,
    /// Its factor at full strength.
    pub front: i32,
    /// Its factor when reduced.
    pub back: i32,
    /// [2.3] How many steps it has.
    pub steps: u8,
    /// [2.3] It begins in play.
    pub start: bool,
    /// [2.4] The plus.
    pub hyperwar: bool,
    /// [22.7] A Korean army.
    pub army: bool,
    /// [2.7] Only with an optional rule.
    pub optional: bool,
    /// Of a garrison.
    pub post: Option<Post>,
}

impl Printed {
    /// [22.3] Sixth generation warriors.
    pub fn is_sixth(&self) -> bool {
        self.optional && self.kind == Kind::SpecialForces
    }

    /// The optional rule that brings it into play, if it needs one.
    pub fn needs(&self) -> Option<Optional> {
        match self.kind {
            Kind::Fob => Some(Optional::Fob),
            _ if self.is_sixth() => Some(Optional::SixthGeneration),
            _ => None,
        }
    }
}

/// [21.2] An off-map base.
#[derive(Clone, Debug, Default)]
pub struct OffMapBase {
    /// Seas on which it is a port.
    pub seas: Vec<Sea>,
    /// Action points it gives.
    pub points: i32,
}

/// The numbers of `tables.ron` and what follows from the other tables.
pub type Charts = Shared<Derived>;

/// What [`Charts`] shares.
#[derive(Debug)]
pub struct Derived {
    /// By unit id.
    pub printed: Vec<Printed>,
    /// By hex.
    pub footing: Vec<Footing>,
    /// By hex and side of it.
    pub crossing: Vec<[Crossing; 6]>,
    /// Places of the map that rules ask for.
    pub spots: NamedHexes,
    /// By nation.
    pub bases: [Option<OffMapBase>; 6],
    /// [22.2] What a base is worth to its defender.
    pub base_shift: i8,
    /// [14.6.1] Columns of a fortification.
    pub fort_shift: i8,
    /// In the order of the scenarios.
    pub settings: Vec<Setting>,
    /// `tables.ron`
    pub own: TablesFile,
}

impl std::ops::Deref for Derived {
    type Target = TablesFile;
    fn deref(&self) -> &TablesFile {
        &self.own
    }
}

/// Reads all tables of the game.
pub(super) fn read(loading: &mut Loading<'_>) -> Option<(Tables, Charts)> {
    let mut book = Tables::read(loading, &KNOWN)?;
    book.lexicon.declare("HexMarkId", HexMark::NAMES.iter().copied());
    book.lexicon.declare("HexMarkText", HexMark::TEXTS);
    nations_in_order(loading, &book);
    let own = own(loading, &book);
    let printed = printed(loading, &book);
    let settings = super::scenario::read(loading, &book);
    if !loading.faults.is_empty() {
        return None; // what follows from the tables is worked out from sound ones only
    }
    let footing: Vec<Footing> = book.ground.grid.all().map(|ix| footing(&book, ix)).collect();
    let (own, printed, settings) = (own?, printed?, settings?);
    let derived = Derived {
        crossing: crossings(&book, &footing),
        spots: named_hexes(&book, &footing, &own),
        bases: Nation::ALL.map(|nation| off_map_base(&book, nation)),
        base_shift: book.chart.symbols.get(Symbol::MinorBase.name()).map_or(0, |e| e.shift),
        fort_shift: book.chart.sides.get(&crate::board::SideKind::Fort).map_or(0, |e| e.shift),
        settings,
        printed,
        footing,
        own,
    };
    if !loading.files.blank {
        census::check(loading, &book, &derived);
    }
    Some((book, Charts::new(derived)))
}

/// Rules number the nations.
fn nations_in_order(loading: &mut Loading<'_>, book: &Tables) {
    loading.file("game.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        if !book.nations.iter().map(|n| n.id.as_str()).eq(Nation::NAMES.iter().copied()) {
            r.fault(tree.field("nations").map_or(tree.at, |node| node.at), format!("expected the nations {:?} in this order", Nation::NAMES));
        }
        for (nation, side) in [(Nation::Rus, EURASIAN), (Nation::Prc, COALITION)] {
            if book.nations.get(nation.at()).is_some_and(|n| n.side != side) {
                r.fault(tree.field("nations").map_or(tree.at, |node| node.at), format!("{} is always {} (1.2)", nation.name(), book.sides[side.at()]));
            }
        }
        Some(())
    });
}

fn own(loading: &mut Loading<'_>, book: &Tables) -> Option<TablesFile> {
    loading.file("tables.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        let fields = r.fields(&tree);
        let own = TablesFile::read(r, &fields, book);
        fields.close();
        own
    })
}

fn printed(loading: &mut Loading<'_>, book: &Tables) -> Option<Vec<Printed>> {
    loading.file("units.ron", &book.lexicon, |r| {
        let row = |row: &UnitRow| {
            let At { at, value: kind } = &row.kind;
            let kind = Kind::named(kind)?; // an unknown kind is told with the unit
            let value = |name: &str| row.values.get(name).copied();
            let post = value("hex").zip(value("eu")).zip(value("co"));
            let post = post.map(|((hex, eu), co)| Post { hex: crate::board::Hex(hex as u16), factors: [eu, co] });
            if let Some(post) = post.filter(|post| book.ground.grid.ix(post.hex).is_none()) {
                r.fault(*at, format!("the garrison {} stands in {}, which is not on the map", row.name, post.hex));
            }
            let front = i32::from(row.front.first().copied().unwrap_or(0));
            let has = |name: &str| row.traits.iter().any(|t| t == name);
            Some(Printed {
                kind,
                nation: *Nation::ALL.get(row.nation.value.at())?, // one too many is told with the nations
                front,
                back: row.back.as_ref().and_then(|back| back.first()).map_or(front, |n| i32::from(*n)),
                steps: row.steps(),
                start: has("start"),
                hyperwar: has("hyperwar"),
                army: has("army"),
                optional: has("optional"),
                post,
            })
        };
        book.units.iter().map(row).collect()
    })
}

fn off_map_base(book: &Tables, nation: Nation) -> Option<OffMapBase> {
    let base = book.ground.off_map.iter().find(|base| base.nation == Nation::NAMES[nation.at()])?;
    Some(OffMapBase { seas: base.port_on.iter().filter_map(|sea| Sea::named(sea)).collect(), points: base.values.get("ap").copied().unwrap_or(0) })
}

impl Derived {
    /// Counters of a kind, in the order of the tables.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &Printed)> {
        self.printed.iter().enumerate().map(|(i, printed)| (UnitId(i as u16), printed))
    }

    /// [2.6] The factor of a garrison under a side.
    pub fn post_factor(&self, unit: UnitId, side: Side) -> i16 {
        self.printed[unit.at()].post.map_or(0, |post| post.factors[side.at()])
    }
}
