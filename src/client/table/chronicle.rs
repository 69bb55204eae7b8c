//! The log: what every order brought about, as each side may read it. It is written down at the time, so that later knowledge changes nothing.

use crate::board::{Atom, Event, Fact, Hex, Place, Position, Role, Sentence, Side, UnitId};
use crate::play::{self, Scope, Seen, Session, Told};
use bevy_ecs::prelude::World;
use std::collections::BTreeMap;

/// What a line is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A new turn.
    Turn,
    /// A new step.
    Step,
    /// A die; its face.
    Die(u8),
    /// Several dice rolled together.
    Dice,
    /// The odds of a battle.
    Odds,
    /// The result of a battle.
    Result,
    /// A step or a counter lost.
    Loss,
    /// Anything else.
    Plain,
}

/// What a line leaves on the map when past events are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trace {
    /// A counter took this path.
    Way(Vec<Hex>),
    /// Steps were lost here, or a whole counter.
    Loss(Hex),
    /// Something was struck or announced here.
    Strike(Hex),
}

/// How much of this a reader may see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Detail {
    Nothing,
    /// Only where a path begins and ends.
    Ends,
    Full,
}

/// The indices, among the readers of a line, of one person who plays both sides and of two people who look together.
const EITHER: usize = 2;
const COMMON: usize = 3;
/// How many readers there are.
const READERS: usize = 4;

/// A line of the log.
#[derive(Clone, Debug)]
pub struct Entry {
    /// How it reads to each side, to one person who plays both, and to two who look together.
    words: [Option<String>; READERS],
    /// The rule that acted.
    pub rule: Atom,
    /// Where it happened.
    pub hex: Option<Hex>,
    /// What it is about.
    pub sort: Sort,
    /// Whose order brought it about.
    pub by: Option<Side>,
    /// What it leaves on the map, and how much of that each reader sees.
    trace: Option<(Trace, [Detail; READERS])>,
}

fn reader(side: Side, scope: Scope) -> usize {
    match scope {
        Scope::Own => side.at(),
        Scope::Either => EITHER,
        Scope::Common => COMMON,
    }
}

impl Entry {
    /// How it reads to a side and, depending on the scope, the other.
    pub fn read(&self, side: Side, scope: Scope) -> Option<&str> {
        self.words[reader(side, scope)].as_deref()
    }

    /// What it leaves on the map as seen by a side and, depending on the scope, the other. That may be more than its text says: a loss described in
    /// another line still has its own place.
    pub fn trace(&self, side: Side, scope: Scope) -> Option<Trace> {
        let (trace, details) = self.trace.as_ref()?;
        match (trace, details[reader(side, scope)]) {
            (_, Detail::Nothing) => None,
            (Trace::Way(way), Detail::Ends) => Some(Trace::Way(vec![*way.first()?, *way.last()?])),
            (trace, _) => Some(trace.clone()),
        }
    }
}

/// An attack in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Battle {
    /// Its orders.
    pub pages: std::ops::Range<usize>,
    /// It was planned and canceled before it was declared: nothing has happened.
    pub dropped: bool,
    /// Another order has followed.
    pub over: bool,
}

/// The log of a game: a page for the opening, then one for each order.
#[derive(Default)]
pub struct Chronicle {
    pages: Vec<Vec<Entry>>,
    /// The role of each order, and whether a decision was open before it; by page.
    roles: Vec<(Role, bool)>,
    /// What each side knew after each page, in games where sighting a counter is news.
    known: Vec<[Vec<bool>; 2]>,
}

