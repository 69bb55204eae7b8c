//! How the table is viewed: the frame, where everything in it goes, and what the keys do.

use super::faces::Faces;
use super::messages::PlayerOrder;
use super::overlays::{Overlay, Overlays};
use super::tabs::Tab;
use super::{
    Showing, Tabletop, Viewer, advice, calculator, coach, curtain, designer, disk, halves, handover, map_view, motion, pointer, prompt_panel, reel, replay_bar,
    sheet, status, tabs, top_bar,
};
use crate::board::{Choice, Hex, Target, UnitId};
use crate::client::camera::Camera;
use crate::client::desk::{Class, Desk, Dialog};
use crate::client::keys::Action;
use crate::client::map::{DrawnMap, MapArt};
use crate::client::skin::{LINE, PANEL};
use crate::client::task::Task;
use crate::client::widgets;
use crate::games::Order;
use bevy_egui::egui::{self, ColorImage, Pos2, Rect, TextureHandle, Ui, pos2, vec2};

/// How the game on the table is viewed.
#[derive(Default)]
pub struct TableView {
    /// The drawn map, once it is ready.
    pub art: Option<MapArt>,
    /// The map while it is being drawn.
    pub(crate) drawing: Option<Task<DrawnMap>>,
    /// The picture of its ground, until the scene has it.
    pub land: Option<ColorImage>,
    /// The whole map, small.
    pub minimap: Option<TextureHandle>,
    /// The camera; `None` shows the whole map.
    pub camera: Option<Camera>,
    /// Whether the map has been shown yet.
    pub opened: bool,
    /// Counters being dragged.
    pub carried: pointer::Carried,
    /// How many orders had been given when the map was last shown to the viewer.
    pub orders: Option<usize>,
    /// Counters as drawn.
    pub faces: Faces,
    /// The overlays.
    pub overlays: Overlays,
    /// The tab in front.
    pub tab: Tab,
    /// Whether the tabs, which do not fit next to the prompt, are open in its place.
    pub drawer: bool,
    /// The hex under the pointer.
    pub hover: Option<Hex>,
    /// The hex of the keyboard cursor.
    pub cursor: Option<Hex>,
    /// The selection of counters off the map whose hexes were brought into view.
    pub followed: Vec<UnitId>,
    /// The hex of the question when the map was last shown, and its viewer.
    pub asked_about: Option<(Viewer, Hex)>,
    /// The stack that is fanned out.
    pub fan: Option<Hex>,
    /// Several choices at one place, and where to show the menu.
    pub menu: Option<(Pos2, Vec<Choice<Order>>)>,
    /// The order that ends a step in which something could still be done.
    pub ending: Option<Order>,
    /// What that would give up.
    pub given_up: Option<String>,
    /// The note being typed, and for which hex.
    pub note: Option<(Hex, String)>,
    /// The hex number being typed, to go to.
    pub go_to: Option<String>,
    /// The search text for the rules.
    pub search: String,
    /// The search in the order of battle.
    pub forces: super::forces::Query,
    /// How the game went.
    pub statistics: Option<super::statistics::Course>,
    /// The legend, once it has been opened.
    pub legend: Option<super::legend::Legend>,
    /// The rule shown.
    pub rule: Option<String>,
    /// What the log leaves out.
    pub filter: tabs::Filter,
    /// The log as it was shown last.
    pub(super) log: super::log::Laid,
    /// The battle calculator, while it is open.
    pub calculator: Option<super::calculator::Calculator>,
    /// Battles that the log shows in full, each by its first order.
    pub unfolded: std::collections::BTreeSet<usize>,
    /// Width of the side panel as dragged.
    pub panel: Option<f32>,
    /// Counters on their way.
    pub motion: motion::Motion,
    /// How long they have been moving, in seconds at full speed.
    pub under_way: Option<f64>,
    /// The dice being rolled.
    pub dice: prompt_panel::Dice,
    /// Whether counters are hidden while a key is held.
    pub bare: bool,
    /// Plays the reel.
    pub reel: reel::Projector,
    /// Plays the replay.
    pub player: replay_bar::Player,
    /// The designer's drawer.
    pub designer: designer::Drawer,
    /// The band that says whose decision it is.
    pub band: handover::Band,
    /// Since when the curtain's key has been held.
    pub held_since: Option<f64>,
    /// The viewer this belongs to; `None` behind the curtain.
    pub(super) of: Option<Viewer>,
    /// Where the previous player left the pointer: it points at nothing there until it is moved.
    left_at: Option<Pos2>,
    /// The views of the viewers who are not at the screen.
    away: [Option<Box<TableView>>; Viewer::ALL],
}

