//! [10] Reinforcements: the actions that bring them, and where each may come.

use super::orders::{Decision, Holding, Optional, Spot, Track};
use super::table::Table;
use super::tables::{Kind, Nation};
use super::{COALITION, actions, bases, flights, guerrillas, movement, options, scenario};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Place, Side, UnitId, Units};
use bevy_ecs::prelude::In;

/// Why units are deployed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// [7.1] The shock marker was played.
    Shock,
    /// [10.1] A reinforcement action, with NATO units or without.
    Reinforce {
        /// Whether NATO units may be among them.
        nato: bool,
    },
    /// [10.1.c] Chinese mobilization.
    Mobilize,
    /// [3.6.b] NATO has entered the war.
    Activation,
}

/// [10.1] Units being deployed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deployment {
    /// Whose.
    pub side: Side,
    /// Why.
    pub why: Why,
    /// How many may still come.
    pub left: u8,
    /// [10.2.3] The unit that is flying in, and its points.
    pub landing: Option<(UnitId, u8)>,
    /// [22.2.c] Forward operations bases that were taken off the map in this action.
    pub returned: Vec<UnitId>,
}

impl Deployment {
    /// The beginning of one.
    pub fn new(side: Side, why: Why, left: u8) -> Deployment {
        Deployment { side, why, left, landing: None, returned: Vec::new() }
    }
}

/// The deployment under way.
pub fn current(t: &Table) -> Result<Deployment, Illegal> {
    match t.open() {
        Some(Decision::Deployment(deployment)) => Ok((**deployment).clone()),
        _ => Err(Illegal::new("PME-10.1.a", "no reinforcements are being deployed")),
    }
}

fn keep(t: &mut Table, deployment: Deployment) {
    t.amend(Decision::Deployment(Box::new(deployment)));
}

/// [10.1.d], [APC.d], [F7] Whether a reinforcement action may be taken now.
pub fn may_reinforce(t: &Table, nato: bool) -> Result<Side, Illegal> {
    let side = actions::acting(t)?;
    may_once(t, side)?;
    if nato && t.side_of(Nation::Nato) != Some(side) {
        return Err(Illegal::new("PME-APC.d", format!("NATO is not on the {} side", t.book.sides[side.at()])));
    }
    actions::may_pay(t, side, if nato { t.charts.costs.reinforce_nato } else { t.charts.costs.reinforce })?;
    something_to_deploy(t, side, Why::Reinforce { nato })?;
    Ok(side)
}

fn may_once(t: &Table, side: Side) -> Result<(), Illegal> {
    if t.track(Track::reinforced(side)) == 0 {
        return Ok(());
    }
    Err(Illegal::new("PME-10.1.d", "each side has one reinforcement action a turn, and this one has been taken"))
}

fn something_to_deploy(t: &Table, side: Side, why: Why) -> Result<(), Illegal> {
    let deployment = Deployment::new(side, why, 1);
    if candidates(t, &deployment).is_empty() && recruiting(t, &deployment).is_empty() && options::fob::on_map(t, side).is_empty() {
        return Err(Illegal::new("PME-10.2.a", "no unit among the reinforcements can be deployed now"));
    }
    Ok(())
}

/// [10.1] A reinforcement action.
pub fn reinforce(In(nato): In<bool>, mut t: Table) -> Result<(), Illegal> {
    t.refresh();
    let side = may_reinforce(&t, nato)?;
    let cost = if nato { t.charts.costs.reinforce_nato } else { t.charts.costs.reinforce };
    actions::open(&mut t, side, cost, "PME-APC.d");
    t.set_track("PME-10.1.d", Track::reinforced(side), 1);
    let dice = t.charts.reinforcements.dice;
    let left = t.dice("PME-10.1.a", "reinforcements", dice);
    t.ask(Decision::Deployment(Box::new(Deployment::new(side, Why::Reinforce { nato }, left))));
    Ok(())
}

