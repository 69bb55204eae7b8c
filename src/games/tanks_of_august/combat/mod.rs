//! [10] Ground combat: an attack is planned click by click, then runs through the eight steps of [10.4], stopping wherever a player
//! has something to decide.

pub(super) mod advance;
pub(super) mod fire;
pub(super) mod losses;
pub(super) mod odds;
pub(super) mod retreat;

use super::charts::CombatResult;
use super::fog;
use super::missions;
use super::orders::{Decision, Mark, Purpose, Track};
use super::table::Table;
use super::tables::UnitType;
use super::zoc::{self, Bar};
use super::{RUSSIAN, TanksOfAugust};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Modifier, Side, UnitId};
use crate::games::kit::{self, Fights, PlanRules};
use bevy_ecs::prelude::In;

/// Where an attack stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum CombatStage {
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

impl CombatStage {
    /// The steps of a battle as its players see them.
    pub(crate) const STEPS: [&'static str; 8] = ["Plan", "Guns", "Return", "HQ", "Die", "Losses", "Retreat", "Advance"];

    /// Which of them it is.
    pub(crate) fn step(self) -> usize {
        match self {
            CombatStage::Planning => 0,
            CombatStage::Fire => 1,
            CombatStage::FireBack => 2,
            CombatStage::AttackSupport | CombatStage::DefenseSupport => 3,
            CombatStage::LastWord | CombatStage::Spearhead => 4,
            CombatStage::AttackerLosses | CombatStage::DefenderLosses => 5,
            CombatStage::Retreat | CombatStage::ExtraLoss => 6,
            CombatStage::Advance => 7,
        }
    }
}

impl CombatStage {
    /// What an attack at this stage waits for, to follow "first" or "now".
    fn awaits(self, spot: &str) -> String {
        match self {
            CombatStage::Planning => format!("the attack on {spot} has to be declared"),
            CombatStage::Fire => format!("the attacker's guns fire at {spot}"),
            CombatStage::FireBack => "the defender's guns fire or hold their fire".into(),
            CombatStage::AttackSupport => "the attacker's headquarters support the attack or stay out of it".into(),
            CombatStage::DefenseSupport => "the defender's headquarters support the defense or stay out of it".into(),
            CombatStage::LastWord => format!("the attacker decides whether to carry out the attack on {spot}"),
            CombatStage::Spearhead => "the attacker decides whether special forces lead the attack".into(),
            CombatStage::AttackerLosses => "the attacker takes his losses".into(),
            CombatStage::DefenderLosses => "the defender takes his losses".into(),
            CombatStage::Retreat => format!("the defenders of {spot} retreat"),
            CombatStage::ExtraLoss => "one of the units that could not retreat far enough loses a step".into(),
            CombatStage::Advance => format!("the attacker advances into {spot} or stays"),
        }
    }
}

/// What an attack of this game has besides.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Battle {
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
    /// The result, once the die is rolled.
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
    /// [10.4.7.i] Those that cannot leave the hex: one group, which owes a step once the others have gone.
    pub stuck: Vec<UnitId>,
    /// [10.4.7.h] A group that fell short and owes a step.
    pub short: Vec<UnitId>,
    /// [14.5] The unit that panicked, which does not advance.
    pub panicked: Option<UnitId>,
    /// [10.4.8] Units that have advanced.
    pub advanced: Vec<UnitId>,
}

impl kit::Battle for Battle {
    type Stage = CombatStage;

    const PLANNING: CombatStage = CombatStage::Planning;

    fn planned(_: Side) -> Battle {
        Battle::default()
    }

    fn others(&self) -> &[UnitId] {
        &self.guns
    }

    fn others_mut(&mut self) -> Option<&mut Vec<UnitId>> {
        Some(&mut self.guns)
    }
}

/// An attack, planned or under way.
pub(super) type Attack = kit::Attack<Battle>;

