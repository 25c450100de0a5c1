//! Corrections of addresses and notes.

use kit::{failure::Code, staff::StaffRole};
use proto::order::v1::{
    AddOrderNoteRequest, CorrectOrderLinesRequest, CorrectOrderNoteRequest, CorrectOrderRequest,
    CorrectedLine, DeskOrderFilter, LineFacts, ListDeskOrdersRequest, OrderAbandoned, OrderCancelled,
    OrderChanged, OrderCorrected, PaymentStatus, PostalAddress, TimelineKind,
};

use super::*;
use crate::testing::{LAMP, WARDROBE};

fn correction(number: &str, version: i64) -> CorrectOrderRequest {
    CorrectOrderRequest {
        order_number: number.to_owned(),
        version,
        shipping_address: Some(PostalAddress {
            phone: "050 777 66 55".to_owned(),
            address: "Nizami 2".to_owned(),
            ..address()
        }),
        billing_address: None,
        is_notified: false,
    }
}

#[tokio::test]
async fn corrects_the_address_until_the_order_is_shipped() {
    let fixture = Fixture::start().await;
    let (sales, warehouse) = (
        fixture.staff(StaffRole::Sales),
        fixture.staff(StaffRole::Warehouse),
    );
    let number = order_in(&fixture, OrderStatus::Processing).await;
    let refused = call!(fixture, &warehouse, correct_order, correction(&number, 2)).unwrap_err();
    assert_eq!(refused.reason, "DESK.ROLE");
    let stale = call!(fixture, &sales, correct_order, correction(&number, 1)).unwrap_err();
    assert_eq!(fields(&stale), [("version", "DESK.CHANGED")]);
    let order = call!(fixture, &sales, correct_order, correction(&number, 2))
        .unwrap()
        .order
        .unwrap();
    let row = order.row.unwrap();
    assert_eq!((row.version, row.customer_phone.as_str()), (3, "+994507776655"));
    // It was the same.
    assert_eq!(order.billing_address, order.shipping_address);
    let last = order.timeline.last().unwrap();
    assert_eq!(last.kind(), TimelineKind::Corrected);
    assert_eq!(
        last.fields,
        [
            "shippingAddress.phone",
            "shippingAddress.address",
            "billingAddress.phone",
            "billingAddress.address"
        ]
    );
    let request = ListDeskOrdersRequest {
        filter: Some(DeskOrderFilter {
            phones: vec!["+994507776655".to_owned()],
            ..DeskOrderFilter::default()
        }),
        limit: 10,
        ..ListDeskOrdersRequest::default()
    };
    let found = call!(fixture, &sales, list_desk_orders, request).unwrap();
    assert_eq!(found.total_records, 1);
    let changes = fixture.harness.published::<OrderChanged>().await;
    assert_eq!(changes.last().unwrap().what, "address");
    let same = call!(fixture, &sales, correct_order, correction(&number, 3)).unwrap();
    assert_eq!(same.order.unwrap().row.unwrap().version, 3);

    fixture
        .change_status(&number, OrderStatus::Shipped)
        .await
        .unwrap();
    let closed = call!(fixture, &sales, correct_order, correction(&number, 4)).unwrap_err();
    assert_eq!(
        (closed.code, closed.reason.as_str()),
        (Code::Conflict, "ORDER.CORRECTION_CLOSED")
    );
}

#[tokio::test]
async fn authors_correct_their_notes_for_an_hour_and_the_former_text_stays() {
    let fixture = Fixture::start().await;
    let (author, other) = (fixture.staff(StaffRole::Sales), fixture.staff(StaffRole::Owner));
    let number = order_in(&fixture, OrderStatus::Pending).await;
    let note = AddOrderNoteRequest {
        idempotency_key: "a".to_owned(),
        order_number: number.clone(),
        text: "Mərtəbə 4".to_owned(),
        mentions: Vec::new(),
        files: Vec::new(),
    };
    let order = call!(fixture, &author, add_order_note, note)
        .unwrap()
        .order
        .unwrap();
    let id = order.timeline.last().unwrap().id.clone();
    let correct = |text: &str| CorrectOrderNoteRequest {
        order_number: number.clone(),
        note_id: id.clone(),
        text: text.to_owned(),
    };
    let refused = call!(fixture, &other, correct_order_note, correct("Mərtəbə 5")).unwrap_err();
    assert_eq!(
        (refused.code, refused.reason.as_str()),
        (Code::Conflict, "TIMELINE.ENTRY_FINAL")
    );
    let order = call!(fixture, &author, correct_order_note, correct("Mərtəbə 5"))
        .unwrap()
        .order
        .unwrap();
    let last = order.timeline.last().unwrap();
    let former: Vec<_> = last.former.iter().map(|former| former.text.as_str()).collect();
    assert_eq!((last.text.as_str(), former), ("Mərtəbə 5", vec!["Mərtəbə 4"]));

    sqlx::query("update order_event set at = at - interval '61 minutes'")
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    let late = call!(fixture, &author, correct_order_note, correct("Mərtəbə 6")).unwrap_err();
    assert_eq!(late.reason, "TIMELINE.ENTRY_FINAL");
}

