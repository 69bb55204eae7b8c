//! The middle of the open box: scenario and optional rules.

use super::{NewGame, about_words};
use crate::board::{OptionId, Scenario};
use crate::client::screens::parts::{heading, rgb};
use crate::client::skin::{BRASS, Face, LINE, MUTE, RAISE, TEXT, WARN};
use crate::client::widgets::{self, Weight, body_size, galley};
use bevy_egui::egui::{self, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

/// The fill of the chosen card.
const CHOSEN: egui::Color32 = rgb(0x2b2619);

/// Shows scenario and optional rules; with `about`, also what the game is about.
pub(crate) fn show(ui: &mut Ui, rect: Rect, new: &mut NewGame, about: bool) {
    widgets::within(ui, "rules", rect.expand2(vec2(4.0, 0.0)), |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            egui::Frame::new().inner_margin(egui::Margin::symmetric(4, 4)).show(ui, |ui| {
                if about {
                    about_words(ui, new);
                    ui.add_space(8.0);
                }
                scenarios(ui, new);
                ui.add_space(if about { 8.0 } else { 16.0 });
                options(ui, new);
            });
        });
    });
}

fn scenarios(ui: &mut Ui, new: &mut NewGame) {
    let count = new.rules.book.scenarios.len();
    heading(ui, "Scenario", &if count > 1 { format!("one of {count}") } else { String::new() });
    ui.add_space(2.0);
    let columns = if ui.available_width() > 560.0 && count > 1 { 2 } else { 1 };
    let gap = 12.0;
    let width = (ui.available_width() - gap * (columns - 1) as f32) / columns as f32;
    let book = new.rules.book.clone();
    for row in (0..count).collect::<Vec<_>>().chunks(columns) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for at in row {
                if scenario(ui, width, new, &book.scenarios[*at], *at == new.scenario) {
                    (new.scenario, new.die) = (*at, None);
                }
            }
        });
    }
    if new.has_die() {
        by_the_die(ui, new);
    }
}

/// The scenario may be left to the die.
fn by_the_die(ui: &mut Ui, new: &mut NewGame) {
    ui.horizontal(|ui| {
        if widgets::button(ui, Weight::Plain, "Roll for it", "").clicked() {
            new.roll_scenario();
        }
        let rolled = new.die.and_then(|die| Some((die, new.rules.book.scenarios.get(new.scenario)?)));
        let words = rolled.map(|(die, scenario)| format!("Rolled {die}: {}", scenario.name));
        widgets::styled(ui, words.unwrap_or_default(), Face::Text, 0.95, MUTE);
    });
}

/// What a scenario is made of: dates, turns, counters.
fn facts(new: &NewGame, scenario: &Scenario) -> String {
    let book = &new.rules.book;
    let in_force = scenario.lots.iter().filter(|lot| new.in_force(lot)).flat_map(|lot| &lot.units);
    let units = in_force.filter(|unit| new.unit(unit.value).is_some()).count();
    let dates = match (book.turns.first(), book.turns.get(usize::from(scenario.turns).saturating_sub(1))) {
        (Some(first), Some(last)) if first != last && scenario.text.is_empty() => format!("{first} to {last}, "),
        _ => String::new(),
    };
    let units = if scenario.lots.is_empty() { String::new() } else { format!(", {units} units") };
    format!("{dates}{} turns{units}", scenario.turns)
}

fn scenario(ui: &mut Ui, width: f32, new: &NewGame, scenario: &Scenario, chosen: bool) -> bool {
    let body = body_size(ui);
    let room = width - 32.0;
    let name = galley(ui, &scenario.name, Face::Strong.at(body * 1.05), TEXT, room);
    let about = galley(ui, &scenario.text, Face::Text.at(body * 0.95), MUTE, room);
    let facts = galley(ui, &facts(new, scenario), Face::Text.at(body * 0.95), MUTE, room);
    let height = name.size().y + about.size().y + facts.size().y + 26.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::RadioButton, true, &scenario.name));
    widgets::note(ui, &scenario.name, rect);
    let (fill, edge) = match (chosen, response.hovered()) {
        (true, _) => (CHOSEN, Stroke::new(2.0, BRASS)),
        (false, true) => (RAISE, Stroke::new(1.0, BRASS)),
        (false, false) => (RAISE, Stroke::new(1.0, LINE)),
    };
    ui.painter().rect(rect, 8.0, fill, edge, StrokeKind::Inside);
    widgets::focus_ring(ui, rect, &response);
    let mut at = rect.min + vec2(16.0, 11.0);
    for text in [name, about, facts] {
        let below = text.size().y + 2.0;
        ui.painter().galley(at, text, TEXT);
        at.y += below;
    }
    response.clicked()
}

fn options(ui: &mut Ui, new: &mut NewGame) {
    let all = new.rules.book.options.len();
    if all == 0 {
        heading(ui, "Optional rules", "");
        widgets::mute(ui, "This game has none.");
        return;
    }
    heading(ui, "Optional rules", &format!("{} of {all} on", new.options.len()));
    for option in new.all_options() {
        one(ui, new, option);
    }
}

fn one(ui: &mut Ui, new: &mut NewGame, option: OptionId) {
    let book = new.rules.book.clone();
    let Some(rule) = book.options.get(option.at()) else { return };
    let lacks = new.lacks(option);
    let possible = lacks.is_empty();
    // A variant of a rule ("25_inverse") is read where the rule is.
    let id = format!("{}-{}", book.prefix, new.option_id(option).split('_').next().unwrap_or_default());
    ui.add_space(3.0);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing = vec2(12.0, 2.0);
        let mut on = new.is_on(option);
        let response = widgets::toggle(ui, &mut on, possible);
        response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Checkbox, possible, on, &rule.name));
        widgets::note(ui, &rule.name, response.rect);
        if response.clicked() {
            new.switch(option);
        }
        ui.vertical(|ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
                widgets::styled(ui, rule.name.as_str(), Face::Strong, 1.0, if possible { TEXT } else { MUTE });
                if widgets::chip(ui, &id).on_hover_text("Read the rule").clicked() {
                    new.reading = if new.reading == Some(option) { None } else { Some(option) };
                }
                for need in &lacks {
                    let name = book.options.get(need.at()).map_or("", |o| o.name.as_str());
                    widgets::styled(ui, format!("needs {}: turn on {name} first", new.option_id(*need)), Face::Text, 0.9, WARN);
                }
            });
            widgets::styled(ui, rule.text.as_str(), Face::Text, 0.95, MUTE);
            if new.reading == Some(option) {
                wording(ui, &book, &id);
            }
        });
    });
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    ui.painter().hline(line.x_range(), line.center().y, Stroke::new(1.0, rgb(0x2e363d)));
}

/// The sentences of a rule.
fn wording(ui: &mut Ui, book: &crate::board::Rulebook, id: &str) {
    let under = format!("{id}.");
    for atom in book.atoms.iter().filter(|atom| atom.id == id || atom.id.starts_with(&under)) {
        let text = galley(ui, &atom.text, Face::Text.at(body_size(ui) * 0.95), TEXT, ui.available_width() - 12.0);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), text.size().y + 4.0), Sense::hover());
        ui.painter().vline(rect.left() + 1.0, rect.y_range(), Stroke::new(2.0, BRASS));
        ui.painter().galley(pos2(rect.left() + 10.0, rect.top() + 2.0), text, TEXT);
    }
}
