//! [14.5], [14.6] Odds and shifts, and the chances of an attack before its die.

use super::{Attack, CombatStage, is_hyperwar, support, target};
use crate::board::{Atom, Case, Dir, Ix, Preview, Side, UnitId};
use crate::games::charts::{Ratio, Rounding};
use crate::games::kit::{self, Shift, listed, rolls_to};
use crate::games::putin_moves_east::charts::CombatResult;
use crate::games::putin_moves_east::orders::{Decision, Holding, Optional};
use crate::games::putin_moves_east::table::Table;
use crate::games::putin_moves_east::tables::{Kind, Nation};
use crate::games::putin_moves_east::{fog, promise, special_forces, stacking};
use bevy_ecs::prelude::In;

/// Odds and shifts of an attack, as far as they are known.
pub(crate) type Assessment = kit::Assessment<':'>;

/// [14.5.c], [14.6.a] The place of the column, with more columns for the attacker than the shifts say.
pub(crate) fn column(t: &Table, found: &Assessment, more: i32) -> usize {
    t.charts.combat.held(found.found + found.shifted() + more)
}

/// [14.5.b] The place of the column of so many factors before shifts, and its odds.
fn columned(t: &Table, attack: i32, defense: i32) -> (i32, Ratio<':'>) {
    let odds = Ratio::of(attack, defense.max(1), Rounding::ForDefender);
    (t.charts.combat.column(odds) as i32, odds)
}

/// [14.6.2.a] Whether a hex is attacked from opposite sides, from every other side, or from more than three. One bit a side.
pub fn surrounded(sides: u8, over: u32) -> bool {
    let opposite = (0..3).any(|d| sides & (1 << d) != 0 && sides & (1 << (d + 3)) != 0);
    opposite || sides & 0b01_0101 == 0b01_0101 || sides & 0b10_1010 == 0b10_1010 || sides.count_ones() > over
}

/// From which sides of a hex units attack it.
fn directions<'a>(t: &'a Table, units: &'a [UnitId], ix: Ix) -> impl Iterator<Item = (UnitId, Dir)> + 'a {
    units.iter().filter_map(move |u| Some((*u, t.board.map.grid.side(ix, t.ix_of(*u)?)?)))
}

/// Who looks at a battle: a side, or one person who plays both openly and sees all counters on the map.
#[derive(Clone, Copy)]
struct Eyes {
    side: Side,
    open: bool,
}

/// Whoever defends, as far as a side may know: the mobile unit named, or the strongest that could be.
fn champion(t: &Table, attack: &Attack, eyes: Eyes) -> Option<UnitId> {
    let seen = |u: &UnitId| eyes.open || t.board.side(*u) == eyes.side || !t.board.status(*u).face_down;
    attack.defender.or_else(|| t.mobile(target(t, attack)).filter(seen).max_by_key(|u| t.factor(*u)))
}

/// [14.5], [9.3.b], [22.2.d] The factors of a hex if a mobile unit, or none, defends it.
pub fn defense(t: &Table, ix: Ix, defender: Option<UnitId>) -> i32 {
    defender.into_iter().chain(t.garrison(ix)).chain(t.fob(ix)).map(|u| t.factor(u)).sum()
}

/// [14.6] Works out odds and shifts of an attack, as far as a side may know.
pub(crate) fn assess(t: &Table, attack: &Attack, side: Side) -> Assessment {
    assess_against(t, attack, Eyes { side, open: false }, 0)
}

/// The same if a unit that is not seen has so many factors and defends where it is stronger than those that are.
fn assess_against(t: &Table, attack: &Attack, eyes: Eyes, unseen: i32) -> Assessment {
    let (ix, side) = (target(t, attack), eyes.side);
    let defender = champion(t, attack, eyes);
    let factors = attack.units.iter().chain(&attack.bound).map(|u| t.factor(*u)).sum::<i32>();
    let defense = defense(t, ix, defender) + (unseen - defender.map_or(0, |u| t.factor(u))).max(0);
    let mut shifts = terrain(t, attack, ix, defender);
    shifts.extend(maneuver(t, attack, ix));
    shifts.extend(support::shifts(t, attack));
    shifts.extend(commitments(t, attack, side));
    Assessment::new(&t.charts.combat, (factors, defense), columned(t, factors, defense), shifts)
}

