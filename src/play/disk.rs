//! Journals on disk. Only one process holds a game at a time, every order is synced before the next is accepted, and nothing is ever appended after a
//! half-written line.

use super::journal::{Journal, JournalLine};
use super::terse::Context;
use crate::board::read::Fault;
use crate::board::{plain, write_file};
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
    /// Another process is playing this game.
    #[error("{0}: this game is open in another window of Five Fronts")]
    Held(String),
}

fn bad(path: &Path, error: &std::io::Error) -> SaveFault {
    SaveFault::Bad(Fault::of_file(path.display().to_string(), format!("cannot be written: {}", plain(error))))
}

/// The right to write a game's file, for as long as this value lives. The lock is on a hidden file beside it: the file itself is replaced when it is
/// rewritten, and must stay readable for anyone who only watches.
#[derive(Debug)]
pub(super) struct Hold {
    _file: File,
    beside: PathBuf,
}

impl Hold {
    /// Takes the right, unless another process holds it.
    pub(super) fn take(path: &Path) -> Result<Hold, SaveFault> {
        let beside = beside(path, "lock");
        let open = || OpenOptions::new().create(true).truncate(false).write(true).open(&beside).map_err(|e| bad(path, &e));
        loop {
            let file = open()?;
            match file.try_lock() {
                // Another process may have removed this file before it was locked; then the file there now is free.
                Ok(()) if open()?.try_lock().is_ok() => {}
                Ok(()) => return Ok(Hold { _file: file, beside }),
                Err(TryLockError::WouldBlock) => return Err(SaveFault::Held(path.display().to_string())),
                // This file system has no locks: better to play without one than not at all.
                Err(TryLockError::Error(e)) if e.kind() == std::io::ErrorKind::Unsupported => return Ok(Hold { _file: file, beside }),
                Err(TryLockError::Error(e)) => return Err(bad(path, &e)),
            }
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.beside); // still locked here, so nobody else can have it
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
    /// How many bytes of whole lines are on disk.
    good: u64,
    /// Lines that could not be written yet.
    waiting: String,
    /// What the short form of the next line refers to.
    context: Context,
    /// Why they could not be written; shown to the players until they are.
    pub trouble: Option<Fault>,
}

impl JournalFile {
    /// Starts a journal with the lines so far.
    pub fn create(path: &Path, lines: &[JournalLine]) -> Result<JournalFile, SaveFault> {
        JournalFile::create_held(path, lines, Hold::take(path)?)
    }

    /// The same, for a caller who already holds the game.
    pub(super) fn create_held(path: &Path, lines: &[JournalLine], hold: Hold) -> Result<JournalFile, SaveFault> {
        let (text, context) = Journal::written(lines);
        write_file(path, text.as_bytes()).map_err(SaveFault::Bad)?;
        JournalFile::open_held(path, text.len() as u64, context, hold)
    }

    /// Continues a journal after its last whole line, which ends at `good` bytes.
    pub(super) fn open_held(path: &Path, good: u64, context: Context, hold: Hold) -> Result<JournalFile, SaveFault> {
        let file = OpenOptions::new().append(true).open(path).map_err(|e| bad(path, &e))?;
        let mut journal = JournalFile { path: path.to_path_buf(), file, _hold: hold, good, waiting: String::new(), context, trouble: None };
        journal.cut().map_err(|e| bad(path, &e))?;
        Ok(journal)
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line and waits until it is on disk. A line that cannot be written is kept and tried again with the next one; until then the file
    /// ends with its last whole line.
    pub fn append(&mut self, line: &JournalLine) {
        self.waiting.push_str(&self.context.write(line));
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

    /// Rewrites the journal with other lines.
    pub(super) fn rewrite(&mut self, lines: &[JournalLine]) -> Result<(), SaveFault> {
        let (text, context) = Journal::written(lines);
        write_file(&self.path, text.as_bytes()).map_err(SaveFault::Bad)?;
        self.context = context;
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

    /// Cuts off whatever follows the last whole line.
    fn cut(&mut self) -> std::io::Result<()> {
        if self.file.metadata()?.len() > self.good {
            self.file.set_len(self.good)?;
        }
        Ok(())
    }
}

/// Replaces a file with a whole journal, unless another process is playing it.
pub fn write_whole(path: &Path, lines: &[JournalLine]) -> Result<(), SaveFault> {
    let _hold = Hold::take(path)?;
    write_file(path, Journal::text(lines).as_bytes()).map_err(SaveFault::Bad)
}

/// Moves a game to another file, unless another process is playing it or the name is taken.
pub fn relocate(from: &Path, to: &Path) -> Result<(), SaveFault> {
    let _holds = (Hold::take(from)?, Hold::take(to)?);
    if std::fs::symlink_metadata(to).is_ok() {
        return Err(SaveFault::Bad(Fault::of_file(to.display().to_string(), "there is a file of this name already")));
    }
    std::fs::rename(from, to).map_err(|e| bad(from, &e))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// A device that is always full stands in for the disk; half a line got through before it filled up.
    #[test]
    fn a_full_disk_costs_nothing() {
        let path = std::env::temp_dir().join(format!("five-fronts-full-{}.fronts", std::process::id()));
        let mut journal = JournalFile::create(&path, &[JournalLine::Undo]).expect("there is room");
        let append = |path: &Path| OpenOptions::new().append(true).open(path).expect("it can be opened");
        journal.file = append(Path::new("/dev/full"));
        journal.append(&JournalLine::Tables(7));
        journal.append(&JournalLine::Undo);
        assert!(journal.trouble.as_ref().is_some_and(|fault| fault.what.contains("no space left")), "{:?}", journal.trouble);
        journal.file = append(&path);
        journal.file.write_all(b"0123abcd O 12").expect("there is room again");
        journal.append(&JournalLine::Dice(vec![1, 2]));
        assert_eq!(journal.trouble, None);
        let text = std::fs::read_to_string(&path).expect("it is there");
        assert_eq!(text, Journal::text(&[JournalLine::Undo, JournalLine::Tables(7), JournalLine::Undo, JournalLine::Dice(vec![1, 2])]));
        drop(journal);
        assert!(!beside(&path, "lock").exists(), "nothing is left beside it");
        std::fs::remove_file(&path).expect("it is there");
    }
}
