//! Speed of what every game stands on. Run with `cargo bench --no-default-features --bench spine`.

use bevy_ecs::prelude::World;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use five_fronts::board::paths::{Reach, Step, flood};
use five_fronts::board::{
    Axis, Compass, Control, Dice, Grid, Hex, Ix, Map, Numbering, Orientation, Parity, Place, Position, Start, Tables, lay_out, restore, snapshot,
};
use five_fronts::bots::{Random, Seated, Steady};
use five_fronts::games::{List, Order, Rules, Title};
use five_fronts::play::{self, Players, Search, Session};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn rules(title: Title) -> Rules {
    title.load(&title.shipped()).expect("shipped tables have no fault")
}

/// A game of bots without optional rules, from its first order to its last.
struct Course {
    rules: Rules,
    start: Start,
    orders: Vec<Order>,
}

impl Course {
    fn of(rules: &Rules, mut choose: impl FnMut(&mut World) -> Option<Order>) -> Course {
        let start = rules.start(None, &[], 1).expect("a game without options");
        let mut world = play::begin(rules, &start, Players::Solo);
        while let Some(order) = choose(&mut world) {
            play::submit(&mut world, order).expect("a choice offered is accepted");
        }
        let orders = world.resource::<Session>().past.iter().map(|e| e.order.clone()).collect();
        Course { rules: rules.clone(), start, orders }
    }

    fn random(rules: &Rules) -> Course {
        let mut bot = Random::seeded(1);
        Course::of(rules, |world| bot.choose(world))
    }

    fn steady(rules: &Rules) -> Course {
        let mut bot = Seated::bot(Steady::default(), 1);
        Course::of(rules, |world| bot.choose(world))
    }

    fn begin(&self) -> World {
        play::begin(&self.rules, &self.start, Players::Solo)
    }

