//! [2.10], [3.2], [3.8] Scenarios: whose each country is, who stays neutral, and when NATO enters the war.

use super::charts::Symbol;
use super::orders::{Count, Holding, Track};
use super::reinforcements::{Deployment, Why};
use super::table::{Table, counted};
use super::tables::{Charts, Kind, Nation};
use super::{COALITION, EURASIAN};
use crate::board::read::At;
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Loading, NationId, Origin, Place, Side, Start, Tables, UnitId};
use bevy_ecs::prelude::Resource;
use serde::Deserialize;
use std::collections::BTreeMap;

/// [3.2] What a row of the Scenario Table says.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Who is at war on which side; all others are neutral.
    pub sides: BTreeMap<NationId, Side>,
    /// [3.2] Who starts with the shock marker.
    pub shock: Side,
    /// [3.2] Reinforcements that a player takes into his set-up.
    pub picks: Vec<Pick>,
    /// Units that set up in an area of their own.
    pub fixed: Vec<Fixed>,
    /// [3.6] Guerrillas in enemy country.
    pub guerrillas: Vec<Band>,
    /// Nations that set up reduced.
    pub reduced: Vec<NationId>,
    /// [4.1] Points added.
    pub bonus: Vec<Bonus>,
    /// [3.6] NATO may enter the war.
    pub activation: bool,
    /// What the suggested set-up picks.
    pub suggested_picks: Vec<UnitId>,
    /// Where it places guerrillas.
    pub suggested_guerrillas: Vec<Hex>,
}

/// [3.2] A choice of reinforcements.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Pick {
    pub side: Side,
    pub what: Class,
    /// Any of the side's, if empty.
    pub nations: Vec<NationId>,
    pub count: usize,
}

/// [3.2] What may be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Class {
    Ground,
    Air,
    Missile,
    SpecialForces,
}

impl Class {
    /// Whether counters of a kind are of the class.
    fn has(self, kind: Kind) -> bool {
        match self {
            Class::Ground => kind.is_mobile() && kind != Kind::Guerrilla,
            Class::Air => kind.is_air(),
            Class::Missile => kind == Kind::Missile,
            Class::SpecialForces => kind == Kind::SpecialForces,
        }
    }

    /// So many of the class, in words.
    pub fn counted(self, n: usize) -> String {
        let (one, many) = match self {
            Class::Ground => ("ground unit", "ground units"),
            Class::Air => ("air unit", "air units"),
            Class::Missile => ("missile unit", "missile units"),
            Class::SpecialForces => ("unit of special forces", "units of special forces"),
        };
        counted(n, one, many)
    }
}

/// Units that set up in an area of their own, reinforcements among them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Fixed {
    pub units: Vec<UnitId>,
    pub area: At<String>,
}

/// [3.6] Guerrillas in enemy country.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Band {
    pub side: Side,
    pub area: At<String>,
    pub count: usize,
}

/// [4.1] Points added for each symbol that a side holds at the end.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Bonus {
    pub side: Side,
    pub r#where: Where,
    /// Any, if left out.
    pub symbol: Option<Symbol>,
    pub plus: i32,
}

/// Where a bonus counts.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Where {
    Anywhere,
    Country(NationId),
    Tag(String),
    Hex(Hex),
}

