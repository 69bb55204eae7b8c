//! A map to look at, for a game without rules.

use super::gallery::OpenMap;
use super::parts::{self, cap};
use crate::client::camera::Camera;
use crate::client::desk::{Desk, Dialog, Screen};
use crate::client::keys::Action;
use crate::client::skin::{Face, MUTE, WELL};
use crate::client::widgets::{self, body_size};
use crate::games::Title;
use bevy_egui::egui::{self, Rect, Sense, Ui, pos2, vec2};

/// The least and most points per hex; fitting the whole map is always allowed.
const ZOOMS: (f32, f32) = (16.0, 140.0);
/// One turn of the wheel, one press of a key.
const STEP: f32 = 1.25;

/// Shows a map.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, title: Title, pressed: &[Action]) {
    let pressed = if desk.dialogs.is_empty() { widgets::press_focused(ui, pressed) } else { Vec::new() };
    let window = ui.max_rect();
    let body = body_size(ui);
    let bar = Rect::from_min_size(window.min, vec2(window.width(), if body > 13.0 { 64.0 } else { 48.0 }));
    let line = window.with_min_y(window.bottom() - 28.0);
    let view = Rect::from_min_max(bar.left_bottom(), line.right_top());
    let name = desk.gallery.plate(title).map_or_else(|| title.slug().to_owned(), |plate| plate.name.clone());
    let to = if desk.open_box.is_some() { "New game" } else { "Shelf" };
    let about = if title.game().is_some() { "The map" } else { "Only the map can be viewed; the rules are not in yet." };
    let back = parts::top_bar(ui, bar, to, &cap(&desk.settings.keys, Action::Back), &name, about);
    ui.painter().rect_filled(line, 0.0, WELL);
    if back || pressed.contains(&Action::Back) {
        desk.gallery.sheet = None; // its picture is large
        desk.screen = desk.open_box.take().map_or(Screen::Shelf, Screen::NewGame);
        return;
    }
    if desk.gallery.sheet.as_ref().is_none_or(|sheet| sheet.title != title) {
        spread(desk, ui, view, title);
        return;
    }
    let Some(sheet) = &mut desk.gallery.sheet else { return };
    let camera = look(ui, view, sheet, &pressed);
    let words = ui.ctx().pointer_hover_pos().filter(|at| view.contains(*at)).and_then(|at| describe(sheet, camera.to_map(at)));
    let words = words.unwrap_or_else(|| "Drag to move the map; turn the wheel to zoom.".to_owned());
    parts::line(ui, pos2(line.left() + 16.0, line.center().y - body * 0.68), &words, Face::Text.at(body * 0.93), MUTE, line.width() - 32.0);
}

/// Says that the map is being drawn, and gets it drawn.
fn spread(desk: &mut Desk, ui: &Ui, view: Rect, title: Title) {
    ui.painter().text(view.center(), egui::Align2::CENTER_CENTER, "Drawing the map …", Face::Text.at(body_size(ui) * 1.2), MUTE);
    if let Err(why) = desk.gallery.spread(ui.ctx(), desk.beside, title, desk.rules_dir.as_deref()) {
        desk.screen = desk.open_box.take().map_or(Screen::Shelf, Screen::NewGame);
        desk.dialogs.push(Dialog::Trouble(why));
    }
}

/// Drag, wheel and keys.
fn look(ui: &Ui, view: Rect, sheet: &mut OpenMap, pressed: &[Action]) -> Camera {
    let extent = sheet.art.extent();
    let whole = Camera::fit(extent, view);
    let mut camera = sheet.looked.map_or(whole, |looked| Camera { view, ..looked });
    let bounds = whole.zoom.min(ZOOMS.0)..=ZOOMS.1.max(whole.zoom);
    let response = ui.interact(view, ui.id().with("map"), Sense::drag());
    if response.dragged() {
        camera.pan(response.drag_delta());
    }
    if let Some(at) = ui.ctx().pointer_hover_pos().filter(|at| response.hovered() && view.contains(*at)) {
        let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta.y, input.zoom_delta()));
        let factor = STEP.powf(wheel / 50.0) * pinch;
        if factor != 1.0 {
            camera.zoom_about(at, factor, bounds.clone());
        }
    }
    let stride = view.width().min(view.height()) * 0.15;
    for action in pressed {
        match action {
            Action::CursorLeft => camera.pan(vec2(stride, 0.0)),
            Action::CursorRight => camera.pan(vec2(-stride, 0.0)),
            Action::CursorUp => camera.pan(vec2(0.0, stride)),
            Action::CursorDown => camera.pan(vec2(0.0, -stride)),
            Action::ZoomIn => camera.zoom_about(view.center(), STEP, bounds.clone()),
            Action::ZoomOut => camera.zoom_about(view.center(), 1.0 / STEP, bounds.clone()),
            Action::ZoomWhole => camera.zoom = 64.0_f32.clamp(*bounds.start(), *bounds.end()),
            Action::Fit => camera = whole,
            _ => {}
        }
    }
    camera.keep_within(extent);
    sheet.looked = Some(camera);
    camera
}

/// The hex under the pointer: number, ground, names.
fn describe(sheet: &OpenMap, at: egui::Pos2) -> Option<String> {
    let hex = sheet.art.hex_at(at)?;
    let ground = &sheet.ground;
    let ix = ground.grid.ix(hex)?;
    let terrain = ground.terrain.get(ix.at()).and_then(|kind| ground.terrain_names.get(usize::from(*kind)));
    let names = ground.sites_at.get(ix.at()).into_iter().flatten().filter_map(|site| ground.sites.get(usize::from(*site))).map(|site| site.name.as_str());
    let region = ground.region.get(ix.at()).and_then(|kind| ground.regions.get(usize::from(*kind))).map(|(_, region)| region.name.as_str());
    let parts: Vec<&str> = names.chain(terrain.map(String::as_str)).chain(region).filter(|words| !words.is_empty()).collect();
    Some(format!("{hex}   {}", parts.join(" · ")))
}
