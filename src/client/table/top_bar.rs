//! The top bar: menu, turn, weather, the whole sequence and where we are in it, the score, undo and redo.

use super::fan::capital;
use super::messages::PlayerOrder;
use super::view::{Frame, TableView};
use super::{Tabletop, Viewpoint, bar_tracks, overlays};
use crate::board::{Start, Step};
use crate::client::desk::{Class, Desk, Dialog};
use crate::client::keys::Action;
use crate::client::skin::{BAD, BRASS, BRASS_INK, Face, GOOD, LINE, MUTE, RAISE, TEXT, WELL};
use crate::client::widgets::{self, Weight};
use crate::play::{Players, Session};
use bevy_egui::egui::{self, Align, Align2, Color32, Layout, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

/// Shows the top bar.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, frame: &Frame, table: &mut Tabletop, view: &mut TableView) {
    let line = Rect::from_min_max(pos2(frame.top.left(), frame.top.bottom() - 1.0), frame.top.max);
    ui.painter().rect_filled(line, 0.0, LINE);
    if view.designer.has_faults() {
        stripes(ui, Rect::from_min_size(frame.top.min, vec2(frame.top.width(), 4.0)));
    }
    let mut left = 0.0;
    widgets::within(ui, "top left", frame.top.shrink2(vec2(10.0, 6.0)), |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            if widgets::button(ui, Weight::Plain, "Menu", "Esc").clicked() {
                desk.dialogs.push(Dialog::Menu);
            }
            if frame.class != Class::Tiny {
                title(ui, table, frame.class);
            }
            turn(ui, table, frame.class);
            if frame.class != Class::Tiny {
                bar_tracks::show(ui, table, crowded(frame, table));
            }
            bar_tracks::banners(ui, table);
            left = ui.min_rect().right();
        });
    });
    let mut right = frame.top.right();
    widgets::within(ui, "top right", frame.top.shrink2(vec2(10.0, 6.0)), |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::button(ui, Weight::Plain, "?", "F1").on_hover_text("all keys").clicked() {
                desk.dialogs.push(Dialog::Keys);
            }
            undo_and_redo(desk, ui, table, frame.class);
            if frame.class != Class::Tiny && !table.standing.short.is_empty() {
                let chip = label_chip(ui, &table.standing_in_short(), TEXT);
                if chip.on_hover_text(&table.standing.needed).clicked() {
                    view.tab = super::tabs::Tab::Victory;
                    view.drawer = true;
                }
            }
            right = ui.min_rect().left();
        });
    });
    let room = Rect::from_min_max(pos2(left + 12.0, frame.top.top() + 3.0), pos2(right - 12.0, frame.top.bottom() - 4.0));
    if room.width() > 60.0 {
        phase_bar(ui, room, table, frame.class);
    }
}

/// Red and white stripes: there are tables with faults, which are not in force.
fn stripes(ui: &Ui, rect: Rect) {
    let mut x = rect.left();
    let mut red = true;
    while x < rect.right() {
        let piece = Rect::from_min_max(pos2(x, rect.top()), pos2((x + 14.0).min(rect.right()), rect.bottom()));
        ui.painter().rect_filled(piece, 0.0, if red { BAD } else { Color32::WHITE });
        (x, red) = (x + 14.0, !red);
    }
}

/// Whether warnings take the space of the tracks.
fn crowded(frame: &Frame, table: &Tabletop) -> bool {
    frame.class == Class::Narrow && bar_tracks::warnings(table).next().is_some()
}

/// The width of a title in a narrow bar, in points; a longer one is cut off.
const NARROW_TITLE: f32 = 190.0;

