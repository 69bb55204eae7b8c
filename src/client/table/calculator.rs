//! The battle calculator: what if these units attacked that hex? It uses the sheet and the rules of real battles, and knows no more than the viewer
//! does.

use super::view::{TableView, open_rule};
use super::{Showing, Tabletop, fan, prompt_panel, sheet};
use crate::board::{Hex, Side, UnitId};
use crate::client::desk::Class;
use crate::client::skin::{BRASS, Face, MUTE, PANEL, TEXT};
use crate::client::widgets::{self, Weight};
use crate::play::{self, Promised, Scope, Seen, Supposed};
use bevy_egui::egui::{self, Align, Layout, Ui};

/// The calculator while it is open.
#[derive(Clone, Debug, Default)]
pub struct Calculator {
    /// The attack, once a hex is chosen.
    pub plan: Option<Supposed>,
    /// What it promises, and for which version of the table.
    pub found: Option<(u64, Promised)>,
}

impl Tabletop {
    /// Why the calculator is closed now, if it is.
    pub fn calculates(&self) -> Result<(), &'static str> {
        match (self.stage, self.eyes().1) {
            (Showing::Play, Scope::Common) => Err("The battle calculator is private, and both players are looking now."),
            (Showing::Play, _) => Ok(()),
            _ => Err("The battle calculator opens once you have seen what happened."),
        }
    }

    /// What an attack would promise, as far as the viewer may know.
    pub fn promise_of_supposed(&mut self, supposed: &Supposed) -> Promised {
        let eyes = self.eyes();
        play::suppose(&mut self.world, eyes, supposed)
    }

    /// A side's counters in a hex that the viewer knows.
    fn known_of(&self, side: Side, hex: Hex) -> Vec<UnitId> {
        let seen = self.sight.stacks.get(&hex).into_iter().flatten();
        seen.filter_map(|seen| if let Seen::Known(unit, status) = seen { (status.side == side).then_some(*unit) } else { None }).collect()
    }

    /// Whether the viewer sees a side's counter in a hex, known or not.
    fn is_held_by(&self, side: Side, hex: Hex) -> bool {
        self.sight.stacks.get(&hex).into_iter().flatten().any(|seen| match seen {
            Seen::Known(_, status) => status.side == side,
            Seen::Hidden(of) | Seen::Kind(of, _) => *of == side,
        })
    }

    /// An attack on a hex by every unit that is seen to be able to attack it.
    pub fn suppose_against(&mut self, target: Hex, by: Option<Side>) -> Supposed {
        let (viewer, _) = self.eyes();
        let side = by.unwrap_or_else(|| if self.is_held_by(viewer, target) && !self.is_held_by(viewer.other(), target) { viewer.other() } else { viewer });
        let near: Vec<(Hex, u32)> = {
            let grid = &self.rules().book.ground.grid;
            let far = |hex: Hex| grid.ix(hex).zip(grid.ix(target)).map(|(a, b)| grid.distance(a, b));
            self.sight.stacks.keys().filter_map(|hex| Some((*hex, far(*hex)?))).filter(|(_, far)| *far > 0).collect()
        };
        let mut attackers = Vec::new();
        for (hex, far) in near {
            for unit in self.known_of(side, hex) {
                if far == 1 || play::range(&mut self.world, unit).is_some_and(|range| u32::from(range) >= far) {
                    attackers.push((unit, None));
                }
            }
        }
        let mut supposed = Supposed { side, target, attackers, defenders: Vec::new(), absent: Vec::new() };
        let found = self.promise_of_supposed(&supposed);
        let stays = |unit: &UnitId| !found.refused.iter().any(|(other, _)| other == unit) && !found.moved.iter().any(|(other, _)| other == unit);
        supposed.attackers.retain(|(unit, _)| stays(unit));
        supposed
    }
}

/// Opens the calculator, on the hex in focus if an enemy is there; or closes it.
pub(crate) fn toggle(table: &mut Tabletop, view: &mut TableView) {
    table.touch();
    if view.calculator.take().is_some() {
        return;
    }
    if let Err(why) = table.calculates() {
        return table.say(why.to_owned());
    }
    let planned = table.preview.as_ref().and_then(|preview| preview.hex);
    let (viewer, _) = table.eyes();
    let looked_at = planned.or(view.cursor).or(view.hover).filter(|hex| planned.is_some() || table.is_held_by(viewer.other(), *hex));
    let plan = looked_at.map(|hex| table.suppose_against(hex, None));
    view.calculator = Some(Calculator { plan, found: None });
    (view.fan, view.menu, view.drawer) = (None, None, false);
    table.select(Vec::new());
}

