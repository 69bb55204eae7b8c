//! Games played in the background with the tables as they were and as they are now: what a designer's change does to the balance.

use super::{Tabletop, overlays};
use crate::board::Side;
use crate::board::look::Look;
use crate::client::skin::{BRASS, Face, LINE, MUTE, TEXT, WELL};
use crate::client::widgets::{self, Weight, body_size};
use crate::games::Rules;
use crate::lab::Batch;
use crate::lab::balance::{self, Halted, Variant, Watch};
use crate::lab::simulate::{Player, interval};
use bevy_egui::egui::{self, Align2, Color32, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use std::thread::JoinHandle;
use std::time::Duration;

/// How many games are played with each set of tables.
pub const GAMES: u64 = 100;
/// The seed of the first: always the same, so that trials can be compared.
const SEED: u64 = 1;

/// A trial in progress, or its result.
pub struct Trial {
    thread: Option<JoinHandle<Result<(), Halted>>>,
    watch: Watch,
    /// Games with each set of tables.
    games: u64,
    /// What was changed.
    what: Vec<String>,
    /// In which scenario.
    scenario: String,
    /// Why it did not finish, if it did not.
    halted: Option<String>,
}

impl Drop for Trial {
    fn drop(&mut self) {
        self.watch.stop();
    }
}

impl Trial {
    /// Starts playing, with Steady on both sides and without optional rules.
    pub fn start(before: Rules, after: Rules, scenario: &str, what: Vec<String>, games: u64) -> Trial {
        let name = before.scenario(Some(scenario)).map_or_else(|_| scenario.to_owned(), |scenario| scenario.name.clone());
        let (watch, id) = (Watch::default(), scenario.to_owned());
        let signals = watch.clone();
        let play = move || {
            let batch = Batch { games, seed: SEED, scenario: Some(&id), jobs: super::threads(), every: 1, quiet: true, think: Default::default() };
            balance::before_and_after(&before, &after, [Player::Steady; 2], &batch, &signals)
        };
        let thread = std::thread::Builder::new().name("a trial".to_owned()).spawn(play);
        let halted = thread.as_ref().err().map(|_| "It could not be started.".to_owned());
        Trial { thread: thread.ok(), watch, games, what, scenario: name, halted }
    }

    /// Whether it is still running.
    pub fn is_running(&self) -> bool {
        self.thread.is_some()
    }

    /// How much of it is done, from 0 to 1.
    pub fn share(&self) -> f32 {
        self.watch.games() as f32 / (2 * self.games).max(1) as f32
    }

    /// The results before and after; `None` as long as few games are over.
    pub fn found(&self) -> Option<[Variant; 2]> {
        self.watch.found().try_into().ok()
    }

    /// Starts no further game; the results so far are kept.
    pub fn cancel(&mut self) {
        if self.thread.take().is_some() {
            self.watch.stop();
            self.halted = Some("Canceled.".to_owned());
        }
    }

    /// Checks whether it is over.
    pub fn look(&mut self) {
        let Some(thread) = self.thread.take_if(|thread| thread.is_finished()) else { return };
        self.halted = match thread.join() {
            Ok(Ok(())) => None,
            Ok(Err(Halted::Game(what))) => Some(format!("A game went wrong: {what}.")),
            Ok(Err(Halted::Tables(faults))) => Some(faults.to_string()),
            Ok(Err(Halted::Stopped)) => Some("Canceled.".to_owned()),
            Err(_) => Some("A game went wrong.".to_owned()),
        };
    }
}

/// Shows a trial: its progress bar while it runs, and the results so far.
pub(super) fn show(ui: &mut Ui, table: &Tabletop, trial: &mut Trial) {
    trial.look();
    let words = format!("{}, Steady on both sides, {} games each on the same seeds", trial.scenario, trial.games);
    widgets::mute(ui, words);
    for what in trial.what.iter().take(3) {
        widgets::text(ui, what);
    }
    if trial.what.len() > 3 {
        widgets::mute(ui, format!("and {} more changes", trial.what.len() - 3));
    }
    if trial.is_running() {
        ui.ctx().request_repaint_after(Duration::from_millis(100));
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(220.0, 10.0), Sense::hover());
            ui.painter().rect_filled(rect, 3.0, LINE);
            ui.painter().rect_filled(rect.with_max_x(rect.left() + rect.width() * trial.share()), 3.0, BRASS);
            widgets::mute(ui, format!("{} of {} games", trial.watch.games(), 2 * trial.games));
            if widgets::button(ui, Weight::Plain, "Cancel", "").clicked() {
                trial.cancel();
            }
        });
    }
    if let Some(why) = &trial.halted {
        widgets::mute(ui, why);
    }
    if let Some(found) = trial.found() {
        chart(ui, &table.rules().book.sides, &table.rules().book.look, &found);
        widgets::text(ui, verdict(&table.rules().book.sides, &found));
    }
}

