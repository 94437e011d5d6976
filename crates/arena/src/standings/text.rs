//! The tables for a terminal: a ranking, and a crosstable with numbers for its columns. Names come from others, so their control
//! characters are replaced.

use std::collections::BTreeSet;
use std::fmt;

use super::{Standing, Standings, Totals};

/// Longer names are shortened if they still differ then.
const NAME_WIDTH: usize = 28;

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        let names = short_names(&names, NAME_WIDTH);
        write_table(f, &ranking(&self.players, &names))?;
        writeln!(f)?;
        write_table(f, &crosstable(&self.players, &names))?;
        for note in self.notes() {
            write!(f, "\n{note}\n")?;
        }
        Ok(())
    }
}

fn ranking(players: &[Standing], names: &[String]) -> Vec<Vec<String>> {
    let head = ["", "player", "games", "won", "drawn", "lost", "points", "rating", "±", "faults"];
    let mut rows = vec![head.map(str::to_string).to_vec()];
    for (player, name) in players.iter().zip(names) {
        let Totals { wins, draws, losses } = player.totals;
        let (rating, error) = match player.totals.games() {
            0 => ("–".to_string(), "–".to_string()),
            _ => (format!("{:+.0}", player.rating.elo), format!("{:.0}", player.rating.error)),
        };
        let mut row = vec![player.rank.to_string(), name.clone()];
        row.extend([player.totals.games(), wins, draws, losses].map(|count| count.to_string()));
        row.extend([format!("{:.1}", player.totals.points()), rating, error, player.faults.to_string()]);
        rows.push(row);
    }
    rows
}

fn crosstable(players: &[Standing], names: &[String]) -> Vec<Vec<String>> {
    let numbers = (1..=players.len()).map(|number| number.to_string());
    let mut rows = vec![[String::new(), "points / games".to_string()].into_iter().chain(numbers).collect()];
    for (index, (player, name)) in players.iter().zip(names).enumerate() {
        let mut row = vec![(index + 1).to_string(), name.clone()];
        row.extend(player.against.iter().enumerate().map(|(other, totals)| match totals.games() {
            _ if other == index => "·".to_string(),
            0 => "–".to_string(),
            games => format!("{}/{games}", totals.points()),
        }));
        rows.push(row);
    }
    rows
}

/// Writes rows with aligned columns: names, the second column, to the left, all others to the right.
fn write_table(f: &mut fmt::Formatter<'_>, rows: &[Vec<String>]) -> fmt::Result {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let padded = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            1 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        let line = padded.collect::<Vec<_>>().join("  ");
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The names, shortened to `width` if they differ then; otherwise to about the least width at which they do.
pub(crate) fn short_names(names: &[&str], width: usize) -> Vec<String> {
    let mark = |letter: char| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
    let names: Vec<Vec<char>> = names.iter().map(|name| name.chars().map(mark).collect()).collect();
    let longest = names.iter().map(Vec::len).max().unwrap_or(0);
    let mut width = width.max(2);
    while width < longest {
        // Descriptions of programs mostly differ at their end, or at their beginning.
        for tail in [width / 2, width / 4, 0, width - 2] {
            let short: Vec<String> = names.iter().map(|name| shortened(name, width, tail)).collect();
            if short.iter().collect::<BTreeSet<_>>().len() == names.len() {
                return short;
            }
        }
        width *= 2;
    }
    names.iter().map(|name| name.iter().collect()).collect()
}

/// The name without its middle, so that `width` characters are left, `tail` of them from its end.
fn shortened(name: &[char], width: usize, tail: usize) -> String {
    if name.len() <= width {
        return name.iter().collect();
    }
    let head = &name[..width - 1 - tail];
    head.iter().chain(&['…']).chain(&name[name.len() - tail..]).collect()
}
