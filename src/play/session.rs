//! The one door for orders: the mouse, bots, the fuzzer, replays and tests all come through here.

use super::disk::JournalFile;
use super::journal::{Journal, JournalLine, LONG, LONGEST_NOTE, Note, Players, Seat, short};
use super::snapshot::{self, Snapshot};
use crate::board::read::write;
use crate::board::{
    Activity, Alternation, BattleLine, Clock, Dice, Event, Fact, Hex, Illegal, Index, Ledger, NationId, Offer, Position, Preview, Prompt, Record, Relations,
    Rulebook, Side, Standing, Start, UnitId, Warning, restore, snapshot, snapshot_anew,
};
use crate::games::{List, Order, Rules};
use bevy_ecs::prelude::{Resource, World};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use thiserror::Error;

/// An order that was carried out.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The order.
    pub order: Order,
    /// Who gave it.
    pub by: Option<Side>,
    /// The hash of the position after it, once somebody has asked for it.
    hash: OnceLock<u64>,
    /// The live rolls.
    rolls: Vec<u32>,
    /// What it brought about.
    pub events: Vec<Event>,
    /// The position before it.
    before: Position,
    /// Why it cannot be taken back in a game of two players.
    barrier: Option<CannotUndo>,
}

/// Why an order cannot be taken back or done again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CannotUndo {
    /// Nothing has been ordered, or nothing taken back.
    #[error("there is nothing to take back")]
    Nothing,
    /// A die was rolled.
    #[error("a die has been rolled")]
    Dice,
    /// Something hidden was revealed.
    #[error("something hidden has been revealed")]
    Reveal,
    /// The outcome depended on counters the player may not know about.
    #[error("the outcome depended on counters you cannot see")]
    Unseen,
    /// The other player has had a decision since.
    #[error("the decision has passed to the other player")]
    Hands,
}

/// The game being played: its rules, how it began, and what has been ordered.
#[derive(Resource)]
pub struct Session {
    /// The tables in force.
    pub rules: Rules,
    /// One person or two.
    pub players: Players,
    /// Who plays each side.
    pub seats: [Seat; 2],
    /// What has been ordered, in order.
    pub past: Vec<Entry>,
    /// What was taken back, the next one last.
    pub future: Vec<Order>,
    /// The hash before the first order.
    pub opening: u64,
    /// What happened before the first order.
    pub prelude: Vec<Event>,
    /// The file to which every order is written at once, if there is one.
    pub file: Option<JournalFile>,
    /// Every line of the journal so far, without snapshots and without the latest orders, which are added when somebody wants to read them.
    pub(super) lines: Vec<JournalLine>,
    /// How many of the past orders are among the lines.
    pub(super) written: usize,
    /// The position as the last order left it, so that it need not be taken twice.
    present: Option<Position>,
    /// When the next snapshot goes into the journal's file.
    cadence: Cadence,
    /// Live rolls that were taken back and will be used again.
    to_fall: Vec<u32>,
    /// Notes pinned to hexes, each with the only player who may read it, unless it is for everybody.
    pub notes: BTreeMap<(Hex, Option<Side>), String>,
}

/// Says when a snapshot is due: some number of orders after the last one, or in a new turn.
#[derive(Clone, Copy, Default)]
struct Cadence {
    orders: usize,
    turn: u8,
}

impl Cadence {
    /// The snapshot after an order, if one is due and can be taken.
    fn after_order(&mut self, position: &Position, rules: &Rules) -> Option<JournalLine> {
        self.orders += 1;
        if self.orders < snapshot::EVERY && self.turn == position.clock.turn {
            return None;
        }
        let taken = Snapshot::of(position, &rules.book)?;
        *self = Cadence { orders: 0, turn: position.clock.turn };
        Some(JournalLine::Snapshot(write(&taken, rules.lexicon())))
    }
}

/// Sets up a new game between two people in a world of its own, up to its first decision.
pub fn begin(rules: &Rules, start: &Start, players: Players) -> World {
    begin_seated(rules, start, players, [Seat::Person; 2])
}

/// The same, and says who plays each side.
pub(crate) fn begin_seated(rules: &Rules, start: &Start, players: Players, seats: [Seat; 2]) -> World {
    begin_again(rules, start, players, seats, &[])
}

