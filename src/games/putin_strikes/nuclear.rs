//! [13] Russian nuclear attacks.

use super::charts::Blast;
use super::orders::{Decision, Mark};
use super::table::Table;
use super::{RUSSIAN, actions, victory};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, UnitId};
use bevy_ecs::prelude::In;

/// [13.1], [5.9.e] Whether the player whose action it is may make a nuclear attack.
pub(super) fn may_plan(t: &Table) -> Result<(), Illegal> {
    if actions::acting(t)? != RUSSIAN {
        return Err(Illegal::new("PS-13.1.a", "only the Russian player makes nuclear attacks"));
    }
    if t.must_cross() {
        return Err(Illegal::new("PS-5.9.e", actions::FIRST));
    }
    Ok(())
}

/// [13.2], [13.3] Whether a hex may be the target.
pub(super) fn may_strike(t: &Table, hex: Hex) -> Result<Ix, Illegal> {
    may_plan(t)?;
    let ix = t.on_the_map(hex, "PS-13.2.a")?;
    may_hit(t, ix).map_err(|no| t.of_hex(ix, no))?;
    Ok(ix)
}

/// [13.2], [13.3] Whether a hex is one that may be struck.
fn may_hit(t: &Table, ix: Ix) -> Result<(), Illegal> {
    if t.footing(ix).city.is_some() {
        return Err(Illegal::new("PS-13.3.a", "a city hex may not be the target of a nuclear attack"));
    }
    if !t.footing(ix).russia {
        return Err(Illegal::new("PS-13.2.a", "it is not in Russia proper, and nuclear attacks are made nowhere else"));
    }
    if t.occupant(ix) == Some(RUSSIAN) {
        return Err(Illegal::new("PS-13.2.a", "there are Russian units there, so it cannot be the target of a nuclear attack"));
    }
    Ok(())
}

/// Every hex that may be the target.
pub(super) fn targets(t: &Table) -> Vec<Hex> {
    let grid = &t.board.map.grid;
    if may_plan(t).is_err() {
        return Vec::new();
    }
    grid.all().filter(|ix| may_hit(t, *ix).is_ok()).map(|ix| grid.hex(ix)).collect()
}

/// [13.8.a] How many rolls of two dice end the game, and of how many.
pub(super) fn fatal_rolls(t: &Table) -> (u32, u32) {
    let numbers = &t.charts.nuclear;
    let fatal = |total: u8| numbers.exchange.contains(&total) || numbers.overthrow.contains(&total);
    let totals = (1..=6u8).flat_map(|a| (1..=6u8).map(move |b| a + b));
    (totals.filter(|total| fatal(*total)).count() as u32, 36)
}

/// Begins to choose a target.
pub(super) fn plan(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_plan(&t)?;
    if targets(&t).is_empty() {
        return Err(Illegal::new("PS-13.2.a", "there is no hex in Russia proper that could be the target"));
    }
    t.board.record(Atom("PS-13.1.a"), Fact::Asked { side: RUSSIAN, what: "choose the target of the nuclear attack" });
    t.board.ask(Decision::Strike);
    Ok(())
}

/// [13.4]–[13.9] The strike: the die, what it does, the blast marker, and the roll that may end everything.
pub(super) fn strike(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    let ix = may_strike(&t, hex)?;
    t.board.answer_where(|d| matches!(d, Decision::Strike)); // it may be ordered without being planned first
    t.board.record(Atom("PS-13.4.a"), Fact::Announced { side: RUSSIAN, what: "makes a nuclear attack on", hex });
    let die = t.die("PS-13.4.a", "nuclear attack");
    let row = t.charts.nuclear.rows.get(t.board.map.terrain_name(ix)).copied();
    let blast = row.map_or(Blast::D, |row| row[usize::from(die.clamp(1, 6)) - 1]);
    let text = match blast {
        Blast::D => "D",
        Blast::EB => "EB",
        Blast::EA => "EA",
    };
    t.board.record(Atom("PS-13.4.a"), Fact::Result { text: text.into() });
    for unit in t.ground(ix).collect::<Vec<UnitId>>() {
        // [12.1.b] Whatever is lost here is out for good.
        match (blast, t.is_division(unit)) {
            (Blast::EA, _) => t.eliminate("PS-13.7.a", unit),
            (Blast::EB, false) => t.eliminate("PS-13.6.a", unit),
            (Blast::EB, true) => t.mark("PS-13.6.a", unit, Mark::Disrupted),
            (Blast::D, _) => t.mark("PS-13.5.a", unit, Mark::Disrupted),
        }
    }
    let markers = t.board.control(ix).tally.saturating_add(1);
    t.board.record(Atom("PS-13.9.a"), Fact::HexTallied { hex, to: markers });
    let total = t.roll_dice("PS-13.8.a", "escalation", 2, &[]) as u8;
    let numbers = &t.charts.nuclear;
    let why = if numbers.exchange.contains(&total) {
        Some("strategic nuclear exchange")
    } else if numbers.overthrow.contains(&total) {
        Some("the regime is overthrown")
    } else {
        None
    };
    match why {
        Some(why) => {
            t.board.record(Atom("PS-4.5.a"), Fact::Result { text: why.into() });
            victory::by_escalation(&mut t);
        }
        None => actions::hand_over(&mut t), // [3.9.b] a nuclear attack changes no control
    }
    Ok(())
}
