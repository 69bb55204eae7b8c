//! [10.4.7.e]–[10.4.7.j] Retreats.

use super::{Attack, CombatStage};
use crate::board::paths::{Reach, Step};
use crate::board::{Atom, Dir, Fact, Hex, Illegal, Ix, Path, Place, UnitId, Units};
use crate::games::tanks_of_august::orders::Decision;
use crate::games::tanks_of_august::stacking::{self, Fault};
use crate::games::tanks_of_august::supply;
use crate::games::tanks_of_august::table::Table;
use crate::games::tanks_of_august::tables::UnitType;
use crate::games::tanks_of_august::zoc::{self, Bar};
use bevy_ecs::prelude::In;

/// Every path a unit may retreat along by itself: full length and nearer to supply where there are such, else full length, else as
/// far as it can. Empty if it cannot leave the hex.
pub(crate) fn paths(t: &mut Table, unit: UnitId, hexes: u8) -> Vec<Vec<Ix>> {
    if t.printed(unit).is_static {
        return Vec::new(); // [10.4.7.i]
    }
    let mut ways = ways(t, &[unit], hexes);
    // [10.4.7.g] Where a path of full length leads nearer to a source of supply, such a path must be taken.
    let full = t.kind(unit) == UnitType::Helicopter || length(&ways) == usize::from(hexes);
    if full && ways.iter().any(|path| gains(t, unit, path)) {
        ways.retain(|path| gains(t, unit, path));
    }
    ways
}

/// How long these paths are, which all are as long as each other.
fn length(ways: &[Vec<Ix>]) -> usize {
    ways.first().map_or(0, Vec::len)
}

/// The ways of units that go together, as far as they can, without regard to supply.
fn ways(t: &mut Table, units: &[UnitId], hexes: u8) -> Vec<Vec<Ix>> {
    let Some(start) = units.first().and_then(|u| t.ix_of(*u)) else { return Vec::new() };
    let enemy = t.board.side(units[0]).other();
    let zoc = t.zoc(enemy).to_vec();
    if let [unit] = units[..]
        && t.kind(unit) == UnitType::Helicopter
    {
        return flights(t, unit, start, &zoc);
    }
    // [8.6.e] A hex with nothing but enemy helicopters may be passed, not kept.
    let may_end = |t: &Table, path: &Vec<Ix>| path.last().is_some_and(|end| t.board.occupant(*end).is_none_or(|side| side != enemy));
    let mut walked: Vec<Vec<Ix>> = vec![Vec::new()];
    let mut found: Vec<Vec<Ix>> = Vec::new();
    for _ in 0..hexes {
        let mut longer = Vec::new();
        for path in &walked {
            let here = path.last().copied().unwrap_or(start);
            for (dir, there) in t.board.map.grid.around(here) {
                if there != start && closed(t, units, &zoc, here, dir, there).is_none() {
                    longer.push(path.iter().copied().chain([there]).collect());
                }
            }
        }
        let ends: Vec<Vec<Ix>> = longer.iter().filter(|path| may_end(t, path)).cloned().collect();
        if !ends.is_empty() {
            found = ends; // [10.4.7.h] as far as they can
        }
        walked = longer;
    }
    found
}

/// [10.4.7.j] Whether a path leads a unit nearer to its own sources of supply.
fn gains(t: &Table, unit: UnitId, path: &[Ix]) -> bool {
    let far = |from: Option<&Ix>| from.and_then(|ix| supply::distance_to_source(t, unit, *ix));
    far(path.last()).zip(far(t.ix_of(unit).as_ref())).is_some_and(|(there, here)| there < here)
}

/// What closes a hex to a retreat.
enum Closed {
    Bar(Bar),
    Zone,
    Full(Fault),
}

impl Closed {
    fn words(self, t: &Table, from: Ix, to: Ix) -> String {
        let spot = t.spot_at(to);
        match self {
            Closed::Bar(bar) => bar.refusal(&spot, &t.spot_at(from)).why.into_owned(),
            Closed::Zone => format!("{spot} is in an enemy zone of control"),
            Closed::Full(fault) => fault.refusal(&spot).why.into_owned(),
        }
    }
}

