//! Confirms a second factor with its first code.

use kit::{caller::Caller, change::Effect, domain::FactorId, failure::Failure, validation::REQUIRED};
use proto::account::v1::{ConfirmSecondFactorRequest, ConfirmSecondFactorResponse, SecurityChange};

use super::{
    State,
    code::{self, Code},
    convert, renew_recovery_codes, session,
    verify_second_factor::complete,
};
use crate::{desk::Step, error::AccountError, events, store};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: ConfirmSecondFactorRequest,
) -> Result<ConfirmSecondFactorResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let present = session(&mut connection, &request.session_token).await?;
    match present.step {
        Step::Code => return Err(AccountError::SecondFactorMissing.into()),
        Step::Enrol if !present.may_enrol => return Err(AccountError::EnrolmentLinkMissing.into()),
        Step::Enrol | Step::Done => {}
    }
    if request.code.trim().is_empty() {
        return Err(Failure::invalid_field("code", REQUIRED));
    }
    let factor: FactorId = request.factor_id.parse().map_err(|_| AccountError::NotFound)?;
    let factors = store::second_factor::find_checked(&mut connection, present.user, Some(factor)).await?;
    if factors.is_empty() {
        return Err(AccountError::NotFound.into());
    }
    drop(connection);
    let code = Code::Totp(request.code.trim());
    let confirmed = code::check(state, &present, code, Some(factor), async |connection| {
        let (left, _) = store::second_factor::count_recovery_codes(connection, present.user).await?;
        let recovery_codes = if left == 0 {
            renew_recovery_codes::replace(connection, present.user).await?
        } else {
            Vec::new()
        };
        store::enrolment::end(connection, present.user).await?;
        let event = events::security_changed(present.user, SecurityChange::FactorAdded);
        kit::events::append(connection, &event).await?;
        if present.step == Step::Enrol {
            let completed = complete(connection, state, &present).await?;
            // Of others who know the password and began to enrol.
            let ended = store::desk_session::end_enrolling(connection, present.user).await?;
            events::publish_ended(connection, ended).await?;
            return Ok(completed.map(|sign_in| ConfirmSecondFactorResponse {
                session: sign_in.session,
                tokens: sign_in.tokens,
                recovery_codes,
            }));
        }
        Ok(Effect::none().with(ConfirmSecondFactorResponse {
            session: Some(convert::session(connection, &present, &state.desk).await?),
            tokens: None,
            recovery_codes,
        }))
    });
    Ok(confirmed.await?)
}
