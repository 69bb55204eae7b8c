//! [8.4] Strategic movement: Turks from city to city, Greeks over the sea.

use super::movement::{self, Progress};
use super::orders::{Count, Mark, Track};
use super::politics::{self, Politics};
use super::table::Table;
use super::tables::{Nation, UnitType};
use super::{ownership, stacking};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Path, Place, UnitId};
use bevy_ecs::prelude::In;

/// [8.4.1.b], [10.3.7.d] What a unit counts against the points of a turn.
pub(crate) fn points(t: &Table, unit: UnitId) -> i32 {
    match t.kind(unit) {
        UnitType::Convoy => t.charts.strategic.convoy,
        UnitType::Leader => t.charts.strategic.leader,
        _ => t.attack(unit),
    }
}

/// [8.4.1.a] A city that the Turks own.
fn is_turkish_city(t: &Table, ix: Ix) -> bool {
    t.footing(ix).city && t.owner(ix) == Some(t.charts.strategic.nation)
}

/// [8.4] Whether a unit may use strategic movement from where it stands.
pub(crate) fn may_begin(t: &Table, progress: &Progress, unit: UnitId) -> Result<Ix, Illegal> {
    movement::may_move(t, progress, unit)?;
    let nation = t.nation(unit);
    let from = t.ix_of(unit).expect("a unit that may move is on the map");
    let refuse = |rule, why: String| Err(Illegal::new(rule, why));
    if t.count(unit, Count::Group) > 0 {
        return refuse("WTL-8.4.2.b", format!("{} has already moved, and a unit that uses strategic movement may not move otherwise", t.name(unit)));
    }
    let (turkish, greek) = (nation == t.charts.strategic.nation, nation == t.charts.strategic.shipped);
    if !turkish && !greek {
        return refuse("WTL-8.4.1.a", format!("units of {} have no strategic movement", t.the_nation(nation)));
    }
    if turkish && !is_turkish_city(t, from) {
        return refuse("WTL-8.4.1.a", format!("{} is not a Turkish-owned city", t.spot_at(from)));
    }
    if turkish && t.track(Track::Strategic) + points(t, unit) > t.charts.strategic.points {
        let used = t.track(Track::Strategic);
        let why = format!("{} counts as {}, and {used} of {} points have been used this turn", t.name(unit), points(t, unit), t.charts.strategic.points);
        return refuse("WTL-8.4.1.b", why);
    }
    if greek && !t.charts.spots.sailing.contains(&from) && t.hex(from) != t.charts.strategic.port {
        return refuse("WTL-8.4.2.a", format!("Greek units sail only between {} and Thrace", t.spot(t.charts.strategic.port)));
    }
    Ok(from)
}

/// [8.4] Whether a unit may be moved to a hex so.
pub(crate) fn may_ship(t: &Table, unit: UnitId, hex: Hex) -> Result<Ix, Illegal> {
    let from = may_begin(t, &Progress::now(t), unit)?;
    may_end(t, unit, from, hex)
}

/// [8.4] Whether strategic movement that may begin may end in a hex.
fn may_end(t: &Table, unit: UnitId, from: Ix, hex: Hex) -> Result<Ix, Illegal> {
    let nation = t.nation(unit);
    let port = t.charts.strategic.port;
    let Some(to) = t.ix(hex).filter(|to| *to != from) else {
        return Err(Illegal::new("WTL-8.4.1.a", format!("{} is not another city", t.spot(hex))));
    };
    if nation == Nation::Tn || nation == t.charts.strategic.nation {
        if !is_turkish_city(t, to) {
            return Err(Illegal::new("WTL-8.4.1.a", format!("{} is not a Turkish-owned city", t.spot(hex))));
        }
    } else if (t.hex(from) == port) != t.charts.spots.sailing.contains(&to) || (t.hex(from) != port && hex != port) {
        return Err(Illegal::new("WTL-8.4.2.a", format!("Greek units sail only between {} and Thrace", t.spot(port))));
    }
    let politics = movement::judged_by(t, &[unit], &[to]);
    politics.may_enter(t, unit, from, to).map_err(|no| t.of_hex(to, no))?;
    if let Some(enemy) = politics.enemy_in(t, nation, to) {
        return Err(t.of_hex(to, Illegal::new("WTL-8.1.b", format!("an enemy, {}, is there", t.name(enemy)))));
    }
    for ix in [from, to] {
        if let Some(enemy) = politics.enemy_near(t, nation, ix) {
            let why = format!("{} is next to {}: strategic movement may not begin or end next to an enemy", t.name(enemy), t.spot_at(ix));
            return Err(Illegal::new("WTL-8.4.2.c", why));
        }
    }
    politics::may_share_hex(t, nation, to, &[unit]).map_err(|no| t.of_hex(to, no))?;
    stacking::has_room(t, unit, to)?;
    Ok(to)
}

/// [8.4] Moves a unit so.
pub(crate) fn ship(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    let to = may_ship(&t, unit, hex)?;
    let (turkish, cost, number) = (t.nation(unit) == t.charts.strategic.nation, points(&t, unit), movement::last_group(&t) + 1);
    let rule = if turkish { "WTL-8.4.1.a" } else { "WTL-8.4.2.a" };
    t.board.record(Atom(rule), Fact::Moved { unit, from: t.board.place(unit), to: Place::Map(hex), path: Path::new() });
    if turkish {
        t.add_track("WTL-8.4.1.b", Track::Strategic, cost);
    }
    t.set_count("WTL-8.4.2.b", unit, Count::Group, number);
    t.set_mark("WTL-8.4.2.b", unit, Mark::Moved, true);
    ownership::enter(&mut t, "WTL-3.4.e", &[unit], to);
    Ok(())
}

/// The hexes to which a unit may be moved so.
pub(crate) fn ends(t: &Table, progress: &Progress, unit: UnitId) -> Vec<Ix> {
    let Ok(from) = may_begin(t, progress, unit) else { return Vec::new() };
    if beside_enemy(t, unit) {
        return Vec::new();
    }
    let port = t.ix(t.charts.strategic.port);
    let among: Vec<Ix> = if t.nation(unit) == t.charts.strategic.nation {
        t.charts.spots.cities.iter().copied().filter(|ix| is_turkish_city(t, *ix)).collect()
    } else {
        t.charts.spots.sailing.iter().copied().chain(port).collect()
    };
    among.into_iter().filter(|ix| may_end(t, unit, from, t.hex(*ix)).is_ok()).collect()
}

/// [8.4.2.c] Whether an enemy stands next to a unit.
fn beside_enemy(t: &Table, unit: UnitId) -> bool {
    t.ix_of(unit).is_some_and(|ix| Politics::now(t).enemy_near(t, t.nation(unit), ix).is_some())
}
