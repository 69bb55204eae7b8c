//! What the rulebook says of the sheet of counters and of the map, held against the tables when they are read.

use super::tables::UnitType;
use super::{PutinStrikes, RUSSIAN};
use crate::board::{Ix, Loading, Tables, UnitId};
use crate::games::kit::{Derived, check_set_up};

/// Notes every number that differs from the rulebook's.
pub(super) fn check(loading: &mut Loading<'_>, book: &Tables, charts: &Derived<PutinStrikes>) {
    let census = &charts.census;
    let count = |test: &dyn Fn(&super::tables::Printed) -> bool| charts.printed.iter().filter(|p| test(p)).count();
    let air = |russian: bool| count(&|p| p.kind == UnitType::Airpower && (p.side == RUSSIAN) == russian);
    let combat = count(&|p| p.ground);
    let counters = combat + air(true) + air(false) + count(&|p| p.kind == UnitType::ArmyHq) + charts.spots.cities.len() + census.other_markers;
    let points: i32 = charts.spots.tracked.iter().filter(|(_, side)| *side == RUSSIAN).filter_map(|(ix, _)| charts.footing[ix.at()].city).sum();
    let found = [
        ("divisions and brigades", combat, census.combat_units),
        ("Russian air assault units", count(&|p| p.kind == UnitType::AirAssault && p.side == RUSSIAN), census.russian_air_assault),
        ("Russian airpower markers", air(true), census.russian_airpower),
        ("Allied airpower markers", air(false), census.allied_airpower),
        ("army headquarters", count(&|p| p.kind == UnitType::ArmyHq), census.headquarters),
        ("city hexes", charts.spots.cities.len(), census.city_hexes),
        ("hexes of the rail line", charts.spots.rail.len(), census.rail_hexes),
        ("counters", counters, census.counters),
        ("points for the cities that start Russian", points.max(0) as usize, census.starting_points.max(0) as usize),
        ("points on the victory point track", book.tracks[0].start.max(0) as usize, census.starting_points.max(0) as usize),
    ];
    loading.file("tables.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        let at = |name: &'static str| r.fields(&tree).node(name).map_or(tree.at, |n| n.at);
        for (what, found, expected) in found.iter().filter(|(_, found, expected)| found != expected) {
            r.fault(at("census"), format!("there are {found} {what}, and the census counts {expected}"));
        }
        let unknown = |ix: &Ix| {
            let footing = &charts.footing[ix.at()];
            footing.russia && footing.city.is_none() && !charts.nuclear.rows.contains_key(book.ground.terrain_name(*ix))
        };
        if let Some(ix) = book.ground.grid.all().find(unknown) {
            r.fault(at("nuclear"), format!("there is no row for {:?}, the ground of {}", book.ground.terrain_name(ix), book.ground.grid.hex(ix)));
        }
        let most: i32 = charts.spots.cities.iter().filter_map(|ix| charts.footing[ix.at()].city).sum();
        if charts.victory.needed > most {
            let at = tree.field("victory").and_then(|victory| victory.field("needed")).map_or(tree.at, |node| node.at);
            r.fault(at, format!("nobody can have {} points: all cities together are worth {most}", charts.victory.needed));
        }
        Some(())
    });
    set_up_fits(loading, book, charts);
}

/// Every area a scenario uses has room for its lots.
fn set_up_fits(loading: &mut Loading<'_>, book: &Tables, charts: &Derived<PutinStrikes>) {
    let stands = |ix: Ix| !charts.footing[ix.at()].water && !charts.footing[ix.at()].radiation;
    let thirds = |unit: UnitId| usize::from(if charts.printed[unit.at()].division { charts.sizes.division } else { charts.sizes.brigade });
    check_set_up(loading, book, stands, |area, hexes, units| {
        let (needed, room) = (units.map(thirds).sum::<usize>(), hexes.len() * usize::from(charts.sizes.capacity));
        (needed > room).then(|| format!("{needed} thirds of a division are set up in {:?}, which has room for {room}", area.value))
    });
}
