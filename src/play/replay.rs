//! Saving, loading, replaying and rescuing. A save is a journal without the orders that were taken back.

use super::disk::{Hold, JournalFile, SaveFault, write_whole};
use super::journal::{FORMAT, Header, Journal, JournalLine, LARGEST_SAVE, short, title_of};
use super::session::{self, Session};
use super::snapshot::Snapshot;
use crate::board::read::{Fault, Reading};
use crate::board::{Dice, Files, OptionId, read_bounded, snapshot};
use crate::games::{Order, Rules};
use bevy_ecs::prelude::World;
use std::path::Path;
use thiserror::Error;

/// Since this format every position of a game is recorded as it is now. In older formats only positions between two decisions can be compared,
/// because what a game remembers about a decision has changed.
const EXACT: u32 = 2;

/// A journal played again.
pub struct Played {
    /// The world after the last order that agrees.
    pub world: World,
    /// How many orders were given up to there.
    pub orders: usize,
    /// How many lines of the file were good, the first included.
    pub lines: usize,
    /// How many bytes of the file were good; the rest was cut off by a crash.
    pub good: usize,
    /// How many bytes there were.
    pub bytes: usize,
    /// What does not agree with this program, if anything does: the game can go on from here only as a new one.
    pub difference: Option<Difference>,
    /// The lines of a journal in an older format as they are written now.
    now: Vec<JournalLine>,
}

impl Played {
    /// Whether the last line was cut off, as by a crash in the middle of writing.
    pub fn cut_off(&self) -> bool {
        self.good < self.bytes
    }
}

/// Where a journal and this program disagree.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Everything that differs up to where the replay stopped.
    pub mismatches: Vec<Mismatch>,
    /// How many orders the journal has after the last one that agrees.
    pub lost: usize,
    /// Where the game can be taken up again further on.
    pub waypoints: Vec<Waypoint>,
}

/// One point on which a journal and this program disagree.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// What it is.
    pub reason: Reason,
    /// The same in words, with its line in the file.
    pub fault: Fault,
}

/// Why a line of a journal cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Reason {
    /// The rules refuse an order.
    #[error("{order} is refused: {why}")]
    Refused {
        /// Which order.
        order: String,
        /// What the rules say.
        why: String,
    },
    /// An order leads to a different position.
    #[error("{order} leads to a different position: hash {found:08x}, expected {expected:08x}")]
    OtherPosition {
        /// Which order.
        order: String,
        /// The hash of the position it leads to.
        found: u32,
        /// The hash in the journal.
        expected: u32,
    },
    /// An order cannot be read.
    #[error("{why} (in {order:?})")]
    Unreadable {
        /// As written in the journal.
        order: String,
        /// What is wrong with it.
        why: String,
    },
    /// Something else is wrong with the file.
    #[error("{0}")]
    File(String),
}

/// A snapshot in a journal from which the game can go on, whatever the rules now make of the orders before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// Its place among the lines.
    pub line: usize,
    /// The turn; 0 during set-up.
    pub turn: u8,
    /// How many orders had been given.
    pub orders: usize,
}

