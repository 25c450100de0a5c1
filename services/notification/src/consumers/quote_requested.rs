//! Tells the visitor that the question for a price is here, and the shop that there is one.

use async_trait::async_trait;
use kit::{
    domain::InquiryId,
    events::{Handler, HandlerError, Received},
};
use proto::inquiry::v1::QuoteRequested;
use sqlx::PgConnection;

use super::write;
use crate::mail::Occasion;

/// One letter each.
pub(super) struct TellQuote;

#[async_trait]
impl Handler for TellQuote {
    type Event = QuoteRequested;

    const NAME: &'static str = "notification-tell-quote";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<QuoteRequested>,
    ) -> Result<(), HandlerError> {
        let inquiry: InquiryId = received.event.inquiry_id.parse()?;
        let occasions = [
            Occasion::QuoteReceived { inquiry },
            Occasion::ShopQuote { inquiry },
        ];
        write(connection, received.id, &occasions).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, SHOP};

    #[tokio::test]
    async fn visitor_and_shop_are_told_and_the_shop_can_answer() {
        let fixture = Fixture::start().await;
        let inquiry = fixture.peers.quote("rashad@example.com", "az");
        fixture
            .harness
            .deliver(&QuoteRequested {
                inquiry_id: inquiry.to_string(),
                ..QuoteRequested::default()
            })
            .await;
        fixture.all_sent().await;
        let letter = fixture.letter_to("rashad@example.com");
        assert_eq!(letter.header("Content-Language"), "az");
        assert!(letter.text().contains("Palıd şkaf"), "{}", letter.text());
        let letter = fixture.letter_to(SHOP);
        assert_eq!(letter.header("Reply-To"), "rashad@example.com");
        for part in ["Oak wardrobe", "Rəşad Əliyev", "+994501234567", "oak"] {
            assert!(letter.text().contains(part), "{part}: {}", letter.text());
        }
    }

    #[tokio::test]
    async fn an_inquiry_whose_writer_is_forgotten_ends_with_its_reason() {
        let fixture = Fixture::start().await;
        let inquiry = fixture.peers.forgotten_quote();
        fixture
            .harness
            .deliver(&QuoteRequested {
                inquiry_id: inquiry.to_string(),
                ..QuoteRequested::default()
            })
            .await;
        fixture.all_ended().await;
        assert_eq!(
            fixture.reasons().await,
            [
                "the inquiry's writer is forgotten",
                "the inquiry's writer is forgotten"
            ]
        );
    }
}
