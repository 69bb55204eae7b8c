//! The maps of all games on the shelf: they load, satisfy every check and everything the rulebooks say of them; a designer's mistake is
//! reported where it stands.

use five_fronts::board::{Chart, Dir, Files, Ground, Ix, check_map};
use five_fronts::cartography::shipped_shore;
use five_fronts::games::Title;
use five_fronts::lab::atlas::svg;

/// The names of all games.
fn games() -> [&'static str; Title::ALL.len()] {
    Title::ALL.map(Title::slug)
}

fn files(game: &str) -> Files {
    let mut files = Title::of_slug(game).expect("it is on the shelf").shipped();
    files.origin = String::new(); // so that faults name the file alone
    files
}

fn ground_and_chart(game: &str) -> (Ground, Chart) {
    let files = files(game);
    let ground = Ground::read("map.ron", &files.texts["map.ron"]).expect("the map can be read");
    let chart = Chart::read("terrain.ron", &files.texts["terrain.ron"], &ground).expect("the chart can be read");
    (ground, chart)
}

#[test]
fn every_map_satisfies_every_check() {
    for game in games() {
        let files = files(game);
        let report = check_map(&files).unwrap_or_else(|faults| panic!("{game}:\n{faults}"));
        println!("{game}: {} hexes, {} places, {} facts hold", report.hexes, report.places, report.facts);
        assert!(files.texts["facts.ron"].contains(&format!("is: Hexes({})", report.hexes)), "{game}: no fact says how many hexes there are");
        assert!(report.facts > 100, "{game} states {} facts only", report.facts);
    }
}

/// A mistake made in a shipped file, and the fault that must come of it. In `at`, which stands once in the file after the
/// change, the caret `‸` marks where the fault is reported.
struct Mistake {
    game: &'static str,
    file: &'static str,
    was: &'static str,
    is: &'static str,
    fault_in: &'static str,
    at: &'static str,
    says: &'static str,
}

