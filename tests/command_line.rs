//! The command line: what it prints and how it ends, with good and with hopeless input.

use five_fronts::games::Title;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_five-fronts")).args(args).output().expect("the program starts")
}

fn text(output: &Output) -> (String, String) {
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn folder(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("five-fronts-cli-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("there is room for temporary files");
    dir
}

/// Bad input: exit code 2, something clear on standard error, no panic.
fn refuses(args: &[&str], words: &str) {
    let output = run(args);
    is_refusal(&output, &args, words);
}

fn is_refusal(output: &Output, args: &dyn std::fmt::Debug, words: &str) {
    let (_, err) = text(output);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {err}");
    assert!(err.contains(words), "{args:?}: {err}");
    assert!(err.starts_with("five-fronts: ") && !err.contains("panicked"), "{args:?}: {err}");
}

#[test]
fn commands_succeed() {
    for (args, words) in [
        (&["check"][..], "no fault"),
        (&["verify", "tests/situations", "--quiet"], "0 failed"),
        (&["coverage", "--tsv"], "tanks_of_august\tmovement\t"),
        (&["fuzz", "tanks_of_august", "--games", "2"], "every law kept"),
        (&["simulate", "tanks_of_august", "--games", "3"], "95%"),
        (&["simulate", "putin_moves_east", "--games", "1", "--scenario", "all", "--bots", "random", "random"], "all 6 scenarios: 6 games"),
        (&["ladder", "tanks_of_august", "--games", "1", "--bots", "random,steady"], "Elo, both sides together (95%):"),
        (&["balance", "tanks_of_august", "--games", "2", "--bots", "random", "--vary", "tables.ron: victory.needed = 15..17"], "in force"),
        (&["calibrate", "tanks_of_august", "--games", "2"], "expected and observed differ by"),
        (&["bench-orders", "tanks_of_august", "--games", "1"], "list and do: "),
        (&["bench-orders", "tanks_of_august", "--games", "1", "--json"], "\"list_and_do_per_s\": "),
        (&["--help"], "Usage"),
        (&["--version"], "five-fronts"),
    ] {
        let output = run(args);
        let (out, err) = text(&output);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {err}");
        assert!(out.contains(words), "{args:?}: {out}");
    }
}

#[test]
fn bad_arguments_are_refused() {
    refuses(&["fuzz", "tanks_of_agust"], "did you mean \"tanks_of_august\"?");
    for title in Title::ALL.into_iter().filter(|title| title.game().is_none()) {
        refuses(&["fuzz", title.slug()], "cannot be played yet");
    }
    refuses(&["fuzz", "tanks_of_august", "--games", "many"], "invalid value 'many'");
    refuses(&["dance"], "unrecognized subcommand 'dance'");
    refuses(&["verify"], "required");
    refuses(&["verify", "tests/no_such_file.ron"], "no such file");
    refuses(&["replay", "tests"], "is a folder");
    refuses(&["check", "--rules", "no_such_folder"], "no such file");
    refuses(&["check", "--rules", "Cargo.toml"], "is not a folder");
    refuses(&["fuzz", "putin_strikes", "--rules", "Cargo.toml"], "cannot be read");
    refuses(&["check", "--rules", "src"], "contains no folder of a game");
    for many in ["fuzz", "simulate"] {
        refuses(&[many, "tanks_of_august", "--jobs", "0"], "invalid value '0'");
        refuses(&[many, "tanks_of_august", "--jobs", "100000"], "invalid value '100000'");
        refuses(&[many, "tanks_of_august", "--games", "0"], "invalid value '0'");
        refuses(&[many, "tanks_of_august", "--games", "18446744073709551616"], "invalid value");
    }
    refuses(&["bench-orders", "tanks_of_august", "--jobs", "2"], "unexpected argument '--jobs'");
    refuses(&["fuzz", "tanks_of_august", "--seed=-1"], "invalid value '-1'");
    refuses(&["simulate", "tanks_of_august", "--keep", "Cargo.toml/games"], "cannot be created");
    refuses(&["simulate", "tanks_of_august", "--keep", "Cargo.toml"], "cannot be created");
    refuses(&["ladder", "tanks_of_august", "--bots", "steady"], "two different bots");
    refuses(&["ladder", "tanks_of_august", "--bots", "steady,hasty"], "invalid value 'hasty'");
    refuses(&["simulate", "putin_moves_east", "--scenario", "7_nowhere"], "has no scenario");
    let vary = |what: &'static str| ["balance", "tanks_of_august", "--games", "1", "--vary", what];
    refuses(&vary("victory.needed = 14..18"), "expected FILE: PATH = VALUES");
    refuses(&vary("tables.ron: victory.needed = few"), "\"few\" is not a number");
    refuses(&vary("tables.ron: victory.neded = 14..18"), "has no \"neded\"; did you mean \"needed\"?");
    refuses(&vary("tables.ron: victory.neded = 14..18"), "rules/tanks_of_august/tables.ron:");
    refuses(&vary("tabels.ron: victory.needed = 14..18"), "did you mean \"tables.ron\"?");
    refuses(&vary("tables.ron: artillery.range = 1000000"), "tables.ron:");
    refuses(&["map", "tanks_of_august", "src"], "is a folder");
    refuses(&["map", "tanks_of_august", "no_such_folder/map.svg"], "no such file");
    refuses(&["map", "tanks_of_august", ""], "a value is required");
}

/// Nothing to verify is no success.
#[test]
fn verifying_nothing_is_refused() {
    let dir = folder("nothing");
    let path = dir.display().to_string();
    refuses(&["verify", &path], "contains no situation");
    std::fs::write(dir.join("notes.txt"), "(").expect("there is room for temporary files");
    refuses(&["verify", "tests/situations/tanks_of_august/zoc", &path], "contains no situation");
    let _ = std::fs::remove_dir_all(&dir);
}

/// Any number of threads gives the same output; games are kept in a folder that is made for them, the same ones.
#[test]
fn jobs_change_nothing() {
    let dir = folder("jobs");
    let told = |jobs: &str| {
        let keep = dir.join("games").join(jobs);
        let simulated =
            run(&["simulate", "tanks_of_august", "--games", "5", "--bots", "random", "greedy", "--jobs", jobs, "--keep", &keep.display().to_string()]);
        let fuzzed = run(&["fuzz", "putin_strikes", "--games", "3", "--jobs", jobs]);
        assert_eq!((simulated.status.code(), fuzzed.status.code()), (Some(0), Some(0)), "{}{}", text(&simulated).1, text(&fuzzed).1);
        let mut kept: Vec<_> = std::fs::read_dir(&keep).expect("the folder was made").map(|e| e.expect("it can be read").path()).collect();
        kept.sort();
        assert_eq!(kept.len(), 5);
        let games: Vec<Vec<u8>> = kept.iter().map(|path| std::fs::read(path).expect("it was kept")).collect();
        (text(&simulated), text(&fuzzed), games)
    };
    let one = told("1");
    assert!(one == told("2") && one == told("5"));
    let _ = std::fs::remove_dir_all(&dir);
}

/// Chances that are found anew are such as the program reads; other scenarios keep theirs.
#[test]
fn chances_are_found_anew() {
    let dir = folder("chances");
    let tables = dir.join("tanks_of_august");
    for (name, text) in Title::TanksOfAugust.shipped().texts {
        let path = tables.join(name);
        std::fs::create_dir_all(path.parent().expect("in a folder")).expect("a folder");
        std::fs::write(path, text).expect("a table");
    }
    let (rules, file) = (dir.display().to_string(), tables.join("chances.ron"));
    let with = |args: &[&str]| run(&[&["--rules", &rules, "calibrate", "tanks_of_august", "--games", "4", "--quiet"], args].concat());
    let written = with(&["--seed", "9", "--bots", "random", "--out", &file.display().to_string()]);
    assert_eq!(written.status.code(), Some(0), "{}", text(&written).1);
    let found = std::fs::read_to_string(&file).expect("it was written");
    assert!(found.contains("4 games, random against random, seeds 9 to 12"), "{found}");
    let held = with(&["--seed", "100", "--bots", "random"]);
    assert_eq!(held.status.code(), Some(0), "{}", text(&held).1);
    assert!(text(&held).0.contains("tanks_of_august, campaign, 4 games"), "{}", text(&held).0);
    std::fs::write(&file, "(weights: {}, scenarios: {})").expect("a table");
    assert_eq!(with(&[]).status.code(), Some(1));
    assert!(text(&with(&[])).1.contains("says nothing about campaign"));
}

/// Runs on different seeds merge into what one run on all of them gives; whatever does not fit is refused.
#[test]
fn records_merge() {
    let dir = folder("merge");
    let keep = |name: &str, args: &[&str]| {
        let output = run(&[args, &["--json", "--jobs", "2"]].concat());
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output).1);
        let path = dir.join(name);
        std::fs::write(&path, &output.stdout).expect("there is room for temporary files");
        path.display().to_string()
    };
    let ladder = ["ladder", "tanks_of_august", "--bots", "random,recruit"];
    let first = keep("first.json", &[&ladder[..], &["--games", "2", "--seed", "1"]].concat());
    let second = keep("second.json", &[&ladder[..], &["--games", "1", "--seed", "3"]].concat());
    let whole = keep("whole.json", &[&ladder[..], &["--games", "3", "--seed", "1"]].concat());
    let merged = run(&["merge", &second, &first, "--json"]);
    assert_eq!(text(&merged).0, std::fs::read_to_string(&whole).expect("it was kept"), "{}", text(&merged).1);
    assert!(text(&run(&["merge", &first, &second])).0.contains("Elo"));
    refuses(&["merge", &first, &whole], "would be counted twice");
    let other = keep("other.json", &["simulate", "putin_strikes", "--games", "1", "--bots", "random", "random"]);
    refuses(&["merge", &first, &other], "the game differs");
    refuses(&["merge", &first, "no_such_file.json"], "no such file");
    let broken = std::fs::read_to_string(&first).expect("it was kept").replacen("\"games\": 2", "\"games\": 3", 1);
    std::fs::write(&other, broken).expect("there is room for temporary files");
    refuses(&["merge", &other], "do not add up");
    refuses(&["merge", "Cargo.toml"], "Cargo.toml:");
    refuses(&["merge"], "required");
    let _ = std::fs::remove_dir_all(&dir);
}