/// Where a replay stopped.
#[derive(Clone, Debug)]
pub struct Stopped {
    /// The order at which it stopped, from 1; 0 for what comes before the orders.
    pub order: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// Saves the game without what was taken back. Its own journal is already on disk.
pub fn save(world: &World, path: &Path) -> Result<(), SaveFault> {
    let session = world.resource::<Session>();
    let own = session.file.as_ref().filter(|file| file.trouble.is_none()).and_then(|file| file.path().canonicalize().ok());
    if own.is_some() && own == path.canonicalize().ok() {
        return Ok(());
    }
    write_whole(path, &session.compact())
}

/// Loads a save or a journal, in whatever state a crash left it, and stops at the first difference.
pub fn load(path: &Path) -> Result<Played, Stopped> {
    let stopped = |fault| Stopped { order: 0, fault };
    let text = read_bounded(path, LARGEST_SAVE).map_err(stopped)?;
    replay(&path.display().to_string(), &text)
}

/// Plays a journal again and stops at the first order whose hash differs.
pub fn replay(file: &str, text: &str) -> Result<Played, Stopped> {
    let journal = Journal::parse(file, text).map_err(|fault| Stopped { order: 0, fault })?;
    let played = play_again(file, text.len(), &journal, &mut |_| {}).map_err(|fault| Stopped { order: 0, fault })?;
    match played.difference {
        Some(difference) => Err(Stopped { order: played.orders + 1, fault: difference.mismatches.into_iter().next().expect("a difference is named").fault }),
        None => Ok(played),
    }
}

/// Opens a save or a journal for viewing, up to the last order that agrees. The world is shown to a watcher when the game begins and after every line
/// that changes it. Only a file that is not a save at all is refused.
pub fn open(path: &Path, watch: &mut dyn FnMut(&mut World)) -> Result<Played, Fault> {
    let file = path.display().to_string();
    let text = read_bounded(path, LARGEST_SAVE)?;
    play_again(&file, text.len(), &Journal::parse(&file, &text)?, watch)
}

/// The same from a snapshot on.
pub fn open_at(path: &Path, waypoint: Waypoint, watch: &mut dyn FnMut(&mut World)) -> Result<Played, Fault> {
    let file = path.display().to_string();
    let text = read_bounded(path, LARGEST_SAVE)?;
    let journal = Journal::parse(&file, &text)?;
    let before = journal.lines.get(..waypoint.line).ok_or_else(|| Fault::of_file(&file, "no longer has such a line"))?;
    let header = before.iter().find(|line| matches!(line, JournalLine::Start(_)));
    let in_force = before.iter().rposition(|line| matches!(line, JournalLine::Tables(_))).map_or(0, |at| at + 1);
    let tables = before[..in_force].iter().rposition(|line| !matches!(line, JournalLine::Table { .. } | JournalLine::Tables(_))).map_or(0, |at| at + 1);
    let notes = before.iter().filter(|line| matches!(line, JournalLine::Note(_)));
    let lines = header.into_iter().chain(&before[tables..in_force]).chain(notes).chain(&journal.lines[waypoint.line..]).cloned().collect();
    play_again(&file, text.len(), &Journal { lines, ..journal }, watch)
}

/// Continues a game: opens it and, if everything agrees, holds its journal for appending. A game held by another process is refused; one that differs
/// is returned without a file, to be played on as a new game.
pub fn resume(path: &Path, watch: &mut dyn FnMut(&mut World)) -> Result<Played, SaveFault> {
    read_bounded(path, LARGEST_SAVE).map_err(SaveFault::Bad)?; // before a lock file appears beside a file that is not a save
    let hold = Hold::take(path)?;
    let text = read_bounded(path, LARGEST_SAVE).map_err(SaveFault::Bad)?;
    let journal = Journal::parse(&path.display().to_string(), &text).map_err(SaveFault::Bad)?;
    let mut played = play_again(&path.display().to_string(), text.len(), &journal, watch).map_err(SaveFault::Bad)?;
    if played.difference.is_none() {
        let mut session = played.world.resource_mut::<Session>();
        session.file = Some(match journal.format {
            FORMAT => JournalFile::open_held(path, journal.good as u64, journal.context, hold)?,
            _ => JournalFile::create_held(path, &played.now, hold)?,
        });
    }
    Ok(played)
}

/// Plays the lines of a journal as far as they agree.
fn play_again(file: &str, bytes: usize, journal: &Journal, watch: &mut dyn FnMut(&mut World)) -> Result<Played, Fault> {
    let mut replaying = Replaying { format: journal.format, ..Replaying::default() };
    let mut stopped = None;
    // The first damaged line up to which everything agrees. It may have been a snapshot: if the next order agrees too, it was not an order.
    let mut gap = None;
    for (i, line) in journal.lines.iter().enumerate() {
        if gap.is_some() && !matches!(line, JournalLine::Order { .. } | JournalLine::Snapshot(_) | JournalLine::Damaged(_)) {
            break;
        }
        let mismatch = |reason: Reason| {
            let fault = match line {
                JournalLine::Damaged(damage) => damage.clone(),
                _ => Fault { file: file.to_owned(), line: i as u32 + 2, column: 1, what: reason.to_string() },
            };
            Mismatch { reason, fault }
        };
        match replaying.line_of_its_time(line) {
            Ok(()) if matches!(line, JournalLine::Order { .. }) => gap = None,
            Ok(()) => {}
            Err(Snag::GoOn(reason)) => {
                gap = gap.or(matches!(line, JournalLine::Damaged(_)).then_some(i));
                replaying.mismatches.push(mismatch(reason));
            }
            Err(Snag::Stop(_)) if gap.is_some() => break,
            Err(Snag::Stop(reason)) => {
                replaying.mismatches.push(mismatch(reason));
                stopped = Some(i);
                break;
            }
        }
        if let (Some(world), false) = (&mut replaying.world, matches!(line, JournalLine::Start(_) | JournalLine::Table { .. } | JournalLine::Dice(_))) {
            watch(world);
        }
    }
    let no_game = || Fault::of_file(file, "the save ends before the game begins");
    let Some(world) = replaying.world else { return Err(replaying.mismatches.into_iter().next().map_or_else(no_game, |mismatch| mismatch.fault)) };
    let at = gap.or(stopped).unwrap_or(journal.lines.len());
    let difference = (!replaying.mismatches.is_empty()).then(|| Difference {
        mismatches: replaying.mismatches,
        lost: journal.lines[at..].iter().filter(|line| matches!(line, JournalLine::Order { .. })).count(),
        waypoints: waypoints(journal, at, &world),
    });
    Ok(Played { world, orders: replaying.orders, lines: at + 1, good: journal.good, bytes, difference, now: replaying.now })
}

/// The snapshots of a journal, from a given line on, that these rules can read.
fn waypoints(journal: &Journal, from: usize, world: &World) -> Vec<Waypoint> {
    let book = &world.resource::<Session>().rules.book;
    let (mut orders, mut found) = (0_usize, Vec::new());
    for (i, line) in journal.lines.iter().enumerate() {
        match line {
            JournalLine::Order { .. } | JournalLine::Redo { .. } => orders += 1,
            JournalLine::Undo => orders = orders.saturating_sub(1),
            JournalLine::Snapshot(text) if i >= from => {
                found.extend(Snapshot::read(text, book).ok().map(|snapshot| Waypoint { line: i, turn: snapshot.turn(), orders }));
            }
            _ => {}
        }
    }
    found
}

#[derive(Default)]
struct Replaying {
    /// The format of the journal.
    format: u32,
    header: Option<Header>,
    files: Files,
    /// Whether all tables of a set have been read.
    complete: bool,
    /// Live rolls used when the game begins.
    rolls: Vec<u32>,
    world: Option<World>,
    orders: usize,
    /// For how many orders back it is not known whether the positions agree.
    doubt: Option<usize>,
    mismatches: Vec<Mismatch>,
    /// The lines in the present format, if the journal has an older one.
    now: Vec<JournalLine>,
}

/// What does not agree.
enum Snag {
    /// The game can be followed further.
    GoOn(Reason),
    /// It cannot.
    Stop(Reason),
}

impl Snag {
    fn stop(what: impl Into<String>) -> Snag {
        Snag::Stop(Reason::File(what.into()))
    }

