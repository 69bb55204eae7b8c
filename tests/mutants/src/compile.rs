//! Compiles all mutants of a game, and drops those that do not compile.

use crate::mutate::{self, Mutant};
use crate::{Folders, write};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::{Command, Output, Stdio};

/// For each file a stamp of its text, and the mutations of it that do not compile, counted from its first.
type Dropped = BTreeMap<String, (u64, BTreeSet<usize>)>;

/// Compiles the mutants of these files and returns those that did.
pub fn compile(folders: &Folders, games: &[String], sources: &BTreeMap<String, String>) -> Vec<Mutant> {
    let mut dropped = known(folders, sources);
    let tests = tests(folders, games);
    loop {
        let (mut mutants, mut first) = (Vec::new(), BTreeMap::new());
        let mut next = 1;
        for (file, text) in sources {
            let left_out = dropped[file].1.iter().map(|n| next + n).collect();
            let (mutated, more, count) = mutate::mutate(file, text, next, &left_out);
            write(&folders.copy.join(file), mutated.as_bytes());
            mutants.extend(more);
            first.insert(next, file);
            next += count;
        }
        // Checking is quicker and finds most of what is wrong; some faults show only in building.
        let mut output = cargo(folders, "check", &tests);
        if output.status.success() {
            output = cargo(folders, "build", &tests);
        }
        if output.status.success() {
            println!("{} mutations, {} of them compile", next - 1, mutants.len());
            keep_programs(folders, &tests, &output);
            return mutants;
        }
        let blamed = blame(folders, &output);
        println!("{} mutants do not compile", blamed.len());
        for id in blamed {
            let (start, file) = first.range(..=id).next_back().expect("numbers begin with the first file");
            dropped.get_mut(*file).expect("it is a rule file").1.insert(id - start);
        }
        let line = |(file, (stamp, list)): (&String, &(u64, BTreeSet<usize>))| {
            let list: Vec<String> = list.iter().map(ToString::to_string).collect();
            format!("{file}\t{stamp}\t{}\n", list.join(" "))
        };
        let others: String =
            noted(folders).lines().filter(|line| !dropped.contains_key(line.split('\t').next().unwrap_or_default())).map(|line| format!("{line}\n")).collect();
        write(&folders.notes.join("dropped"), (others + &dropped.iter().map(line).collect::<String>()).as_bytes());
    }
}

/// What is known to be dropped from files that have not changed since.
fn known(folders: &Folders, sources: &BTreeMap<String, String>) -> Dropped {
    let stamp = |text: &str| {
        let mut hasher = DefaultHasher::new();
        (text, include_str!("mutate.rs")).hash(&mut hasher);
        hasher.finish()
    };
    let mut dropped: Dropped = sources.iter().map(|(file, text)| (file.clone(), (stamp(text), BTreeSet::new()))).collect();
    for line in noted(folders).lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        if let Some((_, list)) = dropped.get_mut(fields[0]).filter(|(stamp, _)| stamp.to_string() == fields[1]) {
            list.extend(fields[2].split_whitespace().filter_map(|n| n.parse::<usize>().ok()));
        }
    }
    dropped
}

fn noted(folders: &Folders) -> String {
    std::fs::read_to_string(folders.notes.join("dropped")).unwrap_or_default()
}

/// Checks or builds the trial and these tests, all at once: each by itself would compile the rules anew.
fn cargo(folders: &Folders, what: &str, tests: &[String]) -> Output {
    let mut command = Command::new("cargo");
    command.args([what, "--no-default-features", "--message-format=json", "--bin", "trial"]).current_dir(&folders.copy);
    command.args(tests.iter().flat_map(|test| ["--test", test.as_str()]));
    command.env("CARGO_PROFILE_DEV_DEBUG", "none"); // builds faster, and nobody will step through it
    command.env("CARGO_TARGET_DIR", &folders.target).stderr(Stdio::null()).output().expect("cargo runs")
}

