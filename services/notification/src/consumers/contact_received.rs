//! Tells the visitor that the message is here, and the shop what it says.

use async_trait::async_trait;
use kit::{
    domain::InquiryId,
    events::{Handler, HandlerError, Received},
};
use proto::inquiry::v1::ContactReceived;
use sqlx::PgConnection;

use super::write;
use crate::mail::Occasion;

/// One letter each.
pub(super) struct TellMessage;

#[async_trait]
impl Handler for TellMessage {
    type Event = ContactReceived;

    const NAME: &'static str = "notification-tell-message";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<ContactReceived>,
    ) -> Result<(), HandlerError> {
        let inquiry: InquiryId = received.event.inquiry_id.parse()?;
        let occasions = [
            Occasion::MessageReceived { inquiry },
            Occasion::ShopMessage { inquiry },
        ];
        write(connection, received.id, &occasions).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, SHOP};

    /// A stranger's words and name are never sent to an address that a stranger typed.
    #[tokio::test]
    async fn only_the_shop_gets_the_words() {
        let fixture = Fixture::start().await;
        let inquiry = fixture
            .peers
            .message("rashad@example.com", "ru", "Visit evil.example");
        fixture
            .harness
            .deliver(&ContactReceived {
                inquiry_id: inquiry.to_string(),
                ..ContactReceived::default()
            })
            .await;
        fixture.all_sent().await;
        let letter = fixture.letter_to("rashad@example.com");
        assert_eq!(letter.header("Content-Language"), "ru");
        for part in ["evil.example", "Rəşad"] {
            assert!(!letter.text().contains(part) && !letter.html().contains(part));
        }
        let letter = fixture.letter_to(SHOP);
        assert!(letter.text().contains("Visit evil.example"), "{}", letter.text());
    }
}
