//! `POST Auth/register`.

use axum::extract::State;
use kit::{caller::Caller, grpc::client::on_behalf_of};
use proto::account::v1::RegisterRequest;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{ClientAddress, Json, RequestLanguage},
    openapi::ErrorResponse,
    state::AppState,
};

/// Registration request.
#[request]
pub(crate) struct Register {
    /// First name, 2 to 100 characters.
    #[serde(default)]
    #[schema(required)]
    name: String,
    /// Last name, 2 to 100 characters.
    #[serde(default)]
    #[schema(required)]
    lastname: String,
    /// E-mail address, at most 254 characters.
    #[serde(default)]
    #[schema(required)]
    email: String,
    /// Password, 8 to 128 characters; common passwords are rejected.
    #[serde(default)]
    #[schema(required)]
    password: String,
}

/// Creates an account without signing in. A registered e-mail gets the same response, and its owner a mail.
#[utoipa::path(post, path = "/register", tag = "auth",
    request_body(content = Register, example = json!({
        "name": "Leyla", "lastname": "Nümunə", "email": "leyla@example.com", "password": "three lattice panes"})),
    responses((status = 200, body = Acknowledgement, description = "Accepted",
        example = Acknowledgement::success),
        ErrorResponse::<429>))]
pub(crate) async fn register(
    State(state): State<AppState>,
    RequestLanguage(language): RequestLanguage,
    ClientAddress(client_address): ClientAddress,
    Json(body): Json<Register>,
) -> ApiResult<Acknowledgement> {
    let request = RegisterRequest {
        name: body.name,
        lastname: body.lastname,
        email: body.email,
        password: body.password,
        client_address,
    };
    let request = on_behalf_of(&Caller::anonymous(language), request);
    state.clients.account.clone().register(request).await?;
    Ok(Acknowledgement::success())
}
