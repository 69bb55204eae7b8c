//! Permanent names: what orders, events, saves and tests use instead of `Entity`. In files each is written as its name.

/// Declares number types that read and write as names through the lexicon.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($inner:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub $inner);

        impl $name {
            /// As an array index.
            pub fn at(self) -> usize {
                usize::from(self.0)
            }
        }
    )*};
}

ids! {
    /// A counter: its place in `units.ron`.
    UnitId(u16);
    /// A player: its place in the sides of `game.ron`.
    Side(u8);
    /// A nationality: its place in the nations of `game.ron`.
    NationId(u8);
    /// A holding box off the map.
    BoxId(u8);
    /// A status a counter can carry: a bit.
    MarkId(u8);
    /// A small number a counter can carry.
    CountId(u8);
    /// A mark that can lie in a hex: a bit. Only games that declare such names have them.
    HexMarkId(u8);
    /// A track of the ledger.
    TrackId(u8);
    /// A step of `sequence.ron`.
    StepId(u8);
    /// A rule atom: its place in `reference.ron`.
    AtomId(u16);
    /// An optional rule: its place in the options of `game.ron`.
    OptionId(u8);
}

impl Default for Side {
    /// The first player.
    fn default() -> Side {
        Side(0)
    }
}

impl Side {
    /// The opponent; all five games have two players.
    pub fn other(self) -> Side {
        Side(1 - self.0)
    }
}

impl UnitId {
    /// Becomes `b` if it is `a`, and `a` if it is `b`.
    pub fn exchange(&mut self, a: UnitId, b: UnitId) {
        match *self {
            unit if unit == a => *self = b,
            unit if unit == b => *self = a,
            _ => {}
        }
    }
}

/// The name of a rule atom as written in code, e.g. `Atom("TOA-9.0.e")`. A test compares all of them with `reference.ron`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom(pub &'static str);

impl std::fmt::Display for Atom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Declares a closed set of names that code knows (`Mark`, `Track`, …) and that `game.ron` must list exactly.
#[macro_export]
macro_rules! names {
    ($(#[$doc:meta])* $vis:vis enum $name:ident -> $id:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $name { $($(#[$vdoc])* $variant),* }

        impl $name {
            /// The names as files write them, in the order of the variants.
            $vis const NAMES: &'static [&'static str] = &[$($text),*];

            /// All of them, in the same order.
            $vis const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The number by which the board knows it.
            $vis const fn id(self) -> $crate::board::$id {
                $crate::board::$id(self as u8)
            }

            /// The one that the board knows by this number; `game.ron` lists these names and no others.
            $vis const fn from_id(id: $crate::board::$id) -> $name {
                $name::ALL[id.0 as usize]
            }
        }

        impl From<$name> for $crate::board::$id {
            fn from(name: $name) -> Self {
                name.id()
            }
        }

        impl From<$crate::board::$id> for $name {
            fn from(id: $crate::board::$id) -> Self {
                $name::from_id(id)
            }
        }
    };
}
