//! How much a player may think: the same for all players of an event, unless a player has a limit of its own.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use quadrille::duration::{parse_duration, share_of_clock};
use quadrille::{MAX_DEPTH, Side, quote};

/// What ends a player's thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// A number of plies to look ahead.
    Depth(u32),
    /// A number of positions, about.
    Nodes(u64),
    /// A time for each move.
    Time(Duration),
    /// A time for the whole game, and what each move gives back.
    Clock {
        /// What the clock shows at the start.
        start: Duration,
        /// What is added after each move.
        increment: Duration,
    },
}

impl FromStr for Control {
    type Err = String;

    fn from_str(text: &str) -> Result<Control, String> {
        let help = || {
            let text = quote(text);
            format!("{text:?} is not a limit: use depth=6, nodes=10000, time=100ms or clock=10s+100ms")
        };
        let (name, value) = text.split_once('=').ok_or_else(help)?;
        let duration = |text: &str| parse_duration(text).map_err(|_| help());
        match name {
            "depth" => {
                let depth = value.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
                depth
                    .map(Control::Depth)
                    .ok_or_else(|| format!("a depth is a whole number from 1 to {MAX_DEPTH}"))
            }
            "nodes" => value.parse().map(Control::Nodes).map_err(|_| help()),
            "time" => duration(value).map(Control::Time),
            "clock" => {
                let (start, increment) = value.split_once('+').unwrap_or((value, "0ms"));
                Ok(Control::Clock { start: duration(start)?, increment: duration(increment)? })
            }
            _ => Err(help()),
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Depth(depth) => write!(f, "depth={depth}"),
            Control::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Control::Time(time) => write!(f, "time={}ms", time.as_millis()),
            Control::Clock { start, increment } => {
                write!(f, "clock={}ms+{}ms", start.as_millis(), increment.as_millis())
            }
        }
    }
}

/// What a player may use for its next move.
pub(crate) struct Allowance {
    /// What the event allows.
    pub(crate) control: Control,
    /// What is left on the clocks of White and Black, if the game has clocks.
    pub(crate) clocks: [Duration; 2],
    /// When the move must be there. The referee waits no longer for any player.
    pub(crate) most: Duration,
    /// How much processor time a program may use for it; `None` is no limit.
    pub(crate) processor: Option<Duration>,
}

impl Allowance {
    /// How long the player of a side should think: a share of its clock, or the time for each move. `None` if the
    /// control gives no time.
    pub(crate) fn time_for(&self, side: Side) -> Option<Duration> {
        match self.control {
            Control::Depth(_) | Control::Nodes(_) => None,
            Control::Time(time) => Some(time),
            Control::Clock { increment, .. } => Some(share_of_clock(self.clocks[side.index()], increment)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_as_they_are_written() {
        for text in ["depth=6", "nodes=10000", "time=100ms", "clock=10000ms+100ms"] {
            assert_eq!(text.parse::<Control>().map(|control| control.to_string()), Ok(text.to_string()));
        }
        let plain: Control = "clock=2s".parse().expect("an increment may be left out");
        assert_eq!(plain, Control::Clock { start: Duration::from_secs(2), increment: Duration::ZERO });
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "depth", "depth=0", "depth=-1", "depth=100000", "time=5", "clock=1s+", "moves=3"] {
            assert!(text.parse::<Control>().is_err(), "{text}");
        }
    }
}
