//! Secrecy on the screen: exchanging counters that a side may not know changes not one pixel of what its player sees, nor does an order of the
//! other side that shows him nothing.
#![cfg(feature = "client")]

use bevy_egui::egui::Color32;
use five_fronts::board::read::Reading;
use five_fronts::board::{Hex, Position, Side, UnitId, snapshot};
use five_fronts::bots::Random;
use five_fronts::client::desk::Desk;
use five_fronts::client::headless::Headless;
use five_fronts::client::table::overlays::Overlay;
use five_fronts::client::table::tabs::Tab;
use five_fronts::client::table::{Showing, Tabletop};
use five_fronts::games::{Order, Rules, Title};
use five_fronts::play::{self, Players, Scope, Seat, Session};

/// The screens: one wide enough for the prompt, the sheet and a tab; one in which the tabs take the place of the prompt, which is shown in short.
const WIDE: [usize; 2] = [1600, 600];
const NARROW: [usize; 2] = [1280, 600];
/// Orders of each game, and how many lie between two looks at the screen.
const ORDERS: usize = 420;
const BETWEEN: usize = 45;
/// Exchanges that are tried for one look.
const EXCHANGES: usize = 10;

fn rules(title: Title) -> Rules {
    title.load(&title.shipped()).expect("the shipped tables are good")
}

fn open(rules: &Rules, seed: u64, size: [usize; 2]) -> Headless {
    let home = std::env::temp_dir().join(format!("five-fronts-secrecy-{}-{seed}-{}", rules.title.slug(), std::process::id()));
    let _ = std::fs::remove_dir_all(&home);
    std::fs::create_dir_all(home.join("saves")).expect("a folder for the test");
    let start = rules.start(None, &[], seed).expect("the scenario exists");
    let mut table = Tabletop::begin(rules, &start, Players::Two, [Seat::Person; 2], home.join("saves/game.fronts")).expect("the journal can be written");
    table.world.resource_mut::<Session>().file = None; // orders are tried out and forgotten here
    let mut desk = Desk::new(&home, None);
    desk.settings.motion = 0;
    desk.put_on_table(Ok(table));
    Headless::new(desk, size)
}

fn table(client: &mut Headless) -> &mut Tabletop {
    client.desk().table.as_mut().expect("a game is on the table")
}

/// The same position with some counters exchanged that a side may not know, so that it may not notice; and two of them.
fn exchanged(client: &mut Headless, side: Side, bot: &mut Random) -> Option<(Position, UnitId, UnitId)> {
    let world = &mut table(client).world;
    let game = world.resource::<Session>().rules.game();
    let before = snapshot(world);
    let known = game.known_to(world, side);
    let hidden: Vec<usize> = (0..known.len()).filter(|i| !known[*i]).collect();
    let (mut position, mut last) = (before.clone(), None);
    for _ in 0..EXCHANGES {
        let a = hidden[bot.below(hidden.len())];
        let alike = |b: &&usize| position.units[a].status.side == position.units[**b].status.side && position.units[a] != position.units[**b];
        let others: Vec<usize> = hidden.iter().filter(alike).copied().collect();
        if others.is_empty() {
            continue;
        }
        let b = others[bot.below(others.len())];
        let [a, b] = [a, b].map(|i| UnitId(i as u16));
        play::set_up_position(world, &position);
        let visible_kinds = [a, b].map(|u| game.visible_kind(world, side, u));
        let tried = position.exchanged(a, b);
        play::set_up_position(world, &tried);
        if game.known_to(world, side) == known && [b, a].map(|u| game.visible_kind(world, side, u)) == visible_kinds {
            (position, last) = (tried, Some((a, b)));
        }
    }
    play::set_up_position(world, &before);
    last.map(|(a, b)| (position, a, b))
}

/// What the screen of a side shows: the table with its prompt, in full and in short, map and overlays, and each tab that tells of counters.
fn screens(client: &mut Headless, side: Side, fan: Option<Hex>) -> Vec<(String, Vec<Color32>)> {
    let now = table(client);
    (now.seat, now.stage) = (side, Showing::Play);
    now.refresh();
    let actor = now.prompt.actors.first().copied().filter(|_| now.prompt.side == Some(side));
    now.select(actor.into_iter().collect());
    client.settle(); // the table is looked at with the eyes of this side
    let view = &mut client.desk().view;
    for overlay in Overlay::ALL {
        if !view.overlays.has(overlay) {
            view.overlays.toggle(overlay);
        }
    }
    view.fan = fan;
    client.settle(); // what floats over the map fades in
    let mut pictures = Vec::new();
    for (tab, drawer) in [(Tab::Log, false), (Tab::Log, true), (Tab::Stack, true), (Tab::Boxes, true)] {
        (client.desk().view.tab, client.desk().view.drawer) = (tab, drawer);
        client.settle();
        let prompt = if drawer { "prompt in short" } else { "prompt in full" };
        let picture = client.picture();
        pictures.push((format!("{} wide, {tab:?}, {prompt}", picture.size[0]), picture.pixels.clone()));
    }
    table(client).select(Vec::new());
    pictures
}