impl Attack {
    /// Every counter it names. Nothing is left out by `..`, so that a new field is not forgotten.
    pub fn counters(&mut self) -> impl Iterator<Item = &mut UnitId> {
        let Battle {
            guns,
            attack_support,
            defense_support,
            unsupplied,
            spearhead,
            hurt,
            told,
            retreating,
            stuck,
            short,
            panicked,
            advanced,
            column: _,
            result: _,
            owed: _,
            sof_first: _,
            helicopter_first: _,
        } = &mut self.own;
        let plan = self.units.iter_mut().chain(guns).chain(attack_support).chain(defense_support);
        let fight = unsupplied.iter_mut().chain(spearhead).chain(panicked).chain(hurt);
        let after = told.iter_mut().chain(retreating).chain(stuck).chain(short).chain(advanced);
        plan.chain(fight).chain(after)
    }

    /// Who decides at this stage.
    pub fn decider(&self) -> Side {
        match self.stage {
            CombatStage::FireBack | CombatStage::DefenseSupport | CombatStage::DefenderLosses | CombatStage::Retreat | CombatStage::ExtraLoss => {
                self.side.other()
            }
            _ => self.side,
        }
    }

    /// Everyone counted on the attacker's side.
    pub fn attackers(&self) -> Vec<UnitId> {
        self.units.iter().chain(&self.attack_support).copied().collect()
    }
}

impl Fights for TanksOfAugust {
    type Battle = Battle;

    const PLAN: PlanRules = PlanRules { plan: "TOA-10.4.1.a", join: "TOA-10.4.1.a", leave: "TOA-10.4.1.a", drops: "cancels the attack planned on" };

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
        may_join(t, attack, unit)?;
        Ok(t.kind(unit).is_artillery())
    }

    fn awaited(t: &Table, attack: &Attack, meant: &[CombatStage], rule: &'static str) -> Illegal {
        let when = if meant.iter().any(|stage| *stage > attack.stage) { "first" } else { "it is too late for that: now" };
        Illegal::new(rule, format!("{when} {}", attack.stage.awaits(&t.spot(attack.target))))
    }
}

/// The units of the defending hex.
pub(super) fn defenders(t: &Table, attack: &Attack) -> Vec<UnitId> {
    t.board.ix(attack.target).map(|ix| t.stack(ix)).unwrap_or_default().into_iter().filter(|u| t.board.side(*u) != attack.side).collect()
}

/// [10.0], [10.0.k] Whether a hex may be attacked now.
pub(super) fn may_declare(t: &Table, hex: Hex) -> Result<Ix, Illegal> {
    let side = t.during(Purpose::Combat, "TOA-10.0.a", "attacks are made only in the Combat Segment")?;
    let Some(ix) = t.board.ix(hex).filter(|ix| t.holds(side.other(), *ix)) else {
        return Err(Illegal::new("TOA-10.0.a", format!("there is no enemy unit in {}", t.spot(hex))));
    };
    if t.stack(ix).iter().any(|u| t.has(*u, Mark::Defended)) {
        let why = format!("{} holds a unit that has already been attacked in this segment and may not be attacked again", t.spot(hex));
        return Err(Illegal::new("TOA-10.0.k", why));
    }
    Ok(ix)
}

/// [10.0], [8.3.c] Whether a unit may attack a hex with its factors.
pub(super) fn may_attack(t: &Table, side: Side, unit: UnitId, target: Ix) -> Result<(), Illegal> {
    let (name, printed) = (t.name(unit), t.printed(unit));
    let refused = |rule: &'static str, why: String| Err(Illegal::new(rule, why));
    if t.board.side(unit) != side {
        return refused("TOA-10.0.a", t.foreign(unit));
    }
    let Some(from) = t.ix_of(unit) else { return refused("TOA-10.0.a", format!("{name} is not on the map")) };
    let Some(dir) = t.board.map.grid.side(from, target) else {
        return refused("TOA-10.0.a", format!("{name} is not next to {}", t.spot_at(target)));
    };
    if printed.kind == UnitType::Hq {
        return refused("TOA-10.2.g", format!("{name} is a headquarters: it does not attack but lends its factor"));
    }
    if printed.kind.is_artillery() || printed.attack[0] == 0 {
        return refused("TOA-2.2.2.c", format!("{name} has no attack factor"));
    }
    if t.has(unit, Mark::Attacked) {
        return refused("TOA-10.0.d", format!("{name} has already attacked in this segment"));
    }
    if t.charts.footing[target.at()].closed_to[side.at()] {
        return refused("TOA-10.0.c", format!("{} is in Russia, which Georgian units may not attack", t.spot_at(target)));
    }
    if t.border(unit, target).is_some() {
        let why = format!("the National Guard may not attack into South Ossetia or Abkhazia, and {} is there", t.spot_at(target));
        return refused("TOA-14.8.b", why);
    }
    match zoc::ground_bar(&t.charts, from, dir, target) {
        Some(bar) if printed.kind != UnitType::Helicopter => {
            let rule = if bar == Bar::Alpine { "TOA-8.3.c" } else { "TOA-10.0.b" };
            refused(rule, format!("{name} could not move there: {}", bar.refusal(&t.spot_at(target), &t.spot_at(from)).why))
        }
        _ => Ok(()),
    }
}

