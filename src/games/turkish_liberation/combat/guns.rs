//! [10.3.2] Naval gunfire.

use super::{Attack, CombatStage, air, current, keep, target};
use crate::board::{Atom, Fact, Illegal, UnitId};
use crate::games::turkish_liberation::IMPERIALIST;
use crate::games::turkish_liberation::orders::{Holding, Mark};
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::{Nation, UnitType};
use bevy_ecs::prelude::In;

/// [10.3.2.a], [10.3.2.b] Whether a marker of a nation may support the Imperialist units of a combat.
fn supports(t: &Table, attack: &Attack, marker: Nation) -> bool {
    let nations = air::nations(t, attack, attack.side == IMPERIALIST);
    let own = t.charts.guns.nations.contains(&marker) && nations.contains(&marker) && air::is_at_war(t, attack, marker);
    own || t.charts.guns.also.iter().any(|(guns, helped)| *guns == marker && nations.contains(helped))
}

/// [10.3.2], [R-26], [R-111] Markers that could be committed now.
pub(crate) fn available(t: &Table, attack: &Attack) -> Vec<UnitId> {
    if !t.footing(target(t, attack)).coastal {
        return Vec::new();
    }
    let fits = |u: &UnitId| t.kind(*u) == UnitType::Guns && !t.has(*u, Mark::Used) && supports(t, attack, t.printed(*u).nation);
    t.boxed(Holding::Fleet).into_iter().filter(fits).collect()
}

/// Skips the stage if no marker can be committed.
pub(crate) fn proceed(t: &mut Table, attack: &mut Attack) -> bool {
    let waits = !available(t, attack).is_empty();
    if !waits {
        attack.stage = CombatStage::AttackerSupply;
    }
    !waits
}

const NOT_NOW: &str = "no naval gunfire can be committed now";

/// [10.3.2.a] Commits a marker.
pub(crate) fn bring(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::Guns], "WTL-10.3.2.d", NOT_NOW)?;
    if !available(&t, &attack).contains(&unit) {
        let used = t.has(unit, Mark::Used);
        let why = if used { "has been used in this phase" } else { "cannot support this combat" };
        return Err(Illegal::new(if used { "WTL-10.3.2.d" } else { "WTL-10.3.2.a" }, format!("{} {why}", t.name(unit))));
    }
    attack.guns = Some(unit);
    t.set_mark("WTL-10.3.2.d", unit, Mark::Used, true);
    t.board.record(Atom("WTL-10.3.2.a"), Fact::Struck { unit, hex: attack.target });
    attack.stage = CombatStage::AttackerSupply;
    keep(&mut t, attack);
    Ok(())
}

/// [10.3.2.a] Commits none.
pub(crate) fn decline(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::Guns], "WTL-10.3.2.a", NOT_NOW)?;
    t.board.record(Atom("WTL-10.3.2.a"), Fact::Declined { side: IMPERIALIST, what: "naval gunfire" });
    attack.stage = CombatStage::AttackerSupply;
    keep(&mut t, attack);
    Ok(())
}
