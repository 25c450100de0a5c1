//! Limits on orders, so that one account or address cannot reserve the whole stock.

use std::time::Duration;

use kit::{client_address::ClientAddress, domain::UserId, limits::Limit};
use sqlx::PgConnection;

use crate::{config::LimitSettings, error::OrderError, limit_kind::LimitKind, store::limit};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Admits an attempt that was opened in this transaction, and counts it. The caller rolls back if it fails, so that a
/// rejected attempt does not count.
///
/// Attempts count rather than orders, because each one reserves stock. With a limit on open orders, the account is locked
/// until the transaction ends, so that parallel requests see each other's attempts.
///
/// # Errors
///
/// Fails with [`OrderError::LimitReached`] or [`OrderError::TooManyOpen`] above a limit.
pub(crate) async fn admit(
    connection: &mut PgConnection,
    settings: &LimitSettings,
    user: UserId,
    address: Option<&ClientAddress>,
) -> Result<(), OrderError> {
    let most = settings.open_per_account;
    if most > 0 {
        limit::lock_account(connection, user).await?;
        if limit::count_open(connection, user).await? > i64::from(most) {
            return Err(OrderError::TooManyOpen { most });
        }
    }
    let account = user.to_string();
    let networks = address.map(ClientAddress::networks).unwrap_or_default();
    let by_account = [
        Limit::new("order-account-hour", settings.account_hour.into(), HOUR),
        Limit::new("order-account-day", settings.account_day.into(), DAY),
    ];
    let by_address = [
        Limit::new("order-address-hour", settings.address_hour.into(), HOUR),
        Limit::new("order-address-day", settings.address_day.into(), DAY),
    ];
    let account_limits = by_account
        .into_iter()
        .map(|limit| (LimitKind::Account, limit, account.as_str()));
    let address_limits = by_address
        .iter()
        .flat_map(|limit| limit.of_networks(&networks))
        .map(|(limit, network)| (LimitKind::Address, limit, network));
    let (kinds, counted): (Vec<_>, Vec<_>) = account_limits
        .chain(address_limits)
        .filter(|(_, limit, _)| limit.max_attempts > 0)
        .map(|(kind, limit, subject)| (kind, (limit, subject)))
        .unzip();
    if counted.is_empty() {
        return Ok(());
    }
    Limit::count_all(connection, &counted)
        .await?
        .map_err(|(index, reached)| OrderError::LimitReached {
            kind: kinds.get(index).copied().unwrap_or(LimitKind::Account),
            retry_after: reached.retry_after,
        })
}

/// Maximum number of mails with the link of an order in an hour.
const LINKS_PER_ORDER_HOUR: i64 = 5;

/// Counts a request for the link of an order from an address, whether or not there is such an order.
///
/// # Errors
///
/// Fails with [`OrderError::TooManyLinkRequests`] above the limit of the address.
pub(crate) async fn admit_link_request(
    connection: &mut PgConnection,
    settings: &LimitSettings,
    address: &ClientAddress,
) -> Result<(), OrderError> {
    if settings.links_per_address_hour > 0 {
        Limit::new("order-link-address", settings.links_per_address_hour.into(), HOUR)
            .count_address(connection, address)
            .await??;
    }
    Ok(())
}

