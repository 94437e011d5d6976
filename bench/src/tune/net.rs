//! Trains a neural network on perfect play, as solved tables know it: `tune tables=DIR net=FILE oska:5`.

mod training;
mod visited;

use std::path::Path;

use game::{BoardState, Evaluate, Evaluation, NetInputs, Notation, Random, Verdict};
use games::kit::net::Net;
use games::{Visitor, visit};
use solve::{Placement, Solvable};

use crate::truth::Solved;
use training::{BATCH, Label, Learner, Samples};
use visited::Searches;

/// What the network learns from, and how often each position is used.
struct Lesson {
    searches: Searches,
    positions: usize,
    passes: usize,
}

/// In the first lesson searches use the standard evaluation, so the network does not depend on the one before it. In the second they use
/// what the network has learnt, because its errors lead searches to positions that it misjudges. It starts with the positions of the first.
const LESSONS: [Lesson; 2] = [
    Lesson { searches: Searches { seed: 3, nodes: 20_000, taken: 32 }, positions: 20_000_000, passes: 4 },
    Lesson { searches: Searches { seed: 5, nodes: 200_000, taken: 16 }, positions: 40_000_000, passes: 8 },
];
/// Positions are looked up in the tables in rounds of this size.
const ROUND: usize = 4_000_000;
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
        let mut learner = Learner::new(shape, BATCH);
        let (mut learnt, mut kept) = (Samples::default(), Samples::default());
        let mut random = Random::new(SEED);
        for (number, lesson) in LESSONS.iter().enumerate() {
            let so_far = Learnt(Net::rounded(&learner.finish(UNIT)));
            let visited: Box<dyn Iterator<Item = G::Position>> = if number == 0 {
                Box::new(visited::positions(&solved.game, lesson.searches, &Evaluation::Standard))
            } else {
                Box::new(visited::positions(&solved.game, lesson.searches, &so_far))
            };
            kept = Samples::default();
            collect(&solved, visited.take(lesson.positions), &mut learnt, &mut kept, &mut random);
            println!("{} positions to learn from, {} to measure errors", learnt.len(), kept.len());
            learner.train(&learnt, lesson.passes, |passes, error| {
                println!("after {passes} passes: mean error {error:.4}");
            });
        }
        let net = Net::rounded(&learner.finish(UNIT));
        report(&net, &kept);
        std::fs::write(self.file, net.to_bytes()).map_err(|error| format!("{}: {error}", self.file.display()))
    }
}

/// A network in training as an evaluation.
struct Learnt(Net);

impl<G: Notation> Evaluate<G> for Learnt {
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        let seen = game.net_inputs(position).map(|NetInputs { on, kind }| {
            let on: Vec<u16> = on.into_iter().map(|input| input as u16).collect();
            self.0.value(&on, kind)
        });
        seen.unwrap_or(0)
    }
}

/// Adds positions to those to learn from, and some to those that measure errors. They are positions that searches evaluate, because these
/// are what the network has to judge.
fn collect<G: Notation + Solvable + Clone>(
    solved: &Solved<G>,
    mut visited: impl Iterator<Item = G::Position>,
    learnt: &mut Samples,
    kept: &mut Samples,
    random: &mut Random,
) {
    loop {
        let mut positions: Vec<G::Position> = visited.by_ref().take(ROUND).collect();
        if positions.is_empty() {
            break;
        }
        solved.sort(&mut positions);
        let mut samples: Vec<_> = positions
            .iter()
            .filter_map(|position| sample(&solved.game, position, solved.verdict(position)?, random))
            .collect();
        for index in (1..samples.len()).rev() {
            samples.swap(index, random.below(index + 1));
        }
        for (index, (on, label)) in samples.into_iter().enumerate() {
            (if index % KEPT == 0 { &mut *kept } else { &mut *learnt }).push(on, label);
        }
    }
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
