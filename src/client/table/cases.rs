//! What a decision that is still open would make of a battle: the columns and chances of every case, side by side.

use super::fan::capital;
use super::view::{TableView, open_rule};
use crate::board::Preview;
use crate::client::skin::{BRASS, Face, MUTE, TEXT};
use crate::client::widgets;
use bevy_egui::egui::{Grid, Ui, vec2};

/// How wide a column is at the least: a grid would break its heads within words.
const HEAD: f32 = 90.0;

/// The cases as a small table; nothing where there is only one.
pub(crate) fn show(ui: &mut Ui, view: &mut TableView, preview: &Preview) {
    if preview.cases.len() < 2 {
        return;
    }
    ui.add_space(4.0);
    for case in &preview.cases {
        ui.horizontal_wrapped(|ui| {
            widgets::text(ui, format!("{}:", capital(case.label)));
            widgets::styled(ui, &case.column, Face::Strong, 1.0, BRASS);
            if widgets::chip(ui, case.rule.0).clicked() {
                open_rule(view, case.rule.0);
            }
        });
    }
    let mut results: Vec<&str> = preview.cases.iter().flat_map(|c| c.chances.iter().map(|(result, _)| result.as_str())).collect();
    results.sort_unstable();
    results.dedup();
    let of = preview.of.max(1);
    Grid::new("cases").num_columns(1 + preview.cases.len()).min_col_width(HEAD).spacing(vec2(18.0, 2.0)).show(ui, |ui| {
        widgets::mute(ui, "Losses");
        for case in &preview.cases {
            widgets::mute(ui, case.label);
        }
        ui.end_row();
        for result in results {
            widgets::styled(ui, result, Face::NarrowBold, 1.0, TEXT);
            for case in &preview.cases {
                let throws = case.chances.iter().find(|(name, _)| name == result).map_or(0, |(_, n)| *n);
                let percent = f64::from(throws) * 100.0 / f64::from(of);
                let words = if throws == 0 { "–".to_owned() } else { format!("{percent:.1} %") };
                widgets::styled(ui, words, Face::Text, 0.94, if throws == 0 { MUTE } else { TEXT });
            }
            ui.end_row();
        }
    });
}
