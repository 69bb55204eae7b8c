//! `chances.ron`: how often each side wins from a position, given what a searching bot thinks of it, as found in played games.
//!
//! No rule reads it, and saves do not include it: a game whose tables lack the file uses the shipped one.

use super::Loading;
use super::read::{At, Lexicon, Reading};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The name of the file.
pub const FILE: &str = "chances.ron";

/// What played games say about the positions of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chances {
    /// How positions were judged when these games were played, in the order of the game's features: the commander may have learned since.
    pub weights: Vec<f64>,
    /// The games of each scenario.
    pub scenarios: BTreeMap<String, Played>,
}

/// What the games of a scenario say.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Played {
    /// Which games these were.
    pub source: String,
    /// At the start of each turn.
    pub turns: Vec<AtTurn>,
}

/// The same as written in the file, with positions for faults.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    source: String,
    turns: Vec<At<AtTurn>>,
}

impl From<Written> for Played {
    fn from(written: Written) -> Played {
        Played { source: written.source, turns: written.turns.into_iter().map(|at| at.value).collect() }
    }
}

/// What they say about positions at the start of a turn.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtTurn {
    /// Which turn.
    pub turn: u8,
    /// How the first side's share depends on its margin.
    pub first: Curve,
    /// How the second side's share depends on its own margin, which is the first's with the opposite sign.
    pub second: Curve,
}

/// A share that grows with a margin like a logistic curve.
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// The logarithm of the odds at margin zero.
    pub lean: f64,
    /// By how much they grow with the margin.
    pub scale: f64,
}

impl Curve {
    /// The share at a margin.
    pub fn at(self, margin: f64) -> f64 {
        1.0 / (1.0 + (-(self.lean + self.scale * margin)).exp())
    }
}

/// Numbers beyond this make no difference.
const LARGEST: f64 = 1000.0;

impl Chances {
    /// The share of games that each side wins from a position of a scenario at the start of a turn; the rest are drawn. `None` if no games of the
    /// scenario are known.
    pub fn shares(&self, scenario: &str, turn: u8, features: &[i32]) -> Option<[f64; 2]> {
        let turns = &self.scenarios.get(scenario)?.turns;
        // A game that goes on for longer than any known one is judged like those near their end.
        let at = turns.iter().rev().find(|at| at.turn <= turn).or(turns.first())?;
        let margin = margin(self.weights.iter().zip(features).map(|(weight, feature)| weight * f64::from(*feature)).sum());
        let shares = [at.first.at(margin), at.second.at(-margin)];
        let sum = (shares[0] + shares[1]).max(1.0);
        Some(shares.map(|share| share / sum))
    }

