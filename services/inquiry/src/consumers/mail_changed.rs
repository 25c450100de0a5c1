//! Ends a brochure request with its mail.

use async_trait::async_trait;
use kit::{
    domain::InquiryId,
    events::{Handler, HandlerError, Received},
};
use proto::notification::v1::MailChanged;
use sqlx::PgConnection;

use crate::{edit::Edit, error::InquiryError};

/// Closes a brochure request whose mail was sent; one whose mail failed for good waits for the staff.
pub(crate) struct EndBrochureRequest;

#[async_trait]
impl Handler for EndBrochureRequest {
    type Event = MailChanged;

    const NAME: &'static str = "inquiry-end-brochure-request";

    fn concerns(&self, event: &MailChanged) -> bool {
        !event.brochure_request_id.is_empty()
    }

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<MailChanged>,
    ) -> Result<(), HandlerError> {
        let event = received.event;
        let inquiry: InquiryId = event.brochure_request_id.parse()?;
        match end(connection, inquiry, event.is_sent).await {
            // Without the request there is nothing to end.
            Ok(()) | Err(InquiryError::NotFound) => Ok(()),
            Err(InquiryError::Database(error)) => Err(error.into()),
            Err(error) => Err(HandlerError::Rejected(error.into())),
        }
    }
}

async fn end(connection: &mut PgConnection, inquiry: InquiryId, is_sent: bool) -> Result<(), InquiryError> {
    let mut edit = Edit::open_by_id(connection, None, inquiry).await?;
    let (work, now) = (&mut edit.inquiry.work, edit.now);
    if is_sent {
        work.brochure_sent(now);
    } else {
        work.brochure_failed(now);
    }
    edit.save(connection, "status", "").await
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1::{InquiryDue, InquiryStatus};

    use super::*;
    use crate::testing::{Fixture, brochure};

    #[tokio::test]
    async fn brochure_request_waits_until_its_mail_was_sent() {
        let fixture = Fixture::start().await;
        let number = fixture.request_brochure(brochure()).await.unwrap();
        let state = async || {
            let inquiry = fixture.read(&number).await;
            let status = inquiry.status();
            let work = inquiry.work.unwrap();
            (status, work.due(), work.has_failed_mail)
        };
        let request = fixture.read(&number).await.id;
        let deliver = async |is_sent| {
            let event = MailChanged {
                brochure_request_id: request.clone(),
                is_sent,
                ..MailChanged::default()
            };
            fixture.harness.deliver(&event).await;
            fixture.harness.wait_until_idle().await;
        };
        assert_eq!(state().await, (InquiryStatus::New, InquiryDue::New, false));
        deliver(false).await;
        assert_eq!(state().await, (InquiryStatus::New, InquiryDue::New, true));
        deliver(true).await;
        assert_eq!(state().await, (InquiryStatus::Closed, InquiryDue::Done, false));
        deliver(false).await;
        assert_eq!(state().await, (InquiryStatus::Closed, InquiryDue::Done, false));
    }
}
