//! `look.ron`: what counters, marks, sides and boxes look like. No rule reads it, so a game can be played without the file.
//!
//! Plain data: colors are numbers, symbols are names. The window turns them into pictures.

mod color;
mod map;
mod read;
mod symbol;

pub use color::Rgb;
pub use map::MapLook;
pub(super) use read::names_of;
pub use symbol::Symbol;

use super::Hex;
use super::ids::{BoxId, NationId, Side, TrackId};
use super::read::Fault;
use super::tables::{Tables, UnitKind};
use read::Said;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The front of the game's box on the shelf.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// The color of the title band.
    pub band: Rgb,
    /// In capitals on the band.
    pub title: String,
    /// In italics below it.
    pub subtitle: String,
    /// What the game is about, in a line.
    pub pitch: String,
    /// Turns, scale and hours.
    pub length: String,
    /// The hex in the middle of the cover's map.
    pub around: Option<Hex>,
    /// Points per hex on a box 318 points wide.
    #[serde(default = "Cover::usual_zoom")]
    pub zoom: u16,
}

impl Cover {
    fn usual_zoom() -> u16 {
        48
    }
}

/// How a player is shown.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideLook {
    /// In panels.
    pub panel: Rgb,
    /// On the map: overlays and arrows.
    pub map: Rgb,
    /// Identifies the side without color.
    pub letter: String,
    /// The nation whose colors its face-down counters have; the first of the side if left out.
    #[serde(default)]
    pub down: Option<NationId>,
    /// What is printed large on a face-down counter.
    #[serde(default = "SideLook::unknown")]
    pub back: String,
    /// What is printed below it; the letter if left out.
    #[serde(default)]
    pub code: String,
}

impl SideLook {
    fn unknown() -> String {
        "?".to_owned()
    }
}

/// The colors of a nation's counters. What else is needed is derived from these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NationLook {
    /// The counter.
    pub body: Rgb,
    /// Words and factors on it.
    pub print: Rgb,
    /// The body color in the color-blind palette.
    #[serde(default)]
    pub safe: Option<Rgb>,
}

/// All colors a counter is drawn in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scheme {
    /// The counter.
    pub body: Rgb,
    /// Words and factors on it.
    pub print: Rgb,
    /// The symbol's box, and the plate of the reduced side.
    pub plate: Rgb,
    /// The symbol, and factors on the plate.
    pub ink: Rgb,
    /// The rim.
    pub edge: Rgb,
}

/// What light plates are mixed from: white, a little warm.
const PAPER: Rgb = Rgb(0xfffcf4);

impl NationLook {
    /// The whole scheme, in the printed palette or the safe one.
    pub fn scheme(&self, print: Option<Rgb>, safe: bool) -> Scheme {
        let body = if safe { self.safe.unwrap_or(self.body) } else { self.body };
        Scheme::of(body, print.unwrap_or(self.print))
    }
}

impl Scheme {
    /// A light plate, a dark ink and a darker edge that go with a body and its print.
    pub fn of(body: Rgb, print: Rgb) -> Scheme {
        let plate = body.mix(PAPER, 0.86);
        // Dark print serves as ink; light print has to give way to a dark shade of the body.
        let ink = if print.contrast(plate) >= 4.5 { print } else { body.mix(Rgb::BLACK, 0.76) };
        let edge = if body.luminance() > 0.6 { body.deepen(0.42) } else { body.mix(Rgb::BLACK, 0.45) };
        Scheme { body, print, plate, ink, edge }
    }
}

/// How a kind of unit is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindLook {
    /// What it carries.
    pub symbol: Symbol,
    /// No box around the symbol, no words beside it: aircraft, support, leaders.
    #[serde(default)]
    pub bare: bool,
    /// The row below: text with names of factors, values and counts in braces. Empty: the factors, joined by hyphens. `{number}` is the last number
    /// in the unit's name, `{name}` its short name; `{x?}` shows a question mark for zero.
    #[serde(default)]
    pub row: String,
    /// Another color of print than the nation's.
    #[serde(default)]
    pub print: Option<Rgb>,
}

