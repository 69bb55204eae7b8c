//! This game's own tables, and what it works out from all of them once, so that rules only look up.

use super::charts::{AirDefenseTable, BombardmentTable, CombatTable, OptionNumbers, Ratio, Reinforcements, SeadTable, TablesFile, Victory, WeatherTable};
use super::orders::{Count, Holding, Mark, Optional, Segment, Track};
use crate::board::{Dir, Effect, Ix, Known, Loading, Names, NationId, Points, Put, Shared, SideKind, Tables, Vocabulary};
use crate::games::charts::{need, place};
use serde::Deserialize;

const KNOWN: Known = Known {
    sides: &["Georgian", "Russian"],
    marks: Mark::NAMES,
    counts: Count::NAMES,
    tracks: Track::NAMES,
    boxes: Holding::NAMES,
    options: Optional::NAMES,
    steps: Segment::NAMES,
    factors: &["attack", "defense", "movement"],
    kinds: UnitType::NAMES,
    nations: &["GE", "RU", "SO", "AB"],
    formations: Names::needed(&["1", "GN"]).and(&["2", "3", "4", "5", "7", "19", "42", "76"]),
    traits: Names::other(&["static"]),
    values: &[("fire", 0, 9), ("air_defense", 0, 50), ("ground", 0, 99), ("air", 0, 99), ("missile_range", 0, 99)],
    map: Vocabulary {
        powers: Names::needed(&["Georgian", "Russian"]),
        countries: Names::needed(&["Russia", "South Ossetia", "Abkhazia", "Georgia"]).and(&["Turkey"]),
        letters: &[],
        edges: &[],
        terrain: Names::needed(&["clear", "all-sea"]),
        sets: Names::needed(&["base", "coastal", "optional_objective", "sudden_death"]),
        lines: Names::NONE,
        areas: Names::needed(&["brigade_1", "national_guard"]),
        region_tags: Names::other(&["Adjara"]),
        place_kinds: Names::needed(&["city"]),
        place_tags: Names::other(&["objective", "closed border"]),
        place_values: Names::needed(&["vp"]),
        symbols: Names::NONE,
        source_tags: Names::needed(&["reinforcements"]),
        effects: Names::NONE,
        rows: &[("places", "city"), ("sides", "road"), ("sides", "tunnel"), ("sides", "river"), ("sides", "lake"), ("sides", "closed")],
        stacks: true,
    },
    deals: false,
};

/// What a counter is, as far as rules ask.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum UnitType {
    Mech,
    Tank,
    Infantry,
    Parachute,
    NavalInfantry,
    Sof,
    Recon,
    Artillery,
    SpArtillery,
    Mlrs,
    Missile,
    AntiAircraft,
    AirDefenseBase,
    Hq,
    Helicopter,
    AirTactical,
    AirStrategic,
    Uav,
    Naval,
    ReinforcementMarker,
}

impl UnitType {
    /// As tables write them.
    const NAMES: &'static [&'static str] = &[
        "mech",
        "tank",
        "infantry",
        "parachute",
        "naval_infantry",
        "sof",
        "recon",
        "artillery",
        "sp_artillery",
        "mlrs",
        "missile",
        "anti_aircraft",
        "air_defense_base",
        "hq",
        "helicopter",
        "air_tactical",
        "air_strategic",
        "uav",
        "naval",
        "reinforcement_marker",
    ];

    /// [2.2.4] Guns, rockets and missiles are artillery.
    pub fn is_artillery(self) -> bool {
        matches!(self, UnitType::Artillery | UnitType::SpArtillery | UnitType::Mlrs | UnitType::Missile)
    }

    /// Whether it stands on the ground of a hex, helicopters included; aircraft, ships and markers never do.
    pub fn is_ground(self) -> bool {
        !matches!(self, UnitType::AirTactical | UnitType::AirStrategic | UnitType::Uav | UnitType::Naval | UnitType::ReinforcementMarker)
    }

    fn named(name: &str) -> Option<UnitType> {
        let word = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(name);
        UnitType::deserialize(word).ok()
    }
}

/// What is printed on a counter, typed.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// Its type.
    pub kind: UnitType,
    /// Its nationality.
    pub nation: NationId,
    /// Its attack factors, full and reduced.
    pub attack: [i16; 2],
    /// Its defense factors, full and reduced.
    pub defense: [i16; 2],
    /// Its movement allowance.
    pub allowance: Points,
    /// Steps of the full counter.
    pub steps: u8,
    /// Its command, as a number of the table of formations; `None`: independent.
    pub command: Option<u8>,
    /// [10.4.2] What a gun adds to its die.
    pub fire: i16,
    /// [2.2.4] How far its air defense reaches.
    pub air_defense: Option<u32>,
    /// [14.8] A National Guard unit.
    pub guard: bool,
    /// [14.5] A unit that may panic.
    pub green: bool,
    /// [8.1.c] It never moves.
    pub is_static: bool,
}

