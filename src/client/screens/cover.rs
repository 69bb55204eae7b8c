//! A box of the shelf, seen from the front.

use super::gallery::Plate;
use super::parts::{Run, gradient, rgb, shade, shine};
use crate::client::skin::{Face, INK};
use crate::client::widgets::{elided, galley};
use bevy_egui::egui::{self, Color32, CornerRadius, FontId, Galley, Rect, Shadow, Ui, pos2, vec2};
use std::sync::Arc;

/// The height of a box relative to its width.
pub(crate) const TALL: f32 = 496.0 / 318.0;
/// The title band's share of the height.
const BAND: f32 = 0.225;
/// The foot's share of the height, with and without the pitch.
const FOOT: (f32, f32) = (0.18, 0.125);
const RADIUS: u8 = 6;
const TITLE: Color32 = rgb(0xfbf3df);
const SUBTITLE: Color32 = rgb(0xf0d9a8);
const FOOT_FILL: Color32 = rgb(0xefe6d0);
const FOOT_MUTE: Color32 = rgb(0x6a5f4e);
/// The map's place before it is drawn.
const BARE: Color32 = rgb(0xc9bf9f);
/// Titles longer than this are set smaller.
const LONG_TITLE: usize = 18;
/// Nothing is set smaller than this.
const LEAST: f32 = 10.0;

/// Where the map of a box begins.
pub(crate) fn map_top(rect: Rect) -> f32 {
    rect.top() + (rect.height() * BAND).round()
}

/// Paints a box, with its pitch if there is room for it.
pub(crate) fn paint(ui: &Ui, rect: Rect, plate: &mut Plate, pitch: bool) {
    let painter = ui.painter();
    for shadow in [Shadow { offset: [0, 14], blur: 26, spread: 0, color: shade(0.55) }, Shadow { offset: [0, 2], blur: 4, spread: 0, color: shade(0.6) }] {
        painter.add(shadow.as_shape(rect, CornerRadius::same(RADIUS)));
    }
    let band = Rect::from_min_size(rect.min, vec2(rect.width(), (rect.height() * BAND).round()));
    let foot_height = (rect.height() * if pitch { FOOT.0 } else { FOOT.1 }).round();
    let foot = Rect::from_min_max(pos2(rect.left(), rect.bottom() - foot_height), rect.max);
    let map = Rect::from_min_max(band.left_bottom(), foot.right_top());
    painter.rect_filled(map, 0.0, BARE);
    plate.paint_map(painter, map, rect.width());
    let [r, g, b] = plate.cover.band.parts();
    painter.rect_filled(band, CornerRadius { nw: RADIUS, ne: RADIUS, sw: 0, se: 0 }, Color32::from_rgb(r, g, b));
    painter.rect_filled(foot, CornerRadius { nw: 0, ne: 0, sw: RADIUS, se: RADIUS }, FOOT_FILL);
    head(ui, band, plate);
    base(ui, foot, rect.width(), plate, pitch);
    bevel(ui, rect);
}

/// Title and subtitle, as large as the band allows, and clear of each other.
fn head(ui: &Ui, band: Rect, plate: &Plate) {
    let (width, inset) = (band.width(), band.width() * 0.06);
    let room = width - inset * 2.0;
    let subtitle = elided(ui, &plate.cover.subtitle, Face::SerifItalic.at((width * 0.066).max(LEAST)), SUBTITLE, room);
    let (gap, below) = ((width * 0.026).max(4.0), subtitle.mesh_bounds.height());
    let mut size = if plate.cover.title.chars().count() > LONG_TITLE { width * 0.084 } else { width * 0.108 };
    let mut title = set(ui, &plate.cover.title, Face::NarrowBlack.at(size), 1.05, TITLE, room);
    while title.mesh_bounds.height() + gap + below + inset > band.height() && size > LEAST {
        size *= 0.94;
        title = set(ui, &plate.cover.title, Face::NarrowBlack.at(size), 1.05, TITLE, room);
    }
    let above = title.mesh_bounds.height();
    let top = band.center().y - (above + gap + below) / 2.0;
    put(ui, pos2(band.left() + inset, top), title, TITLE);
    put(ui, pos2(band.left() + inset, top + above + gap), subtitle, SUBTITLE);
}

/// What the game is about, and how long it takes.
fn base(ui: &Ui, foot: Rect, width: f32, plate: &Plate, pitch: bool) {
    let inset = width * 0.06;
    let room = width - inset * 2.0;
    let length = galley(ui, &plate.cover.length, Face::Text.at((width * 0.042).max(LEAST)), FOOT_MUTE, room);
    if !pitch {
        ui.painter().galley(pos2(foot.left() + inset, foot.center().y - length.size().y / 2.0), length, FOOT_MUTE);
        return;
    }
    let text = set(ui, &plate.cover.pitch, Face::Strong.at((width * 0.048).max(LEAST)), 1.28, INK, room);
    let top = foot.center().y - (text.mesh_bounds.height() + 3.0 + length.size().y) / 2.0;
    let below = top + text.mesh_bounds.height() + 3.0;
    put(ui, pos2(foot.left() + inset, top), text, INK);
    ui.painter().galley(pos2(foot.left() + inset, below), length, FOOT_MUTE);
}

/// Paints text so that its ink, not its line box, begins here: for tightly set lines a font's own ascent is no guide.
fn put(ui: &Ui, at: egui::Pos2, text: Arc<Galley>, color: Color32) {
    let up = text.mesh_bounds.top();
    ui.painter().galley(at - vec2(0.0, up), text, color);
}

/// Text with lines closer than the face has them.
fn set(ui: &Ui, words: &str, font: FontId, leading: f32, color: Color32, width: f32) -> Arc<Galley> {
    let format = egui::TextFormat { line_height: Some(font.size * leading), ..egui::TextFormat::simple(font, color) };
    let mut job = egui::text::LayoutJob::single_section(words.to_owned(), format);
    job.wrap.max_width = width;
    ui.painter().layout_job(job)
}

/// Light on the left and upper edges, shadow on the others: cardboard, not paper.
fn bevel(ui: &Ui, rect: Rect) {
    let painter = ui.painter();
    let strip = |min: egui::Pos2, size: egui::Vec2| Rect::from_min_size(min, size);
    let (w, h, r) = (rect.width(), rect.height(), f32::from(RADIUS) * 0.6);
    let (tall, wide) = (h - 2.0 * r, w - 2.0 * r);
    gradient(painter, strip(pos2(rect.left(), rect.top() + r), vec2(8.0, tall)), Run::Across, &[(0.0, shine(0.16)), (1.0, shine(0.0))]);
    gradient(painter, strip(pos2(rect.right() - 11.0, rect.top() + r), vec2(11.0, tall)), Run::Across, &[(0.0, shade(0.0)), (1.0, shade(0.32))]);
    gradient(painter, strip(pos2(rect.left() + r, rect.top()), vec2(wide, 4.0)), Run::Down, &[(0.0, shine(0.18)), (1.0, shine(0.0))]);
    gradient(painter, strip(pos2(rect.left() + r, rect.bottom() - 8.0), vec2(wide, 8.0)), Run::Down, &[(0.0, shade(0.0)), (1.0, shade(0.28))]);
}
