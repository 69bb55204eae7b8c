
/// The switch of the mutants: which one is on, which were asked, and how often any was.
pub mod switch {
    use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
    /// More mutants than all games have.
    pub const MOST: usize = 20_000;
    /// Not yet known: the first to ask reads it from the environment.
    pub const UNKNOWN: usize = usize::MAX;
    /// The mutant that is on; 0 for none.
    pub static ON: AtomicUsize = AtomicUsize::new(UNKNOWN);
    /// How often any was asked.
    pub static ASKED: AtomicU64 = AtomicU64::new(0);
    /// How often they may be asked; more means that it never ends.
    pub static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);
    /// Those asked.
    pub static REACHED: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];

    /// Whether this mutant is on.
    #[inline(never)]
    pub fn mutant(id: usize) -> bool {
        REACHED[id].store(true, Relaxed);
        if ASKED.fetch_add(1, Relaxed) > LIMIT.load(Relaxed) {
            LIMIT.store(u64::MAX, Relaxed);
            panic!("this never ends");
        }
        if ON.load(Relaxed) == UNKNOWN {
            ON.store(std::env::var("MUTANT").ok().and_then(|id| id.parse().ok()).unwrap_or(0), Relaxed);
        }
        ON.load(Relaxed) == id
    }
}
use switch::mutant;
