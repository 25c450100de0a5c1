//! Lapse of pending orders that staff has not touched, so that their stock is sold again.
//!
//! The shop is told first, and the order lapses after a notice. Each step is one transaction with its event, which other
//! replicas skip, so that it happens once.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    config::LapseSettings,
    events,
    metrics::OrderMetrics,
    store::{self, lapse},
};

/// Maximum number of orders per transaction.
const BATCH: u64 = 50;

/// Longest notice of the shop.
const NOTICE: Duration = Duration::from_hours(3 * 24);

/// Times of a lapse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Periods {
    /// Age at which a pending order lapses.
    pub(crate) pending: Duration,
    /// Time from the announcement to the lapse: three days, or half of `pending` if that is shorter.
    pub(crate) notice: Duration,
}

impl Periods {
    /// Returns the times, or `None` if orders never lapse.
    pub(crate) fn new(settings: LapseSettings) -> Option<Self> {
        let pending = Duration::from_hours(24 * u64::from(settings.pending_days));
        (!pending.is_zero()).then(|| Self {
            pending,
            notice: NOTICE.min(pending / 2),
        })
    }
}

/// Sweeps until cancelled. A failed sweep is retried after the interval.
pub(crate) async fn run(
    pool: PgPool,
    settings: LapseSettings,
    metrics: OrderMetrics,
    stop: CancellationToken,
) {
    let Some(periods) = Periods::new(settings) else {
        return stop.cancelled().await;
    };
    loop {
        tokio::select! {
            () = tokio::time::sleep(settings.sweep_interval()) => {}
            () = stop.cancelled() => return,
        }
        if let Err(error) = sweep(&pool, periods, &metrics).await {
            tracing::warn!(
                error = kit::failure::error_chain(&error),
                "sweep of pending orders failed, retrying after the interval"
            );
        }
    }
}

/// Announces orders that lapse soon, and cancels those that have lapsed.
pub(crate) async fn sweep(
    pool: &PgPool,
    periods: Periods,
    metrics: &OrderMetrics,
) -> Result<(), sqlx::Error> {
    while announce_batch(pool, periods).await? == BATCH {}
    while cancel_batch(pool, periods, metrics).await? == BATCH {}
    Ok(())
}

async fn announce_batch(pool: &PgPool, periods: Periods) -> Result<u64, sqlx::Error> {
    let mut transaction = kit::database::begin(pool).await?;
    let orders = lapse::announce(&mut transaction, periods, BATCH).await?;
    for order in &orders {
        events::lapsing(&mut transaction, order).await?;
    }
    transaction.commit().await?;
    let count = u64::try_from(orders.len()).unwrap_or(u64::MAX);
    if count > 0 {
        tracing::info!(count, "announced the lapse of pending orders");
    }
    Ok(count)
}

