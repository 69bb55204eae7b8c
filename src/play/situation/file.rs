//! The file of a situation: what it may say, and how it is read, with every fault at its place.

use super::Situation;
use crate::board::read::{At, Fault, Fields, Kind, Lexicon, Node, Reading, nearest};
use crate::board::{AtomId, BoxId, CountId, Hex, HexMarkId, MarkId, NationId, Place, Points, Side, StepId, TrackId, UnitId};
use crate::games::{Order, Rules, Title};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// The ground a situation is played on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
enum Ground {
    /// The game's map.
    #[default]
    Printed,
    /// All clear, the same numbers.
    Blank,
}

/// What must happen to an order.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(super) enum Answer {
    /// It is carried out.
    Accepted,
    /// It is refused by this rule.
    Refused(AtomId),
}

/// An entry of the script, and where it is in the file.
pub(super) struct Entry {
    pub at: u32,
    pub what: ScriptLine,
}

/// What an entry of the script says.
pub(super) enum ScriptLine {
    /// An order is given.
    Order(Order, Answer),
    /// This must hold at this point.
    Expect(Box<Checks>),
}

/// The state a counter has or must have.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UnitLine {
    pub at: Option<At<String>>,
    pub steps: Option<u8>,
    pub marks: Option<Vec<MarkId>>,
    pub counts: BTreeMap<CountId, i16>,
    pub side: Option<Side>,
    pub face_down: Option<bool>,
}

/// The state a hex has or must have.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HexLine {
    /// `None` within: nobody's.
    #[serde(deserialize_with = "named")]
    pub control: Option<Option<Side>>,
    /// The nation that owns it, in games where nations own hexes; `None` within: none.
    #[serde(deserialize_with = "named")]
    pub owner: Option<Option<NationId>>,
    pub tally: Option<u8>,
    pub marks: Option<Vec<HexMarkId>>,
}

impl HexLine {
    pub fn bits(&self) -> Option<u16> {
        self.marks.as_ref().map(|marks| marks.iter().fold(0, |bits, m| bits | 1 << m.0))
    }
}

/// A field that may be `None`, as distinct from one that is left out.
fn named<'de, D: Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<Option<T>, D::Error> {
    T::deserialize(d).map(Some)
}

/// The position a situation begins with, as far as it differs from the scenario's.
#[derive(Default)]
pub(super) struct Given {
    pub at: u32,
    pub turn: Option<At<u8>>,
    pub step: Option<At<StepId>>,
    pub clear: bool,
    pub units: Vec<(At<UnitId>, UnitLine)>,
    pub hexes: Vec<(At<Hex>, HexLine)>,
    pub ledger: Vec<(At<TrackId>, i32)>,
}

/// Who has won a game, if anybody has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    /// It goes on.
    None,
    /// It is over and nobody has won.
    Draw,
    /// It is over.
    Side(Side),
}

/// A button that is offered: by its label or by its order.
pub enum Button {
    Label(String),
    Order(Order),
}

/// The battle resolved last.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Battle {
    pub attack: Option<i32>,
    pub defense: Option<i32>,
    pub odds: Option<String>,
    pub column: Option<String>,
    pub result: Option<String>,
}

/// A line of the log: the rule it cites, and words it contains.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LogLine {
    pub rule: Option<AtomId>,
    pub words: Option<String>,
}

/// What must hold, at the end or at a point of the script. What is left out is not checked.
#[derive(Default)]
pub struct Checks {
    pub units: Vec<(At<UnitId>, UnitLine)>,
    pub hexes: Vec<(At<Hex>, HexLine)>,
    pub ledger: Vec<(At<TrackId>, i32)>,
    pub step: Option<At<StepId>>,
    pub turn: Option<At<u8>>,
    pub decider: Option<At<Side>>,
    pub winner: Option<At<Winner>>,
    /// The rule that ended the game.
    pub ended_by: Option<At<AtomId>>,
    /// Hexes (and only those) that are offered to a unit.
    pub offers: Vec<(At<UnitId>, Vec<Hex>)>,
    /// What it costs a unit to reach hexes offered to it.
    pub costs: Vec<(At<UnitId>, BTreeMap<Hex, Points>)>,
    /// Movement points that a unit has spent.
    pub spent: Vec<(At<UnitId>, Points)>,
    /// Buttons (and only those) that are offered.
    pub buttons: Option<At<Vec<Button>>>,
    pub battle: Option<At<Battle>>,
    /// The last lines of the log, the newest last.
    pub log: Vec<At<LogLine>>,
    /// Units that a side must know; in `ignores`, units that it must not.
    pub knows: Vec<(At<Side>, Vec<UnitId>)>,
    pub ignores: Vec<(At<Side>, Vec<UnitId>)>,
}

