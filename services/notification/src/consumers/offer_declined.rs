//! Notifies the shop of a declined offer.

use kit::events::HandlerError;
use proto::inquiry::v1::OfferDeclined;

use super::{MailRule, offer_id};
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles declined offers.
pub(super) struct NotifyRefusal;

impl MailRule for NotifyRefusal {
    type Event = OfferDeclined;

    const NAME: &'static str = "notification-tell-refusal";

    fn mails(event: &OfferDeclined) -> Result<Vec<MailKind>, HandlerError> {
        let offer = offer_id(&event.offer_id)?;
        Ok(vec![MailKind::ShopOfferDeclined { offer }])
    }

    fn about(event: &OfferDeclined) -> Option<Subject> {
        Subject::new(SubjectKind::Offer, &event.offer_number, &event.offer_id)
    }
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1::OfferState;

    use super::*;
    use crate::testing::{Fixture, OFFER_NUMBER, SHOP};

    #[tokio::test]
    async fn tells_the_shop_the_reason_and_the_customers_words() {
        let fixture = Fixture::start().await;
        let offer = fixture
            .fakes
            .offer("marina@example.com", "ru", OfferState::Declined);
        let event = OfferDeclined {
            offer_id: offer.to_string(),
            offer_number: OFFER_NUMBER.to_owned(),
            revision: 1,
            reason: "price".to_owned(),
            ..OfferDeclined::default()
        };
        fixture.harness.deliver(&event).await;
        fixture.wait_until_sent().await;
        assert_eq!(fixture.kinds().await, ["shop_offer_declined sent"]);
        let mail = fixture.mail_to(SHOP);
        for part in ["the price", "> Дорого", "Marina Petrova"] {
            assert!(mail.text().contains(part), "{part}: {}", mail.text());
        }
        assert_eq!(fixture.smtp.mails().len(), 1);
    }
}