/// The outline of a badge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BadgeShape {
    Octagon,
    #[default]
    Square,
    Pill,
    Disc,
    Diamond,
    /// A square with an anchor in it.
    Anchor,
    /// A disc with two heads in it.
    Heads,
}

/// The colors of a badge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Tone {
    #[default]
    Pale,
    Yellow,
    Cream,
    /// White with a red rim and red letters.
    Alarm,
    Black,
    Green,
    Orange,
    Blue,
}

/// What a mark does to the whole counter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
pub enum Effect {
    /// Nothing.
    #[default]
    None,
    /// A yellow zigzag across.
    Zigzag,
    /// A gray veil and a diagonal.
    Veil,
}

/// A small sign at the right edge of a counter.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Badge {
    /// A letter or two.
    #[serde(default)]
    pub badge: String,
    /// Its outline.
    #[serde(default)]
    pub shape: BadgeShape,
    /// Its colors.
    #[serde(default)]
    pub tone: Tone,
    /// The higher goes first where there is no room for all.
    #[serde(default)]
    pub rank: u8,
    /// What else it does.
    #[serde(default)]
    pub effect: Effect,
    /// The row of factors while it lasts, by size mark.
    #[serde(default)]
    pub rows: BTreeMap<String, String>,
    /// The nation whose colors a counter has while it lasts, by its own nation.
    #[serde(default)]
    pub colors: BTreeMap<NationId, NationId>,
    /// White diagonal bands over the body while it lasts.
    #[serde(default)]
    pub bands: bool,
}

impl Badge {
    /// A badge for something that is not a mark in the rules.
    pub fn new(badge: &str, shape: BadgeShape, tone: Tone, rank: u8) -> Badge {
        Badge { badge: badge.to_owned(), shape, tone, rank, ..Badge::default() }
    }

    /// Out of supply: the worst there is.
    pub fn out_of_supply() -> Badge {
        Badge::new("OS", BadgeShape::Pill, Tone::Alarm, 10)
    }

    /// Air or support attached.
    pub fn support() -> Badge {
        Badge::new("+", BadgeShape::Disc, Tone::Blue, 4)
    }

    /// Supplied by convoy.
    pub fn convoy() -> Badge {
        Badge::new("C", BadgeShape::Disc, Tone::Green, 4)
    }

    /// A mob here.
    pub fn mob() -> Badge {
        Badge::new("", BadgeShape::Heads, Tone::Orange, 4)
    }

    /// Media here.
    pub fn media() -> Badge {
        Badge::new("N", BadgeShape::Disc, Tone::Blue, 4)
    }
}

/// What a trait adds to a counter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraitLook {
    /// A badge.
    #[serde(default)]
    pub badge: Option<Badge>,
    /// Another row than its kind has.
    #[serde(default)]
    pub row: String,
    /// The plate at the upper left.
    #[serde(default)]
    pub tag: String,
    /// White diagonal bands over the body.
    #[serde(default)]
    pub bands: bool,
}

/// The pattern of a stripe, so that nothing depends on color alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Pattern {
    #[default]
    Solid,
    Diagonal,
    Dots,
    Bars,
    Chevrons,
    Crosses,
}

/// The stripe of a formation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
pub struct Stripe(pub Rgb, pub Pattern);

/// Stripes of formations that the table does not name, in their order.
const PALETTE: [Stripe; 12] = [
    Stripe(Rgb(0xe8c34a), Pattern::Solid),
    Stripe(Rgb(0x8fd0e8), Pattern::Diagonal),
    Stripe(Rgb(0xb7e08a), Pattern::Dots),
    Stripe(Rgb(0xf3b0d0), Pattern::Bars),
    Stripe(Rgb(0x1f7a6d), Pattern::Chevrons),
    Stripe(Rgb(0x4a4a4a), Pattern::Crosses),
    Stripe(Rgb(0x8e2f6b), Pattern::Solid),
    Stripe(Rgb(0xe8c34a), Pattern::Diagonal),
    Stripe(Rgb(0x8fd0e8), Pattern::Dots),
    Stripe(Rgb(0xb0541a), Pattern::Bars),
    Stripe(Rgb(0xb7e08a), Pattern::Chevrons),
    Stripe(Rgb(0x2f6f2a), Pattern::Crosses),
];

