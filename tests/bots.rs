//! Bots: what they choose rests on nothing but what their side may know, and follows from their seed.

use five_fronts::bots::{Bot, Recruit, Seated, Steady};
use five_fronts::games::{Order, Rules, Title};
use five_fronts::play::{self, Players, Session};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn rules(title: Title) -> Rules {
    title.load(&title.shipped()).expect("the shipped tables are good")
}

/// Orders between two looks, and how many orders of a game are looked at.
const EVERY: usize = 9;
const ORDERS: usize = 450;

/// Plays games between bots and hands over the world before some of the orders.
fn watch(title: Title, seed: u64, mut look: impl FnMut(&mut bevy_ecs::prelude::World, usize)) {
    let rules = rules(title);
    let scenarios = &rules.book.scenarios;
    let scenario = &scenarios[seed as usize % scenarios.len()].id;
    let mut world = play::begin(&rules, &rules.start(Some(scenario), &[], seed).expect("no options"), Players::Two);
    let mut bots = [Seated::bot(Steady::default(), seed), Seated::bot(Recruit::seeded(seed), seed)];
    for n in 0..ORDERS {
        let Some(side) = play::decider(&mut world) else { break };
        if n % EVERY == 0 {
            look(&mut world, n);
        }
        let order = bots[side.at()].choose(&mut world).expect("somebody decides, so something is offered");
        play::submit(&mut world, order).expect("a choice offered is accepted");
    }
}

/// In every position that looks the same to a side, a bot chooses the same.
#[test]
fn a_bot_chooses_by_what_its_side_knows() {
    for title in Title::playable() {
        for seed in [1, 2] {
            watch(title, seed, |world, n| {
                let side = play::decider(world).expect("somebody decides");
                let mut chosen: Vec<[Option<Order>; 2]> = Vec::new();
                for other in 0..3 {
                    let mut imagined = play::imagine(world, side, &mut ChaCha8Rng::seed_from_u64(other));
                    chosen.push([Steady::default().choose(&mut imagined), Recruit::seeded(7).choose(&mut imagined)]);
                }
                let rules = &world.resource::<Session>().rules;
                let told = |choice: &[Option<Order>; 2]| choice.clone().map(|order| order.map(|order| rules.write_order(&order)));
                assert!(chosen.iter().all(|c| *c == chosen[0]), "{}, seed {seed}, order {n}: {:?}", title.slug(), chosen.iter().map(told).collect::<Vec<_>>());
            });
        }
    }
}

/// The same seed gives the same recruit, another one may slip elsewhere.
#[test]
fn a_recruit_follows_from_its_seed() {
    let mut differ = 0;
    watch(Title::TanksOfAugust, 3, |world, _| {
        let side = play::decider(world).expect("somebody decides");
        let mut imagined = play::imagine(world, side, &mut ChaCha8Rng::seed_from_u64(1));
        let [one, same, other] = [4, 4, 5].map(|seed| Recruit::seeded(seed).choose(&mut imagined));
        assert_eq!(one, same);
        differ += usize::from(one != other);
    });
    assert!(differ > 3, "{differ}");
}

/// No counter of a steady bot goes out and back within a step.
#[test]
fn nobody_goes_out_and_back() {
    for title in Title::playable() {
        let rules = rules(title);
        let mut world = play::begin(&rules, &rules.start(None, &[], 5).expect("no options"), Players::Solo);
        let mut bots = [1, 2].map(|seed| Seated::bot(Steady::default(), seed));
        let (mut step, mut left) = ((0, 0), Vec::new());
        for _ in 0..600 {
            let Some(side) = play::decider(&mut world) else { break };
            if step != Session::moment(&world) {
                (step, left) = (Session::moment(&world), Vec::new());
            }
            let order = bots[side.at()].choose(&mut world).expect("something is offered");
            let moves = !order.path().is_empty();
            let events = play::submit(&mut world, order.clone()).expect("a choice offered is accepted");
            // Where players act in turn a step is a whole turn, in which there may be a reason to come back.
            if !moves || play::alternation(&mut world).is_some() {
                continue;
            }
            for event in events {
                if let five_fronts::board::Fact::Moved { unit, from, to, .. } = event.fact {
                    assert!(!left.contains(&(unit, to)), "{}: {} returns where it was", title.slug(), rules.write_order(&order));
                    left.push((unit, from));
                }
            }
        }
    }
}
