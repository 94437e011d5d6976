//! Every limit of the server, tried one below it, at it and one above it. The rows are those of docs/limits.md.

use std::collections::BTreeSet;

use super::rights::{ask_as, served};
use super::*;
use crate::limits;

/// What becomes of a request that keeps a limit.
enum Kept {
    /// It is done.
    Done,
    /// It is read, and refused for this other reason: nothing that makes sense is as long as the limit allows.
    Read(&'static str),
}
use Kept::{Done, Read};

/// A request with some number of things in it, of which there is a limit.
struct Tried {
    /// The row of docs/limits.md.
    row: &'static str,
    most: usize,
    kept: Kept,
    /// The status beyond the limit, and words of the message.
    beyond: (u16, &'static str),
    request: Box<dyn Fn(usize) -> Sent>,
}

/// A method, a path and a body.
type Sent = (&'static str, String, String);

fn tried(
    row: &'static str,
    most: usize,
    kept: Kept,
    beyond: (u16, &'static str),
    request: impl Fn(usize) -> Sent + 'static,
) -> Tried {
    Tried { row, most, kept, beyond, request: Box::new(request) }
}

fn post(path: &str, body: &Value) -> Sent {
    ("POST", path.to_string(), body.to_string())
}

fn get_at(path: String) -> Sent {
    ("GET", path, String::new())
}

/// A new game between these players.
fn players(white: &Value) -> Sent {
    post("/api/games", &json!({"game": "ctf:5", "white": white, "black": human()}))
}

/// A text with as many spaces as it takes to have this many bytes.
fn filled(text: &str, bytes: usize) -> String {
    text.to_string() + &" ".repeat(bytes - text.len())
}

/// A number of thousandths as a text.
fn thousandths(number: usize) -> String {
    format!("{}.{:03}", number / 1000, number % 1000)
}

/// A game that takes as many moves as one likes: the first moves of it that do not end it.
fn long_game(plies: usize) -> Vec<String> {
    let mut line = Catalogue::standard().game(LONG_GAME).expect("a game").start();
    let mut played = Vec::new();
    while played.len() < plies {
        let moves = line.moves();
        let next = (0..moves.len()).map(|choice| &moves[(choice + 7 * played.len()) % moves.len()]);
        let next = next.into_iter().find_map(|mv| {
            let mut after = line.duplicate();
            after.play(mv).ok()?;
            after.ending_in_play().is_none().then_some((mv.clone(), after))
        });
        let (mv, after) = next.expect("a move that does not end the game");
        line = after;
        played.push(mv);
    }
    played
}

const LONG_GAME: &str = "crusher:3";

/// A position of Congo in which White, with a monkey among zebras, has this number of moves.
fn with_moves(count: usize) -> &'static str {
    match count {
        1998 => "2lz1z1/2zzzzz/1z3z1/zzz1z1z/1G2Mz1/z1Lzz2/1z1z1z1 w 0",
        1999 => "2lz1z1/zzzzzzz/1z5/z4zz/1z1zMz1/z1Lzz1z/1z1z3 w 0",
        2000 => "1zlz1z1/z1zzzz1/1z1z3/1z1Pzzz/4M2/zzLzzz1/1z3z1 w 0",
        2001 => "1zlz3/z1z1zzz/3z1z1/zzGzzzz/3zMz1/z1Lzz2/1z2Ez1 w 0",
        _ => panic!("no position with {count} moves is known"),
    }
}

/// Games in the manner of PGN.
fn records<'a>(games: impl IntoIterator<Item = &'a [String]>, reason: &str) -> Sent {
    let record = |moves: &[String]| {
        format!("[Game \"{LONG_GAME}\"]\n[Reason \"{reason}\"]\n\n{} 1-0\n\n", moves.join(" "))
    };
    post("/api/records", &json!({"text": games.into_iter().map(record).collect::<String>()}))
}

/// Texts and boards.
fn texts() -> Vec<Tried> {
    let line = |more: Value| {
        let mut line = json!({"game": "ctf:5"});
        line.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        post("/api/line", &line)
    };
    let position = |count: usize| format!("{} w", vec!["wWw------------------bBb-"; count].join(","));
    vec![
        tried("body of a request", limits::BODY_BYTES, Done, (413, "at most 1048576 bytes"), |bytes| {
            ("POST", "/api/line".to_string(), filled(r#"{"game": "ctf:5"}"#, bytes))
        }),
        tried(
            "boards of a position with its history",
            limits::BOARDS,
            Done,
            (422, "the position has more than 4000 boards"),
            move |count| line(json!({"position": position(count)})),
        ),
        tried(
            "text of a board or of a move",
            limits::BOARD_BYTES,
            Done,
            (422, "the position has a board of more than 4096 bytes"),
            move |bytes| line(json!({"position": filled("wWw------------------bBb- w", bytes)})),
        ),
        tried(
            "text of a board or of a move",
            limits::BOARD_BYTES,
            Read("is not"),
            (422, "move 1 has more than 4096 bytes"),
            move |bytes| line(json!({"moves": ["x".repeat(bytes)]})),
        ),
        tried(
            "name of a game, strength, reason, text to search for",
            limits::NAME_BYTES,
            Read("there is no game"),
            (422, "the name of a game has at most 200 bytes, not 201"),
            |bytes| post("/api/line", &json!({"game": "x".repeat(bytes)})),
        ),
        tried(
            "name of a game, strength, reason, text to search for",
            limits::NAME_BYTES,
            Done,
            (422, "the strength of an engine has at most 200 bytes, not 201"),
            |bytes| players(&engine(&format!("depth={}1", "0".repeat(bytes - "depth=1".len())))),
        ),
        tried(
            "name of a game, strength, reason, text to search for",
            limits::NAME_BYTES,
            Done,
            (422, "the reason why the game ended has at most 200 bytes, not 201"),
            |bytes| records([&[][..]], &"x".repeat(bytes)),
        ),
        tried(
            "name of a game, strength, reason, text to search for",
            limits::NAME_BYTES,
            Done,
            (422, "the text to search for has at most 200 bytes, not 201"),
            |bytes| get_at(format!("/api/games?search={}", "x".repeat(bytes))),
        ),
        tried(
            "name of a person",
            limits::PERSON_LETTERS,
            Done,
            (422, "a name has at most 20 characters, not 21"),
            |letters| players(&json!({"kind": "human", "name": "ö".repeat(letters)})),
        ),
        tried(
            "words to search for",
            limits::SEARCH_WORDS,
            Done,
            (422, "a search has at most 10 words"),
            |count| get_at(format!("/api/games?search={}", "x%20".repeat(count))),
        ),
    ]
}

/// Moves and games.
fn games() -> Vec<Tried> {
    let [many, stored, imported, together] = [(); 4].map(|()| long_game(limits::PLIES + 1));
    vec![
        tried("moves of a game", limits::PLIES, Done, (422, "at most 2000 moves"), move |count| {
            post("/api/line", &json!({"game": LONG_GAME, "moves": many[..count]}))
        }),
        tried("moves of a game", limits::PLIES, Done, (422, "at most 2000 moves"), move |count| {
            let moves = &stored[..count];
            post(
                "/api/games",
                &json!({"game": LONG_GAME, "moves": moves, "white": human(), "black": human()}),
            )
        }),
        tried("moves of a game", limits::PLIES, Done, (422, "at most 2000 moves"), move |count| {
            records([&imported[..count]], "won")
        }),
        tried(
            "games in one import, and their moves together",
            limits::IMPORTED_GAMES,
            Done,
            (422, "at most 100 games"),
            |count| records(vec![&[][..]; count], "won"),
        ),
        tried(
            "games in one import, and their moves together",
            limits::IMPORTED_PLIES,
            Done,
            (422, "at most 50000 moves together"),
            move |count| {
                let each = limits::IMPORTED_PLIES / 50;
                let games = (0..count.div_ceil(each)).map(|game| each.min(count - game * each));
                records(games.map(|plies| &together[..plies]), "won")
            },
        ),
        tried(
            "games in one list",
            limits::LISTED_GAMES as usize,
            Done,
            (422, "at most 200 games"),
            |count| get_at(format!("/api/games?limit={count}")),
        ),
    ]
}

/// How deep, how long and how much to search. The game is so small that no search takes the time that it may take.
fn searches() -> Vec<Tried> {
    let milliseconds = |time: Duration| time.as_millis() as usize;
    let analysis = |option: &'static str| {
        move |number: usize| get_at(format!("/api/analysis?game=oska:3&{option}={number}"))
    };
    let clock = |part: &'static str| {
        move |number: usize| {
            let mut clock = json!({"start_ms": 1000, "increment_ms": 0});
            clock[part] = number.into();
            post("/api/games", &json!({"game": "ctf:5", "white": human(), "black": human(), "clock": clock}))
        }
    };
    let times = "time of an opponent's move, of an analysis, of a review";
    let a_week = (422, "at least a second and at most a week");
    vec![
        tried(
            "depth of an opponent or an analysis",
            limits::DEPTH as usize,
            Done,
            (422, "from 1 to 60"),
            analysis("depth"),
        ),
        tried(
            "depth of an opponent or an analysis",
            limits::DEPTH as usize,
            Done,
            (422, "an opponent looks at most 60 plies ahead"),
            |depth| players(&engine(&format!("depth={depth}"))),
        ),
        tried(
            times,
            milliseconds(limits::MOVE_TIME),
            Done,
            (422, "an opponent thinks for at most 30 s a move"),
            |time| players(&engine(&format!("time={time}ms"))),
        ),
        tried(times, milliseconds(limits::ANALYSIS_TIME), Done, (422, "from 0 to 300"), |time| {
            get_at(format!("/api/analysis?game=oska:3&seconds={}", thousandths(time)))
        }),
        tried(
            "time of a review for one position",
            milliseconds(limits::REVIEW_TIME),
            Done,
            (422, "from 0 to 5"),
            |time| get_at(format!("/api/review?game=oska:3&seconds={}", thousandths(time))),
        ),
        tried("time on a clock", milliseconds(limits::CLOCK), Done, a_week, clock("start_ms")),
        tried("time on a clock", milliseconds(limits::CLOCK), Done, a_week, clock("increment_ms")),
        tried("lines of an analysis", limits::LINES, Done, (422, "1 to 5 lines"), analysis("lines")),
        tried(
            "depth and positions of a tree",
            limits::TREE_DEPTH as usize,
            Done,
            (422, "from 1 to 6"),
            |depth| post("/api/tree", &json!({"game": "oska:3", "depth": depth})),
        ),
        tried(
            "depth and positions of a tree",
            limits::TREE_POSITIONS,
            Done,
            (422, "more than 2000 positions"),
            // The root is one of the positions.
            |count| {
                post("/api/tree", &json!({"game": "congo", "position": with_moves(count - 1), "depth": 1}))
            },
        ),
    ]
}

/// All limits that are tried here.
fn all() -> impl Iterator<Item = Tried> {
    [texts(), games(), searches()].into_iter().flatten()
}

/// Limits of which other tests try numbers below, at and above, in these files of the server.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    (
        "games that wait, and games to watch, in the lobby",
        include_str!("lobby.rs"),
        "the_lobby_shows_as_many_games_as_the_limit_says",
    ),
    (
        "time to send the head, and to send the body",
        include_str!("../connections.rs"),
        "a_head_that_never_ends_times_out",
    ),
    (
        "time to send the head, and to send the body",
        include_str!("../connections.rs"),
        "a_body_that_never_ends_times_out",
    ),
    (
        "stored games, of one client, of one network address",
        include_str!("store.rs"),
        "the_number_of_games_is_bounded",
    ),
    (
        "stored games, of one client, of one network address",
        include_str!("store.rs"),
        "the_games_of_a_client_and_of_a_network_are_bounded",
    ),
    (
        "deleted games that can be brought back",
        include_str!("store.rs"),
        "a_deleted_game_is_brought_back_once_and_its_clocks_have_stood_still",
    ),
    (
        "time of an opponent's move, of an analysis, of a review",
        include_str!("../../../answers/src/review.rs"),
        "positions_of_a_long_game_get_less_time",
    ),
    (
        "open analyses, of one client, of one network address",
        include_str!("../tests.rs"),
        "the_search_ends_when_the_client_leaves",
    ),
    (
        "open analyses, of one client, of one network address",
        include_str!("fairness.rs"),
        "the_analyses_of_one_client_do_not_shut_others_out",
    ),
    (
        "waiting requests, of one client",
        include_str!("../turns.rs"),
        "the_queue_is_bounded_for_one_client_and_for_all",
    ),
    (
        "transposition tables of all searches",
        include_str!("../sessions.rs"),
        "all_searches_together_have_a_budget",
    ),
    (
        "connections, of one network address",
        include_str!("../connections.rs"),
        "connections_that_only_wait_do_not_lock_others_out",
    ),
    (
        "connections, of one network address",
        include_str!("../connections.rs"),
        "a_network_has_only_some_of_the_places",
    ),
    (
        "codes of invitations that are valid at a time",
        include_str!("../invitations.rs"),
        "codes_are_found_however_they_are_written_and_the_oldest_go",
    ),
    ("legal moves that are listed", include_str!("limits.rs"), "as_many_moves_are_listed_as_the_limit_says"),
    (
        "secret of a client or of the admin",
        include_str!("limits.rs"),
        "a_secret_has_a_shortest_and_a_longest",
    ),
];

