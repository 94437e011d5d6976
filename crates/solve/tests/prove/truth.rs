//! An answer is never wrong, whatever the size of the table.

use game::{BoardState, Line, Notation, Oracle, Outcome, Random, Rules, Side, Verdict};
use games::congo::Congo;
use games::crusher::Crusher;
use games::ctf::Ctf;
use games::oska::Oska;
use solve::prove::{Answer, Certificate, Limits, Question, prove};

use super::graph::{Graph, wandered};
use crate::common::play_on;

use super::reference::{Memo, outcome, strewn, wander, winner};

/// Tables of one bucket, of a few and of plenty.
const MEMORIES: [usize; 4] = [0, 4 << 10, 256 << 10, 8 << 20];

fn limits(memory: usize) -> Limits<'static> {
    Limits { nodes: Some(5_000), memory, ..Limits::default() }
}

/// Counts how often a question was answered, and how.
#[derive(Default, Debug)]
struct Tally {
    asked: usize,
    answered: usize,
    certified: usize,
}

impl Tally {
    fn count(&mut self, answer: Answer, certificate: Certificate) {
        self.asked += 1;
        self.answered += usize::from(answer != Answer::Unknown);
        self.certified += usize::from(certificate.is_certified());
    }
}

/// Asks whether each side wins a line, and compares the answers with the truth.
fn check<G: Notation>(
    line: &Line<'_, G>,
    truth: Outcome,
    same_side_returns: bool,
    memory: usize,
    tally: &mut Tally,
) {
    for side in Side::BOTH {
        let question = Question { same_side_returns, ..Question::win(side) };
        let proof = prove(line, question, limits(memory), None, None).expect("no file");
        let wins = truth == Outcome::Win(side);
        let text = || line.game().write_line(line);
        match proof.answer {
            Answer::Proved => assert!(wins, "{side} wins was proved: {}", text()),
            Answer::Disproved => assert!(!wins, "{side} wins was disproved: {}", text()),
            Answer::Unknown => {}
        }
        tally.count(proof.answer, proof.certificate);
    }
}

/// The same for a position of a game without the no-repeat rule.
fn check_free<G: Notation>(
    game: &G,
    position: G::Position,
    truth: Outcome,
    memory: usize,
    tally: &mut Tally,
) {
    check(&Line::new(game, position), truth, false, memory, tally);
}

/// The same under the no-repeat rule, if the winner can be found by trying all play.
fn check_strict<G: Notation>(line: &Line<'_, G>, same_side_returns: bool, memory: usize, tally: &mut Tally) {
    if let Some(winner) = winner(&mut line.clone(), &mut 20_000, &mut Memo::new()) {
        check(line, Outcome::Win(winner), same_side_returns, memory, tally);
    }
}

#[test]
fn oska_of_three_is_answered_everywhere() {
    let game = Oska::<u64>::new(3);
    let mut random = Random::new(1);
    let mut tally = Tally::default();
    for round in 0..300 {
        let mut line = Line::start(&game);
        let plies = random.below(8);
        play_on(&mut line, &mut random, plies);
        let truth = outcome(&game, line.position(), 100_000).expect("a small game");
        check_free(&game, *line.position(), truth, MEMORIES[round % 4], &mut tally);
    }
    println!("oska:3: {tally:?}");
    assert_eq!(tally.answered, tally.asked);
}

#[test]
fn congo_with_three_men_is_never_answered_wrong() {
    let game = Congo::new();
    let mut random = Random::new(2);
    let mut tally = Tally::default();
    for round in 0..120 {
        let Some(position) = random_congo(&game, &mut random, round % 5 == 4) else { continue };
        let Some(truth) = outcome(&game, &position, 60_000) else { continue };
        check_free(&game, position, truth, MEMORIES[round % 4], &mut tally);
    }
    println!("congo: {tally:?}");
    assert!(tally.answered * 2 > tally.asked, "{tally:?}");
}

