//! Five Fronts: see the library for everything.

/// Listing what may be done makes many short-lived lists; with this allocator bots and laws run about a tenth faster.
#[cfg(not(feature = "count-allocations"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    five_fronts::cli::main()
}