/// Empty, binary, huge, truncated and flipped files, given as table, save and situation.
#[test]
fn hopeless_files_are_refused() {
    let dir = folder("hopeless");
    let situation = std::fs::read_to_string("tests/situations/tanks_of_august/zoc/stop_on_entering.ron").expect("it is there");
    let binary: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        std::fs::write(&path, bytes).expect("there is room for temporary files");
        path.display().to_string()
    };
    for (name, bytes) in [
        ("empty", Vec::new()),
        ("binary", binary),
        ("huge", vec![b' '; 100 << 20]),
        ("truncated", situation.as_bytes()[..situation.len() / 2].to_vec()),
        ("zeros", vec![0; 100_000]),
        ("deep", vec![b'('; 900_000]),
    ] {
        let path = write(name, &bytes);
        refuses(&["verify", &path], "");
        refuses(&["replay", &path], "");
        let rules = dir.join(format!("rules-{name}"));
        copy_rules(&rules);
        std::fs::write(rules.join("tanks_of_august/units.ron"), &bytes).expect("there is room for temporary files");
        refuses(&["check", "--rules", &rules.display().to_string()], "units.ron");
    }
    let _ = std::fs::remove_dir_all(&dir);
}

fn copy_rules(to: &Path) {
    for entry in ["", "scenarios"] {
        let (from, to) = (Path::new("rules/tanks_of_august").join(entry), to.join("tanks_of_august").join(entry));
        std::fs::create_dir_all(&to).expect("there is room for temporary files");
        for file in std::fs::read_dir(&from).expect("the rules are there").filter_map(Result::ok).filter(|f| f.path().is_file()) {
            std::fs::copy(file.path(), to.join(file.file_name())).expect("files can be copied");
        }
    }
}

