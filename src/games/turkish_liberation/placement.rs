//! [5] Placing arrivals.

use super::events;
use super::orders::{Count, Decision, Segment};
use super::politics::{self, Politics};
use super::republics::has_surrendered;
use super::table::Table;
use super::tables::{Country, Nation};
use super::{IMPERIALIST, REVOLUTIONARY, ownership, stacking};
use crate::board::{Atom, Hex, Illegal, Ix, Place, Side, UnitId};
use bevy_ecs::prelude::In;

/// Where a unit arrives: areas of the map, and the rule.
struct Arrival {
    /// Any of these.
    areas: Vec<&'static str>,
    /// [11.1.e] Any hex of a country instead.
    country: Option<Country>,
    rule: &'static str,
}

impl Arrival {
    fn of(t: &Table, unit: UnitId) -> Arrival {
        let (nation, irregular) = (t.nation(unit), t.is_irregular(unit));
        let event = events::Raised::of(t.count(unit, Count::Number));
        let area = |rule, area| Arrival { areas: vec![area], country: None, rule };
        match nation {
            Nation::Tn if irregular => Arrival::turkish_irregulars(t),
            Nation::Tn => area("WTL-5.1.a", "arrival_tn_regulars"),
            Nation::Bol => area("WTL-5.2.a", "arrival_bol"),
            Nation::Arp => Arrival { areas: Vec::new(), country: Country::named(&t.charts.recruiting.pro_bolshevik), rule: "WTL-11.1.e" },
            Nation::Gre => area("WTL-5.3.a", "arrival_gre"),
            Nation::Arm if event == Some(events::Raised::MountainArmenia) || has_surrendered(t, Nation::Arm) => area("WTL-17.2.g", "mountain_armenia"),
            Nation::Arm if irregular => area("WTL-5.4.b", "arrival_arm_irregulars"),
            Nation::Arm => area("WTL-5.4.a", "arrival_arm_regulars"),
            Nation::Aze => area("WTL-5.5.a", "arrival_aze"),
            Nation::Geo => area("WTL-5.6.a", "arrival_geo"),
            Nation::Fre => area("WTL-5.7.a", "arrival_fre"),
            Nation::Ita => area("WTL-5.7.a", "arrival_ita"),
            Nation::Bri => area("WTL-5.7.a", "arrival_bri"),
            Nation::Whi => area("WTL-6.1.a", "white_army"),
            Nation::Cal => area("WTL-17.1.e", "caliphate"),
            Nation::Reb | Nation::Evt => match event {
                Some(events::Raised::Anzavur) => area("WTL-17.1.a", "anzavur"),
                Some(events::Raised::Ethem) => area("WTL-17.1.g", "cerkes_ethem"),
                Some(events::Raised::Kurdistan) => area("WTL-17.2.b", "free_kurdistan"),
                _ => Arrival { areas: Vec::new(), country: None, rule: "WTL-11.1.g" },
            },
        }
    }

    /// [5.1.b], [5.1.c] Turkish irregulars also arrive around three cities, each while the Turks own it.
    fn turkish_irregulars(t: &Table) -> Arrival {
        let mut areas = vec!["arrival_tn_irregulars"];
        for name in ["arrival_tn_irregulars_1721", "arrival_tn_irregulars_1918", "arrival_tn_irregulars_2216"] {
            let city = t.book.ground.areas.get(name).and_then(|area| area.near.first()).and_then(|(hex, _)| t.ix(*hex));
            if city.is_some_and(|ix| t.owner(ix) == Some(Nation::Tn)) {
                areas.push(name);
            }
        }
        Arrival { areas, country: None, rule: "WTL-5.1.b" }
    }

    /// The rule that keeps an arrival out of a hex.
    fn refusal(&self, t: &Table, hex: Hex) -> &'static str {
        let around = ["arrival_tn_irregulars_1721", "arrival_tn_irregulars_1918", "arrival_tn_irregulars_2216"];
        let near = self.rule == "WTL-5.1.b" && around.iter().any(|name| t.ix(hex).is_some_and(|ix| t.charts.spots.in_area(name, ix)));
        if near { "WTL-5.1.c" } else { self.rule }
    }

    fn has(&self, t: &Table, ix: Ix) -> bool {
        let open = !t.footing(ix).closed;
        open && match self.country {
            Some(country) => t.footing(ix).country == Some(country),
            None if self.areas.is_empty() => true,
            None => self.areas.iter().any(|name| t.charts.spots.in_area(name, ix)),
        }
    }

    /// All its hexes, in map order.
    fn hexes(&self, t: &Table) -> Vec<Ix> {
        if self.areas.is_empty() || self.country.is_some() {
            return t.board.map.grid.all().filter(|ix| self.has(t, *ix)).collect();
        }
        let mut hexes: Vec<Ix> = self.areas.iter().flat_map(|name| t.charts.spots.area(name)).copied().collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }
}