impl Chronicle {
    /// Brings the log up to the game, after orders were given or taken back.
    pub fn follow(&mut self, world: &mut World) {
        let orders = world.resource::<Session>().past.len();
        self.pages.truncate(orders + 1);
        self.roles.truncate(orders + 1);
        self.known.truncate(orders + 1);
        let rule = world.resource::<Session>().rules.game().sight_rule();
        while self.pages.len() <= orders {
            let session = world.resource::<Session>();
            let (events, by) = match self.pages.len() {
                0 => (session.prelude.clone(), None),
                n => (session.past[n - 1].events.clone(), session.past[n - 1].by),
            };
            let role = match self.pages.len() {
                0 => (Role::Act, false),
                n => (session.past[n - 1].order.role(), session.before(n - 1).is_some_and(Position::is_interrupted)),
            };
            self.roles.push(role);
            let mut places: BTreeMap<UnitId, Hex> = BTreeMap::new();
            if let Some(before) = self.pages.len().checked_sub(1).and_then(|n| session.before(n)) {
                let lost = events.iter().filter(|event| sort(&event.fact) == Sort::Loss).filter_map(|event| event.fact.unit());
                places.extend(lost.filter_map(|unit| Some((unit, before.units[unit.at()].place.hex()?))));
            }
            let mut page = page(world, &events, by, self.pages.is_empty(), places);
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

    /// Every line up to an order, the oldest first.
    pub fn entries(&self, orders: usize) -> impl DoubleEndedIterator<Item = &Entry> {
        self.pages.iter().take(orders + 1).flatten()
    }

    /// The lines of an order, counted from 1; 0 is the opening.
    pub fn page(&self, order: usize) -> &[Entry] {
        self.pages.get(order).map_or(&[], Vec::as_slice)
    }

    /// The attacks among the orders up to a given one: each from the order that plans it to just after the last one that belongs to it.
    pub fn battles(&self, orders: usize) -> Vec<Battle> {
        let mut battles = Vec::new();
        let mut at = 1;
        while at <= orders.min(self.orders()) {
            let (role, _) = self.roles[at];
            let begun = at;
            at += 1;
            if role != Role::Plan {
                continue;
            }
            while at <= orders && self.roles.get(at).is_some_and(|(_, inside)| *inside) {
                at += 1;
            }
            let went = self.roles[begun..at].iter().any(|(role, _)| *role == Role::Go);
            let dropped = !went && self.roles[begun..at].iter().any(|(role, _)| *role == Role::Drop);
            battles.push(Battle { pages: begun..at, dropped, over: at <= orders });
        }
        battles
    }

    /// How many orders there are.
    pub fn orders(&self) -> usize {
        self.pages.len().saturating_sub(1)
    }
}

/// `places`: where counters that lose something were before.
fn page(world: &mut World, events: &[Event], by: Option<Side>, opening: bool, mut places: BTreeMap<UnitId, Hex>) -> Vec<Entry> {
    let mut readers: [Vec<Option<Sentence>>; READERS] = Default::default();
    for Told { sides: [first, second], open, common } in play::tell(world, events) {
        readers.iter_mut().zip([first, second, open, common]).for_each(|(reader, told)| reader.push(told));
    }
    let detail = |i: usize| {
        readers.each_ref().map(|reader| match &reader[i] {
            None => Detail::Nothing,
            Some(Sentence::Plain(_)) => Detail::Ends,
            Some(_) => Detail::Full,
        })
    };
    let traces: Vec<_> = (0..events.len()).map(|i| trace(&events[i].fact, &mut places).map(|trace| (trace, detail(i)))).collect();
    readers.iter_mut().for_each(|reader| gather(events, reader));
    // Where counters wait before the war is no news.
    let news = |event: &Event| !matches!(event.fact, Fact::Moved { from: Place::Holding(_) | Place::Lost, to: Place::Holding(_), .. }) || !opening;
    let words = |i: usize| readers.each_ref().map(|reader| reader[i].as_ref().map(|told| explained(world, &events[i].fact, told.to_string())));
    let entry =
        |(i, event): (usize, &Event)| Entry { words: words(i), rule: event.by, hex: place(&event.fact), sort: sort(&event.fact), by, trace: traces[i].clone() };
    events.iter().enumerate().filter(|(_, event)| news(event)).map(entry).collect()
}

/// Adds to a result of the combat table what it does.
fn explained(world: &World, fact: &Fact, words: String) -> String {
    let meaning = match fact {
        Fact::Result { text } => world.resource::<Session>().rules.game().result_in_words(text),
        _ => None,
    };
    meaning.map_or(words.clone(), |meaning| format!("{words}, {meaning}"))
}

/// Merges what the same rule does to several counters in a row into one line, separately for each reader: what others may read must not show in it.
fn gather(events: &[Event], told: &mut [Option<Sentence>]) {
    let mut open: Option<usize> = None; // the line that counters join
    for i in 0..told.len() {
        let (before, here) = told.split_at_mut(i);
        match (open.and_then(|at| before[at].as_mut().filter(|_| events[at].by == events[i].by)), &mut here[0]) {
            (_, None) => {}
            (Some(Sentence::Of { units, predicate }), Some(Sentence::Of { units: more, predicate: same })) if predicate == same => {
                units.append(more);
                here[0] = None;
            }
            (_, Some(sentence)) => open = matches!(sentence, Sentence::Of { .. }).then_some(i),
        }
    }
}

/// The enemy counters that each side has newly sighted on the map, hex by hex.
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
            let mut words = [const { None }; READERS];
            words[side.at()] = Some(format!("you see {} in {}", names.join(", "), lexicon.place(hex)));
            entries.push(Entry { words, rule, hex: Some(hex), sort: Sort::Plain, by: Some(side), trace: None });
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
        Fact::Odds { .. } => Sort::Odds,
        Fact::Result { .. } => Sort::Result,
        Fact::Stepped { from, to, .. } if to < from => Sort::Loss,
        Fact::Moved { to: Place::Lost, .. } => Sort::Loss,
        _ => Sort::Plain,
    }
}

