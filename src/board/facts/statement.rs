//! The kinds of statement that `facts.ron` can make.

use crate::board::hex::{Compass, Hex};
use crate::board::read::At;
use serde::Deserialize;
use serde::de::value::EnumAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, Visitor};
use std::fmt;

/// A hex number that need not be on the map; `""` is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnyHex(pub Option<Hex>);

impl<'de> Deserialize<'de> for AnyHex {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<AnyHex, D::Error> {
        let text = String::deserialize(d)?;
        if text.is_empty() { Ok(AnyHex(None)) } else { text.parse().map(|hex| AnyHex(Some(hex))).map_err(D::Error::custom) }
    }
}

impl fmt::Display for AnyHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(hex) => hex.fmt(f),
            None => f.write_str("none"),
        }
    }
}

/// Makes an enum of each sort of statement, and [`Statement`] of all of them. A file names a statement without its sort.
macro_rules! statements {
    ($($(#[$doc:meta])* $sort:ident: $family:ident {
        $($(#[$says:meta])* $name:ident $(($($part:ty),*))? $({ $($field:ident: $of:ty),* })?,)*
    })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, Deserialize)]
            pub enum $family { $($(#[$says])* $name $(($($part),*))? $({ $($field: $of),* })?,)* }

            impl $family {
                const NAMES: &[&str] = &[$(stringify!($name)),*];
            }
        )*

        /// Something that must be true of the map. Where a kind, tag, symbol, country or terrain is to be counted, `""` means any.
        #[derive(Clone, Debug)]
        pub enum Statement { $($(#[$doc])* $sort($family),)* }

        impl<'de> Deserialize<'de> for Statement {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Statement, D::Error> {
                struct BySort;
                impl<'de> Visitor<'de> for BySort {
                    type Value = Statement;
                    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                        f.write_str("a statement about the map")
                    }
                    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Statement, A::Error> {
                        let (name, rest) = access.variant::<String>()?;
                        $(if $family::NAMES.contains(&name.as_str()) {
                            return $family::deserialize(EnumAccessDeserializer::new(Named { name, rest })).map(Statement::$sort);
                        })*
                        Err(A::Error::custom(format_args!("unknown word {name}")))
                    }
                }
                const NAMES: &[&str] = &[$($(stringify!($name)),*),*];
                d.deserialize_enum("Statement", NAMES, BySort)
            }
        }
    };
}

/// A word whose name has been read, for the enum that it belongs to.
struct Named<A> {
    name: String,
    rest: A,
}

impl<'de, A: serde::de::VariantAccess<'de>> EnumAccess<'de> for Named<A> {
    type Error = A::Error;
    type Variant = A;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, A), A::Error> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self.rest))
    }
}

