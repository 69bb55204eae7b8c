//! A lesson at the table: the explanation, what to press, and a ring around it. The game waits for the order that the lesson asks for.

use super::chronicle::Chronicle;
use super::opening::OpeningError;
use super::view::{Frame, TableView, hex_of, open_rule};
use super::{Notice, Tabletop, fan, pointer, prompt_panel};
use crate::board::read::Faults;
use crate::board::{Choice, Hex, Target, UnitId};
use crate::client::desk::{Desk, Dialog};
use crate::client::keys::Action;
use crate::client::skin::{BRASS, Face, GOOD, INK, RAISE, TEXT};
use crate::client::widgets::{self, Weight};
use crate::games::{Order, Title};
use crate::play::{self, JournalFile, Lesson, LessonStep, Session};
use bevy_egui::egui::{Rect, Stroke, StrokeKind, Ui};
use std::path::{Path, PathBuf};

/// How an order is given: the choice, and the counter it is offered to.
type Way = (Choice<Order>, Option<UnitId>);

/// A lesson in progress.
#[derive(Debug)]
pub struct Coach {
    lesson: Lesson,
    /// Which step is shown.
    step: usize,
    /// How many of its orders have been given.
    done: usize,
    /// How to give the next order, and for which version of the table that was worked out.
    way: Option<(u64, Option<Way>)>,
    /// The step and order whose place has been brought into view.
    shown: Option<(usize, usize)>,
}

impl Coach {
    fn at(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.step)
    }

    /// The next order.
    fn due(&self) -> Option<&Order> {
        self.at()?.press.get(self.done)
    }
}

impl Tabletop {
    /// Starts the first lesson of a game. Nothing is saved until the player goes on alone.
    pub fn learn(title: Title, rules_dir: Option<&Path>) -> Result<Tabletop, OpeningError> {
        let fault = |faults: Faults| OpeningError::Fault(faults.to_string());
        let rules = title.files(rules_dir).and_then(|files| title.load(&files)).map_err(fault)?;
        let lessons = title.lessons(rules_dir).map_err(fault)?;
        let (name, text) = lessons.first().ok_or_else(|| OpeningError::Fault("There is no lesson for this game.".to_owned()))?;
        let lesson = play::read_lesson(&rules, name, text).map_err(|faults| fault(Faults(faults)))?;
        let world = lesson.world_at(&rules, 0).map_err(OpeningError::Fault)?;
        let mut table = Tabletop::new(world, PathBuf::new(), Chronicle::default());
        table.lesson = Some(Coach { lesson, step: 0, done: 0, way: None, shown: None });
        Ok(table)
    }

    /// Whether the lesson wants a different order; if so, it tells the player.
    pub(super) fn lesson_bars(&mut self, order: &Order) -> bool {
        let Some(coach) = &self.lesson else { return false };
        let why = match coach.due() {
            Some(due) if due == order => return false,
            Some(_) => "The lesson asks for something else here: press what is ringed. Leave the lesson to play as you like.",
            None => "Read this step, then press Next.",
        };
        self.notice = Some(Notice::Said(why.to_owned()));
        self.version += 1;
        true
    }

    /// Moves on after an order that the lesson asked for.
    pub(super) fn lesson_follows(&mut self) {
        let Some(coach) = &mut self.lesson else { return };
        coach.done += 1;
        if coach.due().is_none() {
            self.lesson_next();
        }
    }

    /// The current step of the lesson, from 1, and the number of steps.
    pub fn lesson_step(&self) -> Option<(usize, usize)> {
        self.lesson.as_ref().map(|coach| (coach.step + 1, coach.lesson.steps.len()))
    }

    /// Whether the step is only to be read.
    pub fn lesson_waits(&self) -> bool {
        self.lesson.as_ref().is_some_and(|coach| coach.due().is_none() && coach.step + 1 < coach.lesson.steps.len())
    }

    /// Goes to the next step; the orders before it are given now.
    pub fn lesson_next(&mut self) {
        let Some(coach) = &mut self.lesson else { return };
        (coach.step, coach.done) = (coach.step + 1, 0);
        let before = coach.at().map(|step| step.before.clone()).unwrap_or_default();
        for order in before {
            // The lesson was played through when it was read.
            if play::submit(&mut self.world, order).is_ok() {
                self.after_order();
            }
        }
        self.version += 1;
    }

