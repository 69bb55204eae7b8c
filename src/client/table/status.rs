//! The status line: everything about the hex under the pointer, and whether the game is saved.

use super::disk::Disk;
use super::view::{Frame, TableView};
use super::{Tabletop, legend, prompt_panel};
use crate::client::desk::Class;
use crate::client::skin::{BAD, Face, LINE, MUTE, TEXT};
use crate::client::widgets;
use crate::play::Scope;
use bevy_egui::egui::{Color32, Rect, Ui, pos2, vec2};

/// Shows the status line.
pub(crate) fn show(ui: &mut Ui, frame: &Frame, table: &mut Tabletop, view: &TableView) {
    let painter = ui.painter_at(frame.status);
    painter.rect_filled(Rect::from_min_size(frame.status.min, vec2(frame.status.width(), 1.0)), 0.0, LINE);
    let size = 12.0;
    let (right, color) = match table.disk {
        Disk::Failing { .. } => ("not saved".to_owned(), BAD),
        _ if table.replay.is_some() => (String::new(), MUTE),
        _ if table.lesson.is_some() => ("lessons are not saved".to_owned(), MUTE),
        _ => {
            let zoom = view.camera.map_or(0.0, |c| c.zoom);
            // Not how many: some of them the other side keeps to itself.
            let kept = "every order is saved";
            (if frame.class == Class::Wide { format!("{kept} · {zoom:.0} points a hex") } else { kept.to_owned() }, MUTE)
        }
    };
    let galley = widgets::galley(ui, &right, Face::Text.at(size), color, f32::INFINITY);
    let right_edge = frame.status.right() - galley.size().x - 12.0;
    painter.galley(pos2(right_edge, frame.status.center().y - galley.size().y / 2.0), galley, color);
    let room = Rect::from_min_max(frame.status.min, pos2(right_edge - 12.0, frame.status.bottom()));
    let painter = ui.painter_at(room);
    let mut x = room.left() + 12.0;
    for (words, face, color) in parts(table, view) {
        let galley = widgets::galley(ui, &words, face.at(size), color, f32::INFINITY);
        if x + galley.size().x > room.right() {
            break; // what has no room is left out whole, never cut in the middle
        }
        painter.galley(pos2(x, room.center().y - galley.size().y / 2.0), galley.clone(), color);
        x += galley.size().x + 16.0;
    }
}

fn parts(table: &mut Tabletop, view: &TableView) -> Vec<(String, Face, Color32)> {
    let Some(hex) = view.hover.or(view.cursor) else {
        return vec![("Point at a hex to see what it is.".into(), Face::Text, MUTE)];
    };
    let book = table.book();
    let ground = &book.ground;
    let Some(ix) = ground.grid.ix(hex) else { return Vec::new() };
    let mut parts = vec![(prompt_panel::place_name(table, hex), Face::Strong, TEXT)];
    let kind = ground.terrain_name(ix).replace('_', " ");
    let effect = book.chart.hexes.get(usize::from(ground.terrain[ix.at()]));
    let says = effect.map(|effect| legend::in_words(effect, None)).filter(|says| !says.is_empty()).map_or_else(String::new, |says| format!(", {says}"));
    parts.push((format!("{kind}{says}"), Face::Text, MUTE));
    let region = ground.region(ix);
    if !region.name.is_empty() {
        parts.push((region.name.clone(), Face::Text, MUTE));
    }
    let (side, scope) = table.eyes();
    if let Some((used, limit)) = crate::play::stack_load(&mut table.world, side, hex).filter(|_| scope != Scope::Common) {
        parts.push((format!("room {used} of {limit}"), Face::Text, MUTE));
    }
    if let Some(held) = table.sight.held.get(&hex) {
        let words = held.map_or("held by nobody".to_owned(), |side| format!("held by the {} side", book.sides[side.at()]));
        parts.push((words, Face::Text, MUTE));
    }
    if let Some(nation) = table.sight.owned.get(&hex) {
        parts.push((format!("owned by {}", book.nations[nation.at()].name), Face::Text, MUTE));
    }
    let sites: Vec<String> = ground.sites(ix).map(|s| s.kind.replace('_', " ")).filter(|k| !k.is_empty()).collect();
    if !sites.is_empty() {
        parts.push((sites.join(", "), Face::Text, MUTE));
    }
    parts
}
