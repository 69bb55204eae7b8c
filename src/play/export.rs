//! Writes the current position as a situation file, for bug reports and for designers.

use super::journal::Players;
use super::session::{self, Session};
use super::situation::{clear, label, oddities};
use crate::board::read::Lexicon;
use crate::board::{Control, Dice, Ix, Luck, Map, Position, Start, UnitState, control_at_start, snapshot};
use crate::games::Rules;
use bevy_ecs::prelude::World;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Writes what has just happened as a situation that passes as written: the last position before it in which no decision was pending, the orders
/// since then with their dice, and what they led to. The last order is always included, so that a wrong outcome can be corrected in `then`, and a
/// wrongly refused order added to `script`.
pub fn situation_of(world: &mut World) -> String {
    let now = snapshot(world);
    let session = world.resource::<Session>();
    let is_quiet = |position: &Position| !position.is_interrupted();
    let last = (0..session.past.len()).rev().find(|n| session.before(*n).is_some_and(is_quiet));
    let told = last.and_then(|n| Some((n, session.before(n)?.clone(), replayed(world, n)?)));
    let mut scribe = Scribe::new(world);
    match told {
        Some((n, base, dice)) => {
            let orders = world.resource::<Session>().past[n..].iter().map(|entry| scribe.rules.write_order(&entry.order)).collect();
            scribe.file(&base, &now, dice, orders, "")
        }
        None => {
            let note = if is_quiet(&now) { "" } else { " The decision that was open could not be written." };
            let mut base = now;
            base.decisions = scribe.opening.decisions.clone();
            base.clock.over = None;
            let (then, dice) = scribe.settled(&base);
            scribe.file(&base, &then, dice, Vec::new(), note)
        }
    }
}

/// The dice rolled by the orders from a given number on. `None` if those orders would now lead to a different position, as after a change of tables.
fn replayed(world: &World, from: usize) -> Option<Vec<u8>> {
    let (session, start) = (world.resource::<Session>(), world.resource::<Start>());
    let mut again = session::begin(&session.rules, start, Players::Solo);
    again.insert_resource(world.resource::<Dice>().clone().recorded());
    session::set_up_position(&mut again, session.before(from)?);
    for entry in &session.past[from..] {
        session::submit(&mut again, entry.order.clone()).ok()?;
    }
    (session::hash(&mut again) == session.hash()).then(|| again.resource::<Dice>().rolls().iter().map(|roll| roll.die).collect())
}

/// Writes positions with the names of a game.
struct Scribe {
    rules: Rules,
    start: Start,
    orders: usize,
    /// A world to look at positions in.
    desk: World,
    /// The position that a situation starts from.
    opening: Position,
}

impl Scribe {
    fn new(world: &World) -> Scribe {
        let (session, start) = (world.resource::<Session>(), world.resource::<Start>());
        // A situation begins with the opening of this seed, whatever the game's own seed.
        let mut desk = session::begin(&session.rules, &Start { luck: Luck::Seeded(0), ..start.clone() }, Players::Solo);
        let mut opening = snapshot(&mut desk);
        clear(&mut opening);
        Scribe { rules: session.rules.clone(), start: start.clone(), orders: session.past.len(), desk, opening }
    }

    /// What happens by itself in a position, and the dice rolled for it.
    fn settled(&mut self, base: &Position) -> (Position, Vec<u8>) {
        self.desk.insert_resource(Dice::seeded(0).recorded());
        session::set_up_position(&mut self.desk, base);
        self.rules.game().settle(&mut self.desk);
        (snapshot(&mut self.desk), self.desk.resource::<Dice>().rolls().iter().map(|roll| roll.die).collect())
    }

    fn names(&self) -> &Lexicon {
        self.rules.lexicon()
    }

    fn name(&self, kind: &str, n: u16) -> String {
        format!("{:?}", self.names().name(kind, n).unwrap_or("?"))
    }

    /// The whole file: from one position to another.
    fn file(mut self, base: &Position, now: &Position, dice: Vec<u8>, orders: Vec<String>, note: &str) -> String {
        let flags = self.flags(base);
        let book = &self.rules.book;
        let step = book.sequence.steps[usize::from(now.clock.at)].name.clone();
        let options: Vec<String> = self.start.options.iter().map(|o| self.name("OptionId", o.0.into())).collect();
        let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
        let mut text = format!(
            "// Written from a game after {} order{}.{note} Correct in `then` what should have followed, and add orders to `script`.\n(\n",
            self.orders,
            if self.orders == 1 { "" } else { "s" },
        );
        let _ = write!(text, "    title: {:?},\n    covers: [],\n    game: {:?},\n", format!("Turn {}, {step}", now.clock.turn), self.rules.title.slug());
        if book.scenarios.len() > 1 {
            let _ = writeln!(text, "    scenario: {:?},", self.start.scenario);
        }
        let _ = write!(text, "    options: [{}],\n{flags}    given: (\n", options.join(", "));
        let _ = writeln!(text, "        turn: {}, step: {},\n        clear: true,", base.clock.turn, self.step(base));
        text.push_str(&self.changes(&self.opening, base));
        let _ = write!(text, "    ),\n    dice: [{}],\n    script: [\n", dice.join(", "));
        for order in &orders {
            let _ = writeln!(text, "        ({order}, Accepted),");
        }
        let _ = write!(text, "    ],\n    then: (\n{}", self.changes(base, now));
        let _ = writeln!(text, "        turn: {}, step: {},{}\n    ),\n)", now.clock.turn, self.step(now), self.outcome(now));
        text
    }

    fn step(&self, position: &Position) -> String {
        self.name("StepId", position.clock.step(&self.rules.book.sequence).0.into())
    }

