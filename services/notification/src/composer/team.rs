//! E-mails to members of the team.

use kit::{domain::UserId, grpc::with_timeout};

use super::{Composer, OutgoingEmail, to_customer};
use crate::{
    clients::LOOKUP_TIMEOUT,
    email,
    mail::SendError,
    notice::{About, NoticeKind},
};

impl Composer {
    /// Composes the mail of unread notices to an active member, of those kinds that the member wants by mail.
    pub(crate) async fn staff_notices(
        &self,
        user: UserId,
        mut notices: Vec<(NoticeKind, About)>,
    ) -> Result<OutgoingEmail, SendError> {
        let member = with_timeout(LOOKUP_TIMEOUT, self.clients.team.member(user)).await?;
        let member = member.ok_or(SendError::OutOfDate)?;
        notices.retain(|(kind, _)| member.mailed.contain(*kind));
        if notices.is_empty() {
            return Err(SendError::OutOfDate);
        }
        let email = email::staff_notices(&self.context(member.language), &member.name, &notices);
        Ok(to_customer(email, member.email))
    }
}
