//! A world as it could be for all a side knows: everything that side may not know is redrawn at random. Bots are given nothing else.

use super::journal::Players;
use super::search::Search;
use super::session::{Session, begin, offer, prompt, set_up_position, supply_line};
use crate::board::{Choice, Clock, Decisions, Dice, Hex, Luck, NationId, Place, Position, Rank, Side, Start, Target, UnitId, UnitState, snapshot};
use crate::games::{Order, Rules};
use bevy_ecs::prelude::World;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many rounds of pairing off and swapping hidden counters: enough that a counter may end up anywhere it could be.
const ROUNDS: usize = 6;

/// A world in which a side sees, is asked and is offered exactly what it is in the real one, while everything it may not know is redrawn at random
/// and the dice are different. The game may be played on in it freely.
pub struct Imagined {
    world: World,
    side: Side,
    drawn: Drawn,
}

/// How it was made from the real one.
#[derive(Default)]
pub(crate) struct Drawn {
    /// The counters that the side did not know.
    hidden: Vec<UnitId>,
    /// The pairs of them that were swapped, in order.
    exchanged: Vec<(UnitId, UnitId)>,
}

/// Imagines the real world as a side knows it. What is drawn depends on `rng`.
pub fn imagine(real: &mut World, side: Side, rng: &mut ChaCha8Rng) -> Imagined {
    let mut imagined = Imagined { world: blank(real, rng), side, drawn: Drawn::default() };
    imagined.draw(real, rng);
    imagined
}

/// The real world as a side knows it, without the counters on the map that it may not know about: the same for the same knowledge, whatever those
/// counters are.
pub fn known_world(real: &mut World, side: Side) -> Imagined {
    let mut imagined = Imagined { world: blank(real, &mut ChaCha8Rng::seed_from_u64(0)), side, drawn: Drawn::default() };
    imagined.lay_known(real);
    imagined
}

/// The real world as it is, for a viewer who sees both sides.
pub(super) fn open_world(real: &mut World) -> Imagined {
    let mut world = blank(real, &mut ChaCha8Rng::seed_from_u64(0));
    set_up_position(&mut world, &snapshot(real));
    Imagined { world, side: Side(0), drawn: Drawn::default() }
}

/// A world with the same game set up, not yet like the real one. Its dice have nothing to do with the real ones.
fn blank(real: &World, rng: &mut ChaCha8Rng) -> World {
    let (rules, start) = (&real.resource::<Session>().rules, real.resource::<Start>());
    begin(rules, &Start { luck: Luck::Seeded(rng.random()), ..start.clone() }, Players::Solo)
}

impl Imagined {
    /// The side whose knowledge it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The world itself, to be asked and played in like any other.
    pub fn world(&mut self) -> &mut World {
        &mut self.world
    }

    /// Whether a counter would be out of supply in another hex, as far as the side knows.
    pub fn is_cut_off_in(&mut self, unit: UnitId, hex: Hex) -> bool {
        let before = snapshot(&mut self.world);
        let mut there = before.clone();
        (there.units[unit.at()].place, there.units[unit.at()].rank) = (Place::Map(hex), Rank(u8::MAX));
        set_up_position(&mut self.world, &there);
        let cut = supply_line(&mut self.world, unit).is_some_and(|trace| trace.cut.is_some());
        set_up_position(&mut self.world, &before);
        cut
    }

    /// Where each of these counters of a side could go in the next step in which it moves, or with its next action where the sides take turns, as far
    /// as this can be told from the current position. Counters that could do nothing are left out. `None` if it cannot be told.
    pub fn reach_of(&mut self, side: Side, units: &[UnitId]) -> Option<BTreeMap<UnitId, Vec<Hex>>> {
        let before = snapshot(&mut self.world);
        let rules = &self.world.resource::<Session>().rules;
        let (ahead, sequence) = (rules.game().ahead(), &rules.book.sequence.steps);
        let moves = |of: Option<Side>| sequence.iter().enumerate().filter(move |(_, step)| step.side == of && ahead.moves.contains(&step.id)).map(|(at, _)| at);
        let steps: Vec<usize> = moves(Some(side)).collect();
        let acts = moves(None).next();
        let at = |at: usize| {
            let mut then = before.clone();
            (then.decisions, then.clock) = (Decisions::default(), Clock { at: at as u8, turn: before.clock.turn.max(1), over: None });
            then
        };
        let mut found = None;
        if steps.is_empty()
            && let Some((acts, track)) = acts.zip(ahead.to_act)
        {
            let mut then = at(acts);
            then.ledger[track.at()] = i32::from(side.0);
            set_up_position(&mut self.world, &then);
            found = Some(self.ways_by_action(units));
        }
        for step in steps {
            set_up_position(&mut self.world, &at(step));
            let actors = prompt(&mut self.world).actors;
            for unit in units.iter().filter(|unit| actors.contains(unit)) {
                // A counter that cannot move may still attack from where it is.
                let found = found.get_or_insert_with(|| units.iter().map(|unit| (*unit, Vec::new())).collect::<BTreeMap<_, _>>());
                found.insert(*unit, ways(&mut self.world, *unit));
            }
        }
        set_up_position(&mut self.world, &before);
        found
    }