const MISTAKES: &[Mistake] = &[
    Mistake {
        game: "tanks_of_august", // two letters swapped
        file: "map.ron",
        was: "\"~~~~~~~~~~~~~~..hh.mmmm",
        is: "\"~~~~~~~~~~~~~.~.hh.mmmm",
        fault_in: "map.ron",
        at: "\"~~~~~~~~~~~~~‸.~.hh.mmmm",
        says: "1230 is clear in the region \"sea\", but other clear hexes are on land",
    },
    Mistake {
        game: "tanks_of_august", // a hex left out of a road
        file: "map.ron",
        was: "\"1407\", \"1508\", \"1608\", \"1709\", \"1809\"",
        is: "\"1407\", \"1508\", \"1709\", \"1809\"",
        fault_in: "map.ron",
        at: "\"1407\", \"1508\", ‸\"1709\", \"1809\"",
        says: "1709 does not touch 1508, the hex before it",
    },
    Mistake {
        game: "tanks_of_august", // a city misspelled
        file: "map.ron",
        was: "name: \"Tskhinvali\"",
        is: "name: \"Tskinvali\"",
        fault_in: "facts.ron",
        at: "is: ‸Place(\"1909\", \"Tskhinvali\")",
        says: "but 1909 holds Tskinvali",
    },
    Mistake {
        game: "tanks_of_august", // a letter without a legend
        file: "map.ron",
        was: "\"~~~~~~~~~~~~~........ffff",
        is: "\"~~~~~~~~~~~~~...q....ffff",
        fault_in: "map.ron",
        at: "\"~~~~~~~~~~~~~...‸q....ffff",
        says: "the letter 'q' is not in the legend of the terrain",
    },
    Mistake {
        game: "tanks_of_august", // a hex off the map
        file: "map.ron",
        was: "(hex: \"1909\", name: \"Tskhinvali\"",
        is: "(hex: \"1999\", name: \"Tskhinvali\"",
        fault_in: "map.ron",
        at: "(hex: ‸\"1999\", name: \"Tskhinvali\"",
        says: "\"1999\" is not a hex on this map; did you mean",
    },
    Mistake {
        game: "putin_strikes", // a river between hexes that do not touch
        file: "map.ron",
        was: "\"3102-3202\", \"3102-3103\"",
        is: "\"3102-3202\", \"3102-3105\"",
        fault_in: "map.ron",
        at: "\"3102-3202\", ‸\"3102-3105\"",
        says: "3102 and 3105 do not touch, so they share no side",
    },
    Mistake {
        game: "putin_strikes", // a river that leaps
        file: "map.ron",
        was: "\"3102-3103\", \"3002-3102\", \"3001-3102\"",
        is: "\"3102-3103\", \"3001-3102\", \"3002-3102\"",
        fault_in: "map.ron",
        at: "\"3102-3103\", ‸\"3001-3102\", \"3002-3102\"",
        says: "Neva: 3001-3102 does not touch 3102-3103, the side before it",
    },
    Mistake {
        game: "putin_strikes", // two kinds of water on one side
        file: "map.ron",
        was: "\"0409-0509\", // Vistula",
        is: "\"0409-0509\", \"3102-3103\", // Vistula",
        fault_in: "map.ron",
        at: "\"0409-0509\", ‸\"3102-3103\", // Vistula",
        says: "3102-3103 is both river and sea: a side can be only one kind of water",
    },
    Mistake {
        game: "putin_strikes", // a false fact
        file: "facts.ron",
        was: "TerrainCount(\"forest\", 196)",
        is: "TerrainCount(\"forest\", 195)",
        fault_in: "facts.ron",
        at: "is: ‸TerrainCount(\"forest\", 195)",
        says: "but the map has 196 such hexes of forest, not 195",
    },
    Mistake {
        game: "putin_strikes", // an island that is none
        file: "map.ron",
        was: "\"island\": [\"1501\", \"1701\"]",
        is: "\"island\": [\"1501\", \"1701\", \"1801\"]",
        fault_in: "map.ron",
        at: "\"island\": [\"1501\", \"1701\", ‸\"1801\"]",
        says: "1801 can be reached by land, so it is not an island",
    },
    Mistake {
        game: "opaque_war", // an unknown hex in a fact
        file: "facts.ron",
        was: "Place(\"3811\", \"Kharkiv\")",
        is: "Place(\"3881\", \"Kharkiv\")",
        fault_in: "facts.ron",
        at: "Place(‸\"3881\", \"Kharkiv\")",
        says: "\"3881\" is not a hex on this map; did you mean",
    },
    Mistake {
        game: "opaque_war", // two cities in one hex
        file: "map.ron",
        was: "(hex: \"1118\", name: \"Mariupol (left bank)\"",
        is: "(hex: \"1117\", name: \"Mariupol (left bank)\"",
        fault_in: "map.ron",
        at: "(hex: ‸\"1117\", name: \"Mariupol (left bank)\"",
        says: "Mariupol (left bank) and Mariupol (port) are two cities in one hex",
    },
    Mistake {
        game: "opaque_war", // a region without hexes
        file: "map.ron",
        was: "'P': (name: \"Poltava oblast\"",
        is: "'Q': (name: \"Odesa oblast\", country: \"Ukraine\"), 'P': (name: \"Poltava oblast\"",
        fault_in: "map.ron",
        at: "‸'Q': (name: \"Odesa oblast\"",
        says: "no hex has the letter 'Q' of the regions",
    },
    Mistake {
        game: "opaque_war", // a fact of no known kind
        file: "facts.ron",
        was: "is: Adjacent(\"2019\", \"2020\")",
        is: "is: Adjcent(\"2019\", \"2020\")",
        fault_in: "facts.ron",
        at: "is: ‸Adjcent(\"2019\", \"2020\")",
        says: "unknown word Adjcent; did you mean \"Adjacent\"?",
    },
    Mistake {
        game: "putin_moves_east", // a way off the map that begins inside it
        file: "map.ron",
        was: "(hex: \"2601\", edge: North, to",
        is: "(hex: \"2602\", edge: North, to",
        fault_in: "map.ron",
        at: "(hex: ‸\"2602\", edge: North, to",
        says: "2602 is not on the North edge",
    },
    Mistake {
        game: "putin_moves_east", // an inland coast
        file: "map.ron",
        was: "\"coastal\": [\n            \"2720\", \"2721\"",
        is: "\"coastal\": [\n            \"2719\", \"2721\"",
        fault_in: "map.ron",
        at: "\"coastal\": [\n            ‸\"2719\", \"2721\"",
        says: "2719 does not touch the sea",
    },
    Mistake {
        game: "putin_moves_east", // an unknown kind of place
        file: "map.ron",
        was: "name: \"Harbin\", kind: \"mega-city\"",
        is: "name: \"Harbin\", kind: \"megacity\"",
        fault_in: "map.ron",
        at: "name: \"Harbin\", kind: ‸\"megacity\"",
        says: "\"megacity\" is not a kind of place; did you mean \"mega-city\"?",
    },
    Mistake {
        game: "putin_moves_east", // a hole in a fact's railway
        file: "map.ron",
        was: "(name: \"Trans-Siberian\", hexes: [\n            \"0104\", \"0205\"",
        is: "(name: \"Trans-Siberian\", hexes: [\n            \"0205\"",
        fault_in: "map.ron",
        at: "(hex: \"0104\", edge: West, to: \"RUS\", by: ‸\"rail\"",
        says: "no rail touches 0104",
    },
    Mistake {
        game: "turkish_liberation", // more units than an area holds
        file: "map.ron",
        was: "\"tn_edirne\": (rule: \"3.1\", side: \"TN\", units: 2,",
        is: "\"tn_edirne\": (rule: \"3.1\", side: \"TN\", units: 20,",
        fault_in: "map.ron",
        at: "‸\"tn_edirne\": (rule",
        says: "the area \"tn_edirne\" has room for 6, but 20 units are to be placed there",
    },
    Mistake {
        game: "turkish_liberation", // the Bosporus shut: Europe is cut off
        file: "terrain.ron",
        was: "\"strait\": (move: Some(1),",
        is: "\"strait\": (move: None, prohibited: true,",
        fault_in: "map.ron",
        at: "\"‸..r~~~~~~~~~~~~~~rmmm",
        says: "there is no way to 2700, 2701, 2702,",
    },
    Mistake {
        game: "turkish_liberation", // a city in the sea
        file: "map.ron",
        was: "(hex: \"2000\", name: \"Smyrna\", kind",
        is: "(hex: \"1400\", name: \"Smyrna\", kind",
        fault_in: "map.ron",
        at: "(hex: ‸\"1400\", name: \"Smyrna\", kind",
        says: "Smyrna, a city, is in 1400, where nothing can go",
    },
    Mistake {
        game: "turkish_liberation", // a letter too few
        file: "map.ron",
        was: "\"..r~~~~~~~~~~~~~~rmmmrrrr.~~\"",
        is: "\"..r~~~~~~~~~~~~~~rmmmrrrr.~\"",
        fault_in: "map.ron",
        at: "‸\"..r~~~~~~~~~~~~~~rmmmrrrr.~\"",
        says: "this row has 27 letters, expected 28",
    },
    Mistake {
        game: "turkish_liberation", // an unknown kind of side in the chart
        file: "terrain.ron",
        was: "\"lake\": (move: None, prohibited: true, source",
        is: "\"lakes\": (move: None, prohibited: true, source",
        fault_in: "terrain.ron",
        at: "‸\"lakes\": (move",
        says: "unknown kind of side \"lakes\"; did you mean \"lake\"?",
    },
    Mistake {
        game: "turkish_liberation", // a wrong neighbor
        file: "facts.ron",
        was: "Neighbours(\"2701\", [\"2702\"",
        is: "Neighbours(\"2701\", [\"2703\"",
        fault_in: "facts.ron",
        at: "is: ‸Neighbours(\"2701\"",
        says: "but 2701 touches 2702, 2802, 2801, 2700, 2601, 2602",
    },
];

