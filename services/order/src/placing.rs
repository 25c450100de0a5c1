//! Placing of orders: the row with its number, timeline and event.

use kit::domain::{Language, RecordKind, reference_number};
use sqlx::PgConnection;

use crate::{desk::Origin, error::OrderError, events, order::Order, store};

/// Maximum number of generated order numbers, in case of collisions.
const MAX_NUMBER_ATTEMPTS: usize = 5;

/// Inserts an order with a new number and publishes it.
///
/// # Errors
///
/// Fails if all generated numbers are taken, and if a query fails, as it does for an offer with a live order.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    order: &mut Order,
    language: Language,
    origin: &Origin,
) -> Result<(), OrderError> {
    for _ in 0..MAX_NUMBER_ATTEMPTS {
        order.number = reference_number(RecordKind::Order);
        if store::order::insert(connection, order, language, origin).await? {
            events::created(connection, order, origin).await?;
            return Ok(());
        }
    }
    Err(OrderError::Inconsistent("all generated order numbers are taken"))
}
