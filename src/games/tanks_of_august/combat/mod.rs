//! [10] Ground combat: an attack is planned click by click, then runs through the eight steps of [10.4], stopping wherever a player
//! has something to decide.

pub mod advance;
pub mod fire;
pub mod losses;
pub mod odds;
pub mod retreat;

use super::RUSSIAN;
use super::charts::CombatResult;
use super::fog;
use super::missions;
use super::orders::{Decision, Mark, Purpose, Track};
use super::table::Table;
use super::tables::UnitType;
use super::zoc;
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Modifier, Side, UnitId};
use bevy_ecs::prelude::In;

/// Where an attack stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Stage {
    Planning,
    Fire,
    FireBack,
    AttackSupport,
    DefenseSupport,
    LastWord,
    Spearhead,
    AttackerLosses,
    DefenderLosses,
    Retreat,
    ExtraLoss,
    Advance,
}

/// An attack under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// The attacker.
    pub side: Side,
    /// The defending hex.
    pub target: Hex,
    /// Where it stands.
    pub stage: Stage,
    /// Units that attack with their factors.
    pub units: Vec<UnitId>,
    /// Guns that have still to fire at the target.
    pub guns: Vec<UnitId>,
    /// Headquarters that lend their factor to the attack.
    pub attack_support: Vec<UnitId>,
    /// Headquarters that lend their factor to the defense.
    pub defense_support: Vec<UnitId>,
    /// [11.0.a] Participants that were out of supply when the odds were worked out.
    pub unsupplied: Vec<UnitId>,
    /// The column after all shifts, once known.
    pub column: Option<u8>,
    /// Special forces that lead the attack.
    pub spearhead: Option<UnitId>,
    /// The result, once the die is thrown.
    pub result: Option<CombatResult>,
    /// Steps still to be lost in this stage.
    pub owed: u8,
    /// [10.3.e] The next step comes from special forces.
    pub sof_first: bool,
    /// [8.6.f] The next step comes from a helicopter.
    pub helicopter_first: bool,
    /// Units that have lost a step in this stage.
    pub hurt: Vec<UnitId>,
    /// Defenders told to retreat.
    pub told: Vec<UnitId>,
    /// Those of them that have still to go.
    pub retreating: Vec<UnitId>,
    /// [10.4.7.h] A group that fell short and owes a step.
    pub short: Vec<UnitId>,
    /// [10.4.8] Units that have advanced.
    pub advanced: Vec<UnitId>,
}

impl Attack {
    /// An attack that is only planned.
    pub fn planned(side: Side, target: Hex, units: Vec<UnitId>) -> Attack {
        Attack {
            side,
            target,
            stage: Stage::Planning,
            units,
            guns: Vec::new(),
            attack_support: Vec::new(),
            defense_support: Vec::new(),
            unsupplied: Vec::new(),
            column: None,
            spearhead: None,
            result: None,
            owed: 0,
            sof_first: false,
            helicopter_first: false,
            hurt: Vec::new(),
            told: Vec::new(),
            retreating: Vec::new(),
            short: Vec::new(),
            advanced: Vec::new(),
        }
    }

    /// Every counter it names.
    pub fn counters(&mut self) -> impl Iterator<Item = &mut UnitId> {
        let plan = self.units.iter_mut().chain(&mut self.guns).chain(&mut self.attack_support).chain(&mut self.defense_support);
        let fight = self.unsupplied.iter_mut().chain(&mut self.spearhead).chain(&mut self.hurt);
        let after = self.told.iter_mut().chain(&mut self.retreating).chain(&mut self.short).chain(&mut self.advanced);
        plan.chain(fight).chain(after)
    }

    /// Who decides at this stage.
    pub fn decider(&self) -> Side {
        match self.stage {
            Stage::FireBack | Stage::DefenseSupport | Stage::DefenderLosses | Stage::Retreat | Stage::ExtraLoss => self.side.other(),
            _ => self.side,
        }
    }

    /// Everyone counted on the attacker's side.
    pub fn attackers(&self) -> Vec<UnitId> {
        self.units.iter().chain(&self.attack_support).copied().collect()
    }
}