impl TableView {
    /// When another player takes the screen, the table is as that player left it. Nothing shows what the previous player looked at, pointed at or had
    /// open, and behind the curtain none of it exists.
    fn change_hands(&mut self, viewer: Option<Viewer>, pointer: Option<Pos2>) {
        if viewer == self.of {
            return;
        }
        let mut next = *viewer.and_then(|viewer| self.away[viewer.at()].take()).unwrap_or_default();
        // Only what is the same for everybody stays.
        std::mem::swap(&mut next.art, &mut self.art);
        std::mem::swap(&mut next.drawing, &mut self.drawing);
        std::mem::swap(&mut next.land, &mut self.land);
        std::mem::swap(&mut next.minimap, &mut self.minimap);
        std::mem::swap(&mut next.designer, &mut self.designer);
        std::mem::swap(&mut next.away, &mut self.away);
        next.panel = self.panel;
        // What moved or rolled meanwhile did so unseen.
        (next.motion, next.dice, next.band) = Default::default();
        next.orders = None;
        (next.of, next.left_at) = (viewer, pointer);
        let before = std::mem::replace(self, next);
        if let Some(viewer) = before.of {
            self.away[viewer.at()] = Some(Box::new(before));
        }
    }

    /// Each viewer's view of the map: its center, and points per hex.
    pub(crate) fn looks(&self) -> [Option<(Pos2, f32)>; Viewer::ALL] {
        let look = |view: &TableView| view.camera.map(|camera| (camera.center, camera.zoom));
        std::array::from_fn(|at| match self.of {
            Some(viewer) if viewer.at() == at => look(self),
            _ => self.away[at].as_deref().and_then(look),
        })
    }

    /// Sets the view of the map for a viewer who is not at the screen.
    pub(crate) fn look_from(&mut self, viewer: usize, (center, zoom): (Pos2, f32)) {
        if let Some(away) = self.away.get_mut(viewer) {
            let camera = Some(Camera { center, zoom, view: Rect::ZERO });
            *away = Some(Box::new(TableView { camera, opened: true, ..TableView::default() }));
        }
    }

    /// The hex under the pointer, unless another player left it there.
    pub fn hex_under(&mut self, ui: &Ui, on_map: Option<Pos2>, hex_at: impl Fn(Pos2) -> Option<Hex>) -> Option<Hex> {
        if self.left_at != ui.input(|i| i.pointer.hover_pos()) {
            self.left_at = None;
        }
        on_map.filter(|_| self.left_at.is_none()).and_then(hex_at)
    }
}

/// Where everything goes.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// How wide the window is.
    pub class: Class,
    /// Over everything.
    pub top: Rect,
    /// Overlays, at the left.
    pub rail: Rect,
    /// The map.
    pub map: Rect,
    /// Below the map.
    pub status: Rect,
    /// Prompt, sheet and tabs, at the right.
    pub side: Rect,
}

/// Width of the rail.
const RAIL: f32 = 54.0;
/// Height of the status line.
const STATUS: f32 = 28.0;

