//! The balance lab: the same games are played with several values of one number in a table, or with one set of tables and another.

use super::Batch;
use super::simulate::{self, Player, Report, Stopped, Z};
use crate::board::read::{Fault, Faults, Kind, Node, Source, nearest, parse};
use crate::board::{Files, Side};
use crate::games::{Rules, Title};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The most values a number may be given: more than anybody would wait for.
const MOST: usize = 64;

/// How many games of each variant are played between two looks at what they have decided.
const AT_A_TIME: u64 = 16;

/// The fewest games that are played before anything counts as decided.
const LEAST: u64 = 32;

/// The chance of being wrong about a variant, either way.
const WRONG: f64 = 0.05;

/// A number in a table and the values to give it: `tables.ron: victory.needed = 14..18`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vary {
    /// The file.
    pub file: String,
    /// The path to the number: fields, keys of maps, positions in lists counted from 0.
    pub path: Vec<String>,
    /// Its values, as written.
    pub values: Vec<String>,
}

impl Vary {
    /// Reads `FILE: PATH = VALUES`. Values are a range of whole numbers, `14..18` or `10..30 by 5`, both ends included, or a list, `0.5, 1, 2`.
    pub fn read(text: &str) -> Result<Vary, String> {
        const EXPECTED: &str = "expected FILE: PATH = VALUES, like \"tables.ron: victory.needed = 14..18\"";
        let (place, values) = text.split_once('=').ok_or(EXPECTED)?;
        let (file, path) = place.split_once(':').ok_or(EXPECTED)?;
        let path: Vec<String> = steps(path.trim())?;
        if file.trim().is_empty() || path.is_empty() {
            return Err(EXPECTED.into());
        }
        Ok(Vary { file: file.trim().to_owned(), path, values: listed(values.trim())? })
    }

    /// The file and path as written, without the values.
    pub fn place(&self) -> String {
        format!("{}: {}", self.file, self.path.join("."))
    }

    /// The number in the tables, and where it is in its file.
    fn find<'f>(&self, files: &'f Files) -> Result<(&'f str, usize), Fault> {
        let label = files.label(&self.file);
        let text = files.texts.get(&self.file).ok_or_else(|| {
            let known = nearest(&self.file, files.texts.keys().map(String::as_str));
            Fault::of_file(&label, format!("is not a table of this game{known}"))
        })?;
        let source = Source { file: &label, text };
        let tree = parse(text).map_err(|(at, what)| source.fault(at, what))?;
        let mut node = &tree;
        for (n, step) in self.path.iter().enumerate() {
            node = below(node, step).map_err(|known| {
                let above = if n == 0 { "the file".to_owned() } else { self.path[..n].join(".") };
                source.fault(node.at, format!("{above} is {} and has no {step:?}{known}", node.kind.describe()))
            })?;
        }
        match node.kind {
            Kind::Number(number) => {
                let from = node.at as usize;
                Ok((text.get(from..from + number.len()).unwrap_or_default(), from))
            }
            _ => Err(source.fault(node.at, format!("{} is {}; only numbers can be varied", self.path.join("."), node.kind.describe()))),
        }
    }

    /// The value that is in force.
    pub fn present(&self, files: &Files) -> Result<String, Fault> {
        self.find(files).map(|(number, _)| number.to_owned())
    }

    /// The tables with another value.
    pub fn apply(&self, files: &Files, value: &str) -> Result<Files, Fault> {
        let (number, from) = self.find(files)?;
        let end = from + number.len();
        let mut changed = files.clone();
        if let Some(text) = changed.texts.get_mut(&self.file) {
            text.replace_range(from..end, value);
        }
        Ok(changed)
    }
}

