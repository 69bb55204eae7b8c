//! [10] Combat: an attack is planned click by click, begun, and then goes through its stages, each of which stops wherever a player has something
//! to decide.

pub(crate) mod advance;
pub(crate) mod air;
pub(crate) mod convoys;
pub(crate) mod guns;
pub(crate) mod losses;
pub(crate) mod melt_away;
pub(crate) mod odds;

use super::charts::CombatResult;
use super::orders::{Decision, HexMark, Mark};
use super::politics::Politics;
use super::table::Table;
use super::tables::{Country, Nation, UnitType};
use super::{IMPERIALIST, events, ownership, powers, prestige};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Side, UnitId};
use bevy_ecs::prelude::In;

/// Where an attack stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum CombatStage {
    Planning,
    Forehand,
    Melting,
    AttackerAir,
    DefenderAir,
    Recon,
    Guns,
    AttackerSupply,
    DefenderSupply,
    AttackerConvoy,
    DefenderConvoy,
    Die,
    AttackerLosses,
    DefenderLosses,
    Aftermath,
    Advance,
}

impl CombatStage {
    /// The steps of a battle as its players see them.
    pub(crate) const STEPS: [&'static str; 8] = ["Plan", "Air", "Recon", "Guns", "Supply", "Convoys", "Losses", "Advance"];

    /// Which of them it is.
    pub(crate) fn step(self) -> usize {
        match self {
            CombatStage::Planning => 0,
            CombatStage::Forehand | CombatStage::Melting | CombatStage::AttackerAir | CombatStage::DefenderAir => 1,
            CombatStage::Recon => 2,
            CombatStage::Guns => 3,
            CombatStage::AttackerSupply | CombatStage::DefenderSupply => 4,
            CombatStage::AttackerConvoy | CombatStage::DefenderConvoy => 5,
            CombatStage::Die | CombatStage::AttackerLosses | CombatStage::DefenderLosses | CombatStage::Aftermath => 6,
            CombatStage::Advance => 7,
        }
    }
}

/// An attack under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// The nation that attacks.
    pub nation: Nation,
    /// Its player.
    pub side: Side,
    /// The defending hex.
    pub target: Hex,
    /// Where it stands.
    pub stage: CombatStage,
    /// Units that attack.
    pub units: Vec<UnitId>,
    /// [10.3.1.e] A unit nearby that adds its strength.
    pub recon: Option<UnitId>,
    /// [10.3.1] Air committed by the attacker and by the defender.
    pub air: [Option<UnitId>; 2],
    /// [10.3.1] What it is worth: columns for the attacker, columns for the defender.
    pub air_shift: [i8; 2],
    /// [10.3.1.e] The attacker's aircraft have found somebody who could help.
    pub scouted: bool,
    /// [10.3.2] Naval gunfire.
    pub guns: Option<UnitId>,
    /// [14.2.m] Units supplied by convoys spent in this combat.
    pub supplied: Vec<UnitId>,
    /// [10.3.4] Convoys spent for a column by the attacker and by the defender.
    pub convoys: [Option<UnitId>; 2],
    /// [10.3.4.g] The hex holds convoys alone.
    pub convoys_alone: bool,
    /// [17.1.h] The Armenian Legion attacks, and nobody goes to war.
    pub legion: bool,
    /// What has been eliminated, in order, with the nation it was of.
    pub dead: Vec<(UnitId, Nation)>,
    /// The result, once the die is rolled.
    pub result: Option<CombatResult>,
    /// Steps still to be lost in this stage.
    pub owed: u8,
}

impl Attack {
    /// Whether somebody attacks and the die has not been rolled yet.
    pub(crate) fn is_before_die(&self) -> bool {
        self.result.is_none() && !self.units.is_empty() && self.stage <= CombatStage::Die
    }

