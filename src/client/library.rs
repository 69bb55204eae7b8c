//! A user's games: one file each in the user's folder, the most recently written first.
//!
//! Whatever is in that folder, listing it is quick and never fails: only regular files are opened, and only their first lines are read. A file that
//! cannot be listed as a game is listed as damaged, with the reason; anything wrong further on shows up when the game is opened.

use crate::board::plain;
use crate::games::Title;
use crate::play::{Header, Journal, JournalLine, LARGEST_SAVE, relocate};
use std::fs::{File, FileType, Metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How many bytes of a file are read to tell what it is: how a game began is in its second line.
const HEAD: u64 = 16 << 10;

/// A game on disk.
#[derive(Clone, Debug)]
pub struct Volume {
    /// Its file.
    pub path: PathBuf,
    /// How it began.
    pub header: Header,
    /// Which game.
    pub title: Title,
    /// When it was last written.
    pub written: SystemTime,
    /// How large its file is.
    pub bytes: u64,
}

/// A file that has the name of a game but cannot be listed as one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damaged {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it, in words.
    pub why: String,
}

impl Volume {
    /// Looks into a file, or says why it is not a game.
    pub fn open(path: &Path) -> Result<Volume, String> {
        let meta = std::fs::metadata(path).map_err(|e| unreadable(path, &e))?;
        regular(&meta)?;
        let header = header(&head(path)?)?;
        let title = Title::of_slug(&header.game).ok_or_else(|| format!("it is a save of {:?}, a game that this program does not have", header.game))?;
        let written = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Ok(Volume { path: path.to_path_buf(), title, header, written, bytes: meta.len() })
    }

