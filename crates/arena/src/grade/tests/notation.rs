//! The notations of the courses.

use super::super::notation::{expected, problem};
use crate::fixture::game;

fn is_right(name: &str, answer: &str) -> bool {
    problem(&*game(name).start(), answer, true).is_none()
}

#[test]
fn the_notations_of_the_courses_are_right() {
    assert!(is_right("ctf", "\"-wWw--w-w---w---bbb--bBb-\""));
    assert!(is_right("ctf", "-wWw--w-w---w---bbb--bBb-\n"));
    assert!(is_right("crusher", r#"["-WW-WW---W---BB-BBB","WWW-WW-------BB-BBB"]"#));
    assert!(is_right("oska", r#"["www-","--w","--","---","bbbb"]"#));
    assert!(is_right("congo", "d2d3"));
    assert!(is_right("congo", "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b 0"));
}

#[test]
fn others_are_wrong() {
    for answer in
        ["c2c3", "[\"-wWw--w-w---w---bbb--bBb-\"]", "-wWw--w-w---w---bbb--bBb", "", "I think\nw", "\""]
    {
        assert!(!is_right("ctf", answer), "{answer}");
    }
    for answer in ["-WW-WW---W---BB-BBB", r#"["-WW-WW---W---BB-BBB"]"#, "[]", "a1a2", "["] {
        assert!(!is_right("crusher", answer), "{answer}");
    }
    for answer in ["www-/--w/--/---/bbbb", "[]", r#"["www-","--w","--","---"]"#, "a1a2"] {
        assert!(!is_right("oska", answer), "{answer}");
    }
    for answer in ["", "d2 d3", "d2", "2d3d", "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ"] {
        assert!(!is_right("congo", answer), "{answer}");
    }
}

#[test]
fn the_right_notation_is_described() {
    assert_eq!(expected(&*game("ctf"), true), "the next board as one string of the letters w W b B and -");
    assert_eq!(expected(&*game("oska"), true), "the rows of the next board as a list of strings");
    assert_eq!(expected(&*game("oska"), false), "a move by its cells");
}
