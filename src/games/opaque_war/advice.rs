//! What an order is worth, by a simple heuristic that the steady bot follows. It judges by what its side may know; what it sees of a position is
//! worked out once and kept until something happens.

use super::charts::{CombatResult, Ratio};
use super::combat::{Attack, CombatStage, defenders, may_attack, odds, support};
use super::fog::View;
use super::orders::{Count, Decision, Mark, Order, Track};
use super::table::Table;
use super::tables::{Contingent, UnitType};
use super::{REBEL, UKRAINIAN, stacking, supply};
use crate::board::{Hex, Ix, Revision, Side, UnitId};
use crate::games::charts::Rounding;
use bevy_ecs::prelude::{In, Local};
use std::collections::BTreeMap;

/// The numbers that steer it. Losses are counted in sixths of half a unit.
mod weights {
    /// What an objective adds to an attack on it, and a town.
    pub(super) const OBJECTIVE: i32 = 8;
    pub(super) const TOWN: i32 = 1;
    /// What cameras beside an attack are worth, and with equipment: a point on one die of six, or on three.
    pub(super) const FILMED: i32 = 12;
    pub(super) const EQUIPPED: i32 = 36;
    /// An attack has to promise so much more than it costs.
    pub(super) const LEAST: i32 = 3;
    /// A defender or attacker that is not seen.
    pub(super) const UNSEEN: i32 = 2;
    /// A hex of way, and what a goal adds that is entered.
    pub(super) const WAY: i32 = 2;
    pub(super) const TAKEN: i32 = 8;
    /// Friends about a goal that are a crowd, and what that adds to the way.
    pub(super) const CROWD: usize = 7;
    pub(super) const DETOUR: i32 = 6;
    /// Enemies so near, in hexes, keep the last unit in an objective.
    pub(super) const NEAR: u32 = 4;
    /// In so many turns before the end nobody leaves an objective empty, however far the enemy is: he may come by rail.
    pub(super) const LATE: u8 = 5;
    /// Leaving cameras alone.
    pub(super) const DESERTED: i32 = 40;
    /// Cameras that a side wants in the field.
    pub(super) const CAMERAS: i32 = 3;
    /// Bringing cameras beside an enemy who can be beaten, and beside one who cannot.
    pub(super) const FIGHT: i32 = 12;
    pub(super) const FLIGHT: i32 = 8;
    /// Units that cameras want with them, joining fewer, and from how many hexes away they are called.
    pub(super) const CREW: usize = 3;
    pub(super) const ENLIST: i32 = 16;
    pub(super) const CALLED: u32 = 8;
    /// Equipment for the attacks that are filmed: better than a brigade, each a little less than the one before.
    pub(super) const SHIELDS: i32 = 45;
    /// Enemy cameras that lose their unit, and a mob that spoils a report.
    pub(super) const FLUSHED: i32 = 4;
    pub(super) const JEERED: i32 = 12;
    /// Coming to the help of cameras before an enemy.
    pub(super) const ESCORT: i32 = 4;
    /// Cameras that are lost with all who make an attack, for each roll of six.
    pub(super) const LOST: i32 = 4;
    /// A unit that cameras have nobody else to go with.
    pub(super) const COMPANION: i32 = 20;
}
use weights::*;

/// What a commander sees of a position.
#[derive(Default)]
pub(super) struct Outlook {
    /// Of which position, and for whom.
    of: Option<(Revision, Side)>,
    /// Which counters its side knows, by unit id.
    known: Vec<bool>,
    /// Hexes in which there is something to do, and whether many friends are about them already.
    goals: Vec<(Ix, bool)>,
    /// Hexes with enemy flags.
    enemies: Vec<Ix>,
    /// The best attack on each hex asked about so far: what it promises, and who makes it.
    attacks: BTreeMap<Ix, (i32, Vec<UnitId>)>,
}

