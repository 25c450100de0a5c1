//! Opaque tokens, stored as hashes.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::keys::{InvalidKeys, Key, Keys};
use sha2::{Digest as _, Sha256};

/// 256 random bits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token([u8; 32]);

/// SHA-256 of a token. The database stores no token itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TokenHash([u8; 32]);

impl Token {
    /// Generates a token.
    pub(crate) fn random() -> Self {
        Self(rand::random())
    }

    /// Parses the output of [`Token::encode`].
    pub(crate) fn parse(text: &str) -> Option<Self> {
        // Checked first, so that long texts are not decoded.
        if text.len() != 43 {
            return None;
        }
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().map(Self).ok()
    }

    /// Encodes the token as 43 characters that need no quoting in a cookie or URL.
    pub(crate) fn encode(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Hashes the token. It is random, so that a plain hash without salt is enough.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

/// Hides the token, because it is a secret.
impl std::fmt::Debug for Token {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Token(…)")
    }
}

impl TokenHash {
    /// Returns the bytes.
    pub(crate) const fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// A session token and its refresh token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TokenPair {
    /// Value of the session cookie.
    pub(crate) session: Token,
    /// Value of the refresh cookie.
    pub(crate) refresh: Token,
}

impl TokenPair {
    /// Generates the first pair of a family.
    pub(crate) fn random() -> Self {
        Self {
            session: Token::random(),
            refresh: Token::random(),
        }
    }
}

/// Keys that derive the successors of refresh tokens. The newest derives new pairs, the older one still finds its
/// own.
#[derive(Debug, Clone)]
pub struct RefreshKeys(Keys);

impl std::str::FromStr for RefreshKeys {
    type Err = InvalidKeys;

    fn from_str(text: &str) -> Result<Self, InvalidKeys> {
        text.parse().map(Self)
    }
}

impl RefreshKeys {
    /// Returns the possible successors of a refresh token, one for each key, the newest key first.
    ///
    /// They depend only on the key and the token: parallel requests on different replicas, and a retry after a lost
    /// response, get the same pair, and no replica stores it in plain text.
    pub(crate) fn successors(&self, refresh: &Token) -> impl Iterator<Item = TokenPair> {
        self.0.iter().map(|key| TokenPair {
            session: derive(key, refresh, b"session"),
            refresh: derive(key, refresh, b"refresh"),
        })
    }
}

fn derive(key: &Key, refresh: &Token, purpose: &[u8]) -> Token {
    // Tokens have a fixed length, so that the concatenation is unambiguous.
    Token(key.mac(&[&refresh.0, purpose].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";

    fn successors(keys: &str, token: &Token) -> Vec<TokenPair> {
        keys.parse::<RefreshKeys>().unwrap().successors(token).collect()
    }

    #[test]
    fn token_has_one_encoding() {
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
    fn successors_are_deterministic_and_differ_by_purpose_token_and_key() {
        let (one, other) = (Token::random(), Token::random());
        let pairs = successors(OLD, &one);
        assert_eq!(successors(OLD, &one), pairs);
        assert_ne!(pairs[0].session, pairs[0].refresh);
        assert_ne!(successors(OLD, &other), pairs);
        assert_ne!(successors(NEW, &one), pairs);
    }

    #[test]
    fn first_key_derives_new_pairs_and_second_key_old_ones() {
        let token = Token::random();
        let both = successors(&format!("{NEW},{OLD}"), &token);
        assert_eq!(both[..1], successors(NEW, &token));
        assert_eq!(both[1..], successors(OLD, &token));
    }

    #[test]
    fn debug_output_hides_secrets() {
        let token = Token::random();
        assert_eq!(format!("{token:?}"), "Token(…)");
        assert_eq!(
            format!("{:?}", OLD.parse::<RefreshKeys>().unwrap()),
            "RefreshKeys(Keys(1))"
        );
    }
}
