//! [17] Events: the cup, the draw, and what players choose about them. The chits of the two decks: [`first`], [`second`].

mod first;
mod second;

use super::charts::EventKind;
use super::orders::{Count, Decision, Holding, Segment, Track};
use super::table::Table;
use super::tables::Nation;
use super::{IMPERIALIST, placement, sequence, setup};
use crate::board::{Atom, Fact, Illegal, UnitId};
use bevy_ecs::prelude::In;

/// What the Imperialist is asked about an event.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Choosing {
    /// The chit.
    pub chit: UnitId,
    /// What it does.
    pub kind: EventKind,
    /// What is asked.
    pub stage: EventStage,
    /// The rule that asks.
    pub rule: &'static str,
}

/// What is asked about an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EventStage {
    /// Whether to use it.
    Use,
    /// Which irregulars rebel: so many more.
    Picking {
        /// How many.
        left: u8,
    },
    /// [17.2.b] Where the rebels of Free Kurdistan appear.
    Placing,
}

impl Choosing {
    /// Whether rebels are placed at once.
    pub(crate) fn is_placing(&self) -> bool {
        self.stage == EventStage::Placing
    }
}

/// The event that raised an irregular, as it is numbered on the counter until it is placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum Raised {
    Anzavur = 1,
    Ethem = 2,
    Kurdistan = 3,
    MountainArmenia = 4,
}

impl Raised {
    /// By its number.
    pub(crate) fn of(number: i16) -> Option<Raised> {
        [Raised::Anzavur, Raised::Ethem, Raised::Kurdistan, Raised::MountainArmenia].into_iter().find(|raised| *raised as i16 == number)
    }

    /// The one of an event that raises irregulars.
    fn by(kind: EventKind) -> Option<Raised> {
        match kind {
            EventKind::Anzavur => Some(Raised::Anzavur),
            EventKind::Ethem => Some(Raised::Ethem),
            EventKind::Kurdistan => Some(Raised::Kurdistan),
            EventKind::MountainArmenia => Some(Raised::MountainArmenia),
            _ => None,
        }
    }
}

/// The rule of an event.
pub(crate) fn rule(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Anzavur => "WTL-17.1.a",
        EventKind::SupportArmenia => "WTL-17.1.c",
        EventKind::SupportGeorgia => "WTL-17.1.d",
        EventKind::Caliphate => "WTL-17.1.e",
        EventKind::Ethem => "WTL-17.1.g",
        EventKind::Legion => "WTL-17.1.h",
        EventKind::Crimea => "WTL-17.1.i",
        EventKind::Assembly => "WTL-17.1.j",
        EventKind::Megali => "WTL-17.1.k",
        EventKind::Nothing => "WTL-17.1.l",
        EventKind::Poland => "WTL-17.1.m",
        EventKind::Weapons => "WTL-17.1.n",
        EventKind::Unused => "WTL-17.2.a",
        EventKind::Kurdistan => "WTL-17.2.b",
        EventKind::Sovietization => "WTL-17.2.c",
        EventKind::Treaty => "WTL-17.2.d",
        EventKind::FrenchWithdrawal => "WTL-17.2.e",
        EventKind::Coup => "WTL-17.2.f",
        EventKind::MountainArmenia => "WTL-17.2.g",
    }
}

/// What a chit does.
pub(crate) fn kind(t: &Table, chit: UnitId) -> EventKind {
    t.charts.chits.0.get(&chit).map_or(EventKind::Unused, |chit| chit.event)
}

/// [4.1.b], [17.1.m] A turn begins: the second deck enters the cup, and units return from Poland.
pub(crate) fn begin_turn(t: &mut Table) {
    if t.turn() >= t.charts.events.second_deck_turn {
        for chit in t.boxed(Holding::Later) {
            t.box_up("WTL-4.1.b", chit, Holding::Cup);
        }
    }
    for unit in t.boxed(Holding::Poland) {
        if t.count(unit, Count::Returns) <= i16::from(t.turn()) {
            t.set_count("WTL-17.1.m", unit, Count::Returns, 0);
            t.box_up("WTL-17.1.m", unit, Holding::ArrivingRev);
        }
    }
}

