//! Ends attempts that nobody finishes, so that their stock goes back on sale.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{config::CheckoutSettings, events, store::attempt};

/// Attempts in one transaction.
const BATCH: u64 = 100;

/// Sweeps until it is cancelled; what fails is tried again at the next look.
pub(crate) async fn run(pool: PgPool, settings: CheckoutSettings, stop: CancellationToken) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(settings.sweep()) => {}
            () = stop.cancelled() => return,
        }
        if let Err(error) = sweep(&pool, settings.attempt()).await {
            tracing::warn!(
                error = kit::failure::error_chain(&error),
                "attempts that nobody finishes stay open until the next look"
            );
        }
    }
}

/// Abandons what was open for so long and removes what nobody may ask for again; answers how much it abandoned.
pub(crate) async fn sweep(pool: &PgPool, longest: Duration) -> Result<u64, sqlx::Error> {
    let mut count = 0;
    loop {
        let mut transaction = pool.begin().await?;
        let abandoned = attempt::abandon_stale(&mut transaction, longest, BATCH).await?;
        for order in &abandoned {
            events::abandoned(&mut transaction, *order).await?;
        }
        transaction.commit().await?;
        let found = u64::try_from(abandoned.len()).unwrap_or(u64::MAX);
        count += found;
        if found < BATCH {
            break;
        }
    }
    if count > 0 {
        tracing::info!(count, "attempts at orders were abandoned");
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

    const LONGEST: Duration = Duration::from_mins(2);

    #[tokio::test]
    async fn an_attempt_that_is_open_too_long_is_abandoned_once() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        fixture.peers.lose_next_answer();
        customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap_err();
        fixture.age_attempts(119).await;
        assert_eq!(sweep(fixture.harness.pool(), LONGEST).await.unwrap(), 0);

        // The service's own sweeper comes by.
        fixture.age_attempts(2).await;
        let abandoned = eventually("the attempt is abandoned", || async {
            let events = fixture.harness.published::<OrderAbandoned>().await;
            (!events.is_empty()).then_some(events)
        })
        .await;
        assert_eq!(abandoned.len(), 1);
        assert_eq!(abandoned[0].order_id, fixture.peers.reservations()[0]);
        assert_eq!(sweep(fixture.harness.pool(), LONGEST).await.unwrap(), 0);
        assert_eq!(fixture.harness.published::<OrderAbandoned>().await.len(), 1);
    }

    #[tokio::test]
    async fn parallel_sweeps_abandon_each_attempt_once() {
        let fixture = Fixture::start().await;
        for _ in 0..120 {
            fixture.open_attempt().await;
        }
        let sweeps = (0..4).map(|_| sweep(fixture.harness.pool(), Duration::ZERO));
        futures::future::try_join_all(sweeps).await.unwrap();
        // A sweep skips what another one holds; the last look finds nothing.
        assert_eq!(sweep(fixture.harness.pool(), Duration::ZERO).await.unwrap(), 0);
        assert_eq!(fixture.harness.published::<OrderAbandoned>().await.len(), 120);
    }

    #[tokio::test]
    async fn an_order_is_never_abandoned_and_its_attempt_is_kept_for_a_day() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        sweep(fixture.harness.pool(), Duration::ZERO).await.unwrap();
        assert_eq!(fixture.harness.published::<OrderAbandoned>().await, []);
        assert_eq!(fixture.attempts().await, 1);

        fixture.age_attempts(24 * 3600).await;
        sweep(fixture.harness.pool(), Duration::ZERO).await.unwrap();
        assert_eq!(fixture.attempts().await, 0);
        assert_eq!(customer.orders().await.len(), 1);
    }
}