    /// Its name without folder and ending.
    pub fn name(&self) -> String {
        stem(&self.path)
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

impl Damaged {
    /// Its name without folder and ending.
    pub fn name(&self) -> String {
        stem(&self.path)
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Why a file cannot even be looked at.
fn unreadable(path: &Path, error: &std::io::Error) -> String {
    let linked = std::fs::symlink_metadata(path).is_ok_and(|meta| meta.file_type().is_symlink());
    match error.kind() {
        std::io::ErrorKind::NotFound if linked => "it is a link to a file that does not exist".to_owned(),
        _ if linked => format!("it is a link that cannot be followed: {}", plain(error)),
        _ => format!("it cannot be read: {}", plain(error)),
    }
}

/// Only a regular file of a plausible size is opened: a pipe would never end, and a device is not a game.
fn regular(meta: &Metadata) -> Result<(), String> {
    match meta.len() {
        _ if meta.is_dir() => Err("it is a folder".to_owned()),
        _ if !meta.is_file() => Err(format!("it is {}, not a regular file", kind(meta.file_type()))),
        0 => Err("it is empty".to_owned()),
        n if n > LARGEST_SAVE => Err(format!("it is larger than {} MB, the most that a save may have", LARGEST_SAVE >> 20)),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn kind(of: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match of {
        of if of.is_fifo() => "a pipe",
        of if of.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn kind(_: FileType) -> &'static str {
    "a device"
}

/// The first lines of a file, whole ones only.
fn head(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut bytes)).map_err(|e| unreadable(path, &e))?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
    bytes.truncate(whole);
    String::from_utf8(bytes).map_err(|_| "it is not a text file (not UTF-8)".to_owned())
}

/// How a game began, from the first lines of its file.
fn header(head: &str) -> Result<Header, String> {
    let journal = Journal::parse("", head).map_err(|fault| fault.what)?;
    let damage =
        journal.lines.iter().find_map(|line| if let JournalLine::Damaged(fault) = line { Some(format!("line {}: {}", fault.line, fault.what)) } else { None });
    journal.header().cloned().ok_or_else(|| damage.unwrap_or_else(|| "it ends before it says which game it is".to_owned()))
}

/// The files in a folder that have the names of games.
fn games_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|e| e.path());
    entries.filter(|path| path.extension().is_some_and(|e| e == ENDING))
}

/// An unused file name in a folder: this name or one like it.
fn free(folder: &Path, name: &str) -> PathBuf {
    let numbered = |n: u32| folder.join(if n == 1 { format!("{name}.{ENDING}") } else { format!("{name} ({n}).{ENDING}") });
    (1..).map(numbered).find(|path| std::fs::symlink_metadata(path).is_err()).unwrap_or_else(|| numbered(0))
}

/// The folder of games.
#[derive(Clone, Debug)]
pub struct Library {
    folder: PathBuf,
    /// Its games, the latest first.
    pub volumes: Vec<Volume>,
    /// Files that have the names of games but cannot be listed as such, by name.
    pub damaged: Vec<Damaged>,
    /// Deleted games that can be restored, the latest first.
    pub deleted: Vec<Volume>,
    /// The file that was deleted last, and its name, until it is restored or the program ends.
    pub last_deleted: Option<(PathBuf, String)>,
}

impl Library {
    /// The games below a user's folder.
    pub fn open(home: &Path) -> Library {
        let mut library = Library { folder: home.join("saves"), volumes: Vec::new(), damaged: Vec::new(), deleted: Vec::new(), last_deleted: None };
        library.look();
        library
    }

    /// Lists the folder again.
    pub fn look(&mut self) {
        (self.volumes, self.damaged) = (Vec::new(), Vec::new());
        for path in games_in(&self.folder) {
            match Volume::open(&path) {
                Ok(volume) => self.volumes.push(volume),
                Err(_) if std::fs::symlink_metadata(&path).is_err() => {} // it has gone since the folder was read
                Err(why) => self.damaged.push(Damaged { path, why }),
            }
        }
        self.damaged.sort_by(|a, b| a.path.cmp(&b.path));
        self.volumes.sort_by_key(|v| std::cmp::Reverse(v.written));
        self.deleted = games_in(&self.bin()).filter_map(|path| Volume::open(&path).ok()).collect();
        self.deleted.sort_by_key(|v| std::cmp::Reverse(v.written));
    }

    /// Where deleted games are kept.
    fn bin(&self) -> PathBuf {
        self.folder.join("deleted")
    }

    /// Deletes a game, or a file with the name of one, so that it can be restored. A game that is being played stays.
    pub fn delete(&mut self, path: &Path) -> Result<(), String> {
        let bin = self.bin();
        std::fs::create_dir_all(&bin).map_err(|e| format!("{}: cannot be made: {}", bin.display(), plain(&e)))?;
        let to = free(&bin, &stem(path));
        relocate(path, &to).map_err(|fault| fault.to_string())?;
        self.last_deleted = Some((to, stem(path)));
        self.look();
        Ok(())
    }

    /// Restores a deleted game, under its name or one like it. Returns its file.
    pub fn bring_back(&mut self, path: &Path) -> Result<PathBuf, String> {
        let last = self.last_deleted.clone().filter(|(deleted, _)| deleted == path);
        let to = free(&self.folder, &last.map_or_else(|| stem(path), |(_, name)| name));
        relocate(path, &to).map_err(|fault| fault.to_string())?;
        if self.last_deleted.as_ref().is_some_and(|(deleted, _)| deleted == path) {
            self.last_deleted = None;
        }
        self.look();
        Ok(to)
    }

    /// Deletes a deleted game for good.
    pub fn destroy(&mut self, path: &Path) -> Result<(), String> {
        if path.parent() != Some(&self.bin()) {
            return Err(format!("{}: only a deleted game can be deleted for good", path.display()));
        }
        std::fs::remove_file(path).map_err(|e| format!("{}: cannot be deleted: {}", path.display(), plain(&e)))?;
        if self.last_deleted.as_ref().is_some_and(|(deleted, _)| deleted == path) {
            self.last_deleted = None;
        }
        self.look();
        Ok(())
    }

    /// Renames a game. A game that is being played keeps its name, and no other game is replaced.
    pub fn rename(&mut self, path: &Path, name: &str) -> Result<PathBuf, String> {
        let to = self.named(name);
        relocate(path, &to).map_err(|fault| fault.to_string())?;
        self.look();
        Ok(to)
    }

    /// A file for a new game: no name is ever used twice.
    pub fn fresh(&self, title: Title) -> Result<PathBuf, String> {
        std::fs::create_dir_all(&self.folder).map_err(|e| format!("{}: cannot be made: {}", self.folder.display(), plain(&e)))?;
        let taken = |n: u32| self.folder.join(format!("{} {n}.{ENDING}", title.slug().replace('_', " ")));
        Ok((1..).map(taken).find(|p| std::fs::symlink_metadata(p).is_err()).unwrap_or_else(|| taken(0)))
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

/// The extension of game files.
pub(crate) const ENDING: &str = "fronts";
