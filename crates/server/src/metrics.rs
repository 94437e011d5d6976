//! What an operator watches: counters and gauges in the text format of Prometheus, version 0.0.4.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::App;
use crate::clients::Client;
use crate::problem::Problem;
use crate::thinking::run;

/// The upper ends of the classes of durations, in seconds.
const BUCKETS: [f64; 10] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

/// What has happened since the start.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Answers, by route and class of status. There are only so many routes, so this does not grow.
    requests: Mutex<BTreeMap<(String, u16), u64>>,
    /// How many answers took at most as long as each class, all of them, and the sum of the times in microseconds.
    buckets: [AtomicU64; BUCKETS.len()],
    count: AtomicU64,
    microseconds: AtomicU64,
    /// Refusals because the server, or this client, has too much to do.
    busy: AtomicU64,
    /// Refusals because somebody may not do that.
    forbidden: AtomicU64,
    panics: AtomicU64,
}

impl Metrics {
    fn count(&self, route: &str, status: StatusCode, seconds: f64) {
        let class = status.as_u16() / 100;
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry((route.to_string(), class)).or_default() += 1;
        drop(requests);
        for (bucket, most) in self.buckets.iter().zip(BUCKETS) {
            bucket.fetch_add(u64::from(seconds <= most), Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.microseconds.fetch_add((seconds * 1e6) as u64, Relaxed);
        match status {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                self.busy.fetch_add(1, Relaxed)
            }
            StatusCode::FORBIDDEN => self.forbidden.fetch_add(1, Relaxed),
            _ => 0,
        };
    }
}

/// Counts the panics of all threads from now on.
pub(crate) fn count_panics(metrics: &Arc<Metrics>) {
    let metrics = Arc::clone(metrics);
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        metrics.panics.fetch_add(1, Relaxed);
        usual(panic);
    }));
}

/// Counts a request and its answer. The time of an answer in pieces is the time until its first piece.
pub(crate) async fn observe(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("page", MatchedPath::as_str);
    metrics.count(route, response.status(), start.elapsed().as_secs_f64());
    response
}

/// The text format: each metric with its help and its kind.
#[derive(Default)]
struct Exposition(String);

impl Exposition {
    fn metric(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP quadrille_{name} {help}\n# TYPE quadrille_{name} {kind}");
    }

    /// The value of a metric with labels, or of a part of it.
    fn value(&mut self, name: &str, labels: &str, value: impl Display) {
        let _ = writeln!(self.0, "quadrille_{name}{labels} {value}");
    }

    fn single(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        self.metric(name, kind, help);
        self.value(name, "", value);
    }
}

/// The bytes of memory that this process holds, if the system says so.
fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

impl App {
    /// All metrics as text.
    fn exposition(&self, games: u64) -> String {
        let metrics = &self.metrics;
        let mut text = Exposition::default();
        text.metric("requests_total", "counter", "Answered requests by route and class of status.");
        let requests = metrics.requests.lock().unwrap_or_else(PoisonError::into_inner);
        for ((route, class), count) in &*requests {
            text.value("requests_total", &format!("{{route=\"{route}\",status=\"{class}xx\"}}"), count);
        }
        drop(requests);
        text.metric(
            "request_seconds",
            "histogram",
            "Time from the head of a request to the head of its answer.",
        );
        for (bucket, most) in metrics.buckets.iter().zip(BUCKETS) {
            text.value("request_seconds_bucket", &format!("{{le=\"{most}\"}}"), bucket.load(Relaxed));
        }
        let count = metrics.count.load(Relaxed);
        text.value("request_seconds_bucket", "{le=\"+Inf\"}", count);
        text.value("request_seconds_sum", "", metrics.microseconds.load(Relaxed) as f64 / 1e6);
        text.value("request_seconds_count", "", count);
        let queues = [
            ("quick", &self.thinking.quick),
            ("search", &self.thinking.long),
            ("probe", &self.thinking.probes),
        ];
        text.metric("working", "gauge", "Requests that are being worked on, by queue.");
        for (name, turns) in queues {
            text.value("working", &format!("{{queue=\"{name}\"}}"), turns.load().0);
        }
        text.metric("waiting", "gauge", "Requests that wait for their turn, by queue.");
        for (name, turns) in queues {
            text.value("waiting", &format!("{{queue=\"{name}\"}}"), turns.load().1);
        }
        text.single("analyses", "gauge", "Open analyses and reviews.", self.thinking.open_analyses());
        let (lent, idle) = self.sessions.memory();
        text.metric("table_bytes", "gauge", "Transposition tables of running searches and of idle sessions.");
        text.value("table_bytes", "{state=\"running\"}", lent);
        text.value("table_bytes", "{state=\"idle\"}", idle);
        if let Some(bytes) = resident_bytes() {
            text.single("resident_bytes", "gauge", "Memory that the process holds.", bytes);
        }
        text.single("connections", "gauge", "Open connections.", self.crowd.len());
        text.single("watchers", "gauge", "Clients that look at a stored game.", self.live.lookers());
        text.single("stored_games", "gauge", "Games in the file of games.", games);
        text.single(
            "panics_total",
            "counter",
            "Faults of the program that were caught.",
            metrics.panics.load(Relaxed),
        );
        text.metric("refusals_total", "counter", "Refused requests, by reason.");
        text.value("refusals_total", "{reason=\"busy\"}", metrics.busy.load(Relaxed));
        text.value("refusals_total", "{reason=\"forbidden\"}", metrics.forbidden.load(Relaxed));
        text.0
    }
}

/// That the server works.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    status: &'static str,
    version: &'static str,
}

/// Whether the server works: it answers, and so does the file of games
#[utoipa::path(get, path = "/health", responses((status = 200, body = Health)))]
pub(crate) async fn health(State(app): State<App>) -> Result<axum::Json<Health>, Problem> {
    // Whoever watches the server does not wait behind those who use it.
    run(move || app.store.count()).await??;
    Ok(axum::Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") }))
}

/// What an operator watches, in the text format of Prometheus
///
/// If others can reach the server and an admin token is set, this needs the token.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String, content_type = "text/plain")))]
pub(crate) async fn metrics(State(app): State<App>, client: Client) -> Result<impl IntoResponse, Problem> {
    if app.access.admin.is_some() && !client.is_trusted {
        let words = "the metrics of this server need its admin token: send Authorization: Bearer TOKEN";
        return Err(Problem::new(StatusCode::FORBIDDEN, words));
    }
    let text = run(move || app.store.count().map(|games| app.exposition(games))).await??;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text))
}
