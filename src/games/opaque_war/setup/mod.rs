//! [3.1] Setting up: who controls what, garrisons drawn unseen, then each player's placements, in ten steps.

pub(super) mod place;

use super::orders::{Count, Decision, HexMark, Holding, Purpose, Segment};
use super::sequence;
use super::table::Table;
use super::tables::{Charts, Contingent, Land};
use super::{REBEL, UKRAINIAN};
use crate::board::{Atom, Board, Control, Fact, Hex, Illegal, Ix, Place, Rulebook, Start, UnitId};
use bevy_ecs::prelude::{In, Res};

/// [3.1.b], [F-18] Control before any die: all places outside the two oblasts are Ukrainian, Russian ones and the airbase are nobody's.
pub(super) fn opening_control(charts: &Charts) -> Vec<Control> {
    let holder = |land, controlled| (land == Land::Other && controlled).then_some(UKRAINIAN);
    charts.footing.iter().map(|f| Control { side: holder(f.land, f.controlled), ..Control::default() }).collect()
}

/// Puts every counter where the scenario starts it; those to be drawn lie face down.
pub(super) fn deal(_: In<()>, mut board: Board, book: Res<Rulebook>, charts: Res<Charts>, start: Res<Start>) {
    board.deal(&book, &start, Holding::Brigades.id(), |unit, to| dealt_by(&charts, unit, to));
    for cup in [Holding::PoliceCup, Holding::MilitiaCup, Holding::LuhanskCup, Holding::DonetskCup] {
        for unit in board.boxed(cup.id()).to_vec() {
            let by = dealt_by(&charts, unit, Place::Holding(cup.id()));
            board.record(by, Fact::Turned { unit, face_down: true });
        }
    }
}

/// [F-68] The rule of the step to which a counter belongs that is sorted into its box before the first.
fn dealt_by(charts: &Charts, unit: UnitId, to: Place) -> Atom {
    use Holding::*;
    let printed = &charts.printed[unit.at()];
    let luhansk = printed.contingent == Contingent::Luhansk;
    let is = |holding: Holding| to == Place::Holding(holding.id());
    Atom(match () {
        () if is(PoliceCup) => "OW-3.1.e",
        () if is(MilitiaCup) => "OW-3.1.j",
        () if is(LuhanskCup) => "OW-3.1.l",
        () if is(DonetskCup) => "OW-3.1.r",
        () if is(Crowd) && luhansk => "OW-3.1.p",
        () if is(Crowd) => "OW-3.1.s",
        () if is(Brigades) => "OW-3.1.u",
        () if is(UkrainianAvailable) => "OW-3.1.x",
        () if is(UkrainianPool) && printed.is_combat() => "OW-3.1.v",
        () if is(UkrainianPool) => "OW-10.1.e",
        () if is(RussiansWaiting) => "OW-3.1.y",
        () if is(RebelPool) => "OW-10.2.d",
        () => "OW-3.1.z",
    })
}

/// [F-68] The rule of a segment's step of set-up; none once set-up is over.
pub(super) fn step_rule(segment: Segment) -> Option<&'static str> {
    Some(match segment {
        Segment::Control => "OW-3.1.a",
        Segment::Police => "OW-3.1.e",
        Segment::Militia => "OW-3.1.j",
        Segment::LuhanskUnits => "OW-3.1.l",
        Segment::LuhanskCrowd => "OW-3.1.p",
        Segment::DonetskUnits => "OW-3.1.r",
        Segment::DonetskCrowd => "OW-3.1.s",
        Segment::Brigades => "OW-3.1.u",
        Segment::Boxes => "OW-3.1.z",
        _ => return None,
    })
}

/// [F-68] Refuses an order of set-up outside the steps it belongs to: by the rule of the step being played or, once set-up is over, by its own.
pub(super) fn only_in(t: &Table, purposes: &[Purpose], own: &'static str, why: &'static str) -> Result<&'static str, Illegal> {
    let rule = step_rule(t.segment()).unwrap_or(own);
    if purposes.contains(&t.purpose()) { Ok(rule) } else { Err(Illegal::new(rule, why)) }
}