/// A hex was pressed while the calculator is open; with Shift, its counters are added to the defenders.
pub(crate) fn pick(table: &mut Tabletop, view: &mut TableView, hex: Hex, shift: bool) {
    let Some(calculator) = &mut view.calculator else { return };
    table.touch();
    let Some(plan) = calculator.plan.as_mut().filter(|plan| plan.target != hex) else {
        if calculator.plan.is_none() {
            calculator.plan = Some(table.suppose_against(hex, None));
        }
        return;
    };
    let (attack, defend) = (table.known_of(plan.side, hex), table.known_of(plan.side.other(), hex));
    let moved = calculator.found.as_ref().map_or(&[][..], |(_, found)| found.moved.as_slice());
    let grid = &table.rules().book.ground.grid;
    let beside = grid.ix(hex).zip(grid.ix(plan.target)).is_some_and(|(a, b)| grid.distance(a, b) == 1);
    if shift && !defend.is_empty() {
        let all = defend.iter().all(|unit| plan.defenders.contains(unit));
        plan.defenders.retain(|unit| !defend.contains(unit));
        if !all {
            plan.defenders.extend(defend);
        }
    } else if !attack.is_empty() {
        let all = attack.iter().all(|unit| plan.attackers.iter().any(|(other, _)| other == unit));
        plan.attackers.retain(|(unit, _)| !attack.contains(unit));
        if !all {
            plan.attackers.extend(attack.into_iter().map(|unit| (unit, None)));
        }
    } else if beside && !moved.is_empty() && !table.is_held_by(plan.side.other(), hex) {
        // Those who come from afar come this way.
        for (unit, from) in &mut plan.attackers {
            if moved.iter().any(|(other, _)| other == unit) {
                *from = Some(hex);
            }
        }
    } else {
        calculator.plan = Some(table.suppose_against(hex, None));
    }
}

/// Shows the calculator. Returns whether it was closed.
pub(crate) fn show(ui: &mut Ui, table: &mut Tabletop, view: &mut TableView, class: Class, key: &str) -> bool {
    let Some(mut calculator) = view.calculator.take() else { return false };
    let mut close = table.calculates().is_err();
    widgets::card(ui, PANEL, |ui| {
        ui.horizontal(|ui| {
            widgets::styled(ui, "Battle calculator", Face::Strong, 1.2, BRASS);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| close |= widgets::button(ui, Weight::Plain, "Close", key).clicked());
        });
        let Some(plan) = &mut calculator.plan else {
            return drop(widgets::text(ui, "Click the hex to be attacked. Nothing you do here is an order."));
        };
        widgets::mute(
            ui,
            "What if? Click stacks to add them or leave them out, or another enemy hex to attack it instead; Shift+click adds defenders. Nothing here is an order.",
        );
        let sides: Vec<(Side, String)> = [Side(0), Side(1)].map(|side| (side, format!("{} attack", table.rules().book.sides[side.at()]))).to_vec();
        let named: Vec<(Side, &str)> = sides.iter().map(|(side, words)| (*side, words.as_str())).collect();
        let mut side = plan.side;
        if widgets::choose(ui, &mut side, &named) {
            *plan = table.suppose_against(plan.target, Some(side));
            table.touch();
        }
    });
    if let Some(plan) = &mut calculator.plan {
        if calculator.found.as_ref().is_none_or(|(version, _)| *version != table.version) {
            calculator.found = Some((table.version, table.promise_of_supposed(plan)));
        }
        if let Some((_, found)) = &calculator.found {
            let before = plan.clone();
            what_if(ui, table, view, class, plan, found);
            if *plan != before {
                table.touch();
            }
        }
    }
    if close {
        table.touch();
    } else {
        view.calculator = Some(calculator);
    }
    close
}

/// The sheet of the attack; its counters are toggles.
fn what_if(ui: &mut Ui, table: &Tabletop, view: &mut TableView, class: Class, plan: &mut Supposed, found: &Promised) {
    let called = |unit: &UnitId| table.rules().book.units[unit.at()].name.clone();
    let mut pressed = Vec::new();
    match &found.preview {
        Some(preview) => pressed = sheet::supposed(ui, table, view, class, preview),
        None => widgets::card(ui, PANEL, |ui| {
            widgets::head(ui, format!("Battle for {}", prompt_panel::place_name(table, plan.target)));
            widgets::text(ui, "No attackers yet. Click stacks to add them.");
        }),
    }
    widgets::card(ui, PANEL, |ui| {
        for (unit, hex) in &found.moved {
            widgets::mute(ui, format!("{} would attack from {}", called(unit), prompt_panel::place_name(table, *hex)));
        }
        if !found.moved.is_empty() {
            widgets::mute(ui, "Click another hex beside the target to have them come from there.");
        }
        for (unit, illegal) in &found.refused {
            ui.horizontal_wrapped(|ui| {
                let words = egui::RichText::new(fan::capital(&illegal.why)).font(Face::Text.at(widgets::body_size(ui) * 0.94)).color(TEXT);
                ui.add(egui::Label::new(words).wrap());
                if widgets::chip(ui, illegal.rule.0).clicked() {
                    open_rule(view, illegal.rule.0);
                }
                if widgets::button(ui, Weight::Plain, "Leave out", "").on_hover_text(called(unit)).clicked() {
                    pressed.push(*unit);
                }
            });
        }
        let back: Vec<UnitId> = plan.absent.clone();
        if !back.is_empty() {
            widgets::styled(ui, "Removed from the hex: click to put back", Face::Text, 0.94, MUTE);
            pressed.extend(sheet::counters_to_press(ui, table, view, &back));
        }
    });
    for unit in pressed {
        let attacks = plan.attackers.iter().position(|(other, _)| *other == unit);
        if let Some(at) = attacks {
            plan.attackers.remove(at);
        } else if let Some(at) = plan.defenders.iter().position(|other| *other == unit) {
            plan.defenders.remove(at);
        } else if let Some(at) = plan.absent.iter().position(|other| *other == unit) {
            plan.absent.remove(at);
        } else {
            plan.absent.push(unit);
        }
    }
}
