//! Tries mutants. `trial cover GAME SITUATIONS COVER` tells what each situation and the laws reach, unless COVER does already; `trial
//! situations|laws GAME SITUATIONS COVER` reads the numbers of mutants from standard input and tells of each what caught it. A line each on standard output.

use five_fronts::games::{Rules, Title};
use five_fronts::lab::{Batch, laws};
use five_fronts::play::{Shelf, run_text};
use five_fronts::switch::{ASKED, LIMIT, ON, REACHED};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

/// As many games as `tests/laws.rs` plays, and the same ones.
const GAMES: u64 = 40;
const SEED: u64 = 2008;
/// A mutant may ask so many times more often than the rules as they are, and so much besides.
const PATIENCE: u64 = 30;
const LEEWAY: u64 = 2_000_000;

/// What one situation, or the laws, reach: how often mutants were asked, and which.
struct Reach {
    asked: u64,
    mutants: BTreeSet<usize>,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (mode, game, folder) = (words[0].as_str(), words[1].as_str(), &words[2]);
    ON.store(0, Relaxed);
    let title = Title::playable().into_iter().find(|title| title.slug() == game).expect("a game on the shelf");
    let mut situations = Vec::new();
    gather(Path::new(folder), &mut situations);
    situations.sort();
    match mode {
        "cover" => cover(title, &situations, &std::fs::read_to_string(&words[3]).unwrap_or_default()),
        "situations" | "laws" => try_all(title, &situations, &read_cover(&words[3]), mode == "laws"),
        _ => panic!("cover, situations or laws"),
    }
}

fn gather(folder: &Path, into: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("situations can be listed") {
        let path = entry.expect("situations can be listed").path();
        if path.is_dir() {
            gather(&path, into);
        } else {
            into.push((path.display().to_string(), std::fs::read_to_string(&path).expect("a situation can be read")));
        }
    }
}

fn load(title: Title) -> Rules {
    title.load(&title.shipped()).expect("shipped tables have no fault")
}

/// On one thread: a trial runs on each core.
fn batch() -> Batch<'static> {
    Batch { games: GAMES, seed: SEED, scenario: None, jobs: 1, every: 1, quiet: true, think: Default::default() }
}

fn shelf() -> Shelf<'static> {
    Shelf::new(|title: Title| Ok(title.shipped()))
}

/// Tells what was reached since the last word, with a stamp of what was run.
fn tell(what: &str, stamp: u64) {
    let asked = ASKED.swap(0, Relaxed);
    let reached: Vec<String> = (0..REACHED.len()).filter(|id| REACHED[*id].swap(false, Relaxed)).map(|id| id.to_string()).collect();
    println!("{what}\t{asked}\t{}\t{stamp}", reached.join(" "));
}

fn stamp(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn forget() {
    (0..REACHED.len()).for_each(|id| REACHED[id].store(false, Relaxed));
    ASKED.store(0, Relaxed);
}

fn cover(title: Title, situations: &[(String, String)], known: &str) {
    let known: BTreeMap<&str, &str> = known.lines().filter_map(|line| Some((line.split('\t').next()?, line))).collect();
    let is_known = |name: &str, stamp: u64| known.get(name).copied().filter(|line| line.ends_with(&format!("\t{stamp}")));
    forget();
    let rules = load(title);
    tell("tables", 0);
    let mut shelf = shelf();
    run_text(&situations[0].0, &situations[0].1, &mut shelf);
    for (name, text) in situations {
        let stamp = stamp(text);
        if let Some(line) = is_known(name, stamp) {
            println!("{line}");
            continue;
        }
        forget();
        match run_text(name, text, &mut shelf).faults.first() {
            Some(fault) => eprintln!("left out, since it fails without a mutant: {fault}"),
            None => tell(name, stamp),
        }
    }
    if let Some(line) = is_known("laws", 0) {
        println!("{line}");
        return;
    }
    forget();
    laws::fuzz(&rules, &batch()).unwrap_or_else(|broken| panic!("the laws are broken without a mutant: {broken}"));
    tell("laws", 0);
}

fn read_cover(path: &str) -> BTreeMap<String, Reach> {
    let mut cover = BTreeMap::new();
    for line in std::fs::read_to_string(path).expect("cover can be read").lines() {
        let mut fields = line.split('\t');
        let name = fields.next().expect("a name").to_owned();
        let asked = fields.next().and_then(|n| n.parse().ok()).expect("a number");
        let mutants = fields.next().unwrap_or_default().split_whitespace().map(|n| n.parse().expect("a number")).collect();
        cover.insert(name, Reach { asked, mutants });
    }
    cover
}

/// Runs something with a mutant on: its fault, if it has one. A panic is one, and so is never to end.
fn with(id: usize, asked: u64, what: impl FnOnce() -> Option<String>) -> Option<String> {
    ASKED.store(0, Relaxed);
    LIMIT.store(LEEWAY + asked * PATIENCE, Relaxed);
    ON.store(id, Relaxed);
    let fault = catch_unwind(AssertUnwindSafe(what)).unwrap_or_else(|_| Some("panics".into()));
    ON.store(0, Relaxed);
    LIMIT.store(u64::MAX, Relaxed);
    fault
}

fn try_all(title: Title, situations: &[(String, String)], cover: &BTreeMap<String, Reach>, by_laws: bool) {
    std::panic::set_hook(Box::new(|_| {}));
    let (mut shelf, rules) = (shelf(), load(title));
    run_text(&situations[0].0, &situations[0].1, &mut shelf);
    for line in std::io::stdin().lines() {
        let id: usize = line.expect("numbers of mutants").trim().parse().expect("a number");
        println!("{id}\tstarts");
        let in_tables = cover["tables"].mutants.contains(&id);
        let caught = if by_laws {
            let reach = &cover["laws"];
            let play = || laws::fuzz(&rules, &batch()).err().map(|broken| broken.to_string());
            reach.mutants.contains(&id).then(|| with(id, reach.asked, play)).flatten()
        } else {
            by_situations(id, in_tables, situations, cover, &mut shelf)
        };
        println!("{id}\t{}", caught.map_or("survives".to_owned(), |by| format!("caught\t{}", by.replace(['\n', '\t'], " "))));
    }
}

/// The first fault of the situations that reach a mutant, cheapest first.
fn by_situations(id: usize, in_tables: bool, situations: &[(String, String)], cover: &BTreeMap<String, Reach>, shelf: &mut Shelf<'static>) -> Option<String> {
    let mut reaching: Vec<_> = situations.iter().filter_map(|s| cover.get(&s.0).map(|reach| (reach, s))).collect();
    reaching.retain(|(reach, _)| reach.mutants.contains(&id));
    reaching.sort_by_key(|(reach, _)| reach.asked);
    let mut caught = None;
    for (reach, (name, text)) in reaching {
        if in_tables {
            *shelf = self::shelf();
        }
        caught = with(id, reach.asked, || run_text(name, text, shelf).faults.first().map(|fault| format!("{name}: {fault}")));
        if caught.as_deref() == Some("panics") {
            caught = Some(format!("{name}: panics"));
            *shelf = self::shelf();
        }
        if caught.is_some() {
            break;
        }
    }
    if in_tables {
        *shelf = self::shelf();
    }
    caught
}
