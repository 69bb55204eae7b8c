//! Set-up: who starts where in the scenario, under the options in force.

use super::board::Board;
use super::hex::{Hex, Ix};
use super::ids::{Atom, AtomId, BoxId, OptionId, Side, UnitId};
use super::map::Area;
use super::survey::Survey;
use super::tables::{Lot, Put, Start, Tables};
use super::unit::Place;
use bevy_ecs::prelude::Resource;

/// Where each counter starts under the options in force: worked out once, when a game begins or its tables change.
#[derive(Resource, Clone, Debug, Default)]
pub struct Deployment {
    /// By unit id: the index of its lot in `lots`.
    of: Vec<Option<u16>>,
    lots: Vec<Deployed>,
    /// The counters each side has to place, in the order of the scenario.
    to_place: [Vec<UnitId>; 2],
    /// By unit id: a good hex to start in.
    suggested: Vec<Option<Hex>>,
}

/// A lot of the scenario that is in force.
#[derive(Clone, Debug)]
pub struct Deployed {
    /// The rule that says so.
    pub rule: AtomId,
    /// The area where their owner places these counters, if he does.
    pub area: Option<SetUpArea>,
}

/// An area in which counters are set up.
#[derive(Clone, Debug)]
pub struct SetUpArea {
    /// Its name.
    pub name: String,
    /// Where that is: "within 2 hexes of Senaki 1825, in Georgia".
    pub words: String,
    /// The hexes in it that units can be in, in map order.
    pub hexes: Vec<Ix>,
    /// All of its hexes.
    within: Vec<Ix>,
}

impl Tables {
    /// The lots of the scenario that are in force with the options of a game.
    pub fn lots<'a>(&'a self, start: &'a Start) -> impl Iterator<Item = &'a Lot> {
        self.scenario(start).lots.iter().filter(|lot| lot.option.as_ref().is_none_or(|option| self.is_met(&option.value, start)))
    }

    /// Whether a game is started with an optional rule or, with `!` before it, without it.
    fn is_met(&self, option: &str, start: &Start) -> bool {
        let (name, wanted) = option.strip_prefix('!').map_or((option, true), |name| (name, false));
        let number = self.lexicon.number("OptionId", name).and_then(Result::ok).map(|n| OptionId(n as u8));
        number.is_some_and(|option| start.has(option) == wanted)
    }
}

impl Deployment {
    /// Works it out.
    pub fn new(book: &Tables, start: &Start) -> Deployment {
        let survey = Survey::new(&book.ground, &book.chart);
        let mut deployment = Deployment { of: vec![None; book.units.len()], ..Deployment::default() };
        for lot in book.lots(start) {
            let area = if let Put::Area(name) = &lot.to { Some(deployment.surveyed(book, &survey, &name.value)) } else { None };
            for unit in lot.units.iter().map(|unit| unit.value) {
                deployment.of[unit.at()] = Some(deployment.lots.len() as u16);
                if area.is_some() {
                    deployment.to_place[book.nations[book.units[unit.at()].nation.value.at()].side.at()].push(unit);
                }
            }
            deployment.lots.push(Deployed { rule: lot.rule, area });
        }
        let suggested = &book.scenario(start).suggested;
        deployment.suggested = (0..book.units.len() as u16).map(|unit| suggested.get(&UnitId(unit)).copied()).collect();
        deployment
    }

    /// An area, reused from an earlier lot if one starts there too.
    fn surveyed(&self, book: &Tables, survey: &Survey<'_>, name: &str) -> SetUpArea {
        let known = self.lots.iter().filter_map(|lot| lot.area.as_ref()).find(|area| area.name == name);
        known.cloned().unwrap_or_else(|| SetUpArea::new(book, survey, name))
    }

    /// The lot of a counter, if it starts anywhere.
    pub fn lot(&self, unit: UnitId) -> Option<&Deployed> {
        self.of[unit.at()].map(|lot| &self.lots[usize::from(lot)])
    }

    /// The area in which its owner places it, if he does.
    pub fn area(&self, unit: UnitId) -> Option<&SetUpArea> {
        self.lot(unit)?.area.as_ref()
    }

    /// The hexes of that area that units can be in.
    pub fn hexes(&self, unit: UnitId) -> &[Ix] {
        self.area(unit).map_or(&[], |area| &area.hexes)
    }

    /// The counters a side has to place, in the order of the scenario.
    pub fn to_place(&self, side: Side) -> &[UnitId] {
        &self.to_place[side.at()]
    }

    /// A good hex for a counter that its owner places.
    pub fn suggested(&self, unit: UnitId) -> Option<Hex> {
        self.suggested[unit.at()]
    }
}

impl SetUpArea {
    fn new(book: &Tables, survey: &Survey<'_>, name: &str) -> SetUpArea {
        let area = &book.ground.areas[name];
        let within: Vec<Ix> = book.ground.grid.all().filter(|ix| book.ground.in_area(area, *ix)).collect();
        let hexes = within.iter().copied().filter(|ix| survey.enterable(*ix)).collect();
        SetUpArea { name: name.to_owned(), words: in_words(book, area), hexes, within }
    }

    /// Whether a hex belongs to it, whether or not units can be there.
    pub fn spans(&self, ix: Ix) -> bool {
        self.within.binary_search(&ix).is_ok()
    }
}

/// Where an area is: "within 2 hexes of Senaki 1825, in Georgia".
fn in_words(book: &Tables, area: &Area) -> String {
    let place = |hex: &Hex| book.lexicon.place(*hex);
    let near = area.near.iter().map(|(hex, n)| format!("within {n} {} of {}", if *n == 1 { "hex" } else { "hexes" }, place(hex)));
    let names = area.regions.iter().filter_map(|letter| book.ground.regions.iter().find(|(l, _)| l == letter)).map(|(_, region)| region.name.clone());
    let within = if area.regions.is_empty() { area.hexes.iter().map(place).collect::<Vec<_>>() } else { names.collect() };
    let near: Vec<String> = near.collect();
    let within = if within.is_empty() { String::new() } else { format!("in {}", within.join(" or ")) };
    [near.join(" or "), within].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

impl Board<'_, '_> {
    /// Puts every counter where it starts in the scenario; counters that their owner places wait in a box. `by` is the rule for each.
    pub fn deal(&mut self, book: &Tables, start: &Start, waiting: BoxId, by: impl Fn(UnitId, Place) -> Atom) {
        for lot in book.lots(start) {
            let to = match &lot.to {
                Put::Area(_) => Place::Holding(waiting),
                Put::Box(holding) => Place::Holding(*holding),
                Put::Hex(hex) => Place::Map(*hex),
            };
            for unit in lot.units.iter().map(|unit| unit.value) {
                self.put(by(unit, to), unit, to);
            }
        }
    }
}
