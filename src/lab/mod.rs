//! Headless tools for designers: what can be done with a game without a window.

pub mod atlas;