/// [17.2.b] Whether Free Kurdistan may be played now.
pub(crate) fn may_play_kurdistan(t: &Table) -> Result<UnitId, Illegal> {
    let rule = "WTL-17.2.b";
    if t.segment() != Segment::Kurdistan || t.board.decision::<Decision>().is_some() {
        return Err(Illegal::new(rule, "Free Kurdistan is played at the start of a turn"));
    }
    let held = t.boxed(Holding::Kept).into_iter().find(|chit| kind(t, *chit) == EventKind::Kurdistan);
    let chit = held.ok_or_else(|| Illegal::new(rule, "the Imperialist does not hold Free Kurdistan"))?;
    if first::irregulars(t).1 == 0 {
        return Err(Illegal::new(rule, "no Turkish irregular is left to rebel"));
    }
    Ok(chit)
}

/// [17.2.b] Plays it.
pub(crate) fn play_kurdistan(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let chit = may_play_kurdistan(&t)?;
    t.box_up("WTL-17.2.b", chit, Holding::Discarded);
    first::begin_picking(&mut t, chit, EventKind::Kurdistan);
    Ok(())
}

/// [17.2.b] Keeps it.
pub(crate) fn keep_kurdistan(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_play_kurdistan(&t)?;
    t.board.record(Atom("WTL-17.2.b"), Fact::Declined { side: IMPERIALIST, what: "to play Free Kurdistan" });
    sequence::advance(&mut t);
    Ok(())
}

/// [4.1.a], [4.1.c], [R-06], [R-79] Draws the chits of a turn.
fn draw(t: &mut Table) {
    t.set_track("WTL-4.1.a", Track::Draws, 1);
    for number in 1..=t.charts.events.draws {
        let Some(chit) = setup::draw(t, Holding::Cup, "an event") else { return };
        let text = format!("an event is drawn: {}", t.book.units[chit.at()].name);
        t.note("WTL-4.1.a", text);
        if kind(t, chit) == EventKind::Nothing {
            t.note("WTL-4.1.c", "No Event: the chit goes back into the cup");
            continue;
        }
        t.box_up("WTL-4.1.a", chit, Holding::Drawn);
        t.set_count("WTL-4.1.a", chit, Count::Number, number.into());
    }
}

/// Draws, and resolves the chits in the order drawn. Tells whether anything happened.
pub(crate) fn resolve(t: &mut Table) -> bool {
    if t.track(Track::Draws) == 0 {
        draw(t);
        return true;
    }
    let Some(chit) = t.boxed(Holding::Drawn).into_iter().min_by_key(|chit| t.count(*chit, Count::Number)) else { return false };
    happen(t, chit);
    true
}

/// What becomes of a chit that has been resolved.
enum Fate {
    /// [4.1.d] Back into the cup.
    Again,
    /// [4.1.e] Out of play.
    Out,
    /// [17.2.b] Kept by the Imperialist.
    Kept,
    /// A player is asked first.
    Asked,
}

fn happen(t: &mut Table, chit: UnitId) {
    let kind = kind(t, chit);
    let fate = match kind {
        EventKind::Anzavur
        | EventKind::Ethem
        | EventKind::SupportArmenia
        | EventKind::SupportGeorgia
        | EventKind::Caliphate
        | EventKind::Crimea
        | EventKind::Assembly
        | EventKind::Legion
        | EventKind::Megali
        | EventKind::Poland
        | EventKind::Weapons => first::happen(t, chit, kind),
        EventKind::Nothing => Fate::Again,
        _ => second::happen(t, kind),
    };
    match fate {
        Fate::Again => {
            let why = t.charts.chits.0.get(&chit).map(|chit| chit.again.clone()).unwrap_or_default();
            t.note("WTL-4.1.d", format!("No Event: {why}"));
            put_away(t, "WTL-4.1.d", chit, Holding::Cup);
        }
        Fate::Out => put_away(t, "WTL-4.1.e", chit, Holding::Discarded),
        Fate::Kept => put_away(t, "WTL-17.2.b", chit, Holding::Kept),
        // It lies among the discarded while its player chooses.
        Fate::Asked => put_away(t, "WTL-4.1.e", chit, Holding::Discarded),
    }
}

