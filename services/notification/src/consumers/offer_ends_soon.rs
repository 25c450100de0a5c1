//! Reminds the customer of an offer that ends soon.

use kit::events::HandlerError;
use proto::inquiry::v1::OfferEndsSoon;

use super::{MailRule, offer_id};
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles offers that end soon.
pub(super) struct RemindOfOffer;

impl MailRule for RemindOfOffer {
    type Event = OfferEndsSoon;

    const NAME: &'static str = "notification-remind-offer";

    fn mails(event: &OfferEndsSoon) -> Result<Vec<MailKind>, HandlerError> {
        let offer = offer_id(&event.offer_id)?;
        Ok(vec![MailKind::OfferEnds { offer }])
    }

    fn about(event: &OfferEndsSoon) -> Option<Subject> {
        Subject::new(SubjectKind::Offer, &event.offer_number, &event.offer_id)
    }
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1::OfferState;

    use super::*;
    use crate::testing::{Fixture, OFFER_NUMBER, OFFER_TOKEN};

    #[tokio::test]
    async fn reminds_of_an_open_offer_only() {
        let fixture = Fixture::start().await;
        for (email, state) in [
            ("marina@example.com", OfferState::Opened),
            ("rauf@example.com", OfferState::Accepted),
        ] {
            let event = OfferEndsSoon {
                offer_id: fixture.fakes.offer(email, "en", state).to_string(),
                offer_number: OFFER_NUMBER.to_owned(),
                revision: 1,
                ..OfferEndsSoon::default()
            };
            fixture.harness.deliver(&event).await;
        }
        fixture.wait_until_sent().await;
        assert_eq!(fixture.kinds().await, ["offer_ends sent"]);
        let mail = fixture.mail_to("marina@example.com");
        for part in ["7 December 2026", OFFER_TOKEN] {
            assert!(mail.text().contains(part), "{part}: {}", mail.text());
        }
        assert_eq!(fixture.smtp.mails().len(), 1);
    }
}
