//! The games a user has: one file each in his folder, the one that was written last first.

use crate::board::{plain, read_bounded};
use crate::games::Title;
use crate::play::{Header, Journal, LARGEST_SAVE};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A game on disk.
#[derive(Clone, Debug)]
pub struct Volume {
    /// Its file.
    pub path: PathBuf,
    /// How it began.
    pub header: Header,
    /// Which game.
    pub title: Title,
    /// How many orders were given.
    pub orders: usize,
    /// When it was written last.
    pub written: SystemTime,
}

impl Volume {
    /// Looks into a file. `None` for what is no save.
    pub fn open(path: &Path) -> Option<Volume> {
        let text = read_bounded(path, LARGEST_SAVE).ok()?;
        let journal = Journal::parse("", &text).ok()?;
        let (header, orders) = (journal.header()?.clone(), journal.orders());
        let written = std::fs::metadata(path).and_then(|m| m.modified()).ok()?;
        Some(Volume { path: path.to_path_buf(), title: Title::of_slug(&header.game)?, header, orders, written })
    }

    /// Its name without folder and ending.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// How long ago it was written, in words.
    pub fn age(&self) -> String {
        let minutes = self.written.elapsed().map_or(0, |d| d.as_secs() / 60);
        match (minutes, minutes / 60, minutes / 60 / 24) {
            (0..2, ..) => "just now".into(),
            (m @ 2..60, ..) => format!("{m} minutes ago"),
            (_, 1, _) => "an hour ago".into(),
            (_, h @ 2..24, _) => format!("{h} hours ago"),
            (_, _, 0..2) => "yesterday".into(),
            (_, _, days) => format!("{days} days ago"),
        }
    }
}

/// The folder of games.
#[derive(Clone, Debug)]
pub struct Library {
    folder: PathBuf,
    /// Its games, the latest first.
    pub volumes: Vec<Volume>,
    /// Files that are called games and cannot be read as such; to open one tells why.
    pub broken: Vec<PathBuf>,
}

impl Library {
    /// The games below a user's folder.
    pub fn open(home: &Path) -> Library {
        let mut library = Library { folder: home.join("saves"), volumes: Vec::new(), broken: Vec::new() };
        library.look();
        library
    }

    /// Looks again what is there.
    pub fn look(&mut self) {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok).map(|e| e.path());
        (self.volumes, self.broken) = (Vec::new(), Vec::new());
        for path in entries.filter(|p| p.extension().is_some_and(|e| e == ENDING)) {
            match Volume::open(&path) {
                Some(volume) => self.volumes.push(volume),
                None => self.broken.push(path),
            }
        }
        self.broken.sort();
        self.volumes.sort_by_key(|v| std::cmp::Reverse(v.written));
    }

    /// A file for a new game: no name is ever used twice.
    pub fn fresh(&self, title: Title) -> Result<PathBuf, String> {
        std::fs::create_dir_all(&self.folder).map_err(|e| format!("{}: cannot be made: {}", self.folder.display(), plain(&e)))?;
        let taken = |n: u32| self.folder.join(format!("{} {n}.{ENDING}", title.slug().replace('_', " ")));
        Ok((1..).map(taken).find(|p| !p.exists()).unwrap_or_else(|| taken(0)))
    }

    /// The file of a name the user chose, without characters that no file name may have.
    pub fn named(&self, name: &str) -> PathBuf {
        let clean: String = name.chars().map(|c| if c.is_alphanumeric() || " -_.,()".contains(c) { c } else { '-' }).take(80).collect();
        self.folder.join(format!("{}.{ENDING}", clean.trim().trim_matches('.')))
    }

    /// Where the games are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// How the files of games end.
pub const ENDING: &str = "fronts";
