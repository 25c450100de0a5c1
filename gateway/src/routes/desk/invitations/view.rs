//! `POST invitations/view`.

use axum::extract::State;
use kit::{caller::Caller, grpc::client::on_behalf_of, validation::FieldErrors};
use proto::account::v1 as account;

use crate::{
    convert::{self, Instant},
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, RequestLanguage},
    state::AppState,
    words::Role,
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
}

/// Returns an invitation.
#[utoipa::path(post, path = "/invitations/view", tag = "desk",
    request_body(content = ViewInvitation, example = json!({"token": "4f9c"})),
    responses((status = 200, body = Envelope<Invitation>, description = "Invitation",
        example = json!(Envelope::new(serde_json::json!({"email": "sabina@example.com", "role": "editor", "hasAccount": false,
            "expiresAt": "2026-11-27T08:00:00Z"}))))))]
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
    }))
}
