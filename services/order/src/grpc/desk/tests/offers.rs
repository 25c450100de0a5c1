//! Orders from offers.

use futures::future::join_all;
use kit::{
    caller::Caller,
    convert::timestamp,
    domain::{InquiryId, UserId},
    failure::Code,
    staff::StaffRole,
};
use proto::{
    common::v1::{Language, Visit},
    inquiry::v1::{HoldAcceptedOfferResponse, Offer, OfferLine},
    order::v1::{
        CreateOrderFromOfferRequest, Delivery, DeliveryMethod, GetOfferOrderRequest, GetOfferOrderResponse,
        OrderAbandoned, OrderCreated,
    },
};
use testkit::eventually;
use uuid::Uuid;

use super::*;
use crate::{
    attempt::{Key, Subject},
    creation::{Creation, Started},
    testing::{LAMP, RETIRED},
};

const NUMBER: &str = "ST-0M4K7Q2X";
const QUOTE: &str = "SQ-7Q2M04XK";

/// Returns an accepted offer of two lamps at 8.00, a sofa at 900.00 and the assembly at 50.00, with a delivery of 25.00.
pub(super) fn offer() -> HoldAcceptedOfferResponse {
    let line = |product_id, code: &str, quantity, list_price_minor, unit_price_minor| OfferLine {
        id: Uuid::now_v7().to_string(),
        product_id,
        code: code.to_owned(),
        name: format!("Строка {code}"),
        detail: "120 см".to_owned(),
        quantity,
        list_price_minor,
        discount_percent: 10,
        unit_price_minor,
        ..OfferLine::default()
    };
    HoldAcceptedOfferResponse {
        offer: Some(Offer {
            id: Uuid::now_v7().to_string(),
            number: NUMBER.to_owned(),
            revision: 2,
            inquiry_id: InquiryId::generate().to_string(),
            inquiry_number: QUOTE.to_owned(),
            language: Language::Ru.into(),
            delivery_price_minor: 2_500,
            lines: vec![
                line(Some(LAMP), "P-3", 2, 900, 800),
                line(Some(SOFA), "P-1", 1, 100_000, 90_000),
                line(None, "", 1, 5_000, 5_000),
            ],
            ..Offer::default()
        }),
        ..HoldAcceptedOfferResponse::default()
    }
}

/// Adds an accepted offer and returns its id.
pub(super) fn add(fixture: &Fixture) -> String {
    fixture.upstream.add_offer(offer())
}

pub(super) fn request(offer: &str, key: &str) -> CreateOrderFromOfferRequest {
    CreateOrderFromOfferRequest {
        offer_id: offer.to_owned(),
        shipping_address: Some(address()),
        idempotency_key: key.to_owned(),
        ..CreateOrderFromOfferRequest::default()
    }
}

pub(super) async fn send(
    fixture: &Fixture,
    caller: &Caller,
    request: CreateOrderFromOfferRequest,
) -> Result<DeskOrder, Failure> {
    let request = on_behalf_of(caller, request);
    match fixture.offers().create_order_from_offer(request).await {
        Ok(response) => Ok(response.into_inner().order.unwrap()),
        Err(status) => Err(Failure::from_status(&status)),
    }
}

pub(super) async fn page(
    fixture: &Fixture,
    caller: &Caller,
    offer: &str,
) -> Result<GetOfferOrderResponse, Failure> {
    let request = GetOfferOrderRequest {
        offer_id: offer.to_owned(),
    };
    let response = fixture
        .offers()
        .get_offer_order(on_behalf_of(caller, request))
        .await;
    match response {
        Ok(response) => Ok(response.into_inner()),
        Err(status) => Err(Failure::from_status(&status)),
    }
}

pub(super) fn number(order: &DeskOrder) -> &str {
    &order.row.as_ref().unwrap().order_number
}

