//! Counters that are cards: their text is shown in full.

use super::Tabletop;
use super::view::{TableView, open_rule};
use crate::board::Card;
use crate::client::skin::{BRASS, Face, LINE, RAISE};
use crate::client::widgets;
use crate::play::Seen;
use bevy_egui::egui::{self, Stroke, Ui};

/// The cards in a box, identical ones only once; returns whether all of its counters are cards.
pub(crate) fn show(ui: &mut Ui, table: &Tabletop, view: &mut TableView, held: &[Seen]) -> bool {
    let book = table.book();
    let mut cards: Vec<(&str, Card, usize)> = Vec::new();
    for seen in held {
        let Seen::Known(unit, _) = seen else { return false };
        let Some(card) = table.rules().game().card(table.rules(), *unit) else { return false };
        match cards.iter_mut().find(|(_, other, _)| *other == card) {
            Some((.., n)) => *n += 1,
            None => cards.push((&book.units[unit.at()].name, card, 1)),
        }
    }
    for (name, card, n) in cards {
        egui::Frame::new().fill(RAISE).stroke(Stroke::new(1.0, LINE)).corner_radius(6).inner_margin(8).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_wrapped(|ui| {
                let many = if n > 1 { format!(" × {n}") } else { String::new() };
                widgets::styled(ui, format!("{name}{many}"), Face::Strong, 1.05, BRASS);
                if widgets::chip(ui, card.rule.0).clicked() {
                    open_rule(view, card.rule.0);
                }
            });
            widgets::text(ui, card.text);
        });
    }
    true
}
