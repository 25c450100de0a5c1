//! Callers for tests.

use kit::{
    caller::{Caller, CallerKind},
    domain::{Language, UserId},
};

/// Creates a caller who is not signed in.
pub const fn anonymous() -> Caller {
    Caller::anonymous(Language::En)
}

/// Creates a signed-in customer.
pub const fn customer(user: UserId) -> Caller {
    Caller {
        kind: CallerKind::Customer(user),
        language: Language::En,
    }
}

/// Creates a staff caller.
pub const fn staff() -> Caller {
    Caller {
        kind: CallerKind::Operator,
        language: Language::En,
    }
}

/// Creates a service as caller.
pub fn service(name: &str) -> Caller {
    Caller::service(name)
}
