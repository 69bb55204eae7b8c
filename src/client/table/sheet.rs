//! The combat sheet: who fights and with how much, every shift and modifier with its rule, the row of the table, and the chance of every result.

use super::messages::PlayerOrder;
use super::muster::Muster;
use super::view::{TableView, open_rule};
use super::{Fought, Tabletop, overlays};
use crate::board::{Fact, Preview, UnitId};
use crate::client::counters;
use crate::client::desk::Class;
use crate::client::skin::{BAD, BRASS, BRASS_INK, Face, GOOD, LINE, MUTE, PANEL, TEXT, WELL};
use crate::client::widgets::{self, Weight};
use crate::games::Order;
use crate::play::{self, Session};
use bevy_egui::egui::{self, Align, Layout, Rect, Sense, Stroke, StrokeKind, Ui, vec2};

impl Tabletop {
    /// What an order that is offered promises, asked for once.
    pub fn promise_of(&mut self, order: &Order) -> Option<Preview> {
        if self.considered.as_ref().is_none_or(|(known, _)| known != order) {
            self.considered = Some((order.clone(), play::promise(&mut self.world, order)));
        }
        self.considered.as_ref().and_then(|(_, preview)| preview.clone())
    }

    /// The column on which the last order rolled for a battle, and the factors that led to it.
    pub(super) fn column_rolled(&self) -> Option<(String, (i32, i32))> {
        let events = &self.world.resource::<Session>().past.last()?.events;
        events.iter().find_map(|event| match &event.fact {
            Fact::Odds { column, attack, defense, .. } => Some((column.clone(), (*attack, *defense))),
            _ => None,
        })
    }

    /// What the order just given had promised; `None` if several dice were rolled, since no single one says what happened.
    pub(super) fn kept_promise(&mut self) -> Option<Preview> {
        let (order, preview) = self.considered.take()?;
        let given = self.world.resource::<Session>().past.last().is_some_and(|entry| entry.order == order);
        preview.filter(|preview| given && preview.of == 6)
    }
}

/// A promise moved to the column that was actually rolled on: something spent or revealed with the last order may have moved it. The chances for that
/// column are those of the case that led there; if unknown, they are left out.
pub(crate) fn as_rolled(preview: Preview, column: Option<String>) -> Preview {
    let Some(column) = column.filter(|column| *column != preview.column) else { return preview };
    let chances = preview.cases.iter().find(|case| case.column == column).map(|case| case.chances.clone()).unwrap_or_default();
    Preview { chances, column, ..preview }
}

/// Whether a battle is being planned or fought.
pub(crate) fn is_open(table: &Tabletop) -> bool {
    (shown(table).is_some() && !matches!(table.stage, super::Showing::Reel(_))) || table.just_fought().is_some()
}

/// The current attack, or what is under the pointer.
fn shown(table: &Tabletop) -> Option<&Preview> {
    table.preview.as_ref().or(table.promise.as_ref())
}

/// What it is about.
fn title(table: &Tabletop, preview: &Preview) -> String {
    let place = preview.hex.map(|hex| super::prompt_panel::place_name(table, hex));
    match place {
        Some(place) if is_battle(preview) => format!("Battle for {place}"),
        Some(place) => format!("Chances at {place}"),
        None => "Chances".to_owned(),
    }
}

/// Whether it compares the factors of two sides.
fn is_battle(preview: &Preview) -> bool {
    !preview.odds.is_empty()
}

/// Shows the sheet.
pub(crate) fn show(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, class: Class) {
    let pressed = if let Some(fought) = table.just_fought().filter(|_| table.promise.is_none()).cloned() {
        decided(ui, table, &fought, class);
        Vec::new()
    } else {
        super::counsel::listen(ui, table);
        let Some(preview) = shown(table).cloned() else { return };
        promised(ui, table, view, class, &preview)
    };
    if !pressed.is_empty() {
        table.want(PlayerOrder::GiveAll(pressed));
    }
}