/// [10.1.c] Whether China may mobilize now.
pub fn may_mobilize(t: &Table) -> Result<Side, Illegal> {
    let side = actions::acting(t)?;
    if side != COALITION {
        return Err(Illegal::new("PME-10.1.c", "only China can mobilize"));
    }
    if t.track(Track::Mobilized) > 0 {
        return Err(Illegal::new("PME-10.1.c", "China can mobilize only once per game, and it has already done so"));
    }
    may_once(t, side)?; // what is used up comes before who may [F89]
    if t.first() != COALITION {
        return Err(Illegal::new("PME-10.1.c", "China can mobilize only on a turn when the Coalition is the first player"));
    }
    actions::may_pay(t, side, t.charts.costs.mobilize)?;
    something_to_deploy(t, side, Why::Mobilize)?;
    Ok(side)
}

/// [10.1.c] China mobilizes.
pub fn mobilize(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    t.refresh();
    let side = may_mobilize(&t)?;
    let cost = t.charts.costs.mobilize;
    actions::open(&mut t, side, cost, "PME-10.1.c");
    t.set_track("PME-10.1.d", Track::reinforced(side), 1);
    t.set_track("PME-10.1.c", Track::Mobilized, 1);
    let dice = t.charts.reinforcements.mobilization_dice;
    let left = t.dice("PME-10.1.c", "mobilized units", dice);
    t.ask(Decision::Deployment(Box::new(Deployment::new(side, Why::Mobilize, left))));
    Ok(())
}

/// [10.1], [10.5], [F7], [F91] Whether a unit is one that this deployment may bring.
pub fn may_come(t: &Table, d: &Deployment, unit: UnitId) -> Result<(), Illegal> {
    t.owned(d.side, unit, "PME-5.2.b")?;
    let (printed, name) = (t.printed(unit), t.seen_name(unit));
    if t.is_in(unit, Holding::eliminated(d.side)) {
        let rule = if printed.kind.is_ground() { "PME-11.1.c" } else { "PME-11.3.b" };
        return Err(Illegal::new(rule, format!("{name} is eliminated and never returns")));
    }
    if d.why == Why::Activation {
        let waits = t.is_in(unit, Holding::Waiting);
        return if waits { Ok(()) } else { Err(Illegal::new("PME-3.6.b", "first the NATO army has to be placed in South Korea")) };
    }
    if !t.is_in(unit, Holding::reinforcements(d.side)) {
        return Err(Illegal::new("PME-10.1.a", format!("{name} is not among the reinforcements")));
    }
    if printed.is_sixth() {
        return Err(Illegal::new("PME-22.3.b", format!("{name} is won in Hyperwar attacks and never deployed")));
    }
    if printed.nation == Nation::Nato && d.why == (Why::Reinforce { nato: false }) {
        return Err(Illegal::new("PME-APC.d", format!("{name} belongs to NATO, whose units come only with the more expensive reinforcement action")));
    }
    if d.why == Why::Mobilize && printed.nation.id() != t.charts.reinforcements.mobilization_nation {
        return Err(Illegal::new("PME-10.1.c", format!("{name} is not Chinese, and only Chinese units are mobilized")));
    }
    if d.returned.contains(&unit) {
        return Err(Illegal::new("PME-22.2.c", format!("{name} was taken off the map in this action and is available again from the next one on")));
    }
    Ok(())
}

/// [10.2] Whether a unit may be deployed somewhere, and the rule that lets it.
pub fn may_deploy(t: &Table, d: &Deployment, unit: UnitId, to: Spot) -> Result<&'static str, Illegal> {
    may_come(t, d, unit)?;
    let (printed, name) = (t.printed(unit), t.seen_name(unit));
    if d.landing.is_some() {
        return Err(Illegal::new("PME-10.2.3.b", "first the unit that is flying in has to land"));
    }
    if d.left == 0 {
        return Err(Illegal::new("PME-10.1.a", "as many units as the dice allow have been deployed"));
    }
    if printed.kind == Kind::Guerrilla {
        return Err(Illegal::new("PME-8.2.a", "guerrillas are drawn at random: choose only the hex"));
    }
    match to {
        Spot::Staging if printed.kind.is_ground() => Err(Illegal::new("PME-21.1.a", format!("{name} is a ground unit, and none enters a Staging Area"))),
        Spot::Staging => Ok("PME-10.4.a"),
        _ if !printed.kind.is_ground() => Err(Illegal::new("PME-10.4.a", format!("{name} is deployed to the Staging Area"))),
        Spot::Base => may_base(t, d, unit),
        Spot::Hex(hex) => may_arrive(t, d, unit, t.on_the_map(hex, "PME-10.2.a")?),
    }
}

