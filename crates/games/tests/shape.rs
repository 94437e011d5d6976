//! What boards look like.

use game::Side;
use games::{GameSpec, Shape, cells_of};

#[test]
fn boards_have_their_shapes() {
    let rows = |game: &str| Shape::of(game.parse().expect(game)).rows;
    assert_eq!(rows("ctf:4"), [4, 4, 4, 4]);
    assert_eq!(rows("crusher:3"), [3, 4, 5, 4, 3]);
    assert_eq!(rows("oska:4"), [4, 3, 2, 3, 4]);
    assert_eq!(rows("oska:3"), [3, 2, 3]);
    assert_eq!(rows("congo:course"), [7; 7]);
}

#[test]
fn cells_are_written_as_they_are_read() {
    for (name, position) in [
        ("ctf:3", "wWw---bBb w"),
        ("crusher:2", "WW--BBB B"),
        ("oska:3", "ww-/-w/bbb b"),
        ("congo", "gmelecz/pp1pppp/2p4/7/7/PPPPPPP/GMELECZ w 0"),
    ] {
        let game: GameSpec = name.parse().expect(name);
        let (board, side) = position.split_once(' ').expect(position);
        let side = if side.starts_with(['w', 'W']) { Side::White } else { Side::Black };
        let cells = cells_of(board);
        assert_eq!(cells.len(), Shape::of(game).cells());
        assert_eq!(game.write_cells(&cells, side), position);
    }
}

#[test]
fn names_are_those_of_moves() {
    let shape = Shape::of(GameSpec::Ctf(30));
    assert_eq!(shape.name(29), "ad1");
    assert_eq!(shape.path("ad1ad2"), [29, 59]);
    for shape in ["ctf:30", "crusher:4", "oska:5", "congo"].map(|game| Shape::of(game.parse().expect(game))) {
        for cell in 0..shape.cells() {
            assert_eq!(shape.path(&shape.name(cell)), [cell]);
        }
    }
    assert!(shape.path("pass").is_empty() && shape.path("a1z99").is_empty());
}