/// [10.4.7.f] What keeps retreating units from entering a hex, even in passing.
fn closed(t: &Table, units: &[UnitId], enemy_zoc: &[bool], from: Ix, dir: Dir, to: Ix) -> Option<Closed> {
    let side = t.board.side(units[0]);
    let stack = t.stack(to);
    if stack.iter().any(|u| t.board.side(*u) != side && t.kind(*u) != UnitType::Helicopter) {
        return Some(Closed::Bar(Bar::Enemy));
    }
    if let Some(bar) = zoc::ground_bar(&t.charts, from, dir, to).or_else(|| units.iter().find_map(|u| t.border(*u, to))) {
        return Some(Closed::Bar(bar));
    }
    if enemy_zoc[to.at()] {
        return Some(Closed::Zone);
    }
    let friends = stack.into_iter().filter(|u| t.board.side(*u) == side);
    let together: Vec<UnitId> = friends.chain(units.iter().copied()).collect();
    stacking::excess(&t.charts, to, &together).map(|(fault, _)| Closed::Full(fault))
}

/// [8.6.b], [10.4.7.f] What keeps a helicopter from flying through a hex on its retreat.
fn closed_to_flight(t: &Table, unit: UnitId, ix: Ix, enemy_zoc: &[bool]) -> Option<Closed> {
    let (side, footing) = (t.board.side(unit), &t.charts.footing[ix.at()]);
    match () {
        () if t.board.stack(ix).iter().any(|u| t.board.side(*u) != side && t.kind(*u) != UnitType::Helicopter) => Some(Closed::Bar(Bar::Enemy)),
        () if footing.prohibited && !footing.sea => Some(Closed::Bar(Bar::OutOfPlay)),
        () if enemy_zoc[ix.at()] => Some(Closed::Zone),
        () => t.border(unit, ix).map(Closed::Bar),
    }
}

/// [8.6.b] Whether a friend holds a hex who was not told to retreat himself.
fn may_join(t: &Table, unit: UnitId, ix: Ix) -> bool {
    let attack = t.attack_open();
    let told = |u: &UnitId| attack.is_some_and(|a| a.told.contains(u));
    t.holds(t.board.side(unit), ix) && t.board.stack(ix).iter().any(|u| !told(u))
}

/// [8.6.b] A helicopter flies as far as it likes, to a hex that a friend holds: the shortest way to each.
fn flights(t: &Table, unit: UnitId, start: Ix, enemy_zoc: &[bool]) -> Vec<Vec<Ix>> {
    let mut reach = Reach::default();
    reach.explore(
        &t.board.map.grid,
        start,
        u16::MAX / 2,
        |_, _, to| if closed_to_flight(t, unit, to, enemy_zoc).is_none() { Step::Go(1) } else { Step::Closed },
    );
    reach.found().iter().filter(|ix| may_join(t, unit, **ix)).map(|ix| reach.path(*ix)).collect()
}

/// Whether a helicopter may take this way, however long, to one of the hexes open to it.
fn is_flight(t: &mut Table, unit: UnitId, path: &[Ix], open: &[Vec<Ix>]) -> bool {
    let Some(start) = t.ix_of(unit) else { return false };
    let zoc = t.zoc(t.board.side(unit).other()).to_vec();
    let touching = std::iter::once(&start).chain(path).zip(path).all(|(a, b)| t.board.map.grid.side(*a, *b).is_some());
    let ends = open.iter().any(|way| way.last() == path.last());
    touching && ends && path.iter().all(|ix| *ix != start && closed_to_flight(t, unit, *ix, &zoc).is_none())
}

/// The paths open to units that go together; none if none of them can leave the hex. Refused if they must split: because one of them
/// could go farther by itself [10.4.7.h], or come nearer to its supply [10.4.7.g], or flies.
pub(crate) fn open_to(t: &mut Table, attack: &Attack, units: &[UnitId]) -> Result<Vec<Vec<Ix>>, Illegal> {
    let hexes = attack.result.map_or(1, |r| r.retreat);
    let alone: Vec<Vec<Vec<Ix>>> = units.iter().map(|unit| paths(t, *unit, hexes)).collect();
    if units.len() == 1 || alone.iter().all(Vec::is_empty) {
        return Ok(alone.into_iter().next().unwrap_or_default());
    }
    if let Some(flyer) = units.iter().find(|u| t.kind(**u) == UnitType::Helicopter) {
        return Err(Illegal::new("TOA-8.6.b", format!("{} is a helicopter and retreats by itself", t.name(*flyer))));
    }
    let mut ways = ways(t, units, hexes);
    let split = |rule: &'static str, t: &Table, unit: UnitId, how: &str, path: &[Ix]| {
        let end = path.last().map(|end| t.spot_at(*end)).unwrap_or_default();
        Err(Illegal::new(rule, format!("the stack must split: by itself {} could {how} {end}", t.name(unit))))
    };
    let far = length(&ways);
    if let Some((unit, own)) = units.iter().zip(&alone).find(|(_, own)| length(own) > far) {
        return split("TOA-10.4.7.h", t, *unit, "retreat farther, to", &own[0]);
    }
    if far == usize::from(hexes) {
        for (unit, own) in units.iter().zip(&alone).filter(|(_, own)| length(own) == far) {
            if gains(t, *unit, &own[0]) {
                ways.retain(|path| gains(t, *unit, path));
            }
            if ways.is_empty() {
                return split("TOA-10.4.7.g", t, *unit, "come nearer to its supply, in", &own[0]);
            }
        }
    }
    Ok(ways)
}

