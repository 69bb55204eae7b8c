//! Putin Moves East: what no situation can say, because it is asked from outside.

use bevy_ecs::prelude::World;
use five_fronts::board::{Atom, BoxId, Choice, Event, Fact, Place, Prompt, Role, Side, Target, UnitId, snapshot};
use five_fronts::bots::{Random, Seated, Steady};
use five_fronts::games::putin_moves_east::{Holding, Order};
use five_fronts::games::{Order as AnyOrder, Rules, Title};
use five_fronts::lab::simulate::options_of;
use five_fronts::play::{self, Players, Session};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn rules() -> Rules {
    Title::PutinMovesEast.load(&Title::PutinMovesEast.shipped()).expect("shipped tables have no fault")
}

/// Plays random games of every scenario, with some of the optional rules, and looks at every prompt and at what came of every order.
fn games(orders: usize, mut look: impl FnMut(&Rules, &mut World, &Prompt<AnyOrder>), mut after: impl FnMut(&Rules, &mut World, &Order)) {
    let rules = rules();
    for (seed, scenario) in rules.book.scenarios.iter().enumerate() {
        let seed = seed as u64;
        let start = rules.start(Some(&scenario.id), &options_of(&rules, seed), seed).expect("options made to fit");
        let (mut world, mut bot) = (play::begin(&rules, &start, Players::Two), Random::seeded(seed));
        for _ in 0..orders {
            let prompt = play::prompt(&mut world);
            look(&rules, &mut world, &prompt);
            let Some(order) = bot.choose(&mut world) else { break };
            play::submit(&mut world, order.clone()).expect("a choice offered is accepted");
            let AnyOrder::PutinMovesEast(order) = order else { panic!("an order of another game") };
            after(&rules, &mut world, &order);
        }
    }
}

/// The counters that a prompt names.
fn named(prompt: &Prompt<AnyOrder>) -> Vec<UnitId> {
    let on = prompt.buttons.iter().map(|choice| &choice.on).chain(prompt.blocked.iter().map(|blocked| &blocked.on));
    let on_units = on.filter_map(|on| if let Target::Unit(unit) = on { Some(*unit) } else { None });
    prompt.actors.iter().copied().chain(on_units).collect()
}

/// What is asked in public names only counters that both know; an action is asked for in public unless whoever acts looks at his own boxes, and he
/// has a way there and back.
#[test]
fn actions_are_asked_in_public() {
    let (mut public, mut private, mut rng) = (0, 0, ChaCha8Rng::seed_from_u64(5));
    games(
        500,
        |rules, world, prompt| {
            let offers = |wanted: &Order| prompt.buttons.iter().any(|choice| matches!(&choice.order, AnyOrder::PutinMovesEast(order) if order == wanted));
            if offers(&Order::Pass) {
                assert_eq!(prompt.private, offers(&Order::LookAway), "{:?}", prompt.text);
                private += i32::from(prompt.private);
                public += i32::from(offers(&Order::Look));
            }
            if prompt.private {
                return;
            }
            let known = [Side(0), Side(1)].map(|side| play::known_to(world, side));
            for unit in named(prompt) {
                assert!(known.iter().all(|known| known[unit.at()]), "{:?} names {}", prompt.text, rules.book.unit_name(unit));
            }
            // Reinforcements depend on what lies in a closed box, air missions on factors that nobody else knows.
            let from_boxes = |order: &Order| matches!(order, Order::Reinforce { .. } | Order::Mobilize | Order::Superiority { .. } | Order::Bombard { .. });
            let offered = |choice: &Choice<AnyOrder>| matches!(&choice.order, AnyOrder::PutinMovesEast(order) if from_boxes(order));
            assert!(!prompt.buttons.iter().any(offered), "{:?}", prompt.buttons);
            if let Some(side) = prompt.side {
                let mut imagined = play::imagine(world, side.other(), &mut rng);
                assert_eq!(play::prompt(imagined.world()), *prompt, "whoever waits may read it, so it is the same for all that he knows");
            }
        },
        |_, _, _| {},
    );
    assert!(public > 100 && private > 20, "{public} in public, {private} in private");
}

/// [2.5.b], [14.6.4] Special forces and strikes that are shown and closed again within one order are named to both.
#[test]
fn what_is_used_is_named_to_both() {
    let mut shown = 0;
    games(
        600,
        |_, _, _| {},
        |rules, world, order| {
            let units = match order {
                Order::Bombard { units, .. } | Order::Superiority { units } | Order::Support { units } | Order::Stake { units } => units.clone(),
                _ => return,
            };
            let events = world.resource::<Session>().past.last().expect("an order was given").events.clone();
            for side in [Side(0), Side(1)] {
                let read = play::read_by(world, side, &events).join("; ");
                for unit in &units {
                    assert!(read.contains(rules.book.called(*unit)), "side {} is not told of {}: {read}", side.0, rules.book.unit_name(*unit));
                    shown += 1;
                }
            }
        },
    );
    assert!(shown > 60, "{shown}");
}

