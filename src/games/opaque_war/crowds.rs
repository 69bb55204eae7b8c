//! [9] Mobs and media, with the non-lethal equipment of [13.1].

use super::fog::{self, View};
use super::orders::{Decision, Holding, Mark, Purpose, Track};
use super::table::Table;
use super::tables::UnitType;
use super::{REBEL, UKRAINIAN, levels, stacking};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Modifier, Place, Side, UnitId};
use bevy_ecs::prelude::In;

/// A counter that will enter: by name, or where it lies if its player has not seen it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// By name.
    Known(UnitId),
    /// By hex and place in the stack, 1 being the bottom.
    Covered(Hex, u8),
}

/// [9.1] Mobs that are to be eliminated of a hex.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dispersal {
    /// The hex.
    pub hex: Hex,
    /// Who enters.
    pub entering: Vec<Piece>,
    /// [13.1] Equipment that goes with them.
    pub non_lethal: Option<UnitId>,
}

impl Piece {
    /// The counter, if it is named.
    pub fn named(&mut self) -> Option<&mut UnitId> {
        match self {
            Piece::Known(unit) => Some(unit),
            Piece::Covered(..) => None,
        }
    }

    /// The counter itself.
    fn unit(self, t: &Table) -> Option<UnitId> {
        match self {
            Piece::Known(unit) => Some(unit),
            Piece::Covered(hex, place) => t.covered(UKRAINIAN, hex, place).ok(),
        }
    }
}

/// [9.1.d], [9.1.l] Whether a Ukrainian unit next to the hex may still enter: each makes one mob entry a segment, so those that have not
/// stand where they stood when movement ended.
fn may_go(t: &Table, unit: UnitId, target: Ix) -> Result<(), Illegal> {
    let from = t.ix_of(unit).filter(|_| t.is_combat(unit));
    if from.is_none_or(|from| t.board.map.grid.side(from, target).is_none()) {
        return Err(Illegal::new("OW-9.1.f", format!("{} is not a combat unit next to {}", t.seen_name(unit), t.spot_at(target))));
    }
    if t.has(unit, Mark::Entered) {
        return Err(Illegal::new("OW-9.1.l", format!("{} has already entered one mob's hex in this segment", t.seen_name(unit))));
    }
    Ok(())
}

/// Ukrainian units that could enter a hex.
fn able(t: &Table, target: Ix) -> Vec<UnitId> {
    let around: Vec<Ix> = t.board.map.grid.around(target).map(|(_, ix)| ix).collect();
    around.into_iter().flat_map(|ix| t.fighters(UKRAINIAN, ix)).filter(|u| may_go(t, *u, target).is_ok()).collect()
}

/// [9.1.d], [9.1.f], [15.2.c] Whether mobs may be eliminated of a hex, for all the Ukrainian knows. He knows the hex if a unit of his is next
/// to it; otherwise he is told nothing about it.
pub(super) fn may_clear(t: &Table, view: &View, hex: Hex) -> Result<Ix, Illegal> {
    t.during(Purpose::Mobs, "OW-4.0.g", "mobs are eliminated only at the end of the Ukrainian Movement Segment")?;
    let Some(ix) = t.board.ix(hex).filter(|ix| t.beside(UKRAINIAN, *ix)) else {
        return Err(Illegal::new("OW-9.1.d", format!("there is no Ukrainian combat unit next to {}", t.spot(hex))));
    };
    if !t.has_mob(ix) {
        return Err(Illegal::new("OW-9.1.d", format!("there is no mob in {}", t.spot(hex))));
    }
    if t.holds(REBEL, ix) {
        return Err(Illegal::new("OW-9.1.d", format!("there is a Rebel combat unit with the mob in {}", t.spot(hex))));
    }
    if able(t, ix).is_empty() {
        return Err(Illegal::new("OW-9.1.l", format!("every unit next to {} has already entered one mob's hex in this segment", t.spot(hex))));
    }
    if t.is_ceasefire() && (view.beside[ix.at()] || t.hex_has(ix, super::orders::HexMark::Barred)) {
        return Err(t.of_hex(ix, Illegal::new("OW-15.2.c", super::movement::TRUCE)));
    }
    Ok(ix)
}

