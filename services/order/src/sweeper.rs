//! Periodic sweep that abandons stale attempts, so that their stock is released.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{config::CheckoutSettings, events, store::attempt};

/// Maximum number of attempts per transaction.
const BATCH: u64 = 100;

/// Sweeps until cancelled.
pub(crate) async fn run(pool: PgPool, settings: CheckoutSettings, stop: CancellationToken) {
    let sweep = async || sweep(&pool, settings.attempt_timeout()).await.map(drop);
    kit::periodic::run("stale attempts", settings.sweep_interval(), stop, sweep).await;
}

/// Abandons attempts that are open for longer than `timeout`, deletes expired ones, and returns the number of
/// abandoned ones.
pub(crate) async fn sweep(pool: &PgPool, timeout: Duration) -> Result<u64, sqlx::Error> {
    let mut count = 0;
    loop {
        let mut transaction = kit::database::begin(pool).await?;
        let abandoned = attempt::abandon_stale(&mut transaction, timeout, BATCH).await?;
        for order in &abandoned {
            events::abandoned(&mut transaction, *order).await?;
        }
        transaction.commit().await?;
        let batch = u64::try_from(abandoned.len()).unwrap_or(u64::MAX);
        count += batch;
        if batch < BATCH {
            break;
        }
    }
    if count > 0 {
        tracing::info!(count, "abandoned stale attempts");
    }
    let mut connection = pool.acquire().await?;
    while attempt::delete_expired(&mut connection, BATCH).await? == BATCH {}
    Ok(count)
}

#[cfg(test)]
mod tests {
    use proto::order::v1::OrderAbandoned;
    use testkit::eventually;

    use super::*;
    use crate::testing::{Fixture, SOFA};

    const TIMEOUT: Duration = Duration::from_mins(2);

    #[tokio::test]
    async fn abandons_a_stale_attempt_once() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        fixture.upstream.lose_next_response();
        customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap_err();
        fixture.age_attempts(119).await;
        assert_eq!(sweep(fixture.harness.pool(), TIMEOUT).await.unwrap(), 0);

        // The service's own sweeper runs.
        fixture.age_attempts(2).await;
        let abandoned = eventually("the attempt is abandoned", || async {
            let events = fixture.harness.published::<OrderAbandoned>().await;
            (!events.is_empty()).then_some(events)
        })
        .await;
        assert_eq!(abandoned.len(), 1);
        assert_eq!(abandoned[0].order_id, fixture.upstream.reservations()[0]);
        assert_eq!(sweep(fixture.harness.pool(), TIMEOUT).await.unwrap(), 0);
        assert_eq!(fixture.harness.published::<OrderAbandoned>().await.len(), 1);
    }

    #[tokio::test]
    async fn parallel_sweeps_abandon_each_attempt_once() {
        let fixture = Fixture::start().await;
        for _ in 0..120 {
            fixture.insert_open_attempt().await;
        }
        let sweeps = (0..4).map(|_| sweep(fixture.harness.pool(), Duration::ZERO));
        futures::future::try_join_all(sweeps).await.unwrap();
        // A sweep skips rows that another one has locked, so that the last one finds none.
        assert_eq!(sweep(fixture.harness.pool(), Duration::ZERO).await.unwrap(), 0);
        assert_eq!(fixture.harness.published::<OrderAbandoned>().await.len(), 120);
    }

    #[tokio::test]
    async fn keeps_the_attempt_of_an_order_for_a_day() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        sweep(fixture.harness.pool(), Duration::ZERO).await.unwrap();
        assert_eq!(fixture.harness.published::<OrderAbandoned>().await, []);
        assert_eq!(fixture.count_attempts().await, 1);

        fixture.age_attempts(24 * 3600).await;
        sweep(fixture.harness.pool(), Duration::ZERO).await.unwrap();
        assert_eq!(fixture.count_attempts().await, 0);
        assert_eq!(customer.orders().await.len(), 1);
    }
}
