//! Games whose men only go forward: no position comes back, so one sweep over the positions, the far ones first, decides them all.

/// A verdict in a byte, for the side to move: positive if it wins, negative if it loses, further from 0 the sooner.
pub mod short {
    use game::Verdict;

    /// The side to move has won.
    pub const WON: i8 = 127;
    /// The side to move has lost.
    pub const LOST: i8 = -127;
    /// A draw.
    pub const DRAWN: i8 = 0;
    /// The plies that a byte can tell.
    pub const MOST_PLIES: u32 = 126;

    /// The value for the side to move, given the least value that its moves leave to the other side.
    #[inline(always)]
    pub fn before(least: i8) -> i8 {
        least.signum() - least
    }

    /// The byte for a verdict in at most 126 plies.
    pub fn of(verdict: Verdict) -> i8 {
        match verdict {
            Verdict::Win(plies) => WON - plies as i8,
            Verdict::Draw => DRAWN,
            Verdict::Loss(plies) => LOST + plies as i8,
        }
    }

    /// The verdict that a byte stands for.
    pub fn verdict(short: i8) -> Verdict {
        match short {
            DRAWN => Verdict::Draw,
            1.. => Verdict::Win(u32::from((WON - short).unsigned_abs())),
            _ => Verdict::Loss(u32::from((short - LOST).unsigned_abs())),
        }
    }
}

/// The positions with the same men of White, by the placements of Black's men on the cells that are left, in the order of
/// [`crate::colex`].
pub struct Row<'a> {
    /// White's men.
    pub white: u64,
    /// How many men Black has.
    pub black: u32,
    /// What is to be found out, with White to move and with Black to move.
    pub values: [&'a mut [i8]; 2],
}

/// The rows to which moves lead from a row.
pub trait Neighbours {
    /// With as many men, White's on these cells and Black to move.
    fn ahead(&self, white: u64) -> &[i8];
    /// With a man of Black less and Black to move; `None` if that was the last.
    fn black_less(&self, white: u64) -> Option<&[i8]>;
    /// With a man of White less, White's on these cells and White to move; `None` if that was the last.
    fn white_less(&self, white: u64) -> Option<&[i8]>;
}

/// A game whose men only go forward.
pub trait Sweep: Sync {
    /// How far White's men have come: with each of White's quiet moves by one.
    fn progress(&self, white: u64) -> u32;

    /// Finds the values of a row from those of its neighbours.
    fn solve_row(&self, row: Row<'_>, neighbours: &dyn Neighbours);
}

#[cfg(test)]
mod tests {
    use super::short;
    use game::Verdict;

    #[test]
    fn bytes_are_verdicts() {
        for byte in -127..=127 {
            let verdict = short::verdict(byte);
            assert_eq!(short::of(verdict), byte);
            if verdict.plies().is_none_or(|plies| plies < 126) {
                assert_eq!(short::verdict(short::before(byte)), verdict.for_mover());
            }
        }
        assert_eq!(short::verdict(short::LOST), Verdict::Loss(0));
    }
}