/// [TEC.b], [14.6.1], [22.1], [22.2] Shifts of the ground.
fn terrain(t: &Table, attack: &Attack, ix: Ix, defender: Option<UnitId>) -> Vec<Shift> {
    let there = t.footing(ix);
    let complex = t.option(Optional::ComplexTerrain);
    let mut shifts: Vec<Shift> = Vec::new();
    if let Some(columns) = there.city {
        shifts.push(if there.mega { ("mega-city", "PME-14.6.1.b", columns) } else { ("city", "PME-14.6.1.a", columns) });
    }
    if there.base_shift != 0 {
        shifts.push(("base", "PME-14.6.1.c", there.base_shift));
    }
    if t.fob(ix).is_some() {
        shifts.push(("forward operations base", "PME-22.2.b", t.charts.base_shift));
    }
    match there.mountain {
        Some((_, columns)) if complex => shifts.push(("high mountain", "PME-22.1.c", columns)),
        Some((columns, _)) => shifts.push(("high mountain", "PME-14.6.1.a", columns)),
        None => {}
    }
    let tough = |u: &UnitId| matches!(t.kind(*u), Kind::ComplexTerrain | Kind::Guerrilla);
    if complex && (there.city.is_some() || there.mountain.is_some()) && attack.units.iter().any(tough) {
        shifts.push(("complex terrain units", "PME-22.1.b", t.charts.shifts.complex_terrain));
    }
    if fortified(t, attack, ix, defender) {
        shifts.push(("fortification", "PME-14.6.1.f", t.charts.fort_shift));
    }
    shifts.retain(|(_, _, n)| *n != 0);
    shifts
}

/// [14.6.1.f], [14.6.1.g], [F21], [F73] Whether the defender has the use of a fortification.
fn fortified(t: &Table, attack: &Attack, ix: Ix, defender: Option<UnitId>) -> bool {
    let Some(nation) = t.footing(ix).fort else { return false };
    let own = match defender {
        Some(unit) => t.printed(unit).nation == nation,
        None => t.garrison(ix).is_some_and(|g| t.printed(g).nation == nation && t.side_of(nation) == Some(t.board.side(g))),
    };
    own && directions(t, &attack.units, ix).any(|(_, dir)| t.charts.crossing[ix.at()][dir.at()].fort)
}

/// [14.6.2], [26.0], [26.1] Shifts of the attacker's approach.
fn maneuver(t: &Table, attack: &Attack, ix: Ix) -> Vec<Shift> {
    let mut shifts: Vec<Shift> = Vec::new();
    let sides = directions(t, &attack.units, ix).fold(0u8, |bits, (_, dir)| bits | 1 << dir.0);
    if surrounded(sides, t.charts.shifts.concentric_over) {
        shifts.push(("concentric attack", "PME-14.6.2.a", t.charts.shifts.concentric));
    }
    let prepared = |(unit, dir): (UnitId, Dir)| {
        let nation = t.printed(unit).nation;
        let home = t.ix_of(unit).and_then(|from| t.footing(from).fort);
        matches!(nation, Nation::Nko | Nation::Rok) && home == Some(nation) && t.charts.crossing[ix.at()][dir.at()].fort
    };
    if t.option(Optional::Prepared) && directions(t, &attack.units, ix).any(prepared) {
        shifts.push(("prepared attack", "PME-26.0.a", t.charts.shifts.prepared));
    }
    shifts
}

