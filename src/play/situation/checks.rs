//! What must hold at the end of a situation, or at a point in its script.

use super::file::{Battle, Button, Checks, HexLine, UnitLine, Winner, label, place};
use super::report::Report;
use super::{SPENT, Situation};
use crate::board::read::At;
use crate::board::{Choice, CountId, Event, Fact, Hex, Points, Position, Side, Target, UnitId, UnitState, control, snapshot};
use crate::games::Order;
use crate::play::session::{self, Session};
use crate::play::sight::{Seen, sight};
use bevy_ecs::prelude::World;

impl Situation {
    /// Compares a world with what must hold.
    pub fn check(&self, report: &Report<'_, '_>, world: &mut World, checks: &Checks) {
        let position = snapshot(world);
        for (id, line) in &checks.units {
            self.unit(report, &position.units[id.value.at()], id, line);
        }
        for (hex, line) in &checks.hexes {
            self.hex(report, world, hex, line);
        }
        self.ledger(report, &position, checks);
        self.clock(report, world, &position, checks);
        self.choices(report, world, checks);
        self.knowledge(report, world, checks);
        self.history(report, world, checks);
    }

    fn side(&self, side: Side) -> String {
        format!("the {} side", self.rules.book.sides[side.at()])
    }

    fn unit(&self, report: &Report<'_, '_>, unit: &UnitState, id: &At<UnitId>, line: &UnitLine) {
        let (names, name, status) = (self.rules.lexicon(), self.rules.book.unit_name(id.value), &unit.status);
        let fault = |what: String| report.check(id.at, format!("{name} {what}"));
        if let Some(at) = &line.at
            && place(&at.value, &self.rules) != Ok(unit.place)
        {
            report.check(at.at, format!("{name} is at {}, expected {}", label(unit.place, names), at.value));
        }
        if let Some(steps) = line.steps.filter(|steps| *steps != status.steps) {
            fault(format!("has {} {}, expected {steps}", status.steps, if status.steps == 1 { "step" } else { "steps" }));
        }
        if line.side.is_some_and(|side| side != status.side) {
            fault(format!("belongs to {}", self.side(status.side)));
        }
        if line.face_down.is_some_and(|face| face != status.face_down) {
            fault(format!("is face {}", if status.face_down { "down" } else { "up" }));
        }
        if let Some(marks) = &line.marks
            && marks.iter().fold(0, |bits, m| bits | 1 << m.0) != status.marks
        {
            let found: Vec<&str> = (0..32).filter(|b| status.marks & (1 << b) != 0).filter_map(|b| names.name("MarkId", b)).collect();
            fault(format!("has the marks {found:?}"));
        }
        for (count, n) in line.counts.iter().filter(|(count, n)| status.count(**count) != **n) {
            fault(format!("has {} {}, expected {n}", status.count(*count), names.name("CountId", count.0.into()).unwrap_or("?")));
        }
    }

    fn hex(&self, report: &Report<'_, '_>, world: &World, hex: &At<Hex>, line: &HexLine) {
        let ix = self.rules.book.ground.grid.ix(hex.value).expect("the reader knows the hexes of the map");
        let found = control(world, ix);
        if line.control.is_some_and(|side| side != found.side) {
            report.check(hex.at, format!("{} controls {}", found.side.map_or_else(|| "nobody".to_owned(), |side| self.side(side)), hex.value));
        }
        if line.owner.is_some_and(|nation| nation != found.nation) {
            let owner = found.nation.map_or_else(|| "nobody".to_owned(), |nation| self.rules.book.nations[nation.at()].name.clone());
            report.check(hex.at, format!("{} is owned by {owner}", hex.value));
        }
        if line.tally.is_some_and(|tally| tally != found.tally) {
            report.check(hex.at, format!("{} has {} {}", hex.value, found.tally, if found.tally == 1 { "marker" } else { "markers" }));
        }
        if line.bits().is_some_and(|bits| bits != found.marks) {
            let names = self.rules.lexicon();
            let marks: Vec<&str> = (0..16).filter(|b| found.marks & (1 << b) != 0).filter_map(|b| names.name("HexMarkId", b)).collect();
            report.check(hex.at, format!("{} has the marks {marks:?}", hex.value));
        }
    }