impl Outlook {
    fn renew(&mut self, t: &Table, side: Side) {
        let now = Some((t.board.revision(), side));
        if self.of == now {
            return;
        }
        let (grid, spots) = (&t.board.map.grid, &t.charts.spots);
        let crowded = |ix: Ix| grid.around(ix).map(|(_, n)| t.strength(side, n)).sum::<usize>() >= CROWD;
        let towns = spots.sources.iter().filter(|_| side == REBEL);
        let objectives = [&spots.luhansk, &spots.donetsk, &spots.checkpoints, &spots.airbase].into_iter().flatten();
        self.of = now;
        self.known = super::fog::mask(t, side);
        self.goals = objectives.chain(towns).copied().chain(crash_site(t)).filter(|ix| is_goal(t, side, *ix)).map(|ix| (ix, crowded(ix))).collect();
        self.enemies = t.on_map(side.other()).filter_map(|u| t.ix_of(u)).collect();
        self.enemies.sort_unstable();
        self.enemies.dedup();
        self.attacks.clear();
    }

    /// The best attack on a hex.
    fn ideal(&mut self, t: &Table, side: Side, ix: Ix) -> &(i32, Vec<UnitId>) {
        let known = &self.known;
        self.attacks.entry(ix).or_insert_with(|| ideal(t, known, side, ix))
    }

    /// Asks about the attack that is planned and the best one there could be.
    fn planned(&mut self, t: &Table, weigh: impl Fn(&Attack, &(i32, Vec<UnitId>)) -> i32) -> i32 {
        let Some(plan) = t.attack_due().filter(|_| t.is_at(CombatStage::Planning)) else { return 0 };
        t.board.ix(plan.target).map_or(0, |ix| weigh(plan, self.ideal(t, plan.side, ix)))
    }
}

/// How much each of these orders is worth to a side; 0 is as good as doing nothing.
pub(super) fn heuristic_scores(In((side, orders)): In<(Side, Vec<Order>)>, t: Table, mut outlook: Local<Outlook>) -> Vec<i32> {
    outlook.renew(&t, side);
    orders.into_iter().map(|order| score(&t, &mut outlook, side, order)).collect()
}

fn score(t: &Table, o: &mut Outlook, side: Side, order: Order) -> i32 {
    match order {
        Order::PlaceRest => 50,
        Order::Ready => 40,
        Order::RollControl | Order::RollReinforcements | Order::RollCeasefire => 20,
        Order::SkipCity { hex } | Order::SeizeTown { hex } => 10 + t.board.ix(hex).map_or(0, |ix| goal_value(t, ix)),
        Order::Choose { unit } => pick(t, side, unit),
        Order::Arrive { unit, hex } => t.board.ix(hex).map_or(1, |ix| arrival(t, o, side, unit, ix)),
        Order::Move { unit, path } => march(t, o, side, unit, &path, false),
        Order::MoveStack { units, path } => units.first().map_or(-10, |unit| march(t, o, side, *unit, &path, true)),
        Order::Rail { units, path } => units.first().map_or(-10, |unit| march(t, o, side, *unit, &path, units.len() > 1) - 1),
        Order::ClearMob { .. } => 6,
        Order::Enter { unit } => enter(t, worth(t, unit).min(4)),
        Order::EnterBlind { .. } => enter(t, 0),
        Order::UseNonLethal { .. } => equip(t),
        Order::Disperse => 8,
        // An attack that would not be made is not planned either.
        Order::Declare { hex } => t.board.ix(hex).map(|ix| o.ideal(t, side, ix).0).filter(|worth| *worth > 0).unwrap_or(-1),
        Order::Join { unit } => o.planned(t, |plan, (_, best)| if best.contains(&unit) && !plan.units.contains(&unit) { 20 } else { -20 }),
        Order::Leave { unit } => o.planned(t, |_, (_, best)| if best.contains(&unit) { -20 } else { 20 }),
        Order::Commit => o.planned(t, |plan, (worth, best)| if *worth > 0 && best.iter().all(|u| plan.units.contains(u)) { 15 } else { -5 }),
        Order::Play { unit } => play(t, side, unit),
        Order::Roll => 5,
        Order::Lose { unit } | Order::RemoveExcess { unit } => 30 - worth(t, unit) - if is_companion(t, side, unit) { COMPANION } else { 0 },
        Order::FallBack => fall_back(t),
        Order::Retreat { units, path } => retreat(t, o, side, &units, &path),
        Order::Advance { units } => advance(t, o, side, &units),
        Order::Modify { yes: false } | Order::Answer { consent: false } => 1,
        Order::Place { .. } | Order::Deploy { .. } | Order::Lift { .. } => -5,
        Order::Recall { .. } | Order::TakeBack { .. } | Order::PutBack { .. } | Order::UseComms { .. } => -10,
        Order::CallOff | Order::AskBack { .. } | Order::Modify { yes: true } | Order::Answer { consent: true } => -5,
        _ => 0,
    }
}

