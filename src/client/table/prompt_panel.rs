//! The prompt: whose decision it is, what is asked, what can be done, and what cannot and why.

use super::chronicle::Sort;
use super::fan::{capital, describe};
use super::messages::PlayerOrder;
use super::view::{TableView, hex_of, open_rule};
use super::{Notice, Showing, Tabletop, Viewer, advice, halves, handover, nations, overlays, pointer, reel, sheet, tabs};
use crate::board::{Choice, Place, Role, Target, UnitId};
use crate::client::counters;
use crate::client::desk::{Class, Desk, Dialog};
use crate::client::keys::Action;
use crate::client::skin::{BRASS, Face, GOOD, LINE, PANEL, TEXT, WELL};
use crate::client::widgets::{self, Weight};
use crate::games::Order;
use crate::play::Seen;
use bevy_egui::egui::{self, Rect, Sense, Stroke, StrokeKind, Ui, vec2};
use std::collections::BTreeSet;

/// The prompt in full.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, class: Class) {
    if let Showing::Reel(_) = table.stage {
        return reel::show(ui, table, view, &desk.settings);
    }
    if let Showing::HandOver { .. } = table.stage {
        return handover::outcome(ui, table, view, &desk.settings.keys.text(Action::First));
    }
    let edge = ui.max_rect().left_top();
    let top = ui.cursor().top();
    widgets::card(ui, PANEL, |ui| {
        if table.is_shared() {
            halves::show(ui, table);
        } else {
            handover::who(ui, table, &mut view.band);
        }
        let size = if class == Class::Wide { 17.0 } else { 15.0 };
        if table.prompt.side.is_none() && table.replay.is_none() {
            return victory(desk, ui, table);
        }
        if table.asked_in_secret() {
            widgets::text(ui, table.prompt.text.as_ref());
            table.show_thought(ui);
            return;
        }
        if table.viewer() == Some(Viewer::Both) && table.replay.is_none() {
            let words = match table.prompt.kept {
                Some(_) => "Both players are looking: the map and the choices show only what both know. Look alone for the rest.",
                None => "Both players are looking: the map shows only what both know.",
            };
            widgets::mute(ui, words);
            if table.is_shared()
                && widgets::button(ui, Weight::Plain, "Look alone", "").on_hover_text("behind a curtain, with everything your side knows").clicked()
            {
                return table.look_alone();
            }
        }
        ui.add(egui::Label::new(egui::RichText::new(table.prompt.text.as_ref()).font(Face::Strong.at(size)).color(TEXT)).wrap());
        if table.replay.is_some() {
            if let Some(words) = table.outcome() {
                ui.add(egui::Label::new(egui::RichText::new(words).font(Face::Strong.at(22.0)).color(BRASS)).wrap());
                widgets::styled(ui, table.standing_in_short(), Face::Strong, 1.1, TEXT);
            }
            widgets::mute(ui, "This is a replay. Step through it with the bar below the map.");
            notice(ui, table, view);
            return;
        }
        if table.bot_decides() {
            widgets::mute(ui, "The bot is thinking.");
            table.show_thought(ui);
            return;
        }
        nations::activations(ui, table);
        first_steps(ui, table);
        latest(ui, table, view, desk.settings.motion);
        counts(ui, table);
        notice(ui, table, view);
        if table.warned.is_some() {
            handover::ask(ui, table, view);
            return;
        }
        if let Some(order) = view.ending.clone() {
            confirm(ui, table, view, order);
            return;
        }
        widgets::steady(ui, "buttons of the prompt", |ui| buttons(desk, ui, table, view));
        if of_role(table, Role::Suggest).is_none() && (table.prompt.buttons.len() > 1 || !table.prompt.actors.is_empty()) {
            let key = if table.is_shared() { String::new() } else { desk.settings.keys.text(Action::Suggest) };
            widgets::steady(ui, "advice", |ui| advice::show(ui, table, view, &key));
        }
        // What the selected counters may do comes before the counters that might be selected instead.
        let chosen = !table.selection.is_empty();
        if chosen {
            widgets::steady(ui, "choices", |ui| choices(ui, table, view));
        }
        widgets::steady(ui, "tray", |ui| tray(ui, table, view));
        if !chosen {
            widgets::steady(ui, "choices", |ui| choices(ui, table, view));
        }
    });
    let bottom = ui.cursor().top();
    if let Some(side) = table.prompt.side {
        let color = overlays::rgb(table.rules().book.look.side(side).panel);
        ui.painter().rect_filled(Rect::from_min_max(egui::pos2(edge.x, top), egui::pos2(edge.x + 4.0, bottom)), 0.0, color);
    }
}

