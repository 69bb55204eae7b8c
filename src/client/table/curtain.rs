//! The curtain: what two players see while the screen changes hands. It is drawn from a few words and knows nothing else about the game.

use super::Tabletop;
use super::overlays::rgb;
use crate::board::Side;
use crate::client::keys::Action;
use crate::client::skin::{BG, BRASS, Face, LINE, MUTE, PANEL, TEXT};
use crate::client::widgets::{self, Weight, body_size, elided, galley};
use bevy_egui::egui::{self, Align, Align2, Color32, Key, Mesh, Painter, Pos2, Rect, Sense, Shadow, Stroke, StrokeKind, Ui, pos2, vec2};

/// Everything the curtain knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Text {
    /// The game.
    pub game: String,
    /// The turn, and its date.
    pub turn: String,
    /// The step of the turn.
    pub step: String,
    /// The side that must decide, and its color.
    pub to: (String, Color32),
    /// The side that must look away.
    pub from: (String, Color32),
}

impl Text {
    /// The words for handing over to a side.
    pub(crate) fn of(table: &Tabletop, side: Side) -> Text {
        let book = &table.rules().book;
        let clock = table.sight.clock;
        let step = book.sequence.steps.get(usize::from(clock.at));
        let date = book.turns.get(usize::from(clock.turn).wrapping_sub(1)).filter(|date| !date.is_empty());
        let named = |side: Side| (book.sides[side.at()].clone(), rgb(book.look.side(side).panel));
        Text {
            game: book.title.clone(),
            turn: match (clock.turn, date) {
                (0, _) => "Set-up".into(),
                (turn, Some(date)) => format!("Turn {turn} · {date}"),
                (turn, None) => format!("Turn {turn}"),
            },
            step: step.map(|s| s.name.clone()).unwrap_or_default(),
            to: named(side),
            from: named(side.other()),
        }
    }
}

/// How long Space must be held, so that a stray key press does not lift the curtain.
const HOLD: f64 = 0.4;

/// Draws the curtain. Returns whether it was lifted.
pub(crate) fn show(ui: &mut Ui, text: &Text, held_since: &mut Option<f64>, _pressed: &[Action], modal: bool) -> bool {
    let whole = ui.max_rect();
    cloth(ui.painter(), whole);
    let lifted = card(ui, whole, text);
    lifted || (!modal && held(ui, held_since))
}

/// Asks who is watching a game that is still being played. Returns the answer: a side, or both players together.
pub(crate) fn who_watches(ui: &mut Ui, game: &str, sides: &[String]) -> Option<Option<Side>> {
    let whole = ui.max_rect();
    ui.painter().rect_filled(whole, 0.0, BG);
    let middle = Rect::from_center_size(whole.center(), vec2(520.0f32.min(whole.width() - 32.0), 340.0f32.min(whole.height() - 32.0)));
    let mut chosen = None;
    widgets::within(ui, "who watches", middle, |ui| {
        ui.with_layout(egui::Layout::top_down(Align::Center), |ui| {
            widgets::styled(ui, game, Face::Strong, 1.1, MUTE);
            ui.add_space(14.0);
            widgets::styled(ui, "Who is watching this game?", Face::Strong, 1.6, TEXT);
            widgets::styled(ui, "It is still being played. Players see only what their side saw at the time.", Face::Text, 1.0, MUTE);
            ui.add_space(18.0);
            for (n, side) in sides.iter().enumerate() {
                if widgets::button(ui, Weight::Plain, &format!("The {side} player"), "").clicked() {
                    chosen = Some(Some(Side(n as u8)));
                }
                ui.add_space(6.0);
            }
            if widgets::button(ui, Weight::Plain, "Both players", "").clicked() {
                chosen = Some(None);
            }
            widgets::styled(ui, "Shows only what both sides knew.", Face::Text, 0.9, BRASS);
        });
    });
    chosen
}

/// The width of a fold in the cloth, and its brightness from left to right.
const FOLD: f32 = 92.0;
const FOLDS: [f32; 8] = [0.05, 0.42, 0.95, 1.0, 0.62, 0.78, 0.50, 0.12];
/// The cloth in shadow and in light.
const SHADOW: [f32; 3] = [26.0, 11.0, 13.0];
const LIGHT: [f32; 3] = [96.0, 35.0, 38.0];
/// The brightness from the top of the cloth to its hem.
const LAMP: [(f32, f32); 5] = [(0.0, 0.30), (0.22, 0.92), (0.60, 1.0), (0.85, 0.72), (1.0, 0.38)];
/// The hem, and the floor below it.
const HEM: (f32, f32) = (8.0, 22.0);

/// A velvet curtain: folds that shade smoothly from light to shadow, darker at the top and bottom.
fn cloth(painter: &Painter, whole: Rect) {
    let hem = if whole.height() > 480.0 { HEM } else { (HEM.0 / 2.0, 0.0) };
    let rect = whole.with_max_y(whole.bottom() - hem.0 - hem.1);
    let mut mesh = Mesh::default();
    // As many folds as leave none cut off, the middle of one under the card.
    let folds = (rect.width() / FOLD).round().max(1.0);
    let columns = folds as u32 * FOLDS.len() as u32;
    for column in 0..=columns {
        let light = FOLDS[column as usize % FOLDS.len()];
        let x = rect.left() + rect.width() * column as f32 / columns as f32;
        for (down, lamp) in LAMP {
            let part = |c: usize| ((SHADOW[c] + (LIGHT[c] - SHADOW[c]) * light) * lamp) as u8;
            mesh.colored_vertex(pos2(x, rect.top() + rect.height() * down), Color32::from_rgb(part(0), part(1), part(2)));
        }
    }
    let rows = LAMP.len() as u32;
    for (column, row) in (0..columns).flat_map(|column| (0..rows - 1).map(move |row| (column, row))) {
        let corner = column * rows + row;
        mesh.add_triangle(corner, corner + 1, corner + rows);
        mesh.add_triangle(corner + 1, corner + rows + 1, corner + rows);
    }
    painter.add(mesh);
    painter.rect_filled(whole.with_min_y(rect.bottom()), 0.0, Color32::from_rgb(0x12, 0x0d, 0x0a));
    painter.rect_filled(Rect::from_min_size(rect.left_bottom(), vec2(whole.width(), hem.0)), 0.0, Color32::from_rgb(0xc4, 0x92, 0x3a));
}

