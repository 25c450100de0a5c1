//! What a user may do.

use proto::account::v1 as wire;

/// The role of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub(crate) enum Role {
    /// Shops.
    Customer,
    /// Shops, and answers what comes in.
    Staff,
}

impl Role {
    /// As the database spells it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Staff => "staff",
        }
    }
}

impl From<Role> for wire::Role {
    fn from(role: Role) -> Self {
        match role {
            Role::Customer => Self::Customer,
            Role::Staff => Self::Staff,
        }
    }
}
