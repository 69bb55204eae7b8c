//! How the game went, turn by turn: chances, points and losses of both sides, in graphs and figures.

use super::chances::{self, Chance};
use super::{Tabletop, overlays};
use crate::board::{Event, Fact, Place, Points, Position, Side, Start, UnitId, snapshot};
use crate::client::desk::Desk;
use crate::client::keys::Action;
use crate::client::screens::parts::cap;
use crate::client::skin::{BRASS, Face, LINE, MUTE, TEXT, WELL};
use crate::client::widgets::{self, Weight, body_size};
use crate::play::{self, Players, Session};
use bevy_ecs::prelude::World;
use bevy_egui::egui::{self, Align, Align2, Layout, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

/// What a side has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Losses {
    /// Units that left the map for good, or until they are replaced.
    pub units: u32,
    /// Steps, including those of lost units.
    pub steps: u32,
}

impl Losses {
    /// In words.
    pub fn words(self) -> String {
        match (self.units, self.steps) {
            (0, 0) => "–".to_owned(),
            (units, steps) => format!("{units} {}, {steps} {}", plural(units, "unit"), plural(steps, "step")),
        }
    }
}

/// A turn of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnRecord {
    /// The turn; 0 is set-up.
    pub turn: u8,
    /// How many orders had been given when it ended, or so far.
    pub orders: usize,
    /// The points each side had at its end, in halves.
    pub points: [i32; 2],
    /// What each side lost in it.
    pub losses: [Losses; 2],
}

/// How a game went.
pub struct Course {
    /// The version of the table this is for.
    version: u64,
    records: Vec<TurnRecord>,
    chances: Vec<Chance>,
}

/// The order after which each turn was over, and the latest order.
fn ends(session: &Session, now: &Position) -> Vec<(u8, usize)> {
    let mut ends: Vec<(u8, usize)> = Vec::new();
    for order in 0..=session.past.len() {
        let turn = session.before(order).unwrap_or(now).clock.turn;
        match ends.last_mut() {
            Some((last, end)) if *last == turn => *end = order,
            _ => ends.push((turn, order)),
        }
    }
    ends
}

/// The game turn by turn, as far as it was played. Points are those that both sides may know.
pub fn by_turn(table: &mut Tabletop) -> Vec<TurnRecord> {
    let now = match &table.replay {
        Some(replay) => replay.end.clone(),
        None => snapshot(&mut table.world),
    };
    let session = table.world.resource::<Session>();
    let (rules, start) = (session.rules.clone(), table.world.resource::<Start>().clone());
    let mut other: World = play::begin(&rules, &start, Players::Solo);
    let (mut begun, mut records) = (0, Vec::new());
    for (turn, orders) in ends(session, &now) {
        play::set_up_position(&mut other, session.before(orders).unwrap_or(&now));
        let mut points = [0, 0];
        for tally in play::standing(&mut other).tallies.iter().filter(|tally| tally.met && !tally.decides) {
            points[tally.side.at()] += tally.halves;
        }
        let mut losses = [Losses::default(); 2];
        for entry in &session.past[begun..orders] {
            entry.events.iter().for_each(|event| count(event, &entry.before().units, &mut losses));
        }
        begun = orders;
        records.push(TurnRecord { turn, orders, points, losses });
    }
    records
}

/// Adds what an event cost. `units`: their state before the order.
fn count(event: &Event, units: &crate::board::States, losses: &mut [Losses; 2]) {
    let side = |unit: UnitId| units[unit.at()].status.side.at();
    match event.fact {
        Fact::Stepped { unit, from, to } if to < from => losses[side(unit)].steps += u32::from(from - to),
        Fact::Moved { unit, from: Place::Map(_), to: Place::Lost, .. } => losses[side(unit)].units += 1,
        _ => {}
    }
}

impl Tabletop {
    /// Whether everything about both sides may be shown: the game is over, one person plays it, or nothing in it is secret.
    pub fn is_open(&self) -> bool {
        let over = self.replay.as_ref().map_or_else(|| self.sight.clock.over.is_some(), |replay| replay.open);
        over || self.is_solo() || !self.rules().game().keeps_secrets()
    }
}

