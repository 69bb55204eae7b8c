//! [14], [15] Attacks: planned click by click, then carried out, stopping wherever a player has something to decide.

pub mod advance;
pub mod assault;
pub mod losses;
pub mod odds;
pub mod seal;
pub mod support;

use super::actions;
use super::charts::CombatResult;
use super::orders::{Decision, Holding, Optional};
use super::table::Table;
use super::tables::Kind;
use super::{movement, scenario, special_forces, stacking};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Side, UnitId, Units};
use bevy_ecs::prelude::In;

/// Where an attack stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum CombatStage {
    Planning,
    Landing,
    Defender,
    AttackerSupport,
    DefenderSupport,
    AttackerSeal,
    DefenderSeal,
    DefenderLosses,
    AttackerLosses,
    Advance,
}

impl CombatStage {
    /// The steps of a battle as its players see them.
    pub(crate) const STEPS: [&'static str; 6] = ["Plan", "Defender", "Support", "Commit", "Losses", "Advance"];

    /// Which of them it is.
    pub(crate) fn step(self) -> usize {
        match self {
            CombatStage::Planning | CombatStage::Landing => 0,
            CombatStage::Defender => 1,
            CombatStage::AttackerSupport | CombatStage::DefenderSupport => 2,
            CombatStage::AttackerSeal | CombatStage::DefenderSeal => 3,
            CombatStage::DefenderLosses | CombatStage::AttackerLosses => 4,
            CombatStage::Advance => 5,
        }
    }
}

impl CombatStage {
    /// Whether a player chooses among counters in his boxes, which the other may not know.
    pub fn is_secret(self) -> bool {
        matches!(self, CombatStage::AttackerSupport | CombatStage::DefenderSupport | CombatStage::AttackerSeal | CombatStage::DefenderSeal)
    }
}

/// An attack under way. Lists of two are the attacker's and the defender's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// The attacker.
    pub side: Side,
    /// The hex attacked.
    pub target: Hex,
    /// Where it stands.
    pub stage: CombatStage,
    /// [22.6] An airborne or amphibious assault.
    pub assault: bool,
    /// Units that attack.
    pub units: Vec<UnitId>,
    /// [22.6] Units that have still to move next to the target.
    pub bound: Vec<UnitId>,
    /// [22.6] The airborne unit that has rolled, and its points.
    pub rolled: Option<(UnitId, u8)>,
    /// [22.3] Sixth generation warriors.
    pub sixth: Vec<UnitId>,
    /// [9.3.b] The mobile unit that defends.
    pub defender: Option<UnitId>,
    /// [19.9], [20.2] Aircraft and ships.
    pub support: [Units; 2],
    /// [14.6.4] Special forces, once a player has sealed his choice.
    pub sealed: [Option<Units>; 2],
    /// The result, once the die is rolled.
    pub result: Option<CombatResult>,
    /// [8.1.1] Nobody is left to keep the attacker out, the garrison included.
    pub cleared: bool,
}

impl Attack {
    /// An attack that is only planned.
    pub fn planned(side: Side, target: Hex, assault: bool) -> Attack {
        Attack {
            side,
            target,
            stage: CombatStage::Planning,
            assault,
            units: Vec::new(),
            bound: Vec::new(),
            rolled: None,
            sixth: Vec::new(),
            defender: None,
            support: [Units::new(), Units::new()],
            sealed: [None, None],
            result: None,
            cleared: false,
        }
    }

    /// Who decides at this stage.
    pub fn decider(&self) -> Side {
        match self.stage {
            CombatStage::Defender | CombatStage::DefenderSupport | CombatStage::DefenderSeal | CombatStage::DefenderLosses => self.side.other(),
            _ => self.side,
        }
    }
}

/// The attack that waits for a decision, if it stands at one of these stages; if not, what it waits for, or that there is none.
pub fn current(t: &Table, stages: &[CombatStage], rule: &'static str, none: &'static str) -> Result<Attack, Illegal> {
    match t.open() {
        Some(Decision::Attack(attack)) if stages.contains(&attack.stage) => Ok((**attack).clone()),
        Some(Decision::Attack(attack)) => Err(awaited(t, attack, stages, rule)),
        _ => Err(Illegal::new(rule, none)),
    }
}

