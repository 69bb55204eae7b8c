//! What a commander would do now, for a player who asks: shown first, and done only if the player says so. Steady answers at once; then the commander
//! compares the best choices on another thread.

use super::messages::PlayerOrder;
use super::overlays::OverlayCanvas;
use super::view::{TableView, hex_of};
use super::{Tabletop, draw, pointer};
use crate::board::{Choice, Hex, Role, Target, UnitId};
use crate::bots::{Commander, Seated, Signals, Steady, Suggestion, Think};
use crate::client::skin::{BRASS, BRASS_INK, Face, MUTE};
use crate::client::widgets::{self, Weight};
use crate::games::Order;
use crate::play::{self, Imagined};
use bevy_egui::egui::{Color32, Pos2, Shape, Stroke, Ui, vec2};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::thread::JoinHandle;
use std::time::Duration;

/// What is advised.
pub struct Advice {
    /// The best first, three at most.
    pub choices: Vec<Advised>,
    /// The commander, while it compares them.
    consulted: Option<Consulted>,
}

/// An advised choice, and the counter it is offered to.
#[derive(Clone, Debug)]
pub struct Advised {
    /// The choice.
    pub choice: Choice<Order>,
    /// The counter that would do it.
    pub unit: Option<UnitId>,
    /// What it promises, once they are compared.
    pub promise: Option<Promise>,
}

/// What a choice promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promise {
    /// The chance to win after it, in percent.
    pub chance: u8,
    /// How much that is above the average of the choices looked at, in percent.
    pub gain: i8,
    /// The reason for it.
    pub why: &'static str,
}

impl Promise {
    fn of(found: &Suggestion) -> Promise {
        let percent = |share: f64| (share * 100.0).round().clamp(-100.0, 100.0) as i8;
        Promise { chance: percent(found.chance).max(0) as u8, gain: percent(found.gain), why: found.why }
    }

    fn words(&self) -> String {
        let gain = match self.gain {
            0 => "about average".to_owned(),
            more @ 1.. => format!("{more} above average"),
            less => format!("{} below average", less.unsigned_abs()),
        };
        format!("Chance to win {}%, {gain}. {}", self.chance, self.why)
    }
}

struct Consulted {
    thread: Option<JoinHandle<Vec<Suggestion>>>,
    signals: Signals,
}

impl Drop for Consulted {
    fn drop(&mut self) {
        self.signals.stop();
    }
}

/// Choices are compared for at most a quarter of twenty times this.
const COMPARING: Duration = Duration::from_millis(500);

impl Tabletop {
    /// Asks what a bot would do in the player's place. Nothing is done.
    pub fn ask_advice(&mut self) {
        if !self.may_be_advised() {
            return;
        }
        let Some(order) = Seated::bot(Steady::default(), self.version).choose(&mut self.world) else { return };
        let Some(first) = self.advised(&order, None) else { return };
        self.advice = Some(Advice { choices: vec![first], consulted: self.consult() });
        self.version += 1;
    }

    /// Sends a commander off to compare.
    fn consult(&mut self) -> Option<Consulted> {
        let side = play::decider(&mut self.world)?;
        let mut imagined: Imagined = play::imagine(&mut self.world, side, &mut ChaCha8Rng::seed_from_u64(self.version));
        let mut commander = Commander::seeded(self.version, Think::Time(COMPARING)).on_threads(super::threads());
        let signals = commander.signals();
        Some(Consulted { thread: Some(std::thread::spawn(move || commander.suggest(&mut imagined))), signals })
    }

    /// Takes over what a commander has found.
    fn hear_commander(&mut self) {
        let Some(consulted) = self.advice.as_mut().and_then(|advice| advice.consulted.as_mut()) else { return };
        if consulted.thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            return;
        }
        let found = consulted.thread.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        let choices: Vec<Advised> = found.iter().filter_map(|one| self.advised(&one.order, Some(Promise::of(one)))).collect();
        let Some(advice) = &mut self.advice else { return };
        advice.consulted = None;
        if !choices.is_empty() {
            advice.choices = choices;
        }
        self.version += 1;
    }

    /// The choice that gives an order, and the counter it is offered to.
    fn advised(&mut self, order: &Order, promise: Option<Promise>) -> Option<Advised> {
        let of_nobody = self.prompt.buttons.iter().find(|c| c.order == *order).map(|c| (c.clone(), None));
        let found = of_nobody.or_else(|| {
            self.prompt.actors.clone().into_iter().find_map(|unit| {
                let choices = play::offer(&mut self.world, &[unit]).choices;
                choices.into_iter().find(|c| c.order == *order).map(|c| (c, Some(unit)))
            })
        });
        found.map(|(choice, unit)| Advised { choice, unit, promise })
    }

    /// What is advised, in words.
    fn in_words(&self, advised: &Advised) -> String {
        let name = |unit: UnitId| self.rules().book.units[unit.at()].name.clone();
        let target = match advised.choice.on {
            Target::Button => None,
            Target::Unit(unit) => Some(name(unit)),
            Target::Hex(hex) => Some(super::prompt_panel::place_name(self, hex)),
        };
        let unit = advised.unit.map(name).filter(|name| Some(name) != target.as_ref());
        let (label, target) = match target.as_ref().and_then(|target| naming(&advised.choice.label, target)) {
            Some(label) => (label, None),
            None => (advised.choice.label.to_string(), target),
        };
        let parts: Vec<String> = unit.into_iter().chain([label]).chain(target).collect();
        parts.join(": ")
    }
}

