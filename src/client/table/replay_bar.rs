//! The replay bar: goes to any order of a game, plays it, and lets you play on from there.

use super::chronicle::Sort;
use super::opening::OpeningError;
use super::view::TableView;
use super::{Tabletop, Viewpoint};
use crate::client::desk::{Class, Desk};
use crate::client::keys::Action;
use crate::client::skin::{BRASS, Face, LINE, MUTE, PANEL, TEXT, WELL};
use crate::client::widgets::{self, Weight};
use crate::play::{JournalLine, Session};
use bevy_egui::egui::{self, Rect, Sense, Stroke, Ui, pos2, vec2};

/// Height of the bar: its buttons have one row in a wide window, else two.
pub(crate) fn height(class: Class) -> f32 {
    if class == Class::Wide { 76.0 } else { 108.0 }
}

/// Plays the replay.
#[derive(Default)]
pub struct Player {
    /// The speed; 0: paused.
    speed: u8,
    since: Option<f64>,
}

/// Seconds per order at speed 1.
const ORDER: f64 = 0.8;

/// Shows the bar.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, bar: Rect, table: &mut Tabletop, view: &mut TableView) {
    ui.painter().rect_filled(bar, 0.0, PANEL);
    ui.painter().rect_filled(Rect::from_min_size(bar.min, vec2(bar.width(), 1.0)), 0.0, LINE);
    let Some((at, open)) = table.replay.as_ref().map(|r| (r.order, r.open)) else { return };
    let stops = table.stops();
    let here = place(&stops, at);
    scrub(ui, Rect::from_min_size(bar.min + vec2(12.0, 8.0), vec2(bar.width() - 24.0, 24.0)), table, &stops, here);
    widgets::within(ui, "replay", Rect::from_min_max(bar.min + vec2(12.0, 38.0), bar.max), |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(7.0, 4.0);
            let ways = [
                ("Previous order", beside(&stops, at, -1)),
                ("Next order", beside(&stops, at, 1)),
                ("Previous phase", phase(table, at, false)),
                ("Next phase", phase(table, at, true)),
            ];
            for (word, to) in ways {
                if widgets::button(ui, Weight::Plain, word, "").clicked() {
                    view.player.speed = 0;
                    table.show_order(to);
                }
            }
            for speed in [1, 4, 16] {
                let weight = if view.player.speed == speed { Weight::Chosen } else { Weight::Plain };
                if widgets::button(ui, weight, &format!("x{speed}"), "").clicked() {
                    view.player = Player { speed: if view.player.speed == speed { 0 } else { speed }, since: None };
                }
            }
            if open {
                let words = match (table.is_solo(), table.viewpoint) {
                    (_, Viewpoint::All) => "View: all".to_owned(),
                    (false, Viewpoint::Own) => format!("View: {}", table.rules().book.sides[0]),
                    (false, Viewpoint::Enemy) => format!("View: {}", table.rules().book.sides[1]),
                    (true, Viewpoint::Own) => "View: deciding side".to_owned(),
                    (true, Viewpoint::Enemy) => "View: the other side".to_owned(),
                };
                if widgets::button(ui, Weight::Plain, &words, "V").clicked() {
                    table.next_viewpoint();
                }
            }
            if open && widgets::button(ui, Weight::Plain, "Play on from here", "").clicked() {
                let made = play_on(desk, table, at);
                desk.put_on_table(made);
            }
            widgets::mute(ui, format!("order {here} of {}", stops.len() - 1));
            if let Some(words) = table.outcome().filter(|_| here + 1 == stops.len()) {
                widgets::styled(ui, words, Face::Strong, 1.0, BRASS);
            }
        });
    });
    run(ui, table, view, &stops, at);
}

/// Which of the stops an order is, or comes after.
fn place(stops: &[usize], order: usize) -> usize {
    stops.partition_point(|stop| *stop <= order).saturating_sub(1)
}

/// The stop before or after an order.
fn beside(stops: &[usize], order: usize, by: isize) -> usize {
    let to = place(stops, order).saturating_add_signed(by).min(stops.len() - 1);
    stops[to]
}