async fn cancel_batch(pool: &PgPool, periods: Periods, metrics: &OrderMetrics) -> Result<u64, sqlx::Error> {
    let mut transaction = kit::database::begin(pool).await?;
    let mut count = 0;
    for mut order in lapse::lock_lapsed(&mut transaction, periods, BATCH).await? {
        if let Some(change) = order.lapse() {
            store::order::update_status(&mut transaction, &order).await?;
            store::order::insert_history_entry(&mut transaction, &order, change.reason()).await?;
            events::changed(&mut transaction, &order, change).await?;
            count += 1;
        }
    }
    transaction.commit().await?;
    if count > 0 {
        metrics.record_lapses(count);
        tracing::info!(count, "cancelled lapsed orders");
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use proto::order::v1::{CancellationReason, OrderCancelled, OrderLapsing, OrderStatus, PaymentStatus};
    use testkit::eventually;

    use super::*;
    use crate::testing::{Fixture, LAMP, SOFA};

    const DAY: Duration = Duration::from_hours(24);

    fn periods(pending_days: u32) -> Option<Periods> {
        Periods::new(LapseSettings {
            pending_days,
            sweep_milliseconds: 1,
        })
    }

    async fn sweep(fixture: &Fixture) {
        let metrics = OrderMetrics::new(&fixture.metrics);
        super::sweep(fixture.harness.pool(), periods(14).unwrap(), &metrics)
            .await
            .unwrap();
    }

    #[test]
    fn notice_is_three_days_or_half_of_a_shorter_period() {
        assert_eq!(periods(0), None);
        for (days, pending, notice) in [(14, 14 * DAY, 3 * DAY), (6, 6 * DAY, 3 * DAY), (1, DAY, DAY / 2)] {
            assert_eq!(periods(days), Some(Periods { pending, notice }));
        }
    }

    #[tokio::test]
    async fn announces_and_cancels_an_untouched_order_once() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(LAMP, 1)]).await.unwrap();
        fixture.age_orders(11 * 24 - 1).await;
        sweep(&fixture).await;
        assert_eq!(fixture.harness.published::<OrderLapsing>().await, []);

        fixture.age_orders(1).await;
        for _ in 0..2 {
            sweep(&fixture).await;
        }
        let [announced] = fixture
            .harness
            .published::<OrderLapsing>()
            .await
            .try_into()
            .unwrap();
        assert_eq!(
            (announced.order_id, announced.user_id, announced.order_number),
            (
                order.id.clone(),
                customer.user.to_string(),
                order.order_number.clone()
            )
        );
        // The order is 11 days old by less than a minute.
        let ordered_at = customer
            .get(&order.id)
            .await
            .unwrap()
            .order
            .unwrap()
            .ordered_at
            .unwrap();
        let seconds = announced.lapses_at.unwrap().seconds - ordered_at.seconds;
        assert!((14 * 86_400..14 * 86_400 + 60).contains(&seconds), "{seconds}");

        fixture.age_orders(3 * 24 - 1).await;
        sweep(&fixture).await;
        assert_eq!(fixture.harness.published::<OrderCancelled>().await, []);

        fixture.age_orders(1).await;
        for _ in 0..2 {
            sweep(&fixture).await;
        }
        assert_eq!(
            fixture.harness.published::<OrderCancelled>().await,
            [OrderCancelled {
                order_id: order.id.clone(),
                user_id: customer.user.to_string(),
                order_number: order.order_number,
                reason: CancellationReason::Lapsed.into(),
            }]
        );
        let found = customer.get(&order.id).await.unwrap();
        assert_eq!(found.order.unwrap().status(), OrderStatus::Cancelled);
        let history: Vec<_> = found
            .history
            .iter()
            .map(|entry| (entry.status(), entry.reason()))
            .collect();
        assert_eq!(
            history,
            [
                (OrderStatus::Pending, CancellationReason::Unspecified),
                (OrderStatus::Cancelled, CancellationReason::Lapsed)
            ]
        );
        assert_eq!(fixture.harness.published::<OrderLapsing>().await.len(), 1);
    }

    #[tokio::test]
    async fn keeps_orders_that_staff_has_touched() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let paying = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let processing = customer.order_with_key("b", &[(SOFA, 1)]).await.unwrap();
        let late = customer.order_with_key("c", &[(SOFA, 1)]).await.unwrap();
        fixture
            .change_payment(&paying.order_number, PaymentStatus::Processing)
            .await;
        fixture
            .change_status(&processing.order_number, OrderStatus::Processing)
            .await
            .unwrap();
        fixture.age_orders(13 * 24).await;
        sweep(&fixture).await;
        assert_eq!(fixture.harness.published::<OrderLapsing>().await.len(), 1);
        // After the announcement.
        fixture
            .change_payment(&late.order_number, PaymentStatus::Processing)
            .await;
        fixture.age_orders(30 * 24).await;
        sweep(&fixture).await;
        assert_eq!(fixture.harness.published::<OrderCancelled>().await, []);
    }

    #[tokio::test]
    async fn orders_of_any_age_lapse_a_notice_after_their_announcement() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        fixture.age_orders(100 * 24).await;
        for _ in 0..2 {
            sweep(&fixture).await;
        }
        let [announced] = fixture
            .harness
            .published::<OrderLapsing>()
            .await
            .try_into()
            .unwrap();
        assert!(announced.lapses_at.unwrap().seconds > announced_at(&fixture).await + 3 * 86_400 - 60);
        assert_eq!(fixture.harness.published::<OrderCancelled>().await, []);
        fixture.age_orders(3 * 24).await;
        sweep(&fixture).await;
        assert_eq!(fixture.harness.published::<OrderCancelled>().await.len(), 1);
    }

    async fn announced_at(fixture: &Fixture) -> i64 {
        sqlx::query_scalar("select extract(epoch from lapse_announced_at)::bigint from customer_order")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn parallel_sweeps_handle_each_order_once() {
        let fixture = Fixture::start().await;
        fixture.insert_pending_orders(120).await;
        for hours in [11 * 24, 3 * 24] {
            fixture.age_orders(hours).await;
            futures::future::join_all((0..4).map(|_| sweep(&fixture))).await;
            // A sweep skips rows that another one has locked.
            sweep(&fixture).await;
        }
        assert_eq!(fixture.harness.published::<OrderLapsing>().await.len(), 120);
        assert_eq!(fixture.harness.published::<OrderCancelled>().await.len(), 120);
        let open: i64 = sqlx::query_scalar("select count(*) from customer_order where status = 'pending'")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(open, 0);
    }

    #[tokio::test]
    async fn service_sweeps_and_counts_lapsed_orders_unless_turned_off() {
        let off = Fixture::configured(|config| {
            config.lapse = LapseSettings {
                pending_days: 0,
                sweep_milliseconds: 10,
            };
        })
        .await;
        let on = Fixture::configured(|config| config.lapse.sweep_milliseconds = 10).await;
        for fixture in [&off, &on] {
            fixture
                .customer()
                .order_with_key("a", &[(SOFA, 1)])
                .await
                .unwrap();
            fixture.age_orders(20 * 24).await;
        }
        eventually("the lapse is announced", || async {
            let events = on.harness.published::<OrderLapsing>().await;
            (!events.is_empty()).then_some(())
        })
        .await;
        on.age_orders(3 * 24).await;
        eventually("the order is cancelled", || async {
            (on.counter("storefront_order_lapsed_total", "") == 1).then_some(())
        })
        .await;
        assert_eq!(on.harness.published::<OrderCancelled>().await.len(), 1);
        assert_eq!(off.harness.published::<OrderLapsing>().await, []);
    }
}
