//! The journal: a text file of checked lines, appended and synced after every order. It is the save, the replay and the
//! crash log in one.
//!
//! ```text
//! five-fronts 1
//! 5d1c0b1a S (game: "tanks_of_august", scenario: "campaign", options: [], seed: 7, players: Two)
//! 9ab0c3d4 T "map.ron" "(title: …)"
//! 01c2d3e4 G 8f3a…                       the tables above are in force
//! 77aa00bb O 1f2e3d4c5b6a7988 Move(unit: "GE-31", path: ["2107"])
//! 1a2b3c4d U                             the order before was taken back
//! ```
//! Each line starts with the CRC-32 of what follows it, so a line cut off by a kill is told from one that was tampered with.

use crate::board::read::{Fault, Lexicon, Reading, write};
use crate::board::{Files, Start, plain};
use crate::games::{Rules, Title};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The first line of every journal and save.
pub const MAGIC: &str = "five-fronts 1";

/// Larger than any game grows; a bound so that no file can exhaust memory.
pub const LARGEST_SAVE: u64 = 64 << 20;

/// One person or two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Players {
    /// One person plays both sides: everything can be taken back.
    Solo,
    /// Two people share a screen.
    Two,
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Seat {
    /// A person at this screen.
    #[default]
    Person,
    /// The bot that takes what looks best.
    Greedy,
    /// The bot that takes anything legal.
    Random,
}

fn all_persons(seats: &[Seat; 2]) -> bool {
    *seats == [Seat::Person; 2]
}

/// How a game began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game's slug.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Optional rules by name.
    pub options: Vec<String>,
    /// The seed of the dice.
    pub seed: u64,
    /// One person or two.
    pub players: Players,
    /// Who plays each side; persons, if left out.
    #[serde(default, skip_serializing_if = "all_persons")]
    pub seats: [Seat; 2],
}

/// A line of the journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// How the game began.
    Start(Header),
    /// The text of a table.
    Table {
        /// Its name.
        name: String,
        /// Its text.
        text: String,
    },
    /// The tables above are in force from here on; their digest.
    Tables(u64),
    /// An order, and the hash of the position after it.
    Order {
        /// The hash.
        hash: u64,
        /// The order as written.
        order: String,
    },
    /// The last order was taken back.
    Undo,
    /// What was taken back last was done again.
    Redo,
}

/// What is wrong with a save or journal.
#[derive(Clone, Debug, Error)]
pub enum SaveFault {
    /// It cannot be read or written, or a line of it is bad.
    #[error("{0}")]
    Bad(Fault),
}

impl Line {
    /// The lines every journal begins with.
    pub fn opening(rules: &Rules, start: &Start, players: Players, seats: [Seat; 2]) -> Vec<Line> {
        let names = rules.lexicon().names("OptionId");
        let header = Header {
            game: rules.title.slug().to_owned(),
            scenario: rules.book.scenarios[start.scenario].id.clone(),
            options: start.options.iter().map(|o| names[o.at()].clone()).collect(),
            seed: start.seed,
            players,
            seats,
        };
        std::iter::once(Line::Start(header)).chain(Line::tables(rules)).collect()
    }

    /// The lines that put tables in force.
    pub fn tables(rules: &Rules) -> Vec<Line> {
        let files: &Files = &rules.book.files;
        let tables = files.texts.iter().map(|(name, text)| Line::Table { name: name.clone(), text: text.clone() });
        tables.chain([Line::Tables(files.digest())]).collect()
    }

    /// The line as written, with its check and line break.
    pub fn text(&self) -> String {
        let names = Lexicon::default();
        let body = match self {
            Line::Start(header) => format!("S {}", write(header, &names)),
            Line::Table { name, text } => format!("T {} {}", write(name, &names), write(text, &names)),
            Line::Tables(digest) => format!("G {digest:016x}"),
            Line::Order { hash, order } => format!("O {hash:016x} {order}"),
            Line::Undo => "U".to_owned(),
            Line::Redo => "R".to_owned(),
        };
        let mut line = String::with_capacity(body.len() + 10);
        let _ = writeln!(line, "{:08x} {body}", crc32fast::hash(body.as_bytes()));
        line
    }

    /// Reads a line's body. The error is a column (from 0, in bytes of the body) and what is wrong there.
    fn parse(body: &str) -> Result<Line, (usize, String)> {
        let (kind, rest) = body.split_at(body.len().min(1));
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let hex = |text: &str, at: usize| u64::from_str_radix(text, 16).map_err(|_| (at, "expected a hash of sixteen hexadecimal digits".to_owned()));
        match kind {
            "S" => value(rest).map(Line::Start).map_err(|(at, what)| (at + 2, what)),
            "T" => {
                let (name, text): (String, String) = value(&format!("({})", rest.replacen("\" \"", "\", \"", 1))).map_err(|(at, what)| (at + 1, what))?;
                Ok(Line::Table { name, text })
            }
            "G" => hex(rest, 2).map(Line::Tables),
            "O" => {
                let (hash, order) = rest.split_once(' ').ok_or((2, "expected a hash and an order".to_owned()))?;
                Ok(Line::Order { hash: hex(hash, 2)?, order: order.to_owned() })
            }
            "U" if rest.is_empty() => Ok(Line::Undo),
            "R" if rest.is_empty() => Ok(Line::Redo),
            _ => Err((0, format!("unknown line {kind:?}; expected S, T, G, O, U or R"))),
        }
    }
}

