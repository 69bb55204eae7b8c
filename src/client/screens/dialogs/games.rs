//! The games on disk: to continue or watch, to rename and to delete.

use super::title;
use crate::client::bookmarks::Recap;
use crate::client::desk::{Desk, Dialog};
use crate::client::keys::Action;
use crate::client::library::Volume;
use crate::client::screens::gallery::{Gallery, Plate};
use crate::client::screens::parts::{cap, damaged, line, rgb};
use crate::client::screens::shelf::capital;
use crate::client::skin::{BRASS, Face, MUTE, RAISE, TEXT};
use crate::client::table::Tabletop;
use crate::client::widgets::{self, Weight, body_size};
use bevy_egui::egui::{self, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use std::path::PathBuf;

/// What the user wants done with a game.
enum Wish {
    Open(PathBuf),
    Rename(PathBuf, String),
    Delete(PathBuf),
    BringBack(PathBuf),
    Destroy(PathBuf),
    Deleted,
    Tell(Dialog),
}

/// Shows the list. Returns whether to close it.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, pressed: &[Action], replay: bool) -> bool {
    work(desk, ui);
    let keys = desk.settings.keys.clone();
    let mut watch = replay;
    let ((close, mut wish), outside) = widgets::dialog(ui, "games", 820.0, |ui| {
        let close = title(ui, if replay { "Replays" } else { "Load game" }, &cap(&keys, Action::Back));
        widgets::choose(ui, &mut watch, &[(false, "Go on playing"), (true, "Watch from the start")]);
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.y = 2.0;
        let mut wish = None;
        for volume in &desk.library.volumes {
            let recap = desk.bookmarks.recap(volume);
            let actions = [("Rename", Wish::Rename(volume.path.clone(), volume.name())), ("Delete", Wish::Delete(volume.path.clone()))];
            wish = entry(ui, &desk.gallery, volume, recap, Some(Wish::Open(volume.path.clone())), actions).or(wish);
        }
        for file in &desk.library.damaged {
            let room = ui.available_width();
            ui.horizontal(|ui| {
                ui.allocate_ui(vec2(room - body_size(ui) * 6.5, 26.0), |ui| {
                    if damaged(ui, file).clicked() {
                        wish = Some(Wish::Tell(Dialog::damaged(file)));
                    }
                });
                let delete = widgets::button(ui, Weight::Plain, "Delete", "");
                widgets::note(ui, &format!("Delete {}", file.name()), delete.rect);
                if delete.clicked() {
                    wish = Some(Wish::Delete(file.path.clone()));
                }
            });
        }
        if desk.library.volumes.is_empty() && desk.library.damaged.is_empty() {
            widgets::text(ui, "There are no games yet. Open a box on the shelf to begin one.");
        }
        ui.add_space(6.0);
        wish = foot(ui, desk, &cap(&keys, Action::Undo)).or(wish);
        widgets::mute(ui, format!("Games are kept in {}.", desk.library.folder().display()));
        (close, wish)
    });
    if pressed.contains(&Action::First) {
        wish = wish.or_else(|| desk.library.volumes.first().map(|volume| Wish::Open(volume.path.clone())));
    }
    if pressed.contains(&Action::Undo) {
        wish = wish.or_else(|| desk.library.last_deleted.clone().map(|(path, _)| Wish::BringBack(path)));
    }
    if let Some(Dialog::Games { replay }) = desk.dialogs.last_mut() {
        *replay = watch;
    }
    match wish {
        None => close || outside,
        Some(Wish::Open(path)) => {
            if watch {
                desk.put_on_table(Tabletop::watch(&path));
            } else {
                desk.go_on(&path);
            }
            false
        }
        Some(wish) => {
            fulfill(desk, wish);
            false
        }
    }
}

/// The deleted games, which can be restored. Returns whether to close the dialog.
pub(crate) fn deleted(desk: &mut Desk, ui: &mut Ui, pressed: &[Action]) -> bool {
    work(desk, ui);
    let key = cap(&desk.settings.keys, Action::Back);
    let ((close, wish), outside) = widgets::dialog(ui, "deleted games", 820.0, |ui| {
        let close = title(ui, "Deleted games", &key);
        let mut wish = None;
        for volume in &desk.library.deleted {
            let actions = [("Restore", Wish::BringBack(volume.path.clone())), ("Delete for good", Wish::Destroy(volume.path.clone()))];
            wish = entry(ui, &desk.gallery, volume, None, None, actions).or(wish);
        }
        if desk.library.deleted.is_empty() {
            widgets::text(ui, "There are no deleted games.");
        }
        (close, wish)
    });
    if let Some(wish) = wish {
        fulfill(desk, wish);
    }
    close || outside || pressed.contains(&Action::First)
}

/// Gets maps drawn and games read for the small pictures, one by one.
fn work(desk: &mut Desk, ui: &Ui) {
    desk.gallery.open(desk.rules_dir.as_deref());
    desk.gallery.work(ui.ctx(), desk.beside, desk.rules_dir.as_deref(), &desk.library.volumes, &mut desk.bookmarks);
}