    /// Where counters could go with an action: by the order itself, or by what is offered once the action has begun.
    fn ways_by_action(&mut self, units: &[UnitId]) -> BTreeMap<UnitId, Vec<Hex>> {
        let asked = prompt(&mut self.world);
        let mut found = BTreeMap::new();
        for unit in units.iter().filter(|unit| asked.actors.contains(unit)) {
            let mut hexes = ways(&mut self.world, *unit);
            if hexes.is_empty() {
                let begin: Vec<Order> = offer(&mut self.world, &[*unit]).choices.into_iter().filter(|c| c.on == Target::Unit(*unit)).map(|c| c.order).collect();
                let mut search = Search::new(&mut self.world, Dice::fresh(0));
                let start = search.mark();
                for order in begin {
                    if search.apply(&order).is_ok() {
                        hexes.extend(ways(search.world(), *unit));
                    }
                    search.back(start);
                }
            }
            hexes.sort_unstable();
            hexes.dedup();
            found.insert(*unit, hexes);
        }
        found
    }

    /// Imagines the same game again as it is now, for either side: much faster than a new [`imagine`].
    pub fn renew(&mut self, real: &mut World, side: Side, rng: &mut ChaCha8Rng) {
        if !self.is_of(real) {
            self.world = blank(real, rng);
        }
        self.side = side;
        self.draw(real, rng);
    }

    /// Imagines the same game again as it is now, for the same side: with the same counters swapped as before, as long as the side cannot tell, and
    /// otherwise anew. Much faster than [`renew`](Imagined::renew), for a bot that is asked for one order after another.
    pub fn follow(&mut self, real: &mut World, side: Side, rng: &mut ChaCha8Rng) {
        if self.side != side || !self.is_of(real) {
            return self.renew(real, side, rng);
        }
        let rules = self.world.resource::<Session>().rules.clone();
        if !rules.game().keeps_secrets() {
            return self.draw(real, rng);
        }
        self.begin_anew(rng);
        if !Veil::new(real, &rules, side).repeat(&mut self.world, &self.drawn) {
            self.draw(real, rng);
        }
    }

    /// The same as [`known_world`], much faster.
    pub fn renew_known(&mut self, real: &mut World, side: Side) {
        if !self.is_of(real) {
            self.world = blank(real, &mut ChaCha8Rng::seed_from_u64(0));
        }
        self.side = side;
        self.lay_known(real);
    }

    fn lay_known(&mut self, real: &mut World) {
        let game = real.resource::<Session>().rules.game();
        let known = game.known_to(real, self.side);
        let mut position = snapshot(real).sealed(self.side);
        for (unit, known) in position.units.iter_mut().zip(known) {
            if !known && unit.place.hex().is_some() {
                unit.place = Place::Lost;
            }
        }
        set_up_position(&mut self.world, &position);
    }

    /// Whether both worlds play by the same tables and options.
    fn is_of(&self, real: &World) -> bool {
        let (mine, theirs) = (&self.world.resource::<Session>().rules, &real.resource::<Session>().rules);
        let (start, begun) = (self.world.resource::<Start>(), real.resource::<Start>());
        Arc::ptr_eq(&mine.charts, &theirs.charts) && (&start.scenario, &start.options) == (&begun.scenario, &begun.options)
    }

    fn draw(&mut self, real: &mut World, rng: &mut ChaCha8Rng) {
        self.begin_anew(rng);
        set_up_position(&mut self.world, &snapshot(real));
        self.drawn = redraw(&mut self.world, self.side, rng);
    }

    /// Takes new dice, and forgets what was played before.
    fn begin_anew(&mut self, rng: &mut ChaCha8Rng) {
        self.world.insert_resource(Dice::seeded(rng.random()));
        let mut session = self.world.resource_mut::<Session>();
        session.past.clear();
        session.future.clear();
        session.lines.clear();
        session.written = 0;
    }
}

/// The hexes to which a counter may go now.
fn ways(world: &mut World, unit: UnitId) -> Vec<Hex> {
    let hex = |choice: Choice<Order>| if let Target::Hex(hex) = choice.on { choice.cost.map(|_| hex) } else { None };
    offer(world, &[unit]).choices.into_iter().filter_map(hex).collect()
}