/// [5.0], [R-82] Whether an arrival may be placed in a hex.
fn may_stand(t: &Table, unit: UnitId, hex: Hex) -> Result<(Ix, &'static str), Illegal> {
    let arrival = Arrival::of(t, unit);
    let Some(ix) = t.ix(hex).filter(|ix| arrival.has(t, *ix)) else {
        return Err(Illegal::new(arrival.refusal(t, hex), format!("{} may not arrive in {}", t.name(unit), t.spot(hex))));
    };
    may_join(t, &arrival, unit, ix)?;
    Ok((ix, arrival.rule))
}

/// [5.0.c], [5.1], [9] Whether an arrival may stand in a hex in which it could arrive, with whoever is there.
fn may_join(t: &Table, arrival: &Arrival, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    let (nation, hex) = (t.nation(unit), t.hex(ix));
    if nation == Nation::Tn && t.is_irregular(unit) && t.footing(ix).country == Some(Country::International) {
        return Err(Illegal::new("WTL-5.1.b", "Turkish irregulars never arrive in the International Zone"));
    }
    let raised_in_armenia = arrival.rule == "WTL-17.2.g" && Politics::now(t).enemy_in(t, nation, ix).is_some();
    if t.is_irregular(unit) && !t.is_empty(ix) && !raised_in_armenia {
        let rule = if nation == Nation::Tn { "WTL-5.1.d" } else { "WTL-11.1.b" };
        return Err(Illegal::new(rule, format!("{} is occupied: irregulars arrive only in empty hexes", t.spot(hex))));
    }
    if let Some(enemy) = Politics::now(t).enemy_in(t, nation, ix) {
        return Err(Illegal::new("WTL-5.0.c", format!("an enemy, {}, is in {}", t.name(enemy), t.spot(hex))));
    }
    if nation == Nation::Tn && t.side_stands(ix, IMPERIALIST) {
        return Err(Illegal::new("WTL-5.1.a", format!("an Imperialist unit is in {}", t.spot(hex))));
    }
    let shared = politics::may_share_hex(t, nation, ix, &[unit]);
    if nation == Nation::Whi {
        shared.map_err(|no| Illegal { rule: Atom("WTL-6.1.a"), ..no })?;
    } else {
        shared?;
    }
    stacking::has_room(t, unit, ix)
}

/// The player who places arrivals now.
fn placing(t: &Table) -> Result<Side, Illegal> {
    if matches!(t.board.decision(), Some(Decision::Event(choosing)) if choosing.is_placing()) {
        return Ok(IMPERIALIST);
    }
    match t.segment() {
        Segment::PlacementRev => Ok(REVOLUTIONARY),
        Segment::PlacementImp => Ok(IMPERIALIST),
        _ => Err(Illegal::new("WTL-4.1.j", "arrivals are placed in the Placement Phase")),
    }
}

/// [4.1.j] Whether an arrival may be placed in a hex now.
pub(crate) fn may_arrive(t: &Table, unit: UnitId, hex: Hex) -> Result<(Ix, &'static str), Illegal> {
    let side = placing(t)?;
    if !t.is_in(unit, Table::arriving(side)) {
        return Err(Illegal::new("WTL-4.1.j", format!("{} is not among the arrivals placed now", t.name(unit))));
    }
    may_stand(t, unit, hex)
}

/// [5] Places an arrival.
pub(crate) fn arrive(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    let (ix, by) = may_arrive(&t, unit, hex)?;
    t.board.put(Atom(by), unit, Place::Map(hex));
    t.set_count(by, unit, Count::Number, 0);
    ownership::enter(&mut t, "WTL-3.4.e", &[unit], ix);
    Ok(())
}

/// The hexes in which an arrival may be placed.
pub(crate) fn places(t: &Table, unit: UnitId) -> Vec<Hex> {
    let arrival = Arrival::of(t, unit);
    arrival.hexes(t).into_iter().filter(|ix| may_join(t, &arrival, unit, *ix).is_ok()).map(|ix| t.hex(ix)).collect()
}

/// The arrivals that a player places now.
pub(crate) fn waiting(t: &Table) -> Vec<UnitId> {
    placing(t).map(|side| t.boxed(Table::arriving(side))).unwrap_or_default()
}

/// [5.0.b], [R-110] Forfeits arrivals that have no hex. Tells whether others wait.
pub(crate) fn sort(t: &mut Table) -> bool {
    for unit in waiting(t) {
        let arrival = Arrival::of(t, unit);
        if !arrival.hexes(t).into_iter().any(|ix| may_join(t, &arrival, unit, ix).is_ok()) {
            t.note("WTL-5.0.b", format!("{} has no hex in which it may be placed and is forfeited", t.name(unit)));
            t.eliminate("WTL-5.0.b", unit);
        }
    }
    !waiting(t).is_empty()
}
