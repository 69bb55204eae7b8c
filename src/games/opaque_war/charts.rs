//! The charts of `tables.ron`, as types: one struct a chart, in the order of the file.

use super::orders::Holding;
use super::tables::UnitType;
use crate::board::{Put, Scenario, Tables};
use crate::games::charts::{self, Bands, Losses, Section, chart, tables_file};
use std::collections::BTreeMap;

/// [8.12] A result of the combat table: how many units each side loses.
pub(super) type CombatResult = Losses;

/// [8.0] A column of the combat table, written `3-1`.
pub(super) type Ratio = charts::Ratio<'-'>;

/// [8.12] The combat results table.
pub(super) type CombatTable = charts::CombatTable<'-', CombatResult>;

chart! {
    /// [3.1]
    SetUp {
        /// [3.1.a] Die up to this: Ukrainian.
        town_ukrainian: u8 [0..=6],
        /// [3.1.c] Die up to this: Ukrainian.
        checkpoint_ukrainian: u8 [0..=6],
        /// [3.1.l] Battalions drawn.
        luhansk_drawn: u8 [1..=99],
        /// [3.1.r] Battalions drawn.
        donetsk_drawn: u8 [1..=99],
        /// [3.1.u] Brigades on the west edge.
        mechanised: u8 [0..=99],
        /// [3.1.u] Brigades on the west edge.
        airborne: u8 [0..=99],
    }
    /// [8.8] Column shifts.
    Shifts {
        /// Any attacker is out of supply.
        attacker_out_of_supply: i8 [-9..=9],
        /// Any defender is.
        defender_out_of_supply: i8 [-9..=9],
    }
    /// [8.4], [8.5] Support counters.
    Support {
        /// Columns a counter is worth.
        columns: BTreeMap<UnitType, i8> [-9..=9],
        /// A counter, and what it nullifies.
        nullifies: Vec<(UnitType, UnitType)>,
    }
    /// [9.2] The media chart.
    Media {
        /// By modified die: change of the roller's support, points for the roller.
        bands: Bands<(i8, i8)> [-9..=9],
        /// A mob is in the hex.
        mob: i8 [-9..=9],
        /// [13.1.c] Non-lethal equipment.
        non_lethal: i8 [-9..=9],
        /// [9.2.g] The first turn with media dice.
        from_turn: u8 [1..=200],
    }
    /// [10], [14]
    Reinforcements {
        /// [10.1] Pieces by modified die.
        ukrainian: Bands<u8> [0..=99],
        /// [10.2] Pieces by modified die.
        rebel: Bands<u8> [0..=99],
        /// [10.3.a]
        russian_turn: u8 [1..=200],
        /// [10.3.b]
        russian_on: i16 [-9..=20],
        /// [14.0.c]
        russian_units: u8 [0..=99],
    }
    /// [11.0]
    Flight {
        /// Die up to this.
        shot_down: u8 [0..=6],
        /// Change of Western support.
        western: i8 [-9..=9],
    }
    /// [5.0]
    ForeignSupport {
        /// The lowest level.
        lowest: i32 [-9..=0],
        /// The highest level.
        highest: i32 [0..=9],
        /// [5.0.d] In effect from the end of this turn.
        russian_after: u8 [0..=200],
    }
    /// [15]
    Ceasefire {
        /// Die up to this: a ceasefire.
        imposed: i16 [0..=20],
        /// [15.1.a]
        modifier: i8 [-9..=9],
        /// [15.1.c]
        western: i8 [-9..=9],
    }
    /// [16]
    Victory {
        /// Points for an objective.
        objective: i32 [0..=20],
        /// [16.0.f] Points for a die modified.
        ceasefire: i32 [0..=20],
        /// [16.0.g] For a Ukrainian win.
        ukrainian: i32 [-99..=99],
        /// [16.0.g] For a draw.
        draw: i32 [-99..=99],
    }
}

impl SetUp {
    /// [3.1.u] There are enough brigades to choose from.
    fn check(&self, section: &Section<'_>) {
        for (kind, wanted) in [("mechanised", self.mechanised), ("airborne", self.airborne)] {
            let fewest = section.book.scenarios.iter().map(|scenario| brigades(section.book, scenario, kind)).min().unwrap_or(0);
            if usize::from(wanted) > fewest {
                section.fault_in(kind, format!("{wanted} brigades are to be chosen, and a scenario has {fewest} to choose from"));
            }
        }
    }
}

/// [3.1.u] The brigades of a kind from which a scenario lets the Ukrainian choose.
fn brigades(book: &Tables, scenario: &Scenario, kind: &str) -> usize {
    let lots = scenario.lots.iter().filter(|lot| matches!(lot.to, Put::Box(id) if id == Holding::Brigades.id()));
    lots.flat_map(|lot| &lot.units).filter(|unit| book.units.get(unit.value.at()).is_some_and(|row| row.kind.value == kind)).count()
}

impl Support {
    /// [8.4] Every counter that can be played is worth something.
    fn check(&self, section: &Section<'_>) {
        for (_, name) in UnitType::ALL.iter().zip(UnitType::NAMES).filter(|(kind, _)| kind.is_support() && !self.columns.contains_key(kind)) {
            section.fault_in("columns", format!("how many columns is {name:?} worth?"));
        }
    }
}

impl Victory {
    fn check(&self, section: &Section<'_>) {
        if self.draw >= self.ukrainian {
            section.fault_in("draw", "a draw must take fewer points than a Ukrainian win");
        }
    }
}

tables_file! {
    setup: SetUp => SetUp::check,
    combat: CombatTable => CombatTable::check,
    shifts: Shifts,
    support: Support => Support::check,
    media: Media,
    reinforcements: Reinforcements,
    mh17: Flight,
    foreign_support: ForeignSupport,
    ceasefire: Ceasefire,
    victory: Victory => Victory::check,
}
