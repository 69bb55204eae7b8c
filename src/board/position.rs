//! The snapshot: everything that changes, in a fixed order; it can be taken, restored and hashed.

use super::Ix;
use super::board::{Baseline, Index, Layers, Ledger};
use super::clock::Clock;
use super::decisions::Decisions;
use super::deploy::Deployment;
use super::dice::Dice;
use super::digest::Digest;
use super::event::Record;
use super::ids::{Side, UnitId};
use super::map::Map;
use super::run::run;
use super::states::{Kept, States, UnitState};
use super::tables::{Rulebook, Start, Tables, UnitRow};
use super::unit::{COUNTS, Control, Counter, Place, Rank, Status, Tile};
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::prelude::{InRef, Query, Res, ResMut, World};
use std::hash::Hash;
use std::sync::Arc;

/// A whole position. Two positions are the same game state exactly if they are equal.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// Where we are in the sequence.
    pub clock: Clock,
    /// How many dice have been drawn.
    pub drawn: u64,
    /// The tracks.
    pub ledger: Vec<i32>,
    /// By unit id.
    pub units: States,
    /// Hexes that differ from the start of the scenario, in map order.
    pub hexes: Arc<Vec<(Ix, Control)>>,
    /// The decisions open.
    pub decisions: Decisions,
}

impl Position {
    /// The same position with two counters swapped in place and state.
    pub fn exchanged(&self, a: UnitId, b: UnitId) -> Position {
        let mut other = self.clone();
        other.exchange(a, b);
        other
    }

    /// The same position without the parts of open decisions that a side may not learn.
    pub fn sealed(&self, from: Side) -> Position {
        Position { decisions: self.decisions.sealed(from), ..self.clone() }
    }

    /// Whether a decision interrupts the sequence.
    pub fn is_interrupted(&self) -> bool {
        !self.decisions.is_empty()
    }

    /// Swaps two counters in place and state.
    pub fn exchange(&mut self, a: UnitId, b: UnitId) {
        self.units.swap(a.at(), b.at());
        self.decisions = self.decisions.exchanged(a, b);
    }

    /// A hash that is the same on every machine.
    pub fn hash(&self) -> u64 {
        let mut d = Digest::default();
        self.clock.hash(&mut d);
        d.word(self.drawn);
        for track in &self.ledger {
            d.word(*track as u64);
        }
        for unit in &self.units {
            let place = match unit.place {
                Place::Map(hex) => u64::from(hex.0),
                Place::Holding(b) => 0x1_0000 | u64::from(b.0),
                Place::Lost => 0x2_0000,
            };
            let s = &unit.status;
            d.word(place | u64::from(unit.rank.0) << 24 | u64::from(s.steps) << 32 | u64::from(s.side.0) << 40 | u64::from(s.face_down) << 48);
            const { assert!(COUNTS == 4, "four numbers fill one word") };
            let counts = s.counts.iter().fold(0, |word, n| word << 16 | u64::from(*n as u16));
            d.word(u64::from(s.marks));
            d.word(counts);
        }
        for (ix, control) in &*self.hexes {
            let (side, nation) = (control.side.map_or(0, |s| u64::from(s.0) + 1), control.nation.map_or(0, |n| u64::from(n.0) + 1));
            d.word(u64::from(ix.0) | u64::from(control.marks) << 16 | side << 32 | u64::from(control.tally) << 40 | nation << 48);
        }
        self.decisions.digest(&mut d);
        d.finish()
    }
}

/// The current state of a hex, whether or not it has changed since the start of the scenario.
pub fn control(world: &World, ix: Ix) -> Control {
    let tile = world.resource::<Index>().tiles[ix.at()];
    world.get::<Control>(tile).copied().expect("hexes live for the whole game")
}

/// The state of a hex at the start of the scenario.
pub(crate) fn control_at_start(world: &World, ix: Ix) -> Control {
    world.resource::<Baseline>().0[ix.at()]
}