/// The outcome of a trial, in a sentence.
pub fn verdict(sides: &[String], [before, after]: &[Variant; 2]) -> String {
    let (by, off) = after.difference.estimate();
    let side = sides.first().map_or("", String::as_str);
    let (points, off) = (by * 100.0, off * 100.0);
    let games = after.report.games;
    let told = format!("{} ± {off:.1}%", signed(points, 1));
    match (before.report == after.report, points.abs() > off) {
        (true, _) => format!("None of the {games} games went differently."),
        (false, true) => format!("The {side} side wins {} after the change: {told} of the games.", if by > 0.0 { "more" } else { "less" }),
        (false, false) => format!("No clear difference in {games} games: {told} for the {side} side."),
    }
}

/// A number with its sign, as people write it.
fn signed(number: f64, places: usize) -> String {
    format!("{number:+.places$}").replace('-', "–")
}

/// Height of a row of the chart.
const ROW: f32 = 24.0;

/// A row for each set of tables: each side's win rate with the 95% interval of the first, and how far the first is ahead.
fn chart(ui: &mut Ui, sides: &[String], look: &Look, found: &[Variant; 2]) {
    let size = body_size(ui) * 0.9;
    let width = ui.available_width().min(640.0);
    let (rect, _) = ui.allocate_exact_size(vec2(width, ROW * 2.0 + 18.0), Sense::hover());
    let painter = ui.painter().clone();
    let (label, figures) = (52.0, 150.0);
    let font = |face: Face| face.at(size.max(10.0));
    let color = |side: u8| overlays::rgb(look.side(Side(side)).panel);
    let bars = Rect::from_min_max(pos2(rect.left() + label, rect.top() + 18.0), pos2(rect.right() - figures, rect.bottom()));
    let x = |share: f32| bars.left() + bars.width() * share;
    let name = |side: usize| sides.get(side).map_or("", String::as_str);
    painter.text(pos2(bars.left(), rect.top()), Align2::LEFT_TOP, name(0), font(Face::NarrowBold), color(0));
    painter.text(pos2(bars.right(), rect.top()), Align2::RIGHT_TOP, name(1), font(Face::NarrowBold), color(1));
    painter.text(pos2(rect.right(), rect.top()), Align2::RIGHT_TOP, "95%      margin", font(Face::Narrow), MUTE);
    for (n, (word, variant)) in ["before", "after"].into_iter().zip(found).enumerate() {
        let report = &variant.report;
        let games = report.games.max(1) as f32;
        let row = Rect::from_min_max(pos2(bars.left(), bars.top() + ROW * n as f32 + 3.0), pos2(bars.right(), bars.top() + ROW * (n + 1) as f32 - 3.0));
        painter.text(pos2(rect.left(), row.center().y), Align2::LEFT_CENTER, word, font(Face::Text), TEXT);
        painter.rect_filled(row, 2.0, WELL);
        let (first, second) = (report.wins[0] as f32 / games, report.wins[1] as f32 / games);
        painter.rect_filled(row.with_max_x(x(first)), 2.0, color(0).gamma_multiply(0.75));
        painter.rect_filled(row.with_min_x(x(1.0 - second)), 2.0, color(1).gamma_multiply(0.75));
        let (low, high) = interval(report.wins[0], report.games);
        whisker(&painter, row, x(low as f32 / 1000.0), x(high as f32 / 1000.0), x(first));
        let (margin, off) = variant.margin();
        let inside = |share: f32| format!("{:.0}%", share * 100.0);
        painter.text(pos2(row.left() + 5.0, row.center().y), Align2::LEFT_CENTER, inside(first), font(Face::NarrowBold), Color32::WHITE);
        painter.text(pos2(row.right() - 5.0, row.center().y), Align2::RIGHT_CENTER, inside(second), font(Face::NarrowBold), Color32::WHITE);
        let figures = format!("{:.0} to {:.0}%   {} ± {:.0}%", low as f32 / 10.0, high as f32 / 10.0, signed(margin * 100.0, 0), off * 100.0);
        painter.text(pos2(rect.right(), row.center().y), Align2::RIGHT_CENTER, figures, font(Face::Text), TEXT);
    }
    painter.vline(x(0.5), bars.y_range(), Stroke::new(1.0, MUTE));
    painter.rect_stroke(bars, 2.0, Stroke::new(1.0, LINE), StrokeKind::Outside);
}

/// An interval with its center.
fn whisker(painter: &egui::Painter, row: Rect, low: f32, high: f32, middle: f32) {
    let (y, half) = (row.center().y, row.height() * 0.3);
    for (width, color) in [(4.0, Color32::BLACK), (1.5, Color32::WHITE)] {
        let stroke = Stroke::new(width, color);
        painter.hline(low..=high, y, stroke);
        for x in [low, high] {
            painter.vline(x, (y - half)..=(y + half), stroke);
        }
        painter.circle_filled(pos2(middle, y), width, color);
    }
}
