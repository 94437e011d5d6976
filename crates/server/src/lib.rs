//! Quadrille in the browser: the page, the JSON API that it uses, and the stored games.
//!
//! The page is a set of plain files in `web/`, embedded in the program. It uses only the API, which any program may use and which
//! describes itself at `/api/openapi.json`. The games come from a [`Catalogue`], and all that is known about them through [`quadrille`].

mod api;
mod clients;
mod connections;
mod guard;
mod invitations;
mod limits;
mod live;
mod metrics;
mod page;
mod problem;
mod rights;
mod sessions;
mod shared;
mod store;
#[cfg(test)]
mod tests;
mod thinking;
mod tournaments;
mod turns;

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use quadrille::{Catalogue, Tables};
use tokio::net::TcpListener;
use tokio::signal::ctrl_c;
use tokio::signal::unix::{SignalKind, signal};

use api::App;
use clients::{Access, Digest};
use guard::Guard;
use metrics::Metrics;
use store::Store;
use tournaments::Watched;
pub use tournaments::{FinishedGame, RunningGame, Tournament, TournamentPlayer, TournamentSource};

/// How to serve.
#[derive(Clone)]
pub struct Options {
    /// Where to listen; port 0 for any that is free.
    pub address: SocketAddr,
    /// Names under which people reach this machine, besides its numbers and `localhost`.
    pub names: Vec<String>,
    /// The secret with which the administrator may change all games, if there is one.
    pub admin_token: Option<String>,
    /// The file of stored games.
    pub games: PathBuf,
    /// A directory with the files of the page, if they are not those in the program.
    pub files: Option<PathBuf>,
    /// The games that can be played.
    pub catalogue: Catalogue,
    /// The solved tables that the engine and people may ask.
    pub tables: Tables,
    /// The tournaments to show, with the names that their addresses have.
    pub tournaments: Vec<(String, Arc<dyn TournamentSource>)>,
}

/// The file of stored games in the user's data directory, unless the system has no such directory.
pub fn usual_games_file() -> Option<PathBuf> {
    let directories = directories::ProjectDirs::from("", "", "quadrille")?;
    Some(directories.data_dir().join("games.sqlite"))
}

/// Whether a text can be the secret of the administrator: long enough, and of characters that a header can carry.
pub fn is_secret(text: &str) -> bool {
    clients::is_secret(text)
}

/// Serves until the process is asked to end. `ready` gets the address as soon as people can connect.
///
/// # Errors
/// In words for people, when it cannot listen there or cannot store games.
pub fn serve(options: &Options, ready: impl FnOnce(SocketAddr)) -> Result<(), String> {
    let cannot_serve = |error: io::Error| format!("cannot serve: {error}");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(limits::BLOCKING_THREADS)
        .enable_io()
        .enable_time()
        .build()
        .map_err(cannot_serve)?;
    let store = Store::open(&options.games).map_err(|error| error.to_string())?;
    let served = runtime.block_on(async {
        let advice = "if another program uses the port, choose another with --port";
        let taken = |error| format!("cannot listen on {}: {error}; {advice}", options.address);
        let listener = TcpListener::bind(options.address).await.map_err(taken)?;
        let address = listener.local_addr().map_err(cannot_serve)?;
        ready(address);
        let access = Access {
            only_this_machine: address.ip().is_loopback(),
            admin: options.admin_token.as_deref().map(Digest::of),
        };
        let watched =
            options.tournaments.iter().map(|(name, source)| Watched::new(name.clone(), Arc::clone(source)));
        let app = App::new(options.catalogue.clone(), options.tables.clone(), store, access)
            .with_tournaments(watched.collect());
        let crowd = Arc::clone(&app.crowd);
        metrics::count_panics(&app.metrics);
        let router = router(app, Guard { names: options.names.clone() }, options.files.clone());
        let mut terminated = signal(SignalKind::terminate()).map_err(cannot_serve)?;
        // Every answered change is on disk, so nothing has to be waited for at the end.
        tokio::select! {
            never = connections::serve(listener, router, crowd) => match never {},
            _ = ctrl_c() => {}
            _ = terminated.recv() => {}
        }
        Ok(())
    });
    runtime.shutdown_background();
    served
}

/// The service without a network, with its stored games in memory: for programs that call it in their own process, such as the
/// fuzz targets.
///
/// # Errors
/// When there is no memory for the games.
pub fn in_process(catalogue: Catalogue, tables: Tables) -> Result<Router, String> {
    let store = Store::open(Path::new(":memory:")).map_err(|error| error.to_string())?;
    let app = App::new(catalogue, tables, store, Access::default());
    Ok(router(app, Guard::default(), None))
}

/// The whole service, for a listener or for tests.
fn router(app: App, guard: Guard, files: Option<PathBuf>) -> Router {
    let metrics = Arc::clone(&app.metrics);
    let routes = Router::new()
        .merge(api::router(&app.catalogue).with_state(app))
        .fallback_service(Router::new().fallback(page::file).with_state(Arc::new(files)));
    guarded(routes, guard, metrics)
}

/// Routes behind everything that holds for all requests: who may send them, how large they may be, what a panic answers, and what is
/// counted.
fn guarded(routes: Router, guard: Guard, metrics: Arc<Metrics>) -> Router {
    routes
        .layer(from_fn(problem::catch_panics))
        .layer(from_fn(connections::busy))
        .layer(from_fn_with_state(limits::BODY_TIME, connections::whole_body))
        .layer(from_fn_with_state(Arc::new(guard), guard::check))
        .layer(from_fn_with_state(metrics, metrics::observe))
}
