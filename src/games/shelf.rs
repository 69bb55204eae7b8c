//! The shelf: one line per game makes its title, its orders and its tables known to the rest of the program.

use super::{Game, PUBLISHED, Rules, Title};
use crate::board::read::{Fault, Faults};
use crate::board::{Files, MapReport, check_map};
use include_dir::Dir;
use std::path::Path;
use std::sync::OnceLock;

/// Makes [`Title`](super::Title), [`Order`](super::Order) and everything that asks which game it is out of a line a game:
///
/// - `Name in module,`: `module` implements `Game` for a type `Name` and has its own `Order`; its tables are in
///   `rules/module`, its shoreline is `assets/module/shore.ron`;
/// - `Name in module at FOLDER,` for one whose `rules` and `assets` lie in a folder of its own.
macro_rules! shelf {
    (
        games { $($(#[$when:meta])* $title:ident in $slug:ident $(at $home:tt)?,)* }
    ) => {
        /// A game on the shelf.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum Title {
            $($(#[$when])* $title,)*
        }

        /// An order of any game.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum Order {
            $($(#[$when])* $title($slug::Order),)*
        }

        $($(#[$when])* impl From<$slug::Order> for Order {
            fn from(order: $slug::Order) -> Order {
                Order::$title(order)
            }
        })*

        impl Order {
            /// The hexes it leads through, if it moves somebody.
            pub fn path(&self) -> &[Hex] {
                match self {
                    $($(#[$when])* Order::$title(order) => order.path(),)*
                }
            }

            /// What it is to the player who is offered it.
            pub fn role(&self) -> Role {
                match self {
                    $($(#[$when])* Order::$title(order) => order.role(),)*
                }
            }

            /// On one line, with names.
            fn write(&self, names: &Lexicon) -> String {
                match self {
                    $($(#[$when])* Order::$title(order) => write(order, names),)*
                }
            }
        }

        impl Title {
            /// All of them, in the order of the shelf.
            pub const ALL: [Title; Title::COUNT] = [$($(#[$when])* Title::$title,)*];
            const COUNT: usize = [$($(#[$when])* stringify!($title),)*].len();

            /// The name of its folders.
            pub fn slug(self) -> &'static str {
                match self {
                    $($(#[$when])* Title::$title => stringify!($slug),)*
                }
            }

            /// Its rules, if it can be played.
            pub fn game(self) -> Option<&'static dyn Game> {
                match self {
                    $($(#[$when])* Title::$title => Some(&$slug::$title),)*
                }
            }

            /// The folder of its tables within the program.
            fn tables(self) -> Option<&'static Dir<'static>> {
                match self {
                    $($(#[$when])* Title::$title => shelf!(@tables $slug $($home)?),)*
                }
            }

            /// Its shoreline, as the file says it.
            pub(crate) fn shore(self) -> &'static str {
                match self {
                    $($(#[$when])* Title::$title => shelf!(@shore $slug $($home)?),)*
                }
            }
        }
    };
    (@tables $slug:ident) => { SHIPPED.get_dir(stringify!($slug)) };
    (@tables $slug:ident $home:tt) => {{
        static HOME: Dir<'static> = include_dir!($home);
        HOME.get_dir("rules")
    }};
    (@shore $slug:ident) => { include_str!(concat!("../../assets/", stringify!($slug), "/shore.ron")) };
    (@shore $slug:ident $home:tt) => {{
        static HOME: Dir<'static> = include_dir!($home);
        HOME.get_file("assets/shore.ron").and_then(|file| file.contents_utf8()).unwrap_or_default()
    }};
}

/// More lessons than any game has.
const MOST_LESSONS: usize = 20;

impl Title {
    /// Those that can be played.
    pub fn playable() -> impl Iterator<Item = Title> {
        Title::ALL.into_iter().filter(|t| t.game().is_some())
    }

    /// The game of a slug.
    pub fn of_slug(slug: &str) -> Option<Title> {
        Title::ALL.into_iter().find(|t| t.slug() == slug)
    }

    /// Its tables as shipped.
    pub fn shipped(self) -> Files {
        let mut files = Files { origin: format!("rules/{}", self.slug()), ..Files::default() };
        let Some(dir) = self.tables() else { return files };
        let nested = dir.dirs().filter(|nested| nested.path().ends_with("scenarios")).flat_map(Dir::files);
        for file in dir.files().chain(nested) {
            let name = file.path().strip_prefix(dir.path()).unwrap_or(file.path());
            if let (Some(name), Some(text)) = (name.to_str(), file.contents_utf8()) {
                files.texts.insert(name.replace('\\', "/"), text.to_owned());
            }
        }
        files
    }

    /// Its lessons, each by the name its user knows and its text: from `DIR/<slug>/lessons` if a folder is given, else as shipped. They are no tables:
    /// no rule reads them, and no save carries them.
    pub fn lessons(self, rules_dir: Option<&Path>) -> Result<Vec<(String, String)>, Faults> {
        let Some(dir) = rules_dir else {
            let dir = self.tables().and_then(|dir| dir.dirs().find(|nested| nested.path().ends_with("lessons")));
            let shipped = |file: &include_dir::File<'_>| {
                let name = file.path().file_name().unwrap_or_default().to_string_lossy();
                Some((format!("rules/{}/lessons/{name}", self.slug()), file.contents_utf8()?.to_owned()))
            };
            return Ok(dir.into_iter().flat_map(Dir::files).filter_map(shipped).collect());
        };
        let folder = dir.join(self.slug()).join("lessons");
        let mut paths: Vec<_> = std::fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
        paths.sort();
        let (mut lessons, mut faults) = (Vec::new(), Vec::new());
        for path in paths.iter().take(MOST_LESSONS) {
            match crate::board::read_bounded(path, 1 << 20) {
                Ok(text) => lessons.push((path.display().to_string(), text)),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() { Ok(lessons) } else { Err(Faults(faults)) }
    }

    /// One of its tables as shipped.
    pub(crate) fn shipped_text(self, name: &str) -> Option<&'static str> {
        let dir = self.tables()?;
        dir.get_file(dir.path().join(name))?.contents_utf8()
    }

    /// One of its tables as a set of published ones has it: what saves rest on, so no set is ever changed.
    pub(crate) fn published(self, set: u32, name: &str) -> Option<&'static str> {
        PUBLISHED.get_file(format!("{set}/{}/{name}", self.slug()))?.contents_utf8()
    }

    /// Its tables: from `DIR/<slug>` if a folder is given, else as shipped.
    pub fn files(self, rules_dir: Option<&Path>) -> Result<Files, Faults> {
        rules_dir.map_or_else(|| Ok(self.shipped()), |dir| Files::from_dir(&dir.join(self.slug())))
    }

    /// Checks the map of this game by itself, without the names that its rules ask for: `load` knows those.
    pub fn check_map(self, files: &Files) -> Result<MapReport, Faults> {
        check_map(files)
    }

    /// Reads and checks tables of this game.
    pub fn load(self, files: &Files) -> Result<Rules, Faults> {
        match self.game() {
            Some(game) => game.load(files),
            None => Err(Faults(vec![Fault::of_file(self.slug(), "this game cannot be played yet")])),
        }
    }

    /// Reads and checks the tables that a save carries. Most are as shipped, and those are read only once.
    pub(crate) fn load_saved(self, files: &Files) -> Result<Rules, Faults> {
        static READ: [OnceLock<Option<Rules>>; Title::COUNT] = [const { OnceLock::new() }; Title::COUNT];
        let shipped = READ[self as usize].get_or_init(|| self.load(&self.shipped()).ok());
        match shipped {
            Some(rules) if rules.book.files.texts == files.texts => Ok(rules.clone()),
            _ => self.load(files),
        }
    }
}

impl Rules {
    /// The game these tables are of.
    pub fn game(&self) -> &'static dyn Game {
        self.title.game().expect("only playable games have rules")
    }
}
