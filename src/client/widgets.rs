//! The few parts all panels are made of.

use super::keys::Action;
use super::skin::{BAD, BRASS, BRASS_INK, Face, LINE, MUTE, PANEL, RAISE, TEXT, WARN, WELL};
use bevy_egui::egui::{self, Color32, CornerRadius, FontId, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

/// What could be pressed in a frame, by its label.
#[derive(Clone, Default)]
struct Pressable {
    pass: u64,
    places: Vec<(String, Rect)>,
}

fn pressable() -> egui::Id {
    egui::Id::new("what can be pressed")
}

/// Notes that something can be pressed here, so that [`find`] finds it. Buttons do this themselves.
pub fn note(ui: &Ui, words: &str, rect: Rect) {
    let seen = rect.intersect(ui.clip_rect());
    if !seen.is_positive() {
        return;
    }
    let pass = ui.ctx().cumulative_pass_nr();
    ui.ctx().data_mut(|data| {
        let list = data.get_temp_mut_or_default::<Pressable>(pressable());
        if list.pass != pass {
            *list = Pressable { pass, places: Vec::new() };
        }
        list.places.push((words.to_owned(), seen));
    });
}

/// Everything that can be pressed in the frame just drawn, the topmost last.
pub fn drawn(context: &egui::Context) -> Vec<(String, Rect)> {
    let list = context.data(|data| data.get_temp::<Pressable>(pressable())).unwrap_or_default();
    if list.pass + 1 >= context.cumulative_pass_nr() { list.places } else { Vec::new() }
}

/// Where the button with this label is in the frame just drawn: the topmost, if several have it.
pub fn find(context: &egui::Context, words: &str) -> Option<Rect> {
    drawn(context).into_iter().rev().find(|(name, _)| name == words).map(|(_, rect)| rect)
}

/// Lets Enter and Space press whatever has the keyboard focus; returns the other keys. Keys are taken out of the input before any widget sees them,
/// so they must be put back for it.
pub fn press_focused(ui: &Ui, pressed: &[Action]) -> Vec<Action> {
    let focused = ui.memory(|memory| memory.focused()).is_some();
    let presses = |action: &Action| focused && matches!(action, Action::First | Action::Pick);
    if pressed.iter().any(presses) {
        let enter = egui::Event::Key { key: egui::Key::Enter, physical_key: None, pressed: true, repeat: false, modifiers: egui::Modifiers::NONE };
        ui.ctx().input_mut(|input| input.events.push(enter));
    }
    pressed.iter().copied().filter(|action| !presses(action)).collect()
}

/// Whether a key not assigned to any action was pressed without modifiers.
pub fn free_key(ui: &Ui, key: egui::Key) -> bool {
    !ui.ctx().text_edit_focused() && ui.ctx().input_mut(|input| input.consume_key(egui::Modifiers::NONE, key))
}

/// How a button looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// The button that Enter presses.
    Primary,
    /// Any other.
    Plain,
    /// Chosen among several.
    Chosen,
    /// Not now: dashed; hover says why.
    Blocked,
}

