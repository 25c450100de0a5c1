use futures::future::join_all;
use kit::{
    client_address::ClientAddress,
    domain::{OrderId, ProductId, UserId},
    failure::{Code, Failure},
};
use proto::order::v1::{CreateOrderRequest, PaymentStatus};

use super::*;
use crate::{
    held::{Held, Most},
    limit_kind::LimitKind,
    testing::{Fixture, LAMP, SOFA, request},
};

fn product(id: i64) -> ProductId {
    id.try_into().unwrap()
}

fn from(address: &str, key: &str, lines: &[(i64, u32)]) -> CreateOrderRequest {
    CreateOrderRequest {
        client_address: address.to_owned(),
        ..request(key, lines)
    }
}

fn refused(error: &tonic::Status) -> Failure {
    let failure = Failure::from_status(error);
    assert_eq!(failure.code, Code::Conflict, "{failure:?}");
    failure
}

/// The defaults.
fn settings() -> HoldSettings {
    HoldSettings {
        pieces_per_account: 300,
        pieces_per_unverified_account: 60,
        pieces_per_address: 1_000,
        percent_per_account: 60,
        percent_per_unverified_account: 30,
        percent_per_address: 80,
    }
}

/// Requests pieces of product 1 with this stock, beside those held by all, by the account and by the address.
fn excess_of(is_verified: bool, pieces: u32, stock: i64, held: [i64; 3]) -> Option<(LimitKind, bool, i64)> {
    let [by_all, by_account, by_address] = held;
    let held = [Held {
        product: product(1),
        by_all,
        by_account,
        by_address,
    }];
    let holding = Holding {
        order: OrderId::generate(),
        user: UserId::generate(),
        address: Some(&ClientAddress::parse("203.0.113.7")),
        is_verified,
        lines: &[(product(1), pieces.try_into().unwrap())],
        stock: &[(product(1), stock)],
    };
    excess(&settings(), &holding, &holding.requested(), &held)
        .map(|excess| (excess.kind, excess.product.is_some(), excess.most))
}

#[test]
fn a_share_of_the_stock_and_a_few_pieces_are_admitted() {
    use LimitKind::{HeldByAccount, HeldByAddress};
    for (is_verified, pieces, stock, held, expected) in [
        (true, 10, 10, [0; 3], None),
        (true, 60, 100, [0; 3], None),
        (true, 61, 100, [0; 3], Some((HeldByAccount, true, 60))),
        (true, 11, 50, [50, 50, 0], Some((HeldByAccount, true, 10))),
        (false, 4, 4, [0; 3], None),
        (false, 5, 5, [0; 3], Some((HeldByAccount, true, 4))),
        (false, 5, 4, [4, 4, 4], Some((HeldByAccount, true, 0))),
        (false, 61, 1_000, [0; 3], Some((HeldByAccount, false, 60))),
        (true, 1, 10_000, [300, 300, 0], Some((HeldByAccount, false, 0))),
        (
            true,
            1,
            10_000,
            [1_000, 0, 1_000],
            Some((HeldByAddress, false, 0)),
        ),
        // An office orders the last pieces, one a person.
        (true, 1, 1, [39, 0, 39], None),
        (true, 5, 20, [80, 0, 80], Some((HeldByAddress, true, 0))),
    ] {
        let found = excess_of(is_verified, pieces, stock, held);
        assert_eq!(found, expected, "{is_verified} {pieces} {stock} {held:?}");
    }
}

