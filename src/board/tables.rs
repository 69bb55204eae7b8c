//! The tables every game has: `game.ron`, `units.ron`, `sequence.ron`, `reference.ron`, `scenarios/*.ron`.
//!
//! What a game adds of its own (`tables.ron`) is read by the game. Loading reports all faults of all files at once.

use super::ids::{MarkId, NationId, Side, StepId, UnitId};
use super::look::Look;
use super::map::{Ground, Origin};
use super::read::{At, Fault, Faults, Lexicon, Reading, nearest};
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
    /// Play on blank ground: the same hex numbers, all of it clear and nobody's. Situations use it.
    pub blank: bool,
}

/// Larger than any table a person writes; a bound so that no file can exhaust memory.
pub const LARGEST_TABLE: u64 = 4 << 20;

/// Reads a text file of bounded size, with one clear sentence for everything that can go wrong.
pub fn read_bounded(path: &Path, limit: u64) -> Result<String, Fault> {
    let fault = |what: String| Fault::of_file(path.display().to_string(), what);
    let meta = std::fs::metadata(path).map_err(|e| fault(format!("cannot be read: {}", plain(&e))))?;
    if meta.is_dir() {
        return Err(fault("is a folder, expected a file".into()));
    }
    let mut bytes = Vec::new();
    // The length in the metadata may be a lie (pipes, devices), so the reading itself is bounded too.
    let file = std::fs::File::open(path).map_err(|e| fault(format!("cannot be read: {}", plain(&e))))?;
    std::io::Read::read_to_end(&mut std::io::Read::take(file, limit + 1), &mut bytes).map_err(|e| fault(format!("cannot be read: {}", plain(&e))))?;
    if bytes.len() as u64 > limit {
        return Err(fault(format!("is larger than {} MB, the most that is read", limit >> 20)));
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&e.as_bytes()[..at]).into_owned();
        let mut fault = super::read::Source { file: &path.display().to_string(), text: &text }.fault(at as u32, "");
        fault.what = "is not UTF-8 text from here on: is this a text file?".into();
        fault
    })
}

/// An input/output error without its "(os error N)".
pub fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

impl Files {
    /// Reads every `.ron` below a folder, one level deep. Unreadable files are faults; the rest is read all the same.
    pub fn from_dir(dir: &Path) -> Result<Files, Faults> {
        let mut files = Files { origin: dir.display().to_string(), ..Files::default() };
        let mut faults = Vec::new();
        for (folder, prefix) in [(dir.to_path_buf(), ""), (dir.join("scenarios"), "scenarios/")] {
            let entries = match std::fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(_) if !prefix.is_empty() => continue,
                Err(e) => return Err(Faults(vec![Fault::of_file(folder.display().to_string(), format!("cannot be read: {}", plain(&e)))])),
            };
            let mut paths: Vec<_> = entries.filter_map(Result::ok).map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "ron")).collect();
            paths.sort();
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
    /// What its values mean, from 0, where they are no numbers to people.
    #[serde(default)]
    pub words: Vec<String>,
    /// Bookkeeping that nobody wants to read in the log.
    #[serde(default)]
    pub quiet: bool,
}

impl Track {
    /// A value as people read it.
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
    /// Whether it takes place at all in a game begun so.
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
    /// The part of the game it belongs to; `info` atoms hold nothing to enforce.
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
    /// Who is put where.
    pub lots: Vec<Lot>,
    /// A good hex for units that their owner places, for those who want to begin at once.
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
    /// What is said when a mark is taken away; of most nothing.
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

/// The names a game's code knows, which `game.ron` must list exactly.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Known {
    pub sides: &'static [&'static str],
    pub marks: &'static [&'static str],
    pub counts: &'static [&'static str],
    pub tracks: &'static [&'static str],
    pub boxes: &'static [&'static str],
    pub options: &'static [&'static str],
    pub steps: &'static [&'static str],
}

/// Files being read, faults being gathered.
pub struct Loading<'a> {
    /// What is read.
    pub files: &'a Files,
    /// What was found wrong.
    pub faults: Vec<Fault>,
}

