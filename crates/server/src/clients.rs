//! Who sends a request: the secret that comes with it, and the network that it comes from.
//!
//! A browser has its secret in a cookie, which the server sets when the browser first creates something. Other programs choose one and
//! send it as `Authorization: Bearer SECRET`. The server keeps only digests of secrets.

use std::fmt::Write;
use std::net::{IpAddr, Ipv6Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::api::App;
use crate::connections::Peer;
use crate::limits;
use crate::problem::Problem;

/// The name of the cookie.
const COOKIE: &str = "quadrille";
/// Browsers keep no cookie longer than 400 days.
const COOKIE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// The SHA-256 of a secret. Secrets are random, so this tells nothing about them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Digest(pub(crate) String);

impl Digest {
    pub(crate) fn of(secret: &str) -> Digest {
        Digest(hex(&Sha256::digest(secret)))
    }
}

/// A new secret that nobody can guess.
///
/// # Errors
/// If the system has no random numbers, which is a fault.
pub(crate) fn new_secret() -> Result<String, Problem> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).map_err(|_| Problem::fault())?;
    Ok(hex(&bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Whether a text can be a secret: long enough that nobody guesses it, and of characters that a header can carry.
pub(crate) fn is_secret(text: &str) -> bool {
    limits::SECRET_BYTES.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Who may reach the server, and who may do everything there.
#[derive(Clone, Default, Debug)]
pub(crate) struct Access {
    /// Only this machine can reach the server. Everybody there may do everything, as on one's own desk, apart from playing for somebody
    /// who was invited.
    pub(crate) only_this_machine: bool,
    /// The secret of the administrator.
    pub(crate) admin: Option<Digest>,
}

/// Who sends a request.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Client {
    pub(crate) secret: Option<Digest>,
    /// Where it comes from, unless that is this machine for all clients.
    pub(crate) network: Option<IpAddr>,
    /// It may do everything, apart from playing for others, with games that are not shared with others.
    pub(crate) is_trusted: bool,
    /// It may do that too.
    pub(crate) is_admin: bool,
}

impl Client {
    fn new(access: &Access, headers: &HeaderMap, peer: Option<IpAddr>) -> Result<Client, Problem> {
        let secret = match headers.get(header::AUTHORIZATION) {
            Some(value) => Some(bearer(value)?),
            None => cookie(headers),
        };
        let secret = secret.map(Digest::of);
        let is_admin = secret.is_some() && secret == access.admin;
        Ok(Client {
            secret,
            network: peer.filter(|_| !access.only_this_machine).map(network),
            is_trusted: access.only_this_machine || is_admin,
            is_admin,
        })
    }
}

/// What one person may have for himself: an IPv4 address, or the half of an IPv6 address that a provider assigns.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

fn bearer(value: &HeaderValue) -> Result<&str, Problem> {
    let secret =
        value.to_str().ok().and_then(|text| text.strip_prefix("Bearer ")).filter(|text| is_secret(text));
    secret.ok_or_else(|| {
        let (least, most) = limits::SECRET_BYTES.into_inner();
        let words =
            format!("Authorization must be `Bearer SECRET`, with a secret of {least} to {most} characters");
        Problem::new(StatusCode::BAD_REQUEST, words)
    })
}

/// Other programs on this machine may have set cookies too, so one that cannot be a secret is not an error.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, value)| *name == COOKIE && is_secret(value)).map(|(_, value)| value)
}

impl FromRequestParts<App> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Client, Problem> {
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.address);
        Client::new(&app.access, &parts.headers, peer)
    }
}

/// Who creates something. A browser without a secret gets one, with the cookie in these headers; not if only this machine can reach the
/// server, because games have no owners then.
pub(crate) struct Introduced(pub(crate) Client, pub(crate) HeaderMap);

/// Who gives or takes a seat. A browser without a secret gets one, with the cookie in these headers: seats belong to somebody everywhere.
pub(crate) struct Seated(pub(crate) Client, pub(crate) HeaderMap);

impl FromRequestParts<App> for Introduced {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Introduced, Problem> {
        let client = Client::from_request_parts(parts, app).await?;
        if app.access.only_this_machine {
            return Ok(Introduced(client, HeaderMap::new()));
        }
        let (client, headers) = client.introduced()?;
        Ok(Introduced(client, headers))
    }
}

impl FromRequestParts<App> for Seated {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Seated, Problem> {
        let (client, headers) = Client::from_request_parts(parts, app).await?.introduced()?;
        Ok(Seated(client, headers))
    }
}

impl Client {
    /// The client with a secret, and the headers that tell a new one.
    fn introduced(mut self) -> Result<(Client, HeaderMap), Problem> {
        let mut headers = HeaderMap::new();
        if self.secret.is_none() {
            let secret = new_secret()?;
            let cookie =
                format!("{COOKIE}={secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age={COOKIE_SECONDS}");
            headers.insert(header::SET_COOKIE, cookie.parse().map_err(|_| Problem::fault())?);
            self.secret = Some(Digest::of(&secret));
        }
        Ok((self, headers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "0123456789abcdef";

    fn headers(given: &[(header::HeaderName, &str)]) -> HeaderMap {
        given.iter().map(|(name, value)| (name.clone(), value.parse().expect("a header"))).collect()
    }

    fn client(access: &Access, given: &[(header::HeaderName, &str)]) -> Result<Client, Problem> {
        Client::new(access, &headers(given), Some("10.0.0.7".parse().expect("an address")))
    }

    #[test]
    fn a_secret_comes_in_a_cookie_or_a_header() {
        let access = Access::default();
        let secret =
            |name, value: &str| client(&access, &[(name, value)]).map(|client| client.secret).map_err(|_| ());
        let known = Ok(Some(Digest::of(SECRET)));
        assert!(client(&access, &[]).is_ok_and(|client| client.secret.is_none()));
        assert_eq!(secret(header::COOKIE, &format!("a=b; {COOKIE}={SECRET}; c")), known);
        assert_eq!(secret(header::AUTHORIZATION, &format!("Bearer {SECRET}")), known);
        assert_eq!(secret(header::COOKIE, &format!("{COOKIE}=short")), Ok(None));
        for bad in ["Bearer short", "Basic 0123456789abcdef", SECRET, &format!("Bearer {}", "x".repeat(201))]
        {
            assert_eq!(secret(header::AUTHORIZATION, bad), Err(()), "{bad}");
        }
    }

    #[test]
    fn the_admin_and_everybody_on_this_machine_are_trusted() {
        let bearer = format!("Bearer {SECRET}");
        let trusted = |access: &Access, given: &[_]| client(access, given).expect("a client").is_trusted;
        let beyond = Access { only_this_machine: false, admin: Some(Digest::of(SECRET)) };
        assert!(trusted(&beyond, &[(header::AUTHORIZATION, &bearer)]));
        assert!(!trusted(&beyond, &[]));
        assert!(!trusted(&beyond, &[(header::AUTHORIZATION, "Bearer 0123456789abcdeF")]));
        assert!(!trusted(&Access::default(), &[]), "no admin is nobody");
        assert!(trusted(&Access { only_this_machine: true, admin: None }, &[]));
    }

    #[test]
    fn a_network_is_what_one_person_may_have() {
        let of = |text: &str| network(text.parse().expect("an address")).to_string();
        assert_eq!(of("10.0.0.7"), "10.0.0.7");
        assert_eq!(of("::ffff:10.0.0.7"), "10.0.0.7");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }
}
