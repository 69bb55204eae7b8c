//! [7] The republics of the Caucasus and their surrender.

use super::charts::Republic;
use super::orders::{Holding, Track};
use super::table::Table;
use super::tables::{Nation, UnitType};
use super::{ownership, stacking};
use crate::board::{Atom, Ix, Place};

/// The republics in the order of the tables, with the tracks of their surrender and of the support they may have.
pub(crate) const REPUBLICS: [(Nation, Track, Option<Track>); 3] = [
    (Nation::Arm, Track::Armenia, Some(Track::SupportArmenia)),
    (Nation::Geo, Track::Georgia, Some(Track::SupportGeorgia)),
    (Nation::Aze, Track::Azerbaijan, None),
];

/// A republic's row of the tables.
fn row<'a>(t: &'a Table, republic: Nation) -> &'a Republic {
    match republic {
        Nation::Arm => &t.charts.republics.armenia,
        Nation::Geo => &t.charts.republics.georgia,
        _ => &t.charts.republics.azerbaijan,
    }
}

/// Whether a republic has surrendered.
pub(crate) fn has_surrendered(t: &Table, republic: Nation) -> bool {
    REPUBLICS.iter().any(|(nation, track, _)| *nation == republic && t.track(*track) != 0)
}

/// Whether support to a republic was used.
fn is_supported(t: &Table, republic: Nation) -> bool {
    REPUBLICS.iter().any(|(nation, _, support)| *nation == republic && support.is_some_and(|track| t.track(track) != 0))
}

/// Whether a hex is a city of this republic, still in the war, that this nation can make surrender.
fn is_at_stake(t: &Table, republic: Nation, nation: Nation, ix: Ix) -> bool {
    let row = row(t, republic);
    !has_surrendered(t, republic) && row.by.contains(&nation) && row.cities.contains(&t.hex(ix))
}

/// Whether a republic may surrender when a nation enters a hex.
pub(crate) fn may_fall(t: &Table, nation: Nation, ix: Ix) -> bool {
    REPUBLICS.iter().any(|(republic, _, _)| is_at_stake(t, *republic, nation, ix))
}

/// [7.1]–[7.3], [R-112] A unit of a nation has entered a hex: a republic whose city it is may surrender.
pub(crate) fn check(t: &mut Table, nation: Nation, ix: Ix) {
    for (republic, _, _) in REPUBLICS {
        if !is_at_stake(t, republic, nation, ix) {
            continue;
        }
        let row = row(t, republic);
        let fallen = |city: &crate::board::Hex| t.ix(*city).is_some_and(|ix| t.stands(ix, &row.by));
        if !is_supported(t, republic) || row.cities.iter().all(fallen) {
            let by = match (republic, is_supported(t, republic)) {
                (Nation::Arm, false) => "WTL-7.1.a",
                (Nation::Arm, true) => "WTL-7.1.b",
                (Nation::Geo, false) => "WTL-7.2.a",
                (Nation::Geo, true) => "WTL-7.2.b",
                _ => "WTL-7.3.a",
            };
            surrender(t, by, republic);
        }
    }
}

/// [7.0.c] A republic surrenders: its units, convoys, arrivals and pool leave the game; those that have gone over to the Bolsheviks stay.
pub(crate) fn surrender(t: &mut Table, by: &'static str, republic: Nation) {
    let Some((_, track, _)) = REPUBLICS.iter().find(|(nation, _, _)| *nation == republic) else { return };
    t.set_track(by, *track, 1);
    for unit in t.board.units().filter(|u| t.nation(*u) == republic && t.kind(*u) != UnitType::Event).collect::<Vec<_>>() {
        t.remove("WTL-7.0.c", unit);
    }
    for (nation, track) in
        [(Nation::Arm, Track::RpArm), (Nation::Arm, Track::PurseArm), (Nation::Geo, Track::RpGeo), (Nation::Geo, Track::PurseGeo), (Nation::Aze, Track::RpAze)]
    {
        if nation == republic {
            t.set_track("WTL-7.0.c", track, 0);
        }
    }
    if republic == Nation::Aze {
        new_division(t);
    }
}

/// [7.3.b], [R-57] The Azerbaijani division joins the Bolsheviks in Ganja, or their pool if there is no room for it.
fn new_division(t: &mut Table) {
    let (unit, hex) = (t.charts.republics.new_division, t.charts.republics.new_division_hex);
    if !t.is_in(unit, Holding::Aside) {
        return;
    }
    let shares = |ix: &Ix| super::politics::may_share_hex(t, Nation::Bol, *ix, &[]).is_ok() && stacking::has_room(t, unit, *ix).is_ok();
    match t.ix(hex).filter(shares) {
        Some(ix) => {
            t.board.put(Atom("WTL-7.3.b"), unit, Place::Map(hex));
            ownership::enter(t, "WTL-7.3.b", &[unit], ix);
        }
        None => t.box_up("WTL-7.3.b", unit, Holding::PoolBol),
    }
}
