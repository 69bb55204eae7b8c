//! Reading `look.ron`: every fault with its place and the nearest valid name.

use super::{Badge, BoxGroup, Cover, KindLook, Look, MapLook, NationLook, SideLook, Stripe, TrackGroup, TraitLook, plain_mark};
use crate::board::Loading;
use crate::board::ids::{MarkId, NationId, Side};
use crate::board::map::Ground;
use crate::board::read::{At, Faults, Fields, Kind, Lexicon, Node, Reading, Source, with_article};
use crate::board::tables::{Files, Tables};
use std::collections::{BTreeMap, BTreeSet};

/// The file's name inside `rules/<slug>/`.
pub(super) const FILE: &str = "look.ron";
/// Print that reads worse than this on its body is a fault.
const LEAST_CONTRAST: f32 = 3.0;
/// Print that reads worse than this is worth a warning.
const GOOD_CONTRAST: f32 = 4.5;

/// What the file says, by number, before defaults are filled in.
#[derive(Default)]
pub(super) struct Said {
    pub sides: BTreeMap<Side, SideLook>,
    pub nations: BTreeMap<NationId, NationLook>,
    pub marks: BTreeMap<MarkId, Option<Badge>>,
    pub tracks: Option<Vec<TrackGroup>>,
    pub boxes: Option<Vec<BoxGroup>>,
}

impl Look {
    /// Reads the look of a game whose other tables have been read. A game without the file gets a plain look.
    pub(in crate::board) fn read(loading: &mut Loading<'_>, tables: &Tables) -> Look {
        if !loading.files.texts.contains_key(FILE) {
            return Look::plain(tables);
        }
        let (label, text) = (loading.files.label(FILE), loading.files.texts[FILE].as_str());
        let source = Source { file: &label, text };
        let map = loading.files.label("map.ron");
        // A name misspelt on the map is told there, and not again where the look is drawn from it.
        let ground = (!loading.faults.iter().any(|fault| fault.file == map)).then_some(&*tables.ground);
        loading.file(FILE, &tables.lexicon, |r| look(r, source, tables, ground)).unwrap_or_else(|| Look::plain(tables))
    }

    /// The cover alone, for a game whose other tables may not exist.
    pub fn cover_of(files: &Files) -> Result<Cover, Faults> {
        let mut loading = Loading::new(files);
        let lexicon = Lexicon::default();
        let cover = loading.file(FILE, &lexicon, |r| {
            let tree = r.tree()?;
            r.fields(&tree).need("cover")
        });
        loading.done(cover)
    }
}

fn look(r: &Reading<'_>, source: Source<'_>, tables: &Tables, ground: Option<&Ground>) -> Option<Look> {
    let tree = r.tree()?;
    let f = r.fields(&tree);
    let mut look = Look { cover: f.need("cover").unwrap_or_default(), words: f.maybe("words"), ..Look::default() };
    let nations: Vec<(At<NationId>, NationLook)> = f.each_pair("nations");
    for (nation, colors) in &nations {
        let what = format!("the print of {} on its body", tables.nations.get(nation.value.at()).map_or("a nation", |n| &n.id));
        check_contrast(r, source, &mut look, nation.at, &what, colors);
    }
    look.kinds = kinds(r, &f, tables);
    look.traits = traits(r, &f, tables);
    look.tags = tags(r, &f, tables);
    look.stripes = stripes(r, &f, tables);
    look.weather = f.maybe("weather");
    look.score = f.maybe("score");
    look.banners = f.each("banners");
    look.holders = f.maybe("holders");
    look.map = MapLook::read(r, &f, ground);
    let said = Said {
        sides: f.each_pair("sides").into_iter().map(|(side, look): (At<Side>, SideLook)| (side.value, look)).collect(),
        nations: nations.into_iter().map(|(nation, look)| (nation.value, look)).collect(),
        marks: marks(r, &f, tables),
        tracks: f.node("tracks").map(|_| f.each("tracks")),
        boxes: f.node("boxes").map(|_| f.each("boxes")),
    };
    f.close();
    look.complete(said, tables);
    Some(look)
}

fn check_contrast(r: &Reading<'_>, source: Source<'_>, look: &mut Look, at: u32, what: &str, colors: &NationLook) {
    let bodies = [Some(colors.body), colors.safe];
    let contrast = bodies.iter().flatten().map(|body| body.contrast(colors.print)).fold(f32::MAX, f32::min);
    let sentence = format!("{what} has a contrast of {contrast:.1} : 1, expected at least {GOOD_CONTRAST} : 1");
    if contrast < LEAST_CONTRAST {
        r.fault(at, sentence);
    } else if contrast < GOOD_CONTRAST {
        look.warnings.push(source.fault(at, sentence));
    }
}

/// Notes a name that is not among the valid ones.
fn check<'a>(r: &Reading<'_>, name: &At<String>, what: &str, valid: impl Iterator<Item = &'a str> + Clone) {
    if !valid.clone().any(|v| v == name.value) {
        r.fault(name.at, format!("{:?} is not {} of this game{}", name.value, with_article(what), r.nearest(&name.value, valid)));
    }
}

