//! The windows over a screen: settings, keys, games, menu, save as, trouble.

mod games;
mod keys;
mod rename;
mod rescue;
mod save_as;
mod settings;

use super::parts::cap;
use crate::client::desk::{Desk, Dialog};
use crate::client::keys::Action;
use crate::client::report;
use crate::client::skin::{BRASS, Face, TEXT};
use crate::client::table::{Tabletop, calculator, forces, legend, statistics};
use crate::client::widgets::{self, Weight, body_size};
use bevy_egui::egui::{self, Align, Layout, TextEdit, Ui};

/// Shows the topmost dialog.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, pressed: &[Action]) {
    let Some(dialog) = desk.dialogs.last().cloned() else { return };
    let depth = desk.dialogs.len();
    let pressed = widgets::press_focused(ui, pressed);
    let close = match dialog {
        Dialog::Settings { rebinding, conflict } => settings::show(desk, ui, rebinding, conflict),
        Dialog::Keys => keys::show(desk, ui, &pressed),
        Dialog::Games { replay } => games::show(desk, ui, &pressed, replay),
        Dialog::Rename { path, name } => rename::show(desk, ui, &path, name, &pressed),
        Dialog::Forces => forces::show(desk, ui),
        Dialog::Statistics => statistics::show(desk, ui, &pressed),
        Dialog::Legend => legend::show(desk, ui, &pressed),
        Dialog::Deleted => games::deleted(desk, ui, &pressed),
        Dialog::Menu => menu(desk, ui, &pressed),
        Dialog::SaveAs(name) => save_as::show(desk, ui, name, &pressed),
        Dialog::Held(path) => rescue::held(desk, ui, &path, &pressed),
        Dialog::Rescue(rescue) => rescue::show(desk, ui, &rescue, &pressed),
        Dialog::Trouble(message) => trouble(ui, &message, &cap(&desk.settings.keys, Action::First), &pressed),
    };
    // What was done may have opened another window over this one, or cleared them all.
    if close && desk.dialogs.len() >= depth {
        desk.dialogs.remove(depth - 1);
    }
}

/// A field for the name of a game, which gets the keyboard as soon as it is shown. `known` is its name for [`widgets::find`]. Returns whether Enter
/// was pressed in it.
fn name_field(ui: &mut Ui, name: &mut String, known: &str) -> bool {
    let font = Face::Strong.at(body_size(ui) * 1.05);
    let field = TextEdit::singleline(name).font(font).desired_width(f32::INFINITY).margin(egui::Margin::symmetric(10, 6)).char_limit(80);
    let response = ui.add(field);
    widgets::note(ui, known, response.rect);
    let (shown, now) = (egui::Id::new(("shown", known)), ui.ctx().cumulative_pass_nr());
    let fresh = ui.data(|data| data.get_temp::<u64>(shown)).is_none_or(|pass| pass + 1 < now);
    ui.data_mut(|data| data.insert_temp(shown, now));
    if fresh {
        response.request_focus();
    }
    response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
}

/// The head of a window, with a button to close it at the right.
pub(crate) fn title(ui: &mut Ui, words: &str, key: &str) -> bool {
    let mut close = false;
    ui.horizontal(|ui| {
        widgets::styled(ui, words, Face::Strong, 1.35, TEXT);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| close = widgets::button(ui, Weight::Plain, "Close", key).clicked());
    });
    ui.add_space(4.0);
    close
}

/// Something went wrong outside the game.
fn trouble(ui: &mut Ui, message: &str, key: &str, pressed: &[Action]) -> bool {
    let (ok, outside) = widgets::dialog(ui, "trouble", 620.0, |ui| {
        widgets::styled(ui, "That did not work", Face::Strong, 1.25, BRASS);
        ui.add_space(4.0);
        message.lines().for_each(|line| drop(widgets::text(ui, line)));
        ui.add_space(8.0);
        widgets::button(ui, Weight::Primary, "OK", key).clicked()
    });
    ok || outside || pressed.contains(&Action::First)
}

/// What the menu of the table offers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    Resume,
    SaveAs,
    Load,
    Forces,
    Statistics,
    Legend,
    Calculator,
    Report,
    Settings,
    Keys,
    Resign,
    Shelf,
    Quit,
}

impl Item {
    fn words(self) -> &'static str {
        match self {
            Item::Resume => "Resume",
            Item::SaveAs => "Save a copy as …",
            Item::Load => "Load another game",
            Item::Forces => "Order of battle",
            Item::Statistics => "Statistics",
            Item::Legend => "Legend",
            Item::Calculator => "Battle calculator",
            Item::Report => "Write a report (HTML)",
            Item::Settings => "Settings",
            Item::Keys => "Keys",
            Item::Resign => "Give up the game …",
            Item::Shelf => "Back to the shelf",
            Item::Quit => "Quit",
        }
    }

    fn key(self) -> Option<Action> {
        match self {
            Item::Resume => Some(Action::Back),
            Item::SaveAs => Some(Action::SaveAs),
            Item::Load => Some(Action::Load),
            Item::Forces => Some(Action::Forces),
            Item::Statistics => Some(Action::Statistics),
            Item::Legend => Some(Action::Legend),
            Item::Calculator => Some(Action::Calculator),
            Item::Keys => Some(Action::Keys),
            Item::Report | Item::Settings | Item::Resign | Item::Shelf | Item::Quit => None,
        }
    }
}

