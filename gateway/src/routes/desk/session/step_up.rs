//! `POST session/step-up`.

use axum::extract::State;
use kit::validation::FieldErrors;
use proto::account::v1::StepUpRequest;

use super::{
    body::{Session, present},
    code::SaveCode,
};
use crate::{
    desk::Member, envelope::Envelope, error::ApiResult, extract::Json, openapi::ErrorResponse,
    state::AppState,
};

/// Checks a code again, for the calls that need a recent one.
#[utoipa::path(post, path = "/session/step-up", tag = "desk",
    request_body(content = SaveCode, example = json!({"code": "407193"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Session>, description = "Session",
        example = json!(Envelope::new(Session::example()))),
        ErrorResponse::<429>))]
pub(crate) async fn step_up(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<SaveCode>,
) -> ApiResult<Envelope<Session>> {
    let code = body.parse(FieldErrors::default())?;
    let request = member.request(StepUpRequest {
        session_token: member.token.clone(),
        code: code.code,
        recovery_code: code.recovery_code,
    });
    let response = state.clients.desk.clone().step_up(request).await?.into_inner();
    state.desk.sessions.invalidate_token(&member.token);
    Ok(Envelope::new(Session::new(present(response.session)?)?))
}
