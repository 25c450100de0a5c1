//! Roles that each rpc refuses.

use kit::{domain::UserId, failure::Code, staff::StaffRole};
use proto::order::v1::{
    AddOrderNoteRequest, AssignOrderRequest, CancelReason, ChangeDeskOrdersRequest, CorrectOrderNoteRequest,
    CorrectOrderRequest, CountDeskOrdersRequest, Delivery, DeliveryMethod, ListDeskOrdersRequest,
    MoveDeskOrderRequest, PlanDeliveryRequest, SumCustomerOrdersRequest, UndoOrderStepRequest,
    change_desk_orders_request::Change,
};

use super::*;

/// Unknown to all.
const UNKNOWN: &str = "SB-00000000";

#[tokio::test]
async fn each_rpc_refuses_the_roles_of_the_contract() {
    let fixture = Fixture::start().await;
    let callers = [
        fixture.staff(StaffRole::Owner),
        fixture.staff(StaffRole::Manager),
        fixture.staff(StaffRole::Sales),
        fixture.staff(StaffRole::Warehouse),
        fixture.staff(StaffRole::Editor),
        testkit::caller::staff(),
        fixture.customer().caller(),
        testkit::caller::anonymous(),
        testkit::caller::service("inquiry"),
    ];
    // For owner, manager, sales, warehouse, editor, operator, customer, anonymous, service: y = passes the permission,
    // r = 403 DESK.ROLE, f = 403, s = 401.
    let table = [
        ("list", "yyyyryfsf"),
        ("count", "yyyyryfsf"),
        // The service is inquiry.
        ("sum", "yyyrryfsy"),
        ("get", "yyyyryfsf"),
        ("sheet", "yyryryfsf"),
        ("create", "yyyrryfsf"),
        ("move", "yyyyryfsf"),
        ("undo", "yyyyryfsf"),
        ("pay", "yyyyryfsf"),
        ("correct", "yyyrryfsf"),
        ("correct note", "yyyyryfsf"),
        ("plan", "yyyyryfsf"),
        ("assign", "yyyrryfsf"),
        ("note", "yyyyryfsf"),
        ("bulk", "yyyyryfsf"),
        ("order offer", "yyyrryfsf"),
        ("offer page", "yyyyyfyyf"),
    ];
    for (rpc, row) in table {
        for (index, (caller, expected)) in callers.iter().zip(row.chars()).enumerate() {
            let key = format!("{rpc}{index}");
            let outcome = send(&fixture, caller, rpc, &key).await;
            let refusal = outcome
                .as_ref()
                .err()
                .map(|failure| (failure.code, failure.reason.as_str()));
            match expected {
                'y' => assert!(
                    !matches!(refusal, Some((Code::Forbidden | Code::Unauthenticated, _))),
                    "{rpc} {index} {refusal:?}"
                ),
                'r' => assert_eq!(refusal, Some((Code::Forbidden, "DESK.ROLE")), "{rpc} {index}"),
                'f' => assert_eq!(
                    refusal,
                    Some((Code::Forbidden, "ERROR.FORBIDDEN")),
                    "{rpc} {index}"
                ),
                _ => assert_eq!(
                    refusal.map(|(code, _)| code),
                    Some(Code::Unauthenticated),
                    "{rpc} {index}"
                ),
            }
        }
    }
}

async fn send(fixture: &Fixture, caller: &Caller, rpc: &str, key: &str) -> Result<(), Failure> {
    let number = UNKNOWN.to_owned();
    let key = key.to_owned();
    match rpc {
        "list" => {
            let request = ListDeskOrdersRequest {
                limit: 1,
                ..ListDeskOrdersRequest::default()
            };
            call!(fixture, caller, list_desk_orders, request).map(drop)
        }
        "count" => call!(
            fixture,
            caller,
            count_desk_orders,
            CountDeskOrdersRequest { filter: None }
        )
        .map(drop),
        "sum" => call!(
            fixture,
            caller,
            sum_customer_orders,
            SumCustomerOrdersRequest::default()
        )
        .map(drop),
        "get" => get(fixture, caller, UNKNOWN).await.map(drop),
        "sheet" => designs::sheet(fixture, caller, UNKNOWN).await.map(drop),
        "create" => call!(fixture, caller, create_desk_order, by_hand(&key, &[(SOFA, 1)])).map(drop),
        "move" => {
            let request = MoveDeskOrderRequest {
                order_number: number,
                from: OrderStatus::Pending.into(),
                to: OrderStatus::Processing.into(),
                ..MoveDeskOrderRequest::default()
            };
            call!(fixture, caller, move_desk_order, request).map(drop)
        }
        "undo" => {
            let request = UndoOrderStepRequest {
                order_number: number,
                from: OrderStatus::Processing.into(),
            };
            call!(fixture, caller, undo_order_step, request).map(drop)
        }
        "pay" => {
            let request = payment(UNKNOWN, &key, 1, PaymentKind::In, 1);
            call!(fixture, caller, record_payment, request).map(drop)
        }
        "plan" => {
            let request = PlanDeliveryRequest {
                order_number: number,
                version: 1,
                delivery: Some(Delivery {
                    method: DeliveryMethod::Pickup.into(),
                    ..Delivery::default()
                }),
                is_notified: false,
            };
            call!(fixture, caller, plan_delivery, request).map(drop)
        }
        "assign" => {
            let request = AssignOrderRequest {
                order_number: number,
                ..AssignOrderRequest::default()
            };
            call!(fixture, caller, assign_order, request).map(drop)
        }
        "bulk" => {
            let request = ChangeDeskOrdersRequest {
                idempotency_key: key,
                order_numbers: vec![number],
                change: Some(Change::Status(OrderStatus::Processing.into())),
            };
            call!(fixture, caller, change_desk_orders, request).map(drop)
        }
        "order offer" => offers::send(fixture, caller, offers::request(&offers::add(fixture), &key))
            .await
            .map(drop),
        "offer page" => offers::page(fixture, caller, &UserId::generate().to_string())
            .await
            .map(drop),
        other => write(fixture, caller, other, key).await,
    }
}