/// What a unit is worth: its factors and its skill.
fn worth(t: &Table, unit: UnitId) -> i32 {
    let printed = t.printed(unit);
    i32::from(printed.attack + printed.defense) + 2 * i32::from(printed.proficiency)
}

/// Whether cameras have nobody else to go with.
fn is_companion(t: &Table, side: Side, unit: UnitId) -> bool {
    t.ix_of(unit).is_some_and(|ix| t.strength(side, ix) <= 1 && !t.of_kind(UnitType::Media, side, ix).is_empty())
}

/// Hexes for which the Ukrainian scores.
fn is_objective(t: &Table, ix: Ix) -> bool {
    let spots = &t.charts.spots;
    [&spots.luhansk, &spots.donetsk, &spots.checkpoints, &spots.airbase].iter().any(|set| set.contains(&ix)) || crash_site(t) == Some(ix)
}

/// Where the airliner lies, once it was shot down.
fn crash_site(t: &Table) -> Option<Ix> {
    u16::try_from(t.track(Track::CrashSite)).ok().filter(|n| *n > 0).and_then(|n| t.board.ix(Hex(n)))
}

fn goal_value(t: &Table, ix: Ix) -> i32 {
    let there = &t.charts.footing[ix.at()];
    OBJECTIVE * i32::from(is_objective(t, ix)) + TOWN * i32::from(there.town || there.city)
}

/// How many counters of a side lie in a hex, as anybody can see.
fn flags(t: &Table, side: Side, ix: Ix) -> usize {
    t.board.stack(ix).iter().filter(|u| t.side(**u) == side).count()
}

/// Whether a side still has something to do in a hex: the Ukrainian takes objectives, the Rebel guards or retakes them and the towns.
fn is_goal(t: &Table, side: Side, ix: Ix) -> bool {
    let objective = is_objective(t, ix);
    if side == UKRAINIAN {
        return objective && t.last_occupant(ix) != Some(UKRAINIAN);
    }
    let there = &t.charts.footing[ix.at()];
    let guarded = t.holds(REBEL, ix);
    (objective && !guarded) || (there.land.is_rebel() && there.is_source() && t.holder(ix) == Some(UKRAINIAN))
}

/// Units arrive near what they want, then cameras beside units that take them along.
fn arrival(t: &Table, o: &Outlook, side: Side, unit: UnitId, ix: Ix) -> i32 {
    let near = 40 - way_to_go(t, o, unit, ix).min(35);
    match t.kind(unit) {
        UnitType::Media if t.fighters(side, ix).iter().any(|u| !t.board.status(*u).face_down) => near / 4 + 20,
        UnitType::Media => near / 4,
        _ => near + 40,
    }
}

/// The way from a hex to what a side wants most: hexes to the nearest goal that is not yet crowded with friends. With nothing left to take, units
/// gather at the front: hexes to the nearest enemy flag.
fn way_to_go(t: &Table, o: &Outlook, unit: UnitId, from: Ix) -> i32 {
    let grid = &t.board.map.grid;
    let closed = t.printed(unit).contingent as usize;
    let open = o.goals.iter().filter(|(ix, _)| !t.charts.footing[ix.at()].closed_to[closed]);
    let far = |(ix, crowded): &(Ix, bool)| grid.distance(from, *ix) as i32 + if *crowded { DETOUR } else { 0 };
    open.map(far).min().unwrap_or_else(|| way_to_front(t, o, from))
}

/// Hexes to the nearest enemy flag.
fn way_to_front(t: &Table, o: &Outlook, from: Ix) -> i32 {
    o.enemies.iter().map(|ix| t.board.map.grid.distance(from, *ix) as i32).min().unwrap_or(0).min(20)
}

