//! [6] Air missions, air defense, missiles and navies.

use super::charts::{Flak, Sky, Strike};
use super::fog;
use super::orders::{Count, Decision, Holding, Mark, Optional, Purpose, Track};
use super::table::Table;
use super::tables::{Country, UnitType};
use super::weather;
use super::{GEORGIAN, RUSSIAN};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Modifier, Place, Side, UnitId};
use bevy_ecs::prelude::In;
use serde::{Deserialize, Serialize};

/// What a strike is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum MissionKind {
    /// [6.3] Disrupt a unit beside a friend.
    TacticalSupport,
    /// [6.4] Disrupt an air defense unit.
    Sead,
    /// [6.5] Damage a base.
    Bombardment,
    /// [6.6] The drone helps a gun; never ordered by itself.
    Uav,
}

/// A strike on its way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mission {
    /// Whose.
    pub side: Side,
    /// The aircraft, missile battalion, navy or drone.
    pub unit: UnitId,
    /// What for.
    pub kind: MissionKind,
    /// The mission hex; for the drone that of the gun.
    pub hex: Hex,
    /// [6.6] The gun that the drone helps.
    pub gun: Option<UnitId>,
    /// Air defense units that may still fire.
    pub flak: Vec<UnitId>,
    /// Air defense units that have fired, and so have shown themselves.
    pub shown: Vec<UnitId>,
}

impl Mission {
    /// Every counter it names.
    pub fn counters(&mut self) -> impl Iterator<Item = &mut UnitId> {
        std::iter::once(&mut self.unit).chain(&mut self.gun).chain(&mut self.flak).chain(&mut self.shown)
    }
}

/// The box of aircraft assigned to a mission.
fn box_of(kind: MissionKind) -> Option<Holding> {
    match kind {
        MissionKind::TacticalSupport => Some(Holding::TacticalSupport),
        MissionKind::Sead => Some(Holding::Sead),
        MissionKind::Bombardment => Some(Holding::Bombardment),
        MissionKind::Uav => None,
    }
}

/// The mission an aircraft is assigned to.
pub(super) fn assigned(t: &Table, unit: UnitId) -> Option<MissionKind> {
    [MissionKind::TacticalSupport, MissionKind::Sead, MissionKind::Bombardment].into_iter().find(|kind| box_of(*kind).is_some_and(|b| t.is_in(unit, b)))
}

/// [6.1], [6.3.c], [6.4.a], [6.5.a] Whether an aircraft may be assigned to a mission now.
pub(super) fn may_assign(t: &Table, unit: UnitId, kind: MissionKind) -> Result<Holding, Illegal> {
    let side = t.during(Purpose::Support, "TOA-6.1.b", "aircraft are assigned only in the Support Assignment Segment")?;
    if t.board.side(unit) != side || !t.is_in(unit, Table::available(side)) {
        return Err(Illegal::new("TOA-6.1.b", unavailable(t, side, unit)));
    }
    let name = t.name(unit);
    let refused = |rule: &'static str, why: String| Err(Illegal::new(rule, why));
    match (t.kind(unit), kind) {
        (_, MissionKind::Uav) => refused("TOA-6.6.a", NO_UAV_MISSION.into()),
        (UnitType::AirTactical | UnitType::AirStrategic, _) if t.has(unit, Mark::Flown) => refused("TOA-6.1.d", format!("{name} has already flown this turn")),
        (UnitType::AirTactical, MissionKind::TacticalSupport) => Ok(Holding::TacticalSupport),
        (UnitType::AirTactical, MissionKind::Sead) if side == RUSSIAN => Ok(Holding::Sead),
        (UnitType::AirTactical, MissionKind::Sead) => refused("TOA-6.4.a", "only the Russian side flies SEAD".into()),
        (UnitType::AirStrategic, MissionKind::Bombardment) => Ok(Holding::Bombardment),
        (UnitType::AirTactical, MissionKind::Bombardment) if side == GEORGIAN => refused("TOA-6.5.a", BOMBARDMENT_IS_RUSSIAN.into()),
        (UnitType::AirTactical, MissionKind::Bombardment) => refused("TOA-6.5.a", format!("{name} is a tactical strike, and those do not bomb bases")),
        (UnitType::AirStrategic, MissionKind::Sead) => refused("TOA-6.4.a", format!("{name} is a strategic strike, and those do not fly SEAD")),
        (UnitType::AirStrategic, _) => refused("TOA-6.3.c", format!("{name} is a strategic strike, and those do not fly Tactical Support")),
        _ => refused("TOA-6.1.f", format!("{name} needs no assignment")),
    }
}

