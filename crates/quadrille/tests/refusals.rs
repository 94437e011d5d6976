//! Every illegal move is refused with the rule that it breaks, and every legal move is accepted.

use quadrille::{AnyLine, Catalogue, Random, Refusal};

/// The default message of games that do not explain their rules.
const GENERAL: [&str; 2] =
    ["no man of the side to move can make this move here", "this move is not legal here"];

/// Tries every ordered pair of cells as a move, and returns how many break a rule.
fn check_pairs(line: &dyn AnyLine) -> usize {
    let (game, legal) = (line.game(), line.moves());
    let board = game.board();
    let ends = |name: &str| {
        let path = board.path(name);
        path.first().copied().zip(path.last().copied())
    };
    let mut broken = 0;
    for (from, start) in board.cells.iter().enumerate() {
        for (to, end) in board.cells.iter().enumerate().filter(|&(to, _)| to != from) {
            let name = format!("{}{}", start.name, end.name);
            let what = || format!("{name} in {}", line.text());
            match line.duplicate().play(&name) {
                Ok(()) => assert!(legal.contains(&line.read_answer(&name).expect("a move")), "{}", what()),
                Err(Refusal::Rule(rule)) => {
                    assert!(!rule.is_empty() && !GENERAL.contains(&rule.as_str()), "{}: {rule}", what());
                    assert!(legal.iter().all(|mv| ends(mv) != Some((from, to))), "{}: {rule}", what());
                    broken += 1;
                }
                Err(Refusal::NoOwnMan { cell, enemy }) => {
                    let owner = game.descriptor().owner(line.cells()[from]);
                    assert_eq!((cell.as_str(), enemy), (start.name.as_str(), owner == Some(!line.side())));
                    assert_ne!(owner, Some(line.side()), "{}", what());
                }
                Err(Refusal::Repeats { .. }) => assert!(!legal.contains(&name), "{}", what()),
                // Several captures can have the same two ends.
                Err(Refusal::Unreadable(problem)) => {
                    assert!(problem.contains("monkey"), "{}: {problem}", what());
                }
                Err(other) => panic!("{}: {other}", what()),
            }
        }
    }
    broken
}

#[test]
fn every_illegal_move_breaks_a_rule() {
    let catalogue = Catalogue::standard();
    let mut random = Random::new(8);
    for name in
        ["ctf:3", "ctf:5", "crusher:2", "crusher:3", "crusher:4", "oska:4", "oska:5", "congo", "congo:course"]
    {
        let game = catalogue.game(name).expect(name);
        let mut broken = 0;
        for _ in 0..20 {
            let mut line = game.start();
            for _ in 0..random.below(40) {
                let moves = line.moves();
                if moves.is_empty() {
                    break;
                }
                line.play(&moves[random.below(moves.len())]).expect("a legal move");
            }
            if line.ending().is_none() {
                broken += check_pairs(&*line);
            }
        }
        assert!(broken > 50, "{name}: {broken}");
    }
}

#[test]
fn refusals_name_the_rule() {
    let catalogue = Catalogue::standard();
    let ctf = "-wWw--www-------bbb--bBb- w";
    let ctf_open = "--W---ww----------b---B-- w";
    let crusher = "WWW-WW-------BB-BBB W";
    let oska = "wwww/---/--/---/bbbb w";
    for (game, position, mv, expected) in [
        ("ctf:5", ctf, "a1a2", "a1 is empty"),
        ("ctf:5", ctf, "b4b3", "the man on b4 belongs to the other side"),
        ("ctf:5", ctf, "c1c2", "a man moves to an empty cell; a pawn captures by jumping over an enemy"),
        ("ctf:5", ctf, "c1c3", "a flag moves one cell: forward, backward or sideways"),
        ("ctf:5", ctf, "b2a1", "pawns never move backward"),
        ("ctf:5", ctf, "b2a3", "a pawn moves straight forward or sideways, never diagonally"),
        ("ctf:5", ctf_open, "b2d2", "a pawn jumps over enemies, not over its own side"),
        ("ctf:5", ctf_open, "b2b4", "a pawn moves one cell unless it jumps over an enemy"),
        ("ctf:5", ctf_open, "b2e2", "a pawn moves one cell, or jumps over one enemy to the cell behind it"),
        ("crusher:3", crusher, "a1b1", "a man may not land on a man of its own colour"),
        (
            "crusher:3",
            crusher,
            "b2c4",
            "a man leaps over a neighbour of its own colour, not over an empty cell",
        ),
        (
            "crusher:3",
            crusher,
            "b2d3",
            "a man slides to a neighbouring cell, or leaps straight over one neighbour of its own colour",
        ),
        (
            "crusher:3",
            "WW--WB-------BB-B-- W",
            "b2c2",
            "a slide ends on an empty cell: only a leap crushes an enemy",
        ),
        (
            "crusher:3",
            "WW--WB-------BB-B-- W",
            "b2d2",
            "a man leaps over a neighbour of its own colour, not over an enemy",
        ),
        ("oska:4", oska, "a1b1", "men only move forward"),
        ("oska:4", oska, "a1c2", "a man steps diagonally forward, to one of the two cells in front of it"),
        ("oska:4", oska, "b1b3", "a man moves one row forward unless it jumps over an enemy"),
        ("oska:4", oska, "a1a5", "a man moves to an empty cell; it captures by jumping over an enemy"),
        ("oska:4", oska, "pass", "a player who can move may not pass"),
    ] {
        let refusal = catalogue.game(game).and_then(|game| game.line(position)).expect(position).play(mv);
        assert_eq!(refusal.expect_err(mv).to_string(), expected, "{mv} in {position}");
    }
}

