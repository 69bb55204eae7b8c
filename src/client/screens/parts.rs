//! Light, wood and lines used only by the screens other than the table.

use crate::client::keys::{Action, Keys};
use crate::client::library::Damaged;
use crate::client::skin::{BAD, BRASS, Face, LINE, MUTE, PANEL, RAISE, TEXT};
use crate::client::widgets::{self, body_size, elided, galley};
use bevy_egui::egui::{self, Color32, CornerRadius, FontId, Mesh, Painter, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

/// A color from red, green, blue.
pub(crate) const fn rgb(value: u32) -> Color32 {
    Color32::from_rgb((value >> 16) as u8, (value >> 8) as u8, value as u8)
}

/// Black that lets this share of what is below show through.
pub(crate) fn shade(share: f32) -> Color32 {
    Color32::from_black_alpha((share * 255.0) as u8)
}

/// White that lets this share of what is below show through.
pub(crate) fn shine(share: f32) -> Color32 {
    Color32::from_white_alpha((share * 255.0) as u8)
}

/// Between two colors: 0 is the first, 1 the second.
pub(crate) fn blend(a: Color32, b: Color32, share: f32) -> Color32 {
    let mix = |x: u8, y: u8| (f32::from(x) + (f32::from(y) - f32::from(x)) * share.clamp(0.0, 1.0)).round() as u8;
    Color32::from_rgba_premultiplied(mix(a.r(), b.r()), mix(a.g(), b.g()), mix(a.b(), b.b()), mix(a.a(), b.a()))
}

/// Which way a color runs into the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Run {
    /// From top to bottom.
    Down,
    /// From left to right.
    Across,
}

/// A rectangle whose color runs from stop to stop; a stop is a share of the way and a color.
pub(crate) fn gradient(painter: &Painter, rect: Rect, run: Run, stops: &[(f32, Color32)]) {
    let mut mesh = Mesh::default();
    for (share, color) in stops {
        let (x, y) = (rect.left() + rect.width() * share, rect.top() + rect.height() * share);
        let (a, b) = if run == Run::Down { (pos2(rect.left(), y), pos2(rect.right(), y)) } else { (pos2(x, rect.top()), pos2(x, rect.bottom())) };
        mesh.colored_vertex(a, *color);
        mesh.colored_vertex(b, *color);
    }
    for pair in 0..stops.len().saturating_sub(1) as u32 {
        let first = pair * 2;
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 3, first + 2);
    }
    painter.add(mesh);
}

/// The room behind the shelf: a lamp above its middle.
pub(crate) fn lamplight(painter: &Painter, rect: Rect) {
    const COLUMNS: u32 = 24;
    const ROWS: u32 = 16;
    const LIT: Color32 = rgb(0x2d2721);
    const DARK: Color32 = rgb(0x16140f);
    let lamp = pos2(rect.center().x, rect.top() + rect.height() * 0.2);
    let reach = vec2(rect.width() * 0.5, rect.height() * 0.8) * 1.06;
    let mut mesh = Mesh::default();
    for row in 0..=ROWS {
        for column in 0..=COLUMNS {
            let at = pos2(rect.left() + rect.width() * column as f32 / COLUMNS as f32, rect.top() + rect.height() * row as f32 / ROWS as f32);
            let far = ((at - lamp) / reach).length();
            mesh.colored_vertex(at, blend(LIT, DARK, far));
        }
    }
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let first = row * (COLUMNS + 1) + column;
            mesh.add_triangle(first, first + 1, first + COLUMNS + 1);
            mesh.add_triangle(first + 1, first + COLUMNS + 2, first + COLUMNS + 1);
        }
    }
    painter.add(mesh);
}