const NO_UAV_MISSION: &str = "the drone flies no mission of its own: it helps a gun that fires in an attack";
const BOMBARDMENT_IS_RUSSIAN: &str = "only the Russian side bombs bases";

/// Why a unit is not in the Available box of a side.
fn unavailable(t: &Table, side: Side, unit: UnitId) -> String {
    let name = t.name(unit);
    match t.board.place(unit) {
        _ if t.board.side(unit) != side => t.foreign(unit),
        Place::Map(hex) => format!("{name} is on the map, in {}", t.spot(hex)),
        _ if assigned(t, unit).is_some() => format!("{name} is already assigned; take that back first"),
        _ if t.is_in(unit, Holding::Aborted) => match returns(t, unit) {
            Some(turn) => format!("{name} was aborted and is back on turn {turn}"),
            None => format!("{name} was aborted and does not come back before the game ends"),
        },
        _ if t.is_in(unit, Holding::AirPool) || t.is_in(unit, Holding::Fleet) => format!("{name} has not arrived yet"),
        _ => format!("{name} is not available"),
    }
}

/// [6.2.j] The turn on which an aborted aircraft is back, if that is still in the game.
fn returns(t: &Table, unit: UnitId) -> Option<i16> {
    let turn = t.board.status(unit).count(Count::Returns.id());
    Some(turn).filter(|turn| *turn <= i16::from(t.book.scenario(&t.start).turns))
}

/// [6.1.b] Assigns an aircraft.
pub(super) fn assign(In((unit, kind)): In<(UnitId, MissionKind)>, mut t: Table) -> Result<(), Illegal> {
    let holding = may_assign(&t, unit, kind)?;
    t.box_up("TOA-6.1.b", unit, holding);
    Ok(())
}

/// [6.1.b] Takes an assignment back.
pub(super) fn unassign(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let side = t.during(Purpose::Support, "TOA-6.1.b", "assignments are taken back only in the Support Assignment Segment")?;
    if t.board.side(unit) != side || assigned(&t, unit).is_none() {
        return Err(Illegal::new("TOA-6.1.b", format!("{} is not assigned to a mission", t.name(unit))));
    }
    t.box_up("TOA-6.1.b", unit, Table::available(side));
    Ok(())
}

/// [6.1.e] Aircraft that were assigned and not flown are available again.
pub(super) fn stand_down(t: &mut Table) {
    for holding in [Holding::TacticalSupport, Holding::Sead, Holding::Bombardment] {
        for unit in t.board.boxed(holding.id()).to_vec() {
            let home = Table::available(t.board.side(unit));
            t.box_up("TOA-6.1.e", unit, home);
        }
    }
}

