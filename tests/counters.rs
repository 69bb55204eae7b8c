//! Counters: every unit of every game can be drawn, secrets stay secret to the pixel, and no kind is without a picture.
//!
//! With FIVE_FRONTS_PICTURES naming a folder, the sheets are written there to be looked at.
#![cfg(feature = "client")]

use bevy_egui::egui::{self, Align2, Color32, ColorImage, Rect, Vec2, pos2, vec2};
use five_fronts::board::look::{Badge, BadgeShape, Symbol, Tone};
use five_fronts::board::{COUNTS, MarkId, NationId, Side, Status, Tables, UnitId};
use five_fronts::client::counters::{Face, describe, paint, paint_stack, stack_rects};
use five_fronts::client::raster::{Canvas, write_png};
use five_fronts::client::skin;
use five_fronts::games::{Rules, Title};

fn games() -> Vec<Rules> {
    Title::playable().map(|title| title.load(&title.shipped()).unwrap_or_else(|faults| panic!("{faults}"))).collect()
}

fn fresh(tables: &Tables, unit: UnitId) -> Status {
    let row = &tables.units[unit.at()];
    let side = tables.nations[row.nation.value.at()].side;
    Status { side, steps: row.steps(), face_down: false, marks: 0, counts: [0; COUNTS] }
}

fn units(tables: &Tables) -> impl Iterator<Item = UnitId> {
    (0..tables.units.len() as u16).map(UnitId)
}

fn marked(tables: &Tables, name: &str) -> u32 {
    tables.lexicon.names("MarkId").iter().position(|n| n == name).map_or(0, |i| 1 << i)
}

/// A picture of so many points, at so many pixels a point.
fn picture(size: Vec2, scale: f32, mut show: impl FnMut(&egui::Painter)) -> ColorImage {
    let mut canvas = Canvas::new([(size.x * scale) as usize, (size.y * scale) as usize], scale);
    skin::dress(&canvas.context);
    // Type is in force from the second frame on.
    canvas.frame(Vec::new(), |_| {});
    canvas.frame(Vec::new(), |ui| {
        let painter = ui.ctx().layer_painter(egui::LayerId::background());
        painter.rect_filled(ui.ctx().content_rect(), 0.0, Color32::from_rgb(0x25, 0x2b, 0x31));
        show(&painter);
    });
    canvas.picture().clone()
}

fn keep(name: &str, image: &ColorImage) {
    if let Ok(folder) = std::env::var("FIVE_FRONTS_PICTURES") {
        write_png(&std::path::Path::new(&folder).join(name), image).unwrap_or_else(|e| panic!("{e}"));
    }
}

fn alone(face: &Face, edge: f32, scale: f32) -> ColorImage {
    picture(Vec2::splat(edge + 20.0), scale, |painter| paint(painter, Rect::from_min_size(pos2(8.0, 8.0), Vec2::splat(edge)), face, scale))
}

/// Every counter of every game at every level: all are drawn, none is lost in its background.
#[test]
fn every_unit_can_be_drawn_at_every_level() {
    for rules in games() {
        let tables = &*rules.book;
        let faces: Vec<Face> = units(tables).map(|unit| Face::of(tables, unit, &fresh(tables, unit), &[], false)).collect();
        for (level, edge, scale, columns) in
            [("near", 84.0, 1.0, 18), ("close", 58.0, 1.0, 24), ("middle", 36.0, 1.0, 34), ("far", 22.0, 1.0, 46), ("dot", 11.0, 1.0, 60)]
        {
            let pitch = edge * 1.18 + 4.0;
            let rows = faces.len().div_ceil(columns);
            let place = |i: usize| Rect::from_min_size(pos2((i % columns) as f32, (i / columns) as f32) * pitch + Vec2::splat(6.0), Vec2::splat(edge));
            let image = picture(vec2(columns as f32, rows as f32) * pitch + Vec2::splat(10.0), scale, |painter| {
                faces.iter().enumerate().for_each(|(i, face)| paint(painter, place(i), face, scale));
            });
            for (i, face) in faces.iter().enumerate() {
                let inside = place(i).shrink(edge * 0.2);
                let [r, g, b] = face.body().parts();
                let near = |p: &Color32| p.r().abs_diff(r) < 60 && p.g().abs_diff(g) < 60 && p.b().abs_diff(b) < 60;
                let pixels =
                    (inside.top() as usize..inside.bottom() as usize).flat_map(|y| (inside.left() as usize..inside.right() as usize).map(move |x| (x, y)));
                let bodies = pixels.filter(|(x, y)| near(&image.pixels[y * image.size[0] + x])).count();
                assert!(bodies > 4, "{} of {} is not to be seen at {edge}", tables.unit_name(UnitId(i as u16)), rules.title.slug());
            }
            keep(&format!("counters_{}_{level}.png", rules.title.slug()), &image);
        }
    }
}

