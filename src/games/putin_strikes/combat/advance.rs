//! [10.11] Advance after combat.

use super::{Attack, CombatStage, defenders, end};
use crate::board::{Atom, Fact, Illegal, Path, Place, UnitId};
use crate::games::putin_strikes::stacking;
use crate::games::putin_strikes::table::Table;
use bevy_ecs::prelude::In;

/// [10.11.a] Whether the hex is open: no defender is left, and a city's garrison has been given up.
fn open(t: &Table, attack: &Attack) -> Result<(), Illegal> {
    let ix = t.target(attack);
    if !defenders(t, ix, attack.side).is_empty() {
        return Err(Illegal::new("PS-10.11.a", format!("there are still defenders in {}", t.spot(attack.target))));
    }
    if t.garrison(ix) == Some(attack.side.other()) && !attack.breached {
        return Err(Illegal::new("PS-10.11.a", format!("the garrison of {} holds out", t.spot(attack.target))));
    }
    Ok(())
}

/// [10.11] Whether a unit may advance.
pub(crate) fn may_advance(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    open(t, attack)?;
    let (name, spot) = (t.name(unit), || t.spot(attack.target));
    let ix = t.target(attack);
    let refuse = |why: String| Err(Illegal::new("PS-10.11.a", why));
    if attack.advanced.contains(&unit) {
        return refuse(format!("{name} has already advanced"));
    }
    if attack.fallen.contains(&unit) {
        return refuse(format!("{name} was eliminated in this battle"));
    }
    let beside = t.ix_of(unit).and_then(|from| Some((from, t.board.map.grid.side(from, ix)?)));
    let Some((from, dir)) = beside.filter(|_| attack.units.contains(&unit)) else {
        return refuse(format!("{name} was not part of the attack on {}", spot()));
    };
    let printed = t.printed(unit);
    if printed.is_static {
        return Err(Illegal::new("PS-10.11.f", format!("{name} is static and never advances")));
    }
    let there = t.footing(ix);
    let refuse = |why: String| Err(Illegal::new("PS-10.11.c", why));
    if t.charts.crossing[from.at()][dir.at()].water && !t.flies(unit) {
        return refuse(format!("{name} is not an air assault unit and cannot cross a lake or the sea to {}", spot()));
    }
    if there.russia && printed.task_force {
        return refuse(format!("{} lies in Russia proper, which {name} never enters", spot()));
    }
    if printed.territorial && !there.territorial {
        return refuse(format!("{} lies outside Poland and the Kaliningrad district, which {name} never leaves", spot()));
    }
    if there.radiation {
        return refuse(format!("{} is a hex of high radiation, where no unit may stop", spot()));
    }
    stacking::fits(t, ix, unit, "PS-10.11.b")
}

/// Units that may still advance.
pub(crate) fn movers(t: &Table, attack: &Attack) -> Vec<UnitId> {
    attack.units.iter().filter(|u| may_advance(t, attack, **u).is_ok()).copied().collect()
}

/// Nobody who survives can enter a hex that its defenders have lost: the log says why.
pub(crate) fn explain(t: &mut Table, attack: &Attack) {
    if !defenders(t, t.target(attack), attack.side).is_empty() || !attack.advanced.is_empty() {
        return;
    }
    let survivor = attack.units.iter().copied().find(|u| t.board.hex(*u).is_some());
    if let Some(no) = survivor.and_then(|unit| may_advance(t, attack, unit).err()) {
        t.board.record(no.rule, Fact::Noted { text: format!("nobody advances: {}", no.why) });
    }
}

const NOTHING_WON: &str = "there is no attack to advance after";

/// [10.11.b], [10.11.d] A unit advances.
pub(crate) fn advance(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::Advance], "PS-10.11.d", NOTHING_WON)?;
    may_advance(&t, &attack, unit)?;
    attack.advanced.push(unit);
    let (from, to) = (t.board.place(unit), attack.target);
    t.board.record(Atom("PS-10.11.a"), Fact::Moved { unit, from, to: Place::Map(to), path: Path::from_slice(&[to]) });
    t.keep(attack);
    Ok(())
}

/// [10.11.b] Nobody else advances.
pub(crate) fn stay(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let attack = t.attack_at(&[CombatStage::Advance], "PS-10.11.d", NOTHING_WON)?;
    t.board.record(Atom("PS-10.11.b"), Fact::Declined { side: attack.side, what: "to advance further" });
    end(&mut t, &attack);
    Ok(())
}
