//! [3] Setting up: who starts where, the units a scenario lets a player choose, and guerrillas in enemy country.

use super::orders::{Holding, Mark, Segment, Spot, Track};
use super::scenario::{Pick, Setting};
use super::table::{Table, counted};
use super::tables::{Charts, Kind, Nation};
use super::{control, guerrillas, sequence, stacking};
use crate::board::{Atom, Control, Fact, Hex, Illegal, Ix, Place, Side, Start, Tables, UnitId};
use bevy_ecs::prelude::In;

/// [3.3], [F79] Who controls the cities at start: those of belligerent countries have garrisons.
pub(super) fn opening_control(book: &Tables, charts: &Charts, start: &Start) -> Vec<Control> {
    let mut control = vec![Control::default(); book.ground.grid.len()];
    let setting = &charts.settings[book.scenarios.iter().position(|s| s.id == start.scenario).unwrap_or(0)];
    for ix in &charts.spots.cities {
        control[ix.at()].side = charts.footing[ix.at()].country.and_then(|country| setting.sides.get(&country.id())).copied();
    }
    control
}

/// [3.2]–[3.9] Puts every counter where the scenario starts it; those that their owner places wait off the map.
pub(super) fn deal(_: In<()>, mut t: Table) {
    let setting = t.setting().clone();
    for track in [Track::First, Track::ToAct, Track::Shock] {
        t.set_track("PME-3.2.c", track, i32::from(setting.shock.0));
    }
    let nato = setting.sides.get(&Nation::Nato.id()).map_or(0, |side| 1 + i32::from(side.0));
    t.set_track("PME-2.10.a", Track::Nato, nato);
    for unit in t.board.units() {
        start_unit(&mut t, &setting, unit);
    }
    super::victory::keep_score(&mut t);
}

fn start_unit(t: &mut Table, setting: &Setting, unit: UnitId) {
    let printed = *t.printed(unit);
    if printed.kind == Kind::Garrison && printed.post.is_none() {
        t.board.mark(Atom("PME-3.7.c"), unit, Mark::Spare.id(), true);
        return t.box_up("PME-3.7.c", unit, Holding::Neutral);
    }
    let Some(side) = t.side_of(printed.nation) else { return t.box_up("PME-3.8.b", unit, Holding::Neutral) };
    if printed.needs().is_some_and(|option| !t.option(option)) {
        return t.box_up("PME-10.5.a", unit, Holding::Neutral);
    }
    if t.board.side(unit) != side {
        t.board.record(Atom("PME-5.1.b"), Fact::Defected { unit, side });
    }
    if let Some(post) = printed.post {
        match t.board.ix(post.hex).filter(|ix| t.footing(*ix).city.is_some()) {
            Some(ix) => t.place("PME-3.7.b", unit, ix),
            None => t.box_up("PME-3.7.b", unit, Holding::Neutral), // blank ground has no cities
        }
        return control::arm(t, unit, side);
    }
    let starts = printed.start || setting.fixed.iter().any(|fixed| fixed.units.contains(&unit));
    match printed.kind {
        kind if starts && kind.is_mobile() => {
            t.box_up("PME-3.3.a", unit, Holding::Waiting);
            if setting.reduced.contains(&printed.nation.id()) && printed.steps > 1 {
                t.board.record(Atom("PME-SCN.d"), Fact::Stepped { unit, from: printed.steps, to: printed.steps - 1 });
            }
        }
        _ if starts => t.box_up("PME-3.3.a", unit, Holding::staging(side)),
        kind => {
            t.box_up("PME-3.4.a", unit, Holding::reinforcements(side));
            if kind == Kind::Guerrilla {
                t.board.record(Atom("PME-8.2.a"), Fact::Turned { unit, face_down: true });
            }
        }
    }
}