/// What an attack under way waits for: the refusal of an order, meant for other stages, that comes too early or too late.
fn awaited(t: &Table, attack: &Attack, meant: &[CombatStage], rule: &'static str) -> Illegal {
    let hex = t.spot(attack.target);
    let (rule, why) = match attack.stage {
        _ if meant == [CombatStage::Planning] => ("PME-14.1.b", format!("the attack on {hex} has been made and is carried through")),
        CombatStage::Planning => (rule, format!("the attack on {hex} is still being planned")),
        CombatStage::Landing => ("PME-22.6.a", format!("first the units that assault {hex} have to land")),
        CombatStage::Defender => ("PME-9.3.b", format!("first the defender names the unit that defends {hex}")),
        CombatStage::AttackerSupport | CombatStage::DefenderSupport if meant.contains(&CombatStage::AttackerSeal) => {
            ("PME-14.6.b", format!("aircraft and ships for the battle for {hex} are named before special forces"))
        }
        CombatStage::AttackerSupport | CombatStage::DefenderSupport => {
            ("PME-19.9.a", format!("first aircraft and ships for the battle for {hex} are named, or none"))
        }
        CombatStage::AttackerSeal | CombatStage::DefenderSeal => ("PME-14.6.4.b", format!("first special forces for the battle for {hex} are sealed, or none")),
        CombatStage::DefenderLosses | CombatStage::AttackerLosses => ("PME-15.0.d", format!("first a loss in the battle for {hex} has to be taken")),
        CombatStage::Advance => ("PME-14.7.a", format!("only the advance into {hex} is left to decide")),
    };
    Illegal::new(rule, why)
}

/// Writes the attack back.
pub fn keep(t: &mut Table, attack: Attack) {
    t.amend(Decision::Attack(Box::new(attack)));
}

/// The hex attacked.
pub fn target(t: &Table, attack: &Attack) -> Ix {
    t.board.ix(attack.target).expect("attacks are declared on hexes of the map")
}

/// [14.1.a], [F57] Whether a hex may be attacked by a side.
pub fn may_target(t: &Table, side: Side, hex: Hex) -> Result<Ix, Illegal> {
    let ix = t.on_the_map(hex, "PME-14.1.a")?;
    if t.is_neutral(ix) {
        return Err(Illegal::new("PME-5.2.d", format!("{} lies in a neutral country", t.spot(hex))));
    }
    if t.occupant(ix) != Some(side.other()) {
        return Err(Illegal::new("PME-14.1.a", format!("there is no enemy ground unit in {}", t.spot(hex))));
    }
    Ok(ix)
}

/// [14.1] Whether an attack on a hex may be planned now.
pub fn may_declare(t: &Table, hex: Hex) -> Result<Side, Illegal> {
    let side = actions::acting(t)?;
    actions::may_pay(t, side, t.charts.costs.attack.min(t.charts.costs.attack_hyperwar))?;
    may_target(t, side, hex)?;
    Ok(side)
}

/// [14.1] Begins to plan an attack.
pub fn declare(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    let side = may_declare(&t, hex)?;
    t.board.record(Atom("PME-14.1.a"), Fact::Announced { side, what: "plans an attack on", hex });
    t.ask(Decision::Attack(Box::new(Attack::planned(side, hex, false))));
    Ok(())
}

/// [14.1], [2.6.a], [9.3.a] Whether a unit may take part in an attack on a hex.
pub fn may_attack(t: &Table, side: Side, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    t.owned(side, unit, "PME-14.1.a")?;
    let name = t.seen_name(unit);
    match t.kind(unit) {
        Kind::Garrison => return Err(Illegal::new("PME-2.6.a", format!("{name} is a garrison and never attacks"))),
        Kind::Fob => return Err(Illegal::new("PME-22.2.b", format!("{name} is static and never attacks"))),
        kind if !kind.is_mobile() => return Err(Illegal::new("PME-14.1.a", format!("{name} is not a ground unit"))),
        _ => {}
    }
    if t.ix_of(unit).is_none_or(|from| t.board.map.grid.side(from, ix).is_none()) {
        return Err(Illegal::new("PME-14.1.a", format!("{name} is not next to {}", t.spot_at(ix))));
    }
    if scenario::is_interned(t, unit) {
        return Err(Illegal::new("PME-3.8.b", format!("{name} stands in a neutral country and does not attack from there")));
    }
    Ok(())
}

const NO_PLAN: &str = "no attack is being planned";

