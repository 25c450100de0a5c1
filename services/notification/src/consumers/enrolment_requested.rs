//! Sends the link to set up a second factor.

use kit::events::HandlerError;
use proto::account::v1::EnrolmentRequested;

use super::MailRule;
use crate::mail::MailKind;

/// Handles requests to enrol. The token is issued when the e-mail is composed, so that it is never stored.
pub(super) struct SendEnrolment;

impl MailRule for SendEnrolment {
    type Event = EnrolmentRequested;

    const NAME: &'static str = "notification-send-enrolment";

    fn mails(event: &EnrolmentRequested) -> Result<Vec<MailKind>, HandlerError> {
        let request = uuid::Uuid::try_parse(&event.request_id);
        let kind = MailKind::EnrolmentLink {
            request: request.map_err(|error| HandlerError::Malformed(error.into()))?,
            user: event.user_id.parse()?,
        };
        Ok(vec![kind])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    #[tokio::test]
    async fn sends_a_link_with_the_token_in_the_fragment_and_deletes_the_mail_of_a_used_request() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "ru");
        let request = fixture.fakes.token_request();
        for request in [request, uuid::Uuid::now_v7()] {
            let event = EnrolmentRequested {
                request_id: request.to_string(),
                user_id: leyla.to_string(),
            };
            fixture.harness.deliver(&event).await;
        }
        fixture.wait_until_ended().await;
        assert_eq!(fixture.kinds().await, ["enrolment_link sent"]);
        let text = fixture.mail_to("leyla@example.com").text();
        let token = fixture.fakes.token_of(request);
        assert!(
            text.contains(&format!("https://shop.example/desk/enrol#token={token}")),
            "{text}"
        );
    }
}