/// Nothing differs between two looks at the screen of a side.
fn alike(first: &[(String, Vec<Color32>)], second: &[(String, Vec<Color32>)], width: usize, what: &str) {
    for ((screen, first), (_, second)) in first.iter().zip(second) {
        let differs: Vec<[usize; 2]> = (0..first.len()).filter(|i| first[*i] != second[*i]).map(|i| [i % width, i / width]).collect();
        assert!(differs.is_empty(), "{what}: {} pixels tell ({screen}), from {:?} on", differs.len(), differs[0]);
    }
}

fn compare(client: &mut Headless, side: Side, then: &Position, fan: Option<Hex>, what: &str) {
    let before = snapshot(&mut table(client).world);
    // The side that waits has the curtain before its eyes, or a bot to wait for; even without a curtain its screen may not tell.
    let (sight, shown) = (play::sight(&mut table(client).world, side), screens(client, side, fan));
    play::set_up_position(&mut table(client).world, then);
    assert_eq!(sight, play::sight(&mut table(client).world, side), "{what}: side {} sees a difference", side.0);
    let width = client.picture().size[0];
    alike(&shown, &screens(client, side, fan), width, &format!("{what}, side {}", side.0));
    play::set_up_position(&mut table(client).world, &before);
    table(client).refresh();
}

/// The same order with two counters exchanged.
fn renamed(rules: &Rules, order: &Order, a: UnitId, b: UnitId) -> Option<Order> {
    let quoted = |u: UnitId| format!("\"{}\"", rules.book.unit_name(u));
    let text = rules.write_order(order).replace(&quoted(a), "\u{1}").replace(&quoted(b), &quoted(a)).replace('\u{1}', &quoted(b));
    let reading = Reading::new("an order", &text, rules.lexicon());
    let node = reading.tree()?;
    rules.game().read_order(&reading, &node)
}

/// What the log of the waiting side says of an order given in a position, if both counters stay unknown to it; the board is put back.
fn log_of(client: &mut Headless, side: Side, position: &Position, order: &Order, pair: [UnitId; 2]) -> Option<(play::Sight, Vec<String>)> {
    let now = table(client);
    let before = snapshot(&mut now.world);
    play::set_up_position(&mut now.world, position);
    let given = play::submit(&mut now.world, order.clone()).is_ok();
    now.chronicle.follow(&mut now.world);
    let known = play::known_to(&mut now.world, side);
    let page = now.chronicle.page(now.chronicle.orders());
    let lines = page.iter().filter_map(|entry| entry.read(side, Scope::Own)).map(str::to_owned).collect();
    let seen = play::sight(&mut now.world, side);
    if given {
        now.world.resource_mut::<Session>().past.pop();
        now.chronicle.follow(&mut now.world);
    }
    play::set_up_position(&mut now.world, &before);
    (given && pair.iter().all(|u| !known[u.at()])).then_some((seen, lines))
}

#[test]
fn what_a_side_may_not_know_changes_no_pixel_of_its_screen() {
    let secretive = Title::playable().filter(|title| title.game().is_some_and(|game| game.keeps_secrets()));
    std::thread::scope(|scope| {
        for title in secretive {
            scope.spawn(move || what_a_side_may_not_know_changes_no_pixel(title));
        }
    });
}

fn what_a_side_may_not_know_changes_no_pixel(title: Title) {
    let rules = rules(title);
    let (mut looks, mut logs) = (0, 0);
    for (seed, size) in [(0, WIDE), (1, NARROW)] {
        let mut client = open(&rules, 40 + seed, size);
        let mut bot = Random::seeded(seed);
        for n in 0..ORDERS {
            let now = table(&mut client);
            now.lift_curtain();
            now.skip_reel();
            let Some(order) = bot.choose(&mut now.world) else { break };
            let decides = now.prompt.side.expect("the game goes on");
            if n % BETWEEN == BETWEEN - 1 {
                for side in [decides, decides.other()] {
                    let Some((then, a, b)) = exchanged(&mut client, side, &mut bot) else { continue };
                    let here = snapshot(&mut table(&mut client).world);
                    let fan = [a, b].into_iter().find_map(|u| here.units[u.at()].place.hex());
                    compare(&mut client, side, &then, fan, &format!("game {seed}, order {n}"));
                    looks += 1;
                }
            }
            let now = table(&mut client);
            (now.seat, now.stage) = (decides, Showing::Play);
            now.refresh();
            if n % 5 == 0 {
                logs += usize::from(log_tells_nothing(&mut client, &rules, decides.other(), &order, &mut bot));
            }
            let given = table(&mut client).chronicle.orders();
            table(&mut client).give(order);
            table(&mut client).give_anyway(); // whatever it was warned of
            // Whoever names a hex to attack takes others along: that is one choice and several orders.
            assert!(table(&mut client).chronicle.orders() > given, "an order that was offered is carried out");
        }
    }
    assert!(looks > 25 && logs > 20, "enough positions were looked at: {looks} screens, {logs} logs");
}

