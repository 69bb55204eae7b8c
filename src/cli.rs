//! The command line. Errors go to standard error in clear lines; bad input ends with exit code 2.

use crate::board::read::{Fault, Faults, nearest};
use crate::board::{Chart, Ground, plain, read_bounded, write_file};
use crate::bots::Think;
use crate::cartography;
use crate::games::{Rules, Title};
use crate::lab::balance::Vary;
use crate::lab::simulate::Player;
use crate::lab::{Batch, atlas, bench, coverage, laws};
use crate::play::{self, Shelf, Verdict};
use clap::{Args, Parser, Subcommand};
use std::collections::BTreeSet;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

/// Prints a line.
macro_rules! say {
    ($($arg:tt)*) => { printed(writeln!(std::io::stdout(), $($arg)*)) };
}

mod measure;

/// Why standard output could not be written, the first time that happened.
static UNPRINTED: OnceLock<String> = OnceLock::new();

/// Notes that something could not be printed, for the end of the program. A reader who has gone away (`| head`) is no reason to complain,
/// a full disk is one.
fn printed(done: std::io::Result<()>) {
    if let Err(e) = done
        && e.kind() != ErrorKind::BrokenPipe
    {
        let _ = UNPRINTED.set(plain(&e));
    }
}

/// Five printed operational wargames with every rule enforced.
#[derive(Parser)]
#[command(name = "five-fronts", version, about, disable_help_subcommand = true)]
struct Cli {
    /// Play by the tables in this folder (one subfolder per game) instead of the built-in ones.
    #[arg(long, global = true, value_name = "DIR")]
    rules: Option<PathBuf>,
    /// No progress bars.
    #[arg(long, global = true)]
    quiet: bool,
    /// The window's size in pixels.
    #[arg(long, value_name = "WxH", default_value = "1600x1000", value_parser = size)]
    window: (u32, u32),
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Check the tables and list every fault.
    Check,
    /// Run situations: files, or folders of them.
    Verify {
        /// Files or folders.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
    /// Replay a save and compare every position.
    Replay {
        /// The save.
        save: PathBuf,
    },
    /// Show which rule atoms the passing situations cover.
    Coverage {
        /// Print tab-separated rows: game, system, atoms, covered, missing ids.
        #[arg(long)]
        tsv: bool,
    },
    /// Draw a map as SVG, to standard output or to a file.
    Map {
        /// The game, e.g. putin_strikes.
        game: String,
        /// The file to write.
        out: Option<PathBuf>,
    },
    /// Draw the position in a save as a PNG, without opening a window.
    Shot {
        /// The save.
        save: PathBuf,
        /// The picture to write.
        out: PathBuf,
        /// Its size in pixels.
        #[arg(long, value_name = "WxH", default_value = "1920x1080", value_parser = size)]
        size: (u32, u32),
    },
    /// Write a report of a game as one HTML page, with a picture, the log and the losses of every turn.
    Report {
        /// The save.
        save: PathBuf,
        /// The page to write.
        out: PathBuf,
        /// Show the game as this side saw it. Without it, show everything, or, if the game is still being played, only what both sides know.
        #[arg(long, value_name = "NAME")]
        side: Option<String>,
    },
    /// Play random legal games and check that every law holds.
    Fuzz {
        #[command(flatten)]
        many: Many,
        #[command(flatten)]
        jobs: Jobs,
        /// Check the laws only after every so many orders, to get through many games.
        #[arg(long, value_name = "ORDERS", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
        every: u16,
    },
    /// Play games between bots and report who wins.
    Simulate {
        #[command(flatten)]
        many: Many,
        #[command(flatten)]
        jobs: Effort,
        /// Who plays the first and the second side.
        #[arg(long, num_args = 2, default_values = ["steady", "steady"], value_names = ["FIRST", "SECOND"])]
        bots: Vec<Player>,
        /// Save every game in this folder, to watch in the window. The folder is created if needed.
        #[arg(long, value_name = "DIR")]
        keep: Option<PathBuf>,
        /// Print a JSON record that can be merged with others.
        #[arg(long)]
        json: bool,
    },
    /// Play every bot against every bot, on both sides, and rate them.
    Ladder {
        #[command(flatten)]
        many: Many,
        #[command(flatten)]
        jobs: Effort,
        /// Which bots.
        #[arg(long, value_delimiter = ',', default_values = ["random", "recruit", "steady"], value_name = "A,B,…")]
        bots: Vec<Player>,
        /// Print a JSON record that can be merged with others.
        #[arg(long)]
        json: bool,
    },
    /// Add up several records: runs of the same program and tables on different seeds.
    Merge {
        /// Files with what `simulate --json` and `ladder --json` printed.
        #[arg(required = true)]
        records: Vec<PathBuf>,
        /// Print the result as a JSON record again.
        #[arg(long)]
        json: bool,
    },
    /// Try different values for a number in a table, each on the same seeds.
    Balance {
        #[command(flatten)]
        many: Many,
        #[command(flatten)]
        jobs: Effort,
        /// The number and its values: "tables.ron: victory.needed = 14..18", "… = 10..30 by 5" or "… = 0.5, 1, 2".
        #[arg(long, value_name = "FILE: PATH = VALUES", value_parser = Vary::read)]
        vary: Vary,
        /// Who plays both sides, or the first and the second.
        #[arg(long, num_args = 1..=2, default_values = ["steady"], value_names = ["FIRST", "SECOND"])]
        bots: Vec<Player>,
        /// The smallest difference in the first side's win rate that matters; a value stops being played once its result is clear.
        #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=50))]
        difference: u8,
        /// Print a JSON object instead of sentences.
        #[arg(long)]
        json: bool,
    },
    /// Tune the weights a commander uses to judge positions, by games against itself, and write a new commander.ron.
    Tune {
        #[command(flatten)]
        many: Many,
        #[command(flatten)]
        jobs: Effort,
        /// The file to write; standard output if left out.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Compare the expected chances of winning with games between bots, or fit new ones.
    Calibrate {
        #[command(flatten)]
        many: Many,
        #[command(flatten)]
        jobs: Effort,
        /// Who plays both sides, or the first and the second.
        #[arg(long, num_args = 1..=2, default_values = ["steady"], value_names = ["FIRST", "SECOND"])]
        bots: Vec<Player>,
        /// Fit the chances to these games and write a new chances.ron; check it on other seeds.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Play random legal games on one thread and report how fast that goes.
    BenchOrders {
        #[command(flatten)]
        many: Many,
        /// Print a JSON object instead of sentences.
        #[arg(long)]
        json: bool,
    },
}

/// Reads `1280x800`.
fn size(text: &str) -> Result<(u32, u32), String> {
    let parsed = text.split_once('x').and_then(|(w, h)| Some((w.parse::<u32>().ok()?, h.parse::<u32>().ok()?)));
    parsed
        .filter(|(w, h)| (320..=8192).contains(w) && (240..=8192).contains(h))
        .ok_or_else(|| "expected a size like 1280x800, from 320x240 to 8192x8192".to_owned())
}

#[derive(Args)]
struct Many {
    /// The game, e.g. tanks_of_august.
    game: String,
    /// How many games.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of the first game; the others follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The scenario, by the name of its file without the ending; `simulate`, `ladder` and `calibrate` also take `all`. Without it, the first is played;
    /// `fuzz` takes all of them in turn, by seed.
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
}

impl Many {
    /// The rules of its game, if that has its scenario.
    fn load(&self, dir: Option<&Path>) -> Result<Rules, Failure> {
        let rules = load(dir, &self.game)?;
        rules.scenario(self.scenario.as_deref()).map_err(Failure::Input)?;
        Ok(rules)
    }
}

/// How much is spent on games between bots.
#[derive(Args)]
struct Effort {
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    thought: Thought,
}

impl Effort {
    fn batch<'a>(&self, many: &'a Many, quiet: bool) -> Batch<'a> {
        Batch { think: self.thought.think(), ..self.jobs.batch(many, quiet) }
    }
}

#[derive(Args)]
struct Thought {
    /// How long a commander may think per order, in milliseconds. It has twenty times this for a turn, and spends up to a quarter of what is left on
    /// anything new.
    #[arg(long, value_name = "MS", conflicts_with = "think_evals", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    think: Option<u64>,
    /// How many playouts a commander may make per order, and twenty times as many for a turn: the same seed then gives the same games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    think_evals: Option<u32>,
}

impl Thought {
    fn think(&self) -> Think {
        match (self.think, self.think_evals) {
            (Some(ms), _) => Think::Time(std::time::Duration::from_millis(ms)),
            (None, Some(playouts)) => Think::Playouts(playouts),
            (None, None) => Think::default(),
        }
    }
}

#[derive(Args)]
struct Jobs {
    /// How many threads to use; by default one per core. The results do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

impl Jobs {
    fn batch<'a>(&self, many: &'a Many, quiet: bool) -> Batch<'a> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Batch {
            games: many.games,
            seed: many.seed,
            scenario: many.scenario.as_deref(),
            jobs: self.jobs.map_or_else(cores, usize::from),
            every: 1,
            quiet,
            think: Think::default(),
        }
    }
}

