//! [18]–[20] Air missions: air superiority over the enemy Staging Area, and bombardment of a hex.

use super::charts::AirResult;
use super::combat::support::one_nation;
use super::orders::{Decision, Holding, Optional};
use super::retreat::{self, Retreat};
use super::table::Table;
use super::tables::Kind;
use super::{actions, combat};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Side, UnitId, Units};
use bevy_ecs::prelude::In;

/// Where a mission stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum MissionStage {
    Rolling,
    AttackerLosses,
    Diversion,
    DefenderLosses,
}

/// A mission under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mission {
    /// Whose.
    pub side: Side,
    /// [19.5] The hex bombarded; none in an air superiority mission.
    pub hex: Option<Hex>,
    /// Units that fly it and are not lost.
    pub units: Vec<UnitId>,
    /// [19.2] Columns of the rolls still to come.
    pub columns: Vec<u8>,
    /// [20.1] Missiles took part.
    pub missiles: bool,
    /// Where it stands.
    pub stage: MissionStage,
    /// The result of the last roll.
    pub result: AirResult,
    /// Units or steps still to be lost or driven off by it.
    pub owed: u8,
}

impl Mission {
    /// Who decides at this stage.
    pub fn decider(&self) -> Side {
        if self.stage == MissionStage::DefenderLosses { self.side.other() } else { self.side }
    }
}

fn current(t: &Table) -> Result<Mission, Illegal> {
    match t.open() {
        Some(Decision::Mission(mission)) => Ok((**mission).clone()),
        _ => Err(Illegal::new("PME-19.1.a", "no air mission is under way")),
    }
}

fn keep(t: &mut Table, mission: Mission) {
    t.amend(Decision::Mission(Box::new(mission)));
}

/// [18.2], [20.2.b] Whether a unit can fly a mission of a side.
pub fn may_fly(t: &Table, side: Side, unit: UnitId) -> Result<(), Illegal> {
    t.owned(side, unit, "PME-18.2.a")?;
    let name = t.seen_name(unit);
    match t.kind(unit) {
        Kind::Naval => return Err(Illegal::new("PME-20.2.b", format!("{name} is a naval unit and flies no air mission"))),
        Kind::SpecialForces => return Err(Illegal::new("PME-19.2.b", format!("{name} are special forces, which have no part in air missions"))),
        kind if !kind.is_air() => return Err(Illegal::new("PME-18.0.a", format!("{name} is not an air unit"))),
        _ => {}
    }
    if !t.is_in(unit, Holding::staging(side)) {
        return Err(Illegal::new("PME-18.2.a", format!("{name} is not in the Staging Area")));
    }
    Ok(())
}

fn may_fly_together(t: &Table, side: Side, units: &[UnitId]) -> Result<(), Illegal> {
    for unit in units {
        may_fly(t, side, *unit)?;
    }
    if units.is_empty() {
        return Err(Illegal::new("PME-18.0.a", "name at least one air unit"));
    }
    match (1..units.len()).find(|i| units[..*i].contains(&units[*i])) {
        Some(i) => Err(Illegal::new("PME-18.0.a", format!("{} was named twice", t.name(units[i])))),
        None => Ok(()),
    }
}

/// How many backs of air units a side has in its Staging Area, and how many of naval units: both sides may count them.
fn backs(t: &Table, side: Side) -> (usize, usize) {
    let staged = t.boxed(Holding::staging(side));
    (staged.iter().filter(|u| t.kind(**u).is_air()).count(), staged.iter().filter(|u| t.kind(**u) == Kind::Naval).count())
}

/// [19.1], [F39] Whether these units may fly an air superiority mission now.
pub fn may_strike(t: &Table, units: &[UnitId]) -> Result<Side, Illegal> {
    let side = actions::acting(t)?;
    actions::may_pay(t, side, t.charts.costs.air_superiority)?;
    may_fly_together(t, side, units)?;
    let (air, naval) = backs(t, side.other());
    let denial = t.option(Optional::AreaDenial) && naval > 0 && units.iter().any(|u| t.kind(*u) == Kind::Missile);
    if air == 0 && !denial {
        return Err(Illegal::new("PME-19.1.b", "there is no air unit in the enemy Staging Area"));
    }
    Ok(side)
}

/// [19.2] The columns of so many factors, sixes first.
pub fn blocks(t: &Table, factors: i32) -> Vec<u8> {
    let full = t.charts.air_combat.rows[0].len() as i32 - 1;
    let mut columns = vec![full as u8; (factors / full).max(0) as usize];
    if factors % full > 0 {
        columns.push((factors % full) as u8);
    }
    columns
}

