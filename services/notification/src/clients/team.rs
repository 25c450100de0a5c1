//! Client of the account service's team.

use kit::{
    domain::{Language, UserId},
    grpc::Client,
    vocabulary::ProtobufWord as _,
};
use lettre::Address;
use proto::account::v1::{
    GetStaffMemberRequest, IssueEnrolmentTokenRequest, IssueInvitationTokenRequest, ListStaffNamesRequest,
    StaffName, StaffRole, StaffState, team_service_client::TeamServiceClient,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{incomplete, send_error};
use crate::{
    format::{lines, one_line},
    mail::SendError,
    notice::MailedKinds,
};

/// Name of the service in stored reasons.
const SERVICE: &str = "the team";

/// Maximum number of owners who get a mail.
const MAX_OWNERS: usize = 20;

pub(crate) struct TeamClient(TeamServiceClient<Client>);

/// An invitation to the team.
pub(crate) struct Invitation {
    pub(crate) token: String,
    pub(crate) email: Address,
    /// First name; empty if unknown. An owner typed it.
    pub(crate) name: String,
    pub(crate) role: StaffRole,
    pub(crate) language: Option<Language>,
    pub(crate) expires_at: OffsetDateTime,
}

/// A member of the team.
pub(crate) struct Member {
    /// First name.
    pub(crate) name: String,
    /// Whole name, on one line.
    pub(crate) full_name: String,
    /// On one line; empty if there is none.
    pub(crate) phone: String,
    /// Lines of the signature; none if it is empty.
    pub(crate) signature: Vec<String>,
    pub(crate) email: Address,
    pub(crate) language: Option<Language>,
    pub(crate) mailed: MailedKinds,
}

impl TeamClient {
    pub(crate) fn new(client: Client) -> Self {
        Self(client.rpcs())
    }

    /// Returns an invitation with a new token, which revokes the previous one.
    pub(crate) async fn invitation(&self, invitation: Uuid) -> Result<Invitation, SendError> {
        let request = IssueInvitationTokenRequest {
            invitation_id: invitation.to_string(),
        };
        let response = self.0.clone().issue_invitation_token(request).await;
        let invitation = response
            .map_err(|status| send_error(SERVICE, "the invitation is used, withdrawn or too old", &status))?
            .into_inner();
        let expires_at = invitation.expires_at.as_ref().and_then(kit::convert::time);
        Ok(Invitation {
            role: invitation.role(),
            language: Language::known(invitation.language),
            email: address(&invitation.email)?,
            name: invitation.name,
            token: invitation.token,
            expires_at: expires_at.ok_or_else(|| incomplete(SERVICE))?,
        })
    }

    /// Issues a token of a request to enrol, which revokes the previous one. Fails with [`SendError::OutOfDate`] if a factor was
    /// set up since the request.
    pub(crate) async fn issue_enrolment_token(&self, request: Uuid) -> Result<String, SendError> {
        let request = IssueEnrolmentTokenRequest {
            request_id: request.to_string(),
        };
        match self.0.clone().issue_enrolment_token(request).await {
            Ok(response) => Ok(response.into_inner().token),
            Err(status) if status.code() == tonic::Code::NotFound => Err(SendError::OutOfDate),
            Err(status) => Err(send_error(SERVICE, "the request is used", &status)),
        }
    }

    /// Returns the whole name of a user, on one line; empty if there is no such user.
    pub(crate) async fn name(&self, user: Uuid) -> Result<String, SendError> {
        let names = self.names(vec![user.to_string()]).await?;
        let name = names
            .first()
            .map(|name| format!("{} {}", name.name, name.lastname));
        Ok(one_line(&name.unwrap_or_default()))
    }

    /// Returns an active member; `None` for other users.
    pub(crate) async fn member(&self, user: UserId) -> Result<Option<Member>, SendError> {
        let request = GetStaffMemberRequest {
            user_id: user.to_string(),
        };
        let member = match self.0.clone().get_staff_member(request).await {
            Ok(response) => response.into_inner(),
            Err(status) if status.code() == tonic::Code::NotFound => return Ok(None),
            Err(status) => return Err(send_error(SERVICE, "the member is gone", &status)),
        };
        if member.state() != StaffState::Active {
            return Ok(None);
        }
        let notifications = member.notifications.unwrap_or_default();
        let name = member.name.unwrap_or_default();
        let signature = lines(&member.signature).into_iter();
        Ok(Some(Member {
            full_name: one_line(&format!("{} {}", name.name, name.lastname)),
            name: name.name,
            phone: one_line(&member.phone),
            signature: signature.filter(|line| !line.is_empty()).collect(),
            email: address(&member.email)?,
            language: Language::known(member.language),
            mailed: MailedKinds {
                new_quote: notifications.new_quote,
                follow_up_due: notifications.follow_up_due,
                offer: notifications.offer,
                mention: notifications.mention,
            },
        }))
    }

    /// Returns the e-mails of the active owners.
    pub(crate) async fn owners(&self) -> Result<Vec<Address>, SendError> {
        let names = self.names(Vec::new()).await?;
        let owners = names
            .into_iter()
            .filter(|name| name.role() == StaffRole::Owner)
            .take(MAX_OWNERS);
        let mut emails = Vec::new();
        for owner in owners {
            let request = GetStaffMemberRequest {
                user_id: owner.user_id,
            };
            let response = self.0.clone().get_staff_member(request).await;
            let member = response.map_err(|status| send_error(SERVICE, "an owner is gone", &status))?;
            emails.push(address(&member.into_inner().email)?);
        }
        Ok(emails)
    }

    async fn names(&self, user_ids: Vec<String>) -> Result<Vec<StaffName>, SendError> {
        let request = ListStaffNamesRequest { user_ids };
        let response = self.0.clone().list_staff_names(request).await;
        let response = response.map_err(|status| send_error(SERVICE, "the user is gone", &status))?;
        Ok(response.into_inner().names)
    }
}

fn address(email: &str) -> Result<Address, SendError> {
    email
        .parse()
        .map_err(|_| SendError::Permanent("no mail can go to the member's address".to_owned()))
}
