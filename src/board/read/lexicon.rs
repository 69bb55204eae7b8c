//! The names of one game, so that files say `"GE-31"` where the rules say `UnitId(17)`.

use crate::board::{Ground, Hex};
use std::cell::Cell;
use std::collections::BTreeMap;

/// Names by kind (`"UnitId"`, `"Side"`, …), each with its number. Built from the tables, used by reader and writer.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    kinds: BTreeMap<&'static str, (Vec<String>, BTreeMap<String, u16>)>,
    /// The named places, by hex number.
    places: BTreeMap<u16, String>,
    /// What counters are called. Rules ask for this whenever they may have to refuse something, so it is not looked up by kind.
    called: Vec<String>,
}

impl Lexicon {
    /// Declares the names of a kind; the number of a name is its place in the list.
    pub fn declare<S: Into<String>>(&mut self, kind: &'static str, names: impl IntoIterator<Item = S>) {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let numbers = names.iter().enumerate().map(|(i, n)| (n.clone(), i as u16)).collect();
        if kind == "UnitText" {
            self.called.clone_from(&names);
        }
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
        let sentence = || self.unknown(kind, name) + &nearest(name, self.names(kind).iter().map(String::as_str));
        self.find(kind, name).map(|number| number.ok_or_else(sentence))
    }

    /// The number of a name; `Some(None)` if the kind has no such name, `None` for a kind never declared.
    pub(super) fn find(&self, kind: &str, name: &str) -> Option<Option<u16>> {
        self.kinds.get(kind).map(|(_, numbers)| numbers.get(name).copied())
    }

    /// What to say about a name that a kind does not have.
    pub(super) fn unknown(&self, kind: &str, name: &str) -> String {
        let what = match kind {
            "UnitId" => "unit",
            "Hex" => "hex on this map",
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
        format!("{name:?} is not {}", with_article(what))
    }

    /// What a counter is called in sentences.
    pub fn called(&self, unit: u16) -> Option<&str> {
        self.called.get(usize::from(unit)).map(String::as_str)
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

/// A noun with the article before it.
pub(crate) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// `"; did you mean "x"?"` for the valid word closest to a misspelled one, or the list of words when it is short.
pub fn nearest<'a>(word: &str, valid: impl Iterator<Item = &'a str> + Clone) -> String {
    match closest(word, valid.clone()) {
        Some(best) => format!("; did you mean {best:?}?"),
        None if valid.clone().next().is_some() && valid.clone().nth(16).is_none() => {
            format!("; expected one of {}", valid.map(|v| format!("{v:?}")).collect::<Vec<_>>().join(", "))
        }
        None => String::new(),
    }
}

/// No game has more names of one kind than this; comparing a word with more would take too long.
const MOST_COMPARED: usize = 5_000;

thread_local! {
    static COMPARED: Cell<u64> = const { Cell::new(0) };
}

/// How many words this thread has compared with misspelled ones so far. That is what takes time when there are many faults, so it is what tests
/// count.
pub fn words_compared() -> u64 {
    COMPARED.with(Cell::get)
}

/// The valid word that a misspelled one was meant to be, if one is near enough.
pub(crate) fn closest<'a>(word: &str, valid: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (lower, letters) = (word.to_lowercase(), word.chars().count());
    let most = 1 + letters / 3;
    let near = |v: &&str| v.chars().count().abs_diff(letters) <= most;
    let distance = |v: &'a str| (strsim::damerau_levenshtein(&lower, &v.to_lowercase()), v);
    let counted = |_: &&str| COMPARED.with(|compared| compared.set(compared.get() + 1));
    valid.take(MOST_COMPARED).inspect(counted).filter(near).map(distance).min().filter(|(distance, _)| *distance <= most).map(|(_, best)| best)
}