/// Why a command did not succeed.
enum Failure {
    /// What was given is bad: exit code 2.
    Input(String),
    /// What was given is good, the answer is no: exit code 1.
    No(String),
}

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Failure {
        Failure::Input(faults.to_string())
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Input(fault.to_string())
    }
}

/// Runs the program.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) if !e.use_stderr() => {
            printed(e.print());
            return end(Ok(()));
        }
        Err(e) => {
            let text = e.to_string();
            let line = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
            let _ = writeln!(std::io::stderr(), "five-fronts: {line} (see five-fronts --help)");
            return ExitCode::from(2);
        }
    };
    end(run(&cli))
}

/// Says why it failed, if it did, and gives the exit code.
fn end(came: Result<(), Failure>) -> ExitCode {
    printed(std::io::stdout().flush());
    let unprinted = UNPRINTED.get().map(|why| Failure::Input(format!("standard output: cannot be written: {why}")));
    let (text, code) = match came.and(unprinted.map_or(Ok(()), Err)) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::No(text)) => (text, 1),
        Err(Failure::Input(text)) => (text, 2),
    };
    let _ = writeln!(std::io::stderr(), "five-fronts: {text}");
    ExitCode::from(code)
}

fn run(cli: &Cli) -> Result<(), Failure> {
    let rules = cli.rules.as_deref();
    match &cli.command {
        None => open(rules, cli.window),
        Some(Command::Shot { save, out, size }) => shot(save, out, *size),
        Some(Command::Report { save, out, side }) => report(save, out, side.as_deref()),
        Some(Command::Check) => check(rules),
        Some(Command::Verify { paths }) => verify(rules, paths),
        Some(Command::Replay { save }) => replay(save),
        Some(Command::Coverage { tsv }) => report_coverage(rules, *tsv),
        Some(Command::Map { game, out }) => draw(rules, game, out.as_deref()),
        Some(Command::Fuzz { many, jobs, every }) => fuzz(&many.load(rules)?, &Batch { every: usize::from(*every), ..jobs.batch(many, cli.quiet) }),
        Some(Command::Simulate { many, jobs, bots, keep, json }) => measure::simulate(rules, many, jobs, cli.quiet, [bots[0], bots[1]], keep.as_deref(), *json),
        Some(Command::Ladder { many, jobs, bots, json }) => measure::ladder(rules, many, jobs, cli.quiet, bots, *json),
        Some(Command::Merge { records, json }) => measure::merge(records, *json),
        Some(Command::Balance { many, jobs, vary, bots, difference, json }) => {
            measure::balance(rules, many, jobs, cli.quiet, &measure::Trial { vary, players: both(bots), difference: *difference, json: *json })
        }
        Some(Command::Tune { many, jobs, out }) => measure::tune(&many.load(rules)?, &jobs.batch(many, cli.quiet), out.as_deref()),
        Some(Command::Calibrate { many, jobs, bots, out }) => measure::calibrate(rules, many, jobs, cli.quiet, both(bots), out.as_deref()),
        Some(Command::BenchOrders { many, json }) => bench_orders(&many.load(rules)?, many, *json, cli.quiet),
    }
}

