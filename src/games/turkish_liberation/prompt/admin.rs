//! The administrative segment: events, replacement points, irregulars.

use super::Choices;
use crate::board::{Choice, Offer, Prompt, UnitId, ask, on_unit};
use crate::games::turkish_liberation::events::{self, Choosing, EventStage};
use crate::games::turkish_liberation::orders::{Order, Segment};
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::Nation;
use crate::games::turkish_liberation::{IMPERIALIST, REVOLUTIONARY, irregulars, replacements};

/// The steps of the segment.
pub(crate) fn step(t: &Table) -> Prompt<Order> {
    let segment = t.segment();
    if segment == Segment::Kurdistan {
        let buttons = vec![Choice::button("Play Free Kurdistan", Order::PlayKurdistan), Choice::button("Keep Free Kurdistan", Order::KeepKurdistan)];
        return ask(IMPERIALIST, "A turn begins: you hold Free Kurdistan. Play it now, or keep it?", buttons);
    }
    let mut prompt = ask(segment.side(), text(t), Vec::new());
    prompt.actors = replacements::for_sale(t);
    prompt.actors.extend(irregulars::to_win(t));
    prompt.actors.extend(replacements::refits(t).into_iter().map(|(unit, _)| unit));
    prompt.actors.extend(irregulars::targets(t));
    prompt.actors.sort_by_key(|unit| (replacements::rank(t, *unit), *unit));
    prompt.actors.dedup();
    prompt.buttons.push(Choice::button("End this step", Order::EndStep));
    prompt
}

fn text(t: &Table) -> String {
    let left = |nation: Nation| {
        let track = replacements::track(nation).map_or(0, |track| t.track(track));
        let purse = replacements::purse(nation).map_or(0, |track| t.track(track));
        let extra = if purse > 0 { format!(" and {purse} for regulars") } else { String::new() };
        (track + purse > 0).then(|| format!("{} {track}{extra}", t.nation_name(nation)))
    };
    let list = |nations: &[Nation]| {
        let listed: Vec<String> = nations.iter().filter_map(|n| left(*n)).collect();
        if listed.is_empty() { "none left".to_owned() } else { listed.join(", ") }
    };
    match t.segment() {
        Segment::AdminTurkish => format!("Spend Turkish replacement points: {}.", list(&[Nation::Tn])),
        Segment::AdminBolshevik => format!("Spend Bolshevik replacement points: {}.", list(&[Nation::Bol])),
        Segment::AdminSubversion => format!("Irregulars: recruit or subvert with what is left ({}).", list(&[Nation::Tn, Nation::Bol])),
        _ => {
            let nations: Vec<Nation> = replacements::POINTS[2..].iter().map(|(nation, _)| *nation).collect();
            format!("Spend the replacement points of your nations: {}.", list(&nations))
        }
    }
}

/// What may be done with a counter in a replacement step.
pub(crate) fn offers(t: &Table, unit: UnitId, offer: &mut Offer<Order>) {
    let two_steps = t.printed(unit).steps > 1;
    if replacements::may_buy(t, unit, true).is_ok() {
        let label = format!("buy {}({})", if two_steps { "at full strength " } else { "" }, replacements::price(t, unit, true));
        offer.choices.push(on_unit(unit, label, Order::Buy { unit, full: true }));
    }
    if two_steps && replacements::may_buy(t, unit, false).is_ok() {
        let label = format!("buy reduced ({})", replacements::price(t, unit, false));
        offer.choices.push(on_unit(unit, label, Order::Buy { unit, full: false }));
    }
    if irregulars::may_win(t, unit).is_ok() {
        offer.choices.push(on_unit(unit, "recruit for the Bolsheviks (1)", Order::Win { unit }));
    }
    for (reduced, convoys) in replacements::refits(t).into_iter().filter(|(reduced, _)| *reduced == unit) {
        let refit = |convoy: UnitId| on_unit(reduced, format!("restore by spending {}", t.name(convoy)), Order::Refit { convoy, unit: reduced });
        offer.choices.extend(convoys.into_iter().map(refit));
    }
    if irregulars::may_target(t, unit).is_ok() {
        let pay = |nation: Nation| on_unit(unit, format!("subvert, {}", t.nation_with(nation, "pays", "pay")), Order::Subvert { unit, pay: nation.id() });
        offer.choices.extend(replacements::payers(t, t.segment().side()).into_iter().map(pay));
    }
}

/// An event asks the Imperialist.
pub(crate) fn event(t: &Table, choosing: &Choosing) -> Prompt<Order> {
    let words = t.charts.chits.0.get(&choosing.chit).map(|chit| chit.text.clone()).unwrap_or_default();
    match choosing.stage {
        EventStage::Use => {
            let buttons = vec![Choice::button("Use the event", Order::UseEvent), Choice::button("Do not use it", Order::DeclineEvent)];
            ask(IMPERIALIST, format!("{}: {words}", t.name(choosing.chit)), buttons)
        }
        EventStage::Picking { left } => {
            let units: Choices = events::rebels_to_be(t).into_iter().map(|unit| on_unit(unit, "rebels", Order::TakeRebel { unit })).collect();
            ask(IMPERIALIST, format!("{}: choose irregulars that rebel, {left} more.", t.name(choosing.chit)), units)
        }
        EventStage::Placing => {
            let mut prompt = ask(IMPERIALIST, "Free Kurdistan: choose a rebel, then a hex of Kurdistan.", Vec::new());
            prompt.actors = crate::games::turkish_liberation::placement::waiting(t);
            prompt
        }
    }
}

/// Units leave for Poland.
pub(crate) fn poland(t: &Table, left: u8) -> Prompt<Order> {
    let units = events::for_poland(t).into_iter().map(|unit| on_unit(unit, "leaves for Poland", Order::SendToPoland { unit })).collect();
    ask(REVOLUTIONARY, format!("War with Poland: choose units of the 9th and 11th Army that leave, {left} more."), units)
}
