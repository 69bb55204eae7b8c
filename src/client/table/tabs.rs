//! The tabs beside the map: log, stack, tracks, boxes, victory, rules.

use super::chronicle::Sort;
use super::fan::describe;
use super::messages::PlayerOrder;
use super::view::{TableView, hex_of, open_rule};
use super::{Tabletop, Viewer, cards, log, nations, overlays};
use crate::board::{Points, Start, Tally, Target};
use crate::client::counters;
use crate::client::keys::Action;
use crate::client::settings::Settings;
use crate::client::skin::{BAD, BRASS, BRASS_INK, Face, GOOD, LINE, MUTE, PANEL, RAISE, TEXT, WELL};
use crate::client::widgets::{self, Weight};
use crate::play::Seen;
use bevy_egui::egui::{self, Align, Layout, Rect, Sense, Stroke, StrokeKind, Ui, vec2};

/// A tab.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Tab {
    #[default]
    Log,
    Stack,
    Tracks,
    Boxes,
    Victory,
    Rules,
}

impl Tab {
    /// All tabs in their order.
    pub const ALL: [Tab; 6] = [Tab::Log, Tab::Stack, Tab::Tracks, Tab::Boxes, Tab::Victory, Tab::Rules];

    /// Its key.
    pub fn action(self) -> Action {
        match self {
            Tab::Log => Action::Log,
            Tab::Stack => Action::Stack,
            Tab::Tracks => Action::Tracks,
            Tab::Boxes => Action::Boxes,
            Tab::Victory => Action::Victory,
            Tab::Rules => Action::Rules,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Tab::Log => "Log",
            Tab::Stack => "Stack",
            Tab::Tracks => "Tracks",
            Tab::Boxes => "Boxes",
            Tab::Victory => "Victory",
            Tab::Rules => "Rules",
        }
    }
}

/// Which lines of the log are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Filter {
    /// All of them.
    #[default]
    All,
    /// Only dice.
    Dice,
    /// Only losses.
    Losses,
    /// Only what the viewer's side has ordered.
    Mine,
}

/// The names of the tabs in a row.
pub fn strip(ui: &mut Ui, view: &mut TableView, settings: &Settings) {
    let width = (ui.available_width() - 8.0) / Tab::ALL.len() as f32;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 32.0), Sense::hover());
    for (n, tab) in Tab::ALL.into_iter().enumerate() {
        let cell = Rect::from_min_size(rect.min + vec2(4.0 + width * n as f32, 2.0), vec2(width - 2.0, 28.0));
        let response = ui.interact(cell, egui::Id::new(("tab", n)), Sense::click());
        let chosen = view.tab == tab;
        let fill = if chosen { RAISE } else { PANEL };
        ui.painter().rect_filled(cell, 4.0, if response.hovered() { widgets::lighter(fill) } else { fill });
        if chosen {
            ui.painter().rect_filled(Rect::from_min_max(egui::pos2(cell.left(), cell.bottom() - 2.0), cell.max), 0.0, BRASS);
        }
        ui.painter().text(
            cell.center(),
            egui::Align2::CENTER_CENTER,
            tab.word(),
            Face::Text.at(if width < 62.0 { 11.5 } else { 13.0 }),
            if chosen { TEXT } else { MUTE },
        );
        if response.clicked() {
            view.tab = tab;
            view.drawer = true;
        }
        response.on_hover_text(settings.keys.text(tab.action()));
    }
}

/// The tabs and what is in the one in front.
pub fn show(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, settings: &Settings) {
    strip(ui, view, settings);
    let id = ("tab", view.tab as u8, view.of.map(Viewer::at));
    let to_end = view.tab == Tab::Log;
    if view.tab == Tab::Rules {
        search(ui, view);
    }
    if view.tab == Tab::Log {
        ui.horizontal(|ui| {
            ui.add_space(8.0);
            widgets::choose(ui, &mut view.filter, &[(Filter::All, "All"), (Filter::Dice, "Dice"), (Filter::Losses, "Losses"), (Filter::Mine, "Mine")]);
        });
    }
    egui::ScrollArea::vertical().id_salt(id).auto_shrink([false, false]).stick_to_bottom(to_end).show(ui, |ui| {
        widgets::card(ui, PANEL, |ui| match view.tab {
            Tab::Log => log::show(ui, table, view),
            Tab::Stack => stack(ui, table, view),
            Tab::Tracks => {
                nations::relations(ui, table, view);
                tracks(ui, table, view);
            }
            Tab::Boxes => boxes(ui, table, view),
            Tab::Victory => victory(ui, table, view),
            Tab::Rules => rules(ui, table, view),
        });
    });
}