/// Takes a snapshot. It shares whatever has not changed with the previous one.
pub fn snapshot(world: &mut World) -> Position {
    let mut index = world.resource_mut::<Index>();
    let Index { places, ranks, statuses, kept, touched, controls, kept_hexes, .. } = index.bypass_change_detection(); // the board does not change
    let units = kept.renewed(|at| UnitState { place: places[at], rank: ranks[at], status: statuses[at] });
    let hexes = kept_hexes.get_or_insert_with(|| Arc::new(touched.iter().map(|ix| (*ix, controls[ix.at()])).collect())).clone();
    Position {
        clock: *world.resource::<Clock>(),
        drawn: world.resource::<Dice>().drawn(),
        ledger: world.resource::<Ledger>().0.clone(),
        units,
        hexes,
        decisions: world.resource::<Decisions>().clone(),
    }
}

/// Takes a snapshot from the components alone: for the law that it always matches.
pub fn snapshot_anew(world: &mut World) -> Position {
    let position = snapshot(world);
    let (baseline, mut changed) = (world.resource::<Baseline>().0.clone(), Vec::new());
    let mut tiles = world.query::<(&Tile, &Control)>();
    changed.extend(tiles.iter(world).filter(|(tile, control)| baseline[tile.ix.at()] != **control).map(|(tile, control)| (tile.ix, *control)));
    changed.sort_unstable_by_key(|(ix, _)| *ix);
    let mut counters = world.query::<(&Counter, &Place, &Rank, &Status)>();
    let mut states: Vec<(UnitId, UnitState)> =
        counters.iter(world).map(|(counter, place, rank, status)| (counter.id, UnitState { place: *place, rank: *rank, status: *status })).collect();
    states.sort_unstable_by_key(|(unit, _)| *unit);
    Position { units: states.into_iter().map(|(_, state)| state).collect(), hexes: Arc::new(changed), ..position }
}

/// Restores a snapshot. Components change only where something differs, so change detection sees only that.
pub fn restore(world: &mut World, position: &Position) {
    run(world, apply, position);
}

#[allow(clippy::too_many_arguments, reason = "a system's parameters are what it touches")]
fn apply(
    InRef(position): InRef<Position>,
    mut index: ResMut<Index>,
    mut clock: ResMut<Clock>,
    mut dice: ResMut<Dice>,
    mut ledger: ResMut<Ledger>,
    mut decisions: ResMut<Decisions>,
    mut layers: ResMut<Layers>,
    mut record: ResMut<Record>,
    baseline: Res<Baseline>,
    map: Res<Map>,
    mut units: Query<(&mut Place, &mut Rank, &mut Status)>,
    mut tiles: Query<&mut Control>,
) {
    debug_assert!(!record.trail.is_on(), "a search goes back by its own trail");
    let another_turn = clock.turn != position.clock.turn; // what reaches where may depend on it
    clock.set_if_neq(position.clock);
    dice.rewind(position.drawn);
    if ledger.0 != position.ledger {
        ledger.0.clone_from(&position.ledger);
    }
    if *decisions != position.decisions {
        decisions.clone_from(&position.decisions);
    }
    record.take();
    let (mut moved, mut changed) = (false, false);
    for unit in index.kept.replace(&position.units) {
        let state = &position.units[unit.at()];
        let (mut place, mut rank, mut status) = units.get_mut(index.units[unit.at()]).expect("counters live for the whole game");
        moved |= place.set_if_neq(state.place) | rank.set_if_neq(state.rank);
        changed |= status.set_if_neq(state.status);
        (index.ranks[unit.at()], index.statuses[unit.at()]) = (state.rank, state.status);
    }
    if index.kept_hexes.as_ref().is_none_or(|kept| !Arc::ptr_eq(kept, &position.hexes)) {
        let restored: Vec<Ix> = position.hexes.iter().map(|(ix, _)| *ix).collect();
        let untouched = index.touched.iter().filter(|ix| restored.binary_search(ix).is_err()).map(|ix| (*ix, baseline.0[ix.at()]));
        for (ix, control) in untouched.chain(position.hexes.iter().copied()).collect::<Vec<_>>() {
            changed |= tiles.get_mut(index.tiles[ix.at()]).expect("hexes live for the whole game").set_if_neq(control);
            index.controls[ix.at()] = control;
        }
        index.touched = restored;
        index.kept_hexes = Some(position.hexes.clone());
    }
    if moved {
        index.arrange(&map, &position.units);
    }
    if moved || changed || another_turn {
        layers.spoil(Layers::all());
    }
}

