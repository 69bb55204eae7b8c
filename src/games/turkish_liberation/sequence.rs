//! [4] The course of a turn: what each step does by itself, and how one leads to the next.

use super::orders::{Count, Decision, HexMark, Holding, Mark, Segment, Track};
use super::table::Table;
use super::tables::{NATIONS, Nation};
use super::{IMPERIALIST, ankara, combat, events, irregulars, movement, placement, prestige, replacements, setup, victory, whites};
use crate::board::{Activity, Atom, Illegal, NationId};
use bevy_ecs::prelude::In;

const TURN: &str = "WTL-4.0.a";

/// [4.0.a] The next step of the sequence begins.
pub(crate) fn advance(t: &mut Table) {
    if t.board.next_step(Atom("WTL-3.0.b"), Atom(TURN), &t.book.sequence, &t.start) {
        enter(t);
    } else {
        victory::finish(t);
    }
}

/// A step begins that the players' choices lead to.
fn go_to(t: &mut Table, segment: Segment, by: &'static str) {
    t.board.go_to(segment.id(), Atom(by), &t.book.sequence);
    enter(t);
}

/// What happens on entering a step.
fn enter(t: &mut Table) {
    match t.segment() {
        Segment::SetupBolsheviks => setup::draw_bolsheviks(t),
        Segment::AdminTurkish | Segment::AdminBolshevik | Segment::AdminImperialist => replacements::compute(t),
        Segment::ImpStart => t.unmark_all("WTL-10.3.1.k", None, &[Mark::Used]),
        Segment::TnMovement => {
            t.unmark_all("WTL-10.3.1.k", None, &[Mark::Used]);
            movement::begin(t);
        }
        Segment::ImpMovement | Segment::BolMovement => movement::begin(t),
        segment if segment.is_combat() => t.unmark_hexes("WTL-10.6.c", &[HexMark::Attacked]),
        _ => {}
    }
    skip(t);
}

/// Runs whatever needs nobody's decision, until somebody owes one or the game is over.
pub(crate) fn settle(_: In<()>, mut t: Table) {
    while !t.is_over() && step(&mut t) {}
    if t.turn() > 0 && !t.is_over() {
        victory::keep(&mut t);
        ankara::keep(&mut t);
    }
}

/// One thing that happens by itself. Tells whether there was one.
fn step(t: &mut Table) -> bool {
    match t.board.decision() {
        Some(Decision::Attack(_)) => return combat::proceed(t),
        Some(Decision::Event(_) | Decision::Poland { .. }) => return events::proceed(t),
        Some(_) => return false,
        None => {}
    }
    match t.segment() {
        Segment::Kurdistan => {
            events::begin_turn(t);
            if events::may_play_kurdistan(t).is_ok() {
                return false;
            }
            advance(t);
            true
        }
        Segment::Events => {
            if !events::resolve(t) {
                advance(t);
            }
            true
        }
        Segment::PlacementRev | Segment::PlacementImp => {
            let waits = placement::sort(t);
            if !waits {
                advance(t);
            }
            !waits
        }
        Segment::ImpStart => {
            whites::roll(t);
            advance(t);
            true
        }
        Segment::EndPrestige => {
            prestige::end_turn(t);
            advance(t);
            true
        }
        Segment::EndTurn => {
            end_turn(t);
            advance(t);
            true
        }
        _ => false,
    }
}

/// A step in which nothing can be chosen when it begins passes by itself.
fn skip(t: &mut Table) {
    let segment = t.segment();
    match segment {
        Segment::ImpChoice if candidates(t).is_empty() => go_to(t, Segment::TnMovement, "WTL-4.2.a"),
        _ if segment.is_admin() && !replacements::has_choice(t) && !irregulars::has_target(t) => end_admin(t),
        _ if segment.is_movement() && t.active().is_none_or(|nation| t.acting_with(nation).next().is_none()) => advance(t),
        _ if segment.is_combat() && !combat::faces_anybody(t) && super::edirne::may_try(t).is_err() => end_nation(t),
        _ => {}
    }
}

/// [4.1.g], [12.0.a] Ends a step of the Replacement Points Phase. What the Imperialist has left is lost at once, what the Revolutionary has left
/// after his last step.
fn end_admin(t: &mut Table) {
    match t.segment() {
        Segment::AdminImperialist => replacements::lose(t, IMPERIALIST),
        Segment::AdminSubversion => replacements::lose(t, super::REVOLUTIONARY),
        _ => {}
    }
    advance(t);
}

/// [4.1.g] The player ends a step of the Replacement Points Phase.
pub(crate) fn end_step(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    if !t.segment().is_admin() {
        return Err(Illegal::new("WTL-4.1.g", "this is not a step of the Replacement Points Phase"));
    }
    end_admin(&mut t);
    Ok(())
}

