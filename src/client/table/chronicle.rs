//! The log: what every order made happen, as each side may read it, written down at the time so that later knowledge changes nothing.

use crate::board::{Atom, Event, Fact, Hex, Place, Side, UnitId};
use crate::play::{self, Seen, Session, Told};
use bevy_ecs::prelude::World;

/// What a line is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A new turn.
    Turn,
    /// A new step.
    Step,
    /// A die; its face.
    Die(u8),
    /// A step or a counter lost.
    Loss,
    /// Anything else.
    Plain,
}

/// A line of the log.
#[derive(Clone, Debug)]
pub struct Entry {
    /// How it reads.
    told: Told,
    /// The rule that acted.
    pub rule: Atom,
    /// Where it happened.
    pub hex: Option<Hex>,
    /// What it is about.
    pub sort: Sort,
    /// Whose order brought it about.
    pub by: Option<Side>,
}

impl Entry {
    /// How it reads to a side; to one person who plays both if `open`.
    pub fn read(&self, side: Side, open: bool) -> Option<&str> {
        let told = if open { &self.told.open } else { &self.told.sides[side.at()] };
        told.as_deref()
    }
}

/// The log of a game: a page for the opening, then one for each order.
#[derive(Default)]
pub struct Chronicle {
    pages: Vec<Vec<Entry>>,
    /// What each side knew after each page, where seeing counters is news.
    known: Vec<[Vec<bool>; 2]>,
}

impl Chronicle {
    /// Brings the log up to the game, after orders were given or taken back.
    pub fn follow(&mut self, world: &mut World) {
        let orders = world.resource::<Session>().past.len();
        self.pages.truncate(orders + 1);
        self.known.truncate(orders + 1);
        let rule = world.resource::<Session>().rules.game().sight_rule();
        while self.pages.len() <= orders {
            let session = world.resource::<Session>();
            let (events, by) = match self.pages.len() {
                0 => (session.prelude.clone(), None),
                n => (session.past[n - 1].events.clone(), session.past[n - 1].by),
            };
            let mut page = page(world, &events, by, self.pages.is_empty());
            if let Some(rule) = rule {
                let known = [Side(0), Side(1)].map(|side| play::known_to(world, side));
                if let Some(before) = self.known.last() {
                    page.extend(sightings(world, rule, before, &known));
                }
                self.known.push(known);
            }
            self.pages.push(page);
        }
    }

    /// Every line, the oldest first, up to an order.
    pub fn entries(&self, orders: usize) -> impl DoubleEndedIterator<Item = &Entry> {
        self.pages.iter().take(orders + 1).flatten()
    }

    /// The lines of an order, counted from 1; 0 is the opening.
    pub fn page(&self, order: usize) -> &[Entry] {
        self.pages.get(order).map_or(&[], Vec::as_slice)
    }

    /// How many orders there are.
    pub fn orders(&self) -> usize {
        self.pages.len().saturating_sub(1)
    }
}

fn page(world: &mut World, events: &[Event], by: Option<Side>, opening: bool) -> Vec<Entry> {
    let mut told = play::tell(world, events);
    // Our type has no arrow.
    let plain = |words: &mut Option<String>| *words = words.take().map(|w| w.replace(" → ", " to "));
    told.iter_mut().for_each(|told| told.sides.iter_mut().chain([&mut told.open]).for_each(plain));
    // Where counters wait before the war is no news.
    let news =
        |(event, _): &(&Event, Told)| !matches!(event.fact, Fact::Moved { from: Place::Holding(_) | Place::Lost, to: Place::Holding(_), .. }) || !opening;
    let entry = |(event, told): (&Event, Told)| Entry { told, rule: event.by, hex: place(&event.fact), sort: sort(&event.fact), by };
    events.iter().zip(told).filter(news).map(entry).collect()
}

/// What each side has come to see of the other's counters on the map, hex by hex.
fn sightings(world: &mut World, rule: Atom, before: &[Vec<bool>; 2], now: &[Vec<bool>; 2]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for side in [Side(0), Side(1)] {
        let news = |unit: UnitId| now[side.at()][unit.at()] && !before[side.at()][unit.at()];
        for (hex, stack) in play::sight(world, side).stacks {
            let seen = stack.iter().filter_map(|seen| match seen {
                Seen::Known(unit, status) if status.side != side && news(*unit) => Some(*unit),
                _ => None,
            });
            let lexicon = &world.resource::<Session>().rules.book.lexicon;
            let names: Vec<&str> = seen.filter_map(|unit| lexicon.name("UnitText", unit.0)).collect();
            if names.is_empty() {
                continue;
            }
            let mut told = Told { sides: [None, None], open: None };
            told.sides[side.at()] = Some(format!("you see {} in {}", names.join(", "), lexicon.place(hex)));
            entries.push(Entry { told, rule, hex: Some(hex), sort: Sort::Plain, by: Some(side) });
        }
    }
    entries
}

fn sort(fact: &Fact) -> Sort {
    match fact {
        Fact::TurnBegan { .. } => Sort::Turn,
        Fact::StepBegan { .. } => Sort::Step,
        Fact::Rolled { die, .. } => Sort::Die(*die),
        Fact::Stepped { from, to, .. } if to < from => Sort::Loss,
        Fact::Moved { to: Place::Lost, .. } => Sort::Loss,
        _ => Sort::Plain,
    }
}

/// Where a fact took place. What it is hidden from a side is hidden by `Told`: a line that is not read shows no place.
fn place(fact: &Fact) -> Option<Hex> {
    match fact {
        Fact::Moved { to: Place::Map(hex), .. } | Fact::Moved { from: Place::Map(hex), .. } => Some(*hex),
        Fact::Restacked { hex, .. }
        | Fact::Held { hex, .. }
        | Fact::HexMarked { hex, .. }
        | Fact::Announced { hex, .. }
        | Fact::Joins { hex, .. }
        | Fact::Struck { hex, .. } => Some(*hex),
        _ => None,
    }
}
