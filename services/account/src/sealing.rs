//! Encryption of the secrets of second factors and of push subscriptions, so that a stolen backup opens no desk.

use chacha20poly1305::{
    Key as CipherKey, KeyInit as _, XChaCha20Poly1305, XNonce,
    aead::{Aead as _, Payload},
};
use kit::{
    domain::FactorId,
    keys::{InvalidKeys, Key, Keys},
};
use uuid::Uuid;

use crate::second_factor::Secret;

/// Length of a nonce in bytes.
const NONCE_LENGTH: usize = 24;

/// Length of the id of a key in bytes.
const KEY_ID_LENGTH: usize = 8;

/// Purposes of the keys that are derived.
const FACTOR: &[u8] = b"second factor";
const SUBSCRIPTION: &[u8] = b"push subscription";

/// Keys that encrypt the secrets of second factors. The first encrypts, both decrypt.
#[derive(Debug, Clone)]
pub struct FactorKeys(Keys);

/// Error of a secret that none of the keys decrypts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("SECOND_FACTOR_KEYS has no key that decrypts the secret")]
pub(crate) struct CannotOpen;

/// An encrypted secret: nonce and ciphertext of XChaCha20-Poly1305.
///
/// The id of the factor is authenticated with it, so that a secret is of no use in the row of another factor.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SealedSecret {
    /// Nonce and ciphertext.
    pub(crate) bytes: Vec<u8>,
    /// Id of the key; `None` for a secret that is not encrypted yet.
    pub(crate) key_id: Option<Vec<u8>>,
}

impl std::str::FromStr for FactorKeys {
    type Err = InvalidKeys;

    fn from_str(text: &str) -> Result<Self, InvalidKeys> {
        text.parse().map(Self)
    }
}

impl FactorKeys {
    /// Encrypts the secret of a factor with the current key.
    ///
    /// # Errors
    ///
    /// Never for the length of a secret: the cipher refuses only messages of 256 GiB and more.
    pub(crate) fn seal(&self, factor: FactorId, secret: &Secret) -> Result<SealedSecret, CannotOpen> {
        self.seal_bytes(FACTOR, &factor.uuid(), secret.bytes())
    }

    /// Encrypts what a push subscription has, with the current key.
    ///
    /// # Errors
    ///
    /// Never for its length, as [`Self::seal`].
    pub(crate) fn seal_subscription(&self, id: Uuid, bytes: &[u8]) -> Result<SealedSecret, CannotOpen> {
        self.seal_bytes(SUBSCRIPTION, &id, bytes)
    }

    fn seal_bytes(&self, purpose: &[u8], id: &Uuid, bytes: &[u8]) -> Result<SealedSecret, CannotOpen> {
        let key = self.0.current();
        let nonce: [u8; NONCE_LENGTH] = rand::random();
        let ciphertext = cipher(key, purpose)
            .encrypt(&XNonce::from(nonce), payload(id, bytes))
            .map_err(|_| CannotOpen)?;
        Ok(SealedSecret {
            bytes: [nonce.as_slice(), &ciphertext].concat(),
            key_id: Some(key_id(key)),
        })
    }

    /// Decrypts the secret of a factor, or reads one that is not encrypted yet.
    ///
    /// # Errors
    ///
    /// Fails if the key is missing, or the secret was changed or belongs to another factor.
    pub(crate) fn open(&self, factor: FactorId, sealed: &SealedSecret) -> Result<Secret, CannotOpen> {
        if sealed.key_id.is_none() {
            return Secret::from_bytes(&sealed.bytes).ok_or(CannotOpen);
        }
        let secret = self.open_bytes(FACTOR, &factor.uuid(), sealed)?;
        Secret::from_bytes(&secret).ok_or(CannotOpen)
    }

    /// Decrypts what a push subscription has.
    ///
    /// # Errors
    ///
    /// Fails as [`Self::open`].
    pub(crate) fn open_subscription(&self, id: Uuid, sealed: &SealedSecret) -> Result<Vec<u8>, CannotOpen> {
        self.open_bytes(SUBSCRIPTION, &id, sealed)
    }

