//! The journal: a text of checksummed lines, one for each thing that happened. It is the save, the undo, the replay and the crash log in one.
//!
//! ```text
//! five-fronts 4
//! 5d1c0b1a S (game: "tanks_of_august", scenario: "campaign", options: [], dice: Live, players: Two)
//! 9ab0c3d4 T "map.ron" "(title: …)"
//! 01c2d3e4 G 8f3a…                       the tables above are in force
//! 77aa00bb O 5b6a7988+9c41d0e2 RollWeather       the hash after an order, its live rolls, the order
//! 1a2b3c4d U                             the previous order was taken back
//! 5e6f7a8b R 5b6a7988+9c41d0e2           and redone
//! 0b1c2d3e P (turn:2,…)                  the position between two decisions, in words that outlive the rules
//! 3d4e5f60 D 9c41d0e2                    live rolls that were taken back and will be rolled again
//! 4e5f6071 N (hex: 2207, side: Some(1), text: "…")   a note that a player has pinned to a hex
//! ```
//! Each line starts with the CRC-32 of the rest of it, so a line cut off by a crash can be told from one that was tampered with. Tables and
//! snapshots also have a short form, see `terse`.
//!
//! The first line holds the format number. Every format is read as if it were the current one. Format 1 had no live dice and no snapshots,
//! format 2 no short forms and hashes twice as long; up to format 3 some actions of Putin Moves East ended by themselves.

use super::terse::Context;
use crate::board::read::{Fault, Lexicon, Reading, write};
use crate::board::{Files, Luck, Start};
use crate::games::{Rules, Title};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// How the first line of every journal and save begins.
const MAGIC: &str = "five-fronts ";

/// The format that is written. All formats up to it can be read.
pub const FORMAT: u32 = 4;

/// Larger than any game grows; a bound so that no file can exhaust memory.
pub(crate) const LARGEST_SAVE: u64 = 16 << 20;

/// The most that all texts of a save may add up to in full.
const LARGEST_IN_FULL: usize = 64 << 20;

/// The most for one of them: a table of 1 MB, with each byte escaped as two.
const LARGEST_TEXT: usize = 2 << 20;

/// More lines than any game has; a bound so that no file can exhaust memory.
const MOST_LINES: usize = 55_000;

/// A journal that grows to this many lines is rewritten without what was taken back, long before it becomes too long to read.
pub(super) const LONG: usize = 45_000;

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
    /// The bot for a first game.
    Recruit,
    /// The bot that takes what looks best; older saves call it greedy.
    #[serde(alias = "Greedy")]
    Steady,
    /// The bot that searches.
    Commander,
    /// The bot that makes any legal choice: no longer offered, but older saves name it.
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
    /// Where the dice come from.
    pub dice: Luck,
    /// One person or two.
    pub players: Players,
    /// Who plays each side; people, if left out.
    #[serde(default, skip_serializing_if = "all_persons")]
    pub seats: [Seat; 2],
}

/// How a game began, as format 1 wrote it: its dice always came from a seed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header1 {
    game: String,
    scenario: String,
    options: Vec<String>,
    seed: u64,
    players: Players,
    #[serde(default)]
    seats: [Seat; 2],
}

impl From<Header1> for Header {
    fn from(old: Header1) -> Header {
        let Header1 { game, scenario, options, seed, players, seats } = old;
        Header { game, scenario, options, dice: Luck::Seeded(seed), players, seats }
    }
}

/// A line of the journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JournalLine {
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
    /// Live rolls that come up next, because they have been rolled before.
    Dice(Vec<u32>),
    /// The position at this point. Before the first order: the game begins with it.
    Snapshot(String),
    /// An order.
    Order {
        /// The short hash of the position after it.
        hash: u32,
        /// Its live rolls.
        dice: Vec<u32>,
        /// The order as written.
        order: String,
    },
    /// The last order was taken back.
    Undo,
    /// What was taken back last was redone.
    Redo {
        /// The hash of the position after it; format 1 did not write it.
        hash: Option<u32>,
        /// Its live rolls.
        dice: Vec<u32>,
    },
    /// A note is pinned to a hex, or removed.
    Note(Note),
    /// A line that cannot be read, and why.
    Damaged(Fault),
}