    /// An attack that is only planned.
    pub(crate) fn planned(t: &Table, nation: Nation, target: Hex, units: Vec<UnitId>) -> Attack {
        Attack {
            nation,
            side: t.side_of(nation),
            target,
            stage: CombatStage::Planning,
            units,
            recon: None,
            air: [None, None],
            air_shift: [0, 0],
            scouted: false,
            guns: None,
            supplied: Vec::new(),
            convoys: [None, None],
            convoys_alone: false,
            legion: false,
            dead: Vec::new(),
            result: None,
            owed: 0,
        }
    }

    /// Who decides at this stage.
    pub(crate) fn decider(&self) -> Side {
        use CombatStage::*;
        match self.stage {
            Guns => IMPERIALIST,
            Melting | DefenderAir | DefenderSupply | DefenderConvoy | DefenderLosses => self.side.other(),
            _ => self.side,
        }
    }

    /// The rule that asks at this stage.
    pub(crate) fn asks(&self) -> &'static str {
        use CombatStage::*;
        match self.stage {
            Planning => "WTL-10.0.b",
            Forehand | AttackerAir | DefenderAir => "WTL-10.3.1.a",
            Melting => "WTL-11.2.a",
            Recon => "WTL-10.3.1.e",
            Guns => "WTL-10.3.2.a",
            AttackerSupply | DefenderSupply => "WTL-14.2.m",
            AttackerConvoy | DefenderConvoy => "WTL-10.3.4.e",
            Die | AttackerLosses | DefenderLosses | Aftermath => "WTL-10.4.b",
            Advance => "WTL-10.5.a",
        }
    }
}

/// The attack that waits for a decision, if it stands at one of these stages.
pub(crate) fn current(t: &Table, stages: &[CombatStage], rule: &'static str, why: &'static str) -> Result<Attack, Illegal> {
    match t.board.decision() {
        Some(Decision::Attack(attack)) if stages.contains(&attack.stage) => Ok((**attack).clone()),
        _ => Err(Illegal::new(rule, why)),
    }
}

/// The attack that is planned or fought, whatever interrupts it.
pub(crate) fn under_way(t: &Table) -> Option<Attack> {
    t.board.decisions().rev().find_map(|decision| if let Decision::Attack(attack) = decision { Some((**attack).clone()) } else { None })
}

/// Writes the attack back.
pub(crate) fn keep(t: &mut Table, attack: Attack) {
    t.board.amend(Decision::Attack(Box::new(attack)));
}

/// The hex under attack.
pub(crate) fn target(t: &Table, attack: &Attack) -> Ix {
    t.ix(attack.target).expect("attacks are declared on hexes of the map")
}

/// [10.6.e] Everybody who defends: enemies in the hex, and whoever a Turkish attack makes one.
pub(crate) fn defenders(t: &Table, attack: &Attack) -> Vec<UnitId> {
    let ix = target(t, attack);
    let politics = politics(t, attack.nation, ix);
    let fights = |u: &UnitId| politics.are_enemies(attack.nation, t.nation(*u)) || (attack.legion && t.nation(*u) == Nation::Tn);
    t.board.stack(ix).iter().copied().filter(fights).collect()
}

/// The combat units among them.
pub(crate) fn fighters(t: &Table, attack: &Attack) -> Vec<UnitId> {
    defenders(t, attack).into_iter().filter(|u| t.is_combat(*u)).collect()
}

/// Those for whose nation a hex is defended: the combat units in it, or [10.3.4.g] the convoys that are attacked alone.
pub(crate) fn resisting(t: &Table, attack: &Attack) -> Vec<UnitId> {
    let fighters = fighters(t, attack);
    if fighters.is_empty() { defenders(t, attack) } else { fighters }
}

/// [13.0.b] Whether a Turkish attack on a hex brings the powers into the war.
pub(crate) fn brings_war(t: &Table, nation: Nation, ix: Ix) -> bool {
    let zone = t.footing(ix).country == Some(Country::International);
    let power = t.board.stack(ix).iter().any(|u| t.nation(*u).is_power());
    nation == Nation::Tn && (zone || power) && powers::any_neutral(t)
}

