//! [15] The prestige of the Grand National Assembly.

use super::orders::Track;
use super::politics::{POWERS, Politics, Stance, stance};
use super::table::Table;
use super::tables::{Nation, UnitType};
use crate::board::UnitId;

/// Whether the Assembly is in play.
pub(crate) fn is_in_play(t: &Table) -> bool {
    t.track(Track::Gna) > 0
}

/// Sets its level, within the track.
fn set_level(t: &mut Table, by: &'static str, level: i32) {
    let (lowest, highest) = (t.charts.prestige.lowest, t.charts.prestige.highest);
    t.set_track(by, Track::Gna, level.clamp(lowest, highest));
}

/// [15.1.a] The Assembly meets.
pub(crate) fn open(t: &mut Table) {
    let start = t.charts.prestige.start;
    set_level(t, "WTL-15.1.a", start);
}

/// [10.3.5] Columns for Turks that attack or defend.
pub(crate) fn shift(t: &Table) -> i8 {
    let level = t.track(Track::Gna);
    if level > 0 { t.charts.prestige.shift.read(level as i16) } else { 0 }
}

/// [15.2.a] The Turks roll for a point.
fn turkish_die(t: &mut Table, what: &'static str) {
    let die = t.roll("WTL-15.2.a", what, &[]);
    if die >= i16::from(t.charts.prestige.turkish_point) {
        t.add_track("WTL-15.2.a", Track::TurkishPoints, 1);
    }
}

/// [15.2.b] The Imperialist rolls for a point.
fn imperialist_die(t: &mut Table, what: &'static str) {
    let die = t.roll("WTL-15.2.b", what, &[]);
    if die <= i16::from(t.charts.prestige.imperialist_point) {
        t.add_track("WTL-15.2.b", Track::ImperialistPoints, 1);
    }
}

/// [15.2.a], [15.2.b] A city of an enemy has been entered: a die if Turks came, or lost it.
pub(crate) fn city(t: &mut Table, by: Nation, before: Option<Nation>) {
    if !is_in_play(t) {
        return;
    }
    if by == Nation::Tn {
        turkish_die(t, "prestige for a city");
    } else if before == Some(Nation::Tn) {
        imperialist_die(t, "prestige for a city lost");
    }
}

/// [15.2.a], [15.2.b], [R-34] A land unit has been eliminated in combat between these nations.
pub(crate) fn unit_lost(t: &mut Table, unit: UnitId, nation: Nation, turks_fought: bool) {
    if !is_in_play(t) || !(t.is_combat(unit) || t.kind(unit) == UnitType::Leader) {
        return;
    }
    if nation == Nation::Tn {
        imperialist_die(t, "prestige for a unit lost");
    } else if turks_fought && Politics::now(t).are_enemies(Nation::Tn, nation) {
        turkish_die(t, "prestige for an enemy unit");
    }
}

/// [15.2.g], [R-33] The first war with all three powers at once; used up if the Assembly is not in play.
pub(crate) fn all_powers(t: &mut Table) {
    if t.track(Track::AllThree) != 0 || !POWERS.iter().all(|(power, _)| stance(t, *power) == Stance::AtWar) {
        return;
    }
    t.set_track("WTL-15.2.g", Track::AllThree, 1);
    if is_in_play(t) {
        let level = t.track(Track::Gna) + t.charts.prestige.all_powers;
        set_level(t, "WTL-15.2.g", level);
    }
}

/// [15.2.e], [15.2.f] At the end of a turn the level moves toward whoever has more points.
pub(crate) fn end_turn(t: &mut Table) {
    let (turkish, imperialist) = (t.track(Track::TurkishPoints), t.track(Track::ImperialistPoints));
    if is_in_play(t) && turkish != imperialist {
        let change = (turkish - imperialist).signum() * t.charts.prestige.change;
        let level = t.track(Track::Gna) + change;
        set_level(t, "WTL-15.2.e", level);
    }
    t.set_track("WTL-15.2.e", Track::TurkishPoints, 0);
    t.set_track("WTL-15.2.e", Track::ImperialistPoints, 0);
}
