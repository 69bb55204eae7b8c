//! [10.8]–[10.10] Losses: brigades first, then divisions by threes, the garrison last; then the dice of recycling [12.2].

use super::{Attack, CombatStage, defenders};
use crate::board::{Atom, Fact, Illegal, UnitId};
use crate::games::putin_strikes::replacements;
use crate::games::putin_strikes::table::Table;
use bevy_ecs::prelude::In;

/// [10.8.d] The involved units of the side that takes its losses now.
fn involved(t: &Table, attack: &Attack) -> Vec<UnitId> {
    if attack.stage == CombatStage::DefenderLosses {
        defenders(t, t.target(attack), attack.side)
    } else {
        attack.units.iter().filter(|u| t.board.hex(**u).is_some()).copied().collect()
    }
}

/// [10.10.a], [10.10.c] The units of which one goes next, and how many of them must go: brigades as long as there are any.
pub(crate) fn candidates(t: &Table, attack: &Attack) -> (Vec<UnitId>, usize) {
    let (divisions, brigades): (Vec<UnitId>, Vec<UnitId>) = involved(t, attack).into_iter().partition(|u| t.is_division(*u));
    let (units, worth) = if brigades.is_empty() { (divisions, t.charts.sizes.division) } else { (brigades, t.charts.sizes.brigade) };
    let must = usize::from(attack.owed / worth.max(1)).min(units.len());
    (units, must)
}

/// A unit is given up.
fn take(t: &mut Table, attack: &mut Attack, unit: UnitId) {
    let mixed = || involved(t, attack).iter().any(|u| t.is_division(*u));
    let (rule, worth) = match t.is_division(unit) {
        true => ("PS-10.10.a", t.charts.sizes.division),
        false => (if mixed() { "PS-10.10.c" } else { "PS-10.9.a" }, t.charts.sizes.brigade),
    };
    t.eliminate(rule, unit);
    attack.fallen.push(unit);
    attack.owed = attack.owed.saturating_sub(worth);
}

/// [10.9.a] The owner gives a unit up.
pub(crate) fn lose(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::DefenderLosses, CombatStage::AttackerLosses], "PS-10.9.a", "nobody has losses to take now")?;
    let (units, must) = candidates(&t, &attack);
    if must == 0 || !units.contains(&unit) {
        let name = t.name(unit);
        let defends = t.ix_of(unit) == Some(t.target(&attack)) && t.printed(unit).side != attack.side;
        return Err(match attack.stage {
            _ if attack.fallen.contains(&unit) => Illegal::new("PS-10.8.d", format!("{name} has already been eliminated")),
            _ if involved(&t, &attack).contains(&unit) => Illegal::new("PS-10.10.c", format!("{name} is a division: brigades are lost before any division")),
            CombatStage::DefenderLosses if attack.units.contains(&unit) => {
                Illegal::new("PS-10.8.b", format!("{name} is an attacker: the defender takes his losses first"))
            }
            CombatStage::AttackerLosses if defends => {
                Illegal::new("PS-10.8.b", format!("{name} is a defender: the defender has taken his losses, now the attacker does"))
            }
            _ => Illegal::new("PS-10.8.d", format!("{name} is not part of the battle for {}", t.spot(attack.target))),
        });
    }
    take(&mut t, &mut attack, unit);
    t.keep(attack);
    Ok(())
}

/// Takes losses as far as there is no choice. Tells whether anything moved.
pub(crate) fn proceed(t: &mut Table, mut attack: Attack) -> bool {
    let (units, must) = candidates(t, &attack);
    if must > 0 && must < units.len() {
        return false; // [10.9.a] the owner chooses
    }
    if must > 0 {
        units.into_iter().for_each(|unit| take(t, &mut attack, unit));
        t.keep(attack);
        return true;
    }
    if attack.stage == CombatStage::DefenderLosses {
        give_up_garrison(t, &mut attack);
        attack.stage = CombatStage::AttackerLosses;
        attack.owed = attack.result.map_or(0, |r| r.attacker);
        t.keep(attack);
    } else {
        attack.owed = 0; // [10.8.c]
        attack.stage = CombatStage::Advance;
        t.keep(attack);
        recycle(t);
    }
    true
}

/// [10.3.d], [10.10.d] The garrison is the last to be given up, when nobody else is left.
fn give_up_garrison(t: &mut Table, attack: &mut Attack) {
    let ix = t.target(attack);
    let alone = involved(t, attack).is_empty();
    if alone && t.garrison(ix) == Some(attack.side.other()) && attack.owed >= t.charts.sizes.garrison_loss {
        attack.breached = true;
        t.board.record(Atom("PS-10.10.d"), Fact::Announced { side: attack.side.other(), what: "loses the garrison of", hex: attack.target });
    }
}

/// [12.1], [12.2] The dice of the lost units; what fell defending against a concentric attack is out for good [12.1.c].
fn recycle(t: &mut Table) {
    let Some(attack) = t.attack_due() else { return };
    let (side, concentric, fallen) = (attack.side, attack.concentric, attack.fallen.clone());
    for unit in fallen {
        if concentric && t.printed(unit).side != side {
            t.board.record(Atom("PS-12.1.c"), Fact::Gone { unit });
        } else {
            replacements::recycle(t, unit);
        }
    }
}