/// [9.1] Begins to plan.
pub(super) fn clear_mob(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    let view = View::of(&t, UKRAINIAN);
    may_clear(&t, &view, hex)?;
    t.board.record(Atom("OW-9.1.d"), Fact::Announced { side: UKRAINIAN, what: "plans to eliminate the mob in", hex });
    t.board.ask(Decision::Dispersal(Dispersal { hex, entering: Vec::new(), non_lethal: None }));
    Ok(())
}

fn current(t: &Table) -> Result<Dispersal, Illegal> {
    match t.board.decision() {
        Some(Decision::Dispersal(plan)) => Ok(plan.clone()),
        _ => Err(Illegal::new("OW-9.1.d", "no mob is being eliminated")),
    }
}

fn keep(t: &mut Table, plan: Dispersal) {
    t.board.amend(Decision::Dispersal(plan));
}

fn target(t: &Table, plan: &Dispersal) -> Ix {
    t.board.ix(plan.hex).expect("mobs are eliminated in hexes of the map")
}

/// Combat units that enter as planned.
fn fighters(t: &Table, plan: &Dispersal) -> Vec<UnitId> {
    plan.entering.iter().filter_map(|p| p.unit(t)).filter(|u| t.is_combat(*u)).collect()
}

/// [9.1.f], [9.2.b] Whether a counter may be among those that enter.
pub(super) fn may_enter(t: &Table, plan: &Dispersal, piece: Piece) -> Result<(), Illegal> {
    let unit = match piece {
        Piece::Known(unit) => t.own(UKRAINIAN, unit).map(|()| unit)?,
        Piece::Covered(hex, place) => t.covered(UKRAINIAN, hex, place)?,
    };
    if plan.entering.contains(&piece) {
        return Err(Illegal::new("OW-9.1.f", format!("{} is already entering", t.seen_name(unit))));
    }
    if t.kind(unit) == UnitType::Media {
        let with = fighters(t, plan).iter().any(|u| t.board.hex(unit).is_some() && t.board.place(*u) == t.board.place(unit));
        return if with {
            Ok(())
        } else {
            Err(Illegal::new("OW-9.2.b", format!("{} is not stacked with a unit that enters: media move only with a unit of their hex", t.name(unit))))
        };
    }
    let ix = target(t, plan);
    may_go(t, unit, ix)?;
    stacking::may_end(t, UKRAINIAN, ix, fighters(t, plan).len() + 1)
}

/// [9.1.f] A counter will enter.
pub(super) fn enter(In(piece): In<Piece>, mut t: Table) -> Result<(), Illegal> {
    let mut plan = current(&t)?;
    may_enter(&t, &plan, piece)?;
    let unit = piece.unit(&t).expect("it was judged");
    t.board.record(Atom("OW-9.1.f"), Fact::AttackerToggled { unit, hex: plan.hex, joins: true });
    plan.entering.push(piece);
    keep(&mut t, plan);
    Ok(())
}

/// [13.1.a], [12.4.d] Whether equipment may go with units: it is available, and one of them is in supply.
pub(super) fn may_equip(t: &Table, equipment: UnitId, supplied: bool) -> Result<(), Illegal> {
    if t.kind(equipment) != UnitType::NonLethal || !t.is_in(equipment, Holding::UkrainianAvailable) {
        return Err(Illegal::new("OW-13.0.a", format!("{} is not non-lethal equipment in the Ukrainian Available box", t.name(equipment))));
    }
    if supplied { Ok(()) } else { Err(Illegal::new("OW-12.4.d", "none of these units is in supply, and units out of supply cannot use non-lethal equipment")) }
}

/// [12.4.d] Whether a Ukrainian unit next to the mob is in supply.
pub(super) fn supplied(t: &Table, plan: &Dispersal) -> bool {
    able(t, target(t, plan)).iter().any(|u| !t.has(*u, Mark::OutOfSupply))
}

/// [13.1.a] Equipment goes with the units that enter.
pub(super) fn equip(t: &mut Table, equipment: UnitId) -> Result<(), Illegal> {
    let mut plan = current(t)?;
    if plan.non_lethal.is_some() {
        return Err(Illegal::new("OW-13.1.a", "one non-lethal equipment counter is already in use, and a second would add nothing"));
    }
    may_equip(t, equipment, supplied(t, &plan))?;
    t.board.record(Atom("OW-13.1.a"), Fact::Struck { unit: equipment, hex: plan.hex });
    plan.non_lethal = Some(equipment);
    keep(t, plan);
    Ok(())
}

