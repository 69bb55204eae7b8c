//! The short form of a journal's long lines: a table or a snapshot is written as its differences from a text that the reader also has.
//!
//! ```text
//! 4f0a9b1c t "units.ron" 1 =                                     as in set 1 of the published tables
//! 77e1d2c3 t "tables.ron" 1 0..41 18:(4, Rain), (5, 43..96       the same but for 18 bytes
//! 0b1c2d3e P (turn:2,step:"Weather",…)                           a whole snapshot
//! 5a6b7c8d p 0b1c2d3e 0..2 9:drawn:31, 3..180                    its differences from the snapshot whose line has that checksum
//! ```
//! A text is split into pieces at its commas. `0..41` stands for those pieces of the older text, `18:…` for 18 new bytes.
//!
//! The published tables are in `assets/published`, one folder for each set, and are never changed. The shipped tables evolve from there; once
//! they differ a lot, a new set keeps saves short, and the old sets remain for the saves that name them.

use super::journal::{JournalLine, Unreadable, checked, quoted};
use crate::games::Title;
use std::collections::BTreeMap;

/// The set of published tables that new lines refer to.
const SET: u32 = 1;

/// The most snapshots in a row that depend on each other: damage to one costs no more than these.
const ROW: usize = 15;

/// Naming a place takes about as much room as this many bytes.
const WORTH: usize = 10;

/// How many places before and after the last one are searched for a piece.
const PLACES: usize = 16;

/// What the short form of a line refers to: the game, and the snapshot before it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Context {
    title: Option<Title>,
    snapshot: Option<Whole>,
}

/// A snapshot in full.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Whole {
    /// The checksum of its line.
    check: u32,
    body: String,
    /// How many earlier ones it depends on, each on the one before.
    row: usize,
}

impl Context {
    /// A line as it is written after the earlier ones, with its checksum and line break.
    pub(super) fn write(&mut self, line: &JournalLine) -> String {
        match line {
            JournalLine::Start(header) => self.title = Title::of_slug(&header.game),
            JournalLine::Table { name, text } => return self.table(name, text).map_or_else(|| line.text(), |body| checked(&body)),
            JournalLine::Snapshot(_) => return self.snapshot(line.body()),
            _ => {}
        }
        line.text()
    }

    fn table(&self, name: &str, text: &str) -> Option<String> {
        let published = self.title?.published(SET, name)?;
        let difference = if text == published { "=".to_owned() } else { difference(&quoted(published), &quoted(text)) };
        (difference.len() < text.len()).then(|| format!("t {} {SET} {difference}", quoted(name)))
    }

    fn snapshot(&mut self, body: String) -> String {
        let short = self.snapshot.as_ref().filter(|last| last.row < ROW).map(|last| {
            let text = format!("p {:08x} {}", last.check, difference(&last.body, &body));
            (text, last.row + 1)
        });
        let (text, row) = short.filter(|(text, _)| text.len() < body.len()).unwrap_or_else(|| (body.clone(), 0));
        self.snapshot = Some(Whole { check: crc32fast::hash(text.as_bytes()), body, row });
        checked(&text)
    }

    /// Reads the body of a line in any format, with its checksum. No text may have more than `most` bytes.
    pub(super) fn read(&mut self, format: u32, check: u32, body: &str, most: usize) -> Result<JournalLine, Unreadable> {
        let (whole, row) = match body.split_once(' ') {
            Some(("t", rest)) if format > 2 => return self.read_table(rest, most),
            Some(("p", rest)) if format > 2 => self.read_snapshot(rest, most)?,
            _ => (body.to_owned(), 0),
        };
        let line = JournalLine::parse(format, &whole)?;
        match &line {
            JournalLine::Start(header) => self.title = Title::of_slug(&header.game),
            JournalLine::Snapshot(_) => self.snapshot = Some(Whole { check, body: whole, row }),
            _ => {}
        }
        Ok(line)
    }

    fn read_table(&self, rest: &str, most: usize) -> Result<JournalLine, Unreadable> {
        let bad = |what: &str| (2, what.to_owned());
        let parts = rest.strip_prefix('"').and_then(|rest| rest.split_once("\" ")).and_then(|(name, rest)| Some((name, rest.split_once(' ')?)));
        let (name, (set, difference)) = parts.ok_or_else(|| bad("expected the name of a table, a set of tables and the differences from it"))?;
        let title = self.title.ok_or_else(|| bad("a table before the start"))?;
        let published = set.parse().ok().and_then(|set| title.published(set, name)).ok_or_else(|| bad("this program does not have these tables"))?;
        if difference == "=" {
            return Ok(JournalLine::Table { name: name.to_owned(), text: published.to_owned() });
        }
        let text = restored(&quoted(published), difference, most).ok_or_else(|| bad("it does not say how the table differs from it"))?;
        JournalLine::parse(2, &format!("T {} {text}", quoted(name)))
    }

