//! Short codes for seats: people read them out or type them, where a key would be too long.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use quadrille::Side;

use crate::limits;
use crate::problem::Problem;

/// Without letters and digits that people confuse. There are 32, so each is five bits of a random number.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// Forty bits: trying codes finds none within the time that they are valid.
const LENGTH: usize = 8;
const VALID: Duration = Duration::from_hours(1);

/// A seat, and the key that takes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Invitation {
    pub(crate) game: String,
    pub(crate) side: Side,
    pub(crate) key: String,
}

/// The codes that are valid now. They do not survive the end of the server; the keys do.
#[derive(Default)]
pub(crate) struct Invitations(Mutex<HashMap<String, (Instant, Invitation)>>);

impl Invitations {
    /// A code for an invitation.
    ///
    /// # Errors
    /// If the system has no random numbers, which is a fault.
    pub(crate) fn add(&self, invitation: Invitation) -> Result<String, Problem> {
        let mut random = [0; LENGTH];
        getrandom::fill(&mut random).map_err(|_| Problem::fault())?;
        let code: String = random.iter().map(|&byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
        let now = Instant::now();
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, (since, _)| now - *since < VALID);
        if codes.len() >= limits::INVITATIONS {
            let oldest = codes.iter().min_by_key(|(_, (since, _))| *since).map(|(code, _)| code.clone());
            oldest.map(|oldest| codes.remove(&oldest));
        }
        codes.insert(code.clone(), (now, invitation));
        Ok(code)
    }

    /// The invitation of a code, however it is written: `abcd-efgh` is `ABCDEFGH`.
    pub(crate) fn find(&self, code: &str) -> Option<Invitation> {
        let letters = code.chars().filter(char::is_ascii_alphanumeric);
        let code: String = letters.map(|letter| letter.to_ascii_uppercase()).collect();
        let codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, invitation) = codes.get(&code)?;
        (since.elapsed() < VALID).then(|| invitation.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_found_however_they_are_written_and_the_oldest_go() {
        let invitations = Invitations::default();
        let invitation =
            |number: usize| Invitation { game: number.to_string(), side: Side::Black, key: "k".into() };
        let codes: Vec<String> = (0..=limits::INVITATIONS)
            .map(|number| invitations.add(invitation(number)).expect("a code"))
            .collect();
        let (first, last) = (&codes[0], &codes[limits::INVITATIONS]);
        assert_eq!(invitations.find(first), None, "the oldest has made room");
        assert_eq!(invitations.find(last), Some(invitation(limits::INVITATIONS)));
        let written = format!(" {}-{} ", last[..4].to_lowercase(), &last[4..]);
        assert_eq!(invitations.find(&written), invitations.find(last));
        assert_eq!(invitations.find("AAAA"), None);
        assert!(
            codes.iter().all(|code| code.len() == LENGTH && code.bytes().all(|byte| LETTERS.contains(&byte)))
        );
    }
}