/// A turn in words.
pub(crate) fn name(table: &Tabletop, turn: u8) -> String {
    match turn {
        0 => "Set-up".to_owned(),
        turn => table.rules().book.turns.get(usize::from(turn) - 1).map_or_else(|| format!("Turn {turn}"), |name| format!("{turn}  {name}")),
    }
}

/// Shows how the game went. Returns whether to close the window.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, pressed: &[Action]) -> bool {
    let Some(table) = &mut desk.table else { return true };
    let fresh = desk.view.statistics.as_ref().is_some_and(|course| course.version == table.version);
    if !fresh {
        desk.view.statistics = Some(Course { version: table.version, records: by_turn(table), chances: chances::by_turn(table) });
    }
    let Some(Course { records, chances, .. }) = &desk.view.statistics else { return true };
    let mut visit = None;
    let (table, key) = (&*table, cap(&desk.settings.keys, Action::Back));
    let (close, outside) = widgets::dialog(ui, "statistics", 760.0, |ui| {
        let mut close = false;
        ui.horizontal(|ui| {
            widgets::styled(ui, "Statistics", Face::Strong, 1.35, TEXT);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| close = widgets::button(ui, Weight::Plain, "Close", &key).clicked());
        });
        if let Some(over) = table.sight.clock.over {
            let winner = over.winner.map_or("The game is a draw.".to_owned(), |side| format!("The {} player has won.", table.rules().book.sides[side.at()]));
            widgets::styled(ui, winner, Face::Strong, 1.2, BRASS);
        }
        widgets::text(ui, table.standing_in_short());
        ui.add_space(6.0);
        if !chances.is_empty() {
            widgets::head(ui, "Chances after each turn");
            visit = chances::show(ui, table, chances);
            ui.add_space(6.0);
        }
        if records.iter().any(|record| record.points != [0, 0]) {
            widgets::head(ui, "Points at the end of each turn");
            graph(ui, table, records);
            ui.add_space(6.0);
        }
        figures(ui, table, records);
        if table.is_open() {
            ui.add_space(8.0);
            kinds(ui, table);
        } else {
            widgets::mute(ui, "Losses are shown once the game is over, since players may hide them from each other.");
        }
        close
    });
    if let Some(order) = visit {
        chances::visit(desk, order);
        return true;
    }
    close || outside || pressed.contains(&Action::First)
}

pub(super) fn color(table: &Tabletop, side: usize) -> egui::Color32 {
    overlays::rgb(table.rules().book.look.side(Side(side as u8)).panel)
}

/// A line for each side with a point for each turn; the second line is dashed, so that nothing depends on color alone.
fn graph(ui: &mut Ui, table: &Tabletop, records: &[TurnRecord]) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 150.0), Sense::hover());
    let painter = ui.painter();
    painter.rect(rect, 4.0, WELL, Stroke::new(1.0, LINE), StrokeKind::Inside);
    let plot = Rect::from_min_max(rect.min + vec2(40.0, 12.0), rect.max - vec2(16.0, 24.0));
    let all = || records.iter().flat_map(|record| record.points);
    let (low, high) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(0).max(2));
    let steps = records.len().saturating_sub(1).max(1) as f32;
    let x = |n: usize| plot.left() + plot.width() * n as f32 / steps;
    let y = |halves: i32| plot.bottom() - plot.height() * (halves - low) as f32 / (high - low).max(1) as f32;
    let font = Face::Narrow.at(11.0);
    for value in [low, 0, high] {
        painter.hline(plot.x_range(), y(value), Stroke::new(1.0, LINE));
        painter.text(pos2(plot.left() - 6.0, y(value)), Align2::RIGHT_CENTER, in_points(value), font.clone(), MUTE);
    }
    for (n, record) in records.iter().enumerate() {
        let word = if record.turn == 0 { "set-up".to_owned() } else { record.turn.to_string() };
        painter.text(pos2(x(n), plot.bottom() + 5.0), Align2::CENTER_TOP, word, font.clone(), MUTE);
    }
    for side in 0..2 {
        let line: Vec<egui::Pos2> = records.iter().enumerate().map(|(n, record)| pos2(x(n), y(record.points[side]))).collect();
        let stroke = Stroke::new(2.5, color(table, side));
        if side == 0 {
            painter.line(line.clone(), stroke);
        } else {
            painter.extend(egui::Shape::dashed_line(&line, stroke, 7.0, 4.0));
        }
        for at in line {
            painter.circle_filled(at, 3.5, color(table, side));
        }
    }
    ui.horizontal_wrapped(|ui| {
        for (side, name) in table.rules().book.sides.iter().enumerate().take(2) {
            let dash = if side == 0 { "whole line" } else { "dashed line" };
            widgets::styled(ui, format!("{name}: {dash}"), Face::Strong, 0.9, color(table, side));
        }
    });
}