/// The steps of a path: `combat.rows[3][2]` or `combat.rows.3.2`, and `units."GE-11".front.0`.
fn steps(path: &str) -> Result<Vec<String>, String> {
    let (mut steps, mut step, mut quoted) = (Vec::new(), String::new(), false);
    for c in path.chars() {
        match c {
            '"' => quoted = !quoted,
            '.' | '[' | ']' if !quoted => steps.extend(Some(std::mem::take(&mut step)).filter(|s| !s.is_empty())),
            c => step.push(c),
        }
    }
    if quoted {
        return Err(format!("a quotation mark is missing in the path {path}"));
    }
    steps.extend(Some(step).filter(|s| !s.is_empty()));
    Ok(steps)
}

fn listed(values: &str) -> Result<Vec<String>, String> {
    let whole = |text: &str| text.trim().parse::<i64>().map_err(|_| format!("{:?} is not a whole number", text.trim()));
    let values: Vec<String> = match values.split_once("..") {
        Some((first, rest)) => {
            let (last, by) = rest.split_once(" by ").map_or((rest, Ok(1)), |(last, by)| (last, whole(by)));
            let (first, last, by) = (whole(first)?, whole(last.trim_start_matches('='))?, by?);
            if by < 1 || first > last {
                return Err(format!("{values:?} holds no number"));
            }
            (first..=last).step_by(by as usize).take(MOST + 1).map(|n| n.to_string()).collect()
        }
        None => values.split(',').map(|v| v.trim().to_owned()).collect(),
    };
    if let Some(bad) = values.iter().find(|v| v.parse::<f64>().is_err()) {
        return Err(format!("{bad:?} is not a number"));
    }
    if values.len() > MOST {
        return Err(format!("more than {MOST} values"));
    }
    Ok(values)
}

/// The node one step below; if there is none, what there is instead, in words.
fn below<'n, 'a>(node: &'n Node<'a>, step: &str) -> Result<&'n Node<'a>, String> {
    let key = |node: &Node<'_>| match &node.kind {
        Kind::Word(word) | Kind::Number(word) => (*word).to_owned(),
        Kind::Text(text) => text.to_string(),
        Kind::Char(c) => c.to_string(),
        _ => String::new(),
    };
    let items = match &node.kind {
        Kind::Map(pairs) | Kind::Record(_, pairs) => {
            let found = pairs.iter().find(|(k, _)| key(k) == step).map(|(_, value)| value);
            let keys: Vec<String> = pairs.iter().map(|(k, _)| key(k)).collect();
            return found.ok_or_else(|| nearest(step, keys.iter().map(String::as_str)).to_string());
        }
        Kind::List(items) | Kind::Tuple(_, items) => items,
        _ => return Err(String::new()),
    };
    let found = step.parse::<usize>().ok().and_then(|n| items.get(n));
    found.ok_or_else(|| if items.is_empty() { String::new() } else { format!("; its places are 0 to {}", items.len() - 1) })
}

/// What is decided about a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The first side wins more with it.
    More,
    /// The first side wins less with it.
    Less,
    /// It makes no difference as large as was asked for.
    Same,
}

/// How much better the first side does with a variant than with the value in force, seed by seed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    games: f64,
    sum: f64,
    squares: f64,
}

impl Difference {
    /// Counts a pair of games on the same seed: what each was worth to the first side, from 0 to 1.
    fn count(&mut self, with: f64, without: f64) {
        let by = with - without;
        self.games += 1.0;
        self.sum += by;
        self.squares += by * by;
    }

    /// Its mean and how far that may be off, at 95%.
    pub fn estimate(&self) -> (f64, f64) {
        let n = self.games.max(1.0);
        (self.sum / n, Z * (self.variance() / n).sqrt())
    }

    /// The variance, starting from one assumed pair that differs by half, so that a few identical games prove nothing.
    fn variance(&self) -> f64 {
        let n = self.games + 1.0;
        let mean = self.sum / n;
        ((self.squares + 0.25) / n - mean * mean).max(1e-6)
    }

