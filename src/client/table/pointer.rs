//! What mouse and keys do on the map: moving the view, selecting, and dragging counters to where they go.

use super::map_view::{CLOSEST, farthest, settle};
use super::messages::PlayerOrder;
use super::view::{Frame, TableView, act, hex_of};
use super::{Notice, Tabletop};
use crate::board::{Hex, Target, UnitId};
use crate::client::camera::Camera;
use crate::client::counters;
use crate::client::keys::Action;
use crate::client::map::MapArt;
use bevy_egui::egui::{CursorIcon, Id, LayerId, Order as Layer, PointerButton, Pos2, Rect, Response, Ui, Vec2, vec2};
use std::collections::{BTreeMap, BTreeSet};

/// Counters being dragged: the selected ones, once the mouse has been pressed on one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Carried {
    /// None.
    #[default]
    Nothing,
    /// The selection, from the map or from a tray.
    Selection,
}

/// A press closer to the center of its hex than this, in hexes, is on the counter and not on the ground around it.
const COUNTER: f32 = 0.42;
/// How near an edge the map starts to scroll while something is being dragged, and how far it moves each frame, in points.
const MARGIN: f32 = 26.0;
const CRAWL: f32 = 9.0;
/// How far a key moves the map, in points.
const PAN: f32 = 120.0;
/// Points per hex at which counters can be read.
const NEAR: f32 = 48.0;

/// Where the mouse points, even while it drags something picked up elsewhere.
pub(super) fn position(ui: &Ui, response: &Response, view: &TableView) -> Option<Pos2> {
    if view.carried == Carried::Selection { ui.input(|i| i.pointer.latest_pos()) } else { response.hover_pos() }
}

/// The start of a drag: counters that may act are picked up; anything else moves the map.
pub(super) fn take_hold(ui: &Ui, response: &Response, table: &mut Tabletop, view: &mut TableView, art: &MapArt, camera: &mut Camera) {
    if response.drag_started_by(PointerButton::Primary)
        && let Some(pressed) = ui.input(|i| i.pointer.press_origin())
        && let Some(hex) = art.hex_at(camera.to_map(pressed))
        && art.center(hex).is_some_and(|middle| camera.to_screen(middle).distance(pressed) < camera.zoom * COUNTER)
    {
        pick_up(table, view, hex);
    }
    let carries = view.carried == Carried::Selection;
    if response.dragged_by(PointerButton::Middle) || (response.dragged() && !carries) {
        camera.pan(response.drag_delta());
    }
    if carries && let Some(at) = ui.input(|i| i.pointer.latest_pos()).filter(|at| camera.view.contains(*at)) {
        let toward = crawl(camera.view, at);
        if toward != Vec2::ZERO {
            camera.pan(toward);
            ui.ctx().request_repaint();
        }
    }
    if let Some(at) = response.hover_pos() {
        let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
        let factor = pinch * (scroll * 0.004).exp();
        if factor != 1.0 {
            camera.zoom_about(at, factor, farthest(art, camera.view)..=CLOSEST);
        }
    }
    camera.keep_within(art.extent());
}

/// Picks up the counters that may act in a hex: those already selected, else all of them together.
fn pick_up(table: &mut Tabletop, view: &mut TableView, hex: Hex) {
    let actors = table.actors_in(hex);
    if actors.is_empty() || view.bare || view.calculator.is_some() || !table.may_answer() {
        return;
    }
    if !actors.iter().any(|unit| table.selection.contains(unit)) {
        table.select(actors);
    }
    carry(table, view);
}

/// Starts dragging the selection, if there is a hex it may go to.
pub(super) fn carry(table: &Tabletop, view: &mut TableView) {
    if table.offer.choices.iter().any(|choice| matches!(choice.on, Target::Hex(_))) {
        view.carried = Carried::Selection;
        (view.fan, view.menu, view.cursor) = (None, None, None);
    }
}

/// Which way the map scrolls when something is dragged to its edge.
fn crawl(map: Rect, at: Pos2) -> Vec2 {
    let along = |low: f32, high: f32, at: f32| {
        if at < low + MARGIN {
            CRAWL
        } else if at > high - MARGIN {
            -CRAWL
        } else {
            0.0
        }
    };
    vec2(along(map.left(), map.right(), at.x), along(map.top(), map.bottom(), at.y))
}

