//! [3.1]–[3.8] Setting up.

use super::orders::{Holding, Locale, Segment, Track};
use super::table::Table;
use super::tables::{Printed, UnitType};
use super::{ALLIED, RUSSIAN, airpower, divisions, sequence, stacking};
use crate::board::{Atom, Board, Hex, Illegal, Ix, Place, Rulebook, Side, Start, UnitId};
use crate::games::kit::{all_placed, may_place_some};
use bevy_ecs::prelude::{In, Res};

/// The step in which a unit's owner sets it up, if he does: those of an area, and new divisions that were chosen [3.5.f].
fn stage_of(t: &Table, unit: UnitId) -> Option<Segment> {
    let lot = t.deployment.lot(unit)?;
    let printed = t.printed(unit);
    (lot.area.is_some() || printed.new_division).then_some(match (printed.side, printed.kind) {
        (ALLIED, _) => Segment::AlliedSetup,
        (_, UnitType::AirAssault) => Segment::AirAssault,
        _ => Segment::RussianSetup,
    })
}

/// [3.5.b] Whether a unit is bound to Transnistria.
fn is_bound(t: &Table, unit: UnitId) -> bool {
    t.deployment.area(unit).is_some_and(|area| area.name == "transnistria")
}

/// Puts every counter where the scenario starts it; those that their owner places wait off the map.
pub(super) fn deal(_: In<()>, mut board: Board, book: Res<Rulebook>, start: Res<Start>) {
    board.deal(&book, &start, Holding::Waiting.id(), |_, _| Atom("PS-3.1.a"));
}

/// [3.3.b] Set-up is complete: the base marker is taken away.
pub(super) fn pack_up(t: &mut Table) {
    for unit in t.board.units().filter(|u| t.printed(*u).kind == UnitType::Marker).collect::<Vec<_>>() {
        if t.board.hex(unit).is_some() {
            t.board.put(Atom("PS-3.3.b"), unit, Place::Lost);
        }
    }
}

/// Refuses what belongs to the steps in which units are set up in any other.
fn placing(t: &Table) -> Result<(), Illegal> {
    match t.segment() {
        Segment::RussianSetup | Segment::AirAssault | Segment::AlliedSetup | Segment::Alternate => Ok(()),
        _ => Err(Illegal::new("PS-3.4.b", "units are placed only during set-up, each side in its own step")),
    }
}

/// Whether a unit is set up in a step, the present one.
fn is_set_up_in(t: &Table, stage: Segment, unit: UnitId) -> bool {
    if stage == Segment::Alternate { in_order(t, unit).is_ok() } else { stage_of(t, unit) == Some(stage) }
}

/// The units that are set up in the present step and still wait.
fn waiting(t: &Table) -> Vec<UnitId> {
    let stage = t.segment();
    t.board.boxed(Holding::Waiting.id()).iter().copied().filter(|u| is_set_up_in(t, stage, *u)).collect()
}

/// The units that are set up in the present step, waiting or placed.
pub(super) fn of_stage(t: &Table) -> Vec<UnitId> {
    let stage = t.segment();
    let there = |u: &UnitId| t.board.hex(*u).is_some() || t.is_in(*u, Holding::Waiting);
    t.board.units().filter(|u| there(u) && is_set_up_in(t, stage, *u)).collect()
}

