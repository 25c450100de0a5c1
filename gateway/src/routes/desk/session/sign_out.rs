//! `DELETE session`.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::HeaderMap;
use kit::{caller::Caller, grpc::client::on_behalf_of};
use proto::account::v1::SignOutOfDeskRequest;

use crate::{
    desk::DeskCsrfChecked, envelope::Acknowledgement, error::ApiResult, extract::RequestLanguage,
    state::AppState,
};

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
    Ok((state.desk.cookies.remove(), Acknowledgement::success()).into_response())
}
