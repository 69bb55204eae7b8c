//! The steps of a game as its rules name them.

use crate::board::Side;

/// A step that is for something and belongs to a player.
pub(crate) trait Phased: Copy {
    /// What steps are for.
    type Purpose: Copy + PartialEq;

    /// What it is for, and whose it is.
    fn purpose(self) -> (Self::Purpose, Side);
}

/// Declares the steps of a game: [`names!`](crate::names) of `sequence.ron`, each with what it is for and whose it is.
macro_rules! segments {
    ($(#[$doc:meta])* $vis:vis enum $name:ident for $purpose:ident {
        $($(#[$vdoc:meta])* $variant:ident = $text:literal for $what:ident by $side:ident),* $(,)?
    }) => {
        $crate::names! {
            $(#[$doc])*
            $vis enum $name -> StepId { $($(#[$vdoc])* $variant = $text),* }
        }

        impl $name {
            /// What it is for, and whose it is.
            pub fn purpose(self) -> ($purpose, $crate::board::Side) {
                match self {
                    $($name::$variant => ($purpose::$what, $side)),*
                }
            }

            /// The player whose step this is, if it is for this purpose.
            pub fn whose(self, purpose: $purpose) -> Option<$crate::board::Side> {
                Some(self.purpose()).filter(|(found, _)| *found == purpose).map(|(_, side)| side)
            }
        }

        impl $crate::games::kit::Phased for $name {
            type Purpose = $purpose;

            fn purpose(self) -> ($purpose, $crate::board::Side) {
                $name::purpose(self)
            }
        }
    };
}
pub(in crate::games) use segments;