    /// Goes back to the start of this step, or of the one before it.
    pub fn lesson_back(&mut self) {
        let rules = self.rules().clone();
        let Some(coach) = &mut self.lesson else { return };
        if coach.done == 0 {
            coach.step = coach.step.saturating_sub(1);
        }
        coach.done = 0;
        let Ok(world) = coach.lesson.world_at(&rules, coach.step) else { return };
        self.world = world;
        self.chronicle = Chronicle::default();
        self.chronicle.follow(&mut self.world);
        (self.fought, self.notice) = (None, None);
        self.selection.clear();
        self.refresh();
    }

    /// Gives the next order.
    pub fn lesson_do(&mut self) {
        if let Some(order) = self.lesson.as_ref().and_then(Coach::due).cloned() {
            self.warned = None;
            self.carry_out(order);
        }
    }

    /// Which of these counters the lesson wants selected, if any.
    pub(super) fn lesson_picks(&mut self, units: &[UnitId]) -> Option<UnitId> {
        self.way()?.1.filter(|unit| units.contains(unit))
    }

    /// How to give the next order.
    fn way(&mut self) -> Option<Way> {
        let (version, coach) = (self.version, self.lesson.as_mut()?);
        if coach.way.as_ref().is_none_or(|(of, _)| *of != version) {
            let due = coach.due().cloned();
            coach.way = Some((version, due.and_then(|order| play::way_to(&mut self.world, &order))));
        }
        coach.way.as_ref().and_then(|(_, way)| way.clone())
    }

    /// What to press, in a sentence.
    fn way_in_words(&mut self) -> Option<String> {
        let (choice, unit) = self.way()?;
        let label = fan::capital(&choice.label);
        let picked = unit.filter(|unit| !self.selection.contains(unit)).map(|unit| match hex_of(self, Target::Unit(unit)) {
            Some(hex) => format!("{} in {}", self.rules().book.called(unit), prompt_panel::place_name(self, hex)),
            None => format!("{} in the panel", self.rules().book.called(unit)),
        });
        let target = match choice.on {
            Target::Button => format!("press “{label}”"),
            Target::Hex(hex) => format!("click {}", prompt_panel::place_name(self, hex)),
            Target::Unit(on) if Some(on) == unit && picked.is_some() => format!("choose “{label}”"),
            Target::Unit(on) => format!("click {}: “{label}”", self.rules().book.called(on)),
        };
        let words = picked.map_or_else(|| fan::capital(&target), |picked| format!("Click {picked}, then {target}"));
        Some(format!("{words}."))
    }

    /// Ends the lesson; the game goes on as the player's own, and is saved from now on.
    fn leave_lesson(&mut self, path: PathBuf) -> Result<(), String> {
        let mut session = self.world.resource_mut::<Session>();
        session.file = Some(JournalFile::create(&path, &session.compact()).map_err(|fault| fault.to_string())?);
        (self.path, self.lesson) = (path, None);
        self.notice = Some(Notice::Said("This is your game from here on: you play both sides, and every order is saved.".to_owned()));
        self.version += 1;
        Ok(())
    }
}

/// The lesson, above the prompt.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, table: &mut Tabletop, view: &mut TableView) {
    let now = table.way_in_words();
    let waits = table.lesson_waits();
    let Some(coach) = &table.lesson else { return };
    let (number, of, title) = (coach.step + 1, coach.lesson.steps.len(), coach.lesson.title.clone());
    let step = coach.at().cloned();
    let next_key = desk.settings.keys.text(Action::First);
    let mut pressed = None;
    widgets::card(ui, RAISE, |ui| {
        widgets::styled(ui, format!("{} · step {} of {of}", title.to_uppercase(), number.min(of)), Face::Strong, 0.85, BRASS);
        if let Some(step) = &step {
            widgets::styled(ui, &step.head, Face::Strong, 1.15, TEXT);
            widgets::text(ui, &step.say);
            if let Some(now) = &now {
                widgets::styled(ui, now, Face::Strong, 1.0, GOOD);
            }
        }
        ui.horizontal_wrapped(|ui| {
            if let Some(step) = &step
                && widgets::chip(ui, &step.rule).clicked()
            {
                open_rule(view, &step.rule);
            }
            let last = now.is_none() && !waits;
            if waits && widgets::button(ui, Weight::Primary, "Next", &next_key).clicked() {
                pressed = Some(Wish::Next);
            }
            if now.is_some() && widgets::button(ui, Weight::Plain, "Do it for me", "").clicked() {
                pressed = Some(Wish::Do);
            }
            if number > 1 && widgets::button(ui, Weight::Plain, "Back a step", "").clicked() {
                pressed = Some(Wish::Back);
            }
            let (weight, words) = if last { (Weight::Primary, "Play on") } else { (Weight::Plain, "Leave the lesson") };
            if widgets::button(ui, weight, words, "").clicked() {
                pressed = Some(Wish::Leave);
            }
        });
    });
    widgets::rule(ui);
    match pressed {
        Some(Wish::Next) => table.lesson_next(),
        Some(Wish::Do) => table.lesson_do(),
        Some(Wish::Back) => table.lesson_back(),
        Some(Wish::Leave) => {
            let left = desk.library.fresh(table.rules().title).and_then(|path| table.leave_lesson(path));
            desk.library.look();
            if let Err(why) = left {
                desk.dialogs.push(Dialog::Trouble(why));
            }
        }
        None => {}
    }
}