/// The politics by which an attack on a hex is judged.
fn politics(t: &Table, nation: Nation, ix: Ix) -> Politics {
    if brings_war(t, nation, ix) { Politics::at_war(t) } else { Politics::now(t) }
}

/// Who is whose enemy while an attack is fought: around one of the Armenian Legion all is as at war.
pub(crate) fn hostilities(t: &Table, attack: Option<&Attack>) -> Politics {
    if attack.is_some_and(|attack| attack.legion) { Politics::at_war(t) } else { Politics::now(t) }
}

/// [17.1.h], [R-108] Whether the Armenian Legion lets the French attack a hex.
fn is_legion_target(t: &Table, nation: Nation, ix: Ix) -> bool {
    let stack = t.board.stack(ix);
    let irregulars = stack.iter().all(|u| t.nation(*u) == Nation::Tn && (!t.is_combat(*u) || t.is_irregular(*u))) && stack.iter().any(|u| t.is_irregular(*u));
    events::legion_fights(t, nation) && t.footing(ix).country == Some(Country::FrenchZone) && irregulars
}

/// [13.0.f], [17.1.h] A neutral power attacks nobody, the Armenian Legion apart.
fn may_neutral_attack(t: &Table, nation: Nation, ix: Ix) -> Result<(), Illegal> {
    if !Politics::now(t).is_neutral(nation) || !t.stands(ix, &[Nation::Tn]) || is_legion_target(t, nation, ix) {
        return Ok(());
    }
    let (rule, why) = match events::legion_fights(t, nation) {
        true => ("WTL-17.1.h", "the Armenian Legion attacks only Turkish irregulars in the French Zone"),
        false => ("WTL-13.0.f", "a neutral power cannot attack"),
    };
    Err(Illegal::new(rule, why))
}

/// [10.0], [R-82] Whether a nation may attack a hex at all.
fn may_target(t: &Table, nation: Nation, ix: Ix) -> Result<(), Illegal> {
    let politics = politics(t, nation, ix);
    if politics.enemy_in(t, nation, ix).is_none() && !is_legion_target(t, nation, ix) {
        return Err(Illegal::new("WTL-10.0.a", format!("no enemy is in {}", t.spot_at(ix))));
    }
    Ok(())
}

/// [10.0], [10.6] Whether a unit may attack a hex.
pub(crate) fn may_attack(t: &Table, nation: Nation, unit: UnitId, target: Ix) -> Result<(), Illegal> {
    let name = || t.name(unit);
    t.mine(t.side_of(nation), unit, "WTL-10.0.c")?;
    if t.nation(unit).acting() != nation {
        let rule = if nation.is_power() && t.nation(unit).is_power() { "WTL-13.0.e" } else { "WTL-10.0.c" };
        return Err(Illegal::new(rule, format!("{} is not a unit of {}: each nation attacks on its own", name(), t.the_nation(nation))));
    }
    match t.kind(unit) {
        UnitType::Leader => return Err(Illegal::new("WTL-10.3.7.a", format!("{} does not attack", name()))),
        kind if !kind.is_combat() => return Err(Illegal::new("WTL-10.1.a", format!("{} is not a combat unit", name()))),
        _ => {}
    }
    if t.has(unit, Mark::Attacked) {
        return Err(Illegal::new("WTL-10.6.d", format!("{} has attacked this turn", name())));
    }
    could_attack(t, nation, unit, target)
}

