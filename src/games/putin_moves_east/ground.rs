//! What hexes and hexsides do, worked out once from map and chart.

use super::charts::{Sea, Symbol, TablesFile};
use super::tables::Nation;
use crate::board::{Dir, Ix, SideKind, Survey, Tables};

/// What a hex does.
#[derive(Clone, Debug, Default)]
pub struct Footing {
    /// Ground on which a unit can ever stand, high mountains included.
    pub land: bool,
    /// All sea: flown over, and the start of airborne assaults [22.6].
    pub sea: bool,
    /// [12.5] Halves of points to enter; none where ground units do not go.
    pub cost: Option<i16>,
    /// [22.1] The same for complex terrain units.
    pub complex_cost: Option<i16>,
    /// High mountain: columns of the basic game, and with 22.1.
    pub mountain: Option<(i8, i8)>,
    /// [2.1] Its country.
    pub country: Option<Nation>,
    /// [2.1] Inner Mongolia.
    pub inner: bool,
    /// [14.6.1] Columns of the city or mega-city, if it is one.
    pub city: Option<i8>,
    /// [14.6.1] Columns of its bases.
    pub base_shift: i8,
    /// [14.6.1] Retreats are ignored: mega-city or fortification.
    pub no_retreat: bool,
    /// A mega-city.
    pub mega: bool,
    /// [17.0] Zones of control do not extend there.
    pub no_zoc: bool,
    /// [2.1] Objective symbols.
    pub symbols: Vec<Symbol>,
    /// [14.6.1] The nation of its fortification.
    pub fort: Option<Nation>,
    /// [13.4] The sea zones it lies on.
    pub coasts: Vec<Sea>,
    /// [12.6] On a railroad.
    pub rail: bool,
}

impl Footing {
    /// Whether it carries a symbol.
    pub fn has(&self, symbol: Symbol) -> bool {
        self.symbols.contains(&symbol)
    }

    /// A military base.
    pub fn base(&self) -> bool {
        self.has(Symbol::MajorBase) || self.has(Symbol::MinorBase)
    }
}

/// What a hexside does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crossing {
    /// [12.5] Nobody crosses it on the ground: sea there, or the map ends.
    pub closed: bool,
    /// [12.5] All sea between two land hexes.
    pub sea: bool,
    /// [12.5] Halves of points added.
    pub extra: i16,
    /// [22.1] Added for complex terrain units.
    pub complex_extra: i16,
    /// [12.6] Halves of points along the railroad, if there is one.
    pub rail: Option<i16>,
    /// [14.6.1] Fortified.
    pub fort: bool,
}

/// Places of the map that rules ask for.
#[derive(Debug, Default)]
pub struct NamedHexes {
    /// City hexes.
    pub cities: Vec<Ix>,
    /// [10.2.3] By nation: hexes of its map edges.
    pub edges: [Vec<Ix>; 6],
    /// [12.8] By nation: rail exits to its off-map base.
    pub exits: [Vec<Ix>; 6],
    /// [10.2.4] By nation: hexes in which its amphibious reinforcements land.
    pub landings: [Vec<Ix>; 6],
    /// [3.7] By nation: where it sets up.
    pub homes: [Vec<Ix>; 6],
}