/// [6.3]–[6.5] Whether a strike of this kind may go to a hex.
pub(super) fn may_strike(t: &Table, side: Side, kind: MissionKind, hex: Hex) -> Result<Ix, Illegal> {
    let Some(ix) = t.board.ix(hex) else { return Err(Illegal::new("TOA-6.1.c", format!("{hex} is not on the map"))) };
    let ground_attack = t.track(Track::GroundAttack) > 0;
    let refused = |rule: &'static str, why: String| Err(Illegal::new(rule, why));
    match kind {
        MissionKind::TacticalSupport if ground_attack => {
            refused("TOA-6.3.a", "Tactical Support comes before the first ground attack of the segment, which has already been declared".into())
        }
        MissionKind::TacticalSupport if !t.holds(side.other(), ix) => refused("TOA-6.3.b", format!("there is no enemy unit in {}", t.spot(hex))),
        MissionKind::TacticalSupport if !t.adjacent_to(side, ix) => refused("TOA-6.3.b", format!("there is no friendly ground unit next to {}", t.spot(hex))),
        MissionKind::Sead if side != RUSSIAN => refused("TOA-6.4.a", "only the Russian side flies SEAD".into()),
        MissionKind::Sead if ground_attack => {
            refused("TOA-6.4.a", "SEAD comes before the first ground attack of the segment, which has already been declared".into())
        }
        MissionKind::Sead if !t.holds(GEORGIAN, ix) => refused("TOA-6.4.e", format!("there is no enemy unit in {}", t.spot(hex))),
        MissionKind::Bombardment if side != RUSSIAN => refused("TOA-6.7.1.b", BOMBARDMENT_IS_RUSSIAN.into()),
        MissionKind::Bombardment if !t.charts.footing[ix.at()].base => refused("TOA-6.5.b", format!("there is no Georgian base in {}", t.spot(hex))),
        MissionKind::Bombardment if t.holds(RUSSIAN, ix) => refused("TOA-6.5.b", format!("there is a Russian unit in {}", t.spot(hex))),
        MissionKind::Uav => refused("TOA-6.6.a", NO_UAV_MISSION.into()),
        _ => Ok(ix),
    }
}

/// [6.1], [6.0.b] Whether an assigned aircraft may fly to a hex.
pub(super) fn may_fly(t: &Table, unit: UnitId, hex: Hex) -> Result<MissionKind, Illegal> {
    let side = t.during(Purpose::Combat, "TOA-6.1.c", "missions are flown only in the Combat Segment")?;
    if t.board.side(unit) != side {
        return Err(Illegal::new("TOA-6.1.b", t.foreign(unit)));
    }
    let Some(kind) = assigned(t, unit) else {
        return Err(Illegal::new("TOA-6.1.b", format!("{} is not assigned to a mission", t.name(unit))));
    };
    let ix = may_strike(t, side, kind, hex)?;
    if side == GEORGIAN && t.charts.footing[ix.at()].country == Country::Russia {
        return Err(Illegal::new("TOA-6.0.b", format!("{} is in Russia, where Georgian aircraft do not fly", t.spot(hex))));
    }
    Ok(kind)
}

/// [6.1.c] An aircraft flies to its target; first the enemy's air defense may fire.
pub(super) fn fly(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    let kind = may_fly(&t, unit, hex)?;
    let side = t.board.side(unit);
    t.mark("TOA-6.1.d", unit, Mark::Flown);
    start(&mut t, Mission { side, unit, kind, hex, gun: None, flak: Vec::new(), shown: Vec::new() });
    Ok(())
}

/// [6.2.c] An aircraft comes into the range of air defense.
pub(super) fn start(t: &mut Table, mut mission: Mission) {
    fog::note_unseen(t, mission.side);
    mission.flak = in_range(t, mission.side.other(), mission.hex);
    t.board.record(Atom("TOA-6.1.c"), Fact::Struck { unit: mission.unit, hex: mission.hex });
    t.board.ask(Decision::AirDefense(mission));
}

/// [6.2.a], [6.2.b] The air defense units of a side that reach a hex, undisrupted ones first.
pub(super) fn in_range(t: &Table, side: Side, hex: Hex) -> Vec<UnitId> {
    let reaches = |unit: &UnitId| {
        let range = t.printed(*unit).air_defense;
        let at = t.board.hex(*unit);
        range.zip(at).and_then(|(range, at)| Some(t.board.distance(at, hex)? <= range)).unwrap_or(false)
    };
    let mut units: Vec<UnitId> = t.on_map(side).filter(reaches).collect();
    units.sort_by_key(|u| t.has(*u, Mark::Disrupted));
    units
}