fn put_away(t: &mut Table, by: &'static str, chit: UnitId, to: Holding) {
    t.set_count(by, chit, Count::Number, 0);
    t.box_up(by, chit, to);
}

/// The question about an event that waits, if it is at this stage.
fn current(t: &Table, fits: impl Fn(&EventStage) -> bool, why: &'static str) -> Result<Choosing, Illegal> {
    match t.board.decision() {
        Some(Decision::Event(choosing)) if fits(&choosing.stage) => Ok(choosing.clone()),
        Some(Decision::Event(choosing)) => Err(Illegal::new(choosing.rule, why)),
        _ => Err(Illegal::new("WTL-17.1.a", why)),
    }
}

/// [17.1] The Imperialist uses an event.
pub(crate) fn use_event(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let choosing = current(&t, |stage| *stage == EventStage::Use, "no event waits to be used")?;
    t.board.answer();
    first::used(&mut t, &choosing);
    Ok(())
}

/// [17.1] He does not.
pub(crate) fn decline(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let choosing = current(&t, |stage| *stage == EventStage::Use, "no event waits to be used")?;
    t.board.answer();
    t.board.record(Atom(choosing.rule), Fact::Declined { side: IMPERIALIST, what: "to use the event" });
    Ok(())
}

/// [17.1.a], [17.1.b] An irregular rebels.
pub(crate) fn take_rebel(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let choosing = current(&t, |stage| matches!(stage, EventStage::Picking { .. }), "no irregulars are being chosen to rebel")?;
    first::may_take(&t, unit)?;
    first::take(&mut t, &choosing, unit);
    Ok(())
}

/// [17.1.m] A Bolshevik unit leaves for Poland.
pub(crate) fn send_to_poland(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let Some(Decision::Poland { left }) = t.board.decision().cloned() else {
        return Err(Illegal::new("WTL-17.1.m", "no units are being sent to Poland"));
    };
    if !first::for_poland(&t).contains(&unit) {
        return Err(Illegal::new("WTL-17.1.m", format!("{} is not a unit of the 9th or 11th Army on the map", t.name(unit))));
    }
    first::leave(&mut t, unit);
    if left > 1 {
        t.board.amend(Decision::Poland { left: left - 1 })
    } else {
        t.board.answer()
    }
    Ok(())
}

/// Goes on with an event as far as nobody has anything to choose. Tells whether it moved.
pub(crate) fn proceed(t: &mut Table) -> bool {
    match t.board.decision().cloned() {
        Some(Decision::Event(choosing)) => match choosing.stage {
            EventStage::Use => false,
            EventStage::Picking { left } => first::pick_the_rest(t, &choosing, left),
            EventStage::Placing => {
                let waits = placement::sort(t);
                if !waits {
                    t.board.answer();
                    sequence::advance(t);
                }
                !waits
            }
        },
        Some(Decision::Poland { left }) => first::all_leave(t, left),
        _ => false,
    }
}

/// Irregulars that may be picked now.
pub(crate) fn rebels_to_be(t: &Table) -> Vec<UnitId> {
    first::irregulars(t).0
}

/// Bolshevik units that may be sent to Poland.
pub(crate) fn for_poland(t: &Table) -> Vec<UnitId> {
    first::for_poland(t)
}

/// [17.1.h] Whether the Armenian Legion fights this turn.
pub(crate) fn legion_fights(t: &Table, nation: Nation) -> bool {
    nation == Nation::Fre && t.track(Track::Legion) != 0
}
