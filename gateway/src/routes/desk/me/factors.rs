//! Second factors of the caller.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use kit::validation::FieldErrors;
use proto::account::{
    v1 as account,
    v1::{
        AddSecondFactorRequest, ConfirmSecondFactorRequest, RemoveSecondFactorRequest,
        RequestEnrolmentLinkRequest,
    },
};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    desk::Member,
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Input, Json, Optional, PathOf, RecordId},
    openapi::ErrorResponse,
    routes::desk::session::body::{Session, present, token_cookies},
    state::AppState,
};

/// Second factor.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct SecondFactor {
    /// UUID.
    id: String,
    /// Always `totp`.
    kind: &'static str,
    /// Name given by the staff member.
    name: String,
    /// Whether its first code was checked.
    is_confirmed: bool,
    /// RFC 3339.
    created_at: Option<Instant>,
    /// RFC 3339; `null` if it was not used yet.
    last_used_at: Option<Instant>,
}

impl From<account::SecondFactor> for SecondFactor {
    fn from(factor: account::SecondFactor) -> Self {
        Self {
            id: factor.id,
            kind: TOTP,
            name: factor.name,
            is_confirmed: factor.is_confirmed,
            created_at: convert::moment(factor.created_at),
            last_used_at: convert::moment(factor.last_used_at),
        }
    }
}

/// Kind of all second factors.
pub(super) const TOTP: &str = "totp";

fn example() -> Value {
    json!([{"id": "01936b2e-7c00-7000-8000-000000000011", "kind": "totp", "name": "Telefon", "isConfirmed": true,
        "createdAt": "2026-11-20T08:00:00Z", "lastUsedAt": "2026-11-23T08:00:00Z"}])
}

/// Lists the caller's second factors, oldest first.
#[utoipa::path(get, path = "/me/second-factors", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<SecondFactor>>, description = "Second factors, at most 5",
        example = json!(Envelope::new(example())))))]
pub(crate) async fn list_second_factors(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<Vec<SecondFactor>>> {
    let request = member.request(account::ListSecondFactorsRequest {});
    let response = state.clients.desk.clone().list_second_factors(request).await?;
    let factors = response.into_inner().factors.into_iter();
    Ok(Envelope::new(factors.map(Into::into).collect()))
}

/// Name of a second factor.
#[request]
#[derive(Debug)]
pub(crate) struct AddSecondFactor {
    /// 1 to 50 characters; by default `TOTP`.
    name: Optional<String>,
    /// Single-use token of a mailed link; in the step `enrol`, unless an invitation or the operator's grant opened the session.
    token: Optional<String>,
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

/// Adds a second factor, which is active once confirmed; a session that enrols gets the same one for ten minutes. 403
/// `general: DESK.ENROLMENT_LINK` where the first one needs a mailed
/// link.
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
    let token = body.token.text(&mut errors, "token");
    let name = errors.finish(Some(name.unwrap_or_default()))?;
    let request = member.request(AddSecondFactorRequest {
        session_token: member.token.clone(),
        name,
        enrolment_token: token,
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

/// Mails a single-use link to set up the first second factor, to the person who has signed in with the password alone.
#[utoipa::path(post, path = "/me/second-factors/link", tag = "desk", security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Accepted",
        example = Acknowledgement::success),
        ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn request_enrolment_link(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Acknowledgement> {
    let request = member.request(RequestEnrolmentLinkRequest {
        session_token: member.token.clone(),
    });
    state.clients.desk.clone().request_enrolment_link(request).await?;
    Ok(Acknowledgement::success())
}

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

/// Removes a second factor; one confirmed factor stays.
#[utoipa::path(delete, path = "/me/second-factors/{id}", tag = "desk",
    params(("id" = String, Path, description = "Id of the second factor")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Second factor removed",
        example = Acknowledgement::success),
        ErrorResponse::<409>))]
pub(crate) async fn remove_second_factor(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Acknowledgement> {
    let request = member.request(RemoveSecondFactorRequest {
        factor_id: id.get("ERROR.NOT_FOUND")?.to_string(),
    });
    state.clients.desk.clone().remove_second_factor(request).await?;
    Ok(Acknowledgement::success())
}
