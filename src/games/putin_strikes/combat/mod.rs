//! [10] Attacking and defending: an attack is planned click by click, then resolved, stopping wherever a player has something to decide.

pub(super) mod advance;
pub(super) mod losses;
pub(super) mod odds;

use super::actions::{self, FIRST};
use super::charts::CombatResult;
use super::orders::{Decision, Holding, Mark};
use super::table::Table;
use super::tables::UnitType;
use super::{ALLIED, PutinStrikes, RUSSIAN};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Place, Side, UnitId};
use crate::games::kit::{self, Fights, PlanRules};
use bevy_ecs::prelude::In;

/// Where an attack stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum CombatStage {
    Planning,
    Support,
    DefenderLosses,
    AttackerLosses,
    Advance,
}

impl CombatStage {
    /// The steps of a battle as its players see them.
    pub(crate) const STEPS: [&'static str; 4] = ["Plan", "Support", "Losses", "Advance"];

    /// Which of them it is.
    pub(crate) fn step(self) -> usize {
        match self {
            CombatStage::Planning => 0,
            CombatStage::Support => 1,
            CombatStage::DefenderLosses | CombatStage::AttackerLosses => 2,
            CombatStage::Advance => 3,
        }
    }
}

/// What an attack of this game has besides.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Battle {
    /// [10.18] Vostok supports it.
    pub vostok: bool,
    /// [10.18.b] Factors that Vostok adds, once rolled for.
    pub vostok_factors: Option<u8>,
    /// [10.6] Whether it is concentric.
    pub concentric: bool,
    /// [10.6.b] The concentric bonus, once rolled for.
    pub bonus: Option<u8>,
    /// The result, once the die is rolled.
    pub result: Option<CombatResult>,
    /// Brigades still to be lost in this stage.
    pub owed: u8,
    /// [10.3.d] The garrison has been given up.
    pub breached: bool,
    /// Units lost so far, in order.
    pub fallen: Vec<UnitId>,
    /// [10.11] Units that have advanced.
    pub advanced: Vec<UnitId>,
}

impl kit::Battle for Battle {
    type Stage = CombatStage;

    const PLANNING: CombatStage = CombatStage::Planning;

    fn planned(_: Side) -> Battle {
        Battle::default()
    }
}

/// An attack, planned or under way.
pub(super) type Attack = kit::Attack<Battle>;

impl Attack {
    /// Who decides at this stage.
    pub fn decider(&self) -> Side {
        match self.stage {
            CombatStage::Support => RUSSIAN,
            CombatStage::DefenderLosses => self.side.other(),
            CombatStage::Planning | CombatStage::AttackerLosses | CombatStage::Advance => self.side,
        }
    }
}

impl Fights for PutinStrikes {
    type Battle = Battle;

    const PLAN: PlanRules = PlanRules { plan: "PS-10.1.b", join: "PS-10.1.d", leave: "PS-10.1.d", drops: "cancels the plan for" };

    fn attack_of(decision: &Decision) -> Option<&Attack> {
        if let Decision::Attack(attack) = decision { Some(attack) } else { None }
    }

    fn decision_of(attack: Attack) -> Decision {
        Decision::Attack(Box::new(attack))
    }

    fn may_plan(t: &Table, hex: Hex) -> Result<Side, Illegal> {
        may_declare(t, hex).map(|_| t.to_act())
    }

    fn may_take_part(t: &mut Table, attack: &Attack, unit: UnitId) -> Result<bool, Illegal> {
        may_join(t, attack, unit).map(|()| false)
    }

    fn awaited(t: &Table, attack: &Attack, meant: &[CombatStage], rule: &'static str) -> Illegal {
        let hex = t.spot(attack.target);
        let (rule, why) = match attack.stage {
            _ if meant == [CombatStage::Planning] => (rule, format!("the attack on {hex} has been made, and its units are settled")),
            CombatStage::Planning => (rule, format!("the attack on {hex} is still being planned")),
            CombatStage::Support => ("PS-10.17.b", format!("the Russian player must first commit an army headquarters to the battle for {hex} or decline")),
            _ if meant == [CombatStage::Support] => (rule, format!("the die for {hex} has been rolled, and army support comes before it")),
            CombatStage::DefenderLosses => ("PS-10.8.b", format!("the defender of {hex} must choose his losses first")),
            CombatStage::AttackerLosses => ("PS-10.9.a", "the attacker must choose his losses first".into()),
            CombatStage::Advance => ("PS-10.11.d", format!("only the advance into {hex} is left to decide")),
        };
        Illegal::new(rule, why)
    }
}