#[tokio::test]
async fn takes_lines_prices_language_and_assignee_from_the_offer() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let (assignee, user) = (UserId::generate().to_string(), UserId::generate().to_string());
    fixture.upstream.set_discount(50);
    let visit = Visit {
        channel: "ads".to_owned(),
        source: "google".to_owned(),
        campaign: "spring".to_owned(),
        landing_path: "/az/shop/7".to_owned(),
        at: Some(timestamp(kit::clock::now().replace_nanosecond(0).unwrap())),
    };
    let accepted = HoldAcceptedOfferResponse {
        assignee_id: assignee.clone(),
        user_id: user.clone(),
        visit: Some(visit.clone()),
        ..offer()
    };
    let id = fixture.upstream.add_offer(accepted.clone());
    let order = send(&fixture, &sales, request(&id, "a")).await.unwrap();
    let row = order.row.clone().unwrap();
    assert_eq!((row.source(), row.visit), (OrderSource::Offer, Some(visit)));
    assert_eq!(
        (row.offer_id, row.offer_number.as_str(), row.quote_number.as_str()),
        (id.clone(), NUMBER, QUOTE)
    );
    assert_eq!(row.total_minor, 2 * 800 + 90_000 + 5_000 + 2_500);
    assert_eq!(order.delivery_price_minor, 2_500);
    assert_eq!((row.assignee, row.user_id.as_str()), (assignee, user.as_str()));
    assert_eq!(row.language, i32::from(Language::Ru));
    let line = &order.lines[0];
    let name = line.product_name.clone().unwrap();
    assert_eq!(
        (name.az.as_str(), name.en.as_str(), line.detail.as_str()),
        ("Строка P-3", "Строка P-3", "120 см")
    );
    assert_eq!(
        (
            line.list_price_minor,
            line.discount_percent,
            line.unit_price_minor
        ),
        (Some(900), Some(10), 800)
    );
    assert_eq!(fixture.upstream.stock(LAMP), 1);
    assert_eq!(fixture.upstream.holds(&id), std::slice::from_ref(&row.id));
    let created = fixture.harness.published::<OrderCreated>().await;
    let inquiry = accepted.offer.unwrap().inquiry_id;
    assert_eq!(
        (
            created[0].offer_id.as_str(),
            created[0].inquiry_id.as_str(),
            created[0].source.as_str()
        ),
        (id.as_str(), inquiry.as_str(), "offer")
    );
    assert_eq!(created[0].lines.len(), 2);
    assert_eq!(
        fixture.audited_subjects("CreateOrderFromOffer").await,
        [row.order_number]
    );
}

#[tokio::test]
async fn without_an_assignee_the_order_is_the_callers() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let order = send(&fixture, &sales, request(&add(&fixture), "a"))
        .await
        .unwrap();
    let row = order.row.unwrap();
    assert_eq!(
        (row.user_id.as_str(), row.assignee.as_str()),
        ("", row.changed_by.as_str())
    );
    assert!(!row.assignee.is_empty());
}

#[tokio::test]
async fn an_offer_can_be_ordered_again_after_its_order_is_cancelled() {
    let fixture = Fixture::start().await;
    let (sales, manager) = (fixture.staff(StaffRole::Sales), fixture.staff(StaffRole::Manager));
    let id = add(&fixture);
    let first = send(&fixture, &sales, request(&id, "a")).await.unwrap();
    // Another key and another body, by someone else.
    let mut second = request(&id, "b");
    second.delivery = Some(Delivery {
        method: DeliveryMethod::Pickup.into(),
        ..Delivery::default()
    });
    let again = send(&fixture, &manager, second.clone()).await.unwrap();
    assert_eq!(number(&again), number(&first));
    let mut other_body = request(&id, "a");
    other_body.made_to_order = vec![Uuid::now_v7().to_string()];
    let failure = send(&fixture, &sales, other_body).await.unwrap_err();
    assert_eq!(failure.code, Code::KeyReused);

    fixture
        .change_status(number(&first), OrderStatus::Cancelled)
        .await
        .unwrap();
    fixture.upstream.release(&first.row.as_ref().unwrap().id);
    let next = send(&fixture, &sales, request(&id, "c")).await.unwrap();
    assert_ne!(number(&next), number(&first));
    // The keys keep their order.
    for (caller, request) in [(&sales, request(&id, "a")), (&manager, second)] {
        let replayed = send(&fixture, caller, request).await.unwrap();
        assert_eq!(number(&replayed), number(&first));
    }
    assert_eq!(fixture.count_orders().await, 2);
}

#[tokio::test]
async fn presses_with_different_keys_create_one_order() {
    let fixture = Fixture::start().await;
    let id = add(&fixture);
    let callers: Vec<_> = (0..4).map(|_| fixture.staff(StaffRole::Sales)).collect();
    let orders = join_all((0..64).map(|press| {
        let request = request(&id, &format!("key{press}"));
        send(&fixture, &callers[press % 4], request)
    }))
    .await;
    let numbers: Vec<_> = orders
        .iter()
        .map(|order| number(order.as_ref().unwrap()))
        .collect();
    assert!(numbers.iter().all(|number| *number == numbers[0]));
    assert_eq!(fixture.count_orders().await, 1);
    assert_eq!(fixture.upstream.stock(LAMP), 1);
    assert_eq!(fixture.upstream.holds(&id).len(), 1);
}

