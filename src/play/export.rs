//! The present position as a situation file: for bug reports and for designers.

use super::session::Session;
use crate::board::{Clock, Control, Map, Place, Start, Status, UnitId, photograph};
use bevy_ecs::prelude::World;
use std::fmt::Write as _;

/// Writes the position as a situation without orders, ready to be completed by hand. An attack or another interruption under way
/// is not part of it: the situation begins with the step.
pub fn situation_of(world: &mut World) -> String {
    let position = photograph(world);
    let session = world.resource::<Session>();
    let (book, title) = (session.rules.book.clone(), session.rules.title);
    let names = |kind: &str, n: u16| book.lexicon.name(kind, n).unwrap_or("?").to_owned();
    let start = world.resource::<Start>();
    let options: Vec<String> = start.options.iter().map(|o| format!("{:?}", names("OptionId", o.0.into()))).collect();
    let clock = world.resource::<Clock>();
    let step = names("StepId", clock.step(&book.sequence).0.into());
    let mut order: Vec<usize> = (0..position.units.len()).collect();
    // Bottom first, so that stacks lie as they do now.
    order.sort_by_key(|i| (position.units[*i].rank.0, *i));
    let mut units = String::new();
    for i in order {
        let unit = &position.units[i];
        let at = match unit.place {
            Place::Map(hex) => hex.to_string(),
            Place::Holding(holding) => format!("box:{}", names("BoxId", holding.0.into())),
            Place::Lost => continue, // `clear` leaves everybody out who is not named
        };
        let state = state(&unit.status, book.units[i].steps(), book.nations[book.units[i].nation.value.at()].side, &names);
        let _ = writeln!(units, "            {:?}: (at: {at:?}{state}),", names("UnitId", UnitId(i as u16).0));
    }
    let ledger = position.ledger.iter().zip(&book.tracks).enumerate().filter(|(_, (value, track))| **value != track.start);
    let ledger: Vec<String> = ledger.map(|(i, (value, _))| format!("{:?}: {value}", names("TrackId", i as u16))).collect();
    let grid = &world.resource::<Map>().grid;
    let line = |control: &Control| {
        let side = control.side.map(|side| format!("control: Some({:?})", names("Side", side.0.into())));
        let marks: Vec<String> = (0..16u16).filter(|n| control.marks & (1 << n) != 0).map(|n| format!("{:?}", names("HexMarkId", n))).collect();
        let marks = (!marks.is_empty()).then(|| format!("marks: Some([{}])", marks.join(", ")));
        let tally = (control.tally > 0).then(|| format!("tally: {}", control.tally));
        [side, marks, tally].into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    let hexes: Vec<String> = position.hexes.iter().map(|(ix, control)| format!("\"{}\": ({})", grid.hex(*ix), line(control))).collect();
    format!(
        "// Written from a game after {} orders. Add orders and what must follow.\n(\n    title: \"A position from turn {}\",\n    covers: [],\n    game: {:?},\n    options: [{}],\n    given: (\n        turn: {}, step: {step:?},\n        clear: true,\n        units: {{\n{units}        }},\n        hexes: {{ {} }},\n        ledger: {{ {} }},\n    ),\n    dice: [],\n    script: [],\n    then: (),\n)\n",
        session.past.len(),
        clock.turn,
        title.slug(),
        options.join(", "),
        clock.turn,
        hexes.join(", "),
        ledger.join(", "),
    )
}

/// What differs from a fresh counter.
fn state(status: &Status, full: u8, side: crate::board::Side, names: &dyn Fn(&str, u16) -> String) -> String {
    let mut text = String::new();
    if status.steps != full {
        let _ = write!(text, ", steps: {}", status.steps);
    }
    if status.side != side {
        let _ = write!(text, ", side: Some({:?})", names("Side", status.side.0.into()));
    }
    let marks: Vec<String> = (0..32u16).filter(|n| status.marks & (1 << n) != 0).map(|n| format!("{:?}", names("MarkId", n))).collect();
    if !marks.is_empty() {
        let _ = write!(text, ", marks: [{}]", marks.join(", "));
    }
    let counts: Vec<String> =
        status.counts.iter().enumerate().filter(|(_, n)| **n != 0).map(|(i, n)| format!("{:?}: {n}", names("CountId", i as u16))).collect();
    if !counts.is_empty() {
        let _ = write!(text, ", counts: {{ {} }}", counts.join(", "));
    }
    if status.face_down {
        text.push_str(", face_down: true");
    }
    text
}