/// Returns the request that keeps the lines of an order as they are, to change.
pub(super) fn same_lines(key: &str, order: &DeskOrder) -> CorrectOrderLinesRequest {
    let row = order.row.as_ref().unwrap();
    CorrectOrderLinesRequest {
        idempotency_key: key.to_owned(),
        order_number: row.order_number.clone(),
        version: row.version,
        lines: order
            .lines
            .iter()
            .map(|line| CorrectedLine {
                id: line.id.clone(),
                line: Some(NewDeskLine {
                    quantity: line.quantity,
                    detail: line.detail.clone(),
                    is_made_to_order: line.is_made_to_order,
                    ..NewDeskLine::default()
                }),
            })
            .collect(),
        ..CorrectOrderLinesRequest::default()
    }
}

fn with_line(mut request: CorrectOrderLinesRequest, line: NewDeskLine) -> CorrectOrderLinesRequest {
    request.lines.push(CorrectedLine {
        id: String::new(),
        line: Some(line),
    });
    request
}

pub(super) fn with_quantity(
    mut request: CorrectOrderLinesRequest,
    index: usize,
    quantity: u32,
) -> CorrectOrderLinesRequest {
    request.lines[index].line.as_mut().unwrap().quantity = quantity;
    request
}

fn new_line(product: i64, quantity: u32) -> NewDeskLine {
    NewDeskLine {
        product_id: Some(product),
        quantity,
        ..NewDeskLine::default()
    }
}

/// Creates an order by hand of a lamp and a sofa.
async fn lamp_and_sofa(fixture: &Fixture, sales: &Caller) -> DeskOrder {
    let request = by_hand("order", &[(LAMP, 1), (SOFA, 1)]);
    let response = call!(fixture, sales, create_desk_order, request).unwrap();
    response.order.unwrap()
}

/// A name with the quantities before and after.
type Quantities = (String, Option<u32>, Option<u32>);

/// Returns the totals before and after the first correction of the lines of an order, and what it changed.
fn line_changes(order: &DeskOrder) -> (i64, i64, Vec<Quantities>) {
    let entry = order
        .timeline
        .iter()
        .find(|entry| entry.kind() == TimelineKind::Lines)
        .unwrap();
    let quantity = |facts: &Option<LineFacts>| facts.as_ref().map(|facts| facts.quantity);
    let changes = entry.line_changes.iter().map(|change| {
        let name = change.name.as_ref().unwrap().en.clone();
        (name, quantity(&change.before), quantity(&change.after))
    });
    (entry.from_total_minor, entry.to_total_minor, changes.collect())
}

