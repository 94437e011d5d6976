//! The page is well-formed and complete, loads nothing, and names and other texts of players have no effect in it.

use quadrille::{GameResult, Ply};
use serde_json::Value;

use super::*;
use crate::fixture;

/// A game of two players, with the first move as its opening.
fn record(game: &str, moves: &str) -> Record {
    let mut moves = moves.split(' ').map(str::to_string);
    let opening = moves.next().into_iter().collect();
    let mut record = fixture::record(1, ["anna", "ben"], GameResult::White, "all enemy pawns are captured");
    record.game = game.to_string();
    record.opening.moves = opening;
    record.moves = moves.map(|mv| Ply { mv, milliseconds: 12, score: Some(-7) }).collect();
    record
}

const HOSTILE: [&str; 6] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "</script><!--<script>",
    "{{data}}' onclick='alert(1)",
    "نص\u{202e}evil\u{0}\u{2028}",
    "https://example.org/&amp;",
];

/// Every hostile name as player, reason, game, control and move.
fn hostile() -> Vec<Record> {
    let text = |index: usize| HOSTILE[index % HOSTILE.len()].to_string();
    let game = |index: usize| {
        let mut record = record("ctf:5", "c2c3 b4b3");
        record.number = index as u64;
        record.players = [text(index), text(index + 1)];
        record.reason = text(index + 2);
        record.control = text(index + 3);
        match index % 3 {
            0 => record.game = text(index),
            1 => record.opening.position = text(index),
            _ => record.moves[0].mv = text(index),
        }
        record
    };
    (0..HOSTILE.len()).map(game).collect()
}

fn page(title: &str, records: &[Record]) -> String {
    write(&Catalogue::standard(), title, &Standings::new(["anna"], records), records)
}

fn data_of(page: &str) -> Value {
    let start = "<script type=\"application/json\" id=\"data\">";
    let (_, rest) = page.split_once(start).expect("the data");
    let (json, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(json).expect("JSON")
}

/// All tags with their attributes. Checks that each tag that is opened is closed.
fn tags(page: &str) -> Vec<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut tags = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once('<') {
        let (tag, after) = after.split_once('>').expect("a tag ends");
        assert!(!tag.contains('<'), "a tag in a tag: {tag}");
        rest = after;
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap_or("");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closed by {tag}");
            continue;
        }
        tags.push(tag.to_string());
        if tag.ends_with('/') || ["!DOCTYPE", "meta"].contains(&name) {
            continue;
        }
        open.push(name);
        // Their contents are not HTML.
        if ["script", "style"].contains(&name) {
            let end = rest.find(&format!("</{name}")).expect("the end of a script");
            rest = &rest[end..];
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
    tags
}

#[test]
fn the_page_is_well_formed_and_loads_nothing() {
    let games = [record("ctf:5", "c2c3 b4b3"), record("congo", "d2d3 d6d5"), record("oska:4", "a1a2 a5a4")];
    for records in [&games[..], &hostile(), &[]] {
        let page = page("A <small> cup", records);
        let tags = tags(&page);
        let known = ["href=\"#", "xmlns=\"http://www.w3.org/2000/svg\""];
        for tag in &tags {
            let plain = known.iter().fold(tag.clone(), |tag, known| tag.replace(known, ""));
            for danger in ["src=", "href", "http:", "https:", " on", "style=", "url("] {
                assert!(!without_values(&plain).contains(danger), "{danger} in {tag}");
            }
        }
        assert_eq!(tags.iter().filter(|tag| tag.starts_with("script")).count(), 2);
    }
    let namespaces = STYLE.matches("http").count() + SCRIPT.matches("http").count();
    assert_eq!(namespaces, SCRIPT.matches("'http://www.w3.org/2000/svg'").count());
    let page = page("cup", &games);
    assert_eq!(page.matches("https:").count(), 0);
    assert_eq!(page.matches("http:").count(), page.matches("http://www.w3.org/2000/svg").count());
}

/// A tag without the values of attributes that contain texts of others.
fn without_values(tag: &str) -> String {
    match tag.split_once(" title=\"") {
        Some((before, after)) => before.to_string() + after.split_once('"').expect("a closed value").1,
        None => tag.to_string(),
    }
}

#[test]
fn hostile_names_have_no_effect_and_are_shown() {
    let records = hostile();
    let page = page(HOSTILE[0], &records);
    assert!(!page.contains("<script>alert") && !page.contains("<img") && !page.contains("<!--"));
    assert_eq!(page.matches("</script>").count(), 2);
    let data = data_of(&page);
    for (index, record) in records.iter().enumerate() {
        let game = &data["games"][index];
        let name = |side: usize| &data["players"][game["players"][side].as_u64().expect("a place") as usize];
        assert_eq!(*name(0), record.players[0].as_str());
        assert_eq!(*name(1), record.players[1].as_str());
        assert_eq!(game["reason"], record.reason.as_str());
        assert!(game["problem"].is_string(), "{game}");
    }
}

#[test]
fn the_script_does_nothing_dangerous() {
    // The module before it sets drawings as HTML, which come from the catalogue.
    let script = include_str!("script.js");
    for danger in
        ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "fetch("]
    {
        assert!(!script.contains(danger), "{danger}");
    }
    assert!(!SCRIPT.contains("</script") && !SCRIPT.contains("<!--") && !STYLE.contains("</style"));
    assert!(!SCRIPT.lines().any(|line| line.starts_with("import")), "the page is one file");
    assert_eq!(script_hash().len(), "sha256-".len() + 44);
}

