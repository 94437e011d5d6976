//! `quadrille serve`: the page in the browser.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use quadrille::Catalogue;
use server::Options;

use super::Run;
use crate::failure::Failure;
use crate::input::TablesArgument;

/// Play and analyse in the browser: serves the page and prints its address
///
/// Only this machine can reach the page unless --bind says otherwise. Games are stored in the user's data directory.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille serve
  quadrille serve --port 8080 --data games.sqlite
  quadrille serve --bind 0.0.0.0 --name class.example.org")]
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
    /// Serve the files of the page from this directory instead of those in the program, to work on them
    #[arg(long, value_name = "DIR")]
    files: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesArgument,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, _out: &mut dyn Write) -> Result<(), Failure> {
        let homeless = "cannot find your home directory to store games in: name a file with --data";
        let games = self.data.or_else(server::usual_games_file).ok_or_else(|| Failure::input(homeless))?;
        let options = Options {
            address: SocketAddr::new(self.bind, self.port),
            names: self.name,
            games,
            files: self.files,
            catalogue: catalogue.clone(),
            tables: self.tables.open(),
        };
        let ready = |address: SocketAddr| {
            let games = options.games.display();
            // Scripts wait for this line; if stdout is closed, the page is served all the same.
            let _ = writeln!(
                io::stdout(),
                "Quadrille is at http://{address}/ (games in {games}; Ctrl-C ends it)"
            );
        };
        server::serve(&options, ready).map_err(Failure::Input)
    }
}