/// Units retreat together.
pub(crate) fn retreat(In((units, path)): In<(Units, Path)>, mut t: Table) -> Result<(), Illegal> {
    if let Some(Decision::Panic { unit }) = t.board.decision().cloned() {
        return panic(&mut t, unit, &units, &path);
    }
    const BY: &str = "TOA-10.4.7.e";
    if let Some(attack) = t.attack_due()
        && let Some(result) = attack.result.filter(|result| result.retreat == 0)
    {
        return Err(Illegal::new(BY, format!("the result is {result}: nobody has to retreat")));
    }
    if let Some(attack) = t.attack_due().filter(|attack| attack.stage >= CombatStage::Retreat) {
        told(&t, attack, &units)?;
    }
    let mut attack = t.attack_at(&[CombatStage::Retreat], BY, "no attack is under way, so nobody has to retreat")?;
    let short = judge(&mut t, &attack, &units, &path)?;
    go(&mut t, BY, &units, &path);
    attack.retreating.retain(|u| !units.contains(u));
    if short && path.is_empty() {
        attack.stuck.extend(units);
    } else if short {
        extra_step(&mut t, &mut attack, units.into_vec());
    }
    t.keep(attack);
    Ok(())
}

/// Whether these units have still to retreat, each named once.
fn told(t: &Table, attack: &Attack, units: &[UnitId]) -> Result<(), Illegal> {
    let refused = |rule: &'static str, why: String| Err(Illegal::new(rule, why));
    if units.is_empty() {
        return refused("TOA-10.4.7.e", "no unit was chosen".into());
    }
    for (i, unit) in units.iter().enumerate() {
        let name = t.name(*unit);
        match () {
            () if units[..i].contains(unit) => return refused("TOA-10.4.7.e", format!("{name} was named twice")),
            () if attack.retreating.contains(unit) => {}
            () if t.printed(*unit).is_static && attack.told.contains(unit) => {
                return refused("TOA-10.4.7.i", format!("{name} is static and does not retreat"));
            }
            () if t.board.hex(*unit).is_none() => return refused("TOA-10.4.7.e", format!("{name} is not on the map")),
            () if attack.told.contains(unit) && t.board.hex(*unit) == Some(attack.target) => {
                return refused("TOA-10.4.7.e", format!("{name} cannot leave {} and stays", t.spot(attack.target)));
            }
            () if attack.told.contains(unit) => return refused("TOA-10.4.7.e", format!("{name} has already retreated")),
            () => return refused("TOA-10.4.7.e", format!("{name} does not have to retreat")),
        }
    }
    Ok(())
}

/// [10.4.7.h], [10.4.7.i] A group that fell short loses a step: its only unit at once, else its owner is asked. Tells whether one is owed.
pub(crate) fn extra_step(t: &mut Table, attack: &mut Attack, group: Vec<UnitId>) -> bool {
    match group[..] {
        [] => return false,
        [only] => t.lose_step(if t.printed(only).is_static { "TOA-10.4.7.i" } else { "TOA-10.4.7.h" }, only),
        _ => {
            attack.short = group;
            attack.stage = CombatStage::ExtraLoss;
        }
    }
    true
}

/// Whether the path is one of those open, and whether it falls short.
fn judge(t: &mut Table, attack: &Attack, units: &[UnitId], path: &[Hex]) -> Result<bool, Illegal> {
    let open = open_to(t, attack, units)?;
    if open.is_empty() && path.is_empty() {
        return Ok(true);
    }
    let wanted: Vec<Ix> = path.iter().filter_map(|h| t.board.ix(*h)).collect();
    let hexes = usize::from(attack.result.map_or(1, |r| r.retreat));
    if wanted.len() == path.len() && open.contains(&wanted) {
        return Ok(t.kind(units[0]) != UnitType::Helicopter && wanted.len() < hexes);
    }
    if t.kind(units[0]) == UnitType::Helicopter {
        return judge_flight(t, units[0], path, &wanted, &open);
    }
    let refused = |rule: &'static str, why: String| Err(Illegal::new(rule, why));
    if let Some(why) = objection(t, units, path, hexes) {
        return refused("TOA-10.4.7.f", why);
    }
    match (length(&open), open.first().and_then(|way| way.last())) {
        (far, Some(end)) if wanted.len() < far => refused("TOA-10.4.7.h", format!("the retreat goes as far as it can, for instance to {}", t.spot_at(*end))),
        (_, Some(end)) => refused("TOA-10.4.7.g", format!("the retreat must end nearer to supply, for instance in {}", t.spot_at(*end))),
        (_, None) => refused("TOA-10.4.7.f", "there is no way out".into()),
    }
}