fn may_base(t: &Table, d: &Deployment, unit: UnitId) -> Result<&'static str, Illegal> {
    let (printed, name) = (t.printed(unit), t.name(unit));
    if d.why == Why::Activation {
        return Err(Illegal::new("PME-3.6.b", format!("{name} is placed in a city of South Korea")));
    }
    if printed.kind == Kind::Fob {
        return Err(Illegal::new("PME-22.2.a", format!("{name} has to be placed where a ground unit of its side stands")));
    }
    if printed.nation.base().is_none() {
        return Err(Illegal::new("PME-12.9.a", format!("{} has no off-map base", printed.nation.name())));
    }
    let arrival = t.charts.reinforcements.places.get(&printed.nation.id());
    if !arrival.is_some_and(|arrival| arrival.off_map) || !bases::is_open(t, printed.nation) {
        return Err(Illegal::new("PME-10.3.a", format!("{name} has no off-map base to be deployed in")));
    }
    Ok("PME-10.3.a")
}

/// [10.2.1], [10.2.2], [10.2.4] Whether a hex takes a reinforcement, and the rule that lets it.
fn may_arrive(t: &Table, d: &Deployment, unit: UnitId, ix: Ix) -> Result<&'static str, Illegal> {
    let (printed, name, spot) = (t.printed(unit), t.name(unit), || t.spot_at(ix));
    let there = t.footing(ix);
    if d.why == Why::Activation {
        let city = there.city.is_some() && there.country == Some(Nation::Rok);
        return if city { Ok("PME-3.6.b") } else { Err(Illegal::new("PME-3.6.b", format!("{name} is placed in a city of South Korea, not in {}", spot()))) };
    }
    if printed.kind == Kind::Fob {
        return options::fob::may_stand(t, d.side, ix).map(|()| "PME-22.2.a");
    }
    scenario::open_country(t, unit, ix).map_err(|no| t.of_hex(ix, no))?;
    if t.hex_has(ix, super::orders::HexMark::Fallout) {
        return Err(Illegal::new("PME-27.1.b", format!("{} is closed by fallout", spot())));
    }
    let rule = ["PME-10.2.2.a", "PME-10.2.2.b", "PME-10.2.2.c", "PME-10.2.2.e", "PME-10.2.2.f", "PME-10.2.2.d"][printed.nation.at()];
    if t.charts.reinforcements.places.get(&printed.nation.id()).is_some_and(|arrival| {
        let held = t.controls(d.side, ix);
        (held && arrival.bases.has(there.country) && bases::is_base(t, d.side, ix))
            || (held && arrival.cities.has(there.country) && there.city.is_some())
            || (arrival.ports.has(there.country) && bases::is_port(t, d.side, ix))
    }) {
        // A forward operations base may stand in high mountains [22.2.a], which others do not enter.
        return movement::firm(t, unit, ix).map(|()| rule).map_err(|no| t.of_hex(ix, no));
    }
    let shores = &t.charts.spots.landings[printed.nation.at()];
    let lands = printed.kind == Kind::Amphibious && !shores.is_empty();
    if lands && shores.contains(&ix) && there.cost.is_some() {
        if t.occupant(ix) == Some(d.side.other()) {
            return Err(Illegal::new("PME-10.2.1.a", format!("{} holds enemy units", spot())));
        }
        return Ok("PME-10.2.4.a");
    }
    if printed.kind == Kind::Amphibious && there.city.is_none() && (lands || t.board.map.set("coastal").contains(&ix)) {
        let why = match lands {
            true => format!("{} is not on a coast where reinforcements of {} land", spot(), printed.nation.name()),
            false => format!("{name} cannot land in {}: reinforcements of {} never land on the coast", spot(), printed.nation.name()),
        };
        return Err(Illegal::new("PME-10.2.4.a", why));
    }
    Err(Illegal::new(
        rule,
        format!("{name} cannot be deployed in {}: it is not a friendly base, port or city of the kind that {} uses", spot(), printed.nation.name()),
    ))
}

