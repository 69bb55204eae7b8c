//! The Log tab: turns and steps as headings, each battle folded into one line that opens, and attacks that were only planned left out.

use super::chronicle::{Battle, Entry, Sort};
use super::fan::capital;
use super::tabs::{Filter, line};
use super::view::{TableView, open_rule};
use super::{Tabletop, pointer, prompt_panel};
use crate::board::{Hex, Side};
use crate::client::skin::{BRASS, Face, MUTE, TEXT};
use crate::client::widgets;
use crate::play::Scope;
use bevy_egui::egui::{Align2, Rangef, Sense, Ui, UiBuilder, vec2};
use std::collections::BTreeSet;

/// The log shows no more than this many lines; older ones are in the replay.
const LINES: usize = 400;

/// So far above and below what is seen lines are laid out, in points: the keyboard finds its way to them.
const AROUND: f32 = 300.0;

/// The log as it was shown last. It has hundreds of lines, and hardly ever changes between two frames.
#[derive(Default)]
pub(super) struct Laid {
    of: Option<Of>,
    lines: Vec<Line>,
    /// How much room each takes, once it has been laid out.
    heights: Vec<Option<f32>>,
}

/// What the log depends on.
#[derive(PartialEq)]
struct Of {
    version: u64,
    eyes: (Side, Scope),
    filter: Filter,
    unfolded: BTreeSet<usize>,
    orders: Vec<usize>,
    width: f32,
    body: f32,
}

/// A line as it is shown.
enum Line {
    /// Something that happened.
    Said { words: String, rule: &'static str, hex: Option<Hex>, sort: Sort },
    /// A battle in one line, by its first order.
    Folded { battle: usize, words: String, open: bool },
}

/// Shows the log.
pub(crate) fn show(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView) {
    let orders = table.replay.as_ref().map_or(table.chronicle.orders(), |replay| replay.order);
    // While a reel is stepped through, the log ends where the reel is.
    let orders = table.still().map_or(orders, |(still, _)| still.order);
    show_orders(ui, table, view, &(0..=orders).collect::<Vec<usize>>());
}

/// Shows what the log says of some orders.
pub(crate) fn show_orders(ui: &mut Ui, table: &Tabletop, view: &mut TableView, orders: &[usize]) {
    let mut laid = std::mem::take(&mut view.log);
    let of = Of {
        version: table.version,
        eyes: table.eyes(),
        filter: view.filter,
        unfolded: view.unfolded.clone(),
        orders: orders.to_vec(),
        width: ui.available_width(),
        body: widgets::body_size(ui),
    };
    if laid.of.as_ref() != Some(&of) {
        let mut lines = lines(table, view, orders);
        let spare = lines.len().saturating_sub(LINES);
        lines.drain(..spare);
        laid = Laid { of: Some(of), heights: vec![None; lines.len()], lines };
    }
    if laid.lines.is_empty() {
        widgets::mute(ui, "Nothing has happened yet.");
    }
    let pressed = show_lines(ui, view.filter, &mut laid);
    view.log = laid;
    if let Some(battle) = pressed.turned
        && !view.unfolded.remove(&battle)
    {
        view.unfolded.insert(battle);
    }
    if let (Some(hex), Some(camera)) = (pressed.go, view.camera) {
        view.cursor = Some(hex);
        pointer::show_hex(view, camera.view, hex);
    }
    if let Some(rule) = pressed.rule {
        open_rule(view, rule);
    }
}

/// What was pressed in the log.
#[derive(Default)]
struct Pressed {
    go: Option<Hex>,
    rule: Option<&'static str>,
    turned: Option<usize>,
}

/// Shows the visible lines. The others keep their space: laying out all of them takes longer than all other panels together.
fn show_lines(ui: &mut Ui, filter: Filter, laid: &mut Laid) -> Pressed {
    let mut pressed = Pressed::default();
    let seen = ui.clip_rect().y_range().expand(AROUND);
    let mut skipped = 0.0;
    for (n, shown) in laid.lines.iter().enumerate() {
        let top = ui.cursor().top() + skipped;
        let last = n + 1 == laid.lines.len(); // no gap follows it
        if let Some(height) = laid.heights[n].filter(|height| !last && !seen.intersects(Rangef::new(top, top + height))) {
            skipped += height;
            ui.skip_ahead_auto_ids(1);
            continue;
        }
        if skipped > 0.0 {
            ui.add_space(std::mem::take(&mut skipped));
        }
        let top = ui.cursor().top();
        // A line keeps its id no matter which lines before it are shown.
        let id = ui.unique_id().with(("line", n));
        ui.scope_builder(UiBuilder::new().id(id), |ui| show_line(ui, filter, shown, laid.lines.get(n + 1), &mut pressed));
        laid.heights[n] = Some(ui.cursor().top() - top);
    }
    pressed
}

fn show_line(ui: &mut Ui, filter: Filter, shown: &Line, next: Option<&Line>, pressed: &mut Pressed) {
    match shown {
        Line::Said { words, sort: Sort::Turn, .. } => drop(widgets::styled(ui, capital(words), Face::Strong, 1.05, BRASS)),
        Line::Said { words, sort: Sort::Step, .. } => {
            let name = words.trim_matches(['—', ' ']);
            let empty = filter == Filter::All && matches!(next, Some(Line::Said { sort: Sort::Turn | Sort::Step, .. }));
            let words = if empty { format!("{name}: nothing to do") } else { name.to_owned() };
            widgets::styled(ui, words, if empty { Face::Text } else { Face::Strong }, 0.9, MUTE);
        }
        Line::Said { words, rule, hex, sort } => {
            let (said, chip) = line(ui, words, rule, *sort);
            if said {
                pressed.go = hex.or(pressed.go);
            }
            if chip {
                pressed.rule = Some(*rule);
            }
        }
        Line::Folded { battle, words, open } => {
            if fold(ui, words, *open) {
                pressed.turned = Some(*battle);
            }
        }
    }
}

/// The line of a battle; returns whether it was pressed.
fn fold(ui: &mut Ui, words: &str, open: bool) -> bool {
    let width = ui.available_width();
    let text = widgets::galley(ui, words, Face::Strong.at(widgets::body_size(ui) * 0.94), TEXT, width - 24.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, text.size().y + 2.0), Sense::click());
    widgets::note(ui, words, rect);
    ui.painter().text(
        rect.left_top() + vec2(9.0, text.size().y.min(18.0) / 2.0),
        Align2::CENTER_CENTER,
        if open { "–" } else { "+" },
        Face::NarrowBlack.at(14.0),
        BRASS,
    );
    ui.painter().galley(rect.min + vec2(22.0, 0.0), text, TEXT);
    response.clicked()
}