fn title(ui: &mut Ui, table: &Tabletop, class: Class) {
    let book = &table.rules().book;
    let mode = match (table.world.resource::<Session>().players, table.replay.is_some()) {
        (_, true) => "Replay",
        (Players::Two, _) => match (table.bots(), table.is_shared_in_secret()) {
            (0, true) => "Two players, curtain between",
            (0, false) => "Two players",
            (1, _) => "Against a bot",
            _ => "Bot against bot",
        },
        (Players::Solo, _) => match table.viewpoint {
            Viewpoint::All => "Solo, both sides open",
            Viewpoint::Own => "Solo, own side's view",
            Viewpoint::Enemy => "Solo, the enemy's view",
        },
    };
    let name = book.title.split(':').next().unwrap_or(&book.title);
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if class == Class::Narrow {
            ui.set_max_width(NARROW_TITLE);
        }
        ui.add(egui::Label::new(egui::RichText::new(name).font(Face::Strong.at(14.0)).color(TEXT)).truncate());
        ui.add(egui::Label::new(egui::RichText::new(mode).font(Face::Text.at(11.0)).color(MUTE)).truncate());
    });
}

fn turn(ui: &mut Ui, table: &Tabletop, class: Class) {
    let book = &table.rules().book;
    let clock = table.sight.clock;
    let weather = book.look.weather.as_ref().filter(|_| clock.turn > 0).and_then(|w| {
        let value = table.sight.ledger.get(w.track.at()).copied()?;
        w.words.get(usize::try_from(value).ok()?).cloned()
    });
    let date = book.turns.get(usize::from(clock.turn).wrapping_sub(1)).cloned().unwrap_or_default();
    let turns = table.world.resource::<Start>().turns;
    let words = match (clock.turn, class) {
        (0, _) => "Set-up".to_owned(),
        (n, Class::Wide) => format!("Turn {n} of {turns} · {date}"),
        (n, _) => format!("Turn {n} of {turns}"),
    };
    label_chip(ui, &words, TEXT).on_hover_text(format!("{date}{}", weather.as_ref().map(|w| format!(" · {w}")).unwrap_or_default()));
    if let Some(weather) = weather.filter(|_| class == Class::Wide) {
        label_chip(ui, &weather, TEXT);
    }
}

fn label_chip(ui: &mut Ui, words: &str, color: Color32) -> egui::Response {
    let galley = widgets::galley(ui, words, Face::Strong.at(12.5), color, f32::INFINITY);
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(18.0, 12.0), Sense::click());
    ui.painter().rect(rect, 5.0, WELL, Stroke::new(1.0, LINE), StrokeKind::Inside);
    ui.painter().galley(rect.min + vec2(9.0, 6.0), galley, color);
    response
}

fn undo_and_redo(desk: &Desk, ui: &mut Ui, table: &mut Tabletop, class: Class) {
    let key = |action| if class == Class::Wide { desk.settings.keys.text(action) } else { String::new() };
    let future = table.can_redo();
    let redo = widgets::button(ui, if future { Weight::Plain } else { Weight::Blocked }, "Redo", &key(Action::Redo));
    if redo.on_hover_text(if future { "redo what was taken back" } else { "nothing to redo" }).clicked() {
        table.want(PlayerOrder::Redo);
    }
    let barred = table.cannot_undo();
    let weight = if barred.is_none() && table.replay.is_none() { Weight::Plain } else { Weight::Blocked };
    let undo = widgets::button(ui, weight, "Undo", &key(Action::Undo));
    let why = barred.unwrap_or_else(|| "take back the last choice".to_owned());
    if undo.on_hover_text(why).clicked() {
        table.want(PlayerOrder::Undo);
    }
}