/// The attack that waits for a decision, if it stands at one of these stages.
pub fn current(t: &Table, stages: &[Stage], rule: &'static str, why: &'static str) -> Result<Attack, Illegal> {
    match t.decisions.0.last() {
        Some(Decision::Attack(attack)) if stages.contains(&attack.stage) => Ok((**attack).clone()),
        _ => Err(Illegal::new(rule, why)),
    }
}

/// Writes the attack back.
pub fn keep(t: &mut Table, attack: Attack) {
    let open = t.decisions.0.iter_mut().rev().find_map(|d| if let Decision::Attack(open) = d { Some(open) } else { None });
    **open.expect("an attack is under way") = attack;
}

/// The units of the defending hex.
pub fn defenders(t: &Table, attack: &Attack) -> Vec<UnitId> {
    t.board.ix(attack.target).map(|ix| t.stack(ix)).unwrap_or_default().into_iter().filter(|u| t.board.side(*u) != attack.side).collect()
}

/// [10.0], [10.0.k] Whether a hex may be attacked now.
pub fn may_declare(t: &Table, hex: Hex) -> Result<Ix, Illegal> {
    let side = t.during(Purpose::Combat, "TOA-10.0.a", "attacks are made in the Combat Segment only")?;
    let Some(ix) = t.board.ix(hex).filter(|ix| t.holds(side.other(), *ix)) else {
        return Err(Illegal::new("TOA-10.0.a", format!("no enemy unit stands in {hex}")));
    };
    if t.stack(ix).iter().any(|u| t.has(*u, Mark::Defended)) {
        return Err(Illegal::new("TOA-10.0.k", "a unit there has been attacked in this segment"));
    }
    Ok(ix)
}

/// [10.4.1] Begins to plan an attack.
pub fn declare(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    may_declare(&t, hex)?;
    let side = t.phasing();
    t.board.record(Atom("TOA-10.4.1.a"), Fact::Announced { side, what: "plans an attack on", hex });
    t.decisions.0.push(Decision::Attack(Box::new(Attack::planned(side, hex, Vec::new()))));
    Ok(())
}

/// [10.0], [8.3.c] Whether a unit may attack a hex with its factors.
pub fn may_attack(t: &Table, side: Side, unit: UnitId, target: Ix) -> Result<(), Illegal> {
    let name = || t.name(unit).to_owned();
    let printed = t.printed(unit);
    let Some(from) = t.ix_of(unit).filter(|_| t.board.side(unit) == side) else {
        return Err(Illegal::new("TOA-10.0.a", format!("{} is no unit of the attacker on the map", name())));
    };
    let Some(dir) = t.board.map.grid.side(from, target) else {
        return Err(Illegal::new("TOA-10.0.a", format!("{} is not next to the target", name())));
    };
    if printed.kind == UnitType::Hq {
        return Err(Illegal::new("TOA-10.2.g", "headquarters do not attack; they lend their factor"));
    }
    if printed.kind.is_artillery() || printed.attack[0] == 0 {
        return Err(Illegal::new("TOA-2.2.2.c", format!("{} has no attack factor", name())));
    }
    if t.has(unit, Mark::Attacked) {
        return Err(Illegal::new("TOA-10.0.d", format!("{} has attacked in this segment", name())));
    }
    if t.charts.footing[target.at()].closed_to[side.at()] {
        return Err(Illegal::new("TOA-10.0.c", "Georgian units may not attack into Russia"));
    }
    if let Some(barred) = t.barred(unit, target) {
        return Err(barred);
    }
    if printed.kind == UnitType::Helicopter || zoc::passable(&t.charts, from, dir, target) {
        return Ok(());
    }
    let alpine = t.charts.footing[from.at()].alpine || t.charts.footing[target.at()].alpine;
    Err(if alpine {
        Illegal::new("TOA-8.3.c", "into and out of alpine hexes attacks go along a connected road only")
    } else {
        Illegal::new("TOA-10.0.b", "units do not attack where they could not go")
    })
}

