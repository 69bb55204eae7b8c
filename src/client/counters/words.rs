//! The text on a counter: short names that fit beside the box, the row of factors, and full sentences for the hover card.

use crate::board::look::{KindLook, Right};
use crate::board::{CountId, MarkId, Side, Status, Tables, UnitId, UnitRow};

/// More letters than this do not fit beside the box, however small they are.
const LONGEST: usize = 8;
/// A name longer than this is replaced by a shorter one if there is one.
const EASY: usize = 7;

/// The words at the left and the right of the box.
pub(super) fn beside(tables: &Tables, unit: UnitId) -> (String, String) {
    let row = &tables.units[unit.at()];
    let words = &tables.look.words;
    let nation = tables.nations.get(row.nation.value.at()).map_or("", |n| n.id.as_str());
    let (base, bracket) = unbracket(&row.name);
    let kept: Vec<&str> = base.split_whitespace().filter(|w| !words.drop.iter().any(|d| d == w)).map(without_ordinal).collect();
    let Some((first, rest)) = kept.split_first() else { return (cut(&row.name), nation.to_owned()) };
    let whole = kept.join(" ");
    match words.right {
        Right::Nation => (whole_or_id(&whole, tables, unit), nation.to_owned()),
        Right::Formation if bracket.is_some() => (whole_or_id(&whole, tables, unit), cut(bracket.unwrap_or_default())),
        Right::Formation if !rest.is_empty() && (row.formation.is_empty() || row.formation == *first) => (cut(first), fit_words(rest)),
        Right::Formation if row.formation.is_empty() => (cut(first), nation.to_owned()),
        Right::Formation => (cut(first), cut(&row.formation)),
    }
}

/// A name without its brackets, and what is in them.
fn unbracket(name: &str) -> (String, Option<&str>) {
    match name.split_once('(').and_then(|(before, rest)| rest.split_once(')').map(|(inside, after)| (before, inside, after))) {
        Some((before, inside, after)) if !before.trim().is_empty() => (format!("{before} {after}"), Some(inside)),
        _ => (name.to_owned(), None),
    }
}

/// `72nd` is 72 to a soldier.
fn without_ordinal(word: &str) -> &str {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let ending = &word[digits.len()..];
    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && matches!(ending, "st" | "nd" | "rd" | "th") { digits } else { word }
}

fn cut(word: &str) -> String {
    word.chars().take(LONGEST).collect()
}

/// As many words as fit, at least the first.
fn fit_words(words: &[&str]) -> String {
    let mut fitting = words.len();
    while fitting > 1 && words[..fitting].join(" ").chars().count() > LONGEST {
        fitting -= 1;
    }
    cut(&words[..fitting].join(" "))
}

/// A name that is too long is replaced by the tail of the unit's id, which its designer kept short.
fn whole_or_id(whole: &str, tables: &Tables, unit: UnitId) -> String {
    let id = tables.unit_name(unit);
    let tail = id.split_once('-').map_or(id, |(_, tail)| tail);
    if whole.chars().count() <= EASY || tail.chars().count() > EASY { cut(whole) } else { tail.to_owned() }
}

/// The factors in force: those of the front, or of the reduced side.
pub(super) fn factors<'a>(row: &'a UnitRow, status: &Status) -> &'a [i16] {
    row.back.as_deref().filter(|_| is_reduced(row, status)).unwrap_or(&row.front)
}

/// Whether the reduced side is up.
pub(super) fn is_reduced(row: &UnitRow, status: &Status) -> bool {
    row.back.is_some() && status.steps < row.steps()
}

/// The row below the box.
pub(super) fn row(tables: &Tables, unit: UnitId, status: &Status, kind: &KindLook) -> String {
    let printed = &tables.units[unit.at()];
    let own = printed.traits.iter().filter_map(|t| tables.look.traits.get(t)).map(|t| t.row.as_str()).find(|r| !r.is_empty());
    let marked = marks(tables, status).find_map(|(_, badge)| badge.rows.get(printed.size.trim_matches(['[', ']'])));
    let template = marked.map(String::as_str).or(own).unwrap_or(&kind.row);
    let factors = factors(printed, status);
    if !template.is_empty() {
        return filled(template, |name| value(tables, unit, status, factors, name));
    }
    if factors.is_empty() { beside(tables, unit).0 } else { factors.iter().map(|f| number(*f)).collect::<Vec<_>>().join("-") }
}

/// The factors that all counters of a kind have in common; the others are question marks.
pub(super) fn general_row(tables: &Tables, kind: &str) -> String {
    let rows: Vec<&UnitRow> = tables.units.iter().filter(|u| u.kind.value == kind).collect();
    let common = |i: usize| {
        let first = rows.first().and_then(|u| u.front.get(i)).copied()?;
        rows.iter().all(|u| u.front.get(i) == Some(&first)).then_some(first)
    };
    (0..tables.factors.len()).map(|i| common(i).map_or("?".to_owned(), number)).collect::<Vec<_>>().join("-")
}

