//! The map, painted from the ground up.

use super::overlays::{self, Overlay, OverlayCanvas};
use super::view::{Frame, TableView};
use super::{Tabletop, draw, fan, pointer};
use crate::board::{Hex, Points, Target, UnitId};
use crate::cartography::shipped_shore;
use crate::client::camera::Camera;
use crate::client::counters;
use crate::client::map::{MapArt, MapStyle, Numbers as MapNumbers};
use crate::client::settings::{Numbers, Settings};
use crate::client::skin::{BRASS, Face, LINE};
use bevy_egui::egui::{self, Align2, Color32, Context, Pos2, Rect, Sense, Stroke, StrokeKind, TextureOptions, Ui, pos2, vec2};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Pixels a hex of the land's picture, and how long its sides may be.
const LAND: f32 = 40.0;
const LAND_SIDE: f32 = 2040.0;
/// A game opens with the whole map in view, unless a hex then has fewer points than this: then it opens where something is to be done, so close.
const READABLE: f32 = 18.0;
const CLOSE: f32 = 44.0;
/// How close and how far one can look, in points a hex.
pub(super) const CLOSEST: f32 = 150.0;

/// Draws the map's ground once.
pub(crate) fn prepare(view: &mut TableView, table: &Tabletop, context: &Context) {
    let rules = table.rules();
    let shore = shipped_shore(rules.title).ok();
    let art = MapArt::new(rules.book.ground.clone(), &rules.book.chart, &rules.book.look.map, shore.as_ref());
    let pixels = LAND.min(LAND_SIDE / art.extent().size().max_elem());
    view.land = Some(context.load_texture("land", art.land(None, pixels), TextureOptions::LINEAR));
    let small = (440.0 / art.extent().width()).min(292.0 / art.extent().height());
    view.minimap = Some(context.load_texture("minimap", art.land(None, small), TextureOptions::LINEAR));
    view.art = Some(art);
}

/// The map with everything on it.
pub(crate) fn show(ui: &mut Ui, frame: &Frame, table: &mut Tabletop, view: &mut TableView, settings: &Settings) {
    let Some(mut art) = view.art.take() else { return };
    let mut camera = settle(view, &art, frame.map);
    if !std::mem::replace(&mut view.opened, true)
        && camera.zoom < READABLE
        && let Some(at) = scene_of_action(table).and_then(|hex| art.center(hex))
    {
        camera = Camera { center: at, zoom: CLOSE, ..camera };
    }
    let response = ui.interact(frame.map, egui::Id::new("map"), Sense::click_and_drag());
    pointer::take_hold(ui, &response, table, view, &art, &mut camera);
    view.camera = Some(camera);
    let at = pointer::position(ui, &response, view).filter(|at| frame.map.contains(*at));
    view.hover = view.hex_under(ui, at, |at| art.hex_at(camera.to_map(at)));
    let pointed = pointed_unit(table, view);
    view.overlays.follow(table, pointed);
    let order = view.hover.and_then(|hex| table.choices().find(|choice| choice.on == Target::Hex(hex))).map(|choice| choice.order.clone());
    table.promise = order.and_then(|order| table.promise_of(&order));

    let painter = ui.painter_at(frame.map);
    let style = MapStyle {
        numbers: match settings.numbers {
            Numbers::Auto => MapNumbers::Auto,
            Numbers::Always => MapNumbers::Always,
            Numbers::Never => MapNumbers::Never,
        },
        safe: settings.safe_palette,
    };
    if let Some(land) = &view.land {
        art.paint(&painter, &camera, land.id(), &style);
    }
    let sheet = OverlayCanvas { painter: &painter, camera: &camera, art: &art };
    overlays::below(&sheet, table, view, settings.safe_palette);
    veil(&sheet, table, view);
    lit(&sheet, table, view);
    places(ui, &sheet, table);
    let mut taken = Vec::new();
    if !view.bare {
        counters(ui, &sheet, table, view, f32::from(settings.counter_edge) / 100.0, &mut taken);
        battle(&sheet, table);
    }
    overlays::above(&sheet, table, view);
    costs(&sheet, table, view);
    hovered_path(&sheet, table, view);
    cursor(&sheet, view);
    art.names(&painter, &camera, &taken, &style);
    if settings.minimap && frame.class == crate::client::desk::Class::Wide {
        minimap(ui, frame, view, &art, &mut camera);
        view.camera = Some(camera);
    }
    pointer::answer(ui, &response, table, view, &art, &camera);
    fan::show(ui, frame, table, view, &art);
    view.art = Some(art);
}

/// The camera fitted to where the map is now.
pub(super) fn settle(view: &TableView, art: &MapArt, map: Rect) -> Camera {
    match view.camera {
        Some(camera) => Camera { view: map, ..camera },
        None => Camera::fit(art.extent(), map),
    }
}

