//! Changes of status, delivery and assignee, notes, and several orders at once.

use kit::{failure::Code, staff::StaffRole};
use proto::account::v1::{HandOver, StaffChanged};
use proto::order::v1::{
    AddOrderNoteRequest, AssignOrderRequest, CancelReason, CancellationReason, ChangeDeskOrdersRequest,
    Delivery, DeliveryMethod, DeliveryPlanned, HistoryEntry, MoveDeskOrderRequest, OrderAssigned,
    OrderCancelled, OrderMentioned, OrderStatusChanged, PlanDeliveryRequest, TimelineKind,
    change_desk_orders_request::Change,
};
use time::Duration;

use super::*;

fn id_of(caller: &Caller) -> String {
    match &caller.kind {
        kit::caller::CallerKind::Staff(member) => member.user.to_string(),
        _ => String::new(),
    }
}

/// Returns the staff member of a caller in another role.
fn as_role(caller: &Caller, role: StaffRole) -> Caller {
    let mut changed = caller.clone();
    if let kit::caller::CallerKind::Staff(member) = &mut changed.kind {
        member.role = role;
    }
    changed
}

fn moved(number: &str, from: OrderStatus, to: OrderStatus) -> MoveDeskOrderRequest {
    MoveDeskOrderRequest {
        order_number: number.to_owned(),
        from: from.into(),
        to: to.into(),
        ..MoveDeskOrderRequest::default()
    }
}

#[tokio::test]
async fn moves_an_order_once_and_names_the_staff_member() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let number = order_in(&fixture, OrderStatus::Pending).await;
    let request = moved(
        &number.to_lowercase(),
        OrderStatus::Pending,
        OrderStatus::Processing,
    );
    let order = call!(fixture, &owner, move_desk_order, request.clone())
        .unwrap()
        .order
        .unwrap();
    let row = order.row.unwrap();
    assert_eq!((row.status(), row.version), (OrderStatus::Processing, 2));
    assert_eq!(row.changed_by, id_of(&owner));
    let stale = call!(fixture, &owner, move_desk_order, request).unwrap_err();
    assert_eq!(
        (stale.code, fields(&stale)),
        (Code::Conflict, vec![("from", "DESK.CHANGED")])
    );
    let same = moved(&number, OrderStatus::Processing, OrderStatus::Processing);
    let order = call!(fixture, &owner, move_desk_order, same)
        .unwrap()
        .order
        .unwrap();
    assert_eq!(order.row.unwrap().version, 2);
    let far = moved(&number, OrderStatus::Processing, OrderStatus::Completed);
    let refused = call!(fixture, &owner, move_desk_order, far).unwrap_err();
    assert_eq!(fields(&refused), [("to", "ORDER.STATUS_NOT_REACHABLE")]);
    let events = fixture.harness.published::<OrderStatusChanged>().await;
    let authors: Vec<_> = events.iter().map(|event| event.by.clone()).collect();
    assert_eq!(authors, [id_of(&owner)]);
}

#[tokio::test]
async fn every_change_is_published_and_audited() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer();
    let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
    let statuses = [
        OrderStatus::Processing,
        OrderStatus::Shipped,
        OrderStatus::Delivered,
        OrderStatus::Completed,
    ];
    for status in statuses {
        let updated = fixture.change_status(&order.order_number, status).await.unwrap();
        assert_eq!(updated, status);
    }
    let events = fixture.harness.published::<OrderStatusChanged>().await;
    let published: Vec<_> = events.iter().map(|event| event.status.as_str()).collect();
    assert_eq!(published, ["processing", "shipped", "delivered", "completed"]);
    let found = customer.get(&order.id).await.unwrap();
    let history: Vec<_> = found.history.iter().skip(1).map(HistoryEntry::status).collect();
    assert_eq!(history, statuses);
    assert_eq!(fixture.audited_subjects("UpdateOrderStatus").await.len(), 4);
}

