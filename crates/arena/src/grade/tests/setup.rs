//! Positions as letters on cells.

use super::super::setup::Setup;
use crate::fixture::game;

#[test]
fn positions_are_written_as_they_are_read() {
    for (name, position, men) in [
        ("ctf:3", "wWw---bBb,w-w-W-bBb b", 6),
        ("crusher:3", "WWW-WW-------BB-BBB W", 10),
        ("oska:4", "wwww/---/--/---/bbbb w", 8),
        ("congo", "gmelecz/pppp1pp/7/4p2/7/PPPPPPP/GMELECZ w 3", 28),
    ] {
        let game = game(name);
        let setup = Setup::read(&game, position);
        assert_eq!((setup.text().as_str(), setup.men()), (position, men));
        assert!(setup.boards.iter().all(|cells| cells.len() == game.board().cells.len()), "{position}");
    }
}
