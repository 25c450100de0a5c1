//! Sends the link to the catalogue, and tells the shop who has it.

use async_trait::async_trait;
use kit::{
    domain::InquiryId,
    events::{Handler, HandlerError, Received},
};
use proto::inquiry::v1::CatalogueRequested;
use sqlx::PgConnection;

use super::write;
use crate::mail::Occasion;

/// One letter each.
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
        let occasions = [
            Occasion::Catalogue { inquiry },
            Occasion::ShopCatalogue { inquiry },
        ];
        write(connection, received.id, &occasions).await
    }
}

#[cfg(test)]
mod tests {
    use testkit::eventually;

    use super::*;
    use crate::testing::{CATALOGUE, Fixture, SHOP};

    async fn ask(fixture: &Fixture) {
        let inquiry = fixture.peers.catalogue("rashad@example.com", "en");
        let requested = CatalogueRequested {
            inquiry_id: inquiry.to_string(),
            ..CatalogueRequested::default()
        };
        fixture.harness.deliver(&requested).await;
    }

    #[tokio::test]
    async fn the_link_is_sent_and_the_shop_is_told() {
        let fixture = Fixture::start().await;
        ask(&fixture).await;
        fixture.all_sent().await;
        let letter = fixture.letter_to("rashad@example.com");
        assert!(letter.text().contains(CATALOGUE), "{}", letter.text());
        let letter = fixture.letter_to(SHOP);
        assert!(letter.text().contains("rashad@example.com"), "{}", letter.text());
    }

    #[tokio::test]
    async fn a_link_waits_until_the_staff_has_said_where_the_catalogue_is() {
        let fixture = Fixture::start().await;
        fixture.peers.set_catalogue(false);
        ask(&fixture).await;
        eventually("the link waits and the shop is told", || async {
            let kinds = fixture.kinds().await;
            let reasons = fixture.reasons().await;
            (kinds.contains(&"shop_catalogue sent".to_owned())
                && reasons == ["nobody has said where the catalogue is"])
            .then_some(())
        })
        .await;
        fixture.peers.set_catalogue(true);
        fixture.all_sent().await;
        let letter = fixture.letter_to("rashad@example.com");
        assert!(letter.text().contains(CATALOGUE), "{}", letter.text());
    }
}
