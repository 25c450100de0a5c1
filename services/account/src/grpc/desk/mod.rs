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
mod remove_push_subscription;
mod remove_second_factor;
mod renew_recovery_codes;
pub(super) mod request_enrolment_link;
mod save_push_subscription;
mod sign_in_to_desk;
mod sign_out_of_desk;
mod step_up;
#[cfg(test)]
mod tests;
mod update_own_staff;
mod validate_desk_session;
mod verify_second_factor;

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
        anyone sign_in_to_desk(SignInToDeskRequest) -> SignInToDeskResponse;
        session verify_second_factor(VerifySecondFactorRequest) -> VerifySecondFactorResponse;
        session authenticate_desk(AuthenticateDeskRequest) -> AuthenticateDeskResponse;
        anyone validate_desk_session(ValidateDeskSessionRequest) -> ValidateDeskSessionResponse;
        anyone sign_out_of_desk(SignOutOfDeskRequest) -> SignOutOfDeskResponse;
        session step_up(StepUpRequest) -> StepUpResponse;
        member list_second_factors(ListSecondFactorsRequest) -> ListSecondFactorsResponse;
        session add_second_factor(AddSecondFactorRequest) -> AddSecondFactorResponse;
        session request_enrolment_link(RequestEnrolmentLinkRequest) -> RequestEnrolmentLinkResponse;
        session confirm_second_factor(ConfirmSecondFactorRequest) -> ConfirmSecondFactorResponse;
        member(stepped_up) remove_second_factor(RemoveSecondFactorRequest) -> RemoveSecondFactorResponse;
        member get_recovery_codes(GetRecoveryCodesRequest) -> GetRecoveryCodesResponse;
        member(stepped_up) renew_recovery_codes(RenewRecoveryCodesRequest) -> RenewRecoveryCodesResponse;
        member list_devices(ListDevicesRequest) -> ListDevicesResponse;
        member remove_devices(RemoveDevicesRequest) -> RemoveDevicesResponse;
        session update_own_staff(UpdateOwnStaffRequest) -> UpdateOwnStaffResponse;
        session save_push_subscription(SavePushSubscriptionRequest) -> SavePushSubscriptionResponse;
        member remove_push_subscription(RemovePushSubscriptionRequest) -> RemovePushSubscriptionResponse;
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
