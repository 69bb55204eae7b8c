//! The charts of `tables.ron`, as types: one struct a chart, in the order of the file.

use crate::board::read::{At, nearest};
use crate::board::{Points, UnitId};
use crate::games::charts::{self, Losses, Section, chart, tables_file};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::num::NonZeroU8;

/// [10.8] A result of the combat table: how many brigades each side loses.
pub(super) type CombatResult = Losses;

/// The combat results table, with columns written `3:1`.
pub(super) type CombatTable = charts::CombatTable<':', CombatResult>;

/// [10.2] Odds are to one, and a shift is a whole number more or less: the columns rise by one.
fn check_combat(table: &CombatTable, section: &Section<'_>) {
    table.check(section);
    if table.columns.iter().any(|odds| odds.1 != 1) || table.columns.windows(2).any(|w| w[1].0 != w[0].0 + 1) {
        section.fault("the odds of the combat table must be to one and rise by one from column to column");
    }
}

/// [13.5]–[13.7] What a nuclear attack does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Blast {
    /// All units are disrupted.
    D,
    /// Brigades are out for good, divisions disrupted.
    EB,
    /// All units are out for good.
    EA,
}

/// [12.5] A contingent of the Allied reinforcement table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contingent {
    /// The die that brings it.
    pub slot: u8,
    /// In words.
    pub name: String,
    /// What it consists of.
    pub units: Vec<UnitId>,
}

chart! {
    /// Column shifts that are not terrain.
    Shifts {
        /// [10.13]
        multinational: i8 [-9..=9],
        /// [11.5]
        airpower: i8 [-9..=9],
        /// [10.17]
        no_support: i8 [-9..=9],
        /// [10.6]
        concentric_divisor: NonZeroU8 [1..=6],
    }
    /// [10.18]
    Vostok {
        /// Taken from the die.
        minus: u8 [0..=5],
    }
    /// [6.3], [7.4], [10.3], [10.10]
    Sizes {
        /// Thirds of a division, for stacking and losses.
        division: u8 [1..=12],
        /// Likewise.
        brigade: u8 [1..=12],
        /// Thirds that a hex holds.
        capacity: u8 [1..=60],
        /// Defense factor.
        disrupted_division: i32 [0..=99],
        /// Defense factor.
        disrupted_brigade: i32 [0..=99],
        /// Defense factor.
        garrison_defense: i32 [0..=99],
        /// Brigades of loss it is worth.
        garrison_loss: u8 [0..=9],
    }
    /// [8], [9]
    Movement {
        /// [2.9]
        allowance: Points [2..=100],
        /// [8.10]
        multinational: Points [2..=100],
        /// [8.9]
        column_factor: i16 [1..=9],
        /// [9.1] For any hex.
        air_assault: Points [1..=40],
        /// [13.9] For each blast marker.
        blast: Points [0..=40],
        /// [11.4]
        interdicted_hex: Points [0..=40],
        /// [11.4]
        interdicted_river: Points [0..=40],
        /// Whether air assault units on foot may march in column.
        air_assault_column: bool,
    }
    /// [11]
    Air {
        /// Dice of a side.
        dice: u8 [1..=9],
        /// [12.8]
        nato_dice: u8 [1..=9],
        /// [5.9]
        first_turn_russian: i8 [-9..=9],
        /// [11.1]
        held_before: i8 [-9..=9],
        /// [11.3]
        range: u32 [0..=50],
    }
    /// [13]
    Nuclear {
        /// By terrain, die 1 to 6.
        rows: BTreeMap<String, [Blast; 6]>,
        /// Totals that end the game by a strategic exchange.
        exchange: Vec<u8> [2..=12],
        /// Totals that end it by an overthrow.
        overthrow: Vec<u8> [2..=12],
    }
    /// [12.2]
    Recycling {
        /// Die divided by this, rounded up.
        division_divisor: NonZeroU8 [1..=6],
        /// Likewise.
        brigade_divisor: NonZeroU8 [1..=6],
    }
    /// [12.5]–[12.9]
    Reinforcements {
        /// In the order of the table; of two in a slot the left one first.
        contingents: Vec<Contingent>,
        /// Second die up to which the left one comes.
        half_up_to: u8 [0..=6],
        /// Dice of the task force.
        task_force_dice: u8 [1..=9],
        /// Strength from which it is a division.
        task_force_division: i16 [1..=99],
    }
    /// [3.5], [3.6]
    SetUp {
        /// Generic divisions chosen.
        new_divisions: usize [0..=99],
        /// Locale die divided by this, rounded up.
        allowance_divisor: NonZeroU8 [1..=6],
        /// What the suggested set-up raises.
        suggested_divisions: Vec<UnitId>,
        /// What it gives up for them, the best candidates first.
        suggested_cadres: Vec<UnitId>,
    }
    /// [4]
    Victory {
        /// Points for a Russian win.
        needed: i32 [1..=999],
        /// Countries whose cities the geo-strategic victory needs.
        geo_strategic: Vec<At<String>>,
    }
    /// What the rulebook says of the counters and the map.
    Census {
        /// Divisions and brigades.
        combat_units: usize,
        /// [3.6]
        russian_air_assault: usize,
        /// [3.4]
        russian_airpower: usize,
        /// [3.7]
        allied_airpower: usize,
        /// [10.17]
        headquarters: usize,
        /// [3.2]
        city_hexes: usize,
        /// Counters of which the tables have no row each.
        other_markers: usize,
        /// [2.1]
        counters: usize,
        /// [4.2]
        starting_points: i32,
        /// [4.7]
        rail_hexes: usize,
    }
}