/// [14.2], [9.3.a], [22.3] Whether a unit may join the attack that is planned.
pub fn may_join(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    t.owned(attack.side, unit, "PME-14.1.a")?;
    let name = || t.seen_name(unit);
    if attack.units.contains(&unit) || attack.sixth.contains(&unit) {
        return Err(Illegal::new("PME-14.2.a", format!("{} takes part in this attack already", name())));
    }
    if t.printed(unit).is_sixth() {
        return special_forces::may_use(t, attack.side, &[unit], "PME-22.3.a");
    }
    if attack.assault {
        return assault::may_join(t, attack, unit);
    }
    may_attack(t, attack.side, unit, target(t, attack))?;
    let here = t.ix_of(unit);
    if attack.units.iter().any(|u| t.ix_of(*u) == here) {
        return Err(Illegal::new("PME-9.3.a", format!("another unit of this hex attacks already, and only one may, so {} cannot", name())));
    }
    Ok(())
}

/// [14.2] Adds a unit.
pub fn join(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::Planning], "PME-14.1.a", NO_PLAN)?;
    may_join(&t, &attack, unit)?;
    t.board.record(Atom("PME-14.2.a"), Fact::AttackerToggled { unit, hex: attack.target, joins: true });
    if t.printed(unit).is_sixth() {
        attack.sixth.push(unit)
    } else {
        attack.units.push(unit)
    }
    keep(&mut t, attack);
    Ok(())
}

/// Supposes an attack on a hex with all of these who could join it now, as if it were being planned. Tells why the others could not.
pub fn suppose(In((side, hex, units)): In<(Side, Hex, Vec<UnitId>)>, mut t: Table) -> Vec<(UnitId, Illegal)> {
    let mut attack = Attack::planned(side, hex, false);
    let mut refused = Vec::new();
    for unit in units {
        match may_join(&t, &attack, unit) {
            Err(illegal) => refused.push((unit, illegal)),
            Ok(()) if t.printed(unit).is_sixth() => attack.sixth.push(unit),
            Ok(()) => attack.units.push(unit),
        }
    }
    t.ask(Decision::Attack(Box::new(attack)));
    refused
}

/// [14.2] Takes a unit out again; of an insurgency, too [24.2].
pub fn leave(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    if matches!(t.open(), Some(Decision::Insurgency(_))) {
        return super::options::insurgency::withdraw(&mut t, unit);
    }
    let mut attack = current(&t, &[CombatStage::Planning], "PME-14.1.a", NO_PLAN)?;
    if !attack.units.contains(&unit) && !attack.sixth.contains(&unit) {
        return Err(Illegal::new("PME-14.2.a", "this unit takes no part in the attack"));
    }
    t.board.record(Atom("PME-14.2.a"), Fact::AttackerToggled { unit, hex: attack.target, joins: false });
    attack.units.retain(|u| *u != unit);
    attack.sixth.retain(|u| *u != unit);
    keep(&mut t, attack);
    Ok(())
}

/// Drops a plan: of an attack or of an insurgency.
pub fn drop_plan(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    if matches!(t.open(), Some(Decision::Insurgency(_))) {
        return super::options::insurgency::call_off(&mut t);
    }
    let attack = current(&t, &[CombatStage::Planning], "PME-14.1.b", "there is no plan to cancel")?;
    t.answer();
    t.board.record(Atom("PME-14.1.b"), Fact::Announced { side: attack.side, what: "cancels the plan for", hex: attack.target });
    Ok(())
}

/// [16.3.a], [22.3.a] Whether the attack counts as a Hyperwar attack for its result.
pub fn is_hyperwar(t: &Table, attack: &Attack) -> bool {
    !attack.sixth.is_empty() || attack.units.iter().chain(&attack.bound).any(|u| t.printed(*u).hyperwar)
}

/// [14.2.a], [16.2.a], [22.3.a], [22.6] What the attack costs.
pub fn cost(t: &Table, attack: &Attack) -> i32 {
    let costs = &t.charts.costs;
    if attack.assault {
        return costs.assault;
    }
    let regular = |u: &&UnitId| attack.sixth.is_empty() && !t.printed(**u).hyperwar;
    let regulars = attack.units.iter().filter(regular).count();
    let joint = if regulars < attack.units.len() { costs.attack_hyperwar } else { 0 };
    regulars as i32 * costs.attack + joint
}

/// [6.8.a] Whether the plan may become an attack.
pub fn may_commit(t: &Table, attack: &Attack) -> Result<(), Illegal> {
    actions::may_pay(t, attack.side, cost(t, attack))?;
    if attack.units.is_empty() {
        return Err(Illegal::new("PME-14.1.a", "no ground unit has been added to the attack yet"));
    }
    Ok(())
}

