//! The user's settings, kept in the user's configuration folder.

use super::keys::Keys;
use crate::board::plain;
use crate::board::read::{Fault, Faults, Lexicon, Reading, write};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// When hex numbers are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Numbers {
    /// When they can be read.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Everything a user may set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Size of panels and their text, in percent.
    pub ui_scale: u16,
    /// The palette safe for color-blind eyes.
    pub safe_palette: bool,
    /// Edge of a counter in percent of a hex.
    pub counter_edge: u8,
    /// When hex numbers are shown.
    pub numbers: Numbers,
    /// Speed of motion in percent; 0: nothing moves.
    pub motion: u16,
    /// Whether ending a step asks when something could still be done.
    pub confirm_end: bool,
    /// Whether steps in which nothing can be done are skipped.
    pub pass_empty: bool,
    /// Whether one person who plays both sides sees only what the deciding side may see.
    pub fog_in_solo: bool,
    /// Whether the other side's orders are shown before the player's own decision.
    pub reel: bool,
    /// Whether the minimap is shown.
    pub minimap: bool,
    /// Keys that differ from the defaults.
    pub keys: Keys,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            ui_scale: 100,
            safe_palette: false,
            counter_edge: 60,
            numbers: Numbers::Auto,
            motion: 100,
            confirm_end: true,
            pass_empty: true,
            fog_in_solo: false,
            reel: true,
            minimap: true,
            keys: Keys::default(),
        }
    }
}

impl Settings {
    /// Reads the settings from a folder; a missing file means the defaults, and a broken one is reported and left as it is.
    pub fn load(folder: &Path) -> (Settings, Faults) {
        let path = folder.join("settings.ron");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return (Settings::default(), Faults::default()),
            Err(e) => return (Settings::default(), Faults(vec![Fault::of_file(path.display().to_string(), format!("cannot be read: {}", plain(&e)))])),
        };
        let (label, names) = (path.display().to_string(), Lexicon::default());
        let reading = Reading::new(&label, &text, &names);
        let read: Option<Settings> = reading.file();
        (read.unwrap_or_default().bounded(), Faults(reading.into_faults()))
    }

    /// Brings every value within bounds, whatever a file says.
    fn bounded(mut self) -> Settings {
        self.ui_scale = self.ui_scale.clamp(75, 200);
        self.counter_edge = self.counter_edge.clamp(50, 70);
        self.motion = self.motion.min(200);
        self
    }

    /// Writes the settings, to a temporary file that is then renamed.
    pub fn save(&self, folder: &Path) -> Result<(), Fault> {
        let path = folder.join("settings.ron");
        let bad = |e: std::io::Error| Fault::of_file(path.display().to_string(), format!("cannot be written: {}", plain(&e)));
        std::fs::create_dir_all(folder).map_err(bad)?;
        let temporary = folder.join("settings.ron.tmp");
        std::fs::write(&temporary, write(self, &Lexicon::default())).and_then(|()| std::fs::rename(&temporary, &path)).map_err(bad)
    }
}

/// Where a user's files are: settings here, games in `saves` below it. `FIVE_FRONTS_HOME` names another folder.
pub fn home() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = || {
        if cfg!(windows) {
            set("APPDATA")
        } else if cfg!(target_os = "macos") {
            set("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")))
        }
    };
    set("FIVE_FRONTS_HOME").or_else(|| base().map(|b| b.join("five-fronts"))).unwrap_or_else(|| std::env::temp_dir().join("five-fronts"))
}
