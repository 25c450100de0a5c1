//! Sign-in to the desk, by password and second factor.

use axum::{extract::State, response::Response};
use http::{HeaderMap, header};
use kit::{
    caller::Caller,
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    validation::{FieldErrors, REQUIRED},
};
use proto::account::v1::{SignInToDeskRequest, StepUpRequest, VerifySecondFactorRequest};

use super::body::{Session, present, signed_in};
use crate::{
    desk::{Member, device_name},
    envelope::Envelope,
    error::ApiResult,
    extract::{ClientAddress, Input, Json, Optional, RequestLanguage},
    openapi::ErrorResponse,
    session::Step,
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

/// A code of a second factor, or a recovery code: exactly one of them.
#[request]
#[derive(Debug)]
pub(crate) struct SaveCode {
    /// Six digits.
    code: Optional<String>,
    /// Recovery code; case and dash do not matter.
    recovery_code: Optional<String>,
}

/// A valid choice; one of the codes is empty.
pub(crate) struct SentCode {
    pub(crate) code: String,
    pub(crate) recovery_code: String,
}

impl SaveCode {
    /// Checks that exactly one code is given. The service checks the code.
    pub(crate) fn parse(self, mut errors: FieldErrors) -> Result<SentCode, Failure> {
        let code = self.code.text(&mut errors, "code");
        let recovery_code = self.recovery_code.text(&mut errors, "recoveryCode");
        if errors.is_empty() && code.trim().is_empty() == recovery_code.trim().is_empty() {
            errors.push("code", REQUIRED);
        }
        errors.finish(Some(SentCode { code, recovery_code }))
    }
}

/// A code, and whether to remember the device.
#[request]
#[derive(Debug)]
pub(crate) struct VerifySecondFactor {
    #[serde(flatten)]
    code: SaveCode,
    /// Whether later sign-ins on this device need no code for 14 days.
    remember_device: Optional<bool>,
}

/// Completes the sign-in with a code.
#[utoipa::path(post, path = "/session/second-factor", tag = "desk",
    request_body(content = VerifySecondFactor, example = json!({"code": "407193", "rememberDevice": true})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Session>, description = "Session",
        example = json!(Envelope::new(Session::example()))),
        ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn verify_second_factor(
    State(state): State<AppState>,
    member: Member,
    headers: HeaderMap,
    Json(body): Json<VerifySecondFactor>,
) -> ApiResult<Response> {
    let mut errors = FieldErrors::default();
    let remember_device = body
        .remember_device
        .optional(&mut errors, "rememberDevice")
        .unwrap_or(false);
    let code = body.code.parse(errors)?;
    if member.session.progress.step() == Step::Done {
        return Err(Failure::with_reason(Code::Conflict, "DESK.STEP_DONE").into());
    }
    let agent = headers
        .get(header::USER_AGENT)
        .and_then(|agent| agent.to_str().ok());
    let request = member.request(VerifySecondFactorRequest {
        session_token: member.token.clone(),
        code: code.code,
        recovery_code: code.recovery_code,
        remember_device,
        device_name: device_name(agent.unwrap_or_default()),
    });
    let response = state.clients.desk.clone().verify_second_factor(request).await?;
    state.desk.sessions.invalidate_token(&member.token);
    signed_in(&state, response.into_inner().sign_in)
}

/// Checks a code again, for the calls that need a recent one.
#[utoipa::path(post, path = "/session/step-up", tag = "desk",
    request_body(content = SaveCode, example = json!({"code": "407193"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Session>, description = "Session",
        example = json!(Envelope::new(Session::example()))),
        ErrorResponse::<429>))]
pub(crate) async fn step_up(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<SaveCode>,
) -> ApiResult<Envelope<Session>> {
    let code = body.parse(FieldErrors::default())?;
    let request = member.request(StepUpRequest {
        session_token: member.token.clone(),
        code: code.code,
        recovery_code: code.recovery_code,
    });
    let response = state.clients.desk.clone().step_up(request).await?.into_inner();
    state.desk.sessions.invalidate_token(&member.token);
    Ok(Envelope::new(Session::new(present(response.session)?)?))
}
