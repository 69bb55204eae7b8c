//! What may be done, as the rules list it. One piece of rule code serves both the window, which needs text, and callers that only choose, which do
//! not.

use super::ids::{Side, UnitId};
use super::paths::Ways;
use super::prompt::{Blocked, Choice, Illegal, Offer, Prompt, Target};
use super::terrain::Points;
use super::{Hex, Ix, Path};
use std::borrow::Cow;
use std::fmt;

/// Text that is made only if somebody reads it: a string, or a closure that makes one.
pub trait Words {
    /// Makes the text.
    fn words(self) -> Cow<'static, str>;
}

impl Words for &'static str {
    fn words(self) -> Cow<'static, str> {
        self.into()
    }
}

impl<S: Into<Cow<'static, str>>, F: FnOnce() -> S> Words for F {
    fn words(self) -> Cow<'static, str> {
        self().into()
    }
}

/// How an order is shown.
#[derive(Clone, Debug)]
struct Shown {
    on: Target,
    label: Cow<'static, str>,
    cost: Option<(Points, Points)>,
}

/// An order in its smallest form. Hundreds of moves are listed and one is made, so only that one is written out with its path.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// The order at this place, written out.
    Whole(u32),
    /// The order that a form makes from a hex.
    On(u16, Hex),
    /// The order that a form makes from the path to a hex.
    Along(u16, Ix),
}

/// Orders that differ only in a hex or a path.
type Form<T, O> = Box<dyn Fn(T) -> O + Send + Sync>;

/// What acts refer to.
struct Forms<O> {
    whole: Vec<O>,
    on: Vec<Form<Hex, O>>,
    along: Vec<(Ways, Form<Path, O>)>,
}

/// Orders along the paths found by a search, by their place in a listing.
#[derive(Clone, Copy, Debug)]
pub struct Along(u16);

impl<O: Clone> Forms<O> {
    /// The order that an act stands for.
    fn order(&self, act: Act) -> O {
        match act {
            Act::Whole(n) => self.whole[n as usize].clone(),
            Act::On(n, hex) => self.on[usize::from(n)](hex),
            Act::Along(n, end) => {
                let (ways, order) = &self.along[usize::from(n)];
                order(ways.to(end))
            }
        }
    }

    /// Whether an order meets a condition, without copying one that is written out.
    fn is(&self, act: Act, such: impl Fn(&O) -> bool) -> bool {
        if let Act::Whole(n) = act { such(&self.whole[n as usize]) } else { such(&self.order(act)) }
    }

    fn clear(&mut self) {
        self.whole.clear();
        self.on.clear();
        self.along.clear();
    }
}

impl<O> Default for Forms<O> {
    fn default() -> Self {
        Forms { whole: Vec::new(), on: Vec::new(), along: Vec::new() }
    }
}

impl<O: fmt::Debug> fmt::Debug for Forms<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Forms").field("whole", &self.whole).finish_non_exhaustive()
    }
}

/// What is asked of whom, who may act, and the orders that may be given, with text for each only if it is wanted. Keep one and reuse it: it owns its
/// arrays.
#[derive(Debug)]
pub struct Listing<O> {
    /// Who decides; nobody when the game is over.
    pub side: Option<Side>,
    /// Counters that may act; what each may do is listed on request.
    pub actors: Vec<UnitId>,
    acts: Vec<Act>,
    forms: Forms<O>,
    private: bool,
    kept: Option<Vec<Target>>,
    /// What is shown with each order, and what is not possible; only if text is wanted.
    words: Option<Spoken>,
}

/// The words of a listing.
#[derive(Clone, Debug, Default)]
struct Spoken {
    text: Cow<'static, str>,
    shown: Vec<Shown>,
    blocked: Vec<Blocked>,
    at: Option<Hex>,
    rail: Option<(&'static [&'static str], usize)>,
    together: bool,
}

/// A copy has all its orders written out.
impl<O: Clone> Clone for Listing<O> {
    fn clone(&self) -> Self {
        let whole: Vec<O> = self.orders().collect();
        Listing {
            side: self.side,
            actors: self.actors.clone(),
            acts: (0..whole.len() as u32).map(Act::Whole).collect(),
            forms: Forms { whole, ..Forms::default() },
            private: self.private,
            kept: self.kept.clone(),
            words: self.words.clone(),
        }
    }
}

impl<O> Default for Listing<O> {
    fn default() -> Self {
        Listing { side: None, actors: Vec::new(), acts: Vec::new(), forms: Forms::default(), private: true, kept: None, words: None }
    }
}

/// For those who read it.
impl<O: Clone> Listing<O> {
    /// An empty listing with text.
    pub fn with_words() -> Listing<O> {
        Listing { words: Some(Spoken::default()), ..Listing::default() }
    }

    /// Clears the listing and keeps its buffers.
    pub fn clear(&mut self) {
        (self.side, self.private, self.kept) = (None, true, None);
        self.actors.clear();
        self.acts.clear();
        self.forms.clear();
        if let Some(words) = &mut self.words {
            *words = Spoken::default();
        }
    }