#[tokio::test]
async fn the_operator_cancels_without_a_reason_and_the_present_status() {
    let fixture = Fixture::start().await;
    let number = order_in(&fixture, OrderStatus::Processing).await;
    let operator = testkit::caller::staff();
    let cancel = moved(&number, OrderStatus::Unspecified, OrderStatus::Cancelled);
    let order = call!(fixture, &operator, move_desk_order, cancel.clone()).unwrap();
    assert_eq!(order.order.unwrap().cancel_reason, "staff");
    let cancelled = fixture.harness.published::<OrderCancelled>().await;
    let reasons: Vec<_> = cancelled.iter().map(OrderCancelled::reason).collect();
    assert_eq!(reasons, [CancellationReason::Staff]);
    assert_eq!(fixture.harness.published::<OrderStatusChanged>().await.len(), 1);

    let again = call!(fixture, &operator, move_desk_order, cancel).unwrap_err();
    assert_eq!(
        (again.code, again.reason.as_str()),
        (Code::Conflict, "ORDER.STATUS_NOT_REACHABLE")
    );
    assert_eq!(
        (&*again.parameters["from"], &*again.parameters["to"]),
        ("cancelled", "cancelled")
    );
    let unspecified = moved(&number, OrderStatus::Unspecified, OrderStatus::Unspecified);
    let missing = call!(fixture, &operator, move_desk_order, unspecified.clone()).unwrap_err();
    assert_eq!(fields(&missing), [("to", "FIELD.REQUIRED")]);
    let owner = fixture.staff(StaffRole::Owner);
    let missing = call!(fixture, &owner, move_desk_order, unspecified).unwrap_err();
    assert_eq!(
        fields(&missing),
        [("from", "FIELD.REQUIRED"), ("to", "FIELD.REQUIRED")]
    );
    for number in ["SB-00000000", "", "SB-\0", &"S".repeat(21)] {
        let unknown = moved(number, OrderStatus::Unspecified, OrderStatus::Processing);
        let unknown = call!(fixture, &operator, move_desk_order, unknown).unwrap_err();
        assert_eq!(unknown.code, Code::NotFound, "{number:?}");
    }
}

#[tokio::test]
async fn cancels_with_a_reason_that_the_timeline_keeps() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let number = order_in(&fixture, OrderStatus::Processing).await;
    let mut request = moved(&number, OrderStatus::Processing, OrderStatus::Cancelled);
    let missing = call!(fixture, &owner, move_desk_order, request.clone()).unwrap_err();
    assert_eq!(fields(&missing), [("reason", "FIELD.REQUIRED")]);
    request.set_reason(CancelReason::Other);
    let missing = call!(fixture, &owner, move_desk_order, request.clone()).unwrap_err();
    assert_eq!(fields(&missing), [("text", "FIELD.REQUIRED")]);
    request.text = "Moved abroad".to_owned();
    let order = call!(fixture, &owner, move_desk_order, request)
        .unwrap()
        .order
        .unwrap();
    assert_eq!(order.cancel_reason, "other");
    assert!(order.allowed_statuses.is_empty());
    let last = order.timeline.last().unwrap();
    assert_eq!(
        (last.reason.as_str(), last.text.as_str()),
        ("other", "Moved abroad")
    );
    assert_eq!(
        (last.from_status(), last.to_status()),
        (OrderStatus::Processing, OrderStatus::Cancelled)
    );
    let cancelled = fixture.harness.published::<OrderCancelled>().await;
    assert_eq!(
        (cancelled[0].staff_reason.as_str(), cancelled[0].by.as_str()),
        ("other", &*id_of(&owner))
    );
}

#[tokio::test]
async fn ships_only_with_an_address_or_as_pickup() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let mut request = by_hand("a", &[(SOFA, 1)]);
    request.shipping_address = Some(proto::order::v1::PostalAddress {
        first_name: "Rauf".to_owned(),
        phone: "050 019 55 10".to_owned(),
        ..Default::default()
    });
    let order = call!(fixture, &owner, create_desk_order, request)
        .unwrap()
        .order
        .unwrap();
    let number = order.row.unwrap().order_number;
    let request = moved(&number, OrderStatus::Pending, OrderStatus::Processing);
    call!(fixture, &owner, move_desk_order, request).unwrap();
    let ship = moved(&number, OrderStatus::Processing, OrderStatus::Shipped);
    let refused = call!(fixture, &owner, move_desk_order, ship.clone()).unwrap_err();
    assert_eq!(
        (refused.code, refused.reason.as_str()),
        (Code::Conflict, "ORDER.NO_ADDRESS")
    );
    let plan = PlanDeliveryRequest {
        order_number: number.clone(),
        version: 2,
        delivery: Some(Delivery {
            method: DeliveryMethod::Pickup.into(),
            ..Delivery::default()
        }),
        is_notified: false,
    };
    call!(fixture, &owner, plan_delivery, plan).unwrap();
    call!(fixture, &owner, move_desk_order, ship).unwrap();
}

