//! The table: one game being played, shown and answered.
//!
//! | what | file |
//! |---|---|
//! | the frame and its keys; the map with everything on it; mouse and keys on it | [`view`], [`map_view`], [`pointer`] |
//! | how a game gets onto the table, and whether it is on disk | [`opening`], [`disk`] |
//! | what goes into the game and comes out of it, as messages | [`messages`] |
//! | what one press does: several orders in a row, an attack with every unit that helps | [`together`], [`muster`] |
//! | the prompt, advice, the combat sheet, its cases and what Steady would commit | [`prompt_panel`], [`advice`], [`sheet`], [`cases`], [`counsel`] |
//! | what-if battles: any attackers, any hex | [`calculator`] |
//! | notes on hexes | [`notes`] |
//! | cards; who is at war with whom, and who acts when | [`cards`], [`nations`] |
//! | what the enemy can do next | [`threats`] |
//! | over the map: overlays, shapes, stacks spread out, counters in motion | [`overlays`], [`draw`], [`fan`], [`faces`], [`motion`] |
//! | beside it: bars, tabs, status line | [`top_bar`], [`bar_tracks`], [`tabs`], [`status`] |
//! | what has happened: the log, what the other side did, replays | [`chronicle`], [`log`], [`reel`], [`replay_bar`] |
//! | who is looking, and two players at one screen | [`viewing`], [`curtain`], [`handover`], [`halves`] |
//! | every unit there is; how the game went and how likely each side was to win; a lesson | [`forces`], [`statistics`], [`chances`], [`coach`] |
//! | for designers: tables and faults, games before and after a change | [`designer`], [`trial`] |

pub(super) mod advice;
mod bar_tracks;
pub mod calculator;
mod cards;
mod cases;
pub mod chances;
pub mod chronicle;
pub mod coach;
mod counsel;
pub(super) mod curtain;
pub(super) mod designer;
pub mod disk;
mod draw;
pub(super) mod faces;
pub(super) mod fan;
mod first_look;
pub mod forces;
mod halves;
mod handover;
mod laid;
pub(super) mod legend;
mod log;
mod map_view;
pub mod messages;
pub mod mirror;
pub(super) mod motion;
pub mod muster;
mod nations;
mod notes;
pub mod opening;
pub mod overlays;
pub(super) mod pointer;
pub(super) mod prompt_panel;
pub(super) mod reel;
pub(super) mod replay_bar;
mod rows;
mod sheet;
pub mod statistics;
mod status;
pub mod tabs;
mod thinking;
mod threats;
mod together;
mod top_bar;
pub mod trial;
pub(super) mod view;
mod viewing;

use crate::board::{
    Activity, Alternation, Atom, Choice, Fact, Hex, Illegal, Luck, NationId, Offer, Place, Position, Preview, Prompt, Relations, Role, Rulebook, Side,
    Standing, Start, Target, UnitId, Warning,
};
use crate::bots::{Commander, Recruit, Seated, Steady, Think};
use crate::games::{Order, Rules};
use crate::play::{self, Players, Scope, Seat, Seen, Session, Sight};
use bevy_ecs::prelude::World;
use chronicle::Chronicle;
use messages::PlayerOrder;
use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, RandomState};
use std::path::PathBuf;
use thinking::Thinking;
pub use viewing::{Showing, Viewer, Viewpoint};

/// A game that is only being viewed.
pub struct Replay {
    /// How many orders are shown.
    pub order: usize,
    /// Whether every viewpoint is open: the game is over, or one person played it.
    pub open: bool,
    /// The final position.
    end: Position,
}

/// A battle whose die has been rolled.
#[derive(Clone, Debug)]
pub struct Fought {
    /// What it had promised.
    pub preview: Preview,
    /// The result.
    pub result: String,
    /// The attack and defense factors at the roll.
    pub strengths: Option<(i32, i32)>,
    /// Who saw that promise.
    eyes: (Side, Scope),
}

