//! The end of the game.

use game::{BoardState, Ending, Side};

use super::Oska;
use crate::kit::bits::Bits;
use crate::kit::men;

/// There is one kind of men.
pub(crate) const MAN: usize = 0;

/// The men of both sides, and the side to move.
pub type Position<B> = men::Position<B, 1>;

impl<B: Bits> Oska<B> {
    /// The rules are checked in this order.
    #[inline(always)]
    pub(super) fn ending_of(&self, position: &Position<B>) -> Option<Ending> {
        let [white, black] = Side::BOTH.map(|side| position.men(side, MAN));
        if white.is_empty() != black.is_empty() {
            let winner = if white.is_empty() { Side::Black } else { Side::White };
            return Some(Ending::win(winner, "all enemy men are captured"));
        }
        let white_home = (white & !self.back_rows[Side::Black.index()]).is_empty();
        let black_home = (black & !self.back_rows[Side::White.index()]).is_empty();
        if white_home || black_home {
            return Some(Self::race(position, white_home, black_home));
        }
        let can_move = |side| self.can_move(position, side);
        let stuck = !can_move(position.side()) && !can_move(!position.side());
        stuck.then(|| Ending::draw("neither side can move"))
    }

    /// The result when at least one side has all its men on the enemy's back row.
    #[cold]
    fn race(position: &Position<B>, white_home: bool, black_home: bool) -> Ending {
        const HOME: &str = "all remaining men are on the enemy's back row";
        if !white_home || !black_home {
            return Ending::win(if white_home { Side::White } else { Side::Black }, HOME);
        }
        let men = Side::BOTH.map(|side| position.men(side, MAN).count());
        match men[0].cmp(&men[1]) {
            std::cmp::Ordering::Equal => Ending::draw("both sides have as many men on the enemy's back row"),
            std::cmp::Ordering::Greater => Ending::win(Side::White, "both are home, and it has more men"),
            std::cmp::Ordering::Less => Ending::win(Side::Black, "both are home, and it has more men"),
        }
    }
}