/// Whether a unit or gun may join the attack as planned so far.
pub(super) fn may_join(t: &mut Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    if attack.includes(unit) {
        return Err(Illegal::new("TOA-10.0.d", format!("{} is already taking part", t.name(unit))));
    }
    if t.kind(unit).is_artillery() && t.has(unit, Mark::Attacked) {
        return Err(Illegal::new("TOA-10.0.d", format!("{} was named for an attack that was called off in this segment", t.name(unit))));
    }
    let target = t.target(attack);
    if t.kind(unit).is_artillery() { fire::may_fire(t, attack.side, unit, attack.target, &attack.units) } else { may_attack(t, attack.side, unit, target) }
}

/// Whether the plan may become an attack.
pub(super) fn may_commit(t: &mut Table, attack: &Attack) -> Result<(), Illegal> {
    if attack.units.is_empty() {
        let why = format!("no unit attacks {} yet: guns and headquarters do not attack by themselves", t.spot(attack.target));
        return Err(Illegal::new("TOA-10.4.1.a", why));
    }
    attack.guns.iter().try_for_each(|gun| fire::may_fire(t, attack.side, *gun, attack.target, &attack.units))
}

/// [10.4.1] The attack is declared: from here on it counts, even if it is called off.
pub(super) fn commit(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.plan()?;
    may_commit(&mut t, &attack)?;
    fog::note_unseen(&mut t, attack.side);
    t.board.record(Atom("TOA-10.4.1.a"), Fact::Announced { side: attack.side, what: "attacks", hex: attack.target });
    t.set_track("TOA-6.3.a", Track::GroundAttack, 1);
    for unit in &attack.units {
        t.mark("TOA-10.0.d", *unit, Mark::Attacked);
    }
    let defenders = defenders(&t, &attack);
    for unit in &defenders {
        t.mark("TOA-10.0.d", *unit, Mark::Defended);
    }
    attack.stage = CombatStage::Fire;
    if defenders.iter().all(|u| t.kind(*u).is_artillery()) {
        // [2.2.2.d] Guns without other units are overrun.
        for unit in defenders {
            t.eliminate("TOA-2.2.2.d", unit);
        }
        attack.stage = CombatStage::Advance;
    }
    t.keep(attack);
    Ok(())
}

/// [10.0.i] Calls the attack off while the odds are not known.
pub(super) fn call_off(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    const BY: &str = "TOA-10.0.i";
    match t.attack_due().map(|attack| attack.stage) {
        Some(CombatStage::Planning) => return Err(Illegal::new(BY, "the attack is only planned: drop the plan instead")),
        Some(stage) if stage > CombatStage::LastWord => return Err(Illegal::new(BY, "the odds are known, so the attack can no longer be called off")),
        _ => {}
    }
    let attack = t.attack_at(&[CombatStage::Fire, CombatStage::AttackSupport, CombatStage::LastWord], BY, NO_ATTACK)?;
    t.board.answer();
    // The attack of every unit named is spent, of guns that have not fired too.
    for gun in &attack.guns {
        t.mark(BY, *gun, Mark::Attacked);
    }
    t.board.record(Atom(BY), Fact::Announced { side: attack.side, what: "calls off the attack on", hex: attack.target });
    Ok(())
}

/// What an order about an attack is told when there is none.
pub(super) const NO_ATTACK: &str = "no attack is under way";

