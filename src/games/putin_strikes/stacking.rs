//! [6] Sharing a hex.

use super::orders::Decision;
use super::replacements;
use super::table::Table;
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Side, UnitId, Units};
use bevy_ecs::prelude::In;

/// [6.3] Thirds of a division that stand in a hex; garrisons and markers count nothing [6.4.a], [6.6.a].
pub(super) fn load(t: &Table, ix: Ix) -> u32 {
    t.ground(ix).map(|u| u32::from(t.thirds(u))).sum()
}

/// [6.3] Whether a unit that comes in finds room.
pub(super) fn fits(t: &Table, ix: Ix, unit: UnitId, rule: &'static str) -> Result<(), Illegal> {
    let others: u32 = t.ground(ix).filter(|u| *u != unit).map(|u| u32::from(t.thirds(u))).sum();
    if others + u32::from(t.thirds(unit)) > u32::from(t.charts.sizes.capacity) {
        return Err(Illegal::new(rule, format!("{} would hold more than two divisions (three brigades count as one)", t.spot_at(ix))));
    }
    Ok(())
}

/// [6.2] The first hex of a side that holds too much.
fn too_full(t: &Table, side: Side) -> Option<Ix> {
    let mut crowded: Option<Ix> = None;
    let few = usize::from(t.charts.sizes.capacity / t.charts.sizes.division.max(1)).max(1);
    for unit in t.army(side) {
        // So few counters fit whatever they are; the rest is counted.
        let Some(ix) = t.ix_of(unit).filter(|ix| t.board.stack(*ix).len() > few) else { continue };
        if crowded.is_none_or(|known| ix < known) && load(t, ix) > u32::from(t.charts.sizes.capacity) {
            crowded = Some(ix);
        }
    }
    crowded
}

/// [6.2.b] At the end of an action the owner of too full a hex must give units up. Tells whether nobody owes any.
pub(super) fn enforce(t: &mut Table) -> bool {
    let acting = t.to_act();
    let owing = [acting, acting.other()].into_iter().find_map(|side| Some((side, too_full(t, side)?)));
    if let Some((side, ix)) = owing {
        t.board.record(Atom("PS-6.2.b"), Fact::Asked { side, what: "eliminate units in excess of the stacking limit" });
        let hex = t.board.map.grid.hex(ix);
        t.board.ask(Decision::Excess { side, hex, removed: Units::new() });
    }
    owing.is_none()
}

/// [6.2.b] The units of which one may go next: none beyond need, so that no unit given up could have stayed in the end.
pub(super) fn candidates(t: &Table, hex: Hex, removed: &[UnitId]) -> Vec<UnitId> {
    let Some(ix) = t.board.ix(hex) else { return Vec::new() };
    t.ground(ix).filter(|u| may_go(t, ix, removed, *u)).collect()
}

fn may_go(t: &Table, ix: Ix, removed: &[UnitId], unit: UnitId) -> bool {
    let capacity = u32::from(t.charts.sizes.capacity);
    let (division, brigade) = (u32::from(t.charts.sizes.division), u32::from(t.charts.sizes.brigade));
    let of = |units: &mut dyn Iterator<Item = UnitId>| units.fold((0, 0), |(d, b), u| if t.is_division(u) { (d + 1, b) } else { (d, b + 1) });
    let gone: (u32, u32) = of(&mut removed.iter().copied().chain([unit]));
    let left: (u32, u32) = of(&mut t.ground(ix).filter(|u| *u != unit));
    // Some way must lead from here to a stack into which nothing that was given up would fit.
    (0..=left.0).any(|d| {
        (0..=left.1).any(|b| {
            let rest = (left.0 - d) * division + (left.1 - b) * brigade;
            let tight = |given_up: u32, size: u32| given_up == 0 || rest + size > capacity;
            rest <= capacity && tight(gone.0 + d, division) && tight(gone.1 + b, brigade)
        })
    })
}

/// [6.2.b] The owner gives a unit up; it recycles.
pub(super) fn remove_excess(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let nothing = || Illegal::new("PS-6.2.b", "no hex is over the stacking limit");
    let Some(Decision::Excess { hex, mut removed, side }) = t.board.decision().cloned() else { return Err(nothing()) };
    if !candidates(&t, hex, &removed).contains(&unit) {
        let here = t.board.hex(unit) == Some(hex);
        let (name, spot) = (t.name(unit), t.spot(hex));
        let why = if here {
            format!("{name} need not go: {spot} would lose more than the excess")
        } else {
            format!("{name} is not in {spot}, the hex over the limit")
        };
        return Err(Illegal::new("PS-6.2.b", why));
    }
    let ix = t.on_the_map(hex, "PS-6.2.b")?;
    t.eliminate("PS-6.2.b", unit);
    replacements::recycle(&mut t, unit);
    removed.push(unit);
    t.board.answer();
    if load(&t, ix) > u32::from(t.charts.sizes.capacity) {
        t.board.ask(Decision::Excess { side, hex, removed });
    } else if enforce(&mut t) {
        super::actions::close(&mut t);
    }
    Ok(())
}

/// How full a hex is, in thirds of a division, and how much it holds.
pub(super) fn fullness(In((side, hex)): In<(Side, Hex)>, t: Table) -> Option<(u8, u8)> {
    let ix = t.board.ix(hex).filter(|ix| !t.footing(*ix).water && t.occupant(*ix) != Some(side.other()))?;
    Some((load(&t, ix).min(255) as u8, t.charts.sizes.capacity))
}
