//! Lessons: those that ship can be played from the first step to the last, and a designer's mistake is told where it stands.

use five_fronts::games::Title;
use five_fronts::play;

#[test]
fn every_game_has_a_lesson_that_plays() {
    for title in Title::playable() {
        let rules = title.load(&title.shipped()).unwrap_or_else(|faults| panic!("{faults}"));
        let lessons = title.lessons(None).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(!lessons.is_empty(), "{title:?} has no lesson");
        for (name, text) in lessons {
            let lesson = play::read_lesson(&rules, &name, &text).unwrap_or_else(|faults| panic!("{faults:?}"));
            assert!((10..=15).contains(&lesson.steps.len()), "{name} has {} steps", lesson.steps.len());
            assert!(lesson.steps.iter().filter(|step| !step.press.is_empty()).count() >= 8, "{name} gives the player little to do");
            assert!(lesson.steps.last().is_some_and(|step| step.press.is_empty()), "{name} ends with something to read");
            let mut world = lesson.world_at(&rules, lesson.steps.len()).unwrap_or_else(|why| panic!("{why}"));
            assert!(play::prompt(&mut world).side.is_some(), "{name} ends where the game goes on");
        }
    }
}

#[test]
fn lessons_are_no_tables() {
    for title in Title::playable() {
        assert!(title.shipped().texts.keys().all(|name| !name.contains("lesson")), "no save carries a lesson");
    }
}

#[test]
fn a_mistake_in_a_lesson_is_told_where_it_stands() {
    let title = Title::TanksOfAugust;
    let rules = title.load(&title.shipped()).unwrap_or_else(|faults| panic!("{faults}"));
    let (name, text) = title.lessons(None).unwrap_or_else(|faults| panic!("{faults}")).remove(0);
    let told = |wrong: &str, right: &str| {
        let broken = text.replacen(right, wrong, 1);
        assert_ne!(broken, text, "{right:?} is no longer in the lesson");
        let Err(faults) = play::read_lesson(&rules, &name, &broken) else { panic!("{wrong:?} is taken") };
        let fault = faults[0].clone();
        let line = broken.lines().nth(fault.line as usize - 1).unwrap_or_default();
        (fault.to_string(), line.to_owned())
    };
    let (fault, line) = told("press: [PlaceRest, EndSegment]", "press: [PlaceRest, Ready]");
    assert!(fault.starts_with("rules/tanks_of_august/lessons/first_game.ron:") && fault.contains("nothing offered"), "{fault}");
    assert!(line.contains("EndSegment"), "{line}");
    let (fault, line) = told("rule: \"TOA-99.0.a\"", "rule: \"TOA-12.0.a\"");
    assert!(fault.contains("TOA-99.0.a") && line.contains("TOA-99.0.a"), "{fault}");
    let (fault, line) = told("Join(unit: \"GE-99\")", "Join(unit: \"GE-31\")");
    assert!(fault.contains("GE-99") && line.contains("GE-99"), "{fault}");
    let (fault, _) = told("scenario: \"campain\"", "scenario: \"campaign\"");
    assert!(fault.contains("campain") && fault.contains("campaign"), "{fault}");
    let (fault, line) = told("sayy: \"Every turn", "say: \"Every turn");
    assert!(line.contains("sayy") || fault.contains("say"), "{fault}");
    assert!(told("look: [\"9999\"]", "look: [\"1909\", \"1407\"]").0.contains("9999"));
}