    /// Wald's sequential test of "no difference" against one of this size, up or down.
    pub fn verdict(&self, size: f64) -> Verdict {
        if self.games < LEAST as f64 {
            return Verdict::Open;
        }
        let (decided, refuted) = (((1.0 - WRONG) / WRONG).ln(), (WRONG / (1.0 - WRONG)).ln());
        let evidence = |sign: f64| (size * sign * self.sum - self.games * size * size / 2.0) / self.variance();
        match (evidence(1.0), evidence(-1.0)) {
            (up, _) if up >= decided => Verdict::More,
            (_, down) if down >= decided => Verdict::Less,
            (up, down) if up <= refuted && down <= refuted => Verdict::Same,
            _ => Verdict::Open,
        }
    }
}

/// One value and its results.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The value, as written.
    pub value: String,
    /// Whether it is the one in force.
    pub present: bool,
    /// Its games.
    pub report: Report,
    /// Compared with the value in force.
    pub difference: Difference,
    /// What is decided.
    pub verdict: Verdict,
}

impl Variant {
    fn new(value: &str, present: bool) -> Variant {
        let verdict = if present { Verdict::Same } else { Verdict::Open };
        Variant { value: value.to_owned(), present, report: Report::default(), difference: Difference::default(), verdict }
    }

    /// The share of games that the first side wins more than the second, and how far that may be off, at 95%.
    pub fn margin(&self) -> (f64, f64) {
        let n = self.report.games.max(1) as f64;
        let (wins, losses) = (self.report.wins[0] as f64 / n, self.report.wins[1] as f64 / n);
        let mean = wins - losses;
        (mean, Z * ((wins + losses - mean * mean).max(0.0) / n).sqrt())
    }
}

/// Why a trial stopped.
#[derive(Clone, Debug)]
pub enum Halted {
    /// The tables do not allow a value, or there is no such number.
    Tables(Faults),
    /// A game went wrong.
    Game(String),
    /// Somebody had seen enough.
    Stopped,
}

/// How a trial under way is watched and stopped from another thread.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    stop: Arc<AtomicBool>,
    games: Arc<AtomicU64>,
    found: Arc<Mutex<Vec<Variant>>>,
}

impl Watch {
    /// Starts no further game.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Games played so far, with all tables.
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// What has been found so far: with all tables on the same seeds.
    pub fn found(&self) -> Vec<Variant> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn tell(&self, all: &[(Rules, Variant)]) {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = all.iter().map(|(_, variant)| variant.clone()).collect();
    }
}

/// Plays a number of games with the tables as they were and as they are now, on the same seeds. The results are available through the watch.
pub fn before_and_after(before: &Rules, after: &Rules, players: [Player; 2], batch: &Batch, watch: &Watch) -> Result<(), Halted> {
    let mut all = vec![(before.clone(), Variant::new("before", true)), (after.clone(), Variant::new("after", false))];
    play_all(&mut all, players, batch, None, watch)
}

/// Plays up to a number of games with the value in force and with every other value, all on the same seeds; a variant that has been decided plays no
/// more. `size` is the difference in the first side's win rate that is looked for.
pub fn run(title: Title, files: &Files, vary: &Vary, players: [Player; 2], batch: &Batch, size: f64) -> Result<Vec<Variant>, Halted> {
    let faulty = |fault: Fault| Halted::Tables(Faults(vec![fault]));
    let present = vary.present(files).map_err(faulty)?;
    let same = |value: &str| value.parse::<f64>().ok() == present.parse::<f64>().ok();
    let mut all: Vec<(Rules, Variant)> = Vec::new();
    let values = std::iter::once(present.as_str()).chain(vary.values.iter().map(String::as_str).filter(|value| !same(value)));
    for value in values {
        let rules = title.load(&vary.apply(files, value).map_err(faulty)?).map_err(Halted::Tables)?;
        rules.scenario(batch.scenario).map_err(|what| faulty(Fault::of_file(title.slug(), what)))?;
        let variant = Variant::new(value, all.is_empty());
        all.push((rules, variant));
    }
    play_all(&mut all, players, batch, Some(size), &Watch::default())?;
    let mut variants: Vec<Variant> = all.into_iter().map(|(_, variant)| variant).collect();
    variants.sort_by(|a, b| a.value.parse::<f64>().unwrap_or(0.0).total_cmp(&b.value.parse::<f64>().unwrap_or(0.0)));
    Ok(variants)
}

