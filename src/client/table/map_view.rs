//! The map under the pointer: where we look, what mouse and keys do there. What is on it is drawn by the scene.

use super::overlays;
use super::view::{Frame, TableView, act};
use super::{Tabletop, fan};
use crate::board::{Hex, Target, UnitId};
use crate::cartography::shipped_shore;
use crate::client::camera::Camera;
use crate::client::keys::Action;
use crate::client::map::MapArt;
use crate::client::settings::Settings;
use crate::client::skin::LINE;
use bevy_egui::egui::{self, Color32, Context, PointerButton, Pos2, Rect, Sense, Stroke, StrokeKind, TextureOptions, Ui, pos2, vec2};

/// Pixels a hex of the land's picture, and how long its sides may be.
const LAND: f32 = 40.0;
const LAND_SIDE: f32 = 2040.0;
/// A game opens with the whole map in view, unless a hex then has fewer points than this: then it opens where something is to be done, so close.
const READABLE: f32 = 18.0;
const CLOSE: f32 = 44.0;
/// How close and how far one can look, in points a hex.
const CLOSEST: f32 = 150.0;

/// Draws the map's ground once.
pub(crate) fn prepare(view: &mut TableView, table: &Tabletop, context: &Context) {
    let rules = table.rules();
    let shore = shipped_shore(rules.title).ok();
    let art = MapArt::new(rules.book.ground.clone(), &rules.book.chart, &rules.book.look.map, shore.as_ref());
    let pixels = LAND.min(LAND_SIDE / art.extent().size().max_elem());
    view.land = Some(art.land(None, pixels));
    let small = (440.0 / art.extent().width()).min(292.0 / art.extent().height());
    view.minimap = Some(context.load_texture("minimap", art.land(None, small), TextureOptions::LINEAR));
    view.art = Some(art);
}

/// The map with everything on it.
pub(crate) fn show(ui: &mut Ui, frame: &Frame, table: &mut Tabletop, view: &mut TableView, settings: &Settings) {
    let Some(art) = view.art.take() else { return };
    let mut camera = settle(view, &art, frame.map);
    if !std::mem::replace(&mut view.opened, true)
        && camera.zoom < READABLE
        && let Some(at) = scene_of_action(table).and_then(|hex| art.center(hex))
    {
        camera = Camera { center: at, zoom: CLOSE, ..camera };
    }
    let response = ui.interact(frame.map, egui::Id::new("map"), Sense::click_and_drag());
    move_camera(ui, &response, &mut camera, &art);
    view.camera = Some(camera);
    let pointer = response.hover_pos().filter(|at| frame.map.contains(*at));
    view.hover = view.hex_under(ui, pointer, |at| art.hex_at(camera.to_map(at)));
    let pointed = pointed_unit(table, view);
    view.overlays.follow(table, pointed);
    let order = view.hover.and_then(|hex| table.choices().find(|choice| choice.on == Target::Hex(hex))).map(|choice| choice.order.clone());
    table.promise = order.and_then(|order| table.promise_of(&order));

    places(ui, &camera, &art, table);
    view.under_way = view.motion.progress(ui.input(|i| i.time));
    if view.under_way.is_some() {
        ui.ctx().request_repaint();
    }
    if settings.minimap && frame.class == crate::client::desk::Class::Wide {
        minimap(ui, frame, view, &art, &mut camera);
        view.camera = Some(camera);
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
    fan::show(ui, frame, table, view, &art);
    view.art = Some(art);
}

/// The camera fitted to where the map is now.
fn settle(view: &TableView, art: &MapArt, map: Rect) -> Camera {
    match view.camera {
        Some(camera) => Camera { view: map, ..camera },
        None => Camera::fit(art.extent(), map),
    }
}

/// Where something is to be done: the hex under attack, else a counter that may act, else a hex that may be chosen.
fn scene_of_action(table: &Tabletop) -> Option<Hex> {
    if !table.may_answer() {
        return None;
    }
    let attacked = table.preview.as_ref().and_then(|preview| preview.hex);
    let actor = || table.prompt.actors.iter().find_map(|unit| super::view::hex_of(table, Target::Unit(*unit)));
    let lit = || table.choices().find_map(|choice| if let Target::Hex(hex) = choice.on { Some(hex) } else { None });
    attacked.or_else(actor).or_else(lit)
}

fn farthest(art: &MapArt, map: Rect) -> f32 {
    Camera::fit(art.extent(), map).zoom * 0.9
}

fn move_camera(ui: &Ui, response: &egui::Response, camera: &mut Camera, art: &MapArt) {
    if response.dragged() {
        camera.pan(response.drag_delta());
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

/// The counter the overlays speak of: the first one selected, or the top one under the pointer.
fn pointed_unit(table: &Tabletop, view: &TableView) -> Option<UnitId> {
    let hovered = view.hover.or(view.cursor).and_then(|hex| table.known_in(hex).last().copied());
    table.selection.first().copied().or(hovered)
}

/// Notes where lit hexes and counters that may act can be pressed, for tests and scripts.
fn places(ui: &Ui, camera: &Camera, art: &MapArt, table: &Tabletop) {
    let hexes = table.choices().filter_map(|c| if let Target::Hex(hex) = c.on { Some((format!("hex {hex}"), hex)) } else { None });
    let names = table.rules().book.lexicon.names("UnitId");
    let actor = |unit: &UnitId| Some((format!("unit {}", names[unit.at()]), super::view::hex_of(table, Target::Unit(*unit))?));
    let units = table.prompt.actors.iter().filter(|_| table.may_answer()).filter_map(actor);
    for (words, hex) in units.chain(hexes) {
        if let Some(at) = art.center(hex).map(|at| camera.to_screen(at)).filter(|at| camera.view.contains(*at)) {
            crate::client::widgets::note(ui, &words, Rect::from_center_size(at, vec2(4.0, 4.0)));
        }
    }
}

fn minimap(ui: &mut Ui, frame: &Frame, view: &TableView, art: &MapArt, camera: &mut Camera) {
    let Some(texture) = &view.minimap else { return };
    let size = texture.size_vec2();
    let scale = (220.0 / size.x).min(146.0 / size.y);
    let rect = Rect::from_min_size(pos2(frame.map.left() + 10.0, frame.map.bottom() - size.y * scale - 10.0), size * scale);
    let painter = ui.painter_at(frame.map);
    painter.rect_filled(rect.expand(3.0), 4.0, LINE);
    painter.image(texture.id(), rect, Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)), Color32::WHITE);
    let map = art.extent();
    let place = |p: Pos2| rect.min + (p - map.min) / map.size() * rect.size();
    for (hex, faces) in &view.faces.stacks {
        if let (Some(at), Some(face)) = (art.center(*hex), faces.last()) {
            painter.rect_filled(Rect::from_center_size(place(at), vec2(4.0, 4.0)), 0.5, overlays::rgb(face.body()));
            painter.rect_stroke(Rect::from_center_size(place(at), vec2(4.0, 4.0)), 0.5, Stroke::new(0.6, Color32::BLACK), StrokeKind::Outside);
        }
    }
    let seen = camera.seen();
    painter.rect_stroke(
        Rect::from_min_max(place(seen.min), place(seen.max)).intersect(rect),
        0.0,
        Stroke::new(2.0, Color32::from_rgb(0xa3, 0x24, 0x1c)),
        StrokeKind::Inside,
    );
    let response = ui.interact(rect, egui::Id::new("minimap"), Sense::click_and_drag());
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on()) {
        camera.center = map.min + (at - rect.min) / rect.size() * map.size();
    }
}

