//! Tables and situations are embedded in the program, so a change to one of them must rebuild it.

fn main() {
    for folder in ["rules", "tests/situations", "tests/the_ford", "assets"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
