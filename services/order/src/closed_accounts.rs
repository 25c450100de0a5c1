//! Orders of closed accounts: pending ones are cancelled, and the personal data of ended ones is wiped.
//!
//! Orders in work keep their address, without which the shop cannot deliver them. A periodic sweep wipes them once they
//! have ended, and an order that was on its way when its user closed the account.

use std::time::Duration;

use kit::domain::UserId;
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{error::OrderError, events, status_change, store};

/// Maximum accounts per page of a sweep.
const PAGE: i64 = 100;

/// Time between two sweeps.
const INTERVAL: Duration = Duration::from_mins(5);

/// Cancels the pending orders of a closed account, and wipes its ended orders and checkout attempts.
pub(crate) async fn close(connection: &mut PgConnection, user: UserId) -> Result<(), OrderError> {
    for mut order in store::closed_account::lock_pending_orders(connection, user).await? {
        let change = order.cancel()?;
        status_change::record(connection, &order, change, None).await?;
    }
    for order in store::closed_account::wipe(connection, user).await? {
        events::files_changed(connection, order.subject(), true).await?;
    }
    Ok(())
}

/// Sweeps until cancelled.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("orders of closed accounts", INTERVAL, stop, || sweep(&pool)).await;
}

/// Closes the remaining orders of all closed accounts, each account in its own transaction.
async fn sweep(pool: &PgPool) -> Result<(), OrderError> {
    let mut after = Uuid::nil();
    loop {
        let users = store::closed_account::list_unwiped(&mut *pool.acquire().await?, after, PAGE).await?;
        let Some(last) = users.last() else {
            return Ok(());
        };
        after = last.uuid();
        for user in users {
            let mut transaction = kit::database::begin(pool).await?;
            close(&mut transaction, user).await?;
            transaction.commit().await?;
        }
    }
}

#[cfg(test)]
mod tests {
    use proto::{
        account::v1::AccountClosed,
        order::v1::{OrderCancelled, OrderStatus},
    };

    use super::*;
    use crate::testing::{Customer, Fixture, SOFA, WARDROBE};

    async fn deliver_closed(fixture: &Fixture, customer: &Customer) {
        let event = AccountClosed {
            user_id: customer.user.to_string(),
        };
        let id = fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
        fixture.harness.redeliver(id, &event).await;
        fixture.harness.wait_until_idle().await;
    }

    /// Returns the rows of the order's tables that hold text of a customer, as JSON.
    async fn personal_rows(fixture: &Fixture, order: &str) -> String {
        let rows: Vec<String> = sqlx::query_scalar(
            "select row_to_json(order_address)::text from order_address where order_id = $1::uuid
             union all
             select encode(answer, 'escape') from checkout_attempt where order_id = $1::uuid and answer is not null",
        )
        .bind(order)
        .fetch_all(fixture.harness.pool())
        .await
        .unwrap();
        rows.concat()
    }

    #[tokio::test]
    async fn cancels_pending_orders_and_wipes_ended_ones() {
        let fixture = Fixture::start().await;
        let (closing, other) = (fixture.customer(), fixture.customer());
        let pending = closing.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let cancelled = closing.order_with_key("b", &[(WARDROBE, 1)]).await.unwrap();
        closing.cancel(&cancelled.id).await.unwrap();
        let in_work = closing.order_with_key("c", &[(SOFA, 1)]).await.unwrap();
        fixture
            .change_status(&in_work.order_number, OrderStatus::Processing)
            .await
            .unwrap();
        let kept = other.order_with_key("d", &[(SOFA, 1)]).await.unwrap();
        let name = pending.shipping_address.as_ref().unwrap().first_name.clone();
        assert!(personal_rows(&fixture, &pending.id).await.contains(&name));

        deliver_closed(&fixture, &closing).await;

        for order in [&pending, &cancelled] {
            let rows = personal_rows(&fixture, &order.id).await;
            assert!(!rows.contains(&name), "{rows}");
        }
        for order in [&in_work, &kept] {
            assert!(personal_rows(&fixture, &order.id).await.contains(&name));
        }
        let found = closing.get(&pending.id).await.unwrap().order.unwrap();
        assert_eq!(found.status(), OrderStatus::Cancelled);
        assert_eq!(
            (&found.items, found.total_minor),
            (&pending.items, pending.total_minor)
        );
        assert_eq!(fixture.harness.published::<OrderCancelled>().await.len(), 2);
        let found = other.get(&kept.id).await.unwrap().order.unwrap();
        assert_eq!(found.status(), OrderStatus::Pending);
    }

    #[tokio::test]
    async fn sweep_wipes_an_order_that_ends_later_and_one_that_came_late() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let in_work = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let name = in_work.shipping_address.as_ref().unwrap().first_name.clone();
        for status in [OrderStatus::Processing, OrderStatus::Shipped] {
            fixture
                .change_status(&in_work.order_number, status)
                .await
                .unwrap();
        }
        deliver_closed(&fixture, &customer).await;
        let late = customer.order_with_key("b", &[(SOFA, 1)]).await.unwrap();

        sweep(fixture.harness.pool()).await.unwrap();
        assert!(personal_rows(&fixture, &in_work.id).await.contains(&name));
        assert!(!personal_rows(&fixture, &late.id).await.contains(&name));

        fixture
            .change_status(&in_work.order_number, OrderStatus::Delivered)
            .await
            .unwrap();
        sweep(fixture.harness.pool()).await.unwrap();
        assert!(!personal_rows(&fixture, &in_work.id).await.contains(&name));
    }
}
