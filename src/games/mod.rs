//! The games, and what a game is to the rest of the program.
//!
//! A game is a folder here, which implements [`Game`], a folder of tables in `rules/` and one of scenery in `assets/`. With its module and its line
//! on the shelf below, it can be played, drawn, tested and measured: everything else goes through the shelf.

#[macro_use]
mod shelf;

mod charts;
mod kit;
pub mod opaque_war;
mod outlook;
pub mod putin_moves_east;
pub mod putin_strikes;
pub mod tanks_of_august;
#[cfg(test)]
#[path = "../../tests/the_ford/mod.rs"]
mod the_ford;
pub mod turkish_liberation;

use crate::board::paths::Trace;
use crate::board::read::{Faults, Lexicon, Node, Reading, nearest, write};
use crate::board::{
    Activity, Atom, BattleLine, Card, Clock, Decisions, Dice, Fact, Files, Frame, Hex, Illegal, Listing, Loading, Luck, MarkId, NationId, OptionId, Pending,
    Preview, Relations, Role, Rulebook, Scenario, Shared, Side, Standing, Start, StepId, Tables, TrackId, UnitId, Warning, put_in_force, run,
};
use bevy_ecs::prelude::World;
use include_dir::{Dir, include_dir};
use std::any::Any;
use std::sync::Arc;

pub use crate::board::{CHANCES, COMMANDER, Chances, Weights};

/// The tables that ship with the program.
static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rules");

/// Earlier published tables, for the saves that refer to them.
static PUBLISHED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/published");

// In the order of the boxes. A new game: its module above, its line here.
shelf! {
    games {
        TanksOfAugust in tanks_of_august,
        PutinStrikes in putin_strikes,
        OpaqueWar in opaque_war,
        PutinMovesEast in putin_moves_east,
        TurkishLiberation in turkish_liberation,
        #[cfg(test)]
        TheFord in the_ford at "$CARGO_MANIFEST_DIR/tests/the_ford",
    }
}

/// What may be done in any game.
pub type List = Listing<Order>;

/// Reads the tables of a game.
fn load<C: Send + Sync + 'static>(title: Title, files: &Files, read: impl FnOnce(&mut Loading<'_>) -> Option<(Tables, C)>) -> Result<Rules, Faults> {
    let mut loading = Loading::new(files);
    let names = title.game().map_or(&outlook::COMMON[..], |game| game.features());
    let weights = Weights::read(&mut loading, names, title.shipped_text(COMMANDER));
    let chances = Chances::read(&mut loading, names, title.shipped_text(CHANCES));
    let read = read(&mut loading).zip(weights.zip(chances));
    let rules = read.map(|((book, charts), (weights, chances))| Rules {
        title,
        book: Rulebook::new(book),
        charts: Arc::new(charts),
        weights: Arc::new(weights),
        chances: Arc::new(chances),
    });
    loading.done(rules)
}

/// Puts the tables of a game in force.
fn install<C: Send + Sync + 'static>(world: &mut World, rules: &Rules, charts: &Shared<C>) {
    world.insert_resource(charts.clone());
    put_in_force(world, &rules.book);
}

/// The side that must make the innermost decision, else the side whose step it is; `None` when the game is over.
fn decider(world: &World) -> Option<Side> {
    let clock = *world.resource::<Clock>();
    let open = world.resource::<Decisions>().innermost().map(Pending::side);
    let step = world.resource::<Rulebook>().sequence.steps[usize::from(clock.at)].side;
    open.or(step).filter(|_| clock.over.is_none())
}

/// Accepts only an answer while a decision is open; the refusal cites the rule that asks.
fn gate<D: Frame>(world: &World, over: &'static str, asks: impl FnOnce(&D) -> (bool, &'static str)) -> Result<(), Illegal> {
    if world.resource::<Clock>().over.is_some() {
        return Err(Illegal::new(over, "the game is over"));
    }
    let Some(open) = world.resource::<Decisions>().innermost() else { return Ok(()) };
    match asks(open.frame()) {
        (true, _) => Ok(()),
        (false, why) => Err(Illegal { rule: open.rule(), why: why.into() }),
    }
}

