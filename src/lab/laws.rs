//! The laws every game keeps, checked while it is played at random.

use super::Progress;
use crate::board::paths::Line;
use crate::board::read::Reading;
use crate::board::{Hex, Illegal, Index, Map, Offer, Position, Preview, Prompt, Record, Role, Side, Standing, UnitId, photograph, restore};
use crate::bots::{Bot, Random};
use crate::games::{Order, Rules};
use crate::play::{self, Players, Session, Sight};
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

/// Plays one game under all laws. Every eighth game is one of two players, the others are solo.
pub fn play_one(rules: &Rules, seed: u64) -> Result<Game, Box<Broken>> {
    let options = crate::lab::simulate::options_of(rules, seed);
    let start = rules.start(None, &options, seed).expect("options made to fit");
    let players = if seed % 8 == 7 { Players::Two } else { Players::Solo };
    let mut trial = Trial { rules, seed, bot: Random::seeded(seed ^ 0x5eed), world: play::begin(rules, &start, players), seen: Vec::new(), hashes: Vec::new() };
    let outcome = trial.run();
    outcome.map_err(|what| {
        let session = trial.world.resource::<Session>();
        let journal = session.journal();
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
}

type Law = Result<(), String>;

/// How many exchanges of hidden counters are tried at a time, for each side.
const EXCHANGES: usize = 2;

/// What a side is shown in a position.
#[derive(Clone, PartialEq, Debug)]
struct Shown {
    sight: Sight,
    standing: Option<(Standing, [Vec<Hex>; 2])>,
    prompt: Option<(Prompt<Order>, Option<Preview>)>,
    offer: Option<(Offer<Order>, Option<Line>)>,
    /// Orders, and why each was refused if it was.
    judged: Vec<(Order, Option<Illegal>)>,
}

impl Shown {
    /// What differs, with the place where it does.
    fn difference(&self, other: &Shown) -> String {
        let texts =
            |s: &Shown| [format!("{:?}", s.sight), format!("{:?}", s.standing), format!("{:?}", s.prompt), format!("{:?}", s.offer), format!("{:?}", s.judged)];
        let names = ["its view", "the standing", "its prompt", "an offer", "a judgement"];
        let found = names.into_iter().zip(texts(self)).zip(texts(other)).find(|((_, a), b)| a != b);
        found.map_or_else(String::new, |((what, a), b)| {
            let at = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
            let near = |text: &str| text.chars().skip(at.saturating_sub(80)).take(200).collect::<String>();
            format!("{what} differs: …{}… against …{}…", near(&a), near(&b))
        })
    }
}

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
                self.secrets()?;
            }
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

    /// Exchanging two counters that a side may not know changes nothing it is shown: neither its view of the board, nor what it is asked
    /// and offered, nor what it is refused and why, nor what it reads in the log.
    fn secrets(&mut self) -> Law {
        for side in [Side(0), Side(1)] {
            let before = photograph(&mut self.world);
            for _ in 0..EXCHANGES {
                let Some((a, b)) = self.strangers(side, &before) else { continue };
                let exchanged = before.exchanged(a, b);
                let kept = self.exchange(side, &before, &exchanged, a, b);
                self.put_back(&before)?;
                kept.map_err(|what| {
                    let name = |u: UnitId| self.rules.book.unit_name(u).to_owned();
                    format!("side {} can tell {} from {}, which it may not know: {what}", side.0, name(a), name(b))
                })?;
            }
        }
        Ok(())
    }

    /// Two counters of one player that a side may not know and that are not in the same place and state.
    fn strangers(&mut self, side: Side, before: &Position) -> Option<(UnitId, UnitId)> {
        let known = self.rules.game().known_to(&mut self.world, side);
        let hidden: Vec<usize> = (0..known.len()).filter(|i| !known[*i]).collect();
        if hidden.is_empty() {
            return None;
        }
        let a = hidden[self.bot.below(hidden.len())];
        let alike = |b: &usize| before.units[a].status.side == before.units[*b].status.side && before.units[a] != before.units[*b];
        let others: Vec<usize> = hidden.into_iter().filter(alike).collect();
        (!others.is_empty()).then(|| (UnitId(a as u16), UnitId(others[self.bot.below(others.len())] as u16)))
    }

    /// Compares what a side is shown before and after an exchange. The world is left as the comparison leaves it.
    fn exchange(&mut self, side: Side, before: &Position, exchanged: &Position, a: UnitId, b: UnitId) -> Law {
        let game = self.rules.game();
        let guises = [a, b].map(|u| game.guise(&mut self.world, side, u));
        let known = game.known_to(&mut self.world, side);
        restore(&mut self.world, exchanged);
        // A side may know what a counter is not (no air defense there, another flag): only exchanges that it may not notice count.
        let unnoticed = game.known_to(&mut self.world, side) == known && [b, a].map(|u| game.guise(&mut self.world, side, u)) == guises;
        restore(&mut self.world, before);
        if !unnoticed {
            return Ok(());
        }
        let rows = &self.rules.book.units;
        let alike = rows[a.at()].kind.value == rows[b.at()].kind.value && rows[a.at()].nation.value == rows[b.at()].nation.value;
        let asked = (alike || game.is_sealed()).then(|| (self.bot.below(usize::MAX), self.seen[self.bot.below(self.seen.len())].clone()));
        let shown = self.shown_to(side, &asked);
        restore(&mut self.world, exchanged);
        let then = self.shown_to(side, &asked);
        if shown != then {
            return Err(shown.difference(&then));
        }
        restore(&mut self.world, before);
        if alike { self.log_of_the_other(side, before, exchanged, a, b) } else { Ok(()) }
    }

    /// Everything a side is shown in a position: the board and, if it is to be asked too, how the game stands and, if it decides, what it is
    /// asked, offered to one of its counters, and refused.
    fn shown_to(&mut self, side: Side, asked: &Option<(usize, Order)>) -> Shown {
        let world = &mut self.world;
        let mut shown = Shown { sight: play::sight(world, side), standing: None, prompt: None, offer: None, judged: Vec::new() };
        let Some((actor, stray)) = asked else { return shown };
        let actor = *actor;
        shown.standing = Some((play::standing(world), [Side(0), Side(1)].map(|s| play::zone(world, s))));
        let prompt = play::prompt(world);
        if prompt.side != Some(side) {
            return shown;
        }
        let mut orders = vec![stray.clone()];
        orders.extend(prompt.buttons.get(actor % prompt.buttons.len().max(1)).map(|c| c.order.clone()));
        if !prompt.actors.is_empty() {
            let unit = prompt.actors[actor % prompt.actors.len()];
            let offer = play::offer(world, &[unit]);
            orders.extend(offer.choices.get(actor / 7 % offer.choices.len().max(1)).map(|c| c.order.clone()));
            shown.offer = Some((offer, play::supply_line(world, unit)));
        }
        shown.prompt = Some((prompt, play::preview(world, side)));
        let before = photograph(world);
        for order in orders {
            let judged = self.rules.game().apply(world, &order).err();
            shown.judged.push((order, judged));
            restore(world, &before);
        }
        shown
    }

    /// What the other side does with one counter reads the same if it does it with another of the same kind, as long as neither gets
    /// known by it.
    fn log_of_the_other(&mut self, side: Side, before: &Position, exchanged: &Position, a: UnitId, b: UnitId) -> Law {
        if play::prompt(&mut self.world).side == Some(side) {
            return Ok(());
        }
        // A set-up that is left to us is a row of choices, made for its player by what he knows: the same word need not mean the same choices.
        let Some(order) = self.bot.choose(&mut self.world).filter(|order| order.role() != Role::Suggest) else { return Ok(()) };
        let Some(twin) = self.renamed(&order, a, b) else { return Ok(()) };
        let read = self.log_to(side, before, &order, a, b);
        let then = self.log_to(side, exchanged, &twin, a, b);
        match (read, then) {
            (Some(read), Some(then)) if read != then => {
                let differs = read.iter().zip(&then).find(|(a, b)| a != b).map_or((String::new(), String::new()), |(a, b)| (a.clone(), b.clone()));
                Err(format!("{} reads {:?}, {} reads {:?}", self.rules.write_order(&order), differs.0, self.rules.write_order(&twin), differs.1))
            }
            _ => Ok(()),
        }
    }

    /// What a side reads of an order of the other, if it is accepted and leaves both counters unknown.
    fn log_to(&mut self, side: Side, position: &Position, order: &Order, a: UnitId, b: UnitId) -> Option<Vec<String>> {
        restore(&mut self.world, position);
        let game = self.rules.game();
        game.apply(&mut self.world, order).ok()?;
        game.settle(&mut self.world);
        let events = self.world.resource_mut::<Record>().take();
        let known = game.known_to(&mut self.world, side);
        if known[a.at()] || known[b.at()] {
            return None;
        }
        let mut read: Vec<String> = events.iter().filter_map(|e| play::sight_of_event(&mut self.world, side, e)).collect();
        read.push(format!("{:?}", play::sight(&mut self.world, side)));
        Some(read)
    }

    /// The same order with two counters exchanged.
    fn renamed(&self, order: &Order, a: UnitId, b: UnitId) -> Option<Order> {
        let quoted = |u: UnitId| format!("\"{}\"", self.rules.book.unit_name(u));
        let text = self.rules.write_order(order).replace(&quoted(a), "\u{1}").replace(&quoted(b), &quoted(a)).replace('\u{1}', &quoted(b));
        let reading = Reading::new("an order", &text, self.rules.lexicon());
        let node = reading.tree()?;
        self.rules.game().read_order(&reading, &node)
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
        let text = play::Journal::text(&lines);
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