/// The steps of the battle, the current one in brass.
fn rail(ui: &mut Ui, table: &Tabletop, title: String) {
    ui.horizontal(|ui| {
        widgets::head(ui, title);
        if let Some((steps, at)) = table.prompt.rail {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| widgets::mute(ui, format!("step {} of {}", at + 1, steps.len())));
        }
    });
    let Some((steps, now)) = table.prompt.rail else { return };
    let gap = 3.0;
    let font = Face::NarrowBold.at(10.5);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    // Each has the room that its word needs, and what is left is shared out.
    let needed: Vec<f32> = steps.iter().map(|step| widgets::galley(ui, step, font.clone(), TEXT, f32::INFINITY).size().x + 4.0).collect();
    let spare = (rect.width() + gap - needed.iter().map(|width| width + gap).sum::<f32>()) / steps.len() as f32;
    let mut left = rect.left();
    for (n, step) in steps.iter().enumerate() {
        let width = needed[n] + spare;
        let cell = Rect::from_min_size(egui::pos2(left, rect.top()), vec2(width, 20.0));
        left += width + gap;
        let (fill, ink) = if n == now { (BRASS, BRASS_INK) } else { (WELL, if n < now { GOOD } else { MUTE }) };
        ui.painter().rect_filled(cell, 3.0, fill);
        let words = widgets::elided(ui, step, font.clone(), ink, width - 2.0);
        ui.painter().galley(cell.center() - words.size() / 2.0, words, ink);
    }
}

/// Shows what an attack or an order promises; returns the orders that were pressed.
pub(crate) fn promised(ui: &mut Ui, table: &Tabletop, view: &mut TableView, class: Class, preview: &Preview) -> Vec<Order> {
    let planned = table.muster.as_ref().filter(|_| table.preview.as_ref() == Some(preview));
    let mut pressed = Vec::new();
    widgets::card(ui, PANEL, |ui| {
        rail(ui, table, title(table, preview));
        if !preview.attackers.is_empty() {
            pressed.extend(forces(
                ui,
                table,
                view,
                "Attack",
                &preview.attackers,
                Some(preview.attack),
                0,
                planned.map_or(&[][..], |muster| muster.joined.as_slice()),
            ));
        }
        if let Some(muster) = planned {
            pressed.extend(call_up(ui, table, view, preview, muster));
            if let Some(words) = table.steady_says() {
                widgets::styled(ui, words, Face::Text, 0.95, BRASS).on_hover_text("What the Steady bot would do with what you know. Nothing is done.");
            }
        }
        if is_battle(preview) {
            forces(ui, table, view, "Defense", &preview.defenders, Some(preview.defense), preview.unseen, &[] as &[(UnitId, Order)]);
            for (what, rule, factors) in &preview.printed {
                remark(ui, view, &format!("{}: {factors}", super::fan::capital(what)), rule.0);
            }
        } else if !preview.defenders.is_empty() || preview.unseen > 0 {
            forces(ui, table, view, "Target", &preview.defenders, None, preview.unseen, &[] as &[(UnitId, Order)]);
        }
        result(ui, table, view, class, preview, planned.is_some_and(|muster| muster.next.is_some()));
    });
    pressed
}

/// Shows what a what-if attack would promise; returns the counters in it that were pressed.
pub(super) fn supposed(ui: &mut Ui, table: &Tabletop, view: &mut TableView, class: Class, preview: &Preview) -> Vec<UnitId> {
    let mut pressed = Vec::new();
    widgets::card(ui, PANEL, |ui| {
        widgets::head(ui, title(table, preview));
        let each = |units: &[(UnitId, i32)]| units.iter().map(|(unit, _)| (*unit, *unit)).collect::<Vec<_>>();
        pressed.extend(forces(ui, table, view, "Attack", &preview.attackers, Some(preview.attack), 0, &each(&preview.attackers)));
        if !preview.guns.is_empty() {
            widgets::mute(ui, "Guns, with the chance that each hits");
            let guns = preview.guns.iter().map(|(gun, hits)| (*gun, format!("{:.0}%", f64::from(*hits) * 100.0 / 6.0), Some(*gun)));
            pressed.extend(chips(ui, table, view, guns, false));
        }
        pressed.extend(forces(ui, table, view, "Defense", &preview.defenders, Some(preview.defense), preview.unseen, &each(&preview.defenders)));
        for (what, rule, factors) in &preview.printed {
            remark(ui, view, &format!("{}: {factors}", super::fan::capital(what)), rule.0);
        }
        result(ui, table, view, class, preview, false);
    });
    pressed
}

