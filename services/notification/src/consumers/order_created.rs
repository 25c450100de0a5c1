//! Confirms an order to the customer, and notifies the shop, and the workshop of one with designed pieces.

use kit::{domain::OrderId, events::HandlerError};
use proto::order::v1::OrderCreated;

use super::MailRule;
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles new orders.
pub(super) struct NotifyOrder;

impl MailRule for NotifyOrder {
    type Event = OrderCreated;

    const NAME: &'static str = "notification-tell-order";

    fn mails(event: &OrderCreated) -> Result<Vec<MailKind>, HandlerError> {
        let order: OrderId = event.order_id.parse()?;
        let mut kinds = vec![MailKind::OrderReceived { order }, MailKind::ShopOrder { order }];
        if event.has_design {
            kinds.push(MailKind::WorkshopOrder { order });
        }
        Ok(kinds)
    }

    fn about(event: &OrderCreated) -> Option<Subject> {
        Subject::new(SubjectKind::Order, &event.order_number, &event.order_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, ORDER_NUMBER, SHOP, WORKSHOP, shop_terms};

    #[tokio::test]
    async fn notifies_customer_and_shop_once_in_their_languages() {
        let fixture = Fixture::start().await;
        // The order's language overrides the account's.
        let leyla = fixture.fakes.user("leyla@example.com", "ru");
        let order = fixture.fakes.order(leyla, "az");
        let event = OrderCreated {
            order_id: order.to_string(),
            ..OrderCreated::default()
        };
        let id = fixture.harness.deliver(&event).await;
        fixture.wait_until_sent().await;

        let mail = fixture.mail_to("leyla@example.com");
        assert_eq!(mail.header("Content-Language"), "az");
        assert_eq!(mail.header("Auto-Submitted"), "auto-generated");
        assert_eq!(
            mail.header("Message-ID"),
            format!("<{id}.order_received@shop.example>")
        );
        assert!(mail.text().contains("Palıd şkaf"), "{}", mail.text());

        let mail = fixture.mail_to(SHOP);
        assert_eq!(mail.header("Content-Language"), "en");
        assert!(mail.text().contains("Oak wardrobe"), "{}", mail.text());
        assert_eq!(mail.header("Reply-To"), "leyla@example.com");
        assert_eq!(
            fixture.fakes.reads(),
            2,
            "the order and the contact, for both mails"
        );

        fixture.harness.redeliver(id, &event).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(fixture.smtp.mails().len(), 2);
    }

    #[tokio::test]
    async fn tells_the_workshop_once_of_designed_pieces_without_prices_and_contacts() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "az");
        let order = fixture.fakes.designed_order(leyla, "az");
        let event = OrderCreated {
            order_id: order.to_string(),
            has_design: true,
            ..OrderCreated::default()
        };
        let id = fixture.harness.deliver(&event).await;
        fixture.harness.redeliver(id, &event).await;
        fixture.wait_until_sent().await;
        assert_eq!(fixture.smtp.mails().len(), 3);
        let mail = fixture.mail_to(WORKSHOP);
        assert_eq!(mail.header("Content-Language"), "en");
        assert_eq!(mail.header("Reply-To"), SHOP);
        assert!(mail.header("Subject").contains(ORDER_NUMBER));
        let text = mail.text();
        for part in [
            "Designed wardrobe × 2",
            "between walls 243 × 62 × 262 cm",
            &format!("https://shop.example/desk/orders/{ORDER_NUMBER}/workshop"),
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        // Neither a product of the stock, nor a sum, nor whom it is for.
        for part in ["Oak wardrobe", "AZN", "Leyla", "050 123", "Nizami"] {
            assert!(
                !text.contains(part) && !mail.html().contains(part),
                "{part}: {text}"
            );
        }
    }

    #[tokio::test]
    async fn a_shop_without_a_mailbox_of_the_workshop_sends_two_mails() {
        let fixture = Fixture::start_without_workshop().await;
        let leyla = fixture.fakes.user("leyla@example.com", "az");
        let event = OrderCreated {
            order_id: fixture.fakes.designed_order(leyla, "az").to_string(),
            has_design: true,
            ..OrderCreated::default()
        };
        fixture.harness.deliver(&event).await;
        fixture.wait_until_sent().await;
        assert_eq!(fixture.kinds().await, ["order_received sent", "shop_order sent"]);
    }

    #[tokio::test]
    async fn the_customer_reads_the_days_that_the_terms_promise() {
        let fixture = Fixture::start().await;
        fixture.fakes.set_shop_terms(shop_terms());
        let leyla = fixture.fakes.user("leyla@example.com", "az");
        let event = OrderCreated {
            order_id: fixture.fakes.order(leyla, "az").to_string(),
            ..OrderCreated::default()
        };
        fixture.harness.deliver(&event).await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("leyla@example.com");
        for line in [
            "Anbardan çatdırılma: 23–25 noyabr 2026\n",
            "Sifarişlə hazırlanır: təxminən 15 dekabr 2026, bu həftə razılaşsanız\n",
        ] {
            assert!(mail.text().contains(line), "{line}: {}", mail.text());
        }
        assert!(!fixture.mail_to(SHOP).text().contains("15 December"));
    }

    #[tokio::test]
    async fn sends_typed_text_only_to_the_shop_if_the_address_is_unverified() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.unverified_user("leyla@example.com", "az");
        let event = OrderCreated {
            order_id: fixture.fakes.order(leyla, "az").to_string(),
            ..OrderCreated::default()
        };
        fixture.harness.deliver(&event).await;
        fixture.wait_until_sent().await;
        let (customer, shop) = (fixture.mail_to("leyla@example.com"), fixture.mail_to(SHOP));
        for part in ["Leyla", "Məmmədova", "Nizami", "050 123 45 67", "+994501234567"] {
            assert!(
                !customer.text().contains(part) && !customer.html().contains(part),
                "{part}"
            );
        }
        assert!(customer.text().contains("Palıd şkaf"), "{}", customer.text());
        for part in ["Leyla Məmmədova", "Nizami 1", "050 123 45 67"] {
            assert!(shop.text().contains(part), "{part}: {}", shop.text());
        }
    }
    #[tokio::test]
    async fn the_assignee_signs_the_mail_to_the_customer_only() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "az");
        let order = fixture.fakes.order(leyla, "az");
        let nigar = fixture.fakes.member("nigar@example.com", "sales");
        fixture.fakes.sign_as(nigar, "+994500001122", "");
        fixture.fakes.assign(&order.to_string(), nigar);
        let event = OrderCreated {
            order_id: order.to_string(),
            ..OrderCreated::default()
        };
        fixture.harness.deliver(&event).await;
        fixture.wait_until_sent().await;
        let text = fixture.mail_to("leyla@example.com").text();
        assert!(
            text.contains("Sizinlə işləyir:\nNigar Əliyeva\n050 000 11 22\n"),
            "{text}"
        );
        assert!(!fixture.mail_to(SHOP).text().contains("Nigar"));
    }
}
