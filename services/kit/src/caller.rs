//! Who calls an rpc.
//!
//! The gateway says who its visitor is, services say their own name. It travels as gRPC metadata, signed with a key
//! that all of them share, and is good for a minute. [`crate::grpc::server`] verifies it and puts a [`Caller`] into
//! each request; an rpc admits whom it serves with the `require_…` functions.

use crate::{
    domain::{Language, UserId},
    failure::{Code, Failure},
    keys::{InvalidKeys, Keys},
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
    pub fn from_request<T>(request: &tonic::Request<T>) -> Result<&Self, Failure> {
        request
            .extensions()
            .get::<Self>()
            .ok_or_else(|| Failure::new(Code::Unauthenticated))
    }

    /// The signed-in user, customer or staff.
    pub fn require_user(&self) -> Result<UserId, Failure> {
        match self.kind {
            CallerKind::Customer(user) | CallerKind::Staff(Some(user)) => Ok(user),
            _ => Err(Failure::new(Code::Unauthenticated)),
        }
    }

    /// Staff; answers a name for the audit.
    pub fn require_staff(&self) -> Result<String, Failure> {
        match self.kind {
            CallerKind::Staff(Some(user)) => Ok(user.to_string()),
            CallerKind::Staff(None) => Ok("operator".to_owned()),
            CallerKind::Anonymous => Err(Failure::new(Code::Unauthenticated)),
            CallerKind::Customer(_) | CallerKind::Service(_) => Err(Failure::new(Code::Forbidden)),
        }
    }

    /// Another service.
    pub fn require_service(&self) -> Result<&str, Failure> {
        match &self.kind {
            CallerKind::Service(name) => Ok(name),
            CallerKind::Anonymous => Err(Failure::new(Code::Unauthenticated)),
            CallerKind::Customer(_) | CallerKind::Staff(_) => Err(Failure::new(Code::Forbidden)),
        }
    }
}

/// The keys that sign and verify callers.
#[derive(Debug, Clone)]
pub struct CallerKeys(Keys);

impl std::str::FromStr for CallerKeys {
    type Err = InvalidKeys;

    fn from_str(text: &str) -> Result<Self, InvalidKeys> {
        text.parse().map(Self)
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
        format!("{claim};{}", self.0.sign(claim.as_bytes()))
    }

    /// The caller that a metadata value names, where it is signed by one of the keys and fresh.
    pub fn verify(&self, value: &str, now: time::OffsetDateTime) -> Option<Caller> {
        let (claim, signature) = value.rsplit_once(';')?;
        if !self.0.verify(claim.as_bytes(), signature.as_bytes()) {
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
}
