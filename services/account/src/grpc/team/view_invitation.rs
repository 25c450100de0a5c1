//! Returns an invitation by the token from its mail.

use kit::{caller::Caller, convert::timestamp, failure::Failure};
use proto::account::v1::{ViewInvitationRequest, ViewInvitationResponse};
use sqlx::PgConnection;

use super::State;
use crate::{
    store::{self, team::Invitation},
    token::Token,
};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: ViewInvitationRequest,
) -> Result<ViewInvitationResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let invitation = find(&mut connection, state, &request.token).await?;
    Ok(ViewInvitationResponse {
        email: invitation.email,
        role: invitation.role.into(),
        has_account: invitation.has_account,
        expires_at: Some(timestamp(invitation.sent_at + state.invitation)),
        name: invitation.name,
        lastname: invitation.lastname,
        language: invitation.language.into(),
    })
}

/// Returns the open invitation of a token.
pub(super) async fn find(
    connection: &mut PgConnection,
    state: &State,
    token: &str,
) -> Result<Invitation, Failure> {
    let invalid = || Failure::invalid_field("token", "STAFF.INVITATION_INVALID");
    let token = Token::parse(token).ok_or_else(invalid)?.hash();
    let invitation = store::team::find_invitation(connection, None, Some(&token), state.invitation)
        .await?
        .ok_or_else(invalid)?;
    if invitation.is_expired {
        return Err(Failure::invalid_field("token", "STAFF.INVITATION_EXPIRED"));
    }
    Ok(invitation)
}
