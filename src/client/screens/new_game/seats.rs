//! The right side of the open box: who plays, fog, dice, tables, and the start button.

use super::{NewGame, fresh_seed};
use crate::board::look::Symbol;
use crate::board::{Lot, Put, Side, UnitId, UnitRow};
use crate::client::desk::Desk;
use crate::client::keys::Action;
use crate::client::screens::parts::{cap, heading, rgb};
use crate::client::skin::{BRASS_INK, Face, LINE, MUTE, TEXT, WARN};
use crate::client::widgets::{self, Weight, body_size, elided, galley};
use crate::play::{Players, Seat};
use bevy_egui::egui::{self, Color32, Rect, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, pos2, vec2};

const SIDE_FILL: Color32 = rgb(0x262d33);

impl NewGame {
    /// Whether a line of the scenario applies with the optional rules that are on.
    pub fn in_force(&self, lot: &Lot) -> bool {
        let Some(option) = &lot.option else { return true };
        let (id, wanted) = option.value.strip_prefix('!').map_or((option.value.as_str(), true), |id| (id, false));
        self.options.iter().any(|on| self.option_id(*on) == id) == wanted
    }

    /// A counter, if it is a unit and not a marker.
    pub fn unit(&self, unit: UnitId) -> Option<&UnitRow> {
        let book = &self.rules.book;
        let marker = |row: &UnitRow| book.look.kinds.get(&row.kind.value).is_some_and(|kind| kind.symbol == Symbol::Marker);
        book.units.get(usize::from(unit.0)).filter(|row| !marker(row))
    }

    /// The number of counters a side has in the scenario, and how many of them it places; zero if the game sets them up.
    fn strength(&self, side: Side) -> (usize, usize) {
        let book = &self.rules.book;
        let Some(scenario) = book.scenarios.get(self.scenario) else { return (0, 0) };
        let (mut all, mut placed) = (0, 0);
        for lot in scenario.lots.iter().filter(|lot| self.in_force(lot)) {
            let of_side = |unit: &UnitId| self.unit(*unit).is_some() && self.muster.2.get(unit.at()) == Some(&side);
            let count = lot.units.iter().filter(|unit| of_side(&unit.value)).count();
            all += count;
            placed += if matches!(lot.to, Put::Area(_)) { count } else { 0 };
        }
        (all, placed)
    }

    /// The side of the first step of the first turn in which somebody decides, and what that step is called.
    fn moves_first(&self) -> Option<(Side, &str)> {
        let sequence = &self.rules.book.sequence;
        sequence.steps.iter().skip(sequence.setup).filter(|step| step.when.holds(1)).find_map(|step| Some((step.side?, step.name.as_str())))
    }

    /// Which side sets up how many counters, in order.
    fn set_up(&self) -> Option<String> {
        let book = &self.rules.book;
        // Which of them begins the options may change; nobody is asked twice to place the same units.
        let steps = book.sequence.steps.iter().take(book.sequence.setup).filter_map(|step| step.side);
        let mut sides: Vec<Side> = Vec::new();
        for side in self.opening.0.into_iter().chain(steps) {
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        let one = |side: &Side| {
            let (_, placed) = self.strength(*side);
            let name = book.sides.get(side.at())?;
            (placed > 0).then(|| format!("the {name} player places {placed} units"))
        };
        let parts: Vec<String> = sides.iter().filter_map(one).collect();
        let suggested = book.scenarios.get(self.scenario).is_some_and(|scenario| !scenario.suggested.is_empty());
        let click = if suggested { " One button places them for you." } else { "" };
        (!parts.is_empty()).then(|| format!("Set-up comes first: {}.{click}", parts.join(", then ")))
    }

    fn bots(&self) -> usize {
        self.seats.iter().filter(|seat| **seat != Seat::Person).count()
    }
}

/// Shows the column. Returns whether to start the game.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, rect: Rect, new: &mut NewGame) -> bool {
    let wide = body_size(ui) > 13.0;
    let hindrance = new.hindrance();
    let note = hindrance.clone().map(|why| (why, WARN)).or_else(|| new.set_up().map(|words| (words, MUTE)));
    let note = note.map(|(words, color)| (galley(ui, &words, Face::Text.at(body_size(ui) * 0.95), color, rect.width()), color));
    let height = if wide { 50.0 } else { 36.0 };
    let start = rect.with_min_y(rect.bottom() - height);
    let mut top = start.top() - 10.0;
    if let Some((text, color)) = note {
        top -= text.size().y;
        ui.painter().galley(pos2(rect.left(), top), text, color);
        top -= 8.0;
    }
    let mut entered = false;
    widgets::within(ui, "seats", rect.with_max_y(top).expand2(vec2(4.0, 0.0)), |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            egui::Frame::new().inner_margin(egui::Margin::symmetric(4, 2)).show(ui, |ui| {
                entered = choices(desk, ui, new);
            });
        });
    });
    let words = if new.bots() == 2 { "Watch the bots" } else { "Start the war" };
    let key = cap(&desk.settings.keys, Action::First);
    start_button(ui, start, words, &key, hindrance.is_none()) || entered
}