/// What a hexside does to ground movement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crossing {
    /// A road or the tunnel crosses it.
    pub road: bool,
    /// Never crossed without a road: lake, closed border.
    pub closed: bool,
    /// Points added without a road: rivers.
    pub extra: Points,
    /// [10.4.5.b] A river runs along it, bridged or not.
    pub river: bool,
}

/// What a hex does to ground movement and stacking.
#[derive(Clone, Copy, Debug, Default)]
pub struct Footing {
    /// Points to enter without a road; `None`: alpine, entered by road only.
    pub cost: Option<Points>,
    /// All-sea or out of play.
    pub prohibited: bool,
    /// All-sea: flown over, not landed on.
    pub sea: bool,
    /// [8.3] Entered and left by road only.
    pub alpine: bool,
    /// [7.0] How many counters may end a segment there.
    pub limit: u8,
    /// Sides that may never enter.
    pub closed_to: [bool; 2],
    /// [10.4.5] Columns for the attacker.
    pub shift: i8,
    /// The land it lies in.
    pub country: Country,
    /// It holds a city.
    pub city: bool,
    /// [3.3] It holds a Georgian base.
    pub base: bool,
    /// A road leads through it.
    pub road: bool,
    /// [13.3] Land that touches the sea.
    pub coastal: bool,
}

/// What the rules mean by a land.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Country {
    Russia,
    SouthOssetia,
    Abkhazia,
    Georgia,
    #[default]
    Other,
}

impl Country {
    fn named(name: &str) -> Country {
        match name {
            "Russia" => Country::Russia,
            "South Ossetia" => Country::SouthOssetia,
            "Abkhazia" => Country::Abkhazia,
            "Georgia" => Country::Georgia,
            _ => Country::Other,
        }
    }

