//! The laws of hidden information: nothing a side is shown gives away what it may not know, nothing it can take back has given that away, and the
//! world it imagines looks to it just like the real game.

use crate::board::paths::Trace;
use crate::board::read::Reading;
use crate::board::{Fact, Hex, Illegal, Offer, Position, Preview, Prompt, Record, Role, Side, Standing, Start, UnitId, restore, snapshot};
use crate::bots::{Bot, Random, Steady};
use crate::games::{Order, Rules};
use crate::play::{self, CannotUndo, Imagined, Players, Session, Sight};
use bevy_ecs::prelude::World;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

type Law = Result<(), String>;

/// How many swaps of hidden counters are tried at a time, for each side.
const EXCHANGES: usize = 2;
/// How many orders apart those tried in other worlds are, where not all of them are tried.
const BETWEEN: usize = 8;
/// For how many counters the offers are compared.
const ACTORS: usize = 2;

/// What a side is shown in a position.
#[derive(Clone, PartialEq, Debug)]
struct Shown {
    sight: Sight,
    standing: Option<(Standing, [Vec<Hex>; 2])>,
    preview: Option<Preview>,
    /// Whether the deciding player is asked in private.
    private: bool,
    prompt: Option<Prompt<Order>>,
    offers: Vec<(Offer<Order>, Option<Trace>)>,
    /// What some of the orders offered promise.
    promises: Vec<Option<Preview>>,
    /// Orders, and why each was refused if it was.
    judged: Vec<(Order, Option<Illegal>)>,
}

impl Shown {
    /// What differs, with the place where it does.
    fn difference(&self, other: &Shown) -> String {
        let texts = |s: &Shown| {
            [
                format!("{:?}", s.sight),
                format!("{:?}", s.standing),
                format!("{:?}", s.preview),
                format!("{:?}", s.private),
                format!("{:?}", s.prompt),
                format!("{:?}", s.offers),
                format!("{:?}", s.promises),
                format!("{:?}", s.judged),
            ]
        };
        let names =
            ["its view", "the standing", "the preview", "whether it is asked in private", "its prompt", "an offer", "what an order promises", "a judgment"];
        let found = names.into_iter().zip(texts(self)).zip(texts(other)).find(|((_, a), b)| a != b);
        found.map_or_else(String::new, |((what, a), b)| format!("{what} differs: {}", first_difference(&a, &b)))
    }
}

/// For how many of the orders offered to a counter the promise is compared.
const PROMISES: usize = 4;

fn first_difference(a: &str, b: &str) -> String {
    let at = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let near = |text: &str| text.chars().skip(at.saturating_sub(80)).take(200).collect::<String>();
    format!("…{}… against …{}…", near(a), near(b))
}

/// Everything a side is shown in a position: the board, the score, what an attack promises and, if it decides or the other side is asked in public,
/// the prompt and the offers for some of the counters, from number `pick` on.
fn shown_to(world: &mut World, side: Side, pick: usize, actors: usize) -> Shown {
    let mut shown = Shown {
        sight: play::sight(world, side),
        standing: Some((play::standing(world), [Side(0), Side(1)].map(|s| play::zone(world, s)))),
        preview: play::preview(world, side),
        private: true,
        prompt: None,
        offers: Vec::new(),
        promises: Vec::new(),
        judged: Vec::new(),
    };
    let game = world.resource::<Session>().rules.game();
    // A private prompt may rest on what this side does not know; in another world there might be nothing to ask.
    if play::decider(world) != Some(side) && !game.asks_in_public() {
        return shown;
    }
    let mut prompt = play::prompt(world);
    shown.private = prompt.private;
    if prompt.side != Some(side) {
        if prompt.private {
            return shown;
        }
        shown.preview = prompt.side.and_then(|decides| play::common_preview(world, decides));
        prompt = prompt.in_common();
    }
    let n = prompt.actors.len();
    for unit in prompt.actors.iter().cycle().skip(pick % n.max(1)).take(actors.min(n)) {
        let offer = play::offer(world, &[*unit]);
        shown.promises.extend(offer.choices.iter().take(PROMISES).map(|choice| play::promise(world, &choice.order)));
        shown.offers.push((offer, play::supply_line(world, *unit)));
    }
    shown.prompt = Some(prompt);
    shown
}