/// Looks at the screen of the side that waits, at most so many a game.
const WAITS: usize = 12;

#[test]
fn an_order_that_shows_the_waiting_side_nothing_changes_no_pixel_of_its_screen() {
    // In Tanks of August every order shows the other side something: a counter, a step, a battle.
    for (title, size) in [(Title::OpaqueWar, NARROW), (Title::OpaqueWar, WIDE)] {
        let rules = rules(title);
        let mut client = open(&rules, 60, size);
        let mut bot = Random::seeded(9);
        let (mut looks, mut questions) = (0, 0);
        for n in 0..ORDERS {
            let now = table(&mut client);
            now.lift_curtain();
            now.skip_reel();
            let Some(order) = bot.choose(&mut now.world) else { break };
            let decides = now.prompt.side.expect("the game goes on");
            let waits = decides.other();
            if looks == WAITS {
                break;
            }
            if !shows_nothing(now, &order, waits) {
                now.give(order);
                continue;
            }
            let asked = play::prompt(&mut now.world).text;
            let before = screens(&mut client, waits, None);
            let now = table(&mut client);
            (now.seat, now.stage) = (decides, Showing::Play);
            now.refresh();
            now.give(order);
            let asked_then = play::prompt(&mut now.world).text;
            alike(&before, &screens(&mut client, waits, None), size[0], &format!("{}, order {n}, side {}", title.slug(), waits.0));
            (looks, questions) = (looks + 1, questions + usize::from(asked != asked_then));
            let now = table(&mut client);
            (now.seat, now.stage) = (decides, Showing::Play);
            now.refresh();
        }
        assert!(looks > 0 && questions > 0, "{}: {looks} orders were looked at, after {questions} another question was asked", title.slug());
    }
}

/// Whether an order leaves everything that a side sees, reads and is told of a battle as it was, and the decision where it was; the board is put back.
fn shows_nothing(now: &mut Tabletop, order: &Order, side: Side) -> bool {
    let (before, seen, decides) = (snapshot(&mut now.world), play::sight(&mut now.world, side), now.prompt.side);
    let (battle, standing) = (play::preview(&mut now.world, side), play::standing(&mut now.world));
    if play::submit(&mut now.world, order.clone()).is_err() {
        return false;
    }
    now.chronicle.follow(&mut now.world);
    let told = now.chronicle.page(now.chronicle.orders()).iter().any(|entry| entry.read(side, Scope::Own).is_some());
    let same = play::prompt(&mut now.world).side == decides && play::sight(&mut now.world, side) == seen;
    let same = same && play::preview(&mut now.world, side) == battle && play::standing(&mut now.world) == standing;
    now.world.resource_mut::<Session>().past.pop();
    play::set_up_position(&mut now.world, &before);
    now.chronicle.follow(&mut now.world);
    now.refresh();
    same && !told
}

/// What one side does with a counter reads the same to the other if it does it with another that looks alike.
fn log_tells_nothing(client: &mut Headless, rules: &Rules, side: Side, order: &Order, bot: &mut Random) -> bool {
    let here = snapshot(&mut table(client).world);
    let world = &mut table(client).world;
    let game = rules.game();
    let known = game.known_to(world, side);
    let strangers: Vec<usize> = (0..known.len()).filter(|i| !known[*i] && here.units[*i].status.side != side).collect();
    if strangers.is_empty() {
        return false;
    }
    let named = |i: &&usize| rules.write_order(order).contains(&format!("\"{}\"", rules.book.unit_name(UnitId(**i as u16))));
    let a = strangers.iter().find(named).copied().unwrap_or_else(|| strangers[bot.below(strangers.len())]);
    let row = |i: usize| (&rules.book.units[i].kind.value, rules.book.units[i].nation.value);
    let Some(b) = strangers.into_iter().find(|b| row(*b) == row(a) && here.units[*b] != here.units[a]) else { return false };
    let [a, b] = [a, b].map(|i| UnitId(i as u16));
    let visible_kinds = [a, b].map(|u| game.visible_kind(world, side, u));
    let then = here.exchanged(a, b);
    play::set_up_position(world, &then);
    let unnoticed = game.known_to(world, side) == known && [b, a].map(|u| game.visible_kind(world, side, u)) == visible_kinds;
    play::set_up_position(world, &here);
    let Some(twin) = renamed(rules, order, a, b).filter(|_| unnoticed) else { return false };
    let (first, second) = (log_of(client, side, &here, order, [a, b]), log_of(client, side, &then, &twin, [a, b]));
    match (first, second) {
        (Some((seen, read)), Some((seen_too, read_too))) if seen == seen_too => {
            assert_eq!(read, read_too, "the log of side {} tells {} from {}", side.0, rules.book.unit_name(a), rules.book.unit_name(b));
            true
        }
        _ => false,
    }
}
