//! [11] Airpower: superiority, placement, range, interdiction, retrieval.

use super::orders::{Holding, Segment, Track};
use super::table::Table;
use super::tables::UnitType;
use super::{ALLIED, RUSSIAN, sequence};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, LayerId, Modifier, Place, Side, UnitId};
use bevy_ecs::prelude::In;

/// [11.3.a], [5.9.b] Whether a hex is in range of a side's airpower. Layers must be up to date.
pub(super) fn reaches(t: &Table, side: Side, ix: Ix) -> bool {
    t.board.layer(LayerId::Air(side)).get(ix.at()).copied().unwrap_or(false)
}

/// [11.1], [5.9.a], [12.8.a] What a side rolls: by which rule, how many dice, and what is added.
fn roll_of(t: &Table, side: Side) -> (&'static str, u8, Vec<Modifier>) {
    let air = &t.charts.air;
    let nato = side == ALLIED && t.track(Track::NatoAir) > 0;
    let surprise = (side == RUSSIAN && t.turn() == 1).then_some(("surprise", air.first_turn_russian));
    let held = (t.superior() == Some(side)).then_some(("superiority last turn", air.held_before));
    let rule = match (surprise, nato, held) {
        (Some(_), ..) => "PS-5.9.a",
        (None, true, _) => "PS-12.8.a",
        (None, false, Some(_)) => "PS-11.1.b",
        (None, false, None) => "PS-11.1.a",
    };
    (rule, if nato { air.nato_dice } else { air.dice }, surprise.into_iter().chain(held).collect())
}

/// [11.1.a]–[11.1.c] Both sides roll until one has more; it gets as many markers as it has more, up to its pool.
pub(super) fn roll(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    t.during(Segment::AirRoll, "PS-11.1.a", "air superiority is rolled for only in the Airpower Phase")?;
    let rolls = [roll_of(&t, RUSSIAN), roll_of(&t, ALLIED)];
    let mut totals;
    loop {
        totals = [t.roll_dice(rolls[0].0, "Russian air superiority", rolls[0].1, &rolls[0].2), 0];
        totals[1] = t.roll_dice(rolls[1].0, "Allied air superiority", rolls[1].1, &rolls[1].2);
        if totals[0] != totals[1] || t.board.starved() {
            break;
        }
        t.board.record(Atom("PS-11.1.a"), Fact::Noted { text: "a tie: both sides roll again".into() });
    }
    let winner = if totals[0] >= totals[1] { RUSSIAN } else { ALLIED };
    t.set_track("PS-11.1.a", Track::Superiority, i32::from(winner.0) + 1);
    let pool = t.board.boxed(Holding::air(winner).id()).len() as i32;
    t.set_track("PS-11.1.c", Track::AirDue, i32::from(totals[0].abs_diff(totals[1])).min(pool));
    sequence::end_step(&mut t);
    Ok(())
}

/// The markers of the winner that are to be placed, or have been: those at hand are all alike, so one stands for them.
pub(super) fn markers(t: &Table) -> Vec<UnitId> {
    let Some(side) = t.superior() else { return Vec::new() };
    let next = t.board.boxed(Holding::air(side).id()).first().filter(|_| t.track(Track::AirDue) > 0);
    next.copied().into_iter().chain(placed(t, side)).collect()
}

fn placed(t: &Table, side: Side) -> impl Iterator<Item = UnitId> {
    t.on_map(side).filter(|u| t.kind(*u) == UnitType::Airpower)
}

/// [11.2], [5.9.b], [6.5.a] Whether a marker may be placed in a hex.
pub(super) fn may_place(t: &Table, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
    may_place_some(t, unit)?;
    may_lie(t, unit, t.on_the_map(hex, "PS-11.2.a")?)
}

