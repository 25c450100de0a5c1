//! Who calls an rpc.
//!
//! The gateway says who its visitor is, services say their own name. It travels as gRPC metadata, signed with a key
//! that all of them share, and is good for a minute. [`crate::grpc::server`] verifies it and puts a [`Caller`] into
//! each request; an rpc admits whom it serves with the `require_…` functions.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

use crate::{
    domain::{Language, UserId},
    failure::{Code, Failure},
};

/// The metadata key.
pub const METADATA: &str = "x-storefront-caller";

/// Seconds for which a signature is good, to either side, for clocks differ.
const LIFETIME_SECONDS: i64 = 60;

/// Who calls, and in which language answers should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Who.
    pub kind: CallerKind,
    /// The visitor's language.
    pub language: Language,
}

/// The kinds of callers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallerKind {
    /// A visitor who is not signed in.
    Anonymous,
    /// A signed-in customer.
    Customer(UserId),
    /// A signed-in member of the staff, or the operator's command line.
    Staff(Option<UserId>),
    /// Another service, by name.
    Service(String),
}

impl Caller {
    /// A visitor who is not signed in.
    pub const fn anonymous(language: Language) -> Self {
        Self {
            kind: CallerKind::Anonymous,
            language,
        }
    }

    /// A service speaking for itself.
    pub fn service(name: impl Into<String>) -> Self {
        Self {
            kind: CallerKind::Service(name.into()),
            language: Language::default(),
        }
    }

    /// The caller of a request, as the server layer has verified it.
    pub fn of<T>(request: &tonic::Request<T>) -> Result<&Self, Failure> {
        request
            .extensions()
            .get::<Self>()
            .ok_or_else(|| Failure::of(Code::Unauthenticated))
    }

    /// The signed-in user, customer or staff.
    pub fn require_user(&self) -> Result<UserId, Failure> {
        match self.kind {
            CallerKind::Customer(user) | CallerKind::Staff(Some(user)) => Ok(user),
            _ => Err(Failure::of(Code::Unauthenticated)),
        }
    }

    /// Staff; answers a name for the audit.
    pub fn require_staff(&self) -> Result<String, Failure> {
        match self.kind {
            CallerKind::Staff(Some(user)) => Ok(user.to_string()),
            CallerKind::Staff(None) => Ok("operator".to_owned()),
            CallerKind::Anonymous => Err(Failure::of(Code::Unauthenticated)),
            CallerKind::Customer(_) | CallerKind::Service(_) => Err(Failure::of(Code::Forbidden)),
        }
    }

    /// Another service.
    pub fn require_service(&self) -> Result<&str, Failure> {
        match &self.kind {
            CallerKind::Service(name) => Ok(name),
            CallerKind::Anonymous => Err(Failure::of(Code::Unauthenticated)),
            CallerKind::Customer(_) | CallerKind::Staff(_) => Err(Failure::of(Code::Forbidden)),
        }
    }
}

/// The keys that sign and verify callers: the first signs, all verify, so that a key can be changed without a stop.
#[derive(Clone)]
pub struct CallerKeys(Vec<SecretString>);

/// No key at all, or one that is too short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("CALLER_KEYS needs one or two keys of at least 32 characters, parted by a comma")]
pub struct BadKeys;

impl std::str::FromStr for CallerKeys {
    type Err = BadKeys;

    fn from_str(text: &str) -> Result<Self, BadKeys> {
        let keys: Vec<_> = text
            .split(',')
            .map(str::trim)
            .filter(|key| !key.is_empty())
            .collect();
        if keys.is_empty() || keys.len() > 2 || keys.iter().any(|key| key.len() < 32) {
            return Err(BadKeys);
        }
        Ok(Self(keys.into_iter().map(SecretString::from).collect()))
    }
}

impl std::fmt::Debug for CallerKeys {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "CallerKeys({})", self.0.len())
    }
}

