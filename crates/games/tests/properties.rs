//! Random texts: nothing panics, and every text that can be read is written back the same.

use game::{Line, Notation};
use games::{Visitor, haskell, visit, visit_for};
use proptest::prelude::*;

/// Reads a text as a position and as a move. If it can be read, it must be written back the same.
struct Read<'a> {
    text: &'a str,
}

impl Visitor for Read<'_> {
    type Output = ();

    fn game<G: Notation>(self, game: G) {
        let _ = game.parse_move(&game.start(), self.text);
        match game.parse_line(self.text) {
            Err(error) => drop(error.to_string()),
            Ok(line) => {
                let written = game.write_line(&line);
                let again: Line<'_, G> = game.parse_line(&written).expect("written text can be read");
                assert_eq!(again.position(), line.position(), "{}", self.text);
                assert_eq!(game.write_line(&again), written);
                let _ = (line.moves(), line.ending(), game.draw(line.position()));
            }
        }
    }
}

const NAMES: &str = "ctf ctf:2 ctf:5 ctf:8 crusher crusher:2 crusher:6 oska oska:3 oska:9 congo congo:course";

fn read_everywhere(text: &str) {
    for name in NAMES.split(' ') {
        visit(name, Read { text }).expect("a game");
        let _ = visit_for(name, text, Read { text }).map_err(|error| error.to_string());
    }
    let _ = visit(text, Read { text }).map_err(|error| error.to_string());
    let _ = haskell::parse_list(text).map_err(|error| error.to_string());
    let _ = haskell::parse_char(text).map_err(|error| error.to_string());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        read_everywhere(&text);
    }

    #[test]
    fn text_of_the_right_letters(text in "[wWbB/,\\- a-g1-9pasgmelczPSGMELCZ]{0,60}") {
        read_everywhere(&text);
    }

    #[test]
    fn boards_of_squares_and_hexagons(board in "[wb-]{9}|W[wb-]{7}B|[wb-]{5}B[wb-]{4}W[wb-]{5}|[wb-]{25}|[WB-]{7}|[WB-]{19}|[WB-]{37}", side in "[wWbB]") {
        read_everywhere(&format!("{board} {side}"));
        read_everywhere(&format!("{board},{board} {side}"));
    }

    #[test]
    fn boards_of_hourglasses(board in "[wb-]{3}/[wb-]{2}/[wb-]{3}|[wb-]{4}/[wb-]{3}/[wb-]{2}/[wb-]{3}/[wb-]{4}", side in "[wb]") {
        read_everywhere(&format!("{board} {side}"));
    }

    #[test]
    fn fens(ranks in proptest::collection::vec("[PSGMEZCpsgmezc]{7}|7|3[Ll]3|[pP1]{7}|[sSzZ]5[mMcC]", 7), side in "[wb]", number in 0u32..2000) {
        read_everywhere(&format!("{} {side} {number}", ranks.join("/")));
    }

    #[test]
    fn haskell_lists(items in proptest::collection::vec("[a-zA-Z,\\-\\[\\] ]{0,12}", 0..6)) {
        prop_assert_eq!(haskell::parse_list(&haskell::write_list(&items)), Ok(items));
    }
}
