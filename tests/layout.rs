//! Every screen at 100%, 150% and 200%: no text is cut off or lies over other text.
#![cfg(feature = "client")]

mod stage;

use bevy_egui::egui::{Key, Rect};
use five_fronts::board::Place;
use five_fronts::board::read::Fault;
use five_fronts::bots::Random;
use five_fronts::client::desk::{Dialog, Screen};
use five_fronts::client::raster::Written;
use five_fronts::client::screens::new_game::NewGame;
use five_fronts::client::table::Tabletop;
use five_fronts::games::Title;
use five_fronts::play::{self, Players};
use stage::Stage;

/// Windows in pixels.
const WINDOWS: [[usize; 2]; 3] = [[1280, 800], [1600, 1000], [1920, 1080]];
/// Sizes of panels in percent.
const SCALES: [u16; 3] = [100, 150, 200];
/// Ink may come so close, in points: capitals and descenders hardly ever reach their bounds.
const TOUCH: f32 = 1.5;

/// What is wrong with what is written on the screen.
fn faults(stage: &Stage) -> Vec<String> {
    let screen = stage.client.context().content_rect();
    let written = stage.client.written();
    let mut faults = Vec::new();
    // In a small window the boxes of the shelf scroll sideways.
    let scrolls = |text: &Written| matches!(stage.desk().screen, Screen::Shelf) && text.clip.width() >= screen.width() && text.clip.height() < screen.height();
    for text in written.iter().filter(|text| !scrolls(text)) {
        // What scrolls may be cut above and below, but never at its sides.
        let aside = text.ink.left() < text.clip.left() - TOUCH || text.ink.right() > text.clip.right() + TOUCH;
        if aside || !screen.expand(TOUCH).x_range().contains(text.ink.center().x) {
            faults.push(format!("{:?} is cut off: {:?} in {:?}", text.text, text.ink, text.clip));
        }
    }
    let seen = |text: &Written| text.seen.shrink(TOUCH);
    for (n, a) in written.iter().enumerate() {
        for b in &written[n + 1..] {
            let common: Rect = seen(a).intersect(seen(b));
            // A halo is the same text once more beside itself.
            if common.is_positive() && a.text != b.text {
                faults.push(format!("{:?} and {:?} lie over each other at {common:?}", a.text, b.text));
            }
        }
    }
    faults
}

/// All that was found, so that one run tells everything.
#[derive(Default)]
struct Findings(Vec<String>);

impl Findings {
    /// Looks at the screen as it is at all sizes of panels.
    fn look(&mut self, stage: &mut Stage, what: &str) {
        for scale in SCALES {
            stage.desk_mut().settings.ui_scale = scale;
            stage.idle(4);
            let size = stage.client.context().content_rect().size();
            let place = format!("{what} at {scale}% ({:.0}×{:.0})", size.x, size.y);
            self.0.extend(faults(stage).into_iter().map(|fault| format!("{place}: {fault}")));
            if std::env::var_os("FIVE_FRONTS_ELIDED").is_some() {
                stage.client.written().iter().filter(|text| text.elided).for_each(|text| println!("{place}: {:?} …", text.text));
            }
            stage.check_targets(&place);
            stage.keep(&format!("{}-{scale}", what.replace([' ', ','], "-")));
        }
        stage.desk_mut().settings.ui_scale = 100;
        stage.idle(2);
    }

    fn none(self) {
        assert!(self.0.is_empty(), "{} faults:\n{}", self.0.len(), self.0.join("\n"));
    }
}

fn tag([width, height]: [usize; 2]) -> String {
    format!("{width}x{height}")
}