    /// How many orders may be given.
    pub fn len(&self) -> usize {
        self.acts.len()
    }

    /// Whether no order may be given.
    pub fn is_empty(&self) -> bool {
        self.acts.is_empty()
    }

    /// One of the orders that may be given.
    pub fn get(&self, at: usize) -> O {
        self.forms.order(self.acts[at])
    }

    /// All of them.
    pub fn orders(&self) -> impl Iterator<Item = O> {
        self.acts.iter().map(|act| self.forms.order(*act))
    }

    /// Keeps only some of the orders.
    pub fn retain(&mut self, keep: impl Fn(&O) -> bool) {
        let keep = |act: &Act| self.forms.is(*act, &keep);
        if let Some(words) = &mut self.words {
            let mut kept = self.acts.iter().map(keep);
            words.shown.retain(|_| kept.next().unwrap_or(true));
        }
        self.acts.retain(keep);
    }

    /// As the first level, a prompt.
    pub fn into_prompt(self) -> Prompt<O> {
        let orders = self.orders().collect();
        let Listing { side, actors, private, kept, words, .. } = self;
        let (at, rail, together) = words.as_ref().map_or((None, None, false), |words| (words.at, words.rail, words.together));
        let (text, buttons, blocked) = spoken(orders, words);
        Prompt { side, text, actors, buttons, blocked, private, kept, at, rail, together }
    }

    /// As the second level, an offer.
    pub fn into_offer(self) -> Offer<O> {
        let (_, choices, blocked) = spoken(self.orders().collect(), self.words);
        Offer { choices, blocked }
    }
}

impl<O: Clone> Prompt<O> {
    /// Nobody decides anything anymore.
    pub fn over() -> Prompt<O> {
        let mut list = Listing::with_words();
        list.over();
        list.into_prompt()
    }

    /// As both players may read a public question: without the answers that only the deciding player may know about.
    pub fn in_common(mut self) -> Prompt<O> {
        if let Some(kept) = &mut self.kept {
            let open = |on: &Target| !kept.contains(on);
            self.actors.retain(|unit| open(&Target::Unit(*unit)));
            self.buttons.retain(|choice| open(&choice.on));
            self.blocked.retain(|blocked| open(&blocked.on));
            kept.clear();
        }
        self
    }
}

fn spoken<O>(orders: Vec<O>, words: Option<Spoken>) -> (Cow<'static, str>, Vec<Choice<O>>, Vec<Blocked>) {
    let Spoken { text, shown, blocked, .. } = words.unwrap_or_default();
    let choices = shown.into_iter().zip(orders).map(|(Shown { on, label, cost }, order)| Choice { on, label, cost, order });
    (text, choices.collect(), blocked)
}

/// For the rules, which fill it in.
impl<O: Clone> Listing<O> {
    /// A question to a side, shown only to that side unless it is asked [in public](Listing::in_public).
    pub fn ask(&mut self, side: Side, text: impl Words) {
        self.side = Some(side);
        self.say(text);
    }

    /// Rewords the question.
    pub fn say(&mut self, text: impl Words) {
        if let Some(words) = &mut self.words {
            words.text = text.words();
        }
    }

    /// Both players may read the question.
    pub fn in_public(&mut self) {
        self.private = false;
    }

    /// Both players may read the question, except for the answers shown on these targets.
    pub fn in_public_but(&mut self, kept: Vec<Target>) {
        self.in_public();
        self.kept = Some(kept);
    }

