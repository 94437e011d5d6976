//! Openings of the standard games.

use super::*;
use crate::fixture::game;

#[test]
fn openings_are_seeded_different_and_playable() {
    for name in ["ctf", "crusher", "oska", "congo"] {
        let game = game(name);
        let openings = random_openings(&game, 3, 6, 20);
        assert_eq!(openings, random_openings(&game, 3, 6, 20), "{name}");
        assert_ne!(openings, random_openings(&game, 4, 6, 20), "{name}");
        let text: Vec<String> =
            openings.iter().map(|opening| format!("startpos {}", opening.moves.join(" "))).collect();
        assert_eq!(read_openings(&game, &text.join("\n")), Ok(openings), "{name}");
        let different: HashSet<&String> = text.iter().collect();
        assert_eq!(different.len(), 20, "{name}");
    }
}

#[test]
fn a_tiny_game_has_openings_too() {
    assert_eq!(random_openings(&game("ctf:2"), 1, 8, 5).len(), 5);
    assert_eq!(random_openings(&game("oska:3"), 1, 30, 5).len(), 5);
}

#[test]
fn moves_follow_the_whole_position() {
    let text = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0 d2d3 d6d5";
    let openings = read_openings(&game("congo"), text).expect("an opening");
    assert_eq!((openings[0].position.as_str(), openings[0].moves.len()), (&text[..41], 2));
}

#[test]
fn bad_openings_are_refused_with_their_line() {
    let problem = |text| read_openings(&game("ctf"), text).expect_err(text);
    assert!(problem("# nothing\n\n").contains("no opening"));
    assert!(problem("startpos\nstartpos a1a9").starts_with("line 2: move a1a9"));
    assert!(problem("-wWw--www-------bbb--bBb- x").starts_with("line 1: "));
}
