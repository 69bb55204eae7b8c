//! A game that cannot simply go on: another process has it open, or it no longer replays as it was played.

use crate::client::desk::Desk;
use crate::client::keys::Action;
use crate::client::screens::parts::cap;
use crate::client::skin::{BRASS, Face, TEXT};
use crate::client::table::Tabletop;
use crate::client::table::opening::{Rescue, turn_in_words};
use crate::client::widgets::{self, Weight};
use crate::play::Waypoint;
use bevy_egui::egui::Ui;
use std::path::Path;

/// If there are more differences than this, the rest are only counted.
const MOST: usize = 5;

/// Another process is playing the game. Returns whether to close the dialog.
pub(crate) fn held(desk: &mut Desk, ui: &mut Ui, path: &Path, pressed: &[Action]) -> bool {
    let (first, back) = (cap(&desk.settings.keys, Action::First), cap(&desk.settings.keys, Action::Back));
    let ((mut watch, close), outside) = widgets::dialog(ui, "held", 560.0, |ui| {
        widgets::styled(ui, "This game is open elsewhere", Face::Strong, 1.25, BRASS);
        ui.add_space(4.0);
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        widgets::text(ui, format!("“{name}” is being played in another Five Fronts window, and only one window can play a game at a time."));
        widgets::text(ui, "You can watch it here, from the start to its last order.");
        ui.add_space(8.0);
        let answer = ui.horizontal(|ui| {
            let watch = widgets::button(ui, Weight::Primary, "Watch as a replay", &first).clicked();
            (watch, widgets::button(ui, Weight::Plain, "Cancel", &back).clicked())
        });
        answer.inner
    });
    watch |= pressed.contains(&Action::First);
    if watch {
        desk.put_on_table(Tabletop::watch(path));
    }
    close || outside || watch
}

/// What the user wants done with a game that differs.
enum Wish {
    GoOn(Option<Waypoint>),
    Watch,
    Close,
}

/// The game no longer replays as it was played: what differs and where, and the points from which it can go on. Returns whether to close the dialog.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, rescue: &Rescue, pressed: &[Action]) -> bool {
    let (first, back) = (cap(&desk.settings.keys, Action::First), cap(&desk.settings.keys, Action::Back));
    let (mut wish, outside) = widgets::dialog(ui, "rescue", 640.0, |ui| {
        widgets::styled(ui, "This game no longer plays as it did", Face::Strong, 1.25, BRASS);
        ui.add_space(4.0);
        let name = rescue.path.file_stem().unwrap_or_default().to_string_lossy();
        widgets::text(ui, format!("“{name}” replays correctly up to {}. What differs:", place(rescue)));
        for words in rescue.differs.iter().take(MOST) {
            widgets::styled(ui, words, Face::Text, 1.0, TEXT);
        }
        if rescue.differs.len() > MOST {
            widgets::mute(ui, format!("and {} more", rescue.differs.len() - MOST));
        }
        if rescue.lost > 0 {
            let after = if rescue.lost == 1 { "One order was".to_owned() } else { format!("{} orders were", rescue.lost) };
            widgets::mute(ui, format!("{after} given after that."));
        }
        ui.add_space(6.0);
        widgets::text(ui, "You can go on from any of these points as a new game. The old file stays as it is.");
        ui.add_space(4.0);
        answers(ui, rescue, &first, &back)
    });
    if pressed.contains(&Action::First) {
        wish = Some(Wish::GoOn(None));
    }
    match wish {
        Some(Wish::GoOn(from)) => {
            let made = desk.library.fresh(rescue.title).map_err(crate::client::table::opening::OpeningError::Fault);
            desk.put_on_table(made.and_then(|fresh| Tabletop::rescue(&rescue.path, from, fresh)));
            desk.library.look();
        }
        Some(Wish::Watch) => desk.put_on_table(Tabletop::watch(&rescue.path)),
        Some(Wish::Close) | None => {}
    }
    outside || wish.is_some()
}

/// The last order that agrees, in words.
fn place(rescue: &Rescue) -> String {
    match rescue.orders {
        0 => "the start, before the first order".to_owned(),
        n => format!("order {n} ({})", rescue.turn),
    }
}

fn answers(ui: &mut Ui, rescue: &Rescue, first: &str, back: &str) -> Option<Wish> {
    let mut wish = None;
    let words = if rescue.orders == 0 { "Start again".to_owned() } else { format!("Go on from {}", place(rescue)) };
    if widgets::wide_button(ui, Weight::Primary, &words, first).clicked() {
        wish = Some(Wish::GoOn(None));
    }
    for (n, waypoint) in rescue.waypoints.iter().enumerate() {
        // The first of a turn is the turn.
        let begins = n == 0 || rescue.waypoints[n - 1].turn != waypoint.turn;
        let turn = turn_in_words(waypoint.turn);
        let words = if begins { format!("Go on from {turn}") } else { format!("Go on from {turn}, order {}", waypoint.orders) };
        if widgets::wide_button(ui, Weight::Plain, &words, "").clicked() {
            wish = Some(Wish::GoOn(Some(*waypoint)));
        }
    }
    if rescue.orders > 0 && widgets::wide_button(ui, Weight::Plain, "Watch up to there", "").clicked() {
        wish = Some(Wish::Watch);
    }
    if widgets::wide_button(ui, Weight::Plain, "Leave it as it is", back).clicked() {
        wish = Some(Wish::Close);
    }
    wish
}
