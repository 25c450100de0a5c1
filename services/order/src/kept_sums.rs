//! Nightly comparison of the sums that orders keep with their payments.

use std::time::Duration;

use kit::calendar::BAKU;
use sqlx::PgPool;
use time::{Date, OffsetDateTime};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use crate::{metrics::OrderMetrics, store::figures};

/// Interval at which the time of the day is read.
const INTERVAL: Duration = Duration::from_mins(10);

/// Hour of the comparison in Asia/Baku.
const HOUR: u8 = 3;

/// Maximum number of differing orders that are logged and counted.
const MAX_ORDERS: i64 = 100;

/// Compares at the start, and then each night until cancelled.
pub(crate) async fn run(pool: PgPool, metrics: OrderMetrics, stop: CancellationToken) {
    let last = Mutex::new(None);
    kit::periodic::run("comparison of sums", INTERVAL, stop, || async {
        let mut last = last.lock().await;
        let now = kit::clock::now();
        if is_due(*last, now) {
            compare(&pool, &metrics).await?;
            *last = Some(now.to_offset(BAKU).date());
        }
        Ok::<_, sqlx::Error>(())
    })
    .await;
}

/// Whether the sums are to be compared, after the day of the last comparison.
fn is_due(last: Option<Date>, now: OffsetDateTime) -> bool {
    let now = now.to_offset(BAKU);
    last.is_none_or(|last| now.date() > last && now.hour() >= HOUR)
}

/// Compares the sums of all orders, and logs the orders that differ.
async fn compare(pool: &PgPool, metrics: &OrderMetrics) -> Result<Vec<String>, sqlx::Error> {
    let orders = figures::differing(&mut *pool.acquire().await?, MAX_ORDERS).await?;
    if !orders.is_empty() {
        tracing::error!(?orders, "sums of orders differ from their payments");
    }
    metrics.set_differing(orders.len());
    Ok(orders)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;
    use crate::testing::{Fixture, SOFA};

    #[test]
    fn sums_are_compared_at_the_start_and_each_night_in_baku() {
        let last = Some(datetime!(2026-11-22 12:00 UTC).date());
        for (last, now, is_due_now) in [
            (None, datetime!(2026-11-22 12:00 UTC), true),
            (last, datetime!(2026-11-22 19:59 UTC), false),
            (last, datetime!(2026-11-22 22:59 UTC), false),
            (last, datetime!(2026-11-22 23:00 UTC), true),
            (last, datetime!(2026-11-24 08:00 UTC), true),
        ] {
            assert_eq!(is_due(last, now), is_due_now, "{now}");
        }
    }

    #[tokio::test]
    async fn an_order_whose_sums_differ_from_its_payments_is_found() {
        let fixture = Fixture::start().await;
        let order = fixture
            .customer()
            .order_with_key("a", &[(SOFA, 1)])
            .await
            .unwrap();
        let (pool, number) = (fixture.harness.pool(), order.order_number);
        let metrics = OrderMetrics::new(&fixture.metrics);
        assert_eq!(compare(pool, &metrics).await.unwrap(), [""; 0]);
        for (statement, differs) in [
            // A payment without its sum, the sum of it, a refund without its sum.
            (
                "insert into payment (id, order_id, kind, amount_minor, method)
                 select gen_random_uuid(), id, 'in', 500, 'cash' from customer_order",
                true,
            ),
            ("update customer_order set paid_minor = 500", false),
            ("update customer_order set refunded_minor = 1", true),
        ] {
            sqlx::query(statement).execute(pool).await.unwrap();
            let expected = differs.then(|| number.clone());
            let expected: Vec<_> = expected.into_iter().collect();
            assert_eq!(compare(pool, &metrics).await.unwrap(), expected, "{statement}");
        }
    }
}
