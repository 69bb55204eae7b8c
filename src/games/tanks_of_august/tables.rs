//! This game's own tables, and what it works out from all of them once, so that rules only look up.

use super::TanksOfAugust;
use super::charts::TablesFile;
use super::orders::{Count, Decision, HexMark, Holding, Mark, Optional, Segment, Track};
use crate::board::read::Reading;
use crate::board::{Dir, Effect, Ix, Known, Loading, Names, NationId, Points, SideKind, SupplySource, Tables, UnitRow, Vocabulary};
use crate::games::kit::{self, Derived, Finder, Ruleset, check_set_up, kinds};

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

kinds! {
    /// What a counter is, as far as rules ask.
    pub enum UnitType {
        Mech = "mech",
        Tank = "tank",
        Infantry = "infantry",
        Parachute = "parachute",
        NavalInfantry = "naval_infantry",
        Sof = "sof",
        Recon = "recon",
        Artillery = "artillery",
        SpArtillery = "sp_artillery",
        Mlrs = "mlrs",
        Missile = "missile",
        AntiAircraft = "anti_aircraft",
        AirDefenseBase = "air_defense_base",
        Hq = "hq",
        Helicopter = "helicopter",
        AirTactical = "air_tactical",
        AirStrategic = "air_strategic",
        Uav = "uav",
        Naval = "naval",
        ReinforcementMarker = "reinforcement_marker",
    }
}

impl UnitType {
    /// [2.2.4] Guns, rockets and missiles are artillery.
    pub fn is_artillery(self) -> bool {
        matches!(self, UnitType::Artillery | UnitType::SpArtillery | UnitType::Mlrs | UnitType::Missile)
    }

    /// Whether it stands on the ground of a hex, helicopters included; aircraft, ships and markers never do.
    pub fn is_ground(self) -> bool {
        !matches!(self, UnitType::AirTactical | UnitType::AirStrategic | UnitType::Uav | UnitType::Naval | UnitType::ReinforcementMarker)
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

/// The tables of the game and what follows from them.
pub(crate) type Charts = kit::Charts<TanksOfAugust>;

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

impl Ruleset for TanksOfAugust {
    type Decision = Decision;
    type Segment = Segment;
    type Printed = Printed;
    type Footing = Footing;
    type Crossing = Crossing;
    type NamedHexes = NamedHexes;
    type TablesFile = TablesFile;

    const KNOWN: Known = KNOWN;
    const HEX_MARKS: (&'static [&'static str], &'static [&'static str]) = (HexMark::NAMES, &["is captured for the first time"]);

    fn printed(_: &Reading<'_>, book: &Tables, own: Option<&TablesFile>) -> Option<Vec<Printed>> {
        let mut formations: Vec<&str> = book.units.iter().map(|u| u.formation.as_str()).filter(|f| !f.is_empty()).collect();
        formations.sort_unstable();
        formations.dedup();
        let row = |row: &UnitRow| {
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
    fn crossing(book: &Tables, _: &[Footing], ix: Ix, dir: Dir) -> Crossing {
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

    fn named_hexes(book: &Tables, _: &TablesFile, _: &[Footing]) -> NamedHexes {
        let ground = &book.ground;
        let finder = Finder { ground, stands: |_| true };
        let sources = |side: &str, tag: Option<&str>| -> Vec<Ix> {
            let wanted = |s: &&SupplySource| s.side == side && tag.is_none_or(|t| s.tags.iter().any(|x| x == t));
            ground.sources.iter().filter(wanted).filter_map(|s| ground.grid.ix(s.hex)).collect()
        };
        let cities = |country: Country| -> Vec<Ix> {
            finder.all(|ix| ground.sites(ix).any(|s| s.kind == "city") && Country::named(&ground.region(ix).country) == country)
        };
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
            brigade: finder.area("brigade_1"),
            guard: listed("national_guard"),
            afloat: finder.all(|ix| ground.terrain_name(ix) == "all-sea" || ground.set("coastal").contains(&ix)),
        }
    }

    /// Every area a scenario uses has room for its lots.
    fn check_together(loading: &mut Loading<'_>, book: &Tables, charts: &Derived<TanksOfAugust>) {
        let stands = |ix: Ix| !charts.footing[ix.at()].prohibited && (!charts.footing[ix.at()].alpine || book.ground.on_road(ix));
        check_set_up(loading, book, stands, |area, hexes, units| {
            let (units, room) = (units.count(), hexes.iter().map(|ix| usize::from(charts.footing[ix.at()].limit)).sum());
            (units > room).then(|| format!("{units} units are set up in {:?}, which has room for {room}", area.value))
        });
    }
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
