//! Encryption of push messages (RFC 8291) and the proof of their sender (RFC 8292).

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    digest::{SHA256, digest},
    error::Unspecified,
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
    rand::{SecureRandom as _, SystemRandom},
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use serde_json::json;
use time::{Duration, OffsetDateTime};

use crate::clients::PushSubscription;

/// Length of the salt of a message in bytes.
const SALT_LENGTH: usize = 16;

/// Size of the only record of a message, in bytes.
const RECORD_SIZE: u32 = 4_096;

/// Ends the last record.
const END: u8 = 2;

/// Maximum length of a topic in characters.
const TOPIC_LENGTH: usize = 32;

/// Time for which a proof is valid; push services take at most a day.
const PROOF_LIFETIME: Duration = Duration::hours(12);

/// The key by which push services know the shop: P-256, in PKCS#8.
#[derive(Clone)]
pub(crate) struct PushKey(std::sync::Arc<EcdsaKeyPair>);

/// Error of a text that is no [`PushKey`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a private key of P-256 in PKCS#8, as base64 on one line")]
pub(crate) struct InvalidPushKey;

impl std::str::FromStr for PushKey {
    type Err = InvalidPushKey;

    fn from_str(text: &str) -> Result<Self, InvalidPushKey> {
        let pkcs8 = STANDARD.decode(text.trim()).map_err(|_| InvalidPushKey)?;
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &pkcs8, &SystemRandom::new());
        key.map(|key| Self(key.into())).map_err(|_| InvalidPushKey)
    }
}

/// Hides the key from logs.
impl std::fmt::Debug for PushKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("PushKey(…)")
    }
}

impl PushKey {
    /// Returns the public key, an uncompressed point.
    pub(crate) fn public(&self) -> &[u8] {
        self.0.public_key().as_ref()
    }

    /// Returns the header `Authorization` of a message to a push service.
    pub(crate) fn proof(
        &self,
        origin: &str,
        subject: &str,
        now: OffsetDateTime,
    ) -> Result<String, Unspecified> {
        let expires = (now + PROOF_LIFETIME).unix_timestamp();
        let claims = json!({"aud": origin, "exp": expires, "sub": subject});
        let encode = |part: &serde_json::Value| URL_SAFE_NO_PAD.encode(part.to_string());
        let signed = format!(
            "{}.{}",
            encode(&json!({"typ": "JWT", "alg": "ES256"})),
            encode(&claims)
        );
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes())?;
        let (signature, key) = (
            URL_SAFE_NO_PAD.encode(signature),
            URL_SAFE_NO_PAD.encode(self.public()),
        );
        Ok(format!("vapid t={signed}.{signature}, k={key}"))
    }
}

/// Returns the topic of a text, from which the text does not follow.
pub(super) fn topic(text: &str) -> String {
    let mut topic = URL_SAFE_NO_PAD.encode(digest(&SHA256, text.as_bytes()));
    topic.truncate(TOPIC_LENGTH);
    topic
}

/// Length of a derived key.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const LENGTH: usize>(key: &Prk, info: &[&[u8]]) -> Result<[u8; LENGTH], Unspecified> {
    let mut derived = [0; LENGTH];
    key.expand(info, Length(LENGTH))?.fill(&mut derived)?;
    Ok(derived)
}

/// Encrypts a message for a browser, as the body of a request with `Content-Encoding: aes128gcm`.
pub(super) fn encrypt(subscription: &PushSubscription, payload: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let random = SystemRandom::new();
    let key = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = key.compute_public_key()?;
    let mut salt = [0; SALT_LENGTH];
    random.fill(&mut salt)?;
    let browser = UnparsedPublicKey::new(&ECDH_P256, &subscription.public_key);
    let secret = Salt::new(HKDF_SHA256, &subscription.secret);
    let shared: [u8; 32] = agree_ephemeral(key, &browser, |shared| {
        let info = [b"WebPush: info\0", &*subscription.public_key, public.as_ref()];
        derive(&secret.extract(shared), &info)
    })??;
    let (cipher, nonce) = content_keys(&salt, &shared)?;
    let mut record = [payload, &[END]].concat();
    cipher.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;
    let id = public.as_ref();
    let id_length = u8::try_from(id.len()).map_err(|_| Unspecified)?;
    Ok([&salt, &RECORD_SIZE.to_be_bytes()[..], &[id_length], id, &record].concat())
}

/// Returns the key and the nonce of the only record.
fn content_keys(salt: &[u8], shared: &[u8]) -> Result<(LessSafeKey, Nonce), Unspecified> {
    let key = Salt::new(HKDF_SHA256, salt).extract(shared);
    let cipher: [u8; 16] = derive(&key, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; NONCE_LEN] = derive(&key, &[b"Content-Encoding: nonce\0"])?;
    let cipher = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &cipher)?);
    Ok((cipher, Nonce::assume_unique_for_key(nonce)))
}

/// Decrypts a body as a browser does.
#[cfg(test)]
pub(super) fn decrypt(key: EphemeralPrivateKey, secret: &[u8], body: &[u8]) -> Option<Vec<u8>> {
    let (salt, rest) = body.split_first_chunk::<SALT_LENGTH>()?;
    let (size, rest) = rest.split_first_chunk::<4>()?;
    let (length, rest) = rest.split_first()?;
    let (sender, record) = rest.split_at_checked(usize::from(*length))?;
    assert!(u32::from_be_bytes(*size) >= u32::try_from(record.len()).ok()?);
    let own = key.compute_public_key().ok()?;
    let sender_key = UnparsedPublicKey::new(&ECDH_P256, sender);
    let secret = Salt::new(HKDF_SHA256, secret);
    let shared: [u8; 32] = agree_ephemeral(key, &sender_key, |shared| {
        derive(
            &secret.extract(shared),
            &[b"WebPush: info\0", own.as_ref(), sender],
        )
    })
    .ok()?
    .ok()?;
    let (cipher, nonce) = content_keys(salt, &shared).ok()?;
    let mut record = record.to_vec();
    let plain = cipher.open_in_place(nonce, Aad::empty(), &mut record).ok()?;
    let (end, payload) = plain.split_last()?;
    (*end == END).then(|| payload.to_vec())
}
