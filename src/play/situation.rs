//! Situations: a position, scripted dice, orders, and what must follow. Tests, bug reports and designers use the same file.

use super::journal::Players;
use super::session::{self, Session};
use super::sight::{Seen, sight};
use crate::board::read::{At, Fault, Fields, Kind, Lexicon, Node, Reading, nearest};
use crate::board::{
    AtomId, BoxId, Control, CountId, Dice, Hex, HexMarkId, Illegal, MarkId, OptionId, Place, Position, Rank, Side, Start, StepId, Target, TrackId, UnitId,
    control, control_at_start, photograph,
};
use crate::games::{Order, Rules, Title};
use bevy_ecs::prelude::World;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The ground a situation is played on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
pub enum Ground {
    /// The game's map.
    #[default]
    Printed,
    /// All clear, the same numbers.
    Blank,
}

/// What must become of an order.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum Expect {
    /// It is carried out.
    Accepted,
    /// It is refused by this rule.
    Refused(AtomId),
}

/// How a counter stands, or must stand.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct UnitLine {
    at: Option<At<String>>,
    steps: Option<u8>,
    marks: Option<Vec<MarkId>>,
    counts: BTreeMap<CountId, i16>,
    side: Option<Side>,
    face_down: Option<bool>,
}

/// How a hex stands, or must stand.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct HexLine {
    control: Option<Side>,
    tally: u8,
    marks: Option<Vec<HexMarkId>>,
}

impl HexLine {
    fn bits(&self) -> Option<u16> {
        self.marks.as_ref().map(|marks| marks.iter().fold(0, |bits, m| bits | 1 << m.0))
    }
}

#[derive(Default)]
struct Given {
    turn: u8,
    step: Option<At<StepId>>,
    clear: bool,
    units: Vec<(At<UnitId>, UnitLine)>,
    hexes: Vec<(At<Hex>, HexLine)>,
    ledger: Vec<(At<TrackId>, i32)>,
}

#[derive(Default)]
struct Then {
    units: Vec<(At<UnitId>, UnitLine)>,
    hexes: Vec<(At<Hex>, HexLine)>,
    ledger: Vec<(At<TrackId>, i32)>,
    step: Option<At<StepId>>,
    turn: Option<At<u8>>,
    decider: Option<At<Side>>,
    winner: Option<At<Option<Side>>>,
    /// Hexes (and only those) that are offered to a unit.
    offers: Vec<(At<UnitId>, Vec<Hex>)>,
    /// What a side knows: units it must and units it must not know.
    knows: Vec<(At<Side>, Vec<UnitId>)>,
    ignores: Vec<(At<Side>, Vec<UnitId>)>,
}

/// A situation, read and ready to run.
pub struct Situation {
    /// What it shows.
    pub title: String,
    /// The atoms it covers.
    pub covers: Vec<String>,
    /// Which game.
    pub game: Title,
    rules: Rules,
    options: Vec<OptionId>,
    given: Given,
    dice: Vec<u8>,
    script: Vec<(u32, Order, Expect)>,
    then: Then,
}

/// What came of a situation.
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
    /// A shelf that takes its tables from here.
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
    match read(file, text, shelf) {
        Err((game, faults)) => Verdict { title: file.to_owned(), game, covers: Vec::new(), faults, unreadable: true },
        Ok(situation) => {
            let names = Lexicon::default();
            let reading = Reading::new(file, text, &names);
            situation.run(&reading);
            let faults = reading.into_faults();
            Verdict { title: situation.title, game: Some(situation.game), covers: situation.covers, faults, unreadable: false }
        }
    }
}

/// Reads a situation: first which game it is of, then the rest with that game's names in force.
fn read(file: &str, text: &str, shelf: &mut Shelf<'_>) -> Result<Situation, (Option<Title>, Vec<Fault>)> {
    let names = Lexicon::default();
    let first = Reading::new(file, text, &names);
    let Some(tree) = first.tree() else { return Err((None, first.into_faults())) };
    let head = first.fields(&tree);
    let (slug, map): (Option<At<String>>, Ground) = (head.need("game"), head.maybe("map"));
    let Some(slug) = slug else { return Err((None, first.into_faults())) };
    let Some(title) = Title::of_slug(&slug.value) else {
        first.fault(slug.at, format!("there is no game {:?}{}", slug.value, nearest(&slug.value, Title::ALL.iter().map(|t| t.slug()))));
        return Err((None, first.into_faults()));
    };
    let rules = match shelf.rules(title, map == Ground::Blank) {
        Ok(rules) => rules,
        Err(what) => {
            first.fault(slug.at, what);
            return Err((Some(title), first.into_faults()));
        }
    };
    let reading = Reading::new(file, text, rules.lexicon());
    let situation = body(&reading, &tree, title, &rules);
    let mut faults = first.into_faults();
    faults.extend(reading.into_faults());
    situation.filter(|_| faults.is_empty()).ok_or((Some(title), faults))
}