/// [10.0.c], [10.6.a] Whether a combat unit of a nation could attack a hex from where it stands, if it has not attacked yet.
fn could_attack(t: &Table, nation: Nation, unit: UnitId, target: Ix) -> Result<(), Illegal> {
    let name = || t.name(unit);
    let Some(from) = t.ix_of(unit).filter(|from| t.crossing(*from, target).is_some()) else {
        return Err(Illegal::new("WTL-10.0.c", format!("{} is not next to {}", name(), t.spot_at(target))));
    };
    politics(t, nation, target).may_enter(t, unit, from, target).map_err(|no| t.of_hex(target, no))?;
    if !t.is_open(from, target) {
        return Err(Illegal::new("WTL-10.6.a", format!("open water lies between {} and {}", t.spot_at(from), t.spot_at(target))));
    }
    let zone = |ix: Ix| t.footing(ix).country == Some(Country::International);
    if t.nation(unit) == Nation::Cal && zone(from) {
        return Err(Illegal::new("WTL-17.1.f", format!("{} attacks Turks only from outside the International Zone", name())));
    }
    Ok(())
}

/// Units of a nation next to a hex.
fn beside(t: &Table, nation: Nation, ix: Ix) -> Vec<UnitId> {
    let around = t.board.map.grid.around(ix).flat_map(|(_, from)| t.board.stack(from).to_vec());
    around.filter(|u| t.is_combat(*u) && t.nation(*u).acting() == nation).collect()
}

/// [10.0.a] Whether an attack on a hex may be planned now.
pub(crate) fn may_declare(t: &Table, hex: Hex) -> Result<Nation, Illegal> {
    let (true, Some(nation)) = (t.segment().is_combat(), t.active()) else {
        return Err(Illegal::new("WTL-10.0.a", "attacks are made in the combat step of a nation, when it has finished moving"));
    };
    let units = t.ix(hex).map(|ix| beside(t, nation, ix)).unwrap_or_default();
    let (Some(ix), Some(first)) = (t.ix(hex), units.first()) else {
        return Err(Illegal::new("WTL-10.0.a", format!("no unit of {} is next to {}", t.the_nation(nation), t.spot(hex))));
    };
    if t.hex_has(ix, HexMark::Attacked) {
        return Err(Illegal::new("WTL-10.6.c", format!("{} has been attacked by {} in this phase", t.spot_at(ix), t.the_nation(nation))));
    }
    may_neutral_attack(t, nation, ix)?;
    if !units.iter().any(|u| could_attack(t, nation, *u, ix).is_ok()) {
        could_attack(t, nation, *first, ix)?;
    }
    may_target(t, nation, ix)?;
    Ok(nation)
}