/// Responds to a click or the end of a drag.
pub(super) fn answer(ui: &Ui, response: &Response, table: &mut Tabletop, view: &mut TableView, art: &MapArt, camera: &Camera) {
    if view.carried == Carried::Selection {
        return put_down(ui, table, view, art, camera);
    }
    if response.clicked_by(PointerButton::Primary) || response.double_clicked_by(PointerButton::Primary) {
        view.motion.end();
        if let Some(at) = response.interact_pointer_pos() {
            // By where it was pressed, not by what was under the pointer when it last moved: a press may come with the move.
            let hex = art.hex_at(camera.to_map(at));
            click(ui, table, view, at, hex, response.double_clicked());
        }
    }
    if response.clicked_by(PointerButton::Secondary) {
        view.fan = response.interact_pointer_pos().and_then(|at| art.hex_at(camera.to_map(at)));
        view.tab = super::tabs::Tab::Stack;
    }
}

/// Shows what is being dragged under the pointer; where the button is released it goes, if it may.
fn put_down(ui: &Ui, table: &mut Tabletop, view: &mut TableView, art: &MapArt, camera: &Camera) {
    let (at, down) = ui.input(|i| (i.pointer.latest_pos(), i.pointer.primary_down()));
    let Some(at) = at.filter(|_| !table.selection.is_empty()) else { return view.carried = Carried::Nothing };
    let hex = Some(at).filter(|at| camera.view.contains(*at)).and_then(|at| art.hex_at(camera.to_map(at)));
    if down {
        let painter = ui.ctx().layer_painter(LayerId::new(Layer::Tooltip, Id::new("carried")));
        let edge = (camera.zoom * 0.6).clamp(36.0, 72.0);
        for (n, unit) in table.selection.iter().take(4).enumerate() {
            if let Some(face) = view.faces.of(*unit) {
                let middle = at + vec2(12.0 + n as f32 * 4.0, 14.0 - n as f32 * 4.0) + vec2(edge, edge) / 2.0;
                counters::paint(&painter, Rect::from_center_size(middle, vec2(edge, edge)), face, ui.ctx().pixels_per_point());
            }
        }
        let open = hex.is_some_and(|hex| !table.choices_on(Target::Hex(hex)).is_empty());
        ui.ctx().set_cursor_icon(if open { CursorIcon::Grabbing } else { CursorIcon::NoDrop });
        ui.ctx().request_repaint();
        return;
    }
    view.carried = Carried::Nothing;
    let Some(hex) = hex else { return };
    let here = table.choices_on(Target::Hex(hex));
    if !here.is_empty() {
        act(table, view, at, here);
    } else if let Some(by) = table.blocked_on(Target::Hex(hex)).map(|blocked| blocked.by.clone()) {
        table.notice = Some(Notice::Refused(by));
        table.version += 1;
    }
}

/// A hex was pressed: does what can be done there, else selects the counters that may act, else fans out the stack.
fn click(ui: &Ui, table: &mut Tabletop, view: &mut TableView, at: Pos2, hex: Option<Hex>, double: bool) {
    view.menu = None;
    let Some(hex) = hex else {
        view.fan = None;
        return table.select(Vec::new());
    };
    view.cursor = None;
    let adding = ui.input(|i| i.modifiers.shift);
    pick(table, view, hex, at, adding, double);
}