/// What is shown to the right of the box.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub enum Right {
    /// What the name says in brackets, its last word, its formation, or its nation.
    #[default]
    Formation,
    /// Always its nation's code.
    Nation,
}

/// How names are cut to fit a counter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// What is shown to the right of the box.
    #[serde(default)]
    pub right: Right,
    /// Words the symbol says already.
    #[serde(default)]
    pub drop: Vec<String>,
}

/// Tracks shown together.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrackGroup {
    /// Their heading.
    pub title: String,
    /// Which.
    pub rows: Vec<TrackId>,
    /// Numbered cells from the first number to the last; a plain number if left out.
    #[serde(default)]
    pub cells: Option<(i16, i16)>,
    /// Short names for the rows if they are always shown in the top bar as well; empty if not.
    #[serde(default)]
    pub top_bar: Vec<BarTrack>,
}

/// A track shown in the top bar.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarTrack {
    /// A word of a few letters.
    pub short: String,
    /// Its marker is not in force, and drawn hollow, until another track has this value.
    #[serde(default)]
    pub until: Option<(TrackId, i32)>,
    /// What is said meanwhile, with `{}` for the value of that other track.
    #[serde(default)]
    pub waiting: String,
}

/// Something that must not be overlooked while a track is not zero.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Banner {
    /// Which.
    pub track: TrackId,
    /// A word or two in the top bar.
    pub text: String,
    /// What it means, in a sentence.
    #[serde(default)]
    pub about: String,
    /// Only while the track is at this number.
    #[serde(default)]
    pub at: Option<i32>,
}

/// Boxes shown together.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxGroup {
    /// Whether its boxes are those of the turns, that of turn 1 first: what waits in them is shown with the turns.
    #[serde(default)]
    pub by_turn: bool,
    /// Whether its counters are cards, to be read.
    #[serde(default)]
    pub cards: bool,
    /// Their heading.
    pub title: String,
    /// Which.
    pub rows: Vec<BoxId>,
}

/// The weather track.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherLook {
    /// Which.
    pub track: TrackId,
    /// What its values are called, from 0.
    pub words: Vec<String>,
}

/// The track in the top bar.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreLook {
    /// Which.
    pub track: TrackId,
    /// How it is written: `"VP {}"`.
    pub text: String,
}

/// `look.ron`, complete: what the file leaves out has been filled in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// The front of the box.
    pub cover: Cover,
    /// By [`Side`].
    pub sides: Vec<SideLook>,
    /// By [`NationId`].
    pub nations: Vec<NationLook>,
    /// By name.
    pub kinds: BTreeMap<String, KindLook>,
    /// By mark; `None` is never shown.
    pub marks: Vec<Option<Badge>>,
    /// By name.
    pub traits: BTreeMap<String, TraitLook>,
    /// Printed values shown at the upper left: name, and text with `{}` for the number.
    pub tags: Vec<(String, String)>,
    /// By formation.
    pub stripes: BTreeMap<String, Stripe>,
    /// How names are cut.
    pub words: Words,
    /// Tracks worth showing, in order.
    pub tracks: Vec<TrackGroup>,
    /// Boxes worth showing, in order.
    pub boxes: Vec<BoxGroup>,
    /// The sky.
    pub weather: Option<WeatherLook>,
    /// The score.
    pub score: Option<ScoreLook>,
    /// What must not be overlooked.
    pub banners: Vec<Banner>,
    /// Whether every place says who holds it without being asked.
    pub holders: bool,
    /// The map.
    pub map: MapLook,
    /// Things that work but should be improved.
    pub warnings: Vec<Fault>,
}