impl Frame {
    fn new(whole: Rect, panel: Option<f32>, below: f32) -> Frame {
        let class = Class::of(whole.width());
        let top = Rect::from_min_size(whole.min, vec2(whole.width(), if class == Class::Wide { 54.0 } else { 48.0 }));
        let ours = match class {
            Class::Wide => 448.0,
            Class::Narrow => 360.0,
            Class::Tiny => 340.0,
        };
        let width = panel.unwrap_or(ours).clamp(320.0, 560.0).min(whole.width() * 0.45);
        let side = Rect::from_min_max(pos2(whole.right() - width, top.bottom()), whole.max);
        let rail = Rect::from_min_max(pos2(whole.left(), top.bottom()), pos2(whole.left() + RAIL, whole.bottom()));
        let status = Rect::from_min_max(pos2(rail.right(), whole.bottom() - STATUS), pos2(side.left(), whole.bottom()));
        let map = Rect::from_min_max(pos2(rail.right(), top.bottom()), pos2(side.left(), status.top() - below));
        Frame { class, top, rail, map, status, side }
    }
}

/// For how many targets per frame we work out what the best attack promises.
const WEIGH: usize = 3;

/// Shows the table.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, pressed: &[Action]) {
    let Some(mut table) = desk.table.take() else { return desk.to_shelf() };
    let mut view = std::mem::take(&mut desk.view);
    let modal = !desk.dialogs.is_empty();
    view.change_hands(table.viewer(), ui.input(|i| i.pointer.hover_pos()));
    if table.stage == Showing::WhoWatches {
        let book = table.book();
        if let Some(watcher) = curtain::who_watches(ui, &book.title, &book.sides) {
            table.watch_as(watcher);
            ui.ctx().request_repaint();
        } else if pressed.contains(&Action::Back) {
            desk.dialogs.push(Dialog::Menu);
        }
    } else if let Showing::Curtain(side) = table.stage {
        let lifted = curtain::show(ui, &curtain::Text::of(&table, side), &mut view.held_since, pressed, modal);
        if lifted {
            table.lift_curtain();
            ui.ctx().request_repaint();
        } else if pressed.contains(&Action::Back) {
            desk.dialogs.push(Dialog::Menu);
        }
    } else {
        let bar = replay_bar::height(Class::of(ui.max_rect().width()));
        let below = if table.replay.is_some() { bar } else { 0.0 } + view.designer.height(desk.rules_dir.is_some());
        let frame = Frame::new(ui.max_rect(), view.panel, below);
        let version = table.version;
        if view.art.is_none() {
            map_view::prepare(&mut view, &table, ui.ctx(), desk.beside);
        }
        table.passes = desk.settings.pass_empty;
        table.pass_empty_steps();
        if !matches!(table.stage, Showing::Reel(_)) {
            reel::put_back(&mut view);
        }
        if table.weigh_targets(WEIGH) {
            ui.ctx().request_repaint();
        }
        // What was spread out may have gone with an order; whoever comes back to the screen finds it as he left it.
        if view.orders.replace(table.chronicle.orders()).is_some_and(|before| before != table.chronicle.orders()) {
            (view.fan, view.menu, view.ending) = (None, None, None);
        }
        view.faces.follow(&table, desk.settings.safe_palette);
        if !modal {
            keys(desk, &mut table, &mut view, &frame, pressed);
            if !ui.ctx().text_edit_focused() {
                halves::keys(ui, &mut table, &desk.settings.keys);
            }
        }
        view.bare = !modal && desk.settings.keys.held(ui, Action::HideCounters) && !ui.ctx().text_edit_focused();
        map_view::show(ui, &frame, &mut table, &mut view, &desk.settings);
        panels(desk, ui, &frame, &mut table, &mut view);
        if !modal {
            coach::point(ui, &frame, &mut table, &mut view);
        }
        if table.version != version {
            ui.ctx().request_repaint(); // the frame drawn before the click was handled is out of date
        }
    }
    // A dialog or a button may have taken the game away meanwhile.
    if desk.table.is_none() && matches!(desk.screen, crate::client::desk::Screen::Table) {
        desk.table = Some(table);
        desk.view = view;
    } else if table.replay.is_none() {
        desk.bookmarks.leave(&mut table, &view);
    }
}

