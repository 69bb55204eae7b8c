//! [17.1] The first deck.

use super::{Choosing, EventStage, Fate, Raised, rule, second};
use crate::board::{Atom, Fact, Illegal, UnitId};
use crate::games::turkish_liberation::charts::EventKind;
use crate::games::turkish_liberation::orders::{Count, Decision, Holding, Track};
use crate::games::turkish_liberation::republics::has_surrendered;
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::Nation;
use crate::games::turkish_liberation::{prestige, whites};

/// Resolves a chit of the first deck.
pub(crate) fn happen(t: &mut Table, chit: UnitId, kind: EventKind) -> Fate {
    match kind {
        EventKind::Anzavur | EventKind::Ethem if irregulars(t).1 == 0 => {
            t.note("WTL-17.1.b", "no Turkish irregular is left to rebel");
            Fate::Out
        }
        EventKind::SupportArmenia if has_surrendered(t, Nation::Arm) => too_late(t, kind, "Armenia has surrendered: nothing is left to support"),
        EventKind::SupportGeorgia if has_surrendered(t, Nation::Geo) => too_late(t, kind, "Georgia has surrendered: nothing is left to support"),
        EventKind::Caliphate if t.track(Track::Gna) >= t.charts.events.caliphate_barred => Fate::Again,
        EventKind::Anzavur | EventKind::Ethem | EventKind::SupportArmenia | EventKind::SupportGeorgia | EventKind::Caliphate => {
            t.board.ask(Decision::Event(Choosing { chit, kind, stage: EventStage::Use, rule: rule(kind) }));
            Fate::Asked
        }
        EventKind::Crimea => {
            whites::land(t);
            Fate::Out
        }
        EventKind::Assembly => {
            prestige::open(t);
            Fate::Out
        }
        EventKind::Legion => {
            t.set_track("WTL-17.1.h", Track::Legion, 1);
            Fate::Out
        }
        EventKind::Megali => megali(t),
        EventKind::Poland => poland(t),
        _ => {
            let points = t.charts.replacements.weapons;
            t.add_track("WTL-17.1.n", Track::RpTn, points);
            Fate::Out
        }
    }
}

fn too_late(t: &mut Table, kind: EventKind, why: &'static str) -> Fate {
    t.note(rule(kind), why);
    Fate::Out
}

/// [17.1.k], [R-06], [R-56] Five Greek points, unless the coup takes place in the same turn, before or after; none once it has.
fn megali(t: &mut Table) -> Fate {
    let drawn = t.boxed(Holding::Drawn).into_iter().any(|chit| super::kind(t, chit) == EventKind::Coup);
    if t.track(Track::Draws) == 2 || drawn && second::coup_takes_place(t) {
        return Fate::Again;
    }
    if t.track(Track::Coup) != 0 {
        t.note("WTL-12.2.c", "Greece has no replacement points after the coup");
        return Fate::Out;
    }
    let points = t.charts.replacements.megali_idea;
    t.add_track("WTL-17.1.k", Track::RpGre, points);
    Fate::Out
}

/// [17.1] The Imperialist uses an event that he may use.
pub(crate) fn used(t: &mut Table, choosing: &Choosing) {
    let support = t.charts.replacements.support;
    match choosing.kind {
        EventKind::SupportArmenia => {
            t.set_track("WTL-17.1.c", Track::SupportArmenia, 1);
            t.add_track("WTL-17.1.c", Track::PurseArm, support);
        }
        EventKind::SupportGeorgia => {
            t.set_track("WTL-17.1.d", Track::SupportGeorgia, 1);
            t.add_track("WTL-17.1.d", Track::PurseGeo, support);
        }
        EventKind::Caliphate => {
            for unit in t.boxed_of(Holding::Aside, Nation::Cal) {
                t.box_up("WTL-17.1.e", unit, Holding::ArrivingImp);
            }
        }
        kind => begin_picking(t, choosing.chit, kind),
    }
}

