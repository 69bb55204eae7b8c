//! Speed of what every game stands on. Run with `cargo bench --no-default-features --bench spine`.

use bevy_ecs::prelude::World;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use five_fronts::board::paths::{Reach, Step, flood};
use five_fronts::board::{Axis, Compass, Control, Grid, Hex, Ix, Numbering, Orientation, Parity, Place, Tables, lay_out, restore, snapshot};
use five_fronts::bots::Random;
use five_fronts::games::{Rules, Title};
use five_fronts::play::{self, Players, Session};
use std::hint::black_box;

fn rules() -> Rules {
    Title::TanksOfAugust.load(&Title::TanksOfAugust.shipped()).expect("shipped tables have no fault")
}

/// Orders of a whole random game, submitted one after another.
fn orders(c: &mut Criterion) {
    let rules = rules();
    let start = rules.start(None, &[], 1).expect("a game without options");
    let mut world = play::begin(&rules, &start, Players::Solo);
    let mut bot = Random::seeded(1);
    while let Some(order) = bot.choose(&mut world) {
        play::submit(&mut world, order).expect("a choice offered is accepted");
    }
    let orders: Vec<_> = world.resource::<Session>().past.iter().map(|e| e.order.clone()).collect();
    let mut group = c.benchmark_group("orders");
    group.throughput(Throughput::Elements(orders.len() as u64));
    group.bench_function("a whole random game of Tanks of August", |b| {
        b.iter_batched_ref(
            || play::begin(&rules, &start, Players::Solo),
            |world| orders.iter().for_each(|order| drop(play::submit(world, order.clone()).expect("it was accepted before"))),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// 1,700 hexes with costs from 1 to 3 points that follow from the hex, and a quarter of the hexes closed.
fn ground() -> (Grid, Vec<u16>) {
    let numbering =
        Numbering { first: Axis::Col, first_grows: Compass::East, second_grows: Compass::South, shifted_parity: Parity::Even, shifted_toward: Compass::South };
    let numbers: Vec<Hex> = (1..=50).flat_map(|row| (1..=34).map(move |col| numbering.hex(row, col))).collect();
    let cost = numbers.iter().map(|h| [2, 4, 2, 6, 2, 4, 0, 2][(usize::from(h.0) * 7 / 5) % 8]).collect();
    (Grid::new(Orientation::Flat, numbering, numbers), cost)
}

/// Our reach beside hexx's, over the same hexes at the same costs, for a usual unit and for the whole map.
fn reach(c: &mut Criterion) {
    let (grid, cost) = ground();
    let start = grid.ix(Hex(1725)).expect("on the map");
    let (mut ours, origin) = (Reach::default(), grid.axial(start));
    for (name, budget) in [("8 points", 16u16), ("whole map", 400)] {
        let mut group = c.benchmark_group(format!("reach, 1,700 hexes, {name}"));
        let step = |_: Ix, _, to: Ix| if cost[to.at()] == 0 { Step::Closed } else { Step::Go(cost[to.at()]) };
        group.bench_function("ours", |b| {
            b.iter(|| {
                ours.explore(&grid, start, black_box(budget), step);
                ours.found().len()
            });
        });
        // hexx adds one to every cost, so it is given one less; its closure asks by coordinates.
        let by_axial = |hex: hexx::Hex| grid.numbering().number(Orientation::Flat, hex).and_then(|h| grid.ix(h));
        let dense: std::collections::HashMap<hexx::Hex, u16> = grid.all().map(|ix| (grid.axial(ix), cost[ix.at()])).collect();
        group.bench_function("hexx", |b| {
            b.iter(|| {
                let cost = |hex: hexx::Hex| dense.get(&hex).filter(|c| **c > 0).map(|c| u32::from(*c) - 1);
                hexx::algorithms::field_of_movement(origin, u32::from(black_box(budget)), cost).len()
            });
        });
        ours.explore(&grid, start, budget, step);
        let theirs = hexx::algorithms::field_of_movement(origin, u32::from(budget), |hex| dense.get(&hex).filter(|c| **c > 0).map(|c| u32::from(*c) - 1));
        let mut theirs: Vec<Ix> = theirs.into_iter().filter_map(by_axial).filter(|ix| *ix != start).collect();
        theirs.sort_unstable();
        assert_eq!(theirs, ours.found(), "both must find the same hexes");
        group.finish();
    }
}

fn supply(c: &mut Criterion) {
    let (grid, cost) = ground();
    let (mut layer, mut waiting) = (Vec::new(), Vec::new());
    let sources: Vec<Ix> = [101, 1725, 3450].iter().filter_map(|h| grid.ix(Hex(*h))).collect();
    c.bench_function("supply flood, 1,700 hexes", |b| {
        b.iter(|| {
            flood(&grid, sources.iter().copied(), &mut layer, &mut waiting, |_, _, to| cost[to.at()] != 0);
            layer.iter().filter(|s| **s).count()
        });
    });
}

/// A world with 230 counters on the map of Tanks of August.
fn crowded() -> World {
    let rules = rules();
    let mut tables: Tables = Tables::clone(&rules.book);
    let rows = tables.units.clone();
    tables.units = rows.into_iter().cycle().take(230).collect();
    let mut world = World::new();
    let start = rules.start(None, &[], 1).expect("no options");
    lay_out(&mut world, &tables, &start, vec![Control::default(); tables.ground.grid.len()]);
    world
}

fn photographs(c: &mut Criterion) {
    let mut world = crowded();
    let mut here = snapshot(&mut world);
    let grid = world.resource::<five_fronts::board::Map>().grid.clone();
    for (i, unit) in here.units.iter_mut().enumerate() {
        unit.place = Place::Map(grid.hexes()[i * 5]);
    }
    let mut there = here.clone();
    for (i, unit) in there.units.iter_mut().enumerate().filter(|(i, _)| i % 10 == 0) {
        unit.place = Place::Map(grid.hexes()[i * 5 + 1]);
    }
    restore(&mut world, &here);
    c.bench_function("snapshot, 230 units", |b| b.iter(|| snapshot(&mut world)));
    c.bench_function("hash, 230 units", |b| b.iter(|| black_box(&here).hash()));
    let mut turn = false;
    c.bench_function("snapshot and restore, 230 units, 23 moved", |b| {
        b.iter(|| {
            turn = !turn;
            restore(&mut world, if turn { &there } else { &here });
            snapshot(&mut world)
        });
    });
}

fn tables(c: &mut Criterion) {
    let files = Title::TanksOfAugust.shipped();
    c.bench_function("tables of Tanks of August loaded and checked", |b| b.iter(|| Title::TanksOfAugust.load(black_box(&files)).expect("no fault")));
}

criterion_group!(benches, orders, reach, supply, photographs, tables);
criterion_main!(benches);
