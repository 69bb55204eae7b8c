//! Plays a plan out in an imagined world and judges where it leads.

use super::budget::Limit;
use super::plan::{Decision, Plan, Weighings};
use crate::board::{Dice, Map, Side};
use crate::bots::Steady;
use crate::games::{Order, Weights};
use crate::play::{self, Imagined, Prospect, Search, Session};

/// What a plan is tried in.
pub(super) struct Trial<'a> {
    /// Who plans.
    pub(super) side: Side,
    /// Steady, with what it remembers of the current step.
    pub(super) hand: &'a Steady,
    /// What of the plan has already been carried out.
    pub(super) done: &'a [u64],
    /// How positions are judged, and for how many turns a plan is played out.
    pub(super) weights: &'a Weights,
    pub(super) map: &'a Map,
    /// When it must end, finished or not.
    pub(super) limit: Limit,
}

/// What is tried.
#[derive(Clone, Default)]
pub(super) struct Idea {
    pub(super) plan: Plan,
    /// An order to start with.
    pub(super) first: Option<Order>,
}

/// More orders than any step takes; anyone who gives more is going around in circles.
pub(super) const LONGEST: usize = 600;
/// The value of a plan that goes around in circles or cannot be carried out.
const CIRCLES: Prospect = Prospect { value: -2.0, parts: Vec::new() };

impl Trial<'_> {
    /// Plays the plan out, with Steady for both sides and with dice from a seed. Returns its result and, if asked, where it could have been decided
    /// differently; nothing if there was no time.
    pub(super) fn play(&self, imagined: &mut Imagined, seed: u64, idea: &Idea, mut decisions: Option<&mut Vec<Decision>>) -> Option<Prospect> {
        let Idea { plan, first } = idea;
        let mut search = Search::new(imagined.world(), Dice::apart(seed));
        let (turn, at) = Session::moment(search.world());
        let until = (turn.saturating_add(self.weights.horizon), at);
        let (mut own, mut other) = (self.hand.clone(), Steady::default());
        let mut done = self.done.to_vec();
        let (mut step, mut given) = ((turn, at), 0);
        if first.as_ref().is_some_and(|order| search.apply(order).is_err()) {
            return Some(CIRCLES);
        }
        loop {
            let now = Session::moment(search.world());
            (step, given) = (now, if now == step { given + 1 } else { 0 });
            if given > LONGEST {
                return Some(CIRCLES);
            }
            if self.limit.is_over() {
                return None;
            }
            let Some(side) = play::decider(search.world()).filter(|_| now < until) else { break };
            let order = if side == self.side {
                let later = now.0 != turn;
                let weighings = Weighings::default();
                let records = decisions.is_some() && !later;
                let taste = |at, order: &Order, score| {
                    let worth = plan.taste(self.map, at, order, score, &done, later);
                    if records {
                        weighings.note(order, worth);
                    }
                    worth
                };
                let order = own.decide_by(search.world(), Some(&taste));
                if let (Some(decisions), true, Some(order)) = (decisions.as_deref_mut(), records, &order) {
                    decisions.extend(weighings.decided(order));
                }
                done.extend(order.as_ref().and_then(|order| plan.does(order)));
                order
            } else {
                other.decide(search.world())
            };
            if order.is_none_or(|order| search.apply(&order).is_err()) {
                break;
            }
        }
        Some(play::outlook(search.world(), self.side, self.weights))
    }
}