/// Two lions and one man, or two.
fn random_congo(game: &Congo, random: &mut Random, two: bool) -> Option<<Congo as Rules>::Position> {
    let mut board = ['1'; 49];
    board[random.below(3) * 7 + 2 + random.below(3)] = 'l';
    board[(4 + random.below(3)) * 7 + 2 + random.below(3)] = 'L';
    for _ in 0..=usize::from(two) {
        let cell = random.below(49);
        if board[cell] == '1' {
            board[cell] = random.pick(&['P', 'p', 'Z', 'g', 'M', 'e', 'C', 'S', 's']);
        }
    }
    let rows: Vec<String> = board.chunks(7).map(|row| row.iter().collect()).collect();
    let text = format!("{} {} 0", rows.join("/"), random.pick(&['w', 'b']));
    game.parse(&text).ok().map(|positions| positions[0])
}

/// Boards with men strewn over them at random.
struct Strewn<'a, G> {
    game: &'a G,
    cells: usize,
    /// One of these is picked.
    men: [&'a str; 4],
    /// How a text names the side to move.
    sides: [char; 2],
    /// Fewer random moves than this are made.
    plies: usize,
    returns_to_same_side: bool,
}

impl<G: Notation> Strewn<'_, G> {
    fn check(&self, rounds: usize, seed: u64) -> Tally {
        let mut random = Random::new(seed);
        let mut tally = Tally::default();
        for round in 0..rounds {
            let men = random.pick(&self.men);
            let board: String = strewn(&mut random, self.cells, men).into_iter().collect();
            let text = format!("{board} {}", random.pick(&self.sides));
            let Ok(mut line) = self.game.parse_line(&text) else { continue };
            let plies = random.below(self.plies);
            wander(&mut line, &mut random, plies);
            let same_side_returns = self.returns_to_same_side && round % 2 == 0;
            check_strict(&line, same_side_returns, MEMORIES[round % 4], &mut tally);
        }
        println!("{} cells: {tally:?}", self.cells);
        tally
    }
}

fn check_ctf(size: usize, rounds: usize, seed: u64) -> Tally {
    let (game, cells) = (&Ctf::<u64>::new(size), size * size);
    let men = ["WwBb", "WwwBb", "WwBbb", "WwwBbb"];
    Strewn { game, cells, men, sides: ['w', 'b'], plies: 6, returns_to_same_side: true }.check(rounds, seed)
}

fn check_crusher(rounds: usize, seed: u64) -> Tally {
    let game = &Crusher::<u64>::new(2);
    let men = ["WWBB", "WWWBB", "WWBBB", "WWWBBB"];
    Strewn { game, cells: 7, men, sides: ['W', 'B'], plies: 8, returns_to_same_side: false }
        .check(rounds, seed)
}

#[test]
fn capture_the_flag_is_never_answered_wrong() {
    let small = check_ctf(2, 500, 3);
    assert_eq!(small.answered, small.asked, "{small:?}");
    let large = check_ctf(3, 200, 4);
    assert!(large.answered * 4 > large.asked * 3, "{large:?}");
}

#[test]
fn crusher_is_never_answered_wrong() {
    let tally = check_crusher(100, 5);
    assert!(tally.answered * 2 > tally.asked, "{tally:?}");
}

#[test]
#[ignore = "thousands of positions, some minutes: see CONTRIBUTING.md"]
fn thousands_of_positions_are_never_answered_wrong() {
    check_ctf(2, 4000, 7);
    check_ctf(3, 4000, 8);
    check_crusher(1000, 9);
}

#[test]
fn play_that_goes_round_is_never_answered_wrong() {
    let mut random = Random::new(10);
    let mut tally = Tally::default();
    for round in 0..8_000 {
        let boards = 4 + random.below(60);
        let moves = 2 + random.below(3);
        let graph = Graph::<false>::random(&mut random, boards, moves);
        let position = *wandered(&graph, &mut random).position();
        let truth = outcome(&graph, &position, 1000).expect("a small graph");
        // With 8 KB the table has room for all, and the check for nothing: the search must be right by itself.
        check_free(&graph, position, truth, [8 << 10, 0, 8 << 10, 256 << 10][round % 4], &mut tally);
    }
    println!("graphs: {tally:?}");
    assert!(tally.answered * 100 > tally.asked * 95, "{tally:?}");
}

