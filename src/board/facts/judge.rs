//! Which check answers which statement.

use super::statement::{GroundFact, PlaceFact, SetFact, SheetFact, WayFact};
use super::{Statement, Verdict, count, hold};
use crate::board::hex::{Dir, Hex, Ix};
use crate::board::map::{Ground, SideKind};
use crate::board::survey::Survey;

/// Compares statements with the map.
pub(super) struct Judge<'a> {
    pub survey: Survey<'a>,
    /// The six directions, in the order in which the file lists neighbors.
    pub order: [Dir; 6],
}

impl<'a> Judge<'a> {
    pub(super) fn ground(&self) -> &'a Ground {
        self.survey.ground
    }

    /// The dense index of a hex that the reader has already found on the map.
    pub(super) fn ix(&self, hex: Hex) -> Ix {
        self.ground().grid.ix(hex).expect("the reader refuses hexes that are not on the map")
    }

    pub(super) fn hex(&self, ix: Ix) -> Hex {
        self.ground().grid.hex(ix)
    }

    /// All hexes for which something is so.
    pub(super) fn where_so(&self, so: impl Fn(Ix) -> bool) -> Vec<Hex> {
        self.ground().grid.all().filter(|ix| so(*ix)).map(|ix| self.hex(ix)).collect()
    }

    /// Whether the map satisfies a statement, and if not, what it has instead.
    pub(super) fn judge(&self, statement: &Statement) -> Verdict {
        match statement {
            Statement::Sheet(fact) => self.sheet(fact),
            Statement::Ground(fact) => self.ground_and_regions(fact),
            Statement::Places(fact) => self.named_places(fact),
            Statement::Ways(fact) => self.ways_and_sides(fact),
            Statement::Sets(fact) => self.sets_and_bounds(fact),
        }
    }

    fn sheet(&self, fact: &SheetFact) -> Verdict {
        use SheetFact as F;
        let ground = self.ground();
        match fact {
            F::Hexes(n) => count(ground.grid.len(), *n, "hexes"),
            F::Scale(n) => hold(ground.scale_km == *n, || format!("the scale is {} km", ground.scale_km)),
            F::OnMap(_) => Ok(()), // or the reader would have refused the hex
            F::OffMap(h) => hold(h.0.is_none_or(|h| ground.grid.ix(h).is_none()), || format!("the map has {h}")),
            F::MapEdge(h, edge) => hold(self.survey.on_edge(self.ix(*h), *edge), || format!("{h} is not on the {edge:?} edge")),
            F::EdgeAll(edge, country) => self.edge_all(*edge, country),
            F::Adjacent(a, b) => self.distance(*a, *b, 1),
            F::NotAdjacent(a, b) => hold(ground.grid.side(self.ix(*a), self.ix(*b)).is_none(), || format!("{a} and {b} touch")),
            F::Distance(a, b, n) => self.distance(*a, *b, *n),
            F::Direction(a, b, name) => self.direction(*a, *b, name),
            F::Neighbours(h, six) => self.neighbors(*h, six),
            F::CommonNeighbours(a, b, hexes) => self.common_neighbors(*a, *b, hexes),
        }
    }

    fn ground_and_regions(&self, fact: &GroundFact) -> Verdict {
        use GroundFact as F;
        let ground = self.ground();
        match fact {
            F::Terrain(h, name) => self.terrain(*h, name, true),
            F::NotTerrain(h, name) => self.terrain(*h, name, false),
            F::TerrainCount(name, n) => self.terrain_count(name, *n, |_| true),
            F::InPlayCount(name, n) => self.terrain_count(name, *n, |ix| self.survey.enterable(ix)),
            F::Move(h, points) => self.cost(*h, *points),
            F::Stack(h, limit) => self.stack(*h, *limit),
            F::Country(h, country) => self.country(*h, country),
            F::Region(h, letter) => self.region(*h, *letter),
            F::RegionCount(letter, n) => self.region_count(*letter, *n),
            F::RegionTagged(letter, tag) => self.region_tagged(*letter, tag),
            F::InPlay(h) => hold(ground.region(self.ix(*h)).in_play, || format!("{h} is not in play")),
            F::NotInPlay(h) => hold(!ground.region(self.ix(*h)).in_play, || format!("{h} is in play")),
            F::Enterable(h) => hold(self.survey.enterable(self.ix(*h)), || format!("nothing can enter {h}, {}", self.kind_of(*h))),
            F::NotEnterable(h) => hold(!self.survey.enterable(self.ix(*h)), || format!("{h}, {}, can be entered", self.kind_of(*h))),
            F::Holder(h, holder) => self.holder(*h, holder),
            F::ClosedTo(h, nation) => self.closed_to(*h, nation, true),
            F::OpenTo(h, nation) => self.closed_to(*h, nation, false),
            F::Border(a, b) => self.border(*a, *b),
            F::Pieces { without, count } => self.pieces(without, *count),
            F::CountryPieces { country, count } => self.country_pieces(country, *count),
        }
    }

    fn named_places(&self, fact: &PlaceFact) -> Verdict {
        use PlaceFact as F;
        let ground = self.ground();
        match fact {
            F::Place(h, name) => self.place(*h, "name", name, |site| site.name == *name),
            F::PlaceKind(h, kind) => self.place(*h, "kind", kind, |site| site.kind == *kind),
            F::NotPlaceKind(h, kind) => self.no_place(*h, kind),
            F::Tagged(h, tag) => self.place(*h, "tag", tag, |site| site.tags.contains(tag)),
            F::Symbol(h, symbol) => self.place(*h, "symbol", symbol, |site| site.symbols.contains(symbol)),
            F::Value(h, key, value) => self.place(*h, "value", &format!("{key} {value}"), |site| site.values.get(key) == Some(value)),
            F::Values { key, value, count } => self.values(key, *value, *count),
            F::Places { kind, tag, country, count } => self.places(kind, tag, *count, |ix| country.is_empty() || ground.region(ix).country == *country),
            F::PlacesIn { region, kind, tag, count } => self.places(kind, tag, *count, |ix| ground.region_letter(ix) == *region),
            F::Symbols { country, count } => self.symbols(country, *count),
            F::TaggedHexes(tag, hexes) => self.place_hexes(hexes, &format!("tag {tag:?}"), |site| site.tags.contains(tag)),
            F::KindHexes(kind, hexes) => self.place_hexes(hexes, &format!("kind {kind:?}"), |site| site.kind == *kind),
            F::SymbolHexes(symbol, hexes) => self.place_hexes(hexes, &format!("symbol {symbol:?}"), |site| site.symbols.contains(symbol)),
            F::KindTerrain(kind, terrain) => self.kind_terrain(kind, terrain),
            F::WithoutRail(kinds, hexes) => self.without_rail(kinds, hexes),
            F::AwayFrom { country, kinds, hexes } => self.away_from(country, kinds, hexes),
        }
    }

    fn ways_and_sides(&self, fact: &WayFact) -> Verdict {
        use SideKind::{Rail, River, Road};
        use WayFact as F;
        let ground = self.ground();
        match fact {
            F::Road(a, b) => self.carries(Road, *a, *b, true),
            F::NoRoad(a, b) => self.carries(Road, *a, *b, false),
            F::RoadPath(hexes) => self.path(Road, hexes),
            F::RoadNet(hexes) => self.net(Road, None, hexes),
            F::RoadNetIn(countries, hexes) => self.net(Road, Some(countries), hexes),
            F::OnRoad(terrain, hexes) => self.on_road(terrain, hexes),
            F::Rail(a, b) => self.carries(Rail, *a, *b, true),
            F::NoRail(a, b) => self.carries(Rail, *a, *b, false),
            F::RailPath(hexes) => self.path(Rail, hexes),
            F::RailNet(hexes) => self.net(Rail, None, hexes),
            F::RailNetIn(countries, hexes) => self.net(Rail, Some(countries), hexes),
            F::NetPieces { by, country, count } => self.net_pieces(by, country, *count),
            F::River(a, b) => self.carries(River, *a, *b, true),
            F::NoRiver(a, b) => self.carries(River, *a, *b, false),
            F::NamedRiver(name, a, b) => self.named_river(name, *a, *b),
            F::RiverNames(n) => self.river_names(*n),
            F::BorderRiver(a, b, name) => self.border_river(a, b, name),
            F::Side(kind, a, b) => self.side_kind(kind).and_then(|kind| self.carries(kind, *a, *b, true)),
            F::NoSide(kind, a, b) => self.side_kind(kind).and_then(|kind| self.carries(kind, *a, *b, false)),
            F::SideCount(kind, n) => {
                self.side_kind(kind).and_then(|side| count(self.sides_where(|_, _, sides| sides.has(side)).len(), *n, format!("{kind} sides")))
            }
            F::Open(a, b) => self.open(*a, *b, true),
            F::Shut(a, b) => self.open(*a, *b, false),
            F::Crossings { from, to, by } => self.crossings(from, to, by, "open side", |a, dir, b| self.survey.open(a, dir, b)),
            F::RailCrossings { from, to, by } => self.crossings(from, to, by, "railway", |a, dir, _| ground.side(a, dir).has(Rail)),
        }
    }

    fn sets_and_bounds(&self, fact: &SetFact) -> Verdict {
        use SetFact as F;
        match fact {
            F::Set(name, hexes) => self.set(name).and_then(|set| super::exactly(self.numbers(set), hexes, format!("the hexes of {name:?}"))),
            F::InSet(name, h) => self.set(name).and_then(|set| self.member(set, name, *h, true)),
            F::NotInSet(name, h) => self.set(name).and_then(|set| self.member(set, name, *h, false)),
            F::SetSize(name, n) => self.set(name).and_then(|set| count(set.len(), *n, format!("hexes of {name:?}"))),
            F::SetNotIn(name, country) => self.set(name).and_then(|set| self.none_in(set, country)),
            F::Line(name, hexes) => self.line(name).and_then(|line| self.same_line(line, hexes)),
            F::LineEnds(name, a, b) => self.line(name).and_then(|line| self.line_ends(line, *a, *b)),
            F::LineHeld(name, holder, n) => self.line(name).and_then(|line| self.line_held(line, holder, *n)),
            F::Area(name, hexes) => self.area(name).and_then(|area| super::exactly(self.numbers(&area), hexes, format!("the hexes of {name:?}"))),
            F::AreaHas(name, h) => self.area(name).and_then(|area| self.member(&area, name, *h, true)),
            F::AreaHasNot(name, h) => self.area(name).and_then(|area| self.member(&area, name, *h, false)),
            F::AreaSize(name, n) => self.area(name).and_then(|area| count(area.len(), *n, format!("hexes in {name:?}"))),
            F::Room { area, units } => self.room(area, *units),
            F::Source(h, side) => self.source(*h, side, None),
            F::Sources(side, hexes) => self.sources(side, hexes),
            F::SourceTagged(h, side, tag) => self.source(*h, side, Some(tag)),
            F::EdgeEnds { edge, nation, first, last, count } => self.edge_ends(*edge, nation, (*first, *last), *count),
            F::Exit(h, edge, to) => self.exit(*h, *edge, to),
            F::Exits(to, hexes) => self.exits(to, hexes),
            F::OffMapSymbol(id, symbol) => self.off_map(id).and_then(|place| super::listed(&place.symbols, symbol, id, "symbols")),
            F::OffMapPort(id, seas) => self.off_map_port(id, seas),
            F::OffMapValue(id, key, value) => self.off_map_value(id, key, *value),
            F::OffMapTagged(id, tag) => self.off_map(id).and_then(|place| super::listed(&place.tags, tag, id, "tags")),
        }
    }
}
