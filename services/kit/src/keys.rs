//! HMAC keys for signed tokens and claims.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

/// Minimum length of a key, in bytes.
const MIN_LENGTH: usize = 32;

/// Starts of the keys that the project publishes for trying it out.
const PUBLISHED: [&str; 2] = ["trying-out-", "development-"];

/// Length of a short signature, in bytes.
const SHORT_LENGTH: usize = 16;

/// One or two keys: the current one signs, both verify, so that a key can be rotated without downtime.
///
/// Each purpose has its own setting and a newtype around this type.
#[derive(Clone)]
pub struct Keys {
    current: Key,
    previous: Option<Key>,
}

/// One of [`Keys`].
#[derive(Clone)]
pub struct Key(SecretString);

/// Error of parsing [`Keys`]: no key, more than two, or one that is too short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected one or two keys of at least {MIN_LENGTH} characters, separated by a comma, the current one first"
)]
pub struct InvalidKeys;

impl std::str::FromStr for Keys {
    type Err = InvalidKeys;

    fn from_str(text: &str) -> Result<Self, InvalidKeys> {
        let mut keys = text.split(',').map(str::trim).filter(|key| !key.is_empty());
        let keys = (keys.next().ok_or(InvalidKeys)?, keys.next(), keys.next());
        let (current, previous, None) = keys else {
            return Err(InvalidKeys);
        };
        Ok(Self {
            current: Key::parse(current)?,
            previous: previous.map(Key::parse).transpose()?,
        })
    }
}

/// [`Keys`] by the name of the process that they are shared with.
#[derive(Debug, Clone, Default)]
pub struct NamedKeys(BTreeMap<String, Keys>);

/// Error of parsing [`NamedKeys`]: a part without a name, a repeated name, or invalid keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected name=key or name=new,old, separated by semicolons, each key of at least {MIN_LENGTH} characters"
)]
pub struct InvalidNamedKeys;

impl std::str::FromStr for NamedKeys {
    type Err = InvalidNamedKeys;

    fn from_str(text: &str) -> Result<Self, InvalidNamedKeys> {
        let mut named = BTreeMap::new();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, keys) = part.split_once('=').ok_or(InvalidNamedKeys)?;
            let keys = keys.parse().map_err(|_| InvalidNamedKeys)?;
            if name.is_empty() || named.insert(name.to_owned(), keys).is_some() {
                return Err(InvalidNamedKeys);
            }
        }
        Ok(Self(named))
    }
}

impl NamedKeys {
    /// Returns whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether one of the keys is known to everybody. As [`Keys::are_published`].
    pub fn are_published(&self) -> bool {
        self.0.values().any(Keys::are_published)
    }

    /// Returns the keys that are shared with a process.
    pub fn get(&self, name: &str) -> Option<&Keys> {
        self.0.get(name)
    }
}

/// Hides the keys from logs.
impl std::fmt::Debug for Keys {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Keys({})", self.iter().count())
    }
}

impl Keys {
    /// Iterates over the keys, the current one first.
    pub fn iter(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.current).chain(&self.previous)
    }

    /// Returns whether one of the keys is known to everybody, as the project publishes it for trying out.
    pub fn are_published(&self) -> bool {
        self.iter().any(Key::is_published)
    }

    /// Returns the current key.
    pub const fn current(&self) -> &Key {
        &self.current
    }

    /// Signs a message with the current key; returns the signature in unpadded URL-safe base64.
    pub fn sign(&self, message: &[u8]) -> String {
        URL_SAFE_NO_PAD.encode(self.current.mac(message))
    }

    /// Signs a message with the first 16 bytes of the HMAC of the current key; returns 22 characters of unpadded URL-safe
    /// base64, for links.
    pub fn sign_short(&self, message: &[u8]) -> String {
        let mac = self.current.mac(message).into_iter();
        URL_SAFE_NO_PAD.encode(mac.take(SHORT_LENGTH).collect::<Vec<_>>())
    }

    /// Returns whether the signature is [`Self::sign_short`] of one of the keys. Compares in constant time.
    pub fn verify_short(&self, message: &[u8], signature: &[u8]) -> bool {
        let Ok(signature) = URL_SAFE_NO_PAD.decode(signature) else {
            return false;
        };
        signature.len() == SHORT_LENGTH
            && self
                .iter()
                .any(|key| key.hmac(message).verify_truncated_left(&signature).is_ok())
    }

    /// Returns whether one of the keys signed the message. Compares in constant time.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        let Ok(signature) = URL_SAFE_NO_PAD.decode(signature) else {
            return false;
        };
        self.iter()
            .any(|key| key.hmac(message).verify_slice(&signature).is_ok())
    }
}

impl Key {
    fn parse(text: &str) -> Result<Self, InvalidKeys> {
        if text.len() < MIN_LENGTH {
            return Err(InvalidKeys);
        }
        Ok(Self(text.into()))
    }