/// Why a unit does not fire at an aircraft over a hex.
fn out_of_range(t: &Table, unit: UnitId, hex: Hex) -> String {
    let (name, spot) = (t.name(unit), t.spot(hex));
    match t.printed(unit).air_defense.zip(t.board.hex(unit)) {
        Some((range, _)) => format!("{spot} is out of reach of {name}, whose air defense range is {range}"),
        None => format!("{name} is not an air defense unit on the map"),
    }
}

/// The mission that air defense may fire at now.
fn under_fire(t: &Table) -> Result<Mission, Illegal> {
    match t.board.decision() {
        Some(Decision::AirDefense(mission)) => Ok(mission.clone()),
        _ => Err(Illegal::new("TOA-6.2.c", "no aircraft is on a mission now")),
    }
}

/// [6.2.d], [6.2.e] One air defense unit fires, once at each aircraft.
pub(super) fn fire_ad(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut mission = under_fire(&t)?;
    if !mission.flak.contains(&unit) {
        let name = t.name(unit);
        let why = match () {
            () if mission.shown.contains(&unit) => format!("{name} has already fired at this aircraft"),
            () if t.board.side(unit) == mission.side => t.foreign(unit),
            () => out_of_range(&t, unit, mission.hex),
        };
        return Err(Illegal::new("TOA-6.2.d", why));
    }
    mission.flak.retain(|u| *u != unit);
    mission.shown.push(unit);
    t.board.answer();
    if shoot(&mut t, unit, &mission) {
        t.board.ask(Decision::AirDefense(mission));
    } else if let Some(gun) = mission.gun {
        super::combat::fire::shell(&mut t, gun, false); // the gun fires without its drone
    }
    Ok(())
}

/// Resolves a shot; tells whether the aircraft goes on.
fn shoot(t: &mut Table, gun: UnitId, mission: &Mission) -> bool {
    let disrupted = t.has(gun, Mark::Disrupted).then_some(("disrupted", t.charts.flak.disrupted)); // [10.1.b]
    let modifiers: Vec<Modifier> = disrupted.into_iter().collect();
    let die = t.roll("TOA-6.2.e", "air defense", &modifiers);
    match t.charts.flak.bands.read(die) {
        Flak::NoEffect => true, // [6.2.f]
        Flak::Abort => {
            abort(t, mission.unit);
            false // [6.2.i]
        }
        Flak::Loss => {
            // [6.2.h]
            if t.die("TOA-6.2.h", "aircraft hit") <= t.charts.flak.loss_scored {
                let track = if mission.side == GEORGIAN { Track::GeorgianAir } else { Track::RussianAir };
                t.add_track("TOA-6.2.h", track, 1);
                t.box_up("TOA-6.2.h", mission.unit, Table::available(mission.side));
            } else {
                abort(t, mission.unit);
            }
            false
        }
    }
}

/// [6.2.g] An aborted aircraft comes back at once, done for this turn, or turns later; [6.2.j] perhaps never.
fn abort(t: &mut Table, unit: UnitId) {
    let later = t.die("TOA-6.2.g", "abort") <= t.charts.flak.abort_to_turn_track;
    if later {
        let back = t.board.clock().turn + t.charts.flak.abort_turns;
        t.board.count(Atom("TOA-6.2.g"), unit, Count::Returns.id(), i16::from(back));
        t.box_up("TOA-6.2.g", unit, Holding::Aborted);
        let text = match returns(t, unit) {
            Some(turn) => format!("{} is back on turn {turn}", t.name(unit)),
            None => format!("{} does not come back before the game ends", t.name(unit)),
        };
        t.board.record(Atom("TOA-6.2.g"), Fact::Noted { text });
    } else {
        let home = Table::available(t.board.side(unit));
        t.box_up("TOA-6.2.g", unit, home);
    }
}

