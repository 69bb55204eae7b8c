//! What a position promises: the features that a bot's search adds up where it stops, and the weights it gives them.
//!
//! The weights are in `commander.ron`. No rule reads them, and no save holds them: a game without the file is judged by the shipped one.

use crate::board::read::{At, Lexicon, Reading};
use crate::board::{Board, Ix, Loading, Rulebook, Side, Standing, UnitId};
use bevy_ecs::prelude::{In, Res};
use serde::Deserialize;

/// The file of the weights.
pub const FILE: &str = "commander.ron";

/// What every game's position is judged by, all from the view of its first side:
/// - `points`: by how many half points it would win if the game ended now;
/// - `pressure`: who has more force about each place that counts, in points, a hundredth each;
/// - `force`: factors on the map.
pub(super) const COMMON: [&str; 3] = ["points", "pressure", "force"];

/// `commander.ron`: how a searching bot judges a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// For how many turns a plan is played on before the position is judged.
    pub horizon: u8,
    /// In the order of the game's features.
    pub weights: Vec<f64>,
    /// What each weighs, and why it weighs so much.
    names: Vec<(&'static str, String)>,
}

/// One weight.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weight {
    /// How much one of it is worth.
    weight: f64,
    /// Why, or how it was found.
    source: String,
}

/// No position is worth looking at further ahead.
const FARTHEST: u8 = 20;

impl Weights {
    /// Reads the file of a game, or the shipped text where the tables have none.
    pub(super) fn read(loading: &mut Loading<'_>, names: &[&'static str], shipped: Option<&str>) -> Option<Weights> {
        let label = loading.files.label(FILE);
        let text = loading.files.texts.get(FILE).map(String::as_str).or(shipped);
        let Some(text) = text else { return Some(Weights::plain(names)) };
        let lexicon = Lexicon::default();
        let reading = Reading::new(&label, text, &lexicon);
        let read = Weights::of(&reading, names);
        let faults = reading.into_faults();
        let read = read.filter(|_| faults.is_empty());
        loading.faults.extend(faults);
        read
    }

    /// Points alone, for a game that says nothing else.
    fn plain(names: &[&'static str]) -> Weights {
        let weights = names.iter().map(|name| if *name == "points" { 1.0 } else { 0.0 }).collect();
        Weights { horizon: 1, weights, names: names.iter().map(|name| (*name, "points alone".to_owned())).collect() }
    }

    fn of(r: &Reading<'_>, names: &[&'static str]) -> Option<Weights> {
        let tree = r.tree()?;
        let fields = r.fields(&tree);
        let horizon = fields.need::<At<u8>>("horizon");
        let found: Vec<(At<String>, Weight)> = fields.each_pair("weights");
        let at = fields.node("weights").map_or(0, |node| node.at);
        fields.close();
        for (name, weight) in &found {
            if !names.contains(&name.value.as_str()) {
                r.fault(
                    name.at,
                    format!("{:?} is nothing that a position of this game is judged by{}", name.value, r.nearest(&name.value, names.iter().copied())),
                );
            }
            if !weight.weight.is_finite() || weight.weight.abs() > 1000.0 {
                r.fault(name.at, format!("the weight of {:?} is {}, expected a number from -1000 to 1000", name.value, weight.weight));
            }
            if weight.source.trim().is_empty() {
                r.fault(name.at, format!("the weight of {:?} has no source", name.value));
            }
        }
        let weights = names.iter().map(|name| {
            let weight = found.iter().find(|(key, _)| key.value == *name);
            if weight.is_none() {
                r.fault(at, format!("the weight of {name:?} is missing"));
            }
            weight.map(|(_, weight)| (weight.weight, (*name, weight.source.clone())))
        });
        let weights = weights.collect::<Vec<_>>().into_iter().collect::<Option<(Vec<f64>, Vec<(&'static str, String)>)>>();
        let horizon = horizon?;
        if !(1..=FARTHEST).contains(&horizon.value) {
            r.fault(horizon.at, format!("the horizon is {} turns, expected 1 to {FARTHEST}", horizon.value));
        }
        let (weights, names) = weights?;
        Some(Weights { horizon: horizon.value, weights, names })
    }

    /// The file as it is written anew, with a word on where the weights are from.
    pub fn text(&self, tuned: &str) -> String {
        let mut text = String::from("// How the commander, a bot that searches, judges a position at the end of its search. No rule reads this file.\n(\n");
        text += &format!("    horizon: {},\n    weights: {{\n", self.horizon);
        for ((name, source), weight) in self.names.iter().zip(&self.weights) {
            let known = source.split("; tuned").next().unwrap_or(source);
            text += &format!("        {name:?}: (weight: {weight:?}, source: {:?}),\n", format!("{known}; {tuned}"));
        }
        text + "    },\n)\n"
    }
}

/// How near a force has to be to a place to count there, and how much of it does, in sixteenths.
const NEAR: [i32; 6] = [16, 14, 9, 5, 2, 1];
/// Factors below this decide nothing about a place.
const HANDFUL: i32 = 4;

/// The features that all games have. `ground` says who stands on the ground, by unit id; points of places are `tallies`' own.
pub(super) fn common(In((standing, ground)): In<(Standing, Vec<bool>)>, board: Board, book: Res<Rulebook>) -> Vec<i32> {
    let grid = &board.map.grid;
    let sign = |side: Side| if side == Side(0) { 1 } else { -1 };
    let movement = book.factors.iter().position(|name| name == "movement");
    let strength = |unit: UnitId| {
        let (row, status) = (&book.units[unit.at()], board.status(unit));
        let reduced = if status.steps < row.steps() { row.back.as_ref() } else { None };
        let factors = reduced.unwrap_or(&row.front).iter().enumerate().filter(|(n, _)| Some(*n) != movement);
        1 + factors.map(|(_, factor)| i32::from(*factor)).sum::<i32>()
    };
    let mut forces: Vec<(Ix, i32)> = Vec::new();
    for side in [Side(0), Side(1)] {
        let on_map = board.on_map(side).filter(|unit| ground[unit.at()]);
        forces.extend(on_map.filter_map(|unit| Some((board.ix(board.hex(unit)?)?, sign(side) * strength(unit)))));
    }
    let force = forces.iter().map(|(_, strength)| strength).sum();
    // Each place once, worth as much as it is to whom it is worth more.
    let mut places: Vec<(Ix, i32)> = Vec::new();
    for tally in &standing.tallies {
        let Some(ix) = tally.hex.and_then(|hex| board.ix(hex)) else { continue };
        let worth = tally.halves.abs().max(if tally.decides { 4 } else { 0 });
        match places.iter_mut().find(|(known, _)| *known == ix) {
            Some((_, known)) => *known = (*known).max(worth),
            None => places.push((ix, worth)),
        }
    }
    let pressure = places.iter().map(|(place, worth)| {
        let mut about = [0, 0];
        for (ix, strength) in &forces {
            let share = NEAR.get(grid.distance(*ix, *place) as usize).copied().unwrap_or(0);
            about[usize::from(*strength < 0)] += share * strength.abs();
        }
        worth * 100 * (about[0] - about[1]) / (about[0] + about[1] + 16 * HANDFUL)
    });
    vec![standing.lead, pressure.sum(), force]
}
