//! The rpcs of the desk: sessions, second factors and the staff's own settings.
//!
//! Calls by the token of a session come before its caller is known, so they authenticate it themselves.

mod add_second_factor;
mod authenticate_desk;
mod code;
mod confirm_second_factor;
pub(super) mod convert;
mod get_recovery_codes;
mod list_devices;
mod list_second_factors;
mod remove_devices;
mod remove_second_factor;
mod renew_recovery_codes;
mod sign_in_to_desk;
mod sign_out_of_desk;
mod step_up;
#[cfg(test)]
mod tests;
mod update_own_staff;
mod validate_desk_session;
mod verify_second_factor;

use kit::{
    caller::{Actor, Caller},
    domain::UserId,
    failure::{Code, Failure},
};
use sqlx::PgConnection;

use super::State;
use crate::{
    desk::{DeskSession, Step},
    error::AccountError,
    store,
    token::Token,
};

kit::rpcs! {
    impl proto::account::v1::desk_service_server::DeskService for State {
        sign_in_to_desk(SignInToDeskRequest) -> SignInToDeskResponse;
        verify_second_factor(VerifySecondFactorRequest) -> VerifySecondFactorResponse;
        authenticate_desk(AuthenticateDeskRequest) -> AuthenticateDeskResponse;
        validate_desk_session(ValidateDeskSessionRequest) -> ValidateDeskSessionResponse;
        sign_out_of_desk(SignOutOfDeskRequest) -> SignOutOfDeskResponse;
        step_up(StepUpRequest) -> StepUpResponse;
        list_second_factors(ListSecondFactorsRequest) -> ListSecondFactorsResponse;
        add_second_factor(AddSecondFactorRequest) -> AddSecondFactorResponse;
        confirm_second_factor(ConfirmSecondFactorRequest) -> ConfirmSecondFactorResponse;
        remove_second_factor(RemoveSecondFactorRequest) -> RemoveSecondFactorResponse;
        get_recovery_codes(GetRecoveryCodesRequest) -> GetRecoveryCodesResponse;
        renew_recovery_codes(RenewRecoveryCodesRequest) -> RenewRecoveryCodesResponse;
        list_devices(ListDevicesRequest) -> ListDevicesResponse;
        remove_devices(RemoveDevicesRequest) -> RemoveDevicesResponse;
        update_own_staff(UpdateOwnStaffRequest) -> UpdateOwnStaffResponse;
    }
}

/// Returns the live session of a token.
async fn session(connection: &mut PgConnection, token: &str) -> Result<DeskSession, AccountError> {
    let token = Token::parse(token).ok_or(AccountError::NoSession)?;
    store::desk_session::find_live(connection, &token.hash())
        .await?
        .ok_or(AccountError::NoSession)
}

/// Returns the live session of a token if it is complete.
async fn complete_session(connection: &mut PgConnection, token: &str) -> Result<DeskSession, AccountError> {
    let session = session(connection, token).await?;
    match session.step {
        Step::Done => Ok(session),
        Step::Enrol | Step::Code => Err(AccountError::SecondFactorMissing),
    }
}

/// Returns the staff member who calls. The operator's command line has no settings of its own.
fn own(caller: &Caller) -> Result<(Actor, UserId), Failure> {
    let actor = caller.require_staff()?;
    let user = actor.user().ok_or_else(|| Failure::new(Code::Forbidden))?;
    Ok((actor, user))
}