/// [3.4.b], [3.6.h] Whether it is the turn of a unit to be set up.
fn in_order(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    let Some(own) = stage_of(t, unit) else {
        return Err(match t.printed(unit) {
            p if p.is_static => Illegal::new("PS-3.5.a", format!("{} always starts in Kaliningrad and is not moved", t.name(unit))),
            _ => Illegal::new("PS-3.7.b", format!("{} is not set up on the map: it comes later, if at all", t.name(unit))),
        });
    };
    let stage = t.segment();
    let waits = t.is_in(unit, Holding::Waiting);
    if !waits && t.board.hex(unit).is_none() {
        return Err(Illegal::new("PS-3.5.f", format!("{} has left the game: it was not chosen, or became a cadre", t.name(unit))));
    }
    if stage == Segment::Alternate {
        if t.printed(unit).side != t.to_act() || !waits {
            return Err(Illegal::new("PS-3.4.c", "the players take turns placing one unit each, and a unit stays where it is placed"));
        }
        let others = |u: &UnitId| stage_of(t, *u) == Some(Segment::RussianSetup) && t.is_in(*u, Holding::Waiting);
        if own == Segment::AirAssault && (t.track(Track::Announced) == 0 || t.board.units().any(|u| others(&u))) {
            return Err(Illegal::new("PS-3.6.h", "air assault units are placed only after the main force and the dice for the locales"));
        }
        return Ok(());
    }
    match (stage, own) {
        _ if stage == own => Ok(()),
        (Segment::RussianSetup | Segment::AirAssault, Segment::RussianSetup | Segment::AirAssault) => {
            Err(Illegal::new("PS-3.6.h", "the main force is placed first and stays where it is; air assault units are placed after it"))
        }
        _ => Err(Illegal::new("PS-3.4.b", format!("{} is not set up in this step", t.name(unit)))),
    }
}

/// [3] Whether a unit may be set up in a hex, and the rule that lets it.
pub(super) fn may_place(t: &Table, unit: UnitId, hex: Hex) -> Result<Atom, Illegal> {
    placing(t)?;
    in_order(t, unit)?;
    let ix = t.on_the_map(hex, "PS-3.1.b")?;
    may_stand(t, &Comer::new(t, unit), ix)
}

/// A unit that is to be set up.
struct Comer<'t> {
    unit: UnitId,
    printed: &'t Printed,
    /// [3.5.b] It is bound to Transnistria.
    bound: bool,
}

impl<'t> Comer<'t> {
    fn new(t: &'t Table, unit: UnitId) -> Comer<'t> {
        Comer { unit, printed: t.printed(unit), bound: is_bound(t, unit) }
    }
}

/// [3] Whether a hex takes a unit whose turn it is, and the rule that lets it.
fn may_stand(t: &Table, comer: &Comer, ix: Ix) -> Result<Atom, Illegal> {
    let rule = zone(t, comer, ix)?;
    if t.board.stack(ix).is_empty() {
        return Ok(Atom(rule));
    }
    let Comer { unit, printed, .. } = *comer;
    let enemy = printed.side.other();
    if t.occupant(ix) == Some(enemy) {
        let rule = if enemy == RUSSIAN { "PS-3.7.c" } else { "PS-6.1.a" };
        return Err(Illegal::new(rule, format!("there is an enemy unit in {}", t.spot_at(ix))));
    }
    stacking::fits(t, ix, unit, "PS-3.1.b")?;
    Ok(Atom(rule))
}

/// [3.5], [3.6], [3.7] Whether a hex lies where a unit may begin.
fn zone(t: &Table, comer: &Comer, ix: Ix) -> Result<&'static str, Illegal> {
    let Comer { unit, printed, bound } = *comer;
    let (spots, here) = (&t.charts.spots, t.footing(ix));
    let refuse = |rule: &'static str, why: &'static str| Err(Illegal::new(rule, format!("{} cannot start in {}: {why}", t.name(unit), t.spot_at(ix))));
    if printed.side == ALLIED {
        let home = here.home == Some(printed.nation) && !here.water && !here.radiation;
        return if home { Ok("PS-3.7.c") } else { refuse("PS-3.7.c", "Allied units start on land of their own nation, outside the Chernobyl hexes") };
    }
    if bound {
        return if spots.locales[1].contains(&ix) { Ok("PS-3.5.b") } else { refuse("PS-3.5.b", "it starts in Transnistria") };
    }
    if let Some(rule) = here.main_force {
        return Ok(if printed.kind == UnitType::AirAssault { "PS-3.6.f" } else { rule });
    }
    if printed.kind != UnitType::AirAssault {
        return refuse("PS-3.5.e", "the main force starts in Russia proper, the Donetsk People's Republic or Crimea");
    }
    let Some(locale) = Locale::ALL.into_iter().find(|l| spots.locales[*l as usize].contains(&ix)) else {
        let base = t.board.map.region(ix).country == "Belarus";
        return if base {
            refuse("PS-3.6.e", "in Belarus, units start only at the base")
        } else {
            refuse("PS-3.6.f", "air assault units start where the main force does, or in a locale that was announced")
        };
    };
    let allowed = t.track(locale.allowance());
    let sent = t.army(RUSSIAN).filter(|u| *u != unit && t.flies(*u) && t.ix_of(*u).is_some_and(|at| spots.locales[locale as usize].contains(&at))).count();
    if allowed == 0 {
        return refuse("PS-3.6.g", "this locale was not announced");
    }
    if sent as i32 >= allowed {
        return refuse("PS-3.6.b", "the die for this locale allows no more units there");
    }
    Ok("PS-3.6.e")
}

