//! Boards on planes of characters.

use quadrille::{Catalogue, EMPTY};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::board::{DrawnBoard, View};

fn board(game: &str) -> DrawnBoard {
    DrawnBoard::new(&Catalogue::standard().game(game).expect(game))
}

#[test]
fn rows_are_centred_and_a_flip_turns_them_around() {
    let mut board = board("oska:4");
    assert_eq!(board.place(0), (0, 0));
    assert_eq!(board.place(4), (1, 1), "the first cell of the second row");
    assert_eq!(board.place(7), (2, 2), "the waist");
    board.flip();
    assert_eq!(board.place(0), (6, 4));
}

#[test]
fn any_board_is_drawn_into_any_room() {
    for game in ["ctf:2", "ctf:32", "crusher:2", "crusher:18", "oska:3", "oska:22", "congo"] {
        let mut board = board(game);
        let cells = vec![EMPTY; board.cells()];
        for (width, height) in [(1, 1), (4, 2), (5, 2), (7, 3), (20, 9), (80, 24), (200, 90)] {
            for cursor in [0, cells.len() / 2, cells.len() - 1] {
                let view = View { cells: &cells, cursor, picked: &[cursor], targets: &[0], last: &[cursor] };
                let area = Rect { x: 3, y: 2, width, height };
                let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width: width + 6, height: height + 4 });
                let all = board.draw(&view, area, &mut buffer);
                assert!(all || (width, height) != (200, 90) || game == "ctf:32", "{game}");
                let outside =
                    buffer.area.positions().find(|&at| !area.contains(at) && buffer[at].symbol() != " ");
                assert_eq!(outside, None, "{game} in {width}x{height}");
                board.flip();
            }
        }
    }
}
