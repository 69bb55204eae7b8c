//! Two players at one battle: each has one half of the panel and separate keys, so that neither answers for the other.

use super::messages::PlayerOrder;
use super::{Tabletop, Viewer, overlays};
use crate::board::{Choice, Side, Target};
use crate::client::keys::Keys;
use crate::client::skin::{Face, INK, LINE, MUTE, WELL};
use crate::client::widgets;
use crate::games::Order;
use bevy_egui::egui::{self, Align2, Key, Modifiers, Rect, Sense, Stroke, StrokeKind, Ui, vec2};

/// The keys of the first side at the left of the keyboard, of the second at the right.
const KEYS: [[Key; 5]; 2] = [[Key::Q, Key::W, Key::E, Key::R, Key::T], [Key::Y, Key::U, Key::I, Key::O, Key::P]];

impl Tabletop {
    /// Whether two players sit at the table together, and one of them is asked.
    pub fn is_shared(&self) -> bool {
        self.viewer() == Some(Viewer::Both) && self.replay.is_none() && self.may_answer()
    }

    /// The choices that have keys at a shared table: the buttons, then the rows of what counters may do.
    pub fn answers(&self) -> Vec<Choice<Order>> {
        self.choices().filter(|c| c.on == Target::Button).cloned().chain(self.rows().into_iter().map(|(choice, _)| choice)).collect()
    }

    /// The key with which the deciding player gives an order at a shared table.
    pub fn key_for(&self, order: &Order) -> Option<&'static str> {
        let side = self.prompt.side.filter(|_| self.is_shared())?;
        let at = self.answers().iter().position(|choice| choice.order == *order)?;
        KEYS[side.at()].get(at).map(|key| key.name())
    }
}

/// Handles the keys of the deciding player; the other player's do nothing. A key that the user has assigned to something else keeps that meaning.
pub(super) fn keys(ui: &Ui, table: &mut Tabletop, bound: &Keys) {
    let Some(side) = table.prompt.side.filter(|_| table.is_shared() && table.warned.is_none()) else { return };
    let pressed = ui.input_mut(|input| KEYS[side.at()].iter().position(|key| !bound.is_bound(*key) && input.consume_key(Modifiers::NONE, *key)));
    if let Some(choice) = pressed.and_then(|at| table.answers().into_iter().nth(at)) {
        table.want(PlayerOrder::Give(choice.order));
    }
}

/// Both halves: who sits there, with which keys; the deciding player's half in the side's color.
pub(super) fn show(ui: &mut Ui, table: &Tabletop) {
    let size = (widgets::body_size(ui) * 0.92).max(10.0);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size * 3.0), Sense::hover());
    for side in [Side(0), Side(1)] {
        let half = Rect::from_min_size(rect.min + vec2(rect.width() / 2.0 * f32::from(side.0), 0.0), vec2(rect.width() / 2.0 - 3.0, rect.height()));
        let asked = table.prompt.side == Some(side);
        let color = overlays::rgb(table.rules().book.look.side(side).panel);
        let (fill, ink) = if asked { (color, INK) } else { (WELL, MUTE) };
        ui.painter().rect(half, 4.0, fill, Stroke::new(1.0, if asked { color } else { LINE }), StrokeKind::Inside);
        let name = &table.rules().book.sides[side.at()];
        let words = if asked { format!("{} decides", name.to_uppercase()) } else { name.to_uppercase() };
        let words = widgets::elided(ui, &words, Face::Strong.at(size), ink, half.width() - 8.0);
        ui.painter().galley(half.center_top() + vec2(-words.size().x / 2.0, size * 0.2), words, ink);
        let keys = KEYS[side.at()].map(|key| key.name()).join(" ");
        ui.painter().text(half.center_bottom() - vec2(0.0, size * 0.2), Align2::CENTER_BOTTOM, format!("keys {keys}"), Face::Narrow.at(size), ink);
    }
}

/// The layout of a player's question, on that player's half.
pub(super) fn layout(table: &Tabletop) -> egui::Layout {
    let right = table.is_shared() && table.prompt.side == Some(Side(1));
    let way = if right { egui::Layout::right_to_left(egui::Align::Center) } else { egui::Layout::left_to_right(egui::Align::Center) };
    way.with_main_wrap(true)
}
