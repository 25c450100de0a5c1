//! Checks a code again, for calls that need a recent one.

use kit::{caller::Caller, change::Effect, failure::Failure};
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
    let stepped_up = code::check(state, &present, code, None, async |connection| {
        store::desk_session::step_up(connection, present.family, &state.desk).await?;
        let stepped_up = session(connection, &request.session_token).await?;
        let session = Some(convert::session(connection, &stepped_up, &state.desk).await?);
        let (subject, detail) = (present.user.to_string(), serde_json::json!({}));
        let effect = Effect::audited(&present.actor(), "StepUp", subject, detail);
        Ok(effect.with(StepUpResponse { session }))
    });
    Ok(stepped_up.await?)
}
