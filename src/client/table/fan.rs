//! A stack spread out beside its hex, the menu where one place offers several choices, and the card for what the pointer rests on.

use super::Tabletop;
use super::messages::PlayerOrder;
use super::pointer::Carried;
use super::view::{Frame, TableView, act};
use crate::board::{Choice, Hex, Target};
use crate::client::counters;
use crate::client::map::MapArt;
use crate::client::skin::{BRASS, Face, LINE, MUTE, PANEL, TEXT};
use crate::client::widgets::{self, Weight};
use crate::games::Order;
use crate::play::Seen;
use bevy_egui::egui::{self, Area, Id, Order as Layer, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

/// Edge of a counter in a fanned-out stack.
const EDGE: f32 = 64.0;
/// More counters than this are shown in two rows.
const ROW: usize = 8;

/// Shows what floats over the map.
pub(crate) fn show(ui: &mut Ui, frame: &Frame, table: &mut Tabletop, view: &mut TableView, art: &MapArt) {
    if let Some(hex) = view.fan {
        spread(ui, frame, table, view, art, hex);
    }
    menu(ui, table, view);
    go_to(ui, frame, table, view, art);
    if view.fan.is_none() && view.menu.is_none() && view.carried == Carried::Nothing {
        card(ui, frame, table, view, art);
    }
}

fn spread(ui: &mut Ui, frame: &Frame, table: &mut Tabletop, view: &mut TableView, art: &MapArt, hex: Hex) {
    let Some(stack) = table.sight.stacks.get(&hex).cloned() else {
        view.fan = None;
        return;
    };
    let (Some(camera), Some(center)) = (view.camera, art.center(hex)) else { return };
    let at = camera.to_screen(center);
    let columns = stack.len().min(ROW);
    let rows = stack.len().div_ceil(ROW);
    let size = vec2(columns as f32 * (EDGE + 10.0) + 14.0, rows as f32 * (EDGE + 26.0) + 12.0);
    let mut rect = Rect::from_min_size(pos2(at.x - size.x / 2.0, at.y - camera.zoom * 0.62 - size.y), size);
    if rect.top() < frame.map.top() + 4.0 {
        rect = rect.translate(vec2(0.0, camera.zoom * 1.24 + size.y));
    }
    let left = rect.left().clamp(frame.map.left() + 4.0, (frame.map.right() - size.x - 4.0).max(frame.map.left() + 4.0));
    rect = rect.translate(vec2(left - rect.left(), 0.0));
    let painter = ui.painter_at(frame.map);
    painter
        .line_segment([at, pos2(at.x.clamp(rect.left(), rect.right()), if rect.top() > at.y { rect.top() } else { rect.bottom() })], Stroke::new(2.0, BRASS));
    let mut chosen: Option<(Pos2, Vec<Choice<Order>>)> = None;
    let mut toggled = None;
    Area::new(Id::new("fan")).order(Layer::Middle).fixed_pos(rect.min).show(ui.ctx(), |ui| {
        let (whole, _) = ui.allocate_exact_size(size, Sense::click());
        ui.painter().rect(whole, 8.0, PANEL, Stroke::new(1.0, LINE), StrokeKind::Inside);
        for (n, seen) in stack.iter().rev().enumerate() {
            let place = vec2((n % ROW) as f32 * (EDGE + 10.0) + 12.0, (n / ROW) as f32 * (EDGE + 26.0) + 8.0);
            let rect = Rect::from_min_size(whole.min + place, vec2(EDGE, EDGE));
            let Some(face) = view.faces.seen(seen) else { continue };
            counters::paint(ui.painter(), rect, face, ui.ctx().pixels_per_point());
            let Seen::Known(unit, status) = seen else { continue };
            let choices = table.choices_on(Target::Unit(*unit));
            let acts = table.may_answer() && table.prompt.actors.contains(unit);
            let blocked = table.blocked_on(Target::Unit(*unit));
            if table.selection.contains(unit) {
                ui.painter().rect_stroke(rect.expand(2.0), 6.0, Stroke::new(3.0, BRASS), StrokeKind::Outside);
            }
            let (word, color) = match (acts, choices.len(), blocked) {
                (_, 1, _) if !acts => (choices[0].label.to_string(), TEXT),
                (true, ..) => ("may act".into(), TEXT),
                (_, 2.., _) => (format!("{} choices", choices.len()), TEXT),
                (false, 0, Some(b)) => (b.by.rule.0.to_owned(), MUTE),
                _ => (String::new(), MUTE),
            };
            let galley = ui.painter().layout(word, Face::Narrow.at(10.5), color, EDGE + 6.0);
            ui.painter().galley(pos2(rect.center().x - galley.size().x / 2.0, rect.bottom() + 2.0), galley, color);
            let response = ui.interact(rect, Id::new(("fan", unit.0)), Sense::click());
            if response.clicked() {
                if acts {
                    toggled = Some(*unit);
                } else if !choices.is_empty() {
                    chosen = Some((rect.center_bottom(), choices));
                }
            }
            let reason = blocked.map(|b| format!("{} [{}]", b.by.why, b.by.rule));
            response.on_hover_ui(|ui| describe(ui, table, *unit, status, reason.as_deref()));
        }
    });
    if let Some(unit) = toggled {
        table.add_or_drop(unit);
    }
    if let Some((at, choices)) = chosen {
        act(table, view, at, choices);
    }
}

/// A counter in words.
pub(crate) fn describe(ui: &mut Ui, table: &Tabletop, unit: crate::board::UnitId, status: &crate::board::Status, reason: Option<&str>) {
    ui.set_max_width(320.0);
    for (n, line) in counters::describe(&table.rules().book, unit, status).into_iter().enumerate() {
        if n == 0 {
            widgets::head(ui, line)
        } else {
            widgets::text(ui, line)
        };
    }
    if let Some(card) = table.rules().game().card(table.rules(), unit) {
        widgets::text(ui, card.text);
    }
    if let Some(reason) = reason {
        widgets::warn(ui, reason);
    }
}

fn menu(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView) {
    let Some((at, choices)) = view.menu.clone() else { return };
    let mut done = None;
    Area::new(Id::new("choices")).order(Layer::Foreground).fixed_pos(at + vec2(8.0, 8.0)).constrain(true).show(ui.ctx(), |ui| {
        egui::Frame::new().fill(PANEL).stroke(Stroke::new(1.0, BRASS)).corner_radius(6).inner_margin(8).show(ui, |ui| {
            ui.set_max_width(300.0);
            for (n, choice) in choices.iter().enumerate() {
                let weight = if n == 0 { Weight::Primary } else { Weight::Plain };
                let words = capital(&choice.label);
                if widgets::button(ui, weight, &words, "").clicked() {
                    done = Some(choice.order.clone());
                }
            }
            if widgets::button(ui, Weight::Plain, "Cancel", "Escape").clicked() {
                view.menu = None;
            }
        });
    });
    if let Some(order) = done {
        view.menu = None;
        table.want(PlayerOrder::Give(order));
    }
}

/// The words with a capital first letter.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn go_to(ui: &mut Ui, frame: &Frame, table: &Tabletop, view: &mut TableView, art: &MapArt) {
    let Some(mut text) = view.go_to.clone() else { return };
    let mut open = true;
    Area::new(Id::new("go to")).order(Layer::Foreground).fixed_pos(frame.map.center_top() + vec2(-110.0, 16.0)).show(ui.ctx(), |ui| {
        egui::Frame::new().fill(PANEL).stroke(Stroke::new(1.0, LINE)).corner_radius(6).inner_margin(10).show(ui, |ui| {
            ui.horizontal(|ui| {
                widgets::text(ui, "Go to hex");
                let edit = ui.add(egui::TextEdit::singleline(&mut text).desired_width(90.0).char_limit(24));
                edit.request_focus();
                let named = |text: &str| {
                    let by_number = text.trim().parse::<u16>().ok().map(Hex).filter(|hex| art.center(*hex).is_some());
                    let ground = &table.rules().book.ground;
                    by_number.or_else(|| {
                        ground.sites.iter().find(|s| s.name.to_lowercase().starts_with(&text.trim().to_lowercase()) && text.trim().len() > 1).map(|s| s.hex)
                    })
                };
                let (enter, escape) = ui.input(|i| (i.key_pressed(egui::Key::Enter), i.key_pressed(egui::Key::Escape)));
                if enter {
                    view.cursor = named(&text).or(view.cursor);
                }
                open = !enter && !escape;
            });
        });
    });
    match (open, view.cursor) {
        (true, _) => view.go_to = Some(text),
        (false, cursor) => {
            view.go_to = None;
            if let (Some(camera), Some(at)) = (view.camera, cursor.and_then(|hex| art.center(hex))) {
                view.camera = Some(crate::client::camera::Camera { center: at, zoom: camera.zoom.max(48.0), ..camera });
            }
        }
    }
}