/// A save cut in the middle of a line, and one with a flipped bit: told, with how much of it is good.
#[test]
fn damaged_saves_are_refused() {
    use five_fronts::bots::Random;
    use five_fronts::play::{self, Players};
    let rules = Title::TanksOfAugust.load(&Title::TanksOfAugust.shipped()).expect("shipped tables have no fault");
    let mut world = play::begin(&rules, &rules.start(None, &[], 1).expect("no options"), Players::Solo);
    let mut bot = Random::seeded(1);
    for _ in 0..50 {
        let order = bot.choose(&mut world).expect("the game has just begun");
        play::submit(&mut world, order).expect("a choice offered is accepted");
    }
    let dir = folder("damaged");
    let path = dir.join("good.save");
    play::save(&world, &path).expect("saves can be written");
    let good = std::fs::read(&path).expect("it was just written");
    let output = run(&["replay", &path.display().to_string()]);
    assert_eq!((output.status.code(), text(&output).0.as_str()), (Some(0), "50 orders replayed, every position the same\n"));
    let cut = dir.join("cut.save");
    std::fs::write(&cut, &good[..good.len() - 5]).expect("there is room for temporary files");
    refuses(&["replay", &cut.display().to_string()], "the 49 orders before it are good");
    let flipped = dir.join("flipped.save");
    let mut bytes = good.clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&flipped, bytes).expect("there is room for temporary files");
    refuses(&["replay", &flipped.display().to_string()], "damaged");
    let _ = std::fs::remove_dir_all(&dir);
}

