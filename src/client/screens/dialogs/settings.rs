//! The settings. Every change takes effect at once and is saved.

use super::title;
use crate::client::desk::{Desk, Dialog};
use crate::client::keys::{Action, Chord, Keys};
use crate::client::screens::parts::cap;
use crate::client::settings::{Numbers, Settings};
use crate::client::skin::{Face, MUTE, TEXT};
use crate::client::widgets::{self, Weight, body_size};
use bevy_egui::egui::{self, Align, Layout, Ui, vec2};

/// The steps of a number that is set with two buttons: lowest, highest, and increment.
struct Steps(u16, u16, u16);

/// Shows the settings. Returns whether to close them.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, mut rebinding: Option<Action>, mut conflict: Option<(Chord, Action)>) -> bool {
    let mut settings = desk.settings.clone();
    if let Some(action) = rebinding
        && let Some(answer) = heard(ui)
    {
        rebinding = None;
        conflict = answer.and_then(|chord| settings.keys.bind(action, chord).err().map(|taken| (chord, taken)));
    }
    let keys = settings.keys.clone();
    let (close, outside) = widgets::dialog(ui, "settings", 640.0, |ui| {
        let close = title(ui, "Settings", &cap(&keys, Action::Back));
        ui.spacing_mut().item_spacing.y = 5.0;
        display(ui, &mut settings);
        motion(ui, &mut settings);
        play(ui, &mut settings);
        key_list(ui, &mut settings.keys, &mut rebinding, &mut conflict);
        files(ui, desk);
        close
    });
    if settings != desk.settings {
        desk.settings = settings;
        desk.keep_settings();
    }
    if let Some(Dialog::Settings { rebinding: waits, conflict: last }) = desk.dialogs.iter_mut().rev().find(|d| matches!(d, Dialog::Settings { .. })) {
        (*waits, *last) = (rebinding, conflict);
    }
    close || outside
}

/// The key pressed for an action waiting for one; `Some(None)`: the user changed their mind.
fn heard(ui: &Ui) -> Option<Option<Chord>> {
    ui.ctx().input_mut(|input| {
        let key = |event: &egui::Event| match event {
            egui::Event::Key { key, pressed: true, modifiers, .. } => Some((*key, *modifiers)),
            _ => None,
        };
        let (key, held) = input.events.iter().find_map(key)?;
        input.events.retain(|event| !matches!(event, egui::Event::Key { .. })); // no widget shall hear it too
        Some((key != egui::Key::Escape).then_some(Chord { key, ctrl: held.command, shift: held.shift }))
    })
}

/// The heading of a group, with the button that resets it. Returns whether that was pressed.
fn group(ui: &mut Ui, words: &str) -> bool {
    ui.add_space(6.0);
    widgets::rule(ui);
    ui.add_space(2.0);
    let mut reset = false;
    ui.horizontal(|ui| {
        widgets::head(ui, words);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let label = format!("Reset {}", words.to_lowercase());
            reset = widgets::button(ui, Weight::Plain, &label, "").clicked();
        });
    });
    reset
}

/// A line: the name of a setting, and its control on the right.
fn line(ui: &mut Ui, words: &str, set: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        let label = body_size(ui) * 15.5;
        let height = if body_size(ui) > 13.0 { 30.0 } else { 26.0 };
        let text = widgets::elided(ui, words, Face::Text.at(body_size(ui)), TEXT, label);
        let (rect, _) = ui.allocate_exact_size(vec2(label.min(ui.available_width() * 0.4), height), egui::Sense::hover());
        ui.painter().galley(rect.left_center() - vec2(0.0, text.size().y / 2.0), text, TEXT);
        ui.vertical(set);
    });
}

/// A number with a button to each side.
fn number(ui: &mut Ui, name: &str, value: &mut u16, Steps(least, most, by): Steps) {
    ui.horizontal(|ui| {
        let weight = |possible: bool| if possible { Weight::Plain } else { Weight::Blocked };
        let (down, up) = (*value > least, *value < most);
        if step(ui, weight(down), "–", &format!("{name}: less")) && down {
            *value = value.saturating_sub(by).max(least);
        }
        let height = if body_size(ui) > 13.0 { 30.0 } else { 26.0 };
        let (rect, _) = ui.allocate_exact_size(vec2(58.0, height), egui::Sense::hover());
        ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, format!("{value}%"), Face::Strong.at(body_size(ui)), TEXT);
        if step(ui, weight(up), "+", &format!("{name}: more")) && up {
            *value = (*value + by).min(most);
        }
    });
}

fn step(ui: &mut Ui, weight: Weight, sign: &str, name: &str) -> bool {
    let response = widgets::button(ui, weight, sign, "");
    widgets::note(ui, name, response.rect);
    response.clicked()
}

fn switch(ui: &mut Ui, words: &str, on: &mut bool) {
    ui.horizontal(|ui| {
        let response = widgets::toggle(ui, on, true);
        response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Checkbox, true, *on, words));
        widgets::note(ui, words, response.rect);
        widgets::text(ui, words);
    });
}

