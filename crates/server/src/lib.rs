//! Quadrille in the browser: the page, the JSON API that it uses, and the games people play there.
//!
//! The page is a set of plain files in `web/`, embedded in the program. It uses nothing but the API, which anybody may
//! use and which describes itself at `/api/openapi.json`. Everything about the games comes through [`anyline::AnyLine`].

mod api;
mod connections;
mod guard;
mod limits;
mod page;
mod problem;
mod solved;
mod store;
#[cfg(test)]
mod tests;
mod thinking;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use thiserror::Error;
use tokio::net::TcpListener;

pub use api::document;
use connections::Patience;
use guard::Guard;
use page::Files;
use solved::Solved;
pub use store::{Store, StoreError};
use thinking::Thinking;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; port 0 for any that is free.
    pub address: SocketAddr,
    /// Names under which people reach this machine, besides its numbers and `localhost`.
    pub names: Vec<String>,
    /// The file that keeps the games.
    pub games: PathBuf,
    /// A directory with the files of the page, if they are not those in the program.
    pub files: Option<PathBuf>,
    /// A directory with tables of solved games. Small games are solved when they are asked for.
    pub tables: Option<PathBuf>,
}

/// Why nothing is served.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is taken, or not ours.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The games cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something else that the system does not let us do.
    #[error("cannot serve: {0}")]
    System(#[from] io::Error),
}

/// The file of games in the user's data directory, unless the system has no such thing.
pub fn usual_games_file() -> Option<PathBuf> {
    let directories = directories::ProjectDirs::from("", "", "quadrille")?;
    Some(directories.data_dir().join("games.sqlite"))
}

/// Serves until the process is asked to end. `ready` gets the address when people can come.
///
/// # Errors
/// When it cannot listen there, or cannot keep games.
pub fn serve(options: &Options, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(limits::BLOCKING_THREADS)
        .enable_io()
        .enable_time()
        .build()?;
    // Games are opened before anybody can ask for them.
    let store = Store::open(&options.games)?;
    let served = runtime.block_on(async {
        let cannot = |error| ServeError::Listen(options.address, error);
        let listener = TcpListener::bind(options.address).await.map_err(cannot)?;
        let address = listener.local_addr()?;
        ready(address);
        let files = options.files.clone().map_or(Files::Embedded, Files::Directory);
        let solved = Solved::new(options.tables.clone());
        let router = router(store, solved, Guard::new(options.names.clone()), files);
        // What has been answered is on disk: there is nothing to wait for when it is time to go.
        tokio::select! {
            never = connections::serve(listener, router, Patience::default()) => match never {},
            () = asked_to_end() => {}
        }
        Ok(())
    });
    runtime.shutdown_background();
    served
}

/// The whole service, for a listener or for tests.
fn router(store: Store, solved: Solved, guard: Guard, files: Files) -> Router {
    let state = api::App { store: store.into(), thinking: Thinking::new(), solved: solved.into() };
    Router::new()
        .merge(api::router().with_state(state))
        .fallback_service(Router::new().fallback(page::file).with_state(Arc::new(files)))
        .layer(from_fn_with_state(limits::BODY_TIME, connections::whole_body))
        .layer(from_fn_with_state(Arc::new(guard), guard::check))
}

async fn asked_to_end() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}
