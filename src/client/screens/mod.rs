//! The screens beside the table, and the windows over them.

pub(super) mod atlas;
pub(super) mod cover;
pub(super) mod dialogs;
pub(super) mod gallery;
pub mod new_game;
pub(super) mod parts;
pub(super) mod shelf;
