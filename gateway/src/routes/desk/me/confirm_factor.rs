//! `POST me/second-factors/{id}/confirm`.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use kit::validation::FieldErrors;
use proto::account::v1::ConfirmSecondFactorRequest;

use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, PathOf, RecordId},
    openapi::ErrorResponse,
    routes::desk::session::body::{Session, present, token_cookies},
    state::AppState,
};

/// First code of a second factor.
#[request]
#[derive(Debug)]
pub(crate) struct ConfirmSecondFactor {
    /// Six digits.
    code: Input<String>,
}

/// Confirmed second factor.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ConfirmedSecondFactor {
    /// Session.
    session: Session,
    /// Ten recovery codes, returned once; `null` if there are some already.
    recovery_codes: Option<Vec<String>>,
}

/// Confirms a second factor; completes the sign-in if it is the first one.
#[utoipa::path(post, path = "/me/second-factors/{id}/confirm", tag = "desk",
    params(("id" = String, Path, description = "Id of the second factor")),
    request_body(content = ConfirmSecondFactor, example = json!({"code": "407193"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<ConfirmedSecondFactor>, description = "Session and recovery codes",
        example = json!(Envelope::new(serde_json::json!({"session": Session::example(), "recoveryCodes": ["7Q2M-04XK"]})))),
        ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn confirm_second_factor(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Json(body): Json<ConfirmSecondFactor>,
) -> ApiResult<Response> {
    let mut errors = FieldErrors::default();
    let code = body.code.required(&mut errors, "code");
    let request = member.request(ConfirmSecondFactorRequest {
        session_token: member.token.clone(),
        code: errors.finish(code)?,
        factor_id: id.get("ERROR.NOT_FOUND")?.to_string(),
    });
    let response = state.clients.desk.clone().confirm_second_factor(request).await?;
    let response = response.into_inner();
    state.desk.sessions.invalidate_token(&member.token);
    let session = present(response.session)?;
    let cookies = response
        .tokens
        .map(|tokens| token_cookies(&state, &session, &tokens))
        .transpose()?;
    let body = Envelope::new(ConfirmedSecondFactor {
        session: Session::new(session)?,
        recovery_codes: Some(response.recovery_codes).filter(|codes| !codes.is_empty()),
    });
    Ok(match cookies {
        Some(cookies) => (cookies, body).into_response(),
        None => body.into_response(),
    })
}