    /// Reads the file of a game, or the shipped text where the tables have none.
    pub(crate) fn read(loading: &mut Loading<'_>, names: &[&'static str], shipped: Option<&str>) -> Option<Chances> {
        let label = loading.files.label(FILE);
        let text = loading.files.texts.get(FILE).map(String::as_str).or(shipped);
        let Some(text) = text else { return Some(Chances::default()) };
        let lexicon = Lexicon::default();
        let reading = Reading::new(&label, text, &lexicon);
        let read = Chances::of(&reading, names);
        let faults = reading.into_faults();
        let read = read.filter(|_| faults.is_empty());
        loading.faults.extend(faults);
        read
    }

    fn of(r: &Reading<'_>, names: &[&'static str]) -> Option<Chances> {
        let tree = r.tree()?;
        let fields = r.fields(&tree);
        let weights: Vec<(At<String>, f64)> = fields.each_pair("weights");
        let played: Vec<(At<String>, Written)> = fields.each_pair("scenarios");
        fields.close();
        let bounded = |number: f64| number.is_finite() && number.abs() <= LARGEST;
        for (name, weight) in &weights {
            if !names.contains(&name.value.as_str()) {
                let known = r.nearest(&name.value, names.iter().copied());
                r.fault(name.at, format!("positions of this game are not judged by {:?}{known}", name.value));
            }
            if !bounded(*weight) {
                r.fault(name.at, format!("the weight of {:?} is {weight}, expected a number from -{LARGEST} to {LARGEST}", name.value));
            }
        }
        for (scenario, played) in &played {
            if played.source.trim().is_empty() {
                r.fault(scenario.at, format!("the chances of {:?} have no source", scenario.value));
            }
            for pair in played.turns.windows(2).filter(|pair| pair[0].value.turn >= pair[1].value.turn) {
                r.fault(pair[1].at, format!("turn {} does not come after turn {}", pair[1].value.turn, pair[0].value.turn));
            }
            for At { at, value: AtTurn { turn, first, second } } in &played.turns {
                if [first.lean, first.scale, second.lean, second.scale].into_iter().any(|number| !bounded(number)) {
                    r.fault(*at, format!("turn {turn} of {:?}: expected numbers from -{LARGEST} to {LARGEST}", scenario.value));
                }
                if first.scale < 0.0 || second.scale < 0.0 {
                    r.fault(*at, format!("turn {turn} of {:?}: a share cannot fall while its side's margin grows", scenario.value));
                }
            }
        }
        // What is not named weighed nothing then.
        let weigh = |name: &&str| weights.iter().find(|(key, _)| key.value == **name).map_or(0.0, |(_, weight)| *weight);
        let weights = names.iter().map(weigh).collect();
        Some(Chances { weights, scenarios: played.into_iter().map(|(id, played)| (id.value, played.into())).collect() })
    }

    /// The text of the file.
    pub fn text(&self, names: &[&'static str]) -> String {
        let mut text =
            String::from("// How often each side wins from a position, as played games have shown: `five-fronts calibrate`. No rule reads this file.\n(\n");
        text += "    // How the commander judged positions when these games were played.\n    weights: {";
        text += &names.iter().zip(&self.weights).map(|(name, weight)| format!("{name:?}: {weight:?}")).collect::<Vec<_>>().join(", ");
        text += "},\n    scenarios: {\n";
        for (id, played) in &self.scenarios {
            text += &format!("        {id:?}: (\n            source: {:?},\n            turns: [\n", played.source);
            for AtTurn { turn, first, second } in &played.turns {
                let curve = |of: &Curve| format!("(lean: {:?}, scale: {:?})", of.lean, of.scale);
                text += &format!("                (turn: {turn}, first: {}, second: {}),\n", curve(first), curve(second));
            }
            text += "            ],\n        ),\n";
        }
        text + "    },\n)\n"
    }
}

/// A position worth this much is half won.
const UNIT: f64 = 20.0;

/// How far a position is won, from −1 to 1, given the sum of everything of value in it.
pub(crate) fn margin(sum: f64) -> f64 {
    sum / (UNIT + sum.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(lean: f64, scale: f64) -> Curve {
        Curve { lean, scale }
    }

    #[test]
    fn shares_follow_the_turn_and_add_up() {
        let even = AtTurn { turn: 2, first: curve(0.0, 4.0), second: curve(0.0, 4.0) };
        let drawish = AtTurn { turn: 4, first: curve(-1.0, 4.0), second: curve(-1.0, 4.0) };
        let both = AtTurn { turn: 5, first: curve(2.0, 0.0), second: curve(2.0, 0.0) };
        let played = Played { source: "made up".into(), turns: vec![even, drawish, both] };
        let chances = Chances { weights: vec![1.0, 0.5], scenarios: [("campaign".to_owned(), played)].into() };
        assert_eq!(chances.shares("campaign", 2, &[0, 0]), Some([0.5, 0.5]));
        assert_eq!(chances.shares("campaign", 1, &[0, 0]), Some([0.5, 0.5]), "before the first turn known");
        let [a, b] = chances.shares("campaign", 3, &[10, 20]).expect("known");
        assert!((a + b - 1.0).abs() < 1e-12 && (a - 1.0 / (1.0 + (-2.0f64).exp())).abs() < 1e-12, "{a} {b}");
        let [a, b] = chances.shares("campaign", 4, &[0, 0]).expect("known");
        assert!(a == b && a + b < 0.6, "nobody wins the rest: {a} {b}");
        assert_eq!(chances.shares("campaign", 99, &[3, 3]), Some([0.5, 0.5]), "never more than all games");
        assert_eq!(chances.shares("raid", 2, &[0, 0]), None);
    }
}
