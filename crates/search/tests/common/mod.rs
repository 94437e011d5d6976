//! Random lines and evaluations for the tests.

use game::{BoardState, Evaluate, Evaluation, Game, Line, Notation, Outlook, Prospect, Random};

/// An evaluation that is chosen at run time. A search is compiled for each type of evaluation, game and width of board,
/// so with one type for all evaluations the tests compile in a third of the time.
#[derive(Clone, Copy)]
pub(crate) enum Chosen {
    Standard,
    Material,
    /// Pure noise, which reveals a search that mixes up positions. It has few different values, so that many moves are
    /// equally good.
    Noise(u64),
}

impl<G: Game> Evaluate<G> for Chosen {
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        match self {
            Chosen::Standard => Evaluation::Standard.evaluate(game, position),
            Chosen::Material => Evaluation::Material.evaluate(game, position),
            Chosen::Noise(seed) => Random::new(position.hash() ^ seed).below(9) as i32 - 4,
        }
    }

    fn is_symmetric(&self) -> bool {
        !matches!(self, Chosen::Noise(_))
    }

    fn prospect(&self, outlook: &Outlook) -> Option<Prospect> {
        match self {
            Chosen::Standard => Evaluate::<G>::prospect(&Evaluation::Standard, outlook),
            Chosen::Material => Evaluate::<G>::prospect(&Evaluation::Material, outlook),
            Chosen::Noise(_) => None,
        }
    }
}

/// Random play in which men often return to earlier cells, so that earlier boards matter.
pub(crate) fn random_line<'g, G: Game>(game: &'g G, random: &mut Random) -> Line<'g, G> {
    let mut line = Line::start(game);
    for _ in 0..random.below(40) {
        let mut moves = line.moves();
        if moves.is_empty() {
            break;
        }
        if random.below(3) > 0 {
            let quiet: Vec<_> =
                moves.iter().copied().filter(|&mv| !game.is_irreversible(line.position(), mv)).collect();
            moves = if quiet.is_empty() { moves } else { quiet };
        }
        let undo = line.try_play(random.pick(&moves)).expect("a legal move");
        if line.ending().is_some() {
            line.undo(undo);
        }
    }
    line
}

/// The line after these moves, each of which must be legal. Otherwise `what` is part of the message.
pub(crate) fn play_legally<'g, G: Notation>(
    line: &Line<'g, G>,
    moves: &[G::Move],
    what: impl Fn() -> String,
) -> Line<'g, G> {
    let mut line = line.clone();
    for &mv in moves {
        assert!(line.moves().contains(&mv), "{} in {}", line.game().write_move(line.position(), mv), what());
        let _ = line.try_play(mv);
    }
    line
}