/// Something to tell the player next to the prompt.
#[derive(Clone, Debug)]
pub enum Notice {
    /// An order was refused.
    Refused(Illegal),
    /// Anything else.
    Said(String),
}

/// How long a commander may think per order; it has twenty times as long for a turn.
const AN_ORDER: std::time::Duration = std::time::Duration::from_secs(1);

/// How many threads a commander may use: one is left for the window.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

fn bot(seat: Seat, seed: u64) -> Option<Seated> {
    match seat {
        Seat::Person => None,
        Seat::Recruit => Some(Seated::bot(Recruit::seeded(seed), seed)),
        Seat::Steady => Some(Seated::bot(Steady::default(), seed)),
        Seat::Commander => Some(Seated::commander(Commander::seeded(seed, Think::Time(AN_ORDER)).on_threads(threads()), seed)),
        Seat::Random => Some(Seated::random(seed)),
    }
}

/// One game being played.
pub struct Tabletop {
    /// The game itself.
    pub world: World,
    /// Its file.
    pub path: PathBuf,
    bots: [Option<Seated>; 2],
    /// What a bot is thinking about on another thread.
    thought: Option<thinking::Thought>,
    /// The side of the person at the screen.
    pub seat: Side,
    /// The viewpoint of one person who plays both sides.
    pub viewpoint: Viewpoint,
    /// What, if anything, is between the game and the viewer.
    pub stage: Showing,
    stills: Vec<reel::Still>,
    /// The orders whose outcome each side has not seen yet, by number from 1.
    unseen: [Vec<usize>; 2],
    /// A bot's latest orders, whose traces are shown on the map while the player decides.
    recent: Vec<usize>,
    /// Whether the other side's orders are shown in a reel.
    pub reels: bool,
    /// Whether work that takes long is done in the background; without a window it is done at once.
    pub(crate) beside: bool,
    /// What the player wants done, until the panels of the frame are drawn.
    wanted: Vec<PlayerOrder>,
    /// The log.
    pub chronicle: Chronicle,
    /// Set if the game is only being viewed.
    pub replay: Option<Replay>,
    /// The position as the viewer sees it.
    pub sight: Sight,
    /// What is asked.
    pub prompt: Prompt<Order>,
    /// The order that resigns the game, if there is one: kept apart from the other choices.
    resignation: Option<Order>,
    /// What is offered to the selected counters.
    pub offer: Offer<Order>,
    /// What the current attack promises.
    pub preview: Option<Preview>,
    /// What the order under the pointer promises.
    pub promise: Option<Preview>,
    /// The order last asked about, and what it promises.
    considered: Option<(Order, Option<Preview>)>,
    /// The world as the deciding side knows it, for trying things in, and the version of the table it is for.
    known: Option<(u64, play::Imagined)>,
    /// The hex last asked about, and whether the selected units would be out of supply there.
    cut_off: Option<(u64, Hex, bool)>,
    /// The score.
    pub standing: Standing,
    /// The battle that the last order decided: what it had promised, its result, and who had seen the promise.
    pub fought: Option<Fought>,
    /// The advice, if the player asked for it.
    pub advice: Option<advice::Advice>,
    /// The order that was taken from it last.
    advised: Option<Order>,
    /// What Steady says about the planned attack.
    counsel: Option<counsel::Counsel>,
    /// The selected counters.
    pub selection: Vec<UnitId>,
    /// What to say next to the prompt.
    pub notice: Option<Notice>,
    /// Grows whenever what is shown changes.
    pub version: u64,
    /// The state of the current step if the players take turns in it.
    pub alternation: Option<Alternation>,
    /// Who is at war with whom, where that changes.
    pub relations: Option<Relations>,
    /// The nations that act one after another.
    pub activations: Vec<(NationId, Activity)>,
    /// An order waiting for confirmation, and the warning its player was given.
    pub warned: Option<(Order, Warning)>,
    /// Buttons that would be followed by a warning: no key presses them by accident.
    pub needs_confirmation: Vec<Order>,
    /// Whether the orders are on disk.
    pub disk: disk::Disk,
    /// Whether steps in which nothing can be done are skipped.
    pub passes: bool,
    /// Which consecutive orders were one choice of the player.
    choices_made: together::ChoicesMade,
    /// Whether an order offered to the selection is given to each of its counters in turn.
    in_turn: bool,
    /// What the best attack on each target promises, as far as it has been worked out.
    target_odds: BTreeMap<Hex, Option<String>>,
    /// Who could still join what is planned.
    pub muster: Option<muster::Muster>,
    /// Whether one of two players who hide something from each other has the screen alone: the next question is then answered alone, too.
    alone: bool,
    /// Whether a plan to be made behind the curtain was begun at the shared table: the units that help join it when the curtain is lifted.
    begun_together: bool,
    /// A fixed viewer, whoever decides: for a report.
    pub watcher: Option<(Side, Scope)>,
    /// The lesson under way, if this is one.
    pub lesson: Option<coach::Coach>,
}