/// The tables of a game, read and checked: the shared ones and its own.
#[derive(Clone)]
pub struct Rules {
    /// Which game.
    pub title: Title,
    /// What all games have.
    pub book: Rulebook,
    /// What only this game has; it knows the type.
    pub charts: Arc<dyn Any + Send + Sync>,
    /// How a bot that searches judges a position.
    pub weights: Arc<Weights>,
    /// How often such a position is won.
    pub chances: Arc<Chances>,
}

/// What is needed to look ahead from the current position: to a later step, or to the other side's action.
#[derive(Clone, Copy, Default, Debug)]
pub struct Ahead {
    /// The steps in which counters move, of a side; or of neither, where the sides act in turn.
    pub moves: &'static [StepId],
    /// Those in which they attack.
    pub attacks: &'static [StepId],
    /// The marks of what a counter has done in its last attack and may do again in its next.
    pub spent: &'static [MarkId],
    /// The track that says whose action it is, where the sides act in turn.
    pub to_act: Option<TrackId>,
}

/// A game as the rest of the program sees it.
pub trait Game: Sync {
    /// Reads and checks its tables.
    fn load(&self, files: &Files) -> Result<Rules, Faults>;
    /// Sets up a world for a new game, up to the first decision's step (not yet settled).
    fn begin(&self, world: &mut World, rules: &Rules, start: &Start);
    /// Puts other tables of the same game in force in a world that plays.
    fn swap(&self, world: &mut World, rules: &Rules);
    /// The rule that lays down the course of play: what is refused cites it where no other rule has a say.
    fn course_of_play(&self) -> Atom;
    /// Judges an order and carries it out, or refuses it and changes nothing.
    fn apply(&self, world: &mut World, order: &Order) -> Result<(), Illegal>;
    /// Runs what happens by itself until a player must decide or the game is over.
    fn settle(&self, world: &mut World);
    /// Whose decision it is; nobody's when the game is over.
    fn decider(&self, world: &mut World) -> Option<Side>;
    /// Lists whose decision it is and what is asked.
    fn prompt(&self, world: &mut World, list: &mut List);
    /// Lists what these counters together may do.
    fn offer(&self, world: &mut World, units: &[UnitId], list: &mut List);
    /// What the attack under construction promises, as far as a side may know.
    fn preview(&self, world: &mut World, side: Side) -> Option<Preview>;
    /// What an order promises that is offered and rolled for as soon as it is given, as far as the side that decides may know.
    fn promise(&self, _world: &mut World, _order: &Order) -> Option<Preview> {
        None
    }
    /// Supposes that a side plans an attack on a hex with these counters, whether or not it may plan one now, so that [`preview`](Game::preview) tells what
    /// that would promise; tells why some of them could not take part. It is asked in imagined worlds only. Where attacks are not planned there is nothing
    /// to suppose.
    fn suppose(&self, _world: &mut World, _side: Side, _hex: Hex, _units: &[UnitId]) -> Vec<(UnitId, Illegal)> {
        Vec::new()
    }
    /// What it takes to ask ahead where counters could go and what attacks would promise. Where nothing is named nothing can be asked.
    fn ahead(&self) -> Ahead {
        Ahead::default()
    }
    /// What a result of its combat table does, in a few words.
    fn result_in_words(&self, _result: &str) -> Option<String> {
        None
    }
    /// The same for one person who plays both sides openly and sees all counters.
    fn open_preview(&self, world: &mut World, side: Side) -> Option<Preview> {
        self.preview(world, side)
    }
    /// What the attack promises as far as both sides know, where one of them is asked about it in public.
    fn common_preview(&self, world: &mut World, side: Side) -> Option<Preview> {
        self.preview(world, side)
    }
    /// A counter's line of supply, with the hex that cuts it.
    fn supply_line(&self, world: &mut World, unit: UnitId) -> Option<Trace>;
    /// The lines of supply of all who take part in the battle that is planned or fought, where supply counts in battle and both sides may know it.
    fn battle_lines(&self, _world: &mut World) -> Vec<BattleLine> {
        Vec::new()
    }
    /// How much each of these orders is worth to the steady bot; 0 is as good as doing nothing.
    fn heuristic_scores(&self, world: &mut World, side: Side, orders: Vec<Order>) -> Vec<i32>;
    /// Whether a side may know something that the other does not, at any time of the game.
    fn keeps_secrets(&self) -> bool {
        true
    }
    /// Which counters a side may know, by unit id.
    fn known_to(&self, world: &mut World, side: Side) -> Vec<bool>;
    /// The rule by which a side comes to see counters of the other on the map, where that is news for its log.
    fn sight_rule(&self) -> Option<Atom> {
        None
    }
    /// The counter that a fact shows to both sides, even if it is closed again before the order ends: they have seen it then.
    fn shows(&self, _fact: &Fact) -> Option<UnitId> {
        None
    }
    /// What a counter that a side may not know shows it all the same, a flag for instance: counters that show the same in the same
    /// place can be taken for each other.
    fn visible_kind(&self, _world: &mut World, _side: Side, _unit: UnitId) -> &'static str {
        ""
    }
    /// The same for all counters at once, by unit id.
    fn visible_kinds(&self, world: &mut World, side: Side) -> Vec<&'static str> {
        let counters = world.resource::<crate::board::Rulebook>().units.len() as u16;
        (0..counters).map(|i| self.visible_kind(world, side, UnitId(i))).collect()
    }
    /// Whether some of its prompts are public: whoever waits may read those, so they rest on nothing that he may not know.
    fn asks_in_public(&self) -> bool {
        false
    }
    /// Whether neither an offer nor a refusal may tell anything about a counter that a side may not know, whatever it is. In other games
    /// only counters of one kind and nation cannot be told apart that way.
    fn hides_kinds(&self) -> bool {
        false
    }
    /// What offers tell of a counter that a side may not know, by what is printed on it: counters for which this is the same, of one nation,
    /// may be taken for each other.
    fn likeness(&self, _rules: &Rules, _unit: UnitId) -> u8 {
        0
    }
    /// Recomputes the layers that are not stale and says whether they were right: for the laws.
    fn layers_hold(&self, world: &mut World) -> bool;
    /// How the game stands, as both sides may know it.
    fn standing(&self, _world: &mut World) -> Standing {
        Standing::default()
    }
    /// What a position is judged by where a search stops: the names of its features, which have weights in `commander.ron`.
    fn features(&self) -> &'static [&'static str] {
        &outlook::COMMON
    }
    /// These features of a position, from the view of the first side. It may look at everything: it is asked in imagined worlds only.
    fn outlook(&self, world: &mut World) -> Vec<i32> {
        let counters = world.resource::<Rulebook>().units.len() as u16;
        let ground = (0..counters).map(|unit| self.is_ground(world, UnitId(unit))).collect();
        let standing = self.standing(world);
        run(world, outlook::common, (standing, ground))
    }
    /// Who is at war with whom, where that changes in the course of a game.
    fn relations(&self, _world: &mut World) -> Option<Relations> {
        None
    }
    /// The nations that act one after another in this part of the turn, in their order as far as there is one.
    fn activations(&self, _world: &mut World) -> Vec<(NationId, Activity)> {
        Vec::new()
    }
    /// What a counter says that is a card.
    fn card(&self, _rules: &Rules, _unit: UnitId) -> Option<Card> {
        None
    }
    /// The hexes that a side's counters on the map control, as both sides may know it.
    fn zone(&self, _world: &mut World, _side: Side) -> Vec<Hex> {
        Vec::new()
    }
    /// The hexes that a side's counters control as its own player knows it.
    fn own_zone(&self, world: &mut World, side: Side) -> Vec<Hex> {
        self.zone(world, side)
    }
    /// The hexes that a side's counters might control besides, for all that its enemy knows.
    fn possible_zone(&self, _world: &mut World, _side: Side) -> Vec<Hex> {
        Vec::new()
    }
    /// Whether a counter is a unit that stands on the ground: none stands at sea, and units of both sides never share a hex.
    fn is_ground(&self, world: &World, unit: UnitId) -> bool;
    /// Whether such a unit can be in a hex that the terrain chart closes, by a rule about units like it.
    fn enters_closed_ground(&self, _world: &mut World, _unit: UnitId, _hex: Hex) -> bool {
        false
    }
    /// How full a hex is for a side's own counters, and how much it holds.
    fn stack_load(&self, _world: &mut World, _side: Side, _hex: Hex) -> Option<(u8, u8)> {
        None
    }
    /// Hexes that hold more counters than the rules allow, in map order: a position in which counters are exchanged is possible only if there
    /// are no more of them than before.
    fn overfull(&self, _world: &mut World) -> Vec<Hex> {
        Vec::new()
    }
    /// How many hexes far a counter fires, if it does.
    fn range(&self, _world: &mut World, _unit: UnitId) -> Option<u8> {
        None
    }
    /// In a step in which the players act in turn: the track that changes with every action, and whether the last one was a pass.
    fn alternation(&self, _world: &mut World) -> Option<(TrackId, bool)> {
        None
    }
    /// Whether a bot weighs every counter anew for each such action, since what an action is worth changes with the last one; otherwise only for a
    /// new step.
    fn weighs_every_action(&self) -> bool {
        false
    }
    /// Whether units of both sides seldom meet when all they do is chosen at random: where laws are checked, a commander gives some of the orders.
    fn meets_seldom(&self) -> bool {
        false
    }
    /// The hexes that lie in range of what a side has in the air, where that helps or hinders whoever is there.
    fn air_cover(&self, _world: &mut World, _side: Side) -> Vec<Hex> {
        Vec::new()
    }
    /// What a player should hear before he gives an order that is offered to him.
    fn warning(&self, _world: &mut World, _order: &Order) -> Option<Warning> {
        None
    }
    /// An order that an older format of saves holds, as the rules take it now.
    fn convert(&self, _world: &mut World, _format: u32, order: Order) -> Order {
        order
    }
    /// What the rules did by themselves here when an older format of saves was written, and a player orders now.
    fn catch_up(&self, _world: &mut World, _format: u32) -> Option<Order> {
        None
    }
    /// Reads an order.
    fn read_order(&self, reading: &Reading<'_>, node: &Node<'_>) -> Option<Order>;
}

