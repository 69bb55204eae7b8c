//! The screens other than the table, and the dialogs over them.

pub(super) mod atlas;
pub(super) mod cover;
pub(super) mod dialogs;
pub(super) mod gallery;
pub mod new_game;
pub(super) mod parts;
pub(super) mod shelf;
