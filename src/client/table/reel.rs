//! The reel: what has happened since the viewer was last at the screen. First everything at once, on the map and in words, then, if the viewer wants,
//! order by order. It stays until it is clicked away.

use super::chronicle::{Sort, Trace};
use super::view::TableView;
use super::{Showing, Tabletop, draw, log, overlays, pointer};
use crate::board::{Hex, Position, Side, snapshot};
use crate::client::camera::Camera;
use crate::client::keys::Action;
use crate::client::settings::Settings;
use crate::client::skin::{BRASS, Face, PANEL, TEXT};
use crate::client::widgets::{self, Weight};
use crate::play::{self, Scope, Session, Sight};
use bevy_egui::egui::{self, Align2, Color32, Pos2, Stroke, Ui, vec2};
use std::collections::BTreeMap;

/// The position after one order, as the viewer saw it.
pub struct Still {
    /// The position.
    pub sight: Sight,
    /// Which order it was, from 1.
    pub order: usize,
}

/// Plays the reel, and remembers the viewer's earlier view.
#[derive(Default)]
pub struct Projector {
    runs: bool,
    since: Option<(usize, f64)>,
    /// The camera before the reel moved it.
    home: Option<Option<Camera>>,
}

/// Seconds per still at full speed.
const STILL: f64 = 1.2;
/// The most stills that are kept: anything earlier is in the log.
const STILLS: usize = 200;

impl Tabletop {
    /// The orders after a side's last one: what its player has not seen when coming back to a game.
    pub(super) fn since_last_order_of(&self, side: Side) -> Vec<usize> {
        let past = &self.world.resource::<Session>().past;
        let last = past.iter().rposition(|entry| entry.by == Some(side)).map_or(0, |n| n + 1);
        (last + 1..=past.len()).collect()
    }

    /// The player who gave the last order sees its result, and so does everybody who is looking; the others will see it later.
    pub(super) fn note_unseen(&mut self, decided: Option<Side>, together: bool) {
        let orders = self.chronicle.orders();
        self.recent.clear();
        self.unseen.iter_mut().for_each(|unseen| unseen.retain(|order| *order < orders)); // some may have been taken back
        // Two persons at an open game both watch it happen.
        let watched = together || (self.bots() == 0 && !self.rules().game().keeps_secrets());
        if let Some(decided) = decided.filter(|_| !watched) {
            self.unseen[decided.other().at()].push(orders);
        }
    }

    /// Whether the last order had a result that its player wants to see before handing over the screen.
    pub(super) fn has_news(&self, (side, scope): (Side, Scope)) -> bool {
        let page = self.chronicle.page(self.chronicle.orders());
        let news = |sort: Sort| matches!(sort, Sort::Die(_) | Sort::Dice | Sort::Odds | Sort::Result | Sort::Loss);
        page.iter().any(|entry| news(entry.sort) && entry.read(side, scope).is_some())
    }

    /// Hands over the screen, once the result of the last order has been seen.
    pub fn hand_over(&mut self) {
        if let Showing::HandOver { to, .. } = self.stage {
            self.stage = Showing::Curtain(to);
            self.refresh();
        }
    }

    /// Two players look together, and the deciding one wants to see what only that player may: the other leaves behind a curtain.
    pub fn look_alone(&mut self) {
        if let Some(side) = self.prompt.side.filter(|_| self.is_shared()) {
            self.stage = Showing::Curtain(side);
            self.refresh();
        }
    }

    /// The player of this side lifts the curtain.
    pub fn lift_curtain(&mut self) {
        if let Showing::Curtain(side) | Showing::HandOver { to: side, .. } = self.stage {
            self.alone = true;
            self.take_seat(side);
            self.refresh();
            self.go_on_alone();
        }
    }

    /// A player takes the screen and first sees what has happened in the meantime.
    pub(super) fn take_seat(&mut self, side: Side) {
        (self.seat, self.stage) = (side, Showing::Play);
        self.stills = self.since_last_seen();
        self.stage = if self.stills.is_empty() { Showing::Play } else { Showing::Reel(0) };
    }

