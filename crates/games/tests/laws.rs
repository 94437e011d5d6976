//! The laws of every game on many sizes: in random games from the start, and from set-ups that no game leads to.

use game::laws::{check, check_play};
use game::{Board, BoardText, Notation, Outline, Random};
use games::crusher::Crusher;
use games::{Visitor, visit, visit_for};

/// Random games from the start.
struct RandomGames {
    games: usize,
    plies: usize,
}

impl Visitor for RandomGames {
    type Output = ();

    fn game<G: Notation>(self, game: G) {
        check(&game, 2024, self.games, self.plies);
    }
}

/// Some plies of random play from a position.
struct PlayFrom<'a> {
    position: &'a str,
    random: &'a mut Random,
}

impl Visitor for PlayFrom<'_> {
    type Output = ();

    fn game<G: Notation>(self, game: G) {
        let line = game.parse_line(self.position).unwrap_or_else(|error| panic!("{error}"));
        check_play(line, self.random, 4);
    }
}

/// On large boards fewer games are played, because a check plays each of their many moves several times.
fn random_games(game: &str, sizes: impl IntoIterator<Item = usize>) {
    for size in sizes {
        let (games, plies) = if size <= 6 { (12, 60) } else { (1, 12) };
        visit(&format!("{game}:{size}"), RandomGames { games, plies }).expect("a game");
    }
}

#[test]
fn capture_the_flag_in_play() {
    random_games("ctf", 2..=32);
}

#[test]
fn crusher_in_play() {
    random_games("crusher", 2..=9);
    random_games("crusher", [12, 15, 18]);
}

#[test]
fn oska_in_play() {
    random_games("oska", 3..=22);
}

/// A board of random men: few, many or almost all cells are empty.
fn random_board(random: &mut Random, cells: usize, men: &[char]) -> String {
    let fullness = random.below(cells + 1);
    (0..cells).map(|_| if random.below(cells) < fullness { random.pick(men) } else { '-' }).collect()
}

/// Boards that no game leads to, each with a history that does not have to be a legal game.
fn set_ups(name: &str, count: usize, mut board: impl FnMut(&mut Random) -> String, players: [char; 2]) {
    let mut random = Random::new(7);
    for _ in 0..count {
        let mut boards = vec![board(&mut random)];
        let player = random.pick(&players);
        if name != "oska" {
            boards.extend(strange_history(&mut random, &boards[0]));
        }
        let position = format!("{} {player}", boards.join(","));
        visit_for(name, &position, PlayFrom { position: &position, random: &mut random })
            .unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Boards like the current one, with fewer men, or equal to it: some are one move away, some can occur only later.
fn strange_history(random: &mut Random, board: &str) -> Vec<String> {
    let cells: Vec<char> = board.chars().collect();
    let mut history = Vec::new();
    for _ in 0..random.below(12) {
        let mut other = cells.clone();
        for _ in 0..random.below(3) {
            let (a, b) = (random.below(cells.len()), random.below(cells.len()));
            other.swap(a, b);
        }
        if random.below(4) == 0 {
            let gone = random.below(cells.len());
            other[gone] = '-';
        }
        history.push(other.into_iter().collect());
    }
    history
}

/// Keeps the first flag of each side.
fn one_flag_a_side(board: &str) -> String {
    let is_second = |place, letter: char| letter.is_uppercase() && board.find(letter) != Some(place);
    let keep = |(place, letter)| if is_second(place, letter) { letter.to_ascii_lowercase() } else { letter };
    board.char_indices().map(keep).collect()
}

#[test]
fn capture_the_flag_set_up() {
    for (size, count) in
        [(2, 200), (3, 400), (4, 200), (5, 200), (7, 60), (8, 30), (11, 10), (16, 4), (32, 1)]
    {
        let men = ['w', 'w', 'b', 'b', 'W', 'B'];
        set_ups("ctf", count, |random| one_flag_a_side(&random_board(random, size * size, &men)), ['w', 'b']);
    }
}

#[test]
fn crusher_set_up() {
    for (size, count) in [(2, 400), (3, 300), (4, 100), (5, 40), (6, 10), (9, 3), (18, 1)] {
        let cells = 3 * size * (size - 1) + 1;
        set_ups("crusher", count, |random| random_board(random, cells, &['W', 'B']), ['W', 'B']);
    }
}

#[test]
fn oska_set_up() {
    for (size, count) in [(3usize, 300), (4, 300), (5, 200), (7, 50), (9, 20), (14, 5), (22, 2)] {
        let rows = (0..2 * size - 3).map(|row| 2 + row.abs_diff(size - 2)).collect();
        let board = Board::of_rows(Outline::Diamond, rows, BoardText::Rows);
        let set_up = |random: &mut Random| {
            let men = random_board(random, board.cells.len(), &['w', 'b']);
            board.write(&men.chars().collect::<Vec<_>>())
        };
        set_ups("oska", count, set_up, ['w', 'b']);
    }
}

#[test]
fn if_both_sides_of_crusher_are_crushed_the_last_mover_has_won() {
    let game = Crusher::<u64>::new(2);
    let winner = |position| {
        let line = game.parse_line(position).expect("a board");
        line.ending().map(|ending| ending.outcome.code())
    };
    assert_eq!(winner("W-----B W"), Some("b"));
    assert_eq!(winner("W-----B B"), Some("w"));
    assert_eq!(winner("WW----B W"), Some("w"));
    assert_eq!(winner("WW---BB W"), None);
}

#[test]
fn one_man_left() {
    let positions = [
        ("ctf", "w-------- w"),
        ("ctf", "W-------- b"),
        ("ctf", "wW------- w"),
        ("ctf", "--------- w"),
        ("crusher", "W------ W"),
        ("crusher", "------- B"),
        ("oska", "w--/--/--- w"),
        ("oska", "---/--/--b w"),
        ("oska", "---/--/--- b"),
    ];
    for (name, position) in positions {
        visit_for(name, position, PlayFrom { position, random: &mut Random::new(1) }).expect("a board");
    }
}
