//! Reloads tables while the game runs: a thread watches the folder, and the table puts good tables in force and lists the faults of bad ones.

use super::desk::Desk;
use super::table::Tabletop;
use super::table::designer::Drawer;
use crate::board::Files;
use bevy::prelude::{ResMut, Resource};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

/// How often the folder is checked.
const EVERY: Duration = Duration::from_millis(100);

/// Watches a folder of tables for as long as it lives. It polls, which is cheap and works with every editor and file system.
#[derive(Resource)]
pub struct Watch {
    changed: Arc<AtomicBool>,
    alive: Arc<AtomicBool>,
}

impl Watch {
    /// Starts watching; `wake` is called after every change.
    pub fn start(dir: PathBuf, wake: impl Fn() + Send + 'static) -> Watch {
        let watch = Watch { changed: Arc::default(), alive: Arc::new(AtomicBool::new(true)) };
        let (changed, alive) = (watch.changed.clone(), watch.alive.clone());
        let mut seen = look(&dir); // before anything else happens, so that no change is missed
        std::thread::spawn(move || {
            while alive.load(Ordering::Relaxed) {
                std::thread::sleep(EVERY);
                let now = look(&dir);
                if now != seen {
                    seen = now;
                    changed.store(true, Ordering::Release);
                    wake();
                }
            }
        });
        watch
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.alive.store(false, Ordering::Relaxed);
    }
}

/// Every table below a folder with its size and the time it was written.
fn look(dir: &Path) -> Vec<(PathBuf, u64, Option<SystemTime>)> {
    let below = |dir: &Path| std::fs::read_dir(dir).into_iter().flatten().filter_map(Result::ok).map(|e| e.path()).collect::<Vec<_>>();
    let games = below(dir);
    let folders = games.iter().flat_map(|game| [game.clone(), game.join("scenarios")]);
    let mut files: Vec<_> = folders
        .flat_map(|folder| below(&folder))
        .filter(|path| path.extension().is_some_and(|e| e == "ron"))
        .filter_map(|path| std::fs::metadata(&path).ok().map(|meta| (path, meta.len(), meta.modified().ok())))
        .collect();
    files.sort();
    files
}

/// Takes over changed tables.
pub fn reload(mut desk: ResMut<Desk>, watch: Option<ResMut<Watch>>) {
    if watch.is_some_and(|watch| watch.changed.swap(false, Ordering::AcqRel)) {
        reload_tables(&mut desk);
    }
}

/// Reads the current game's tables from the folder again, and puts them in force if they have no faults.
pub fn reload_tables(desk: &mut Desk) {
    let (Some(dir), Some(table)) = (desk.rules_dir.clone(), desk.table.as_mut()) else { return };
    let title = table.rules().title;
    let (before, old) = (table.rules().clone(), table.rules().book.files.clone());
    let drawer = &mut desk.view.designer;
    let read = title.files(Some(&dir)).and_then(|files| Ok((title.load(&files)?, files)));
    match read {
        Err(faults) => drawer.show_faults(faults.0),
        Ok((rules, _)) if rules.book.files.texts == old.texts => {
            repaired(drawer);
            drawer.change(&before, rules);
        }
        Ok((rules, files)) => {
            let ground = files.texts.get("map.ron") != old.texts.get("map.ron") || files.texts.get("terrain.ron") != old.texts.get("terrain.ron");
            match table.swap_tables(&rules) {
                Err(why) => drawer.note(format!("In force only from the next new game: {why}.")),
                Ok(()) => changes(&old, &files).into_iter().rev().for_each(|note| drawer.note(note)),
            }
            drawer.faults.clear();
            drawer.change(&before, rules);
            if ground {
                desk.view.art = None;
            }
        }
    }
    if let Some(table) = &mut desk.table {
        Tabletop::touch(table);
    }
}

fn repaired(drawer: &mut Drawer) {
    if drawer.has_faults() {
        drawer.faults.clear();
        drawer.note("Fixed: the tables are as they were.".into());
    }
}

/// If more lines than this have changed in a file, they are only counted.
const FEW: usize = 6;

/// The differences between two sets of tables, in words.
pub(super) fn changes(old: &Files, new: &Files) -> Vec<String> {
    let mut notes = Vec::new();
    for (name, text) in &new.texts {
        let before = old.texts.get(name).map_or("", String::as_str);
        if before == text {
            continue;
        }
        let (a, b): (Vec<&str>, Vec<&str>) = (before.lines().collect(), text.lines().collect());
        let lines: Vec<(usize, &str, &str)> =
            a.iter().zip(&b).enumerate().filter(|(_, (a, b))| a != b).map(|(n, (a, b))| (n + 1, a.trim(), b.trim())).collect();
        if a.len() == b.len() && lines.len() <= FEW {
            notes.extend(lines.into_iter().map(|(n, a, b)| format!("{name}:{n}: {}", difference(a, b))));
        } else {
            notes.push(format!("{name}: {} lines became {}", a.len(), b.len()));
        }
    }
    notes.extend(old.texts.keys().filter(|name| !new.texts.contains_key(*name)).map(|name| format!("{name} was removed")));
    notes
}

/// The part in which two lines differ, with a few letters around it.
fn difference(a: &str, b: &str) -> String {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let front = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let back = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count().min(a.len().min(b.len()) - front);
    let cut = |text: &[char]| {
        let (from, to) = (front.saturating_sub(12), (text.len() - back + 6).min(text.len()));
        text[from..to].iter().collect::<String>()
    };
    format!("{} becomes {}", cut(&a), cut(&b))
}