    /// A player who comes back to a game sees what the other side did last; behind a curtain, only once it is lifted.
    pub(super) fn recall(&mut self) {
        if self.stage == Showing::Play && self.prompt.side == Some(self.seat) {
            self.take_seat(self.seat);
            self.refresh();
        }
    }

    /// A still of every order since the player taking the screen was last there, if there was something to see in it.
    fn since_last_seen(&mut self) -> Vec<Still> {
        // Who is called to a battle, or to answer a strike, looks at that first.
        let called = self.look_together() && (self.prompt.at.is_some() || self.prompt.kept.is_some());
        if self.is_solo() || !self.reels || self.replay.is_some() || called {
            return Vec::new();
        }
        let (side, scope) = self.eyes();
        let news = |sort: Sort| !matches!(sort, Sort::Turn | Sort::Step);
        let told = |order: &&usize| self.chronicle.page(**order).iter().any(|entry| news(entry.sort) && entry.read(side, scope).is_some());
        let told: Vec<usize> = self.unseen[self.seat.at()].iter().filter(told).copied().collect();
        if self.is_answer(&told) {
            self.unseen[self.seat.at()].clear();
            self.recent = told;
            return Vec::new();
        }
        let told = &told[told.len().saturating_sub(STILLS)..];
        let session = self.world.resource::<Session>();
        let positions: Vec<(usize, Option<Position>)> = told.iter().map(|order| (*order, session.before(*order).cloned())).collect();
        let now = snapshot(&mut self.world);
        let mut stills = Vec::new();
        for (order, position) in positions {
            play::set_up_position(&mut self.world, position.as_ref().unwrap_or(&now));
            stills.push(Still { sight: play::sight_in(&mut self.world, side, scope), order });
        }
        play::set_up_position(&mut self.world, &now);
        stills
    }

    /// Whether these orders are only a bot's reply: one action, or its choices in a battle the player began. They are shown on the map while the
    /// player goes on.
    fn is_answer(&self, told: &[usize]) -> bool {
        let past = &self.world.resource::<Session>().past;
        let begun = |start: usize| start.checked_sub(1).and_then(|n| past.get(n)).is_some_and(|entry| entry.by == Some(self.seat));
        let battles = self.chronicle.battles(self.chronicle.orders());
        let in_own_battle = |order: &usize| battles.iter().any(|battle| battle.pages.contains(order) && begun(battle.pages.start));
        self.bots() > 0 && (told.len() <= 1 || told.iter().all(in_own_battle))
    }

    /// The current still, if the reel is being stepped through, and how many there are.
    pub fn still(&self) -> Option<(&Still, usize)> {
        match self.stage {
            Showing::Reel(at) => self.stills.get(at.checked_sub(1)?).map(|still| (still, self.stills.len())),
            _ => None,
        }
    }

    /// Goes to another still of the reel; before the first comes everything at once.
    pub fn turn_reel(&mut self, by: isize) {
        if let Showing::Reel(at) = self.stage {
            self.stage = Showing::Reel(at.saturating_add_signed(by).min(self.stills.len()));
            self.refresh();
        }
    }

    /// Closes the reel.
    pub fn skip_reel(&mut self) {
        if let Showing::Reel(_) = self.stage {
            self.unseen[self.seat.at()].clear();
            self.stage = Showing::Play;
            self.stills.clear();
            self.refresh();
            self.go_on_alone();
        }
    }

    /// The orders whose traces are on the map now.
    fn traced(&self) -> Vec<usize> {
        match self.stage {
            Showing::Reel(0) => self.stills.iter().map(|still| still.order).collect(),
            Showing::Reel(_) => self.still().map(|(still, _)| still.order).into_iter().collect(),
            Showing::HandOver { .. } => vec![self.chronicle.orders()],
            Showing::Play => self.recent.clone(),
            _ => Vec::new(),
        }
    }

    /// What the orders of the reel have left on the map, with the side that gave each.
    pub fn traces(&self) -> Vec<(Option<Side>, Trace)> {
        let (side, scope) = self.eyes();
        let pages = self.traced().into_iter().flat_map(|order| self.chronicle.page(order));
        pages.filter_map(|entry| Some((entry.by, entry.trace(side, scope)?))).collect()
    }

