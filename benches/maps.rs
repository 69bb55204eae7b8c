//! Maps: reading and checking one (to stay under 50 ms), and drawing one.

use criterion::{Criterion, criterion_group, criterion_main};
use five_fronts::board::{Chart, Files, Ground, check_map};
use five_fronts::cartography::Shore;
use five_fronts::lab::atlas::svg;
use std::hint::black_box;
use std::path::Path;

const GAMES: [&str; 5] = ["tanks_of_august", "putin_strikes", "opaque_war", "putin_moves_east", "turkish_liberation"];

fn maps(c: &mut Criterion) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for game in GAMES {
        let files = Files::from_dir(&root.join("rules").join(game)).expect("the shipped tables can be read");
        let ground = Ground::read("map.ron", &files.texts["map.ron"]).expect("the map can be read");
        let chart = Chart::read("terrain.ron", &files.texts["terrain.ron"], &ground).expect("the chart can be read");
        let shore = std::fs::read_to_string(root.join("assets").join(game).join("shore.ron")).expect("the shore is there");
        let shore = Shore::read("shore.ron", &shore).expect("the shore can be read");
        c.bench_function(&format!("check {game}"), |b| b.iter(|| check_map(black_box(&files)).expect("the map is sound")));
        c.bench_function(&format!("draw {game}"), |b| b.iter(|| svg(black_box(&ground), &chart, Some(&shore))));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = maps
}
criterion_main!(benches);
