//! Everything the keyboard does: one list that F1 shows, the settings change, and the window follows.

use bevy_egui::egui::{self, Key, Modifiers};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something a key does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "`Action::words` says it")]
pub enum Action {
    First,
    Back,
    NextUnit,
    PreviousUnit,
    CursorLeft,
    CursorRight,
    CursorUp,
    CursorDown,
    CursorNorthWest,
    CursorNorthEast,
    CursorSouthWest,
    CursorSouthEast,
    PanLeft,
    PanRight,
    PanUp,
    PanDown,
    Pick,
    AddOrDrop,
    EndStep,
    Suggest,
    GoToHex,
    Undo,
    Redo,
    SaveAs,
    Load,
    HideCounters,
    Viewpoint,
    ZoomIn,
    ZoomOut,
    ZoomWhole,
    Fit,
    Minimap,
    ScaleUp,
    ScaleDown,
    Keys,
    Log,
    Stack,
    Tracks,
    Boxes,
    Victory,
    Rules,
    Reach,
    Zones,
    Supply,
    Owner,
    Areas,
    Goals,
    Room,
    Range,
    Threat,
    Forces,
    Statistics,
    Legend,
    Calculator,
    Situation,
}

use Action::*;

/// Every action, what it does in words, and its default key, in the order of the list.
const TABLE: [(Action, &str, &str); 55] = [
    (First, "the first button of the prompt", "Enter"),
    (Back, "step back: close, cancel, deselect, menu", "Escape"),
    (NextUnit, "next stack nearby that can still act", "Tab"),
    (PreviousUnit, "previous stack that can still act", "Shift+Tab"),
    (CursorLeft, "hex cursor to the left", "Left"),
    (CursorRight, "hex cursor to the right", "Right"),
    (CursorUp, "hex cursor up", "Up"),
    (CursorDown, "hex cursor down", "Down"),
    (CursorNorthWest, "hex cursor to the upper left", "Shift+Left"),
    (CursorNorthEast, "hex cursor to the upper right", "Shift+Up"),
    (CursorSouthWest, "hex cursor to the lower left", "Shift+Down"),
    (CursorSouthEast, "hex cursor to the lower right", "Shift+Right"),
    (PanLeft, "move the map to see more on the left", "Ctrl+Left"),
    (PanRight, "move the map to see more on the right", "Ctrl+Right"),
    (PanUp, "move the map to see more above", "Ctrl+Up"),
    (PanDown, "move the map to see more below", "Ctrl+Down"),
    (Pick, "select or act at the cursor", "Space"),
    (AddOrDrop, "add or remove the unit at the cursor", "A"),
    (EndStep, "end the step (asks if something is left to do)", "N"),
    (Suggest, "suggest an order; again: give it", "S"),
    (GoToHex, "go to a hex by number", "G"),
    (Undo, "take back the last choice", "Ctrl+Z"),
    (Redo, "redo what was taken back", "Ctrl+Y"),
    (SaveAs, "save a copy", "Ctrl+S"),
    (Load, "load", "Ctrl+O"),
    (HideCounters, "hide counters while held down", "H"),
    (Viewpoint, "viewpoint: own, enemy, all (solo)", "V"),
    (ZoomIn, "zoom in", "Plus"),
    (ZoomOut, "zoom out", "Minus"),
    (ZoomWhole, "zoom 100%", "0"),
    (Fit, "fit the map into the window", "F"),
    (Minimap, "minimap", "M"),
    (ScaleUp, "larger panels", "Ctrl+Plus"),
    (ScaleDown, "smaller panels", "Ctrl+Minus"),
    (Action::Keys, "this list of keys", "F1"),
    (Log, "log", "F2"),
    (Stack, "stack", "F3"),
    (Tracks, "tracks", "F4"),
    (Boxes, "boxes", "F5"),
    (Victory, "victory", "F6"),
    (Rules, "rules", "F7"),
    (Reach, "overlay: reach", "1"),
    (Zones, "overlay: zones of control", "2"),
    (Supply, "overlay: supply", "3"),
    (Owner, "overlay: owner", "4"),
    (Areas, "overlay: areas", "5"),
    (Goals, "overlay: goals", "6"),
    (Room, "overlay: room", "7"),
    (Range, "overlay: range", "8"),
    (Threat, "overlay: threats", "9"),
    (Forces, "order of battle", "F8"),
    (Statistics, "statistics", "F9"),
    (Legend, "legend: terrain, lines, places, units, marks", "K"),
    (Calculator, "battle calculator: what if?", "C"),
    (Situation, "write the position as a situation (with --rules)", "Ctrl+E"),
];