    /// A snapshot in full, and how many it depends on.
    fn read_snapshot(&self, rest: &str, most: usize) -> Result<(String, usize), Unreadable> {
        let bad = |what: &str| (2, what.to_owned());
        let (check, difference) = rest.split_once(' ').ok_or_else(|| bad("expected the checksum of a snapshot and the differences from it"))?;
        let last = self.snapshot.as_ref().filter(|last| u32::from_str_radix(check, 16) == Ok(last.check));
        let last = last.ok_or_else(|| bad("the snapshot it is based on is damaged or missing"))?;
        let body = restored(&last.body, difference, most).ok_or_else(|| bad("it does not say how the snapshot differs"))?;
        Ok((body, last.row + 1))
    }
}

/// The pieces of a text.
fn pieces(text: &str) -> Vec<&str> {
    text.split_inclusive(',').collect()
}

/// How to make the new text from the old one. Takes the longest run of pieces nearby, so the time it takes grows in step with the texts.
fn difference(old: &str, new: &str) -> String {
    let (old, new) = (pieces(old), pieces(new));
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    old.iter().enumerate().for_each(|(place, piece)| places.entry(piece).or_default().push(place));
    let (mut parts, mut fresh, mut done, mut behind) = (Vec::new(), String::new(), 0, 0);
    let told = |fresh: &mut String| (!fresh.is_empty()).then(|| format!("{}:{}", fresh.len(), std::mem::take(fresh)));
    while done < new.len() {
        let alike = |place: usize| old[place..].iter().zip(&new[done..]).take_while(|(old, new)| old == new).count();
        let known = places.get(new[done]).map_or(&[][..], Vec::as_slice);
        let (earlier, later) = known.split_at(known.partition_point(|place| *place < behind));
        let near = later.iter().take(PLACES).chain(earlier.iter().rev().take(PLACES));
        let longest = near.map(|place| (alike(*place), *place)).reduce(|best, other| if other.0 > best.0 { other } else { best });
        match longest.filter(|(count, _)| new[done..done + count].iter().map(|piece| piece.len()).sum::<usize>() >= WORTH) {
            Some((count, place)) => {
                parts.extend(told(&mut fresh));
                (done, behind) = (done + count, place + count);
                parts.push(format!("{place}..{behind}"));
            }
            None => {
                fresh.push_str(new[done]);
                done += 1;
            }
        }
    }
    parts.extend(told(&mut fresh));
    parts.join(" ")
}

/// The new text, unless the difference cannot be read or makes it longer than it may be.
fn restored(old: &str, difference: &str, most: usize) -> Option<String> {
    let number = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let old = pieces(old);
    let (mut new, mut rest) = (String::new(), difference);
    loop {
        let (first, after) = rest.split_at(number(rest));
        let first: usize = first.parse().ok()?;
        if let Some(fresh) = after.strip_prefix(':') {
            new.push_str(fresh.get(..first)?);
            rest = &fresh[first..];
        } else {
            let after = after.strip_prefix("..")?;
            let (last, after) = after.split_at(number(after));
            old.get(first..last.parse().ok()?)?.iter().for_each(|piece| new.push_str(piece));
            rest = after;
        }
        if new.len() > most {
            return None;
        }
        match rest.strip_prefix(' ') {
            Some(more) => rest = more,
            None => return rest.is_empty().then_some(new),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Random;

    #[test]
    fn a_difference_restores_the_text() {
        let mut chance = Random::seeded(1);
        let words = ["\"GE-31\"", "stacks:{\"1407\":[\"RU-1\"", "é", "", "counts:{\"spent\":16})", "a name of a certain length", "12..40 7:x"];
        for _ in 0..300 {
            let mut text = |most: usize| (0..chance.below(most)).map(|_| words[chance.below(words.len())]).collect::<Vec<_>>().join(",");
            let (old, new) = (text(60), text(60));
            let short = difference(&old, &new);
            if !new.is_empty() {
                assert_eq!(restored(&old, &short, new.len()).as_deref(), Some(new.as_str()), "{short:?} after {old:?}");
                assert_eq!(restored(&old, &short, new.len() - 1), None, "a bound is kept");
            }
        }
        let old: String = (0..500).map(|n| format!("\"unit {n}\":(at:{n}),")).collect();
        let new = old.replace("at:77)", "at:78)").replace("\"unit 300\":(at:300),", "");
        assert_eq!(difference(&old, &new), "0..77 18:\"unit 77\":(at:78), 78..300 301..500");
    }

    #[test]
    fn a_difference_that_makes_no_sense() {
        for bad in ["", " ", "0", "0..", "..1", "0..1 ", "0..9", "2..1", "3:é", "1:é", "9:x", "0..1  0..1", "0..1x", "-1..1", "99999999999999999999..1", "="]
        {
            assert_eq!(restored("a,b", bad, 100), None, "{bad:?}");
        }
    }

    /// Texts that repeat themselves, which offer many places for each piece.
    #[test]
    fn a_text_that_repeats_itself() {
        let (old, new) = ("a,".repeat(20_000), "b,".repeat(20_000));
        assert!(difference(&old, &new) == format!("{}:{new}", new.len()));
        assert_eq!(difference(&old, &old), "0..20000");
        let twice = old.repeat(2);
        assert!(restored(&old, &difference(&old, &twice), twice.len()) == Some(twice));
    }
}
