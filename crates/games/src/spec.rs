//! Which game on which size of board: the one place that picks a game at run time.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use game::Notation;
use solve::Solvable;

use crate::congo::Congo;
use crate::crusher::Crusher;
use crate::ctf::Ctf;
use crate::oska::Oska;
use crate::text::whole_number;
use crate::{congo, crusher, ctf, oska};
use game::{Error, Problem};

/// Evaluates an expression with `$bits` standing for the smallest type of set that has so many bits.
macro_rules! with_bits {
    ($needed:expr, $bits:ident => $body:expr) => {
        match $needed {
            0..=64 => {
                type $bits = u64;
                $body
            }
            65..=128 => {
                type $bits = u128;
                $body
            }
            129..=256 => {
                type $bits = $crate::bits::Wide<4>;
                $body
            }
            257..=512 => {
                type $bits = $crate::bits::Wide<8>;
                $body
            }
            _ => {
                type $bits = $crate::bits::Wide<20>;
                $body
            }
        }
    };
}
pub(crate) use with_bits;

/// A game and the size of its board.
///
/// ```
/// use games::GameSpec;
/// assert_eq!("ctf:6".parse(), Ok(GameSpec::Ctf(6)));
/// assert_eq!("oska".parse(), Ok(GameSpec::Oska(4)));
/// assert_eq!(GameSpec::Crusher(3).to_string(), "crusher:3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameSpec {
    /// Capture the Flag on so many rows and columns.
    Ctf(usize),
    /// Crusher with so many cells a side.
    Crusher(usize),
    /// Oska with so many men a side.
    Oska(usize),
    /// Congo with all its men.
    Congo,
    /// Congo from the start that the course uses, with fewer kinds of men.
    CongoCourse,
}

/// Something to be done with a game, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it with this game. It is compiled for each game and width of board on its own.
    fn visit<G: Notation + 'static>(self, game: &G) -> Self::Output;
}

/// Something to be done with a game that can be solved, whichever it is.
pub trait SolvableVisitor {
    /// What comes of it.
    type Output;
    /// Does it with this game. It is compiled for each game on its own.
    fn visit<G: Notation + Solvable + Clone + 'static>(self, game: &G) -> Self::Output;
}

impl GameSpec {
    /// Sets up the rules and hands them to the visitor.
    ///
    /// # Panics
    /// When the size is out of the game's range, which no parsed specification is.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        match self {
            GameSpec::Ctf(size) => with_bits!(ctf::bits(size), B => visitor.visit(&Ctf::<B>::new(size))),
            GameSpec::Crusher(size) => {
                with_bits!(crusher::bits(size), B => visitor.visit(&Crusher::<B>::new(size)))
            }
            GameSpec::Oska(size) => with_bits!(oska::bits(size), B => visitor.visit(&Oska::<B>::new(size))),
            GameSpec::Congo => visitor.visit(&Congo::new()),
            GameSpec::CongoCourse => visitor.visit(&Congo::course()),
        }
    }

    /// As [`GameSpec::visit`], for what needs a game that can be solved. `None` where the board does not fit into 64 bits.
    ///
    /// # Panics
    /// When the size is out of the game's range, which no parsed specification is.
    pub fn visit_solvable<V: SolvableVisitor>(self, visitor: V) -> Option<V::Output> {
        let fits = |bits: usize| (bits <= 64).then_some(());
        Some(match self {
            GameSpec::Ctf(size) => {
                fits(ctf::bits(size))?;
                visitor.visit(&Ctf::<u64>::new(size))
            }
            GameSpec::Crusher(size) => {
                fits(crusher::bits(size))?;
                visitor.visit(&Crusher::<u64>::new(size))
            }
            GameSpec::Oska(size) => {
                fits(oska::bits(size))?;
                visitor.visit(&Oska::<u64>::new(size))
            }
            GameSpec::Congo => visitor.visit(&Congo::new()),
            GameSpec::CongoCourse => visitor.visit(&Congo::course()),
        })
    }

    /// Whether it is Congo, from whichever start.
    pub fn is_congo(self) -> bool {
        matches!(self, GameSpec::Congo | GameSpec::CongoCourse)
    }

    /// The rules page of the game.
    pub fn rules(self) -> &'static str {
        match self {
            GameSpec::Ctf(_) => ctf::RULES,
            GameSpec::Crusher(_) => crusher::RULES,
            GameSpec::Oska(_) => oska::RULES,
            GameSpec::Congo | GameSpec::CongoCourse => congo::RULES,
        }
    }

    /// The game named by `name` on the board that `position` is written for: a size that the name leaves open is that of
    /// the board.
    ///
    /// # Errors
    /// When there is no such game, or the size is open and the text is no board.
    pub fn for_position(name: &str, position: &str) -> Result<GameSpec, Error> {
        let spec: GameSpec = name.parse()?;
        let mut board = position.split_whitespace().next().unwrap_or("");
        if name.contains(':') || board.is_empty() || board == "startpos" {
            return Ok(spec);
        }
        board = board.split(',').next().unwrap_or("");
        let start = position.chars().take_while(|letter| letter.is_whitespace()).count();
        let sized = match spec {
            GameSpec::Ctf(_) => ctf::size_of(board).map(GameSpec::Ctf),
            GameSpec::Crusher(_) => crusher::size_of(board).map(GameSpec::Crusher),
            GameSpec::Oska(_) => {
                let rows: Vec<&str> = board.split('/').collect();
                oska::size_of(&rows).map(GameSpec::Oska).map_err(|error| error.in_text(&rows))
            }
            GameSpec::Congo | GameSpec::CongoCourse => Ok(spec),
        };
        sized.map_err(|error| error.within(position, start))
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameSpec::Ctf(size) => write!(f, "ctf:{size}"),
            GameSpec::Crusher(size) => write!(f, "crusher:{size}"),
            GameSpec::Oska(size) => write!(f, "oska:{size}"),
            GameSpec::Congo => f.write_str("congo"),
            GameSpec::CongoCourse => f.write_str("congo:course"),
        }
    }
}

impl FromStr for GameSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<GameSpec, Error> {
        let no_game = || Error::whole(Problem::Game, text);
        let (name, size) = text.split_once(':').map_or((text, None), |(name, size)| (name, Some(size)));
        let sized = |game, usual, sizes: &RangeInclusive<usize>| match size {
            None => Ok(usual),
            Some(size) => check_size(game, whole_number(size).ok_or_else(no_game)?, sizes, text),
        };
        match name {
            "ctf" => sized("ctf", 5, &ctf::SIZES).map(GameSpec::Ctf),
            "crusher" => sized("crusher", 3, &crusher::SIZES).map(GameSpec::Crusher),
            "oska" => sized("oska", 4, &oska::SIZES).map(GameSpec::Oska),
            "congo" if size.is_none() => Ok(GameSpec::Congo),
            "congo" if size == Some("course") => Ok(GameSpec::CongoCourse),
            _ => Err(no_game()),
        }
    }
}

/// Checks a size that `input` gave.
pub(crate) fn check_size(
    game: &'static str,
    size: usize,
    sizes: &RangeInclusive<usize>,
    input: &str,
) -> Result<usize, Error> {
    if sizes.contains(&size) { Ok(size) } else { Err(Error::whole(size_problem(game, size, sizes), input)) }
}

/// What is wrong with a size out of range.
pub(crate) fn size_problem(game: &'static str, size: usize, sizes: &RangeInclusive<usize>) -> Problem {
    Problem::Size { game, size, least: *sizes.start(), most: *sizes.end() }
}
