//! Makes it plain whose decision it is: the band that says so when the decision changes hands, the number of the action where players take turns, and
//! the question before an order that the player may come to regret.

use super::Tabletop;
use super::messages::PlayerOrder;
use super::view::{TableView, open_rule};
use super::{Showing, fan, log, overlays};
use crate::board::Side;
use crate::client::skin::{BRASS, Face, INK, PANEL};
use crate::client::widgets::{self, Weight};
use bevy_egui::egui::{Align2, Rect, Sense, Ui, vec2};

/// How long the band stays, in seconds.
const BAND: f64 = 1.2;

/// Who decided when the prompt was last drawn, and since when another player does.
#[derive(Default)]
pub struct Band {
    decider: Option<Side>,
    since: f64,
}

impl Band {
    /// Whether the decision has just changed hands.
    fn follow(&mut self, ui: &Ui, decider: Option<Side>) -> bool {
        let now = ui.input(|i| i.time);
        if decider != self.decider {
            // The first look at a game is no change of hands, nor is its end.
            self.since = if self.decider.is_some() && decider.is_some() { now } else { f64::NEG_INFINITY };
            self.decider = decider;
        }
        let left = BAND - (now - self.since);
        if left > 0.0 {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
        }
        left > 0.0
    }
}

/// The first line of the prompt: who decides and, in a step of single actions, which action this is. For a moment after a change of hands it is a
/// band in the side's color, of the same height, so that nothing jumps.
pub(crate) fn who(ui: &mut Ui, table: &Tabletop, band: &mut Band) {
    let book = &table.rules().book;
    // Where a curtain falls between the players nobody needs to be told.
    let curtained = !table.is_solo() && table.rules().game().keeps_secrets() && table.prompt.private;
    let fresh = band.follow(ui, table.prompt.side) && !curtained;
    let Some(side) = table.prompt.side else {
        widgets::styled(ui, "THE WAR IS OVER", Face::Strong, 0.92, BRASS);
        return;
    };
    let words = match (table.bot_decides(), table.replay.is_some(), fresh) {
        (_, true, _) => "to decide",
        (true, ..) => "the bot decides",
        (_, _, true) => "decides now",
        _ => "your decision",
    };
    let action = table.alternation.map(|a| format!(" · action {}", a.action)).unwrap_or_default();
    let words = format!("{} · {words}{action}", book.sides[side.at()].to_uppercase());
    let color = overlays::rgb(book.look.side(side).panel);
    let font = Face::Strong.at((widgets::body_size(ui) * 0.92).max(10.0));
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), font.size * 1.45), Sense::hover());
    let ink = if fresh {
        ui.painter().rect_filled(Rect::from_min_max(rect.min - vec2(6.0, 1.0), rect.max + vec2(6.0, 1.0)), 3.0, color);
        INK
    } else {
        color
    };
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, words, font, ink);
}

/// The result of the last order, and the button that hands over the screen.
pub(crate) fn outcome(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, key: &str) {
    let Showing::HandOver { to, together } = table.stage else { return };
    let (from, to) = (table.seat, table.rules().book.sides[to.at()].clone());
    let color = overlays::rgb(table.rules().book.look.side(from).panel);
    widgets::card(ui, PANEL, |ui| {
        let words = if together { "RESULT".to_owned() } else { format!("{} · result", table.rules().book.sides[from.at()].to_uppercase()) };
        widgets::styled(ui, words, Face::Strong, 0.92, if together { BRASS } else { color });
        widgets::mute(ui, format!("The {to} player decides next, alone at the screen."));
        // Above what happened: a long list would push it out of view.
        let done = widgets::button(ui, Weight::Primary, &format!("Hand over to the {to} player"), key).clicked();
        let orders = table.chronicle.orders();
        log::show_orders(ui, table, view, &[orders]);
        if done {
            table.hand_over();
        }
    });
}

/// The question before a risky order: what may happen, by which rule, and whether to give it anyway.
pub(crate) fn ask(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView) {
    let Some((_, warning)) = table.warned.clone() else { return };
    ui.horizontal_wrapped(|ui| {
        widgets::warn(ui, fan::capital(&warning.text));
        if widgets::chip(ui, warning.rule.0).clicked() {
            open_rule(view, warning.rule.0);
        }
    });
    ui.horizontal_wrapped(|ui| {
        if widgets::button(ui, Weight::Primary, "Do it anyway", "Enter").clicked() {
            table.want(PlayerOrder::GiveAnyway);
        }
        if widgets::button(ui, Weight::Plain, "Go back", "Escape").clicked() {
            table.think_again();
        }
    });
}
