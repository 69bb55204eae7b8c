//! The laws every game keeps, checked during random play.

use super::Batch;
use super::course::Checks;
use super::secrets::Secrets;
use super::simulate::{options_of, scenario_of};
use crate::board::{Index, Position, Record, Side, restore, snapshot, snapshot_anew};
use crate::bots::{Random, Seated, Steady};
use crate::games::{List, Order, Rules};
use crate::play::{self, Players, Session};
use bevy_ecs::prelude::World;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// More orders than any game needs; one that takes longer never ends.
pub const LONGEST: usize = 20_000;

/// Checks that take longer than the laws on undo and resuming are made at most once in this many orders.
const RARELY: usize = 16;

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
    /// The text of the journal up to that point, for replay.
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
    /// How often the laws on undo and resuming were checked.
    pub checks: Checks,
}

/// Games that kept all laws.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Kept {
    /// How many.
    pub games: u64,
    /// Their orders, all together.
    pub orders: u64,
    /// How often the laws on undo and resuming were checked.
    pub checks: Checks,
}

/// Plays random games under all laws; stops at the first one, by seed, that breaks one.
pub fn fuzz(rules: &Rules, batch: &Batch) -> Result<Kept, Box<Broken>> {
    let mut kept = Kept::default();
    let count = |game: Game| {
        kept.games += 1;
        kept.orders += game.orders as u64;
        kept.checks.add(&game.checks);
    };
    batch.play("fuzzing", |seed| play_one(rules, batch.scenario, seed, batch.every), count)?;
    Ok(kept)
}

/// Plays one game under all laws. Two games in eight are two-player games, one of them without optional rules; the others are solo. Without a
/// scenario the seed chooses one. A panic also counts as a broken law.
pub fn play_one(rules: &Rules, scenario: Option<&str>, seed: u64, every: usize) -> Result<Game, Box<Broken>> {
    let (options, drawn) = (options_of(rules, seed), scenario_of(rules, seed));
    let start = rules.start(scenario.or(Some(drawn)), &options, seed).expect("a scenario of this game, and options made to fit");
    let players = if seed % 8 >= 6 { Players::Two } else { Players::Solo };
    let mut trial = Trial {
        rules,
        seed,
        every: every.max(1),
        player: Random::seeded(seed ^ 0x5eed),
        commander: (rules.game().meets_seldom() && seed % 2 == 1).then(|| Seated::bot(Steady::default(), seed)),
        bot: Random::seeded(seed ^ 0x1a35),
        searcher: Random::seeded(seed ^ 0x5ea7),
        world: play::begin(rules, &start, players),
        secrets: Secrets::new(rules, &start, players, seed),
        seen: Vec::new(),
        hashes: Vec::new(),
        checks: Checks::default(),
        decisions: 0,
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| trial.run())).unwrap_or_else(|panic| Err(words(&*panic)));
    outcome.map_err(|what| {
        let session = trial.world.resource::<Session>();
        Box::new(Broken { seed, order: session.past.len(), what, journal: journal(session) })
    })
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the program panics: {}", text.unwrap_or("without a word"))
}

/// The text of the journal, with everything that was undone and redone.
pub(super) fn journal(session: &Session) -> String {
    session.journal()
}

/// The text of a save, without what was taken back.
fn saved(session: &Session) -> String {
    play::Journal::text(&session.compact())
}

pub(super) struct Trial<'a> {
    pub(super) rules: &'a Rules,
    seed: u64,
    /// The laws are checked after every this many orders.
    every: usize,
    /// Plays the game. Its choices depend only on the seed and the rules, so that a seed means the same game whatever laws are added.
    player: Random,
    /// Gives half of the orders in some games, so that units meet.
    commander: Option<Seated>,
    /// Chooses what the laws check.
    pub(super) bot: Random,
    /// Chooses what is searched.
    pub(super) searcher: Random,
    pub(super) world: World,
    /// Orders seen before, to be tried again where they may be illegal.
    pub(super) seen: Vec<Order>,
    /// The hash after each order, the opening first.
    pub(super) hashes: Vec<u64>,
    pub(super) checks: Checks,
    /// After how many orders a decision was open.
    pub(super) decisions: usize,
    secrets: Secrets<'a>,
}

pub(super) type Law = Result<(), String>;

