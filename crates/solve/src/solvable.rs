//! What a game adds to be solved.

use game::{Game, Side};

use crate::forward::Sweep;

/// The kinds of men that a game can have at most.
pub const KINDS: usize = 8;

/// The men of both sides, by side and kind, each kind as a set of cells.
pub type Placement = [[u64; KINDS]; 2];

/// How many men of each kind each side has. A move keeps the tier, and is then called quiet, or leads to a tier that never
/// leads back: a capture or a promotion, for example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tier {
    /// By side and kind.
    pub men: [[u8; KINDS]; 2],
}

impl Tier {
    /// The tier of these men of a game.
    #[inline]
    pub fn of<G: Solvable>(placement: &Placement) -> Tier {
        let mut tier = Tier::default();
        for (counts, sets) in tier.men.iter_mut().zip(placement) {
            for kind in 0..G::LETTERS.len() {
                counts[kind] = sets[kind].count_ones() as u8;
            }
        }
        tier
    }

    /// The same with the colours swapped.
    #[must_use]
    pub fn swapped(self) -> Tier {
        Tier { men: [self.men[1], self.men[0]] }
    }

    /// The one of a tier and its swapped twin that stands for both.
    #[must_use]
    pub fn canonical(self) -> Tier {
        self.max(self.swapped())
    }

    /// Whether both sides have the same men.
    pub fn is_even(self) -> bool {
        self.men[0] == self.men[1]
    }

    /// The men on the board.
    pub fn count(self) -> u32 {
        self.men.iter().flatten().map(|&men| u32::from(men)).sum()
    }

    /// The tier with one man more, or less, of a kind; `None` if there is no man to take.
    #[must_use]
    pub fn with(mut self, side: Side, kind: usize, change: i8) -> Option<Tier> {
        let men = &mut self.men[side.index()][kind];
        *men = men.checked_add_signed(change)?;
        Some(self)
    }
}

/// A game on a board of at most 64 cells that can be solved.
///
/// The men and the side to move must determine the position, earlier boards aside.
pub trait Solvable: Game {
    /// The letters of each kind of men, White's and Black's, in the order of the kinds.
    const LETTERS: &'static [[char; 2]];

    /// Whether a board that comes back, as tables let it, always comes back with the same side to move.
    const RETURNS_TO_SAME_SIDE: bool = false;

    /// All cells.
    fn cells(&self) -> u64;

    /// The cells to which the rules bind men of this kind, if there are such: they lie apart for the two sides.
    fn bound_to(&self, _side: Side, _kind: usize) -> Option<u64> {
        None
    }

    /// The men of a position.
    fn placement(&self, position: &Self::Position) -> Placement;

    /// The tier of a position.
    #[inline]
    fn tier(&self, position: &Self::Position) -> Tier {
        Tier::of::<Self>(&self.placement(position))
    }

    /// The position with these men. `None` if the rules do not allow it.
    fn place(&self, placement: &Placement, side: Side) -> Option<Self::Position>;

    /// The reflections and rotations of the board that change nothing in the game and keep the colours: for each, the cell to which
    /// every cell goes. Together with the identity they must be a group; the identity is not listed.
    fn symmetries(&self) -> Vec<[u8; 64]>;

    /// The cells as they lie after the half-turn that goes with swapping the colours.
    fn turned(&self, cells: u64) -> u64;

    /// Hands over every unfinished position from which a quiet move leads here.
    fn quiet_predecessors(&self, position: &Self::Position, visit: impl FnMut(Self::Position));

    /// The other tiers to which a single move from this tier may lead, except those in which the game is always over. The list may have tiers
    /// to which no move leads.
    fn lower_tiers(&self, tier: Tier) -> Vec<Tier>;

    /// How to solve a tier in one sweep, for games whose men only go forward and are of one kind. If this tier can be solved by a sweep,
    /// so can all tiers below it.
    fn as_sweep(&self, _tier: Tier) -> Option<&dyn Sweep> {
        None
    }

    /// Writes a tier as the letters of its men: `LZ-lg`.
    fn write_tier(tier: Tier) -> String {
        let men = |side: Side| {
            let counts = Self::LETTERS.iter().zip(tier.men[side.index()]);
            counts.flat_map(move |(letters, men)| vec![letters[side.index()]; men.into()]).collect::<String>()
        };
        format!("{}-{}", men(Side::White), men(Side::Black))
    }

    /// Reads a tier as [`Solvable::write_tier`] writes it, the letters of each side in any order.
    ///
    /// # Errors
    /// When the text is not a tier of this game.
    fn parse_tier(text: &str) -> Result<Tier, BadTier> {
        let letters = |side: usize| Self::LETTERS.iter().map(|kind| kind[side]).collect();
        let bad = || BadTier { text: text.to_string(), white: letters(0), black: letters(1) };
        let (white, black) = text.split_once('-').ok_or_else(bad)?;
        let mut tier = Tier::default();
        for (side, letters) in [(Side::White, white), (Side::Black, black)] {
            for letter in letters.chars() {
                let kind =
                    Self::LETTERS.iter().position(|kind| kind[side.index()] == letter).ok_or_else(bad)?;
                let men = &mut tier.men[side.index()][kind];
                *men = men.checked_add(1).ok_or_else(bad)?;
            }
        }
        Ok(tier)
    }
}

/// A text that does not name a tier.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{}` is not a set of men: write White's men ({white}), a hyphen and Black's ({black})",
    game::quote(text)
)]
pub struct BadTier {
    text: String,
    white: String,
    black: String,
}
