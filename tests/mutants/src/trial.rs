//! Runs the mutants: first the situations that reach them, then the laws, then the game's own tests.

use crate::Folders;
use crate::judged::Judged;
use crate::mutate::Mutant;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// After this long without a word a mutant hangs.
const PATIENCE: Duration = Duration::from_secs(180);
/// A mutant that grows beyond this many kilobytes is caught.
const MEMORY: &str = "ulimit -v 8000000; exec \"$@\"";

/// Notes what each situation and the laws reach, and returns all mutants reached.
pub fn cover(folders: &Folders, game: &str) -> BTreeSet<usize> {
    let output = Command::new(folders.notes.join("trial"))
        .args(["cover", game])
        .arg(situations(folders, game))
        .arg(noted(folders, game))
        .output()
        .expect("a trial runs");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}");
    print!("{complaints}");
    crate::write(&noted(folders, game), &output.stdout);
    let text = std::str::from_utf8(&output.stdout).expect("a trial speaks text");
    let reached = text.lines().flat_map(|line| line.split('\t').nth(2).unwrap_or_default().split_whitespace());
    reached.map(|id| id.parse().expect("a number")).collect()
}

fn situations(folders: &Folders, game: &str) -> PathBuf {
    folders.project.join("tests/situations").join(game)
}

fn noted(folders: &Folders, game: &str) -> PathBuf {
    folders.notes.join(format!("{game}.cover"))
}

/// What caught each mutant that was caught. What is judged to change no rule meets the situations only.
pub fn run(folders: &Folders, game: &str, mutants: &[Mutant], reached: &BTreeSet<usize>, judged: &Judged, again: bool, quick: bool) -> BTreeMap<usize, String> {
    let (situations, cover) = (situations(folders, game), noted(folders, game));
    let never = mutants.iter().filter(|m| !reached.contains(&m.id)).count();
    println!("{game}: {} mutants, {never} of them reached by no situation and no law", mutants.len());
    let file = folders.notes.join(format!("{game}.caught"));
    let list = folders.notes.join(format!("{game}.mutants"));
    let old = std::fs::read_to_string(&list).unwrap_or_default();
    let old: BTreeSet<&str> = old.lines().filter(|_| again).collect();
    let is_old = |id: &usize| mutants.iter().any(|m| m.id == *id && old.contains(format!("{m:?}").as_str()));
    let mut caught: BTreeMap<usize, String> = read(&file).into_iter().filter(|(id, _)| is_old(id)).collect();
    crate::write(&list, mutants.iter().map(|m| format!("{m:?}\n")).collect::<String>().as_bytes());
    for mode in ["situations", "laws", "tests"].into_iter().take(if quick { 1 } else { 3 }) {
        let started = Instant::now();
        let rule = |m: &&Mutant| mode == "situations" || (judged.no_rule(m).is_none() && judged.equivalent(m).is_none());
        let left = mutants.iter().filter(|m| !caught.contains_key(&m.id)).filter(rule);
        let untried: Vec<usize> = left.map(|m| m.id).filter(|id| mode == "tests" || reached.contains(id)).collect();
        let more = match mode {
            "tests" => share_out(&untried, |hand| hand.iter().filter_map(|id| Some((*id, by_tests(folders, game, *id)?))).collect()),
            _ => share_out(&untried, |hand| drive(folders, &[mode, game], &[&situations, &cover], hand)),
        };
        println!("{game}: {} of {} caught by {mode} ({:.0?})", more.len(), untried.len(), started.elapsed());
        caught.extend(more.into_iter().map(|(id, by)| (id, format!("{mode}: {by}"))));
        keep(&file, &caught);
    }
    caught
}

fn read(file: &Path) -> BTreeMap<usize, String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().filter_map(|line| line.split_once('\t')).map(|(id, by)| (id.parse().expect("a number"), by.to_owned())).collect()
}

fn keep(file: &Path, caught: &BTreeMap<usize, String>) {
    let text: String = caught.iter().map(|(id, by)| format!("{id}\t{by}\n")).collect();
    crate::write(file, text.as_bytes());
}

/// Deals the numbers out to as many workers as there are cores, and gathers what was caught.
fn share_out<C: Send>(untried: &[usize], work: impl Fn(&[usize]) -> Vec<C> + Sync) -> Vec<C> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let hands: Vec<Vec<usize>> = (0..workers).map(|n| untried.iter().copied().skip(n).step_by(workers).collect()).collect();
    std::thread::scope(|scope| {
        let running: Vec<_> = hands.iter().map(|hand| scope.spawn(|| work(hand))).collect();
        running.into_iter().flat_map(|worker| worker.join().expect("a worker ends")).collect()
    })
}

/// Gives the numbers to a trial, starts it anew when a mutant takes it down, and returns what was caught by what.
fn drive(folders: &Folders, words: &[&str], paths: &[&Path], untried: &[usize]) -> Vec<(usize, String)> {
    let (mut caught, mut at) = (Vec::new(), 0);
    while at < untried.len() {
        let mut trial = Command::new("sh");
        trial.args(["-c", MEMORY, "trial"]).arg(folders.notes.join("trial")).args(words).args(paths);
        let mut trial = trial.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a trial runs");
        let numbers: String = untried[at..].iter().map(|id| format!("{id}\n")).collect();
        let mut input = trial.stdin.take().expect("it is piped");
        std::thread::spawn(move || input.write_all(numbers.as_bytes()));
        let (told, hear) = mpsc::channel();
        let output = BufReader::new(trial.stdout.take().expect("it is piped"));
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| told.send(line)));
        while let Ok(line) = hear.recv_timeout(PATIENCE) {
            let fields: Vec<&str> = line.split('\t').collect();
            if fields[1] == "caught" {
                caught.push((untried[at], fields[2].to_owned()));
            }
            at += usize::from(fields[1] != "starts");
        }
        let _ = trial.kill(); // it has ended, or it hangs
        trial.wait().expect("it was started");
        if at < untried.len() {
            caught.push((untried[at], "takes the program down, or never ends".into()));
            at += 1;
        }
    }
    caught
}

/// Which of the game's own tests a mutant fails.
fn by_tests(folders: &Folders, game: &str, id: usize) -> Option<String> {
    let programs = std::fs::read_to_string(folders.notes.join("tests")).unwrap_or_default();
    let fails = |program: &str| {
        let mut test = Command::new("timeout");
        test.args(["180", program]).env("MUTANT", id.to_string()).current_dir(&folders.copy);
        !test.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("a test runs").success()
    };
    let named = programs.lines().filter_map(|line| line.split_once('\t')).filter(|(test, _)| test.starts_with(game));
    named.map(|(test, program)| (test, fails(program))).find(|(_, failed)| *failed).map(|(test, _)| test.to_owned())
}