/// Where something is to be done: the hex under attack, else a counter that may act, else a hex that may be chosen.
fn scene_of_action(table: &Tabletop) -> Option<Hex> {
    if !table.may_answer() {
        return None;
    }
    let attacked = table.preview.as_ref().and_then(|preview| preview.hex);
    let actor = || table.prompt.actors.iter().find_map(|unit| super::view::hex_of(table, Target::Unit(*unit)));
    let lit = || table.choices().find_map(|choice| if let Target::Hex(hex) = choice.on { Some(hex) } else { None });
    attacked.or_else(actor).or_else(lit)
}

pub(super) fn farthest(art: &MapArt, map: Rect) -> f32 {
    Camera::fit(art.extent(), map).zoom * 0.9
}

/// The counter the overlays speak of: the first one selected, or the top one under the pointer.
fn pointed_unit(table: &Tabletop, view: &TableView) -> Option<UnitId> {
    let hovered = view.hover.or(view.cursor).and_then(|hex| table.known_in(hex).last().copied());
    table.selection.first().copied().or(hovered)
}

/// While units with somewhere to go are selected, everything else stands back.
fn veil(sheet: &OverlayCanvas, table: &Tabletop, view: &TableView) {
    let reachable: Vec<Hex> =
        table.offer.choices.iter().filter(|c| c.cost.is_some()).filter_map(|c| if let Target::Hex(hex) = c.on { Some(hex) } else { None }).collect();
    if reachable.is_empty() || !view.overlays.has(Overlay::Reach) {
        return;
    }
    let own: Vec<Hex> = table.selection.iter().filter_map(|u| super::view::hex_of(table, Target::Unit(*u))).collect();
    let grid = &table.rules().book.ground.grid;
    for hex in grid.hexes().iter().filter(|hex| !reachable.contains(hex) && !own.contains(hex)) {
        if let Some(corners) = sheet.corners(*hex) {
            draw::fill(sheet.painter, &corners, Color32::from_black_alpha(92));
        }
    }
}

/// Notes where lit hexes and counters that may act can be pressed, for tests and scripts.
fn places(ui: &Ui, sheet: &OverlayCanvas, table: &Tabletop) {
    let hexes = table.choices().filter_map(|c| if let Target::Hex(hex) = c.on { Some((format!("hex {hex}"), hex)) } else { None });
    let names = table.rules().book.lexicon.names("UnitId");
    let actor = |unit: &UnitId| Some((format!("unit {}", names[unit.at()]), super::view::hex_of(table, Target::Unit(*unit))?));
    let units = table.prompt.actors.iter().filter(|_| table.may_answer()).filter_map(actor);
    for (words, hex) in units.chain(hexes) {
        if let Some(at) = sheet.middle(hex).filter(|at| sheet.camera.view.contains(*at)) {
            crate::client::widgets::note(ui, &words, Rect::from_center_size(at, vec2(4.0, 4.0)));
        }
    }
}

