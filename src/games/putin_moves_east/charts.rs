//! The charts of `tables.ron`, as types: one struct a chart, in the order of the file.

use super::tables::Nation;
use crate::board::read::nearest;
use crate::board::{NationId, UnitId};
use crate::games::charts::{self, Section, chart, tables_file};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// [14.5], [15.0] The combat results table.
pub(super) type CombatTable = charts::CombatTable<':', CombatResult>;

/// [15.0] A result of the combat table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
pub enum CombatResult {
    /// The attacker loses a step.
    AL1,
    /// Nothing happens.
    AS,
    /// Each side loses a step.
    BB,
    /// The defender loses a step and retreats, if a Hyperwar unit attacks.
    HW1,
    /// The defender retreats.
    DR,
    /// The defender loses a step.
    DL1,
    /// The defender is eliminated.
    DE,
}

/// [19.3], [19.6] A result of the air combat table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
pub enum AirResult {
    /// Attackers lost.
    A(u8),
    /// No effect.
    Nothing,
    /// Defenders driven off, or how far they retreat.
    R(u8),
    /// Defenders eliminated.
    E(u8),
}

impl AirResult {
    /// The largest number that a table may hold: whoever retreats is offered every way of that length.
    pub(super) const MOST: u8 = 4;

    /// How many units, steps or hexes.
    pub(super) fn number(self) -> u8 {
        match self {
            AirResult::A(n) | AirResult::R(n) | AirResult::E(n) => n,
            AirResult::Nothing => 0,
        }
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::Display for AirResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AirResult::A(n) => write!(f, "A{n}"),
            AirResult::Nothing => f.write_str("no effect"),
            AirResult::R(n) => write!(f, "R{n}"),
            AirResult::E(n) => write!(f, "E{n}"),
        }
    }
}

/// Declares a word that tables write as a text.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant),* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// As tables write it.
            pub fn name(self) -> &'static str {
                [$($text),*][self as usize]
            }

            /// The one of a name.
            pub fn named(name: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|word| word.name() == name)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text = String::deserialize(d)?;
                let known = || $name::ALL.iter().map(|word| word.name());
                $name::named(&text).ok_or_else(|| serde::de::Error::custom(format_args!("{text:?} is not known{}", nearest(&text, known()))))
            }
        }
    )*};
}

words! {
    /// [13.4] A sea zone.
    Sea {
        /// Of Russia.
        Japan = "Sea of Japan",
        /// Of China.
        Yellow = "Yellow Sea",
    }
    /// [2.1] An objective symbol.
    Symbol {
        /// A capital.
        Capital = "capital",
        /// Energy.
        Energy = "energy",
        /// Nuclear weapons.
        Nuclear = "nuclear",
        /// A port.
        Port = "port",
        /// A major base.
        MajorBase = "major base",
        /// A minor base.
        MinorBase = "minor base",
    }
}

/// [24.2] A result of the insurgency table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Unrest {
    Blowback,
    Nothing,
    /// Guerrillas that may be raised instead.
    Rebellion(u8),
}

/// [27.1] A result of the WMD table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Blast {
    Blowback,
    Intercepted,
    Effective,
    Devastating,
}

/// [28.1] A result of the major objective capture table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Aftermath {
    AttackerGains,
    DefenderLoses,
    Nothing,
    Reverse,
}

/// [4.1] How great a victory is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Level {
    Draw,
    Marginal,
    Operational,
    Strategic,
}

impl Level {
    /// In words.
    pub fn name(self) -> &'static str {
        ["draw", "marginal victory", "operational victory", "strategic victory"][self as usize]
    }
}

/// [10.2.2] Where ground units of a nation come onto the map.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Arrival {
    /// Its off-map base.
    pub off_map: bool,
    /// Friendly bases.
    pub bases: Where,
    /// Friendly cities.
    pub cities: Where,
    /// Friendly ports.
    pub ports: Where,
}

/// In which countries.
#[derive(Clone, Debug, Default, Deserialize)]
pub enum Where {
    /// In none.
    #[default]
    Nowhere,
    /// In these.
    In(Vec<NationId>),
    /// In any.
    Anywhere,
}