/// Enemy hexes that the active nation could attack.
pub(crate) fn targets(t: &Table) -> Vec<Hex> {
    let (true, Some(nation)) = (t.segment().is_combat(), t.active()) else { return Vec::new() };
    let grid = &t.board.map.grid;
    let ready = t.acting_with(nation).filter(|u| t.is_combat(*u) && !t.has(*u, Mark::Attacked)).filter_map(|u| t.ix_of(u));
    let mut hexes: Vec<Ix> = ready.flat_map(|from| grid.around(from).map(|(_, ix)| ix).collect::<Vec<_>>()).filter(|ix| !t.is_empty(*ix)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let possible = |ix: &Ix| may_declare(t, t.hex(*ix)).is_ok() && !could_join(t, nation, *ix).is_empty();
    hexes.into_iter().filter(possible).map(|ix| t.hex(ix)).collect()
}

/// Whether anybody of the other player stands next to a combat unit of the active nation.
pub(crate) fn faces_anybody(t: &Table) -> bool {
    let Some(nation) = t.active() else { return false };
    let side = t.side_of(nation);
    let grid = &t.board.map.grid;
    let faces = |ix: Ix| grid.around(ix).any(|(_, there)| t.side_stands(there, side.other()));
    t.acting_with(nation).filter(|u| t.is_combat(*u)).filter_map(|u| t.ix_of(u)).any(faces)
}

/// [10.0.b] Begins to plan an attack.
pub(crate) fn declare(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    let nation = may_declare(&t, hex)?;
    let mut attack = Attack::planned(&t, nation, hex, Vec::new());
    attack.legion = t.ix(hex).is_some_and(|ix| Politics::now(&t).is_neutral(nation) && is_legion_target(&t, nation, ix));
    t.board.record(Atom("WTL-10.0.b"), Fact::Announced { side: attack.side, what: "plans an attack on", hex });
    t.board.ask(Decision::Attack(Box::new(attack)));
    Ok(())
}

/// Supposes an attack of the nation of the first of these units on a hex, with all of them who could join it now, as if it were being planned. Tells why
/// the others could not.
pub(crate) fn suppose(In((side, hex, units)): In<(Side, Hex, Vec<UnitId>)>, mut t: Table) -> Vec<(UnitId, Illegal)> {
    let first = units.iter().find(|unit| t.is_combat(**unit)).or(units.first());
    let Some(nation) = first.map(|unit| t.nation(*unit).acting()).filter(|nation| t.side_of(*nation) == side) else { return Vec::new() };
    let mut attack = Attack::planned(&t, nation, hex, Vec::new());
    attack.legion = t.ix(hex).is_some_and(|ix| Politics::now(&t).is_neutral(nation) && is_legion_target(&t, nation, ix));
    let mut refused = Vec::new();
    for unit in units {
        match may_join(&t, &attack, unit) {
            Err(illegal) => refused.push((unit, illegal)),
            Ok(()) => attack.units.push(unit),
        }
    }
    t.board.ask(Decision::Attack(Box::new(attack)));
    refused
}

const NO_PLAN: &str = "no attack is being planned";

/// Whether a unit may join the attack as planned so far.
pub(crate) fn may_join(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    if attack.units.contains(&unit) {
        return Err(Illegal::new("WTL-10.0.e", format!("{} is already part of this attack, with its whole strength", t.name(unit))));
    }
    may_attack(t, attack.nation, unit, target(t, attack))
}

/// [10.0.c] Adds a unit.
pub(crate) fn join(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::Planning], "WTL-10.0.b", NO_PLAN)?;
    may_join(&t, &attack, unit)?;
    attack.units.push(unit);
    t.board.record(Atom("WTL-10.0.c"), Fact::AttackerToggled { unit, hex: attack.target, joins: true });
    keep(&mut t, attack);
    Ok(())
}

/// [10.0.d] Takes a unit out again.
pub(crate) fn leave(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::Planning], "WTL-10.0.b", NO_PLAN)?;
    if !attack.units.contains(&unit) {
        return Err(Illegal::new("WTL-10.0.d", format!("{} is not part of this attack", t.name(unit))));
    }
    attack.units.retain(|u| *u != unit);
    t.board.record(Atom("WTL-10.0.d"), Fact::AttackerToggled { unit, hex: attack.target, joins: false });
    keep(&mut t, attack);
    Ok(())
}

/// [10.6.b], [R-97] Drops the plan; nothing has happened.
pub(crate) fn drop_plan(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let attack = current(&t, &[CombatStage::Planning], "WTL-10.0.b", NO_PLAN)?;
    t.board.answer();
    t.board.record(Atom("WTL-10.6.b"), Fact::Announced { side: attack.side, what: "cancels the attack planned on", hex: attack.target });
    Ok(())
}

/// Whether the plan may become an attack.
pub(crate) fn may_commit(attack: &Attack) -> Result<(), Illegal> {
    if attack.units.is_empty() { Err(Illegal::new("WTL-10.2.a", "no unit has been added to the attack yet")) } else { Ok(()) }
}

/// [10.0.b], [R-97] The attack begins: hex and units have attacked, and war begins if it is due.
pub(crate) fn commit(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::Planning], "WTL-10.0.b", NO_PLAN)?;
    may_commit(&attack)?;
    let ix = target(&t, &attack);
    t.board.record(Atom("WTL-10.0.b"), Fact::Announced { side: attack.side, what: "attacks", hex: attack.target });
    for unit in &attack.units {
        t.set_mark("WTL-10.6.d", *unit, Mark::Attacked, true);
    }
    t.mark_hex("WTL-10.6.c", ix, HexMark::Attacked, true);
    if brings_war(&t, attack.nation, ix) {
        powers::war(&mut t, "WTL-13.0.b");
    }
    attack.stage = CombatStage::Forehand;
    if fighters(&t, &attack).is_empty() {
        meet_no_fighters(&mut t, &mut attack);
    }
    keep(&mut t, attack);
    Ok(())
}

