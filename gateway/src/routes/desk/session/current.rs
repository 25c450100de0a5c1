//! The check and the end of a session of the desk.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, HeaderName, HeaderValue};
use kit::{caller::Caller, grpc::client::on_behalf_of};
use proto::account::v1::{SignOutOfDeskRequest, ValidateDeskSessionRequest};

use super::body::{Session, token_cookies};
use crate::{
    desk::DeskCsrfChecked,
    envelope::{Acknowledgement, ValidEnvelope},
    error::ApiResult,
    extract::RequestLanguage,
    session::DeskSession,
    state::AppState,
};

/// Returns the session, and renews an expired one. If none is valid, responds with `success: false` and removes the
/// cookies; `errors.general` is `DESK.ENDED_BY_OWNER` where somebody who manages the team ended it.
#[utoipa::path(post, path = "/session/validate", tag = "desk",
    responses((status = 200, body = ValidEnvelope<Option<Session>>, description = "`success` is the validity of the session",
        example = json!({"success": true, "data": Session::example(), "message": null}))))]
pub(crate) async fn validate_desk_session(
    State(state): State<AppState>,
    RequestLanguage(language): RequestLanguage,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let presented = state.desk.cookies.tokens(&headers);
    let not_live = || (state.desk.cookies.remove(), Acknowledgement::new(false)).into_response();
    if presented.session.is_empty() && presented.refresh.is_empty() {
        return Ok(not_live());
    }
    let request = ValidateDeskSessionRequest {
        session_token: presented.session.clone(),
        refresh_token: presented.refresh,
    };
    let request = on_behalf_of(&Caller::anonymous(language), request);
    let response = state.clients.desk.clone().validate_desk_session(request).await?;
    let response = response.into_inner();
    let Some(session) = response.session else {
        state.desk.sessions.invalidate_token(&presented.session);
        if response.is_ended_by_owner {
            let ended = ValidEnvelope::<Option<Session>>::failed("DESK.ENDED_BY_OWNER");
            return Ok((state.desk.cookies.remove(), axum::Json(ended)).into_response());
        }
        return Ok(not_live());
    };
    let live = DeskSession::try_from(&session)?;
    let cookies = if let Some(tokens) = response.tokens {
        state.desk.live.renewed(live.family_id, live.expires_at);
        token_cookies(&state, &session, &tokens)?
    } else {
        let end = session.ends_at.as_ref().and_then(kit::convert::time);
        let rest = end.unwrap_or(live.expires_at) - kit::clock::now();
        let seconds = u32::try_from(rest.whole_seconds()).unwrap_or(0);
        let xsrf = state.csrf_keys.token(live.family_id);
        state.desk.cookies.set_xsrf(&xsrf, seconds)
    };
    Ok((cookies, crate::envelope::Envelope::new(Session::new(session)?)).into_response())
}

/// Clears what the browser keeps of the desk's pages, those that Back would show included. Cookies stay: a remembered device is
/// one.
const CLEAR: [(HeaderName, HeaderValue); 1] = [(
    HeaderName::from_static("clear-site-data"),
    HeaderValue::from_static("\"cache\", \"storage\""),
)];

/// Ends the session and removes its cookies; a remembered device stays. Succeeds without a session.
#[utoipa::path(delete, path = "/session", tag = "desk", security((), ("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Signed out",
        example = Acknowledgement::success)))]
pub(crate) async fn sign_out_of_desk(
    State(state): State<AppState>,
    _: DeskCsrfChecked,
    RequestLanguage(language): RequestLanguage,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let presented = state.desk.cookies.tokens(&headers);
    if !presented.session.is_empty() || !presented.refresh.is_empty() {
        let request = SignOutOfDeskRequest {
            session_token: presented.session.clone(),
            refresh_token: presented.refresh,
        };
        let request = on_behalf_of(&Caller::anonymous(language), request);
        state.clients.desk.clone().sign_out_of_desk(request).await?;
        state.desk.sessions.invalidate_token(&presented.session);
    }
    Ok((state.desk.cookies.remove(), CLEAR, Acknowledgement::success()).into_response())
}

#[cfg(test)]
mod tests {
    use crate::testing::Gateway;

    #[tokio::test]
    async fn signing_out_clears_what_the_browser_keeps() {
        let gateway = Gateway::start();
        let response = gateway.send("DELETE", "/api/v1.0/desk/session", &[], "").await;
        assert_eq!(response.status(), 200);
        let cleared = &response.headers()["clear-site-data"];
        assert_eq!(cleared, "\"cache\", \"storage\"");
    }
}
