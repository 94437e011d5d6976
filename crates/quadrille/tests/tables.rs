//! With solved tables, the engine reaches the outcome of small positions even if it may hardly search.

use quadrille::solving::Certainty;
use quadrille::{
    AnyLine, Catalogue, GameRef, LEVELS, Outcome, Question, Random, Session, Strength, Tables, Verdict,
};

/// The plies after which a game counts as drawn.
const LONG: u32 = 40;

fn game(name: &str) -> GameRef {
    Catalogue::standard().game(name).expect("a game")
}

fn question() -> Question<'static> {
    Question::for_nodes(1000)
}

/// Plays on against best defence. Returns who has won, and after how many plies.
fn play_on(line: &mut dyn AnyLine, tables: &Tables, most: u32) -> (Option<Outcome>, u32) {
    let mut session = Session::new(tables.clone()).with_table_bytes(1 << 16);
    for plies in 0..most {
        if let Some(ending) = line.ending_in_play() {
            return (Some(ending.outcome), plies);
        }
        let mv = if plies % 2 == 0 {
            session.choose(line, &question()).expect("an answer").play.swap_remove(0)
        } else {
            tables.probe(line).expect("a small table").moves.swap_remove(0).name
        };
        line.play(&mv).expect("a legal move");
    }
    (line.ending_in_play().map(|ending| ending.outcome), most)
}

/// Checks that the engine reaches the outcome of a position.
fn check(name: &str, position: &str) -> Verdict {
    let tables = Tables::in_memory();
    let mut line = game(name).line(position).expect("a position");
    let verdict = tables.probe(&*line).expect("a small table").verdict;
    let best = verdict.outcome(line.side());
    let (outcome, plies) = play_on(&mut *line, &tables, verdict.plies().unwrap_or(LONG));
    match verdict {
        Verdict::Draw => assert!(outcome.is_none_or(|outcome| outcome == best), "{position}"),
        Verdict::Win(within) | Verdict::Loss(within) => {
            assert_eq!((outcome, plies), (Some(best), within), "{position}");
        }
    }
    verdict
}

#[test]
fn oska_is_played_perfectly_from_its_start() {
    check("oska:4", "startpos");
}

#[test]
fn congo_is_won_where_it_is_won_and_drawn_where_it_is_drawn() {
    let positions = [
        ("4l2/7/7/7/Z6/7/3L3 w 0", Verdict::Win(7)),
        ("3l3/7/5Z1/7/7/7/2L4 b 0", Verdict::Loss(6)),
        ("3l3/2Z4/7/7/7/7/4L2 b 0", Verdict::Draw),
        ("4l1z/7/7/7/7/7/Z1L4 w 0", Verdict::Draw),
    ];
    for (position, verdict) in positions {
        assert_eq!(check("congo", position), verdict, "{position}");
    }
}

#[test]
fn a_win_is_a_win_where_no_board_may_come_back() {
    let (game, tables) = (game("ctf:3"), Tables::in_memory());
    let mut random = Random::new(5);
    let mut wins = 0;
    for _ in 0..100 {
        let mut line = game.start();
        for _ in 0..random.below(8) {
            let moves = line.moves();
            if !moves.is_empty() {
                line.play(&moves[random.below(moves.len())]).expect("a legal move");
            }
        }
        let probe = tables.probe(&*line).expect("a small table");
        if let (Verdict::Win(within), Certainty::Outcome) = (probe.verdict, probe.certainty) {
            let (outcome, plies) = play_on(&mut *line, &tables, within);
            assert_eq!(outcome, Some(Outcome::Win(probe.to_move)), "{}", probe.position);
            assert!(plies <= within);
            wins += 1;
        }
    }
    assert!(wins > 0, "there are won positions");
}

#[test]
fn an_answer_with_a_depth_asks_no_tables() {
    let start = game("oska:4").start();
    let depth = Question::to_depth(3);
    let timed = Question { exact: false, ..depth.clone() };
    for question in [&depth, &timed] {
        let found = Session::new(Tables::in_memory()).choose(&*start, question).expect("an answer");
        assert_eq!((found.depth, found.score.plies_to_end()), (3, None));
    }
}

#[test]
fn only_the_highest_level_asks_tables() {
    let start = game("oska:4").start();
    let knows_the_result = |level| {
        let mut question = Strength::Level(level).question(start.game().descriptor(), 1, None);
        question.limits.nodes = question.limits.nodes.map(|_| 200);
        let found = Session::new(Tables::in_memory()).choose(&*start, &question).expect("an answer");
        found.score.plies_to_end().is_some()
    };
    let knowing: Vec<u32> = (1..=LEVELS as u32).filter(|&level| knows_the_result(level)).collect();
    assert_eq!(knowing, [LEVELS as u32]);
}

#[test]
fn boards_that_are_too_large_for_tables_say_so() {
    let large = game("oska:8");
    assert!(large.solver().is_none());
    let error = Tables::in_memory().probe(&*large.start()).expect_err("there is no table");
    assert!(error.to_string().contains("oska:8"), "{error}");
}