    fn ledger(&self, report: &Report<'_, '_>, position: &Position, checks: &Checks) {
        let names = self.rules.lexicon();
        for (track, n) in checks.ledger.iter().filter(|(track, n)| position.ledger[track.value.at()] != *n) {
            let name = names.name("TrackId", track.value.0.into()).unwrap_or("?");
            report.check(track.at, format!("{name} is {}, expected {n}", position.ledger[track.value.at()]));
        }
        let spent = names.number("CountId", SPENT).and_then(Result::ok).map(|n| CountId(n as u8));
        for (unit, points) in &checks.spent {
            let found = spent.map_or(Points(0), |count| Points(position.units[unit.value.at()].status.count(count)));
            if found != *points {
                report.check(unit.at, format!("{} has spent {found} movement points, expected {points}", self.rules.book.unit_name(unit.value)));
            }
        }
    }

    fn clock(&self, report: &Report<'_, '_>, world: &mut World, position: &Position, checks: &Checks) {
        let step = position.clock.step(&self.rules.book.sequence);
        if let Some(expected) = checks.step.filter(|expected| expected.value != step) {
            report.check(expected.at, format!("the step is {:?}", self.rules.lexicon().name("StepId", step.0.into()).unwrap_or("?")));
        }
        if let Some(expected) = checks.turn.filter(|expected| expected.value != position.clock.turn) {
            report.check(expected.at, format!("the turn is {}", position.clock.turn));
        }
        if let Some(expected) = checks.decider {
            let decider = session::decider(world);
            if Some(expected.value) != decider {
                report.check(expected.at, format!("{} decides", decider.map_or_else(|| "nobody".to_owned(), |side| self.side(side))));
            }
        }
        let winner = match Session::outcome(world) {
            None => Winner::None,
            Some(None) => Winner::Draw,
            Some(Some(side)) => Winner::Side(side),
        };
        if let Some(expected) = checks.winner.filter(|expected| expected.value != winner) {
            let what = match winner {
                Winner::None => "the game is not over".to_owned(),
                Winner::Draw => "the game is over and nobody has won: it is a Draw".to_owned(),
                Winner::Side(side) => format!("{} has won", self.side(side)),
            };
            report.check(expected.at, what);
        }
    }

    /// What is offered: hexes, what they cost, buttons.
    fn choices(&self, report: &Report<'_, '_>, world: &mut World, checks: &Checks) {
        for (unit, hexes) in &checks.offers {
            let mut found: Vec<Hex> = offered(world, unit.value).into_iter().map(|(hex, _)| hex).collect();
            let mut expected = hexes.clone();
            // One hex may be offered in several ways: on foot and by air, alone and together.
            for list in [&mut found, &mut expected] {
                list.sort_unstable();
                list.dedup();
            }
            if found != expected {
                let without = |list: &[Hex], other: &[Hex]| list.iter().filter(|h| !other.contains(h)).map(Hex::to_string).collect::<Vec<_>>().join(" ");
                let what = difference(&without(&found, &expected), &without(&expected, &found));
                report.check(unit.at, format!("{} is {what}", self.rules.book.unit_name(unit.value)));
            }
        }
        for (unit, costs) in &checks.costs {
            let found = offered(world, unit.value);
            let name = self.rules.book.unit_name(unit.value);
            for (hex, points) in costs {
                let asked: Vec<Points> = found.iter().filter(|(to, _)| to == hex).filter_map(|(_, cost)| *cost).collect();
                if asked.is_empty() {
                    report.check(unit.at, format!("{name} is not offered {hex} for movement points"));
                } else if !asked.contains(points) {
                    let asked: Vec<String> = asked.iter().map(Points::to_string).collect();
                    report.check(unit.at, format!("{hex} costs {name} {} movement points, expected {points}", asked.join(" or ")));
                }
            }
        }
        if let Some(buttons) = &checks.buttons {
            let found: Vec<Choice<Order>> = session::prompt(world).buttons.into_iter().filter(|choice| choice.on == Target::Button).collect();
            self.buttons(report, buttons, &found);
        }
    }

    fn buttons(&self, report: &Report<'_, '_>, expected: &At<Vec<Button>>, found: &[Choice<Order>]) {
        let is = |button: &Button, choice: &Choice<Order>| match button {
            Button::Label(label) => choice.label == label.as_str(),
            Button::Order(order) => choice.order == *order,
        };
        let more = found.iter().filter(|choice| !expected.value.iter().any(|button| is(button, choice)));
        let more: Vec<String> = more.map(|choice| format!("{:?} ({})", choice.label, self.rules.write_order(&choice.order))).collect();
        let less = expected.value.iter().filter(|button| !found.iter().any(|choice| is(button, choice)));
        let less: Vec<String> = less
            .map(|button| match button {
                Button::Label(label) => format!("{label:?}"),
                Button::Order(order) => self.rules.write_order(order),
            })
            .collect();
        if !(more.is_empty() && less.is_empty()) {
            report.check(expected.at, format!("the player is {}", difference(&more.join(", "), &less.join(", "))));
        }
    }

