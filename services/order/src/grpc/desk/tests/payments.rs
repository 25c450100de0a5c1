//! Payments in and out.

use futures::future::join_all;
use kit::{failure::Code, staff::StaffRole};
use proto::order::v1::{
    CountDeskOrdersRequest, DeskOrderFilter, ListDeskOrdersRequest, OrderPaid, OrderStatus,
    OrderStatusChanged, PaymentKind, PaymentStatus, TimelineEntry, TimelineKind, UpdatePaymentStatusRequest,
};

use super::*;

#[tokio::test]
async fn payment_status_follows_the_payments() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let number = order_in(&fixture, OrderStatus::Processing).await;
    let mut version = get(&fixture, &owner, &number).await.unwrap().row.unwrap().version;
    for (key, kind, amount, status, paid, refunded, balance) in [
        (
            "a",
            PaymentKind::In,
            40_000,
            PaymentStatus::Processing,
            40_000,
            0,
            60_000,
        ),
        (
            "b",
            PaymentKind::Out,
            40_000,
            PaymentStatus::Unpaid,
            40_000,
            40_000,
            100_000,
        ),
        (
            "c",
            PaymentKind::In,
            100_000,
            PaymentStatus::Paid,
            140_000,
            40_000,
            0,
        ),
        (
            "d",
            PaymentKind::Out,
            30_000,
            PaymentStatus::Paid,
            140_000,
            70_000,
            0,
        ),
        (
            "e",
            PaymentKind::Out,
            70_000,
            PaymentStatus::Refunded,
            140_000,
            140_000,
            0,
        ),
    ] {
        let request = payment(&number, key, version, kind, amount);
        let order = call!(fixture, &owner, record_payment, request)
            .unwrap()
            .order
            .unwrap();
        let row = order.row.unwrap();
        assert_eq!(row.payment_status(), status, "{key}");
        assert_eq!(
            (row.paid_minor, row.refunded_minor, row.balance_minor),
            (paid, refunded, balance),
            "{key}"
        );
        version += 1;
        assert_eq!(row.version, version, "{key}");
    }
    let order = get(&fixture, &owner, &number).await.unwrap();
    assert_eq!(order.payments.len(), 5);
    let kinds: Vec<_> = order.timeline.iter().map(TimelineEntry::kind).collect();
    let count = |kind| kinds.iter().filter(|other| **other == kind).count();
    assert_eq!(count(TimelineKind::Payment), 5);
    assert_eq!(count(TimelineKind::PaymentStatus), 4);
    let paid = fixture.harness.published::<OrderPaid>().await;
    let balances: Vec<_> = paid.iter().map(|event| event.balance_minor).collect();
    assert_eq!(balances, [60_000, 100_000, 0, 0, 0]);
    let statuses: Vec<_> = fixture
        .harness
        .published::<OrderStatusChanged>()
        .await
        .into_iter()
        .map(|event| event.payment_status)
        .collect();
    assert_eq!(statuses, ["pending", "processing", "unpaid", "paid", "refunded"]);
    assert_eq!(fixture.audited_subjects("RecordPayment").await.len(), 5);
}

#[tokio::test]
async fn refuses_amounts_that_are_not_owed_or_taken() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let number = order_in(&fixture, OrderStatus::Pending).await;
    let send = async |kind, amount, version| {
        let request = payment(&number, "a", version, kind, amount);
        call!(fixture, &owner, record_payment, request)
    };
    let too_much = send(PaymentKind::In, 100_001, 1).await.unwrap_err();
    assert_eq!(too_much.code, Code::Conflict);
    assert_eq!(fields(&too_much), [("amount", "PAYMENT.TOO_MUCH")]);
    let nothing_taken = send(PaymentKind::Out, 1, 1).await.unwrap_err();
    assert_eq!(fields(&nothing_taken), [("amount", "PAYMENT.TOO_MUCH")]);
    let stale = send(PaymentKind::In, 1, 2).await.unwrap_err();
    assert_eq!(
        (stale.code, fields(&stale)),
        (Code::Conflict, vec![("version", "DESK.CHANGED")])
    );
    let nothing = send(PaymentKind::In, 0, 1).await.unwrap_err();
    assert_eq!(
        (nothing.code, fields(&nothing)),
        (Code::Invalid, vec![("amount", "FIELD.OUT_OF_RANGE")])
    );
    let cancelled = order_in(&fixture, OrderStatus::Cancelled).await;
    let request = payment(&cancelled, "b", 2, PaymentKind::In, 1);
    let refused = call!(fixture, &owner, record_payment, request).unwrap_err();
    assert_eq!(
        (refused.code, refused.reason.as_str()),
        (Code::Conflict, "PAYMENT.NOT_POSSIBLE")
    );
    assert!(refused.fields.is_empty());
    // Refusals are not kept under the key.
    send(PaymentKind::In, 100_000, 1).await.unwrap();
}