/// [10.3.4.g], [10.3.7.b], [R-30] Nobody in the hex can fight: Ataturk is taken, and convoys are attacked on the best column.
fn meet_no_fighters(t: &mut Table, attack: &mut Attack) {
    let (leaders, convoys): (Vec<UnitId>, Vec<UnitId>) = defenders(t, attack).into_iter().partition(|u| t.kind(*u) == UnitType::Leader);
    for leader in leaders {
        attack.dead.push((leader, t.nation(leader)));
        t.eliminate("WTL-10.3.7.b", leader);
    }
    attack.convoys_alone = !convoys.is_empty();
    if convoys.is_empty() {
        attack.stage = CombatStage::Aftermath;
    }
}

/// Goes on with the attack as far as nobody has anything to decide. Tells whether it moved.
pub(crate) fn proceed(t: &mut Table) -> bool {
    let Some(Decision::Attack(open)) = t.board.decision().cloned() else { return false };
    let mut attack = *open;
    let moved = match attack.stage {
        CombatStage::Planning | CombatStage::Melting => false,
        CombatStage::Forehand => melt_away::proceed(t, &mut attack),
        CombatStage::AttackerAir | CombatStage::DefenderAir | CombatStage::Recon => air::proceed(t, &mut attack),
        CombatStage::Guns => guns::proceed(t, &mut attack),
        CombatStage::AttackerSupply | CombatStage::DefenderSupply | CombatStage::AttackerConvoy | CombatStage::DefenderConvoy => {
            convoys::proceed(t, &mut attack)
        }
        CombatStage::Die => odds::roll(t, &mut attack),
        CombatStage::AttackerLosses | CombatStage::DefenderLosses => losses::proceed(t, &mut attack),
        CombatStage::Aftermath => aftermath(t, &mut attack),
        CombatStage::Advance => {
            if !advance::candidates(t, &attack).is_empty() {
                return false;
            }
            finish(t);
            return true;
        }
    };
    if moved {
        keep(t, attack);
    }
    moved
}

/// What the losses bring: prestige, then withdrawal, in the order in which units died.
fn aftermath(t: &mut Table, attack: &mut Attack) -> bool {
    let turks = attack.nation == Nation::Tn || attack.dead.iter().any(|(_, nation)| *nation == Nation::Tn) || t.stands(target(t, attack), &[Nation::Tn]);
    for (unit, nation) in attack.dead.clone() {
        prestige::unit_lost(t, unit, nation, turks);
    }
    if turks {
        let dead: Vec<UnitId> = attack.dead.iter().map(|(unit, _)| *unit).collect();
        powers::count_losses(t, &dead, attack.nation == Nation::Tn);
    }
    attack.stage = CombatStage::Advance;
    true
}

/// The attack is over.
pub(crate) fn finish(t: &mut Table) {
    t.board.answer_where(|d| matches!(d, Decision::Attack(_)));
}

/// Whether an order to attack would begin a war: for warnings.
pub(crate) fn begins_war(t: &Table, attack: &Attack) -> bool {
    brings_war(t, attack.nation, target(t, attack))
}

/// A unit that advances enters.
fn enter(t: &mut Table, unit: UnitId, ix: Ix) {
    ownership::enter(t, "WTL-3.4.e", &[unit], ix);
}

/// The hexes that units may come from: for advice.
pub(crate) fn could_join(t: &Table, nation: Nation, ix: Ix) -> Vec<UnitId> {
    beside(t, nation, ix).into_iter().filter(|u| may_attack(t, nation, *u, ix).is_ok()).collect()
}