/// The sequence: phases with their steps; done, now, to come.
fn phase_bar(ui: &mut Ui, room: Rect, table: &Tabletop, class: Class) {
    let book = &table.rules().book;
    let clock = table.sight.clock;
    let sequence = &book.sequence;
    let setup = clock.turn == 0;
    let start = table.world.resource::<Start>();
    let steps: Vec<(usize, &Step)> = sequence
        .steps
        .iter()
        .enumerate()
        .filter(|(n, step)| (*n < sequence.setup) == setup && step.holds(start) && (setup || step.when.holds(clock.turn)))
        .collect();
    let mut phases: Vec<(&str, Vec<(usize, &Step)>)> = Vec::new();
    for (n, step) in steps {
        match phases.last_mut() {
            Some((phase, members)) if *phase == step.phase => members.push((n, step)),
            _ => phases.push((&step.phase, vec![(n, step)])),
        }
    }
    let now = usize::from(clock.at);
    let action = table.alternation.map(|a| a.action);
    let measure = |phases: &[(&str, Vec<(usize, &Step)>)], only: Option<usize>| measure(ui, phases, only, now, action);
    let full = class == Class::Wide && measure(&phases, None) <= room.width();
    // Where there is no room for all, only the present phase shows its steps; where there is less, nothing else is shown, then only its step.
    let shown = (!full).then_some(now);
    let present = |members: &[(usize, &Step)]| members.iter().any(|(n, _)| *n == now);
    if measure(&phases, shown) > room.width() {
        phases.retain(|(_, members)| present(members));
    }
    if measure(&phases, shown) > room.width() {
        phases.iter_mut().for_each(|(_, members)| members.retain(|(n, _)| *n == now));
    }
    let width = measure(&phases, shown);
    let mut x = room.center().x - width.min(room.width()) / 2.0;
    let painter = ui.painter_at(room.expand(2.0));
    for (phase, members) in &phases {
        let here = members.iter().any(|(n, _)| *n == now);
        let folded = shown.is_some() && !here;
        let side = members.iter().find_map(|(_, s)| s.side).or(table.prompt.side.filter(|_| here && table.alternation.is_some()));
        let color = side.map_or(LINE, |side| overlays::rgb(book.look.side(side).panel));
        let cells: Vec<(String, bool, bool, &Step)> =
            if folded { Vec::new() } else { members.iter().map(|(n, s)| (word(s, phase, action.filter(|_| *n == now)), *n < now, *n == now, *s)).collect() };
        let head = short_phase(phase);
        let head_width = text_width(ui, &head, Face::Strong.at(10.5)) + 14.0;
        let inner: f32 = cells.iter().map(|(word, done, ..)| cell_width(ui, word, *done)).sum();
        let width = head_width.max(inner).min((room.right() - x).max(40.0));
        let top = Rect::from_min_size(pos2(x, room.top()), vec2(width, if folded { room.height() } else { 17.0 }));
        let done = members.iter().all(|(n, _)| *n < now);
        painter.rect(top, 3.0, if folded { WELL } else { color.gamma_multiply(0.35) }, Stroke::new(1.0, LINE), StrokeKind::Inside);
        let ink = if done { GOOD } else { TEXT };
        let head = widgets::elided(ui, &head, Face::Strong.at(10.5), ink, width - 8.0);
        painter.galley(top.center() - head.size() / 2.0, head, ink);
        let response = ui.interact(top, egui::Id::new(("phase", *phase, members[0].0)), Sense::hover());
        response.on_hover_ui(|ui| {
            widgets::head(ui, *phase);
            members.iter().for_each(|(_, s)| drop(widgets::text(ui, &s.name)));
        });
        let mut left = x + (width - inner) / 2.0;
        for (word, done, here, step) in cells {
            let rect = Rect::from_min_size(pos2(left, room.top() + 18.0), vec2(cell_width(ui, &word, done), room.height() - 18.0));
            left += rect.width();
            let fill = if here { BRASS } else { RAISE };
            painter.rect(rect.shrink(0.5), 2.0, fill, Stroke::new(1.0, LINE), StrokeKind::Inside);
            let ink = if here {
                BRASS_INK
            } else if done {
                GOOD
            } else {
                MUTE
            };
            let shift = if done { 6.0 } else { 0.0 };
            if done {
                widgets::tick(&painter, Rect::from_center_size(pos2(rect.left() + 9.0, rect.center().y), vec2(8.0, 8.0)), GOOD);
            }
            painter.text(rect.center() + vec2(shift, 0.0), Align2::CENTER_CENTER, &word, Face::Text.at(11.5), ink);
            let response = ui.interact(rect, egui::Id::new(("step", step.id.0, left as i32)), Sense::hover());
            response.on_hover_text(format!("{} [{}]", step.name, book.atoms.get(step.rule.at()).map_or("", |a| a.id.as_str())));
        }
        x += width + 6.0;
    }
}

