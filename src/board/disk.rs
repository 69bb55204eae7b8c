//! Writes files whole or not at all.

use super::plain;
use super::read::Fault;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

fn fault(path: &Path, what: &str) -> Fault {
    Fault::of_file(path.display().to_string(), what)
}

/// Whether a file can be written here, checked before any work is done: there is nothing there yet, or a file. A folder, a pipe or a device will not
/// do, nor will a folder that does not exist.
pub(crate) fn check_target(path: &Path) -> Result<(), Fault> {
    match std::fs::metadata(path) {
        Ok(meta) if meta.is_dir() => Err(fault(path, "is a folder; expected a file to write")),
        Ok(meta) if !meta.is_file() => Err(fault(path, "is not a regular file; nothing is written to pipes and devices")),
        Ok(_) => Ok(()),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => match std::fs::metadata(folder(path)) {
            Ok(meta) if meta.is_dir() && path.file_name().is_some() => Ok(()),
            Ok(_) => Err(fault(path, "cannot be written: not a directory")),
            Err(e) => Err(fault(path, &format!("cannot be written: {}", plain(&e)))),
        },
        Err(e) => Err(fault(path, &format!("cannot be written: {}", plain(&e)))),
    }
}

/// The folder a file is in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file whole: to a temporary file beside it, synced, then renamed, so that nobody ever finds half of it.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    check_target(path)?;
    // A link stays one: what it leads to is written.
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = PathBuf::from(temporary);
    let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary).map_err(|e| fault(path, &format!("cannot be written: {}", plain(&e))))?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|e| {
        let _ = std::fs::remove_file(&temporary);
        fault(path, &format!("cannot be written: {}", plain(&e)))
    })?;
    sync_folder(folder(path));
    Ok(())
}

/// Makes a rename survive a power loss. Not every system can do that for a folder; the file is there in any case.
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}
