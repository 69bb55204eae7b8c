//! The tables every game has: `game.ron`, `units.ron`, `sequence.ron`, `reference.ron`, `scenarios/*.ron`.
//!
//! What a game adds of its own (`tables.ron`) is read by the game. Loading reports all faults of all files at once.

use super::ids::{MarkId, NationId, Side, StepId, UnitId};
use super::look::Look;
use super::map::{Ground, Origin};
use super::read::{At, Fault, Faults, Lexicon};
use super::shared::Shared;
use super::terrain::{Chart, Points};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The files of one game's rules: name inside `rules/<slug>/` → text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files {
    /// How to name a file to the user: a folder, or nothing for the tables in the binary.
    pub origin: String,
    /// Texts by name.
    pub texts: BTreeMap<String, String>,
    /// Play on blank ground: the same hex numbers, all of it clear and nobody's. Used by situations.
    pub blank: bool,
}

/// Larger than any table a person writes; a bound so that no file can exhaust memory.
pub(super) const LARGEST_TABLE: u64 = 1 << 20;
/// More files than any game has.
const MOST_FILES: usize = 100;

/// Reads a text file of bounded size, with one clear sentence for everything that can go wrong.
pub(crate) fn read_bounded(path: &Path, limit: u64) -> Result<String, Fault> {
    let fault = |what: String| Fault::of_file(path.display().to_string(), what);
    let meta = std::fs::metadata(path).map_err(|e| fault(format!("cannot be read: {}", plain(&e))))?;
    if meta.is_dir() {
        return Err(fault("is a folder; expected a file".into()));
    }
    // Opening a pipe waits for its writer, and a device never ends.
    if !meta.is_file() {
        return Err(fault("is not a regular file; pipes and devices cannot be read".into()));
    }
    let too_large = || fault(format!("is larger than {} MB, the most that can be read", limit >> 20));
    if meta.len() > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // The length in the metadata may be a lie (the system's own files), so the reading itself is bounded too.
    let file = std::fs::File::open(path).map_err(|e| fault(format!("cannot be read: {}", plain(&e))))?;
    std::io::Read::read_to_end(&mut std::io::Read::take(file, limit + 1), &mut bytes).map_err(|e| fault(format!("cannot be read: {}", plain(&e))))?;
    if bytes.len() as u64 > limit {
        return Err(too_large());
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&e.as_bytes()[..at]).into_owned();
        let mut fault = super::read::Source { file: &path.display().to_string(), text: &text }.fault(at as u32, "");
        fault.what = "is not valid UTF-8 from here on: is this a text file?".into();
        fault
    })
}

/// An input/output error without its "(os error N)".
pub fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

impl Files {
    /// Reads every `.ron` file in a folder, one level deep. Unreadable files are faults; the rest are read anyway.
    pub fn from_dir(dir: &Path) -> Result<Files, Faults> {
        let mut files = Files { origin: dir.display().to_string(), ..Files::default() };
        let mut faults = Vec::new();
        for (folder, prefix) in [(dir.to_path_buf(), ""), (dir.join("scenarios"), "scenarios/")] {
            let entries = match std::fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(_) if !prefix.is_empty() && std::fs::symlink_metadata(&folder).is_err() => continue,
                Err(e) => return Err(Faults(vec![Fault::of_file(folder.display().to_string(), format!("cannot be read: {}", plain(&e)))])),
            };
            let mut paths: Vec<_> = entries.filter_map(Result::ok).map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "ron")).collect();
            paths.sort();
            if paths.len() > MOST_FILES {
                return Err(Faults(vec![Fault::of_file(
                    folder.display().to_string(),
                    format!("holds more than {MOST_FILES} tables, the most that can be read"),
                )]));
            }
            for path in paths {
                let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
                match read_bounded(&path, LARGEST_TABLE) {
                    Ok(text) => drop(files.texts.insert(name, text)),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        if faults.is_empty() { Ok(files) } else { Err(Faults(faults)) }
    }

    /// A file's name as the user knows it.
    pub fn label(&self, name: &str) -> String {
        if self.origin.is_empty() { name.to_owned() } else { format!("{}/{name}", self.origin.trim_end_matches('/')) }
    }

    /// A hash of all texts, to tell two sets of tables apart.
    pub fn digest(&self) -> u64 {
        let mut digest = super::digest::Digest::default();
        for (name, text) in &self.texts {
            digest.bytes(name.as_bytes());
            digest.bytes(text.as_bytes());
        }
        digest.finish()
    }
}

/// A nationality.
#[derive(Clone, Debug)]
pub struct Nation {
    /// The short name units use.
    pub id: String,
    /// In words.
    pub name: String,
    /// The player who runs it at start.
    pub side: Side,
    /// Whether it takes a plural verb: "the rebels are", "Greece is".
    pub plural: bool,
    /// What sentences put before the names of its counters in place of the short name.
    pub called: Option<String>,
}

