//! An open box: scenario, optional rules, who plays, dice.

mod rules;
mod seats;

use super::parts::{self, cap};
use super::{cover, gallery};
use crate::board::{Luck, OptionId, Side, Start, snapshot};
use crate::client::desk::{Class, Desk, Screen};
use crate::client::keys::Action;
use crate::client::skin::{Face, MUTE, TEXT};
use crate::client::table::Tabletop;
use crate::client::table::opening::OpeningError;
use crate::client::widgets::{self, Weight};
use crate::games::{Rules, Title};
use crate::play::{self, Players, Seat};
use bevy_egui::egui::{self, Rect, ScrollArea, Ui, pos2, vec2};
use std::hash::{BuildHasher as _, RandomState};

/// What has been chosen so far.
pub struct NewGame {
    /// The rules in force.
    pub rules: Rules,
    /// The scenario.
    pub scenario: usize,
    /// The die that led to it, if it was rolled for.
    pub die: Option<u8>,
    /// Optional rules.
    pub options: Vec<OptionId>,
    /// One person or two.
    pub players: Players,
    /// Who plays each side.
    pub seats: [Seat; 2],
    /// The seed as typed, for a game that can be repeated; without one, dice are rolled live.
    pub seed: Option<String>,
    /// The optional rule whose text is open.
    pub reading: Option<OptionId>,
    /// Which side each counter belongs to, by unit id, and the scenario and options this is for.
    muster: (usize, Vec<OptionId>, Vec<Side>),
    /// Who acts first in such a game, and what it takes to win.
    opening: (Option<Side>, String),
}

impl NewGame {
    /// A newly opened box, or what is wrong with its tables.
    pub fn open(title: Title, rules_dir: Option<&std::path::Path>) -> Result<NewGame, String> {
        let rules = title.files(rules_dir).and_then(|files| title.load(&files)).map_err(|faults| faults.to_string())?;
        let mut new = NewGame {
            rules,
            scenario: 0,
            die: None,
            options: Vec::new(),
            players: Players::Solo,
            seats: [Seat::Person; 2],
            seed: None,
            reading: None,
            muster: Default::default(),
            opening: Default::default(),
        };
        new.look_ahead();
        Ok(new)
    }

    /// Works out which side each counter belongs to, who acts first and what wins the game: all of this may change with the scenario and its options.
    fn look_ahead(&mut self) {
        self.muster = (self.scenario, self.options.clone(), Vec::new());
        let scenario = self.rules.book.scenarios.get(self.scenario).map(|s| s.id.as_str());
        let Ok(start) = self.rules.start(scenario, &self.options, 0) else { return };
        let mut world = play::begin(&self.rules, &start, Players::Solo);
        self.muster.2 = snapshot(&mut world).units.iter().map(|unit| unit.status.side).collect();
        self.opening = (play::prompt(&mut world).side, play::standing(&mut world).needed);
    }

    /// Updates everything that depends on the choices.
    fn follow(&mut self) {
        if (self.muster.0, &self.muster.1) != (self.scenario, &self.options) {
            self.look_ahead();
        }
    }

    /// The game these choices lead to, on the table.
    pub fn start(&self, desk: &Desk) -> Result<Tabletop, OpeningError> {
        let start = self.beginning().map_err(OpeningError::Fault)?;
        let path = desk.library.fresh(self.rules.title).map_err(OpeningError::Fault)?;
        // A bot does not peep, and against it nothing can be tried out and taken back: that is a game of two players.
        let players = if self.seats == [Seat::Person; 2] { self.players } else { Players::Two };
        Tabletop::begin(&self.rules, &start, players, self.seats, path).map_err(|fault| OpeningError::Fault(fault.to_string()))
    }

    fn luck(&self) -> Result<Luck, String> {
        let Some(seed) = &self.seed else { return Ok(Luck::Live) };
        let bad = |_| "The seed must be a whole number of at most nineteen digits.".to_owned();
        seed.trim().parse::<u64>().map(Luck::Seeded).map_err(bad)
    }

