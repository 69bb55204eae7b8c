//! Which rule atoms a passing test covers.

use crate::games::{Rules, Title};
use crate::play::Verdict;
use include_dir::{Dir, include_dir};
use std::collections::{BTreeMap, BTreeSet};

/// The situations that ship with the program.
static SITUATIONS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tests/situations");

/// The situations that ship with the program: path and text, in order.
pub fn shipped_situations() -> Vec<(String, String)> {
    fn gather(dir: &Dir<'static>, into: &mut Vec<(String, String)>) {
        for file in dir.files() {
            if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
                into.push((format!("tests/situations/{}", path.replace('\\', "/")), text.to_owned()));
            }
        }
        dir.dirs().for_each(|dir| gather(dir, into));
    }
    let mut all = Vec::new();
    gather(&SITUATIONS, &mut all);
    all.sort();
    all
}

/// One line of the report: a system of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The game.
    pub game: Title,
    /// The system.
    pub system: String,
    /// How many atoms it has.
    pub atoms: usize,
    /// How many of them a passing test covers.
    pub covered: usize,
    /// The others.
    pub missing: Vec<String>,
}

/// Counts, per game and system, the atoms that passing situations cover. Atoms of system `info` have nothing to enforce.
pub fn coverage(games: &[Rules], verdicts: &[Verdict]) -> Vec<Row> {
    let passed: BTreeSet<&str> = verdicts.iter().filter(|v| v.faults.is_empty()).flat_map(|v| v.covers.iter().map(String::as_str)).collect();
    let mut rows = Vec::new();
    for rules in games {
        let mut systems: BTreeMap<&str, Row> = BTreeMap::new();
        for atom in rules.book.atoms.iter().filter(|a| a.system != "info") {
            let row = systems.entry(&atom.system).or_insert_with(|| Row {
                game: rules.title,
                system: atom.system.clone(),
                atoms: 0,
                covered: 0,
                missing: Vec::new(),
            });
            row.atoms += 1;
            if passed.contains(atom.id.as_str()) { row.covered += 1 } else { row.missing.push(atom.id.clone()) }
        }
        rows.extend(systems.into_values());
    }
    rows
}
