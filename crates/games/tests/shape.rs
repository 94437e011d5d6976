//! The shapes of the boards.

use game::{Board, Notation};
use games::{Visitor, visit};

struct BoardOf;

impl Visitor for BoardOf {
    type Output = Board;

    fn game<G: Notation>(self, game: G) -> Board {
        game.board()
    }
}

fn board(name: &str) -> Board {
    visit(name, BoardOf).expect("a game")
}

#[test]
fn boards_have_their_shapes() {
    assert_eq!(board("ctf:4").rows, [4, 4, 4, 4]);
    assert_eq!(board("crusher:3").rows, [3, 4, 5, 4, 3]);
    assert_eq!(board("oska:4").rows, [4, 3, 2, 3, 4]);
    assert_eq!(board("oska:3").rows, [3, 2, 3]);
    assert_eq!(board("congo:course").rows, [7; 7]);
}

#[test]
fn cells_are_written_as_they_are_read() {
    for (name, text) in [
        ("ctf:3", "wWw---bBb"),
        ("crusher:2", "WW--BBB"),
        ("oska:3", "ww-/-w/bbb"),
        ("congo", "gmelecz/pp1pppp/2p4/7/7/PPPPPPP/GMELECZ"),
    ] {
        let board = board(name);
        let cells = board.read(text);
        assert_eq!(cells.len(), board.cells.len());
        assert_eq!(board.write(&cells), text);
    }
}

#[test]
fn names_are_those_of_moves() {
    let large = board("ctf:30");
    assert_eq!(large.cells[29].name, "ad1");
    assert_eq!(large.path("ad1ad2"), [29, 59]);
    for name in ["ctf:30", "crusher:4", "oska:5", "congo"] {
        let board = board(name);
        for (number, cell) in board.cells.iter().enumerate() {
            assert_eq!(board.path(&cell.name), [number]);
        }
    }
    assert!(large.path("pass").is_empty() && large.path("a1z99").is_empty());
}