    /// Battles among the orders of the reel: where, and the last die of each before its result.
    pub fn battles_traced(&self) -> Vec<(Hex, Option<u8>)> {
        let orders = self.traced();
        let Some(last) = orders.last().copied() else { return Vec::new() };
        let (side, scope) = self.eyes();
        let fought = |battle: &super::chronicle::Battle| {
            let entries = || battle.pages.clone().filter(|order| *order <= last).flat_map(|order| self.chronicle.page(order));
            let touched = battle.pages.clone().any(|order| orders.contains(&order));
            let hex = entries().filter(|entry| entry.read(side, scope).is_some()).find_map(|entry| entry.hex)?;
            let result = entries().position(|entry| entry.sort == Sort::Result)?;
            let die = entries().take(result).filter_map(|entry| if let Sort::Die(face) = entry.sort { Some(face) } else { None }).last();
            (touched && !battle.dropped).then_some((hex, die))
        };
        self.chronicle.battles(last).iter().filter_map(fought).collect()
    }
}

/// Shows, in place of the prompt, what has happened, and buttons to go on.
pub(crate) fn show(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, settings: &Settings) {
    let Showing::Reel(at) = table.stage else { return };
    let orders = table.traced();
    look_at(table, view, at);
    let of = table.stills.len();
    let mine = if table.prompt.side.is_some() { "To my decision" } else { "To the end of the game" };
    widgets::card(ui, PANEL, |ui| {
        let words = if at == 0 { "WHAT HAS HAPPENED SINCE YOU LAST LOOKED".to_owned() } else { format!("WHAT HAS HAPPENED · {at} of {of}") };
        widgets::styled(ui, words, Face::Strong, 0.92, BRASS);
        ui.horizontal_wrapped(|ui| {
            if widgets::button(ui, Weight::Primary, mine, &settings.keys.text(Action::First)).clicked() {
                return table.skip_reel();
            }
            if at > 0 && widgets::button(ui, Weight::Plain, "Back", &settings.keys.text(Action::CursorLeft)).clicked() {
                table.turn_reel(-1);
            }
            let next = if at == 0 { "Step through it" } else { "Next" };
            if at < of && widgets::button(ui, Weight::Plain, next, &settings.keys.text(Action::CursorRight)).clicked() {
                table.turn_reel(1);
            }
            if at < of && widgets::button(ui, Weight::Plain, if view.reel.runs { "Pause" } else { "Play" }, &settings.keys.text(Action::Pick)).clicked() {
                view.reel.runs = !view.reel.runs;
            }
        });
        log::show_orders(ui, table, view, &orders);
    });
    run(ui, table, view, settings, at, of);
}

/// Restores the earlier view of the map once the reel is closed.
pub(crate) fn put_back(view: &mut TableView) {
    if let Some(home) = view.reel.home.take() {
        view.camera = home;
        view.reel = Projector::default();
    }
}

/// Brings what is shown into view, once for each still.
fn look_at(table: &Tabletop, view: &mut TableView, at: usize) {
    if view.reel.since.is_some_and(|(shown, _)| shown == at) || view.camera.is_none() || view.art.is_none() {
        return;
    }
    view.reel.home.get_or_insert(view.camera);
    let mut hexes: Vec<Hex> = table.traces().into_iter().flat_map(|(_, trace)| hexes(&trace)).collect();
    hexes.extend(table.battles_traced().into_iter().map(|(hex, _)| hex));
    pointer::show_all(view, &hexes);
    view.reel.since = Some((at, f64::NAN));
}

fn hexes(trace: &Trace) -> Vec<Hex> {
    match trace {
        Trace::Way(way) => [way.first(), way.last()].into_iter().flatten().copied().collect(),
        Trace::Loss(hex) | Trace::Strike(hex) => vec![*hex],
    }
}

