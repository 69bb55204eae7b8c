//! The names and numbers that the rules ask of the tables, read once when they are loaded.

use super::orders::{Mark, Step};
use crate::board::read::At;
use crate::board::{Dir, Ix, Known, Loading, Names, Origin, Rulebook, Shared, Side, Start, Survey, Tables, Vocabulary};
use serde::Deserialize;

/// Every name that the code looks for. A table that lacks one, or holds one that nobody knows, has a fault.
const KNOWN: Known = Known {
    sides: &["Blue", "Red"],
    marks: Mark::NAMES,
    counts: &[],
    tracks: &[],
    boxes: &[],
    options: &[],
    steps: Step::NAMES,
    factors: &["strength"],
    kinds: &["infantry"],
    nations: &["B", "R"],
    formations: Names::NONE,
    traits: Names::NONE,
    values: &[],
    map: Vocabulary {
        powers: Names::needed(&["Blue", "Red"]),
        countries: Names::other(&["west bank", "east bank"]),
        letters: &[],
        edges: &[],
        terrain: Names::other(&["clear", "woods"]),
        sets: Names::needed(&["blue_camp", "red_camp"]),
        lines: Names::NONE,
        areas: Names::NONE,
        region_tags: Names::NONE,
        place_kinds: Names::needed(&["town"]),
        place_tags: Names::NONE,
        place_values: Names::NONE,
        symbols: Names::NONE,
        source_tags: Names::NONE,
        effects: Names::NONE,
        rows: &[("sides", "river"), ("sides", "road")],
        stacks: false,
    },
    deals: true,
};

/// [5.0.a] `attack` of `tables.ron`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AttackNumbers {
    needed: At<i16>,
    #[serde(rename = "source")]
    _source: Origin,
}

/// What follows from the tables.
pub(super) type Charts = Shared<Derived>;

/// What [`Charts`] shares.
#[derive(Debug)]
pub(super) struct Derived {
    /// [5.0.a] What the die of an attack must come to.
    pub needed: i16,
    /// [6.0.a] The village.
    pub village: Ix,
    /// [4.0.c] By hex: over which of its sides a unit can go.
    pub open: Vec<[bool; 6]>,
    /// [5.0.b] By hex: what is added to the die of who attacks into it.
    pub shift: Vec<i8>,
    /// [2.0.b] By scenario: who holds the village.
    holders: Vec<Option<Side>>,
}

impl Derived {
    /// [2.0.b] Who holds the village at the start.
    pub(super) fn holder(&self, book: &Rulebook, start: &Start) -> Option<Side> {
        let scenario = book.scenarios.iter().position(|scenario| scenario.id == start.scenario);
        scenario.and_then(|at| self.holders[at])
    }
}

/// Reads all tables of the game; faults are gathered in `loading`.
pub(super) fn read(loading: &mut Loading<'_>) -> Option<(Tables, Charts)> {
    let book = Tables::read(loading, &KNOWN)?;
    let holders = loading.more(&book, |_, _, more| more.need::<Option<Side>>("village"));
    let numbers: Option<AttackNumbers> = loading.file("tables.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        let fields = r.fields(&tree);
        let attack: Option<AttackNumbers> = fields.need("attack");
        fields.close();
        if let Some(needed) = attack.as_ref().map(|attack| attack.needed).filter(|needed| !(1..=9).contains(&needed.value)) {
            r.fault(needed.at, "expected 1 to 9: anything else always drives the enemy out, or never");
        }
        attack
    });
    let ground = &book.ground;
    let survey = Survey::new(ground, &book.chart);
    let open = |ix: Ix| Dir::ALL.map(|dir| ground.grid.across(ix, dir).is_some_and(|there| survey.open(ix, dir, there)));
    let derived = Derived {
        needed: numbers?.needed.value,
        village: ground.grid.all().find(|ix| ground.sites(*ix).any(|site| site.kind == "town")).unwrap_or(Ix(0)),
        open: ground.grid.all().map(open).collect(),
        shift: ground.grid.all().map(|ix| book.chart.hex(ground, ix).shift).collect(),
        holders: holders?,
    };
    Some((book, Charts::new(derived)))
}
