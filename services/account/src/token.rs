//! Tokens: opaque to everybody, hashed in the database.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::keys::{InvalidKeys, Key, Keys};
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

/// The keys from which successors are made: the newest makes new ones, both recognise.
#[derive(Debug, Clone)]
pub struct RefreshKeys(Keys);

impl std::str::FromStr for RefreshKeys {
    type Err = InvalidKeys;

    fn from_str(text: &str) -> Result<Self, InvalidKeys> {
        text.parse().map(Self)
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

fn derive(key: &Key, refresh: &Token, purpose: &[u8]) -> Token {
    // A token has a fixed length, so it cannot run into the purpose.
    Token(key.mac(&[&refresh.0, purpose].concat()))
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
    fn nothing_secret_shows_in_logs() {
        let token = Token::random();
        assert_eq!(format!("{token:?}"), "Token(…)");
        assert_eq!(
            format!("{:?}", OLD.parse::<RefreshKeys>().unwrap()),
            "RefreshKeys(Keys(1))"
        );
    }
}