/// Whether a unit or gun may join the attack as planned so far.
pub fn may_join(t: &mut Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    if attack.units.contains(&unit) || attack.guns.contains(&unit) {
        return Err(Illegal::new("TOA-10.0.d", format!("{} takes part already", t.name(unit))));
    }
    let target = t.board.ix(attack.target).expect("attacks are declared on hexes of the map");
    if t.kind(unit).is_artillery() { fire::may_fire(t, attack.side, unit, attack.target, &attack.units) } else { may_attack(t, attack.side, unit, target) }
}

const NO_PLAN: &str = "no attack is being planned";

/// [10.4.1] Adds a unit or a gun.
pub fn join(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[Stage::Planning], "TOA-10.4.1.a", NO_PLAN)?;
    may_join(&mut t, &attack, unit)?;
    if t.kind(unit).is_artillery() {
        attack.guns.push(unit)
    } else {
        attack.units.push(unit)
    }
    t.board.record(Atom("TOA-10.4.1.a"), Fact::Joins { unit, hex: attack.target, joins: true });
    keep(&mut t, attack);
    Ok(())
}

/// [10.4.1] Takes a unit or a gun out again.
pub fn leave(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[Stage::Planning], "TOA-10.4.1.a", NO_PLAN)?;
    if !attack.units.contains(&unit) && !attack.guns.contains(&unit) {
        return Err(Illegal::new("TOA-10.4.1.a", format!("{} does not take part", t.name(unit))));
    }
    attack.units.retain(|u| *u != unit);
    attack.guns.retain(|u| *u != unit);
    t.board.record(Atom("TOA-10.4.1.a"), Fact::Joins { unit, hex: attack.target, joins: false });
    keep(&mut t, attack);
    Ok(())
}

/// [10.4.1] Drops the plan; nothing has happened.
pub fn drop_plan(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let attack = current(&t, &[Stage::Planning], "TOA-10.4.1.a", NO_PLAN)?;
    t.decisions.0.pop();
    t.board.record(Atom("TOA-10.4.1.a"), Fact::Announced { side: attack.side, what: "drops the attack on", hex: attack.target });
    Ok(())
}

/// Whether the plan may become an attack.
pub fn may_commit(t: &mut Table, attack: &Attack) -> Result<(), Illegal> {
    if attack.units.is_empty() {
        return Err(Illegal::new("TOA-10.4.1.a", "an attack needs a unit that attacks with its factors"));
    }
    attack.guns.iter().try_for_each(|gun| fire::may_fire(t, attack.side, *gun, attack.target, &attack.units))
}

/// [10.4.1] The attack is declared: from here on it counts, even if it is called off.
pub fn commit(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[Stage::Planning], "TOA-10.4.1.a", NO_PLAN)?;
    may_commit(&mut t, &attack)?;
    fog::note_unseen(&mut t, attack.side);
    t.board.record(Atom("TOA-10.4.1.a"), Fact::Announced { side: attack.side, what: "attacks", hex: attack.target });
    t.set_track("TOA-6.3.a", Track::GroundAttack, 1);
    for unit in attack.units.clone() {
        t.mark("TOA-10.0.d", unit, Mark::Attacked);
    }
    let defenders = defenders(&t, &attack);
    for unit in &defenders {
        t.mark("TOA-10.0.d", *unit, Mark::Defended);
    }
    attack.stage = Stage::Fire;
    if defenders.iter().all(|u| t.kind(*u).is_artillery()) {
        // [2.2.2.d] Guns without other units are overrun.
        for unit in defenders {
            t.eliminate("TOA-2.2.2.d", unit);
        }
        attack.stage = Stage::Advance;
    }
    keep(&mut t, attack);
    Ok(())
}

/// [10.0.i] Calls the attack off while the odds are not known.
pub fn call_off(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let stages = [Stage::Fire, Stage::AttackSupport, Stage::LastWord];
    let attack = current(&t, &stages, "TOA-10.0.i", "only a declared attack whose odds are not known can be called off")?;
    t.decisions.0.pop();
    t.board.record(Atom("TOA-10.0.i"), Fact::Announced { side: attack.side, what: "calls off the attack on", hex: attack.target });
    Ok(())
}

