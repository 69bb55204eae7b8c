//! The charts of `tables.ron`, as types: one struct a chart, in the order of the file.

use super::tables::{Country, Nation};
use crate::board::{Hex, UnitId};
use crate::games::charts::{Bands, Bounded, Losses, Section, chart, tables_file};
use serde::Deserialize;
use std::collections::BTreeMap;

/// [10.4.a] A result of the combat table: how many steps each side loses.
pub(super) type CombatResult = Losses;

/// [10.2] A column of the combat table, written `3:1`.
pub(super) type Ratio = crate::games::charts::Ratio<':'>;

/// [10.3.1] A result of the air support table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum AirResult {
    Nothing,
    Recon,
    Shift,
    Superiority,
}

/// [11.2] What irregulars do before combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Melting {
    Retreat,
    Attack,
}

/// [6.1] What becomes of the White army.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum WhiteResult {
    Withdrawn,
    Wait,
    Active,
}

/// [15.1] A band of prestige.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Standing {
    Low,
    Medium,
    High,
}

/// [11.3] What subversion comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Subverted {
    Flips,
    Eliminated,
    Nothing,
}

/// [17.2.c] How many republics surrender.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Sovietized {
    All,
    One,
    Nothing,
}

/// [17] What a chit does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum EventKind {
    Anzavur,
    SupportArmenia,
    SupportGeorgia,
    Caliphate,
    Ethem,
    Crimea,
    Assembly,
    Legion,
    Megali,
    Poland,
    Weapons,
    Nothing,
    Kurdistan,
    Sovietization,
    Treaty,
    FrenchWithdrawal,
    Coup,
    MountainArmenia,
    Unused,
}

/// [17] A chit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chit {
    /// What it does.
    pub event: EventKind,
    /// Who is asked, by the name of the side.
    #[serde(default)]
    pub asks: Option<String>,
    /// The rule.
    pub rule: String,
    /// When it goes back into the cup.
    #[serde(default)]
    pub again: String,
    /// When it is discarded without effect.
    #[serde(default)]
    pub out: String,
    /// In our words.
    pub text: String,
}

/// [7] A republic: the cities whose fall ends it, and to whom they fall.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Republic {
    /// Its nation.
    pub nation: Nation,
    /// Any of these, or all where support was given.
    pub cities: Vec<Hex>,
    /// Units of these nations take it.
    pub by: Vec<Nation>,
}

/// [16.0] Points for hexes that nations stand in.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// How many.
    pub points: i32,
    /// Who must stand there; nobody named: anybody of the Imperialist.
    #[serde(default)]
    pub nations: Vec<Nation>,
    /// In all of these.
    #[serde(default)]
    pub all: Vec<Hex>,
    /// In one of these.
    #[serde(default)]
    pub any: Vec<Hex>,
    /// The power that must be at war.
    #[serde(default)]
    pub at_war: Option<Nation>,
    /// The rule.
    pub rule: String,
}

/// [16.0] Points for a nation that has a unit left.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Survivor {
    /// How many.
    pub points: i32,
    /// Who.
    pub nation: Nation,
    /// Where; anywhere if no country is named.
    #[serde(default)]
    pub country: Option<Country>,
    /// The rule.
    pub rule: String,
}