impl Sizes {
    fn check(&self, section: &Section<'_>) {
        if self.division.max(self.brigade) > self.capacity {
            section.fault_in("capacity", "a hex must hold a division and a brigade at least one at a time");
        }
    }
}

impl Nuclear {
    /// [13.4] Its rows are terrain of the map.
    fn check(&self, section: &Section<'_>) {
        let known = &section.book.ground.terrain_names;
        for name in self.rows.keys().filter(|name| !known.contains(name)) {
            section.fault(format!("the map has no terrain {name:?}{}", nearest(name, known.iter().map(String::as_str))));
        }
    }
}

impl Reinforcements {
    /// [12.5] Each die brings one or two contingents.
    fn check(&self, section: &Section<'_>) {
        for slot in 1..=6 {
            let found = self.contingents.iter().filter(|c| c.slot == slot).count();
            if !(1..=2).contains(&found) {
                section.fault(format!("slot {slot} of the reinforcement table has {found} contingents, expected one or two"));
            }
        }
    }
}

impl SetUp {
    /// [3.5] There are enough divisions to choose from.
    fn check(&self, section: &Section<'_>) {
        let generic = section.book.units.iter().filter(|unit| unit.traits.iter().any(|t| t == "generic")).count();
        if self.new_divisions > generic {
            section.fault_in("new_divisions", format!("there are {generic} generic divisions to choose from"));
        }
    }
}

impl Victory {
    /// [4.7] The countries are on the map.
    fn check(&self, section: &Section<'_>) {
        let known = || section.book.ground.regions.iter().map(|(_, region)| region.country.as_str());
        for country in self.geo_strategic.iter().filter(|country| !known().any(|c| c == country.value)) {
            section.r.fault(country.at, format!("the map has no country {:?}{}", country.value, nearest(&country.value, known())));
        }
    }
}

tables_file! {
    combat: CombatTable => check_combat,
    shifts: Shifts,
    vostok: Vostok,
    sizes: Sizes => Sizes::check,
    movement: Movement,
    air: Air,
    nuclear: Nuclear => Nuclear::check,
    recycling: Recycling,
    reinforcements: Reinforcements => Reinforcements::check,
    set_up: SetUp => SetUp::check,
    victory: Victory => Victory::check,
    census: Census,
}