/// [3.1.a]–[3.1.d] A die for every town and city hex of the two oblasts, then one for every checkpoint but Krasnodon.
pub(super) fn roll_control(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    only_in(&t, &[Purpose::Control], "OW-3.1.a", "control of towns and checkpoints is rolled for only at the start of set-up")?;
    let numbers = t.charts.setup.clone();
    for ix in t.charts.spots.rolled.clone() {
        let die = t.roll("OW-3.1.a", "control of a town or city", &[]);
        claim(&mut t, "OW-3.1.a", ix, die <= i16::from(numbers.town_ukrainian));
    }
    for ix in t.charts.spots.rolled_checkpoints.clone() {
        let die = t.roll("OW-3.1.c", "control of a checkpoint", &[]);
        claim(&mut t, "OW-3.1.c", ix, die <= i16::from(numbers.checkpoint_ukrainian));
    }
    sequence::advance(&mut t);
    Ok(())
}

fn claim(t: &mut Table, by: &'static str, ix: Ix, ukrainian: bool) {
    let hex = t.hex(ix);
    t.board.record(Atom(by), Fact::Held { hex, by: Some(if ukrainian { UKRAINIAN } else { REBEL }) });
}

/// Draws a counter from a cup, unseen.
fn draw(t: &mut Table, by: &'static str, cup: Holding, what: &'static str) -> Option<UnitId> {
    let left = t.boxed(cup);
    let sides = u8::try_from(left.len()).ok().filter(|n| *n > 0)?;
    let drawn = left[usize::from(t.board.die(sides, what)) - 1];
    t.board.record(Atom(by), Fact::Drawn { what });
    Some(drawn)
}

/// Puts a drawn garrison into a hex, face down to both players.
fn garrison(t: &mut Table, by: &'static str, cup: Holding, what: &'static str, ix: Ix) {
    if let Some(unit) = draw(t, by, cup, what) {
        t.board.put(Atom(by), unit, Place::Map(t.hex(ix)));
        t.occupy(UKRAINIAN, ix);
    }
}

/// [3.1.i], [3.1.k] What is left in a cup goes to the pool, where its owner may look at it.
fn empty(t: &mut Table, by: &'static str, cup: Holding, pool: Holding) {
    for unit in t.boxed(cup) {
        t.box_up(by, unit, pool);
        t.uncover(by, unit);
    }
}

/// [3.1.f] Cities that are to get police and have none yet.
pub(super) fn police_cities(t: &Table) -> Vec<Ix> {
    let open = |ix: &Ix| t.holder(*ix) != Some(REBEL) && !t.hex_has(*ix, HexMark::Skipped) && !t.holds(UKRAINIAN, *ix);
    t.charts.spots.police.iter().copied().filter(open).collect()
}

/// [3.1.e]–[3.1.i] Police go to checkpoints, then to cities; where they do not suffice the Rebel is asked. Tells whether the step is over.
pub(super) fn police(t: &mut Table) -> bool {
    let bare = |t: &Table, ix: &Ix| t.holder(*ix) == Some(UKRAINIAN) && !t.holds(UKRAINIAN, *ix);
    for ix in t.charts.spots.checkpoints.clone() {
        if bare(t, &ix) {
            garrison(t, "OW-3.1.e", Holding::PoliceCup, "a police unit", ix);
        }
    }
    let cities = police_cities(t);
    if cities.len() > t.boxed(Holding::PoliceCup).len() {
        t.board.ask(Decision::Shortage);
        t.board.record(Atom("OW-3.1.h"), Fact::Asked { side: REBEL, what: "name the cities that get no police" });
        return false;
    }
    for ix in cities {
        garrison(t, "OW-3.1.f", Holding::PoliceCup, "a police unit", ix);
    }
    empty(t, "OW-3.1.i", Holding::PoliceCup, Holding::UkrainianPool);
    true
}

/// [3.1.h] This city gets no police.
pub(super) fn skip_city(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    if t.board.decision() != Some(&Decision::Shortage) {
        return Err(Illegal::new("OW-3.1.h", "there are enough police for every city"));
    }
    let cities = police_cities(&t);
    let Some(ix) = t.board.ix(hex).filter(|ix| cities.contains(ix)) else {
        return Err(Illegal::new("OW-3.1.h", format!("{} is not a city waiting for police", t.spot(hex))));
    };
    t.mark_hex("OW-3.1.h", ix, HexMark::Skipped, true);
    if cities.len() - 1 <= t.boxed(Holding::PoliceCup).len() {
        t.board.answer();
    }
    Ok(())
}