/// Shows counters that may be pressed; returns those that were.
pub(super) fn counters_to_press(ui: &mut Ui, table: &Tabletop, view: &TableView, units: &[UnitId]) -> Vec<UnitId> {
    chips(ui, table, view, units.iter().map(|unit| (*unit, String::new(), Some(*unit))), true)
}

/// Odds, shifts, the row of columns, the chances, and whatever else there is to know.
fn result(ui: &mut Ui, table: &Tabletop, view: &mut TableView, class: Class, preview: &Preview, offers_next: bool) {
    if !preview.unsupplied.is_empty() {
        let names: Vec<&str> = preview.unsupplied.iter().map(|unit| table.rules().book.called(*unit)).collect();
        widgets::warn(ui, format!("Out of supply: {}", names.join(", ")));
    }
    odds(ui, view, preview);
    row(ui, preview);
    if let (Some((more, column)), false) = (&preview.missing, offers_next) {
        let factors = if *more == 1 { "1 more attack factor reaches".to_owned() } else { format!("{more} more attack factors reach") };
        widgets::mute(ui, format!("{factors} {column}"));
    }
    headline(ui, table, preview);
    chances(ui, table, preview, None, class);
    super::cases::show(ui, view, &preview.cases, preview.of);
    for (what, rule) in &preview.unknown {
        remark(ui, view, &format!("{} is rolled first; the chances include all its results", super::fan::capital(what)), rule.0);
    }
    for (what, rule) in &preview.notes {
        remark(ui, view, &super::fan::capital(what), rule.0);
    }
    if preview.unseen > 0 {
        let units = if preview.unseen == 1 { "One defender is".to_owned() } else { format!("{} defenders are", preview.unseen) };
        let counted = match &preview.span {
            Some((worst, best)) if worst != best => format!(": {worst} to {best}. The chances are those of {worst}."),
            Some(_) => ". The column is the same whatever they are.".to_owned(),
            None => " and not counted: the true odds are worse.".to_owned(),
        };
        widgets::warn(ui, format!("{units} not seen{counted}"));
    }
}

/// What matters most: how likely it is that the hex is taken.
fn headline(ui: &mut Ui, table: &Tabletop, preview: &Preview) {
    let (Some(falls), Some(hex)) = (preview.falls, preview.hex) else { return };
    let percent = f64::from(falls) * 100.0 / f64::from(preview.of.max(1));
    let before = if preview.guns.is_empty() { "" } else { ", before the guns" };
    let least = if preview.unseen > 0 { "at least " } else { "" };
    // Nothing is promised against unseen defenders who could hold whatever is rolled.
    let open = preview.unseen > 0 && falls == 0;
    let verb = if open { "may fall" } else { "falls" };
    ui.horizontal_wrapped(|ui| {
        if !open {
            widgets::styled(ui, format!("{least}{percent:.0}%"), Face::Strong, 1.5, overlays::rgb(crate::board::look::Rgb(0x8f_c0_f0)));
        }
        widgets::styled(ui, format!("{} {verb}{before}", super::prompt_panel::place_name(table, hex)), Face::Strong, 1.0, TEXT);
    });
}

