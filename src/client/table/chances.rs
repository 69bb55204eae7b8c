//! How likely each side was to win, turn by turn, and the turns that decided the game.

use super::{Tabletop, statistics};
use crate::board::{Position, Start, snapshot};
use crate::client::desk::Desk;
use crate::client::skin::{BRASS, BRASS_INK, Face, LINE, MUTE, TEXT, WELL};
use crate::client::widgets::{self, Weight};
use crate::play::{self, Players, Scope, Session};
use bevy_egui::egui::{self, Align2, Color32, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, pos2, vec2};

/// The chances at the start of a turn, or at the end of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// The turn that began; `None`: the end.
    pub turn: Option<u8>,
    /// How many orders had been given.
    pub orders: usize,
    /// The share of games that each side wins from here; the rest are drawn.
    pub shares: [f64; 2],
}

impl Chance {
    /// What it is worth to the first side, from 0 to 1.
    fn worth(&self) -> f64 {
        (1.0 + self.shares[0] - self.shares[1]) / 2.0
    }
}

impl Tabletop {
    /// Whether the chances may be shown: they depend on everything, so the game must be over, or one person must play both sides and see everything.
    pub fn tells_chances(&self) -> bool {
        let over = self.replay.as_ref().map_or(self.sight.clock.over.is_some(), |replay| replay.end.clock.over.is_some());
        over || (self.is_solo() && self.eyes().1 == Scope::Either)
    }
}

/// The chances at the start of each turn and, once the game is over, at its end; empty while they are secret or unknown.
pub fn by_turn(table: &mut Tabletop) -> Vec<Chance> {
    if !table.tells_chances() {
        return Vec::new();
    }
    let now = match &table.replay {
        Some(replay) => replay.end.clone(),
        None => snapshot(&mut table.world),
    };
    let session = table.world.resource::<Session>();
    let mut other = play::begin(&session.rules, table.world.resource::<Start>(), Players::Solo);
    let mut at = |position: &Position, turn: Option<u8>, orders: usize| {
        play::set_up_position(&mut other, position);
        play::shares(&mut other).map(|shares| Chance { turn, orders, shares })
    };
    let (mut last, mut found) = (0, Vec::new());
    for orders in 0..=session.past.len() {
        let position = session.before(orders).unwrap_or(&now);
        let turn = position.clock.turn;
        if turn != last && position.clock.over.is_none() {
            last = turn;
            match at(position, Some(turn), orders) {
                Some(chance) => found.push(chance),
                None => return Vec::new(),
            }
        }
    }
    if now.clock.over.is_some() && !found.is_empty() {
        found.extend(at(&now, None, session.past.len()));
    }
    found
}

/// How much a turn must change the chances to be a turning point, and the most turning points in a game.
const MUCH: f64 = 0.1;
const MOST: usize = 3;

/// The turns that changed the chances most, by index, in the order of the game.
pub fn turning_points(chances: &[Chance]) -> Vec<usize> {
    let swing = |at: usize| (chances[at + 1].worth() - chances[at].worth()).abs();
    let mut turns: Vec<usize> = (0..chances.len().saturating_sub(1)).filter(|at| swing(*at) >= MUCH).collect();
    turns.sort_by(|a, b| swing(*b).total_cmp(&swing(*a)));
    turns.truncate(MOST);
    turns.sort_unstable();
    turns
}

/// Opens the game for viewing at one of its orders.
pub(super) fn visit(desk: &mut Desk, order: usize) {
    if desk.table.as_ref().is_some_and(|table| table.replay.is_none()) {
        let Some(path) = desk.table.as_ref().map(|table| table.path.clone()) else { return };
        desk.put_on_table(Tabletop::watch(&path));
    }
    if let Some(table) = desk.table.as_mut() {
        table.show_order(order);
    }
}

fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

/// A chance in words.
fn in_words(table: &Tabletop, chance: &Chance) -> String {
    let sides = &table.rules().book.sides;
    let when = match chance.turn {
        Some(turn) => format!("At the start of turn {turn}"),
        None => "At the end".to_owned(),
    };
    let nobody = 1.0 - chance.shares[0] - chance.shares[1];
    let drawn = if nobody >= 0.005 { format!(", draw {}", percent(nobody)) } else { String::new() };
    format!("{when}: {} {}, {} {}{drawn}", sides[0], percent(chance.shares[0]), sides[1], percent(chance.shares[1]))
}

