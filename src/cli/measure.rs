//! The commands that measure bots and balance: `simulate`, `ladder`, `merge`, `balance`, `tune`, `calibrate`.

use super::{Effort, Failure, Many, bad_path, count, printed, title};
use crate::board::{plain, read_bounded, write_file};
use crate::games::{CHANCES, Rules, Title};
use crate::lab::balance::{self, Halted, Variant, Vary, Verdict};
use crate::lab::ladder::{self, Rating};
use crate::lab::record::{Match, Record};
use crate::lab::simulate::{self, Player, Report, Stopped};
use crate::lab::{Batch, calibrate, simulate::interval, tune};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Larger than any record of matches.
const LARGEST_RECORD: u64 = 16 << 20;

/// What stands for every scenario of a game.
const ALL: &str = "all";

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        match stopped {
            Stopped::Game(what) => Failure::No(what),
            Stopped::Keeping(what) => Failure::Input(what),
        }
    }
}

/// The rules of a game with the digest of their tables, and the scenarios asked for by their ids.
fn chosen(dir: Option<&Path>, many: &Many) -> Result<(Rules, u64, Vec<String>), Failure> {
    let title = title(&many.game)?;
    let mut files = title.files(dir)?;
    let rules = title.load(&files)?;
    files.texts.remove(CHANCES); // they come of games and change none
    let scenarios = match many.scenario.as_deref() {
        Some(ALL) => rules.book.scenarios.iter().map(|s| s.id.clone()).collect(),
        id => vec![rules.scenario(id).map_err(Failure::Input)?.id.clone()],
    };
    Ok((rules, files.digest(), scenarios))
}

pub(super) fn simulate(
    dir: Option<&Path>,
    many: &Many,
    jobs: &Effort,
    quiet: bool,
    players: [Player; 2],
    keep: Option<&Path>,
    json: bool,
) -> Result<(), Failure> {
    let (rules, digest, scenarios) = chosen(dir, many)?;
    if let Some(folder) = keep {
        std::fs::create_dir_all(folder).map_err(|e| bad_path(folder, format!("cannot be created: {}", plain(&e))))?;
    }
    let mut record = Record::new(&many.game, digest);
    let batch = jobs.batch(many, quiet);
    for scenario in scenarios {
        // Of several scenarios each keeps its games apart.
        let folder = keep.map(|folder| if many.scenario.as_deref() == Some(ALL) { folder.join(&scenario) } else { folder.to_owned() });
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder).map_err(|e| bad_path(folder, format!("cannot be created: {}", plain(&e))))?;
        }
        let report = simulate::simulate(&rules, players, &Batch { scenario: Some(&scenario), ..batch }, folder.as_deref())?;
        record.matches.push(Match { scenario, bots: players, seeds: vec![[batch.seed, batch.games]], report });
    }
    show(&record, Some(&rules), json)
}

pub(super) fn ladder(dir: Option<&Path>, many: &Many, jobs: &Effort, quiet: bool, bots: &[Player], json: bool) -> Result<(), Failure> {
    let (rules, digest, scenarios) = chosen(dir, many)?;
    let mut bots = bots.to_vec();
    bots.sort_unstable();
    bots.dedup();
    if bots.len() < 2 {
        return Err(Failure::Input("a ladder needs at least two different bots".into()));
    }
    let mut record = Record::new(&many.game, digest);
    ladder::play(&rules, &bots, &scenarios, &jobs.batch(many, quiet), &mut record)?;
    show(&record, Some(&rules), json)
}

pub(super) fn merge(paths: &[PathBuf], json: bool) -> Result<(), Failure> {
    let mut merged: Option<Record> = None;
    for path in paths {
        let name = path.display().to_string();
        let record = Record::read(&name, &read_bounded(path, LARGEST_RECORD)?)?;
        match &mut merged {
            None => merged = Some(record),
            Some(all) => all.merge(record).map_err(|why| bad_path(path, format!("cannot be merged with {}: {why}", paths[0].display())))?,
        }
    }
    merged.map_or(Ok(()), |record| show(&record, None, json))
}

/// What a game, its sides and its scenarios are called.
struct Names {
    title: String,
    sides: [String; 2],
    scenarios: BTreeMap<String, String>,
}

