//! Steps that are taken back, and steps back.

use kit::{failure::Code, staff::StaffRole};
use proto::order::v1::{
    CancelReason, ChangeDeskOrdersRequest, MoveDeskOrderRequest, OrderCancelled, OrderChanged,
    OrderStatusChanged, UndoOrderStepRequest, change_desk_orders_request::Change,
};

use super::*;

async fn take(
    fixture: &Fixture,
    caller: &Caller,
    number: &str,
    from: OrderStatus,
    to: OrderStatus,
) -> DeskOrder {
    let request = MoveDeskOrderRequest {
        order_number: number.to_owned(),
        from: from.into(),
        to: to.into(),
        reason: match to {
            OrderStatus::Cancelled => CancelReason::Mistake.into(),
            _ => CancelReason::Unspecified.into(),
        },
        ..MoveDeskOrderRequest::default()
    };
    let response = call!(fixture, caller, move_desk_order, request).unwrap();
    response.order.unwrap()
}

async fn undo(
    fixture: &Fixture,
    caller: &Caller,
    number: &str,
    from: OrderStatus,
) -> Result<DeskOrder, Failure> {
    let request = UndoOrderStepRequest {
        order_number: number.to_owned(),
        from: from.into(),
    };
    let response = call!(fixture, caller, undo_order_step, request)?;
    Ok(response.order.unwrap())
}

/// Ends the time in which steps can be taken back.
async fn pass(fixture: &Fixture) {
    for statement in [
        "update outbox set not_before = now() where not_before is not null",
        "update order_history set undo_until = now() where undo_until is not null",
    ] {
        sqlx::query(statement)
            .execute(fixture.harness.pool())
            .await
            .unwrap();
    }
}

fn reason(refused: &Failure) -> (Code, &str) {
    (refused.code, &refused.reason)
}

#[tokio::test]
async fn takes_back_a_step_with_its_event() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let number = order_in(&fixture, OrderStatus::Pending).await;
    let before = get(&fixture, &sales, &number).await.unwrap();
    let taken = take(
        &fixture,
        &sales,
        &number,
        OrderStatus::Pending,
        OrderStatus::Processing,
    )
    .await;
    assert!(taken.undo_until.is_some());
    // Others see the step at once, while its mail waits.
    let unpublished: Vec<String> = sqlx::query_scalar(
        "select subject from outbox where not_before is not null and published_at is null",
    )
    .fetch_all(fixture.harness.pool())
    .await
    .unwrap();
    assert_eq!(unpublished, ["storefront.order.status_changed"]);

    let after = undo(&fixture, &sales, &number, OrderStatus::Processing)
        .await
        .unwrap();
    assert_eq!(after.history, before.history);
    let row = after.row.unwrap();
    assert_eq!((row.status(), row.version), (OrderStatus::Pending, 3));
    assert_eq!((after.undo_until, after.timeline), (None, before.timeline));
    fixture.harness.wait_until_idle().await;
    assert_eq!(fixture.harness.published::<OrderStatusChanged>().await, []);
    let changes = fixture.harness.published::<OrderChanged>().await;
    let changes: Vec<_> = changes
        .iter()
        .map(|event| (event.what.as_str(), event.version))
        .collect();
    assert_eq!(changes, [("status", 2), ("status", 3)]);
    let audited = fixture.audited_subjects("UndoOrderStatus").await;
    assert_eq!(audited, [number.as_str()]);
    let stale = undo(&fixture, &sales, &number, OrderStatus::Processing)
        .await
        .unwrap_err();
    assert_eq!(fields(&stale), [("from", "DESK.CHANGED")]);
}

#[tokio::test]
async fn cancelled_order_keeps_its_stock_until_the_step_is_final() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let number = order_in(&fixture, OrderStatus::Pending).await;
    take(
        &fixture,
        &owner,
        &number,
        OrderStatus::Pending,
        OrderStatus::Cancelled,
    )
    .await;
    let after = undo(&fixture, &owner, &number, OrderStatus::Cancelled)
        .await
        .unwrap();
    assert_eq!(
        (after.row.unwrap().status(), after.cancel_reason.as_str()),
        (OrderStatus::Pending, "")
    );
    assert_eq!(fixture.harness.published::<OrderCancelled>().await, []);

    take(
        &fixture,
        &owner,
        &number,
        OrderStatus::Pending,
        OrderStatus::Cancelled,
    )
    .await;
    pass(&fixture).await;
    fixture.harness.wait_until_idle().await;
    assert_eq!(fixture.harness.published::<OrderCancelled>().await.len(), 1);
    let refused = undo(&fixture, &owner, &number, OrderStatus::Cancelled)
        .await
        .unwrap_err();
    assert_eq!(reason(&refused), (Code::Conflict, "ORDER.STEP_FINAL"));
}

