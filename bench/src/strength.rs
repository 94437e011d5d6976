//! How much our own evaluation and the selective search are worth at the board.
//!
//! Two pairings for each game, from random openings that are balanced, each played twice with the colours swapped:
//!
//! * **standard against material**: our own evaluation against the count of men, at the same fixed depth. Nothing in it
//!   depends on the machine: the same seed gives the same games.
//! * **selective against exact**: the search on a clock against the exact one that is stopped by the same clock and answers
//!   with the last depth it has finished. Games are played one after the other, so that no search takes the processor of
//!   another.
//!
//! A game that is not over after [`MOST_PLIES`] plies more is broken off and counts as a draw: an evaluation is one of the
//! contestants, so none may be the judge.

use std::collections::HashSet;
use std::time::Duration;

use game::{Evaluate, Game, Line, Material, Notation, Random, Side, Standard};
use games::{Error, GameSpec, Visitor};
use search::{Engine, Limits};

use crate::figures::timed;
use crate::settings::Settings;
use crate::tally::{Outcome, Tally};

const TABLE_BYTES: usize = 16 << 20;
const MOST_PLIES: usize = 200;

/// Plies that an exact search looks ahead to see whether an opening is balanced.
const BALANCE_DEPTH: u32 = 4;

/// A game, the depth of the pairing at a fixed depth, and how many units an opening may be away from balance: about half a
/// man.
struct Contest {
    spec: GameSpec,
    depth: u32,
    margin: i32,
}

const CONTESTS: [Contest; 4] = [
    Contest { spec: GameSpec::Ctf(5), depth: 8, margin: 50 },
    Contest { spec: GameSpec::Crusher(3), depth: 6, margin: 50 },
    Contest { spec: GameSpec::Oska(5), depth: 9, margin: 15 },
    Contest { spec: GameSpec::Congo, depth: 4, margin: 50 },
];

/// Prints the table.
pub(crate) fn run(settings: &Settings) {
    println!(
        "Seed {}, {} games a pairing, {} ms a move on the clock, broken off after {MOST_PLIES} plies.\n",
        settings.seed,
        settings.games,
        settings.time.as_millis()
    );
    println!(
        "| game | pairing | wins | draws | unfinished | losses | score | Elo (95 %) | ms a move | of the other |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for contest in CONTESTS {
        if settings.game.is_none_or(|only| only == contest.spec) {
            contest.spec.visit(Matches { contest: &contest, settings });
        }
    }
}

struct Matches<'s> {
    contest: &'s Contest,
    settings: &'s Settings,
}

impl Visitor for Matches<'_> {
    type Output = ();

    fn visit<G: Notation<Error = Error> + 'static>(self, game: &G) {
        let Matches { contest: &Contest { spec, depth, margin }, settings } = self;
        let openings = balanced_openings(game, settings.seed, margin, settings.games.div_ceil(2));
        let time = settings.time;
        let pairings: [(String, Pairing<G>); 2] = [
            (
                format!("standard against material, depth {depth}"),
                Box::new(move || [at_depth(depth, Standard), at_depth(depth, Material)]),
            ),
            (
                format!("selective against exact, {} ms", time.as_millis()),
                Box::new(move || [selective(time), exact(time)]),
            ),
        ];
        for (name, pairing) in pairings {
            let (tally, [first, second]) = play_match(&openings, &pairing, &format!("{spec}, {name}"));
            println!("| {spec} | {name} | {tally} | {first:.1} | {second:.1} |");
        }
    }
}

/// Chooses a move.
type Player<G> = Box<dyn FnMut(&Line<'_, G>) -> <G as Game>::Move>;
/// Both players of a game, with tables that know nothing of the game before.
type Pairing<G> = Box<dyn Fn() -> [Player<G>; 2]>;

fn at_depth<G: Game, E: Evaluate<G> + 'static>(depth: u32, evaluation: E) -> Player<G> {
    let mut engine = Engine::new(TABLE_BYTES);
    Box::new(move |line| engine.best_move(line, depth, &evaluation).expect("the game is not over").mv())
}

fn selective<G: Game>(time: Duration) -> Player<G> {
    let mut engine = Engine::new(TABLE_BYTES);
    let limits = Limits { time: Some(time), ..Limits::default() };
    Box::new(move |line| engine.think(line, &limits, &Standard, |_| {}).expect("the game is not over").mv())
}

fn exact<G: Game>(time: Duration) -> Player<G> {
    let mut engine = Engine::new(TABLE_BYTES);
    let limits = Limits { time: Some(time), ..Limits::default() };
    Box::new(move |line| {
        let choice = engine.analyze(line, &limits, &Standard, |_| {});
        // As the selective search does when it has not finished a single depth.
        choice.map_or_else(|| line.moves()[0], |choice| choice.mv())
    })
}

/// Different openings of 4 to 10 random plies, undecided and about even at a small depth. The same seed gives the same ones.
fn balanced_openings<G: Game>(game: &G, seed: u64, margin: i32, count: usize) -> Vec<Line<'_, G>> {
    let mut random = Random::new(seed);
    let mut engine = Engine::new(TABLE_BYTES);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    while openings.len() < count {
        let mut line = Line::start(game);
        for _ in 0..4 + random.below(7) {
            let moves = line.moves();
            if !moves.is_empty() {
                let _ = line.try_play(random.pick(&moves));
            }
        }
        let balanced = engine
            .best_move(&line, BALANCE_DEPTH, &Standard)
            .is_some_and(|choice| choice.score.value().abs() <= margin);
        if balanced && seen.insert(G::hash(line.position())) {
            openings.push(line);
        }
    }
    openings
}

/// Plays every opening twice: the results of the first player, and how many milliseconds a move took each of them.
fn play_match<G: Game>(openings: &[Line<'_, G>], pairing: &Pairing<G>, name: &str) -> (Tally, [f64; 2]) {
    let mut tally = Tally::default();
    let mut clocks = [Clock::default(), Clock::default()];
    for opening in openings {
        tally.add(Side::BOTH.map(|side| play_game(opening, pairing(), side, &mut clocks)));
        if tally.games() % 20 == 0 {
            eprintln!("{name}: {} of {} games", tally.games(), 2 * openings.len());
        }
    }
    (tally, clocks.map(|clock| 1e3 * clock.seconds / clock.moves))
}

/// The time that a player has taken for so many moves.
#[derive(Default)]
struct Clock {
    seconds: f64,
    moves: f64,
}

/// Plays a game to its end, with the first player on that side.
fn play_game<G: Game>(
    opening: &Line<'_, G>,
    mut players: [Player<G>; 2],
    side: Side,
    clocks: &mut [Clock; 2],
) -> Outcome {
    let mut line = opening.clone();
    let mut plies = 0;
    loop {
        if let Some(ending) = line.ending() {
            return match ending.outcome {
                game::Outcome::Draw => Outcome::Drawn,
                game::Outcome::Win(winner) if winner == side => Outcome::Won,
                game::Outcome::Win(_) => Outcome::Lost,
            };
        }
        if plies == MOST_PLIES {
            return Outcome::Unfinished;
        }
        let turn = usize::from(G::side_to_move(line.position()) != side);
        let (mv, seconds) = timed(|| players[turn](&line));
        clocks[turn].seconds += seconds;
        clocks[turn].moves += 1.0;
        assert!(line.moves().contains(&mv), "a player who cheats is not worth a match");
        let _ = line.try_play(mv);
        plies += 1;
    }
}