#[cfg(unix)]
mod hostile {
    use super::*;
    use std::ffi::OsStr;
    use std::fs::File;
    use std::io::Read;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    /// The same, and at once: whoever waits for a pipe waits forever.
    fn refuses_at_once(args: &[&OsStr], words: &str) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_five-fronts"));
        let mut child = command.args(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("a child can be waited for") {
                break status;
            }
            if begun.elapsed() > Duration::from_secs(20) {
                let _ = child.kill();
                panic!("{args:?} hangs");
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        let mut stderr = Vec::new();
        child.stderr.take().expect("it is piped").read_to_end(&mut stderr).expect("it can be read");
        is_refusal(&Output { status, stdout: Vec::new(), stderr: stderr.clone() }, &args, words);
        assert_eq!(String::from_utf8_lossy(&stderr).lines().count(), 1, "{args:?}: one line is enough");
    }

    fn fifo(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().expect("every Unix has mkfifo").success());
    }

    /// Pipes and devices are told by their kind, before they are opened; what is too large by its length.
    #[test]
    fn pipes_and_devices_are_refused() {
        let dir = folder("pipes");
        let pipe = dir.join("pipe.ron");
        fifo(&pipe);
        refuses_at_once(&["verify".as_ref(), dir.as_os_str()], "pipe.ron: is not a regular file");
        let large = dir.join("large.ron");
        File::create(&large).and_then(|file| file.set_len(1 << 40)).expect("a file may have holes");
        for (path, words) in [
            (pipe.as_os_str(), "is not a regular file"),
            (OsStr::new("/dev/zero"), "is not a regular file"),
            (OsStr::new("/dev/null"), "is not a regular file"),
            (OsStr::new("/dev/stdin/nobody"), ""),
            (large.as_os_str(), "is larger than"),
            (OsStr::from_bytes(b"no-such-\xff\xfe-file"), "no such file"),
            (OsStr::new(""), "a value is required"),
        ] {
            refuses_at_once(&["verify".as_ref(), path], words);
            refuses_at_once(&["replay".as_ref(), path], words);
        }
        let rules = dir.join("rules");
        copy_rules(&rules);
        std::fs::remove_file(rules.join("tanks_of_august/units.ron")).expect("it was copied");
        fifo(&rules.join("tanks_of_august/units.ron"));
        let output = run(&["check", "--rules", &rules.display().to_string()]);
        is_refusal(&output, &"a table that is a pipe", "units.ron: is not a regular file");
        refuses_at_once(&["fuzz".as_ref(), OsStr::from_bytes(b"tanks\xff")], "invalid UTF-8");
        refuses_at_once(&["map".as_ref(), "tanks_of_august".as_ref(), pipe.as_os_str()], "is not a regular file");
        refuses_at_once(&["map".as_ref(), "tanks_of_august".as_ref(), "/dev/full".as_ref()], "is not a regular file");
        let _ = std::fs::remove_dir_all(&dir);
    }

    /// A file of the system that is a file by its kind and cannot be read.
    #[cfg(target_os = "linux")]
    #[test]
    fn unreadable_files_are_refused() {
        refuses_at_once(&["replay".as_ref(), "/proc/self/mem".as_ref()], "cannot be read");
        refuses_at_once(&["verify".as_ref(), "/proc/self/mem".as_ref()], "cannot be read");
        refuses_at_once(&["map".as_ref(), "tanks_of_august".as_ref(), "/proc/map.svg".as_ref()], "cannot be written");
        refuses_at_once(&["simulate".as_ref(), "tanks_of_august".as_ref(), "--keep".as_ref(), "/proc/games".as_ref()], "cannot be created");
    }