fn choices(desk: &mut Desk, ui: &mut Ui, new: &mut NewGame) -> bool {
    let gap = if body_size(ui) > 13.0 { 18.0 } else { 8.0 };
    heading(ui, "Who plays", "");
    for side in [Side(0), Side(1)] {
        seat(ui, new, side);
    }
    ui.add_space(gap * 0.4);
    table_manners(desk, ui, new);
    ui.add_space(gap);
    let entered = dice(ui, new);
    ui.add_space(gap);
    heading(ui, "Tables", "");
    widgets::styled(ui, tables_line(desk), Face::Text, 1.0, MUTE);
    entered
}

/// One side: its name, its strength, and who plays it.
fn seat(ui: &mut Ui, new: &mut NewGame, side: Side) {
    let book = new.rules.book.clone();
    let name = book.sides.get(side.at()).cloned().unwrap_or_default();
    let (all, _) = new.strength(side);
    let counted = (all > 0).then(|| format!("{all} units"));
    let first = new.moves_first().filter(|(first, _)| *first == side).map(|(_, step)| format!("first to act ({step})"));
    let about = counted.into_iter().chain(first).collect::<Vec<_>>().join(", ");
    let [r, g, b] = book.look.side(side).panel.parts();
    let body = body_size(ui);
    let margin = if body > 13.0 { egui::Margin { left: 22, right: 16, top: 11, bottom: 12 } } else { egui::Margin { left: 15, right: 10, top: 6, bottom: 7 } };
    let frame = egui::Frame::new().fill(SIDE_FILL).corner_radius(6).inner_margin(margin).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let text = galley(ui, &name, Face::Strong.at(body * 1.25), TEXT, f32::INFINITY);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), text.size().y), Sense::hover());
        let strength = elided(ui, &about, Face::Text.at(body * 0.93), MUTE, rect.width() - text.size().x - 12.0);
        ui.painter().galley(rect.min, text, TEXT);
        ui.painter().galley(pos2(rect.right() - strength.size().x, rect.center().y - strength.size().y / 2.0 + 1.0), strength, MUTE);
        let seats = [(Seat::Person, "Player here"), (Seat::Recruit, "Bot: Recruit"), (Seat::Steady, "Bot: Steady"), (Seat::Commander, "Bot: Commander")];
        segments(ui, &mut new.seats[side.at()], &seats, &format!("{name}: "));
    });
    let rect = frame.response.rect;
    ui.painter().rect_filled(rect.with_max_x(rect.left() + 5.0), egui::CornerRadius { nw: 6, sw: 6, ne: 0, se: 0 }, Color32::from_rgb(r, g, b));
}

/// Several values in one bar, as wide as their labels, or in two rows if there is no room. `prefix` names them for [`widgets::find`].
fn segments<T: PartialEq + Copy>(ui: &mut Ui, value: &mut T, of: &[(T, &str)], prefix: &str) {
    let body = body_size(ui);
    let height = if body > 13.0 { 30.0 } else { 26.0 };
    let pad = if body > 13.0 { 14.0 } else { 9.0 };
    let words: Vec<_> = of.iter().map(|(_, words)| galley(ui, words, Face::Text.at(body), MUTE, f32::INFINITY)).collect();
    let wide: f32 = words.iter().map(|text| text.size().x + pad * 2.0).sum();
    let down = wide > ui.available_width();
    let size = if down { vec2(ui.available_width(), height * of.len() as f32) } else { vec2(wide, height) };
    let (whole, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut at = whole.min;
    for (number, ((option, name), text)) in of.iter().zip(words).enumerate() {
        let width = if down { whole.width() } else { text.size().x + pad * 2.0 };
        let rect = Rect::from_min_size(at, vec2(width, height));
        at = if down { rect.left_bottom() } else { rect.right_top() };
        let label = format!("{prefix}{name}");
        let response = ui.interact(rect, ui.id().with(&label), Sense::click()).on_hover_cursor(egui::CursorIcon::PointingHand);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::RadioButton, true, &label));
        widgets::note(ui, &label, rect);
        if response.clicked() {
            *value = *option;
        }
        let chosen = *option == *value;
        let (fill, ink, face) = match (chosen, response.hovered()) {
            (true, _) => (crate::client::skin::BRASS, BRASS_INK, Face::Strong),
            (false, true) => (widgets::lighter(rgb(0x20262b)), TEXT, Face::Text),
            (false, false) => (rgb(0x20262b), MUTE, Face::Text),
        };
        let (first, last) = (number == 0, number + 1 == of.len());
        let round = |on: bool| if on { 6 } else { 0 };
        let corners =
            egui::CornerRadius { nw: round(first), sw: round(if down { last } else { first }), ne: round(if down { first } else { last }), se: round(last) };
        ui.painter().rect(rect, corners, fill, Stroke::new(1.0, LINE), StrokeKind::Inside);
        let text = elided(ui, name, face.at(body), ink, rect.width() - 8.0);
        ui.painter().galley(rect.center() - text.size() / 2.0, text, ink);
        widgets::focus_ring(ui, rect, &response);
    }
}

