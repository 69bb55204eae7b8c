//! [12] Replacement points: what each nation has and what it buys.

use super::orders::{Holding, Segment, Track};
use super::politics::{Stance, stance};
use super::republics::has_surrendered;
use super::table::Table;
use super::tables::{Nation, UnitType};
use super::{IMPERIALIST, REVOLUTIONARY, irregulars, powers, prestige};
use crate::board::{Atom, Fact, Illegal, Side, UnitId};
use bevy_ecs::prelude::In;

/// The nations that have points, each with its track.
pub(crate) const POINTS: [(Nation, Track); 9] = [
    (Nation::Tn, Track::RpTn),
    (Nation::Bol, Track::RpBol),
    (Nation::Gre, Track::RpGre),
    (Nation::Arm, Track::RpArm),
    (Nation::Geo, Track::RpGeo),
    (Nation::Aze, Track::RpAze),
    (Nation::Bri, Track::RpBri),
    (Nation::Fre, Track::RpFre),
    (Nation::Ita, Track::RpIta),
];

/// The track of a nation's points.
pub(crate) fn track(nation: Nation) -> Option<Track> {
    POINTS.iter().find(|(n, _)| *n == nation).map(|(_, track)| *track)
}

/// [17.1.c], [17.1.d] The track of points for regulars only.
pub(crate) fn purse(nation: Nation) -> Option<Track> {
    match nation {
        Nation::Arm => Some(Track::PurseArm),
        Nation::Geo => Some(Track::PurseGeo),
        _ => None,
    }
}

/// [12.2] The points of a nation in its step, without those of events, with the rule.
pub(crate) fn income(t: &Table, nation: Nation) -> (i32, &'static str) {
    let numbers = &t.charts.replacements;
    let base = numbers.base.get(&nation).copied().unwrap_or(0);
    let stands = |hexes: &[crate::board::Hex], nations: &[Nation]| hexes.iter().any(|hex| t.ix(*hex).is_some_and(|ix| t.stands(ix, nations)));
    match nation {
        Nation::Tn => {
            let signed = t.track(Track::Treaty);
            let treaty = if signed > 0 && i32::from(t.turn()) > signed { numbers.treaty } else { 0 };
            let level = t.track(Track::Gna);
            let (points, rule) = if prestige::is_in_play(t) {
                (t.charts.prestige.replacements.read(level as i16), "WTL-12.2.b")
            } else {
                (numbers.before_assembly, "WTL-12.2.a")
            };
            (points + treaty, rule)
        }
        Nation::Gre if t.track(Track::Coup) != 0 => (-t.track(Track::RpGre), "WTL-12.2.c"),
        Nation::Gre => (base + if stance(t, Nation::Bri) == Stance::AtWar { numbers.british_at_war } else { 0 }, "WTL-12.2.c"),
        Nation::Bol => (base, "WTL-12.2.d"),
        _ if has_surrendered(t, nation) => (0, "WTL-7.0.c"),
        Nation::Arm => (base + if stands(&numbers.turkish_cities, &[Nation::Tn]) { numbers.turkish_city } else { 0 }, "WTL-12.2.e"),
        Nation::Geo | Nation::Aze => (base, "WTL-12.2.f"),
        Nation::Bri | Nation::Fre | Nation::Ita if stance(t, nation) == Stance::AtWar => {
            let free = !stands(&[numbers.constantinople_hex], &[Nation::Tn]);
            (numbers.power + if free { numbers.constantinople } else { 0 }, "WTL-12.2.g")
        }
        _ => (0, "WTL-12.2.h"),
    }
}

/// The nations that spend in a step.
fn spenders(segment: Segment) -> Vec<Nation> {
    match segment {
        Segment::AdminTurkish => vec![Nation::Tn],
        Segment::AdminBolshevik => vec![Nation::Bol],
        Segment::AdminImperialist => POINTS[2..].iter().map(|(nation, _)| *nation).collect(),
        _ => Vec::new(),
    }
}