/// The outcome of an order, as far as the side that gave it is told.
struct Outcome {
    told: Vec<String>,
    shown: Shown,
    refused: Option<Illegal>,
    barrier: Option<CannotUndo>,
}

impl Outcome {
    fn difference(&self, other: &Outcome) -> Option<String> {
        if self.refused != other.refused {
            return Some(format!("refused: {:?} against {:?}", self.refused, other.refused));
        }
        if self.told != other.told {
            return Some(format!("its log differs: {}", first_difference(&self.told.join("; "), &other.told.join("; "))));
        }
        (self.shown != other.shown).then(|| self.shown.difference(&other.shown))
    }

    fn can_be_taken_back(&self) -> bool {
        self.refused.is_none() && self.barrier.is_none()
    }
}

/// How another world is made.
enum Other {
    /// Everything a side may not know is redrawn at random.
    Everything,
    /// Two counters are swapped, even if the side could tell them apart by offers, as long as it happens to be offered the same.
    Two { unlike: bool },
}

/// The laws, and what they need to try things out.
pub(super) struct Secrets<'a> {
    rules: &'a Rules,
    /// A random source of its own, so that what is tried does not change how the game goes.
    bot: Random,
    rng: ChaCha8Rng,
    /// A game of two players in which orders are tried.
    bench: World,
    /// Whether every order is tried in other worlds, and every position imagined.
    dense: bool,
    imagined: Option<Imagined>,
}

