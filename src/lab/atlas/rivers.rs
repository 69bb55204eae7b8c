//! Rivers: smooth lines along the hexsides that widen toward the mouth.

use super::pen::{At, Pen};
use super::sheet::Drawing;
use crate::cartography::river_corners;
use hexx::Vec2;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The line of a river, for its name.
pub(super) struct Course {
    pub name: String,
    pub points: Vec<Vec2>,
}

/// Where the smooth line of a river passes near each corner it bends about, so that tributaries end on it.
fn bends(sheet: &Drawing<'_>, lines: &[Vec<hexx::Hex>]) -> BTreeMap<(i32, i32), Vec2> {
    let mut bends = BTreeMap::new();
    for line in lines {
        for three in line.windows(3) {
            let [a, b, c] = [three[0], three[1], three[2]].map(|corner| sheet.corner(corner));
            bends.entry((three[1].x, three[1].y)).or_insert((a.midpoint(b) + b.midpoint(c)) * 0.25 + b * 0.5);
        }
    }
    bends
}

/// Draws the rivers and gives their courses.
pub(super) fn draw(pen: &mut Pen, sheet: &Drawing<'_>) -> Vec<Course> {
    let rivers = &sheet.ground.rivers;
    let lines: Vec<Vec<hexx::Hex>> = rivers.iter().map(|river| river_corners(&sheet.ground.grid, river)).collect();
    let bends = bends(sheet, &lines);
    let mut courses = Vec::new();
    let mut run: BTreeMap<&str, usize> = BTreeMap::new(); // sides so far, by name: a river broken by a lake goes on as wide as it came
    pen.open("id=\"rivers\" fill=\"none\" stroke=\"#3c86bd\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    for (river, line) in rivers.iter().zip(&lines) {
        let mut points = sheet.corners(line);
        for end in [0, points.len().saturating_sub(1)] {
            if let Some(met) = line.get(end).and_then(|corner| bends.get(&(corner.x, corner.y))) {
                points[end] = *met;
            }
        }
        let before = run.entry(&river.name).or_default();
        flow(pen, &points, river.major, *before);
        *before += points.len();
        courses.push(Course { name: river.name.clone(), points });
    }
    pen.close();
    courses
}

/// One river, in stretches that grow wider.
fn flow(pen: &mut Pen, points: &[Vec2], major: bool, before: usize) {
    const STRETCH: usize = 6;
    let (narrow, wide, growth) = if major { (3.0, 6.6, 0.085) } else { (2.2, 4.2, 0.07) };
    let Some(last) = points.len().checked_sub(1).filter(|last| *last > 0) else { return };
    let mut from = 0;
    while from < last {
        let to = (from + STRETCH).min(last);
        let middle = points[from].midpoint(points[from + 1]);
        let mut d = if from == 0 { format!("M{}L{}", At(points[0]), At(middle)) } else { format!("M{}", At(middle)) };
        for i in from + 1..=to {
            let end = if i == last { points[i] } else { points[i].midpoint(points[i + 1]) };
            let _ = if i == last { write!(d, "L{}", At(end)) } else { write!(d, "Q{} {}", At(points[i]), At(end)) };
        }
        let width = (narrow + growth * (before + from) as f32).min(wide);
        pen.path(&d, &format!("stroke-width=\"{width:.1}\""));
        from = to;
    }
}
