//! Events that the service publishes.

use kit::domain::{FamilyId, Percent, UserId};
use proto::account::v1::{
    AccountClosed, DiscountChanged, EmailVerificationRequested, PasswordResetRequested, Registered,
    SecondFactorLocked, SessionRevoked,
};
use uuid::Uuid;

/// Returns the event of a new account, with the request to verify its e-mail.
pub(crate) fn registered(user: UserId, verification: Uuid) -> Registered {
    Registered {
        user_id: user.to_string(),
        already_registered: false,
        verification_id: verification.to_string(),
    }
}

/// Returns the event of a registration with the e-mail of an existing account.
pub(crate) fn already_registered(user: UserId) -> Registered {
    Registered {
        user_id: user.to_string(),
        already_registered: true,
        verification_id: String::new(),
    }
}

/// Returns the event that requests another verification mail.
pub(crate) fn email_verification_requested(request: Uuid, user: UserId) -> EmailVerificationRequested {
    EmailVerificationRequested {
        request_id: request.to_string(),
        user_id: user.to_string(),
    }
}

/// Returns the event of too many wrong codes.
pub(crate) fn second_factor_locked(user: UserId) -> SecondFactorLocked {
    SecondFactorLocked {
        user_id: user.to_string(),
    }
}

/// Returns the event that requests a reset mail.
pub(crate) fn password_reset_requested(request: Uuid, user: UserId) -> PasswordResetRequested {
    PasswordResetRequested {
        request_id: request.to_string(),
        user_id: user.to_string(),
    }
}

/// Returns the event that ends session families of a user.
pub(crate) fn session_revoked(user: UserId, families: &[FamilyId]) -> SessionRevoked {
    SessionRevoked {
        user_id: user.to_string(),
        family_ids: families.iter().map(ToString::to_string).collect(),
    }
}

/// Returns the event of a closed account.
pub(crate) fn account_closed(user: UserId) -> AccountClosed {
    AccountClosed {
        user_id: user.to_string(),
    }
}

/// Returns the event of a changed personal discount.
pub(crate) fn discount_changed(user: UserId, discount: Percent) -> DiscountChanged {
    DiscountChanged {
        user_id: user.to_string(),
        discount_percent: discount.into(),
    }
}