/// [10.1.c] The divisions and brigades that defend.
pub(super) fn defenders(t: &Table, ix: Ix, side: Side) -> Vec<UnitId> {
    t.ground(ix).filter(|u| t.printed(*u).side != side).collect()
}

/// [10.1.b], [5.9.d] Whether a hex may be attacked now.
pub(super) fn may_declare(t: &Table, hex: Hex) -> Result<Ix, Illegal> {
    let side = actions::acting(t)?;
    let Some(ix) = t.board.ix(hex).filter(|ix| t.holds(side.other(), *ix)) else {
        return Err(Illegal::new("PS-10.1.b", format!("there is no enemy unit or garrison in {}", t.spot(hex))));
    };
    if side == ALLIED && t.turn() == 1 && t.footing(ix).russia {
        return Err(Illegal::new("PS-5.9.d", format!("{} lies in Russia proper, which the Allies may not attack in turn 1", t.spot_at(ix))));
    }
    Ok(ix)
}

/// [7.4.b], [10.1.d], [10.5.d], [10.15], [10.16] Whether a unit may take part in an attack on a hex.
pub(super) fn may_attack(t: &Table, side: Side, unit: UnitId, target: Ix) -> Result<(), Illegal> {
    actions::may_act(t, side, unit, "PS-7.4.b")?;
    let name = || t.name(unit).to_owned();
    let grid = &t.board.map.grid;
    let beside = t.ix_of(unit).and_then(|from| Some((from, grid.side(from, target)?)));
    let Some((from, dir)) = beside else {
        return Err(Illegal::new("PS-10.1.d", format!("{} is not next to {}", name(), t.spot_at(target))));
    };
    let (printed, there) = (t.printed(unit), t.footing(target));
    if there.russia && side == ALLIED && t.turn() == 1 {
        return Err(Illegal::new("PS-5.9.d", format!("{} lies in Russia proper, which the Allies may not attack in turn 1", t.spot_at(target))));
    }
    if printed.territorial && !there.territorial {
        return Err(Illegal::new(
            "PS-10.15.a",
            format!("{} lies outside Poland and the Kaliningrad district, and {} attacks nowhere else", t.spot_at(target), name()),
        ));
    }
    if printed.task_force && there.russia {
        return Err(Illegal::new("PS-10.16.a", format!("{} lies in Russia proper, where {} never attacks", t.spot_at(target), name())));
    }
    if printed.task_force && !t.has(unit, Mark::Released) {
        return Err(Illegal::new("PS-10.16.b", format!("{} may not attack until the Russian player has attacked a hex that it stood in", name())));
    }
    if t.charts.crossing[from.at()][dir.at()].water && !t.flies(unit) {
        return Err(Illegal::new(
            "PS-10.5.d",
            format!("{} is not an air assault unit and cannot attack {} across a lake or the sea", name(), t.spot_at(target)),
        ));
    }
    if there.water || t.footing(from).water {
        return Err(Illegal::new("PS-10.5.e", format!("{} cannot be attacked across the sea: both hexes must contain land", t.spot_at(target))));
    }
    Ok(())
}

const NO_PLAN: &str = "no attack is being planned";

/// [10.1.d] Whether a unit may join the attack.
pub(super) fn may_join(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    if attack.units.contains(&unit) {
        return Err(Illegal::new("PS-10.1.d", format!("{} is already part of this attack", t.name(unit))));
    }
    may_attack(t, attack.side, unit, t.target(attack))
}

/// [10.18] Vostok, if the Russian still has it.
fn vostok(t: &Table) -> Option<UnitId> {
    t.board.boxed(Holding::Headquarters.id()).iter().find(|u| t.printed(**u).kind == UnitType::Clandestine).copied()
}

