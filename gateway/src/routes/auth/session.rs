//! Sign-in, sign-out and the check of a session.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::HeaderMap;
use kit::{
    caller::Caller,
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
};
use proto::account::v1::{SignInRequest, SignOutRequest, ValidateSessionRequest};

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{ClientAddress, CsrfChecked, Json, RequestLanguage},
    openapi::ErrorResponse,
    session::Session,
    state::AppState,
};

/// Sign-in credentials.
#[request]
pub(crate) struct SignIn {
    /// E-mail address, case-insensitive.
    #[serde(default)]
    #[schema(required)]
    email: String,
    /// Password.
    #[serde(default)]
    #[schema(required)]
    password: String,
}

/// Creates a session and sets its cookies; ends the session of the request, if any.
#[utoipa::path(post, path = "/sign-in", tag = "auth",
    request_body(content = SignIn, example = json!({"email": "leyla@example.com", "password": "three lattice panes"})),
    responses((status = 200, body = Acknowledgement, description = "Signed in",
        example = Acknowledgement::success),
        ErrorResponse::<401>, ErrorResponse::<429>))]
pub(crate) async fn sign_in(
    State(state): State<AppState>,
    RequestLanguage(language): RequestLanguage,
    ClientAddress(client_address): ClientAddress,
    headers: HeaderMap,
    Json(body): Json<SignIn>,
) -> ApiResult<Response> {
    let presented = state.cookies.tokens(&headers);
    let request = SignInRequest {
        email: body.email,
        password: body.password,
        client_address,
        session_token: presented.session.clone(),
        refresh_token: presented.refresh,
    };
    let request = on_behalf_of(&Caller::anonymous(language), request);
    let response = state.clients.account.clone().sign_in(request).await?.into_inner();
    state.sessions.invalidate_token(&presented.session);
    let (Some(session), Some(tokens)) = (response.session, response.tokens) else {
        return Err(Failure::new(Code::Internal)
            .with_source("account responded without a session")
            .into());
    };
    let xsrf = state.csrf_keys.token(Session::try_from(session)?.family_id);
    Ok((state.cookies.set(&tokens, &xsrf), Acknowledgement::success()).into_response())
}

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
