//! How a counter is laid out, on a grid of 100 by 100, at each level of detail.

use super::badges::{column, veil, worst, zigzag};
use super::face::{Face, Front, Parts, Printed};
use super::sheet::{CounterCanvas, Layer, Run, Type};
use super::stripes::{stripe_across, stripe_down};
use super::symbols::{Frame, boxed};
use crate::board::look::{Effect, Rgb, Symbol};
use crate::client::curves::{arc, bands, clip, rounded};
use crate::client::skin;
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Vec2, pos2, vec2};
use std::f32::consts::TAU;

/// The level of detail, by the size on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// Everything.
    Near,
    /// No words, no tag.
    Middle,
    /// Stripe, symbol, first factor, one badge.
    Far,
    /// A colored square.
    Square,
}

impl Level {
    pub(crate) fn of(edge: u16) -> Level {
        match edge {
            44.. => Level::Near,
            26..44 => Level::Middle,
            14..26 => Level::Far,
            _ => Level::Square,
        }
    }
}

/// The corner's radius.
const CORNER: f32 = 9.0;
/// Thickness of the rim.
const RIM: f32 = 2.0;
/// The shadow: how far it falls, how soft it is and how dark.
const SHADOW: (f32, f32, f32, u8) = (1.8, 3.0, 6.0, 140);
/// The soft light from above, and the shade below.
const LIGHT: f32 = 71.0;
const SHADE: f32 = 33.0;
/// Where the light plate of the reduced side begins, and how thick its bar is.
const PLATE: (f32, f32) = (64.0, 4.0);
/// Lines of the symbols, and of far ones.
const LINE: f32 = 2.55;
const FAR_LINE: f32 = 4.2;
/// How much thicker the lines of a symbol without a box are.
const BARE_LINE: f32 = 1.5;
/// The base line of the factors.
const BASE: f32 = 92.0;

pub(super) fn color(rgb: Rgb) -> Color32 {
    let [r, g, b] = rgb.parts();
    Color32::from_rgb(r, g, b)
}

/// A whole counter.
pub(super) fn draw(painter: &Painter, face: &Face, edge: u16, pixels_per_point: f32) -> Vec<Layer> {
    let mut sheet = CounterCanvas::new(painter, edge, pixels_per_point);
    let (parts, level) = (&face.parts, Level::of(edge));
    let body = ground(&mut sheet, parts, level);
    match &parts.side {
        Printed::Back { letter, code, symbol } => back(&mut sheet, parts, level, letter, code, *symbol),
        Printed::Front(front) => match level {
            Level::Near | Level::Middle => whole(&mut sheet, parts, front, level),
            Level::Far => far(&mut sheet, parts, front),
            Level::Square => square(&mut sheet, parts, front),
        },
    }
    sheet.next_layer();
    if parts.has(Effect::Veil) {
        veil(&mut sheet, &body);
    }
    if parts.has(Effect::Zigzag) && level != Level::Square {
        zigzag(&mut sheet, level == Level::Far);
    }
    match level {
        Level::Near | Level::Middle => column(&mut sheet, &parts.badges),
        Level::Far => worst(&mut sheet, &parts.badges),
        Level::Square => {}
    }
    sheet.finish()
}

/// A counter below others, of which only the rim is seen: cut-off letters would only be distracting.
pub(super) fn draw_under(painter: &Painter, face: &Face, edge: u16, pixels_per_point: f32) -> Vec<Layer> {
    let mut sheet = CounterCanvas::new(painter, edge, pixels_per_point);
    let body = ground(&mut sheet, &face.parts, Level::of(edge));
    if face.parts.has(Effect::Veil) {
        sheet.pen.fill(&body, Color32::from_rgba_unmultiplied(40, 38, 34, 107));
    }
    sheet.finish()
}