/// How long the pointer rests before the card shows, in seconds.
const REST: f32 = 0.6;
/// The most counters named on it.
const NAMED: usize = 8;
/// How wide it is.
const CARD: f32 = 330.0;

/// The units in the hex under the resting pointer, one per line, beside the hex: never over what is aimed at, and not at all while something is
/// selected and the player looks where it can go.
fn card(ui: &mut Ui, frame: &Frame, table: &Tabletop, view: &TableView, art: &MapArt) {
    let (rest, pointer, down) = ui.input(|i| (i.pointer.time_since_last_movement(), i.pointer.hover_pos(), i.pointer.any_down()));
    let Some((hex, at)) = view.hover.zip(pointer) else { return };
    let aims = !table.selection.is_empty() && table.may_answer();
    if down || aims || !frame.map.contains(at) || ui.ctx().layer_id_at(at).is_some_and(|layer| layer.order != Layer::Background) {
        return;
    }
    let Some(stack) = table.sight.stacks.get(&hex).filter(|_| !view.bare) else { return };
    let Some(camera) = view.camera else { return };
    let Some(middle) = art.center(hex).map(|c| camera.to_screen(c)) else { return };
    if middle.distance(at) > camera.zoom * 0.5 {
        return;
    }
    if rest < REST {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f32(REST - rest + 0.01));
        return;
    }
    // Beside the hexes around it, so that those stay free too.
    let away = camera.zoom * 1.6;
    let right = middle.x + away + CARD < frame.map.right();
    let corner = pos2(if right { middle.x + away } else { middle.x - away - CARD }, middle.y - camera.zoom * 0.5);
    Area::new(Id::new("card")).order(Layer::Tooltip).fixed_pos(corner).interactable(false).constrain_to(frame.map).show(ui.ctx(), |ui| {
        egui::Frame::new().fill(PANEL).stroke(Stroke::new(1.0, LINE)).corner_radius(8).inner_margin(8).show(ui, |ui| {
            ui.set_width(CARD - 16.0);
            ui.spacing_mut().item_spacing.y = 3.0;
            for seen in stack.iter().rev().take(NAMED) {
                line(ui, table, view, seen);
            }
            super::notes::read(ui, table, hex);
            if stack.len() > NAMED {
                widgets::mute(ui, format!("and {} more", stack.len() - NAMED));
            }
        });
    });
}

