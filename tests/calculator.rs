//! The battle calculator: any attackers, any hex, what if?
#![cfg(feature = "client")]

mod stage;

use bevy_egui::egui::Key;
use five_fronts::board::{Hex, Luck, Place, Preview, Role, Side, UnitId};
use five_fronts::bots::{Random, Seated, Steady};
use five_fronts::client::table::Tabletop;
use five_fronts::games::Title;
use five_fronts::play::{self, Players, Scope, Seat, Seen, Supposed};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use stage::Stage;

fn begin(stage: &Stage, title: Title, players: Players) -> Tabletop {
    let rules = title.load(&title.shipped()).expect("the shipped tables are good");
    let start = rules.start(None, &[], Luck::Seeded(5)).expect("the scenario exists");
    Tabletop::begin(&rules, &start, players, [Seat::Person; 2], stage.save("game")).expect("the journal can be written")
}

/// Lets bots play until something holds.
fn go_on(table: &mut Tabletop, steady: bool, mut until: impl FnMut(&mut Tabletop) -> bool) {
    let mut commanders = [1, 2].map(|seed| Seated::bot(Steady::default(), seed));
    let mut random = Random::seeded(3);
    for _ in 0..30_000 {
        table.lift_curtain();
        table.hand_over();
        table.skip_reel();
        if until(table) {
            return;
        }
        let Some(side) = table.prompt.side else { break };
        let order = if steady { commanders[side.at()].choose(&mut table.world) } else { random.choose(&mut table.world) };
        play::submit(&mut table.world, order.expect("something is offered")).expect("what is offered is accepted");
        table.chronicle.follow(&mut table.world);
        table.refresh();
        table.seat = table.prompt.side.unwrap_or(table.seat);
    }
    panic!("it never comes about");
}

fn is_planned(table: &Tabletop) -> bool {
    table.preview.as_ref().is_some_and(|preview| !preview.attackers.is_empty()) && table.prompt.buttons.iter().any(|choice| choice.order.role() == Role::Leave)
}

/// What must be the same of an attack that is planned and of one that is only supposed.
fn told(preview: &Preview) -> String {
    let Preview { attack, defense, odds, column, chances, falls, .. } = preview;
    format!("{attack}:{defense}, {odds}, {column}, {chances:?}, {falls:?}")
}

#[test]
fn a_supposed_attack_promises_what_the_planned_one_does() {
    for title in Title::playable() {
        let stage = Stage::new(title.slug());
        let mut table = begin(&stage, title, Players::Solo);
        let mut compared = 0;
        go_on(&mut table, title == Title::PutinMovesEast, |table| {
            if !is_planned(table) {
                return false;
            }
            let planned = table.preview.clone().expect("as found before");
            let side = table.prompt.side.expect("somebody plans");
            let units = planned.attackers.iter().map(|(unit, _)| *unit).chain(planned.guns.iter().map(|(gun, _)| *gun));
            let target = planned.hex.expect("an attack is on a hex");
            let supposed = Supposed { side, target, attackers: units.map(|unit| (unit, None)).collect(), defenders: Vec::new(), absent: Vec::new() };
            let orders = table.chronicle.orders();
            let found = table.promise_of_supposed(&supposed);
            assert_eq!(table.chronicle.orders(), orders);
            assert!(found.refused.is_empty() && found.moved.is_empty(), "{title:?}: {found:?}");
            assert_eq!(found.preview.as_ref().map(told), Some(told(&planned)), "{title:?} at {target}");
            compared += 1;
            compared == 2
        });
    }
}

/// A hex with counters that the viewer does not know, and his units.
fn unseen_target(table: &Tabletop, side: Side) -> Option<(Hex, Vec<UnitId>)> {
    let hidden = |stack: &Vec<Seen>| stack.iter().any(|seen| matches!(seen, Seen::Hidden(of) | Seen::Kind(of, _) if *of != side));
    let (hex, _) = table.sight.stacks.iter().find(|(_, stack)| hidden(stack))?;
    let own = table.sight.stacks.values().flatten().filter_map(|seen| match seen {
        Seen::Known(unit, status) if status.side == side => Some(*unit),
        _ => None,
    });
    Some((*hex, own.take(6).collect()))
}

