//! Trains a neural network on perfect play, as solved tables know it: `tune tables=DIR net=FILE oska:5`.

mod training;

use std::path::Path;

use game::{BoardState, Line, NetInputs, Notation, Random, Verdict};
use games::kit::net::Net;
use games::{Visitor, visit};
use solve::{Placement, Solvable};

use crate::truth::{Play, Solved, of_games};
use training::Sample;

/// Positions come from this many games of each kind. Each is followed by random moves, because a search evaluates such positions
/// too: so many times, and so many times more before the first capture, where an error is hardest to see by search.
const GAMES: [(Play, usize, usize, usize); 2] = [(Play::Random, 20_000, 1, 2), (Play::Engine, 1500, 4, 8)];
/// Up to this many random moves follow.
const ASTRAY: usize = 16;
const SEED: u64 = 3;
/// Every so many samples, one is kept to measure the errors of the network and is not learnt from.
const KEPT: usize = 50;
/// The value of 1 in units of the evaluation: 1 is a chance of winning of 73 %, as with the `lead` of the game's descriptor.
const UNIT: f32 = 29.0;

/// Trains a network for this board and writes its file.
pub(super) fn train(board: &str, directory: &Path, file: &Path) -> Result<(), String> {
    visit(board, Train { board, directory, file }).map_err(|error| error.to_string())?
}

struct Train<'a> {
    board: &'a str,
    directory: &'a Path,
    file: &'a Path,
}

impl Visitor for Train<'_> {
    type Output = Result<(), String>;

    fn game<G: Notation>(self, _game: G) -> Self::Output {
        Err(format!("{} cannot be solved", self.board))
    }

    fn solvable<G: Notation + Solvable + Clone>(self, game: G) -> Self::Output {
        let shape = game.net_shape().ok_or(format!("{} has no inputs for a network", self.board))?;
        let solved = Solved::open(&game, self.board, None, self.directory)?;
        let samples = collect(&solved);
        let (kept, learnt): (Vec<_>, Vec<_>) =
            samples.into_iter().enumerate().partition(|(index, _)| index % KEPT == 0);
        let [kept, learnt] =
            [kept, learnt].map(|samples| samples.into_iter().map(|(_, sample)| sample).collect::<Vec<_>>());
        println!("{} positions to learn from, {} to measure errors", learnt.len(), kept.len());
        let fractions = training::train(&learnt, shape, UNIT, |passes, error| {
            println!("after {passes} passes: mean error {error:.4}");
        });
        let net = Net::rounded(&fractions);
        report(&net, &kept);
        std::fs::write(self.file, net.to_bytes()).map_err(|error| format!("{}: {error}", self.file.display()))
    }
}

/// The positions to learn from.
fn collect<G: Notation + Solvable + Clone>(solved: &Solved<G>) -> Vec<Sample> {
    let game = &solved.game;
    let mut random = Random::new(SEED);
    let mut samples = Vec::new();
    let men = |position: &G::Position| game.tier(position).count();
    let all_men = men(&game.start());
    for (play, games, times, more) in GAMES {
        for position in of_games(game, play, SEED).take(games).flatten() {
            let times = if men(&position) == all_men { times + more } else { times };
            for _ in 0..times {
                let mut line = Line::new(game, position);
                for _ in 0..random.below(ASTRAY) {
                    let moves = line.moves();
                    if !moves.is_empty() {
                        let _ = line.try_play(random.pick(&moves));
                    }
                }
                let verdict = if line.ending().is_some() { None } else { solved.verdict(line.position()) };
                samples
                    .extend(verdict.and_then(|verdict| sample(game, line.position(), verdict, &mut random)));
            }
        }
    }
    samples
}

/// A position, or at random one of those that are symmetric to it.
fn sample<G: Notation + Solvable>(
    game: &G,
    position: &G::Position,
    verdict: Verdict,
    random: &mut Random,
) -> Option<Sample> {
    let (result, plies) = match verdict {
        Verdict::Win(plies) => (1.0, plies),
        Verdict::Draw => (0.5, 0),
        Verdict::Loss(plies) => (0.0, plies),
    };
    let symmetries = game.symmetries();
    let choice = random.below(symmetries.len() + 1);
    let position = symmetries.get(choice).map_or(Some(*position), |images| {
        let image = |cells: u64| {
            (0..64).filter(|cell| cells >> cell & 1 == 1).fold(0, |set, cell| set | 1 << images[cell])
        };
        let placement: Placement = game.placement(position).map(|kinds| kinds.map(image));
        game.place(&placement, position.side())
    })?;
    let NetInputs { on, output } = game.net_inputs(&position)?;
    Some(Sample {
        on: on.into_iter().map(|input| input as u16).collect(),
        output: output as u16,
        result,
        plies,
    })
}

/// Prints how often the network is right about the winner, by the plies to the end. A draw has none.
fn report(net: &Net, samples: &[Sample]) {
    for (least, most) in [(1, 11), (12, 23), (24, u32::MAX)] {
        let decided: Vec<&Sample> =
            samples.iter().filter(|sample| (least..=most).contains(&sample.plies)).collect();
        let is_right = |sample: &&&Sample| {
            let value = net.value(sample.on.iter().map(|&input| input.into()), sample.output.into());
            (value > 0) == (sample.result > 0.5)
        };
        let right = decided.iter().filter(is_right).count();
        let share = 100.0 * right as f64 / decided.len() as f64;
        println!(
            "right about the winner in {share:.1} % of {} positions at least {least} plies from the end",
            decided.len()
        );
    }
}
