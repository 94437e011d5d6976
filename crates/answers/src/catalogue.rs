//! Which games there are, what their boards look like, and how they are played.

use quadrille::drawing::{BoardData, ManData};
use quadrille::guide::{Guide, ManExample, WayToEnd};
use quadrille::{AnyFamily, Catalogue, LEVELS, Size, Sizes, Strength};
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::Problem;
use crate::{limits, line};

/// Everything that can be chosen.
#[derive(Serialize, ToSchema)]
pub struct CatalogueView {
    version: &'static str,
    /// Whether other people can be reached: by invitations, in the lobby, in tournaments.
    online: bool,
    /// Whether other machines can reach the server.
    shared: bool,
    games: Vec<FamilyView>,
    limits: LimitsView,
}

/// A game on all sizes of its board.
#[derive(Serialize, ToSchema)]
struct FamilyView {
    name: &'static str,
    title: &'static str,
    /// The game in one sentence.
    summary: &'static str,
    /// The name with the default size.
    default: String,
    sizes: SizesView,
    /// Whether a move to an earlier board of the game is illegal.
    no_repeat: bool,
    /// What may stand on a cell.
    men: Vec<ManData>,
    guide: GuideView,
    /// How many puzzles there are.
    puzzles: usize,
    /// The levels of the engine, weakest first.
    levels: Vec<LevelView>,
}

/// How a game is played, in short. All lists are empty for a game without a guide.
#[derive(Serialize, ToSchema)]
struct GuideView {
    /// What to know before the first move, in sentences.
    basics: &'static [&'static str],
    men: Vec<ManExampleView>,
    ends: Vec<WayToEndView>,
}

/// What a kind of man does, with a position that shows it.
#[derive(Serialize, ToSchema)]
struct ManExampleView {
    letter: char,
    words: &'static str,
    /// A position of the game in its default size.
    position: &'static str,
    /// The cell where the man stands.
    cell: &'static str,
}

/// A rule that ends the game.
#[derive(Serialize, ToSchema)]
struct WayToEndView {
    /// The rule, as the ending of a game names it.
    rule: &'static str,
    /// The words of the rules page.
    words: &'static str,
    /// What has happened: `{winner}` and `{loser}` stand for White and Black.
    told: &'static str,
}

impl From<&Guide> for GuideView {
    fn from(guide: &Guide) -> GuideView {
        let example = |&ManExample { letter, words, position, cell }: &ManExample| ManExampleView {
            letter,
            words,
            position,
            cell,
        };
        let way = |&WayToEnd { rule, words, told }: &WayToEnd| WayToEndView { rule, words, told };
        GuideView {
            basics: guide.basics,
            men: guide.men.iter().map(example).collect(),
            ends: guide.ends.iter().map(way).collect(),
        }
    }
}

/// The sizes of a game's board. The name of a game with a size is `name:size`.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum SizesView {
    /// From the smallest to the largest.
    Range {
        least: usize,
        most: usize,
        /// A size for people, with `{n}` for the number.
        label: &'static str,
    },
    /// Any rectangle within bounds: `name:3x4` has 3 rows and 4 columns.
    Rectangles { rows: BoundsView, columns: BoundsView },
    /// One board with one or more starting positions.
    Editions { editions: Vec<EditionView> },
}

/// The smallest and the largest number.
#[derive(Serialize, ToSchema)]
struct BoundsView {
    least: usize,
    most: usize,
}

/// A starting position of a game.
#[derive(Serialize, ToSchema)]
struct EditionView {
    /// The name of the game in this edition.
    name: String,
    title: &'static str,
}

/// A level of the engine.
#[derive(Serialize, ToSchema)]
struct LevelView {
    level: u32,
    /// What it does, in words.
    text: String,
}

/// The most that a client may ask for.
#[derive(Serialize, ToSchema)]
struct LimitsView {
    depth: u32,
    seconds: u64,
    lines: usize,
    tree_depth: u32,
    tree_positions: usize,
}

impl From<&dyn AnyFamily> for FamilyView {
    fn from(family: &dyn AnyFamily) -> FamilyView {
        let descriptor = family.descriptor();
        let name = |size| family.open(size).name().to_string();
        let bounds = |(least, most)| BoundsView { least, most };
        let level = |level| LevelView { level, text: Strength::Level(level).describe(descriptor) };
        FamilyView {
            name: descriptor.name,
            title: descriptor.title,
            summary: descriptor.summary,
            default: name(descriptor.sizes.default()),
            sizes: match descriptor.sizes {
                Sizes::Range { least, most, label, .. } => SizesView::Range { least, most, label },
                Sizes::Rectangles { rows, columns, .. } => {
                    SizesView::Rectangles { rows: bounds(rows), columns: bounds(columns) }
                }
                Sizes::Editions(editions) => {
                    let named = descriptor.sizes.all().into_iter().map(name).zip(editions);
                    let view = named.map(|(name, edition)| EditionView { name, title: edition.title });
                    SizesView::Editions { editions: view.collect() }
                }
            },
            no_repeat: family.open(descriptor.sizes.default()).forbids_repeats(),
            men: descriptor.men.iter().map(ManData::from).collect(),
            guide: GuideView::from(&descriptor.guide),
            puzzles: descriptor.puzzles.lines().count(),
            levels: (1..=LEVELS as u32).map(level).collect(),
        }
    }
}

impl CatalogueView {
    /// The games with the levels of the engine, and what may be asked for: of a server that other machines can reach or cannot, or of a
    /// browser without a server.
    pub fn new(catalogue: &Catalogue, shared: Option<bool>) -> CatalogueView {
        CatalogueView {
            version: env!("CARGO_PKG_VERSION"),
            online: shared.is_some(),
            shared: shared.unwrap_or_default(),
            games: catalogue.families().map(FamilyView::from).collect(),
            limits: LimitsView {
                depth: limits::DEPTH,
                seconds: limits::ANALYSIS_TIME.as_secs(),
                lines: limits::LINES,
                tree_depth: limits::TREE_DEPTH,
                tree_positions: limits::TREE_POSITIONS,
            },
        }
    }
}

/// The title of a game as the page shows it, with its size if the name has one: `Capture the Flag, 5 × 5`.
pub fn title(catalogue: &Catalogue, game: &str) -> String {
    let Ok(descriptor) = catalogue.family(game).map(AnyFamily::descriptor) else { return game.to_string() };
    if !game.contains(':') {
        return descriptor.title.to_string();
    }
    let size = match (descriptor.size(game), &descriptor.sizes) {
        (Ok(Size::Number(number)), Sizes::Range { label, .. }) => label.replace("{n}", &number.to_string()),
        (Ok(Size::Rectangle { rows, columns }), _) => format!("{rows} × {columns}"),
        (Ok(Size::Edition(edition)), Sizes::Editions(editions)) => editions[edition].title.to_string(),
        _ => return game.to_string(),
    };
    format!("{}, {size}", descriptor.title)
}

/// The board of a game, to draw it.
pub fn board(catalogue: &Catalogue, game: &str) -> Result<BoardData, Problem> {
    Ok(line::game(catalogue, game)?.board().into())
}

/// The rules of a game.
#[derive(Serialize, ToSchema)]
pub struct RulesView {
    game: String,
    markdown: &'static str,
}

impl RulesView {
    /// The rules of the game of this name.
    pub fn new(catalogue: &Catalogue, game: &str) -> Result<RulesView, Problem> {
        let markdown = line::game(catalogue, game)?.descriptor().rules;
        Ok(RulesView { game: game.to_string(), markdown })
    }
}