/// [10.18.a], [10.18.c], [10.18.d] Whether Vostok may support the attack.
pub(super) fn may_call_vostok(t: &Table, attack: &Attack) -> Result<UnitId, Illegal> {
    if attack.side != RUSSIAN {
        return Err(Illegal::new("PS-10.18.d", "Vostok supports only Russian attacks"));
    }
    let Some(unit) = vostok(t) else { return Err(Illegal::new("PS-10.18.c", "Vostok is out of the game")) };
    if t.has(unit, Mark::Used) {
        return Err(Illegal::new("PS-10.18.a", "Vostok has already been used this turn"));
    }
    if !t.footing(t.target(attack)).vostok {
        let why = format!(
            "{} is not in Estonia, Latvia, Lithuania or Ukraine (Donetsk and Crimea included), the only places where Vostok operates",
            t.spot(attack.target)
        );
        return Err(Illegal::new("PS-10.18.a", why));
    }
    Ok(unit)
}

/// [10.18] Vostok will support the attack, or not.
pub(super) fn call_vostok(In(call): In<bool>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::Planning], "PS-10.18.a", NO_PLAN)?;
    if attack.vostok == call {
        return Err(Illegal::new("PS-10.18.a", if call { "Vostok already supports this attack" } else { "Vostok does not support this attack" }));
    }
    let unit = may_call_vostok(&t, &attack)?;
    t.board.record(Atom("PS-10.18.a"), Fact::AttackerToggled { unit, hex: attack.target, joins: call });
    attack.vostok = call;
    t.keep(attack);
    Ok(())
}

/// Drops a plan: of an attack, a march or a nuclear attack.
pub(super) fn drop_plan(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let (rule, side, hex) = match t.board.decision() {
        Some(Decision::Attack(attack)) if attack.stage == CombatStage::Planning => ("PS-10.1.a", attack.side, Some(attack.target)),
        Some(Decision::Force(force)) => ("PS-8.1.c", force.side, force.units.first().and_then(|u| t.board.hex(*u))),
        Some(Decision::Strike) => ("PS-13.1.a", RUSSIAN, None),
        Some(Decision::Attack(_)) => return Err(Illegal::new("PS-7.2.a", "the attack has been made and can no longer be canceled")),
        _ => return Err(Illegal::new("PS-7.2.a", "there is no plan to cancel")),
    };
    t.board.answer();
    match hex {
        Some(hex) => t.board.record(Atom(rule), Fact::Announced { side, what: "cancels the plan for", hex }),
        None => t.board.record(Atom(rule), Fact::Declined { side, what: "a nuclear attack" }),
    }
    Ok(())
}

/// [5.9.e] Whether an attack by these units goes across a border into the land of an Allied nation.
pub(super) fn crosses(t: &Table, units: &[UnitId], target: Ix) -> bool {
    t.footing(target).allied && units.iter().any(|u| t.between(*u, target).is_some_and(|side| side.border))
}

/// Whether the plan may become an attack.
pub(super) fn may_commit(t: &Table, attack: &Attack) -> Result<(), Illegal> {
    if attack.units.is_empty() {
        return Err(Illegal::new("PS-10.1.d", "no unit has been added to the attack yet"));
    }
    if t.must_cross() && !crosses(t, &attack.units, t.target(attack)) {
        return Err(Illegal::new("PS-5.9.e", FIRST));
    }
    Ok(())
}

/// [10.1]–[10.6] The attack is made: Vostok and the concentric bonus are rolled for before the Russian decides about support.
pub(super) fn commit(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.plan()?;
    may_commit(&t, &attack)?;
    let ix = t.target(&attack);
    t.board.record(Atom("PS-10.1.b"), Fact::Announced { side: attack.side, what: "attacks", hex: attack.target });
    if attack.side == RUSSIAN {
        for unit in defenders(&t, ix, attack.side) {
            if t.printed(unit).task_force {
                t.mark("PS-10.16.b", unit, Mark::Released);
            }
        }
    }
    if attack.vostok {
        let unit = may_call_vostok(&t, &attack)?;
        let minus = -i8::try_from(t.charts.vostok.minus).unwrap_or(i8::MAX);
        let factors = t.roll_dice("PS-10.18.b", "factors of Vostok", 1, &[("always", minus)]).clamp(0, 6) as u8;
        if factors == 0 {
            t.board.put(Atom("PS-10.18.c"), unit, Place::Lost);
        } else {
            t.mark("PS-10.18.a", unit, Mark::Used);
        }
        attack.vostok_factors = Some(factors);
    }
    attack.concentric = odds::concentric(&t, &attack.units, ix);
    if attack.concentric {
        let die = t.die("PS-10.6.b", "concentric attack");
        attack.bonus = Some(die / t.charts.shifts.concentric_divisor.get());
    }
    attack.stage = CombatStage::Support;
    t.keep(attack);
    Ok(())
}

