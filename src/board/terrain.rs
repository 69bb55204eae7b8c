//! The terrain effects chart: `terrain.ron`.

use super::map::{Ground, Origin, SideKind};
use super::read::{At, Fault, Lexicon, Reading, nearest};
use super::{Ix, Sides};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// Movement points, counted in halves so that half a point stays exact. Written `2` or `0.5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Points(pub i16);

impl Points {
    /// So many whole points.
    pub fn whole(points: i16) -> Points {
        Points(points * 2)
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
                i16::try_from(n * 2).map(Points).map_err(|_| E::custom(format_args!("{n} is too large")))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Points, E> {
                let (whole, part) = text.split_once('.').unwrap_or((text, ""));
                let half = match part.trim_end_matches('0') {
                    "" => 0,
                    "5" => 1,
                    _ => return Err(E::custom(format_args!("{text} is no whole or half number"))),
                };
                let whole: i16 =
                    if whole.is_empty() { Ok(0) } else { whole.parse() }.map_err(|_| E::custom(format_args!("{text} is no whole or half number")))?;
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
    /// Points to enter, or added for a side; `None` leaves what is there.
    pub r#move: Option<Points>,
    /// Never entered or crossed.
    pub prohibited: bool,
    /// Entered and left along a road only.
    pub road_only: bool,
    /// How much may stand there; `None` leaves what is there.
    pub stack: Option<u8>,
    /// Columns for the attack: negative helps the defence.
    pub shift: i8,
    /// Whatever else the chart says.
    pub values: BTreeMap<String, i32>,
    /// A remark for the reader.
    pub note: String,
    /// Where the row is from.
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

impl Chart {
    /// Reads the chart of a map; a terrain of the map without a row is a fault.
    pub fn read(file: &str, text: &str, ground: &Ground) -> Result<Chart, Vec<Fault>> {
        let lexicon = Lexicon::default();
        let reading = Reading::new(file, text, &lexicon);
        let Some(tree) = reading.tree() else { return Err(reading.into_faults()) };
        let fields = reading.fields(&tree);
        let _: Option<Origin> = fields.need("source");
        let rows: Vec<(At<String>, Effect)> = fields.each_pair("hexes");
        for (name, _) in rows.iter().filter(|(name, _)| !ground.terrain_names.contains(&name.value)) {
            reading.fault(name.at, format!("the map has no terrain {:?}{}", name.value, nearest(&name.value, ground.terrain_names.iter().map(String::as_str))));
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
        for (name, effect) in fields.each_pair::<String, Effect>("sides") {
            match SideKind::named(&name.value) {
                Some(kind) => drop(sides.insert(kind, effect)),
                None => reading.fault(name.at, format!("unknown kind of side {:?}{}", name.value, nearest(&name.value, SideKind::ALL.iter().map(|(n, _)| *n)))),
            }
        }
        let named = |name| fields.each_pair::<String, Effect>(name).into_iter().map(|(k, v)| (k.value, v)).collect();
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