#[tokio::test]
async fn replicas_open_one_attempt_of_an_offer() {
    let fixture = Fixture::start().await;
    let offer = Uuid::now_v7();
    // The mutex of a process does not help here.
    let started = join_all((0..16).map(|press| {
        let key = Key {
            text: format!("desk:{press}"),
            request_hash: vec![press],
            lifetime: 60,
        };
        let pool = fixture.harness.pool();
        async move {
            let creation = Creation {
                pool,
                user: UserId::generate(),
                key: &key,
            };
            creation
                .start(Some(Subject::Offer(offer)), async |_| Ok(None))
                .await
        }
    }))
    .await;
    let opened = started
        .iter()
        .filter(|started| matches!(started, Ok(Started::New(_))))
        .count();
    assert_eq!(opened, 1);
    assert_eq!(fixture.count_attempts().await, 1);
}

#[tokio::test]
async fn names_the_lines_of_the_offer_that_the_catalog_refuses() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let mut accepted = offer();
    let lines = &mut accepted.offer.as_mut().unwrap().lines;
    lines.swap(0, 2);
    lines[2].quantity = 4;
    lines[1].product_id = Some(RETIRED);
    let ids: Vec<_> = lines.iter().map(|line| line.id.clone()).collect();
    let id = fixture.upstream.add_offer(accepted);
    let failure = send(&fixture, &sales, request(&id, "a")).await.unwrap_err();
    assert_eq!(failure.code, Code::Conflict);
    assert_eq!(
        fields(&failure),
        [
            ("lines[1]", "ORDER.NO_LONGER_SOLD"),
            ("lines[2]", "ORDER.NOT_ENOUGH")
        ]
    );
    let abandoned = fixture.harness.published::<OrderAbandoned>().await;
    assert_eq!(abandoned[0].order_id, fixture.upstream.holds(&id)[0]);

    let mut empty = request(&id, "a");
    empty.leave_out.clone_from(&ids);
    let failure = send(&fixture, &sales, empty).await.unwrap_err();
    assert_eq!(
        (failure.code, fields(&failure)),
        (Code::Invalid, vec![("leaveOut", "ORDER.EMPTY")])
    );
    // The same key with another choice: a refusal is not kept.
    let mut chosen = request(&id, "a");
    chosen.leave_out = vec![ids[1].clone()];
    chosen.made_to_order = vec![ids[2].clone()];
    let order = send(&fixture, &sales, chosen).await.unwrap();
    assert_eq!(order.lines.len(), 2);
    assert!(!order.lines[0].is_made_to_order && order.lines[1].is_made_to_order);
    assert_eq!(order.row.unwrap().total_minor, 5_000 + 4 * 800 + 2_500);
    assert_eq!(fixture.upstream.stock(LAMP), 3);
}

#[tokio::test]
async fn refuses_offers_that_are_not_accepted() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let id = add(&fixture);
    fixture.upstream.refuse_offer(&id, Some("OFFER.NOT_ACCEPTED"));
    let failure = send(&fixture, &sales, request(&id, "a")).await.unwrap_err();
    assert_eq!(
        (failure.code, failure.reason.as_str()),
        (Code::Conflict, "OFFER.NOT_ACCEPTED")
    );
    let unknown = request(&Uuid::now_v7().to_string(), "b");
    let failure = send(&fixture, &sales, unknown).await.unwrap_err();
    assert_eq!(
        (failure.code, failure.reason.as_str()),
        (Code::NotFound, "OFFER.NOT_FOUND")
    );
    fixture.upstream.refuse_offer(&id, None);
    send(&fixture, &sales, request(&id, "a")).await.unwrap();
}