/// The hexes in which a unit may begin, others and room apart.
pub(super) fn hexes(t: &Table, unit: UnitId) -> Vec<Ix> {
    let (spots, printed) = (&t.charts.spots, t.printed(unit));
    if printed.side == ALLIED {
        spots.home[printed.nation.at()].clone()
    } else if is_bound(t, unit) {
        spots.locales[1].clone()
    } else if printed.kind == UnitType::AirAssault {
        let open = Locale::ALL.into_iter().filter(|l| t.track(l.allowance()) > 0).flat_map(|l| &spots.locales[l as usize]);
        spots.main_force.iter().chain(open).copied().collect()
    } else {
        spots.main_force.clone()
    }
}

/// Every hex in which a unit may begin, and why it may not where others stand in the way; or why it is not its turn.
pub(super) fn judged(t: &Table, unit: UnitId) -> Result<impl Iterator<Item = (Hex, Result<Atom, Illegal>)>, Illegal> {
    in_order(t, unit)?;
    let comer = Comer::new(t, unit);
    Ok(hexes(t, unit).into_iter().map(move |ix| (t.hex(ix), may_stand(t, &comer, ix))))
}

/// [3] Places a unit, or moves one already placed; [11.2] places an airpower marker.
pub(super) fn place(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    if t.segment() == Segment::AirPlacement || t.printed(unit).kind == UnitType::Airpower {
        return airpower::place(&mut t, unit, hex);
    }
    let rule = may_place(&t, unit, hex)?;
    put(&mut t, rule, unit, hex);
    Ok(())
}

fn put(t: &mut Table, rule: Atom, unit: UnitId, hex: Hex) {
    t.board.put(rule, unit, Place::Map(hex));
    if t.segment() == Segment::Alternate {
        let other = t.to_act().other();
        if waits(t, other) {
            t.set_track("PS-3.4.c", Track::ToAct, i32::from(other.0));
        }
    }
}

/// Takes back a choice of new divisions, a unit placed, or an airpower marker.
pub(super) fn take_back(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    match t.segment() {
        Segment::Divisions => divisions::take_back(&mut t, unit),
        Segment::AirPlacement => airpower::take_back(&mut t, unit),
        _ => {
            may_take_back(&t, unit)?;
            t.box_up("PS-3.4.b", unit, Holding::Waiting);
            Ok(())
        }
    }
}

/// Whether a unit that was placed may be taken back.
pub(super) fn may_take_back(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    placing(t)?;
    in_order(t, unit)?;
    if t.board.hex(unit).is_none() {
        return Err(Illegal::new("PS-3.4.b", format!("{} has not been placed", t.name(unit))));
    }
    Ok(())
}

/// Whether a side has units waiting to be set up.
fn waits(t: &Table, side: Side) -> bool {
    t.board.boxed(Holding::Waiting.id()).iter().any(|u| t.printed(*u).side == side)
}

/// [3.4.c] The players set up in turn; the Russian begins.
pub(super) fn begin_alternate(t: &mut Table) {
    let first = if waits(t, RUSSIAN) { RUSSIAN } else { ALLIED };
    t.set_track("PS-3.4.c", Track::ToAct, i32::from(first.0));
}