/// The units that could still join, to be added by a click on each, or all at once, or as many as the next column needs; and the guns that will fire.
fn call_up(ui: &mut Ui, table: &Tabletop, view: &TableView, preview: &Preview, muster: &Muster) -> Vec<Order> {
    let mut pressed = Vec::new();
    let fights = |unit: &UnitId| preview.attackers.iter().any(|(other, _)| other == unit);
    let beside: Vec<(UnitId, Order)> = muster.joined.iter().filter(|(unit, _)| !fights(unit)).cloned().collect();
    if !beside.is_empty() {
        let chance = |unit: &UnitId| {
            preview.guns.iter().find(|(gun, _)| gun == unit).map_or(String::new(), |(_, hits)| format!("{:.0}%", f64::from(*hits) * 100.0 / 6.0))
        };
        widgets::mute(ui, if preview.guns.is_empty() { "Also taking part" } else { "Guns, with the chance that each hits" });
        pressed.extend(chips(ui, table, view, beside.iter().map(|(unit, order)| (*unit, chance(unit), Some(order.clone()))), false));
    }
    if !muster.out.is_empty() {
        widgets::mute(ui, "Not in the attack: click to add");
        pressed.extend(chips(ui, table, view, muster.out.iter().map(|(unit, order)| (*unit, String::new(), Some(order.clone()))), true));
        ui.horizontal_wrapped(|ui| {
            if muster.out.len() > 1 && widgets::button(ui, Weight::Plain, &format!("Add all {}", muster.out.len()), "").clicked() {
                pressed = muster.out.iter().map(|(_, order)| order.clone()).collect();
            }
            if let Some((column, orders)) = &muster.next
                && widgets::button(ui, Weight::Plain, &format!("Add {} for {column}", orders.len()), "").clicked()
            {
                pressed = orders.clone();
            }
        });
    }
    pressed
}

/// A battle that is over: its result among those that were possible.
fn decided(ui: &mut Ui, table: &Tabletop, fought: &Fought, class: Class) {
    widgets::card(ui, PANEL, |ui| {
        rail(ui, table, title(table, &fought.preview));
        ui.horizontal_wrapped(|ui| {
            if let Some((attack, defense)) = fought.strengths {
                widgets::styled(ui, format!("{attack} : {defense}"), Face::Strong, 1.1, TEXT);
            }
            if is_battle(&fought.preview) {
                widgets::mute(ui, format!("on {}:", fought.preview.column));
            }
            widgets::styled(ui, &fought.result, Face::Strong, 1.3, BRASS);
        });
        chances(ui, table, &fought.preview, Some(&fought.result), class);
    });
}

fn remark(ui: &mut Ui, view: &mut TableView, words: &str, rule: &str) {
    ui.horizontal_wrapped(|ui| {
        widgets::mute(ui, words);
        if widgets::chip(ui, rule).clicked() {
            open_rule(view, rule);
        }
    });
}

/// A number of quarters as people write it.
pub(crate) fn quarters(n: i32) -> String {
    let part = ["", "¼", "½", "¾"][n.rem_euclid(4) as usize];
    match (n.div_euclid(4), part) {
        (0, part) if !part.is_empty() => part.to_owned(),
        (whole, part) => format!("{whole}{part}"),
    }
}

#[allow(clippy::too_many_arguments, reason = "a row of the sheet has as many parts")]
fn forces<T: Clone>(
    ui: &mut Ui,
    table: &Tabletop,
    view: &TableView,
    word: &str,
    units: &[(UnitId, i32)],
    total: Option<i32>,
    unseen: u8,
    joined: &[(UnitId, T)],
) -> Vec<T> {
    ui.horizontal(|ui| {
        widgets::mute(ui, word);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(total) = total {
                widgets::styled(ui, total.to_string(), Face::Strong, 1.5, TEXT);
            }
        });
    });
    let leave = |unit: &UnitId| joined.iter().find(|(other, _)| other == unit).map(|(_, order)| order.clone());
    let shown = units.iter().map(|(unit, factor)| (*unit, quarters(*factor), leave(unit)));
    let pressed = chips(ui, table, view, shown, false);
    if unseen > 0 {
        ui.horizontal_wrapped(|ui| {
            for _ in 0..unseen {
                let (rect, _) = ui.allocate_exact_size(vec2(CHIP, CHIP), Sense::hover());
                ui.painter().rect(rect, 4.0, WELL, Stroke::new(1.0, LINE), StrokeKind::Inside);
                ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, "?", Face::NarrowBlack.at(18.0), MUTE);
            }
        });
    }
    pressed
}

/// Edge of a counter in the sheet.
const CHIP: f32 = 38.0;

