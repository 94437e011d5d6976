//! The overhead of the arena: games at depth 1 with and without the referee, and games per second with one and with two
//! games at a time.

use std::sync::Arc;

use arena::event::{LocalVenue, Proceed, Venue};
use arena::program::CommandLine;
use arena::{Conditions, Job, Resources, Sandbox, random_openings, referee};
use game::{Evaluation, Line, Notation};
use games::{Visitor, visit};
use quadrille::{Catalogue, Opening, Tables};
use search::Engine;

use crate::figures::timed;

const GAMES: [&str; 4] = ["ctf:5", "crusher:3", "oska:4", "congo"];
const OPENINGS: usize = 200;
const MOST_PLIES: usize = 100;

/// Prints both tables.
pub(crate) fn run() {
    println!("{OPENINGS} games of the engine against itself, broken off after {MOST_PLIES} plies.\n");
    println!("| game | depth | plies a game | bare, µs a game | arena, µs a game | share of the arena |");
    println!("|---|---|---|---|---|---|");
    for game in GAMES {
        for depth in [1, 2, 4] {
            overhead(game, depth);
        }
    }
    println!("\n1000 games at depth 2:\n");
    println!("| game | games at a time | seconds | games a second |");
    println!("|---|---|---|---|");
    for game in ["ctf:5", "oska:4"] {
        for threads in [1, 2] {
            let jobs = jobs(game, 2, 1000);
            let mut venue = LocalVenue { resources: resources(), threads, progress: Arc::default() };
            let (played, seconds) = timed(|| venue.play(jobs, &mut |_| Ok(Proceed::Continue)));
            played.expect("games that can be played");
            println!("| {game} | {threads} | {seconds:.3} | {:.0} |", 1000.0 / seconds);
        }
    }
}

fn overhead(game: &str, depth: u32) {
    let jobs = jobs(game, depth, OPENINGS);
    // One run without measuring, to warm up memory, caches and the processor.
    let bare = || visit(game, Bare { jobs: &jobs, depth }).expect("a game");
    let _ = bare();
    let (plies, bare) = timed(bare);
    let resources = resources();
    let (refereed, arena) = timed(|| {
        let play = |job: &Job| referee::play(job, &resources).expect("a game that can be played").moves.len();
        jobs.iter().map(play).sum::<usize>()
    });
    assert_eq!(plies, refereed, "both play the same games");
    let a_game = |seconds: f64| 1e6 * seconds / OPENINGS as f64;
    println!(
        "| {game} | {depth} | {:.0} | {:.0} | {:.0} | {:.0} % |",
        plies as f64 / OPENINGS as f64,
        a_game(bare),
        a_game(arena),
        100.0 * (arena - bare) / arena
    );
}

fn resources() -> Resources {
    let sandbox = Sandbox::new(CommandLine::new("none", [""; 0]));
    Resources::new(Catalogue::standard(), Tables::none(), sandbox)
}

fn jobs(game: &str, depth: u32, count: usize) -> Vec<Job> {
    let conditions =
        Conditions { control: format!("depth={depth}"), most_plies: MOST_PLIES, ..Conditions::default() };
    let job = |(number, opening): (u64, Opening)| Job {
        event: "bench".to_string(),
        number,
        pair: number,
        game: game.to_string(),
        players: ["a=engine", "b=engine"].map(str::to_string),
        opening,
        conditions: conditions.clone(),
        seed: number,
    };
    let rules = Catalogue::standard().game(game).expect("a game");
    (0..).zip(random_openings(&rules, 1, 6, count)).map(job).collect()
}

/// The same games without a referee: moves are not written, read or checked, and no records are kept.
struct Bare<'j> {
    jobs: &'j [Job],
    depth: u32,
}

impl Visitor for Bare<'_> {
    /// The plies of all games.
    type Output = usize;

    fn game<G: Notation>(self, game: G) -> usize {
        let mut plies = 0;
        for job in self.jobs {
            let mut line = Line::start(&game);
            for name in &job.opening.moves {
                let mv = game.parse_move(line.position(), name).expect("a move of the opening");
                let _ = line.try_play(mv);
            }
            let mut engines = [0; 2].map(|_| Engine::new(1 << 20));
            for ply in 0..MOST_PLIES {
                let Some(choice) = engines[ply % 2].best_move(&line, self.depth, &Evaluation::Standard)
                else {
                    break;
                };
                let _ = line.try_play(choice.mv());
                plies += 1;
            }
        }
        plies
    }
}
