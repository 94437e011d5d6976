//! Small tournaments counted by hand.

use quadrille::GameResult;

use super::*;
use crate::fixture::record;

/// Anna beats Ben 3:1, Ben beats Chris 1½:½, Anna and Chris share 1:1.
fn cup() -> Vec<Record> {
    use GameResult::{Black, Draw, White};
    let games = [
        (["anna", "ben"], White, "no men left"),
        (["ben", "anna"], Black, "illegal move: \"z9\": no cell"),
        (["anna", "ben"], White, "Black lost by timeout"),
        (["ben", "anna"], White, "Black crashed: exit code 1"),
        (["ben", "chris"], White, "no move"),
        (["chris", "ben"], Draw, "not over after 400 plies"),
        (["anna", "chris"], White, "no men left"),
        (["chris", "anna"], White, "no answer"),
    ];
    (1..)
        .zip(games)
        .map(|(number, (players, result, reason))| record(number, players, result, reason))
        .collect()
}

#[test]
fn a_small_cup_is_counted_as_by_hand() {
    let standings = Standings::new(["chris", "anna", "ben"], &cup());
    let [anna, ben, chris] = standings.players() else { panic!("three players") };
    assert_eq!([&*anna.name, &*ben.name, &*chris.name], ["anna", "ben", "chris"]);
    assert_eq!(anna.totals, Totals { wins: 4, draws: 0, losses: 2 });
    assert_eq!(ben.totals, Totals { wins: 2, draws: 1, losses: 3 });
    assert_eq!(chris.totals, Totals { wins: 1, draws: 1, losses: 2 });
    assert_eq!([anna.faults, ben.faults, chris.faults], [2, 2, 0]);
    let points = |player: &Standing| player.against.iter().map(|totals| totals.points()).collect::<Vec<_>>();
    assert_eq!(points(anna), [0.0, 3.0, 1.0]);
    assert_eq!(points(ben), [1.0, 0.0, 1.5]);
    assert_eq!(points(chris), [1.0, 0.5, 0.0]);
    assert!(standings.notes().is_empty());
}

#[test]
fn the_order_of_the_records_does_not_matter() {
    let mut records = cup();
    let standings = Standings::new(["anna", "ben", "chris"], &records);
    records.reverse();
    assert_eq!(Standings::new(["chris", "ben", "anna"], &records), standings);
    records.rotate_left(3);
    // Players of records need not be listed.
    assert_eq!(Standings::new(<[&str; 0]>::default(), &records), standings);
}

#[test]
fn equal_players_share_a_place_in_the_order_of_their_names_and_players_without_games_are_last() {
    use GameResult::{Black, Draw, White};
    let records = [
        record(1, ["dora", "anna"], Draw, ""),
        record(2, ["ben", "chris"], White, ""),
        record(3, ["ben", "chris"], Black, ""),
        record(4, ["anna", "anna"], White, ""),
    ];
    let standings = Standings::new(["zero"], &records);
    let names: Vec<&str> = standings.players().iter().map(|player| &*player.name).collect();
    assert_eq!(names, ["ben", "chris", "anna", "dora", "zero"]);
    let ranks: Vec<usize> = standings.players().iter().map(|player| player.rank).collect();
    assert_eq!(ranks, [1, 1, 3, 3, 5]);
    let text = standings.to_string();
    assert!(text.contains("\n1  chris ") && text.contains("\n3  dora "), "{text}");
    assert_eq!(standings.players()[2].totals.games(), 1, "a game against itself does not count");
    assert!(standings.notes()[0].contains("2 groups"), "{:?}", standings.notes());
}

#[test]
fn the_tables_are_aligned() {
    let mut records = cup();
    let long = "call:/home/students/dora/capture.py {history} {player} {depth}";
    records.push(record(9, [long, "anna"], GameResult::Black, "cannot start: no such file"));
    insta::assert_snapshot!(Standings::new(["nobody yet"], &records).to_string());
    let empty = Standings::new(<[&str; 0]>::default(), &[]);
    assert!(empty.to_string().contains("player"));
}

#[test]
fn short_names_differ() {
    let short = |names: &[&str]| short_names(names, 8);
    assert_eq!(short(&["anna", "beatrice-of-b"]), ["anna", "bea…of-b"]);
    // The difference is near the beginning, near the end, and in the middle.
    assert_eq!(short(&["abcdeX-aaaaaaaaaa", "abcdeY-aaaaaaaaaa"]), ["abcdeX-…", "abcdeY-…"]);
    assert_eq!(short(&["aaaaaaaaaaaaaaaa1", "aaaaaaaaaaaaaaaa2"]), ["aaa…aaa1", "aaa…aaa2"]);
    let middle = ["aaaaaaaaaaaaaXaaaaaaaaaaaaaa", "aaaaaaaaaaaaaYaaaaaaaaaaaaaa"];
    let told = short(&middle);
    assert_ne!(told[0], told[1]);
    // Control characters are replaced. Equal names end the search too.
    assert_eq!(short(&["\u{1b}[1mred\n"]), ["\u{fffd}[1mred\u{fffd}"]);
    assert_eq!(short(&["same name twice", "same name twice"]).len(), 2);
    assert_eq!(short(&["äöüäöüäöüäöü"]), ["äöü…üäöü"]);
}