    fn knowledge(&self, report: &Report<'_, '_>, world: &mut World, checks: &Checks) {
        for (wanted, list) in [(true, &checks.knows), (false, &checks.ignores)] {
            for (side, units) in list {
                let seen = sight(world, side.value);
                let known: Vec<UnitId> = (seen.stacks.values().chain(seen.boxes.values()).flatten())
                    .filter_map(|s| if let Seen::Known(id, _) = s { Some(*id) } else { None })
                    .collect();
                for unit in units.iter().filter(|u| known.contains(u) != wanted) {
                    let does = if wanted { "does not know" } else { "knows" };
                    report.check(side.at, format!("{} {does} {}", self.side(side.value), self.rules.book.unit_name(*unit)));
                }
            }
        }
    }

    /// What has happened: the last battle, the last lines of the log, why the game ended.
    fn history(&self, report: &Report<'_, '_>, world: &World, checks: &Checks) {
        let session = world.resource::<Session>();
        let events: Vec<&Event> = session.prelude.iter().chain(session.past.iter().flat_map(|entry| &entry.events)).collect();
        if let Some(expected) = &checks.battle {
            match last_battle(&events) {
                None => report.check(expected.at, "there has been no battle"),
                Some(found) => battle(report, expected, &found),
            }
        }
        let log: Vec<(&str, String)> = events.iter().filter_map(|e| Some((e.by.0, e.fact.read(&self.rules.book)?))).collect();
        for (i, expected) in checks.log.iter().enumerate() {
            let found = (log.len() + i).checked_sub(checks.log.len()).map(|at| &log[at]);
            let rule = expected.value.rule.map(|rule| self.atom(rule));
            let fits = |(by, words): &(&str, String)| rule.is_none_or(|rule| rule == *by) && expected.value.words.as_ref().is_none_or(|w| words.contains(w));
            match found {
                None => report.check(expected.at, "the log has no such line"),
                Some(line) if fits(line) => {}
                Some((by, words)) => report.check(expected.at, format!("the log says: {words} [{by}]")),
            }
        }
        if let Some(expected) = checks.ended_by {
            let end = events.iter().rev().find(|e| matches!(e.fact, Fact::Ended { .. })).map(|e| e.by.0);
            if end != Some(self.atom(expected.value)) {
                report.check(expected.at, end.map_or_else(|| "the game is not over".to_owned(), |by| format!("the game was ended by {by}")));
            }
        }
    }
}

/// The hexes offered to a unit, each with its cost in movement points if it has one.
fn offered(world: &mut World, unit: UnitId) -> Vec<(Hex, Option<Points>)> {
    let choices = session::offer(world, &[unit]).choices.into_iter();
    choices.filter_map(|c| if let Target::Hex(hex) = c.on { Some((hex, c.cost.map(|(cost, _)| cost))) } else { None }).collect()
}

fn difference(more: &str, less: &str) -> String {
    match (more, less) {
        (more, "") => format!("also offered {more}"),
        ("", less) => format!("not offered {less}"),
        (more, less) => format!("also offered {more} and not offered {less}"),
    }
}

/// The odds worked out last, and the first result after them.
fn last_battle(events: &[&Event]) -> Option<Battle> {
    let at = events.iter().rposition(|e| matches!(e.fact, Fact::Odds { .. }))?;
    let Fact::Odds { attack, defense, odds, column, .. } = &events[at].fact else { return None };
    let result = events[at..].iter().find_map(|e| if let Fact::Result { text } = &e.fact { Some(text.clone()) } else { None });
    Some(Battle { attack: Some(*attack), defense: Some(*defense), odds: Some(odds.clone()), column: Some(column.clone()), result })
}

fn battle(report: &Report<'_, '_>, expected: &At<Battle>, found: &Battle) {
    let number = |n: Option<i32>| n.map(|n| n.to_string());
    let (is, must) = (found, &expected.value);
    for (what, is, must) in [
        ("attack factors", number(is.attack), number(must.attack)),
        ("defense factors", number(is.defense), number(must.defense)),
        ("odds", is.odds.clone(), must.odds.clone()),
        ("column", is.column.clone(), must.column.clone()),
        ("result", is.result.clone(), must.result.clone()),
    ] {
        if must.is_some() && must != is {
            let is = is.unwrap_or_else(|| "none yet".to_owned());
            report.check(expected.at, format!("the last battle's {what}: {is}, expected {}", must.unwrap_or_default()));
        }
    }
}