impl Tabletop {
    /// Puts a game on the table, with its journal open for writing at `path`.
    pub fn new(mut world: World, path: PathBuf, chronicle: Chronicle) -> Tabletop {
        let session = world.resource::<Session>();
        // Whoever wants a game that can be repeated gets bots that repeat themselves; nobody else does.
        let seed = match world.resource::<Start>().luck {
            Luck::Seeded(_) => session.opening,
            Luck::Live => RandomState::new().hash_one(session.opening),
        };
        let begun = session.past.len();
        let bots = session.seats.map(|seat| bot(seat, seed));
        let prompt = play::prompt(&mut world);
        let sight = play::sight(&mut world, Side(0));
        let person = if bots[0].is_none() { Side(0) } else { Side(1) };
        let mut table = Tabletop {
            seat: prompt.side.filter(|side| bots[side.at()].is_none()).unwrap_or(person),
            world,
            path,
            bots,
            thought: None,
            viewpoint: Viewpoint::All,
            stage: Showing::Play,
            stills: Vec::new(),
            unseen: Default::default(),
            recent: Vec::new(),
            reels: true,
            beside: false,
            wanted: Vec::new(),
            chronicle,
            replay: None,
            sight,
            prompt,
            resignation: None,
            offer: Offer::default(),
            preview: None,
            promise: None,
            considered: None,
            fought: None,
            advice: None,
            advised: None,
            counsel: None,
            known: None,
            cut_off: None,
            standing: Standing::default(),
            selection: Vec::new(),
            notice: None,
            version: 0,
            alternation: None,
            relations: None,
            activations: Vec::new(),
            warned: None,
            needs_confirmation: Vec::new(),
            disk: disk::Disk::default(),
            passes: true,
            choices_made: together::ChoicesMade::since(begun),
            in_turn: false,
            target_odds: BTreeMap::new(),
            muster: None,
            alone: false,
            begun_together: false,
            watcher: None,
            lesson: None,
        };
        table.chronicle.follow(&mut table.world);
        table.unseen = [Side(0), Side(1)].map(|side| table.since_last_order_of(side));
        if table.hands_over() {
            table.stage = Showing::Curtain(table.seat); // also on load and resume: nobody knows who sits there
        }
        table.show_anew();
        table
    }

    /// Shows the position after this many orders of a game being viewed.
    pub fn show_order(&mut self, order: usize) {
        let Some(replay) = &mut self.replay else { return };
        replay.order = order.min(self.chronicle.orders());
        let position = self.world.resource::<Session>().before(replay.order).unwrap_or(&replay.end).clone();
        play::set_up_position(&mut self.world, &position);
        self.refresh();
    }

