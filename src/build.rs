//! Tables and situations are embedded in the program, so a change to one of them must build it anew.

fn main() {
    for folder in ["rules", "tests/situations", "assets"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