/// [2.5.b], [9.4] Of counters that go from box to box the enemy is told by name which are committed, and of no others.
#[test]
fn what_is_not_used_is_not_named() {
    let rules = rules();
    let start = rules.start(Some(&rules.book.scenarios[0].id), &[], 5).expect("no options");
    let mut world = play::begin(&rules, &start, Players::Two);
    let position = snapshot(&mut world);
    for side in [Side(0), Side(1)] {
        let known = play::known_to(&mut world, side);
        let hidden = (0..known.len()).find(|i| !known[*i] && position.units[*i].place.hex().is_none()).expect("the enemy has reinforcements");
        let (unit, from) = (UnitId(hidden as u16), position.units[hidden].place);
        for number in 0..rules.book.boxes.len() {
            let holding = BoxId(number as u8);
            let moved = Event { by: Atom("PME-9.4.b"), fact: Fact::Moved { unit, from, to: Place::Holding(holding), path: Default::default() } };
            let read = play::read_by(&mut world, side, &[moved]).join("; ");
            assert_eq!(read.contains(rules.book.called(unit)), holding == Holding::Committed.id(), "{read}");
        }
    }
}

/// A commander carries out every attack and insurgency that he plans, and makes some attack in every scenario.
#[test]
fn commanders_mean_what_they_plan() {
    let rules = rules();
    for (seed, scenario) in rules.book.scenarios.iter().enumerate() {
        let seed = seed as u64;
        let start = rules.start(Some(&scenario.id), &options_of(&rules, seed), seed).expect("options made to fit");
        let mut world = play::begin(&rules, &start, Players::Solo);
        let mut commanders = [1, 2].map(|chair| Seated::bot(Steady::default(), seed ^ chair));
        let mut attacks = 0;
        while Session::turn(&world) < 3 {
            let prompt = play::prompt(&mut world);
            let Some(side) = prompt.side else { break };
            if prompt.buttons.iter().any(|choice| choice.order == AnyOrder::PutinMovesEast(Order::Incite)) {
                let promise = play::preview(&mut world, side).expect("an insurgency that is planned promises something");
                assert_eq!(promise.cases.first().map(|case| case.label), Some("nobody commits more"), "{}", scenario.id);
            }
            let order = commanders[side.at()].choose(&mut world).expect("somebody decides, so something is offered");
            assert!(!matches!(order, AnyOrder::PutinMovesEast(Order::Drop)), "{}: a plan is dropped", scenario.id);
            attacks += i32::from(matches!(order, AnyOrder::PutinMovesEast(Order::Commit)));
            play::submit(&mut world, order).expect("a choice offered is accepted");
        }
        assert!(attacks > 0, "{}: nobody attacks in two turns", scenario.id);
    }
}

/// Every battle, mission and insurgency says what it promises before it is rolled for: as it stands, with all support where the player looks, and
/// whether the enemy has an answer.
#[test]
fn everything_rolled_for_is_promised() {
    let (mut battles, mut missions) = (0, 0);
    games(
        700,
        |_, world, prompt| {
            let Some(side) = prompt.side else { return };
            if let Some(preview) = play::preview(world, side) {
                let labels: Vec<&str> = preview.cases.iter().map(|case| case.label).collect();
                assert_eq!(labels.first(), Some(&"nobody commits more"), "{:?}", prompt.text);
                assert_eq!(preview.cases[0].chances, preview.chances);
                let is_battle = !preview.odds.is_empty();
                assert!(!is_battle || labels.contains(&"if the enemy answers with a column"), "{labels:?}");
                // What lies in a closed box is asked for here, or looked at: nobody else sees what all of it would add.
                let of_boxes = |order: &Order| matches!(order, Order::Support { .. } | Order::Seal { .. } | Order::LookAway);
                let boxes = prompt.buttons.iter().any(|choice| matches!(&choice.order, AnyOrder::PutinMovesEast(order) if of_boxes(order)));
                assert_eq!(is_battle && labels.contains(&"with all my support"), is_battle && boxes, "{:?}: {labels:?}", prompt.text);
                battles += i32::from(is_battle);
            }
            let looks = prompt.buttons.iter().any(|choice| choice.order == AnyOrder::PutinMovesEast(Order::LookAway));
            for unit in prompt.actors.iter().filter(|_| looks) {
                for choice in play::offer(world, &[*unit]).choices.iter().take(8) {
                    let AnyOrder::PutinMovesEast(order) = &choice.order else { panic!("an order of another game") };
                    let rolled = matches!(order, Order::Superiority { .. } | Order::Bombard { .. });
                    let promise = play::promise(world, &choice.order);
                    assert_eq!(promise.is_some(), rolled, "{order:?}");
                    let Some(promise) = promise else { continue };
                    missions += 1;
                    assert_eq!(promise.cases.first().map(|case| case.label), Some("nobody commits more"));
                    let counted: u32 = promise.chances.iter().map(|(_, n)| n).sum();
                    assert!(counted >= promise.of && promise.chances.iter().all(|(_, n)| *n <= promise.of), "{promise:?}");
                    assert!(promise.cases.iter().all(|case| case.chances.iter().all(|(_, n)| *n <= promise.of)), "{promise:?}");
                }
            }
        },
        |_, _, _| {},
    );
    assert!(battles > 10 && missions > 50, "{battles} battles, {missions} missions");
}

/// Looking at one's own boxes does nothing, so it is never what Enter does.
#[test]
fn looking_is_no_action() {
    for order in [Order::Look, Order::LookAway] {
        assert_eq!(AnyOrder::PutinMovesEast(order).role(), Role::Look);
    }
}