/// [19.3] What the rolls of a mission may come to, in words: of each column how many of six rolls lead to which sort of result.
pub fn promise(t: &Table, columns: &[u8]) -> String {
    let sort = |result: &AirResult| match result {
        AirResult::E(_) => "E",
        AirResult::R(_) => "R",
        AirResult::A(_) => "A",
        AirResult::Nothing => "",
    };
    let of = |column: &u8| {
        let results: Vec<&str> = t.charts.air_combat.rows.iter().filter_map(|row| row.get(usize::from(*column))).map(sort).collect();
        let counted = ["E", "R", "A"].into_iter().map(|name| (name, results.iter().filter(|found| **found == name).count()));
        let chances: Vec<String> = counted.filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name} {n}/{}", results.len())).collect();
        format!("column {column}: {}", chances.join(", "))
    };
    columns.iter().map(of).collect::<Vec<String>>().join("; ")
}

/// [19.5], [F24] The columns of a bombardment of a hex with so many factors.
pub fn bombardment(t: &Table, ix: Ix, factors: i32) -> Vec<u8> {
    let cover = cover(t, ix);
    blocks(t, factors).into_iter().map(|column| (i32::from(column) - cover).max(0) as u8).collect()
}

/// The strongest strike of a unit's nation that it is part of, if that is more than the unit.
pub fn full_strike(t: &Table, side: Side, unit: UnitId) -> Option<Vec<UnitId>> {
    let nation = t.printed(unit).nation;
    let staged = t.boxed(Holding::staging(side)).into_iter();
    let mut others: Vec<UnitId> = staged.filter(|u| *u != unit && t.kind(*u).is_air() && t.printed(*u).nation == nation).collect();
    others.sort_by_key(|u| (-t.factor(*u), *u));
    others.truncate(t.charts.air_stacking.limit(nation).saturating_sub(1));
    (!others.is_empty()).then(|| std::iter::once(unit).chain(others).collect())
}

/// [19.1] Air units strike at the enemy Staging Area.
pub fn superiority(In(units): In<Units>, mut t: Table) -> Result<(), Illegal> {
    let side = may_strike(&t, &units)?;
    let factors = units.iter().map(|u| t.factor(*u)).sum();
    let columns = blocks(&t, factors);
    let cost = t.charts.costs.air_superiority;
    actions::open(&mut t, side, cost, "PME-19.1.a");
    launch(&mut t, "PME-19.1.a", side, None, units, columns);
    Ok(())
}

/// [19.5], [18.4.b], [18.5.b] Whether these units may bombard a hex now.
pub fn may_bombard(t: &Table, hex: Hex, units: &[UnitId]) -> Result<(Side, Ix), Illegal> {
    let side = actions::acting(t)?;
    actions::may_pay(t, side, t.charts.costs.bombardment)?;
    may_fly_together(t, side, units)?;
    let ix = combat::may_target(t, side, hex).map_err(|no| if no.rule == Atom("PME-14.1.a") { Illegal { rule: Atom("PME-19.5.a"), ..no } } else { no })?;
    one_nation(t, units)?;
    Ok((side, ix))
}

/// [19.5], [F23] The columns by which the ground of a hex weakens a bombardment.
pub fn cover(t: &Table, ix: Ix) -> i32 {
    let there = t.footing(ix);
    let mountain = there.mountain.map_or(0, |(basic, complex)| if t.option(Optional::ComplexTerrain) { complex } else { basic });
    let fob = if t.fob(ix).is_some() { t.charts.base_shift } else { 0 };
    -i32::from(there.city.unwrap_or(0) + there.base_shift + mountain + fob)
}

/// [19.5], [F24] Air units bombard a hex.
pub fn bombard(In((hex, units)): In<(Hex, Units)>, mut t: Table) -> Result<(), Illegal> {
    let (side, ix) = may_bombard(&t, hex, &units)?;
    let factors = units.iter().map(|u| t.factor(*u)).sum();
    let columns = bombardment(&t, ix, factors);
    let cost = t.charts.costs.bombardment;
    actions::open(&mut t, side, cost, "PME-19.5.a");
    t.board.record(Atom("PME-19.5.a"), Fact::Announced { side, what: "bombards", hex });
    launch(&mut t, "PME-19.5.a", side, Some(hex), units, columns);
    Ok(())
}

fn launch(t: &mut Table, by: &'static str, side: Side, hex: Option<Hex>, units: Units, columns: Vec<u8>) {
    for unit in &units {
        t.box_up(by, *unit, Holding::Committed);
    }
    let missiles = units.iter().any(|u| t.kind(*u) == Kind::Missile);
    let mission = Mission { side, hex, units: units.into_vec(), columns, missiles, stage: MissionStage::Rolling, result: AirResult::Nothing, owed: 0 };
    t.ask(Decision::Mission(Box::new(mission)));
}