/// The prompt in two lines, while the tabs take its place.
pub(crate) fn brief(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, _class: Class) {
    widgets::card(ui, PANEL, |ui| {
        handover::who(ui, table, &mut view.band);
        widgets::text(ui, table.prompt.text.to_string());
        if widgets::button(ui, Weight::Primary, "Back to the prompt", "Escape").clicked() {
            view.drawer = false;
        }
    });
}

/// A line before the first order that explains the basic controls.
fn first_steps(ui: &mut Ui, table: &Tabletop) {
    if table.chronicle.orders() == 0 {
        widgets::styled(
            ui,
            "Click a counter, then a lit hex; or press a button. Drag moves the map, the wheel zooms, F1 lists the keys.",
            Face::Text,
            0.9,
            GOOD,
        );
    }
}

fn counts(ui: &mut Ui, table: &Tabletop) {
    let units = table.prompt.actors.len();
    let mut hexes: Vec<_> = table.choices().filter_map(|c| if let Target::Hex(hex) = c.on { Some(hex) } else { None }).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let many = |n: usize, one: &str, more: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {more}") };
    let parts: Vec<String> = [(units, "unit may act", "units may act"), (hexes.len(), "hex is lit", "hexes are lit")]
        .into_iter()
        .filter(|(n, ..)| *n > 0)
        .map(|(n, one, more)| many(n, one, more))
        .collect();
    if !parts.is_empty() {
        widgets::mute(ui, format!("{}.", parts.join(", ")));
    }
}

/// The dice of the last order: nobody should have to look for them in the log.
fn latest(ui: &mut Ui, table: &Tabletop, view: &mut TableView, speed: u16) {
    let (side, scope) = table.eyes();
    let page = table.chronicle.page(table.chronicle.orders());
    if !page.iter().any(|entry| matches!(entry.sort, Sort::Die(_) | Sort::Dice)) {
        return;
    }
    let told: Vec<_> = page.iter().filter(|e| !matches!(e.sort, Sort::Turn | Sort::Step)).filter_map(|e| Some((e.read(side, scope)?, e))).collect();
    let tumbling = view.dice.tumble(ui, table.chronicle.orders(), speed);
    let dice: Vec<bool> = told.iter().map(|(_, entry)| matches!(entry.sort, Sort::Die(_) | Sort::Dice)).collect();
    // The combat sheet shows odds and result, too: what is asked must not slip below the edge of the panel.
    let room = if sheet::is_open(table) { BESIDE_SHEET } else { LATEST };
    for (n, (words, entry)) in told.iter().skip(first_told(&dice, room)).take(room).enumerate() {
        if let (Some(frame), Sort::Die(_) | Sort::Dice) = (tumbling, entry.sort) {
            tabs::line(
                ui,
                words.split_once(": ").map_or("", |(what, _)| what),
                entry.rule.0,
                Sort::Die(frame.wrapping_mul(5).wrapping_add(n as u8 * 3) % 6 + 1),
            );
            return;
        }
        if tabs::line(ui, words, entry.rule.0, entry.sort).1 {
            open_rule(view, entry.rule.0);
        }
    }
    if told.len() > room {
        widgets::mute(ui, format!("and {} more in the log", told.len() - room));
    }
}

