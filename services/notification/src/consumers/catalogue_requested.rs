//! Sends the link to the brochure, and notifies the shop.

use kit::{domain::InquiryId, events::HandlerError};
use proto::inquiry::v1::CatalogueRequested;

use super::MailRule;
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles brochure requests.
pub(super) struct SendCatalogue;

impl MailRule for SendCatalogue {
    type Event = CatalogueRequested;

    const NAME: &'static str = "notification-send-catalogue";

    fn mails(event: &CatalogueRequested) -> Result<Vec<MailKind>, HandlerError> {
        let inquiry: InquiryId = event.inquiry_id.parse()?;
        let kinds = [
            MailKind::Catalogue { inquiry },
            MailKind::ShopCatalogue { inquiry },
        ];
        Ok(kinds.into())
    }

    fn about(event: &CatalogueRequested) -> Option<Subject> {
        Subject::new(SubjectKind::Quote, &event.number, &event.inquiry_id)
    }
}

#[cfg(test)]
mod tests {
    use testkit::eventually;

    use super::*;
    use crate::testing::{CATALOGUE, Fixture, SHOP};

    async fn request(fixture: &Fixture) {
        let inquiry = fixture.fakes.catalogue("rashad@example.com", "en");
        let requested = CatalogueRequested {
            inquiry_id: inquiry.to_string(),
            ..CatalogueRequested::default()
        };
        fixture.harness.deliver(&requested).await;
    }

    #[tokio::test]
    async fn sends_the_link_and_notifies_the_shop() {
        let fixture = Fixture::start().await;
        request(&fixture).await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("rashad@example.com");
        assert!(mail.text().contains(CATALOGUE), "{}", mail.text());
        let mail = fixture.mail_to(SHOP);
        assert!(mail.text().contains("rashad@example.com"), "{}", mail.text());
    }

    #[tokio::test]
    async fn waits_until_the_url_is_set() {
        let fixture = Fixture::start().await;
        fixture.fakes.set_catalogue(false);
        request(&fixture).await;
        eventually("the link waits and the shop is notified", || async {
            let kinds = fixture.kinds().await;
            let reasons = fixture.reasons().await;
            (kinds.contains(&"shop_catalogue sent".to_owned())
                && reasons == ["nobody has said where the catalogue is"])
            .then_some(())
        })
        .await;
        fixture.fakes.set_catalogue(true);
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("rashad@example.com");
        assert!(mail.text().contains(CATALOGUE), "{}", mail.text());
    }
}
