//! Attacks: planned click by click (a hex is named, units join and leave), then under way from one decision to the next.
//!
//! Who may attack, the stages and what happens in them are each game's own.

use super::ruleset::Ruleset;
use super::table::Table;
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Side, UnitId};
use bevy_ecs::prelude::In;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Deref, DerefMut};

/// What the attacks of a game have of their own.
pub trait Battle: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Where an attack stands.
    type Stage: Copy + Eq + Hash + Debug + Send + Sync;

    /// The first stage.
    const PLANNING: Self::Stage;

    /// An attack by a side that is only planned.
    fn planned(side: Side) -> Self;

    /// Counters that take part beside the units that attack with their factors.
    fn others(&self) -> &[UnitId] {
        &[]
    }

    /// The same to be changed, in a game that has such counters.
    fn others_mut(&mut self) -> Option<&mut Vec<UnitId>> {
        None
    }
}

/// An attack, planned or under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attack<B: Battle> {
    /// The attacker.
    pub side: Side,
    /// The hex attacked.
    pub target: Hex,
    /// Where it stands.
    pub stage: B::Stage,
    /// Units that attack with their factors.
    pub units: Vec<UnitId>,
    /// What attacks of the game have besides.
    pub own: B,
}

impl<B: Battle> Deref for Attack<B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.own
    }
}

impl<B: Battle> DerefMut for Attack<B> {
    fn deref_mut(&mut self) -> &mut B {
        &mut self.own
    }
}

impl<B: Battle> Attack<B> {
    /// An attack that is only planned.
    pub fn planned(side: Side, target: Hex, units: Vec<UnitId>) -> Attack<B> {
        Attack { side, target, stage: B::PLANNING, units, own: B::planned(side) }
    }

    /// Whether a counter takes part.
    pub fn includes(&self, unit: UnitId) -> bool {
        self.units.contains(&unit) || self.own.others().contains(&unit)
    }
}

/// The rules of planning.
pub(crate) struct PlanRules {
    /// By which an attack is planned.
    pub plan: &'static str,
    /// By which units are added.
    pub join: &'static str,
    /// By which they are left out again.
    pub leave: &'static str,
    /// What whoever drops a plan is said to do, followed by the hex.
    pub drops: &'static str,
}

/// A game in which hexes are attacked.
pub(crate) trait Fights: Ruleset {
    /// What its attacks have of their own.
    type Battle: Battle;

    /// The rules of planning.
    const PLAN: PlanRules;

    /// The attack that a decision is about, if it is.
    fn attack_of(decision: &Self::Decision) -> Option<&Attack<Self::Battle>>;
    /// The decision that an attack under way asks for.
    fn decision_of(attack: Attack<Self::Battle>) -> Self::Decision;
    /// Whether a hex may be attacked now, and by whom.
    fn may_plan(t: &Table<'_, '_, Self>, hex: Hex) -> Result<Side, Illegal>;
    /// Whether a unit may join an attack as planned so far, and whether it takes part beside those that attack with their factors.
    fn may_take_part(t: &mut Table<'_, '_, Self>, attack: &Attack<Self::Battle>, unit: UnitId) -> Result<bool, Illegal>;
    /// What an attack under way waits for: the refusal of an order, meant for other stages, that comes too early or too late.
    fn awaited(t: &Table<'_, '_, Self>, attack: &Attack<Self::Battle>, meant: &[Stage<Self>], rule: &'static str) -> Illegal;
}

/// The stages of a game's attacks.
pub(super) type Stage<G> = <<G as Fights>::Battle as Battle>::Stage;

impl<G: Fights> Table<'_, '_, G> {
    /// The attack that waits for a decision, if one does.
    pub(crate) fn attack_due(&self) -> Option<&Attack<G::Battle>> {
        self.board.decision().and_then(G::attack_of)
    }

    /// The attack under way, whatever has been asked since.
    pub(crate) fn attack_open(&self) -> Option<&Attack<G::Battle>> {
        self.board.decisions().rev().find_map(G::attack_of)
    }

    /// Whether the attack that waits for a decision stands at a stage.
    pub(crate) fn is_at(&self, stage: Stage<G>) -> bool {
        self.attack_due().is_some_and(|attack| attack.stage == stage)
    }