/// A line of the log; returns whether its text and whether its rule were pressed.
pub fn line(ui: &mut Ui, words: &str, rule: &str, sort: Sort) -> (bool, bool) {
    let (mut said, mut chip) = (false, false);
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
        match sort {
            Sort::Die(face) => {
                ui.painter().rect_filled(rect.shrink(1.0), 3.0, TEXT);
                ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, face.to_string(), Face::NarrowBlack.at(12.0), BRASS_INK);
            }
            Sort::Dice => {
                for corner in [rect.left_top(), rect.right_bottom() - vec2(10.0, 10.0)] {
                    ui.painter().rect_filled(Rect::from_min_size(corner, vec2(10.0, 10.0)).shrink(0.5), 2.0, TEXT);
                }
            }
            Sort::Loss => drop(ui.painter().circle_filled(rect.center(), 3.5, BAD)),
            _ => drop(ui.painter().circle_filled(rect.center(), 2.0, MUTE)),
        }
        let room = ui.available_width();
        let font = Face::Text.at(widgets::body_size(ui) * 0.94);
        let chip_width = 70.0;
        ui.allocate_ui_with_layout(vec2(room - chip_width, 16.0), Layout::top_down(Align::Min), |ui| {
            let label = egui::Label::new(egui::RichText::new(super::fan::capital(words)).font(font).color(TEXT)).wrap().sense(Sense::click());
            said = ui.add(label).clicked();
        });
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| chip = widgets::chip(ui, rule).clicked());
    });
    (said, chip)
}

fn stack(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView) {
    let selected = table.selection.first().and_then(|u| hex_of(table, Target::Unit(*u)));
    let written = view.note.as_ref().map(|(hex, _)| *hex);
    let Some(hex) = written.or(view.fan).or(selected).or(view.cursor).or(view.hover) else {
        widgets::mute(ui, "Point at a stack or select one to list its units here.");
        return;
    };
    widgets::head(ui, super::prompt_panel::place_name(table, hex));
    super::notes::edit(ui, table, view, hex);
    let Some(stack) = table.sight.stacks.get(&hex).cloned() else {
        widgets::mute(ui, "No units here.");
        return;
    };
    let (mut toggled, mut given) = (None, None);
    for seen in stack.iter().rev() {
        ui.horizontal_top(|ui| {
            let (rect, response) = ui.allocate_exact_size(vec2(64.0, 64.0), Sense::click());
            if let Some(face) = view.faces.seen(seen) {
                counters::paint(ui.painter(), rect.shrink(2.0), face, ui.ctx().pixels_per_point());
            }
            ui.vertical(|ui| match seen {
                Seen::Known(unit, status) => {
                    if table.selection.contains(unit) {
                        ui.painter().rect_stroke(rect, 6.0, Stroke::new(2.5, BRASS), StrokeKind::Inside);
                    }
                    if response.clicked() && table.prompt.actors.contains(unit) {
                        toggled = Some(*unit);
                    }
                    let reason = table.blocked_on(Target::Unit(*unit)).map(|b| format!("{} [{}]", b.by.why, b.by.rule));
                    describe(ui, table, *unit, status, reason.as_deref());
                    for choice in table.choices_on(Target::Unit(*unit)) {
                        if widgets::button(ui, Weight::Plain, &super::fan::capital(&choice.label), "").clicked() {
                            given = Some(choice.order);
                        }
                    }
                }
                Seen::Hidden(_) => drop(widgets::mute(ui, "A unit you cannot see.")),
                Seen::Kind(_, visible_kind) => drop(widgets::mute(ui, counters::describe_kind(&table.rules().book, visible_kind))),
            });
        });
    }
    if let Some(unit) = toggled {
        table.add_or_drop(unit);
    }
    if let Some(order) = given {
        table.want(PlayerOrder::Give(order));
    }
}