impl Where {
    /// Whether a hex of a country counts.
    pub fn has(&self, country: Option<Nation>) -> bool {
        match self {
            Where::Nowhere => false,
            Where::In(nations) => country.is_some_and(|country| nations.contains(&country.id())),
            Where::Anywhere => true,
        }
    }
}

chart! {
    /// [19.1] The air combat results table.
    AirTable {
        /// By die, from 1; columns from 0.
        rows: Vec<Vec<AirResult>>,
        /// [19.6] More steps than these are never lost to a bombardment roll.
        bombardment_steps: u8 [1..=9],
    }
    /// Column shifts that are not terrain.
    Shifts {
        /// [14.6.2]
        concentric: i8 [-9..=9],
        /// [14.6.2] More attacking hexes than this are always concentric.
        concentric_over: u32 [1..=6],
        /// [19.9] Each tactical air unit.
        tactical_air: i8 [-9..=9],
        /// [26.0]
        prepared: i8 [-9..=9],
        /// [22.1] Taken from the defender's terrain.
        complex_terrain: i8 [-9..=9],
    }
    /// [6.2], [6.3], [7.1], [24.1] Action points.
    PointTable {
        /// Dice of a side.
        dice: u8 [1..=9],
        /// With shock.
        shock_dice: u8 [1..=9],
        /// For each major base.
        major_base: i32 [0..=9],
        /// For each unit of special forces spent.
        special_forces: i32 [0..=9],
        /// More than these are lost.
        most: i32 [1..=99],
    }
    /// What actions cost.
    Costs {
        /// [APC.a], [12.1]
        move_unit: i32 [0..=20],
        /// [16.1]
        joint_maneuver: i32 [0..=20],
        /// [12.7]
        rail: i32 [0..=20],
        /// [APC.b], [14.2] Each unit.
        attack: i32 [0..=20],
        /// [16.2] All Hyperwar units together.
        attack_hyperwar: i32 [0..=20],
        /// [APC.c], [11.1]
        regroup: i32 [0..=20],
        /// [16.4]
        regroup_hyperwar: i32 [0..=20],
        /// [10.1]
        reinforce: i32 [0..=20],
        /// With NATO units.
        reinforce_nato: i32 [0..=20],
        /// [10.1]
        mobilize: i32 [0..=20],
        /// [APC.e], [19.1]
        air_superiority: i32 [0..=20],
        /// [19.5]
        bombardment: i32 [0..=20],
        /// [23.1]
        air_transport: i32 [0..=20],
        /// [APC.f], [24.2]
        insurgency: i32 [0..=20],
        /// [22.6]
        assault: i32 [0..=20],
        /// [27.0]
        wmd: i32 [0..=20],
    }
    /// [10.2.3], [12.2], [12.7], [13.1] Dice of a move.
    Moves {
        /// On the ground.
        ground_dice: u8 [1..=9],
        /// In the air.
        airborne_dice: u8 [1..=9],
        /// By rail.
        rail_dice: u8 [1..=9],
        /// Points of the hex by which a unit comes onto the map.
        entry: i16 [1..=9],
    }
    /// [7.1], [10.1], [10.2], [11.2]
    Recruits {
        /// Dice of a reinforcement action.
        dice: u8 [1..=9],
        /// Of the units that come with shock.
        shock_dice: u8 [1..=9],
        /// Of the turns until the other side has the marker.
        shock_delay_dice: u8 [1..=9],
        /// Of the mobilization.
        mobilization_dice: u8 [1..=9],
        /// Whose it is.
        mobilization_nation: NationId,
        /// Dice of the turns until special forces are back.
        recycle_dice: u8 [1..=9],
        /// Where ground units of a nation come.
        places: BTreeMap<NationId, Arrival>,
        /// Sets of hexes in which its amphibious units land.
        landings: BTreeMap<NationId, Vec<String>>,
    }
    /// [13.4], [20.2] Which seas a nation uses.
    Seas {
        /// By amphibious movement.
        amphibious: BTreeMap<NationId, Vec<Sea>>,
        /// With naval units.
        naval: BTreeMap<NationId, Vec<Sea>>,
    }
    /// [18.4] Air units of a nation in one hex.
    Strikes {
        /// By nation.
        nations: BTreeMap<NationId, u8>,
        /// All other nations.
        others: u8 [0..=99],
    }
    /// [9.2]
    Stacking {
        /// Mobile units that attack, defend, set up or end a retreat in a hex.
        mobile: usize [1..=1],
    }
    /// [24.2], [24.3]
    InsurgencyTable {
        /// By die, from 1.
        rows: [Unrest; 6],
        /// Points that blowback gives the enemy.
        blowback: i32 [0..=20],
        /// How far from the city guerrillas rise.
        reach: u32 [0..=20],
    }
    /// [25.0], [25.1]
    SupplyTable {
        /// The longest line off the rails.
        reach: u16 [1..=20],
        /// Nations that ports support.
        ports: Vec<NationId>,
    }
    /// [27.0], [27.1]
    WmdTable {
        /// By die, from 1.
        rows: [Blast; 6],
        /// Dice of the points that blowback gives the enemy.
        blowback_dice: u8 [1..=9],
        /// Points that the enemy loses with the fallout.
        devastating_loss: i32 [0..=20],
        /// Strikes of a player in a turn.
        a_turn: i32 [0..=20],
    }
    /// [28.0], [28.1]
    ObjectiveTable {
        /// By die, from 1.
        rows: [Aftermath; 6],
        /// Symbols that make a major objective.
        symbols: Vec<Symbol>,
        /// Dice of the points.
        dice: u8 [1..=9],
    }
    /// [SCN.b] When NATO joins the Energy War.
    Activation {
        /// First turn of the test.
        from_turn: u8 [1..=99],
        /// What has to be captured.
        symbol: Symbol,
        /// Who comes at once.
        unit: UnitId,
    }
    /// [4.1]
    VictoryTable {
        /// For each symbol.
        symbol: i32 [0..=99],
        /// For each enemy ground unit eliminated.
        eliminated: i32 [0..=99],
        /// For the side without the shock marker.
        without_shock: i32 [0..=99],
        /// Up to which margin each level reaches.
        levels: Vec<(i32, Level)>,
    }
    /// What the rulebook says of the counters and the map.
    Census {
        /// [2.0]
        counters: usize,
        /// Units.
        units: usize,
        /// [3.7] Garrisons, with the misprinted one.
        garrisons: usize,
        /// Counters of which the tables have no row each.
        markers: usize,
        /// Units of each nation.
        nations: BTreeMap<NationId, usize>,
    }
}

