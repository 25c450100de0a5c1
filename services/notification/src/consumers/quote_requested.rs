//! Confirms a quote request to the visitor, and notifies the shop.

use kit::{domain::InquiryId, events::HandlerError};
use proto::inquiry::v1::QuoteRequested;

use super::MailRule;
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles quote requests.
pub(super) struct NotifyQuote;

impl MailRule for NotifyQuote {
    type Event = QuoteRequested;

    const NAME: &'static str = "notification-tell-quote";

    fn mails(event: &QuoteRequested) -> Result<Vec<MailKind>, HandlerError> {
        let inquiry: InquiryId = event.inquiry_id.parse()?;
        let kinds = [
            MailKind::QuoteReceived { inquiry },
            MailKind::ShopQuote { inquiry },
        ];
        Ok(kinds.into())
    }

    fn about(event: &QuoteRequested) -> Option<Subject> {
        Subject::new(SubjectKind::Quote, &event.number, &event.inquiry_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, SHOP, shop_terms};

    #[tokio::test]
    async fn notifies_visitor_and_shop_with_reply_to() {
        let fixture = Fixture::start().await;
        let inquiry = fixture.fakes.quote("rashad@example.com", "az");
        fixture
            .harness
            .deliver(&QuoteRequested {
                inquiry_id: inquiry.to_string(),
                ..QuoteRequested::default()
            })
            .await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("rashad@example.com");
        assert_eq!(mail.header("Content-Language"), "az");
        assert!(mail.text().contains("Palıd şkaf"), "{}", mail.text());
        let mail = fixture.mail_to(SHOP);
        assert_eq!(mail.header("Reply-To"), "rashad@example.com");
        for part in ["Oak wardrobe", "Rəşad Əliyev", "050 123 45 67", "oak"] {
            assert!(mail.text().contains(part), "{part}: {}", mail.text());
        }
    }

    #[tokio::test]
    async fn the_visitor_reads_by_when_the_piece_is_ready() {
        for (language, line) in [
            (
                "az",
                "Hazır olur: təxminən 15 dekabr 2026, bu həftə razılaşsanız\n",
            ),
            (
                "ru",
                "Готовность: примерно 15 декабря 2026, если договоримся на этой неделе\n",
            ),
            ("en", "Ready: about 15 December 2026, if we agree this week\n"),
        ] {
            let fixture = Fixture::start().await;
            fixture.fakes.set_shop_terms(shop_terms());
            let inquiry = fixture.fakes.quote("rashad@example.com", language);
            let event = QuoteRequested {
                inquiry_id: inquiry.to_string(),
                ..QuoteRequested::default()
            };
            fixture.harness.deliver(&event).await;
            fixture.wait_until_sent().await;
            let mail = fixture.mail_to("rashad@example.com");
            assert!(mail.text().contains(line), "{line}: {}", mail.text());
        }
    }

    #[tokio::test]
    async fn inquiry_without_sender_fails_the_mails() {
        let fixture = Fixture::start().await;
        let inquiry = fixture.fakes.erased_quote();
        fixture
            .harness
            .deliver(&QuoteRequested {
                inquiry_id: inquiry.to_string(),
                ..QuoteRequested::default()
            })
            .await;
        fixture.wait_until_ended().await;
        assert_eq!(
            fixture.reasons().await,
            [
                "the inquiry's writer is forgotten",
                "the inquiry's writer is forgotten"
            ]
        );
    }
}
