//! The laws: checks of the properties that every implementation of [`Game`] and [`Notation`] must have.
//!
//! A game's tests call [`check`] for random games and [`check_line`] for chosen positions.

use std::collections::HashMap;

use crate::{
    BoardState, Evaluation, Game, Line, MOST_MOVES, MoveCode, Notation, Prospect, Random, Score, best_move,
    perft,
};

/// Plays random games from the start, each of at most `plies` plies, and checks every position on the way.
///
/// # Panics
/// When a law is broken; the message names the law and the position.
pub fn check<G: Notation>(game: &G, seed: u64, games: usize, plies: usize) {
    let mut random = Random::new(seed);
    for _ in 0..games {
        check_play(Line::start(game), &mut random, plies);
    }
}

/// Checks a line and up to `plies` plies of random play from it.
///
/// # Panics
/// When a law is broken.
pub fn check_play<G: Notation>(mut line: Line<'_, G>, random: &mut Random, plies: usize) {
    check_line(&line);
    let mut trail = vec![*line.position()];
    for _ in 0..plies {
        let moves = line.moves();
        if moves.is_empty() {
            return;
        }
        let before = *line.position();
        let mv = random.pick(&moves);
        let undo = line.try_play(mv).expect("law: a legal move can be played");
        line.undo(undo);
        assert_eq!(*line.position(), before, "law: a move can be taken back");
        let _ = line.try_play(mv);
        check_line(&line);
        trail.push(*line.position());
        for (distance, earlier) in trail.iter().rev().enumerate().skip(1) {
            let (game, here) = (line.game(), line.position());
            let bound = game.min_plies_to(earlier, here) as usize;
            assert!(
                bound <= distance || game.potential(earlier) > game.potential(here),
                "law: positions are no further apart than their play"
            );
        }
    }
}

/// Checks one line.
///
/// # Panics
/// When a law is broken.
pub fn check_line<G: Notation>(line: &Line<'_, G>) {
    let text = line.game().write_line(line);
    texts_read_back(line, &text);
    endings_are_final(line, &text);
    if line.game().ending(line.position()).is_none() {
        terms_add_up(line, &text);
        captures_count_apart(line, &text);
        outlooks_hold(line, &text);
        moves_are_what_they_seem(line, &text);
        legality_is_by_all_boards(line, &text);
    }
    perft_counts_what_can_be_played(line, &text);
    colours_do_not_matter(line, &text);
    left_and_right_do_not_matter(line, &text);
}

/// The first moves of a position. A search has them inlined, and so would each place here that needs them: that takes long to compile.
#[inline(never)]
fn moves_of<G: Notation>(game: &G, position: &G::Position, most: usize) -> Vec<G::Move> {
    game.moves(position).take(most).collect()
}

/// The position after a move, not inlined either.
#[inline(never)]
fn after<G: Notation>(game: &G, position: &G::Position, mv: G::Move) -> G::Position {
    game.play_unchecked(position, mv)
}

/// The material and the evaluation of a position, not inlined either.
#[inline(never)]
fn values<G: Notation>(game: &G, position: &G::Position) -> [i32; 2] {
    [game.material(position), game.evaluate(position)]
}

fn texts_read_back<G: Notation>(line: &Line<'_, G>, text: &str) {
    let game = line.game();
    let read =
        game.parse(text).unwrap_or_else(|error| panic!("law: a written position is readable: {error}"));
    // The hash is part of a position, and reading computes it anew: equality says that play kept it right.
    assert_eq!(read[0], *line.position(), "law: position text reads back: {text}");
    if G::NO_REPEAT {
        let boards_agree = read[1..].iter().zip(line.history().rev()).all(|(a, b)| a.same_board(&b));
        assert!(boards_agree && read.len() == 1 + line.history().count(), "law: history reads back: {text}");
    }
    assert!(!game.draw(line.position()).is_empty(), "law: a board can be drawn: {text}");
}

fn endings_are_final<G: Notation>(line: &Line<'_, G>, text: &str) {
    let legal = line.moves();
    assert_eq!(
        line.ending().is_some(),
        legal.is_empty(),
        "law: a game is over exactly when there is no legal move: {text}"
    );
    assert_eq!(line.count_moves(), legal.len(), "law: legal moves are counted right: {text}");
    for evaluation in values(line.game(), line.position()) {
        assert_eq!(
            Score::units(evaluation).value(),
            evaluation,
            "law: evaluations stay within their range: {text}"
        );
    }
}