#[tokio::test]
async fn refuses_a_step_whose_event_has_left_and_steps_of_others() {
    let fixture = Fixture::start().await;
    let (sales, other, warehouse, manager) = (
        fixture.staff(StaffRole::Sales),
        fixture.staff(StaffRole::Sales),
        fixture.staff(StaffRole::Warehouse),
        fixture.staff(StaffRole::Manager),
    );
    let number = order_in(&fixture, OrderStatus::Pending).await;
    take(
        &fixture,
        &sales,
        &number,
        OrderStatus::Pending,
        OrderStatus::Processing,
    )
    .await;
    assert_eq!(get(&fixture, &other, &number).await.unwrap().undo_until, None);
    let refused = undo(&fixture, &other, &number, OrderStatus::Processing)
        .await
        .unwrap_err();
    assert_eq!(reason(&refused), (Code::Forbidden, "DESK.ROLE"));
    undo(&fixture, &manager, &number, OrderStatus::Processing)
        .await
        .unwrap();

    take(
        &fixture,
        &sales,
        &number,
        OrderStatus::Pending,
        OrderStatus::Processing,
    )
    .await;
    // A relay of the previous version has published it early.
    sqlx::query("update outbox set published_at = now()")
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    let refused = undo(&fixture, &sales, &number, OrderStatus::Processing)
        .await
        .unwrap_err();
    assert_eq!(reason(&refused), (Code::Conflict, "ORDER.STEP_FINAL"));

    // A step of the operator is final at once.
    fixture
        .change_status(&number, OrderStatus::Shipped)
        .await
        .unwrap();
    let refused = undo(&fixture, &warehouse, &number, OrderStatus::Shipped)
        .await
        .unwrap_err();
    assert_eq!(reason(&refused), (Code::Conflict, "ORDER.STEP_FINAL"));
}

#[tokio::test]
async fn payment_that_is_mailed_makes_the_step_final_before_its_own_mail() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let number = order_in(&fixture, OrderStatus::Pending).await;
    take(
        &fixture,
        &owner,
        &number,
        OrderStatus::Pending,
        OrderStatus::Processing,
    )
    .await;
    let request = payment(&number, "a", 2, PaymentKind::In, 100);
    call!(fixture, &owner, record_payment, request).unwrap();
    let refused = undo(&fixture, &owner, &number, OrderStatus::Processing)
        .await
        .unwrap_err();
    assert_eq!(reason(&refused), (Code::Conflict, "ORDER.STEP_FINAL"));
    let waiting: i64 = sqlx::query_scalar("select count(*) from outbox where not_before is not null")
        .fetch_one(fixture.harness.pool())
        .await
        .unwrap();
    assert_eq!(waiting, 0);
}

#[tokio::test]
async fn several_orders_are_taken_back_together() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let numbers = vec![
        order_in(&fixture, OrderStatus::Pending).await,
        order_in(&fixture, OrderStatus::Pending).await,
    ];
    let request = |key: &str, change| ChangeDeskOrdersRequest {
        idempotency_key: key.to_owned(),
        order_numbers: numbers.clone(),
        change: Some(change),
    };
    let processing = OrderStatus::Processing.into();
    let moved = call!(
        fixture,
        &sales,
        change_desk_orders,
        request("a", Change::Status(processing))
    )
    .unwrap();
    assert!(moved.undo_until.is_some());
    for key in ["b", "c"] {
        let undone = call!(
            fixture,
            &sales,
            change_desk_orders,
            request(key, Change::Undo(processing))
        )
        .unwrap();
        let errors: Vec<_> = undone
            .results
            .iter()
            .map(|result| result.error.as_str())
            .collect();
        // The second one finds the orders pending.
        let expected = if key == "b" { "" } else { "DESK.CHANGED" };
        assert_eq!(errors, [expected; 2]);
    }
    for number in &numbers {
        let order = get(&fixture, &sales, number).await.unwrap();
        assert_eq!(order.row.unwrap().status(), OrderStatus::Pending);
    }
    assert_eq!(fixture.harness.published::<OrderStatusChanged>().await, []);
}

#[tokio::test]
async fn manager_takes_an_order_back_with_a_reason_and_mails_it_only_on_request() {
    let fixture = Fixture::start().await;
    let (manager, sales) = (fixture.staff(StaffRole::Manager), fixture.staff(StaffRole::Sales));
    let number = order_in(&fixture, OrderStatus::Shipped).await;
    let mut back = MoveDeskOrderRequest {
        order_number: number.clone(),
        from: OrderStatus::Shipped.into(),
        to: OrderStatus::Processing.into(),
        ..MoveDeskOrderRequest::default()
    };
    let refused = call!(fixture, &manager, move_desk_order, back.clone()).unwrap_err();
    assert_eq!(fields(&refused), [("reason", "FIELD.REQUIRED")]);
    back.set_reason(CancelReason::Other);
    back.text = "The lorry broke down".to_owned();
    let refused = call!(fixture, &sales, move_desk_order, back.clone()).unwrap_err();
    assert_eq!(fields(&refused), [("to", "ORDER.STATUS_NOT_REACHABLE")]);
    assert_eq!(
        get(&fixture, &sales, &number).await.unwrap().previous_status(),
        OrderStatus::Unspecified
    );
    let shown = get(&fixture, &manager, &number).await.unwrap();
    assert_eq!(shown.previous_status(), OrderStatus::Processing);
    assert_eq!(shown.allowed_statuses, [i32::from(OrderStatus::Delivered)]);

    let events = fixture.harness.published::<OrderStatusChanged>().await.len();
    let order = call!(fixture, &manager, move_desk_order, back)
        .unwrap()
        .order
        .unwrap();
    let last = order.timeline.last().unwrap();
    assert_eq!(
        (last.to_status(), last.text.as_str()),
        (OrderStatus::Processing, "The lorry broke down")
    );
    assert_eq!(order.row.unwrap().status(), OrderStatus::Processing);
    assert_eq!(
        fixture.harness.published::<OrderStatusChanged>().await.len(),
        events
    );

    let told = MoveDeskOrderRequest {
        order_number: number.clone(),
        from: OrderStatus::Processing.into(),
        to: OrderStatus::Pending.into(),
        reason: CancelReason::Mistake.into(),
        is_notified: true,
        ..MoveDeskOrderRequest::default()
    };
    call!(fixture, &manager, move_desk_order, told).unwrap();
    let published = fixture.harness.published::<OrderStatusChanged>().await;
    assert_eq!(published.last().unwrap().status, "pending");
}