fn march(t: &Table, o: &Outlook, side: Side, unit: UnitId, path: &[Hex], media: bool) -> i32 {
    let (Some(from), Some(to)) = (t.ix_of(unit), path.last().and_then(|hex| t.board.ix(*hex))) else { return -10 };
    // Cameras stay with whoever brought them here: nobody carries them back.
    if media && t.fighters(side, from).into_iter().any(|u| u != unit && has_moved(t, u)) {
        return -10;
    }
    // A post that is held stays held, and a fight that is prepared stays prepared.
    let alone = t.strength(side, from) <= 1;
    let grid = &t.board.map.grid;
    let late = t.turn() + LATE > t.start.turns;
    let threatened = || o.enemies.iter().any(|ix| grid.distance(*ix, from) <= NEAR);
    if alone && is_objective(t, from) && (side == REBEL || late || threatened()) {
        return -10;
    }
    // Whoever takes cameras along looks for a fight.
    let way = |ix: Ix| if media { way_to_front(t, o, ix).max(1) } else { way_to_go(t, o, unit, ix) };
    let gain = way(from) - way(to);
    let taken = i32::from(is_goal(t, side, to)) * TAKEN;
    let (near, strong) = (enemies_near(t, &o.known, side, to), company(t, side, unit, to));
    let danger = if near > strong { 2 * (near - strong).min(6) } else { 0 };
    // Cameras go where a fight can be won, and not where their company dies; nobody leaves them alone for little.
    let deserted = !media && alone && !t.of_kind(UnitType::Media, side, from).is_empty();
    let reporters = match (media, near) {
        (false, _) => 0,
        (true, 0) => i32::from(gain > 0),
        (true, _) => match bout(t, o, side, from, to) {
            worth if worth > 0 && strong >= near => FIGHT + worth.min(FIGHT),
            _ => -FLIGHT,
        },
    };
    let filmed = |ix: Ix| !t.of_kind(UnitType::Media, side, ix).is_empty();
    let joins = |ix: Ix| !media && enemies_near(t, &o.known, side, ix) > 0 && (filmed(ix) || grid.around(ix).any(|(_, n)| filmed(n)));
    let escort = ESCORT * (i32::from(joins(to)) - i32::from(joins(from)));
    // A crew that keeps its cameras when an attack goes wrong; nobody is called back from the other end of the map for it.
    let joins_crew = !media && filmed(to) && t.strength(side, to) < CREW && grid.distance(from, to) <= CALLED;
    WAY * gain + taken - danger + reporters + escort + if joins_crew { ENLIST } else { 0 } - if deserted { DESERTED } else { 0 }
}

/// Whether a unit has moved in this segment.
fn has_moved(t: &Table, unit: UnitId) -> bool {
    t.board.status(unit).count(Count::Spent.id()) > 0 || [Mark::Halted, Mark::Railed].iter().any(|mark| t.has(unit, *mark))
}

/// What the best attack would promise those of a hex if they stood in another one, with cameras and with those who are about.
fn bout(t: &Table, o: &Outlook, side: Side, from: Ix, to: Ix) -> i32 {
    let grid = &t.board.map.grid;
    let own: Vec<UnitId> = t.fighters(side, from).into_iter().filter(|u| !t.board.status(*u).face_down).collect();
    let foes = |ix: Ix| t.board.stack(ix).iter().copied().filter(|u| t.side(*u) != side && (!o.known[u.at()] || t.is_combat(*u))).collect::<Vec<UnitId>>();
    let force = |target: Ix| -> i32 {
        let about = grid.around(target).map(|(_, n)| n).filter(|n| *n != from).flat_map(|n| t.fighters(side, n));
        about.chain(own.iter().copied()).filter(|u| !t.board.status(*u).face_down).map(|u| i32::from(t.printed(u).attack)).sum()
    };
    let bout = |target: Ix| {
        let foes = foes(target);
        let defense: i32 = foes.iter().map(|u| if o.known[u.at()] { i32::from(t.printed(*u).defense) } else { UNSEEN }).sum();
        let column = t.charts.combat.column(Ratio::of(force(target), defense.max(1), Rounding::ForDefender)) as i32;
        let column = column + i32::from(t.charts.footing[target.at()].shift) + support::playable(t, side).len().min(2) as i32;
        promise(t, t.charts.combat.held(column), &own, foes.len()) + film(t, side) - LEAST
    };
    grid.around(to).map(|(_, n)| n).filter(|n| !foes(*n).is_empty()).map(bout).max().unwrap_or(0)
}