/// A note that a player has pinned to a hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The printed number of the hex.
    pub hex: u16,
    /// The only player who may read it; `None`: everybody may.
    pub side: Option<u8>,
    /// Its text; empty if the note is removed.
    pub text: String,
}

/// The most letters a note may have.
pub const LONGEST_NOTE: usize = 160;

impl JournalLine {
    /// The lines every journal begins with.
    pub fn opening(rules: &Rules, start: &Start, players: Players, seats: [Seat; 2]) -> Vec<JournalLine> {
        let names = rules.lexicon().names("OptionId");
        let header = Header {
            game: rules.title.slug().to_owned(),
            scenario: start.scenario.clone(),
            options: start.options.iter().map(|o| names[o.at()].clone()).collect(),
            dice: start.luck,
            players,
            seats,
        };
        std::iter::once(JournalLine::Start(header)).chain(JournalLine::tables(rules)).collect()
    }

    /// The lines that put tables in force.
    pub fn tables(rules: &Rules) -> Vec<JournalLine> {
        let files: &Files = &rules.book.files;
        let tables = files.texts.iter().map(|(name, text)| JournalLine::Table { name: name.clone(), text: text.clone() });
        tables.chain([JournalLine::Tables(files.digest())]).collect()
    }

    /// The line in full, with its checksum and line break.
    pub fn text(&self) -> String {
        if matches!(self, JournalLine::Damaged(_)) { String::new() } else { checked(&self.body()) }
    }

    /// The line in full, without its checksum.
    pub(super) fn body(&self) -> String {
        match self {
            JournalLine::Start(header) => format!("S {}", write(header, &Lexicon::default())),
            JournalLine::Table { name, text } => format!("T {} {}", quoted(name), quoted(text)),
            JournalLine::Tables(digest) => format!("G {digest:016x}"),
            JournalLine::Dice(rolls) => format!("D {}", rolls.iter().map(|roll| format!("{roll:08x}")).collect::<Vec<_>>().join("+")),
            JournalLine::Snapshot(position) => format!("P {}", squeezed(position)),
            JournalLine::Order { hash, dice, order } => format!("O {} {}", mark(*hash, dice), squeezed(order)),
            JournalLine::Undo => "U".to_owned(),
            JournalLine::Redo { hash, dice } => hash.map_or_else(|| "R".to_owned(), |hash| format!("R {}", mark(hash, dice))),
            JournalLine::Note(note) => format!("N {}", write(note, &Lexicon::default())),
            JournalLine::Damaged(_) => String::new(),
        }
    }

    /// How many bytes of text it holds, if it may hold many.
    fn weight(&self) -> usize {
        match self {
            JournalLine::Table { text, .. } | JournalLine::Snapshot(text) => text.len(),
            _ => 0,
        }
    }

