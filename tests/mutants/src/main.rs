//! Tries every single mutation of a game's rules against its situations, the laws and its own tests.
//!
//! All mutants are compiled at once, each behind a switch that is read while the program runs; a mutant then meets only the
//! situations that reach it. `run GAME…` does everything in a scratch folder and prints the survivors; `--again` keeps what was
//! caught before and tries the survivors again, which is quick after a situation was added; `--situations` leaves out the laws and
//! the game's own tests, which are slow.

mod compile;
mod judged;
mod mutate;
mod trial;

use mutate::Mutant;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Files of a game that hold no rule: tables, the words of prompts and warnings, hints for bots.
const NO_RULES: [&str; 7] = ["advice", "census", "charts", "prompt", "tables", "words", "warnings"];
/// Rules that games share. A game answers for what its situations and the laws reach of them.
const SHARED: [&str; 5] = ["src/games/kit/odds.rs", "src/games/kit/plan.rs", "src/games/kit/setup.rs", "src/games/kit/table.rs", "src/games/kit/walk.rs"];

/// Where things are.
pub struct Folders {
    /// The project.
    project: PathBuf,
    /// The copy that is mutated.
    copy: PathBuf,
    /// What is built of it.
    target: PathBuf,
    /// What is known of the mutants.
    notes: PathBuf,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (flags, words): (Vec<String>, Vec<String>) = words.into_iter().partition(|word| word.starts_with("--"));
    let [project, games @ ..] = words.as_slice() else { panic!("`run` names the project") };
    let known = flags.iter().all(|flag| ["--again", "--situations"].contains(&flag.as_str()));
    assert!(!games.is_empty() && known, "usage: run GAME… [--again] [--situations]");
    let has = |flag: &str| flags.iter().any(|f| f == flag);
    let scratch = PathBuf::from(std::env::var("MUTANTS_DIR").expect("`run` sets MUTANTS_DIR"));
    let project = std::fs::canonicalize(project).expect("the project's folder");
    let folders = Folders { project, copy: scratch.join("copy"), target: scratch.join("target"), notes: scratch.join("notes") };
    std::fs::create_dir_all(&folders.notes).expect("a folder for notes");
    let mutants = compile::compile(&folders, games, &copy_sources(&folders, games));
    for game in games {
        let mut own: Vec<Mutant> = mutants.iter().filter(|m| is_rule_file(&m.file, game)).cloned().collect();
        let judged = judged::read(&folders.project, game);
        let reached = trial::cover(&folders, game);
        own.retain(|m| !SHARED.contains(&m.file.as_str()) || reached.contains(&m.id));
        let caught = trial::run(&folders, game, &own, &reached, &judged, has("--again"), has("--situations"));
        report(game, &own, &caught, &judged);
    }
}

/// Copies the project as far as it is built, and returns the rule files: path and text. What has not changed is left alone.
fn copy_sources(folders: &Folders, games: &[String]) -> BTreeMap<String, String> {
    let mut rules = BTreeMap::new();
    for top in ["Cargo.toml", "Cargo.lock", "src", "rules", "assets", "benches", "tests"] {
        for path in files(&folders.project, Path::new(top)) {
            let name = path.to_str().expect("paths are plain");
            if name.starts_with("tests/mutants") || name.starts_with("tests/situations") {
                continue; // situations are read from the project, so that a new one costs no build
            }
            let text = std::fs::read(folders.project.join(&path)).expect("sources can be read");
            if games.iter().any(|game| is_rule_file(name, game)) {
                rules.insert(name.to_owned(), String::from_utf8(text).expect("sources are text"));
            } else if name != "src/lib.rs" {
                write(&folders.copy.join(&path), &text);
            }
        }
    }
    for path in files(&folders.copy, Path::new("src")).iter().filter(|path| !folders.project.join(path).exists()) {
        std::fs::remove_file(folders.copy.join(path)).expect("the scratch folder can be written");
    }
    write(&folders.copy.join("tests/situations/none"), b"");
    write(&folders.copy.join("src/bin/trial.rs"), include_bytes!("../crate/trial.rs"));
    let library = std::fs::read_to_string(folders.project.join("src/lib.rs")).expect("the library's root");
    let library =
        library.replace("#![deny(missing_docs)]", "#![allow(warnings, arithmetic_overflow, unconditional_panic)]") + include_str!("../crate/switch.rs");
    write(&folders.copy.join("src/lib.rs"), library.as_bytes());
    rules
}

fn is_rule_file(path: &str, game: &str) -> bool {
    if SHARED.contains(&path) {
        return true;
    }
    let Some(name) = path.strip_prefix(&format!("src/games/{game}/")).and_then(|rest| rest.strip_suffix(".rs")) else { return false };
    !name.split('/').any(|part| NO_RULES.contains(&part))
}

/// The files under a path, relative to `root`, in order.
fn files(root: &Path, under: &Path) -> Vec<PathBuf> {
    if !root.join(under).is_dir() {
        return vec![under.to_owned()];
    }
    let entries = std::fs::read_dir(root.join(under)).expect("the project can be listed");
    let mut names: Vec<PathBuf> = entries.map(|entry| under.join(entry.expect("the project can be listed").file_name())).collect();
    names.sort();
    names.iter().flat_map(|name| files(root, name)).collect()
}

/// Writes a file unless it is already so.
pub fn write(path: &Path, text: &[u8]) {
    if std::fs::read(path).is_ok_and(|old| old == text) {
        return;
    }
    std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("folders can be made");
    std::fs::write(path, text).expect("the scratch folder can be written");
}

fn report(game: &str, mutants: &[Mutant], caught: &BTreeMap<usize, String>, judged: &judged::Judged) {
    let rules: Vec<&Mutant> = mutants.iter().filter(|m| judged.no_rule(m).is_none()).collect();
    let survivors: Vec<&&Mutant> = rules.iter().filter(|m| !caught.contains_key(&m.id)).collect();
    println!("\nSurvivors ({game}):");
    for mutant in &survivors {
        let Mutant { id, file, line, function, kind, before, after } = mutant;
        let verdict = judged.equivalent(mutant).unwrap_or("?");
        println!("{id}\t{file}:{line}\t{function}\t{kind}\t`{before}` -> `{after}`\t{verdict}");
    }
    let equivalent = survivors.iter().filter(|m| judged.equivalent(m).is_some()).count();
    let by = |what: &str| rules.iter().filter(|m| caught.get(&m.id).is_some_and(|by| by.starts_with(what))).count();
    let (changing, alive) = (rules.len() - equivalent, survivors.len() - equivalent);
    let share = |n: usize| 100.0 * n as f64 / changing.max(1) as f64;
    println!("\n{game}: {} mutants, {} in rules, {equivalent} of them equivalent, {changing} change a rule", mutants.len(), rules.len());
    let mut all = 0;
    for what in ["situations", "laws", "tests"] {
        all += by(what);
        println!("  caught by {what}: {} ({:.2} %)", by(what), share(by(what)));
    }
    println!("  caught in all: {all} ({:.2} %); {alive} survive", share(all));
    let known: BTreeSet<usize> = survivors.iter().map(|m| m.id).collect();
    for line in judged.unused(rules.iter().filter(|m| known.contains(&m.id)).copied()) {
        println!("  judged, but no longer among the survivors: {line}");
    }
}
