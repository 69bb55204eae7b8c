//! Headless laboratories: laws under random play, balance, speed, coverage of the rules.

pub mod atlas;
pub mod bench;
pub mod coverage;
pub mod laws;
mod secrets;
pub mod simulate;

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// A progress bar that shows itself only on a terminal, only when wanted, and only once the work has taken a second.
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

    /// So much more is done.
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