fn outlooks_hold<G: Notation>(line: &Line<'_, G>, text: &str) {
    let (game, position) = (line.game(), line.position());
    let Some(outlook) = game.outlook(position) else {
        return;
    };
    let now = [outlook.material.now, outlook.evaluation.now];
    assert_eq!(now, values(game, position), "law: the outlook has the evaluations: {text}");
    assert!(G::OUTLOOKS, "law: a game with outlooks says so");
    let mut good_enough = [0; 2];
    for mv in moves_of(game, position, usize::MAX) {
        let next = after(game, position, mv);
        let name = game.write_move(position, mv);
        assert_eq!(
            game.ending(&next),
            None,
            "law: no move ends the game if there is an outlook: {name} in {text}"
        );
        assert!(
            game.min_boards_to_block(&next) >= outlook.replies,
            "law: there are as many replies as foretold: {name} in {text}"
        );
        let prospects = [outlook.material, outlook.evaluation];
        for (good, (value, Prospect { least, most, .. })) in
            good_enough.iter_mut().zip(values(game, &next).into_iter().zip(prospects))
        {
            let value = -value;
            assert!(value <= most, "law: {name} does not lead to more than {most}: {text}");
            *good += usize::from(value >= least);
        }
    }
    assert!(
        good_enough.iter().all(|&good| good >= outlook.moves),
        "law: there are as many good moves as foretold: {text}"
    );
}

fn terms_add_up<G: Notation>(line: &Line<'_, G>, text: &str) {
    let (game, position) = (line.game(), line.position());
    let mover = position.side();
    let sum: i32 = game.terms(position).iter().map(|term| term.worth(mover)).sum();
    assert_eq!(sum, values(game, position)[1], "law: the terms add up to the evaluation: {text}");
}

fn captures_count_apart<G: Notation>(line: &Line<'_, G>, text: &str) {
    let (game, position) = (line.game(), line.position());
    if moves_of(game, position, MOST_MOVES).iter().all(|&mv| game.gain(position, mv) == 0) {
        assert_eq!(
            game.evaluate_without_captures(position),
            values(game, position)[1],
            "law: without a capture, the evaluation without captures is the whole one: {text}"
        );
    }
}

fn moves_are_what_they_seem<G: Notation>(line: &Line<'_, G>, text: &str) {
    let (game, position) = (line.game(), line.position());
    let moves = moves_of(game, position, usize::MAX);
    assert_eq!(game.count_moves(position), moves.len(), "law: moves are counted right: {text}");
    assert_eq!(game.has_move(position), !moves.is_empty(), "law: there is a move or none: {text}");
    let irreversible = || moves.iter().any(|&mv| game.is_irreversible(position, mv));
    assert!(
        game.min_boards_to_block(position) <= moves.len() || irreversible(),
        "law: only an irreversible move needs more boards to block than there are moves: {text}"
    );
    let mut written: Vec<String> = moves.iter().map(|&mv| game.write_move(position, mv)).collect();
    for (&mv, name) in moves.iter().zip(&written) {
        let read = game.parse_move(position, name);
        assert_eq!(read, Ok(mv), "law: move text {name} reads back: {text}");
        assert!(mv.code() < 1 << 22, "law: codes are small: {name} in {text}");
        assert_eq!(
            game.decode_move(position, mv.code()).map(MoveCode::code),
            Some(mv.code()),
            "law: a code is read back: {name} in {text}"
        );
        let next = after(game, position, mv);
        assert_ne!(next.side(), position.side(), "law: players alternate: {name} in {text}");
        if G::NO_REPEAT {
            assert_eq!(
                game.board_hash(&next) == next.hash(),
                next.side() == crate::Side::White,
                "law: the hash of a board leaves out who is to move: {name} in {text}"
            );
            let (before, after) = (game.potential(position), game.potential(&next));
            assert!(after <= before, "law: no move raises the potential: {name} in {text}");
            assert_eq!(
                game.is_irreversible(position, mv),
                after < before,
                "law: a move is irreversible when it lowers the potential: {name} in {text}"
            );
            assert!(!position.same_board(&next), "law: a move changes the board: {name} in {text}");
            assert_eq!(
                game.move_to_board(&next, position),
                None,
                "law: no answer takes a move back: {name} in {text}"
            );
            assert_eq!(
                game.move_to_board(position, &next),
                Some(mv),
                "law: a board tells its move: {name} in {text}"
            );
        }
    }
    let mut known = HashMap::from([(position.hash(), *position)]);
    for next in moves.iter().map(|&mv| after(game, position, mv)) {
        let other = known.insert(next.hash(), next);
        assert!(
            other.is_none_or(|other| other == next),
            "law: different positions have different hashes: {text} and its moves"
        );
    }
    for code in [0, 1, 12_345, (1 << 22) - 1] {
        let decoded = game.decode_move(position, code);
        assert!(decoded.is_none_or(|mv| moves.contains(&mv)), "law: any number may be asked for: {text}");
    }
    written.sort_unstable();
    written.dedup();
    assert_eq!(written.len(), moves.len(), "law: different moves are written differently: {text}");
}

