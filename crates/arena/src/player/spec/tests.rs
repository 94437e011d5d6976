//! Descriptions of players, and which of them can play which game.

use std::time::Duration;

use quadrille::Catalogue;

use super::*;

#[test]
fn players_have_the_name_before_the_equals_sign_or_the_whole_text() {
    for text in [
        "engine",
        "engine:depth=6",
        "engine:time=100ms,threads=1",
        "deep=engine:depth=9,eval=material",
        "random",
        "ugi:./engine --flag",
        "call:./student {history} {player} {depth}",
        "anna=call:python3 'my file.py' {history}",
        "haskell:Capture.hs:capture",
        "congo-course:./engine",
    ] {
        let name = ["deep", "anna"].into_iter().find(|name| text.starts_with(name)).unwrap_or(text);
        assert_eq!(text.parse::<PlayerSpec>().map(|player| player.name), Ok(name.to_string()));
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
fn other_texts_are_refused() {
    for text in [
        "",
        "engin",
        "engine:depth=0",
        "engine:speed=3",
        "engine:depth=1,time=1s",
        "=random",
        "ugi:",
        "call:'x",
        "haskell:F.hs",
        "random:3",
        "-course:./x",
    ] {
        assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
    }
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

#[test]
fn words_are_replaced_without_a_shell() {
    let template = Template::read("./s 'a b' {history} x={depth}").expect("a command");
    let sandbox = Sandbox { supervisor: CommandLine::new("s", [""; 0]), memory: None };
    let values = [("history", "[\"w; rm\"]".to_string()), ("depth", "3".to_string())];
    let launch = template.launch(&sandbox, &values);
    assert_eq!(launch.program, CommandLine::new("./s", ["a b", "[\"w; rm\"]", "x=3"]));
}
