//! Badges at the right edge, and what a mark does to the whole counter.

use super::sheet::{CounterCanvas, Run, Type};
use super::symbols::{small_anchor, small_heads};
use crate::board::look::{Badge, BadgeShape, Tone};
use crate::client::curves::{arc, rounded};
use crate::client::skin::Face;
use bevy_egui::egui::{Color32, Pos2, Rect, pos2, vec2};
use std::f32::consts::TAU;

/// How many badges there is room for.
const ROOM: usize = 3;
/// The middle of the first badge, and how far the next is below it.
const FIRST: (f32, f32) = (92.0, 38.0);
const APART: f32 = 27.0;
/// From this edge on a badge carries its letter, in pixels.
const LETTERS_FROM: f32 = 32.0;
/// From this edge on the one badge of a far counter carries its letter, in pixels.
const FAR_LETTERS_FROM: f32 = 19.0;
/// How much larger the one badge of a far counter is.
const FAR_SIZE: f32 = 1.7;

/// Fill, ink and rim.
fn colors(tone: Tone) -> [Color32; 3] {
    const INK: Color32 = Color32::from_rgb(0x15, 0x12, 0x0e);
    let rgb = Color32::from_rgb;
    match tone {
        Tone::Pale => [rgb(0xe9, 0xe2, 0xd2), INK, INK],
        Tone::Yellow => [rgb(0xff, 0xd2, 0x3f), INK, INK],
        Tone::Cream => [rgb(0xff, 0xf4, 0xc2), rgb(0x6a, 0x52, 0x00), INK],
        Tone::Alarm => [Color32::WHITE, rgb(0xb0, 0x17, 0x17), rgb(0xb0, 0x17, 0x17)],
        Tone::Black => [rgb(0x1c, 0x1a, 0x17), Color32::WHITE, rgb(0x5a, 0x54, 0x4a)],
        Tone::Green => [rgb(0xbf, 0xe0, 0xc0), INK, INK],
        Tone::Orange => [rgb(0xff, 0x9d, 0x5c), INK, INK],
        Tone::Blue => [rgb(0xbf, 0xe3, 0xff), INK, INK],
    }
}

/// All badges that fit, down the right edge.
pub(super) fn column(sheet: &mut CounterCanvas<'_>, badges: &[Badge]) {
    let letters = sheet.edge >= LETTERS_FROM;
    let shown = if badges.len() > ROOM { ROOM - 1 } else { badges.len() };
    let more = Badge::new(&format!("+{}", badges.len() - shown), BadgeShape::Square, Tone::Pale, 0);
    let rest = (badges.len() > shown).then_some(&more);
    for (i, badge) in badges[..shown].iter().chain(rest).enumerate() {
        let center = sheet.at(FIRST.0, FIRST.1 + APART * i as f32);
        one(sheet, badge, center, 1.0, letters);
    }
}

/// Only the worst badge, large.
pub(super) fn worst(sheet: &mut CounterCanvas<'_>, badges: &[Badge]) {
    if let Some(badge) = badges.first() {
        let center = sheet.at(84.0, 30.0);
        one(sheet, badge, center, FAR_SIZE, sheet.edge >= FAR_LETTERS_FROM);
    }
}

