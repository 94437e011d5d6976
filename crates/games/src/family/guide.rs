//! The guide of a game: the rules in short, which the page shows beside the board.

/// How a game is played, in short. All parts are optional: [`Guide::MINIMAL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guide {
    /// What to know before the first move: where White starts, who moves first, and the rules that hold for all men.
    pub basics: &'static [&'static str],
    /// An example for each kind of man.
    pub men: &'static [ManExample],
    /// The ways in which a game ends.
    pub ends: &'static [WayToEnd],
}

impl Guide {
    /// All optional parts empty: the page shows the rules page only.
    pub const MINIMAL: Guide = Guide { basics: &[], men: &[], ends: &[] };
}

/// What a kind of man does, with a position that shows it. The page draws its moves in this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ManExample {
    /// The letter of the man.
    pub letter: char,
    /// What it does, in one or two sentences.
    pub words: &'static str,
    /// The text of a position of the game, in the size that a name without a size means.
    pub position: &'static str,
    /// The name of the cell where the man stands. It can move.
    pub cell: &'static str,
}

/// A rule that ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WayToEnd {
    /// The rule, as an [`Ending`](game::Ending) of the game has it.
    pub rule: &'static str,
    /// The words of the rules page.
    pub words: &'static str,
    /// What has happened, for a child: `{winner}` and `{loser}` stand for White and Black.
    pub told: &'static str,
}