    fn open_bytes(&self, purpose: &[u8], id: &Uuid, sealed: &SealedSecret) -> Result<Vec<u8>, CannotOpen> {
        let wanted = sealed.key_id.as_ref().ok_or(CannotOpen)?;
        let key = self
            .0
            .iter()
            .find(|key| key_id(key) == *wanted)
            .ok_or(CannotOpen)?;
        let (nonce, ciphertext) = sealed
            .bytes
            .split_first_chunk::<NONCE_LENGTH>()
            .ok_or(CannotOpen)?;
        cipher(key, purpose)
            .decrypt(&XNonce::from(*nonce), payload(id, ciphertext))
            .map_err(|_| CannotOpen)
    }

    /// Returns the id of the current key.
    pub(crate) fn current_id(&self) -> Vec<u8> {
        key_id(self.0.current())
    }
}

fn cipher(key: &Key, purpose: &[u8]) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&CipherKey::from(key.mac(purpose)))
}

/// Hides the secret, encrypted or not.
impl std::fmt::Debug for SealedSecret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("SealedSecret(…)")
    }
}

/// Returns an id of a key, from which the key does not follow.
fn key_id(key: &Key) -> Vec<u8> {
    key.mac(b"id").into_iter().take(KEY_ID_LENGTH).collect()
}

fn payload<'parts>(factor: &'parts Uuid, message: &'parts [u8]) -> Payload<'parts, 'parts> {
    Payload {
        msg: message,
        aad: factor.as_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";

    fn keys(text: &str) -> FactorKeys {
        text.parse().unwrap()
    }

    fn opened(keys: &FactorKeys, factor: FactorId, sealed: &SealedSecret) -> Result<Vec<u8>, CannotOpen> {
        keys.open(factor, sealed).map(|secret| secret.bytes().to_vec())
    }

    #[test]
    fn opens_only_with_its_key_in_its_row() {
        let (factor, secret) = (FactorId::generate(), Secret::random());
        let sealed = keys(OLD).seal(factor, &secret).unwrap();
        assert!(
            !sealed
                .bytes
                .windows(secret.bytes().len())
                .any(|part| part == secret.bytes())
        );
        assert_eq!(opened(&keys(OLD), factor, &sealed), Ok(secret.bytes().to_vec()));
        assert_eq!(opened(&keys(NEW), factor, &sealed), Err(CannotOpen));
        assert_eq!(opened(&keys(OLD), FactorId::generate(), &sealed), Err(CannotOpen));
        for index in 0..sealed.bytes.len() {
            let mut changed = sealed.clone();
            changed.bytes[index] ^= 1;
            assert_eq!(opened(&keys(OLD), factor, &changed), Err(CannotOpen), "{index}");
        }
        let truncated = SealedSecret {
            bytes: sealed.bytes[..20].to_vec(),
            ..sealed.clone()
        };
        assert_eq!(opened(&keys(OLD), factor, &truncated), Err(CannotOpen));
    }

    #[test]
    fn opens_with_both_keys_and_seals_with_the_current_one() {
        let (factor, secret) = (FactorId::generate(), Secret::random());
        let sealed = keys(OLD).seal(factor, &secret).unwrap();
        let both = keys(&format!("{NEW},{OLD}"));
        assert_eq!(opened(&both, factor, &sealed), Ok(secret.bytes().to_vec()));
        assert_ne!(sealed.key_id, Some(both.current_id()));
        let again = both.seal(factor, &secret).unwrap();
        assert_eq!(again.key_id, Some(keys(NEW).current_id()));
        assert_eq!(opened(&keys(NEW), factor, &again), Ok(secret.bytes().to_vec()));
    }

    #[test]
    fn reads_a_secret_that_is_not_encrypted_yet() {
        let (factor, secret) = (FactorId::generate(), Secret::random());
        let stored = SealedSecret {
            bytes: secret.bytes().to_vec(),
            key_id: None,
        };
        assert_eq!(opened(&keys(OLD), factor, &stored), Ok(secret.bytes().to_vec()));
    }
}
