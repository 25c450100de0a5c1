//! Corrects the addresses of an order.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::Failure,
    validation::FieldErrors,
};
use proto::order::v1::{CorrectOrderRequest, CorrectOrderResponse, PostalAddress};
use serde_json::json;
use sqlx::PgConnection;

use super::{State, load, lock, number};
use crate::{
    address::Address,
    desk::{self, DeliveryMethod, OrderSummary, TimelineDetail},
    error::OrderError,
    events,
    order::Order,
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CorrectOrderRequest,
) -> Result<CorrectOrderResponse, Failure> {
    let number = number(&request.order_number)?;
    change::run(&state.pool, async |connection| {
        let summary = lock(connection, &actor, &number).await?;
        if request.version != summary.version {
            return Err(OrderError::Changed("version").into());
        }
        let effect = correct(connection, &actor, &summary, &request).await?;
        let order = Some(load(connection, &actor, &number).await?);
        Ok(effect.with(CorrectOrderResponse { order }))
    })
    .await
}

/// Corrects the addresses of a locked order, without effect if they are the same.
async fn correct(
    connection: &mut PgConnection,
    actor: &Actor,
    summary: &OrderSummary,
    request: &CorrectOrderRequest,
) -> Result<Effect, OrderError> {
    if !desk::is_correctable(summary.status) {
        return Err(OrderError::CorrectionClosed);
    }
    let mut order = store::order::lock_by_number(connection, &summary.number)
        .await?
        .ok_or(OrderError::NotFound)?;
    let (shipping, billing) = parse(summary, &order, request)?;
    let mut fields = changes("shippingAddress", &order.shipping, &shipping);
    fields.extend(changes("billingAddress", &order.billing, &billing));
    if fields.is_empty() {
        return Ok(Effect::none());
    }
    order.shipping = shipping;
    order.billing = billing;
    let version = store::order::update_addresses(connection, &order, actor).await?;
    if request.is_notified {
        events::corrected(connection, summary.subject(), summary.total, None, true, actor).await?;
    }
    events::facts_changed(connection, summary.subject(), "address", version, actor).await?;
    // Addresses are personal, so that only the names of their fields are kept.
    let detail = json!({"fields": [null, fields]});
    store::timeline::insert(
        connection,
        summary.id,
        actor,
        "",
        &TimelineDetail::Corrected { fields },
    )
    .await?;
    Ok(Effect::audited(actor, "CorrectOrder", &summary.number, detail))
}

/// Returns the shipping and the billing address after the correction.
fn parse(
    summary: &OrderSummary,
    order: &Order,
    request: &CorrectOrderRequest,
) -> Result<(Address, Address), OrderError> {
    let delivery = summary.origin.delivery.as_ref();
    let needs_street = delivery.is_some_and(|delivery| delivery.method != DeliveryMethod::Pickup);
    let mut errors = FieldErrors::default();
    let mut address = |field: &str, requested: &Option<PostalAddress>| {
        let parsed = Address::parse_partial(&requested.clone()?.into(), needs_street);
        parsed.map_err(|nested| errors.nest(field, nested)).ok()
    };
    let shipping = address("shippingAddress", &request.shipping_address);
    let billing = address("billingAddress", &request.billing_address);
    errors.into_result()?;
    let shipping = shipping.unwrap_or_else(|| order.shipping.clone());
    let billing = billing.unwrap_or_else(|| {
        if order.billing == order.shipping {
            shipping.clone()
        } else {
            order.billing.clone()
        }
    });
    Ok((shipping, billing))
}

/// Returns the names of the fields that differ.
fn changes(name: &str, before: &Address, after: &Address) -> Vec<String> {
    [
        ("firstName", &before.first_name, &after.first_name),
        ("lastName", &before.last_name, &after.last_name),
        ("email", &before.email, &after.email),
        ("phone", &before.phone, &after.phone),
        ("address", &before.street, &after.street),
        ("city", &before.city, &after.city),
        ("state", &before.state, &after.state),
        ("postalCode", &before.postal_code, &after.postal_code),
    ]
    .into_iter()
    .filter(|(_, before, after)| before != after)
    .map(|(field, ..)| format!("{name}.{field}"))
    .collect()
}
