//! Golden playthroughs: whole games as readable text, compared line by line. After a change that is meant to change them:
//! `FIVE_FRONTS_BLESS=1 cargo test --test playthroughs`, then read the difference before committing it.

use bevy_ecs::prelude::World;
use five_fronts::board::{Role, Target};
use five_fronts::bots::{Random, Seated, Steady};
use five_fronts::games::{Order, Title};
use five_fronts::play::{self, Players, Session};
use std::fmt::Write;

/// A whole game by a player who does little, and the first turns of one between commanders who want to win.
const GAMES: [(u64, bool); 2] = [(8, false), (2008, true)];

/// A player who moves little, so that a whole game stays readable.
fn choose(world: &mut World, bot: &mut Random) -> Option<Order> {
    let mut prompt = play::prompt(world);
    prompt.buttons.retain(|choice| choice.order.role() != Role::Resign);
    if !prompt.buttons.is_empty() && (prompt.actors.is_empty() || bot.below(4) == 0) {
        let pick = bot.below(prompt.buttons.len());
        return Some(prompt.buttons.swap_remove(pick).order);
    }
    while !prompt.actors.is_empty() {
        let unit = prompt.actors.swap_remove(bot.below(prompt.actors.len()));
        let mut choices = play::offer(world, &[unit]).choices;
        if choices.iter().any(|c| matches!(c.on, Target::Hex(_))) {
            choices.retain(|c| matches!(c.on, Target::Hex(_)));
        }
        if !choices.is_empty() {
            return Some(choices.swap_remove(bot.below(choices.len())).order);
        }
    }
    // Nobody could do anything after all.
    let n = prompt.buttons.len();
    (n > 0).then(|| prompt.buttons.swap_remove(bot.below(n)).order)
}

fn playthrough(title: Title, seed: u64, steady: bool) -> String {
    let rules = title.load(&title.shipped()).expect("shipped tables have no fault");
    let start = rules.start(None, &[], seed).expect("a game without options");
    let mut world = play::begin(&rules, &start, Players::Solo);
    let (mut bot, mut commanders) = (Random::seeded(seed), [1, 2].map(|chair| Seated::bot(Steady::default(), seed ^ chair)));
    let mut text = format!("{}, seed {seed}\nopening {:016x}\n", rules.book.title, world.resource::<Session>().opening);
    for n in 1.. {
        let Some(side) = play::prompt(&mut world).side.filter(|_| !steady || Session::turn(&world) < 3) else { break };
        let order = if steady { commanders[side.at()].choose(&mut world) } else { choose(&mut world, &mut bot) };
        let order = order.expect("somebody decides, so something is offered");
        let side = &rules.book.sides[side.at()];
        let events = play::submit(&mut world, order.clone()).expect("a choice offered is accepted");
        let hash = world.resource::<Session>().hash();
        writeln!(text, "{n}. {side}: {}  {hash:016x}", rules.write_order(&order)).expect("text grows");
        for event in &events {
            if let Some(line) = event.fact.read(&rules.book) {
                writeln!(text, "    {line} [{}]", event.by).expect("text grows");
            }
        }
        assert!(n < 5_000, "the game does not end");
    }
    text
}

#[test]
fn playthroughs_are_as_they_were() {
    let bless = std::env::var_os("FIVE_FRONTS_BLESS").is_some();
    for title in Title::playable() {
        for (seed, steady) in GAMES {
            let path = format!("tests/playthroughs/{}/{seed}.txt", title.slug());
            let found = playthrough(title, seed, steady);
            if bless {
                std::fs::write(&path, &found).expect("golden files can be written");
                continue;
            }
            let golden = std::fs::read_to_string(&path).expect("every playable game has its golden playthroughs");
            for (i, (was, is)) in golden.lines().zip(found.lines()).enumerate() {
                assert_eq!(was, is, "{path}:{}", i + 1);
            }
            assert_eq!(golden.lines().count(), found.lines().count(), "{path}");
        }
    }
}