/// Goes on with the mission as far as nobody has anything to decide. Tells whether it moved.
pub fn proceed(t: &mut Table) -> bool {
    t.refresh();
    let Ok(mission) = current(t) else { return false };
    match mission.stage {
        MissionStage::Rolling if mission.columns.is_empty() => end(t, &mission),
        MissionStage::Rolling => roll(t, mission),
        MissionStage::Diversion if !may_divert(t, &mission) => keep(t, Mission { stage: MissionStage::DefenderLosses, ..mission }),
        MissionStage::Diversion => return false,
        MissionStage::AttackerLosses | MissionStage::DefenderLosses => return losses(t, mission),
    }
    true
}

/// [19.1], [F108] The next die.
fn roll(t: &mut Table, mut mission: Mission) {
    let column = mission.columns.remove(0);
    let by = if mission.hex.is_some() { "PME-19.5.a" } else { "PME-19.2.a" };
    t.note(by, format!("air combat on column {column}"));
    let die = t.roll(by, "air combat");
    let row = &t.charts.air_combat.rows[usize::from(die.clamp(1, 6)) - 1];
    mission.result = row[usize::from(column).min(row.len() - 1)];
    t.board.record(Atom("PME-19.3.a"), Fact::Result { text: mission.result.to_string() });
    match mission.result {
        AirResult::A(n) => (mission.stage, mission.owed) = (MissionStage::AttackerLosses, n),
        AirResult::Nothing => {}
        AirResult::E(n) if mission.hex.is_some() => {
            (mission.stage, mission.owed) = (MissionStage::DefenderLosses, n.min(t.charts.air_combat.bombardment_steps));
        }
        AirResult::R(n) if mission.hex.is_some() => return disperse(t, mission, n),
        AirResult::E(n) => (mission.stage, mission.owed) = (MissionStage::Diversion, n),
        AirResult::R(n) => (mission.stage, mission.owed) = (MissionStage::DefenderLosses, n),
    }
    keep(t, mission);
}

/// [19.6], [F25], [F105] The ground units of the hex retreat, where that is not ignored.
fn disperse(t: &mut Table, mission: Mission, distance: u8) {
    let (by, hex) = (mission.side, mission.hex);
    keep(t, mission);
    let Some(ix) = hex.and_then(|hex| t.board.ix(hex)) else { return };
    if t.footing(ix).no_retreat {
        let rule = if t.footing(ix).mega { "PME-14.6.1.b" } else { "PME-14.6.1.h" };
        return t.note(rule, format!("{}: retreats are ignored", t.spot_at(ix)));
    }
    let units: Vec<UnitId> = if t.occupant(ix) == Some(by.other()) { t.mobile(ix).collect() } else { Vec::new() };
    if let Some(fob) = t.fob(ix) {
        t.eliminate("PME-15.1.f", fob);
    }
    let from = t.hex(ix);
    retreat::begin(t, Retreat { by, rule: "PME-19.6.a", from, distance, units });
}

/// [19.11], [19.4], [19.8], [F25] Only the table harms attackers, nobody shoots back. The units of which the owner chooses: tactical ones among the attackers, any air unit of the enemy, or the ground units of the hex.
pub fn candidates(t: &Table, mission: &Mission) -> Vec<UnitId> {
    let enemy = mission.side.other();
    match (mission.stage, mission.hex.and_then(|hex| t.board.ix(hex))) {
        (MissionStage::AttackerLosses, _) => mission.units.iter().copied().filter(|u| t.kind(*u).is_tactical()).collect(),
        (_, Some(ix)) if t.occupant(ix) == Some(enemy) => combat::field_force(t, ix),
        (_, Some(_)) => Vec::new(),
        (_, None) => t.boxed(Holding::staging(enemy)).into_iter().filter(|u| t.kind(*u).is_air()).collect(),
    }
}

/// [F88], [F29] Losses without a choice are taken at once: a single candidate, or all there are. Tells whether anything moved.
fn losses(t: &mut Table, mission: Mission) -> bool {
    let units = candidates(t, &mission);
    let steps: u32 = units.iter().map(|u| if mission.hex.is_some() { u32::from(t.board.status(*u).steps) } else { 1 }).sum();
    if mission.owed == 0 || units.is_empty() {
        keep(t, Mission { stage: MissionStage::Rolling, owed: 0, ..mission });
        return true;
    }
    if units.len() > 1 && u32::from(mission.owed) < steps {
        return false;
    }
    take(t, mission, units[0]);
    true
}

