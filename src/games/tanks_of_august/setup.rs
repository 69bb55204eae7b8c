//! [4] Setting up.

use super::orders::{Holding, Segment};
use super::stacking;
use super::table::Table;
use super::tables::Charts;
use super::zoc;
use crate::board::{Atom, Board, Fact, Hex, Illegal, Ix, Lot, OptionId, Place, Put, Rulebook, Side, Start, UnitId};
use bevy_ecs::prelude::{In, Res, Resource};

/// Where each unit starts under the options in force: worked out once, when a game begins or its tables change.
#[derive(Resource, Clone, Debug, Default)]
pub struct Deployment {
    /// By unit id: the area it is placed in by its owner, and the rule that says so.
    areas: Vec<Option<(usize, Atom)>>,
    /// The hexes of each lot's area in which something can stand, by lot.
    hexes: Vec<Vec<Ix>>,
    /// The units each side has to place, in the order of the scenario.
    to_place: [Vec<UnitId>; 2],
}

impl Deployment {
    /// Works it out.
    pub fn new(book: &Rulebook, charts: &Charts, start: &Start) -> Deployment {
        let mut deployment = Deployment { areas: vec![None; book.units.len()], ..Deployment::default() };
        for lot in lots(book, start) {
            let Put::Area(area) = &lot.to else { continue };
            let (ground, area) = (&book.ground, &book.ground.areas[&area.value]);
            for unit in &lot.units {
                deployment.areas[unit.value.at()] = Some((deployment.hexes.len(), atom(book, lot)));
                deployment.to_place[book.nations[charts.printed[unit.value.at()].nation.at()].side.at()].push(unit.value);
            }
            deployment.hexes.push(ground.grid.all().filter(|ix| ground.in_area(area, *ix)).collect());
        }
        deployment
    }

    /// The units a side has to place, in the order of the scenario.
    pub fn to_place(&self, side: Side) -> &[UnitId] {
        &self.to_place[side.at()]
    }

    /// The hexes of a unit's set-up area.
    pub fn hexes(&self, unit: UnitId) -> &[Ix] {
        self.areas[unit.at()].map_or(&[], |(lot, _)| &self.hexes[lot])
    }
}

/// The lots of the scenario that are in force with these options.
fn lots<'a>(book: &'a Rulebook, start: &'a Start) -> impl Iterator<Item = &'a Lot> {
    book.scenario(start).lots.iter().filter(|lot| {
        lot.option.as_ref().is_none_or(|option| {
            let (name, wanted) = option.value.strip_prefix('!').map_or((option.value.as_str(), true), |name| (name, false));
            let number = book.lexicon.number("OptionId", name).and_then(Result::ok).map(|n| OptionId(n as u8));
            number.is_some_and(|option| start.has(option) == wanted)
        })
    })
}

/// Puts every counter where the scenario starts it; those that their owner places wait off the map.
pub fn deal(_: In<()>, mut board: Board, book: Res<Rulebook>, start: Res<Start>) {
    for lot in lots(&book, &start) {
        let to = match &lot.to {
            Put::Area(_) => Place::Holding(Holding::Waiting.id()),
            Put::Box(holding) => Place::Holding(*holding),
            Put::Hex(hex) => Place::Map(*hex),
        };
        for unit in &lot.units {
            board.put(Atom("TOA-4.0.d"), unit.value, to);
        }
    }
    for marker in board.boxed(Holding::Cup.id()).to_vec() {
        board.record(Atom("TOA-13.1.b"), Fact::Turned { unit: marker, face_down: true });
    }
}

/// [4.1.a], [13.1.a] Two markers are drawn unseen; the withheld one goes in between the draws.
pub fn draw_markers(board: &mut Board, charts: &Charts) {
    for (turn, withheld) in [(Holding::Turn1, charts.draw.withheld), (Holding::Turn2, None)] {
        let cup: Vec<UnitId> = board.boxed(Holding::Cup.id()).iter().filter(|u| Some(**u) != withheld).copied().collect();
        if cup.is_empty() {
            continue;
        }
        let drawn = cup[usize::from(board.die(cup.len() as u8)) - 1];
        board.put(Atom("TOA-4.1.a"), drawn, Place::Holding(turn.id()));
        board.record(Atom("TOA-13.1.a"), Fact::Drawn { what: "a reinforcement marker" });
    }
}

