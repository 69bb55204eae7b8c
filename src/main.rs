//! Five Fronts: see the library for everything.

fn main() -> std::process::ExitCode {
    five_fronts::cli::main()
}
