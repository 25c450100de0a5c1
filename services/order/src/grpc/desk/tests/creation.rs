//! Orders by hand.

use futures::future::join_all;
use kit::{failure::Code, staff::StaffRole};
use proto::{
    common::v1::Visit,
    order::v1::{OrderAbandoned, OrderCreated, OrderedQuote, PostalAddress},
};

use super::*;
use crate::testing::{LAMP, RETIRED, WARDROBE};

#[tokio::test]
async fn creates_an_order_without_an_account_at_prices_of_the_staff() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let mut request = by_hand("a", &[(LAMP, 2), (WARDROBE, 1)]);
    request.lines[0].discount_percent = Some(0);
    request.lines.push(NewDeskLine {
        name: Some("Quraşdırma".to_owned()),
        list_price_minor: Some(5_000),
        quantity: 1,
        ..NewDeskLine::default()
    });
    request.delivery_price_minor = 2_500;
    request.expected_total_minor = Some(2 * 999 + 106_165 + 5_000 + 2_500);
    let inquiry = kit::domain::InquiryId::generate().to_string();
    let visit = Visit {
        channel: "ads".to_owned(),
        ..Visit::default()
    };
    request.quote = Some(OrderedQuote {
        inquiry_id: inquiry.clone(),
        number: "SQ-7Q2M04XK".to_owned(),
        assignee: String::new(),
        visit: Some(visit.clone()),
    });
    let order = call!(fixture, &sales, create_desk_order, request.clone())
        .unwrap()
        .order
        .unwrap();
    let row = order.row.clone().unwrap();
    assert_eq!((row.source(), row.visit), (OrderSource::WalkIn, Some(visit)));
    assert_eq!(
        (row.user_id.as_str(), row.quote_number.as_str()),
        ("", "SQ-7Q2M04XK")
    );
    assert_eq!((row.total_minor, row.balance_minor), (115_663, 115_663));
    assert_eq!(
        (row.customer_name.as_str(), row.customer_email.as_str()),
        ("Leyla Məmmədova", "")
    );
    assert!(!row.assignee.is_empty());
    assert_eq!(row.assignee, row.changed_by);
    let lines: Vec<_> = order
        .lines
        .iter()
        .map(|line| {
            (
                line.product_id,
                line.code.as_str(),
                line.unit_price_minor,
                line.discount_percent,
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            (Some(LAMP), "P-3", 999, Some(0)),
            (Some(WARDROBE), "P-2", 106_165, Some(15)),
            (None, "", 5_000, Some(0)),
        ]
    );
    assert_eq!(fixture.upstream.stock(LAMP), 1);
    let created = fixture.harness.published::<OrderCreated>().await;
    assert_eq!(created.len(), 1);
    assert_eq!(
        (created[0].user_id.as_str(), created[0].source.as_str()),
        ("", "walkIn")
    );
    assert_eq!(
        (created[0].inquiry_id.as_str(), created[0].lines.len()),
        (inquiry.as_str(), 2)
    );
    // The same key returns the order as it is now.
    let again = call!(fixture, &sales, create_desk_order, request.clone())
        .unwrap()
        .order
        .unwrap();
    assert_eq!(again, order);
    request.delivery_price_minor = 0;
    let reused = call!(fixture, &sales, create_desk_order, request).unwrap_err();
    assert_eq!(reused.code, Code::KeyReused);
    assert_eq!(
        fixture.audited_subjects("CreateDeskOrder").await,
        [row.order_number]
    );
}

#[tokio::test]
async fn parallel_calls_with_a_key_create_one_order() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let created = join_all((0..64).map(|_| {
        let (fixture, sales) = (&fixture, &sales);
        async move {
            loop {
                match call!(fixture, sales, create_desk_order, by_hand("press", &[(LAMP, 1)])) {
                    Err(failure) if failure.code == Code::Unavailable => tokio::task::yield_now().await,
                    outcome => return outcome.unwrap().order.unwrap().row.unwrap().id,
                }
            }
        }
    }))
    .await;
    assert!(created.iter().all(|id| *id == created[0]));
    assert_eq!(fixture.count_orders().await, 1);
    assert_eq!(fixture.upstream.stock(LAMP), 2);
}