fn value<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, (usize, String)> {
    let names = Lexicon::default();
    let reading = Reading::new("", text, &names);
    let value = reading.file();
    value.ok_or_else(|| reading.into_faults().into_iter().next().map_or((0, "unreadable".to_owned()), |f| (f.column as usize - 1, f.what)))
}

/// Reads the lines of a journal. A last line that was cut off is dropped (the order under way when the program died); any other
/// bad line is a fault. Gives the lines and how many bytes of the text they fill.
pub fn parse_journal(file: &str, text: &str) -> Result<(Vec<Line>, usize), Fault> {
    let fault = |line: usize, column: usize, what: String| Fault { file: file.to_owned(), line: line as u32, column: column as u32, what };
    let Some((first, _)) = text.split_once('\n') else {
        return Err(fault(1, 1, "this is no save of Five Fronts: expected a first line \"five-fronts 1\"".into()));
    };
    if first.trim_end() != MAGIC {
        let version = first.strip_prefix("five-fronts ");
        return Err(fault(
            1,
            1,
            match version {
                Some(v) if v.len() < 12 => format!("this save has format {v}; this program reads format 1"),
                _ => "this is no save of Five Fronts: expected a first line \"five-fronts 1\"".into(),
            },
        ));
    }
    let (mut lines, mut at, mut number) = (Vec::new(), first.len() + 1, 1);
    while at < text.len() {
        number += 1;
        let rest = &text[at..];
        let Some((line, after)) = rest.split_once('\n') else { break }; // cut off: the order under way
        let checked = line.split_once(' ').filter(|(crc, body)| u32::from_str_radix(crc, 16) == Ok(crc32fast::hash(body.as_bytes())));
        let Some((crc, body)) = checked else {
            if after.is_empty() {
                break; // cut off in the middle, then closed by a line break
            }
            return Err(fault(number, 1, "this line is damaged: its check does not fit".into()));
        };
        lines.push(Line::parse(body).map_err(|(column, what)| fault(number, crc.len() + 2 + column, what))?);
        at += line.len() + 1;
    }
    Ok((lines, at))
}

/// The game and the start that a journal's first line names.
pub fn title_of(header: &Header) -> Result<Title, String> {
    Title::of_slug(&header.game)
        .ok_or_else(|| format!("there is no game {:?}{}", header.game, crate::board::read::nearest(&header.game, Title::ALL.iter().map(|t| t.slug()))))
}

/// A journal's file, open for appending.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    file: File,
    /// The first thing that went wrong in writing; shown to the players, who can still save elsewhere.
    pub trouble: Option<Fault>,
}

impl JournalFile {
    /// Starts a journal with the lines so far.
    pub fn create(path: &Path, lines: &[Line]) -> Result<JournalFile, SaveFault> {
        write_whole(path, lines)?;
        JournalFile::open(path)
    }

    /// Opens a journal to go on with it.
    pub fn open(path: &Path) -> Result<JournalFile, SaveFault> {
        let file = OpenOptions::new().append(true).open(path).map_err(|e| bad(path, &e))?;
        Ok(JournalFile { path: path.to_path_buf(), file, trouble: None })
    }

    /// Appends a line and waits until it is on the disk.
    pub fn append(&mut self, line: &Line) {
        let done = self.file.write_all(line.text().as_bytes()).and_then(|()| self.file.sync_data());
        if let (Err(e), None) = (done, &self.trouble) {
            self.trouble = Some(Fault::of_file(self.path.display().to_string(), format!("cannot be written: {}", plain(&e))));
        }
    }
}

fn bad(path: &Path, error: &std::io::Error) -> SaveFault {
    SaveFault::Bad(Fault::of_file(path.display().to_string(), format!("cannot be written: {}", plain(error))))
}

/// Writes a whole journal: to a temporary file beside it, synced, then renamed, so that the old one is never half overwritten.
pub fn write_whole(path: &Path, lines: &[Line]) -> Result<(), SaveFault> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".tmp");
    let temporary = PathBuf::from(temporary);
    let mut text = format!("{MAGIC}\n");
    lines.iter().for_each(|line| text.push_str(&line.text()));
    let written = File::create(&temporary).and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()));
    written.and_then(|()| std::fs::rename(&temporary, path)).map_err(|e| {
        let _ = std::fs::remove_file(&temporary);
        bad(path, &e)
    })
}