/// The plank the boxes stand on, and its shadow below.
pub(crate) fn plank(painter: &Painter, rect: Rect) {
    let below = Rect::from_min_size(rect.left_bottom(), vec2(rect.width(), rect.height() * 0.9));
    gradient(painter, below, Run::Down, &[(0.0, shade(0.62)), (0.45, shade(0.24)), (1.0, shade(0.0))]);
    gradient(painter, rect, Run::Down, &[(0.0, rgb(0x6b4d2e)), (0.6, rgb(0x4a331d)), (1.0, rgb(0x2c1e10))]);
    grain(painter, rect);
    painter.hline(rect.x_range(), rect.top() + 1.0, Stroke::new(2.0, rgb(0x8b6a42)));
    painter.hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, shade(0.5)));
}

/// The grain of the wood: long thin strokes, the same in every frame.
fn grain(painter: &Painter, rect: Rect) {
    let mut seed = 0x2545_f491_u32;
    let mut chance = || {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        (seed >> 8) as f32 / (1 << 24) as f32
    };
    for _ in 0..(rect.width() / 18.0) as usize {
        let (x, y, length) = (chance() * rect.width(), 4.0 + chance() * (rect.height() - 7.0), 30.0 + chance() * 150.0);
        let from = pos2(rect.left() + x, rect.top() + y);
        let ink = if chance() > 0.3 { shade(0.13) } else { shine(0.035) };
        painter.line_segment([from, from + vec2(length, chance() * 1.6 - 0.8)], Stroke::new(1.0, ink));
    }
}

/// A panel of a screen.
pub(crate) fn panel(painter: &Painter, rect: Rect) {
    painter.rect(rect, 10.0, PANEL, Stroke::new(1.0, LINE), StrokeKind::Inside);
}

/// A line of text from its upper left corner, cut where there is no room; gives the place below it.
pub(crate) fn line(ui: &Ui, at: Pos2, words: &str, font: FontId, color: Color32, width: f32) -> Pos2 {
    let text = elided(ui, words, font, color, width);
    let below = pos2(at.x, at.y + text.size().y);
    ui.painter().galley(at, text, color);
    below
}

/// What a key is called on a button.
pub(crate) fn cap(keys: &Keys, action: Action) -> String {
    keys.text(action).replace("Escape", "Esc")
}

/// The bar at the top of a screen: the back button, a title, and what it is about.
pub(crate) fn top_bar(ui: &mut Ui, rect: Rect, back: &str, key: &str, head: &str, of: &str) -> bool {
    gradient(ui.painter(), rect, Run::Down, &[(0.0, rgb(0x262d33)), (1.0, PANEL)]);
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, rgb(0x0d1012)));
    let body = body_size(ui);
    let margin = if body > 13.0 { 40.0 } else { 16.0 };
    let inner = rect.shrink2(vec2(margin, 0.0));
    let mut clicked = false;
    let mut bar = ui.new_child(egui::UiBuilder::new().id(egui::Id::new("top bar")).max_rect(inner).layout(egui::Layout::left_to_right(egui::Align::Center)));
    bar.spacing_mut().item_spacing.x = 16.0;
    clicked |= back_button(&mut bar, back, key);
    let left = bar.cursor().min.x;
    let head = elided(ui, head, Face::Strong.at(body * 1.3), TEXT, inner.right() - left);
    let at = pos2(left, rect.center().y - head.size().y / 2.0);
    let after = left + head.size().x + 16.0;
    ui.painter().galley(at, head, TEXT);
    let of = elided(ui, of, Face::Text.at(body * 1.05), MUTE, inner.right() - after);
    ui.painter().galley(pos2(after, rect.center().y - of.size().y / 2.0 + 1.0), of, MUTE);
    clicked
}

