//! Below the plank: the game to continue, and the ones before it.

use super::{Layout, Wish};
use crate::client::desk::{Class, Desk, Dialog};
use crate::client::keys::Action;
use crate::client::library::Volume;
use crate::client::screens::gallery::Gallery;
use crate::client::screens::parts::{self, cap, line, rgb};
use crate::client::skin::{BRASS, Face, MUTE, TEXT};
use crate::client::widgets::{self, Weight, body_size};
use bevy_egui::egui::{self, Rect, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2};

/// Shows the games on disk. `first`: Enter goes on with the latest.
pub(crate) fn show(desk: &Desk, ui: &mut Ui, layout: &Layout, gallery: &Gallery, first: bool) -> Option<Wish> {
    parts::panel(ui.painter(), layout.go_on);
    let go_on = match desk.to_continue() {
        Some(volume) if layout.class == Class::Tiny => strip(desk, ui, layout.go_on, gallery, volume, first),
        Some(volume) => go_on(desk, ui, layout, gallery, volume, first),
        None => {
            nothing_yet(ui, layout.go_on);
            None
        }
    };
    go_on.or_else(|| recent(desk, ui, layout.recent?, gallery))
}

fn nothing_yet(ui: &Ui, rect: Rect) {
    let body = body_size(ui);
    let inner = rect.shrink2(vec2(26.0, 12.0));
    let top = pos2(inner.left(), rect.center().y - body * 1.9);
    let below = line(ui, top, "No game in progress", Face::Strong.at(body * 1.3), TEXT, inner.width());
    line(ui, below + vec2(0.0, 2.0), "Open a box to begin one. It is saved after every order.", Face::Text.at(body), MUTE, inner.width());
}

/// What a game is called in a line.
fn name(gallery: &Gallery, volume: &Volume) -> String {
    gallery.plate(volume.title).map_or_else(|| volume.title.slug().replace('_', " "), |plate| plate.name.clone())
}

/// What a game is called, and its turn if that is known.
fn full_name(desk: &Desk, gallery: &Gallery, volume: &Volume) -> String {
    let turn = desk.bookmarks.recap(volume).map(|recap| recap.turn.as_str()).filter(|turn| !turn.is_empty());
    turn.map_or_else(|| name(gallery, volume), |turn| format!("{}: {turn}", name(gallery, volume)))
}

/// Which of the games of its title it is: a number, or the name the user gave it.
fn which(volume: &Volume) -> String {
    let name = volume.name();
    match name.strip_prefix(&volume.title.slug().replace('_', " ")) {
        Some(number) if number.trim().parse::<u32>().is_ok() => format!("game {}", number.trim()),
        _ => name,
    }
}

pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn go_on(desk: &Desk, ui: &mut Ui, layout: &Layout, gallery: &Gallery, volume: &Volume, first: bool) -> Option<Wish> {
    let body = body_size(ui);
    let pad = if layout.class == Class::Wide { vec2(26.0, 22.0) } else { vec2(16.0, 14.0) };
    let inner = layout.go_on.shrink2(pad);
    let picture = Rect::from_min_size(inner.min, vec2(inner.height() * 1.64, inner.height()));
    ui.painter().rect_filled(picture, 6.0, rgb(0xc9bf9f));
    if let Some(plate) = gallery.plate(volume.title) {
        plate.paint_game(&ui.painter_at(picture), picture.shrink(1.0), desk.bookmarks.recap(volume));
    }
    ui.painter().rect_stroke(picture, 6.0, Stroke::new(2.0, rgb(0x0d1012)), StrokeKind::Inside);
    let text = inner.with_min_x(picture.right() + pad.x);
    let mode = gallery.plate(volume.title).map_or_else(String::new, |plate| plate.mode(volume));
    let mut at = line(ui, text.min, "Continue", Face::Strong.at(body.max(13.0)), BRASS, text.width());
    let recap = desk.bookmarks.recap(volume).cloned().unwrap_or_default();
    at = line(ui, at, &full_name(desk, gallery, volume), Face::Strong.at(body * 1.5), TEXT, text.width());
    at = line(ui, at, format!("{} {}.", recap.step, capital(&mode)).trim(), Face::Text.at(body), MUTE, text.width());
    let saved = format!("{}, saved {}.", capital(&which(volume)), volume.age());
    line(ui, at, &saved, Face::Text.at(body), MUTE, text.width());
    let height = if body > 13.0 { 32.0 } else { 28.0 };
    buttons(desk, ui, text.with_min_y(text.bottom() - height), volume, first)
}

