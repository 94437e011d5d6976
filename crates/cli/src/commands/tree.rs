//! `quadrille tree`: the searched tree to a small depth, as text, for Graphviz or as a picture.

use std::io::Write;

use clap::{Args, ValueEnum};
use quadrille::tree::{self, Algorithm, Figure, Order, TreeError};
use quadrille::{AnyLine, Catalogue, Evaluation, whole_number};

use super::Run;
use crate::failure::Failure;
use crate::input::{evaluation, line_of_argument};
use crate::words::counted;

/// The deepest tree: deeper ones are too large to look at in every game.
const DEEPEST: u32 = 6;

/// Show the tree that a search visits, by plain minimax and by alpha-beta side by side
///
/// Each position has its value for the side to move at the root. Alpha-beta tries the moves in generation order and is
/// fail-soft; each position shows its alpha and beta, and each cut-off its reason.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille tree %small% --depth 3
  quadrille tree %game% '%position%' --algorithm alphabeta
  quadrille tree %small% --format svg > tree.svg
  quadrille tree %small% --format dot | dot -Tpdf > tree.pdf")]
pub(crate) struct Arguments {
    /// %games%
    game: String,
    /// The position, or `startpos` for the starting position
    #[arg(default_value = "startpos", allow_hyphen_values = true)]
    position: String,
    /// How many plies to look ahead, 1 to 6
    #[arg(long, default_value_t = 2, value_parser = depth, allow_hyphen_values = true)]
    depth: u32,
    /// The static evaluation
    #[arg(long, value_parser = evaluation(), default_value = "standard")]
    eval: Evaluation,
    /// How to write the tree
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Which search
    #[arg(long, value_enum, default_value_t = Search::Both)]
    algorithm: Search,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For a terminal; at most 20000 positions
    Text,
    /// For Graphviz; at most 20000 positions
    Dot,
    /// A picture; at most 2000 positions
    Svg,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Search {
    /// Every position
    Minimax,
    /// With cut-offs
    Alphabeta,
    /// One beside the other
    Both,
}

impl Format {
    /// How many positions a tree may have.
    fn most(self) -> usize {
        match self {
            Format::Text | Format::Dot => 20_000,
            Format::Svg => 2_000,
        }
    }

    fn write(self, figure: &Figure) -> String {
        match self {
            Format::Text => tree::text::write(figure),
            Format::Dot => tree::dot::write(figure),
            Format::Svg => tree::svg::write(figure),
        }
    }
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        if self.position == "-" {
            return Err(Failure::Input(
                "give one position: quadrille tree does not read them from stdin".to_string(),
            ));
        }
        let line = line_of_argument(catalogue, &self.game, &self.position)?;
        let figure = self.grow(&*line).map_err(Failure::Input)?;
        if let Format::Text = self.format {
            writeln!(out, "{}", line.draw())?;
        }
        Ok(out.write_all(self.format.write(&figure).as_bytes())?)
    }
}

impl Arguments {
    fn grow(&self, line: &dyn AnyLine) -> Result<Figure, String> {
        let Arguments { depth, format, algorithm, .. } = *self;
        let grow = |algorithm| {
            let grow_to =
                |depth| line.tree(depth, algorithm, self.eval, Order::Generation, format.most(), None);
            grow_to(depth)
                .map_err(|error| advice(error, (1..depth).rev().find(|&depth| grow_to(depth).is_ok())))
        };
        let with = |search| algorithm == search || algorithm == Search::Both;
        // Earlier boards would make the title too long to read; it only says how many there are.
        let text = line.text();
        let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
        let before = match line.boards().len() - 1 {
            0 => String::new(),
            boards => format!(" after {}", counted(boards, "board", "boards")),
        };
        let name = match self.eval {
            Evaluation::Standard => "standard",
            Evaluation::Material => "material",
            Evaluation::Net => "net",
        };
        Ok(Figure {
            title: format!(
                "{}, {} {rest}{before}, depth {depth}, {name} evaluation",
                line.game(),
                line.board()
            ),
            minimax: with(Search::Minimax).then(|| grow(Algorithm::Minimax)).transpose()?,
            alpha_beta: with(Search::Alphabeta).then(|| grow(Algorithm::AlphaBeta)).transpose()?,
        })
    }
}

/// Reads the `--depth` of a tree.
fn depth(text: &str) -> Result<u32, String> {
    let plies = whole_number(text.trim()).and_then(|plies| plies.try_into().ok());
    plies
        .filter(|plies| (1..=DEEPEST).contains(plies))
        .ok_or_else(|| format!("the depth of a tree is a whole number from 1 to {DEEPEST}"))
}

/// What to do about a tree that is too large, given the largest depth that is not.
fn advice(error: TreeError, fits: Option<u32>) -> String {
    match fits {
        Some(fits) => format!("{error}; --depth {fits} fits"),
        None => format!("{error}, or --format text, which may have more"),
    }
}
