//! The map under the pointer: the part in view, and what is pressed there. The scene draws what is on it.

use super::overlays;
use super::view::{Frame, TableView};
use super::{Tabletop, fan, first_look, pointer};
use crate::board::{Hex, Target, UnitId};
use crate::cartography::shipped_shore;
use crate::client::camera::Camera;
use crate::client::map::{DrawnMap, MapArt};
use crate::client::settings::Settings;
use crate::client::skin::{BG, Face, LINE, MUTE};
use crate::client::task::Task;
use crate::client::widgets::body_size;
use bevy_egui::egui::{self, Color32, Context, Pos2, Rect, Sense, Stroke, StrokeKind, TextureOptions, Ui, pos2, vec2};
use std::collections::BTreeSet;

/// The closest and farthest zoom, in points per hex.
pub(super) const CLOSEST: f32 = 150.0;

/// How often to check for a map that is being drawn.
const SOON: std::time::Duration = std::time::Duration::from_millis(15);

/// Gets the map drawn, and takes it over once it is.
pub(crate) fn prepare(view: &mut TableView, table: &Tabletop, context: &Context, beside: bool) {
    let book = &table.rules().book;
    let drawing = view.drawing.take().unwrap_or_else(|| {
        let (title, ground, chart, look) = (table.rules().title, book.ground.clone(), book.chart.clone(), book.look.map.clone());
        Task::start(beside, "the map", move || DrawnMap::new(ground, &chart, &look, shipped_shore(title).ok().as_ref()))
    });
    match drawing.finish() {
        Ok(drawn) if drawn.is_of(&book.ground) => {
            view.minimap = Some(context.load_texture("minimap", drawn.small, TextureOptions::LINEAR));
            (view.art, view.land) = (Some(drawn.art), Some(drawn.land));
        }
        Ok(_) => context.request_repaint(), // the tables have changed meanwhile: once more
        Err(again) => {
            view.drawing = again;
            context.request_repaint_after(SOON);
        }
    }
}

/// The map with everything on it.
pub(crate) fn show(ui: &mut Ui, frame: &Frame, table: &mut Tabletop, view: &mut TableView, settings: &Settings) {
    let Some(art) = view.art.take() else {
        ui.painter().rect_filled(frame.map, 0.0, BG);
        ui.painter().text(frame.map.center(), egui::Align2::CENTER_CENTER, "Drawing the map …", Face::Text.at(body_size(ui) * 1.2), MUTE);
        return;
    };
    let mut camera = settle(view, &art, frame.map);
    if !std::mem::replace(&mut view.opened, true) && view.camera.is_none() {
        camera = first_look::camera(table, &art, camera);
    }
    first_look::follow_tray(table, view, &art, &mut camera);
    first_look::follow_question(table, view, &art, &mut camera);
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
        minimap(ui, frame, view, &art, &mut camera, &first_look::scene(table));
        view.camera = Some(camera);
    }
    pointer::answer(ui, &response, table, view, &art, &camera);
    fan::show(ui, frame, table, view, &art);
    view.art = Some(art);
}

/// The camera fitted to the current place of the map.
pub(super) fn settle(view: &TableView, art: &MapArt, map: Rect) -> Camera {
    match view.camera {
        Some(camera) => Camera { view: map, ..camera },
        None => Camera::fit(art.extent(), map),
    }
}

pub(super) fn farthest(art: &MapArt, map: Rect) -> f32 {
    Camera::fit(art.extent(), map).zoom * 0.9
}

/// The counter the overlays are about: the first one selected, or the top one under the pointer.
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

/// The minimap, in a corner where nothing is to be done.
fn minimap(ui: &mut Ui, frame: &Frame, view: &TableView, art: &MapArt, camera: &mut Camera, occupied: &BTreeSet<Hex>) {
    let Some(texture) = &view.minimap else { return };
    if camera.seen().expand(0.5).contains_rect(art.extent()) {
        return; // it would show nothing that is not in view
    }
    let size = texture.size_vec2();
    let size = size * (220.0 / size.x).min(146.0 / size.y);
    let inner = frame.map.shrink(10.0);
    let corners = [inner.left_bottom() - vec2(0.0, size.y), inner.left_top(), inner.right_top() - vec2(size.x, 0.0), inner.max - size];
    let busy = |corner: &Pos2| {
        let room = Rect::from_min_size(*corner, size).expand(camera.zoom * 0.5);
        occupied.iter().any(|hex| art.center(*hex).is_some_and(|at| room.contains(camera.to_screen(at))))
    };
    let corner = corners.iter().find(|corner| !busy(corner)).copied().unwrap_or(corners[0]);
    let rect = Rect::from_min_size(corner, size);
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