/// Swaps everything a side may not know in a world, in ways the side cannot notice.
pub(crate) fn redraw(world: &mut World, side: Side, rng: &mut ChaCha8Rng) -> Drawn {
    let rules = world.resource::<Session>().rules.clone();
    if !rules.game().keeps_secrets() {
        return Drawn::default();
    }
    let mut veil = Veil::new(world, &rules, side);
    veil.settle(world);
    for _ in 0..ROUNDS {
        veil.shuffle(world, rng);
    }
    Drawn { exchanged: veil.exchanges(), hidden: veil.hidden }
}

/// What a side may not know, and what it knows about it nevertheless.
struct Veil<'r> {
    rules: &'r Rules,
    side: Side,
    position: Position,
    known: Vec<bool>,
    hidden: Vec<UnitId>,
    /// What each counter showed in its original place.
    looks: Vec<&'static str>,
    /// Where each counter is now, given as the counter that was originally there.
    spots: Vec<usize>,
    /// Hexes that hold too much as it is.
    overfull: Vec<Hex>,
}

impl<'r> Veil<'r> {
    fn new(world: &mut World, rules: &'r Rules, side: Side) -> Veil<'r> {
        let game = rules.game();
        let position = snapshot(world).sealed(side);
        let known = game.known_to(world, side);
        let hidden: Vec<UnitId> = (0..known.len()).filter(|i| !known[*i]).map(|i| UnitId(i as u16)).collect();
        let looks = if hidden.is_empty() { Vec::new() } else { game.visible_kinds(world, side) };
        let overfull = game.overfull(world);
        Veil { rules, side, spots: (0..known.len()).collect(), position, known, hidden, looks, overfull }
    }

    /// Lays hidden counters out in an order that depends on what the side sees and not on where they really are, as far as the side does not notice,
    /// so that whatever is drawn from there reveals nothing. It tries all of them at once, then only those that could be mistaken for each other,
    /// then only those that also look alike now.
    fn settle(&mut self, world: &mut World) {
        let mut classes: Vec<Vec<UnitId>> = Vec::new();
        let mut sorted: Vec<_> = self.hidden.iter().map(|unit| (self.class(*unit), *unit)).collect();
        sorted.sort_unstable();
        for same in sorted.chunk_by(|a, b| a.0 == b.0) {
            classes.push(same.iter().map(|(_, unit)| *unit).collect());
        }
        if classes.is_empty() || self.lay_down(world, &classes) {
            return;
        }
        for class in classes {
            if !self.lay_down(world, std::slice::from_ref(&class)) {
                let mut looks: Vec<&'static str> = class.iter().map(|unit| self.looks[unit.at()]).collect();
                looks.sort_unstable();
                looks.dedup();
                for look in looks {
                    let alike = class.iter().copied().filter(|unit| self.looks[unit.at()] == look).collect();
                    self.lay_down(world, &[alike]);
                }
            }
        }
    }

    /// Lays the counters of each group out in the places the group has, the first in the first place. Returns whether the side does not notice; if it
    /// would, nothing is changed.
    fn lay_down(&mut self, world: &mut World, groups: &[Vec<UnitId>]) -> bool {
        let (mut tried, mut spots) = (self.position.clone(), self.spots.clone());
        for group in groups {
            for (n, unit) in group.iter().enumerate() {
                let fits = |other: &&UnitId| *other == unit || self.may_swap(&tried, *unit, **other);
                let spot = |other: &UnitId| {
                    let UnitState { place, rank, status } = &tried.units[other.at()];
                    (*place, rank.0, status.steps, status.face_down, status.marks, status.counts)
                };
                let Some(first) = group[n..].iter().filter(fits).min_by_key(|other| spot(other)).copied() else { continue };
                if first != *unit {
                    tried.exchange(*unit, first);
                    spots.swap(unit.at(), first.at());
                }
            }
        }
        set_up_position(world, &tried);
        let game = self.rules.game();
        let (known, looks) = (game.known_to(world, self.side), game.visible_kinds(world, self.side));
        let crowded: Vec<Hex> = game.overfull(world).into_iter().filter(|hex| !self.overfull.contains(hex)).collect();
        let fits = |unit: &UnitId| looks[unit.at()] == self.looks[spots[unit.at()]];
        let unnoticed = known == self.known && crowded.is_empty() && groups.iter().flatten().all(fits);
        if unnoticed {
            (self.position, self.spots) = (tried, spots);
        } else {
            set_up_position(world, &self.position);
        }
        unnoticed
    }

    /// What counters have in common that the side could mistake for each other.
    fn class(&self, unit: UnitId) -> (Side, NationId, u8) {
        let rows = &self.rules.book.units;
        (self.position.units[unit.at()].status.side, rows[unit.at()].nation.value, self.rules.game().likeness(self.rules, unit))
    }

    /// Whether each of two counters can be in the state of the other.
    fn may_swap(&self, position: &Position, a: UnitId, b: UnitId) -> bool {
        let rows = &self.rules.book.units;
        let steps = |a: UnitId, b: UnitId| position.units[a.at()].status.steps <= rows[b.at()].steps();
        position.units[a.at()] != position.units[b.at()] && steps(a, b) && steps(b, a)
    }

    /// Swaps hidden counters in pairs, as many as the side does not notice.
    fn shuffle(&mut self, world: &mut World, rng: &mut ChaCha8Rng) {
        let mut pairs = self.pairs(rng);
        while !pairs.is_empty() {
            let mut tried = self.position.clone();
            pairs.iter().for_each(|(a, b)| tried.exchange(*a, *b));
            set_up_position(world, &tried);
            let wrong = self.wrong(world, &tried, &pairs);
            if wrong.is_empty() {
                pairs.iter().for_each(|(a, b)| self.spots.swap(a.at(), b.at()));
                self.position = tried;
                return;
            }
            let mut at = 0..;
            pairs.retain(|_| !wrong.contains(&at.next().unwrap_or_default()));
        }
        set_up_position(world, &self.position);
    }

    /// The fewest swaps that bring every counter to where it is now.
    fn exchanges(&self) -> Vec<(UnitId, UnitId)> {
        let (mut spots, mut exchanges) = ((0..self.spots.len()).collect::<Vec<usize>>(), Vec::new());
        for at in 0..spots.len() {
            if spots[at] != self.spots[at]
                && let Some(other) = spots.iter().position(|spot| *spot == self.spots[at])
            {
                spots.swap(at, other);
                exchanges.push((UnitId(at as u16), UnitId(other as u16)));
            }
        }
        exchanges
    }

    /// Repeats earlier swaps in a world, if the side would not notice them now either and the rules allow them.
    fn repeat(&mut self, world: &mut World, drawn: &Drawn) -> bool {
        let revealed = drawn.exchanged.iter().any(|(a, b)| self.known[a.at()] || self.known[b.at()]);
        if revealed || !self.hidden.iter().all(|u| drawn.hidden.binary_search(u).is_ok()) {
            return false;
        }
        let mut tried = self.position.clone();
        for (a, b) in &drawn.exchanged {
            tried.exchange(*a, *b);
            self.spots.swap(a.at(), b.at());
        }
        set_up_position(world, &tried);
        let game = self.rules.game();
        let looks = if self.hidden.is_empty() { Vec::new() } else { game.visible_kinds(world, self.side) };
        let (units, rows) = (&tried.units, &self.rules.book.units);
        let alike = |u: &UnitId| {
            let (now, before) = (&units[u.at()].status, &self.position.units[u.at()].status);
            looks[u.at()] == self.looks[self.spots[u.at()]] && now.side == before.side && now.steps <= rows[u.at()].steps()
        };
        self.hidden.iter().all(alike) && game.known_to(world, self.side) == self.known && game.overfull(world).iter().all(|hex| self.overfull.contains(hex))
    }

    /// Random pairs of counters that the side could mistake for each other: of the same flag, and not told apart by what is offered.
    fn pairs(&self, rng: &mut ChaCha8Rng) -> Vec<(UnitId, UnitId)> {
        let mut order = self.hidden.clone();
        for i in (1..order.len()).rev() {
            order.swap(i, rng.random_range(0..=i));
        }
        order.sort_by_key(|a| self.class(*a));
        let same_class = order.chunk_by(|a, b| self.class(*a) == self.class(*b));
        same_class.flat_map(|group| group.chunks_exact(2)).map(|pair| (pair[0], pair[1])).filter(|(a, b)| self.may_swap(&self.position, *a, *b)).collect()
    }

    /// The pairs, by number, whose swap the side would notice or the rules would not allow; all of them if it is not clear which are to blame.
    fn wrong(&self, world: &mut World, tried: &Position, pairs: &[(UnitId, UnitId)]) -> Vec<usize> {
        let game = self.rules.game();
        let (known, looks) = (game.known_to(world, self.side), game.visible_kinds(world, self.side));
        let crowded: Vec<Hex> = game.overfull(world).into_iter().filter(|hex| !self.overfull.contains(hex)).collect();
        let looks_right = |unit: UnitId, place_of: UnitId| looks[unit.at()] == self.looks[self.spots[place_of.at()]];
        let fits = |unit: UnitId| !known[unit.at()] && tried.units[unit.at()].place.hex().is_none_or(|hex| !crowded.contains(&hex));
        let right = |(a, b): &(UnitId, UnitId)| looks_right(*a, *b) && looks_right(*b, *a) && fits(*a) && fits(*b);
        let wrong: Vec<usize> = (0..pairs.len()).filter(|i| !right(&pairs[*i])).collect();
        if wrong.is_empty() && known != self.known { (0..pairs.len()).collect() } else { wrong }
    }
}
