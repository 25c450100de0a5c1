//! Plans the delivery of an order.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::Failure,
    validation::FieldErrors,
};
use proto::order::v1::{PlanDeliveryRequest, PlanDeliveryResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{State, convert, load, lock, number};
use crate::{
    desk::{self, Delivery, OrderSummary, TimelineDetail},
    error::OrderError,
    events, store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: PlanDeliveryRequest,
) -> Result<PlanDeliveryResponse, Failure> {
    let mut errors = FieldErrors::default();
    let plan = request.delivery.clone().unwrap_or_default();
    let plan = convert::delivery(&mut errors, &plan, kit::clock::now());
    let plan = errors.finish(plan)?;
    let number = number(&request.order_number)?;
    change::run(&state.pool, async |connection| {
        let order = lock(connection, &actor, &number).await?;
        if request.version != order.version {
            return Err(OrderError::Changed("version").into());
        }
        let effect = plan_for(connection, &actor, &order, plan, request.is_notified).await?;
        let order = Some(load(connection, &actor, &number).await?);
        Ok(effect.with(PlanDeliveryResponse { order }))
    })
    .await
}

/// Changes the delivery of a locked order.
async fn plan_for(
    connection: &mut PgConnection,
    actor: &Actor,
    order: &OrderSummary,
    plan: Delivery,
    is_notified: bool,
) -> Result<Effect, OrderError> {
    if !desk::is_delivery_open(order.status) {
        return Err(OrderError::DeliveryClosed);
    }
    let before = order.origin.delivery.as_ref();
    let is_changed = before != Some(&plan);
    let mut effect = Effect::none();
    if is_changed {
        let version = store::desk::update_delivery(connection, order.id, &plan, actor).await?;
        let timeline_detail = TimelineDetail::Delivery {
            from: before.cloned(),
            to: plan.clone(),
        };
        store::timeline::insert(connection, order.id, actor, "", &timeline_detail).await?;
        events::facts_changed(connection, order.subject(), "delivery", version, actor).await?;
        effect = Effect::audited(actor, "PlanDelivery", &order.number, changes(before, &plan));
    }
    if is_changed || is_notified {
        events::delivery_planned(connection, order.subject(), &plan, is_notified).await?;
    }
    Ok(effect)
}

/// Returns the changed fields for the audit log; crew and note may be personal.
fn changes(before: Option<&Delivery>, after: &Delivery) -> serde_json::Value {
    let on = |delivery: &Delivery| delivery.on.map(|on| on.to_string());
    let hours = |delivery: &Delivery| {
        let (from, to) = delivery.hours?;
        Some(format!("{}-{}", desk::hour(from), desk::hour(to)))
    };
    let mut changes = serde_json::Map::new();
    let mut add = |field: &str, old: Option<String>, new: Option<String>| {
        if old != new {
            changes.insert(field.to_owned(), json!([old, new]));
        }
    };
    add(
        "method",
        before.map(|delivery| delivery.method.name().to_owned()),
        Some(after.method.name().to_owned()),
    );
    add("on", before.and_then(on), on(after));
    add("hours", before.and_then(hours), hours(after));
    let hidden = || Some("…".to_owned());
    let old = before.map(|delivery| (delivery.crew.as_str(), delivery.note.as_str()));
    let (crew, note) = old.unwrap_or_default();
    if crew != after.crew {
        changes.insert("crew".to_owned(), json!([hidden(), hidden()]));
    }
    if note != after.note {
        changes.insert("note".to_owned(), json!([hidden(), hidden()]));
    }
    changes.into()
}
