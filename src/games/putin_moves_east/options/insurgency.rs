//! [8.3], [24.0], [24.2], [24.3] Insurgency: special forces turn enemy garrisons, or raise guerrillas.

use crate::board::{Atom, Fact, Hex, Illegal, Ix, Side, UnitId};
use crate::games::putin_moves_east::charts::Unrest;
use crate::games::putin_moves_east::orders::{Decision, Holding, Optional};
use crate::games::putin_moves_east::retreat::{self, Retreat};
use crate::games::putin_moves_east::table::{Table, counted};
use crate::games::putin_moves_east::{actions, control, guerrillas, special_forces};
use bevy_ecs::prelude::In;

/// Where an insurgency stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum InsurgencyStage {
    /// Special forces are assigned.
    Planning,
    /// The next die is due.
    Rolling,
    /// The garrison turns, or so many guerrillas rise.
    Choice(u8),
    /// The garrison turns once the enemy units have gone.
    Turning,
    /// So many guerrillas may still be placed.
    Recruiting(u8),
}

/// An insurgency under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Insurgency {
    /// Whose.
    pub side: Side,
    /// Where it stands.
    pub stage: InsurgencyStage,
    /// Special forces and the cities they are assigned to, in the order named.
    pub plan: Vec<(UnitId, Hex)>,
    /// Cities and the dice still to be rolled for each, once it has begun.
    pub queue: Vec<(Hex, u8)>,
}

impl Insurgency {
    /// The city whose die was rolled last.
    pub fn city(&self) -> Option<Hex> {
        self.queue.first().map(|(hex, _)| *hex)
    }
}

fn current(t: &Table) -> Result<Insurgency, Illegal> {
    match t.open() {
        Some(Decision::Insurgency(insurgency)) => Ok((**insurgency).clone()),
        _ => Err(Illegal::new("PME-24.2.a", "no insurgency is being planned")),
    }
}

fn keep(t: &mut Table, insurgency: Insurgency) {
    t.amend(Decision::Insurgency(Box::new(insurgency)));
}

/// [24.2.a], [F110] Whether an insurgency may be planned now.
pub fn may_plan(t: &Table) -> Result<Side, Illegal> {
    if let Some(Decision::Insurgency(plan)) = t.open() {
        return if plan.stage == InsurgencyStage::Planning { Ok(plan.side) } else { Err(Illegal::new("PME-24.2.c", "the insurgency has begun")) };
    }
    let side = actions::acting(t)?;
    if !t.option(Optional::Insurgency) {
        return Err(Illegal::new("PME-24.2.a", "insurgencies are started only with optional rule 24.2"));
    }
    actions::may_pay(t, side, t.charts.costs.insurgency)?;
    Ok(side)
}

/// [24.2.a], [24.3.d], [F110] Whether special forces may be assigned to a hex.
pub fn may_assign(t: &Table, unit: UnitId, hex: Hex) -> Result<Side, Illegal> {
    let side = may_plan(t)?;
    special_forces::may_use(t, side, &[unit], "PME-24.2.a")?;
    if let Some(Decision::Insurgency(plan)) = t.open()
        && plan.plan.iter().any(|(u, _)| *u == unit)
    {
        return Err(Illegal::new("PME-24.2.a", format!("{} has been assigned already", t.name(unit))));
    }
    let ix = t.on_the_map(hex, "PME-24.2.a")?;
    if t.is_neutral(ix) || t.footing(ix).city.is_none() || t.garrison(ix).is_none() {
        return Err(Illegal::new("PME-24.2.a", format!("{} is not a city with a garrison", t.spot(hex))));
    }
    Ok(side)
}

/// The cities to which special forces may be assigned.
pub fn cities(t: &Table) -> Vec<Hex> {
    let open = |ix: &&Ix| !t.is_neutral(**ix) && t.garrison(**ix).is_some();
    t.charts.spots.cities.iter().filter(open).map(|ix| t.hex(*ix)).collect()
}

/// [24.2.a] Special forces are assigned to a city.
pub fn infiltrate(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    let side = may_assign(&t, unit, hex)?;
    if t.open().is_none() {
        t.ask(Decision::Insurgency(Box::new(Insurgency { side, stage: InsurgencyStage::Planning, plan: Vec::new(), queue: Vec::new() })));
    }
    let mut plan = current(&t)?;
    t.board.record(Atom("PME-24.2.a"), Fact::AttackerToggled { unit, hex, joins: true });
    plan.plan.push((unit, hex));
    keep(&mut t, plan);
    Ok(())
}