/// The hexes in which a unit of this deployment may arrive.
pub fn hexes(t: &Table, d: &Deployment, unit: UnitId) -> Vec<Hex> {
    if !t.kind(unit).is_ground() || t.kind(unit) == Kind::Guerrilla {
        return Vec::new();
    }
    let spots = &t.charts.spots;
    let mut near: Vec<Ix> = match t.kind(unit) {
        Kind::Fob => t.on_map(d.side).filter_map(|u| t.ix_of(u)).collect(),
        _ => spots.cities.iter().copied().chain(bases::all(t, d.side)).chain(spots.landings[t.printed(unit).nation.at()].iter().copied()).collect(),
    };
    near.sort_unstable();
    near.dedup();
    let hexes = near.into_iter().map(|ix| t.hex(ix));
    hexes.filter(|hex| may_deploy(t, d, unit, Spot::Hex(*hex)).is_ok()).collect()
}

/// The units that this deployment could bring now.
pub fn candidates(t: &Table, d: &Deployment) -> Vec<UnitId> {
    let from = if d.why == Why::Activation { Holding::Waiting } else { Holding::reinforcements(d.side) };
    let able = |unit: &UnitId| {
        let spot = |to| may_deploy(t, d, *unit, to).is_ok();
        may_come(t, d, *unit).is_ok() && (spot(Spot::Staging) || spot(Spot::Base) || may_drop_in(t, d, *unit).is_ok() || !hexes(t, d, *unit).is_empty())
    };
    t.boxed(from).into_iter().filter(able).collect()
}

/// [8.2.b] The hexes in which guerrillas could be recruited by this deployment.
pub fn recruiting(t: &Table, d: &Deployment) -> Vec<Ix> {
    if d.left == 0 || d.landing.is_some() || !recruits(t, d) {
        return Vec::new();
    }
    t.board.map.grid.all().filter(|ix| guerrillas::may_rise(t, d.side, *ix).is_ok()).collect()
}

/// Whether guerrillas can be drawn for this deployment.
fn recruits(t: &Table, d: &Deployment) -> bool {
    // All guerrillas of a side are of one nation, so this tells nothing of any of them.
    d.why != Why::Activation && t.recruits(d.side).first().is_some_and(|u| may_come(t, d, *u).is_ok())
}

/// [10.2] A reinforcement is deployed.
pub fn deploy(In((unit, to)): In<(UnitId, Spot)>, mut t: Table) -> Result<(), Illegal> {
    t.refresh();
    let mut d = current(&t)?;
    let rule = may_deploy(&t, &d, unit, to)?;
    let place = match to {
        Spot::Hex(hex) => Place::Map(hex),
        Spot::Base => Place::Holding(t.printed(unit).nation.base().unwrap_or(Holding::Waiting).id()),
        Spot::Staging => Place::Holding(Holding::staging(d.side).id()),
    };
    t.board.put(Atom(rule), unit, place);
    d.left -= 1;
    keep(&mut t, d);
    Ok(())
}

/// [8.2.a], [8.2.b] A guerrilla unit is recruited.
pub fn recruit(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    t.refresh();
    if matches!(t.open(), Some(Decision::Insurgency(_))) {
        return options::insurgency::recruit(&mut t, hex);
    }
    let mut d = current(&t)?;
    let ix = t.on_the_map(hex, "PME-8.2.b")?;
    if d.left == 0 || d.landing.is_some() || !recruits(&t, &d) {
        return Err(Illegal::new("PME-8.2.a", "no guerrilla unit can be drawn now"));
    }
    guerrillas::may_rise(&t, d.side, ix).map_err(|no| t.of_hex(ix, no))?;
    t.raise_guerrilla("PME-8.2.b", d.side, ix);
    d.left -= 1;
    keep(&mut t, d);
    Ok(())
}

/// [10.2.3] Whether an airborne reinforcement may fly in.
pub fn may_drop_in(t: &Table, d: &Deployment, unit: UnitId) -> Result<(), Illegal> {
    may_come(t, d, unit)?;
    let (printed, name) = (t.printed(unit), t.name(unit));
    if d.left == 0 || d.landing.is_some() || d.why == Why::Activation {
        return Err(Illegal::new("PME-10.2.3.a", "no further unit can fly in now"));
    }
    if printed.kind != Kind::Airborne {
        return Err(Illegal::new("PME-2.13.b", format!("{} is not an airborne unit", t.seen_name(unit))));
    }
    if t.charts.spots.edges[printed.nation.at()].is_empty() {
        return Err(Illegal::new("PME-10.2.3.c", format!("{name} belongs to a nation without a map edge of its own")));
    }
    Ok(())
}

