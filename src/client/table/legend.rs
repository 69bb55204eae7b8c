//! The legend: everything the map and the counters show, as it is drawn, with what the charts say about it.

use super::Tabletop;
use super::view::TableView;
use crate::board::{Dir, Effect, Ix, SideKind, Status, UnitId};
use crate::client::counters::{self, Face};
use crate::client::desk::Desk;
use crate::client::keys::Action;
use crate::client::map::MapArt;
use crate::client::screens::parts::cap;
use crate::client::skin::{self, LINE, MUTE, TEXT};
use crate::client::widgets::{self, body_size, galley};
use bevy_egui::egui::{Context, Pos2, Rect, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2};

/// The size of the map samples, and their points per hex.
const PIECE: Vec2 = vec2(62.0, 48.0);
const ZOOM: f32 = 42.0;
/// The least width of a column.
const COLUMN: f32 = 300.0;

/// What an entry shows.
enum Sample {
    /// A piece of the map around a point, and its land.
    Map(Pos2, TextureHandle, Rect),
    Counter(Box<Face>),
}

struct Entry {
    sample: Sample,
    name: String,
    words: String,
}

/// Everything the map and the counters of a game show.
pub struct Legend {
    groups: Vec<(&'static str, Vec<Entry>)>,
    safe: bool,
}

/// What a row of the terrain effects chart says, in words.
pub(super) fn in_words(effect: &Effect, side: Option<SideKind>) -> String {
    let mut parts = Vec::new();
    match (effect.r#move, side) {
        _ if effect.prohibited && side.is_some() => parts.push("cannot be crossed".to_owned()),
        _ if effect.prohibited => parts.push("cannot be entered".to_owned()),
        (Some(points), None) => parts.push(format!("{points} to enter")),
        (Some(points), Some(SideKind::Road | SideKind::Rail | SideKind::Tunnel)) => parts.push(format!("{points} per hex along it")),
        (Some(points), Some(_)) if points.0 > 0 => parts.push(format!("{points} more to cross")),
        _ => {}
    }
    if effect.road_only {
        parts.push("only by road".to_owned());
    }
    if effect.shift != 0 {
        parts.push(format!("defender {}{}", if effect.shift < 0 { "–" } else { "+" }, effect.shift.unsigned_abs()));
    }
    if let Some(room) = effect.stack {
        parts.push(format!("room for {room}"));
    }
    if !effect.note.is_empty() {
        parts.push(effect.note.clone());
    }
    parts.join(", ")
}

/// The name of a row of the chart.
fn named(id: &str) -> String {
    super::fan::capital(&id.replace(['_', '-'], " "))
}

impl Legend {
    fn new(table: &Tabletop, art: &MapArt, context: &Context, safe: bool) -> Legend {
        let book = &table.rules().book;
        let (ground, chart) = (&book.ground, &book.chart);
        let size = PIECE / ZOOM;
        let fine = ZOOM * context.pixels_per_point();
        let piece = |middle: Pos2| {
            let window = Rect::from_center_size(middle, size * 1.1).intersect(art.extent());
            Sample::Map(middle, context.load_texture("a piece of the map", art.land(Some(window), fine), TextureOptions::LINEAR), window)
        };
        let middle = |ix: Ix| art.center(ground.grid.hex(ix));
        // The plainest hex of its kind: nothing stands in it, and its neighbors are like it.
        let alike = |ix: Ix| ground.grid.around(ix).filter(|(_, there)| ground.terrain[there.at()] == ground.terrain[ix.at()]).count();
        let plain = |ix: &Ix| (ground.sites(*ix).next().is_some(), 6 - alike(*ix));
        let hexes = (0..ground.terrain_names.len()).filter_map(|kind| {
            let found = ground.grid.all().filter(|ix| usize::from(ground.terrain[ix.at()]) == kind).min_by_key(plain)?;
            Some(Entry { sample: piece(middle(found)?), name: named(&ground.terrain_names[kind]), words: in_words(&chart.hexes[kind], None) })
        });
        let sides = SideKind::ALL.into_iter().filter_map(|(name, kind)| {
            let has = |(ix, dir): &(Ix, Dir)| ground.side(*ix, *dir).has(kind);
            let found = crate::cartography::each_side(&ground.grid).filter(has).min_by_key(|(ix, _)| plain(ix))?;
            let there = ground.grid.across(found.0, found.1)?;
            let at = art.side_middle(ground.grid.hex(found.0), ground.grid.hex(there))?;
            let words = chart.sides.get(&kind).map(|effect| in_words(effect, Some(kind))).unwrap_or_default();
            Some(Entry { sample: piece(at), name: named(if name == "fort" { "fortified side" } else { name }), words })
        });
        let mut kinds: Vec<&str> = ground.sites.iter().map(|site| site.kind.as_str()).filter(|kind| !kind.is_empty() && *kind != "label").collect();
        kinds.sort_unstable();
        kinds.dedup();
        let places = kinds.into_iter().filter_map(|kind| {
            let found = ground.sites.iter().filter(|site| site.kind == kind).min_by_key(|site| (site.symbols.len(), site.tags.len()))?;
            let words = chart.places.get(kind).map(|effect| in_words(effect, None)).unwrap_or_default();
            Some(Entry { sample: piece(art.center(found.hex)?), name: named(kind), words })
        });
        let mut symbols: Vec<&str> = ground.sites.iter().flat_map(|site| &site.symbols).map(String::as_str).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let symbols = symbols.into_iter().filter_map(|symbol| {
            let found = ground.sites.iter().filter(|site| site.symbols.iter().any(|of| of == symbol)).min_by_key(|site| site.symbols.len())?;
            let words = chart.symbols.get(symbol).map(|effect| in_words(effect, None)).unwrap_or_default();
            Some(Entry { sample: piece(art.center(found.hex)?), name: named(symbol), words })
        });
        let places = places.chain(symbols).collect();
        Legend { groups: vec![("Terrain", hexes.collect()), ("Lines", sides.collect()), ("Places", places), units(table, safe), marks(table, safe)], safe }
    }
}

/// A counter as it is when it comes out of the box.
pub(super) fn fresh(table: &Tabletop, unit: UnitId) -> Status {
    let printed = &table.rules().book.units[unit.at()];
    let side = table.rules().book.nations[printed.nation.value.at()].side;
    Status { side, steps: printed.steps(), face_down: false, marks: 0, counts: Default::default() }
}

/// Kinds of unit, the first counter of each.
fn units(table: &Tabletop, safe: bool) -> (&'static str, Vec<Entry>) {
    let book = &table.rules().book;
    let of = |(id, kind): (&String, &crate::board::UnitKind)| {
        let unit = book.units.iter().position(|unit| unit.kind.value == *id)?;
        let unit = UnitId(unit as u16);
        let face = Face::of(book, unit, &fresh(table, unit), &[], safe);
        Some(Entry { sample: Sample::Counter(Box::new(face)), name: super::fan::capital(&kind.name), words: String::new() })
    };
    let mut entries: Vec<Entry> = book.kinds.iter().filter_map(of).collect();
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    entries.dedup_by(|a, b| a.name == b.name);
    ("Units", entries)
}

/// Marks on counters, each on the first counter that has room for one.
fn marks(table: &Tabletop, safe: bool) -> (&'static str, Vec<Entry>) {
    let book = &table.rules().book;
    let ordinary = book.units.iter().position(|unit| book.look.kinds.get(&unit.kind.value).is_some_and(|kind| !kind.bare)).unwrap_or(0);
    let ordinary = UnitId(ordinary as u16);
    let of = |(badge, words): (&Option<crate::board::look::Badge>, &String)| {
        let badge = badge.as_ref()?;
        let face = Face::of(book, ordinary, &fresh(table, ordinary), std::slice::from_ref(badge), safe);
        Some(Entry { sample: Sample::Counter(Box::new(face)), name: super::fan::capital(words), words: String::new() })
    };
    ("Marks on counters", if book.units.is_empty() { Vec::new() } else { book.look.marks.iter().zip(&book.marks).filter_map(of).collect() })
}

/// Shows the legend. Returns whether to close it.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, pressed: &[Action]) -> bool {
    let (Some(table), Some(mut art)) = (&desk.table, desk.view.art.take()) else { return true };
    let safe = desk.settings.safe_palette;
    let legend = desk.view.legend.take().filter(|legend| legend.safe == safe).unwrap_or_else(|| Legend::new(table, &art, ui.ctx(), safe));
    let key = cap(&desk.settings.keys, Action::Back);
    let (close, outside) = widgets::dialog(ui, "legend", 1060.0, |ui| {
        let close = crate::client::screens::dialogs::title(ui, "Legend", &key);
        for (name, entries) in legend.groups.iter().filter(|(_, entries)| !entries.is_empty()) {
            widgets::head(ui, *name);
            grid(ui, &mut art, entries);
            ui.add_space(6.0);
        }
        close
    });
    let TableView { art: place, legend: kept, .. } = &mut desk.view;
    (*place, *kept) = (Some(art), Some(legend));
    close || outside || pressed.contains(&Action::First)
}

