//! The names of one game, so that files say `"GE-31"` where the rules say `UnitId(17)`.

use crate::board::{Ground, Hex};
use std::collections::BTreeMap;

/// Names by kind (`"UnitId"`, `"Side"`, …), each with its number. Built from the tables, used by reader and writer.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    kinds: BTreeMap<&'static str, (Vec<String>, BTreeMap<String, u16>)>,
    /// What lies in a hex, by its number, where that has a name.
    places: BTreeMap<u16, String>,
}

impl Lexicon {
    /// Declares the names of a kind; the number of a name is its place in the list.
    pub fn declare<S: Into<String>>(&mut self, kind: &'static str, names: impl IntoIterator<Item = S>) {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let numbers = names.iter().enumerate().map(|(i, n)| (n.clone(), i as u16)).collect();
        self.kinds.insert(kind, (names, numbers));
    }

    /// Declares the hexes of a map: `"1909"` is 1909 if the map has it.
    pub fn declare_hexes(&mut self, hexes: &[Hex]) {
        let names: Vec<String> = hexes.iter().map(ToString::to_string).collect();
        let numbers = names.iter().cloned().zip(hexes.iter().map(|h| h.0)).collect();
        self.kinds.insert("Hex", (names, numbers));
    }

    /// Declares the names of places on the map.
    pub fn declare_places(&mut self, ground: &Ground) {
        let named = |ix| ground.sites(ix).map(|site| site.name.as_str()).find(|name| !name.is_empty());
        let places = ground.grid.all().filter_map(|ix| Some((ground.grid.hex(ix).0, named(ix)?.to_owned())));
        self.places = places.collect();
    }

    /// A hex in words: its place, if it has a name, and its number.
    pub fn place(&self, hex: Hex) -> String {
        self.places.get(&hex.0).map_or_else(|| hex.to_string(), |name| format!("{name} {hex}"))
    }

    /// The number of a name, or a sentence that names the nearest valid one. `None` for a kind never declared.
    pub fn number(&self, kind: &str, name: &str) -> Option<Result<u16, String>> {
        let (names, numbers) = self.kinds.get(kind)?;
        Some(numbers.get(name).copied().ok_or_else(|| {
            let what = match kind {
                "UnitId" => "unit",
                "Hex" => "hex of this map",
                "StepId" => "step",
                "AtomId" => "rule atom",
                "BoxId" => "holding box",
                "MarkId" => "mark",
                "CountId" => "count",
                "HexMarkId" => "mark of a hex",
                "TrackId" => "track",
                "OptionId" => "optional rule",
                "NationId" => "nation",
                _ => "side",
            };
            format!("{name:?} is no {what}{}", nearest(name, names.iter().map(String::as_str)))
        }))
    }

    /// The name of a number.
    pub fn name(&self, kind: &str, number: u16) -> Option<&str> {
        self.kinds.get(kind)?.0.get(usize::from(number)).map(String::as_str)
    }

    /// All names of a kind, in the order of their numbers.
    pub fn names(&self, kind: &str) -> &[String] {
        self.kinds.get(kind).map_or(&[], |k| &k.0)
    }
}

/// `"; did you mean "x"?"` for the valid word closest to a misspelt one, or the list of words when it is short.
pub fn nearest<'a>(word: &str, valid: impl Iterator<Item = &'a str> + Clone) -> String {
    let key = |v: &str| strsim::damerau_levenshtein(&word.to_lowercase(), &v.to_lowercase());
    let closest = valid.clone().map(|v| (key(v), v)).min();
    match closest {
        Some((distance, best)) if distance <= 1 + word.chars().count() / 3 => format!("; did you mean {best:?}?"),
        Some(_) if valid.clone().count() <= 16 => format!("; expected one of {}", valid.map(|v| format!("{v:?}")).collect::<Vec<_>>().join(", ")),
        _ => String::new(),
    }
}
