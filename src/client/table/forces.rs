//! The order of battle: every unit by side and formation, as far as the viewer may know: where it is, how strong, and whether it is lost or due.

use super::Tabletop;
use super::view::TableView;
use super::{fan, legend, overlays, pointer, prompt_panel};
use crate::board::{BoxId, Hex, Side, Status, UnitId};
use crate::client::counters;
use crate::client::desk::Desk;
use crate::client::keys::Action;
use crate::client::screens::parts::cap;
use crate::client::skin::{BAD, BRASS, Face, GOOD, MUTE, RAISE, TEXT};
use crate::client::widgets::{self, Weight, body_size};
use crate::play::Seen;
use bevy_egui::egui::{self, Align, Layout, Sense, TextEdit, Ui, pos2, vec2};
use std::collections::BTreeMap;

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// In a hex.
    Map(Hex),
    /// In a box.
    Box(BoxId),
    /// It arrives on this turn.
    Due(u8),
    /// Out of the game.
    Lost,
    /// The viewer may not know.
    Unknown,
}

/// A unit in the order of battle.
#[derive(Clone, Debug)]
pub struct Row {
    /// The unit.
    pub unit: UnitId,
    /// The side that runs it; as printed, if that is not known.
    pub side: Side,
    /// The formation it is listed under.
    pub formation: String,
    /// Where it is.
    pub at: Where,
    /// Its state, if that is known.
    pub status: Option<Status>,
}

/// Which units are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Which {
    /// All of them.
    #[default]
    All,
    /// Those on the map.
    OnMap,
    /// Those that have lost steps.
    Reduced,
    /// Those that arrive on a certain turn.
    Due,
    /// Those out of the game.
    Lost,
}

/// A search in the order of battle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// The words to search for.
    pub search: String,
    /// Which side; both, if left out.
    pub side: Option<Side>,
    /// Which units.
    pub which: Which,
}

/// Every unit of both sides as the viewer sees it, in the order of the tables. Markers and cards are not units.
pub fn roster(table: &Tabletop) -> Vec<Row> {
    let (rules, book) = (table.rules(), &table.rules().book);
    let mut seen: BTreeMap<UnitId, (Where, Option<Status>)> = table.sight.lost.iter().map(|unit| (*unit, (Where::Lost, None))).collect();
    for (hex, stack) in &table.sight.stacks {
        seen.extend(stack.iter().filter_map(|seen| if let Seen::Known(unit, status) = seen { Some((*unit, (Where::Map(*hex), Some(*status)))) } else { None }));
    }
    let due = |id: BoxId| book.look.boxes.iter().filter(|group| group.by_turn).find_map(|group| group.rows.iter().position(|row| *row == id));
    for (id, held) in &table.sight.boxes {
        let at = due(*id).map_or(Where::Box(*id), |turn| Where::Due(turn as u8 + 1));
        seen.extend(held.iter().filter_map(|seen| if let Seen::Known(unit, status) = seen { Some((*unit, (at, Some(*status)))) } else { None }));
    }
    let row = |at: usize| {
        let (unit, printed) = (UnitId(at as u16), &book.units[at]);
        let nation = &book.nations[printed.nation.value.at()];
        let kind = book.kinds.get(&printed.kind.value)?;
        if kind.symbol == "marker" || rules.game().card(rules, unit).is_some() {
            return None;
        }
        let of = if printed.formation.is_empty() { kind.name.clone() } else { printed.formation.clone() };
        let (at, status) = seen.get(&unit).copied().unwrap_or((Where::Unknown, None));
        let side = status.map_or(nation.side, |status| status.side);
        Some(Row { unit, side, formation: format!("{} · {of}", nation.name), at, status })
    };
    (0..book.units.len()).filter_map(row).collect()
}

impl Row {
    /// Steps left and printed.
    fn steps(&self, table: &Tabletop) -> (u8, u8) {
        let printed = table.rules().book.units[self.unit.at()].steps();
        (self.status.map_or(if self.at == Where::Lost { 0 } else { printed }, |status| status.steps), printed)
    }

    /// Where it is, in words.
    fn place(&self, table: &Tabletop) -> String {
        let book = &table.rules().book;
        match self.at {
            Where::Map(hex) => prompt_panel::place_name(table, hex),
            Where::Box(id) => book.boxes[id.at()].name.clone(),
            Where::Due(turn) => format!("due on turn {turn}"),
            Where::Lost => "lost".to_owned(),
            Where::Unknown => "unknown".to_owned(),
        }
    }