    fn go_on(what: impl Into<String>) -> Snag {
        Snag::GoOn(Reason::File(what.into()))
    }
}

impl Replaying {
    /// Follows a line and keeps it in its current form.
    fn line_of_its_time(&mut self, line: &JournalLine) -> Result<(), Snag> {
        if self.format == FORMAT {
            return self.line(line);
        }
        let written = |world: &mut Option<World>| {
            world.as_mut().map_or(0, |world| {
                let mut session = world.resource_mut::<Session>();
                session.write_all_down();
                session.lines.len()
            })
        };
        let before = written(&mut self.world);
        self.line(line)?;
        let now = written(&mut self.world);
        match (line, &self.world) {
            (JournalLine::Order { .. } | JournalLine::Undo | JournalLine::Redo { .. }, Some(world)) => {
                self.now.extend_from_slice(&world.resource::<Session>().lines[before..now]);
            }
            _ => self.now.push(line.clone()),
        }
        Ok(())
    }

    /// Gives the orders for what the rules did by themselves at the time of the journal.
    fn catch_up(&mut self) -> Result<(), Snag> {
        let format = self.format;
        let world = self.world()?;
        let game = world.resource::<Session>().rules.game();
        while format < FORMAT
            && let Some(order) = game.catch_up(world, format)
        {
            session::submit(world, order).map_err(|illegal| Snag::stop(illegal.to_string()))?;
        }
        Ok(())
    }

