//! Asks for the name of a copy of the game on the table.

use super::name_field;
use crate::client::desk::{Desk, Dialog};
use crate::client::keys::Action;
use crate::client::screens::parts::cap;
use crate::client::skin::Face;
use crate::client::widgets::{self, Weight};
use bevy_egui::egui::Ui;

/// Whether a name can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Free,
    Empty,
    /// It is the name of the game on the table itself.
    Own,
    /// Another game has it.
    Taken,
}

/// A suggested name.
pub(crate) fn suggestion(desk: &Desk) -> String {
    let stem = |table: &crate::client::table::Tabletop| table.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = desk.table.as_ref().map(stem).unwrap_or_default();
    (1..).map(|n| if n == 1 { format!("{name} copy") } else { format!("{name} copy {n}") }).find(|name| !desk.library.named(name).exists()).unwrap_or(name)
}

fn judge(desk: &Desk, name: &str) -> Verdict {
    let path = desk.library.named(name);
    let own = desk.table.as_ref().is_some_and(|table| table.path == path);
    match path.file_stem().map(|stem| stem.to_string_lossy().trim().to_owned()) {
        // A name of dots and blanks leaves only the ending.
        Some(stem) if stem.is_empty() || stem.starts_with('.') => Verdict::Empty,
        None => Verdict::Empty,
        Some(_) if own => Verdict::Own,
        Some(_) if path.exists() => Verdict::Taken,
        Some(_) => Verdict::Free,
    }
}

/// Asks for a name and saves. Returns whether to close the dialog.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, mut name: String, pressed: &[Action]) -> bool {
    let verdict = judge(desk, &name);
    let key = cap(&desk.settings.keys, Action::First);
    let folder = desk.library.folder().display().to_string();
    let ((wanted, cancel, replace), _) = widgets::dialog(ui, "save as", 520.0, |ui| {
        widgets::styled(ui, "Save a copy", Face::Strong, 1.35, crate::client::skin::TEXT);
        widgets::mute(ui, "The copy keeps the game as it is now; you go on playing this one.");
        ui.add_space(4.0);
        let entered = name_field(ui, &mut name, "Name");
        match verdict {
            Verdict::Free => drop(widgets::mute(ui, format!("Saved in {folder}."))),
            Verdict::Empty => drop(widgets::warn(ui, "The name needs at least one letter or digit.")),
            Verdict::Own => drop(widgets::warn(ui, "This is the game you are playing, which is already saved. Give the copy another name.")),
            Verdict::Taken => drop(widgets::warn(ui, "There is already a game with this name. Give the copy another name, or replace that game for good.")),
        }
        ui.add_space(6.0);
        let mut answer = (entered, false, false);
        ui.horizontal(|ui| {
            let weight = if verdict == Verdict::Free { Weight::Primary } else { Weight::Blocked };
            answer.0 |= widgets::button(ui, weight, "Save", &key).clicked();
            if verdict == Verdict::Taken {
                answer.2 = widgets::button(ui, Weight::Plain, "Replace it", "").clicked();
            }
            answer.1 = widgets::button(ui, Weight::Plain, "Cancel", "Esc").clicked();
        });
        answer
    });
    let save = (verdict == Verdict::Free && (wanted || pressed.contains(&Action::First))) || (verdict == Verdict::Taken && replace);
    if save {
        let path = desk.library.named(&name);
        let made = std::fs::create_dir_all(desk.library.folder());
        if let Some(table) = &mut desk.table {
            table.save_as(&path);
        }
        if let Err(e) = made {
            desk.dialogs.push(Dialog::Trouble(format!("{folder}: cannot be made: {}", crate::board::plain(&e))));
        }
        desk.library.look();
    } else if let Some(Dialog::SaveAs(kept)) = desk.dialogs.last_mut() {
        *kept = name;
    }
    save || cancel
}
