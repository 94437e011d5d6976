//! The ratings with their error bars as a picture for narrow and wide screens.

use std::fmt::Write;

use super::escape;
use crate::standings::{Standing, Standings, short_names};

const WIDTH: f64 = 360.0;
/// Left and right of the scale.
const MARGIN: f64 = 20.0;
const ROW: f64 = 34.0;
/// The height of the numbers below the scale.
const FOOT: f64 = 22.0;
const NAME_CHARACTERS: usize = 44;
/// About how many steps a scale has.
const STEPS: f64 = 5.0;

/// Draws the players that have played; the text is empty if there are none.
pub(super) fn draw(standings: &Standings) -> String {
    let players: Vec<&Standing> =
        standings.players().iter().filter(|player| player.totals.games() > 0).collect();
    let Some(scale) = Scale::new(&players) else {
        return String::new();
    };
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    let bottom = ROW * players.len() as f64;
    let height = bottom + FOOT;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 {WIDTH} {height}" role="img"
aria-label="Ratings with error bars; the ranking has the numbers">"#
    );
    for mark in scale.marks() {
        let (x, y) = (scale.x(mark), bottom + 15.0);
        let (class, sign) =
            if mark == 0.0 { ("zero", "") } else { ("line", if mark > 0.0 { "+" } else { "−" }) };
        let _ = write!(svg, r#"<path class="{class}" d=""#);
        // The lines leave room for the names.
        for row in 0..players.len() {
            let _ = write!(svg, "M{x:.1} {}v14", row as f64 * ROW + 18.0);
        }
        svg += r#""/>"#;
        let _ = write!(svg, r#"<text class="mark" x="{x:.1}" y="{y:.1}">{sign}{:.0}</text>"#, mark.abs());
    }
    for (index, (player, name)) in players.iter().zip(short_names(&names, NAME_CHARACTERS)).enumerate() {
        let top = ROW * index as f64;
        let (elo, error) = (player.rating.elo, player.rating.error);
        let (low, middle, high) = (scale.x(elo - error), scale.x(elo), scale.x(elo + error));
        let (y, text_y) = (top + 25.0, top + 14.0);
        let (above, below) = (y - 4.0, y + 4.0);
        let _ = write!(
            svg,
            r#"
<g><title>{name}: {elo:+.0} ± {error:.0}</title><text x="2" y="{text_y}">{number}. {name}</text>
<path class="bar" d="M{low:.1} {above}V{below}M{low:.1} {y}H{high:.1}M{high:.1} {above}V{below}"/>
<circle cx="{middle:.1}" cy="{y}" r="4"/></g>"#,
            number = index + 1,
            name = escape::html(&name),
        );
    }
    svg + "</svg>"
}

/// From Elo points to places in the picture.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn new(players: &[&Standing]) -> Option<Scale> {
        let ends = players.iter().flat_map(|player| {
            let error = if player.rating.error.is_finite() { player.rating.error } else { 0.0 };
            [player.rating.elo - error, player.rating.elo + error]
        });
        let (low, high) = ends.fold((0.0_f64, 0.0_f64), |(low, high), end| (low.min(end), high.max(end)));
        (!players.is_empty()).then_some(Scale { low: low - 10.0, high: high + 10.0 })
    }

    fn x(&self, elo: f64) -> f64 {
        let share = (elo.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        MARGIN + share * (WIDTH - 2.0 * MARGIN)
    }

    /// Round numbers on the scale.
    fn marks(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / STEPS;
        let power = 10_f64.powf(rough.log10().floor());
        let round = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough);
        let step = round.unwrap_or(10.0) * power;
        let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
        (first..=last).map(|mark| mark as f64 * step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marks_are_round_and_on_the_scale() {
        assert_eq!(Scale { low: -130.0, high: 90.0 }.marks(), [-100.0, -50.0, 0.0, 50.0]);
        assert_eq!(Scale { low: -1900.0, high: 2300.0 }.marks(), [-1000.0, 0.0, 1000.0, 2000.0]);
        let scale = Scale { low: -10.0, high: 30.0 };
        assert_eq!((scale.x(-10.0), scale.x(10.0), scale.x(f64::INFINITY)), (20.0, 180.0, 340.0));
    }
}