fn body(r: &Reading<'_>, tree: &Node<'_>, game: Title, rules: &Rules) -> Option<Situation> {
    let f = r.fields(tree);
    f.node("game");
    f.node("map");
    let covers: Vec<AtomId> = f.each("covers");
    let atoms = rules.lexicon().names("AtomId");
    let given = f.node("given").map(|node| {
        let g = r.fields(node);
        let given = Given {
            turn: g.maybe("turn"),
            step: g.maybe("step"),
            clear: g.maybe("clear"),
            units: g.each_pair("units"),
            hexes: g.each_pair("hexes"),
            ledger: g.each_pair("ledger"),
        };
        g.close();
        check_places(r, &given.units, rules);
        given
    });
    let then = f.node("then").map(|node| {
        let t = r.fields(node);
        let then = Then {
            units: t.each_pair("units"),
            hexes: t.each_pair("hexes"),
            ledger: t.each_pair("ledger"),
            step: t.maybe("step"),
            turn: t.maybe("turn"),
            decider: t.maybe("decider"),
            winner: winner(r, &t),
            offers: t.each_pair("offers"),
            knows: t.each_pair("knows"),
            ignores: t.each_pair("ignores"),
        };
        t.close();
        check_places(r, &then.units, rules);
        then
    });
    let script = script(r, &f, rules);
    let situation = Situation {
        title: f.need("title")?,
        covers: covers.iter().map(|a| atoms[usize::from(a.0)].clone()).collect(),
        game,
        rules: rules.clone(),
        options: f.each("options"),
        given: given.unwrap_or_default(),
        dice: f.each("dice"),
        script,
        then: then.unwrap_or_default(),
    };
    f.close();
    Some(situation)
}

/// `winner: None` says that nobody has won, which is also so while the game goes on.
fn winner(r: &Reading<'_>, fields: &Fields<'_, '_, '_>) -> Option<At<Option<Side>>> {
    fields.node("winner").and_then(|node| Some(At { at: node.at, value: r.value(node)? }))
}

fn script(r: &Reading<'_>, fields: &Fields<'_, '_, '_>, rules: &Rules) -> Vec<(u32, Order, Expect)> {
    let Some(node) = fields.node("script") else { return Vec::new() };
    let Kind::List(entries) = &node.kind else {
        r.fault(node.at, "expected a list of (order, Accepted) or (order, Refused(\"atom\"))");
        return Vec::new();
    };
    let entry = |entry: &Node<'_>| match &entry.kind {
        Kind::Tuple(None, pair) if pair.len() == 2 => {
            let (order, expect) = (rules.game().read_order(r, &pair[0]), r.value(&pair[1]));
            Some((entry.at, order?, expect?))
        }
        _ => {
            r.fault(entry.at, "expected (order, Accepted) or (order, Refused(\"atom\"))");
            None
        }
    };
    entries.iter().filter_map(entry).collect()
}

fn check_places(r: &Reading<'_>, units: &[(At<UnitId>, UnitLine)], rules: &Rules) {
    for at in units.iter().filter_map(|(_, line)| line.at.as_ref()) {
        if let Err(what) = place(&at.value, rules) {
            r.fault(at.at, what);
        }
    }
}

/// `"2207"`, `"box:Name"` or `"lost"`.
fn place(text: &str, rules: &Rules) -> Result<Place, String> {
    if text == "lost" {
        return Ok(Place::Lost);
    }
    let names = rules.lexicon();
    if let Some(name) = text.strip_prefix("box:") {
        return names.number("BoxId", name).unwrap_or_else(|| Err("this game has no boxes".into())).map(|n| Place::Holding(BoxId(n as u8)));
    }
    text.parse::<Hex>()?;
    names.number("Hex", text).unwrap_or_else(|| Err("there is no map".into())).map(|n| Place::Map(Hex(n)))
}