impl Strikes {
    /// [18.4] How many air units of a nation may be used in one hex.
    pub fn limit(&self, nation: Nation) -> usize {
        usize::from(self.nations.get(&nation.id()).copied().unwrap_or(self.others))
    }
}

impl AirTable {
    fn check(&self, section: &Section<'_>) {
        if self.rows.len() != 6 || self.rows.iter().any(|row| row.len() != self.rows[0].len() || row.len() < 2) {
            section.fault("the air combat table has a hole: six rows of as many results are needed");
        }
        for result in self.rows.iter().flatten().filter(|result| result.number() > AirResult::MOST) {
            section.fault(format!("{result} is more than a single roll can do: at most {}", AirResult::MOST));
        }
    }
}

impl Recruits {
    fn check(&self, section: &Section<'_>) {
        for set in self.landings.values().flatten().filter(|set| !section.book.ground.sets.contains_key(*set)) {
            section.fault(format!("the map has no set of hexes {set:?}"));
        }
    }
}

impl VictoryTable {
    fn check(&self, section: &Section<'_>) {
        if self.levels.is_empty() || self.levels.windows(2).any(|w| w[0].0 >= w[1].0) {
            section.fault("the levels of victory must rise");
        }
    }
}

tables_file! {
    combat: CombatTable => CombatTable::check,
    air_combat: AirTable => AirTable::check,
    shifts: Shifts,
    action_points: PointTable,
    costs: Costs,
    movement: Moves,
    reinforcements: Recruits => Recruits::check,
    sea_zones: Seas,
    air_stacking: Strikes,
    stacking: Stacking,
    insurgency: InsurgencyTable,
    supply: SupplyTable,
    wmd: WmdTable,
    major_objectives: ObjectiveTable,
    activation: Activation,
    victory: VictoryTable => VictoryTable::check,
    census: Census,
}