#[tokio::test]
async fn parallel_calls_with_a_key_record_one_payment() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let number = order_in(&fixture, OrderStatus::Pending).await;
    let send = async || {
        loop {
            let request = payment(&number, "press", 1, PaymentKind::In, 40_000);
            match call!(fixture, &sales, record_payment, request) {
                // While the first call runs.
                Err(failure) if failure.code == Code::Unavailable => tokio::task::yield_now().await,
                outcome => return outcome.unwrap().order.unwrap(),
            }
        }
    };
    let orders = join_all((0..64).map(|_| send())).await;
    for order in orders {
        assert_eq!(order.payments.len(), 1);
        assert_eq!(order.row.unwrap().paid_minor, 40_000);
    }
    assert_eq!(fixture.harness.published::<OrderPaid>().await.len(), 1);
    let other = payment(&number, "press", 1, PaymentKind::In, 50_000);
    let reused = call!(fixture, &sales, record_payment, other).unwrap_err();
    assert_eq!(reused.code, Code::KeyReused);
}

#[tokio::test]
async fn parallel_calls_with_different_keys_never_exceed_the_total() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let number = order_in(&fixture, OrderStatus::Pending).await;
    let outcomes = join_all((0..16).map(|key| {
        let request = payment(&number, &key.to_string(), 1, PaymentKind::In, 100_000);
        let (fixture, sales) = (&fixture, &sales);
        async move { call!(fixture, sales, record_payment, request) }
    }))
    .await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    for failure in outcomes.iter().filter_map(|outcome| outcome.as_ref().err()) {
        assert_eq!(fields(failure), [("version", "DESK.CHANGED")]);
    }
}

#[tokio::test]
async fn command_writes_the_payments_of_its_moves() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let number = order_in(&fixture, OrderStatus::Pending).await;
    let request = payment(&number, "a", 1, PaymentKind::In, 40_000);
    call!(fixture, &owner, record_payment, request).unwrap();
    for status in [
        PaymentStatus::Unpaid,
        PaymentStatus::Processing,
        PaymentStatus::Paid,
        PaymentStatus::Refunded,
    ] {
        let request = UpdatePaymentStatusRequest {
            order_number: number.clone(),
            payment_status: status.into(),
        };
        fixture
            .client()
            .update_payment_status(on_behalf_of(&testkit::caller::staff(), request))
            .await
            .unwrap();
    }
    let order = get(&fixture, &owner, &number).await.unwrap();
    let payments: Vec<_> = order
        .payments
        .iter()
        .map(|payment| (payment.kind(), payment.amount_minor, payment.method()))
        .collect();
    assert_eq!(
        payments,
        [
            (PaymentKind::In, 40_000, PaymentMethod::Cash),
            (PaymentKind::In, 60_000, PaymentMethod::Other),
            (PaymentKind::Out, 100_000, PaymentMethod::Other),
        ]
    );
    let row = order.row.unwrap();
    assert_eq!(
        (row.paid_minor, row.refunded_minor, row.balance_minor),
        (100_000, 100_000, 0)
    );
    assert_eq!(row.changed_by, "operator");
}

#[tokio::test]
async fn sweep_completes_orders_of_earlier_pods() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let paid = order_in(&fixture, OrderStatus::Pending).await;
    let refunded = order_in(&fixture, OrderStatus::Pending).await;
    for (number, status) in [(&paid, "paid"), (&refunded, "refunded")] {
        sqlx::query(
            "update customer_order
             set payment_status = $2, desk_search = null, customer_phone = null, customer_email = null where number = $1",
        )
        .bind(number)
        .bind(status)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    }
    for _ in 0..2 {
        crate::backfill::sweep(fixture.harness.pool()).await.unwrap();
    }
    let order = get(&fixture, &owner, &paid).await.unwrap();
    assert_eq!(order.payments.len(), 1);
    assert_eq!(order.other_orders.len(), 1, "the same phone");
    let row = order.row.unwrap();
    assert_eq!((row.paid_minor, row.refunded_minor), (100_000, 0));
    let row = get(&fixture, &owner, &refunded).await.unwrap().row.unwrap();
    assert_eq!((row.paid_minor, row.refunded_minor), (100_000, 100_000));
}

