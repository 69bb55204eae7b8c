//! What a decision that is still open would do to a battle: the columns and chances of each case, side by side.

use super::fan::capital;
use super::view::{TableView, open_rule};
use crate::board::Case;
use crate::client::skin::{BRASS, Face, MUTE, TEXT};
use crate::client::widgets;
use bevy_egui::egui::{Color32, Galley, Sense, Ui, vec2};
use std::sync::Arc;

/// The width of the results column, the largest width of a column of chances, and the gap between two.
const FIRST: f32 = 52.0;
const WIDEST: f32 = 130.0;
const GAP: f32 = 8.0;

/// The cases as a small table; nothing if there is only one.
pub(crate) fn show(ui: &mut Ui, view: &mut TableView, cases: &[Case], of: u32) {
    if cases.len() < 2 {
        return;
    }
    ui.add_space(4.0);
    for case in cases {
        ui.horizontal_wrapped(|ui| {
            widgets::text(ui, format!("{}:", capital(case.label)));
            widgets::styled(ui, &case.column, Face::Strong, 1.0, BRASS);
            if widgets::chip(ui, case.rule.0).clicked() {
                open_rule(view, case.rule.0);
            }
        });
    }
    let mut results: Vec<&str> = cases.iter().flat_map(|c| c.chances.iter().map(|(result, _)| result.as_str())).collect();
    results.sort_unstable();
    results.dedup();
    let of = of.max(1);
    let size = widgets::body_size(ui);
    let width = ((ui.available_width() - FIRST) / cases.len() as f32).min(WIDEST);
    let cell = |ui: &Ui, words: &str, face: Face, color: Color32| widgets::galley(ui, words, face.at((size * 0.92).max(10.0)), color, width - GAP);
    let mut heads = vec![cell(ui, "Result", Face::Text, MUTE)];
    heads.extend(cases.iter().map(|case| cell(ui, case.label, Face::Text, MUTE)));
    row(ui, width, &heads);
    for result in results {
        let mut cells = vec![cell(ui, result, Face::NarrowBold, TEXT)];
        for case in cases {
            let throws = case.chances.iter().find(|(name, _)| name == result).map_or(0, |(_, n)| *n);
            let percent = f64::from(throws) * 100.0 / f64::from(of);
            let (words, color) = if throws == 0 { ("–".to_owned(), MUTE) } else { (format!("{percent:.1}%"), TEXT) };
            cells.push(cell(ui, &words, Face::Text, color));
        }
        row(ui, width, &cells);
    }
}

/// A row of the table: the first column has its own width, all others the same.
fn row(ui: &mut Ui, width: f32, cells: &[Arc<Galley>]) {
    let height = cells.iter().map(|cell| cell.size().y).fold(0.0, f32::max);
    let columns = cells.len().saturating_sub(1) as f32;
    let (rect, _) = ui.allocate_exact_size(vec2(FIRST + width * columns, height), Sense::hover());
    for (n, cell) in cells.iter().enumerate() {
        let x = if n == 0 { 0.0 } else { FIRST + width * (n - 1) as f32 };
        ui.painter().galley(rect.min + vec2(x, 0.0), cell.clone(), TEXT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Atom;
    use crate::client::raster::Canvas;

    #[test]
    fn three_cases_fit_a_narrow_panel() {
        let case = |label| Case { label, rule: Atom("PME-14.6.a"), column: "2:1".into(), chances: vec![("AL1".into(), 1), ("HW1".into(), 5)] };
        let cases = vec![case("nobody commits more"), case("with all my support"), case("if the enemy answers with a column")];
        let (mut canvas, mut width) = (Canvas::new([360, 800], 1.0), 0.0);
        canvas.frame(Vec::new(), |ui| crate::client::skin::dress(ui.ctx()));
        for _ in 0..2 {
            canvas.frame(Vec::new(), |ui| {
                let sheet = ui.scope(|ui| {
                    ui.set_width(320.0);
                    show(ui, &mut TableView::default(), &cases, 6);
                });
                width = sheet.response.rect.width();
            });
        }
        assert!(width <= 321.0, "the cases are {width} points wide");
    }
}