/// The same with the live rolls that fell when this game began.
pub(super) fn begin_again(rules: &Rules, start: &Start, players: Players, seats: [Seat; 2], rolls: &[u32]) -> World {
    let mut world = World::new();
    let game = rules.game();
    game.begin(&mut world, rules, start);
    world.resource_mut::<Dice>().foretell(rolls);
    game.settle(&mut world);
    let prelude = world.resource_mut::<Record>().take();
    let present = snapshot(&mut world);
    let mut lines = JournalLine::opening(rules, start, players, seats);
    let rolled = world.resource::<Dice>().live(0, present.drawn);
    if !rolled.is_empty() {
        lines.insert(lines.len() - 1, JournalLine::Dice(rolled.to_vec())); // before the tables are in force and the game begins
    }
    world.insert_resource(Session {
        rules: rules.clone(),
        players,
        seats,
        past: Vec::new(),
        future: Vec::new(),
        opening: present.hash(),
        prelude,
        file: None,
        lines,
        written: 0,
        present: Some(present),
        cadence: Cadence::default(),
        to_fall: Vec::new(),
        notes: BTreeMap::new(),
    });
    world
}

/// Makes a game that has just begun start from the position in a snapshot instead.
pub(super) fn begin_with(world: &mut World, text: &str) -> Result<(), String> {
    let book = world.resource::<Session>().rules.book.clone();
    let blank = snapshot(world);
    let position = Snapshot::read(text, &book)?.position(&book, world.resource::<Start>(), &blank)?;
    restore(world, &position);
    let mut session = world.resource_mut::<Session>();
    session.cadence = Cadence { orders: 0, turn: position.clock.turn };
    session.opening = position.hash();
    session.present = Some(position);
    session.prelude.clear();
    session.lines.push(JournalLine::Snapshot(text.to_owned()));
    Ok(())
}

/// Puts another position on the board, outside the course of play: this is how situations begin.
pub fn set_up_position(world: &mut World, position: &Position) {
    restore(world, position);
    world.resource_mut::<Session>().lose_sight();
}

/// Gives an order. A refusal changes nothing; otherwise everything that follows by itself has happened as well. An order that would leave the
/// position unchanged is refused like any other, since anyone who repeated it, person or bot, would never get anywhere.
pub fn submit(world: &mut World, order: Order) -> Result<Vec<Event>, Illegal> {
    let events = carry_out(world, order)?;
    let mut session = world.resource_mut::<Session>();
    session.future.clear();
    if session.file.is_some() {
        let last = session.past.len() - 1;
        session.write_down(last);
        let line = session.line_of(last);
        session.write_order(line);
    }
    Ok(events)
}

fn carry_out(world: &mut World, order: Order) -> Result<Vec<Event>, Illegal> {
    let mut session = world.resource_mut::<Session>();
    let (game, two, present) = (session.rules.game(), session.players == Players::Two, session.present.take());
    let before = present.unwrap_or_else(|| snapshot(world));
    debug_assert_eq!(before, snapshot_anew(world), "nothing but orders changes a position");
    let side = game.decider(world);
    // What the ordering player knows matters in a two-player game.
    let knowledge = |world: &mut World| side.filter(|_| two).map_or(Vec::new(), |side| game.known_to(world, side));
    let knew = knowledge(world);
    if world.resource::<Record>().keeps_secrets() != two {
        world.resource_mut::<Record>().keep_secrets(two);
    }
    if let Err(illegal) = game.apply(world, &order) {
        world.resource_mut::<Session>().present = Some(before);
        return Err(illegal);
    }
    game.settle(world);
    let mut record = world.resource_mut::<Record>();
    let (unseen, events) = (record.unseen(), record.take());
    let after = snapshot(world);
    if after == before {
        let by = events.first().map_or(game.course_of_play(), |event| event.by);
        restore(world, &before); // what the rules keep besides the position may be out of date
        world.resource_mut::<Session>().present = Some(before);
        return Err(Illegal { rule: by, why: "this would change nothing".into() });
    }
    let barrier = if after.drawn != before.drawn {
        Some(CannotUndo::Dice)
    } else if events.iter().any(|e| matches!(e.fact, Fact::Turned { face_down: false, .. })) || learned(&knew, &knowledge(world)) {
        Some(CannotUndo::Reveal)
    } else if unseen {
        Some(CannotUndo::Unseen)
    } else if game.decider(world) != side {
        Some(CannotUndo::Hands)
    } else {
        None
    };
    let dice = world.resource::<Dice>();
    let (rolls, to_fall) = (dice.live(before.drawn, after.drawn).to_vec(), dice.to_fall().to_vec());
    let mut session = world.resource_mut::<Session>();
    session.past.push(Entry { order, by: side, hash: OnceLock::new(), rolls, events: events.clone(), before, barrier });
    session.to_fall = to_fall;
    session.present = Some(after);
    Ok(events)
}