#[test]
fn the_shelf_and_all_boxes() {
    let mut found = Findings::default();
    for window in WINDOWS {
        let mut stage = Stage::sized("shelf", (window, 1.0));
        stage.idle(8);
        found.look(&mut stage, &format!("{} empty shelf", tag(window)));
        stage.play(Title::TanksOfAugust, Players::Solo, "one", 60);
        stage.play(Title::PutinStrikes, Players::Two, "a game with a long name that somebody gave it himself", 30);
        stage.play(Title::TanksOfAugust, Players::Two, "over", 100_000);
        std::fs::write(stage.save("torn"), "five-fronts 1\n00000000 S (\nmore\n").expect("a file in the folder");
        stage.desk_mut().library.look();
        stage.read_all();
        found.look(&mut stage, &format!("{} shelf", tag(window)));
        for title in Title::playable() {
            stage.desk_mut().screen = Screen::NewGame(Box::new(NewGame::open(title, None).expect("good tables")));
            stage.idle(2);
            found.look(&mut stage, &format!("{} new game of {}", tag(window), title.slug()));
        }
        stage.desk_mut().screen = Screen::Atlas(Title::PutinStrikes);
        stage.idle(3);
        found.look(&mut stage, &format!("{} map viewer", tag(window)));
    }
    found.none();
}

#[test]
fn windows_over_the_screen() {
    let mut found = Findings::default();
    for window in WINDOWS {
        let mut stage = Stage::sized("dialogs", (window, 1.0));
        let path = stage.play(Title::TanksOfAugust, Players::Solo, "one", 150);
        stage.play(Title::PutinMovesEast, Players::Two, "a game with a long name that somebody gave it himself", 30);
        let gone = stage.play(Title::OpaqueWar, Players::Two, "gone", 30);
        stage.desk_mut().library.delete(&gone).expect("nobody plays it");
        stage.read_all();
        let dialogs = |path: &std::path::Path| {
            [
                ("settings", Dialog::Settings { rebinding: None, conflict: None }),
                ("keys", Dialog::Keys),
                ("games", Dialog::Games { replay: false }),
                ("deleted games", Dialog::Deleted),
                ("rename", Dialog::Rename { path: path.to_path_buf(), name: "another name".into() }),
                ("held", Dialog::Held(path.to_path_buf())),
                ("trouble", Dialog::Trouble("saves/torn.fronts:2:1: this line is damaged: its checksum does not match".into())),
            ]
        };
        for (name, dialog) in dialogs(&path) {
            stage.desk_mut().dialogs = vec![dialog];
            stage.idle(3);
            found.look(&mut stage, &format!("{} {name}", tag(window)));
        }
        stage.desk_mut().go_on(&path);
        stage.idle(3);
        let over_a_game = [
            ("menu", Dialog::Menu),
            ("save as", Dialog::SaveAs("one copy".into())),
            ("order of battle", Dialog::Forces),
            ("statistics", Dialog::Statistics),
            ("legend", Dialog::Legend),
        ];
        for (name, dialog) in over_a_game {
            stage.desk_mut().dialogs = vec![dialog];
            stage.idle(3);
            found.look(&mut stage, &format!("{} {name}", tag(window)));
        }
    }
    found.none();
}

/// Goes on with a game by random orders until something holds, or so many were given.
fn go_on(stage: &mut Stage, seed: u64, most: usize, until: impl Fn(&Tabletop) -> bool) -> bool {
    let mut bot = Random::seeded(seed);
    for _ in 0..most {
        let table = stage.desk_mut().table.as_mut().expect("a game is on the table");
        table.lift_curtain();
        table.skip_reel();
        if until(table) {
            return true;
        }
        let Some(order) = bot.choose(&mut table.world) else { return false };
        play::submit(&mut table.world, order).expect("what is offered is accepted");
        table.refresh();
    }
    false
}

#[test]
fn the_table_of_every_game() {
    let mut found = Findings::default();
    for title in Title::playable() {
        for window in [WINDOWS[0], WINDOWS[2]] {
            let what = |state: &str| format!("{} {} {state}", tag(window), title.slug());
            let mut stage = Stage::sized(title.slug(), (window, 1.0));
            let path = stage.play(title, Players::Solo, "one", 0);
            stage.desk_mut().go_on(&path);
            stage.idle(3);
            found.look(&mut stage, &what("opening"));
            go_on(&mut stage, 3, 6000, |table| table.sight.clock.turn > 0 && !table.prompt.actors.is_empty());
            stage.key(Key::Tab);
            found.look(&mut stage, &what("a unit selected"));
            if go_on(&mut stage, 3, 20_000, |table| table.preview.is_some()) {
                stage.idle(2);
                found.look(&mut stage, &what("a battle"));
                stage.key(Key::C);
                stage.idle(2);
                found.look(&mut stage, &what("the battle calculator"));
                stage.key(Key::C);
            }
            for tab in [Key::F2, Key::F3, Key::F4, Key::F5, Key::F6, Key::F7] {
                stage.key(tab);
                stage.idle(1);
                found.look(&mut stage, &what(&format!("tab {tab:?}")));
            }
        }
    }
    found.none();
}

