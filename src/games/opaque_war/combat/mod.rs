//! [8] Combat: an attack is planned click by click, declared, supported in turn, resolved, and stops wherever a player has something to
//! decide.

pub(super) mod advance;
pub(super) mod losses;
pub(super) mod odds;
pub(super) mod retreat;
pub(super) mod support;

use super::charts::CombatResult;
use super::crowds;
use super::orders::{Decision, HexMark, Holding, Mark, Purpose};
use super::supply;
use super::table::Table;
use super::tables::UnitType;
use super::{OpaqueWar, REBEL};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Path, Side, UnitId};
use crate::games::kit::{self, Fights, PlanRules};
use bevy_ecs::prelude::In;
use std::hash::{Hash, Hasher};

/// Where an attack stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum CombatStage {
    Planning,
    Support,
    Answer,
    Confirm,
    AttackerLosses,
    Choice,
    DefenderLosses,
    Retreat,
    Advance,
}

impl CombatStage {
    /// The steps of a battle as its players see them.
    pub(crate) const STEPS: [&'static str; 6] = ["Plan", "Support", "Die", "Losses", "Retreat", "Advance"];

    /// Which of them it is.
    pub(crate) fn step(self) -> usize {
        match self {
            CombatStage::Planning => 0,
            CombatStage::Support | CombatStage::Answer => 1,
            CombatStage::Confirm => 2,
            CombatStage::AttackerLosses | CombatStage::Choice | CombatStage::DefenderLosses => 3,
            CombatStage::Retreat => 4,
            CombatStage::Advance => 5,
        }
    }
}

/// What an attack of this game has besides. All units in an attack stand next to an enemy, so both players know them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Battle {
    /// [8.4.a] Who may play a counter now.
    pub chooser: Side,
    /// [8.4.d] How many have declined in succession.
    pub passes: u8,
    /// [8.4.e] The chooser has asked at this opportunity.
    pub asked: bool,
    /// [8.4.e] The counter he wants back.
    pub wanted: Option<UnitId>,
    /// Counters on the table, in the order played.
    pub played: Vec<UnitId>,
    /// [11.0.a] Anti-aircraft counters whose die was rolled.
    pub thrown: Vec<UnitId>,
    /// [F-16] The one that shot the flight down.
    pub void: Option<UnitId>,
    /// [13.1] Non-lethal equipment.
    pub non_lethal: Option<UnitId>,
    /// [12.0.d] Participants out of supply at the declaration.
    pub unsupplied: Vec<UnitId>,
    /// [9.2.d] An attacking unit was stacked with media.
    pub own_media: bool,
    /// [9.2.e] Enemy media were eliminated or retreated.
    pub enemy_media: bool,
    /// The result, once the die is rolled.
    pub result: Option<CombatResult>,
    /// Units still to be lost in this stage.
    pub owed: u8,
    /// [8.14] The defender retreats.
    pub falls_back: bool,
    /// [8.13.b] How far.
    pub distance: u8,
    /// Those that have still to go.
    pub retreating: Vec<UnitId>,
    /// [F-64] The ways of those that have gone while media stayed behind.
    pub gone: Gone,
}

/// [F-64] Ways that units took out of a hex, the last one last, for media that must follow one of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Gone(pub Vec<Path>);

impl Hash for Gone {
    /// Nothing as long as it is empty, so that positions saved before there was such a thing keep their hashes.
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.0.is_empty() {
            self.0.hash(state);
        }
    }
}

impl kit::Battle for Battle {
    type Stage = CombatStage;

    const PLANNING: CombatStage = CombatStage::Planning;

    fn planned(side: Side) -> Battle {
        Battle { chooser: side, ..Battle::default() }
    }
}

/// An attack, planned or under way.
pub(super) type Attack = kit::Attack<Battle>;

impl Attack {
    /// Every counter it names.
    pub fn counters(&mut self) -> impl Iterator<Item = &mut UnitId> {
        let own = &mut self.own;
        let support = own.played.iter_mut().chain(&mut own.thrown).chain(&mut own.wanted).chain(&mut own.void).chain(&mut own.non_lethal);
        self.units.iter_mut().chain(&mut own.unsupplied).chain(&mut own.retreating).chain(support)
    }

    /// Who decides at this stage.
    pub fn decider(&self) -> Side {
        match self.stage {
            CombatStage::Support => self.chooser,
            CombatStage::Answer => self.chooser.other(),
            CombatStage::Choice | CombatStage::DefenderLosses | CombatStage::Retreat => self.side.other(),
            _ => self.side,
        }
    }
}

