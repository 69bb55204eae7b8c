//! What is drawn over the map and counters and depends on what can be done now: in points, on an easel.

use super::overlays::{Overlay, OverlayCanvas};
use super::view::TableView;
use super::{Tabletop, draw};
use crate::board::{Hex, Points, Target, UnitId};
use crate::client::skin::{BRASS, Face};
use bevy_egui::egui::{self, Align2, Color32, Painter, Pos2, Rect, Stroke, StrokeKind, vec2};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// What darkens hexes that are closed.
const VEIL: Color32 = Color32::from_black_alpha(92);
/// Up to how many lit hexes have a ring each. More are shown by what surrounds them all, or the map would look fenced.
const FEW: usize = 12;

/// While units with somewhere to go are selected, everything else is dimmed.
pub(super) fn veil(sheet: &OverlayCanvas, table: &Tabletop, view: &TableView) {
    let reachable: Vec<Hex> =
        table.offer.choices.iter().filter(|c| c.cost.is_some()).filter_map(|c| if let Target::Hex(hex) = c.on { Some(hex) } else { None }).collect();
    if reachable.is_empty() || !view.overlays.has(Overlay::Reach) {
        return;
    }
    let own: Vec<Hex> = table.selection.iter().filter_map(|u| super::view::hex_of(table, Target::Unit(*u))).collect();
    let grid = &table.rules().book.ground.grid;
    sheet.fill(grid.hexes().iter().filter(|hex| !reachable.contains(hex) && !own.contains(hex)), VEIL);
}

/// Many lit hexes: a light ground within one outline.
fn zone(sheet: &OverlayCanvas, hexes: &BTreeSet<Hex>, width: f32) {
    sheet.fill(hexes, BRASS.gamma_multiply(0.2));
    let sides = sheet.outline(hexes);
    for (width, color) in [(width + 2.5, Color32::BLACK), (width, BRASS)] {
        for side in &sides {
            sheet.painter.line_segment(*side, Stroke::new(width, color));
            for end in side {
                sheet.painter.circle_filled(*end, width / 2.0, color);
            }
        }
    }
}

/// Hexes that can be chosen, and those that a rule forbids.
pub(super) fn lit(sheet: &OverlayCanvas, table: &Tabletop, view: &TableView) {
    let zoom = sheet.camera.zoom;
    let hexes: BTreeSet<Hex> = table.choices().filter_map(|c| if let Target::Hex(hex) = c.on { Some(hex) } else { None }).collect();
    // Where most of the map is open, what is closed is easier seen.
    let all = table.rules().book.ground.grid.hexes();
    let most = hexes.len() * 2 > all.len();
    sheet.fill(all.iter().filter(|hex| most && !hexes.contains(hex)), VEIL);
    let mut open = BTreeSet::new();
    for choice in table.choices().filter(|_| !most) {
        let Target::Hex(hex) = choice.on else { continue };
        let Some(corners) = sheet.corners(hex) else { continue };
        if choice.cost.is_some() && view.overlays.has(Overlay::Reach) {
            sheet.painter.add(egui::Shape::closed_line(draw::inset(&corners, 0.05).to_vec(), Stroke::new(1.2, BRASS)));
        } else {
            open.insert(hex);
        }
    }
    let width = (zoom * 0.05).clamp(1.5, 3.5);
    if open.len() > FEW {
        zone(sheet, &open, width);
    } else {
        for corners in open.iter().filter_map(|hex| sheet.corners(*hex)) {
            draw::fill(sheet.painter, &draw::inset(&corners, 0.1), BRASS.gamma_multiply(0.28));
            draw::ring(sheet.painter, &corners, width, BRASS, Color32::BLACK);
        }
    }
    for blocked in &table.offer.blocked {
        let Target::Hex(hex) = blocked.on else { continue };
        let Some(corners) = sheet.corners(hex) else { continue };
        draw::fill(sheet.painter, &draw::inset(&corners, 0.1), Color32::from_black_alpha(110));
        if zoom > 40.0 {
            let middle = Rect::from_points(&corners).center();
            draw::plate(sheet.painter, middle, blocked.by.rule.0, 10.5, Color32::WHITE, Color32::from_black_alpha(200));
        }
    }
}