/// Entries in as many columns as there is room for.
fn grid(ui: &mut Ui, art: &mut MapArt, entries: &[Entry]) {
    let columns = (ui.available_width() / COLUMN).floor().max(1.0) as usize;
    let width = ui.available_width() / columns as f32;
    for row in entries.chunks(columns) {
        let body = body_size(ui);
        let room = width - PIECE.x - 26.0;
        let lines = |entry: &Entry| {
            let name = galley(ui, &entry.name, skin::Face::Strong.at(body * 0.95), TEXT, room);
            let words = galley(ui, &entry.words, skin::Face::Text.at(body * 0.9), MUTE, room);
            (name, words)
        };
        let texts: Vec<_> = row.iter().map(lines).collect();
        let high = |(name, words): &(std::sync::Arc<_>, std::sync::Arc<_>)| height(name) + height(words);
        let height = texts.iter().map(high).fold(PIECE.y, f32::max);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        for (n, (entry, (name, words))) in row.iter().zip(texts).enumerate() {
            let at = pos2(rect.left() + width * n as f32, rect.top());
            sample(ui, art, &entry.sample, Rect::from_min_size(at, PIECE));
            let left = at.x + PIECE.x + 10.0;
            let top = rect.top() + ((PIECE.y - name.size().y - if entry.words.is_empty() { 0.0 } else { words.size().y }) / 2.0).max(0.0);
            let below = top + name.size().y;
            ui.painter().galley(pos2(left, top), name, TEXT);
            if !entry.words.is_empty() {
                ui.painter().galley(pos2(left, below), words, MUTE);
            }
        }
    }
}

fn height(galley: &std::sync::Arc<bevy_egui::egui::Galley>) -> f32 {
    galley.size().y
}

fn sample(ui: &Ui, art: &mut MapArt, sample: &Sample, rect: Rect) {
    if !ui.is_rect_visible(rect) {
        return;
    }
    match sample {
        Sample::Map(middle, land, window) => {
            art.paint_stretch(&ui.painter_at(rect.intersect(ui.clip_rect())), rect, *middle, ZOOM, land.id(), *window);
            ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, LINE), StrokeKind::Outside);
        }
        Sample::Counter(face) => {
            let edge = PIECE.y - 4.0;
            counters::paint(ui.painter(), Rect::from_center_size(rect.center(), vec2(edge, edge)), face, ui.ctx().pixels_per_point());
        }
    }
}
