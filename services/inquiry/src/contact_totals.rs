//! Periodic reading of the totals of customers' orders, by which the desk sorts.
//!
//! The orders belong to the order service; events carry no phones and e-mails. So each replica asks order for a batch of
//! customers at each interval and begins again after the last one. Only changed totals are written.

use std::time::Duration;

use kit::failure::Failure;
use sqlx::PgPool;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{clients::order::Orders, store::contact_total};

/// Time between two batches.
const INTERVAL: Duration = Duration::from_secs(5);

/// Customers per batch; order takes no more.
const BATCH: usize = 500;

/// Reads a batch of totals every 5 seconds until cancelled.
pub(crate) async fn run(pool: PgPool, orders: Orders, stop: CancellationToken) {
    let last = Mutex::new(Uuid::nil());
    kit::periodic::run("totals of customers", INTERVAL, stop, || async {
        let mut last = last.lock().await;
        *last = renew(&pool, &orders, *last, BATCH).await?;
        Ok::<_, Failure>(())
    })
    .await;
}

/// Reads the totals of the customers after one. Returns the last of them, or nil after all.
async fn renew(pool: &PgPool, orders: &Orders, after: Uuid, batch: usize) -> Result<Uuid, Failure> {
    let limit = i64::try_from(batch).unwrap_or(i64::MAX);
    // The connection returns to the pool before the call.
    let contacts = contact_total::points(&mut *pool.acquire().await?, after, limit).await?;
    let last = contacts.last().map_or(Uuid::nil(), |points| points.contact);
    let is_full = contacts.len() == batch;
    if !contacts.is_empty() {
        let totals = orders.totals(contacts).await?;
        contact_total::store(&mut *pool.acquire().await?, &totals).await?;
    }
    Ok(if is_full { last } else { Uuid::nil() })
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1::{Contact, ContactSort, ListContactsRequest};
    use testkit::caller;

    use super::*;
    use crate::testing::{Fixture, message};

    /// Returns the names of all customers by total, on pages of one.
    async fn by_total(fixture: &Fixture) -> Vec<String> {
        let mut found: Vec<Contact> = Vec::new();
        let mut cursor = String::new();
        loop {
            let request = ListContactsRequest {
                sort: ContactSort::Total.into(),
                cursor,
                limit: 1,
                ..ListContactsRequest::default()
            };
            let request = kit::grpc::client::on_behalf_of(&caller::staff(), request);
            let page = fixture.inbox().list_contacts(request).await.unwrap().into_inner();
            found.extend(page.contacts);
            if page.next_cursor.is_empty() {
                return found.into_iter().map(|contact| contact.name).collect();
            }
            cursor = page.next_cursor;
        }
    }

    #[tokio::test]
    async fn sorts_customers_by_the_totals_that_order_tells() {
        let fixture = Fixture::start().await;
        // The fake order service: the last four digits of a phone are the total.
        for (name, digits) in [
            ("Small", "0100"),
            ("Large", "0900"),
            ("None", "0000"),
            ("Middle", "0500"),
        ] {
            let mut request = message("Salam");
            request.name = name.to_owned();
            request.phone = format!("+99450123{digits}");
            request.email = format!("{name}@example.az");
            fixture.send_message(request).await.unwrap();
        }
        let (pool, orders) = (fixture.harness.pool(), fixture.orders());
        let mut after = Uuid::nil();
        for _ in 0..2 {
            after = renew(pool, &orders, after, 2).await.unwrap();
            assert!(!after.is_nil());
        }
        assert_eq!(renew(pool, &orders, after, 2).await.unwrap(), Uuid::nil());
        assert_eq!(by_total(&fixture).await, ["Large", "Middle", "Small", "None"]);

        // Another phone of the customer: the totals follow without an event.
        let mut request = message("Yeni nömrəm");
        request.name = "Small".to_owned();
        request.phone = "+994501235000".to_owned();
        request.email = "small@example.az".to_owned();
        fixture.send_message(request).await.unwrap();
        renew(pool, &orders, Uuid::nil(), 500).await.unwrap();
        assert_eq!(by_total(&fixture).await, ["Small", "Large", "Middle", "None"]);
    }
}
