//! [10] Reinforcements, and [14] Russian intervention.

use super::fog::{self, View};
use super::orders::{HexMark, Holding, Purpose, Track};
use super::table::Table;
use super::tables::Contingent;
use super::{REBEL, UKRAINIAN, levels, sequence, stacking};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Place, Side, UnitId};
use bevy_ecs::prelude::In;

/// [10.3.a] Russian pieces join the Rebel pool.
pub(super) fn open_intervention(t: &mut Table) {
    if t.turn() >= t.charts.reinforcements.russian_turn {
        for unit in t.boxed(Holding::RussiansWaiting) {
            t.box_up("OW-10.3.a", unit, Holding::RussianPool);
        }
    }
}

fn roll_rule(side: Side) -> &'static str {
    if side == UKRAINIAN { "OW-10.1.a" } else { "OW-10.2.a" }
}

/// Whether the die may be rolled now.
pub(super) fn may_roll(t: &Table) -> Result<Side, Illegal> {
    let side = t.during(Purpose::Reinforcement, "OW-4.0.d", "reinforcements are rolled for only in the first phase of a turn")?;
    if t.track(Track::Rolled) != 0 { Err(Illegal::new("OW-4.0.d", "the reinforcement die has already been rolled")) } else { Ok(side) }
}

/// [10.1], [10.2], [14.0] One die, modified by foreign support, says how many pieces come and whether Russians may.
pub(super) fn roll(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let side = may_roll(&t)?;
    let (name, level) = (if side == UKRAINIAN { "Western support" } else { "Russian support" }, levels::level(&t, side));
    let modifiers = [(name, level as i8)];
    let total = t.roll(roll_rule(side), "reinforcements", if level == 0 { &[] } else { &modifiers });
    let charts = t.charts.reinforcements.clone();
    let pieces = if side == UKRAINIAN { charts.ukrainian.read(total) } else { charts.rebel.read(total) };
    let allowed = side == REBEL && t.turn() >= charts.russian_turn && total >= charts.russian_on;
    t.set_track("OW-14.0.b", Track::RussiansAllowed, i32::from(allowed));
    let due = usize::from(pieces).min(choosable(&t, side)); // [10.1.c]
    t.set_track(roll_rule(side), Track::Rolled, 1);
    t.set_track(roll_rule(side), Track::Due, due as i32);
    let text = match due {
        0 => "no reinforcements this turn".to_owned(),
        1 => "1 reinforcement to choose".to_owned(),
        _ => format!("{due} reinforcements to choose"),
    };
    t.board.record(Atom(roll_rule(side)), Fact::Noted { text });
    Ok(())
}

fn pools(side: Side) -> &'static [Holding] {
    if side == UKRAINIAN { &[Holding::UkrainianPool] } else { &[Holding::RebelPool, Holding::RussianPool] }
}

/// The pieces of a side's pool.
pub(super) fn pool(t: &Table, side: Side) -> Vec<UnitId> {
    pools(side).iter().flat_map(|pool| t.boxed(*pool)).collect()
}

/// [F-55] A unit or media counter of a republic that controls no town or city of its oblast cannot arrive.
fn homeless(t: &Table, unit: UnitId) -> bool {
    let Some(home) = t.printed(unit).contingent.home().filter(|_| t.kind(unit).is_placed()) else { return false };
    !t.charts.spots.sources.iter().any(|ix| t.charts.footing[ix.at()].land == home && t.holder(*ix) == Some(REBEL))
}

fn is_russian(t: &Table, unit: UnitId) -> bool {
    t.printed(unit).contingent == Contingent::Russia
}

/// [14.0.c] Russian combat units that may still be chosen this turn.
fn russian_room(t: &Table) -> usize {
    let chosen = t.boxed(Holding::RebelArriving).into_iter().filter(|u| is_russian(t, *u) && t.is_combat(*u)).count();
    usize::from(t.charts.reinforcements.russian_units).saturating_sub(chosen)
}

/// [10.1.c], [10.2.c] How many pieces could be chosen in all.
fn choosable(t: &Table, side: Side) -> usize {
    let allowed = t.track(Track::RussiansAllowed) != 0;
    let open = |u: &UnitId| !homeless(t, *u) && (allowed || !is_russian(t, *u));
    let pieces: Vec<UnitId> = pool(t, side).into_iter().filter(open).collect();
    let capped = pieces.iter().filter(|u| is_russian(t, **u) && t.is_combat(**u)).count();
    pieces.len() - capped + capped.min(russian_room(t))
}