/// The dice of the last order, for as long as they roll.
#[derive(Default)]
pub struct Dice {
    orders: Option<usize>,
    since: f64,
}

/// How long dice roll at full speed, in seconds, and how often they turn over.
const ROLL: f64 = 0.45;
const TURNS: f64 = 3.0;

impl Dice {
    /// How far the dice of this order have rolled; `None` once they have stopped.
    fn tumble(&mut self, ui: &Ui, orders: usize, speed: u16) -> Option<u8> {
        let now = ui.input(|i| i.time);
        let before = self.orders.replace(orders);
        if before != Some(orders) {
            // What was rolled before the game was put on the table, or taken back, is not rolled again.
            self.since = if before.is_some_and(|before| before < orders) { now } else { f64::NEG_INFINITY };
        }
        let length = ROLL * 100.0 / f64::from(speed.max(1));
        let share = (now - self.since) / length;
        if speed == 0 || share >= 1.0 {
            return None;
        }
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(length / TURNS / 2.0));
        Some((share * TURNS) as u8)
    }
}

/// How many lines of the last order are repeated in the prompt.
const LATEST: usize = 6;
/// How many next to an open combat sheet: a roll and its result.
const BESIDE_SHEET: usize = 2;

/// The first of those lines, given which of all are dice: if there are too many, the one before the first roll, if there is room for it.
fn first_told(dice: &[bool], room: usize) -> usize {
    let before = dice.iter().position(|is_die| *is_die).map_or(0, |die| die.saturating_sub(usize::from(room > BESIDE_SHEET)));
    before.min(dice.len().saturating_sub(room))
}

fn notice(ui: &mut Ui, table: &Tabletop, view: &mut TableView) {
    match &table.notice {
        Some(Notice::Refused(illegal)) => {
            ui.horizontal_wrapped(|ui| {
                widgets::warn(ui, capital(&illegal.why));
                if widgets::chip(ui, illegal.rule.0).clicked() {
                    open_rule(view, illegal.rule.0);
                }
            });
        }
        Some(Notice::Said(words)) => drop(widgets::warn(ui, words)),
        None => {}
    }
}

fn confirm(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, order: Order) {
    let step = table.rules().book.sequence.steps[usize::from(table.sight.clock.at)].name.clone();
    let left = view.given_up.clone().unwrap_or_default();
    widgets::warn(ui, format!("{left}. End {step}?"));
    ui.horizontal_wrapped(|ui| {
        if widgets::button(ui, Weight::Primary, "End it", "Enter").clicked() {
            view.ending = None;
            table.want(PlayerOrder::Give(order));
        }
        if widgets::button(ui, Weight::Plain, "Go back", "Escape").clicked() {
            view.ending = None;
        }
    });
}

/// The buttons that need no counter, then the blocked ones with their reasons.
fn buttons(desk: &Desk, ui: &mut Ui, table: &mut Tabletop, view: &mut TableView) {
    let buttons: Vec<Choice<Order>> = table.choices_on(Target::Button);
    let ends = ending(table).map(|c| c.order);
    let first = buttons.iter().position(|c| leads(table, &buttons, c));
    let closes = table.alternation.is_some_and(|a| a.passed);
    let mut given = None;
    let (shared, layout) = (table.is_shared(), halves::layout(table));
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 0.0), layout, |ui| {
        for (n, choice) in buttons.iter().enumerate() {
            let is_end = ends.as_ref() == Some(&choice.order);
            let key = match (n, is_end) {
                _ if shared => table.key_for(&choice.order).unwrap_or_default().to_owned(),
                (_, true) => desk.settings.keys.text(Action::EndStep),
                (n, _) if first == Some(n) => desk.settings.keys.text(Action::First),
                _ => String::new(),
            };
            let weight = match (first == Some(n), is_end) {
                (true, false) => Weight::Primary,
                (_, true) if closes => Weight::Chosen, // the other has passed: this ends the step
                _ => Weight::Plain,
            };
            let response = widgets::button(ui, weight, &capital(&choice.label), &key);
            promise(&response, table, view, &choice.order);
            if response.clicked() {
                given = Some((choice.order.clone(), is_end));
            }
        }
        for blocked in table.offer.blocked.iter().chain(&table.prompt.blocked).filter(|b| b.on == Target::Button) {
            let response = widgets::button(ui, Weight::Blocked, &capital(&blocked.label), "");
            response.on_hover_text(format!("{} [{}]", capital(&blocked.by.why), blocked.by.rule));
            if widgets::chip(ui, blocked.by.rule.0).on_hover_text(&*blocked.by.why).clicked() {
                open_rule(view, blocked.by.rule.0);
            }
        }
    });
    match given {
        Some((order, true)) => end_with(table, view, order, desk.settings.confirm_end),
        Some((order, false)) => table.want(PlayerOrder::Give(order)),
        None => {}
    }
}