/// The defender fires no other gun.
pub(super) fn hold_fire(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut mission = under_fire(&t)?;
    let side = mission.side.other();
    mission.flak.clear();
    t.board.answer();
    t.board.record(Atom("TOA-6.2.d"), Fact::Declined { side, what: "to fire at the aircraft" });
    t.board.ask(Decision::AirDefense(mission));
    Ok(())
}

/// Goes on with a mission once nobody fires any more. Tells whether it did.
pub(super) fn proceed(t: &mut Table) -> bool {
    let Some(Decision::AirDefense(mission)) = t.board.decision().cloned() else { return false };
    if !mission.flak.is_empty() {
        return false;
    }
    t.board.answer();
    if mission.side == RUSSIAN && t.plays(Optional::FriendlyFire) {
        // [14.6.a] one roll a mission, after any Georgian fire
        let own = in_range(t, RUSSIAN, mission.hex);
        if !own.is_empty() && t.die("TOA-14.6.a", "friendly fire") <= t.charts.options.friendly_fire_on {
            t.board.record(Atom("TOA-14.6.a"), Fact::Asked { side: GEORGIAN, what: "choose the Russian unit that fires" });
            t.board.ask(Decision::FriendlyFire { mission, units: own.into() });
            return true;
        }
    }
    arrive(t, mission);
    true
}

/// [14.6.a] The Georgian names the Russian unit that fires at its own aircraft.
pub(super) fn friendly_fire(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let Some(Decision::FriendlyFire { mission, units }) = t.board.decision().cloned() else {
        return Err(Illegal::new("TOA-14.6.a", "no Russian unit is about to fire at its own aircraft"));
    };
    if !units.contains(&unit) {
        let why = if t.board.side(unit) == RUSSIAN { out_of_range(&t, unit, mission.hex) } else { format!("{} is not a Russian unit", t.name(unit)) };
        return Err(Illegal::new("TOA-14.6.a", why));
    }
    t.board.answer();
    if shoot(&mut t, unit, &mission) {
        arrive(&mut t, mission);
    }
    Ok(())
}

/// The strike came through.
fn arrive(t: &mut Table, mission: Mission) {
    match mission.kind {
        MissionKind::TacticalSupport => t.board.ask(Decision::Target(mission)),
        MissionKind::Sead if targets(t, &mission).is_empty() => t.box_up("TOA-6.4.e", mission.unit, Holding::RussianAvailable),
        MissionKind::Sead => t.board.ask(Decision::Target(mission)),
        MissionKind::Bombardment => bomb(t, &mission),
        MissionKind::Uav => {
            t.box_up("TOA-6.6.c", mission.unit, Holding::GeorgianAvailable);
            if let Some(gun) = mission.gun {
                super::combat::fire::shell(t, gun, true);
            }
        }
    }
}

/// Places in the stack that may be named, from the top: [6.3.j] any, [6.4.e] those of air defense units.
pub(super) fn targets(t: &Table, mission: &Mission) -> Vec<(u8, UnitId)> {
    let Some(ix) = t.board.ix(mission.hex) else { return Vec::new() };
    let stack = t.board.stack(ix).iter().rev().enumerate().map(|(i, unit)| (i as u8 + 1, *unit));
    stack.filter(|(_, unit)| mission.kind != MissionKind::Sead || t.printed(*unit).air_defense.is_some()).collect()
}