#[test]
fn play_under_the_no_repeat_rule_is_never_answered_wrong() {
    let mut random = Random::new(11);
    let mut tally = Tally::default();
    for round in 0..6000 {
        let boards = 4 + random.below(10);
        let graph = Graph::<true>::random(&mut random, boards, 3);
        let line = wandered(&graph, &mut random);
        check_strict(&line, false, MEMORIES[round % 3], &mut tally);
    }
    println!("graphs with the rule: {tally:?}");
    assert!(tally.answered * 100 > tally.asked * 95, "{tally:?}");
}

#[test]
fn known_starts_come_out() {
    let ask = |line: &Line<'_, Oska<u64>>, side| {
        let limits = Limits { memory: 32 << 20, ..Limits::default() };
        prove(line, Question::win(side), limits, None, None).expect("no file")
    };
    let (three, four) = (Oska::<u64>::new(3), Oska::<u64>::new(4));
    for (side, answer) in [(Side::White, Answer::Disproved), (Side::Black, Answer::Proved)] {
        let proof = ask(&Line::start(&three), side);
        assert_eq!(proof.answer, answer, "{side}");
        assert!(proof.certificate.is_certified());
    }
    let proof = ask(&Line::start(&four), Side::White);
    assert_eq!(proof.answer, Answer::Proved);
    assert!(proof.certificate.is_certified());
    assert!(proof.plies.is_some_and(|plies| plies >= 21), "no win is quicker than the quickest: {proof:?}");
}

/// A side that is proved to win does so, move by move, against a defender who moves at random under the real rules.
#[test]
fn who_is_proved_to_win_does() {
    let game = Crusher::<u64>::new(2);
    let mut random = Random::new(6);
    let mut won = 0;
    for _ in 0..60 {
        let board: String = strewn(&mut random, 7, "WWBBB").into_iter().collect();
        let mut line = game.parse_line(&format!("{board} W")).expect("a board");
        wander(&mut line, &mut random, 4);
        let side = random.pick(&Side::BOTH);
        let ask = |line: &Line<'_, _>| {
            prove(line, Question::win(side), limits(1 << 20), None, None).expect("no file")
        };
        if line.ending().is_some() || ask(&line).answer != Answer::Proved {
            continue;
        }
        while line.ending().is_none() {
            let mine = line.position().side() == side;
            let mv = if mine {
                let proof = ask(&line);
                assert_eq!(proof.answer, Answer::Proved, "a won game stays won: {}", game.write_line(&line));
                proof.line[0]
            } else {
                random.pick(&line.moves())
            };
            let _ = line.try_play(mv).expect("a legal move");
        }
        assert_eq!(line.ending().map(|ending| ending.outcome), Some(Outcome::Win(side)));
        won += 1;
    }
    assert!(won > 5, "{won} games were won");
}

/// Knows every position of Oska with four men or fewer.
struct Few<'g>(&'g Oska<u64>);

impl Oracle<Oska<u64>> for Few<'_> {
    fn verdict(&self, position: &<Oska<u64> as Rules>::Position) -> Option<Verdict> {
        let men = self.0.write(&[*position]).chars().filter(|letter| matches!(letter, 'w' | 'b')).count();
        // The letter of the side to move is one of them.
        if men > 5 {
            return None;
        }
        let to_move = position.side();
        outcome(self.0, position, 100_000).map(|outcome| Verdict::of_outcome(outcome, to_move))
    }
}

#[test]
fn an_oracle_is_asked() {
    let game = Oska::<u64>::new(3);
    let oracle = Few(&game);
    let line = Line::start(&game);
    let alone = prove(&line, Question::win(Side::Black), limits(1 << 20), None, None).expect("no file");
    let question = Question { oracle: Some(&oracle), ..Question::win(Side::Black) };
    let helped = prove(&line, question, limits(1 << 20), None, None).expect("no file");
    assert_eq!((alone.answer, helped.answer), (Answer::Proved, Answer::Proved));
    assert!(helped.nodes <= alone.nodes, "{} nodes with tables, {} without", helped.nodes, alone.nodes);
}
