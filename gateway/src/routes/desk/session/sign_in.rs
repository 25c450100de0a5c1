//! `POST session`.

use axum::{extract::State, response::Response};
use http::HeaderMap;
use kit::{caller::Caller, grpc::client::on_behalf_of, validation::FieldErrors};
use proto::account::v1::SignInToDeskRequest;

use super::body::{Session, signed_in};
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{ClientAddress, Input, Json, RequestLanguage},
    openapi::ErrorResponse,
    state::AppState,
};

/// Credentials of a staff member.
#[request]
pub(crate) struct SignInToDesk {
    /// E-mail address, case-insensitive.
    email: Input<String>,
    /// Password.
    password: Input<String>,
}

/// Creates a session of the desk and sets its cookies; ends the desk session of the request, if any.
#[utoipa::path(post, path = "/session", tag = "desk",
    request_body(content = SignInToDesk,
        example = json!({"email": "nigar@example.com", "password": "three lattice panes"})),
    responses((status = 200, body = Envelope<Session>, description = "Session",
        example = json!(Envelope::new(Session::example()))),
        ErrorResponse::<401>, ErrorResponse::<429>))]
pub(crate) async fn sign_in_to_desk(
    State(state): State<AppState>,
    RequestLanguage(language): RequestLanguage,
    ClientAddress(client_address): ClientAddress,
    headers: HeaderMap,
    Json(body): Json<SignInToDesk>,
) -> ApiResult<Response> {
    let mut errors = FieldErrors::default();
    let email = body.email.required(&mut errors, "email");
    let password = body.password.required(&mut errors, "password");
    let (email, password) = errors.finish(email.zip(password))?;
    let presented = state.desk.cookies.tokens(&headers);
    let request = SignInToDeskRequest {
        email,
        password,
        client_address,
        session_token: presented.session.clone(),
        refresh_token: presented.refresh,
        device_token: presented.device,
    };
    let request = on_behalf_of(&Caller::anonymous(language), request);
    let response = state.clients.desk.clone().sign_in_to_desk(request).await?;
    state.desk.sessions.invalidate_token(&presented.session);
    signed_in(&state, response.into_inner().sign_in)
}