fn planned(t: &Table) -> Result<Insurgency, Illegal> {
    let plan = current(t)?;
    if plan.stage == InsurgencyStage::Planning {
        Ok(plan)
    } else {
        Err(Illegal::new("PME-24.2.c", "the insurgency has begun, and its special forces are committed"))
    }
}

/// [24.2.a] Special forces are taken out of the plan again.
pub fn withdraw(t: &mut Table, unit: UnitId) -> Result<(), Illegal> {
    let mut plan = planned(t)?;
    let Some(at) = plan.plan.iter().position(|(u, _)| *u == unit) else {
        return Err(Illegal::new("PME-24.2.a", "this unit has not been assigned to a city"));
    };
    let (unit, hex) = plan.plan.remove(at);
    t.board.record(Atom("PME-24.2.a"), Fact::AttackerToggled { unit, hex, joins: false });
    if plan.plan.is_empty() {
        t.answer()
    } else {
        keep(t, plan)
    }
    Ok(())
}

/// The plan is dropped.
pub fn call_off(t: &mut Table) -> Result<(), Illegal> {
    let plan = planned(t)?;
    t.answer();
    t.board.record(Atom("PME-24.2.a"), Fact::Declined { side: plan.side, what: "to start an insurgency" });
    Ok(())
}

/// [24.2.a] The insurgency begins: it is paid for, and all special forces are shown.
pub fn incite(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut plan = planned(&t)?;
    let cost = t.charts.costs.insurgency;
    actions::may_pay(&t, plan.side, cost)?;
    actions::open(&mut t, plan.side, cost, "PME-24.2.a");
    for (unit, hex) in plan.plan.clone() {
        t.box_up("PME-24.2.a", unit, Holding::Committed);
        t.board.record(Atom("PME-24.2.a"), Fact::Struck { unit, hex });
        let dice = t.factor(unit).clamp(0, 99) as u8;
        match plan.queue.iter_mut().find(|(known, _)| *known == hex) {
            Some((_, known)) => *known += dice,
            None => plan.queue.push((hex, dice)),
        }
    }
    plan.stage = InsurgencyStage::Rolling;
    keep(&mut t, plan);
    Ok(())
}

/// Goes on with the insurgency as far as nobody has anything to decide. Tells whether it moved.
pub fn proceed(t: &mut Table) -> bool {
    t.refresh();
    let Ok(mut now) = current(t) else { return false };
    match now.stage {
        InsurgencyStage::Planning | InsurgencyStage::Choice(_) => return false,
        InsurgencyStage::Turning => {
            if let Some(ix) = now.city().and_then(|hex| t.board.ix(hex)) {
                control::gain(t, "PME-24.3.b", ix, now.side);
            }
            now.stage = InsurgencyStage::Rolling;
            keep(t, now);
        }
        InsurgencyStage::Recruiting(left) if left == 0 || hideouts(t, &now).is_empty() => {
            now.stage = InsurgencyStage::Rolling;
            keep(t, now);
        }
        InsurgencyStage::Recruiting(_) => return false,
        InsurgencyStage::Rolling => match now.queue.first() {
            None => end(t, &now),
            Some((_, 0)) => {
                now.queue.remove(0);
                keep(t, now);
            }
            Some(_) => roll(t, now),
        },
    }
    true
}

/// [24.2.b], [24.3] The next die.
fn roll(t: &mut Table, mut now: Insurgency) {
    let (hex, left) = now.queue[0];
    now.queue[0].1 = left - 1;
    t.board.record(Atom("PME-24.2.b"), Fact::Announced { side: now.side, what: "stirs up unrest in", hex });
    let die = t.roll("PME-24.2.b", "insurgency");
    let result = t.charts.insurgency.rows[usize::from(die.clamp(1, 6)) - 1];
    match result {
        Unrest::Blowback => {
            let points = t.charts.insurgency.blowback;
            t.add_points("PME-24.3.a", now.side.other(), points);
        }
        Unrest::Nothing => t.note("PME-24.2.b", "nothing happens"),
        Unrest::Rebellion(power) => {
            t.note("PME-24.2.b", format!("Rebellion-{power}"));
            let (turns, hides) = (may_turn(t, &now, power), !hideouts(t, &now).is_empty());
            now.stage = match (turns, hides) {
                (true, true) => InsurgencyStage::Choice(power),
                (true, false) => return turn(t, now),
                (false, true) => InsurgencyStage::Recruiting(power),
                (false, false) => InsurgencyStage::Rolling,
            };
        }
    }
    keep(t, now);
}