    fn beginning(&self) -> Result<Start, String> {
        let scenario = self.rules.book.scenarios.get(self.scenario).map(|s| s.id.as_str());
        self.rules.start(scenario, &self.options, self.luck()?)
    }

    /// Whether the scenario can be rolled for.
    pub fn has_die(&self) -> bool {
        self.rules.book.scenarios.iter().all(|scenario| scenario.die.is_some())
    }

    /// Rolls for the scenario: with the game's seed, if it has one.
    pub fn roll_scenario(&mut self) {
        let Some((die, rolled)) = self.luck().ok().and_then(|luck| self.rules.roll_scenario(luck)) else { return };
        let at = self.rules.book.scenarios.iter().position(|scenario| scenario.id == rolled.id);
        (self.scenario, self.die) = (at.unwrap_or(self.scenario), Some(die));
    }

    /// Why the game cannot start yet.
    pub fn hindrance(&self) -> Option<String> {
        self.beginning().err()
    }

    /// Whether an optional rule is on.
    pub fn is_on(&self, option: OptionId) -> bool {
        self.options.contains(&option)
    }

    /// The optional rules that another one needs but that are off.
    pub fn lacks(&self, option: OptionId) -> Vec<OptionId> {
        let needs = self.rules.book.options.get(option.at()).map(|o| o.needs.as_slice()).unwrap_or_default();
        self.all_options().filter(|other| needs.iter().any(|need| need == self.option_id(*other)) && !self.is_on(*other)).collect()
    }

    /// Every optional rule of the game.
    pub fn all_options(&self) -> impl Iterator<Item = OptionId> + use<> {
        (0..self.rules.book.options.len()).map(|at| OptionId(at as u8))
    }

    /// An optional rule's number in the rulebook.
    pub fn option_id(&self, option: OptionId) -> &str {
        self.rules.lexicon().name("OptionId", u16::from(option.0)).unwrap_or_default()
    }

    /// Switches an optional rule on or off; those that need it are switched off with it.
    pub fn switch(&mut self, option: OptionId) {
        if self.is_on(option) {
            self.options.retain(|on| *on != option);
            while let Some(orphan) = self.options.iter().copied().find(|on| !self.lacks(*on).is_empty()) {
                self.options.retain(|on| *on != orphan);
            }
        } else if self.lacks(option).is_empty() {
            self.options.push(option);
        }
    }
}

/// A seed that nobody can guess; to repeat the game, type the number shown.
pub fn fresh_seed() -> String {
    (RandomState::new().hash_one(0) >> 1).to_string()
}

/// Where the columns are.
struct Columns {
    bar: Rect,
    cover: Option<Rect>,
    rules: Rect,
    seats: Rect,
}

impl Columns {
    fn of(window: Rect) -> Columns {
        let class = Class::of(window.width());
        let (bar, margin, gap, seats) = match class {
            Class::Wide => (64.0, 60.0, 40.0, 540.0_f32.min(window.width() * 0.285)),
            Class::Narrow => (48.0, 24.0, 20.0, 452.0),
            Class::Tiny => (44.0, 12.0, 10.0, (window.width() * 0.44).min(400.0)),
        };
        let (top, bottom) = match class {
            Class::Wide => (window.top() + bar + 46.0, window.bottom() - 60.0),
            Class::Narrow => (window.top() + bar + 20.0, window.bottom() - 20.0),
            Class::Tiny => (window.top() + bar + 10.0, window.bottom() - 10.0),
        };
        let column = |left: f32, right: f32| Rect::from_min_max(pos2(left, top), pos2(right, bottom));
        let right = column(window.right() - margin - seats, window.right() - margin);
        let cover = (class == Class::Wide).then(|| column(window.left() + margin, window.left() + margin + 400.0_f32.min(window.width() * 0.21)));
        let left = cover.map_or(window.left() + margin, |cover| cover.right() + gap * 1.5);
        Columns { bar: Rect::from_min_size(window.min, vec2(window.width(), bar)), cover, rules: column(left, right.left() - gap), seats: right }
    }
}

