//! The curtain: what two players see while the screen changes hands. It is drawn from a few words and knows nothing else.

use super::Tabletop;
use crate::board::Side;
use crate::client::keys::Action;
use crate::client::skin::{BG, BRASS, Face, MUTE, TEXT};
use crate::client::widgets::{self, Weight};
use bevy_egui::egui::{self, Align, Color32, Key, Rect, Ui, vec2};

/// All the curtain knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Text {
    /// The game.
    pub game: String,
    /// The turn.
    pub turn: String,
    /// Where we are in it.
    pub step: String,
    /// Who has to decide.
    pub to: String,
    /// Who must look away.
    pub from: String,
}

impl Text {
    /// The words for handing over to a side.
    pub(crate) fn of(table: &Tabletop, side: Side) -> Text {
        let book = &table.rules().book;
        let clock = table.sight.clock;
        let step = book.sequence.steps.get(usize::from(clock.at));
        Text {
            game: book.title.clone(),
            turn: if clock.turn == 0 { "Set-up".into() } else { format!("Turn {}", clock.turn) },
            step: step.map(|s| s.name.clone()).unwrap_or_default(),
            to: book.sides[side.at()].clone(),
            from: book.sides[side.other().at()].clone(),
        }
    }
}

/// How long Space must be held, so that a stray key lifts nothing.
const HOLD: f64 = 0.4;

/// Draws the curtain. Tells whether it was lifted.
pub(crate) fn show(ui: &mut Ui, text: &Text, held_since: &mut Option<f64>, _pressed: &[Action], modal: bool) -> bool {
    let whole = ui.max_rect();
    ui.painter().rect_filled(whole, 0.0, BG);
    let step = 14.0;
    let mut x = whole.left();
    while x < whole.right() {
        // Folds of cloth: bands that grow lighter and darker.
        let fold = ((x / step / 2.0).sin() * 6.0 + 24.0) as u8;
        ui.painter().rect_filled(
            Rect::from_min_size(egui::pos2(x, whole.top()), vec2(step, whole.height())),
            0.0,
            Color32::from_rgb(fold + 14, fold / 2 + 2, fold / 2),
        );
        x += step;
    }
    let middle = Rect::from_center_size(whole.center(), vec2(520.0f32.min(whole.width() - 32.0), 300.0f32.min(whole.height() - 32.0)));
    ui.painter().rect_filled(middle, 8.0, BG);
    let mut lifted = false;
    widgets::within(ui, "curtain", middle.shrink(24.0), |ui| {
        ui.with_layout(egui::Layout::top_down(Align::Center), |ui| {
            widgets::styled(ui, &text.game, Face::Strong, 1.1, MUTE);
            widgets::styled(ui, format!("{} · {}", text.turn, text.step), Face::Text, 1.0, MUTE);
            ui.add_space(18.0);
            widgets::styled(ui, format!("{}, please take the screen", text.to), Face::Strong, 1.6, TEXT);
            widgets::styled(ui, format!("The {} player looks away.", text.from), Face::Text, 1.0, MUTE);
            ui.add_space(22.0);
            lifted = widgets::button(ui, Weight::Primary, &format!("I am the {} player", text.to), "hold Space").clicked();
            ui.add_space(10.0);
            widgets::styled(ui, "Nothing of the game is shown until then.", Face::Text, 0.9, BRASS);
        });
    });
    lifted || (!modal && held(ui, held_since))
}

/// Asks who watches a game that is still being played. Tells who does: a side, or both players together.
pub(crate) fn who_watches(ui: &mut Ui, game: &str, sides: &[String]) -> Option<Option<Side>> {
    let whole = ui.max_rect();
    ui.painter().rect_filled(whole, 0.0, BG);
    let middle = Rect::from_center_size(whole.center(), vec2(520.0f32.min(whole.width() - 32.0), 340.0f32.min(whole.height() - 32.0)));
    let mut chosen = None;
    widgets::within(ui, "who watches", middle, |ui| {
        ui.with_layout(egui::Layout::top_down(Align::Center), |ui| {
            widgets::styled(ui, game, Face::Strong, 1.1, MUTE);
            ui.add_space(14.0);
            widgets::styled(ui, "Who watches this game?", Face::Strong, 1.6, TEXT);
            widgets::styled(ui, "It is still being played. A player sees it as he saw it then.", Face::Text, 1.0, MUTE);
            ui.add_space(18.0);
            for (n, side) in sides.iter().enumerate() {
                if widgets::button(ui, Weight::Plain, &format!("The {side} player"), "").clicked() {
                    chosen = Some(Some(Side(n as u8)));
                }
                ui.add_space(6.0);
            }
            if widgets::button(ui, Weight::Plain, "Both of us", "").clicked() {
                chosen = Some(None);
            }
            widgets::styled(ui, "Both see only what both knew.", Face::Text, 0.9, BRASS);
        });
    });
    chosen
}

/// Whether Space has been held long enough.
fn held(ui: &Ui, since: &mut Option<f64>) -> bool {
    let (down, now) = ui.input(|i| (i.key_down(Key::Space), i.time));
    if !down {
        *since = None;
        return false;
    }
    let begun = *since.get_or_insert(now);
    let long_enough = now - begun >= HOLD;
    if long_enough {
        *since = None;
    } else {
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(50));
    }
    long_enough
}