    /// The orders at which a replay can stop: in a game still being played, only those about which the viewer can read something. How many other
    /// orders there were is the other side's business.
    pub fn stops(&self) -> Vec<usize> {
        let (side, scope) = self.eyes();
        let open = self.replay.as_ref().is_some_and(|replay| replay.open);
        let past = &self.world.resource::<Session>().past;
        let own = |order: usize| order.checked_sub(1).and_then(|n| past.get(n)).is_none_or(|entry| entry.by == Some(side) && scope == Scope::Own);
        let told = |order: usize| self.chronicle.page(order).iter().any(|entry| entry.read(side, scope).is_some());
        (0..=self.chronicle.orders()).filter(|order| open || own(*order) || told(*order)).collect()
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.world.resource::<Session>().rules
    }

    /// The tables in force.
    pub fn book(&self) -> Rulebook {
        self.rules().book.clone()
    }

    /// Whether one person plays both sides.
    pub fn is_solo(&self) -> bool {
        self.world.resource::<Session>().players == Players::Solo
    }

    /// How many sides bots play.
    pub fn bots(&self) -> usize {
        self.bots.iter().flatten().count()
    }

    /// Whether two people share the screen in a game with secrets.
    fn is_shared_in_secret(&self) -> bool {
        !self.is_solo() && self.bots.iter().all(Option::is_none) && self.rules().game().keeps_secrets()
    }

    /// Whether the screen must be handed over behind a curtain. It does not matter whether a side has a secret at the moment: a missing curtain would
    /// give that away.
    fn hands_over(&self) -> bool {
        self.is_shared_in_secret() && self.prompt.side.is_some() && self.prompt.private
    }

    /// Whether two people who hide something from each other look at the table together, because the current question is public and was not put to
    /// one who has the screen alone.
    fn look_together(&self) -> bool {
        match self.stage {
            Showing::HandOver { together, .. } => together,
            _ => self.is_shared_in_secret() && !self.prompt.private && !self.alone,
        }
    }

    /// Whose view of the table is on the screen: nobody's behind the curtain. If the players have nothing to hide from each other, they share one.
    pub fn viewer(&self) -> Option<Viewer> {
        match self.stage {
            Showing::Curtain(_) | Showing::WhoWatches => None,
            _ if self.watcher.is_some() => Some(Viewer::One(Side(0))),
            _ if self.look_together() => Some(Viewer::Both),
            _ if self.is_shared_in_secret() => Some(Viewer::One(self.seat)),
            _ => Some(Viewer::One(Side(0))),
        }
    }

    /// Whether a bot decides now.
    pub fn bot_decides(&self) -> bool {
        self.replay.is_none() && self.prompt.side.is_some_and(|side| self.bots[side.at()].is_some())
    }

    /// Whether someone other than the person at the screen must decide: the question may give away that player's secrets.
    pub fn must_wait(&self) -> bool {
        let watching = self.replay.as_ref().is_some_and(|replay| replay.open);
        !self.is_solo() && !watching && self.prompt.side.is_some_and(|side| side != self.seat)
    }

    /// Whether what is asked must be kept from the person at the screen.
    pub fn asked_in_secret(&self) -> bool {
        let together = matches!(self.watcher, Some((_, Scope::Common))) && self.replay.as_ref().is_some_and(|replay| !replay.open) && self.prompt.private;
        (self.must_wait() || together || matches!(self.stage, Showing::HandOver { .. })) && self.rules().game().keeps_secrets()
    }

    /// Reduces the prompt to what the person at the screen may read: if the other side decides, only that it does.
    fn veil_prompt(&mut self) {
        let buttons = &mut self.prompt.buttons;
        self.resignation = buttons.iter().position(|choice| choice.order.role() == Role::Resign).map(|at| buttons.remove(at).order);
        if self.asked_in_secret() {
            self.resignation = None;
            let other = self.prompt.side.map_or("other", |side| &self.rules().book.sides[side.at()]);
            let text = if self.bot_decides() { "The bot is thinking.".into() } else { format!("Waiting for the {other} player.").into() };
            let (side, private) = (self.prompt.side, self.prompt.private);
            self.prompt = Prompt { side, private, text, ..Prompt::over() };
        } else if self.eyes().1 == Scope::Common {
            self.prompt = std::mem::replace(&mut self.prompt, Prompt::over()).in_common();
        }
    }