/// [6.3.f], [6.4.c] The target is named and the strike resolved.
pub(super) fn target(In(place): In<u8>, mut t: Table) -> Result<(), Illegal> {
    let Some(Decision::Target(mission)) = t.board.decision().cloned() else {
        return Err(Illegal::new("TOA-6.3.f", "no strike is waiting for a target"));
    };
    let Some((_, unit)) = targets(&t, &mission).into_iter().find(|(p, _)| *p == place) else {
        let height = t.board.ix(mission.hex).map_or(0, |ix| t.board.stack(ix).len());
        let (rule, why) = match mission.kind {
            MissionKind::Sead if usize::from(place) <= height && place > 0 => {
                ("TOA-6.4.b", format!("unit {place} from the top in {} has no air defense", t.spot(mission.hex)))
            }
            MissionKind::Sead => ("TOA-6.4.b", format!("the stack in {} is only {height} high", t.spot(mission.hex))),
            _ => ("TOA-6.3.j", format!("the stack in {} is only {height} high", t.spot(mission.hex))),
        };
        return Err(Illegal::new(rule, why));
    };
    t.board.answer();
    if mission.kind == MissionKind::Sead {
        suppress(&mut t, unit)
    } else {
        support(&mut t, &mission, unit)
    }
    go_home(&mut t, &mission);
    Ok(())
}

/// [6.1.c] After the mission the unit is available again, done for this turn; missile battalions stay where they are.
fn go_home(t: &mut Table, mission: &Mission) {
    if t.board.hex(mission.unit).is_none() && !t.is_in(mission.unit, Table::available(mission.side)) {
        t.box_up("TOA-6.1.c", mission.unit, Table::available(mission.side));
    }
}

/// [6.4.c] SEAD against one air defense unit.
fn suppress(t: &mut Table, unit: UnitId) {
    let modifiers: Vec<Modifier> = weather::modifier(t).into_iter().collect();
    let die = t.roll("TOA-6.4.c", "SEAD", &modifiers);
    if t.charts.sead.bands.read(die) != Strike::Nothing {
        t.disrupt("TOA-6.4.c", unit);
    }
}

/// [6.3.f]–[6.3.i] Tactical Support against one unit.
fn support(t: &mut Table, mission: &Mission, unit: UnitId) {
    let watched = watched(t, mission.side, unit).then_some(("recon", t.charts.bombardment.recon));
    let modifiers: Vec<Modifier> = weather::modifier(t).into_iter().chain(watched).collect();
    let die = t.roll("TOA-6.3.f", "Tactical Support", &modifiers);
    let strike = t.charts.bombardment.bands.read(die);
    if strike != Strike::Nothing {
        t.disrupt("TOA-6.3.g", unit);
    }
    let Some(ix) = t.board.ix(mission.hex) else { return };
    let footing = t.charts.footing[ix.at()];
    if matches!(strike, Strike::HitAndCollateral(_)) && footing.city {
        let track = if footing.country.is_breakaway() { Track::OssetianCollateral } else { Track::GeorgianCollateral };
        collateral(t, "TOA-6.3.h", track);
    }
}

fn collateral(t: &mut Table, by: &'static str, track: Track) {
    if t.die(by, "collateral damage") >= t.charts.bombardment.collateral {
        t.add_track(by, track, 1);
    }
}

/// [10.3.c] Whether special forces that watch stand next to a unit.
fn watched(t: &Table, side: Side, unit: UnitId) -> bool {
    let Some(at) = t.board.hex(unit) else { return false };
    t.on_map(side).any(|sof| t.has(sof, Mark::Watching) && t.board.hex(sof).and_then(|h| t.board.distance(h, at)) == Some(1))
}

/// [6.5.d]–[6.5.f] Bombs on a base.
fn bomb(t: &mut Table, mission: &Mission) {
    let modifiers: Vec<Modifier> = weather::modifier(t).into_iter().collect();
    let die = t.roll("TOA-6.5.d", "bombardment", &modifiers);
    let (damage, spills) = match t.charts.bombardment.bands.read(die) {
        Strike::Nothing => (0, false),
        Strike::Hit(n) => (n, false),
        Strike::HitAndCollateral(n) => (n, true),
    };
    if damage > 0 {
        t.add_track("TOA-6.5.e", Track::Infrastructure, i32::from(damage));
    }
    if spills {
        collateral(t, "TOA-6.5.f", Track::GeorgianCollateral);
    }
    go_home(t, mission);
}