/// A unit takes one of the losses.
fn take(t: &mut Table, mut mission: Mission, unit: UnitId) {
    mission.owed -= 1;
    mission.units.retain(|u| *u != unit || mission.stage != MissionStage::AttackerLosses);
    let home = Holding::reinforcements(t.board.side(unit));
    match (mission.stage, mission.result) {
        (MissionStage::DefenderLosses, _) if mission.hex.is_some() => t.lose_step("PME-19.6.a", unit),
        (MissionStage::DefenderLosses, AirResult::R(_)) => t.box_up("PME-19.3.a", unit, home),
        _ => t.eliminate("PME-11.3.b", unit),
    }
    keep(t, mission);
}

/// [19.11] The owner gives up an air unit.
pub fn lose(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mission = current(&t)?;
    let over_ground = mission.hex.is_some() && mission.stage == MissionStage::DefenderLosses;
    if !matches!(mission.stage, MissionStage::AttackerLosses | MissionStage::DefenderLosses) || over_ground {
        return Err(Illegal::new("PME-19.11.a", "no air unit has to be given up now"));
    }
    t.owned(mission.decider(), unit, "PME-19.11.a")?;
    if !candidates(&t, &mission).contains(&unit) {
        let missile = t.kind(unit) == Kind::Missile && mission.stage == MissionStage::AttackerLosses;
        return Err(match missile {
            true => Illegal::new("PME-20.1.b", format!("{} is a missile unit, which is never lost this way", t.name(unit))),
            false => Illegal::new("PME-19.11.a", format!("{} is not affected by this", t.seen_name(unit))),
        });
    }
    take(&mut t, mission, unit);
    Ok(())
}

/// [19.6] The owner takes a step of loss to a bombardment.
pub fn lose_step(t: &mut Table, unit: UnitId) -> Result<(), Illegal> {
    let mission = current(t)?;
    if mission.stage != MissionStage::DefenderLosses || mission.hex.is_none() {
        return Err(Illegal::new("PME-19.6.a", "no ground unit has to take a loss now"));
    }
    if !candidates(t, &mission).contains(&unit) {
        let garrison = unit.at() < t.charts.printed.len() && t.kind(unit) == Kind::Garrison;
        let rule = if garrison { "PME-19.7.a" } else { "PME-19.6.a" };
        return Err(Illegal::new(rule, "only mobile units and forward operations bases in the hex are hit"));
    }
    take(t, mission, unit);
    Ok(())
}

/// [22.4.a] Whether an enemy naval unit may be driven off in place of an elimination.
fn may_divert(t: &Table, mission: &Mission) -> bool {
    t.option(Optional::AreaDenial) && mission.missiles && matches!(mission.result, AirResult::E(_)) && backs(t, mission.side.other()).1 > 0
}

fn diverting(t: &Table) -> Result<Mission, Illegal> {
    let mission = current(t).ok().filter(|mission| mission.stage == MissionStage::Diversion);
    mission.ok_or_else(|| Illegal::new("PME-22.4.a", "no elimination can be replaced now"))
}

/// [22.4.a] An enemy naval unit, drawn unseen, is driven off in place of one elimination.
pub fn divert(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mission = diverting(&t)?;
    let enemy = mission.side.other();
    let ships: Vec<UnitId> = t.boxed(Holding::staging(enemy)).into_iter().filter(|u| t.kind(*u) == Kind::Naval).collect();
    if let Some(unit) = t.draw("PME-22.4.a", &ships, "an enemy naval unit") {
        t.box_up("PME-22.4.a", unit, Holding::reinforcements(enemy));
    }
    let owed = mission.owed.saturating_sub(1);
    keep(&mut t, Mission { stage: MissionStage::DefenderLosses, owed, ..mission });
    Ok(())
}

/// [22.4.a] All eliminations stand.
pub fn keep_hit(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mission = diverting(&t)?;
    t.board.record(Atom("PME-22.4.a"), Fact::Declined { side: mission.side, what: "to drive off a naval unit instead" });
    keep(&mut t, Mission { stage: MissionStage::DefenderLosses, ..mission });
    Ok(())
}

/// [11.3.a], [20.1.c] The mission is over: who is left goes to the reinforcements.
fn end(t: &mut Table, mission: &Mission) {
    t.answer();
    for unit in mission.units.iter().copied() {
        let by = if t.kind(unit) == Kind::Missile { "PME-20.1.c" } else { "PME-11.3.a" };
        t.box_up(by, unit, Holding::reinforcements(mission.side));
    }
    actions::close(t);
}