chart! {
    /// [10.4] The combat results table.
    CombatTable {
        /// Odds, weakest first.
        columns: Vec<Ratio>,
        /// By die, from 1.
        rows: Vec<Vec<CombatResult>>,
        /// [10.3.4.g] The column of a hex that holds convoys alone.
        convoys_alone: Ratio,
    }
    /// [10.3] Columns for the side named.
    Shifts {
        /// [10.3.1]
        air: i8 [0..=9],
        /// [10.3.2]
        guns: i8 [0..=9],
        /// [10.3.4] For the enemy of each regular out of supply.
        unsupplied: i8 [0..=9],
        /// [10.3.4]
        convoy: i8 [0..=9],
        /// [10.3.6]
        irregulars_in_city: i8 [0..=9],
        /// [10.3.7]
        leader: i8 [0..=9],
    }
    /// [10.3.1] The air support table.
    Air {
        /// By modified die.
        bands: Bands<AirResult>,
        /// [10.3.1.c] Only one player has committed a counter.
        alone: i8 [-9..=9],
    }
    /// [10.3.2] Naval gunfire.
    Guns {
        /// Nations whose markers support their own units.
        nations: Vec<Nation>,
        /// Markers of the first that support the second.
        also: Vec<(Nation, Nation)>,
    }
    /// [11.2] Irregulars that retreat before combat.
    Melt {
        /// By modified die.
        bands: Bands<Melting>,
        /// The hex is mountain.
        mountain: i8 [-9..=9],
        /// Cavalry attacks.
        cavalry: i8 [-9..=9],
        /// The attacker has committed air.
        air: i8 [-9..=9],
        /// Attackers stand in two opposite hexes.
        opposite: i8 [-9..=9],
    }
    /// [2.1], [7.0], [8.2], [9.1], [13.0] Who is whose enemy and who may share a hex.
    PoliticsTable {
        /// Always, both ways.
        enemies: Vec<(Nation, Vec<Nation>)>,
        /// Enemies of the first while they are at war with it.
        powers: (Nation, Vec<Nation>),
        /// Stack with nobody.
        alone: Vec<Nation>,
        /// Units of two nations that stack.
        together: Vec<(Nation, Nation)>,
        /// Nations that act and attack as one.
        one_nation: Vec<(Nation, Nation)>,
        /// Irregulars with a second face: loyal, and with the mark.
        faces: Vec<(Nation, Nation)>,
        /// Irregulars of these nations never enter the country.
        irregulars_barred: (Vec<Nation>, String),
    }
    /// [8.2], [13.0] Countries that a nation may not leave.
    Realms {
        /// At any time.
        always: BTreeMap<Nation, Vec<String>>,
        /// While neutral, the one of them that the unit stands in.
        neutral: BTreeMap<Nation, Vec<String>>,
    }
    /// Theaters: our rulings.
    Theaters {
        /// Keeps the Bolsheviks in the Caucasus.
        bolshevik_theater_limit: bool,
        /// Keeps the western Imperialists out of it.
        imperialist_theater_limit: bool,
        /// Its countries.
        caucasus: Vec<String>,
    }
    /// [13] The powers.
    Powers {
        /// The zone of each.
        zones: BTreeMap<Nation, String>,
        /// [13.1.a] Dice for a unit lost.
        withdrawal_dice: u8 [1..=9],
        /// [13.2.a] Bought only after...
        late_unit: UnitId,
        /// [13.2.a] ...so many turns at war.
        late_turns: u8 [0..=99],
    }
    /// [7] The republics.
    Republics {
        /// [7.1]
        armenia: Republic,
        /// [7.2]
        georgia: Republic,
        /// [7.3]
        azerbaijan: Republic,
        /// [7.3.b] Joins the Bolsheviks...
        new_division: UnitId,
        /// [7.3.b] ...here.
        new_division_hex: Hex,
    }
    /// [8.3] Edirne.
    Edirne {
        /// Where it lies.
        hex: Hex,
        /// [3.1.a] Its garrison.
        divisions: u8 [0..=9],
        /// And more.
        surrenders_on: i16 [-9..=20],
        /// The Assembly is not in play.
        before_assembly: i8 [-9..=9],
        /// Its level is high.
        high_prestige: i8 [-9..=9],
        /// From this level on.
        high_level: i32 [0..=99],
    }
    /// [8.4] Strategic movement.
    Strategic {
        /// Whose cities.
        nation: Nation,
        /// Attack factors a turn.
        points: i32 [0..=999],
        /// What a convoy counts.
        convoy: i32 [0..=99],
        /// What Ataturk counts.
        leader: i32 [0..=99],
        /// Who sails...
        shipped: Nation,
        /// ...from and to this port...
        port: Hex,
        /// ...and a set of hexes.
        set: String,
    }
    /// [9.0] Stacking.
    Stacking {
        /// Kinds that do not count.
        exempt: Vec<String>,
    }
    /// [6.1] The White army.
    Whites {
        /// By modified die.
        first: Bands<WhiteResult>,
        /// By modified die.
        second: Bands<WhiteResult>,
        /// Greeks stand in one of the cities.
        greek_city: i8 [-9..=9],
        /// Balikesir and Bursa.
        cities: Vec<Hex>,
        /// Active directly after this nation.
        after: Nation,
        /// May use these convoys.
        convoys: Nation,
    }
    /// [15] Prestige.
    Prestige {
        /// [15.1.a]
        start: i32 [1..=99],
        /// [15.2.h]
        lowest: i32 [1..=99],
        /// [15.2.h]
        highest: i32 [1..=99],
        /// [12.2.b] Points by level.
        replacements: Bands<i32> [0..=99],
        /// [10.3.5] Columns for Turks by level.
        shift: Bands<i8> [-9..=9],
        /// [15.1.b]
        bands: Bands<Standing>,
        /// [15.2.a] Die of this or more.
        turkish_point: u8 [1..=7],
        /// [15.2.b] Die of this or less.
        imperialist_point: u8 [0..=6],
        /// [15.2.e] A turn.
        change: i32 [0..=9],
        /// [15.2.g]
        all_powers: i32 [0..=9],
    }
    /// [12] Replacement points.
    Replacements {
        /// Points a turn.
        base: BTreeMap<Nation, i32> [0..=99],
        /// [12.2.a]
        before_assembly: i32 [0..=99],
        /// [17.1.n]
        weapons: i32 [0..=99],
        /// [17.2.d]
        treaty: i32 [0..=99],
        /// [12.2.c]
        british_at_war: i32 [0..=99],
        /// [17.1.k]
        megali_idea: i32 [0..=99],
        /// [12.2.e]
        turkish_city: i32 [0..=99],
        /// [12.2.e]
        turkish_cities: Vec<Hex>,
        /// [17.1.c], [17.1.d]
        support: i32 [0..=99],
        /// [12.2.g]
        power: i32 [0..=99],
        /// [12.2.g]
        constantinople: i32 [0..=99],
        /// [12.2.g]
        constantinople_hex: Hex,
        /// [12.1.a] Price of a step.
        step: i32 [1..=99],
        /// [12.1.a] Price of a convoy.
        convoy: i32 [1..=99],
        /// [12.1.a] Price of an air counter.
        air: i32 [1..=99],
    }
    /// [11.1] Recruiting irregulars.
    Recruiting {
        /// [11.1.d] A set of hexes.
        gate: String,
        /// [11.1.d] How near a regular must stand.
        gate_distance: u32 [0..=99],
        /// [11.1.e] A country.
        pro_bolshevik: String,
    }
    /// [11.3] Subversion.
    Subversion {
        /// By die.
        bands: Bands<Subverted>,
        /// Points an attempt.
        cost: i32 [0..=99],
    }
    /// [16.1] Ankara.
    Ankara {
        /// Where it lies.
        hex: Hex,
        /// Die of this or more ends the game.
        falls_on: u8 [1..=7],
    }
    /// [16.0] Victory.
    Victory {
        /// Points for an Imperialist win.
        needed: i32 [1..=99],
        /// Hexes held.
        holdings: Vec<Held>,
        /// Nations alive.
        survivors: Vec<Survivor>,
    }
    /// [4.1], [17] Events.
    Events {
        /// Chits a turn.
        draws: u8 [0..=9],
        /// [4.1.b]
        second_deck_turn: u8 [1..=200],
        /// [17.1.a] Irregulars raised at once.
        irregulars: u8 [0..=99],
        /// [17.1.e]
        caliphate_barred: i32 [0..=99],
        /// [17.1.m]
        poland_units: u8 [0..=99],
        /// [17.1.m]
        poland_armies: Vec<String>,
        /// [17.1.m] By die, turns until they return.
        poland_turns: Bands<u8> [0..=99],
        /// [17.2.c]
        sovietization: Bands<Sovietized>,
        /// [17.2.c]
        sovietization_capital: i8 [-9..=9],
        /// [17.2.c]
        sovietization_order: Vec<Nation>,
        /// [17.2.d]
        treaty_cities: Vec<Hex>,
        /// [17.2.e]
        french_cities: Vec<Hex>,
        /// [17.2.f]
        coup_port: Hex,
        /// [17.2.f]
        coup_country: String,
    }
    /// [2.0], [3.1], [3.2] What the rulebook says of the pieces.
    Census {
        /// Land units that fight.
        combat_units: u16 [0..=999],
        /// Convoys.
        convoys: u16 [0..=999],
        /// Leaders.
        leaders: u16 [0..=999],
        /// Air counters.
        air: u16 [0..=999],
        /// Naval gunfire markers.
        guns: u16 [0..=999],
        /// Chits with A.
        first_deck: u16 [0..=999],
        /// Chits with B.
        second_deck: u16 [0..=999],
        /// Markers that are tracks here.
        other_markers: u16 [0..=999],
        /// All of them.
        counters: u16 [0..=999],
        /// Turkish irregulars that start.
        irregulars_at_start: u16 [0..=999],
        /// [3.1.g]
        draws_9a: u8 [0..=99],
        /// [3.1.h]
        draws_11a: u8 [0..=99],
        /// By nation.
        convoys_at_start: BTreeMap<Nation, u8> [0..=99],
    }
}

