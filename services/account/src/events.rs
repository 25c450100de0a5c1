//! Events that the service publishes.

use kit::{
    caller::Actor,
    domain::{FamilyId, InvitationId, Percent, UserId},
    staff::StaffRole,
};
use proto::account::v1::{
    AccountClosed, DiscountChanged, EmailVerificationRequested, EnrolmentRequested, HandOver,
    PasswordResetRequested, Registered, SecondFactorLocked, SecondFactorReset, SecurityChange,
    SecurityChanged, SessionRevoked, StaffChanged, StaffInvited,
};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::store::{session::EndedFamilies, team::Member};

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

/// Returns the event of too many wrong codes; `until_reset` if only a reset of the second factor helps.
pub(crate) fn second_factor_locked(user: UserId, until_reset: bool) -> SecondFactorLocked {
    SecondFactorLocked {
        user_id: user.to_string(),
        until_reset,
    }
}

/// Returns the event that requests a mail with a link to enrol.
pub(crate) fn enrolment_requested(request: Uuid, user: UserId) -> EnrolmentRequested {
    EnrolmentRequested {
        request_id: request.to_string(),
        user_id: user.to_string(),
    }
}

/// Returns the event of a change of how a user signs in.
pub(crate) fn security_changed(user: UserId, change: SecurityChange) -> SecurityChanged {
    SecurityChanged {
        user_id: user.to_string(),
        change: change.into(),
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

/// Publishes the end of families, one event for each user.
pub(crate) async fn publish_ended(
    connection: &mut PgConnection,
    mut ended: EndedFamilies,
) -> Result<(), sqlx::Error> {
    ended.sort_unstable();
    for families in ended.chunk_by(|(one, _), (other, _)| one == other) {
        let Some((user, _)) = families.first() else {
            continue;
        };
        let ids: Vec<_> = families.iter().map(|(_, family)| *family).collect();
        kit::events::append(connection, &session_revoked(*user, &ids)).await?;
    }
    Ok(())
}

/// Returns the event of an invitation, whose mail is to be sent.
pub(crate) fn staff_invited(
    invitation: InvitationId,
    user: UserId,
    role: StaffRole,
    by: &Actor,
) -> StaffInvited {
    StaffInvited {
        invitation_id: invitation.to_string(),
        user_id: user.to_string(),
        role: role.to_string(),
        by: member(by),
    }
}

/// Returns the event of a changed member of the team; `role` is `None` for a user who is not staff any more.
pub(crate) fn staff_changed(
    user: UserId,
    role: Option<StaffRole>,
    is_active: bool,
    by: &Actor,
) -> StaffChanged {
    StaffChanged {
        user_id: user.to_string(),
        role: role.map(|role| role.to_string()).unwrap_or_default(),
        is_active,
        by: member(by),
        hand_over: None,
    }
}

/// Returns the event of a disabled member whose open work is handed over; `to` is `None` if it is left unassigned.
pub(crate) fn staff_handed_over(
    user: UserId,
    role: StaffRole,
    to: Option<&Member>,
    by: &Actor,
) -> StaffChanged {
    let hand_over = HandOver {
        to_id: to.map(|to| to.user.to_string()).unwrap_or_default(),
        store_id: to
            .and_then(|to| to.store)
            .map(|store| store.to_string())
            .unwrap_or_default(),
    };
    StaffChanged {
        hand_over: Some(hand_over),
        ..staff_changed(user, Some(role), false, by)
    }
}

/// Returns the event of removed second factors.
pub(crate) fn second_factor_reset(user: UserId, by: &Actor) -> SecondFactorReset {
    SecondFactorReset {
        user_id: user.to_string(),
        by: member(by),
    }
}

/// Returns the id of the actor; empty for the command line.
fn member(actor: &Actor) -> String {
    actor.user().map(|user| user.to_string()).unwrap_or_default()
}