#[tokio::test]
async fn every_limit_is_tried_below_at_and_above_it() {
    let service = service();
    for Tried { row, most, kept, beyond, request } in all() {
        for number in [most - 1, most, most + 1] {
            let (method, path, body) = request(number);
            let (status, answer) = text(&service, method, &path, &body).await;
            let (wanted, words) = match kept {
                _ if number > most => beyond,
                Done if status.is_success() => continue,
                Done => (200, ""),
                Read(other) => (422, other),
            };
            assert!(
                status.as_u16() == wanted && answer.contains(words),
                "{row}: {number} of {most}: {method} {path:.100}: {status} {answer:.300}"
            );
        }
    }
}

/// The last move of a game that has as many as a game may have.
#[tokio::test]
async fn a_game_takes_no_move_beyond_its_last() {
    let service = service();
    let moves = long_game(limits::PLIES + 1);
    let new =
        json!({"game": LONG_GAME, "moves": moves[..limits::PLIES - 1], "white": human(), "black": human()});
    let (path, _) = new_game(&service, new).await;
    let ply = |number: usize| json!({"ply": number, "move": moves[number]});
    get(&service, "POST", &format!("{path}/moves"), ply(limits::PLIES - 1)).await;
    let (status, words) = refused(&service, "POST", &format!("{path}/moves"), ply(limits::PLIES)).await;
    assert!(status == 409 && words.contains("a game has at most 2000 moves"), "{status} {words}");
}