/// Shadow, body, bands, plate, light, stripe and rim. Returns the outline.
fn ground(sheet: &mut CounterCanvas<'_>, parts: &Parts, level: Level) -> Vec<Pos2> {
    let whole = Rect::from_min_size(Pos2::ZERO, Vec2::splat(sheet.edge));
    let rim = (RIM * sheet.unit).round().max(1.0);
    let radius = CORNER * sheet.unit;
    let outline = rounded(whole, radius);
    let inner = rounded(whole.shrink(rim / 2.0), (radius - rim / 2.0).max(0.5));
    let (right, down, soft, dark) = SHADOW;
    let shadow: Vec<Pos2> = outline.iter().map(|p| *p + vec2(right, down) * sheet.unit).collect();
    sheet.pen.glow(&shadow, (soft * sheet.unit).max(1.5), Color32::from_black_alpha(dark));
    sheet.pen.fill(&outline, color(parts.scheme.body));
    match &parts.side {
        Printed::Back { .. } => diagonals(sheet, &inner, 5.6, 12.7, Color32::from_black_alpha(51)),
        Printed::Front(front) => {
            if front.bands {
                diagonals(sheet, &inner, 8.5, 22.6, Color32::from_white_alpha(115));
            }
            if front.reduced && level != Level::Square {
                plate(sheet, &inner, parts);
            }
        }
    }
    light(sheet, &inner);
    if let Printed::Front(Front { stripe: Some(stripe), .. }) = parts.side {
        match level {
            Level::Near | Level::Middle => stripe_across(sheet, &inner, stripe),
            Level::Far => stripe_down(sheet, &inner, stripe),
            Level::Square => {}
        }
    }
    sheet.pen.ring(&rounded(whole.shrink(rim / 2.0), radius - rim / 2.0), rim, color(parts.scheme.edge));
    outline
}

fn diagonals(sheet: &mut CounterCanvas<'_>, inside: &[Pos2], width: f32, apart: f32, color: Color32) {
    let whole = Rect::from_min_size(Pos2::ZERO, Vec2::splat(sheet.edge));
    for band in bands(whole, width * sheet.unit, apart * sheet.unit) {
        sheet.pen.fill(&clip(&band, inside), color);
    }
}

/// The reduced side: the lower third light, with a dark bar on top.
fn plate(sheet: &mut CounterCanvas<'_>, inside: &[Pos2], parts: &Parts) {
    let (top, thick) = ((PLATE.0 * sheet.unit).round(), (PLATE.1 * sheet.unit).round().max(1.0));
    let below = |y: f32| Rect::from_min_max(pos2(0.0, y), Pos2::ZERO + Vec2::splat(sheet.edge));
    let corners = |r: Rect| [r.left_top(), r.right_top(), r.right_bottom(), r.left_bottom()];
    let (plate, ink) = (color(parts.scheme.plate), color(parts.scheme.ink));
    sheet.pen.shade(&clip(inside, &corners(below(top))), |_| plate);
    sheet.pen.block(Rect::from_min_max(pos2(0.5, top), pos2(sheet.edge - 0.5, top + thick)), ink);
}

/// Soft light from above.
fn light(sheet: &mut CounterCanvas<'_>, inside: &[Pos2]) {
    let (edge, half) = (sheet.edge, sheet.edge / 2.0);
    let corners = |top: f32, bottom: f32| [pos2(0.0, top), pos2(edge, top), pos2(edge, bottom), pos2(0.0, bottom)];
    sheet.pen.shade(&clip(inside, &corners(0.0, half)), |y| Color32::from_white_alpha((LIGHT * (1.0 - y / half).clamp(0.0, 1.0)) as u8));
    sheet.pen.shade(&clip(inside, &corners(half, edge)), |y| Color32::from_black_alpha((SHADE * (y / half - 1.0).clamp(0.0, 1.0)) as u8));
}

/// Everything on a front, without text at the middle level.
fn whole(sheet: &mut CounterCanvas<'_>, parts: &Parts, front: &Front, level: Level) {
    let (print, near) = (color(parts.scheme.print), level == Level::Near);
    size_mark(sheet, &front.size, if near { 1.0 } else { 1.25 }, print);
    // Without words there is room for a larger box.
    let outer = if near { sheet.snapped_rect(21.7, 27.7, 78.3, 66.3) } else { sheet.snapped_rect(20.0, 27.0, 80.0, 64.0) };
    symbol(sheet, parts, front, outer, sheet.width(LINE));
    if near {
        let (size, room) = (13.5 * sheet.unit, 41.0 * sheet.unit);
        let side = |run| Type { face: skin::Face::NarrowBold, size, room, color: print, run };
        let (left, right) = (sheet.at(17.6, 47.0), sheet.at(82.4, 47.0));
        sheet.text(&front.left, left, side(Run::Up));
        sheet.text(&front.right, right, side(Run::Down));
        tag(sheet, parts, &front.tag);
    }
    factors(sheet, parts, front, if near { 1.0 } else { 1.1 });
    pips(sheet, front, print, if near { 1.0 } else { 1.25 });
}

/// The symbol: in its box, or large and alone.
fn symbol(sheet: &mut CounterCanvas<'_>, parts: &Parts, front: &Front, outer: Rect, line: f32) {
    if front.bare {
        let ink = color(parts.scheme.print);
        let rect = Rect::from_center_size(pos2(sheet.edge / 2.0, outer.center().y - 5.0 * sheet.unit), vec2(72.0, 48.0) * sheet.unit);
        Frame { sheet, rect, line: line * BARE_LINE, ink }.symbol(front.symbol);
    } else {
        let ink = color(parts.scheme.ink);
        let rect = boxed(sheet, outer, line, color(parts.scheme.plate), ink);
        Frame { sheet, rect, line, ink }.symbol(front.symbol);
    }
}