/// Who plays the first and the second side; one bot plays both.
fn both(bots: &[Player]) -> [Player; 2] {
    [bots[0], *bots.last().unwrap_or(&bots[0])]
}

fn title(slug: &str) -> Result<Title, Failure> {
    Title::of_slug(slug).ok_or_else(|| Failure::Input(format!("there is no game {slug:?}{}", nearest(slug, Title::ALL.iter().map(|t| t.slug())))))
}

/// What is wrong with a file or folder that was named.
fn bad_path(path: &Path, what: impl Into<String>) -> Failure {
    Fault::of_file(path.display().to_string(), what).into()
}

fn load(dir: Option<&Path>, slug: &str) -> Result<Rules, Failure> {
    let title = title(slug)?;
    Ok(title.load(&title.files(dir)?)?)
}

/// Checks the maps of all games and all tables of those that can be played. A folder of rules need not hold every game.
fn check(dir: Option<&Path>) -> Result<(), Failure> {
    let mut faults = Vec::new();
    let mut found = false;
    // A link that leads nowhere is there all the same, and a fault.
    for title in Title::ALL.into_iter().filter(|t| dir.is_none_or(|dir| dir.join(t.slug()).symlink_metadata().is_ok())) {
        found = true;
        let files = match title.files(dir) {
            Ok(files) => files,
            Err(more) => {
                faults.extend(more.0);
                continue;
            }
        };
        let checked = title.check_map(&files).map(|map| format!("{} hexes, {} places, {} facts hold", map.hexes, map.places, map.facts));
        let tables = title.game().map(|game| game.load(&files)).transpose();
        match (&tables, title.lessons(dir)) {
            (Ok(Some(rules)), Ok(lessons)) => faults.extend(lessons.iter().filter_map(|(name, text)| play::read_lesson(rules, name, text).err()).flatten()),
            (_, Err(more)) => faults.extend(more.0),
            _ => {}
        }
        match (checked, tables) {
            (Ok(map), Ok(None)) => say!("{}: {map}; no fault (map only)", title.slug()),
            (Ok(map), Ok(Some(rules))) => {
                say!("{}: {map}; {} counters, {} atoms; no fault", title.slug(), rules.book.units.len(), rules.book.atoms.len());
            }
            (map, tables) => {
                // What both readings of the map report is told once.
                let all = [tables.err(), map.err()].into_iter().flatten().flat_map(|f| f.0);
                let mut told = BTreeSet::new();
                faults.extend(all.filter(|fault| told.insert(fault.clone())));
            }
        }
    }
    if let (false, Some(dir)) = (found, dir) {
        let what = match std::fs::metadata(dir) {
            Ok(meta) if !meta.is_dir() => "is not a folder; expected one that contains a folder of tables for each game",
            Ok(_) => "contains no folder of a game",
            Err(_) => "contains no folder of a game: no such file or folder",
        };
        return Err(bad_path(dir, what));
    }
    if faults.is_empty() { Ok(()) } else { Err(Faults(faults).into()) }
}

