//! E-mails about accounts and to the team.

use kit::domain::{InvitationId, UserId};
use uuid::Uuid;

use super::{Composer, OutgoingEmail, Recipient, to_contact, to_customer};
use crate::{
    clients::Contact,
    email::{self, Email, EmailContext},
    mail::SendError,
};

impl Composer {
    /// Composes a mail to a user.
    pub(super) async fn to_user(
        &self,
        user: UserId,
        render: impl FnOnce(&EmailContext<'_>, &Contact) -> Email,
    ) -> Result<OutgoingEmail, SendError> {
        let user = self.clients.account.contact(user).await?;
        let email = render(&self.context(user.language), &user);
        Ok(to_contact(email, &user))
    }

    pub(super) async fn password_reset(
        &self,
        request: Uuid,
        user: UserId,
    ) -> Result<OutgoingEmail, SendError> {
        let user = self.clients.account.contact(user).await?;
        let token = self.clients.account.issue_reset_token(request).await?;
        let email = email::password_reset(&self.context(user.language), &user, &token);
        Ok(to_contact(email, &user))
    }

    pub(super) async fn staff_invite(&self, invitation: InvitationId) -> Result<OutgoingEmail, SendError> {
        let invitation = self.clients.team.invitation(invitation.uuid()).await?;
        let email = email::staff_invite(&self.context(invitation.language), &invitation);
        Ok(to_customer(email, invitation.email))
    }

    pub(super) async fn enrolment_link(
        &self,
        request: Uuid,
        user: UserId,
    ) -> Result<OutgoingEmail, SendError> {
        let user = self.clients.account.contact(user).await?;
        let token = self.clients.team.issue_enrolment_token(request).await?;
        let email = email::enrolment_link(&self.context(user.language), &user, &token);
        Ok(to_customer(email, user.email))
    }

    pub(super) async fn second_factor_locked(
        &self,
        user: UserId,
        until_reset: bool,
    ) -> Result<OutgoingEmail, SendError> {
        let name = self.clients.team.name(user.uuid()).await?;
        let owners = self.clients.team.owners().await?;
        if owners.is_empty() {
            return Err(SendError::NoRecipient);
        }
        Ok(OutgoingEmail {
            email: email::second_factor_locked(&self.context(None), &name, until_reset),
            recipient: Recipient::Owners(owners),
        })
    }

    pub(super) async fn welcome(
        &self,
        user: UserId,
        verification: Option<Uuid>,
    ) -> Result<OutgoingEmail, SendError> {
        let user = self.clients.account.contact(user).await?;
        let token = match verification {
            Some(request) if !user.is_verified => {
                Some(self.clients.account.issue_verification_token(request).await?)
            }
            _ => None,
        };
        let context = self.context(user.language);
        let email = email::welcome(&context, &user, token.as_deref());
        Ok(to_contact(email, &user))
    }

    pub(super) async fn email_verification(
        &self,
        request: Uuid,
        user: UserId,
    ) -> Result<OutgoingEmail, SendError> {
        let user = self.clients.account.contact(user).await?;
        let token = self.clients.account.issue_verification_token(request).await?;
        let context = self.context(user.language);
        let email = email::email_verification(&context, &user, &token);
        Ok(to_contact(email, &user))
    }
}