fn scrub(ui: &mut Ui, rect: Rect, table: &mut Tabletop, stops: &[usize], here: usize) {
    let painter = ui.painter_at(rect.expand(6.0));
    let last = stops.len() - 1;
    let x = |n: usize| rect.left() + rect.width() * n as f32 / last.max(1) as f32;
    painter.rect_filled(Rect::from_center_size(rect.center(), vec2(rect.width(), 4.0)), 2.0, WELL);
    for (n, order) in stops.iter().enumerate() {
        for entry in table.chronicle.page(*order) {
            match entry.sort {
                Sort::Turn => drop(painter.line_segment([pos2(x(n), rect.top()), pos2(x(n), rect.bottom())], Stroke::new(2.0, TEXT))),
                Sort::Step => drop(painter.line_segment([pos2(x(n), rect.top() + 6.0), pos2(x(n), rect.bottom() - 6.0)], Stroke::new(1.0, MUTE))),
                Sort::Die(_) | Sort::Dice => drop(painter.circle_filled(pos2(x(n), rect.bottom() - 2.0), 1.5, MUTE)),
                _ => {}
            }
        }
    }
    painter.circle_filled(pos2(x(here), rect.center().y), 8.0, BRASS);
    let response = ui.interact(rect.expand(4.0), egui::Id::new("scrub"), Sense::click_and_drag());
    if let Some(pointer) = response.interact_pointer_pos() {
        let share = ((pointer.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
        let to = (share * last as f32).round() as usize;
        if to != here {
            table.show_order(stops[to]);
        }
    }
}

/// The next or previous order at which a step begins.
fn phase(table: &Tabletop, at: usize, forward: bool) -> usize {
    let begins = |order: &usize| table.chronicle.page(*order).iter().any(|e| matches!(e.sort, Sort::Step | Sort::Turn));
    let orders = table.chronicle.orders();
    if forward { (at + 1..=orders).find(begins).unwrap_or(orders) } else { (0..at).rev().find(begins).unwrap_or(0) }
}

fn run(ui: &Ui, table: &mut Tabletop, view: &mut TableView, stops: &[usize], at: usize) {
    let next = beside(stops, at, 1);
    if view.player.speed == 0 || next <= at {
        view.player.speed = 0;
        return;
    }
    let now = ui.input(|i| i.time);
    let begun = *view.player.since.get_or_insert(now);
    let length = ORDER / f64::from(view.player.speed);
    if now - begun >= length {
        view.player.since = Some(now);
        table.show_order(next);
        ui.ctx().request_repaint();
    } else {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(length - (now - begun)));
    }
}

/// A new game whose first orders are those shown; the old one stays as it is.
fn play_on(desk: &Desk, table: &Tabletop, orders: usize) -> Result<Tabletop, OpeningError> {
    let path = desk.library.fresh(table.rules().title).map_err(OpeningError::Fault)?;
    let mut given = 0;
    let mut lines = table.world.resource::<Session>().compact();
    lines.retain(|line| {
        given += usize::from(matches!(line, JournalLine::Order { .. }));
        given <= orders && !matches!(line, JournalLine::Dice(_)) || matches!(line, JournalLine::Table { .. } | JournalLine::Tables(_))
    });
    crate::play::write_whole(&path, &lines).map_err(|fault| OpeningError::Fault(fault.to_string()))?;
    Tabletop::resume(&path)
}

/// Handles the keys of the replay; returns whether it used one.
pub(crate) fn key(table: &mut Tabletop, view: &mut TableView, action: Action) -> bool {
    let Some(at) = table.replay.as_ref().map(|r| r.order) else { return false };
    let stops = table.stops();
    match action {
        Action::CursorRight => table.show_order(beside(&stops, at, 1)),
        Action::CursorLeft => table.show_order(beside(&stops, at, -1)),
        Action::CursorDown => table.show_order(phase(table, at, true)),
        Action::CursorUp => table.show_order(phase(table, at, false)),
        Action::Pick => view.player = Player { speed: u8::from(view.player.speed == 0), since: None },
        _ => return false,
    }
    true
}