/// Counters that may act and are off the map, to be chosen here.
fn tray(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView) {
    let units = table.actors_off_map();
    if units.is_empty() {
        return;
    }
    let book = table.book();
    let mut groups: std::collections::BTreeMap<String, Vec<UnitId>> = std::collections::BTreeMap::new();
    for unit in units {
        let name = match table.place_of(unit) {
            Some(Place::Holding(id)) => book.boxes[id.at()].name.clone(),
            _ => "Off the map".into(),
        };
        groups.entry(name).or_default().push(unit);
    }
    for (name, units) in groups {
        widgets::mute(ui, format!("{name}: {}", units.len()));
        tiles(ui, table, view, &units);
    }
}

/// Edge of a counter in a tray.
const TILE: f32 = 52.0;

fn tiles(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, units: &[UnitId]) {
    let (mut picked, mut held) = (None, None);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
        for unit in units {
            let (rect, response) = ui.allocate_exact_size(vec2(TILE + 4.0, TILE + 4.0), Sense::click_and_drag());
            if !ui.is_rect_visible(rect) {
                continue;
            }
            widgets::note(ui, &format!("unit {}", table.rules().book.unit_name(*unit)), rect);
            if let Some(face) = view.faces.of(*unit) {
                counters::paint(ui.painter(), rect.shrink(2.0), face, ui.ctx().pixels_per_point());
            }
            if table.selection.contains(unit) {
                ui.painter().rect_stroke(rect, 6.0, Stroke::new(3.0, BRASS), StrokeKind::Inside);
            } else if response.hovered() {
                ui.painter().rect_stroke(rect, 6.0, Stroke::new(1.5, LINE), StrokeKind::Inside);
            }
            if response.clicked() {
                picked = Some((*unit, ui.input(|i| i.modifiers.shift)));
            }
            if response.drag_started_by(egui::PointerButton::Primary) {
                held = Some(*unit);
            }
            let status = table.sight.boxes.values().flatten().find_map(|s| if let Seen::Known(u, status) = s { (u == unit).then_some(*status) } else { None });
            if let Some(status) = status {
                response.on_hover_ui(|ui| describe(ui, table, *unit, &status, None));
            }
        }
    });
    if let Some(unit) = held {
        if !table.selection.contains(&unit) {
            table.select(vec![unit]);
        }
        pointer::carry(table, view);
    }
    match picked {
        Some((unit, true)) => table.add_or_drop(unit),
        Some((unit, false)) if table.selection == [unit] => table.select(Vec::new()),
        Some((unit, false)) => {
            table.select(vec![unit]);
            // Where there is only one thing to do with a counter beside the map, one click does it.
            match table.offer.choices.as_slice() {
                [only] if table.sight.clock.turn > 0 => table.want(PlayerOrder::Give(only.order.clone())),
                _ => look_at_choices(table, view),
            }
        }
        None => {}
    }
}