fn buttons(desk: &Desk, ui: &mut Ui, rect: Rect, volume: &Volume, first: bool) -> Option<Wish> {
    let mut bar = ui.new_child(UiBuilder::new().id(egui::Id::new("go on")).max_rect(rect).layout(egui::Layout::left_to_right(egui::Align::Center)));
    bar.spacing_mut().item_spacing.x = 9.0;
    let key = if first { cap(&desk.settings.keys, Action::First) } else { String::new() };
    if widgets::button(&mut bar, Weight::Primary, "Continue", &key).clicked() {
        return Some(Wish::GoOn(volume.path.clone()));
    }
    widgets::button(&mut bar, Weight::Plain, "Watch from the start", "").clicked().then(|| Wish::Watch(volume.path.clone()))
}

/// The game to continue, in one line.
fn strip(desk: &Desk, ui: &mut Ui, rect: Rect, gallery: &Gallery, volume: &Volume, first: bool) -> Option<Wish> {
    let body = body_size(ui);
    let inner = rect.shrink2(vec2(14.0, 8.0));
    let right = inner.with_min_x(inner.right() - 286.0);
    let room = right.left() - inner.left() - 8.0;
    let at = line(ui, pos2(inner.left(), rect.center().y - body * 1.45), &full_name(desk, gallery, volume), Face::Strong.at(body * 1.1), TEXT, room);
    let mode = gallery.plate(volume.title).map_or_else(String::new, |plate| plate.mode(volume));
    line(ui, at, &format!("{}, saved {}", capital(&mode), volume.age()), Face::Text.at(body * 0.95), MUTE, room);
    buttons(desk, ui, right, volume, first)
}

fn recent(desk: &Desk, ui: &mut Ui, rect: Rect, gallery: &Gallery) -> Option<Wish> {
    parts::panel(ui.painter(), rect);
    let wide = body_size(ui) > 13.0;
    let inner = rect.shrink2(if wide { vec2(26.0, 22.0) } else { vec2(16.0, 14.0) });
    widgets::within(ui, "recent", inner.expand2(vec2(4.0, 0.0)), |ui| {
        parts::heading(ui, "Recent", "");
        ui.spacing_mut().item_spacing.y = 2.0;
        let mut wish = None;
        let rows = rows_in(ui);
        let first = desk.to_continue().map(|volume| &volume.path);
        let earlier = || desk.library.volumes.iter().filter(|volume| Some(&volume.path) != first);
        for volume in earlier().take(rows) {
            let mode = gallery.plate(volume.title).map_or_else(String::new, |plate| plate.mode(volume));
            let recap = desk.bookmarks.recap(volume);
            let stands = recap.map(|recap| recap.ended.as_ref().unwrap_or(&recap.turn)).filter(|words| !words.is_empty());
            let what = stands.map_or_else(|| format!("{} · {mode}", which(volume)), |stands| format!("{} · {stands} · {mode}", which(volume)));
            if parts::row(ui, &volume.name(), (&name(gallery, volume), 0.30), &what, (&volume.age(), MUTE)).clicked() {
                wish = Some(Wish::GoOn(volume.path.clone()));
            }
        }
        let listed = earlier().count();
        for damaged in desk.library.damaged.iter().take(rows.saturating_sub(listed)) {
            if parts::damaged(ui, damaged).clicked() {
                wish = Some(Wish::Show(Dialog::damaged(damaged)));
            }
        }
        if listed == 0 && desk.library.damaged.is_empty() {
            widgets::mute(ui, "Earlier games will be listed here.");
        }
        wish
    })
}

/// How many rows there is room for.
fn rows_in(ui: &Ui) -> usize {
    let row = (body_size(ui) * 2.15).max(26.0) + 2.0;
    (ui.available_height() / row) as usize
}