/// What a fact leaves on the map. `places`: where counters that lose something are.
fn trace(fact: &Fact, places: &mut BTreeMap<UnitId, Hex>) -> Option<Trace> {
    match fact {
        Fact::Moved { unit, from: Place::Map(from), to: Place::Map(to), path } => {
            places.insert(*unit, *to);
            let mut way = vec![*from];
            way.extend(path);
            if way.last() != Some(to) {
                way.push(*to);
            }
            Some(Trace::Way(way))
        }
        Fact::Moved { from: Place::Map(hex), to: Place::Lost, .. } => Some(Trace::Loss(*hex)),
        Fact::Moved { unit, to: Place::Map(hex), .. } => {
            places.insert(*unit, *hex);
            None
        }
        Fact::Stepped { unit, from, to } if to < from => places.get(unit).map(|hex| Trace::Loss(*hex)),
        Fact::Struck { hex, .. } | Fact::Announced { hex, .. } => Some(Trace::Strike(*hex)),
        _ => None,
    }
}

/// Where a fact took place. Something hidden from a side has no text for that side, and a line that is not read shows no place.
fn place(fact: &Fact) -> Option<Hex> {
    match fact {
        Fact::Moved { to: Place::Map(hex), .. } | Fact::Moved { from: Place::Map(hex), .. } => Some(*hex),
        Fact::Restacked { hex, .. }
        | Fact::Held { hex, .. }
        | Fact::Owned { hex, .. }
        | Fact::HexMarked { hex, .. }
        | Fact::Announced { hex, .. }
        | Fact::AttackerToggled { hex, .. }
        | Fact::Struck { hex, .. } => Some(*hex),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::gather;
    use crate::board::{Atom, Event, Fact, Sentence, UnitId};
    use crate::games::Title;

    #[test]
    fn several_are_told_in_one_line() {
        let title = Title::playable().next().expect("there is a game");
        let rules = title.load(&title.shipped()).unwrap_or_else(|faults| panic!("{faults}"));
        let (by, other) = (Atom("one rule"), Atom("another"));
        let event = |unit: u16, to: u8, by: Atom| Event { by, fact: Fact::Stepped { unit: UnitId(unit), from: 2, to } };
        let events = [event(0, 1, by), event(1, 1, by), event(2, 3, by), event(3, 3, other)];
        let mut told: Vec<Option<Sentence>> = events.iter().map(|event| event.fact.tell(&rules.book)).collect();
        gather(&events, &mut told);
        let told: Vec<Option<String>> = told.iter().map(|told| told.as_ref().map(ToString::to_string)).collect();
        let name = |unit: u16| rules.book.called(UnitId(unit));
        assert_eq!(told[0], Some(format!("{} and {} are reduced to 1 step", name(0), name(1))));
        assert_eq!(told[1], None);
        assert_eq!(told[2], Some(format!("{} is restored to 3 steps", name(2))));
        assert_eq!(told[3], Some(format!("{} is restored to 3 steps", name(3))));
    }
}
