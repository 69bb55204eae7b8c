//! The combat sheet: who fights with how much, every shift and modifier with its rule, the table's row, the chance of every result.

use super::view::{TableView, open_rule};
use super::{Fought, Tabletop, overlays};
use crate::board::{Fact, Preview, UnitId};
use crate::client::counters;
use crate::client::desk::Class;
use crate::client::skin::{BAD, BRASS, BRASS_INK, Face, GOOD, LINE, MUTE, PANEL, TEXT, WELL};
use crate::client::widgets;
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

    /// The column on which the last order rolled for a battle.
    pub(super) fn column_rolled(&self) -> Option<String> {
        let events = &self.world.resource::<Session>().past.last()?.events;
        events.iter().find_map(|event| if let Fact::Odds { column, .. } = &event.fact { Some(column.clone()) } else { None })
    }

    /// What the order just given had promised; of several dice no single one says what came of it.
    pub(super) fn kept_promise(&mut self) -> Option<Preview> {
        let (order, preview) = self.considered.take()?;
        let given = self.world.resource::<Session>().past.last().is_some_and(|entry| entry.order == order);
        preview.filter(|preview| given && preview.of == 6)
    }
}

/// A promise on the column that was rolled on in the end: what was spent or shown with the last order may have moved it. The chances of that column
/// are those of the case that led there; unknown ones are left out.
pub(crate) fn as_rolled(preview: Preview, column: Option<String>) -> Preview {
    let Some(column) = column.filter(|column| *column != preview.column) else { return preview };
    let chances = preview.cases.iter().find(|case| case.column == column).map(|case| case.chances.clone()).unwrap_or_default();
    Preview { chances, column, ..preview }
}

/// Whether a battle is being planned or fought.
pub(crate) fn is_open(table: &Tabletop) -> bool {
    (shown(table).is_some() && !matches!(table.stage, super::Showing::Reel(_))) || table.just_fought().is_some()
}

/// The attack under way, or what is pointed at.
fn shown(table: &Tabletop) -> Option<&Preview> {
    table.preview.as_ref().or(table.promise.as_ref())
}

/// What it is about.
fn title(table: &Tabletop, preview: &Preview) -> String {
    let place = preview.hex.map(|hex| super::prompt_panel::place_name(table, hex));
    match place {
        Some(place) if is_battle(preview) => format!("Battle for {place}"),
        Some(place) => format!("What it promises at {place}"),
        None => "What it promises".to_owned(),
    }
}

/// Whether one side's factors are held against the other's.
fn is_battle(preview: &Preview) -> bool {
    !preview.odds.is_empty()
}

/// Shows the sheet.
pub(crate) fn show(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, class: Class) {
    if table.promise.is_none()
        && let Some(fought) = table.just_fought().cloned()
    {
        return decided(ui, table, &fought, class);
    }
    let Some(preview) = shown(table).cloned() else { return };
    promised(ui, table, view, class, &preview);
}

/// What an attack or an order promises.
pub(crate) fn promised(ui: &mut Ui, table: &Tabletop, view: &mut TableView, class: Class, preview: &Preview) {
    widgets::card(ui, PANEL, |ui| {
        widgets::head(ui, title(table, preview));
        if !preview.attackers.is_empty() {
            forces(ui, table, view, "Attack", &preview.attackers, Some(preview.attack), 0);
        }
        if is_battle(preview) {
            forces(ui, table, view, "Defense", &preview.defenders, Some(preview.defense), preview.unseen);
        } else if !preview.defenders.is_empty() || preview.unseen > 0 {
            forces(ui, table, view, "Target", &preview.defenders, None, preview.unseen);
        }
        for unit in &preview.unsupplied {
            widgets::warn(ui, format!("{} is out of supply", table.rules().book.called(*unit)));
        }
        odds(ui, view, preview);
        row(ui, preview);
        if let Some((more, column)) = &preview.missing {
            let factors = if *more == 1 { "1 more attack factor reaches".to_owned() } else { format!("{more} more attack factors reach") };
            widgets::mute(ui, format!("{factors} {column}"));
        }
        chances(ui, preview, None, class);
        super::cases::show(ui, view, &preview.cases, preview.of);
        for (what, rule) in &preview.unknown {
            remark(ui, view, &format!("{} is rolled first; all its results are counted in", super::fan::capital(what)), rule.0);
        }
        for (what, rule) in &preview.notes {
            remark(ui, view, &super::fan::capital(what), rule.0);
        }
        if preview.unseen > 0 {
            let units = if preview.unseen == 1 { "One defender is".to_owned() } else { format!("{} defenders are", preview.unseen) };
            let counted = match &preview.span {
                Some((worst, best)) if worst != best => format!(": {worst} to {best}. The chances are those of {worst}."),
                Some(_) => ". The column is the same whoever they are.".to_owned(),
                None => " and not counted: the true odds are worse.".to_owned(),
            };
            widgets::warn(ui, format!("{units} not seen{counted}"));
        }
    });
}

