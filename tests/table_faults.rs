//! One mistake a line, in every line of every shipped table: a fault that says where it is, or a table that plays. Never a panic, never a hang.
//!
//! Each line is deleted, given twice, and has a quoted name, a bare word and a number mistyped. Every changed table is loaded; of those that load
//! without a fault some are played, chosen by their place so that every run tries the same ones. `FIVE_FRONTS_ALL_FAULTS=1` mistypes every word and
//! number of a line instead of one of each, and plays everything that loads; that takes an hour or so. `FIVE_FRONTS_FAULTS_IN=tables.ron` keeps to
//! the files whose path contains that.

use five_fronts::board::read::Faults;
use five_fronts::bots::Random;
use five_fronts::games::{Rules, Title};
use five_fronts::lab::simulate::options_of;
use five_fronts::play::{self, Players, Session};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// A table with one mistake.
struct Mistake {
    title: Title,
    file: String,
    line: usize,
    /// What was done to the line.
    what: String,
    /// What stands there now.
    new: Vec<String>,
}

impl Mistake {
    /// The whole file with the mistake in it.
    fn text(&self, shipped: &str) -> String {
        let mut text = String::with_capacity(shipped.len() + 200);
        for (n, line) in shipped.lines().enumerate() {
            if n + 1 != self.line {
                text.push_str(line);
                text.push('\n');
            } else {
                self.new.iter().for_each(|line| text.extend([line, "\n"]));
            }
        }
        text
    }
}

/// Whether to try everything.
fn thorough() -> bool {
    std::env::var_os("FIVE_FRONTS_ALL_FAULTS").is_some()
}

/// What a line says, without the comment at its end.
fn said(line: &str) -> &str {
    let mut quoted = false;
    for (i, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '/' if !quoted && line[i..].starts_with("//") => return &line[..i],
            _ => {}
        }
    }
    line
}

/// A piece of a line that can be mistyped: from, to.
type Piece = (usize, usize);

/// The quoted texts, bare words and numbers of a line.
fn pieces(line: &str) -> [Vec<Piece>; 3] {
    let mut found = [Vec::new(), Vec::new(), Vec::new()];
    let bytes = line.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let end = |from: usize, so: fn(u8) -> bool| (from..bytes.len()).find(|n| !so(bytes[*n])).unwrap_or(bytes.len());
        let (sort, from, to, next) = match bytes[i] {
            b'"' => {
                let to = end(i + 1, |b| b != b'"');
                (0, i + 1, to, to + 1)
            }
            b'a'..=b'z' | b'A'..=b'Z' => {
                let to = end(i, |b| b.is_ascii_alphanumeric() || b == b'_');
                (1, i, to, to)
            }
            b'-' | b'0'..=b'9' => {
                let to = end(i + 1, |b| b.is_ascii_digit() || b == b'.');
                (2, i, to, to)
            }
            _ => {
                i += 1;
                continue;
            }
        };
        if to > from {
            found[sort].push((from, to));
        }
        i = next;
    }
    found
}

/// A name as a tired hand types it: two letters change places, or the only one comes twice.
fn mistyped(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    match (1..letters.len()).rev().find(|i| letters[*i] != letters[*i - 1]) {
        Some(i) => letters.swap(i, i - 1),
        None => letters.push(letters.last().copied().unwrap_or('x')),
    }
    letters.into_iter().collect()
}

/// Every mistake that is tried in a file.
fn mistakes(title: Title, file: &str, text: &str) -> Vec<Mistake> {
    let mut all = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let code = said(line);
        if code.trim().is_empty() {
            continue;
        }
        let mut put = |what: String, new: &[&str]| {
            all.push(Mistake { title, file: file.to_owned(), line: n + 1, what, new: new.iter().map(ToString::to_string).collect() });
        };
        put("is deleted".into(), &[]);
        put("is given twice".into(), &[line, line]);
        for (sort, pieces) in pieces(code).into_iter().enumerate() {
            let chosen = if thorough() { pieces } else { pieces.get(n % pieces.len().max(1)).copied().into_iter().collect() };
            for (from, to) in chosen {
                let word = &line[from..to];
                let new: Vec<String> = if sort == 2 { ["0", "-1", "99999"].map(String::from).to_vec() } else { vec![mistyped(word)] };
                for new in new.iter().filter(|new| *new != word) {
                    put(format!("reads {new} for {word} in column {}", from + 1), &[&format!("{}{new}{}", &line[..from], &line[to..])]);
                }
            }
        }
    }
    all
}

/// More orders than it takes to meet every sort of decision of a turn or two.
const ORDERS: usize = 250;
/// Of the tables that load, one in so many is played.
const PLAYED: usize = 9;
/// Longer than anything may take.
const LONGEST: Duration = Duration::from_secs(60);