fn draw(dir: Option<&Path>, slug: &str, out: Option<&Path>) -> Result<(), Failure> {
    let title = title(slug)?;
    let files = title.files(dir)?;
    let text = |name: &str| files.texts.get(name).ok_or_else(|| Fault::of_file(files.label(name), "is missing"));
    let ground = Ground::read(&files.label("map.ron"), text("map.ron")?).map_err(Faults)?;
    let chart = Chart::read(&files.label("terrain.ron"), text("terrain.ron")?, &ground).map_err(Faults)?;
    let shore = cartography::shipped_shore(title)?;
    let drawing = atlas::svg(&ground, &chart, Some(&shore));
    match out {
        None => say!("{drawing}"),
        Some(path) => write_file(path, drawing.as_bytes())?,
    }
    Ok(())
}

#[cfg(feature = "client")]
fn open(rules: Option<&Path>, size: (u32, u32)) -> Result<(), Failure> {
    use crate::client::{desk::Desk, settings, window};
    let desk = Desk::new(&settings::home(), rules.map(Path::to_path_buf));
    window::open(desk, size).map_err(Failure::Input)
}

#[cfg(not(feature = "client"))]
fn open(_rules: Option<&Path>, _size: (u32, u32)) -> Result<(), Failure> {
    Err(Failure::Input("this program was built without its window; see five-fronts --help for what it can do".into()))
}