impl<'a> Loading<'a> {
    /// Starts to load.
    pub fn new(files: &'a Files) -> Loading<'a> {
        Loading { files, faults: Vec::new() }
    }

    /// Reads one file with a closure that may note any number of faults. A missing file is a fault.
    pub fn file<T>(&mut self, name: &str, lexicon: &Lexicon, read: impl FnOnce(&Reading<'_>) -> Option<T>) -> Option<T> {
        let label = self.files.label(name);
        let Some(text) = self.files.texts.get(name) else {
            self.faults.push(Fault::of_file(label, "is missing"));
            return None;
        };
        let reading = Reading::new(&label, text, lexicon);
        let value = read(&reading);
        self.faults.extend(reading.into_faults());
        value
    }

    /// The value, if nothing was wrong; otherwise all that was.
    pub fn done<T>(mut self, value: Option<T>) -> Result<T, Faults> {
        match value {
            Some(value) if self.faults.is_empty() => Ok(value),
            _ => {
                self.faults.dedup();
                Err(Faults(self.faults))
            }
        }
    }
}

/// Entries of a map sorted into the order of names that code knows; a missing or an unknown name is a fault.
fn in_known_order<V: Clone>(reading: &Reading<'_>, at: u32, what: &str, known: &[&str], found: Vec<(At<String>, V)>) -> Vec<V> {
    for (name, _) in found.iter().filter(|(name, _)| !known.contains(&name.value.as_str())) {
        reading.fault(name.at, format!("{:?} is no {what} of this game{}", name.value, nearest(&name.value, known.iter().copied())));
    }
    let mut sorted = Vec::new();
    for name in known {
        match found.iter().find(|(key, _)| key.value == *name) {
            Some((_, value)) => sorted.push(value.clone()),
            None => reading.fault(at, format!("the {what} {name:?} is missing")),
        }
    }
    sorted
}

impl Tables {
    /// Reads all shared tables of a game. `None` if anything needed could not be read; the faults are in `loading`.
    pub fn read(loading: &mut Loading<'_>, known: &Known) -> Option<Tables> {
        let mut lexicon = Lexicon::default();
        lexicon.declare("Side", known.sides.iter().copied());
        lexicon.declare("MarkId", known.marks.iter().copied());
        lexicon.declare("CountId", known.counts.iter().copied());
        lexicon.declare("TrackId", known.tracks.iter().copied());
        lexicon.declare("BoxId", known.boxes.iter().copied());
        lexicon.declare("OptionId", known.options.iter().copied());
        lexicon.declare("StepId", known.steps.iter().copied());

        // The ground comes first: every later file may name its hexes.
        let blank = loading.files.blank;
        let ground = read_plain(loading, "map.ron", Ground::read).map(|ground| Arc::new(if blank { ground.blanked() } else { ground }));
        if let Some(ground) = &ground {
            lexicon.declare_hexes(ground.grid.hexes());
        }
        let chart = ground.as_ref().and_then(|ground| read_plain(loading, "terrain.ron", |file, text| Chart::read(file, text, ground)));

        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct RawNation {
            name: String,
            side: Side,
        }
        let mut nation_names = Vec::new();
        let game = loading.file("game.ron", &lexicon, |r| {
            let tree = r.tree()?;
            let f = r.fields(&tree);
            let sides: Option<At<Vec<String>>> = f.need("sides");
            if let Some(sides) = &sides
                && sides.value != known.sides
            {
                r.fault(sides.at, format!("expected the sides {:?} in this order", known.sides));
            }
            nation_names = f.keys("nations");
            let nation = |(id, n): (At<String>, RawNation)| Nation { id: id.value, name: n.name, side: n.side };
            let (title, prefix, factors, turns) = (f.need("title"), f.need("prefix"), f.need("factors"), f.need("turns"));
            let about = f.maybe("about");
            let nations = f.each_pair("nations").into_iter().map(nation).collect();
            let kinds = f.each_pair::<String, UnitKind>("kinds").into_iter().map(|(k, v)| (k.value, v)).collect();
            let options: Vec<Optional> = in_known_order(r, tree.at, "optional rule", known.options, f.each_pair("options"));
            let marks = in_known_order(r, tree.at, "mark", known.marks, f.each_pair("marks"));
            let unmarks = f.each_pair("unmarks").into_iter().map(|(id, words): (At<MarkId>, String)| (id.value, words)).collect();
            let counts = in_known_order(r, tree.at, "count", known.counts, f.each_pair("counts"));
            let tracks = in_known_order(r, tree.at, "track", known.tracks, f.each_pair("tracks"));
            let boxes = in_known_order(r, tree.at, "box", known.boxes, f.each_pair("boxes"));
            f.close();
            Some(Tables {
                title: title?,
                prefix: prefix?,
                about,
                sides: sides?.value,
                nations,
                kinds,
                factors: factors?,
                marks,
                unmarks,
                counts,
                tracks,
                boxes,
                options,
                turns: turns?,
                units: Vec::new(),
                sequence: Sequence::default(),
                chapters: Vec::new(),
                atoms: Vec::new(),
                scenarios: Vec::new(),
                ground: ground.clone()?,
                chart: chart.clone()?,
                look: Look::default(),
                lexicon: Lexicon::default(),
                files: Arc::default(),
            })
        });
        lexicon.declare("NationId", nation_names);

        let atoms = loading.file("reference.ron", &lexicon, |r| {
            let tree = r.tree()?;
            let f = r.fields(&tree);
            let chapters: Vec<(String, String)> = f.each("chapters");
            let atoms: Vec<At<AtomRow>> = f.each("atoms");
            f.close();
            let mut seen = BTreeMap::new();
            for atom in &atoms {
                if let Some(first) = seen.insert(atom.value.id.as_str(), atom.at) {
                    r.fault(atom.at, format!("the atom {} is given twice (first at offset {first})", atom.value.id));
                }
                if let Some(game) = &game
                    && !atom.value.id.starts_with(&format!("{}-", game.prefix))
                {
                    r.fault(atom.at, format!("{} is no atom of this game: expected {}-…", atom.value.id, game.prefix));
                }
            }
            Some((chapters, atoms.into_iter().map(|a| a.value).collect::<Vec<AtomRow>>()))
        });
        let atom_names: Vec<String> = atoms.as_ref().map(|(_, rows)| rows.iter().map(|a| a.id.clone()).collect()).unwrap_or_default();
        lexicon.declare("AtomId", atom_names.iter().cloned());
        let mut unit_names = Vec::new();
        let units = loading.file("units.ron", &lexicon, |r| {
            let tree = r.tree()?;
            let f = r.fields(&tree);
            let _: Option<Origin> = f.need("source");
            unit_names = f.keys("units");
            let units: Vec<(At<String>, UnitRow)> = f.each_pair("units");
            f.close();
            if let Some(game) = &game {
                for (id, unit) in &units {
                    if !game.kinds.contains_key(&unit.kind.value) {
                        r.fault(
                            unit.kind.at,
                            format!("unknown kind {:?}{}", unit.kind.value, nearest(&unit.kind.value, game.kinds.keys().map(String::as_str))),
                        );
                    }
                    let expected = game.factors.len();
                    if !unit.front.is_empty() && unit.front.len() != expected || unit.back.as_ref().is_some_and(|b| b.len() != expected) {
                        r.fault(id.at, format!("{} must have {expected} factors on each side: {}", id.value, game.factors.join(", ")));
                    }
                }
            }
            Some(units)
        });
        lexicon.declare("UnitId", unit_names);

        let sequence = loading.file("sequence.ron", &lexicon, |r| {
            let tree = r.tree()?;
            let f = r.fields(&tree);
            let (setup, turn): (Vec<Step>, Vec<Step>) = (f.each("setup"), f.each("turn"));
            f.close();
            if turn.is_empty() {
                r.fault(tree.at, "the turn has no steps");
            }
            Some(Sequence { setup: setup.len(), steps: setup.into_iter().chain(turn).collect() })
        });

        let names: Vec<String> = loading.files.texts.keys().filter(|n| n.starts_with("scenarios/")).cloned().collect();
        if names.is_empty() {
            loading.faults.push(Fault::of_file(loading.files.label("scenarios"), "holds no scenario"));
        }
        let mut scenarios = Vec::new();
        for name in names {
            let id = name.trim_start_matches("scenarios/").trim_end_matches(".ron").to_owned();
            let scenario = loading.file(&name, &lexicon, |r| {
                let tree = r.tree()?;
                let f = r.fields(&tree);
                let (name, turns) = (f.need("name"), f.need("turns"));
                let (text, lots, suggested) = (f.maybe("text"), f.each("lots"), f.maybe("suggested"));
                f.close();
                let scenario = Scenario { id, name: name?, text, turns: turns?, lots, suggested };
                check_lots(r, &scenario, &lexicon, ground.as_deref(), units.as_deref());
                if game.as_ref().is_some_and(|g| g.turns.len() < usize::from(scenario.turns)) {
                    r.fault(tree.at, format!("{} turns, but game.ron names fewer", scenario.turns));
                }
                Some(scenario)
            });
            scenarios.extend(scenario);
        }

        let (mut tables, (chapters, atoms)) = (game?, atoms?);
        tables.chapters = chapters;
        tables.atoms = atoms;
        tables.units = units?.into_iter().map(|(_, row)| row).collect();
        tables.sequence = sequence?;
        tables.scenarios = scenarios;
        lexicon.declare("MarkText", tables.marks.iter().cloned());
        lexicon.declare("UnmarkText", (0..known.marks.len()).map(|id| tables.unmarks.get(&MarkId(id as u8)).cloned().unwrap_or_default()));
        let with_nation = |unit: &UnitRow| {
            let nation = tables.nations.get(unit.nation.value.at()).map_or("", |nation| &nation.id);
            if unit.name.starts_with(nation) { unit.name.clone() } else { format!("{nation} {}", unit.name) }
        };
        lexicon.declare("UnitText", tables.units.iter().map(with_nation));
        lexicon.declare_places(&tables.ground);
        lexicon.declare("TrackText", tables.tracks.iter().map(|t| if t.quiet { String::new() } else { t.name.clone() }));
        lexicon.declare("TrackWords", tables.tracks.iter().map(|t| t.words.join("|")));
        lexicon.declare("BoxText", tables.boxes.iter().map(|b| b.name.clone()));
        let step_name = |id: usize| tables.sequence.steps.iter().find(|s| s.id.at() == id).map_or(known.steps[id].to_owned(), |s| s.name.clone());
        lexicon.declare("StepText", (0..known.steps.len()).map(step_name));
        tables.lexicon = lexicon;
        tables.look = Look::read(loading, &tables);
        tables.files = Arc::new(loading.files.clone());
        Some(tables)
    }

    /// The printed name of a unit's id.
    pub fn unit_name(&self, unit: UnitId) -> &str {
        self.lexicon.name("UnitId", unit.0).unwrap_or("?")
    }

    /// What a counter is called in sentences: its nation and its name.
    pub fn called(&self, unit: UnitId) -> &str {
        self.lexicon.name("UnitText", unit.0).unwrap_or("?")
    }

    /// The scenario that a game began with.
    pub fn scenario(&self, start: &Start) -> &Scenario {
        self.scenarios.iter().find(|s| s.id == start.scenario).expect("tables are put in force only with the scenario that is played")
    }

    /// A step's position in the sequence by its id, in a game begun so.
    pub fn step_at(&self, id: StepId, start: &Start) -> Option<usize> {
        self.sequence.steps.iter().position(|s| s.id == id && s.holds(start))
    }
}

/// A lot names areas that exist, and no counter twice under the same options.
fn check_lots(r: &Reading<'_>, scenario: &Scenario, lexicon: &Lexicon, ground: Option<&Ground>, units: Option<&[(At<String>, UnitRow)]>) {
    let mut put: BTreeMap<(UnitId, String), u32> = BTreeMap::new();
    for lot in &scenario.lots {
        if let (Put::Area(area), Some(ground)) = (&lot.to, ground)
            && !ground.areas.contains_key(&area.value)
        {
            r.fault(area.at, format!("the map has no area {:?}{}", area.value, nearest(&area.value, ground.areas.keys().map(String::as_str))));
        }
        let condition = lot.option.as_ref().map_or(String::new(), |o| o.value.clone());
        if let Some(option) = &lot.option
            && let Some(Err(what)) = lexicon.number("OptionId", option.value.trim_start_matches('!'))
        {
            r.fault(option.at, what);
        }
        for unit in &lot.units {
            if put.insert((unit.value, condition.clone()), unit.at).is_some() {
                r.fault(unit.at, format!("{} is set up twice", lexicon.name("UnitId", unit.value.0).unwrap_or("this unit")));
            }
        }
    }
    for (id, _) in units.unwrap_or_default() {
        if !put.keys().any(|(unit, _)| lexicon.name("UnitId", unit.0) == Some(&id.value)) {
            r.fault(0, format!("{} is set up nowhere", id.value));
        }
    }
}

fn read_plain<T>(loading: &mut Loading<'_>, name: &str, read: impl FnOnce(&str, &str) -> Result<T, Vec<Fault>>) -> Option<T> {
    let label = loading.files.label(name);
    let Some(text) = loading.files.texts.get(name) else {
        loading.faults.push(Fault::of_file(label, "is missing"));
        return None;
    };
    read(&label, text).map_err(|faults| loading.faults.extend(faults)).ok()
}

/// The tables in force, shared by every world that plays by them.
pub type Rulebook = Shared<Tables>;

/// With what a game was begun.
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