/// A counter face down tells nothing but its side: whatever lies there, the pixels are the same.
#[test]
fn face_down_counters_are_alike_to_the_pixel() {
    for rules in games() {
        let tables = &*rules.book;
        let mut seen = Vec::new();
        for side in [Side(0), Side(1)] {
            for edge in [84.0, 36.0, 22.0, 11.0] {
                let [first, second] = [0, 1].map(|_| alone(&Face::hidden(tables, side, false), edge, 1.0));
                assert_eq!(first.pixels, second.pixels);
                seen.push(first);
            }
        }
        for (one, other) in seen[..4].iter().zip(&seen[4..]) {
            assert_ne!(one.pixels, other.pixels, "the two sides of {} look alike from behind", rules.title.slug());
        }
        assert!(units(tables).all(|unit| Face::of(tables, unit, &fresh(tables, unit), &[], false) != Face::hidden(tables, Side(0), false)));
    }
}

#[test]
fn a_reduced_counter_looks_reduced() {
    for rules in games() {
        let tables = &*rules.book;
        for unit in units(tables).filter(|u| tables.units[u.at()].back.is_some()).take(8) {
            let full = fresh(tables, unit);
            let [whole, reduced] = [full, Status { steps: 1, ..full }].map(|status| Face::of(tables, unit, &status, &[], false));
            assert!(reduced.is_reduced() && !whole.is_reduced());
            for edge in [84.0, 36.0, 22.0] {
                let (whole, reduced) = (alone(&whole, edge, 1.0), alone(&reduced, edge, 1.0));
                let changed = whole.pixels.iter().zip(&reduced.pixels).filter(|(a, b)| a != b).count();
                assert!(changed as f32 > edge * edge * 0.08, "{} at {edge}: only {changed} pixels differ", tables.unit_name(unit));
            }
        }
    }
}

/// Each mark that is shown changes the picture, and says what it means on the hover card.
#[test]
fn every_mark_is_seen_and_told() {
    for rules in games() {
        let tables = &*rules.book;
        let unit = UnitId(1);
        let plain = fresh(tables, unit);
        let bare = alone(&Face::of(tables, unit, &plain, &[], false), 58.0, 1.0);
        for (i, look) in tables.look.marks.iter().enumerate() {
            let status = Status { marks: 1 << i, ..plain };
            let shown = alone(&Face::of(tables, unit, &status, &[], false), 58.0, 1.0);
            assert_eq!(look.is_some(), shown.pixels != bare.pixels, "{}", tables.lexicon.names("MarkId")[i]);
            assert!(status.has(MarkId(i as u8)) && describe(tables, unit, &status).len() == describe(tables, unit, &plain).len() + 1);
        }
    }
}

#[test]
fn every_kind_has_a_symbol() {
    for rules in games() {
        for kind in rules.book.kinds.keys() {
            let look = &rules.book.look.kinds[kind];
            assert_ne!(look.symbol, Symbol::Plain, "{} of {} has no picture", kind, rules.title.slug());
        }
    }
}