/// What the enemy can bring against a hex, by what is seen; what is not seen counts as an average unit.
fn enemies_near(t: &Table, known: &[bool], side: Side, ix: Ix) -> i32 {
    let strength = |u: &UnitId| match known[u.at()] {
        true if t.is_combat(*u) => i32::from(t.printed(*u).attack),
        true => 0,
        false => UNSEEN,
    };
    let around = t.board.map.grid.around(ix).flat_map(|(_, n)| t.board.stack(n).iter().copied());
    around.filter(|u| t.side(*u) != side).map(|u| strength(&u)).sum()
}

/// What friends in a hex and next to it, and the unit itself, can hold against.
fn company(t: &Table, side: Side, unit: UnitId, ix: Ix) -> i32 {
    let around = t.board.map.grid.around(ix).map(|(_, n)| n).chain([ix]);
    let friends: i32 = around.flat_map(|n| t.fighters(side, n)).filter(|u| *u != unit).map(|u| seen_defense(t, u)).sum();
    friends + seen_defense(t, unit)
}

/// A unit's defense, or one point for a garrison that its player has not looked at.
fn seen_defense(t: &Table, unit: UnitId) -> i32 {
    if t.board.status(unit).face_down { 1 } else { i32::from(t.printed(unit).defense) }
}

/// Reinforcements: a unit, with it cameras while few are in the field, equipment for those, then brigades and Russians, and guns while few are at hand.
fn pick(t: &Table, side: Side, unit: UnitId) -> i32 {
    let at_hand = t.boxed(Table::available(side)).into_iter().filter(|u| t.kind(*u).is_support()).count() as i32;
    let cameras = t.on_map(side).filter(|u| t.kind(*u) == UnitType::Media).count() as i32;
    let coming = |kind: fn(UnitType) -> bool| t.boxed(Table::arriving(side)).into_iter().any(|u| kind(t.kind(u)));
    let filming = coming(|kind| kind == UnitType::Media);
    let chosen = t.boxed(Table::arriving(side)).into_iter().filter(|u| t.kind(*u) == UnitType::NonLethal).count() as i32;
    let equipped = equipment(t) as i32 + chosen;
    match t.kind(unit) {
        kind if kind.is_combat() => {
            let russian = 20 * i32::from(t.printed(unit).contingent == Contingent::Russia);
            20 + worth(t, unit) + russian
        }
        // A camera in the field can win points for the whole war, and equipment makes it likely. They come one by one, so that different units
        // take them along.
        UnitType::Media if cameras < CAMERAS && !filming && coming(UnitType::is_combat) => 64 - 6 * cameras,
        UnitType::Media => 8,
        UnitType::NonLethal if cameras > 0 => SHIELDS - 4 * equipped,
        UnitType::NonLethal => 20 - 12 * equipment(t) as i32,
        UnitType::Communications => 1,
        UnitType::Naval | UnitType::Air => 28 - 3 * at_hand,
        _ => 27 - 3 * at_hand,
    }
}

/// How much non-lethal equipment is at hand.
fn equipment(t: &Table) -> usize {
    t.boxed(Table::available(UKRAINIAN)).into_iter().filter(|u| t.kind(*u) == UnitType::NonLethal).count()
}

/// What cameras beside the attackers are worth: points for the side, if the die is kind.
fn cameras(t: &Table, side: Side, units: &[UnitId]) -> i32 {
    let filmed = units.iter().filter_map(|u| t.ix_of(*u)).any(|ix| !t.of_kind(UnitType::Media, side, ix).is_empty());
    if filmed { film(t, side) } else { 0 }
}

/// What a media die is worth.
fn film(t: &Table, side: Side) -> i32 {
    if t.turn() < t.charts.media.from_turn {
        0
    } else if side == UKRAINIAN && equipment(t) > 0 {
        EQUIPPED
    } else {
        FILMED
    }
}