/// Sends a note or a correction.
async fn write(fixture: &Fixture, caller: &Caller, rpc: &str, key: String) -> Result<(), Failure> {
    let number = UNKNOWN.to_owned();
    match rpc {
        "correct" => {
            let request = CorrectOrderRequest {
                order_number: number,
                ..CorrectOrderRequest::default()
            };
            call!(fixture, caller, correct_order, request).map(drop)
        }
        "correct note" => {
            let request = CorrectOrderNoteRequest {
                order_number: number,
                note_id: UserId::generate().to_string(),
                text: "a".to_owned(),
            };
            call!(fixture, caller, correct_order_note, request).map(drop)
        }
        "note" => {
            let request = AddOrderNoteRequest {
                idempotency_key: key,
                order_number: number,
                text: "a".to_owned(),
                mentions: Vec::new(),
                files: Vec::new(),
            };
            call!(fixture, caller, add_order_note, request).map(drop)
        }
        other => panic!("no rpc {other}"),
    }
}

#[tokio::test]
async fn moves_and_payments_depend_on_the_order() {
    let fixture = Fixture::start().await;
    let (sales, warehouse) = (
        fixture.staff(StaffRole::Sales),
        fixture.staff(StaffRole::Warehouse),
    );
    // A line of it is made for the order.
    let mut made = by_hand("made", &[(SOFA, 1)]);
    made.lines[0].is_made_to_order = true;
    let made = call!(fixture, &sales, create_desk_order, made).unwrap();
    let processing = made.order.unwrap().row.unwrap().order_number;
    fixture
        .change_status(&processing, OrderStatus::Processing)
        .await
        .unwrap();
    let cancel = |number: &str, from: OrderStatus| MoveDeskOrderRequest {
        order_number: number.to_owned(),
        from: from.into(),
        to: OrderStatus::Cancelled.into(),
        reason: CancelReason::Mistake.into(),
        ..MoveDeskOrderRequest::default()
    };
    for caller in [&sales, &warehouse] {
        let request = cancel(&processing, OrderStatus::Processing);
        let refused = call!(fixture, caller, move_desk_order, request).unwrap_err();
        assert_eq!(
            (refused.code, refused.reason.as_str()),
            (Code::Forbidden, "DESK.ROLE")
        );
        // An unknown number comes before the permission for the record.
        let request = cancel(UNKNOWN, OrderStatus::Processing);
        let unknown = call!(fixture, caller, move_desk_order, request).unwrap_err();
        assert_eq!(unknown.code, Code::NotFound);
    }
    for status in [OrderStatus::Pending, OrderStatus::Processing] {
        // All its lines are pieces of the stock.
        let number = order_in(&fixture, status).await;
        call!(fixture, &sales, move_desk_order, cancel(&number, status)).unwrap();
    }
    let request = payment(&processing, "a", 2, PaymentKind::In, 100);
    call!(fixture, &sales, record_payment, request).unwrap();
    let request = payment(&processing, "b", 3, PaymentKind::Out, 100);
    let refused = call!(fixture, &sales, record_payment, request).unwrap_err();
    assert_eq!(
        (refused.code, refused.reason.as_str()),
        (Code::Forbidden, "DESK.ROLE")
    );
    let request = payment(UNKNOWN, "c", 3, PaymentKind::Out, 100);
    let unknown = call!(fixture, &sales, record_payment, request).unwrap_err();
    assert_eq!(unknown.code, Code::NotFound);
}
