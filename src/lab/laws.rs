//! The laws every game keeps, checked while it is played at random.

use super::Progress;
use super::secrets::Secrets;
use crate::board::{Index, Map, Position, Record, Side, photograph, restore};
use crate::bots::Random;
use crate::games::{Order, Rules};
use crate::play::{self, Players, Session};
use bevy_ecs::prelude::World;

/// More orders than any game needs; one that takes longer never ends.
pub const LONGEST: usize = 20_000;

/// How many choices of one counter are tried at a time.
const MOST_CHOICES: usize = 48;

/// A law broken: in which game, at which order, and how.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The seed of the game.
    pub seed: u64,
    /// After how many orders.
    pub order: usize,
    /// What happened.
    pub what: String,
    /// The journal up to there, to be replayed.
    pub journal: String,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "seed {}, order {}: {}", self.seed, self.order, self.what)
    }
}

/// A game played to its end.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// How many orders it took.
    pub orders: usize,
    /// How many turns.
    pub turns: u8,
    /// Who won, if anyone.
    pub winner: Option<Side>,
}

/// Plays games at random with the laws in force; stops at the first one broken.
pub fn fuzz(rules: &Rules, games: u64, seed: u64, quiet: bool) -> Result<Vec<Game>, Box<Broken>> {
    let mut progress = Progress::new("fuzzing", games, quiet);
    let mut played = Vec::new();
    for n in 0..games {
        played.push(play_one(rules, seed.wrapping_add(n))?);
        progress.add(1);
    }
    Ok(played)
}

/// Plays one game under all laws. Two of eight games are of two players, one of them without optional rules; the others are solo.
pub fn play_one(rules: &Rules, seed: u64) -> Result<Game, Box<Broken>> {
    let options = crate::lab::simulate::options_of(rules, seed);
    let start = rules.start(None, &options, seed).expect("options made to fit");
    let players = if seed % 8 >= 6 { Players::Two } else { Players::Solo };
    let (world, secrets) = (play::begin(rules, &start, players), Secrets::new(rules, &start, players, seed));
    let mut trial = Trial { rules, seed, bot: Random::seeded(seed ^ 0x5eed), world, seen: Vec::new(), hashes: Vec::new(), secrets };
    let outcome = trial.run();
    outcome.map_err(|what| {
        let session = trial.world.resource::<Session>();
        let journal = session.compact().iter().map(play::Line::text).collect();
        Box::new(Broken { seed, order: session.past.len(), what, journal })
    })
}

struct Trial<'a> {
    rules: &'a Rules,
    seed: u64,
    bot: Random,
    world: World,
    /// Orders seen before, to be tried again where they may be illegal.
    seen: Vec<Order>,
    /// The hash after each order, the opening first.
    hashes: Vec<u64>,
    secrets: Secrets<'a>,
}

type Law = Result<(), String>;

