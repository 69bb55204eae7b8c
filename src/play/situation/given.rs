//! Turns what a file gives into a position, and checks whether play could lead to such a position.

use super::file::{Given, place};
use crate::board::{Control, Hex, Place, Position, Rank, Side, Start, UnitId, control_at_start, snapshot};
use crate::games::Rules;
use crate::play::session::{self, Session};
use bevy_ecs::prelude::World;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Given {
    /// The position it describes: that of the opening, with everything it names changed.
    pub(super) fn position(&self, rules: &Rules, world: &World, start: &Start, opening: Position) -> Position {
        let mut position = opening;
        position.drawn = 0;
        if self.clear {
            clear(&mut position);
        }
        if let Some(at) = self.step.and_then(|step| rules.book.step_at(step.value, start)) {
            position.clock.at = at as u8;
            position.clock.turn = self.turn.map_or(0, |turn| turn.value);
        }
        self.place_units(rules, &mut position);
        let hexes = Arc::make_mut(&mut position.hexes);
        for (hex, line) in &self.hexes {
            let ix = rules.book.ground.grid.ix(hex.value).expect("the reader knows the hexes of the map");
            let at_start = control_at_start(world, ix);
            let was = hexes.iter().find(|(i, _)| *i == ix).map_or(at_start, |(_, control)| *control);
            // The owner of a hex holds it for its side, unless the file says who does.
            let of_owner = line.owner.map(|owner| owner.map(|nation| rules.book.nations[nation.at()].side));
            let control = Control {
                side: line.control.or(of_owner).unwrap_or(was.side),
                nation: line.owner.unwrap_or(was.nation),
                marks: line.bits().unwrap_or(was.marks),
                tally: line.tally.unwrap_or(was.tally),
            };
            hexes.retain(|(i, _)| *i != ix);
            if control != at_start {
                hexes.push((ix, control));
            }
        }
        hexes.sort_by_key(|(ix, _)| *ix);
        for (track, n) in &self.ledger {
            position.ledger[track.value.at()] = *n;
        }
        position
    }

    fn place_units(&self, rules: &Rules, position: &mut Position) {
        for (id, line) in &self.units {
            let index = id.value.at();
            if let Some(place) = line.at.as_ref().and_then(|at| place(&at.value, rules).ok()) {
                let rank = position.units.iter().enumerate().filter(|(i, u)| *i != index && u.place == place && place.hex().is_some()).count();
                (position.units[index].place, position.units[index].rank) = (place, Rank(rank as u8));
            }
            let status = &mut position.units[index].status;
            status.steps = line.steps.unwrap_or(status.steps);
            status.side = line.side.unwrap_or(status.side);
            status.face_down = line.face_down.unwrap_or(status.face_down);
            status.marks = line.marks.as_ref().map_or(status.marks, |marks| marks.iter().fold(0, |bits, m| bits | 1 << m.0));
            for (count, n) in &line.counts {
                status.counts[count.at()] = *n;
            }
        }
    }

    /// Why there is no such step in this game at all, if there is none.
    pub(super) fn no_such_step(&self, rules: &Rules, start: &Start) -> Option<(u32, String)> {
        let step = self.step.filter(|step| rules.book.step_at(step.value, start).is_none())?;
        let name = rules.lexicon().name("StepId", step.value.0.into()).unwrap_or("?");
        Some((step.at, format!("the step {name:?} does not take place with these optional rules")))
    }

    /// Why the clock could never show this, if it could not.
    pub(super) fn impossible_time(&self, rules: &Rules, start: &Start) -> Option<(u32, String)> {
        let sequence = &rules.book.sequence;
        let Some(step) = self.step else {
            return self.turn.map(|turn| (turn.at, "a turn without a step: `step` must say where in the turn".to_owned()));
        };
        let at = rules.book.step_at(step.value, start)?;
        let name = rules.lexicon().name("StepId", step.value.0.into()).unwrap_or("?");
        let turn = self.turn.map_or(0, |turn| turn.value);
        let here = self.turn.map_or(step.at, |turn| turn.at);
        match turn {
            n if n > start.turns => Some((here, format!("turn {n} is past the last, {}", start.turns))),
            _ if at < sequence.setup => None,
            0 => Some((here, format!("{name:?} is a step of a turn: `turn` must say which, from 1 to {}", start.turns))),
            n if !sequence.steps[at].when.holds(n) => Some((here, format!("{name:?} does not take place in turn {n}"))),
            _ => None,
        }
    }
}

/// Takes every counter off the map and out of the boxes.
pub(crate) fn clear(position: &mut Position) {
    for unit in &mut position.units {
        (unit.place, unit.rank, unit.status.face_down) = (Place::Lost, Rank(0), false);
    }
}

/// Something about a position that cannot come up in play.
pub(crate) struct Oddity {
    /// The counter it shows on.
    pub unit: UnitId,
    /// Whether it is only that a hex is overstacked, which some rules allow for a while.
    pub crowded: bool,
    /// In words.
    pub what: String,
}

/// Everything about the position of a world that cannot come up in play.
pub(crate) fn oddities(world: &mut World) -> Vec<Oddity> {
    let rules = world.resource::<Session>().rules.clone();
    let position = snapshot(world);
    let mut found = Vec::new();
    let mut stacks: BTreeMap<Hex, Vec<(u8, UnitId, Side, bool)>> = BTreeMap::new();
    for (i, unit) in position.units.iter().enumerate() {
        let (id, printed) = (UnitId(i as u16), rules.book.units[i].steps());
        let (name, steps) = (rules.book.unit_name(id), unit.status.steps);
        let odd = |what| Oddity { unit: id, crowded: false, what };
        let ground = rules.game().is_ground(world, id);
        if steps > printed {
            found.push(odd(format!("{name} has {}, but only {printed} printed", steps_of(steps))));
        }
        let Some(hex) = unit.place.hex() else { continue };
        if ground && steps == 0 {
            found.push(odd(format!("{name} is on the map without a step")));
        }
        if ground && !is_land(&rules, hex) && !rules.game().enters_closed_ground(world, id, hex) {
            found.push(odd(format!("{name} is in {hex}, where no unit on the ground can be")));
        }
        stacks.entry(hex).or_default().push((unit.rank.0, id, unit.status.side, ground));
    }
    for (hex, mut stack) in stacks {
        stack.sort_unstable_by_key(|(rank, ..)| *rank);
        let (_, top, ..) = stack[stack.len() - 1];
        let odd = |crowded, what| Oddity { unit: top, crowded, what };
        let stands = |side: Side| stack.iter().any(|(.., of, ground)| *of == side && *ground);
        if stands(Side(0)) && stands(Side(1)) {
            found.push(odd(false, format!("units of both sides are in {hex}")));
        }
        for side in [Side(0), Side(1)] {
            let room = session::stack_load(world, side, hex).filter(|(load, room)| stands(side) && is_land(&rules, hex) && load > room);
            found.extend(room.map(|(load, room)| odd(true, format!("{hex} holds {load}, and has room for {room}: say `overstacked: true` if this is meant"))));
        }
    }
    found
}

fn steps_of(steps: u8) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}

fn is_land(rules: &Rules, hex: Hex) -> bool {
    let ground = &rules.book.ground;
    ground.grid.ix(hex).is_some_and(|ix| !rules.book.chart.hex(ground, ix).prohibited && ground.region(ix).in_play)
}
