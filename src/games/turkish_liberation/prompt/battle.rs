//! An attack under way.

use super::Choices;
use crate::board::{Choice, Prompt, UnitId, ask, button, on_unit};
use crate::games::turkish_liberation::combat::{self, Attack, CombatStage, advance, air, convoys, guns, losses};
use crate::games::turkish_liberation::orders::Order;
use crate::games::turkish_liberation::table::Table;

/// What is asked at each stage.
pub(crate) fn attacking(t: &Table, attack: &Attack) -> Prompt<Order> {
    use CombatStage::*;
    let (side, hex) = (attack.decider(), t.spot(attack.target));
    let each = |units: Vec<UnitId>, label: &'static str, order: fn(UnitId) -> Order| -> Choices {
        units.into_iter().map(|unit| on_unit(unit, label, order(unit))).collect()
    };
    let with = |mut choices: Choices, label: &'static str, order: Order| {
        choices.push(Choice::button(label, order));
        choices
    };
    match attack.stage {
        Planning => planning(t, attack),
        Forehand | AttackerAir | DefenderAir => {
            let attacker = attack.stage != DefenderAir;
            let buttons = each(air::available(t, attack, attacker), "commit", |unit| Order::Fly { unit });
            let when = if attack.stage == Forehand { ", before the irregulars try to retreat" } else { "" };
            ask(side, format!("The battle for {hex}: commit air support{when}?"), with(buttons, "No air support", Order::NoAir))
        }
        Melting => {
            let buttons = vec![Choice::button("Try to retreat before combat", Order::Melt), Choice::button("Stand and fight", Order::Stand)];
            ask(side, format!("Your irregulars in {hex} are attacked by regulars."), buttons)
        }
        Recon => {
            let buttons = each(air::scouts(t, attack), "add its strength", |unit| Order::Recon { unit });
            ask(side, "Reconnaissance: a unit nearby may add its attack factor.", with(buttons, "Nobody", Order::NoRecon))
        }
        Guns => {
            let buttons = each(guns::available(t, attack), "commit", |unit| Order::Bring { unit });
            ask(side, format!("The battle for {hex}: commit naval gunfire?"), with(buttons, "No naval gunfire", Order::NoGuns))
        }
        AttackerSupply | DefenderSupply => {
            let buttons = each(convoys::sources(t, attack, attack.stage == AttackerSupply), "spend as source of supply", |convoy| Order::Draw { convoy });
            ask(side, "Some of your units are out of supply: spend a convoy to supply them?", with(buttons, "Spend none", Order::NoDraw))
        }
        AttackerConvoy | DefenderConvoy => {
            let (units, due) = convoys::shifters(t, attack, attack.stage == AttackerConvoy);
            let buttons = each(units, "spend for a column", |convoy| Order::Spend { convoy });
            let buttons = if due { buttons } else { with(buttons, "Spend none", Order::NoDraw) };
            ask(side, "A convoy is spent for a column: choose which.", buttons)
        }
        AttackerLosses | DefenderLosses => {
            let buttons = each(losses::candidates(t, attack), "lose a step", |unit| Order::Lose { unit });
            ask(side, format!("The battle for {hex}: choose a unit that loses a step, {} more.", attack.owed), buttons)
        }
        Advance => {
            let buttons = each(advance::candidates(t, attack), "advance", |unit| Order::Advance { unit });
            ask(side, format!("{hex} has been vacated: choose units that advance."), with(buttons, "Nobody else advances", Order::EndAdvance))
        }
        Die | Aftermath => ask(side, "", Vec::new()),
    }
}

fn planning(t: &Table, attack: &Attack) -> Prompt<Order> {
    let ix = combat::target(t, attack);
    let mut buttons: Choices = Vec::new();
    for unit in combat::could_join(t, attack.nation, ix) {
        let joined = attack.units.contains(&unit);
        let (label, order) = if joined { ("leave the attack", Order::Leave { unit }) } else { ("join the attack", Order::Join { unit }) };
        buttons.push(on_unit(unit, label, order));
    }
    let mut prompt = ask(attack.side, format!("Attack {}: click counters in the sheet to add them or leave them out.", t.spot(attack.target)), buttons);
    button(&mut prompt, "Attack", Order::Commit, combat::may_commit(attack));
    prompt.buttons.push(Choice::button("Cancel", Order::Drop));
    prompt
}
