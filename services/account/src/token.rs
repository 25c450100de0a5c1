//! Tokens: opaque to everybody, hashed in the database.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

/// 256 bits that nobody can guess.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token([u8; 32]);

/// SHA-256 of a token, which is all that the database knows of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TokenHash([u8; 32]);

impl Token {
    /// A new one, from a generator that the operating system seeds.
    pub(crate) fn random() -> Self {
        Self(rand::random())
    }

    /// Reads what [`Token::encode`] has written; anything else is no token.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        // Its length is fixed, so that nothing longer is even decoded.
        if text.len() != 43 {
            return None;
        }
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().map(Self).ok()
    }

    /// As it travels: 43 characters that need no quoting in a cookie or an address.
    pub(crate) fn encode(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// What the database knows of it. The token itself is random, so a plain hash keeps it.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

/// A token is a secret: it never shows in logs.
impl std::fmt::Debug for Token {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Token(…)")
    }
}

impl TokenHash {
    /// The bytes.
    pub(crate) const fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// A session token and the refresh token beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pair {
    /// For the session cookie.
    pub(crate) session: Token,
    /// For the refresh cookie.
    pub(crate) refresh: Token,
}

impl Pair {
    /// The first pair of a family.
    pub(crate) fn random() -> Self {
        Self {
            session: Token::random(),
            refresh: Token::random(),
        }
    }
}

/// The keys from which successors are made: the first makes new ones, all recognise, so that a key can be changed
/// without a stop.
#[derive(Clone)]
pub struct RefreshKeys(Vec<[u8; 32]>);

/// No key at all, or one that is too short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("REFRESH_KEYS needs one or two keys of at least 32 characters, parted by a comma")]
pub struct BadRefreshKeys;

impl std::str::FromStr for RefreshKeys {
    type Err = BadRefreshKeys;

    fn from_str(text: &str) -> Result<Self, BadRefreshKeys> {
        let keys: Vec<_> = text
            .split(',')
            .map(str::trim)
            .filter(|key| !key.is_empty())
            .collect();
        if keys.is_empty() || keys.len() > 2 || keys.iter().any(|key| key.len() < 32) {
            return Err(BadRefreshKeys);
        }
        // HMAC takes a key of any length; hashing it first keeps the types free of an impossible error.
        Ok(Self(
            keys.iter()
                .map(|key| Sha256::digest(key.as_bytes()).into())
                .collect(),
        ))
    }
}

impl std::fmt::Debug for RefreshKeys {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "RefreshKeys({})", self.0.len())
    }
}

impl RefreshKeys {
    /// The pairs that may follow a refresh token, the one to hand out now first.
    ///
    /// They depend on nothing but the key and the token, so that parallel requests on different replicas, and one
    /// whose answer was lost, are given the same pair, and no replica has to keep it readable.
    pub(crate) fn successors(&self, refresh: &Token) -> impl Iterator<Item = Pair> {
        self.0.iter().map(|key| Pair {
            session: derive(key, refresh, b"session"),
            refresh: derive(key, refresh, b"refresh"),
        })
    }
}

fn derive(key: &[u8; 32], refresh: &Token, purpose: &[u8]) -> Token {
    let mut block = hmac::digest::Key::<Hmac<Sha256>>::default();
    for (slot, byte) in block.iter_mut().zip(key) {
        *slot = *byte;
    }
    let mut mac = Hmac::<Sha256>::new(&block);
    // A token has a fixed length, so it cannot run into the purpose.
    mac.update(&refresh.0);
    mac.update(purpose);
    Token(mac.finalize().into_bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";

    fn successors(keys: &str, token: &Token) -> Vec<Pair> {
        keys.parse::<RefreshKeys>().unwrap().successors(token).collect()
    }

    #[test]
    fn a_token_has_one_spelling() {
        let token = Token::random();
        let text = token.encode();
        assert_eq!(text.len(), 43);
        assert_eq!(Token::parse(&text), Some(token));
        for wrong in ["", "x", &text[1..], &format!("{text}="), &"!".repeat(43)] {
            assert_eq!(Token::parse(wrong), None, "{wrong}");
        }
        // 43 characters carry two bits too many: they must be zero.
        let mut last = text.clone();
        last.pop();
        assert_eq!(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
                .chars()
                .filter(|character| Token::parse(&format!("{last}{character}")).is_some())
                .count(),
            16
        );
    }

    #[test]
    fn successors_are_the_same_each_time_and_differ_by_purpose_token_and_key() {
        let (one, other) = (Token::random(), Token::random());
        let pairs = successors(OLD, &one);
        assert_eq!(successors(OLD, &one), pairs);
        assert_ne!(pairs[0].session, pairs[0].refresh);
        assert_ne!(successors(OLD, &other), pairs);
        assert_ne!(successors(NEW, &one), pairs);
    }

    #[test]
    fn the_first_key_makes_new_pairs_and_the_second_still_recognises_old_ones() {
        let token = Token::random();
        let both = successors(&format!("{NEW},{OLD}"), &token);
        assert_eq!(both[..1], successors(NEW, &token));
        assert_eq!(both[1..], successors(OLD, &token));
    }

    #[test]
    fn a_short_key_is_refused_at_start() {
        assert_eq!("short".parse::<RefreshKeys>().err(), Some(BadRefreshKeys));
        assert_eq!(" , ".parse::<RefreshKeys>().err(), Some(BadRefreshKeys));
    }

    #[test]
    fn nothing_secret_shows_in_logs() {
        let token = Token::random();
        assert_eq!(format!("{token:?}"), "Token(…)");
        assert_eq!(
            format!("{:?}", OLD.parse::<RefreshKeys>().unwrap()),
            "RefreshKeys(1)"
        );
    }
}
