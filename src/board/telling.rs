//! How a fact reads in the log.

use super::event::Fact;
use super::ids::{BoxId, MarkId, Side};
use super::tables::Tables;
use super::{Hex, Place};
use std::fmt;

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sentence {
    /// Something that counters do or that happens to them. When the same rule does it to several counters, one sentence can say so.
    Of {
        /// The counters, by name.
        units: Vec<String>,
        /// What is said about them.
        predicate: Predicate,
    },
    /// A value that has changed.
    Change {
        /// What it is called.
        what: String,
        /// What it was.
        from: String,
        /// What it is.
        to: String,
    },
    /// Anything else.
    Plain(String),
}

/// What is said about one counter or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    one: String,
    many: String,
    rest: String,
}

impl Predicate {
    fn new(one: &str, many: &str, rest: impl Into<String>) -> Predicate {
        Predicate { one: one.to_owned(), many: many.to_owned(), rest: rest.into() }
    }

    /// From a text in a table, which is about one counter and begins with the verb: "is disrupted".
    fn from_table(words: &str) -> Predicate {
        let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
        let many = match verb {
            "is" => "are",
            "has" => "have",
            "was" => "were",
            "goes" => "go",
            other => other.strip_suffix('s').unwrap_or(other),
        };
        Predicate::new(verb, many, rest)
    }
}

/// The most counters named in one sentence.
const NAMED: usize = 8;

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sentence::Of { units, predicate } => {
                let verb = if units.len() == 1 { &predicate.one } else { &predicate.many };
                match &units[..] {
                    [one] => write!(f, "{one} {verb}")?,
                    [first @ .., last] if units.len() <= NAMED => write!(f, "{} and {last} {verb}", first.join(", "))?,
                    _ => write!(f, "{} and {} more {verb}", units[..NAMED].join(", "), units.len() - NAMED)?,
                }
                if predicate.rest.is_empty() { Ok(()) } else { write!(f, " {}", predicate.rest) }
            }
            // A number says by how much it has changed; a word says it all.
            Sentence::Change { what, from, to } => match (from.parse::<i64>(), to.parse::<i64>()) {
                (Ok(was), Ok(is)) => change(f, what, was, is),
                _ => write!(f, "{what}: {to}"),
            },
            Sentence::Plain(words) => f.write_str(words),
        }
    }
}

/// A number that has changed: for points that can be spent, what is left; for numbers that only ever grow, the total.
fn change(f: &mut fmt::Formatter<'_>, what: &str, was: i64, is: i64) -> fmt::Result {
    let ends = |words: &[&str]| words.iter().any(|end| what.ends_with(end));
    match (is - was, ends(&["action points", "replacement points"]), ends(&["lost", "damage", "this turn"])) {
        (_, true, _) if is == 0 => write!(f, "{what}: none left"), // spent, or lost at the end of a turn
        (more, true, _) if more < 0 => write!(f, "{what}: {} spent, {is} left", -more),
        (more, true, _) | (more, _, true) if more > 0 && was > 0 => write!(f, "{what}: {more} more, {is} in all"),
        (_, true, _) | (_, _, true) => write!(f, "{what}: {is}"),
        _ if ends(&["turn"]) || what.starts_with("Hex ") => write!(f, "{what}: {is}"), // a date or a place
        (more, ..) if more < 0 => write!(f, "{what}: down {} to {is}", -more),
        (more, ..) => write!(f, "{what}: up {more} to {is}"),
    }
}

/// The longest path that is listed hex by hex.
const LONGEST: usize = 8;

