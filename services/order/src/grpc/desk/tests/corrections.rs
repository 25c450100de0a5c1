//! Corrections of addresses and notes.

use kit::{failure::Code, staff::StaffRole};
use proto::order::v1::{
    AddOrderNoteRequest, CorrectOrderNoteRequest, CorrectOrderRequest, DeskOrderFilter,
    ListDeskOrdersRequest, OrderChanged, PostalAddress, TimelineKind,
};

use super::*;

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
