//! Whether the game is on disk: a line over the map that stays for as long as it is not.

use super::view::Frame;
use super::{Notice, Tabletop, opening};
use crate::board::Clock;
use crate::client::skin::{BAD, Face, GOOD, INK};
use crate::client::widgets;
use crate::play::{self, Session};
use bevy_egui::egui::{Color32, Rect, Ui, vec2};
use std::path::Path;

/// The state of the journal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Disk {
    /// Every order is on disk.
    #[default]
    Fine,
    /// Some are not.
    Failing {
        /// Since when, in words.
        since: String,
        /// Why.
        why: String,
    },
    /// They are on disk again, as of this many orders.
    Again(usize),
}

impl Disk {
    /// What to tell the players, and whether it is bad.
    pub fn words(&self) -> Option<(String, bool)> {
        match self {
            Disk::Fine => None,
            Disk::Failing { since, why } => {
                let words = format!("Orders since {since} are not saved: {why}. They are kept in memory and will be saved with the next order.");
                Some((words, true))
            }
            Disk::Again(_) => Some(("All orders are saved again.".to_owned(), false)),
        }
    }
}

impl Tabletop {
    /// Saves a copy under another name.
    pub fn save_as(&mut self, path: &Path) {
        self.notice = Some(Notice::Said(match play::save(&self.world, path) {
            Ok(()) => format!("Saved as {}.", path.file_stem().unwrap_or_default().to_string_lossy()),
            Err(fault) => fault.to_string(),
        }));
        self.version += 1;
    }

    /// Tells the player something next to the prompt.
    pub fn say(&mut self, words: String) {
        self.notice = Some(Notice::Said(words));
        self.version += 1;
    }

    /// Checks the state of the journal.
    pub(super) fn follow_disk(&mut self) {
        let session = self.world.resource::<Session>();
        let orders = session.past.len();
        let trouble = session.file.as_ref().and_then(|file| file.trouble.as_ref());
        self.disk = match (std::mem::take(&mut self.disk), trouble) {
            (Disk::Failing { since, .. }, Some(fault)) => Disk::Failing { since, why: reason(&fault.what) },
            (_, Some(fault)) => Disk::Failing { since: self.revision(), why: reason(&fault.what) },
            (Disk::Failing { .. }, None) => Disk::Again(orders),
            (Disk::Again(since), None) if since == orders => Disk::Again(since),
            (_, None) => Disk::Fine,
        };
    }

    /// The current point in the game, in words that both sides may read.
    fn revision(&self) -> String {
        let clock = self.world.resource::<Clock>();
        let step = self.rules().book.sequence.steps.get(usize::from(clock.at));
        let turn = opening::turn_in_words(clock.turn);
        step.map_or_else(|| turn.clone(), |step| format!("{turn} ({})", step.name))
    }
}

fn reason(what: &str) -> String {
    what.strip_prefix("cannot be written: ").unwrap_or(what).to_owned()
}

/// Shows the line across the top of the map, if there is something to say.
pub fn show(ui: &Ui, frame: &Frame, table: &Tabletop) {
    let Some((words, bad)) = table.disk.words() else { return };
    let (fill, ink) = if bad { (BAD, Color32::WHITE) } else { (GOOD, INK) };
    let galley = widgets::galley(ui, &words, Face::Strong.at(13.0), ink, frame.map.width() - 24.0);
    let line = Rect::from_min_size(frame.map.min, vec2(frame.map.width(), galley.size().y + 12.0));
    let painter = ui.painter_at(frame.map);
    painter.rect_filled(line, 0.0, fill);
    painter.galley(line.min + vec2(12.0, 6.0), galley, ink);
}
