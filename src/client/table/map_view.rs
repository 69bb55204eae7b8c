//! The map under the pointer: where we look, and what is pressed there. What is on it is drawn by the scene.

use super::overlays;
use super::view::{Frame, TableView};
use super::{Tabletop, fan, pointer};
use crate::board::{Hex, Target, UnitId};
use crate::cartography::shipped_shore;
use crate::client::camera::Camera;
use crate::client::map::MapArt;
use crate::client::settings::Settings;
use crate::client::skin::LINE;
use bevy_egui::egui::{self, Color32, Context, Pos2, Rect, Sense, Stroke, StrokeKind, TextureOptions, Ui, pos2, vec2};

/// Pixels a hex of the land's picture, and how long its sides may be.
const LAND: f32 = 40.0;
const LAND_SIDE: f32 = 2040.0;
/// A game opens with the whole map in view, unless a hex then has fewer points than this: then it opens where something is to be done, so close.
const READABLE: f32 = 18.0;
const CLOSE: f32 = 44.0;
/// How close and how far one can look, in points a hex.
pub(super) const CLOSEST: f32 = 150.0;

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
    pointer::take_hold(ui, &response, table, view, &art, &mut camera);
    view.camera = Some(camera);
    let at = pointer::position(ui, &response, view).filter(|at| frame.map.contains(*at));
    view.hover = view.hex_under(ui, at, |at| art.hex_at(camera.to_map(at)));
    let pointed = pointed_unit(table, view);
    view.overlays.follow(table, pointed);
    if let Some(hex) = view.hover.or(view.cursor) {
        table.look_for_supply(hex);
    }
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
    pointer::answer(ui, &response, table, view, &art, &camera);
    fan::show(ui, frame, table, view, &art);
    view.art = Some(art);
}

/// The camera fitted to where the map is now.
pub(super) fn settle(view: &TableView, art: &MapArt, map: Rect) -> Camera {
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

pub(super) fn farthest(art: &MapArt, map: Rect) -> f32 {
    Camera::fit(art.extent(), map).zoom * 0.9
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
        if let (Some(at), Some((_, face))) = (art.center(*hex), faces.last()) {
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
