//! The administrative segment: events, replacement points, irregulars.

use crate::board::UnitId;
use crate::games::List;
use crate::games::turkish_liberation::events::{self, Choosing, EventStage};
use crate::games::turkish_liberation::orders::{Order, Segment};
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::Nation;
use crate::games::turkish_liberation::{IMPERIALIST, REVOLUTIONARY, irregulars, replacements};

/// The steps of the segment.
pub(crate) fn step(t: &Table, list: &mut List) {
    let segment = t.segment();
    if segment == Segment::Kurdistan {
        list.ask(IMPERIALIST, "A turn begins: you hold Free Kurdistan. Play it now, or keep it?");
        list.button("Play Free Kurdistan", Order::PlayKurdistan);
        return list.button("Keep Free Kurdistan", Order::KeepKurdistan);
    }
    list.ask(segment.side(), || text(t));
    list.actors.extend(replacements::for_sale(t));
    list.actors.extend(irregulars::to_win(t));
    list.actors.extend(replacements::refits(t).into_iter().map(|(unit, _)| unit));
    list.actors.extend(irregulars::targets(t));
    list.actors.sort_by_key(|unit| (replacements::rank(t, *unit), *unit));
    list.actors.dedup();
    list.button("End this step", Order::EndStep);
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
pub(crate) fn offers(t: &Table, unit: UnitId, list: &mut List) {
    let two_steps = t.printed(unit).steps > 1;
    if replacements::may_buy(t, unit, true).is_ok() {
        let label = || format!("buy {}({})", if two_steps { "at full strength " } else { "" }, replacements::price(t, unit, true));
        list.on_unit(unit, label, Order::Buy { unit, full: true });
    }
    if two_steps && replacements::may_buy(t, unit, false).is_ok() {
        let label = || format!("buy reduced ({})", replacements::price(t, unit, false));
        list.on_unit(unit, label, Order::Buy { unit, full: false });
    }
    if irregulars::may_win(t, unit).is_ok() {
        list.on_unit(unit, "recruit for the Bolsheviks (1)", Order::Win { unit });
    }
    for (reduced, convoys) in replacements::refits(t).into_iter().filter(|(reduced, _)| *reduced == unit) {
        for convoy in convoys {
            list.on_unit(reduced, || format!("restore by spending {}", t.name(convoy)), Order::Refit { convoy, unit: reduced });
        }
    }
    if irregulars::may_target(t, unit).is_ok() {
        for nation in replacements::payers(t, t.segment().side()) {
            list.on_unit(unit, || format!("subvert, {}", t.nation_with(nation, "pays", "pay")), Order::Subvert { unit, pay: nation.id() });
        }
    }
}

/// An event asks the Imperialist.
pub(crate) fn event(t: &Table, choosing: &Choosing, list: &mut List) {
    let words = || t.charts.chits.0.get(&choosing.chit).map(|chit| chit.text.clone()).unwrap_or_default();
    match choosing.stage {
        EventStage::Use => {
            list.ask(IMPERIALIST, || format!("{}: {}", t.name(choosing.chit), words()));
            list.button("Use the event", Order::UseEvent);
            list.button("Do not use it", Order::DeclineEvent);
        }
        EventStage::Picking { left } => {
            list.ask(IMPERIALIST, || format!("{}: choose irregulars to rebel, {left} more.", t.name(choosing.chit)));
            list.each(events::rebels_to_be(t), "rebels", |unit| Order::TakeRebel { unit });
        }
        EventStage::Placing => {
            list.ask(IMPERIALIST, "Free Kurdistan: choose a rebel, then a hex of Kurdistan.");
            list.actors.extend(crate::games::turkish_liberation::placement::waiting(t));
        }
    }
}

/// Units leave for Poland.
pub(crate) fn poland(t: &Table, left: u8, list: &mut List) {
    list.ask(REVOLUTIONARY, || format!("War with Poland: choose units of the 9th and 11th Army to leave, {left} more."));
    list.each(events::for_poland(t), "leaves for Poland", |unit| Order::SendToPoland { unit });
}
