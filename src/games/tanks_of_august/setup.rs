//! [4] Setting up.

use super::orders::Holding;
use super::stacking;
use super::table::Table;
use super::tables::Charts;
use super::zoc;
use crate::board::{Atom, AtomId, Board, Fact, Hex, Illegal, Ix, Place, Rulebook, SetUpArea, Side, Start, UnitId, Units};
use crate::games::kit::may_place_some;
use bevy_ecs::prelude::{In, Res};

/// Puts every counter where the scenario starts it; those that their owner places wait off the map.
pub(super) fn deal(_: In<()>, mut board: Board, book: Res<Rulebook>, start: Res<Start>) {
    board.deal(&book, &start, Holding::Waiting.id(), |_, _| Atom("TOA-4.0.d"));
    for marker in board.boxed(Holding::Cup.id()).to_vec() {
        board.record(Atom("TOA-13.1.b"), Fact::Turned { unit: marker, face_down: true });
    }
}

/// [4.1.a], [13.1.a] Two markers are drawn unseen; the withheld one goes in between the draws.
pub(super) fn draw_markers(board: &mut Board, charts: &Charts) {
    for (turn, withheld) in [(Holding::Turn1, charts.draw.withheld), (Holding::Turn2, None)] {
        let cup: Vec<UnitId> = board.boxed(Holding::Cup.id()).iter().filter(|u| Some(**u) != withheld).copied().collect();
        if cup.is_empty() {
            continue;
        }
        let drawn = cup[usize::from(board.die(cup.len() as u8, "a reinforcement marker")) - 1];
        board.put(Atom("TOA-4.1.a"), drawn, Place::Holding(turn.id()));
        board.record(Atom("TOA-13.1.a"), Fact::Drawn { what: "a reinforcement marker" });
    }
}

/// [4.0], [4.1], [4.2] Whether a unit may be set up in a hex, and the rule that lets it.
fn may_place(t: &Table, unit: UnitId, hex: Hex) -> Result<Atom, Illegal> {
    let (rule, area) = starts(t, unit)?;
    may_stand(t, unit, rule, area, hex)
}

/// [4.0.a], [4.0.d] Whether a unit is set up now: by which rule, and where.
pub(super) fn starts<'a>(t: &'a Table, unit: UnitId) -> Result<(Atom, &'a SetUpArea), Illegal> {
    let Some(side) = t.segment().deployer() else { return Err(Illegal::new("TOA-4.0.d", "set-up is over")) };
    if t.side(unit) != side {
        let why = format!("{} belongs to the other player: the Russian sets up first, then the Georgian", t.name(unit));
        return Err(Illegal::new("TOA-4.0.a", why));
    }
    let Some((rule, area)) = t.deployment.lot(unit).and_then(|lot| Some((atom(t, lot.rule), lot.area.as_ref()?))) else {
        return Err(Illegal::new("TOA-4.0.d", format!("{} does not start on the map", t.name(unit))));
    };
    Ok((rule, area))
}

/// [4.0.b], [4.0.e] Whether a hex takes a unit that is set up now in an area by a rule.
pub(super) fn may_stand(t: &Table, unit: UnitId, rule: Atom, area: &SetUpArea, hex: Hex) -> Result<Atom, Illegal> {
    let side = t.side(unit);
    let ix = t.on_the_map(hex, "TOA-4.0.e")?;
    if !area.spans(ix) {
        let why = format!("{} may not start in {}: it sets up {}", t.name(unit), t.spot(hex), area.words);
        return Err(Illegal { rule, why: why.into() });
    }
    if t.board.occupant(ix).is_some_and(|occupant| occupant != side) {
        return Err(Illegal::new("TOA-4.0.e", format!("there is an enemy unit in {}", t.spot(hex))));
    }
    if !can_stand(&t.board, &t.charts, side, ix) {
        return Err(Illegal::new("TOA-4.0.e", format!("{} could never enter {}", t.name(unit), t.spot(hex))));
    }
    let mut stack: Units = t.board.stack(ix).iter().filter(|u| **u != unit).copied().collect();
    stack.push(unit);
    match stacking::excess(&t.charts, ix, &stack) {
        Some((fault, _)) => Err(Illegal::new("TOA-4.0.b", fault.refusal(&t.spot(hex)).why)),
        None => Ok(rule),
    }
}

/// The atom that places a lot, as code knows atoms.
fn atom(t: &Table, rule: AtomId) -> Atom {
    const SET_UP: [&str; 10] =
        ["TOA-4.1.b", "TOA-4.1.c", "TOA-4.1.d", "TOA-4.1.e", "TOA-4.1.f", "TOA-4.2.a", "TOA-4.2.b", "TOA-4.2.c", "TOA-4.2.e", "TOA-14.2.a"];
    let id = t.book.lexicon.name("AtomId", rule.0).unwrap_or_default();
    Atom(SET_UP.into_iter().find(|known| *known == id).unwrap_or("TOA-4.0.d"))
}

/// [4.0.e] Whether a ground unit of this side could ever be in a hex: some open side leads into it.
fn can_stand(board: &Board, charts: &Charts, side: Side, ix: Ix) -> bool {
    board.map.grid.around(ix).any(|(dir, from)| zoc::open(charts, side, from, dir.opposite(), ix))
}

/// [4] Places a unit, or moves one already placed.
pub(super) fn place(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    let rule = may_place(&t, unit, hex)?;
    t.board.put(rule, unit, Place::Map(hex));
    Ok(())
}

/// Where a unit that waits goes if its owner leaves it to us: where the scenario suggests, or the first hex of its area with room.
fn suggestion(t: &Table, unit: UnitId) -> Option<(Hex, Atom)> {
    let area = t.deployment.hexes(unit).iter().map(|ix| t.hex(*ix));
    t.deployment.suggested(unit).into_iter().chain(area).find_map(|hex| Some((hex, may_place(t, unit, hex).ok()?)))
}

/// The units of a side that still wait.
fn waiting(t: &Table, side: Side) -> Vec<UnitId> {
    t.deployment.to_place(side).iter().filter(|u| t.board.hex(**u).is_none()).copied().collect()
}

/// Whether the rest can be placed as suggested.
pub(super) fn may_place_rest(t: &Table) -> Result<Side, Illegal> {
    let Some(side) = t.segment().deployer() else { return Err(Illegal::new("TOA-4.0.d", "set-up is over")) };
    may_place_some(&waiting(t, side), |unit| suggestion(t, unit).is_some(), "TOA-4.0.a", "TOA-4.0.b").map(|()| side)
}

/// Places every unit that still waits and finds room.
pub(super) fn place_rest(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let side = may_place_rest(&t)?;
    for unit in waiting(&t, side) {
        if let Some((hex, rule)) = suggestion(&t, unit) {
            t.board.put(rule, unit, Place::Map(hex));
        }
    }
    Ok(())
}

/// What is still missing before a side is ready.
pub(super) fn missing(t: &Table, side: Side) -> Result<(), Illegal> {
    match waiting(t, side)[..] {
        [] => Ok(()),
        [unit] => Err(Illegal::new("TOA-4.0.a", format!("{} is not placed yet", t.name(unit)))),
        [unit, ref others @ ..] => Err(Illegal::new("TOA-4.0.a", format!("{} and {} more are not placed yet", t.name(unit), others.len()))),
    }
}

/// [4.0.a] A side has set up completely.
pub(super) fn ready(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let Some(side) = t.segment().deployer() else { return Err(Illegal::new("TOA-4.0.d", "set-up is over")) };
    missing(&t, side)?;
    super::sequence::advance(&mut t);
    Ok(())
}
