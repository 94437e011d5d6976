//! What each move gives away, as a picture.

use std::fmt::Write;

use super::super::{LostByMove, ValueLost};
use crate::html::escape::html as escape;

const HEIGHT: f64 = 100.0;
/// The width of a bar with the gap after it.
const STEP: f64 = 16.0;
const BAR: f64 = 12.0;
/// Left of the bars, for the scale.
const MARGIN: f64 = 44.0;

/// A bar for each move, the worst first.
pub(super) fn draw(lost: &ValueLost) -> String {
    let mut moves: Vec<&LostByMove> = lost.moves.iter().collect();
    moves.sort_by(|a, b| b.lost.total_cmp(&a.lost));
    let (width, height) = (MARGIN + STEP * moves.len() as f64, HEIGHT + 16.0);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="lost" viewBox="0 0 {width} {height}" width="{width}" role="img"
aria-label="What each move gives away of the chance to win, the worst first">"#
    );
    for percent in [0.0, 50.0, 100.0] {
        let y = 8.0 + HEIGHT - percent;
        let _ = write!(
            svg,
            r##"<path stroke="#bbb" d="M{MARGIN} {y}H{width}"/><text x="0" y="{}" font-size="11">{percent} %</text>"##,
            y + 4.0
        );
    }
    for (index, mv) in moves.iter().enumerate() {
        let LostByMove { position, played, best, chance, lost } = mv;
        let (x, y) = (MARGIN + STEP * index as f64, 8.0 + HEIGHT - lost);
        let words = format!("{position}: {played} gives away {lost} of {chance} %; best is {best}");
        // A move that gives nothing away is a line.
        let bar = lost.max(1.0);
        let _ = write!(
            svg,
            r##"
<rect fill="#b33" x="{x}" y="{:.1}" width="{BAR}" height="{bar:.1}"><title>{}</title></rect>"##,
            y - (bar - lost),
            escape(&words)
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_bar_and_the_worst_is_first() {
        let mv = |lost| LostByMove {
            position: "oska:4 <x>".to_string(),
            played: "a1b2".to_string(),
            best: "c1b2".to_string(),
            chance: 75.0,
            lost,
        };
        let svg = draw(&ValueLost { mean: 20.0, moves: vec![mv(0.0), mv(60.0)] });
        assert_eq!(svg.matches("<rect").count(), 2);
        let worst = svg.find("gives away 60 of 75 %").expect("the worst move");
        assert!(worst < svg.find("gives away 0 of 75 %").expect("the other move"));
        assert!(
            svg.contains("height=\"60.0\"") && svg.contains("&lt;x&gt;") && !svg.contains("<x>"),
            "{svg}"
        );
    }
}