    /// A folder with links to itself has no end; one with links to another is looked through once.
    #[test]
    fn folders_in_a_loop_are_refused() {
        let dir = folder("loop");
        let situations = std::path::absolute("tests/situations/tanks_of_august/zoc").expect("it is there");
        for link in ["a", "b"] {
            std::os::unix::fs::symlink(&situations, dir.join(link)).expect("links can be made");
        }
        let output = run(&["verify", &dir.display().to_string()]);
        let once = std::fs::read_dir(&situations).expect("it is there").count();
        assert!(text(&output).0.ends_with(&format!("{once} passed, 0 failed\n")), "{:?}", text(&output));
        for link in ["c", "d"] {
            std::os::unix::fs::symlink(&dir, dir.join(link)).expect("links can be made");
        }
        refuses_at_once(&["verify".as_ref(), dir.as_os_str()], "leads back to");
        let _ = std::fs::remove_dir_all(&dir);
    }

    /// A full disk is told; a reader who has gone away is not worth a word.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told() {
        for args in [
            &["map", "tanks_of_august"][..],
            &["check"],
            &["verify", "tests/situations/tanks_of_august/zoc"],
            &["simulate", "tanks_of_august", "--games", "1", "--bots", "random", "random"],
            &["--help"],
        ] {
            let full = File::options().write(true).open("/dev/full").expect("Linux has a device that is always full");
            let output = Command::new(env!("CARGO_BIN_EXE_five-fronts")).args(args).stdout(full).output().expect("the program starts");
            is_refusal(&output, &args, "standard output: cannot be written: no space left on device");
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_five-fronts"));
        let mut child = command.args(["map", "tanks_of_august"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("a child can be waited for");
        assert_eq!((output.status.code(), text(&output).1.as_str()), (Some(0), ""));
    }

    /// A picture is written only where a file is or can be, and not even tried elsewhere.
    #[cfg(feature = "client")]
    #[test]
    fn pictures_are_files() {
        let dir = folder("pictures");
        let save = dir.join("no.save"); // where it would be drawn is looked at first
        fifo(&dir.join("pipe"));
        for (out, words) in [
            (dir.join("pipe"), "is not a regular file"),
            (PathBuf::from("/dev/null"), "is not a regular file"),
            (dir.clone(), "is a folder"),
            (dir.join("no/no.png"), "no such file"),
        ] {
            refuses_at_once(&["shot".as_ref(), save.as_os_str(), out.as_os_str()], words);
        }
        refuses_at_once(&["shot".as_ref(), save.as_os_str(), dir.join("good.png").as_os_str()], "no.save");
        refuses_at_once(&["shot".as_ref(), dir.join("pipe").as_os_str(), dir.join("good.png").as_os_str()], "is not a regular file");
        assert!(!dir.join("good.png").exists());
        let _ = std::fs::remove_dir_all(&dir);
    }
}

/// A lesson is not a table, but `check` plays it all the same.
#[test]
fn a_faulty_lesson_is_listed() {
    let dir = folder("lesson");
    copy_rules(&dir);
    let lessons = dir.join("tanks_of_august/lessons");
    std::fs::create_dir_all(&lessons).expect("there is room for temporary files");
    let lesson =
        "(title: \"Short\", scenario: \"campaign\", seed: 1, steps: [\n    (head: \"Go\", say: \"Go.\", rule: \"TOA-12.0.a\", press: [RollWeather]),\n])\n";
    std::fs::write(lessons.join("short.ron"), lesson).expect("there is room for temporary files");
    refuses(&["check", "--rules", &dir.display().to_string()], "lessons/short.ron:2:");
    std::fs::write(lessons.join("short.ron"), lesson.replace("RollWeather", "PlaceRest")).expect("there is room for temporary files");
    assert_eq!(run(&["check", "--rules", &dir.display().to_string()]).status.code(), Some(0));
    let _ = std::fs::remove_dir_all(dir);
}

#[cfg(feature = "client")]
#[test]
fn a_report_is_one_page() {
    let dir = folder("report");
    let save = std::fs::read_dir("tests/saves/3")
        .expect("there are saves")
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .find(|path| path.to_string_lossy().contains("tanks"));
    let save = save.expect("one of Tanks of August").display().to_string();
    let out = dir.join("game.html").display().to_string();
    refuses(&["report", "no_such_save", &out], "no such file");
    refuses(&["report", &save, &dir.display().to_string()], "is a folder");
    refuses(&["report", &save, &out, "--side", "Gorgian"], "Georgian");
    let output = run(&["report", &save, &out]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output).1);
    let page = std::fs::read_to_string(&out).expect("it was written");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("data:image/png;base64,") && page.trim_end().ends_with("</html>"));
    let _ = std::fs::remove_dir_all(dir);
}
