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

fn refusal(status: &tonic::Status) -> Failure {
    Failure::from_status(status)
}

#[tokio::test]
async fn an_order_is_priced_by_the_catalogue_and_told_to_others() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let lines = [(WARDROBE, 1), (LAMP, 2), (WARDROBE, 1)];
    let order = customer.order_with_key("a", &lines).await.unwrap();

    assert_eq!(order.user_id, customer.user.to_string());
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

    let told = fixture.harness.published::<OrderCreated>().await;
    let line = |product_id, quantity| OrderedLine { product_id, quantity };
    assert_eq!(
        told,
        [OrderCreated {
            order_id: order.id,
            user_id: order.user_id,
            order_number: order.order_number,
            lines: vec![line(WARDROBE, 2), line(LAMP, 2)],
            total_minor: 214_028,
            ordered_at: order.ordered_at,
        }]
    );
    assert_eq!(fixture.peers.stock(LAMP), 1);
}

#[tokio::test]
async fn the_customers_own_discount_wins() {
    let fixture = Fixture::start().await;
    fixture.peers.set_discount(10);
    let order = fixture
        .customer()
        .order_with_key("a", &[(SOFA, 1), (WARDROBE, 1)])
        .await
        .unwrap();
    let units: Vec<_> = order.items.iter().map(|item| item.unit_price_minor).collect();
    assert_eq!(units, [90_000, 112_410]);
}

#[tokio::test]
async fn parallel_calls_with_one_key_make_one_order_and_get_one_answer() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let calls = (0..64).map(|_| customer.order_with_key("a", &[(LAMP, 1), (SOFA, 2)]));
    let answers = try_join_all(calls).await.unwrap();
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert_eq!(fixture.orders().await, 1);
    assert_eq!(fixture.harness.published::<OrderCreated>().await.len(), 1);
    assert_eq!(fixture.peers.stock(LAMP), 2);
}

#[tokio::test]
async fn parallel_calls_with_their_own_keys_each_make_an_order() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let keys: Vec<_> = (0..16).map(|number| number.to_string()).collect();
    let calls = keys.iter().map(|key| customer.order_with_key(key, &[(SOFA, 1)]));
    let answers = try_join_all(calls).await.unwrap();
    let numbers: std::collections::HashSet<_> = answers.into_iter().map(|order| order.order_number).collect();
    assert_eq!(numbers.len(), 16);
}

#[tokio::test]
async fn one_key_of_two_customers_is_two_keys() {
    let fixture = Fixture::start().await;
    let (first, second) = (fixture.customer(), fixture.customer());
    let one = first.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
    let two = second.order_with_key("a", &[(WARDROBE, 1)]).await.unwrap();
    assert_ne!(one.id, two.id);
}

#[tokio::test]
async fn a_retry_gets_the_first_answer_even_after_the_order_has_moved() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let first = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
    customer.cancel(&first.id).await.unwrap();
    assert_eq!(customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap(), first);
}

#[tokio::test]
async fn a_key_with_another_body_is_refused_for_a_day() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let first = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
    fixture.age_attempts(23 * 3600).await;
    let refused = customer.order_with_key("a", &[(SOFA, 2)]).await.unwrap_err();
    assert_eq!(refusal(&refused).code, Code::KeyReused);

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
async fn what_the_catalogue_does_not_have_is_named_by_line() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let lines = [(SOFA, 1), (LAMP, 2), (RETIRED, 1), (LAMP, 2)];
    let refused = refusal(&customer.order_with_key("a", &lines).await.unwrap_err());
    assert_eq!(
        (refused.code, refused.reason.as_str()),
        (Code::Conflict, "ORDER.NO_LONGER_SOLD")
    );
    let fields: Vec<_> = refused
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
    assert_eq!(refused.parameters["available"], "3");
    assert_eq!(fixture.orders().await, 0);

    // The attempt is over, so its key takes a better order.
    assert_eq!(fixture.harness.published::<OrderAbandoned>().await.len(), 1);
    customer.order_with_key("a", &[(LAMP, 3)]).await.unwrap();
    assert_eq!(fixture.peers.stock(LAMP), 0);
}

#[tokio::test]
async fn another_total_than_was_shown_is_refused_and_its_stock_given_up() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let shown = |total| CreateOrderRequest {
        expected_total_minor: Some(total),
        ..request("a", &[(LAMP, 1)])
    };
    let refused = refusal(&customer.order(shown(999)).await.unwrap_err());
    assert_eq!(
        (refused.code, refused.reason.as_str()),
        (Code::Conflict, "CHECKOUT.PRICE_CHANGED")
    );
    assert_eq!(
        refused.fields,
        [("expectedTotal".to_owned(), "CHECKOUT.PRICE_CHANGED".to_owned())]
    );
    assert_eq!(refused.parameters["total"], "849");
    assert_eq!(fixture.orders().await, 0);
    let abandoned = fixture.harness.published::<OrderAbandoned>().await;
    assert_eq!(abandoned.len(), 1);
    assert_eq!(abandoned[0].order_id, fixture.peers.reservations()[0]);

    // The same key takes the next body.
    let order = customer.order(shown(849)).await.unwrap();
    assert_ne!(order.id, abandoned[0].order_id);
}

