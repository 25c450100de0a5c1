//! Lapse of pending orders that staff has not touched, so that their stock is sold again.
//!
//! An event announces the lapse to the shop, and the order lapses after a notice. Each step is one transaction with its event, which other
//! replicas skip, so that it happens once.

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    clients::account::Account,
    config::{LapsePeriods, LapseSettings},
    error::OrderError,
    events,
    metrics::OrderMetrics,
    status_change,
    store::lapse,
};

/// Maximum number of orders per transaction.
const BATCH: u64 = 50;

/// Sweeps until cancelled.
pub(crate) async fn run(
    pool: PgPool,
    settings: LapseSettings,
    account: Account,
    metrics: OrderMetrics,
    stop: CancellationToken,
) {
    let Some(periods) = settings.periods() else {
        return stop.cancelled().await;
    };
    kit::periodic::run("lapse of pending orders", settings.sweep_interval(), stop, || {
        sweep(&pool, periods, &account, &metrics)
    })
    .await;
}

/// Announces orders that lapse soon, and cancels those that have lapsed. While account does not answer, orders of customers
/// whose e-mail was not verified have the full time.
pub(crate) async fn sweep(
    pool: &PgPool,
    mut periods: LapsePeriods,
    account: &Account,
    metrics: &OrderMetrics,
) -> Result<(), sqlx::Error> {
    if periods.unverified != periods.verified
        && let Err(error) = mark_verified(pool, periods, account).await
    {
        tracing::warn!(
            error = kit::failure::error_chain(&error),
            "asking for verified e-mails failed, retrying"
        );
        periods.unverified = periods.verified;
    }
    while announce_batch(pool, periods).await? == BATCH {}
    while cancel_batch(pool, periods, metrics).await? == BATCH {}
    Ok(())
}

/// Gives the orders of customers who have verified their e-mail since the full time.
async fn mark_verified(pool: &PgPool, periods: LapsePeriods, account: &Account) -> Result<(), OrderError> {
    let mut connection = pool.acquire().await?;
    for user in lapse::due_unverified_users(&mut connection, periods.unverified).await? {
        if account.get_email(user).await?.is_verified {
            lapse::mark_verified(&mut connection, user).await?;
        }
    }
    Ok(())
}

async fn announce_batch(pool: &PgPool, periods: LapsePeriods) -> Result<u64, sqlx::Error> {
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

async fn cancel_batch(
    pool: &PgPool,
    periods: LapsePeriods,
    metrics: &OrderMetrics,
) -> Result<u64, sqlx::Error> {
    let mut transaction = kit::database::begin(pool).await?;
    let mut count = 0;
    for mut order in lapse::lock_lapsed(&mut transaction, periods, BATCH).await? {
        if let Some(change) = order.lapse() {
            status_change::record(&mut transaction, &order, change, None).await?;
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
    use kit::{grpc::client::on_behalf_of, staff::StaffRole};
    use proto::order::v1::{
        CancelReason, CancellationReason, MoveDeskOrderRequest, OrderCancelled, OrderLapsing, OrderStatus,
        PaymentStatus,
    };
    use testkit::eventually;

    use super::*;
    use crate::testing::{Fixture, LAMP, SOFA};

    async fn sweep(fixture: &Fixture) {
        let metrics = OrderMetrics::new(&fixture.metrics);
        let settings = LapseSettings {
            pending_days: 14,
            unverified_days: 2,
            sweep_milliseconds: 1,
        };
        let periods = settings.periods().unwrap();
        super::sweep(fixture.harness.pool(), periods, &fixture.account(), &metrics)
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn keeps_an_order_that_staff_has_taken_back_to_pending() {
        let fixture = Fixture::start().await;
        let order = fixture
            .customer()
            .order_with_key("a", &[(LAMP, 1)])
            .await
            .unwrap();
        let back = |from: OrderStatus, to: OrderStatus| MoveDeskOrderRequest {
            order_number: order.order_number.clone(),
            from: from.into(),
            to: to.into(),
            reason: CancelReason::Mistake.into(),
            ..MoveDeskOrderRequest::default()
        };
        let owner = fixture.staff(StaffRole::Owner);
        for step in [
            back(OrderStatus::Pending, OrderStatus::Processing),
            back(OrderStatus::Processing, OrderStatus::Pending),
        ] {
            fixture
                .desk()
                .move_desk_order(on_behalf_of(&owner, step))
                .await
                .unwrap();
        }
        fixture.age_orders(15 * 24).await;
        sweep(&fixture).await;
        fixture.age_orders(4 * 24).await;
        sweep(&fixture).await;
        assert_eq!(fixture.harness.published::<OrderLapsing>().await, []);
        assert_eq!(fixture.harness.published::<OrderCancelled>().await, []);
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
                ..OrderCancelled::default()
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

    #[tokio::test]
    async fn orders_of_unverified_accounts_lapse_sooner_unless_they_are_verified_in_time() {
        let fixture = Fixture::configured(|config| config.lapse.unverified_days = 2).await;
        let (stays, verifies) = (fixture.customer(), fixture.customer());
        for customer in [&stays, &verifies] {
            fixture
                .upstream
                .set_email(customer.user, "leyla@example.com", false);
            customer.order_with_key("a", &[(LAMP, 1)]).await.unwrap();
        }
        fixture
            .customer()
            .order_with_key("a", &[(LAMP, 1)])
            .await
            .unwrap();
        fixture.age_orders(24).await;
        sweep(&fixture).await;
        assert_eq!(fixture.harness.published::<OrderLapsing>().await.len(), 2);
        fixture
            .upstream
            .set_email(verifies.user, "leyla@example.com", true);
        fixture.age_orders(24).await;
        sweep(&fixture).await;
        let cancelled = fixture.harness.published::<OrderCancelled>().await;
        assert_eq!(cancelled.len(), 1);
        assert_eq!(cancelled[0].user_id, stays.user.to_string());
        // The other two have the full time, and the full notice.
        fixture.age_orders(9 * 24 + 1).await;
        sweep(&fixture).await;
        assert_eq!(fixture.harness.published::<OrderLapsing>().await.len(), 4);
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
                unverified_days: 0,
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
