//! Saving, loading and replaying: a save is a journal without what was taken back.

use super::journal::{Header, LARGEST_SAVE, Line, MAGIC, SaveFault, parse_journal, title_of, write_whole};
use super::session::{self, Session};
use crate::board::read::{Fault, Reading};
use crate::board::{Files, OptionId, read_bounded};
use crate::games::{Order, Rules};
use bevy_ecs::prelude::World;
use std::path::Path;

/// A journal played again.
pub struct Played {
    /// The world at its end.
    pub world: World,
    /// How many orders were given.
    pub orders: usize,
    /// How many lines of the file were good, the first included.
    pub lines: usize,
    /// How many bytes of the file were good; the rest was cut off by a kill.
    pub good: usize,
    /// How many bytes there were.
    pub bytes: usize,
}

impl Played {
    /// Whether the last line was cut off, as a kill in the middle of writing leaves it.
    pub fn cut_off(&self) -> bool {
        self.good < self.bytes
    }
}

/// Where a replay stopped.
#[derive(Clone, Debug)]
pub struct Stopped {
    /// The order at which it stopped, from 1; 0 for what comes before the orders.
    pub order: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// Saves the game: what was taken back is left out.
pub fn save(world: &World, path: &Path) -> Result<(), SaveFault> {
    write_whole(path, &world.resource::<Session>().compact())
}

impl Session {
    /// The text of the whole journal, with its first line and all that was taken back and done again.
    pub fn journal(&self) -> String {
        std::iter::once(format!("{MAGIC}\n")).chain(self.lines.iter().map(Line::text)).collect()
    }

    /// The lines of the journal without what was taken back.
    pub fn compact(&self) -> Vec<Line> {
        let mut kept: Vec<Line> = Vec::new();
        let mut undone: Vec<Line> = Vec::new();
        for line in &self.lines {
            match line {
                Line::Undo => {
                    let last = kept.iter().rposition(|l| matches!(l, Line::Order { .. }));
                    undone.extend(last.map(|at| kept.remove(at)));
                }
                Line::Redo => kept.extend(undone.pop()),
                Line::Order { .. } => {
                    undone.clear();
                    kept.push(line.clone());
                }
                _ => kept.push(line.clone()),
            }
        }
        kept
    }
}

/// Loads a save or a journal, whatever state a kill left it in.
pub fn load(path: &Path) -> Result<Played, Stopped> {
    load_watched(path, &mut |_| {})
}

/// The same, and shows the world to a watcher when the game begins and after every line that changes it.
pub fn load_watched(path: &Path, watch: &mut dyn FnMut(&mut World)) -> Result<Played, Stopped> {
    let stopped = |fault| Stopped { order: 0, fault };
    let text = read_bounded(path, LARGEST_SAVE).map_err(stopped)?;
    watched(&path.display().to_string(), &text, watch)
}

/// Plays a journal again and stops at the first order whose hash differs.
pub fn replay(file: &str, text: &str) -> Result<Played, Stopped> {
    watched(file, text, &mut |_| {})
}

fn watched(file: &str, text: &str, watch: &mut dyn FnMut(&mut World)) -> Result<Played, Stopped> {
    let (lines, good) = parse_journal(file, text).map_err(|fault| Stopped { order: 0, fault })?;
    let mut replaying = Replaying { header: None, files: Files::default(), world: None, orders: 0 };
    for (i, line) in lines.iter().enumerate() {
        replaying
            .line(line)
            .map_err(|what| Stopped { order: replaying.orders, fault: Fault { file: file.to_owned(), line: i as u32 + 2, column: 1, what } })?;
        if let (Some(world), false) = (&mut replaying.world, matches!(line, Line::Start(_) | Line::Table { .. })) {
            watch(world);
        }
    }
    let world = replaying.world.ok_or_else(|| Stopped { order: 0, fault: Fault::of_file(file, "the save ends before the game begins") })?;
    Ok(Played { world, orders: replaying.orders, lines: lines.len() + 1, good, bytes: text.len() })
}

struct Replaying {
    header: Option<Header>,
    files: Files,
    world: Option<World>,
    orders: usize,
}

impl Replaying {
    fn line(&mut self, line: &Line) -> Result<(), String> {
        match line {
            Line::Start(header) if self.header.is_none() => self.header = Some(header.clone()),
            Line::Start(_) => return Err("a second start".into()),
            Line::Table { name, text } => drop(self.files.texts.insert(name.clone(), text.clone())),
            Line::Tables(digest) => self.tables(*digest)?,
            Line::Order { hash, order } => self.order(*hash, order)?,
            Line::Undo => session::undo(self.world()?).map_err(|why| format!("an order cannot be taken back here: {why}"))?,
            Line::Redo => drop(session::redo(self.world()?).map_err(|why| format!("an order cannot be done again here: {why}"))?),
        }
        Ok(())
    }

    fn world(&mut self) -> Result<&mut World, String> {
        self.world.as_mut().ok_or_else(|| "an order before the game begins".to_owned())
    }

    fn tables(&mut self, digest: u64) -> Result<(), String> {
        let header = self.header.as_ref().ok_or("tables before the start")?;
        let title = title_of(header)?;
        self.files.origin = "tables of the save".into();
        if self.files.digest() != digest {
            return Err("the tables of the save are not those it was played with".into());
        }
        let rules = title.load(&self.files).map_err(|faults| format!("the tables of the save cannot be used: {}", faults.0[0]))?;
        match &mut self.world {
            Some(world) => session::swap_tables(world, &rules),
            None => self.world = Some(session::begin_seated(&rules, &start(&rules, header)?, header.players, header.seats)),
        }
        Ok(())
    }

    fn order(&mut self, hash: u64, text: &str) -> Result<(), String> {
        self.orders += 1;
        let number = self.orders;
        let world = self.world()?;
        let order = read_order(&world.resource::<Session>().rules, text)?;
        session::submit(world, order).map_err(|illegal| format!("order {number} ({text}) is refused: {illegal}"))?;
        let found = world.resource::<Session>().hash();
        if found != hash {
            return Err(format!("order {number} ({text}) leads to another position: hash {found:016x}, expected {hash:016x}"));
        }
        Ok(())
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
    rules.start(Some(&header.scenario), &options, header.seed)
}

/// Reads one order.
fn read_order(rules: &Rules, text: &str) -> Result<Order, String> {
    let reading = Reading::new("", text, rules.lexicon());
    let order = reading.tree().and_then(|node| rules.game().read_order(&reading, &node));
    order.ok_or_else(|| reading.into_faults().first().map_or("unreadable order".to_owned(), |f| format!("{} (in {text:?})", f.what)))
}