/// [3.5] Whose set-up a step is.
pub(super) fn side(t: &Table, segment: Segment) -> Option<Side> {
    match segment {
        Segment::SetupFirst => Some(t.setting().shock.other()),
        Segment::SetupSecond => Some(t.setting().shock),
        Segment::SetupGuerrillas => t.setting().guerrillas.first().map(|band| band.side),
        _ => None,
    }
}

/// [3.5.a] Refuses an order outside the set-up of units; otherwise tells whose it is.
fn setting_up(t: &Table) -> Result<Side, Illegal> {
    let segment = t.segment();
    let units = matches!(segment, Segment::SetupFirst | Segment::SetupSecond);
    side(t, segment).filter(|_| units).ok_or_else(|| Illegal::new("PME-3.5.a", "units are set up only before the first turn, each side in its own step"))
}

/// [3.2.b], [F83] How many units of a choice have been taken, and how many must be, as far as there are any.
pub(super) fn taken(t: &Table, pick: &Pick) -> (usize, usize) {
    let box_of = Holding::reinforcements(pick.side);
    let (mut all, mut left) = (0, 0);
    for unit in t.board.units().filter(|u| pick.takes(t, *u)) {
        all += 1;
        left += usize::from(t.is_in(unit, box_of));
    }
    (all - left, pick.count.min(all))
}

/// How far set-up has come: what every unit that is chosen or placed is held against.
pub(super) struct Progress {
    /// [3.7.a] The nationality whose turn it is to set up, if any has something left to place or to choose.
    pub nation: Option<Nation>,
    /// [3.2.b] For each choice of the scenario how many have been taken, and how many must be.
    taken: Vec<(usize, usize)>,
}

impl Progress {
    /// As it is now.
    pub(super) fn now(t: &Table) -> Progress {
        let taken: Vec<(usize, usize)> = t.setting().picks.iter().map(|pick| taken(t, pick)).collect();
        Progress { nation: setting_up(t).ok().and_then(|side| nation(t, side, &taken)), taken }
    }
}

/// [3.7.a], [F82] The nationality whose turn it is to set up, if any of a side has something left to place or to choose.
fn nation(t: &Table, side: Side, taken: &[(usize, usize)]) -> Option<Nation> {
    let waiting = t.board.boxed(Holding::Waiting.id());
    let waits = |nation: Nation| waiting.iter().any(|u| t.board.side(*u) == side && t.printed(*u).nation == nation);
    let owes = |nation: Nation| {
        let ground = |pick: &Pick| pick.side == side && pick.what == super::scenario::Class::Ground && pick.nations.contains(&nation.id());
        t.setting().picks.iter().zip(taken).any(|(pick, (made, due))| ground(pick) && made < due)
    };
    Nation::SET_UP.into_iter().find(|nation| waits(*nation) || owes(*nation))
}

/// [3.7.a] Whether a nationality may set up now.
fn in_order(t: &Table, progress: &Progress, unit: UnitId) -> Result<(), Illegal> {
    let own = t.printed(unit).nation;
    let order = |nation: Nation| Nation::SET_UP.iter().position(|n| *n == nation);
    match progress.nation.filter(|now| order(*now) < order(own)) {
        Some(now) => Err(Illegal::new("PME-3.7.a", format!("{} has to be set up before {}", now.name(), own.name()))),
        None => Ok(()),
    }
}

/// [3.2.b] The choice of the scenario that may take a unit.
fn choice(t: &Table, side: Side, unit: UnitId) -> Option<usize> {
    t.setting().picks.iter().position(|pick| pick.side == side && pick.takes(t, unit))
}

