//! What a side may not know: it cannot be found out by taking orders back, and bots cannot look at it.

use bevy_ecs::prelude::World;
use five_fronts::board::{Atom, Dice, Event, Fact, Place, Side, UnitId, snapshot};
use five_fronts::bots::Random;
use five_fronts::games::{Order, Rules, Title, opaque_war, tanks_of_august};
use five_fronts::play::{self, CannotUndo, Players, Seen, Session, Sight};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

fn rules(title: Title) -> Rules {
    title.load(&title.shipped()).expect("the shipped tables are good")
}

/// A random game of two players; looks at the world before and after each order.
fn game(rules: &Rules, seed: u64, orders: usize, mut look: impl FnMut(&mut World, &Order, &mut dyn FnMut(&mut World))) {
    let mut world = play::begin(rules, &rules.start(None, &[], seed).expect("no options"), Players::Two);
    let mut bot = Random::seeded(seed);
    for _ in 0..orders {
        let Some(order) = bot.choose(&mut world) else { break };
        let mut give = |world: &mut World| drop(play::submit(world, order.clone()).expect("what is offered is accepted"));
        look(&mut world, &order, &mut give);
    }
}

fn barrier(world: &World) -> Option<CannotUndo> {
    world.resource::<Session>().barrier()
}

fn is_move(order: &Order) -> bool {
    use {opaque_war::Order as Opaque, tanks_of_august::Order as Tanks};
    matches!(order, Order::OpaqueWar(Opaque::Move { .. } | Opaque::MoveStack { .. }) | Order::TanksOfAugust(Tanks::Move { .. } | Tanks::MoveStack { .. }))
}

/// OW-7.7.b, OW-15.2.c and the like: an enemy that the player does not see bars the way and says so. That cannot be taken back.
#[test]
fn being_barred_cannot_be_taken_back() {
    let rules = rules(Title::OpaqueWar);
    let mut barred = 0;
    for seed in 0..12 {
        game(&rules, seed, 2_000, |world, order, give| {
            give(world);
            let events = &world.resource::<Session>().past.last().expect("an order was given").events;
            if events.iter().any(|e| matches!(e.fact, Fact::HexMarked { mark, on: true, .. } if mark == opaque_war::HexMark::Barred.id().0)) {
                barred += 1;
                assert!(barrier(world).is_some(), "seed {seed}: {} can be taken back", rules.write_order(order));
            }
        });
    }
    assert!(barred > 20, "enough orders were barred: {barred}");
}

/// Moves far from anything unseen can be taken back as before; what depends on the unseen cannot.
#[test]
fn plain_moves_can_be_taken_back() {
    for title in [Title::TanksOfAugust, Title::OpaqueWar] {
        let rules = rules(title);
        let (mut orders, mut closed, mut closed_before) = (0, 0, 0);
        let (mut moves, mut open) = (0, 0);
        for seed in 0..8 {
            game(&rules, seed, 3_000, |world, order, give| {
                let side = play::decider(world);
                give(world);
                let why = barrier(world);
                orders += 1;
                closed += usize::from(why.is_some());
                let only_now = why == Some(CannotUndo::Unseen) && play::decider(world) == side;
                closed_before += usize::from(why.is_some() && !only_now);
                if is_move(order) {
                    moves += 1;
                    open += usize::from(why.is_none());
                }
            });
        }
        println!("{}: of {orders} orders {closed} cannot be taken back, {closed_before} but for what is unseen; of {moves} moves {open} can", title.slug());
        assert!(open * 2 > moves, "{}: of {moves} moves only {open} can be taken back", title.slug());
        assert!(closed > closed_before, "{}: something depends on what is unseen", title.slug());
    }
}

