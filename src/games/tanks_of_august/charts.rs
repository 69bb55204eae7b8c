//! The charts of `tables.ron`, as types: one struct a chart, in the order of the file.

use crate::board::read::At;
use crate::board::{NationId, Points, UnitId};
use crate::games::charts::{self, Bands, Section, chart, tables_file};
use serde::Deserialize;

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

/// [13.2] What a roll for the 1st Brigade brings.
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
        parse(&text).ok_or_else(|| serde::de::Error::custom(format_args!("{text:?} is not a combat result: expected something like \"1/1R1\"")))
    }
}

/// [10.4.4] A column of the combat table, written `3:1`.
pub(super) type Ratio = charts::Ratio<':'>;

/// The combat results table.
pub(super) type CombatTable = charts::CombatTable<':', CombatResult>;

chart! {
    /// Column shifts.
    Shifts {
        /// [10.4.5.c]
        russian_combined_arms: i8 [-9..=9],
        /// [14.3]
        tank_bonus: i8 [-9..=9],
    }
    /// Modifiers of the combat die.
    DieModifiers {
        /// [10.3.e]
        spearhead: i8 [-9..=9],
        /// [10.1.d]
        half_disrupted: i8 [-9..=9],
    }
    /// [6.2] The air defense table.
    AirDefenseTable {
        /// By modified die.
        bands: Bands<Flak>,
        /// The firing unit is disrupted.
        disrupted: i8 [-9..=9],
        /// Second die of an abort: up to this the aircraft comes back later.
        abort_to_turn_track: u8 [0..=6],
        /// How many turns later.
        abort_turns: u8 [1..=20],
        /// Second die of a loss: up to this it is scored.
        loss_scored: u8 [0..=6],
    }
    /// [6.3], [6.5] The bombardment table.
    BombardmentTable {
        /// By modified die.
        bands: Bands<Strike>,
        /// Special forces watch the target.
        recon: i8 [-9..=9],
        /// Die of this or more adds collateral damage.
        collateral: u8 [1..=7],
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
        strikes: [i8; 3] [-9..=9],
    }
    /// [10.4.2] Guns.
    Artillery {
        /// In hexes.
        range: u32 [1..=50],
        /// Modified die of this or more.
        hits_on: i16 [1..=20],
        /// [6.6.c]
        drone: i8 [-9..=9],
    }
    /// [6.7] Missiles and navies.
    Missiles {
        /// In hexes.
        range: u32 [1..=99],
    }
    /// [10.3.b]
    Recon {
        /// Die of this or more.
        succeeds_on: u8 [1..=7],
    }
    /// [11.3.d]
    Surrender {
        /// Die of this or more.
        on: u8 [1..=7],
    }
    /// [11]
    SupplyNumbers {
        /// Hexes from a unit to a road.
        hexes_to_road: u16 [0..=50],
    }
    /// [13.1.a]
    Draw {
        /// The marker kept out of the first draw.
        withheld: Option<UnitId>,
    }
    /// [13], [14.8]
    Reinforcements {
        /// [13.1.h]
        remaining_air_turn: u8 [1..=200],
        /// [13.1.i]
        ground_from_that_turn: i32 [0..=99],
        /// [13.1.e]
        low_markers: i32 [0..=99],
        /// [13.1.e]
        low_markers_bonus: i32 [0..=99],
        /// [13.1.j]
        fleet_turn: u8 [1..=200],
        /// [13.2.a] The turn of the first try.
        first_brigade_turn: u8 [1..=200],
        /// [13.2.a]
        first_brigade: Bands<Levy>,
        /// [13.2.d]
        second_try: Bands<Levy>,
        /// [14.8.a] From turn, to turn.
        national_guard: (u8, u8) [1..=200],
    }
    /// [7.2], [7.6]
    Stacking {
        /// Headquarters in one hex.
        headquarters: u8 [1..=9],
        /// Nations that may not end a segment together.
        never_together: Vec<(NationId, NationId)>,
    }
    /// [8.6]
    Helicopters {
        /// Points for any hex.
        points_per_hex: Points [1..=40],
    }
    /// [3]
    Victory {
        /// Net points for a Russian win.
        needed: i32 [1..=99],
        /// [14.2.b]
        needed_with_brigade: i32 [1..=99],
        /// [14.2.b]
        brigade_bonus: i32 [0..=99],
        /// [14.1.a]
        adjara: i32 [0..=99],
        /// Half points for a ground unit.
        ground_loss_halves: i32 [0..=20],
        /// Half points for an aircraft.
        air_loss_halves: i32 [0..=20],
        /// Half points for damage.
        damage_halves: i32 [0..=20],
        /// [3.3.b]
        base_capture_damage: i32 [0..=20],
        /// [3.4.e]
        collateral_on: i16 [1..=20],
        /// [3.4.e]
        collateral_points: i32 [0..=20],
        /// Level that adds 1 to the end dice.
        collateral_level: i32 [1..=99],
        /// [3.2] Turn, and the die on which the game ends.
        end_turn: Vec<(u8, i16)>,
        /// [3.2.c]
        end_bonus_turn: u8 [1..=200],
    }
    /// [14]
    OptionNumbers {
        /// [14.4]
        exchange_on: u8 [1..=7],
        /// [14.5]
        panic_on: u8 [0..=6],
        /// [14.5]
        panic_formations: Vec<At<String>>,
        /// [14.6]
        friendly_fire_on: u8 [0..=6],
        /// [14.7]
        held_up_on: u8 [0..=6],
    }
}

impl Victory {
    /// [3.2] The turns of the end.
    fn check(&self, section: &Section<'_>) {
        if self.end_turn.iter().any(|(turn, die)| !(1..=200).contains(turn) || !(-9..=20).contains(die)) {
            section.fault_in("end_turn", "expected turns from 1 on, each with a die that can be rolled");
        }
    }
}

impl OptionNumbers {
    /// [14.5] The formations that may panic.
    fn check(&self, section: &Section<'_>) {
        let formations = || section.book.units.iter().map(|unit| unit.formation.as_str()).filter(|f| !f.is_empty());
        for name in self.panic_formations.iter().filter(|name| !formations().any(|f| f == name.value)) {
            section.r.fault(name.at, format!("no unit is of the formation {:?}{}", name.value, section.r.nearest(&name.value, formations())));
        }
    }
}

tables_file! {
    combat: CombatTable => CombatTable::check_modified,
    shifts: Shifts,
    die: DieModifiers,
    flak in "air_defense": AirDefenseTable,
    bombardment: BombardmentTable,
    sead: SeadTable,
    weather: WeatherTable,
    artillery: Artillery,
    missiles: Missiles,
    recon: Recon,
    surrender: Surrender,
    supply: SupplyNumbers,
    draw in "reinforcement_draw": Draw,
    reinforcements: Reinforcements,
    stacking: Stacking,
    helicopters: Helicopters,
    victory: Victory => Victory::check,
    options: OptionNumbers => OptionNumbers::check,
}