impl Rules {
    /// What only this game has, for the game itself.
    fn own<C: 'static>(&self) -> &C {
        self.charts.downcast_ref().expect("these are the tables of this game")
    }

    /// The names in force.
    pub fn lexicon(&self) -> &Lexicon {
        &self.book.lexicon
    }

    /// Writes an order on one line, with names.
    pub fn write_order(&self, order: &Order) -> String {
        order.write(self.lexicon())
    }

    /// A scenario by its id, the first if none is named; or a sentence why there is none.
    pub fn scenario(&self, id: Option<&str>) -> Result<&Scenario, String> {
        let scenarios = &self.book.scenarios;
        let Some(id) = id else { return scenarios.first().ok_or_else(|| format!("{} has no scenario", self.title.slug())) };
        let unknown = || format!("{} has no scenario {id:?}{}", self.title.slug(), nearest(id, scenarios.iter().map(|s| s.id.as_str())));
        scenarios.iter().find(|s| s.id == id).ok_or_else(unknown)
    }

    /// The scenario that a die leads to, where the scenarios have one. A seeded game rolls it from its seed, apart from the dice of play.
    pub fn roll_scenario(&self, luck: Luck) -> Option<(u8, &Scenario)> {
        let apart = match luck {
            Luck::Live => Luck::Live,
            Luck::Seeded(seed) => Luck::Seeded(!seed),
        };
        let die = Dice::of(apart).d6("the scenario");
        self.book.scenarios.iter().find(|s| s.die == Some(die)).map(|scenario| (die, scenario))
    }

    /// The start of a game: a scenario and options that fit together, or a sentence why not.
    pub fn start(&self, scenario: Option<&str>, options: &[OptionId], luck: impl Into<Luck>) -> Result<Start, String> {
        let scenario = self.scenario(scenario)?;
        let names = self.lexicon().names("OptionId");
        for option in options {
            for need in &self.book.options[option.at()].needs {
                if !options.iter().any(|o| names[o.at()] == *need) {
                    return Err(format!("optional rule {} needs {need} as well", names[option.at()]));
                }
            }
        }
        let mut options = options.to_vec();
        options.sort_unstable();
        options.dedup();
        Ok(Start { scenario: scenario.id.clone(), turns: scenario.turns, options, luck: luck.into() })
    }
}