impl Index {
    /// Sorts all counters into stacks and boxes from scratch.
    fn arrange(&mut self, map: &Map, units: &States) {
        self.places.clear();
        self.places.extend(units.iter().map(|unit| unit.place));
        self.ranks.clear();
        self.ranks.extend(units.iter().map(|unit| unit.rank));
        self.statuses.clear();
        self.statuses.extend(units.iter().map(|unit| unit.status));
        self.stacks.iter_mut().chain(&mut self.boxes).for_each(Vec::clear);
        for (i, unit) in units.iter().enumerate() {
            match unit.place {
                Place::Map(hex) => {
                    let ix = map.grid.ix(hex).expect("counters on the map lie in hexes of the map");
                    self.stacks[ix.at()].push(UnitId(i as u16));
                }
                Place::Holding(holding) => self.boxes[holding.at()].push(UnitId(i as u16)),
                Place::Lost => {}
            }
        }
        for stack in self.stacks.iter_mut().filter(|s| s.len() > 1) {
            stack.sort_by_key(|u| units[u.at()].rank.0);
        }
    }

    /// What the index should be, from the components alone: for the law that it always is.
    pub fn rebuilt(&self, map: &Map, baseline: &Baseline, position: &Position) -> Index {
        let mut index = self.clone();
        index.arrange(map, &position.units);
        index.touched = position.hexes.iter().map(|(ix, _)| *ix).collect();
        index.controls = baseline.0.clone();
        position.hexes.iter().for_each(|(ix, control)| index.controls[ix.at()] = *control);
        index
    }
}

/// Sets up a world for a game: hexes and counters as entities, everything else as resources. Counters start as `Lost`; the game puts them where its
/// scenario says.
pub fn lay_out(world: &mut World, tables: &Tables, start: &Start, control: Vec<Control>) {
    let ground = &tables.ground;
    let tiles = world.spawn_batch(ground.grid.all().map(|ix| (Tile { hex: ground.grid.hex(ix), ix }, control[ix.at()]))).collect();
    let printed =
        |row: &UnitRow| Status { side: tables.nations[row.nation.value.at()].side, steps: row.steps(), face_down: false, marks: 0, counts: [0; COUNTS] };
    let statuses: Vec<Status> = tables.units.iter().map(printed).collect();
    let states = statuses.iter().map(|status| UnitState { place: Place::Lost, rank: Rank(0), status: *status }).collect();
    let units = (tables.units.iter().zip(&statuses).enumerate())
        .map(|(i, (row, status))| world.spawn((Counter { id: UnitId(i as u16), nation: row.nation.value }, Place::Lost, Rank(0), *status)).id())
        .collect();
    world.insert_resource(Index {
        places: vec![Place::Lost; tables.units.len()],
        ranks: vec![Rank(0); tables.units.len()],
        statuses,
        controls: control.clone(),
        units,
        tiles,
        stacks: vec![Vec::new(); ground.grid.len()],
        boxes: vec![Vec::new(); tables.boxes.len()],
        touched: Vec::new(),
        kept: Kept::of(states),
        kept_hexes: None,
    });
    world.insert_resource(Baseline(control));
    world.insert_resource(Ledger(tables.tracks.iter().map(|t| t.start).collect()));
    world.insert_resource(Clock::first(&tables.sequence, start));
    world.insert_resource(Decisions::default());
    world.insert_resource(Record::default());
    world.insert_resource(Layers::default());
    world.insert_resource(Map(ground.clone()));
    world.insert_resource(Dice::of(start.luck));
    world.insert_resource(start.clone());
}

/// Puts other tables of the same game in force; everything worked out from the old ones is worked out anew.
pub fn put_in_force(world: &mut World, book: &Rulebook) {
    let deployment = Deployment::new(book, world.resource::<Start>());
    world.insert_resource(deployment);
    world.insert_resource(book.clone());
    world.insert_resource(Map(book.ground.clone()));
    world.resource_mut::<Layers>().spoil(Layers::all());
}
