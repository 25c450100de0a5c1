use std::time::Duration;

use futures::future::{join_all, try_join_all};
use kit::{
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
};
use proto::order::v1::{
    CreateOrderRequest, OrderAbandoned, OrderCreated, OrderLineRequest, OrderStatus, OrderedLine,
    PaymentStatus,
};
use testkit::eventually;

use crate::{
    sweeper::sweep,
    testing::{Fixture, LAMP, RETIRED, SOFA, WARDROBE, address, request},
};

fn failure(status: &tonic::Status) -> Failure {
    Failure::from_status(status)
}

#[tokio::test]
async fn creates_an_order_with_catalog_prices_and_publishes_it() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let lines = [(WARDROBE, 1), (LAMP, 2), (WARDROBE, 1)];
    let order = customer.order_with_key("a", &lines).await.unwrap();

    assert_eq!(order.user_id, customer.user.to_string());
    assert!(order.order_number.starts_with("SB-"), "{}", order.order_number);
    assert_eq!(
        (order.status(), order.payment_status()),
        (OrderStatus::Pending, PaymentStatus::Pending)
    );
    let items: Vec<_> = order
        .items
        .iter()
        .map(|item| {
            (
                item.product_id,
                item.quantity,
                item.unit_price_minor,
                item.subtotal_minor,
            )
        })
        .collect();
    // 1249.00 and 9.99 less 15 %, rounded for each piece.
    assert_eq!(items, [(WARDROBE, 2, 106_165, 212_330), (LAMP, 2, 849, 1_698)]);
    assert_eq!(order.total_minor, 214_028);
    let name = order.items[0].product_name.clone().unwrap();
    assert_eq!([name.az, name.ru, name.en], ["Şkaf", "Шкаф", "Wardrobe"]);
    assert_eq!(order.items[0].product_image, "/images/2.webp");
    assert_eq!(order.shipping_address, Some(address()));
    assert_eq!(order.billing_address, Some(address()));

    let published = fixture.harness.published::<OrderCreated>().await;
    let line = |product_id, quantity| OrderedLine { product_id, quantity };
    assert_eq!(
        published,
        [OrderCreated {
            order_id: order.id,
            user_id: order.user_id,
            order_number: order.order_number,
            lines: vec![line(WARDROBE, 2), line(LAMP, 2)],
            total_minor: 214_028,
            ordered_at: order.ordered_at,
            ..OrderCreated::default()
        }]
    );
    assert_eq!(fixture.upstream.stock(LAMP), 1);
}

#[tokio::test]
async fn personal_discount_replaces_product_discounts() {
    let fixture = Fixture::start().await;
    fixture.upstream.set_discount(10);
    let order = fixture
        .customer()
        .order_with_key("a", &[(SOFA, 1), (WARDROBE, 1)])
        .await
        .unwrap();
    let units: Vec<_> = order.items.iter().map(|item| item.unit_price_minor).collect();
    assert_eq!(units, [90_000, 112_410]);
}

#[tokio::test]
async fn parallel_calls_with_one_key_create_one_order_and_get_the_same_response() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let calls = (0..64).map(|_| customer.order_with_key("a", &[(LAMP, 1), (SOFA, 2)]));
    let responses = try_join_all(calls).await.unwrap();
    assert!(responses.iter().all(|response| *response == responses[0]));
    assert_eq!(fixture.count_orders().await, 1);
    assert_eq!(fixture.harness.published::<OrderCreated>().await.len(), 1);
    assert_eq!(fixture.upstream.stock(LAMP), 2);
}

#[tokio::test]
async fn parallel_calls_with_different_keys_create_separate_orders() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let keys: Vec<_> = (0..16).map(|number| number.to_string()).collect();
    let calls = keys.iter().map(|key| customer.order_with_key(key, &[(SOFA, 1)]));
    let responses = try_join_all(calls).await.unwrap();
    let numbers: std::collections::HashSet<_> =
        responses.into_iter().map(|order| order.order_number).collect();
    assert_eq!(numbers.len(), 16);
}

#[tokio::test]
async fn keys_of_different_users_are_independent() {
    let fixture = Fixture::start().await;
    let (first, second) = (fixture.customer(), fixture.customer());
    let one = first.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
    let two = second.order_with_key("a", &[(WARDROBE, 1)]).await.unwrap();
    assert_ne!(one.id, two.id);
}