impl Situation {
    /// Runs it and notes everything that is not as it must be, each where the file says it.
    fn run(&self, r: &Reading<'_>) {
        let start = match self.rules.start(None, &self.options, 0) {
            Ok(start) => start,
            Err(what) => return r.fault(0, what),
        };
        let mut world = session::begin(&self.rules, &start, Players::Solo);
        world.insert_resource(Dice::scripted(self.dice.iter().copied()));
        let opening = photograph(&mut world);
        let position = self.position(&world, &start, opening);
        session::set_up_position(&mut world, &position);
        self.rules.game().settle(&mut world);
        for (at, order, expect) in &self.script {
            let before = session::hash(&mut world);
            let came = session::submit(&mut world, order.clone());
            self.compare(r, *at, order, expect, &came.err());
            if matches!(expect, Expect::Refused(_)) && session::hash(&mut world) != before {
                r.fault(*at, "the order was refused and yet changed the position");
            }
        }
        if let Some((left, starved)) = world.resource::<Dice>().script() {
            if starved {
                r.fault(0, "a die was thrown that the situation does not have");
            } else if left > 0 {
                r.fault(0, format!("{left} dice are left over"));
            }
        }
        self.outcome(r, &mut world);
    }

    fn position(&self, world: &World, start: &Start, mut position: Position) -> Position {
        let given = &self.given;
        position.drawn = 0;
        if given.clear {
            for unit in &mut position.units {
                (unit.place, unit.rank, unit.status.face_down) = (Place::Lost, Rank(0), false);
            }
        }
        if let Some(at) = given.step.as_ref().and_then(|step| self.rules.book.step_at(step.value, start)) {
            position.clock.at = at as u8;
            position.clock.turn = given.turn;
        }
        for (id, line) in &given.units {
            let index = id.value.at();
            if let Some(place) = line.at.as_ref().and_then(|at| place(&at.value, &self.rules).ok()) {
                let rank = position.units.iter().enumerate().filter(|(i, u)| *i != index && u.place == place && place.hex().is_some()).count();
                (position.units[index].place, position.units[index].rank) = (place, Rank(rank as u8));
            }
            let status = &mut position.units[index].status;
            status.steps = line.steps.unwrap_or(status.steps);
            status.side = line.side.unwrap_or(status.side);
            status.face_down = line.face_down.unwrap_or(status.face_down);
            status.marks = line.marks.as_ref().map_or(status.marks, |marks| marks.iter().fold(0, |bits, m| bits | 1 << m.0));
            for (count, n) in &line.counts {
                status.counts[count.at()] = *n;
            }
        }
        for (hex, line) in &given.hexes {
            let ix = self.rules.book.ground.grid.ix(hex.value).expect("the reader knows the hexes of the map");
            let at_start = control_at_start(world, ix);
            let control = Control { side: line.control.or(at_start.side), marks: line.bits().unwrap_or(0), tally: line.tally };
            position.hexes.retain(|(i, _)| *i != ix);
            if control != at_start {
                position.hexes.push((ix, control));
            }
        }
        position.hexes.sort_by_key(|(ix, _)| *ix);
        for (track, n) in &given.ledger {
            position.ledger[track.value.at()] = *n;
        }
        position
    }

    fn compare(&self, r: &Reading<'_>, at: u32, order: &Order, expect: &Expect, came: &Option<Illegal>) {
        let order = || self.rules.write_order(order);
        match (expect, came) {
            (Expect::Accepted, Some(illegal)) => r.fault(at, format!("{} was refused: {illegal}", order())),
            (Expect::Refused(atom), None) => r.fault(at, format!("{} was accepted; expected a refusal by {}", order(), self.atom(*atom))),
            (Expect::Refused(atom), Some(illegal)) if illegal.rule.0 != self.atom(*atom) => {
                r.fault(at, format!("{} was refused by another rule than {}: {illegal}", order(), self.atom(*atom)));
            }
            _ => {}
        }
    }

    fn atom(&self, atom: AtomId) -> &str {
        self.rules.lexicon().name("AtomId", atom.0).unwrap_or("?")
    }