impl Names {
    /// By the rules that were played by, else by the shipped ones.
    fn of(record: &Record, rules: Option<&Rules>) -> Names {
        let shipped = || Title::of_slug(&record.game).and_then(|title| title.load(&title.shipped()).ok());
        let names = |rules: &Rules| {
            let side = |at: usize| rules.book.sides.get(at).cloned().unwrap_or_else(|| format!("side {}", at + 1));
            let scenarios = rules.book.scenarios.iter().map(|scenario| (scenario.id.clone(), scenario.name.clone())).collect();
            Names { title: rules.book.title.clone(), sides: [side(0), side(1)], scenarios }
        };
        let plain = || Names { title: record.game.clone(), sides: ["side 1".to_owned(), "side 2".to_owned()], scenarios: BTreeMap::new() };
        rules.map(names).or_else(|| shipped().as_ref().map(names)).unwrap_or_else(plain)
    }

    /// A scenario by its name, where the game has several.
    fn scenario<'a>(&'a self, id: &'a str) -> Option<&'a str> {
        (self.scenarios.len() != 1).then(|| self.scenarios.get(id).map_or(id, String::as_str))
    }
}

/// Tunes the weights of a game and writes them.
pub(super) fn tune(rules: &Rules, batch: &Batch<'_>, out: Option<&Path>) -> Result<(), Failure> {
    let mut games = 0;
    let weights = tune::tune(rules, batch, |step| {
        games += tune::A_STEP;
        if !batch.quiet {
            let _ = writeln!(std::io::stderr(), "step {}: {} to {} games, weights {:?}", step.step, step.won[0], step.won[1], step.weights.weights);
        }
    })?;
    let text = weights.text(&format!("tuned by self-play over {games} games"));
    match out {
        None => say!("{}", text.trim_end()),
        Some(path) => write_file(path, text.as_bytes())?,
    }
    Ok(())
}

/// Plays games and finds the chances of each scenario anew by them, or tells how well the known ones hold.
pub(super) fn calibrate(dir: Option<&Path>, many: &Many, jobs: &Effort, quiet: bool, players: [Player; 2], out: Option<&Path>) -> Result<(), Failure> {
    let (rules, _, scenarios) = chosen(dir, many)?;
    let batch = jobs.batch(many, quiet);
    let (mut found, mut together) = (BTreeMap::new(), calibrate::Check::default());
    let several = scenarios.len() > 1;
    for scenario in scenarios {
        let samples = calibrate::sample(&rules, players, &Batch { scenario: Some(&scenario), ..batch })?;
        if out.is_some() {
            let [first, second] = players.map(Player::name);
            let source =
                format!("{}, {first} against {second}, seeds {} to {}", count(batch.games as usize, "game"), batch.seed, batch.seed + (batch.games - 1));
            found.insert(scenario, calibrate::fit(&rules.weights.weights, &samples, source));
        } else {
            let held = calibrate::check(&rules.chances, &scenario, &samples);
            let held = held.ok_or_else(|| Failure::No(format!("{CHANCES} says nothing about {scenario}: fit it with --out FILE")))?;
            tell_check(&format!("{}, {scenario}, {}", many.game, count(batch.games as usize, "game")), &held);
            together.add(&held);
        }
    }
    if several && out.is_none() {
        tell_check(&format!("{}, all scenarios", many.game), &together);
    }
    match out {
        Some(path) => write_file(path, calibrate::renewed(&rules, found).text(rules.game().features()).as_bytes()).map_err(Failure::from),
        None => Ok(()),
    }
}

/// How often a side wins, expected and observed.
fn tell_check(what: &str, held: &calibrate::Check) {
    say!("{what}: positions at the start of turns, both sides");
    say!(" expected     mean   observed  (95%)            positions");
    for (n, tenth) in held.tenths.iter().enumerate().filter(|(_, tenth)| tenth.positions > 0) {
        let (low, high) = interval(tenth.won, tenth.positions);
        let of = |won: f64| won * 100.0 / tenth.positions as f64;
        let (mean, came) = (of(tenth.expected), of(tenth.won as f64));
        let span = format!("{} to {}%", percent(low), percent(high));
        say!("{:3} to {:3}%  {mean:5.1}%  {came:5.1}%   {span:18}{:8}", n * 10, n * 10 + 10, tenth.positions);
    }
    let (off, blind) = held.off();
    say!("expected and observed differ by {:.1}% on average; squared error {off:.3} ({blind:.3} from overall win rates alone)", held.gap() * 100.0);
}

