//! Journals on disk: one holder a game, every order synced before the next, and never half a line behind which something else follows.

use super::journal::{Journal, Line};
use crate::board::plain;
use crate::board::read::Fault;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a journal cannot be written.
#[derive(Clone, Debug, Error)]
pub enum SaveFault {
    /// The disk or the folder is at fault.
    #[error("{0}")]
    Bad(Fault),
    /// Another program plays this game.
    #[error("{0}: this game is open in another window of Five Fronts")]
    Held(String),
}

fn bad(path: &Path, error: &std::io::Error) -> SaveFault {
    SaveFault::Bad(Fault::of_file(path.display().to_string(), format!("cannot be written: {}", plain(error))))
}

/// The right to write a game's file, as long as it lives. The lock lies on a hidden file beside it: the file itself is replaced when it
/// is written anew, and must stay readable for whoever only watches.
#[derive(Debug)]
pub struct Hold {
    _file: File,
}

impl Hold {
    /// Takes the right, if nobody has it.
    pub fn take(path: &Path) -> Result<Hold, SaveFault> {
        let beside = beside(path, "lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&beside).map_err(|e| bad(path, &e))?;
        match file.try_lock() {
            Ok(()) => Ok(Hold { _file: file }),
            Err(TryLockError::WouldBlock) => Err(SaveFault::Held(path.display().to_string())),
            // A file system that knows no locks: better to play without one than not at all.
            Err(TryLockError::Error(e)) if e.kind() == std::io::ErrorKind::Unsupported => Ok(Hold { _file: file }),
            Err(TryLockError::Error(e)) => Err(bad(path, &e)),
        }
    }
}

/// A hidden file beside another one.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{ending}"))
}

/// A journal's file, open for appending.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    file: File,
    _hold: Hold,
    /// How many bytes are whole lines on the disk.
    good: u64,
    /// Lines that could not be written yet.
    waiting: String,
    /// Why they could not; shown to the players until they are.
    pub trouble: Option<Fault>,
}

impl JournalFile {
    /// Starts a journal with the lines so far.
    pub fn create(path: &Path, lines: &[Line]) -> Result<JournalFile, SaveFault> {
        JournalFile::create_held(path, lines, Hold::take(path)?)
    }

    /// The same, by who holds the game already.
    pub(super) fn create_held(path: &Path, lines: &[Line], hold: Hold) -> Result<JournalFile, SaveFault> {
        let text = Journal::text(lines);
        replace(path, text.as_bytes())?;
        JournalFile::open_held(path, text.len() as u64, hold)
    }

    /// Goes on with a journal behind its last whole line, which ends at `good` bytes.
    pub(super) fn open_held(path: &Path, good: u64, hold: Hold) -> Result<JournalFile, SaveFault> {
        let file = OpenOptions::new().append(true).open(path).map_err(|e| bad(path, &e))?;
        let mut journal = JournalFile { path: path.to_path_buf(), file, _hold: hold, good, waiting: String::new(), trouble: None };
        journal.cut().map_err(|e| bad(path, &e))?;
        Ok(journal)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line and waits until it is on the disk. What cannot be written is kept and tried again with the next line; the file
    /// then ends in its last whole line.
    pub fn append(&mut self, line: &Line) {
        self.waiting.push_str(&line.text());
        match self.flush() {
            Ok(()) => {
                self.good += self.waiting.len() as u64;
                self.waiting.clear();
                self.trouble = None;
            }
            Err(e) => {
                let _ = self.cut(); // if that fails too, it is tried again before the next line
                self.trouble = Some(Fault::of_file(self.path.display().to_string(), format!("cannot be written: {}", plain(&e))));
            }
        }
    }

    /// Writes the journal anew with other lines.
    pub(super) fn rewrite(&mut self, lines: &[Line]) -> Result<(), SaveFault> {
        let text = Journal::text(lines);
        replace(&self.path, text.as_bytes())?;
        self.file = OpenOptions::new().append(true).open(&self.path).map_err(|e| bad(&self.path, &e))?;
        (self.good, self.trouble) = (text.len() as u64, None);
        self.waiting.clear();
        Ok(())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        if self.trouble.is_some() {
            self.cut()?;
        }
        self.file.write_all(self.waiting.as_bytes())?;
        self.file.sync_data()
    }

    /// Cuts off whatever stands behind the last whole line.
    fn cut(&mut self) -> std::io::Result<()> {
        if self.file.metadata()?.len() > self.good {
            self.file.set_len(self.good)?;
        }
        Ok(())
    }
}

/// Writes a whole journal in place of what is there, unless somebody plays it.
pub fn write_whole(path: &Path, lines: &[Line]) -> Result<(), SaveFault> {
    let _hold = Hold::take(path)?;
    replace(path, Journal::text(lines).as_bytes())
}

/// Writes a file: to a temporary one beside it, synced, then renamed, so that the old one is never half overwritten.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), SaveFault> {
    let temporary = beside(path, &format!("{}.tmp", std::process::id()));
    let written = File::create(&temporary).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    written.and_then(|()| std::fs::rename(&temporary, path)).map_err(|e| {
        let _ = std::fs::remove_file(&temporary);
        bad(path, &e)
    })?;
    sync_folder(path);
    Ok(())
}

/// A rename lasts only once its folder is on the disk. Where folders cannot be synced, the system sees to it.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// A device that is always full stands in for the disk; half a line has got through before it was.
    #[test]
    fn a_full_disk_costs_nothing() {
        let path = std::env::temp_dir().join(format!("five-fronts-full-{}.fronts", std::process::id()));
        let mut journal = JournalFile::create(&path, &[Line::Undo]).expect("there is room");
        let append = |path: &Path| OpenOptions::new().append(true).open(path).expect("it can be opened");
        journal.file = append(Path::new("/dev/full"));
        journal.append(&Line::Tables(7));
        journal.append(&Line::Undo);
        assert!(journal.trouble.as_ref().is_some_and(|fault| fault.what.contains("no space left")), "{:?}", journal.trouble);
        journal.file = append(&path);
        journal.file.write_all(b"0123abcd O 12").expect("there is room again");
        journal.append(&Line::Dice(vec![1, 2]));
        assert_eq!(journal.trouble, None);
        let text = std::fs::read_to_string(&path).expect("it is there");
        assert_eq!(text, Journal::text(&[Line::Undo, Line::Tables(7), Line::Undo, Line::Dice(vec![1, 2])]));
        std::fs::remove_file(&path).expect("it is there");
        let _ = std::fs::remove_file(beside(&path, "lock"));
    }
}
