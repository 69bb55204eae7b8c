//! The bot that searches: what it chooses follows from its seed, its budget and what its side may know.

use bevy_ecs::prelude::World;
use five_fronts::board::Role;
use five_fronts::bots::{Commander, Seated, Steady, Think, commitment};
use five_fronts::games::{Order, Rules, Title};
use five_fronts::play::{self, Players, Session};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Enough to find other plans than none.
const FEW: Think = Think::Playouts(4);

fn rules(title: Title) -> Rules {
    title.load(&title.shipped()).expect("the shipped tables are good")
}

fn seated(seed: u64) -> Seated {
    Seated::commander(Commander::seeded(seed, FEW), seed)
}

/// A game by Steady up to a turn, for two players who keep secrets.
fn game_until(rules: &Rules, seed: u64, turn: u8) -> World {
    let mut world = play::begin(rules, &rules.start(None, &[], seed).expect("no options"), Players::Two);
    let mut bots = [1, 2].map(|chair| Seated::bot(Steady::default(), seed ^ chair));
    while Session::turn(&world) < turn {
        let side = play::decider(&mut world).expect("the game goes on");
        let order = bots[side.at()].choose(&mut world).expect("something is offered");
        play::submit(&mut world, order).expect("what is offered is accepted");
    }
    world
}

/// Lets a commander give some orders in a game, the other side being Steady, and tells them.
fn some_orders(world: &mut World, mut commander: Seated, orders: usize) -> Vec<Order> {
    let own = play::decider(world).expect("the game goes on");
    let mut steady = Seated::bot(Steady::default(), 3);
    let mut given = Vec::new();
    while let Some(side) = play::decider(world).filter(|_| given.len() < orders) {
        let bot = if side == own { &mut commander } else { &mut steady };
        let order = bot.choose(world).expect("something is offered");
        given.push(order.clone());
        play::submit(world, order).expect("what is offered is accepted");
    }
    given
}

/// The same seed and the same number of playouts give the same game, to the last bit, in every game; and every order that is chosen is accepted.
#[test]
fn the_same_seed_and_budget_give_the_same_game() {
    for title in Title::playable() {
        let rules = rules(title);
        let play = || {
            let mut world = game_until(&rules, 7, 1);
            some_orders(&mut world, seated(7), 25);
            world.resource::<Session>().hash()
        };
        assert_eq!(play(), play(), "{title:?}");
    }
}

/// What a commander orders is the same in all positions that look the same to its side, whatever they hide.
#[test]
fn what_is_hidden_changes_no_choice() {
    let mut differ = 0;
    for title in Title::playable() {
        let rules = rules(title);
        if !rules.game().keeps_secrets() {
            continue;
        }
        for (seed, turn) in [(1, 1), (2, 2)] {
            let mut real = game_until(&rules, seed, turn);
            let side = play::decider(&mut real).expect("the game goes on");
            let chosen = seated(seed).choose(&mut real);
            for other in 0..3 {
                let mut rng = ChaCha8Rng::seed_from_u64(100 + other);
                let mut world = play::imagine(&mut real, side, &mut rng);
                differ += usize::from(play::hash(world.world()) != play::hash(&mut real));
                assert_eq!(seated(seed).choose(world.world()), chosen, "{title:?}, seed {seed}, turn {turn}");
            }
        }
    }
    assert!(differ > 6, "the positions differ in what is hidden: {differ}");
}

/// Whoever judges positions by other weights may decide otherwise, and the file that is written anew is read again.
#[test]
fn weights_are_written_as_they_are_read() {
    for title in Title::playable() {
        let rules = rules(title);
        let mut files = title.shipped();
        files.texts.insert("commander.ron".into(), rules.weights.text("tuned by nobody"));
        let again = title.load(&files).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(again.weights.weights, rules.weights.weights, "{title:?}");
        files.texts.remove("commander.ron");
        assert_eq!(title.load(&files).unwrap_or_else(|faults| panic!("{faults}")).weights, rules.weights, "{title:?}: the shipped weights, if there are none");
        assert!(!rules.book.files.texts.contains_key("commander.ron"), "{title:?}: no save holds them");
    }
}

