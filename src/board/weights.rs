//! `commander.ron`: the weights a searching bot uses to judge a position.
//!
//! No rule reads it, and saves do not include it: a game whose tables lack the file uses the shipped one.

use super::Loading;
use super::read::{At, Lexicon, Reading};
use serde::Deserialize;

/// The file of the weights.
pub const FILE: &str = "commander.ron";

/// How a bot that searches judges a position.
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
    pub(crate) fn read(loading: &mut Loading<'_>, names: &[&'static str], shipped: Option<&str>) -> Option<Weights> {
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
                r.fault(name.at, format!("positions of this game are not judged by {:?}{}", name.value, r.nearest(&name.value, names.iter().copied())));
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
