//! The charts of `tables.ron`, as types: one struct a chart, in the order of the file.

use super::tables::UnitType;
use crate::games::charts::{Bands, Losses, chart};
use std::collections::BTreeMap;

/// [8.12] A result of the combat table: how many units each side loses.
pub type CombatResult = Losses;

/// [8.0] A column of the combat table, written `3-1`.
pub type Ratio = crate::games::charts::Ratio<'-'>;

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
    /// [8.12] The combat results table.
    CombatTable {
        /// Odds, weakest first.
        columns: Vec<Ratio>,
        /// By die, from 1.
        rows: Vec<Vec<CombatResult>>,
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

/// `tables.ron`
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "one field a section of tables.ron, documented there")]
pub struct TablesFile {
    pub setup: SetUp,
    pub combat: CombatTable,
    pub shifts: Shifts,
    pub support: Support,
    pub media: Media,
    pub reinforcements: Reinforcements,
    pub mh17: Flight,
    pub foreign_support: ForeignSupport,
    pub ceasefire: Ceasefire,
    pub victory: Victory,
}