/// Shows the curve: below it the first side's share, above it the second's, and draws between them. Returns the order that was asked for.
pub(super) fn show(ui: &mut Ui, table: &Tabletop, chances: &[Chance]) -> Option<usize> {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 150.0), Sense::hover());
    let painter = ui.painter().clone();
    painter.rect(rect, 4.0, WELL, Stroke::new(1.0, LINE), StrokeKind::Inside);
    let plot = Rect::from_min_max(rect.min + vec2(48.0, 10.0), rect.max - vec2(20.0, 24.0));
    let steps = chances.len().saturating_sub(1).max(1) as f32;
    let x = |n: usize| plot.left() + plot.width() * n as f32 / steps;
    let y = |share: f64| plot.bottom() - plot.height() * share as f32;
    let font = Face::Narrow.at(11.0);
    let curve = |of: &dyn Fn(&Chance) -> f64| chances.iter().enumerate().map(|(n, chance)| pos2(x(n), y(of(chance)))).collect::<Vec<Pos2>>();
    let (first, second) = (curve(&|chance| chance.shares[0]), curve(&|chance| 1.0 - chance.shares[1]));
    for (side, line, edge) in [(0, &first, plot.bottom()), (1, &second, plot.top())] {
        let fill = statistics::color(table, side).gamma_multiply(0.5);
        for pair in line.windows(2) {
            let area = vec![pair[0], pair[1], pos2(pair[1].x, edge), pos2(pair[0].x, edge)];
            painter.add(Shape::convex_polygon(area, fill, Stroke::NONE));
        }
        painter.line(line.clone(), Stroke::new(2.0, statistics::color(table, side)));
    }
    for share in [0.0, 0.5, 1.0] {
        painter.hline(plot.x_range(), y(share), Stroke::new(1.0, if share == 0.5 { MUTE } else { LINE }));
        painter.text(pos2(plot.left() - 6.0, y(share)), Align2::RIGHT_CENTER, percent(share), font.clone(), MUTE);
    }
    for (side, at, align) in [(0, plot.left_bottom() + vec2(6.0, -3.0), Align2::LEFT_BOTTOM), (1, plot.left_top() + vec2(6.0, 3.0), Align2::LEFT_TOP)] {
        painter.text(at, align, &table.rules().book.sides[side], Face::NarrowBold.at(12.0), TEXT);
    }
    let every = chances.len().div_ceil(24);
    for (n, chance) in chances.iter().enumerate().filter(|(n, chance)| n.is_multiple_of(every) || chance.turn.is_none()) {
        let word = chance.turn.map_or_else(|| "end".to_owned(), |turn| turn.to_string());
        painter.text(pos2(x(n), plot.bottom() + 5.0), Align2::CENTER_TOP, word, font.clone(), MUTE);
    }
    let over = chances.last().is_some_and(|chance| chance.turn.is_none());
    let mut asked = None;
    let turns = turning_points(chances);
    for (n, chance) in chances.iter().enumerate() {
        let at = pos2(x(n), y(chance.worth()));
        // The end of a turning point is marked: what came of it.
        let marked = n.checked_sub(1).is_some_and(|before| turns.contains(&before));
        let target = Rect::from_center_size(pos2(at.x, plot.center().y), vec2((plot.width() / steps).min(28.0), plot.height() + 28.0));
        let response = ui.interact(target, egui::Id::new(("chance", n)), if over { Sense::click() } else { Sense::hover() });
        if response.hovered() {
            painter.vline(at.x, plot.y_range(), Stroke::new(1.0, BRASS));
        }
        let (radius, color) = if marked || response.hovered() { (5.5, BRASS) } else { (3.5, Color32::WHITE) };
        painter.circle(at, radius, color, Stroke::new(1.5, BRASS_INK));
        if over {
            widgets::note(ui, &chance.turn.map_or_else(|| "Chances at the end".to_owned(), |turn| format!("Chances of turn {turn}")), target);
            if response.clicked() {
                asked = Some(chance.orders);
            }
        }
        let hint = if over { "\nClick to see the game at this point." } else { "" };
        response.on_hover_text(format!("{}{hint}", in_words(table, chance)));
    }
    ui.horizontal_wrapped(|ui| {
        if turns.is_empty() {
            widgets::mute(ui, "No turn changed the chances by 10% or more.");
            return;
        }
        widgets::mute(ui, "Turning points:");
        for at in turns {
            let words = swing(table, &chances[at], &chances[at + 1]);
            if !over {
                widgets::text(ui, words);
            } else if widgets::button(ui, Weight::Plain, &words, "").on_hover_text("Shows the game at the start of this turn.").clicked() {
                asked = Some(chances[at].orders);
            }
        }
    });
    if let Some(played) = table.rules().chances.scenarios.get(&table.world.resource::<Start>().scenario) {
        widgets::mute(ui, format!("How often bots win from positions like these: {}.", played.source));
    }
    asked
}

/// A turning point in words.
fn swing(table: &Tabletop, before: &Chance, after: &Chance) -> String {
    let by = after.worth() - before.worth();
    let side = &table.rules().book.sides[usize::from(by < 0.0)];
    format!("Turn {}: {side} +{}", before.turn.unwrap_or_default(), percent(by.abs()))
}

#[cfg(test)]
mod tests {
    use super::{Chance, turning_points};

    fn at(turn: u8, first: f64) -> Chance {
        Chance { turn: Some(turn), orders: usize::from(turn), shares: [first, 1.0 - first] }
    }

    #[test]
    fn the_largest_swings_are_turning_points() {
        let chances = [at(1, 0.5), at(2, 0.55), at(3, 0.2), at(4, 0.35), at(5, 0.6), at(6, 0.45), at(7, 1.0)];
        assert_eq!(turning_points(&chances), [1, 3, 5], "in the order of the game");
        assert_eq!(turning_points(&chances[..2]), [0usize; 0], "a twentieth is no turning point");
        assert!(turning_points(&chances[..1]).is_empty() && turning_points(&[]).is_empty());
        let drawn = Chance { turn: None, orders: 9, shares: [0.0, 0.0] };
        assert_eq!(turning_points(&[at(1, 0.9), drawn]), [0], "a draw is worth a half");
    }
}