/// [6.8], [14.1.b] The attack is made: it is paid for and can no longer be stopped.
pub fn commit(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::Planning], "PME-14.1.a", NO_PLAN)?;
    may_commit(&t, &attack)?;
    let by = if attack.assault { "PME-22.6.a" } else { "PME-14.2.a" };
    let cost = cost(&t, &attack);
    actions::open(&mut t, attack.side, cost, by);
    t.board.record(Atom(by), Fact::Announced { side: attack.side, what: "attacks", hex: attack.target });
    for unit in attack.units.clone() {
        t.reveal(unit);
    }
    for unit in attack.sixth.clone() {
        t.board.record(Atom("PME-22.3.a"), Fact::Struck { unit, hex: attack.target });
        t.box_up("PME-22.3.a", unit, Holding::Committed);
    }
    attack.stage = CombatStage::Defender;
    if attack.assault {
        attack.bound = std::mem::take(&mut attack.units);
        attack.stage = CombatStage::Landing;
    }
    keep(&mut t, attack);
    Ok(())
}

/// [9.3.b] A unit of a crowded hex defends it.
pub fn defend(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let attack = current(&t, &[CombatStage::Defender], "PME-9.3.b", "no crowded hex has to be defended")?;
    let ix = target(&t, &attack);
    if !t.mobile(ix).any(|u| u == unit) {
        return Err(Illegal::new("PME-9.3.b", format!("this unit does not stand in {}", t.spot(attack.target))));
    }
    let side = attack.side.other();
    t.board.record(Atom("PME-9.3.b"), Fact::Announced { side, what: "names the unit that defends", hex: attack.target });
    name_defender(&mut t, attack, Some(unit));
    Ok(())
}

fn name_defender(t: &mut Table, mut attack: Attack, unit: Option<UnitId>) {
    if let Some(unit) = unit {
        t.reveal(unit);
    }
    attack.defender = unit;
    attack.stage = CombatStage::AttackerSupport;
    keep(t, attack);
}

/// Goes on with the attack as far as nobody has anything to decide. Tells whether it moved.
pub fn proceed(t: &mut Table) -> bool {
    t.refresh();
    let Some(Decision::Attack(open)) = t.open() else { return false };
    let attack = (**open).clone();
    match attack.stage {
        CombatStage::Planning => false,
        CombatStage::Landing => assault::proceed(t, attack),
        CombatStage::Defender => {
            let ix = target(t, &attack);
            if stacking::is_crowded(t, ix) {
                return false;
            }
            let unit = t.mobile(ix).next();
            name_defender(t, attack, unit);
            true
        }
        CombatStage::AttackerSupport | CombatStage::DefenderSupport => support::proceed(t, attack),
        CombatStage::AttackerSeal | CombatStage::DefenderSeal => seal::proceed(t, attack),
        CombatStage::DefenderLosses | CombatStage::AttackerLosses => losses::proceed(t, attack),
        CombatStage::Advance => advance::proceed(t, attack),
    }
}

/// [15.2], [11.2], [11.3], [19.10] The attack is over: special forces recycle, aircraft and ships go to the reinforcements, and the action ends.
pub fn end(t: &mut Table, attack: &Attack) {
    assault::lost_at_sea(t, attack);
    t.answer();
    let [own, theirs] = attack.sealed.clone().map(Option::unwrap_or_default);
    special_forces::recycle(t, &own.into_iter().chain(attack.sixth.clone()).collect::<Vec<_>>());
    special_forces::recycle(t, &theirs);
    for unit in attack.support.iter().flatten().copied() {
        let by = if t.kind(unit) == Kind::Naval { "PME-20.2.c" } else { "PME-11.3.a" };
        let home = Holding::reinforcements(t.board.side(unit));
        t.box_up(by, unit, home);
    }
    actions::close(t);
}

/// [22.3.b] A Hyperwar result brings the attacker sixth generation warriors, if there are any to be had.
fn win_sixth(t: &mut Table, side: Side) {
    if !t.option(Optional::SixthGeneration) {
        return;
    }
    let won = t.boxed(Holding::reinforcements(side)).into_iter().find(|u| t.printed(*u).is_sixth());
    if let Some(unit) = won {
        t.box_up("PME-22.3.b", unit, Holding::staging(side));
    }
}

/// The mobile units and the forward operations base that defend a hex, the garrison apart.
pub fn field_force(t: &Table, ix: Ix) -> Vec<UnitId> {
    t.mobile(ix).chain(t.fob(ix)).collect()
}

/// Whether a unit of an assault is at sea.
fn is_at_sea(t: &Table, unit: UnitId) -> bool {
    t.ix_of(unit).is_some_and(|ix| movement::firm(t, unit, ix).is_err() && t.footing(ix).sea)
}
