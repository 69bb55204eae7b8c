//! Decisions and the clock change like everything else on the board: through its one pen, which writes it down.

use bevy_ecs::prelude::{In, World};
use five_fronts::board::read::write;
use five_fronts::board::{
    Atom, Board, Clock, Control, Decisions, Event, Fact, Frame, Hex, LayerId, Map, NationId, Record, Revision, Rulebook, Side, StepId, UnitId, control,
    lay_out, put_in_force, restore, snapshot,
};
use five_fronts::games::{Rules, Title};
use five_fronts::play::{Shelf, Snapshot, run_text};

/// What a toy game asks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Toy {
    Pick {
        unit: UnitId,
    },
    Yield,
    /// What each side has chosen in secret.
    Bids([Vec<UnitId>; 2]),
}

impl Frame for Toy {
    fn side(&self) -> Side {
        if *self == Toy::Yield { Side(1) } else { Side(0) }
    }
    fn rule(&self) -> Atom {
        Atom(if *self == Toy::Yield { "TOY-2" } else { "TOY-1" })
    }
    fn exchange(&mut self, a: UnitId, b: UnitId) {
        if let Toy::Pick { unit } = self {
            *unit = if *unit == a {
                b
            } else if *unit == b {
                a
            } else {
                *unit
            };
        }
    }
    fn sealed(&self, from: Side) -> Toy {
        let mut copy = self.clone();
        if let Toy::Bids(bids) = &mut copy {
            bids[from.other().at()].clear();
        }
        copy
    }
}

fn rules() -> Rules {
    Title::TanksOfAugust.load(&Title::TanksOfAugust.shipped()).expect("shipped tables have no fault")
}

fn world() -> World {
    let rules = rules();
    let mut world = World::new();
    let start = rules.start(None, &[], 1).expect("no options");
    lay_out(&mut world, &rules.book, &start, vec![Control::default(); rules.book.ground.grid.len()]);
    put_in_force(&mut world, &rules.book);
    world
}

/// Lets a rule of the toy game act, and tells what it wrote down.
fn act(world: &mut World, rule: fn(&mut Board)) -> Vec<Event> {
    fn run(In(rule): In<fn(&mut Board)>, mut board: Board) {
        rule(&mut board);
    }
    world.run_system_cached_with(run, rule).expect("a board has all that it asks for");
    world.resource_mut::<Record>().take()
}

fn revision(world: &mut World) -> Revision {
    world.run_system_cached(|board: Board| board.revision()).expect("a board has all that it asks for")
}

const PICK: Toy = Toy::Pick { unit: UnitId(3) };
const OTHER: Toy = Toy::Pick { unit: UnitId(4) };

fn open(world: &World) -> Vec<Toy> {
    world.resource::<Decisions>().frames().cloned().collect()
}

#[test]
fn decisions_are_written_down() {
    let mut world = world();
    let (before, then) = (snapshot(&mut world), revision(&mut world));
    let asked = act(&mut world, |board| board.ask(PICK));
    assert!(matches!(&asked[..], [Event { by: Atom("TOY-1"), fact: Fact::Opened { decision } }] if *decision.frame::<Toy>() == PICK));
    assert_ne!(revision(&mut world), then, "whoever keeps what he worked out must notice");
    let during = snapshot(&mut world);
    assert!(during.is_interrupted() && during.hash() != before.hash());

    let amended = act(&mut world, |board| board.amend(OTHER));
    assert!(matches!(&amended[..], [Event { by: Atom("TOY-1"), fact: Fact::Amended { at: 0, decision } }] if *decision.frame::<Toy>() == OTHER));
    assert_eq!(open(&world), [OTHER]);
    assert_eq!(snapshot(&mut world).decisions, during.exchanged(UnitId(3), UnitId(4)).decisions);
    assert!(act(&mut world, |board| board.amend(OTHER)).is_empty(), "nothing changes, so nothing happens");

    let answered = act(&mut world, |board| board.answer());
    assert!(matches!(answered[..], [Event { by: Atom("TOY-1"), fact: Fact::Answered { at: 0 } }]));
    assert!(snapshot(&mut world) == before);
    restore(&mut world, &during);
    assert_eq!(open(&world), [PICK], "a snapshot holds what was asked");
}

#[test]
fn a_decision_below_another_can_be_amended_and_answered() {
    let mut world = world();
    act(&mut world, |board| {
        board.ask(PICK);
        board.ask(Toy::Yield);
        assert_eq!((board.asked(), board.decision()), (Some(Side(1)), Some(&Toy::Yield)));
        board.amend(OTHER);
    });
    assert_eq!(open(&world), [OTHER, Toy::Yield]);
    act(&mut world, |board| {
        assert!(board.answer_where(|open| matches!(open, Toy::Pick { .. })));
        assert!(!board.answer_where(|open| matches!(open, Toy::Pick { .. })));
    });
    assert_eq!(open(&world), [Toy::Yield]);
}

