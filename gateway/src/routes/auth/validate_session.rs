//! `POST Sessions/validate-session`: validates the session cookies and refreshes expired ones.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::HeaderMap;
use kit::{caller::Caller, grpc::client::on_behalf_of};
use proto::account::v1::ValidateSessionRequest;

use crate::{
    envelope::Acknowledgement, error::ApiResult, extract::RequestLanguage, session::Session, state::AppState,
};

/// Returns whether the session is valid. If not, responds with `success: false` and removes the cookies.
#[utoipa::path(post, path = "/validate-session", tag = "auth",
    responses((status = 200, body = Acknowledgement, description = "`success` is the validity of the session",
        example = Acknowledgement::success)))]
pub(crate) async fn validate_session(
    State(state): State<AppState>,
    RequestLanguage(language): RequestLanguage,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let presented = state.cookies.tokens(&headers);
    if presented.session.is_empty() && presented.refresh.is_empty() {
        return Ok((state.cookies.remove(), Acknowledgement::new(false)).into_response());
    }
    let request = ValidateSessionRequest {
        session_token: presented.session.clone(),
        refresh_token: presented.refresh,
    };
    let request = on_behalf_of(&Caller::anonymous(language), request);
    let response = state
        .clients
        .account
        .clone()
        .validate_session(request)
        .await?
        .into_inner();
    let Some(session) = response.session else {
        state.sessions.invalidate_token(&presented.session);
        return Ok((state.cookies.remove(), Acknowledgement::new(false)).into_response());
    };
    let xsrf = state.csrf_keys.token(Session::try_from(session)?.family_id);
    let cookies = response.tokens.map_or_else(
        || state.cookies.set_xsrf(&xsrf),
        |tokens| state.cookies.set(&tokens, &xsrf),
    );
    Ok((cookies, Acknowledgement::new(true)).into_response())
}