/// Whether a counter has become known.
fn learned(before: &[bool], after: &[bool]) -> bool {
    before.iter().zip(after).any(|(before, after)| !before && *after)
}

impl Entry {
    /// The position before it.
    pub fn before(&self) -> &Position {
        &self.before
    }
}

impl Session {
    /// The line of the journal for an order, by its number from 0.
    fn line_of(&self, order: usize) -> JournalLine {
        let entry = &self.past[order];
        JournalLine::Order { hash: short(self.hash_after(order)), dice: entry.rolls.clone(), order: self.rules.write_order(&entry.order) }
    }

    /// Adds all orders to the lines. Orders given while there is no file are written down only when they are wanted.
    pub(super) fn write_all_down(&mut self) {
        self.write_down(self.past.len());
    }

    /// The same for the first `orders` orders.
    fn write_down(&mut self, orders: usize) {
        for order in self.written..orders {
            let line = self.line_of(order);
            self.lines.push(line);
        }
        self.written = orders;
    }

    /// Writes the line of the last order.
    fn write_order(&mut self, line: JournalLine) {
        self.written = self.past.len();
        let present = self.present.take();
        self.write(line);
        present.iter().for_each(|position| self.take_snapshot(position));
        self.present = present;
    }

    /// Writes a line to the journal and, if there is one, to its file before anything else happens.
    fn write(&mut self, line: JournalLine) {
        self.write_all_down();
        if let Some(file) = &mut self.file {
            file.append(&line);
        }
        self.lines.push(line);
        if self.lines.len() >= LONG && self.lines.len().is_multiple_of(LONG / 9) {
            self.shorten();
        }
    }

    /// Rewrites a journal that has grown long, without what was taken back.
    fn shorten(&mut self) {
        let lines = self.compact();
        if let Some(file) = &mut self.file
            && file.rewrite(&lines).is_ok()
        {
            self.future.clear();
            self.lines = self.kept();
        }
    }

    /// Writes the position after an order to the journal's file now and then. A journal without a file gets its snapshots when it is saved.
    fn take_snapshot(&mut self, position: &Position) {
        let Some(file) = &mut self.file else { return };
        if let Some(line) = self.cadence.after_order(position, &self.rules) {
            file.append(&line);
        }
    }

    /// The lines of the journal without what was taken back, with a snapshot now and then.
    pub fn compact(&self) -> Vec<JournalLine> {
        let (mut lines, mut cadence, mut given) = (Vec::new(), Cadence::default(), 0);
        for line in self.kept() {
            let is_order = matches!(line, JournalLine::Order { .. });
            lines.push(line);
            if is_order {
                given += 1;
                let after = self.before(given).or(self.present.as_ref());
                lines.extend(after.and_then(|position| cadence.after_order(position, &self.rules)));
            }
        }
        lines
    }

    /// The lines of the journal without what was taken back.
    fn kept(&self) -> Vec<JournalLine> {
        let mut kept: Vec<JournalLine> = Vec::new();
        let mut undone: Vec<JournalLine> = Vec::new();
        for line in self.all_lines() {
            match line {
                JournalLine::Undo => {
                    let last = kept.iter().rposition(|l| matches!(l, JournalLine::Order { .. }));
                    undone.extend(last.map(|at| kept.remove(at)));
                }
                // Under other tables the same order may have led elsewhere, with different dice.
                JournalLine::Redo { hash, dice } => kept.extend(undone.pop().map(|line| match line {
                    JournalLine::Order { order, hash: before, .. } => JournalLine::Order { order, hash: hash.unwrap_or(before), dice },
                    other => other,
                })),
                JournalLine::Order { .. } => {
                    undone.clear();
                    kept.push(line);
                }
                _ => kept.push(line),
            }
        }
        if !self.to_fall.is_empty() {
            kept.push(JournalLine::Dice(self.to_fall.clone()));
        }
        kept
    }