/// A plan is its player's secret: whoever waits is promised nothing.
#[test]
fn a_plan_is_no_preview_for_the_enemy() {
    let rules = rules(Title::TanksOfAugust);
    let mut planned = 0;
    for seed in 0..6 {
        game(&rules, seed, 3_000, |world, order, give| {
            give(world);
            if matches!(order, Order::TanksOfAugust(tanks_of_august::Order::Join { .. })) {
                let side = play::decider(world).expect("the plan goes on");
                planned += usize::from(play::preview(world, side).is_some());
                assert_eq!(play::preview(world, side.other()), None, "seed {seed}: the enemy sees who will attack");
            }
        });
    }
    assert!(planned > 10, "enough attacks were planned: {planned}");
}

/// A game of Opaque War in its third turn or later, with much that each side does not know.
fn middle_of_a_game(rules: &Rules) -> World {
    let mut world = play::begin(rules, &rules.start(None, &[], 14).expect("no options"), Players::Two);
    let mut bot = Random::seeded(14);
    while Session::turn(&world) < 3 {
        let order = bot.choose(&mut world).expect("the game goes on");
        play::submit(&mut world, order).expect("what is offered is accepted");
    }
    world
}

/// Where each counter that a side may not know turns up in many of the worlds it imagines.
fn whereabouts(world: &mut World, side: Side) -> BTreeMap<usize, BTreeSet<Place>> {
    let known = play::known_to(world, side);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut imagined = play::imagine(world, side, &mut rng);
    let mut places: BTreeMap<usize, BTreeSet<Place>> = BTreeMap::new();
    for _ in 0..200 {
        imagined.renew(world, side, &mut rng);
        let position = snapshot(imagined.world());
        for unit in (0..known.len()).filter(|i| !known[*i]) {
            places.entry(unit).or_default().insert(position.units[unit].place);
        }
    }
    places
}

/// Counters that could be elsewhere for all a side knows are, in some of the worlds it imagines: in Opaque War, where flags are all that is
/// seen, nearly all of them, and many of them in many places.
#[test]
fn what_is_imagined_is_drawn_at_random() {
    let mut world = middle_of_a_game(&rules(Title::OpaqueWar));
    for side in [Side(0), Side(1)] {
        let places = whereabouts(&mut world, side);
        let wander = |n: usize| places.values().filter(|found| found.len() >= n).count();
        assert!(wander(2) * 10 > places.len() * 9 && wander(5) * 2 > places.len(), "side {}: {} of {} wander", side.0, wander(2), places.len());
    }
}

/// In Tanks of August what lies under the top unit of a stack may be any unit that the player could not tell by its zone of control.
#[test]
fn what_lies_under_a_stack_is_drawn_at_random() {
    let rules = rules(Title::TanksOfAugust);
    let (mut hidden, mut wander) = (0, 0);
    for seed in 0..4 {
        game(&rules, seed, 160, |world, _, give| {
            give(world);
            if world.resource::<Session>().past.len() == 160 {
                for side in [Side(0), Side(1)] {
                    let places = whereabouts(world, side);
                    hidden += places.len();
                    wander += places.values().filter(|found| found.len() > 1).count();
                }
            }
        });
    }
    assert!(wander * 2 > hidden && hidden > 20, "of {hidden} hidden units {wander} are imagined in several places");
}

/// The same draw follows from the same seed, and changes nothing in the real world.
#[test]
fn imagining_follows_from_its_seed() {
    let rules = rules(Title::OpaqueWar);
    let mut world = middle_of_a_game(&rules);
    let before = snapshot(&mut world);
    let mut draw = |seed: u64| snapshot(play::imagine(&mut world, Side(0), &mut ChaCha8Rng::seed_from_u64(seed)).world());
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut imagined = play::imagine(&mut world, Side(1), &mut rng);
    let order = Random::seeded(1).choose(imagined.world()).expect("the game goes on");
    play::submit(imagined.world(), order).expect("it can be played on in");
    assert_eq!(before, snapshot(&mut world), "the real world is left alone");
    imagined.renew(&mut world, Side(0), &mut rng);
    assert_eq!(play::sight(imagined.world(), Side(0)), play::sight(&mut world, Side(0)), "and can be imagined again after that");
}

