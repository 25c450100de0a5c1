//! Checks of codes of second factors and of recovery codes.

use kit::{
    change::{self, Effect},
    domain::FactorId,
    failure::Failure,
    validation::REQUIRED,
};
use sqlx::PgConnection;

use super::State;
use crate::{
    desk::DeskSession,
    error::AccountError,
    events,
    limits::SECOND_FACTOR,
    second_factor::{MAX_WRONG_CODES, RecoveryCode},
    store,
};

/// A code as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code<'a> {
    /// Of an authenticator app.
    Totp(&'a str),
    /// A recovery code.
    Recovery(&'a str),
}

impl<'a> Code<'a> {
    /// Decodes a request with exactly one of two codes.
    pub(super) fn decode(code: &'a str, recovery_code: &'a str) -> Result<Self, Failure> {
        match (code.trim(), recovery_code.trim()) {
            ("", "") => Err(Failure::invalid_field("code", REQUIRED)),
            (code, "") => Ok(Self::Totp(code)),
            ("", recovery_code) => Ok(Self::Recovery(recovery_code)),
            _ => Err(Failure::invalid_field("code", REQUIRED)),
        }
    }

    /// Returns the name of the field.
    const fn field(self) -> &'static str {
        match self {
            Self::Totp(_) => "code",
            Self::Recovery(_) => "recoveryCode",
        }
    }
}

/// Checks a code of the session's user and runs `effect` in the transaction in which it is used. Wrong codes count towards
/// the limit and are audited.
///
/// The code is one of the confirmed factors, or of `unconfirmed`.
pub(super) async fn check<T>(
    state: &State,
    session: &DeskSession,
    code: Code<'_>,
    unconfirmed: Option<FactorId>,
    effect: impl AsyncFnOnce(&mut PgConnection) -> Result<Effect<T>, AccountError>,
) -> Result<T, AccountError> {
    let accepted = change::run(&state.pool, async |connection| {
        let subject = session.user.to_string();
        // Serialises the checks of a person, so that parallel guesses stay within the limit.
        if !store::staff::lock(connection, session.user).await? {
            return Err(AccountError::NoSession);
        }
        SECOND_FACTOR
            .check(connection, &subject)
            .await?
            .map_err(AccountError::TooManyCodes)?;
        if store::second_factor::count_wrong_codes(connection, session.user).await? >= MAX_WRONG_CODES {
            return Err(AccountError::CodesLocked);
        }
        if accept(connection, state, session, code, unconfirmed).await? {
            store::second_factor::forgive_wrong_codes(connection, session.user, session.family).await?;
            return Ok(effect(connection).await?.map(Some));
        }
        // Counted last: the limit is reached if this was the last attempt within it.
        SECOND_FACTOR.count(connection, &subject).await?.ok();
        let wrong = store::second_factor::count_wrong_code(connection, session.user, session.family).await?;
        let until_reset = wrong >= MAX_WRONG_CODES;
        if until_reset || SECOND_FACTOR.check(connection, &subject).await?.is_err() {
            let event = events::second_factor_locked(session.user, until_reset);
            kit::events::append(connection, &event).await?;
        }
        let detail = serde_json::json!({});
        Ok(Effect::audited(&session.actor(), "RefuseCode", subject, detail).with(None))
    });
    accepted.await?.ok_or(AccountError::WrongCode(code.field()))
}

/// Marks a right code as used. Returns false for a wrong one.
async fn accept(
    connection: &mut PgConnection,
    state: &State,
    session: &DeskSession,
    code: Code<'_>,
    unconfirmed: Option<FactorId>,
) -> Result<bool, AccountError> {
    match code {
        Code::Totp(code) => {
            let factors = store::second_factor::find_checked(connection, session.user, unconfirmed).await?;
            for factor in factors {
                let secret = state.factor_keys.open(factor.id, &factor.secret)?;
                let last_step = factor.last_step.and_then(|step| u64::try_from(step).ok());
                let step = u64::try_from(factor.now)
                    .ok()
                    .and_then(|now| secret.step_of(code, now, last_step))
                    .and_then(|step| i64::try_from(step).ok());
                if let Some(step) = step {
                    store::second_factor::mark_used(connection, factor.id, step).await?;
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Code::Recovery(text) => match RecoveryCode::parse(text) {
            Some(code) => Ok(store::second_factor::use_recovery_code(connection, session.user, &code).await?),
            None => Ok(false),
        },
    }
}
