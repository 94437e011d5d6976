//! Trains a neural network on perfect play, as solved tables know it: `tune tables=DIR net=FILE oska:5`.

mod training;
mod visited;

use std::path::Path;

use game::{BoardState, NetInputs, Notation, Random, Verdict};
use games::kit::net::Net;
use games::{Visitor, visit};
use solve::{Placement, Solvable};

use crate::truth::Solved;
use training::{BATCH, Label, Samples};

/// The number of positions, in rounds.
const ROUNDS: usize = 5;
const POSITIONS_OF_ROUND: usize = 4_000_000;
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
        let (learnt, kept) = collect(&solved);
        println!("{} positions to learn from, {} to measure errors", learnt.len(), kept.len());
        let fractions = training::train(&learnt, shape, UNIT, BATCH, |passes, error| {
            println!("after {passes} passes: mean error {error:.4}");
        });
        let net = Net::rounded(&fractions);
        report(&net, &kept);
        std::fs::write(self.file, net.to_bytes()).map_err(|error| format!("{}: {error}", self.file.display()))
    }
}

/// The positions to learn from, and some to measure errors. They are positions that searches evaluate, because these are what the network
/// has to judge.
fn collect<G: Notation + Solvable + Clone>(solved: &Solved<G>) -> (Samples, Samples) {
    let mut random = Random::new(SEED);
    let mut visited = visited::positions(&solved.game, SEED);
    let (mut learnt, mut kept) = (Samples::default(), Samples::default());
    for _ in 0..ROUNDS {
        let mut positions: Vec<G::Position> = visited.by_ref().take(POSITIONS_OF_ROUND).collect();
        solved.sort(&mut positions);
        let mut samples: Vec<_> = positions
            .iter()
            .filter_map(|position| sample(&solved.game, position, solved.verdict(position)?, &mut random))
            .collect();
        for index in (1..samples.len()).rev() {
            samples.swap(index, random.below(index + 1));
        }
        for (index, (on, label)) in samples.into_iter().enumerate() {
            (if index % KEPT == 0 { &mut kept } else { &mut learnt }).push(on, label);
        }
    }
    (learnt, kept)
}

/// A position, or at random one of those that are symmetric to it.
fn sample<G: Notation + Solvable>(
    game: &G,
    position: &G::Position,
    verdict: Verdict,
    random: &mut Random,
) -> Option<(Vec<u16>, Label)> {
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
    let NetInputs { on, kind } = game.net_inputs(&position)?;
    let label = Label { kind: kind as u16, plies: plies as u16, result };
    Some((on.into_iter().map(|input| input as u16).collect(), label))
}

/// Prints how often the network is right about the winner, by the plies to the end. A draw has none.
fn report(net: &Net, samples: &Samples) {
    for (least, most) in [(1, 11), (12, 23), (24, u16::MAX)] {
        let decided: Vec<_> =
            samples.iter().filter(|(_, label)| (least..=most).contains(&label.plies)).collect();
        let is_right = |&&(on, label): &&(&[u16], Label)| {
            let value = net.value(on, label.kind.into());
            (value > 0) == (label.result > 0.5)
        };
        let right = decided.iter().filter(is_right).count();
        let share = 100.0 * right as f64 / decided.len() as f64;
        println!(
            "right about the winner in {share:.1} % of {} positions at least {least} plies from the end",
            decided.len()
        );
    }
}
