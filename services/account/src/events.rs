//! Events that the service publishes.

use kit::domain::{FamilyId, Percent, UserId};
use proto::account::v1::{DiscountChanged, PasswordResetRequested, Registered, SessionRevoked};
use uuid::Uuid;

/// Returns the event of a registration, also of one with the e-mail of an existing account.
pub(crate) fn registered(user: UserId, already_registered: bool) -> Registered {
    Registered {
        user_id: user.to_string(),
        already_registered,
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

/// Returns the event of a changed personal discount.
pub(crate) fn discount_changed(user: UserId, discount: Percent) -> DiscountChanged {
    DiscountChanged {
        user_id: user.to_string(),
        discount_percent: discount.into(),
    }
}