/// [4.1.g], [R-85] A step begins: its nations have their points, those of events apart, which are there already.
pub(crate) fn compute(t: &mut Table) {
    for nation in spenders(t.segment()) {
        let ((points, by), Some(track)) = (income(t, nation), track(nation)) else { continue };
        t.add_track(by, track, points);
    }
}

/// [12.0.a] What a player has not spent is lost.
pub(crate) fn lose(t: &mut Table, side: Side) {
    let purses = [(Nation::Arm, Track::PurseArm), (Nation::Geo, Track::PurseGeo)];
    for (_, track) in POINTS.into_iter().chain(purses).filter(|(nation, _)| (*nation == Nation::Tn || *nation == Nation::Bol) == (side == REVOLUTIONARY)) {
        t.set_track("WTL-12.0.a", track, 0);
    }
}

/// [12.1.a], [12.1.b] What a counter costs.
pub(crate) fn price(t: &Table, unit: UnitId, full: bool) -> i32 {
    let numbers = &t.charts.replacements;
    match t.kind(unit) {
        UnitType::Convoy => numbers.convoy,
        UnitType::Air => numbers.air,
        _ if full => numbers.step * i32::from(t.printed(unit).steps),
        _ => numbers.step,
    }
}

/// [17.1.c], [R-67] What a nation can spend on a counter: for regulars also the points of support.
fn funds(t: &Table, nation: Nation, unit: UnitId) -> i32 {
    let purse = purse(nation).filter(|_| t.is_regular(unit)).map_or(0, |track| t.track(track));
    purse + track(nation).map_or(0, |track| t.track(track))
}

/// [4.1.g], [R-82] Whether the nation of a counter buys in this step.
fn may_spend(t: &Table, unit: UnitId) -> Result<Nation, Illegal> {
    let (segment, nation) = (t.segment(), t.printed(unit).nation);
    if t.kind(unit) == UnitType::Guns {
        return Err(Illegal::new("WTL-12.1.c", "naval gunfire is never bought and never lost"));
    }
    if !segment.is_admin() {
        return Err(Illegal::new("WTL-4.1.g", "replacement points are spent in the Replacement Points Phase"));
    }
    let irregulars = segment == Segment::AdminSubversion && nation == Nation::Tn && t.is_irregular(unit);
    if spenders(segment).contains(&nation) || irregulars {
        return Ok(nation);
    }
    if segment == Segment::AdminSubversion && nation == Nation::Tn {
        return Err(Illegal::new("WTL-4.1.i", "only irregulars are bought now"));
    }
    let later = match nation {
        Nation::Tn | Nation::Whi | Nation::Cal => false,
        Nation::Bol => segment < Segment::AdminBolshevik,
        _ => segment < Segment::AdminImperialist,
    };
    let rule = match nation {
        Nation::Whi => "WTL-6.1.g",
        Nation::Cal => "WTL-12.2.h",
        _ if later => "WTL-4.1.g",
        _ => "WTL-12.0.b",
    };
    Err(Illegal::new(rule, format!("replacement points of this step buy nothing for {}", t.the_nation(nation))))
}