    /// Whether the person at the screen may answer the prompt now.
    pub fn may_answer(&self) -> bool {
        self.replay.is_none() && self.stage == Showing::Play && self.prompt.side.is_some() && !self.bot_decides() && !self.must_wait()
    }

    /// The side from whose point of view the table is shown, and whether it shows what either side knows, or only what both do.
    pub fn eyes(&self) -> (Side, Scope) {
        if let Some(watcher) = self.watcher {
            return watcher;
        }
        let decides = self.prompt.side.unwrap_or(self.seat);
        let watching = self.replay.as_ref().is_some_and(|replay| replay.open);
        match (self.is_solo(), self.viewpoint) {
            (false, Viewpoint::Own) if watching => (Side(0), Scope::Own),
            (false, Viewpoint::Enemy) if watching => (Side(1), Scope::Own),
            (false, Viewpoint::All) if watching => (self.seat, Scope::Either),
            (false, _) if self.look_together() => (decides, Scope::Common),
            (false, _) => (self.seat, Scope::Own),
            (true, Viewpoint::Own) => (decides, Scope::Own),
            (true, Viewpoint::Enemy) => (decides.other(), Scope::Own),
            (true, Viewpoint::All) => (decides, Scope::Either),
        }
    }

    /// Gives an order that was suggested, unless its player must be warned first.
    pub(super) fn take(&mut self, order: Order) {
        self.advised = Some(order.clone());
        self.give_or_warn(order);
    }

    /// Gives an order, unless its player must be warned first.
    pub fn give(&mut self, order: Order) {
        self.advised = None;
        self.give_or_warn(order);
    }

    fn give_or_warn(&mut self, order: Order) {
        if !self.may_answer() || self.lesson_bars(&order) {
            return;
        }
        if self.in_turn
            && let Some(choice) = self.offer.choices.iter().find(|choice| choice.order == order).cloned()
        {
            return self.give_in_turn(choice.on, &choice.label);
        }
        if let Some(warning) = play::warning(&mut self.world, &order) {
            self.warned = Some((order, warning));
            self.version += 1;
            return;
        }
        self.carry_out(order);
    }

    /// Gives the order waiting for confirmation.
    pub fn give_anyway(&mut self) {
        if let Some((order, _)) = self.warned.take().filter(|_| self.may_answer()) {
            self.carry_out(order);
        }
    }

    /// Whether the player can resign now.
    pub fn may_resign(&self) -> bool {
        self.resignation.is_some() && self.may_answer()
    }

    /// Asks whether to resign.
    pub fn ask_to_resign(&mut self) {
        let Some(order) = self.resignation.clone().filter(|_| self.may_answer()) else { return };
        let general = Warning { text: "This gives up the game and ends it.".to_owned(), rule: self.rules().game().course_of_play() };
        let warning = play::warning(&mut self.world, &order).unwrap_or(general);
        self.warned = Some((order, warning));
        self.version += 1;
    }

    /// Cancels it.
    pub fn think_again(&mut self) {
        self.warned = None;
        self.version += 1;
    }