#[tokio::test]
async fn plans_the_delivery_of_an_order_in_work() {
    let fixture = Fixture::start().await;
    let warehouse = fixture.staff(StaffRole::Warehouse);
    let number = order_in(&fixture, OrderStatus::Processing).await;
    let tomorrow = (kit::clock::now() + Duration::hours(28)).date().to_string();
    let mut request = PlanDeliveryRequest {
        order_number: number.clone(),
        version: 2,
        delivery: Some(Delivery {
            method: DeliveryMethod::Delivery.into(),
            on: tomorrow.clone(),
            from: "10:00".to_owned(),
            to: "14:00".to_owned(),
            crew: "Elçin, Murad".to_owned(),
            note: "4-cü mərtəbə".to_owned(),
        }),
        is_notified: true,
    };
    let order = call!(fixture, &warehouse, plan_delivery, request.clone())
        .unwrap()
        .order
        .unwrap();
    assert_eq!(order.row.as_ref().unwrap().delivery, request.delivery);
    let last = order.timeline.last().unwrap();
    assert_eq!(
        (last.kind(), &last.to_delivery),
        (TimelineKind::Delivery, &request.delivery)
    );
    let planned = fixture.harness.published::<DeliveryPlanned>().await;
    assert_eq!(
        (
            planned[0].on.as_str(),
            planned[0].from.as_str(),
            planned[0].is_notified
        ),
        (tomorrow.as_str(), "10:00", true)
    );
    let stale = call!(fixture, &warehouse, plan_delivery, request.clone()).unwrap_err();
    assert_eq!(fields(&stale), [("version", "DESK.CHANGED")]);
    // The same plan changes nothing.
    request.version = 3;
    request.is_notified = false;
    let order = call!(fixture, &warehouse, plan_delivery, request.clone())
        .unwrap()
        .order
        .unwrap();
    assert_eq!(order.row.unwrap().version, 3);
    for step in [OrderStatus::Shipped, OrderStatus::Delivered] {
        fixture.change_status(&number, step).await.unwrap();
    }
    request.version = 5;
    let closed = call!(fixture, &warehouse, plan_delivery, request).unwrap_err();
    assert_eq!(
        (closed.code, closed.reason.as_str()),
        (Code::Conflict, "ORDER.DELIVERY_CLOSED")
    );
    let detail: serde_json::Value =
        sqlx::query_scalar("select detail from audit where action = 'PlanDelivery'")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
    assert_eq!(detail["crew"], serde_json::json!(["…", "…"]));
    assert_eq!(detail["on"][1], tomorrow.as_str());
}

