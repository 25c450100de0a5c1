//! Issues the token of an invitation, when its mail is rendered.

use kit::{
    caller::ServiceCaller,
    convert::timestamp,
    failure::{Code, Failure},
};
use proto::account::v1::{IssueInvitationTokenRequest, IssueInvitationTokenResponse};

use super::State;
use crate::{store, token::Token};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: IssueInvitationTokenRequest,
) -> Result<IssueInvitationTokenResponse, Failure> {
    let unknown = || Failure::with_reason(Code::NotFound, "STAFF.INVITATION_INVALID");
    let id = request.invitation_id.parse().map_err(|_| unknown())?;
    let mut connection = state.pool.acquire().await?;
    let invitation = store::team::find_invitation(&mut connection, Some(id), None, state.invitation)
        .await?
        .filter(|invitation| !invitation.is_expired)
        .ok_or_else(unknown)?;
    let token = Token::random();
    store::team::set_invitation_token(&mut connection, invitation.id, &token.hash()).await?;
    Ok(IssueInvitationTokenResponse {
        token: token.encode(),
        email: invitation.email,
        name: invitation.name,
        role: invitation.role.into(),
        language: invitation.language.into(),
        expires_at: Some(timestamp(invitation.sent_at + state.invitation)),
    })
}