#[test]
fn it_knows_no_more_than_whoever_looks() {
    for title in [Title::OpaqueWar, Title::TanksOfAugust] {
        let stage = Stage::new(title.slug());
        let mut table = begin(&stage, title, Players::Two);
        go_on(&mut table, true, |table| {
            table.sight.clock.turn > 1 && table.stage == five_fronts::client::table::Showing::Play && {
                let (side, _) = table.eyes();
                table.calculates().is_ok() && unseen_target(table, side).is_some_and(|(_, own)| own.len() > 2)
            }
        });
        let (side, _) = table.eyes();
        let (target, own) = unseen_target(&table, side).expect("as found before");
        let supposed = Supposed { side, target, attackers: own.iter().map(|unit| (*unit, None)).collect(), defenders: Vec::new(), absent: Vec::new() };
        let found = table.promise_of_supposed(&supposed);
        let preview = found.preview.as_ref().unwrap_or_else(|| panic!("{title:?}: somebody comes from afar and attacks: {found:?}"));
        assert!(preview.unseen > 0 && preview.span.is_some(), "{title:?}: a range over what it could be");
        assert!(!found.moved.is_empty(), "{title:?}: they were somewhere else");
        // Whatever the hidden counters really are, it says the same.
        for seed in 1..6 {
            let mut other = play::imagine(&mut table.world, side, &mut ChaCha8Rng::seed_from_u64(seed));
            let again = play::suppose(other.world(), (side, Scope::Own), &supposed);
            assert_eq!(again.preview, found.preview, "{title:?}");
        }
    }
}

#[test]
fn it_opens_by_key_and_menu_and_gives_no_order() {
    for title in Title::playable() {
        let mut stage = Stage::new(title.slug());
        let mut table = begin(&stage, title, Players::Solo);
        go_on(&mut table, title == Title::PutinMovesEast, |table| is_planned(table));
        let planned = table.preview.clone().expect("as found before");
        stage.desk_mut().put_on_table(Ok(table));
        stage.idle(3);
        let orders = |stage: &Stage| stage.desk().table.as_ref().expect("a game").chronicle.orders();
        let before = orders(&stage);
        stage.key(Key::C);
        stage.idle(2);
        stage.keep(&format!("calculator-{}", title.slug()));
        stage.check_targets("the calculator");
        let plan = |stage: &Stage| stage.desk().view.calculator.clone().expect("it is open").plan.expect("the hex under attack");
        assert_eq!(Some(plan(&stage).target), planned.hex, "{title:?}: it begins with what is planned");
        let (unit, _) = planned.attackers[0];
        assert!(plan(&stage).attackers.iter().any(|(other, _)| *other == unit));
        let name = stage.desk().table.as_ref().expect("a game").rules().book.units[unit.at()].name.clone();
        stage.click(&format!("Leave out {name}"));
        assert!(!plan(&stage).attackers.iter().any(|(other, _)| *other == unit), "{title:?}: its counters are toggles");
        stage.key(Key::Enter);
        assert_eq!(orders(&stage), before, "nothing there is an order");
        // A stack on the map is added by a click.
        let Some(Place::Map(hex)) = stage.desk().table.as_ref().and_then(|table| table.place_of(unit)) else { panic!("it attacks from the map") };
        let view = &stage.desk().view;
        let at = view.camera.expect("a camera").to_screen(view.art.as_ref().expect("a map").center(hex).expect("on the map"));
        stage.press_at(at);
        assert!(plan(&stage).attackers.iter().any(|(other, _)| *other == unit), "{title:?}");
        stage.key(Key::Escape);
        assert!(stage.desk().view.calculator.is_none());
        stage.key(Key::Escape);
        stage.idle(1);
        if stage.find("Battle calculator").is_none() {
            stage.key(Key::Escape);
        }
        stage.click("Battle calculator");
        assert!(stage.desk().view.calculator.is_some() && orders(&stage) == before, "{title:?}: from the menu");
    }
}