/// The cost and the points left, in every hex that can be reached.
pub(super) fn costs(sheet: &OverlayCanvas, table: &Tabletop, view: &TableView) {
    let zoom = sheet.camera.zoom;
    if !view.overlays.has(Overlay::Reach) || zoom < 26.0 {
        return;
    }
    let size = (zoom * 0.2).clamp(10.0, 19.0);
    // Where several ways lead into a hex, the one that leaves most is told; the others are asked for when it is pressed.
    let mut best: BTreeMap<Hex, (Points, Points, bool)> = BTreeMap::new();
    for choice in &table.offer.choices {
        if let (Target::Hex(hex), Some(cost)) = (choice.on, choice.cost)
            && best.get(&hex).is_none_or(|known| (known.1, Reverse(known.0)) < (cost.1, Reverse(cost.0)))
        {
            best.insert(hex, (cost.0, cost.1, choice.label.contains("may be")));
        }
    }
    for (hex, (cost, left, doubtful)) in best {
        let Some(at) = sheet.middle(hex).filter(|at| sheet.camera.view.contains(*at)) else { continue };
        let lift = if table.sight.stacks.contains_key(&hex) && !view.bare { zoom * 0.38 } else { 0.0 };
        draw::haloed(sheet.painter, at + vec2(-zoom * 0.14, lift), Align2::CENTER_CENTER, &cost.to_string(), Face::NarrowBlack, size, Color32::BLACK);
        let (word, color) = match (left.0 <= 0, doubtful) {
            (true, _) => ("stop".to_owned(), Color32::from_rgb(0xa3, 0x24, 0x1c)),
            (_, true) => ("stop?".to_owned(), Color32::from_rgb(0x8a, 0x4a, 0x12)),
            _ => (left.to_string(), Color32::from_rgb(0x0f, 0x60, 0x46)),
        };
        draw::haloed(sheet.painter, at + vec2(zoom * 0.17, lift), Align2::CENTER_CENTER, &word, Face::NarrowBold, size * 0.82, color);
    }
}

/// What the best attack on each lit target promises.
pub(super) fn target_odds(sheet: &OverlayCanvas, table: &Tabletop) {
    let zoom = sheet.camera.zoom;
    if zoom < 26.0 || !table.may_answer() {
        return;
    }
    let hexes: BTreeSet<Hex> = table.choices().filter_map(|c| if let Target::Hex(hex) = c.on { Some(hex) } else { None }).collect();
    for hex in hexes {
        let Some((at, odds)) = sheet.middle(hex).filter(|at| sheet.camera.view.contains(*at)).zip(table.odds_at(hex)) else { continue };
        let size = (zoom * 0.2).clamp(10.0, 15.0);
        draw::plate(sheet.painter, at - vec2(0.0, zoom * 0.4), odds, size, BRASS, Color32::from_black_alpha(225));
    }
}

/// The hex under attack, and an arrow from each hex that attacks it.
pub(super) fn battle(sheet: &OverlayCanvas, table: &Tabletop, view: &TableView) {
    let (target, from) = match (&view.calculator, &table.preview) {
        (Some(calculator), _) => match &calculator.plan {
            Some(plan) => (plan.target, supposed_from(table, calculator)),
            None => return,
        },
        (None, Some(preview)) => {
            let Some(target) = preview.hex else { return };
            (target, preview.attackers.iter().filter_map(|(unit, _)| super::view::hex_of(table, Target::Unit(*unit))).collect())
        }
        (None, None) => return,
    };
    let zoom = sheet.camera.zoom;
    let (red, blue) = (Color32::from_rgb(0xa3, 0x24, 0x1c), Color32::from_rgb(0x12, 0x50, 0x8f));
    if let Some(corners) = sheet.corners(target) {
        draw::ring(sheet.painter, &corners, (zoom * 0.06).max(2.0), red, Color32::WHITE);
    }
    let Some(to) = sheet.middle(target) else { return };
    for hex in from {
        if let Some(corners) = sheet.corners(hex) {
            draw::ring(sheet.painter, &corners, (zoom * 0.05).max(2.0), blue, Color32::WHITE);
        }
        if let Some(at) = sheet.middle(hex).filter(|at| at.distance(to) < zoom * 1.5) {
            let middle = at + (to - at) * 0.5;
            draw::arrow(sheet.painter, middle - (to - at) * 0.2, middle + (to - at) * 0.16, zoom * 0.32, blue);
        }
    }
}