/// [3.2.b] Whether a reinforcement may be chosen for set-up.
pub(super) fn may_pick(t: &Table, progress: &Progress, unit: UnitId) -> Result<Side, Illegal> {
    let side = setting_up(t)?;
    t.owned(side, unit, "PME-3.2.b")?;
    let Some(choice) = choice(t, side, unit) else {
        return Err(Illegal::new("PME-3.2.b", format!("{} is not one of the units that this scenario lets the player choose", t.seen_name(unit))));
    };
    if !t.is_in(unit, Holding::reinforcements(side)) {
        return Err(Illegal::new("PME-3.2.b", format!("{} is no longer among the reinforcements", t.name(unit))));
    }
    let (pick, (made, due)) = (&t.setting().picks[choice], progress.taken[choice]);
    if made >= due {
        let have = if made == 1 { "has" } else { "have" };
        return Err(Illegal::new("PME-3.2.b", format!("{} may be chosen, and {made} {have} been", pick.what.counted(due))));
    }
    if t.kind(unit).is_mobile() {
        in_order(t, progress, unit)?;
    }
    Ok(side)
}

/// [3.2.b] Chooses a reinforcement: ground units wait to be placed, others go to the Staging Area.
pub(super) fn pick(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let side = may_pick(&t, &Progress::now(&t), unit)?;
    take(&mut t, side, unit);
    Ok(())
}

fn take(t: &mut Table, side: Side, unit: UnitId) {
    let to = if t.kind(unit).is_mobile() { Holding::Waiting } else { Holding::staging(side) };
    t.box_up("PME-3.2.b", unit, to);
}

/// The area in which a unit sets up, if the scenario names one of its own.
fn own_area<'a>(t: &'a Table, unit: UnitId) -> Option<&'a str> {
    let fixed = t.setting().fixed.iter().find(|fixed| fixed.units.contains(&unit))?;
    Some(fixed.area.value.as_str()).filter(|area| *area != t.printed(unit).nation.area())
}

/// The hexes of an area.
fn area(t: &Table, name: &str) -> Vec<Ix> {
    let Some(area) = t.board.map.areas.get(name) else { return Vec::new() };
    t.board.map.grid.all().filter(|ix| t.footing(*ix).cost.is_some() && t.board.map.in_area(area, *ix)).collect()
}

/// The hexes in which a unit may begin, others apart.
pub(super) fn hexes(t: &Table, unit: UnitId) -> Vec<Ix> {
    own_area(t, unit).map_or_else(|| t.charts.spots.homes[t.printed(unit).nation.at()].clone(), |name| area(t, name))
}

/// [3.5], [3.7] Whether a unit is one that this step sets up.
pub(super) fn may_set_up(t: &Table, progress: &Progress, unit: UnitId) -> Result<Side, Illegal> {
    let side = setting_up(t)?;
    t.owned(side, unit, "PME-3.5.a")?;
    let placed = t.kind(unit).is_mobile() && (t.board.hex(unit).is_some() || t.in_base(unit));
    if !t.is_in(unit, Holding::Waiting) && !placed {
        return Err(Illegal::new("PME-2.3.a", format!("{} does not begin on the map", t.seen_name(unit))));
    }
    in_order(t, progress, unit)?;
    Ok(side)
}

/// [3.7.d], [12.9], [3.6.a] Whether a unit may begin in its nation's off-map base.
pub(super) fn may_base(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    let name = t.name(unit);
    if own_area(t, unit).is_some() {
        return Err(Illegal::new("PME-SCN.c", format!("{name} has to be set up in Inner Mongolia in this scenario")));
    }
    match t.printed(unit).nation {
        Nation::Nato => Err(Illegal::new("PME-3.6.a", format!("{name} is set up in South Korea"))),
        nation if nation.base().is_none() => Err(Illegal::new("PME-12.9.a", format!("{} has no off-map base", nation.name()))),
        _ => Ok(()),
    }
}

