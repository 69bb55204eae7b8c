//! What the rulebook says of the sheet of counters and of the map, held against the tables when they are read.

use super::charts::Symbol;
use super::tables::{Derived, Kind, Nation};
use crate::board::{Ix, Loading, Survey, Tables};

/// Notes every number that differs from the rulebook's.
pub(super) fn check(loading: &mut Loading<'_>, book: &Tables, charts: &Derived) {
    let census = &charts.census;
    let garrisons = charts.printed.iter().filter(|p| p.kind == Kind::Garrison).count();
    let units = charts.printed.len() - garrisons;
    let mut found = vec![
        ("units".to_owned(), units, census.units),
        ("garrisons".to_owned(), garrisons, census.garrisons),
        ("counters".to_owned(), charts.printed.len() + census.markers, census.counters),
    ];
    for (nation, expected) in &census.nations {
        let of = charts.printed.iter().filter(|p| p.nation.id() == *nation && p.kind != Kind::Garrison).count();
        found.push((format!("units of {}", Nation::of(*nation).name()), of, *expected));
    }
    loading.file("tables.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        let at = tree.field("census").map_or(tree.at, |n| n.at);
        for (what, found, expected) in found.iter().filter(|(_, found, expected)| found != expected) {
            r.fault(at, format!("there are {found} {what}, and the census counts {expected}"));
        }
        if charts.major_objectives.symbols.is_empty() {
            r.fault(at, "no symbol makes a major objective");
        }
        Some(())
    });
    posts_fit(loading, book, charts);
    ports_have_one_sea(loading, book, charts);
    set_up_fits(loading, book, charts);
}

/// [3.7.b] One garrison for every city, of the country in which it lies.
fn posts_fit(loading: &mut Loading<'_>, book: &Tables, charts: &Derived) {
    loading.file("units.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        let at = tree.field("units").map_or(tree.at, |n| n.at);
        for ix in &charts.spots.cities {
            let hex = book.ground.grid.hex(*ix);
            let here = charts.printed.iter().filter(|p| p.post.is_some_and(|post| post.hex == hex));
            let own = here.clone().filter(|p| Some(p.nation) == charts.footing[ix.at()].country).count();
            if own != 1 || here.count() != 1 {
                r.fault(at, format!("{} needs exactly one garrison, of its own country", book.lexicon.place(hex)));
            }
        }
        let stray = charts.printed.iter().filter_map(|p| p.post).find(|post| book.ground.grid.ix(post.hex).is_none_or(|ix| !charts.spots.cities.contains(&ix)));
        if let Some(post) = stray {
            r.fault(at, format!("a garrison stands in {}, which is not a city", post.hex));
        }
        Some(())
    });
}

/// [13.4] Every port lies on exactly one sea zone.
fn ports_have_one_sea(loading: &mut Loading<'_>, book: &Tables, charts: &Derived) {
    loading.file("map.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        for ix in charts.spots.cities.iter().filter(|ix| charts.footing[ix.at()].has(Symbol::Port)) {
            let seas = charts.footing[ix.at()].coasts.len();
            if seas != 1 {
                r.fault(tree.at, format!("the port of {} lies on {seas} sea zones, expected one", book.lexicon.place(book.ground.grid.hex(*ix))));
            }
        }
        Some(())
    });
}

/// [3.6.d], [F69] Every scenario has room for the units and guerrillas it sets up.
fn set_up_fits(loading: &mut Loading<'_>, book: &Tables, charts: &Derived) {
    let survey = Survey::new(&book.ground, &book.chart);
    for (scenario, setting) in book.scenarios.iter().zip(&charts.settings) {
        loading.file(&format!("scenarios/{}.ron", scenario.id), &book.lexicon, |r| {
            let tree = r.tree()?;
            for nation in Nation::ALL.into_iter().filter(|n| setting.sides.contains_key(&n.id())) {
                let starts = charts.printed.iter().filter(|p| p.nation == nation && p.start && p.kind.is_mobile()).count();
                let room = charts.spots.homes[nation.at()].len();
                if room < starts {
                    r.fault(tree.at, format!("{starts} units of {} start in {room} hexes", nation.name()));
                }
            }
            for band in &setting.guerrillas {
                let Some(area) = book.ground.areas.get(&band.area.value) else { continue };
                let city = |ix: Ix| charts.footing[ix.at()].city.is_some();
                let away = |ix: &Ix| !city(*ix) && !book.ground.grid.around(*ix).any(|(_, there)| city(there));
                let room = survey.area(area).into_iter().filter(away).count();
                if room < band.count {
                    r.fault(band.area.at, format!("{} guerrillas are placed in {:?}, which has {room} hexes away from cities", band.count, band.area.value));
                }
            }
            Some(())
        });
    }
}