/// Begins each scenario and gives some dozens of random orders.
fn play_on(rules: &Rules, seed: u64) -> Result<(), String> {
    for scenario in &rules.book.scenarios {
        let start = rules.start(Some(&scenario.id), &options_of(rules, seed), seed).map_err(|why| format!("cannot begin: {why}"))?;
        let mut world = play::begin(rules, &start, Players::Solo);
        let mut bot = Random::seeded(seed);
        for _ in 0..ORDERS {
            if Session::outcome(&world).is_some() {
                break;
            }
            let order = bot.choose(&mut world).ok_or("a game that is not over offers nothing")?;
            for side in [five_fronts::board::Side(0), five_fronts::board::Side(1)] {
                play::preview(&mut world, side);
            }
            play::submit(&mut world, order.clone()).map_err(|why| format!("{} is offered and refused: {why}", rules.write_order(&order)))?;
        }
        play::standing(&mut world);
    }
    Ok(())
}

/// Loads a changed table, and plays it if it is to be played.
fn try_out(mistake: &Mistake, number: usize) -> Result<Outcome, String> {
    let mut files = mistake.title.shipped();
    files.texts.entry(mistake.file.clone()).and_modify(|text| *text = mistake.text(text));
    let judged = |faults: Faults| match faults.0.iter().find(|f| f.file.is_empty() || f.what.is_empty()) {
        Some(_) => Err("a fault without file or words".to_owned()),
        None => Ok(Outcome::Fault),
    };
    if mistake.title.game().is_none() {
        return mistake.title.check_map(&files).map_or_else(judged, |_| Ok(Outcome::Loads));
    }
    match mistake.title.load(&files) {
        Err(faults) => judged(faults),
        // No rule reads these.
        Ok(_) if ["look.ron", "facts.ron"].contains(&mistake.file.as_str()) => Ok(Outcome::Loads),
        Ok(rules) if thorough() || number.is_multiple_of(PLAYED) => play_on(&rules, number as u64).map(|()| Outcome::Plays),
        Ok(_) => Ok(Outcome::Loads),
    }
}

enum Outcome {
    Fault,
    Loads,
    Plays,
}

/// Where the last panic of a thread was; the panics of this test are expected to be none, but each must be told with its mistake.
fn listen() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        std::panic::set_hook(Box::new(|info| {
            let place = info.location().map(|l| format!("{}:{}", l.file(), l.line())).unwrap_or_default();
            LAST.with(|last| *last.borrow_mut() = format!("{place}: {}", info.payload_as_str().unwrap_or("?")));
        }));
    });
}

thread_local! {
    static LAST: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

#[test]
fn one_mistake_a_line_is_a_fault_or_a_table_that_plays() {
    listen();
    let mut all = Vec::new();
    for title in Title::ALL {
        for (file, text) in &title.shipped().texts {
            all.extend(mistakes(title, file, text));
        }
    }
    let only = std::env::var("FIVE_FRONTS_FAULTS_IN").unwrap_or_default();
    all.retain(|m| format!("{}/{}", m.title.slug(), m.file).contains(&only));
    assert!(!all.is_empty());
    let next = AtomicUsize::new(0);
    let counts = [const { AtomicUsize::new(0) }; 3];
    let bad = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let busy: Vec<Mutex<Option<(usize, Instant)>>> = (0..workers).map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for mine in &busy {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mistake) = all.get(n) else { break };
                    *mine.lock().expect("no panic holds it") = Some((n, Instant::now()));
                    let outcome = catch_unwind(AssertUnwindSafe(|| try_out(mistake, n)));
                    let took = mine.lock().expect("no panic holds it").take().map(|(_, since)| since.elapsed());
                    if took.is_some_and(|took| took > LONGEST / 6) {
                        bad.lock().expect("no panic holds it").push(format!("{}: slow ({took:?})", tell(mistake)));
                    }
                    match outcome {
                        Ok(Ok(outcome)) => drop(counts[outcome as usize].fetch_add(1, Ordering::Relaxed)),
                        Ok(Err(what)) => bad.lock().expect("no panic holds it").push(format!("{}: {what}", tell(mistake))),
                        Err(_) => {
                            bad.lock().expect("no panic holds it").push(format!("{}: panic at {}", tell(mistake), LAST.with(|last| last.borrow().clone())))
                        }
                    }
                }
            });
        }
        scope.spawn(|| {
            while next.load(Ordering::Relaxed) < all.len() + workers {
                std::thread::sleep(Duration::from_millis(200));
                for (n, since) in busy.iter().filter_map(|b| *b.lock().expect("no panic holds it")) {
                    if since.elapsed() > LONGEST {
                        eprintln!("{}: hangs", tell(&all[n]));
                        std::process::exit(101);
                    }
                }
            }
        });
    });
    let [faults, loads, plays] = counts.map(AtomicUsize::into_inner);
    println!("{} mistakes: {faults} faults, {plays} played, {loads} loaded only", all.len());
    let bad = bad.into_inner().expect("no panic holds it");
    bad.iter().for_each(|line| println!("{line}"));
    let _ = std::panic::take_hook();
    assert!(bad.is_empty(), "{} of {} mistakes, listed above", bad.len(), all.len());
}

fn tell(mistake: &Mistake) -> String {
    format!("{}/{}:{} {}", mistake.title.slug(), mistake.file, mistake.line, mistake.what)
}