fn panels(desk: &mut Desk, ui: &mut Ui, frame: &Frame, table: &mut Tabletop, view: &mut TableView) {
    for rect in [frame.top, frame.rail, frame.status, frame.side] {
        ui.painter().rect_filled(rect, 0.0, PANEL);
    }
    top_bar::show(desk, ui, frame, table, view);
    super::overlays::rail(ui, frame, table, view);
    status::show(ui, frame, table, view);
    disk::show(ui, frame, table);
    if table.replay.is_some() {
        let bar = Rect::from_min_max(pos2(frame.map.left(), frame.status.top() - replay_bar::height(frame.class)), pos2(frame.map.right(), frame.status.top()));
        replay_bar::show(desk, ui, bar, table, view);
    }
    designer::show(desk, ui, frame, table, view);
    let edge = Rect::from_min_max(frame.side.left_top(), pos2(frame.side.left() + 1.0, frame.side.bottom()));
    ui.painter().rect_filled(edge, 0.0, LINE);
    drag_edge(ui, frame, view);
    // How far a player has scrolled is his own affair too.
    let panel = format!("side {}", view.of.map_or(0, Viewer::at));
    widgets::within(ui, &panel, frame.side.with_min_x(frame.side.left() + 1.0), |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        coach::show(desk, ui, table, view);
        let sheet_open = sheet::is_open(table);
        let wide = frame.class == Class::Wide;
        if view.drawer && !wide {
            prompt_panel::brief(ui, table, view, frame.class);
            widgets::rule(ui);
            widgets::steady(ui, "tabs", |ui| tabs::show(ui, table, view, &desk.settings));
            return;
        }
        if view.calculator.is_some() {
            let height = if wide { ui.available_height() * 0.75 } else { ui.available_height() - 44.0 };
            let key = desk.settings.keys.text(Action::Calculator);
            egui::ScrollArea::vertical().id_salt("calculator").max_height(height).auto_shrink([false, true]).show(ui, |ui| {
                calculator::show(ui, table, view, frame.class, &key);
            });
            widgets::rule(ui);
            tabs_with_room(ui, table, view, desk, wide);
            return;
        }
        // The prompt never scrolls away: it takes what it needs up to a share, the sheet and the tabs share the rest.
        let room = ui.available_height();
        let share = if sheet_open {
            0.46
        } else if wide {
            0.6
        } else {
            1.0
        };
        let strip = 44.0; // the names of the tabs always have their place
        egui::ScrollArea::vertical().id_salt("prompt").max_height((room * share).min(room - strip)).auto_shrink([false, true]).show(ui, |ui| {
            prompt_panel::show(desk, ui, table, view, frame.class);
        });
        widgets::rule(ui);
        if sheet_open {
            let rest = ui.available_height();
            let height = rest - 40.0;
            egui::ScrollArea::vertical()
                .id_salt("sheet")
                .max_height(height)
                .auto_shrink([false, true])
                .show(ui, |ui| sheet::show(ui, table, view, frame.class));
            widgets::rule(ui);
        }
        tabs_with_room(ui, table, view, desk, wide);
    });
}

/// The tabs, or only their names where there is no room.
fn tabs_with_room(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, desk: &Desk, wide: bool) {
    let room = wide || ui.available_height() > 130.0;
    widgets::steady(ui, "tabs", |ui| if room { tabs::show(ui, table, view, &desk.settings) } else { tabs::strip(ui, view, &desk.settings) });
}

/// The edge between map and side panel can be dragged.
fn drag_edge(ui: &mut Ui, frame: &Frame, view: &mut TableView) {
    let grip = Rect::from_min_max(pos2(frame.side.left() - 3.0, frame.side.top()), pos2(frame.side.left() + 3.0, frame.side.bottom()));
    let response = ui.interact(grip, egui::Id::new("panel edge"), egui::Sense::drag()).on_hover_and_drag_cursor(egui::CursorIcon::ResizeHorizontal);
    if response.dragged() {
        view.panel = Some((frame.side.width() - response.drag_delta().x).clamp(320.0, 560.0));
    }
}

