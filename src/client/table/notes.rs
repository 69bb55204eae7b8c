//! Notes that players pin to hexes. They are kept in the save; if two players hide something from each other, each sees only his own.

use super::overlays::OverlayCanvas;
use super::view::TableView;
use super::{Showing, Tabletop, draw};
use crate::board::{Hex, Side};
use crate::client::skin::{INK, MUTE};
use crate::client::widgets::{self, Weight};
use crate::play::{self, Scope, Session};
use bevy_egui::egui::{Color32, Key, TextEdit, Ui, pos2, vec2};

/// How many letters of a note are shown on the map.
const SHOWN: usize = 22;

impl Tabletop {
    /// Whose note is being written: one player's, or everybody's.
    fn writer(&self) -> Option<Side> {
        let (side, scope) = self.eyes();
        (self.is_shared_in_secret() && scope == Scope::Own).then_some(side)
    }

    /// The notes the viewer may read, by hex.
    pub fn notes(&self) -> impl Iterator<Item = (Hex, &str)> {
        let writer = self.writer();
        let notes = &self.world.resource::<Session>().notes;
        notes.iter().filter(move |((_, of), _)| of.is_none() || *of == writer).map(|((hex, _), text)| (*hex, text.as_str()))
    }

    /// Pins a note to a hex, replacing the one before; an empty text removes it.
    pub fn pin(&mut self, hex: Hex, text: &str) {
        if self.replay.is_none() && self.lesson.is_none() && self.stage == Showing::Play {
            let writer = self.writer();
            play::pin_note(&mut self.world, hex, writer, text);
            self.version += 1;
        }
    }

    fn own_note(&self, hex: Hex) -> Option<&str> {
        self.world.resource::<Session>().notes.get(&(hex, self.writer())).map(String::as_str)
    }
}

/// The note of a hex, to read and to write.
pub(crate) fn edit(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, hex: Hex) {
    if table.replay.is_some() || table.lesson.is_some() || table.stage != Showing::Play {
        return;
    }
    let kept = table.own_note(hex).unwrap_or_default().to_owned();
    if view.note.as_ref().is_some_and(|(of, _)| *of != hex) {
        view.note = None;
    }
    let Some((_, text)) = &mut view.note else {
        ui.horizontal_wrapped(|ui| {
            if widgets::button(ui, Weight::Plain, if kept.is_empty() { "Pin a note" } else { "Change the note" }, "").clicked() {
                view.note = Some((hex, kept.clone()));
            }
            if !kept.is_empty() {
                widgets::mute(ui, format!("“{kept}”"));
            }
        });
        return;
    };
    let (mut done, mut given_up) = (false, false);
    ui.horizontal_wrapped(|ui| {
        let field =
            ui.add(TextEdit::singleline(text).hint_text("A note for this hex").desired_width(ui.available_width() - 120.0).char_limit(play::LONGEST_NOTE));
        done = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        if !field.has_focus() && !done {
            field.request_focus();
        }
        done |= widgets::button(ui, Weight::Primary, "Pin it", "Enter").clicked();
        given_up = widgets::button(ui, Weight::Plain, "Cancel", "").clicked();
    });
    if done {
        let text = text.trim().to_owned();
        table.pin(hex, &text);
    }
    if done || given_up {
        view.note = None;
    }
}

/// Draws the notes over the map: a pin, and the first words where there is room.
pub(super) fn draw_pins(sheet: &OverlayCanvas, table: &Tabletop) {
    let (zoom, yellow) = (sheet.camera.zoom, Color32::from_rgb(0xff, 0xe0, 0x6b));
    for (hex, text) in table.notes() {
        let Some(at) = sheet.middle(hex).filter(|at| sheet.camera.view.expand(40.0).contains(*at)) else { continue };
        let pin = at + vec2(0.0, -zoom * 0.42);
        sheet.painter.line_segment([pin, pos2(pin.x, pin.y + 7.0)], bevy_egui::egui::Stroke::new(1.5, INK));
        if zoom >= 40.0 {
            let mut words: String = text.chars().take(SHOWN).collect();
            if text.chars().count() > SHOWN {
                words.push('…');
            }
            draw::plate(sheet.painter, pin - vec2(0.0, 5.0), &words, (zoom * 0.15).clamp(10.0, 13.0), Color32::BLACK, yellow);
        } else {
            sheet.painter.circle(pin, 4.0, yellow, bevy_egui::egui::Stroke::new(1.2, Color32::BLACK));
        }
    }
}

/// What is pinned to a hex, in full.
pub(crate) fn read(ui: &mut Ui, table: &Tabletop, hex: Hex) {
    for (_, text) in table.notes().filter(|(of, _)| *of == hex) {
        widgets::styled(ui, format!("“{text}”"), crate::client::skin::Face::Text, 1.0, MUTE);
    }
}
