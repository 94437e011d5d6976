//! Connections: a limited number at a time, and a limited time for each request to arrive.
//!
//! If all places are taken, a new connection gets the place of the one that has been idle for longest: connections that only wait, or
//! send their requests slowly, cannot lock others out.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::serve::Listener;
use axum::{Extension, Router};
use http_body::{Frame, SizeHint};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::time::timeout;
use tower::Layer;

use crate::clients::network;
use crate::limits;
use crate::problem::Problem;

/// The limits of connections.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// How many may be open. If all of them are busy, further clients wait until one is closed or idle.
    pub(crate) connections: usize,
    /// How many of them may come from one network.
    pub(crate) of_a_network: usize,
    /// How long the head of the next request may take.
    pub(crate) head: Duration,
}

impl Patience {
    /// The usual limits. If all clients are on this machine, they share one address.
    pub(crate) fn usual(only_this_machine: bool) -> Patience {
        let connections = limits::CONNECTIONS;
        let of_a_network = if only_this_machine { connections } else { limits::CONNECTIONS_OF_A_NETWORK };
        Patience { connections, of_a_network, head: limits::HEAD_TIME }
    }
}

/// The open connections.
pub(crate) struct Crowd {
    patience: Patience,
    start: Instant,
    open: Mutex<HashMap<u64, Peer>>,
    /// One has been closed or has fallen idle.
    freed: Notify,
}

/// A connection, as its requests see it.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    crowd: Arc<Crowd>,
    /// Milliseconds from the start of the server to when the connection fell idle; [`BUSY`] while a request is being answered.
    idle_since: Arc<AtomicU64>,
    dropped: Arc<Notify>,
}

const BUSY: u64 = u64::MAX;

/// Why there is no place for a connection.
#[derive(Debug)]
enum Refused {
    /// Its network has too many, and all of them are busy.
    Network,
    AllBusy,
}

impl Crowd {
    pub(crate) fn new(patience: Patience) -> Arc<Crowd> {
        Arc::new(Crowd { patience, start: Instant::now(), open: Mutex::default(), freed: Notify::new() })
    }

    /// How many connections are open.
    pub(crate) fn len(&self) -> usize {
        self.open().len()
    }

    /// A place for a new connection. If its network has too many that are all busy, there is none.
    async fn admit(self: &Arc<Crowd>, number: u64, address: IpAddr) -> Option<Peer> {
        loop {
            match self.try_admit(number, address) {
                Ok(peer) => return Some(peer),
                Err(Refused::Network) => return None,
                Err(Refused::AllBusy) => self.freed.notified().await,
            }
        }
    }

    fn try_admit(self: &Arc<Crowd>, number: u64, address: IpAddr) -> Result<Peer, Refused> {
        let mut open = self.open();
        let is_near = |peer: &Peer| network(peer.address) == network(address);
        if open.values().filter(|peer| is_near(peer)).count() >= self.patience.of_a_network
            && !drop_longest_idle(&mut open, is_near)
        {
            return Err(Refused::Network);
        }
        if open.len() >= self.patience.connections && !drop_longest_idle(&mut open, |_| true) {
            return Err(Refused::AllBusy);
        }
        let peer = Peer {
            address,
            crowd: Arc::clone(self),
            idle_since: Arc::new(AtomicU64::new(self.now())),
            dropped: Arc::default(),
        };
        open.insert(number, peer.clone());
        Ok(peer)
    }

    fn leave(&self, number: u64) {
        self.open().remove(&number);
        self.freed.notify_one();
    }

    fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Peer>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes the connection that has been idle for longest among some; whether there was one.
fn drop_longest_idle(open: &mut HashMap<u64, Peer>, among: impl Fn(&Peer) -> bool) -> bool {
    let idle = open
        .iter()
        .filter(|(_, peer)| among(peer))
        .map(|(&number, peer)| (peer.idle_since.load(Relaxed), number))
        .filter(|&(since, _)| since != BUSY)
        .min();
    let dropped = idle.and_then(|(_, number)| open.remove(&number));
    if let Some(peer) = &dropped {
        peer.dropped.notify_one();
    }
    dropped.is_some()
}

/// Serves all clients, for ever. `axum::serve` would wait for slow clients without a limit.
pub(crate) async fn serve(mut listener: TcpListener, router: Router, crowd: Arc<Crowd>) -> Infallible {
    let mut protocol = Builder::new(TokioExecutor::new()).http1_only();
    protocol.http1().timer(TokioTimer::new()).header_read_timeout(crowd.patience.head);
    let mut number = 0;
    loop {
        let (stream, address) = Listener::accept(&mut listener).await;
        number += 1;
        let Some(peer) = crowd.admit(number, address.ip()).await else { continue };
        let service = TowerToHyperService::new(Extension(peer.clone()).layer(router.clone()));
        let connection = protocol.serve_connection(TokioIo::new(stream), service).into_owned();
        tokio::spawn(async move {
            // A client that disconnects is not an error.
            tokio::select! {
                _ = connection => {}
                () = peer.dropped.notified() => {}
            }
            peer.crowd.leave(number);
        });
    }
}

/// A request is being answered, until this is dropped.
struct Busy(Peer);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.idle_since.store(self.0.crowd.now(), Relaxed);
        self.0.crowd.freed.notify_one();
    }
}

