//! [8.15] Advance after combat.

use super::{Attack, CombatStage, finish};
use crate::board::{Atom, Fact, Illegal, Ix, Path, Place, UnitId, Units};
use crate::games::opaque_war::orders::{HexMark, Mark, Purpose};
use crate::games::opaque_war::table::Table;
use crate::games::opaque_war::{movement, stacking};
use bevy_ecs::prelude::In;

/// [8.15] Whether a unit of the attack may advance into the target hex.
fn may_go(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    let (ix, name) = (t.target(attack), t.name(unit));
    if !attack.units.contains(&unit) {
        return Err(Illegal::new("OW-8.15.a", format!("{name} was not part of the attack on {}", t.spot(attack.target))));
    }
    if t.ix_of(unit).is_none() {
        return Err(Illegal::new("OW-8.15.a", format!("{name} was eliminated")));
    }
    if t.ix_of(unit) == Some(ix) {
        return Err(Illegal::new("OW-8.15.b", format!("{name} has already advanced")));
    }
    if t.holds(attack.side.other(), ix) {
        return Err(Illegal::new("OW-8.15.a", format!("there are still defenders in {}", t.spot(attack.target))));
    }
    t.barred(unit, ix).map_or(Ok(()), |no| Err(t.of_hex(ix, no)))
}

/// Whether units may advance together, whatever hexes they stand in.
pub(crate) fn may_advance(t: &Table, attack: &Attack, units: &[UnitId]) -> Result<(), Illegal> {
    units.iter().try_for_each(|unit| may_go(t, attack, *unit))?;
    let ix = t.target(attack);
    let (limit, room) = (t.charts.footing[ix.at()].limit, stacking::free_places(t, attack.side, ix));
    if room < units.len() {
        let spot = t.spot(attack.target);
        let why = if room == 0 { format!("{spot} is full: it holds no more than {limit} units") } else { format!("{spot} has room for {room} of these units") };
        return Err(Illegal::new("OW-8.15.b", why));
    }
    Ok(())
}

/// [9.2.b], [F-63] Whether media may advance: each rides with an advancing unit of its own hex, and none enters Russia.
pub(crate) fn may_follow(t: &Table, attack: &Attack, units: &[UnitId], media: &[UnitId]) -> Result<(), Illegal> {
    let alone = media.iter().find(|m| !units.iter().any(|u| t.board.place(*u) == t.board.place(**m)));
    if let Some(media) = alone {
        let why = format!("{} is not stacked with a unit that advances: media move only with a unit of their hex", t.name(*media));
        return Err(Illegal::new("OW-9.2.b", why));
    }
    movement::may_ride(t, media, &[t.target(attack)])
}

/// Units that may still advance.
pub(crate) fn movers(t: &Table, attack: &Attack) -> Vec<UnitId> {
    attack.units.iter().copied().filter(|u| may_advance(t, attack, &[*u]).is_ok()).collect()
}

/// Whether counters may advance together, sorted out: units, and media named beside them.
pub(crate) fn judge(t: &Table, attack: &Attack, counters: &[UnitId]) -> Result<(Vec<UnitId>, Vec<UnitId>), Illegal> {
    let (units, media) = movement::sorted(t, attack.side, counters)?;
    may_advance(t, attack, &units)?;
    may_follow(t, attack, &units, &media)?;
    Ok((units, media))
}

/// [8.15.a] Units advance, from one hex or several, with media named beside them.
pub(crate) fn advance(In(counters): In<Units>, mut t: Table) -> Result<(), Illegal> {
    let attack = open(&t).map_err(|no| closed(&t, &counters).unwrap_or(no))?;
    let (units, media) = judge(&t, &attack, &counters)?;
    let ix = t.target(&attack);
    for counter in units.iter().chain(&media) {
        let fact = Fact::Moved { unit: *counter, from: t.board.place(*counter), to: Place::Map(attack.target), path: Path::from_slice(&[attack.target]) };
        t.board.record(Atom("OW-8.15.a"), fact);
    }
    movement::passed(&mut t, &units, &[ix]);
    t.occupy(attack.side, ix);
    Ok(())
}

/// The attack whose hex has been vacated.
fn open(t: &Table) -> Result<Attack, Illegal> {
    t.attack_at(&[CombatStage::Advance], "OW-8.15.a", "there is no attack to advance after")
}

/// After an attack: why a unit that took part does not advance any more. The player knows the hex, for his unit stands next to it.
fn closed(t: &Table, counters: &[UnitId]) -> Option<Illegal> {
    let (purpose, side) = t.segment().purpose();
    if purpose != Purpose::Combat || t.attack_due().is_some() {
        return None;
    }
    let unit = counters.iter().copied().find(|u| t.own(side, *u).is_ok() && t.has(*u, Mark::Attacked))?;
    let around = t.board.map.grid.around(t.ix_of(unit)?).map(|(_, ix)| ix);
    let (held, vacated): (Vec<Ix>, Vec<Ix>) = around.filter(|ix| t.hex_has(*ix, HexMark::Attacked)).partition(|ix| t.holds(side.other(), *ix));
    if let Some((ix, no)) = vacated.iter().find_map(|ix| Some((*ix, t.barred(unit, *ix)?))) {
        return Some(t.of_hex(ix, no));
    }
    let why = match (vacated.first(), held.first()) {
        (Some(ix), _) => format!("the attack on {} is over", t.spot_at(*ix)),
        (None, Some(ix)) => format!("there are still defenders in {}", t.spot_at(*ix)),
        (None, None) => return None,
    };
    Some(Illegal::new("OW-8.15.a", why))
}

/// [9.1.b], [F-34] Everybody who could advance is kept out of a vacated hex: the log says why.
pub(crate) fn explain(t: &mut Table, attack: &Attack) {
    let ix = t.target(attack);
    if t.holds(attack.side.other(), ix) || attack.units.iter().any(|u| t.ix_of(*u) == Some(ix)) {
        return;
    }
    let Some(unit) = attack.units.iter().copied().find(|u| t.ix_of(*u).is_some()) else { return };
    if let Some(no) = t.barred(unit, ix) {
        let text = format!("nobody advances into {}", t.of_hex(ix, no.clone()).why);
        t.board.record(no.rule, Fact::Noted { text });
    }
}

/// Nobody else advances: the attack is over.
pub(crate) fn end(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let attack = open(&t)?;
    t.board.record(Atom("OW-8.15.b"), Fact::Declined { side: attack.side, what: "to advance further" });
    finish(&mut t, &attack);
    Ok(())
}
