//! Tracks and warnings that a game wants in sight at all times, in the top bar.

use super::Tabletop;
use crate::board::look::Banner;
use crate::client::skin::{BRASS, BRASS_INK, Face, LINE, MUTE, TEXT, WARN, WELL};
use crate::client::widgets;
use bevy_egui::egui::{self, Align2, Color32, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

/// A cell, and the room between two rows.
const CELL: egui::Vec2 = vec2(15.0, 17.0);
const GAP: f32 = 1.0;
/// A track with more cells than this is shown as its number alone.
const MOST_CELLS: i16 = 12;

/// The tracks of the top bar, one below the other; only their numbers where there is little room.
pub(crate) fn show(ui: &mut Ui, table: &Tabletop, narrow: bool) {
    let look = &table.rules().book.look;
    for group in look.tracks.iter().filter(|group| !group.top_bar.is_empty()) {
        let Some((low, high)) = group.cells else { continue };
        let name = |short: &str| widgets::galley(ui, short, Face::NarrowBold.at(11.5), TEXT, f32::INFINITY);
        let label = group.top_bar.iter().map(|row| name(&row.short).size().x).fold(0.0, f32::max) + 6.0;
        let brief = narrow || is_long(low, high);
        let width = if brief { NUMBER } else { f32::from(high - low + 1) * CELL.x };
        let rows = group.top_bar.len() as f32;
        let (rect, response) = ui.allocate_exact_size(vec2(label + width, rows * CELL.y + (rows - 1.0) * GAP), Sense::hover());
        let mut notes = Vec::new();
        for (n, (bar, id)) in group.top_bar.iter().zip(&group.rows).enumerate() {
            let value = table.sight.ledger.get(id.at()).copied().unwrap_or_default();
            let other = bar.until.map(|(track, wanted)| (table.sight.ledger.get(track.at()).copied().unwrap_or_default(), wanted));
            let waits = other.filter(|(now, wanted)| now != wanted);
            let top = rect.top() + n as f32 * (CELL.y + GAP);
            ui.painter().text(pos2(rect.left(), top + CELL.y / 2.0), Align2::LEFT_CENTER, &bar.short, Face::NarrowBold.at(11.5), TEXT);
            let at = pos2(rect.left() + label, top);
            if brief {
                number(ui, Rect::from_min_size(at, vec2(NUMBER, CELL.y)), &worded(value, i32::from(low)), waits.is_some());
            } else {
                row(ui, at, (i32::from(low), i32::from(high)), value, waits.is_some());
            }
            let state = waits.map(|(now, _)| format!(" ({})", bar.waiting.replace("{}", &now.to_string()))).unwrap_or_default();
            notes.push(format!("{}: {}{state}", table.rules().book.tracks[id.at()].name, worded(value, i32::from(low))));
        }
        response.on_hover_text(notes.join("\n"));
    }
}

/// Room for the number of a long track.
const NUMBER: f32 = 30.0;

fn is_long(low: i16, high: i16) -> bool {
    high - low >= MOST_CELLS
}

/// A long track: only the number of the marker's cell, on brass as in a row of cells.
fn number(ui: &Ui, cell: Rect, words: &str, waits: bool) {
    let (fill, ink) = if waits { (WELL, BRASS) } else { (BRASS, BRASS_INK) };
    ui.painter().rect(cell, 2.0, fill, Stroke::new(1.0, BRASS), StrokeKind::Inside);
    ui.painter().text(cell.center(), Align2::CENTER_CENTER, words, Face::NarrowBold.at(13.0), ink);
}

/// One track: the marker's cell is brass, or only rimmed while the marker is not in force.
fn row(ui: &Ui, at: egui::Pos2, (low, high): (i32, i32), value: i32, waits: bool) {
    for n in low..=high {
        let cell = Rect::from_min_size(at + vec2((n - low) as f32 * CELL.x, 0.0), CELL - vec2(1.0, 0.0));
        let here = n == value.clamp(low, high);
        let (fill, edge, ink) = match (here, waits) {
            (true, false) => (BRASS, Stroke::new(1.0, BRASS), BRASS_INK),
            (true, true) => (WELL, Stroke::new(1.5, BRASS), BRASS),
            _ => (WELL, Stroke::new(1.0, LINE), MUTE),
        };
        ui.painter().rect(cell, 2.0, fill, edge, StrokeKind::Inside);
        ui.painter().text(cell.center(), Align2::CENTER_CENTER, worded(n, low), Face::NarrowBold.at(11.0), ink);
    }
}

/// A number of a track, with its sign if the track goes below 0. Our type uses an en dash for a minus.
fn worded(n: i32, low: i32) -> String {
    match n {
        n if n < 0 => format!("–{}", n.unsigned_abs()),
        n if n == 0 || low >= 0 => n.to_string(),
        n => format!("+{n}"),
    }
}

/// The current warnings.
pub(crate) fn warnings(table: &Tabletop) -> impl Iterator<Item = &Banner> {
    table.rules().book.look.banners.iter().filter(|banner| {
        let value = table.sight.ledger.get(banner.track.at()).copied().unwrap_or_default();
        value != 0 && banner.at.is_none_or(|at| at == value)
    })
}

/// What must not be overlooked: a warning plate for each track that calls for one.
pub(crate) fn banners(ui: &mut Ui, table: &Tabletop) {
    for banner in warnings(table) {
        let galley = widgets::galley(ui, &banner.text, Face::Strong.at(12.5), Color32::BLACK, f32::INFINITY);
        let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(18.0, 12.0), Sense::hover());
        ui.painter().rect(rect, 5.0, WARN, Stroke::new(1.0, Color32::BLACK), StrokeKind::Inside);
        ui.painter().galley(rect.min + vec2(9.0, 6.0), galley, Color32::BLACK);
        response.on_hover_text(&banner.about);
    }
}

#[cfg(test)]
mod tests {
    use super::{is_long, worded};

    #[test]
    fn a_track_that_would_fill_the_bar_is_a_number() {
        assert!(is_long(0, 20));
        assert!(!is_long(0, 9) && !is_long(-5, 5));
    }

    #[test]
    fn only_tracks_with_two_directions_have_signs() {
        assert_eq!([-3, 0, 2].map(|n| worded(n, -5)), ["–3", "0", "+2"]);
        assert_eq!([0, 13].map(|n| worded(n, 0)), ["0", "13"]);
    }
}