impl CallerKeys {
    /// The metadata value for a caller, signed at this time.
    pub fn sign(&self, caller: &Caller, now: time::OffsetDateTime) -> String {
        let (kind, name) = match &caller.kind {
            CallerKind::Anonymous => ("anonymous", String::new()),
            CallerKind::Customer(user) => ("customer", user.to_string()),
            CallerKind::Staff(user) => ("staff", user.map(|user| user.to_string()).unwrap_or_default()),
            CallerKind::Service(name) => ("service", name.clone()),
        };
        let claim = format!("{kind};{name};{};{}", caller.language, now.unix_timestamp());
        let signature = self
            .0
            .first()
            .map(|key| signature(key, &claim))
            .unwrap_or_default();
        format!("{claim};{signature}")
    }

    /// The caller that a metadata value names, where it is signed by one of the keys and fresh.
    pub fn verify(&self, value: &str, now: time::OffsetDateTime) -> Option<Caller> {
        let (claim, presented) = value.rsplit_once(';')?;
        let presented = URL_SAFE_NO_PAD.decode(presented).ok()?;
        let genuine = self
            .0
            .iter()
            .any(|key| mac(key, claim).verify_slice(&presented).is_ok());
        if !genuine {
            return None;
        }
        let mut parts = claim.split(';');
        let (kind, name, language, signed_at) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        if (now.unix_timestamp() - signed_at.parse::<i64>().ok()?).abs() > LIFETIME_SECONDS {
            return None;
        }
        let kind = match kind {
            "anonymous" => CallerKind::Anonymous,
            "customer" => CallerKind::Customer(name.parse().ok()?),
            "staff" if name.is_empty() => CallerKind::Staff(None),
            "staff" => CallerKind::Staff(Some(name.parse().ok()?)),
            "service" => CallerKind::Service(name.to_owned()),
            _ => return None,
        };
        Some(Caller {
            kind,
            language: language.parse().ok()?,
        })
    }
}

fn mac(key: &SecretString, claim: &str) -> Hmac<Sha256> {
    // HMAC takes a key of any length; hashing it first keeps the types free of an impossible error.
    use sha2::Digest as _;
    let key = Sha256::digest(key.expose_secret().as_bytes());
    let mut block = hmac::digest::Key::<Hmac<Sha256>>::default();
    for (slot, byte) in block.iter_mut().zip(key) {
        *slot = byte;
    }
    let mut mac = Hmac::<Sha256>::new(&block);
    mac.update(claim.as_bytes());
    mac
}

fn signature(key: &SecretString, claim: &str) -> String {
    URL_SAFE_NO_PAD.encode(mac(key, claim).finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use super::*;

    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";

    fn keys(text: &str) -> CallerKeys {
        text.parse().unwrap()
    }

    #[test]
    fn every_kind_of_caller_survives_the_wire() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::days(20_000);
        let user = UserId::generate();
        for kind in [
            CallerKind::Anonymous,
            CallerKind::Customer(user),
            CallerKind::Staff(Some(user)),
            CallerKind::Staff(None),
            CallerKind::Service("order".to_owned()),
        ] {
            let caller = Caller {
                kind,
                language: Language::Ru,
            };
            assert_eq!(keys(OLD).verify(&keys(OLD).sign(&caller, now), now), Some(caller));
        }
    }

    #[test]
    fn a_changed_stale_or_foreign_claim_is_nobody() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::days(20_000);
        let value = keys(OLD).sign(&Caller::anonymous(Language::Az), now);
        assert_eq!(keys(OLD).verify(&value.replace("anonymous", "staff"), now), None);
        assert_eq!(keys(OLD).verify(&value, now + Duration::seconds(61)), None);
        assert_eq!(keys(NEW).verify(&value, now), None);
        assert_eq!(keys(OLD).verify("", now), None);
        assert_eq!(keys(OLD).verify(";;;;", now), None);
    }

    #[test]
    fn a_key_can_be_changed_without_a_stop() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::days(20_000);
        let caller = Caller::service("order");
        let both = keys(&format!("{NEW},{OLD}"));
        assert_eq!(
            both.verify(&keys(OLD).sign(&caller, now), now),
            Some(caller.clone())
        );
        assert_eq!(keys(NEW).verify(&both.sign(&caller, now), now), Some(caller));
    }

    #[test]
    fn a_short_key_is_refused_at_start() {
        assert_eq!("short".parse::<CallerKeys>().err(), Some(BadKeys));
        assert_eq!("".parse::<CallerKeys>().err(), Some(BadKeys));
    }
}