/// Counts a mail with the link of an order. Returns false above the limit of the number, which only keeps an inbox from
/// being flooded: the response must not tell. The caller rolls back if no mail goes out, so that a stranger who knows the
/// number but not the e-mail cannot use up the limit.
pub(crate) async fn admit_link_mail(connection: &mut PgConnection, number: &str) -> Result<bool, OrderError> {
    let by_number = Limit::new("order-link-number", LINKS_PER_ORDER_HOUR, HOUR);
    Ok(by_number.count(connection, number).await?.is_ok())
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;
    use kit::failure::{Code, Failure};
    use proto::order::v1::{CreateOrderRequest, OrderAbandoned, PaymentStatus};

    use super::*;
    use crate::testing::{Fixture, LAMP, SOFA, request};

    fn from(address: &str, key: &str) -> CreateOrderRequest {
        CreateOrderRequest {
            client_address: address.to_owned(),
            ..request(key, &[(SOFA, 1)])
        }
    }

    fn too_many(error: &tonic::Status) -> Failure {
        let failure = Failure::from_status(error);
        assert_eq!(
            (failure.code, failure.reason.as_str()),
            (Code::LimitReached, "ORDER.TOO_MANY")
        );
        failure
    }

    #[tokio::test]
    async fn parallel_requests_never_exceed_the_limit_of_an_account() {
        let fixture = Fixture::configured(|config| config.limits.account_hour = 5).await;
        let customer = fixture.customer();
        let keys: Vec<_> = (0..64).map(|number| number.to_string()).collect();
        let send = async |key: &String| customer.order_with_key(key, &[(SOFA, 1)]).await;
        let outcomes = join_all(keys.iter().map(send)).await;
        let placed: Vec<_> = keys
            .iter()
            .zip(&outcomes)
            .filter(|(_, outcome)| outcome.is_ok())
            .collect();
        assert_eq!(placed.len(), 5);
        assert_eq!(fixture.count_orders().await, 5);
        assert_eq!(
            fixture.upstream.reservations().len(),
            5,
            "rejected requests reserve nothing"
        );
        assert_eq!(fixture.count_attempts().await, 5);
        for error in outcomes.iter().filter_map(|outcome| outcome.as_ref().err()) {
            let wait = too_many(error).retry_after.unwrap();
            assert!(wait > Duration::ZERO && wait <= HOUR, "{wait:?}");
        }
        // A replay gets its response and does not count.
        for (key, outcome) in placed {
            assert_eq!(send(key).await.unwrap(), *outcome.as_ref().unwrap());
        }
        let stranger = fixture.customer();
        stranger.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let rejected = fixture.counter("storefront_order_rejected_total{", "limit=\"account\"");
        assert_eq!(rejected, 59);
    }

    #[tokio::test]
    async fn replays_do_not_count() {
        let fixture = Fixture::configured(|config| {
            config.limits.account_hour = 2;
            config.limits.account_day = 2;
        })
        .await;
        let customer = fixture.customer();
        // The retry after a lost response continues the attempt.
        fixture.upstream.lose_next_response();
        customer.order_with_key("a", &[(LAMP, 1)]).await.unwrap_err();
        for _ in 0..5 {
            customer.order_with_key("a", &[(LAMP, 1)]).await.unwrap();
        }
        customer.order_with_key("b", &[(LAMP, 1)]).await.unwrap();
        too_many(&customer.order_with_key("c", &[(LAMP, 1)]).await.unwrap_err());
    }

    #[tokio::test]
    async fn counts_attempts_that_reserved_stock_in_vain() {
        let fixture = Fixture::configured(|config| config.limits.account_day = 1).await;
        let customer = fixture.customer();
        let changed_price = CreateOrderRequest {
            expected_total_minor: Some(1),
            ..request("a", &[(LAMP, 1)])
        };
        customer.order(changed_price).await.unwrap_err();
        assert_eq!(fixture.harness.published::<OrderAbandoned>().await.len(), 1);
        let error = customer.order_with_key("b", &[(LAMP, 1)]).await.unwrap_err();
        assert!(too_many(&error).retry_after.unwrap() <= DAY);
    }

    #[tokio::test]
    async fn limits_an_address_over_all_accounts() {
        let fixture = Fixture::configured(|config| config.limits.address_hour = 3).await;
        // All addresses of a /64 are one client.
        let addresses = [
            "2001:db8:1:2::1",
            "2001:db8:1:2::2",
            "2001:db8:1:2:ffff::1",
            "2001:db8:1:2::4",
        ];
        let orders =
            join_all(addresses.map(async |address| fixture.customer().order(from(address, "a")).await));
        let outcomes = orders.await;
        let (placed, rejected): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
        assert_eq!(placed.len(), 3);
        too_many(rejected[0].as_ref().unwrap_err());
        let customer = fixture.customer();
        customer.order(from("203.0.113.7", "a")).await.unwrap();
        // Gateways of an earlier version send no address.
        for key in ["b", "c", "d", "e"] {
            customer.order(from("", key)).await.unwrap();
        }
    }

    #[tokio::test]
    async fn limits_the_open_unpaid_orders_of_an_account() {
        let fixture = Fixture::configured(|config| config.limits.open_per_account = 2).await;
        let customer = fixture.customer();
        let keys: Vec<_> = (0..16).map(|number| number.to_string()).collect();
        let outcomes = join_all(
            keys.iter()
                .map(async |key| customer.order_with_key(key, &[(SOFA, 1)]).await),
        )
        .await;
        let (placed, rejected): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
        let placed: Vec<_> = placed.into_iter().map(Result::unwrap).collect();
        assert_eq!(placed.len(), 2);
        for error in rejected {
            let failure = Failure::from_status(&error.unwrap_err());
            assert_eq!(
                (failure.code, failure.reason.as_str()),
                (Code::Conflict, "ORDER.TOO_MANY_OPEN")
            );
            assert_eq!(failure.parameters["most"], "2");
        }
        // A cancelled and a paid order leave room for one more each.
        customer.cancel(&placed[0].id).await.unwrap();
        customer
            .order_with_key("after-cancel", &[(SOFA, 1)])
            .await
            .unwrap();
        customer.order_with_key("full", &[(SOFA, 1)]).await.unwrap_err();
        for payment in [PaymentStatus::Processing, PaymentStatus::Paid] {
            fixture.change_payment(&placed[1].order_number, payment).await;
        }
        customer
            .order_with_key("after-payment", &[(SOFA, 1)])
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn zero_means_no_limit() {
        let fixture = Fixture::configured(|config| {
            config.limits = LimitSettings {
                account_hour: 0,
                account_day: 0,
                address_hour: 0,
                address_day: 0,
                open_per_account: 0,
                links_per_address_hour: 0,
            };
        })
        .await;
        let customer = fixture.customer();
        for number in 0..3 {
            customer
                .order(from("203.0.113.7", &number.to_string()))
                .await
                .unwrap();
        }
        let counted: i64 = sqlx::query_scalar("select count(*) from rate_limit")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(counted, 0);
    }
}