impl Nation {
    /// The nation as the subject of a sentence, with the form of the verb that agrees with it.
    pub fn with_verb(&self, one: &str, many: &str) -> String {
        format!("{} {}", self.name, if self.plural { many } else { one })
    }
}

/// A track of the ledger.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// In words.
    pub name: String,
    /// Where it starts.
    #[serde(default)]
    pub start: i32,
    /// Whether it counts halves.
    #[serde(default)]
    pub halves: bool,
    /// The words for its values, from 0, where they are not read as numbers.
    #[serde(default)]
    pub words: Vec<String>,
    /// Bookkeeping that does not belong in the log.
    #[serde(default)]
    pub quiet: bool,
}

impl Track {
    /// A value as shown to people.
    pub fn say(&self, value: i32) -> String {
        let word = usize::try_from(value).ok().and_then(|n| self.words.get(n)).cloned();
        word.unwrap_or_else(|| if self.halves { Points(value as i16).to_string() } else { value.to_string() })
    }
}

/// A holding box.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holding {
    /// In words.
    pub name: String,
    /// Whose it is; nobody's if left out.
    #[serde(default)]
    pub side: Option<Side>,
}

/// An optional rule.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Optional {
    /// In words.
    pub name: String,
    /// What it changes, in a sentence.
    pub text: String,
    /// Optional rules it needs.
    #[serde(default)]
    pub needs: Vec<String>,
}

/// A kind of unit: what the counter shows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitKind {
    /// In words.
    pub name: String,
    /// The symbol the counter shows.
    pub symbol: String,
}

/// A counter as printed.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitRow {
    /// As printed.
    pub name: String,
    /// Whose.
    pub nation: At<NationId>,
    /// Its type: a key of `kinds` in game.ron.
    pub kind: At<String>,
    /// The size mark.
    #[serde(default)]
    pub size: String,
    /// Its formation: counters of one formation share a stripe; empty: independent.
    #[serde(default)]
    pub formation: String,
    /// Factors of the front, in the order of `factors` in game.ron.
    #[serde(default)]
    pub front: Vec<i16>,
    /// Factors of the reduced side; a counter without has one step.
    #[serde(default)]
    pub back: Option<Vec<i16>>,
    /// Other printed values.
    #[serde(default)]
    pub values: BTreeMap<String, i16>,
    /// Special status.
    #[serde(default)]
    pub traits: Vec<String>,
    /// Where the values are from, if not where the file says.
    #[serde(default)]
    pub source: Option<Origin>,
}

impl UnitRow {
    /// The name without the number that tells counters of one sort apart: "Artillery" for "Artillery 3".
    pub fn sort(&self) -> &str {
        let stem = self.name.trim_end_matches(|c: char| c.is_ascii_digit());
        stem.strip_suffix(' ').filter(|stem| !stem.is_empty()).unwrap_or(&self.name)
    }

    /// Whether at most that number tells it and another counter apart.
    pub fn is_like(&self, other: &UnitRow) -> bool {
        self.sort() == other.sort()
            && self.nation.value == other.nation.value
            && self.kind.value == other.kind.value
            && (&self.size, &self.formation, &self.traits) == (&other.size, &other.formation, &other.traits)
            && (&self.front, &self.back, &self.values) == (&other.front, &other.back, &other.values)
    }

    /// How many steps the full counter has.
    pub fn steps(&self) -> u8 {
        1 + u8::from(self.back.is_some())
    }
}

/// The turns in which a step takes place.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub enum When {
    /// Every turn.
    #[default]
    Always,
    /// From this turn on.
    From(u8),
    /// In these turns only.
    Only(Vec<u8>),
}

impl When {
    /// Whether it takes place in this turn.
    pub fn holds(&self, turn: u8) -> bool {
        match self {
            When::Always => true,
            When::From(first) => turn >= *first,
            When::Only(turns) => turns.contains(&turn),
        }
    }
}

/// A step of the sequence of play.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Which rule runs here.
    pub id: StepId,
    /// In words.
    pub name: String,
    /// The phase it belongs to, in words.
    pub phase: String,
    /// Who decides; nobody for a step that runs by itself.
    #[serde(default)]
    pub side: Option<Side>,
    /// In which turns.
    #[serde(default)]
    pub when: When,
    /// Only with all of these optional rules.
    #[serde(default)]
    pub with: Vec<super::ids::OptionId>,
    /// Only with none of these optional rules.
    #[serde(default)]
    pub without: Vec<super::ids::OptionId>,
    /// The atom that puts it here.
    pub rule: super::ids::AtomId,
}