/// [3.1.j], [3.1.k], [F-57] A militia unit in every Ukrainian town of the two oblasts; if there are too few, in towns drawn at random.
pub(super) fn militia(t: &mut Table) {
    let waits = |t: &Table, ix: Ix| {
        let there = &t.charts.footing[ix.at()];
        there.town && there.land.is_rebel() && t.holder(ix) == Some(UKRAINIAN)
    };
    let mut towns: Vec<Ix> = t.charts.spots.sources.iter().copied().filter(|ix| waits(t, *ix)).collect();
    while towns.len() > t.boxed(Holding::MilitiaCup).len() {
        let Ok(sides) = u8::try_from(towns.len()) else { break };
        let bare = usize::from(t.board.die(sides, "a town without militia")) - 1;
        towns.remove(bare);
    }
    for ix in towns {
        garrison(t, "OW-3.1.j", Holding::MilitiaCup, "a militia unit", ix);
    }
    empty(t, "OW-3.1.k", Holding::MilitiaCup, Holding::UkrainianPool);
}

/// The republic whose pieces are set up in this step.
pub(super) fn republic(t: &Table) -> Contingent {
    if matches!(t.segment(), Segment::LuhanskUnits | Segment::LuhanskCrowd) { Contingent::Luhansk } else { Contingent::Donetsk }
}

/// The rules of a republic's step.
pub(super) struct Step {
    /// Who is drawn and where they may stand.
    pub place: &'static str,
    /// What keeps them away.
    pub zone: &'static str,
    /// The Rebel looks at them.
    seen: &'static str,
    /// The others go to his pool.
    rest: &'static str,
}

/// The rules of a republic's step: one says of the Donetsk battalions what four say of those of Luhansk.
pub(super) fn rules(republic: Contingent) -> Step {
    match republic {
        Contingent::Luhansk => Step { place: "OW-3.1.l", zone: "OW-3.1.m", seen: "OW-3.1.n", rest: "OW-3.1.o" },
        _ => Step { place: "OW-3.1.r", zone: "OW-3.1.r", seen: "OW-3.1.r", rest: "OW-3.1.r" },
    }
}

/// Its cup, and how many are drawn from it.
fn cup(t: &Table, republic: Contingent) -> (Holding, u8) {
    if republic == Contingent::Luhansk { (Holding::LuhanskCup, t.charts.setup.luhansk_drawn) } else { (Holding::DonetskCup, t.charts.setup.donetsk_drawn) }
}

/// Battalions of a republic that are drawn and not looked at, by their place in the draw.
pub(super) fn drawn(t: &Table, republic: Contingent) -> Vec<UnitId> {
    let slot = |u: &UnitId| t.board.status(*u).count(Count::Slot.id());
    let mut drawn: Vec<UnitId> = t.board.units().filter(|u| t.printed(*u).contingent == republic && slot(u) > 0).collect();
    drawn.sort_by_key(slot);
    drawn
}

/// [3.1.l], [3.1.r] Draws the battalions of this step unseen, if that has not been done. Tells whether it was.
pub(super) fn draw_battalions(t: &mut Table) -> bool {
    let republic = republic(t);
    let (cup, number) = cup(t, republic);
    if !drawn(t, republic).is_empty() || t.boxed(cup).is_empty() {
        return false;
    }
    let by = rules(republic).place;
    for slot in 1..=number {
        let Some(unit) = draw(t, by, cup, "a battalion") else { break };
        t.box_up(by, unit, Holding::Drawn);
        t.board.count(Atom(by), unit, Count::Slot.id(), i16::from(slot));
    }
    true
}

/// [3.1.n], [3.1.o] All are placed: the Rebel looks at them, and the rest goes to his pool.
pub(super) fn end_battalions(t: &mut Table) {
    let republic = republic(t);
    let Step { place, seen, rest, .. } = rules(republic);
    for unit in drawn(t, republic) {
        t.board.count(Atom(place), unit, Count::Slot.id(), 0);
        t.uncover(seen, unit);
        if let Some(ix) = t.ix_of(unit) {
            t.occupy(REBEL, ix);
            t.look_around(unit, ix);
        }
    }
    let (cup, _) = cup(t, republic);
    empty(t, rest, cup, Holding::RebelPool);
}
