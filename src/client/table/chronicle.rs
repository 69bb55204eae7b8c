//! The log: what every order made happen, as each side may read it, written down at the time so that later knowledge changes nothing.

use crate::board::{Atom, Event, Fact, Hex, Place, Side, Tables, UnitId};
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
    /// Several dice thrown together.
    Dice,
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
    let readers: [fn(&mut Told) -> &mut Option<String>; 3] = [|told| &mut told.sides[0], |told| &mut told.sides[1], |told| &mut told.open];
    for of in readers {
        gather(&world.resource::<Session>().rules.book, events, &mut told, of);
    }
    // Where counters wait before the war is no news.
    let news =
        |(event, _): &(&Event, Told)| !matches!(event.fact, Fact::Moved { from: Place::Holding(_) | Place::Lost, to: Place::Holding(_), .. }) || !opening;
    let entry = |(event, told): (&Event, Told)| Entry { told, rule: event.by, hex: place(&event.fact), sort: sort(&event.fact), by };
    events.iter().zip(told).filter(news).map(entry).collect()
}

/// What the same rule does to several counters one after another becomes one line, for one reader: what others may read must not show in it.
fn gather(book: &Tables, events: &[Event], told: &mut [Told], of: fn(&mut Told) -> &mut Option<String>) {
    // The line that is being gathered: where it stands, its rule, what all have in common, and who they are.
    let mut open: Option<(usize, Atom, String, Vec<&str>)> = None;
    for (i, event) in events.iter().enumerate() {
        let Some(words) = of(&mut told[i]).clone() else { continue };
        let name = event.fact.unit().map(|unit| book.called(unit));
        let same = name.and_then(|name| Some((name, words.strip_prefix(name)?.to_owned())));
        match (&mut open, same) {
            (Some((at, rule, common, names)), Some((name, rest))) if *rule == event.by && *common == rest => {
                names.push(name);
                *of(&mut told[i]) = None;
                *of(&mut told[*at]) = Some(format!("{}{}", listed(names), plural(common)));
            }
            (_, same) => open = same.map(|(name, rest)| (i, event.by, rest, vec![name])),
        }
    }
}

/// So many are named at the most.
const NAMED: usize = 8;

fn listed(names: &[&str]) -> String {
    match names {
        [first @ .., last] if names.len() <= NAMED => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", names[..NAMED].join(", "), names.len() - NAMED),
    }
}

/// What is said of one, said of several: the verb comes first.
fn plural(rest: &str) -> String {
    let rest = rest.trim_start();
    let (verb, more) = rest.split_once(' ').map_or((rest, String::new()), |(verb, more)| (verb, format!(" {more}")));
    let verb = match verb {
        "is" => "are",
        "has" => "have",
        "was" => "were",
        "goes" => "go",
        other => other.strip_suffix('s').unwrap_or(other),
    };
    format!(" {verb}{more}")
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
        Fact::Rolled { dice: 1, die, .. } => Sort::Die(*die),
        Fact::Rolled { .. } => Sort::Dice,
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
        | Fact::AttackerToggled { hex, .. }
        | Fact::Struck { hex, .. } => Some(*hex),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{listed, plural};

    #[test]
    fn several_are_told_in_one_line() {
        assert_eq!(format!("{}{}", listed(&["Ru 1 Tank", "Ru 6 Tank"]), plural(" is disrupted")), "Ru 1 Tank and Ru 6 Tank are disrupted");
        assert_eq!(plural(" moves from 1001 to 1003 via 1002"), " move from 1001 to 1003 via 1002");
        let many: Vec<&str> = (0..11).map(|_| "x").collect();
        assert!(listed(&many).ends_with("x and 3 more"));
    }
}
