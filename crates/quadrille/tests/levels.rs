//! The levels: what they say, what they overlook, and how their choices vary.

use std::collections::HashSet;

use quadrille::{
    AnyLine, Catalogue, Effort, LEVELS, Manner, Question, Random, Session, Strength, Tables, Variety,
};

const GAMES: [&str; 4] = ["ctf:5", "crusher:3", "oska:4", "congo"];

fn start(game: &str) -> Box<dyn AnyLine> {
    Catalogue::standard().game(game).expect("a game").start()
}

/// Positions of a random game in which the game is not over.
fn positions(game: &str, seed: u64) -> Vec<Box<dyn AnyLine>> {
    let (mut line, mut random) = (start(game), Random::new(seed));
    let mut positions = Vec::new();
    for _ in 0..12 {
        let moves = line.moves();
        if moves.is_empty() {
            break;
        }
        positions.push(line.duplicate());
        line.play(&moves[random.below(moves.len())]).expect("a legal move");
    }
    positions
}

/// The moves that many games with different seeds would see here.
fn choices(line: &dyn AnyLine, strength: Strength) -> HashSet<String> {
    let reply = |seed| Session::new(Tables::none()).reply(line, strength, seed, None).expect("a move");
    (0..20).map(|seed| reply(seed).play.swap_remove(0)).collect()
}

#[test]
fn every_game_has_levels_that_do_more_and_more() {
    for game in GAMES {
        let line = start(game);
        let descriptor = line.game().descriptor();
        assert_ne!(descriptor.levels, Effort::DEFAULT, "{game} has been measured");
        let order = |effort: &Effort| match *effort {
            Effort::Plies(hundredths) => (0, u64::from(hundredths)),
            Effort::Nodes(nodes) => (1, nodes),
        };
        assert!(descriptor.levels.is_sorted_by(|a, b| order(a) < order(b)), "{game}");
        for level in 1..=LEVELS as u32 {
            let text = Strength::Level(level).describe(descriptor);
            assert_eq!(text.contains("perfect play"), level as usize == LEVELS, "{text}");
            let manner = Strength::Level(level).question(descriptor, 1, None).manner.expect("a manner");
            assert_eq!(manner.asks_tables, level as usize == LEVELS);
        }
    }
}

#[test]
fn a_player_that_overlooks_nothing_agrees_with_minimax() {
    let variety = Variety { seed: 7, margin: 0 };
    for (game, depth) in [("ctf:4", 4), ("crusher:3", 3), ("oska:4", 4), ("congo", 2)] {
        for line in (0..4).flat_map(|seed| positions(game, seed)) {
            let exact = Question::to_depth(depth);
            let manner = Some(Manner { variety, overlooked: Some(0), asks_tables: false });
            let casual = Question { exact: false, manner, ..exact.clone() };
            let mut session = Session::new(Tables::none());
            let [exact, casual] =
                [exact, casual].map(|question| session.search(&*line, &question).expect("a move"));
            assert_eq!((casual.score, casual.depth), (exact.score, depth), "{game} {}", line.text());
        }
    }
}

#[test]
fn a_player_that_overlooks_everything_plays_any_move() {
    let line = start("congo");
    let manner =
        |seed| Manner { variety: Variety { seed, margin: 0 }, overlooked: Some(100), asks_tables: false };
    let question = |seed| Question { exact: false, manner: Some(manner(seed)), ..Question::to_depth(1) };
    let reply =
        |seed| Session::new(Tables::none()).search(&*line, &question(seed)).expect("a move").play[0].clone();
    let moves: HashSet<String> = (0..1000).map(reply).collect();
    assert_eq!(moves.len(), line.moves().len());
}

#[test]
fn a_seed_repeats_a_choice_and_other_seeds_vary_it() {
    for game in GAMES {
        let line = start(game);
        // A level with a short look-ahead and one that searches.
        for level in [3, 10].map(Strength::Level) {
            let once = |seed| Session::new(Tables::none()).reply(&*line, level, seed, None).expect("a move");
            assert_eq!(once(5).play, once(5).play);
            assert!(choices(&*line, level).len() > 1, "{game}, {level}: always the same first move");
        }
        assert_eq!(choices(&*line, Strength::Depth(2)).len(), 1, "a depth always has the same answer");
    }
}

#[test]
fn a_choice_is_worse_than_the_best_by_a_tenth_of_a_man_at_most() {
    let mut chosen = 0;
    for game in GAMES {
        for line in positions(game, 3) {
            let man = line.game().descriptor().man;
            for seed in 0..5 {
                let question = Question::for_effort(Effort::Plies(200), line.game().descriptor(), seed);
                let mut session = Session::new(Tables::none());
                let casual = session.search(&*line, &question).expect("a move");
                let best = session.search(&*line, &Question::to_depth(2)).expect("a move");
                let loss = best.score.value() - casual.score.value();
                assert!((0..=man / 10).contains(&loss), "{game} {}: {loss}", line.text());
                chosen += usize::from(loss > 0);
            }
        }
    }
    assert!(chosen > 0, "a move that is not the best is chosen sometimes");
}

#[test]
fn a_won_game_is_won_whatever_the_seed() {
    // White captures the lion, in one ply.
    let line = Catalogue::standard()
        .game("congo")
        .expect("a game")
        .line("3l3/3P3/7/7/7/7/3L3 w 0")
        .expect("a position");
    let win = Session::new(Tables::none()).search(&*line, &Question::to_depth(1)).expect("a move");
    assert_eq!(win.score.plies_to_end(), Some(1));
    for level in 1..=LEVELS as u32 {
        let sees_its_moves = match line.game().descriptor().effort(level) {
            Effort::Plies(hundredths) => hundredths >= 100,
            Effort::Nodes(_) => true,
        };
        if sees_its_moves {
            assert_eq!(
                choices(&*line, Strength::Level(level)),
                HashSet::from([win.play[0].clone()]),
                "{level}"
            );
        }
    }
}
