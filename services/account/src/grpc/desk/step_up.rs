//! Checks a code again, for calls that need a recent one.

use kit::{audit, caller::Caller, failure::Failure};
use proto::account::v1::{StepUpRequest, StepUpResponse};

use super::{
    State,
    code::{self, Code},
    complete_session, convert, session,
};
use crate::store;

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: StepUpRequest,
) -> Result<StepUpResponse, Failure> {
    let present = complete_session(&mut *state.pool.acquire().await?, &request.session_token).await?;
    let code = Code::decode(&request.code, &request.recovery_code)?;
    let mut transaction = code::check(state, &present, code, None).await?;
    store::desk_session::step_up(&mut transaction, present.family, &state.desk).await?;
    audit::record(
        &mut transaction,
        &present.actor(),
        "StepUp",
        &present.user.to_string(),
        serde_json::json!({}),
    )
    .await?;
    let stepped_up = session(&mut transaction, &request.session_token).await?;
    let response = StepUpResponse {
        session: Some(convert::session(&mut transaction, &stepped_up, &state.desk).await?),
    };
    transaction.commit().await?;
    Ok(response)
}