#[cfg(feature = "client")]
fn shot(save: &Path, out: &Path, size: (u32, u32)) -> Result<(), Failure> {
    crate::client::shot(save, out, size).map_err(Failure::Input)
}

#[cfg(not(feature = "client"))]
fn shot(_save: &Path, _out: &Path, _size: (u32, u32)) -> Result<(), Failure> {
    Err(Failure::Input("this program was built without its window and cannot draw pictures of positions".into()))
}

#[cfg(feature = "client")]
fn report(save: &Path, out: &Path, side: Option<&str>) -> Result<(), Failure> {
    crate::client::report::write(save, out, side).map_err(Failure::Input)
}

#[cfg(not(feature = "client"))]
fn report(_save: &Path, _out: &Path, _side: Option<&str>) -> Result<(), Failure> {
    Err(Failure::Input("this program was built without its window and cannot draw pictures of positions".into()))
}

/// Every `.ron` file among the paths and below the folders among them, in order. A path that leads to none is a fault.
fn situation_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let before = files.len();
        if path.is_dir() {
            walk(path, &mut Vec::new(), &mut BTreeSet::new(), &mut files)?
        } else {
            files.push(path.clone())
        }
        if files.len() == before {
            return Err(bad_path(path, "contains no situation: there is no file that ends in .ron"));
        }
    }
    files.sort();
    Ok(files)
}

/// Gathers the situations below a folder. A link may lead to any other folder, which is then looked through once, but not back to a folder
/// that holds it: that way has no end.
fn walk(folder: &Path, above: &mut Vec<PathBuf>, visited: &mut BTreeSet<PathBuf>, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |e: std::io::Error| bad_path(folder, format!("cannot be read: {}", plain(&e)));
    let real = std::fs::canonicalize(folder).map_err(unreadable)?;
    if above.contains(&real) {
        return Err(bad_path(folder, format!("leads back to {}, which contains it", real.display())));
    }
    if !visited.insert(real.clone()) {
        return Ok(());
    }
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>).map_err(unreadable)?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    above.push(real);
    for path in paths {
        if path.is_dir() {
            walk(&path, above, visited, files)?;
        } else if path.extension().is_some_and(|e| e == "ron") {
            files.push(path);
        }
    }
    above.pop();
    Ok(())
}

/// Larger than any situation a person writes.
const LARGEST_SITUATION: u64 = 1 << 20;

fn verify(dir: Option<&Path>, paths: &[PathBuf]) -> Result<(), Failure> {
    let mut shelf = Shelf::new(|title: Title| title.files(dir));
    let (mut passed, mut failed, mut bad) = (0, 0usize, Vec::new());
    for path in situation_files(paths)? {
        let name = path.display().to_string();
        let verdict = match read_bounded(&path, LARGEST_SITUATION) {
            Ok(text) => play::run_text(&name, &text, &mut shelf),
            Err(fault) => Verdict { title: name.clone(), game: None, covers: Vec::new(), faults: vec![fault], unreadable: true },
        };
        if verdict.faults.is_empty() {
            passed += 1;
            say!("ok    {name}: {}", verdict.title);
        } else {
            failed += 1;
            say!("FAIL  {name}: {}", verdict.title);
            verdict.faults.iter().for_each(|fault| say!("      {fault}"));
            if verdict.unreadable {
                bad.extend(verdict.faults);
            }
        }
    }
    say!("{passed} passed, {failed} failed");
    match (bad.is_empty(), failed) {
        (false, _) => Err(Faults(bad).into()),
        (true, 0) => Ok(()),
        (true, n) => Err(Failure::No(format!("{} failed", count(n, "situation")))),
    }
}

fn replay(save: &Path) -> Result<(), Failure> {
    match play::load(save) {
        Ok(played) if played.cut_off() => {
            let what = match played.orders {
                1 => "the last line is cut off; the one order before it is good".to_owned(),
                n => format!("the last line is cut off; the {n} orders before it are good"),
            };
            Err(Fault { file: save.display().to_string(), line: played.lines as u32 + 1, column: 1, what }.into())
        }
        Ok(played) => {
            say!("{} replayed, every position the same", count(played.orders, "order"));
            Ok(())
        }
        Err(stopped) => Err(stopped.fault.into()),
    }
}

