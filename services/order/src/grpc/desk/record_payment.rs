//! Records a payment in or out.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    domain::Money,
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proto::order::v1::{RecordPaymentRequest, RecordPaymentResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{State, convert, idempotency_key, load, lock, number};
use crate::{
    desk::{self, OrderSummary, StaffChange, TimelineDetail},
    error::OrderError,
    events, order,
    payment::{self, Balance, Kind, NewPayment, PaymentError},
    status_change, store,
};

/// Largest payment in qəpik.
const MAX_AMOUNT: i64 = 1_000_000_000;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: RecordPaymentRequest,
) -> Result<RecordPaymentResponse, Failure> {
    let mut errors = FieldErrors::default();
    idempotency_key(&mut errors, &actor, &request.idempotency_key);
    let kind = errors.required_word("kind", request.kind);
    let amount = (1..=MAX_AMOUNT)
        .contains(&request.amount_minor)
        .then(|| Money::from_minor(request.amount_minor).ok())
        .flatten();
    errors.ensure(amount.is_some(), "amount", OUT_OF_RANGE);
    let method = errors.required_word("method", request.method);
    let store = errors.check("storeId", convert::store(&request.store_id));
    let text = errors.text::<0, 500>("text", &request.text);
    let (kind, amount, method, store, text) = errors.finish((kind, amount, method, store, text))?;
    let payment = NewPayment {
        kind,
        amount,
        method,
        store,
        text: &text,
    };
    let number = number(&request.order_number)?;
    let permission = match payment.kind {
        Kind::In => Permission::PaymentsTake,
        Kind::Out => Permission::PaymentsRefund,
    };
    let operation = format!("RecordPayment {number}");
    let order = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| {
                let order = lock(connection, &actor, &number).await?;
                actor.require_permission(permission)?;
                if payment.kind == Kind::In && !desk::may_take(&actor, order.status, payment.method) {
                    return Err(OrderError::Role);
                }
                Ok(order)
            },
            async |connection, order| record(connection, &actor, &order, request.version, &payment).await,
            async |connection, _| load(connection, &actor, &number).await,
        )
        .await?;
    Ok(RecordPaymentResponse { order: Some(order) })
}

/// Records a payment for a locked order.
async fn record(
    connection: &mut PgConnection,
    actor: &Actor,
    summary: &OrderSummary,
    version: i64,
    payment: &NewPayment<'_>,
) -> Result<Effect, OrderError> {
    if version != summary.version {
        return Err(OrderError::Changed("version"));
    }
    let before = summary.balance();
    if payment.kind == Kind::Out && payment.amount <= before.taken() {
        let payments = store::payment::list(connection, summary.id).await?;
        if payment.amount > payment::taken_by(&payments, payment.method) {
            return Err(PaymentError::OtherMeans.into());
        }
    }
    let after: Balance = before.record(payment.kind, payment.amount)?;
    let id = store::payment::insert(connection, summary.id, payment, actor).await?;
    let version = store::desk::update_balance(connection, summary.id, &after, actor).await?;
    events::paid(connection, summary.subject(), id, payment, &after, actor).await?;
    events::facts_changed(connection, summary.subject(), "payment", version, actor).await?;
    let mut detail = json!({
        "paid": [before.paid.to_json_number(), after.paid.to_json_number()],
        "refunded": [before.refunded.to_json_number(), after.refunded.to_json_number()],
    });
    if before.payment != after.payment {
        let timeline_detail = TimelineDetail::PaymentStatus {
            from: before.payment,
            to: after.payment,
        };
        store::timeline::insert(connection, summary.id, actor, "", &timeline_detail).await?;
        let by = StaffChange {
            actor,
            reason: None,
            text: "",
            is_mailed: true,
        };
        let order = store::order::lock_by_number(connection, &summary.number)
            .await?
            .ok_or(OrderError::NotFound)?;
        status_change::close(connection, order.id).await?;
        events::changed(connection, &order, order::Change::StatusChanged, Some(&by), None).await?;
        if let Some(fields) = detail.as_object_mut() {
            let change = json!([before.payment.name(), after.payment.name()]);
            fields.insert("paymentStatus".to_owned(), change);
        }
    }
    Ok(Effect::audited(actor, "RecordPayment", &summary.number, detail).with(id.to_string()))
}