/// Advances the reel while it plays, and stops at the last still.
fn run(ui: &Ui, table: &mut Tabletop, view: &mut TableView, settings: &Settings, at: usize, of: usize) {
    if !view.reel.runs || table.stage != Showing::Reel(at) {
        return;
    }
    let now = ui.input(|i| i.time);
    let begun = match view.reel.since {
        Some((shown, begun)) if shown == at && begun.is_finite() => begun,
        _ => now,
    };
    view.reel.since = Some((at, begun));
    let length = STILL * 100.0 / f64::from(settings.motion.max(25));
    if at == of {
        view.reel.runs = false;
    } else if now - begun >= length {
        table.turn_reel(1);
        ui.ctx().request_repaint();
    } else {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(length - (now - begun)));
    }
}

/// Handles the keys of the reel; returns whether it used one.
pub(crate) fn key(table: &mut Tabletop, view: &mut TableView, action: Action) -> bool {
    match action {
        Action::CursorRight => table.turn_reel(1),
        Action::CursorLeft => table.turn_reel(-1),
        Action::Pick => view.reel.runs = !view.reel.runs,
        Action::First | Action::Back | Action::EndStep => table.skip_reel(),
        _ => return false,
    }
    true
}

const LOSS: Color32 = Color32::from_rgb(0xb0, 0x1e, 0x18);

/// Draws what has happened over the map: an arrow for every path in the color of its side, dice at battles, losses with a count.
pub(super) fn draw_traces(sheet: &overlays::OverlayCanvas, table: &Tabletop) {
    let zoom = sheet.camera.zoom;
    let book = &table.rules().book;
    let mut losses: BTreeMap<Hex, usize> = BTreeMap::new();
    let mut ways: BTreeMap<(Option<Side>, Vec<Hex>), usize> = BTreeMap::new();
    for (by, trace) in table.traces() {
        match trace {
            Trace::Way(way) => *ways.entry((by, way)).or_default() += 1,
            Trace::Loss(hex) => *losses.entry(hex).or_default() += 1,
            Trace::Strike(hex) => {
                if let Some(corners) = sheet.corners(hex) {
                    draw::dashed_ring(sheet.painter, &corners, 2.5, LOSS);
                }
            }
        }
    }
    for ((by, way), _) in ways {
        let color = by.map_or(Color32::BLACK, |side| overlays::rgb(book.look.side(side).map));
        let points: Vec<Pos2> = way.iter().filter_map(|hex| sheet.middle(*hex)).collect();
        let [.., before, end] = points[..] else { continue };
        let width = (zoom * 0.075).clamp(2.0, 6.0);
        // The head ends short of the middle, so that the counter there can be read.
        let tip = end + (before - end).normalized() * zoom * 0.18;
        let neck = tip + (before - end).normalized() * zoom * 0.3;
        let line: Vec<Pos2> = points[..points.len() - 1].iter().copied().chain([neck]).collect();
        sheet.painter.add(egui::Shape::line(line.clone(), Stroke::new(width + 2.5, Color32::WHITE)));
        sheet.painter.add(egui::Shape::line(line, Stroke::new(width, color)));
        sheet.painter.circle(points[0], width * 1.1, color, Stroke::new(1.5, Color32::WHITE));
        draw::arrow(sheet.painter, neck, tip, zoom * 0.34, color);
    }
    for (hex, die) in table.battles_traced() {
        let Some(corners) = sheet.corners(hex) else { continue };
        draw::ring(sheet.painter, &corners, (zoom * 0.06).max(2.0), LOSS, Color32::WHITE);
        let Some((middle, die)) = sheet.middle(hex).zip(die) else { continue };
        let at = egui::Rect::from_center_size(middle + vec2(-zoom * 0.34, zoom * 0.32), egui::Vec2::splat((zoom * 0.26).clamp(13.0, 24.0)));
        sheet.painter.rect(at, 3.0, Color32::WHITE, Stroke::new(1.5, Color32::BLACK), egui::StrokeKind::Outside);
        sheet.painter.text(at.center(), Align2::CENTER_CENTER, die.to_string(), Face::NarrowBlack.at(at.height() * 0.8), Color32::BLACK);
    }
    for (hex, lost) in losses {
        let Some(at) = sheet.middle(hex).map(|at| at + vec2(zoom * 0.34, zoom * 0.32)) else { continue };
        draw::plate(sheet.painter, at, &format!("–{lost}"), (zoom * 0.2).clamp(11.0, 18.0), TEXT, LOSS);
    }
}
