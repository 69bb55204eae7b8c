//! Situations: a position, scripted dice, orders, and what must follow. Tests, bug reports and designers use the same file.
//!
//! What a file may say: [`file`]; the position it gives, and whether play can lead to it: [`given`]; what must follow: [`checks`];
//! what went wrong, without repeating what follows from it: [`report`].

mod checks;
mod file;
mod given;
mod report;

pub(super) use file::label;
pub(super) use given::{clear, oddities};

use super::journal::Players;
use super::session::{self, Session};
use crate::board::read::{At, Fault, Lexicon, Reading};
use crate::board::{AtomId, Dice, Illegal, OptionId, Record, snapshot};
use crate::games::{Order, Rules, Title};
use bevy_ecs::prelude::World;
use file::{Answer, Checks, Entry, Given, ScriptLine};
use report::Report;
use std::collections::BTreeMap;

/// The count in which a game keeps the movement points that a unit has spent, in halves.
const SPENT: &str = "spent";

/// A situation, read and ready to run.
pub struct Situation {
    /// What it shows.
    pub title: String,
    /// The atoms it covers.
    pub covers: Vec<String>,
    /// Which game.
    pub game: Title,
    rules: Rules,
    scenario: Option<String>,
    options: Vec<OptionId>,
    /// Its position cannot come up in play, on purpose.
    impossible: bool,
    /// Its hexes may hold too much.
    overstacked: bool,
    given: Given,
    dice: Vec<At<u8>>,
    script: Vec<Entry>,
    then: Checks,
}

/// The outcome of a situation.
pub struct Verdict {
    /// Its title, or its file's name if it could not be read.
    pub title: String,
    /// Its game, if that much could be read.
    pub game: Option<Title>,
    /// The atoms it covers.
    pub covers: Vec<String>,
    /// What was wrong with the file or with the outcome; empty if it passed.
    pub faults: Vec<Fault>,
    /// Whether the file itself is bad, rather than the outcome.
    pub unreadable: bool,
}

/// Rules by game and ground, loaded once for many situations.
pub struct Shelf<'a> {
    load: Box<dyn Fn(Title) -> Result<crate::board::Files, crate::board::read::Faults> + 'a>,
    rules: BTreeMap<(Title, bool), Result<Rules, String>>,
}

impl<'a> Shelf<'a> {
    /// A shelf that loads its tables with this function.
    pub fn new(load: impl Fn(Title) -> Result<crate::board::Files, crate::board::read::Faults> + 'a) -> Shelf<'a> {
        Shelf { load: Box::new(load), rules: BTreeMap::new() }
    }

    fn rules(&mut self, title: Title, blank: bool) -> Result<Rules, String> {
        let load = &self.load;
        let entry = self.rules.entry((title, blank)).or_insert_with(|| {
            let mut files = load(title).map_err(|f| f.to_string())?;
            files.blank = blank;
            title.load(&files).map_err(|f| format!("the tables of {} have faults; the first: {}", title.slug(), f.0[0]))
        });
        entry.clone()
    }
}

/// Reads and runs a situation.
pub fn run_text(file: &str, text: &str, shelf: &mut Shelf<'_>) -> Verdict {
    play_text(file, text, shelf).0
}

/// The same, and returns the world in which it was played, if it could begin.
pub fn play_text(file: &str, text: &str, shelf: &mut Shelf<'_>) -> (Verdict, Option<World>) {
    match file::read(file, text, shelf) {
        Err((game, faults)) => (Verdict { title: file.to_owned(), game, covers: Vec::new(), faults, unreadable: true }, None),
        Ok(situation) => {
            let names = Lexicon::default();
            let reading = Reading::new(file, text, &names);
            let world = situation.run(&reading);
            let faults = reading.into_faults();
            (Verdict { title: situation.title, game: Some(situation.game), covers: situation.covers, faults, unreadable: false }, world)
        }
    }
}

impl Situation {
    /// Runs it and notes everything that is not as it must be, each at its place in the file.
    fn run(&self, r: &Reading<'_>) -> Option<World> {
        let mut world = self.begin(r)?;
        let report = Report::new(r);
        self.dice_rolled(&report, &world, 0, self.given.at);
        for Entry { at, what } in &self.script {
            match what {
                ScriptLine::Order(order, answer) => self.order(&report, &mut world, *at, order, answer),
                ScriptLine::Expect(checks) => self.check(&report, &mut world, checks),
            }
        }
        self.dice_left(&report, &world);
        self.check(&report, &mut world, &self.then);
        report.close();
        Some(world)
    }

    /// Sets up the position. What happens by itself in its step happens; what happens on entering the step does not.
    fn begin(&self, r: &Reading<'_>) -> Option<World> {
        let start = match self.rules.start(self.scenario.as_deref(), &self.options, 0) {
            Ok(start) => start,
            Err(what) => {
                r.fault(0, what);
                return None;
            }
        };
        let time = self.given.no_such_step(&self.rules, &start);
        if let Some((at, what)) = time.or_else(|| self.given.impossible_time(&self.rules, &start).filter(|_| !self.impossible)) {
            r.fault(at, what);
            return None;
        }
        let mut world = session::begin(&self.rules, &start, Players::Solo);
        world.insert_resource(Dice::scripted(self.dice.iter().map(|die| die.value)));
        let opening = snapshot(&mut world);
        let position = self.given.position(&self.rules, &world, &start, opening);
        session::set_up_position(&mut world, &position);
        let odd: Vec<_> = oddities(&mut world).into_iter().filter(|odd| !(self.impossible || odd.crowded && self.overstacked)).collect();
        for odd in &odd {
            let named = self.given.units.iter().find(|(id, _)| id.value == odd.unit);
            r.fault(named.map_or(self.given.at, |(id, _)| id.at), format!("this position is impossible: {}", odd.what));
        }
        if !odd.is_empty() {
            return None;
        }
        self.rules.game().settle(&mut world);
        let prelude = world.resource_mut::<Record>().take();
        world.resource_mut::<Session>().prelude = prelude;
        Some(world)
    }

    fn order(&self, report: &Report<'_, '_>, world: &mut World, at: u32, order: &Order, answer: &Answer) {
        let (before, rolled) = (session::hash(world), world.resource::<Dice>().rolls().len());
        let came = session::submit(world, order.clone()).err();
        self.dice_rolled(report, world, rolled, at);
        if came.is_some() && session::hash(world) != before {
            report.order(at, false, "the order was refused and yet changed the position");
        }
        self.compare(report, at, order, answer, came.as_ref());
    }

    fn compare(&self, report: &Report<'_, '_>, at: u32, order: &Order, answer: &Answer, came: Option<&Illegal>) {
        let order = || self.rules.write_order(order);
        match (answer, came) {
            (Answer::Accepted, Some(illegal)) => report.order(at, true, format!("{} was refused: {illegal}", order())),
            (Answer::Refused(atom), None) => report.order(at, true, format!("{} was accepted; expected a refusal by {}", order(), self.atom(*atom))),
            (Answer::Refused(atom), Some(illegal)) if illegal.rule.0 != self.atom(*atom) => {
                report.order(at, false, format!("{} was refused by another rule than {}: {illegal}", order(), self.atom(*atom)));
            }
            _ => {}
        }
    }

    fn atom(&self, atom: AtomId) -> &str {
        self.rules.lexicon().name("AtomId", atom.0).unwrap_or("?")
    }
}