impl Action {
    /// Every action in the order of the list.
    pub fn all() -> impl Iterator<Item = Action> {
        TABLE.iter().map(|row| row.0)
    }

    /// What it does.
    pub fn words(self) -> &'static str {
        TABLE.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }
}

/// A key with its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chord {
    /// The key.
    pub key: Key,
    /// Ctrl (Cmd on a Mac).
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
}

impl Chord {
    /// Reads `Ctrl+Z`, `Shift+Tab`, `F1`.
    pub fn parse(text: &str) -> Option<Chord> {
        let (mut rest, mut chord) = (text, Chord { key: Key::Escape, ctrl: false, shift: false });
        while let Some((held, after)) = rest.split_once('+').filter(|(_, after)| !after.is_empty()) {
            match held {
                "Ctrl" => chord.ctrl = true,
                "Shift" => chord.shift = true,
                _ => return None,
            }
            rest = after;
        }
        chord.key = Key::from_name(rest)?;
        Some(chord)
    }

    /// As shown and written.
    pub fn text(self) -> String {
        format!("{}{}{}", if self.ctrl { "Ctrl+" } else { "" }, if self.shift { "Shift+" } else { "" }, self.key.name())
    }

    fn fits(self, key: Key, held: Modifiers) -> bool {
        // A plus sign needs Shift on many keyboards, so Shift is ignored for it.
        let shift = held.shift == self.shift || matches!(self.key, Key::Plus | Key::Equals);
        self.key == key && held.command == self.ctrl && shift && !held.alt
    }
}

/// Which key does what: the defaults, and what the user has changed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Keys(BTreeMap<Action, String>);

impl Keys {
    /// The key of an action.
    pub fn chord(&self, action: Action) -> Option<Chord> {
        let ours = || TABLE.iter().find(|row| row.0 == action).and_then(|row| Chord::parse(row.2));
        self.0.get(&action).and_then(|text| Chord::parse(text)).or_else(ours)
    }

    /// The key of an action as shown.
    pub fn text(&self, action: Action) -> String {
        self.chord(action).map(Chord::text).unwrap_or_default()
    }

    /// Whether a key alone does something.
    pub fn is_bound(&self, key: Key) -> bool {
        Action::all().any(|action| self.chord(action) == Some(Chord { key, ctrl: false, shift: false }))
    }

    /// Assigns an action another key, or says which action already has it.
    pub fn bind(&mut self, action: Action, chord: Chord) -> Result<(), Action> {
        match Action::all().find(|a| *a != action && self.chord(*a) == Some(chord)) {
            Some(taken) => Err(taken),
            None => {
                self.0.insert(action, chord.text());
                Ok(())
            }
        }
    }

    /// Resets all keys to the defaults.
    pub fn reset(&mut self) {
        self.0.clear();
    }

    /// The actions whose keys were pressed in this frame, in order. They are removed from the input, so that no widget sees them too.
    pub fn pressed(&self, ui: &egui::Ui) -> Vec<Action> {
        let mut done = Vec::new();
        ui.ctx().input_mut(|input| {
            input.events.retain(|event| {
                let egui::Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
                let found = Action::all().find(|a| self.chord(*a).is_some_and(|c| c.fits(*key, *modifiers)));
                done.extend(found);
                found.is_none()
            });
        });
        done
    }

    /// Whether the key of an action is held down.
    pub fn held(&self, ui: &egui::Ui, action: Action) -> bool {
        self.chord(action).is_some_and(|c| ui.input(|i| i.key_down(c.key) && i.modifiers.command == c.ctrl))
    }
}