impl Fights for OpaqueWar {
    type Battle = Battle;

    const PLAN: PlanRules = PlanRules { plan: "OW-8.0.b", join: "OW-8.1.a", leave: "OW-8.3.a", drops: "cancels the attack planned on" };

    fn attack_of(decision: &Decision) -> Option<&Attack> {
        if let Decision::Attack(attack) = decision { Some(attack) } else { None }
    }

    fn decision_of(attack: Attack) -> Decision {
        Decision::Attack(Box::new(attack))
    }

    fn may_plan(t: &Table, hex: Hex) -> Result<Side, Illegal> {
        may_declare(t, hex).map(|_| t.phasing())
    }

    fn may_take_part(t: &mut Table, attack: &Attack, unit: UnitId) -> Result<bool, Illegal> {
        may_join(t, attack, unit).map(|()| false)
    }

    fn awaited(t: &Table, attack: &Attack, meant: &[CombatStage], rule: &'static str) -> Illegal {
        let (hex, who) = (t.spot(attack.target), t.player(attack.decider()));
        let (rule, why) = match attack.stage {
            _ if meant == [CombatStage::Planning] => (rule, format!("the attack on {hex} has been declared, and its units are settled")),
            CombatStage::Planning => (rule, format!("the attack on {hex} is still being planned")),
            CombatStage::Support => (rule, format!("support for {hex} is still being played: the {who} side plays a counter or none")),
            CombatStage::Answer => ("OW-8.4.e", format!("the {who} side must first decide whether a support counter may be taken back")),
            _ if meant == [CombatStage::Support] => (rule, format!("support for {hex} is over: both sides have declined in a row")),
            CombatStage::Confirm => (rule, format!("the die for the attack on {hex} has not been rolled yet")),
            CombatStage::AttackerLosses => ("OW-8.12.c", "the attacker must choose his losses first".into()),
            CombatStage::Choice => ("OW-8.13.a", format!("the defender of {hex} must first choose to stand or retreat")),
            CombatStage::DefenderLosses if attack.falls_back => ("OW-8.14.b", "the defender must choose his losses before the retreat die is rolled".into()),
            CombatStage::DefenderLosses => ("OW-8.12.b", "the defender must choose his losses first".into()),
            CombatStage::Retreat => ("OW-8.13.b", format!("the units in {hex} must retreat first")),
            CombatStage::Advance => ("OW-8.15.a", format!("{hex} has been vacated: only the advance is left to decide")),
        };
        Illegal::new(rule, why)
    }
}

/// [8.0.d] The combat units of the defending hex.
pub(super) fn defenders(t: &Table, attack: &Attack) -> Vec<UnitId> {
    t.fighters(attack.side.other(), t.target(attack))
}

/// [8.0] Whether a hex may be attacked now. What lies in it the attacker knows only from next to it, so that is asked first.
pub(super) fn may_declare(t: &Table, hex: Hex) -> Result<Ix, Illegal> {
    let (purpose, side) = t.segment().purpose();
    if t.is_ceasefire() {
        return Err(Illegal::new("OW-15.2.d", "there is no combat in a ceasefire"));
    }
    match purpose {
        Purpose::Combat => {}
        Purpose::Arrival | Purpose::Movement | Purpose::Mobs => {
            return Err(Illegal::new("OW-4.0.i", "attacks begin when all movement of the segment is finished"));
        }
        _ => return Err(Illegal::new("OW-8.0.a", "attacks are made only in a Combat Segment")),
    }
    let Some(ix) = t.board.ix(hex).filter(|ix| t.beside(side, *ix)) else {
        return Err(Illegal::new("OW-8.0.a", format!("none of your units is next to {}", t.spot(hex))));
    };
    if !t.holds(side.other(), ix) {
        return Err(Illegal::new("OW-8.0.f", format!("there is no enemy combat unit in {}", t.spot(hex))));
    }
    if t.hex_has(ix, HexMark::Attacked) {
        return Err(Illegal::new("OW-8.0.c", format!("{} has already been attacked in this segment", t.spot(hex))));
    }
    Ok(ix)
}