fn tracks(ui: &mut Ui, table: &Tabletop, view: &TableView) {
    let book = &table.rules().book;
    turn_track(ui, table, view);
    for group in &book.look.tracks {
        ui.add_space(6.0);
        widgets::head(ui, &group.title);
        for id in &group.rows {
            let track = &book.tracks[id.at()];
            let value = table.sight.ledger.get(id.at()).copied().unwrap_or_default();
            let words = track.say(value);
            ui.horizontal(|ui| {
                widgets::text(ui, &track.name);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| widgets::styled(ui, words, Face::Strong, 1.1, TEXT));
            });
            if let Some((low, high)) = group.cells {
                cells(ui, i32::from(low), i32::from(high), value);
            }
        }
    }
}

fn cells(ui: &mut Ui, low: i32, high: i32, value: i32) {
    let n = (high - low + 1).max(1);
    let width = (ui.available_width() / n as f32).min(34.0);
    let (rect, _) = ui.allocate_exact_size(vec2(width * n as f32, 24.0), Sense::hover());
    for i in 0..n {
        let cell = Rect::from_min_size(rect.min + vec2(width * i as f32, 0.0), vec2(width - 2.0, 22.0));
        let here = low + i == value;
        ui.painter().rect(cell, 2.0, if here { BRASS } else { WELL }, Stroke::new(1.0, LINE), StrokeKind::Inside);
        ui.painter().text(cell.center(), egui::Align2::CENTER_CENTER, (low + i).to_string(), Face::NarrowBold.at(11.0), if here { BRASS_INK } else { MUTE });
    }
}

/// Every turn with its date, the current one marked, and the steps that happen only in that turn.
fn turn_track(ui: &mut Ui, table: &Tabletop, view: &TableView) {
    let book = &table.rules().book;
    widgets::head(ui, "Turns");
    let now = table.sight.clock.turn;
    let turns = table.world.resource::<Start>().turns;
    for (n, name) in book.turns.iter().take(turns.into()).enumerate() {
        let turn = n as u8 + 1;
        let color = match turn.cmp(&now) {
            std::cmp::Ordering::Less => MUTE,
            std::cmp::Ordering::Equal => BRASS,
            std::cmp::Ordering::Greater => TEXT,
        };
        widgets::styled(ui, format!("{turn}  {name}"), if turn == now { Face::Strong } else { Face::Text }, 1.0, color);
        for step in book.sequence.steps.iter().filter(|s| s.when != crate::board::When::Always && s.when.holds(turn)) {
            widgets::mute(ui, format!("     {}", step.name));
        }
        waiting(ui, table, view, n);
    }
}

/// Counters that arrive on a turn, by its number from 0: lost ones that return, and new ones.
fn waiting(ui: &mut Ui, table: &Tabletop, view: &TableView, turn: usize) {
    let look = &table.rules().book.look;
    let boxes = look.boxes.iter().filter(|group| group.by_turn).filter_map(|group| group.rows.get(turn));
    let held: Vec<&Seen> = boxes.filter_map(|id| table.sight.boxes.get(id)).flatten().collect();
    if held.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        for seen in held {
            let (rect, response) = ui.allocate_exact_size(vec2(40.0, 40.0), Sense::hover());
            if let Some(face) = view.faces.seen(seen).filter(|_| ui.is_rect_visible(rect)) {
                counters::paint(ui.painter(), rect.shrink(1.0), face, ui.ctx().pixels_per_point());
            }
            if let Seen::Known(unit, status) = seen {
                response.on_hover_ui(|ui| describe(ui, table, *unit, status, None));
            }
        }
    });
}