/// What a hex does.
pub(super) fn footing(book: &Tables, ix: Ix) -> Footing {
    let ground = &book.ground;
    let (effect, region) = (book.chart.hex(ground, ix), ground.region(ix));
    let place = ground.sites(ix).find_map(|site| Some((site, book.chart.places.get(&site.kind)?)));
    let symbols: Vec<Symbol> = place.map_or(Vec::new(), |(site, _)| site.symbols.iter().filter_map(|s| Symbol::named(s)).collect());
    let mountain = ground.terrain_name(ix) == "high mountain";
    let country = Nation::named(&region.country);
    let land = region.in_play && (!effect.prohibited || mountain);
    let value = |name: &str| place.and_then(|(_, e)| e.values.get(name)).is_some_and(|n| *n != 0);
    let fort = [("fort_nko", Nation::Nko), ("fort_rok", Nation::Rok)].into_iter();
    let fort = fort.filter(|(set, _)| country.is_some() && ground.set(set).contains(&ix)).map(|(_, nation)| nation).next();
    let coasts = [("coast_sea_of_japan", Sea::Japan), ("coast_yellow_sea", Sea::Yellow)].into_iter();
    let move_points = place.and_then(|(_, e)| e.r#move).or(effect.r#move.filter(|_| !effect.prohibited)).map(|p| p.0);
    let complex = effect.values.get("complex_move").map(|n| 2 * *n as i16);
    Footing {
        land,
        sea: region.tags.iter().any(|tag| tag == "sea"),
        cost: move_points.filter(|_| land),
        complex_cost: place.and_then(|(_, e)| e.r#move).map(|p| p.0).or(complex).or(move_points).filter(|_| land),
        mountain: mountain.then(|| (effect.shift, effect.values.get("complex_shift").map_or(effect.shift, |n| *n as i8))),
        country,
        inner: region.tags.iter().any(|tag| tag == "inner mongolia"),
        city: place.map(|(_, e)| e.shift),
        base_shift: symbols.iter().filter_map(|s| book.chart.symbols.get(s.name())).map(|e| e.shift).sum(),
        no_retreat: value("no_retreat") || fort.is_some(),
        mega: place.is_some_and(|(site, _)| site.kind == "mega-city"),
        no_zoc: value("no_zoc"),
        symbols,
        fort,
        coasts: coasts.filter(|(set, _)| country.is_some() && ground.set(set).contains(&ix)).map(|(_, sea)| sea).collect(),
        rail: Dir::ALL.into_iter().any(|dir| ground.side(ix, dir).has(SideKind::Rail)),
    }
}

/// What the sides of all hexes do.
pub(super) fn crossings(book: &Tables, footing: &[Footing]) -> Vec<[Crossing; 6]> {
    book.ground.grid.all().map(|ix| Dir::ALL.map(|dir| crossing(book, footing, ix, dir))).collect()
}

fn crossing(book: &Tables, footing: &[Footing], ix: Ix, dir: Dir) -> Crossing {
    let ground = &book.ground;
    let Some(there) = ground.grid.across(ix, dir) else { return Crossing { closed: true, ..Crossing::default() } };
    let sides = ground.side(ix, dir);
    let land = footing[ix.at()].land && footing[there.at()].land;
    let sea = land && book.chart.side(sides).any(|(_, e)| e.prohibited);
    let rows = || book.chart.side(sides).filter(|(kind, _)| *kind != SideKind::Rail);
    let rail = book.chart.sides.get(&SideKind::Rail).filter(|_| sides.has(SideKind::Rail));
    Crossing {
        closed: sea || !land,
        sea,
        extra: rows().filter_map(|(_, e)| e.r#move).map(|p| p.0).sum(),
        complex_extra: rows().map(|(_, e)| e.values.get("complex_move").map_or(e.r#move.map_or(0, |p| p.0), |n| 2 * *n as i16)).sum(),
        rail: rail.and_then(|e| e.r#move).map(|p| p.0),
        fort: sides.has(SideKind::Fort),
    }
}

/// Places of the map that rules ask for.
pub(super) fn named_hexes(book: &Tables, footing: &[Footing], own: &TablesFile) -> NamedHexes {
    let ground = &book.ground;
    let survey = Survey::new(ground, &book.chart);
    let of = |hexes: Vec<crate::board::Hex>| -> Vec<Ix> {
        let mut found: Vec<Ix> = hexes.into_iter().filter_map(|hex| ground.grid.ix(hex)).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let name = |nation: Nation| Nation::NAMES[nation.at()];
    let landing = |nation: Nation| -> Vec<Ix> {
        let sets = own.reinforcements.landings.get(&nation.id()).into_iter().flatten();
        let mut hexes: Vec<Ix> = sets.flat_map(|set| ground.set(set)).copied().filter(|ix| footing[ix.at()].country.is_some()).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    };
    NamedHexes {
        cities: ground.grid.all().filter(|ix| footing[ix.at()].city.is_some()).collect(),
        edges: Nation::ALL.map(|n| of(ground.edges.iter().filter(|e| e.nation == name(n)).flat_map(|e| e.hexes.clone()).collect())),
        exits: Nation::ALL.map(|n| of(ground.exits.iter().filter(|e| e.to == name(n)).map(|e| e.hex).collect())),
        landings: Nation::ALL.map(landing),
        homes: Nation::ALL.map(|n| ground.areas.get(n.area()).map_or(Vec::new(), |area| survey.area(area))),
    }
}
