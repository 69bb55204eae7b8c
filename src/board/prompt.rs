//! What may be ordered now. The rules generate it; everything else only shows it.

use super::Hex;
use super::ids::{Atom, NationId, Side, UnitId};
use super::paths::Trace;
use super::terrain::Points;
use std::borrow::Cow;
use std::fmt;

/// Why an order is refused: the rule that forbids it, and the reason in plain words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// The rule.
    pub rule: Atom,
    /// Why.
    pub why: Cow<'static, str>,
}

impl Illegal {
    /// Refused by a rule.
    pub fn new(rule: &'static str, why: impl Into<Cow<'static, str>>) -> Illegal {
        Illegal { rule: Atom(rule), why: why.into() }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.why, self.rule)
    }
}

impl std::error::Error for Illegal {}

/// What a planned attack promises, as far as a side may know: the exact chance of every result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preview {
    /// The hex attacked, if it is about one.
    pub hex: Option<Hex>,
    /// The attacker's factors.
    pub attack: i32,
    /// The defender's factors, as far as they are seen.
    pub defense: i32,
    /// The odds before shifts; empty if there are none.
    pub odds: String,
    /// Every shift: what, by which rule, how many columns.
    pub shifts: Vec<(&'static str, Atom, i8)>,
    /// Shifts decided by a die that is rolled first: what, by which rule, how many columns at least and at most.
    pub rolled_shifts: Vec<(&'static str, Atom, i8, i8)>,
    /// The column after them.
    pub column: String,
    /// Die modifiers.
    pub modifiers: Vec<(&'static str, Atom, i8)>,
    /// Participants out of supply.
    pub unsupplied: Vec<UnitId>,
    /// Defenders that are not seen.
    pub unseen: u8,
    /// The worst and the best column for the attacker that the unseen defenders allow; the chances are those of the worst. `None` if unseen defenders
    /// are not counted.
    pub span: Option<(String, String)>,
    /// Dice rolled before the combat die whose results are not known yet; the chances include all of them.
    pub unknown: Vec<(&'static str, Atom)>,
    /// Whatever else follows from the attack, in a sentence each.
    pub notes: Vec<(&'static str, Atom)>,
    /// Each result and how many of `of` equally likely rolls lead to it.
    pub chances: Vec<(String, u32)>,
    /// Of how many.
    pub of: u32,
    /// How many of these leave no defender in the hex, where that can be worked out.
    pub falls: Option<u32>,
    /// Guns that will fire first, each with how many of six rolls hit.
    pub guns: Vec<(UnitId, u32)>,
    /// Who attacks, each with its factors in quarters.
    pub attackers: Vec<(UnitId, i32)>,
    /// Who is seen to defend, each with its factors in quarters.
    pub defenders: Vec<(UnitId, i32)>,
    /// Defense factors printed on the map rather than on a counter: what, by which rule, how many.
    pub printed: Vec<(&'static str, Atom, i32)>,
    /// All columns of the table, the worst for the attacker first.
    pub columns: Vec<String>,
    /// How many more factors would reach the next better column, and which that is, if there is one.
    pub missing: Option<(i32, String)>,
    /// What each answer to a decision that is still open would lead to; `chances` and `column` are those of the first.
    pub cases: Vec<Case>,
}

/// An attack as it would be after a decision that is still open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The decision.
    pub label: &'static str,
    /// The rule.
    pub rule: Atom,
    /// The column, or the span of columns.
    pub column: String,
    /// Each result and how many of the preview's `of` rolls lead to it.
    pub chances: Vec<(String, u32)>,
}

/// The supply line of a unit in a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleLine {
    /// The unit.
    pub unit: UnitId,
    /// Its line, from its hex on.
    pub trace: Trace,
    /// The convoy at its end that would have to be spent; `None` if the line ends at a permanent source.
    pub convoy: Option<UnitId>,
}

/// One line of the score: points that count now, or that could be scored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// What for.
    pub what: Cow<'static, str>,
    /// By which rule.
    pub rule: Atom,
    /// For whom.
    pub side: Side,
    /// How many points, in halves; negative if they are subtracted.
    pub halves: i32,
    /// Where, if it is about a place.
    pub hex: Option<Hex>,
    /// Whether they count now.
    pub met: bool,
    /// Whether it decides the game at once.
    pub decides: bool,
}

/// The score.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// In a few words, for the top of the screen.
    pub short: String,
    /// What it takes to win, in a sentence.
    pub needed: String,
    /// Line by line.
    pub tallies: Vec<Tally>,
    /// By how many half points the first side would win if the game ended now; negative if the second side would.
    pub lead: i32,
}

/// How two nations stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// They are at war.
    War,
    /// One of them is neutral and could be drawn in.
    Neutral,
    /// They have nothing to do with each other.
    None,
    /// One of them is out of the game.
    Gone,
}