/// Counters in a row, each with a number below; those with an order are pressed to give it.
fn chips<T>(ui: &mut Ui, table: &Tabletop, view: &TableView, units: impl Iterator<Item = (UnitId, String, Option<T>)>, faint: bool) -> Vec<T> {
    let mut pressed = Vec::new();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 4.0);
        for (unit, below, order) in units {
            let height = if below.is_empty() { CHIP } else { CHIP + 14.0 };
            let (rect, response) = ui.allocate_exact_size(vec2(CHIP, height), if order.is_some() { Sense::click() } else { Sense::hover() });
            let square = Rect::from_min_size(rect.min, vec2(CHIP, CHIP));
            if let Some(face) = view.faces.of(unit) {
                counters::paint(ui.painter(), square, face, ui.ctx().pixels_per_point());
            }
            if faint {
                ui.painter().rect_filled(square, 4.0, PANEL.gamma_multiply(0.55));
            }
            ui.painter().text(egui::pos2(rect.center().x, rect.bottom()), egui::Align2::CENTER_BOTTOM, below, Face::NarrowBold.at(12.0), TEXT);
            let name = &table.rules().book.units[unit.at()].name;
            let Some(order) = order else {
                response.on_hover_text(name);
                continue;
            };
            widgets::note(ui, &format!("{} {name}", if faint { "Add" } else { "Leave out" }), square);
            if response.hovered() {
                ui.painter().rect_stroke(square.expand(1.0), 4.0, Stroke::new(2.0, BRASS), StrokeKind::Outside);
            }
            if response.clicked() {
                pressed.push(order);
            }
            response.on_hover_text(format!("{name}: click to {}", if faint { "add it" } else { "leave it out" }));
        }
    });
    pressed
}

fn odds(ui: &mut Ui, view: &mut TableView, preview: &Preview) {
    if !is_battle(preview) {
        if !preview.column.is_empty() {
            widgets::text(ui, format!("Rolled on column {}", preview.column));
        }
        shifts(ui, view, preview);
        return;
    }
    ui.horizontal_wrapped(|ui| {
        widgets::styled(ui, format!("{} : {}", preview.attack, preview.defense), Face::Strong, 1.3, TEXT);
        widgets::mute(ui, format!("= {}", preview.odds));
        if preview.odds != preview.column {
            widgets::mute(ui, "becomes");
            widgets::styled(ui, &preview.column, Face::Strong, 1.3, BRASS);
        }
    });
    shifts(ui, view, preview);
    if preview.shifts.is_empty() && preview.modifiers.is_empty() {
        widgets::mute(ui, "No shifts, no die modifiers.");
    }
}

fn shifts(ui: &mut Ui, view: &mut TableView, preview: &Preview) {
    for (what, rule, by) in &preview.shifts {
        line(
            ui,
            view,
            &format!("{}{} column{}", if *by > 0 { "+" } else { "–" }, by.unsigned_abs(), if by.abs() == 1 { "" } else { "s" }),
            what,
            rule.0,
            *by > 0,
        );
    }
    for (what, rule, least, most) in &preview.rolled_shifts {
        line(ui, view, &format!("{least:+} to {most:+}"), &format!("{what}, by a die roll"), rule.0, *most > 0);
    }
    for (what, rule, by) in &preview.modifiers {
        line(ui, view, &format!("die {}{}", if *by > 0 { "+" } else { "–" }, by.unsigned_abs()), what, rule.0, *by > 0);
    }
}

fn line(ui: &mut Ui, view: &mut TableView, amount: &str, what: &str, rule: &str, good: bool) {
    ui.horizontal(|ui| {
        let color = if good { GOOD } else { BAD };
        ui.allocate_ui_with_layout(vec2(92.0, 18.0), Layout::left_to_right(Align::Center), |ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(9.0, 10.0), Sense::hover());
            widgets::arrow(ui.painter(), rect, !good, color);
            widgets::styled(ui, amount, Face::NarrowBold, 0.95, color);
        });
        widgets::text(ui, super::fan::capital(what));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::chip(ui, rule).clicked() {
                open_rule(view, rule);
            }
        });
    });
}