    /// Its current factors, as far as they are known.
    fn factors(&self, table: &Tabletop) -> String {
        let status = self.status.unwrap_or_else(|| legend::fresh(table, self.unit));
        counters::factors(&table.rules().book, self.unit, &status)
    }

    fn fits(&self, table: &Tabletop, query: &Query) -> bool {
        let (left, printed) = self.steps(table);
        let state = match query.which {
            Which::All => true,
            Which::OnMap => matches!(self.at, Where::Map(_)),
            Which::Reduced => self.at != Where::Lost && left < printed,
            Which::Due => matches!(self.at, Where::Due(_)),
            Which::Lost => self.at == Where::Lost,
        };
        let book = &table.rules().book;
        let row = &book.units[self.unit.at()];
        let kind = book.kinds.get(&row.kind.value).map_or("", |kind| kind.name.as_str());
        let words = format!("{} {} {kind} {} {}", book.called(self.unit), row.name, self.formation, self.place(table)).to_lowercase();
        state && query.side.is_none_or(|side| side == self.side) && query.search.to_lowercase().split_whitespace().all(|word| words.contains(word))
    }
}

/// A formation: its name and its units.
type Formation<'a> = (&'a str, Vec<&'a Row>);

/// The matching rows, by formation in the order of the tables.
fn formations<'a>(rows: &'a [Row], side: Side, fits: impl Fn(&Row) -> bool) -> Vec<Formation<'a>> {
    let mut found: Vec<Formation<'_>> = Vec::new();
    for row in rows.iter().filter(|row| row.side == side && fits(row)) {
        match found.iter_mut().find(|(name, _)| *name == row.formation) {
            Some((_, members)) => members.push(row),
            None => found.push((&row.formation, vec![row])),
        }
    }
    found
}

/// Shows the order of battle over the table. Returns whether to close it.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui) -> bool {
    let Some(table) = &desk.table else { return true };
    let view = &mut desk.view;
    let key = cap(&desk.settings.keys, Action::Back);
    let rows = roster(table);
    let mut query = view.forces.clone();
    let ((close, go), outside) = widgets::dialog(ui, "order of battle", 880.0, |ui| {
        let mut close = false;
        ui.horizontal(|ui| {
            widgets::styled(ui, "Order of battle", Face::Strong, 1.35, TEXT);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| close = widgets::button(ui, Weight::Plain, "Close", &key).clicked());
        });
        ask(ui, table, &mut query);
        let height = (ui.ctx().content_rect().height() - 72.0 - (ui.cursor().top() - ui.min_rect().top())).max(160.0);
        let list = egui::ScrollArea::vertical().id_salt("forces").max_height(height).auto_shrink([false, false]);
        (close, list.show(ui, |ui| list_all(ui, table, view, &rows, &query)).inner)
    });
    view.forces = query;
    if let Some(hex) = go {
        view.cursor = Some(hex);
        view.fan = None;
        if let Some(camera) = view.camera {
            pointer::show_hex(view, camera.view, hex);
        }
    }
    close || outside || go.is_some()
}

/// The search controls: words, a side, a state.
fn ask(ui: &mut Ui, table: &Tabletop, query: &mut Query) {
    let sides = &table.rules().book.sides;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
        let edit = TextEdit::singleline(&mut query.search).hint_text("Search units and places").desired_width(220.0).char_limit(60);
        let response = ui.add(edit);
        widgets::note(ui, "Search units", response.rect);
        let by_side: Vec<(Option<Side>, &str)> =
            std::iter::once((None, "Both sides")).chain(sides.iter().enumerate().map(|(n, name)| (Some(Side(n as u8)), name.as_str()))).collect();
        widgets::choose(ui, &mut query.side, &by_side);
    });
    let which = [(Which::All, "All"), (Which::OnMap, "On the map"), (Which::Reduced, "Reduced"), (Which::Due, "Due"), (Which::Lost, "Lost")];
    widgets::choose(ui, &mut query.which, &which);
    ui.add_space(4.0);
}