/// [10.4.7.f] The first thing wrong with a path on the ground, if it is not its length or its end.
fn objection(t: &mut Table, units: &[UnitId], path: &[Hex], hexes: usize) -> Option<String> {
    let start = t.ix_of(units[0])?;
    let enemy = t.board.side(units[0]).other();
    let zoc = t.zoc(enemy).to_vec();
    let mut at = start;
    for hex in path {
        let Some((to, dir)) = t.board.ix(*hex).and_then(|to| Some((to, t.board.map.grid.side(at, to)?))) else {
            return Some(format!("{} is not next to {}", t.spot(*hex), t.spot_at(at)));
        };
        if to == start {
            return Some(format!("a retreat does not return to {}", t.spot_at(start)));
        }
        if let Some(closed) = closed(t, units, &zoc, at, dir, to) {
            return Some(closed.words(t, at, to));
        }
        at = to;
    }
    if path.len() > hexes {
        return Some(format!("the result is R{hexes}, and that path is {} hexes long", path.len()));
    }
    t.holds(enemy, at).then(|| format!("enemy helicopters hold {}: units may retreat through it but not stay", t.spot_at(at)))
}

/// [8.6.b] The same for the path of a helicopter, which may be as long as its owner likes and never falls short.
fn judge_flight(t: &mut Table, unit: UnitId, path: &[Hex], wanted: &[Ix], open: &[Vec<Ix>]) -> Result<bool, Illegal> {
    let refused = |why: String| Err(Illegal::new("TOA-8.6.b", why));
    if wanted.len() == path.len() && is_flight(t, unit, wanted, open) {
        return Ok(false);
    }
    let all = ways(t, &[unit], 1);
    if wanted.len() == path.len() && is_flight(t, unit, wanted, &all) {
        return Err(Illegal::new("TOA-10.4.7.g", format!("{} must end nearer to its supply", t.name(unit))));
    }
    let Some(end) = wanted.last().copied().filter(|_| wanted.len() == path.len()) else {
        return refused(format!("{} can fly to a hex that a friendly unit holds, so it does not stay", t.name(unit)));
    };
    if !all.iter().any(|way| way.last() == Some(&end)) && !may_join(t, unit, end) {
        return refused(format!("no friendly unit that stays holds {}, and a helicopter retreats to one", t.spot_at(end)));
    }
    let zoc = t.zoc(t.board.side(unit).other()).to_vec();
    let shut = wanted.iter().find_map(|ix| Some((closed_to_flight(t, unit, *ix, &zoc)?, *ix)));
    match shut {
        Some((closed, ix)) => refused(closed.words(t, ix, ix)),
        None => refused(format!("that path does not lead from the hex of {} to {}", t.name(unit), t.spot_at(end))),
    }
}

fn go(t: &mut Table, by: &'static str, units: &[UnitId], path: &[Hex]) {
    for unit in units.iter().copied() {
        let from = t.board.place(unit);
        match path.last() {
            Some(end) => {
                t.board.record(Atom(by), Fact::Moved { unit, from, to: Place::Map(*end), path: path.into() });
                t.entered(unit, path);
            }
            None => {
                let text = format!("{} has no way out and stays", t.name(unit));
                t.board.record(Atom("TOA-10.4.7.h"), Fact::Noted { text });
            }
        }
    }
}

/// [14.5] The unit that panics goes one hex back.
fn panic(t: &mut Table, unit: UnitId, units: &[UnitId], path: &[Hex]) -> Result<(), Illegal> {
    let refused = |why: String| Err(Illegal::new("TOA-14.5.a", why));
    if units != [unit] {
        return refused(format!("only {} panics", t.name(unit)));
    }
    let open = paths(t, unit, 1);
    let wanted: Option<Vec<Ix>> = path.iter().map(|h| t.board.ix(*h)).collect();
    if !wanted.is_some_and(|w| open.contains(&w)) {
        let why = objection(t, units, path, 1).filter(|_| path.len() == 1);
        return refused(match (path.len(), why) {
            (1, Some(why)) => why,
            (1, None) => format!("{} must retreat nearer to its supply", t.name(unit)),
            _ => format!("{} panics and retreats one hex", t.name(unit)),
        });
    }
    t.board.answer();
    go(t, "TOA-14.5.a", units, path);
    Ok(())
}