    /// South Ossetia or Abkhazia.
    pub fn is_breakaway(self) -> bool {
        matches!(self, Country::SouthOssetia | Country::Abkhazia)
    }
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
    /// [8.5] Points along a road.
    pub road_cost: Points,
    /// [10.4.5] Columns for the attacker across a river.
    pub river_shift: i8,
    /// Hexes of the map's sets and sources that rules ask for.
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

/// Places of the map that rules ask for.
#[derive(Debug, Default)]
pub struct NamedHexes {
    /// [3.3] Georgian bases.
    pub bases: Vec<Ix>,
    /// [11.1] Georgian sources that are no bases.
    pub georgian_sources: Vec<Ix>,
    /// [11.2] Russian sources.
    pub russian_sources: Vec<Ix>,
    /// [13.1] Where Russian reinforcements appear.
    pub entries: Vec<Ix>,
    /// [11.2] Cities of South Ossetia.
    pub ossetian_cities: Vec<Ix>,
    /// [11.2] Cities of Abkhazia.
    pub abkhaz_cities: Vec<Ix>,
    /// [3.4] Cities worth points, with the points.
    pub objectives: Vec<(Ix, i32)>,
    /// [3.1] Both hexes of the sudden end.
    pub sudden_death: Vec<Ix>,
    /// [14.1] Batumi.
    pub adjara: Vec<Ix>,
    /// [13.2] Where the 1st Brigade arrives.
    pub brigade: Vec<Ix>,
    /// [14.8] Where the National Guard appears, in the order of its units.
    pub guard: Vec<Ix>,
    /// [6.7.1] Where navies may lie: sea and coast.
    pub afloat: Vec<Ix>,
}

/// Reads all tables of the game.
pub fn read(loading: &mut Loading<'_>) -> Option<(Tables, Charts)> {
    let mut book = Tables::read(loading, &KNOWN)?;
    // The one mark of a hex: a base that the Russian has captured before [3.3.b].
    book.lexicon.declare("HexMarkId", ["captured"]);
    book.lexicon.declare("HexMarkText", ["is captured for the first time"]);
    let own = own(loading, &book);
    let printed = printed(loading, &book, own.as_ref());
    if !loading.faults.is_empty() {
        return None; // what follows from the tables is worked out from sound ones only
    }
    if !loading.files.blank {
        set_up_fits(loading, &book);
    }
    let ground = &book.ground;
    let derived = Derived {
        printed: printed?,
        footing: ground.grid.all().map(|ix| footing(&book, ix)).collect(),
        crossing: ground.grid.all().map(|ix| Dir::ALL.map(|dir| crossing(&book, ix, dir))).collect(),
        road_cost: book.chart.sides.get(&SideKind::Road).and_then(|e| e.r#move).unwrap_or(Points::whole(1)),
        river_shift: book.chart.sides.get(&SideKind::River).map_or(0, |e| e.shift),
        spots: spots(&book),
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
            let columns = table.columns.len();
            if table.rows.len() < 6 || columns == 0 || table.rows.iter().any(|row| row.len() != columns) {
                r.fault(at("combat"), format!("the combat table has a hole: a row for each number of the die is needed, with {columns} results"));
            }
            if !Ratio::rise(&table.columns) {
                r.fault(at("combat"), "the odds of the combat table must rise from column to column");
            }
        }
        let (flak, bombardment): (Option<AirDefenseTable>, Option<BombardmentTable>) = (need(r, &f, "air_defense"), need(r, &f, "bombardment"));
        let (sead, weather): (Option<SeadTable>, Option<WeatherTable>) = (need(r, &f, "sead"), need(r, &f, "weather"));
        let reinforcements: Option<Reinforcements> = need(r, &f, "reinforcements");
        let holes = [
            ("air_defense", flak.as_ref().is_some_and(|t| t.bands.has_hole())),
            ("bombardment", bombardment.as_ref().is_some_and(|t| t.bands.has_hole())),
            ("sead", sead.as_ref().is_some_and(|t| t.bands.has_hole())),
            ("weather", weather.as_ref().is_some_and(|t| t.bands.has_hole())),
            ("reinforcements", reinforcements.as_ref().is_some_and(|t| t.first_brigade.has_hole() || t.second_try.has_hole())),
        ];
        for (name, _) in holes.into_iter().filter(|(_, hole)| *hole) {
            r.fault(at(name), "the bands of this chart must be there and rise");
        }
        let (shifts, die, artillery) = (need(r, &f, "shifts"), need(r, &f, "die"), need(r, &f, "artillery"));
        let (missiles, recon, surrender) = (need(r, &f, "missiles"), need(r, &f, "recon"), need(r, &f, "surrender"));
        let (supply, draw, stacking) = (need(r, &f, "supply"), need(r, &f, "reinforcement_draw"), need(r, &f, "stacking"));
        let (helicopters, victory): (_, Option<Victory>) = (need(r, &f, "helicopters"), need(r, &f, "victory"));
        let options: Option<OptionNumbers> = need(r, &f, "options");
        let formations = || book.units.iter().map(|unit| unit.formation.as_str()).filter(|f| !f.is_empty());
        for name in options.iter().flat_map(|o| &o.panic_formations).filter(|name| !formations().any(|f| f == name.value)) {
            r.fault(name.at, format!("no unit is of the formation {:?}{}", name.value, r.nearest(&name.value, formations())));
        }
        if victory.as_ref().is_some_and(|v| v.end_turn.iter().any(|(turn, die)| !(1..=200).contains(turn) || !(-9..=20).contains(die))) {
            r.fault(place(&f, "victory", "end_turn"), "expected turns from 1 on, each with a die that can be thrown");
        }
        f.close();
        Some(TablesFile {
            combat: combat?,
            shifts: shifts?,
            die: die?,
            flak: flak?,
            bombardment: bombardment?,
            sead: sead?,
            weather: weather?,
            artillery: artillery?,
            missiles: missiles?,
            recon: recon?,
            surrender: surrender?,
            supply: supply?,
            draw: draw?,
            reinforcements: reinforcements?,
            stacking: stacking?,
            helicopters: helicopters?,
            victory: victory?,
            options: options?,
        })
    })
}

fn printed(loading: &mut Loading<'_>, book: &Tables, own: Option<&TablesFile>) -> Option<Vec<Printed>> {
    let mut formations: Vec<&str> = book.units.iter().map(|u| u.formation.as_str()).filter(|f| !f.is_empty()).collect();
    formations.sort_unstable();
    formations.dedup();
    loading.file("units.ron", &book.lexicon, |_| {
        let row = |row: &crate::board::UnitRow| {
            let kind = UnitType::named(&row.kind.value)?; // an unknown kind is told with the unit
            let factor = |i: usize| {
                let full = row.front.get(i).copied().unwrap_or(0);
                [full, row.back.as_ref().and_then(|b| b.get(i)).copied().unwrap_or(full)]
            };
            let allowance = Points::whole(factor(2)[0]);
            Some(Printed {
                kind,
                nation: row.nation.value,
                attack: factor(0),
                defense: factor(1),
                allowance,
                steps: row.steps(),
                command: formations.iter().position(|f| *f == row.formation).map(|f| f as u8),
                fire: row.values.get("fire").copied().unwrap_or(0),
                air_defense: row.values.get("air_defense").and_then(|n| u32::try_from(*n).ok()),
                guard: row.formation == "GN",
                green: own.is_some_and(|own| own.options.panic_formations.iter().any(|f| f.value == row.formation)),
                is_static: kind.is_ground() && allowance == Points::default(),
            })
        };
        book.units.iter().map(row).collect()
    })
}

