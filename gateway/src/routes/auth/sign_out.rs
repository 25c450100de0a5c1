//! `POST Auth/sign-out`.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::HeaderMap;
use kit::{caller::Caller, grpc::client::on_behalf_of};
use proto::account::v1::SignOutRequest;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{CsrfChecked, RequestLanguage},
    state::AppState,
};

/// Ends the session and removes its cookies. Succeeds without a session.
#[utoipa::path(post, path = "/sign-out", tag = "auth", security((), ("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Signed out",
        example = Acknowledgement::success)))]
pub(crate) async fn sign_out(
    State(state): State<AppState>,
    _: CsrfChecked,
    RequestLanguage(language): RequestLanguage,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let presented = state.cookies.tokens(&headers);
    if !presented.session.is_empty() || !presented.refresh.is_empty() {
        let request = SignOutRequest {
            session_token: presented.session.clone(),
            refresh_token: presented.refresh,
        };
        let request = on_behalf_of(&Caller::anonymous(language), request);
        state.clients.account.clone().sign_out(request).await?;
        state.sessions.invalidate_token(&presented.session);
    }
    Ok((state.cookies.remove(), Acknowledgement::success()).into_response())
}