/// Prints matches: as JSON, else those of each scenario, all scenarios together, and the Elo numbers if different bots have met.
fn show(record: &Record, rules: Option<&Rules>, json: bool) -> Result<(), Failure> {
    if json {
        say!("{}", record.write());
        return Ok(());
    }
    let names = Names::of(record, rules);
    let several = record.matches.iter().any(|m| m.scenario != record.matches[0].scenario);
    let table = record.matches.iter().any(|m| m.bots != record.matches[0].bots);
    for played in &record.matches {
        if table {
            line(played, &names);
        } else {
            detail(played, &names);
        }
    }
    if several && !table {
        let mut all = Report::default();
        record.matches.iter().for_each(|m| all.add(&m.report));
        detail(&Match { scenario: format!("all {} scenarios", record.matches.len()), report: all, ..record.matches[0].clone() }, &names);
    }
    let ratings = ladder::ratings(&record.matches);
    if table && !ratings.is_empty() {
        say!("Elo, both sides together (95%):");
        ratings.iter().for_each(rated);
    }
    Ok(())
}

fn rated(r: &Rating) {
    let margin = if r.margin.is_finite() { format!("± {:.0}", r.margin) } else { "(did not play all)".to_owned() };
    say!("{:12} {:+6.0} {margin:8}  {:.1} of {} points", r.bot.name(), r.elo, r.score, r.games);
}

/// Tenths of a percent in words.
fn percent(tenths: u64) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// One match on one line.
fn line(played: &Match, names: &Names) {
    let (report, [first, second]) = (&played.report, played.bots.map(Player::name));
    let share = |hits: u64| (hits * 1000).checked_div(report.games).unwrap_or(0);
    let (low, high) = interval(report.wins[0], report.games);
    let scenario = names.scenario(&played.scenario).map_or_else(String::new, |name| format!("{name}: "));
    say!(
        "{scenario}{first} ({}) against {second} ({}): {}% to {}%, {}% drawn (first: {} to {}%), {}",
        names.sides[0],
        names.sides[1],
        percent(share(report.wins[0])),
        percent(share(report.wins[1])),
        percent(share(report.undecided)),
        percent(low),
        percent(high),
        count(report.games as usize, "game"),
    );
}

/// One match in full.
fn detail(played: &Match, names: &Names) {
    let (report, sides) = (&played.report, &names.sides);
    let line = |name: &str, hits: u64| {
        let (low, high) = interval(hits, report.games);
        let share = (hits * 1000).checked_div(report.games).unwrap_or(0);
        say!("{name:12} {hits:6}  {}%  (95%: {} to {}%)", percent(share), percent(low), percent(high));
    };
    let scenario = names.scenario(&played.scenario).map_or_else(String::new, |name| format!(", {name}"));
    let [first, second] = played.bots.map(Player::name);
    say!("{}{scenario}: {}, {first} against {second}", names.title, count(report.games as usize, "game"));
    line(&sides[0], report.wins[0]);
    line(&sides[1], report.wins[1]);
    line("drawn", report.undecided);
    let games = report.games.max(1);
    say!("average length: {} orders, {}.{} turns", report.orders / games, report.turns / games, report.turns * 10 / games % 10);
    let each = |n: u64| n as f64 / report.turns.max(1) as f64;
    let [a, b] = report.attacks.map(each);
    say!("attacks per turn: {} {a:.1}, {} {b:.1}; in the first turn in {} and {} of {games} games", sides[0], sides[1], report.opened[0], report.opened[1]);
    let stood: Vec<String> = report.stood.iter().filter(|(how, _)| !how.is_empty()).map(|(how, n)| format!("{how} ({n})")).collect();
    if !stood.is_empty() {
        say!("final standings: {}", stood.join(", "));
    }
}

