//! What was read of the survivors: `judged.tsv` says which functions hold no rule, and which mutants change none.

use crate::mutate::Mutant;
use std::path::Path;

/// A line: file within the game's folder (`kit/…` for what games share), function, kind, before, after (each `*` for any,
/// `~text` for what holds the text) and why.
pub struct Line {
    /// It speaks of every game.
    general: bool,
    fields: Vec<String>,
}

/// The lines of one game.
pub struct Judged(Vec<Line>);

/// Reads the lines of a game.
pub fn read(project: &Path, game: &str) -> Judged {
    let text = std::fs::read_to_string(project.join("tests/mutants/judged.tsv")).expect("judged.tsv can be read");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let split = lines.map(|line| line.split('\t').map(str::to_owned).collect::<Vec<String>>());
    Judged(
        split.filter(|fields| fields[0] == game || fields[0] == "*").map(|fields| Line { general: fields[0] == "*", fields: fields[1..].to_vec() }).collect(),
    )
}

impl Line {
    fn fits(&self, mutant: &Mutant) -> bool {
        let within = mutant.file.strip_prefix("src/games/").unwrap_or_default();
        let file = if within.starts_with("kit/") { within } else { within.split_once('/').map_or(within, |(_, file)| file) };
        let is = [file, &mutant.function, mutant.kind, &mutant.before, &mutant.after];
        assert_eq!(self.fields.len(), is.len() + 1, "judged.tsv: {:?}", self.fields);
        is.iter().zip(&self.fields).all(|(is, wanted)| match wanted.strip_prefix('~') {
            Some(part) => is.contains(part),
            None => wanted == "*" || wanted == is,
        })
    }

    /// A line for a whole function speaks of functions without a rule.
    fn is_function(&self) -> bool {
        self.fields[2] == "*"
    }

    fn why(&self) -> &str {
        &self.fields[5]
    }
}

impl Judged {
    /// Why the function that a mutant is in holds no rule.
    pub fn no_rule(&self, mutant: &Mutant) -> Option<&str> {
        self.0.iter().find(|line| line.is_function() && line.fits(mutant)).map(Line::why)
    }

    /// Why a mutant changes no rule.
    pub fn equivalent(&self, mutant: &Mutant) -> Option<&str> {
        self.0.iter().find(|line| !line.is_function() && line.fits(mutant)).map(Line::why)
    }

    /// Lines about mutants that fit none of these.
    pub fn unused<'a>(&self, survivors: impl Iterator<Item = &'a Mutant> + Clone) -> Vec<String> {
        let idle = self.0.iter().filter(|line| !line.general && !line.is_function() && !survivors.clone().any(|m| line.fits(m)));
        idle.map(|line| line.fields.join("\t")).collect()
    }
}
