//! This game's own tables, and what it works out from all of them once, so that rules only look up.

use super::orders::{Count, Holding, Mark, Optional, Segment, Track};
use crate::board::read::{At, nearest};
use crate::board::{Dir, Effect, Ix, Known, Loading, NationId, Origin, Points, Put, SideKind, Tables, UnitId};
use bevy_ecs::prelude::Resource;
use serde::Deserialize;
use std::sync::Arc;

const KNOWN: Known = Known {
    sides: &["Georgian", "Russian"],
    marks: Mark::NAMES,
    counts: Count::NAMES,
    tracks: Track::NAMES,
    boxes: Holding::NAMES,
    options: Optional::NAMES,
    steps: Segment::NAMES,
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
#[derive(Resource, Clone, Debug)]
pub struct Charts(Arc<Inner>);

impl std::ops::Deref for Charts {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}

/// What [`Charts`] shares.
#[derive(Debug)]
pub struct Inner {
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
    pub spots: Spots,
    /// `tables.ron`
    pub own: Own,
}

impl std::ops::Deref for Inner {
    type Target = Own;
    fn deref(&self) -> &Own {
        &self.own
    }
}

/// Places of the map that rules ask for.
#[derive(Debug, Default)]
pub struct Spots {
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

macro_rules! chart {
    ($($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $ty:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$fdoc])* pub $field: $ty,)*
            /// Where it is from.
            pub source: Origin,
        }
    )*};
}

/// A chart read by a modified die: up to a number, a result.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Bands<T>(Vec<(i16, T)>);

impl<T: Copy> Bands<T> {
    /// The result of a modified die.
    pub fn read(&self, die: i16) -> T {
        let band = self.0.iter().find(|(up_to, _)| die <= *up_to).or(self.0.last());
        band.expect("a chart without bands is a fault").1
    }

    fn has_hole(&self) -> bool {
        self.0.is_empty() || self.0.windows(2).any(|w| w[0].0 >= w[1].0)
    }
}

/// [6.2] What air defense fire does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Flak {
    NoEffect,
    Abort,
    Loss,
}

/// [6.3]–[6.5] What a strike does; the number is damage to a base.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Strike {
    Nothing,
    Hit(u8),
    HitAndCollateral(u8),
}

/// [12] The weather.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Sky {
    Clear,
    Overcast,
    Rain,
}

/// [13.2] What a throw for the 1st Brigade brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Levy {
    /// So many infantry battalions.
    Battalions(u8),
    /// The whole brigade.
    All,
}

/// [10.4.7] A result of the combat table, written `1/2R1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CombatResult {
    /// Steps the attacker loses.
    pub attacker: u8,
    /// Steps the defender loses.
    pub defender: u8,
    /// Hexes the defender retreats.
    pub retreat: u8,
}

impl std::fmt::Display for CombatResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.attacker, self.defender)?;
        if self.retreat > 0 { write!(f, "R{}", self.retreat) } else { Ok(()) }
    }
}

impl<'de> Deserialize<'de> for CombatResult {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        let parse = |text: &str| {
            let (attacker, rest) = text.split_once('/')?;
            let (defender, retreat) = rest.split_once('R').unwrap_or((rest, "0"));
            Some(CombatResult { attacker: attacker.parse().ok()?, defender: defender.parse().ok()?, retreat: retreat.parse().ok()? })
        };
        parse(&text).ok_or_else(|| serde::de::Error::custom(format_args!("{text:?} is no combat result: expected something like \"1/1R1\"")))
    }
}

/// [10.4.4] A column of the combat table, written `3:1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio(pub i32, pub i32);

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.0, self.1)
    }
}

impl<'de> Deserialize<'de> for Ratio {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        let pair = text.split_once(':').and_then(|(a, b)| Some(Ratio(a.parse().ok()?, b.parse().ok()?))).filter(|r| r.0 > 0 && r.1 > 0);
        pair.ok_or_else(|| serde::de::Error::custom(format_args!("{text:?} is no odds column: expected something like \"3:1\"")))
    }
}