impl Mistake {
    fn files(&self) -> Files {
        let mut files = files(self.game);
        let text = files.texts.get_mut(self.file).expect("the file is there");
        assert_eq!(text.matches(self.was).count(), 1, "{}: {:?} must stand once", self.game, self.was);
        *text = text.replace(self.was, self.is);
        files
    }

    /// Line and column of the caret.
    fn place(&self, files: &Files) -> (u32, u32) {
        let text = &files.texts[self.fault_in];
        let (before, _) = self.at.split_once('‸').expect("a caret");
        let whole = self.at.replace('‸', "");
        assert_eq!(text.matches(&whole).count(), 1, "{}: {whole:?} must stand once", self.game);
        let upto = &text[..text.find(&whole).expect("it stands once") + before.len()];
        let line_start = upto.rfind('\n').map_or(0, |i| i + 1);
        (upto.matches('\n').count() as u32 + 1, upto[line_start..].chars().count() as u32 + 1)
    }
}

#[test]
fn a_designers_mistakes_are_reported_where_they_stand() {
    for mistake in MISTAKES {
        let files = mistake.files();
        let faults = check_map(&files).expect_err(mistake.is);
        let (line, column) = mistake.place(&files);
        let there = |f: &&five_fronts::board::read::Fault| f.file == mistake.fault_in && (f.line, f.column) == (line, column) && f.what.contains(mistake.says);
        assert!(faults.0.iter().any(|f| there(&f)), "expected {}:{line}:{column}: … {} …, found\n{faults}", mistake.fault_in, mistake.says);
    }
}

