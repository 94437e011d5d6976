//! The calls of the courses, to the letter: arguments in their notation, the answer on stdout and nothing else.

use quadrille::haskell::{parse_list, write_list};

use crate::common::{quadrille, run, stdout};

const CTF: &str = "-wWw--www-------bbb--bBb-";
const HEX: &str = "WWW-WW-------BB-BBB";
const OSKA: [&str; 5] = ["wwww", "---", "--", "---", "bbbb"];

/// The boards of the moves that `quadrille moves` lists.
fn legal_boards(game: &str, position: &str) -> Vec<String> {
    let text = stdout(&["moves", game, position], "");
    let board = |line: &str| {
        line.split_whitespace().nth(1).and_then(|next| next.split(',').next()).map(str::to_string)
    };
    text.lines().map(|line| board(line).expect("a move and a position")).collect()
}

#[test]
fn capture_answers_a_legal_board_however_it_is_written() {
    let legal = legal_boards("ctf", &format!("{CTF} w"));
    let answer = stdout(&["capture", r#"["-wWw--www-------bbb--bBb-"]"#, "'w'", "2"], "");
    let board =
        answer.strip_prefix('"').and_then(|rest| rest.strip_suffix("\"\n")).expect("a Haskell string");
    assert!(legal.contains(&board.to_string()), "{board}");
    for (history, player, look_ahead) in [
        (r#" [ "-wWw--www-------bbb--bBb-" ] "#, "w", "2"),
        ("[-wWw--www-------bbb--bBb-]", "'w'", " 2 "),
        (CTF, "\"w\"", "2"),
    ] {
        assert_eq!(stdout(&["capture", history, player, look_ahead], ""), answer, "{history}");
    }
}

#[test]
fn the_replies_printed_in_the_courses_are_legal() {
    assert!(legal_boards("ctf", &format!("{CTF} w")).contains(&"-wWw--w-w---w---bbb--bBb-".to_string()));
    assert!(legal_boards("crusher", &format!("{HEX} W")).contains(&"-WW-WW---W---BB-BBB".to_string()));
    assert!(
        legal_boards("oska", &format!("{} w", OSKA.join("/"))).contains(&"www-/--w/--/---/bbbb".to_string())
    );
}

#[test]
fn capture_does_not_repeat_a_board() {
    // Black can only shuffle; each answer joins the history, so no board may come twice.
    let mut history = vec![CTF.to_string()];
    for ply in 0..30 {
        let list = write_list(&history);
        let player = if ply % 2 == 0 { "'w'" } else { "'b'" };
        let output = run(&["capture", &list, player, "2"], "");
        assert!(output.status.success());
        let board = String::from_utf8(output.stdout).expect("text").trim().trim_matches('"').to_string();
        if !output.stderr.is_empty() {
            assert_eq!(board, history[0], "a finished game keeps its board");
            return;
        }
        assert!(!history.contains(&board), "{board} repeats a board");
        history.insert(0, board);
    }
}

#[test]
fn crusher_answers_the_whole_history() {
    let answer = stdout(&["crusher", r#"["WWW-WW-------BB-BBB"]"#, "'W'", "2", "3"], "");
    let boards = parse_list(answer.trim_end()).expect("a list");
    assert_eq!(boards.len(), 2);
    assert_eq!(boards[1], HEX);
    assert!(legal_boards("crusher", &format!("{HEX} W")).contains(&boards[0]));
    let again = stdout(&["crusher", answer.trim_end(), "B", "2", "3"], "");
    assert_eq!(parse_list(again.trim_end()).expect("a list")[1..], boards);
}

#[test]
fn oska_answers_rows() {
    let answer = stdout(&["oska", r#"["wwww","---","--","---","bbbb"]"#, "'w'", "2"], "");
    let rows = parse_list(answer.trim_end()).expect("a list");
    assert!(legal_boards("oska", &format!("{} w", OSKA.join("/"))).contains(&rows.join("/")));
}

#[test]
fn a_finished_game_keeps_its_board_and_says_why() {
    let cases: [(&[&str], &str, &str); 3] = [
        (
            &["capture", r#"["wb----BWw"]"#, "b", "2"],
            "\"wb----BWw\"\n",
            "White has won: the flag is past every enemy pawn\n",
        ),
        (
            &["crusher", r#"["WWW-WW-----------BB"]"#, "B", "2", "3"],
            "[\"WWW-WW-----------BB\"]\n",
            "White has won: the enemy has fewer men than the board has cells a side\n",
        ),
        (
            &["oska", r#"["-b-","--","-w-"]"#, "w", "2"],
            "[\"-b-\",\"--\",\"-w-\"]\n",
            "the game is drawn: both sides have as many men on the enemy's back row\n",
        ),
    ];
    for (arguments, out, err) in cases {
        let output = run(arguments, "");
        assert_eq!(String::from_utf8_lossy(&output.stdout), out, "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), err, "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn a_player_without_a_move_keeps_the_board_too() {
    // The cell behind the man that White could jump is taken.
    let output = run(&["oska", r#"["w--","b-","-b-"]"#, "w", "3"], "");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "[\"w--\",\"b-\",\"-b-\"]\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "no man can move: the turn is lost\n");
}

/// Stderr may be full, and a reader may stop in the middle.
#[test]
fn a_closed_stderr_or_stdout_is_not_a_failure() {
    let program = quadrille();
    for (call, code) in [
        (format!("{program} analyze chess 2>/dev/full"), 2),
        (format!("{program} moves oska '-b-/--/-w- w' 2>/dev/full"), 0),
        (format!("{program} perft congo --depth 3 --divide | head -1 >/dev/null"), 0),
    ] {
        let status = std::process::Command::new("sh").args(["-c", &call]).status().expect("sh");
        assert_eq!(status.code(), Some(code), "{call}");
    }
}