fn boxes(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView) {
    let book = table.book();
    let mut picked = None;
    for group in &book.look.boxes {
        for id in &group.rows {
            let held = table.sight.boxes.get(id).cloned().unwrap_or_default();
            if held.is_empty() {
                continue;
            }
            widgets::head(ui, format!("{} ({})", book.boxes[id.at()].name, held.len()));
            if group.cards && cards::show(ui, table, view, &held) {
                continue;
            }
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
                for seen in &held {
                    let (rect, response) = ui.allocate_exact_size(vec2(50.0, 50.0), Sense::click());
                    if !ui.is_rect_visible(rect) {
                        continue;
                    }
                    if let Some(face) = view.faces.seen(seen) {
                        counters::paint(ui.painter(), rect.shrink(2.0), face, ui.ctx().pixels_per_point());
                    }
                    if let Seen::Known(unit, status) = seen {
                        if table.selection.contains(unit) {
                            ui.painter().rect_stroke(rect, 6.0, Stroke::new(2.5, BRASS), StrokeKind::Inside);
                        }
                        if response.clicked() && table.prompt.actors.contains(unit) {
                            picked = Some(*unit);
                        }
                        response.on_hover_ui(|ui| describe(ui, table, *unit, status, None));
                    }
                }
            });
            ui.add_space(4.0);
        }
    }
    if !table.sight.lost.is_empty() {
        widgets::head(ui, format!("Out of the game ({})", table.sight.lost.len()));
        let names: Vec<&str> = table.sight.lost.iter().map(|u| book.units[u.at()].name.as_str()).collect();
        widgets::mute(ui, names.join(", "));
    }
    if let Some(unit) = picked {
        table.select(vec![unit]);
    }
}

fn victory(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView) {
    widgets::styled(ui, table.standing_in_short(), Face::Strong, 1.3, TEXT);
    widgets::text(ui, table.standing.needed.clone());
    let mut rule = None;
    tallies(ui, table, &mut rule);
    if let Some(rule) = rule {
        open_rule(view, rule);
    }
}

/// Whether a line only repeats another: a place that counts for one side would count as much for the other.
fn is_repeated(tally: &Tally, all: &[Tally]) -> bool {
    let same = |other: &&Tally| other.met && other.side != tally.side && (other.hex, &other.what, other.halves) == (tally.hex, &tally.what, tally.halves);
    !tally.met && tally.hex.is_some() && all.iter().any(|other| same(&other))
}

/// The points line by line, each with the letter of the side.
pub fn tallies(ui: &mut Ui, table: &Tabletop, rule: &mut Option<&'static str>) {
    let book = &table.rules().book;
    let all = &table.standing.tallies;
    for tally in all.iter().filter(|tally| !is_repeated(tally, all)) {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
            if tally.met {
                widgets::tick(ui.painter(), rect, GOOD);
            } else {
                ui.painter().rect_stroke(rect.shrink(2.0), 2.0, Stroke::new(1.0, LINE), StrokeKind::Inside);
            }
            let color = overlays::rgb(book.look.side(tally.side).panel);
            let letter = &book.look.side(tally.side).letter;
            let amount = if tally.decides {
                format!("{letter} !")
            } else {
                format!("{letter} {}{}", if tally.halves < 0 { "–" } else { "" }, Points(tally.halves.unsigned_abs() as i16))
            };
            ui.allocate_ui_with_layout(vec2(44.0, 16.0), Layout::left_to_right(Align::Center), |ui| {
                widgets::styled(ui, amount, Face::Strong, 1.0, if tally.met { color } else { MUTE });
            });
            let room = ui.available_width() - 78.0;
            ui.allocate_ui_with_layout(vec2(room, 16.0), Layout::top_down(Align::Min), |ui| {
                widgets::styled(ui, super::fan::capital(&tally.what), Face::Text, 1.0, if tally.met { TEXT } else { MUTE });
            });
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if widgets::chip(ui, tally.rule.0).clicked() {
                    *rule = Some(tally.rule.0);
                }
            });
        });
    }
}

