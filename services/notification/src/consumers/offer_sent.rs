//! Mails a sent offer to its customer.

use kit::events::HandlerError;
use proto::inquiry::v1::OfferSent;

use super::{MailRule, offer_id};
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles sent offers that staff mails.
pub(super) struct MailOffer;

impl MailRule for MailOffer {
    type Event = OfferSent;

    const NAME: &'static str = "notification-send-offer";

    fn mails(event: &OfferSent) -> Result<Vec<MailKind>, HandlerError> {
        if !event.is_mailed {
            return Ok(Vec::new());
        }
        let offer = offer_id(&event.offer_id)?;
        Ok(vec![if event.revision > 1 {
            MailKind::OfferRevised { offer }
        } else {
            MailKind::OfferSent { offer }
        }])
    }

    fn about(event: &OfferSent) -> Option<Subject> {
        Subject::new(SubjectKind::Offer, &event.offer_number, &event.offer_id)
    }
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1::OfferState;

    use super::*;
    use crate::testing::{Fixture, OFFER_NUMBER, OFFER_TOKEN};

    fn sent(offer: uuid::Uuid, revision: u32, is_mailed: bool) -> OfferSent {
        OfferSent {
            offer_id: offer.to_string(),
            offer_number: OFFER_NUMBER.to_owned(),
            revision,
            is_mailed,
            ..OfferSent::default()
        }
    }

    #[tokio::test]
    async fn sends_lines_sums_and_the_link_in_the_offers_language() {
        let fixture = Fixture::start().await;
        let offer = fixture.fakes.offer("marina@example.com", "ru", OfferState::Sent);
        fixture.harness.deliver(&sent(offer, 1, true)).await;
        fixture.wait_until_sent().await;
        assert_eq!(fixture.kinds().await, ["offer_sent sent"]);
        let mail = fixture.mail_to("marina@example.com");
        assert_eq!(mail.header("Content-Language"), "ru");
        let link = format!("https://shop.example/ru/offer#{OFFER_TOKEN}");
        for part in [
            "Кухня угловая\n285 × 215\n",
            "5\u{a0}814,00\u{a0}AZN",
            "7 декабря 2026",
            "1\u{a0}744,20\u{a0}AZN",
            "Высота 92 см.",
            &link,
        ] {
            assert!(mail.text().contains(part), "{part}: {}", mail.text());
        }
        // The visitor typed the name, and has not proven to own the address.
        assert!(!mail.text().contains("Marina") && !mail.html().contains("Marina"));
        let row: String = sqlx::query_scalar("select mail::text from mail")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        for secret in [OFFER_TOKEN, "marina", "Кухня"] {
            assert!(!row.contains(secret), "{row}");
        }
    }

    #[tokio::test]
    async fn a_later_revision_is_another_mail() {
        let fixture = Fixture::start().await;
        let offer = fixture
            .fakes
            .offer("marina@example.com", "az", OfferState::Opened);
        fixture.harness.deliver(&sent(offer, 2, true)).await;
        fixture.wait_until_sent().await;
        assert_eq!(fixture.kinds().await, ["offer_revised sent"]);
        let subject = fixture.mail_to("marina@example.com").subject();
        assert_eq!(subject, format!("{OFFER_NUMBER} nömrəli təklifiniz dəyişdi"));
    }

    #[tokio::test]
    async fn sends_no_mail_that_staff_did_not_want_or_that_is_out_of_date() {
        let fixture = Fixture::start().await;
        let fakes = &fixture.fakes;
        let open = fakes.offer("open@example.com", "az", OfferState::Sent);
        fixture.harness.deliver(&sent(open, 1, false)).await;
        for state in [
            OfferState::Superseded,
            OfferState::Withdrawn,
            OfferState::Expired,
            OfferState::Declined,
        ] {
            let offer = fakes.offer("closed@example.com", "az", state);
            fixture.harness.deliver(&sent(offer, 1, true)).await;
        }
        let without_email = fakes.offer("", "az", OfferState::Sent);
        fixture.harness.deliver(&sent(without_email, 1, true)).await;
        fixture.wait_until_none().await;
        assert_eq!(fixture.smtp.mails().len(), 0);
    }
}