impl Trial<'_> {
    fn run(&mut self) -> Result<Game, String> {
        self.hashes.push(play::hash(&mut self.world));
        for n in 0..LONGEST {
            if let Some(winner) = Session::outcome(&self.world) {
                self.nothing_after_the_end()?;
                self.save_and_load()?;
                self.resume()?;
                self.all_the_way()?;
                return Ok(Game { orders: n, turns: Session::turn(&self.world), winner, checks: self.checks });
            }
            let due = n % self.every == self.seed as usize % self.every;
            self.step(due)?;
            if due {
                self.course(n)?;
                self.secrets.can_be_imagined(&mut self.world)?;
            }
            let rarely = self.every.max(RARELY);
            if n % rarely == self.seed as usize % rarely {
                self.derived_data()?;
                self.stray_order()?;
                self.every_choice_of_one_counter()?;
                self.every_button()?;
                self.secrets.are_kept(&mut self.world, &self.seen)?;
                self.secrets.bots_choose_alike(&mut self.world)?;
            }
        }
        Err(format!("the game has not ended after {LONGEST} orders"))
    }

    /// What is ordered next.
    fn choice(&mut self) -> Option<Order> {
        match &mut self.commander {
            Some(commander) if self.player.below(2) == 0 => commander.choose(&mut self.world),
            _ => self.player.choose(&mut self.world),
        }
    }

    /// A position that is not final offers a choice, every choice offered is accepted, and none that is accepted leaves the position as it
    /// was.
    fn step(&mut self, due: bool) -> Law {
        let Some(order) = self.choice() else { return Err("nothing is offered, but the game is not over".into()) };
        if self.seen.len() < 64 || self.bot.below(8) == 0 {
            let at = self.bot.below(64).min(self.seen.len());
            if at == self.seen.len() { self.seen.push(order.clone()) } else { self.seen[at] = order.clone() }
        }
        let mut found = None;
        if due {
            self.secrets.no_undo_tells(&mut self.world, &order)?;
            found = Some(self.search(&order)?);
        }
        let (dice, decider) = (Session::dice(&self.world), play::decider(&mut self.world));
        let events = play::submit(&mut self.world, order.clone()).map_err(|by| format!("{} was offered and refused: {by}", self.rules.write_order(&order)))?;
        if events.is_empty() {
            return Err(format!("{} was accepted and nothing happened", self.rules.write_order(&order)));
        }
        let (after, session) = (snapshot(&mut self.world), self.world.resource::<Session>());
        if session.before(session.past.len() - 1) == Some(&after) {
            return Err(format!("{} was accepted and left the position as it was", self.rules.write_order(&order)));
        }
        self.hashes.push(self.world.resource::<Session>().hash());
        self.the_sheet_keeps_its_word(&order, &events)?;
        if let Some(found) = found {
            found.is_now(self.rules, &mut self.world, &format!("giving {} behind the other door", self.rules.write_order(&order)))?;
        }
        let passed = Session::dice(&self.world) != dice || play::decider(&mut self.world) != decider;
        let session = self.world.resource::<Session>();
        match (session.players, passed, session.barrier()) {
            (Players::Two, true, None) => Err("an order with dice or a change of hands can be taken back".into()),
            (Players::Solo, _, Some(why)) => Err(format!("a single player cannot take an order back: {why}")),
            _ => Ok(()),
        }
    }

    pub(super) fn derived_data(&mut self) -> Law {
        derived_data(self.rules, &mut self.world)
    }

    /// A refused order changes no hash and records nothing.
    fn stray_order(&mut self) -> Law {
        let order = self.seen[self.bot.below(self.seen.len())].clone();
        let before = snapshot(&mut self.world);
        match self.rules.game().apply(&mut self.world, &order) {
            Err(_) if snapshot(&mut self.world) != before => Err(format!("{} was refused and yet changed something", self.rules.write_order(&order))),
            Err(_) if !self.world.resource::<Record>().events().is_empty() => Err(format!("{} was refused and yet recorded", self.rules.write_order(&order))),
            _ => self.put_back(&before),
        }
    }

    /// Every choice of one counter, or of all counters that may act in its hex, is accepted and changes something, not only the one the player takes;
    /// if there are very many, a sample from all over the list.
    fn every_choice_of_one_counter(&mut self) -> Law {
        let mut list = List::default();
        play::acts(&mut self.world, &mut list);
        let actors = list.actors.clone();
        if actors.is_empty() {
            return Ok(());
        }
        let unit = actors[self.bot.below(actors.len())];
        let units = match (self.bot.below(4), snapshot(&mut self.world).units) {
            (0, states) => actors.into_iter().filter(|other| states[other.at()].place == states[unit.at()].place).collect(),
            _ => vec![unit],
        };
        play::acts_of(&mut self.world, &units, &mut list);
        self.every(list.orders().collect())
    }

    /// The same for the buttons.
    fn every_button(&mut self) -> Law {
        let mut list = List::default();
        play::acts(&mut self.world, &mut list);
        self.every(list.orders().collect())
    }

    fn every(&mut self, orders: Vec<Order>) -> Law {
        let before = snapshot(&mut self.world);
        let stride = orders.len().div_ceil(MOST_CHOICES).max(1);
        let first = self.bot.below(stride);
        for order in orders.into_iter().skip(first).step_by(stride) {
            if let Err(by) = self.rules.game().apply(&mut self.world, &order) {
                return Err(format!("{} was offered and refused: {by}", self.rules.write_order(&order)));
            }
            self.rules.game().settle(&mut self.world);
            if snapshot(&mut self.world) == before {
                return Err(format!("{} was offered and changes nothing", self.rules.write_order(&order)));
            }
            self.put_back(&before)?;
        }
        Ok(())
    }

    pub(super) fn put_back(&mut self, position: &Position) -> Law {
        restore(&mut self.world, position);
        if snapshot(&mut self.world) == *position { Ok(()) } else { Err("a restored position differs from its snapshot".into()) }
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
        let text = saved(self.world.resource());
        let mut played = play::replay("the save", &text).map_err(|s| format!("the save cannot be replayed: {}", s.fault))?;
        if snapshot(&mut played.world) != snapshot(&mut self.world) {
            return Err("the game loaded differs from the game saved".into());
        }
        if saved(played.world.resource()) == text { Ok(()) } else { Err("a save of the game loaded differs from its save".into()) }
    }
}

/// Index and layers equal a rebuild.
pub(super) fn derived_data(rules: &Rules, world: &mut World) -> Law {
    let position = snapshot_anew(world);
    if position != snapshot(world) {
        return Err("the snapshot differs from the components".into());
    }
    let index = world.resource::<Index>();
    if *index != index.rebuilt(world.resource(), world.resource(), &position) {
        return Err("the index differs from the components".into());
    }
    if !rules.game().layers_hold(world) {
        return Err("a layer differs from a rebuild".into());
    }
    Ok(())
}
