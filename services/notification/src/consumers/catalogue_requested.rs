//! Sends the link to the brochure, and notifies the shop.

use async_trait::async_trait;
use kit::{
    domain::InquiryId,
    events::{Handler, HandlerError, Received},
};
use proto::inquiry::v1::CatalogueRequested;
use sqlx::PgConnection;

use super::insert_mails;
use crate::mail::MailKind;

/// Handles brochure requests.
pub(super) struct SendCatalogue;

#[async_trait]
impl Handler for SendCatalogue {
    type Event = CatalogueRequested;

    const NAME: &'static str = "notification-send-catalogue";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<CatalogueRequested>,
    ) -> Result<(), HandlerError> {
        let inquiry: InquiryId = received.event.inquiry_id.parse()?;
        let kinds = [
            MailKind::Catalogue { inquiry },
            MailKind::ShopCatalogue { inquiry },
        ];
        insert_mails(connection, received.id, &kinds).await
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