#[tokio::test]
async fn as_many_moves_are_listed_as_the_limit_says() {
    let service = service();
    let most = limits::LISTED_MOVES;
    for (moves, listed, more) in [(most - 1, most - 1, false), (most, most, false), (most + 1, most, true)] {
        let line = json!({"game": "congo", "position": with_moves(moves)});
        let line = get(&service, "POST", "/api/line", line).await;
        let found = line["moves"].as_array().map(Vec::len);
        assert_eq!((found, line["more"].as_bool()), (Some(listed), Some(more)), "{moves} moves");
    }
}

#[tokio::test]
async fn a_secret_has_a_shortest_and_a_longest() {
    let (_, service) = served(false);
    for (length, wanted) in [(15, 400), (16, 200), (17, 200), (199, 200), (200, 200), (201, 400)] {
        let secret = "x".repeat(length);
        let (status, _, answer) = ask_as(&service, Some(&secret), "GET", "/api/games", Value::Null).await;
        assert_eq!(status.as_u16(), wanted, "{length} characters: {answer}");
    }
}

/// A limit that is on the page cannot be forgotten here, nor one that is here on the page.
#[test]
fn the_page_of_limits_has_the_same_limits() {
    let page = include_str!("../../../../docs/limits.md");
    let section = page.split("\n## ").find(|section| section.starts_with("The server\n")).expect("a section");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let page: BTreeSet<&str> = rows.filter(|row| *row != "what").collect();
    let tried = all().map(|tried| tried.row);
    let tried: BTreeSet<&str> = tried.chain(ELSEWHERE.iter().map(|(row, ..)| *row)).collect();
    assert_eq!(page, tried);
    for (_, file, name) in ELSEWHERE {
        assert!(file.contains(&format!("fn {name}()")), "there is no test {name}");
    }
}