/// When a counter off the map is picked, shows where it may go: the whole map, if none of these hexes is in view.
fn look_at_choices(table: &Tabletop, view: &mut TableView) {
    let (Some(camera), Some(art)) = (view.camera, view.art.as_ref()) else { return };
    let mut lit = table.offer.choices.iter().filter_map(|c| if let Target::Hex(hex) = c.on { art.center(hex) } else { None }).peekable();
    if lit.peek().is_some() && !lit.any(|at| camera.view.contains(camera.to_screen(at))) {
        view.camera = None;
    }
}

/// If there are more choices on counters and hexes than this, they are made only on the map.
const MOST: usize = 24;

/// What can be done by pointing at a counter, and how many hexes are lit: the same as on the map, for the keyboard and the eye.
fn choices(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView) {
    if !table.selection.is_empty() {
        let names: Vec<String> = table.selection.iter().map(|u| table.rules().book.units[u.at()].name.clone()).collect();
        widgets::styled(ui, format!("Selected: {}", names.join(", ")), Face::Strong, 0.95, BRASS);
    }
    let blocked: Vec<_> = table.offer.blocked.iter().filter(|b| matches!(b.on, Target::Unit(_))).cloned().collect();
    for b in &blocked {
        ui.horizontal_wrapped(|ui| {
            widgets::mute(ui, format!("{}: {}", capital(&b.label), b.by.why));
            if widgets::chip(ui, b.by.rule.0).clicked() {
                open_rule(view, b.by.rule.0);
            }
        });
    }
    // What the map shows as lit hexes is chosen there; a plan's counters are in its sheet.
    let lit: Vec<&Choice<Order>> = table.choices().filter(|c| c.cost.is_none() && matches!(c.on, Target::Hex(_))).collect();
    if !lit.is_empty() {
        widgets::mute(ui, lit_hexes(lit.iter().map(|c| &*c.label)));
        let hexes: Vec<_> = lit.iter().filter_map(|c| hex_of(table, c.on)).collect();
        if out_of_view(view, &hexes) && widgets::button(ui, Weight::Plain, "Show the lit hexes", "").clicked() {
            pointer::show_all(view, &hexes);
        }
    }
    each(ui, table);
    let rows = table.rows();
    let mut given = None;
    for (choice, n) in rows.iter().take(MOST) {
        let Target::Unit(unit) = choice.on else { continue };
        let printed = &table.rules().book.units[unit.at()];
        let who = if *n > 1 { format!("{n} × {}", printed.sort()) } else { printed.name.clone() };
        let key = table.key_for(&choice.order).unwrap_or_default();
        let response = row(ui, view, Some(unit), &format!("{who}: {}", choice.label), key);
        if response.hovered() {
            view.cursor = hex_of(table, choice.on).or(view.cursor); // shown where it is; the map stays
        }
        promise(&response, table, view, &choice.order);
        if response.clicked() {
            given = Some(choice.order.clone());
        }
    }
    if rows.len() > MOST {
        widgets::mute(ui, format!("and {} more on the map", rows.len() - MOST));
    }
    if let Some(order) = given {
        table.want(PlayerOrder::Give(order));
    }
}

/// If several counters may do the same thing in turn, one button has all of them do it.
fn each(ui: &mut Ui, table: &mut Tabletop) {
    let mut labels: Vec<(String, usize)> = Vec::new();
    for choice in table.each() {
        match labels.iter_mut().find(|(label, _)| *label == choice.label) {
            Some((_, n)) => *n += 1,
            None => labels.push((choice.label.to_string(), 1)),
        }
    }
    let mut given = None;
    ui.horizontal_wrapped(|ui| {
        for (label, n) in labels.iter().filter(|(_, n)| *n > 1) {
            if widgets::button(ui, Weight::Primary, &all_of(label, *n), "").clicked() {
                given = Some(label.clone());
            }
        }
    });
    if let Some(label) = given {
        table.want(PlayerOrder::GiveEach(label));
    }
}

/// "Fire all 3", "All 3: lend their factor".
fn all_of(label: &str, n: usize) -> String {
    match label.split_once(' ') {
        None => format!("{} all {n}", capital(label)),
        Some(_) => format!("All {n}: {label}"),
    }
}

