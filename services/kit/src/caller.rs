//! Authentication of an rpc's caller.
//!
//! The gateway calls on behalf of its user, services call under their own name, the operator's command line as staff
//! without a user. The claim travels as gRPC metadata, signed with the key of its issuer and the called service, and
//! expires after 60 s. [`crate::grpc::server`] verifies it and adds a [`Caller`] to each request; rpc handlers authorize
//! it with the `require_…` functions.

mod claim;

use crate::{
    domain::{Language, UserId},
    failure::{Code, Failure},
    keys::{Keys, NamedKeys},
};
pub use claim::{CLAIM_HEADER, MissingKeys, Signer, Verifier};

/// Issuer of the claims of users.
pub const GATEWAY: &str = "gateway";

/// Issuer of the claims of the operator's command line.
pub const OPERATOR: &str = "operator";

/// Keys for claims. Each caller shares a key with each service that it calls.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct CallerSettings {
    /// Keys that sign calls, by called service: `catalog=key;order=new,old`. The first of two keys signs.
    #[arg(long, env = "SIGNING_KEYS", hide_env_values = true)]
    pub signing_keys: Option<NamedKeys>,
    /// Keys of the processes that may call this one, by caller: `gateway=key;order=new,old`. Both of two keys verify.
    #[arg(long, env = "VERIFICATION_KEYS", hide_env_values = true)]
    pub verification_keys: Option<NamedKeys>,
    /// One or two keys that all processes share, for claims of the previous version; only during an upgrade from it.
    #[arg(long, env = "CALLER_KEYS", hide_env_values = true)]
    pub shared_keys: Option<Keys>,
}

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

impl CallerKind {
    /// Returns the name of the only process that may claim this identity.
    pub fn issuer(&self) -> &str {
        match self {
            Self::Anonymous | Self::Customer(_) | Self::Staff(Some(_)) => GATEWAY,
            Self::Staff(None) => OPERATOR,
            Self::Service(name) => name,
        }
    }
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

    /// Checks that the caller is the service of this name.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Unauthenticated`] if nobody is signed in, and [`Code::Forbidden`] for users and other services.
    pub fn require_service(&self, expected: &str) -> Result<(), Failure> {
        match &self.kind {
            CallerKind::Service(name) if name == expected => Ok(()),
            CallerKind::Anonymous => Err(Failure::new(Code::Unauthenticated)),
            CallerKind::Service(_) | CallerKind::Customer(_) | CallerKind::Staff(_) => {
                Err(Failure::new(Code::Forbidden))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requires_the_named_service() {
        let code = |kind| {
            let caller = Caller {
                kind,
                language: Language::En,
            };
            caller.require_service("order").map_err(|failure| failure.code)
        };
        assert_eq!(code(CallerKind::Service("order".to_owned())), Ok(()));
        assert_eq!(code(CallerKind::Service("cart".to_owned())), Err(Code::Forbidden));
        assert_eq!(
            code(CallerKind::Customer(UserId::generate())),
            Err(Code::Forbidden)
        );
        assert_eq!(code(CallerKind::Staff(None)), Err(Code::Forbidden));
        assert_eq!(code(CallerKind::Anonymous), Err(Code::Unauthenticated));
    }
}