/// The table's menu. While the screen changes hands it shows nothing about the game.
fn menu(desk: &mut Desk, ui: &mut Ui, pressed: &[Action]) -> bool {
    let veiled = desk.veiled();
    let watched = desk.table.as_ref().is_none_or(|table| table.replay.is_some());
    let hidden = |item: Item| match item {
        Item::SaveAs | Item::Report => veiled || watched || desk.table.as_ref().is_some_and(|table| table.lesson.is_some()),
        Item::Calculator => veiled || desk.table.as_ref().is_none_or(|table| table.calculates().is_err()),
        Item::Load | Item::Forces | Item::Statistics | Item::Legend => veiled,
        Item::Resign => veiled || !desk.table.as_ref().is_some_and(Tabletop::may_resign),
        _ => false,
    };
    let all = [
        Item::Resume,
        Item::SaveAs,
        Item::Load,
        Item::Forces,
        Item::Statistics,
        Item::Legend,
        Item::Calculator,
        Item::Report,
        Item::Settings,
        Item::Keys,
        Item::Resign,
        Item::Shelf,
        Item::Quit,
    ];
    let keys = desk.settings.keys.clone();
    let failing = desk.table.as_ref().and_then(|table| table.disk.words()).and_then(|(words, bad)| bad.then_some(words));
    let (mut picked, outside) = widgets::dialog(ui, "menu", 320.0, |ui| {
        widgets::styled(ui, "Menu", Face::Strong, 1.35, TEXT);
        ui.add_space(6.0);
        let mut picked = None;
        for item in all.into_iter().filter(|item| !hidden(*item)) {
            let weight = if item == Item::Resume { Weight::Primary } else { Weight::Plain };
            let key = item.key().map(|action| cap(&keys, action)).unwrap_or_default();
            if widgets::wide_button(ui, weight, item.words(), &key).clicked() {
                picked = Some(item);
            }
        }
        ui.add_space(6.0);
        match &failing {
            Some(words) => drop(widgets::warn(ui, format!("{words} Save a copy elsewhere before you leave."))),
            None => drop(widgets::mute(ui, "The game is saved after every order; you can leave at any time.")),
        }
        picked
    });
    if pressed.contains(&Action::SaveAs) && !hidden(Item::SaveAs) {
        picked = Some(Item::SaveAs);
    }
    match picked {
        Some(Item::SaveAs) => desk.dialogs.push(Dialog::SaveAs(save_as::suggestion(desk))),
        Some(Item::Load) => desk.dialogs.push(Dialog::Games { replay: false }),
        Some(Item::Forces) => desk.dialogs = vec![Dialog::Forces],
        Some(Item::Statistics) => desk.dialogs = vec![Dialog::Statistics],
        Some(Item::Legend) => desk.dialogs = vec![Dialog::Legend],
        Some(Item::Calculator) => {
            let mut view = std::mem::take(&mut desk.view);
            desk.table.iter_mut().for_each(|table| calculator::toggle(table, &mut view));
            desk.view = view;
        }
        Some(Item::Report) => write_report(desk),
        Some(Item::Settings) => desk.dialogs.push(Dialog::Settings { rebinding: None, conflict: None }),
        Some(Item::Keys) => desk.dialogs.push(Dialog::Keys),
        Some(Item::Resign) => desk.table.iter_mut().for_each(Tabletop::ask_to_resign),
        Some(Item::Shelf) => desk.to_shelf(),
        Some(Item::Quit) => desk.quit = true,
        Some(Item::Resume) | None => {}
    }
    let left_open = matches!(picked, Some(Item::SaveAs | Item::Load | Item::Forces | Item::Statistics | Item::Legend | Item::Settings | Item::Keys));
    outside || pressed.contains(&Action::First) || (picked.is_some() && !left_open)
}

/// Writes the report of the game on the table next to its saves, and says where it is.
fn write_report(desk: &mut Desk) {
    let Some(table) = &mut desk.table else { return };
    let folder = desk.home.join("reports");
    let name = table.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let out = folder.join(format!("{name}.html"));
    let made = std::fs::create_dir_all(&folder).map_err(|e| format!("{}: cannot be made: {}", folder.display(), crate::board::plain(&e)));
    match made.and_then(|()| report::write_of(table, &out)) {
        Ok(()) => table.say(format!("The report is in {}.", out.display())),
        Err(why) => desk.dialogs.push(Dialog::Trouble(why)),
    }
}
