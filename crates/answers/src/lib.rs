//! What the page asks about games and positions, and the answers: the requests, the views that answer them, and why a request is
//! refused. All of it is JSON in and JSON out, without a network and without state. The server answers with it over HTTP, and stores
//! the games; the page without a server has this crate as WebAssembly, and stores them in the browser.
//!
//! Each file has the requests and answers of one subject. Requests about a line of play begin with a [`LineRequest`]. Answers that take
//! a while come piece by piece: [`AnalysisRequest::run`] and [`ReviewRequest::run`] tell what they have found as they go, and
//! [`Analysis`] and [`Review`] do the same step by step. A [`StoredGame`] is played by functions that give the game after a change.

// Whatever is refused is refused with a [`Problem`], which says why.
#![allow(clippy::missing_errors_doc)]

mod analysis;
mod catalogue;
mod events;
mod game_view;
pub mod limits;
mod line;
mod play;
mod probe;
mod problem;
mod puzzles;
mod record;
mod review;
mod stored;
mod tree;

pub use analysis::{Analysis, AnalysisOptions, AnalysisRequest, BestLine, Pace, Report};
pub use catalogue::{CatalogueView, RulesView, board, title};
pub use events::Tell;
pub use game_view::{Action, GameEntry, GameList, GameView, NewGame, Standing};
pub use line::{LineQuery, LineRequest, LineView, SetupRequest, SideName, short, short_boards};
pub use play::{MoveRequest, PlyRequest, ResignRequest, strength};
pub use probe::ProbeView;
pub use problem::{Problem, RefusalView};
pub use puzzles::PuzzlesView;
pub use record::{Format, Imported, RecordsRequest};
pub use review::{PlyReview, Review, ReviewOptions, ReviewRequest};
pub use stored::{Alone, Clock, Company, Offer, OfferKind, Player, StoredGame};
pub use tree::{TreeOptions, TreeRequest, TreeView};