    /// Lets the bots play as many orders as fit into a moment. Returns whether one of them has more to do.
    pub fn let_bots_play(&mut self, moment: std::time::Duration) -> bool {
        let begun = std::time::Instant::now();
        while self.stage == Showing::Play && self.bot_decides() {
            let Some(side) = self.prompt.side else { return false };
            let order = match self.think_elsewhere(side) {
                Thinking::Elsewhere => return true,
                Thinking::Done(order) => order,
                Thinking::AtOnce => self.bots[side.at()].as_mut().and_then(|bot| bot.choose(&mut self.world)),
            };
            let Some(order) = order else { return false };
            if let Err(illegal) = play::submit(&mut self.world, order) {
                self.notice = Some(Notice::Refused(illegal)); // the laws say this cannot be; if it is, the player must know why nothing happens
                return false;
            }
            self.after_order();
            if begun.elapsed() > moment {
                return self.stage == Showing::Play && self.bot_decides();
            }
        }
        false
    }

    fn after_order(&mut self) {
        let result = self
            .world
            .resource::<Session>()
            .past
            .last()
            .and_then(|entry| entry.events.iter().find_map(|event| if let Fact::Result { text } = &event.fact { Some(text.clone()) } else { None }));
        let eyes = self.eyes();
        let promised = self.preview.take().or_else(|| self.kept_promise());
        let column = self.column_rolled();
        self.fought = promised.zip(result).map(|(preview, result)| {
            let strengths = column.as_ref().map(|(_, strengths)| *strengths);
            Fought { preview: sheet::as_rolled(preview, column.map(|(column, _)| column)), result, strengths, eyes }
        });
        self.chronicle.follow(&mut self.world);
        let together = self.look_together();
        self.note_unseen(self.prompt.side, together);
        let news = self.has_news(eyes);
        self.prompt = play::prompt(&mut self.world);
        self.selection.clear();
        let next = self.prompt.side;
        self.alone &= next == Some(self.seat);
        if let Some(next) = next
            && self.bots[next.at()].is_none()
            && !self.is_solo()
        {
            // Whoever has looked at the table together with the other is left alone with it, too.
            if self.hands_over() && (next != self.seat || together) {
                self.stage = if news { Showing::HandOver { to: next, together } } else { Showing::Curtain(next) };
            } else {
                self.take_seat(next);
            }
        }
        self.show_anew();
    }

    /// Switches to the next viewpoint; for one person who plays both sides.
    pub fn next_viewpoint(&mut self) {
        if self.is_solo() || self.replay.as_ref().is_some_and(|replay| replay.open) {
            self.viewpoint = match self.viewpoint {
                Viewpoint::All => Viewpoint::Own,
                Viewpoint::Own => Viewpoint::Enemy,
                Viewpoint::Enemy => Viewpoint::All,
            };
            self.refresh();
        }
    }

    /// The battle just decided, but only for the viewer who had seen what it promised.
    pub fn just_fought(&self) -> Option<&Fought> {
        let same = |eyes: (Side, Scope)| eyes == self.eyes() || (eyes.1 == Scope::Common && self.look_together());
        self.fought.as_ref().filter(|fought| same(fought.eyes) && self.preview.is_none() && matches!(self.stage, Showing::Play | Showing::HandOver { .. }))
    }

    /// Asks the rules again and works out what is shown. Called after a change, never for each frame.
    pub fn refresh(&mut self) {
        self.prompt = play::prompt(&mut self.world);
        self.show_anew();
    }

    /// Works out what is shown, once the prompt is known.
    fn show_anew(&mut self) {
        self.version += 1;
        self.advice = None;
        self.target_odds.clear();
        self.follow_disk();
        self.veil_prompt();
        let (side, scope) = self.eyes();
        self.sight = match self.still() {
            Some((still, _)) => still.sight.clone(),
            None => play::sight_in(&mut self.world, side, scope),
        };
        let preview = match scope {
            Scope::Own => play::preview,
            Scope::Either => play::open_preview,
            Scope::Common => play::common_preview,
        };
        let private = self.prompt.private && (scope == Scope::Common || matches!(self.stage, Showing::HandOver { .. }));
        let shows = self.prompt.side.is_some() && !private;
        self.preview = if shows { preview(&mut self.world, side) } else { None };
        self.standing = play::standing(&mut self.world);
        self.relations = play::relations(&mut self.world);
        self.activations = play::activations(&mut self.world);
        self.alternation = play::alternation(&mut self.world);
        self.warned = None;
        let buttons: Vec<Order> = self.prompt.buttons.iter().filter(|c| c.on == Target::Button).map(|c| c.order.clone()).collect();
        self.needs_confirmation = buttons.into_iter().filter(|order| play::warning(&mut self.world, order).is_some()).collect();
        let actors = &self.prompt.actors;
        self.selection.retain(|unit| actors.contains(unit));
        // A question about one counter, or about all of them together, needs no click on them.
        if self.selection.is_empty() && self.may_answer() && (actors.len() == 1 || self.prompt.together) {
            self.selection = actors.clone();
        }
        self.renew_offer();
        self.muster = self.look_around();
    }