/// Whether none of these hexes is in view.
fn out_of_view(view: &TableView, hexes: &[crate::board::Hex]) -> bool {
    let (Some(camera), Some(art)) = (view.camera, view.art.as_ref()) else { return false };
    !hexes.iter().filter_map(|hex| art.center(*hex)).any(|at| camera.view.contains(camera.to_screen(at)))
}

/// The width of the card that shows what an order promises.
const CARD: f32 = 330.0;

/// What an order that is rolled for at once promises, beside its button.
fn promise(response: &egui::Response, table: &mut Tabletop, view: &mut TableView, order: &Order) {
    if !response.hovered() {
        return;
    }
    if let Some(preview) = table.promise_of(order) {
        // Over the map, so that it covers no other button.
        let mut card = egui::Tooltip::for_enabled(response).width(CARD);
        card.popup = card.popup.align(egui::RectAlign::LEFT_START);
        card.show(|ui| {
            ui.set_width(CARD);
            sheet::promised(ui, table, view, Class::Narrow, &preview);
        });
    }
}

/// What a click on a lit hex does, if it does the same in all of them.
fn lit_hexes<'a>(labels: impl Iterator<Item = &'a str>) -> String {
    let kinds: BTreeSet<&str> = labels.collect();
    match kinds.first().filter(|_| kinds.len() == 1) {
        Some(label) => format!("Click a lit hex: {label}."),
        None => "Click a lit hex.".to_owned(),
    }
}

fn row(ui: &mut Ui, view: &TableView, unit: Option<UnitId>, words: &str, key: &str) -> egui::Response {
    let width = ui.available_width();
    let galley = widgets::galley(ui, words, Face::Text.at(widgets::body_size(ui)), TEXT, width - if key.is_empty() { 46.0 } else { 64.0 });
    let (rect, response) = ui.allocate_exact_size(vec2(width, (galley.size().y + 8.0).max(32.0)), Sense::click());
    let fill = if response.hovered() { widgets::lighter(WELL) } else { WELL };
    ui.painter().rect(rect, 4.0, fill, Stroke::new(1.0, if response.has_focus() { BRASS } else { LINE }), StrokeKind::Inside);
    let left = if let Some(face) = unit.and_then(|u| view.faces.of(u)) {
        counters::paint(ui.painter(), Rect::from_center_size(rect.left_center() + vec2(18.0, 0.0), vec2(27.0, 27.0)), face, ui.ctx().pixels_per_point());
        38.0
    } else {
        10.0
    };
    ui.painter().galley(egui::pos2(rect.left() + left, rect.center().y - galley.size().y / 2.0), galley, TEXT);
    ui.painter().text(rect.right_center() - vec2(6.0, 0.0), egui::Align2::RIGHT_CENTER, key, Face::Narrow.at(widgets::body_size(ui) * 0.78), BRASS);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, words));
    widgets::note(ui, words, rect);
    response
}

/// A hex with its name, if it has one.
pub(crate) fn place_name(table: &Tabletop, hex: crate::board::Hex) -> String {
    table.rules().lexicon().place(hex)
}

/// The button that ends the step, if there is one.
fn ending(table: &Tabletop) -> Option<Choice<Order>> {
    of_role(table, Role::End)
}

fn of_role(table: &Tabletop, role: Role) -> Option<Choice<Order>> {
    table.choices_on(Target::Button).into_iter().find(|choice| choice.order.role() == role)
}

/// Whether ending the step gives something up. Ending set-up does not: it is blocked until every unit is placed.
fn something_left(table: &Tabletop) -> bool {
    !table.prompt.actors.is_empty() && table.sight.clock.turn > 0
}

/// Whether a button may come first: not one that does harm or only shows something, and for a plan only the one that carries it out.
fn leads(table: &Tabletop, buttons: &[Choice<Order>], choice: &Choice<Order>) -> bool {
    let plan = buttons.iter().any(|c| c.order.role() == Role::Drop);
    let role = choice.order.role();
    !table.needs_confirmation.contains(&choice.order) && role != Role::Look && (!plan || role == Role::Go)
}

