//! Plans the delivery of an order.

use kit::{audit, caller::StaffCaller, failure::Failure, validation::FieldErrors};
use proto::order::v1::{PlanDeliveryRequest, PlanDeliveryResponse};
use serde_json::json;
use time::OffsetDateTime;

use super::{State, convert, load, lock, number};
use crate::{
    desk::{self, Delivery, Happening},
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
    let plan = convert::delivery(&mut errors, &plan, OffsetDateTime::now_utc());
    let plan = errors.finish(plan)?;
    let number = number(&request.order_number)?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let facts = lock(&mut transaction, &actor, &number).await?;
    if request.version != facts.version {
        return Err(OrderError::Changed("version").into());
    }
    if !desk::is_delivery_open(facts.status) {
        return Err(OrderError::DeliveryClosed.into());
    }
    let before = facts.origin.delivery.as_ref();
    if before != Some(&plan) {
        let version = store::desk::update_delivery(&mut transaction, facts.id, &plan, &actor).await?;
        let happening = Happening::Delivery {
            from: before.cloned(),
            to: plan.clone(),
        };
        store::timeline::insert(&mut transaction, facts.id, &actor, "", &happening).await?;
        events::facts_changed(&mut transaction, facts.subject(), "delivery", version, &actor).await?;
        let detail = changes(before, &plan);
        audit::record(&mut transaction, &actor, "PlanDelivery", &number, detail).await?;
    }
    if before != Some(&plan) || request.is_notified {
        events::delivery_planned(&mut transaction, facts.subject(), &plan, request.is_notified).await?;
    }
    let order = load(&mut transaction, &actor, &number).await?;
    transaction.commit().await.map_err(OrderError::Database)?;
    Ok(PlanDeliveryResponse { order: Some(order) })
}

/// Returns the changed fields for the audit log; crew and note may be personal.
fn changes(before: Option<&Delivery>, after: &Delivery) -> serde_json::Value {
    let on = |delivery: &Delivery| delivery.on.map(desk::day);
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
