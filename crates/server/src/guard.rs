//! Protection against other sites: requests that a browser sends on behalf of another site are refused, and the page loads only its own
//! files.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// What the page may load: only its own files.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The names that this server answers to, besides IP addresses and `localhost`.
#[derive(Default)]
pub(crate) struct Guard {
    pub(crate) names: Vec<String>,
}

impl Guard {
    /// Refuses a request that names another host, or that a page of another site has sent.
    fn admits(&self, host: Option<&str>, headers: &HeaderMap) -> Result<(), Problem> {
        let refused = |words: &str| Err(Problem::new(StatusCode::FORBIDDEN, words));
        let Some(host) = host else { return refused("the request does not name its host") };
        if !self.knows(host) {
            return refused(
                "this server does not know that host name: use its IP address or localhost, or start it with --name",
            );
        }
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        // Browsers say where a request comes from; other programs need not.
        let own = |origin: &str| origin.split_once("://").is_some_and(|(_, authority)| authority == host);
        let fetched = text(HeaderName::from_static("sec-fetch-site"));
        let elsewhere = fetched.is_some_and(|site| matches!(site, "cross-site" | "same-site"));
        // A link on another site may lead to the page.
        let visit = text(HeaderName::from_static("sec-fetch-mode")) == Some("navigate")
            && text(HeaderName::from_static("sec-fetch-dest")) == Some("document");
        if text(header::ORIGIN).is_some_and(|origin| !own(origin)) || elsewhere && !visit {
            return refused("this server does not answer requests from other sites");
        }
        Ok(())
    }

    /// A name can be made to lead to another machine, an IP address cannot: so names must be known.
    fn knows(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        let name = authority.host();
        let number = name.trim_start_matches('[').trim_end_matches(']');
        number.parse::<IpAddr>().is_ok()
            || name.eq_ignore_ascii_case("localhost")
            || self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// Refuses requests from other sites, and tells browsers what the page may do.
pub(crate) async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    // The first line of a request may name the host too.
    let host = request.uri().authority().map(Authority::as_str).or(host);
    let mut response = match guard.admits(host, headers) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(host: &str, headers: &[(&'static str, &'static str)]) -> bool {
        let guard = Guard { names: vec!["class.example".to_string()] };
        let headers = headers
            .iter()
            .map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        guard.admits(Some(host), &headers).is_ok()
    }

    #[test]
    fn only_known_hosts_are_answered() {
        for host in
            ["127.0.0.1:4200", "localhost:4200", "LOCALHOST", "[::1]:4200", "10.1.2.3:80", "class.example:1"]
        {
            assert!(admits(host, &[]), "{host}");
        }
        for host in
            ["evil.example", "localhost.evil.example:4200", "127.0.0.1.evil.example", "", "a b", "[::1"]
        {
            assert!(!admits(host, &[]), "{host}");
        }
        assert!(Guard::default().admits(None, &HeaderMap::new()).is_err());
    }

    #[test]
    fn other_sites_are_refused() {
        let host = "127.0.0.1:4200";
        assert!(admits(host, &[("origin", "http://127.0.0.1:4200"), ("sec-fetch-site", "same-origin")]));
        assert!(!admits(host, &[("origin", "http://127.0.0.1:9999")]));
        assert!(!admits(host, &[("origin", "null")]));
        assert!(!admits(host, &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]));
        let visit = [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert!(admits(host, &visit));
    }
}
