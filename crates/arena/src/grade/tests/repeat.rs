//! Histories that forbid a move.

use quadrille::Refusal;

use super::super::repeat::history_against;
use crate::fixture::game;

#[test]
fn a_real_game_forbids_the_board() {
    let line = game("crusher").start();
    let mv = line.moves().swap_remove(0);
    let mut next = line.duplicate();
    next.play(&mv).expect("a legal move");
    let text = history_against(&*line, &mv).expect("slides can be taken back");
    let forbidding = line.game().line(&text).expect("a position");
    let boards = forbidding.boards();
    assert_eq!((boards.len(), &boards[0], &boards[3]), (4, &line.board(), &next.board()));
    assert_eq!(forbidding.read_answer(&mv), Err(Refusal::Repeats { plies_ago: 3 }));
}

#[test]
fn a_capture_cannot_be_forbidden() {
    let line = game("ctf:4").line("W-----w---b-b--B w").expect("a position");
    assert!(line.moves().contains(&"c2c4".to_string()), "{:?}", line.moves());
    assert_eq!(history_against(&*line, "c2c4"), None);
}