/// [24.3.b], [24.3.c] Whether a rebellion can turn the garrison.
fn may_turn(t: &Table, now: &Insurgency, power: u8) -> bool {
    let Some(ix) = now.city().and_then(|hex| t.board.ix(hex)) else { return false };
    let hostile = t.garrison(ix).is_some_and(|g| t.board.side(g) != now.side);
    hostile && (power > 1 || t.mobile(ix).next().is_none())
}

/// [24.3.d], [F52] The hexes in which guerrillas may rise around the city.
pub fn hideouts(t: &Table, now: &Insurgency) -> Vec<Ix> {
    let Some(city) = now.city().and_then(|hex| t.board.ix(hex)) else { return Vec::new() };
    if t.recruits(now.side).is_empty() {
        return Vec::new();
    }
    let grid = &t.board.map.grid;
    let near = |ix: &Ix| grid.distance(city, *ix) <= t.charts.insurgency.reach;
    grid.all().filter(|ix| near(ix) && guerrillas::may_hide(t, now.side, *ix).is_ok()).collect()
}

/// [24.3] The rebels turn the garrison, or guerrillas rise instead.
pub fn rise(In(flip): In<bool>, mut t: Table) -> Result<(), Illegal> {
    let mut now = current(&t)?;
    let InsurgencyStage::Choice(power) = now.stage else { return Err(Illegal::new("PME-24.3.d", "there is no rebellion to decide on")) };
    if flip {
        turn(&mut t, now);
        return Ok(());
    }
    t.board.record(Atom("PME-24.3.d"), Fact::Declined { side: now.side, what: "to turn the garrison: guerrillas rise instead" });
    now.stage = InsurgencyStage::Recruiting(power);
    keep(&mut t, now);
    Ok(())
}

/// [24.3.b], [24.3.c], [F52] The garrison turns; enemy units in its hex have to leave first.
fn turn(t: &mut Table, mut now: Insurgency) {
    let (by, city) = (now.side, now.city());
    now.stage = InsurgencyStage::Turning;
    keep(t, now);
    let Some((from, ix)) = city.and_then(|hex| Some((hex, t.board.ix(hex)?))) else { return };
    t.board.record(Atom("PME-24.3.b"), Fact::Announced { side: by, what: "turns the garrison of", hex: from });
    let units: Vec<UnitId> = t.mobile(ix).collect();
    retreat::begin(t, Retreat { by, rule: "PME-24.3.c", from, distance: 1, units });
}

/// [24.3.d] A guerrilla unit rises near the city.
pub fn recruit(t: &mut Table, hex: Hex) -> Result<(), Illegal> {
    let mut now = current(t)?;
    let InsurgencyStage::Recruiting(left) = now.stage else { return Err(Illegal::new("PME-24.3.d", "no guerrillas rise now")) };
    let ix = t.on_the_map(hex, "PME-24.3.d")?;
    guerrillas::may_hide(t, now.side, ix).map_err(|no| t.of_hex(ix, Illegal { rule: Atom("PME-24.3.d"), ..no }))?;
    if !hideouts(t, &now).contains(&ix) {
        let reach = t.charts.insurgency.reach;
        return Err(Illegal::new("PME-24.3.d", format!("{} is more than {} from the city", t.spot(hex), counted(reach, "hex", "hexes"))));
    }
    t.raise_guerrilla("PME-24.3.d", now.side, ix);
    now.stage = InsurgencyStage::Recruiting(left - 1);
    keep(t, now);
    Ok(())
}

/// [24.3.d] No further guerrillas rise.
pub fn stop_recruiting(t: &mut Table) -> Result<(), Illegal> {
    let mut now = current(t)?;
    if !matches!(now.stage, InsurgencyStage::Recruiting(_)) {
        return Err(Illegal::new("PME-24.3.d", "no guerrillas rise now"));
    }
    t.board.record(Atom("PME-24.3.d"), Fact::Declined { side: now.side, what: "to raise further guerrillas" });
    now.stage = InsurgencyStage::Rolling;
    keep(t, now);
    Ok(())
}

/// [24.2.a] The insurgency is over: all its special forces recycle.
fn end(t: &mut Table, now: &Insurgency) {
    t.answer();
    let units: Vec<UnitId> = now.plan.iter().map(|(unit, _)| *unit).collect();
    special_forces::recycle(t, &units);
    actions::close(t);
}
