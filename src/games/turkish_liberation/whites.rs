//! [6] The White army.

use super::charts::WhiteResult;
use super::orders::{Holding, Track};
use super::table::Table;
use super::tables::{Nation, UnitType};

/// [6.1] Where it stands, by its track.
pub(crate) const FIRST: i32 = 1;
/// It has waited a turn.
pub(crate) const WAITING: i32 = 2;
/// It moves and fights.
pub(crate) const ACTIVE: i32 = 3;
/// It is out of the game.
pub(crate) const GONE: i32 = 4;

/// [6.1.a], [17.1.i] The army lands: all of it arrives, and its guns with it.
pub(crate) fn land(t: &mut Table) {
    for unit in t.boxed_of(Holding::Aside, Nation::Whi) {
        let to = if t.kind(unit) == UnitType::Guns { Holding::Fleet } else { Holding::ArrivingImp };
        t.box_up("WTL-6.1.a", unit, to);
    }
    t.set_track("WTL-17.1.i", Track::Whites, FIRST);
}

/// [6.1.b]–[6.1.d] The roll at the start of the Imperialist phase.
pub(crate) fn roll(t: &mut Table) {
    let state = t.track(Track::Whites);
    if state != FIRST && state != WAITING {
        return;
    }
    let greeks = t.charts.whites.cities.iter().any(|hex| t.ix(*hex).is_some_and(|ix| t.stands(ix, &[Nation::Gre])));
    let modifier = if greeks { t.charts.whites.greek_city } else { 0 };
    let (by, bands) = if state == FIRST { ("WTL-6.1.c", t.charts.whites.first.clone()) } else { ("WTL-6.1.d", t.charts.whites.second.clone()) };
    let die = t.roll_with("WTL-6.1.b", "the White army", &[("Greeks in Balikesir or Bursa", modifier)]);
    match bands.read(die) {
        WhiteResult::Active => t.set_track(by, Track::Whites, ACTIVE),
        WhiteResult::Wait => t.set_track(by, Track::Whites, WAITING),
        WhiteResult::Withdrawn => {
            t.set_track(by, Track::Whites, GONE);
            for unit in t.board.units().filter(|u| t.printed(*u).nation == Nation::Whi).collect::<Vec<_>>() {
                t.remove(by, unit);
            }
        }
    }
}