/// [10.2.a] Whether a headquarters may lend its factor to these units.
fn may_support(t: &Table, hq: UnitId, units: &[UnitId]) -> Result<(), Illegal> {
    let name = t.name(hq);
    let refused = |rule: &'static str, why: String| Err(Illegal::new(rule, why));
    if t.kind(hq) != UnitType::Hq {
        return refused("TOA-10.2.a", format!("{name} is not a headquarters"));
    }
    let Some(at) = t.board.hex(hq) else { return refused("TOA-10.2.a", format!("{name} is not on the map")) };
    if t.has(hq, Mark::Used) {
        return refused("TOA-10.2.c", format!("{name} has already lent its factor this turn"));
    }
    let command = t.printed(hq).command;
    let near = |unit: &UnitId| t.board.hex(*unit).and_then(|h| t.board.distance(h, at)).is_some_and(|d| d <= 1);
    let mine = |unit: &UnitId| t.printed(*unit).command.is_none_or(|c| Some(c) == command);
    match () {
        () if units.iter().any(|u| near(u) && mine(u)) => Ok(()),
        () if units.iter().any(near) => refused("TOA-10.2.a", format!("the units next to {name} are neither of its command nor independent")),
        () => refused("TOA-10.2.a", format!("{name} is not next to a unit it could support")),
    }
}

/// The headquarters that may lend their factor at this stage.
pub(super) fn supporters(t: &Table, attack: &Attack) -> Vec<UnitId> {
    let side = attack.decider();
    t.on_map(side).filter(|hq| may_lend(t, attack, *hq).is_ok()).collect()
}

/// [10.2] Whether a headquarters may lend its factor to its own side in this attack.
fn may_lend(t: &Table, attack: &Attack, hq: UnitId) -> Result<(), Illegal> {
    if t.board.side(hq) == attack.side {
        return may_support(t, hq, &attack.units);
    }
    let defenders = defenders(t, attack);
    if defenders.contains(&hq) {
        return Err(Illegal::new("TOA-10.2.d", format!("{} is in the attacked hex, so it defends and cannot lend its factor", t.name(hq))));
    }
    if t.has(hq, Mark::Defended) {
        return Err(Illegal::new("TOA-10.2.e", format!("{} has been attacked in this segment", t.name(hq))));
    }
    may_support(t, hq, &defenders)
}

const SUPPORT: [CombatStage; 2] = [CombatStage::AttackSupport, CombatStage::DefenseSupport];

/// [10.2] A headquarters lends its factor and is used.
pub(super) fn support(In(hq): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    // What is wrong with the headquarters comes before what is wrong with the moment: nobody is asked who has none to lend.
    if let Some(attack) = t.attack_due().filter(|attack| attack.stage > CombatStage::Planning) {
        may_lend(&t, attack, hq)?;
    }
    let mut attack = t.attack_at(&SUPPORT, "TOA-10.2.a", NO_ATTACK)?;
    if t.board.side(hq) != attack.decider() {
        return Err(Illegal::new("TOA-10.2.a", t.foreign(hq)));
    }
    fog::note_unseen(&mut t, attack.decider());
    t.mark("TOA-10.2.c", hq, Mark::Used);
    if attack.stage == CombatStage::AttackSupport {
        attack.attack_support.push(hq)
    } else {
        attack.defense_support.push(hq)
    }
    t.keep(attack);
    Ok(())
}

/// No other headquarters lends its factor.
pub(super) fn end_support(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&SUPPORT, "TOA-10.2.a", NO_ATTACK)?;
    fog::note_unseen(&mut t, attack.decider());
    t.board.record(Atom("TOA-10.2.a"), Fact::Declined { side: attack.decider(), what: "further support" });
    attack.stage = if attack.stage == CombatStage::AttackSupport { CombatStage::DefenseSupport } else { CombatStage::LastWord };
    t.keep(attack);
    Ok(())
}

/// [10.4.4] The attack goes in: odds are worked out, and from here on nothing can be called off.
pub(super) fn go_in(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::LastWord], "TOA-10.4.4.a", NO_ATTACK)?;
    fog::note_unseen(&mut t, attack.side);
    let (odds, unsupplied) = odds::assess(&mut t, &attack);
    t.board.record(Atom("TOA-10.4.4.b"), odds.fact());
    attack.unsupplied = unsupplied;
    attack.column = Some(odds.column as u8);
    attack.stage = CombatStage::Spearhead;
    t.keep(attack);
    Ok(())
}