/// What can be said about a counter that is face down.
pub(crate) fn describe_kind(tables: &Tables, visible_kind: &str) -> String {
    if let Some(nation) = tables.nations.iter().find(|n| n.id == visible_kind) {
        return format!("{}, face down", nation.name);
    }
    let kind = tables.kinds.get(visible_kind).map_or(visible_kind, |k| k.name.as_str());
    format!("{}, not looked at yet", sentence(kind))
}

/// A number as it is printed: the type has an en dash for a minus.
fn number(value: i16) -> String {
    if value < 0 { format!("–{}", value.unsigned_abs()) } else { value.to_string() }
}

/// A template with its braces filled in. `{x?}` gives a question mark for zero.
fn filled(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, tail)) = after.split_once('}') else { break };
        let found = value(name.trim_end_matches('?'));
        text.push_str(before);
        text.push_str(if name.ends_with('?') && found == "0" { "?" } else { &found });
        rest = tail;
    }
    text.push_str(rest);
    text.trim().to_owned()
}

fn value(tables: &Tables, unit: UnitId, status: &Status, factors: &[i16], name: &str) -> String {
    let row = &tables.units[unit.at()];
    if name == "name" {
        return beside(tables, unit).0;
    }
    if name == "number" {
        let digits = |c: char| !c.is_ascii_digit();
        return row.name.split(digits).rfind(|part| !part.is_empty()).unwrap_or_default().to_owned();
    }
    let factor = tables.factors.iter().position(|f| f == name).and_then(|i| factors.get(i)).copied();
    let count = || tables.lexicon.number("CountId", name).and_then(Result::ok).map(|c| status.count(CountId(c as u8)));
    factor.or_else(|| row.values.get(name).copied()).or_else(count).map(number).unwrap_or_default()
}

/// The marks a counter carries that are shown, with their badges.
pub(super) fn marks<'a>(tables: &'a Tables, status: &Status) -> impl Iterator<Item = (MarkId, &'a crate::board::look::Badge)> {
    let status = *status;
    tables.look.marks.iter().enumerate().filter_map(move |(i, badge)| {
        let mark = MarkId(i as u8);
        badge.as_ref().filter(|_| status.has(mark)).map(|badge| (mark, badge))
    })
}

/// What a size mark is called.
fn size_in_words(size: &str) -> String {
    let core = size.trim_matches(['[', ']']);
    let word = match core {
        "•" => "platoon",
        "I" => "company",
        "II" => "battalion",
        "III" => "regiment",
        "X" => "brigade",
        "XX" => "division",
        "XXX" => "corps",
        "XXXX" => "army",
        other => return other.to_owned(),
    };
    if core == size { word.to_owned() } else { format!("{word}, ad hoc") }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The name of a number on a counter; a value to one side is named after that side.
fn value_in_words(tables: &Tables, name: &str) -> String {
    let of_side = (0..tables.sides.len()).find(|side| tables.look.side(Side(*side as u8)).code.eq_ignore_ascii_case(name));
    of_side.map_or_else(|| name.replace('_', " "), |side| tables.sides[side].clone())
}

/// The lines of the hover card: name, kind, formation, factors by name, steps, and each mark in words.
pub fn describe(tables: &Tables, unit: UnitId, status: &Status) -> Vec<String> {
    let row = &tables.units[unit.at()];
    let nation = tables.nations.get(row.nation.value.at()).map_or("", |n| n.name.as_str());
    let kind = tables.kinds.get(&row.kind.value).map_or(row.kind.value.as_str(), |k| k.name.as_str());
    let mut lines = vec![format!("{} · {nation}", row.name)];
    lines.push(if row.size.is_empty() { sentence(kind) } else { format!("{}, {}", sentence(kind), size_in_words(&row.size)) });
    if !row.formation.is_empty() {
        lines.push(format!("Formation {}", row.formation));
    }
    let printed = tables.factors.iter().zip(factors(row, status)).map(|(name, value)| (name, *value));
    // Where a counter belongs is seen on the map.
    let values = row.values.iter().filter(|(name, _)| *name != "hex").map(|(name, value)| (name, *value));
    let all: Vec<String> = printed.chain(values).map(|(name, value)| format!("{} {}", value_in_words(tables, name), number(value))).collect();
    if !all.is_empty() {
        lines.push(sentence(&all.join(", ")));
    }
    if row.steps() > 1 {
        let state = if is_reduced(row, status) { ", reduced" } else { "" };
        lines.push(format!("{} of {} steps{state}", status.steps.min(row.steps()), row.steps()));
    }
    lines.extend(row.traits.iter().map(|t| if t == "start" { "In play from the start".to_owned() } else { sentence(&t.replace('_', " ")) }));
    let marks = (0..tables.marks.len()).filter(|i| status.has(MarkId(*i as u8)));
    lines.extend(marks.map(|i| sentence(&tables.marks[i])));
    lines
}