#[tokio::test]
async fn parallel_orders_never_exceed_the_pieces_of_an_unverified_account() {
    let fixture = Fixture::configured(|config| config.holds.pieces_per_unverified_account = 2).await;
    let customer = fixture.customer();
    fixture
        .upstream
        .set_email(customer.user, "leyla@example.com", false);
    let keys = ["a", "b", "c"];
    let outcomes = join_all(keys.map(|key| customer.order_with_key(key, &[(LAMP, 1), (SOFA, 9)]))).await;
    let (placed, rejected): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!(placed.len(), 2);
    let failure = refused(rejected[0].as_ref().unwrap_err());
    assert_eq!(failure.reason, "ORDER.HELD_PIECES_UNVERIFIED");
    assert_eq!(failure.parameters["most"], "0");
    assert_eq!(fixture.upstream.stock(LAMP), 1, "a refusal reserves nothing");
    let rejected = fixture.counter("storefront_order_rejected_total{", "limit=\"heldByAccount\"");
    assert_eq!(rejected, 1);
    // Made to order: no stock is held.
    customer.order_with_key("d", &[(SOFA, 50)]).await.unwrap();
    // A cancelled and a paid order leave room for one more each.
    let orders: Vec<_> = placed.into_iter().map(Result::unwrap).collect();
    fixture.upstream.release(&orders[0].id);
    customer.cancel(&orders[0].id).await.unwrap();
    customer.order_with_key("e", &[(LAMP, 1)]).await.unwrap();
    for payment in [PaymentStatus::Processing, PaymentStatus::Paid] {
        fixture.change_payment(&orders[1].order_number, payment).await;
    }
    customer.order_with_key("f", &[(LAMP, 1)]).await.unwrap();
}

#[tokio::test]
async fn names_the_lines_of_a_share_and_frees_the_key() {
    let fixture = Fixture::configured(|config| config.holds.percent_per_unverified_account = 30).await;
    fixture.upstream.set_stock(LAMP, 20);
    let customer = fixture.customer();
    fixture
        .upstream
        .set_email(customer.user, "leyla@example.com", false);
    let lines = [(LAMP, 4), (SOFA, 1), (LAMP, 3)];
    let failure = refused(&customer.order_with_key("a", &lines).await.unwrap_err());
    assert_eq!(failure.reason, "ORDER.HELD_SHARE_UNVERIFIED");
    assert_eq!(failure.parameters["most"], "6");
    let fields: Vec<_> = failure.fields.iter().map(|(field, _)| field.as_str()).collect();
    assert_eq!(fields, ["orderItems[0].quantity", "orderItems[2].quantity"]);
    customer.order_with_key("a", &[(LAMP, 6)]).await.unwrap();
    fixture
        .upstream
        .set_email(customer.user, "leyla@example.com", true);
    customer.order_with_key("b", &[(LAMP, 6)]).await.unwrap();
}

#[tokio::test]
async fn admits_twenty_buyers_behind_an_address_and_shows_who_holds_most() {
    let fixture = Fixture::configured(|config| config.holds = settings()).await;
    fixture.upstream.set_stock(LAMP, 30);
    let address = "203.0.113.7";
    for _ in 0..20 {
        let buyer = fixture.customer();
        fixture.upstream.set_email(buyer.user, "leyla@example.com", false);
        buyer.order(from(address, "a", &[(LAMP, 1)])).await.unwrap();
    }
    let greedy = fixture.customer();
    greedy
        .order(from("203.0.113.8", "a", &[(LAMP, 10)]))
        .await
        .unwrap();
    let metrics = OrderMetrics::new(&fixture.metrics);
    sweep(fixture.harness.pool(), &metrics).await.unwrap();
    let mut connection = fixture.harness.pool().acquire().await.unwrap();
    assert_eq!(
        hold::most(&mut connection).await.unwrap(),
        Most {
            account: 10,
            address: 20
        }
    );
    // Holds of ended orders are deleted.
    sqlx::query("update customer_order set status = 'cancelled' where user_id = $1")
        .bind(greedy.user.uuid())
        .execute(&mut *connection)
        .await
        .unwrap();
    sqlx::query("update stock_hold set created_at = created_at - interval '1 hour'")
        .execute(&mut *connection)
        .await
        .unwrap();
    sweep(fixture.harness.pool(), &metrics).await.unwrap();
    let left: i64 = sqlx::query_scalar("select count(*) from stock_hold")
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    assert_eq!(left, 20);
}
