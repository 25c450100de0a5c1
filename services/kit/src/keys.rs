//! Secret keys that sign what comes back later.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

/// Characters of a key at least.
const SHORTEST: usize = 32;

/// One or two keys: the newest signs, both verify, so that a key can be changed without a stop.
///
/// What a key signs is told apart by its purpose: each has a type of its own around this one, and a setting.
#[derive(Clone)]
pub struct Keys {
    newest: Key,
    older: Option<Key>,
}

/// One of [`Keys`].
#[derive(Clone)]
pub struct Key(SecretString);

/// No key, too many, or one that is too short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected one or two keys of at least {SHORTEST} characters, the newest first, parted by a comma")]
pub struct InvalidKeys;

impl std::str::FromStr for Keys {
    type Err = InvalidKeys;

    fn from_str(text: &str) -> Result<Self, InvalidKeys> {
        let mut keys = text.split(',').map(str::trim).filter(|key| !key.is_empty());
        let keys = (keys.next().ok_or(InvalidKeys)?, keys.next(), keys.next());
        let (newest, older, None) = keys else {
            return Err(InvalidKeys);
        };
        Ok(Self {
            newest: Key::read(newest)?,
            older: older.map(Key::read).transpose()?,
        })
    }
}

/// A key never shows in logs.
impl std::fmt::Debug for Keys {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Keys({})", self.newest_first().count())
    }
}

impl Keys {
    /// All of them.
    pub fn newest_first(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.newest).chain(&self.older)
    }

    /// The newest key's signature of a message, in characters that need no quoting in a header or a cookie.
    pub fn sign(&self, message: &[u8]) -> String {
        URL_SAFE_NO_PAD.encode(self.newest.code(message))
    }

    /// Whether one of the keys has signed the message; takes as long for a signature that is nearly right.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        let Ok(signature) = URL_SAFE_NO_PAD.decode(signature) else {
            return false;
        };
        self.newest_first()
            .any(|key| key.mac(message).verify_slice(&signature).is_ok())
    }
}

impl Key {
    fn read(text: &str) -> Result<Self, InvalidKeys> {
        if text.len() < SHORTEST {
            return Err(InvalidKeys);
        }
        Ok(Self(text.into()))
    }

    /// The message's authentication code: who does not have the key can neither make nor foresee it.
    pub fn code(&self, message: &[u8]) -> [u8; 32] {
        self.mac(message).finalize().into_bytes().into()
    }

    fn mac(&self, message: &[u8]) -> Hmac<Sha256> {
        // HMAC takes a key of any length; hashing it first keeps the types free of an impossible error.
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
    fn a_signature_is_good_for_its_message_and_key_alone() {
        let signature = keys(OLD).sign(b"message");
        assert!(keys(OLD).verify(b"message", signature.as_bytes()));
        assert!(!keys(OLD).verify(b"another", signature.as_bytes()));
        assert!(!keys(NEW).verify(b"message", signature.as_bytes()));
        for wrong in ["", "?", &signature[1..], &format!("{signature}AAAA")] {
            assert!(!keys(OLD).verify(b"message", wrong.as_bytes()), "{wrong}");
        }
    }

    #[test]
    fn a_key_can_be_changed_without_a_stop() {
        let both = keys(&format!("{NEW}, {OLD}"));
        assert!(both.verify(b"message", keys(OLD).sign(b"message").as_bytes()));
        assert!(keys(NEW).verify(b"message", both.sign(b"message").as_bytes()));
        assert!(!keys(OLD).verify(b"message", both.sign(b"message").as_bytes()));
    }

    #[test]
    fn a_wrong_number_of_keys_or_a_short_one_is_refused() {
        for wrong in [
            "",
            ",",
            "short",
            &format!("{OLD},short"),
            &format!("{OLD},{NEW},{OLD}"),
        ] {
            assert_eq!(wrong.parse::<Keys>().err(), Some(InvalidKeys), "{wrong}");
        }
        assert_eq!(keys(&format!("{OLD},")).newest_first().count(), 1);
    }

    #[test]
    fn a_key_is_not_shown() {
        assert_eq!(format!("{:?}", keys(OLD)), "Keys(1)");
    }
}