/// So many of something, in words.
fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// The verdict on every situation that ships with the program.
fn verdicts(dir: Option<&Path>) -> Vec<Verdict> {
    let mut shelf = Shelf::new(|title: Title| title.files(dir));
    coverage::shipped_situations().iter().map(|(name, text)| play::run_text(name, text, &mut shelf)).collect()
}

fn report_coverage(dir: Option<&Path>, tsv: bool) -> Result<(), Failure> {
    let games = Title::playable().map(|t| load(dir, t.slug())).collect::<Result<Vec<_>, _>>()?;
    let rows = coverage::coverage(&games, &verdicts(dir));
    for row in &rows {
        if tsv {
            say!("{}\t{}\t{}\t{}\t{}", row.game.slug(), row.system, row.atoms, row.covered, row.missing.join(" "));
        } else {
            say!("{:18} {:14} {:3} of {:3}  {}", row.game.slug(), row.system, row.covered, row.atoms, row.missing.join(" "));
        }
    }
    if !tsv {
        for title in Title::playable() {
            let (covered, atoms) = rows.iter().filter(|r| r.game == title).fold((0, 0), |(c, a), r| (c + r.covered, a + r.atoms));
            say!("{:18} {:14} {covered:3} of {atoms:3}", title.slug(), "all");
        }
    }
    Ok(())
}

fn fuzz(rules: &Rules, batch: &Batch<'_>) -> Result<(), Failure> {
    match laws::fuzz(rules, batch) {
        Ok(kept) => {
            say!("{}, {}, every law kept", count(kept.games as usize, "game"), count(kept.orders as usize, "order"));
            Ok(())
        }
        Err(broken) => {
            let path = std::env::temp_dir().join(format!("five-fronts-{}-{}.save", rules.title.slug(), broken.seed));
            let kept = write_file(&path, broken.journal.as_bytes()).is_ok();
            let note = if kept { format!("; the game is saved in {}", path.display()) } else { String::new() };
            Err(Failure::No(format!("a law is broken: {broken}{note}")))
        }
    }
}

fn bench_orders(rules: &Rules, many: &Many, json: bool, quiet: bool) -> Result<(), Failure> {
    let speed = bench::measure(rules, many.scenario.as_deref(), many.games, many.seed, quiet).map_err(Failure::No)?;
    let us = |per_mille: usize| speed.per_mille(per_mille).as_secs_f64() * 1e6;
    let (p50, p99, worst) = (us(500), us(990), us(1000));
    let (games, orders, seconds) = (speed.games, speed.orders.len(), speed.total.as_secs_f64());
    let (list_and_do, only_do, games_per_s) = (speed.list_and_do(), speed.only_do(), speed.games_per_second());
    if json {
        let allocations = speed.allocations_per_order().map_or("null".to_owned(), |n| format!("{n:.1}"));
        say!(
            "{{\"game\": \"{}\", \"games\": {games}, \"orders\": {orders}, \"seconds\": {seconds:.3}, \"games_per_s\": {games_per_s:.2}, \
             \"list_and_do_per_s\": {list_and_do:.0}, \"do_per_s\": {only_do:.0}, \
             \"order_us\": {{\"p50\": {p50:.1}, \"p99\": {p99:.1}, \"worst\": {worst:.1}}}, \"allocations_per_order\": {allocations}}}",
            rules.title.slug()
        );
        return Ok(());
    }
    say!("{}, {} in {seconds:.2} s on one thread, {games_per_s:.1} games/s", count(games as usize, "game"), count(orders, "order"));
    say!("list and do: {list_and_do:.0} orders/s; do: {only_do:.0} orders/s");
    say!("time per order: p50 {p50:.1} µs, p99 {p99:.1} µs, worst {worst:.1} µs");
    match speed.allocations_per_order() {
        Some(n) => say!("{n:.1} allocations per order, listing included"),
        None => say!("to count allocations, build with --features count-allocations"),
    }
    Ok(())
}
