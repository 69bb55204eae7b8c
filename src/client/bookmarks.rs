//! What is kept beside the file of every saved game: its status, for the lists, and how its player last viewed it, for when the game goes on.
//!
//! All of it can be worked out again or done without, so a missing or broken file costs nothing but time. Nothing in it is secret: a game's status is
//! described as both players may know it.

use super::library::Volume;
use super::table::view::TableView;
use super::table::{Tabletop, Viewpoint};
use crate::board::read::{Lexicon, Reading, write};
use crate::board::{Clock, Hex, Side, write_file};
use crate::play::{self, Seen, Session};
use bevy_ecs::prelude::World;
use bevy_egui::egui::{Pos2, pos2};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The status of a saved game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recap {
    /// The turn with its date, in words.
    pub turn: String,
    /// The step, in words.
    pub step: String,
    /// How it ended, once it has.
    pub ended: Option<String>,
    /// Where each side has stacks.
    pub stacks: [Vec<Hex>; 2],
}

impl Recap {
    /// Replays a game to find out its status.
    pub fn of_file(path: &Path) -> Option<Recap> {
        Some(Recap::of(&mut play::open(path, &mut |_| {}).ok()?.world))
    }

    /// The status of a game, as both players may know it.
    pub fn of(world: &mut World) -> Recap {
        let sight = play::common_sight(world, Side(0));
        let clock = *world.resource::<Clock>();
        let book = &world.resource::<Session>().rules.book;
        let turn = match clock.turn {
            0 => "set-up".to_owned(),
            turn => book.turns.get(usize::from(turn) - 1).map_or_else(|| format!("turn {turn}"), |name| format!("turn {turn}, {name}")),
        };
        let step = book.sequence.steps.get(usize::from(clock.at)).map_or_else(String::new, |step| format!("{}.", step.name));
        let winner = |side: Side| book.sides.get(side.at()).map(|side| format!("{side} victory"));
        let ended = clock.over.map(|over| over.winner.and_then(winner).unwrap_or_else(|| "a draw".to_owned()));
        let mut stacks = [Vec::new(), Vec::new()];
        for (hex, stack) in &sight.stacks {
            let side = stack.last().map(|seen| match seen {
                Seen::Known(_, status) => status.side,
                Seen::Hidden(side) | Seen::Kind(side, _) => *side,
            });
            if let Some(stacks) = side.and_then(|side| stacks.get_mut(side.at())) {
                stacks.push(*hex);
            }
        }
        Recap { turn, step, ended, stacks }
    }
}

/// A view of the map, in thousandths of a hex and hundredths of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    x: i32,
    y: i32,
    zoom: u32,
}

impl Look {
    fn of((center, zoom): (Pos2, f32)) -> Look {
        Look { x: (center.x * 1000.0) as i32, y: (center.y * 1000.0) as i32, zoom: (zoom * 100.0) as u32 }
    }

    /// `None` if a map can never have been viewed like this.
    fn read(self) -> Option<(Pos2, f32)> {
        let zoom = self.zoom as f32 / 100.0;
        (1.0..=400.0).contains(&zoom).then(|| (pos2(self.x as f32 / 1000.0, self.y as f32 / 1000.0), zoom))
    }
}

/// What is kept of one game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Bookmark {
    /// When the file that the recap describes was written, in nanoseconds, and how large it was.
    of: (u64, u64),
    recap: Option<Recap>,
    /// The viewpoint of a person who plays both sides.
    viewpoint: Option<Viewpoint>,
    /// Which part of the map each viewer had in view.
    looks: Vec<Option<Look>>,
}

/// The bookmarks of all games, by the names of their files.
#[derive(Clone, Debug, Default)]
pub struct Bookmarks {
    path: PathBuf,
    of: BTreeMap<String, Bookmark>,
}

fn key(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What distinguishes one state of a file from another.
fn stamp(volume: &Volume) -> (u64, u64) {
    (volume.written.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64), volume.bytes)
}

impl Bookmarks {
    /// The bookmarks in a user's folder; empty if there is no file, or none that can be read.
    pub fn open(home: &Path) -> Bookmarks {
        let path = home.join("bookmarks.ron");
        let text = crate::board::read_bounded(&path, 4 << 20).unwrap_or_default();
        let names = Lexicon::default();
        let of = Reading::new("bookmarks.ron", &text, &names).file().unwrap_or_default();
        Bookmarks { path, of }
    }

    /// The status of a game, if it is known for the file as it is now.
    pub fn recap(&self, volume: &Volume) -> Option<&Recap> {
        self.of.get(&key(&volume.path)).filter(|mark| mark.of == stamp(volume))?.recap.as_ref()
    }

    /// Records the status of a game.
    pub fn tell(&mut self, volume: &Volume, recap: Recap) {
        let mark = self.of.entry(key(&volume.path)).or_default();
        (mark.of, mark.recap) = (stamp(volume), Some(recap));
        self.write();
    }

    /// Records the status of the game on the table and how it is viewed.
    pub fn leave(&mut self, table: &mut Tabletop, view: &TableView) {
        let Ok(volume) = Volume::open(&table.path) else { return };
        let mark = self.of.entry(key(&table.path)).or_default();
        mark.looks = view.looks().map(|look| look.map(Look::of)).to_vec();
        mark.viewpoint = table.is_solo().then_some(table.viewpoint);
        self.tell(&volume, Recap::of(&mut table.world));
    }

    /// Restores the view of a game as it was when the game was left.
    pub fn come_back(&self, table: &mut Tabletop, view: &mut TableView) {
        let Some(mark) = self.of.get(&key(&table.path)) else { return };
        if let Some(viewpoint) = mark.viewpoint.filter(|_| table.is_solo()) {
            table.viewpoint = viewpoint;
            table.refresh();
        }
        for (viewer, look) in mark.looks.iter().enumerate() {
            if let Some(look) = look.and_then(Look::read) {
                view.look_from(viewer, look);
            }
        }
    }

    /// Follows a game to a new file.
    pub fn rename(&mut self, from: &Path, to: &Path) {
        if let Some(mark) = self.of.remove(&key(from)) {
            self.of.insert(key(to), mark);
            self.write();
        }
    }

    /// Forgets games that no longer exist. Deleted games may come back.
    pub fn retain(&mut self, there: impl Fn(&str) -> bool) {
        let before = self.of.len();
        self.of.retain(|name, _| there(name));
        if self.of.len() != before {
            self.write();
        }
    }

    /// Writes the file. A failure is ignored: without the file the shelf only has to work everything out again.
    fn write(&self) {
        if self.path.parent().is_some_and(Path::is_dir) {
            let _ = write_file(&self.path, write(&self.of, &Lexicon::default()).as_bytes());
        }
    }
}