/// Puts the programs where the trials find them.
fn keep_programs(folders: &Folders, tests: &[String], output: &Output) {
    let messages = messages(output);
    let program = |name: &str| {
        let built = messages.iter().filter(|m| m["target"]["name"] == name).find_map(|m| m["executable"].as_str());
        built.expect("what was built is a program").to_owned()
    };
    let (built, kept) = (std::fs::read(program("trial")).expect("what was built can be read"), folders.notes.join("trial"));
    if std::fs::read(&kept).ok().as_ref() != Some(&built) {
        crate::files(&folders.notes, "".as_ref()).iter().filter(|note| note.extension().is_some_and(|it| it == "cover")).for_each(|note| {
            std::fs::remove_file(folders.notes.join(note)).expect("notes can be written"); // of other mutants
        });
        std::fs::copy(program("trial"), &kept).expect("the program can be copied");
    }
    let list: String = tests.iter().map(|test| format!("{test}\t{}\n", program(test))).collect();
    write(&folders.notes.join("tests"), list.as_bytes());
}

/// The test files that are about one of these games only.
fn tests(folders: &Folders, games: &[String]) -> Vec<String> {
    let all = crate::files(&folders.copy, "tests".as_ref());
    let names = all.iter().filter_map(|path| path.to_str()?.strip_prefix("tests/")?.strip_suffix(".rs").map(str::to_owned));
    names.filter(|name| games.iter().any(|game| name.starts_with(game.as_str()))).collect()
}

fn messages(output: &Output) -> Vec<Value> {
    String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// The mutants that the compiler's errors point at.
fn blame(folders: &Folders, output: &Output) -> BTreeSet<usize> {
    let (mut blamed, mut puzzles) = (BTreeSet::new(), Vec::new());
    for message in messages(output).iter().filter(|m| m["reason"] == "compiler-message").map(|m| &m["message"]) {
        let spans = message["spans"].as_array().map(Vec::as_slice).unwrap_or_default();
        if message["level"] != "error" || spans.is_empty() {
            continue;
        }
        let (first, second): (Vec<&Value>, Vec<&Value>) = spans.iter().partition(|span| span["is_primary"] == true);
        let culprit = first.iter().chain(&second).map(|span| culprits(folders, span)).find(|ids| !ids.is_empty());
        match culprit {
            Some(ids) => blamed.extend(ids),
            None => puzzles.push(message["rendered"].as_str().unwrap_or_default().to_owned()),
        }
    }
    assert!(!blamed.is_empty(), "no mutant is to blame for\n{}", puzzles.join("\n"));
    blamed
}

/// The mutant in whose block a span lies; failing that, those within the span; failing that, the one just before.
fn culprits(folders: &Folders, span: &Value) -> Vec<usize> {
    let file = span["file_name"].as_str().unwrap_or_default();
    if !file.contains("/games/") {
        return Vec::new();
    }
    let text = std::fs::read_to_string(folders.copy.join(file)).expect("a mutated file can be read");
    let place = |what: &str| span[what].as_u64().unwrap_or_default() as usize;
    let (start, end) = (place("byte_start"), place("byte_end"));
    let switches = switches(&text);
    let mut inner = switches.iter().filter(|(_, at, brace)| *at <= start && brace.is_some_and(|brace| end <= block_end(&text, brace)));
    if let Some((id, ..)) = inner.next_back() {
        return vec![*id];
    }
    let within: Vec<usize> = switches.iter().filter(|(_, at, _)| (start..end).contains(at)).map(|(id, ..)| *id).collect();
    if !within.is_empty() {
        return within;
    }
    switches.iter().filter(|(_, at, _)| (start.saturating_sub(300)..start).contains(at)).map(|(id, ..)| *id).next_back().into_iter().collect()
}

/// Every switch in a text: its mutant, where it stands, and where its block begins if it has one.
fn switches(text: &str) -> Vec<(usize, usize, Option<usize>)> {
    const CALL: &str = "crate::mutant(";
    let read = |(at, _): (usize, &str)| {
        let rest = &text[at + CALL.len()..];
        let close = rest.find(')')?;
        let brace = rest[close..].starts_with(") {").then_some(at + CALL.len() + close + 3);
        Some((rest[..close].parse().ok()?, at, brace))
    };
    text.match_indices(CALL).filter_map(read).collect()
}

fn block_end(text: &str, from: usize) -> usize {
    let mut depth = 1;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}
