//! The cursor and the man that it picks up.

use super::super::board::DrawnBoard;
use super::super::game::InteractiveGame;
use super::super::picker::{Picker, Press};
use super::new_game;

/// A picker that can be pressed.
struct Hand {
    game: InteractiveGame,
    board: DrawnBoard,
    picker: Picker,
}

impl Hand {
    fn new(name: &str, position: &str) -> Hand {
        let game = new_game(name, position, [true, true]);
        let board = DrawnBoard::new(&game.rules);
        let picker = Picker::new(&board, &game);
        Hand { game, board, picker }
    }

    fn cell(&self, name: &str) -> usize {
        self.game.board().cell(name).expect(name)
    }

    fn press(&mut self, cell: &str) -> Press {
        self.picker.go(&self.board, self.cell(cell));
        self.picker.press(&self.board)
    }

    fn name(&self) -> String {
        self.board.name(self.picker.cursor).to_string()
    }
}

#[test]
fn a_man_is_picked_up_and_put_down() {
    let mut hand = Hand::new("ctf", "startpos");
    assert_eq!(hand.press("c4"), Press::Told("no legal move starts on c4".into()));
    hand.press("d2");
    let mut targets = hand.picker.targets();
    targets.sort_unstable();
    assert_eq!(targets, [hand.cell("e2"), hand.cell("d3")]);
    hand.press("c2");
    assert_eq!(hand.picker.picked, [hand.cell("c2")], "another man instead");
    assert_eq!(hand.press("c2"), Press::Told(String::new()));
    assert!(hand.picker.picked.is_empty(), "put back");
    hand.press("c2");
    assert_eq!(hand.press("c3"), Press::Play("c2c3".into()));
}

#[test]
fn a_monkey_is_moved_from_cell_to_cell() {
    let mut hand = Hand::new("congo", "3l3/7/7/1pp4/M6/7/3L3 w 0");
    // It can take the pawn on b4 and stop, or turn and take the other one.
    let names: Vec<_> = hand.game.legal().map(|c| c.name.clone()).filter(|n| n.starts_with("a3")).collect();
    assert!(names.contains(&"a3c5".to_string()), "{names:?}");
    let longer = names.iter().find(|name| name.len() > 4).expect("a longer capture");
    hand.press("a3");
    assert!(matches!(hand.press("c5"), Press::Told(_)));
    assert_eq!(hand.press("c5"), Press::Play("a3c5".into()));
    assert_eq!(hand.press(&longer[4..]), Press::Play(longer.clone()));
}

#[test]
fn the_cursor_moves_straight_over_shifted_rows() {
    let mut hand = Hand::new("crusher:3", "startpos");
    hand.picker.go(&hand.board, hand.game.board().cell("b1").expect("b1"));
    for row in 2..=5 {
        hand.picker.step_down(&hand.board, 1);
        assert!(hand.name().ends_with(&row.to_string()), "{}", hand.name());
    }
    hand.picker.step_down(&hand.board, 1);
    assert_eq!(hand.name(), "b5", "there is no row below");
    for _ in 0..2 {
        hand.picker.step_across(&hand.board, -1);
        assert_eq!(hand.name(), "a5");
    }
}

#[test]
fn tab_visits_the_men_that_can_move() {
    let Hand { board, mut picker, .. } = Hand::new("oska:3", "startpos");
    let mut seen = vec![];
    for _ in 0..4 {
        seen.push(board.name(picker.cursor).to_string());
        picker.next(&board);
    }
    assert_eq!(seen, ["b1", "c1", "a1", "b1"]);
}
