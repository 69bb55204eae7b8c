//! Which question answers which statement.

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
    pub fn ground(&self) -> &'a Ground {
        self.survey.ground
    }

    /// The dense index of a hex that the reader has already found on the map.
    pub fn ix(&self, hex: Hex) -> Ix {
        self.ground().grid.ix(hex).expect("the reader refuses hexes that are not on the map")
    }

    pub fn hex(&self, ix: Ix) -> Hex {
        self.ground().grid.hex(ix)
    }

    /// All hexes for which something is so.
    pub fn where_so(&self, so: impl Fn(Ix) -> bool) -> Vec<Hex> {
        self.ground().grid.all().filter(|ix| so(*ix)).map(|ix| self.hex(ix)).collect()
    }

    /// Whether the map satisfies a statement, and if not, what it has instead.
    pub fn judge(&self, statement: &Statement) -> Verdict {
        use SideKind::{Rail, River, Road};
        use Statement as S;
        let ground = self.ground();
        match statement {
            S::Hexes(n) => count(ground.grid.len(), *n, "hexes"),
            S::Scale(n) => hold(ground.scale_km == *n, || format!("the scale is {} km", ground.scale_km)),
            S::OnMap(_) => Ok(()), // or the reader would have refused the hex
            S::OffMap(h) => hold(h.0.is_none_or(|h| ground.grid.ix(h).is_none()), || format!("the map has {h}")),
            S::MapEdge(h, edge) => hold(self.survey.on_edge(self.ix(*h), *edge), || format!("{h} is not on the {edge:?} edge")),
            S::EdgeAll(edge, country) => self.edge_all(*edge, country),
            S::Adjacent(a, b) => self.distance(*a, *b, 1),
            S::NotAdjacent(a, b) => hold(ground.grid.side(self.ix(*a), self.ix(*b)).is_none(), || format!("{a} and {b} touch")),
            S::Distance(a, b, n) => self.distance(*a, *b, *n),
            S::Direction(a, b, name) => self.direction(*a, *b, name),
            S::Neighbours(h, six) => self.neighbours(*h, six),
            S::CommonNeighbours(a, b, hexes) => self.common_neighbours(*a, *b, hexes),

            S::Terrain(h, name) => self.terrain(*h, name, true),
            S::NotTerrain(h, name) => self.terrain(*h, name, false),
            S::TerrainCount(name, n) => self.terrain_count(name, *n, |_| true),
            S::InPlayCount(name, n) => self.terrain_count(name, *n, |ix| self.survey.enterable(ix)),
            S::Move(h, points) => self.cost(*h, *points),
            S::Stack(h, limit) => self.stack(*h, *limit),
            S::Country(h, country) => self.country(*h, country),
            S::Region(h, letter) => self.region(*h, *letter),
            S::RegionCount(letter, n) => self.region_count(*letter, *n),
            S::RegionTagged(letter, tag) => self.region_tagged(*letter, tag),
            S::InPlay(h) => hold(ground.region(self.ix(*h)).in_play, || format!("{h} is not in play")),
            S::NotInPlay(h) => hold(!ground.region(self.ix(*h)).in_play, || format!("{h} is in play")),
            S::Enterable(h) => hold(self.survey.enterable(self.ix(*h)), || format!("nothing can enter {h}, {}", self.kind_of(*h))),
            S::NotEnterable(h) => hold(!self.survey.enterable(self.ix(*h)), || format!("{h}, {}, can be entered", self.kind_of(*h))),
            S::Holder(h, holder) => self.holder(*h, holder),
            S::ClosedTo(h, nation) => self.closed_to(*h, nation, true),
            S::OpenTo(h, nation) => self.closed_to(*h, nation, false),
            S::Border(a, b) => self.border(*a, *b),
            S::Pieces { without, count } => self.pieces(without, *count),
            S::CountryPieces { country, count } => self.country_pieces(country, *count),

            S::Place(h, name) => self.place(*h, "name", name, |site| site.name == *name),
            S::PlaceKind(h, kind) => self.place(*h, "kind", kind, |site| site.kind == *kind),
            S::NotPlaceKind(h, kind) => self.no_place(*h, kind),
            S::Tagged(h, tag) => self.place(*h, "tag", tag, |site| site.tags.contains(tag)),
            S::Symbol(h, symbol) => self.place(*h, "symbol", symbol, |site| site.symbols.contains(symbol)),
            S::Value(h, key, value) => self.place(*h, "value", &format!("{key} {value}"), |site| site.values.get(key) == Some(value)),
            S::Values { key, value, count } => self.values(key, *value, *count),
            S::Places { kind, tag, country, count } => self.places(kind, tag, *count, |ix| country.is_empty() || ground.region(ix).country == *country),
            S::PlacesIn { region, kind, tag, count } => self.places(kind, tag, *count, |ix| ground.region_letter(ix) == *region),
            S::Symbols { country, count } => self.symbols(country, *count),
            S::TaggedHexes(tag, hexes) => self.place_hexes(hexes, &format!("tag {tag:?}"), |site| site.tags.contains(tag)),
            S::KindHexes(kind, hexes) => self.place_hexes(hexes, &format!("kind {kind:?}"), |site| site.kind == *kind),
            S::SymbolHexes(symbol, hexes) => self.place_hexes(hexes, &format!("symbol {symbol:?}"), |site| site.symbols.contains(symbol)),
            S::KindTerrain(kind, terrain) => self.kind_terrain(kind, terrain),
            S::WithoutRail(kinds, hexes) => self.without_rail(kinds, hexes),
            S::AwayFrom { country, kinds, hexes } => self.away_from(country, kinds, hexes),

            S::Road(a, b) => self.carries(Road, *a, *b, true),
            S::NoRoad(a, b) => self.carries(Road, *a, *b, false),
            S::RoadPath(hexes) => self.path(Road, hexes),
            S::RoadNet(hexes) => self.net(Road, None, hexes),
            S::RoadNetIn(countries, hexes) => self.net(Road, Some(countries), hexes),
            S::OnRoad(terrain, hexes) => self.on_road(terrain, hexes),
            S::Rail(a, b) => self.carries(Rail, *a, *b, true),
            S::NoRail(a, b) => self.carries(Rail, *a, *b, false),
            S::RailPath(hexes) => self.path(Rail, hexes),
            S::RailNet(hexes) => self.net(Rail, None, hexes),
            S::RailNetIn(countries, hexes) => self.net(Rail, Some(countries), hexes),
            S::NetPieces { by, country, count } => self.net_pieces(by, country, *count),
            S::River(a, b) => self.carries(River, *a, *b, true),
            S::NoRiver(a, b) => self.carries(River, *a, *b, false),
            S::NamedRiver(name, a, b) => self.named_river(name, *a, *b),
            S::RiverNames(n) => self.river_names(*n),
            S::BorderRiver(a, b, name) => self.border_river(a, b, name),
            S::Side(kind, a, b) => self.side_kind(kind).and_then(|kind| self.carries(kind, *a, *b, true)),
            S::NoSide(kind, a, b) => self.side_kind(kind).and_then(|kind| self.carries(kind, *a, *b, false)),
            S::SideCount(kind, n) => {
                self.side_kind(kind).and_then(|side| count(self.sides_where(|_, _, sides| sides.has(side)).len(), *n, format!("{kind} sides")))
            }
            S::Open(a, b) => self.open(*a, *b, true),
            S::Shut(a, b) => self.open(*a, *b, false),
            S::Crossings { from, to, by } => self.crossings(from, to, by, "open side", |a, dir, b| self.survey.open(a, dir, b)),
            S::RailCrossings { from, to, by } => self.crossings(from, to, by, "railway", |a, dir, _| ground.side(a, dir).has(Rail)),

            S::Set(name, hexes) => self.set(name).and_then(|set| super::exactly(self.numbers(set), hexes, format!("the hexes of {name:?}"))),
            S::InSet(name, h) => self.set(name).and_then(|set| self.member(set, name, *h, true)),
            S::NotInSet(name, h) => self.set(name).and_then(|set| self.member(set, name, *h, false)),
            S::SetSize(name, n) => self.set(name).and_then(|set| count(set.len(), *n, format!("hexes of {name:?}"))),
            S::SetNotIn(name, country) => self.set(name).and_then(|set| self.none_in(set, country)),
            S::Line(name, hexes) => self.line(name).and_then(|line| self.same_line(line, hexes)),
            S::LineEnds(name, a, b) => self.line(name).and_then(|line| self.line_ends(line, *a, *b)),
            S::LineHeld(name, holder, n) => self.line(name).and_then(|line| self.line_held(line, holder, *n)),
            S::Area(name, hexes) => self.area(name).and_then(|area| super::exactly(self.numbers(&area), hexes, format!("the hexes of {name:?}"))),
            S::AreaHas(name, h) => self.area(name).and_then(|area| self.member(&area, name, *h, true)),
            S::AreaHasNot(name, h) => self.area(name).and_then(|area| self.member(&area, name, *h, false)),
            S::AreaSize(name, n) => self.area(name).and_then(|area| count(area.len(), *n, format!("hexes in {name:?}"))),
            S::Room { area, units } => self.room(area, *units),
            S::Source(h, side) => self.source(*h, side, None),
            S::Sources(side, hexes) => self.sources(side, hexes),
            S::SourceTagged(h, side, tag) => self.source(*h, side, Some(tag)),
            S::EdgeEnds { edge, nation, first, last, count } => self.edge_ends(*edge, nation, (*first, *last), *count),
            S::Exit(h, edge, to) => self.exit(*h, *edge, to),
            S::Exits(to, hexes) => self.exits(to, hexes),
            S::OffMapSymbol(id, symbol) => self.off_map(id).and_then(|place| super::listed(&place.symbols, symbol, id, "symbols")),
            S::OffMapPort(id, seas) => self.off_map_port(id, seas),
            S::OffMapValue(id, key, value) => self.off_map_value(id, key, *value),
            S::OffMapTagged(id, tag) => self.off_map(id).and_then(|place| super::listed(&place.tags, tag, id, "tags")),
        }
    }
}