/// Reads a situation: first which game it is of, then the rest with that game's names in force.
pub(super) fn read(file: &str, text: &str, shelf: &mut super::Shelf<'_>) -> Result<Situation, (Option<Title>, Vec<Fault>)> {
    let names = Lexicon::default();
    let first = Reading::new(file, text, &names);
    let Some(tree) = first.tree() else { return Err((None, first.into_faults())) };
    let head = first.fields(&tree);
    let (slug, map): (Option<At<String>>, Ground) = (head.need("game"), head.maybe("map"));
    let Some(slug) = slug else { return Err((None, first.into_faults())) };
    let Some(title) = Title::of_slug(&slug.value) else {
        first.fault(slug.at, format!("there is no game {:?}{}", slug.value, nearest(&slug.value, Title::ALL.iter().map(|t| t.slug()))));
        return Err((None, first.into_faults()));
    };
    let rules = match shelf.rules(title, map == Ground::Blank) {
        Ok(rules) => rules,
        Err(what) => {
            first.fault(slug.at, what);
            return Err((Some(title), first.into_faults()));
        }
    };
    let reading = Reading::new(file, text, rules.lexicon());
    let situation = body(&reading, &tree, title, &rules);
    let mut faults = first.into_faults();
    faults.extend(reading.into_faults());
    if faults.is_empty() { Ok(situation) } else { Err((Some(title), faults)) }
}

fn body(r: &Reading<'_>, tree: &Node<'_>, game: Title, rules: &Rules) -> Situation {
    let f = r.fields(tree);
    f.node("game");
    f.node("map");
    let covers: Vec<AtomId> = f.each("covers");
    let atoms = rules.lexicon().names("AtomId");
    let title = f.need("title");
    let scenario: Option<At<String>> = f.maybe("scenario");
    if let Some(id) = &scenario
        && let Err(what) = rules.scenario(Some(&id.value))
    {
        r.fault(id.at, what);
    }
    let situation = Situation {
        covers: covers.iter().map(|a| atoms[usize::from(a.0)].clone()).collect(),
        game,
        rules: rules.clone(),
        scenario: scenario.map(|id| id.value),
        options: f.each("options"),
        impossible: f.maybe("impossible"),
        overstacked: f.maybe("overstacked"),
        given: f.node("given").map(|node| given(r, node, rules)).unwrap_or_default(),
        dice: dice(r, &f),
        script: script(r, &f, rules),
        then: f.node("then").map(|node| checks(r, node, rules)).unwrap_or_default(),
        title: title.unwrap_or_default(),
    };
    f.close();
    situation
}

fn given(r: &Reading<'_>, node: &Node<'_>, rules: &Rules) -> Given {
    let g = r.fields(node);
    let given = Given {
        at: node.at,
        turn: g.maybe("turn"),
        step: g.maybe("step"),
        clear: g.maybe("clear"),
        units: g.each_pair("units"),
        hexes: g.each_pair("hexes"),
        ledger: g.each_pair("ledger"),
    };
    g.close();
    check_places(r, &given.units, rules);
    given
}

/// The highest number a die can show depends on what it is rolled for, so only the lowest is checked here.
fn dice(r: &Reading<'_>, fields: &Fields<'_, '_, '_>) -> Vec<At<u8>> {
    let dice: Vec<At<u8>> = fields.each("dice");
    for (i, die) in dice.iter().enumerate().filter(|(_, die)| die.value == 0) {
        r.fault(die.at, format!("die {} cannot show 0", i + 1));
    }
    dice
}

