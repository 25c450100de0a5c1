//! Wipes what staff wrote about the orders of a wiped customer.

use async_trait::async_trait;
use kit::{
    domain::OrderId,
    events::{Handler, HandlerError, Received},
};
use proto::inquiry::v1::ContactChanged;
use sqlx::PgConnection;

use crate::{events, store::customer_orders};

/// Wipes the notes of the orders of a customer whom the owner wiped; their addresses stay for the books.
pub(crate) struct WipeNotes;

#[async_trait]
impl Handler for WipeNotes {
    type Event = ContactChanged;

    const NAME: &'static str = "order-wipe-notes";

    fn concerns(&self, event: &ContactChanged) -> bool {
        event.what == "wiped" && !event.order_ids.is_empty()
    }

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<ContactChanged>,
    ) -> Result<(), HandlerError> {
        let mut orders = Vec::new();
        for id in &received.event.order_ids {
            orders.push(id.parse::<OrderId>()?.uuid());
        }
        for order in customer_orders::wipe_notes(connection, &orders).await? {
            events::files_changed(connection, order.subject(), true).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kit::{grpc::client::on_behalf_of, staff::StaffRole};
    use proto::order::v1::{
        AddOrderNoteRequest, CustomerContacts, FindCustomerOrdersRequest, FindCustomerOrdersResponse,
        OrderStatus,
    };
    use testkit::{caller, text_columns_with};

    use super::*;
    use crate::testing::{Fixture, SOFA};

    async fn find(fixture: &Fixture, phone: &str, email: &str) -> FindCustomerOrdersResponse {
        let request = FindCustomerOrdersRequest {
            customer: Some(CustomerContacts {
                phones: vec![phone.to_owned()],
                emails: vec![email.to_owned()],
                ..CustomerContacts::default()
            }),
        };
        let request = on_behalf_of(&caller::service("inquiry"), request);
        fixture
            .desk()
            .find_customer_orders(request)
            .await
            .unwrap()
            .into_inner()
    }

    #[tokio::test]
    async fn notes_of_a_wiped_customers_orders_go_and_the_address_stays() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let done = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let open = customer.order_with_key("b", &[(SOFA, 1)]).await.unwrap();
        let staff = fixture.staff(StaffRole::Owner);
        for (order, text) in [(&done, "wiped text"), (&open, "kept text")] {
            let request = AddOrderNoteRequest {
                idempotency_key: order.id.clone(),
                order_number: order.order_number.clone(),
                text: text.to_owned(),
                mentions: Vec::new(),
                files: Vec::new(),
            };
            fixture
                .desk()
                .add_order_note(on_behalf_of(&staff, request))
                .await
                .unwrap();
        }
        sqlx::query("update customer_order set delivery_note = 'wiped text' where id = $1::uuid")
            .bind(&done.id)
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        fixture
            .change_status(&done.order_number, OrderStatus::Cancelled)
            .await
            .unwrap();

        let address = done.shipping_address.clone().unwrap();
        let found = find(&fixture, &address.phone, "").await;
        let mut both = [done.id.clone(), open.id.clone()];
        both.sort_unstable();
        assert_eq!(
            (found.order_ids.as_slice(), found.has_open),
            (both.as_slice(), true)
        );
        assert_eq!(find(&fixture, "", &address.email.to_uppercase()).await, found);
        assert_eq!(
            find(&fixture, "+994500000000", "").await,
            FindCustomerOrdersResponse::default()
        );
        customer.cancel(&open.id).await.unwrap();
        assert!(!find(&fixture, &address.phone, "").await.has_open);

        let event = ContactChanged {
            what: "wiped".to_owned(),
            order_ids: vec![done.id.clone()],
            ..ContactChanged::default()
        };
        let id = fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
        fixture.harness.redeliver(id, &event).await;
        fixture.harness.wait_until_idle().await;
        let pool = fixture.harness.pool();
        assert_eq!(
            text_columns_with(pool, &["wiped text"]).await,
            Vec::<String>::new()
        );
        assert_eq!(
            text_columns_with(pool, &["kept text"]).await,
            ["order_event.text"]
        );
        let kept: i64 = sqlx::query_scalar("select count(*) from order_address where phone = $1")
            .bind(&address.phone)
            .fetch_one(pool)
            .await
            .unwrap();
        assert_eq!(kept, 4);
    }
}