fn kinds(r: &Reading<'_>, f: &Fields<'_, '_, '_>, tables: &Tables) -> BTreeMap<String, KindLook> {
    let found: Vec<(At<String>, KindLook)> = f.each_pair("kinds");
    for (name, kind) in &found {
        check(r, name, "kind", tables.lexicon.names("Kind").iter().map(String::as_str));
        check_row(r, name.at, &kind.row, tables);
    }
    found.into_iter().map(|(name, kind)| (name.value, kind)).collect()
}

fn traits(r: &Reading<'_>, f: &Fields<'_, '_, '_>, tables: &Tables) -> BTreeMap<String, TraitLook> {
    let found: Vec<(At<String>, TraitLook)> = f.each_pair("traits");
    let valid: BTreeSet<&str> = tables.units.iter().flat_map(|u| &u.traits).chain(tables.lexicon.names("Trait")).map(String::as_str).collect();
    for (name, look) in &found {
        check(r, name, "trait", valid.iter().copied());
        check_row(r, name.at, &look.row, tables);
    }
    found.into_iter().map(|(name, look)| (name.value, look)).collect()
}

fn tags(r: &Reading<'_>, f: &Fields<'_, '_, '_>, tables: &Tables) -> Vec<(String, String)> {
    let found: Vec<(At<String>, String)> = f.each_pair("tags");
    let valid: BTreeSet<&str> = tables.units.iter().flat_map(|u| u.values.keys()).chain(tables.lexicon.names("Value")).map(String::as_str).collect();
    found.iter().for_each(|(name, _)| check(r, name, "printed value", valid.iter().copied()));
    found.into_iter().map(|(name, text)| (name.value, text)).collect()
}

fn stripes(r: &Reading<'_>, f: &Fields<'_, '_, '_>, tables: &Tables) -> BTreeMap<String, Stripe> {
    let found: Vec<(At<String>, Stripe)> = f.each_pair("stripes");
    let valid: BTreeSet<&str> = tables.units.iter().map(|u| u.formation.as_str()).filter(|f| !f.is_empty()).collect();
    found.iter().for_each(|(name, _)| check(r, name, "formation", valid.iter().copied()));
    found.into_iter().map(|(name, stripe)| (name.value, stripe)).collect()
}

/// Marks: a badge, or the word `Hidden`.
fn marks(r: &Reading<'_>, f: &Fields<'_, '_, '_>, tables: &Tables) -> BTreeMap<MarkId, Option<Badge>> {
    let pairs = match f.node("marks") {
        Some(Node { kind: Kind::Map(pairs), .. }) => pairs.as_slice(),
        Some(node) => {
            r.fault(node.at, format!("expected a map {{ key: value, … }}, found {}", node.kind.describe()));
            &[]
        }
        None => &[],
    };
    let mut marks = BTreeMap::new();
    for (key, node) in pairs {
        let name: Option<MarkId> = r.value(key);
        let badge: Option<Option<Badge>> = if matches!(node.kind, Kind::Word("Hidden")) { Some(None) } else { r.value(node).map(Some) };
        let (Some(name), Some(badge)) = (name, badge) else { continue };
        badge.iter().flat_map(|b| b.rows.values()).for_each(|row| check_row(r, node.at, row, tables));
        if marks.insert(name, badge).is_some() {
            r.fault(key.at, format!("{} is given twice", key.kind.describe()));
        }
    }
    marks
}

/// The names of traits, printed values and formations that a look uses.
pub(in crate::board) fn names_of(look: &Node<'_>) -> BTreeSet<String> {
    let keys = ["traits", "tags", "stripes"].into_iter().filter_map(|section| look.field(section)).flat_map(|node| node.pairs());
    let keys = keys.filter_map(|(key, _)| key.text()).map(str::to_owned);
    let in_rows = look.texts().into_iter().filter_map(|node| node.text()).flat_map(names_in).map(str::to_owned);
    keys.chain(in_rows.collect::<Vec<_>>()).collect()
}

/// The names in braces of a row.
pub(super) fn names_in(row: &str) -> impl Iterator<Item = &str> {
    row.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name.trim_end_matches('?'))
}

/// Every name in a row's braces is a factor, a printed value, a count, or one of the two words every unit has.
fn check_row(r: &Reading<'_>, at: u32, row: &str, tables: &Tables) {
    if !row.contains('{') {
        return;
    }
    let values = tables.units.iter().flat_map(|u| u.values.keys()).chain(tables.lexicon.names("Value"));
    let mut valid: BTreeSet<&str> = tables.factors.iter().chain(values).chain(tables.lexicon.names("CountId")).map(String::as_str).collect();
    valid.extend(["number", "name"]);
    for name in names_in(row).filter(|name| !valid.contains(name)) {
        r.fault(at, format!("the row {row:?} names {name:?}, which is not a factor, value or count{}", r.nearest(name, valid.iter().copied())));
    }
}

impl Said {
    /// What the file says about a mark, or else its first letter.
    pub(super) fn mark(&mut self, number: usize, name: &str) -> Option<Badge> {
        self.marks.remove(&MarkId(number as u8)).unwrap_or_else(|| Some(plain_mark(name)))
    }
}