/// One unit is enough to drive a mob out.
fn enter(t: &Table, worth: i32) -> i32 {
    match t.board.decision() {
        Some(Decision::Dispersal(plan)) if plan.entering.is_empty() => 12 + worth,
        _ => -1,
    }
}

/// Equipment where it prevents a delay or helps the media die.
fn equip(t: &Table) -> i32 {
    match t.board.decision() {
        Some(Decision::Dispersal(_)) if t.track(Track::WesternBox) != 0 => 9,
        Some(Decision::Attack(attack)) if attack.own_media => 9,
        _ => -1,
    }
}

/// What a column of the combat table promises: the defender's losses against the attacker's, in sixths. Nobody loses more units than there are, and
/// the attacker gives up his cheapest first.
fn promise(t: &Table, column: usize, attackers: &[UnitId], defenders: usize) -> i32 {
    let mut prices: Vec<i32> = attackers.iter().map(|u| price(t, *u)).collect();
    prices.sort_unstable();
    let row = |row: &CombatResult| {
        let lost = usize::from(row.attacker);
        2 * usize::from(row.defender).min(defenders) as i32 - prices.iter().take(lost).sum::<i32>()
    };
    t.charts.combat.rows.iter().map(|results| row(&results[column])).sum()
}

/// What losing a unit costs, in half units: a battalion, a better one, a brigade.
fn price(t: &Table, unit: UnitId) -> i32 {
    let printed = t.printed(unit);
    match printed.attack + printed.defense {
        ..=3 => 1,
        4..=6 => 2,
        _ => 3,
    }
}

/// What an attack is worth with the support that both have at hand, by the units' marks of supply. Defenders that are not seen count as average.
fn estimate(t: &Table, known: &[bool], side: Side, attack: &Attack) -> i32 {
    let (seen, unseen): (Vec<UnitId>, Vec<UnitId>) = defenders(t, attack).into_iter().partition(|u| known[u.at()]);
    let unsupplied: Vec<UnitId> = attack.units.iter().chain(&seen).copied().filter(|u| t.has(*u, Mark::OutOfSupply)).collect();
    let odds = odds::assess(t, attack, &seen, &unsupplied);
    let base = |defense: i32| t.charts.combat.column(Ratio::of(odds.attack, defense, Rounding::ForDefender)) as i32;
    let column = odds.column as i32 + base(odds.defense + UNSEEN * unseen.len() as i32) - base(odds.defense);
    let help = |counters: usize| counters.min(2) as i32;
    let answer = t.boxed(Table::available(side.other())).into_iter().filter(|u| t.kind(*u).is_support()).count();
    let column = t.charts.combat.held(column + help(support::playable(t, side).len()) - help(answer));
    let foes = seen.len() + unseen.len();
    let rows = &t.charts.combat.rows;
    let target = t.board.ix(attack.target);
    let prize = target.map_or(0, |ix| goal_value(t, ix));
    // Defenders who are not all lost may still give the hex up.
    let vacated = |row: &CombatResult| match usize::from(row.defender) {
        lost if lost >= foes => 2,
        0 => 0,
        _ => 1,
    };
    let prize = rows.iter().map(|row| prize * vacated(&row[column])).sum::<i32>() / rows.len().max(1) as i32;
    let filmed = cameras(t, side, &attack.units);
    // Cameras go with the last unit of their hex.
    let stranded = |lost: usize| {
        let mut hexes: Vec<Ix> = attack.units.iter().filter_map(|u| t.ix_of(*u)).filter(|ix| !t.of_kind(UnitType::Media, side, *ix).is_empty()).collect();
        hexes.dedup();
        hexes.iter().any(|ix| lost >= attack.units.len() && t.fighters(side, *ix).iter().all(|u| attack.units.contains(u)))
    };
    let fatal = rows.iter().filter(|row| stranded(usize::from(row[column].attacker))).count() as i32;
    // Enemy cameras that lose their unit, or have to run with it, are a story as well.
    let flushed = target.map_or(0, |ix| t.of_kind(UnitType::Media, side.other(), ix).into_iter().filter(|u| known[u.at()]).count() as i32);
    let hits = rows.iter().filter(|row| row[column].defender > 0).count() as i32;
    let story = if filmed == 0 && flushed > 0 { film(t, side) * hits / 6 } else { 0 } + FLUSHED * flushed * hits / 6;
    let mob = if target.is_some_and(|ix| t.has_mob(ix)) { JEERED * i32::from(filmed + story > 0) } else { 0 };
    promise(t, column, &attack.units, foes) + prize + filmed + story - mob - if filmed > 0 { LOST * fatal } else { 0 } - LEAST
}

