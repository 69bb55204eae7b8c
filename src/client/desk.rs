//! Everything the window shows and keeps between two frames, and the one function that draws a frame.

use super::bookmarks::Bookmarks;
use super::keys::{Action, Chord};
use super::library::{Damaged, Library, Volume};
use super::screens;
use super::screens::new_game::NewGame;
use super::settings::Settings;
use super::skin;
use super::table::Tabletop;
use super::table::opening::{OpeningError, Rescue};
use super::table::view::TableView;
use super::widgets;
use crate::board::read::Faults;
use crate::games::Title;
use bevy::prelude::Resource;
use bevy_egui::egui::{Ui, Vec2};
use std::path::{Path, PathBuf};

/// The smallest size in which all panels can be used, in points.
const SMALLEST: Vec2 = Vec2::new(800.0, 500.0);

/// Which screen is in front.
pub enum Screen {
    /// The five boxes.
    Shelf,
    /// A box is open.
    NewGame(Box<NewGame>),
    /// A game is on the table.
    Table,
    /// A map to look at.
    Atlas(Title),
}

/// A dialog over the screen.
#[derive(Clone, PartialEq, Debug)]
pub enum Dialog {
    /// The settings.
    Settings {
        /// The action that waits for its new key.
        rebinding: Option<Action>,
        /// Why the last key was not accepted.
        conflict: Option<(Chord, Action)>,
    },
    /// The list of keys.
    Keys,
    /// The games in the folder, to continue or, if `replay`, to watch.
    Games {
        /// Only to watch.
        replay: bool,
    },
    /// The menu of the table.
    Menu,
    /// A name for a copy.
    SaveAs(String),
    /// The order of battle.
    Forces,
    /// How the game went.
    Statistics,
    /// The legend of the map and the counters.
    Legend,
    /// A new name for a game.
    Rename {
        /// Its file.
        path: PathBuf,
        /// The name being typed.
        name: String,
    },
    /// Deleted games, which can be restored.
    Deleted,
    /// A game that another process is playing.
    Held(PathBuf),
    /// A game that no longer replays as it was played.
    Rescue(Rescue),
    /// Something went wrong outside the game.
    Trouble(String),
}

impl Dialog {
    /// Says what is wrong with a file that has the name of a game.
    pub fn damaged(file: &Damaged) -> Dialog {
        Dialog::Trouble(format!("{} cannot be opened: {}.\nThe file stays as it is.", file.path.display(), file.why))
    }
}

/// The window's whole state.
#[derive(Resource)]
pub struct Desk {
    /// The user's folder.
    pub home: PathBuf,
    /// The user's settings.
    pub settings: Settings,
    /// The user's games.
    pub library: Library,
    /// Their status, and how they were last viewed.
    pub bookmarks: Bookmarks,
    /// Where tables are read from, if not the built-in ones.
    pub rules_dir: Option<PathBuf>,
    /// Which screen is in front.
    pub screen: Screen,
    /// What lies over it, the topmost last.
    pub dialogs: Vec<Dialog>,
    /// The game on the table.
    pub table: Option<Tabletop>,
    /// How the game on the table is viewed.
    pub view: TableView,
    /// The open box to return to from a map that is being viewed.
    pub(crate) open_box: Option<Box<NewGame>>,
    /// Maps drawn so far.
    pub gallery: screens::gallery::Gallery,
    /// The user wants to quit.
    pub quit: bool,
    /// Whether work that takes long is done in the background. Without a window everything is done at once.
    pub(crate) beside: bool,
    /// How many games have been on the table.
    tables: u64,
    /// Pixels per point in the last frame.
    pub(crate) pixels_per_point: f32,
    dressed: bool,
}

impl Desk {
    /// The window as it opens, showing the shelf.
    pub fn new(home: &Path, rules_dir: Option<PathBuf>) -> Desk {
        let (settings, Faults(faults)) = Settings::load(home);
        let (library, mut bookmarks) = (Library::open(home), Bookmarks::open(home));
        bookmarks.retain(|name| library.volumes.iter().chain(&library.deleted).any(|volume| volume.path.file_name().is_some_and(|of| of == name)));
        let trouble = faults
            .first()
            .map(|fault| Dialog::Trouble(format!("{fault}\nThe default settings are in use; the file stays as it is until you change something.")));
        Desk {
            home: home.to_path_buf(),
            settings,
            library,
            bookmarks,
            rules_dir,
            screen: Screen::Shelf,
            dialogs: trouble.into_iter().collect(),
            table: None,
            view: TableView::default(),
            open_box: None,
            gallery: screens::gallery::Gallery::default(),
            quit: false,
            beside: false,
            tables: 0,
            pixels_per_point: 1.0,
            dressed: false,
        }
    }

    /// Draws a frame and responds to the input since the last one.
    pub fn show(&mut self, ui: &mut Ui) {
        if !self.dressed {
            skin::dress(ui.ctx());
            self.dressed = true;
            ui.ctx().request_repaint(); // the type is there from the next frame on
            return;
        }
        let scale = self.scale_for(ui.ctx().content_rect().size() * ui.ctx().zoom_factor());
        if ui.ctx().zoom_factor() != scale {
            ui.ctx().set_zoom_factor(scale);
            ui.ctx().request_repaint();
        }
        let class = Class::of(ui.max_rect().width());
        widgets::set_sizes(ui, class.body());
        self.pixels_per_point = ui.ctx().pixels_per_point();
        let writing = ui.ctx().text_edit_focused();
        let rebinding = matches!(self.dialogs.last(), Some(Dialog::Settings { rebinding: Some(_), .. }));
        let pressed = if writing || rebinding { Vec::new() } else { self.settings.keys.pressed(ui) };
        let pressed = self.everywhere(pressed);
        match &self.screen {
            Screen::Shelf => screens::shelf::show(self, ui, &pressed),
            Screen::NewGame(_) => screens::new_game::show(self, ui, &pressed),
            Screen::Table => super::table::view::show(self, ui, &pressed),
            Screen::Atlas(title) => screens::atlas::show(self, ui, *title, &pressed),
        }
        screens::dialogs::show(self, ui, &pressed);
    }