/// A label that says where "here" is, since the map is not beside it: "move together to 2001", "land at 1909".
fn naming(label: &str, place: &str) -> Option<String> {
    let (before, after) = label.split_once(" here")?;
    let moves = ["move", "go", "come", "retreat", "advance", "fly", "sail", "lead"].iter().any(|verb| before.split(' ').next() == Some(verb));
    Some(format!("{before} {} {place}{after}", if moves { "to" } else { "at" }))
}

/// The key: presses the button that makes the suggested choices, else asks for advice, else does what was advised.
pub(crate) fn key(table: &mut Tabletop, view: &mut TableView) {
    let rest = table.choices_on(Target::Button).into_iter().find(|c| c.order.role() == Role::Suggest);
    let advised = table.advice.take().filter(|_| table.may_answer()).and_then(|advice| advice.choices.first().map(|first| first.choice.clone()));
    match rest.or(advised) {
        Some(choice) => table.want(PlayerOrder::Take(choice.order)),
        None => ask(table, view),
    }
}

fn ask(table: &mut Tabletop, view: &mut TableView) {
    table.ask_advice();
    let Some(first) = table.advice.as_ref().and_then(|advice| advice.choices.first().cloned()) else { return };
    let hex = hex_of(table, first.choice.on).or_else(|| first.unit.and_then(|unit| hex_of(table, Target::Unit(unit))));
    if let (Some(hex), Some(camera)) = (hex, view.camera) {
        view.cursor = Some(hex);
        pointer::show_hex(view, camera.view, hex);
    }
}

/// The advice in the prompt, or the button that asks for it.
pub(crate) fn show(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, key: &str) {
    if !table.may_be_advised() {
        return;
    }
    table.hear_commander();
    let Some(advice) = &table.advice else {
        let hint = "What a commander would do here, with up to three choices compared. Nothing is done yet.";
        if widgets::button(ui, Weight::Plain, "Suggest", key).on_hover_text(hint).clicked() {
            ask(table, view);
        }
        return;
    };
    if advice.consulted.is_some() {
        ui.ctx().request_repaint_after(Duration::from_millis(100));
    }
    let mut taken = None;
    for (n, advised) in advice.choices.iter().enumerate() {
        let words = table.in_words(advised);
        let line = if n == 0 { format!("Suggested: {words}") } else { format!("{}. {words}", n + 1) };
        widgets::styled(ui, line, Face::Strong, 0.95, BRASS);
        match advised.promise {
            Some(promise) => drop(widgets::styled(ui, promise.words(), Face::Text, 0.85, MUTE)),
            None if advice.consulted.is_some() => drop(widgets::styled(ui, "Comparing with other choices…", Face::Text, 0.85, MUTE)),
            None => {}
        }
    }
    ui.horizontal_wrapped(|ui| {
        for (n, advised) in advice.choices.iter().enumerate() {
            let (weight, words, key) = if n == 0 { (Weight::Primary, "Do it".to_owned(), key) } else { (Weight::Plain, format!("Do {}", n + 1), "") };
            if widgets::button(ui, weight, &words, key).clicked() {
                taken = Some(Some(advised.choice.order.clone()));
            }
        }
        if widgets::button(ui, Weight::Plain, "Never mind", "").clicked() {
            taken = Some(None);
        }
    });
    if let Some(order) = taken {
        table.advice = None;
        table.version += 1;
        order.into_iter().for_each(|order| table.want(PlayerOrder::Take(order)));
    }
}

/// An arrow on the map for each advised choice, with its number: along its path, from the counter to its target, or a ring around the place.
pub(super) fn arrows(sheet: &OverlayCanvas, table: &Tabletop) {
    let Some(advice) = &table.advice else { return };
    // The best on top.
    for (n, advised) in advice.choices.iter().enumerate().rev() {
        let start = advised.unit.and_then(|unit| hex_of(table, Target::Unit(unit)));
        let path = advised.choice.order.path();
        let target: Vec<Hex> = if path.is_empty() { hex_of(table, advised.choice.on).into_iter().collect() } else { path.to_vec() };
        let mut way: Vec<Hex> = start.into_iter().chain(target).collect();
        way.dedup();
        let points: Vec<Pos2> = way.iter().filter_map(|hex| sheet.middle(*hex)).collect();
        let Some(end) = points.last().copied() else { continue };
        let width = if n == 0 { 5.0 } else { 3.0 };
        for (more, color) in [(3.0, Color32::WHITE), (0.0, BRASS_INK)] {
            let stroke = Stroke::new(width + more, color);
            match points[..] {
                [.., before, _] => {
                    sheet.painter.add(Shape::line(points.clone(), stroke));
                    let back = (before - end).normalized() * sheet.camera.zoom * 0.3;
                    for side in [back.rot90() * 0.6, -back.rot90() * 0.6] {
                        sheet.painter.line_segment([end, end + back + side], stroke);
                    }
                }
                _ => drop(sheet.painter.circle_stroke(end, sheet.camera.zoom * 0.42, stroke)),
            }
        }
        draw::plate(sheet.painter, end + vec2(0.0, sheet.camera.zoom * 0.3), &format!("{}", n + 1), 12.0, Color32::WHITE, BRASS_INK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_says_where_here_is() {
        assert_eq!(naming("move together here", "Narva 2001").as_deref(), Some("move together to Narva 2001"));
        assert_eq!(naming("move here: this is war", "2701").as_deref(), Some("move to 2701: this is war"));
        assert_eq!(naming("land here", "1909").as_deref(), Some("land at 1909"));
        assert_eq!(naming("plan an attack", "1909"), None);
    }
}