/// Shows the open box.
pub fn show(desk: &mut Desk, ui: &mut Ui, pressed: &[Action]) {
    let pressed = if desk.dialogs.is_empty() { widgets::press_focused(ui, pressed) } else { Vec::new() };
    let Screen::NewGame(mut new) = std::mem::replace(&mut desk.screen, Screen::Shelf) else { return };
    new.follow();
    let columns = Columns::of(ui.max_rect());
    let back = parts::top_bar(ui, columns.bar, "Shelf", &cap(&desk.settings.keys, Action::Back), "New game", &new.rules.book.title);
    let at = columns.bar.shrink2(vec2(if columns.cover.is_some() { 40.0 } else { 16.0 }, 0.0));
    let builder = egui::UiBuilder::new().id(egui::Id::new("beside the bar")).max_rect(at).layout(egui::Layout::right_to_left(egui::Align::Center));
    if widgets::button(&mut ui.new_child(builder), Weight::Plain, "Look at the map", "").clicked() {
        (desk.screen, desk.open_box) = (Screen::Atlas(new.rules.title), Some(new));
        return;
    }
    if let Some(rect) = columns.cover {
        front(desk, ui, rect, &new);
    }
    let padding = if columns.cover.is_some() { vec2(32.0, 24.0) } else { vec2(16.0, 12.0) };
    parts::panel(ui.painter(), columns.rules);
    rules::show(ui, columns.rules.shrink2(padding), &mut new, columns.cover.is_none());
    parts::panel(ui.painter(), columns.seats);
    let entered = seats::show(desk, ui, columns.seats.shrink2(padding), &mut new);
    let start = (entered || pressed.contains(&Action::First)) && new.hindrance().is_none();
    if back || pressed.contains(&Action::Back) {
        return; // the shelf is in front already
    }
    if start {
        let table = new.start(desk);
        desk.screen = Screen::NewGame(new); // stays in front if the journal cannot be written
        desk.put_on_table(table);
        desk.library.look();
    } else {
        desk.screen = Screen::NewGame(new);
    }
}

/// The box itself, and what the game is about.
fn front(desk: &mut Desk, ui: &mut Ui, rect: Rect, new: &NewGame) {
    let title = new.rules.title;
    desk.gallery.open(desk.rules_dir.as_deref());
    let waiting = desk.gallery.plate(title).is_some_and(|plate| plate.state == gallery::State::Waiting);
    if waiting {
        desk.gallery.work(ui.ctx(), desk.beside, desk.rules_dir.as_deref(), &[], &mut desk.bookmarks);
    }
    let about = 190.0;
    let height = (rect.width() * 1.5).min(rect.height() - about);
    let width = rect.width().min(height / 1.4);
    let front = Rect::from_min_size(rect.min, vec2(width, height));
    if let Some(plate) = desk.gallery.plate_mut(title) {
        cover::paint(ui, front, plate, true);
    }
    let below = rect.with_min_y(front.bottom() + 26.0);
    widgets::within(ui, "about", below, |ui| ScrollArea::vertical().auto_shrink(false).show(ui, |ui| about_words(ui, new)));
}

/// What the game is about and how it is won.
fn about_words(ui: &mut Ui, new: &NewGame) {
    let book = &new.rules.book;
    if !book.about.is_empty() {
        widgets::styled(ui, book.about.as_str(), Face::Text, 1.0, MUTE);
    }
    // The sentence that says who wins, if one does; it need not be the first about victory.
    let about_victory = || book.atoms.iter().filter(|atom| atom.system == "victory");
    let Some(atom) = about_victory().find(|atom| atom.text.contains(" win")).or_else(|| about_victory().next()) else { return };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        widgets::styled(ui, "Victory.", Face::Strong, 1.0, TEXT);
        widgets::styled(ui, if new.opening.1.is_empty() { atom.text.as_str() } else { new.opening.1.as_str() }, Face::Text, 1.0, MUTE);
        widgets::chip(ui, &atom.id);
    });
}
