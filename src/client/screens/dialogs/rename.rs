//! Renames a game on disk.

use super::name_field;
use crate::client::desk::{Desk, Dialog};
use crate::client::keys::Action;
use crate::client::screens::parts::cap;
use crate::client::skin::{Face, TEXT};
use crate::client::widgets::{self, Weight};
use bevy_egui::egui::Ui;
use std::path::Path;

/// Why a name cannot be used, if it cannot. The game's current name is allowed, and changes nothing.
fn barred(desk: &Desk, path: &Path, name: &str) -> Option<&'static str> {
    let to = desk.library.named(name);
    let stem = to.file_stem().map(|stem| stem.to_string_lossy().trim().to_owned()).unwrap_or_default();
    if stem.is_empty() || stem.starts_with('.') {
        return Some("The name needs at least one letter or digit.");
    }
    (to != path && std::fs::symlink_metadata(&to).is_ok()).then_some("Another game already has this name.")
}

/// Asks for the name and renames the game. Returns whether to close the dialog.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, path: &Path, mut name: String, pressed: &[Action]) -> bool {
    let why_not = barred(desk, path, &name);
    let key = cap(&desk.settings.keys, Action::First);
    let ((mut wanted, cancel), outside) = widgets::dialog(ui, "rename", 480.0, |ui| {
        widgets::styled(ui, "Rename game", Face::Strong, 1.35, TEXT);
        ui.add_space(4.0);
        let entered = name_field(ui, &mut name, "New name");
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