/// [12] Whether a counter may be bought, and by whom.
pub(crate) fn may_buy(t: &Table, unit: UnitId, full: bool) -> Result<Nation, Illegal> {
    let nation = may_spend(t, unit)?;
    let name = t.name(unit);
    if has_surrendered(t, nation) {
        return Err(Illegal::new("WTL-7.0.c", format!("{} has surrendered", t.nation_name(nation))));
    }
    match stance(t, nation) {
        Stance::Neutral if nation.is_power() => return Err(Illegal::new("WTL-4.1.h", format!("{} is neutral and cannot recruit", t.nation_name(nation)))),
        Stance::Withdrawn if nation.is_power() => return Err(Illegal::new("WTL-4.1.h", format!("{} has withdrawn", t.nation_name(nation)))),
        _ => {}
    }
    if t.board.hex(unit).is_some() {
        return Err(Illegal::new("WTL-12.1.d", format!("{name} is on the map: replacement points cannot restore it")));
    }
    if unit == t.charts.republics.new_division && t.is_in(unit, Holding::Aside) {
        return Err(Illegal::new("WTL-3.1.k", format!("{name} joins the Bolsheviks only when Azerbaijan surrenders")));
    }
    if Table::pool(nation).is_none_or(|pool| !t.is_in(unit, pool)) {
        return Err(Illegal::new("WTL-12.1.a", format!("{name} is not in the pool")));
    }
    if unit == t.charts.powers.late_unit && !powers::is_late_unit_due(t) {
        return Err(Illegal::new("WTL-13.2.a", format!("{name} can be bought from the turn after Italy went to war")));
    }
    if t.is_irregular(unit) && nation == Nation::Arm {
        irregulars::gate(t)?;
    }
    let (price, funds) = (price(t, unit, full), funds(t, nation, unit));
    if price > funds {
        let rule = match (purse(nation), nation) {
            (Some(track), Nation::Arm) if !t.is_regular(unit) && t.track(track) >= price => "WTL-17.1.c",
            (Some(track), _) if !t.is_regular(unit) && t.track(track) >= price => "WTL-17.1.d",
            _ if full && t.printed(unit).steps > 1 => "WTL-12.1.b",
            _ => "WTL-12.1.a",
        };
        return Err(Illegal::new(rule, format!("{name} costs {price}, and {funds} replacement points are left")));
    }
    Ok(nation)
}

/// Takes points, those for regulars first.
fn pay(t: &mut Table, by: &'static str, nation: Nation, price: i32, regular: bool) {
    let mut due = price;
    if let Some(purse) = purse(nation).filter(|_| regular) {
        let part = due.min(t.track(purse));
        t.add_track("WTL-12.2.i", purse, -part);
        due -= part;
    }
    if let Some(track) = track(nation) {
        t.add_track(by, track, -due);
    }
}

/// [12.1] Buys a counter of the pool.
pub(crate) fn buy(In((unit, full)): In<(UnitId, bool)>, mut t: Table) -> Result<(), Illegal> {
    let nation = may_buy(&t, unit, full)?;
    let (price, regular, kind) = (price(&t, unit, full), t.is_regular(unit), t.kind(unit));
    let by = if full && t.printed(unit).steps > 1 { "WTL-12.1.b" } else { "WTL-12.1.a" };
    pay(&mut t, by, nation, price, regular);
    let (from, to) = (t.board.status(unit).steps, if full { t.printed(unit).steps } else { 1 });
    if from != to && kind.is_combat() {
        t.board.record(Atom("WTL-12.1.b"), Fact::Stepped { unit, from, to });
    }
    let to = if kind == UnitType::Air { Holding::Ready } else { Table::arriving(t.side(unit)) };
    t.box_up(if kind == UnitType::Air { "WTL-12.3.a" } else { by }, unit, to);
    Ok(())
}

/// [12.1.e], [R-36], [R-86] Whether a convoy may be spent to restore a unit.
pub(crate) fn may_refit(t: &Table, convoy: UnitId, unit: UnitId) -> Result<(), Illegal> {
    let rule = "WTL-12.1.e";
    let refuse = |why: String| Err(Illegal::new(rule, why));
    if !t.segment().is_admin() || t.segment() == Segment::AdminSubversion {
        return refuse("units are refitted in the replacement step of their nation".into());
    }
    t.mine(t.segment().side(), unit, rule)?;
    t.mine(t.segment().side(), convoy, rule)?;
    let nation = t.nation(unit);
    if nation == Nation::Whi {
        return Err(Illegal::new("WTL-6.1.g", "White units are never restored"));
    }
    if !spenders(t.segment()).contains(&nation) || (nation.is_power() && stance(t, nation) != Stance::AtWar) {
        return refuse(format!("this is not the replacement step of {}", t.the_nation(nation)));
    }
    if t.kind(convoy) != UnitType::Convoy || t.nation(convoy) != nation {
        return refuse(format!("{} is not a convoy of {}", t.name(convoy), t.the_nation(nation)));
    }
    if !t.is_regular(unit) || !t.is_reduced(unit) {
        return refuse(format!("{} is not reduced", t.name(unit)));
    }
    match (t.ix_of(convoy), t.ix_of(unit)) {
        (Some(from), Some(to)) if from == to || t.is_open(from, to) => Ok(()),
        _ => refuse(format!("{} and {} are neither together nor adjacent", t.name(convoy), t.name(unit))),
    }
}