/// [14.6.4.c] Shifts of special forces: those named openly, and sealed ones as far as a side may know them.
fn commitments(t: &Table, attack: &Attack, side: Side) -> Vec<Shift> {
    let total = |units: &[UnitId]| units.iter().map(|u| t.factor(*u)).sum::<i32>().clamp(-99, 99) as i8;
    let revealed = attack.result.is_some() || attack.sealed.iter().all(Option::is_some);
    let mut shifts: Vec<Shift> = Vec::new();
    if !attack.sixth.is_empty() {
        shifts.push(("sixth generation warriors", "PME-22.3.a", total(&attack.sixth)));
    }
    for (of, sign, what) in [(0, 1, "special forces of the attacker"), (1, -1, "special forces of the defender")] {
        let owner = if of == 0 { attack.side } else { attack.side.other() };
        let columns = attack.sealed[of].as_deref().filter(|_| revealed || owner == side).map_or(0, total);
        if columns != 0 {
            shifts.push((what, "PME-14.6.4.c", sign * columns));
        }
    }
    shifts
}

/// [14.6.4] The columns a side could still add to a battle, by all that it has and may use there.
fn reserves(t: &Table, attack: &Attack, side: Side) -> i32 {
    let of = usize::from(side != attack.side);
    let ready: Vec<UnitId> = special_forces::ready(t, side).into_iter().filter(|u| side != attack.side || !t.printed(*u).is_sixth()).collect();
    let forces: i32 = if attack.sealed[of].is_some() { 0 } else { ready.iter().map(|u| t.factor(*u)).sum() };
    let due = if of == 0 { CombatStage::AttackerSupport } else { CombatStage::DefenderSupport };
    let strikes = if attack.stage <= due { support::best(t, attack, side).1 } else { 0 };
    forces + strikes
}

/// Whether a side may know all these counters.
fn seen(t: &Table, side: Side, units: &[UnitId]) -> bool {
    let known = |u: &UnitId| t.is_in(*u, Holding::Committed) || (t.board.hex(*u).is_some() && !t.board.status(*u).face_down);
    units.iter().all(|u| t.board.side(*u) == side || known(u))
}

/// What there is to be said about an attack, in a sentence each.
fn notes(t: &Table, attack: &Attack, ix: Ix) -> Vec<(&'static str, Atom)> {
    let there = t.footing(ix);
    let mut notes = Vec::new();
    if stacking::is_crowded(t, ix) {
        notes.push(("the hex is overstacked: one unit defends it, and DL1, HW1, DR and DE hit every mobile unit there", Atom("PME-9.3.c")));
    }
    let crowded = |u: &UnitId| t.ix_of(*u).is_some_and(|from| stacking::is_crowded(t, from));
    if attack.units.iter().any(crowded) {
        notes.push(("an attacker stands in an overstacked hex: AL1 taken there hits every unit in it", Atom("PME-9.3.c")));
    }
    if attack.stage == CombatStage::Planning && fog::may_look(t, true).is_ok() {
        notes.push(("what all your support would add is shown while you look at your own boxes", Atom("PME-9.4.b")));
    }
    if there.no_retreat {
        notes.push(("retreats are ignored here", Atom(if there.mega { "PME-14.6.1.b" } else { "PME-14.6.1.h" })));
    }
    if !is_hyperwar(t, attack) {
        notes.push(("without a Hyperwar unit HW1 has no effect", Atom("PME-15.0.h")));
    }
    if !attack.units.iter().any(|u| super::advance::can_enter(t, attack, *u).is_ok()) && !attack.units.is_empty() {
        notes.push(("no attacker could advance into the hex", Atom("PME-14.6.1.e")));
    }
    notes
}

/// [8.2] The factors that an unseen unit of a side has at least and at most, by all of that side whose backs look like its back.
fn unseen_factors(t: &Table, unit: UnitId) -> (i32, i32) {
    let alike = |u: &UnitId| t.board.side(*u) == t.board.side(unit) && t.board.status(*u).face_down && t.kind(*u).class() == t.kind(unit).class();
    let factors = || t.board.units().filter(alike).map(|u| t.factor(u));
    (factors().min().unwrap_or(0), factors().max().unwrap_or(0))
}