#[test]
fn all_faults_come_at_once_in_the_order_of_the_files() {
    let mut files = files("putin_strikes");
    let change = |files: &mut Files, file: &str, was: &str, is: &str| {
        let text = files.texts.get_mut(file).expect("the file is there");
        assert!(text.contains(was), "{was}");
        *text = text.replacen(was, is, 1);
    };
    change(&mut files, "facts.ron", "Place(\"3023\", \"Bryansk\")", "Place(\"3023\", \"Brynsk\")");
    change(&mut files, "map.ron", "\"island\": [\"1501\", \"1701\"]", "\"island\": []");
    change(&mut files, "map.ron", "name: \"Baranovichi\", kind: \"base\"", "name: \"Baranovichi\", kind: \"bse\"");
    let faults = check_map(&files).expect_err("four mistakes").0;
    let files: Vec<&str> = faults.iter().map(|f| f.file.as_str()).collect();
    assert_eq!(files, ["map.ron", "map.ron", "map.ron", "facts.ron"]);
    assert!(faults.windows(2).all(|w| w[0].file != w[1].file || w[0].line <= w[1].line), "{faults:?}");
}

#[test]
fn missing_files_are_faults() {
    for missing in ["map.ron", "terrain.ron", "facts.ron"] {
        let mut files = files("opaque_war");
        files.texts.remove(missing);
        let faults = check_map(&files).expect_err("a file is missing");
        assert_eq!(faults.to_string(), format!("{missing}: is missing"));
    }
}