#[test]
fn lessons_curtain_replay_and_the_end() {
    let mut found = Findings::default();
    for window in WINDOWS {
        let mut stage = Stage::sized("others", (window, 1.0));
        for title in Title::playable() {
            stage.desk_mut().put_on_table(Ok(Tabletop::learn(title, None).unwrap_or_else(|error| panic!("{error}"))));
            stage.idle(3);
            found.look(&mut stage, &format!("{} lesson of {}", tag(window), title.slug()));
        }
        let path = stage.play(Title::OpaqueWar, Players::Two, "two", 40);
        stage.desk_mut().go_on(&path);
        stage.idle(3);
        assert!(stage.desk().veiled(), "a game of two with secrets opens behind the curtain");
        found.look(&mut stage, &format!("{} curtain", tag(window)));
        let solo = stage.play(Title::TanksOfAugust, Players::Solo, "designed", 40);
        stage.desk_mut().go_on(&solo);
        stage.desk_mut().rules_dir = Some(stage.home.join("rules"));
        let fault = |line: u32, what: &str| Fault { file: "rules/tanks_of_august/units.ron".into(), line, column: 7, what: what.into() };
        let why = "\"XX\" is not a nation; expected one of \"GE\", \"RU\", \"SO\", \"AB\"";
        stage.desk_mut().view.designer.show_faults((1..22).map(|line| fault(line, why)).collect());
        stage.idle(3);
        found.look(&mut stage, &format!("{} designer", tag(window)));
        stage.desk_mut().rules_dir = None;
        let over = stage.play(Title::TanksOfAugust, Players::Solo, "over", 100_000);
        stage.desk_mut().go_on(&over);
        stage.idle(3);
        found.look(&mut stage, &format!("{} victory", tag(window)));
        let watched = Tabletop::watch(&over);
        stage.desk_mut().put_on_table(watched);
        stage.idle(3);
        found.look(&mut stage, &format!("{} replay", tag(window)));
    }
    found.none();
}

/// A game opens close enough to read its counters, where something is to be done.
#[test]
fn a_game_opens_where_something_is_to_be_done() {
    for title in Title::playable() {
        let mut stage = Stage::new(title.slug());
        let path = stage.play(title, Players::Solo, "one", 0);
        stage.desk_mut().go_on(&path);
        stage.idle(3);
        let zoom = |stage: &Stage| stage.desk().view.camera.expect("the map is shown").zoom;
        assert!(zoom(&stage) >= 44.0, "{title:?} opens at {} points a hex", zoom(&stage));
        go_on(&mut stage, 3, 6000, |table| {
            table.sight.clock.turn > 0 && table.prompt.actors.iter().any(|unit| matches!(table.place_of(*unit), Some(Place::Map(_))))
        });
        stage.desk_mut().view.camera = None;
        stage.desk_mut().view.opened = false;
        stage.idle(2);
        let view = &stage.desk().view;
        let table = stage.desk().table.as_ref().expect("a game");
        let (art, camera) = (view.art.as_ref().expect("a map"), view.camera.expect("a camera"));
        let on_map = |unit: &five_fronts::board::UnitId| if let Some(Place::Map(hex)) = table.place_of(*unit) { art.center(hex) } else { None };
        let acting: Vec<_> = table.prompt.actors.iter().filter_map(on_map).collect();
        assert!(camera.zoom >= 44.0 && (acting.is_empty() || acting.iter().any(|at| camera.seen().contains(*at))), "{title:?}: {camera:?}");
    }
}
