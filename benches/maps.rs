//! Maps: reading and checking one (to stay under 50 ms), and drawing one.

use criterion::{Criterion, criterion_group, criterion_main};
use five_fronts::board::{Chart, Ground, check_map};
use five_fronts::cartography::shipped_shore;
use five_fronts::games::Title;
use five_fronts::lab::atlas::svg;
use std::hint::black_box;

fn maps(c: &mut Criterion) {
    for title in Title::ALL {
        let (game, files) = (title.slug(), title.shipped());
        let ground = Ground::read("map.ron", &files.texts["map.ron"]).expect("the map can be read");
        let chart = Chart::read("terrain.ron", &files.texts["terrain.ron"], &ground).expect("the chart can be read");
        let shore = shipped_shore(title).expect("the shore can be read");
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