fn spots(book: &Tables) -> NamedHexes {
    let ground = &book.ground;
    let sources = |side: &str, tag: Option<&str>| -> Vec<Ix> {
        let wanted = |s: &&crate::board::SupplySource| s.side == side && tag.is_none_or(|t| s.tags.iter().any(|x| x == t));
        ground.sources.iter().filter(wanted).filter_map(|s| ground.grid.ix(s.hex)).collect()
    };
    let cities = |country: Country| -> Vec<Ix> {
        ground.grid.all().filter(|ix| ground.sites(*ix).any(|s| s.kind == "city") && Country::named(&ground.region(*ix).country) == country).collect()
    };
    let area = |name: &str| -> Vec<Ix> { ground.areas.get(name).map_or(Vec::new(), |area| ground.grid.all().filter(|ix| ground.in_area(area, *ix)).collect()) };
    let listed = |name: &str| ground.areas.get(name).map_or(Vec::new(), |a| a.hexes.iter().filter_map(|h| ground.grid.ix(*h)).collect());
    let points = |ix: Ix| ground.sites(ix).find_map(|s| s.values.get("vp").copied());
    NamedHexes {
        bases: ground.set("base").to_vec(),
        georgian_sources: sources("Georgian", None),
        russian_sources: sources("Russian", None),
        entries: sources("Russian", Some("reinforcements")),
        ossetian_cities: cities(Country::SouthOssetia),
        abkhaz_cities: cities(Country::Abkhazia),
        objectives: ground.grid.all().filter_map(|ix| Some((ix, points(ix)?))).collect(),
        sudden_death: ground.set("sudden_death").to_vec(),
        adjara: ground.set("optional_objective").to_vec(),
        brigade: area("brigade_1"),
        guard: listed("national_guard"),
        afloat: ground.grid.all().filter(|ix| ground.terrain_name(*ix) == "all-sea" || ground.set("coastal").contains(ix)).collect(),
    }
}

/// [8.4] The highest cost of what the hex holds; [7.0] its stacking limit, a city's replacing the ground's.
fn footing(book: &Tables, ix: Ix) -> Footing {
    let ground: &Effect = book.chart.hex(&book.ground, ix);
    let places: Vec<&Effect> = book.ground.sites(ix).filter_map(|s| book.chart.places.get(&s.kind)).collect();
    let region = book.ground.region(ix);
    let closed = |side: usize| region.closed_to.contains(&book.sides[side]);
    Footing {
        cost: places.iter().filter_map(|e| e.r#move).chain(ground.r#move).max(),
        prohibited: ground.prohibited || !region.in_play,
        sea: ground.prohibited && region.in_play,
        alpine: ground.road_only,
        limit: places.iter().find_map(|e| e.stack).or(ground.stack).unwrap_or(0),
        closed_to: [closed(0), closed(1)],
        shift: ground.shift + places.iter().map(|e| e.shift).sum::<i8>(),
        country: Country::named(&region.country),
        city: book.ground.sites(ix).any(|s| s.kind == "city"),
        base: book.ground.set("base").contains(&ix),
        road: book.ground.on_road(ix),
        coastal: book.ground.set("coastal").contains(&ix),
    }
}

/// [8.5] A road bridges whatever it crosses.
fn crossing(book: &Tables, ix: Ix, dir: Dir) -> Crossing {
    let sides = book.ground.side(ix, dir);
    let road = sides.has(SideKind::Road) || sides.has(SideKind::Tunnel);
    let effects = || book.chart.side(sides).filter(|(kind, _)| !matches!(kind, SideKind::Road | SideKind::Tunnel));
    Crossing {
        road,
        river: sides.has(SideKind::River),
        closed: effects().any(|(_, e)| e.prohibited) && !road,
        extra: Points(effects().filter_map(|(_, e)| e.r#move).map(|p| p.0).sum()),
    }
}

/// Every area a scenario uses has room for its lots.
fn set_up_fits(loading: &mut Loading<'_>, book: &Tables) {
    for scenario in &book.scenarios {
        let name = format!("scenarios/{}.ron", scenario.id);
        loading.file(&name, &book.lexicon, |r| {
            for lot in &scenario.lots {
                let Put::Area(area) = &lot.to else { continue };
                let ground = &book.ground;
                let Some(bounds) = ground.areas.get(&area.value) else { continue }; // reported with the scenario
                let room: usize = ground
                    .grid
                    .all()
                    .filter(|ix| ground.in_area(bounds, *ix))
                    .map(|ix| (ix, footing(book, ix)))
                    .filter(|(ix, f)| !f.prohibited && (!f.alpine || ground.on_road(*ix)))
                    .map(|(_, f)| usize::from(f.limit))
                    .sum();
                if room < lot.units.len() {
                    r.fault(area.at, format!("{} units are set up in {:?}, which has room for {room}", lot.units.len(), area.value));
                }
            }
            Some(())
        });
    }
}
