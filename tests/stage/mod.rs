//! The whole client on a screen without a window, in a folder of its own: what tests of screens begin with.
#![allow(dead_code, reason = "each test file uses its part of it")]

use bevy_egui::egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect};
use five_fronts::board::Luck;
use five_fronts::bots::Random;
use five_fronts::client::desk::Desk;
use five_fronts::client::headless::Headless;
use five_fronts::client::raster::write_png;
use five_fronts::client::table::Tabletop;
use five_fronts::client::widgets;
use five_fronts::games::Title;
use five_fronts::play::{self, JournalFile, Players, Session};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A desk in a folder of its own, and the screen it is shown on.
pub struct Stage {
    /// The client.
    pub client: Headless,
    /// The user's folder.
    pub home: PathBuf,
}

/// No two stages share a folder.
static STAGES: AtomicU32 = AtomicU32::new(0);

impl Stage {
    /// A stage of the usual size.
    pub fn new(name: &str) -> Stage {
        Stage::sized(name, ([1280, 800], 1.0))
    }

    /// A stage of so many pixels, and pixels a point.
    pub fn sized(name: &str, (size, scale): ([usize; 2], f32)) -> Stage {
        let number = STAGES.fetch_add(1, Ordering::Relaxed);
        let home = std::env::temp_dir().join(format!("five-fronts-stage-{}-{number}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&home);
        std::fs::create_dir_all(home.join("saves")).expect("there is room for temporary files");
        Stage::at(home, (size, scale))
    }

    /// A stage in a folder that is there.
    pub fn at(home: PathBuf, (size, scale): ([usize; 2], f32)) -> Stage {
        let mut stage = Stage { client: Headless::scaled(Desk::new(&home, None), size, scale), home };
        stage.idle(3);
        stage
    }

    /// The desk.
    pub fn desk(&self) -> &Desk {
        self.client.app.world().resource::<Desk>()
    }

    /// The desk, to change it.
    pub fn desk_mut(&mut self) -> &mut Desk {
        self.client.desk()
    }

    /// One frame with what came in since the last.
    pub fn frame(&mut self, events: Vec<Event>) {
        self.client.frame(events);
    }

    /// Frames in which nothing comes in.
    pub fn idle(&mut self, frames: usize) {
        (0..frames).for_each(|_| self.frame(Vec::new()));
    }

    /// Where a button with these words is.
    pub fn find(&self, words: &str) -> Option<Rect> {
        widgets::find(self.client.context(), words)
    }

    /// Presses a button by its words.
    pub fn click(&mut self, words: &str) {
        let known = || widgets::drawn(self.client.context()).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        let at = self.find(words).unwrap_or_else(|| panic!("no {words:?} among {:?}", known())).center();
        self.press_at(at);
    }

    /// Presses a point.
    pub fn press_at(&mut self, at: Pos2) {
        let button = |pressed: bool| Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        self.frame(vec![Event::PointerMoved(at)]);
        self.frame(vec![button(true)]);
        self.frame(vec![button(false)]);
        self.idle(2);
    }

    /// Presses a key.
    pub fn key(&mut self, key: Key) {
        self.chord(key, Modifiers::NONE);
    }

    /// Presses a key with others held.
    pub fn chord(&mut self, key: Key, modifiers: Modifiers) {
        let event = |pressed: bool| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        self.frame(vec![event(true)]);
        self.frame(vec![event(false)]);
        self.idle(1);
    }

    /// Types.
    pub fn write(&mut self, text: &str) {
        self.frame(vec![Event::Text(text.to_owned())]);
        self.idle(1);
    }

    /// The file of a game.
    pub fn save(&self, name: &str) -> PathBuf {
        self.home.join("saves").join(format!("{name}.fronts"))
    }

    /// The files of all games.
    pub fn saves(&self) -> Vec<PathBuf> {
        let mut found: Vec<PathBuf> = std::fs::read_dir(self.home.join("saves")).into_iter().flatten().filter_map(|e| Some(e.ok()?.path())).collect();
        found.retain(|path| path.extension().is_some_and(|ending| ending == "fronts")); // locks lie beside them
        found.sort();
        found
    }

    /// Puts a game into the folder that was played for so many orders.
    pub fn play(&mut self, title: Title, players: Players, name: &str, orders: usize) -> PathBuf {
        let path = self.save(name);
        let rules = title.load(&title.shipped()).unwrap_or_else(|faults| panic!("{faults}"));
        let start = rules.start(None, &[], Luck::Seeded(8)).expect("a game without options");
        let mut world = play::begin(&rules, &start, players);
        let lines = world.resource::<Session>().compact();
        world.resource_mut::<Session>().file = Some(JournalFile::create(&path, &lines).expect("saves can be written"));
        let mut bot = Random::seeded(8);
        for _ in 0..orders {
            let Some(order) = bot.choose(&mut world) else { break };
            play::submit(&mut world, order).expect("what is offered is accepted");
        }
        drop(world);
        self.desk_mut().library.look();
        path
    }

    /// Waits until it is known of all games where they stand.
    pub fn read_all(&mut self) {
        for _ in 0..2000 {
            self.idle(1);
            let desk = self.desk();
            if desk.library.volumes.iter().all(|volume| desk.bookmarks.recap(volume).is_some()) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("the games are never read");
    }

    /// Keeps a picture of the last frame where the tester wants one.
    pub fn keep(&mut self, name: &str) {
        keep(&mut self.client, name);
    }

    /// Nothing that can be pressed lies outside the screen.
    pub fn check_targets(&self, what: &str) {
        let screen = self.client.context().content_rect();
        for (name, rect) in widgets::drawn(self.client.context()) {
            assert!(screen.expand(0.5).contains_rect(rect), "{what}: {name:?} at {rect:?} is outside {screen:?}");
        }
    }
}

/// Keeps a picture of the last frame where the tester wants one.
pub fn keep(client: &mut Headless, name: &str) {
    if let Some(folder) = std::env::var_os("FIVE_FRONTS_PICTURES") {
        write_png(&Path::new(&folder).join(format!("{name}.png")), client.picture()).expect("the folder for pictures can be written");
    }
}

/// The game on the table.
pub fn on_table(client: &mut Headless) -> &mut Tabletop {
    client.desk().table.as_mut().expect("a game is on the table")
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.home);
    }
}