    /// Reads a line's body, given in full.
    pub(super) fn parse(format: u32, body: &str) -> Result<JournalLine, Unreadable> {
        let kind = body.chars().next().unwrap_or(' ');
        let rest = &body[kind.len_utf8().min(body.len())..];
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        match kind {
            'S' if format == 1 => value::<Header1>(rest).map(|header| JournalLine::Start(header.into())).map_err(|(at, what)| (at + 2, what)),
            'S' => value(rest).map(JournalLine::Start).map_err(|(at, what)| (at + 2, what)),
            'T' => {
                let (name, text): (String, String) = value(&format!("({})", rest.replacen("\" \"", "\", \"", 1))).map_err(|(at, what)| (at + 1, what))?;
                Ok(JournalLine::Table { name, text })
            }
            'G' => number(rest).map(JournalLine::Tables),
            'D' => rest.split('+').map(roll).collect::<Result<_, _>>().map(JournalLine::Dice),
            'P' => Ok(JournalLine::Snapshot(rest.to_owned())),
            'O' => {
                let (mark, order) = rest.split_once(' ').ok_or((2, "expected a hash and an order".to_owned()))?;
                let (hash, dice) = marked(mark)?;
                Ok(JournalLine::Order { hash, dice, order: order.to_owned() })
            }
            'N' => value(rest).map(JournalLine::Note).map_err(|(at, what)| (at + 2, what)),
            'U' if rest.is_empty() => Ok(JournalLine::Undo),
            'R' if rest.is_empty() => Ok(JournalLine::Redo { hash: None, dice: Vec::new() }),
            'R' => marked(rest).map(|(hash, dice)| JournalLine::Redo { hash: Some(hash), dice }),
            _ => Err((0, format!("unknown line {kind:?}; expected S, T, t, G, D, P, p, O, N, U or R"))),
        }
    }
}

/// Why a line cannot be read: a column (from 0, in bytes of its body) and what is wrong there.
pub(super) type Unreadable = (usize, String);

/// A line's body with its checksum and line break.
pub(super) fn checked(body: &str) -> String {
    let mut line = String::with_capacity(body.len() + 10);
    let _ = writeln!(line, "{:08x} {body}", crc32fast::hash(body.as_bytes()));
    line
}

/// A text on one line, in quotes.
pub(super) fn quoted(text: &str) -> String {
    write(text, &Lexicon::default())
}

/// A text without the spaces that follow commas and colons outside of quotes.
fn squeezed(text: &str) -> String {
    let (mut squeezed, mut inside, mut last) = (String::with_capacity(text.len()), false, ' ');
    for c in text.chars() {
        if c == ' ' && !inside && matches!(last, ',' | ':') {
            continue;
        }
        inside ^= c == '"' && last != '\\';
        // A character after a backslash stands only for itself.
        last = if last == '\\' { ' ' } else { c };
        squeezed.push(c);
    }
    squeezed
}

/// A hash as a journal holds it: half as long, it still tells two positions apart.
pub(super) fn short(hash: u64) -> u32 {
    (hash ^ (hash >> 32)) as u32
}

/// A hash and the live rolls that led to it.
fn mark(hash: u32, rolls: &[u32]) -> String {
    rolls.iter().fold(format!("{hash:08x}"), |text, roll| format!("{text}+{roll:08x}"))
}

fn marked(text: &str) -> Result<(u32, Vec<u32>), Unreadable> {
    let mut parts = text.split('+');
    let hash = number(parts.next().unwrap_or_default())?;
    Ok((short(hash), parts.map(roll).collect::<Result<_, _>>()?))
}

fn number(text: &str) -> Result<u64, Unreadable> {
    u64::from_str_radix(text, 16).map_err(|_| (2, "expected a hash of hexadecimal digits".to_owned()))
}

fn roll(text: &str) -> Result<u32, Unreadable> {
    u32::from_str_radix(text, 16).map_err(|_| (2, "expected live rolls of eight hexadecimal digits each".to_owned()))
}

fn value<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    let names = Lexicon::default();
    let reading = Reading::new("", text, &names);
    let value = reading.file();
    value.ok_or_else(|| reading.into_faults().into_iter().next().map_or((0, "unreadable".to_owned()), |f| (f.column.max(1) as usize - 1, f.what)))
}

/// A journal as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    /// The format it is written in.
    pub format: u32,
    /// Its lines; those that cannot be read say why. The first one stands in line 2 of the file.
    pub lines: Vec<JournalLine>,
    /// How many bytes of the file they fill: the rest is a line that was cut off when the program died.
    pub good: usize,
    /// What the next line rests on.
    pub(super) context: Context,
}