/// [8.0.a], [8.0.h], [8.2], [8.3] Whether a unit may attack a hex.
pub(super) fn may_attack(t: &Table, side: Side, unit: UnitId, target: Ix) -> Result<(), Illegal> {
    t.own(side, unit)?;
    match t.kind(unit) {
        UnitType::Mob => return Err(Illegal::new("OW-9.1.a", "mobs do not attack")),
        UnitType::Media => return Err(Illegal::new("OW-9.2.b", "media do not attack")),
        _ => {}
    }
    if !t.is_combat(unit) {
        return Err(Illegal::new("OW-8.0.a", format!("{} is not a combat unit", t.name(unit))));
    }
    if t.ix_of(unit).is_none_or(|from| t.board.map.grid.side(from, target).is_none()) {
        return Err(Illegal::new("OW-8.0.a", format!("{} is not next to {}", t.name(unit), t.spot_at(target))));
    }
    if t.has(unit, Mark::Attacked) {
        return Err(Illegal::new("OW-8.0.h", format!("{} has already attacked in this segment", t.name(unit))));
    }
    Ok(())
}

/// Whether a unit may join the attack as planned so far.
pub(super) fn may_join(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    if attack.units.contains(&unit) {
        return Err(Illegal::new("OW-8.2.a", format!("{} is already part of this attack", t.name(unit))));
    }
    may_attack(t, attack.side, unit, t.target(attack))
}

/// Drops the plan, of an attack or of a dispersal; nothing has happened.
pub(super) fn drop_plan(nothing: In<()>, mut t: Table) -> Result<(), Illegal> {
    if matches!(t.board.decision(), Some(Decision::Dispersal(_))) {
        return crowds::drop_plan(&mut t);
    }
    kit::drop_plan(nothing, t)
}

/// Whether the plan may become an attack.
pub(super) fn may_commit(attack: &Attack) -> Result<(), Illegal> {
    if attack.units.is_empty() { Err(Illegal::new("OW-8.0.f", "no unit has been added to the attack yet")) } else { Ok(()) }
}

/// [8.0], [12.0.d] The attack is declared: supply is checked again, and the odds are known.
pub(super) fn commit(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.plan()?;
    may_commit(&attack)?;
    t.board.record(Atom("OW-8.0.a"), Fact::Announced { side: attack.side, what: "attacks", hex: attack.target });
    let everybody: Vec<UnitId> = attack.units.iter().copied().chain(defenders(&t, &attack)).collect();
    attack.unsupplied = supply::check_these(&mut t, attack.side, &everybody);
    let hexes: Vec<Ix> = attack.units.iter().filter_map(|u| t.ix_of(*u)).collect();
    attack.own_media = hexes.iter().any(|ix| !t.of_kind(UnitType::Media, attack.side, *ix).is_empty());
    attack.stage = CombatStage::Support;
    let odds = odds::assess(&t, &attack, &defenders(&t, &attack), &attack.unsupplied);
    t.board.record(Atom("OW-8.0.e"), odds.fact());
    t.keep(attack);
    Ok(())
}

/// [8.0.g], [8.10.b] Whether the attack can be called off now.
pub(super) fn may_call_off(attack: &Attack) -> bool {
    attack.stage == CombatStage::Confirm || (attack.stage == CombatStage::Support && attack.chooser == attack.side)
}

/// Whether the die of the attack under way has been rolled.
fn is_rolled(t: &Table) -> bool {
    t.attack_due().is_some_and(|attack| attack.result.is_some())
}

/// [8.0.g], [8.10.b], [F-26] Calls the attack off before its die: at no cost while no counter lies on the table, otherwise it counts.
pub(super) fn call_off(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let attack = t
        .attack_at(&[CombatStage::Support, CombatStage::Confirm], "OW-8.10.b", "there is no declared attack to call off")
        .map_err(|no| if is_rolled(&t) { Illegal::new("OW-8.10.b", "the die has been rolled: the attack can no longer be called off") } else { no })?;
    if !may_call_off(&attack) {
        return Err(Illegal::new("OW-8.4.a", "the defender must first play a support counter or none"));
    }
    let rule = if attack.played.is_empty() { "OW-8.0.g" } else { "OW-8.10.b" };
    t.board.record(Atom(rule), Fact::Announced { side: attack.side, what: "calls off the attack on", hex: attack.target });
    if !attack.played.is_empty() {
        count(&mut t, &attack);
    }
    if let Some(equipment) = attack.non_lethal {
        t.box_up("OW-13.1.d", equipment, Holding::UkrainianPool);
    }
    clean_up(&mut t, &attack);
    Ok(())
}