/// Reads what each scenario says to this game.
pub(super) fn read(loading: &mut Loading<'_>, book: &Tables) -> Option<Vec<Setting>> {
    loading.more(book, |r, _, f| {
        let sides: Option<At<BTreeMap<NationId, Side>>> = f.need("sides");
        let fixed: Vec<Fixed> = f.each("fixed");
        let (shock, picks) = (f.need("shock"), f.each("picks"));
        let (guerrillas, reduced, bonus): (Vec<Band>, _, _) = (f.each("guerrillas"), f.maybe("reduced"), f.each("bonus"));
        let (activation, suggested_picks, suggested_guerrillas) = (f.maybe("activation"), f.maybe("suggested_picks"), f.maybe("suggested_guerrillas"));
        let _: Option<Origin> = f.need("source");
        let areas = fixed.iter().map(|fixed| &fixed.area).chain(guerrillas.iter().map(|band| &band.area));
        for area in areas.filter(|area| !book.ground.areas.contains_key(&area.value)) {
            r.fault(area.at, format!("the map has no area {:?}{}", area.value, r.nearest(&area.value, book.ground.areas.keys().map(String::as_str))));
        }
        let At { at, value: sides } = sides?;
        for (nation, side) in [(Nation::Rus, EURASIAN), (Nation::Prc, COALITION)] {
            if sides.get(&nation.id()) != Some(&side) {
                r.fault(at, format!("{} is always {} (1.2)", nation.name(), book.sides[side.at()]));
            }
        }
        Some(Setting { sides, shock: shock?, picks, fixed, guerrillas, reduced, bonus, activation, suggested_picks, suggested_guerrillas })
    })
}

/// The scenario that is played, looked up once when the tables are put in force.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Scene {
    /// Its place among the settings.
    at: usize,
    /// Who is at war on which side from the start, by nation.
    sides: [Option<Side>; 6],
}

impl Scene {
    /// That of a game begun so.
    pub(super) fn of(book: &Tables, charts: &Charts, start: &Start) -> Scene {
        let at = book.scenarios.iter().position(|s| s.id == start.scenario).unwrap_or(0);
        let sides = Nation::ALL.map(|nation| charts.settings[at].sides.get(&nation.id()).copied());
        Scene { at, sides }
    }
}

impl Table<'_, '_> {
    /// The scenario that is played.
    pub fn setting(&self) -> &Setting {
        &self.charts.settings[self.scene.at]
    }

    /// [2.10] Whose a nation is now; nobody's while it is neutral.
    pub fn side_of(&self, nation: Nation) -> Option<Side> {
        match (nation, self.track(Track::Nato)) {
            (Nation::Nato, 1) => Some(EURASIAN),
            (Nation::Nato, 2) => Some(COALITION),
            (Nation::Nato, _) => None,
            _ => self.scene.sides[nation.at()],
        }
    }

    /// [3.8] Whether a hex lies in a neutral country.
    pub fn is_neutral(&self, ix: Ix) -> bool {
        self.footing(ix).country.is_some_and(|country| self.side_of(country).is_none())
    }
}

impl Bonus {
    /// [SCN.f] Points that it adds to a symbol of a hex.
    pub fn of(&self, t: &Table, ix: Ix, symbol: Symbol) -> i32 {
        let there = t.footing(ix);
        let place = match &self.r#where {
            Where::Anywhere => true,
            Where::Country(nation) => there.country.is_some_and(|country| country.id() == *nation),
            Where::Tag(tag) => t.board.map.region(ix).tags.contains(tag),
            Where::Hex(hex) => t.board.ix(*hex) == Some(ix),
        };
        if place && self.symbol.is_none_or(|s| s == symbol) { self.plus } else { 0 }
    }
}

impl Pick {
    /// [F83] Whether a unit is one that this choice may take.
    pub fn takes(&self, t: &Table, unit: UnitId) -> bool {
        let printed = t.printed(unit);
        if printed.start || printed.optional || !self.what.has(printed.kind) {
            return false;
        }
        let nation = if self.nations.is_empty() { t.side_of(printed.nation) == Some(self.side) } else { self.nations.contains(&printed.nation.id()) };
        nation && !t.setting().fixed.iter().any(|fixed| fixed.units.contains(&unit))
    }
}