chart! {
    /// The combat results table.
    CombatTable {
        /// Odds, weakest first.
        columns: Vec<Ratio>,
        /// By modified die, from 1.
        rows: Vec<Vec<CombatResult>>,
    }
    /// Column shifts.
    Shifts {
        /// [10.4.5.c]
        russian_combined_arms: i8,
        /// [14.3]
        tank_bonus: i8,
    }
    /// Modifiers of the combat die.
    DieModifiers {
        /// [10.3.e]
        spearhead: i8,
        /// [10.1.d]
        half_disrupted: i8,
    }
    /// [6.2] The air defense table.
    AirDefenseTable {
        /// By modified die.
        bands: Bands<Flak>,
        /// The firing unit is disrupted.
        disrupted: i8,
        /// Second die of an abort: up to this the aircraft comes back later.
        abort_to_turn_track: u8,
        /// How many turns later.
        abort_turns: u8,
        /// Second die of a loss: up to this it is scored.
        loss_scored: u8,
    }
    /// [6.3], [6.5] The bombardment table.
    BombardmentTable {
        /// By modified die.
        bands: Bands<Strike>,
        /// Special forces watch the target.
        recon: i8,
        /// Die of this or more adds collateral damage.
        collateral: u8,
    }
    /// [6.4] The SEAD table.
    SeadTable {
        /// By modified die.
        bands: Bands<Strike>,
    }
    /// [12] The weather table.
    WeatherTable {
        /// By die.
        bands: Bands<Sky>,
        /// Added to strikes in clear, overcast, rain.
        strikes: [i8; 3],
    }
    /// [10.4.2] Guns.
    Artillery {
        /// In hexes.
        range: u32,
        /// Modified die of this or more.
        hits_on: i16,
        /// [6.6.c]
        drone: i8,
    }
    /// [6.7] Missiles and navies.
    Missiles {
        /// In hexes.
        range: u32,
    }
    /// [10.3.b]
    Recon {
        /// Die of this or more.
        succeeds_on: u8,
    }
    /// [11.3.d]
    Surrender {
        /// Die of this or more.
        on: u8,
    }
    /// [11]
    SupplyNumbers {
        /// Hexes from a unit to a road.
        hexes_to_road: u16,
    }
    /// [13.1.a]
    Draw {
        /// The marker kept out of the first draw.
        withheld: Option<UnitId>,
    }
    /// [13], [14.8]
    Reinforcements {
        /// [13.1.h]
        remaining_air_turn: u8,
        /// [13.1.i]
        ground_from_that_turn: i32,
        /// [13.1.e]
        low_markers: i32,
        /// [13.1.e]
        low_markers_bonus: i32,
        /// [13.1.j]
        fleet_turn: u8,
        /// [13.2.a] The turn of the first try.
        first_brigade_turn: u8,
        /// [13.2.a]
        first_brigade: Bands<Levy>,
        /// [13.2.d]
        second_try: Bands<Levy>,
        /// [14.8.a] From turn, to turn.
        national_guard: (u8, u8),
    }
    /// [7.2], [7.6]
    Stacking {
        /// Headquarters in one hex.
        headquarters: u8,
        /// Nations that may not end a segment together.
        never_together: Vec<(NationId, NationId)>,
    }
    /// [8.6]
    Helicopters {
        /// Points for any hex.
        points_per_hex: Points,
    }
    /// [3]
    Victory {
        /// Net points for a Russian win.
        needed: i32,
        /// [14.2.b]
        needed_with_brigade: i32,
        /// [14.2.b]
        brigade_bonus: i32,
        /// [14.1.a]
        adjara: i32,
        /// Half points for a ground unit.
        ground_loss_halves: i32,
        /// Half points for an aircraft.
        air_loss_halves: i32,
        /// Half points for damage.
        damage_halves: i32,
        /// [3.3.b]
        base_capture_damage: i32,
        /// [3.4.e]
        collateral_on: i16,
        /// [3.4.e]
        collateral_points: i32,
        /// Level that adds 1 to the end dice.
        collateral_level: i32,
        /// [3.2] Turn, and the die on which the game ends.
        end_turn: Vec<(u8, i16)>,
        /// [3.2.c]
        end_bonus_turn: u8,
    }
    /// [14]
    OptionNumbers {
        /// [14.4]
        exchange_on: u8,
        /// [14.5]
        panic_on: u8,
        /// [14.5]
        panic_formations: Vec<String>,
        /// [14.6]
        friendly_fire_on: u8,
        /// [14.7]
        held_up_on: u8,
    }
}

/// `tables.ron`
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "one field a section of tables.ron, documented there")]
pub struct Own {
    pub combat: CombatTable,
    pub shifts: Shifts,
    pub die: DieModifiers,
    pub flak: AirDefenseTable,
    pub bombardment: BombardmentTable,
    pub sead: SeadTable,
    pub weather: WeatherTable,
    pub artillery: Artillery,
    pub missiles: Missiles,
    pub recon: Recon,
    pub surrender: Surrender,
    pub supply: SupplyNumbers,
    pub draw: Draw,
    pub reinforcements: Reinforcements,
    pub stacking: Stacking,
    pub helicopters: Helicopters,
    pub victory: Victory,
    pub options: OptionNumbers,
}