#[test]
fn every_game_is_there_with_its_moves() {
    let mut records = vec![record("crusher:3", "a1a2 a5a4"), record("ctf:5", "c2c3 b4b3 zz")];
    records[0].number = 8;
    records[1].number = 5;
    let page = page("cup", &records);
    let data = data_of(&page);
    let games = data["games"].as_array().expect("games");
    assert_eq!(games.len(), 2);
    // Games are sorted by number.
    assert_eq!(games[0]["rules"], "ctf:5");
    assert_eq!(
        games[0]["plies"],
        serde_json::json!([["c2c3", "7-12w", null, null], ["b4b3", "11b16-", 12, -7]])
    );
    assert_eq!(games[1]["start"], "WWW-WW-------BB-BBB");
    let kind = &data["boards"][1];
    assert_eq!(kind["board"]["outline"], "hexagon");
    assert_eq!(kind["board"]["cells"].as_array().map(Vec::len), Some(19));
    assert_eq!((&kind["men"][0]["letter"], &kind["men"][0]["side"]), (&"W".into(), &"w".into()));
    assert!(games[1]["problem"].is_null());
    assert!(page.contains("href=\"#game=8\"") && page.contains("href=\"#players=1,2\""));
    // Two games with the same number have different addresses.
    records[0].number = 5;
    let data = data_of(&self::page("cup", &records));
    assert_eq!((&data["games"][0]["number"], &data["games"][1]["number"]), (&1.into(), &2.into()));
}

fn replay(record: &Record) -> Replay {
    Replay::new(&Catalogue::standard(), record)
}

#[test]
fn each_game_is_played_move_by_move() {
    let games = [
        ("ctf:5", "c2c3 b4b3", "-wWw--www-------bbb--bBb-"),
        ("crusher:3", "a1a2 a5a4", "WWW-WW-------BB-BBB"),
        ("oska:4", "a1a2 a5a4", "wwww--------bbbb"),
        ("congo", "d2d3 d6d5", "gmeleczppppppp---------------------PPPPPPPGMELECZ"),
    ];
    for (name, moves, start) in games {
        let replay = replay(&record(name, moves));
        let game = replay.game.expect(name);
        let cells = game.board().cells.len();
        assert_eq!((replay.start.as_str(), replay.start.len()), (start, cells), "{name}");
        // The page's way to the last board, and that of the rules.
        let mut board: Vec<char> = start.chars().collect();
        for (_, changes, ..) in &replay.plies {
            for change in changes.split_inclusive(|letter: char| !letter.is_ascii_digit()) {
                let (place, letter) = change.split_at(change.len() - 1);
                board[place.parse::<usize>().expect(change)] = letter.chars().next().expect(change);
            }
        }
        let mut line = game.start();
        moves.split(' ').for_each(|mv| line.play(mv).expect(mv));
        assert_eq!((board, replay.problem), (line.cells(), None), "{name}");
    }
}

#[test]
fn problems_are_shown() {
    let illegal = replay(&record("ctf:5", "c2c3 c2c3 c4c3"));
    assert_eq!(illegal.plies.len(), 1);
    let problem = illegal.problem.expect("a problem");
    assert!(problem.starts_with("ply 2 of 3, c2c3, cannot be played: "), "{problem}");
    let unknown = replay(&record("chess", "e2e4"));
    assert!(unknown.game.is_none() && unknown.problem.is_some() && unknown.plies.is_empty());
    let mut wrong = record("oska:4", "a1a2");
    wrong.opening.position = "nonsense".to_string();
    let wrong = replay(&wrong);
    assert!(wrong.start.is_empty() && wrong.problem.is_some());
}