    fn outcome(&self, r: &Reading<'_>, world: &mut World) {
        let position = photograph(world);
        let names = self.rules.lexicon();
        let label = |place: Place| match place {
            Place::Map(hex) => hex.to_string(),
            Place::Holding(b) => format!("box:{}", names.name("BoxId", b.0.into()).unwrap_or("?")),
            Place::Lost => "lost".to_owned(),
        };
        for (id, line) in &self.then.units {
            let (unit, name) = (&position.units[id.value.at()], self.rules.book.unit_name(id.value));
            let fault = |what: String| r.fault(id.at, format!("{name} {what}"));
            if let Some(at) = &line.at
                && place(&at.value, &self.rules) != Ok(unit.place)
            {
                r.fault(at.at, format!("{name} is at {}, expected {}", label(unit.place), at.value));
            }
            if line.steps.is_some_and(|steps| steps != unit.status.steps) {
                fault(format!("has {} steps", unit.status.steps));
            }
            if line.side.is_some_and(|side| side != unit.status.side) {
                fault("belongs to the other side".into());
            }
            if line.face_down.is_some_and(|face| face != unit.status.face_down) {
                fault(format!("lies face {}", if unit.status.face_down { "down" } else { "up" }));
            }
            if let Some(marks) = &line.marks
                && marks.iter().fold(0, |bits, m| bits | 1 << m.0) != unit.status.marks
            {
                let found: Vec<&str> = (0..32).filter(|b| unit.status.marks & (1 << b) != 0).filter_map(|b| names.name("MarkId", b)).collect();
                fault(format!("has the marks {found:?}"));
            }
            for (count, n) in line.counts.iter().filter(|(count, n)| unit.status.count(**count) != **n) {
                fault(format!("has {} {}, expected {n}", unit.status.count(*count), names.name("CountId", count.0.into()).unwrap_or("?")));
            }
        }
        for (hex, line) in &self.then.hexes {
            let ix = self.rules.book.ground.grid.ix(hex.value).expect("the reader knows the hexes of the map");
            let found = control(world, ix);
            if found.side != line.control {
                r.fault(hex.at, format!("{} is held by {}", hex.value, found.side.map_or("nobody", |s| &self.rules.book.sides[s.at()])));
            }
            if found.tally != line.tally {
                r.fault(hex.at, format!("{} markers lie in {}", found.tally, hex.value));
            }
            if line.bits().is_some_and(|bits| bits != found.marks) {
                let marks: Vec<&str> = (0..16).filter(|b| found.marks & (1 << b) != 0).filter_map(|b| names.name("HexMarkId", b)).collect();
                r.fault(hex.at, format!("{} has the marks {marks:?}", hex.value));
            }
        }
        for (track, n) in self.then.ledger.iter().filter(|(track, n)| position.ledger[track.value.at()] != *n) {
            r.fault(track.at, format!("{} is {}, expected {n}", names.name("TrackId", track.value.0.into()).unwrap_or("?"), position.ledger[track.value.at()]));
        }
        let step = position.clock.step(&self.rules.book.sequence);
        if let Some(expected) = self.then.step
            && expected.value != step
        {
            r.fault(expected.at, format!("the step is {:?}", names.name("StepId", step.0.into()).unwrap_or("?")));
        }
        if let Some(expected) = self.then.turn
            && expected.value != position.clock.turn
        {
            r.fault(expected.at, format!("the turn is {}", position.clock.turn));
        }
        let decider = session::prompt(world).side;
        if let Some(expected) = self.then.decider
            && Some(expected.value) != decider
        {
            r.fault(expected.at, format!("the decision is {}'s", decider.map_or("nobody", |s| &self.rules.book.sides[s.at()])));
        }
        if let Some(expected) = self.then.winner
            && Session::outcome(world).flatten() != expected.value
        {
            let winner = Session::outcome(world).flatten();
            r.fault(expected.at, format!("the winner is {}", winner.map_or("nobody", |s| &self.rules.book.sides[s.at()])));
        }
        self.views(r, world);
    }

    fn views(&self, r: &Reading<'_>, world: &mut World) {
        for (unit, hexes) in &self.then.offers {
            let offer = session::offer(world, &[unit.value]);
            let mut found: Vec<Hex> = offer.choices.iter().filter_map(|c| if let Target::Hex(hex) = c.on { Some(hex) } else { None }).collect();
            let mut expected = hexes.clone();
            // One hex may be offered in several ways: on foot and by air, alone and together.
            for list in [&mut found, &mut expected] {
                list.sort_unstable();
                list.dedup();
            }
            if found != expected {
                let (more, less): (Vec<Hex>, Vec<Hex>) =
                    (found.iter().filter(|h| !expected.contains(h)).copied().collect(), expected.iter().filter(|h| !found.contains(h)).copied().collect());
                r.fault(unit.at, format!("{} is offered {more:?} besides and not {less:?}", self.rules.book.unit_name(unit.value)));
            }
        }
        for (wanted, list) in [(true, &self.then.knows), (false, &self.then.ignores)] {
            for (side, units) in list {
                let seen = sight(world, side.value);
                let known: Vec<UnitId> = (seen.stacks.values().chain(seen.boxes.values()).flatten())
                    .filter_map(|s| if let Seen::Known(id, _) = s { Some(*id) } else { None })
                    .collect();
                for unit in units.iter().filter(|u| known.contains(u) != wanted) {
                    let does = if wanted { "does not know" } else { "knows" };
                    r.fault(side.at, format!("the {} side {does} {}", self.rules.book.sides[side.value.at()], self.rules.book.unit_name(*unit)));
                }
            }
        }
    }
}