/// What played games say of positions is known for every scenario, written as it is read, and in no save.
#[test]
fn chances_are_known_everywhere() {
    for title in Title::playable() {
        let rules = rules(title);
        let mut files = title.shipped();
        assert!(!rules.book.files.texts.contains_key("chances.ron"), "{title:?}: no save holds them");
        files.texts.insert("chances.ron".into(), rules.chances.text(rules.game().features()));
        assert_eq!(title.load(&files).unwrap_or_else(|faults| panic!("{faults}")).chances, rules.chances, "{title:?}");
        files.texts.remove("chances.ron");
        assert_eq!(title.load(&files).unwrap_or_else(|faults| panic!("{faults}")).chances, rules.chances, "{title:?}: the shipped ones, if there are none");
        for scenario in &rules.book.scenarios {
            let mut world = play::begin(&rules, &rules.start(Some(&scenario.id), &[], 1).expect("no options"), Players::Two);
            let [first, second] = play::shares(&mut world).unwrap_or_else(|| panic!("{title:?}, {}: nobody knows", scenario.id));
            assert!(first > 0.0 && second > 0.0 && first + second < 1.0 + 1e-9, "{title:?}, {}: {first} {second}", scenario.id);
        }
    }
}

/// Of a game that is over the chances are all or nothing.
#[test]
fn chances_end_with_the_game() {
    let rules = rules(Title::TanksOfAugust);
    let mut world = game_until(&rules, 4, 1);
    let mut bot = five_fronts::bots::Random::seeded(4);
    while let Some(order) = bot.choose(&mut world) {
        play::submit(&mut world, order).expect("what is offered is accepted");
    }
    let winner = Session::outcome(&world).expect("the game is over");
    let shares = play::shares(&mut world).expect("it is over");
    assert_eq!(shares, [0, 1].map(|side| if winner.is_some_and(|winner| winner.at() == side) { 1.0 } else { 0.0 }));
}

/// What Steady would commit to an attack can be carried out, follows from what the attacker may know, and changes nothing.
#[test]
fn steady_says_what_it_would_commit() {
    let (mut asked, mut attacks) = (0, 0);
    for title in Title::playable() {
        let rules = rules(title);
        let mut real = play::begin(&rules, &rules.start(None, &[], 3).expect("no options"), Players::Two);
        let mut bots = [1, 2].map(|chair| Seated::bot(Steady::default(), chair));
        let mut plans = 0;
        for _ in 0..1500 {
            let Some(side) = play::decider(&mut real).filter(|_| plans < 6) else { break };
            let order = bots[side.at()].choose(&mut real).expect("something is offered");
            let planned = order.role() == Role::Plan;
            play::submit(&mut real, order).expect("what is offered is accepted");
            if !planned {
                continue;
            }
            plans += 1;
            let before = play::hash(&mut real);
            let said: Vec<_> = (0..3).map(|seed| commitment(&mut play::imagine(&mut real, side, &mut ChaCha8Rng::seed_from_u64(seed)))).collect();
            assert!(said.iter().all(|one| one.as_ref().map(|one| &one.units) == said[0].as_ref().map(|one| &one.units)), "{title:?}: {said:?}");
            assert_eq!(play::hash(&mut real), before);
            let Some(said) = &said[0] else { continue };
            asked += 1;
            if said.units.is_empty() {
                assert!(said.preview.is_none());
                continue;
            }
            attacks += 1;
            let preview = said.preview.as_ref().expect("an attack promises something");
            assert!(!preview.column.is_empty(), "{title:?}: {preview:?}");
            assert!(preview.attackers.iter().all(|(unit, _)| said.units.contains(unit)), "{title:?}: {said:?}");
        }
    }
    assert!(asked > 12 && attacks > 8, "{asked} attacks were planned, {attacks} would be made");
}

/// What is suggested can be done, the best comes first, and no position of the game is changed by asking.
#[test]
fn suggestions_can_be_followed() {
    for title in Title::playable() {
        let mut world = game_until(&rules(title), 3, 1);
        let (side, before) = (play::decider(&mut world).expect("the game goes on"), play::hash(&mut world));
        let mut imagined = play::imagine(&mut world, side, &mut ChaCha8Rng::seed_from_u64(5));
        let found = Commander::seeded(5, FEW).suggest(&mut imagined);
        assert!((1..=3).contains(&found.len()), "{title:?}: {found:?}");
        assert!(found.iter().all(|one| (0.0..=1.0).contains(&one.chance) && !one.why.is_empty()), "{title:?}: {found:?}");
        assert!(found.windows(2).all(|two| two[0].chance >= two[1].chance && two[0].gain >= two[1].gain), "{title:?}: {found:?}");
        assert_eq!(play::hash(&mut world), before);
        for one in found {
            let mut again = play::imagine(&mut world, side, &mut ChaCha8Rng::seed_from_u64(6));
            assert!(play::submit(again.world(), one.order.clone()).is_ok(), "{title:?}: {:?}", one.order);
        }
    }
}