#[tokio::test]
async fn corrects_lines_with_the_stock_the_total_and_the_payment_status() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let order = lamp_and_sofa(&fixture, &sales).await;
    let number = order.row.clone().unwrap().order_number;
    let total = 849 + 100_000;
    let paid = call!(
        fixture,
        &sales,
        record_payment,
        payment(&number, "p", 1, PaymentKind::In, total)
    );
    let order = paid.unwrap().order.unwrap();
    assert_eq!(fixture.upstream.stock(LAMP), 2);

    let mut request = with_line(
        with_quantity(same_lines("more", &order), 0, 3),
        new_line(WARDROBE, 1),
    );
    request.lines[1].line.as_mut().unwrap().detail = "Rəng: ağ".to_owned();
    request.expected_total_minor = Some(3 * 849 + 100_000 + 106_165);
    let order = call!(fixture, &sales, correct_order_lines, request.clone())
        .unwrap()
        .order
        .unwrap();
    let row = order.row.clone().unwrap();
    assert_eq!((row.version, row.total_minor), (3, 3 * 849 + 100_000 + 106_165));
    assert_eq!(row.payment_status(), PaymentStatus::Processing);
    assert_eq!(row.balance_minor, row.total_minor - total);
    assert_eq!(fixture.upstream.stock(LAMP), 0);
    assert_eq!(
        line_changes(&order),
        (
            total,
            row.total_minor,
            vec![
                ("Lamp".to_owned(), Some(1), Some(3)),
                ("Sofa".to_owned(), Some(1), Some(1)),
                ("Wardrobe".to_owned(), None, Some(1)),
            ]
        )
    );
    let corrected = fixture.harness.published::<OrderCorrected>().await;
    let stock = corrected[0].stock.clone().unwrap();
    assert!(!corrected[0].is_notified);
    let pieces: Vec<_> = stock
        .lines
        .iter()
        .map(|line| (line.product_id, line.quantity))
        .collect();
    assert_eq!(pieces, [(LAMP, 3), (SOFA, 1), (WARDROBE, 1)]);
    assert_eq!((stock.version, stock.reservation_ids.len()), (3, 1));

    // The same key has its effect once.
    let again = call!(fixture, &sales, correct_order_lines, request).unwrap();
    assert_eq!(again.order.unwrap(), order);
    assert_eq!(fixture.harness.published::<OrderCorrected>().await.len(), 1);

    // Less than was paid: the rest is due back.
    let mut request = with_quantity(same_lines("less", &order), 0, 1);
    request.lines.truncate(1);
    request.is_notified = true;
    let order = call!(fixture, &sales, correct_order_lines, request)
        .unwrap()
        .order
        .unwrap();
    let row = order.row.clone().unwrap();
    assert_eq!((row.total_minor, row.balance_minor), (849, 0));
    assert_eq!(
        (row.payment_status(), row.paid_minor),
        (PaymentStatus::Paid, total)
    );
    let corrected = fixture.harness.published::<OrderCorrected>().await;
    assert_eq!(
        (corrected[1].previous_total_minor, corrected[1].is_notified),
        (3 * 849 + 206_165, true)
    );
    let less = corrected[1].stock.clone().unwrap();
    assert_eq!(
        (less.lines.len(), less.reservation_ids),
        (1, stock.reservation_ids.clone())
    );
    assert_eq!(fixture.audited_subjects("CorrectOrderLines").await.len(), 2);

    // The cancellation names all reservations.
    fixture
        .change_status(&number, OrderStatus::Cancelled)
        .await
        .unwrap();
    let cancelled = fixture.harness.published::<OrderCancelled>().await;
    assert_eq!(cancelled[0].reservation_ids, stock.reservation_ids);
}

#[tokio::test]
async fn corrected_lines_change_the_held_pieces_of_an_order_of_the_checkout() {
    let fixture = Fixture::configured(|config| config.holds.pieces_per_account = 100).await;
    fixture.upstream.set_stock(LAMP, 10);
    let sales = fixture.staff(StaffRole::Sales);
    let bought = fixture
        .customer()
        .order_with_key("a", &[(LAMP, 1), (SOFA, 1)])
        .await
        .unwrap();
    let held = async |order: &str| -> Vec<(i64, i32)> {
        sqlx::query_as(
            "select product_id, pieces from stock_hold where order_id = $1::uuid order by product_id",
        )
        .bind(order)
        .fetch_all(fixture.harness.pool())
        .await
        .unwrap()
    };
    let before = held(&bought.id).await;
    assert_eq!(
        before.iter().find(|(product, _)| *product == LAMP),
        Some(&(LAMP, 1))
    );
    let order = get(&fixture, &sales, &bought.order_number).await.unwrap();
    let lamp = order
        .lines
        .iter()
        .position(|line| line.product_id == Some(LAMP))
        .unwrap();
    let request = with_quantity(same_lines("more", &order), lamp, 3);
    let order = call!(fixture, &sales, correct_order_lines, request)
        .unwrap()
        .order
        .unwrap();
    let after = held(&bought.id).await;
    assert_eq!(
        after.iter().find(|(product, _)| *product == LAMP),
        Some(&(LAMP, 3))
    );
    let mut request = same_lines("gone", &order);
    request.lines.remove(lamp);
    call!(fixture, &sales, correct_order_lines, request).unwrap();
    assert!(held(&bought.id).await.iter().all(|(product, _)| *product != LAMP));

    // An order by hand holds nothing.
    let by_hand = lamp_and_sofa(&fixture, &sales).await;
    let request = with_quantity(same_lines("hand", &by_hand), 0, 2);
    call!(fixture, &sales, correct_order_lines, request).unwrap();
    assert_eq!(held(&by_hand.row.unwrap().id).await, []);
}