/// [17] Every chit, by its counter.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Chits(pub BTreeMap<UnitId, Chit>);

impl Bounded for Chits {
    fn beyond(&self) -> Vec<(&'static str, i64, i64, i64)> {
        Vec::new()
    }
}

impl CombatTable {
    fn check(&self, section: &Section<'_>) {
        let columns = self.columns.len();
        if columns == 0 || self.rows.len() != 6 || self.rows.iter().any(|row| row.len() != columns) {
            section.fault(format!("the combat table has a hole: six rows are needed, each with {columns} results"));
        }
        if self.columns.windows(2).any(|w| w[0].0 * w[1].1 >= w[1].0 * w[0].1) {
            section.fault("the odds of the combat table must rise from column to column");
        }
        if !self.columns.contains(&self.convoys_alone) {
            section.fault_in("convoys_alone", format!("the table has no column {}", self.convoys_alone));
        }
    }
}

tables_file! {
    combat: CombatTable => CombatTable::check,
    shifts: Shifts,
    air: Air,
    guns: Guns,
    melting: Melt,
    politics: PoliticsTable,
    realms: Realms,
    theaters: Theaters,
    powers: Powers,
    republics: Republics,
    edirne: Edirne,
    strategic: Strategic,
    stacking: Stacking,
    whites: Whites,
    prestige: Prestige,
    replacements: Replacements,
    recruiting: Recruiting,
    subversion: Subversion,
    ankara: Ankara,
    victory: Victory,
    events: Events,
    chits: Chits,
    census: Census,
}