    /// Goes through the positions of the game in turn, again and again, and times something in each of them, so that what is measured is the mean over a
    /// game. What tells nothing is not counted.
    fn time(&self, times: u64, mut timed: impl FnMut(&mut Search<'_>, &Order) -> Option<Duration>) -> Duration {
        let mut world = self.begin();
        let dice = world.resource::<Dice>().clone();
        let mut search = Search::new(&mut world, dice);
        let (opening, mut total, mut counted) = (search.mark(), Duration::ZERO, 0);
        for n in (0..self.orders.len()).cycle() {
            if n == 0 {
                search.back(opening);
            }
            if let Some(time) = timed(&mut search, &self.orders[n]) {
                (total, counted) = (total + time, counted + 1);
            }
            if counted == times {
                break;
            }
            search.apply(&self.orders[n]).expect("it was accepted before");
        }
        total
    }
}

/// How long something takes.
fn clocked<T>(act: impl FnOnce() -> T) -> Option<Duration> {
    let began = Instant::now();
    black_box(act());
    Some(began.elapsed())
}

/// Orders of whole random games, submitted one after another.
fn orders(c: &mut Criterion) {
    let mut group = c.benchmark_group("orders of a random game");
    group.sample_size(20);
    for title in Title::playable() {
        let course = Course::random(&rules(title));
        group.throughput(Throughput::Elements(course.orders.len() as u64));
        group.bench_function(title.slug(), |b| {
            b.iter_batched_ref(
                || course.begin(),
                |world| course.orders.iter().for_each(|order| drop(play::submit(world, order.clone()).expect("it was accepted before"))),
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

/// The mean over the positions of a random game: what is asked, what the first counter may do, without words and with them, and a node of a search, which asks both, gives an order and
/// goes back.
fn listing(c: &mut Criterion) {
    for title in Title::playable() {
        let course = Course::random(&rules(title));
        let mut group = c.benchmark_group(format!("{} in the mean", title.slug()));
        let mut list = List::default();
        group.bench_function("prompt", |b| b.iter_custom(|n| course.time(n, |search, _| clocked(|| play::acts(search.world(), &mut list)))));
        group.bench_function("offer", |b| {
            b.iter_custom(|n| {
                course.time(n, |search, _| {
                    play::acts(search.world(), &mut list);
                    let unit = *list.actors.first()?;
                    clocked(|| play::acts_of(search.world(), &[unit], &mut list))
                })
            });
        });
        group.bench_function("prompt in words", |b| b.iter_custom(|n| course.time(n, |search, _| clocked(|| play::prompt(search.world())))));
        group.bench_function("offer in words", |b| {
            b.iter_custom(|n| {
                course.time(n, |search, _| {
                    let unit = *play::prompt(search.world()).actors.first()?;
                    clocked(|| play::offer(search.world(), &[unit]))
                })
            });
        });
        group.bench_function("search: apply and back", |b| {
            b.iter_custom(|n| {
                course.time(n, |search, order| {
                    clocked(|| {
                        let mark = search.mark();
                        search.apply(order).expect("it was accepted before");
                        search.back(mark);
                    })
                })
            });
        });
        group.bench_function("search: node", |b| b.iter_custom(|n| course.time(n, |search, order| clocked(|| node(search, order, &mut list)))));
        group.finish();
    }
}

/// A node of a search: what may be done is listed, for the first counter in full; an order is given, and the search goes back.
fn node(search: &mut Search<'_>, order: &Order, list: &mut List) {
    let mark = search.mark();
    play::acts(search.world(), list);
    if let Some(unit) = list.actors.first().copied() {
        play::acts_of(search.world(), &[unit], list);
        black_box(list.len());
    }
    search.apply(order).expect("it was accepted before");
    search.back(mark);
}

/// The mean over the positions of a steady game in which an attack is planned or under way.
fn previews(c: &mut Criterion) {
    let mut group = c.benchmark_group("preview");
    for title in Title::playable() {
        let course = Course::steady(&rules(title));
        group.bench_function(title.slug(), |b| {
            b.iter_custom(|n| {
                course.time(n, |search, _| {
                    let side = play::decider(search.world())?;
                    let began = Instant::now();
                    let preview = play::preview(search.world(), side);
                    let took = began.elapsed();
                    preview.map(|_| took)
                })
            });
        });
    }
    group.finish();
}

/// Whole games between two steady bots, from set-up to the end.
fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("a whole steady game");
    group.sample_size(10);
    for title in Title::playable() {
        let rules = rules(title);
        group.bench_function(title.slug(), |b| b.iter(|| Course::steady(&rules).orders.len()));
    }
    group.finish();
}

/// Columns of 50 hexes with costs from 1 to 3 points that follow from the hex, and a quarter of the hexes closed.
fn ground(columns: i32) -> (Grid, Vec<u16>) {
    let numbering =
        Numbering { first: Axis::Col, first_grows: Compass::East, second_grows: Compass::South, shifted_parity: Parity::Even, shifted_toward: Compass::South };
    let numbers: Vec<Hex> = (1..=50).flat_map(|row| (1..=columns).map(move |col| numbering.hex(row, col))).collect();
    let cost = numbers.iter().map(|h| [2, 4, 2, 6, 2, 4, 0, 2][(usize::from(h.0) * 7 / 5) % 8]).collect();
    (Grid::new(Orientation::Flat, numbering, numbers), cost)
}

/// Our reach beside hexx's, over the same hexes at the same costs, for a usual unit and for the whole map.
fn reach(c: &mut Criterion) {
    let (grid, cost) = ground(34);
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
    let (grid, cost) = ground(34);
    let (mut layer, mut waiting) = (Vec::new(), Vec::new());
    let sources: Vec<Ix> = [101, 1725, 3450].iter().filter_map(|h| grid.ix(Hex(*h))).collect();
    c.bench_function("supply flood, 1,700 hexes", |b| {
        b.iter(|| {
            flood(&grid, sources.iter().copied(), &mut layer, &mut waiting, |_, _, to| cost[to.at()] != 0);
            layer.iter().filter(|s| **s).count()
        });
    });
}

/// A world with so many counters on the map of Tanks of August, five hexes apart as far as there are hexes.
fn crowded(counters: usize) -> (World, Position) {
    let rules = rules(Title::TanksOfAugust);
    let mut tables: Tables = Tables::clone(&rules.book);
    let rows = tables.units.clone();
    tables.units = rows.into_iter().cycle().take(counters).collect();
    let mut world = World::new();
    let start = rules.start(None, &[], 1).expect("no options");
    lay_out(&mut world, &tables, &start, vec![Control::default(); tables.ground.grid.len()]);
    let mut position = snapshot(&mut world);
    let hexes = tables.ground.grid.hexes();
    let mut heights = vec![0; hexes.len()];
    for (i, unit) in position.units.iter_mut().enumerate() {
        let at = i * 5 % hexes.len();
        (unit.place, unit.rank.0) = (Place::Map(hexes[at]), heights[at]);
        heights[at] += 1;
    }
    restore(&mut world, &position);
    (world, position)
}

/// Growth with counters: half, all and twice as many as the largest game has.
fn photographs(c: &mut Criterion) {
    for counters in [115, 230, 460] {
        let (mut world, here) = crowded(counters);
        let hexes = world.resource::<Map>().grid.hexes().to_vec();
        let mut there = here.clone();
        let tenth: Vec<usize> = (0..counters).step_by(10).collect();
        for i in &tenth {
            (there.units[*i].place, there.units[*i].rank.0) = (Place::Map(hexes[(i * 5 + 1) % hexes.len()]), 0);
        }
        let mut group = c.benchmark_group(format!("{counters} counters"));
        group.bench_function("snapshot", |b| b.iter(|| snapshot(&mut world)));
        group.bench_function("hash", |b| b.iter(|| black_box(&here).hash()));
        let mut turn = false;
        group.bench_function("snapshot and restore, a tenth moved", |b| {
            b.iter(|| {
                turn = !turn;
                restore(&mut world, if turn { &there } else { &here });
                snapshot(&mut world)
            });
        });
        group.finish();
    }
}

/// Growth with hexes: a whole map is flooded of half, all and twice as many as the largest map has.
fn grounds(c: &mut Criterion) {
    let mut group = c.benchmark_group("the whole map");
    for columns in [17, 34, 68] {
        let (grid, cost) = ground(columns);
        let start = grid.ix(Hex(825)).expect("on the map");
        let (mut reach, mut layer, mut waiting) = (Reach::default(), Vec::new(), Vec::new());
        let step = |_: Ix, _, to: Ix| if cost[to.at()] == 0 { Step::Closed } else { Step::Go(cost[to.at()]) };
        group.bench_function(format!("reach, {} hexes", grid.len()), |b| {
            b.iter(|| {
                reach.explore(&grid, start, black_box(800), step);
                reach.found().len()
            });
        });
        group.bench_function(format!("supply, {} hexes", grid.len()), |b| {
            b.iter(|| {
                flood(&grid, [start], &mut layer, &mut waiting, |_, _, to| cost[to.at()] != 0);
                layer.iter().filter(|reached| **reached).count()
            });
        });
    }
    group.finish();
}

/// Growth with the counters of a game: a node of a search in the middle of a random game, with half of the counters on the map set aside, and with all of
/// them. There are no more counters in a game than its tables have, so that twice as many can be tried only on an empty board (`photographs`).
fn growth(c: &mut Criterion) {
    let mut group = c.benchmark_group("search: node in the middle of a game");
    for title in Title::playable() {
        let course = Course::random(&rules(title));
        let mut world = course.begin();
        for order in &course.orders[..course.orders.len() / 2] {
            play::submit(&mut world, order.clone()).expect("it was accepted before");
        }
        let all = snapshot(&mut world);
        let mut half = all.clone();
        let on_map = half.units.iter_mut().filter(|unit| unit.place.hex().is_some() && unit.rank.0 == 0);
        for unit in on_map.step_by(2) {
            (unit.place, unit.rank.0) = (Place::Lost, 0);
        }
        settle_heights(&mut half);
        for (name, position) in [("half the counters", &half), ("all counters", &all)] {
            play::set_up_position(&mut world, position);
            let mut bot = Random::seeded(2);
            let Some(order) = bot.choose(&mut world) else { continue };
            let (mut search, mut list) = (Search::new(&mut world, Dice::fresh(1)), List::default());
            group.bench_function(format!("{}, {name}", title.slug()), |b| b.iter(|| node(&mut search, &order, &mut list)));
        }
    }
    group.finish();
}

/// Counters whose stack has lost its lowest lie lower.
fn settle_heights(position: &mut Position) {
    let mut stacks: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    for (i, unit) in position.units.iter().enumerate().filter(|(_, unit)| unit.place.hex().is_some()) {
        stacks.entry(unit.place).or_default().push(i);
    }
    for stack in stacks.values_mut() {
        stack.sort_by_key(|i| position.units[*i].rank.0);
        stack.iter().enumerate().for_each(|(height, i)| position.units[*i].rank.0 = height as u8);
    }
}

fn tables(c: &mut Criterion) {
    let files = Title::TanksOfAugust.shipped();
    c.bench_function("tables of Tanks of August loaded and checked", |b| b.iter(|| Title::TanksOfAugust.load(black_box(&files)).expect("no fault")));
}

criterion_group!(benches, orders, listing, previews, games, reach, supply, grounds, photographs, growth, tables);
criterion_main!(benches);