    fn line(&mut self, line: &JournalLine) -> Result<(), Snag> {
        match line {
            JournalLine::Start(header) if self.header.is_none() => self.header = Some(header.clone()),
            JournalLine::Start(_) => return Err(Snag::stop("a second start")),
            JournalLine::Table { name, text } => {
                if std::mem::take(&mut self.complete) {
                    self.files.texts.clear(); // another set begins: a table may be gone
                }
                self.files.texts.insert(name.clone(), text.clone());
            }
            JournalLine::Tables(digest) => self.tables(*digest)?,
            JournalLine::Dice(rolls) => match &mut self.world {
                Some(world) => world.resource_mut::<Dice>().foretell(rolls),
                None => self.rolls.clone_from(rolls),
            },
            JournalLine::Snapshot(text) if self.orders == 0 => session::begin_with(self.world()?, text).map_err(Snag::stop)?,
            JournalLine::Snapshot(_) => {} // the hash of the order before it already said so
            JournalLine::Order { hash, dice, order } => self.order(*hash, dice, order)?,
            JournalLine::Undo => {
                let format = self.format;
                let world = self.world()?;
                let game = world.resource::<Session>().rules.game();
                let back = |world: &mut World| session::take_back(world).map_err(|why| Snag::stop(format!("an order cannot be taken back here: {why}")));
                back(world)?;
                while format < FORMAT && game.catch_up(world, format).is_some() {
                    back(world)?;
                }
            }
            JournalLine::Redo { hash, dice } => {
                let format = self.format;
                let world = self.world()?;
                world.resource_mut::<Dice>().foretell(dice);
                let (given, game) = (world.resource::<Session>().past.len(), world.resource::<Session>().rules.game());
                let again = |world: &mut World| session::redo(world).map_err(|why| Snag::stop(format!("an order cannot be redone here: {why}")));
                again(world)?;
                while format < FORMAT && game.catch_up(world, format).is_some() {
                    again(world)?;
                }
                self.compare(*hash, given, "the order redone")?;
            }
            JournalLine::Note(note) => session::keep_note(self.world()?, note),
            JournalLine::Damaged(fault) if self.world.is_some() => return Err(Snag::go_on(&fault.what)),
            JournalLine::Damaged(fault) => return Err(Snag::stop(&fault.what)),
        }
        Ok(())
    }

    fn world(&mut self) -> Result<&mut World, Snag> {
        self.world.as_mut().ok_or_else(|| Snag::stop("an order before the game begins"))
    }