/// The button that leads back: an arrow, where to, and its key.
fn back_button(ui: &mut Ui, words: &str, key: &str) -> bool {
    let body = body_size(ui);
    let height = if body > 13.0 { 32.0 } else { 28.0 };
    let text = galley(ui, words, Face::Text.at(body), TEXT, f32::INFINITY);
    let key = galley(ui, key, Face::Narrow.at((body * 0.78).max(10.0)), MUTE, f32::INFINITY);
    let tip = body * 0.8;
    let (rect, response) = ui.allocate_exact_size(vec2(12.0 + tip + 8.0 + text.size().x + 10.0 + key.size().x + 18.0, height), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, words));
    widgets::note(ui, words, rect);
    let fill = if response.hovered() { widgets::lighter(RAISE) } else { RAISE };
    ui.painter().rect(rect, 5.0, fill, Stroke::new(1.0, LINE), StrokeKind::Inside);
    widgets::focus_ring(ui, rect, &response);
    let (left, y, ink) = (rect.left() + 12.0, rect.center().y, Stroke::new(1.6, TEXT));
    ui.painter().line_segment([pos2(left, y), pos2(left + tip, y)], ink);
    ui.painter().line(vec![pos2(left + tip * 0.42, y - tip * 0.38), pos2(left, y), pos2(left + tip * 0.42, y + tip * 0.38)], ink);
    let after = left + tip + 8.0 + text.size().x + 10.0;
    ui.painter().galley(pos2(left + tip + 8.0, y - text.size().y / 2.0), text, TEXT);
    let plate = Rect::from_min_size(pos2(after, y - key.size().y / 2.0 - 1.0), key.size() + vec2(8.0, 2.0));
    ui.painter().rect_stroke(plate, 3.0, Stroke::new(1.0, MUTE.gamma_multiply(0.45)), StrokeKind::Inside);
    ui.painter().galley(plate.min + vec2(4.0, 1.0), key, MUTE);
    response.clicked()
}

/// A row that can be pressed: a name, a description, and something at the right end. `name` is its name for [`widgets::find`].
pub(crate) fn row(ui: &mut Ui, name: &str, (left, share): (&str, f32), middle: &str, right: (&str, Color32)) -> Response {
    let body = body_size(ui);
    let height = (body * 2.15).max(26.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
    widgets::note(ui, name, rect);
    if !ui.is_rect_visible(rect) {
        return response;
    }
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 5.0, RAISE);
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, rgb(0x313a41)));
    let inner = rect.shrink2(vec2(6.0, 0.0));
    let end = galley(ui, right.0, Face::Text.at(body * 0.95), right.1, f32::INFINITY);
    let end_x = inner.right() - end.size().x;
    let middle_x = inner.left() + inner.width() * share;
    let left = elided(ui, left, Face::Strong.at(body), TEXT, middle_x - inner.left() - 10.0);
    let middle = elided(ui, middle, Face::Text.at(body), MUTE, end_x - middle_x - 12.0);
    for (x, text) in [(inner.left(), left), (middle_x, middle), (end_x, end)] {
        let at = pos2(x, rect.center().y - text.size().y / 2.0);
        ui.painter().galley(at, text, TEXT);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, CornerRadius::same(5), Stroke::new(2.0, BRASS), StrokeKind::Inside);
        if response.gained_focus() {
            ui.scroll_to_rect(rect, None);
        }
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// A line for a file that has the name of a game but is not one.
pub(crate) fn damaged(ui: &mut Ui, damaged: &Damaged) -> Response {
    let name = damaged.name();
    row(ui, &name, (&name, 0.26), &damaged.why, ("damaged", BAD))
}

/// A heading over a group, with something at the right end of the line.
pub(crate) fn heading(ui: &mut Ui, words: &str, end: &str) {
    let body = body_size(ui);
    let text = galley(ui, words, Face::Strong.at(body.max(13.0)), BRASS, f32::INFINITY);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), text.size().y), Sense::hover());
    let end = elided(ui, end, Face::Text.at(body * 0.93), MUTE, rect.width() - text.size().x - 12.0);
    ui.painter().galley(rect.min, text, BRASS);
    ui.painter().galley(pos2(rect.right() - end.size().x, rect.center().y - end.size().y / 2.0), end, MUTE);
}