/// What pressing a hex means, by mouse or key.
pub(crate) fn pick(table: &mut Tabletop, view: &mut TableView, hex: Hex, at: Pos2, adding: bool, all: bool) {
    if view.calculator.is_some() {
        return super::calculator::pick(table, view, hex, adding);
    }
    let here = table.choices_on(Target::Hex(hex));
    let known = table.known_in(hex);
    let actors = table.actors_in(hex);
    // Where something can be done with the hex and counters in it may act as well, the first click selects them.
    let selects = table.selection.is_empty() && !actors.is_empty();
    if !here.is_empty() && !adding && !selects {
        view.fan = None;
        return act(table, view, at, here);
    }
    // Who is asked one by one is meant altogether by the hex that it is about.
    if table.prompt.at == Some(hex) && !adding {
        let labels: BTreeSet<String> = table.each().into_iter().map(|choice| choice.label.into_owned()).collect();
        if let (Some(label), 1) = (labels.first(), labels.len()) {
            return table.want(PlayerOrder::GiveEach(label.clone()));
        }
    }
    let on_units: Vec<_> = known.iter().flat_map(|unit| table.choices_on(Target::Unit(*unit))).collect();
    if on_units.len() == 1 && actors.is_empty() && known.len() == 1 {
        return act(table, view, at, on_units);
    }
    if adding {
        if let Some(unit) = actors.last() {
            table.add_or_drop(*unit);
        }
        view.fan = (known.len() > 1).then_some(hex);
        return;
    }
    if !actors.is_empty() {
        // The first click selects, so that the hexes around stay in view; the second spreads the stack out.
        let again = actors.iter().any(|u| table.selection.contains(u)) && !all;
        view.fan = (again && table.sight.stacks.get(&hex).map_or(0, Vec::len) > 1).then_some(hex);
        if !again {
            table.select(actors);
        }
        return;
    }
    if !table.selection.is_empty() && !table.sight.stacks.contains_key(&hex) {
        // A place a rule closes says so; anything else lets go.
        match table.blocked_on(Target::Hex(hex)).map(|b| b.by.clone()) {
            Some(by) => {
                table.notice = Some(Notice::Refused(by));
                table.version += 1;
                return;
            }
            None => table.select(Vec::new()),
        }
    }
    view.fan = table.sight.stacks.contains_key(&hex).then_some(hex);
}

/// Keys of the map.
pub(crate) fn key(table: &mut Tabletop, view: &mut TableView, frame: &Frame, action: Action) {
    let Some(art) = &view.art else { return };
    let mut camera = settle(view, art, frame.map);
    let middle = camera.view.center();
    match action {
        Action::ZoomIn => camera.zoom_about(middle, 1.25, farthest(art, frame.map)..=CLOSEST),
        Action::ZoomOut => camera.zoom_about(middle, 0.8, farthest(art, frame.map)..=CLOSEST),
        Action::ZoomWhole => camera.zoom = 96.0,
        Action::Fit => return view.camera = None,
        Action::PanLeft => camera.pan(vec2(PAN, 0.0)),
        Action::PanRight => camera.pan(vec2(-PAN, 0.0)),
        Action::PanUp => camera.pan(vec2(0.0, PAN)),
        Action::PanDown => camera.pan(vec2(0.0, -PAN)),
        Action::NextUnit | Action::PreviousUnit => return next_stack(table, view, frame, action == Action::NextUnit),
        Action::Pick | Action::AddOrDrop => {
            if let Some(hex) = view.cursor {
                let at = art.center(hex).map_or(middle, |c| camera.to_screen(c));
                pick(table, view, hex, at, action == Action::AddOrDrop, false);
            }
            return;
        }
        Action::GoToHex => return view.go_to = Some(String::new()),
        _ => return move_cursor(table, view, frame, action),
    }
    camera.keep_within(art.extent());
    view.camera = Some(camera);
}

/// Selects the next stack nearby whose counters may act and have not moved yet, and shows it; then the counters off the map.
fn next_stack(table: &mut Tabletop, view: &mut TableView, frame: &Frame, forward: bool) {
    if !table.may_answer() {
        return;
    }
    let stops = tour(table, view.art.as_ref());
    let at = table.selection.first().and_then(|unit| stops.iter().position(|stop| stop.1.contains(unit)));
    // After a move the way goes on from there.
    let nearest = || {
        let from = view.cursor?;
        let art = view.art.as_ref()?;
        let far = |stop: &(Option<Hex>, Vec<UnitId>)| stop.0.and_then(|hex| Some(art.center(from)?.distance(art.center(hex)?))).unwrap_or(f32::INFINITY);
        (0..stops.len()).min_by(|a, b| far(&stops[*a]).total_cmp(&far(&stops[*b])))
    };
    let next = match (at, forward, stops.len()) {
        (_, _, 0) => return,
        (None, true, _) => nearest().unwrap_or(0),
        (None, false, n) => n - 1,
        (Some(at), true, n) => (at + 1) % n,
        (Some(at), false, n) => (at + n - 1) % n,
    };
    let (hex, units) = stops[next].clone();
    table.select(units);
    view.fan = None;
    if let Some(hex) = hex {
        show_hex(view, frame.map, hex);
        view.cursor = Some(hex);
    }
}