    fn tables(&mut self, digest: u64) -> Result<(), Snag> {
        let header = self.header.as_ref().ok_or_else(|| Snag::stop("tables before the start"))?;
        let title = title_of(header).map_err(Snag::stop)?;
        self.files.origin = "tables of the save".into();
        self.complete = true;
        let read = if self.files.digest() == digest {
            title.load_saved(&self.files).map_err(|faults| format!("the tables of the save cannot be used: {}", faults.0[0]))
        } else {
            Err("the tables of the save are not those it was played with".into())
        };
        match (&mut self.world, read) {
            (Some(world), Ok(rules)) => {
                session::swap_tables(world, &rules).map_err(|why| Snag::go_on(format!("the changed tables do not fit this game: {why}")))
            }
            (Some(_), Err(what)) => Err(Snag::go_on(what)),
            (None, Ok(rules)) => self.begin(&rules).map_err(Snag::stop),
            (None, Err(what)) => {
                let rules = title.load(&title.shipped()).map_err(|_| Snag::stop(&what))?;
                self.begin(&rules).map_err(Snag::stop)?;
                Err(Snag::go_on(format!("{what}; the tables of this program are in force")))
            }
        }
    }

    fn begin(&mut self, rules: &Rules) -> Result<(), String> {
        let header = self.header.as_ref().ok_or("tables before the start")?;
        self.world = Some(session::begin_again(rules, &start(rules, header)?, header.players, header.seats, &self.rolls));
        Ok(())
    }

    fn order(&mut self, hash: u32, rolls: &[u32], text: &str) -> Result<(), Snag> {
        let (number, format) = (self.orders + 1, self.format);
        let world = self.world()?;
        let rules = world.resource::<Session>().rules.clone();
        let mut order = read_order(&rules, text).map_err(Snag::Stop)?;
        if format < FORMAT {
            order = rules.game().convert(world, format, order);
        }
        let told = format!("order {number} ({})", rules.write_order(&order));
        world.resource_mut::<Dice>().foretell(rolls);
        let given = world.resource::<Session>().past.len();
        match session::submit(world, order) {
            // Format 1 took orders that changed nothing.
            Err(_) if hash == short(world.resource::<Session>().hash()) => {}
            Err(illegal) => return Err(Snag::Stop(Reason::Refused { order: told, why: illegal.to_string() })),
            Ok(_) => {
                self.catch_up()?;
                self.compare(Some(hash), given, &told)?;
            }
        }
        self.orders = number;
        Ok(())
    }

    /// Compares the position after an order with what the journal says; an order that leads elsewhere is taken back. `before` is the number of orders
    /// given before it.
    fn compare(&mut self, hash: Option<u32>, before: usize, order: &str) -> Result<(), Snag> {
        let (exact, doubt) = (self.format >= EXACT, self.doubt);
        let world = self.world()?;
        let (found, given) = (short(world.resource::<Session>().hash()), world.resource::<Session>().past.len());
        let Some(expected) = hash.filter(|hash| *hash != found) else {
            self.doubt = None;
            return Ok(());
        };
        let certain = doubt.unwrap_or(before).min(before);
        if !exact && snapshot(world).is_interrupted() {
            self.doubt = Some(certain);
            return Ok(());
        }
        for _ in certain..given {
            let _ = session::take_back(world); // it was given, so it can be
        }
        self.orders = self.orders.saturating_sub(before - certain);
        Err(Snag::Stop(Reason::OtherPosition { order: order.to_owned(), found, expected }))
    }
}

/// The start a header names, under these rules.
fn start(rules: &Rules, header: &Header) -> Result<crate::board::Start, String> {
    let option = |name: &String| match rules.lexicon().number("OptionId", name) {
        Some(Ok(n)) => Ok(OptionId(n as u8)),
        Some(Err(what)) => Err(what),
        None => Err("this game has no optional rules".into()),
    };
    let options = header.options.iter().map(option).collect::<Result<Vec<_>, _>>()?;
    rules.start(Some(&header.scenario), &options, header.dice)
}

/// Reads one order.
fn read_order(rules: &Rules, text: &str) -> Result<Order, Reason> {
    let reading = Reading::new("", text, rules.lexicon());
    let order = reading.tree().and_then(|node| rules.game().read_order(&reading, &node));
    let why = || reading.into_faults().into_iter().next().map_or_else(|| "unreadable order".to_owned(), |fault| fault.what);
    order.ok_or_else(|| Reason::Unreadable { order: text.to_owned(), why: why() })
}