/// The best attack on a hex with the units at hand, without those that add nothing: they may attack another one, and each attack beside the
/// cameras may win a point.
fn ideal(t: &Table, known: &[bool], side: Side, ix: Ix) -> (i32, Vec<UnitId>) {
    let hex = t.hex(ix);
    let mut able: Vec<UnitId> = t.army(side).filter(|u| may_attack(t, side, *u, ix).is_ok()).collect();
    if able.is_empty() {
        return (-10, able);
    }
    let filmed = |u: UnitId| t.ix_of(u).is_some_and(|ix| !t.of_kind(UnitType::Media, side, ix).is_empty());
    able.sort_by_key(|u| (!filmed(*u), t.printed(*u).attack, *u));
    let mut best = estimate(t, known, side, &Attack::planned(side, hex, able.clone()));
    for unit in able.clone() {
        let without: Vec<UnitId> = able.iter().filter(|u| **u != unit).copied().collect();
        if without.is_empty() {
            break;
        }
        let less = estimate(t, known, side, &Attack::planned(side, hex, without.clone()));
        if less >= best {
            (best, able) = (less, without);
        }
    }
    (best, able)
}

/// A counter is worth the columns it brings, as long as they change something.
fn play(t: &Table, side: Side, unit: UnitId) -> i32 {
    let Some(attack) = t.attack_due() else { return 0 };
    let defending = defenders(t, attack);
    let column = |attack: &Attack| odds::assess(t, attack, &defending, &attack.unsupplied).column;
    let promise = |t: &Table, column: usize| promise(t, column, &attack.units, defending.len());
    let mut with = attack.clone();
    with.played.push(unit);
    let (now, then) = (column(attack), column(&with));
    if side == attack.side {
        let gain = promise(t, then) - promise(t, now);
        return if then > now { gain + i32::from(now < 5) } else { -1 };
    }
    let dear = 2 * i32::from(t.board.ix(attack.target).is_some_and(|ix| is_objective(t, ix)));
    if then < now && now >= 2 { promise(t, now) - promise(t, then) + dear - 2 } else { -1 }
}

/// Retreat where all would die, or where the hex is not worth a unit.
fn fall_back(t: &Table) -> i32 {
    let Some(attack) = t.attack_due() else { return 0 };
    let wiped_out = defenders(t, attack).len() <= usize::from(attack.owed);
    let dear = t.board.ix(attack.target).is_some_and(|ix| is_objective(t, ix));
    match (wiped_out, dear) {
        (true, _) => 6,
        (false, true) => -3,
        (false, false) => 3,
    }
}

fn retreat(t: &Table, o: &Outlook, side: Side, units: &[UnitId], path: &[Hex]) -> i32 {
    let (Some(unit), Some(end)) = (units.first(), path.last().and_then(|hex| t.board.ix(*hex))) else { return 1 };
    let view = View::of(t, side);
    let nearest = supply::known_sources(t, &view, *unit).into_iter().map(|s| t.board.map.grid.distance(end, s) as i32).min().unwrap_or(20);
    40 - nearest - way_to_go(t, o, *unit, end) + units.len() as i32
}

fn advance(t: &Table, o: &Outlook, side: Side, units: &[UnitId]) -> i32 {
    let (Some(attack), Some(unit)) = (t.attack_due(), units.first()) else { return 0 };
    let (Some(from), Some(to)) = (t.ix_of(*unit), t.board.ix(attack.target)) else { return 0 };
    let leaves = side == REBEL && is_objective(t, from) && t.strength(side, from) <= 1;
    let first = stacking::free_places(t, side, to) == usize::from(t.charts.footing[to.at()].limit);
    let gain = way_to_go(t, o, *unit, from) - way_to_go(t, o, *unit, to);
    gain + 3 * i32::from(first) + goal_value(t, to) - 12 * i32::from(leaves) - flags(t, side.other(), to) as i32
}