/// A stack takes the room it says it takes, the top counter lies last and its rectangle is on whole pixels.
#[test]
fn stacks_lie_where_they_say() {
    let rules = &games()[0];
    let tables = &*rules.book;
    let faces: Vec<Face> = units(tables).take(6).map(|unit| Face::of(tables, unit, &fresh(tables, unit), &[], false)).collect();
    for scale in [1.0, 1.5, 2.0] {
        let image = picture(vec2(560.0, 120.0), scale, |painter| {
            for count in 1..=6 {
                let at = pos2(90.0 * count as f32 - 40.0, 60.0);
                let rects = stack_rects(at, 96.3, 0.6, count, scale);
                assert_eq!(rects.len(), count.min(4));
                let taken = paint_stack(painter, at, 96.3, 0.6, &faces[..count], scale);
                for rect in &rects {
                    assert!(taken.contains_rect(*rect));
                    assert!((rect.left() * scale).fract().abs() < 0.01 && (rect.width() * scale - (96.3 * 0.6 * scale).round()).abs() < 0.01);
                }
            }
        });
        keep(&format!("counters_stacks_{scale}.png"), &image);
    }
}

/// The sheet beside which the printed mock can be laid: states, levels, stacks.
#[test]
fn states_levels_and_stacks() {
    let rules = &games()[0];
    let tables = &*rules.book;
    let find = |name: &str| UnitId(tables.lexicon.names("UnitId").iter().position(|n| n == name).unwrap_or(0) as u16);
    let os = Badge::out_of_supply();
    let face = |name: &str, steps: u8, marks: &[&str], extra: &[Badge]| {
        let status = fresh(tables, find(name));
        let bits = marks.iter().map(|m| marked(tables, m)).fold(0, |a, b| a | b);
        Face::of(tables, find(name), &Status { steps: steps.min(status.steps), marks: bits, ..status }, extra, false)
    };
    let none: &[Badge] = &[];
    let states = [
        (face("GE-31", 2, &[], none), "infantry, full"),
        (face("GE-32", 1, &[], none), "reduced"),
        (face("GE-3-T", 2, &[], none), "tank"),
        (face("GE-4-HQ", 1, &[], none), "headquarters"),
        (face("GE-4-HQ", 1, &["used"], none), "HQ used"),
        (face("GE-3-A", 1, &[], none), "artillery"),
        (face("GE-1A-1", 1, &["fired"], none), "SP gun, fired"),
        (face("GE-1A-3", 1, &[], none), "rockets"),
        (face("GE-ADB1", 1, &[], none), "air-defence base"),
        (face("GE-GN-Go", 2, &[], none), "National Guard"),
        (face("RU-42-1", 2, &[], none), "mechanised"),
        (face("RU-42-2", 1, &["disrupted"], none), "reduced, disrupted"),
        (face("RU-76-1", 2, &[], none), "parachute"),
        (face("RU-19-T", 2, &[], std::slice::from_ref(&os)), "out of supply"),
        (face("RU-19-R", 1, &[], none), "reconnaissance"),
        (face("RU-SOF45", 1, &[], none), "special forces"),
        (face("RU-SS26", 1, &[], none), "missile"),
        (face("RU-NI1", 2, &[], none), "naval infantry"),
        (face("RU-H55", 2, &[], none), "helicopters"),
        (face("RU-TAC3", 1, &[], none), "tactical strike"),
        (face("RU-STR1", 1, &["flown"], none), "strategic, flown"),
        (face("SO-2", 2, &["disrupted"], std::slice::from_ref(&os)), "two states"),
        (face("RU-PK", 2, &[], none), "static unit"),
        (face("AB-1", 2, &["shaken"], none), "immune"),
        (face("GE-UAV", 1, &[], none), "drone"),
        (face("GE-NAVY", 1, &[], none), "navy"),
        (face("RU-42-AA", 1, &[], none), "anti-aircraft"),
        (face("GE-41", 2, &["attacked"], none), "has attacked"),
        (face("RU-217", 2, &["attacked", "halted"], &[Badge::support(), Badge::mob(), Badge::convoy()]), "many badges"),
        (face("RM4", 1, &[], none), "marker"),
        (face("GE-33", 2, &["held_up"], &[Badge::mob(), Badge::media()]), "three badges"),
        (Face::hidden(tables, Side(0), false), "face down"),
        (Face::hidden(tables, Side(1), false).with(&[Badge::new("#", BadgeShape::Square, Tone::Pale, 3)]), "face down, badge"),
    ];
    let demo = [
        face("GE-31", 2, &["disrupted"], none),
        face("RU-42-1", 2, &[], none),
        face("RU-19-T", 1, &[], std::slice::from_ref(&os)),
        Face::hidden(tables, Side(1), false),
    ];
    for scale in [1.0, 2.0] {
        let image = picture(vec2(1120.0, 620.0), scale, |painter| {
            for (i, (face, label)) in states.iter().enumerate() {
                let corner = pos2(16.0 + (i % 11) as f32 * 100.0, 14.0 + (i / 11) as f32 * 118.0);
                paint(painter, Rect::from_min_size(corner, Vec2::splat(84.0)), face, scale);
                painter.text(corner + vec2(42.0, 92.0), Align2::CENTER_TOP, label, skin::Face::Text.at(11.0), skin::MUTE);
            }
            let mut x = 16.0;
            for edge in [96.0, 58.0, 44.0, 40.0, 32.0, 28.0, 24.0, 19.0, 15.0, 12.0, 8.0] {
                for face in &demo {
                    paint(painter, Rect::from_min_size(pos2(x, 480.0 - edge), Vec2::splat(edge)), face, scale);
                    x += edge + 8.0;
                }
            }
            for (i, count) in [1usize, 2, 3, 4, 6].into_iter().enumerate() {
                let stack: Vec<Face> = states[..count].iter().map(|(face, _)| face.clone()).collect();
                paint_stack(painter, pos2(70.0 + 110.0 * i as f32, 555.0), 120.0, 0.6, &stack, scale);
                paint_stack(painter, pos2(640.0 + 60.0 * i as f32, 530.0), 60.0, 0.6, &stack, scale);
                paint_stack(painter, pos2(640.0 + 60.0 * i as f32, 590.0), 38.0, 0.6, &stack, scale);
                let hidden = vec![Face::hidden(tables, Side(1), false); count];
                paint_stack(painter, pos2(960.0 + 28.0 * i as f32, 590.0), 28.0, 0.6, &hidden, scale);
            }
        });
        keep(&format!("counters_states_{scale}.png"), &image);
        assert!(image.pixels.len() > 1000);
    }
}

