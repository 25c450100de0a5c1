//! Confirms a second factor with its first code.

use kit::{caller::Caller, domain::FactorId, failure::Failure, validation::REQUIRED};
use proto::account::v1::{ConfirmSecondFactorRequest, ConfirmSecondFactorResponse};

use super::{
    State,
    code::{self, Code},
    convert, renew_recovery_codes, session,
    verify_second_factor::complete,
};
use crate::{desk::Step, error::AccountError, store};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: ConfirmSecondFactorRequest,
) -> Result<ConfirmSecondFactorResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let present = session(&mut connection, &request.session_token).await?;
    if present.step == Step::Code {
        return Err(AccountError::SecondFactorMissing.into());
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
    let mut transaction = code::check(state, &present, code, Some(factor)).await?;
    let (left, _) = store::second_factor::count_recovery_codes(&mut transaction, present.user).await?;
    let recovery_codes = if left == 0 {
        renew_recovery_codes::replace(&mut transaction, present.user).await?
    } else {
        Vec::new()
    };
    let response = if present.step == Step::Enrol {
        let sign_in = complete(&mut transaction, state, &present).await?;
        ConfirmSecondFactorResponse {
            session: sign_in.session,
            tokens: sign_in.tokens,
            recovery_codes,
        }
    } else {
        ConfirmSecondFactorResponse {
            session: Some(convert::session(&mut transaction, &present, &state.desk).await?),
            tokens: None,
            recovery_codes,
        }
    };
    transaction.commit().await?;
    Ok(response)
}
