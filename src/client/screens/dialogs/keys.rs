//! The list of keys.

use super::title;
use crate::client::desk::Desk;
use crate::client::keys::Action;
use crate::client::screens::parts::cap;
use crate::client::skin::{Face, LINE, MUTE, TEXT, WELL};
use crate::client::widgets::{self, body_size, galley};
use bevy_egui::egui::{Sense, Stroke, StrokeKind, Ui, pos2, vec2};

/// What the mouse does.
const MOUSE: [(&str, &str); 7] = [
    ("Click", "select a unit that can act; on a lit hex: do it; on empty ground: deselect"),
    ("Shift+click", "add or remove one counter"),
    ("Double click", "select the whole stack, including units that are done"),
    ("Right click", "show what can be done here"),
    ("Hold still", "show a card with the details"),
    ("Drag", "move the map"),
    ("Wheel", "zoom in or out"),
];

/// Shows the list. Returns whether to close it.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, pressed: &[Action]) -> bool {
    let keys = desk.settings.keys.clone();
    let (close, outside) = widgets::dialog(ui, "keys", 1060.0, |ui| {
        let close = title(ui, "Keys", &cap(&keys, Action::Back));
        let columns = (ui.available_width() / 330.0).floor().max(1.0) as usize;
        let width = ui.available_width() / columns as f32;
        let all: Vec<(String, &str)> = Action::all().map(|action| (cap(&keys, action), action.words())).collect();
        let rows = all.len().div_ceil(columns);
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for part in all.chunks(rows) {
                ui.vertical(|ui| {
                    ui.set_width(width);
                    ui.spacing_mut().item_spacing.y = 1.0;
                    part.iter().for_each(|(key, words)| row(ui, key, words, width - 16.0));
                });
            }
        });
        ui.add_space(6.0);
        widgets::head(ui, "Mouse");
        ui.spacing_mut().item_spacing.y = 1.0;
        let room = ui.available_width();
        MOUSE.iter().for_each(|(key, words)| row(ui, key, words, room));
        ui.add_space(6.0);
        widgets::mute(ui, "You can change the keys in Settings.");
        close
    });
    close || outside || pressed.contains(&Action::First)
}

fn row(ui: &mut Ui, key: &str, words: &str, width: f32) {
    let body = body_size(ui);
    let plate_room = body * 7.2;
    let text = galley(ui, words, Face::Text.at(body * 0.95), TEXT, width - plate_room);
    let key = galley(ui, key, Face::Narrow.at((body * 0.86).max(10.0)), TEXT, f32::INFINITY);
    let height = text.size().y.max(key.size().y + 4.0) + 3.0;
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let plate = bevy_egui::egui::Rect::from_min_size(pos2(rect.left(), rect.top() + 1.5), key.size() + vec2(12.0, 4.0));
    ui.painter().rect(plate, 3.0, WELL, Stroke::new(1.0, LINE), StrokeKind::Inside);
    ui.painter().galley(plate.min + vec2(6.0, 2.0), key, MUTE);
    let top = plate.center().y - text.rows.first().map_or(0.0, |row| row.size.y) / 2.0;
    ui.painter().galley(pos2(rect.left() + plate_room, top), text, TEXT);
}