statements! {
    /// The sheet itself.
    Sheet: SheetFact {
        /// This many hexes.
        Hexes(usize),
        /// This many kilometers per hex.
        Scale(u16),
        /// The map has this hex.
        OnMap(Hex),
        /// The map has no such hex.
        OffMap(AnyHex),
        /// The hex is the last of its row or column toward this edge.
        MapEdge(Hex, Compass),
        /// Every hex of this edge belongs to this country.
        EdgeAll(Compass, String),
        /// The two hexes touch.
        Adjacent(Hex, Hex),
        /// The two hexes do not touch.
        NotAdjacent(Hex, Hex),
        /// This many hexes from one to the other.
        Distance(Hex, Hex, u32),
        /// The second is the neighbor of the first in this direction, `"SE"`.
        Direction(Hex, Hex, String),
        /// The six neighbors, in the order that the file's `neighbours` gives; `""` off the map.
        Neighbours(Hex, [AnyHex; 6]),
        /// Exactly these touch both.
        CommonNeighbours(Hex, Hex, Vec<At<Hex>>),
    }

    /// Ground and regions.
    Ground: GroundFact {
        /// The hex has this terrain.
        Terrain(Hex, String),
        /// It is not.
        NotTerrain(Hex, String),
        /// This many hexes of this terrain.
        TerrainCount(String, usize),
        /// This many enterable hexes of this terrain.
        InPlayCount(String, usize),
        /// Points to enter, places counted in, not by road.
        Move(Hex, i16),
        /// Stacking limit, places counted in.
        Stack(Hex, u32),
        /// The hex lies in this country.
        Country(Hex, String),
        /// The hex has this region letter.
        Region(Hex, char),
        /// This many hexes have this region letter.
        RegionCount(char, usize),
        /// The region has this tag.
        RegionTagged(char, String),
        /// The hex's region is in play.
        InPlay(Hex),
        /// It is not.
        NotInPlay(Hex),
        /// Ground units can stand there.
        Enterable(Hex),
        /// They cannot.
        NotEnterable(Hex),
        /// Who holds the hex at start; `""` nobody.
        Holder(Hex, String),
        /// The side or nation may never enter.
        ClosedTo(Hex, String),
        /// It may.
        OpenTo(Hex, String),
        /// The hexes lie in different countries.
        Border(Hex, Hex),
        /// This many connected pieces of enterable hexes over open sides, sides of these kinds taken as closed.
        #[allow(missing_docs, reason = "said above")]
        Pieces { without: Vec<String>, count: usize },
        /// This many pieces of a country's hexes, whatever lies on the sides between.
        #[allow(missing_docs, reason = "said above")]
        CountryPieces { country: String, count: usize },
    }

    /// Places.
    Places: PlaceFact {
        /// A place of that name.
        Place(Hex, String),
        /// A place of that kind.
        PlaceKind(Hex, String),
        /// No place of that kind.
        NotPlaceKind(Hex, String),
        /// A place with that tag.
        Tagged(Hex, String),
        /// A place with that symbol.
        Symbol(Hex, String),
        /// A place with that number of the rules.
        Value(Hex, String, i32),
        /// This many places have that number.
        #[allow(missing_docs, reason = "said above")]
        Values { key: String, value: i32, count: usize },
        /// This many places.
        #[allow(missing_docs, reason = "said above")]
        Places { kind: String, tag: String, country: String, count: usize },
        /// This many places in a region.
        #[allow(missing_docs, reason = "said above")]
        PlacesIn { region: char, kind: String, tag: String, count: usize },
        /// This many symbols on the places of a country.
        #[allow(missing_docs, reason = "said above")]
        Symbols { country: String, count: usize },
        /// Exactly these hexes hold a place with the tag.
        TaggedHexes(String, Vec<At<Hex>>),
        /// Exactly these hexes hold a place of the kind.
        KindHexes(String, Vec<At<Hex>>),
        /// Exactly these hexes hold a place with the symbol.
        SymbolHexes(String, Vec<At<Hex>>),
        /// Every place of that kind stands on this terrain.
        KindTerrain(String, String),
        /// Exactly these hexes with places of these kinds have no railway.
        WithoutRail(Vec<String>, Vec<At<Hex>>),
        /// Exactly these enterable hexes of the country neither hold nor touch a place of these kinds.
        #[allow(missing_docs, reason = "said above")]
        AwayFrom { country: String, kinds: Vec<String>, hexes: Vec<At<Hex>> },
    }

    /// Roads, railways, rivers, sides.
    Ways: WayFact {
        /// A road crosses the side between.
        Road(Hex, Hex),
        /// No road does.
        NoRoad(Hex, Hex),
        /// A road leads through all of these in turn.
        RoadPath(Vec<At<Hex>>),
        /// All of these are joined by roads.
        RoadNet(Vec<At<Hex>>),
        /// All of these are joined by roads that never leave these countries.
        RoadNetIn(Vec<String>, Vec<At<Hex>>),
        /// Exactly these hexes of this terrain have a road.
        OnRoad(String, Vec<At<Hex>>),
        /// A railway crosses the side between.
        Rail(Hex, Hex),
        /// No railway does.
        NoRail(Hex, Hex),
        /// A railway leads through all of these in turn.
        RailPath(Vec<At<Hex>>),
        /// All of these are joined by railways.
        RailNet(Vec<At<Hex>>),
        /// All of these are joined by railways that never leave these countries.
        RailNetIn(Vec<String>, Vec<At<Hex>>),
        /// This many separate nets of `"road"` or `"rail"` hexes of a country over steps inside it.
        #[allow(missing_docs, reason = "said above")]
        NetPieces { by: String, country: String, count: usize },
        /// A river runs between.
        River(Hex, Hex),
        /// No river does.
        NoRiver(Hex, Hex),
        /// That river runs between.
        NamedRiver(String, Hex, Hex),
        /// This many rivers by name.
        RiverNames(usize),
        /// Every side between the two countries is that river.
        BorderRiver(String, String, String),
        /// The side carries this kind.
        Side(String, Hex, Hex),
        /// It does not.
        NoSide(String, Hex, Hex),
        /// This many sides carry this kind.
        SideCount(String, usize),
        /// Ground units can cross.
        Open(Hex, Hex),
        /// The hexes touch, but ground units cannot cross.
        Shut(Hex, Hex),
        /// Exactly these open sides lead from the one country into the others.
        #[allow(missing_docs, reason = "said above")]
        Crossings { from: String, to: Vec<String>, by: Vec<At<(Hex, Hex)>> },
        /// Exactly these railways do.
        #[allow(missing_docs, reason = "said above")]
        RailCrossings { from: String, to: Vec<String>, by: Vec<At<(Hex, Hex)>> },
    }

    /// Sets, lines, areas, sources, edges, what lies off the map.
    Sets: SetFact {
        /// The set is exactly this.
        Set(String, Vec<At<Hex>>),
        /// The set has the hex.
        InSet(String, Hex),
        /// The set has it not.
        NotInSet(String, Hex),
        /// The set has this many hexes.
        SetSize(String, usize),
        /// No hex of the set lies in the country.
        SetNotIn(String, String),
        /// The line is exactly this, in this order.
        Line(String, Vec<At<Hex>>),
        /// Where the line begins and ends.
        LineEnds(String, Hex, Hex),
        /// This many hexes of the line have this holder at the start.
        LineHeld(String, String, usize),
        /// The area is exactly this.
        Area(String, Vec<At<Hex>>),
        /// The area has the hex.
        AreaHas(String, Hex),
        /// The area has it not.
        AreaHasNot(String, Hex),
        /// The area has this many hexes.
        AreaSize(String, usize),
        /// The stacking limits of the area leave room for this many units.
        #[allow(missing_docs, reason = "said above")]
        Room { area: String, units: u32 },
        /// The hex is a source of the side or nation.
        Source(Hex, String),
        /// Exactly these are.
        Sources(String, Vec<At<Hex>>),
        /// It is, and with this tag.
        SourceTagged(Hex, String, String),
        /// The first, the last and the number of the hexes by which a nation enters over an edge.
        #[allow(missing_docs, reason = "said above")]
        EdgeEnds { edge: Compass, nation: String, first: Hex, last: Hex, count: usize },
        /// A way off the map leads from the hex over the edge to that off-map place.
        Exit(Hex, Compass, String),
        /// Exactly these hexes lead there.
        Exits(String, Vec<At<Hex>>),
        /// The off-map place has the symbol.
        OffMapSymbol(String, String),
        /// The off-map place is a port on exactly these seas.
        OffMapPort(String, Vec<String>),
        /// The off-map place has that number of the rules.
        OffMapValue(String, String, i32),
        /// The off-map place has the tag.
        OffMapTagged(String, String),
    }
}
