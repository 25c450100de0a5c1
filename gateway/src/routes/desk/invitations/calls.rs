//! Calls of an invitation.

use axum::{extract::State, response::Response};
use kit::{caller::Caller, grpc::client::on_behalf_of, validation::FieldErrors};
use proto::account::{v1 as account, v1::AcceptInvitationRequest};

use crate::{
    convert::{self, Instant},
    envelope::Envelope,
    error::ApiResult,
    extract::{ClientAddress, Input, Json, Optional, RequestLanguage},
    openapi::ErrorResponse,
    routes::desk::session::body::{Session, signed_in},
    state::AppState,
    words::{self, LanguageCode, Role},
};

/// Token of an invitation.
#[request]
pub(crate) struct ViewInvitation {
    /// Token from the mail.
    token: Input<String>,
}

/// Invitation.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Invitation {
    /// E-mail.
    email: String,
    /// Role.
    role: Option<Role>,
    /// Whether the e-mail has an account, whose password accepts the invitation.
    has_account: bool,
    /// Expiry time, RFC 3339.
    expires_at: Option<Instant>,
    /// First name that the invitation has; may be empty.
    name: String,
    /// Last name that the invitation has; may be empty.
    lastname: String,
    /// Language that the person was invited in.
    language: Option<LanguageCode>,
}

/// Returns an invitation.
#[utoipa::path(post, path = "/invitations/view", tag = "desk",
    request_body(content = ViewInvitation, example = json!({"token": "4f9c"})),
    responses((status = 200, body = Envelope<Invitation>, description = "Invitation",
        example = json!(Envelope::new(serde_json::json!({"email": "sabina@example.com", "role": "editor", "hasAccount": false,
            "expiresAt": "2026-11-27T08:00:00Z", "name": "Səbinə", "lastname": "Kərimova", "language": "az"}))))))]
pub(crate) async fn view_invitation(
    State(state): State<AppState>,
    RequestLanguage(language): RequestLanguage,
    Json(body): Json<ViewInvitation>,
) -> ApiResult<Envelope<Invitation>> {
    let mut errors = FieldErrors::default();
    let token = body.token.required(&mut errors, "token");
    let token = errors.finish(token)?;
    let request = on_behalf_of(
        &Caller::anonymous(language),
        account::ViewInvitationRequest { token },
    );
    let invitation = state
        .clients
        .team
        .clone()
        .view_invitation(request)
        .await?
        .into_inner();
    Ok(Envelope::new(Invitation {
        role: Role::of_optional_number(invitation.role),
        email: invitation.email,
        has_account: invitation.has_account,
        expires_at: convert::moment(invitation.expires_at),
        name: invitation.name,
        lastname: invitation.lastname,
        language: LanguageCode::of_optional_number(invitation.language),
    }))
}

/// Acceptance of an invitation.
#[request]
pub(crate) struct AcceptInvitation {
    /// Token from the mail.
    token: Input<String>,
    /// A new password, or that of the account.
    password: Input<String>,
    /// First name; ignored if the e-mail has an account.
    name: Optional<String>,
    /// Last name; ignored if the e-mail has an account.
    lastname: Optional<String>,
    /// Language; by default that of the request.
    #[schema(value_type = Option<words::LanguageCode>)]
    language: Optional<kit::domain::Language>,
}

/// Accepts an invitation and opens a session in the step `enrol`.
#[utoipa::path(post, path = "/invitations/accept", tag = "desk",
    request_body(content = AcceptInvitation, example = json!({"token": "4f9c", "password": "three lattice panes",
        "name": "Səbinə", "lastname": "Kərimova", "language": "az"})),
    responses((status = 200, body = Envelope<Session>, description = "Session",
        example = json!(Envelope::new(Session::example()))),
        ErrorResponse::<429>))]
pub(crate) async fn accept_invitation(
    State(state): State<AppState>,
    RequestLanguage(language): RequestLanguage,
    ClientAddress(client_address): ClientAddress,
    Json(body): Json<AcceptInvitation>,
) -> ApiResult<Response> {
    let mut errors = FieldErrors::default();
    let token = body.token.required(&mut errors, "token");
    let password = body.password.required(&mut errors, "password");
    let name = body.name.text(&mut errors, "name");
    let lastname = body.lastname.text(&mut errors, "lastname");
    let chosen = body
        .language
        .optional(&mut errors, "language")
        .unwrap_or(language);
    let (token, password) = errors.finish(token.zip(password))?;
    let message = AcceptInvitationRequest {
        token,
        password,
        name,
        lastname,
        language: chosen.into(),
        client_address,
    };
    let request = on_behalf_of(&Caller::anonymous(language), message);
    let response = state.clients.team.clone().accept_invitation(request).await?;
    signed_in(&state, response.into_inner().sign_in)
}
