//! An attack under way.

use crate::games::List;
use crate::games::turkish_liberation::combat::{self, Attack, CombatStage, advance, air, convoys, guns, losses};
use crate::games::turkish_liberation::orders::Order;
use crate::games::turkish_liberation::table::Table;

/// What is asked at each stage.
pub(crate) fn attacking(t: &Table, attack: &Attack, list: &mut List) {
    use CombatStage::*;
    let (side, hex) = (attack.decider(), || t.spot(attack.target));
    match attack.stage {
        Planning => planning(t, attack, list),
        Forehand | AttackerAir | DefenderAir => {
            let when = if attack.stage == Forehand { ", before the irregulars try to retreat" } else { "" };
            list.ask(side, || format!("The battle for {}: commit air support{when}?", hex()));
            list.each(air::available(t, attack, attack.stage != DefenderAir), "commit", |unit| Order::Fly { unit });
            list.button("No air support", Order::NoAir);
        }
        Melting => {
            list.ask(side, || format!("Your irregulars in {} are under attack by regulars.", hex()));
            list.button("Try to retreat before combat", Order::Melt);
            list.button("Stand and fight", Order::Stand);
        }
        Recon => {
            list.ask(side, "Reconnaissance: a unit nearby may add its attack factor to the attack.");
            list.each(air::scouts(t, attack), "add its strength", |unit| Order::Recon { unit });
            list.button("Nobody", Order::NoRecon);
        }
        Guns => {
            list.ask(side, || format!("The battle for {}: commit naval gunfire?", hex()));
            list.each(guns::available(t, attack), "commit", |unit| Order::Bring { unit });
            list.button("No naval gunfire", Order::NoGuns);
        }
        AttackerSupply | DefenderSupply => {
            list.ask(side, "Some of your units are out of supply: spend a convoy to supply them?");
            list.each(convoys::sources(t, attack, attack.stage == AttackerSupply), "spend as a source of supply", |convoy| Order::Draw { convoy });
            list.button("Spend none", Order::NoDraw);
        }
        AttackerConvoy | DefenderConvoy => {
            let (units, due) = convoys::shifters(t, attack, attack.stage == AttackerConvoy);
            list.ask(side, "Choose a convoy to spend for a column shift.");
            list.each(units, "spend for a column shift", |convoy| Order::Spend { convoy });
            if !due {
                list.button("Spend none", Order::NoDraw);
            }
        }
        AttackerLosses | DefenderLosses => {
            list.ask(side, || format!("The battle for {}: choose a unit to lose a step, {} more.", hex(), attack.owed));
            list.each(losses::candidates(t, attack), "lose a step", |unit| Order::Lose { unit });
        }
        Advance => {
            list.ask(side, || format!("{} has been vacated: choose units to advance.", hex()));
            list.each(advance::candidates(t, attack), "advance", |unit| Order::Advance { unit });
            list.button("Nobody else advances", Order::EndAdvance);
        }
        Die | Aftermath => list.ask(side, ""),
    }
}

fn planning(t: &Table, attack: &Attack, list: &mut List) {
    let ix = combat::target(t, attack);
    list.ask(attack.side, || format!("Attack {}: click counters in the sheet to add them or leave them out.", t.spot(attack.target)));
    for unit in combat::could_join(t, attack.nation, ix) {
        if attack.units.contains(&unit) {
            list.on_unit(unit, "leave the attack", Order::Leave { unit });
        } else {
            list.on_unit(unit, "join the attack", Order::Join { unit });
        }
    }
    list.button_if("Attack", Order::Commit, combat::may_commit(attack));
    list.button("Cancel", Order::Drop);
}