/// Where a unit that waits goes if its owner leaves it to us: the legal hex nearest to the one the scenario suggests.
fn suggestion(t: &Table, unit: UnitId) -> Option<(Hex, Atom)> {
    let grid = &t.board.map.grid;
    let (goal, comer) = (t.deployment.suggested(unit).and_then(|hex| grid.ix(hex)), Comer::new(t, unit));
    if let Some(ix) = goal
        && let Ok(rule) = may_stand(t, &comer, ix)
    {
        return Some((grid.hex(ix), rule));
    }
    let mut hexes = hexes(t, unit);
    hexes.sort_by_key(|ix| (goal.map_or(0, |goal| grid.distance(*ix, goal)), *ix));
    hexes.into_iter().find_map(|ix| Some((grid.hex(ix), may_stand(t, &comer, ix).ok()?)))
}

/// Whether there is a hex for a unit of the present step that waits.
fn finds_room(t: &Table, unit: UnitId) -> bool {
    let comer = Comer::new(t, unit);
    hexes(t, unit).into_iter().any(|ix| may_stand(t, &comer, ix).is_ok())
}

/// Whether the rest can be chosen or placed as suggested.
pub(super) fn may_place_rest(t: &Table) -> Result<(), Illegal> {
    match t.segment() {
        Segment::Divisions => divisions::may_suggest(t),
        _ => {
            placing(t)?;
            may_place_some(&waiting(t), |unit| finds_room(t, unit), "PS-3.4.b", "PS-3.1.b")
        }
    }
}

/// Places every unit of the step that still waits and finds room; in turns only the next one.
pub(super) fn place_rest(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_place_rest(&t)?;
    if t.segment() == Segment::Divisions {
        divisions::suggest(&mut t);
        return Ok(());
    }
    let once = t.segment() == Segment::Alternate;
    for unit in waiting(&t) {
        if let Some((hex, rule)) = suggestion(&t, unit) {
            put(&mut t, rule, unit, hex);
            if once {
                break;
            }
        }
    }
    Ok(())
}

/// What is still missing before the player is done.
pub(super) fn missing(t: &Table) -> Result<(), Illegal> {
    match t.segment() {
        Segment::Divisions => divisions::missing(t),
        Segment::AirPlacement => airpower::missing(t),
        Segment::RussianSetup | Segment::AirAssault | Segment::AlliedSetup => {
            let rule = if t.segment() == Segment::AlliedSetup { "PS-3.7.c" } else { "PS-3.4.b" };
            all_placed(rule, waiting(t).len(), "unit")
        }
        _ => Err(Illegal::new("PS-3.4.b", "nothing is being chosen or placed now")),
    }
}

/// The player is done with choosing or placing.
pub(super) fn ready(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    missing(&t)?;
    if t.segment() == Segment::Divisions {
        divisions::settle(&mut t);
    }
    sequence::end_step(&mut t);
    Ok(())
}

/// [3.6.a] Whether locales may be announced now.
pub(super) fn may_announce(t: &Table, locales: &[Locale]) -> Result<(), Illegal> {
    let time = match t.segment() {
        Segment::Locales => true,
        Segment::Alternate => {
            let main = t.board.boxed(Holding::Waiting.id()).iter().any(|u| stage_of(t, *u) == Some(Segment::RussianSetup));
            t.to_act() == RUSSIAN && !main
        }
        _ => false,
    };
    if !time || t.track(Track::Announced) > 0 {
        return Err(Illegal::new("PS-3.6.a", "locales are announced once, after the main force has been placed"));
    }
    if (1..locales.len()).any(|i| locales[..i].contains(&locales[i])) {
        return Err(Illegal::new("PS-3.6.a", "a locale was named twice"));
    }
    Ok(())
}

/// [3.6.a], [3.6.b] Announces the locales and rolls for each.
pub(super) fn announce(In(locales): In<Vec<Locale>>, mut t: Table) -> Result<(), Illegal> {
    may_announce(&t, &locales)?;
    t.set_track("PS-3.6.a", Track::Announced, 1);
    for locale in Locale::ALL.into_iter().filter(|l| locales.contains(l)) {
        let die = t.die("PS-3.6.b", locale.name());
        let allowed = die.div_ceil(t.charts.set_up.allowance_divisor.get());
        t.set_track("PS-3.6.b", locale.allowance(), i32::from(allowed));
    }
    if t.segment() == Segment::Locales {
        sequence::end_step(&mut t);
    }
    Ok(())
}