/// The chances of an attack as it stands, as far as a side may know: no die is rolled, nothing is changed.
pub fn preview(In(side): In<Side>, t: Table) -> Option<Preview> {
    promised(t, Eyes { side, open: false })
}

/// The same for one person who plays both sides openly.
pub fn open_preview(In(side): In<Side>, t: Table) -> Option<Preview> {
    promised(t, Eyes { side, open: true })
}

fn promised(mut t: Table, eyes: Eyes) -> Option<Preview> {
    let side = eyes.side;
    t.refresh();
    if let Some(Decision::Insurgency(now)) = t.open() {
        return promise::of_insurgency(&t, now, side);
    }
    let mut attack = t.battle()?.clone();
    // [22.3] Until they are committed, sixth generation warriors lie in a box that only their owner may look into.
    attack.sixth.retain(|unit| side == attack.side || fog::is_open(&t, *unit));
    let force: Vec<UnitId> = attack.units.iter().chain(&attack.bound).copied().collect();
    if attack.result.is_some() || force.is_empty() || !(eyes.open || seen(&t, side, &force)) {
        return None;
    }
    Some(described(&t, &attack, eyes, force))
}

fn described(t: &Table, attack: &Attack, eyes: Eyes, force: Vec<UnitId>) -> Preview {
    let (ix, side) = (target(t, attack), eyes.side);
    // [9.3.b] Once the defender is named, he defends alone: whoever lies hidden beside him adds nothing.
    let might_defend = |u: &UnitId| attack.defender.is_none() && !eyes.open && t.board.status(*u).face_down && t.board.side(*u) != side;
    let hidden: Vec<UnitId> = t.mobile(ix).filter(might_defend).collect();
    let (least, most) = hidden.first().map_or((0, 0), |unit| unseen_factors(t, *unit));
    let (found, hoped) = (assess_against(t, attack, eyes, most), assess_against(t, attack, eyes, least));
    let table = &t.charts.combat;
    let sign = if side == attack.side { 1 } else { -1 };
    let all = reserves(t, attack, side) * sign;
    let named = |label, rule, more: i32| {
        let column = column(t, &found, more);
        Case { label, rule: Atom(rule), column: table.columns[column].to_string(), chances: listed(&table.chances(column, 0)) }
    };
    let mut cases = vec![named("nobody commits more", "PME-14.6.a", 0)];
    // While both players look, what is in the boxes stays there.
    if attack.stage.is_secret() || fog::is_looking(t) {
        cases.push(named("with all my support", "PME-14.6.4.a", all));
    }
    cases.push(named("if the enemy answers with a column", "PME-14.6.4.b", -sign));
    if !hidden.is_empty() {
        let column = column(t, &hoped, 0);
        cases.push(Case {
            label: "if the unseen defender is as weak as can be",
            rule: Atom("PME-8.2.a"),
            column: table.columns[column].to_string(),
            chances: listed(&table.chances(column, 0)),
        });
    }
    let mobile = champion(t, attack, eyes).is_some() || !hidden.is_empty();
    let falls = |result: &CombatResult| match result {
        CombatResult::DE => true,
        CombatResult::DR => mobile && !t.footing(ix).no_retreat && t.garrison(ix).is_none(),
        _ => false,
    };
    let defenders = champion(t, attack, eyes).into_iter().chain(t.garrison(ix)).chain(t.fob(ix));
    Preview {
        unseen: hidden.len().min(255) as u8,
        span: (!hidden.is_empty()).then(|| (found.final_odds.to_string(), hoped.final_odds.to_string())),
        falls: Some(rolls_to(&table.chances(column(t, &found, 0), 0), falls)),
        notes: notes(t, attack, ix),
        chances: cases[0].chances.clone(),
        attackers: force.into_iter().map(|u| (u, t.factor(u) * 4)).collect(),
        defenders: defenders.map(|u| (u, t.factor(u) * 4)).collect(),
        cases,
        ..found.preview(attack.target, table, |attack| columned(t, attack, found.defense).0)
    }
}