/// [4.0], [4.1], [4.2] Whether a unit may be set up in a hex.
pub fn may_place(board: &Board, charts: &Charts, book: &Rulebook, deployment: &Deployment, unit: UnitId, hex: Hex) -> Result<Atom, Illegal> {
    let segment = Segment::of(board.clock().step(&book.sequence));
    let Some(side) = segment.deployer() else { return Err(Illegal::new("TOA-4.0.d", "set-up is over")) };
    if board.side(unit) != side {
        return Err(Illegal::new("TOA-4.0.a", "the Russian sets up first, then the Georgian, each his own units"));
    }
    let Some((lot, rule)) = deployment.areas[unit.at()] else {
        return Err(Illegal::new("TOA-4.0.d", format!("{} is not placed at the start", book.called(unit))));
    };
    let Some(ix) = board.ix(hex) else { return Err(Illegal::new("TOA-4.0.e", format!("{hex} is not on the map"))) };
    if deployment.hexes[lot].binary_search(&ix).is_err() {
        return Err(Illegal { rule, why: format!("{} may not be set up in {hex}", book.called(unit)).into() });
    }
    if board.occupant(ix).is_some_and(|occupant| occupant != side) || !can_stand(board, charts, side, ix) {
        return Err(Illegal::new("TOA-4.0.e", format!("{} could never enter {hex}", book.called(unit))));
    }
    let mut stack: Vec<UnitId> = board.stack(ix).iter().filter(|u| **u != unit).copied().collect();
    stack.push(unit);
    match stacking::excess(charts, ix, &stack) {
        Some((broken, _)) => Err(Illegal::new("TOA-4.0.b", broken.why)),
        None => Ok(rule),
    }
}

/// The atom that places a lot, as code knows atoms.
fn atom(book: &Rulebook, lot: &Lot) -> Atom {
    const SET_UP: [&str; 10] =
        ["TOA-4.1.b", "TOA-4.1.c", "TOA-4.1.d", "TOA-4.1.e", "TOA-4.1.f", "TOA-4.2.a", "TOA-4.2.b", "TOA-4.2.c", "TOA-4.2.e", "TOA-14.2.a"];
    let id = book.lexicon.name("AtomId", lot.rule.0).unwrap_or_default();
    Atom(SET_UP.into_iter().find(|known| *known == id).unwrap_or("TOA-4.0.d"))
}

/// [4.0.e] Whether a ground unit of this side could ever be in a hex: some open side leads into it.
fn can_stand(board: &Board, charts: &Charts, side: Side, ix: Ix) -> bool {
    board.map.grid.around(ix).any(|(dir, from)| zoc::open(charts, side, from, dir.opposite(), ix))
}

/// [4] Places a unit, or moves one already placed.
pub fn place(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    let rule = may_place(&t.board, &t.charts, &t.book, &t.deployment, unit, hex)?;
    t.board.put(rule, unit, Place::Map(hex));
    Ok(())
}

/// Where a unit that waits goes if its owner leaves it to us: where the scenario suggests, or the first hex of its area with room.
fn suggestion(t: &Table, unit: UnitId) -> Option<(Hex, Atom)> {
    let suggested = t.book.scenario(&t.start).suggested.get(&unit).copied();
    let area = t.deployment.hexes(unit).iter().map(|ix| t.board.map.grid.hex(*ix));
    suggested.into_iter().chain(area).find_map(|hex| Some((hex, may_place(&t.board, &t.charts, &t.book, &t.deployment, unit, hex).ok()?)))
}

/// The units of a side that still wait.
fn waiting(t: &Table, side: Side) -> Vec<UnitId> {
    t.deployment.to_place(side).iter().filter(|u| t.board.hex(**u).is_none()).copied().collect()
}

/// Whether the rest can be placed as suggested.
pub fn may_place_rest(t: &Table) -> Result<Side, Illegal> {
    let Some(side) = t.segment().deployer() else { return Err(Illegal::new("TOA-4.0.d", "set-up is over")) };
    let waiting = waiting(t, side);
    if waiting.is_empty() {
        return Err(Illegal::new("TOA-4.0.a", "every unit is placed"));
    }
    if waiting.iter().all(|u| suggestion(t, *u).is_none()) {
        return Err(Illegal::new("TOA-4.0.b", "the units that wait find no room where they may stand; move others first"));
    }
    Ok(side)
}

/// Places every unit that still waits and finds room.
pub fn place_rest(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let side = may_place_rest(&t)?;
    for unit in waiting(&t, side) {
        if let Some((hex, rule)) = suggestion(&t, unit) {
            t.board.put(rule, unit, Place::Map(hex));
        }
    }
    Ok(())
}

/// What is still missing before a side is ready.
pub fn missing(board: &Board, deployment: &Deployment, side: Side) -> Result<(), Illegal> {
    match deployment.to_place(side).iter().filter(|u| board.hex(**u).is_none()).count() {
        0 => Ok(()),
        1 => Err(Illegal::new("TOA-4.0.a", "one unit is not placed yet")),
        n => Err(Illegal::new("TOA-4.0.a", format!("{n} units are not placed yet"))),
    }
}

/// [4.0.a] A side has set up completely.
pub fn ready(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let Some(side) = t.segment().deployer() else { return Err(Illegal::new("TOA-4.0.d", "set-up is over")) };
    missing(&t.board, &t.deployment, side)?;
    super::sequence::advance(&mut t);
    Ok(())
}
