//! [3.4] Owning and controlling: one door into a hex. Whoever enters, passes, advances, is placed, displaced or changes allegiance comes through it,
//! and what follows comes in one order: war, owner, Ankara, surrender, prestige.

use super::politics::{Politics, Stance, stance};
use super::table::Table;
use super::tables::{Country, Nation, UnitType};
use super::{ankara, powers, prestige, republics};
use crate::board::{Atom, Fact, Ix, UnitId};

/// [13.0.b], [13.1.e] Whether a unit that enters a hex breaks the neutrality of the powers.
pub(crate) fn breaks_neutrality(t: &Table, unit: UnitId, ix: Ix) -> bool {
    provokes(t, unit) && is_guarded(t, ix)
}

/// [13.0.b], [13.1.e] Whether a unit would break it by entering a hex that is guarded.
pub(crate) fn provokes(t: &Table, unit: UnitId) -> bool {
    let counts = t.is_regular(unit) || t.kind(unit) == UnitType::Leader;
    counts && t.nation(unit) == Nation::Tn && powers::any_neutral(t)
}

/// [13.0.b], [13.1.d], [13.1.e] Whether a hex lies in the International Zone or in the zone of a power that has not withdrawn.
pub(crate) fn is_guarded(t: &Table, ix: Ix) -> bool {
    let Some(country) = t.footing(ix).country else { return false };
    t.charts.spots.zones[country.at()].is_some_and(|power| country == Country::International || stance(t, power) != Stance::Withdrawn)
}

/// The nation for which units that move as one take a hex: pro-Bolsheviks leave it to the Bolsheviks beside them, whoever is named first.
fn nation_of(t: &Table, units: &[UnitId]) -> Option<Nation> {
    let nations = || units.iter().map(|u| t.nation(*u));
    nations().find(|nation| *nation == nation.acting()).or_else(|| nations().next())
}

/// Units of one nation, or acting as one, have come into a hex: everything that follows from it.
pub(crate) fn enter(t: &mut Table, by: &'static str, units: &[UnitId], ix: Ix) {
    let Some(nation) = nation_of(t, units) else { return };
    if units.iter().any(|u| breaks_neutrality(t, *u, ix)) {
        powers::war(t, "WTL-13.0.b");
    }
    let others = t.board.stack(ix).iter().any(|u| !units.contains(u) && t.nation(*u) != nation);
    let before = t.owner(ix);
    // Whoever else stands there goes on owning it, but the city is occupied all the same.
    if others || before == Some(nation) {
        return republics::check(t, nation, ix);
    }
    // Whether it was an enemy's is judged before anybody surrenders.
    let enemies = before.is_some_and(|owner| Politics::now(t).are_enemies(nation, owner));
    let hex = t.hex(ix);
    let side = t.side_of(nation);
    t.board.record(Atom(by), Fact::Owned { hex, by: nation.id(), side: Some(side) });
    ankara::taken(t, nation, before, ix);
    if t.is_over() {
        return;
    }
    republics::check(t, nation, ix);
    if enemies && t.footing(ix).city {
        prestige::city(t, nation, before);
    }
}

/// Whether a hex is one where something beyond a new owner follows when a nation comes in: the walk of a path stops there to see it.
pub(crate) fn is_pivotal(t: &Table, units: &[UnitId], ix: Ix) -> bool {
    let matters = |nation: Nation| t.owner(ix) != Some(nation) || republics::may_fall(t, nation, ix);
    t.footing(ix).city && nation_of(t, units).is_some_and(matters) || units.iter().any(|u| breaks_neutrality(t, *u, ix))
}

/// [3.4] The opening of the game: every hex is owned by whoever the map says.
pub(crate) fn opening_control(charts: &super::tables::Charts, side: impl Fn(Nation) -> crate::board::Side) -> Vec<crate::board::Control> {
    let control = |owner: Option<Nation>| crate::board::Control { side: owner.map(&side), nation: owner.map(Nation::id), ..Default::default() };
    charts.footing.iter().map(|f| control(f.owner.filter(|_| !f.closed))).collect()
}