#[tokio::test]
async fn warehouse_takes_cash_at_the_door_up_to_the_balance() {
    let fixture = Fixture::start().await;
    let warehouse = fixture.staff(StaffRole::Warehouse);
    let number = order_in(&fixture, OrderStatus::Processing).await;
    let early = payment(&number, "a", 2, PaymentKind::In, 100);
    let refused = call!(fixture, &warehouse, record_payment, early).unwrap_err();
    assert_eq!(refused.reason, "DESK.ROLE");
    fixture
        .change_status(&number, OrderStatus::Shipped)
        .await
        .unwrap();
    let mut card = payment(&number, "b", 3, PaymentKind::In, 100);
    card.method = PaymentMethod::Card.into();
    let refused = call!(fixture, &warehouse, record_payment, card).unwrap_err();
    assert_eq!(refused.reason, "DESK.ROLE");
    let much = payment(&number, "c", 3, PaymentKind::In, 100_001);
    let refused = call!(fixture, &warehouse, record_payment, much).unwrap_err();
    assert_eq!(fields(&refused), [("amount", "PAYMENT.TOO_MUCH")]);
    let rest = payment(&number, "d", 3, PaymentKind::In, 100_000);
    let order = call!(fixture, &warehouse, record_payment, rest).unwrap().order;
    assert_eq!(order.unwrap().row.unwrap().payment_status(), PaymentStatus::Paid);
    let back = payment(&number, "e", 4, PaymentKind::Out, 100);
    let refused = call!(fixture, &warehouse, record_payment, back).unwrap_err();
    assert_eq!(refused.reason, "DESK.ROLE");
}

#[tokio::test]
async fn refund_goes_by_the_means_of_the_payments() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let number = order_in(&fixture, OrderStatus::Processing).await;
    let send = async |key: &str, version, kind, amount, method: PaymentMethod| {
        let mut request = payment(&number, key, version, kind, amount);
        request.method = method.into();
        call!(fixture, &owner, record_payment, request)
    };
    send("a", 2, PaymentKind::In, 30_000, PaymentMethod::Cash)
        .await
        .unwrap();
    send("b", 3, PaymentKind::In, 20_000, PaymentMethod::Card)
        .await
        .unwrap();
    let refused = send("c", 4, PaymentKind::Out, 20_001, PaymentMethod::Card)
        .await
        .unwrap_err();
    assert_eq!(fields(&refused), [("method", "PAYMENT.OTHER_MEANS")]);
    send("d", 4, PaymentKind::Out, 20_000, PaymentMethod::Card)
        .await
        .unwrap();
    let refused = send("e", 5, PaymentKind::Out, 1, PaymentMethod::Card)
        .await
        .unwrap_err();
    assert_eq!(fields(&refused), [("method", "PAYMENT.OTHER_MEANS")]);
    send("f", 5, PaymentKind::Out, 30_000, PaymentMethod::Cash)
        .await
        .unwrap();
}

#[tokio::test]
async fn lists_orders_with_money_to_give_back() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let (paid, unpaid) = (
        order_in(&fixture, OrderStatus::Processing).await,
        order_in(&fixture, OrderStatus::Cancelled).await,
    );
    let request = payment(&paid, "a", 2, PaymentKind::In, 40_000);
    call!(fixture, &owner, record_payment, request).unwrap();
    let listed = async || {
        let filter = DeskOrderFilter {
            is_refund_due: true,
            ..DeskOrderFilter::default()
        };
        let request = ListDeskOrdersRequest {
            filter: Some(filter),
            limit: 10,
            ..ListDeskOrdersRequest::default()
        };
        let list = call!(fixture, &owner, list_desk_orders, request).unwrap();
        let counts = CountDeskOrdersRequest { filter: None };
        let counts = call!(fixture, &owner, count_desk_orders, counts).unwrap();
        let numbers: Vec<_> = list.orders.into_iter().map(|row| row.order_number).collect();
        (numbers, counts.refund_due)
    };
    assert_eq!(listed().await, (vec![], 0));
    fixture
        .change_status(&paid, OrderStatus::Cancelled)
        .await
        .unwrap();
    assert_ne!(paid, unpaid);
    assert_eq!(listed().await, (vec![paid.clone()], 1));
    let request = payment(&paid, "b", 4, PaymentKind::Out, 40_000);
    call!(fixture, &owner, record_payment, request).unwrap();
    assert_eq!(listed().await, (vec![], 0));

    // More was paid than the corrected lines come to.
    let overpaid = order_in(&fixture, OrderStatus::Processing).await;
    let request = payment(&overpaid, "c", 2, PaymentKind::In, 100_000);
    call!(fixture, &owner, record_payment, request).unwrap();
    assert_eq!(listed().await, (vec![], 0));
    sqlx::query("update customer_order set total_minor = 90000 where number = $1")
        .bind(&overpaid)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    assert_eq!(listed().await, (vec![overpaid], 1));
}

#[tokio::test]
async fn customer_sees_what_is_paid_and_due() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let customer = fixture.customer();
    let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
    assert_eq!((order.paid_minor, order.balance_minor), (0, 100_000));
    let request = payment(&order.order_number, "a", 1, PaymentKind::In, 40_000);
    call!(fixture, &owner, record_payment, request).unwrap();
    let shown = customer.get(&order.id).await.unwrap().order.unwrap();
    assert_eq!(
        (shown.paid_minor, shown.refunded_minor, shown.balance_minor),
        (40_000, 0, 60_000)
    );
    assert_eq!(customer.orders().await, [shown]);
}