/// The row of factors, as large as it may be.
fn factors(sheet: &mut CounterCanvas<'_>, parts: &Parts, front: &Front, times: f32) {
    let ink = color(if front.reduced { parts.scheme.ink } else { parts.scheme.print });
    let is_word = front.row.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let size = if is_word { 25.0 } else { 31.0 } * times * sheet.unit;
    let how = Type { face: skin::Face::NarrowBlack, size, room: 91.0 * sheet.unit, color: ink, run: Run::Across };
    let base = sheet.snapped(50.0, BASE);
    sheet.text(&front.row, pos2(sheet.edge / 2.0, base.y), how);
}

/// Strokes and crosses above the box: company, battalion … army; in brackets for an ad hoc unit.
fn size_mark(sheet: &mut CounterCanvas<'_>, size: &str, times: f32, ink: Color32) {
    let core = size.trim_matches(['[', ']']);
    let unit = sheet.unit * times;
    let thick = (2.6 * unit).round().max(1.0);
    let (gap, cross) = ((3.0 * unit).round().max(1.0), (9.0 * unit).round());
    let width = |letter: char| if letter == 'X' { cross } else { thick };
    let total: f32 = core.chars().map(width).sum::<f32>() + gap * (core.chars().count().max(1) - 1) as f32;
    let base = (25.0 * sheet.unit).round();
    let top = base - (9.0 * unit).round();
    let mut left = ((sheet.edge - total) / 2.0).round();
    let (first, line) = (left, (2.2 * unit).max(1.0));
    for letter in core.chars() {
        let right = left + width(letter);
        match letter {
            'I' => sheet.pen.block(Rect::from_min_max(pos2(left, top), pos2(right, base)), ink),
            'X' => {
                sheet.pen.stroke(&[pos2(left, top), pos2(right, base)], line, ink);
                sheet.pen.stroke(&[pos2(right, top), pos2(left, base)], line, ink);
            }
            _ => sheet.pen.disc(pos2((left + right) / 2.0, (top + base) / 2.0), 2.4 * unit, ink),
        }
        left = right + gap;
    }
    if core != size {
        let (inner, hook, thin) = ((3.5 * unit).round(), (3.0 * unit).round().max(2.0), (1.8 * unit).round().max(1.0));
        for (x, way) in [(first - inner, -1.0), (left - gap + inner, 1.0)] {
            let upright = Rect::from_two_pos(pos2(x + way * hook, top - thin), pos2(x + way * (hook - thin), base + thin));
            sheet.pen.block(upright, ink);
            for y in [top - thin, base] {
                sheet.pen.block(Rect::from_two_pos(pos2(x, y), pos2(x + way * hook, y + thin)), ink);
            }
        }
    }
}

/// One circle per step, filled while the counter has it.
fn pips(sheet: &mut CounterCanvas<'_>, front: &Front, ink: Color32, times: f32) {
    let Some((now, all)) = front.pips else { return };
    for i in 0..all {
        let center = sheet.at(90.5 - 8.2 * times * f32::from(i), 19.0);
        let radius = 3.0 * times * sheet.unit;
        if i < now {
            sheet.pen.disc(center, radius + 0.7 * sheet.unit, ink);
        } else {
            sheet.pen.ring(&arc(center, Vec2::splat(radius), 0.0, TAU), (1.4 * sheet.unit).max(0.8), ink);
        }
    }
}

/// The plate at the upper left.
fn tag(sheet: &mut CounterCanvas<'_>, parts: &Parts, text: &str) {
    if text.is_empty() {
        return;
    }
    let how = Type { face: skin::Face::NarrowBold, size: 12.0 * sheet.unit, room: 32.0 * sheet.unit, color: color(parts.scheme.body), run: Run::Across };
    let width = sheet.measure(text, how) / sheet.unit + 7.0;
    let rect = sheet.snapped_rect(4.0, 14.0, 4.0 + width.max(13.0), 27.0);
    sheet.pen.fill(&rounded(rect, 3.0 * sheet.unit), color(parts.scheme.print));
    let base = pos2(rect.center().x, (rect.center().y + 4.3 * sheet.unit).round());
    sheet.text(text, base, how);
}

