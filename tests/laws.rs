//! The laws of every game on the shelf, under random play. `five-fronts fuzz GAME` plays as many games as you like.

use five_fronts::games::Title;
use five_fronts::lab::laws;

#[test]
fn every_playable_game_keeps_the_laws() {
    for title in Title::playable() {
        let rules = title.load(&title.shipped()).expect("shipped tables have no fault");
        let games = laws::fuzz(&rules, 40, 2008, true).unwrap_or_else(|broken| panic!("{}: {broken}\n{}", title.slug(), broken.journal));
        assert_eq!(games.len(), 40);
    }
}

/// Rules speak units and hexes: no raw query, entity, unordered map, float or clock outside the board.
#[test]
fn rules_keep_to_the_board() {
    let banned = ["Query<", "Entity", "HashMap", "HashSet", "f32", "f64", "std::time", "SystemTime", "crate::client", "crate::play", "unsafe"];
    for file in source_files("src/games") {
        let text = std::fs::read_to_string(&file).expect("source can be read");
        for (i, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for word in banned {
                assert!(!code.contains(word), "{}:{}: {word} has no place in a rule", file.display(), i + 1);
            }
        }
    }
}

/// Every atom that code cites exists in that game's reference.
#[test]
fn cited_atoms_exist() {
    for title in Title::playable() {
        let rules = title.load(&title.shipped()).expect("shipped tables have no fault");
        for (file, line, atom) in cited(title) {
            assert!(rules.book.atoms.iter().any(|a| a.id == atom), "{file}:{line}: {atom} is not in reference.ron");
        }
    }
}

/// Every atom that code cites is covered by a situation that passes: what is claimed is tested.
#[test]
fn cited_atoms_are_covered() {
    let mut shelf = five_fronts::play::Shelf::new(|title: Title| Ok(title.shipped()));
    let verdicts: Vec<_> =
        five_fronts::lab::coverage::shipped_situations().iter().map(|(name, text)| five_fronts::play::run_text(name, text, &mut shelf)).collect();
    let mut missing = Vec::new();
    for title in Title::playable() {
        for (file, line, atom) in cited(title) {
            if !verdicts.iter().any(|v| v.faults.is_empty() && v.covers.contains(&atom)) {
                missing.push(format!("{file}:{line}: {atom}"));
            }
        }
    }
    assert!(missing.is_empty(), "atoms that code cites but no passing situation covers:\n{}", missing.join("\n"));
}

/// Atoms in string literals of a game's code, with their place.
fn cited(title: Title) -> Vec<(String, usize, String)> {
    let rules = title.load(&title.shipped()).expect("shipped tables have no fault");
    let opening = format!("\"{}-", rules.book.prefix);
    let mut found = Vec::new();
    for file in source_files(&format!("src/games/{}", title.slug())) {
        let text = std::fs::read_to_string(&file).expect("source can be read");
        for (i, line) in text.lines().enumerate() {
            for piece in line.split(&opening).skip(1) {
                let rest = piece.split('"').next().unwrap_or_default();
                found.push((file.display().to_string(), i + 1, format!("{}-{rest}", rules.book.prefix)));
            }
        }
    }
    assert!(!found.is_empty(), "{} cites no rule at all", title.slug());
    found
}

fn source_files(dir: &str) -> Vec<std::path::PathBuf> {
    let (mut files, mut waiting) = (Vec::new(), vec![std::path::PathBuf::from(dir)]);
    while let Some(dir) = waiting.pop() {
        for entry in std::fs::read_dir(&dir).expect("tests run in the crate's folder") {
            let path = entry.expect("folder can be read").path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
