//! Opaque War: what no situation can say, because it is asked from outside.

use bevy_ecs::prelude::World;
use five_fronts::board::{Dice, Hex, Place, UnitId, Units, snapshot};
use five_fronts::games::opaque_war::Order;
use five_fronts::games::{Order as AnyOrder, Rules, Title};
use five_fronts::play::{self, Players};

fn rules() -> Rules {
    Title::OpaqueWar.load(&Title::OpaqueWar.shipped()).expect("shipped tables have no fault")
}

fn unit(rules: &Rules, name: &str) -> UnitId {
    UnitId(rules.lexicon().number("UnitId", name).expect("units are named").expect("it is a unit"))
}

/// A Ukrainian Combat Segment with these counters on the map, and the next dice.
fn battle(rules: &Rules, turn: u8, counters: &[(&str, u16)], dice: &[u8]) -> World {
    let mut world = play::begin(rules, &rules.start(None, &[], 5).expect("no options"), Players::Two);
    let mut position = snapshot(&mut world);
    for state in &mut position.units {
        state.place = Place::Lost;
        state.status.face_down = false;
    }
    for (name, hex) in counters {
        position.units[unit(rules, name).at()].place = Place::Map(Hex(*hex));
    }
    let combat = rules.book.sequence.steps.iter().position(|s| s.name == "Ukrainian Combat Segment").expect("there is such a step");
    (position.clock.turn, position.clock.at) = (turn, combat as u8);
    play::set_up_position(&mut world, &position);
    world.insert_resource(Dice::scripted(dice.iter().copied()));
    world
}

fn submit(world: &mut World, order: Order) {
    let text = format!("{order:?}");
    play::submit(world, AnyOrder::OpaqueWar(order)).unwrap_or_else(|by| panic!("{text}: {by}"));
}

/// [8.15.a] Attackers chosen together are offered one order that advances them all, whatever hexes they stand in, with their media or without;
/// with one among them that may not advance, nothing is offered and the reason is told.
#[test]
fn attackers_of_several_hexes_are_offered_one_advance() {
    let rules = rules();
    let counters = [("UA-M24", 1816), ("UA-M30", 1916), ("UA-T1", 1716), ("UA-MED1", 1816), ("UA-MED2", 1716), ("UA-M28", 1716), ("DPR-Op1", 1817)];
    let mut world = battle(&rules, 1, &counters, &[5]);
    let id = |name| unit(&rules, name);
    let [m24, m30, t1, m28] = ["UA-M24", "UA-M30", "UA-T1", "UA-M28"].map(id);
    submit(&mut world, Order::Declare { hex: Hex(1817) });
    for unit in [m24, m30, t1] {
        submit(&mut world, Order::Join { unit });
    }
    submit(&mut world, Order::Commit);
    submit(&mut world, Order::Roll);
    let offered = |world: &mut World, units: &[UnitId]| -> Vec<Units> {
        let orders = play::offer(world, units).choices.into_iter().map(|c| c.order);
        orders.filter_map(|o| if let AnyOrder::OpaqueWar(Order::Advance { units }) = o { Some(units) } else { None }).collect()
    };
    let (first, second) = (id("UA-MED1"), id("UA-MED2"));
    let found = offered(&mut world, &[m24, m30, t1]);
    assert_eq!(found[0][..], [m24, m30, t1]);
    let with: Vec<UnitId> = found[1][3..].to_vec();
    assert!(with.contains(&first) && with.contains(&second) && with.len() == 2, "the media of both hexes ride along: {with:?}");
    assert_eq!(offered(&mut world, &[m24, t1, second]), [Units::from_slice(&[m24, t1, second])], "media chosen beside them");
    assert!(offered(&mut world, &[m24, m28]).is_empty(), "the 28th took no part");
    assert_eq!(play::offer(&mut world, &[m24, m28]).blocked[0].by.rule.0, "OW-8.15.a");
    submit(&mut world, Order::Advance { units: found[1].clone() });
    let position = snapshot(&mut world);
    for counter in found[1].iter() {
        assert_eq!(position.units[counter.at()].place, Place::Map(Hex(1817)));
    }
}

/// [F-63], [F-64] No offer takes media of the republics into Russia: neither a move nor a retreat nor an advance.
#[test]
fn media_are_not_offered_a_ride_into_russia() {
    let rules = rules();
    let counters = [("UA-M24", 2128), ("UA-M30", 2128), ("UA-T1", 2128), ("RUS-M9", 2129), ("DPR-MED1", 2129)];
    let mut world = battle(&rules, 1, &counters, &[5, 1]);
    let (rifles, media) = (unit(&rules, "RUS-M9"), unit(&rules, "DPR-MED1"));
    submit(&mut world, Order::Declare { hex: Hex(2129) });
    for name in ["UA-M24", "UA-M30", "UA-T1"] {
        submit(&mut world, Order::Join { unit: unit(&rules, name) });
    }
    for order in [Order::Commit, Order::Roll, Order::FallBack] {
        submit(&mut world, order);
    }
    let russian = |hex: Hex| {
        let ground = &rules.book.ground;
        ground.grid.ix(hex).is_some_and(|ix| ground.region(ix).country == "Russia")
    };
    let choices = play::offer(&mut world, &[rifles]).choices;
    let mut alone = 0;
    for choice in &choices {
        let AnyOrder::OpaqueWar(Order::Retreat { units, path }) = &choice.order else { panic!("only retreats are offered") };
        alone += usize::from(units.len() == 1 && russian(path[0]));
        assert!(!units.contains(&media) || !path.iter().any(|hex| russian(*hex)), "{units:?} by {path:?}");
    }
    assert!(alone > 0, "the Russian unit itself may go home");
    assert!(choices.iter().any(|c| matches!(&c.order, AnyOrder::OpaqueWar(Order::Retreat { units, .. }) if units.contains(&media))));
}