/// Presses the first button.
pub(crate) fn first(table: &mut Tabletop, view: &mut TableView) {
    if table.warned.is_some() {
        return table.want(PlayerOrder::GiveAnyway);
    }
    if let Some(order) = view.ending.take() {
        return table.want(PlayerOrder::Give(order));
    }
    let buttons = table.choices_on(Target::Button);
    let end = ending(table).map(|c| c.order);
    // Enter never ends a step by accident while something could be done: that is the key for ending.
    let safe = |c: &&Choice<Order>| leads(table, &buttons, c) && (end.as_ref() != Some(&c.order) || !something_left(table));
    if let Some(order) = buttons.iter().find(safe).map(|c| c.order.clone()) {
        table.want(PlayerOrder::Give(order));
    }
}

/// Ends the step; asks first if something could still be done.
pub(crate) fn end_step(table: &mut Tabletop, view: &mut TableView, ask: bool) {
    if let Some(choice) = ending(table) {
        end_with(table, view, choice.order, ask);
    }
}

fn end_with(table: &mut Tabletop, view: &mut TableView, order: Order, ask: bool) {
    view.given_up = if ask { table.given_up() } else { None };
    match view.given_up {
        Some(_) => view.ending = Some(order),
        None => table.want(PlayerOrder::Give(order)),
    }
}

/// The end of the game: who won, the points line by line, and where to go from here.
fn victory(desk: &mut Desk, ui: &mut Ui, table: &mut Tabletop) {
    let words = table.outcome().unwrap_or_default();
    ui.add(egui::Label::new(egui::RichText::new(words).font(Face::Strong.at(22.0)).color(BRASS)).wrap());
    widgets::styled(ui, table.standing_in_short(), Face::Strong, 1.1, TEXT);
    widgets::text(ui, table.standing.needed.clone());
    let path = table.path.clone();
    ui.horizontal_wrapped(|ui| {
        if widgets::button(ui, Weight::Primary, "Watch the replay", "").clicked() {
            desk.put_on_table(Tabletop::watch(&path));
        }
        if widgets::button(ui, Weight::Plain, "Statistics", "").clicked() {
            desk.dialogs.push(Dialog::Statistics);
        }
        if widgets::button(ui, Weight::Plain, "Save a copy", "").clicked() {
            desk.dialogs.push(Dialog::SaveAs(String::new()));
        }
        if widgets::button(ui, Weight::Plain, "Back to the shelf", "").clicked() {
            desk.to_shelf();
        }
    });
    ui.add_space(8.0);
    tabs::tallies(ui, table, &mut None);
}

#[cfg(test)]
mod tests {
    use super::{BESIDE_SHEET, LATEST, first_told, lit_hexes};

    #[test]
    fn the_prompt_repeats_the_die_however_much_came_before_it() {
        let with_die = |at: usize, of: usize| (0..of).map(|n| n == at).collect::<Vec<bool>>();
        assert_eq!(first_told(&with_die(3, 5), LATEST), 0, "all fit");
        assert_eq!(first_told(&with_die(8, 26), LATEST), 7, "the odds and the die");
        assert_eq!(first_told(&with_die(8, 10), LATEST), 4, "as many as fit");
        assert_eq!(first_told(&with_die(0, 9), LATEST), 0);
        assert_eq!(first_told(&with_die(4, 7), BESIDE_SHEET), 4, "the die and its result");
    }

    #[test]
    fn lit_hexes_say_what_a_click_does_if_it_does_one_thing() {
        assert_eq!(lit_hexes(["raise guerrillas", "raise guerrillas"].into_iter()), "Click a lit hex: raise guerrillas.");
        assert_eq!(lit_hexes(["march here", "attack here"].into_iter()), "Click a lit hex.");
    }
}
