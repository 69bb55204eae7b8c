//! The screens beside the table, and the windows over them.

pub mod atlas;
pub mod cover;
pub mod dialogs;
pub mod gallery;
pub mod new_game;
pub mod parts;
pub mod shelf;
