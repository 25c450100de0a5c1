//! `POST me/second-factors`.

use axum::extract::State;
use kit::validation::FieldErrors;
use proto::account::v1::AddSecondFactorRequest;

use super::factors::TOTP;
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Json, Optional},
    openapi::ErrorResponse,
    state::AppState,
};

/// Name of a second factor.
#[request]
#[derive(Debug)]
pub(crate) struct AddSecondFactor {
    /// 1 to 50 characters; by default `TOTP`.
    name: Optional<String>,
}

/// Second factor with its secret, which is returned once.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct NewSecondFactor {
    /// UUID.
    id: String,
    /// Always `totp`.
    kind: &'static str,
    /// Secret of 160 bits as base32.
    secret: String,
    /// Address for authenticator apps.
    otpauth_uri: String,
}

/// Adds a second factor, which is active once confirmed.
#[utoipa::path(post, path = "/me/second-factors", tag = "desk",
    request_body(content = AddSecondFactor, example = json!({"name": "Telefon"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<NewSecondFactor>, description = "Second factor",
        example = json!(Envelope::new(serde_json::json!({"id": "01936b2e-7c00-7000-8000-000000000011", "kind": "totp",
            "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
            "otpauthUri": "otpauth://totp/Shop:nigar?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"})))),
        ErrorResponse::<409>))]
pub(crate) async fn add_second_factor(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<AddSecondFactor>,
) -> ApiResult<Envelope<NewSecondFactor>> {
    let mut errors = FieldErrors::default();
    let name = body.name.optional(&mut errors, "name");
    if let Some(name) = &name {
        // An empty name is not the default one.
        let _ = errors.line::<1, 50>("name", name);
    }
    let name = errors.finish(Some(name.unwrap_or_default()))?;
    let request = member.request(AddSecondFactorRequest {
        session_token: member.token.clone(),
        name,
    });
    let response = state
        .clients
        .desk
        .clone()
        .add_second_factor(request)
        .await?
        .into_inner();
    Ok(Envelope::new(NewSecondFactor {
        id: response.factor.unwrap_or_default().id,
        kind: TOTP,
        secret: response.secret,
        otpauth_uri: response.otpauth_uri,
    }))
}