impl Look {
    /// How a player is shown.
    pub fn side(&self, side: Side) -> &SideLook {
        &self.sides[side.at()]
    }

    /// How a nation is shown.
    pub fn nation(&self, nation: NationId) -> NationLook {
        self.nations.get(nation.at()).copied().unwrap_or_else(|| plain_nation(None))
    }

    /// A look from the names alone, for a game without the file.
    pub fn plain(tables: &Tables) -> Look {
        let mut look = Look { cover: Cover { title: tables.title.to_uppercase(), ..Cover::default() }, ..Look::default() };
        look.complete(Said::default(), tables);
        look
    }

    /// Fills in whatever the file leaves out.
    fn complete(&mut self, mut said: Said, tables: &Tables) {
        for (number, name) in tables.sides.iter().enumerate() {
            let mut side = said.sides.remove(&Side(number as u8)).unwrap_or_else(|| plain_side(name, number));
            let first = tables.nations.iter().position(|n| n.side.at() == number).unwrap_or(0);
            side.down.get_or_insert(NationId(first as u8));
            if side.code.is_empty() {
                side.code = side.letter.clone();
            }
            self.sides.push(side);
        }
        for (number, nation) in tables.nations.iter().enumerate() {
            let look = said.nations.remove(&NationId(number as u8)).unwrap_or_else(|| plain_nation(self.sides.get(nation.side.at())));
            self.nations.push(look);
        }
        for (key, kind) in &tables.kinds {
            self.kinds.entry(key.clone()).or_insert_with(|| plain_kind(key, kind));
        }
        self.marks = tables.lexicon.names("MarkId").iter().enumerate().map(|(number, name)| said.mark(number, name)).collect();
        let all = |count: usize| 0..count as u8;
        self.tracks = said.tracks.unwrap_or_else(|| {
            vec![TrackGroup { title: String::new(), rows: all(tables.tracks.len()).map(TrackId).collect(), cells: None, top_bar: Vec::new() }]
        });
        self.boxes = said
            .boxes
            .unwrap_or_else(|| vec![BoxGroup { by_turn: false, cards: false, title: String::new(), rows: all(tables.boxes.len()).map(BoxId).collect() }]);
        let mut unlisted = 0;
        for unit in tables.units.iter().filter(|u| !u.formation.is_empty()) {
            self.stripes.entry(unit.formation.clone()).or_insert_with(|| {
                unlisted += 1;
                PALETTE[(unlisted - 1) % PALETTE.len()]
            });
        }
    }
}

/// Light for the first player, dark for the second.
fn plain_side(name: &str, number: usize) -> SideLook {
    let (panel, map) = if number == 0 { (Rgb(0x8fb3e0), Rgb(0x12508f)) } else { (Rgb(0xe8786a), Rgb(0xa3241c)) };
    SideLook { panel, map, letter: name.chars().take(1).collect(), down: None, back: SideLook::unknown(), code: String::new() }
}

fn plain_nation(side: Option<&SideLook>) -> NationLook {
    let body = side.map_or(Rgb(0xa9a7a2), |side| side.panel);
    let print = if body.luminance() > 0.25 { Rgb(0x16222e) } else { Rgb::WHITE };
    NationLook { body, print, safe: None }
}

/// A kind the file does not describe: its symbol is guessed from its name.
fn plain_kind(key: &str, kind: &UnitKind) -> KindLook {
    let symbol = [key, kind.name.as_str(), kind.symbol.as_str()].into_iter().map(Symbol::guess).find(|s| *s != Symbol::Plain).unwrap_or_default();
    KindLook { symbol, ..KindLook::default() }
}

/// A mark the file does not describe: its first letter.
fn plain_mark(name: &str) -> Badge {
    Badge::new(&name.chars().take(1).flat_map(char::to_uppercase).collect::<String>(), BadgeShape::Square, Tone::Pale, 1)
}