/// [6.7.e] Missiles never fall on Russia.
fn not_russia(t: &Table, ix: Ix) -> Result<(), Illegal> {
    match t.charts.footing[ix.at()].country {
        Country::Georgia | Country::SouthOssetia | Country::Abkhazia => Ok(()),
        _ => Err(Illegal::new("TOA-6.7.e", format!("missiles strike only Georgia, Abkhazia and South Ossetia, and {} is elsewhere", t.spot_at(ix)))),
    }
}

/// [6.7] Whether a missile battalion may strike a hex.
pub(super) fn may_launch(t: &Table, unit: UnitId, kind: MissionKind, hex: Hex) -> Result<(), Illegal> {
    let side = t.during(Purpose::Combat, "TOA-6.7.a", "missiles are launched only in the Combat Segment")?;
    if t.board.side(unit) != side {
        return Err(Illegal::new("TOA-6.7.a", t.foreign(unit)));
    }
    let Some(at) = t.board.hex(unit).filter(|_| t.kind(unit) == UnitType::Missile) else {
        return Err(Illegal::new("TOA-6.7.a", format!("{} is not a missile battalion on the map", t.name(unit))));
    };
    if t.has(unit, Mark::Fired) {
        return Err(Illegal::new("TOA-6.7.d", format!("{} has already fired this turn", t.name(unit))));
    }
    strike_by_missile(t, side, kind, hex, at)
}

/// What missiles of battalions and navies have in common.
fn strike_by_missile(t: &Table, side: Side, kind: MissionKind, hex: Hex, from: Hex) -> Result<(), Illegal> {
    if kind == MissionKind::Sead {
        return Err(Illegal::new("TOA-6.4.a", "SEAD is flown by tactical strikes, not by missiles or naval units"));
    }
    let ix = may_strike(t, side, kind, hex)?;
    not_russia(t, ix)?;
    let range = t.charts.missiles.range;
    match t.board.distance(from, hex) {
        Some(d) if d <= range => Ok(()),
        Some(d) => Err(Illegal::new("TOA-6.7.a", format!("{} is {d} hexes from {}, and missiles reach {range}", t.spot(hex), t.spot(from)))),
        None => Err(Illegal::new("TOA-6.7.a", format!("{from} is not on the map"))),
    }
}

/// [6.7.b], [6.7.c] A missile battalion strikes; no air defense reaches it.
pub(super) fn launch(In((unit, kind, hex)): In<(UnitId, MissionKind, Hex)>, mut t: Table) -> Result<(), Illegal> {
    may_launch(&t, unit, kind, hex)?;
    let side = t.board.side(unit);
    t.mark("TOA-6.7.d", unit, Mark::Fired);
    t.board.record(Atom("TOA-6.7.a"), Fact::Struck { unit, hex });
    arrive(&mut t, Mission { side, unit, kind, hex, gun: None, flak: Vec::new(), shown: Vec::new() });
    Ok(())
}