/// The hexes from which a supposed attack comes.
fn supposed_from(table: &Tabletop, calculator: &super::calculator::Calculator) -> BTreeSet<Hex> {
    let Some((_, found)) = &calculator.found else { return BTreeSet::new() };
    let attackers = found.preview.iter().flat_map(|preview| &preview.attackers).map(|(unit, _)| *unit);
    let moved = |unit: UnitId| found.moved.iter().find(|(other, _)| *other == unit).map(|(_, hex)| *hex);
    attackers.filter_map(|unit| moved(unit).or_else(|| super::view::hex_of(table, Target::Unit(unit)))).collect()
}

/// The path to the hex under the pointer, with a dot for each hex.
pub(super) fn hovered_path(sheet: &OverlayCanvas, table: &Tabletop, view: &TableView) {
    let Some(hex) = view.hover.or(view.cursor) else { return };
    let Some(choice) = table.offer.choices.iter().find(|c| c.on == Target::Hex(hex) && !c.order.path().is_empty()) else { return };
    let start = table.selection.first().and_then(|u| super::view::hex_of(table, Target::Unit(*u)));
    let points: Vec<Pos2> = start.iter().chain(choice.order.path()).filter_map(|h| sheet.middle(*h)).collect();
    sheet.painter.add(egui::Shape::line(points.clone(), Stroke::new(7.0, Color32::WHITE)));
    sheet.painter.add(egui::Shape::line(points.clone(), Stroke::new(3.5, Color32::from_rgb(0x12, 0x1c, 0x2c))));
    for point in points.iter().skip(1) {
        sheet.painter.circle(*point, 5.5, Color32::from_rgb(0x12, 0x1c, 0x2c), Stroke::new(1.5, Color32::WHITE));
    }
    let cut = table.is_cut_off_in(hex);
    if let (Some(end), Some((cost, left))) = (points.last(), choice.cost) {
        draw::plate(
            sheet.painter,
            *end - vec2(0.0, sheet.camera.zoom * 0.36),
            &if cut { format!("{cost} spent, {left} left · out of supply") } else { format!("{cost} spent, {left} left") },
            12.0,
            Color32::WHITE,
            if cut { Color32::from_rgb(0xa3, 0x24, 0x1c) } else { Color32::from_black_alpha(220) },
        );
    }
}

pub(super) fn cursor(sheet: &OverlayCanvas, view: &TableView) {
    if let Some(corners) = view.cursor.and_then(|hex| sheet.corners(hex)) {
        draw::dashed_ring(sheet.painter, &corners, 3.0, Color32::BLACK);
        sheet.painter.add(egui::Shape::closed_line(draw::inset(&corners, 0.02).to_vec(), Stroke::new(1.5, Color32::WHITE)));
    }
}

/// How a stack is marked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Mark {
    /// It may act.
    Able,
    /// It is selected.
    Selected,
}

impl Mark {
    /// The mark of a stack.
    pub(super) fn of(table: &Tabletop, hex: Hex) -> Option<Mark> {
        let known = table.known_in(hex);
        let points = |unit: &UnitId| table.choices().any(|c| c.on == Target::Unit(*unit));
        if known.iter().any(|u| table.selection.contains(u)) {
            return Some(Mark::Selected);
        }
        (table.may_answer() && known.iter().any(|u| table.prompt.actors.contains(u) || points(u))).then_some(Mark::Able)
    }

    /// A ring around a selected stack, a thin one around a stack that may act.
    pub(super) fn paint(self, painter: &Painter, rect: Rect) {
        match self {
            Mark::Selected => {
                painter.rect_stroke(rect.expand(3.0), 6.0, Stroke::new(5.0, Color32::BLACK), StrokeKind::Outside);
                painter.rect_stroke(rect.expand(3.5), 6.0, Stroke::new(3.0, BRASS), StrokeKind::Outside);
            }
            Mark::Able => {
                painter.rect_stroke(rect.expand(1.5), 5.0, Stroke::new(3.2, Color32::BLACK), StrokeKind::Outside);
                painter.rect_stroke(rect.expand(2.0), 5.0, Stroke::new(1.6, BRASS), StrokeKind::Outside);
            }
        }
    }
}
