//! What the page asks about games and positions, and the answers: the requests, the views that answer them, and why a request is
//! refused. All of it is JSON in and JSON out, without a network and without state: the server answers with it over HTTP, and stores
//! the games.
//!
//! Each file has the requests and answers of one subject. Requests about a line of play begin with a [`LineRequest`]. Answers that take
//! a while come piece by piece: [`AnalysisRequest::run`] and [`ReviewRequest::run`] tell what they have found as they go.

// Whatever is refused is refused with a [`Problem`], which says why.
#![allow(clippy::missing_errors_doc)]

mod analysis;
mod catalogue;
mod events;
pub mod limits;
mod line;
mod probe;
mod problem;
mod puzzles;
mod review;
mod tree;

pub use analysis::{AnalysisOptions, AnalysisRequest, BestLine, Report};
pub use catalogue::{CatalogueView, RulesView, board};
pub use events::Tell;
pub use line::{LineQuery, LineRequest, LineView, SetupRequest, SideName, short, short_boards};
pub use probe::ProbeView;
pub use problem::{Problem, RefusalView};
pub use puzzles::PuzzlesView;
pub use review::{PlyReview, ReviewOptions, ReviewRequest};
pub use tree::{TreeOptions, TreeRequest, TreeView};