fn script(r: &Reading<'_>, fields: &Fields<'_, '_, '_>, rules: &Rules) -> Vec<Entry> {
    const EXPECTED: &str = "(order, Accepted), (order, Refused(\"atom\")) or Expect((…))";
    let Some(node) = fields.node("script") else { return Vec::new() };
    let Kind::List(entries) = &node.kind else {
        r.fault(node.at, format!("expected a list of {EXPECTED}"));
        return Vec::new();
    };
    let entry = |entry: &Node<'_>| {
        let what = match &entry.kind {
            Kind::Tuple(None, pair) if pair.len() == 2 => {
                let (order, answer) = (rules.game().read_order(r, &pair[0]), r.value(&pair[1]));
                ScriptLine::Order(order?, answer?)
            }
            Kind::Tuple(Some("Expect"), one) if one.len() == 1 => ScriptLine::Expect(Box::new(checks(r, &one[0], rules))),
            // Without the inner parentheses it can only mean the same.
            Kind::Record(Some("Expect"), _) => ScriptLine::Expect(Box::new(checks(r, entry, rules))),
            _ => {
                r.fault(entry.at, format!("expected {EXPECTED}"));
                return None;
            }
        };
        Some(Entry { at: entry.at, what })
    };
    entries.iter().filter_map(entry).collect()
}

fn checks(r: &Reading<'_>, node: &Node<'_>, rules: &Rules) -> Checks {
    let t = r.fields(node);
    let checks = Checks {
        units: t.each_pair("units"),
        hexes: t.each_pair("hexes"),
        ledger: t.each_pair("ledger"),
        step: t.maybe("step"),
        turn: t.maybe("turn"),
        decider: t.maybe("decider"),
        winner: t.node("winner").and_then(|node| Some(At { at: node.at, value: winner(r, node)? })),
        ended_by: t.maybe("ended_by"),
        offers: t.each_pair("offers"),
        costs: t.each_pair("costs"),
        spent: t.each_pair("spent"),
        buttons: t.node("buttons").and_then(|node| buttons(r, node, rules)),
        battle: t.maybe("battle"),
        log: t.each("log"),
        knows: t.each_pair("knows"),
        ignores: t.each_pair("ignores"),
    };
    t.close();
    check_places(r, &checks.units, rules);
    let spent = rules.lexicon().number("CountId", super::SPENT);
    for (unit, _) in checks.spent.iter().filter(|_| !matches!(spent, Some(Ok(_)))) {
        r.fault(unit.at, "in this game no unit keeps count of the points it has spent; `costs` says what a move would cost");
    }
    checks
}

/// `None` while the game goes on, `Draw` if nobody has won, or the side that has.
fn winner(r: &Reading<'_>, node: &Node<'_>) -> Option<Winner> {
    match node.kind {
        Kind::Word("Draw") => Some(Winner::Draw),
        _ => r.value::<Option<Side>>(node).map(|side| side.map_or(Winner::None, Winner::Side)),
    }
}

fn buttons(r: &Reading<'_>, node: &Node<'_>, rules: &Rules) -> Option<At<Vec<Button>>> {
    let Kind::List(items) = &node.kind else {
        r.fault(node.at, "expected a list of buttons, each by its words in quotes or by its order");
        return None;
    };
    let button = |item: &Node<'_>| match &item.kind {
        Kind::Text(label) => Some(Button::Label(label.to_string())),
        _ => rules.game().read_order(r, item).map(Button::Order),
    };
    Some(At { at: node.at, value: items.iter().filter_map(button).collect() })
}

fn check_places(r: &Reading<'_>, units: &[(At<UnitId>, UnitLine)], rules: &Rules) {
    for at in units.iter().filter_map(|(_, line)| line.at.as_ref()) {
        if let Err(what) = place(&at.value, rules) {
            r.fault(at.at, what);
        }
    }
}

/// `"2207"`, `"box:Name"` or `"lost"`.
pub(super) fn place(text: &str, rules: &Rules) -> Result<Place, String> {
    if text == "lost" {
        return Ok(Place::Lost);
    }
    let names = rules.lexicon();
    if let Some(name) = text.strip_prefix("box:") {
        return names.number("BoxId", name).unwrap_or_else(|| Err("this game has no boxes".into())).map(|n| Place::Holding(BoxId(n as u8)));
    }
    text.parse::<Hex>()?;
    names.number("Hex", text).unwrap_or_else(|| Err("there is no map".into())).map(|n| Place::Map(Hex(n)))
}

/// The inverse of [`place`].
pub(crate) fn label(place: Place, names: &Lexicon) -> String {
    match place {
        Place::Map(hex) => hex.to_string(),
        Place::Holding(holding) => format!("box:{}", names.name("BoxId", holding.0.into()).unwrap_or("?")),
        Place::Lost => "lost".to_owned(),
    }
}