fn search(ui: &mut Ui, view: &mut TableView) {
    ui.horizontal(|ui| {
        ui.add_space(10.0);
        let edit = egui::TextEdit::singleline(&mut view.search).hint_text("Search the rules").desired_width(ui.available_width() - 110.0);
        if ui.add(edit).changed() {
            view.rule = None;
        }
        if view.rule.is_some() && widgets::button(ui, Weight::Plain, "Chapters", "").clicked() {
            view.rule = None;
        }
    });
}

/// The rules: search results, or the chapter of the requested rule.
fn rules(ui: &mut Ui, table: &Tabletop, view: &mut TableView) {
    let book = table.book();
    let dash = format!("{}-", book.prefix);
    let chapter_of = |id: &str| id.trim_start_matches(dash.as_str()).split('.').next().unwrap_or_default().to_owned();
    let needle = view.search.trim().to_lowercase();
    let wanted = view.rule.as_deref().map(chapter_of);
    // Only what this pair of eyes could read counts: a number must not tell what the words hide.
    let (side, scope) = table.eyes();
    let mut used: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for entry in table.chronicle.entries(table.chronicle.orders()).filter(|e| e.read(side, scope).is_some()) {
        *used.entry(entry.rule.0).or_default() += 1;
    }
    for (chapter, title) in &book.chapters {
        let number = chapter.trim_start_matches(dash.as_str()).to_owned();
        let fits = |id: &str, text: &str| match &wanted {
            Some(wanted) => chapter_of(id) == *wanted,
            None => needle.is_empty() || id.to_lowercase().contains(&needle) || text.to_lowercase().contains(&needle),
        };
        let atoms: Vec<_> = book.atoms.iter().filter(|a| chapter_of(&a.id) == number && fits(&a.id, &a.text)).collect();
        if atoms.is_empty() {
            continue;
        }
        let folded = needle.is_empty() && wanted.is_none();
        widgets::head(ui, format!("{number}  {title}"));
        if folded {
            if widgets::button(ui, Weight::Plain, &format!("Read {} rules", atoms.len()), "").clicked() {
                view.rule = Some(atoms[0].id.clone());
            }
            continue;
        }
        for atom in atoms {
            let here = view.rule.as_deref() == Some(atom.id.as_str());
            let used = used.get(atom.id.as_str()).copied().unwrap_or_default();
            let response = ui
                .scope(|ui| {
                    if here {
                        let top = ui.cursor().min;
                        ui.painter().rect_filled(Rect::from_min_size(top - vec2(8.0, 0.0), vec2(3.0, 40.0)), 0.0, BRASS);
                    }
                    ui.horizontal(|ui| {
                        widgets::chip(ui, &atom.id);
                        if used > 0 {
                            widgets::mute(ui, format!("used {used} time{} this game", if used == 1 { "" } else { "s" }));
                        }
                    });
                    widgets::styled(ui, &atom.text, if here { Face::Strong } else { Face::Text }, 1.0, TEXT);
                    ui.add_space(4.0);
                })
                .response;
            if here && ui.ctx().data(|d| d.get_temp::<String>(egui::Id::new("rule shown"))).as_ref() != Some(&atom.id) {
                response.scroll_to_me(Some(Align::Min));
                ui.ctx().data_mut(|d| d.insert_temp(egui::Id::new("rule shown"), atom.id.clone()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Atom, Hex};

    #[test]
    fn a_place_that_counts_is_listed_once() {
        let line = |side: u8, halves: i32, met: bool| Tally {
            what: "Krasnoyarsk: energy".into(),
            rule: Atom("PME-4.1.b"),
            side: crate::board::Side(side),
            halves,
            hex: Some(Hex(505)),
            met,
            decides: false,
        };
        let all = [line(0, 4, true), line(1, 4, false), line(1, 8, false)];
        let shown: Vec<bool> = all.iter().map(|tally| !is_repeated(tally, &all)).collect();
        assert_eq!(shown, [true, false, true], "not what the other side would have of it, unless it is something else");
        let open = [line(0, 4, false), line(1, 4, false)];
        assert!(open.iter().all(|tally| !is_repeated(tally, &open)), "nobody has it yet");
    }
}
