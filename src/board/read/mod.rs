//! Reading and writing RON for people: every fault with its place, all faults at once, names instead of numbers.
//!
//! The `ron` crate stops at the first fault and forgets where each value was. A designer who edits tables, or a
//! person who writes a situation, needs the opposite: so a file is first parsed into a [`Node`] tree that remembers
//! positions, then handed to ordinary serde types by [`Reading`], field by field and element by element.
//! What we accept is plain RON; a test reads every shipped file with both readers and compares.

mod de;
mod lexicon;
mod tree;
mod write;

pub use de::{At, Fields, Reading};
pub use lexicon::{Lexicon, nearest, words_compared};
pub(crate) use lexicon::{closest, with_article};
pub use tree::{Kind, Node, parse};
pub use write::write;

use std::fmt;

/// Something wrong in a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file as the user named it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What is wrong and what was expected.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 { write!(f, "{}: {}", self.file, self.what) } else { write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.what) }
    }
}

impl Fault {
    /// A fault of a whole file, with no place inside it.
    pub fn of_file(file: impl Into<String>, what: impl Into<String>) -> Fault {
        Fault { file: file.into(), line: 0, column: 0, what: what.into() }
    }
}

/// The faults of a load, in file and line order; shown one per line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

/// More faults than anybody reads at once.
const MOST_SHOWN: usize = 100;

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().take(MOST_SHOWN).enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        match self.0.len().saturating_sub(MOST_SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n… and {more} more"),
        }
    }
}

impl std::error::Error for Faults {}

/// The text of one file and its name; turns byte offsets into lines and columns.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file as the user named it.
    pub file: &'a str,
    /// Its whole text.
    pub text: &'a str,
}

impl Source<'_> {
    /// A fault at a byte offset of this text.
    pub fn fault(&self, at: u32, what: impl Into<String>) -> Fault {
        self.faults([(at, what.into())]).remove(0)
    }

    /// Faults at byte offsets in ascending order: one pass through the text finds the lines and columns of all of them.
    pub fn faults(&self, found: impl IntoIterator<Item = (u32, String)>) -> Vec<Fault> {
        let (mut from, mut line, mut column) = (0, 1, 1);
        let place = |(at, what): (u32, String)| {
            let mut end = (at as usize).min(self.text.len());
            while !self.text.is_char_boundary(end) {
                end -= 1;
            }
            for c in self.text[from.min(end)..end].chars() {
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            from = end;
            Fault { file: self.file.to_owned(), line, column, what }
        };
        found.into_iter().map(place).collect()
    }
}