#[tokio::test]
async fn names_all_invalid_fields_at_once() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let request = CreateOrderFromOfferRequest {
        offer_id: "ST-0M4K7Q2X".to_owned(),
        delivery: Some(Delivery {
            method: DeliveryMethod::Delivery.into(),
            ..Delivery::default()
        }),
        made_to_order: vec!["1".to_owned()],
        ..CreateOrderFromOfferRequest::default()
    };
    let failure = send(&fixture, &sales, request).await.unwrap_err();
    assert_eq!(failure.code, Code::Invalid);
    assert_eq!(
        fields(&failure),
        [
            ("idempotencyKey", "FIELD.REQUIRED"),
            ("offerId", "FIELD.INVALID"),
            ("shippingAddress.firstName", "FIELD.REQUIRED"),
            ("shippingAddress.phone", "FIELD.REQUIRED"),
            ("shippingAddress.address", "FIELD.REQUIRED"),
            ("shippingAddress.city", "FIELD.REQUIRED"),
            ("madeToOrder[0]", "FIELD.INVALID"),
        ]
    );
}

#[tokio::test]
async fn a_retry_continues_with_the_held_order() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let id = add(&fixture);
    fixture.upstream.lose_next_hold();
    let failure = send(&fixture, &sales, request(&id, "a")).await.unwrap_err();
    assert_eq!(failure.code, Code::Unavailable);
    fixture.upstream.lose_next_response();
    let failure = send(&fixture, &sales, request(&id, "a")).await.unwrap_err();
    assert_eq!(failure.code, Code::Unavailable);
    // Meanwhile the offer is taken.
    let failure = send(&fixture, &sales, request(&id, "b")).await.unwrap_err();
    assert_eq!(failure.code, Code::Unavailable);
    assert!(failure.retry_after.is_some());
    let order = send(&fixture, &sales, request(&id, "a")).await.unwrap();
    let held = fixture.upstream.holds(&id);
    assert_eq!(held, vec![order.row.unwrap().id; 3]);
    assert_eq!(fixture.upstream.stock(LAMP), 1);
    assert_eq!(fixture.harness.published::<OrderAbandoned>().await, []);
}

#[tokio::test]
async fn a_stale_attempt_frees_the_offer() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let id = add(&fixture);
    fixture.upstream.lose_next_hold();
    send(&fixture, &sales, request(&id, "a")).await.unwrap_err();
    fixture.age_attempts(121).await;
    let abandoned = eventually("the attempt is abandoned", || async {
        let events = fixture.harness.published::<OrderAbandoned>().await;
        (!events.is_empty()).then_some(events)
    })
    .await;
    assert_eq!(abandoned[0].order_id, fixture.upstream.holds(&id)[0]);
    let order = send(&fixture, &sales, request(&id, "b")).await.unwrap();
    assert_eq!(fixture.upstream.holds(&id)[1], order.row.unwrap().id);
}

#[tokio::test]
async fn outage_of_the_inquiry_service_is_unavailable() {
    let fixture = Fixture::without_inquiry().await;
    let sales = fixture.staff(StaffRole::Sales);
    let failure = send(&fixture, &sales, request(&add(&fixture), "a"))
        .await
        .unwrap_err();
    assert_eq!(failure.code, Code::Unavailable);
    assert_eq!(fixture.upstream.reservations(), Vec::<String>::new());
}

#[tokio::test]
async fn the_page_of_an_offer_shows_its_live_order() {
    let fixture = Fixture::start().await;
    let manager = fixture.staff(StaffRole::Manager);
    let anonymous = testkit::caller::anonymous();
    let id = add(&fixture);
    assert_eq!(
        page(&fixture, &anonymous, &id).await.unwrap_err().code,
        Code::NotFound
    );
    let mut planned = request(&id, "a");
    planned.delivery = Some(Delivery {
        method: DeliveryMethod::Delivery.into(),
        crew: "Elçin".to_owned(),
        note: "4-cü mərtəbə".to_owned(),
        ..Delivery::default()
    });
    let order = send(&fixture, &manager, planned).await.unwrap();
    let paid = payment(number(&order), "b", 1, PaymentKind::In, 40_000);
    call!(fixture, &manager, record_payment, paid).unwrap();
    let shown = page(&fixture, &anonymous, &id).await.unwrap();
    assert_eq!(
        (
            shown.order_number.as_str(),
            shown.status(),
            shown.total_minor,
            shown.paid_minor
        ),
        (number(&order), OrderStatus::Pending, 99_100, 40_000)
    );
    let delivery = shown.delivery.unwrap();
    assert_eq!((delivery.crew.as_str(), delivery.note.as_str()), ("", ""));
    assert_eq!(shown.history.len(), 1);
    fixture
        .change_status(number(&order), OrderStatus::Cancelled)
        .await
        .unwrap();
    assert_eq!(
        page(&fixture, &anonymous, &id).await.unwrap_err().code,
        Code::NotFound
    );
}
