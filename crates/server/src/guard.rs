//! Protection against other sites: requests that a browser sends on behalf of another site are refused, except a visit to the page; and
//! the page loads only its own files.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
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
    fn admits(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        let host = host(uri, headers)?;
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
        // A link on another site may lead to the page, but must not make the server do anything.
        let visit = is_page(uri.path())
            && text(HeaderName::from_static("sec-fetch-mode")) == Some("navigate")
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

/// The host that a request names, in its first line, in a header, or in both. Two different names are a way to be taken for somebody
/// else: a proxy might believe one and this server the other.
fn host<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> Result<Option<&'a str>, Problem> {
    let unclear = |words: &str| Problem::new(StatusCode::BAD_REQUEST, words);
    let mut given = headers.get_all(header::HOST).iter();
    let header = given.next().map(|host| host.to_str().unwrap_or("?"));
    if given.next().is_some() {
        return Err(unclear("the request has more than one Host header"));
    }
    let line = uri.authority().map(Authority::as_str);
    match (line, header) {
        (Some(line), Some(header)) if !line.eq_ignore_ascii_case(header) => {
            Err(unclear("the Host header differs from the host in the first line of the request"))
        }
        _ => Ok(line.or(header)),
    }
}

/// Whether an address belongs to the page, rather than to what programs ask.
fn is_page(path: &str) -> bool {
    !["/api", "/health", "/metrics"].iter().any(|start| path.starts_with(start))
}

/// Refuses requests from other sites, and tells browsers what the page may do.
pub(crate) async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.admits(request.uri(), request.headers()) {
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

    /// The status of a refusal, if a request for this address with these headers is refused.
    fn refuses(uri: &'static str, headers: &[(&'static str, &'static str)]) -> Option<u16> {
        let guard = Guard { names: vec!["class.example".to_string()] };
        let mut map = HeaderMap::new();
        for &(name, value) in headers {
            map.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        let refused = guard.admits(&Uri::from_static(uri), &map).err()?;
        Some(refused.into_response().status().as_u16())
    }

    #[test]
    fn only_known_hosts_are_answered() {
        for host in
            ["127.0.0.1:4200", "localhost:4200", "LOCALHOST", "[::1]:4200", "10.1.2.3:80", "class.example:1"]
        {
            assert_eq!(refuses("/", &[("host", host)]), None, "{host}");
        }
        for host in
            ["evil.example", "localhost.evil.example:4200", "127.0.0.1.evil.example", "", "a b", "[::1"]
        {
            assert_eq!(refuses("/", &[("host", host)]), Some(403), "{host}");
        }
        assert_eq!(refuses("/", &[]), Some(403));
    }

    #[test]
    fn a_request_names_one_host() {
        const HOST: (&str, &str) = ("host", "localhost:4200");
        assert_eq!(refuses("/", &[HOST, HOST]), Some(400));
        assert_eq!(refuses("/", &[HOST, ("host", "evil.example")]), Some(400));
        assert_eq!(refuses("http://evil.example/", &[HOST]), Some(400));
        assert_eq!(refuses("http://127.0.0.1:4200/", &[HOST]), Some(400));
        assert_eq!(refuses("http://LOCALHOST:4200/", &[HOST]), None);
        assert_eq!(refuses("http://localhost:4200/", &[]), None);
    }

    #[test]
    fn other_sites_are_refused() {
        let refuses =
            |headers: &[_]| refuses("/api/games", &[&[("host", "127.0.0.1:4200")], headers].concat());
        assert_eq!(refuses(&[("origin", "http://127.0.0.1:4200"), ("sec-fetch-site", "same-origin")]), None);
        assert_eq!(refuses(&[("origin", "http://127.0.0.1:9999")]), Some(403));
        assert_eq!(refuses(&[("origin", "null")]), Some(403));
        assert_eq!(refuses(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]), Some(403));
    }

    #[test]
    fn a_link_on_another_site_leads_only_to_the_page() {
        for site in ["cross-site", "same-site"] {
            let visit = [
                ("host", "127.0.0.1:4200"),
                ("sec-fetch-site", site),
                ("sec-fetch-mode", "navigate"),
                ("sec-fetch-dest", "document"),
            ];
            assert_eq!(refuses("/", &visit), None);
            assert_eq!(refuses("/?x=1", &visit), None);
            for path in ["/api/games", "/api/review?game=ctf:5", "/api/tree.svg", "/metrics", "/health"] {
                assert_eq!(refuses(path, &visit), Some(403), "{path}");
            }
        }
    }
}