/// [8.0.c], [8.0.h] The attack counts for its units and its hex.
fn count(t: &mut Table, attack: &Attack) {
    for unit in &attack.units {
        t.mark("OW-8.0.h", *unit, Mark::Attacked);
    }
    t.mark_hex("OW-8.0.c", t.target(attack), HexMark::Attacked, true);
}

/// [8.4.g] The counters played go to their pools, and the attack is over.
fn clean_up(t: &mut Table, attack: &Attack) {
    for counter in &attack.played {
        let pool = t.pool_of(*counter);
        t.box_up("OW-8.4.g", *counter, pool);
    }
    if attack.falls_back {
        t.unmark_hexes("OW-8.13.i", &[HexMark::Barred]);
    }
    t.end_attack();
}

/// [13.1.a] Whether non-lethal equipment may be used in an attack.
pub(super) fn may_equip(t: &Table, attack: &Attack, equipment: UnitId) -> Result<(), Illegal> {
    if attack.side == REBEL {
        return Err(Illegal::new("OW-13.1.a", "only the Ukrainian player uses non-lethal equipment"));
    }
    if attack.non_lethal.is_some() {
        return Err(Illegal::new("OW-13.1.a", "one non-lethal equipment counter is already in use, and a second would add nothing"));
    }
    crowds::may_equip(t, equipment, attack.units.iter().any(|u| !attack.unsupplied.contains(u)))
}

/// [13.1.a] Non-lethal equipment goes with the attackers, or with those who drive out a mob.
pub(super) fn use_non_lethal(In(equipment): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    if matches!(t.board.decision(), Some(Decision::Dispersal(_))) {
        return crowds::equip(&mut t, equipment);
    }
    let mut attack = t.attack_at(&[CombatStage::Confirm], "OW-13.1.a", "non-lethal equipment is used before the die of a declared attack, or against a mob")?;
    may_equip(&t, &attack, equipment)?;
    attack.non_lethal = Some(equipment);
    t.box_up("OW-13.1.a", equipment, Holding::Committed);
    t.keep(attack);
    Ok(())
}

/// [8.10.a] The die of the attack.
pub(super) fn roll(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::Confirm], "OW-8.10.a", "there is no declared attack to roll for")?;
    count(&mut t, &attack);
    let odds = odds::assess(&t, &attack, &defenders(&t, &attack), &attack.unsupplied);
    t.board.record(Atom("OW-8.10.a"), odds.fact());
    let die = t.roll("OW-8.10.a", "combat", &[]);
    let result = t.charts.combat.result(die, odds.column);
    t.board.record(Atom("OW-8.12.a"), Fact::Result { text: result.to_string() });
    attack.result = Some(result);
    losses::begin_attacker(&mut attack);
    t.keep(attack);
    Ok(())
}

/// Goes on with the attack as far as nobody has anything to decide. Tells whether it moved.
pub(super) fn proceed(t: &mut Table) -> bool {
    let Some(mut attack) = t.attack_due().cloned() else { return false };
    let moved = match attack.stage {
        CombatStage::Support => support::proceed(t, &mut attack),
        CombatStage::AttackerLosses | CombatStage::DefenderLosses => losses::proceed(t, &mut attack),
        CombatStage::Retreat => retreat::proceed(t, &mut attack),
        CombatStage::Advance if advance::movers(t, &attack).is_empty() => {
            advance::explain(t, &attack);
            finish(t, &attack);
            return true;
        }
        _ => false,
    };
    if moved {
        t.keep(attack);
    }
    moved
}

/// [9.2.d], [9.2.e], [13.1.d] After the advance the media report, once; then the attack is over.
pub(super) fn finish(t: &mut Table, attack: &Attack) {
    let mob = t.has_mob(t.target(attack));
    let by = if attack.own_media { "OW-9.2.d" } else { "OW-9.2.e" };
    let rolled = (attack.own_media || attack.enemy_media) && crowds::report(t, by, attack.side, mob, attack.non_lethal.is_some());
    if let Some(equipment) = attack.non_lethal {
        let to = if rolled { Holding::UkrainianPool } else { Holding::UkrainianAvailable };
        t.box_up("OW-13.1.d", equipment, to);
    }
    clean_up(t, attack);
}

/// A Combat Segment begins: nobody has attacked yet.
pub(super) fn begin_segment(t: &mut Table) {
    t.unmark_all("OW-8.0.h", None, &[Mark::Attacked]);
    t.unmark_hexes("OW-8.0.c", &[HexMark::Attacked, HexMark::Barred]);
}
