//! Callers for tests.

use kit::{
    caller::{Caller, CallerKind},
    domain::{Language, UserId},
};

/// A visitor who is not signed in.
pub const fn anonymous() -> Caller {
    Caller::anonymous(Language::En)
}

/// A signed-in customer.
pub const fn customer(user: UserId) -> Caller {
    Caller {
        kind: CallerKind::Customer(user),
        language: Language::En,
    }
}

/// A member of the staff.
pub const fn staff() -> Caller {
    Caller {
        kind: CallerKind::Staff(None),
        language: Language::En,
    }
}

/// Another service.
pub fn service(name: &str) -> Caller {
    Caller::service(name)
}