impl Journal {
    /// The text of a journal with these lines.
    pub fn text<'a>(lines: impl IntoIterator<Item = &'a JournalLine>) -> String {
        Journal::written(lines).0
    }

    /// The same, with what the next line rests on.
    pub(super) fn written<'a>(lines: impl IntoIterator<Item = &'a JournalLine>) -> (String, Context) {
        let mut context = Context::default();
        let text = lines.into_iter().fold(format!("{MAGIC}{FORMAT}\n"), |text, line| text + &context.write(line));
        (text, context)
    }

    /// Reads a journal. What is no journal, or one of a later program, is a fault; a line that cannot be read is not.
    pub fn parse(file: &str, text: &str) -> Result<Journal, Fault> {
        let fault = |line: usize, column: usize, what: String| Fault { file: file.to_owned(), line: line as u32, column: column as u32, what };
        let first = text.split_once('\n').map(|(first, _)| first);
        let Some(version) = first.and_then(|first| first.trim_end().strip_prefix(MAGIC)) else {
            return Err(fault(1, 1, format!("this is not a Five Fronts save: expected a first line \"{MAGIC}{FORMAT}\"")));
        };
        let format = match version.parse() {
            Ok(format @ 1..=FORMAT) => format,
            Ok(later) if later > FORMAT => {
                return Err(fault(1, 12, format!("this save has format {later}, from a later version of the program; this one reads formats 1 to {FORMAT}")));
            }
            _ => return Err(fault(1, 12, format!("expected a format number, 1 to {FORMAT}"))),
        };
        let (mut lines, mut at) = (Vec::new(), first.map_or(0, str::len) + 1);
        let (mut context, mut room) = (Context::default(), LARGEST_IN_FULL);
        // A line without an end was cut off: it is the order being written when the program died.
        while let Some((line, after)) = text[at..].split_once('\n') {
            let number = lines.len() + 2;
            if lines.len() == MOST_LINES {
                return Err(fault(number, 1, format!("this save has more lines than any game: over {MOST_LINES}")));
            }
            let checked = line.split_once(' ').filter(|(crc, body)| u32::from_str_radix(crc, 16) == Ok(crc32fast::hash(body.as_bytes())));
            lines.push(match checked {
                None if after.is_empty() => break, // cut off in the middle, then closed by a line break
                None => JournalLine::Damaged(fault(number, 1, "this line is damaged: its checksum does not match".into())),
                Some((crc, body)) => context
                    .read(format, crc32fast::hash(body.as_bytes()), body, LARGEST_TEXT)
                    .unwrap_or_else(|(column, what)| JournalLine::Damaged(fault(number, crc.len() + 2 + column, what))),
            });
            let in_full = lines.last().map_or(0, JournalLine::weight);
            room = room.checked_sub(in_full).ok_or_else(|| fault(number, 1, "this save is larger than any game could be".to_owned()))?;
            at += line.len() + 1;
        }
        Ok(Journal { format, lines, good: at, context })
    }

    /// How the game began, if the journal says so.
    pub fn header(&self) -> Option<&Header> {
        self.lines.iter().find_map(|line| if let JournalLine::Start(header) = line { Some(header) } else { None })
    }

    /// How many orders were given and not taken back.
    pub fn orders(&self) -> usize {
        self.lines.iter().fold(0_usize, |orders, line| match line {
            JournalLine::Order { .. } | JournalLine::Redo { .. } => orders + 1,
            JournalLine::Undo => orders.saturating_sub(1),
            _ => orders,
        })
    }
}

/// The game that a journal's first line names.
pub(super) fn title_of(header: &Header) -> Result<Title, String> {
    Title::of_slug(&header.game)
        .ok_or_else(|| format!("there is no game {:?}{}", header.game, crate::board::read::nearest(&header.game, Title::ALL.iter().map(|t| t.slug()))))
}