#[test]
fn animals_have_their_own_rules() {
    let game = Catalogue::standard().game("congo").expect("a game");
    // White has every kind of man with room to move, and Black has some men to capture.
    let position = "3l3/P6/2S4/C6/p1z4/ZG1L2M/4E1s w 0";
    for (mv, expected) in [
        ("d2b2", "a man may not land on a man of its own side"),
        ("d2f2", "the lion may not leave the castle"),
        ("a6c7", "a pawn moves one cell forward, straight or diagonally"),
        ("a6b6", "a pawn does not move sideways"),
        ("a6b5", "a pawn moves backward one or two cells, straight"),
        ("a6a3", "a pawn does not capture backward"),
        ("c5c7", "a superpawn moves one cell forward, straight or diagonally"),
        ("c5e5", "a superpawn moves one cell sideways"),
        ("c5c3", "a superpawn does not capture backward"),
        ("c5d2", "a man may not land on a man of its own side"),
        ("c5b2", "a man may not land on a man of its own side"),
        ("c5d3", "a superpawn moves backward one or two cells, straight or diagonally"),
        ("b2c3", "a giraffe captures only by leaping two cells"),
        ("b2b5", "a giraffe steps one cell, or leaps two cells, straight or diagonally"),
        ("a2a4", "a man may not land on a man of its own side"),
        ("a2b3", "a zebra moves like a knight in chess: two cells straight and one to the side"),
        ("e1f2", "an elephant moves one or two cells along its rank or its file"),
        ("a4b6", "a crocodile in the river moves one cell, or slides along the river"),
        ("g2g1", "a monkey lands on empty cells: it captures by jumping over a man"),
        (
            "g2e4",
            "a monkey steps one cell, or jumps over neighbouring enemies to the empty cells behind them",
        ),
        ("e1e2e3", "only a monkey can jump several times in one move"),
    ] {
        let refusal = game.line(position).expect(position).play(mv).expect_err(mv);
        assert_eq!(refusal.to_string(), expected, "{mv} in {position}");
    }
    let other =
        |position: &str, mv: &str| game.line(position).expect(position).play(mv).expect_err(mv).to_string();
    assert_eq!(other("3l3/7/3p3/7/7/7/2L4 w 0", "c1e1"), "the lion moves one cell");
    assert!(
        other("3l3/7/3p3/7/7/7/3L3 w 0", "d1d7").starts_with("a lion captures the other lion along an open")
    );
    assert_eq!(
        other("3l3/7/7/7/7/P6/3L3 w 0", "a2a1"),
        "a pawn moves backward only when it is beyond the river"
    );
    assert_eq!(other("3l3/P6/p6/7/7/7/3L3 w 0", "a6a4"), "a pawn moves backward over empty cells only");
    assert_eq!(other("3l3/7/7/7/p6/7/C2L3 w 0", "a1a4"), "a man stands in the crocodile's way");
    assert_eq!(
        other("3l3/7/7/7/p6/7/C2L3 w 0", "a1a5"),
        "a crocodile moves one cell, or slides along its file as far as the river"
    );
}

/// Found by fuzzing: a finished game accepted answers, though it has no legal moves.
#[test]
fn a_finished_game_takes_no_answer() {
    let line = Catalogue::standard().game("ctf:2").expect("a game").line("wW-- w").expect("a position");
    let ending = line.ending().expect("Black has no men");
    for answer in ["a1a2", "-Ww-", "nonsense"] {
        assert_eq!(line.read_answer(answer), Err(Refusal::GameOver(ending)), "{answer}");
    }
}

#[test]
fn a_cell_that_is_not_there_and_a_board_that_stays_are_named() {
    let refusal = |game: &str, answer: &str| {
        let start = Catalogue::standard().game(game).expect("a game").start();
        start.read_answer(answer).expect_err(answer).to_string()
    };
    for (game, answer, cell) in
        [("oska:4", "b1a9", "a9"), ("ctf:3", "Z9-z9", "z9"), ("congo", "a2 a33", "a33")]
    {
        assert_eq!(refusal(game, answer), format!("there is no cell {cell}"));
    }
    assert_eq!(refusal("ctf:3", "\"wWw---bBb\""), "this is the board before the move");
    assert_eq!(refusal("ctf:3", "wW-w--bBb"), "no legal move leads to the board wW-w--bBb");
}

#[test]
fn what_a_person_types_is_read_as_a_move() {
    let start = Catalogue::standard().game("ctf:5").expect("a game").start();
    for text in ["b2b3", "B2B3", "b2-b3", " B2 – b3 ", "b2 b3", "b2:b3"] {
        assert_eq!(start.read_typed(text), Ok("b2b3".to_string()), "{text}");
    }
    // The rule that a move breaks, not words about boards.
    for text in ["c1c5", "C1-C5"] {
        assert!(matches!(start.read_typed(text), Err(Refusal::Rule(_))), "{text}");
    }
    assert!(matches!(start.read_typed("b9b3"), Err(Refusal::Unreadable(_))));
    // The next board in the notation of the course.
    let (name, next) = start.successors().expect("few moves").swap_remove(0);
    let board = next.split([',', ' ']).next().expect("a board");
    for text in [board.to_string(), format!("[\"{board}\"]")] {
        assert_eq!(start.read_typed(&text).as_ref(), Ok(&name), "{text}");
    }
}
