//! Authentication of an rpc's caller.
//!
//! The gateway calls on behalf of its user, services call under their own name, the operator's command line under its own.
//! The claim travels as gRPC metadata, signed with the key of its issuer and the called service for the rpc and the body of
//! the request, and expires after 60 s. [`crate::grpc::server`] verifies it and adds a [`Caller`] to each request; [`crate::rpcs!`]
//! authorizes it by the [`Admission`] that an rpc declares.

mod admission;
mod claim;

use std::fmt;

use crate::{
    domain::{InvalidId, Language, UserId},
    failure::{Code, Failure},
    keys::{Keys, NamedKeys},
    staff::{Access, Permission, StaffRole},
};
pub use admission::{Admission, CustomerCaller, NarrowedCaller, ServiceCaller, StaffCaller};
pub use claim::{CLAIM_HEADER, MissingKeys, SignedClaim, Signer, Verifier};

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
    /// Whether to accept and add claims of the previous version, which do not cover the request's body; only during an
    /// upgrade from it.
    #[arg(long, env = "UNBOUND_CLAIMS", default_value_t = false, action = clap::ArgAction::Set)]
    pub unbound_claims: bool,
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
    /// A staff member who is signed in to the desk.
    Staff(StaffMember),
    /// The operator's command line.
    Operator,
    /// Another service, by name.
    Service(String),
}

impl CallerKind {
    /// Returns the name of the only process that may claim this identity.
    pub fn issuer(&self) -> &str {
        match self {
            Self::Anonymous | Self::Customer(_) | Self::Staff(_) => GATEWAY,
            Self::Operator => OPERATOR,
            Self::Service(name) => name,
        }
    }
}

/// A staff member who is signed in to the desk with a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaffMember {
    /// User.
    pub user: UserId,
    /// Role.
    pub role: StaffRole,
    /// Whether a second factor was checked again within the last minutes.
    pub is_stepped_up: bool,
}

/// The actor of a staff call: a staff member, or the operator's command line with all permissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// A staff member.
    Member(StaffMember),
    /// The operator's command line.
    Operator,
}

impl Actor {
    /// Returns the user; `None` for the operator's command line.
    pub const fn user(&self) -> Option<UserId> {
        match self {
            Self::Member(member) => Some(member.user),
            Self::Operator => None,
        }
    }

    /// Returns the owner who caused an event of the team: `by` is a staff UUID, or empty for the command line.
    ///
    /// # Errors
    ///
    /// Fails if `by` is neither.
    pub fn owner(by: &str) -> Result<Self, InvalidId> {
        Ok(match by {
            "" => Self::Operator,
            by => Self::Member(StaffMember {
                user: by.parse()?,
                role: StaffRole::Owner,
                is_stepped_up: true,
            }),
        })
    }

    /// Returns the access by a permission.
    pub fn access(&self, permission: Permission) -> Access {
        match self {
            Self::Member(member) => member.role.access(permission),
            Self::Operator => Access::Always,
        }
    }

    /// Checks that the actor may use a permission, at least for some records.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Forbidden`] and the reason `DESK.ROLE`.
    pub fn require_permission(&self, permission: Permission) -> Result<(), Failure> {
        match self.access(permission) {
            Access::Never => Err(Failure::with_reason(Code::Forbidden, "DESK.ROLE")),
            Access::PerRecord | Access::Always => Ok(()),
        }
    }
}

/// The actor in the audit log: the user's id, or `operator`.
impl fmt::Display for Actor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Member(member) => member.user.fmt(formatter),
            Self::Operator => formatter.write_str(OPERATOR),
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

    /// Returns the signed-in customer.
    pub const fn user(&self) -> Option<UserId> {
        match self.kind {
            CallerKind::Customer(user) => Some(user),
            CallerKind::Anonymous | CallerKind::Staff(_) | CallerKind::Operator | CallerKind::Service(_) => {
                None
            }
        }
    }
}