enum Wish {
    Next,
    Do,
    Back,
    Leave,
}

/// Rings around what the lesson points at, on the map and in the panels, after everything else is drawn.
pub(crate) fn point(ui: &Ui, frame: &Frame, table: &mut Tabletop, view: &mut TableView) {
    let way = table.way();
    let Some(coach) = &table.lesson else { return };
    let looked_at = coach.at().map(|step| step.look.clone()).unwrap_or_default();
    let (rects, hexes) = targets(ui, table, view, way.as_ref());
    let hexes: Vec<Hex> = hexes.into_iter().chain(looked_at).collect();
    let Some(coach) = &mut table.lesson else { return };
    if let Some(hex) = hexes.first().filter(|_| coach.shown != Some((coach.step, coach.done))) {
        coach.shown = Some((coach.step, coach.done));
        pointer::show_hex(view, frame.map, *hex);
        ui.ctx().request_repaint();
    }
    for rect in rects {
        ring(ui, rect.expand(4.0), 8.0);
    }
    let (Some(camera), Some(art)) = (view.camera, &view.art) else { return };
    for hex in hexes {
        let Some(at) = art.center(hex).map(|center| camera.to_screen(center)).filter(|at| frame.map.contains(*at)) else { continue };
        let radius = camera.zoom * 0.62;
        let painter = ui.painter_at(frame.map);
        painter.circle_stroke(at, radius, Stroke::new(6.0, INK));
        painter.circle_stroke(at, radius, Stroke::new(3.0, BRASS));
    }
}

fn ring(ui: &Ui, rect: Rect, round: f32) {
    ui.painter().rect_stroke(rect, round, Stroke::new(6.0, INK), StrokeKind::Middle);
    ui.painter().rect_stroke(rect, round, Stroke::new(3.0, BRASS), StrokeKind::Middle);
}

/// What to press next, as currently drawn: buttons, and hexes of the map.
fn targets(ui: &Ui, table: &Tabletop, view: &TableView, way: Option<&Way>) -> (Vec<Rect>, Vec<Hex>) {
    let Some((choice, unit)) = way else { return (Vec::new(), Vec::new()) };
    let find = |words: &str| widgets::find(ui.ctx(), words);
    // A question in between is answered first.
    if let Some(rect) = if table.warned.is_some() { find("Do it anyway") } else { view.ending.as_ref().and_then(|_| find("End it")) } {
        return (vec![rect], Vec::new());
    }
    let label = fan::capital(&choice.label);
    if let Some(unit) = unit.filter(|unit| !table.selection.contains(unit)) {
        return match hex_of(table, Target::Unit(unit)) {
            Some(hex) => (Vec::new(), vec![hex]),
            None => (find(&format!("unit {}", table.rules().book.unit_name(unit))).into_iter().collect(), Vec::new()),
        };
    }
    match choice.on {
        Target::Button => (find(&label).into_iter().collect(), Vec::new()),
        Target::Hex(hex) => (Vec::new(), vec![hex]),
        Target::Unit(on) => {
            let row = find(&format!("{}: {}", table.rules().book.units[on.at()].name, choice.label));
            let hex = if row.is_none() { hex_of(table, Target::Unit(on)) } else { None };
            (row.into_iter().collect(), hex.into_iter().collect())
        }
    }
}