fn keys(desk: &mut Desk, table: &mut Tabletop, view: &mut TableView, frame: &Frame, pressed: &[Action]) {
    for action in pressed {
        let overlay = Overlay::ALL.into_iter().find(|o| o.action() == *action);
        let tab = Tab::ALL.into_iter().find(|t| t.action() == *action);
        if let Some(overlay) = overlay {
            view.overlays.toggle(overlay);
            continue;
        }
        if let Some(tab) = tab {
            view.drawer = view.tab != tab || !view.drawer;
            view.tab = tab;
            continue;
        }
        match action {
            Action::Undo => table.want(PlayerOrder::Undo),
            Action::Redo => table.want(PlayerOrder::Redo),
            Action::SaveAs => desk.dialogs.push(Dialog::SaveAs(String::new())),
            Action::Viewpoint => table.next_viewpoint(),
            Action::Minimap => {
                desk.settings.minimap = !desk.settings.minimap;
                desk.keep_settings();
            }
            Action::Situation => designer::write_situation(desk, table, view),
            Action::Back => back(desk, table, view),
            Action::Calculator => calculator::toggle(table, view),
            Action::First | Action::EndStep | Action::Suggest if view.calculator.is_some() => {} // these are for orders
            _ if matches!(table.stage, Showing::Reel(_)) && reel::key(table, view, *action) => {}
            Action::First | Action::EndStep if matches!(table.stage, Showing::HandOver { .. }) => table.hand_over(),
            _ if table.replay.is_some() && replay_bar::key(table, view, *action) => {}
            // Two players have keys of their own; these would answer for either.
            Action::First | Action::EndStep | Action::Suggest if table.is_shared() && table.warned.is_none() && view.ending.is_none() => {}
            Action::First if table.lesson_waits() => table.lesson_next(),
            Action::First => prompt_panel::first(table, view),
            Action::Suggest if table.warned.is_some() => {}
            Action::Suggest => {
                view.ending = None; // its question would be in the place of the advice
                advice::key(table, view);
            }
            Action::EndStep => prompt_panel::end_step(table, view, desk.settings.confirm_end),
            _ => pointer::key(table, view, frame, *action),
        }
    }
}

/// Goes one step back; this never uses anything up.
fn back(desk: &mut Desk, table: &mut Tabletop, view: &mut TableView) {
    if matches!(table.stage, Showing::Reel(_)) {
        reel::key(table, view, Action::Back);
    } else if view.calculator.take().is_some() {
        table.touch();
    } else if table.warned.is_some() {
        table.think_again();
    } else if view.menu.take().is_some() || view.ending.take().is_some() || view.go_to.take().is_some() || view.fan.take().is_some() {
    } else if !table.selection.is_empty() {
        table.select(Vec::new());
    } else if view.drawer {
        view.drawer = false;
    } else {
        desk.dialogs.push(Dialog::Menu);
    }
}

/// Does what can be done at the place pointed at, or asks which of several things to do.
pub(crate) fn act(table: &mut Tabletop, view: &mut TableView, at: Pos2, choices: Vec<Choice<Order>>) {
    match choices.len() {
        0 => {}
        1 => {
            view.menu = None;
            table.want(PlayerOrder::Give(choices.into_iter().next().expect("there is one").order));
        }
        _ => view.menu = Some((at, choices)),
    }
}

/// Shows the rule of a chip that was pressed.
pub(crate) fn open_rule(view: &mut TableView, rule: &str) {
    view.tab = Tab::Rules;
    view.drawer = true;
    view.search.clear();
    view.rule = Some(rule.to_owned());
}

/// The hex a choice points at, or the hex of the counter it points at.
pub(crate) fn hex_of(table: &Tabletop, target: Target) -> Option<Hex> {
    match target {
        Target::Hex(hex) => Some(hex),
        Target::Unit(unit) => match table.place_of(unit) {
            Some(crate::board::Place::Map(hex)) => Some(hex),
            _ => None,
        },
        Target::Button => None,
    }
}
