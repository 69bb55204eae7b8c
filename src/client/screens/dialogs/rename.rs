//! Another name for a game on disk.

use crate::client::desk::{Desk, Dialog};
use crate::client::keys::Action;
use crate::client::screens::parts::cap;
use crate::client::skin::{Face, TEXT};
use crate::client::widgets::{self, Weight, body_size};
use bevy_egui::egui::{self, TextEdit, Ui};
use std::path::Path;

/// Why a name cannot be used, if it cannot. The name the game has already can: nothing happens then.
fn barred(desk: &Desk, path: &Path, name: &str) -> Option<&'static str> {
    let to = desk.library.named(name);
    let stem = to.file_stem().map(|stem| stem.to_string_lossy().trim().to_owned()).unwrap_or_default();
    if stem.is_empty() || stem.starts_with('.') {
        return Some("A game needs a name of letters or digits.");
    }
    (to != path && std::fs::symlink_metadata(&to).is_ok()).then_some("Another game has this name already.")
}

/// Asks for the name and gives it. Tells whether the window is to be closed.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, path: &Path, mut name: String, pressed: &[Action]) -> bool {
    let why_not = barred(desk, path, &name);
    let key = cap(&desk.settings.keys, Action::First);
    let ((mut wanted, cancel), outside) = widgets::dialog(ui, "rename", 480.0, |ui| {
        widgets::styled(ui, "Rename game", Face::Strong, 1.35, TEXT);
        ui.add_space(4.0);
        let font = Face::Strong.at(body_size(ui) * 1.05);
        let field = TextEdit::singleline(&mut name).font(font).desired_width(f32::INFINITY).margin(egui::Margin::symmetric(10, 6)).char_limit(80);
        let response = ui.add(field);
        widgets::note(ui, "New name", response.rect);
        let opened = egui::Id::new("another name is asked for");
        let now = ui.ctx().cumulative_pass_nr();
        let fresh = ui.data(|data| data.get_temp::<u64>(opened)).is_none_or(|pass| pass + 1 < now);
        ui.data_mut(|data| data.insert_temp(opened, now));
        if fresh {
            response.request_focus();
        }
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        match why_not {
            Some(why) => drop(widgets::warn(ui, why)),
            None => drop(widgets::mute(ui, "Only the name changes; the game stays as it is.")),
        }
        ui.add_space(6.0);
        let answer = ui.horizontal(|ui| {
            let weight = if why_not.is_none() { Weight::Primary } else { Weight::Blocked };
            let rename = widgets::button(ui, weight, "Rename game", &key).clicked();
            (rename || entered, widgets::button(ui, Weight::Plain, "Cancel", "Esc").clicked())
        });
        answer.inner
    });
    wanted |= pressed.contains(&Action::First);
    let renames = wanted && why_not.is_none();
    if renames && desk.library.named(&name) != path {
        match desk.library.rename(path, &name) {
            Ok(to) => desk.bookmarks.rename(path, &to),
            Err(why) => desk.dialogs.push(Dialog::Trouble(why)),
        }
    }
    if let Some(Dialog::Rename { name: kept, .. }) = desk.dialogs.last_mut() {
        *kept = name;
    }
    renames || cancel || outside
}