/// What the balance lab is asked.
pub(super) struct Trial<'a> {
    pub(super) vary: &'a Vary,
    pub(super) players: [Player; 2],
    /// In percent.
    pub(super) difference: u8,
    pub(super) json: bool,
}

pub(super) fn balance(dir: Option<&Path>, many: &Many, jobs: &Effort, quiet: bool, trial: &Trial<'_>) -> Result<(), Failure> {
    let title = title(&many.game)?;
    let files = title.files(dir)?;
    if many.scenario.as_deref() == Some(ALL) {
        return Err(Failure::Input("the balance lab plays one scenario at a time; name it".into()));
    }
    if let Some(id) = many.scenario.as_deref() {
        title.load(&files)?.scenario(Some(id)).map_err(Failure::Input)?;
    }
    let size = f64::from(trial.difference) / 100.0;
    let variants = balance::run(title, &files, trial.vary, trial.players, &jobs.batch(many, quiet), size).map_err(|halted| match halted {
        Halted::Tables(faults) => faults.into(),
        Halted::Game(what) => Failure::No(what),
        Halted::Stopped => Failure::No("the trial was stopped".into()),
    })?;
    let sides = title.load(&files).map(|rules| rules.book.sides.clone()).unwrap_or_default();
    let names = [0, 1].map(|at| sides.get(at).cloned().unwrap_or_default());
    if trial.json {
        return tell(many, trial, &variants);
    }
    let [first, second] = trial.players.map(Player::name);
    say!("{}, {}: {first} ({}) against {second} ({})", many.game, trial.vary.place(), names[0], names[1]);
    for variant in &variants {
        variation(variant, &names, trial.difference);
    }
    Ok(())
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "open",
        Verdict::More => "more",
        Verdict::Less => "less",
        Verdict::Same => "same",
    }
}

fn variation(variant: &Variant, sides: &[String; 2], looked_for: u8) {
    let report = &variant.report;
    let share = |hits: u64| percent((hits * 1000).checked_div(report.games).unwrap_or(0));
    let (low, high) = interval(report.wins[0], report.games);
    let ((margin, off), (by, wide)) = (variant.margin(), variant.difference.estimate());
    let held = match variant.verdict {
        _ if variant.present => "in force".to_owned(),
        Verdict::More => format!("{} wins more: {:+.1} ± {:.1}%", sides[0], by * 100.0, wide * 100.0),
        Verdict::Less => format!("{} wins less: {:+.1} ± {:.1}%", sides[0], by * 100.0, wide * 100.0),
        Verdict::Same => format!("no difference of {looked_for}%: {:+.1} ± {:.1}%", by * 100.0, wide * 100.0),
        Verdict::Open => format!("not decided: {:+.1} ± {:.1}%", by * 100.0, wide * 100.0),
    };
    say!(
        "{:>8}  {} {}% (95%: {} to {}%), {} {}%, drawn {}%; margin {:+.1} ± {:.1}%; {}; {held}",
        variant.value,
        sides[0],
        share(report.wins[0]),
        percent(low),
        percent(high),
        sides[1],
        share(report.wins[1]),
        share(report.undecided),
        margin * 100.0,
        off * 100.0,
        count(report.games as usize, "game"),
    );
}

/// The same as JSON.
fn tell(many: &Many, trial: &Trial<'_>, variants: &[Variant]) -> Result<(), Failure> {
    let told: Vec<serde_json::Value> = variants
        .iter()
        .map(|v| {
            let ((margin, off), (by, wide)) = (v.margin(), v.difference.estimate());
            let (low, high) = interval(v.report.wins[0], v.report.games);
            serde_json::json!({
                "value": v.value, "in_force": v.present, "verdict": word(v.verdict), "report": v.report,
                "first_share": [low as f64 / 1000.0, high as f64 / 1000.0], "margin": [margin, off], "difference": [by, wide],
            })
        })
        .collect();
    let whole = serde_json::json!({
        "game": many.game, "vary": trial.vary.place(), "bots": trial.players, "seed": many.seed, "variants": told,
    });
    say!("{}", serde_json::to_string_pretty(&whole).expect("texts and numbers only"));
    Ok(())
}