fn list_all(ui: &mut Ui, table: &Tabletop, view: &TableView, rows: &[Row], query: &Query) -> Option<Hex> {
    let mut go = None;
    ui.spacing_mut().item_spacing.y = 1.0;
    let mut any = false;
    for (n, name) in table.rules().book.sides.iter().enumerate() {
        let side = Side(n as u8);
        let found = formations(rows, side, |row| row.fits(table, query));
        if found.is_empty() {
            continue;
        }
        any = true;
        let color = overlays::rgb(table.rules().book.look.side(side).panel);
        widgets::styled(
            ui,
            format!("{name}: {}", totals(table, &found.iter().flat_map(|(_, rows)| rows.iter().copied()).collect::<Vec<_>>())),
            Face::Strong,
            1.1,
            color,
        );
        for (formation, members) in found {
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                widgets::styled(ui, fan::capital(formation), Face::Strong, 1.0, BRASS);
                widgets::mute(ui, totals(table, &members));
            });
            for row in members {
                go = line(ui, table, view, row).or(go);
            }
        }
        ui.add_space(10.0);
    }
    if !any {
        widgets::mute(ui, "No unit matches.");
    }
    go
}

/// How many there are, on the map and lost, in words.
fn totals(table: &Tabletop, rows: &[&Row]) -> String {
    let count = |is: fn(&Where) -> bool| rows.iter().filter(|row| is(&row.at)).count();
    let (on_map, lost) = (count(|at| matches!(at, Where::Map(_))), count(|at| *at == Where::Lost));
    let (due, unknown) = (count(|at| matches!(at, Where::Due(_))), count(|at| *at == Where::Unknown));
    let short: u32 =
        rows.iter().filter(|row| matches!(row.at, Where::Map(_))).map(|row| row.steps(table)).map(|(left, of)| u32::from(of.saturating_sub(left))).sum();
    let one = if rows.len() == 1 { "unit" } else { "units" };
    let mut words = vec![format!("{} {one}", rows.len()), format!("{on_map} on the map")];
    words.extend((short > 0).then(|| format!("{short} {} lost there", if short == 1 { "step" } else { "steps" })));
    words.extend((due > 0).then(|| format!("{due} due")));
    words.extend((lost > 0).then(|| format!("{lost} lost")));
    words.extend((unknown > 0).then(|| format!("{unknown} unknown")));
    words.join(" · ")
}

/// A unit; returns its hex when it is pressed.
fn line(ui: &mut Ui, table: &Tabletop, view: &TableView, row: &Row) -> Option<Hex> {
    let body = body_size(ui);
    let hex = if let Where::Map(hex) = row.at { Some(hex) } else { None };
    let sense = if hex.is_some() { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 32.0), sense);
    let book = &table.rules().book;
    let name = book.called(row.unit);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, hex.is_some(), name));
    if hex.is_some() {
        widgets::note(ui, name, rect);
    }
    if !ui.is_rect_visible(rect) {
        return response.clicked().then_some(hex).flatten();
    }
    if hex.is_some() && (response.hovered() || response.has_focus()) {
        ui.painter().rect_filled(rect, 4.0, RAISE);
    }
    if let Some(face) = view.faces.of(row.unit).filter(|_| row.status.is_some()) {
        counters::paint(ui.painter(), egui::Rect::from_min_size(rect.min + vec2(2.0, 2.0), vec2(28.0, 28.0)), face, ui.ctx().pixels_per_point());
    }
    let (left, of) = row.steps(table);
    let strength = match (row.status, of) {
        (Some(_), 2..) => format!("{}  ({left} of {of} steps)", row.factors(table)),
        _ => row.factors(table),
    };
    let ink = match row.at {
        Where::Lost => BAD,
        Where::Due(_) => GOOD,
        Where::Map(_) => TEXT,
        _ => MUTE,
    };
    let width = rect.width() - 40.0;
    let columns = [(0.0, 0.36, name, TEXT), (0.37, 0.22, strength.as_str(), if left < of { BAD } else { MUTE }), (0.60, 0.40, &row.place(table), ink)];
    for (from, share, words, color) in columns {
        let text = widgets::elided(ui, words, Face::Text.at(body), color, width * share);
        ui.painter().galley(pos2(rect.left() + 38.0 + width * from, rect.center().y - text.size().y / 2.0), text, color);
    }
    let clicked = response.clicked();
    if let Some(status) = &row.status {
        response.on_hover_ui(|ui| fan::describe(ui, table, row.unit, status, None));
    }
    clicked.then_some(hex).flatten()
}