fn display(ui: &mut Ui, settings: &mut Settings) {
    let ours = Settings::default();
    if group(ui, "Display") {
        (settings.ui_scale, settings.safe_palette, settings.counter_edge) = (ours.ui_scale, ours.safe_palette, ours.counter_edge);
        (settings.numbers, settings.minimap) = (ours.numbers, ours.minimap);
    }
    line(ui, "Panel size", |ui| number(ui, "Panel size", &mut settings.ui_scale, Steps(75, 200, 25)));
    line(ui, "Counter colors", |ui| {
        widgets::choose(ui, &mut settings.safe_palette, &[(false, "Printed"), (true, "Safe for color-blind eyes")]);
    });
    line(ui, "Counter size", |ui| {
        let mut edge = u16::from(settings.counter_edge);
        number(ui, "Counter size", &mut edge, Steps(50, 70, 5));
        settings.counter_edge = edge as u8;
    });
    line(ui, "Hex numbers", |ui| {
        let of = [(Numbers::Auto, "When legible"), (Numbers::Always, "Always"), (Numbers::Never, "Never")];
        widgets::choose(ui, &mut settings.numbers, &of);
    });
    switch(ui, "Show the minimap", &mut settings.minimap);
}

fn motion(ui: &mut Ui, settings: &mut Settings) {
    if group(ui, "Motion") {
        settings.motion = Settings::default().motion;
    }
    line(ui, "Speed", |ui| {
        widgets::choose(ui, &mut settings.motion, &[(0, "Off"), (50, "½"), (100, "1"), (150, "1½"), (200, "2")]);
    });
}

fn play(ui: &mut Ui, settings: &mut Settings) {
    let ours = Settings::default();
    if group(ui, "Play") {
        (settings.confirm_end, settings.pass_empty) = (ours.confirm_end, ours.pass_empty);
        (settings.fog_in_solo, settings.reel) = (ours.fog_in_solo, ours.reel);
    }
    switch(ui, "Ask before ending a step while something can still be done", &mut settings.confirm_end);
    switch(ui, "Skip steps in which nothing can be done", &mut settings.pass_empty);
    switch(ui, "Solo: see only what the deciding side may see", &mut settings.fog_in_solo);
    switch(ui, "Show the other side’s orders before your own decision", &mut settings.reel);
}

fn key_list(ui: &mut Ui, keys: &mut Keys, rebinding: &mut Option<Action>, conflict: &mut Option<(Chord, Action)>) {
    if group(ui, "Keys") {
        keys.reset();
        (*rebinding, *conflict) = (None, None);
    }
    widgets::mute(ui, "Press a key’s button, then the new key. Esc cancels.");
    if let Some((chord, taken)) = conflict {
        widgets::warn(ui, format!("{} is already used for: {}. Give that another key first.", chord.text(), taken.words()));
    }
    for action in Action::all() {
        key_row(ui, keys, action, rebinding, conflict);
    }
}

/// An action: the button with its key, and beside it what it does.
fn key_row(ui: &mut Ui, keys: &Keys, action: Action, rebinding: &mut Option<Action>, conflict: &mut Option<(Chord, Action)>) {
    let (body, waits) = (body_size(ui), *rebinding == Some(action));
    let column = body * 9.5;
    let text = widgets::galley(ui, action.words(), Face::Text.at(body * 0.95), TEXT, ui.available_width() - column);
    let height = text.size().y.max(if body > 13.0 { 30.0 } else { 26.0 });
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
    let cell = egui::Rect::from_min_size(rect.min, vec2(column - 8.0, height));
    let id = egui::Id::new(("key of", action.words()));
    let mut cell = ui.new_child(egui::UiBuilder::new().id(id).max_rect(cell).layout(Layout::left_to_right(Align::Center)));
    let words = if waits { "press a key …".to_owned() } else { cap(keys, action) };
    let response = widgets::button(&mut cell, if waits { Weight::Chosen } else { Weight::Plain }, &words, "");
    widgets::note(ui, &format!("Key: {}", action.words()), response.rect);
    if response.clicked() {
        (*rebinding, *conflict) = ((!waits).then_some(action), None);
    }
    ui.painter().galley(egui::pos2(rect.left() + column, rect.center().y - text.size().y / 2.0), text, TEXT);
}

fn files(ui: &mut Ui, desk: &Desk) {
    ui.add_space(6.0);
    widgets::rule(ui);
    ui.add_space(2.0);
    widgets::head(ui, "Files");
    let tables = desk.rules_dir.as_ref().map_or_else(|| "built in".to_owned(), |dir| dir.display().to_string());
    let folder = desk.library.folder().display().to_string();
    for (what, place) in [("Settings", desk.home.display().to_string()), ("Games", folder), ("Tables", tables)] {
        line(ui, what, |ui| {
            ui.add_space(4.0);
            widgets::styled(ui, place, Face::Text, 1.0, MUTE);
        });
    }
}
