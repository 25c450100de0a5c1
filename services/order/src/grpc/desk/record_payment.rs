//! Records a payment in or out.

use kit::{
    audit,
    caller::{Actor, StaffCaller},
    domain::Money,
    failure::Failure,
    idempotency::{Attempt, Started},
    staff::Permission,
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proto::order::v1::{RecordPaymentRequest, RecordPaymentResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{State, convert, idempotency_key, load, lock, number};
use crate::{
    desk::{By, Facts, Happening},
    error::OrderError,
    events,
    order::Change,
    payment::{Balance, Kind, NewPayment},
    store,
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
    let kind = errors.check("kind", convert::payment_kind(request.kind));
    let amount = (1..=MAX_AMOUNT)
        .contains(&request.amount_minor)
        .then(|| Money::from_minor(request.amount_minor).ok())
        .flatten();
    errors.ensure(amount.is_some(), "amount", OUT_OF_RANGE);
    let method = errors.check("method", convert::payment_method(request.method));
    let store = errors.check("storeId", convert::store(&request.store_id));
    let text = errors.text::<0, 500>("text", &request.text);
    let payment = (|| {
        Some(NewPayment {
            kind: kind?,
            amount: amount?,
            method: method?,
            store: store?,
            text: text.as_deref()?,
        })
    })();
    let payment = errors.finish(payment)?;
    let number = number(&request.order_number)?;
    let attempt = Attempt::new(
        &actor,
        format!("RecordPayment {number}"),
        &request.idempotency_key,
        &request,
    );
    let mut transaction = kit::database::begin(&state.pool).await?;
    if attempt.start(&mut transaction).await? == Started::New {
        let facts = lock(&mut transaction, &actor, &number).await?;
        let id = record(&mut transaction, &actor, &facts, request.version, &payment).await?;
        attempt.finish(&mut transaction, &id).await?;
    }
    let order = load(&mut transaction, &actor, &number).await?;
    transaction.commit().await.map_err(OrderError::Database)?;
    Ok(RecordPaymentResponse { order: Some(order) })
}

/// Records a payment for an order that is locked, and returns the id of the payment.
async fn record(
    connection: &mut PgConnection,
    actor: &Actor,
    facts: &Facts,
    version: i64,
    payment: &NewPayment<'_>,
) -> Result<String, OrderError> {
    let permission = match payment.kind {
        Kind::In => Permission::PaymentsTake,
        Kind::Out => Permission::PaymentsRefund,
    };
    actor.require_permission(permission)?;
    if version != facts.version {
        return Err(OrderError::Changed("version"));
    }
    let before = facts.balance();
    let after: Balance = before.record(payment.kind, payment.amount)?;
    let id = store::payment::insert(connection, facts.id, payment, actor).await?;
    let version = store::desk::update_balance(connection, facts.id, &after, actor).await?;
    events::paid(connection, facts.subject(), id, payment, &after, actor).await?;
    events::facts_changed(connection, facts.subject(), "payment", version, actor).await?;
    let mut detail = json!({
        "paid": [before.paid.to_json_number(), after.paid.to_json_number()],
        "refunded": [before.refunded.to_json_number(), after.refunded.to_json_number()],
    });
    if before.payment != after.payment {
        let happening = Happening::PaymentStatus {
            from: before.payment,
            to: after.payment,
        };
        store::timeline::insert(connection, facts.id, actor, "", &happening).await?;
        let by = By {
            actor,
            reason: None,
            text: "",
        };
        let order = store::order::lock_by_number(connection, &facts.number)
            .await?
            .ok_or(OrderError::NotFound)?;
        events::changed(connection, &order, Change::StatusChanged, Some(&by)).await?;
        if let Some(fields) = detail.as_object_mut() {
            let change = json!([before.payment.name(), after.payment.name()]);
            fields.insert("paymentStatus".to_owned(), change);
        }
    }
    audit::record(connection, actor, "RecordPayment", &facts.number, detail).await?;
    Ok(id.to_string())
}
