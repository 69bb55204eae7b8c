//! One scene, two ways to draw it: the engine on the card, the processor in pictures and tests. They must look the same.
#![cfg(feature = "client")]

mod stage;

use bevy_egui::egui::{Color32, ColorImage, Rect};
use five_fronts::client::desk::Desk;
use five_fronts::client::headless::Headless;
use five_fronts::client::table::Tabletop;
use five_fronts::games::Title;
use five_fronts::play::Players;
use stage::{Stage, keep};

/// The share of the points of a part of two pictures that differ plainly, and how much all differ on average, in steps of a color.
fn difference(a: &ColorImage, b: &ColorImage, part: Rect) -> (f64, f64) {
    let apart = |a: Color32, b: Color32| (0..3).map(|n| a.to_array()[n].abs_diff(b.to_array()[n])).max().unwrap_or(0);
    let (mut plainly, mut sum, mut all) = (0usize, 0usize, 0usize);
    for y in part.top().ceil() as usize..part.bottom().floor() as usize {
        for x in part.left().ceil() as usize..part.right().floor() as usize {
            let far = apart(a.pixels[y * a.size[0] + x], b.pixels[y * b.size[0] + x]);
            plainly += usize::from(far > 40);
            sum += usize::from(far);
            all += 1;
        }
    }
    (plainly as f64 / all.max(1) as f64, sum as f64 / all.max(1) as f64)
}

#[test]
fn the_engine_draws_what_the_processor_draws() {
    let mut stage = Stage::new("engine");
    for title in [Title::TanksOfAugust, Title::OpaqueWar] {
        let path = stage.play(title, Players::Solo, title.slug(), 120);
        let desk = || {
            let mut desk = Desk::new(&stage.home, None);
            (desk.settings.motion, desk.settings.minimap) = (0, false);
            let mut table = Tabletop::watch(&path).unwrap_or_else(|error| panic!("{error}"));
            table.show_order(usize::MAX);
            desk.put_on_table(Ok(table));
            desk
        };
        let Some(mut client) = Headless::with_engine(desk(), [1280, 800]) else {
            return println!("skipped: there is no graphics driver");
        };
        // The engine keeps its textures on the card: the processor has a client of its own.
        let mut plain = Headless::new(desk(), [1280, 800]);
        for _ in 0..40 {
            std::thread::sleep(std::time::Duration::from_millis(25)); // what fades in takes its time
            client.frame(Vec::new());
            plain.frame(Vec::new());
        }
        let Some((drawn, map)) = client.engine_picture() else { panic!("{title:?}: the engine returns no picture") };
        let painted = plain.picture().clone();
        keep(&mut plain, &format!("processor-{}", title.slug()));
        if let Some(folder) = std::env::var_os("FIVE_FRONTS_PICTURES") {
            let out = std::path::Path::new(&folder).join(format!("engine-{}.png", title.slug()));
            five_fronts::client::raster::write_png(&out, &drawn).expect("the folder for pictures can be written");
        }
        // The engine adds up light and the processor shades of gamma. What is translucent is as strong in both on paper, and nearly so elsewhere.
        // The hover card, the dice and the like are panels over the map; its edges are cut where panels lie.
        let (plainly, average) = difference(&drawn, &painted, map.shrink(4.0));
        println!("{title:?}: {:.2} % of the points differ plainly, {average:.2} steps on average", plainly * 100.0);
        assert!(plainly < 0.005 && average < 3.5, "{title:?}: {:.2} % of the points differ plainly, {average:.2} steps on average", plainly * 100.0);
    }
}