/// [10.2.a] Whether a headquarters may lend its factor to these units.
pub fn may_support(t: &Table, side: Side, hq: UnitId, units: &[UnitId]) -> Result<(), Illegal> {
    let name = || t.name(hq).to_owned();
    let Some(at) = t.board.hex(hq).filter(|_| t.kind(hq) == UnitType::Hq && t.board.side(hq) == side) else {
        return Err(Illegal::new("TOA-10.2.a", format!("{} is no headquarters on the map that could help here", name())));
    };
    if t.has(hq, Mark::Used) {
        return Err(Illegal::new("TOA-10.2.c", format!("{} has lent its factor this turn", name())));
    }
    let command = t.printed(hq).command;
    let near = |unit: &UnitId| t.board.hex(*unit).and_then(|h| t.board.distance(h, at)).is_some_and(|d| d <= 1);
    let mine = |unit: &UnitId| t.printed(*unit).command.is_none_or(|c| Some(c) == command);
    if units.iter().any(|u| near(u) && mine(u)) {
        Ok(())
    } else {
        Err(Illegal::new("TOA-10.2.a", format!("no unit of its command and no independent unit is in reach of {}", name())))
    }
}

/// The headquarters that may lend their factor at this stage.
pub fn supporters(t: &Table, attack: &Attack) -> Vec<UnitId> {
    let side = attack.decider();
    t.on_map(side).into_iter().filter(|hq| may_lend(t, attack, *hq).is_ok()).collect()
}

fn may_lend(t: &Table, attack: &Attack, hq: UnitId) -> Result<(), Illegal> {
    if attack.attack_support.contains(&hq) || attack.defense_support.contains(&hq) {
        return Err(Illegal::new("TOA-10.2.c", format!("{} has lent its factor this turn", t.name(hq))));
    }
    if attack.stage == Stage::AttackSupport {
        return may_support(t, attack.side, hq, &attack.units);
    }
    let defenders = defenders(t, attack);
    if defenders.contains(&hq) {
        return Err(Illegal::new("TOA-10.2.d", "a headquarters in the attacked hex defends without lending"));
    }
    if t.has(hq, Mark::Defended) {
        return Err(Illegal::new("TOA-10.2.e", format!("{} was attacked in this segment", t.name(hq))));
    }
    may_support(t, attack.side.other(), hq, &defenders)
}

const NO_SUPPORT: &str = "headquarters lend their factor before the odds of an attack are worked out";

/// [10.2] A headquarters lends its factor and is used.
pub fn support(In(hq): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[Stage::AttackSupport, Stage::DefenseSupport], "TOA-10.2.a", NO_SUPPORT)?;
    may_lend(&t, &attack, hq)?;
    fog::note_unseen(&mut t, attack.decider());
    t.mark("TOA-10.2.c", hq, Mark::Used);
    if attack.stage == Stage::AttackSupport {
        attack.attack_support.push(hq)
    } else {
        attack.defense_support.push(hq)
    }
    keep(&mut t, attack);
    Ok(())
}

/// No other headquarters lends its factor.
pub fn end_support(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[Stage::AttackSupport, Stage::DefenseSupport], "TOA-10.2.a", NO_SUPPORT)?;
    fog::note_unseen(&mut t, attack.decider());
    t.board.record(Atom("TOA-10.2.a"), Fact::Declined { side: attack.decider(), what: "further support" });
    attack.stage = if attack.stage == Stage::AttackSupport { Stage::DefenseSupport } else { Stage::LastWord };
    keep(&mut t, attack);
    Ok(())
}

/// [10.4.4] The attack goes in: odds are worked out, and from here on nothing can be called off.
pub fn go_in(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[Stage::LastWord], "TOA-10.4.4.a", "no attack waits for its odds")?;
    fog::note_unseen(&mut t, attack.side);
    let assessment = odds::assess(&mut t, &attack);
    t.board.record(Atom("TOA-10.4.4.b"), assessment.fact());
    attack.unsupplied = assessment.unsupplied;
    attack.column = Some(assessment.column);
    attack.stage = Stage::Spearhead;
    keep(&mut t, attack);
    Ok(())
}