/// [4.2.b], [R-96] Whether a nation may be activated now.
pub(crate) fn may_activate(t: &Table, nation: Nation) -> Result<(), Illegal> {
    match t.segment() {
        Segment::ImpChoice => {}
        Segment::ImpMovement | Segment::ImpCombat => return Err(Illegal::new("WTL-4.2.b", "the next nation is chosen when the active one has finished")),
        _ => return Err(Illegal::new("WTL-4.2.a", "nations are activated in the Imperialist phase")),
    }
    let name = || t.the_nation(nation);
    if t.side_of(nation) != IMPERIALIST || nation == Nation::Evt {
        return Err(Illegal::new("WTL-4.2.b", format!("the Imperialist does not command {}", name())));
    }
    if t.track(Track::Done) & 1 << nation.at() != 0 {
        return Err(Illegal::new("WTL-4.2.c", format!("{} been active this turn", t.nation_with(nation, "has", "have"))));
    }
    if t.of_nation(nation).next().is_none() {
        return Err(Illegal::new("WTL-4.2.b", format!("no unit of {} is on the map", name())));
    }
    if nation == Nation::Whi {
        return whites_may_act(t);
    }
    Ok(())
}

/// [4.2.f], [6.1.e], [R-95] The White army acts right after the Greeks, or at any time if there are none.
fn whites_may_act(t: &Table) -> Result<(), Illegal> {
    if t.track(Track::Whites) != whites::ACTIVE {
        return Err(Illegal::new("WTL-6.1.e", "the White army waits: it neither moves nor attacks"));
    }
    let after = t.charts.whites.after;
    let just_now = t.track(Track::Active) == after.at() as i32 + 1;
    if just_now || t.of_nation(after).next().is_none() {
        return Ok(());
    }
    Err(Illegal::new("WTL-4.2.f", format!("the White army acts directly after {}", t.the_nation(after))))
}

/// The nations that may be activated now.
pub(crate) fn candidates(t: &Table) -> Vec<Nation> {
    Nation::ALL[..NATIONS - 1].iter().copied().filter(|nation| may_activate(t, *nation).is_ok()).collect()
}

/// [4.2] Who has acted this turn, who acts and who is still to come, in the operations segment.
pub(crate) fn activations(_: In<()>, t: Table) -> Vec<(NationId, Activity)> {
    let segment = t.segment();
    let choosing = segment == Segment::ImpChoice;
    if !choosing && !segment.is_movement() && !segment.is_combat() {
        return Vec::new();
    }
    let imperialist = choosing || matches!(segment, Segment::ImpMovement | Segment::ImpCombat);
    let activity = |nation: Nation| {
        let now = t.active() == Some(nation);
        let done = t.track(Track::Done) & 1 << nation.at() != 0 || (nation == Nation::Tn && matches!(segment, Segment::BolMovement | Segment::BolCombat));
        match () {
            _ if now => Activity::Now,
            _ if done => Activity::Done,
            _ if imperialist || t.side_of(nation) != IMPERIALIST => Activity::ToCome,
            _ => Activity::LeftOut,
        }
    };
    let there = |nation: &Nation| t.of_nation(*nation).next().is_some() || t.track(Track::Done) & 1 << nation.at() != 0;
    let mut nations: Vec<Nation> = Nation::ALL[..NATIONS - 1].iter().copied().filter(|n| *n == n.acting() && there(n)).collect();
    nations.sort_by_key(|nation| t.side_of(*nation) != IMPERIALIST); // the Imperialist phase comes first
    nations.into_iter().map(|nation| (nation.id(), activity(nation))).collect()
}

/// [4.2.b] The Imperialist activates a nation.
pub(crate) fn activate(In(nation): In<NationId>, mut t: Table) -> Result<(), Illegal> {
    let nation = Nation::of(nation);
    may_activate(&t, nation)?;
    let done = t.track(Track::Done) | 1 << nation.at();
    t.set_track("WTL-4.2.c", Track::Done, done);
    t.set_track("WTL-4.2.b", Track::Active, nation.at() as i32 + 1);
    let text = t.nation_with(nation, "is active", "are active");
    t.note("WTL-4.2.b", text);
    go_to(&mut t, Segment::ImpMovement, "WTL-4.2.b");
    Ok(())
}

/// [4.2.c] The Imperialist activates nobody else.
pub(crate) fn end_phase(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    if t.segment() != Segment::ImpChoice {
        return Err(Illegal::new("WTL-4.2.b", "the Imperialist phase ends when a nation could be chosen"));
    }
    go_to(&mut t, Segment::TnMovement, "WTL-4.2.a");
    Ok(())
}

/// A nation has finished its combat.
fn end_nation(t: &mut Table) {
    t.unmark_hexes("WTL-10.6.c", &[HexMark::Attacked]);
    if t.segment() == Segment::ImpCombat { go_to(t, Segment::ImpChoice, "WTL-4.2.b") } else { advance(t) }
}

/// [4.2.b] The player ends the combat of a nation.
pub(crate) fn end_combat(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    if !t.segment().is_combat() {
        return Err(Illegal::new("WTL-4.2.b", "this is not a combat step"));
    }
    end_nation(&mut t);
    Ok(())
}

/// [4.3.a] The turn ends: whatever was for this turn is over.
fn end_turn(t: &mut Table) {
    for track in [Track::Strategic, Track::Active, Track::Done, Track::Draws, Track::Legion] {
        t.set_track("WTL-4.3.a", track, 0);
    }
    t.unmark_all("WTL-4.3.a", None, &[Mark::Attacked, Mark::Tried, Mark::Halted, Mark::Moved, Mark::Used]);
    for unit in t.board.units() {
        for count in [Count::Spent, Count::Group] {
            t.set_count("WTL-4.3.a", unit, count, 0);
        }
    }
    debug_assert!(t.boxed(Holding::Drawn).is_empty(), "all chits drawn have been resolved");
}