    /// The counters in a hex that the viewer knows, bottom first.
    pub fn known_in(&self, hex: Hex) -> Vec<UnitId> {
        let stack = self.sight.stacks.get(&hex).into_iter().flatten();
        stack.filter_map(|seen| if let Seen::Known(unit, _) = seen { Some(*unit) } else { None }).collect()
    }

    /// The counters in a hex that may act now.
    pub fn actors_in(&self, hex: Hex) -> Vec<UnitId> {
        let known = self.known_in(hex);
        known.into_iter().filter(|unit| self.prompt.actors.contains(unit)).collect()
    }

    /// Counters that may act and are not on the map.
    pub fn actors_off_map(&self) -> Vec<UnitId> {
        let on_map: Vec<UnitId> = self.sight.stacks.values().flatten().filter_map(|s| if let Seen::Known(unit, _) = s { Some(*unit) } else { None }).collect();
        self.prompt.actors.iter().copied().filter(|unit| !on_map.contains(unit)).collect()
    }

    /// Everything that may be done now, with or without the selection.
    pub fn choices(&self) -> impl Iterator<Item = &Choice<Order>> {
        let answers = self.may_answer();
        self.offer.choices.iter().chain(&self.prompt.buttons).filter(move |_| answers)
    }

    /// What may be done by pointing at something.
    pub fn choices_on(&self, target: Target) -> Vec<Choice<Order>> {
        self.choices().filter(|choice| choice.on == target).cloned().collect()
    }

    /// Why something cannot be done by pointing at it, if a rule says so.
    pub fn blocked_on(&self, target: Target) -> Option<&crate::board::Blocked> {
        self.offer.blocked.iter().chain(&self.prompt.blocked).find(|b| b.on == target)
    }

    /// Where a counter is, if the viewer knows.
    pub fn place_of(&self, unit: UnitId) -> Option<Place> {
        let is = |seen: &&Seen| matches!(seen, Seen::Known(known, _) if *known == unit);
        let on_map = self.sight.stacks.iter().find(|(_, stack)| stack.iter().any(|s| is(&s))).map(|(hex, _)| Place::Map(*hex));
        on_map.or_else(|| self.sight.boxes.iter().find(|(_, held)| held.iter().any(|s| is(&s))).map(|(id, _)| Place::Holding(*id)))
    }

    /// The sentence of a rule.
    pub fn rule_text(&self, rule: Atom) -> Option<String> {
        self.rules().book.atoms.iter().find(|a| a.id == rule.0).map(|a| a.text.clone())
    }

    /// The score in a few words. A negative number has a visible dash.
    pub fn standing_in_short(&self) -> String {
        self.standing.short.replace(" -", " –")
    }

    /// Puts other tables in force, unless they have other counters, hexes or steps than the current game.
    pub fn swap_tables(&mut self, rules: &Rules) -> Result<(), String> {
        play::swap_tables(&mut self.world, rules)?;
        self.refresh();
        Ok(())
    }

    /// Notes that something shown other than the game itself has changed.
    pub fn touch(&mut self) {
        self.version += 1;
    }
}