/// [3.7.d], [3.3.d] Whether a hex takes a unit whose turn it is, and the rule that lets it.
pub(super) fn may_stand(t: &Table, unit: UnitId, ix: Ix, among: &[Ix]) -> Result<&'static str, Illegal> {
    let (name, nation) = (t.name(unit), t.printed(unit).nation);
    if !among.contains(&ix) {
        let spot = t.spot_at(ix);
        return Err(match nation {
            _ if own_area(t, unit).is_some() => Illegal::new("PME-SCN.c", format!("{name} starts in a city of Inner Mongolia, not in {spot}")),
            Nation::Nato => Illegal::new("PME-3.6.a", format!("{name} starts in a city or fortification of South Korea, not in {spot}")),
            _ if t.footing(ix).country == Some(nation) => Illegal::new("PME-3.7.d", format!("{spot} is not a city, base or fortification, where units start")),
            _ => Illegal::new("PME-3.5.b", format!("{spot} does not lie in {}, where {name} starts", nation.name())),
        });
    }
    if t.mobile(ix).any(|u| u != unit) && t.ix_of(unit) != Some(ix) && stacking::is_full(t, ix) {
        return Err(Illegal::new("PME-3.3.d", format!("{} already holds a mobile unit, and no hex is overstacked during set-up", t.spot_at(ix))));
    }
    Ok(if nation == Nation::Nato { "PME-3.6.a" } else { "PME-3.7.d" })
}

/// [3.7] Places a unit, or moves one already placed.
pub(super) fn place(In((unit, to)): In<(UnitId, Spot)>, mut t: Table) -> Result<(), Illegal> {
    may_set_up(&t, &Progress::now(&t), unit)?;
    match to {
        Spot::Staging => Err(Illegal::new("PME-21.1.a", format!("{} is a ground unit, and none enters a Staging Area", t.name(unit)))),
        Spot::Base => {
            may_base(&t, unit)?;
            if t.in_base(unit) {
                return Err(Illegal::new("PME-12.9.a", format!("{} is there already", t.name(unit))));
            }
            let base = t.printed(unit).nation.base().unwrap_or(Holding::Waiting);
            t.box_up("PME-3.7.d", unit, base);
            Ok(())
        }
        Spot::Hex(hex) => {
            let ix = t.on_the_map(hex, "PME-3.7.d")?;
            let rule = may_stand(&t, unit, ix, &hexes(&t, unit))?;
            if t.ix_of(unit) == Some(ix) {
                return Err(Illegal::new("PME-3.7.d", format!("{} is there already", t.name(unit))));
            }
            t.place(rule, unit, ix);
            Ok(())
        }
    }
}

/// Whether a choice or a placement may be taken back, and where the counter goes.
pub(super) fn may_take_back(t: &Table, unit: UnitId) -> Result<Holding, Illegal> {
    let side = setting_up(t)?;
    t.owned(side, unit, "PME-3.5.a")?;
    let mobile = t.kind(unit).is_mobile();
    if mobile && (t.board.hex(unit).is_some() || t.in_base(unit)) {
        return Ok(Holding::Waiting);
    }
    let chosen = choice(t, side, unit).is_some();
    if chosen && (t.is_in(unit, Holding::Waiting) || t.is_in(unit, Holding::staging(side))) {
        return Ok(Holding::reinforcements(side));
    }
    Err(Illegal::new("PME-3.5.a", format!("{} has been neither placed nor chosen", t.seen_name(unit))))
}

/// Takes a choice or a placement back.
pub(super) fn take_back(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let to = may_take_back(&t, unit)?;
    t.box_up("PME-3.5.a", unit, to);
    Ok(())
}

/// The units that their owner may still choose, place or move.
pub(super) fn actors(t: &Table, side: Side) -> Vec<UnitId> {
    let progress = Progress::now(t);
    let able = |u: &UnitId| match t.board.place(*u) {
        Place::Holding(holding) if holding == Holding::reinforcements(side).id() => choice(t, side, *u).is_some() && may_pick(t, &progress, *u).is_ok(),
        Place::Map(_) if !t.kind(*u).is_mobile() => false, // garrisons
        _ => may_set_up(t, &progress, *u).is_ok() || may_take_back(t, *u).is_ok(),
    };
    t.board.units().filter(|u| t.board.side(*u) == side && able(u)).collect()
}