/// [10.1], [10.2], [10.3], [14.0] Whether a piece may be chosen.
pub(super) fn may_choose(t: &Table, unit: UnitId) -> Result<Side, Illegal> {
    let side = t.during(Purpose::Reinforcement, "OW-10.0.a", "reinforcements are chosen only in the first phase of a turn")?;
    let pick = if side == UKRAINIAN { "OW-10.1.b" } else { "OW-10.2.c" };
    if t.side(unit) != side {
        return Err(Illegal::new(pick, format!("{} is not in your force pool", t.name(unit))));
    }
    if t.is_in(unit, Holding::RussiansWaiting) {
        return Err(Illegal::new(
            "OW-3.1.y",
            format!("{} is in the Russian holding box: Russian pieces join the pool on turn {}", t.name(unit), t.charts.reinforcements.russian_turn),
        ));
    }
    t.own(side, unit)?;
    if !pools(side).iter().any(|pool| t.is_in(unit, *pool)) {
        return Err(Illegal::new(pick, format!("{} is not in your force pool", t.name(unit))));
    }
    if t.track(Track::Rolled) == 0 {
        return Err(Illegal::new(roll_rule(side), "the reinforcement die must be rolled first"));
    }
    if t.track(Track::Due) <= 0 {
        return Err(Illegal::new(pick, "all of this turn's reinforcements have been chosen"));
    }
    if is_russian(t, unit) && t.track(Track::RussiansAllowed) == 0 {
        let early = t.turn() < t.charts.reinforcements.russian_turn;
        let on = t.charts.reinforcements.russian_on;
        let (rule, why) = match early {
            true => ("OW-10.2.b", format!("no Russian pieces come before turn {}", t.charts.reinforcements.russian_turn)),
            false => ("OW-10.3.b", format!("Russian pieces come only on a modified roll of {on} or more")),
        };
        return Err(Illegal::new(rule, why));
    }
    if is_russian(t, unit) && t.is_combat(unit) && russian_room(t) == 0 {
        let why = format!("no more than {} Russian combat units come in a turn, and that many have been chosen", t.charts.reinforcements.russian_units);
        return Err(Illegal::new("OW-14.0.c", why));
    }
    if homeless(t, unit) {
        return Err(Illegal::new("OW-10.5.c", format!("{} cannot arrive: the Rebel player controls no town or city of its oblast", t.name(unit))));
    }
    Ok(side)
}

/// [10.0.a] A piece is chosen.
pub(super) fn choose(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let side = may_choose(&t, unit)?;
    t.box_up("OW-10.0.a", unit, Table::arriving(side));
    t.add_track("OW-10.0.a", Track::Due, -1);
    Ok(())
}

/// A piece is put back.
pub(super) fn put_back(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let side = t.during(Purpose::Reinforcement, "OW-10.0.a", "reinforcements are chosen only in the first phase of a turn")?;
    if t.side(unit) != side || !t.is_in(unit, Table::arriving(side)) {
        return Err(Illegal::new("OW-10.0.a", format!("{} is not among the reinforcements chosen this turn", t.name(unit))));
    }
    let pool = t.pool_of(unit);
    t.box_up("OW-10.0.a", unit, pool);
    t.add_track("OW-10.0.a", Track::Due, 1);
    Ok(())
}

/// [10.1.c] Whether the player has taken what he must.
pub(super) fn all_chosen(t: &Table) -> Result<(), Illegal> {
    let side = t.phasing();
    if t.track(Track::Rolled) == 0 {
        return Err(Illegal::new(roll_rule(side), "the reinforcement die must be rolled first"));
    }
    if t.track(Track::Due) > 0 {
        let rule = if side == UKRAINIAN { "OW-10.1.c" } else { "OW-10.2.c" };
        return Err(Illegal::new(rule, format!("{} more to choose: reinforcements cannot be refused", t.track(Track::Due))));
    }
    Ok(())
}

/// The choice is made: the die counts for nothing any more.
pub(super) fn end_choice(t: &mut Table) {
    for track in [Track::Rolled, Track::Due, Track::RussiansAllowed] {
        t.set_track("OW-10.0.a", track, 0);
    }
}

/// [10.4.d], [10.5.d], [10.3.d] Support goes to the Available box; [10.5.c], [F-32] what finds no hex goes back to its pool. Tells whether
/// nothing is left to place.
pub(super) fn sort(t: &mut Table) -> bool {
    let side = t.phasing();
    let box_rule = |t: &Table, unit: UnitId| match t.printed(unit).contingent {
        Contingent::Ukraine => "OW-10.4.d",
        Contingent::Russia => "OW-10.3.d",
        _ => "OW-10.5.d",
    };
    for unit in t.boxed(Table::arriving(side)) {
        if !t.kind(unit).is_placed() {
            let rule = box_rule(t, unit);
            t.box_up(rule, unit, Table::available(side));
        }
    }
    if t.boxed(Table::arriving(side)).is_empty() {
        return true;
    }
    let view = View::of(t, side);
    for unit in t.boxed(Table::arriving(side)) {
        if open_to(t, &view, unit).is_empty() {
            let pool = t.pool_of(unit);
            t.box_up("OW-10.5.c", unit, pool);
        }
    }
    t.boxed(Table::arriving(side)).is_empty()
}

/// [10.3.c], [10.4], [10.5] The hexes in which a piece may arrive, for all its player knows.
pub(super) fn open_to(t: &Table, view: &View, unit: UnitId) -> Vec<Ix> {
    candidates(t, view, unit).into_iter().filter(|ix| judge(t, view, unit, *ix).is_ok()).collect()
}

