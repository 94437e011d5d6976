//! `quadrille serve`: the page in the browser.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::{env, fs};

use clap::Args;
use quadrille::Catalogue;
use server::Options;

use super::Run;
use crate::failure::{Failure, say};
use crate::input::TablesArgument;
use crate::watched::{has_begun, tournaments};

/// Play and analyse in the browser: serves the page and prints its address
///
/// By default only this machine can reach the page. --bind lets other machines in: then only the person who created a game, and those who
/// are given a seat in it, can change it. The admin token lets its holder change all games. Games are stored in the user's data directory.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille serve
  quadrille serve --port 8080 --data games.sqlite
  quadrille serve --bind 0.0.0.0 --name class.example.org
  quadrille serve --bind 0.0.0.0 --event tournament.sqlite")]
pub(crate) struct Arguments {
    /// The address to listen on: 0.0.0.0 admits everyone in the network
    #[arg(long, default_value = "127.0.0.1")]
    bind: IpAddr,
    /// The port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 4200)]
    port: u16,
    /// A name under which people reach this machine; may be given several times
    #[arg(long, value_name = "HOST")]
    name: Vec<String>,
    /// The file of stored games [default: games.sqlite in the user's data directory]
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Show the tournament in this file, which `quadrille tournament` writes or will write; may be given several times
    #[arg(long, value_name = "FILE")]
    event: Vec<PathBuf>,
    /// Serve the files of the page from this directory instead of those in the program, to work on them
    #[arg(long, value_name = "DIR")]
    files: Option<PathBuf>,
    /// A file with the admin token, a secret of 16 to 200 characters [default: what `QUADRILLE_ADMIN_TOKEN` holds, or none]
    #[arg(long, value_name = "FILE")]
    admin_token_file: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesArgument,
}

/// The variable that holds the admin token. It is not an option because other users can see the options of a program.
const ADMIN_TOKEN: &str = "QUADRILLE_ADMIN_TOKEN";

/// The admin token in the file or in the environment.
fn admin_token(file: Option<&Path>) -> Result<Option<String>, Failure> {
    let (place, text) = match file {
        Some(file) => {
            let place = file.display().to_string();
            let text = fs::read_to_string(file).map_err(|error| {
                Failure::input(format!("cannot read the admin token in {place}: {error}"))
            })?;
            (place, text)
        }
        None => match env::var(ADMIN_TOKEN) {
            Ok(text) => (ADMIN_TOKEN.to_string(), text),
            Err(_) => return Ok(None),
        },
    };
    let token = text.trim();
    if server::is_secret(token) {
        return Ok(Some(token.to_string()));
    }
    let words = "the admin token must have 16 to 200 visible ASCII characters and no spaces";
    Err(Failure::input(format!("{words}: see {place}")))
}

/// What others can reach, and what they may do.
fn exposed(address: SocketAddr, has_admin: bool) -> String {
    if address.ip().is_loopback() {
        return "Only this machine can reach it. Everybody on this machine can change every game, but not play for somebody who was \
                invited to one"
            .to_string();
    }
    let admin = if has_admin {
        "An admin token is set: who has it can change every game"
    } else {
        "No admin token is set, so only their owners can delete games (see --admin-token-file)"
    };
    format!(
        "Everybody who can reach {address} can use the engine, create games and watch all games, \
         but change only their own games and those in which they have a seat. {admin}"
    )
}

/// How people reach a server that listens on all addresses of this machine: by its name, or by the number that other machines know.
fn reached(address: SocketAddr, names: &[String]) -> String {
    let own = || {
        // No packet is sent: the system only says which of its addresses it would use.
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        Some(SocketAddr::new(socket.local_addr().ok()?.ip(), address.port()).to_string())
    };
    match names.first() {
        Some(name) => format!("{name}:{}", address.port()),
        None if address.ip().is_unspecified() => own().unwrap_or_else(|| address.to_string()),
        None => address.to_string(),
    }
}

/// A name as it stands in an address.
fn encoded(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    name.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, _out: &mut dyn Write) -> Result<(), Failure> {
        for file in &self.event {
            if !has_begun(file).map_err(Failure::Input)? {
                say(&format!(
                    "{} does not exist yet: the page shows it as soon as a tournament writes it",
                    file.display()
                ));
            }
        }
        let homeless = "cannot find your home directory to store games in: name a file with --data";
        let games = self.data.or_else(server::usual_games_file).ok_or_else(|| Failure::input(homeless))?;
        let options = Options {
            address: SocketAddr::new(self.bind, self.port),
            names: self.name,
            admin_token: admin_token(self.admin_token_file.as_deref())?,
            games,
            files: self.files,
            catalogue: catalogue.clone(),
            tables: self.tables.open(),
            tournaments: tournaments(&self.event),
        };
        let ready = |address: SocketAddr| {
            let games = options.games.display();
            let exposed = exposed(address, options.admin_token.is_some());
            let reached = reached(address, &options.names);
            let others = if reached == address.to_string() {
                String::new()
            } else {
                format!("Others open http://{reached}/\n")
            };
            let watched = options.tournaments.iter().map(|(name, _)| {
                format!("The tournament {name} is at http://{reached}/#/tournament/{}\n", encoded(name))
            });
            let watched: String = watched.collect();
            // Scripts wait for the first line; if stdout is closed, the page is served all the same.
            let _ = write!(
                io::stdout(),
                "Quadrille is at http://{address}/ (games in {games}; Ctrl-C ends it)\n{exposed}.\n{others}{watched}"
            );
        };
        server::serve(&options, ready).map_err(Failure::Input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_told_an_address_that_they_can_open() {
        let reached = |address: &str, names: &[&str]| {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            super::reached(address.parse().expect("an address"), &names)
        };
        assert_eq!(reached("127.0.0.1:4200", &[]), "127.0.0.1:4200");
        assert_eq!(reached("0.0.0.0:80", &["class.example", "other"]), "class.example:80");
        assert!(reached("0.0.0.0:4200", &[]).ends_with(":4200"));
        assert_eq!(encoded("the cup/ü"), "the%20cup%2F%C3%BC");
    }
}