/// Where a unit that waits goes if its owner leaves it to us: the legal hex nearest to the one the scenario suggests.
fn suggestion(t: &Table, unit: UnitId) -> Option<Ix> {
    let grid = &t.board.map.grid;
    let goal = t.book.scenario(&t.start).suggested.get(&unit).and_then(|hex| grid.ix(*hex));
    let all = hexes(t, unit);
    let mut legal: Vec<Ix> = all.iter().copied().filter(|ix| may_stand(t, unit, *ix, &all).is_ok()).collect();
    legal.sort_by_key(|ix| (goal.map_or(0, |goal| grid.distance(*ix, goal)), *ix));
    legal.first().copied()
}

/// What the suggested set-up chooses next.
fn suggested_pick(t: &Table, side: Side) -> Option<UnitId> {
    let progress = Progress::now(t);
    let able = |u: &UnitId| choice(t, side, *u).is_some() && may_pick(t, &progress, *u).is_ok();
    let mut named = t.setting().suggested_picks.iter().copied();
    let best = || t.boxed(Holding::reinforcements(side)).into_iter().filter(able).max_by_key(|u| (t.factor(*u), std::cmp::Reverse(*u)));
    named.find(|u| t.board.side(*u) == side && able(u)).or_else(best)
}

/// Whether the rest can be chosen or placed as suggested.
pub(super) fn may_place_rest(t: &Table) -> Result<Side, Illegal> {
    if t.segment() == Segment::SetupGuerrillas {
        let (side, left) = band(t).unwrap_or((t.setting().shock, 0));
        return if left > 0 { Ok(side) } else { Err(Illegal::new("PME-3.6.d", "every guerrilla unit has been placed")) };
    }
    let side = setting_up(t)?;
    let waits = t.boxed(Holding::Waiting).iter().any(|u| t.board.side(*u) == side);
    if waits || suggested_pick(t, side).is_some() { Ok(side) } else { Err(Illegal::new("PME-3.5.a", "every unit has been chosen and placed")) }
}

/// Chooses and places everything that is left, as suggested.
pub(super) fn place_rest(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let side = may_place_rest(&t)?;
    if t.segment() == Segment::SetupGuerrillas {
        while let Some(ix) = suggested_post(&t) {
            plant_at(&mut t, side, ix);
        }
        return Ok(());
    }
    loop {
        if let Some(unit) = suggested_pick(&t, side) {
            take(&mut t, side, unit);
            continue;
        }
        let now = Progress::now(&t).nation;
        let waiting = t.boxed(Holding::Waiting).into_iter().find(|u| t.board.side(*u) == side && Some(t.printed(*u).nation) == now);
        let Some(unit) = waiting else { return Ok(()) };
        match suggestion(&t, unit) {
            Some(ix) => t.place("PME-3.7.d", unit, ix),
            None => surplus(&mut t, side, unit),
        }
    }
}

/// [F69] A unit that finds no hex goes to its off-map base or, failing that, to the reinforcements.
fn surplus(t: &mut Table, side: Side, unit: UnitId) {
    let base = t.printed(unit).nation.base().filter(|_| may_base(t, unit).is_ok());
    t.box_up("PME-3.7.d", unit, base.unwrap_or(Holding::reinforcements(side)));
}

/// What is still missing before the player is done.
pub(super) fn missing(t: &Table) -> Result<Side, Illegal> {
    let side = setting_up(t)?;
    for pick in t.setting().picks.iter().filter(|pick| pick.side == side) {
        let (made, due) = taken(t, pick);
        if made < due {
            let have = if due - made == 1 { "has" } else { "have" };
            return Err(Illegal::new("PME-3.2.b", format!("{} still {have} to be chosen from the reinforcements", pick.what.counted(due - made))));
        }
    }
    let lost = |unit: UnitId| suggestion(t, unit).is_none() && may_base(t, unit).is_err();
    match t.boxed(Holding::Waiting).iter().filter(|u| t.board.side(**u) == side && !lost(**u)).count() {
        0 => Ok(side),
        n => Err(Illegal::new("PME-3.3.a", format!("{} not been placed yet", counted(n, "unit has", "units have")))),
    }
}