fn one(sheet: &mut CounterCanvas<'_>, badge: &Badge, center: Pos2, size: f32, letters: bool) {
    let [fill, ink, rim] = colors(badge.tone);
    let unit = sheet.unit * size;
    let (thick, reach) = (if badge.shape == BadgeShape::Pill { 3.0 } else { 2.0 }, 12.0 * unit);
    let outline = match badge.shape {
        BadgeShape::Octagon => octagon(center, reach),
        BadgeShape::Pill => rounded(Rect::from_center_size(center, vec2(31.0, 22.0) * unit), 11.0 * unit),
        BadgeShape::Disc | BadgeShape::Heads => arc(center, vec2(reach, reach), 0.0, TAU),
        BadgeShape::Diamond => [(0.0, -16.0), (16.0, 0.0), (0.0, 16.0), (-16.0, 0.0)].map(|(x, y)| center + vec2(x, y) * unit).to_vec(),
        BadgeShape::Square | BadgeShape::Anchor => rounded(Rect::from_center_size(center, vec2(24.0, 22.0) * unit), 4.0 * unit),
    };
    sheet.pen.fill(&outline, fill);
    sheet.pen.ring(&outline, (thick * unit).max(1.0), rim);
    match badge.shape {
        BadgeShape::Anchor if letters => small_anchor(sheet, center, 15.0 * unit, ink),
        BadgeShape::Heads if letters => small_heads(sheet, center, reach, ink),
        _ if letters => {
            let how = Type { face: Face::NarrowBlack, size: 17.0 * unit, room: 23.0 * unit, color: ink, run: Run::Across };
            sheet.text(&badge.badge, center + vec2(0.0, 6.1 * unit), how);
        }
        _ => {}
    }
}

fn octagon(center: Pos2, reach: f32) -> Vec<Pos2> {
    let cut = reach * 0.42;
    let corners = [(-reach, -cut), (-cut, -reach), (cut, -reach), (reach, -cut), (reach, cut), (cut, reach), (-cut, reach), (-reach, cut)];
    corners.map(|(x, y)| center + vec2(x, y)).to_vec()
}

/// A gray veil and a diagonal: the counter has used up its turn.
pub(super) fn veil(sheet: &mut CounterCanvas<'_>, body: &[Pos2]) {
    sheet.pen.fill(body, Color32::from_rgba_unmultiplied(40, 38, 34, 107));
    let (from, to, width) = (sheet.at(6.0, 94.0), sheet.at(94.0, 6.0), sheet.width(5.0));
    sheet.pen.stroke(&[from, to], width, Color32::from_rgba_unmultiplied(20, 18, 16, 191));
}

/// A yellow zigzag in black: disrupted. With longer teeth on a far counter, where short ones would blur.
pub(super) fn zigzag(sheet: &mut CounterCanvas<'_>, far: bool) {
    let (teeth, top, bottom) = if far { (8, 53.0, 66.0) } else { (12, 57.0, 64.5) };
    let step = 92.0 / teeth as f32;
    let points: Vec<Pos2> = (0..=teeth).map(|i| sheet.at(4.0 + step * i as f32, if i % 2 == 0 { bottom } else { top })).collect();
    let (outer, inner) = if far { (sheet.width(11.0).max(2.6), sheet.width(5.5).max(1.3)) } else { (sheet.width(6.4).max(2.4), sheet.width(3.4).max(1.2)) };
    sheet.pen.stroke(&points, outer, Color32::from_rgb(0x15, 0x12, 0x0e));
    sheet.pen.stroke(&points, inner, Color32::from_rgb(0xff, 0xd2, 0x3f));
}

/// The black disc with the height of a stack, around a point in pixels.
pub(super) fn count(sheet: &mut CounterCanvas<'_>, center: Pos2, diameter: f32, number: usize) {
    let text = number.to_string();
    let how = Type { face: Face::NarrowBlack, size: diameter * 0.72, room: diameter * 1.2, color: Color32::WHITE, run: Run::Across };
    let width = (sheet.measure(&text, how) + diameter * 0.5).max(diameter).ceil();
    let outline = rounded(Rect::from_center_size(pos2(center.x, center.y), vec2(width, diameter)), diameter / 2.0);
    sheet.pen.fill(&outline, Color32::from_rgb(0x1c, 0x1a, 0x17));
    sheet.pen.ring(&outline, (diameter * 0.075).max(1.0), Color32::from_rgb(0xf4, 0xec, 0xd8));
    sheet.text(&text, center + vec2(0.0, diameter * 0.255), how);
}