#[tokio::test]
async fn a_lost_answer_of_the_catalogue_is_asked_for_again_under_one_order_id() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    fixture.peers.lose_next_answer();
    let lost = customer.order_with_key("a", &[(LAMP, 2)]).await.unwrap_err();
    assert_eq!(refusal(&lost).code, Code::Unavailable);
    assert_eq!(fixture.harness.published::<OrderAbandoned>().await, []);

    // However long the attempt is open: nobody has abandoned it.
    let order = customer.order_with_key("a", &[(LAMP, 2)]).await.unwrap();
    assert_eq!(fixture.peers.reservations(), [order.id]);
    assert_eq!(fixture.peers.stock(LAMP), 1);
}

#[tokio::test]
async fn after_an_abandoned_attempt_the_key_makes_another_order() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    fixture.peers.lose_next_answer();
    customer.order_with_key("a", &[(LAMP, 2)]).await.unwrap_err();
    fixture.age_attempts(121).await;
    let abandoned = eventually("the attempt is abandoned", || async {
        fixture.harness.published::<OrderAbandoned>().await.pop()
    })
    .await;
    fixture.peers.release(&abandoned.order_id);

    let calls = (0..8).map(|_| customer.order_with_key("a", &[(LAMP, 3)]));
    let answers = try_join_all(calls).await.unwrap();
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert_ne!(answers[0].id, abandoned.order_id);
    assert_eq!(fixture.orders().await, 1);
    assert_eq!(fixture.peers.stock(LAMP), 0);
}

#[tokio::test]
async fn an_attempt_that_is_abandoned_while_it_is_worked_on_makes_no_order() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let held = fixture.peers.hold_answers().await;
    let interfere = async {
        eventually("the stock is taken", || async {
            fixture.peers.reservations().pop()
        })
        .await;
        assert_eq!(sweep(fixture.harness.pool(), Duration::ZERO).await.unwrap(), 1);
        drop(held);
    };
    let (ordered, ()) = tokio::join!(customer.order_with_key("a", &[(LAMP, 1)]), interfere);
    let refused = refusal(&ordered.unwrap_err());
    assert_eq!(
        (refused.code, refused.reason.as_str()),
        (Code::Unavailable, "ORDER.ATTEMPT_ENDED")
    );
    assert!(refused.retry_after.is_some());
    assert_eq!(fixture.orders().await, 0);
    assert_eq!(fixture.harness.published::<OrderCreated>().await, []);
    assert_eq!(fixture.harness.published::<OrderAbandoned>().await.len(), 1);
}

#[tokio::test]
async fn sweeping_beside_ordering_leaves_each_attempt_with_one_end() {
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
    let made: Vec<_> = outcomes
        .into_iter()
        .filter_map(Result::ok)
        .map(|order| order.id)
        .collect();
    let created = fixture.harness.published::<OrderCreated>().await;
    assert_eq!(created.len(), made.len());
    assert!(created.iter().all(|event| made.contains(&event.order_id)));
    for event in fixture.harness.published::<OrderAbandoned>().await {
        assert!(!made.contains(&event.order_id), "ordered and abandoned");
    }
}

#[tokio::test]
async fn without_the_catalogue_or_the_accounts_the_attempt_stays_open() {
    for fixture in [
        Fixture::without_catalogue().await,
        Fixture::without_accounts().await,
    ] {
        let refused = fixture
            .customer()
            .order_with_key("a", &[(SOFA, 1)])
            .await
            .unwrap_err();
        // A deadline of the test's own client would be another code.
        assert_eq!(refused.code(), tonic::Code::Unavailable);
        assert_eq!(fixture.orders().await, 0);
        assert_eq!(fixture.attempts().await, 1);
        assert_eq!(fixture.harness.published::<OrderAbandoned>().await, []);
    }
}

#[tokio::test]
async fn a_wrong_request_opens_no_attempt() {
    let fixture = Fixture::start().await;
    let wrong = CreateOrderRequest {
        lines: vec![OrderLineRequest {
            product_id: SOFA,
            quantity: 100,
        }],
        ..CreateOrderRequest::default()
    };
    let refused = refusal(&fixture.customer().order(wrong).await.unwrap_err());
    assert_eq!(refused.code, Code::Invalid);
    assert_eq!(refused.fields[0].0, "orderItems[0].quantity");
    assert_eq!(refused.fields[1].0, "shippingAddress.firstName");
    assert_eq!(fixture.attempts().await, 0);
}

#[tokio::test]
async fn only_a_signed_in_customer_orders() {
    let fixture = Fixture::start().await;
    for caller in [testkit::caller::anonymous(), testkit::caller::service("cart")] {
        let request = on_behalf_of(&caller, request("a", &[(SOFA, 1)]));
        let refused = fixture.client().create_order(request).await.unwrap_err();
        assert_eq!(refusal(&refused).code, Code::Unauthenticated);
    }
}