    /// Whose decision it is, or how the game has ended.
    fn outcome(&mut self, now: &Position) -> String {
        session::set_up_position(&mut self.desk, now);
        let decider = session::decider(&mut self.desk).map_or_else(String::new, |side| format!(" decider: {},", self.name("Side", side.0.into())));
        let winner = match now.clock.over.map(|over| over.winner) {
            None => "None".to_owned(),
            Some(None) => "Draw".to_owned(),
            Some(Some(side)) => format!("Some({})", self.name("Side", side.0.into())),
        };
        format!("{decider} winner: {winner},")
    }

    /// The flag for a position in which some hex is overstacked, which the rules allow for a while.
    fn flags(&mut self, base: &Position) -> &'static str {
        session::set_up_position(&mut self.desk, base);
        let odd = oddities(&mut self.desk);
        match (odd.is_empty(), odd.iter().all(|odd| odd.crowded)) {
            (true, _) => "",
            (false, true) => "    overstacked: true,\n",
            (false, false) => "    impossible: true,\n",
        }
    }

    /// Units, hexes and ledger of a position where they differ from another.
    fn changes(&self, from: &Position, to: &Position) -> String {
        let (units, hexes, ledger) = (self.units(from, to), self.hexes(from, to), self.ledger(from, to));
        let mut text = String::new();
        if !units.is_empty() {
            let _ = write!(text, "        units: {{\n{units}        }},\n");
        }
        if !hexes.is_empty() {
            let _ = writeln!(text, "        hexes: {{ {hexes} }},");
        }
        if !ledger.is_empty() {
            let _ = writeln!(text, "        ledger: {{ {ledger} }},");
        }
        text
    }

    fn units(&self, from: &Position, to: &Position) -> String {
        let mut order: Vec<usize> = (0..to.units.len()).collect();
        // Bottom first, so that stacks are built in the right order.
        order.sort_by_key(|i| (to.units[*i].rank.0, *i));
        let line = |i: usize| {
            let fields = self.fields(&from.units[i], &to.units[i]);
            if fields.is_empty() { String::new() } else { format!("            {}: ({}),\n", self.name("UnitId", i as u16), fields.join(", ")) }
        };
        order.into_iter().map(line).collect()
    }

    fn fields(&self, from: &UnitState, to: &UnitState) -> Vec<String> {
        let (was, is) = (&from.status, &to.status);
        let mut fields = Vec::new();
        if to.place != from.place {
            fields.push(format!("at: {:?}", label(to.place, self.names())));
        }
        if is.steps != was.steps {
            fields.push(format!("steps: {}", is.steps));
        }
        if is.side != was.side {
            fields.push(format!("side: Some({})", self.name("Side", is.side.0.into())));
        }
        if is.marks != was.marks {
            fields.push(format!("marks: [{}]", self.bits("MarkId", is.marks)));
        }
        let counts = is.counts.iter().zip(&was.counts).enumerate().filter(|(_, (is, was))| is != was);
        let counts: Vec<String> = counts.map(|(i, (n, _))| format!("{}: {n}", self.name("CountId", i as u16))).collect();
        if !counts.is_empty() {
            fields.push(format!("counts: {{ {} }}", counts.join(", ")));
        }
        if is.face_down != was.face_down {
            fields.push(format!("face_down: {}", is.face_down));
        }
        fields
    }

    fn bits(&self, kind: &str, bits: u32) -> String {
        (0..32u16).filter(|n| bits & (1 << n) != 0).map(|n| self.name(kind, n)).collect::<Vec<_>>().join(", ")
    }

    fn hexes(&self, from: &Position, to: &Position) -> String {
        let controls = |position: &Position| position.hexes.iter().copied().collect::<BTreeMap<Ix, Control>>();
        let (was, is) = (controls(from), controls(to));
        let at = |controls: &BTreeMap<Ix, Control>, ix: Ix| controls.get(&ix).copied().unwrap_or_else(|| control_at_start(&self.desk, ix));
        let mut touched: Vec<Ix> = was.keys().chain(is.keys()).copied().collect();
        touched.sort_unstable();
        touched.dedup();
        let line = |ix: Ix| {
            let (was, is) = (at(&was, ix), at(&is, ix));
            let side = is.side.map_or_else(|| "None".to_owned(), |side| format!("Some({})", self.name("Side", side.0.into())));
            // The owner of a hex holds it, so the holder is given only where that differs.
            let nation = is.nation.map_or_else(|| "None".to_owned(), |nation| format!("Some({})", self.name("NationId", nation.0.into())));
            let owner = (is.nation != was.nation).then(|| format!("owner: {nation}"));
            let of_owner = is.nation.map(|nation| self.rules.book.nations[nation.at()].side);
            let expected = if owner.is_some() { of_owner } else { was.side };
            let control = (is.side != expected).then(|| format!("control: {side}"));
            let tally = (is.tally != was.tally).then(|| format!("tally: {}", is.tally));
            let marks = (is.marks != was.marks).then(|| format!("marks: [{}]", self.bits("HexMarkId", is.marks.into())));
            let fields: Vec<String> = [owner, control, tally, marks].into_iter().flatten().collect();
            (!fields.is_empty()).then(|| format!("\"{}\": ({})", self.desk.resource::<Map>().grid.hex(ix), fields.join(", ")))
        };
        touched.into_iter().filter_map(line).collect::<Vec<_>>().join(", ")
    }

    fn ledger(&self, from: &Position, to: &Position) -> String {
        let moved = to.ledger.iter().zip(&from.ledger).enumerate().filter(|(_, (is, was))| is != was);
        moved.map(|(i, (is, _))| format!("{}: {is}", self.name("TrackId", i as u16))).collect::<Vec<_>>().join(", ")
    }
}