/// The player is done with his set-up.
pub(super) fn ready(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let side = missing(&t)?;
    for unit in t.boxed(Holding::Waiting).into_iter().filter(|u| t.board.side(*u) == side).collect::<Vec<_>>() {
        surplus(&mut t, side, unit);
    }
    sequence::end_step(&mut t);
    Ok(())
}

/// [3.6.d] Whose guerrillas begin in enemy country, and how many are still to be placed.
pub(super) fn band(t: &Table) -> Option<(Side, usize)> {
    let band = t.setting().guerrillas.first()?;
    let placed = t.on_map(band.side).filter(|u| t.kind(*u) == Kind::Guerrilla).count();
    Some((band.side, band.count.saturating_sub(placed).min(t.recruits(band.side).len())))
}

/// [3.6.d], [F84] Whether a guerrilla unit may begin in a hex.
pub(super) fn may_plant(t: &Table, hex: Hex) -> Result<(Side, Ix), Illegal> {
    t.during(Segment::SetupGuerrillas, "PME-3.6.d", "guerrillas are placed in enemy country only after all other set-up")?;
    let Some((side, left)) = band(t) else { return Err(Illegal::new("PME-3.6.d", "this scenario places no guerrillas")) };
    let ix = t.on_the_map(hex, "PME-3.6.d")?;
    if left == 0 {
        return Err(Illegal::new("PME-3.6.d", "every guerrilla unit has been placed"));
    }
    let enemy = |ix: Ix| t.occupant(ix) == Some(side.other());
    let here = t.board.map.areas.get(&t.setting().guerrillas[0].area.value).is_some_and(|area| t.board.map.in_area(area, ix));
    if !here || !guerrillas::can_live(t, ix) {
        return Err(Illegal::new("PME-SCN.e", format!("{} does not lie where this scenario places guerrillas", t.spot(hex))));
    }
    if enemy(ix) || t.touches_enemy(side, ix) {
        return Err(Illegal::new("PME-3.6.d", format!("{} is in or next to a hex with an enemy city or unit", t.spot(hex))));
    }
    if stacking::is_full(t, ix) {
        return Err(Illegal::new("PME-3.3.d", format!("{} already holds a mobile unit, and no hex is overstacked during set-up", t.spot(hex))));
    }
    Ok((side, ix))
}

/// The hexes in which a guerrilla unit may begin.
pub(super) fn posts(t: &Table) -> Vec<Ix> {
    t.board.map.grid.all().filter(|ix| may_plant(t, t.hex(*ix)).is_ok()).collect()
}

fn suggested_post(t: &Table) -> Option<Ix> {
    let open = posts(t);
    let mut named = t.setting().suggested_guerrillas.iter().filter_map(|hex| t.board.ix(*hex));
    named.find(|ix| open.contains(ix)).or(open.first().copied())
}

/// [3.6.d] A guerrilla unit, drawn unseen, begins in a hex.
pub(super) fn plant(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    let (side, ix) = may_plant(&t, hex)?;
    plant_at(&mut t, side, ix);
    Ok(())
}

fn plant_at(t: &mut Table, side: Side, ix: Ix) {
    t.raise_guerrilla("PME-SCN.e", side, ix);
}

/// Whether nobody has a guerrilla to place, or no hex takes one.
pub(super) fn guerrillas_are_placed(t: &Table) -> bool {
    band(t).is_none_or(|(_, left)| left == 0) || posts(t).is_empty()
}