/// A button with its key, if it has one. It is never wider than the space available: long labels wrap.
pub fn button(ui: &mut Ui, weight: Weight, words: &str, key: &str) -> Response {
    let size = body_size(ui);
    let ink = match weight {
        Weight::Primary => BRASS_INK,
        Weight::Chosen => BRASS,
        Weight::Plain => TEXT,
        Weight::Blocked => MUTE,
    };
    let cap = (!key.is_empty()).then(|| galley(ui, key, Face::Narrow.at(size * 0.78), ink, f32::INFINITY));
    let cap_width = cap.as_ref().map_or(0.0, |c| c.size().x + 16.0);
    let room = (ui.available_width() - 24.0 - cap_width).max(40.0);
    let face = if weight == Weight::Primary { Face::Strong } else { Face::Text };
    let text = galley(ui, words, face.at(size), ink, room);
    let wanted = vec2(text.size().x + 24.0 + cap_width, (text.size().y + 10.0).max(if size < 13.5 { 26.0 } else { 30.0 }));
    let sense = if weight == Weight::Blocked { Sense::hover() } else { Sense::click() };
    let (rect, response) = ui.allocate_exact_size(wanted, sense);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, weight != Weight::Blocked, words));
    note(ui, words, rect);
    if ui.is_rect_visible(rect) {
        let fill = match (weight, response.hovered()) {
            (Weight::Primary, false) => BRASS,
            (Weight::Primary, true) => lighter(BRASS),
            (Weight::Blocked, _) => PANEL,
            (_, true) => lighter(RAISE),
            (_, false) => RAISE,
        };
        ui.painter().rect_filled(rect, 5.0, fill);
        match weight {
            Weight::Blocked => dashed(ui, rect, LINE),
            Weight::Chosen => drop(ui.painter().rect_stroke(rect, 5.0, Stroke::new(1.5, BRASS), StrokeKind::Inside)),
            _ => drop(ui.painter().rect_stroke(rect, 5.0, Stroke::new(1.0, LINE), StrokeKind::Inside)),
        }
        focus_ring(ui, rect, &response);
        ui.painter().galley(pos2(rect.left() + 12.0, rect.center().y - text.size().y / 2.0), text, ink);
        if let Some(cap) = cap {
            let inner = Rect::from_min_size(pos2(rect.right() - cap_width - 2.0, rect.center().y - cap.size().y / 2.0 - 1.0), cap.size() + vec2(8.0, 2.0));
            ui.painter().rect_stroke(inner, 3.0, Stroke::new(1.0, ink.gamma_multiply(0.45)), StrokeKind::Inside);
            ui.painter().galley(inner.min + vec2(4.0, 1.0), cap, ink);
        }
    }
    response
}

/// A button as wide as the space available, with its label on the left and its key on the right.
pub fn wide_button(ui: &mut Ui, weight: Weight, words: &str, key: &str) -> Response {
    let size = body_size(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size * 2.3), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, words));
    note(ui, words, rect);
    let (face, ink, fill) = if weight == Weight::Primary { (Face::Strong, BRASS_INK, BRASS) } else { (Face::Text, TEXT, RAISE) };
    let fill = if response.hovered() { lighter(fill) } else { fill };
    ui.painter().rect(rect, 5.0, fill, Stroke::new(1.0, LINE), StrokeKind::Inside);
    focus_ring(ui, rect, &response);
    let key = galley(ui, key, Face::Narrow.at((size * 0.82).max(10.0)), ink, f32::INFINITY);
    let text = elided(ui, words, face.at(size), ink, rect.width() - key.size().x - 36.0);
    ui.painter().galley(pos2(rect.left() + 14.0, rect.center().y - text.size().y / 2.0), text, ink);
    ui.painter().galley(pos2(rect.right() - 14.0 - key.size().x, rect.center().y - key.size().y / 2.0), key, ink);
    response
}

/// The face of a primary button that fills a rectangle, with its label in the middle.
pub fn great_button(ui: &Ui, rect: Rect, response: &Response, words: &str, key: &str, size: f32, possible: bool) {
    let ink = if possible { BRASS_INK } else { MUTE };
    let fill = match (possible, response.hovered()) {
        (false, _) => PANEL,
        (true, true) => lighter(BRASS),
        (true, false) => BRASS,
    };
    ui.painter().rect_filled(rect, 6.0, fill);
    if !possible {
        dashed(ui, rect, LINE);
    }
    focus_ring(ui, rect, response);
    let text = galley(ui, words, Face::Strong.at(size), ink, f32::INFINITY);
    let cap = galley(ui, key, Face::Narrow.at(size * 0.66), ink, f32::INFINITY);
    let cap_size = if key.is_empty() { Vec2::ZERO } else { cap.size() + vec2(10.0, 2.0) };
    let left = rect.center().x - (text.size().x + 10.0 + cap_size.x) / 2.0;
    let plate = Rect::from_min_size(pos2(left + text.size().x + 10.0, rect.center().y - cap_size.y / 2.0), cap_size);
    ui.painter().galley(pos2(left, rect.center().y - text.size().y / 2.0), text, ink);
    if !key.is_empty() {
        ui.painter().rect_stroke(plate, 3.0, Stroke::new(1.0, ink.gamma_multiply(0.45)), StrokeKind::Inside);
        ui.painter().galley(plate.min + vec2(5.0, 1.0), cap, ink);
    }
}

/// A brass ring around whatever has the keyboard focus, which is scrolled into view.
pub fn focus_ring(ui: &Ui, rect: Rect, response: &Response) {
    if response.gained_focus() {
        ui.scroll_to_rect(rect.expand(8.0), None);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect.expand(3.0), 7.0, Stroke::new(2.0, BRASS), StrokeKind::Inside);
    }
}

