//! Authentication of an rpc's caller.
//!
//! The gateway calls on behalf of its user, services call under their own name. The claim travels as gRPC metadata,
//! signed with a shared key, and expires after 60 s. [`crate::grpc::server`] verifies it and adds a [`Caller`] to each
//! request; rpc handlers authorize it with the `require_…` functions.

use crate::{
    domain::{Language, UserId},
    failure::{Code, Failure},
    keys::{InvalidKeys, Keys},
};

/// Metadata key of the claim.
pub const METADATA_KEY: &str = "x-storefront-caller";

/// Maximum difference between a claim's time and now, in seconds, in both directions as clocks differ.
const MAX_AGE_SECONDS: i64 = 60;

/// The caller of an rpc.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Identity.
    pub kind: CallerKind,
    /// Language of the response.
    pub language: Language,
}

/// The identity of a caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallerKind {
    /// A user who is not signed in.
    Anonymous,
    /// A signed-in customer.
    Customer(UserId),
    /// A signed-in staff member; `None` for the operator's command line.
    Staff(Option<UserId>),
    /// Another service, by name.
    Service(String),
}

impl Caller {
    /// Creates a caller who is not signed in.
    pub const fn anonymous(language: Language) -> Self {
        Self {
            kind: CallerKind::Anonymous,
            language,
        }
    }

    /// Creates a service as caller.
    pub fn service(name: impl Into<String>) -> Self {
        Self {
            kind: CallerKind::Service(name.into()),
            language: Language::default(),
        }
    }

    /// Returns the verified caller of a request.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Unauthenticated`] if the request has no valid claim.
    pub fn from_request<T>(request: &tonic::Request<T>) -> Result<&Self, Failure> {
        request
            .extensions()
            .get::<Self>()
            .ok_or_else(|| Failure::new(Code::Unauthenticated))
    }

    /// Returns the signed-in user, customer or staff.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Unauthenticated`] for all others.
    pub fn require_user(&self) -> Result<UserId, Failure> {
        match self.kind {
            CallerKind::Customer(user) | CallerKind::Staff(Some(user)) => Ok(user),
            _ => Err(Failure::new(Code::Unauthenticated)),
        }
    }

    /// Returns the actor of [`crate::audit::record`] if the caller is staff.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Unauthenticated`] if nobody is signed in, and [`Code::Forbidden`] for others.
    pub fn require_staff(&self) -> Result<String, Failure> {
        match self.kind {
            CallerKind::Staff(Some(user)) => Ok(user.to_string()),
            CallerKind::Staff(None) => Ok("operator".to_owned()),
            CallerKind::Anonymous => Err(Failure::new(Code::Unauthenticated)),
            CallerKind::Customer(_) | CallerKind::Service(_) => Err(Failure::new(Code::Forbidden)),
        }
    }

    /// Returns the name of the calling service.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Unauthenticated`] if nobody is signed in, and [`Code::Forbidden`] for users.
    pub fn require_service(&self) -> Result<&str, Failure> {
        match &self.kind {
            CallerKind::Service(name) => Ok(name),
            CallerKind::Anonymous => Err(Failure::new(Code::Unauthenticated)),
            CallerKind::Customer(_) | CallerKind::Staff(_) => Err(Failure::new(Code::Forbidden)),
        }
    }
}

/// Keys that sign and verify callers.
#[derive(Debug, Clone)]
pub struct CallerKeys(Keys);

impl std::str::FromStr for CallerKeys {
    type Err = InvalidKeys;

    fn from_str(text: &str) -> Result<Self, InvalidKeys> {
        text.parse().map(Self)
    }
}

impl CallerKeys {
    /// Returns the signed metadata value of a caller.
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

    /// Returns the caller of a metadata value, or `None` if its signature is invalid or expired.
    pub fn verify(&self, value: &str, now: time::OffsetDateTime) -> Option<Caller> {
        let (claim, signature) = value.rsplit_once(';')?;
        if !self.0.verify(claim.as_bytes(), signature.as_bytes()) {
            return None;
        }
        let mut parts = claim.split(';');
        let (kind, name, language, signed_at) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        if (now.unix_timestamp() - signed_at.parse::<i64>().ok()?).abs() > MAX_AGE_SECONDS {
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
    fn signed_callers_round_trip() {
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
    fn rejects_changed_expired_and_foreign_claims() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::days(20_000);
        let value = keys(OLD).sign(&Caller::anonymous(Language::Az), now);
        assert_eq!(keys(OLD).verify(&value.replace("anonymous", "staff"), now), None);
        assert_eq!(keys(OLD).verify(&value, now + Duration::seconds(61)), None);
        assert_eq!(keys(NEW).verify(&value, now), None);
        assert_eq!(keys(OLD).verify("", now), None);
        assert_eq!(keys(OLD).verify(";;;;", now), None);
    }

    #[test]
    fn verifies_both_keys_during_rotation() {
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
