//! The terrain effects chart: `terrain.ron`.

use super::map::{Ground, Origin, SideKind};
use super::read::{At, Fault, Lexicon, Node, Reading};
use super::{Ix, Sides};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// Movement points, counted in halves so that half a point stays exact. Written `2` or `0.5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Points(pub i16);

impl Points {
    /// A number of whole points.
    pub fn whole(points: i16) -> Points {
        Points(points.saturating_mul(2))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (whole, 0) => write!(f, "{whole}"),
            (0, _) => f.write_str("½"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Points, D::Error> {
        struct Number;
        impl serde::de::Visitor<'_> for Number {
            type Value = Points;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("movement points in whole or half points, like 2 or 0.5")
            }
            fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Points, E> {
                let halves = n.checked_mul(2).and_then(|halves| i16::try_from(halves).ok()).filter(|halves| *halves >= 0);
                halves.map(Points).ok_or_else(|| E::custom(format_args!("{n} is out of range here")))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Points, E> {
                if text.starts_with('-') {
                    return Err(E::custom(format_args!("{text} is out of range here")));
                }
                let (whole, part) = text.split_once('.').unwrap_or((text, ""));
                let half = match part.trim_end_matches('0') {
                    "" => 0,
                    "5" => 1,
                    _ => return Err(E::custom(format_args!("{text} is not a whole or half number"))),
                };
                let whole: i16 =
                    if whole.is_empty() { Ok(0) } else { whole.parse() }.map_err(|_| E::custom(format_args!("{text} is not a whole or half number")))?;
                Ok(Points(whole.saturating_mul(2).saturating_add(half)))
            }
        }
        d.deserialize_any(Number)
    }
}

/// One row of the chart.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Effect {
    /// Points to enter, or extra points for a side; `None` changes nothing.
    pub r#move: Option<Points>,
    /// Never entered or crossed.
    pub prohibited: bool,
    /// Entered and left only by road.
    pub road_only: bool,
    /// The stacking limit; `None` changes nothing.
    pub stack: Option<u8>,
    /// Column shift: negative helps the defense.
    pub shift: i8,
    /// Whatever else the chart says.
    pub values: BTreeMap<String, i32>,
    /// A remark for the reader.
    pub note: String,
    /// Where the row comes from.
    pub source: Option<Origin>,
}

/// The chart, with the rows of hexes in the order of the map's terrain numbers.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// By terrain number of the map.
    pub hexes: Vec<Effect>,
    /// By kind of place.
    pub places: BTreeMap<String, Effect>,
    /// By symbol of a place.
    pub symbols: BTreeMap<String, Effect>,
    /// By kind of side.
    pub sides: BTreeMap<SideKind, Effect>,
}

/// What a row may say: points in halves, stacking, columns, other values.
const MOVES: std::ops::RangeInclusive<i16> = 0..=100;
const STACKS: std::ops::RangeInclusive<u8> = 1..=99;
const SHIFTS: std::ops::RangeInclusive<i8> = -9..=9;
const VALUES: std::ops::RangeInclusive<i32> = -99..=99;

/// Reports what no game could be played with: ground that costs nothing or has no cost, room for nobody, numbers beyond reason.
fn check_row(reading: &Reading<'_>, tree: &Node<'_>, section: &str, name: &At<String>, effect: &Effect) {
    let row = tree.field(section).and_then(|rows| rows.pairs().iter().find(|(key, _)| key.at == name.at)).map(|(_, row)| row);
    let at = |field: &str| row.and_then(|row| row.field(field)).map_or(name.at, |node| node.at);
    let added = section == "sides" && !["road", "rail", "tunnel"].contains(&name.value.as_str());
    match effect.r#move {
        Some(points) if !MOVES.contains(&points.0) || (points.0 == 0 && !added) => {
            let least = if added { "0" } else { "½" };
            reading.fault(at("move"), format!("{points} movement points, expected {least} to {}", Points(*MOVES.end())));
        }
        None if section == "hexes" && !effect.prohibited && !effect.road_only => {
            reading.fault(name.at, format!("{:?} can be entered, so it needs `move`: the points it costs", name.value));
        }
        _ => {}
    }
    if let Some(stack) = effect.stack.filter(|stack| !STACKS.contains(stack)) {
        reading.fault(at("stack"), format!("room for {stack}, expected {} to {}", STACKS.start(), STACKS.end()));
    }
    if !SHIFTS.contains(&effect.shift) {
        reading.fault(at("shift"), format!("a shift of {} columns, expected {} to {}", effect.shift, SHIFTS.start(), SHIFTS.end()));
    }
    for (value, number) in effect.values.iter().filter(|(_, number)| !VALUES.contains(number)) {
        reading.fault(at("values"), format!("{value:?} is {number}, expected {} to {}", VALUES.start(), VALUES.end()));
    }
}

impl Chart {
    /// Reads the chart of a map; a terrain of the map without a row is a fault.
    pub fn read(file: &str, text: &str, ground: &Ground) -> Result<Chart, Vec<Fault>> {
        let lexicon = Lexicon::default();
        let reading = Reading::new(file, text, &lexicon);
        let Some(tree) = reading.tree() else { return Err(reading.into_faults()) };
        let fields = reading.fields(&tree);
        let _: Option<Origin> = fields.need("source");
        let section = |name: &'static str| -> Vec<(At<String>, Effect)> {
            let rows = fields.each_pair(name);
            rows.iter().for_each(|(key, effect)| check_row(&reading, &tree, name, key, effect));
            rows
        };
        let rows = section("hexes");
        for (name, _) in rows.iter().filter(|(name, _)| !ground.terrain_names.contains(&name.value)) {
            reading.fault(
                name.at,
                format!("the map has no terrain {:?}{}", name.value, reading.nearest(&name.value, ground.terrain_names.iter().map(String::as_str))),
            );
        }
        let hexes = ground
            .terrain_names
            .iter()
            .map(|name| {
                let row = rows.iter().find(|(key, _)| key.value == *name);
                if row.is_none() {
                    reading.fault(tree.at, format!("the chart has no row for {name:?}, a terrain of the map"));
                }
                row.map(|(_, effect)| effect.clone()).unwrap_or_default()
            })
            .collect();
        let mut sides = BTreeMap::new();
        for (name, effect) in section("sides") {
            match SideKind::named(&name.value) {
                Some(kind) => drop(sides.insert(kind, effect)),
                None => reading
                    .fault(name.at, format!("unknown kind of side {:?}{}", name.value, reading.nearest(&name.value, SideKind::ALL.iter().map(|(n, _)| *n)))),
            }
        }
        let named = |name| section(name).into_iter().map(|(k, v)| (k.value, v)).collect();
        let (places, symbols) = (named("places"), named("symbols"));
        fields.close();
        let faults = reading.into_faults();
        if faults.is_empty() { Ok(Chart { hexes, places, symbols, sides }) } else { Err(faults) }
    }

    /// The row of a hex's terrain.
    pub fn hex(&self, ground: &Ground, ix: Ix) -> &Effect {
        &self.hexes[usize::from(ground.terrain[ix.at()])]
    }

    /// The rows of what a side carries.
    pub fn side(&self, sides: Sides) -> impl Iterator<Item = (SideKind, &Effect)> {
        self.sides.iter().filter(move |(kind, _)| sides.has(**kind)).map(|(kind, effect)| (*kind, effect))
    }
}
