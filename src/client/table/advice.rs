//! What the steady bot would do now, for a player who asks: shown first, done only if he says so.

use super::view::{TableView, hex_of};
use super::{Tabletop, map_view};
use crate::board::{Choice, Role, Target, UnitId};
use crate::bots::{Seated, Steady};
use crate::client::skin::BRASS;
use crate::client::widgets::{self, Weight};
use crate::games::Order;
use crate::play;
use bevy_egui::egui::Ui;

/// A choice that is advised, and the counter it is offered to.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The choice.
    pub choice: Choice<Order>,
    /// Who would do it.
    pub unit: Option<UnitId>,
}

impl Tabletop {
    /// Asks the simple commander, as if he sat in the player's chair. Nothing is done.
    pub fn ask_advice(&mut self) {
        if !self.may_answer() {
            return;
        }
        let Some(order) = Seated::bot(Steady::default(), self.version).choose(&mut self.world) else { return };
        let of_nobody = self.prompt.buttons.iter().find(|c| c.order == order).map(|c| (c.clone(), None));
        let found = of_nobody.or_else(|| {
            self.prompt.actors.clone().into_iter().find_map(|unit| {
                let choices = play::offer(&mut self.world, &[unit]).choices;
                choices.into_iter().find(|c| c.order == order).map(|c| (c, Some(unit)))
            })
        });
        self.advice = found.map(|(choice, unit)| Advice { choice, unit });
        self.version += 1;
    }

    /// What is advised, in words.
    fn advice_in_words(&self) -> Option<String> {
        let advice = self.advice.as_ref()?;
        let name = |unit: UnitId| self.rules().book.units[unit.at()].name.clone();
        let target = match advice.choice.on {
            Target::Button => None,
            Target::Unit(unit) => Some(name(unit)),
            Target::Hex(hex) => Some(super::prompt_panel::place_name(self, hex)),
        };
        let unit = advice.unit.map(name).filter(|name| Some(name) != target.as_ref());
        let parts: Vec<String> = unit.into_iter().chain([advice.choice.label.to_string()]).chain(target).collect();
        Some(parts.join(": "))
    }
}

/// The key: takes the button that leaves the rest to the scenario, else asks, else does what was advised.
pub(crate) fn key(table: &mut Tabletop, view: &mut TableView) {
    let rest = table.choices_on(Target::Button).into_iter().find(|c| c.order.role() == Role::Suggest);
    let advised = table.advice.take().filter(|_| table.may_answer()).map(|advice| advice.choice);
    match rest.or(advised) {
        Some(choice) => table.give(choice.order),
        None => ask(table, view),
    }
}

fn ask(table: &mut Tabletop, view: &mut TableView) {
    table.ask_advice();
    let Some(advice) = table.advice.clone() else { return };
    let hex = hex_of(table, advice.choice.on).or_else(|| advice.unit.and_then(|unit| hex_of(table, Target::Unit(unit))));
    if let (Some(hex), Some(camera)) = (hex, view.camera) {
        view.cursor = Some(hex);
        map_view::show_hex(view, camera.view, hex);
    }
}

/// The advice in the prompt, or the button that asks for it.
pub(crate) fn show(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, key: &str) {
    let Some(words) = table.advice_in_words() else {
        if widgets::button(ui, Weight::Plain, "Suggest", key).on_hover_text("What a simple commander would do here; nothing is done yet.").clicked() {
            ask(table, view);
        }
        return;
    };
    widgets::styled(ui, format!("Suggested: {words}"), crate::client::skin::Face::Strong, 0.95, BRASS);
    ui.horizontal_wrapped(|ui| {
        if widgets::button(ui, Weight::Primary, "Do it", key).clicked()
            && let Some(advice) = table.advice.take()
        {
            table.give(advice.choice.order);
        }
        if widgets::button(ui, Weight::Plain, "Never mind", "").clicked() {
            table.advice = None;
        }
    });
}
