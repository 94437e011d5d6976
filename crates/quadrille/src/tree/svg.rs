//! The figure as an SVG without external files, readable on light and dark backgrounds.

use std::fmt::Write as _;

use super::Figure;
use super::panel::{Panel, TOP};

/// Around the drawing, and between its panels.
const MARGIN: f64 = 24.0;
const LEGEND_LINE: f64 = 18.0;
/// The maximum length of a title.
const TITLE_CHARACTERS: usize = 90;
const STYLE: &str = include_str!("svg.css");

/// Writes the figure, each algorithm as a panel.
pub fn write(figure: &Figure) -> String {
    let legend = figure.legend("▲", "▼");
    let longest = legend.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut panels: Vec<Panel<'_>> = figure.trees().map(Panel::new).collect();
    // The same ply has the same height in all panels.
    let pitch = panels.iter().map(Panel::least_pitch).fold(0.0, f64::max);
    for panel in &mut panels {
        panel.pitch = pitch;
    }
    let bottom = panels.iter().map(Panel::bottom).fold(TOP, f64::max);
    let mut right = MARGIN;
    let mut drawing = String::new();
    for panel in &mut panels {
        panel.left = right;
        if right > MARGIN {
            let x = right - MARGIN;
            let _ = writeln!(drawing, r#"<path class="rule" d="M{x:.1} {TOP}V{bottom:.1}"/>"#);
        }
        right += panel.width() + 2.0 * MARGIN;
        drawing += &panel.draw();
    }
    let foot = bottom + 1.5 * MARGIN;
    let width = f64::max(right - MARGIN, longest as f64 * 7.2 + 2.0 * MARGIN);
    let height = foot + LEGEND_LINE * (legend.len() + 1) as f64;
    let mut text = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}">"#
    );
    let title = escaped(&figure.title);
    let short: String = figure.title.chars().take(TITLE_CHARACTERS).collect();
    let dots = if short.len() < figure.title.len() { "…" } else { "" };
    let _ = writeln!(
        text,
        "\n<title>{title}</title>\n<style>\n{STYLE}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>"
    );
    let _ = writeln!(text, r#"<text class="title" x="{MARGIN}" y="32">{}{dots}</text>"#, escaped(&short));
    text += &drawing;
    let counts =
        format!("{}; bold is the principal variation, a double frame a finished game.", figure.counts());
    for (index, line) in legend.iter().chain([&counts]).enumerate() {
        let y = foot + LEGEND_LINE * index as f64;
        let _ = writeln!(text, r#"<text class="start" x="{MARGIN}" y="{y:.1}">{}</text>"#, escaped(line));
    }
    text + "</svg>\n"
}

/// One line of text at `x`, its middle unless the class says otherwise, with its foot at `y`.
pub(super) fn line(text: &mut String, class: &str, x: f64, y: f64, content: &str) {
    let class = if class.is_empty() { String::new() } else { format!(r#" class="{class}""#) };
    let _ = write!(text, r#"<text{class} x="{x:.1}" y="{y:.1}">{}</text>"#, escaped(content));
}

/// Escapes a text as content or quoted attribute of XML or HTML. A mark replaces characters that are not allowed.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            '\n' | '\t' => safe.push(character),
            '\u{FFFE}' | '\u{FFFF}' => safe.push(char::REPLACEMENT_CHARACTER),
            _ if character.is_control() => safe.push(char::REPLACEMENT_CHARACTER),
            _ => safe.push(character),
        }
    }
    safe
}