    /// The whole text of the journal, with what was taken back.
    pub fn journal(&self) -> String {
        Journal::text(&self.all_lines().collect::<Vec<_>>())
    }

    /// All lines of the journal so far, those of the latest orders included.
    fn all_lines(&self) -> impl Iterator<Item = JournalLine> {
        self.lines.iter().cloned().chain((self.written..self.past.len()).map(|order| self.line_of(order)))
    }

    /// The latest hash.
    pub fn hash(&self) -> u64 {
        self.past.len().checked_sub(1).map_or(self.opening, |last| self.hash_after(last))
    }

    /// The hash of the position after an order, by its number from 0: worked out when it is asked for.
    pub fn hash_after(&self, order: usize) -> u64 {
        let after = || self.before(order + 1).or(self.present.as_ref()).expect("the hash is taken before the position is lost sight of");
        *self.past[order].hash.get_or_init(|| after().hash())
    }

    /// Called when the position is about to be changed, or has been, by something other than an order.
    fn lose_sight(&mut self) {
        self.hash();
        self.present = None;
    }

    /// The position before an order, by its number from 0; `None` for the present one and beyond.
    pub fn before(&self, order: usize) -> Option<&Position> {
        self.past.get(order).map(|entry| &entry.before)
    }

    /// Why the last order cannot be taken back, if it cannot.
    pub fn barrier(&self) -> Option<CannotUndo> {
        match self.past.last() {
            None => Some(CannotUndo::Nothing),
            Some(entry) => entry.barrier.filter(|_| self.players == Players::Two),
        }
    }
}

/// Takes the last order back. It cannot be taken back after a roll, after anything was revealed or depended on hidden information, or after a change
/// of hands, unless one person plays alone.
pub fn undo(world: &mut World) -> Result<(), CannotUndo> {
    match world.resource::<Session>().barrier() {
        Some(barrier) => Err(barrier),
        None => take_back(world),
    }
}

/// Takes the last order back, whether or not that is allowed: a journal says that it was done.
pub(super) fn take_back(world: &mut World) -> Result<(), CannotUndo> {
    let mut session = world.resource_mut::<Session>();
    session.write_all_down();
    let entry = session.past.pop().ok_or(CannotUndo::Nothing)?;
    session.future.push(entry.order);
    session.write(JournalLine::Undo);
    restore(world, &entry.before);
    let to_fall = world.resource::<Dice>().to_fall().to_vec();
    let mut session = world.resource_mut::<Session>();
    (session.present, session.to_fall) = (Some(entry.before), to_fall);
    Ok(())
}

/// Redoes what was taken back last.
pub fn redo(world: &mut World) -> Result<Vec<Event>, CannotUndo> {
    let order = world.resource_mut::<Session>().future.pop().ok_or(CannotUndo::Nothing)?;
    let mut session = world.resource_mut::<Session>();
    session.write_all_down();
    // The position is the one in which the order was accepted, unless a designer has changed the tables since.
    let Ok(events) = carry_out(world, order) else {
        world.resource_mut::<Session>().future.clear();
        return Err(CannotUndo::Nothing);
    };
    let mut session = world.resource_mut::<Session>();
    let line = JournalLine::Redo { hash: Some(short(session.hash())), dice: session.past.last().map_or(Vec::new(), |entry| entry.rolls.clone()) };
    session.write_order(line);
    Ok(events)
}

/// Puts other tables of the same game in force from the next decision on. The journal records it, so a replay stays exact. Tables that do not fit the
/// game under way are refused with a reason.
pub fn swap_tables(world: &mut World, rules: &Rules) -> Result<(), String> {
    fits(world, rules)?;
    rules.game().swap(world, rules);
    let mut session = world.resource_mut::<Session>();
    session.write_all_down();
    session.lose_sight();
    session.rules = rules.clone();
    for line in JournalLine::tables(rules) {
        session.write(line);
    }
    Ok(())
}

/// Pins a note to a hex, for one player or for everybody, replacing the one before; an empty text removes it. The journal keeps it; no rule reads it.
pub fn pin_note(world: &mut World, hex: Hex, side: Option<Side>, text: &str) {
    let session = world.resource::<Session>();
    let text: String = text.chars().take(LONGEST_NOTE).collect();
    if session.notes.get(&(hex, side)).map_or("", String::as_str) == text {
        return;
    }
    keep_note(world, &Note { hex: hex.0, side: side.map(|side| side.0), text });
}