/// A hex was pressed: do what can be done there, else select who may act, else spread the stack out.
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
    let here = table.choices_on(Target::Hex(hex));
    let known = table.known_in(hex);
    let actors = table.actors_in(hex);
    // Where something can be done with the hex and counters in it may act as well, the first click selects them.
    let selects = table.selection.is_empty() && !actors.is_empty();
    if !here.is_empty() && !adding && !selects {
        view.fan = None;
        return act(table, view, at, here);
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
                table.notice = Some(super::Notice::Refused(by));
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
        Action::NextUnit | Action::PreviousUnit => return next_unit(table, view, frame, action == Action::NextUnit),
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
    view.camera = Some(camera);
}

/// Selects the next counter that may act and shows it.
fn next_unit(table: &mut Tabletop, view: &mut TableView, frame: &Frame, forward: bool) {
    let actors = table.prompt.actors.clone();
    if actors.is_empty() || !table.may_answer() {
        return;
    }
    let at = table.selection.first().and_then(|u| actors.iter().position(|a| a == u));
    let next = match (at, forward) {
        (None, true) => 0,
        (None, false) => actors.len() - 1,
        (Some(at), true) => (at + 1) % actors.len(),
        (Some(at), false) => (at + actors.len() - 1) % actors.len(),
    };
    table.select(vec![actors[next]]);
    if let Some(hex) = super::view::hex_of(table, Target::Unit(actors[next])) {
        show_hex(view, frame.map, hex);
        view.cursor = Some(hex);
    }
}

/// Brings a hex into view; comes closer if the map is far away.
pub(crate) fn show_hex(view: &mut TableView, map: Rect, hex: Hex) {
    let Some(art) = &view.art else { return };
    let Some(at) = art.center(hex) else { return };
    let mut camera = settle(view, art, map);
    camera.zoom = camera.zoom.max(48.0);
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
