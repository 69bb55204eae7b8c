//! Putin Moves East: what no situation can say, because it is asked from outside.

use bevy_ecs::prelude::World;
use five_fronts::board::{Prompt, Side, Target, UnitId};
use five_fronts::bots::{Greedy, Random, Seated};
use five_fronts::games::putin_moves_east::Order;
use five_fronts::games::{Order as AnyOrder, Rules, Title};
use five_fronts::lab::simulate::options_of;
use five_fronts::play::{self, Players, Session};

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
    let (mut public, mut private) = (0, 0);
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

/// A commander carries out every attack and insurgency that he plans, and makes some attack in every scenario.
#[test]
fn commanders_mean_what_they_plan() {
    let rules = rules();
    for (seed, scenario) in rules.book.scenarios.iter().enumerate() {
        let seed = seed as u64;
        let start = rules.start(Some(&scenario.id), &options_of(&rules, seed), seed).expect("options made to fit");
        let mut world = play::begin(&rules, &start, Players::Solo);
        let mut commanders = [1, 2].map(|chair| Seated::bot(Greedy::default(), seed ^ chair));
        let mut attacks = 0;
        while Session::turn(&world) < 3 {
            let Some(side) = play::prompt(&mut world).side else { break };
            let order = commanders[side.at()].choose(&mut world).expect("somebody decides, so something is offered");
            assert!(!matches!(order, AnyOrder::PutinMovesEast(Order::Drop)), "{}: a plan is dropped", scenario.id);
            attacks += i32::from(matches!(order, AnyOrder::PutinMovesEast(Order::Commit)));
            play::submit(&mut world, order).expect("a choice offered is accepted");
        }
        assert!(attacks > 0, "{}: nobody attacks in two turns", scenario.id);
    }
}