#[tokio::test]
async fn assigns_an_order_to_active_staff() {
    let fixture = Fixture::start().await;
    let (sales, warehouse) = (
        fixture.staff(StaffRole::Sales),
        fixture.staff(StaffRole::Warehouse),
    );
    let editor = fixture.staff(StaffRole::Editor);
    let disabled = kit::domain::UserId::generate();
    fixture.upstream.add_staff(disabled, StaffRole::Sales, false);
    let number = order_in(&fixture, OrderStatus::Pending).await;
    let assign = async |from: &str, to: &str| {
        let request = AssignOrderRequest {
            order_number: number.clone(),
            from: from.to_owned(),
            to: to.to_owned(),
        };
        call!(fixture, &sales, assign_order, request)
    };
    let stranger = kit::domain::UserId::generate().to_string();
    for to in [id_of(&editor), disabled.to_string(), stranger] {
        let refused = assign("", &to).await.unwrap_err();
        assert_eq!(
            (refused.code, fields(&refused)),
            (Code::Invalid, vec![("to", "STAFF.NOT_ASSIGNABLE")])
        );
    }
    let to = id_of(&warehouse);
    let order = assign("", &to).await.unwrap().order.unwrap();
    assert_eq!(order.row.unwrap().assignee, to);
    let stale = assign("", "").await.unwrap_err();
    assert_eq!(fields(&stale), [("from", "DESK.CHANGED")]);
    let order = assign(&to, "").await.unwrap().order.unwrap();
    let row = order.row.unwrap();
    assert_eq!((row.assignee.as_str(), row.version), ("", 3));
    let assigned = fixture.harness.published::<OrderAssigned>().await;
    let pairs: Vec<_> = assigned
        .iter()
        .map(|event| (event.previous_id.as_str(), event.assignee_id.as_str()))
        .collect();
    assert_eq!(pairs, [("", to.as_str()), (to.as_str(), "")]);

    // The open orders of a disabled member move to the receiver, once.
    assign("", &to).await.unwrap();
    let (owner, receiver) = (fixture.staff(StaffRole::Owner), id_of(&sales));
    let event = StaffChanged {
        user_id: to.clone(),
        by: id_of(&owner),
        hand_over: Some(HandOver {
            to_id: receiver.clone(),
            ..HandOver::default()
        }),
        ..StaffChanged::default()
    };
    let id = fixture.harness.deliver(&event).await;
    fixture.harness.wait_until_idle().await;
    fixture.harness.redeliver(id, &event).await;
    fixture.harness.wait_until_idle().await;
    let order = get(&fixture, &sales, &number).await.unwrap();
    let row = order.row.unwrap();
    assert_eq!((row.assignee.as_str(), row.version), (receiver.as_str(), 5));
    let assigned = fixture.harness.published::<OrderAssigned>().await;
    let handed: Vec<_> = assigned
        .iter()
        .filter(|event| event.hand_over_id == id.to_string())
        .collect();
    assert_eq!(handed.len(), 1);
    assert_eq!(
        (handed[0].assignee_id.as_str(), handed[0].by.as_str()),
        (receiver.as_str(), event.by.as_str())
    );
}

#[tokio::test]
async fn a_note_keeps_the_version_and_mentions_active_staff() {
    let fixture = Fixture::start().await;
    let (sales, warehouse) = (
        fixture.staff(StaffRole::Sales),
        fixture.staff(StaffRole::Warehouse),
    );
    let number = order_in(&fixture, OrderStatus::Processing).await;
    let note = |key: &str, mentions: Vec<String>| AddOrderNoteRequest {
        idempotency_key: key.to_owned(),
        order_number: number.clone(),
        text: " Zəng edin ".to_owned(),
        mentions,
        files: Vec::new(),
    };
    for _ in 0..2 {
        let request = note("a", vec![id_of(&warehouse)]);
        let order = call!(fixture, &sales, add_order_note, request)
            .unwrap()
            .order
            .unwrap();
        assert_eq!(order.row.unwrap().version, 2);
        let notes: Vec<_> = order
            .timeline
            .iter()
            .filter(|entry| entry.kind() == TimelineKind::Note)
            .collect();
        assert_eq!(notes.len(), 1);
        assert_eq!(
            (notes[0].text.as_str(), &notes[0].mentions),
            ("Zəng edin", &vec![id_of(&warehouse)])
        );
    }
    assert_eq!(fixture.harness.published::<OrderMentioned>().await.len(), 1);
    let stranger = kit::domain::UserId::generate().to_string();
    let refused = call!(fixture, &sales, add_order_note, note("b", vec![stranger])).unwrap_err();
    assert_eq!(fields(&refused), [("mentions[0]", "FIELD.INVALID")]);
    let keyless = call!(fixture, &sales, add_order_note, note("", vec![])).unwrap_err();
    assert_eq!(fields(&keyless), [("idempotencyKey", "FIELD.REQUIRED")]);
    let audited: Vec<serde_json::Value> =
        sqlx::query_scalar("select detail from audit where action = 'AddOrderNote'")
            .fetch_all(fixture.harness.pool())
            .await
            .unwrap();
    assert_eq!(audited, [serde_json::json!({})]);
}