/// [10.2.3.b], [F92] An airborne reinforcement rolls to fly in; if it reaches no hex it stays where it is, and its pick is used up.
pub fn drop_in(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    t.refresh();
    let mut d = current(&t)?;
    may_drop_in(&t, &d, unit)?;
    let dice = t.charts.movement.airborne_dice;
    let points = t.dice("PME-10.2.3.b", "airborne entry", dice);
    d.left -= 1;
    d.landing = Some((unit, points)).filter(|_| flights::lands_somewhere(&t, unit, points));
    if d.landing.is_none() {
        t.note("PME-10.2.3.b", "the airborne unit cannot reach a hex in which it may land");
    }
    keep(&mut t, d);
    Ok(())
}

/// [10.2.3.b] The unit that is flying in lands.
pub fn land(t: &mut Table, path: &[Hex]) -> Result<(), Illegal> {
    let mut d = current(t)?;
    let Some((unit, points)) = d.landing else { return Err(Illegal::new("PME-10.2.3.b", "no unit is flying in")) };
    flights::judge(t, unit, points, path).map_err(|no| if no.rule == Atom("PME-13.1.a") { Illegal { rule: Atom("PME-10.2.3.b"), ..no } } else { no })?;
    flights::carry_out(t, "PME-10.2.3.a", unit, path);
    d.landing = None;
    keep(t, d);
    Ok(())
}

/// [22.2.c] Forward operations bases are taken off the map: together one pick of an action.
pub fn demobilize(In(units): In<Units>, mut t: Table) -> Result<(), Illegal> {
    let mut d = current(&t)?;
    may_demobilize(&t, &d, &units)?;
    for unit in units {
        t.box_up("PME-22.2.c", unit, Holding::reinforcements(d.side));
        d.returned.push(unit);
    }
    d.left -= 1;
    keep(&mut t, d);
    Ok(())
}

/// [22.2.c] Whether forward operations bases may be taken off the map now.
pub fn may_demobilize(t: &Table, d: &Deployment, units: &[UnitId]) -> Result<(), Illegal> {
    if !t.option(Optional::Fob) {
        return Err(Illegal::new("PME-22.2.c", "there are forward operations bases only with optional rule 22.2"));
    }
    if d.left == 0 || d.landing.is_some() || !matches!(d.why, Why::Reinforce { .. } | Why::Mobilize) {
        return Err(Illegal::new("PME-22.2.c", "forward operations bases are taken off the map only in a reinforcement action, as one of its units"));
    }
    let own = options::fob::on_map(t, d.side);
    if units.is_empty() || (0..units.len()).any(|i| !own.contains(&units[i]) || units[..i].contains(&units[i])) {
        return Err(Illegal::new("PME-22.2.c", "name forward operations bases of your side on the map, each once"));
    }
    Ok(())
}

/// [10.1], [F91] Nothing further is deployed.
pub fn end_deployment(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    if matches!(t.open(), Some(Decision::Insurgency(_))) {
        return options::insurgency::stop_recruiting(&mut t);
    }
    let d = current(&t)?;
    if d.landing.is_some() {
        return Err(Illegal::new("PME-10.2.3.b", "the unit that is flying in has to land first"));
    }
    if d.why == Why::Activation {
        return Err(Illegal::new("PME-3.6.b", "the NATO army has to be placed in South Korea"));
    }
    t.board.record(Atom("PME-10.1.a"), Fact::Declined { side: d.side, what: "to deploy further units" });
    finish(&mut t, &d);
    Ok(())
}

fn finish(t: &mut Table, d: &Deployment) {
    t.answer();
    if matches!(d.why, Why::Reinforce { .. } | Why::Mobilize) {
        actions::close(t);
    }
}

/// [10.1.b], [10.2.a] A deployment ends by itself when nothing further can be deployed. Tells whether it did.
pub fn proceed(t: &mut Table) -> bool {
    t.refresh();
    let Ok(d) = current(t) else { return false };
    let may_recall = may_demobilize(t, &d, &options::fob::on_map(t, d.side)).is_ok();
    if d.landing.is_some() || (d.left > 0 && (may_recall || !candidates(t, &d).is_empty() || !recruiting(t, &d).is_empty())) {
        return false;
    }
    finish(t, &d);
    true
}