/// The hexes that the rules name for a piece, whatever the enemy does there.
fn candidates(t: &Table, view: &View, unit: UnitId) -> Vec<Ix> {
    let spots = &t.charts.spots;
    match t.printed(unit).contingent {
        Contingent::Russia => spots.east.clone(),
        Contingent::Ukraine => {
            let towns: Vec<Ix> = spots.arrivals.iter().copied().filter(|ix| t.holder(*ix) == Some(UKRAINIAN)).collect();
            // [10.4.c] The west edge only if no town or city is available.
            if towns.iter().any(|ix| judge(t, view, unit, *ix).is_ok()) { towns } else { spots.west.clone() }
        }
        contingent => {
            let home = |ix: &Ix| Some(t.charts.footing[ix.at()].land) == contingent.home() && t.holder(*ix) == Some(REBEL);
            spots.sources.iter().copied().filter(home).collect()
        }
    }
}

/// The rule that says where a piece arrives, and the one that keeps it away from the enemy.
fn rules(t: &Table, unit: UnitId) -> (&'static str, &'static str) {
    match t.printed(unit).contingent {
        Contingent::Russia => ("OW-10.3.c", "OW-10.3.c"),
        Contingent::Ukraine => ("OW-10.4.a", "OW-10.4.b"),
        _ => ("OW-10.5.a", "OW-10.5.b"),
    }
}

fn judge(t: &Table, view: &View, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    let (side, rule) = (t.side(unit), rules(t, unit).1);
    if t.board.stack(ix).iter().any(|u| t.side(*u) != side) {
        return Err(Illegal::new(rule, format!("there are enemy counters in {}", t.spot_at(ix))));
    }
    if view.zoc[ix.at()] || t.hex_has(ix, HexMark::Barred) {
        return Err(Illegal::new(rule, format!("{} is in an enemy zone of control", t.spot_at(ix))));
    }
    if t.is_combat(unit) && stacking::free_places(t, side, ix) == 0 {
        return Err(Illegal::new(rule, format!("{} is full", t.spot_at(ix))));
    }
    Ok(())
}

/// [10.3.c], [10.4], [10.5] Whether a piece may arrive in a hex, for all its player knows.
fn may_arrive(t: &Table, view: &View, unit: UnitId, hex: Hex) -> Result<Ix, Illegal> {
    let side = t.phasing();
    if t.side(unit) != side || !t.is_in(unit, Table::arriving(side)) {
        return Err(Illegal::new("OW-10.0.a", format!("{} is not among the reinforcements of this turn", t.name(unit))));
    }
    let refused = || {
        let where_to = match t.printed(unit).contingent {
            Contingent::Russia => "on the eastern edge of the map",
            Contingent::Ukraine => "in towns and cities of the Kharkiv and Dnipropetrovsk oblasts that Ukraine controls",
            Contingent::Donetsk => "in towns and cities of the Donetsk oblast that the Rebel player controls",
            Contingent::Luhansk => "in towns and cities of the Luhansk oblast that the Rebel player controls",
        };
        Illegal::new(rules(t, unit).0, format!("{} does not arrive in {} but {where_to}", t.name(unit), t.spot(hex)))
    };
    let ix = t.board.ix(hex).ok_or_else(refused)?;
    if !candidates(t, view, unit).contains(&ix) {
        let edge = t.printed(unit).contingent == Contingent::Ukraine && t.charts.spots.west.contains(&ix);
        return Err(if edge {
            Illegal::new("OW-10.4.c", "there is a town or city where it may arrive, and reinforcements use the west edge only when there is none")
        } else {
            refused()
        });
    }
    judge(t, view, unit, ix)?;
    Ok(ix)
}

/// [4.0.f] A piece arrives in a hex.
pub(super) fn arrive(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    let side = t.during(Purpose::Arrival, "OW-4.0.f", "reinforcements arrive only at the start of their own Movement Segment")?;
    let view = View::of(&t, side);
    let ix = may_arrive(&t, &view, unit, hex)?;
    let (place, zone) = rules(&t, unit);
    fog::note_doubt(&mut t, &view, side, &[ix]);
    if t.zoc(side.other())[ix.at()] {
        fog::bar(&mut t, zone, ix);
        return Ok(());
    }
    t.board.put(Atom(place), unit, Place::Map(hex));
    if t.is_combat(unit) {
        t.occupy(side, ix);
        t.look_around(unit, ix);
    }
    Ok(())
}

/// Whether the player has placed what he must.
pub(super) fn all_placed(t: &Table) -> Result<(), Illegal> {
    let side = t.phasing();
    let rule = if side == UKRAINIAN { "OW-10.1.c" } else { "OW-10.2.c" };
    if t.boxed(Table::arriving(side)).is_empty() { Ok(()) } else { Err(Illegal::new(rule, "every reinforcement that can be placed must be placed first")) }
}

/// Ends the choice of reinforcements.
pub(super) fn end_segment(t: &mut Table) {
    end_choice(t);
    sequence::advance(t);
}
