//! Headless labs: they play many games without a window and report on them.
//!
//! | what | file |
//! |---|---|
//! | the laws that every game keeps, under random play | [`laws`]; on undo and resuming: `course`; on secrets: `secrets`; on the door for search: `doors`; on the combat sheet: `promises` |
//! | many games between bots | [`simulate`]; every bot against every other: [`ladder`]; results that can be merged: [`record`] |
//! | balance: different values for a number in a table | [`balance`] |
//! | a commander's weights, by self-play | [`tune`]; how often the positions it judges are won: [`calibrate`] |
//! | speed | [`bench`] |
//! | which rule atoms the passing situations cover | [`coverage`] |
//! | maps as SVG | [`atlas`] |

pub mod atlas;
pub mod balance;
pub mod bench;
pub mod calibrate;
mod course;
pub mod coverage;
mod doors;
pub mod ladder;
pub mod laws;
mod promises;
pub mod record;
mod secrets;
pub mod simulate;
pub mod tune;

use crate::bots::Think;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How many games are played before their results are handed over.
const AT_A_TIME: u64 = 1024;

/// Many games, each with a seed of its own.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// How many games.
    pub games: u64,
    /// The seed of the first; the others follow.
    pub seed: u64,
    /// Which scenario, by its id. Without one, `fuzz` chooses by the seed and everything else plays the first.
    pub scenario: Option<&'a str>,
    /// On how many threads.
    pub jobs: usize,
    /// The laws are checked after every this many orders: 1, or more to play very many games. Ignored by games without laws.
    pub every: usize,
    /// No progress bar.
    pub quiet: bool,
    /// How much a commander thinks.
    pub think: Think,
}

impl Batch<'_> {
    /// Plays every game and hands over the results in the order of the seeds, up to the first game that fails. What is handed over does not depend on
    /// the number of threads.
    pub fn play<T: Send, E: Send>(&self, what: &'static str, game: impl Fn(u64) -> Result<T, E> + Sync, mut take: impl FnMut(T)) -> Result<(), E> {
        let progress = Mutex::new(Progress::new(what, self.games, self.quiet));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs).build().ok(); // without threads one after the other will do
        let mut begun = 0;
        while begun < self.games {
            let count = (self.games - begun).min(AT_A_TIME) as usize;
            let failed = AtomicUsize::new(usize::MAX);
            let play = |n: usize| {
                if n > failed.load(Ordering::Relaxed) {
                    return None; // an earlier game has failed, so nobody asks for this one
                }
                let played = game(self.seed.wrapping_add(begun + n as u64));
                if played.is_err() {
                    failed.fetch_min(n, Ordering::Relaxed);
                }
                progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(1);
                Some(played)
            };
            let played: Vec<_> = match &pool {
                Some(pool) => pool.install(|| (0..count).into_par_iter().with_max_len(1).map(play).collect()),
                None => (0..count).map(play).collect(),
            };
            for played in played.into_iter().flatten() {
                take(played?);
            }
            begun += count as u64;
        }
        Ok(())
    }
}

/// A progress bar, shown only on a terminal, only when wanted, and only once the work has taken a second.
pub struct Progress {
    bar: Option<ProgressBar>,
    began: Instant,
    total: u64,
    done: u64,
    what: &'static str,
    wanted: bool,
}

impl Progress {
    /// Starts to count.
    pub fn new(what: &'static str, total: u64, quiet: bool) -> Progress {
        Progress { bar: None, began: Instant::now(), total, done: 0, what, wanted: !quiet && std::io::stderr().is_terminal() }
    }

    /// Counts more work as done.
    pub fn add(&mut self, n: u64) {
        self.done += n;
        if self.wanted && self.bar.is_none() && self.began.elapsed() > Duration::from_secs(1) {
            let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}").unwrap_or_else(|_| ProgressStyle::default_bar());
            self.bar = Some(ProgressBar::new(self.total).with_style(style).with_message(self.what));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Batch;

    /// The first failure by seed is the one reported, whichever happens first, and only results from before it are handed over.
    #[test]
    fn the_first_failure_is_told() {
        for jobs in [1, 2, 8] {
            let batch = Batch { games: 3000, seed: u64::MAX - 9, scenario: None, jobs, every: 1, quiet: true, think: Default::default() };
            let game = |seed: u64| {
                let n = seed.wrapping_add(10); // the seeds start over after the largest
                if n == 1437 {
                    std::thread::sleep(std::time::Duration::from_millis(30)); // later ones fail first
                }
                if [1437, 1440, 1500, 2900].contains(&n) { Err(n) } else { Ok(n) }
            };
            let mut taken = Vec::new();
            assert_eq!(batch.play("testing", game, |n| taken.push(n)), Err(1437), "{jobs}");
            assert_eq!(taken, (0..1437).collect::<Vec<u64>>(), "{jobs}");
            let all = Batch { games: 1437, ..batch };
            taken.clear();
            assert_eq!(all.play("testing", game, |n| taken.push(n)), Ok(()), "{jobs}");
            assert_eq!(taken.len(), 1437);
        }
    }
}