fn dashed(ui: &Ui, rect: Rect, color: Color32) {
    let r = rect.shrink(0.5);
    let corners = [r.left_top(), r.right_top(), r.right_bottom(), r.left_bottom(), r.left_top()];
    ui.painter().extend(egui::Shape::dashed_line(&corners, Stroke::new(1.0, color), 4.0, 3.0));
}

/// A color a little lighter.
pub fn lighter(color: Color32) -> Color32 {
    let [r, g, b, a] = color.to_array();
    let up = |c: u8| c.saturating_add(14);
    Color32::from_rgba_premultiplied(up(r), up(g), up(b), a)
}

/// Text laid out at a width.
pub fn galley(ui: &Ui, text: &str, font: FontId, color: Color32, width: f32) -> std::sync::Arc<egui::Galley> {
    ui.painter().layout(text.to_owned(), font, color, width)
}

/// One line of text, cut off with an ellipsis if it is wider than the space available.
pub fn elided(ui: &Ui, text: &str, font: FontId, color: Color32, width: f32) -> std::sync::Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::single_section(text.to_owned(), egui::TextFormat::simple(font, color));
    job.wrap = egui::text::TextWrapping { max_width: width.max(0.0), max_rows: 1, break_anywhere: true, ..Default::default() };
    ui.painter().layout_job(job)
}

/// The current size of ordinary text.
pub fn body_size(ui: &Ui) -> f32 {
    ui.style().text_styles.get(&egui::TextStyle::Body).map_or(14.0, |f| f.size)
}

/// A line of ordinary text that wraps.
pub fn text(ui: &mut Ui, words: impl Into<String>) -> Response {
    styled(ui, words, Face::Text, 1.0, TEXT)
}

/// A line of less important text.
pub fn mute(ui: &mut Ui, words: impl Into<String>) -> Response {
    styled(ui, words, Face::Text, 0.9, MUTE)
}

/// A heading over a group.
pub fn head(ui: &mut Ui, words: impl Into<String>) -> Response {
    styled(ui, words, Face::Strong, 1.0, BRASS)
}

/// Text that warns.
pub fn warn(ui: &mut Ui, words: impl Into<String>) -> Response {
    styled(ui, words, Face::Text, 0.95, WARN)
}

/// Text of a fault.
pub fn fault(ui: &mut Ui, words: impl Into<String>) -> Response {
    styled(ui, words, Face::Text, 0.95, BAD)
}

/// Text in a face, at a part of the ordinary size, in a color; it wraps.
pub fn styled(ui: &mut Ui, words: impl Into<String>, face: Face, part: f32, color: Color32) -> Response {
    let font = face.at((body_size(ui) * part).max(10.0));
    ui.add(egui::Label::new(egui::RichText::new(words.into()).font(font).color(color)).wrap())
}

/// A rule's id as a small plate. Click it to read the rule.
pub fn chip(ui: &mut Ui, id: &str) -> Response {
    let text = galley(ui, id, Face::Narrow.at((body_size(ui) * 0.76).max(10.0)), MUTE, f32::INFINITY);
    let (rect, response) = ui.allocate_exact_size(text.size() + vec2(8.0, 3.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Link, true, id));
    let edge = if response.hovered() { BRASS } else { LINE };
    ui.painter().rect(rect, 3.0, WELL, Stroke::new(1.0, edge), StrokeKind::Inside);
    ui.painter().galley(rect.min + vec2(4.0, 1.5), text, MUTE);
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// A framed part of a panel.
pub fn card<R>(ui: &mut Ui, fill: Color32, add: impl FnOnce(&mut Ui) -> R) -> R {
    let narrow = body_size(ui) < 13.5;
    let margin = if narrow { egui::Margin::symmetric(12, 7) } else { egui::Margin::symmetric(16, 9) };
    egui::Frame::new()
        .fill(fill)
        .inner_margin(margin)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            add(ui)
        })
        .inner
}

/// A line between two cards.
pub fn rule(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    ui.painter().rect_filled(rect, 0.0, LINE);
}