/// Hexes that can be chosen, and those a rule closes.
fn lit(sheet: &OverlayCanvas, table: &Tabletop, view: &TableView) {
    let zoom = sheet.camera.zoom;
    let hexes: BTreeSet<Hex> = table.choices().filter_map(|c| if let Target::Hex(hex) = c.on { Some(hex) } else { None }).collect();
    // Where most of the map is open, what is closed is easier seen.
    let all = table.rules().book.ground.grid.hexes();
    let most = hexes.len() * 2 > all.len();
    for hex in all.iter().filter(|hex| most && !hexes.contains(hex)) {
        if let Some(corners) = sheet.corners(*hex) {
            draw::fill(sheet.painter, &corners, Color32::from_black_alpha(92));
        }
    }
    for choice in table.choices().filter(|_| !most) {
        let Target::Hex(hex) = choice.on else { continue };
        let Some(corners) = sheet.corners(hex) else { continue };
        if choice.cost.is_some() && view.overlays.has(Overlay::Reach) {
            sheet.painter.add(egui::Shape::closed_line(draw::inset(&corners, 0.05).to_vec(), Stroke::new(1.2, BRASS)));
            continue;
        }
        draw::fill(sheet.painter, &draw::inset(&corners, 0.1), BRASS.gamma_multiply(0.28));
        draw::ring(sheet.painter, &corners, (zoom * 0.05).clamp(1.5, 3.5), BRASS, Color32::BLACK);
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

/// Cost and what is left, in every hex that can be reached.
fn costs(sheet: &OverlayCanvas, table: &Tabletop, view: &TableView) {
    let zoom = sheet.camera.zoom;
    if !view.overlays.has(Overlay::Reach) || zoom < 26.0 {
        return;
    }
    let size = (zoom * 0.2).clamp(10.0, 19.0);
    // Where several ways lead into a hex, the one that leaves most is told; the others are asked for when it is pressed.
    let mut best: BTreeMap<Hex, (Points, Points)> = BTreeMap::new();
    for choice in &table.offer.choices {
        if let (Target::Hex(hex), Some(cost)) = (choice.on, choice.cost)
            && best.get(&hex).is_none_or(|known| (known.1, Reverse(known.0)) < (cost.1, Reverse(cost.0)))
        {
            best.insert(hex, cost);
        }
    }
    for (hex, (cost, left)) in best {
        let Some(at) = sheet.middle(hex).filter(|at| sheet.camera.view.contains(*at)) else { continue };
        let lift = if table.sight.stacks.contains_key(&hex) && !view.bare { zoom * 0.38 } else { 0.0 };
        draw::haloed(sheet.painter, at + vec2(-zoom * 0.14, lift), Align2::CENTER_CENTER, &cost.to_string(), Face::NarrowBlack, size, Color32::BLACK);
        let (word, color) =
            if left.0 <= 0 { ("stop".to_owned(), Color32::from_rgb(0xa3, 0x24, 0x1c)) } else { (left.to_string(), Color32::from_rgb(0x0f, 0x60, 0x46)) };
        draw::haloed(sheet.painter, at + vec2(zoom * 0.17, lift), Align2::CENTER_CENTER, &word, Face::NarrowBold, size * 0.82, color);
    }
}

fn counters(ui: &Ui, sheet: &OverlayCanvas, table: &Tabletop, view: &mut TableView, edge: f32, taken: &mut Vec<Rect>) {
    let (zoom, scale) = (sheet.camera.zoom, ui.ctx().pixels_per_point());
    let progress = view.motion.progress(ui.input(|i| i.time));
    if progress.is_some() {
        ui.ctx().request_repaint();
    }
    let gliding: Vec<UnitId> = view.motion.glides.iter().map(|g| g.unit).collect();
    for (hex, stack) in &table.sight.stacks {
        let Some(at) = sheet.middle(*hex).filter(|at| sheet.camera.view.expand(zoom).contains(*at)) else { continue };
        let faces = view.faces.stacks.get(hex).map_or(&[][..], Vec::as_slice);
        let still = |seen: &crate::play::Seen| !matches!(seen, crate::play::Seen::Known(unit, _) if gliding.contains(unit));
        let shown: Vec<counters::Face> = stack.iter().zip(faces).filter(|(seen, _)| progress.is_none() || still(seen)).map(|(_, face)| face.clone()).collect();
        if shown.is_empty() {
            continue;
        }
        let rect = counters::paint_stack(sheet.painter, at, zoom, edge, &shown, scale);
        marks(sheet, table, *hex, rect);
        taken.push(rect);
    }
    if let Some(share) = progress {
        for (n, glide) in view.motion.glides.iter().enumerate() {
            let (Some(at), Some(face)) = (along(sheet, &glide.path, share), view.faces.of(glide.unit)) else { continue };
            let rect = Rect::from_center_size(at + vec2(n as f32, -(n as f32)) * zoom * 0.05, vec2(zoom, zoom) * edge);
            counters::paint(sheet.painter, rect, face, scale);
        }
    }
}

/// A ring around what is selected, a thin one around what may act.
fn marks(sheet: &OverlayCanvas, table: &Tabletop, hex: Hex, rect: Rect) {
    let known = table.known_in(hex);
    let selected = known.iter().any(|u| table.selection.contains(u));
    let points = |unit: &UnitId| table.choices().any(|c| c.on == Target::Unit(*unit));
    let able = table.may_answer() && known.iter().any(|u| table.prompt.actors.contains(u) || points(u));
    if selected {
        sheet.painter.rect_stroke(rect.expand(3.0), 6.0, Stroke::new(5.0, Color32::BLACK), StrokeKind::Outside);
        sheet.painter.rect_stroke(rect.expand(3.5), 6.0, Stroke::new(3.0, BRASS), StrokeKind::Outside);
    } else if able {
        sheet.painter.rect_stroke(rect.expand(1.5), 5.0, Stroke::new(3.2, Color32::BLACK), StrokeKind::Outside);
        sheet.painter.rect_stroke(rect.expand(2.0), 5.0, Stroke::new(1.6, BRASS), StrokeKind::Outside);
    }
}

fn along(sheet: &OverlayCanvas, path: &[Hex], share: f32) -> Option<Pos2> {
    let way = share * (path.len() - 1) as f32;
    let at = (way as usize).min(path.len().saturating_sub(2));
    let (a, b) = (sheet.middle(*path.get(at)?)?, sheet.middle(*path.get(at + 1)?)?);
    Some(a + (b - a) * (way - at as f32))
}

/// The hex under attack, and an arrow from each hex that attacks it.
fn battle(sheet: &OverlayCanvas, table: &Tabletop) {
    let Some((preview, target)) = table.preview.as_ref().and_then(|preview| Some((preview, preview.hex?))) else { return };
    let zoom = sheet.camera.zoom;
    let (red, blue) = (Color32::from_rgb(0xa3, 0x24, 0x1c), Color32::from_rgb(0x12, 0x50, 0x8f));
    if let Some(corners) = sheet.corners(target) {
        draw::ring(sheet.painter, &corners, (zoom * 0.06).max(2.0), red, Color32::WHITE);
    }
    let Some(to) = sheet.middle(target) else { return };
    let mut from: Vec<Hex> = preview.attackers.iter().filter_map(|(unit, _)| super::view::hex_of(table, Target::Unit(*unit))).collect();
    from.sort_unstable();
    from.dedup();
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

/// The way to the hex under the pointer, with beads.
fn hovered_path(sheet: &OverlayCanvas, table: &Tabletop, view: &TableView) {
    let Some(hex) = view.hover.or(view.cursor) else { return };
    let Some(choice) = table.offer.choices.iter().find(|c| c.on == Target::Hex(hex) && !c.order.path().is_empty()) else { return };
    let start = table.selection.first().and_then(|u| super::view::hex_of(table, Target::Unit(*u)));
    let points: Vec<Pos2> = start.iter().chain(choice.order.path()).filter_map(|h| sheet.middle(*h)).collect();
    sheet.painter.add(egui::Shape::line(points.clone(), Stroke::new(7.0, Color32::WHITE)));
    sheet.painter.add(egui::Shape::line(points.clone(), Stroke::new(3.5, Color32::from_rgb(0x12, 0x1c, 0x2c))));
    for point in points.iter().skip(1) {
        sheet.painter.circle(*point, 5.5, Color32::from_rgb(0x12, 0x1c, 0x2c), Stroke::new(1.5, Color32::WHITE));
    }
    if let (Some(end), Some((cost, left))) = (points.last(), choice.cost) {
        draw::plate(
            sheet.painter,
            *end - vec2(0.0, sheet.camera.zoom * 0.36),
            &format!("{cost} spent, {left} left"),
            12.0,
            Color32::WHITE,
            Color32::from_black_alpha(220),
        );
    }
}

fn cursor(sheet: &OverlayCanvas, view: &TableView) {
    if let Some(corners) = view.cursor.and_then(|hex| sheet.corners(hex)) {
        draw::dashed_ring(sheet.painter, &corners, 3.0, Color32::BLACK);
        sheet.painter.add(egui::Shape::closed_line(draw::inset(&corners, 0.02).to_vec(), Stroke::new(1.5, Color32::WHITE)));
    }
}

fn minimap(ui: &mut Ui, frame: &Frame, view: &TableView, art: &MapArt, camera: &mut Camera) {
    let Some(texture) = &view.minimap else { return };
    let size = texture.size_vec2();
    let scale = (220.0 / size.x).min(146.0 / size.y);
    let rect = Rect::from_min_size(pos2(frame.map.left() + 10.0, frame.map.bottom() - size.y * scale - 10.0), size * scale);
    let painter = ui.painter_at(frame.map);
    painter.rect_filled(rect.expand(3.0), 4.0, LINE);
    painter.image(texture.id(), rect, Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)), Color32::WHITE);
    let map = art.extent();
    let place = |p: Pos2| rect.min + (p - map.min) / map.size() * rect.size();
    for (hex, faces) in &view.faces.stacks {
        if let (Some(at), Some(face)) = (art.center(*hex), faces.last()) {
            painter.rect_filled(Rect::from_center_size(place(at), vec2(4.0, 4.0)), 0.5, overlays::rgb(face.body()));
            painter.rect_stroke(Rect::from_center_size(place(at), vec2(4.0, 4.0)), 0.5, Stroke::new(0.6, Color32::BLACK), StrokeKind::Outside);
        }
    }
    let seen = camera.seen();
    painter.rect_stroke(
        Rect::from_min_max(place(seen.min), place(seen.max)).intersect(rect),
        0.0,
        Stroke::new(2.0, Color32::from_rgb(0xa3, 0x24, 0x1c)),
        StrokeKind::Inside,
    );
    let response = ui.interact(rect, egui::Id::new("minimap"), Sense::click_and_drag());
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on()) {
        camera.center = map.min + (at - rect.min) / rect.size() * map.size();
    }
}