#[tokio::test]
async fn changes_each_of_several_orders_by_its_own_rules() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let pending = order_in(&fixture, OrderStatus::Pending).await;
    let shipped = order_in(&fixture, OrderStatus::Shipped).await;
    let request = ChangeDeskOrdersRequest {
        idempotency_key: "a".to_owned(),
        order_numbers: vec![shipped.clone(), pending.clone(), "SB-00000000".to_owned()],
        change: Some(Change::Status(OrderStatus::Processing.into())),
    };
    let first = call!(fixture, &sales, change_desk_orders, request.clone()).unwrap();
    let results: Vec<_> = first
        .results
        .iter()
        .map(|result| {
            (
                result.order_number.as_str(),
                result.field.as_str(),
                result.error.as_str(),
            )
        })
        .collect();
    assert_eq!(
        results,
        [
            (shipped.as_str(), "to", "ORDER.STATUS_NOT_REACHABLE"),
            (pending.as_str(), "", ""),
            ("SB-00000000", "general", "ORDER.NOT_FOUND"),
        ]
    );
    let second = call!(fixture, &sales, change_desk_orders, request.clone()).unwrap();
    assert_eq!(first, second);
    // A replay is authorized again: by now the caller has another role.
    let moved = as_role(&sales, StaffRole::Warehouse);
    let refused = call!(fixture, &moved, change_desk_orders, request.clone()).unwrap();
    assert!(refused.results.iter().all(|result| result.error == "DESK.ROLE"));
    let cancel = ChangeDeskOrdersRequest {
        idempotency_key: "b".to_owned(),
        change: Some(Change::Status(OrderStatus::Cancelled.into())),
        ..request.clone()
    };
    let refused = call!(fixture, &sales, change_desk_orders, cancel).unwrap_err();
    assert_eq!(fields(&refused), [("to", "FIELD.INVALID")]);
    let many = ChangeDeskOrdersRequest {
        order_numbers: vec![pending.clone(); 201],
        ..request
    };
    let refused = call!(fixture, &sales, change_desk_orders, many).unwrap_err();
    assert_eq!(fields(&refused), [("numbers", "FIELD.OUT_OF_RANGE")]);
    let assign = ChangeDeskOrdersRequest {
        idempotency_key: "c".to_owned(),
        order_numbers: vec![pending.clone(), shipped],
        change: Some(Change::Assignee(id_of(&sales))),
    };
    let assigned = call!(fixture, &sales, change_desk_orders, assign).unwrap();
    assert!(assigned.results.iter().all(|result| result.error.is_empty()));
    let row = get(&fixture, &sales, &pending).await.unwrap().row.unwrap();
    assert_eq!(
        (row.status(), row.assignee),
        (OrderStatus::Processing, id_of(&sales))
    );
}

#[tokio::test]
async fn replay_tells_nothing_of_an_order_that_the_caller_may_not_read_any_more() {
    let fixture = Fixture::start().await;
    let warehouse = fixture.staff(StaffRole::Warehouse);
    let (stays, leaves) = (
        order_in(&fixture, OrderStatus::Processing).await,
        order_in(&fixture, OrderStatus::Processing).await,
    );
    let request = ChangeDeskOrdersRequest {
        idempotency_key: "a".to_owned(),
        order_numbers: vec![stays.clone(), leaves.clone()],
        change: Some(Change::Status(OrderStatus::Shipped.into())),
    };
    let errors = async || {
        let response = call!(fixture, &warehouse, change_desk_orders, request.clone()).unwrap();
        let results = response.results.into_iter();
        results.map(|result| result.error).collect::<Vec<_>>()
    };
    assert_eq!(errors().await, ["", ""]);
    for status in [OrderStatus::Delivered, OrderStatus::Completed] {
        fixture.change_status(&leaves, status).await.unwrap();
    }
    assert_eq!(errors().await, ["", "ORDER.NOT_FOUND"]);
}
