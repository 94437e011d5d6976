//! Compares the layouts with plain geometry: every neighbour of every cell, on every board size.

use std::collections::BTreeMap;

use games::kit::bits::{Bits, Wide};
use games::kit::layout::Layout;
use games::{crusher, ctf, oska};

/// The widest sets hold every board.
type Widest = Wide<20>;

/// For each direction: the distance in bits, and the neighbour of a row and a column by plain geometry.
type Ways<'a> = Vec<(i32, Box<dyn Fn(i32, i32) -> (i32, i32) + 'a>)>;

fn check(layout: &Layout<Widest>, bits: usize, ways: &Ways<'_>) {
    let cells: BTreeMap<(i32, i32), u32> = layout
        .cells()
        .iter()
        .map(|place| {
            let (row, column) = layout.row_and_column(place);
            ((row as i32, column as i32), place)
        })
        .collect();
    assert_eq!(layout.cells().highest() as usize + 1, bits, "the board takes the bits it says");
    for (&(row, column), &place) in &cells {
        for (distance, way) in ways {
            let neighbour = cells.get(&way(row, column)).copied();
            let shifted = (place as i32 + distance).try_into().ok().filter(|&there| there < Widest::WIDTH);
            assert_eq!(
                shifted.filter(|&there| layout.cells().has(there)),
                neighbour,
                "from {} by {distance}",
                layout.name(place)
            );
        }
        assert_eq!(layout.parse_names(&layout.name(place)), Ok(vec![place]), "names read back");
    }
}

#[test]
fn squares() {
    for size in ctf::SIZES {
        let game = ctf::Ctf::<Widest>::new(size);
        let row = size as i32 + 1;
        let ways: Ways<'_> = vec![
            (row, Box::new(|r, c| (r + 1, c))),
            (-row, Box::new(|r, c| (r - 1, c))),
            (1, Box::new(|r, c| (r, c + 1))),
            (-1, Box::new(|r, c| (r, c - 1))),
        ];
        check(game.layout(), ctf::bits(size), &ways);
    }
}

#[test]
fn hexagons() {
    for size in crusher::SIZES {
        let game = crusher::Crusher::<Widest>::new(size);
        let (row, middle) = (2 * size as i32, size as i32 - 1);
        // In a wider row the neighbours are the same column and the next; in a narrower row, the previous column and
        // the same.
        let down_left = |r: i32, c: i32| (r + 1, if r < middle { c } else { c - 1 });
        let up_left = |r: i32, c: i32| (r - 1, if r > middle { c } else { c - 1 });
        let ways: Ways<'_> = vec![
            (row, Box::new(move |r, c| (r + 1, down_left(r, c).1 + 1))),
            (row - 1, Box::new(down_left)),
            (1, Box::new(|r, c| (r, c + 1))),
            (-1, Box::new(|r, c| (r, c - 1))),
            (-row, Box::new(up_left)),
            (1 - row, Box::new(move |r, c| (r - 1, up_left(r, c).1 + 1))),
        ];
        check(game.layout(), crusher::bits(size), &ways);
    }
}

#[test]
fn hourglasses() {
    for size in oska::SIZES {
        let game = oska::Oska::<Widest>::new(size);
        let (row, waist) = (size as i32, size as i32 - 2);
        let down_left = |r: i32, c: i32| (r + 1, if r < waist { c - 1 } else { c });
        let up_left = |r: i32, c: i32| (r - 1, if r > waist { c - 1 } else { c });
        let ways: Ways<'_> = vec![
            (row, Box::new(down_left)),
            (row + 1, Box::new(move |r, c| (r + 1, down_left(r, c).1 + 1))),
            (-row - 1, Box::new(up_left)),
            (-row, Box::new(move |r, c| (r - 1, up_left(r, c).1 + 1))),
        ];
        check(game.layout(), oska::bits(size), &ways);
    }
}