/// Records a note, or takes it over from a journal.
pub(super) fn keep_note(world: &mut World, note: &Note) {
    world.resource_mut::<Session>().write(JournalLine::Note(note.clone()));
    let known = world.resource::<Session>().rules.book.ground.grid.ix(Hex(note.hex)).is_some();
    let key = (Hex(note.hex), note.side.map(Side));
    let notes = &mut world.resource_mut::<Session>().notes;
    if note.text.is_empty() {
        notes.remove(&key);
    } else if known {
        notes.insert(key, note.text.chars().take(LONGEST_NOTE).collect());
    }
}

/// Why a game under way cannot go on with other tables, if it cannot.
fn fits(world: &mut World, rules: &Rules) -> Result<(), String> {
    let (old, new) = (&world.resource::<Session>().rules, &rules.book);
    let start = world.resource::<Start>();
    let steps = |book: &Rulebook| (book.sequence.setup, book.sequence.steps.iter().map(|step| step.id).collect::<Vec<_>>());
    let refuse = |differs: bool, why: &str| if differs { Err(why.to_owned()) } else { Ok(()) };
    refuse(old.title != rules.title, "these are tables of another game")?;
    let old = &old.book;
    refuse(old.lexicon.names("UnitId") != new.lexicon.names("UnitId"), "counters were added, removed or renamed")?;
    refuse(old.lexicon.names("NationId") != new.lexicon.names("NationId"), "the nations have changed")?;
    refuse(old.ground.grid.hexes() != new.ground.grid.hexes(), "the map has different hexes")?;
    refuse(steps(old) != steps(new), "the sequence has different steps")?;
    refuse(!new.scenarios.iter().any(|s| s.id == start.scenario), "the scenario that is being played is missing")?;
    let position = snapshot(world);
    let too_many = position.units.iter().zip(&new.units).position(|(unit, row)| unit.status.steps > row.steps());
    too_many.map_or(Ok(()), |at| Err(format!("{} has more steps left than its new counter", new.called(UnitId(at as u16)))))
}

/// Whose decision it is; nobody's when the game is over.
pub fn decider(world: &mut World) -> Option<Side> {
    let game = world.resource::<Session>().rules.game();
    game.decider(world)
}

/// Whose decision it is and what is asked, in words.
pub fn prompt(world: &mut World) -> Prompt<Order> {
    let mut list = List::with_words();
    acts(world, &mut list);
    list.into_prompt()
}

/// What these counters together may do, in words.
pub fn offer(world: &mut World, units: &[UnitId]) -> Offer<Order> {
    let mut list = List::with_words();
    acts_of(world, units, &mut list);
    list.into_offer()
}

/// Lists whose decision it is and what is asked, without text, for callers that only choose. The previous contents of the list are cleared.
pub fn acts(world: &mut World, list: &mut List) {
    let game = world.resource::<Session>().rules.game();
    list.clear();
    game.prompt(world, list);
}

/// Lists what these counters together may do, as [`acts`] does.
pub fn acts_of(world: &mut World, units: &[UnitId], list: &mut List) {
    let game = world.resource::<Session>().rules.game();
    list.clear();
    game.offer(world, units, list);
}

/// What the attack being planned promises, as far as a side may know.
pub fn preview(world: &mut World, side: Side) -> Option<Preview> {
    let game = world.resource::<Session>().rules.game();
    game.preview(world, side)
}

/// What an offered order that is rolled for as soon as it is given promises, as far as the deciding side may know.
pub fn promise(world: &mut World, order: &Order) -> Option<Preview> {
    let game = world.resource::<Session>().rules.game();
    game.promise(world, order)
}

/// The same for one person who plays both sides openly.
pub fn open_preview(world: &mut World, side: Side) -> Option<Preview> {
    let game = world.resource::<Session>().rules.game();
    game.open_preview(world, side)
}

/// The same as far as both sides know, where one of them is asked about it in public.
pub fn common_preview(world: &mut World, side: Side) -> Option<Preview> {
    let game = world.resource::<Session>().rules.game();
    game.common_preview(world, side)
}

/// A counter's line of supply, with the hex that cuts it.
pub fn supply_line(world: &mut World, unit: UnitId) -> Option<crate::board::paths::Trace> {
    let game = world.resource::<Session>().rules.game();
    game.supply_line(world, unit)
}