#[tokio::test]
async fn names_the_lines_that_the_catalog_refuses() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let send = async |request| call!(fixture, &sales, create_desk_order, request).map(drop);
    let mut short = by_hand("a", &[(SOFA, 1), (LAMP, 4)]);
    let failure = send(short.clone()).await.unwrap_err();
    assert_eq!(
        (failure.code, fields(&failure)),
        (Code::Conflict, vec![("lines[1]", "ORDER.NOT_ENOUGH")])
    );
    assert_eq!(fixture.harness.published::<OrderAbandoned>().await.len(), 1);
    let failure = send(by_hand("b", &[(RETIRED, 1)])).await.unwrap_err();
    assert_eq!(fields(&failure), [("lines[0]", "ORDER.NO_LONGER_SOLD")]);
    let failure = send(by_hand("c", &[(99, 1)])).await.unwrap_err();
    assert_eq!(
        (failure.code, fields(&failure)),
        (Code::Invalid, vec![("lines[0].productId", "PRODUCT.NOT_FOUND")])
    );
    // Made to order reserves nothing.
    short.lines[1].is_made_to_order = true;
    send(short).await.unwrap();
    assert_eq!(fixture.upstream.stock(LAMP), 3);
}

#[tokio::test]
async fn refuses_another_total_and_discounts_above_the_limit_of_sales() {
    let fixture = Fixture::start().await;
    let (sales, manager) = (fixture.staff(StaffRole::Sales), fixture.staff(StaffRole::Manager));
    let mut request = by_hand("a", &[(SOFA, 1)]);
    request.expected_total_minor = Some(99_999);
    let failure = call!(fixture, &sales, create_desk_order, request.clone()).unwrap_err();
    assert_eq!(
        (failure.code, fields(&failure)),
        (Code::Conflict, vec![("expectedTotal", "CHECKOUT.PRICE_CHANGED")])
    );
    request.expected_total_minor = None;
    request.lines[0].discount_percent = Some(16);
    let failure = call!(fixture, &sales, create_desk_order, request.clone()).unwrap_err();
    assert_eq!(
        (failure.code, fields(&failure)),
        (
            Code::Conflict,
            vec![("lines[0].discount", "ORDER.DISCOUNT_OVER_LIMIT")]
        )
    );
    call!(fixture, &manager, create_desk_order, request).unwrap();
    assert_eq!(fixture.upstream.reservations().len(), 1);
}

#[tokio::test]
async fn names_all_invalid_fields_at_once() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let request = CreateDeskOrderRequest {
        source: OrderSource::Website.into(),
        lines: vec![NewDeskLine::default()],
        shipping_address: Some(PostalAddress::default()),
        delivery_price_minor: -1,
        delivery: Some(proto::order::v1::Delivery::default()),
        ..CreateDeskOrderRequest::default()
    };
    let failure = call!(fixture, &sales, create_desk_order, request).unwrap_err();
    assert_eq!(failure.code, Code::Invalid);
    assert_eq!(
        fields(&failure),
        [
            ("idempotencyKey", "FIELD.REQUIRED"),
            ("source", "FIELD.INVALID"),
            ("lines[0].name", "FIELD.REQUIRED"),
            ("lines[0].quantity", "FIELD.OUT_OF_RANGE"),
            ("lines[0].listPrice", "FIELD.REQUIRED"),
            ("deliveryPrice", "FIELD.OUT_OF_RANGE"),
            ("delivery.method", "FIELD.REQUIRED"),
            ("shippingAddress.firstName", "FIELD.REQUIRED"),
            ("shippingAddress.phone", "FIELD.REQUIRED"),
        ]
    );
}

#[tokio::test]
async fn an_offer_has_one_live_order() {
    let fixture = Fixture::start().await;
    let (one, two) = (
        order_in(&fixture, OrderStatus::Pending).await,
        order_in(&fixture, OrderStatus::Pending).await,
    );
    let offer = kit::domain::InquiryId::generate();
    let set = async |number: &str| {
        sqlx::query("update customer_order set offer_id = $2, offer_number = 'ST-0M4K7Q2X' where number = $1")
            .bind(number)
            .bind(offer.uuid())
            .execute(fixture.harness.pool())
            .await
    };
    set(&one).await.unwrap();
    set(&two).await.unwrap_err();
    fixture.change_status(&one, OrderStatus::Cancelled).await.unwrap();
    set(&two).await.unwrap();
}