/// Stacks that may act, each followed by the nearest one left; those that have moved come last, and counters off the map one by one at the end.
fn tour(table: &Tabletop, art: Option<&MapArt>) -> Vec<(Option<Hex>, Vec<UnitId>)> {
    let moved = table.moved_in_step();
    let mut stacks: BTreeMap<Hex, Vec<UnitId>> = BTreeMap::new();
    let mut beside = Vec::new();
    for unit in &table.prompt.actors {
        match hex_of(table, Target::Unit(*unit)) {
            Some(hex) => stacks.entry(hex).or_default().push(*unit),
            None => beside.push((None, vec![*unit])),
        }
    }
    let (fresh, spent): (BTreeSet<Hex>, BTreeSet<Hex>) = stacks.keys().copied().partition(|hex| stacks[hex].iter().any(|unit| !moved.contains(unit)));
    let far = |a: Hex, b: Hex| art.and_then(|art| Some(art.center(a)?.distance(art.center(b)?))).unwrap_or(f32::INFINITY);
    let mut way: Vec<Hex> = Vec::new();
    for mut left in [fresh, spent] {
        while let Some(first) = left.first().copied() {
            let next = way.last().and_then(|last| left.iter().copied().min_by(|a, b| far(*last, *a).total_cmp(&far(*last, *b)))).unwrap_or(first);
            left.remove(&next);
            way.push(next);
        }
    }
    way.into_iter().map(|hex| (Some(hex), stacks.remove(&hex).unwrap_or_default())).chain(beside).collect()
}

/// Moves the view so that all of these hexes are visible, as close as possible.
pub(crate) fn show_all(view: &mut TableView, hexes: &[Hex]) {
    let (Some(camera), Some(art)) = (view.camera, view.art.as_ref()) else { return };
    let centers: Vec<Pos2> = hexes.iter().filter_map(|hex| art.center(*hex)).collect();
    if centers.is_empty() {
        return;
    }
    view.camera = Some(around(&centers, &camera, art));
}

/// A view that shows all of these points, as close as possible, but no closer than the current one.
pub(super) fn around(points: &[Pos2], camera: &Camera, art: &MapArt) -> Camera {
    let fitted = Camera::fit(Rect::from_points(points).expand(1.0), camera.view);
    Camera { zoom: fitted.zoom.clamp(farthest(art, camera.view), camera.zoom.max(NEAR)), ..fitted }
}

/// Brings a hex into view, and zooms in if the map is far away.
pub(crate) fn show_hex(view: &mut TableView, map: Rect, hex: Hex) {
    let Some(art) = &view.art else { return };
    let Some(at) = art.center(hex) else { return };
    let mut camera = settle(view, art, map);
    camera.zoom = camera.zoom.max(NEAR);
    if !camera.seen().shrink2(camera.seen().size() * 0.2).contains(at) {
        camera.center = at;
    }
    view.camera = Some(camera);
}

fn move_cursor(table: &Tabletop, view: &mut TableView, frame: &Frame, action: Action) {
    let Some(art) = &view.art else { return };
    let camera = settle(view, art, frame.map);
    let from = view.cursor.or(view.hover).or_else(|| art.hex_at(camera.center)).or_else(|| table.rules().book.ground.grid.hexes().first().copied());
    let Some((from, at)) = from.and_then(|hex| Some((hex, art.center(hex)?))) else { return };
    let way = match action {
        Action::CursorLeft => vec2(-1.0, 0.0),
        Action::CursorRight => vec2(1.0, 0.0),
        Action::CursorUp => vec2(0.15, -1.0),
        Action::CursorDown => vec2(-0.15, 1.0),
        Action::CursorNorthWest => vec2(-0.7, -0.7),
        Action::CursorNorthEast => vec2(0.7, -0.7),
        Action::CursorSouthWest => vec2(-0.7, 0.7),
        Action::CursorSouthEast => vec2(0.7, 0.7),
        _ => return,
    };
    // The neighbor that lies most nearly that way.
    let grid = &table.rules().book.ground.grid;
    let Some(ix) = grid.ix(from) else { return };
    let angle = |hex: Hex| art.center(hex).map_or(-1.0, |there| (there - at).normalized().dot(way.normalized()));
    let next = grid.around(ix).map(|(_, there)| grid.hex(there)).max_by(|a, b| angle(*a).total_cmp(&angle(*b)));
    let next = if view.cursor.is_none() { from } else { next.filter(|hex| angle(*hex) > 0.3).unwrap_or(from) };
    view.cursor = Some(next);
    show_hex(view, frame.map, next);
}