impl Trial<'_> {
    fn run(&mut self) -> Result<Game, String> {
        self.hashes.push(play::hash(&mut self.world));
        for n in 0..LONGEST {
            if let Some(winner) = Session::outcome(&self.world) {
                self.nothing_after_the_end()?;
                let game = Game { orders: n, turns: Session::turn(&self.world), winner };
                self.save_and_load()?;
                self.undo_to_the_start()?;
                return Ok(game);
            }
            self.step()?;
            if n % 16 == self.seed as usize % 16 {
                self.derived_data()?;
                self.stray_order()?;
                self.every_choice_of_one_counter()?;
                self.secrets.are_kept(&mut self.world, &self.seen)?;
            }
            self.secrets.can_be_imagined(&mut self.world)?;
        }
        Err(format!("the game has not ended after {LONGEST} orders"))
    }

    /// A position that is not final offers a choice, and every choice offered is accepted.
    fn step(&mut self) -> Law {
        let Some(order) = self.bot.choose(&mut self.world) else { return Err("nothing is offered, but the game is not over".into()) };
        if self.seen.len() < 64 || self.bot.below(8) == 0 {
            let at = self.bot.below(64).min(self.seen.len());
            if at == self.seen.len() { self.seen.push(order.clone()) } else { self.seen[at] = order.clone() }
        }
        self.secrets.no_undo_tells(&mut self.world, &order)?;
        let (dice, decider) = (Session::dice(&self.world), play::prompt(&mut self.world).side);
        let events = play::submit(&mut self.world, order.clone()).map_err(|by| format!("{} was offered and refused: {by}", self.rules.write_order(&order)))?;
        if events.is_empty() {
            return Err(format!("{} was accepted and nothing happened", self.rules.write_order(&order)));
        }
        self.hashes.push(self.world.resource::<Session>().hash());
        let passed = Session::dice(&self.world) != dice || play::prompt(&mut self.world).side != decider;
        let session = self.world.resource::<Session>();
        match (session.players, passed, session.barrier()) {
            (Players::Two, true, None) => Err("an order with dice or a change of hands can be taken back".into()),
            (Players::Solo, _, Some(why)) => Err(format!("a single player cannot take an order back: {why}")),
            _ => Ok(()),
        }
    }

    /// Index and layers equal a rebuild.
    fn derived_data(&mut self) -> Law {
        let position = photograph(&mut self.world);
        let (index, map) = (self.world.resource::<Index>(), self.world.resource::<Map>());
        if *index != index.rebuilt(map, &position) {
            return Err("the index differs from the components".into());
        }
        if !self.rules.game().layers_hold(&mut self.world) {
            return Err("a layer differs from a rebuild".into());
        }
        Ok(())
    }

    /// A refused order changes no hash and records nothing.
    fn stray_order(&mut self) -> Law {
        let order = self.seen[self.bot.below(self.seen.len())].clone();
        let before = photograph(&mut self.world);
        match self.rules.game().apply(&mut self.world, &order) {
            Err(_) if photograph(&mut self.world) != before => Err(format!("{} was refused and yet changed something", self.rules.write_order(&order))),
            Err(_) if !self.world.resource::<Record>().events().is_empty() => Err(format!("{} was refused and yet recorded", self.rules.write_order(&order))),
            _ => self.put_back(&before),
        }
    }

    /// Every choice of one counter is accepted, not only the one the player takes; of very many, some all over the list.
    fn every_choice_of_one_counter(&mut self) -> Law {
        let prompt = play::prompt(&mut self.world);
        if prompt.actors.is_empty() {
            return Ok(());
        }
        let unit = prompt.actors[self.bot.below(prompt.actors.len())];
        let before = photograph(&mut self.world);
        let choices = play::offer(&mut self.world, &[unit]).choices;
        let stride = choices.len().div_ceil(MOST_CHOICES).max(1);
        let first = self.bot.below(stride);
        for choice in choices.into_iter().skip(first).step_by(stride) {
            if let Err(by) = self.rules.game().apply(&mut self.world, &choice.order) {
                return Err(format!("{} was offered and refused: {by}", self.rules.write_order(&choice.order)));
            }
            self.put_back(&before)?;
        }
        Ok(())
    }

    fn put_back(&mut self, position: &Position) -> Law {
        restore(&mut self.world, position);
        if photograph(&mut self.world) == *position { Ok(()) } else { Err("a restored position differs from its photograph".into()) }
    }

    fn nothing_after_the_end(&mut self) -> Law {
        let prompt = play::prompt(&mut self.world);
        let order = self.seen[0].clone();
        if prompt.side.is_some() || !prompt.buttons.is_empty() || play::submit(&mut self.world, order).is_ok() {
            return Err("the game is over and yet goes on".into());
        }
        Ok(())
    }

    /// Saving and loading is identity, and so is replaying: every hash is met again.
    fn save_and_load(&mut self) -> Law {
        let lines = self.world.resource::<Session>().compact();
        let text = format!("five-fronts 1\n{}", lines.iter().map(play::Line::text).collect::<String>());
        let mut played = play::replay("the save", &text).map_err(|s| format!("the save cannot be replayed: {}", s.fault))?;
        if photograph(&mut played.world) != photograph(&mut self.world) {
            return Err("the game loaded differs from the game saved".into());
        }
        let again = played.world.resource::<Session>().compact();
        if again == lines { Ok(()) } else { Err("a save of the game loaded differs from its save".into()) }
    }

    /// Undo to the start reproduces every hash; a game of two players stops at its barriers.
    fn undo_to_the_start(&mut self) -> Law {
        for n in (0..self.hashes.len() - 1).rev() {
            match play::undo(&mut self.world) {
                Ok(()) if play::hash(&mut self.world) != self.hashes[n] => return Err(format!("taking order {} back leads to another position", n + 1)),
                Ok(()) => {}
                Err(_) if self.world.resource::<Session>().players == Players::Two => return Ok(()),
                Err(why) => return Err(format!("order {} cannot be taken back: {why}", n + 1)),
            }
        }
        Ok(())
    }
}
