//! The door for search. That it agrees with the door for play in every game is a law (`tests/laws.rs`).

use bevy_ecs::prelude::World;
use five_fronts::board::{Dice, Position, snapshot};
use five_fronts::bots::Random;
use five_fronts::games::{Order, Rules, Title};
use five_fronts::play::{self, Players, Search, Session};

fn rules() -> Rules {
    let title = Title::TanksOfAugust;
    title.load(&title.shipped()).expect("shipped tables have no fault")
}

/// A random game as it stands before the first order of a turn for which a die is rolled, and that order.
fn before_a_roll() -> (World, Order) {
    let rules = rules();
    let mut world = play::begin(&rules, &rules.start(None, &[], 5).expect("no options"), Players::Solo);
    let mut bot = Random::seeded(5);
    loop {
        let order = bot.choose(&mut world).expect("the game is not over yet");
        let drawn = Session::dice(&world);
        play::submit(&mut world, order.clone()).expect("a choice offered is accepted");
        if Session::turn(&world) > 0 && Session::dice(&world) > drawn {
            play::undo(&mut world).expect("one person may take everything back");
            return (world, order);
        }
    }
}

/// What an order comes to.
fn tried(search: &mut Search<'_>, order: &Order) -> Position {
    let mark = search.mark();
    search.apply(order).expect("it was accepted before");
    let position = snapshot(search.world());
    search.back(mark);
    position
}

/// The same, again and again.
fn tried_often(search: &mut Search<'_>, order: &Order) -> Vec<Position> {
    (0..40).map(|_| tried(search, order)).collect()
}

#[test]
fn dice_that_are_handed_in_fall() {
    let (mut world, order) = before_a_roll();
    let real = world.resource::<Dice>().clone();
    let mut search = Search::new(&mut world, Dice::fresh(3));
    let fresh = tried_often(&mut search, &order);
    assert!(fresh.iter().any(|other| *other != fresh[0]), "fresh dice fall otherwise when an order is tried again");
    search.take_up(real);
    let same = tried_often(&mut search, &order);
    assert!(same.iter().all(|other| *other == same[0]), "a stream falls again as it fell");
    let mut falls = |die: u8| {
        search.take_up(Dice::scripted([die; 12]));
        tried(&mut search, &order)
    };
    assert_ne!(falls(1), falls(6), "what is to be tried is tried");
    drop(search);
    play::submit(&mut world, order).expect("it was accepted before");
    assert_eq!(snapshot(&mut world), same[0], "the real dice fall as they would have fallen without a search");
}

#[test]
fn a_search_that_ends_leaves_nothing_behind() {
    let (mut world, order) = before_a_roll();
    let (before, journal) = (snapshot(&mut world), world.resource::<Session>().journal());
    let mut search = Search::new(&mut world, Dice::fresh(3));
    let mut bot = Random::seeded(9);
    search.apply(&order).expect("it was accepted before");
    for _ in 0..200 {
        let Some(order) = bot.choose(search.world()) else { break };
        search.apply(&order).expect("a choice offered is accepted");
    }
    assert_ne!(snapshot(search.world()), before);
    drop(search);
    assert_eq!(snapshot(&mut world), before);
    assert_eq!(world.resource::<Session>().journal(), journal);
    let events = play::submit(&mut world, order).expect("it was accepted before");
    assert!(!events.is_empty(), "events are written down again");
}

#[test]
fn an_order_of_another_game_is_refused_and_changes_nothing() {
    let (mut world, _) = before_a_roll();
    let before = snapshot(&mut world);
    let mut search = Search::new(&mut world, Dice::fresh(3));
    let foreign = Order::PutinStrikes(five_fronts::games::putin_strikes::Order::Pass);
    let refused = search.apply(&foreign).expect_err("it is no order of this game");
    assert_eq!(refused.rule.0, "TOA-5.0.a");
    assert_eq!(snapshot(search.world()), before);
}

/// Dice for comparisons: what is rolled for one thing falls alike however often something else is rolled for, and otherwise with another seed.
#[test]
fn dice_apart_do_not_disturb_each_other() {
    let weather = |others: usize, seed: u64| -> Vec<u8> {
        let mut dice = Dice::apart(seed);
        let one = |_| {
            for _ in 0..others {
                dice.d6("combat");
            }
            dice.d6("weather")
        };
        (0..60).map(one).collect()
    };
    assert_eq!(weather(0, 1), weather(3, 1));
    assert_ne!(weather(0, 1), weather(0, 2));
    let all = weather(0, 1);
    assert!((1..=6).all(|face| all.contains(&face)), "every face falls: {all:?}");
}
