//! What the kit must know about a game, and what follows from the game's tables.

use crate::board::read::{At, Fields, Reading};
use crate::board::{Board, Compass, Dir, Frame, Ground, Ix, Known, Loading, Points, Put, Shared, Side, SideKind, StepId, Tables, UnitId};
use std::fmt::Debug;
use std::ops::Deref;

/// What the kit has to know of a game: its types, and how its own tables are read.
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// A decision that interrupts the sequence.
    type Decision: Frame;
    /// A step of the sequence.
    type Segment: From<StepId> + Copy + PartialEq;
    /// What is printed on a counter.
    type Printed: Printed;
    /// What a hex does to those who enter it, stand there or are attacked there.
    type Footing: Debug + Send + Sync;
    /// What a side of a hex does to those who cross it.
    type Crossing: Debug + Send + Sync;
    /// Hexes that rules ask for by name.
    type NamedHexes: Debug + Send + Sync;
    /// `tables.ron`
    type TablesFile: OwnTables;

    /// The names that its code and its tables share.
    const KNOWN: Known;
    /// Marks that can lie in a hex: their names, and what the log says of each; nothing of bookkeeping.
    const HEX_MARKS: (&'static [&'static str], &'static [&'static str]) = (&[], &[]);

    /// What is printed on each counter, by unit id. `tables.ron` is there unless it has faults.
    fn printed(r: &Reading<'_>, book: &Tables, own: Option<&Self::TablesFile>) -> Option<Vec<Self::Printed>>;
    /// What a hex does.
    fn footing(book: &Tables, ix: Ix) -> Self::Footing;
    /// What a side of a hex does.
    fn crossing(book: &Tables, footing: &[Self::Footing], ix: Ix, dir: Dir) -> Self::Crossing;
    /// The hexes that rules ask for by name.
    fn named_hexes(book: &Tables, own: &Self::TablesFile, footing: &[Self::Footing]) -> Self::NamedHexes;

    /// Notes what is wrong with the shared tables by the rules of this game.
    fn check_shared(_: &mut Loading<'_>, _: &Tables) {}
    /// Notes what is wrong between tables that are sound one by one. Not asked on blank ground.
    fn check_together(_: &mut Loading<'_>, _: &Tables, _: &Derived<Self>) {}
}

/// What is printed on a counter, as far as the kit asks.
pub trait Printed: Debug + Send + Sync {
    /// Its type.
    type Kind: Copy + PartialEq;

    /// Its type.
    fn kind(&self) -> Self::Kind;

    /// Whether it is a unit that stands on the ground.
    fn is_ground(&self) -> bool;
}

/// The charts of `tables.ron`; [`tables_file!`](crate::games::charts::tables_file) declares them.
pub trait OwnTables: Debug + Send + Sync + Sized {
    /// Reads and checks them all.
    fn read(r: &Reading<'_>, f: &Fields<'_, '_, '_>, book: &Tables) -> Option<Self>;
}

/// The tables of a game, shared by every world that plays by them.
pub(crate) type Charts<G> = Shared<Derived<G>>;

/// The numbers of `tables.ron`, and what follows from all tables together: worked out once, so that rules only look up.
pub struct Derived<G: Ruleset> {
    /// By unit id.
    pub printed: Vec<G::Printed>,
    /// By hex.
    pub footing: Vec<G::Footing>,
    /// By hex and side of it.
    pub crossing: Vec<[G::Crossing; 6]>,
    /// Points along a road.
    pub road_cost: Points,
    /// What getting into a hex takes at least, on the ground and by whatever way.
    pub least_cost: Points,
    /// Columns for the attacker across a river.
    pub river_shift: i8,
    /// Hexes that rules ask for by name.
    pub spots: G::NamedHexes,
    /// `tables.ron`
    pub own: G::TablesFile,
}

impl<G: Ruleset> Deref for Derived<G> {
    type Target = G::TablesFile;

    fn deref(&self) -> &G::TablesFile {
        &self.own
    }
}

impl<G: Ruleset> Derived<G> {
    /// The ground units of a side that are on the map, in the order of ids.
    pub fn army<'a>(&'a self, board: &'a Board<'_, '_>, side: Side) -> impl Iterator<Item = UnitId> {
        board.on_map(side).filter(|unit| self.printed[unit.at()].is_ground())
    }
}

/// Reads all tables of a game.
pub(crate) fn read<G: Ruleset>(loading: &mut Loading<'_>) -> Option<(Tables, Charts<G>)> {
    let mut book = Tables::read(loading, &G::KNOWN)?;
    let (marks, texts) = G::HEX_MARKS;
    book.lexicon.declare("HexMarkId", marks.iter().copied());
    book.lexicon.declare("HexMarkText", texts.iter().copied());
    let own = loading.file("tables.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        let fields = r.fields(&tree);
        let own = G::TablesFile::read(r, &fields, &book);
        fields.close();
        own
    });
    let printed = loading.file("units.ron", &book.lexicon, |r| G::printed(r, &book, own.as_ref()));
    G::check_shared(loading, &book);
    if !loading.faults.is_empty() {
        return None; // what follows from the tables is worked out from sound ones only
    }
    let derived = derive(&book, printed?, own?);
    if !loading.files.blank {
        G::check_together(loading, &book, &derived);
    }
    Some((book, Charts::new(derived)))
}