#[tokio::test]
async fn refuses_lines_without_stock_a_stale_version_and_a_shipped_order() {
    let fixture = Fixture::start().await;
    let (sales, warehouse) = (
        fixture.staff(StaffRole::Sales),
        fixture.staff(StaffRole::Warehouse),
    );
    let order = lamp_and_sofa(&fixture, &sales).await;
    let number = order.row.clone().unwrap().order_number;
    let send = async |request| call!(fixture, &sales, correct_order_lines, request);
    let refused = call!(fixture, &warehouse, correct_order_lines, same_lines("w", &order));
    assert_eq!(refused.unwrap_err().reason, "DESK.ROLE");
    let short = send(with_quantity(same_lines("a", &order), 0, 4))
        .await
        .unwrap_err();
    assert_eq!(
        (short.code, fields(&short)),
        (Code::Conflict, vec![("lines[0].quantity", "ORDER.NOT_ENOUGH")])
    );
    let mut twice = same_lines("b", &order);
    twice.lines[1].id = twice.lines[0].id.clone();
    assert_eq!(
        fields(&send(twice).await.unwrap_err()),
        [("lines[1].id", "FIELD.INVALID")]
    );
    let mut cheap = same_lines("c", &order);
    cheap.lines[1].line.as_mut().unwrap().discount_percent = Some(16);
    assert_eq!(
        fields(&send(cheap).await.unwrap_err()),
        [("lines[1].discount", "ORDER.DISCOUNT_OVER_LIMIT")]
    );
    let mut stale = with_quantity(same_lines("d", &order), 0, 2);
    stale.version = 7;
    assert_eq!(
        fields(&send(stale.clone()).await.unwrap_err()),
        [("version", "DESK.CHANGED")]
    );
    assert_eq!(fixture.upstream.reservations().len(), 1);
    // The refused key serves the next try.
    stale.version = 1;
    send(stale).await.unwrap();
    let order = get(&fixture, &sales, &number).await.unwrap();
    let same = send(same_lines("e", &order)).await.unwrap().order.unwrap();
    assert_eq!(same.row.unwrap().version, 2);
    for status in [OrderStatus::Processing, OrderStatus::Shipped] {
        fixture.change_status(&number, status).await.unwrap();
    }
    let order = get(&fixture, &sales, &number).await.unwrap();
    let closed = send(same_lines("f", &order)).await.unwrap_err();
    assert_eq!(closed.reason, "ORDER.CORRECTION_CLOSED");
}

#[tokio::test]
async fn prices_that_stay_are_not_checked_and_own_sizes_reserve_nothing() {
    let fixture = Fixture::start().await;
    let (sales, manager) = (fixture.staff(StaffRole::Sales), fixture.staff(StaffRole::Manager));
    let mut request = by_hand("order", &[(SOFA, 1)]);
    request.lines[0].discount_percent = Some(40);
    let order = call!(fixture, &manager, create_desk_order, request)
        .unwrap()
        .order
        .unwrap();
    let own_size = NewDeskLine {
        detail: "Ölçü: 240 sm".to_owned(),
        is_made_to_order: true,
        ..new_line(LAMP, 9)
    };
    let request = with_line(with_quantity(same_lines("a", &order), 0, 2), own_size);
    let order = call!(fixture, &sales, correct_order_lines, request)
        .unwrap()
        .order
        .unwrap();
    assert_eq!(
        (order.lines[0].unit_price_minor, order.lines[1].quantity),
        (60_000, 9)
    );
    assert_eq!(fixture.upstream.stock(LAMP), 3);
}

#[tokio::test]
async fn a_correction_that_dies_between_reservation_and_commit_is_finished_or_given_back() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let order = lamp_and_sofa(&fixture, &sales).await;
    let more = with_quantity(same_lines("more", &order), 0, 2);
    // The reservation is made, and nothing after it happens.
    fixture.upstream.lose_next_response();
    call!(fixture, &sales, correct_order_lines, more.clone()).unwrap_err();
    assert_eq!(
        (
            fixture.upstream.stock(LAMP),
            fixture.upstream.reservations().len()
        ),
        (1, 2)
    );
    // A retry continues with the reservation.
    call!(fixture, &sales, correct_order_lines, more).unwrap();
    assert_eq!(
        (
            fixture.upstream.stock(LAMP),
            fixture.upstream.reservations().len()
        ),
        (1, 2)
    );
    let corrected = fixture.harness.published::<OrderCorrected>().await;
    let reserved = corrected[0].stock.clone().unwrap().reservation_ids;
    assert!(fixture.upstream.reservations().contains(&reserved[0]));

    // Without a retry, the sweeper gives the reservation back.
    let order = get(&fixture, &sales, &order.row.unwrap().order_number)
        .await
        .unwrap();
    fixture.upstream.lose_next_response();
    let again = with_quantity(same_lines("again", &order), 0, 3);
    call!(fixture, &sales, correct_order_lines, again).unwrap_err();
    fixture.age_attempts(121).await;
    let abandoned = testkit::eventually("the attempt is abandoned", || async {
        let events = fixture.harness.published::<OrderAbandoned>().await;
        (!events.is_empty()).then_some(events)
    })
    .await;
    assert_eq!(abandoned.len(), 1);
    assert!(!reserved.contains(&abandoned[0].order_id));
    assert!(fixture.upstream.reservations().contains(&abandoned[0].order_id));
}
