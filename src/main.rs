//! Five Fronts: see the library for everything.

/// Listing what may be done makes many short-lived lists: bots and laws gain a tenth by it.
#[cfg(not(feature = "count-allocations"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    five_fronts::cli::main()
}
