//! What the documentation of the library names is there.

use std::path::Path;

/// A numbered step of a way: a file, then functions in it.
fn is_step(line: &str) -> bool {
    let step = line.strip_prefix("//! ").map(|line| line.trim_start_matches(|c: char| c.is_ascii_digit()));
    step.is_some_and(|step| step.starts_with(". `src/"))
}

/// Every file and function on the two ways through the tree that `src/lib.rs` describes.
#[test]
fn the_ways_through_the_tree_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("src/lib.rs")).expect("the library is there");
    let mut named = 0;
    for line in text.lines().filter(|line| is_step(line)) {
        let mut quoted = line.split('`').skip(1).step_by(2);
        let file = quoted.next().expect("a file comes first");
        let source = std::fs::read_to_string(root.join(file)).unwrap_or_else(|fault| panic!("{file}: {fault}"));
        let mut functions = 0;
        for name in quoted {
            let defined = ["(", "<"].iter().any(|after| source.contains(&format!("fn {name}{after}")));
            assert!(defined, "{file} has no function {name}");
            functions += 1;
        }
        assert!(functions > 0, "{file} is named without a function");
        named += functions;
    }
    assert!(named > 20, "{named} functions are named");
}