/// [10.3.d], [10.3.e] Special forces that may lead the attack.
pub fn spearheads(t: &Table, attack: &Attack) -> Vec<UnitId> {
    let eligible = |u: &UnitId| t.kind(*u) == UnitType::Sof && attack.side == RUSSIAN && !t.has(*u, Mark::Scouted);
    attack.units.iter().filter(|u| eligible(u)).copied().collect()
}

/// [10.3.f] Special forces lead the attack, or not; then the die is thrown.
pub fn spearhead(In(unit): In<Option<UnitId>>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[Stage::Spearhead], "TOA-10.3.f", "no die is about to be thrown")?;
    if let Some(unit) = unit
        && !spearheads(&t, &attack).contains(&unit)
    {
        let rule = if t.has(unit, Mark::Scouted) { "TOA-10.3.d" } else { "TOA-10.3.e" };
        return Err(Illegal::new(rule, format!("{} cannot lead this attack", t.name(unit))));
    }
    if let Some(unit) = unit {
        t.mark("TOA-10.3.a", unit, Mark::Scouted);
    }
    attack.spearhead = unit;
    throw(&mut t, &mut attack);
    keep(&mut t, attack);
    Ok(())
}

/// [10.4.6] The combat die.
fn throw(t: &mut Table, attack: &mut Attack) {
    let modifiers: Vec<Modifier> = odds::die_modifiers(t, attack);
    let die = t.roll("TOA-10.4.6.a", "combat", &modifiers);
    let table = &t.charts.combat;
    let row = usize::try_from(die - 1).unwrap_or(0).min(table.rows.len() - 1);
    let result = table.rows[row][usize::from(attack.column.expect("odds come before the die"))];
    t.board.record(Atom("TOA-10.4.7.a"), Fact::Result { text: result.to_string() });
    attack.result = Some(result);
    losses::begin(t, attack, Stage::AttackerLosses);
}

/// Goes on with the attack as far as nobody has anything to decide. Tells whether it moved.
pub fn proceed(t: &mut Table) -> bool {
    let Some(Decision::Attack(open)) = t.decisions.0.last().cloned() else { return false };
    let mut attack = *open;
    let done = match attack.stage {
        Stage::Planning | Stage::LastWord => return false,
        Stage::Fire if attack.guns.is_empty() => {
            attack.stage = Stage::FireBack;
            false
        }
        Stage::FireBack if fire::defensive(t, &attack).is_empty() => {
            attack.stage = Stage::AttackSupport;
            false
        }
        Stage::AttackSupport if supporters(t, &attack).is_empty() => {
            attack.stage = Stage::DefenseSupport;
            false
        }
        Stage::DefenseSupport if supporters(t, &attack).is_empty() => {
            attack.stage = Stage::LastWord;
            false
        }
        Stage::Spearhead if spearheads(t, &attack).is_empty() => {
            throw(t, &mut attack);
            false
        }
        Stage::AttackerLosses | Stage::DefenderLosses => match losses::proceed(t, &mut attack) {
            false => return false,
            true => false,
        },
        Stage::Retreat if attack.retreating.is_empty() => {
            attack.stage = Stage::Advance;
            false
        }
        Stage::Advance if advance::movers(t, &attack).is_empty() => true,
        _ => return false,
    };
    if done {
        let at = t.decisions.0.iter().rposition(|d| matches!(d, Decision::Attack(_))).expect("an attack is under way");
        t.decisions.0.remove(at);
    } else {
        keep(t, attack);
    }
    true
}

/// A Combat Segment begins: nobody has attacked yet.
pub fn begin_segment(t: &mut Table) {
    t.unmark_all("TOA-10.0.d", None, &[Mark::Attacked, Mark::Defended]);
    t.unmark_all("TOA-10.3.a", None, &[Mark::Scouted, Mark::Watching]);
    t.set_track("TOA-6.3.a", Track::GroundAttack, 0);
}

/// A Combat Segment ends.
pub fn end_segment(t: &mut Table) {
    missions::stand_down(t);
    begin_segment(t);
}
