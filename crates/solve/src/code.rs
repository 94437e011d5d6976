//! Verdicts as small numbers, as tables keep them.

use game::Verdict;

/// A verdict or a hole: 0 means that no position has this number, 1 is a draw, then losses and wins follow in turn, by their plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Code(pub(crate) u16);

impl Code {
    /// No position has this number.
    pub(crate) const HOLE: Code = Code(0);
    /// A draw, or nothing is known yet.
    pub(crate) const DRAW: Code = Code(1);
    /// The most plies that there is a code for.
    pub(crate) const MOST_PLIES: u32 = (u16::MAX as u32 - 3) / 2;

    #[inline]
    pub(crate) fn loss(plies: u32) -> Code {
        Code(2 + 2 * plies as u16)
    }

    #[inline]
    pub(crate) fn win(plies: u32) -> Code {
        Code(3 + 2 * plies as u16)
    }

    #[inline]
    pub(crate) fn of(verdict: Verdict) -> Code {
        match verdict {
            Verdict::Win(plies) => Code::win(plies),
            Verdict::Draw => Code::DRAW,
            Verdict::Loss(plies) => Code::loss(plies),
        }
    }

    /// The verdict, unless it is a hole.
    #[inline]
    pub(crate) fn verdict(self) -> Option<Verdict> {
        let plies = u32::from(self.0 / 2).wrapping_sub(1);
        match self.0 {
            0 => None,
            1 => Some(Verdict::Draw),
            code if code % 2 == 1 => Some(Verdict::Win(plies)),
            _ => Some(Verdict::Loss(plies)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Code;
    use game::Verdict;

    #[test]
    fn codes_are_verdicts() {
        assert_eq!(Code::HOLE.verdict(), None);
        for verdict in [
            Verdict::Draw,
            Verdict::Win(0),
            Verdict::Loss(0),
            Verdict::Win(125),
            Verdict::Loss(Code::MOST_PLIES),
        ] {
            assert_eq!(Code::of(verdict).verdict(), Some(verdict));
        }
        assert_eq!(Code::win(126).0, 255, "up to 126 plies a code takes a byte");
    }
}
