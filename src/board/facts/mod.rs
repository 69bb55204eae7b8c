//! `facts.ron`: what the rulebook says about a map, as statements that are checked.
//!
//! A map is reconstructed, but the rulebook names hexes, roads, borders and counts. Each such sentence is a [`Statement`]
//! that the map must satisfy, so that nobody who edits a coast or a road breaks a rule without being told.
//!
//! *Enterable* hexes and *open* sides are those of [`Survey`]. A hex's *country* is that of its region.

mod bounds;
mod hexes;
mod judge;
mod places;
mod statement;
mod ways;

pub use statement::{AnyHex, Statement};

use super::hex::Hex;
use super::map::Ground;
use super::read::{At, Fault, Lexicon, Reading};
use super::survey::Survey;
use super::terrain::Chart;
use judge::Judge;
use serde::Deserialize;

/// A line of `facts.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedFact {
    /// The section that says it.
    rule: String,
    /// What it says, in words.
    says: String,
    /// What it says, in terms of the map.
    is: At<Statement>,
}

/// How a map fails a statement: what it has instead, and the wrong word in the statement, if it is one in particular.
struct Miss {
    at: Option<u32>,
    has: String,
}

type Verdict = Result<(), Miss>;

fn miss(has: impl Into<String>) -> Verdict {
    Err(Miss { at: None, has: has.into() })
}

fn miss_at(at: u32, has: impl Into<String>) -> Verdict {
    Err(Miss { at: Some(at), has: has.into() })
}

/// Holds if `so`; otherwise `has` says what is the case.
fn hold(so: bool, has: impl FnOnce() -> String) -> Verdict {
    if so { Ok(()) } else { miss(has()) }
}

/// Holds if the counts agree.
fn count(found: usize, stated: usize, what: impl std::fmt::Display) -> Verdict {
    hold(found == stated, || format!("the map has {found} {what}, not {stated}"))
}

/// Holds if the hexes found are exactly those stated, in whatever order.
fn exactly(found: impl IntoIterator<Item = Hex>, stated: &[At<Hex>], what: impl std::fmt::Display) -> Verdict {
    let mut found: Vec<Hex> = found.into_iter().collect();
    found.sort_unstable();
    found.dedup();
    if let Some(wrong) = stated.iter().find(|hex| !found.contains(&hex.value)) {
        return miss_at(wrong.at, format!("{} is not among {what}: {}", wrong.value, list(&found)));
    }
    let unnamed: Vec<Hex> = found.into_iter().filter(|hex| !stated.iter().any(|s| s.value == *hex)).collect();
    hold(unnamed.is_empty(), || format!("{what} have {} besides", list(&unnamed)))
}

/// `"1208, 1209 and 1210"`, cut short if there are many.
pub(super) fn list<T: std::fmt::Display>(items: &[T]) -> String {
    const MOST: usize = 12;
    match items {
        [] => "none".into(),
        [one] => one.to_string(),
        [most @ .., last] if items.len() <= MOST => {
            format!("{} and {last}", most.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        _ => format!("{} and {} more", items[..MOST].iter().map(ToString::to_string).collect::<Vec<_>>().join(", "), items.len() - MOST),
    }
}

/// `facts.ron` as read: the order in which [`Statement::Neighbours`] goes round a hex, and the lines.
struct Facts {
    order: Vec<At<String>>,
    lines: Vec<StatedFact>,
}

fn read(reading: &Reading<'_>) -> Option<Facts> {
    let tree = reading.tree()?;
    let fields = reading.fields(&tree);
    let facts = Facts { order: fields.each("neighbours"), lines: fields.each("facts") };
    fields.close();
    Some(facts)
}

fn lexicon(ground: &Ground) -> Lexicon {
    let mut lexicon = Lexicon::default();
    lexicon.declare_hexes(ground.grid.hexes());
    lexicon
}

/// Faults of the file itself, which can be found even if the chart is missing or faulty.
pub(super) fn read_facts(file: &str, text: &str, ground: &Ground) -> Vec<Fault> {
    let lexicon = lexicon(ground);
    let reading = Reading::new(file, text, &lexicon);
    read(&reading);
    reading.into_faults()
}

/// Checks every statement of `facts.ron` and counts them. A statement that fails is reported as a fault at its place, with the rule, what it says in
/// words, and what the map has instead.
pub fn check_facts(file: &str, text: &str, ground: &Ground, chart: &Chart) -> Result<usize, Vec<Fault>> {
    let lexicon = lexicon(ground);
    let reading = Reading::new(file, text, &lexicon);
    let facts = read(&reading).unwrap_or(Facts { order: Vec::new(), lines: Vec::new() });
    let order = hexes::order(&reading, ground, &facts.order);
    let judge = Judge { survey: Survey::new(ground, chart), order };
    for StatedFact { rule, says, is } in &facts.lines {
        if let Err(Miss { at, has }) = judge.judge(&is.value) {
            reading.fault(at.unwrap_or(is.at), format!("{rule} says {says:?}, but {has}"));
        }
    }
    let faults = reading.into_faults();
    if faults.is_empty() { Ok(facts.lines.len()) } else { Err(faults) }
}

/// Holds if a list of words has the word.
fn listed(words: &[String], word: &String, whose: &str, what: &str) -> Verdict {
    hold(words.contains(word), || format!("the {what} of {whose} are {words:?}"))
}
