//! Verification of a signed-in user's current password, and what follows from a new one.

use kit::{
    client_address::ClientAddress,
    domain::{FamilyId, UserId},
    failure::Failure,
};
use proto::account::v1::SecurityChange;
use sqlx::PgConnection;

use super::State;
use crate::{
    argon::Verdict,
    error::AccountError,
    events,
    hashing::{HashPermit, Origin},
    limits,
    password::{Owner, TypedPassword},
    store::{self, user::Profile},
};

/// The current password as a signed-in user has typed it.
pub(super) struct CurrentPassword {
    pub(super) password: TypedPassword,
    /// Name of its field.
    pub(super) field: &'static str,
    /// Address of the client.
    pub(super) address: ClientAddress,
}

/// A stored hash that matches the current password.
pub(super) struct VerifiedHash {
    /// For another hash.
    pub(super) permit: HashPermit,
    pub(super) hash: String,
    /// Whether the hash has old parameters. A sign-in may renew it at any time.
    pub(super) is_old: bool,
}

impl CurrentPassword {
    /// Verifies the password, within the limits.
    pub(super) async fn verify(&self, state: &State, user: UserId) -> Result<VerifiedHash, AccountError> {
        let attempt = limits::PasswordChange {
            limits: &state.hash_limits,
            address: &self.address,
            user,
        };
        // Checked before queueing, so that rejected requests do not fill the queue, and again under the permit, so that
        // at most as many attempts as there are permits pass between a check and its count.
        attempt.check(&mut *state.pool.acquire().await?).await?;
        // The caller has a live session.
        let origin = Origin::KnownDevices(self.address.clone());
        let permit = state.hasher.acquire(origin).await?;
        let mut connection = state.pool.acquire().await?;
        attempt.check(&mut connection).await?;
        attempt.count_attempt(&mut connection).await?;
        let hash = store::user::find_password_hash(&mut connection, user)
            .await?
            .ok_or(AccountError::UserNotFound)?;
        drop(connection);
        let (permit, verdict) = permit.verify(self.password.clone(), Some(hash.clone())).await?;
        if verdict == Verdict::Wrong {
            attempt.count_failure(&mut *state.pool.acquire().await?).await?;
            return Err(self.wrong());
        }
        Ok(VerifiedHash {
            permit,
            hash,
            is_old: verdict == Verdict::RightWithOldHash,
        })
    }

    /// Returns the error of a wrong password.
    pub(super) fn wrong(&self) -> AccountError {
        Failure::invalid_field(self.field, "PASSWORD.WRONG_CURRENT").into()
    }
}

/// A person whose password changes.
pub(super) struct Person {
    profile: Profile,
    is_staff: bool,
}

impl Person {
    /// Returns what the rules of passwords need.
    pub(super) fn as_owner(&self) -> Owner<'_> {
        Owner {
            email: &self.profile.email,
            name: &self.profile.name,
            lastname: &self.profile.lastname,
            is_staff: self.is_staff,
        }
    }
}

/// Returns a user whose password changes.
pub(super) async fn find_person(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<Person>, sqlx::Error> {
    let Some(profile) = store::user::find_profile(connection, user).await? else {
        return Ok(None);
    };
    let is_staff = store::staff::find_admission(connection, user).await?.is_some();
    Ok(Some(Person { profile, is_staff }))
}

/// Ends what the old password opened: all sessions but those of the family `kept`, the remembered devices of the desk, and the
/// permission to enrol with the password alone. Tells the user by a mail.
pub(super) async fn password_changed(
    connection: &mut PgConnection,
    user: UserId,
    kept: Option<FamilyId>,
) -> Result<(), sqlx::Error> {
    let mut ended = store::session::end_all(connection, user, kept).await?;
    ended.extend(store::desk_session::end_all(connection, user, false).await?);
    events::publish_ended(connection, ended).await?;
    store::second_factor::delete_devices(connection, user, None).await?;
    store::enrolment::forbid(connection, user).await?;
    let event = events::security_changed(user, SecurityChange::PasswordChanged);
    kit::events::append(connection, &event).await.map(drop)
}