    /// The question belongs to a battle for a hex, at one of its steps.
    pub fn in_battle(&mut self, hex: Hex, steps: &'static [&'static str], step: usize) {
        if let Some(words) = &mut self.words {
            (words.at, words.rail) = (Some(hex), Some((steps, step)));
        }
    }

    /// The counters that may act are asked together, as in a retreat: all of them are meant until the player picks some.
    pub fn together(&mut self) {
        if let Some(words) = &mut self.words {
            words.together = true;
        }
    }

    /// Nobody decides anything anymore.
    pub fn over(&mut self) {
        self.say("The game is over.");
    }

    /// An order shown on something, with what it costs and what is left, if it is a move.
    pub fn order(&mut self, on: Target, label: impl Words, cost: Option<(Points, Points)>, order: impl Into<O>) {
        self.write_out(order);
        self.show(on, label, cost);
    }

    fn write_out(&mut self, order: impl Into<O>) {
        self.acts.push(Act::Whole(self.forms.whole.len() as u32));
        self.forms.whole.push(order.into());
    }

    /// The latest order is shown on something.
    fn show(&mut self, on: Target, label: impl Words, cost: Option<(Points, Points)>) {
        if let Some(words) = &mut self.words {
            words.shown.push(Shown { on, label: label.words(), cost });
        }
    }

    /// An order with a button of its own.
    pub fn button(&mut self, label: impl Words, order: impl Into<O>) {
        self.order(Target::Button, label, None, order);
    }

    /// An order shown on a counter.
    pub fn on_unit(&mut self, unit: UnitId, label: impl Words, order: impl Into<O>) {
        self.order(Target::Unit(unit), label, None, order);
    }

    /// An order shown on a hex.
    pub fn on_hex(&mut self, hex: Hex, label: impl Words, order: impl Into<O>) {
        self.order(Target::Hex(hex), label, None, order);
    }

    /// A move into a hex: what it costs, and what is left.
    pub fn go(&mut self, hex: Hex, label: impl Words, cost: Points, left: Points, order: impl Into<O>) {
        self.order(Target::Hex(hex), label, Some((cost, left)), order);
    }

    /// How the orders are written that lead along the ways of a search.
    pub fn along<P: Into<O>>(&mut self, ways: Ways, order: impl Fn(Path) -> P + Send + Sync + 'static) -> Along {
        self.forms.along.push((ways, Box::new(move |path| order(path).into())));
        Along(self.forms.along.len() as u16 - 1)
    }

    /// A move along such a way to where it ends: what it costs, and what is left.
    pub fn go_along(&mut self, Along(n): Along, end: Ix, label: impl Words, cost: Points, left: Points) {
        self.acts.push(Act::Along(n, end));
        if self.has_words() {
            let hex = self.forms.along[usize::from(n)].0.hex(end);
            self.show(Target::Hex(hex), label, Some((cost, left)));
        }
    }

    /// The same order for each of some counters.
    pub fn each<P: Into<O>>(&mut self, units: impl IntoIterator<Item = UnitId>, label: &'static str, order: impl Fn(UnitId) -> P) {
        for unit in units {
            self.on_unit(unit, label, order(unit));
        }
    }

    /// The same order for each of some hexes.
    pub fn each_hex<P: Into<O>>(&mut self, hexes: impl IntoIterator<Item = Hex>, label: &'static str, order: impl Fn(Hex) -> P + Send + Sync + 'static) {
        let (n, before) = (self.forms.on.len() as u16, self.acts.len());
        for hex in hexes {
            self.acts.push(Act::On(n, hex));
            self.show(Target::Hex(hex), label, None);
        }
        if self.acts.len() > before {
            self.forms.on.push(Box::new(move |hex| order(hex).into()));
        }
    }

    /// Lists some of the orders a second time in another form, with something added to their labels.
    pub fn again<P: Into<O>>(&mut self, also: &'static str, form: impl Fn(&O) -> Option<P>) {
        for at in 0..self.len() {
            let Some(order) = form(&self.get(at)) else { continue };
            self.write_out(order);
            if let Some(words) = &mut self.words {
                let Shown { on, label, cost } = &words.shown[at];
                let more = Shown { on: *on, label: format!("{label}{also}").into(), cost: *cost };
                words.shown.push(more);
            }
        }
    }

    /// Whether text is wanted. Only what is said may depend on this, never what is listed.
    pub fn has_words(&self) -> bool {
        self.words.is_some()
    }

    /// What an order is shown on, if text is wanted.
    pub fn on(&self, at: usize) -> Option<Target> {
        self.words.as_ref().and_then(|words| words.shown.get(at)).map(|shown| shown.on)
    }

    /// What possible and impossible orders are shown on; empty if no text is wanted.
    pub fn shown_on(&self) -> impl Iterator<Item = Target> {
        self.words.iter().flat_map(|words| words.shown.iter().map(|shown| shown.on).chain(words.blocked.iter().map(|blocked| blocked.on)))
    }

    /// What is not possible, and why.
    pub fn blocked(&mut self, on: Target, label: impl Words, by: Illegal) {
        if let Some(words) = &mut self.words {
            words.blocked.push(Blocked { on, label: label.words(), by });
        }
    }

    /// An order shown on something, or why it is not possible.
    pub fn judge<T>(&mut self, on: Target, label: impl Words, order: impl Into<O>, judged: Result<T, Illegal>) {
        match judged {
            Ok(_) => self.order(on, label, None, order),
            Err(by) => self.blocked(on, label, by),
        }
    }

    /// A button, or why there is none.
    pub fn button_if<T>(&mut self, label: impl Words, order: impl Into<O>, judged: Result<T, Illegal>) {
        self.judge(Target::Button, label, order, judged);
    }

    /// An order shown on a counter, or why it is not possible.
    pub fn on_unit_if<T>(&mut self, unit: UnitId, label: impl Words, order: impl Into<O>, judged: Result<T, Illegal>) {
        self.judge(Target::Unit(unit), label, order, judged);
    }

    /// An order shown on a hex, or why it is not possible.
    pub fn on_hex_if<T>(&mut self, hex: Hex, label: impl Words, order: impl Into<O>, judged: Result<T, Illegal>) {
        self.judge(Target::Hex(hex), label, order, judged);
    }

    /// The value; if it was refused, the listing says what is not possible and why.
    pub fn unless_blocked<T>(&mut self, on: Target, label: &'static str, judged: Result<T, Illegal>) -> Option<T> {
        judged.map_err(|by| self.blocked(on, label, by)).ok()
    }
}