/// Points in words.
pub(crate) fn in_points(halves: i32) -> String {
    format!("{}{}", if halves < 0 { "–" } else { "" }, Points(halves.unsigned_abs() as i16))
}

/// Turn by turn in figures.
fn figures(ui: &mut Ui, table: &Tabletop, records: &[TurnRecord]) {
    let (sides, open) = (&table.rules().book.sides, table.is_open());
    let head = |what: &str, side: usize| format!("{} {what}", sides.get(side).map_or("", String::as_str));
    let mut heads = vec!["Turn".to_owned(), head("points", 0), head("points", 1)];
    if open {
        heads.extend([head("losses", 0), head("losses", 1)]);
    }
    row(ui, &heads, Face::Strong, BRASS);
    let lost = |losses: Losses| losses.words();
    let mut total = [Losses::default(); 2];
    for record in records {
        let mut cells = vec![name(table, record.turn), in_points(record.points[0]), in_points(record.points[1])];
        for (sum, losses) in total.iter_mut().zip(record.losses) {
            (sum.units, sum.steps) = (sum.units + losses.units, sum.steps + losses.steps);
        }
        if open {
            cells.extend(record.losses.map(lost));
        }
        row(ui, &cells, Face::Text, TEXT);
    }
    if open {
        row(ui, &["Total".to_owned(), String::new(), String::new(), lost(total[0]), lost(total[1])], Face::Strong, TEXT);
    }
}

fn plural(n: u32, one: &str) -> String {
    if n == 1 { one.to_owned() } else { format!("{one}s") }
}

fn row(ui: &mut Ui, cells: &[String], face: Face, ink: egui::Color32) {
    let size = body_size(ui) * 0.95;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size * 1.6), Sense::hover());
    let first = rect.width() * 0.28;
    let width = (rect.width() - first) / (cells.len() - 1).max(1) as f32;
    for (n, words) in cells.iter().enumerate() {
        let (left, room) = if n == 0 { (0.0, first) } else { (first + width * (n - 1) as f32, width) };
        let text = widgets::elided(ui, words, face.at(size), ink, room - 8.0);
        ui.painter().galley(pos2(rect.left() + left, rect.center().y - text.size().y / 2.0), text, ink);
    }
}

/// Units out of the game, by kind.
fn kinds(ui: &mut Ui, table: &Tabletop) {
    let rows = super::forces::roster(table);
    for (n, side) in table.rules().book.sides.iter().enumerate() {
        let lost = rows.iter().filter(|row| row.side == Side(n as u8) && row.at == super::forces::Where::Lost);
        let mut of: std::collections::BTreeMap<&str, u32> = std::collections::BTreeMap::new();
        lost.for_each(|row| *of.entry(&row.formation).or_default() += 1);
        if !of.is_empty() {
            widgets::styled(ui, format!("{side}: units out of the game"), Face::Strong, 1.0, color(table, n));
            let words: Vec<String> = of.iter().map(|(kind, n)| if *n == 1 { (*kind).to_owned() } else { format!("{n} × {kind}") }).collect();
            widgets::text(ui, words.join(", "));
        }
    }
}
