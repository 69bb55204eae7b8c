//! Title, legend, scale and north arrow, beside the map.

use super::borders::color;
use super::pen::{At, Pen, Type, line, polygon, width};
use super::places::{badge, base_mark, source_mark, symbol};
use super::sheet::{Drawing, UNIT};
use super::sides::water;
use super::terrain::{LAKE, SEA, SHORE, Texture, glyphs, look};
use crate::board::{Effect, SideKind};
use crate::cartography::GroundKind;
use hexx::Vec2;
use std::collections::BTreeSet;

const STEP: f32 = 29.0;
const INK: &str = "#2b2620";

/// A line of the legend.
enum Row {
    Head(&'static str),
    Terrain(usize),
    Side(SideKind, &'static str),
    Place(String),
    Symbol(String),
    Base,
    Source,
    Region(usize),
    Remark(String),
}

/// The panel to the right of the map.
pub(super) struct Legend {
    rows: Vec<Row>,
    at: Vec2,
    wide: f32,
    page: Vec2,
}

impl Legend {
    pub(super) fn new(sheet: &Drawing<'_>) -> Legend {
        let rows = rows(sheet);
        let at = Vec2::new(sheet.frame.1.x + 48.0, sheet.frame.0.y);
        let tall = 150.0 + rows.len() as f32 * STEP;
        let title = width(&sheet.ground.title, 38.0) + 80.0;
        let wide = rows.iter().map(|row| row.wide(sheet)).fold(350.0, f32::max);
        Legend { rows, at, wide, page: Vec2::new((at.x + wide + 32.0).max(title), (sheet.frame.1.y + 48.0).max(at.y + tall + 24.0)) }
    }

    pub(super) fn page(&self) -> Vec2 {
        self.page
    }

    pub(super) fn draw(&self, pen: &mut Pen, sheet: &Drawing<'_>) {
        let ground = sheet.ground;
        pen.text(
            Vec2::new(40.0, 52.0),
            "start",
            Type { size: 36.0, fill: INK, halo: "", style: "font-family=\"Georgia,'DejaVu Serif',serif\" font-weight=\"bold\"" },
            0.0,
            &ground.title,
        );
        let about = format!("{} hexes, {} km from hex to hex", ground.grid.len(), ground.scale_km);
        pen.text(Vec2::new(42.0, 78.0), "start", Type { size: 16.0, fill: "#6b6250", halo: "", style: "" }, 0.0, &about);
        scale(pen, sheet, self.at + Vec2::new(0.0, 30.0));
        north(pen, self.at + Vec2::new(self.wide - 40.0, 44.0), f32::from(ground.north_deg));
        let mut at = self.at + Vec2::new(0.0, 130.0);
        for row in &self.rows {
            row.draw(pen, sheet, at, self.wide);
            at.y += STEP;
        }
    }
}

fn rows(sheet: &Drawing<'_>) -> Vec<Row> {
    let ground = sheet.ground;
    let mut rows = vec![Row::Head("Ground: points to enter, stacking limit, shift")];
    rows.extend((0..ground.terrain_names.len()).map(Row::Terrain));
    rows.push(Row::Head("Lines and hexsides"));
    let laid = |kind: SideKind| ground.sides.iter().flatten().any(|sides| sides.has(kind));
    rows.extend(SideKind::ALL.iter().filter(|(_, kind)| laid(*kind)).map(|(name, kind)| Row::Side(*kind, name)));
    rows.push(Row::Head("Places"));
    let kinds: BTreeSet<&String> = ground.sites.iter().map(|site| &site.kind).filter(|kind| *kind != "label").collect();
    rows.extend(kinds.into_iter().map(|kind| Row::Place(kind.clone())));
    let symbols: BTreeSet<&String> = ground.sites.iter().flat_map(|site| &site.symbols).collect();
    rows.extend(symbols.into_iter().map(|symbol| Row::Symbol(symbol.clone())));
    if !ground.set("base").is_empty() {
        rows.push(Row::Base);
    }
    if !ground.sources.is_empty() {
        rows.push(Row::Source);
    }
    rows.push(Row::Head("Regions and who holds them at start"));
    rows.extend((0..ground.regions.len()).filter(|i| !ground.regions[*i].1.country.is_empty()).map(Row::Region));
    if !ground.off_map.is_empty() {
        rows.push(Row::Head("Off the map"));
        rows.extend(ground.off_map.iter().map(|place| Row::Remark(format!("{}: {} ({})", place.id, place.name, place.symbols.join(", ")))));
    }
    rows
}

/// What a row of the chart says, briefly.
fn effect(effect: &Effect) -> String {
    let mut said = Vec::new();
    match effect.r#move {
        _ if effect.prohibited => said.push("closed".to_owned()),
        Some(points) => said.push(points.to_string()),
        None if effect.road_only => said.push("by road only".to_owned()),
        None => {}
    }
    said.extend(effect.stack.map(|stack| format!("stack {stack}")));
    if effect.shift != 0 {
        said.push(format!("shift {:+}", effect.shift));
    }
    said.extend(effect.values.iter().map(|(name, value)| format!("{} {value}", name.replace('_', " "))));
    said.join(", ")
}

impl Row {
    /// The name and the remark of a line.
    fn words(&self, sheet: &Drawing<'_>) -> (String, String) {
        let (ground, chart) = (sheet.ground, sheet.chart());
        match self {
            Row::Head(title) => ((*title).to_owned(), String::new()),
            Row::Terrain(number) => (ground.terrain_names[*number].clone(), effect(&chart.hexes[*number])),
            Row::Side(kind, name) => ((*name).to_owned(), chart.sides.get(kind).map(effect).unwrap_or_default()),
            Row::Place(kind) => (kind.clone(), chart.places.get(kind).map(effect).unwrap_or_default()),
            Row::Symbol(name) => (name.clone(), chart.symbols.get(name).map(effect).unwrap_or_default()),
            Row::Base => ("base".into(), "hexes of the set \"base\"".into()),
            Row::Source => ("supply source".into(), String::new()),
            Row::Region(number) => {
                let region = &ground.regions[*number].1;
                (region.name.clone(), if region.in_play { region.holder.clone() } else { "out of play".into() })
            }
            Row::Remark(text) => (String::new(), text.clone()),
        }
    }