/// The body of an answer, with a connection that is busy until all of it is sent.
struct Sending {
    body: Body,
    _busy: Busy,
}

impl HttpBody for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Marks the connection as busy from the time when the whole request has arrived.
pub(crate) async fn busy(request: Request, next: Next) -> Response {
    let Some(peer) = request.extensions().get::<Peer>().cloned() else {
        return next.run(request).await;
    };
    peer.idle_since.store(BUSY, Relaxed);
    let busy = Busy(peer);
    next.run(request).await.map(|body| Body::new(Sending { body, _busy: busy }))
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

    use axum::middleware::{from_fn, from_fn_with_state};
    use axum::routing::{get, post};
    use tower::ServiceExt;

    use super::*;

    const REQUEST: &str = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

    /// A service that says hello, and one whose answer never ends.
    async fn hello(patience: Patience) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let routes = Router::new().route("/", get(async || "hello")).route("/endless", get(endless));
        tokio::spawn(serve(listener, routes.layer(from_fn(busy)), Crowd::new(patience)));
        address
    }

    async fn endless() -> Body {
        Body::from_stream(tokio_stream::pending::<Result<String, io::Error>>())
    }

    /// A client whose connection is busy: the answer has begun.
    fn busy_client(address: SocketAddr) -> TcpStream {
        let stream = client(address, "GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n");
        assert!(receive(&stream).starts_with("HTTP/1.1 200"));
        stream
    }

    fn patience(connections: usize, of_a_network: usize) -> Patience {
        Patience { connections, of_a_network, head: Duration::from_mins(10) }
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
        let address = hello(Patience { head: Duration::from_millis(200), ..patience(10, 10) }).await;
        let [silent, slow, good] =
            ["", "GET / HTTP/1.1\r\nhost: ", REQUEST].map(|sent| client(address, sent));
        assert!(receive(&good).ends_with("hello"));
        assert_eq!(receive(&slow), "");
        assert_eq!(receive(&silent), "");
        assert_eq!(receive(&good), "", "the next request times out too");
    }

    /// Whether the server has closed a connection, which it does not do while it waits for a request.
    fn is_closed(stream: &TcpStream) -> bool {
        stream.set_read_timeout(Some(Duration::from_millis(200))).expect("a timeout");
        match (&*stream).read(&mut [0]) {
            Ok(0) => true,
            Err(error) => error.kind() != io::ErrorKind::WouldBlock,
            Ok(_) => panic!("an answer to nothing"),
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn connections_that_only_wait_do_not_lock_others_out() {
        let address = hello(patience(20, 20)).await;
        let busy = busy_client(address);
        // None of these ever sends a whole request.
        let idle: Vec<_> =
            (0..100).map(|number| client(address, ["", "GET / HTTP/1.1\r\n"][number % 2])).collect();
        let good = client(address, REQUEST);
        assert!(receive(&good).ends_with("hello"));
        assert!(idle[..50].iter().all(is_closed), "the oldest have made room");
        assert!(!is_closed(&busy), "a request is being answered");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn one_client_too_many_waits_while_all_are_busy() {
        let address = hello(patience(2, 2)).await;
        let [first, second] = [(); 2].map(|()| busy_client(address));
        // Its own network has no more places.
        let third = client(address, REQUEST);
        assert_eq!(receive(&third), "");
        drop(first);
        let mut answer = String::new();
        while answer.is_empty() {
            answer = receive(&client(address, REQUEST));
        }
        assert!(answer.ends_with("hello"));
        assert!(!is_closed(&second));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_network_has_only_some_of_the_places() {
        let crowd = Crowd::new(patience(10, 3));
        let [near, far] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let admit = |number, address| crowd.try_admit(number, address);
        let peers: Vec<_> = (0..3).map(|number| admit(number, near).expect("a place")).collect();
        peers[0].idle_since.store(BUSY, Relaxed);
        peers[1].idle_since.store(7, Relaxed);
        peers[2].idle_since.store(5, Relaxed);
        assert!(admit(3, near).is_ok() && crowd.len() == 3);
        assert!(!crowd.open().contains_key(&2), "it was idle for longest");
        for peer in crowd.open().values() {
            peer.idle_since.store(BUSY, Relaxed);
        }
        assert!(matches!(admit(4, near), Err(Refused::Network)), "all of its connections are busy");
        assert!(admit(5, far).is_ok());
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