    /// The attack that waits for a decision, if it stands at one of these stages; `none`: what to say if there is no attack at all.
    pub(crate) fn attack_at(&self, stages: &[Stage<G>], rule: &'static str, none: &'static str) -> Result<Attack<G::Battle>, Illegal> {
        match self.attack_due() {
            Some(attack) if stages.contains(&attack.stage) => Ok(attack.clone()),
            Some(attack) => Err(G::awaited(self, attack, stages, rule)),
            None => Err(Illegal::new(rule, none)),
        }
    }

    /// The attack that is being planned.
    pub(crate) fn plan(&self) -> Result<Attack<G::Battle>, Illegal> {
        self.attack_at(&[G::Battle::PLANNING], G::PLAN.plan, "no attack is being planned")
    }

    /// The hex under attack.
    pub(crate) fn target(&self, attack: &Attack<G::Battle>) -> Ix {
        self.board.ix(attack.target).expect("attacks are declared on hexes of the map")
    }

    /// The attack goes on like this.
    pub(crate) fn keep(&mut self, attack: Attack<G::Battle>) {
        self.board.amend(G::decision_of(attack));
    }

    /// The attack is over.
    pub(crate) fn end_attack(&mut self) {
        self.board.answer_where(|decision| G::attack_of(decision).is_some());
    }
}

/// Begins to plan an attack.
pub(crate) fn declare<G: Fights>(In(hex): In<Hex>, mut t: Table<G>) -> Result<(), Illegal> {
    let side = G::may_plan(&t, hex)?;
    t.board.record(Atom(G::PLAN.plan), Fact::Announced { side, what: "plans an attack on", hex });
    t.board.ask(G::decision_of(Attack::planned(side, hex, Vec::new())));
    Ok(())
}

/// Adds a unit to the attack that is planned.
pub(crate) fn join<G: Fights>(In(unit): In<UnitId>, mut t: Table<G>) -> Result<(), Illegal> {
    let mut attack = t.plan()?;
    let other = G::may_take_part(&mut t, &attack, unit)?;
    match attack.own.others_mut().filter(|_| other) {
        Some(others) => others.push(unit),
        None => attack.units.push(unit),
    }
    t.board.record(Atom(G::PLAN.join), Fact::AttackerToggled { unit, hex: attack.target, joins: true });
    t.keep(attack);
    Ok(())
}

/// Supposes an attack on a hex with all of these who could join it now, one after another, as if it were being planned; whether the hex may be attacked
/// now is not asked. Tells why the others could not.
pub(crate) fn suppose<G: Fights>(In((side, hex, units)): In<(Side, Hex, Vec<UnitId>)>, mut t: Table<G>) -> Vec<(UnitId, Illegal)> {
    let mut attack = Attack::planned(side, hex, Vec::new());
    let mut refused = Vec::new();
    for unit in units {
        match G::may_take_part(&mut t, &attack, unit) {
            Err(illegal) => refused.push((unit, illegal)),
            Ok(other) => attack.own.others_mut().filter(|_| other).unwrap_or(&mut attack.units).push(unit),
        }
    }
    t.board.ask(G::decision_of(attack));
    refused
}

/// Takes a unit out again.
pub(crate) fn leave<G: Fights>(In(unit): In<UnitId>, mut t: Table<G>) -> Result<(), Illegal> {
    let mut attack = t.plan()?;
    if !attack.includes(unit) {
        return Err(Illegal::new(G::PLAN.leave, format!("{} is not part of this attack", t.name(unit))));
    }
    attack.units.retain(|u| *u != unit);
    if let Some(others) = attack.own.others_mut() {
        others.retain(|u| *u != unit);
    }
    t.board.record(Atom(G::PLAN.leave), Fact::AttackerToggled { unit, hex: attack.target, joins: false });
    t.keep(attack);
    Ok(())
}

/// Drops the plan; nothing has happened.
pub(crate) fn drop_plan<G: Fights>(_: In<()>, mut t: Table<G>) -> Result<(), Illegal> {
    let attack = t.plan()?;
    t.board.answer();
    t.board.record(Atom(G::PLAN.plan), Fact::Announced { side: attack.side, what: G::PLAN.drops, hex: attack.target });
    Ok(())
}
