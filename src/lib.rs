//! Five Fronts: five printed operational wargames with every rule enforced.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod board;
pub mod lab;
