//! How a game describes itself: everything that commands, pages, the arena and the solver know about a particular game.
//!
//! A game is a folder with a [`Descriptor`] and a type that implements [`Family`]. The parts that a game may leave out have
//! their own modules: [`course`] and [`grading`].

pub mod course;
pub mod grading;
mod size;

use game::{Error, Notation, Side};
use solve::Solvable;

use course::CallForm;
pub use course::Course;
pub use grading::Grading;
pub use size::{Edition, Size, Sizes};

/// A game on all sizes of its board.
pub trait Family: Send + Sync + 'static {
    /// The description of the game.
    fn descriptor(&self) -> &'static Descriptor;

    /// Sets up the game on a board of this size, which is one of the descriptor's sizes, and hands it to the visitor.
    fn open<V: Visitor>(&self, size: Size, visitor: V) -> V::Output;
}

/// Something to do with a game, whichever it is. It is compiled for each game and width of board on its own.
pub trait Visitor: Sized {
    /// The result.
    type Output;

    /// Does it with this game.
    fn game<G: Notation>(self, game: G) -> Self::Output;

    /// Does it with a game that can also be solved.
    fn solvable<G: Notation + Solvable + Clone>(self, game: G) -> Self::Output {
        self.game(game)
    }
}

/// The description of a game.
///
/// A game needs a name, a title, sizes, men and a rules page, and takes the rest from [`Descriptor::MINIMAL`]:
///
/// ```
/// use games::{Descriptor, Man, Sizes};
/// use game::Side;
/// const NIM: Descriptor = Descriptor {
///     name: "nim",
///     title: "Nim",
///     sizes: Sizes::range(1..=9, 3, "{n} heaps"),
///     men: &[Man { letter: 'o', side: Side::White, name: "stone", drawing: "<circle class=\"body\" r=\"30\"/>" }],
///     rules: "# Nim",
///     ..Descriptor::MINIMAL
/// };
/// assert_eq!(NIM.players, ['w', 'b']);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// The name in commands: `nim`.
    pub name: &'static str,
    /// The name for people: `Tic-tac-toe`.
    pub title: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// The sizes of its board.
    pub sizes: Sizes,
    /// What may stand on a cell.
    pub men: &'static [Man],
    /// The letters of White and Black as the player to move in a position's text.
    pub players: [char; 2],
    /// What follows the player in the text of a position that was set up.
    pub suffix: &'static str,
    /// The rules page, in Markdown.
    pub rules: &'static str,
    /// Finds the size of the board that a text is written for. Without it a name without a size means the default size.
    pub size_of: Option<SizeOf>,
    /// What the game's course asks for, if it comes from a course.
    pub course: Option<Course>,
    /// How programs that play the game are graded.
    pub grading: Grading,
    /// What `quadrille bench` searches: sizes and depths.
    pub bench: &'static [(Size, u32)],
}

impl Descriptor {
    /// A descriptor without the parts that a game may leave out. Name, title, sizes, men and rules have to be given.
    pub const MINIMAL: Descriptor = Descriptor {
        name: "",
        title: "",
        summary: "",
        sizes: Sizes::Editions(&[]),
        men: &[],
        players: ['w', 'b'],
        suffix: "",
        rules: "",
        size_of: None,
        course: None,
        grading: Grading::MINIMAL,
        bench: &[],
    };

    /// The size in a name of this game: `nim:6`. A name without a size means the default size.
    ///
    /// # Errors
    /// When the game has no such size.
    pub fn size(&self, name: &str) -> Result<Size, Error> {
        match name.split_once(':') {
            Some((_, size)) => self.sizes.parse(self.name, size, name),
            None => Ok(self.sizes.default()),
        }
    }

    /// As [`Descriptor::size`]; a size that the name leaves open is that of the board for which the position is written.
    ///
    /// # Errors
    /// When the game has no such size, or the size is open and the position has no board of any size.
    pub fn size_for(&self, name: &str, position: &str) -> Result<Size, Error> {
        let boards = position.split_whitespace().next().unwrap_or("");
        let (false, Some(size_of)) = (name.contains(':'), self.size_of) else {
            return self.size(name);
        };
        if boards.is_empty() || boards == "startpos" {
            return self.size(name);
        }
        let newest = boards.split(',').next().unwrap_or("");
        let start = position.chars().take_while(|letter| letter.is_whitespace()).count();
        size_of(newest).map_err(|error| error.within(position, start))
    }

    /// How programs that play this game are called: as its course calls them.
    pub fn call_form(&self) -> CallForm {
        self.course.map_or(CallForm::DEFAULT, |course| course.call)
    }

    /// Whose man a letter is; `None` for an empty cell and for other letters.
    pub fn owner(&self, letter: char) -> Option<Side> {
        self.men.iter().find(|man| man.letter == letter).map(|man| man.side)
    }
}

/// Finds the size of the board that a text is written for.
pub type SizeOf = fn(&str) -> Result<Size, Error>;

/// A kind of man of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    /// Its letter on a board.
    pub letter: char,
    /// Whose it is.
    pub side: Side,
    /// What it is called, without the colour: `pawn`.
    pub name: &'static str,
    /// What it looks like: SVG elements in a square of 100 around the origin. The page has styles for the classes `body` (the side's
    /// colour), `rim` and `shine` (lines and light on it), `ink` and `cut` (drawn on it and cut out of it) and `ink-line` and
    /// `cut-line` (the same as lines).
    pub drawing: &'static str,
}

/// Something to do with families of games. Unlike a function it can be generic.
pub trait FamilyVisitor {
    /// Does it with this family.
    fn family<F: Family>(&mut self, family: F);
}