/// Who is at war with whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relations {
    /// The nations across.
    pub across: Vec<NationId>,
    /// The nations down, each with its relation to those across.
    pub down: Vec<(NationId, Vec<Relation>)>,
    /// The rule.
    pub rule: Atom,
}

/// Whether a nation has acted, in a part of the turn in which nations act one after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity {
    /// It has acted.
    Done,
    /// It acts now.
    Now,
    /// It may still act, or will.
    ToCome,
    /// It was left out.
    LeftOut,
}

/// A counter that is a card: what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// In a few sentences.
    pub text: String,
    /// The rule.
    pub rule: Atom,
}

/// What a choice is shown on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// A button.
    Button,
    /// A counter.
    Unit(UnitId),
    /// A hex.
    Hex(Hex),
}

/// What an order means to the player who is offered it, where keys and confirmations treat it differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// Something to do.
    #[default]
    Act,
    /// Starts planning something that counters can join and leave.
    Plan,
    /// Adds a counter to what is planned.
    Join,
    /// Takes it out again.
    Leave,
    /// Something each of several counters may do in turn, so that one press can have all of them do it.
    Each,
    /// Carries out what the other choices here have planned.
    Go,
    /// Drops what they have planned.
    Drop,
    /// Makes the suggested choice for everything that is still open.
    Suggest,
    /// Only shows the player something, or hides it again: never what Enter does.
    Look,
    /// Gives up whatever could still be done here and goes on.
    End,
    /// Resigns the game. Bots never do, and the window keeps it away from the other choices.
    Resign,
}

/// One thing the player may do, with the order it submits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<O> {
    /// What it is shown on.
    pub on: Target,
    /// In words.
    pub label: Cow<'static, str>,
    /// What it costs and what is left, for a move.
    pub cost: Option<(Points, Points)>,
    /// The order to submit.
    pub order: O,
}

/// Something the player may not do now, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocked {
    /// What it would be shown on.
    pub on: Target,
    /// In words.
    pub label: Cow<'static, str>,
    /// The rule that blocks it.
    pub by: Illegal,
}

/// Whose decision it is and what is asked: the first level, cheap to ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt<O> {
    /// Who decides; nobody when the game is over.
    pub side: Option<Side>,
    /// What is asked, in a sentence.
    pub text: Cow<'static, str>,
    /// Counters that may act: ask [`Offer`] for what each may do.
    pub actors: Vec<UnitId>,
    /// Things to do that need no counter.
    pub buttons: Vec<Choice<O>>,
    /// What is not possible, and why.
    pub blocked: Vec<Blocked>,
    /// Whether it is shown only to the deciding player. A question asked in public must tell nothing that one of the players may not know, and
    /// whether a question is private must follow from what both know.
    pub private: bool,
    /// For a public question that may have answers only the deciding player may know about: what those are shown on. Whether it may have such answers
    /// follows from what both players know, whether it has any does not. [`Prompt::in_common`] leaves them out.
    pub kept: Option<Vec<Target>>,
    /// The hex it is about, if any.
    pub at: Option<Hex>,
    /// The steps of the battle it belongs to, by name, and the current one.
    pub rail: Option<(&'static [&'static str], usize)>,
    /// Whether the counters that may act are asked together, as in a retreat: all of them are meant until the player picks some.
    pub together: bool,
}

/// What some counters together may do: the second level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer<O> {
    /// What they may do.
    pub choices: Vec<Choice<O>>,
    /// What they may not do, and why.
    pub blocked: Vec<Blocked>,
}

impl<O> Default for Offer<O> {
    fn default() -> Self {
        Offer { choices: Vec::new(), blocked: Vec::new() }
    }
}

/// The state of a step in which the players take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alternation {
    /// The number of the current action, from 1.
    pub action: usize,
    /// The value of the track that changes with every action, in games where each action is a new chance for every counter.
    pub occasion: Option<i32>,
    /// Whether the other player has just passed, so that a pass ends the step.
    pub passed: bool,
}

/// What a player should be warned of before an order is carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// In a sentence.
    pub text: String,
    /// The rule it comes from.
    pub rule: Atom,
}