/// One person or two, and what that means.
fn table_manners(desk: &mut Desk, ui: &mut Ui, new: &mut NewGame) {
    match new.bots() {
        0 => {
            let secrets = new.rules.game().keeps_secrets();
            let ways = [(Players::Two, if secrets { "Two players, curtain between" } else { "Two players" }), (Players::Solo, "Solo, both sides open")];
            segments(ui, &mut new.players, &ways, "");
            let key = cap(&desk.settings.keys, Action::Viewpoint);
            let words = match new.players {
                Players::Two if !secrets => "Two people share this screen, and neither has secrets. Rolls cannot be taken back.".to_owned(),
                Players::Two => "Two people share this screen. Where a side has secrets, a curtain falls before each change of hands. Rolls and anything revealed cannot be taken back.".to_owned(),
                Players::Solo if !secrets => "One person plays both sides and may take everything back.".to_owned(),
                Players::Solo => format!("One person plays both sides and may take everything back. {key} switches to one side’s view at any time."),
            };
            widgets::styled(ui, words, Face::Text, 0.95, MUTE);
            if new.players == Players::Solo && secrets {
                fog(desk, ui);
            }
        }
        1 => {
            let words = match new.rules.game().keeps_secrets() {
                true => "Against a bot: it sees only what its side may see, and so do you. Rolls and anything revealed cannot be taken back.",
                false => "Against a bot. Rolls cannot be taken back.",
            };
            widgets::styled(ui, words, Face::Text, 0.95, MUTE);
        }
        _ => drop(widgets::styled(ui, "Two bots play and you watch. The game is saved like any other.", Face::Text, 0.95, MUTE)),
    }
}

fn fog(desk: &mut Desk, ui: &mut Ui) {
    ui.horizontal(|ui| {
        let response = widgets::toggle(ui, &mut desk.settings.fog_in_solo, true);
        widgets::note(ui, "Fog of war", response.rect);
        if response.changed() {
            desk.keep_settings();
        }
        widgets::styled(ui, "Fog of war: see only what the deciding side may see", Face::Text, 0.95, TEXT);
    });
}

/// Live dice, or seeded ones on request. Returns whether Enter was pressed in the seed.
fn dice(ui: &mut Ui, new: &mut NewGame) -> bool {
    heading(ui, "Dice", "");
    let words = match new.seed {
        None => "Live: each die is rolled when needed, and nothing saved tells how the next one will fall.",
        Some(_) => "The same seed and orders give the same game; anyone who knows the seed can work out every roll.",
    };
    widgets::styled(ui, words, Face::Text, 0.95, MUTE);
    let mut seeded = new.seed.is_some();
    ui.horizontal(|ui| {
        let response = widgets::toggle(ui, &mut seeded, true);
        widgets::note(ui, "Seeded dice", response.rect);
        if response.changed() {
            new.seed = seeded.then(fresh_seed);
        }
        widgets::styled(ui, "Seeded dice (for a game that can be repeated)", Face::Text, 0.95, if seeded { TEXT } else { MUTE });
    });
    new.seed.as_mut().is_some_and(|text| seed(ui, text))
}

/// The seed. Returns whether Enter was pressed in it.
fn seed(ui: &mut Ui, text: &mut String) -> bool {
    let mut entered = false;
    let body = body_size(ui);
    let height = if body > 13.0 { 30.0 } else { 26.0 };
    ui.allocate_ui_with_layout(vec2(ui.available_width(), height), egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let margin = egui::Margin::symmetric(10, ((height - body * 1.36) / 2.0) as i8);
        if widgets::button(ui, Weight::Plain, "New seed", "").clicked() {
            *text = fresh_seed();
        }
        let width = ui.available_width() - 20.0;
        let seed = TextEdit::singleline(text).font(Face::Strong.at(body)).desired_width(width).margin(margin).char_limit(20);
        let response = ui.add(seed);
        widgets::note(ui, "Seed", response.rect);
        ui.painter().rect_stroke(response.rect, 5.0, Stroke::new(1.0, LINE), StrokeKind::Inside);
        widgets::focus_ring(ui, response.rect, &response);
        entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    });
    entered
}

fn tables_line(desk: &Desk) -> String {
    match &desk.rules_dir {
        None => "Built in, no faults. Start with --rules DIR to play by your own.".to_owned(),
        Some(dir) => format!("{}, no faults.", dir.display()),
    }
}

/// The large button at the bottom.
fn start_button(ui: &mut Ui, rect: Rect, words: &str, key: &str, possible: bool) -> bool {
    let body = body_size(ui);
    let sense = if possible { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.id().with("start"), sense);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, possible, words));
    widgets::note(ui, words, rect);
    widgets::great_button(ui, rect, &response, words, key, body * 1.28, possible);
    possible && response.clicked()
}