    /// The scale of panels in a window of this size, given in points at scale 1: the user's setting, unless they would not fit.
    fn scale_for(&self, window: Vec2) -> f32 {
        let most = (window / SMALLEST).min_elem().max(1.0);
        (f32::from(self.settings.ui_scale) / 100.0).min(most)
    }

    /// Handles keys that mean the same on every screen and passes on the rest. While a dialog is open, only it hears keys.
    fn everywhere(&mut self, pressed: Vec<Action>) -> Vec<Action> {
        let mut rest = Vec::new();
        for action in pressed {
            match action {
                Action::Keys => self.toggle(Dialog::Keys),
                Action::ScaleUp => self.rescale(25),
                Action::ScaleDown => self.rescale(-25),
                Action::Back if !self.dialogs.is_empty() => drop(self.dialogs.pop()),
                Action::Forces if self.shows_a_game() => self.toggle(Dialog::Forces),
                Action::Statistics if self.shows_a_game() => self.toggle(Dialog::Statistics),
                Action::Legend if self.shows_a_game() => self.toggle(Dialog::Legend),
                Action::Load if !self.veiled() => self.toggle(Dialog::Games { replay: false }),
                _ => rest.push(action),
            }
        }
        rest
    }

    /// Whether a game is on the table and may be seen.
    fn shows_a_game(&self) -> bool {
        matches!(self.screen, Screen::Table) && self.table.is_some() && !self.veiled()
    }

    /// Whether the screen is being handed over and may show nothing of the game.
    pub fn veiled(&self) -> bool {
        matches!(self.screen, Screen::Table)
            && self.table.as_ref().is_some_and(|t| matches!(t.stage, super::table::Showing::Curtain(_) | super::table::Showing::WhoWatches))
    }

    fn toggle(&mut self, dialog: Dialog) {
        match self.dialogs.iter().position(|d| *d == dialog) {
            Some(at) => drop(self.dialogs.remove(at)),
            None => self.dialogs.push(dialog),
        }
    }

    fn rescale(&mut self, by: i16) {
        self.settings.ui_scale = self.settings.ui_scale.saturating_add_signed(by).clamp(75, 200);
        self.keep_settings();
    }

    /// Saves the settings.
    pub fn keep_settings(&mut self) {
        if let Err(fault) = self.settings.save(&self.home) {
            self.dialogs.push(Dialog::Trouble(fault.to_string()));
        }
    }

    /// Puts a game on the table.
    pub fn put_on_table(&mut self, table: Result<Tabletop, OpeningError>) {
        match table {
            Ok(mut table) => {
                self.leave_table();
                table.reels = self.settings.reel;
                table.beside = self.beside;
                if !table.reels {
                    table.skip_reel();
                }
                if self.settings.fog_in_solo {
                    table.viewpoint = super::table::Viewpoint::Own;
                }
                table.refresh();
                // No two tables share a version: what was drawn of one is never taken for the other.
                self.tables += 1;
                table.version = self.tables << 32;
                self.view = TableView::default();
                if table.replay.is_none() {
                    self.bookmarks.come_back(&mut table, &mut self.view);
                }
                self.gallery = screens::gallery::Gallery::default(); // five maps less in memory; the shelf redraws them
                self.table = Some(table);
                self.screen = Screen::Table;
                self.dialogs.clear();
            }
            Err(OpeningError::Fault(why)) => self.dialogs.push(Dialog::Trouble(why)),
            Err(OpeningError::Held(path)) => self.dialogs.push(Dialog::Held(path)),
            Err(OpeningError::Differs(rescue)) => self.dialogs.push(Dialog::Rescue(rescue)),
        }
    }

    /// Continues a game on disk. The one on the table is already there, and no other process holds it.
    pub fn go_on(&mut self, path: &Path) {
        if self.table.as_ref().is_some_and(|table| table.replay.is_none() && table.path == path) {
            self.dialogs.clear();
            return;
        }
        self.put_on_table(Tabletop::resume(path));
    }

    /// The game to continue: the latest that is not over.
    pub fn to_continue(&self) -> Option<&Volume> {
        self.library.volumes.iter().find(|volume| self.bookmarks.recap(volume).is_none_or(|recap| recap.ended.is_none()))
    }

    /// Records the status of the game on the table and how it is viewed.
    pub fn leave_table(&mut self) {
        if let Some(table) = self.table.as_mut().filter(|table| table.replay.is_none()) {
            self.bookmarks.leave(table, &self.view);
        }
    }

    /// Goes back to the shelf; the game is already on disk.
    pub fn to_shelf(&mut self) {
        self.leave_table();
        self.table = None;
        self.library.look();
        self.dialogs.clear();
        self.screen = Screen::Shelf;
    }
}

/// How wide the window is in points, which decides what fits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Under 1100.
    Tiny,
    /// Under 1600.
    Narrow,
    /// The rest.
    Wide,
}

impl Class {
    /// The class of a width.
    pub fn of(width: f32) -> Class {
        match width {
            w if w < 1100.0 => Class::Tiny,
            w if w < 1600.0 => Class::Narrow,
            _ => Class::Wide,
        }
    }

    /// The size of ordinary text.
    pub fn body(self) -> f32 {
        if self == Class::Wide { 14.0 } else { 12.5 }
    }
}