/// Reads all tables of the game.
pub fn read(loading: &mut Loading<'_>) -> Option<(Tables, Charts)> {
    let book = Tables::read(loading, &KNOWN)?;
    let own = own(loading, &book);
    let printed = printed(loading, &book, own.as_ref());
    if !loading.files.blank {
        set_up_fits(loading, &book);
    }
    let ground = &book.ground;
    let inner = Inner {
        printed: printed?,
        footing: ground.grid.all().map(|ix| footing(&book, ix)).collect(),
        crossing: ground.grid.all().map(|ix| Dir::ALL.map(|dir| crossing(&book, ix, dir))).collect(),
        road_cost: book.chart.sides.get(&SideKind::Road).and_then(|e| e.r#move).unwrap_or(Points::whole(1)),
        river_shift: book.chart.sides.get(&SideKind::River).map_or(0, |e| e.shift),
        spots: spots(&book),
        own: own?,
    };
    Some((book, Charts(Arc::new(inner))))
}

fn own(loading: &mut Loading<'_>, book: &Tables) -> Option<Own> {
    loading.file("tables.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        let f = r.fields(&tree);
        let at = |name| f.node(name).map_or(tree.at, |n| n.at);
        let combat: Option<CombatTable> = f.need("combat");
        if let Some(table) = &combat
            && (table.rows.is_empty() || table.columns.is_empty() || table.rows.iter().any(|row| row.len() != table.columns.len()))
        {
            r.fault(at("combat"), format!("the combat table has a hole: every row needs {} results", table.columns.len()));
        }
        let (flak, bombardment): (Option<AirDefenseTable>, Option<BombardmentTable>) = (f.need("air_defense"), f.need("bombardment"));
        let (sead, weather): (Option<SeadTable>, Option<WeatherTable>) = (f.need("sead"), f.need("weather"));
        let reinforcements: Option<Reinforcements> = f.need("reinforcements");
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
        let (shifts, die, artillery, missiles, recon) = (f.need("shifts"), f.need("die"), f.need("artillery"), f.need("missiles"), f.need("recon"));
        let (surrender, supply, draw, stacking) = (f.need("surrender"), f.need("supply"), f.need("reinforcement_draw"), f.need("stacking"));
        let (helicopters, victory, options) = (f.need("helicopters"), f.need("victory"), f.need("options"));
        f.close();
        Some(Own {
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

fn printed(loading: &mut Loading<'_>, book: &Tables, own: Option<&Own>) -> Option<Vec<Printed>> {
    let mut formations: Vec<&str> = book.units.iter().map(|u| u.formation.as_str()).filter(|f| !f.is_empty()).collect();
    formations.sort_unstable();
    formations.dedup();
    loading.file("units.ron", &book.lexicon, |r| {
        let row = |row: &crate::board::UnitRow| {
            let At { at, value: kind } = &row.kind;
            let Some(kind) = UnitType::named(kind) else {
                r.fault(*at, format!("this game has no rules for the kind {kind:?}{}", nearest(kind, book.kinds.keys().map(String::as_str))));
                return None;
            };
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
                green: own.is_some_and(|own| own.options.panic_formations.contains(&row.formation)),
                is_static: kind.is_ground() && allowance == Points::default(),
            })
        };
        book.units.iter().map(row).collect()
    })
}

fn spots(book: &Tables) -> Spots {
    let ground = &book.ground;
    let sources = |side: &str, tag: Option<&str>| -> Vec<Ix> {
        let wanted = |s: &&crate::board::Spring| s.side == side && tag.is_none_or(|t| s.tags.iter().any(|x| x == t));
        ground.sources.iter().filter(wanted).filter_map(|s| ground.grid.ix(s.hex)).collect()
    };
    let cities = |country: Country| -> Vec<Ix> {
        ground.grid.all().filter(|ix| ground.sites(*ix).any(|s| s.kind == "city") && Country::named(&ground.region(*ix).country) == country).collect()
    };
    let area = |name: &str| -> Vec<Ix> { ground.areas.get(name).map_or(Vec::new(), |area| ground.grid.all().filter(|ix| ground.in_area(area, *ix)).collect()) };
    let listed = |name: &str| ground.areas.get(name).map_or(Vec::new(), |a| a.hexes.iter().filter_map(|h| ground.grid.ix(*h)).collect());
    let points = |ix: Ix| ground.sites(ix).find_map(|s| s.values.get("vp").copied());
    Spots {
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