impl<'a> Secrets<'a> {
    /// For a game with this start. In a two-player game every order is tried; where one person plays alone and may take everything back, only some.
    pub(super) fn new(rules: &'a Rules, start: &Start, players: Players, seed: u64) -> Secrets<'a> {
        let bench = play::begin(rules, start, Players::Two);
        Secrets { rules, bot: Random::seeded(seed ^ 0x5ec2e7), rng: ChaCha8Rng::seed_from_u64(seed), bench, dense: players == Players::Two, imagined: None }
    }

    fn name(&self, unit: UnitId) -> &str {
        self.rules.book.unit_name(unit)
    }

    /// Swapping two counters that a side may not know changes nothing it is shown: not its view of the board, nor what it is asked and offered, nor
    /// what an attack promises, nor what it is refused and why, nor what it reads in the log.
    pub(super) fn are_kept(&mut self, world: &mut World, seen: &[Order]) -> Law {
        for side in [Side(0), Side(1)] {
            let before = snapshot(world);
            self.stay_sealed(world, side, &before)?;
            for _ in 0..EXCHANGES {
                let Some((a, b)) = strangers(self.rules, &mut self.bot, world, side, &before) else { continue };
                let exchanged = before.exchanged(a, b);
                let kept = self.exchange(world, seen, side, &before, &exchanged, a, b);
                restore(world, &before);
                kept.map_err(|what| format!("side {} can tell {} from {}, which it may not know: {what}", side.0, self.name(a), self.name(b)))?;
            }
        }
        Ok(())
    }

    /// What the other side has chosen in secret changes nothing that a side is shown.
    fn stay_sealed(&mut self, world: &mut World, side: Side, before: &Position) -> Law {
        let sealed = before.sealed(side);
        if sealed == *before {
            return Ok(());
        }
        let pick = self.bot.below(usize::MAX);
        let shown = shown_to(world, side, pick, ACTORS);
        restore(world, &sealed);
        let then = shown_to(world, side, pick, ACTORS);
        restore(world, before);
        if shown == then { Ok(()) } else { Err(format!("side {} can tell what is sealed: {}", side.0, shown.difference(&then))) }
    }

    /// Compares what a side is shown before and after a swap. The world is left as the comparison leaves it.
    #[allow(clippy::too_many_arguments, reason = "an exchange is all of these")]
    fn exchange(&mut self, world: &mut World, seen: &[Order], side: Side, before: &Position, exchanged: &Position, a: UnitId, b: UnitId) -> Law {
        if !is_unnoticed(self.rules, world, side, before, exchanged, a, b) {
            return Ok(());
        }
        let alike = are_alike(self.rules, a, b);
        if !alike && !self.rules.game().hides_kinds() {
            let sight = play::sight(world, side);
            restore(world, exchanged);
            let then = play::sight(world, side);
            return if sight == then { Ok(()) } else { Err(format!("its view differs: {}", first_difference(&format!("{sight:?}"), &format!("{then:?}")))) };
        }
        let (pick, stray) = (self.bot.below(usize::MAX), seen[self.bot.below(seen.len())].clone());
        let shown = self.asked(world, side, pick, &stray);
        restore(world, exchanged);
        let then = self.asked(world, side, pick, &stray);
        if shown != then {
            return Err(shown.difference(&then));
        }
        restore(world, before);
        if alike { self.log_of_the_other(world, side, before, exchanged, a, b) } else { Ok(()) }
    }

    /// Everything a side is shown in a position and, if it decides, what it is refused.
    fn asked(&self, world: &mut World, side: Side, pick: usize, stray: &Order) -> Shown {
        let mut shown = shown_to(world, side, pick, ACTORS);
        let Some(prompt) = shown.prompt.as_ref().filter(|prompt| prompt.side == Some(side)) else { return shown };
        let mut orders = vec![stray.clone()];
        orders.extend(prompt.buttons.get(pick % prompt.buttons.len().max(1)).map(|c| c.order.clone()));
        orders.extend(shown.offers.first().and_then(|(offer, _)| offer.choices.get(pick / 7 % offer.choices.len().max(1))).map(|c| c.order.clone()));
        let before = snapshot(world);
        for order in orders {
            let judged = self.rules.game().apply(world, &order).err();
            shown.judged.push((order, judged));
            restore(world, &before);
        }
        shown
    }

    /// What the other side does with one counter reads the same if it does it with another of the same kind, as long as neither becomes known through
    /// it.
    fn log_of_the_other(&mut self, world: &mut World, side: Side, before: &Position, exchanged: &Position, a: UnitId, b: UnitId) -> Law {
        if play::decider(world) == Some(side) {
            return Ok(());
        }
        // A set-up that is left to us is a row of choices, made for its player by what he knows: the same word need not mean the same choices.
        let Some(order) = self.bot.choose(world).filter(|order| order.role() != Role::Suggest) else { return Ok(()) };
        let Some(twin) = self.renamed(&order, a, b) else { return Ok(()) };
        let read = self.log_to(world, side, before, &order, a, b);
        let then = self.log_to(world, side, exchanged, &twin, a, b);
        match (read, then) {
            (Some(read), Some(then)) if read != then => {
                let differs = read.iter().zip(&then).find(|(a, b)| a != b).map_or((String::new(), String::new()), |(a, b)| (a.clone(), b.clone()));
                Err(format!("{} reads {:?}, {} reads {:?}", self.rules.write_order(&order), differs.0, self.rules.write_order(&twin), differs.1))
            }
            _ => Ok(()),
        }
    }

    /// What a side reads about an order of the other side, if it is accepted and leaves both counters unknown.
    fn log_to(&self, world: &mut World, side: Side, position: &Position, order: &Order, a: UnitId, b: UnitId) -> Option<Vec<String>> {
        restore(world, position);
        let game = self.rules.game();
        game.apply(world, order).ok()?;
        game.settle(world);
        let events = world.resource_mut::<Record>().take();
        let known = game.known_to(world, side);
        let turned = |unit: UnitId| events.iter().any(|e| matches!(e.fact, Fact::Turned { unit: turned, face_down: false } if turned == unit));
        let shown = |unit: UnitId| turned(unit) || events.iter().any(|e| game.shows(&e.fact) == Some(unit));
        if [a, b].into_iter().any(|unit| known[unit.at()] || shown(unit)) {
            return None;
        }
        let mut read = play::read_by(world, side, &events);
        read.push(format!("{:?}", play::sight(world, side)));
        Some(read)
    }

    /// The same order with two counters swapped.
    fn renamed(&self, order: &Order, a: UnitId, b: UnitId) -> Option<Order> {
        let quoted = |u: UnitId| format!("\"{}\"", self.rules.book.unit_name(u));
        let text = self.rules.write_order(order).replace(&quoted(a), "\u{1}").replace(&quoted(b), &quoted(a)).replace('\u{1}', &quoted(b));
        let reading = Reading::new("an order", &text, self.rules.lexicon());
        let node = reading.tree()?;
        self.rules.game().read_order(&reading, &node)
    }

    /// An order that would have shown its side something else, had the counters it may not know been different, cannot be taken back; and whether an
    /// order can be taken back reveals nothing about them either.
    pub(super) fn no_undo_tells(&mut self, world: &mut World, order: &Order) -> Law {
        let Some(side) = play::decider(world).filter(|_| self.rules.game().keeps_secrets() && self.is_due()) else { return Ok(()) };
        let before = snapshot(world);
        let pick = self.bot.below(usize::MAX);
        let mut here = None;
        for how in [Other::Everything, Other::Two { unlike: self.bot.below(BETWEEN) == 0 }] {
            let Some(other) = self.other_world(side, &before, how) else { continue };
            let here = here.get_or_insert_with(|| self.outcome(side, &before, order, pick));
            let there = self.outcome(side, &other, order, pick);
            let difference = here.difference(&there);
            let broken = match &difference {
                Some(what) if here.can_be_taken_back() || there.can_be_taken_back() => format!("shows what side {} may not know: {what}", side.0),
                None if here.can_be_taken_back() != there.can_be_taken_back() => {
                    format!("{:?} or {:?} bars taking it back, which tells side {} something", here.barrier, there.barrier, side.0)
                }
                _ => continue,
            };
            let moved: Vec<&str> = (0..before.units.len()).filter(|i| before.units[*i] != other.units[*i]).map(|i| self.name(UnitId(i as u16))).collect();
            return Err(format!("{} can be taken back and {broken} (others are {})", self.rules.write_order(order), moved.join(" ")));
        }
        Ok(())
    }

    /// Whether this order is one of those that are tried.
    fn is_due(&mut self) -> bool {
        self.dense || self.bot.below(BETWEEN) == 0
    }

    /// A position that a side may not tell from this one.
    fn other_world(&mut self, side: Side, before: &Position, how: Other) -> Option<Position> {
        let (rules, bench) = (self.rules, &mut self.bench);
        play::set_up_position(bench, before);
        let Other::Two { unlike } = how else {
            play::redraw(bench, side, &mut self.rng);
            return Some(snapshot(bench)).filter(|other| other != before);
        };
        let (a, b) = strangers(rules, &mut self.bot, bench, side, before)?;
        let exchanged = before.exchanged(a, b);
        let alike = are_alike(rules, a, b) || rules.game().hides_kinds();
        let same =
            (alike || unlike) && is_unnoticed(rules, bench, side, before, &exchanged, a, b) && (alike || is_same(rules, bench, side, before, &exchanged));
        same.then_some(exchanged)
    }

    /// Gives an order in a position and returns what its side is told.
    fn outcome(&mut self, side: Side, position: &Position, order: &Order, pick: usize) -> Outcome {
        let bench = &mut self.bench;
        play::set_up_position(bench, position);
        let mut session = bench.resource_mut::<Session>();
        session.past.clear();
        session.future.clear();
        let (events, refused) = match play::submit(bench, order.clone()) {
            Ok(events) => (events, None),
            Err(illegal) => (Vec::new(), Some(illegal)),
        };
        let barrier = refused.is_none().then(|| bench.resource::<Session>().barrier()).flatten();
        let told = play::read_by(bench, side, &events);
        Outcome { told, shown: shown_to(bench, side, pick, ACTORS), refused, barrier }
    }

    /// What a side imagines looks to it just like the real game: it sees, is asked, is offered and is promised the same.
    pub(super) fn can_be_imagined(&mut self, world: &mut World) -> Law {
        if !self.is_due() {
            return Ok(());
        }
        for side in [Side(0), Side(1)] {
            match &mut self.imagined {
                Some(imagined) => imagined.renew(world, side, &mut self.rng),
                None => self.imagined = Some(play::imagine(world, side, &mut self.rng)),
            }
            let Some(imagined) = &mut self.imagined else { continue };
            let pick = self.bot.below(usize::MAX);
            let (real, other) = (shown_to(world, side, pick, ACTORS), shown_to(imagined.world(), side, pick, ACTORS));
            if real != other {
                return Err(format!("side {} sees that a world is only imagined: {}", side.0, real.difference(&other)));
            }
        }
        Ok(())
    }

    /// A bot chooses the same in every world that looks the same to its side.
    pub(super) fn bots_choose_alike(&mut self, world: &mut World) -> Law {
        let Some(side) = play::decider(world) else { return Ok(()) };
        let mut choose = || {
            match &mut self.imagined {
                Some(imagined) => imagined.renew(world, side, &mut self.rng),
                None => self.imagined = Some(play::imagine(world, side, &mut self.rng)),
            }
            self.imagined.as_mut().and_then(|imagined| Steady::default().choose(imagined))
        };
        let (one, other) = (choose(), choose());
        if one == other {
            return Ok(());
        }
        let told = |order: Option<Order>| order.map_or_else(|| "nothing".to_owned(), |order| self.rules.write_order(&order));
        Err(format!("what Steady chooses for side {} depends on what it may not know: {} or {}", side.0, told(one), told(other)))
    }
}

/// Whether a side is shown the same in two positions, whatever it asks for, and both are possible.
fn is_same(rules: &Rules, world: &mut World, side: Side, before: &Position, other: &Position) -> bool {
    let own: Vec<UnitId> = (0..before.units.len()).filter(|i| before.units[*i].status.side == side).map(|i| UnitId(i as u16)).collect();
    let lines = |world: &mut World| own.iter().map(|unit| play::supply_line(world, *unit)).collect::<Vec<Option<Trace>>>();
    let everything = |world: &mut World| (rules.game().overfull(world), shown_to(world, side, 0, usize::MAX), lines(world));
    restore(world, before);
    let here = everything(world);
    restore(world, other);
    let same = here == everything(world);
    restore(world, before);
    same
}

/// Two counters of one player that a side may not know and that differ in place or state.
fn strangers(rules: &Rules, bot: &mut Random, world: &mut World, side: Side, before: &Position) -> Option<(UnitId, UnitId)> {
    let known = rules.game().known_to(world, side);
    let hidden: Vec<usize> = (0..known.len()).filter(|i| !known[*i]).collect();
    if hidden.is_empty() {
        return None;
    }
    let a = hidden[bot.below(hidden.len())];
    let alike = |b: &usize| before.units[a].status.side == before.units[*b].status.side && before.units[a] != before.units[*b];
    let others: Vec<usize> = hidden.into_iter().filter(alike).collect();
    (!others.is_empty()).then(|| (UnitId(a as u16), UnitId(others[bot.below(others.len())] as u16)))
}

/// Whether a side cannot notice a swap: it may know what a counter is not (no air defense there, another flag).
fn is_unnoticed(rules: &Rules, world: &mut World, side: Side, before: &Position, exchanged: &Position, a: UnitId, b: UnitId) -> bool {
    let game = rules.game();
    let visible_kinds = [a, b].map(|u| game.visible_kind(world, side, u));
    let known = game.known_to(world, side);
    restore(world, exchanged);
    let unnoticed = game.known_to(world, side) == known && [b, a].map(|u| game.visible_kind(world, side, u)) == visible_kinds;
    restore(world, before);
    unnoticed
}

/// Whether neither offers nor refusals may tell two counters apart.
fn are_alike(rules: &Rules, a: UnitId, b: UnitId) -> bool {
    let (rows, game) = (&rules.book.units, rules.game());
    let same_row = rows[a.at()].kind.value == rows[b.at()].kind.value && rows[a.at()].nation.value == rows[b.at()].nation.value;
    same_row && game.likeness(rules, a) == game.likeness(rules, b)
}
