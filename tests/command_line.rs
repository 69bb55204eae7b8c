//! The command line: what it prints and how it ends, with good and with hopeless input.

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
    let (_, err) = text(&output);
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
        (&["simulate", "tanks_of_august", "--games", "3"], "95 %"),
        (&["bench-orders", "tanks_of_august", "--games", "1"], "orders/s"),
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
    refuses(&["fuzz", "putin_moves_east"], "cannot be played yet");
    refuses(&["fuzz", "tanks_of_august", "--games", "many"], "invalid value 'many'");
    refuses(&["dance"], "unrecognized subcommand 'dance'");
    refuses(&["verify"], "required");
    refuses(&["verify", "tests/no_such_file.ron"], "no such file");
    refuses(&["replay", "tests"], "is a folder");
    refuses(&["check", "--rules", "no_such_folder"], "no such file");
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
    use five_fronts::games::Title;
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
