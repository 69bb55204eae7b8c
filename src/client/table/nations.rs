//! Nations: who is at war with whom, and who acts when.

use super::view::{TableView, open_rule};
use super::{Tabletop, overlays};
use crate::board::{Activity, NationId, Relation, Tables};
use crate::client::skin::{BAD, BRASS, Face, GOOD, LINE, MUTE, TEXT, WELL};
use crate::client::widgets;
use bevy_egui::egui::{self, Align2, Color32, Grid, Rect, Response, Sense, Stroke, StrokeKind, Ui, vec2};

/// A nation's plate.
const PLATE: egui::Vec2 = vec2(44.0, 20.0);
/// A cell of the table of wars, with room and without; between two of them.
const WIDEST: f32 = 62.0;
const NARROWEST: f32 = 44.0;
const GAP: f32 = 6.0;
/// The width in which every name fits, and the width in which none makes sense.
const LONG_NAME: f32 = 130.0;
const SHORT_NAME: f32 = 36.0;

/// Who is at war with whom, as a table; nothing if that never changes.
pub(crate) fn relations(ui: &mut Ui, table: &Tabletop, view: &mut TableView) {
    let Some(relations) = &table.relations else { return };
    let book = table.book();
    ui.horizontal(|ui| {
        widgets::head(ui, "Who is at war with whom");
        if widgets::chip(ui, relations.rule.0).clicked() {
            open_rule(view, relations.rule.0);
        }
    });
    // Names have what the cells leave them; where that is too little the plates say it alone.
    let across = relations.across.len() as f32;
    let left = |cell: f32| ui.available_width() - PLATE.x - 9.0 - across * (cell + GAP);
    let wide = if left(WIDEST) >= LONG_NAME { WIDEST } else { NARROWEST };
    let room = left(wide);
    Grid::new("relations").num_columns(1 + relations.across.len()).spacing(vec2(GAP, 3.0)).min_col_width(0.0).show(ui, |ui| {
        widgets::mute(ui, "");
        for nation in &relations.across {
            plate(ui, &book, *nation, wide).on_hover_text(&book.nations[nation.at()].name);
        }
        ui.end_row();
        for (nation, row) in &relations.down {
            ui.horizontal(|ui| {
                let name = super::fan::capital(&book.nations[nation.at()].name);
                plate(ui, &book, *nation, PLATE.x).on_hover_text(&name);
                if room < SHORT_NAME {
                    return;
                }
                // A grid gives a wrapping label no width of its own.
                let name = widgets::elided(ui, &name, Face::Text.at(widgets::body_size(ui)), TEXT, room);
                let (rect, _) = ui.allocate_exact_size(name.size(), Sense::hover());
                ui.painter().galley(rect.min, name, TEXT);
            });
            for relation in row {
                cell(ui, *relation, wide);
            }
            ui.end_row();
        }
    });
    ui.add_space(6.0);
}

/// A plate in the colors of a nation, with its short name.
fn plate(ui: &mut Ui, book: &Tables, nation: NationId, width: f32) -> Response {
    let look = book.look.nation(nation);
    let (rect, response) = ui.allocate_exact_size(vec2(width, PLATE.y), Sense::hover());
    ui.painter().rect(rect, 3.0, overlays::rgb(look.body), Stroke::new(1.0, LINE), StrokeKind::Inside);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, &book.nations[nation.at()].id, Face::NarrowBold.at(12.0), overlays::rgb(look.print));
    response
}

fn cell(ui: &mut Ui, relation: Relation, wide: f32) {
    let (words, fill, ink) = match relation {
        Relation::War => ("war", BAD, Color32::WHITE),
        Relation::Neutral => ("neutral", WELL, BRASS),
        Relation::None => ("–", WELL, MUTE),
        Relation::Gone => ("gone", WELL, MUTE),
    };
    let (rect, _) = ui.allocate_exact_size(vec2(wide, PLATE.y), Sense::hover());
    ui.painter().rect(rect, 3.0, fill, Stroke::new(1.0, LINE), StrokeKind::Inside);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, words, Face::NarrowBold.at(12.0), ink);
}

/// Who has acted, who acts now and who is still to come; nothing in a part of the turn in which nations do not act separately.
pub(crate) fn activations(ui: &mut Ui, table: &Tabletop) {
    if table.activations.is_empty() {
        return;
    }
    let book = table.book();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (nation, activity) in &table.activations {
            let response = plate(ui, &book, *nation, PLATE.x);
            let state = over(ui, response.rect, *activity);
            response.on_hover_text(format!("{}: {state}", super::fan::capital(&book.nations[nation.at()].name)));
        }
    });
}

/// Draws a nation's activity over its plate; returns it in words.
fn over(ui: &Ui, rect: Rect, activity: Activity) -> &'static str {
    let veil = Color32::from_black_alpha(150);
    match activity {
        Activity::Done => {
            ui.painter().rect_filled(rect, 3.0, veil);
            // At the edge, where it leaves the letters alone.
            widgets::tick(ui.painter(), Rect::from_center_size(rect.right_bottom() - vec2(5.0, 4.0), vec2(10.0, 10.0)), GOOD);
            "has acted"
        }
        Activity::Now => {
            ui.painter().rect_stroke(rect.expand(2.0), 4.0, Stroke::new(2.5, BRASS), StrokeKind::Inside);
            "acts now"
        }
        Activity::ToCome => "is still to come",
        Activity::LeftOut => {
            ui.painter().rect_filled(rect, 3.0, veil);
            ui.painter().line_segment([rect.left_center(), rect.right_center()], Stroke::new(1.5, TEXT));
            "did not act"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::raster::Canvas;
    use crate::games::Title;
    use crate::play::{Players, Seat};

    #[test]
    fn a_nation_takes_one_line_of_the_table_of_wars() {
        let title = Title::TurkishLiberation;
        let rules = title.load(&title.shipped()).expect("the shipped tables are good");
        let start = rules.start(None, &[], 1).expect("the scenario exists");
        let save = std::env::temp_dir().join(format!("five-fronts-nations-{}.fronts", std::process::id()));
        let table = Tabletop::begin(&rules, &start, Players::Solo, [Seat::Person; 2], save.clone()).expect("the journal can be written");
        let rows = table.relations.as_ref().expect("nations go to war").down.len();
        let (mut canvas, mut height) = (Canvas::new([360, 800], 1.0), 0.0);
        canvas.frame(Vec::new(), |ui| crate::client::skin::dress(ui.ctx()));
        for _ in 0..2 {
            canvas.frame(Vec::new(), |ui| {
                let sheet = ui.scope(|ui| {
                    ui.set_width(340.0);
                    relations(ui, &table, &mut TableView::default());
                });
                height = sheet.response.rect.height();
            });
        }
        let _ = std::fs::remove_file(save);
        assert!(height < (rows + 2) as f32 * 30.0, "{rows} nations take {height} points");
    }
}