/// A counter on the card: its face, its name, and what else there is to know in small letters.
fn line(ui: &mut Ui, table: &Tabletop, view: &TableView, seen: &Seen) {
    let book = &table.rules().book;
    let (name, more) = match seen {
        Seen::Known(unit, status) => {
            let mut lines = counters::describe(book, *unit, status).into_iter();
            (lines.next().unwrap_or_default(), lines.collect::<Vec<_>>().join(" · "))
        }
        Seen::Hidden(side) => (format!("A {} unit you cannot see", book.sides[side.at()]), String::new()),
        Seen::Kind(_, visible_kind) => (counters::describe_kind(book, visible_kind), String::new()),
    };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 32.0), Sense::hover());
    if let Some(face) = view.faces.seen(seen) {
        counters::paint(ui.painter(), Rect::from_min_size(rect.min, vec2(30.0, 30.0)), face, ui.ctx().pixels_per_point());
    }
    let width = rect.width() - 40.0;
    let size = widgets::body_size(ui);
    let name = widgets::elided(ui, &name, Face::Strong.at(size), TEXT, width);
    let more = widgets::elided(ui, &more, Face::Text.at((size * 0.82).max(10.0)), MUTE, width);
    let top = rect.center().y - (name.size().y + more.size().y) / 2.0;
    let below = top + name.size().y;
    ui.painter().galley(pos2(rect.left() + 38.0, top), name, TEXT);
    ui.painter().galley(pos2(rect.left() + 38.0, below), more, MUTE);
}