impl Step {
    /// Whether it takes place at all in a game with this start.
    pub fn holds(&self, start: &Start) -> bool {
        self.with.iter().all(|o| start.has(*o)) && !self.without.iter().any(|o| start.has(*o))
    }
}

/// `sequence.ron`: set-up steps once, then the steps of a turn, turn after turn.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    /// Set-up steps followed by the steps of a turn.
    pub steps: Vec<Step>,
    /// How many of them are set-up.
    pub setup: usize,
}

/// A rule atom.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtomRow {
    /// `TOA-9.0.e`
    pub id: String,
    /// The part of the game it belongs to; `info` atoms have nothing to enforce.
    pub system: String,
    /// What it says, in our words.
    pub text: String,
}

/// Where a scenario puts counters.
#[derive(Clone, Debug, Deserialize)]
pub enum Put {
    /// Their owner places them in this area of the map.
    Area(At<String>),
    /// They start in this holding box.
    Box(super::ids::BoxId),
    /// They start in this hex.
    Hex(super::Hex),
}

/// A line of a scenario's set-up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lot {
    /// Which counters.
    pub units: Vec<At<UnitId>>,
    /// Where.
    pub to: Put,
    /// The atom that says so.
    pub rule: super::ids::AtomId,
    /// Only with this optional rule (or, with `!`, only without it).
    #[serde(default)]
    pub option: Option<At<String>>,
}

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its file's name without ending.
    pub id: String,
    /// In words.
    pub name: String,
    /// What it is about.
    pub text: String,
    /// How many turns at most.
    pub turns: u8,
    /// The die that leads to it, where a scenario may be rolled for.
    pub die: Option<u8>,
    /// Who is put where; nobody if the game deals its counters itself.
    pub lots: Vec<Lot>,
    /// A good hex for each unit that its owner places, for players who want to start at once.
    pub suggested: BTreeMap<UnitId, super::Hex>,
}

/// Everything `rules/<slug>/` says that all games share.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "one field a section of the tables, documented there")]
pub struct Tables {
    pub title: String,
    pub prefix: String,
    pub about: String,
    pub sides: Vec<String>,
    pub nations: Vec<Nation>,
    pub kinds: BTreeMap<String, UnitKind>,
    pub factors: Vec<String>,
    /// What each mark means, in words.
    pub marks: Vec<String>,
    /// What is said when a mark is removed; for most, nothing.
    pub unmarks: BTreeMap<MarkId, String>,
    /// What each count means, in words.
    pub counts: Vec<String>,
    pub tracks: Vec<Track>,
    pub boxes: Vec<Holding>,
    pub options: Vec<Optional>,
    /// What each turn is called.
    pub turns: Vec<String>,
    pub units: Vec<UnitRow>,
    pub sequence: Sequence,
    pub chapters: Vec<(String, String)>,
    pub atoms: Vec<AtomRow>,
    pub scenarios: Vec<Scenario>,
    pub ground: Arc<Ground>,
    pub chart: Chart,
    /// What counters and tracks look like.
    pub look: Look,
    pub lexicon: Lexicon,
    /// What was read, for saves and for telling sets of tables apart.
    pub files: Arc<Files>,
}

impl Tables {
    /// The printed name of a unit's id.
    pub fn unit_name(&self, unit: UnitId) -> &str {
        self.lexicon.name("UnitId", unit.0).unwrap_or("?")
    }

    /// What a counter is called in sentences: its nation and its name.
    pub fn called(&self, unit: UnitId) -> &str {
        self.lexicon.called(unit.0).unwrap_or("?")
    }

    /// The scenario that a game began with.
    pub fn scenario(&self, start: &Start) -> &Scenario {
        self.scenarios.iter().find(|s| s.id == start.scenario).expect("tables are put in force only with the scenario that is played")
    }

    /// A step's position in the sequence by its id, in a game with this start.
    pub fn step_at(&self, id: StepId, start: &Start) -> Option<usize> {
        self.sequence.steps.iter().position(|s| s.id == id && s.holds(start))
    }
}

/// The tables in force, shared by every world that plays by them.
pub type Rulebook = Shared<Tables>;

/// How a game was started.
#[derive(bevy_ecs::prelude::Resource, Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The scenario's id: its place among the tables may change while the game is played.
    pub scenario: String,
    /// How many turns it lasts at most.
    pub turns: u8,
    /// Optional rules in force, sorted.
    pub options: Vec<super::ids::OptionId>,
    /// Where the dice come from.
    pub luck: super::dice::Luck,
}

impl Start {
    /// Whether an optional rule is in force.
    pub fn has(&self, option: super::ids::OptionId) -> bool {
        self.options.contains(&option)
    }
}