/// [17.1.a], [17.1.b], [R-83] Irregulars that may be picked now, and how many there are in all: those of the pool, and loyal ones on the map only
/// when the pool is empty.
pub(crate) fn irregulars(t: &Table) -> (Vec<UnitId>, usize) {
    let pool: Vec<UnitId> = t.boxed(Holding::PoolTn).into_iter().filter(|u| t.is_irregular(*u)).collect();
    let loyal: Vec<UnitId> = t.of_nation(Nation::Tn).filter(|u| t.is_irregular(*u)).collect();
    let all = pool.len() + loyal.len();
    (if pool.is_empty() { loyal } else { pool }, all)
}

/// Begins to pick rebels: as many as the event names, or as there are.
pub(crate) fn begin_picking(t: &mut Table, chit: UnitId, kind: EventKind) {
    let left = irregulars(t).1.min(usize::from(t.charts.events.irregulars)) as u8;
    if left > 0 {
        t.board.ask(Decision::Event(Choosing { chit, kind, stage: EventStage::Picking { left }, rule: rule(kind) }));
    }
}

/// [17.1.b], [R-83] Whether an irregular may be picked.
pub(crate) fn may_take(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    if irregulars(t).0.contains(&unit) {
        return Ok(());
    }
    let why = if t.board.hex(unit).is_some() {
        "irregulars come from the pool while it has any, and only loyal ones from the map"
    } else {
        "is not a Turkish irregular of the pool"
    };
    Err(Illegal::new("WTL-17.1.b", format!("{}: {why}", t.name(unit))))
}

/// [17.1.a] It becomes a rebel and waits to be placed.
pub(crate) fn take(t: &mut Table, choosing: &Choosing, unit: UnitId) {
    let by = choosing.rule;
    t.box_up(by, unit, Holding::ArrivingImp);
    t.forget(by, unit);
    t.flip(by, unit);
    let number = Raised::by(choosing.kind).map_or(0, |raised| raised as i16);
    t.set_count(by, unit, Count::Number, number);
    let EventStage::Picking { left } = choosing.stage else { return };
    let stage = match (left > 1, choosing.kind) {
        (true, _) => EventStage::Picking { left: left - 1 },
        (false, EventKind::Kurdistan) => EventStage::Placing,
        (false, _) => return t.board.answer(),
    };
    t.board.amend(Decision::Event(Choosing { stage, ..choosing.clone() }));
}

/// Picks those that leave no choice. Tells whether it did.
pub(crate) fn pick_the_rest(t: &mut Table, choosing: &Choosing, left: u8) -> bool {
    let (now, all) = irregulars(t);
    let forced = now.len() <= usize::from(left) && (now.len() == all || !now.is_empty() && t.board.hex(now[0]).is_none());
    let Some(unit) = now.first().copied().filter(|_| forced) else { return false };
    take(t, choosing, unit);
    true
}

/// [17.1.m] Units of the two armies on the map.
pub(crate) fn for_poland(t: &Table) -> Vec<UnitId> {
    let armies = &t.charts.events.poland_armies;
    t.of_nation(Nation::Bol).filter(|u| t.is_combat(*u) && armies.contains(&t.book.units[u.at()].formation)).collect()
}

fn poland(t: &mut Table) -> Fate {
    let left = for_poland(t).len().min(usize::from(t.charts.events.poland_units)) as u8;
    if left == 0 {
        t.note("WTL-17.1.m", "no unit of the 9th or 11th Army is on the map");
        return Fate::Out;
    }
    t.board.ask(Decision::Poland { left });
    Fate::Asked
}

/// [17.1.m], [R-40] A unit leaves; a die says when it is back.
pub(crate) fn leave(t: &mut Table, unit: UnitId) {
    t.box_up("WTL-17.1.m", unit, Holding::Poland);
    t.forget("WTL-17.1.m", unit);
    let die = t.roll("WTL-17.1.m", "return from Poland", &[]);
    let back = t.turn() + t.charts.events.poland_turns.read(die);
    t.set_count("WTL-17.1.m", unit, Count::Returns, back.into());
    t.board.record(Atom("WTL-17.1.m"), Fact::Noted { text: format!("{} will be back on turn {back}", t.name(unit)) });
}

/// All leave if there are no more than have to. Tells whether they did.
pub(crate) fn all_leave(t: &mut Table, left: u8) -> bool {
    let units = for_poland(t);
    if units.len() > usize::from(left) {
        return false;
    }
    for unit in units {
        leave(t, unit);
    }
    t.board.answer();
    true
}