    fn is_published(&self) -> bool {
        let key = self.0.expose_secret();
        PUBLISHED.iter().any(|start| key.starts_with(start))
    }

    /// Returns the HMAC-SHA256 of a message.
    pub fn mac(&self, message: &[u8]) -> [u8; 32] {
        self.hmac(message).finalize().into_bytes().into()
    }

    fn hmac(&self, message: &[u8]) -> Hmac<Sha256> {
        // A hashed key always fits the block, so that there is no length error to handle.
        let key = Sha256::digest(self.0.expose_secret().as_bytes());
        let mut block = hmac::digest::Key::<Hmac<Sha256>>::default();
        for (slot, byte) in block.iter_mut().zip(key) {
            *slot = byte;
        }
        let mut mac = Hmac::<Sha256>::new(&block);
        mac.update(message);
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";

    fn keys(text: &str) -> Keys {
        text.parse().unwrap()
    }

    #[test]
    fn verifies_only_its_own_message_and_key() {
        let signature = keys(OLD).sign(b"message");
        assert!(keys(OLD).verify(b"message", signature.as_bytes()));
        assert!(!keys(OLD).verify(b"another", signature.as_bytes()));
        assert!(!keys(NEW).verify(b"message", signature.as_bytes()));
        for wrong in ["", "?", &signature[1..], &format!("{signature}AAAA")] {
            assert!(!keys(OLD).verify(b"message", wrong.as_bytes()), "{wrong}");
        }
    }

    #[test]
    fn published_keys_are_known() {
        let published = "development-csrf-key-development-key";
        assert!(keys(published).are_published());
        assert!(keys(&format!("{NEW},{published}")).are_published());
        assert!(!keys(&format!("{NEW},{OLD}")).are_published());
        let named = |text: String| text.parse::<NamedKeys>().unwrap();
        assert!(named("catalog=trying-out-key-from-gateway-to-catalog".to_owned()).are_published());
        assert!(!named(format!("catalog={NEW}")).are_published());
    }

    #[test]
    fn short_signatures_are_the_first_16_bytes() {
        let short = keys(OLD).sign_short(b"message");
        let long = keys(OLD).sign(b"message");
        assert_eq!((short.len(), &short[..21]), (22, &long[..21]));
        let both = keys(&format!("{NEW},{OLD}"));
        assert!(both.verify_short(b"message", short.as_bytes()));
        assert!(!keys(NEW).verify_short(b"message", short.as_bytes()));
        assert!(!both.verify_short(b"another", short.as_bytes()));
        for wrong in ["", "?", &short[1..], &short[..20], &long] {
            assert!(!keys(OLD).verify_short(b"message", wrong.as_bytes()), "{wrong}");
        }
    }

    #[test]
    fn verifies_both_keys_during_rotation() {
        let both = keys(&format!("{NEW}, {OLD}"));
        assert!(both.verify(b"message", keys(OLD).sign(b"message").as_bytes()));
        assert!(keys(NEW).verify(b"message", both.sign(b"message").as_bytes()));
        assert!(!keys(OLD).verify(b"message", both.sign(b"message").as_bytes()));
    }

    #[test]
    fn rejects_a_wrong_number_of_keys_and_short_keys() {
        for wrong in [
            "",
            ",",
            "short",
            &format!("{OLD},short"),
            &format!("{OLD},{NEW},{OLD}"),
        ] {
            assert_eq!(wrong.parse::<Keys>().err(), Some(InvalidKeys), "{wrong}");
        }
        assert_eq!(keys(&format!("{OLD},")).iter().count(), 1);
    }

    #[test]
    fn parses_keys_by_name() {
        let named: NamedKeys = format!("catalog={NEW},{OLD}; order={OLD}").parse().unwrap();
        let signature = keys(OLD).sign(b"message");
        for (name, count) in [("catalog", 2), ("order", 1)] {
            let keys = named.get(name).unwrap();
            assert_eq!(keys.iter().count(), count);
            assert!(keys.verify(b"message", signature.as_bytes()), "{name}");
        }
        assert!(named.get("cart").is_none());
        assert!("".parse::<NamedKeys>().unwrap().get("").is_none());
        for wrong in [
            OLD,
            "order=short",
            &format!("={OLD}"),
            &format!("order={OLD};order={NEW}"),
        ] {
            assert_eq!(
                wrong.parse::<NamedKeys>().err(),
                Some(InvalidNamedKeys),
                "{wrong}"
            );
        }
    }

    #[test]
    fn debug_output_hides_keys() {
        assert_eq!(format!("{:?}", keys(OLD)), "Keys(1)");
        let named: NamedKeys = format!("order={OLD}").parse().unwrap();
        assert!(!format!("{named:?}").contains(OLD));
    }
}
