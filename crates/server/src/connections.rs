//! Connections: a limited number at a time, and a limited time for each request to arrive.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::serve::Listener;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::limits;
use crate::problem::Problem;

/// The limits of connections.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// How many may be open. Further clients wait until one is closed.
    pub(crate) connections: usize,
    /// How long the head of the next request may take.
    pub(crate) head: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { connections: limits::CONNECTIONS, head: limits::HEAD_TIME }
    }
}

/// Serves all clients, for ever. `axum::serve` would wait for slow clients without a limit.
pub(crate) async fn serve(mut listener: TcpListener, router: Router, patience: Patience) -> Infallible {
    let places = Arc::new(Semaphore::new(patience.connections));
    let mut protocol = Builder::new(TokioExecutor::new()).http1_only();
    protocol.http1().timer(TokioTimer::new()).header_read_timeout(patience.head);
    loop {
        // The semaphore is never closed.
        let place = Arc::clone(&places).acquire_owned().await.ok();
        let (stream, _) = Listener::accept(&mut listener).await;
        let service = TowerToHyperService::new(router.clone());
        let connection = protocol.serve_connection(TokioIo::new(stream), service).into_owned();
        tokio::spawn(async move {
            let _place = place;
            // A client that disconnects is not an error.
            let _ = connection.await;
        });
    }
}

/// Waits for the whole body of a request, up to a time.
pub(crate) async fn whole_body(State(time): State<Duration>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let (status, words) = match timeout(time, to_bytes(body, limits::BODY_BYTES)).await {
        Ok(Ok(bytes)) => return next.run(Request::from_parts(head, Body::from(bytes))).await,
        Ok(Err(_)) => (
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("a request may have at most {} bytes", limits::BODY_BYTES),
        ),
        Err(_) => {
            (StatusCode::REQUEST_TIMEOUT, format!("the request took longer than {} seconds", time.as_secs()))
        }
    };
    Problem::new(status, words).into_response()
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read, Write};
    use std::net::{SocketAddr, TcpStream};

    use axum::middleware::from_fn_with_state;
    use axum::routing::{get, post};
    use tower::ServiceExt;

    use super::*;

    const REQUEST: &str = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

    /// A service that says hello.
    async fn hello(patience: Patience) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(serve(listener, Router::new().route("/", get(async || "hello")), patience));
        address
    }

    /// A client that has sent this.
    fn client(address: SocketAddr, sent: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.write_all(sent.as_bytes()).expect("written");
        stream
    }

    /// What comes next; nothing if the other side has closed the connection.
    fn receive(mut stream: &TcpStream) -> String {
        let mut bytes = [0; 1000];
        match stream.read(&mut bytes) {
            Ok(count) => String::from_utf8_lossy(&bytes[..count]).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => String::new(),
            Err(error) => panic!("{error}"),
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_head_that_never_ends_times_out() {
        let address = hello(Patience { head: Duration::from_millis(200), ..Patience::default() }).await;
        let [silent, slow, good] =
            ["", "GET / HTTP/1.1\r\nhost: ", REQUEST].map(|sent| client(address, sent));
        assert!(receive(&good).ends_with("hello"));
        assert_eq!(receive(&slow), "");
        assert_eq!(receive(&silent), "");
        assert_eq!(receive(&good), "", "the next request times out too");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn one_client_too_many_waits() {
        let address = hello(Patience { connections: 2, head: Duration::from_mins(10) }).await;
        let [first, second] = [(); 2].map(|()| client(address, REQUEST));
        assert!(receive(&first).ends_with("hello"));
        assert!(receive(&second).ends_with("hello"));
        let third = client(address, REQUEST);
        third.set_read_timeout(Some(Duration::from_millis(200))).expect("a timeout");
        let early = (&third).read(&mut [0]).map_err(|error| error.kind());
        assert_eq!(early, Err(io::ErrorKind::WouldBlock), "there is no place");
        drop(first);
        third.set_read_timeout(None).expect("no timeout");
        assert!(receive(&third).ends_with("hello"));
    }

    #[tokio::test]
    async fn a_body_that_never_ends_times_out() {
        let layer = from_fn_with_state(Duration::from_millis(200), whole_body);
        let service = Router::new().route("/", post(async |body: String| body)).layer(layer);
        let answer = async |body: Body| {
            let request = Request::post("/").body(body).expect("a request");
            service.clone().oneshot(request).await.expect("an answer").status()
        };
        assert_eq!(answer(Body::from("all of it")).await, StatusCode::OK);
        let endless = tokio_stream::pending::<Result<String, io::Error>>();
        assert_eq!(answer(Body::from_stream(endless)).await, StatusCode::REQUEST_TIMEOUT);
        assert_eq!(
            answer(Body::from("x".repeat(limits::BODY_BYTES + 1))).await,
            StatusCode::PAYLOAD_TOO_LARGE
        );
    }
}
