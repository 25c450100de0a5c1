//! `POST session/second-factor`.

use axum::{extract::State, response::Response};
use http::{HeaderMap, header};
use kit::{
    failure::{Code, Failure},
    validation::FieldErrors,
};
use proto::account::v1::VerifySecondFactorRequest;

use super::{
    body::{Session, signed_in},
    code::SaveCode,
};
use crate::{
    desk::{Member, device_name},
    envelope::Envelope,
    error::ApiResult,
    extract::{Json, Optional},
    openapi::ErrorResponse,
    session::Step,
    state::AppState,
};

/// A code, and whether to remember the device.
#[request]
#[derive(Debug)]
pub(crate) struct VerifySecondFactor {
    #[serde(flatten)]
    code: SaveCode,
    /// Whether later sign-ins on this device need no code for 14 days.
    remember_device: Optional<bool>,
}

/// Completes the sign-in with a code.
#[utoipa::path(post, path = "/session/second-factor", tag = "desk",
    request_body(content = VerifySecondFactor, example = json!({"code": "407193", "rememberDevice": true})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Session>, description = "Session",
        example = json!(Envelope::new(Session::example()))),
        ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn verify_second_factor(
    State(state): State<AppState>,
    member: Member,
    headers: HeaderMap,
    Json(body): Json<VerifySecondFactor>,
) -> ApiResult<Response> {
    let mut errors = FieldErrors::default();
    let remember_device = body
        .remember_device
        .optional(&mut errors, "rememberDevice")
        .unwrap_or(false);
    let code = body.code.parse(errors)?;
    if member.session.progress.step() == Step::Done {
        return Err(Failure::with_reason(Code::Conflict, "DESK.STEP_DONE").into());
    }
    let agent = headers
        .get(header::USER_AGENT)
        .and_then(|agent| agent.to_str().ok());
    let request = member.request(VerifySecondFactorRequest {
        session_token: member.token.clone(),
        code: code.code,
        recovery_code: code.recovery_code,
        remember_device,
        device_name: device_name(agent.unwrap_or_default()),
    });
    let response = state.clients.desk.clone().verify_second_factor(request).await?;
    state.desk.sessions.invalidate_token(&member.token);
    signed_in(&state, response.into_inner().sign_in)
}
