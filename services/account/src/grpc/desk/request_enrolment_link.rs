//! Mails a link to enrol a first second factor.

use kit::{caller::Caller, domain::UserId, failure::Failure};
use proto::account::v1::{RequestEnrolmentLinkRequest, RequestEnrolmentLinkResponse};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{State, session};
use crate::{desk::Step, error::AccountError, events, limits, store};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: RequestEnrolmentLinkRequest,
) -> Result<RequestEnrolmentLinkResponse, Failure> {
    request_link(state, &request.session_token).await?;
    Ok(RequestEnrolmentLinkResponse {})
}

async fn request_link(state: &State, token: &str) -> Result<(), AccountError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    let session = session(&mut transaction, token).await?;
    match session.step {
        Step::Enrol => {}
        Step::Done => return Err(AccountError::StepDone),
        Step::Code => return Err(AccountError::SecondFactorMissing),
    }
    limits::ENROLMENT_LINK
        .count(&mut transaction, &session.user.to_string())
        .await??;
    send(&mut transaction, session.user).await?;
    transaction.commit().await?;
    Ok(())
}

/// Requests the mail with a link to enrol.
pub(in crate::grpc) async fn send(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    let request = Uuid::now_v7();
    store::enrolment::insert(connection, request, user).await?;
    kit::events::append(connection, &events::enrolment_requested(request, user))
        .await
        .map(drop)
}
