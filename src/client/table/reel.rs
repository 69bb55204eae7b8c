//! The reel: what the other side did, order by order, as this side saw it.

use super::view::TableView;
use super::{Showing, Tabletop, pointer, tabs};
use crate::client::keys::Action;
use crate::client::settings::Settings;
use crate::client::skin::{Face, PANEL, TEXT};
use crate::client::widgets::{self, Weight};
use bevy_egui::egui::Ui;

/// Runs the reel by itself.
#[derive(Default)]
pub struct Projector {
    paused: bool,
    since: Option<(usize, f64)>,
}

/// Seconds a still at full speed.
const STILL: f64 = 0.9;

/// Shows where the prompt is otherwise what the still tells, and buttons to go on.
pub(crate) fn show(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, settings: &Settings) {
    let Some((still, of)) = table.still() else { return };
    let Showing::Reel(at) = table.stage else { return };
    let (order, waiting) = (still.order, still.sight.side);
    let (side, scope) = table.eyes();
    let other = table.rules().book.sides[waiting.other().at()].clone();
    let lines: Vec<_> = table.chronicle.page(order).iter().filter_map(|e| Some((e.read(side, scope)?.to_owned(), e.rule.0, e.hex, e.sort))).collect();
    let place = lines.iter().find_map(|(_, _, hex, _)| *hex);
    widgets::card(ui, PANEL, |ui| {
        widgets::styled(ui, format!("WHAT THE {} SIDE DID · {} of {of}", other.to_uppercase(), at + 1), Face::Strong, 0.92, TEXT);
        for (words, rule, _, sort) in &lines {
            tabs::line(ui, words, rule, *sort);
        }
        ui.horizontal_wrapped(|ui| {
            if widgets::button(ui, Weight::Primary, "Skip to my decision", &settings.keys.text(Action::Back)).clicked() {
                return table.skip_reel();
            }
            if widgets::button(ui, Weight::Plain, if view.reel.paused { "Go on" } else { "Pause" }, &settings.keys.text(Action::Pick)).clicked() {
                view.reel.paused = !view.reel.paused;
            }
            if widgets::button(ui, Weight::Plain, "Back", &settings.keys.text(Action::CursorLeft)).clicked() {
                table.turn_reel(-1);
            }
            if widgets::button(ui, Weight::Plain, "Next", &settings.keys.text(Action::CursorRight)).clicked() {
                table.turn_reel(1);
            }
        });
    });
    let now = ui.input(|i| i.time);
    let begun = match view.reel.since {
        Some((shown, begun)) if shown == at => begun,
        _ => {
            if let (Some(hex), Some(camera)) = (place, view.camera) {
                pointer::show_hex(view, camera.view, hex);
                view.cursor = Some(hex);
            }
            view.reel.since = Some((at, now));
            now
        }
    };
    let length = STILL * 100.0 / f64::from(settings.motion.max(25));
    if !view.reel.paused && table.stage == Showing::Reel(at) {
        if now - begun >= length {
            table.turn_reel(1);
            ui.ctx().request_repaint();
        } else {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(length - (now - begun)));
        }
    }
}

/// Keys of the reel.
pub(crate) fn key(table: &mut Tabletop, view: &mut TableView, action: Action) {
    match action {
        Action::CursorRight => table.turn_reel(1),
        Action::CursorLeft => table.turn_reel(-1),
        Action::Pick => view.reel.paused = !view.reel.paused,
        Action::First => table.skip_reel(),
        _ => {}
    }
}