fn text_width(ui: &Ui, words: &str, font: egui::FontId) -> f32 {
    widgets::galley(ui, words, font, TEXT, f32::INFINITY).size().x
}

fn cell_width(ui: &Ui, word: &str, done: bool) -> f32 {
    text_width(ui, word, Face::Text.at(11.5)) + 14.0 + if done { 11.0 } else { 0.0 }
}

/// The text for a step; for a step of single actions, with the number of the current one.
fn word(step: &Step, phase: &str, action: Option<usize>) -> String {
    action.map_or_else(|| short(&step.name, phase), |n| format!("{} · action {n}", step.name))
}

fn measure(ui: &Ui, phases: &[(&str, Vec<(usize, &Step)>)], only: Option<usize>, now: usize, action: Option<usize>) -> f32 {
    let width = |(phase, members): &(&str, Vec<(usize, &Step)>)| {
        let folded = only.is_some_and(|now| !members.iter().any(|(n, _)| *n == now));
        let head = text_width(ui, &short_phase(phase), Face::Strong.at(10.5)) + 14.0;
        let cells: f32 = if folded { 0.0 } else { members.iter().map(|(n, s)| cell_width(ui, &word(s, phase, action.filter(|_| *n == now)), true)).sum() };
        head.max(cells) + 6.0
    };
    phases.iter().map(width).sum()
}

/// A phase without the word phase.
fn short_phase(phase: &str) -> String {
    phase.trim_end_matches(" Phase").to_uppercase()
}

/// How many letters of a step its cell shows; whole words only.
const LONGEST_STEP: usize = 20;

/// Words that may not begin or end the name of a step.
const JOINTS: [&str; 8] = ["and", "of", "the", "in", "for", "or", "with", "without"];

/// The name of a step without the words already in its phase.
fn short(step: &str, phase: &str) -> String {
    let step = step.rsplit(": ").next().unwrap_or(step); // "Movement Segment: rail" is the rail
    let said: Vec<&str> = phase.split(' ').collect();
    let words: Vec<&str> = step.split(' ').filter(|w| !["Segment", "Phase", "Step"].contains(w)).collect();
    let kept: Vec<&str> = words.iter().copied().filter(|w| !said.iter().any(|s| s.eq_ignore_ascii_case(w))).collect();
    // "Set-up of the attacker" cannot lose its first word.
    let shown = if kept.is_empty() || kept.first().is_some_and(|w| JOINTS.contains(w)) { words } else { kept };
    let mut few: Vec<&str> = Vec::new();
    for word in shown {
        if !few.is_empty() && few.join(" ").chars().count() + 1 + word.chars().count() > LONGEST_STEP {
            break;
        }
        few.push(word);
    }
    while few.len() > 1 && few.last().is_some_and(|w| JOINTS.contains(w)) {
        few.pop(); // no cell ends in the middle of a phrase
    }
    capital(&few.join(" "))
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn a_step_keeps_whole_words_and_never_begins_or_ends_in_the_middle_of_a_phrase() {
        assert_eq!(short("Set-up of the side without the shock marker", "Set-up"), "Set-up of the side");
        assert_eq!(short("Replacement Points Phase: Turkish Nationalists", "Administrative Segment"), "Turkish Nationalists");
        assert_eq!(short("Movement Segment: rail", "Movement Phase"), "Rail");
        assert_eq!(short("Combat Segment", "Combat Phase"), "Combat");
    }
}