/// The battle is over: what came of it among what might have.
fn decided(ui: &mut Ui, table: &Tabletop, fought: &Fought, class: Class) {
    widgets::card(ui, PANEL, |ui| {
        widgets::head(ui, title(table, &fought.preview));
        ui.horizontal_wrapped(|ui| {
            if is_battle(&fought.preview) {
                widgets::styled(ui, format!("{} : {}", fought.preview.attack, fought.preview.defense), Face::Strong, 1.1, TEXT);
                widgets::mute(ui, format!("on {}:", fought.preview.column));
            }
            widgets::styled(ui, &fought.result, Face::Strong, 1.3, BRASS);
        });
        chances(ui, &fought.preview, Some(&fought.result), class);
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

/// Quarters as people write them.
pub(crate) fn quarters(n: i32) -> String {
    let part = ["", "¼", "½", "¾"][n.rem_euclid(4) as usize];
    match (n.div_euclid(4), part) {
        (0, part) if !part.is_empty() => part.to_owned(),
        (whole, part) => format!("{whole}{part}"),
    }
}

fn forces(ui: &mut Ui, table: &Tabletop, view: &TableView, word: &str, units: &[(UnitId, i32)], total: Option<i32>, unseen: u8) {
    ui.horizontal(|ui| {
        widgets::mute(ui, word);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(total) = total {
                widgets::styled(ui, total.to_string(), Face::Strong, 1.5, TEXT);
            }
        });
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 4.0);
        for (unit, factor) in units {
            let (rect, response) = ui.allocate_exact_size(vec2(38.0, 52.0), Sense::hover());
            let square = Rect::from_min_size(rect.min, vec2(38.0, 38.0));
            if let Some(face) = view.faces.of(*unit) {
                counters::paint(ui.painter(), square, face, ui.ctx().pixels_per_point());
            }
            ui.painter().text(egui::pos2(rect.center().x, rect.bottom()), egui::Align2::CENTER_BOTTOM, quarters(*factor), Face::NarrowBold.at(12.0), TEXT);
            response.on_hover_text(&table.rules().book.units[unit.at()].name);
        }
        for _ in 0..unseen {
            let (rect, _) = ui.allocate_exact_size(vec2(38.0, 52.0), Sense::hover());
            let square = Rect::from_min_size(rect.min, vec2(38.0, 38.0));
            ui.painter().rect(square, 4.0, WELL, Stroke::new(1.0, LINE), StrokeKind::Inside);
            ui.painter().text(square.center(), egui::Align2::CENTER_CENTER, "?", Face::NarrowBlack.at(18.0), MUTE);
        }
    });
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
        widgets::mute(ui, "No shift, nothing added to the die.");
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

/// The columns of the table, the raw one outlined, the final one in brass.
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

fn chances(ui: &mut Ui, preview: &Preview, came: Option<&str>, class: Class) {
    let of = preview.of.max(1) as f32;
    let font = Face::NarrowBold.at(widgets::body_size(ui));
    let names: Vec<_> = preview.chances.iter().map(|(result, _)| widgets::galley(ui, result, font.clone(), TEXT, f32::INFINITY)).collect();
    // All bars begin below each other.
    let label = names.iter().map(|name| name.size().x).fold(0.0, f32::max);
    for ((result, n), name) in preview.chances.iter().zip(names) {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(label, name.size().y), Sense::hover());
            ui.painter().galley_with_override_text_color(rect.min, name, if came == Some(result) { BRASS } else { TEXT });
            let width = (ui.available_width() - 62.0).max(40.0);
            let color = if came == Some(result) { BRASS } else { overlays::rgb(crate::board::look::Rgb(0x5f_a0_dc)) };
            widgets::bar(ui, *n as f32 / of, width, color);
            let percent = *n as f32 * 100.0 / of;
            widgets::styled(ui, if percent < 10.0 { format!("{percent:.1} %") } else { format!("{percent:.0} %") }, Face::Text, 0.92, TEXT);
        });
    }
    if class == Class::Wide {
        let losses = preview.chances.iter().any(|(result, _)| result.contains('/'));
        let legend = if losses { "Attacker's loss / defender's loss, R: hexes of retreat. " } else { "" };
        // Nothing is exact about defenders that nobody has seen.
        let exact = if preview.unseen == 0 { format!("Exact, of {} rolls.", preview.of) } else { format!("Of {} rolls.", preview.of) };
        widgets::mute(ui, format!("{legend}{exact}"));
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