/// The text in front of the cloth, and the button that lifts it. Returns whether it was pressed.
fn card(ui: &mut Ui, whole: Rect, text: &Text) -> bool {
    let body = body_size(ui);
    let width = (body * 46.0).min(whole.width() - 32.0);
    let room = width - body * 4.0;
    let line = |words: &str, face: Face, size: f32, color: Color32| elided(ui, words, face.at(body * size), color, room);
    let lines = [
        (line(&format!("{} · {}", text.game, text.turn), Face::Text, 1.0, MUTE), body * 0.9),
        (line(&format!("{}, please take the screen", text.to.0), Face::Strong, 2.1, TEXT), body * 0.25),
        (line(&text.step, Face::Text, 1.2, TEXT), body * 1.5),
    ];
    let foot = galley(ui, "Nothing is shown until then. Esc opens the menu; the curtain stays down.", Face::Text.at(body * 0.92), MUTE, room);
    let (seats, button) = (body * 1.9, body * 3.0);
    let above: f32 = lines.iter().map(|(line, gap)| line.size().y + gap).sum();
    let height = body * 2.2 + above + seats + body * 1.6 + button + body * 1.4 + foot.size().y + body * 2.2;
    let rect = Rect::from_center_size(whole.center() - vec2(0.0, whole.height() * 0.05), vec2(width, height));
    ui.painter().add(Shadow { offset: [0, 14], blur: 40, spread: 4, color: Color32::from_black_alpha(150) }.as_shape(rect, 10.0));
    ui.painter().rect(rect, 10.0, PANEL, Stroke::new(1.0, LINE), StrokeKind::Inside);
    let (middle, mut top) = (rect.center().x, rect.top() + body * 2.2);
    for (line, gap) in lines {
        let down = line.size().y + gap;
        ui.painter().galley(pos2(middle - line.size().x / 2.0, top), line, TEXT);
        top += down;
    }
    change_of_seats(ui, pos2(middle, top + seats / 2.0), room, text);
    top += seats + body * 1.6;
    let words = format!("I am the {} player", text.to.0);
    let place = Rect::from_center_size(pos2(middle, top + button / 2.0), vec2((body * 26.0).min(room), button));
    let response = ui.interact(place, egui::Id::new("lift the curtain"), Sense::click()).on_hover_cursor(egui::CursorIcon::PointingHand);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &words));
    widgets::note(ui, &words, place);
    widgets::great_button(ui, place, &response, &words, "hold Space", body * 1.25, true);
    ui.painter().galley(pos2(middle - foot.size().x / 2.0, top + button + body * 1.4), foot, MUTE);
    response.clicked()
}

/// Who looks away, and who sits down.
fn change_of_seats(ui: &Ui, middle: Pos2, room: f32, text: &Text) {
    let (body, painter) = (body_size(ui), ui.painter());
    let (plate, arrow) = (body * 1.7, body * 3.6);
    let words = |words: String| elided(ui, &words, Face::Text.at(body * 1.08), TEXT, (room - arrow) / 2.0 - plate - body * 2.0);
    let (from, to) = (words(format!("{} looks away", text.from.0)), words(format!("{} sits down", text.to.0)));
    let gap = body * 0.6;
    let whole = plate * 2.0 + gap * 2.0 + from.size().x + to.size().x + arrow + body * 2.0;
    let mut x = middle.x - whole / 2.0;
    for (n, (words, (name, color))) in [(from, &text.from), (to, &text.to)].into_iter().enumerate() {
        let rect = Rect::from_center_size(pos2(x + plate / 2.0, middle.y), vec2(plate, plate));
        painter.rect(rect, 4.0, color.gamma_multiply(0.85), Stroke::new(1.5, *color), StrokeKind::Inside);
        let letter = name.chars().next().unwrap_or(' ');
        painter.text(rect.center(), Align2::CENTER_CENTER, letter, Face::NarrowBlack.at(body), Color32::from_rgb(0x16, 0x12, 0x10));
        let wide = words.size().x;
        painter.galley(pos2(rect.right() + gap, middle.y - words.size().y / 2.0), words, TEXT);
        x = rect.right() + gap + wide + body;
        if n == 0 {
            let (tip, ink) = (pos2(x + arrow, middle.y), Stroke::new(2.5, BRASS));
            painter.line_segment([pos2(x, middle.y), tip], ink);
            painter.line(vec![tip + vec2(-body * 0.6, -body * 0.4), tip, tip + vec2(-body * 0.6, body * 0.4)], ink);
            x = tip.x + body;
        }
    }
}

/// Whether Space has been held long enough.
fn held(ui: &Ui, since: &mut Option<f64>) -> bool {
    let (down, now) = ui.input(|i| (i.key_down(Key::Space), i.time));
    if !down {
        *since = None;
        return false;
    }
    let begun = *since.get_or_insert(now);
    let long_enough = now - begun >= HOLD;
    if long_enough {
        *since = None;
    } else {
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(50));
    }
    long_enough
}
