//! The levels of the engine: matches between neighbours, and the search for efforts that make the steps even.
//!
//! Each match plays random openings, each twice with the colours swapped. `levels` measures the levels of the descriptors. `fit`
//! proposes new ones: it measures many small steps of effort from the weakest to the strongest, adds the differences up, and chooses
//! efforts at equal distances.

mod duel;

use quadrille::{Effort, LEVELS};

use crate::settings::Settings;
use duel::{Duel, Player};

/// The boards, which are the default ones, and the most positions that `fit` measures: more are no stronger, or take too long.
const BOARDS: [(&str, u64); 4] =
    [("ctf:5", 128_000), ("crusher:3", 32_000), ("oska:4", 16_000), ("congo", 128_000)];

/// The look-aheads that `fit` measures, in hundredths of a ply.
const PLIES: [u32; 13] = [15, 30, 45, 60, 75, 90, 100, 130, 160, 200, 230, 260, 300];
/// The first number of positions that `fit` measures. Each next one is twice as many.
const FIRST_NODES: u64 = 125;

/// Prints the differences between neighbouring levels, and between the first level and two fixed players.
pub(crate) fn run(settings: &Settings) {
    for (board, _) in boards(settings) {
        let duel = Duel::new(board, settings);
        println!(
            "{board}:\n\n| player | against | Elo | 95 % | won | drawn | lost |\n|---|---|---:|---|---:|---:|---:|"
        );
        let efforts = settings.efforts.as_deref().unwrap_or(&duel.descriptor().levels);
        let players: Vec<Player> =
            (1..).zip(efforts).map(|(level, &effort)| Player::Level(level, effort)).collect();
        if let (Some(&first), true) = (players.first(), settings.from < 2) {
            duel.print(first, Player::Random);
            duel.print(Player::Depth(1), first);
        }
        for pair in players.windows(2).skip(settings.from.saturating_sub(2)) {
            duel.print(pair[1], pair[0]);
        }
        println!();
    }
}

/// Prints the strength along the axis of effort, and levels at equal distances.
pub(crate) fn fit(settings: &Settings) {
    for (board, most_nodes) in boards(settings) {
        let duel = Duel::new(board, settings);
        println!("{board}:\n\n| effort | Elo above the first |\n|---|---:|");
        let nodes = std::iter::successors(Some(FIRST_NODES), |nodes| Some(2 * nodes));
        let nodes = nodes.take_while(|&nodes| nodes <= most_nodes).map(Effort::Nodes);
        let axis: Vec<Effort> = PLIES.into_iter().map(Effort::Plies).chain(nodes).collect();
        let mut curve = vec![(axis[0], 0.0)];
        for pair in axis.windows(2) {
            let step = duel.play(Player::Effort(pair[1]), Player::Effort(pair[0])).elo();
            let elo = curve.last().map_or(0.0, |&(_, elo)| elo) + step;
            println!("| {} | {elo:.0} |", pair[1]);
            curve.push((pair[1], elo));
        }
        println!("\nlevels: {:?}\n", even_levels(&curve));
    }
}

/// The boards that are to be measured.
fn boards(settings: &Settings) -> impl Iterator<Item = (&'static str, u64)> {
    BOARDS.into_iter().filter(|(board, _)| settings.includes(board))
}

/// Efforts at equal distances between the ends of a curve.
fn even_levels(curve: &[(Effort, f64)]) -> Vec<Effort> {
    let top = curve.iter().map(|&(_, elo)| elo).fold(0.0, f64::max);
    let wanted = |level: usize| top * level as f64 / (LEVELS - 1) as f64;
    (0..LEVELS).map(|level| reach(curve, wanted(level))).collect()
}

/// The first effort of a curve that reaches a number of Elo points.
fn reach(curve: &[(Effort, f64)], wanted: f64) -> Effort {
    let Some(place) = curve.iter().position(|&(_, elo)| elo >= wanted) else {
        return curve[curve.len() - 1].0;
    };
    let (after, high) = curve[place];
    let (before, low) = curve[place.saturating_sub(1)];
    let share = if high > low { (wanted - low) / (high - low) } else { 1.0 };
    match (before, after) {
        (Effort::Plies(low), Effort::Plies(high)) => {
            Effort::Plies(low + (share * f64::from(high - low)).round() as u32)
        }
        (Effort::Nodes(low), Effort::Nodes(high)) => {
            Effort::Nodes((low as f64 * (high as f64 / low as f64).powf(share)).round() as u64)
        }
        _ => after,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_at_equal_distances() {
        let curve = [
            (Effort::Plies(0), 0.0),
            (Effort::Plies(200), 400.0),
            (Effort::Nodes(100), 350.0),
            (Effort::Nodes(1600), 1100.0),
        ];
        let levels = even_levels(&curve);
        assert_eq!(levels[..3], [Effort::Plies(0), Effort::Plies(50), Effort::Plies(100)]);
        assert_eq!(levels[LEVELS - 1], Effort::Nodes(1600));
        // 150 of 750 points above 100 positions: a fifth of four doublings.
        assert_eq!(levels[5], Effort::Nodes(174));
    }
}
