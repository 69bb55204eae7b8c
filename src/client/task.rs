//! Work that takes longer than a frame: done on its own thread in the background, or at once if there is no window.

use std::thread::JoinHandle;

/// Work under way, or done.
pub(crate) enum Task<T> {
    Done(T),
    Beside(JoinHandle<T>),
}

impl<T: Send + 'static> Task<T> {
    /// Begins the work.
    pub(crate) fn start(beside: bool, name: &str, work: impl FnOnce() -> T + Clone + Send + 'static) -> Task<T> {
        if !beside {
            return Task::Done(work());
        }
        let there = work.clone();
        match std::thread::Builder::new().name(name.to_owned()).spawn(there) {
            Ok(thread) => Task::Beside(thread),
            Err(_) => Task::Done(work()), // slower, but nothing is missing
        }
    }

    /// The result, if it is done; else the task again.
    pub(crate) fn finish(self) -> Result<T, Option<Task<T>>> {
        match self {
            Task::Done(made) => Ok(made),
            Task::Beside(thread) if thread.is_finished() => thread.join().map_err(|_| None),
            running => Err(Some(running)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Task;

    #[test]
    fn work_is_done_at_once_or_beside() {
        assert_eq!(Task::start(false, "here", || 7).finish().ok(), Some(7));
        let mut task = Task::start(true, "beside", || 8);
        for _ in 0..2000 {
            task = match task.finish() {
                Ok(made) => return assert_eq!(made, 8),
                Err(again) => again.expect("the work does not fail"),
            };
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        panic!("the work is never done");
    }
}