/// [11.1] Whether a marker may be placed at all.
pub(super) fn may_place_some(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    t.during(Segment::AirPlacement, "PS-11.1.d", "airpower is placed only in the Airpower Phase")?;
    let printed = t.printed(unit);
    if printed.kind != UnitType::Airpower {
        return Err(Illegal::new("PS-11.1.d", format!("{} is not an airpower marker", t.name(unit))));
    }
    if t.superior() != Some(printed.side) {
        return Err(Illegal::new("PS-11.1.d", format!("the {} side does not have air superiority, so it places no airpower", t.book.sides[printed.side.at()])));
    }
    let moved = t.board.hex(unit).is_some();
    if !moved && !t.is_in(unit, Holding::air(printed.side)) {
        return Err(Illegal::new("PS-11.1.c", format!("{} is not in its side's pool of airpower", t.name(unit))));
    }
    if !moved && t.track(Track::AirDue) <= 0 {
        return Err(Illegal::new("PS-11.1.c", "every airpower marker that was won has been placed"));
    }
    Ok(())
}

/// [11.2], [5.9.b], [6.5.a] Whether a hex takes a marker.
pub(super) fn may_lie(t: &Table, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    let printed = t.printed(unit);
    if printed.side == ALLIED && t.turn() == 1 && t.footing(ix).russia {
        return Err(Illegal::new("PS-5.9.b", format!("{} lies in Russia proper, where no Allied airpower may be placed in turn 1", t.spot_at(ix))));
    }
    if t.board.stack(ix).iter().any(|u| *u != unit && t.printed(*u).kind == UnitType::Airpower) {
        return Err(Illegal::new("PS-11.2.b", format!("there is already an airpower marker in {}", t.spot_at(ix))));
    }
    Ok(())
}

/// [11.2] A marker is placed, or moved before placing is done.
pub(super) fn place(t: &mut Table, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
    may_place(t, unit, hex)?;
    if t.board.hex(unit).is_none() {
        t.set_track("PS-11.1.d", Track::AirDue, t.track(Track::AirDue) - 1);
    }
    t.board.put(Atom("PS-11.2.a"), unit, Place::Map(hex));
    Ok(())
}

/// Takes a marker back before placing is done.
pub(super) fn take_back(t: &mut Table, unit: UnitId) -> Result<(), Illegal> {
    let Some(side) = t.superior().filter(|side| placed(t, *side).any(|u| u == unit)) else {
        return Err(Illegal::new("PS-11.2.b", format!("{} has not been placed", t.name(unit))));
    };
    t.set_track("PS-11.1.d", Track::AirDue, t.track(Track::AirDue) + 1);
    t.box_up("PS-11.2.b", unit, Holding::air(side));
    Ok(())
}

/// Whether there is nobody who could place anything.
pub(super) fn nothing_to_place(t: &Table) -> bool {
    t.superior().is_none_or(|side| t.track(Track::AirDue) <= 0 && placed(t, side).next().is_none())
}

/// [11.2.b] What is still to be placed.
pub(super) fn missing(t: &Table) -> Result<(), Illegal> {
    match t.track(Track::AirDue) {
        ..=0 => Ok(()),
        1 => Err(Illegal::new("PS-11.2.b", "1 airpower marker has not been placed yet")),
        n => Err(Illegal::new("PS-11.2.b", format!("{n} airpower markers have not been placed yet"))),
    }
}

/// [11.3.a] How far a marker reaches.
pub(super) fn range(In(unit): In<UnitId>, t: Table) -> Option<u8> {
    (t.printed(unit).kind == UnitType::Airpower).then(|| u8::try_from(t.charts.air.range).unwrap_or(u8::MAX))
}

/// [11.3.a], [5.9.b] The hexes in range of a side's airpower.
pub(super) fn air_cover(In(side): In<Side>, mut t: Table) -> Vec<Hex> {
    t.refresh_of(side);
    let grid = &t.board.map.grid;
    grid.all().filter(|ix| reaches(&t, side, *ix)).map(|ix| grid.hex(ix)).collect()
}

/// [11.6.a] The phase of actions is over: all markers go back.
pub(super) fn retrieve(t: &mut Table) {
    for side in [RUSSIAN, ALLIED] {
        for unit in placed(t, side).collect::<Vec<_>>() {
            t.box_up("PS-11.6.a", unit, Holding::air(side));
        }
    }
}
