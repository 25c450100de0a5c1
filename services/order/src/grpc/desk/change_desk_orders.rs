//! Changes the status or the assignee of several orders, each by its own rules.

use kit::{
    caller::{Actor, StaffCaller},
    domain::UserId,
    failure::{Code, Failure},
    idempotency::{Attempt, Started},
    staff::Permission,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
};
use proto::order::v1::{
    ChangeDeskOrdersRequest, ChangeDeskOrdersResponse, ChangedDeskOrder, change_desk_orders_request::Change,
};
use sqlx::{Acquire as _, PgConnection};

use super::{State, assign_order, idempotency_key, number};
use crate::{
    error::OrderError,
    grpc::{
        convert::status,
        update_order_status::{Move, apply},
    },
    order::Status,
};

/// Maximum number of orders of a request.
const MAX_ORDERS: usize = 200;

/// A change of each order.
enum Requested {
    Status(Status),
    Assignee(Option<UserId>),
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
        Some(Change::Status(to)) => errors.check("to", new_status(*to)).map(Requested::Status),
        Some(Change::Assignee(to)) => errors
            .merge(assign_order::assignee(state, to).await)
            .map(Requested::Assignee),
        None => {
            errors.push("action", REQUIRED);
            None
        }
    };
    let requested = errors.finish(requested)?;
    let attempt = Attempt::new(&actor, "ChangeDeskOrders", &request.idempotency_key, &request);
    let mut transaction = kit::database::begin(&state.pool).await?;
    let results = match attempt.start(&mut transaction).await? {
        Started::Replayed(results) => decode(&results, &request.order_numbers)?,
        Started::New => {
            let results = change_all(&mut transaction, &actor, &request.order_numbers, &requested).await?;
            let pairs: Vec<_> = results
                .iter()
                .map(|result| (&result.field, &result.error))
                .collect();
            let encoded = serde_json::to_string(&pairs)
                .map_err(|error| Failure::new(Code::Internal).with_source(error.to_string()))?;
            attempt.finish(&mut transaction, &encoded).await?;
            results
        }
    };
    transaction.commit().await.map_err(OrderError::Database)?;
    Ok(ChangeDeskOrdersResponse { results })
}

/// Parses a status for several orders; each cancellation needs its own reason.
fn new_status(number: i32) -> Result<Status, &'static str> {
    match status(number).map_err(|_| INVALID)? {
        None => Err(REQUIRED),
        Some(Status::Cancelled) => Err(INVALID),
        Some(status) => Ok(status),
    }
}

/// Restores the results of an earlier call with the same numbers.
fn decode(results: &str, numbers: &[String]) -> Result<Vec<ChangedDeskOrder>, Failure> {
    let pairs: Vec<(String, String)> = serde_json::from_str(results)
        .map_err(|error| Failure::new(Code::Internal).with_source(error.to_string()))?;
    let results = numbers
        .iter()
        .zip(pairs)
        .map(|(number, (field, error))| ChangedDeskOrder {
            order_number: number.clone(),
            error,
            field,
        });
    Ok(results.collect())
}

/// Changes each order in its own savepoint.
async fn change_all(
    connection: &mut PgConnection,
    actor: &Actor,
    numbers: &[String],
    requested: &Requested,
) -> Result<Vec<ChangedDeskOrder>, OrderError> {
    // All calls lock the orders in the same sequence.
    let mut sequence: Vec<(usize, &String)> = numbers.iter().enumerate().collect();
    sequence.sort_by_key(|(_, text)| number(text).ok());
    let mut results = vec![ChangedDeskOrder::default(); numbers.len()];
    for (index, text) in sequence {
        let mut savepoint = connection.begin().await?;
        let outcome = change_one(&mut savepoint, actor, text, requested).await;
        let failure = match outcome {
            Ok(()) => {
                savepoint.commit().await?;
                None
            }
            Err(OrderError::Database(error)) => return Err(OrderError::Database(error)),
            Err(error) => {
                savepoint.rollback().await?;
                Some(Failure::from(error))
            }
        };
        let (field, error) = match failure {
            None => (String::new(), String::new()),
            Some(failure) => {
                let field = failure.fields.into_iter().next();
                field.unwrap_or_else(|| ("general".to_owned(), failure.reason))
            }
        };
        if let Some(result) = results.get_mut(index) {
            *result = ChangedDeskOrder {
                order_number: text.clone(),
                error,
                field,
            };
        }
    }
    Ok(results)
}

async fn change_one(
    connection: &mut PgConnection,
    actor: &Actor,
    text: &str,
    requested: &Requested,
) -> Result<(), OrderError> {
    let number = number(text)?;
    match requested {
        Requested::Status(to) => {
            actor.require_permission(to.permission())?;
            let requested = Move {
                from: None,
                to: *to,
                reason: None,
                text: "",
            };
            apply(connection, actor, "UpdateOrderStatus", &number, &requested)
                .await
                .map(drop)
        }
        Requested::Assignee(to) => {
            actor.require_permission(Permission::OrdersAssign)?;
            assign_order::assign(connection, actor, &number, None, *to).await
        }
    }
}