/// Every hex of every map: number → axial → number is the identity; neighbors, sides and corners are the same from both hexes.
#[test]
fn numbers_come_back_and_neighbors_are_mutual() {
    for game in games() {
        let (ground, _) = ground_and_chart(game);
        let grid = &ground.grid;
        for ix in grid.all() {
            let hex = grid.hex(ix);
            assert_eq!(grid.ix(hex), Some(ix), "{game} {hex}");
            assert_eq!(grid.numbering().axial(grid.orientation(), hex), grid.axial(ix), "{game} {hex}");
            assert_eq!(grid.numbering().number(grid.orientation(), grid.axial(ix)), Some(hex), "{game} {hex}");
            for (dir, there) in grid.around(ix) {
                assert_eq!(grid.across(there, dir.opposite()), Some(ix), "{game} {hex} {dir:?}");
                assert_eq!(grid.distance(ix, there), 1, "{game} {hex} {dir:?}");
                assert_eq!(ground.side(ix, dir), ground.side(there, dir.opposite()), "{game} {hex} {dir:?}");
                let [a, b] = grid.corners(there, dir.opposite());
                assert_eq!(grid.corners(ix, dir), [b, a], "{game} {hex} {dir:?}");
            }
        }
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 256, failure_persistence: None, ..Default::default() })]

    /// Distance is a metric, and a step to a neighbor changes it by one at most.
    #[test]
    fn distances_are_a_metric(which in 0..Title::ALL.len(), a in 0u16..1469, b in 0u16..1469, c in 0u16..1469, dir in 0u8..6) {
        static MAPS: std::sync::OnceLock<Vec<Ground>> = std::sync::OnceLock::new();
        let ground = &MAPS.get_or_init(|| games().map(|game| ground_and_chart(game).0).into())[which];
        let grid = &ground.grid;
        let [a, b, c] = [a, b, c].map(|n| Ix(n % grid.len() as u16));
        proptest::prop_assert_eq!(grid.distance(a, b), grid.distance(b, a));
        proptest::prop_assert_eq!(grid.distance(a, b) == 0, a == b);
        proptest::prop_assert!(grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c));
        if let Some(next) = grid.across(a, Dir(dir)) {
            proptest::prop_assert!(grid.distance(a, b).abs_diff(grid.distance(next, b)) <= 1);
        }
    }

    /// Whatever a slip of the finger makes of a table, the answer is a report or a list of faults with lines that exist.
    #[test]
    fn no_slip_of_the_finger_is_fatal(which in 0..Title::ALL.len(), file in 0usize..3, at in 0.0f64..1.0, cut in 0usize..3, typed in "[ -~]{0,2}") {
        static FILES: std::sync::OnceLock<Vec<Files>> = std::sync::OnceLock::new();
        let mut files = FILES.get_or_init(|| games().map(files).into())[which].clone();
        let text = files.texts.get_mut(["map.ron", "terrain.ron", "facts.ron"][file]).expect("the file is there");
        let places: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
        let place = (at * places.len() as f64) as usize;
        let end = places.get(place + cut).copied().unwrap_or(text.len());
        text.replace_range(places[place]..end, &typed);
        if let Err(faults) = check_map(&files) {
            proptest::prop_assert!(!faults.0.is_empty());
            for fault in faults.0 {
                proptest::prop_assert!(fault.line as usize <= files.texts[&fault.file].lines().count() + 1);
            }
        }
    }
}

#[test]
fn every_map_can_be_drawn() {
    for title in Title::ALL {
        let game = title.slug();
        let (ground, chart) = ground_and_chart(game);
        let shore = shipped_shore(title).unwrap_or_else(|faults| panic!("{game}: {faults}"));
        for shore in [None, Some(&shore)] {
            let drawing = svg(&ground, &chart, shore);
            assert!(drawing.starts_with("<svg ") && drawing.trim_end().ends_with("</svg>"), "{game}");
            assert_eq!(drawing.matches("<g ").count(), drawing.matches("</g>").count(), "{game}");
            assert!(!drawing.contains("NaN") && !drawing.contains("inf "), "{game}");
            for site in &ground.sites {
                assert!(drawing.contains(&format!(">{}<", site.name.replace('&', "&amp;"))), "{game}: {} is not written", site.name);
            }
            assert_eq!(drawing, svg(&ground, &chart, shore), "{game}: the same map is drawn the same");
        }
    }
}