/// Works out what follows from the tables.
fn derive<G: Ruleset>(book: &Tables, printed: Vec<G::Printed>, own: G::TablesFile) -> Derived<G> {
    let (grid, sides) = (&book.ground.grid, &book.chart.sides);
    let footing: Vec<G::Footing> = grid.all().map(|ix| G::footing(book, ix)).collect();
    let road_cost = sides.get(&SideKind::Road).and_then(|road| road.r#move).unwrap_or(Points::whole(1));
    let chart = &book.chart;
    Derived {
        printed,
        crossing: grid.all().map(|ix| Dir::ALL.map(|dir| G::crossing(book, &footing, ix, dir))).collect(),
        road_cost,
        least_cost: chart.hexes.iter().chain(chart.places.values()).filter_map(|row| row.r#move).fold(road_cost, Points::min),
        river_shift: sides.get(&SideKind::River).map_or(0, |river| river.shift),
        spots: G::named_hexes(book, &own, &footing),
        footing,
        own,
    }
}

/// Finds hexes by what the map says of them, among those in which units can stand.
pub(crate) struct Finder<'a, F: Fn(Ix) -> bool> {
    /// The map.
    pub ground: &'a Ground,
    /// Whether units can stand in a hex.
    pub stands: F,
}

impl<F: Fn(Ix) -> bool> Finder<'_, F> {
    /// Those that fit, in map order.
    pub(crate) fn all(&self, fits: impl Fn(Ix) -> bool) -> Vec<Ix> {
        self.ground.grid.all().filter(|ix| (self.stands)(*ix) && fits(*ix)).collect()
    }

    /// Those of an area.
    pub(crate) fn area(&self, name: &str) -> Vec<Ix> {
        self.ground.areas.get(name).map_or(Vec::new(), |area| self.all(|ix| self.ground.in_area(area, ix)))
    }

    /// Those by which somebody enters from an edge of the sheet.
    pub(crate) fn edge(&self, edge: Compass) -> Vec<Ix> {
        let listed = |hex| self.ground.edges.iter().any(|e| e.edge == edge && e.hexes.contains(&hex));
        self.all(|ix| listed(self.ground.grid.hex(ix)))
    }
}

/// Looks at every area in which a scenario has counters set up: its name, its hexes and the counters. `fault` says why they do not fit.
pub(crate) fn check_set_up(
    loading: &mut Loading<'_>,
    book: &Tables,
    stands: impl Fn(Ix) -> bool,
    fault: impl Fn(&At<String>, &[Ix], &mut dyn Iterator<Item = UnitId>) -> Option<String>,
) {
    let finder = Finder { ground: &book.ground, stands };
    for scenario in &book.scenarios {
        loading.file(&format!("scenarios/{}.ron", scenario.id), &book.lexicon, |r| {
            for lot in &scenario.lots {
                let Put::Area(area) = &lot.to else { continue };
                let hexes = finder.area(&area.value);
                if let Some(what) = fault(area, &hexes, &mut lot.units.iter().map(|unit| unit.value)) {
                    r.fault(area.at, what);
                }
            }
            Some(())
        });
    }
}

/// Declares what a counter can be, as far as rules ask, and how `game.ron` writes it.
macro_rules! kinds {
    ($(#[$doc:meta])* $vis:vis enum $name:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[allow(missing_docs, reason = "the names say it")]
        $vis enum $name { $($variant),* }

        impl $name {
            /// As tables write them, in the order of the variants.
            pub const NAMES: &'static [&'static str] = &[$($text),*];

            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The one of a name.
            pub fn named(name: &str) -> Option<$name> {
                $name::NAMES.iter().position(|text| *text == name).map(|at| $name::ALL[at])
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text = String::deserialize(d)?;
                let unknown = || serde::de::Error::custom(format_args!("{text:?} is not a kind of counter{}", $crate::board::read::nearest(&text, $name::NAMES.iter().copied())));
                $name::named(&text).ok_or_else(unknown)
            }
        }
    };
}
pub(in crate::games) use kinds;
