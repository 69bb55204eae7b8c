//! [8.12], [8.14] Losses, and the defender's choice between standing and retreat.

use super::{Attack, Stage, current, defenders, keep, retreat, target};
use crate::board::{Atom, Fact, Illegal, Ix, UnitId};
use crate::games::opaque_war::crowds;
use crate::games::opaque_war::table::Table;
use bevy_ecs::prelude::In;

/// [8.12.c] The attacker loses first.
pub fn begin_attacker(attack: &mut Attack) {
    attack.stage = Stage::AttackerLosses;
    attack.owed = attack.result.map_or(0, |r| r.attacker);
}

/// [8.12.b] Units of the losing side that can be lost.
pub fn candidates(t: &Table, attack: &Attack) -> Vec<UnitId> {
    if attack.stage == Stage::AttackerLosses {
        return attack.units.iter().copied().filter(|u| t.board.hex(*u).is_some()).collect();
    }
    defenders(t, attack)
}

/// [8.12.b] The owner eliminates a unit of his choice.
pub fn lose(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[Stage::AttackerLosses, Stage::DefenderLosses], "OW-8.12.a", "no losses are owed")?;
    if !candidates(&t, &attack).contains(&unit) {
        return Err(Illegal::new("OW-8.12.b", format!("{} takes no part in this battle", t.name(unit))));
    }
    take(&mut t, &mut attack, unit);
    keep(&mut t, attack);
    Ok(())
}

fn take(t: &mut Table, attack: &mut Attack, unit: UnitId) {
    let from = t.ix_of(unit);
    t.eliminate("OW-8.12.e", unit);
    attack.owed = attack.owed.saturating_sub(1);
    if attack.stage == Stage::AttackerLosses
        && let Some(ix) = from
    {
        crowds::abandoned(t, attack.side, ix);
    }
}

/// Takes losses that leave no choice, and goes on when none are owed. Tells whether it moved.
pub fn proceed(t: &mut Table, attack: &mut Attack) -> bool {
    let units = candidates(t, attack);
    if attack.owed == 0 || units.is_empty() {
        finish(t, attack);
        return true;
    }
    // [8.12.f] No more can be lost than there are.
    if units.len() <= usize::from(attack.owed) {
        for unit in units {
            take(t, attack, unit);
        }
        return true;
    }
    false
}

/// [8.14.a] The hits the defender has suffered.
fn hits(attack: &Attack) -> u8 {
    attack.result.map_or(0, |r| r.defender)
}

/// All losses of a side are taken.
fn finish(t: &mut Table, attack: &mut Attack) {
    let ix: Ix = target(t, attack);
    if attack.stage == Stage::AttackerLosses {
        // [8.13.a], [F-41] A choice only where hits can be lessened and somebody is left to retreat.
        let (hits, units) = (hits(attack), defenders(t, attack).len());
        attack.stage = match hits {
            0 => Stage::Advance,
            n if usize::from(n) > units => Stage::DefenderLosses,
            _ => Stage::Choice,
        };
        attack.owed = hits;
        return;
    }
    attack.enemy_media |= crowds::abandoned(t, attack.side.other(), ix);
    match attack.falls_back {
        true => retreat::begin(t, attack),
        false => attack.stage = Stage::Advance,
    }
}

const NO_CHOICE: &str = "the defender has nothing to decide";

/// [8.13] The defender takes all hits where he stands.
pub fn stand(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[Stage::Choice], "OW-8.13.a", NO_CHOICE)?;
    t.board.record(Atom("OW-8.13.a"), Fact::Declined { side: attack.decider(), what: "to retreat" });
    attack.stage = Stage::DefenderLosses;
    keep(&mut t, attack);
    Ok(())
}

/// [8.14] The defender will retreat for one hit less; his losses are named before the die.
pub fn fall_back(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[Stage::Choice], "OW-8.13.a", NO_CHOICE)?;
    t.board.record(Atom("OW-8.14.a"), Fact::Announced { side: attack.decider(), what: "will retreat from", hex: attack.target });
    attack.falls_back = true;
    attack.owed = attack.owed.saturating_sub(1);
    attack.stage = Stage::DefenderLosses;
    keep(&mut t, attack);
    Ok(())
}