impl Fact {
    /// How it reads in the log, or `None` for bookkeeping that nobody wants to read.
    pub fn tell(&self, book: &Tables) -> Option<Sentence> {
        if let Some(unit) = self.unit() {
            return Some(Sentence::Of { units: vec![book.called(unit).to_owned()], predicate: self.predicate(book)? });
        }
        match self {
            Fact::Tracked { track, from, to } => {
                let track = book.tracks.get(track.at()).filter(|track| !track.quiet)?;
                let what = track.name.split(';').next().unwrap_or_default(); // behind it stands what a number means
                match (track.words.is_empty() && what.split(' ').any(|word| ["has", "is"].contains(&word)), to) {
                    (true, 0) => None, // it may happen again
                    (true, _) => Some(Sentence::Plain(what.to_owned())),
                    _ => Some(Sentence::Change { what: what.to_owned(), from: track.say(*from), to: track.say(*to) }),
                }
            }
            _ => self.plain(book).map(Sentence::Plain),
        }
    }

    /// The same as text.
    pub fn read(&self, book: &Tables) -> Option<String> {
        self.tell(book).map(|sentence| sentence.to_string())
    }

    /// What it says about the counter it concerns.
    fn predicate(&self, book: &Tables) -> Option<Predicate> {
        let names = &book.lexicon;
        let at = |hex: &Hex| names.place(*hex);
        let boxed = |b: &BoxId| format!("“{}”", names.name("BoxText", b.0.into()).unwrap_or("?"));
        let marked = |text: &str, mark: &MarkId| names.name(text, mark.0.into()).filter(|words| !words.is_empty()).map(Predicate::from_table);
        Some(match self {
            Fact::Moved { from: Place::Map(from), to: Place::Map(to), path, .. } => {
                let via: Vec<String> = path.iter().take(path.len().saturating_sub(1)).map(Hex::to_string).collect();
                let via = match via.len() {
                    0 => String::new(),
                    1..=LONGEST => format!(" via {}", via.join(", ")),
                    n => format!(", {} hexes", n + 1),
                };
                Predicate::new("moves", "move", format!("from {} to {}{via}", at(from), at(to)))
            }
            Fact::Moved { from: Place::Map(from), to: Place::Lost, .. } => Predicate::new("is", "are", format!("eliminated in {}", at(from))),
            Fact::Moved { from: Place::Map(from), to: Place::Holding(b), .. } => Predicate::new("goes", "go", format!("from {} to {}", at(from), boxed(b))),
            Fact::Moved { to: Place::Map(to), .. } => Predicate::new("is", "are", format!("placed in {}", at(to))),
            Fact::Moved { to: Place::Lost, .. } => Predicate::new("is", "are", "removed from play"),
            Fact::Moved { to: Place::Holding(b), .. } => Predicate::new("goes", "go", format!("to {}", boxed(b))),
            Fact::Gone { .. } => Predicate::new("will", "will", "not return"),
            Fact::Stepped { to: 0, .. } => return None, // that it is eliminated is told where it goes
            Fact::Stepped { from, to, .. } => {
                let how = if to < from { "reduced" } else { "restored" };
                Predicate::new("is", "are", format!("{how} to {to} step{}", if *to == 1 { "" } else { "s" }))
            }
            Fact::Turned { face_down: true, .. } => Predicate::new("is", "are", "turned face down"),
            Fact::Turned { face_down: false, .. } => Predicate::new("is", "are", "revealed"),
            Fact::Defected { side, .. } => Predicate::new("joins", "join", format!("the {} side", names.name("Side", side.0.into()).unwrap_or("?"))),
            Fact::Marked { mark, on: true, .. } => marked("MarkText", mark)?,
            Fact::Marked { mark, on: false, .. } => marked("UnmarkText", mark)?,
            Fact::AttackerToggled { hex, joins: true, .. } => Predicate::new("joins", "join", format!("the attack on {}", at(hex))),
            Fact::AttackerToggled { hex, joins: false, .. } => Predicate::new("leaves", "leave", format!("the attack on {}", at(hex))),
            Fact::Along { goes: true, .. } => Predicate::new("goes", "go", "along"),
            Fact::Along { goes: false, .. } => Predicate::new("stays", "stay", "behind"),
            Fact::Struck { hex, .. } => Predicate::new("goes", "go", format!("into action at {}", at(hex))),
            _ => return None, // numbers and marks that are bookkeeping
        })
    }