/// From far away: the symbol large, the first factor, nothing else.
fn far(sheet: &mut CounterCanvas<'_>, parts: &Parts, front: &Front) {
    let left = if front.stripe.is_some() { 21.0 } else { 14.0 };
    let outer = sheet.snapped_rect(left, 10.0, if front.stripe.is_some() { 93.0 } else { 86.0 }, 58.0);
    let line = sheet.width(FAR_LINE);
    // Letters inside the box would be specks; the box with its cross says enough.
    let simple = match front.symbol {
        Symbol::Police | Symbol::Militia | Symbol::Guerrilla | Symbol::SpecialForces => Symbol::Infantry,
        other => other,
    };
    symbol(sheet, parts, &Front { symbol: simple, ..front.clone() }, outer, line);
    let first = front.row.split(['-', ' ']).find(|part| !part.is_empty()).unwrap_or_default();
    let ink = color(if front.reduced { parts.scheme.ink } else { parts.scheme.print });
    let how = Type { face: skin::Face::NarrowBlack, size: 37.0 * sheet.unit, room: 80.0 * sheet.unit, color: ink, run: Run::Across };
    let base = pos2(outer.center().x, (93.0 * sheet.unit).round());
    sheet.text(first, base, how);
}

/// Hardly more than a dot: a bar as long as the unit is large.
fn square(sheet: &mut CounterCanvas<'_>, parts: &Parts, front: &Front) {
    let strength: u8 = front.size.chars().map(|c| if c == 'X' { 4 } else { u8::from(c == 'I') }).sum();
    let half = (12.0 + 2.0 * f32::from(strength.min(16))) * sheet.unit;
    let middle = sheet.edge / 2.0;
    let thick = (sheet.edge * 0.18).round().max(1.0);
    let top = (middle - thick / 2.0).round();
    sheet.pen.block(Rect::from_min_max(pos2((middle - half).round(), top), pos2((middle + half).round(), top + thick)), color(parts.scheme.print));
}

/// Face down: a light plate with a letter or a symbol, and a code.
fn back(sheet: &mut CounterCanvas<'_>, parts: &Parts, level: Level, letter: &str, code: &str, symbol: Option<Symbol>) {
    if level == Level::Square {
        return;
    }
    if let Some(symbol) = symbol {
        return half_known(sheet, parts, level, symbol, code);
    }
    let far = level == Level::Far;
    let rect = if far { sheet.snapped_rect(20.0, 20.0, 80.0, 80.0) } else { sheet.snapped_rect(15.0, 24.0, 85.0, 73.0) };
    let rim = (RIM * sheet.unit).round().max(1.0);
    sheet.pen.fill(&rounded(rect, 4.0 * sheet.unit), color(parts.scheme.plate));
    sheet.pen.ring(&rounded(rect.shrink(rim / 2.0), 4.0 * sheet.unit), rim, color(parts.scheme.edge));
    let size = if far { 58.0 } else { 42.0 } * sheet.unit;
    let how = Type { face: skin::Face::NarrowBlack, size, room: rect.width(), color: color(parts.scheme.ink), run: Run::Across };
    let base = pos2(sheet.edge / 2.0, (rect.center().y + size * 0.357).round());
    sheet.text(letter, base, how);
    if level == Level::Near {
        let how = Type { face: skin::Face::NarrowBold, size: 15.0 * sheet.unit, room: 80.0 * sheet.unit, color: color(parts.scheme.print), run: Run::Across };
        let base = pos2(sheet.edge / 2.0, (92.0 * sheet.unit).round());
        sheet.text(code, base, how);
    }
}

/// Face down, but with the kind of counter visible: its symbol, and below it what all of its kind have in common.
fn half_known(sheet: &mut CounterCanvas<'_>, parts: &Parts, level: Level, symbol: Symbol, row: &str) {
    let far = level == Level::Far;
    let outer = if far { sheet.snapped_rect(14.0, 10.0, 86.0, 58.0) } else { sheet.snapped_rect(20.0, 24.0, 80.0, 64.0) };
    let (line, ink) = (sheet.width(if far { FAR_LINE } else { LINE }), color(parts.scheme.ink));
    let rect = boxed(sheet, outer, line, color(parts.scheme.plate), ink);
    Frame { sheet, rect, line, ink }.symbol(symbol);
    let (word, size) = if far { ("?", 37.0) } else { (row, 27.0) };
    let how = Type { face: skin::Face::NarrowBlack, size: size * sheet.unit, room: 91.0 * sheet.unit, color: color(parts.scheme.print), run: Run::Across };
    let base = sheet.snapped(50.0, BASE);
    sheet.text(word, pos2(sheet.edge / 2.0, base.y), how);
}
