//! [17.2] The second deck, from turn 7 on.

use super::{Fate, Raised};
use crate::board::{Hex, Place, UnitId};
use crate::games::turkish_liberation::charts::{EventKind, Sovietized};
use crate::games::turkish_liberation::orders::{Count, Holding, Track};
use crate::games::turkish_liberation::politics::{Stance, stance};
use crate::games::turkish_liberation::republics::{has_surrendered, surrender};
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::{Country, Nation};
use crate::games::turkish_liberation::{IMPERIALIST, powers};

/// Resolves a chit of the second deck.
pub(crate) fn happen(t: &mut Table, kind: EventKind) -> Fate {
    match kind {
        EventKind::Kurdistan => Fate::Kept,
        EventKind::Sovietization => sovietization(t),
        EventKind::Treaty => treaty(t),
        EventKind::FrenchWithdrawal => french_withdrawal(t),
        EventKind::Coup => coup(t),
        EventKind::MountainArmenia => mountain_armenia(t),
        _ => Fate::Out,
    }
}

/// [17.2.c], [R-07], [R-109] Sovietization of the Caucasus.
fn sovietization(t: &mut Table) -> Fate {
    let order = t.charts.events.sovietization_order.clone();
    if !order.iter().any(|republic| has_surrendered(t, *republic)) {
        return Fate::Again;
    }
    let free: Vec<Nation> = order.into_iter().filter(|republic| !has_surrendered(t, *republic)).collect();
    if free.is_empty() {
        t.note("WTL-17.2.c", "no republic is left");
        return Fate::Out;
    }
    let capitals = t.charts.spots.capitals.iter().filter(|ix| t.stands(**ix, &[Nation::Bol])).count() as i8;
    let modifier = capitals * t.charts.events.sovietization_capital;
    let die = t.roll_with("WTL-17.2.c", "sovietization", &[("capitals with Bolsheviks", modifier)]);
    match t.charts.events.sovietization.read(die) {
        Sovietized::All => free.into_iter().for_each(|republic| surrender(t, "WTL-17.2.c", republic)),
        Sovietized::One => {
            let sides = free.len() as u8;
            let at = if sides > 1 { t.board.die(sides, "a republic") - 1 } else { 0 };
            surrender(t, "WTL-17.2.c", free[usize::from(at)]);
        }
        Sovietized::Nothing => t.note("WTL-17.2.c", "no republic surrenders"),
    }
    Fate::Out
}

/// [17.2.d] The treaty, unless Imperialist units stand in one of three cities.
fn treaty(t: &mut Table) -> Fate {
    let stands = |hex: &Hex| t.ix(*hex).is_some_and(|ix| t.side_stands(ix, IMPERIALIST));
    if t.charts.events.treaty_cities.iter().any(stands) {
        return Fate::Again;
    }
    let turn = t.turn().into();
    t.set_track("WTL-17.2.d", Track::Treaty, turn);
    Fate::Out
}

/// [17.2.e] France makes its peace, unless the Imperialist owns one of three cities or France is at war.
fn french_withdrawal(t: &mut Table) -> Fate {
    let owned = |hex: &Hex| t.ix(*hex).and_then(|ix| t.owner(ix)).is_some_and(|owner| t.side_of(owner) == IMPERIALIST);
    if t.charts.events.french_cities.iter().any(owned) || stance(t, Nation::Fre) == Stance::AtWar {
        return Fate::Again;
    }
    powers::french_peace(t);
    Fate::Out
}

/// [17.2.f] Whether the coup takes place: not while Greece owns its port and a city of the Ottoman Empire, or Britain is at war.
pub(crate) fn coup_takes_place(t: &Table) -> bool {
    let greek = |hex: Hex| t.ix(hex).is_some_and(|ix| t.owner(ix) == Some(Nation::Gre));
    let country = Country::named(&t.charts.events.coup_country);
    let city = t.charts.spots.cities.iter().any(|ix| t.footing(*ix).country == country && t.owner(*ix) == Some(Nation::Gre));
    !(greek(t.charts.events.coup_port) && city) && stance(t, Nation::Bri) != Stance::AtWar
}

/// [17.2.f] The coup.
fn coup(t: &mut Table) -> Fate {
    if !coup_takes_place(t) {
        return Fate::Again;
    }
    t.set_track("WTL-17.2.f", Track::Coup, 1);
    t.set_track("WTL-17.2.f", Track::RpGre, 0);
    // Whatever Greece would have had this turn it does not have: also the other chit (17.1.k).
    t.set_track("WTL-17.1.k", Track::Draws, 2);
    Fate::Out
}

/// [17.2.g], [R-42] Armenian bands fight on, if Armenia has surrendered; any counter of theirs that is not on the map will do.
fn mountain_armenia(t: &mut Table) -> Fate {
    if !has_surrendered(t, Nation::Arm) {
        t.note("WTL-17.2.g", "Armenia has not surrendered");
        return Fate::Out;
    }
    let off_map = |u: &UnitId| matches!(t.board.place(*u), Place::Lost) || t.is_in(*u, Holding::PoolArm);
    let bands: Vec<UnitId> = t.board.units().filter(|u| t.printed(*u).nation == Nation::Arm && t.is_irregular(*u) && off_map(u)).collect();
    for unit in bands.into_iter().take(t.charts.events.irregulars.into()) {
        t.box_up("WTL-17.2.g", unit, Holding::ArrivingImp);
        t.set_count("WTL-17.2.g", unit, Count::Number, Raised::MountainArmenia as i16);
    }
    Fate::Out
}