    /// What it says if it does not concern a counter.
    fn plain(&self, book: &Tables) -> Option<String> {
        let names = &book.lexicon;
        let at = |hex: &Hex| names.place(*hex);
        let side = |side: &Side| names.name("Side", side.0.into()).unwrap_or("?");
        let listed = |modifiers: &[(&str, i8)]| modifiers.iter().map(|(why, n)| format!(", {n:+} {why}")).collect::<String>();
        Some(match self {
            Fact::Restacked { hex, .. } => format!("the stack in {} is rearranged", at(hex)),
            Fact::Held { hex, by: Some(by) } => format!("{} comes under {} control", at(hex), side(by)),
            Fact::Held { hex, by: None } => format!("neither side controls {} any more", at(hex)),
            Fact::Owned { hex, by, .. } => format!("{} now belongs to {}", at(hex), book.nations.get(by.at()).map_or("?", |nation| &nation.name)),
            Fact::HexTallied { hex, to } => format!("{} now has {to} marker{}", at(hex), if *to == 1 { "" } else { "s" }),
            // A game that names its marks says what each means; a mark without words is bookkeeping.
            Fact::HexMarked { hex, mark, on } => match names.name("HexMarkText", (*mark).into()) {
                Some(text) if text.is_empty() || !*on => return None,
                Some(text) => format!("{} {text}", at(hex)),
                None => format!("a marker is {} {}", if *on { "placed in" } else { "removed from" }, at(hex)),
            },
            Fact::Rolled { what, dice, die, modifiers, total } => {
                let rolled = if *dice == 1 { format!("{what}: rolled {die}") } else { format!("{what}: rolled {die} on {dice} dice") };
                if modifiers.is_empty() { rolled } else { format!("{rolled}{} = {total}", listed(modifiers)) }
            }
            Fact::Drawn { what } => format!("{what} is drawn unseen"),
            Fact::Declined { side: by, what: "" } => format!("the {} player passes", side(by)),
            Fact::Declined { side: by, what } => format!("the {} player declines {what}", side(by)),
            Fact::Announced { side: by, what, hex } => format!("the {} player {what} {}", side(by), at(hex)),
            Fact::Odds { attack, defense, odds, shifts, column } if shifts.is_empty() && odds == column => format!("{attack} against {defense}: {odds}"),
            Fact::Odds { attack, defense, odds, shifts, column } => format!("{attack} against {defense}: {odds}{} = {column}", listed(shifts)),
            Fact::Result { text } => format!("result: {text}"),
            Fact::Noted { text } => text.clone(),
            Fact::Asked { side: by, what } => format!("the {} player must {what}", side(by)),
            Fact::TurnBegan { turn } => format!("turn {turn} begins"),
            Fact::StepBegan { step, .. } => format!("— {} —", names.name("StepText", step.0.into()).unwrap_or("?")),
            Fact::Ended { winner: Some(winner) } => format!("the game is over: the {} player wins", side(winner)),
            Fact::Ended { winner: None } => "the game is over: a draw".to_owned(),
            _ => return None, // told otherwise, or nobody's business
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Predicate, Sentence};

    #[test]
    fn several_counters_share_a_sentence() {
        let say = |units: &[&str], predicate: Predicate| Sentence::Of { units: units.iter().map(|name| (*name).to_owned()).collect(), predicate }.to_string();
        assert_eq!(say(&["Ru 1 Tank"], Predicate::from_table("is disrupted")), "Ru 1 Tank is disrupted");
        assert_eq!(say(&["Ru 1 Tank", "Ru 6 Tank"], Predicate::from_table("is disrupted")), "Ru 1 Tank and Ru 6 Tank are disrupted");
        assert_eq!(say(&["A", "B", "C"], Predicate::new("moves", "move", "from 1001 to 1003 via 1002")), "A, B and C move from 1001 to 1003 via 1002");
        assert_eq!(say(&["A", "B"], Predicate::from_table("recovers")), "A and B recover");
        assert!(say(&["x"; 11], Predicate::from_table("halts")).ends_with("x and 3 more halt"));
    }
}