fn fulfill(desk: &mut Desk, wish: Wish) {
    let done = match wish {
        Wish::Rename(path, name) => {
            desk.dialogs.push(Dialog::Rename { path, name });
            Ok(())
        }
        Wish::Delete(path) => desk.library.delete(&path),
        Wish::BringBack(path) => desk.library.bring_back(&path).map(drop),
        Wish::Destroy(path) => desk.library.destroy(&path),
        Wish::Deleted => {
            desk.dialogs.push(Dialog::Deleted);
            Ok(())
        }
        Wish::Tell(dialog) => {
            desk.dialogs.push(dialog);
            Ok(())
        }
        Wish::Open(_) => Ok(()),
    };
    if let Err(why) = done {
        desk.dialogs.push(Dialog::Trouble(why));
    }
}

/// The game deleted last, with a button to undo that, and a button for all deleted games.
fn foot(ui: &mut Ui, desk: &Desk, undo: &str) -> Option<Wish> {
    let mut wish = None;
    ui.horizontal_wrapped(|ui| {
        if let Some((path, name)) = &desk.library.last_deleted {
            widgets::text(ui, format!("“{name}” was deleted."));
            if widgets::button(ui, Weight::Primary, "Undo delete", undo).clicked() {
                wish = Some(Wish::BringBack(path.clone()));
            }
        }
        let all = desk.library.deleted.len();
        if all > 0 && widgets::button(ui, Weight::Plain, &format!("Deleted games ({all}) …"), "").clicked() {
            wish = Some(Wish::Deleted);
        }
    });
    wish
}

/// Who plays, the status and when it was saved, in one line.
fn stands(plate: Option<&Plate>, volume: &Volume, recap: Option<&Recap>) -> String {
    let turn = recap.map(|recap| recap.turn.as_str()).filter(|turn| !turn.is_empty()).map(capital);
    let ended = recap.and_then(|recap| recap.ended.as_deref()).map(capital);
    let mode = plate.map(|plate| capital(&plate.mode(volume))).filter(|mode| !mode.is_empty());
    let parts: Vec<String> = ended.into_iter().chain(turn).chain(mode).chain([volume.age()]).collect();
    parts.join(" · ")
}

/// A game with its picture: press it to open it, or one of its two buttons.
fn entry(ui: &mut Ui, gallery: &Gallery, volume: &Volume, recap: Option<&Recap>, open: Option<Wish>, actions: [(&str, Wish); 2]) -> Option<Wish> {
    let body = body_size(ui);
    let height = body * 4.7;
    let sense = if open.is_some() { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), sense);
    let name = volume.name();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &name));
    widgets::note(ui, &name, rect);
    if open.is_some() && (response.hovered() || response.has_focus()) {
        ui.painter().rect_filled(rect, 5.0, RAISE);
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, rgb(0x313a41)));
    let picture = Rect::from_min_size(rect.min + vec2(4.0, 4.0), vec2((height - 8.0) * 1.5, height - 8.0));
    let plate = gallery.plate(volume.title);
    ui.painter().rect_filled(picture, 4.0, rgb(0xc9bf9f));
    if let Some(plate) = plate.filter(|_| ui.is_rect_visible(rect)) {
        plate.paint_game(&ui.painter_at(picture.intersect(ui.clip_rect())), picture, recap);
    }
    ui.painter().rect_stroke(picture, 4.0, Stroke::new(1.0, rgb(0x0d1012)), StrokeKind::Inside);

    let mut wish = response.clicked().then_some(open).flatten();
    let bar = Rect::from_min_max(pos2(rect.right() - body * 17.0, rect.top()), rect.max);
    let builder = egui::UiBuilder::new().id(egui::Id::new(("game", &volume.path))).max_rect(bar).layout(egui::Layout::right_to_left(egui::Align::Center));
    let mut bar = ui.new_child(builder);
    for (words, chosen) in actions.into_iter().rev() {
        let button = widgets::button(&mut bar, Weight::Plain, words, "");
        widgets::note(&bar, &format!("{words} {name}"), button.rect);
        if button.clicked() {
            wish = Some(chosen);
        }
    }
    let (left, end) = (picture.right() + 12.0, bar.min_rect().left() - 10.0);
    let head = plate.map_or_else(|| volume.title.slug().replace('_', " "), |plate| plate.name.clone());
    let at = line(ui, pos2(left, rect.center().y - body * 2.05), &name, Face::Strong.at(body * 1.05), TEXT, end - left);
    let at = line(ui, at, &head, Face::Text.at(body * 0.95), TEXT, end - left);
    line(ui, at, &stands(plate, volume, recap), Face::Text.at(body * 0.9), MUTE, end - left);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 5.0, Stroke::new(2.0, BRASS), StrokeKind::Inside);
        if response.gained_focus() {
            ui.scroll_to_rect(rect, None);
        }
    }
    if open_cursor(&response) {
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    }
    wish
}

fn open_cursor(response: &egui::Response) -> bool {
    response.sense.senses_click() && response.hovered()
}
