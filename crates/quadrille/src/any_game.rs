//! The trait object of a game with a fixed board size, and its implementation for every type of game.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use game::{Line, Notation};
use games::{Family, Visitor};
use solve::{AnySolver, Solvable, Solver};

use crate::any_line::{AnyLine, TypedLine};
use crate::{Board, Descriptor, Error, Side, Size, Sizes};

/// A game with a fixed board size, as a trait object. Two games are equal if they have the same name.
pub trait AnyGame: Send + Sync {
    /// The name with the size: `hexapawn:3x4`.
    fn name(&self) -> &str;

    /// The description of the game, the same for all sizes.
    fn descriptor(&self) -> &'static Descriptor;

    /// The size of the board.
    fn size(&self) -> Size;

    /// The places and names of the cells.
    fn board(&self) -> &Board;

    /// Whether a move to an earlier board of the game is illegal.
    fn forbids_repeats(&self) -> bool;

    /// The solver of the game, if it can be solved on this board.
    fn solver(&self) -> Option<&dyn AnySolver>;

    /// Implements [`AnyGame::line`](trait.AnyGame.html#method.line).
    #[doc(hidden)]
    fn open_line(self: Arc<Self>, position: &str) -> Result<Box<dyn AnyLine>, Error>;
}

/// A shared game.
pub type GameRef = Arc<dyn AnyGame>;

impl dyn AnyGame {
    /// The starting position.
    pub fn start(self: &Arc<Self>) -> Box<dyn AnyLine> {
        let start = Arc::clone(self).open_line("startpos");
        start.unwrap_or_else(|error| unreachable!("every game has a starting position: {error}"))
    }

    /// The position that a text describes, with its history; `startpos` is the starting position.
    ///
    /// # Errors
    /// When the text is not a position of this game.
    pub fn line(self: &Arc<Self>, position: &str) -> Result<Box<dyn AnyLine>, Error> {
        Arc::clone(self).open_line(position)
    }

    /// The text of a position with these letters on its cells and no history. [`AnyGame::line`](#method.line) checks
    /// whether it is a position of the game.
    pub fn write_cells(&self, letters: &[char], side: Side) -> String {
        let Descriptor { players, suffix, .. } = self.descriptor();
        format!("{} {}{suffix}", self.board().write(letters), players[side.index()])
    }
}

impl PartialEq for dyn AnyGame {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn AnyGame {}

impl Hash for dyn AnyGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for dyn AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for dyn AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Implements [`AnyGame`] for the rules of type `G`.
pub(crate) struct TypedGame<G> {
    pub(crate) rules: Arc<G>,
    name: String,
    descriptor: &'static Descriptor,
    size: Size,
    board: Board,
    solver: Option<Box<dyn AnySolver>>,
}

/// Creates a game of a family.
pub(crate) fn open(family: &impl Family, size: Size) -> GameRef {
    let descriptor = family.descriptor();
    let text = descriptor.sizes.write(size);
    let name =
        if text.is_empty() { descriptor.name.to_string() } else { format!("{}:{text}", descriptor.name) };
    family.open(size, Opening { name, descriptor, size })
}

struct Opening {
    name: String,
    descriptor: &'static Descriptor,
    size: Size,
}

impl Opening {
    fn game<G: Notation>(self, rules: G, solver: Option<Box<dyn AnySolver>>) -> GameRef {
        let Opening { name, descriptor, size } = self;
        let board = rules.board();
        Arc::new(TypedGame { rules: Arc::new(rules), name, descriptor, size, board, solver })
    }
}

impl Visitor for Opening {
    type Output = GameRef;

    fn game<G: Notation>(self, rules: G) -> GameRef {
        Opening::game(self, rules, None)
    }

    fn solvable<G: Notation + Solvable + Clone>(self, rules: G) -> GameRef {
        // All editions have the same rules, so they share tables.
        let same_tables = matches!(self.descriptor.sizes, Sizes::Editions(_));
        let table_name = if same_tables { self.descriptor.name.to_string() } else { self.name.clone() };
        let solver = Solver { game: rules.clone(), name: self.name.clone(), table_name };
        Opening::game(self, rules, Some(Box::new(solver)))
    }
}

impl<G: Notation> AnyGame for TypedGame<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn descriptor(&self) -> &'static Descriptor {
        self.descriptor
    }

    fn size(&self) -> Size {
        self.size
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn forbids_repeats(&self) -> bool {
        G::NO_REPEAT
    }

    fn solver(&self) -> Option<&dyn AnySolver> {
        self.solver.as_deref()
    }

    fn open_line(self: Arc<Self>, position: &str) -> Result<Box<dyn AnyLine>, Error> {
        let line: Line<'_, G> = self.rules.parse_line(position)?;
        let line = line.owned(Arc::clone(&self.rules));
        Ok(Box::new(TypedLine { game: self, line }))
    }
}