fn lines(table: &Tabletop, view: &TableView, orders: &[usize]) -> Vec<Line> {
    let (side, scope) = table.eyes();
    let battles = if view.filter == Filter::All { table.chronicle.battles(orders.last().copied().unwrap_or(0)) } else { Vec::new() };
    let wanted = |entry: &&Entry| match view.filter {
        Filter::All => true,
        Filter::Dice => matches!(entry.sort, Sort::Die(_) | Sort::Dice | Sort::Turn | Sort::Step),
        Filter::Losses => matches!(entry.sort, Sort::Loss | Sort::Turn | Sort::Step),
        Filter::Mine => entry.by == Some(side) || matches!(entry.sort, Sort::Turn | Sort::Step),
    };
    let (mut lines, mut folds) = (Vec::new(), BTreeSet::new());
    for order in orders.iter().copied() {
        let battle = battles.iter().find(|battle| battle.pages.contains(&order));
        if let Some(battle) = battle.filter(|battle| battle.over && !battle.dropped && folds.insert(battle.pages.start))
            && let Some(words) = summary(table, battle, side, scope)
        {
            lines.push(Line::Folded { battle: battle.pages.start, words, open: view.unfolded.contains(&battle.pages.start) });
        }
        let folded = battle.is_some_and(|battle| battle.dropped || (battle.over && !view.unfolded.contains(&battle.pages.start)));
        for entry in table.chronicle.page(order).iter().filter(wanted) {
            // What begins after the last shot is no part of the battle.
            if folded && !matches!(entry.sort, Sort::Turn | Sort::Step) {
                continue;
            }
            if let Some(words) = entry.read(side, scope) {
                lines.push(Line::Said { words: words.to_owned(), rule: entry.rule.0, hex: entry.hex, sort: entry.sort });
            }
        }
    }
    let mut heads = Heads { all: view.filter == Filter::All, ..Heads::default() };
    let mut kept: Vec<Line> = Vec::new();
    for shown in lines.into_iter().rev() {
        let sort = if let Line::Said { sort, .. } = &shown { *sort } else { Sort::Plain };
        if heads.keep(sort) {
            kept.push(shown);
        }
    }
    kept.reverse();
    kept
}

/// A battle in one line: where, on which column, with what result.
fn summary(table: &Tabletop, battle: &Battle, side: Side, scope: Scope) -> Option<String> {
    let entries = || battle.pages.clone().flat_map(|order| table.chronicle.page(order));
    let hex = entries().find_map(|entry| entry.hex)?;
    let read = |sort: Sort| entries().filter(|entry| entry.sort == sort).find_map(|entry| entry.read(side, scope));
    let column = read(Sort::Odds).map(|words| words.rsplit(['=', ' ']).next().unwrap_or(words).trim().to_owned());
    let result = read(Sort::Result).map(|words| words.trim_start_matches("result: ").to_owned());
    let losses = entries().filter(|entry| entry.sort == Sort::Loss && entry.read(side, scope).is_some()).count();
    let place = prompt_panel::place_name(table, hex);
    Some(match (column, result) {
        (Some(column), Some(result)) => format!("Attack on {place} at {column}: {result}"),
        (None, Some(result)) => format!("Attack on {place}: {result}"),
        _ if losses > 0 => format!("Attack on {place}: {losses} losses"),
        _ => format!("Attack on {place}: called off"),
    })
}

/// Which headings a filtered log keeps, read from its end: those of turns and steps that still have a line.
#[derive(Default)]
struct Heads {
    all: bool,
    in_step: bool,
    in_turn: bool,
}

impl Heads {
    fn keep(&mut self, sort: Sort) -> bool {
        let has_lines = match sort {
            Sort::Step => std::mem::take(&mut self.in_step),
            Sort::Turn => {
                self.in_step = false;
                std::mem::take(&mut self.in_turn)
            }
            _ => {
                (self.in_step, self.in_turn) = (true, true);
                true
            }
        };
        self.all || has_lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filtered_log_has_no_heads_without_lines() {
        let log = [Sort::Turn, Sort::Step, Sort::Die(3), Sort::Step, Sort::Step, Sort::Loss, Sort::Turn, Sort::Step];
        let left = |all: bool| {
            let mut heads = Heads { all, ..Heads::default() };
            log.iter().rev().filter(|sort| heads.keep(**sort)).count()
        };
        assert_eq!(left(false), 5, "the turn, two steps and two lines");
        assert_eq!(left(true), log.len());
    }
}