/// [10.3.d], [10.3.e] Special forces that may lead the attack.
pub(super) fn spearheads(t: &Table, attack: &Attack) -> Vec<UnitId> {
    let eligible = |u: &UnitId| t.kind(*u) == UnitType::Sof && attack.side == RUSSIAN && !t.has(*u, Mark::Scouted);
    attack.units.iter().filter(|u| eligible(u)).copied().collect()
}

/// [10.3.f] Special forces lead the attack, or not; then the die is rolled.
pub(super) fn spearhead(In(unit): In<Option<UnitId>>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::Spearhead], "TOA-10.3.f", NO_ATTACK)?;
    if let Some(unit) = unit
        && !spearheads(&t, &attack).contains(&unit)
    {
        let name = t.name(unit);
        let (rule, why) = match () {
            () if !attack.units.contains(&unit) => ("TOA-10.3.e", format!("{name} is not taking part in the attack")),
            () if t.has(unit, Mark::Scouted) => ("TOA-10.3.d", format!("{name} has already tried recon in this segment")),
            () => ("TOA-10.3.e", format!("{name} is not a Russian special forces unit")),
        };
        return Err(Illegal::new(rule, why));
    }
    if let Some(unit) = unit {
        t.mark("TOA-10.3.a", unit, Mark::Scouted);
    }
    attack.spearhead = unit;
    roll(&mut t, &mut attack);
    t.keep(attack);
    Ok(())
}

/// [10.4.6] The combat die.
fn roll(t: &mut Table, attack: &mut Attack) {
    let modifiers: Vec<Modifier> = odds::die_modifiers(t, attack);
    let die = t.roll("TOA-10.4.6.a", "combat", &modifiers);
    let result = t.charts.combat.result(die, usize::from(attack.column.expect("odds come before the die")));
    t.board.record(Atom("TOA-10.4.7.a"), Fact::Result { text: result.to_string() });
    attack.result = Some(result);
    losses::begin(t, attack, CombatStage::AttackerLosses);
}

/// Goes on with the attack as far as nobody has anything to decide. Tells whether it moved.
pub(super) fn proceed(t: &mut Table) -> bool {
    let Some(mut attack) = t.attack_due().cloned() else { return false };
    let done = match attack.stage {
        CombatStage::Planning | CombatStage::LastWord => return false,
        CombatStage::Fire if attack.guns.is_empty() => {
            attack.stage = CombatStage::FireBack;
            false
        }
        CombatStage::FireBack if fire::defensive(t, &attack).is_empty() => {
            attack.stage = CombatStage::AttackSupport;
            false
        }
        CombatStage::AttackSupport if supporters(t, &attack).is_empty() => {
            attack.stage = CombatStage::DefenseSupport;
            false
        }
        CombatStage::DefenseSupport if supporters(t, &attack).is_empty() => {
            attack.stage = CombatStage::LastWord;
            false
        }
        CombatStage::Spearhead if spearheads(t, &attack).is_empty() => {
            roll(t, &mut attack);
            false
        }
        CombatStage::AttackerLosses | CombatStage::DefenderLosses => match losses::proceed(t, &mut attack) {
            false => return false,
            true => false,
        },
        CombatStage::Retreat if attack.retreating.is_empty() => {
            let stuck = std::mem::take(&mut attack.stuck);
            if !retreat::extra_step(t, &mut attack, stuck) {
                attack.stage = CombatStage::Advance;
            }
            false
        }
        CombatStage::Advance if advance::movers(t, &attack).is_empty() => true,
        _ => return false,
    };
    if done {
        t.end_attack();
    } else {
        t.keep(attack);
    }
    true
}

/// A Combat Segment begins: nobody has attacked yet.
pub(super) fn begin_segment(t: &mut Table) {
    t.unmark_all("TOA-10.0.d", None, &[Mark::Attacked, Mark::Defended]);
    t.unmark_all("TOA-10.3.a", None, &[Mark::Scouted, Mark::Watching]);
    t.set_track("TOA-6.3.a", Track::GroundAttack, 0);
}

/// A Combat Segment ends.
pub(super) fn end_segment(t: &mut Table) {
    missions::stand_down(t);
    begin_segment(t);
}
