//! The tables of the page. They show all results even without the page's script.

use std::fmt::Write;

use quadrille::GameResult;

use super::GameData;
use super::escape::{fill, html};
use crate::standings::Standings;
use crate::statistics::Totals;

/// The first columns of the tables of players.
const PLAYER: &str = r#"<th scope="col">#</th><th scope="col" class="name">Player</th>"#;

/// The players with points, ratings and faults.
pub(super) fn ranking(standings: &Standings) -> String {
    let mut table = format!("<table><thead><tr>{PLAYER}");
    for column in ["Rating", "Points", "Games", "Won", "Drawn", "Lost", "Faults"] {
        let _ = write!(table, r#"<th scope="col">{column}</th>"#);
    }
    table += "</tr></thead><tbody>";
    for (number, player) in (1..).zip(standings.players()) {
        let Totals { wins, draws, losses } = player.totals;
        let rating = match player.totals.games() {
            0 => "–".to_string(),
            _ => format!("{:+.0} ± {:.0}", player.rating.elo, player.rating.error).replace('-', "−"),
        };
        let faulty = if player.faults > 0 { r#" class="faulty""# } else { "" };
        let _ = write!(
            table,
            "<tr><td>{rank}</td>{name}<td>{rating}</td><td>{points}</td><td>{games}</td>\
             <td>{wins}</td><td>{draws}</td><td>{losses}</td><td{faulty}>{faults}</td></tr>",
            rank = player.rank,
            name = name_cell(number, &player.name),
            points = format_args!("{:.1}", player.totals.points()),
            games = player.totals.games(),
            faults = player.faults,
        );
    }
    table + "</tbody></table>"
}

/// The notes of the standings.
pub(super) fn notes(standings: &Standings) -> String {
    let mut notes = String::new();
    for note in standings.notes() {
        let _ = write!(notes, r#"<p class="hint">{}</p>"#, html(&note));
    }
    notes
}

/// The points of each player against each other; a cell links to its games.
pub(super) fn crosstable(standings: &Standings) -> String {
    let players = standings.players();
    let mut table = format!(r#"<table class="cross"><thead><tr>{PLAYER}"#);
    for (number, player) in (1..).zip(players) {
        let _ = write!(table, r#"<th scope="col" title="{}">{number}</th>"#, html(&player.name));
    }
    table += "</tr></thead><tbody>";
    for (number, player) in (1..).zip(players) {
        let _ = write!(table, "<tr><td>{number}</td>{}", name_cell(number, &player.name));
        for (other, totals) in (1..).zip(&player.against) {
            let _ = match totals.games() {
                _ if other == number => write!(table, r#"<td class="self">·</td>"#),
                0 => write!(table, r#"<td class="self">–</td>"#),
                games => write!(
                    table,
                    r##"<td><a href="#players={number},{other}">{}/{games}</a></td>"##,
                    totals.points()
                ),
            };
        }
        table += "</tr>";
    }
    table + "</tbody></table>"
}

/// The name of a player, with a link to its games.
fn name_cell(number: usize, name: &str) -> String {
    format!(
        r##"<th scope="row" class="name"><a href="#players={number}"><bdi>{}</bdi></a></th>"##,
        html(name)
    )
}

/// All games, each with a link to its moves.
pub(super) fn games(games: &[GameData<'_>], players: &[&str]) -> String {
    let mut table = String::from("<table><thead><tr>");
    for (column, class) in
        [("№", "number"), ("White, Black", "players"), ("Result", "result"), ("How", "how")]
    {
        let _ = write!(table, r#"<th scope="col" class="{class}">{column}</th>"#);
    }
    table += "</tr></thead><tbody>";
    for game in games {
        let won = |winner: GameResult| if game.result == winner.text() { " won" } else { "" };
        let [white, black] = game.players.map(|player| html(players[player]));
        let values = [
            ("number", &*game.number.to_string()),
            ("white_won", won(GameResult::White)),
            ("black_won", won(GameResult::Black)),
            ("white", &white),
            ("black", &black),
            ("result", game.result),
            ("reason", &html(game.reason)),
            ("rules", &html(game.rules)),
            ("plies", &game.length.to_string()),
        ];
        table += &fill(include_str!("game.html"), &values);
    }
    table + "</tbody></table>"
}