/// [12.1.e] A convoy restores a unit.
pub(crate) fn refit(In((convoy, unit)): In<(UnitId, UnitId)>, mut t: Table) -> Result<(), Illegal> {
    may_refit(&t, convoy, unit)?;
    let (from, to) = (t.board.status(unit).steps, t.printed(unit).steps);
    t.eliminate("WTL-12.1.e", convoy);
    t.board.record(Atom("WTL-12.1.e"), Fact::Stepped { unit, from, to });
    Ok(())
}

/// Counters of the pools that could be bought now.
pub(crate) fn for_sale(t: &Table) -> Vec<UnitId> {
    let mut nations = spenders(t.segment());
    if t.segment() == Segment::AdminSubversion {
        nations.push(Nation::Tn);
    }
    let pools = nations.into_iter().filter_map(Table::pool);
    let affordable = |u: &UnitId| price(t, *u, false) <= funds(t, t.printed(*u).nation, *u);
    pools.flat_map(|pool| t.boxed(pool)).filter(|u| affordable(u) && (may_buy(t, *u, false).is_ok() || may_buy(t, *u, true).is_ok())).collect()
}

/// The order in which counters are offered: those of the enemy that could change sides, then what an army lacks most.
pub(crate) fn rank(t: &Table, unit: UnitId) -> (u8, i16) {
    let [attack, defense, _] = t.printed(unit).front;
    match t.kind(unit) {
        _ if t.side(unit) != t.segment().side() => (0, 0),
        UnitType::Air => (0, 0),
        UnitType::Convoy => (1, 0),
        UnitType::Irregular => (3, 0),
        _ => (2, -attack - defense),
    }
}

/// Reduced units on the map that could be refitted now, each with the convoys that could be spent.
pub(crate) fn refits(t: &Table) -> Vec<(UnitId, Vec<UnitId>)> {
    if !t.segment().is_admin() {
        return Vec::new();
    }
    let side = t.segment().side();
    let convoys: Vec<UnitId> = t.on_map(side).filter(|u| t.kind(*u) == UnitType::Convoy).collect();
    let reduced = t.on_map(side).filter(|u| t.is_regular(*u) && t.is_reduced(*u));
    let with = |u: UnitId| (u, convoys.iter().copied().filter(|c| may_refit(t, *c, u).is_ok()).collect::<Vec<_>>());
    reduced.map(with).filter(|(_, convoys)| !convoys.is_empty()).collect()
}

/// Whether there is anything to buy or to refit in this step.
pub(crate) fn has_choice(t: &Table) -> bool {
    !for_sale(t).is_empty() || !refits(t).is_empty() || !irregulars::to_win(t).is_empty()
}

/// The nations of a side that could pay for subversion.
pub(crate) fn payers(t: &Table, side: Side) -> Vec<Nation> {
    let cost = t.charts.subversion.cost;
    let own = |nation: Nation| (side == IMPERIALIST) != matches!(nation, Nation::Tn | Nation::Bol);
    POINTS.iter().filter(|(nation, track)| own(*nation) && t.track(*track) >= cost).map(|(nation, _)| *nation).collect()
}