/// [6.7.1] Whether a navy may strike a hex from another.
pub(super) fn may_bombard(t: &Table, unit: UnitId, from: Hex, kind: MissionKind, hex: Hex) -> Result<(), Illegal> {
    let side = t.during(Purpose::Combat, "TOA-6.7.1.a", "naval units strike only in the Combat Segment")?;
    if t.kind(unit) != UnitType::Naval {
        return Err(Illegal::new("TOA-6.7.1.a", format!("{} is not a naval unit", t.name(unit))));
    }
    if t.board.side(unit) != side || !t.is_in(unit, Table::available(side)) {
        return Err(Illegal::new("TOA-6.7.1.a", unavailable(t, side, unit)));
    }
    if t.has(unit, Mark::Flown) {
        return Err(Illegal::new("TOA-6.7.1.a", format!("{} has already struck this turn", t.name(unit))));
    }
    let sea_or_coast = t.board.ix(from).filter(|ix| t.charts.footing[ix.at()].sea || t.charts.footing[ix.at()].coastal);
    let Some(ix) = sea_or_coast else { return Err(Illegal::new("TOA-6.7.1.a", format!("{} is neither sea nor coast", t.spot(from)))) };
    if t.holds(side.other(), ix) {
        return Err(Illegal::new("TOA-6.7.1.c", format!("there is an enemy unit in {}", t.spot(from))));
    }
    let bound = t.track(Track::LandingHex);
    if side == RUSSIAN && bound != 0 && bound != i32::from(from.0) {
        let landing = t.spot(Hex(bound as u16));
        return Err(Illegal::new("TOA-13.3.d", format!("on the turn of the landing the fleet strikes only from {landing}")));
    }
    strike_by_missile(t, side, kind, hex, from)
}

/// [6.7.1.a] A navy strikes.
pub(super) fn bombard(In((unit, from, kind, hex)): In<(UnitId, Hex, MissionKind, Hex)>, mut t: Table) -> Result<(), Illegal> {
    may_bombard(&t, unit, from, kind, hex)?;
    let side = t.board.side(unit);
    t.mark("TOA-6.7.1.a", unit, Mark::Flown);
    t.board.record(Atom("TOA-6.7.1.a"), Fact::Struck { unit, hex });
    arrive(&mut t, Mission { side, unit, kind, hex, gun: None, flak: Vec::new(), shown: Vec::new() });
    Ok(())
}

/// [10.3.a] Whether special forces may try recon now.
pub(super) fn may_recon(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    let refused = |why: String| Err(Illegal::new("TOA-10.3.a", why));
    if t.segment().whose(Purpose::Combat) != Some(RUSSIAN) {
        return refused("recon is done only in the Russian Combat Segment".into());
    }
    if t.kind(unit) != UnitType::Sof || t.board.side(unit) != RUSSIAN {
        return refused(format!("{} is not a Russian special forces unit", t.name(unit)));
    }
    if t.has(unit, Mark::Scouted) {
        return refused(format!("{} has already tried recon or led an attack in this segment", t.name(unit)));
    }
    match t.ix_of(unit) {
        Some(ix) if t.adjacent_to(GEORGIAN, ix) => Ok(()),
        _ => Err(Illegal::new("TOA-10.3.b", format!("there is no enemy unit next to {}", t.name(unit)))),
    }
}

/// [10.3.b] Special forces try recon.
pub(super) fn recon(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    may_recon(&t, unit)?;
    t.mark("TOA-10.3.a", unit, Mark::Scouted);
    if t.die("TOA-10.3.b", "recon") >= t.charts.recon.succeeds_on {
        t.mark("TOA-10.3.b", unit, Mark::Watching);
    }
    Ok(())
}

/// [6.6.d] Whether the drone may fly.
pub(super) fn drone(t: &Table) -> Result<UnitId, Illegal> {
    let Some(drone) = t.board.units().find(|u| t.kind(*u) == UnitType::Uav) else {
        return Err(Illegal::new("TOA-6.6.d", "there is no drone in this game"));
    };
    if !t.is_in(drone, Holding::GeorgianAvailable) {
        return Err(Illegal::new("TOA-6.6.d", unavailable(t, GEORGIAN, drone)));
    }
    if t.has(drone, Mark::Flown) {
        return Err(Illegal::new("TOA-6.6.d", "the drone has already flown this turn"));
    }
    if weather::now(t) == Sky::Rain {
        return Err(Illegal::new("TOA-12.0.c", "the drone does not fly in rain"));
    }
    Ok(drone)
}
