//! Descriptions of players, and which of them can play which game.

use std::collections::BTreeMap;
use std::time::Duration;

use quadrille::Catalogue;

use super::*;

#[test]
fn descriptions_are_read_and_other_texts_refused() {
    #[derive(serde::Deserialize)]
    struct Players {
        right: BTreeMap<String, String>,
        wrong: Vec<String>,
    }
    let Players { right, wrong } = toml::from_str(include_str!("players.toml")).expect("TOML");
    assert_eq!((right.len(), wrong.len()), (11, 16));
    for (name, text) in right {
        assert_eq!(text.parse::<PlayerSpec>().map(|player| player.name), Ok(name));
    }
    for text in wrong {
        assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
    }
}

#[test]
fn names_and_options_are_read() {
    let player: PlayerSpec = "anna=engine:time=100ms,threads=2,exact".parse().expect("a player");
    assert_eq!(player.name, "anna");
    assert_eq!(player.own_control(), Some(Control::Time(Duration::from_millis(100))));
    let Kind::Engine(options) = player.kind else { panic!("not the engine") };
    assert_eq!((options.threads, options.exact), (2, true));
}

#[test]
fn programs_of_a_course_play_its_game_only() {
    let check = |player: &str, game: &str| {
        let player: PlayerSpec = player.parse().expect("a player");
        player.check(&*Catalogue::standard().game(game).expect("a game"))
    };
    assert_eq!(check("congo-course:./x", "congo:course"), Ok(()));
    assert!(check("congo-course:./x", "ctf").is_err_and(|problem| problem.contains("cannot play ctf:5")));
    assert!(check("ctf-course:./x", "ctf").is_err_and(|problem| problem.contains("no course with")));
    assert!(check("chess-course:./x", "ctf").is_err());
}