/// [3.8], [5.2], [8.2], [22.7] Whether a country is open to a unit on the ground, be it by a move, a landing, a retreat or an advance.
pub(super) fn open_country(t: &Table, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    let (printed, country) = (t.printed(unit), t.footing(ix).country);
    if t.is_neutral(ix) {
        if unit == t.charts.activation.unit && country == Some(Nation::Nko) {
            return Err(Illegal::new("PME-3.6.c", format!("{} may never enter North Korea", t.name(unit))));
        }
        let name = country.map_or("it", Nation::name);
        return Err(Illegal::new("PME-5.2.d", format!("{name} is neutral, and no unit may enter a neutral country")));
    }
    if printed.kind == Kind::Guerrilla && home_of(t, unit).is_some_and(|home| home != country_number(country)) {
        return Err(Illegal::new("PME-8.2.e", format!("{} may not leave the country in which it was placed", t.seen_name(unit))));
    }
    if t.option(super::Optional::KoreanArmies) && printed.army && !matches!(country, Some(Nation::Nko | Nation::Rok)) {
        return Err(Illegal::new("PME-22.7.a", format!("{} is a Korean army and stays in Korea", t.name(unit))));
    }
    Ok(())
}

/// [F95] The country that a guerrilla unit on the map does not leave.
fn home_of(t: &Table, unit: UnitId) -> Option<i16> {
    let here = t.ix_of(unit)?;
    let placed = t.board.status(unit).count(Count::Country.id());
    Some(if placed > 0 { placed } else { country_number(t.footing(here).country) })
}

/// [F95] A country as guerrillas remember it.
pub(super) fn country_number(country: Option<Nation>) -> i16 {
    country.map_or(0, |nation| nation as i16 + 1)
}

/// [3.6.c], [F57] Whether a unit is the one that waits in neutral South Korea.
pub(super) fn is_interned(t: &Table, unit: UnitId) -> bool {
    unit == t.charts.activation.unit && t.ix_of(unit).is_some_and(|ix| t.is_neutral(ix))
}

/// [SCN.b] In the Energy War NATO may join whoever has lost more energy. Tells whether its owner has something to place.
pub(super) fn activate(t: &mut Table) -> bool {
    if !t.setting().activation || t.turn() < t.charts.activation.from_turn || t.side_of(Nation::Nato).is_some() {
        return false;
    }
    let captured = [EURASIAN, COALITION].map(|side| captured(t, side));
    if captured[0] == captured[1] {
        return false;
    }
    let ahead = if captured[0] > captured[1] { EURASIAN } else { COALITION };
    let die = t.roll("PME-SCN.b", "NATO's entry");
    if i32::from(die) > captured[ahead.at()] {
        return false;
    }
    join(t, ahead.other());
    true
}

/// [SCN.b] Energy symbols that a side holds and that began under the other.
fn captured(t: &Table, side: Side) -> i32 {
    let symbol = t.charts.activation.symbol;
    let taken = |ix: &Ix| t.controls(side, *ix) && t.footing(*ix).country.and_then(|c| t.side_of(c)) == Some(side.other());
    t.charts.spots.cities.iter().filter(|ix| taken(ix)).map(|ix| t.footing(*ix).symbols.iter().filter(|s| **s == symbol).count() as i32).sum()
}

/// [3.8.c], [SCN.b] NATO joins a side at once.
fn join(t: &mut Table, side: Side) {
    t.set_track("PME-SCN.b", Track::Nato, if side == EURASIAN { 1 } else { 2 });
    let units: Vec<UnitId> = t.board.boxed(Holding::Neutral.id()).iter().copied().filter(|u| t.printed(*u).nation == Nation::Nato).collect();
    for unit in units {
        if t.board.side(unit) != side {
            t.board.record(Atom("PME-3.8.c"), Fact::Defected { unit, side });
        }
        let printed = *t.printed(unit);
        let to = match printed.start {
            _ if unit == t.charts.activation.unit => Holding::Waiting,
            true if !printed.kind.is_ground() => Holding::staging(side),
            _ => Holding::reinforcements(side),
        };
        t.board.put(Atom("PME-3.8.c"), unit, Place::Holding(to.id()));
    }
    if t.is_in(t.charts.activation.unit, Holding::Waiting) {
        t.board.record(Atom("PME-3.6.b"), Fact::Asked { side, what: "place the NATO army in South Korea" });
        t.ask(super::Decision::Deployment(Box::new(Deployment::new(side, Why::Activation, 1))));
    }
}