/// Plays the same games with all tables, a few at a time. If a size is given, tables stop playing once it is decided whether they make a difference
/// of that size.
fn play_all(all: &mut [(Rules, Variant)], players: [Player; 2], batch: &Batch, size: Option<f64>, watch: &Watch) -> Result<(), Halted> {
    let mut begun = 0;
    while begun < batch.games && (begun == 0 || all.iter().any(|(_, v)| v.verdict == Verdict::Open)) {
        let part = Batch { games: AT_A_TIME.min(batch.games - begun), seed: batch.seed.wrapping_add(begun), ..*batch };
        let mut without: Vec<f64> = Vec::new();
        for (rules, variant) in all.iter_mut().filter(|(_, v)| v.present || v.verdict == Verdict::Open) {
            let (mut worth, report) = (Vec::new(), &mut variant.report);
            let take = |ended: simulate::Ended| {
                worth.push(ended.winner.map_or(0.5, |winner| if winner == Side(0) { 1.0 } else { 0.0 }));
                report.count(ended);
            };
            let game = |seed: u64| {
                if watch.stop.load(Ordering::Relaxed) {
                    return Err(Halted::Stopped);
                }
                let ended = simulate::play_one(rules, batch, players, seed, None).map_err(|stopped| match stopped {
                    Stopped::Game(what) | Stopped::Keeping(what) => Halted::Game(what),
                })?;
                watch.games.fetch_add(1, Ordering::Relaxed);
                Ok(ended)
            };
            part.play("balancing", game, take)?;
            if variant.present {
                without = worth;
            } else {
                worth.iter().zip(&without).for_each(|(with, without)| variant.difference.count(*with, *without));
                variant.verdict = size.map_or(Verdict::Open, |size| variant.difference.verdict(size));
            }
        }
        begun += part.games;
        watch.tell(all);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_varied() {
        let vary = Vary::read("tables.ron: victory.needed = 14..18").expect("good");
        assert_eq!((vary.file.as_str(), vary.path.join("."), vary.values.join(" ")), ("tables.ron", "victory.needed".into(), "14 15 16 17 18".into()));
        assert_eq!(Vary::read("units.ron: units.\"GE-11\".front[0] = 3, 4").expect("good").path, ["units", "GE-11", "front", "0"]);
        assert_eq!(Vary::read("a.ron: b = 10..20 by 5").expect("good").values, ["10", "15", "20"]);
        assert_eq!(Vary::read("a.ron: b = -1..=1").expect("good").values, ["-1", "0", "1"]);
        for bad in [
            "",
            "tables.ron",
            "tables.ron: a.b",
            "tables.ron: = 3",
            ": a = 3",
            "a: b = x",
            "a: b = 4..3",
            "a: b = 1..1000",
            "a: b = 1.5..2",
            "a: \"b = 3",
            "a: b = ",
        ] {
            assert!(Vary::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_number_is_found_and_changed() {
        let files = Title::TanksOfAugust.shipped();
        let vary = |text: &str| Vary::read(text).expect("well formed");
        let needed = vary("tables.ron: victory.needed = 14..18");
        assert_eq!(needed.present(&files), Ok("16".into()));
        let changed = needed.apply(&files, "7").expect("it is there");
        assert_eq!(needed.present(&changed), Ok("7".into()));
        assert_eq!(needed.apply(&changed, "16").map(|f| f.texts), Ok(files.texts.clone()));
        for (text, words) in [
            ("table.ron: victory.needed = 1", "rules/tanks_of_august/table.ron: is not a table of this game; did you mean \"tables.ron\"?"),
            ("tables.ron: victory.neded = 1", "has no \"neded\"; did you mean \"needed\"?"),
            ("tables.ron: victory.end_turn[9][0] = 1", "its places are 0 to 1"),
            ("tables.ron: victory.needed.x = 1", "victory.needed is the number 16 and has no \"x\""),
            ("tables.ron: victory = 1", "only numbers can be varied"),
        ] {
            let fault = vary(text).present(&files).expect_err(text).to_string();
            assert!(fault.contains(words), "{fault}");
        }
        let line = vary("tables.ron: victory.neded = 1").present(&files).expect_err("misspelt").line;
        assert!(files.texts["tables.ron"].lines().nth(line as usize - 1).is_some_and(|l| l.contains("victory: (")), "{line}");
    }

    #[test]
    fn the_same_seeds_before_and_after() {
        let title = Title::TanksOfAugust;
        let files = title.shipped();
        let before = title.load(&files).expect("the shipped tables are good");
        let needed = Vary::read("tables.ron: victory.needed = 1").expect("well formed");
        let after = title.load(&needed.apply(&files, "1").expect("it is there")).expect("one point is enough");
        let batch = Batch { games: 20, seed: 5, scenario: None, jobs: 2, every: 1, quiet: true, think: Default::default() };
        let watch = Watch::default();
        before_and_after(&before, &after, [Player::Random; 2], &batch, &watch).expect("all games end");
        let found = watch.found();
        assert_eq!((watch.games(), found.len(), found[0].present), (40, 2, true));
        assert!(found.iter().all(|variant| variant.report.games == 20 && variant.report.adds_up()), "{found:?}");
        let shares = found.iter().map(|variant| variant.report.wins).collect::<Vec<_>>();
        assert_ne!(shares[0], shares[1], "one point in place of sixteen");
        let alone = simulate::simulate(&before, [Player::Random; 2], &batch, None).expect("all games end");
        assert_eq!(alone, found[0].report, "the games are those of the simulation on these seeds");
        let same = Watch::default();
        before_and_after(&before, &before, [Player::Random; 2], &batch, &same).expect("all games end");
        assert_eq!(same.found()[1].difference.estimate().0, 0.0);
        let stopped = Watch::default();
        stopped.stop();
        assert!(matches!(before_and_after(&before, &after, [Player::Random; 2], &batch, &stopped), Err(Halted::Stopped)));
        assert_eq!((stopped.games(), stopped.found().len()), (0, 0));
    }

    #[test]
    fn a_sequential_test_decides() {
        let after = |pairs: &[(f64, f64)], rounds: usize| {
            let mut found = Difference::default();
            for _ in 0..rounds {
                pairs.iter().for_each(|(with, without)| found.count(*with, *without));
            }
            found.verdict(0.1)
        };
        assert_eq!(after(&[(1.0, 0.0)], 10), Verdict::Open);
        assert_eq!(after(&[(1.0, 0.0), (1.0, 1.0), (0.0, 0.0)], 20), Verdict::More);
        assert_eq!(after(&[(0.0, 1.0), (1.0, 1.0), (0.0, 0.0)], 20), Verdict::Less);
        assert_eq!(after(&[(0.0, 0.0)], 32), Verdict::Same);
        assert_eq!(after(&[(0.0, 1.0), (1.0, 0.0)], 20), Verdict::Open);
        assert_eq!(after(&[(0.0, 1.0), (1.0, 0.0)], 400), Verdict::Same);
        let mut found = Difference::default();
        (0..100).for_each(|i| found.count(f64::from(i % 2), 0.0));
        let (mean, off) = found.estimate();
        assert!((mean - 0.5).abs() < 1e-9 && (off - 0.098).abs() < 0.002, "{mean} {off}");
    }
}