/// The columns of the table: the one before shifts outlined, the final one in brass.
fn row(ui: &mut Ui, preview: &Preview) {
    if preview.columns.is_empty() {
        return;
    }
    let width = (ui.available_width() / preview.columns.len() as f32).min(54.0);
    let (rect, _) = ui.allocate_exact_size(vec2(width * preview.columns.len() as f32, 24.0), Sense::hover());
    for (n, column) in preview.columns.iter().enumerate() {
        let cell = Rect::from_min_size(rect.min + vec2(width * n as f32, 0.0), vec2(width - 2.0, 24.0));
        let now = *column == preview.column;
        let edge = if *column == preview.odds { TEXT } else { LINE };
        ui.painter().rect(cell, 3.0, if now { BRASS } else { WELL }, Stroke::new(1.0, edge), StrokeKind::Inside);
        let size = (width * 0.34).clamp(10.0, 13.0);
        ui.painter().text(cell.center(), egui::Align2::CENTER_CENTER, column, Face::NarrowBold.at(size), if now { BRASS_INK } else { MUTE });
    }
}

/// Every result with what it does, and its chance as a bar and a number; all bars share one scale, set by the likeliest result.
fn chances(ui: &mut Ui, table: &Tabletop, preview: &Preview, came: Option<&str>, class: Class) {
    let of = preview.of.max(1) as f32;
    let most = preview.chances.iter().map(|(_, n)| *n).max().unwrap_or(1).max(1) as f32;
    let size = widgets::body_size(ui);
    let game = table.rules().game();
    let words = |result: &str| game.result_in_words(result).unwrap_or_default();
    let names: Vec<_> = preview.chances.iter().map(|(result, _)| widgets::galley(ui, result, Face::NarrowBold.at(size), TEXT, f32::INFINITY)).collect();
    let label = names.iter().map(|name| name.size().x).fold(0.0, f32::max);
    let width = ui.available_width();
    let (percent_width, bar_width) = (48.0, (width * 0.26).min(120.0));
    let said = (width - label - percent_width - bar_width - 24.0).max(0.0);
    for ((result, n), name) in preview.chances.iter().zip(names) {
        let height = name.size().y + 2.0;
        let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
        let here = came == Some(result);
        let color = if here { BRASS } else { TEXT };
        ui.painter().galley_with_override_text_color(rect.min, name, color);
        let meaning = widgets::elided(ui, &words(result), Face::Text.at((size * 0.92).max(10.0)), if here { BRASS } else { MUTE }, said);
        ui.painter().galley(rect.min + vec2(label + 8.0, 0.0), meaning, MUTE);
        let bar = Rect::from_min_size(rect.min + vec2(label + said + 16.0, height * 0.2), vec2(bar_width, height * 0.6));
        ui.painter().rect_filled(bar, 2.0, WELL);
        let filled = Rect::from_min_size(bar.min, vec2(bar_width * *n as f32 / most, bar.height()));
        ui.painter().rect_filled(filled, 2.0, if here { BRASS } else { overlays::rgb(crate::board::look::Rgb(0x5f_a0_dc)) });
        let percent = *n as f32 * 100.0 / of;
        let number = if percent < 10.0 { format!("{percent:.1}%") } else { format!("{percent:.0}%") };
        ui.painter().text(egui::pos2(rect.right(), rect.center().y), egui::Align2::RIGHT_CENTER, number, Face::Text.at(size * 0.95), color);
    }
    if class == Class::Wide && came.is_none() && !preview.chances.is_empty() {
        // Nothing is exact about defenders that nobody has seen.
        widgets::mute(ui, if preview.unseen == 0 { format!("Exact, out of {} rolls.", preview.of) } else { format!("Out of {} rolls.", preview.of) });
    }
}

#[cfg(test)]
mod tests {
    use super::as_rolled;
    use crate::board::{Atom, Case, Preview};

    #[test]
    fn a_battle_is_shown_on_the_column_it_was_rolled_on() {
        let chances = |result: &str| vec![(result.to_owned(), 6)];
        let case = Case { label: "with a convoy", rule: Atom("WTL-10.3.4.e"), column: "6:1".into(), chances: chances("0/4") };
        let preview = Preview { column: "5:1".into(), chances: chances("0/2"), cases: vec![case], ..Preview::default() };
        let rolled = |column: &str| as_rolled(preview.clone(), Some(column.to_owned()));
        assert_eq!(rolled("5:1"), preview);
        assert_eq!((rolled("6:1").column, rolled("6:1").chances), ("6:1".to_owned(), chances("0/4")));
        assert_eq!((rolled("7:1").column, rolled("7:1").chances), ("7:1".to_owned(), Vec::new()));
    }
}