/// Drops the plan.
pub(super) fn drop_plan(t: &mut Table) -> Result<(), Illegal> {
    let plan = current(t)?;
    t.board.answer();
    t.board.record(Atom("OW-9.1.d"), Fact::Announced { side: UKRAINIAN, what: "leaves alone the mob in", hex: plan.hex });
    Ok(())
}

/// [9.1.f] Whether the plan can be carried out.
pub(super) fn may_disperse(t: &Table, plan: &Dispersal) -> Result<(), Illegal> {
    if fighters(t, plan).is_empty() { Err(Illegal::new("OW-9.1.f", "no unit has been chosen yet, and at least one must enter the hex")) } else { Ok(()) }
}

/// [9.1] The mobs go, Western support may be delayed, the units enter, and the media report.
pub(super) fn disperse(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let plan = current(&t)?;
    may_disperse(&t, &plan)?;
    let ix = target(&t, &plan);
    t.board.answer();
    if t.board.keeps_secrets() {
        let view = View::of(&t, UKRAINIAN);
        fog::note_doubt(&mut t, &view, UKRAINIAN, &[ix]);
    }
    if t.is_ceasefire() && t.beside(REBEL, ix) {
        fog::bar(&mut t, "OW-15.2.c", ix);
        return Ok(());
    }
    let units: Vec<UnitId> = plan.entering.iter().filter_map(|p| p.unit(&t)).collect();
    let fighters = fighters(&t, &plan);
    // [9.2.d] As the units stood when this was declared.
    let reported = fighters.iter().filter_map(|u| t.ix_of(*u)).any(|from| !t.of_kind(UnitType::Media, UKRAINIAN, from).is_empty());
    let delays = t.track(Track::WesternBox) != 0;
    for mob in t.of_kind(UnitType::Mob, REBEL, ix) {
        t.eliminate("OW-9.1.d", mob);
        if plan.non_lethal.is_none() {
            levels::delay(&mut t);
        }
    }
    for unit in units {
        t.board.put(Atom("OW-9.1.f"), unit, Place::Map(plan.hex));
    }
    for unit in &fighters {
        t.mark("OW-9.1.l", *unit, Mark::Entered);
    }
    super::movement::passed(&mut t, &fighters, &[ix]);
    t.occupy(UKRAINIAN, ix);
    let rolled = reported && report(&mut t, "OW-9.2.h", UKRAINIAN, true, plan.non_lethal.is_some());
    if let Some(equipment) = plan.non_lethal
        && (rolled || delays)
    {
        t.box_up("OW-13.1.d", equipment, Holding::UkrainianPool);
    }
    Ok(())
}

/// [9.2] The media die of a side; none is rolled in the first turn. Tells whether one was.
pub(super) fn report(t: &mut Table, by: &'static str, side: Side, mob: bool, non_lethal: bool) -> bool {
    let chart = t.charts.media.clone();
    if t.turn() < chart.from_turn {
        return false;
    }
    let mut modifiers: Vec<Modifier> = Vec::new();
    if mob {
        modifiers.push(("a mob", chart.mob));
    }
    if non_lethal {
        modifiers.push(("non-lethal equipment", chart.non_lethal));
    }
    let total = t.roll(by, "media", &modifiers);
    let (support, points) = chart.bands.read(total);
    levels::shift(t, by, side, i32::from(support));
    let points = i32::from(points);
    t.add_track("OW-16.0.i", Track::MediaPoints, if side == UKRAINIAN { points } else { -points });
    true
}

/// [9.2.c] Media of a side in a hex without a unit left are eliminated. Tells whether there were any.
pub(super) fn abandoned(t: &mut Table, side: Side, ix: Ix) -> bool {
    if t.holds(side, ix) {
        return false;
    }
    let media = t.of_kind(UnitType::Media, side, ix);
    for unit in &media {
        t.eliminate("OW-9.2.c", *unit);
    }
    !media.is_empty()
}