/// [10.17] The headquarters that can still be committed this turn.
pub(super) fn headquarters(t: &Table) -> Vec<UnitId> {
    let ready = |u: &&UnitId| t.printed(**u).kind == UnitType::ArmyHq && !t.has(**u, Mark::Used);
    t.board.boxed(Holding::Headquarters.id()).iter().filter(ready).copied().collect()
}

const NO_SUPPORT: &str = "there is no battle for an army headquarters to support";

/// [10.17.a], [10.17.b] A headquarters supports the battle.
pub(super) fn support(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    if !headquarters(&t).contains(&unit) {
        let used = t.has(unit, Mark::Used) && t.printed(unit).kind == UnitType::ArmyHq;
        let why = if used { "has already been committed this turn" } else { "is not an army headquarters that could be committed" };
        return Err(Illegal::new("PS-10.17.a", format!("{} {why}", t.name(unit))));
    }
    let attack = t.attack_at(&[CombatStage::Support], "PS-10.17.b", NO_SUPPORT)?;
    let text = format!("{} supports the battle", t.name(unit));
    t.board.record(Atom("PS-10.17.a"), Fact::Noted { text });
    t.mark("PS-10.17.a", unit, Mark::Used);
    resolve(&mut t, attack, true);
    Ok(())
}

/// [10.17.c] No headquarters supports the battle.
pub(super) fn no_support(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let attack = t.attack_at(&[CombatStage::Support], "PS-10.17.b", NO_SUPPORT)?;
    t.board.record(Atom("PS-10.17.c"), Fact::Declined { side: RUSSIAN, what: "army support" });
    resolve(&mut t, attack, false);
    Ok(())
}

/// [10.7] All shifts are known: the combat die is rolled.
fn resolve(t: &mut Table, mut attack: Attack, supported: bool) {
    t.refresh();
    let mut odds = odds::assess(t, &attack);
    if !supported {
        odds = odds.and(&t.charts.combat, odds::unsupported(t, attack.side));
    }
    t.board.record(Atom("PS-10.2.b"), odds.fact());
    let die = t.die("PS-10.7.a", "combat");
    let result = t.charts.combat.result(i16::from(die), odds.column);
    t.board.record(Atom("PS-10.8.a"), Fact::Result { text: result.to_string() });
    attack.result = Some(result);
    attack.owed = result.defender;
    attack.stage = CombatStage::DefenderLosses;
    t.keep(attack);
}

/// Goes on with the attack as far as nobody has anything to decide. Tells whether it moved.
pub(super) fn proceed(t: &mut Table) -> bool {
    let Some(open) = t.attack_due() else { return false };
    match open.stage {
        CombatStage::Planning => false,
        CombatStage::Support if headquarters(t).is_empty() => {
            let attack = open.clone();
            resolve(t, attack, false);
            true
        }
        CombatStage::Support => false,
        CombatStage::DefenderLosses | CombatStage::AttackerLosses => {
            let attack = open.clone();
            losses::proceed(t, attack)
        }
        CombatStage::Advance => {
            let attack = open.clone();
            if !advance::movers(t, &attack).is_empty() {
                return false;
            }
            advance::explain(t, &attack);
            end(t, &attack);
            true
        }
    }
}

/// [10.10.e] The attack is over: whoever attacked and lives is disrupted.
pub(super) fn end(t: &mut Table, attack: &Attack) {
    t.board.answer();
    actions::finish(t, &attack.units);
}