#[test]
fn what_is_sealed_is_left_out_for_the_other_side() {
    let mut world = world();
    act(&mut world, |board| board.ask(Toy::Bids([vec![UnitId(1)], vec![UnitId(2), UnitId(3)]])));
    act(&mut world, |board| board.ask(PICK));
    let position = snapshot(&mut world);
    let sealed = |side| {
        let mut other = self::world();
        restore(&mut other, &position.sealed(side));
        open(&other)
    };
    assert_eq!(sealed(Side(0)), [Toy::Bids([vec![UnitId(1)], vec![]]), PICK]);
    assert_eq!(sealed(Side(1)), [Toy::Bids([vec![], vec![UnitId(2), UnitId(3)]]), PICK]);
    assert!(position.sealed(Side(0)) != position && snapshot(&mut world) == position);
}

/// A hex is owned by a nation, for the side that runs it; a game whose nations own nothing notices nothing of it.
#[test]
fn a_nation_owns_a_hex() {
    let mut world = world();
    let hex = Hex(2207);
    let ix = world.resource::<Map>().grid.ix(hex).expect("it is on the map");
    let held = act(&mut world, |board| board.record(Atom("TOY-4"), Fact::Held { hex: Hex(2207), by: Some(Side(0)) }));
    assert_eq!(held.len(), 1);
    let by_side = snapshot(&mut world);
    let owned = act(&mut world, |board| board.record(Atom("TOY-4"), Fact::Owned { hex: Hex(2207), by: NationId(0), side: Some(Side(0)) }));
    let book = &rules().book;
    let nation = &book.nations[0].name;
    assert!(owned[0].fact.read(book).is_some_and(|words| words.ends_with(&format!("now belongs to {nation}"))));
    let by_nation = snapshot(&mut world);
    assert_eq!(control(&world, ix), Control { side: Some(Side(0)), nation: Some(NationId(0)), ..Control::default() });
    assert_ne!(by_nation.hash(), by_side.hash());
    act(&mut world, |board| board.record(Atom("TOY-4"), Fact::Held { hex: Hex(2207), by: Some(Side(0)) }));
    assert!(snapshot(&mut world) == by_side && snapshot(&mut world).hash() == by_side.hash());
    // What is written down of a position holds it too.
    let written = write(&Snapshot::of(&by_nation, book).expect("nothing is open"), &book.lexicon);
    let start = rules().start(None, &[], 1).expect("no options");
    let again = Snapshot::read(&written, book).and_then(|snapshot| snapshot.position(book, &start, &by_side)).expect("it was written so");
    assert_eq!(again.hexes, by_nation.hexes);
}

/// `owner` in a situation, and in one that is written from a game.
#[test]
fn a_situation_says_who_owns_a_hex() {
    let situation = |owner: &str| {
        format!(
            r#"(
                title: "A hex is owned", covers: [], game: "tanks_of_august",
                given: (turn: 1, step: "Georgian.Movement", clear: true, hexes: {{ "2207": (owner: Some("GE")) }}),
                then: (hexes: {{ "2207": (control: Some("Georgian"), owner: {owner}) }}),
            )"#
        )
    };
    let mut shelf = Shelf::new(|title: Title| Ok(title.shipped()));
    let mut faults = |owner: &str| run_text("owned.ron", &situation(owner), &mut shelf).faults.len();
    assert_eq!((faults("Some(\"GE\")"), faults("Some(\"RU\")"), faults("None")), (0, 1, 1));
}

/// The name of a step of Tanks of August.
fn step(name: &str) -> StepId {
    let number = rules().lexicon().number("StepId", name).and_then(Result::ok).expect("Tanks of August has this step");
    StepId(number as u8)
}

#[test]
fn the_clock_goes_where_a_step_begins() {
    let mut world = world();
    act(&mut world, |board| board.record(Atom("TOY-3"), Fact::TurnBegan { turn: 1 }));
    assert_eq!(world.resource::<Clock>().turn, 1);
    fn go(In(step): In<StepId>, mut board: Board, book: bevy_ecs::prelude::Res<Rulebook>) {
        board.go_to(step, Atom("TOY-3"), &book.sequence);
    }
    for name in ["Russian.Combat", "Russian.Movement", "Russian.Combat"] {
        let step = step(name);
        world.run_system_cached_with(go, step).expect("a board has all that it asks for");
        let events = world.resource_mut::<Record>().take();
        assert!(matches!(events[..], [Event { by: Atom("TOY-3"), fact: Fact::StepBegan { step: begun, .. } }] if begun == step));
        let clock = *world.resource::<Clock>();
        assert_eq!((clock.turn, clock.step(&world.resource::<Rulebook>().sequence)), (1, step), "forward and back, in the same turn");
    }
}

#[test]
fn layers_are_computed_once_until_something_changes() {
    let mut world = world();
    let once = |world: &mut World| {
        fn run(mut board: Board) -> bool {
            let mut computed = false;
            board.refreshed(LayerId::Near(Side(1)), |_, _| computed = true);
            computed
        }
        world.run_system_cached(run).expect("a board has all that it asks for")
    };
    assert!(once(&mut world) && !once(&mut world));
    act(&mut world, |board| board.ask(PICK));
    assert!(!once(&mut world), "a decision moves nobody");
    act(&mut world, |board| board.record(Atom("TOY-3"), Fact::TurnBegan { turn: 2 }));
    assert!(once(&mut world), "what reaches where may depend on the turn");
}