#[tokio::test]
async fn retry_gets_the_first_response_after_the_order_has_changed() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let first = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
    customer.cancel(&first.id).await.unwrap();
    assert_eq!(customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap(), first);
}

#[tokio::test]
async fn rejects_a_reused_key_with_another_request_for_a_day() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let first = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
    fixture.age_attempts(23 * 3600).await;
    let error = customer.order_with_key("a", &[(SOFA, 2)]).await.unwrap_err();
    assert_eq!(failure(&error).code, Code::KeyReused);

    fixture.age_attempts(3600).await;
    let second = customer.order_with_key("a", &[(SOFA, 2)]).await.unwrap();
    assert_ne!(first.id, second.id);
}

#[tokio::test]
async fn without_a_key_the_same_request_is_a_retry_for_a_minute() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let first = customer.order_with_key("", &[(SOFA, 1)]).await.unwrap();
    let again = customer.order_with_key("", &[(SOFA, 1)]).await.unwrap();
    assert_eq!(first, again);
    let other = customer.order_with_key("", &[(SOFA, 2)]).await.unwrap();
    assert_ne!(first.id, other.id);

    fixture.age_attempts(60).await;
    let later = customer.order_with_key("", &[(SOFA, 1)]).await.unwrap();
    assert_ne!(first.id, later.id);
}

#[tokio::test]
async fn names_the_lines_of_unavailable_products() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let lines = [(SOFA, 1), (LAMP, 2), (RETIRED, 1), (LAMP, 2)];
    let error = failure(&customer.order_with_key("a", &lines).await.unwrap_err());
    assert_eq!(
        (error.code, error.reason.as_str()),
        (Code::Conflict, "ORDER.NO_LONGER_SOLD")
    );
    let fields: Vec<_> = error
        .fields
        .iter()
        .map(|(field, key)| (field.as_str(), key.as_str()))
        .collect();
    assert_eq!(
        fields,
        [
            ("orderItems[1].productId", "ORDER.NOT_ENOUGH"),
            ("orderItems[2].productId", "ORDER.NO_LONGER_SOLD"),
            ("orderItems[3].productId", "ORDER.NOT_ENOUGH"),
        ]
    );
    assert_eq!(error.parameters["available"], "3");
    assert_eq!(fixture.count_orders().await, 0);

    // The attempt has ended, so that its key is free.
    assert_eq!(fixture.harness.published::<OrderAbandoned>().await.len(), 1);
    customer.order_with_key("a", &[(LAMP, 3)]).await.unwrap();
    assert_eq!(fixture.upstream.stock(LAMP), 0);
}

#[tokio::test]
async fn rejects_an_unexpected_total_and_abandons_the_attempt() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let expecting = |total| CreateOrderRequest {
        expected_total_minor: Some(total),
        ..request("a", &[(LAMP, 1)])
    };
    let error = failure(&customer.order(expecting(999)).await.unwrap_err());
    assert_eq!(
        (error.code, error.reason.as_str()),
        (Code::Conflict, "CHECKOUT.PRICE_CHANGED")
    );
    assert_eq!(
        error.fields,
        [("expectedTotal".to_owned(), "CHECKOUT.PRICE_CHANGED".to_owned())]
    );
    assert_eq!(error.parameters["total"], "849");
    assert_eq!(fixture.count_orders().await, 0);
    let abandoned = fixture.harness.published::<OrderAbandoned>().await;
    assert_eq!(abandoned.len(), 1);
    assert_eq!(abandoned[0].order_id, fixture.upstream.reservations()[0]);

    // The key is free for another request.
    let order = customer.order(expecting(849)).await.unwrap();
    assert_ne!(order.id, abandoned[0].order_id);
}

#[tokio::test]
async fn retry_after_a_lost_catalog_response_keeps_the_order_id() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    fixture.upstream.lose_next_response();
    let lost = customer.order_with_key("a", &[(LAMP, 2)]).await.unwrap_err();
    assert_eq!(failure(&lost).code, Code::Unavailable);
    assert_eq!(fixture.harness.published::<OrderAbandoned>().await, []);

    let order = customer.order_with_key("a", &[(LAMP, 2)]).await.unwrap();
    assert_eq!(fixture.upstream.reservations(), [order.id]);
    assert_eq!(fixture.upstream.stock(LAMP), 1);
}

