//! Changes the status or the assignee of several orders, each by its own rules.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    convert::timestamp,
    domain::UserId,
    failure::{Code, Failure},
    staff::Permission,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
    vocabulary::ProtobufWord as _,
};
use proto::order::v1::{
    ChangeDeskOrdersRequest, ChangeDeskOrdersResponse, ChangedDeskOrder, change_desk_orders_request,
};
use sqlx::{Acquire as _, PgConnection};

use super::{State, assign_order, idempotency_key, lock, number};
use crate::{
    assignment, desk,
    error::OrderError,
    order::{self, Status},
    status_change::{self, StatusRequest},
    store,
};

/// Maximum number of orders of a request.
const MAX_ORDERS: usize = 200;

/// A change of each order.
enum Requested {
    Status(Status),
    Assignee(Option<UserId>),
    /// Takes back the step that led to this status.
    Undo(Status),
}

impl Requested {
    /// Returns the permission that the change needs, as for one order.
    const fn permission(&self) -> Permission {
        match self {
            Self::Status(to) | Self::Undo(to) => order::permission(*to),
            Self::Assignee(_) => Permission::OrdersAssign,
        }
    }
}

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ChangeDeskOrdersRequest,
) -> Result<ChangeDeskOrdersResponse, Failure> {
    let mut errors = FieldErrors::default();
    idempotency_key(&mut errors, &actor, &request.idempotency_key);
    let count = request.order_numbers.len();
    errors.ensure((1..=MAX_ORDERS).contains(&count), "numbers", OUT_OF_RANGE);
    let requested = match &request.change {
        Some(change_desk_orders_request::Change::Status(to)) => {
            errors.check("to", new_status(*to)).map(Requested::Status)
        }
        Some(change_desk_orders_request::Change::Undo(from)) => {
            errors.check("from", new_status(*from)).map(Requested::Undo)
        }
        Some(change_desk_orders_request::Change::Assignee(to)) => errors
            .merge(assign_order::assignee(state, to).await)
            .map(Requested::Assignee),
        None => {
            errors.push("action", REQUIRED);
            None
        }
    };
    let requested = errors.finish(requested)?;
    let (results, undo_until) = Change::once(&actor, "ChangeDeskOrders", &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |_| Ok::<_, OrderError>(()),
            async |connection, ()| change_all(connection, &actor, &request.order_numbers, &requested).await,
            async |connection, results| {
                // The caller of a replay may have another role by now, and the orders other statuses.
                let refused = actor.require_permission(requested.permission()).err();
                let results = decode(results, &request.order_numbers, refused.as_ref())?;
                let results = match refused {
                    Some(_) => results,
                    None => hide_unreadable(connection, &actor, results).await?,
                };
                let done = results.iter().filter(|result| result.error.is_empty());
                let done: Vec<_> = done
                    .filter_map(|result| number(&result.order_number).ok())
                    .collect();
                let undo_until = store::undo::latest(connection, &done, &actor.to_string()).await?;
                Ok((results, undo_until))
            },
        )
        .await?;
    Ok(ChangeDeskOrdersResponse {
        results,
        undo_until: undo_until.map(timestamp),
    })
}

/// Parses a status for several orders; each cancellation needs its own reason.
fn new_status(number: i32) -> Result<Status, &'static str> {
    match Status::from_number(number).map_err(|_| INVALID)? {
        None => Err(REQUIRED),
        Some(Status::Cancelled) => Err(INVALID),
        Some(status) => Ok(status),
    }
}

/// Decodes the results of a call with these numbers. A caller who is refused gets the refusal as the result of each.
fn decode(
    results: &str,
    numbers: &[String],
    refused: Option<&Failure>,
) -> Result<Vec<ChangedDeskOrder>, Failure> {
    let pairs: Vec<(String, String)> = serde_json::from_str(results)
        .map_err(|error| Failure::new(Code::Internal).with_source(error.to_string()))?;
    let results = numbers.iter().zip(pairs).map(|(number, pair)| {
        let refusal = refused.map(|failure| ("general".to_owned(), failure.reason.clone()));
        let (field, error) = refusal.unwrap_or(pair);
        ChangedDeskOrder {
            order_number: number.clone(),
            error,
            field,
        }
    });
    Ok(results.collect())
}

/// Replaces the results of the orders that the actor may not read.
async fn hide_unreadable(
    connection: &mut PgConnection,
    actor: &Actor,
    mut results: Vec<ChangedDeskOrder>,
) -> Result<Vec<ChangedDeskOrder>, OrderError> {
    let visible = desk::visible_statuses(actor);
    if visible.len() == Status::ALL.len() {
        return Ok(results);
    }
    for result in &mut results {
        let Ok(number) = number(&result.order_number) else {
            continue;
        };
        let order = store::desk::find(connection, &number, false).await?;
        if order.is_none_or(|order| !visible.contains(&order.status)) {
            let failure = Failure::from(OrderError::NotFound);
            "general".clone_into(&mut result.field);
            result.error = failure.reason;
        }
    }
    Ok(results)
}

/// Changes each order in its own savepoint. The result has the field and the error of each order.
async fn change_all(
    connection: &mut PgConnection,
    actor: &Actor,
    numbers: &[String],
    requested: &Requested,
) -> Result<Effect, OrderError> {
    // All calls lock the orders in the same sequence.
    let mut sequence: Vec<(usize, &String)> = numbers.iter().enumerate().collect();
    sequence.sort_by_key(|(_, text)| number(text).ok());
    let mut results = vec![(String::new(), String::new()); numbers.len()];
    let mut effect = Effect::none();
    for (index, text) in sequence {
        let mut savepoint = connection.begin().await?;
        match change_one(&mut savepoint, actor, text, requested).await {
            Ok(changed) => {
                savepoint.commit().await?;
                effect.add(changed);
            }
            Err(OrderError::Database(error)) => return Err(OrderError::Database(error)),
            Err(error) => {
                savepoint.rollback().await?;
                let failure = Failure::from(error);
                let field = failure.fields.into_iter().next();
                if let Some(result) = results.get_mut(index) {
                    *result = field.unwrap_or_else(|| ("general".to_owned(), failure.reason));
                }
            }
        }
    }
    let results = serde_json::to_string(&results)
        .map_err(|error| Failure::new(Code::Internal).with_source(error.to_string()))?;
    Ok(effect.with(results))
}

async fn change_one(
    connection: &mut PgConnection,
    actor: &Actor,
    text: &str,
    requested: &Requested,
) -> Result<Effect, OrderError> {
    let number = number(text)?;
    actor.require_permission(requested.permission())?;
    match requested {
        Requested::Status(to) => {
            let requested = StatusRequest {
                from: None,
                to: *to,
                reason: None,
                text: "",
                is_notified: false,
            };
            let order = status_change::lock(connection, actor, &number).await?;
            status_change::apply(connection, actor, order, &requested).await
        }
        Requested::Undo(from) => {
            let order = status_change::lock(connection, actor, &number).await?;
            status_change::undo(connection, actor, order, *from).await
        }
        Requested::Assignee(to) => {
            let order = lock(connection, actor, &number).await?;
            assignment::assign(connection, actor, order, None, *to, None).await
        }
    }
}
