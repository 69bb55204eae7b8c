//! Lessons: the first turn of a game, step by step, each step with what to press and the rule it shows. A designer writes them as
//! `rules/<game>/lessons/*.ron`. They are checked by being played: an order that the rules refuse, or that the player has no way to give, is reported
//! as a fault where it stands in the file.

use super::journal::Players;
use super::session;
use crate::board::read::{At, Fault, Fields, Kind, Node, Reading};
use crate::board::{AtomId, Choice, Hex, OptionId, UnitId};
use crate::games::{Order, Rules};
use bevy_ecs::prelude::World;

/// A lesson, read and played through once.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What it is called.
    pub title: String,
    scenario: String,
    options: Vec<OptionId>,
    seed: u64,
    /// Its steps.
    pub steps: Vec<LessonStep>,
}

/// One step of a lesson.
#[derive(Clone, Debug)]
pub struct LessonStep {
    /// In a few words.
    pub head: String,
    /// What is explained.
    pub say: String,
    /// The rule it shows, by its id.
    pub rule: String,
    /// Hexes to look at.
    pub look: Vec<Hex>,
    /// Orders that are given before the step is shown: what the other side does, and what would only take time.
    pub before: Vec<Order>,
    /// Orders that the player gives, one after the other; none: there is only something to read.
    pub press: Vec<Order>,
}

impl Lesson {
    /// The game as it is when a step begins. It is the same every time, since its dice come from a seed.
    pub fn world_at(&self, rules: &Rules, step: usize) -> Result<World, String> {
        let mut world = self.begin(rules)?;
        let done = self.steps.iter().take(step).flat_map(|step| step.before.iter().chain(&step.press));
        for order in done.chain(self.steps.get(step).into_iter().flat_map(|step| &step.before)) {
            session::submit(&mut world, order.clone()).map_err(|illegal| illegal.to_string())?;
        }
        Ok(world)
    }

    fn begin(&self, rules: &Rules) -> Result<World, String> {
        let start = rules.start(Some(&self.scenario), &self.options, self.seed)?;
        Ok(session::begin(rules, &start, Players::Solo))
    }
}

/// How an order is given now: by a choice that needs no counter, or by one that is offered to a counter.
pub fn way_to(world: &mut World, order: &Order) -> Option<(Choice<Order>, Option<UnitId>)> {
    let prompt = session::prompt(world);
    let of_nobody = prompt.buttons.into_iter().find(|choice| choice.order == *order).map(|choice| (choice, None));
    of_nobody.or_else(|| {
        prompt.actors.into_iter().find_map(|unit| {
            let offered = session::offer(world, &[unit]).choices.into_iter().find(|choice| choice.order == *order);
            offered.map(|choice| (choice, Some(unit)))
        })
    })
}

/// Reads a lesson and plays it through, or says everything that is wrong with it.
pub fn read_lesson(rules: &Rules, file: &str, text: &str) -> Result<Lesson, Vec<Fault>> {
    let reading = Reading::new(file, text, rules.lexicon());
    let read = reading.tree().and_then(|tree| body(&reading, &tree, rules));
    if let Some((lesson, orders)) = &read {
        rehearse(&reading, rules, lesson, orders);
    }
    let faults = reading.into_faults();
    match read {
        Some((lesson, _)) if faults.is_empty() => Ok(lesson),
        _ => Err(faults),
    }
}

/// Where each order of each step is in the file: those before it and those to press.
type Places = Vec<Place>;

/// Where the orders of one step are in the file: those before it and those to press.
type Place = (Vec<u32>, Vec<u32>);

fn body(r: &Reading<'_>, tree: &Node<'_>, rules: &Rules) -> Option<(Lesson, Places)> {
    let f = r.fields(tree);
    let (title, scenario, seed): (Option<String>, Option<At<String>>, Option<u64>) = (f.need("title"), f.need("scenario"), f.need("seed"));
    let options = f.each("options");
    let steps = f.node("steps");
    f.close();
    if let Some(scenario) = &scenario
        && let Err(what) = rules.scenario(Some(&scenario.value))
    {
        r.fault(scenario.at, what);
        return None;
    }
    let steps = steps?;
    let Kind::List(items) = &steps.kind else {
        r.fault(steps.at, "expected a list of steps, each in parentheses");
        return None;
    };
    if items.is_empty() {
        r.fault(steps.at, "a lesson needs at least one step");
    }
    let (steps, places) = items.iter().filter_map(|item| step(r, item, rules)).unzip();
    Some((Lesson { title: title?, scenario: scenario?.value, options, seed: seed?, steps }, places))
}

fn step(r: &Reading<'_>, node: &Node<'_>, rules: &Rules) -> Option<(LessonStep, Place)> {
    let f = r.fields(node);
    let (head, say, rule): (Option<String>, Option<String>, Option<AtomId>) = (f.need("head"), f.need("say"), f.need("rule"));
    let look = f.each("look");
    let (before, before_at) = orders(r, &f, "before", rules);
    let (press, press_at) = orders(r, &f, "press", rules);
    f.close();
    let rule = rules.lexicon().names("AtomId").get(usize::from(rule?.0))?.clone();
    Some((LessonStep { head: head?, say: say?, rule, look, before, press }, (before_at, press_at)))
}

fn orders(r: &Reading<'_>, fields: &Fields<'_, '_, '_>, name: &'static str, rules: &Rules) -> (Vec<Order>, Vec<u32>) {
    let Some(node) = fields.node(name) else { return (Vec::new(), Vec::new()) };
    let Kind::List(items) = &node.kind else {
        r.fault(node.at, "expected a list of orders");
        return (Vec::new(), Vec::new());
    };
    items.iter().filter_map(|item| Some((rules.game().read_order(r, item)?, item.at))).unzip()
}

/// Plays the lesson through. The first order that cannot be given is a fault; nothing after it is checked, since it would mean nothing.
fn rehearse(r: &Reading<'_>, rules: &Rules, lesson: &Lesson, places: &Places) {
    let Ok(mut world) = lesson.begin(rules) else { return };
    for (step, (before, press)) in lesson.steps.iter().zip(places) {
        let given = step.before.iter().zip(before).map(|(order, at)| (order, *at, false));
        for (order, at, pressed) in given.chain(step.press.iter().zip(press).map(|(order, at)| (order, *at, true))) {
            if pressed && way_to(&mut world, order).is_none() {
                let asked = session::prompt(&mut world).text;
                return r.fault(at, format!("nothing offered at this point gives this order; the prompt is: {asked}"));
            }
            if let Err(illegal) = session::submit(&mut world, order.clone()) {
                return r.fault(at, format!("this order is refused: {illegal}"));
            }
        }
    }
}