    fn wide(&self, sheet: &Drawing<'_>) -> f32 {
        let (name, note) = self.words(sheet);
        62.0 + width(&name, 15.0) + width(&note, 12.5)
    }

    fn draw(&self, pen: &mut Pen, sheet: &Drawing<'_>, at: Vec2, wide: f32) {
        let icon = at + Vec2::new(20.0, 0.0);
        match self {
            Row::Head(title) => {
                pen.path(&line(at + Vec2::new(0.0, 9.0), at + Vec2::new(wide, 9.0)), "stroke=\"#b9b09a\" stroke-width=\"1\"");
                let kind = Type { size: 13.0, fill: "#7c3a22", halo: "", style: "font-weight=\"bold\" letter-spacing=\"0.5\"" };
                return pen.text(at + Vec2::new(0.0, 4.0), "start", kind, 0.0, title);
            }
            Row::Terrain(number) => swatch(pen, &sheet.ground.terrain_names[*number], &sheet.chart().hexes[*number], icon),
            Row::Side(kind, _) => side(pen, *kind, icon),
            Row::Place(kind) => symbol(pen, kind, icon),
            Row::Symbol(name) => badge(pen, name, icon),
            Row::Base => base_mark(pen, icon, 14.0),
            Row::Source => source_mark(pen, icon, 11.0),
            Row::Region(number) => tint(pen, sheet, *number, icon),
            Row::Remark(_) => {}
        }
        let (name, note) = self.words(sheet);
        pen.text(at + Vec2::new(52.0, 5.0), "start", Type { size: 15.0, fill: INK, halo: "", style: "" }, 0.0, &name);
        let after = if name.is_empty() { 2.0 } else { 62.0 + width(&name, 15.0) };
        pen.text(at + Vec2::new(after, 5.0), "start", Type { size: 12.5, fill: "#7a7160", halo: "", style: "" }, 0.0, &note);
    }
}

/// The letter of a region in the color of its country.
fn tint(pen: &mut Pen, sheet: &Drawing<'_>, number: usize, at: Vec2) {
    let (letter, region) = &sheet.ground.regions[number];
    let fill = color(sheet, &region.country).unwrap_or("#888");
    let (x, y) = (at.x - 18.0, at.y - 10.0);
    pen.put(format_args!("<rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"36\" height=\"20\" fill=\"{fill}\" fill-opacity=\"0.4\" stroke=\"{fill}\"/>"));
    let kind = Type { size: 13.0, fill: INK, halo: "", style: "font-weight=\"bold\"" };
    pen.text(at + Vec2::new(0.0, 5.0), "middle", kind, 0.0, &letter.to_string());
}

/// A piece of ground.
fn swatch(pen: &mut Pen, name: &str, effect: &Effect, at: Vec2) {
    let kind = GroundKind::named(name, effect);
    let look = look(kind);
    let frame = format!("<rect x=\"{:.0}\" y=\"{:.0}\" width=\"40\" height=\"24\"", at.x - 20.0, at.y - 12.0);
    pen.put(format_args!("{frame} fill=\"{}\" stroke=\"#5d5543\" stroke-width=\"0.8\"/>", look.fill));
    match look.texture {
        Texture::Hatch => pen.put(format_args!("{frame} fill=\"url(#hatch)\"/>")),
        Texture::Trefoil => glyphs(pen, look.texture, &[at]),
        _ if kind.is_water() => {}
        _ => glyphs(pen, look.texture, &[at + Vec2::new(-9.0, 1.0), at + Vec2::new(9.0, 1.0)]),
    }
}

/// A kind of side as the map shows it.
fn side(pen: &mut Pen, kind: SideKind, at: Vec2) {
    let (from, to) = (at - Vec2::new(20.0, 0.0), at + Vec2::new(20.0, 0.0));
    let bar = line(from, to);
    match kind {
        SideKind::River => {
            pen.path(&format!("M{}q10 -9 20 0t20 0", At(from)), "fill=\"none\" stroke=\"#3c86bd\" stroke-width=\"3.4\" stroke-linecap=\"round\"")
        }
        SideKind::Road => {
            pen.path(&bar, "stroke=\"#7c3a22\" stroke-width=\"5.4\"");
            pen.path(&bar, "stroke=\"#f6c26b\" stroke-width=\"3\"");
        }
        SideKind::Rail => {
            pen.path(&bar, "stroke=\"#2f2b28\" stroke-width=\"1.8\"");
            let ticks: String = (0..5).map(|i| from.x + 4.0 + 8.0 * i as f32).map(|x| line(Vec2::new(x, at.y - 3.6), Vec2::new(x, at.y + 3.6))).collect();
            pen.path(&ticks, "stroke=\"#2f2b28\" stroke-width=\"1.5\"");
        }
        SideKind::Lake | SideKind::Sea | SideKind::Strait => {
            let short = line(from + Vec2::new(8.0, 0.0), to - Vec2::new(8.0, 0.0));
            water(pen, &short, SHORE, 16.5);
            water(pen, &short, if kind == SideKind::Lake { LAKE } else { SEA }, 13.5);
            if kind == SideKind::Strait {
                pen.path(
                    &format!("M{}v18m-4 -4l4 4 4 -4m-8 -10l4 -4 4 4", At(at - Vec2::new(0.0, 9.0))),
                    "fill=\"none\" stroke=\"#123f5c\" stroke-width=\"2\"",
                );
            }
        }
        SideKind::Fort => {
            pen.path(&format!("M{}h4v-6h7v6h6v-6h7v6h6v-6h7v6h3", At(from + Vec2::new(0.0, 3.0))), "fill=\"none\" stroke=\"#5b2d12\" stroke-width=\"3\"")
        }
        SideKind::Tunnel => pen.path(
            &format!(
                "M{}l5 6v0M{}l-5 6M{}l5 -6M{}l-5 -6",
                At(at + Vec2::new(-10.0, -9.0)),
                At(at + Vec2::new(10.0, -9.0)),
                At(at + Vec2::new(-10.0, 9.0)),
                At(at + Vec2::new(10.0, 9.0))
            ),
            "stroke=\"#1d1a18\" stroke-width=\"3\"",
        ),
        SideKind::Closed => {
            pen.path(&bar, "stroke=\"#b01818\" stroke-width=\"5\"");
            pen.path(&bar, "stroke=\"#fff\" stroke-width=\"2\" stroke-dasharray=\"5 5\"");
        }
    }
}

/// Four hexes in kilometers.
fn scale(pen: &mut Pen, sheet: &Drawing<'_>, at: Vec2) {
    let label = Type { size: 12.0, fill: INK, halo: "", style: "" };
    for i in 0..=3_u16 {
        let x = at.x + f32::from(i) * UNIT;
        if i < 3 {
            let fill = if i % 2 == 0 { INK } else { "#fbf8ef" };
            pen.put(format_args!("<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{UNIT}\" height=\"8\" fill=\"{fill}\" stroke=\"{INK}\"/>", at.y));
        }
        pen.text(Vec2::new(x, at.y - 6.0), "middle", label, 0.0, &(u32::from(i) * u32::from(sheet.ground.scale_km)).to_string());
    }
    pen.text(Vec2::new(at.x, at.y + 26.0), "start", label, 0.0, "kilometers; one hex is one stretch");
}

/// An arrow to the true north.
fn north(pen: &mut Pen, at: Vec2, degrees: f32) {
    pen.open(&format!("transform=\"rotate({degrees:.0} {})\"", At(at)));
    let point = |x: f32, y: f32| at + Vec2::new(x, y);
    pen.path(&polygon(&[point(0.0, -34.0), point(11.0, 22.0), point(0.0, 12.0)]), &format!("fill=\"{INK}\" stroke=\"{INK}\" stroke-linejoin=\"round\""));
    pen.path(&polygon(&[point(0.0, -34.0), point(-11.0, 22.0), point(0.0, 12.0)]), &format!("fill=\"#fbf8ef\" stroke=\"{INK}\" stroke-linejoin=\"round\""));
    pen.text(point(0.0, -39.0), "middle", Type { size: 15.0, fill: INK, halo: "", style: "font-weight=\"bold\"" }, 0.0, "N");
    pen.close();
}
