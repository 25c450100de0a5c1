//! Confirms an accepted offer, and notifies the shop.

use kit::events::HandlerError;
use proto::inquiry::v1::OfferAccepted;

use super::{MailRule, offer_id};
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles accepted offers.
pub(super) struct NotifyAcceptance;

impl MailRule for NotifyAcceptance {
    type Event = OfferAccepted;

    const NAME: &'static str = "notification-tell-acceptance";

    fn mails(event: &OfferAccepted) -> Result<Vec<MailKind>, HandlerError> {
        let offer = offer_id(&event.offer_id)?;
        Ok(vec![
            MailKind::OfferAccepted { offer },
            MailKind::ShopOfferAccepted { offer },
        ])
    }

    fn about(event: &OfferAccepted) -> Option<Subject> {
        Subject::new(SubjectKind::Offer, &event.offer_number, &event.offer_id)
    }
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1::OfferState;

    use super::*;
    use crate::testing::{Fixture, OFFER_NUMBER, SHOP};

    fn accepted(offer: uuid::Uuid) -> OfferAccepted {
        OfferAccepted {
            offer_id: offer.to_string(),
            offer_number: OFFER_NUMBER.to_owned(),
            revision: 1,
            ..OfferAccepted::default()
        }
    }

    #[tokio::test]
    async fn confirms_to_the_customer_and_notifies_the_shop() {
        let fixture = Fixture::start().await;
        let offer = fixture
            .fakes
            .offer("marina@example.com", "ru", OfferState::Accepted);
        fixture.harness.deliver(&accepted(offer)).await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("marina@example.com");
        assert_eq!(mail.subject(), format!("Вы приняли предложение {OFFER_NUMBER}"));
        assert!(!mail.text().contains("Marina"), "{}", mail.text());
        // The assignee signs.
        assert!(
            mail.text().contains("С вами работает:\nNigar Əliyeva\n"),
            "{}",
            mail.text()
        );
        let mail = fixture.mail_to(SHOP);
        assert_eq!(mail.header("Reply-To"), "marina@example.com");
        for part in [
            "Marina Petrova",
            "050 123 45 67",
            "Nigar Əliyeva",
            "SQ-7Q2M04XK",
            "https://shop.example/desk/quotes/SQ-7Q2M04XK",
        ] {
            assert!(mail.text().contains(part), "{part}: {}", mail.text());
        }
    }

    #[tokio::test]
    async fn a_customer_without_an_email_is_told_to_the_shop_only() {
        let fixture = Fixture::start().await;
        let offer = fixture.fakes.offer("", "az", OfferState::Accepted);
        fixture.harness.deliver(&accepted(offer)).await;
        fixture.wait_until_sent().await;
        assert_eq!(fixture.kinds().await, ["shop_offer_accepted sent"]);
        assert_eq!(fixture.mail_to(SHOP).header("Reply-To"), SHOP);
    }

    #[tokio::test]
    async fn an_offer_that_was_reopened_since_is_not_told() {
        let fixture = Fixture::start().await;
        let offer = fixture
            .fakes
            .offer("marina@example.com", "az", OfferState::Opened);
        fixture.harness.deliver(&accepted(offer)).await;
        fixture.wait_until_none().await;
        assert_eq!(fixture.smtp.mails().len(), 0);
    }
}