fn legality_is_by_all_boards<G: Notation>(line: &Line<'_, G>, text: &str) {
    let (game, position) = (line.game(), line.position());
    let repeats = |mv| {
        let next = after(game, position, mv);
        G::NO_REPEAT && line.history().any(|board| board.same_board(&next))
    };
    let moves = moves_of(game, position, usize::MAX);
    let legal: Vec<_> = moves.iter().copied().filter(|&mv| !repeats(mv)).collect();
    for board in line.history() {
        let making = moves.iter().copied().find(|&mv| after(game, position, mv).same_board(&board));
        assert_eq!(
            game.move_to_board(position, &board),
            making,
            "law: a board tells its move or none: {text}"
        );
    }
    assert_eq!(line.moves(), legal, "law: a move is illegal exactly if its board has been before: {text}");
    for mv in moves {
        let played = line.clone().try_play(mv).is_some();
        assert_eq!(played, legal.contains(&mv), "law: legal moves and no others can be played: {text}");
    }
}

/// Perft counts its last plies without playing them; this plays every one.
fn perft_counts_what_can_be_played<G: Notation>(line: &Line<'_, G>, text: &str) {
    fn played<G: Notation>(line: &mut Line<'_, G>, depth: u32) -> u64 {
        let position = *line.position();
        if depth == 0 {
            return 1;
        }
        if line.game().is_final(&position) {
            return 0;
        }
        let mut games = 0;
        for mv in moves_of(line.game(), &position, usize::MAX) {
            if let Some(undo) = line.try_play(mv) {
                games += played(line, depth - 1);
                line.undo(undo);
            }
        }
        games
    }
    // As deep as is quick on this board.
    let deepest = match line.count_moves() {
        0..=6 => 4,
        7..=14 => 3,
        15..=60 => 2,
        _ => 1,
    };
    for depth in 1..=deepest {
        let expected = played(&mut line.clone(), depth);
        assert_eq!(perft(&mut line.clone(), depth), expected, "law: perft counts what can be played: {text}");
    }
}

fn colours_do_not_matter<G: Notation>(line: &Line<'_, G>, text: &str) {
    let (game, position) = (line.game(), line.position());
    let Some(other) = mirrored(line) else {
        return;
    };
    let turned = other.position();
    assert_eq!(game.mirrored(turned), Some(*position), "law: mirrored twice is the same: {text}");
    assert_ne!(turned.hash(), position.hash(), "law: the hash tells the sides apart: {text}");
    assert_eq!(
        line.ending().map(|ending| ending.outcome.mirrored()),
        other.ending().map(|ending| ending.outcome),
        "law: mirrored games end alike: {text}"
    );
    assert_eq!(
        values(game, position),
        values(game, turned),
        "law: evaluations are the same mirrored: {text}"
    );
    let moves: Vec<_> = line.moves().into_iter().map(|mv| game.mirrored_move(mv)).collect();
    assert_eq!(moves, other.moves(), "law: mirrored moves come in the same order: {text}");
    let answer = best_move(&mut line.clone(), 1, &Evaluation::Standard)
        .map(|choice| (choice.score, game.mirrored_move(choice.mv())));
    let turned_answer =
        best_move(&mut other.clone(), 1, &Evaluation::Standard).map(|choice| (choice.score, choice.mv()));
    assert_eq!(answer, turned_answer, "law: the mirrored question has the mirrored answer: {text}");
}

fn left_and_right_do_not_matter<G: Notation>(line: &Line<'_, G>, text: &str) {
    let (game, position) = (line.game(), line.position());
    let Some(reflected) = game.reflected(position) else {
        return;
    };
    assert_eq!(game.reflected(&reflected), Some(*position), "law: reflected twice is the same: {text}");
    assert_eq!(game.ending(&reflected), game.ending(position), "law: reflected games end alike: {text}");
    if game.ending(position).is_some() {
        return;
    }
    assert_eq!(
        values(game, &reflected),
        values(game, position),
        "law: evaluations are the same reflected: {text}"
    );
    let moves = moves_of(game, position, MOST_MOVES);
    let others = moves_of(game, &reflected, MOST_MOVES);
    assert_eq!(moves.len(), others.len(), "law: a reflected position has as many moves: {text}");
    for mv in moves {
        let other = game.reflected_move(mv);
        assert!(others.contains(&other), "law: a reflected position has the reflected moves: {text}");
        assert_eq!(
            Some(after(game, &reflected, other)),
            game.reflected(&after(game, position, mv)),
            "law: reflected moves lead to reflected positions: {text}"
        );
    }
}

/// The line with the colours swapped and every board rotated, if the game implements [`Mirror`](crate::Mirror).
pub fn mirrored<'g, G: Game>(line: &Line<'g, G>) -> Option<Line<'g, G>> {
    let game = line.game();
    let history: Option<Vec<_>> = line.history().rev().map(|board| game.mirrored(&board)).collect();
    Some(Line::with_history(game, game.mirrored(line.position())?, &history?))
}