/// One of several values, side by side; wraps into rows if there is no room.
pub fn choose<T: PartialEq + Copy>(ui: &mut Ui, value: &mut T, of: &[(T, &str)]) -> bool {
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (option, words) in of {
            let weight = if *option == *value { Weight::Primary } else { Weight::Plain };
            if button(ui, weight, words, "").clicked() && *option != *value {
                *value = *option;
                changed = true;
            }
        }
    });
    changed
}

/// A switch.
pub fn toggle(ui: &mut Ui, on: &mut bool, possible: bool) -> Response {
    let sense = if possible { Sense::click() } else { Sense::hover() };
    let (rect, mut response) = ui.allocate_exact_size(vec2(40.0, 24.0), sense);
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    let track = Rect::from_center_size(rect.center(), vec2(36.0, 18.0));
    let fill = if *on && possible { BRASS } else { RAISE };
    ui.painter().rect(track, 9.0, fill, Stroke::new(1.0, LINE), StrokeKind::Inside);
    let x = if *on { track.right() - 9.0 } else { track.left() + 9.0 };
    let knob = if *on && possible { BRASS_INK } else { MUTE };
    ui.painter().circle_filled(pos2(x, track.center().y), 6.5, knob);
    focus_ring(ui, track, &response);
    response
}

/// A mark that says done: the fonts have none.
pub fn tick(painter: &egui::Painter, at: Rect, color: Color32) {
    let p = |x: f32, y: f32| pos2(at.left() + at.width() * x, at.top() + at.height() * y);
    painter.line(vec![p(0.1, 0.55), p(0.4, 0.85), p(0.9, 0.2)], Stroke::new((at.width() * 0.16).max(1.5), color));
}

/// A small arrow to the left or right, as wide as high.
pub fn arrow(painter: &egui::Painter, at: Rect, to_left: bool, color: Color32) {
    let x = |f: f32| if to_left { at.right() - at.width() * f } else { at.left() + at.width() * f };
    let points = vec![pos2(x(0.1), at.top()), pos2(x(0.95), at.center().y), pos2(x(0.1), at.bottom())];
    painter.add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
}

/// A panel of fixed place: everything inside is laid out from its top, and cut off at its edge.
pub fn within<R>(ui: &mut Ui, id: &str, rect: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let mut inner = ui.new_child(egui::UiBuilder::new().id(egui::Id::new(("panel", id))).max_rect(rect).layout(egui::Layout::top_down(egui::Align::Min)));
    inner.set_clip_rect(rect.intersect(ui.clip_rect()));
    add(&mut inner)
}

/// Widgets that keep their identity whatever is drawn before them. egui numbers widgets in the order they are drawn, so a press in the very frame in
/// which something appears above them would be lost.
pub fn steady<R>(ui: &mut Ui, id: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope_builder(egui::UiBuilder::new().id(egui::Id::new(("steady", id))), add).inner
}

/// A dialog in the middle of the screen over everything else. Returns what was shown and whether the user pressed outside it.
pub fn dialog<R>(ui: &mut Ui, id: &str, width: f32, add: impl FnOnce(&mut Ui) -> R) -> (R, bool) {
    let body = body_size(ui);
    let modal = egui::Modal::new(egui::Id::new(id))
        .frame(egui::Frame::new().fill(PANEL).stroke(Stroke::new(1.0, LINE)).corner_radius(CornerRadius::same(8)).inner_margin(egui::Margin::same(18)))
        .show(ui.ctx(), |ui| {
            set_sizes(ui, body);
            ui.set_width(width.min(ui.ctx().content_rect().width() - 48.0));
            // As high as what is in it, or as the window allows; an area alone would not grow past its first size.
            let room = ui.ctx().content_rect().height() - 72.0;
            egui::ScrollArea::vertical().max_height(room).min_scrolled_height(room).show(ui, add).inner
        });
    let outside = modal.backdrop_response.clicked();
    (modal.inner, outside)
}

/// Size of text for a class of window, set for everything inside.
pub fn set_sizes(ui: &mut Ui, body: f32) {
    let style = ui.style_mut();
    for (name, size) in
        [(egui::TextStyle::Body, body), (egui::TextStyle::Button, body), (egui::TextStyle::Small, body * 0.88), (egui::TextStyle::Monospace, body)]
    {
        style.text_styles.insert(name, Face::Text.at(size));
    }
    style.text_styles.insert(egui::TextStyle::Heading, Face::Strong.at(body * 1.2));
    style.spacing.interact_size = Vec2::new(40.0, 24.0);
}