/// A mark may lend a counter the colors of another nation, and bands: whoever has changed sides is told apart at a glance.
#[test]
fn a_mark_lends_colors() {
    let rules = Title::TanksOfAugust.load(&Title::TanksOfAugust.shipped()).unwrap_or_else(|faults| panic!("{faults}"));
    let mut tables = Tables::clone(&rules.book);
    let unit = units(&tables).next().expect("there are units");
    let own = tables.units[unit.at()].nation.value;
    let other = (0..tables.nations.len() as u8).map(NationId).find(|n| tables.look.nation(*n).body != tables.look.nation(own).body).expect("there are several");
    let mark = MarkId(0);
    let status = Status { marks: 1 << mark.0, ..fresh(&tables, unit) };
    let lends = |from: NationId| Badge { colors: [(from, other)].into(), bands: true, ..Badge::new("R", BadgeShape::Diamond, Tone::Black, 9) };
    tables.look.marks[mark.at()] = Some(lends(own));
    assert_eq!(Face::of(&tables, unit, &fresh(&tables, unit), &[], false).body(), tables.look.nation(own).body, "only while it has the mark");
    let changed = Face::of(&tables, unit, &status, &[], false);
    assert_eq!(changed.body(), tables.look.nation(other).body);
    tables.look.marks[mark.at()] = Some(lends(other));
    let of_others = Face::of(&tables, unit, &status, &[], false);
    assert_eq!(of_others.body(), tables.look.nation(own).body, "it lends to the nation that it names");
    tables.look.marks[mark.at()] = Some(Badge { bands: false, ..lends(other) });
    assert_ne!(alone(&of_others, 60.0, 1.0), alone(&Face::of(&tables, unit, &status, &[], false), 60.0, 1.0), "bands are drawn");
}
