use std::collections::HashSet;

use futures::future::{join_all, try_join_all};
use kit::{
    domain::CartId,
    failure::{Code, Failure},
};
use proto::order::v1::{CreateOrderRequest, OrderAbandoned, OrderCreated, OrderLineRequest, OrderedCart};

use crate::testing::{Fixture, LAMP, SOFA, request};

fn cart(id: CartId, version: i64, lines: &[(i64, u32)]) -> OrderedCart {
    OrderedCart {
        cart_id: id.to_string(),
        version,
        seen_version: None,
        lines: lines
            .iter()
            .map(|&(product_id, quantity)| OrderLineRequest { product_id, quantity })
            .collect(),
        subtracted_order_ids: Vec::new(),
    }
}

/// Orders all lines of a cart.
fn of_cart(key: &str, cart: &OrderedCart) -> CreateOrderRequest {
    let lines: Vec<_> = cart
        .lines
        .iter()
        .map(|line| (line.product_id, line.quantity))
        .collect();
    CreateOrderRequest {
        cart: Some(cart.clone()),
        ..request(key, &lines)
    }
}

fn conflict(error: &tonic::Status) -> (String, Failure) {
    let failure = Failure::from_status(error);
    assert_eq!(failure.code, Code::Conflict, "{failure:?}");
    (failure.reason.clone(), failure)
}

#[tokio::test]
async fn presses_with_different_keys_get_one_order_of_a_cart() {
    let fixture = Fixture::configured(|config| config.limits.account_hour = 1).await;
    let customer = fixture.customer();
    let cart = cart(CartId::generate(), 5, &[(LAMP, 1), (SOFA, 2)]);
    let keys: Vec<_> = (0..16).map(|tab| tab.to_string()).collect();
    let presses = keys.iter().map(|key| customer.order(of_cart(key, &cart)));
    let orders = try_join_all(presses).await.unwrap();
    let ids: HashSet<_> = orders.iter().map(|order| &order.id).collect();
    assert_eq!(ids.len(), 1);
    // Another device shows another address, and no key.
    let mut other = of_cart("", &cart);
    other.shipping_address.as_mut().unwrap().city = "Gəncə".to_owned();
    assert_eq!(customer.order(other).await.unwrap().id, orders[0].id);
    assert_eq!(fixture.count_orders().await, 1);
    assert_eq!(fixture.harness.published::<OrderCreated>().await.len(), 1);
    assert_eq!(fixture.upstream.stock(LAMP), 2);
}

#[tokio::test]
async fn retries_of_a_key_are_replayed_after_the_cart_was_emptied() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let id = CartId::generate();
    let full = cart(id, 5, &[(SOFA, 1)]);
    let order = customer.order(of_cart("a", &full)).await.unwrap();
    let mut emptied = cart(id, 6, &[]);
    emptied.subtracted_order_ids.push(order.id.clone());
    let again = |key: &str| CreateOrderRequest {
        cart: Some(emptied.clone()),
        ..of_cart(key, &full)
    };
    assert_eq!(customer.order(again("a")).await.unwrap(), order);
    let (reason, _) = conflict(&customer.order(again("b")).await.unwrap_err());
    assert_eq!(reason, "ORDER.CART_EMPTY");
    // A tab that still shows the cart gets the order.
    let mut seen = again("c");
    seen.cart.as_mut().unwrap().seen_version = Some(5);
    assert_eq!(customer.order(seen.clone()).await.unwrap().id, order.id);
    // One that shows an earlier version is told which order it became.
    seen.idempotency_key = "d".to_owned();
    seen.cart.as_mut().unwrap().seen_version = Some(4);
    let (reason, failure) = conflict(&customer.order(seen).await.unwrap_err());
    assert_eq!(reason, "ORDER.CART_ORDERED");
    assert_eq!(failure.parameters["order"], order.id);
    assert_eq!(failure.parameters["number"], order.order_number);
    assert_eq!(fixture.count_orders().await, 1);
}

#[tokio::test]
async fn pieces_that_wait_to_be_subtracted_are_not_ordered_again() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let id = CartId::generate();
    let order = customer
        .order(of_cart("a", &cart(id, 5, &[(SOFA, 1)])))
        .await
        .unwrap();
    // The event is still to come, and the customer has added a lamp.
    let mut grown = cart(id, 6, &[(SOFA, 1), (LAMP, 1)]);
    let (reason, failure) = conflict(&customer.order(of_cart("b", &grown)).await.unwrap_err());
    assert_eq!(reason, "ORDER.CART_ORDERED");
    assert_eq!(failure.parameters["order"], order.id);
    assert_eq!(fixture.upstream.stock(LAMP), 3, "a refusal reserves nothing");

    grown.subtracted_order_ids.push(order.id.clone());
    let next = customer.order(of_cart("b", &grown)).await.unwrap();
    assert_ne!(next.id, order.id);
}

#[tokio::test]
async fn an_attempt_that_its_caller_left_is_replaced() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let cart = cart(CartId::generate(), 5, &[(SOFA, 1)]);
    fixture.upstream.lose_next_response();
    customer.order(of_cart("a", &cart)).await.unwrap_err();
    let early = Failure::from_status(&customer.order(of_cart("b", &cart)).await.unwrap_err());
    assert_eq!(
        (early.code, early.reason.as_str()),
        (Code::Unavailable, "ORDER.ATTEMPT_ENDED")
    );
    fixture.age_attempts(6).await;
    let order = customer.order(of_cart("b", &cart)).await.unwrap();
    let abandoned = fixture.harness.published::<OrderAbandoned>().await;
    assert_eq!(abandoned.len(), 1);
    assert_ne!(abandoned[0].order_id, order.id);
    // The first press is repeated after all.
    assert_eq!(customer.order(of_cart("a", &cart)).await.unwrap().id, order.id);
    assert_eq!(fixture.count_orders().await, 1);
}

#[tokio::test]
async fn carts_of_different_customers_are_independent() {
    let fixture = Fixture::start().await;
    let orders = join_all((0..4).map(|_| async {
        let cart = cart(CartId::generate(), 5, &[(SOFA, 1)]);
        fixture.customer().order(of_cart("a", &cart)).await.unwrap().id
    }))
    .await;
    assert_eq!(orders.into_iter().collect::<HashSet<_>>().len(), 4);
}
