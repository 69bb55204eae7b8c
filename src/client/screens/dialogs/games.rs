//! The games on disk: to go on with, or to look at.

use super::title;
use crate::client::desk::{Desk, Dialog};
use crate::client::keys::Action;
use crate::client::screens::parts::{cap, damaged, row};
use crate::client::screens::shelf::which;
use crate::client::skin::MUTE;
use crate::client::table::Tabletop;
use crate::client::widgets;
use bevy_egui::egui::Ui;
use std::path::PathBuf;

/// Shows the list. Tells whether it is to be closed.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, pressed: &[Action], replay: bool) -> bool {
    desk.gallery.open(desk.rules_dir.as_deref());
    let keys = desk.settings.keys.clone();
    let mut watch = replay;
    let mut picked: Option<PathBuf> = None;
    let mut wrong = None;
    let (close, outside) = widgets::dialog(ui, "games", 760.0, |ui| {
        let close = title(ui, if replay { "Replays" } else { "Load game" }, &cap(&keys, Action::Back));
        widgets::choose(ui, &mut watch, &[(false, "Go on playing"), (true, "Watch from the start")]);
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.y = 2.0;
        for volume in &desk.library.volumes {
            let plate = desk.gallery.plate(volume.title);
            let name = plate.map_or_else(|| volume.title.slug().to_owned(), |plate| plate.name.clone());
            let mode = plate.map(|plate| plate.mode(volume)).unwrap_or_default();
            let what = format!("{} · {mode}", which(volume));
            if row(ui, &volume.name(), (&name, 0.28), &what, (&volume.age(), MUTE)).clicked() {
                picked = Some(volume.path.clone());
            }
        }
        for file in &desk.library.damaged {
            if damaged(ui, file).clicked() {
                wrong = Some(Dialog::damaged(file));
            }
        }
        if desk.library.volumes.is_empty() && desk.library.damaged.is_empty() {
            widgets::text(ui, "There are no games yet. Open a box on the shelf to begin one.");
        }
        ui.add_space(6.0);
        widgets::mute(ui, format!("They are in {}.", desk.library.folder().display()));
        close
    });
    if pressed.contains(&Action::First) {
        picked = picked.or_else(|| desk.library.volumes.first().map(|volume| volume.path.clone()));
    }
    if let Some(Dialog::Games { replay }) = desk.dialogs.last_mut() {
        *replay = watch;
    }
    if let Some(dialog) = wrong {
        desk.dialogs.push(dialog);
        return false;
    }
    if let Some(path) = picked {
        if watch {
            desk.put_on_table(Tabletop::watch(&path));
        } else {
            desk.go_on(&path);
        }
        return false;
    }
    close || outside
}