/// A bot that tries an order in its imagination learns nothing about how the real dice will fall.
#[test]
fn imagined_dice_are_others() {
    let rules = rules(Title::OpaqueWar);
    let mut world = middle_of_a_game(&rules);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut imagined = play::imagine(&mut world, Side(0), &mut rng);
    let dice = |world: &mut World| (0..40).map(|_| world.resource_mut::<Dice>().d6("a test")).collect::<Vec<u8>>();
    let first = dice(imagined.world());
    imagined.renew(&mut world, Side(0), &mut rng);
    let second = dice(imagined.world());
    let real = dice(&mut world);
    assert!(first != real && second != real && first != second, "three streams of their own");
}

/// Two persons who look together see nothing that only one of them may know, whoever decides; one person who plays both sees all that either does.
#[test]
fn what_is_seen_together_is_known_to_both() {
    for title in [Title::TanksOfAugust, Title::OpaqueWar] {
        let (rules, mut hidden) = (rules(title), 0);
        game(&rules, 5, 400, |world, _, give| {
            give(world);
            let known = [Side(0), Side(1)].map(|side| play::known_to(world, side));
            let seen = |sight: &Sight| {
                let all = sight.stacks.values().chain(sight.boxes.values()).flatten();
                all.filter_map(|seen| if let Seen::Known(unit, _) = seen { Some(*unit) } else { None }).collect::<BTreeSet<UnitId>>()
            };
            let common = play::common_sight(world, Side(0));
            for unit in seen(&common) {
                assert!(known.iter().all(|known| known[unit.at()]), "{} is seen by both", rules.book.unit_name(unit));
            }
            let theirs = play::common_sight(world, Side(1));
            assert_eq!(Sight { side: Side(0), ..theirs }, common, "both look at the same");
            let own = [Side(0), Side(1)].map(|side| seen(&play::sight(world, side)));
            assert_eq!(seen(&common), own[0].intersection(&own[1]).copied().collect());
            hidden += own[0].union(&own[1]).count() - seen(&common).len();
            let told = play::tell(world, &world.resource::<Session>().past.last().expect("an order was given").events.clone());
            for told in told.iter().filter(|told| told.common.is_some()) {
                assert!(told.sides.contains(&told.common), "{told:?}");
            }
        });
        assert!(hidden > 400, "{}: {hidden} counters were known to one only", title.slug());
    }
}

/// A counter that is shown for a moment and turned over again is named to both while it is told what happened, and to nobody after that.
#[test]
fn a_counter_that_is_shown_for_a_moment_is_named() {
    let rules = rules(Title::OpaqueWar);
    let mut shown = 0;
    game(&rules, 3, 300, |world, _, give| {
        give(world);
        let (side, position) = (Side(0), snapshot(world));
        let known = play::known_to(world, side);
        let Some(at) = (0..known.len()).find(|i| !known[*i] && position.units[*i].place.hex().is_some()) else { return };
        let (unit, place) = (UnitId(at as u16), position.units[at].place);
        let event = |fact: Fact| Event { by: Atom("OW-6.0.a"), fact };
        let moved = || event(Fact::Moved { unit, from: place, to: place, path: Default::default() });
        let turned = |face_down| event(Fact::Turned { unit, face_down });
        let name = rules.book.called(unit);
        assert!(play::read_by(world, side, &[moved()]).iter().all(|line| !line.contains(name)));
        let lines = play::read_by(world, side, &[turned(false), moved(), turned(true)]);
        assert!(lines.len() == 3 && lines.iter().all(|line| line.starts_with(name)), "{lines:?}");
        assert!(play::read_by(world, side, &[turned(true)]).is_empty());
        assert!(play::read_by(world, side, &[turned(false)]).is_empty());
        shown += 1;
    });
    assert!(shown > 50, "{shown}");
}
