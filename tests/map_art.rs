//! The maps of all games as the window shows them, painted on the processor.
#![cfg(feature = "client")]

use bevy_egui::egui::{Color32, ColorImage};
use five_fronts::board::Hex;
use five_fronts::board::look::Look;
use five_fronts::client::camera::Camera;
use five_fronts::client::desk::{Desk, Screen};
use five_fronts::client::headless::Headless;
use five_fronts::client::raster::write_png;
use five_fronts::client::settings::Numbers;
use five_fronts::games::Title;
use std::time::Instant;

const VIEW: [usize; 2] = [1418, 998];

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

/// How much of a picture is not the table around the map.
fn painted(image: &ColorImage) -> f32 {
    let table = five_fronts::client::skin::BG;
    image.pixels.iter().filter(|pixel| **pixel != table && **pixel != Color32::BLACK).count() as f32 / image.pixels.len() as f32
}

#[test]
fn pictures() {
    for title in Title::ALL {
        let home = std::env::temp_dir().join(format!("five-fronts-map-{}-{}", std::process::id(), title.slug()));
        let mut client = Headless::new(Desk::new(&home, None), VIEW);
        client.desk().screen = Screen::Atlas(title);
        let start = Instant::now();
        client.settle();
        println!("{}: {:?}", title.slug(), start.elapsed());
        let whole = client.picture().clone();
        assert!(painted(&whole) > 0.15, "{}: the whole map is shown", title.slug());
        let mut before = whole;
        let stops: Vec<(Hex, f32, bool)> = [20.0, 50.0, 90.0].into_iter().map(|zoom| (focus(title), zoom, false)).collect();
        let hard = HARD.iter().filter(|(game, ..)| *game == title.slug()).map(|(_, hex, zoom)| (Hex(*hex), *zoom, true));
        for (hex, zoom, numbers) in stops.into_iter().chain(hard) {
            client.desk().settings.numbers = if numbers { Numbers::Always } else { Numbers::Auto };
            let sheet = client.desk().gallery.sheet.as_mut().expect("the map is open");
            let center = sheet.art.center(hex).expect("on the map");
            sheet.looked = Some(Camera { center, zoom, ..sheet.looked.expect("it was looked at") });
            let start = Instant::now();
            client.settle();
            println!("  {hex} at {zoom}: {:?}", start.elapsed());
            let picture = client.picture().clone();
            assert!(picture.pixels != before.pixels && painted(&picture) > 0.15, "{}: {hex} at {zoom}", title.slug());
            let name = if numbers { format!("{}_at_{hex}.png", title.slug()) } else { format!("{}_{zoom}.png", title.slug()) };
            keep(&name, &picture);
            before = picture;
        }
        let small = client.desk().gallery.sheet.as_ref().expect("the map is open").art.minimap();
        keep(&format!("{}_small.png", title.slug()), &small);
        let _ = std::fs::remove_dir_all(&home);
    }
}