#[tokio::test]
async fn key_of_an_abandoned_attempt_creates_another_order() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    fixture.upstream.lose_next_response();
    customer.order_with_key("a", &[(LAMP, 2)]).await.unwrap_err();
    fixture.age_attempts(121).await;
    let abandoned = eventually("the attempt is abandoned", || async {
        fixture.harness.published::<OrderAbandoned>().await.pop()
    })
    .await;
    fixture.upstream.release(&abandoned.order_id);

    let calls = (0..8).map(|_| customer.order_with_key("a", &[(LAMP, 3)]));
    let responses = try_join_all(calls).await.unwrap();
    assert!(responses.iter().all(|response| *response == responses[0]));
    assert_ne!(responses[0].id, abandoned.order_id);
    assert_eq!(fixture.count_orders().await, 1);
    assert_eq!(fixture.upstream.stock(LAMP), 0);
}

#[tokio::test]
async fn attempt_abandoned_during_the_request_creates_no_order() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let guard = fixture.upstream.delay_responses().await;
    let abandon = async {
        eventually("the stock is reserved", || async {
            fixture.upstream.reservations().pop()
        })
        .await;
        assert_eq!(sweep(fixture.harness.pool(), Duration::ZERO).await.unwrap(), 1);
        drop(guard);
    };
    let (ordered, ()) = tokio::join!(customer.order_with_key("a", &[(LAMP, 1)]), abandon);
    let error = failure(&ordered.unwrap_err());
    assert_eq!(
        (error.code, error.reason.as_str()),
        (Code::Unavailable, "ORDER.ATTEMPT_ENDED")
    );
    assert!(error.retry_after.is_some());
    assert_eq!(fixture.count_orders().await, 0);
    assert_eq!(fixture.harness.published::<OrderCreated>().await, []);
    assert_eq!(fixture.harness.published::<OrderAbandoned>().await.len(), 1);
}

#[tokio::test]
async fn concurrent_sweeps_never_abandon_a_created_order() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let keys: Vec<_> = (0..24).map(|number| number.to_string()).collect();
    let orders = join_all(keys.iter().map(|key| customer.order_with_key(key, &[(SOFA, 1)])));
    let sweeps = async {
        for _ in 0..10 {
            sweep(fixture.harness.pool(), Duration::ZERO).await.unwrap();
        }
    };
    let (outcomes, ()) = tokio::join!(orders, sweeps);
    let ids: Vec<_> = outcomes
        .into_iter()
        .filter_map(Result::ok)
        .map(|order| order.id)
        .collect();
    let created = fixture.harness.published::<OrderCreated>().await;
    assert_eq!(created.len(), ids.len());
    assert!(created.iter().all(|event| ids.contains(&event.order_id)));
    for event in fixture.harness.published::<OrderAbandoned>().await {
        assert!(!ids.contains(&event.order_id), "created and abandoned");
    }
}

#[tokio::test]
async fn outage_of_another_service_keeps_the_attempt_open() {
    for fixture in [Fixture::without_catalog().await, Fixture::without_account().await] {
        let error = fixture
            .customer()
            .order_with_key("a", &[(SOFA, 1)])
            .await
            .unwrap_err();
        // A timeout of the test's client has another code.
        assert_eq!(error.code(), tonic::Code::Unavailable);
        assert_eq!(fixture.count_orders().await, 0);
        assert_eq!(fixture.count_attempts().await, 1);
        assert_eq!(fixture.harness.published::<OrderAbandoned>().await, []);
    }
}

#[tokio::test]
async fn invalid_request_opens_no_attempt() {
    let fixture = Fixture::start().await;
    let invalid = CreateOrderRequest {
        lines: vec![OrderLineRequest {
            product_id: SOFA,
            quantity: 100,
        }],
        ..CreateOrderRequest::default()
    };
    let error = failure(&fixture.customer().order(invalid).await.unwrap_err());
    assert_eq!(error.code, Code::Invalid);
    assert_eq!(error.fields[0].0, "orderItems[0].quantity");
    assert_eq!(error.fields[1].0, "shippingAddress.firstName");
    assert_eq!(fixture.count_attempts().await, 0);
}

#[tokio::test]
async fn rejects_callers_without_a_user() {
    let fixture = Fixture::start().await;
    for caller in [testkit::caller::anonymous(), testkit::caller::service("cart")] {
        let request = on_behalf_of(&caller, request("a", &[(SOFA, 1)]));
        let error = fixture.client().create_order(request).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);
    }
}
