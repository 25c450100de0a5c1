//! Roles of users.

use proto::account::v1 as wire;

/// The role of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub(crate) enum Role {
    /// Places orders.
    Customer,
    /// Also manages orders and inquiries.
    Staff,
}

impl Role {
    /// Returns the name in the database.
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
