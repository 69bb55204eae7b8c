//! The maps of all games as the window shows them, painted on the processor.
#![cfg(feature = "client")]

use bevy_egui::egui::{self, ColorImage, Pos2, Rect, TextureOptions};
use five_fronts::board::look::{Look, MapLook};
use five_fronts::board::{Chart, Ground, Hex};
use five_fronts::cartography::shipped_shore;
use five_fronts::client::camera::Camera;
use five_fronts::client::map::{MapArt, MapStyle};
use five_fronts::client::raster::{Canvas, write_png};
use five_fronts::client::skin;
use five_fronts::games::Title;
use std::sync::Arc;
use std::time::Instant;

const VIEW: [usize; 2] = [1418, 998];

fn map_of(title: Title) -> (Arc<Ground>, Chart, MapLook) {
    let files = title.shipped();
    let ground = Ground::read("map.ron", &files.texts["map.ron"]).expect("the map can be read");
    let chart = Chart::read("terrain.ron", &files.texts["terrain.ron"], &ground).expect("the chart can be read");
    let look = MapLook::of(&files, &ground).expect("the look can be read");
    (Arc::new(ground), chart, look)
}

/// A hex worth looking at on each map: the one in the middle of its cover.
fn focus(title: Title) -> Hex {
    Look::cover_of(&title.shipped()).ok().and_then(|cover| cover.around).expect("the cover has a middle")
}

/// Corners of the maps that were hard to draw: game, hex, pixels a hex.
const HARD: &[(&str, u16, f32)] = &[
    ("putin_strikes", 1940, 60.0),
    ("putin_strikes", 2404, 60.0),
    ("putin_moves_east", 1608, 50.0),
    ("putin_moves_east", 310, 50.0),
    ("putin_moves_east", 3520, 120.0),
    ("tanks_of_august", 734, 70.0),
    ("tanks_of_august", 2629, 110.0),
    ("opaque_war", 1118, 110.0),
    ("opaque_war", 2020, 13.0),
    ("turkish_liberation", 2400, 100.0),
    ("turkish_liberation", 1720, 80.0),
];

fn keep(name: &str, image: &ColorImage) {
    if let Some(folder) = std::env::var_os("FIVE_FRONTS_PICTURES") {
        write_png(&std::path::Path::new(&folder).join(name), image).expect("the folder for pictures can be written");
    }
}

fn view() -> Rect {
    Rect::from_min_size(Pos2::ZERO, egui::vec2(VIEW[0] as f32, VIEW[1] as f32))
}

#[test]
fn pictures() {
    for title in Title::ALL {
        let start = Instant::now();
        let (ground, chart, look) = map_of(title);
        let shore = shipped_shore(title).ok();
        let read = start.elapsed();
        let start = Instant::now();
        let mut art = MapArt::new(ground, &chart, &look, shore.as_ref());
        let prepare = start.elapsed();
        let start = Instant::now();
        let land = art.land(None, (2048.0 / art.extent().size().max_elem()).min(48.0));
        let painted = start.elapsed();
        println!("{}: read {read:?} prepare {prepare:?} land {painted:?} {:?} {} kB", title.slug(), land.size, land.pixels.len() * 4 / 1024);
        let start = Instant::now();
        keep(&format!("{}_small.png", title.slug()), &art.minimap());
        println!("  minimap {:?}", start.elapsed());
        let mut canvas = Canvas::new(VIEW, 1.0);
        skin::dress(&canvas.context);
        let texture = canvas.context.load_texture("land", land, TextureOptions::LINEAR);
        for zoom in [20.0, 50.0, 90.0] {
            let mut camera = Camera { center: art.center(focus(title)).expect("on the map"), zoom, view: view() };
            let style = MapStyle::default();
            let mut times = Vec::new();
            for step in 0..4 {
                camera.center.x += 0.05;
                let start = Instant::now();
                canvas.frame(Vec::new(), |ui| {
                    let painter = ui.painter().clone();
                    let start = Instant::now();
                    art.paint(&painter, &camera, texture.id(), &style);
                    let painted = start.elapsed();
                    art.names(&painter, &camera, &[], &style);
                    times.push((step, painted, start.elapsed()));
                });
                let _ = start;
            }
            println!("  zoom {zoom}: {times:?} kept {:?}", art.kept());
            keep(&format!("{}_{zoom}.png", title.slug()), canvas.picture());
        }
        for (_, hex, zoom) in HARD.iter().filter(|(game, ..)| *game == title.slug()) {
            let camera = Camera { center: art.center(Hex(*hex)).expect("on the map"), zoom: *zoom, view: view() };
            let style = MapStyle { numbers: five_fronts::client::map::Numbers::Always, safe: true };
            for _ in 0..2 {
                canvas.frame(Vec::new(), |ui| {
                    let painter = ui.painter().clone();
                    art.paint(&painter, &camera, texture.id(), &style);
                    let at = camera.to_screen(camera.center);
                    let counter = Rect::from_center_size(at, egui::Vec2::splat(0.6 * zoom));
                    painter.rect_filled(counter, 4.0, egui::Color32::from_rgb(0xc4, 0x48, 0x3d));
                    art.names(&painter, &camera, &[counter], &style);
                });
            }
            keep(&format!("{}_at_{hex}.png", title.slug()), canvas.picture());
        }
    }
}
