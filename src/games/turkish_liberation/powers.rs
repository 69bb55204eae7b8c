//! [13] The powers: neutrality, war, withdrawal.

use super::orders::{Holding, Track};
use super::politics::{POWERS, Stance, stance};
use super::prestige;
use super::table::Table;
use super::tables::{Nation, UnitType};
use crate::board::UnitId;

/// Whether one of the powers is still neutral.
pub(crate) fn any_neutral(t: &Table) -> bool {
    POWERS.iter().any(|(power, _)| stance(t, *power) == Stance::Neutral)
}

/// [13.0.b], [13.0.c], [13.1.d] The Turks are at war with all powers that have not withdrawn.
pub(crate) fn war(t: &mut Table, by: &'static str) {
    for (power, track) in POWERS {
        if stance(t, power) == Stance::Neutral {
            t.set_track(if by == "WTL-13.0.b" { "WTL-13.0.c" } else { by }, track, 1);
            if power == Nation::Ita {
                t.set_track("WTL-13.2.a", Track::ItalySince, t.turn().into());
            }
        }
    }
    prestige::all_powers(t);
}

/// [13.1.b], [R-103] A power withdraws: its pieces, its aircraft, its arrivals and its pool leave the game. Guns are no units and stay for others.
pub(crate) fn withdraw(t: &mut Table, by: &'static str, power: Nation) {
    let Some((_, track)) = POWERS.iter().find(|(nation, _)| *nation == power) else { return };
    if stance(t, power) == Stance::Withdrawn {
        return;
    }
    t.set_track(by, *track, 2);
    for unit in t.board.units().filter(|u| t.printed(*u).nation == power && t.kind(*u) != UnitType::Guns).collect::<Vec<_>>() {
        t.remove(by, unit);
    }
}

/// [17.2.e] France makes its peace: everything French leaves, guns too.
pub(crate) fn french_peace(t: &mut Table) {
    withdraw(t, "WTL-17.2.e", Nation::Fre);
    for unit in t.boxed_of(Holding::Fleet, Nation::Fre) {
        t.remove("WTL-17.2.e", unit);
    }
}

/// [13.1.a]–[13.1.c] Units of the powers have been eliminated in combat with the Turks: dice in the order in which they died.
pub(crate) fn count_losses(t: &mut Table, dead: &[UnitId], rolled: bool) {
    for unit in dead {
        let (power, kind) = (t.printed(*unit).nation, t.kind(*unit));
        if !power.is_power() || stance(t, power) != Stance::AtWar {
            continue;
        }
        if t.of_nation(power).next().is_none() {
            t.note("WTL-13.1.c", format!("no unit of {} is left on the map", t.the_nation(power)));
            withdraw(t, "WTL-13.1.c", power);
            continue;
        }
        if !rolled || !kind.is_combat() {
            continue;
        }
        let die = t.roll("WTL-13.1.a", "withdrawal of a power", &[]);
        if die <= t.printed(*unit).front[1] {
            withdraw(t, "WTL-13.1.b", power);
        }
    }
}

/// [13.2.a] Whether the late unit of Italy may be bought.
pub(crate) fn is_late_unit_due(t: &Table) -> bool {
    let since = t.track(Track::ItalySince);
    since > 0 && i32::from(t.turn()) >= since + i32::from(t.charts.powers.late_turns)
}