/// The supply lines of all units in the current battle, in games that ask for them there.
pub fn battle_lines(world: &mut World) -> Vec<BattleLine> {
    let game = world.resource::<Session>().rules.game();
    game.battle_lines(world)
}

/// How the game stands.
pub fn standing(world: &mut World) -> Standing {
    let game = world.resource::<Session>().rules.game();
    game.standing(world)
}

/// Who is at war with whom, where that changes in the course of a game.
pub fn relations(world: &mut World) -> Option<Relations> {
    let game = world.resource::<Session>().rules.game();
    game.relations(world)
}

/// The nations that act one after another in this part of the turn.
pub fn activations(world: &mut World) -> Vec<(NationId, Activity)> {
    let game = world.resource::<Session>().rules.game();
    game.activations(world)
}

/// The hexes that a side's counters control.
pub fn zone(world: &mut World, side: Side) -> Vec<Hex> {
    let game = world.resource::<Session>().rules.game();
    game.zone(world, side)
}

/// The hexes that a side's counters control as its own player knows it.
pub fn own_zone(world: &mut World, side: Side) -> Vec<Hex> {
    let game = world.resource::<Session>().rules.game();
    game.own_zone(world, side)
}

/// The further hexes that a side's counters might control, for all its enemy knows.
pub fn possible_zone(world: &mut World, side: Side) -> Vec<Hex> {
    let game = world.resource::<Session>().rules.game();
    game.possible_zone(world, side)
}

/// How full a hex is for a side's own counters, and how much it holds.
pub(crate) fn stack_load(world: &mut World, side: Side, hex: Hex) -> Option<(u8, u8)> {
    let game = world.resource::<Session>().rules.game();
    game.stack_load(world, side, hex)
}

/// How many hexes a counter can fire, if it can.
pub fn range(world: &mut World, unit: UnitId) -> Option<u8> {
    let game = world.resource::<Session>().rules.game();
    game.range(world, unit)
}

/// The hexes in range of a side's airpower.
pub fn air_cover(world: &mut World, side: Side) -> Vec<Hex> {
    let game = world.resource::<Session>().rules.game();
    game.air_cover(world, side)
}

/// What the player should be warned of before giving an order.
pub fn warning(world: &mut World, order: &Order) -> Option<Warning> {
    let game = world.resource::<Session>().rules.game();
    game.warning(world, order)
}

/// The state of the current step if the players take turns in it.
pub fn alternation(world: &mut World) -> Option<Alternation> {
    let game = world.resource::<Session>().rules.game();
    let (track, passed) = game.alternation(world)?;
    let same_step = |entry: &&Entry| !entry.events.iter().any(|e| matches!(e.fact, Fact::StepBegan { .. }));
    let acts = |entry: &&Entry| entry.events.iter().any(|e| matches!(e.fact, Fact::Tracked { track: t, .. } if t == track));
    let done = world.resource::<Session>().past.iter().rev().take_while(same_step).filter(acts).count();
    let occasion = game.weighs_every_action().then(|| world.resource::<Ledger>().track(track));
    Some(Alternation { action: done + 1, occasion, passed })
}

/// The hash of the current position.
pub fn hash(world: &mut World) -> u64 {
    snapshot(world).hash()
}

/// Whether the game is over, and how many dice have been rolled: for bots and labs, which do not see components.
impl Session {
    /// The winner, once the game is over; `Some(None)` if nobody won.
    pub fn outcome(world: &World) -> Option<Option<Side>> {
        world.resource::<Clock>().over.map(|o| o.winner)
    }

    /// The turn being played; 0 during set-up.
    pub fn turn(world: &World) -> u8 {
        world.resource::<Clock>().turn
    }

    /// The turn and the step of the sequence being played.
    pub fn moment(world: &World) -> (u8, u8) {
        let clock = world.resource::<Clock>();
        (clock.turn, clock.at)
    }

    /// The hex a counter is in, if it is on the map: for callers that may know.
    pub(crate) fn hex_of(world: &World, unit: UnitId) -> Option<Hex> {
        world.resource::<Index>().place(unit).hex()
    }

    /// How many dice have been rolled.
    pub fn dice(world: &World) -> u64 {
        world.resource::<Dice>().drawn()
    }
}
